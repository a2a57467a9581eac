"""Products and factorisations on jax."""

import jax.numpy as jnp
from jax.numpy import matmul


def einsum(equation, operands, /):
    return jnp.einsum(equation, *operands)


def svd(x, /, *, full_matrices=True):
    return jnp.linalg.svd(x, full_matrices=full_matrices)
