"""Orders on torch."""

import torch


def sort(x, /, *, axis=-1, descending=False, stable=True):
    return torch.sort(x, dim=axis, descending=descending, stable=stable).values


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    return torch.argsort(x, dim=axis, descending=descending, stable=stable)


def top_k(x, k, /, *, axis=-1, largest=True):
    # torch.topk does not say which of equal elements it takes.
    values, indices = torch.sort(x, dim=axis, descending=largest, stable=True)
    return torch.narrow(values, axis, 0, k), torch.narrow(indices, axis, 0, k)
