"""Arrays as sets on jax."""

import jax.numpy as jnp


def unique_values(x, /):
    return jnp.unique(x, equal_nan=False)


def unique_inverse(x, /):
    values, inverse = jnp.unique(x, return_inverse=True, equal_nan=False)
    return values, inverse.reshape(x.shape)
