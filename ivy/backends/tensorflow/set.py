"""Arrays as sets on tensorflow."""

import tensorflow as tf

from ivy.backends.tensorflow.sorting import argsort


def unique_all(x, /):
    flat = tf.reshape(x, (-1,))
    return _numbered(flat, argsort(flat), tf.shape(x))


def unique_counts(x, /):
    values, _, _, counts = unique_all(x)
    return values, counts


def unique_inverse(x, /):
    values, _, inverse, _ = unique_all(x)
    return values, inverse


def unique_values(x, /):
    return unique_all(x)[0]


def _numbered(flat, order, shape):
    """All about the distinct elements, by the order that sorts them."""
    ranked = tf.gather(flat, order)
    first = tf.concat([tf.ones_like(ranked[:1], tf.bool), ranked[1:] != ranked[:-1]], 0)
    rank = tf.cumsum(tf.cast(first, tf.int64)) - 1
    inverse = tf.scatter_nd(order[:, None], rank, tf.shape(order, tf.int64))
    starts = tf.where(first)[:, 0]
    counts = tf.concat([starts, [tf.size(flat, tf.int64)]], 0)[1:] - starts
    places = tf.boolean_mask(order, first)
    return tf.boolean_mask(ranked, first), places, tf.reshape(inverse, shape), counts
