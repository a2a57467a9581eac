"""Rows of convolution and its derivatives. The oracles are sums over windows, written as loops."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import Case, call, x

_ZERO = ((0, 0), (0, 0))
_ZEROS = ((0, 0), (0, 0), (0, 0))
_ONES = (1, 1, 1)


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


_TERMS = {"loosen": 4, "reason": "rounding grows with the number of terms"}
_PLAIN = {"strides": (1, 1), "padding": _ZERO, "dilation": (1, 1), "groups": 1}
_WIDE = {"strides": (2, 1), "padding": ((1, 0), (2, 1)), "dilation": (1, 2), "groups": 2}
_COMPOSED = {**_TERMS, "dtypes": ("float32",)}
_LAST = {"data_format": "channels_last"}
_PLAIN3 = {"strides": _ONES, "padding": _ZEROS, "dilation": _ONES, "groups": 1}
_WIDE3 = {
    "strides": (2, 1, 1),
    "padding": ((1, 0), (0, 0), (2, 1)),
    "dilation": (1, 1, 2),
    "groups": 2,
}

CASES = [
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
]
