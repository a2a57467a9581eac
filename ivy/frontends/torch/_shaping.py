"""torch's functions that change shapes: views, joins, splits and orders."""

from __future__ import annotations

import builtins
import itertools
import math
import operator
from collections.abc import Sequence
from typing import Any

import ivy
from ivy.array import Array
from ivy.frontends.torch._annotations import Tensor
from ivy.frontends.torch._frontend import frontend, meaning, to_key, view
from ivy.frontends.torch._types import sizes
from ivy.frontends.torch.tensor import Tensor as Cell
from ivy.frontends.torch.tensor import (
    is_origin,
    read,
    reshaped_strides,
    strides_of,
    view_of,
    wrap,
    wrapped,
)

Shape = tuple[int, ...]


# -- reshaping -------------------------------------------------------------------------------------


def _put_reshaped(base: Array, part: Array, *arguments: Any) -> Array:
    return ivy.reshape(part, base.shape)


def completed(shape: Sequence[int], count: int) -> Shape:
    """Return a shape for `count` elements with the length -1 worked out."""
    result = tuple(map(operator.index, shape))
    unknown = result.count(-1)
    if not unknown and math.prod(result) == count:
        return result
    if unknown > 1:
        raise RuntimeError("only one dimension can be inferred")
    known = -math.prod(result) if unknown else math.prod(result)
    if builtins.min(result, default=0) < -1:
        raise RuntimeError(f"invalid shape dimension {builtins.min(result)}")
    if unknown and known == 0:
        raise RuntimeError(
            f"cannot reshape tensor of {count} elements into shape {list(result)} because the "
            "unspecified dimension size -1 can be any value and is ambiguous"
        )
    if count % known if unknown else count != known:
        raise RuntimeError(f"shape '{list(result)}' is invalid for input of size {count}")
    return tuple([count // known if n == -1 else n for n in result])


def _reshape(input: Array, *shape: int) -> Array:
    return ivy.reshape(input, sizes(shape))


def _to_shape(input: Array, *shape: int) -> Array:
    return ivy.reshape(input, shape)


def _strides_after(shape: Shape, strides: Shape, *wanted: int) -> Shape | None:
    return reshaped_strides(shape, strides, wanted)


def _reshaped(input: Cell, shape: Sequence[int]) -> Cell | None:
    """Return the view of another shape; None where torch has to copy."""
    now = input._value().shape
    wanted = completed(shape, math.prod(now))
    if is_origin(input):
        return view_of(input, _to_shape, _put_reshaped, wanted)
    if reshaped_strides(now, strides_of(input), wanted) is None:
        return None
    return view_of(input, _to_shape, _put_reshaped, wanted, _strides_after)


@meaning(_reshape)
def view_method(input: Any, *shape: int) -> Any:
    """See :meth:`torch.Tensor.view`."""
    if not isinstance(input, Cell):
        return _reshape(input, *shape)
    if len(shape) == 1 and not isinstance(shape[0], int | list | tuple | Cell):
        raise NotImplementedError(
            "torch.Tensor.view: expected a shape; another dtype for the same memory is not "
            "supported by ivy's torch frontend"
        )
    result = _reshaped(input, sizes(shape))
    if result is None:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        )
    return result


@meaning(_reshape)
def reshape_method(input: Any, *shape: int) -> Any:
    """See :meth:`torch.Tensor.reshape`."""
    if not isinstance(input, Cell):
        return _reshape(input, *shape)
    return _view_or_copy(input, sizes(shape))


def _view_or_copy(input: Cell, shape: Sequence[int]) -> Cell:
    result = _reshaped(input, shape)
    if result is None:
        array = read(input)
        result = wrap(ivy.reshape(array, completed(shape, math.prod(array.shape))))
    return result


def _reshape_to(input: Array, shape: Sequence[int]) -> Array:
    return ivy.reshape(input, tuple(shape))


@meaning(_reshape_to)
def reshape(input: Any, shape: Sequence[int]) -> Any:
    """See :func:`torch.reshape`."""
    if not isinstance(input, Cell):
        return _reshape_to(input, shape)
    return _view_or_copy(input, shape)


def _view_as(input: Array, other: Array) -> Array:
    return ivy.reshape(input, other.shape)


@meaning(_view_as)
def view_as(input: Cell, other: Cell) -> Cell:
    """See :meth:`torch.Tensor.view_as`."""
    result: Cell = view_method(input, *other.shape)
    return result


@meaning(_view_as)
def reshape_as(input: Cell, other: Cell) -> Cell:
    """See :meth:`torch.Tensor.reshape_as`."""
    return _view_or_copy(input, other.shape)


def _flatten(input: Array, start_dim: int = 0, end_dim: int = -1) -> Array:
    shape = input.shape
    first = range(start_dim) if start_dim >= 0 else range(input.ndim + start_dim)
    last = range(end_dim + 1, 0) if end_dim < 0 else range(end_dim + 1, input.ndim)
    return ivy.reshape(input, (*[shape[i] for i in first], -1, *[shape[i] for i in last]))


@meaning(_flatten)
def flatten(input: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    """See :func:`torch.flatten`."""
    if not isinstance(input, Cell):
        return _flatten(input, start_dim, end_dim)
    shape = input._value().shape
    first, last = wrapped(start_dim, len(shape)), wrapped(end_dim, len(shape))
    if first > last:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if first == last and shape:
        return input
    length = math.prod(shape[first : last + 1])
    return _view_or_copy(input, (*shape[:first], length, *shape[last + 1 :]))


def _ravel(input: Array) -> Array:
    return ivy.reshape(input, (-1,))


@meaning(_ravel)
def ravel(input: Cell) -> Cell:
    """See :func:`torch.ravel`."""
    result: Cell = flatten(input)
    return result


def _unflatten(input: Array, dim: int, sizes: Sequence[int]) -> Array:
    shape = input.shape
    first = range(dim) if dim >= 0 else range(input.ndim + dim)
    last = range(dim + 1, 0) if dim < 0 else range(dim + 1, input.ndim)
    return ivy.reshape(input, (*[shape[i] for i in first], *sizes, *[shape[i] for i in last]))


@meaning(_unflatten)
def unflatten(input: Any, dim: int, sizes: Sequence[int]) -> Any:
    """See :func:`torch.unflatten`."""
    if not isinstance(input, Cell):
        return _unflatten(input, dim, sizes)
    shape = input._value().shape
    at = wrapped(dim, len(shape))
    parts = completed(sizes, shape[at])
    return view_method(input, *shape[:at], *parts, *shape[at + 1 :])


def _squeeze_strides(shape: Shape, strides: Shape, dim: Any = None) -> Shape:
    dims = range(len(shape)) if dim is None else dim if isinstance(dim, tuple) else (dim,)
    gone = {d % len(shape) for d in dims if shape[d] == 1}
    return tuple([s for i, s in enumerate(strides) if i not in gone])


@view(_put_reshaped, _squeeze_strides)
def squeeze(input: Tensor, dim: int | tuple[int, ...] | None = None) -> Tensor:
    """See :func:`torch.squeeze`."""
    # Dimensions that are not of length 1 stay.
    dims = range(input.ndim) if dim is None else dim if isinstance(dim, tuple) else (dim,)
    shape = input.shape or (1,)
    axes = tuple([d for d in dims if shape[d] == 1]) if input.shape else ()
    return ivy.squeeze(input, axes) if axes else ivy.reshape(input, input.shape)


def _unsqueeze_strides(shape: Shape, strides: Shape, dim: int) -> Shape:
    at = dim % (len(shape) + 1)
    step = shape[at] * strides[at] if at < len(shape) else 1
    return (*strides[:at], step, *strides[at:])


@view(_put_reshaped, _unsqueeze_strides)
def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """See :func:`torch.unsqueeze`."""
    return ivy.expand_dims(input, axis=dim)


# -- orders of dimensions --------------------------------------------------------------------------


def _put_swapped(base: Array, part: Array, dim0: int, dim1: int) -> Array:
    return ivy.swapaxes(part, dim0, dim1) if part.shape else part


def _swapped(shape: Shape, strides: Shape, dim0: int, dim1: int) -> Shape:
    result = list(strides)
    if result:
        result[dim0], result[dim1] = result[dim1], result[dim0]
    return tuple(result)


@view(_put_swapped, _swapped)
def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """See :func:`torch.transpose`."""
    return ivy.swapaxes(input, dim0, dim1)


swapaxes = swapdims = transpose


def _inverse(dims: Sequence[int]) -> Shape:
    order = [d % len(dims) for d in dims]
    return tuple([order.index(i) for i in range(len(order))])


def _put_permuted(base: Array, part: Array, *dims: Any) -> Array:
    return ivy.permute_dims(part, _inverse(sizes(dims)))


def _permuted(shape: Shape, strides: Shape, *dims: Any) -> Shape:
    return tuple([strides[d] for d in sizes(dims)])


@view(_put_permuted, _permuted)
def permute(input: Tensor, dims: Sequence[int]) -> Tensor:
    """See :func:`torch.permute`."""
    return ivy.permute_dims(input, tuple(dims))


@view(_put_permuted, _permuted)
def permute_method(input: Tensor, *dims: int) -> Tensor:
    """See :meth:`torch.Tensor.permute`."""
    return ivy.permute_dims(input, sizes(dims))


def _put_t(base: Array, part: Array) -> Array:
    return ivy.swapaxes(part, 0, 1) if len(part.shape) == 2 else part


def _t_strides(shape: Shape, strides: Shape) -> Shape:
    return strides[::-1]


def _at_most_two(input: Any) -> None:
    if len(input.shape) > 2:
        raise RuntimeError(
            f"t() expects a tensor with <= 2 dimensions, but self is {len(input.shape)}D"
        )


@view(_put_t, _t_strides)
def t(input: Tensor) -> Tensor:
    """See :func:`torch.t`."""
    _at_most_two(input)
    return ivy.swapaxes(input, 0, 1) if input.ndim == 2 else ivy.reshape(input, input.shape)


def _put_reversed(base: Array, part: Array) -> Array:
    return ivy.permute_dims(part, tuple(range(len(part.shape)))[::-1])


@view(_put_reversed, _t_strides)
def all_transposed(input: Tensor) -> Tensor:
    """See :attr:`torch.Tensor.T`."""
    return ivy.permute_dims(input, tuple(range(-1, -input.ndim - 1, -1)))


def _put_matrices(base: Array, part: Array) -> Array:
    return ivy.swapaxes(part, -2, -1)


def _matrix_strides(shape: Shape, strides: Shape) -> Shape:
    return (*strides[:-2], strides[-1], strides[-2])


@view(_put_matrices, _matrix_strides)
def adjoint_real(input: Tensor) -> Tensor:
    """See :attr:`torch.Tensor.mT`."""
    return ivy.swapaxes(input, -2, -1)


def _moved(ndim: int, source: Any, destination: Any) -> Shape:
    """Return the permutation that moves dimensions."""
    sources = [source] if isinstance(source, int) else list(source)
    targets = [destination] if isinstance(destination, int) else list(destination)
    sources, targets = [wrapped(d, ndim) for d in sources], [wrapped(d, ndim) for d in targets]
    order = [d for d in range(ndim) if d not in sources]
    for target, origin in sorted(zip(targets, sources, strict=True)):
        order.insert(target, origin)
    return tuple(order)


def _put_moved(base: Array, part: Array, source: Any, destination: Any) -> Array:
    return ivy.permute_dims(part, _inverse(_moved(len(part.shape), source, destination)))


def _moved_strides(shape: Shape, strides: Shape, source: Any, destination: Any) -> Shape:
    return tuple([strides[d] for d in _moved(len(shape), source, destination)])


@view(_put_moved, _moved_strides)
def movedim(
    input: Tensor, source: int | tuple[int, ...], destination: int | tuple[int, ...]
) -> Tensor:
    """See :func:`torch.movedim`."""
    if isinstance(source, int) and isinstance(destination, int):
        return ivy.moveaxis(input, source, destination)
    return ivy.permute_dims(input, _moved(input.ndim, source, destination))


moveaxis = movedim


# -- expanding -------------------------------------------------------------------------------------


def _put_expanded(base: Array, part: Array, *arguments: Any) -> Array:
    raise RuntimeError(
        "unsupported operation: more than one element of the written-to tensor refers to a single "
        "memory location. Please clone() the tensor before performing the operation."
    )


def _expanded(shape: Shape, wanted: Sequence[int]) -> Shape:
    """Return a shape in which -1 stands for the length that is there."""
    extra = len(wanted) - len(shape)
    if extra < 0:
        raise RuntimeError(
            f"expand: the number of sizes provided ({len(wanted)}) must be greater or equal to the "
            f"number of dimensions in the tensor ({len(shape)})"
        )
    return tuple([shape[i - extra] if n == -1 else n for i, n in enumerate(wanted)])


def _expanded_strides(shape: Shape, strides: Shape, *wanted: Any) -> Shape:
    full = _expanded(shape, sizes(wanted))
    extra = len(full) - len(shape)
    own = [s if n == m else 0 for s, n, m in zip(strides, shape, full[extra:], strict=True)]
    return (*(0,) * extra, *own)


@view(_put_expanded, _expanded_strides)
def expand(input: Tensor, *size: int) -> Tensor:
    """See :meth:`torch.Tensor.expand`."""
    wanted = sizes(size)
    if -1 in wanted:
        wanted = _expanded(input.shape, wanted)
    return ivy.broadcast_to(input, wanted)


@view(_put_expanded, _expanded_strides)
def broadcast_to(input: Tensor, size: Sequence[int]) -> Tensor:
    """See :func:`torch.broadcast_to`."""
    wanted = tuple(size)
    if -1 in wanted:
        wanted = _expanded(input.shape, wanted)
    return ivy.broadcast_to(input, wanted)


def _expand_as(input: Array, other: Array) -> Array:
    return ivy.broadcast_to(input, other.shape)


@meaning(_expand_as)
def expand_as(input: Cell, other: Cell) -> Cell:
    """See :meth:`torch.Tensor.expand_as`."""
    return expand(input, *other.shape)


def broadcast_shapes(*shapes: Sequence[int]) -> Any:
    """See :func:`torch.broadcast_shapes`."""
    from ivy.frontends.torch._types import Size

    ndim = builtins.max([len(s) for s in shapes], default=0)
    result = [1] * ndim
    for shape in shapes:
        for i, n in enumerate(reversed(tuple(shape)), start=1):
            if n != 1 and result[-i] not in (1, n):
                raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
            result[-i] = result[-i] if n == 1 else n
    return Size(result)


def broadcast_tensors(*tensors: Cell) -> tuple[Cell, ...]:
    """See :func:`torch.broadcast_tensors`."""
    shape = broadcast_shapes(*[t.shape for t in tensors])
    return tuple([expand(t, *shape) for t in tensors])


# -- parts -----------------------------------------------------------------------------------------


def _put_item(base: Array, part: Array, key: Any) -> Array:
    return ivy.setitem(base, part, key)


def _get_item(input: Array, key: Any) -> Array:
    return ivy.getitem(input, key)


def _item_strides(shape: Shape, strides: Shape, key: Any) -> Shape:
    """Return the strides of a part that a basic index names."""
    keys = list(key) if isinstance(key, tuple) else [key]
    named = len([k for k in keys if k is not None and k is not ...])
    if ... not in keys:
        keys.append(...)
    at = keys.index(...)
    keys[at : at + 1] = [slice(None)] * (len(shape) - named)
    result: list[int] = []
    d = 0
    for k in keys:
        if k is None:
            result.append(shape[d] * strides[d] if d < len(shape) else 1)
            continue
        if isinstance(k, slice):
            result.append(strides[d] * (1 if k.step is None else operator.index(k.step)))
        d += 1
    return tuple(result)


def _is_basic(key: Any) -> bool:
    parts = key if type(key) is tuple else (key,)
    for k in parts:
        kind = type(k)
        if kind is int or kind is slice or k is None or k is ...:
            continue
        if kind is bool or not hasattr(k, "__index__") or isinstance(k, Array):
            return False
    return True


def part(input: Cell, key: Any, array: Array | None = None) -> Cell:
    """Return the view that a basic index names."""
    return view_of(input, _get_item, _put_item, (key,), _item_strides, array)


@meaning(_get_item)
def getitem(input: Cell, key: Any) -> Cell:
    """See :meth:`torch.Tensor.__getitem__`."""
    key = to_key(key)
    if _is_basic(key):
        return part(input, key)
    return wrap(ivy.getitem(read(input), key))


def setitem(input: Cell, key: Any, value: Any) -> None:
    """See :meth:`torch.Tensor.__setitem__`."""
    key = to_key(key)
    if isinstance(value, Cell):
        value = read(value)
    elif not isinstance(value, bool | int | float | complex):
        value = ivy.asarray(value)
    now = input._own()
    if isinstance(value, Array):
        shape = value.shape
        while len(shape) > 1 and shape[0] == 1:  # torch lets leading dimensions of length 1 go
            shape = shape[1:]
        if shape != value.shape:
            value = ivy.reshape(value, shape)
    try:
        array = ivy.setitem(now, value, key)
    except IndexError:
        raise
    except Exception as error:
        if isinstance(error, ValueError) or hasattr(error, "__notes__"):
            raise RuntimeError(f"shape mismatch: {error}") from error
        raise
    input._write(array)


def _at(ndim: int, dim: int, key: Any) -> Any:
    return (*(slice(None),) * wrapped(dim, ndim), key)


def _select(input: Array, dim: int, index: int) -> Array:
    if dim < 0:
        return ivy.getitem(input, (..., index, *(slice(None),) * (-1 - dim)))
    return ivy.getitem(input, (*(slice(None),) * dim, index))


@meaning(_select)
def select(input: Any, dim: int, index: int) -> Any:
    """See :func:`torch.select`."""
    if not isinstance(input, Cell):
        return _select(input, dim, index)
    shape = input._value().shape
    if not shape:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    n = shape[wrapped(dim, len(shape))]
    if not -n <= index < n:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(shape)} at dimension "
            f"{dim}"
        )
    return part(input, _at(len(shape), dim, operator.index(index)))


def _narrow(input: Array, dim: int, start: int, length: int) -> Array:
    piece = slice(start, start + length)
    if dim < 0:
        return ivy.getitem(input, (..., piece, *(slice(None),) * (-1 - dim)))
    return ivy.getitem(input, (*(slice(None),) * dim, piece))


@meaning(_narrow)
def narrow(input: Any, dim: int, start: int, length: int) -> Any:
    """See :func:`torch.narrow`."""
    if not isinstance(input, Cell):
        return _narrow(input, dim, start, length)
    shape = input._value().shape
    start, length = operator.index(start), operator.index(length)
    n = shape[wrapped(dim, len(shape))]
    start = start + n if start < 0 else start
    if length < 0 or start + length > n:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({n}).")
    return part(input, _at(len(shape), dim, slice(start, start + length)))


def _parts(input: Cell, lengths: Sequence[int], dim: int) -> tuple[Cell, ...]:
    """Return consecutive parts as views; their values are made by one operation."""
    ndim = len(input._value().shape)
    arrays = ivy.split(read(input), tuple(lengths), axis=dim)
    views = []
    start = 0
    for length, array in zip(lengths, arrays, strict=True):
        views.append(part(input, _at(ndim, dim, slice(start, start + length)), array))
        start += length
    return tuple(views)


def _lengths(n: int, size: int) -> list[int]:
    if size <= 0:
        raise RuntimeError(f"split expects split_size be positive, but got split_size={size}")
    return [builtins.min(size, n - i) for i in range(0, n, size)] or [0]


def _split(tensor: Array, split_size_or_sections: Any, dim: int = 0) -> tuple[Array, ...]:
    if isinstance(split_size_or_sections, int):
        lengths = tuple(_lengths(tensor.shape[dim], split_size_or_sections))
    else:
        lengths = tuple(split_size_or_sections)
    return tuple(ivy.split(tensor, lengths, axis=dim))


@meaning(_split)
def split(tensor: Any, split_size_or_sections: Any, dim: int = 0) -> Any:
    """See :func:`torch.split`."""
    if not isinstance(tensor, Cell):
        return _split(tensor, split_size_or_sections, dim)
    shape = tensor._value().shape
    n = shape[wrapped(dim, len(shape))]
    if isinstance(split_size_or_sections, int):
        return _parts(tensor, _lengths(n, split_size_or_sections), dim)
    lengths = [operator.index(v) for v in split_size_or_sections]
    if builtins.sum(lengths) != n:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {n} (input tensor's size at "
            f"dimension {dim}), but got split_sizes={lengths}"
        )
    return _parts(tensor, lengths, dim)


def _split_method(input: Array, split_size: Any, dim: int = 0) -> tuple[Array, ...]:
    return _split(input, split_size, dim)


@meaning(_split_method)
def split_method(input: Any, split_size: Any, dim: int = 0) -> Any:
    """See :meth:`torch.Tensor.split`."""
    return split(input, split_size, dim)


def _chunk(input: Array, chunks: int, dim: int = 0) -> tuple[Array, ...]:
    n = input.shape[dim]
    return _split(input, builtins.max(1, -(-n // chunks)), dim)


@meaning(_chunk)
def chunk(input: Any, chunks: int, dim: int = 0) -> Any:
    """See :func:`torch.chunk`."""
    if not isinstance(input, Cell):
        return _chunk(input, chunks, dim)
    if chunks <= 0:
        raise RuntimeError("chunk expects `chunks` to be greater than 0, got: 0")
    n = input._value().shape[wrapped(dim, input.dim())]
    return split(input, builtins.max(1, -(-n // chunks)), dim)


def _tensor_split(input: Array, indices_or_sections: Any, dim: int = 0) -> tuple[Array, ...]:
    n = input.shape[dim]
    return tuple(ivy.split(input, _cuts(n, indices_or_sections), axis=dim))


def _cuts(n: int, given: Any) -> Shape:
    if isinstance(given, int):
        small, more = divmod(n, given)
        return tuple([small + (i < more) for i in range(given)])
    ends = [0, *[builtins.min(i if i >= 0 else n + i, n) for i in given], n]
    return tuple([builtins.max(b - a, 0) for a, b in itertools.pairwise(ends)])


@meaning(_tensor_split)
def tensor_split(input: Any, indices_or_sections: Any, dim: int = 0) -> Any:
    """See :func:`torch.tensor_split`."""
    if not isinstance(input, Cell):
        return _tensor_split(input, indices_or_sections, dim)
    n = input._value().shape[wrapped(dim, input.dim())]
    return _parts(input, _cuts(n, indices_or_sections), dim)


def _unbind(input: Array, dim: int = 0) -> tuple[Array, ...]:
    return tuple(ivy.unstack(input, axis=dim))


@meaning(_unbind)
def unbind(input: Any, dim: int = 0) -> Any:
    """See :func:`torch.unbind`."""
    if not isinstance(input, Cell):
        return _unbind(input, dim)
    shape = input._value().shape
    if not shape:
        raise RuntimeError("Dimension specified as 0 but tensor has no dimensions")
    arrays = ivy.unstack(read(input), axis=wrapped(dim, len(shape)))
    return tuple([part(input, _at(len(shape), dim, i), a) for i, a in enumerate(arrays)])


def _diagonal_key(shape: Shape, offset: int) -> tuple[Any, Any]:
    rows, columns = shape[-2:]
    count = builtins.max(
        0, builtins.min(rows + builtins.min(offset, 0), columns - builtins.max(offset, 0))
    )
    return (
        ivy.arange(builtins.max(-offset, 0), builtins.max(-offset, 0) + count, dtype="int64"),
        ivy.arange(builtins.max(offset, 0), builtins.max(offset, 0) + count, dtype="int64"),
    )


def _last_two(ndim: int, dim1: int, dim2: int) -> Shape:
    return _moved(ndim, (dim1, dim2), (ndim - 2, ndim - 1))


def _put_diagonal(base: Array, part: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    order = _last_two(len(base.shape), dim1, dim2)
    matrices = ivy.permute_dims(base, order)
    out = ivy.setitem(matrices, part, (..., *_diagonal_key(matrices.shape, offset)))
    return ivy.permute_dims(out, _inverse(order))


def _diagonal_strides(
    shape: Shape, strides: Shape, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Shape:
    gone = {dim1 % len(shape), dim2 % len(shape)}
    rest = [s for i, s in enumerate(strides) if i not in gone]
    return (*rest, strides[dim1] + strides[dim2])


@view(_put_diagonal, _diagonal_strides)
def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """See :func:`torch.diagonal`."""
    matrices = ivy.permute_dims(input, _last_two(input.ndim, dim1, dim2))
    return ivy.getitem(matrices, (..., *_diagonal_key(matrices.shape, offset)))


@frontend
def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """See :func:`torch.diag`."""
    if input.ndim == 2:
        return ivy.getitem(input, _diagonal_key(input.shape, diagonal))
    n = input.shape[0] + builtins.abs(diagonal)
    zeros = ivy.zeros((n, n), dtype=input.dtype)
    return ivy.setitem(zeros, input, _diagonal_key((n, n), diagonal))


# -- layout ----------------------------------------------------------------------------------------


def _identity(input: Array, memory_format: Any = None) -> Array:
    return input


@meaning(_identity)
def contiguous(input: Any, memory_format: Any = None) -> Any:
    """See :meth:`torch.Tensor.contiguous`."""
    if not isinstance(input, Cell) or input.is_contiguous():
        return input
    return clone(input)


def _clone(input: Array, *, memory_format: Any = None) -> Array:
    return ivy.astype(input, input.dtype)


@meaning(_clone)
def clone(input: Any, *, memory_format: Any = None) -> Any:
    """See :func:`torch.clone`."""
    if not isinstance(input, Cell):
        return _clone(input)
    return wrap(_clone(read(input)))


# -- joins and repeats -----------------------------------------------------------------------------


def _without_empty(tensors: Any, dim: int = 0) -> Any:
    # torch lets empty one-dimensional tensors join anything.
    kept = [t for t in tensors if t.shape != (0,)]
    return ivy.concat(kept or tensors, axis=dim)


def _tensors_only(tensors: Any, dim: int = 0) -> None:
    if not tensors:
        raise ValueError("expected a non-empty list of Tensors")


@frontend(check=_tensors_only, eager=_without_empty)
def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """See :func:`torch.cat`."""
    return ivy.concat(tensors, axis=dim)


concat = concatenate = cat


@frontend(check=_tensors_only)
def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """See :func:`torch.stack`."""
    return ivy.stack(tensors, axis=dim)


@frontend
def hstack(tensors: Sequence[Tensor]) -> Tensor:
    """See :func:`torch.hstack`."""
    parts = [t if t.shape else ivy.reshape(t, (1,)) for t in tensors]
    return ivy.concat(parts, axis=0 if len(parts[0].shape) == 1 else 1)


@frontend
def vstack(tensors: Sequence[Tensor]) -> Tensor:
    """See :func:`torch.vstack`."""
    parts = [t if len(t.shape) > 1 else ivy.reshape(t, (1, -1)) for t in tensors]
    return ivy.concat(parts, axis=0)


row_stack = vstack


@frontend
def column_stack(tensors: Sequence[Tensor]) -> Tensor:
    """See :func:`torch.column_stack`."""
    parts = [t if len(t.shape) > 1 else ivy.reshape(t, (-1, 1)) for t in tensors]
    return ivy.concat(parts, axis=1)


@frontend
def flip(input: Tensor, dims: Sequence[int]) -> Tensor:
    """See :func:`torch.flip`."""
    return ivy.flip(input, axis=tuple(dims))


@frontend
def flip_method(input: Tensor, *dims: int) -> Tensor:
    """See :meth:`torch.Tensor.flip`."""
    return ivy.flip(input, axis=sizes(dims))


@frontend
def fliplr(input: Tensor) -> Tensor:
    """See :func:`torch.fliplr`."""
    return ivy.flip(input, axis=1)


@frontend
def flipud(input: Tensor) -> Tensor:
    """See :func:`torch.flipud`."""
    return ivy.flip(input, axis=0)


@frontend
def roll(
    input: Tensor, shifts: int | tuple[int, ...], dims: int | tuple[int, ...] | None = None
) -> Tensor:
    """See :func:`torch.roll`."""
    return ivy.roll(input, shifts, axis=dims)


@frontend
def rot90(input: Tensor, k: int = 1, dims: Sequence[int] = (0, 1)) -> Tensor:
    """See :func:`torch.rot90`."""
    first, second = dims
    turns = k % 4
    if turns == 0:
        return ivy.astype(input, input.dtype)
    if turns == 2:
        return ivy.flip(input, axis=(first, second))
    if turns == 1:
        return ivy.flip(ivy.swapaxes(input, first, second), axis=first)
    return ivy.flip(ivy.swapaxes(input, first, second), axis=second)


@frontend
def tile(input: Tensor, dims: Sequence[int]) -> Tensor:
    """See :func:`torch.tile`."""
    return ivy.tile(input, tuple(dims))


@frontend
def tile_method(input: Tensor, *dims: int) -> Tensor:
    """See :meth:`torch.Tensor.tile`."""
    return ivy.tile(input, sizes(dims))


def _enough_repeats(input: Any, *repeats: Any) -> None:
    if len(sizes(repeats)) < len(input.shape):
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )


@frontend(check=_enough_repeats)
def repeat(input: Tensor, *repeats: int) -> Tensor:
    """See :meth:`torch.Tensor.repeat`."""
    return ivy.tile(input, sizes(repeats))


@frontend
def repeat_interleave(
    input: Tensor, repeats: Tensor | int, dim: int | None = None, *, output_size: int | None = None
) -> Tensor:
    """See :func:`torch.repeat_interleave`."""
    if dim is None:
        input = ivy.reshape(input, (-1,))
        dim = 0
    if isinstance(repeats, int):
        return ivy.repeat(input, repeats, axis=dim)
    counts = repeats.tolist()
    counts = counts if isinstance(counts, list) else [counts]
    counts = counts * input.shape[dim] if len(counts) == 1 else counts
    places = [i for i, count in enumerate(counts) for _ in range(count)]
    return ivy.take(input, ivy.asarray(places, dtype="int64"), axis=dim)


@frontend
def tril(input: Tensor, diagonal: int = 0) -> Tensor:
    """See :func:`torch.tril`."""
    return ivy.tril(input, k=diagonal)


@frontend
def triu(input: Tensor, diagonal: int = 0) -> Tensor:
    """See :func:`torch.triu`."""
    return ivy.triu(input, k=diagonal)


@frontend
def meshgrid(*tensors: Tensor, indexing: str = "ij") -> tuple[Tensor, ...]:
    """See :func:`torch.meshgrid`."""
    if indexing not in ("ij", "xy"):
        raise RuntimeError(
            f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}'
        )
    swapped = indexing == "xy" and len(tensors) > 1
    ordered = [tensors[1], tensors[0], *tensors[2:]] if swapped else list(tensors)
    lengths = [math.prod(a.shape) for a in ordered]
    grids = []
    for i, a in enumerate(ordered):
        shape = [1] * len(ordered)
        shape[i] = lengths[i]
        grids.append(ivy.broadcast_to(ivy.reshape(a, tuple(shape)), tuple(lengths)))
    return (grids[1], grids[0], *grids[2:]) if swapped else tuple(grids)


def cartesian_prod(*tensors: Cell) -> Cell:
    """See :func:`torch.cartesian_prod`."""
    if len(tensors) == 1:
        return tensors[0]
    return stack([g.reshape(-1) for g in meshgrid(*tensors)], dim=1)


@frontend
def atleast_1d(input: Tensor) -> Tensor:
    """See :func:`torch.atleast_1d`."""
    return input if input.shape else ivy.reshape(input, (1,))


@frontend
def atleast_2d(input: Tensor) -> Tensor:
    """See :func:`torch.atleast_2d`."""
    return input if input.ndim >= 2 else ivy.reshape(input, (1, -1))
