"""Reductions on tensorflow."""

import tensorflow as tf


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    x = x if dtype is None else tf.cast(x, dtype)
    return tf.reduce_sum(x, axis=axis, keepdims=keepdims)


def prod(x, /, *, axis=None, dtype=None, keepdims=False):
    x = x if dtype is None else tf.cast(x, dtype)
    return tf.reduce_prod(x, axis=axis, keepdims=keepdims)


def mean(x, /, *, axis=None, keepdims=False):
    return tf.reduce_mean(x, axis=axis, keepdims=keepdims)


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    if correction == 0:
        return tf.math.reduce_variance(x, axis=axis, keepdims=keepdims)
    squares = tf.square(x - tf.reduce_mean(x, axis=axis, keepdims=True))
    total = tf.reduce_sum(squares, axis=axis, keepdims=keepdims)
    count = tf.cast(tf.size(x) / tf.size(total), x.dtype) - correction
    return tf.where(count > 0, total / count, float("nan"))


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    if correction == 0:
        return tf.math.reduce_std(x, axis=axis, keepdims=keepdims)
    return tf.sqrt(var(x, axis=axis, correction=correction, keepdims=keepdims))


def max(x, /, *, axis=None, keepdims=False):
    return tf.reduce_max(x, axis=axis, keepdims=keepdims)


def min(x, /, *, axis=None, keepdims=False):
    return tf.reduce_min(x, axis=axis, keepdims=keepdims)


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    axis = 0 if axis is None else axis
    sums = tf.cumsum(x if dtype is None else tf.cast(x, dtype), axis)
    if not include_initial:
        return sums
    zero = tf.zeros_like(tf.reduce_sum(sums, axis, keepdims=True))
    return tf.concat([zero, sums], axis)


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    axis = 0 if axis is None else axis
    products = tf.math.cumprod(x if dtype is None else tf.cast(x, dtype), axis)
    if not include_initial:
        return products
    one = tf.ones_like(tf.reduce_sum(products, axis, keepdims=True))
    return tf.concat([one, products], axis)


def cumulative_logsumexp(x, /, *, axis=None):
    return tf.math.cumulative_logsumexp(x, 0 if axis is None else axis)


def any(x, /, *, axis=None, keepdims=False):
    return tf.reduce_any(x, axis=axis, keepdims=keepdims)


def all(x, /, *, axis=None, keepdims=False):
    return tf.reduce_all(x, axis=axis, keepdims=keepdims)


def logsumexp(x, /, *, axis=None, keepdims=False):
    return tf.reduce_logsumexp(x, axis=axis, keepdims=keepdims)
