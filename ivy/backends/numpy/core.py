"""What the numpy backend says of its arrays: types, dtypes, devices and conversions."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from ivy.backends import dlpack
from ivy.backends.numpy.raw import quick

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
    "float8_e4m3fn": np.dtype(ml_dtypes.float8_e4m3fn),
    "float8_e5m2": np.dtype(ml_dtypes.float8_e5m2),
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


# Whether a 0-d array's axes 0 and -1 are taken for axes, without an exception.
TAKES_AXES_OF_0D = True


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


MAX_DIMENSIONS = 64


def default_device() -> str:
    return "cpu"


def devices() -> tuple[str, ...]:
    return ("cpu",)


# NumPy has no DLPack type for the dtypes of another package: their capsules are those of unsigned
# integers of the size, with another number for the dtype.
_CODES = {
    DTYPES["bfloat16"]: (dlpack.BFLOAT, np.uint16),
    DTYPES["float8_e4m3fn"]: (dlpack.FLOAT8_E4M3FN, np.uint8),
    DTYPES["float8_e5m2"]: (dlpack.FLOAT8_E5M2, np.uint8),
}
_BY_CODE = {(code, 8 * native.itemsize): native for native, (code, _) in _CODES.items()}


def to_dlpack(x: Any, max_version: tuple[int, int] | None, copy: bool | None, stream: Any) -> Any:
    """Return a capsule with a native array; read-only memory needs version 1, or is copied."""
    x = np.asarray(x)
    old = max_version is None or max_version < (1, 0)
    if copy or (copy is None and old and not x.flags.writeable):
        x = np.array(x)
    if x.dtype not in _CODES:
        return x.__dlpack__(max_version=max_version)
    code, bits = _CODES[x.dtype]
    capsule = x.view(bits).__dlpack__(max_version=max_version)
    dlpack.tensor_in(capsule).code = code
    return capsule


def dlpack_device(x: Any) -> tuple[int, int]:
    return dlpack.CPU, 0


def from_dlpack(x: Any, copy: bool) -> Any:
    """Return what shares the memory of any object with ``__dlpack__``, or a copy of it.

    Where it cannot, it raises ``BufferError``.
    """
    if x.__dlpack_device__()[0] not in (dlpack.CPU, dlpack.CUDA_HOST):
        raise BufferError("ivy: NumPy can use the memory of the CPU only")
    source = dlpack.Source(x, _as_bits)
    values = np.array(np.from_dlpack(source), copy=copy or None)
    return values if source.seen is None else values.view(source.seen)


def _as_bits(tensor: dlpack.Tensor) -> Any:
    """Have unsigned integers read instead of what NumPy lacks, and return what that is."""
    native = _BY_CODE.get((tensor.code, tensor.bits))
    if native is not None:
        tensor.code = dlpack.UNSIGNED
    return native


def _check_device(device: str | None) -> None:
    if device not in (None, "cpu"):
        raise ValueError(f"ivy: the numpy backend has the device 'cpu' only, got {device!r}")


def compiled(function: Any, options: dict[str, Any]) -> Any:
    """Return a program of native calls as the framework compiles it: NumPy has no compiler."""
    if options:
        raise TypeError(f"ivy.compile: expected no options on numpy, got {', '.join(options)}")
    return function
