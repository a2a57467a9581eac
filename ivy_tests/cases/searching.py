"""Rows of the functions that find elements."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import INF, NAN, Case, Given, call, mask, x

_PLACES = (
    call(x(3, 4)),
    call(x(3, 4), axis=0),
    call(x(3, 4), axis=-1, keepdims=True),
    call(x(3, 4), keepdims=True),
    call(x()),
    call(x(0, 3), axis=1),
)
_TIES = call(Given([[1, 3, 3, 1], [2, 2, 2, 2]], "int32"), axis=1)
_NANS = call(Given([[1.0, NAN, INF, NAN], [-INF, 2.0, -INF, INF], [0.0, -0.0, 0.0, 0.0]]), axis=1)

CASES = [
    Case("argmax", numpy.argmax, _PLACES, special=[_TIES, _NANS], differentiable=False),
    Case("argmin", numpy.argmin, _PLACES, special=[_TIES, _NANS], differentiable=False),
    Case(
        "where",
        numpy.where,
        [
            call(mask(2, 3), x(2, 3), x(2, 3)),
            call(mask(2, 1), x(3), x(2, 3)),
            call(mask(2, 3), x(3), 0),
            call(mask(3), 1.5, x(2, 1)),
            call(mask(), x(), x(2)),
            call(mask(0, 3), x(3), 0),
        ],
        special=[call(Given([True, False], "bool"), Given([NAN, 1.0]), Given([2.0, INF]))],
    ),
    Case(
        "nonzero",
        numpy.nonzero,
        [call(x(3, 4, domain=(0, 1))), call(mask(5)), call(x(0, 3)), call(x(2, 2, 2))],
        special=[call(Given([0.0, -0.0, NAN, 1e-30, INF]))],
        differentiable=False,
    ),
]
