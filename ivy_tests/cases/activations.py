"""Rows of the activation functions."""

from __future__ import annotations

import numpy

from ivy_tests.cases.elementwise import erf
from ivy_tests.support.rows import INF, NAN, SPECIAL, Case, Given, call, unary, x

_ALONG = (
    call(x(2, 3)),
    call(x(2, 3, 4), axis=0),
    call(x(2, 3, 4), axis=(0, 2)),
    call(x(0, 3)),
)
_EXTREME = [call(Given([[1000.0, 1000.0, 0.0], [-1000.0, 0.0, 1.0], [-INF, 0.0, 1.0]]))]


def softmax(x, axis=-1):
    e = numpy.exp(x - numpy.max(x, axis=axis, keepdims=True))
    return e / numpy.sum(e, axis=axis, keepdims=True)


def log_softmax(x, axis=-1):
    shifted = x - numpy.max(x, axis=axis, keepdims=True)
    return shifted - numpy.log(numpy.sum(numpy.exp(shifted), axis=axis, keepdims=True))


def gelu(x, approximate="none"):
    if approximate in ("tanh", True):
        return 0.5 * x * (1 + numpy.tanh(numpy.sqrt(2 / numpy.pi) * (x + 0.044715 * x**3)))
    return 0.5 * x * (1 + erf(x / numpy.sqrt(2)))


def squareplus(x, b=4.0):
    root = numpy.hypot(x, numpy.sqrt(b))
    return numpy.where(x < 0, b / (root - x), x + root) / 2


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


# Without minus infinity, which is 0 times infinity in both.
_WITHOUT = [call(Given([v for v in SPECIAL if v != -INF]))]

# Composites compute alike in all dtypes of a kind.
_FLOATS = ("bfloat16", "float32", "float64", "int64")
_ALPHA = (call(x(2, 3)), call(x(), alpha=0.5), call(x(0, 3)))
_THRESHOLD = (call(x(2, 3)), call(x(2, 3), threshold=0.25), call(x(0, 3)))


def elu(x, alpha=1.0):
    return numpy.where(x > 0, x, alpha * numpy.expm1(numpy.minimum(x, 0)))


def celu(x, alpha=1.0):
    return numpy.where(x > 0, x, alpha * numpy.expm1(numpy.minimum(x, 0) / alpha))


def sparsemax(x, axis=-1):
    ordered = -numpy.sort(-numpy.moveaxis(x, axis, -1), axis=-1)
    counts = numpy.arange(1, ordered.shape[-1] + 1)
    taken = (numpy.cumsum(ordered, axis=-1) - 1) / counts
    last = numpy.sum(ordered > taken, axis=-1, keepdims=True)
    least = numpy.take_along_axis(taken, last - 1, axis=-1)
    return numpy.maximum(x - numpy.moveaxis(least, -1, axis), 0)


def glu(x, axis=-1):
    values, gates = numpy.split(x, 2, axis=axis)
    return values * sigmoid(gates)


CASES = [
    unary("relu", lambda x: numpy.maximum(x, 0)),
    Case(
        "relu_gradient",
        lambda g, x: numpy.where(x <= 0, 0, g),
        [call(x(2, 3), x(2, 3)), call(x(4), Given([0.0, -0.0, 1.0, -1.0]))],
        special=[
            call(Given([numpy.inf, numpy.nan, numpy.inf, 1.0]), Given([1.0, 2.0, -1.0, numpy.nan]))
        ],
    ),
    unary("sigmoid", sigmoid, special=[call(Given((*SPECIAL, 1000.0, -1000.0)))]),
    unary(
        "softplus",
        lambda x: numpy.logaddexp(x, 0),
        special=[call(Given((*SPECIAL, 1000.0, -1000.0, 30.0, -30.0)))],
    ),
    Case("softmax", softmax, _ALONG, special=_EXTREME),
    Case("log_softmax", log_softmax, _ALONG, special=_EXTREME),
    unary("silu", lambda x: x * sigmoid(x), special=_WITHOUT),
    unary(
        "gelu",
        gelu,
        calls=(
            *(call(x(2, 3)), call(x()), call(x(0, 3)), call(x(2, 3), approximate="tanh")),
            *(call(x(2, 3), approximate=True), call(x(2, 3), approximate=False)),
        ),
        special=_WITHOUT,
    ),
    unary(
        "log_sigmoid",
        lambda x: -numpy.logaddexp(-x, 0),
        special=[call(Given((*SPECIAL, 1000.0, -1000.0, 30.0, -30.0)))],
        dtypes=_FLOATS,
    ),
    unary("relu6", lambda x: numpy.clip(x, 0, 6), domain=(-9, 9)),
    unary(
        "leaky_relu",
        lambda x, negative_slope=0.01: numpy.where(x > 0, x, x * negative_slope),
        calls=(call(x(2, 3)), call(x(), negative_slope=0.5), call(x(0, 3))),
        dtypes=_FLOATS,
    ),
    Case(
        "prelu",
        lambda x, weight: numpy.where(x > 0, x, x * weight),
        [call(x(2, 3), x(3)), call(x(2, 3), x()), call(x(0, 3), x(3))],
        special=[call(Given(SPECIAL), Given(0.5))],
        dtypes=_FLOATS,
    ),
    unary("elu", elu, calls=_ALPHA, dtypes=_FLOATS),
    unary("celu", celu, calls=_ALPHA, dtypes=_FLOATS),
    unary(
        "selu",
        lambda x: 1.0507009873554805 * elu(x, 1.6732632423543772),
        dtypes=_FLOATS,
    ),
    unary(
        "mish",
        lambda x: x * numpy.tanh(numpy.logaddexp(x, 0)),
        special=_WITHOUT,
        dtypes=_FLOATS,
    ),
    unary("hard_sigmoid", lambda x: numpy.clip(x + 3, 0, 6) / 6, domain=(-5, 5), dtypes=_FLOATS),
    unary(
        "hardswish",
        lambda x: x * numpy.clip(x + 3, 0, 6) / 6,
        domain=(-5, 5),
        special=_WITHOUT,
        dtypes=_FLOATS,
    ),
    unary(
        "hardtanh",
        lambda x, min=-1, max=1: numpy.clip(x, min, max),
        calls=(call(x(2, 3)), call(x(2, 3), min=-0.5, max=2.0), call(x(0, 3))),
        dtypes=_FLOATS,
    ),
    unary(
        "hardshrink",
        lambda x, threshold=0.5: numpy.where(abs(x) <= threshold, 0, x),
        calls=_THRESHOLD,
        dtypes=_FLOATS,
    ),
    unary(
        "softshrink",
        lambda x, threshold=0.5: x - numpy.clip(x, -threshold, threshold),
        calls=_THRESHOLD,
        dtypes=_FLOATS,
    ),
    unary(
        "tanhshrink",
        lambda x: x - numpy.tanh(x),
        domain=(-9, 9),
        dtypes=_FLOATS,
    ),
    unary(
        "softsign",
        lambda x: x / (1 + abs(x)),
        special=[call(Given([0.0, -0.0, 1.0, -1.0, NAN]))],
        dtypes=_FLOATS,
    ),
    unary(
        "threshold",
        lambda x, threshold, value: numpy.where(x <= threshold, value, x),
        calls=(
            *(call(x(2, 3), threshold=0.5, value=-7.0), call(x(), threshold=0.0, value=2.0)),
            call(x(0, 3), threshold=0.5, value=1.0),
        ),
        special=[call(Given(SPECIAL), threshold=0.5, value=3.0)],
        dtypes=_FLOATS,
    ),
    unary(
        "thresholded_relu",
        lambda x, threshold=1.0: numpy.where(x <= threshold, 0, x),
        calls=_THRESHOLD,
        dtypes=_FLOATS,
    ),
    unary(
        "scaled_tanh",
        lambda x, alpha=1.7159, beta=0.67: alpha * numpy.tanh(beta * x),
        calls=(call(x(2, 3)), call(x(2, 3), alpha=2.0, beta=0.5), call(x(0, 3))),
        dtypes=_FLOATS,
    ),
    Case(
        "softmin",
        lambda x, axis=-1: softmax(-x, axis=axis),
        _ALONG[:2],
        dtypes=("bfloat16", "float32"),
    ),
    Case(
        "sparsemax",
        sparsemax,
        _ALONG[:2],
        dtypes=("bfloat16", "float32"),
        loosen=2,
        reason="rounding grows with the number of terms",
    ),
    Case(
        "glu",
        glu,
        [call(x(2, 4)), call(x(2, 4, 3), axis=1), call(x(0, 2))],
        dtypes=("bfloat16", "float32"),
    ),
    unary(
        "squareplus",
        squareplus,
        calls=(call(x(2, 3)), call(x(), b=1.0)),
        special=[call(Given((*SPECIAL, 1e19, -1e19, 3e38, -3e38, -1e5)))],
    ),
    unary(
        "sparse_plus",
        lambda x: numpy.where(x >= 1, x, (numpy.clip(x, -1, 1) + 1) ** 2 / 4),
        dtypes=("bfloat16", "float32"),
    ),
    unary(
        "sparse_sigmoid", lambda x: numpy.clip((x + 1) / 2, 0, 1), dtypes=("bfloat16", "float32")
    ),
]
