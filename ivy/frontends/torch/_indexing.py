"""torch's functions that read and write elements at positions held in tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ivy
from ivy.array import Array
from ivy.frontends.torch._annotations import Tensor
from ivy.frontends.torch._frontend import frontend


def _in_range(input: Any, dim: int, index: Any, *args: Any, **options: Any) -> None:
    length = input.shape[dim] if input.shape else 1
    if 0 in index.shape:
        return
    low, high = int(ivy.min(index)), int(ivy.max(index))
    if low < 0 or high >= length:
        raise RuntimeError(
            f"index {low if low < 0 else high} is out of bounds for dimension {dim} with size "
            f"{length}"
        )


def _common(a: Any, b: Any, dim: int) -> tuple[Any, ...]:
    """Return the index of the part of `a` that takes part, where `b` is shorter."""
    axis = dim % len(a.shape)
    return tuple([slice(None) if i == axis else slice(0, n) for i, n in enumerate(b.shape)])


@frontend(check=_in_range)
def gather(input: Tensor, dim: int, index: Tensor, *, sparse_grad: bool = False) -> Tensor:
    """See :func:`torch.gather`."""
    if sparse_grad:
        raise NotImplementedError("torch.gather: expected sparse_grad=False")
    # torch lets the index be shorter than the input along the other dimensions.
    return ivy.take_along_axis(ivy.getitem(input, _common(input, index, dim)), index, axis=dim)


@frontend
def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """See :func:`torch.take_along_dim`."""
    if dim is None:
        return ivy.take(ivy.reshape(input, (-1,)), ivy.reshape(indices, (-1,)), axis=0)
    return ivy.take_along_axis(input, indices, axis=dim)


@frontend
def take(input: Tensor, index: Tensor) -> Tensor:
    """See :func:`torch.take`."""
    return ivy.take(ivy.reshape(input, (-1,)), index, axis=0)


@frontend
def index_select(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """See :func:`torch.index_select`."""
    return ivy.take(input, ivy.reshape(index, (-1,)), axis=dim)


@frontend
def masked_select(input: Tensor, mask: Tensor) -> Tensor:
    """See :func:`torch.masked_select`."""
    shape = _broadcast(input.shape, mask.shape)
    return ivy.getitem(ivy.broadcast_to(input, shape), ivy.broadcast_to(mask, shape))


def _broadcast(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    ndim = max(len(s) for s in shapes)
    padded = [(1,) * (ndim - len(s)) + tuple(s) for s in shapes]
    return tuple([max(ns) if 0 not in ns else 0 for ns in zip(*padded, strict=True)])


@frontend
def nonzero(input: Tensor, *, as_tuple: bool = False) -> Any:
    """See :func:`torch.nonzero`."""
    found = ivy.nonzero(input)
    return tuple(found) if as_tuple else ivy.stack(list(found), axis=-1)


@frontend
def argwhere(input: Tensor) -> Tensor:
    """See :func:`torch.argwhere`."""
    return ivy.stack(list(ivy.nonzero(input)), axis=-1)


def _places(index: Any, dim: int) -> tuple[Any, ...]:
    """Return the index, for each dimension, of the elements that a scatter writes."""
    axis = dim % len(index.shape)
    places = []
    for i, n in enumerate(index.shape):
        shape = [1] * len(index.shape)
        shape[i] = n
        places.append(index if i == axis else ivy.reshape(ivy.arange(n), tuple(shape)))
    return tuple(places)


def _source(index: Any, src: Any) -> Any:
    """Return the part of the source that an index of this shape reads."""
    if not isinstance(src, Array):
        return src
    return ivy.getitem(src, tuple([slice(0, n) for n in index.shape]))


def _scatter_options(
    input: Any, dim: int, index: Any, src: Any = None, value: Any = None, reduce: Any = None
) -> None:
    _in_range(input, dim, index)
    if (src is None) is (value is None):
        raise TypeError("scatter() expects either a source or a value")
    if isinstance(src, Array) and src.dtype is not input.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")


@frontend(check=_scatter_options)
def scatter(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor | float | None = None,
    value: float | None = None,
    *,
    reduce: str | None = None,
) -> Tensor:
    """See :func:`torch.scatter`."""
    given = _source(index, value if src is None else src)
    if reduce == "add":
        return ivy.add_at(input, given, _places(index, dim))
    if reduce is not None:
        raise NotImplementedError(f"torch.scatter: expected reduce='add', got {reduce!r}")
    return ivy.setitem(input, given, _places(index, dim))


def _scatter_add_options(input: Any, dim: int, index: Any, src: Any) -> None:
    _scatter_options(input, dim, index, src)


@frontend(check=_scatter_add_options)
def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """See :func:`torch.scatter_add`."""
    return ivy.add_at(input, _source(index, src), _places(index, dim))


def _key(input: Any, dim: int, index: Any) -> tuple[Any, ...]:
    axis = dim % len(input.shape)
    return (*(slice(None),) * axis, index)


@frontend
def index_add(
    input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1
) -> Tensor:
    """See :func:`torch.index_add`."""
    added = source if alpha == 1 else ivy.multiply(source, alpha)
    return ivy.add_at(input, added, _key(input, dim, index))


@frontend
def index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """See :func:`torch.index_copy`."""
    return ivy.setitem(input, source, _key(input, dim, index))


@frontend
def index_fill(input: Tensor, dim: int, index: Tensor, value: Tensor | float) -> Tensor:
    """See :func:`torch.index_fill`."""
    return ivy.setitem(input, value, _key(input, dim, index))


def _put(input: Any, indices: Any, values: Any, accumulate: bool = False) -> Any:
    places = tuple(indices)
    if accumulate:
        return ivy.add_at(input, values, places)
    return ivy.setitem(input, values, places)


@frontend
def index_put(
    input: Tensor, indices: Sequence[Tensor], values: Tensor | float, accumulate: bool = False
) -> Tensor:
    """See :func:`torch.index_put`."""
    return _put(input, indices, values, accumulate)


@frontend
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """See :func:`torch.masked_scatter`."""
    whole = ivy.broadcast_to(mask, input.shape)
    count = int(ivy.sum(whole))
    flat = ivy.reshape(source, (-1,))
    return ivy.setitem(input, ivy.getitem(flat, slice(0, count)), whole)


def _bins(boundaries: Any, values: Any, right: bool) -> Any:
    """Return how many boundaries lie below each value (or not above it)."""
    below = ivy.less_equal if right else ivy.less
    return ivy.sum(below(boundaries, ivy.expand_dims(values, axis=-1)), axis=-1)


@frontend
def bucketize(
    input: Tensor | float, boundaries: Tensor, *, out_int32: bool = False, right: bool = False
) -> Tensor:
    """See :func:`torch.bucketize`."""
    values = input if isinstance(input, Array) else ivy.asarray(input, dtype=boundaries.dtype)
    found = _bins(boundaries, values, right)
    return ivy.astype(found, "int32") if out_int32 else found


@frontend
def searchsorted(
    sorted_sequence: Tensor,
    input: Tensor | float,
    *,
    out_int32: bool = False,
    right: bool = False,
) -> Tensor:
    """See :func:`torch.searchsorted`."""
    if not isinstance(input, Array):
        input = ivy.asarray(input, dtype=sorted_sequence.dtype)
    rows = sorted_sequence
    if rows.ndim > 1:
        rows = ivy.expand_dims(rows, axis=-2)
    found = _bins(rows, input, right)
    return ivy.astype(found, "int32") if out_int32 else found
