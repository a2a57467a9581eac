"""What the torch backend says of its arrays: types, dtypes, devices and conversions."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch.utils import _pytree

from ivy.backends import dlpack
from ivy.backends.torch import control_flow
from ivy.devices import normalised

# Parameters are subclasses.
ARRAY_TYPES = (torch.Tensor,)

DTYPES = {
    n: getattr(torch, n)
    for n in (
        *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("float16", "bfloat16", "float32", "float64", "complex64", "complex128"),
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
        lambda x: (list(flatten(x)[0]), None),
        lambda parts, context: unflatten(context, parts),
        serialized_type_name=f"ivy.{cls.__name__}",
    )


def is_compiling() -> bool:
    return torch.compiler.is_compiling()


def has_values(x: Any) -> bool:
    """Return whether the elements can be read; in compiled code they cannot."""
    return isinstance(x, ARRAY_TYPES) and not is_compiling()


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
    if dtype is torch.bfloat16:
        # torch cannot read NumPy's bfloat16, but its bits.
        bits = np.array(values, _numpy_dtype(dtype), order="C").view(np.int16)
        return torch.from_numpy(bits).view(torch.bfloat16).to(place)
    return torch.from_numpy(np.array(values, _numpy_dtype(dtype), order="C")).to(place)


def _numpy_dtype(dtype: Any) -> Any:
    from ml_dtypes import bfloat16

    return np.dtype(bfloat16 if dtype is torch.bfloat16 else _NAMES[dtype])


def cast(x: Any, dtype: Any) -> Any:
    if x.dtype.is_complex and not dtype.is_complex and dtype is not torch.bool:
        x = x.real
    if x.dtype.is_floating_point and dtype in _NARROW:
        # Out of range, torch's result depends on the machine: wrap around in 64 bits.
        x = x.to(torch.int64)
    return x.to(dtype)


_NARROW = frozenset(DTYPES[n] for n in ("int8", "int16", "int32", "uint8", "uint16", "uint32"))


def copy(x: Any) -> Any:
    return x.clone()


def scalar(value: complex, dtype: Any, like: Any) -> Any:
    return torch.tensor(value, dtype=dtype, device=None if like is None else like.device)


def to_numpy(x: Any) -> Any:
    x = x.detach().cpu().resolve_conj().resolve_neg()
    if x.dtype is torch.bfloat16:
        return x.view(torch.int16).numpy().view(_numpy_dtype(x.dtype))
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
    out = torch.from_dlpack(dlpack.Source(x, _refuse_negative_strides))
    return out.clone() if copy else out


def _refuse_negative_strides(tensor: dlpack.Tensor) -> None:
    # torch would end the process.
    if any(s < 0 for s in tensor.strides):
        raise BufferError("ivy: torch has no negative strides, so it needs a copy of this memory")


# A uint64 as an int64 of the same order, and back: for what torch does with int64 only.


def ordered(x: Any) -> Any:
    return x.view(torch.int64) ^ torch.iinfo(torch.int64).min


def unordered(x: Any) -> Any:
    return (x ^ torch.iinfo(torch.int64).min).view(torch.uint64)


def quick(function: Any) -> Any:
    """Return what runs in the place of a chapter's function: itself."""
    return function
