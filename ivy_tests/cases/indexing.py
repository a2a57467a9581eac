"""Rows of reading and writing parts of arrays; the many kinds of keys are in test_indexing.py."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import INF, NAN, Case, Given, call, classes, index, mask, x


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


def take(x, indices, axis=None):
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


def written(x, places, updates, reduction):
    """Write one element after the other."""
    out = x.copy()
    counts = numpy.ones(x.shape, x.dtype)
    combine = {
        "replace": lambda old, new: new,
        "sum": numpy.add,
        "mean": numpy.add,
        "prod": numpy.multiply,
        "min": numpy.minimum,
        "max": numpy.maximum,
    }[reduction]
    for place, new in zip(places, updates, strict=True):
        out[place] = combine(out[place], new)
        counts[place] += 1
    return out / counts if reduction == "mean" else out


def scatter(x, indices, updates, axis=-1, reduction="replace"):
    shape = list(numpy.broadcast_shapes(x.shape[:axis], indices.shape[:axis]))
    shape.append(indices.shape[axis])
    if axis != -1:
        shape += x.shape[axis + 1 :]
    indices = numpy.broadcast_to(indices, shape)
    updates = numpy.broadcast_to(updates, shape)
    places = []
    for at in numpy.ndindex(*shape):
        place = list(at)
        place[axis] = indices[at]
        places.append(tuple(place))
    return written(x, places, [updates[at] for at in numpy.ndindex(*shape)], reduction)


def scatter_nd(x, indices, updates, reduction="replace"):
    leading, k = indices.shape[:-1], indices.shape[-1]
    updates = numpy.broadcast_to(updates, (*leading, *x.shape[k:]))
    places = [tuple(indices[at]) for at in numpy.ndindex(*leading)]
    return written(x, places, [updates[at] for at in numpy.ndindex(*leading)], reduction)


def put_along_axis(x, indices, values, axis=-1):
    out = x.copy()
    numpy.put_along_axis(out, indices, values, axis)
    return out


def gather_nd(x, indices, batch_dims=0):
    leading, k = indices.shape[:-1], indices.shape[-1]
    out = numpy.empty((*leading, *x.shape[batch_dims + k :]), x.dtype)
    for at in numpy.ndindex(*leading):
        out[at] = x[(*at[:batch_dims], *indices[at])]
    return out


def segments(reduce, empty):
    def of(x, segment_ids, num_segments):
        parts = [x[segment_ids == i] for i in range(num_segments)]
        found = [reduce(p, axis=0) if len(p) else empty(p) for p in parts]
        return numpy.stack(found) if found else numpy.empty((0, *x.shape[1:]), x.dtype)

    return of


def always(value):
    return lambda part: numpy.full(part.shape[1:], value, part.dtype)


def fill_diagonal(x, value, wrap=False):
    out = x.copy()
    numpy.fill_diagonal(out, value, wrap)
    return out


def as_strided(x, shape, strides, offset=0):
    flat = numpy.ascontiguousarray(x).reshape(-1)[offset:]
    steps = [s * flat.itemsize for s in strides]
    return numpy.lib.stride_tricks.as_strided(flat, shape, steps)


_SEGMENTS = (
    call(x(5), Given([0, 2, 0, 3, 2], "int64"), num_segments=4),
    call(x(4, 3), classes(3, shape=(4,)), num_segments=3),
    call(x(2, 3), Given([1, 0], "uint8"), num_segments=2),
    call(x(0, 2), Given([], "int64"), num_segments=0),
)
# Without segments that are empty, or int64's limits where a smaller dtype is expected.
_FULL_SEGMENTS = (
    call(x(5), Given([0, 2, 0, 1, 2], "int64"), num_segments=3),
    call(x(4, 3), Given([1, 0, 1, 1], "int32"), num_segments=2),
)
_NAN_SEGMENTS = call(
    Given([1.0, NAN, INF, INF, -INF, 2.0]), Given([0, 0, 1, 1, 2, 4], "int64"), num_segments=5
)
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
            call(x(4), Given([3, 1], "uint64")),
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
            call(Given([1, 0], "int64"), 2, dtype="bool"),
            call(Given([1, 65535], "uint16"), 2, dtype="complex64"),
            call(Given([1, 2**32 - 1], "uint32"), 2),
            call(Given([1, 2**64 - 1], "uint64"), 2),
            call(Given([1, -128], "int8"), 200),
            call(Given([1, 0], "int64"), 0),
            call(classes(4, shape=(0, 2)), 4),
        ],
        differentiable=False,
    ),
    Case(
        "put_along_axis",
        put_along_axis,
        [
            call(x(4, 3), Given([[0, 2], [1, 0], [-1, 1], [2, 0]], "int64"), x(4, 2)),
            call(x(4, 3), Given([[0], [1], [2], [0]], "uint8"), 7),
            call(x(4, 3), Given([[3, 0, -2]], "int64"), x(1, 3), axis=0),
        ],
    ),
    Case(
        "scatter",
        scatter,
        [
            call(x(4, 3), Given([[0, 2], [1, 0], [-1, 1], [2, 0]], "int64"), x(4, 2)),
            *(
                call(x(4, 3), index(3, shape=(4, 5)), x(4, 5), reduction=how)
                for how in ("sum", "prod", "min", "max", "mean")
            ),
            call(x(4, 3), index(4, shape=(6, 3)), x(3), axis=0, reduction="max"),
            call(x(3), _REPEATED, 2, reduction="prod"),
        ],
    ),
    Case(
        "scatter_nd",
        scatter_nd,
        [
            call(x(4, 3), Given([[0, 1], [-1, 2]], "int64"), x(2)),
            call(x(4, 3), Given([[0], [2], [0]], "int64"), x(3, 3), reduction="sum"),
            call(x(4, 3), Given([[0], [2], [0]], "int32"), x(3), reduction="min"),
            call(x(4, 3), Given([[[0, 1], [2, 2]]], "int64"), 3, reduction="prod"),
        ],
    ),
    Case(
        "gather_nd",
        gather_nd,
        [
            call(x(4, 3), Given([[0, 1], [-1, 2]], "int64")),
            call(x(4, 3), index(4, shape=(2, 2, 1))),
            call(x(2, 4, 3), index(4, shape=(2, 5, 1)), batch_dims=1),
            call(x(2, 3), Given(numpy.zeros((2, 0)), "int64")),
        ],
    ),
    Case("segment_sum", segments(numpy.sum, always(0)), _SEGMENTS),
    Case("segment_mean", segments(numpy.mean, always(0)), _SEGMENTS[:3]),
    Case("segment_prod", segments(numpy.prod, always(1)), _SEGMENTS[:3]),
    Case("segment_min", segments(numpy.min, always(INF)), _FULL_SEGMENTS, special=[_NAN_SEGMENTS]),
    Case("segment_max", segments(numpy.max, always(-INF)), _FULL_SEGMENTS, special=[_NAN_SEGMENTS]),
    Case(
        "fill_diagonal",
        fill_diagonal,
        [
            call(x(3, 4), 2),
            call(x(4, 2), x(2)),
            call(x(7, 2), 1, wrap=True),
            call(x(3, 3, 3), x(3)),
        ],
    ),
    Case(
        "as_strided",
        as_strided,
        [
            call(x(5), (3, 3), (1, 1)),
            call(x(2, 6), (2, 2, 3), (6, 0, 2), offset=1),
            call(x(4), (), (), offset=2),
        ],
    ),
    Case(
        "choose",
        numpy.choose,
        [
            call(classes(3, shape=(4,)), [x(4), x(4), x(4)]),
            call(classes(2, shape=(2, 1)), [x(3), x(2, 3)]),
        ],
    ),
    Case(
        "trim_zeros",
        lambda x, trim="fb": numpy.trim_zeros(x, trim),
        [
            call(Given([0, 0, 1, 0, 2, 0])),
            call(Given([0, 0, 1, 0, 2, 0]), trim="f"),
            call(Given([0, 0, 1, 0, 2, 0]), trim="b"),
            call(Given([0, 0])),
        ],
        differentiable=False,
    ),
]
