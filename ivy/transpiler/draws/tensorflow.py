"""Draws from tensorflow's global generator."""

import tensorflow as tf


def random_uniform(*, shape=(), low=0.0, high=1.0, dtype=None, key=None):
    return tf.random.uniform(shape, low, high, dtype=dtype)


def random_normal(*, shape=(), mean=0.0, std=1.0, dtype=None, key=None):
    return tf.random.normal(shape, mean, std, dtype=dtype)


def randint(low, high, /, *, shape=(), dtype=None, key=None):
    return tf.random.uniform(shape, low, high, dtype=dtype)


def random_permutation(n, /, *, key=None):
    return tf.random.shuffle(tf.range(n, dtype=tf.int64))


def dropout(x, rate, /, *, key=None):
    return tf.nn.dropout(x, rate)
