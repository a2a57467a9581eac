"""Reductions on jax."""

import jax
import jax.numpy as jnp
from jax.numpy import cumulative_prod, cumulative_sum


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    return jnp.sum(x, axis=axis, dtype=dtype, keepdims=keepdims)


def prod(x, /, *, axis=None, dtype=None, keepdims=False):
    return jnp.prod(x, axis=axis, dtype=dtype, keepdims=keepdims)


def mean(x, /, *, axis=None, keepdims=False):
    return jnp.mean(x, axis=axis, keepdims=keepdims)


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    return jnp.var(x, axis=axis, correction=correction, keepdims=keepdims)


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    return jnp.std(x, axis=axis, correction=correction, keepdims=keepdims)


def max(x, /, *, axis=None, keepdims=False):
    return jnp.max(x, axis=axis, keepdims=keepdims)


def min(x, /, *, axis=None, keepdims=False):
    return jnp.min(x, axis=axis, keepdims=keepdims)


def cumulative_max(x, /, *, axis=None):
    return jax.lax.cummax(x, 0 if axis is None else axis % x.ndim)


def cumulative_min(x, /, *, axis=None):
    return jax.lax.cummin(x, 0 if axis is None else axis % x.ndim)


def cumulative_logsumexp(x, /, *, axis=None):
    return jax.lax.cumlogsumexp(x, 0 if axis is None else axis % x.ndim)


def any(x, /, *, axis=None, keepdims=False):
    return jnp.any(x, axis=axis, keepdims=keepdims)


def all(x, /, *, axis=None, keepdims=False):
    return jnp.all(x, axis=axis, keepdims=keepdims)


def logsumexp(x, /, *, axis=None, keepdims=False):
    return jax.nn.logsumexp(x, axis=axis, keepdims=keepdims)
