"""Functions that put elements in order."""

from __future__ import annotations

from typing import NamedTuple

from ivy.array import Array
from ivy.functional._op import op


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
