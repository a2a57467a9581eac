"""Rows of the functions that put elements in order."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import NAN, Case, Given, call, x


def argsort(x, axis=-1, descending=False, stable=True):
    x = x.astype("int64") if x.dtype.kind in "bu" else x
    if not descending:
        return numpy.argsort(x, axis=axis, kind="stable")
    falling = ~x if x.dtype.kind == "i" else numpy.where(numpy.isnan(x), -numpy.inf, -x)
    return numpy.argsort(falling, axis=axis, kind="stable")


def sort(x, axis=-1, descending=False, stable=True):
    return numpy.take_along_axis(x, argsort(x, axis, descending), axis=axis)


def top_k(x, k, axis=-1, largest=True):
    places = numpy.take(argsort(x, axis, largest), numpy.arange(k), axis=axis)
    return numpy.take_along_axis(x, places, axis=axis), places


def lexsort(keys, axis=-1):
    return numpy.lexsort(keys, axis)


def partition(x, kth, axis=-1):
    return sort(x, axis)


def argpartition(x, kth, axis=-1):
    return argsort(x, axis)


_ORDERS = (
    call(x(3, 5)),
    call(x(3, 5), axis=0),
    call(x(3, 5), descending=True),
    call(x(3, 5), axis=0, descending=True),
    call(x(0, 3)),
    call(x(3, 0)),
)
_SPECIAL = (
    call(Given([1, 3, 1, 3, 2, 1], "int32")),
    call(Given([1, 3, 1, 3, 2, 1], "int32"), descending=True),
    call(Given([0, 200, 255, 3], "uint8"), descending=True),
    call(Given([-(2**63), 2**63 - 1, 0], "int64"), descending=True),
    call(Given([NAN, 1.0, -1.0, NAN, 0.0])),
    call(Given([NAN, 1.0, -1.0, NAN, 0.0]), descending=True),
)

CASES = [
    Case("sort", sort, _ORDERS, special=_SPECIAL),
    Case("argsort", argsort, _ORDERS, special=_SPECIAL, differentiable=False),
    Case(
        "top_k",
        top_k,
        [
            call(x(3, 5), 2),
            call(x(3, 5), 2, axis=0),
            call(x(3, 5), 2, largest=False),
            call(x(5), 5),
            call(x(5), 0),
        ],
        special=[
            call(Given([1, 3, 1, 3, 2, 1], "int32"), 3),
            call(Given([1, 3, 1, 3, 2, 1], "int32"), 2, largest=False),
            call(Given([0, 200, 255, 3], "uint8"), 2, largest=False),
        ],
        results=("same", "index"),
    ),
    Case("msort", lambda x: numpy.sort(x, axis=0), [call(x(4, 3)), call(x(3))]),
    Case(
        "lexsort",
        lexsort,
        [
            call([x(6, domain=(0, 2)), x(6, domain=(0, 1))]),
            call([x(3, 4), Given([[1, 0, 1, 0]] * 3, "uint8")], axis=0),
            call([x(5)]),
        ],
        dtypes=("float32", "int64", "uint16", "bfloat16"),
        differentiable=False,
    ),
    Case("partition", partition, [call(x(3, 5), 2), call(x(3, 5), (0, -1), axis=0)]),
    Case(
        "argpartition",
        argpartition,
        [call(x(3, 5), 2), call(x(3, 5), (0, -1), axis=0)],
        differentiable=False,
    ),
    Case(
        "invert_permutation",
        lambda x: numpy.argsort(x),
        [call(Given([2, 0, 3, 1])), call(Given([], "int64"))],
        differentiable=False,
    ),
]
