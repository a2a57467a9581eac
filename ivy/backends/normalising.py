"""Checks of the normalisation of channels: of shapes that do not fit each other."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from ivy.backends.filters import is_last

Shape = tuple[int, ...]


def channel_axis(
    op: str, data_format: str, shape: Shape, least: int, **numbers: Shape | None
) -> int:
    """Return the axis of the channels, or raise ``ValueError``.

    `least` is the least rank, `numbers` are the shapes of what has a number for each channel.
    """
    axis = -1 if is_last(op, data_format) else 1
    if len(shape) < least:
        raise ValueError(
            f"ivy.{op}: expected an array of at least {least} axes, got shape {shape}; add axes "
            "with ivy.reshape"
        )
    count = shape[axis]
    for name, given in numbers.items():
        if given is not None and (len(given) != 1 or (given[0] != count and count is not None)):
            raise ValueError(
                f"ivy.{op}: expected {name} of shape {(count,)}, a number for each channel, got "
                f"shape {given} for shape {shape} and data_format={data_format!r}"
            )
    return axis % len(shape)


def check_batch_norm(
    shape: Shape,
    numbers: dict[str, Shape | None],
    training: bool,
    data_format: str,
) -> int:
    """Return the axis of the channels, or raise ``ValueError``."""
    axis = channel_axis("batch_norm", data_format, shape, 2, **numbers)
    mean, variance = numbers["mean"], numbers["variance"]
    if (mean is None) is not (variance is None) or (mean is None and not training):
        raise ValueError(
            "ivy.batch_norm: expected a mean and a variance, or training=True and neither, got "
            f"shapes {mean} and {variance}, and training={training}"
        )
    lengths = [n for i, n in enumerate(shape) if i != axis]
    if training and None not in lengths and math.prod(lengths) < 2:
        raise ValueError(
            "ivy.batch_norm: expected more than one element for each channel in training, got "
            f"shape {shape}; pass training=False or a larger batch"
        )
    return axis


def check_group_norm(
    shape: Shape, numbers: dict[str, Shape | None], groups: int, data_format: str
) -> int:
    """Return the axis of the channels, or raise ``ValueError``."""
    axis = channel_axis("group_norm", data_format, shape, 2, **numbers)
    if groups < 1 or shape[axis] % groups:
        raise ValueError(
            f"ivy.group_norm: expected groups that the {shape[axis]} channels fall into evenly, "
            f"got groups={groups} for shape {shape} and data_format={data_format!r}"
        )
    return axis


def checks(shape: Callable[[Any], Shape]) -> dict[str, Callable[..., None]]:
    """Return, by operation, the check of its native arguments.

    `shape` gives the shape of a native array.
    """
    return {"batch_norm": partial(_batch_norm, shape), "group_norm": partial(_group_norm, shape)}


def _shapes(shape: Any, **arrays: Any) -> dict[str, Shape | None]:
    return {n: None if a is None else tuple(shape(a)) for n, a in arrays.items()}


def _batch_norm(
    shape: Any,
    x: Any,
    mean: Any,
    variance: Any,
    weight: Any,
    bias: Any,
    training: bool,
    momentum: float,
    eps: float,
    data_format: str,
) -> None:
    numbers = _shapes(shape, mean=mean, variance=variance, weight=weight, bias=bias)
    check_batch_norm(tuple(shape(x)), numbers, training, data_format)


def _group_norm(
    shape: Any, x: Any, weight: Any, bias: Any, groups: int, eps: float, data_format: str
) -> None:
    numbers = _shapes(shape, weight=weight, bias=bias)
    check_group_norm(tuple(shape(x)), numbers, groups, data_format)
