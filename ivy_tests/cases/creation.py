"""Rows of creation."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import INF, NAN, Case, Given, call, x

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

_ANYTHING = "the elements may be anything"
_DIAGONALS = (
    call(x(3)),
    call(x(3), k=1),
    call(x(2), k=-2),
    call(x(0)),
)
_PLACES = (call(3), call(2, 4), call(4, 2, k=1), call(3, k=-1), call(2, k=-5), call(0))


def _complex(real, imag):
    real, imag = numpy.broadcast_arrays(real, imag)
    pairs = zip(real.ravel(), imag.ravel(), strict=True)
    return numpy.array([complex(a, b) for a, b in pairs]).reshape(real.shape)


def _vander(x, n=None, increasing=False):
    n = x.shape[-1] if n is None else n
    powers = range(n) if increasing else reversed(range(n))
    columns = [x**i for i in powers]
    return numpy.stack(columns, axis=-1) if columns else numpy.zeros((*x.shape, 0), x.dtype)


def _tri(rows, columns=None, k=0):
    return numpy.tri(rows, columns, k)


CASES = [
    Case("empty", numpy.zeros, _SHAPES, differentiable=False, no_values=_ANYTHING),
    Case("empty_like", numpy.zeros_like, _LIKE, differentiable=False, no_values=_ANYTHING),
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
            call(7, step=3),
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
            call(0, 1j, 3),
            call(1 - 1j, 2, 4, dtype="complex128", endpoint=False),
        ],
        differentiable=False,
    ),
    Case(
        "logspace",
        numpy.logspace,
        [
            call(0, 2, 5),
            call(-1.0, 1.5, 4, base=2.0, endpoint=False),
            call(3, 0, 4, dtype="float64"),
            call(0, 1, 0),
        ],
        differentiable=False,
    ),
    Case(
        "geomspace",
        numpy.geomspace,
        [
            call(1, 1000, 4),
            call(-2.0, -0.5, 5, endpoint=False),
            call(1e-300, 1e300, 3, dtype="float64"),
            call(5, 5, 1),
        ],
        differentiable=False,
    ),
    Case(
        "indices",
        lambda shape: numpy.indices(shape),
        [call((2, 3)), call((4,), dtype="float32"), call(()), call((2, 0))],
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
    Case(
        "tri",
        _tri,
        [call(3), call(2, 4, k=1), call(4, 2, k=-1, dtype="bool"), call(0)],
        differentiable=False,
    ),
    Case(
        "tril_indices",
        lambda n, m=None, k=0: numpy.tril_indices(n, k, m),
        _PLACES,
        differentiable=False,
    ),
    Case(
        "triu_indices",
        lambda n, m=None, k=0: numpy.triu_indices(n, k, m),
        _PLACES,
        differentiable=False,
    ),
    Case(
        "diag",
        numpy.diag,
        [*_DIAGONALS, call(x(3, 4)), call(x(3, 4), k=2), call(x(3, 3), k=-1), call(x(2, 2), k=3)],
        special=[call(Given([INF, NAN]))],
    ),
    Case("diagflat", numpy.diagflat, [*_DIAGONALS, call(x(2, 2)), call(x(), k=1)]),
    Case(
        "vander",
        _vander,
        [
            call(x(3)),
            call(x(2, 3), n=4),
            call(x(3), n=2, increasing=True),
            call(x(3), n=1),
            call(x(3), n=0),
            call(x(0), n=2),
        ],
        special=[call(Given([0.0, INF]), n=3)],
    ),
    Case("copy_array", numpy.copy, [call(x(2, 3)), call(x()), call(x(0, 2))]),
    Case(
        "complex",
        _complex,
        [call(x(2, 3), x(2, 3)), call(x(3), x(2, 1)), call(x(), x()), call(x(0, 2), x(2))],
        special=[call(Given([INF, 0.0, NAN, -0.0]), Given([1.0, -INF, 2.0, -0.0]))],
    ),
    Case(
        "polyval",
        numpy.polyval,
        [call(x(4), x(2, 3)), call(x(1), x(3)), call(x(3), x()), call(x(0), x(2))],
        loosen=4,
        reason="each step of Horner's rule rounds twice",
    ),
]
