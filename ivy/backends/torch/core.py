"""What the torch backend says of its arrays: types, dtypes, devices and conversions."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch.utils import _pytree

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
    return None if device is None else device.replace("gpu", "cuda")


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


# A uint64 as an int64 of the same order, and back: for what torch does with int64 only.


def ordered(x: Any) -> Any:
    return x.view(torch.int64) ^ torch.iinfo(torch.int64).min


def unordered(x: Any) -> Any:
    return (x ^ torch.iinfo(torch.int64).min).view(torch.uint64)
