"""Special functions on tensorflow."""

import tensorflow as tf
from tensorflow.math import (
    bessel_i0e,
    bessel_i1e,
    erfc,
    erfinv,
    lgamma,
    ndtri,
    zeta,
)


def bessel_i0(x, /):
    # tensorflow has NaN at infinity.
    return tf.where(tf.math.is_inf(x), tf.abs(x), tf.math.bessel_i0(x))


def bessel_i1(x, /):
    # tensorflow has NaN at infinity.
    return tf.where(tf.math.is_inf(x), x, tf.math.bessel_i1(x))


def digamma(x, /):
    # tensorflow has NaN at 0.
    return tf.where(tf.equal(x, 0), -1 / x, tf.math.digamma(x))


def gammainc(x1, x2, /):
    # tensorflow has NaN where the parameter is 0.
    return tf.where(tf.not_equal(x1, 0) | ~(x2 > 0), tf.math.igamma(x1, x2), 1)


def gammaincc(x1, x2, /):
    # tensorflow has NaN where the parameter is 0.
    return tf.where(tf.not_equal(x1, 0) | ~(x2 > 0), tf.math.igammac(x1, x2), 0)


def betainc(x1, x2, x3, /):
    # tf.math.betainc does not broadcast.
    zeros = tf.zeros_like(x1 + x2 + x3)
    return tf.math.betainc(x1 + zeros, x2 + zeros, x3 + zeros)
