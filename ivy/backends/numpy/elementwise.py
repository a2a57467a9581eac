"""Element-wise functions on numpy."""

import math

import numpy as np
from numpy import (
    abs,
    acos,
    acosh,
    add,
    asin,
    asinh,
    atan,
    atanh,
    bitwise_and,
    bitwise_invert,
    bitwise_left_shift,
    bitwise_or,
    bitwise_right_shift,
    bitwise_xor,
    ceil,
    clip,
    conj,
    copysign,
    cos,
    cosh,
    divide,
    equal,
    exp,
    expm1,
    floor,
    fmax,
    fmin,
    gcd,
    greater,
    greater_equal,
    hypot,
    imag,
    isfinite,
    isinf,
    isnan,
    lcm,
    less,
    less_equal,
    log,
    log1p,
    log2,
    log10,
    logaddexp,
    logaddexp2,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    maximum,
    minimum,
    multiply,
    negative,
    nextafter,
    not_equal,
    positive,
    real,
    round,
    sign,
    signbit,
    sin,
    sinc,
    sinh,
    sqrt,
    square,
    subtract,
    tan,
    tanh,
    trunc,
)
from numpy import arctan2 as atan2
from numpy import power as pow


def floor_divide(x1, x2, /):
    return np.floor_divide(x1, x2)


def remainder(x1, x2, /):
    return np.remainder(x1, x2)


def erf(x, /):
    # NumPy has no erf, and math.erf is the C library's.
    return np.vectorize(math.erf, otypes=[np.float64])(x).astype(x.dtype)
