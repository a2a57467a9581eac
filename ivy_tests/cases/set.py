"""Rows of the functions on arrays as sets."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import NAN, Case, Given, call, x


def unique_values(x):
    return numpy.unique(x, equal_nan=False)


def unique_inverse(x):
    values, inverse = numpy.unique(x, return_inverse=True, equal_nan=False)
    return values, inverse.reshape(x.shape)


_CALLS = (call(x(3, 4, domain=(-1, 1))), call(x(5)), call(x()), call(x(0, 3)))
_SPECIAL = (
    call(Given([3, 1, 3, 2, 1], "int32")),
    call(Given([NAN, 1.0, NAN, 1.0])),
    call(Given([True, False, True], "bool")),
)

CASES = [
    Case("unique_values", unique_values, _CALLS, special=_SPECIAL, differentiable=False),
    Case(
        "unique_inverse",
        unique_inverse,
        _CALLS,
        special=_SPECIAL[:1],
        results=("same", "index"),
        differentiable=False,
    ),
]
