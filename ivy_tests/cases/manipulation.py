"""Rows of the functions that move elements."""

from __future__ import annotations

import itertools

import numpy

from ivy_tests.support.rows import Case, call, x


def split(x, sizes, axis=0):
    return numpy.split(x, list(itertools.accumulate(sizes))[:-1], axis=axis)


def pad(x, widths, mode="constant", value=0):
    more = {"constant_values": value} if mode == "constant" else {}
    return numpy.pad(x, widths, mode=mode, **more)


CASES = [
    Case(
        "reshape",
        numpy.reshape,
        [
            call(x(2, 3), (3, 2)),
            call(x(2, 3), (-1,)),
            call(x(2, 3), 6),
            call(x(), (1, 1)),
            call(x(1), ()),
            call(x(0, 3), (3, 0)),
            call(x(2, 3), shape=(1, -1, 2)),
        ],
    ),
    Case(
        "permute_dims",
        numpy.transpose,
        [
            call(x(2, 3), (1, 0)),
            call(x(2, 3, 4), (2, 0, 1)),
            call(x(2, 3, 4), (-1, 0, 1)),
            call(x(), ()),
            call(x(0, 3), (1, 0)),
        ],
    ),
    Case(
        "swapaxes",
        numpy.swapaxes,
        [call(x(2, 3), 0, 1), call(x(2, 3, 4), 0, -1), call(x(2, 3, 4), 1, 1)],
    ),
    Case(
        "moveaxis",
        numpy.moveaxis,
        [call(x(2, 3), 0, 1), call(x(2, 3, 4), 0, -1), call(x(2, 3, 4), -1, 0)],
    ),
    Case(
        "expand_dims",
        lambda x, axis=0: numpy.expand_dims(x, axis),
        [call(x(2, 3)), call(x(2, 3), axis=1), call(x(2, 3), axis=-1), call(x())],
    ),
    Case(
        "squeeze",
        numpy.squeeze,
        [
            call(x(2, 1), 1),
            call(x(1, 2, 1), (0, 2)),
            call(x(1, 2, 1), -1),
            call(x(1, 2, 1), (-1, 0)),
            call(x(2), ()),
            call(x(0, 1), 1),
        ],
    ),
    Case(
        "broadcast_to",
        numpy.broadcast_to,
        [
            call(x(3), (2, 3)),
            call(x(2, 1), (2, 3)),
            call(x(), (2, 2)),
            call(x(1), (0,)),
            call(x(2), (2,)),
        ],
    ),
    Case(
        "concat",
        numpy.concatenate,
        [
            call([x(2, 3), x(1, 3)]),
            call([x(2, 3), x(2, 1), x(2, 2)], axis=1),
            call([x(2, 3), x(2, 1)], axis=-1),
            call([x(2, 3), x(2)], axis=None),
            call([x(0, 3), x(2, 3)]),
            call([x(2)]),
        ],
    ),
    Case(
        "stack",
        numpy.stack,
        [
            call([x(2, 3), x(2, 3)]),
            call([x(2, 3), x(2, 3)], axis=1),
            call([x(2, 3), x(2, 3)], axis=-1),
            call([x(), x()]),
            call([x(0, 2)]),
        ],
    ),
    Case(
        "unstack",
        lambda x, axis=0: list(numpy.moveaxis(x, axis, 0)),
        [call(x(2, 3)), call(x(2, 3), axis=1), call(x(2, 3, 4), axis=-1), call(x(3))],
    ),
    Case(
        "split",
        split,
        [
            call(x(5, 2), (2, 3)),
            call(x(2, 5), (1, 1, 3), axis=1),
            call(x(2, 5), (5,), axis=-1),
            call(x(3), (0, 3)),
        ],
    ),
    Case(
        "flip",
        numpy.flip,
        [
            call(x(2, 3)),
            call(x(2, 3), axis=0),
            call(x(2, 3, 4), axis=(0, -1)),
            call(x()),
            call(x(0, 3)),
        ],
    ),
    Case(
        "roll",
        numpy.roll,
        [
            call(x(2, 3), 1),
            call(x(2, 3), -1, axis=1),
            call(x(2, 3), (1, 2), axis=(0, -1)),
            call(x(5), 7),
            call(x(0, 3), 1),
        ],
    ),
    Case(
        "tile",
        numpy.tile,
        [
            call(x(2, 3), (2, 1)),
            call(x(3), (2, 2)),
            call(x(2, 3), (2,)),
            call(x(2), (0,)),
            call(x(), (3,)),
        ],
    ),
    Case(
        "repeat",
        numpy.repeat,
        [call(x(2, 3), 2, axis=0), call(x(2, 3), 3, axis=-1), call(x(2), 0, axis=0)],
    ),
    Case(
        "pad",
        pad,
        [
            call(x(2, 3), ((1, 2), (0, 1))),
            call(x(2, 3), ((1, 0), (1, 1)), value=7),
            call(x(3, 4), ((1, 1), (2, 0)), mode="reflect"),
            call(x(2, 3), ((1, 1), (2, 0)), mode="edge"),
            call(x(2, 3, 2), ((0, 0), (0, 0), (1, 1))),
            call(x(0, 3), ((1, 1), (0, 0))),
            call(x(2), ((0, 0),)),
        ],
    ),
    Case("flatten", numpy.ravel, [call(x(2, 3)), call(x()), call(x(0, 3))]),
]
