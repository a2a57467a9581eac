"""What the torch backend says of its arrays: types, dtypes, devices and conversions."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch._C._functorch import is_batchedtensor
from torch.utils import _pytree

from ivy.backends import dlpack
from ivy.backends.torch import control_flow
from ivy.backends.torch.abstract import Abstract
from ivy.devices import normalised

# Parameters are subclasses.
ARRAY_TYPES = (torch.Tensor,)

DTYPES = {
    n: getattr(torch, n)
    for n in (
        *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("float16", "bfloat16", "float32", "float64", "complex64", "complex128"),
        *("float8_e4m3fn", "float8_e5m2"),
    )
}
_NAMES = {native: name for name, native in DTYPES.items()}

# Operations whose implementation takes a Python scalar for any array but the first.
TAKES_SCALARS = frozenset(
    [
        *("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "pow"),
        *("where", "clip", "setitem", "add_at"),
        *("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"),
        *("bitwise_and", "bitwise_or", "bitwise_xor"),
    ]
)


# Whether a 0-d array's axes 0 and -1 are taken for axes, without an exception.
TAKES_AXES_OF_0D = True


def array_members() -> dict[str, Any]:
    return {}


def register(cls: Any, flatten: Any, unflatten: Any) -> None:
    """Make Ivy's arrays nodes of torch's pytrees."""
    # The module that torch.func, torch.export and the compiler read has no public name.
    _pytree.register_pytree_node(
        cls,
        lambda x: (list(flatten(x)[0]), flatten(x)[1]),
        lambda parts, context: unflatten(context, parts),
        serialized_type_name=f"{cls.__module__}.{cls.__qualname__}.{id(cls)}",
    )


def is_compiling() -> bool:
    return torch.compiler.is_compiling()


def has_values(x: Any) -> bool:
    """Return whether the elements can be read: not in compiled code, nor under torch.func.vmap."""
    return isinstance(x, ARRAY_TYPES) and not (
        is_compiling() or is_batchedtensor(x) or isinstance(x, Abstract.ARRAY_TYPES)
    )


def shape(x: Any) -> tuple[int, ...]:
    return tuple(x.shape)


def device(x: Any) -> str:
    return normalised(str(x.device))


def native_device(device: str | None) -> str | None:
    """Return torch's name of a device for Ivy's."""
    if device is None or not device.startswith("gpu"):
        return device
    number = int(device.removeprefix("gpu:"))
    if number >= torch.cuda.device_count():
        raise ValueError(
            f"ivy: torch has no device {device!r}; of 'gpu' it has {torch.cuda.device_count()}"
        )
    return f"cuda:{number}"


def asarray(values: Any, dtype: Any, device: str | None) -> Any:
    """Return NumPy values as a native array; a copy, where the memory would be shared."""
    place = native_device(device)
    if dtype in _BITS:
        # torch cannot read NumPy's arrays of these, but their bits.
        bits = np.array(values, _numpy_dtype(dtype), order="C").view(_BITS[dtype][1])
        return torch.from_numpy(bits).view(dtype).to(place)
    return torch.from_numpy(np.array(values, _numpy_dtype(dtype), order="C")).to(place)


def _numpy_dtype(dtype: Any) -> Any:
    import ml_dtypes

    return np.dtype(getattr(ml_dtypes, _NAMES[dtype]) if dtype in _BITS else _NAMES[dtype])


# What NumPy does not have itself, and the integers of its size in torch and in NumPy.
_BITS = {
    torch.bfloat16: (torch.int16, np.int16),
    torch.float8_e4m3fn: (torch.uint8, np.uint8),
    torch.float8_e5m2: (torch.uint8, np.uint8),
}


def cast(x: Any, dtype: Any) -> Any:
    if x.dtype.is_complex and not dtype.is_complex and dtype is not torch.bool:
        x = x.real
    if x.dtype.is_floating_point and dtype in _NARROW:
        # Out of range, torch's result depends on the machine: wrap around in 64 bits.
        x = x.to(torch.int64)
    if dtype is torch.float8_e4m3fn and x.dtype is not dtype:
        # Beyond the largest number, torch takes that: it is NaN, as there is no infinity.
        x = x.to(torch.float32)
        x = torch.where(x.abs() > 464, torch.nan, x)
    return x.to(dtype)


_NARROW = frozenset(DTYPES[n] for n in ("int8", "int16", "int32", "uint8", "uint16", "uint32"))


def copy(x: Any) -> Any:
    return x.clone()


def scalar(value: complex, dtype: Any, like: Any) -> Any:
    return torch.tensor(value, dtype=dtype, device=None if like is None else like.device)


def to_numpy(x: Any) -> Any:
    x = x.detach().cpu().resolve_conj().resolve_neg()
    if x.dtype in _BITS:
        return x.view(_BITS[x.dtype][0]).numpy().view(_numpy_dtype(x.dtype))
    return x.numpy()


MAX_DIMENSIONS = 64


def default_device() -> str:
    return normalised(str(torch.get_default_device()))


def devices() -> tuple[str, ...]:
    return ("cpu", *(f"gpu:{i}" for i in range(torch.cuda.device_count())))


def to_dlpack(x: Any, max_version: tuple[int, int] | None, copy: bool | None, stream: Any) -> Any:
    """Return a capsule with a native array."""
    if copy is None:
        x = x.resolve_conj().resolve_neg()  # a copy, where a conjugation has been put off
    return x.__dlpack__(max_version=max_version, copy=copy, stream=stream)


def dlpack_device(x: Any) -> tuple[int, int]:
    kind, number = x.__dlpack_device__()
    return int(kind), number


def from_dlpack(x: Any, copy: bool) -> Any:
    """Return what shares the memory of any object with ``__dlpack__``, or a copy of it.

    Where it cannot, it raises ``BufferError``.
    """
    out = torch.from_dlpack(dlpack.Source(x, _refuse_strange_memory))
    return out.clone() if copy else out


def _refuse_strange_memory(tensor: dlpack.Tensor) -> None:
    # In both cases torch would end the process.
    if any(s < 0 for s in tensor.strides):
        raise BufferError("ivy: torch has no negative strides, so it needs a copy of this memory")
    size = max(1, tensor.bits // 8)
    if tensor.device_type == dlpack.CPU and ((tensor.data or 0) + tensor.byte_offset) % size:
        raise BufferError("ivy: torch needs a copy of memory that begins inside of an element")


# A uint64 as an int64 of the same order, and back: for what torch does with int64 only.


def ordered(x: Any) -> Any:
    return x.view(torch.int64) ^ torch.iinfo(torch.int64).min


def unordered(x: Any) -> Any:
    return (x ^ torch.iinfo(torch.int64).min).view(torch.uint64)


def quick(function: Any) -> Any:
    """Return what runs in the place of a chapter's function: itself."""
    return function


def compiled(function: Any, options: dict[str, Any]) -> Any:
    """Return a program of native calls as torch compiles it."""
    return torch.compile(function, **options)
