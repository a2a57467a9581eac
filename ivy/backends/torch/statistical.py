"""Reductions on torch."""

import torch


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    if axis == ():  # for torch, every axis; so in the functions below
        return x.to(dtype)
    return torch.sum(x, dim=axis, dtype=dtype, keepdim=keepdims)


def prod(x, /, *, axis=None, dtype=None, keepdims=False):
    # torch.prod takes one axis.
    if axis is None:
        axis = tuple(range(x.ndim))
    x = x if dtype is None else x.to(dtype)
    for a in sorted({a % x.ndim for a in ((axis,) if isinstance(axis, int) else axis)})[::-1]:
        x = torch.prod(x, dim=a, dtype=dtype, keepdim=keepdims)
    return x


def mean(x, /, *, axis=None, keepdims=False):
    if axis == ():
        return x
    return torch.mean(x, dim=axis, keepdim=keepdims)


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    if axis == ():
        return torch.var(x[..., None], dim=-1, correction=correction)
    return torch.var(x, dim=axis, correction=correction, keepdim=keepdims)


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    return torch.sqrt(var(x, axis=axis, correction=correction, keepdims=keepdims))


def max(x, /, *, axis=None, keepdims=False):
    if axis == ():
        return x
    return torch.amax(x, dim=() if axis is None else axis, keepdim=keepdims)


def min(x, /, *, axis=None, keepdims=False):
    if axis == ():
        return x
    return torch.amin(x, dim=() if axis is None else axis, keepdim=keepdims)


def cumulative_sum(x, /, *, axis=-1, dtype=None):
    return torch.cumsum(x, dim=axis, dtype=dtype)


def any(x, /, *, axis=None, keepdims=False):
    return torch.any(x, dim=axis, keepdim=keepdims)


def all(x, /, *, axis=None, keepdims=False):
    return torch.all(x, dim=axis, keepdim=keepdims)


def logsumexp(x, /, *, axis=None, keepdims=False):
    if axis == ():
        return x
    return torch.logsumexp(x, dim=tuple(range(x.ndim)) if axis is None else axis, keepdim=keepdims)
