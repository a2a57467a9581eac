"""Checks of matrices: what frameworks refuse, each with an exception of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ivy.errors import AxisError, LinAlgError

Shape = tuple[int, ...]


def check_matrix(op: str, shape: Shape, name: str = "x") -> None:
    """Raise ``ValueError`` where a shape is not that of matrices."""
    if len(shape) < 2:
        raise ValueError(
            f"ivy.{op}: expected matrices (..., M, N), got {name} of shape {shape}; "
            "add axes with ivy.expand_dims"
        )


def check_square(op: str, shape: Shape, name: str = "x") -> None:
    """Raise ``ValueError`` where a shape is not that of square matrices."""
    if len(shape) < 2 or shape[-2] != shape[-1]:
        raise ValueError(
            f"ivy.{op}: expected square matrices (..., M, M), got {name} of shape {shape}"
        )


def check_system(op: str, matrix: Shape, right: Shape, *, square: bool = True) -> None:
    """Raise ``ValueError`` where two shapes make no system of linear equations."""
    (check_square if square else check_matrix)(op, matrix, "x1")
    if not right or (right[0] if len(right) == 1 else right[-2]) != matrix[-2]:
        raise ValueError(
            f"ivy.{op}: expected right-hand sides ({matrix[-2]},) or (..., {matrix[-2]}, K) for "
            f"matrices of shape {matrix}, got shape {right}"
        )
    check_broadcast(op, matrix[:-2], right[:-2])


def check_broadcast(op: str, a: Shape, b: Shape) -> Shape:
    """Return the common shape of two, or raise ``ValueError``."""
    rank = max(len(a), len(b))
    pairs = zip((1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b, strict=True)
    common = []
    for m, n in pairs:
        if m != n and 1 not in (m, n):
            raise ValueError(f"ivy.{op}: expected axes that broadcast, got shapes {a} and {b}")
        common.append(n if m == 1 else m)
    return tuple(common)


def check_product(a: Shape, b: Shape) -> None:
    """Raise ``ValueError`` where two shapes have no matrix product."""
    if not a or not b or a[-1] != (b[0] if len(b) == 1 else b[-2]):
        raise ValueError(
            "ivy.matmul: expected (..., M, K) and (..., K, N), or vectors (K,), got shapes "
            f"{a} and {b}"
        )
    check_broadcast("matmul", a[:-2], b[:-2])


def counted(op: str, axis: int, rank: int) -> int:
    """Return an axis counted from the first, or raise ``AxisError``."""
    if not -rank <= axis < rank:
        raise AxisError(f"ivy.{op}: expected axes from {-rank} to {rank - 1}, got {axis}")
    return axis % rank


def check_tensordot(op: str, a: Shape, b: Shape, axes: Any) -> tuple[list[int], list[int]]:
    """Return the axes of both that are summed over, or raise ``ValueError``."""
    if isinstance(axes, int):
        count = axes if 0 <= axes <= min(len(a), len(b)) else -1
        first, second = list(range(len(a) - count, len(a))), list(range(count))
    else:
        count = len(axes[0])
        first = [counted(op, n, len(a)) for n in axes[0]]
        second = [counted(op, n, len(b)) for n in axes[1]]
    once = len({*first}) == len(first) and len({*second}) == len(second)
    if count < 0 or not once or [a[n] for n in first] != [b[n] for n in second]:
        raise ValueError(
            f"ivy.{op}: expected axes of the same lengths to sum over, got axes={axes!r} for "
            f"shapes {a} and {b}"
        )
    return first, second


def check_vectors(op: str, a: Shape, b: Shape, axis: int, length: int | None = None) -> None:
    """Raise ``ValueError`` where an axis is not that of vectors of one length, or of `length`."""
    least = -min(len(a), len(b))
    if not least <= axis < 0:
        raise AxisError(
            f"ivy.{op}: expected an axis from {least} to -1, counted from the end, got axis={axis} "
            f"for shapes {a} and {b}"
        )
    if a[axis] != b[axis] or length not in (None, a[axis]):
        expected = "as many" if length is None else length
        raise ValueError(
            f"ivy.{op}: expected {expected} elements along axis={axis}, got shapes {a} and {b}"
        )
    check_broadcast(op, _without(a, axis), _without(b, axis))


def _without(shape: Shape, axis: int) -> Shape:
    before = len(shape) + axis
    return (*shape[:before], 1, *shape[before + 1 :])


def check_mode(op: str, mode: str, known: Sequence[str]) -> None:
    """Raise ``ValueError`` where an option has none of its values."""
    if mode not in known:
        raise ValueError(f"ivy.{op}: expected mode in {tuple(known)}, got mode={mode!r}")


def check_subscripts(equation: str, shapes: Sequence[Shape]) -> None:
    """Raise ``ValueError`` where the equation of an `einsum` does not fit the operands."""
    if not isinstance(equation, str):
        raise TypeError(f"ivy.einsum: expected a str as equation, got {equation!r}")
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(shapes):
        raise ValueError(
            f"ivy.einsum: expected an operand for each of the {len(terms)} terms of {equation!r}, "
            f"got {len(shapes)}"
        )
    sizes: dict[str, int] = {}
    for term, shape in zip(terms, shapes, strict=True):
        letters = term.replace("...", "", 1)
        if not letters.isalpha() and letters:
            raise ValueError(f"ivy.einsum: expected letters and one ... in a term, got {term!r}")
        spare = len(shape) - len(letters)
        if spare < 0 or (spare and "..." not in term):
            raise ValueError(
                f"ivy.einsum: expected {len(letters)} axes for the term {term!r}, got shape {shape}"
            )
        before = term.partition("...")[0]
        axes = shape[: len(before)] + shape[len(before) + spare :]
        for letter, n in zip(letters, axes, strict=True):
            if sizes.setdefault(letter, n) not in (n, 1) and n != 1:
                raise ValueError(
                    f"ivy.einsum: expected one length for the index {letter!r} of {equation!r}, "
                    f"got {sizes[letter]} and {n}"
                )
            sizes[letter] = max(n, sizes[letter]) if n != 1 else sizes[letter]
    letters = right.replace("...", "", 1)
    wrong = [c for c in letters if c not in sizes or letters.count(c) > 1]
    if arrow and (wrong or (letters and not letters.isalpha())):
        raise ValueError(
            f"ivy.einsum: expected each index of the result once and among those of the operands, "
            f"got {equation!r}"
        )


def explicit(equation: str) -> str:
    """Return the equation of an `einsum` with the result that it has by default."""
    if "->" in equation:
        return equation
    letters = [c for c in equation if c.isalpha()]
    once = sorted(c for c in letters if letters.count(c) == 1)
    return f"{equation}->{'...' if '...' in equation else ''}{''.join(once)}"


# What each operation expects of its arguments.

_MATRICES = ("matrix_transpose", "diagonal", "svd", "svdvals", "lu_factor")
_SQUARE = (
    *("cholesky", "det", "slogdet", "inv", "matrix_exp"),
    *("eig", "eigvals", "eigh", "eigvalsh"),
)
_SYSTEMS = ("solve", "solve_triangular")


def checks(shape: Callable[[Any], Shape]) -> dict[str, Callable[..., Any]]:
    """Return, by operation, the check of its native arguments.

    `shape` gives the shape of a native array.
    """
    return {
        **{op: partial(_one, check_matrix, op, shape) for op in _MATRICES},
        **{op: partial(_one, check_square, op, shape) for op in _SQUARE},
        **{op: partial(_system, op, shape) for op in _SYSTEMS},
        "tensordot": lambda x1, x2, axes: check_tensordot("tensordot", shape(x1), shape(x2), axes),
        "vecdot": lambda x1, x2, axis: check_vectors("vecdot", shape(x1), shape(x2), axis),
        "qr": partial(_qr, shape),
        "einsum": partial(_einsum, shape),
    }


def faults(shape: Callable[[Any], Shape]) -> dict[str, Callable[..., Any]]:
    """Return, by operation, what explains why native arguments have been refused."""
    return {"matmul": lambda x1, x2: check_product(shape(x1), shape(x2))}


def _one(check: Any, op: str, shape: Any, x: Any, *options: Any) -> None:
    check(op, shape(x))


def _system(op: str, shape: Any, x1: Any, x2: Any, *options: Any) -> None:
    check_system(op, shape(x1), shape(x2))


def _qr(shape: Any, x: Any, mode: str) -> None:
    check_matrix("qr", shape(x))
    check_mode("qr", mode, ("reduced", "complete"))


def _einsum(shape: Any, equation: str, operands: list[Any]) -> None:
    check_subscripts(equation, [shape(x) for x in operands])


# What each operation expects of the values, which shows only in the course of it.
_EXPECTED = {
    **dict.fromkeys(["inv", "solve", "solve_triangular"], "invertible matrices"),
    "cholesky": "positive definite matrices",
}


def each(out: Any, change: Callable[[Any], Any]) -> Any:
    """Return a result, or each of several, changed."""
    return tuple(map(change, out)) if isinstance(out, tuple) else change(out)


# Of these matrices the lower triangle is read, and nothing else.
OF_TRIANGLE = ("cholesky", "eigh", "eigvalsh")

NOT_FINITE = "a matrix with NaN or infinity in it"


def failure(op: str, said: object = "") -> LinAlgError:
    """Return the exception for an operation that has no result for these values."""
    expected = _EXPECTED.get(op, "finite matrices, and an algorithm that converges for them")
    return LinAlgError(f"ivy.{op}: expected {expected}" + (f", got: {said}" if said else ""))
