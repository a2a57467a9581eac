"""What torch says of tensors besides their values: dtypes, devices, sizes and ranges."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import Any, SupportsIndex

from ivy import config, dtypes
from ivy.dtypes import CATEGORIES, DType


class dtype:
    """A data type of torch, such as ``torch.float32``; each is one object.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.zeros(2).dtype
    torch.float32
    """

    __slots__ = ("array", "name")

    def __init__(self, name: str, array: DType) -> None:
        self.name = name
        # Ivy's dtype.
        self.array = array

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> Any:
        return _named, (self.name,)

    @property
    def is_floating_point(self) -> builtins.bool:
        """Whether it is a real floating-point dtype."""
        return self.array in CATEGORIES["real floating"]

    @property
    def is_complex(self) -> builtins.bool:
        """Whether it is a complex dtype."""
        return self.array in CATEGORIES["complex floating"]

    @property
    def is_signed(self) -> builtins.bool:
        """Whether it has negative values."""
        return self.array.category not in ("bool", "unsigned integer")

    @property
    def itemsize(self) -> builtins.int:
        """The number of bytes of an element."""
        return self.array.itemsize


float16 = half = dtype("float16", dtypes.float16)
bfloat16 = dtype("bfloat16", dtypes.bfloat16)
float32 = float = dtype("float32", dtypes.float32)
float64 = double = dtype("float64", dtypes.float64)
complex64 = cfloat = dtype("complex64", dtypes.complex64)
complex128 = cdouble = dtype("complex128", dtypes.complex128)
uint8 = dtype("uint8", dtypes.uint8)
uint16 = dtype("uint16", dtypes.uint16)
uint32 = dtype("uint32", dtypes.uint32)
uint64 = dtype("uint64", dtypes.uint64)
int8 = dtype("int8", dtypes.int8)
int16 = short = dtype("int16", dtypes.int16)
int32 = int = dtype("int32", dtypes.int32)
int64 = long = dtype("int64", dtypes.int64)
bool = dtype("bool", dtypes.bool)

_ALL = (
    *(float16, bfloat16, float32, float64, complex64, complex128, bool),
    *(uint8, uint16, uint32, uint64, int8, int16, int32, int64),
)
# The dtype for the name of Ivy's.
BY_NAME: dict[str, dtype] = {d.name: d for d in _ALL}
_OF_PYTHON = {builtins.bool: bool, builtins.int: int64, builtins.float: float64}


def _named(name: str) -> dtype:
    return BY_NAME[name]


def to_dtype(value: Any) -> DType:
    """Return Ivy's dtype for one of torch; Python's number types stand for theirs."""
    if type(value) is dtype:
        return value.array
    if isinstance(value, DType):
        return value
    if value is builtins.float:
        return config.float_dtype.get()
    if isinstance(value, type) and value in _OF_PYTHON:
        return _OF_PYTHON[value].array
    raise TypeError(f"argument 'dtype' must be torch.dtype, not {type(value).__name__}")


def get_default_dtype() -> dtype:
    """Return the dtype that new floating-point tensors get.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.get_default_dtype()
    torch.float32
    """
    return BY_NAME[config.float_dtype.get().name]


def set_default_dtype(d: dtype) -> None:
    """Change the dtype that new floating-point tensors get; it is Ivy's default float dtype.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.set_default_dtype(torch.float32)
    """
    if not (isinstance(d, dtype) and d.is_floating_point):
        raise TypeError(f"only floating-point types are supported as the default type, got {d!r}")
    config.float_dtype.set(d.array)
    config.complex_dtype.set(dtypes.complex128 if d.array is dtypes.float64 else dtypes.complex64)


class finfo:
    """The limits of a floating-point dtype.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.finfo(torch.float32).max
    3.4028234663852886e+38
    """

    def __init__(self, type: dtype | None = None) -> None:
        given = get_default_dtype() if type is None else type
        if not (given.is_floating_point or given.is_complex):
            raise TypeError(f"torch.finfo() requires a floating point input type, got {given!r}")
        info = dtypes.finfo(given.array)
        self.bits, self.eps, self.max, self.min = info.bits, info.eps, info.max, info.min
        self.tiny = self.smallest_normal = info.smallest_normal
        self.dtype = info.dtype.name
        self.resolution = _RESOLUTION[info.dtype.name]


# 10 to the minus number of decimal digits that the dtype holds.
_RESOLUTION = {"float16": 1e-3, "bfloat16": 1e-2, "float32": 1e-6, "float64": 1e-15}


class iinfo:
    """The limits of an integer dtype.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.iinfo(torch.int8).max
    127
    """

    def __init__(self, type: dtype) -> None:
        if type.array not in CATEGORIES["integral"]:
            raise TypeError(f"torch.iinfo() requires an integer input type, got {type!r}")
        info = dtypes.iinfo(type.array)
        self.bits, self.max, self.min, self.dtype = info.bits, info.max, info.min, type.name


class device:
    """A device: its type, and which of that type.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.device("cpu")
    device(type='cpu')
    """

    __slots__ = ("index", "type")

    type: str
    index: builtins.int | None

    def __init__(self, type: Any, index: builtins.int | None = None) -> None:
        if isinstance(type, device):
            type, index = type.type, type.index
        kind, _, number = str(type).partition(":")
        if kind not in ("cpu", "cuda", "mps", "xpu", "meta") or (number and not number.isdigit()):
            raise RuntimeError(f"Invalid device string: {type!r}")
        self.type = kind
        self.index = builtins.int(number) if number else index

    def __eq__(self, other: object) -> builtins.bool:
        return isinstance(other, device) and str(self) == str(other)

    def __hash__(self) -> builtins.int:
        return hash(str(self))

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self) -> str:
        number = "" if self.index is None else f", index={self.index}"
        return f"device(type={self.type!r}{number})"

    def __reduce__(self) -> Any:
        return device, (self.type, self.index)


def to_device(value: Any) -> str | None:
    """Return Ivy's name for a device of torch; None stands for where a backend puts arrays."""
    wanted = device(value)
    if wanted.type != "cpu":
        raise RuntimeError(
            f"ivy's torch frontend has the device 'cpu' only, got {str(wanted)!r}; "
            "torch.cuda.is_available() says so: choose the device by it"
        )
    return None


class Size(tuple[builtins.int, ...]):
    """The shape of a tensor.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.zeros(2, 3).shape
    torch.Size([2, 3])
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def numel(self) -> builtins.int:
        """Return the number of elements of a tensor of this shape."""
        count = 1
        for n in self:
            count *= n
        return count

    def __getitem__(self, key: Any) -> Any:
        part = tuple.__getitem__(self, key)
        return Size(part) if isinstance(key, slice) else part

    def __add__(self, other: Any) -> Size:
        return Size(tuple.__add__(self, other)) if isinstance(other, tuple) else NotImplemented

    def __radd__(self, other: Any) -> Size:
        return Size(other + tuple(self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count: SupportsIndex) -> Size:
        return Size(tuple.__mul__(self, count))

    def __reduce__(self) -> Any:
        return Size, (tuple(self),)


def sizes(given: Iterable[Any]) -> tuple[builtins.int, ...]:
    """Return a shape that was given as several integers, or as one sequence of them."""
    given = tuple(given)
    if len(given) == 1 and isinstance(given[0], list | tuple):
        given = tuple(given[0])
    return given


class memory_format:
    """How a tensor's elements are laid out; only the contiguous layout is there."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"torch.{self._name}"


contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
channels_last = memory_format("channels_last")


class layout:
    """How a tensor is stored; only the strided layout is there."""

    def __repr__(self) -> str:
        return "torch.strided"


strided = layout()
