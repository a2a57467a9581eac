"""Checks of shapes and axes for what moves, finds, sorts or picks elements.

Frameworks refuse the same things with exceptions of their own, or do something else instead. A
length that is None is not known yet, and passes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ivy.errors import AxisError

Shape = tuple[int, ...]
Axes = int | tuple[int, ...] | None


def check_axis(op: str, rank: int, axis: int) -> None:
    """Raise ``AxisError`` where there is no such axis."""
    if not -rank <= axis < rank:
        raise AxisError(
            f"ivy.{op}: expected an axis from {-rank} to {rank - 1} for {rank} axes, "
            f"got axis={axis}"
        )


def check_axes(op: str, rank: int, axes: Axes) -> None:
    """Raise ``AxisError`` where there are no such axes, ``ValueError`` where one comes twice."""
    if axes is None:
        return
    if isinstance(axes, int):
        check_axis(op, rank, axes)
        return
    for a in axes:
        check_axis(op, rank, a)
    if len({a % rank for a in axes}) != len(axes):
        raise ValueError(f"ivy.{op}: expected different axes, got axis={axes}")


def check_reshape(shape: Shape, new: int | Shape) -> None:
    """Raise ``ValueError`` where a shape has another number of elements."""
    lengths = (new,) if isinstance(new, int) else new
    if None in shape:
        return
    count, wanted = math.prod(shape), math.prod(lengths)
    if wanted == count and min(lengths, default=0) >= 0:
        return
    known = [n for n in lengths if n != -1]
    wanted = math.prod(known)
    works = len(lengths) - len(known) == 1 and wanted > 0 and count % wanted == 0
    if not works or min(known, default=0) < 0:
        raise ValueError(
            f"ivy.reshape: expected a shape of {count} elements, at most one length of which is "
            f"-1, got shape={new} for {shape}"
        )


def check_permutation(shape: Shape, axes: Shape) -> None:
    """Raise ``ValueError`` where axes are no permutation."""
    check_axes("permute_dims", len(shape), tuple(axes))
    if len(axes) != len(shape):
        raise ValueError(
            f"ivy.permute_dims: expected each of {len(shape)} axes once, got axes={axes}"
        )


def check_moveaxis(shape: Shape, source: Axes, destination: Axes) -> None:
    """Raise where axes cannot be moved so."""
    check_axes("moveaxis", len(shape), source)
    check_axes("moveaxis", len(shape), destination)
    if _count(source) != _count(destination):
        raise ValueError(
            f"ivy.moveaxis: expected a destination for each axis, got {source} and {destination}"
        )


def _count(axes: Axes) -> int:
    return 1 if axes is None or isinstance(axes, int) else len(axes)


def check_squeeze(shape: Shape, axis: Axes) -> None:
    """Raise ``ValueError`` where an axis is longer than 1."""
    check_axes("squeeze", len(shape), axis)
    for a in (axis,) if isinstance(axis, int) else axis or ():
        if shape[a] not in (1, None):
            raise ValueError(
                f"ivy.squeeze: expected axes of length 1, got axis={axis} for shape {shape}"
            )


def check_broadcast(shape: Shape, new: Shape) -> None:
    """Raise ``ValueError`` where an array cannot be repeated to a shape."""
    extra = len(new) - len(shape)
    if min(extra, *new, 0) < 0 or any(
        n not in (1, None, wanted) for n, wanted in zip(shape, new[extra:], strict=True)
    ):
        raise ValueError(
            f"ivy.broadcast_to: expected a shape that {shape} broadcasts to, got shape={new}"
        )


def check_flatten(shape: Shape, start: int, end: int) -> None:
    """Raise where axes do not follow each other."""
    rank = max(len(shape), 1)
    check_axis("flatten", rank, start)
    check_axis("flatten", rank, end)
    if start % rank > end % rank:
        raise ValueError(
            f"ivy.flatten: expected an end_axis that is not before start_axis, got "
            f"start_axis={start}, end_axis={end} for shape {shape}"
        )


def check_join(op: str, shapes: list[Shape], axis: int | None) -> None:
    """Raise where arrays cannot be joined along an axis."""
    if not shapes:
        raise ValueError(f"ivy.{op}: expected at least one array, got none")
    if axis is None:
        return
    first = shapes[0]
    rank = len(first)
    if -rank <= axis < rank and shapes.count(first) == len(shapes):
        return  # as it nearly always is
    check_axis(op, rank + (op == "stack"), axis)
    if op == "concat":
        axis %= rank
    else:
        axis = rank
    for s in shapes[1:]:
        if s != first and (
            len(s) != rank
            or any(
                a != b and i != axis and None not in (a, b)
                for i, (a, b) in enumerate(zip(s, first, strict=True))
            )
        ):
            raise ValueError(
                f"ivy.{op}: expected arrays of one shape"
                f"{' but for the axis' if op == 'concat' else ''}, got shapes "
                f"{', '.join(map(str, shapes))} and axis={axis}"
            )


def check_split(shape: Shape, sizes: Shape, axis: int) -> None:
    """Raise where the sizes of parts do not add up."""
    check_axis("split", len(shape), axis)
    if not sizes or min(sizes) < 0 or shape[axis] not in (None, sum(sizes)):
        raise ValueError(
            f"ivy.split: expected sizes that add up to the axis of length {shape[axis]}, "
            f"got sizes={sizes}"
        )


def check_roll(shape: Shape, shift: Axes, axis: Axes) -> None:
    """Raise where there is not a shift for each axis."""
    if axis is not None:
        for a in (axis,) if isinstance(axis, int) else axis:
            check_axis("roll", len(shape), a)
    if not isinstance(shift, int) and (axis is None or _count(shift) != _count(axis)):
        raise ValueError(
            f"ivy.roll: expected an axis for each shift, got shift={shift}, axis={axis}"
        )


def check_repeat(shape: Shape, repeats: Any, axis: int | None, shape_of: Any) -> None:
    """Raise where there is not one number of repetitions, or one for each slice."""
    if axis is not None:
        check_axis("repeat", len(shape), axis)
    if isinstance(repeats, int):
        if repeats < 0:
            raise ValueError(f"ivy.repeat: expected no negative number, got repeats={repeats}")
        return
    if None in shape:
        return
    count = math.prod(shape) if axis is None else shape[axis]
    if shape_of(repeats) not in ((), (1,), (count,)):
        raise ValueError(
            f"ivy.repeat: expected one or {count} numbers, got repeats of shape {shape_of(repeats)}"
        )


def check_tile(repetitions: Shape) -> None:
    """Raise ``ValueError`` where a number of repetitions is negative."""
    if min(repetitions, default=0) < 0:
        raise ValueError(f"ivy.tile: expected no negative numbers, got repetitions={repetitions}")


PAD_MODES = ("constant", "edge", "reflect", "symmetric", "wrap")


def check_pad(shape: Shape, widths: Any, mode: str) -> None:
    """Raise ``ValueError`` where an array cannot be padded so."""
    if mode not in PAD_MODES:
        raise ValueError(f"ivy.pad: expected mode in {PAD_MODES}, got mode={mode!r}")
    if len(widths) != len(shape) or any(len(w) != 2 or min(w) < 0 for w in widths):
        raise ValueError(
            "ivy.pad: expected two numbers that are not negative for each axis, got "
            f"widths={widths} for shape {shape}"
        )
    if mode != "constant" and any(n == 0 and max(w) for n, w in zip(shape, widths, strict=True)):
        raise ValueError(
            f"ivy.pad: expected elements to continue on each padded axis, got shape {shape} for "
            f"mode={mode!r}"
        )


def check_nonzero(shape: Shape) -> None:
    """Raise ``ValueError`` where there is no axis."""
    if not shape:
        raise ValueError("ivy.nonzero: expected at least one axis, got a 0-d array")


def check_searchsorted(shape: Shape, side: str, sorter: Shape | None) -> None:
    """Raise ``ValueError`` where there is nothing to search in so."""
    if len(shape) != 1 or (sorter is not None and sorter != shape):
        raise ValueError(
            "ivy.searchsorted: expected x1, and sorter if there is one, with one axis of one "
            f"length, got shape {shape}{'' if sorter is None else f' and sorter of {sorter}'}"
        )
    if side not in ("left", "right"):
        raise ValueError(f"ivy.searchsorted: expected side='left' or 'right', got side={side!r}")


def check_top_k(shape: Shape, k: int, axis: int) -> None:
    """Raise where there are no `k` elements."""
    check_axis("top_k", len(shape), axis)
    if k < 0 or (shape[axis] is not None and k > shape[axis]):
        raise ValueError(
            f"ivy.top_k: expected at most the {shape[axis]} elements along axis {axis}, got k={k}"
        )


def check_along(op: str, shape: Shape, indices: Shape, axis: int) -> None:
    """Raise where indices along an axis do not go with an array."""
    check_axis(op, len(shape), axis)
    if len(indices) != len(shape):
        raise ValueError(
            f"ivy.{op}: expected indices with the axes of x, got shapes {indices} and {shape}"
        )
    # What is put where the indices say is not repeated, unlike what is taken.
    repeated = (None, 1) if op == "take_along_axis" else (None,)
    whole = (None,) if op == "add_along_axis" else (None, 1)
    for i, (count, n) in enumerate(zip(indices, shape, strict=True)):
        if i != axis % len(shape) and count not in (*whole, n) and n not in repeated:
            raise ValueError(
                f"ivy.{op}: expected indices that go with x along every other axis than {axis}, "
                f"got shapes {indices} and {shape}"
            )


def check_take(shape: Shape, axis: int | None) -> None:
    """Raise where there is no such axis; None means the only one."""
    if axis is not None:
        check_axis("take", len(shape), axis)
    elif len(shape) != 1:
        raise ValueError(f"ivy.take: expected an axis for shape {shape}, got axis=None")


def check_depth(depth: Any) -> None:
    """Raise where an axis cannot have a length, and not what is no integer."""
    if not hasattr(depth, "__index__") or isinstance(depth, bool):
        raise TypeError(f"ivy.one_hot: expected an integer, got depth={depth!r}")
    if not 0 <= depth < 2**31:
        raise ValueError(f"ivy.one_hot: expected a length up to 2**31 - 1, got depth={depth}")


def check_segments(op: str, shape: Shape, ids: Shape, num_segments: int) -> None:
    """Raise ``ValueError`` where there is not a segment for each slice."""
    if not shape or len(ids) != 1 or (ids != shape[:1] and None not in (ids[0], shape[0])):
        raise ValueError(
            f"ivy.{op}: expected a number for each slice along the first axis, got segment_ids of "
            f"shape {ids} for shape {shape}"
        )
    if num_segments < 0:
        raise ValueError(f"ivy.{op}: expected num_segments >= 0, got {num_segments}")


SEGMENTS = ("segment_sum", "segment_prod", "segment_min", "segment_max")


def checks(
    shape: Callable[[Any], Shape], names: Sequence[str] = ()
) -> dict[str, Callable[..., None]]:
    """Return, by operation, the check of its native arguments.

    `shape` gives the shape of a native array; `names` are the operations, by default all.
    """
    table: dict[str, Callable[..., None]] = {
        "reshape": lambda x, new, copy: check_reshape(shape(x), new),
        "permute_dims": lambda x, axes: check_permutation(shape(x), axes),
        "swapaxes": partial(_swap, shape),
        "moveaxis": lambda x, source, destination: check_moveaxis(shape(x), source, destination),
        "expand_dims": lambda x, axis: check_axes(
            "expand_dims", len(shape(x)) + _count(axis), axis
        ),
        "squeeze": lambda x, axis: check_squeeze(shape(x), axis),
        "broadcast_to": lambda x, new: check_broadcast(shape(x), new),
        "concat": lambda arrays, axis: check_join("concat", [shape(x) for x in arrays], axis),
        "stack": lambda arrays, axis: check_join("stack", [shape(x) for x in arrays], axis),
        "unstack": lambda x, axis: check_axis("unstack", len(shape(x)), axis),
        "split": lambda x, sizes, axis: check_split(shape(x), sizes, axis),
        "flip": lambda x, axis: check_axes("flip", len(shape(x)), axis),
        "flatten": lambda x, start_axis, end_axis: check_flatten(shape(x), start_axis, end_axis),
        "roll": lambda x, shift, axis: check_roll(shape(x), shift, axis),
        "tile": lambda x, repetitions: check_tile(repetitions),
        "repeat": lambda x, repeats, axis: check_repeat(shape(x), repeats, axis, shape),
        "pad": lambda x, widths, mode, value: check_pad(shape(x), widths, mode),
        "nonzero": lambda x: check_nonzero(shape(x)),
        "count_nonzero": partial(_of_axes, "count_nonzero", shape),
        "searchsorted": lambda x1, x2, side, sorter: check_searchsorted(
            shape(x1), side, None if sorter is None else shape(sorter)
        ),
        "top_k": lambda x, k, axis, largest: check_top_k(shape(x), k, axis),
        "take": lambda x, indices, axis: check_take(shape(x), axis),
        "one_hot": lambda x, depth, dtype: check_depth(depth),
        "take_along_axis": partial(_along, "take_along_axis", shape),
        "add_along_axis": lambda x, indices, value, axis: _along(
            "add_along_axis", shape, x, indices, axis
        ),
        **{op: partial(_of_axes, op, shape) for op in ("argmax", "argmin", "sort", "argsort")},
        **{op: partial(_of_segments, op, shape) for op in SEGMENTS},
    }
    return {op: table[op] for op in names} if names else table


def _swap(shape: Any, x: Any, axis1: int, axis2: int) -> None:
    check_axis("swapaxes", len(shape(x)), axis1)
    check_axis("swapaxes", len(shape(x)), axis2)


def _of_axes(op: str, shape: Any, x: Any, axis: Axes, *options: Any) -> None:
    check_axes(op, len(shape(x)), axis)


def _along(op: str, shape: Any, x: Any, indices: Any, axis: int) -> None:
    check_along(op, shape(x), shape(indices), axis)


def _of_segments(op: str, shape: Any, x: Any, segment_ids: Any, num_segments: int) -> None:
    check_segments(op, shape(x), shape(segment_ids), num_segments)
