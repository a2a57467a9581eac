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


def conv1d(x, weight, bias=None, strides=1, padding=(0, 0), dilation=1, groups=1):
    return _conv(x, weight, bias, (strides,), (padding,), (dilation,), groups)


def conv2d(x, weight, bias=None, strides=(1, 1), padding=_ZERO, dilation=(1, 1), groups=1):
    return _conv(x, weight, bias, strides, padding, dilation, groups)


def conv3d(x, weight, bias=None, strides=_ONES, padding=_ZEROS, dilation=_ONES, groups=1):
    return _conv(x, weight, bias, strides, padding, dilation, groups)


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


def max_pool2d(x, window, strides, padding=_ZERO):
    places, lengths = _result(x, window, strides, padding, (1, 1))
    image = _padded(x.astype(float), padding, -INF)
    out = numpy.zeros((*x.shape[:2], *lengths))
    for place, under in places:
        out[(..., *place)] = image[(..., *under)].max(axis=(2, 3))
    return out


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
    out = numpy.zeros(max_pool2d(x, window, strides, padding).shape)
    for place, winner in _winners(x, window, strides, padding):
        out[place] = image[winner]
    return out


_TERMS = {"loosen": 4, "reason": "rounding grows with the number of terms"}
_PLAIN = {"strides": (1, 1), "padding": _ZERO, "dilation": (1, 1), "groups": 1}
_WIDE = {"strides": (2, 1), "padding": ((1, 0), (2, 1)), "dilation": (1, 2), "groups": 2}
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
        "conv2d",
        conv2d,
        [
            call(x(2, 2, 5, 4), x(3, 2, 2, 3), x(3)),
            call(x(2, 2, 5, 4), x(3, 2, 2, 3)),
            call(x(1, 4, 6, 7), x(6, 2, 3, 2), x(6), **_WIDE),
            call(x(1, 3, 4, 4), x(3, 1, 2, 2), None, groups=3),
            call(x(1, 1, 4, 4), x(2, 1, 1, 1), x(2), strides=(3, 2)),
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
        "conv1d",
        conv1d,
        [
            call(x(2, 2, 5), x(3, 2, 2), x(3)),
            call(x(1, 4, 6), x(6, 2, 2), strides=2, padding=(2, 1), dilation=2, groups=2),
            call(x(1, 1, 4), x(2, 1, 3), x(2), padding=(1, 1)),
        ],
        **_TERMS,
    ),
    Case(
        "conv3d",
        conv3d,
        [
            call(x(2, 2, 3, 4, 3), x(3, 2, 2, 1, 2), x(3)),
            call(x(1, 4, 4, 3, 4), x(6, 2, 2, 2, 2), x(6), **_WIDE3),
            call(x(1, 1, 2, 3, 4), x(2, 1, 1, 1, 1), strides=(1, 2, 3), padding=((1, 1),) * 3),
        ],
        **_TERMS,
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
        "max_pool2d",
        max_pool2d,
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
]
