"""Pooling on torch."""

import torch

from ivy.backends.torch.convolution import _padded


def max_pool2d_explicit(x, /, *, window, strides, padding=((0, 0), (0, 0))):
    return _pooled(_surrounded(x, padding), window, strides, return_indices=False)


def _surrounded(x, padding):
    # torch allows padding up to half of the window only, and the same on both sides.
    return x if padding == ((0, 0), (0, 0)) else _padded(x, padding, -torch.inf)


def _pooled(x, window, strides, *, return_indices):
    pool = torch.nn.functional.max_pool2d
    if x.shape[1]:
        return pool(x, window, strides, return_indices=return_indices)
    # torch refuses images without channels: as many of one channel, and then none of that.
    found = pool(x.new_zeros((x.shape[0], 1, *x.shape[2:])), window, strides, return_indices=True)
    out, places = (part[:, :0] for part in found)
    return (out, places) if return_indices else out


def max_pool2d_gradient(g, x, /, *, window, strides, padding):
    x = _surrounded(x, padding)
    places = _pooled(x, window, strides, return_indices=True)[1]
    backward = torch.ops.aten.max_pool2d_with_indices_backward
    if g.numel():
        out = backward(g, x, window, strides, (0, 0), (1, 1), False, places)
    else:  # which the kernel refuses
        out = torch.zeros_like(x)
    (top, bottom), (left, right) = padding
    return out[:, :, top : x.shape[2] - bottom, left : x.shape[3] - right]


def max_pool2d_selected(h, x, /, *, window, strides, padding):
    x = _surrounded(x, padding)
    places = _pooled(x, window, strides, return_indices=True)[1]
    picked = torch.gather(_padded(h, padding).flatten(2), 2, places.flatten(2))
    return picked.reshape(places.shape)
