"""Pooling on torch."""

import torch

from ivy.backends.torch.convolution import _padded


def max_pool2d_explicit(x, /, *, window, strides, padding=((0, 0), (0, 0))):
    if padding != ((0, 0), (0, 0)):
        # torch allows padding up to half of the window only, and the same on both sides.
        x = _padded(x, padding, -torch.inf)
    return _pooled(x, window, strides, return_indices=False)


def _pooled(x, window, strides, *, return_indices):
    pool = torch.nn.functional.max_pool2d
    if x.shape[1]:
        return pool(x, window, strides, return_indices=return_indices)
    # torch refuses images without channels: as many of one channel, and then none of that.
    found = pool(x.new_zeros((x.shape[0], 1, *x.shape[2:])), window, strides, return_indices=True)
    out, places = (part[:, :0] for part in found)
    return (out, places) if return_indices else out


def _places(x, window, strides, padding):
    """Of each window, the position of its first largest element in the padded, flattened image."""
    if padding != ((0, 0), (0, 0)):
        x = _padded(x, padding, -torch.inf)
    return _pooled(x, window, strides, return_indices=True)[1]


def max_pool2d_gradient(g, x, /, *, window, strides, padding):
    n, c, height, width = x.shape
    (top, bottom), (left, right) = padding
    places = _places(x, window, strides, padding).flatten(2)
    size = (height + top + bottom) * (width + left + right)
    out = torch.zeros((n, c, size), dtype=g.dtype, device=g.device)
    out = torch.scatter_add(out, 2, places, g.flatten(2))
    out = out.reshape(n, c, height + top + bottom, width + left + right)
    return out[:, :, top : top + height, left : left + width]


def max_pool2d_selected(h, x, /, *, window, strides, padding):
    places = _places(x, window, strides, padding)
    picked = torch.gather(_padded(h, padding).flatten(2), 2, places.flatten(2))
    return picked.reshape(places.shape)
