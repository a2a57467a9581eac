"""Rows of pooling. The oracles go over the windows in loops."""

from __future__ import annotations

import numpy

from ivy_tests.cases.convolution import (
    _COMPOSED,
    _ZERO,
    _back,
    _each,
    _first,
    _inner,
    _padded,
    _pairs,
    _positions,
    _result,
)
from ivy_tests.support.rows import INF, NAN, Case, Given, call, x


def _pooled(x, reduce, window, strides=None, padding=0, dilation=1, value=0.0):
    count = x.ndim - 2
    window, dilation, widths = _each(window, count), _each(dilation, count), _pairs(padding, count)
    strides = window if strides is None else _each(strides, count)
    places, lengths = _result(x, window, strides, widths, dilation)
    image = _padded(x.astype(float), widths, value)
    out = numpy.zeros((*x.shape[:2], *lengths))
    for place, under in places:
        out[(..., *place)] = reduce(image[(..., *under)].reshape(*x.shape[:2], -1))
    return out


def max_pool(x, window, data_format="", **options):
    last = data_format == "channels_last"
    pooled = _pooled(_first(x, last), lambda w: w.max(axis=-1), window, value=-INF, **options)
    return _back(pooled, last)


def max_pool_indices(x, window, **options):
    flat = numpy.arange(numpy.prod(x.shape[2:])).reshape(x.shape[2:]) + 0 * x
    out = _pooled(x, lambda w: w.argmax(axis=-1), window, **options)
    # Of windows that do not overlap, the elements are those of their places.
    tiles = numpy.stack([_pooled(flat, lambda w, k=k: w[..., k], window) for k in range(4)], -1)
    return numpy.take_along_axis(tiles, out.astype(int)[..., None], -1)[..., 0].astype(int)


def avg_pool(x, window, count_include_pad=True, divisor_override=None, **options):
    inside = numpy.ones_like(x, dtype=float)
    sums = _pooled(x, lambda w: w.sum(axis=-1), window, **options)
    if divisor_override is not None:
        return sums / divisor_override
    size = numpy.prod(_each(window, x.ndim - 2))
    counts = size if count_include_pad else _pooled(inside, lambda w: w.sum(-1), window, **options)
    return sums / counts


def lp_pool(x, window, ord=2.0):
    return _pooled(x**ord, lambda w: w.sum(axis=-1), window) ** (1 / ord)


def adaptive(reduce):
    def pool(x, output_size):
        lengths = x.shape[2:]
        wanted = _each(output_size, len(lengths))
        out = numpy.zeros((*x.shape[:2], *wanted))
        for place in numpy.ndindex(*wanted):
            ends = zip(place, lengths, wanted, strict=True)
            part = [slice(k * n // m, -(-(k + 1) * n // m)) for k, n, m in ends]
            out[(..., *place)] = reduce(x[(..., *part)].reshape(*x.shape[:2], -1), axis=-1)
        return out

    return pool


def max_unpool(x, indices, window):
    lengths = [n * k for n, k in zip(x.shape[2:], _each(window, x.ndim - 2), strict=True)]
    out = numpy.zeros((*x.shape[:2], numpy.prod(lengths)), x.dtype)
    rows = indices.reshape(*x.shape[:2], -1)
    numpy.put_along_axis(out, rows, x.reshape(rows.shape), axis=-1)
    return out.reshape(*x.shape[:2], *lengths)


def unfold(x, window, strides=1, padding=0, dilation=1):
    count = x.ndim - 2
    window, strides = _each(window, count), _each(strides, count)
    widths = _pairs(padding, count)
    places, _ = _result(x, window, strides, widths, _each(dilation, count))
    image = numpy.pad(x, ((0, 0), (0, 0), *widths))
    return numpy.stack([image[(..., *under)].reshape(len(x), -1) for _, under in places], axis=-1)


def fold(x, output_size, window, strides=1, padding=0):
    count = len(output_size)
    window, widths = _each(window, count), _pairs(padding, count)
    channels = x.shape[1] // numpy.prod(window)
    shape = (len(x), channels, *output_size)
    image = numpy.pad(numpy.zeros(shape, x.dtype), ((0, 0), (0, 0), *widths))
    places = _positions(shape, window, _each(strides, count), widths, (1,) * count)
    for k, (_, under) in enumerate(places):
        image[(..., *under)] += x[..., k].reshape(len(x), channels, *window)
    return _inner(image, shape, widths)


def _winners(x, window, strides, padding):
    """Yield each place of the result with the position of the winner in the padded image."""
    image = _padded(x.astype(float), padding, -INF)
    for (i, j), (rows, columns) in _positions(x.shape, window, strides, padding, (1, 1)):
        for n, c in numpy.ndindex(x.shape[:2]):
            best = numpy.argmax(image[n, c, rows, columns])
            row, column = divmod(int(best), window[1])
            yield (n, c, i, j), (n, c, rows.start + row, columns.start + column)


def max_pool2d_gradient(g, x, window, strides, padding):
    out = _padded(numpy.zeros(x.shape), padding)
    for place, winner in _winners(x, window, strides, padding):
        out[winner] += g[place]
    return _inner(out, x.shape, padding)


def max_pool2d_selected(h, x, window, strides, padding):
    image = _padded(h.astype(float), padding)
    pooled = max_pool(x, window, strides=strides, padding=padding)
    out = numpy.zeros(pooled.shape)
    for place, winner in _winners(x, window, strides, padding):
        out[place] = image[winner]
    return out


_SINGLE = {"dtypes": ("float32",)}
_LAST = {"data_format": "channels_last"}
_POOL = {"window": (2, 2), "strides": (2, 2), "padding": _ZERO}
_OVERLAP = {"window": (3, 2), "strides": (2, 1), "padding": ((1, 1), (0, 1))}
# Every window holds its largest element twice.
_TIES = Given([[[[1.0, 2.0, 2.0, 0.0], [2.0, 1.0, 0.0, 2.0]]]])
# NaN is larger than everything, wherever it stands in a window.
_NANS = Given([[[[NAN, 1.0, 2.0, NAN], [0.0, NAN, INF, 3.0], [1.0, 2.0, -INF, -INF]]]])

CASES = [
    Case(
        "max_pool2d_explicit",
        max_pool,
        [
            call(x(2, 3, 4, 6), window=(2, 2), strides=(2, 2)),
            call(x(1, 2, 5, 5), window=(2, 2), strides=(2, 2)),
            call(x(1, 2, 5, 4), **_OVERLAP),
            # What is added around the image never wins, not even over negative elements.
            call(
                x(1, 1, 2, 2, domain=(-3, -1)), window=(2, 2), strides=(1, 1), padding=((1, 1),) * 2
            ),
        ],
        special=[
            call(_TIES, window=(2, 2), strides=(1, 1)),
            call(_NANS, window=(2, 2), strides=(1, 2), padding=((1, 0), (0, 0))),
        ],
    ),
    Case(
        "max_pool2d_gradient",
        max_pool2d_gradient,
        [
            call(x(2, 3, 2, 3), x(2, 3, 4, 6, distinct=True), **_POOL),
            call(x(1, 2, 3, 4), x(1, 2, 5, 4, distinct=True), **_OVERLAP),
        ],
        special=[call(Given([[[[1.0, 2.0, 4.0]]]]), _TIES, **{**_POOL, "strides": (1, 1)})],
    ),
    Case(
        "max_pool2d_selected",
        max_pool2d_selected,
        [
            call(x(2, 3, 4, 6), x(2, 3, 4, 6, distinct=True), **_POOL),
            call(x(1, 2, 5, 4), x(1, 2, 5, 4, distinct=True), **_OVERLAP),
        ],
        special=[
            call(Given([[[[1.0, 2, 3, 4], [5, 6, 7, 8]]]]), _TIES, **{**_POOL, "strides": (1, 1)})
        ],
    ),
    Case(
        "max_pool1d",
        max_pool,
        [
            call(x(1, 2, 6, distinct=True), window=2, strides=1, padding=1, dilation=2),
            call(x(1, 6, 2, distinct=True), window=2, **_LAST),
        ],
        **_SINGLE,
    ),
    Case(
        "max_pool2d",
        max_pool,
        [
            call(x(1, 2, 4, 5, distinct=True), window=2, strides=1, padding=1, dilation=2),
            call(x(1, 4, 5, 2, distinct=True), window=2, **_LAST),
        ],
        **_SINGLE,
    ),
    Case(
        "max_pool3d",
        max_pool,
        [
            call(x(1, 2, 4, 2, 3, distinct=True), window=2, strides=1, padding=1, dilation=2),
            call(x(1, 4, 2, 3, 2, distinct=True), window=2, **_LAST),
        ],
        **_SINGLE,
    ),
    Case(
        "max_pool_indices",
        max_pool_indices,
        [
            call(x(1, 2, 4, 6, distinct=True), window=2),
        ],
        **_SINGLE,
        differentiable=False,
    ),
    Case(
        "avg_pool1d",
        avg_pool,
        [
            call(x(1, 2, 6), window=2, strides=1, padding=1, count_include_pad=False),
        ],
        **_COMPOSED,
    ),
    Case(
        "avg_pool2d",
        avg_pool,
        [
            call(x(1, 2, 4, 5), window=2, strides=1, padding=1, count_include_pad=False),
            call(x(1, 2, 4, 4), window=2, divisor_override=3),
        ],
        **_COMPOSED,
    ),
    Case(
        "avg_pool3d",
        avg_pool,
        [
            call(x(1, 2, 4, 2, 3), window=2, strides=1, padding=1, count_include_pad=False),
        ],
        **_COMPOSED,
    ),
    Case(
        "lp_pool1d",
        lp_pool,
        [
            call(x(1, 2, 6, domain=(0.5, 3)), window=2, ord=3.0),
        ],
        **_COMPOSED,
    ),
    Case(
        "lp_pool2d",
        lp_pool,
        [
            call(x(1, 2, 4, 5, domain=(0.5, 3)), window=2, ord=3.0),
        ],
        **_COMPOSED,
    ),
    Case(
        "lp_pool3d",
        lp_pool,
        [
            call(x(1, 2, 4, 2, 3, domain=(0.5, 3)), window=2, ord=3.0),
        ],
        **_COMPOSED,
    ),
    Case(
        "adaptive_avg_pool1d",
        adaptive(numpy.mean),
        [
            call(x(1, 2, 6), 4),
        ],
        **_COMPOSED,
    ),
    Case(
        "adaptive_avg_pool2d",
        adaptive(numpy.mean),
        [
            call(x(1, 2, 4, 5), (3, 5)),
        ],
        **_COMPOSED,
    ),
    Case(
        "adaptive_avg_pool3d",
        adaptive(numpy.mean),
        [
            call(x(1, 2, 4, 2, 3), (2, 2, 2)),
        ],
        **_COMPOSED,
    ),
    Case(
        "adaptive_max_pool1d",
        adaptive(numpy.max),
        [
            call(x(1, 2, 6, distinct=True), 4),
        ],
        **_SINGLE,
    ),
    Case(
        "adaptive_max_pool2d",
        adaptive(numpy.max),
        [
            call(x(1, 2, 4, 5, distinct=True), (3, 5)),
        ],
        **_SINGLE,
    ),
    Case(
        "adaptive_max_pool3d",
        adaptive(numpy.max),
        [
            call(x(1, 2, 4, 2, 3, distinct=True), (2, 2, 2)),
        ],
        **_SINGLE,
    ),
    Case(
        "max_unpool1d",
        max_unpool,
        [
            call(x(1, 1, 3), Given([[[1, 2, 5]]], "int64"), window=2),
        ],
        **_SINGLE,
    ),
    Case(
        "max_unpool2d",
        max_unpool,
        [
            call(x(1, 1, 2, 2), Given([[[[1, 2], [9, 14]]]], "int64"), window=2),
        ],
        **_SINGLE,
    ),
    Case(
        "max_unpool3d",
        max_unpool,
        [
            call(x(1, 1, 1, 1, 2), Given([[[[[7, 8]]]]], "int64"), window=2),
        ],
        **_SINGLE,
    ),
    Case(
        "unfold",
        unfold,
        [
            call(x(1, 2, 4, 5), window=(2, 3), strides=(2, 1), padding=1),
            call(x(1, 2, 5), window=2, dilation=2),
        ],
        **_SINGLE,
    ),
    Case(
        "fold",
        fold,
        [
            call(x(1, 12, 15), (4, 5), window=(2, 3), strides=(2, 1), padding=1),
            call(x(1, 2, 3), (4,), window=2),
        ],
        **_COMPOSED,
    ),
]
