"""Reductions on torch."""

import torch


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    if axis == ():  # for torch, every axis; so in the functions below
        return x.to(dtype)
    if axis is None and dtype is None and not keepdims:
        return torch.sum(x)
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
        return var(x[..., None], axis=-1, correction=correction)
    out = torch.var(x, dim=axis, correction=correction, keepdim=keepdims)
    # With too few elements, torch divides by zero, which may give infinity.
    enough = correction <= 1 or x.numel() > correction * out.numel()
    return out if enough else torch.full_like(out, torch.nan)


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


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    axis = 0 if axis is None else axis
    sums = torch.cumsum(x, dim=axis, dtype=dtype)
    if not include_initial:
        return sums
    zero = torch.zeros_like(torch.sum(sums, dim=axis, dtype=sums.dtype, keepdim=True))
    return torch.cat([zero, sums], dim=axis)


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    axis = 0 if axis is None else axis
    products = torch.cumprod(x, dim=axis, dtype=dtype)
    if not include_initial:
        return products
    one = torch.ones_like(torch.sum(products, dim=axis, dtype=products.dtype, keepdim=True))
    return torch.cat([one, products], dim=axis)


def cumulative_max(x, /, *, axis=None):
    return torch.cummax(x, dim=0 if axis is None else axis).values


def cumulative_min(x, /, *, axis=None):
    return torch.cummin(x, dim=0 if axis is None else axis).values


def cumulative_logsumexp(x, /, *, axis=None):
    return torch.logcumsumexp(x, dim=0 if axis is None else axis)


def any(x, /, *, axis=None, keepdims=False):
    return torch.any(x, dim=axis, keepdim=keepdims)


def all(x, /, *, axis=None, keepdims=False):
    return torch.all(x, dim=axis, keepdim=keepdims)


def logsumexp(x, /, *, axis=None, keepdims=False):
    if axis == ():
        return x
    return torch.logsumexp(x, dim=tuple(range(x.ndim)) if axis is None else axis, keepdim=keepdims)
