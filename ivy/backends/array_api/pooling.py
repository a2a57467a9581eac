"""Pooling with any library: the largest of shifted and strided images."""

import math

from ivy.backends.array_api.convolution import _parts, _placed


def max_pool2d_explicit(core, x, /, *, window, strides, padding=((0, 0), (0, 0))):
    parts = _parts(core, x, window, strides, padding, (1, 1), -math.inf)
    best = parts[0]
    for part in parts[1:]:
        best = core.xp.maximum(best, part)
    return best


def max_pool2d_gradient(core, g, x, /, *, window, strides, padding):
    out = None
    for k, chosen in enumerate(_chosen(core, x, window, strides, padding)):
        part = core.xp.where(chosen, g, core.xp.zeros_like(g))
        start = (k // window[1], k % window[1])
        part = _placed(core, part, start, strides, padding, x.shape[2:])
        out = part if out is None else out + part
    return out


def max_pool2d_selected(core, h, x, /, *, window, strides, padding):
    parts = _parts(core, h, window, strides, padding, (1, 1), 0.0)
    out = core.xp.zeros_like(parts[0])
    for part, chosen in zip(parts, _chosen(core, x, window, strides, padding), strict=True):
        out = core.xp.where(chosen, part, out)
    return out


def _chosen(core, x, window, strides, padding):
    """Return, for each place in a window, where the window's first largest element stands there."""
    xp = core.xp
    parts = xp.stack(_parts(core, x, window, strides, padding, (1, 1), -math.inf), axis=0)
    best = xp.argmax(parts, axis=0)
    return [best == k for k in range(parts.shape[0])]
