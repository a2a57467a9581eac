"""Products and factorisations on tensorflow."""

import tensorflow as tf
from tensorflow.linalg import det, eig, eigvals, inv, matrix_transpose


def matmul(x1, x2, /):
    if x1.shape.rank == 1 and x2.shape.rank == 1:
        return tf.tensordot(x1, x2, 1)
    if x1.shape.rank == 1:
        return tf.squeeze(tf.matmul(x1[None, :], x2), axis=-2)
    if x2.shape.rank == 1:
        return tf.linalg.matvec(x1, x2)
    return tf.matmul(x1, x2)


def tensordot(x1, x2, /, *, axes=2):
    return tf.tensordot(x1, x2, axes=axes)


def einsum(equation, operands, /):
    return tf.einsum(equation, *operands)


def cholesky(x, /, *, upper=False):
    return tf.linalg.adjoint(tf.linalg.cholesky(x)) if upper else tf.linalg.cholesky(x)


def qr(x, /, *, mode="reduced"):
    return tf.linalg.qr(x, full_matrices=mode == "complete")


def svd(x, /, *, full_matrices=True):
    s, u, v = tf.linalg.svd(x, full_matrices=full_matrices)
    return u, s, tf.linalg.adjoint(v)


# Of complex matrices, tensorflow gives real results as complex ones.


def eigh(x, /):
    values, vectors = tf.linalg.eigh(x)
    return tf.math.real(values), vectors


def eigvalsh(x, /):
    return tf.math.real(tf.linalg.eigvalsh(x))


def slogdet(x, /):
    sign, size = tf.linalg.slogdet(x)
    return sign, tf.math.real(size)


def svdvals(x, /):
    return tf.linalg.svd(x, compute_uv=False)


def solve(x1, x2, /):
    # tf.linalg.solve takes matrices only, and does not broadcast.
    right = x2[:, None] if x2.shape.rank == 1 else x2
    batch = tf.broadcast_static_shape(x1.shape[:-2], right.shape[:-2])
    out = tf.linalg.solve(
        tf.broadcast_to(x1, batch + x1.shape[-2:]), tf.broadcast_to(right, batch + right.shape[-2:])
    )
    return out[..., 0] if x2.shape.rank == 1 else out


def solve_triangular(x1, x2, /, *, upper=True, adjoint=False, unit_diagonal=False):
    right = x2[:, None] if x2.shape.rank == 1 else x2
    if unit_diagonal:
        x1 = tf.linalg.set_diag(x1, tf.ones_like(x1[..., 0]))
    out = tf.linalg.triangular_solve(x1, right, lower=not upper, adjoint=adjoint)
    return out[..., 0] if x2.shape.rank == 1 else out


def matrix_exp(x, /):
    # tensorflow halves a matrix once too rarely, and loses digits: it gets one that is small.
    sizes = tf.reduce_sum(tf.abs(x), axis=-2, keepdims=True)
    norm = tf.maximum(tf.reduce_max(sizes, axis=-1, keepdims=True), 2)
    halvings = tf.math.ceil(tf.experimental.numpy.log2(norm / 2))
    out = tf.linalg.expm(x * tf.cast(2**-halvings, x.dtype))
    for k in range(32):
        out = tf.where(k < halvings, out @ out, out)
    return tf.where(halvings > 32, tf.constant(float("nan"), x.dtype), out)
