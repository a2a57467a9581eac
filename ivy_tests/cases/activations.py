"""Rows of the activation functions."""

from __future__ import annotations

import numpy

from ivy_tests.cases.elementwise import erf
from ivy_tests.support.rows import INF, SPECIAL, Case, Given, call, unary, x

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


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


# Without minus infinity, which is 0 times infinity in both.
_WITHOUT = [call(Given([v for v in SPECIAL if v != -INF]))]

CASES = [
    unary("relu", lambda x: numpy.maximum(x, 0)),
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
]
