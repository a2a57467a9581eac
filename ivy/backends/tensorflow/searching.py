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


def count_nonzero(x, /, *, axis=None, keepdims=False):
    return tf.math.count_nonzero(x, axis, keepdims)


def searchsorted(x1, x2, /, *, side="left", sorter=None):
    x1 = x1 if sorter is None else tf.gather(x1, tf.cast(sorter, tf.int64))
    places = tf.searchsorted(x1, tf.reshape(x2, (-1,)), side, tf.int64)
    return tf.reshape(places, tf.shape(x2))
