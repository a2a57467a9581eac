"""Positions and choices on tensorflow."""

import tensorflow as tf
from tensorflow import where


def argmax(x, /, *, axis=None, keepdims=False):
    if axis is None:
        flat = tf.argmax(tf.reshape(x, (-1,)))
        return tf.reshape(flat, [1] * x.shape.rank) if keepdims else flat
    return tf.expand_dims(tf.argmax(x, axis), axis) if keepdims else tf.argmax(x, axis)


def argmin(x, /, *, axis=None, keepdims=False):
    if axis is None:
        flat = tf.argmin(tf.reshape(x, (-1,)))
        return tf.reshape(flat, [1] * x.shape.rank) if keepdims else flat
    return tf.expand_dims(tf.argmin(x, axis), axis) if keepdims else tf.argmin(x, axis)


def nonzero(x, /):
    return tuple(tf.unstack(tf.where(x), axis=1))
