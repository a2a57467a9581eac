"""Rows of the functions that find elements."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import INF, NAN, Case, Given, call, classes, mask, x

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


def searchsorted(x1, x2, side="left", sorter=None):
    return numpy.searchsorted(x1, x2, side, sorter)


def select(conditions, arrays, default=0):
    out = numpy.full(numpy.broadcast_shapes(*[a.shape for a in arrays]), default, arrays[0].dtype)
    for condition, array in zip(conditions[::-1], arrays[::-1], strict=True):
        out = numpy.where(condition, array, out)
    return out


def ravel_multi_index(arrays, shape):
    return numpy.ravel_multi_index(arrays, shape)


_SORTED = Given([0, 1, 1, 3])
_UNSORTED = Given([3, 1, 0, 1])
_WITH_NAN = Given([-INF, 0.0, 1.0, INF, NAN, NAN])
_SOUGHT = Given([0.0, 1.0, 2.0, INF, -INF, NAN])

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
    Case(
        "argwhere",
        numpy.argwhere,
        [call(x(3, 4, domain=(0, 1))), call(mask(5)), call(x(0, 3))],
        differentiable=False,
    ),
    Case(
        "flatnonzero",
        numpy.flatnonzero,
        [call(x(3, 4, domain=(0, 1))), call(mask(5)), call(x())],
        differentiable=False,
    ),
    Case(
        "count_nonzero",
        numpy.count_nonzero,
        [
            call(x(3, 4, domain=(0, 1))),
            call(mask(3, 4), axis=0),
            call(mask(2, 3, 4), axis=(0, -1), keepdims=True),
            call(x(0, 3), axis=0),
            call(x(), keepdims=True),
        ],
        special=[call(Given([0.0, -0.0, NAN, 1e-30, INF]))],
        differentiable=False,
    ),
    Case(
        "searchsorted",
        searchsorted,
        [
            call(_SORTED, x(5)),
            call(_SORTED, Given([[0, 1], [3, 2]]), side="right"),
            call(_SORTED, 1),
            call(_SORTED, 1, side="right"),
            call(_UNSORTED, x(2, 3), sorter=Given([2, 1, 3, 0], "int64")),
            call(_UNSORTED, 1, sorter=Given([2, 1, 3, 0], "uint8")),
            call(x(0), x(3)),
        ],
        special=[
            call(_WITH_NAN, _SOUGHT),
            call(_WITH_NAN, _SOUGHT, side="right"),
            call(Given([-(2**63), 0, 2**63 - 1], "int64"), Given([2**63 - 2, 2**63 - 1], "int64")),
        ],
        differentiable=False,
    ),
    Case(
        "select",
        select,
        [
            call([mask(4), mask(4)], [x(4), x(4)]),
            call([mask(2, 3), mask(3)], [x(2, 3), x(2, 1)], default=-1),
        ],
        dtypes=("float32", "int64", "float16", "complex64"),
    ),
    Case(
        "unravel_index",
        numpy.unravel_index,
        [call(classes(24, shape=(5,)), (2, 3, 4)), call(Given([[1], [5]], "uint8"), (2, 3))],
        differentiable=False,
    ),
    Case(
        "ravel_multi_index",
        ravel_multi_index,
        [
            call([classes(2, shape=(4,)), classes(3, shape=(4,))], (2, 3)),
            call([classes(2, shape=(2, 1)), Given([0, 3], "uint8")], (2, 4)),
        ],
        differentiable=False,
    ),
]
