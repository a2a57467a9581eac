"""Images: arrays ``(N, C, *lengths)`` with one to three spatial axes, channels first."""

from __future__ import annotations

import itertools
import math
from typing import Any

from ivy import dtypes
from ivy.array import Array
from ivy.backends.filters import LARGEST, integer, sizes_of
from ivy.backends.sampling import (
    check_factors,
    check_grid,
    check_linear,
    check_points,
    shape_of_images,
)
from ivy.dtypes import DType
from ivy.errors import UnsupportedError
from ivy.functional._op import beside, composite
from ivy.functional.control_flow import is_recorded, while_loop
from ivy.functional.creation import arange, ones, triu
from ivy.functional.data_type import astype, result_type
from ivy.functional.elementwise import (
    abs,
    add,
    ceil,
    clip,
    divide,
    equal,
    exp,
    floor,
    floor_divide,
    greater,
    greater_equal,
    less,
    less_equal,
    logical_and,
    logical_not,
    maximum,
    minimum,
    multiply,
    negative,
    not_equal,
    remainder,
    round,
    sin,
    square,
    subtract,
    trunc,
)
from ivy.functional.gradients import stop_gradient
from ivy.functional.indexing import getitem, take
from ivy.functional.interop import to_numpy
from ivy.functional.linear_algebra import matmul
from ivy.functional.manipulation import (
    broadcast_to,
    expand_dims,
    moveaxis,
    permute_dims,
    reshape,
    stack,
    swapaxes,
)
from ivy.functional.searching import flatnonzero, where
from ivy.functional.sorting import argsort
from ivy.functional.statistical import any as any_
from ivy.functional.statistical import cumulative_sum, sum

# Names that say for how many spatial axes a mode is.
_SYNONYMS = {"bilinear": ("linear", 2), "trilinear": ("linear", 3), "bicubic": ("cubic", 2)}
_RADII = {"linear": 1, "cubic": 2, "keyscubic": 2, "mitchellcubic": 2, "lanczos3": 3, "lanczos5": 5}
MODES = ("nearest", "nearest-exact", "area", "gaussian", *_RADII, *_SYNONYMS)
_SMOOTHING = ("gaussian", "mitchellcubic")


@composite(dtypes="real floating")
def interpolate(
    x: Array,
    /,
    size: int | tuple[int, ...] | None = None,
    *,
    mode: str = "linear",
    scale_factor: float | tuple[float, ...] | None = None,
    align_corners: bool = False,
    antialias: bool = False,
) -> Array:
    """Return images of another size.

    Parameters
    ----------
    x
        Images ``(N, C, *lengths)`` with one to three spatial axes.
    size
        The lengths of the result, or one for all axes.
    mode
        How values between those of the image come about:

        - ``"nearest"`` takes the element at ``floor(k * length / size)``, ``"nearest-exact"`` that
          whose middle is nearest, at ``floor((k + 0.5) * length / size)``; the quotient is rounded
          to single precision;
        - ``"linear"`` (``"bilinear"`` for two, ``"trilinear"`` for three axes) interpolates
          between two elements of each axis;
        - ``"cubic"`` (``"bicubic"`` for two axes) takes four, with the cubic convolution whose
          parameter is -0.75, or -0.5 with `antialias`; beyond the border the last element goes on;
        - ``"area"`` averages the elements that the new one covers, the parts of elements included;
        - ``"keyscubic"`` (parameter -0.5), ``"mitchellcubic"``, ``"lanczos3"``, ``"lanczos5"`` and
          ``"gaussian"`` (standard deviation 0.5, cut at 1.5) weight the elements within reach of
          that kernel; the weights of those inside the image are scaled to sum up to 1.
    scale_factor
        Instead of `size`: what lengths are multiplied by, and then rounded down, for all axes or
        for each. Positions follow from this factor, not from the rounded lengths; but for
        ``"linear"``, and with `antialias`, an axis that keeps its length stays as it is.
    align_corners
        Whether the middles of the first and last elements stay where they are; by default the
        outer edges do. For ``"linear"`` and ``"cubic"``, without `antialias`.
    antialias
        Whether a kernel is stretched by the factor that an axis shrinks by, so that no element is
        overlooked. Not for the nearest modes and ``"area"``.

    Returns
    -------
    Array
        Images ``(N, C, *size)``.

    Raises
    ------
    ValueError
        The mode is unknown, an option does not go with it, or the sizes are not one positive
        number for each spatial axis.

    Notes
    -----
    The kernels are those of R. Keys, Cubic convolution interpolation for digital image processing,
    1981; D. Mitchell and A. Netravali, Reconstruction filters in computer graphics, 1988; and C.
    Duchon, Lanczos filtering in one and two dimensions, 1979.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([[[0.0, 4.0, 8.0, 4.0]]])
    >>> ivy.interpolate(x, 2, mode="area")
    Array([[[2., 6.]]], dtype=float32, backend='numpy')
    """
    mode = _known_mode(mode, x.shape, align_corners, antialias)
    lengths = x.shape[2:]
    if scale_factor is None:
        sizes, scales = _sizes(size, lengths), None
    else:
        sizes, scales = _scaled(size, scale_factor, lengths)
    if mode == "linear" and not antialias:
        return interpolate_linear(x, sizes, scale_factor=scales, align_corners=align_corners)
    steps = [n / m for n, m in zip(lengths, sizes, strict=True)]
    if scales is not None and mode != "area":
        steps = [1 / s for s in scales]
    if mode in ("nearest", "nearest-exact"):
        for i, step in enumerate(steps):
            if step != 1:
                x = take(x, _nearest(x, lengths[i], sizes[i], step, mode), axis=i + 2)
        return x
    given = x.dtype
    x = astype(x, _precise(given))
    for i in range(len(sizes)):
        same = lengths[i] == sizes[i] and (steps[i] == 1 or align_corners or antialias)
        if not same or mode in _SMOOTHING:
            x = _along(x, i + 2, sizes[i], steps[i], mode, align_corners, antialias)
    return astype(x, given)


@composite(dtypes="real floating")
def interpolate_linear(
    x: Array,
    /,
    size: tuple[int, ...],
    *,
    scale_factor: tuple[float, ...] | None = None,
    align_corners: bool = False,
) -> Array:
    """Return images of another size, interpolated linearly: what `interpolate` calls.

    Parameters
    ----------
    x
        Images ``(N, C, *lengths)``.
    size
        The lengths of the result.
    scale_factor
        Where `size` comes from factors for each axis, these factors.
    align_corners
        As in `interpolate`.

    Examples
    --------
    >>> import ivy
    >>> ivy.interpolate_linear(ivy.asarray([[[0.0, 4.0]]]), (4,))
    Array([[[0., 1., 3., 4.]]], dtype=float32, backend='numpy')
    """
    check_linear(x.shape, size, scale_factor)
    given = x.dtype
    x = astype(x, _precise(given))
    for i, count in enumerate(size):
        length = x.shape[i + 2]
        step = length / count if scale_factor is None else 1 / scale_factor[i]
        if length != count:
            place = clip(_places(x, length, count, step, align_corners), 0, length - 1)
            first = floor(place)
            start = astype(first, "int64")
            share = _column(subtract(place, first), len(x.shape) - i - 3)
            low = take(x, start, axis=i + 2)
            high = take(x, minimum(add(start, 1), length - 1), axis=i + 2)
            x = add(multiply(low, subtract(1, share)), multiply(high, share))
    return astype(x, given)


def _known_mode(mode: str, shape: tuple[int, ...], align_corners: bool, antialias: bool) -> str:
    """Return what a mode is called for any number of axes, or raise."""
    count = len(shape) - 2
    if mode not in MODES:
        raise ValueError(f"ivy.interpolate: expected mode in {MODES}, got mode={mode!r}")
    name = mode
    mode, wanted = _SYNONYMS.get(mode, (mode, count))
    if not 1 <= count <= 3 or 0 in shape[2:]:
        raise ValueError(
            "ivy.interpolate: expected images (N, C, *lengths) with elements along one to three "
            f"spatial axes, got shape {shape}"
        )
    if wanted != count:
        raise ValueError(
            f"ivy.interpolate: expected {wanted} spatial axes for mode={name!r}, got shape "
            f"{shape}; use {mode!r}"
        )
    if align_corners and (mode not in ("linear", "cubic") or antialias):
        raise ValueError(
            "ivy.interpolate: expected align_corners=True with mode='linear' or 'cubic' and "
            f"antialias=False only, got mode={mode!r} and antialias={antialias}"
        )
    if antialias and mode in ("nearest", "nearest-exact", "area"):
        raise ValueError(
            f"ivy.interpolate: expected antialias=False for mode={mode!r}; use 'linear' or 'cubic'"
        )
    return mode


def _sizes(size: Any, lengths: tuple[int, ...]) -> tuple[int, ...]:
    found = () if size is None else sizes_of("interpolate", "size", size, len(lengths))
    if not found or min(found) < 1 or max(found) > LARGEST:
        raise ValueError(
            "ivy.interpolate: expected size= with a positive number for each spatial axis, or "
            f"scale_factor=, got size={size} for {len(lengths)} axes"
        )
    return found


def _scaled(
    size: Any,
    factor: Any,
    lengths: tuple[int, ...],
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the sizes that factors lead to, and a factor for each axis."""
    check_factors("interpolate", factor, len(lengths))
    if isinstance(factor, tuple | list):
        factors = tuple([float(f) for f in factor])
    else:
        factors = (float(factor),) * len(lengths)
    sizes = [int(n * f) for n, f in zip(lengths, factors, strict=False)]
    if size is not None or min(sizes) < 1 or max(sizes) > LARGEST:
        raise ValueError(
            "ivy.interpolate: expected either size= or scale_factor=, and a factor for each "
            f"spatial axis that leaves elements, got size={size} and scale_factor={factor} for "
            f"lengths {lengths}"
        )
    return tuple(sizes), factors


def _precise(dtype: DType) -> DType:
    """Return the dtype in which values of a dtype are computed."""
    return dtypes.float64 if dtype is dtypes.float64 else dtypes.float32


def _column(x: Array, following: int) -> Array:
    """Return a vector with axes of length 1 after it."""
    return reshape(x, (-1, *(1,) * following)) if following else x


def _nearest(x: Array, length: int, count: int, step: float, mode: str) -> Array:
    """Return the positions of the elements of an axis that are taken."""
    numbers = beside(x, arange, 0, count, 1, dtype="float32")
    if mode == "nearest-exact":
        numbers = add(numbers, 0.5)
    places = floor(multiply(numbers, step))
    return astype(minimum(places, length - 1), "int64")


def _places(x: Array, length: int, count: int, step: float, align_corners: bool) -> Array:
    """Return where the middles of the new elements are; those of the old ones are at 0, 1, 2, …"""
    numbers = beside(x, arange, 0, count, 1)
    if align_corners:
        return multiply(numbers, (length - 1) / max(count - 1, 1))
    return subtract(multiply(add(numbers, 0.5), step), 0.5)


def _along(
    x: Array,
    axis: int,
    count: int,
    step: float,
    mode: str,
    align_corners: bool,
    antialias: bool,
) -> Array:
    """Return images of another length along one axis."""
    length = x.shape[axis]
    if mode == "cubic" and not antialias:
        place = _places(x, length, count, step, align_corners)
        first = floor(place)
        terms = _taps(subtract(place, first))
        start = astype(first, "int64")
        total = None
        for i, weight in enumerate(terms):
            part = take(x, clip(add(start, i - 1), 0, length - 1), axis=axis)
            part = multiply(part, _column(weight, len(x.shape) - axis - 1))
            total = part if total is None else add(total, part)
        assert total is not None
        return total
    if mode == "area":
        weights = _overlaps(x, length, count)
    else:
        weights = _weights(x, length, count, step, mode, antialias)
    if axis == len(x.shape) - 1:
        return matmul(x, swapaxes(weights, 0, 1))
    if axis == len(x.shape) - 2:
        return matmul(weights, x)
    return moveaxis(matmul(moveaxis(x, axis, -1), swapaxes(weights, 0, 1)), -1, axis)


def _taps(t: Array) -> list[Array]:
    """Return the weights of the elements at -1, 0, 1 and 2 for a place `t` between 0 and 1."""
    return [_cubic(abs(subtract(t, k)), -0.75) for k in (-1, 0, 1, 2)]


def _overlaps(x: Array, length: int, count: int) -> Array:
    """Return the matrix ``(count, length)`` that averages the elements that each new one covers."""
    numbers = beside(x, arange, 0, count, 1, dtype="int64")
    start = floor_divide(multiply(numbers, length), count)
    stop = negative(floor_divide(multiply(add(numbers, 1), -length), count))
    olds = beside(x, arange, 0, length, 1, dtype="int64")
    inside = logical_and(
        greater_equal(olds, expand_dims(start, axis=1)), less(olds, expand_dims(stop, axis=1))
    )
    counts = astype(expand_dims(subtract(stop, start), axis=1), x.dtype)
    return divide(astype(inside, x.dtype), counts)


def _weights(x: Array, length: int, count: int, step: float, mode: str, antialias: bool) -> Array:
    """Return the matrix ``(count, length)`` of the weights that a kernel gives."""
    place = expand_dims(_places(x, length, count, step, False), axis=1)
    distance = abs(subtract(beside(x, arange, 0, length, 1), place))
    weights = _kernel(divide(distance, step) if antialias and step > 1 else distance, mode)
    return divide(weights, sum(weights, axis=1, keepdims=True))


def _kernel(d: Array, mode: str) -> Array:
    if mode == "linear":
        return maximum(subtract(1, d), 0)
    if mode in ("cubic", "keyscubic"):
        return _cubic(d, -0.5)
    if mode == "mitchellcubic":
        near = divide(add(multiply(multiply(square(d), subtract(multiply(d, 7), 12)), 3), 16), 18)
        far = multiply(subtract(multiply(add(multiply(d, -7), 36), d), 60), d)
        far = divide(add(far, 32), 18)
        return where(less(d, 1), near, where(less(d, 2), far, 0))
    if mode == "gaussian":
        return where(less(d, 1.5), exp(multiply(square(d), -2)), 0)
    radius = _RADII[mode]
    angle = multiply(where(equal(d, 0), 1, d), math.pi)
    value = divide(multiply(sin(angle), sin(divide(angle, radius))), square(angle))
    value = where(equal(d, 0), 1, multiply(value, radius))
    return where(greater(d, radius), 0, value)


def _cubic(d: Array, a: float) -> Array:
    """Return the cubic convolution kernel with parameter `a` at distances."""
    near = add(multiply(square(d), subtract(multiply(d, a + 2), a + 3)), 1)
    far = subtract(multiply(add(multiply(subtract(d, 5), d), 8), d), 4)
    far = multiply(far, a)
    return where(less(d, 1), near, where(less(d, 2), far, 0))


# -- sampling ------------------------------------------------------------------------------------


@composite(dtypes="real floating", promoted=("x", "grid"))
def grid_sample(
    x: Array,
    grid: Array,
    /,
    *,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = False,
) -> Array:
    """Return the values of images at the places that a grid names.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``, or volumes ``(N, C, D, H, W)``.
    grid
        The places ``(N, H', W', 2)``, or ``(N, D', H', W', 3)``: for each element of the result
        its ``x`` (along the width), ``y`` and ``z``, where -1 and 1 are the two ends of an axis.
    mode
        How values between those of the image come about: ``"nearest"``, ``"bilinear"`` (of volumes
        trilinear), or, for images, ``"bicubic"`` with the kernel of `interpolate`.
    padding_mode
        What is beyond the image: ``"zeros"``, the values at the ``"border"``, or the image's
        ``"reflection"`` in its ends.
    align_corners
        Whether -1 and 1 are the middles of the first and last elements; by default they are the
        outer edges.

    Returns
    -------
    Array
        Images ``(N, C, H', W')``, or volumes ``(N, C, D', H', W')``; NaN at places that are not
        finite.

    Raises
    ------
    ValueError
        The shapes do not fit each other, or there is no such mode.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([[[[1.0, 3.0]]]])
    >>> ivy.grid_sample(x, ivy.asarray([[[[0.0, 0.0], [1.0, 0.0]]]]), align_corners=True)
    Array([[[[2., 3.]]]], dtype=float32, backend='numpy')
    """
    check_grid(x.shape, grid.shape, mode, padding_mode)
    given = result_type(x, grid)
    precise = _precise(given)
    x, grid = astype(x, precise), astype(grid, precise)
    lengths = x.shape[2:]
    rank = len(lengths)
    outer, points = grid.shape[1:-1], math.prod(grid.shape[1:-1])
    grid = reshape(grid, (grid.shape[0], points, rank))
    places = [
        _unnormalised(getitem(grid, (..., rank - 1 - i)), n, align_corners)
        for i, n in enumerate(lengths)
    ]
    # The parts along each axis: where elements are, and how much each counts.
    if mode == "bicubic":
        taps = [_cubic_parts(p, n, padding_mode, align_corners) for p, n in _pairs(places, lengths)]
    else:
        if padding_mode != "zeros":
            places = [
                _inside(p, n, padding_mode, align_corners) for p, n in _pairs(places, lengths)
            ]
        parts = _nearest_parts if mode == "nearest" else _linear_parts
        taps = [parts(p, n) for p, n in _pairs(places, lengths)]
    out = _gathered(x, beside(x, arange, 0, x.shape[0], 1, dtype="int64"), taps)
    # What is not finite gives NaN here, all else nothing.
    out = add(out, expand_dims(sum(subtract(grid, grid), axis=-1), axis=-1))
    out = moveaxis(reshape(out, (x.shape[0], *outer, x.shape[1])), -1, 1)
    return astype(out, given)


@composite(dtypes="real floating", rank="shape")
def affine_grid(theta: Array, shape: tuple[int, ...], /, *, align_corners: bool = False) -> Array:
    """Return the grid by which `grid_sample` transforms images linearly.

    Parameters
    ----------
    theta
        Matrices ``(N, 2, 3)``, or for volumes ``(N, 3, 4)``: the place in the image of a place
        ``p`` of the result is ``theta @ (p, 1)``, where places are ``(x, y)`` or ``(x, y, z)``.
    shape
        The shape of the result, ``(N, C, H, W)`` or ``(N, C, D, H, W)``.
    align_corners
        As in `grid_sample`.

    Returns
    -------
    Array
        The grid ``(N, H, W, 2)`` or ``(N, D, H, W, 3)``.

    Raises
    ------
    ValueError
        The shapes do not fit each other.

    Examples
    --------
    >>> import ivy
    >>> theta = ivy.asarray([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.5]]])
    >>> ivy.affine_grid(theta, (1, 1, 1, 2))
    Array([[[[-0.5,  0.5],
             [ 0.5,  0.5]]]], dtype=float32, backend='numpy')
    """
    shape = shape_of_images("affine_grid", shape)
    rank = len(shape) - 2
    if rank not in (2, 3) or theta.shape != (shape[0], rank, rank + 1) or min(shape) < 0:
        raise ValueError(
            "ivy.affine_grid: expected matrices (N, 2, 3) for a shape (N, C, H, W) or (N, 3, 4) "
            f"for (N, C, D, H, W), got shape {theta.shape} and shape={shape}"
        )
    lengths = shape[2:]
    parts = []
    for i in range(rank)[::-1]:
        n = lengths[i]
        numbers = subtract(multiply(beside(theta, arange, 0, n, 1), 2), n - 1)
        ends = max(n - 1, 1) if align_corners else n
        numbers = reshape(divide(numbers, ends or 1), (n, *(1,) * (rank - 1 - i)))
        parts.append(broadcast_to(numbers, lengths))
    parts.append(beside(theta, ones, lengths))
    points = reshape(stack(parts, axis=-1), (math.prod(lengths), rank + 1))
    return reshape(matmul(points, swapaxes(theta, 1, 2)), (shape[0], *lengths, rank))


@composite(dtypes="real floating", result="index", rank="one", promoted=("boxes", "scores"))
def nms(
    boxes: Array,
    scores: Array,
    /,
    *,
    iou_threshold: float = 0.5,
    score_threshold: float = -math.inf,
    max_output_size: int | None = None,
) -> Array:
    """Return which boxes are left when those go that a better one overlaps: its maxima.

    The best box stays, and every other goes whose intersection with it is more than a share of
    their union; and so on with the best of the boxes that are left. The shape of the result depends
    on values, so that code with it is not compiled on jax.

    Parameters
    ----------
    boxes
        Boxes ``(N, 4)``: ``x1``, ``y1``, ``x2`` and ``y2`` with ``x1 <= x2`` and ``y1 <= y2``.
    scores
        How good each box is ``(N,)``.
    iou_threshold
        The largest intersection over union that two boxes that stay may have.
    score_threshold
        What the score of a box that stays must exceed.
    max_output_size
        How many of the best are returned at most.

    Returns
    -------
    Array
        The numbers of the boxes that stay, an int64 array, the best first and of equal scores the
        first first.

    Raises
    ------
    ValueError
        The shapes do not fit each other.

    Notes
    -----
    It takes memory for ``N * N`` numbers.

    Examples
    --------
    >>> import ivy
    >>> boxes = ivy.asarray([[0.0, 0.0, 2.0, 2.0], [0.0, 0.0, 2.0, 1.9], [5.0, 5.0, 6.0, 6.0]])
    >>> ivy.nms(boxes, ivy.asarray([0.8, 0.9, 0.7]))
    Array([1, 2], dtype=int64, backend='numpy')
    """
    if len(boxes.shape) != 2 or boxes.shape[1] != 4 or scores.shape != boxes.shape[:1]:
        raise ValueError(
            "ivy.nms: expected boxes (N, 4) and scores (N,), got shapes "
            f"{boxes.shape} and {scores.shape}"
        )
    most = None if max_output_size is None else integer("nms", "max_output_size", max_output_size)
    if most is not None and most < 0:
        raise ValueError(
            f"ivy.nms: expected max_output_size from 0, got max_output_size={max_output_size}"
        )
    boxes, scores = stop_gradient(boxes), stop_gradient(scores)
    order = argsort(scores, descending=True)
    boxes = take(boxes, order, axis=0)
    # A box only goes for one before it.
    over = triu(greater(_overlap(boxes), iou_threshold), k=1)

    def again(state: tuple[Array, Array]) -> tuple[Array, Array]:
        left, _ = state
        gone = any_(logical_and(over, expand_dims(left, axis=1)), axis=0)
        after = logical_not(gone)
        return after, any_(not_equal(after, left))

    # Each time one more box at least, from the best on, has got to where it stays.
    start = beside(boxes, ones, (boxes.shape[0],), dtype="bool")
    left, _ = while_loop(
        lambda state: state[1], again, (start, beside(boxes, ones, (), dtype="bool"))
    )
    if score_threshold > -math.inf:
        left = logical_and(left, greater(take(scores, order, axis=0), score_threshold))
    if most is not None:
        left = logical_and(left, less_equal(cumulative_sum(left, axis=0), most))
    return take(order, flatnonzero(left), axis=0)


@composite(dtypes="real floating", rank="four", promoted=("x", "boxes"))
def roi_align(
    x: Array,
    boxes: Array,
    output_size: int | tuple[int, int],
    /,
    *,
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = False,
) -> Array:
    """Return the parts of images under boxes, each brought to one size.

    A box is cut into bins; an element of the result is the mean of the image, interpolated
    linearly, at points that are spread evenly in its bin, see https://arxiv.org/abs/1703.06870.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``.
    boxes
        Boxes ``(K, 5)``: the number of the image, then ``x1``, ``y1``, ``x2`` and ``y2``.
    output_size
        Height and width of the result, or one for both.
    spatial_scale
        What coordinates are multiplied by to be those of the image.
    sampling_ratio
        How many points there are in a bin along each axis. With 0 or less it is for each box the
        length of a bin, rounded up; then values must be known, and code with it is not compiled.
    aligned
        Whether coordinates are shifted by half an element, so that the middle of the first is at
        0.5; otherwise it is at 0, and boxes are at least one element long.

    Returns
    -------
    Array
        The parts ``(K, C, height, width)``. The image goes on for one element beyond its border
        with the border's values; farther out it is zero.

    Raises
    ------
    ValueError
        The shapes do not fit each other.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([[[[1.0, 2.0], [3.0, 4.0]]]])
    >>> box = ivy.asarray([[0.0, 0.0, 0.0, 2.0, 2.0]])
    >>> ivy.roi_align(x, box, 2, sampling_ratio=1, aligned=True)
    Array([[[[1., 2.],
             [3., 4.]]]], dtype=float32, backend='numpy')
    """
    size = sizes_of("roi_align", "output_size", output_size, 2)
    ratio = integer("roi_align", "sampling_ratio", sampling_ratio)
    if len(x.shape) != 4 or len(boxes.shape) != 2 or boxes.shape[1] != 5 or 0 in x.shape[2:]:
        raise ValueError(
            "ivy.roi_align: expected images (N, C, H, W) with elements and boxes (K, 5), got "
            f"shapes {x.shape} and {boxes.shape}"
        )
    if min(size) < 1 or (not x.shape[0] and boxes.shape[0]):
        raise ValueError(
            "ivy.roi_align: expected a positive height and width, and an image for boxes, got "
            f"output_size={output_size} for shapes {x.shape} and {boxes.shape}"
        )
    given = result_type(x, boxes)
    x, boxes = astype(x, _precise(given)), astype(boxes, _precise(given))
    shift = 0.5 if aligned else 0.0
    corners = subtract(
        multiply(getitem(boxes, (slice(None), slice(1, None))), spatial_scale), shift
    )
    number = getitem(boxes, (slice(None), 0))
    # Of what is not the number of an image is made one that is too large.
    there = logical_and(greater_equal(number, 0), less(number, x.shape[0]))
    image = astype(where(there, number, x.shape[0]), "int64")
    starts = [getitem(corners, (slice(None), 1 - i)) for i in (0, 1)]
    steps = []
    for i, start in enumerate(starts):
        length = subtract(getitem(corners, (slice(None), 3 - i)), start)
        steps.append(divide(length if aligned else maximum(length, 1), size[i]))
    most = [ratio, ratio] if ratio > 0 else _most(steps, boxes.shape, size, x.shape[1])
    taps = [
        _bin_parts(start, step, count, n, ratio, points)
        for start, step, count, n, points in zip(
            starts, steps, size, x.shape[2:], most, strict=True
        )
    ]
    height, width = [places[0].shape[1] for places, _ in taps]
    parts: list[Parts] = [
        (
            [_over(p, height, width, along) for p in places],
            [_over(s, height, width, along) for s in shares],
        )
        for along, (places, shares) in enumerate(taps)
    ]
    out = _gathered(x, image, parts)
    out = reshape(
        out, (boxes.shape[0], size[0], height // size[0], size[1], width // size[1], x.shape[1])
    )
    return astype(moveaxis(sum(out, axis=(2, 4)), -1, 1), given)


# Positions along an axis, int64, and the share that each has: arrays of one shape.
Parts = tuple[list[Array], list[Array]]


def _pairs(places: list[Array], lengths: tuple[int, ...]) -> list[tuple[Array, int]]:
    return list(zip(places, lengths, strict=True))


def _gathered(x: Array, image: Array, taps: list[Parts]) -> Array:
    """Return weighted sums of elements ``(images, points, C)``.

    `image` says which image ``(images,)``; for each axis there are positions ``(images, points)``,
    and shares of theirs.
    """
    lengths = x.shape[2:]
    flat = reshape(moveaxis(x, 1, -1), (x.shape[0] * math.prod(lengths), x.shape[1]))
    first = expand_dims(image, axis=1)
    total = None
    for chosen in itertools.product(*[range(len(places)) for places, _ in taps]):
        place, share = first, None
        for (places, shares), n, i in zip(taps, lengths, chosen, strict=True):
            place = add(multiply(place, n), places[i])
            share = shares[i] if share is None else multiply(share, shares[i])
        assert share is not None
        rows = reshape(take(flat, reshape(place, (-1,)), axis=0), (*place.shape, x.shape[1]))
        part = multiply(rows, expand_dims(share, axis=-1))
        total = part if total is None else add(total, part)
    assert total is not None
    return total


def _unnormalised(place: Array, length: int, align_corners: bool) -> Array:
    """Return places from -1 to 1 as positions on an axis."""
    if align_corners:
        return multiply(add(place, 1), (length - 1) / 2)
    return divide(subtract(multiply(add(place, 1), length), 1), 2)


def _inside(place: Array, length: int, mode: str, align_corners: bool) -> Array:
    """Return positions that have been brought onto the axis; at its ends derivatives are 0."""
    if mode == "reflection":
        low, span = (0.0, length - 1) if align_corners else (-0.5, length)
        if not span:
            return multiply(place, 0)
        away = subtract(place, low)
        away = where(less(away, 0), negative(away), away)
        turns = floor(divide(away, span))
        rest = remainder(away, span)
        odd = not_equal(remainder(turns, 2), 0)
        place = add(where(odd, subtract(span, rest), rest), low)
    place = where(less_equal(place, 0), 0, place)
    return where(greater_equal(place, length - 1), length - 1, place)


def _element(place: Array, length: int) -> tuple[Array, Array]:
    """Return positions of whole numbers, brought onto the axis, and where they were on it."""
    on = logical_and(greater_equal(place, 0), less_equal(place, length - 1))
    return astype(where(on, place, 0), "int64"), on


def _nearest_parts(place: Array, length: int) -> Parts:
    position, on = _element(round(place), length)
    return [position], [astype(on, place.dtype)]


def _linear_parts(place: Array, length: int) -> Parts:
    first = floor(place)
    share = subtract(place, first)
    low, low_on = _element(first, length)
    high, high_on = _element(add(first, 1), length)
    return [low, high], [where(low_on, subtract(1, share), 0), where(high_on, share, 0)]


def _cubic_parts(place: Array, length: int, mode: str, align_corners: bool) -> Parts:
    first = floor(place)
    positions, shares = [], []
    for i, share in enumerate(_taps(subtract(place, first))):
        at = add(first, i - 1)
        if mode != "zeros":
            at = trunc(_inside(at, length, mode, align_corners))
        position, on = _element(at, length)
        positions.append(position)
        shares.append(where(on, share, 0))
    return positions, shares


def _overlap(boxes: Array) -> Array:
    """Return the intersection over the union of each two boxes ``(N, N)``."""
    low, high = getitem(boxes, (..., slice(None, 2))), getitem(boxes, (..., slice(2, None)))
    sides = subtract(
        minimum(expand_dims(high, axis=1), high), maximum(expand_dims(low, axis=1), low)
    )
    sides = maximum(sides, 0)
    both = multiply(getitem(sides, (..., 0)), getitem(sides, (..., 1)))
    own = subtract(high, low)
    area = multiply(getitem(own, (..., 0)), getitem(own, (..., 1)))
    union = subtract(add(expand_dims(area, axis=1), area), both)
    # Boxes without an area overlap nothing.
    return divide(both, where(equal(union, 0), 1, union))


def _bin_parts(start: Array, step: Array, count: int, length: int, ratio: int, most: int) -> Parts:
    """Return positions and shares for the points of bins along an axis ``(K, bins * points)``."""
    start, step = expand_dims(start, axis=(1, 2)), expand_dims(step, axis=(1, 2))
    bins = expand_dims(beside(start, arange, 0, count, 1), axis=1)
    points = stop_gradient(ceil(step)) if ratio <= 0 else ratio
    numbers = beside(start, arange, 0, most, 1)
    share = divide(add(numbers, 0.5), maximum(points, 1) if ratio <= 0 else ratio)
    place = add(start, multiply(add(bins, share), step))
    weight = where(logical_and(greater_equal(place, -1), less_equal(place, length)), 1.0, 0.0)
    weight = astype(weight, start.dtype)
    if ratio <= 0:
        weight = divide(where(less(numbers, points), weight, 0), maximum(points, 1))
    else:
        weight = divide(weight, ratio)
    place = clip(place, 0, length - 1)
    first = minimum(floor(place), max(length - 2, 0))
    low, _ = _element(first, length)
    high, _ = _element(minimum(add(first, 1), length - 1), length)
    part = subtract(place, first)
    shares = [multiply(weight, subtract(1, part)), multiply(weight, part)]
    flat = (start.shape[0], count * most)
    return (
        [reshape(broadcast_to(p, place.shape), flat) for p in (low, high)],
        [reshape(s, flat) for s in shares],
    )


def _most(
    steps: list[Array], boxes: tuple[int, ...], size: tuple[int, ...], channels: int
) -> list[int]:
    """Return the largest of the numbers of points in bins, along each axis."""
    if is_recorded(steps):
        raise UnsupportedError(
            "ivy.roi_align: the number of points is not known in compiled code where it depends "
            "on the boxes; give sampling_ratio="
        )
    most = [math.ceil(v) if math.isfinite(v) else v for v in map(_largest, steps)]
    check_points(boxes, size, most, channels)
    return [int(n) for n in most]


def _largest(x: Array) -> float:
    return float(to_numpy(stop_gradient(x)).max(initial=1))


def _over(x: Array, height: int, width: int, along: int) -> Array:
    """Return what is along one axis ``(K, n)`` at all points of a plane ``(K, height * width)``."""
    count = x.shape[0]
    plane = broadcast_to(expand_dims(x, axis=2 - along), (count, height, width))
    return reshape(plane, (count, height * width))


@composite(dtypes="any")
def pixel_shuffle(x: Array, /, factor: int) -> Array:
    """Return images of more pixels and fewer channels, which become blocks of pixels.

    Parameters
    ----------
    x
        Images ``(..., C * factor ** 2, H, W)``.
    factor
        Height and width of a block.

    Returns
    -------
    Array
        Images ``(..., C, H * factor, W * factor)``.

    Raises
    ------
    ValueError
        The channels do not make blocks.

    Examples
    --------
    >>> import ivy
    >>> ivy.pixel_shuffle(ivy.asarray([[[1]], [[2]], [[3]], [[4]]]), 2)
    Array([[[1, 2],
            [3, 4]]], dtype=int64, backend='numpy')
    """
    factor = integer("pixel_shuffle", "factor", factor)
    if len(x.shape) < 3 or factor < 1 or x.shape[-3] % factor**2:
        raise ValueError(
            "ivy.pixel_shuffle: expected images (..., C, H, W), whose channels are a multiple of "
            f"factor ** 2, got shape {x.shape} and factor={factor}"
        )
    *rest, channels, height, width = x.shape
    n = len(rest)
    x = reshape(x, (*rest, channels // factor**2, factor, factor, height, width))
    x = permute_dims(x, (*range(n), n, n + 3, n + 1, n + 4, n + 2))
    return reshape(x, (*rest, channels // factor**2, height * factor, width * factor))


@composite(dtypes="any")
def pixel_unshuffle(x: Array, /, factor: int) -> Array:
    """Return images of fewer pixels and more channels: what `pixel_shuffle` undoes.

    Parameters
    ----------
    x
        Images ``(..., C, H * factor, W * factor)``.
    factor
        Height and width of a block.

    Returns
    -------
    Array
        Images ``(..., C * factor ** 2, H, W)``.

    Raises
    ------
    ValueError
        Blocks do not fill the images.

    Examples
    --------
    >>> import ivy
    >>> ivy.pixel_unshuffle(ivy.asarray([[[1, 2], [3, 4]]]), 2)
    Array([[[1]],
    <BLANKLINE>
           [[2]],
    <BLANKLINE>
           [[3]],
    <BLANKLINE>
           [[4]]], dtype=int64, backend='numpy')
    """
    factor = integer("pixel_unshuffle", "factor", factor)
    if len(x.shape) < 3 or factor < 1 or x.shape[-1] % factor or x.shape[-2] % factor:
        raise ValueError(
            "ivy.pixel_unshuffle: expected images (..., C, H, W), whose height and width are "
            f"multiples of the factor, got shape {x.shape} and factor={factor}"
        )
    *rest, channels, height, width = x.shape
    n = len(rest)
    height, width = height // factor, width // factor
    x = reshape(x, (*rest, channels, height, factor, width, factor))
    x = permute_dims(x, (*range(n), n, n + 2, n + 4, n + 1, n + 3))
    return reshape(x, (*rest, channels * factor**2, height, width))


@composite(dtypes="any")
def channel_shuffle(x: Array, /, groups: int) -> Array:
    """Return images with the channels of groups taken in turn.

    Parameters
    ----------
    x
        An array ``(N, C, ...)``.
    groups
        How many groups of as many channels there are.

    Raises
    ------
    ValueError
        The channels do not make groups.

    Examples
    --------
    >>> import ivy
    >>> ivy.channel_shuffle(ivy.asarray([[1, 2, 3, 4]]), 2)
    Array([[1, 3, 2, 4]], dtype=int64, backend='numpy')
    """
    groups = integer("channel_shuffle", "groups", groups)
    if len(x.shape) < 2 or groups < 1 or x.shape[1] % groups:
        raise ValueError(
            "ivy.channel_shuffle: expected an array (N, C, ...), whose channels are a multiple of "
            f"groups, got shape {x.shape} and groups={groups}"
        )
    n, channels, *rest = x.shape
    parts = reshape(x, (n, groups, channels // groups, *rest))
    return reshape(swapaxes(parts, 1, 2), (n, channels, *rest))
