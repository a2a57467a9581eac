"""Images: arrays ``(N, C, *lengths)`` with one to three spatial axes, channels first."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ivy import dtypes
from ivy.array import Array
from ivy.dtypes import DType
from ivy.functional._op import beside, composite
from ivy.functional.creation import arange
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    abs,
    add,
    clip,
    divide,
    equal,
    exp,
    floor,
    floor_divide,
    greater,
    greater_equal,
    less,
    logical_and,
    maximum,
    minimum,
    multiply,
    negative,
    sin,
    square,
    subtract,
)
from ivy.functional.indexing import take
from ivy.functional.linear_algebra import matmul
from ivy.functional.manipulation import expand_dims, moveaxis, reshape, swapaxes
from ivy.functional.searching import where
from ivy.functional.statistical import sum

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
    if len(size) != len(x.shape) - 2:
        raise ValueError(
            "ivy.interpolate_linear: expected images (N, C, *lengths) and a size for each length, "
            f"got shape {x.shape} and size={size}"
        )
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


def _sizes(size: int | Sequence[int] | None, lengths: tuple[int, ...]) -> tuple[int, ...]:
    found = (size,) * len(lengths) if isinstance(size, int) else tuple(size or ())
    if len(found) != len(lengths) or min(found) < 1:
        raise ValueError(
            "ivy.interpolate: expected size= with a positive number for each spatial axis, or "
            f"scale_factor=, got size={size} for {len(lengths)} axes"
        )
    return found


def _scaled(
    size: int | Sequence[int] | None,
    factor: float | Sequence[float],
    lengths: tuple[int, ...],
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the sizes that factors lead to, and a factor for each axis."""
    if isinstance(factor, int | float):
        factors = (float(factor),) * len(lengths)
    else:
        factors = tuple([float(f) for f in factor])
    sizes = [int(n * f) for n, f in zip(lengths, factors, strict=False)]
    if size is not None or len(factors) != len(lengths) or min(sizes) < 1:
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
