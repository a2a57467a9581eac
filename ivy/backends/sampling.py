"""Checks of sampling: of sizes and grids that do not fit images, and of modes that are none."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ivy.backends.filters import integer, sizes_of

Shape = tuple[int, ...]

MODES = ("bilinear", "nearest", "bicubic")
PADDING_MODES = ("zeros", "border", "reflection")


def check_grid(x: Shape, grid: Shape, mode: str, padding_mode: str) -> None:
    """Raise ``ValueError`` where a grid does not fit images, or modes do not exist."""
    if mode not in MODES or padding_mode not in PADDING_MODES:
        raise ValueError(
            f"ivy.grid_sample: expected mode in {MODES} and padding_mode in {PADDING_MODES}, got "
            f"mode={mode!r} and padding_mode={padding_mode!r}"
        )
    rank = len(x) - 2
    fits = rank in (2, 3) and len(grid) == len(x) and grid[-1] == rank and 0 not in x[2:]
    if not fits or x[0] != grid[0]:
        raise ValueError(
            "ivy.grid_sample: expected images (N, C, H, W) with elements and a grid (N, H', W', "
            "2), or volumes (N, C, D, H, W) and (N, D', H', W', 3), got shapes "
            f"{tuple(x)} and {tuple(grid)}"
        )
    if mode == "bicubic" and rank == 3:
        raise ValueError(
            "ivy.grid_sample: expected images (N, C, H, W) for mode='bicubic', got shape "
            f"{tuple(x)}"
        )


def check_factors(op: str, factor: Any, count: int) -> None:
    """Raise where lengths of images cannot be multiplied by a factor, or by one for each axis."""
    given = factor if isinstance(factor, tuple | list) else (factor,) * count
    if any(isinstance(f, bool) or not hasattr(f, "__float__") for f in given):
        raise TypeError(f"ivy.{op}: expected numbers, got scale_factor={factor!r}")
    if len(given) != count or not all(0 < f < float("inf") for f in given):
        raise ValueError(
            f"ivy.{op}: expected a positive, finite factor for each of {count} spatial axes, got "
            f"scale_factor={factor}"
        )


def check_linear(shape: Shape, size: Any, scale_factor: Any) -> None:
    """Raise where `interpolate_linear` cannot give images a size."""
    op = "interpolate_linear"
    lengths = shape[2:]
    for name, value in (("size", size), ("scale_factor", scale_factor or ())):
        if not isinstance(value, tuple | list):
            raise TypeError(f"ivy.{op}: expected a tuple, got {name}={value!r}")
    if len(size) != len(shape) - 2 or 0 in lengths:
        raise ValueError(
            f"ivy.{op}: expected images (N, C, *lengths) with elements and a size for each "
            f"length, got shape {shape} and size={size}"
        )
    if min(sizes_of(op, "size", size, len(lengths)), default=1) < 1:
        raise ValueError(f"ivy.{op}: expected positive lengths, got size={size}")
    if scale_factor is not None:
        check_factors(op, scale_factor, len(lengths))


def shape_of_images(op: str, shape: Any) -> Shape:
    """Return a shape, or raise."""
    if not isinstance(shape, tuple | list):
        raise TypeError(f"ivy.{op}: expected a tuple of lengths, got shape={shape!r}")
    return tuple([integer(op, "shape", n) for n in shape])


# Of what parts of images are made of; it is held more than once, and no machine has as much.
_MOST_POINTS = 2**31


def check_points(boxes: Shape, size: Shape, points: Sequence[float], channels: int) -> None:
    """Raise ``ValueError`` where boxes are so long that their points do not fit into memory."""
    if not all(math.isfinite(n) for n in points):
        raise ValueError("ivy.roi_align: expected finite boxes, got infinities or NaN")
    count = boxes[0] * math.prod(size) * math.prod(points)
    if count * max(channels, 1) > _MOST_POINTS:
        height, width = [int(n) for n in points]
        raise ValueError(
            f"ivy.roi_align: expected boxes of fewer points, got {height} x {width} of them in "
            f"each bin for {boxes[0]} boxes and output_size={size}; give sampling_ratio=, fewer "
            "boxes at a time, or their coordinates in another unit (spatial_scale=)"
        )


def checks(shape: Callable[[Any], Shape]) -> dict[str, Callable[..., None]]:
    """Return, by operation, the check of its native arguments.

    `shape` gives the shape of a native array.
    """

    def sample(x: Any, grid: Any, mode: Any, padding_mode: Any, align_corners: Any) -> None:
        check_grid(shape(x), shape(grid), mode, padding_mode)

    def linear(x: Any, size: Any, scale_factor: Any, align_corners: Any) -> None:
        check_linear(shape(x), size, scale_factor)

    return {"grid_sample": sample, "interpolate_linear": linear}
