"""Rows of the functions that move elements."""

from __future__ import annotations

import itertools

import numpy

from ivy_tests.support.rows import Case, Given, call, x


def split(x, sizes, axis=0):
    return numpy.split(x, list(itertools.accumulate(sizes))[:-1], axis=axis)


def pad(x, widths, mode="constant", value=0):
    more = {"constant_values": value} if mode == "constant" else {}
    return numpy.pad(x, widths, mode=mode, **more)


def expand(x, shape):
    new = len(shape) - x.ndim
    kept = [x.shape[i - new] if n == -1 else n for i, n in enumerate(shape)]
    return numpy.broadcast_to(x, kept)


def flatten(x, start_axis=0, end_axis=-1):
    rank = max(x.ndim, 1)
    last = end_axis % rank
    return x.reshape(*x.shape[: start_axis % rank], -1, *x.shape[last + 1 :])


def unflatten(x, shape, axis):
    axis %= x.ndim
    return x.reshape(*x.shape[:axis], *shape, *x.shape[axis + 1 :])


def pad_sequence(arrays, axis=0, value=0):
    longest = max(len(array) for array in arrays)
    filled = []
    for array in arrays:
        full = numpy.full((longest, *array.shape[1:]), value, array.dtype)
        full[: len(array)] = array
        filled.append(full)
    return numpy.stack(filled, axis=axis)


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
            call(x(2, 3), (3, 2), copy=True),
            call(x(2, 3), (6,), copy=False),
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
        [
            call(x(2, 3), 0, 1),
            call(x(2, 3, 4), 0, -1),
            call(x(2, 3, 4), -1, 0),
            call(x(2, 3, 4, 1), (0, -1), (2, 0)),
        ],
    ),
    Case(
        "expand_dims",
        numpy.expand_dims,
        [call(x(2, 3), 0), call(x(2, 3), axis=-1), call(x(), 0), call(x(2, 3), (-1, 0, 2))],
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
        lambda x, axis=0: tuple(numpy.moveaxis(x, axis, 0)),
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
        [
            call(x(2, 3), 2, axis=0),
            call(x(2, 3), 3, axis=-1),
            call(x(2), 0, axis=0),
            call(x(2, 3), 2),
            call(x(2, 3), Given([2, 0, 1], "int64"), axis=1),
            call(x(3), Given([2], "uint8")),
        ],
    ),
    Case(
        "pad",
        pad,
        [
            call(x(2, 3), ((1, 2), (0, 1))),
            call(x(2, 3), ((1, 0), (1, 1)), value=7),
            call(x(3, 4), ((1, 1), (2, 0)), mode="reflect"),
            call(x(2, 3), ((1, 1), (2, 0)), mode="edge"),
            call(x(2, 3), ((1, 2), (3, 0)), mode="symmetric"),
            call(x(2, 3), ((1, 2), (3, 0)), mode="wrap"),
            call(x(2, 3), ((5, 3), (7, 9)), mode="reflect"),
            call(x(2, 3), ((5, 3), (7, 9)), mode="symmetric"),
            call(x(2, 3), ((5, 3), (7, 9)), mode="wrap"),
            call(x(1, 2), ((3, 2), (0, 0)), mode="reflect"),
            call(x(2, 3, 2), ((0, 0), (0, 0), (1, 1))),
            call(x(0, 3), ((1, 1), (0, 0))),
            call(x(2), ((0, 0),)),
        ],
    ),
    Case(
        "flatten",
        flatten,
        [
            call(x(2, 3)),
            call(x()),
            call(x(0, 3)),
            call(x(2, 3, 4), start_axis=1),
            call(x(2, 3, 4), start_axis=-3, end_axis=1),
        ],
    ),
    Case("ravel", numpy.ravel, [call(x(2, 3)), call(x()), call(x(0, 3))]),
    Case("unflatten", unflatten, [call(x(2, 6), (3, 2), axis=1), call(x(6, 2), (-1, 3), axis=-2)]),
    Case("expand", expand, [call(x(3, 1), (2, -1, 4)), call(x(2), (2,)), call(x(), (3,))]),
    Case("atleast_1d", numpy.atleast_1d, [call(x(2)), call(x()), call(x(2, 3))]),
    Case("atleast_2d", numpy.atleast_2d, [call(x(2)), call(x()), call(x(2, 3, 4))]),
    Case("atleast_3d", numpy.atleast_3d, [call(x(2)), call(x()), call(x(2, 3)), call(x(1, 2, 3))]),
    Case("vstack", numpy.vstack, [call([x(3), x(2, 3)]), call([x(), x()])]),
    Case("hstack", numpy.hstack, [call([x(3), x(2)]), call([x(2, 3), x(2, 1)]), call([x(), x()])]),
    Case("dstack", numpy.dstack, [call([x(3), x(3)]), call([x(2, 3), x(2, 3, 2)])]),
    Case("column_stack", numpy.column_stack, [call([x(2), x(2, 3), x(2)])]),
    Case(
        "array_split",
        numpy.array_split,
        [
            call(x(5, 2), 3),
            call(x(2, 5), (1, 3), axis=1),
            call(x(2, 5), (-2,), axis=-1),
            call(x(2), 3),
            call(x(3), (2, 9)),
        ],
    ),
    Case("vsplit", numpy.vsplit, [call(x(4, 2), 2), call(x(4, 2), (1, 2))]),
    Case("hsplit", numpy.hsplit, [call(x(2, 4), 2), call(x(4), (1, 2))]),
    Case("dsplit", numpy.dsplit, [call(x(2, 1, 4), 2)]),
    Case("flipud", numpy.flipud, [call(x(2, 3)), call(x(3))]),
    Case("fliplr", numpy.fliplr, [call(x(2, 3)), call(x(2, 3, 2))]),
    Case(
        "rot90",
        lambda x, k=1, axes=(0, 1): numpy.rot90(x, k, axes),
        [
            call(x(2, 3)),
            call(x(2, 3), k=2),
            call(x(2, 3), k=-1),
            call(x(2, 3, 4), k=3, axes=(2, 1)),
            call(x(2, 3), k=8),
        ],
    ),
    Case(
        "pad_sequence",
        pad_sequence,
        [call([x(3), x(1), x(2)]), call([x(2, 3), x(4, 3)], axis=1, value=7)],
    ),
]
