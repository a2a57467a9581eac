"""Functions that find elements: their positions, or one of two by a condition."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ivy.array import Array
from ivy.functional._op import composite, op
from ivy.functional.data_type import astype
from ivy.functional.elementwise import add, floor_divide, multiply, remainder
from ivy.functional.manipulation import ravel, stack


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

    They are in row-major order. The shape depends on the values, so it cannot run in compiled code.

    Raises
    ------
    ValueError
        `x` has no axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.nonzero(ivy.asarray([0, 3, 4]))
    (Array([1, 2], dtype=int64, backend='numpy'),)
    """


@composite(rank="two", result="index")
def argwhere(x: Array, /) -> Array:
    """Return the positions of the elements that are not zero, a row for each.

    The shape depends on the values, so it cannot run in compiled code.

    Examples
    --------
    >>> import ivy
    >>> ivy.argwhere(ivy.asarray([[0, 3], [4, 0]]))
    Array([[0, 1],
           [1, 0]], dtype=int64, backend='numpy')
    """
    return stack(nonzero(x), axis=-1)


@composite(rank="one", result="index")
def flatnonzero(x: Array, /) -> Array:
    """Return the positions in the flattened array of the elements that are not zero.

    The shape depends on the values, so it cannot run in compiled code.

    Examples
    --------
    >>> import ivy
    >>> ivy.flatnonzero(ivy.asarray([[0, 3], [4, 0]]))
    Array([1, 2], dtype=int64, backend='numpy')
    """
    return nonzero(ravel(x))[0]


@op(rank="reduced", result="index")
def count_nonzero(
    x: Array, /, *, axis: int | tuple[int, ...] | None = None, keepdims: bool = False
) -> Array:
    """Return how many elements are not zero.

    Parameters
    ----------
    x
        The array.
    axis
        The axis or axes to count along; by default all.
    keepdims
        Whether the axes stay, with length 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.count_nonzero(ivy.asarray([[0, 3], [4, 5]]), axis=0)
    Array([1, 2], dtype=int64, backend='numpy')
    """


@op(dtypes="real", rank="second operand", result="index")
def searchsorted(
    x1: Array, x2: Array | float, /, *, side: str = "left", sorter: Array | None = None
) -> Array:
    """Return where elements would go into a sorted array so that it stays sorted.

    Parameters
    ----------
    x1
        An array of one axis, in rising order. A NaN counts as larger than everything.
    x2
        The elements to look for.
    side
        ``"left"`` gives the first of the places that fit, ``"right"`` the last.
    sorter
        The positions that sort `x1`, where it is not sorted, as `argsort` gives them.

    Returns
    -------
    Array
        Positions (int64) from 0 to the length of `x1`, in the shape of `x2`.

    Examples
    --------
    >>> import ivy
    >>> ivy.searchsorted(ivy.asarray([1, 3, 3, 5]), ivy.asarray([3, 6]))
    Array([1, 4], dtype=int64, backend='numpy')
    >>> ivy.searchsorted(ivy.asarray([1, 3, 3, 5]), 3, side="right")
    Array(3, dtype=int64, backend='numpy')
    """


@composite(rank="unknown")
def select(
    conditions: Sequence[Array], arrays: Sequence[Array], /, *, default: complex = 0
) -> Array:
    """Return for each place the element of the first array whose condition holds there.

    Parameters
    ----------
    conditions
        Bool arrays, one for each of `arrays`.
    arrays
        Arrays, which broadcast with each other and the conditions; their dtypes are promoted.
    default
        The element where no condition holds.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([1, 2, 3, 4])
    >>> ivy.select([x < 2, x > 3], [x, x * 10], default=-1)
    Array([ 1, -1, -1, 40], dtype=int64, backend='numpy')
    """
    if len(conditions) != len(arrays) or not arrays:
        raise ValueError(
            f"ivy.select: expected a condition for each array, got {len(conditions)} conditions "
            f"and {len(arrays)} arrays"
        )
    result: Array | complex = default
    for condition, x in zip(reversed(conditions), reversed(arrays), strict=True):
        result = where(condition, x, result)
    return result  # type: ignore[return-value]  # there was one array at least


@composite(dtypes="integral", rank="unknown", result="index")
def unravel_index(indices: Array, shape: tuple[int, ...], /) -> tuple[Array, ...]:
    """Return the positions along each axis of positions in a flattened array.

    Parameters
    ----------
    indices
        Integers from 0 to one less than the number of elements; others give no positions that
        mean anything.
    shape
        The shape of the array.

    Examples
    --------
    >>> import ivy
    >>> ivy.unravel_index(ivy.asarray([1, 5]), (2, 3))
    (Array([0, 1], dtype=int64, backend='numpy'), Array([1, 2], dtype=int64, backend='numpy'))
    """
    rest = astype(indices, "int64", copy=False)
    found = []
    for i, n in enumerate(shape):
        step = math.prod(shape[i + 1 :])
        found.append(remainder(floor_divide(rest, step), n))
    return tuple(found)


@composite(rank="unknown", result="index")
def ravel_multi_index(arrays: Sequence[Array], shape: tuple[int, ...], /) -> Array:
    """Return the position in the flattened array of positions along each axis.

    Parameters
    ----------
    arrays
        Integer arrays, one for each axis, which broadcast.
    shape
        The shape of the array.

    Examples
    --------
    >>> import ivy
    >>> ivy.ravel_multi_index([ivy.asarray([0, 1]), ivy.asarray([1, 2])], (2, 3))
    Array([1, 5], dtype=int64, backend='numpy')
    """
    if len(arrays) != len(shape) or not arrays:
        raise ValueError(
            f"ivy.ravel_multi_index: expected an array for each axis, got {len(arrays)} arrays "
            f"for shape={shape}"
        )
    total = astype(arrays[0], "int64", copy=False)
    for x, n in zip(arrays[1:], shape[1:], strict=True):
        total = add(multiply(total, n), astype(x, "int64", copy=False))
    return total
