"""Arrays as sets on jax."""

import jax.numpy as jnp


def unique_values(x, /):
    return jnp.unique(x, equal_nan=False)


def unique_inverse(x, /):
    values, inverse = jnp.unique(x, return_inverse=True, equal_nan=False)
    return values, inverse.reshape(x.shape)


def unique_counts(x, /):
    return jnp.unique(x, return_counts=True, equal_nan=False)


def unique_all(x, /):
    values, indices, inverse, counts = jnp.unique(
        x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    return values, indices, inverse.reshape(x.shape), counts


def isin(x1, x2, /, *, invert=False):
    return jnp.isin(x1, x2, invert=invert)
