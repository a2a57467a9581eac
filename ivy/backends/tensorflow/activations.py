"""Activation functions on tensorflow."""

import tensorflow as tf
from tensorflow import sigmoid
from tensorflow.math import log_sigmoid
from tensorflow.nn import relu, selu, silu, softplus, softsign


def softmax(x, /, *, axis=-1):
    if isinstance(axis, int):
        return tf.nn.softmax(x, axis=axis)
    e = tf.exp(x - tf.reduce_max(x, axis=axis, keepdims=True))
    return e / tf.reduce_sum(e, axis=axis, keepdims=True)


def log_softmax(x, /, *, axis=-1):
    if isinstance(axis, int):
        return tf.nn.log_softmax(x, axis=axis)
    return x - tf.reduce_logsumexp(x, axis=axis, keepdims=True)


def gelu(x, /, *, approximate="none"):
    if approximate in ("none", False):
        return tf.nn.gelu(x)
    if approximate in ("tanh", True):
        return tf.nn.gelu(x, approximate=True)
    raise ValueError(
        f"ivy.gelu: expected approximate='none' or 'tanh', got approximate={approximate!r}"
    )
