"""Signals on jax."""

import jax.numpy as jnp


def convolve(x1, x2, /, *, mode="full"):
    return jnp.convolve(x1, x2, mode=mode)


def correlate(x1, x2, /, *, mode="valid"):
    return jnp.correlate(x1, x2, mode=mode)
