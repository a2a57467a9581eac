"""Element-wise functions on torch."""

import torch
from torch import (
    abs,
    add,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    ceil,
    cos,
    divide,
    erf,
    exp,
    expm1,
    floor,
    floor_divide,
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
    pow,
    real,
    remainder,
    round,
    rsqrt,
    sin,
    sqrt,
    square,
    subtract,
    tanh,
    trunc,
)
from torch import arctan2 as atan2
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
