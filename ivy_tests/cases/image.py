"""Rows of the functions of images. The oracle weights elements one by one, in loops."""

from __future__ import annotations

import math

import numpy

from ivy_tests.support.rows import Case, call, x

_AXES = {"bilinear": "linear", "trilinear": "linear", "bicubic": "cubic"}


def cubic(d, a):
    if d < 1:
        return (a + 2) * d**3 - (a + 3) * d**2 + 1
    return a * (d**3 - 5 * d**2 + 8 * d - 4) if d < 2 else 0.0


def mitchell(d):
    if d < 1:
        return (7 * d**3 - 12 * d**2 + 16 / 3) / 6
    return (-7 / 3 * d**3 + 12 * d**2 - 20 * d + 32 / 3) / 6 if d < 2 else 0.0


def lanczos(d, radius):
    return float(numpy.sinc(d) * numpy.sinc(d / radius)) if d < radius else 0.0


_KERNELS = {
    "linear": lambda d: max(0.0, 1 - d),
    "cubic": lambda d: cubic(d, -0.5),
    "keyscubic": lambda d: cubic(d, -0.5),
    "mitchellcubic": mitchell,
    "lanczos3": lambda d: lanczos(d, 3),
    "lanczos5": lambda d: lanczos(d, 5),
    "gaussian": lambda d: math.exp(-2 * d**2) if d < 1.5 else 0.0,
}


def _shares(length, count, step, mode, align_corners, antialias):
    """Yield the new and the old position and the share of each pair along an axis."""
    for k in range(count):
        if mode in ("nearest", "nearest-exact"):
            place = (k + 0.5 * (mode == "nearest-exact")) * step
            yield k, min(int(place), length - 1), 1.0
        elif mode == "area":
            inside = range(k * length // count, -(-(k + 1) * length // count))
            yield from ((k, j, 1 / len(inside)) for j in inside)
        else:
            place = (k + 0.5) * step - 0.5
            if align_corners:
                place = k * (length - 1) / max(count - 1, 1)
            if mode == "linear" and not antialias:
                place = min(max(place, 0), length - 1)
            if mode == "cubic" and not antialias:
                for j in range(math.floor(place) - 1, math.floor(place) + 3):
                    yield k, min(max(j, 0), length - 1), cubic(abs(j - place), -0.75)
            else:
                wide = max(step, 1) if antialias else 1
                shares = [_KERNELS[mode](abs(j - place) / wide) for j in range(length)]
                yield from ((k, j, w / sum(shares)) for j, w in enumerate(shares))


def interpolate(
    x, size=None, mode="linear", scale_factor=None, align_corners=False, antialias=False
):
    mode = _AXES.get(mode, mode)
    for axis in range(2, x.ndim):
        length = x.shape[axis]
        if scale_factor is None:
            count = size if isinstance(size, int) else size[axis - 2]
            step = length / count
        else:
            factor = scale_factor if isinstance(scale_factor, float) else scale_factor[axis - 2]
            count = int(length * factor)
            step = length / count if mode == "area" else 1 / factor
            if count == length and (antialias or mode == "linear"):
                continue
        old = numpy.moveaxis(x, axis, 0)
        new = numpy.zeros((count, *old.shape[1:]))
        for k, j, share in _shares(length, count, step, mode, align_corners, antialias):
            new[k] += share * old[j]
        x = numpy.moveaxis(new, 0, axis)
    return x


def interpolate_linear(x, size, scale_factor=None, align_corners=False):
    if scale_factor is not None:
        return interpolate(x, scale_factor=scale_factor, align_corners=align_corners)
    return interpolate(x, size, align_corners=align_corners)


_IMAGE = x(1, 2, 4, 5)
_SUMS = {"loosen": 8, "reason": "positions and weights are rounded, and kernels cancel"}

CASES: list[Case] = [
    Case(
        "interpolate",
        interpolate,
        [
            call(_IMAGE, (7, 3), mode="bilinear"),
            call(_IMAGE, (7, 3), mode="bilinear", align_corners=True),
            call(_IMAGE, (3, 7), mode="nearest"),
            call(_IMAGE, (8, 3), mode="nearest-exact"),
            call(_IMAGE, (2, 7), mode="area"),
            call(_IMAGE, (6, 3), mode="bicubic"),
            call(_IMAGE, (6, 1), mode="cubic", align_corners=True),
            call(_IMAGE, 3, mode="linear", antialias=True),
            call(_IMAGE, (3, 8), mode="bicubic", antialias=True),
            call(_IMAGE, (7, 2), mode="lanczos3", antialias=True),
            call(_IMAGE, (3, 4), mode="lanczos5"),
            call(_IMAGE, (3, 6), mode="keyscubic", antialias=True),
            call(_IMAGE, (4, 3), mode="mitchellcubic"),
            call(_IMAGE, (4, 3), mode="gaussian", antialias=True),
            call(x(2, 1, 6), mode="nearest", scale_factor=0.4),
            call(x(2, 1, 6), mode="linear", scale_factor=1.7),
            call(x(1, 1, 3, 2, 4), (2, 4, 3), mode="trilinear"),
            call(x(1, 1, 3, 2, 4), mode="cubic", scale_factor=(1.4, 2.0, 0.6)),
            call(x(1, 1, 3, 2, 4), 2, mode="area"),
        ],
        **_SUMS,
    ),
    Case(
        "interpolate_linear",
        interpolate_linear,
        [
            call(_IMAGE, (7, 3)),
            call(x(2, 1, 3), (5,), align_corners=True),
            call(x(1, 1, 2, 3, 1), (3, 2, 2), scale_factor=(1.5, 0.9, 2.2)),
        ],
        **_SUMS,
    ),
]
