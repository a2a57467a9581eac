"""Checks of sampling: of grids that do not fit images, and of modes that there are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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


def checks(shape: Callable[[Any], Shape]) -> dict[str, Callable[..., None]]:
    """Return, by operation, the check of its native arguments.

    `shape` gives the shape of a native array.
    """

    def sample(x: Any, grid: Any, mode: Any, padding_mode: Any, align_corners: Any) -> None:
        check_grid(shape(x), shape(grid), mode, padding_mode)

    return {"grid_sample": sample}
