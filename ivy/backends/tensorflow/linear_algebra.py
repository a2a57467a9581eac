"""Products and factorisations on tensorflow."""

import tensorflow as tf
from tensorflow.linalg import matrix_transpose


def matmul(x1, x2, /):
    if x1.shape.rank == 1 and x2.shape.rank == 1:
        return tf.tensordot(x1, x2, 1)
    if x1.shape.rank == 1:
        return tf.squeeze(tf.matmul(x1[None, :], x2), axis=-2)
    if x2.shape.rank == 1:
        return tf.linalg.matvec(x1, x2)
    return tf.matmul(x1, x2)


def einsum(equation, operands, /):
    return tf.einsum(equation, *operands)


def svd(x, /, *, full_matrices=True):
    s, u, v = tf.linalg.svd(x, full_matrices=full_matrices)
    return u, s, tf.linalg.adjoint(v)
