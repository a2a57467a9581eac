"""Reductions on numpy."""

import numpy as np


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    return np.sum(x, axis=axis, dtype=dtype, keepdims=keepdims)


def prod(x, /, *, axis=None, dtype=None, keepdims=False):
    return np.prod(x, axis=axis, dtype=dtype, keepdims=keepdims)


def mean(x, /, *, axis=None, keepdims=False):
    return np.mean(x, axis=axis, keepdims=keepdims)


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    out = np.var(x, axis=axis, correction=correction, keepdims=keepdims)
    # With too few elements, NumPy divides by zero, which may give infinity.
    return out if correction <= 1 else np.where(x.size > correction * out.size, out, np.nan)


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    return np.sqrt(var(x, axis=axis, correction=correction, keepdims=keepdims))


def max(x, /, *, axis=None, keepdims=False):
    return np.max(x, axis=axis, keepdims=keepdims)


def min(x, /, *, axis=None, keepdims=False):
    return np.min(x, axis=axis, keepdims=keepdims)


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    sums = np.cumsum(x, axis=axis, dtype=dtype)
    return np.insert(sums, 0, 0, axis=axis) if include_initial else sums


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    products = np.cumprod(x, axis=axis, dtype=dtype)
    return np.insert(products, 0, 1, axis=axis) if include_initial else products


def cumulative_max(x, /, *, axis=None):
    return np.maximum.accumulate(x, axis=0 if axis is None else axis)


def cumulative_min(x, /, *, axis=None):
    return np.minimum.accumulate(x, axis=0 if axis is None else axis)


def cumulative_logsumexp(x, /, *, axis=None):
    return np.logaddexp.accumulate(x, axis=0 if axis is None else axis)


def any(x, /, *, axis=None, keepdims=False):
    return np.any(x, axis=axis, keepdims=keepdims)


def all(x, /, *, axis=None, keepdims=False):
    return np.all(x, axis=axis, keepdims=keepdims)
