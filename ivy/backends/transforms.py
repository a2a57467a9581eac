"""Checks of Fourier transforms: of lengths, axes and ways to normalise."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ivy.backends.arrangements import check_axis

Shape = tuple[int, ...]
NORMS = ("backward", "ortho", "forward")


def check_norm(op: str, norm: str) -> None:
    """Raise ``ValueError`` where a way to normalise is unknown."""
    if norm not in NORMS:
        raise ValueError(f"ivy.{op}: expected norm in {NORMS}, got norm={norm!r}")


def check_transform(
    op: str, shape: Shape, n: int | None, axis: int, norm: str, *, hermitian: bool = False
) -> None:
    """Raise ``ValueError`` where a transform along one axis makes no sense.

    A `hermitian` transform has ``2 * (M - 1)`` results by default, for `M` elements.
    """
    check_norm(op, norm)
    check_axis(op, len(shape), axis)
    length = shape[axis]
    default = 2 * (length - 1) if hermitian else length
    wanted = default if n is None else operator.index(n)
    if wanted < 1:
        raise ValueError(
            f"ivy.{op}: expected a length of at least 1, got n={n} for axis {axis} of shape {shape}"
        )


def check_transforms(
    op: str,
    shape: Shape,
    s: Sequence[int] | None,
    axes: Sequence[int] | None,
    norm: str,
    *,
    hermitian: bool = False,
) -> None:
    """Raise ``ValueError`` where a transform along several axes makes no sense.

    A length of -1 is the default, which is that of `check_transform`.
    """
    check_norm(op, norm)
    if s is not None and axes is None:
        raise ValueError(f"ivy.{op}: expected axes= with s=, got s={s}; say which axes it is for")
    places = list(range(len(shape)) if axes is None else axes)
    lengths = list([-1] * len(places) if s is None else s)
    for axis in places:
        check_axis(op, len(shape), axis)
    if len(lengths) != len(places) or len({a % len(shape) for a in places}) != len(places):
        raise ValueError(
            f"ivy.{op}: expected different axes and a length for each, got s={s} and axes={axes}"
        )
    if not places and op in ("rfftn", "irfftn"):
        raise ValueError(f"ivy.{op}: expected at least one axis, got axes={axes} for shape {shape}")
    for i, (axis, n) in enumerate(zip(places, lengths, strict=True)):
        halved = hermitian and i == len(places) - 1
        default = 2 * (shape[axis] - 1) if halved else shape[axis]
        if (default if n == -1 else operator.index(n)) < 1:
            raise ValueError(
                f"ivy.{op}: expected lengths of at least 1, got s={s} for axis {axis} of shape "
                f"{shape}"
            )


def check_shift(op: str, shape: Shape, axes: int | Sequence[int] | None) -> None:
    """Raise ``ValueError`` where there are no axes, or not those, to shift along."""
    places = range(len(shape)) if axes is None else (axes,) if isinstance(axes, int) else axes
    for axis in places:
        check_axis(op, len(shape), axis)
    if not places:
        raise ValueError(f"ivy.{op}: expected at least one axis, got axes={axes} for shape {shape}")


def checks(shape: Callable[[Any], Shape]) -> dict[str, Callable[..., None]]:
    """Return, by operation, the check of its native arguments.

    `shape` gives the shape of a native array.
    """
    return {
        **{op: partial(_one, op, shape, False) for op in ("fft", "ifft", "rfft", "ihfft")},
        **{op: partial(_one, op, shape, True) for op in ("irfft", "hfft")},
        **{op: partial(_several, op, shape, False) for op in ("fftn", "ifftn")},
        "rfftn": partial(_several, "rfftn", shape, False),
        "irfftn": partial(_several, "irfftn", shape, True),
        **{op: partial(_shift, op, shape) for op in ("fftshift", "ifftshift")},
    }


def _one(op: str, shape: Any, hermitian: bool, x: Any, n: Any, axis: int, norm: str) -> None:
    check_transform(op, shape(x), n, axis, norm, hermitian=hermitian)


def _several(op: str, shape: Any, hermitian: bool, x: Any, s: Any, axes: Any, norm: str) -> None:
    check_transforms(op, shape(x), s, axes, norm, hermitian=hermitian)


def _shift(op: str, shape: Any, x: Any, axes: Any) -> None:
    check_shift(op, shape(x), axes)
