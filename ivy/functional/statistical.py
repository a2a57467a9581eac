"""Reductions: one number from many, along axes."""

from __future__ import annotations

from ivy.array import Array
from ivy.dtypes import DType
from ivy.functional._op import composite, op
from ivy.functional.elementwise import add, exp, isfinite, log, subtract
from ivy.functional.manipulation import squeeze
from ivy.functional.searching import where

Axis = int | tuple[int, ...] | None


@op(dtypes="any", result="accumulated", rank="reduced", default_dtype="accumulated", method=True)
def sum(
    x: Array, /, *, axis: Axis = None, dtype: DType | str | None = None, keepdims: bool = False
) -> Array:
    """Return the sum of the elements.

    Parameters
    ----------
    x
        The array.
    axis
        The axes to sum along, by default all; ``()`` none.
    dtype
        The dtype to sum in. By default integers and bools are summed in int64 (unsigned ones in
        uint64), floats in their own dtype.
    keepdims
        Whether the axes stay, with length 1.

    Returns
    -------
    Array
        The sums; 0 for an empty axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.sum(ivy.asarray([[1, 2], [3, 4]]), axis=0)
    Array([4, 6], dtype=int64, backend='numpy')
    """


@op(dtypes="any", result="accumulated", rank="reduced", default_dtype="accumulated", method=True)
def prod(
    x: Array, /, *, axis: Axis = None, dtype: DType | str | None = None, keepdims: bool = False
) -> Array:
    """Return the product of the elements, 1 for an empty axis; the parameters are those of `sum`.

    Examples
    --------
    >>> import ivy
    >>> ivy.prod(ivy.asarray([2, 3]))
    Array(6, dtype=int64, backend='numpy')
    """


@op(dtypes="floating", rank="reduced", method=True)
def mean(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the arithmetic mean, NaN for an empty axis; the parameters are those of `sum`.

    Examples
    --------
    >>> import ivy
    >>> ivy.mean(ivy.asarray([1.0, 3.0]))
    Array(2., dtype=float32, backend='numpy')
    """


@op(dtypes="real floating", rank="reduced", method=True)
def var(
    x: Array, /, *, axis: Axis = None, correction: float = 0.0, keepdims: bool = False
) -> Array:
    """Return the variance: the sum of squared distances from the mean over ``N - correction``.

    Parameters
    ----------
    x
        The array.
    axis
        The axes to reduce, by default all.
    correction
        What is taken from the number of elements: 0 gives the population's variance, 1 the
        unbiased estimate from a sample.
    keepdims
        Whether the axes stay, with length 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.var(ivy.asarray([1.0, 3.0]))
    Array(1., dtype=float32, backend='numpy')
    """


@op(dtypes="real floating", rank="reduced", method=True)
def std(
    x: Array, /, *, axis: Axis = None, correction: float = 0.0, keepdims: bool = False
) -> Array:
    """Return the standard deviation, the root of `var`, whose parameters it has.

    Examples
    --------
    >>> import ivy
    >>> ivy.std(ivy.asarray([1.0, 3.0]))
    Array(1., dtype=float32, backend='numpy')
    """


@op(dtypes="real or bool", rank="reduced", method=True, nonempty=True)
def max(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the largest element; NaN where there is one.

    Parameters
    ----------
    x
        The array.
    axis
        The axes to reduce, by default all.
    keepdims
        Whether the axes stay, with length 1.

    Raises
    ------
    ValueError
        A reduced axis is empty.

    Examples
    --------
    >>> import ivy
    >>> ivy.max(ivy.asarray([[1, 5], [3, 4]]), axis=1)
    Array([5, 4], dtype=int64, backend='numpy')
    """


@op(dtypes="real or bool", rank="reduced", method=True, nonempty=True)
def min(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the smallest element; NaN where there is one. The parameters are those of `max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.min(ivy.asarray([[1, 5], [3, 4]]), axis=1)
    Array([1, 3], dtype=int64, backend='numpy')
    """


@op(dtypes="any", result="accumulated", default_dtype="accumulated")
def cumulative_sum(x: Array, /, *, axis: int = -1, dtype: DType | str | None = None) -> Array:
    """Return the running sums along an axis, in the dtype that `sum` would use.

    Examples
    --------
    >>> import ivy
    >>> ivy.cumulative_sum(ivy.asarray([1, 2, 3]))
    Array([1, 3, 6], dtype=int64, backend='numpy')
    """


@op(result="bool", rank="reduced", method=True)
def any(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return whether any element is not zero; False for an empty axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.any(ivy.asarray([0, 1]))
    Array(True, dtype=bool, backend='numpy')
    """


@op(result="bool", rank="reduced", method=True)
def all(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return whether no element is zero; True for an empty axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.all(ivy.asarray([0, 1]))
    Array(False, dtype=bool, backend='numpy')
    """


@composite(dtypes="real floating", rank="reduced", nonempty=True)
def logsumexp(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return ``log(sum(exp(x)))`` without overflow.

    Examples
    --------
    >>> import ivy
    >>> ivy.logsumexp(ivy.asarray([1000.0, 1000.0]))
    Array(1000.6932, dtype=float32, backend='numpy')
    """
    top = max(x, axis=axis, keepdims=True)
    # exp(inf - inf) would be NaN; for an infinite maximum nothing has to be shifted.
    shift = where(isfinite(top), top, 0)
    total = add(log(sum(exp(subtract(x, shift)), axis=axis, keepdims=True)), shift)
    if keepdims:
        return total
    axes = tuple(range(-x.ndim, 0)) if axis is None else axis
    return squeeze(total, axes)
