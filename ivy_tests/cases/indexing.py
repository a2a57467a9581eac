"""Rows of reading and writing parts of arrays; the many kinds of keys are in test_indexing.py."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import Case, Given, call, classes, index, mask, x


def getitem(x, key):
    return x[key]


def setitem(x, value, key):
    out = x.copy()
    out[key] = value
    return out


def add_at(x, value, key):
    out = x.copy()
    numpy.add.at(out, key, value)
    return out


def take(x, indices, axis):
    return numpy.take(x, indices, axis=axis)


def take_along_axis(x, indices, axis=-1):
    return numpy.take_along_axis(x, indices, axis=axis)


def add_along_axis(x, indices, value, axis=-1):
    out = x.copy()
    for place in numpy.ndindex(indices.shape):
        at = list(place)
        at[axis] = indices[place]
        out[tuple(at)] += value[place]
    return out


def one_hot(x, depth):
    return (x[..., None] == numpy.arange(depth)).astype(float)


_KEYS = (
    (slice(None, None, -1), 1),
    1,
    -1,
    (..., 0),
    (None, slice(1, 3)),
    (index(4, shape=(2, 2)), slice(0, 2)),
    (index(4, shape=(2,)), index(3, shape=(2,))),
    mask(4, 3),
    (mask(4), 0),
)
_REPEATED = Given([0, 0, 2], "int64")

CASES = [
    Case("getitem", getitem, [call(x(4, 3), key) for key in _KEYS]),
    Case(
        "setitem",
        setitem,
        [
            call(x(4, 3), x(4), key=(slice(None, None, -1), 1)),
            call(x(4, 3), x(3), key=1),
            call(x(4, 3), 1, key=(..., 0)),
            call(x(4, 3), x(2, 1), key=slice(0, 4, 2)),
            call(x(4, 3), x(2, 3), key=Given([3, -4], "int64")),
            call(x(4, 3), 2, key=mask(4, 3)),
            call(x(), 2, key=()),
        ],
    ),
    Case(
        "add_at",
        add_at,
        [
            call(x(3), x(3), key=_REPEATED),
            call(x(4, 3), 1, key=(slice(None), _REPEATED)),
            call(x(4, 3), x(4), key=(slice(None, None, -1), 1)),
            call(x(4, 3), x(3), key=(_REPEATED, Given([1, 1, 0], "int64"))),
            call(x(4, 3), 2, key=mask(4, 3)),
        ],
    ),
    Case(
        "take",
        take,
        [
            call(x(4, 3), index(4, shape=(2,)), axis=0),
            call(x(4, 3), index(3, shape=(2, 2)), axis=-1),
            call(x(4, 3), index(4, shape=()), axis=0),
            call(x(4, 3), Given([0, 2], "int32"), axis=1),
            call(x(4, 3), index(4, shape=(0,)), axis=0),
        ],
    ),
    Case(
        "take_along_axis",
        take_along_axis,
        [
            call(x(4, 3), index(3, shape=(4, 2))),
            call(x(4, 3), index(4, shape=(2, 3)), axis=0),
            call(x(4, 3), index(3, shape=(1, 2)), axis=1),
            call(x(4, 3), Given([[0], [1], [2], [0]], "int32"), axis=1),
        ],
    ),
    Case(
        "add_along_axis",
        add_along_axis,
        [
            call(x(4, 3), index(3, shape=(4, 2)), x(4, 2)),
            call(x(4, 3), index(4, shape=(6, 3)), x(6, 3), axis=0),
            call(x(3), _REPEATED, x(3)),
        ],
    ),
    Case(
        "one_hot",
        one_hot,
        [
            call(classes(4, shape=(2, 3)), 4),
            call(classes(4, shape=()), 4),
            call(Given([-1, 0, 5], "int64"), 3),
            call(Given([1, 0], "uint8"), 2, dtype="int32"),
            call(classes(4, shape=(0, 2)), 4),
        ],
        differentiable=False,
    ),
]
