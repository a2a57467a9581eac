"""Rows of the element-wise functions."""

from __future__ import annotations

import math

import numpy

from ivy_tests.support.rows import (
    INF,
    NAN,
    SPECIAL,
    Case,
    Given,
    binary,
    call,
    unary,
    x,
)

erf = numpy.vectorize(math.erf, otypes=[float])

# Infinite dividends and zero divisors of infinities are left open by the standard.
_DIVISIONS = call(
    Given([[v] * 6 for v in (1.0, -1.0, 0.5, 0.0, NAN)]),
    Given([[1.0, -2.0, 0.0, INF, -INF, NAN]] * 5),
)
_INTEGER_ZERO = call(Given([5, -5, 0, 7], "int64"), Given([0, 0, 0, 2], "int64"))
_LOGICAL = (
    call(x(2, 3), x(2, 3)),
    call(x(2, 1), x(3)),
    call(x(2, 3), True),
    call(False, x(3)),
    call(x(), x(2)),
    call(x(0, 3), x(1, 3)),
)


def floor_divide(a, b):
    return numpy.where(b == 0, 0 if numpy.result_type(a, b).kind in "iu" else a / b, a // b)


def remainder(a, b):
    zero = 0 if numpy.result_type(a, b).kind in "iu" else NAN
    return numpy.where(numpy.equal(b, 0), zero, numpy.remainder(a, b))


def clip(x, low=None, high=None):
    x = x if low is None else numpy.maximum(x, low)
    return x if high is None else numpy.minimum(x, high)


CASES = [
    unary("abs", numpy.abs),
    unary("negative", numpy.negative),
    unary("sign", numpy.sign),
    unary("square", numpy.square),
    unary("sqrt", numpy.sqrt, domain=(0.1, 9)),
    unary("exp", numpy.exp),
    unary("expm1", numpy.expm1),
    unary("log", numpy.log, domain=(0.1, 9)),
    unary("log1p", numpy.log1p, domain=(-0.7, 9)),
    unary("sin", numpy.sin),
    unary("cos", numpy.cos),
    unary("tanh", numpy.tanh),
    unary("erf", erf),
    unary("floor", numpy.floor),
    unary("ceil", numpy.ceil),
    unary("round", numpy.round, special=[call(Given((*SPECIAL, 1.5, 2.5, -0.5, -1.5, -2.5)))]),
    unary("trunc", numpy.trunc),
    unary("isnan", numpy.isnan, differentiable=False),
    unary("isinf", numpy.isinf, differentiable=False),
    unary("isfinite", numpy.isfinite, differentiable=False),
    unary("conj", numpy.conj),
    unary("real", numpy.real),
    unary("imag", numpy.imag),
    unary("logical_not", numpy.logical_not, special=[], differentiable=False),
    binary("add", numpy.add),
    binary("subtract", numpy.subtract),
    binary("multiply", numpy.multiply),
    binary("divide", numpy.divide, domain=(0.5, 3)),
    binary("floor_divide", floor_divide, domain=(1, 9), special=[_DIVISIONS, _INTEGER_ZERO]),
    binary("remainder", remainder, domain=(1, 9), special=[_DIVISIONS, _INTEGER_ZERO]),
    binary("pow", numpy.power, domain=(0.5, 3)),
    binary("maximum", numpy.maximum),
    binary("minimum", numpy.minimum),
    binary("atan2", numpy.arctan2),
    binary("equal", numpy.equal, domain=(-1, 1), differentiable=False),
    binary("not_equal", numpy.not_equal, domain=(-1, 1), differentiable=False),
    binary("less", numpy.less, domain=(-1, 1), differentiable=False),
    binary("less_equal", numpy.less_equal, domain=(-1, 1), differentiable=False),
    binary("greater", numpy.greater, domain=(-1, 1), differentiable=False),
    binary("greater_equal", numpy.greater_equal, domain=(-1, 1), differentiable=False),
    binary("logical_and", numpy.logical_and, calls=_LOGICAL, special=[], differentiable=False),
    binary("logical_or", numpy.logical_or, calls=_LOGICAL, special=[], differentiable=False),
    binary("logical_xor", numpy.logical_xor, calls=_LOGICAL, special=[], differentiable=False),
    binary("bitwise_and", numpy.bitwise_and, domain=(-99, 99), special=[], differentiable=False),
    binary("bitwise_or", numpy.bitwise_or, domain=(-99, 99), special=[], differentiable=False),
    binary("bitwise_xor", numpy.bitwise_xor, domain=(-99, 99), special=[], differentiable=False),
    Case(
        "clip",
        clip,
        [
            call(x(2, 3), x(2, 3, domain=(-2, 0)), x(2, 3, domain=(0, 2))),
            call(x(2, 3), -1, 1),
            call(x(2, 3), -0.5),
            call(x(2, 3), None, 0.5),
            call(x(2, 3)),
            call(x(2, 1), x(3, domain=(-1, 0)), 0.5),
            call(x(), 0, 1),
            call(x(0, 3), 0, 1),
        ],
        special=[call(Given(SPECIAL), -0.5, 2.0), call(Given(SPECIAL), Given([NAN] * 8), 2.0)],
    ),
    unary("reciprocal", lambda x: 1 / x, domain=(0.5, 3)),
    unary("rsqrt", lambda x: 1 / numpy.sqrt(x), domain=(0.5, 9)),
]
