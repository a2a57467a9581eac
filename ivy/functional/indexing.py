"""Reading and writing parts of arrays; writing returns a new array, which ``x[key] = v`` takes.

An index that is out of range is an ``IndexError``. Code that jax or tensorflow compiles cannot
raise one: there, and in code that torch compiles, it is clamped to the nearest element, reading and
writing. Indices may have any integer dtype.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from typing import Any

from ivy.array import Array
from ivy.backends.arrangements import check_along
from ivy.dtypes import CATEGORIES, DType, iinfo
from ivy.functional._op import beside, composite, op, registry
from ivy.functional.creation import arange, full, ones, zeros
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    add,
    divide,
    equal,
    less,
    maximum,
    minimum,
    multiply,
)
from ivy.functional.manipulation import (
    broadcast_shapes,
    broadcast_to,
    expand_dims,
    ravel,
    reshape,
    stack,
    unstack,
)
from ivy.functional.searching import nonzero, where

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
        As in `getitem`. An element that is named more than once gets one of the values: the last
        one on numpy, any of them on other backends.

    Raises
    ------
    IndexError
        An index is out of range, or there are more indices than axes.

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


@op(rank="taken", method=True)
def take(x: Array, indices: Array, /, *, axis: int | None = None) -> Array:
    """Return the slices of `x` along an axis that `indices` names.

    Parameters
    ----------
    x
        The array.
    indices
        An integer array of any shape; negative ones count from the end.
    axis
        The axis of `x`, which the shape of `indices` replaces in the result. An array of one axis
        needs none.

    Raises
    ------
    IndexError
        An index is out of range.
    ValueError
        `axis` is None, and `x` has not one axis.

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


@composite(promoted=())
def put_along_axis(
    x: Array, indices: Array, values: Array | complex, /, *, axis: int = -1
) -> Array:
    """Return a copy of `x` with `values` where `take_along_axis` would read.

    Parameters
    ----------
    x
        The array.
    indices
        An integer array of the rank of `x`; the other axes broadcast.
    values
        The new elements, broadcast against the indices and cast to the dtype of `x`. An element
        that is named more than once gets one of them, see `setitem`.
    axis
        The axis that the indices count along.

    Raises
    ------
    IndexError
        An index is out of range.

    Examples
    --------
    >>> import ivy
    >>> ivy.put_along_axis(ivy.zeros((2, 3)), ivy.asarray([[2], [0]]), 5.0)
    Array([[0., 0., 5.],
           [5., 0., 0.]], dtype=float32, backend='numpy')
    """
    return setitem(x, values, _along("put_along_axis", x, indices, axis))


def _along(op: str, x: Array, indices: Array, axis: int) -> tuple[Array, ...]:
    """Return the key that names a place of `x` for each element of `indices`."""
    check_along(op, x.shape, indices.shape, axis)
    key = [_counted(x, i) for i in range(len(x.shape))]
    key[axis] = indices
    return tuple(key)


def _counted(x: Array, axis: int) -> Array:
    """Return the positions along an axis, along that axis of an array of the rank of `x`."""
    shape = [1] * len(x.shape)
    shape[axis] = x.shape[axis]
    return reshape(beside(x, arange, 0, x.shape[axis], 1, dtype="int64"), tuple(shape))


@composite(promoted=())
def scatter(
    x: Array,
    indices: Array,
    updates: Array | complex,
    /,
    *,
    axis: int = -1,
    reduction: str = "replace",
) -> Array:
    """Return a copy of `x` into which `updates` went where `take_along_axis` would read.

    Parameters
    ----------
    x
        The array.
    indices
        An integer array of the rank of `x`; the other axes broadcast.
    updates
        What is written, broadcast against the indices and cast to the dtype of `x`.
    axis
        The axis that the indices count along.
    reduction
        What becomes of the updates of an element and the value that it had: ``"replace"`` (it gets
        one of the updates, see `setitem`), ``"sum"``, ``"prod"``, ``"min"``, ``"max"`` or
        ``"mean"`` (of floats).

    Raises
    ------
    IndexError
        An index is out of range.

    Examples
    --------
    >>> import ivy
    >>> x, updates = ivy.ones(3), ivy.asarray([2.0, 5.0, 4.0])
    >>> ivy.scatter(x, ivy.asarray([0, 0, 2]), updates, reduction="sum")
    Array([8., 1., 5.], dtype=float32, backend='numpy')
    """
    return _written(x, _along("scatter", x, indices, axis), updates, reduction)


@composite(promoted=())
def scatter_nd(
    x: Array, indices: Array, updates: Array | complex, /, *, reduction: str = "replace"
) -> Array:
    """Return a copy of `x` into which `updates` went where `gather_nd` would read.

    Parameters
    ----------
    x
        The array.
    indices
        Integers of shape ``(..., K)``: positions on the first `K` axes of `x`.
    updates
        What is written, broadcast to ``(..., *x.shape[K:])`` and cast to the dtype of `x`.
    reduction
        As in `scatter`.

    Raises
    ------
    IndexError
        An index is out of range.

    Examples
    --------
    >>> import ivy
    >>> places = ivy.asarray([[0, 1], [1, 0]])
    >>> ivy.scatter_nd(ivy.zeros((2, 2)), places, ivy.asarray([3.0, 4.0]))
    Array([[0., 3.],
           [4., 0.]], dtype=float32, backend='numpy')
    """
    return _written(x, unstack(indices, axis=-1), updates, reduction)


def _written(x: Array, key: Any, updates: Array | complex, reduction: str) -> Array:
    if isinstance(updates, Array):
        updates = astype(updates, x.dtype, copy=False)
    if reduction == "replace":
        return setitem(x, updates, key)
    if reduction in ("sum", "mean") and x.dtype in CATEGORIES["numeric"]:
        total = add_at(x, updates, key)
        if reduction == "sum":
            return total
        if x.dtype in CATEGORIES["floating"]:
            return divide(total, add_at(beside(x, ones, x.shape), 1, key))
    reduce = {"prod": segment_prod, "min": segment_min, "max": segment_max}.get(reduction)
    if reduce is None:
        raise ValueError(
            "ivy.scatter: expected reduction='replace', 'sum', 'prod', 'min', 'max', or 'mean' of "
            f"floats, got reduction={reduction!r} of {x.dtype}"
        )
    count = math.prod(x.shape)
    places = getitem(reshape(beside(x, arange, 0, count, 1, dtype="int64"), x.shape), key)
    if not isinstance(updates, Array):
        updates = beside(x, full, (), updates)
    updates = ravel(broadcast_to(updates, places.shape))
    found = reshape(reduce(updates, ravel(places), num_segments=count), x.shape)
    combine = {"prod": multiply, "min": minimum, "max": maximum}[reduction]
    return combine(x, found)


@composite(rank="unknown")
def gather_nd(x: Array, indices: Array, /, *, batch_dims: int = 0) -> Array:
    """Return the parts of `x` whose positions on its first axes stand in `indices`.

    Parameters
    ----------
    x
        The array.
    indices
        Integers of shape ``(..., K)``: positions on `K` axes of `x`.
    batch_dims
        How many leading axes `x` and `indices` have in common; the positions are on those after
        them.

    Returns
    -------
    Array
        Of shape ``(..., *x.shape[batch_dims + K:])``.

    Raises
    ------
    IndexError
        An index is out of range.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([[1, 2], [3, 4]])
    >>> ivy.gather_nd(x, ivy.asarray([[0, 1], [1, 0]]))
    Array([2, 3], dtype=int64, backend='numpy')
    """
    leading = indices.shape[:-1]
    if x.shape[:batch_dims] != indices.shape[:batch_dims] or batch_dims >= len(indices.shape):
        raise ValueError(
            f"ivy.gather_nd: expected {batch_dims} equal leading axes, got shapes {x.shape} and "
            f"{indices.shape}"
        )
    if indices.shape[-1] == 0 and batch_dims == 0:
        return broadcast_to(x, (*leading, *x.shape))
    batch = beside(x, zeros, leading, dtype="int64")
    key = [_counted(batch, i) for i in range(batch_dims)] + list(unstack(indices, axis=-1))
    return getitem(x, tuple(key))


@composite(dtypes="numeric", promoted=())
def segment_sum(x: Array, segment_ids: Array, /, *, num_segments: int) -> Array:
    """Return the sums of those slices of `x` along its first axis that have the same number.

    Parameters
    ----------
    x
        The array.
    segment_ids
        Integers of one axis: for each slice the segment it belongs to, in any order.
    num_segments
        The length of the first axis of the result. A segment without slices is 0.

    Raises
    ------
    IndexError
        There is no such segment.

    Examples
    --------
    >>> import ivy
    >>> ivy.segment_sum(ivy.asarray([1, 2, 3]), ivy.asarray([0, 2, 0]), num_segments=3)
    Array([4, 0, 2], dtype=int64, backend='numpy')
    """
    return add_at(beside(x, zeros, (num_segments, *x.shape[1:])), x, segment_ids)


@composite(dtypes="floating", promoted=("x",))
def segment_mean(x: Array, segment_ids: Array, /, *, num_segments: int) -> Array:
    """Return the means of slices that have the same number; one without slices is 0.

    The parameters are those of `segment_sum`.

    Examples
    --------
    >>> import ivy
    >>> ivy.segment_mean(ivy.asarray([1.0, 2.0, 4.0]), ivy.asarray([0, 1, 0]), num_segments=2)
    Array([2.5, 2. ], dtype=float32, backend='numpy')
    """
    ones_of_x = beside(x, ones, (x.shape[0],) + (1,) * (len(x.shape) - 1))
    counts = segment_sum(ones_of_x, segment_ids, num_segments=num_segments)
    empty = equal(counts, 0)
    return divide(segment_sum(x, segment_ids, num_segments=num_segments), where(empty, 1, counts))


@composite(dtypes="numeric", promoted=())
def segment_prod(x: Array, segment_ids: Array, /, *, num_segments: int) -> Array:
    """Return the products of slices that have the same number; one without slices is 1.

    The parameters are those of `segment_sum`.

    Examples
    --------
    >>> import ivy
    >>> ivy.segment_prod(ivy.asarray([2, 3, 4]), ivy.asarray([0, 2, 0]), num_segments=3)
    Array([8, 1, 3], dtype=int64, backend='numpy')
    """
    apart = where(_belonging(x, segment_ids, num_segments), expand_dims(x, 0), 1)
    return _reduced("prod", apart, dtype=x.dtype)


@composite(dtypes="real", promoted=())
def segment_min(x: Array, segment_ids: Array, /, *, num_segments: int) -> Array:
    """Return the smallest of slices that have the same number.

    The parameters are those of `segment_sum`. A segment without slices has the largest value that
    there is: infinity, or the largest integer of the dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.segment_min(ivy.asarray([2.0, 3.0, 1.0]), ivy.asarray([0, 1, 0]), num_segments=2)
    Array([1., 3.], dtype=float32, backend='numpy')
    """
    if x.shape[0] == 0:
        return beside(x, full, (num_segments, *x.shape[1:]), _last(x.dtype))
    of_segment = _belonging(x, segment_ids, num_segments)
    return _reduced("min", where(of_segment, expand_dims(x, 0), _last(x.dtype)))


@composite(dtypes="real", promoted=())
def segment_max(x: Array, segment_ids: Array, /, *, num_segments: int) -> Array:
    """Return the largest of slices that have the same number.

    The parameters are those of `segment_sum`. A segment without slices has the smallest value that
    there is: minus infinity, or the smallest integer of the dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.segment_max(ivy.asarray([2.0, 3.0, 1.0]), ivy.asarray([0, 1, 0]), num_segments=2)
    Array([2., 3.], dtype=float32, backend='numpy')
    """
    if x.shape[0] == 0:
        return beside(x, full, (num_segments, *x.shape[1:]), _first(x.dtype))
    of_segment = _belonging(x, segment_ids, num_segments)
    return _reduced("max", where(of_segment, expand_dims(x, 0), _first(x.dtype)))


def _belonging(x: Array, segment_ids: Array, num_segments: int) -> Array:
    """Return for each segment which slices belong to it, with the rank of `x` and one more."""
    numbers = reshape(beside(x, arange, 0, num_segments, 1, dtype="int64"), (-1, 1))
    ids = astype(segment_ids, "int64", copy=False)
    ids = where(less(ids, 0), add(ids, num_segments), ids)
    apart = equal(expand_dims(ids, 0), numbers)
    return reshape(apart, (*apart.shape, *(1,) * (len(x.shape) - 1)))


def _reduced(name: str, x: Array, **options: Any) -> Array:
    # The reductions' chapter imports this one.
    result: Array = registry[name].call(x, axis=1, **options)
    return result


def _last(dtype: DType) -> float:
    return math.inf if dtype in CATEGORIES["floating"] else int(iinfo(dtype).max)


def _first(dtype: DType) -> float:
    return -math.inf if dtype in CATEGORIES["floating"] else int(iinfo(dtype).min)


@composite(promoted=())
def fill_diagonal(x: Array, value: Array | complex, /, *, wrap: bool = False) -> Array:
    """Return a copy of `x` with `value` on its main diagonal.

    Parameters
    ----------
    x
        An array of two axes, or of more that are all of one length: then its diagonal is where all
        positions are equal.
    value
        The new elements, broadcast against the diagonal and cast to the dtype of `x`.
    wrap
        Whether the diagonal of a tall matrix starts again below its end, after one row.

    Examples
    --------
    >>> import ivy
    >>> ivy.fill_diagonal(ivy.zeros((2, 3)), 1)
    Array([[1., 0., 0.],
           [0., 1., 0.]], dtype=float32, backend='numpy')
    """
    shape = x.shape
    if len(shape) < 2 or (len(shape) > 2 and len(set(shape)) > 1):
        raise ValueError(
            "ivy.fill_diagonal: expected a matrix, or more axes that are all of one length, got "
            f"shape {shape}"
        )
    if len(shape) == 2:
        step, end = shape[1] + 1, math.prod(shape) if wrap else shape[1] * shape[1]
    else:
        step, end = builtins.sum(shape[0] ** i for i in range(len(shape))), math.prod(shape)
    written = setitem(ravel(x), value, slice(None, end, step))
    return reshape(written, shape)


@composite(rank="shape")
def as_strided(
    x: Array, shape: tuple[int, ...], strides: tuple[int, ...], /, *, offset: int = 0
) -> Array:
    """Return elements of `x` at regular distances, as an array of any shape.

    Parameters
    ----------
    x
        The array, read as if it were flat, in row-major order.
    shape
        The shape of the result.
    strides
        For each axis of the result, how many elements of `x` to go on for one step along it.
    offset
        The position of the first element.

    Raises
    ------
    IndexError
        An element of the result would be outside of `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.as_strided(ivy.arange(5), (3, 3), (1, 1))
    Array([[0, 1, 2],
           [1, 2, 3],
           [2, 3, 4]], dtype=int64, backend='numpy')
    """
    if len(shape) != len(strides):
        raise ValueError(
            f"ivy.as_strided: expected a stride for each axis, got shape={shape}, strides={strides}"
        )
    reach = [(n - 1) * step for n, step in zip(shape, strides, strict=True)]
    low = offset + builtins.sum(r for r in reach if r < 0)
    high = offset + builtins.sum(r for r in reach if r > 0)
    if 0 not in shape and not 0 <= low <= high < math.prod(x.shape):
        raise IndexError(
            f"ivy.as_strided: expected positions below {math.prod(x.shape)}, got {low} to {high} "
            f"for shape={shape}, strides={strides}, offset={offset}"
        )
    places = beside(x, full, shape, offset, dtype="int64")
    for axis, step in enumerate(strides):
        places = add(places, multiply(_counted(places, axis), step))
    return getitem(ravel(x), places)


@composite(rank="unknown")
def choose(x: Array, arrays: Sequence[Array], /) -> Array:
    """Return for each element of `x` the element of the array that it numbers.

    Parameters
    ----------
    x
        Integers, from 0 to one less than the number of arrays.
    arrays
        Arrays, which broadcast with `x`; their dtypes are promoted.

    Raises
    ------
    IndexError
        There is no such array.

    Examples
    --------
    >>> import ivy
    >>> arrays = [ivy.asarray([1, 2, 3]), ivy.asarray([10, 20, 30])]
    >>> ivy.choose(ivy.asarray([0, 1, 0]), arrays)
    Array([ 1, 20,  3], dtype=int64, backend='numpy')
    """
    shape = broadcast_shapes(x.shape, *[a.shape for a in arrays])
    wide = stack([broadcast_to(a, shape) for a in arrays])  # type: ignore[arg-type]  # all known
    places = expand_dims(broadcast_to(x, shape), 0)  # type: ignore[arg-type]  # all known
    return getitem(take_along_axis(wide, places, axis=0), 0)


@composite(rank="one")
def trim_zeros(x: Array, /, *, trim: str = "fb") -> Array:
    """Return `x` without the zeros at its ends.

    The shape depends on the values, so it cannot run in compiled code.

    Parameters
    ----------
    x
        An array of one axis.
    trim
        Which ends: ``"f"`` the front, ``"b"`` the back, ``"fb"`` both.

    Examples
    --------
    >>> import ivy
    >>> ivy.trim_zeros(ivy.asarray([0, 1, 0, 2, 0]))
    Array([1, 0, 2], dtype=int64, backend='numpy')
    """
    if len(x.shape) != 1 or not trim or set(trim) - {"f", "b"}:
        raise ValueError(
            "ivy.trim_zeros: expected an array of one axis and trim='f', 'b' or 'fb', got shape "
            f"{x.shape}, trim={trim!r}"
        )
    (kept,) = nonzero(x)
    if kept.shape[0] == 0:
        return getitem(x, slice(0, 0))
    start = int(getitem(kept, 0)) if "f" in trim else 0
    stop = int(getitem(kept, -1)) + 1 if "b" in trim else x.shape[0]
    return getitem(x, slice(start, stop))


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
