"""Shapes, orders, joins and splits on numpy."""

import numpy as np
from numpy import broadcast_to, moveaxis, swapaxes, tile


def reshape(x, /, shape, *, copy=None):
    if copy is None:
        return np.reshape(x, shape)
    return np.reshape(x, shape, copy=copy)


def permute_dims(x, /, axes):
    return np.transpose(x, axes)


def expand_dims(x, /, axis):
    return np.expand_dims(x, axis)


def squeeze(x, /, axis):
    return np.squeeze(x, axis=axis)


def concat(arrays, /, *, axis=0):
    return np.concatenate(arrays, axis=axis)


def stack(arrays, /, *, axis=0):
    return np.stack(arrays, axis=axis)


def unstack(x, /, *, axis=0):
    return tuple(np.moveaxis(x, axis, 0))


def split(x, /, sizes, *, axis=0):
    ends = np.cumsum(sizes)
    if sum(sizes) != x.shape[axis]:
        raise ValueError(f"the sizes {sizes} do not add up to the axis of length {x.shape[axis]}")
    return np.split(x, ends[:-1], axis=axis)


def flip(x, /, *, axis=None):
    return np.flip(x, axis=axis)


def roll(x, /, shift, *, axis=None):
    return np.roll(x, shift, axis=axis)


def repeat(x, repeats, /, *, axis=None):
    return np.repeat(x, repeats, axis=axis)


def pad(x, widths, /, *, mode="constant", value=0):
    if mode == "constant":
        return np.pad(x, widths, constant_values=value)
    return np.pad(x, widths, mode=mode)
