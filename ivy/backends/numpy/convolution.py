"""Convolution on numpy."""

import math

import numpy as np


def _windows(x, size, strides, padding, dilation, value):
    """The windows of images, (N, C, *places, *size), as a view."""
    x = np.pad(x, ((0, 0), (0, 0), *padding), constant_values=value)
    spans = [(n - 1) * d + 1 for n, d in zip(size, dilation, strict=True)]
    axes = tuple(range(2, x.ndim))
    windows = np.lib.stride_tricks.sliding_window_view(x, spans, axis=axes)
    steps = [slice(None, None, step) for step in (*strides, *dilation)]
    return windows[(slice(None), slice(None), *steps)]


def _columns(x, size, strides, padding, dilation, groups):
    """The windows as matrices, (G, N * places, C / G * size), and the shape (N, *places)."""
    windows = _windows(x, size, strides, padding, dilation, 0)
    n, c, *rest = windows.shape
    split = windows.reshape(n, groups, c // groups, *rest)
    middle = 3 + len(size)
    order = split.transpose(1, 0, *range(3, middle), 2, *range(middle, split.ndim))
    places = tuple(rest[: len(size)])
    width = c // groups * math.prod(size)
    return order.reshape(groups, n * math.prod(places), width), (n, *places)


def _conv(x, weight, bias, strides, padding, dilation, groups, channels_last):
    x = np.moveaxis(x, -1, 1) if channels_last else x
    columns, (n, *places) = _columns(x, weight.shape[2:], strides, padding, dilation, groups)
    count = weight.shape[0]
    filters = weight.reshape(groups, count // groups, columns.shape[2])
    out = np.matmul(columns, np.swapaxes(filters, 1, 2))
    out = out.reshape(groups, n, *places, count // groups)
    if channels_last:
        out = np.moveaxis(out, 0, -2).reshape(n, *places, count)
        return out if bias is None else out + bias
    out = out.transpose(1, 0, -1, *range(2, 2 + len(places))).reshape(n, count, *places)
    return out if bias is None else out + bias.reshape(-1, *[1] * len(places))


def _weight_gradient(g, x, shape, strides, padding, dilation, groups):
    columns, (n, *places) = _columns(x, shape[2:], strides, padding, dilation, groups)
    rows = g.reshape(n, groups, shape[0] // groups, *places)
    rows = rows.transpose(1, 2, 0, *range(3, rows.ndim))
    rows = rows.reshape(groups, shape[0] // groups, n * math.prod(places))
    return np.matmul(rows, columns).reshape(shape)


def _input_gradient(g, weight, shape, strides, padding, dilation, groups):
    n, c, *lengths = shape
    size, places = weight.shape[2:], g.shape[2:]
    count = len(size)
    filters = weight.reshape(groups, weight.shape[0] // groups, c // groups * math.prod(size))
    each = filters.shape[1]
    rows = g.reshape(n, groups, each, *places).transpose(1, 0, *range(3, 3 + count), 2)
    rows = rows.reshape(groups, n * math.prod(places), each)
    columns = np.matmul(rows, filters).reshape(groups, n, *places, c // groups, *size)
    inner, outer = range(2, 2 + count), range(3 + count, 3 + 2 * count)
    columns = columns.transpose(*outer, 1, 0, 2 + count, *inner).reshape(*size, n, c, *places)
    ends = [length + sum(pair) for length, pair in zip(lengths, padding, strict=True)]
    out = np.zeros((n, c, *ends), g.dtype)
    for place in np.ndindex(*size):
        starts = [i * d for i, d in zip(place, dilation, strict=True)]
        parts = [
            slice(a, a + k * step, step) for a, k, step in zip(starts, places, strides, strict=True)
        ]
        out[(slice(None), slice(None), *parts)] += columns[place]
    inside = [slice(b, b + length) for (b, _), length in zip(padding, lengths, strict=True)]
    return out[(slice(None), slice(None), *inside)]


def conv1d_explicit(
    x,
    weight,
    bias=None,
    /,
    *,
    strides=(1,),
    padding=((0, 0),),
    dilation=(1,),
    groups=1,
    channels_last=False,
):
    return _conv(x, weight, bias, strides, padding, dilation, groups, channels_last)


def conv2d_explicit(
    x,
    weight,
    bias=None,
    /,
    *,
    strides=(1, 1),
    padding=((0, 0), (0, 0)),
    dilation=(1, 1),
    groups=1,
    channels_last=False,
):
    return _conv(x, weight, bias, strides, padding, dilation, groups, channels_last)


def conv2d_weight_gradient(g, x, /, *, shape, strides, padding, dilation, groups):
    return _weight_gradient(g, x, shape, strides, padding, dilation, groups)


def conv2d_input_gradient(g, weight, /, *, shape, strides, padding, dilation, groups):
    return _input_gradient(g, weight, shape, strides, padding, dilation, groups)


def conv3d_explicit(
    x,
    weight,
    bias=None,
    /,
    *,
    strides=(1, 1, 1),
    padding=((0, 0), (0, 0), (0, 0)),
    dilation=(1, 1, 1),
    groups=1,
    channels_last=False,
):
    return _conv(x, weight, bias, strides, padding, dilation, groups, channels_last)


def conv3d_weight_gradient(g, x, /, *, shape, strides, padding, dilation, groups):
    return _weight_gradient(g, x, shape, strides, padding, dilation, groups)


def conv3d_input_gradient(g, weight, /, *, shape, strides, padding, dilation, groups):
    return _input_gradient(g, weight, shape, strides, padding, dilation, groups)
