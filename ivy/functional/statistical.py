"""Reductions: one number from many, along axes."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ivy.array import Array
from ivy.dtypes import CATEGORIES, DType, promote
from ivy.errors import AxisError
from ivy.functional._op import beside, composite, op
from ivy.functional._rules import RESULT, accumulated
from ivy.functional.creation import arange, full, ones, ones_like, zeros, zeros_like
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    add,
    ceil,
    clip,
    conj,
    divide,
    exp,
    floor,
    isfinite,
    isinf,
    isnan,
    log,
    logaddexp,
    logical_and,
    logical_not,
    logical_or,
    maximum,
    minimum,
    multiply,
    real,
    round,
    sqrt,
    square,
    subtract,
)
from ivy.functional.indexing import add_at, take, take_along_axis
from ivy.functional.manipulation import (
    broadcast_to,
    concat,
    expand_dims,
    flatten,
    moveaxis,
    permute_dims,
    reshape,
    squeeze,
)
from ivy.functional.searching import argmax, searchsorted, where
from ivy.functional.sorting import sort

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
def cumulative_sum(
    x: Array,
    /,
    *,
    axis: int | None = None,
    dtype: DType | str | None = None,
    include_initial: bool = False,
) -> Array:
    """Return the running sums along an axis, in the dtype that `sum` would use.

    Parameters
    ----------
    x
        The array.
    axis
        The axis; it may be left out where there is only one.
    dtype
        The dtype to sum in, see `sum`.
    include_initial
        Whether a 0 comes before the sums, so that the axis is longer by one.

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


# -- running reductions --------------------------------------------------------------------------


def _along(op: str, x: Array, axis: int | None) -> int:
    """Return the axis to go along, from 0; None means the only one."""
    if axis is None and x.ndim == 1:
        return 0
    if axis is None or not -x.ndim <= axis < x.ndim:
        raise AxisError(
            f"ivy.{op}: expected an axis from {-x.ndim} to {x.ndim - 1} for an array of shape "
            f"{x.shape}, got axis={axis}"
        )
    return axis % x.ndim


def _part(x: Array, axis: int, start: int | None, stop: int | None) -> Array:
    return x[(*(slice(None),) * axis, slice(start, stop))]


def _running(x: Array, axis: int, combine: Callable[[Array, Array], Array]) -> Array:
    """Return the running results of an associative function.

    After each round, an element stands for twice as many before it (W. D. Hillis and G. L. Steele,
    https://doi.org/10.1145/7902.7903).
    """
    step = 1
    while step < x.shape[axis]:
        later = combine(_part(x, axis, None, -step), _part(x, axis, step, None))
        x = concat([_part(x, axis, None, step), later], axis=axis)
        step *= 2
    return x


@composite(dtypes="any", result="accumulated", default_dtype="accumulated")
def cumulative_prod(
    x: Array,
    /,
    *,
    axis: int | None = None,
    dtype: DType | str | None = None,
    include_initial: bool = False,
) -> Array:
    """Return the running products along an axis, in the dtype that `prod` would use.

    The parameters are those of `cumulative_sum`; `include_initial` puts a 1 before the products.

    Examples
    --------
    >>> import ivy
    >>> ivy.cumulative_prod(ivy.asarray([1, 2, 3]), include_initial=True)
    Array([1, 1, 2, 6], dtype=int64, backend='numpy')
    """
    axis = _along("cumulative_prod", x, axis)
    x = astype(x, accumulated(x.dtype) if dtype is None else dtype, copy=False)
    products = _running(x, axis, multiply)
    if not include_initial:
        return products
    first = (*x.shape[:axis], 1, *x.shape[axis + 1 :])
    return concat([beside(x, ones, first), products], axis=axis)


@composite(dtypes="real or bool")
def cumulative_max(x: Array, /, *, axis: int | None = None) -> Array:
    """Return the largest element so far along an axis; NaN from the first NaN on.

    Parameters
    ----------
    x
        The array.
    axis
        The axis; it may be left out where there is only one.

    See Also
    --------
    cumulative_argmax : Where these elements are.

    Examples
    --------
    >>> import ivy
    >>> ivy.cumulative_max(ivy.asarray([1, 3, 2, 5]))
    Array([1, 3, 3, 5], dtype=int64, backend='numpy')
    """
    return _running(x, _along("cumulative_max", x, axis), maximum)


@composite(dtypes="real or bool")
def cumulative_min(x: Array, /, *, axis: int | None = None) -> Array:
    """Return the smallest element so far along an axis; NaN from the first NaN on.

    The parameters are those of `cumulative_max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.cumulative_min(ivy.asarray([4, 3, 5, 1]))
    Array([4, 3, 3, 1], dtype=int64, backend='numpy')
    """
    return _running(x, _along("cumulative_min", x, axis), minimum)


def _running_index(x: Array, axis: int, best: Array) -> Array:
    """Return the first index that holds the best element so far."""
    shape = (1,) * axis + (x.shape[axis],) + (1,) * (x.ndim - axis - 1)
    numbers = reshape(beside(x, arange, 0, x.shape[axis], 1, dtype="int64"), shape)
    # An element is a new best where the best changes; a NaN stays.
    before, after = _part(best, axis, None, -1), _part(best, axis, 1, None)
    changes = logical_and(after != before, logical_not(_is_nan(before)))
    places = where(changes, _part(numbers, axis, 1, None), 0)
    first = zeros_like(_part(x, axis, None, 1), dtype="int64")
    return cumulative_max(concat([first, places], axis=axis), axis=axis)


@composite(dtypes="real or bool", result="index")
def cumulative_argmax(x: Array, /, *, axis: int | None = None) -> Array:
    """Return the index of the largest element so far along an axis: the first one, or first NaN.

    The parameters are those of `cumulative_max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.cumulative_argmax(ivy.asarray([1, 3, 3, 5]))
    Array([0, 1, 1, 3], dtype=int64, backend='numpy')
    """
    axis = _along("cumulative_argmax", x, axis)
    return _running_index(x, axis, cumulative_max(x, axis=axis))


@composite(dtypes="real or bool", result="index")
def cumulative_argmin(x: Array, /, *, axis: int | None = None) -> Array:
    """Return the index of the smallest element so far along an axis: the first one, or first NaN.

    The parameters are those of `cumulative_max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.cumulative_argmin(ivy.asarray([4, 3, 5, 1]))
    Array([0, 1, 1, 3], dtype=int64, backend='numpy')
    """
    axis = _along("cumulative_argmin", x, axis)
    return _running_index(x, axis, cumulative_min(x, axis=axis))


@composite(dtypes="real floating")
def cumulative_logsumexp(x: Array, /, *, axis: int | None = None) -> Array:
    """Return the logarithms of the running sums of ``exp(x)``, without overflow.

    The parameters are those of `cumulative_max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.cumulative_logsumexp(ivy.asarray([1000.0, 1000.0]))
    Array([1000.    , 1000.6932], dtype=float32, backend='numpy')
    """
    return _running(x, _along("cumulative_logsumexp", x, axis), logaddexp)


@composite(dtypes="numeric", promoted=("x", "prepend", "append"))
def diff(
    x: Array,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: Array | None = None,
    append: Array | None = None,
) -> Array:
    """Return the differences of neighbours along an axis, ``x[i + 1] - x[i]``.

    Parameters
    ----------
    x
        The array.
    axis
        The axis.
    n
        How many times differences are taken.
    prepend, append
        Values before and after those of `x`, of the same shape apart from the axis.

    Returns
    -------
    Array
        An array that is shorter by `n` along the axis, after what is put before and after.

    Examples
    --------
    >>> import ivy
    >>> ivy.diff(ivy.asarray([1, 4, 9]))
    Array([3, 5], dtype=int64, backend='numpy')
    """
    if n < 0:
        raise ValueError(f"ivy.diff: expected n >= 0, got n={n}")
    axis = _along("diff", x, axis)
    parts = [p for p in (prepend, x, append) if p is not None]
    x = concat(parts, axis=axis) if len(parts) > 1 else x
    for _ in builtins.range(n):
        x = _part(x, axis, 1, None) - _part(x, axis, None, -1)
    return x


@composite(dtypes="numeric", rank="one", promoted=("x", "to_begin", "to_end"))
def ediff1d(x: Array, /, *, to_begin: Array | None = None, to_end: Array | None = None) -> Array:
    """Return the differences of neighbours of the flattened array.

    Parameters
    ----------
    x
        The array.
    to_begin, to_end
        What is put before and after the differences, flattened.

    Examples
    --------
    >>> import ivy
    >>> ivy.ediff1d(ivy.asarray([1, 4, 9]), to_end=ivy.asarray([0]))
    Array([3, 5, 0], dtype=int64, backend='numpy')
    """
    inner = diff(flatten(x))
    if to_begin is None and to_end is None:
        return inner
    around = (to_begin, inner, to_end)
    return concat([flatten(p) for p in around if p is not None])


# -- reductions by order -------------------------------------------------------------------------


def _axes(op: str, x: Array, axis: Axis) -> tuple[int, ...]:
    """Return the axes to reduce, from 0 and in order."""
    if axis is None:
        return tuple(builtins.range(x.ndim))
    given = (axis,) if isinstance(axis, int) else tuple(axis)
    found = sorted({_along(op, x, a) for a in given})
    if len(found) != len(given):
        raise ValueError(f"ivy.{op}: expected different axes, got axis={axis}")
    return tuple(found)


def _gathered(x: Array, axes: tuple[int, ...]) -> Array:
    """Return an array with the reduced axes as its last one."""
    others = [a for a in builtins.range(x.ndim) if a not in axes]
    shape = tuple([x.shape[a] for a in others])
    if axes != tuple(builtins.range(len(others), x.ndim)):
        x = permute_dims(x, (*others, *axes))
    return x if len(axes) == 1 else reshape(x, (*shape, math.prod(x.shape[len(others) :])))


def _spread(x: Array, axes: tuple[int, ...]) -> Array:
    """Return a result with the reduced axes, of length 1."""
    for a in axes:
        x = expand_dims(x, axis=a)
    return x


def _is_nan(x: Array) -> Array:
    if x.dtype in CATEGORIES["integral or bool"]:
        return zeros_like(x, dtype="bool")
    return isnan(x)


def _methods(position: Array, method: str) -> tuple[Array, Array, Array | None]:
    """Return which sorted elements a quantile is between, and how much of the second it has."""
    low, high = floor(position), ceil(position)
    if method == "linear":
        return low, high, position - low
    if method == "midpoint":
        return low, high, (high - low) * 0.5
    chosen = {"lower": low, "higher": high, "nearest": round(position)}[method]
    return chosen, chosen, None


_QUANTILE_METHODS = ("linear", "lower", "higher", "nearest", "midpoint")


def _quantile(
    op: str, x: Array, q: Array | float, axes: tuple[int, ...], method: str, ignore: bool
) -> Array:
    """Return quantiles: the axes of `q`, then those of `x` that stay. `ignore` leaves out NaNs."""
    if method not in _QUANTILE_METHODS:
        names = ", ".join(map(repr, _QUANTILE_METHODS))
        raise ValueError(f"ivy.{op}: expected one of {names}, got method={method!r}")
    if not isinstance(q, Array):
        if not 0 <= q <= 1:
            raise ValueError(f"ivy.{op}: expected 0 <= q <= 1, got q={q}")
        q = beside(x, full, (), q, dtype="float64")
    ordered = sort(_gathered(x, axes), axis=-1)
    count, kept = ordered.shape[-1], ordered.shape[:-1]
    shape, q = q.shape, reshape(astype(q, "float64"), (-1,) if q.size else (0,))
    if not count:
        return beside(x, full, (*shape, *kept), math.nan)
    invalid = logical_not(logical_and(q >= 0, q <= 1))
    missing = isnan(ordered)
    if ignore:
        present = sum(astype(logical_not(missing), "int64"), axis=-1, keepdims=True)
        invalid = logical_or(invalid, present == 0)
        position = where(invalid, 0, q * astype(maximum(present - 1, 0), "float64"))
    else:
        invalid = logical_or(invalid, any(missing, axis=-1, keepdims=True))
        position = broadcast_to(where(invalid, 0, q * (count - 1)), (*kept, *q.shape))
    low, high, share = _methods(position, method)
    result = take_along_axis(ordered, astype(low, "int64"), axis=-1)
    if share is not None:
        upper = take_along_axis(ordered, astype(high, "int64"), axis=-1)
        share = astype(share, x.dtype)
        # Between equal elements, which may be infinite, there is nothing to interpolate.
        step = where(upper == result, 0, upper - result)
        # From the nearer end, so that the ends themselves are met.
        between = where(share < 0.5, result + step * share, upper - step * (1 - share))
        result = where(isinf(step), result + upper, between)
    result = where(invalid, math.nan, result)
    return reshape(moveaxis(result, -1, 0), (*shape, *kept))


def _kept_behind(result: Array, count: int, axes: tuple[int, ...], keepdims: bool) -> Array:
    return _spread(result, tuple([count + a for a in axes])) if keepdims else result


@composite(dtypes="real floating", rank="quantile")
def quantile(
    x: Array,
    q: Array | float,
    /,
    *,
    axis: Axis = None,
    method: str = "linear",
    keepdims: bool = False,
) -> Array:
    """Return quantiles: the numbers below which given shares of the elements lie.

    Parameters
    ----------
    x
        The array.
    q
        The shares, from 0 to 1.
    axis
        The axes to reduce, by default all.
    method
        What is taken between two neighbours in order: ``"linear"`` interpolates, ``"lower"``,
        ``"higher"`` and ``"nearest"`` take one of them (of two that are as near, the one at the
        even position), ``"midpoint"`` their mean.
    keepdims
        Whether the reduced axes stay, with length 1.

    Returns
    -------
    Array
        The axes of `q`, then those of `x` that stay. NaN where there is one or no element, and
        where an element of an array `q` is not from 0 to 1.

    Raises
    ------
    ValueError
        The number `q` is not from 0 to 1, or the method is unknown.

    Examples
    --------
    >>> import ivy
    >>> ivy.quantile(ivy.asarray([1.0, 2.0, 3.0, 5.0]), ivy.asarray([0.5, 1.0]))
    Array([2.5, 5. ], dtype=float32, backend='numpy')
    """
    axes = _axes("quantile", x, axis)
    result = _quantile("quantile", x, q, axes, method, False)
    return _kept_behind(result, q.ndim if isinstance(q, Array) else 0, axes, keepdims)


@composite(dtypes="real floating", rank="quantile")
def nanquantile(
    x: Array,
    q: Array | float,
    /,
    *,
    axis: Axis = None,
    method: str = "linear",
    keepdims: bool = False,
) -> Array:
    """Return quantiles of the elements that are not NaN; the parameters are those of `quantile`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanquantile(ivy.asarray([1.0, ivy.nan, 3.0]), 0.5)
    Array(2., dtype=float32, backend='numpy')
    """
    axes = _axes("nanquantile", x, axis)
    result = _quantile("nanquantile", x, q, axes, method, True)
    return _kept_behind(result, q.ndim if isinstance(q, Array) else 0, axes, keepdims)


@composite(dtypes="real floating", rank="quantile")
def percentile(
    x: Array,
    q: Array | float,
    /,
    *,
    axis: Axis = None,
    method: str = "linear",
    keepdims: bool = False,
) -> Array:
    """Return quantiles of shares in per cent; the other parameters are those of `quantile`.

    Examples
    --------
    >>> import ivy
    >>> ivy.percentile(ivy.asarray([1.0, 2.0, 3.0, 5.0]), 50)
    Array(2.5, dtype=float32, backend='numpy')
    """
    return quantile(x, _share("percentile", q), axis=axis, method=method, keepdims=keepdims)


@composite(dtypes="real floating", rank="quantile")
def nanpercentile(
    x: Array,
    q: Array | float,
    /,
    *,
    axis: Axis = None,
    method: str = "linear",
    keepdims: bool = False,
) -> Array:
    """Return percentiles of the elements that are not NaN, see `percentile`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanpercentile(ivy.asarray([1.0, ivy.nan, 3.0]), 50)
    Array(2., dtype=float32, backend='numpy')
    """
    return nanquantile(x, _share("nanpercentile", q), axis=axis, method=method, keepdims=keepdims)


def _share(op: str, q: Array | float) -> Array | float:
    if isinstance(q, Array):
        return divide(astype(q, "float64"), 100.0)
    if not 0 <= q <= 100:
        raise ValueError(f"ivy.{op}: expected 0 <= q <= 100, got q={q}")
    return q / 100


@composite(dtypes="real floating", rank="reduced")
def median(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the middle element in order, or the mean of the two; NaN where there is one or none.

    The parameters are those of `max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.median(ivy.asarray([5.0, 1.0, 2.0]))
    Array(2., dtype=float32, backend='numpy')
    """
    axes = _axes("median", x, axis)
    return _kept_behind(_quantile("median", x, 0.5, axes, "midpoint", False), 0, axes, keepdims)


@composite(dtypes="real floating", rank="reduced")
def nanmedian(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the median of the elements that are not NaN; the parameters are those of `max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanmedian(ivy.asarray([5.0, 1.0, ivy.nan]))
    Array(3., dtype=float32, backend='numpy')
    """
    axes = _axes("nanmedian", x, axis)
    return _kept_behind(_quantile("nanmedian", x, 0.5, axes, "midpoint", True), 0, axes, keepdims)


class ModeResult(NamedTuple):
    """What `mode` returns."""

    values: Array
    counts: Array


@composite(dtypes="real or bool", rank="reduced", nonempty=True)
def mode(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> ModeResult:
    """Return the most frequent element, the smallest of several, and how often it is there.

    The parameters are those of `max`. NaNs are all the same.

    Examples
    --------
    >>> import ivy
    >>> ivy.mode(ivy.asarray([3, 1, 3, 1]))
    ModeResult(values=Array(1, dtype=int64, backend='numpy'), counts=Array(2, dtype=int64, \
backend='numpy'))
    """
    axes = _axes("mode", x, axis)
    ordered = sort(_gathered(x, axes), axis=-1)
    if not ordered.shape[-1]:
        raise ValueError(f"ivy.mode: expected elements to reduce, got shape {x.shape}")
    before, after = ordered[..., :-1], ordered[..., 1:]
    new = logical_and(before != after, ~logical_and(_is_nan(before), _is_nan(after)))
    places = beside(x, arange, 0, ordered.shape[-1], 1, dtype="int64")
    start = zeros_like(ordered[..., :1], dtype="int64")
    start = concat([start, where(new, places[1:], 0)], axis=-1)
    length = places - cumulative_max(start, axis=-1) + 1
    # The longest run is where its last element says so.
    last = argmax(length, axis=-1, keepdims=True)
    values = squeeze(take_along_axis(ordered, last, axis=-1), -1)
    counts = squeeze(take_along_axis(length, last, axis=-1), -1)
    if keepdims:
        return ModeResult(_spread(values, axes), _spread(counts, axes))
    return ModeResult(values, counts)


@composite(dtypes="real", rank="reduced", nonempty=True)
def ptp(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the range from the smallest to the largest element; the parameters are those of `max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.ptp(ivy.asarray([3, 1, 8]))
    Array(7, dtype=int64, backend='numpy')
    """
    return max(x, axis=axis, keepdims=keepdims) - min(x, axis=axis, keepdims=keepdims)


# -- leaving NaNs out ----------------------------------------------------------------------------


def _instead(x: Array, value: complex) -> Array:
    """Return an array with a value in the place of NaNs."""
    return where(_is_nan(x), value, x) if x.dtype in CATEGORIES["floating"] else x


def _present(x: Array, axis: Axis, keepdims: bool) -> Array:
    """Return how many elements are not NaN, in the dtype of the array's real part."""
    whole = sum(astype(logical_not(isnan(x)), "int64"), axis=axis, keepdims=keepdims)
    return astype(whole, RESULT["real"](x.dtype))


@composite(dtypes="any", result="accumulated", rank="reduced", default_dtype="accumulated")
def nansum(
    x: Array, /, *, axis: Axis = None, dtype: DType | str | None = None, keepdims: bool = False
) -> Array:
    """Return the sum of the elements that are not NaN; the parameters are those of `sum`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nansum(ivy.asarray([1.0, ivy.nan, 2.0]))
    Array(3., dtype=float32, backend='numpy')
    """
    return sum(_instead(x, 0), axis=axis, dtype=dtype, keepdims=keepdims)


@composite(dtypes="any", result="accumulated", rank="reduced", default_dtype="accumulated")
def nanprod(
    x: Array, /, *, axis: Axis = None, dtype: DType | str | None = None, keepdims: bool = False
) -> Array:
    """Return the product of the elements that are not NaN; the parameters are those of `sum`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanprod(ivy.asarray([3.0, ivy.nan, 2.0]))
    Array(6., dtype=float32, backend='numpy')
    """
    return prod(_instead(x, 1), axis=axis, dtype=dtype, keepdims=keepdims)


@composite(dtypes="any", result="accumulated", default_dtype="accumulated")
def nancumulative_sum(
    x: Array,
    /,
    *,
    axis: int | None = None,
    dtype: DType | str | None = None,
    include_initial: bool = False,
) -> Array:
    """Return the running sums with 0 for NaN; the parameters are those of `cumulative_sum`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nancumulative_sum(ivy.asarray([1.0, ivy.nan, 2.0]))
    Array([1., 1., 3.], dtype=float32, backend='numpy')
    """
    return cumulative_sum(_instead(x, 0), axis=axis, dtype=dtype, include_initial=include_initial)


@composite(dtypes="any", result="accumulated", default_dtype="accumulated")
def nancumulative_prod(
    x: Array,
    /,
    *,
    axis: int | None = None,
    dtype: DType | str | None = None,
    include_initial: bool = False,
) -> Array:
    """Return the running products with 1 for NaN; the parameters are those of `cumulative_sum`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nancumulative_prod(ivy.asarray([3.0, ivy.nan, 2.0]))
    Array([3., 3., 6.], dtype=float32, backend='numpy')
    """
    return cumulative_prod(_instead(x, 1), axis=axis, dtype=dtype, include_initial=include_initial)


@composite(dtypes="floating", rank="reduced")
def nanmean(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the mean of the elements that are not NaN, NaN where there is none.

    The parameters are those of `max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanmean(ivy.asarray([1.0, ivy.nan, 2.0]))
    Array(1.5, dtype=float32, backend='numpy')
    """
    return divide(nansum(x, axis=axis, keepdims=keepdims), _present(x, axis, keepdims))


@composite(dtypes="real floating", rank="reduced")
def nanvar(
    x: Array, /, *, axis: Axis = None, correction: float = 0.0, keepdims: bool = False
) -> Array:
    """Return the variance of the elements that are not NaN; the parameters are those of `var`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanvar(ivy.asarray([1.0, ivy.nan, 3.0]))
    Array(1., dtype=float32, backend='numpy')
    """
    apart = where(isnan(x), 0, x - nanmean(x, axis=axis, keepdims=True))
    count = _present(x, axis, keepdims) - correction
    total = sum(square(apart), axis=axis, keepdims=keepdims)
    return where(count > 0, divide(total, where(count > 0, count, 1)), math.nan)


@composite(dtypes="real floating", rank="reduced")
def nanstd(
    x: Array, /, *, axis: Axis = None, correction: float = 0.0, keepdims: bool = False
) -> Array:
    """Return the standard deviation of the elements that are not NaN, the root of `nanvar`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanstd(ivy.asarray([1.0, ivy.nan, 3.0]))
    Array(1., dtype=float32, backend='numpy')
    """
    return sqrt(nanvar(x, axis=axis, correction=correction, keepdims=keepdims))


@composite(dtypes="real or bool", rank="reduced", nonempty=True)
def nanmax(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the largest element that is not NaN, NaN where there is none.

    The parameters are those of `max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanmax(ivy.asarray([1.0, ivy.nan, 2.0]))
    Array(2., dtype=float32, backend='numpy')
    """
    if x.dtype in CATEGORIES["integral or bool"]:
        return max(x, axis=axis, keepdims=keepdims)
    none = all(isnan(x), axis=axis, keepdims=keepdims)
    return where(none, math.nan, max(_instead(x, -math.inf), axis=axis, keepdims=keepdims))


@composite(dtypes="real or bool", rank="reduced", nonempty=True)
def nanmin(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the smallest element that is not NaN, NaN where there is none.

    The parameters are those of `max`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanmin(ivy.asarray([1.0, ivy.nan, 2.0]))
    Array(1., dtype=float32, backend='numpy')
    """
    if x.dtype in CATEGORIES["integral or bool"]:
        return min(x, axis=axis, keepdims=keepdims)
    none = all(isnan(x), axis=axis, keepdims=keepdims)
    return where(none, math.nan, min(_instead(x, math.inf), axis=axis, keepdims=keepdims))


@composite(dtypes="real", result="index", rank="reduced", nonempty=True)
def nanargmax(x: Array, /, *, axis: int | None = None, keepdims: bool = False) -> Array:
    """Return the first index of the largest element that is not NaN, -1 where there is none.

    The parameters are those of `argmax`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanargmax(ivy.asarray([1.0, ivy.nan, 2.0]))
    Array(2, dtype=int64, backend='numpy')
    """
    # An infinity that is an element comes before one that stands for NaN.
    largest = nanmax(x, axis=axis, keepdims=True)
    found = argmax(astype(x == largest, "uint8"), axis=axis, keepdims=keepdims)
    return where(all(_is_nan(x), axis=axis, keepdims=keepdims), -1, found)


@composite(dtypes="real", result="index", rank="reduced", nonempty=True)
def nanargmin(x: Array, /, *, axis: int | None = None, keepdims: bool = False) -> Array:
    """Return the first index of the smallest element that is not NaN, -1 where there is none.

    The parameters are those of `argmax`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nanargmin(ivy.asarray([2.0, ivy.nan, 1.0]))
    Array(2, dtype=int64, backend='numpy')
    """
    smallest = nanmin(x, axis=axis, keepdims=True)
    found = argmax(astype(x == smallest, "uint8"), axis=axis, keepdims=keepdims)
    return where(all(_is_nan(x), axis=axis, keepdims=keepdims), -1, found)


# -- weights and moments -------------------------------------------------------------------------


@composite(dtypes="floating", rank="reduced", promoted=("x", "weights"))
def average(
    x: Array, /, *, axis: Axis = None, weights: Array | None = None, keepdims: bool = False
) -> Array:
    """Return the mean of the elements, each counted by its weight.

    Parameters
    ----------
    x
        The array.
    axis
        The axes to reduce, by default all.
    weights
        The weights, of the shape of `x`, or one for each element along the only axis; None counts
        all the same.
    keepdims
        Whether the reduced axes stay, with length 1.

    Returns
    -------
    Array
        The weighted mean; NaN or infinity where the weights sum to zero.

    Examples
    --------
    >>> import ivy
    >>> ivy.average(ivy.asarray([1.0, 4.0]), weights=ivy.asarray([2.0, 1.0]))
    Array(2., dtype=float32, backend='numpy')
    """
    if weights is None:
        return mean(x, axis=axis, keepdims=keepdims)
    if weights.shape != x.shape:
        if not isinstance(axis, int) or weights.shape != (x.shape[_along("average", x, axis)],):
            raise ValueError(
                f"ivy.average: expected weights of shape {x.shape}, or a single axis and a weight "
                f"for each of its elements, got shape {weights.shape} and axis={axis}"
            )
        weights = reshape(weights, (-1,) + (1,) * (x.ndim - 1 - axis % x.ndim))
    total = sum(broadcast_to(weights, x.shape), axis=axis, keepdims=keepdims)
    return divide(sum(x * weights, axis=axis, keepdims=keepdims), total)


@composite(dtypes="floating", rank="reduced")
def moment(x: Array, order: int, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return a central moment: the mean of a power of the distances from the mean.

    Parameters
    ----------
    x
        The array.
    order
        The power, 0 or more.
    axis
        The axes to reduce, by default all.
    keepdims
        Whether the reduced axes stay, with length 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.moment(ivy.asarray([1.0, 3.0]), 2)
    Array(1., dtype=float32, backend='numpy')
    """
    if order < 0:
        raise ValueError(f"ivy.moment: expected order >= 0, got order={order}")
    apart = x - mean(x, axis=axis, keepdims=True)
    power = ones_like(apart)
    for _ in builtins.range(order):
        power = power * apart
    return mean(power, axis=axis, keepdims=keepdims)


@composite(dtypes="real floating", rank="reduced")
def skew(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the skewness: the third central moment over the variance to the power 3/2.

    The parameters are those of `max`. NaN where all elements are the same.

    Examples
    --------
    >>> import ivy
    >>> ivy.skew(ivy.asarray([1.0, 2.0, 3.0]))
    Array(0., dtype=float32, backend='numpy')
    """
    spread = moment(x, 2, axis=axis, keepdims=keepdims)
    return divide(moment(x, 3, axis=axis, keepdims=keepdims), spread * sqrt(spread))


@composite(dtypes="real floating", rank="reduced")
def kurtosis(x: Array, /, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Return the excess kurtosis: the fourth central moment over the squared variance, minus 3.

    The parameters are those of `max`. NaN where all elements are the same.

    Examples
    --------
    >>> import ivy
    >>> ivy.kurtosis(ivy.asarray([1.0, 1.0, 3.0, 3.0]))
    Array(-2., dtype=float32, backend='numpy')
    """
    spread = moment(x, 2, axis=axis, keepdims=keepdims)
    return divide(moment(x, 4, axis=axis, keepdims=keepdims), square(spread)) - 3


@composite(dtypes="floating", rank="covariance", promoted=("x", "weights"))
def cov(
    x: Array,
    /,
    *,
    rowvar: bool = True,
    correction: float = 1.0,
    counts: Array | None = None,
    weights: Array | None = None,
) -> Array:
    """Return the covariances of variables.

    Parameters
    ----------
    x
        The observations, ``(V, N)`` for V variables, or ``(N,)`` for a single one.
    rowvar
        Whether variables are rows; otherwise they are columns.
    correction
        What is taken from the number of observations, see `var`.
    counts
        How often each observation was made, integers ``(N,)``.
    weights
        How much each observation counts ``(N,)``.

    Returns
    -------
    Array
        A matrix ``(V, V)``, or a number for a single variable.

    Examples
    --------
    >>> import ivy
    >>> ivy.cov(ivy.asarray([[1.0, 3.0], [2.0, 6.0]]))
    Array([[2., 4.],
           [4., 8.]], dtype=float32, backend='numpy')
    """
    if x.ndim not in (1, 2):
        raise ValueError(f"ivy.cov: expected one or two axes, got shape {x.shape}")
    is_single = x.ndim == 1
    rows = expand_dims(x, axis=0) if is_single else x if rowvar else permute_dims(x, (1, 0))
    n = rows.shape[1]
    for name, given in (("counts", counts), ("weights", weights)):
        if given is not None and given.shape != (n,):
            raise ValueError(f"ivy.cov: expected {name} of shape {(n,)}, got {given.shape}")
    if counts is None and weights is None:
        apart = rows - mean(rows, axis=1, keepdims=True)
        weighted, count = apart, beside(x, full, (), n - correction)
    else:
        share = weights if counts is None else astype(counts, x.dtype)
        if counts is not None and weights is not None:
            share = share * weights
        assert share is not None
        total = sum(share)
        apart = rows - sum(rows * share, axis=1, keepdims=True) / total
        weighted, count = apart * share, total - correction
        if weights is not None:
            count = total - sum(share * weights) / total * correction
    products = weighted @ conj(permute_dims(apart, (1, 0)))
    result = where(real(count) > 0, divide(products, count), math.nan)
    return reshape(result, ()) if is_single else result


@composite(dtypes="floating", rank="covariance")
def corrcoef(x: Array, /, *, rowvar: bool = True) -> Array:
    """Return the correlation coefficients of variables, whose parameters are those of `cov`.

    NaN for a variable that does not vary.

    Examples
    --------
    >>> import ivy
    >>> ivy.corrcoef(ivy.asarray([[1.0, 3.0], [2.0, 6.0]]))
    Array([[1., 1.],
           [1., 1.]], dtype=float32, backend='numpy')
    """
    c = cov(x, rowvar=rowvar)
    if c.ndim == 0:
        return c / c
    n = c.shape[0]
    diagonal = reshape(c, (n * n,))[:: n + 1] if n else reshape(c, (0,))
    root = sqrt(real(diagonal))
    out = c / expand_dims(root, axis=1) / root
    if c.dtype in CATEGORIES["complex floating"]:
        return out
    return clip(out, -1, 1)


# -- counting ------------------------------------------------------------------------------------


@composite(dtypes="any", rank="one", promoted=("weights",), default_dtype="counts")
def bincount(
    x: Array,
    /,
    *,
    weights: Array | None = None,
    minlength: int = 0,
    length: int | None = None,
) -> Array:
    """Return how often each of the integers 0, 1, 2, … is there.

    Parameters
    ----------
    x
        Integers, 0 or more, along one axis.
    weights
        How much each element counts, by default 1.
    minlength
        The least length of the result.
    length
        The length of the result, which then does not depend on the values: compiled code needs
        it. Elements that are negative or too large for it are not counted.

    Returns
    -------
    Array
        The counts, int64 or in the dtype of the weights; as many as the largest element asks for.

    Raises
    ------
    ValueError
        An element is negative, and there is no `length`.

    Examples
    --------
    >>> import ivy
    >>> ivy.bincount(ivy.asarray([0, 2, 2]))
    Array([1, 0, 2], dtype=int64, backend='numpy')
    """
    if x.dtype not in CATEGORIES["integral or bool"] or x.ndim != 1:
        raise TypeError(
            f"ivy.bincount: expected an integer array of one axis, got shape {x.shape} {x.dtype}"
        )
    if weights is not None and weights.shape != x.shape:
        raise ValueError(f"ivy.bincount: expected weights of shape {x.shape}, got {weights.shape}")
    x = astype(x, "int64")
    if length is None:
        length = minlength
        if x.shape[0]:
            if int(min(x)) < 0:
                raise ValueError("ivy.bincount: expected no negative elements; pass length=")
            length = builtins.max(length, int(max(x)) + 1)
    # What is not counted goes to one more place.
    inside = where(logical_and(x >= 0, x < length), x, length)
    if weights is None:
        counts, amount = beside(x, zeros, (length + 1,)), ones_like(x)
    else:
        counts, amount = beside(weights, zeros, (length + 1,)), weights
    return add_at(counts, amount, inside)[:length]


def _edges(op: str, x: Array, bins: Array | float, limits: tuple[float, float] | None) -> Array:
    """Return the edges of bins, in the dtype of the array."""
    if isinstance(bins, Array):
        if bins.ndim != 1:
            raise ValueError(f"ivy.{op}: expected edges along one axis, got shape {bins.shape}")
        return astype(bins, x.dtype)
    if not isinstance(bins, int) or bins < 1:
        raise ValueError(f"ivy.{op}: expected edges, or bins >= 1, got bins={bins!r}")
    low: Any
    high: Any
    apart: Any
    low, high = limits or (0.0, 1.0)
    if not low <= high:
        raise ValueError(f"ivy.{op}: expected range[0] <= range[1], got range={limits}")
    if limits is None and x.size:
        low, high = astype(min(x), "float64"), astype(max(x), "float64")
        apart = where(low == high, 0.5, 0.0)
    else:
        apart = 0.5 if low == high else 0.0
    shares = beside(x, arange, 0, bins + 1, 1, dtype="float64") / bins
    return astype((high + apart) * shares + (low - apart) * (1 - shares), x.dtype)


@composite(dtypes="real floating", rank="one")
def histogram_bin_edges(
    x: Array, /, *, bins: Array | float = 10, range: tuple[float, float] | None = None
) -> Array:
    """Return the edges of the bins of a histogram; the parameters are those of `histogram`.

    Examples
    --------
    >>> import ivy
    >>> ivy.histogram_bin_edges(ivy.asarray([0.0, 4.0]), bins=2)
    Array([0., 2., 4.], dtype=float32, backend='numpy')
    """
    return _edges("histogram_bin_edges", x, bins, range)


class HistogramResult(NamedTuple):
    """What `histogram` returns."""

    counts: Array
    edges: Array


@composite(dtypes="real floating", rank="one")
def histogram(
    x: Array,
    /,
    *,
    bins: Array | float = 10,
    range: tuple[float, float] | None = None,
    weights: Array | None = None,
    density: bool = False,
) -> HistogramResult:
    """Return how many elements fall into each of some bins.

    Parameters
    ----------
    x
        The array, of any shape.
    bins
        How many bins of the same width, or their edges in rising order. A bin holds its left edge
        and not its right one; the last bin holds both.
    range
        The first and the last edge, by default the smallest and the largest element; elements
        outside are not counted, nor are NaNs.
    weights
        How much each element counts, of the shape of `x`; by default 1.
    density
        Whether counts are divided so that the integral over the bins is 1.

    Returns
    -------
    HistogramResult
        `counts`, int64, or in the dtype of the weights, or for `density` in the dtype of `x`, and
        `edges`, of which there is one more.

    Examples
    --------
    >>> import ivy
    >>> ivy.histogram(ivy.asarray([0.0, 1.0, 3.0, 4.0, 4.0]), bins=2).counts
    Array([2, 3], dtype=int64, backend='numpy')
    """
    if weights is not None and weights.shape != x.shape:
        raise ValueError(f"ivy.histogram: expected weights of shape {x.shape}, got {weights.shape}")
    edges = _edges("histogram", x, bins, range)
    flat = flatten(x)
    count = edges.shape[0] - 1
    places = searchsorted(edges, flat, side="right") - 1
    places = where(flat == edges[-1], count - 1, places)
    places = where(isnan(flat), count, places)
    counts = bincount(places, weights=None if weights is None else flatten(weights), length=count)
    if density:
        widths = edges[1:] - edges[:-1]
        counts = astype(counts, x.dtype)
        counts = counts / widths / sum(counts)
    return HistogramResult(counts, edges)


@composite(dtypes="real", result="index", promoted=("x", "bins"))
def digitize(x: Array, bins: Array, /, *, right: bool = False) -> Array:
    """Return into which bin each element falls: how many edges it has reached.

    Parameters
    ----------
    x
        The array.
    bins
        The edges, along one axis, in rising order.
    right
        Whether a bin holds its right edge, instead of its left one.

    Returns
    -------
    Array
        0 for an element before the first edge, the number of edges for one behind the last.

    Examples
    --------
    >>> import ivy
    >>> ivy.digitize(ivy.asarray([0.5, 1.0, 9.0]), ivy.asarray([1.0, 2.0]))
    Array([0, 1, 2], dtype=int64, backend='numpy')
    """
    x, bins = _together(x, bins)
    return searchsorted(bins, x, side="left" if right else "right")


# -- functions given by points -------------------------------------------------------------------


def _together(*arrays: Array) -> list[Array]:
    """Return arrays in their common dtype."""
    common = promote(*[a.dtype for a in arrays])
    return [astype(a, common, copy=False) for a in arrays]


@composite(dtypes="real floating", promoted=("x", "points", "values"))
def interp(
    x: Array,
    points: Array,
    values: Array,
    /,
    *,
    left: float | None = None,
    right: float | None = None,
) -> Array:
    """Return a function that is linear between points, at the elements of an array.

    Parameters
    ----------
    x
        Where the function is wanted.
    points
        Where it is known, in rising order ``(N,)``.
    values
        Its values there ``(N,)``.
    left, right
        Its values before the first and behind the last point; by default those at these points.

    Examples
    --------
    >>> import ivy
    >>> ivy.interp(ivy.asarray([0.5, 3.0]), ivy.asarray([0.0, 1.0]), ivy.asarray([0.0, 10.0]))
    Array([ 5., 10.], dtype=float32, backend='numpy')
    """
    x, points, values = _together(x, points, values)
    n = points.shape[0] if points.ndim == 1 else 0
    if points.shape != values.shape or not n:
        raise ValueError(
            "ivy.interp: expected as many points as values, along one axis, got shapes "
            f"{points.shape} and {values.shape}"
        )
    after = clip(searchsorted(points, flatten(x), side="right"), builtins.min(1, n - 1), n - 1)
    after = reshape(after, x.shape)
    before = maximum(after - 1, 0)
    x0, x1 = take(points, flatten(before), axis=0), take(points, flatten(after), axis=0)
    y0, y1 = take(values, flatten(before), axis=0), take(values, flatten(after), axis=0)
    x0, x1, y0, y1 = [reshape(v, x.shape) for v in (x0, x1, y0, y1)]
    step = where(x1 == x0, 1, x1 - x0)
    result = y0 + (y1 - y0) / step * (x - x0)
    # The points themselves, and what lies outside, without rounding.
    result = where(x == x1, y1, result)
    result = where(x < points[0], values[0] if left is None else left, result)
    return where(x > points[-1], values[-1] if right is None else right, result)


def _widths(op: str, x: Array, points: Array | None, dx: float, axis: int) -> Array | float:
    """Return the distances of neighbours along an axis, for multiplication."""
    if points is None:
        return dx
    if points.ndim == 1:
        points = reshape(points, (-1,) + (1,) * (x.ndim - axis - 1))
        along = 0
    else:
        along = axis - (x.ndim - points.ndim)
    if along < 0 or points.shape[along] != x.shape[axis]:
        raise ValueError(
            f"ivy.{op}: expected {x.shape[axis]} points along axis {axis}, got shape {points.shape}"
        )
    return diff(points, axis=along)


def _areas(op: str, x: Array, points: Array | None, dx: float, axis: int) -> Array:
    """Return the area under each piece of the lines through the points."""
    if points is not None:
        x, points = _together(x, points)
    ends = _part(x, axis, 1, None) + _part(x, axis, None, -1)
    return ends * 0.5 * _widths(op, x, points, dx, axis)


@composite(dtypes="floating", rank="minus one", promoted=("x", "points"))
def trapezoid(
    x: Array, points: Array | None = None, /, *, dx: float = 1.0, axis: int = -1
) -> Array:
    """Return the integral of a function by the trapezoidal rule.

    Parameters
    ----------
    x
        The values of the function.
    points
        Where they were taken: one for each along the axis, or an array that broadcasts with `x`.
    dx
        The distance of neighbours, where there are no `points`.
    axis
        The axis to integrate along.

    Examples
    --------
    >>> import ivy
    >>> ivy.trapezoid(ivy.asarray([1.0, 2.0, 3.0]))
    Array(4., dtype=float32, backend='numpy')
    """
    axis = _along("trapezoid", x, axis)
    return sum(_areas("trapezoid", x, points, dx, axis), axis=axis)


@composite(dtypes="floating", promoted=("x", "points"))
def cumulative_trapezoid(
    x: Array,
    points: Array | None = None,
    /,
    *,
    dx: float = 1.0,
    axis: int = -1,
    include_initial: bool = False,
) -> Array:
    """Return the running integral of a function by the trapezoidal rule.

    Parameters
    ----------
    x, points, dx, axis
        As in `trapezoid`.
    include_initial
        Whether the 0 at the first point is there, so that the result has the shape of `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.cumulative_trapezoid(ivy.asarray([1.0, 2.0, 3.0]))
    Array([1.5, 4. ], dtype=float32, backend='numpy')
    """
    axis = _along("cumulative_trapezoid", x, axis)
    areas = _areas("cumulative_trapezoid", x, points, dx, axis)
    return cumulative_sum(areas, axis=axis, include_initial=include_initial)


@composite(dtypes="floating")
def gradient(
    x: Array, /, *, spacing: Array | float = 1.0, axis: int = -1, edge_order: int = 1
) -> Array:
    """Return the slopes of a function along an axis, by central differences.

    Inside they are accurate to the second order, also for points at different distances; at the
    ends they are one-sided.

    Parameters
    ----------
    x
        The values of the function.
    spacing
        The distance of neighbours, or the coordinates along the axis ``(N,)``.
    axis
        The axis.
    edge_order
        The order of accuracy at the ends, 1 or 2.

    Examples
    --------
    >>> import ivy
    >>> ivy.gradient(ivy.asarray([1.0, 4.0, 9.0]))
    Array([3., 4., 5.], dtype=float32, backend='numpy')
    """
    axis = _along("gradient", x, axis)
    n = x.shape[axis]
    if edge_order not in (1, 2):
        raise ValueError(f"ivy.gradient: expected edge_order 1 or 2, got edge_order={edge_order}")
    if n <= edge_order:
        raise ValueError(
            f"ivy.gradient: expected at least {edge_order + 1} elements along axis {axis}, "
            f"got shape {x.shape}"
        )
    f = moveaxis(x, axis, -1)
    if not isinstance(spacing, Array):
        inner = (f[..., 2:] - f[..., :-2]) / (2 * spacing)
        first, last = (f[..., 1:2] - f[..., :1]), (f[..., -1:] - f[..., -2:-1])
        if edge_order == 2:
            first = -1.5 * f[..., :1] + 2 * f[..., 1:2] - 0.5 * f[..., 2:3]
            last = 1.5 * f[..., -1:] - 2 * f[..., -2:-1] + 0.5 * f[..., -3:-2]
        result = concat([first / spacing, inner, last / spacing], axis=-1)
        return moveaxis(result, -1, axis)
    if spacing.shape != (n,):
        raise ValueError(f"ivy.gradient: expected {n} coordinates, got shape {spacing.shape}")
    h = diff(astype(spacing, RESULT["real"](x.dtype)))
    slopes = (f[..., 1:] - f[..., :-1]) / h
    a, b = h[:-1], h[1:]
    # The slopes on both sides, each weighted by the distance on the other.
    inner = (slopes[..., :-1] * b + slopes[..., 1:] * a) / (a + b)
    first, last = slopes[..., :1], slopes[..., -1:]
    if edge_order == 2:
        # The parabola through three points.
        first = first + (first - slopes[..., 1:2]) * (h[:1] / (h[:1] + h[1:2]))
        last = last + (last - slopes[..., -2:-1]) * (h[-1:] / (h[-1:] + h[-2:-1]))
    return moveaxis(concat([first, inner, last], axis=-1), -1, axis)
