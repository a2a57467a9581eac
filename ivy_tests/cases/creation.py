"""Rows of creation."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import Case, call, x

_SHAPES = (
    call((2, 3)),
    call(3),
    call(()),
    call((0, 2)),
    call((2,), dtype="int8"),
    call((2,), dtype="bfloat16"),
    call((2,), dtype="complex128"),
)
_LIKE = (
    call(x(2, 3)),
    call(x()),
    call(x(0, 2)),
    call(x(2, 3), dtype="int16"),
    call(x(2, 3), dtype="bool"),
)
_TRIANGLES = (
    call(x(3, 3)),
    call(x(2, 3, 4), k=1),
    call(x(3, 2), k=-1),
    call(x(3, 2), k=5),
    call(x(0, 2)),
)

CASES = [
    Case("zeros", numpy.zeros, _SHAPES, differentiable=False),
    Case("ones", numpy.ones, _SHAPES, differentiable=False),
    Case(
        "full",
        numpy.full,
        [
            call((2, 3), 7),
            call(3, 1.5),
            call((), True),
            call((2,), 1 + 2j),
            call((2,), 3, dtype="float16"),
            call((0, 2), 1.0),
        ],
        differentiable=False,
    ),
    Case(
        "arange",
        numpy.arange,
        [
            call(5),
            call(2, 7),
            call(7, 2, -2),
            call(0, 1, 0.25),
            call(3.0),
            call(5, 2),
            call(0),
            call(-3, 3, dtype="float64"),
            call(1, 9, 3, dtype="uint8"),
        ],
        differentiable=False,
    ),
    Case(
        "linspace",
        numpy.linspace,
        [
            call(0, 1, 5),
            call(-1.0, 2.0, 4, endpoint=False),
            call(2, 2, 3),
            call(0, 1, 1),
            call(0, 1, 0),
            call(5, -5, 11, dtype="float64"),
        ],
        differentiable=False,
    ),
    Case(
        "eye",
        lambda n_rows, n_cols=None, k=0: numpy.eye(n_rows, n_cols, k),
        [
            call(3),
            call(2, 3),
            call(3, 2, k=1),
            call(3, 2, k=-2),
            call(2, 2, k=5),
            call(0),
            call(2, dtype="int32"),
        ],
        differentiable=False,
    ),
    Case("zeros_like", numpy.zeros_like, _LIKE),
    Case("ones_like", numpy.ones_like, _LIKE),
    Case(
        "full_like",
        numpy.full_like,
        [call(x(2, 3), 1), call(x(), 7.0), call(x(0, 2), 1), call(x(2), 3, dtype="int16")],
    ),
    Case("tril", numpy.tril, _TRIANGLES),
    Case("triu", numpy.triu, _TRIANGLES),
]
