"""Data types: the dtype objects, their categories, the promotion table, and their ranges."""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from typing import Any

__all__ = ["DType", "FInfo", "IInfo", "finfo", "iinfo", "isdtype", "promote"]


class DType:
    """A data type of array elements, the same object on every backend.

    Equal to its own name, so that ``x.dtype == "float32"`` reads as it should.

    Examples
    --------
    >>> import ivy
    >>> ivy.zeros(2).dtype
    float32
    >>> ivy.float32 == "float32"
    True
    """

    __slots__ = ("category", "itemsize", "name")

    def __init__(self, name: str, category: str, itemsize: int) -> None:
        self.name = name
        self.category = category
        self.itemsize = itemsize

    def __repr__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> builtins.bool:
        return self is other or (isinstance(other, str) and other == self.name)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return named, (self.name,)


bool = DType("bool", "bool", 1)
int8 = DType("int8", "signed integer", 1)
int16 = DType("int16", "signed integer", 2)
int32 = DType("int32", "signed integer", 4)
int64 = DType("int64", "signed integer", 8)
uint8 = DType("uint8", "unsigned integer", 1)
uint16 = DType("uint16", "unsigned integer", 2)
uint32 = DType("uint32", "unsigned integer", 4)
uint64 = DType("uint64", "unsigned integer", 8)
float16 = DType("float16", "real floating", 2)
bfloat16 = DType("bfloat16", "real floating", 2)
float8_e4m3fn = DType("float8_e4m3fn", "real floating", 1)
float8_e5m2 = DType("float8_e5m2", "real floating", 1)
float32 = DType("float32", "real floating", 4)
float64 = DType("float64", "real floating", 8)
complex64 = DType("complex64", "complex floating", 8)
complex128 = DType("complex128", "complex floating", 16)

ALL = (
    *(bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64),
    *(float16, bfloat16, float32, float64, complex64, complex128),
)
# Formats to keep numbers in. No framework computes in them: every operation takes them, computes in
# float32 and rounds what comes out, so they stand in no category of operations.
FLOAT8 = (float8_e4m3fn, float8_e5m2)
_BY_NAME = {d.name: d for d in (*ALL, *FLOAT8)}
_SIGNED = [int8, int16, int32, int64]
_UNSIGNED = [uint8, uint16, uint32, uint64]
_FLOATS = [float16, float32, float64]
_COMPLEX = {float64: complex128}

# The names that op declarations use for sets of dtypes.
CATEGORIES: dict[str, frozenset[DType]] = {
    "bool": frozenset([bool]),
    "signed integer": frozenset(_SIGNED),
    "unsigned integer": frozenset(_UNSIGNED),
    "integral": frozenset([*_SIGNED, *_UNSIGNED]),
    "integral or bool": frozenset([bool, *_SIGNED, *_UNSIGNED]),
    "real floating": frozenset([*_FLOATS, bfloat16]),
    "complex floating": frozenset([complex64, complex128]),
    "floating": frozenset([*_FLOATS, bfloat16, complex64, complex128]),
    "real": frozenset([*_SIGNED, *_UNSIGNED, *_FLOATS, bfloat16]),
    "real or bool": frozenset([bool, *_SIGNED, *_UNSIGNED, *_FLOATS, bfloat16]),
    "numeric": frozenset(ALL) - {bool},
    "any": frozenset(ALL),
}


def named(name: str) -> DType:
    """Return the dtype of this name; raise ``TypeError`` where there is none."""
    try:
        return _BY_NAME[name]
    except KeyError:
        known = ", ".join(_BY_NAME)
        raise TypeError(f"ivy: expected a dtype, got {name!r}; the dtypes are {known}") from None


def _pair(a: DType, b: DType) -> DType | None:
    """The common dtype of two, or None where there is no lossless or agreed one."""
    if a is b or b is bool:
        return a
    if a is bool:
        return b
    if a.category == b.category:
        if {a, b} == {float16, bfloat16}:
            return float32
        if {a, b} == set(FLOAT8):
            return None
        return a if a.itemsize >= b.itemsize else b
    if "complex floating" in (a.category, b.category):
        c, other = (a, b) if a.category == "complex floating" else (b, a)
        return c if other.category != "real floating" else _pair(c, _COMPLEX.get(other, complex64))
    if "real floating" in (a.category, b.category):
        return a if a.category == "real floating" else b  # the float's dtype, whatever the integer
    signed, unsigned = (a, b) if a.category == "signed integer" else (b, a)
    wide = _SIGNED[max(_SIGNED.index(signed), _UNSIGNED.index(unsigned) + 1) :]
    return None if unsigned is uint64 else wide[0]


# THE promotion table: every pair that has a common dtype.
PROMOTION: dict[tuple[DType, DType], DType] = {
    (a, b): common
    for a in (*ALL, *FLOAT8)
    for b in (*ALL, *FLOAT8)
    if (common := _pair(a, b)) is not None
}


def promote(*dtypes: DType) -> DType:
    """Return the common dtype of several; raise ``TypeError`` where there is none."""
    result, *rest = dtypes
    for d in rest:
        try:
            result = PROMOTION[result, d]
        except KeyError:
            raise TypeError(
                f"{result} and {d} have no common dtype; cast one of them first with ivy.astype"
            ) from None
    return result


def isdtype(dtype: DType, kind: DType | str | tuple[DType | str, ...]) -> builtins.bool:
    """Return whether `dtype` is of the given kind.

    Parameters
    ----------
    dtype
        The dtype to look at.
    kind
        A dtype, the standard's name of a kind (``"bool"``, ``"signed integer"``,
        ``"unsigned integer"``, ``"integral"``, ``"real floating"``, ``"complex floating"``,
        ``"numeric"``), or a tuple of these, of which one must fit.

    Raises
    ------
    ValueError
        The kind is not known.

    Examples
    --------
    >>> import ivy
    >>> ivy.isdtype(ivy.float32, ("integral", "real floating"))
    True
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, k) for k in kind)
    if isinstance(kind, DType):
        return dtype is kind
    if kind not in CATEGORIES:
        raise ValueError(
            f"ivy.isdtype: expected a kind, got {kind!r}; the kinds are {', '.join(CATEGORIES)}"
        )
    return dtype in CATEGORIES[kind] or (dtype in FLOAT8 and float32 in CATEGORIES[kind])


@dataclass(frozen=True)
class FInfo:
    """The numeric limits of a floating-point dtype."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: DType


@dataclass(frozen=True)
class IInfo:
    """The numeric limits of an integer dtype."""

    bits: int
    max: int
    min: int
    dtype: DType


# Bits of the significand without the leading one, and the exponents of the smallest normal and the
# largest number: IEEE 754, bfloat16, and https://arxiv.org/abs/2209.05433.
_FORMATS = {
    float8_e4m3fn: (3, -6, 8),
    float8_e5m2: (2, -14, 15),
    float16: (10, -14, 15),
    bfloat16: (7, -126, 127),
    float32: (23, -126, 127),
    float64: (52, -1022, 1023),
}
_PARTS = {complex64: float32, complex128: float64}


def _dtype_of(value: Any) -> DType:
    """Return a dtype that is given as itself, by name, or as an array that has it."""
    value = getattr(value, "dtype", value)
    return value if isinstance(value, DType) else named(value)


def finfo(dtype: Any, /) -> FInfo:
    """Return the limits of a floating-point dtype; of a complex one, those of its parts.

    Parameters
    ----------
    dtype
        A dtype, its name, or an array.

    Examples
    --------
    >>> import ivy
    >>> ivy.finfo(ivy.float32).eps
    1.1920928955078125e-07
    """
    given = _dtype_of(dtype)
    part = _PARTS.get(given, given)
    if part not in _FORMATS:
        raise TypeError(f"ivy.finfo: expected a floating-point dtype, got {given}; use ivy.iinfo")
    digits, low, top = _FORMATS[part]
    # float8_e4m3fn has no infinity, and its largest significand means NaN.
    significand = 2.0 - 2.0 ** -(digits - 1 if part is float8_e4m3fn else digits)
    largest = significand * 2.0**top
    return FInfo(8 * part.itemsize, 2.0**-digits, largest, -largest, 2.0**low, part)


def iinfo(dtype: Any, /) -> IInfo:
    """Return the limits of an integer dtype.

    Parameters
    ----------
    dtype
        A dtype, its name, or an array.

    Examples
    --------
    >>> import ivy
    >>> ivy.iinfo("int8").max
    127
    """
    given = _dtype_of(dtype)
    bits = 8 * given.itemsize
    if given.category == "signed integer":
        return IInfo(bits, 2 ** (bits - 1) - 1, -(2 ** (bits - 1)), given)
    if given.category == "unsigned integer":
        return IInfo(bits, 2**bits - 1, 0, given)
    raise TypeError(f"ivy.iinfo: expected an integer dtype, got {given}; use ivy.finfo")
