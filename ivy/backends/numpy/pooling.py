"""Pooling on numpy."""

import numpy as np

from ivy.backends.numpy.convolution import _windows


def max_pool2d_explicit(x, /, *, window, strides, padding=((0, 0), (0, 0))):
    windows = _windows(x, window, strides, padding, (1, 1), -np.inf)
    return np.max(windows, axis=(-2, -1))


def _places(x, window, strides, padding):
    """Of each window, the position of its first largest element in the padded, flattened image."""
    windows = _windows(x, window, strides, padding, (1, 1), -np.inf)
    n, c, h, w = windows.shape[:4]
    best = np.argmax(windows.reshape(n, c, h, w, window[0] * window[1]), axis=-1)
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
    np.add.at(out, (axes[0], axes[1], places), g.reshape(places.shape))
    out = out.reshape(n, c, height + top + bottom, width + left + right)
    return out[:, :, top : top + height, left : left + width]


def max_pool2d_selected(h, x, /, *, window, strides, padding):
    n, c = x.shape[:2]
    places = _places(x, window, strides, padding)
    (top, bottom), (left, right) = padding
    padded = np.pad(h, ((0, 0), (0, 0), (top, bottom), (left, right)))
    height, width = padded.shape[2:]
    picked = np.take_along_axis(padded.reshape(n, c, height * width), places, axis=2)
    height, width = (
        (m - k) // s + 1 for m, k, s in zip((height, width), window, strides, strict=True)
    )
    return picked.reshape(n, c, height, width)
