"""Draws that follow from a key on tensorflow."""

import tensorflow as tf


def keyed_uniform(key, /, shape, *, dtype=None):
    return tf.random.stateless_uniform(shape, key, dtype=dtype)


def keyed_normal(key, /, shape, *, dtype=None):
    return tf.random.stateless_normal(shape, key, dtype=dtype)


def keyed_integers(key, /, shape, *, low, high, dtype=None):
    return tf.cast(tf.random.stateless_uniform(shape, key, low, high, tf.int64), dtype)


def keyed_permutation(key, /, n):
    return tf.cast(tf.argsort(tf.random.stateless_uniform((n,), key, dtype=tf.float64)), tf.int64)
