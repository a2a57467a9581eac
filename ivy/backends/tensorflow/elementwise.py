"""Element-wise functions on tensorflow."""

import tensorflow as tf
from tensorflow import (
    abs,
    add,
    atan2,
    cos,
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
    sqrt,
    square,
    subtract,
    tanh,
)
from tensorflow.bitwise import bitwise_and, bitwise_or, bitwise_xor
from tensorflow.math import (
    ceil,
    conj,
    erf,
    expm1,
    imag,
    log,
    log1p,
    logical_xor,
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
