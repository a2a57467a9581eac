"""Rules of the op table: dtype and rank of a result from those of the arguments.

The type inference of the transpiler, the checks and the tests share them. A dtype or rank that is
not known is None, and so is then the result's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ivy import config, dtypes
from ivy.dtypes import CATEGORIES, DType

# -- dtypes --------------------------------------------------------------------------------------


def with_scalars(dtype: DType, kinds: set[type]) -> DType:
    """Return the dtype of an array of `dtype` together with Python scalars of these types."""
    integral = dtype in CATEGORIES["integral or bool"]
    if complex in kinds and dtype not in CATEGORIES["complex floating"]:
        return dtypes.complex128 if dtype is dtypes.float64 else config.complex_dtype.get()
    if float in kinds and integral:
        return config.float_dtype.get()
    if int in kinds and dtype is dtypes.bool:
        return config.int_dtype.get()
    return dtype


def accumulated(dtype: DType) -> DType:
    """Return the dtype that sums and products of a dtype are taken in."""
    if dtype in CATEGORIES["unsigned integer"]:
        return dtypes.uint64
    return dtypes.int64 if dtype in CATEGORIES["integral or bool"] else dtype


def _parts(dtype: DType) -> DType:
    return {dtypes.complex64: dtypes.float32, dtypes.complex128: dtypes.float64}.get(dtype, dtype)


# The result's dtype from the common dtype of the arguments.
RESULT: dict[str, Callable[[DType], DType]] = {
    "same": lambda d: d,
    "bool": lambda d: dtypes.bool,
    "index": lambda d: dtypes.int64,
    "real": _parts,
    "accumulated": accumulated,
    # What the option `dtype` says.
    "option": lambda d: d,
}


def default_dtype(spec: Any, x: DType | None, args: Mapping[str, Any]) -> DType | None:
    """Return what an absent `dtype=` means; None leaves the dtype of the array."""
    return DEFAULT_DTYPES[spec.default_dtype](x, args)


def _of_range(x: DType | None, args: Mapping[str, Any]) -> DType:
    values = (args["start"], args["stop"], args["step"])
    whole = all(isinstance(v, int) or v is None for v in values)
    return (config.int_dtype if whole else config.float_dtype).get()


def _of_sum(x: DType | None, args: Mapping[str, Any]) -> DType | None:
    assert x is not None
    wanted = accumulated(x)
    return None if wanted is x else wanted


DEFAULT_DTYPES: dict[str, Callable[[DType | None, Mapping[str, Any]], DType | None]] = {
    "": lambda x, args: None,
    "float": lambda x, args: config.float_dtype.get(),
    "integer": lambda x, args: config.int_dtype.get(),
    "scalar": lambda x, args: config.default_dtype(type(args["fill_value"])),
    "range": _of_range,
    "accumulated": _of_sum,
}

# -- ranks ---------------------------------------------------------------------------------------

Ranks = Mapping[str, Any]  # the rank of each array argument, and the value of each option


def _broadcast(r: Ranks, *names: str) -> int | None:
    known = [r.get(n) for n in names]
    return None if any(k is None for k in known) else max(k for k in known if k is not None)


def _reduced(r: Ranks) -> int | None:
    if r["keepdims"] is True:
        rank: int | None = r["x"]
        return rank
    if r["axis"] is None:
        return 0
    if r["x"] is None or r["keepdims"] is not False:
        return None
    if isinstance(r["axis"], int):
        return int(r["x"]) - 1
    return int(r["x"]) - len(r["axis"]) if isinstance(r["axis"], tuple | list) else None


def _by_shape(r: Ranks) -> int | None:
    shape = r["shape"]
    return 1 if isinstance(shape, int) else len(shape) if isinstance(shape, tuple | list) else None


def _matmul(r: Ranks) -> int | None:
    a, b = r["x1"], r["x2"]
    if a is None or b is None:
        return None
    if a > 1 and b > 1:
        return max(a, b)
    return max(a, b) - 1 if a + b > 2 else 0


def _plus(count: int) -> Callable[[Ranks], int | None]:
    return lambda r: None if r["x"] is None else r["x"] + count


def _squeezed(r: Ranks) -> int | None:
    if r["x"] is None:
        return None
    return r["x"] - (len(r["axis"]) if isinstance(r["axis"], tuple | list) else 1)


def _tiled(r: Ranks) -> int | None:
    repetitions = r["repetitions"]
    known = r["x"] is not None and isinstance(repetitions, tuple | list)
    return max(r["x"], len(repetitions)) if known else None


RANK: dict[str, Callable[[Ranks], int | None]] = {
    "same": lambda r: r.get("x"),
    "elementwise": lambda r: _broadcast(r, "x1", "x2"),
    "where": lambda r: _broadcast(r, "condition", "x1", "x2"),
    "reduced": _reduced,
    "shape": _by_shape,
    "matmul": _matmul,
    "first": lambda r: 1 if r["axis"] is None else r["arrays"][0] if r["arrays"] else None,
    "first plus one": lambda r: (
        r["arrays"][0] + 1 if r["arrays"] and r["arrays"][0] is not None else None
    ),
    "plus one": _plus(1),
    "minus one": _plus(-1),
    "squeezed": _squeezed,
    "zero": lambda r: 0,
    "tiled": _tiled,
    "one": lambda r: 1,
    "two": lambda r: 2,
    "four": lambda r: 4,
    "unknown": lambda r: None,
}


def known(spec: Any) -> bool:
    """Return whether the rules that a declaration names exist."""
    return spec.result in RESULT and spec.rank in RANK and spec.default_dtype in DEFAULT_DTYPES
