"""Arrays as sets on torch."""

import torch
from torch import unique as unique_values


def unique_inverse(x, /):
    return torch.unique(x, return_inverse=True)


def unique_counts(x, /):
    return torch.unique(x, return_counts=True)


def unique_all(x, /):
    flat = torch.flatten(x)
    return _numbered(flat, torch.argsort(flat, stable=True), x.shape)


def _numbered(flat, order, shape):
    """All about the distinct elements, by the order that sorts them."""
    ranked = flat[order]
    first = torch.ones(ranked.shape, dtype=torch.bool, device=flat.device)
    first[1:] = ranked[1:] != ranked[:-1]
    starts = torch.nonzero(first)[:, 0]
    end = torch.full((1,), flat.numel(), device=flat.device)
    inverse = torch.empty_like(order)
    inverse[order] = torch.cumsum(first, 0) - 1
    counts = torch.diff(starts, append=end)
    return ranked[first], order[first], inverse.reshape(shape), counts


def isin(x1, x2, /, *, invert=False):
    return torch.isin(x1, x2, invert=invert)
