"""Element-wise functions on tensorflow."""

import math

import tensorflow as tf
from tensorflow import (
    abs,
    acos,
    acosh,
    add,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    cos,
    cosh,
    divide,
    equal,
    exp,
    floor,
    greater,
    greater_equal,
    less,
    less_equal,
    logical_and,
    logical_not,
    logical_or,
    maximum,
    minimum,
    multiply,
    negative,
    not_equal,
    pow,
    round,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    subtract,
    tan,
    tanh,
)
from tensorflow.bitwise import bitwise_and, bitwise_or, bitwise_xor
from tensorflow.bitwise import invert as bitwise_invert
from tensorflow.bitwise import left_shift as bitwise_left_shift
from tensorflow.bitwise import right_shift as bitwise_right_shift
from tensorflow.math import (
    ceil,
    conj,
    erf,
    expm1,
    imag,
    log,
    log1p,
    logical_xor,
    nextafter,
    real,
    rsqrt,
)
from tensorflow.math import floordiv as floor_divide
from tensorflow.math import floormod as remainder
from tensorflow.math import is_finite as isfinite
from tensorflow.math import is_inf as isinf
from tensorflow.math import is_nan as isnan


def trunc(x, /):
    return tf.where(x < 0, tf.math.ceil(x), tf.floor(x))


def clip(x, /, min=None, max=None):
    if min is None:
        return x if max is None else tf.minimum(x, max)
    return tf.maximum(x, min) if max is None else tf.minimum(tf.maximum(x, min), max)


def log2(x, /):
    return tf.math.log(x) / math.log(2)


def log10(x, /):
    return tf.math.log(x) / math.log(10)


def signbit(x, /):
    # Zeros and NaNs have a sign, too, which no comparison sees.
    return tf.bitcast(x, {2: tf.int16, 4: tf.int32, 8: tf.int64}[x.dtype.size]) < 0


def copysign(x1, x2, /):
    return tf.where(signbit(x2), -tf.abs(x1), tf.abs(x1))


def hypot(x1, x2, /):
    # Over the larger one, so that squares do not overflow.
    x1, x2 = tf.abs(x1), tf.abs(x2)
    top = tf.maximum(x1, x2)
    ratio = tf.math.divide_no_nan(tf.minimum(x1, x2), top)
    infinite = tf.math.is_inf(x1) | tf.math.is_inf(x2)
    return tf.where(~infinite, top * tf.sqrt(1 + ratio * ratio), math.inf)


def logaddexp(x1, x2, /):
    top = tf.maximum(x1, x2)
    apart = tf.where(~tf.math.is_inf(top), tf.minimum(x1, x2) - top, 0)
    return top + tf.math.log1p(tf.exp(apart))
