"""torch's functions that change or tell dtypes."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

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


def _cast(name: str, kind: DType) -> Callable[..., Tensor]:
    """Return the method of a tensor that gives its elements in a dtype."""

    def eager(input: Array, memory_format: Any = None) -> Array:
        return input if input.dtype is kind else ivy.astype(input, kind)

    def cast(input: Tensor, memory_format: Any = None) -> Tensor:
        return ivy.astype(input, kind)

    cast.__name__ = cast.__qualname__ = name
    cast.__doc__ = f"See :meth:`torch.Tensor.{name}`."
    return frontend(eager=eager)(cast)


half = _cast("half", dtypes.float16)
bfloat16 = _cast("bfloat16", dtypes.bfloat16)
float = _cast("float", dtypes.float32)
double = _cast("double", dtypes.float64)
long = _cast("long", dtypes.int64)
int = _cast("int", dtypes.int32)
short = _cast("short", dtypes.int16)
char = _cast("char", dtypes.int8)
byte = _cast("byte", dtypes.uint8)
bool = _cast("bool", dtypes.bool)


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
