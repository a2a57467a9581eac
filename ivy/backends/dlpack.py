"""DLPack capsules: what is in them, for frameworks that fail on some or lack a dtype.

The layout is that of `dlpack.h`, versions 0.x and 1.x.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

# Numbers of devices and of dtypes.
CPU, CUDA, CUDA_HOST, ROCM, CUDA_MANAGED = 1, 2, 3, 10, 13
UNSIGNED, BFLOAT, FLOAT8_E4M3FN, FLOAT8_E5M2 = 1, 4, 10, 12


class Tensor(ctypes.Structure):
    """The description of an array in a capsule; what is written to it changes the capsule."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("lengths", ctypes.POINTER(ctypes.c_int64)),
        ("steps", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
        return tuple(self.lengths[: self.ndim])

    @property
    def strides(self) -> tuple[int, ...]:
        """The distance of neighbours along each axis, in elements."""
        return tuple(self.steps[: self.ndim]) if self.steps else _row_major(self.shape)


def _row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides, step = [], 1
    for length in reversed(shape):
        strides.append(step)
        step *= length
    return tuple(reversed(strides))


def is_row_major(tensor: Tensor) -> bool:
    """Return whether the elements lie one after the other, in the order of the last axis first."""
    pairs = zip(tensor.shape, tensor.strides, _row_major(tensor.shape), strict=True)
    return 0 in tensor.shape or all(n == 1 or a == b for n, a, b in pairs)


def is_dense(tensor: Tensor) -> bool:
    """Return whether the elements lie one after the other, in the order of any axes."""
    axes = [(s, n) for s, n in zip(tensor.strides, tensor.shape, strict=True) if n != 1]
    axes.sort()
    steps = _row_major(tuple(n for _, n in reversed(axes)))[::-1]
    return 0 in tensor.shape or all(s == e for (s, _), e in zip(axes, steps, strict=True))


_name = ctypes.pythonapi.PyCapsule_GetName
_name.restype, _name.argtypes = ctypes.c_char_p, [ctypes.py_object]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

# Where the description begins: since version 1 after version, context, deleter and flags.
_OFFSETS = {b"dltensor": 0, b"dltensor_versioned": 32}


def tensor_in(capsule: Any) -> Tensor:
    """Return the description of the array in a capsule that nobody has taken yet."""
    name = _name(capsule)
    return Tensor.from_address(_pointer(capsule, name) + _OFFSETS[name])


class Source:
    """An object with ``__dlpack__`` whose capsules are looked at on their way.

    `look` gets the description of the array. It may change it, or raise ``BufferError``; what it
    returned last is `seen`.
    """

    def __init__(self, x: Any, look: Callable[[Tensor], Any]) -> None:
        self.x = x
        self.look = look
        self.seen: Any = None

    def __dlpack__(self, **options: Any) -> Any:
        capsule = self.x.__dlpack__(**options)
        self.seen = self.look(tensor_in(capsule))
        return capsule

    def __dlpack_device__(self) -> Any:
        return self.x.__dlpack_device__()
