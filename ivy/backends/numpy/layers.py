"""Convolution and pooling on numpy."""

import numpy as np


def _windows(x, size, strides, padding, dilation, value):
    """The windows of images, (N, C, H', W', KH, KW), as a view."""
    (top, bottom), (left, right) = padding
    x = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)), constant_values=value)
    height = (size[0] - 1) * dilation[0] + 1
    width = (size[1] - 1) * dilation[1] + 1
    windows = np.lib.stride_tricks.sliding_window_view(x, (height, width), axis=(2, 3))
    return windows[:, :, :: strides[0], :: strides[1], :: dilation[0], :: dilation[1]]


def _columns(x, size, strides, padding, dilation, groups):
    """The windows as matrices, (G, N * H' * W', C / G * KH * KW), with N, H' and W'."""
    windows = _windows(x, size, strides, padding, dilation, 0)
    n, c, h, w = windows.shape[:4]
    split = windows.reshape(n, groups, c // groups, h, w, size[0], size[1])
    order = split.transpose(1, 0, 3, 4, 2, 5, 6)
    return order.reshape(groups, n * h * w, -1), n, h, w


def conv2d(
    x,
    weight,
    bias=None,
    /,
    *,
    strides=(1, 1),
    padding=((0, 0), (0, 0)),
    dilation=(1, 1),
    groups=1,
):
    columns, n, h, w = _columns(x, weight.shape[2:], strides, padding, dilation, groups)
    filters = weight.reshape(groups, weight.shape[0] // groups, -1)
    out = np.matmul(columns, np.swapaxes(filters, 1, 2))
    out = out.reshape(groups, n, h, w, -1).transpose(1, 0, 4, 2, 3).reshape(n, -1, h, w)
    return out if bias is None else out + bias[:, None, None]


def conv2d_weight_gradient(g, x, /, *, shape, strides, padding, dilation, groups):
    columns, n, h, w = _columns(x, shape[2:], strides, padding, dilation, groups)
    rows = g.reshape(n, groups, -1, h, w).transpose(1, 2, 0, 3, 4)
    return np.matmul(rows.reshape(groups, shape[0] // groups, -1), columns).reshape(shape)


def conv2d_input_gradient(g, weight, /, *, shape, strides, padding, dilation, groups):
    n, c, height, width = shape
    kh, kw = weight.shape[2:]
    h, w = g.shape[2:]
    (top, bottom), (left, right) = padding
    rows = g.reshape(n, groups, -1, h, w).transpose(1, 0, 3, 4, 2).reshape(groups, n * h * w, -1)
    filters = weight.reshape(groups, weight.shape[0] // groups, -1)
    columns = np.matmul(rows, filters).reshape(groups, n, h, w, c // groups, kh, kw)
    columns = columns.transpose(5, 6, 1, 0, 4, 2, 3).reshape(kh, kw, n, c, h, w)
    out = np.zeros((n, c, height + top + bottom, width + left + right), g.dtype)
    for i in range(kh):
        for j in range(kw):
            rows = slice(i * dilation[0], i * dilation[0] + h * strides[0], strides[0])
            cols = slice(j * dilation[1], j * dilation[1] + w * strides[1], strides[1])
            out[:, :, rows, cols] += columns[i, j]
    return out[:, :, top : top + height, left : left + width]


def max_pool2d(x, /, *, window, strides, padding=((0, 0), (0, 0))):
    windows = _windows(x, window, strides, padding, (1, 1), -np.inf)
    return np.max(windows, axis=(-2, -1))


def _places(x, window, strides, padding):
    """Of each window, the position of its first largest element in the padded, flattened image."""
    windows = _windows(x, window, strides, padding, (1, 1), -np.inf)
    n, c, h, w = windows.shape[:4]
    best = np.argmax(windows.reshape(n, c, h, w, -1), axis=-1)
    (_, _), (left, right) = padding
    rows = np.arange(h)[:, None] * strides[0] + best // window[1]
    cols = np.arange(w) * strides[1] + best % window[1]
    return (rows * (x.shape[3] + left + right) + cols).reshape(n, c, h * w)


def max_pool2d_gradient(g, x, /, *, window, strides, padding):
    n, c, height, width = x.shape
    (top, bottom), (left, right) = padding
    places = _places(x, window, strides, padding)
    out = np.zeros((n, c, (height + top + bottom) * (width + left + right)), g.dtype)
    axes = np.indices((n, c, 1), sparse=True)
    np.add.at(out, (axes[0], axes[1], places), g.reshape(n, c, -1))
    out = out.reshape(n, c, height + top + bottom, width + left + right)
    return out[:, :, top : top + height, left : left + width]


def max_pool2d_selected(h, x, /, *, window, strides, padding):
    n, c = x.shape[:2]
    places = _places(x, window, strides, padding)
    (top, bottom), (left, right) = padding
    padded = np.pad(h, ((0, 0), (0, 0), (top, bottom), (left, right)))
    picked = np.take_along_axis(padded.reshape(n, c, -1), places, axis=2)
    height = (padded.shape[2] - window[0]) // strides[0] + 1
    return picked.reshape(n, c, height, -1)
