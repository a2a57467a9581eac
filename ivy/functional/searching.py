"""Functions that find elements: their positions, or one of two by a condition."""

from __future__ import annotations

from ivy.array import Array
from ivy.functional._op import op


@op(dtypes="real", result="index", rank="reduced", method=True, nonempty=True)
def argmax(x: Array, /, *, axis: int | None = None, keepdims: bool = False) -> Array:
    """Return the position of the largest element, the first where there are several.

    Parameters
    ----------
    x
        The array. A NaN counts as larger than everything.
    axis
        The axis to search along; with None the flattened array.
    keepdims
        Whether the axis stays, with length 1.

    Raises
    ------
    ValueError
        The axis is empty.

    Examples
    --------
    >>> import ivy
    >>> ivy.argmax(ivy.asarray([1, 5, 5]))
    Array(1, dtype=int64, backend='numpy')
    """


@op(dtypes="real", result="index", rank="reduced", method=True, nonempty=True)
def argmin(x: Array, /, *, axis: int | None = None, keepdims: bool = False) -> Array:
    """Return the position of the smallest element, the first where there are several.

    The parameters are those of `argmax`. A NaN is found first.

    Examples
    --------
    >>> import ivy
    >>> ivy.argmin(ivy.asarray([3, 1, 1]))
    Array(1, dtype=int64, backend='numpy')
    """


@op(rank="where")
def where(condition: Array, x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return elements of `x1` where the condition holds, of `x2` elsewhere.

    Parameters
    ----------
    condition
        A bool array.
    x1, x2
        Arrays or scalars; the dtypes of the two are promoted, and all three broadcast.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([-1.0, 2.0])
    >>> ivy.where(x > 0, x, 0)
    Array([0., 2.], dtype=float32, backend='numpy')
    """


@op(result="index", rank="one")
def nonzero(x: Array, /) -> tuple[Array, ...]:
    """Return the positions of the elements that are not zero, an array for each axis.

    The shape depends on the values, so it cannot run in compiled code.

    Examples
    --------
    >>> import ivy
    >>> ivy.nonzero(ivy.asarray([0, 3, 4]))
    (Array([1, 2], dtype=int64, backend='numpy'),)
    """
