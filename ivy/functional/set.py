"""Functions on arrays as sets. The shape of the result depends on the values."""

from __future__ import annotations

from typing import NamedTuple

from ivy.array import Array
from ivy.backends.arrangements import check_axis
from ivy.dtypes import CATEGORIES
from ivy.functional import statistical
from ivy.functional._op import beside, composite, op
from ivy.functional.creation import full, ones
from ivy.functional.data_type import astype, result_type
from ivy.functional.elementwise import equal, logical_not, minimum, not_equal, subtract
from ivy.functional.indexing import getitem, take
from ivy.functional.manipulation import concat, expand_dims, moveaxis, ravel, reshape
from ivy.functional.searching import flatnonzero, searchsorted
from ivy.functional.sorting import sort


class UniqueAllResult(NamedTuple):
    """The distinct elements, where they first stood, which of them each is, how often it occurs."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCountsResult(NamedTuple):
    """The distinct elements, and how often each occurs."""

    values: Array
    counts: Array


class UniqueInverseResult(NamedTuple):
    """The distinct elements, and for each element of the array which of them it is."""

    values: Array
    inverse_indices: Array


_UNORDERED = CATEGORIES["complex floating"]


class UniqueConsecutiveResult(NamedTuple):
    """The runs of equal elements, and for each element of the array which of them it is in."""

    values: Array
    inverse_indices: Array
    counts: Array


@op(rank="one")
def unique_all(x: Array, /) -> UniqueAllResult:
    """Return all that there is to know about the distinct elements of `x`.

    Returns
    -------
    UniqueAllResult
        `values` in rising order, each NaN as its own; `indices`, the first position of each in the
        flattened array; `inverse_indices` in the shape of `x`, which of them each element is; and
        `counts`. All but the values are int64.

    Examples
    --------
    >>> import ivy
    >>> ivy.unique_all(ivy.asarray([3, 1, 3])).indices
    Array([1, 0], dtype=int64, backend='numpy')
    """


@op(rank="one")
def unique_counts(x: Array, /) -> UniqueCountsResult:
    """Return the distinct elements of `x` and how often each occurs.

    Returns
    -------
    UniqueCountsResult
        `values` in rising order, each NaN as its own, and `counts` (int64).

    Examples
    --------
    >>> import ivy
    >>> ivy.unique_counts(ivy.asarray([3, 1, 3])).counts
    Array([1, 2], dtype=int64, backend='numpy')
    """


@op(rank="one")
def unique_values(x: Array, /) -> Array:
    """Return the distinct elements of `x` in rising order; each NaN counts as its own.

    Examples
    --------
    >>> import ivy
    >>> ivy.unique_values(ivy.asarray([3, 1, 3]))
    Array([1, 3], dtype=int64, backend='numpy')
    """


@op(rank="one")
def unique_inverse(x: Array, /) -> UniqueInverseResult:
    """Return the distinct elements of `x` and which of them each element is.

    Returns
    -------
    UniqueInverseResult
        `values` in rising order, and `inverse_indices` (int64) in the shape of `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.unique_inverse(ivy.asarray([3, 1, 3])).inverse_indices
    Array([1, 0, 1], dtype=int64, backend='numpy')
    """


@composite(rank="first operand", result="bool")
def isin(x1: Array | complex, x2: Array | complex, /, *, invert: bool = False) -> Array:
    """Return for each element of `x1` whether it is among the elements of `x2`.

    Parameters
    ----------
    x1
        The elements to look for.
    x2
        Those to look among. A NaN is equal to none.
    invert
        Whether the answers are the other way round.

    Returns
    -------
    Array
        Bools, in the shape of `x1`.

    Examples
    --------
    >>> import ivy
    >>> ivy.isin(ivy.asarray([1, 2, 3]), ivy.asarray([3, 1]))
    Array([ True, False,  True], dtype=bool, backend='numpy')
    """
    if not isinstance(x2, Array):
        found = equal(x1, x2)
    elif not isinstance(x1, Array):
        found = statistical.any(equal(x2, x1))
    elif (
        x1.dtype in _UNORDERED
        or x2.dtype in _UNORDERED
        or x2.shape in ((), (1,))
        or 0 in x2.shape  # also (0, 3), of which nothing can be taken
    ):
        found = statistical.any(equal(expand_dims(x1, -1), ravel(x2)), axis=-1)
    else:
        x1, x2 = [astype(x, "uint8") if x.dtype == "bool" else x for x in (x1, x2)]
        ordered = sort(ravel(x2))
        # One place beyond the end is that of what is larger than all: it equals none of them.
        places = searchsorted(ordered, x1)
        last = ordered.shape[0] - 1
        near = take(ordered, minimum(places, last), axis=0)
        found = equal(near, x1)
    return logical_not(found) if invert else found


@composite(rank="one")
def union1d(x1: Array, x2: Array, /) -> Array:
    """Return the distinct elements of two arrays, in rising order.

    Examples
    --------
    >>> import ivy
    >>> ivy.union1d(ivy.asarray([3, 1]), ivy.asarray([2, 1]))
    Array([1, 2, 3], dtype=int64, backend='numpy')
    """
    return unique_values(concat([x1, x2], axis=None))


@composite(rank="one")
def intersect1d(x1: Array, x2: Array, /) -> Array:
    """Return the distinct elements that two arrays have in common, in rising order.

    Examples
    --------
    >>> import ivy
    >>> ivy.intersect1d(ivy.asarray([3, 1, 3]), ivy.asarray([2, 3]))
    Array([3], dtype=int64, backend='numpy')
    """
    x1, x2 = _one_dtype(x1, x2)
    values = unique_values(x1)
    return getitem(values, isin(values, x2))


@composite(rank="one")
def setdiff1d(x1: Array, x2: Array, /) -> Array:
    """Return the distinct elements of `x1` that are not in `x2`, in rising order.

    Examples
    --------
    >>> import ivy
    >>> ivy.setdiff1d(ivy.asarray([3, 1, 3]), ivy.asarray([2, 1]))
    Array([3], dtype=int64, backend='numpy')
    """
    x1, x2 = _one_dtype(x1, x2)
    values = unique_values(x1)
    return getitem(values, isin(values, x2, invert=True))


@composite(rank="one")
def setxor1d(x1: Array, x2: Array, /) -> Array:
    """Return the distinct elements that are in one of two arrays only, in rising order.

    Examples
    --------
    >>> import ivy
    >>> ivy.setxor1d(ivy.asarray([3, 1]), ivy.asarray([2, 1]))
    Array([2, 3], dtype=int64, backend='numpy')
    """
    return unique_values(concat([setdiff1d(x1, x2), setdiff1d(x2, x1)]))


def _one_dtype(x1: Array, x2: Array) -> tuple[Array, Array]:
    dtype = result_type(x1, x2)
    return astype(x1, dtype, copy=False), astype(x2, dtype, copy=False)


@composite(rank="unknown")
def unique_consecutive(x: Array, /, *, axis: int | None = None) -> UniqueConsecutiveResult:
    """Return the elements, or slices, of `x` without those that equal the one before.

    Parameters
    ----------
    x
        The array.
    axis
        The axis whose slices are compared; with None the elements of the flattened array.

    Returns
    -------
    UniqueConsecutiveResult
        `values`; `inverse_indices`, in which run each element (in the shape of `x`) or slice is;
        and `counts`, the lengths of the runs. The last two are int64.

    Examples
    --------
    >>> import ivy
    >>> ivy.unique_consecutive(ivy.asarray([1, 1, 2, 1])).values
    Array([1, 2, 1], dtype=int64, backend='numpy')
    """
    if axis is not None:
        check_axis("unique_consecutive", len(x.shape), axis)
    rows = ravel(x) if axis is None else moveaxis(x, axis, 0)
    count = rows.shape[0]
    differ = not_equal(getitem(rows, slice(1, None)), getitem(rows, slice(None, -1)))
    differ = statistical.any(differ, axis=tuple(range(1, len(rows.shape))))
    first = concat([beside(x, ones, (min(count, 1),), dtype="bool"), differ])
    starts = flatnonzero(first)
    ends = concat(
        [getitem(starts, slice(1, None)), beside(x, full, (min(count, 1),), count, dtype="int64")]
    )
    values = getitem(rows, starts)
    inverse = subtract(statistical.cumulative_sum(astype(first, "int64")), 1)
    return UniqueConsecutiveResult(
        values if axis is None else moveaxis(values, 0, axis),
        reshape(inverse, x.shape) if axis is None else inverse,
        subtract(ends, starts),
    )
