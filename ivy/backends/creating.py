"""Checks of the numbers that arrays are made of: frameworks wrap them, round them or fail."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Number
from typing import Any

import numpy

from ivy.dtypes import CATEGORIES, FLOAT8, DType, iinfo, named


def _named(native: Any) -> DType:
    return named(getattr(native, "name", None) or str(native).rpartition(".")[2])


def _check_fill(op: str, value: Any, native: Any) -> None:
    if not isinstance(value, Number | numpy.bool_):
        raise TypeError(
            f"ivy.{op}: expected a Python number, got fill_value={value!r}; "
            "ivy.broadcast_to repeats an array"
        )
    dtype = _named(native)
    if isinstance(value, complex) and dtype not in CATEGORIES["complex floating"]:
        raise TypeError(f"ivy.{op}: expected a real number for {dtype}, got fill_value={value!r}")
    if dtype not in CATEGORIES["integral"] or not isinstance(value, int | float):
        return
    if not math.isfinite(value):
        raise ValueError(f"ivy.{op}: expected an integer for {dtype}, got fill_value={value!r}")
    info = iinfo(dtype)
    if not info.min <= value <= info.max:
        raise OverflowError(
            f"ivy.{op}: expected a number that fits {dtype} ({info.min} to {info.max}), "
            f"got fill_value={value!r}"
        )


def _full(shape: Any, fill_value: Any, dtype: Any, device: Any) -> None:
    _check_fill("full", fill_value, dtype)


def _full_like(x: Any, fill_value: Any, dtype: Any, device: Any) -> None:
    _check_fill("full_like", fill_value, x.dtype if dtype is None else dtype)


def _arange(start: Any, stop: Any, step: Any, dtype: Any, device: Any) -> None:
    if step == 0:
        raise ValueError("ivy.arange: expected a step that is not 0, got step=0")
    if not all(v is None or math.isfinite(v) for v in (start, stop, step)):
        raise ValueError(f"ivy.arange: expected finite numbers, got {start}, {stop}, {step}")
    first = 0 if stop is None else start
    if _named(dtype) in CATEGORIES["integral"] and not (first % 1 == step % 1 == 0):
        raise ValueError(
            f"ivy.arange: expected a start and step that are integers for {_named(dtype)}, "
            f"got start={first} and step={step}; cast with ivy.astype"
        )
    if _named(dtype) not in (*CATEGORIES["real"], *FLOAT8):
        raise TypeError(
            f"ivy.arange: expected a real dtype, got dtype={_named(dtype)}; cast with ivy.astype"
        )


def _linspace(start: Any, stop: Any, num: Any, dtype: Any, device: Any, endpoint: Any) -> None:
    if num < 0:
        raise ValueError(f"ivy.linspace: expected no negative number of values, got num={num}")


def _diagonal(op: str, k: int) -> None:
    if not -(2**63) <= k < 2**63:
        raise OverflowError(f"ivy.{op}: expected a k that fits int64, got k={k}")


def _triangle(op: str) -> Callable[..., None]:
    def check(x: Any, k: int) -> None:
        _diagonal(op, k)
        if len(x.shape) < 2:
            raise ValueError(
                f"ivy.{op}: expected an array of two or more dimensions, got shape {tuple(x.shape)}"
            )

    return check


def check_key(op: str, shape: Any) -> None:
    """Raise ``ValueError`` where an array of this shape is no key."""
    if len(shape) != 1 or shape[0] not in (2, None):
        raise ValueError(
            f"ivy.{op}: expected a key, which is two integers, got shape {tuple(shape)}; "
            "ivy.next_key gives one"
        )


def _key(op: str) -> Callable[..., None]:
    def check(key: Any, *others: Any) -> None:
        check_key(op, key.shape)

    return check


CHECKS: dict[str, Callable[..., None]] = {
    "full": _full,
    "full_like": _full_like,
    "arange": _arange,
    "linspace": _linspace,
    **{op: _triangle(op) for op in ("tril", "triu")},
    **{
        op: _key(op)
        for op in ("keyed_uniform", "keyed_normal", "keyed_integers", "keyed_permutation")
    },
}


def _shape(op: str) -> Callable[..., None]:
    def check(shape: Any, *others: Any) -> None:
        lengths = shape if isinstance(shape, tuple | list) else (shape,)
        if not all(hasattr(n, "__index__") and n >= 0 for n in lengths):
            raise ValueError(
                f"ivy.{op}: expected a shape of integers that are not negative, got shape={shape!r}"
            )

    return check


def check_extent(op: str, lengths: Any) -> None:
    """Raise ``ValueError`` where an array would have more bytes than are counted.

    What is no length is refused later.
    """
    try:
        count = math.prod(lengths)
    except TypeError:
        return
    if isinstance(count, int) and count >= 2**59:
        raise ValueError(f"ivy.{op}: expected fewer than 2**59 elements, got lengths {lengths}")


def with_extent(
    op: str, check: Callable[..., None], lengths: Callable[..., Any]
) -> Callable[..., None]:
    """Return a check of an operation that looks at the lengths of its result too."""

    def both(*args: Any) -> None:
        check(*args)
        check_extent(op, lengths(*args))

    return both


def _shaped(op: str, check: Callable[..., None] | None = None) -> Callable[..., None]:
    def both(shape: Any, *others: Any) -> None:
        if check is not None:
            check(shape, *others)
        check_extent(op, shape if isinstance(shape, tuple | list) else (shape,))

    return both


def _long_arange(start: Any, stop: Any, step: Any, dtype: Any, device: Any) -> None:
    _arange(start, stop, step, dtype, device)
    first, last = (0, start) if stop is None else (start, stop)
    check_extent("arange", (math.ceil(abs(last - first) / abs(step)),))


def _long_linspace(start: Any, stop: Any, num: Any, *others: Any) -> None:
    _linspace(start, stop, num, *others)
    check_extent("linspace", (num,))


def _eye(rows: Any, columns: Any, *others: Any) -> None:
    check_extent("eye", (rows, rows if columns is None else columns))


# Checks of lengths, for jax, which ends the process where they are too large.
EXTENTS: dict[str, Callable[..., None]] = {
    "zeros": _shaped("zeros"),
    "ones": _shaped("ones"),
    "full": _shaped("full", _full),
    "arange": _long_arange,
    "linspace": _long_linspace,
    "eye": _eye,
    "broadcast_to": lambda x, shape: check_extent("broadcast_to", shape),
    "tile": lambda x, repetitions: check_extent("tile", (*x.shape, *repetitions)),
}


# What explains an exception of the framework's.
FAULTS: dict[str, Callable[..., None]] = {
    op: _shape(op) for op in ("empty", "zeros", "ones", "full")
}
