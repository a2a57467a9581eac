"""Shapes, orders, joins and splits on torch."""

import numpy as np
import torch
from torch import broadcast_to, ravel, swapaxes, tile

# torch.func.vmap knows it under this name only.
from torch import movedim as moveaxis


def reshape(x, /, shape, *, copy=None):
    shape = (shape,) if isinstance(shape, int) else shape
    if copy:
        x = torch.clone(x, memory_format=torch.contiguous_format)
    elif copy is not None:
        return _view(x, shape)
    return torch.reshape(x, shape)


def _view(x, shape):
    try:
        return x.view(shape)
    except RuntimeError as error:
        raise ValueError(f"{tuple(x.shape)} becomes {shape} by a copy only") from error


def permute_dims(x, /, axes):
    return torch.permute(x, axes)


def expand_dims(x, /, axis):
    if isinstance(axis, int):
        return torch.unsqueeze(x, axis)
    for a in sorted(a % (x.ndim + len(axis)) for a in axis):
        x = torch.unsqueeze(x, a)
    return x


def squeeze(x, /, axis):
    # torch.squeeze passes over an axis that is longer than 1.
    for a in axis if isinstance(axis, tuple | list) else (axis,):
        if x.shape[a] != 1:
            raise ValueError(f"cannot squeeze axis {a} of shape {tuple(x.shape)}")
    return torch.squeeze(x, axis)


def concat(arrays, /, *, axis=0):
    if axis is None:
        return torch.cat([torch.flatten(a) for a in arrays])
    return torch.cat(arrays, dim=axis)


def stack(arrays, /, *, axis=0):
    return torch.stack(arrays, dim=axis)


def unstack(x, /, *, axis=0):
    return torch.unbind(x, dim=axis)


def split(x, /, sizes, *, axis=0):
    return list(torch.split(x, list(sizes), dim=axis))


def flip(x, /, *, axis=None):
    if axis is None:
        return torch.flip(x, tuple(range(x.ndim)))
    return torch.flip(x, (axis,) if isinstance(axis, int) else axis)


def roll(x, /, shift, *, axis=None):
    if isinstance(shift, int) and isinstance(axis, tuple | list):
        shift = (shift,) * len(axis)
    return torch.roll(x, shift, axis)


def repeat(x, repeats, /, *, axis=None):
    if not isinstance(repeats, int):
        repeats = repeats.to(torch.int64)
    return torch.repeat_interleave(x, repeats, dim=axis)


def flatten(x, /, *, start_axis=0, end_axis=-1):
    return torch.flatten(x, start_axis, end_axis)


def pad(x, widths, /, *, mode="constant", value=0):
    if mode == "constant":
        ends = [w for pair in reversed(widths) for w in pair]
        return torch.nn.functional.pad(x, ends, value=value)
    # torch pads in this way only some axes of some ranks and dtypes.
    for axis, pair in enumerate(widths):
        places = np.pad(np.arange(x.shape[axis]), pair, mode=mode)
        x = torch.index_select(x, axis, torch.asarray(places, device=x.device))
    return x
