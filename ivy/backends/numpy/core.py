"""What the numpy backend says of its arrays: types, dtypes, devices and conversions."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

ARRAY_TYPES = (np.ndarray, np.generic)

DTYPES = {
    **{
        n: np.dtype(n)
        for n in (
            *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
            *("float16", "float32", "float64", "complex64", "complex128"),
        )
    },
    "bfloat16": np.dtype(ml_dtypes.bfloat16),
}

# Operations whose implementation takes a Python scalar for any array but the first.
TAKES_SCALARS = frozenset(
    [
        *("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "pow"),
        *("maximum", "minimum", "atan2", "where", "clip", "setitem", "add_at"),
        *("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"),
        *("logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor"),
    ]
)


def array_members() -> dict[str, Any]:
    return {}


def register(cls: Any, flatten: Any, unflatten: Any) -> None:
    """NumPy has no containers of its own."""


def is_compiling() -> bool:
    return False


def has_values(x: Any) -> bool:
    return isinstance(x, ARRAY_TYPES)


def shape(x: Any) -> tuple[int, ...]:
    result: tuple[int, ...] = x.shape
    return result


def device(x: Any) -> str:
    return "cpu"


def asarray(values: Any, dtype: Any, device: str | None) -> Any:
    """Return NumPy values as a native array; a copy, where the memory would be shared."""
    _check_device(device)
    return np.array(values, dtype=dtype)


def cast(x: Any, dtype: Any) -> Any:
    if x.dtype.kind == "c" and dtype.kind not in "cb":
        x = x.real
    if x.dtype.kind not in "biuc" and dtype in _NARROW:
        # Out of range, NumPy's result depends on the machine: wrap around in 64 bits.
        x = x.astype(np.int64)
    return x.astype(dtype)


_NARROW = frozenset(DTYPES[n] for n in ("int8", "int16", "int32", "uint8", "uint16", "uint32"))


def copy(x: Any) -> Any:
    return np.array(x)


def scalar(value: complex, dtype: Any, like: Any) -> Any:
    return dtype.type(value)


def to_numpy(x: Any) -> Any:
    return np.asarray(x)


def _check_device(device: str | None) -> None:
    if device not in (None, "cpu"):
        raise ValueError(f"ivy: the numpy backend has the device 'cpu' only, got {device!r}")
