"""Rows of the element-wise functions."""

from __future__ import annotations

import math

import numpy
import scipy.special

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

_DIVISIONS = call(
    Given([[v] * 6 for v in (1.0, -1.0, 0.5, 0.0, INF, -INF, NAN)]),
    Given([[1.0, -2.0, 0.0, INF, -INF, NAN]] * 7),
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
    if _whole(a, b):
        return numpy.where(numpy.equal(b, 0), 0, a // b)
    quotient = a / b
    return numpy.where(numpy.isinf(a) | (quotient == 0), numpy.floor(quotient), a // b)


def remainder(a, b):
    zero = 0 if numpy.result_type(a, b).kind in "iu" else NAN
    return numpy.where(numpy.equal(b, 0), zero, numpy.remainder(a, b))


# Composites compute alike in all dtypes of a kind.
_FLOATS = ("bfloat16", "float32", "float64", "int64")
_NUMBERS = ("float32", "float64", "complex64", "int64")
_REALS = ("bfloat16", "float32", "float64", "int8", "uint64", "int64")
_SHIFTS = (
    call(x(2, 3), x(2, 3, domain=(0, 9))),
    call(x(2, 1), x(3, domain=(0, 9))),
    call(x(2, 3), 2),
    call(3, x(3, domain=(0, 9))),
    call(x(0, 3), x(1, 3)),
)
_SHIFTED = [
    call(Given([5, -100, 100, -1], dtype), Given([8, 64, 7, 90], dtype))
    for dtype in ("int8", "int64")
] + [
    call(Given([200, 5, 255, 129], dtype), Given([3, 64, 7, 90], dtype))
    for dtype in ("uint8", "uint64")
]
_POINTS = call(Given([0.0, -0.0, 1.5, -1.5, 8.0, 0.375, 1e-37, -1e38, INF, -INF, NAN]))


def left_shift(a, b):
    return numpy.where(numpy.less(b, 64), numpy.left_shift(a, numpy.minimum(b, 63)), 0)


def right_shift(a, b):
    return numpy.right_shift(a, numpy.minimum(b, 63))


def rest(a, b):
    return numpy.where(numpy.equal(b, 0), 0 if _whole(a, b) else NAN, numpy.fmod(a, b))


def trunc_divide(a, b):
    if _whole(a, b):
        quotient = numpy.trunc(numpy.divide(a, numpy.where(numpy.equal(b, 0), 1, b)))
        return numpy.where(numpy.equal(b, 0), 0, quotient).astype("int64")
    return numpy.trunc(numpy.divide(a, b))


def _whole(a, b):
    return numpy.result_type(a, b).kind in "iu"


def frexp(x):
    mantissa, exponent = numpy.frexp(x)
    return mantissa, exponent.astype("int64")


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
    unary("acos", numpy.arccos, domain=(-0.9, 0.9)),
    unary("acosh", numpy.arccosh, domain=(1.1, 9)),
    unary("asin", numpy.arcsin, domain=(-0.9, 0.9)),
    unary("asinh", numpy.arcsinh),
    unary("atan", numpy.arctan),
    unary("atanh", numpy.arctanh, domain=(-0.9, 0.9)),
    unary("cosh", numpy.cosh),
    unary("sinh", numpy.sinh),
    unary("tan", numpy.tan, domain=(-1, 1)),
    unary("log2", numpy.log2, domain=(0.1, 9)),
    unary("log10", numpy.log10, domain=(0.1, 9)),
    unary("positive", numpy.positive),
    unary("signbit", numpy.signbit, differentiable=False),
    binary("copysign", numpy.copysign),
    binary("hypot", numpy.hypot),
    binary("logaddexp", numpy.logaddexp),
    binary(
        "nextafter",
        numpy.nextafter,
        special=[
            call(Given([0.0, 1.0, -1.0, NAN, 1.0, INF]), Given([-0.0, 1.0, -1.0, 1.0, NAN, INF]))
        ],
        differentiable=False,
    ),
    unary("bitwise_invert", numpy.invert, domain=(-99, 99), special=[], differentiable=False),
    binary(
        "bitwise_left_shift",
        left_shift,
        calls=_SHIFTS,
        domain=(-9, 9),
        special=_SHIFTED,
        differentiable=False,
    ),
    binary(
        "bitwise_right_shift",
        right_shift,
        calls=_SHIFTS,
        domain=(-999, 999),
        special=_SHIFTED,
        differentiable=False,
    ),
    unary("exp2", numpy.exp2, dtypes=_FLOATS),
    unary("deg2rad", numpy.deg2rad, dtypes=_FLOATS),
    unary("rad2deg", numpy.rad2deg, dtypes=_FLOATS),
    unary("angle", numpy.angle, dtypes=_NUMBERS),
    unary("isreal", numpy.isreal, dtypes=_NUMBERS, differentiable=False),
    unary("iscomplex", numpy.iscomplex, dtypes=_NUMBERS, differentiable=False),
    unary("isposinf", numpy.isposinf, dtypes=_REALS, differentiable=False),
    unary("isneginf", numpy.isneginf, dtypes=_REALS, differentiable=False),
    unary(
        "nan_to_num",
        numpy.nan_to_num,
        calls=(call(x(2, 3)), call(x(), nan=1.0), call(x(0, 3))),
        special=[call(Given(SPECIAL), nan=2.0, posinf=9.0, neginf=-9.0)],
        dtypes=_NUMBERS,
    ),
    binary("fmax", numpy.fmax, dtypes=_REALS),
    binary("fmin", numpy.fmin, dtypes=_REALS),
    binary("fmod", rest, domain=(1, 9), special=[_DIVISIONS, _INTEGER_ZERO], dtypes=_REALS),
    binary(
        "trunc_divide",
        trunc_divide,
        domain=(1, 9),
        special=[_DIVISIONS, _INTEGER_ZERO],
        dtypes=_REALS,
        differentiable=False,
    ),
    binary("gcd", numpy.gcd, domain=(-99, 99), special=[], differentiable=False),
    binary("lcm", numpy.lcm, domain=(-9, 9), special=[], differentiable=False),
    binary("logaddexp2", numpy.logaddexp2, dtypes=_FLOATS),
    unary("sinc", numpy.sinc, special=[call(Given([0.0, -0.0, 1.0, 0.5, NAN]))], dtypes=_NUMBERS),
    binary("float_power", numpy.float_power, domain=(0.5, 3), dtypes=_NUMBERS),
    binary(
        "isclose",
        numpy.isclose,
        calls=(
            *(call(x(2, 3), x(2, 3)), call(x(2, 3), x(3), rtol=0.3, atol=0.2)),
            *(call(x(2, 3), 2), call(x(0, 3), x(1, 3))),
        ),
        special=[
            call(Given([[v] * 8 for v in SPECIAL]), Given([list(SPECIAL)] * 8), equal_nan=True),
            call(Given([1.0, 1.0, -1.0]), Given([1.0 + 2e-5, 1.0 + 1e-6, 1.0]), equal_nan=False),
        ],
        dtypes=(*_NUMBERS, "bool"),
        differentiable=False,
    ),
    Case(
        "allclose",
        numpy.allclose,
        [call(x(2, 3), x(2, 3)), call(x(2, 3), x(3), rtol=9.0, atol=9.0), call(x(0, 3), x(3))],
        dtypes=_NUMBERS,
        differentiable=False,
    ),
    Case(
        "array_equal",
        numpy.array_equal,
        [call(x(2, 3), x(2, 3)), call(x(2), x(2, 1)), call(x(0, 3), x(0, 3))],
        special=[
            call(Given(SPECIAL), Given(SPECIAL), equal_nan=True),
            call(Given(SPECIAL), Given(SPECIAL)),
            call(Given([1, 2], "int64"), Given([1.0, 2.0])),
        ],
        dtypes=_NUMBERS,
        differentiable=False,
    ),
    binary(
        "ldexp",
        lambda a, b: a * numpy.exp2(b),
        calls=(
            call(x(2, 3), Given([[3, -2, 0], [1, 5, -7]], "int64")),
            call(x(2, 3), 2),
            call(x(0, 3), Given([1, 2, 3], "int64")),
        ),
        special=[
            call(Given(SPECIAL), Given([3] * 8, "int64")),
            call(Given([1e-37, 1e38, 3.0]), Given([250, -250, 126], "int64")),
        ],
        dtypes=("bfloat16", "float32", "float64"),
    ),
    unary(
        "frexp",
        frexp,
        special=[_POINTS],
        dtypes=("float16", "bfloat16", "float32", "float64"),
        results=("same", "index"),
        differentiable=False,
    ),
    unary(
        "modf",
        lambda x: numpy.modf(x),
        special=[_POINTS],
        dtypes=("bfloat16", "float32", "float64"),
        differentiable=False,
    ),
    binary("heaviside", numpy.heaviside, dtypes=("bfloat16", "float32", "float64")),
    Case(
        "lerp",
        lambda a, b, t: a + t * (b - a),
        [
            call(x(2, 3), x(2, 3), x(2, 3)),
            call(x(2, 1), x(3), 0.25),
            call(x(2, 3), 1.0, x(3)),
            call(x(0, 3), x(3), 0.75),
        ],
        dtypes=("bfloat16", "float32", "float64", "complex64"),
        loosen=2,
        reason="bfloat16 rounds the distance, which is larger than the result, and its share",
    ),
    unary("fix", numpy.fix, dtypes=_REALS),
    binary("xlogy", scipy.special.xlogy, domain=(0.1, 3), dtypes=_FLOATS),
    binary("xlog1py", scipy.special.xlog1py, domain=(0.1, 3), dtypes=_FLOATS),
]
