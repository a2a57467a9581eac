"""Products and factorisations on jax."""

import jax
import jax.numpy as jnp
from jax.numpy import kron, matmul
from jax.numpy.linalg import det, eig, eigvals, inv, slogdet, solve, svdvals


def tensordot(x1, x2, /, *, axes=2):
    return jnp.tensordot(x1, x2, axes=axes)


def vecdot(x1, x2, /, *, axis=-1):
    return jnp.vecdot(x1, x2, axis=axis)


def einsum(equation, operands, /):
    return jnp.einsum(equation, *operands)


def diagonal(x, /, *, offset=0):
    return jnp.diagonal(x, offset, -2, -1)


# By default jax takes the mean of both triangles of a matrix that has to be Hermitian.


def cholesky(x, /, *, upper=False):
    lower = jnp.linalg.cholesky(x, symmetrize_input=False)
    return lower.mT.conj() if upper else lower


def eigh(x, /):
    return jnp.linalg.eigh(x, UPLO="L", symmetrize_input=False)


def eigvalsh(x, /):
    return jnp.linalg.eigvalsh(x, UPLO="L", symmetrize_input=False)


def qr(x, /, *, mode="reduced"):
    return jnp.linalg.qr(x, mode=mode)


def svd(x, /, *, full_matrices=True):
    return jnp.linalg.svd(x, full_matrices=full_matrices)


def lu_factor(x, /):
    factors, _, order = jax.lax.linalg.lu(x)
    return factors, order.astype(jnp.int64)


def solve_triangular(x1, x2, /, *, upper=True, adjoint=False, unit_diagonal=False):
    right = x2[:, None] if x2.ndim == 1 else x2
    batch = jnp.broadcast_shapes(x1.shape[:-2], right.shape[:-2])
    out = jax.lax.linalg.triangular_solve(
        jnp.broadcast_to(x1, (*batch, *x1.shape[-2:])),
        jnp.broadcast_to(right, (*batch, *right.shape[-2:])),
        left_side=True,
        lower=not upper,
        transpose_a=adjoint,
        conjugate_a=adjoint,
        unit_diagonal=unit_diagonal,
    )
    return out[..., 0] if x2.ndim == 1 else out


def matrix_exp(x, /):
    # jax itself halves a matrix once too rarely, and loses digits: it gets one that is small.
    norm = jnp.max(jnp.sum(jnp.abs(x), axis=-2), axis=-1, initial=0)[..., None, None]
    halvings = jnp.ceil(jnp.log2(jnp.maximum(norm, 2) / 2))
    out = jax.scipy.linalg.expm(x * jnp.exp2(-halvings), max_squarings=0)
    out, _ = jax.lax.fori_loop(0, 32, _squared, (out, halvings))
    return jnp.where(halvings > 32, jnp.nan, out)


def _squared(k, state):
    out, times = state
    return jnp.where(k < times, out @ out, out), times
