"""Creation on jax."""

import jax
import jax.numpy as jnp
from jax.numpy import diag, diagflat

from ivy.backends.jax.core import native_device


def zeros(shape, *, dtype=None, device=None):
    return jnp.zeros(shape, dtype=dtype, device=native_device(device))


def ones(shape, *, dtype=None, device=None):
    return jnp.ones(shape, dtype=dtype, device=native_device(device))


def full(shape, fill_value, *, dtype=None, device=None):
    return jnp.full(shape, fill_value, dtype=dtype, device=native_device(device))


def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    if stop is None:
        start, stop = 0, start
    return jnp.arange(start, stop, step, dtype=dtype, device=native_device(device))


def linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    return jnp.linspace(
        start, stop, num, dtype=dtype, endpoint=endpoint, device=native_device(device)
    )


def eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None):
    return jnp.eye(n_rows, n_cols, k, dtype=dtype, device=native_device(device))


def zeros_like(x, /, *, dtype=None, device=None):
    return jnp.zeros_like(x, dtype=dtype, device=native_device(device))


def ones_like(x, /, *, dtype=None, device=None):
    return jnp.ones_like(x, dtype=dtype, device=native_device(device))


def full_like(x, /, fill_value, *, dtype=None, device=None):
    return jnp.full_like(x, fill_value, dtype=dtype, device=native_device(device))


def tril(x, /, *, k=0):
    return jnp.tril(x, k)


def triu(x, /, *, k=0):
    return jnp.triu(x, k)


def complex(real, imag, /):
    return jax.lax.complex(*jnp.broadcast_arrays(real, imag))
