"""Reading and writing parts of arrays; writing returns a new array, which ``x[key] = v`` takes."""

from __future__ import annotations

from typing import Any

from ivy.array import Array
from ivy.dtypes import DType
from ivy.functional._op import op

# An index: integers, slices, None, ..., integer and boolean arrays, or a tuple of these.
Key = Any


@op(rank="unknown")
def getitem(x: Array, key: Key, /) -> Array:
    """Return ``x[key]`` by NumPy's rules, on every backend.

    Parameters
    ----------
    x
        The array.
    key
        Integers, slices (of any step), None, ``...``, integer and boolean arrays, or a tuple of
        these.

    Raises
    ------
    IndexError
        An index is out of range, or there are more indices than axes.

    Examples
    --------
    >>> import ivy
    >>> ivy.getitem(ivy.asarray([1, 2, 3]), slice(None, None, -1))
    Array([3, 2, 1], dtype=int64, backend='numpy')
    """


@op(promoted=())
def setitem(x: Array, value: Array | complex, /, key: Key) -> Array:
    """Return a copy of `x` in which ``x[key]`` is `value`.

    Parameters
    ----------
    x
        The array.
    value
        The new elements, broadcast against ``x[key]`` and cast to the dtype of `x`.
    key
        As in `getitem`. Where an element is named more than once, which value it gets is not
        specified.

    Examples
    --------
    >>> import ivy
    >>> ivy.setitem(ivy.asarray([1, 2, 3]), 0, slice(1, None))
    Array([1, 0, 0], dtype=int64, backend='numpy')
    """


@op(promoted=("x", "value"), dtypes="numeric")
def add_at(x: Array, value: Array | complex, /, key: Key) -> Array:
    """Return a copy of `x` with `value` added to ``x[key]``, once for each time it is named.

    Parameters
    ----------
    x
        The array.
    value
        What is added, broadcast against ``x[key]``.
    key
        As in `getitem`.

    Examples
    --------
    >>> import ivy
    >>> ivy.add_at(ivy.zeros(3), 1.0, ivy.asarray([0, 0, 2]))
    Array([2., 0., 1.], dtype=float32, backend='numpy')
    """


@op(rank="unknown", method=True)
def take(x: Array, indices: Array, /, *, axis: int) -> Array:
    """Return the slices of `x` along an axis that `indices` names.

    Parameters
    ----------
    x
        The array.
    indices
        An integer array of any shape; negative ones count from the end.
    axis
        The axis of `x`, which the shape of `indices` replaces in the result.

    Raises
    ------
    IndexError
        An index is out of range.

    Examples
    --------
    >>> import ivy
    >>> ivy.take(ivy.asarray([10, 20, 30]), ivy.asarray([2, 0]), axis=0)
    Array([30, 10], dtype=int64, backend='numpy')
    """


@op()
def take_along_axis(x: Array, indices: Array, /, *, axis: int = -1) -> Array:
    """Return the elements of `x` whose position along an axis stands in `indices`.

    Parameters
    ----------
    x
        The array.
    indices
        An integer array of the rank of `x`; the other axes broadcast.
    axis
        The axis that the indices count along.

    Raises
    ------
    IndexError
        An index is out of range.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([[1, 2], [3, 4]])
    >>> ivy.take_along_axis(x, ivy.asarray([[1], [0]]), axis=1)
    Array([[2],
           [3]], dtype=int64, backend='numpy')
    """


@op(promoted=("x", "value"), dtypes="numeric")
def add_along_axis(x: Array, indices: Array, value: Array, /, *, axis: int = -1) -> Array:
    """Return a copy of `x` with `value` added where `take_along_axis` would read.

    Parameters
    ----------
    x
        The array.
    indices
        An integer array of the rank of `x`, of the shape of `x` on the other axes.
    value
        What is added, of the shape of `indices`. An element that is named twice gets both.
    axis
        The axis that the indices count along.

    Examples
    --------
    >>> import ivy
    >>> ivy.add_along_axis(ivy.zeros(3), ivy.asarray([0, 0]), ivy.asarray([1.0, 2.0]))
    Array([3., 0., 0.], dtype=float32, backend='numpy')
    """


@op(result="option", rank="plus one", dtypes="integral", default_dtype="float")
def one_hot(x: Array, depth: int, /, *, dtype: DType | str | None = None) -> Array:
    """Return a vector with one 1 for each integer of `x`, along a new last axis.

    Parameters
    ----------
    x
        Integers; one that is not in ``range(depth)`` gives zeros only.
    depth
        The length of the new axis.
    dtype
        The dtype; by default the default float dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.one_hot(ivy.asarray([0, 2]), 3)
    Array([[1., 0., 0.],
           [0., 0., 1.]], dtype=float32, backend='numpy')
    """
