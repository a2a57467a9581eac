"""Element-wise functions on numpy."""

import math

import numpy as np
from numpy import (
    abs,
    add,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    ceil,
    clip,
    conj,
    cos,
    divide,
    equal,
    exp,
    expm1,
    floor,
    greater,
    greater_equal,
    imag,
    isfinite,
    isinf,
    isnan,
    less,
    less_equal,
    log,
    log1p,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    maximum,
    minimum,
    multiply,
    negative,
    not_equal,
    real,
    round,
    sign,
    sin,
    sqrt,
    square,
    subtract,
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
