"""Functions that put elements in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ivy.array import Array
from ivy.backends.arrangements import check_axis
from ivy.functional._op import beside, composite, op
from ivy.functional.creation import arange, zeros
from ivy.functional.indexing import setitem, take_along_axis


class TopKResult(NamedTuple):
    """The largest or smallest elements, and where they stood."""

    values: Array
    indices: Array


@op(dtypes="real or bool")
def sort(x: Array, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Array:
    """Return `x` sorted along an axis.

    Parameters
    ----------
    x
        The array. NaNs come last, in falling order first.
    axis
        The axis.
    descending
        Whether the largest comes first.
    stable
        Whether equal elements keep their order.

    Examples
    --------
    >>> import ivy
    >>> ivy.sort(ivy.asarray([3, 1, 2]))
    Array([1, 2, 3], dtype=int64, backend='numpy')
    """


@op(dtypes="real or bool", result="index")
def argsort(x: Array, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Array:
    """Return the positions that sort `x`; the parameters are those of `sort`.

    Examples
    --------
    >>> import ivy
    >>> ivy.argsort(ivy.asarray([3, 1, 2]))
    Array([1, 2, 0], dtype=int64, backend='numpy')
    """


@op(dtypes="real")
def top_k(x: Array, k: int, /, *, axis: int = -1, largest: bool = True) -> TopKResult:
    """Return the `k` largest elements along an axis, in order, and their positions.

    Parameters
    ----------
    x
        The array.
    k
        How many elements.
    axis
        The axis.
    largest
        False gives the smallest.

    Returns
    -------
    TopKResult
        `values`, the best first, and `indices` (int64). Of equal elements the first ones are taken.

    Examples
    --------
    >>> import ivy
    >>> ivy.top_k(ivy.asarray([3, 1, 2]), 2).indices
    Array([0, 2], dtype=int64, backend='numpy')
    """


@composite(dtypes="real or bool")
def msort(x: Array, /) -> Array:
    """Return `x` sorted along its first axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.msort(ivy.asarray([[3, 1], [2, 4]]))
    Array([[2, 1],
           [3, 4]], dtype=int64, backend='numpy')
    """
    return sort(x, axis=0)


@composite(result="index", rank="unknown")
def lexsort(keys: Sequence[Array], /, *, axis: int = -1) -> Array:
    """Return the positions that sort by several keys, the last of which counts most.

    Parameters
    ----------
    keys
        Arrays of one shape, of any real dtypes. Elements that are equal in all of them keep their
        order.
    axis
        The axis to sort along.

    Examples
    --------
    >>> import ivy
    >>> ivy.lexsort([ivy.asarray([1, 0, 2]), ivy.asarray([5, 5, 4])])
    Array([2, 1, 0], dtype=int64, backend='numpy')
    """
    if not keys:
        raise ValueError("ivy.lexsort: expected at least one key, got none")
    order = argsort(keys[0], axis=axis)
    for key in keys[1:]:
        ranked = argsort(take_along_axis(key, order, axis=axis), axis=axis)
        order = take_along_axis(order, ranked, axis=axis)
    return order


@composite(dtypes="real or bool")
def partition(x: Array, kth: int | tuple[int, ...], /, *, axis: int = -1) -> Array:
    """Return `x` in an order that has at position `kth` what sorting would put there.

    What is smaller comes before it, what is larger after it, in an order that is not specified.

    Parameters
    ----------
    x
        The array. NaNs come last.
    kth
        The position, or several.
    axis
        The axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.partition(ivy.asarray([3, 1, 2]), 1)[1]
    Array(2, dtype=int64, backend='numpy')
    """
    _check_kth("partition", x, kth, axis)
    return sort(x, axis=axis)


@composite(dtypes="real or bool", result="index")
def argpartition(x: Array, kth: int | tuple[int, ...], /, *, axis: int = -1) -> Array:
    """Return the positions that order `x` as `partition` does; the parameters are those of it.

    Examples
    --------
    >>> import ivy
    >>> ivy.argpartition(ivy.asarray([3, 1, 2]), 1)[1]
    Array(2, dtype=int64, backend='numpy')
    """
    _check_kth("argpartition", x, kth, axis)
    return argsort(x, axis=axis)


def _check_kth(op: str, x: Array, kth: int | tuple[int, ...], axis: int) -> None:
    check_axis(op, len(x.shape), axis)
    length = x.shape[axis]
    if any(not -length <= k < length for k in ((kth,) if isinstance(kth, int) else kth)):
        raise ValueError(
            f"ivy.{op}: expected positions on an axis of length {length}, got kth={kth}"
        )


@composite(dtypes="integral", result="index")
def invert_permutation(x: Array, /) -> Array:
    """Return where each of the numbers from 0 stands in `x`, which holds each of them once.

    Parameters
    ----------
    x
        A permutation of ``range(n)``, of one axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.invert_permutation(ivy.asarray([2, 0, 1]))
    Array([1, 2, 0], dtype=int64, backend='numpy')
    """
    if len(x.shape) != 1:
        raise ValueError(f"ivy.invert_permutation: expected one axis, got shape {x.shape}")
    count = x.shape[0]
    places = beside(x, arange, 0, count, 1, dtype="int64")
    return setitem(beside(x, zeros, (count,), dtype="int64"), places, x)
