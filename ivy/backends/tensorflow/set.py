"""Arrays as sets on tensorflow."""

import tensorflow as tf

from ivy.backends.tensorflow.sorting import argsort


def unique_values(x, /):
    return unique_inverse(x)[0]


def unique_inverse(x, /):
    flat = tf.reshape(x, (-1,))
    return _numbered(flat, argsort(flat), tf.shape(x))


def _numbered(flat, order, shape):
    """The distinct elements, and which of them each one is, by the order that sorts them."""
    ranked = tf.gather(flat, order)
    first = tf.concat([tf.ones_like(ranked[:1], tf.bool), ranked[1:] != ranked[:-1]], 0)
    rank = tf.cumsum(tf.cast(first, tf.int64)) - 1
    inverse = tf.scatter_nd(order[:, None], rank, tf.shape(order, tf.int64))
    return tf.boolean_mask(ranked, first), tf.reshape(inverse, shape)
