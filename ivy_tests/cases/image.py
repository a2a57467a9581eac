"""Rows of the functions of images. The oracle weights elements one by one, in loops."""

from __future__ import annotations

import math

import numpy

from ivy_tests.support.rows import Case, Given, call, x

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


def grid_sample(x, grid, mode="bilinear", padding_mode="zeros", align_corners=False):
    """The value of each place by itself, from every element of the image."""
    lengths = x.shape[2:]
    out = numpy.zeros((*x.shape[:2], *grid.shape[1:-1]))
    for n, *place in numpy.ndindex(grid.shape[:-1]):
        shares = []
        for g, length in zip(grid[(n, *place)][::-1], lengths, strict=True):
            at = (g + 1) * (length - 1) / 2 if align_corners else ((g + 1) * length - 1) / 2
            if padding_mode == "border":
                at = min(max(at, 0), length - 1)
            at = round(at) if mode == "nearest" else at
            kernel = _KERNELS["linear"] if mode != "bicubic" else lambda d: cubic(d, -0.75)
            shares.append([kernel(abs(i - at)) for i in range(length)])
        for element in numpy.ndindex(*lengths):
            share = math.prod(s[i] for s, i in zip(shares, element, strict=True))
            out[(n, slice(None), *place)] += share * x[(n, slice(None), *element)]
    return out


def affine_grid(theta, shape, align_corners=False):
    lengths = shape[2:]
    out = numpy.zeros((shape[0], *lengths, len(lengths)))
    for n, *place in numpy.ndindex(shape[0], *lengths):
        point = [
            2 * i / (m - 1) - 1 if align_corners else (2 * i + 1) / m - 1
            for i, m in zip(place, lengths, strict=True)
        ]
        out[(n, *place)] = theta[n] @ [*point[::-1], 1]
    return out


def nms(boxes, scores, iou_threshold=0.5, max_output_size=None):
    left, found = list(numpy.argsort(-scores, kind="stable")), []
    while left:
        best, *left = left
        found.append(best)
        left = [i for i in left if _overlap(boxes[best], boxes[i]) <= iou_threshold]
    return numpy.array(found[:max_output_size], "int64")


def _overlap(a, b):
    both = math.prod(max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    return both / (sum((c[2] - c[0]) * (c[3] - c[1]) for c in (a, b)) - both)


def roi_align(x, boxes, size, spatial_scale=1.0, sampling_ratio=-1, aligned=False):
    out = numpy.zeros((len(boxes), x.shape[1], size, size))
    for k, (image, x1, y1, x2, y2) in enumerate(boxes):
        sides = []
        for a, b, length in ((y1, y2, x.shape[2]), (x1, x2, x.shape[3])):
            start = a * spatial_scale - 0.5 * aligned
            span = (b - a) * spatial_scale
            step = (span if aligned else max(span, 1)) / size
            count = sampling_ratio if sampling_ratio > 0 else math.ceil(step)
            side = numpy.zeros((size, length))
            for i, j in numpy.ndindex(size, count):
                at = start + (i + (j + 0.5) / count) * step
                if -1 <= at <= length:
                    at = min(max(at, 0), length - 1)
                    side[i] += [max(0, 1 - abs(m - at)) / count for m in range(length)]
            sides.append(side)
        out[k] = sides[0] @ x[int(image)] @ sides[1].T
    return out


_IMAGE = x(1, 2, 4, 5)
_BOXES = Given(
    [[0.0, 0.0, 2.0, 2.0], [0.0, 0.5, 2.0, 2.0], [0.0, 1.0, 2.0, 3.0], [5.0, 5.0, 6.0, 7.0]]
)
_ROIS = Given([[1, 0.5, 0.25, 3.0, 4.0], [0, -1.5, 2.0, 8.0, 2.5]])
_SUMS = {"loosen": 8, "reason": "positions and weights are rounded, and kernels cancel"}


def pixel_shuffle(x, factor):
    *rest, c, h, w = x.shape
    out = numpy.zeros((*rest, c // factor**2, h * factor, w * factor), x.dtype)
    for i, j in numpy.ndindex(factor, factor):
        out[..., i::factor, j::factor] = x[..., i * factor + j :: factor**2, :, :]
    return out


def pixel_unshuffle(x, factor):
    *rest, c, h, w = x.shape
    out = numpy.zeros((*rest, c * factor**2, h // factor, w // factor), x.dtype)
    for i, j in numpy.ndindex(factor, factor):
        out[..., i * factor + j :: factor**2, :, :] = x[..., i::factor, j::factor]
    return out


def channel_shuffle(x, groups):
    order = numpy.arange(x.shape[1]).reshape(groups, -1).T.reshape(-1)
    return x[:, order]


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
    Case(
        "grid_sample",
        grid_sample,
        [
            call(_IMAGE, x(1, 2, 3, 2, domain=(-1.4, 1.4))),
            call(_IMAGE, x(1, 2, 3, 2), mode="nearest", padding_mode="border"),
            call(_IMAGE, x(1, 2, 3, 2, domain=(-0.6, 0.6)), mode="bicubic", align_corners=True),
            call(x(1, 1, 3, 2, 4), x(1, 2, 1, 2, 3, domain=(-1.4, 1.4)), padding_mode="border"),
        ],
        dtypes=("bfloat16", "float32", "float64"),
        **_SUMS,
    ),
    Case(
        "affine_grid",
        affine_grid,
        [
            call(x(2, 2, 3), (2, 1, 3, 4)),
            call(x(1, 3, 4), (1, 1, 2, 3, 2), align_corners=True),
        ],
        dtypes=("float32", "float64"),
        **_SUMS,
    ),
    Case(
        "nms",
        nms,
        [
            call(_BOXES, Given([0.5, 0.75, 0.25, 0.75])),
            call(_BOXES, Given([0.5, 0.75, 0.25, 0.75]), iou_threshold=0.9, max_output_size=3),
        ],
        dtypes=("float32", "float64"),
        differentiable=False,
    ),
    Case(
        "roi_align",
        roi_align,
        [
            call(x(2, 3, 4, 5), _ROIS, 2, sampling_ratio=2),
            call(x(2, 3, 4, 5), _ROIS, 3, spatial_scale=0.75, aligned=True),
        ],
        dtypes=("float32", "float64"),
        **_SUMS,
    ),
    Case(
        "pixel_shuffle",
        pixel_shuffle,
        [
            call(x(2, 8, 2, 3), 2),
            call(x(4, 1, 2), 2),
        ],
        dtypes=("float32",),
    ),
    Case(
        "pixel_unshuffle",
        pixel_unshuffle,
        [
            call(x(2, 3, 4, 6), 2),
        ],
        dtypes=("float32",),
    ),
    Case(
        "channel_shuffle",
        channel_shuffle,
        [
            call(x(2, 6, 3), 2),
        ],
        dtypes=("float32",),
    ),
]
