"""Checks of indices, for frameworks that do not refuse one that is out of range; and clamping."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

# Gives the values of a native array as a NumPy array; None where they are not known yet.
Known = Callable[[Any], Any]


def check_key(op: str, shape: tuple[int, ...], key: Any, is_array: Any, known: Known) -> None:
    """Raise ``IndexError`` where a key names something outside an array of this shape."""
    parts = key if isinstance(key, tuple) else (key,)
    consumed = [_consumed(k, is_array) for k in parts]
    rest = len(shape) - sum(consumed)
    if rest < 0:
        raise IndexError(
            f"ivy.{op}: expected at most {len(shape)} indices for shape {shape}, "
            f"got {sum(consumed)}"
        )
    axis = 0
    for k, count in zip(parts, consumed, strict=True):
        if k is ...:
            axis += rest
        elif is_array(k) and count == k.ndim and _is_mask(k):
            if any(
                None not in (a, b) and a not in (b, 0)
                for a, b in zip(k.shape, shape[axis : axis + count], strict=True)
            ):
                raise IndexError(
                    f"ivy.{op}: expected a mask of shape {shape[axis : axis + count]}, "
                    f"got {tuple(k.shape)}"
                )
        elif is_array(k) or (isinstance(k, int) and not isinstance(k, bool)):
            check_positions(op, shape, axis, known(k) if is_array(k) else k)
        axis += count


def clamped(
    shape: tuple[int, ...],
    key: Any,
    is_array: Any,
    clamp: Callable[..., Any],
    nothing: Callable[..., Any],
) -> Any:
    """Return a key whose index arrays `clamp` has brought into range.

    It is called with an array and the lowest and the highest index of its axis. A mask without
    elements goes with an axis of any length: `nothing` makes one of the shape that frameworks want.
    """
    parts = list(key) if isinstance(key, tuple) else [key]
    rest = len(shape) - sum(_consumed(k, is_array) for k in parts)
    axis = 0
    for i, k in enumerate(parts):
        if is_array(k) and not _is_mask(k):
            parts[i] = clamp(k, -shape[axis], shape[axis] - 1)
        elif is_array(k) and 0 in k.shape:
            wanted = shape[axis : axis + k.ndim]
            if len(wanted) == k.ndim and all(
                a in (b, 0) for a, b in zip(k.shape, wanted, strict=True)
            ):
                parts[i] = nothing(k, wanted)
        axis += rest if k is ... else _consumed(k, is_array)
    return tuple(parts) if isinstance(key, tuple) else parts[0]


def check_segment_ids(op: str, num_segments: int, ids: Any) -> None:
    """Raise ``IndexError`` where there is no segment of a number; None is not known."""
    if ids is None or not ids.size:
        return
    low, high = ids.min(), ids.max()
    if low < 0 or high >= num_segments:
        raise IndexError(
            f"ivy.{op}: expected segment_ids from 0 to {num_segments - 1}, "
            f"got {low if low < 0 else high}"
        )


def repeated(count: int, repeats: Any, known: Known) -> int:
    """Return how many elements come of repeating each of `count`; 0 where it is not known.

    Raises ``ValueError`` where a number of repetitions is negative.
    """
    if isinstance(repeats, int):
        return count * repeats
    values = known(repeats)
    if values is None or not values.size:
        return 0
    if values.min() < 0:
        raise ValueError(f"ivy.repeat: expected no negative number, got {values.min()} in repeats")
    each = count if values.size == 1 else 1
    return each * int(values.sum(dtype="float64"))  # without overflow


def check_positions(op: str, shape: tuple[int, ...], axis: int, positions: Any) -> None:
    """Raise ``IndexError`` where positions along an axis are out of range; None is not known."""
    length = shape[axis]
    if positions is None or length is None:
        return
    low = high = positions
    if not isinstance(positions, int):
        if not positions.size:
            return
        low, high = positions.min(), positions.max()
    if low < -length or high >= length:
        raise IndexError(
            f"ivy.{op}: expected indices from {-length} to {length - 1} along axis {axis}, "
            f"got {low if low < -length else high}"
        )


def faults(
    shape: Callable[[Any], tuple[int, ...]],
    is_array: Any,
    known: Known,
    shapes: dict[str, Callable[..., None]],
) -> dict[str, Callable[..., None]]:
    """Return, by operation, what explains indices or counts that a framework has refused.

    `shape` gives the shape of a native array; `shapes` are the explanations of shapes.
    """

    def key(op: str, x: Any, *rest: Any) -> None:
        check_key(op, shape(x), rest[-1], is_array, known)

    def along(op: str, x: Any, indices: Any, *rest: Any) -> None:
        shapes[op](x, indices, *rest)
        check_positions(op, shape(x), rest[-1] or 0, known(indices))

    def repeat(x: Any, repeats: Any, axis: int | None) -> None:
        shapes["repeat"](x, repeats, axis)
        repeated(1, repeats, known)

    return {
        "repeat": repeat,
        **{op: partial(key, op) for op in ("getitem", "setitem", "add_at")},
        **{op: partial(along, op) for op in ("take", "take_along_axis", "add_along_axis")},
    }


def taking(
    shape: Callable[[Any], tuple[int, ...]], known: Known
) -> Callable[[str, Any], Callable[..., Any]]:
    """Return what is put around taking where a framework takes any index for an empty result."""

    def guard(op: str, function: Any) -> Callable[..., Any]:
        def run(x: Any, indices: Any, *, axis: int | None = None) -> Any:
            out = function(x, indices, axis=axis)
            if 0 in out.shape:
                check_positions(op, shape(x), axis or 0, known(indices))
            return out

        return run

    return guard


def _is_mask(array: Any) -> bool:
    return str(array.dtype).endswith(("bool", "bool'>"))


def _consumed(k: Any, is_array: Any) -> int:
    """How many axes a part of a key is about."""
    if is_array(k):
        return k.ndim if _is_mask(k) else 1
    return 0 if k is None or k is ... or isinstance(k, bool) else 1
