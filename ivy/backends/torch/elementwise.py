"""Element-wise functions on torch."""

import torch
from torch import (
    abs,
    acos,
    acosh,
    add,
    asin,
    asinh,
    atan,
    atanh,
    bitwise_and,
    bitwise_left_shift,
    bitwise_or,
    bitwise_right_shift,
    bitwise_xor,
    ceil,
    copysign,
    cos,
    cosh,
    divide,
    erf,
    exp,
    exp2,
    expm1,
    floor,
    floor_divide,
    fmax,
    fmin,
    greater,
    greater_equal,
    hypot,
    imag,
    isfinite,
    isinf,
    isnan,
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
    pow,
    real,
    remainder,
    round,
    rsqrt,
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
from torch import arctan2 as atan2
from torch import bitwise_not as bitwise_invert
from torch import conj_physical as conj
from torch import eq as equal


def sign(x, /):
    # torch.sgn(nan) is 0.
    return torch.where(torch.isnan(x), x, torch.sgn(x))


def clip(x, /, min=None, max=None):
    if min is None and max is None:
        return x
    if min is None or max is None or isinstance(min, int | float) == isinstance(max, int | float):
        return torch.clip(x, min, max)
    # torch.clip takes two tensors or two numbers.
    return torch.clip(torch.clip(x, min), max=max)
