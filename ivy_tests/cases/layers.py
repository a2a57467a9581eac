"""Rows of the functions behind layers. The oracles are sums over windows, written as loops."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import INF, NAN, Case, Given, call, x

_ZERO = ((0, 0), (0, 0))
_ZEROS = ((0, 0), (0, 0), (0, 0))
_ONES = (1, 1, 1)


def linear(x, weight, bias=None):
    out = x @ weight.T
    return out if bias is None else out + bias


def _positions(shape, size, strides, padding, dilation):
    """Yield each place of the result, with the slices of the padded image under its window."""
    spans = [(n - 1) * d + 1 for n, d in zip(size, dilation, strict=True)]
    ends = [n + sum(pair) for n, pair in zip(shape[2:], padding, strict=True)]
    starts = [range(0, e - s + 1, k) for e, s, k in zip(ends, spans, strides, strict=True)]
    for place in numpy.ndindex(*map(len, starts)):
        firsts = [r[i] for r, i in zip(starts, place, strict=True)]
        yield (
            place,
            tuple(slice(f, f + s, d) for f, s, d in zip(firsts, spans, dilation, strict=True)),
        )


def _padded(x, padding, value=0.0):
    return numpy.pad(x, ((0, 0), (0, 0), *padding), constant_values=value)


def _result(x, size, strides, padding, dilation):
    places = list(_positions(x.shape, size, strides, padding, dilation))
    return places, tuple(i + 1 for i in places[-1][0])


def _summed(part, filters):
    axes = list(range(1, part.ndim))
    return numpy.tensordot(part, filters, axes=(axes, axes))


def _conv(x, weight, bias, strides, padding, dilation, groups):
    places, lengths = _result(x, weight.shape[2:], strides, padding, dilation)
    image = _padded(x.astype(float), padding)
    filters = numpy.split(weight, groups)
    out = numpy.zeros((len(x), len(weight), *lengths))
    for place, under in places:
        parts = numpy.split(image[(..., *under)], groups, axis=1)
        values = [_summed(p, f) for p, f in zip(parts, filters, strict=True)]
        out[(..., *place)] = numpy.concatenate(values, axis=1)
    return out if bias is None else out + bias.reshape(-1, *[1] * len(lengths))


def _each(value, count):
    return (value,) * count if isinstance(value, int) else tuple(value)


def _pairs(padding, count):
    widths = (padding,) if count == 1 and isinstance(padding, tuple) else _each(padding, count)
    return tuple((w, w) if isinstance(w, int) else w for w in widths)


def _first(x, last):
    return numpy.moveaxis(x, -1, 1) if last else x


def _back(x, last):
    return numpy.moveaxis(x, 1, -1) if last else x


def conv(
    x, weight, bias=None, strides=1, padding=0, dilation=1, groups=1, data_format="", last=False
):
    last = last or data_format == "channels_last"
    count = x.ndim - 2
    options = (_each(strides, count), _pairs(padding, count), _each(dilation, count), groups)
    return _back(_conv(_first(x, last), weight, bias, *options), last)


def explicit(*args, channels_last=False, padding=None, strides=None, dilation=None, groups=1):
    given = {"strides": strides, "padding": padding, "dilation": dilation}
    given = {n: v for n, v in given.items() if v is not None}
    if args[0].ndim == 3 and padding is not None:
        given["padding"] = padding[0]
    return conv(*args, last=channels_last, groups=groups, **given)


def conv_transpose(x, weight, bias=None, strides=1, padding=0, output_padding=0, groups=1):
    count = x.ndim - 2
    strides, extra = _each(strides, count), _each(output_padding, count)
    widths = _pairs(padding, count)
    ends = zip(x.shape[2:], weight.shape[2:], strides, widths, extra, strict=True)
    lengths = [(n - 1) * s + k - sum(pair) + e for n, k, s, pair, e in ends]
    out = input_gradient(
        *(x, weight),
        shape=(len(x), weight.shape[1] * groups, *lengths),
        strides=strides,
        padding=widths,
        dilation=(1,) * count,
        groups=groups,
    )
    return out if bias is None else out + bias.reshape(-1, *[1] * count)


def input_gradient(g, weight, *, shape, strides, padding, dilation, groups):
    out = _padded(numpy.zeros(shape), padding)
    filters = numpy.split(weight, groups)
    for place, under in _positions(shape, weight.shape[2:], strides, padding, dilation):
        parts = numpy.split(g[(..., *place)], groups, axis=1)
        values = [numpy.tensordot(p, f, axes=1) for p, f in zip(parts, filters, strict=True)]
        out[(..., *under)] += numpy.concatenate(values, axis=1)
    return _inner(out, shape, padding)


def weight_gradient(g, x, *, shape, strides, padding, dilation, groups):
    image = _padded(x.astype(float), padding)
    out = numpy.zeros(shape)
    for place, under in _positions(x.shape, shape[2:], strides, padding, dilation):
        parts = numpy.split(image[(..., *under)], groups, axis=1)
        ends = numpy.split(g[(..., *place)], groups, axis=1)
        values = [numpy.tensordot(e.T, p, axes=1) for p, e in zip(parts, ends, strict=True)]
        out += numpy.concatenate(values)
    return out


def _inner(x, shape, padding):
    inside = [slice(a, a + n) for (a, _), n in zip(padding, shape[2:], strict=True)]
    return x[(slice(None), slice(None), *inside)]


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


def pixel_shuffle(x, factor):
    *rest, c, h, w = x.shape
    out = numpy.zeros((*rest, c // factor**2, h * factor, w * factor), x.dtype)
    for i, j in numpy.ndindex(factor, factor):
        out[..., i::factor, j::factor] = x[..., i * factor + j :: factor**2, :, :]
    return out


def pixel_unshuffle(x, factor):
    *rest, c, h, w = x.shape
    out = numpy.zeros((*rest, c * factor**2, h // factor, w // factor), x.dtype)
    for i, j in numpy.ndindex(factor, factor):
        out[..., i * factor + j :: factor**2, :, :] = x[..., i::factor, j::factor]
    return out


def channel_shuffle(x, groups):
    order = numpy.arange(x.shape[1]).reshape(groups, -1).T.reshape(-1)
    return x[:, order]


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


_TERMS = {"loosen": 4, "reason": "rounding grows with the number of terms"}
_PLAIN = {"strides": (1, 1), "padding": _ZERO, "dilation": (1, 1), "groups": 1}
_WIDE = {"strides": (2, 1), "padding": ((1, 0), (2, 1)), "dilation": (1, 2), "groups": 2}
_COMPOSED = {**_TERMS, "dtypes": ("float32",)}
_SINGLE = {"dtypes": ("float32",)}
_LAST = {"data_format": "channels_last"}
_POOL = {"window": (2, 2), "strides": (2, 2), "padding": _ZERO}
_OVERLAP = {"window": (3, 2), "strides": (2, 1), "padding": ((1, 1), (0, 1))}
# Every window holds its largest element twice.
_TIES = Given([[[[1.0, 2.0, 2.0, 0.0], [2.0, 1.0, 0.0, 2.0]]]])
# NaN is larger than everything, wherever it stands in a window.
_NANS = Given([[[[NAN, 1.0, 2.0, NAN], [0.0, NAN, INF, 3.0], [1.0, 2.0, -INF, -INF]]]])
_PLAIN3 = {"strides": _ONES, "padding": _ZEROS, "dilation": _ONES, "groups": 1}
_WIDE3 = {
    "strides": (2, 1, 1),
    "padding": ((1, 0), (0, 0), (2, 1)),
    "dilation": (1, 1, 2),
    "groups": 2,
}

CASES = [
    Case(
        "linear",
        linear,
        [
            call(x(2, 3), x(4, 3), x(4)),
            call(x(2, 3), x(4, 3)),
            call(x(3), x(4, 3), x(4)),
            call(x(2, 2, 3), x(4, 3), x(4)),
            call(x(0, 3), x(4, 3), x(4)),
        ],
        **_TERMS,
    ),
    Case(
        "conv2d_explicit",
        explicit,
        [
            call(x(2, 2, 5, 4), x(3, 2, 2, 3), x(3)),
            call(x(2, 2, 5, 4), x(3, 2, 2, 3)),
            call(x(1, 4, 6, 7), x(6, 2, 3, 2), x(6), **_WIDE),
            call(x(1, 3, 4, 4), x(3, 1, 2, 2), None, groups=3),
            call(x(1, 1, 4, 4), x(2, 1, 1, 1), x(2), strides=(3, 2)),
            call(x(1, 4, 3, 2), x(3, 2, 2, 2), x(3), channels_last=True),
        ],
        **_TERMS,
    ),
    Case(
        "conv2d_input_gradient",
        input_gradient,
        [
            call(x(2, 3, 4, 2), x(3, 2, 2, 3), shape=(2, 2, 5, 4), **_PLAIN),
            call(x(1, 6, 3, 8), x(6, 2, 3, 2), shape=(1, 4, 6, 7), **_WIDE),
            # The last row and column of the image are under no window.
            call(
                x(1, 2, 2, 2),
                x(2, 1, 2, 2),
                shape=(1, 1, 5, 5),
                **{**_PLAIN, "strides": (2, 2)},
            ),
        ],
        **_TERMS,
    ),
    Case(
        "conv2d_weight_gradient",
        weight_gradient,
        [
            call(x(2, 3, 4, 2), x(2, 2, 5, 4), shape=(3, 2, 2, 3), **_PLAIN),
            call(x(1, 6, 3, 8), x(1, 4, 6, 7), shape=(6, 2, 3, 2), **_WIDE),
            call(
                x(1, 2, 2, 2),
                x(1, 1, 5, 5),
                shape=(2, 1, 2, 2),
                **{**_PLAIN, "strides": (2, 2)},
            ),
        ],
        loosen=8,
        reason="rounding grows with the number of terms",
    ),
    Case(
        "conv1d_explicit",
        explicit,
        [
            call(x(2, 2, 5), x(3, 2, 2), x(3)),
            call(
                *(x(1, 4, 6), x(6, 2, 2)),
                strides=(2,),
                padding=((2, 1),),
                dilation=(2,),
                groups=2,
            ),
            call(x(1, 4, 2), x(3, 2, 2), x(3), channels_last=True),
        ],
        **_TERMS,
    ),
    Case(
        "conv3d_explicit",
        explicit,
        [
            call(x(2, 2, 3, 4, 3), x(3, 2, 2, 1, 2), x(3)),
            call(x(1, 4, 4, 3, 4), x(6, 2, 2, 2, 2), x(6), **_WIDE3),
            call(x(1, 2, 3, 2, 2), x(3, 2, 2, 1, 2), x(3), channels_last=True),
        ],
        **_TERMS,
    ),
    Case(
        "conv1d",
        conv,
        [
            call(x(2, 2, 5), x(3, 2, 2), x(3), strides=2),
            call(x(1, 2, 6), x(1, 2, 2), padding=(2, 1)),
        ],
        **_COMPOSED,
    ),
    Case(
        "conv2d",
        conv,
        [
            call(x(1, 2, 5, 4), x(4, 1, 2, 3), x(4), strides=(2, 1), padding=1, groups=2),
            call(x(1, 3, 4, 2), x(3, 2, 2, 2), padding=((1, 0), (0, 1)), **_LAST),
        ],
        **_COMPOSED,
    ),
    Case("conv3d", conv, [call(x(1, 2, 2, 4, 3), x(3, 2, 2, 1, 2), x(3), padding=1)], **_COMPOSED),
    Case(
        "conv1d_transpose",
        conv_transpose,
        [call(x(2, 4, 3), x(4, 2, 2), x(4), strides=2, padding=1, output_padding=1, groups=2)],
        **_COMPOSED,
    ),
    Case(
        "conv2d_transpose",
        conv_transpose,
        [call(x(1, 2, 3, 2), x(2, 3, 2, 3), x(3), strides=(1, 2), padding=((0, 1), (1, 1)))],
        **_COMPOSED,
    ),
    Case(
        "conv3d_transpose",
        conv_transpose,
        [call(x(1, 2, 2, 2, 2), x(2, 1, 2, 1, 2), strides=2)],
        **_COMPOSED,
    ),
    Case(
        "conv3d_input_gradient",
        input_gradient,
        [
            call(x(1, 3, 2, 4, 2), x(3, 2, 2, 1, 2), shape=(1, 2, 3, 4, 3), **_PLAIN3),
            call(x(1, 6, 2, 2, 5), x(6, 2, 2, 2, 2), shape=(1, 4, 4, 3, 4), **_WIDE3),
        ],
        **_TERMS,
    ),
    Case(
        "conv3d_weight_gradient",
        weight_gradient,
        [
            call(x(1, 3, 2, 4, 2), x(1, 2, 3, 4, 3), shape=(3, 2, 2, 1, 2), **_PLAIN3),
            call(x(1, 6, 2, 2, 5), x(1, 4, 4, 3, 4), shape=(6, 2, 2, 2, 2), **_WIDE3),
        ],
        loosen=8,
        reason="rounding grows with the number of terms",
    ),
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
    Case(
        "pixel_shuffle",
        pixel_shuffle,
        [
            call(x(2, 8, 2, 3), 2),
            call(x(4, 1, 2), 2),
        ],
        **_SINGLE,
    ),
    Case(
        "pixel_unshuffle",
        pixel_unshuffle,
        [
            call(x(2, 3, 4, 6), 2),
        ],
        **_SINGLE,
    ),
    Case(
        "channel_shuffle",
        channel_shuffle,
        [
            call(x(2, 6, 3), 2),
        ],
        **_SINGLE,
    ),
]
