"""Orders on jax."""

import jax.numpy as jnp


def sort(x, /, *, axis=-1, descending=False, stable=True):
    return jnp.sort(x, axis=axis, descending=descending, stable=stable)


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    return jnp.argsort(x, axis=axis, descending=descending, stable=stable)


def top_k(x, k, /, *, axis=-1, largest=True):
    order = jnp.argsort(x, axis=axis, descending=largest)
    indices = jnp.take(order, jnp.arange(k), axis=axis)
    return jnp.take_along_axis(x, indices, axis=axis), indices
