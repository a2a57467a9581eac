"""Checks of the axis of running sums, products and extremes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ivy.errors import AxisError

Shape = tuple[int, ...]

_RUNNING = (
    *("cumulative_sum", "cumulative_prod"),
    *("cumulative_max", "cumulative_min", "cumulative_logsumexp"),
)


def check_axis(op: str, shape: Shape, axis: int | None) -> None:
    """Raise ``AxisError`` where there is no such axis; None means the only one."""
    rank = len(shape)
    if rank != 1 if axis is None else not -rank <= axis < rank:
        raise AxisError(
            f"ivy.{op}: expected an axis from {-rank} to {rank - 1} for an array of shape "
            f"{shape}, got axis={axis}"
        )


def checks(shape: Callable[[Any], Shape]) -> dict[str, Callable[..., None]]:
    """Return, by operation, the check of its native arguments.

    `shape` gives the shape of a native array.
    """
    return {op: partial(_given, op, shape) for op in _RUNNING}


def _given(op: str, shape: Any, x: Any, axis: Any, *options: Any) -> None:
    check_axis(op, shape(x), axis)
