"""Checks of attention: of shapes that do not fit each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Shape = tuple[int, ...]


def check_mask(op: str, dtype: str) -> None:
    """Raise ``TypeError`` for a mask of neither bools nor floats."""
    if not dtype.startswith(("bool", "float", "bfloat")):
        raise TypeError(
            f"ivy.{op}: expected a mask of bools or floats, got {dtype}; cast with ivy.astype if "
            "that is meant"
        )


def check_attention(
    op: str, q: Shape, k: Shape, v: Shape, mask: Shape | None, enable_gqa: bool
) -> None:
    """Raise ``ValueError`` where queries, keys, values and a mask do not fit each other."""
    least = 3 if enable_gqa else 2
    fits = min(len(q), len(k), len(v)) >= least
    if not fits or not (_same(q[-1], k[-1]) and _same(k[-2], v[-2])):
        heads = "heads, " if enable_gqa else ""
        raise ValueError(
            f"ivy.{op}: expected queries (..., {heads}L, E), keys (..., {heads}S, E) and values "
            f"(..., {heads}S, Ev), got shapes {tuple(q)}, {tuple(k)} and {tuple(v)}"
        )
    if enable_gqa and not (_same(k[-3], v[-3]) and _divides(k[-3], q[-3])):
        raise ValueError(
            f"ivy.{op}: expected as many heads of keys as of values, and a multiple of them of "
            f"queries, got shapes {tuple(q)}, {tuple(k)} and {tuple(v)}"
        )
    leading = [x[:-3] for x in (q, k, v)] if enable_gqa else [x[:-2] for x in (q, k, v)]
    common = broadcast(leading)
    if common is None:
        raise ValueError(
            f"ivy.{op}: expected leading axes that broadcast, got shapes {tuple(q)}, {tuple(k)} "
            f"and {tuple(v)}"
        )
    if mask is None:
        return
    scores = (*common, q[-3], q[-2], k[-2]) if enable_gqa else (*common, q[-2], k[-2])
    if len(mask) > len(scores) or broadcast([mask, scores]) != scores:
        raise ValueError(
            f"ivy.{op}: expected a mask that broadcasts to {scores}, a number for each query and "
            f"key, got shape {tuple(mask)}"
        )


def broadcast(shapes: Sequence[Shape]) -> Shape | None:
    """Return the shape that shapes broadcast to; None if they do not."""
    rank = max(map(len, shapes))
    filled = [(1,) * (rank - len(s)) + tuple(s) for s in shapes]
    found = []
    for lengths in zip(*filled, strict=True):
        # A length that is not known (None) fits every other.
        others = {n for n in lengths if n != 1}
        known = others - {None}
        if len(known) > 1:
            return None
        found.append(known.pop() if known else None if others else 1)
    return tuple(found)  # type: ignore[arg-type]  # lengths that are not known are None


def _same(a: int | None, b: int | None) -> bool:
    return a is None or b is None or a == b


def _divides(part: int | None, whole: int | None) -> bool:
    return part is None or whole is None or (whole % part == 0 if part else whole == 0)


def checks(shape: Callable[[Any], Shape]) -> dict[str, Callable[..., None]]:
    """Return, by operation, the check of its native arguments.

    `shape` gives the shape of a native array.
    """

    def attention(
        q: Any, k: Any, v: Any, mask: Any, is_causal: Any, scale: Any, enable_gqa: Any
    ) -> None:
        op = "dot_product_attention"
        of_mask = None if mask is None else shape(mask)
        check_attention(op, shape(q), shape(k), shape(v), of_mask, enable_gqa)
        if mask is not None:
            check_mask(op, str(mask.dtype).rpartition(".")[2])

    return {"dot_product_attention": attention}
