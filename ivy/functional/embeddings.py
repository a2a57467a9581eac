"""Embeddings: a learned vector for each of many numbers, one at a time or in bags."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ivy.array import Array
from ivy.dtypes import CATEGORIES
from ivy.functional._faults import WRONG_VALUES, check_values
from ivy.functional._op import beside, composite
from ivy.functional.control_flow import is_recorded
from ivy.functional.creation import arange, zeros
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    add,
    divide,
    equal,
    greater,
    less,
    logical_or,
    maximum,
    multiply,
    not_equal,
    remainder,
    subtract,
)
from ivy.functional.gradients import stop_gradient
from ivy.functional.indexing import getitem, segment_max, segment_sum, take
from ivy.functional.linear_algebra import vector_norm
from ivy.functional.manipulation import concat, expand_dims
from ivy.functional.searching import searchsorted, where
from ivy.functional.statistical import any, max, sum


def _is_padding(op: str, weight: Array, indices: Array, padding_idx: int) -> Array:
    """Return where indices name the row of the padding, by either of its numbers."""
    count = weight.shape[0]
    if not -count <= padding_idx < count:
        raise ValueError(
            f"ivy.{op}: expected a padding_idx from {-count} to {count - 1} for {count} vectors, "
            f"got padding_idx={padding_idx}"
        )
    return equal(remainder(indices, count), padding_idx % count)


def _check_table(op: str, weight: Array) -> None:
    if len(weight.shape) != 2:
        raise ValueError(
            f"ivy.{op}: expected vectors (K, D), got shape {weight.shape}; reshape them with "
            "ivy.reshape"
        )


@composite(dtypes="real floating", rank="looked up", promoted=("weight",))
def embedding(
    weight: Array,
    indices: Array,
    /,
    *,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
) -> Array:
    """Return the vectors that integers stand for.

    Parameters
    ----------
    weight
        The vectors ``(K, D)``.
    indices
        Integers of any shape; negative ones count from the end.
    padding_idx
        The number of a vector that gets no gradient.
    max_norm
        The greatest norm: longer vectors are returned scaled down to it, and `weight` stays as it
        is. None leaves all as they are.
    norm_type
        The order of the norm, see `vector_norm`.

    Returns
    -------
    Array
        Vectors ``(*indices.shape, D)``.

    Raises
    ------
    IndexError
        An index is out of range.
    ValueError
        `weight` is not of two axes, or there is no such `padding_idx`.

    Examples
    --------
    >>> import ivy
    >>> ivy.embedding(ivy.asarray([[1.0, 2.0], [3.0, 4.0]]), ivy.asarray([1, 1]))
    Array([[3., 4.],
           [3., 4.]], dtype=float32, backend='numpy')
    """
    _check_table("embedding", weight)
    out = take(weight, indices, axis=0)
    if padding_idx is not None:
        padding = _is_padding("embedding", weight, indices, padding_idx)
        out = where(expand_dims(padding, axis=-1), stop_gradient(out), out)
    if max_norm is None:
        return out
    size = vector_norm(stop_gradient(out), axis=-1, keepdims=True, ord=norm_type)
    long = greater(size, max_norm)
    # The derivative of a norm at 0 is infinite: there it is that of other vectors.
    size = vector_norm(where(long, out, 1), axis=-1, keepdims=True, ord=norm_type)
    return multiply(out, where(long, divide(max_norm, add(size, 1e-7)), 1))


MODES = ("sum", "mean", "max")


@composite(dtypes="real floating", rank="two", promoted=("weight", "per_sample_weights"))
def embedding_bag(
    weight: Array,
    indices: Array,
    offsets: Array | None = None,
    per_sample_weights: Array | None = None,
    /,
    *,
    mode: str = "mean",
    padding_idx: int | None = None,
) -> Array:
    """Return the sums, means or largest elements of the vectors of bags of integers.

    Parameters
    ----------
    weight
        The vectors ``(K, D)``.
    indices
        A bag of integers in each row ``(B, N)``, or all bags one after the other ``(M,)``.
    offsets
        In the second form, where each bag begins ``(B,)``: integers that do not fall, from 0 to
        ``M``.
    per_sample_weights
        What each vector is multiplied by before the sum, of the shape of `indices`.
    mode
        ``"sum"``, ``"mean"`` or ``"max"``. A bag without vectors is 0.
    padding_idx
        The number of a vector that does not count.

    Returns
    -------
    Array
        Vectors ``(B, D)``.

    Raises
    ------
    IndexError
        An index is out of range, or there are indices, and offsets fall or are out of range.
    ValueError
        The shapes do not fit, the mode is unknown, or there are weights and it is not ``"sum"``.

    Examples
    --------
    >>> import ivy
    >>> weight = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    >>> ivy.embedding_bag(weight, ivy.asarray([0, 1, 1]), ivy.asarray([0, 2]))
    Array([[2., 3.],
           [3., 4.]], dtype=float32, backend='numpy')
    """
    _check_table("embedding_bag", weight)
    _check_bags(indices, offsets, per_sample_weights, mode)
    rows = take(weight, indices, axis=0)
    if padding_idx is None:
        counted = equal(indices, indices)
    else:
        padding = _is_padding("embedding_bag", weight, indices, padding_idx)
        counted = not_equal(padding, True)
    if per_sample_weights is not None:
        rows = multiply(rows, expand_dims(per_sample_weights, axis=-1))
    rows = where(expand_dims(counted, axis=-1), rows, -math.inf if mode == "max" else 0)
    counts = astype(counted, rows.dtype)
    if offsets is None:
        number = expand_dims(sum(counts, axis=1), axis=-1)
        if mode != "max":
            out = sum(rows, axis=1)
        elif indices.shape[1] == 0:
            return beside(rows, zeros, (indices.shape[0], weight.shape[1]))
        else:
            out = max(rows, axis=1)
    else:
        offsets = astype(offsets, "int64", copy=False)
        length, size = indices.shape[0], offsets.shape[0]
        place = beside(offsets, arange, 0, length, 1)
        bags = subtract(searchsorted(offsets, place, side="right"), 1)
        # Where offsets fall, or are beyond the indices, there is no such bag.
        before = concat([beside(offsets, zeros, (1,)), getitem(offsets, slice(None, -1))])
        wrong = any(logical_or(less(offsets, before), greater(offsets, length)))
        bags = where(wrong, size, bags)
        number = expand_dims(segment_sum(counts, bags, num_segments=size), axis=-1)
        reduce = segment_max if mode == "max" else segment_sum
        out = reduce(rows, bags, num_segments=size)
    if mode == "mean":
        return divide(out, maximum(number, 1))
    return where(equal(number, 0), 0, out) if mode == "max" else out


def _check_bags(
    indices: Array, offsets: Array | None, per_sample_weights: Array | None, mode: str
) -> None:
    rank = len(indices.shape)
    if mode not in MODES:
        raise ValueError(f"ivy.embedding_bag: expected mode in {MODES}, got mode={mode!r}")
    if rank != (2 if offsets is None else 1) or (offsets is not None and len(offsets.shape) != 1):
        got = "no offsets" if offsets is None else f"offsets of shape {offsets.shape}"
        raise ValueError(
            "ivy.embedding_bag: expected indices (B, N), or indices (M,) and offsets (B,), got "
            f"indices of shape {indices.shape} and {got}"
        )
    if offsets is not None and offsets.dtype not in CATEGORIES["integral"]:
        raise TypeError(
            f"ivy.embedding_bag: expected integers for offsets, got {offsets.dtype}; cast with "
            "ivy.astype if that is meant"
        )
    if per_sample_weights is None:
        return
    if mode != "sum":
        raise ValueError(
            f"ivy.embedding_bag: expected mode='sum' with per_sample_weights, got mode={mode!r}"
        )
    if per_sample_weights.shape != indices.shape:
        raise ValueError(
            "ivy.embedding_bag: expected a weight for each index, got shapes "
            f"{indices.shape} and {per_sample_weights.shape}"
        )


# -- values that have been refused ---------------------------------------------------------------


def _wrong_indices(op: str, given: Mapping[str, Any]) -> None:
    indices, offsets = given["indices"], given.get("offsets")
    if is_recorded([indices]):
        return
    count = given["weight"].shape[0]
    check_values(op, "indices", indices, -count, count - 1)
    if offsets is not None and not is_recorded([offsets]):
        raise IndexError(
            f"ivy.{op}: expected offsets that begin with 0, do not fall and are at most "
            f"{indices.shape[0]}, got {offsets.tolist()}"
        )


WRONG_VALUES |= dict.fromkeys(["embedding", "embedding_bag"], _wrong_indices)
