"""Rows of the functions on arrays as sets."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import INF, NAN, Case, Given, call, x


def unique_values(x):
    return numpy.unique(x, equal_nan=False)


def unique_inverse(x):
    values, inverse = numpy.unique(x, return_inverse=True, equal_nan=False)
    return values, inverse.reshape(x.shape)


def unique_counts(x):
    return numpy.unique(x, return_counts=True, equal_nan=False)


def unique_all(x):
    values, indices, inverse, counts = numpy.unique(
        x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    return values, indices, inverse.reshape(x.shape), counts


def isin(x1, x2, invert=False):
    return numpy.isin(x1, x2, invert=invert)


def unique_consecutive(x, axis=None):
    rows = x.reshape(-1) if axis is None else numpy.moveaxis(x, axis, 0)
    starts = [i for i in range(len(rows)) if not i or (rows[i] != rows[i - 1]).any()]
    counts = numpy.diff([*starts, len(rows)]) if len(rows) else numpy.empty(0, "int64")
    inverse = numpy.repeat(numpy.arange(len(starts)), counts)
    values = rows[numpy.asarray(starts, "int64")]
    if axis is None:
        return values, inverse.reshape(x.shape), counts
    return numpy.moveaxis(values, 0, axis), inverse, counts


_PAIRS = (
    call(x(3, 4, domain=(0, 3)), x(5, domain=(1, 4))),
    call(x(5, domain=(0, 3)), x(0)),
    call(x(), x(2, domain=(0, 1))),
)
_SETS = (call(Given([3, 1, 3, 2], "int32"), Given([2, 5], "int64")),)
_NAN_PAIR = call(Given([NAN, 1.0, 0.0, INF]), Given([NAN, -0.0, 2.0, INF]))
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
    Case(
        "unique_counts",
        unique_counts,
        _CALLS,
        special=_SPECIAL,
        results=("same", "index"),
        differentiable=False,
    ),
    Case(
        "unique_all",
        unique_all,
        _CALLS,
        special=_SPECIAL,
        results=("same", "index", "index", "index"),
        differentiable=False,
    ),
    Case(
        "isin",
        isin,
        [
            *_PAIRS,
            call(x(3, 4, domain=(0, 3)), x(5, domain=(1, 4)), invert=True),
            call(Given([1, 2, 3]), 2),
            call(2, Given([1, 2, 3])),
        ],
        special=[
            _NAN_PAIR,
            call(Given([-(2**63), 2**63 - 1, 0], "int64"), Given([2**63 - 2, -(2**63)], "int64")),
            call(Given([2**64 - 1, 1], "uint64"), Given([2**63, 2**64 - 1], "uint64")),
        ],
        differentiable=False,
    ),
    Case("union1d", numpy.union1d, _PAIRS, special=_SETS, differentiable=False),
    Case("intersect1d", numpy.intersect1d, _PAIRS, special=_SETS, differentiable=False),
    Case("setdiff1d", numpy.setdiff1d, _PAIRS, special=_SETS, differentiable=False),
    Case("setxor1d", numpy.setxor1d, _PAIRS, special=_SETS, differentiable=False),
    Case(
        "unique_consecutive",
        unique_consecutive,
        [
            call(x(12, domain=(0, 1))),
            call(x(3, 4, domain=(0, 1))),
            call(Given([[1, 1, 2], [1, 1, 2], [0, 1, 2]]), axis=0),
            call(Given([[1, 1, 2], [0, 0, 2]]), axis=-1),
            call(x(0)),
        ],
        special=[call(Given([NAN, NAN, 0.0, -0.0, 1.0]))],
        results=("same", "index", "index"),
        differentiable=False,
    ),
]
