"""Pooling of many images on processors, where torch's kernel reads one element at a time."""

import torch

from ivy.backends import filters
from ivy.backends.torch.core import has_values
from ivy.backends.torch.pooling import _surrounded

# From how many elements, and up to how many places in a window, slices are quicker.
_MANY, _FEW = 2**16, 9


def largest(op, function):
    """Return `max_pool2d_explicit` that reads slices of the images where that is quicker.

    There is one for each place in a window; vectorised operations take the largest of all. For
    windows of 2 x 2 that takes a fifth of the kernel's time.
    """

    def run(x, /, *, window, strides, padding=((0, 0), (0, 0))):
        if not _is_quicker(x, window):
            return function(x, window=window, strides=strides, padding=padding)
        first, *others = filters.slices(_surrounded(x, padding), window, strides)
        out = first.clone(memory_format=torch.contiguous_format)
        for part in others:
            torch.maximum(out, part, out=out)
        return out

    return run


def _is_quicker(x, window):
    return (
        has_values(x)
        # The kernel has a derivative of its own, and reads channels that come last well.
        and not x.requires_grad
        and x.device.type == "cpu"
        and x.is_contiguous()
        and x.numel() >= _MANY
        and window[0] * window[1] <= _FEW
        and all(n >= size for n, size in zip(x.shape[2:], window, strict=True))
    )
