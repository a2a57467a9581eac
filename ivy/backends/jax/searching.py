"""Positions and choices on jax."""

import jax.numpy as jnp
from jax.numpy import nonzero, where


def argmax(x, /, *, axis=None, keepdims=False):
    return jnp.argmax(x, axis=axis, keepdims=keepdims)


def argmin(x, /, *, axis=None, keepdims=False):
    return jnp.argmin(x, axis=axis, keepdims=keepdims)


def count_nonzero(x, /, *, axis=None, keepdims=False):
    return jnp.count_nonzero(x, axis=axis, keepdims=keepdims)


def searchsorted(x1, x2, /, *, side="left", sorter=None):
    # jax counts in int32 where that is enough.
    return jnp.searchsorted(x1, x2, side=side, sorter=sorter).astype(int)
