"""Rows of the functions behind layers. The oracles are sums over windows, written as loops."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import INF, Case, Given, call, x

_ZERO = ((0, 0), (0, 0))


def linear(x, weight, bias=None):
    out = x @ weight.T
    return out if bias is None else out + bias


def _positions(shape, weight, strides, padding, dilation):
    """Yield each place of the result, with the slices of the padded image under its window."""
    (top, bottom), (left, right) = padding
    height = (weight[0] - 1) * dilation[0] + 1
    width = (weight[1] - 1) * dilation[1] + 1
    for i, row in enumerate(range(0, shape[2] + top + bottom - height + 1, strides[0])):
        for j, column in enumerate(range(0, shape[3] + left + right - width + 1, strides[1])):
            rows = slice(row, row + height, dilation[0])
            yield i, j, rows, slice(column, column + width, dilation[1])


def _padded(x, padding, value=0.0):
    return numpy.pad(x, ((0, 0), (0, 0), *padding), constant_values=value)


def _result(x, size, strides, padding, dilation):
    places = list(_positions(x.shape, size, strides, padding, dilation))
    return places, places[-1][0] + 1, places[-1][1] + 1


def conv2d(x, weight, bias=None, strides=(1, 1), padding=_ZERO, dilation=(1, 1), groups=1):
    places, height, width = _result(x, weight.shape[2:], strides, padding, dilation)
    image = _padded(x.astype(float), padding)
    filters = numpy.split(weight, groups)
    out = numpy.zeros((len(x), len(weight), height, width))
    for i, j, rows, columns in places:
        parts = numpy.split(image[:, :, rows, columns], groups, axis=1)
        values = [numpy.einsum("nchw,ochw->no", p, f) for p, f in zip(parts, filters, strict=True)]
        out[:, :, i, j] = numpy.concatenate(values, axis=1)
    return out if bias is None else out + bias[:, None, None]


def conv2d_input_gradient(g, weight, *, shape, strides, padding, dilation, groups):
    out = _padded(numpy.zeros(shape), padding)
    filters = numpy.split(weight, groups)
    for i, j, rows, columns in _positions(shape, weight.shape[2:], strides, padding, dilation):
        parts = numpy.split(g[:, :, i, j], groups, axis=1)
        values = [numpy.einsum("no,ochw->nchw", p, f) for p, f in zip(parts, filters, strict=True)]
        out[:, :, rows, columns] += numpy.concatenate(values, axis=1)
    return _inner(out, shape, padding)


def conv2d_weight_gradient(g, x, *, shape, strides, padding, dilation, groups):
    image = _padded(x.astype(float), padding)
    out = numpy.zeros(shape)
    for i, j, rows, columns in _positions(x.shape, shape[2:], strides, padding, dilation):
        parts = numpy.split(image[:, :, rows, columns], groups, axis=1)
        ends = numpy.split(g[:, :, i, j], groups, axis=1)
        values = [numpy.einsum("no,nchw->ochw", e, p) for p, e in zip(parts, ends, strict=True)]
        out += numpy.concatenate(values)
    return out


def _inner(x, shape, padding):
    (top, _), (left, _) = padding
    return x[:, :, top : top + shape[2], left : left + shape[3]]


def max_pool2d(x, window, strides, padding=_ZERO):
    places, height, width = _result(x, window, strides, padding, (1, 1))
    image = _padded(x.astype(float), padding, -INF)
    out = numpy.zeros((*x.shape[:2], height, width))
    for i, j, rows, columns in places:
        out[:, :, i, j] = image[:, :, rows, columns].max(axis=(2, 3))
    return out


def _winners(x, window, strides, padding):
    """Yield each place of the result with the position of the winner in the padded image."""
    image = _padded(x.astype(float), padding, -INF)
    for i, j, rows, columns in _positions(x.shape, window, strides, padding, (1, 1)):
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
        conv2d_input_gradient,
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
        conv2d_weight_gradient,
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
        special=[call(_TIES, window=(2, 2), strides=(1, 1))],
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
