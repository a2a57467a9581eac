"""Orders on tensorflow."""

import tensorflow as tf

from ivy.backends.tensorflow.indexing import take_along_axis


def sort(x, /, *, axis=-1, descending=False, stable=True):
    return tf.sort(x, axis, "DESCENDING" if descending else "ASCENDING")


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    order = tf.argsort(x, axis, "DESCENDING" if descending else "ASCENDING", stable=stable)
    return tf.cast(order, tf.int64)


def top_k(x, k, /, *, axis=-1, largest=True):
    if axis == -1 and largest:
        values, indices = tf.math.top_k(x, k)
        return values, tf.cast(indices, tf.int64)
    order = argsort(x, axis=axis, descending=largest)
    indices = tf.gather(order, tf.range(k), axis=axis)
    return take_along_axis(x, indices, axis=axis), indices
