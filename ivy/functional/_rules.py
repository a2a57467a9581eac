"""Rules of the op table: dtype and rank of a result from those of the arguments.

The type inference of the transpiler, the checks and the tests share them. A dtype or rank that is
not known is None, and so is then the result's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Integral, Real
from typing import Any

import numpy

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


_COMPLEX = {dtypes.float64: dtypes.complex128, dtypes.complex128: dtypes.complex128}

# The result's dtype from the common dtype of the arguments.
RESULT: dict[str, Callable[[DType], DType]] = {
    "same": lambda d: d,
    "bool": lambda d: dtypes.bool,
    "index": lambda d: dtypes.int64,
    "real": _parts,
    "complex": lambda d: _COMPLEX.get(d, dtypes.complex64),
    "accumulated": accumulated,
    "double": lambda d: (
        dtypes.complex128 if d in CATEGORIES["complex floating"] else dtypes.float64
    ),
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


def _number(value: Any) -> type:
    """The Python type of a number, which may be one of NumPy's."""
    if isinstance(value, bool | numpy.bool_):
        return bool
    return int if isinstance(value, Integral) else float if isinstance(value, Real) else complex


DEFAULT_DTYPES: dict[str, Callable[[DType | None, Mapping[str, Any]], DType | None]] = {
    "": lambda x, args: None,
    "float": lambda x, args: config.float_dtype.get(),
    "integer": lambda x, args: config.int_dtype.get(),
    "scalar": lambda x, args: config.default_dtype(_number(args["fill_value"])),
    "span": lambda x, args: (
        config.complex_dtype
        if complex in map(_number, (args["start"], args["stop"]))
        else config.float_dtype
    ).get(),
    "range": _of_range,
    "accumulated": _of_sum,
    "counts": lambda x, args: dtypes.int64 if x is None else x,
    "drawn": lambda x, args: x if x in CATEGORIES["real floating"] else config.float_dtype.get(),
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


def _quantile(r: Ranks) -> int | None:
    reduced, q = _reduced(r), r["q"]
    return None if reduced is None or q is None else reduced + q


def _covariance(r: Ranks) -> int | None:
    return None if r["x"] is None else 0 if r["x"] == 1 else 2


_NO_PARAMETERS = ("shape", "dtype", "key", "sample")


def _drawn(r: Ranks) -> int | None:
    if r["shape"] is not None:
        return _by_shape(r)
    return _broadcast(r, *[n for n in r if n not in _NO_PARAMETERS])


def _vectors(r: Ranks) -> int | None:
    if r["shape"] is not None:
        return len(r["shape"]) + 1
    found = [r.get(n, 0) for n in ("concentration", "p", "mean")]
    if "cov" in r:
        found.append(None if r["cov"] is None else r["cov"] - 1)
    return None if None in found else max(found)


def _by_shape(r: Ranks) -> int | None:
    shape = r["shape"]
    return 1 if isinstance(shape, int) else len(shape) if isinstance(shape, tuple | list) else None


def _beyond_shape(count: int) -> Callable[[Ranks], int | None]:
    def rank(r: Ranks) -> int | None:
        found = _by_shape(r)
        return None if found is None else found + count

    return rank


def _matmul(r: Ranks) -> int | None:
    a, b = r["x1"], r["x2"]
    if a is None or b is None:
        return None
    if a > 1 and b > 1:
        return max(a, b)
    return max(a, b) - 1 if a + b > 2 else 0


def _vecdot(r: Ranks) -> int | None:
    common = _broadcast(r, "x1", "x2")
    return None if common is None else common - 1


def _tensordot(r: Ranks) -> int | None:
    a, b, axes = r["x1"], r["x2"], r["axes"]
    known = a is not None and b is not None and isinstance(axes, int | tuple | list)
    return a + b - 2 * (axes if isinstance(axes, int) else len(axes[0])) if known else None


def _plus(count: int) -> Callable[[Ranks], int | None]:
    return lambda r: None if r["x"] is None else r["x"] + count


def _windows(r: Ranks) -> int | None:
    shape = r["window_shape"]
    count = 1 if isinstance(shape, int) else len(shape) if isinstance(shape, tuple | list) else None
    return None if r["x"] is None or count is None else r["x"] + count


def _squeezed(r: Ranks) -> int | None:
    if r["x"] is None:
        return None
    return r["x"] - (len(r["axis"]) if isinstance(r["axis"], tuple | list) else 1)


def _expanded(r: Ranks) -> int | None:
    if r["x"] is None:
        return None
    return r["x"] + (len(r["axis"]) if isinstance(r["axis"], tuple | list) else 1)


def _flattened(r: Ranks) -> int | None:
    if (r["start_axis"], r["end_axis"]) == (0, -1):
        return 1
    if r["x"] is None:
        return None
    rank = max(r["x"], 1)
    return rank - (r["end_axis"] % rank - r["start_axis"] % rank)


def _unflattened(r: Ranks) -> int | None:
    return None if r["x"] is None else r["x"] - 1 + len(r["shape"])


def _loss(r: Ranks) -> int | None:
    if r["reduction"] == "none":
        return _broadcast(r, "x1" if "x1" in r else "x")
    return 0 if r["reduction"] in ("mean", "sum", "batchmean") else None


def _paired(r: Ranks) -> int | None:
    common = _broadcast(r, "x1", "x2")
    return common if r["keepdims"] is True or common is None else common - 1


def _taken(r: Ranks) -> int | None:
    known = r["x"] is not None and r["indices"] is not None
    return r["x"] - 1 + r["indices"] if known else None


def _at_least(count: int) -> Callable[[Ranks], int | None]:
    return lambda r: None if r["x"] is None else max(r["x"], count)


def _tiled(r: Ranks) -> int | None:
    repetitions = r["repetitions"]
    known = r["x"] is not None and isinstance(repetitions, tuple | list)
    return max(r["x"], len(repetitions)) if known else None


RANK: dict[str, Callable[[Ranks], int | None]] = {
    "same": lambda r: r.get("x"),
    "elementwise": lambda r: _broadcast(r, "x1", "x2"),
    "elementwise of three": lambda r: _broadcast(r, "x1", "x2", "x3"),
    "attended": lambda r: _broadcast(r, "q", "k", "v"),
    "between": lambda r: _broadcast(r, "x1", "x2", "weight"),
    "where": lambda r: _broadcast(r, "condition", "x1", "x2"),
    "reduced": _reduced,
    "quantile": _quantile,
    "drawn": _drawn,
    "vectors drawn": _vectors,
    "vectors chosen": lambda r: _by_shape(r) if r["shape"] is not None else _plus(-1)(r),
    "vectors of length n": _beyond_shape(1),
    "matrices drawn": _beyond_shape(2),
    "chosen": lambda r: None if r["x"] is None else _beyond_shape(r["x"] - 1)(r),
    "covariance": _covariance,
    "parts": lambda r: _broadcast(r, "real", "imag"),
    "diag": lambda r: None if r["x"] is None else 3 - r["x"],
    "grid": _beyond_shape(1),
    "shape": _by_shape,
    "matmul": _matmul,
    "first": lambda r: 1 if r["axis"] is None else r["arrays"][0] if r["arrays"] else None,
    "first plus one": lambda r: (
        r["arrays"][0] + 1 if r["arrays"] and r["arrays"][0] is not None else None
    ),
    "plus one": _plus(1),
    "minus one": _plus(-1),
    "minus two": _plus(-2),
    "matrix reduced": lambda r: r["x"] if r["keepdims"] is True else _plus(-2)(r),
    "vector product": _vecdot,
    "paired": _paired,
    "loss": _loss,
    "tensordot": _tensordot,
    "squeezed": _squeezed,
    "windows": _windows,
    "zero": lambda r: 0,
    "tiled": _tiled,
    "expanded": _expanded,
    "flattened": _flattened,
    "unflattened": _unflattened,
    "taken": _taken,
    "looked up": lambda r: None if r["indices"] is None else r["indices"] + 1,
    "along": lambda r: 1 if r["axis"] is None else r["x"],
    "at least one": _at_least(1),
    "at least two": _at_least(2),
    "at least three": _at_least(3),
    "first operand": lambda r: r["x1"],
    "second operand": lambda r: r["x2"],
    "one": lambda r: 1,
    "two": lambda r: 2,
    "three": lambda r: 3,
    "four": lambda r: 4,
    "five": lambda r: 5,
    "unknown": lambda r: None,
}


def known(spec: Any) -> bool:
    """Return whether the rules that a declaration names exist."""
    return spec.result in RESULT and spec.rank in RANK and spec.default_dtype in DEFAULT_DTYPES
