"""torch's functions that change or tell dtypes."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, TypeVar

import ivy
from ivy import dtypes
from ivy.array import Array
from ivy.dtypes import DType
from ivy.frontends.torch import _types
from ivy.frontends.torch._annotations import Target, Tensor, device, dtype
from ivy.frontends.torch._frontend import frontend, meaning
from ivy.frontends.torch._types import BY_NAME
from ivy.frontends.torch.tensor import Tensor as Cell


def _wanted(args: tuple[Any, ...], dtype: DType | None) -> DType | None:
    found = [a for a in args if isinstance(a, DType)]
    return found[0] if found else dtype


def _eager_to(
    input: Array,
    *args: Any,
    dtype: Any = None,
    device: Any = None,
    non_blocking: builtins.bool = False,
    copy: builtins.bool = False,
    memory_format: Any = None,
) -> Array:
    wanted = _wanted(args, dtype) or input.dtype
    return input if wanted is input.dtype and not copy else ivy.astype(input, wanted)


@frontend(eager=_eager_to)
def to(
    input: Tensor,
    *args: Target,
    dtype: dtype | None = None,
    device: device | None = None,
    non_blocking: builtins.bool = False,
    copy: builtins.bool = False,
    memory_format: Any = None,
) -> Tensor:
    """See :meth:`torch.Tensor.to`."""
    wanted = _wanted(args, dtype)
    return input if wanted is None else ivy.astype(input, wanted)


F = TypeVar("F", bound=Callable[..., Any])


def _cast(kind: DType) -> Callable[[F], F]:
    def eager(input: Array, memory_format: Any = None) -> Array:
        return input if input.dtype is kind else ivy.astype(input, kind)

    return frontend(eager=eager)


@_cast(dtypes.float16)
def half(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.half`."""
    return ivy.astype(input, ivy.float16)


@_cast(dtypes.bfloat16)
def bfloat16(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.bfloat16`."""
    return ivy.astype(input, ivy.bfloat16)


@_cast(dtypes.float32)
def float(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.float`."""
    return ivy.astype(input, ivy.float32)


@_cast(dtypes.float64)
def double(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.double`."""
    return ivy.astype(input, ivy.float64)


@_cast(dtypes.int64)
def long(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.long`."""
    return ivy.astype(input, ivy.int64)


@_cast(dtypes.int32)
def int(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.int`."""
    return ivy.astype(input, ivy.int32)


@_cast(dtypes.int16)
def short(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.short`."""
    return ivy.astype(input, ivy.int16)


@_cast(dtypes.int8)
def char(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.char`."""
    return ivy.astype(input, ivy.int8)


@_cast(dtypes.uint8)
def byte(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.byte`."""
    return ivy.astype(input, ivy.uint8)


@_cast(dtypes.bool)
def bool(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.bool`."""
    return ivy.astype(input, ivy.bool)


@frontend
def cpu(input: Tensor, memory_format: Any = None) -> Tensor:
    """See :meth:`torch.Tensor.cpu`."""
    return input


def _type_as(input: Array, other: Array) -> Array:
    return ivy.astype(input, other.dtype)


@meaning(_type_as)
def type_as(input: Cell, other: Cell) -> Cell:
    """See :meth:`torch.Tensor.type_as`."""
    moved: Cell = to(input, other)
    return moved


def type_method(input: Cell, dtype: Any = None) -> Any:
    """See :meth:`torch.Tensor.type`."""
    if dtype is None:
        return f"torch.{_LEGACY[input.dtype.name]}Tensor"
    if isinstance(dtype, str):
        legacy = {f"torch.{v}Tensor": k for k, v in _LEGACY.items()}
        if dtype not in legacy:
            raise ValueError(f"invalid type: {dtype!r}")
        dtype = BY_NAME[legacy[dtype]]
    return to(input, dtype)


_LEGACY = {
    "float16": "Half",
    "bfloat16": "BFloat16",
    "float32": "Float",
    "float64": "Double",
    "uint8": "Byte",
    "int8": "Char",
    "int16": "Short",
    "int32": "Int",
    "int64": "Long",
    "bool": "Bool",
    "complex64": "ComplexFloat",
    "complex128": "ComplexDouble",
    "uint16": "UInt16",
    "uint32": "UInt32",
    "uint64": "UInt64",
}


def promote_types(type1: _types.dtype, type2: _types.dtype) -> _types.dtype:
    """See :func:`torch.promote_types`."""
    return BY_NAME[dtypes.promote(type1.array, type2.array).name]


@frontend
def _example(tensor1: Tensor | complex, tensor2: Tensor | complex) -> Tensor:
    """Return a tensor of the dtype that an operation on two would have."""
    return ivy.zeros((), dtype=ivy.result_type(tensor1, tensor2))


def result_type(tensor1: Any, tensor2: Any) -> _types.dtype:
    """See :func:`torch.result_type`."""
    from ivy.frontends.torch._frontend import promote

    if isinstance(tensor1, Cell) and isinstance(tensor2, Cell):
        a, b = promote(tensor1._value(), tensor2._value())
        return promote_types(BY_NAME[a.dtype.name], BY_NAME[b.dtype.name])
    return _example(tensor1, tensor2).dtype


def can_cast(from_: _types.dtype, to: _types.dtype) -> builtins.bool:
    """See :func:`torch.can_cast`."""
    order = ["bool", "integer", "real floating", "complex floating"]
    ranks = [
        next(i for i, k in enumerate(order) if d.array.category.endswith(k)) for d in (from_, to)
    ]
    return ranks[0] <= ranks[1]


def is_floating_point(input: Cell) -> builtins.bool:
    """See :func:`torch.is_floating_point`."""
    return input.dtype.is_floating_point


def is_complex(input: Cell) -> builtins.bool:
    """See :func:`torch.is_complex`."""
    return input.dtype.is_complex
