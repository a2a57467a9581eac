"""`Case`: the row of an operation, from which the generic tests are made.

A row names the operation, an oracle and some calls. In a call `x(2, 3)` stands for an array of that
shape, drawn in the dtype under test; everything else is passed as it stands::

    Case("take", numpy_take, [call(x(4, 3), index(4, shape=(2,)), axis=0)])

The oracle gets the same arguments as NumPy arrays in float64, complex128, int64 or bool.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy

import ivy
from ivy import dtypes
from ivy.array import CLASSES
from ivy.dtypes import ALL, CATEGORIES, DType, named
from ivy.functional import _rules
from ivy.functional._op import ARRAYS, Spec, registry

DOMAIN = (-3.0, 3.0)


@dataclass(frozen=True)
class Drawn:
    """Stands for an array that is drawn."""

    shape: tuple[int, ...]
    # Where the values lie; by default the row's domain.
    domain: tuple[float, float] | None = None
    # A dtype that does not vary with the dtype under test.
    dtype: str | None = None
    # No two elements are equal, or too near to each other for derivatives by differences.
    distinct: bool = False

    def __repr__(self) -> str:
        return "x".join(map(str, self.shape)) or "0d"


@dataclass(frozen=True)
class Given:
    """Stands for an array of values that are written down."""

    values: Any
    dtype: str | None = None

    def __repr__(self) -> str:
        return "given"


def x(*shape: int, domain: tuple[float, float] | None = None, distinct: bool = False) -> Drawn:
    """Stand for an array of a shape, in the dtype under test."""
    return Drawn(shape, domain, None, distinct)


def index(length: int, *, shape: tuple[int, ...]) -> Drawn:
    """Stand for int64 positions on an axis of a length, also negative ones."""
    return Drawn(shape, (-length, length - 1), "int64")


def classes(count: int, *, shape: tuple[int, ...]) -> Drawn:
    """Stand for int64 numbers from 0 to ``count - 1``."""
    return Drawn(shape, (0, count - 1), "int64")


def mask(*shape: int) -> Drawn:
    """Stand for a bool array."""
    return Drawn(shape, None, "bool")


@dataclass(frozen=True)
class Call:
    """The arguments of one call of an operation."""

    args: tuple[Any, ...]
    options: Mapping[str, Any]

    def __repr__(self) -> str:
        parts = [_text(a) for a in self.args]
        parts += [f"{k}={_text(v)}" for k, v in self.options.items()]
        return ",".join(parts) or "none"


def call(*args: Any, **options: Any) -> Call:
    """Say how an operation is called."""
    return Call(args, options)


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "+".join(map(_text, value))
    return repr(value).replace(" ", "").replace("::", ":")


@dataclass(frozen=True, eq=False)
class Case:
    """The row of an operation."""

    name: str
    oracle: Callable[..., Any]
    calls: Sequence[Call]
    # Where values are drawn from, unless a call says otherwise.
    domain: tuple[float, float] = DOMAIN
    # Calls with infinities, NaNs and edges, run in float32 only, and once in each backend.
    special: Sequence[Call] = ()
    # The dtypes to test, if not all those that the operation takes.
    dtypes: Sequence[str] = ()
    # A factor on the tolerance, and the reason for it.
    loosen: float = 1
    reason: str = ""
    # The rules (`ivy.functional._rules.RESULT`) of several results.
    results: Sequence[str] = ()
    # Whether derivatives with respect to its drawn arrays exist (and the tape has them).
    differentiable: bool = True
    # Turn results into what does not depend on the backend, before they are compared.
    canonical: Callable[..., Any] | None = None
    # Why the values have no oracle: then only dtype and shape of the oracle's result count.
    no_values: str = ""
    spec: Spec = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "spec", registry[self.name])

    def __repr__(self) -> str:
        return self.name

    @property
    def public(self) -> Callable[..., Any]:
        """The public function."""
        return self.spec.call

    @property
    def accepted(self) -> list[str]:
        """The dtypes of arrays that the operation takes, those that it casts included."""
        if self.dtypes:
            return list(self.dtypes)
        if not self._has_arrays():
            return ["float32"]
        category = CATEGORIES[self.spec.dtypes]
        if self.spec.dtypes in ("floating", "real floating"):
            category |= {dtypes.int64, dtypes.uint8, dtypes.bool}
        return [d.name for d in ALL if d in category]

    @property
    def rejected(self) -> list[str]:
        """The dtypes that the operation refuses."""
        if not self._has_arrays():
            return []
        category = CATEGORIES[self.spec.dtypes]
        if self.spec.dtypes in ("floating", "real floating"):
            category |= CATEGORIES["integral or bool"]
        return [d.name for d in ALL if d not in category]

    @property
    def main_dtype(self) -> str:
        """The dtype in which every call is tested."""
        order = ("float32", "int64", "bool", "complex64")
        return next(d for d in order if d in self.accepted)

    def _has_arrays(self) -> bool:
        return any(_varies(a) for c in self.calls[:1] for a in (*c.args, *c.options.values()))

    def arguments(self, which: Call, dtype: str) -> tuple[list[Any], dict[str, Any]]:
        """Return the arguments of a call with NumPy arrays for the arrays, the same each time."""
        rng = numpy.random.default_rng(zlib.crc32(self.name.encode()))
        args = [self._value(a, dtype, rng) for a in which.args]
        return args, {k: self._value(v, dtype, rng) for k, v in which.options.items()}

    def _value(self, value: Any, dtype: str, rng: numpy.random.Generator) -> Any:
        if isinstance(value, Drawn):
            return draw(value, value.domain or self.domain, value.dtype or dtype, rng)
        if isinstance(value, Given):
            return numpy.array(value.values, native(value.dtype or dtype))
        if isinstance(value, list | tuple):
            return type(value)([self._value(v, dtype, rng) for v in value])
        return value

    def expected(self, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """Return what the oracle gives, computed in the widest dtypes."""
        known = {k: v for k, v in options.items() if k not in ("dtype", "device")}
        args, known = widened(list(args)), {k: widened(v) for k, v in known.items()}
        if self.spec.dtypes in ("floating", "real floating"):
            # These compute with integers as floats.
            args = [_as_float(v) for v in args]
        with numpy.errstate(all="ignore"):
            return self.oracle(*args, **known)

    def result_dtypes(self, which: Call, dtype: str) -> list[str]:
        """Return the dtypes that the op table states for the results of a call."""
        by_name = dict(zip([p.name for p in self.spec.params], which.args, strict=False))
        by_name |= which.options
        rules = list(self.results) or [self.spec.result]
        if by_name.get("dtype") is not None:
            return [str(by_name["dtype"])] * len(rules)
        common = self._common(by_name, dtype)
        if self.spec.default_dtype:
            options = {p.name: p.default for p in self.spec.params} | by_name
            default = _rules.default_dtype(self.spec, common, options)
            return [str(default or common)] * len(rules)
        # The rules of operations without arrays do not look at the dtype.
        return [_rules.RESULT[r](common).name for r in rules]  # type: ignore[arg-type]

    def _common(self, by_name: Mapping[str, Any], dtype: str) -> DType | None:
        """The dtype that the operation works in."""
        names = self.spec.promoted or [p.name for p in self.spec.arrays[:1]]
        values = [v for n in names for v in _flat(by_name.get(n))]
        found = [named(v.dtype or dtype) for v in values if isinstance(v, Drawn | Given)]
        if not found:
            return None
        kinds = {type(v) for v in values if isinstance(v, bool | int | float | complex)}
        common = _rules.with_scalars(ivy.result_type(*found), kinds)
        if common in CATEGORIES[self.spec.dtypes]:
            return common
        return ivy.config.float_dtype.get()

    def ranks(self, which: Call) -> Any:
        """Return what the op table states for the rank of the result of a call; None: unknown."""
        options = {p.name: p.default for p in self.spec.params}
        options |= dict(zip([p.name for p in self.spec.params], which.args, strict=False))
        options |= which.options
        kinds = {p.name: p.kind for p in self.spec.params}
        known = {k: _rank(v) if kinds[k] in ARRAYS else v for k, v in options.items()}
        return _rules.RANK[self.spec.rank](known)


def _flat(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def _varies(value: Any) -> bool:
    return any(isinstance(v, Drawn | Given) and v.dtype is None for v in _flat(value))


def _rank(value: Any) -> Any:
    if isinstance(value, list):
        return [_rank(v) for v in value]
    if isinstance(value, Drawn):
        return len(value.shape)
    if isinstance(value, Given):
        return numpy.ndim(value.values)
    return None if value is None else 0


def native(dtype: str) -> Any:
    """Return NumPy's dtype of a name."""
    return CLASSES["numpy"].CORE.DTYPES[dtype]


def draw(what: Drawn, domain: tuple[float, float], dtype: str, rng: numpy.random.Generator) -> Any:
    """Draw an array."""
    low, high = domain
    kind = named(dtype).category
    if kind == "bool":
        return rng.integers(0, 2, what.shape).astype(bool)
    if kind in ("signed integer", "unsigned integer"):
        low = max(low, 0) if kind == "unsigned integer" else low
        least, most = int(numpy.ceil(low)), int(numpy.floor(max(high, low)))
        return rng.integers(least, most, what.shape, endpoint=True).astype(dtype)
    if what.distinct:
        count = int(numpy.prod(what.shape))
        values = rng.permutation(numpy.linspace(low, high, count)).reshape(what.shape)
    else:
        values = rng.uniform(low, high, what.shape)
    if kind == "complex floating":
        values = values + 1j * rng.uniform(low, high, what.shape)
    return values.astype(native(dtype))


def widened(value: Any) -> Any:
    """Return arrays in the widest dtype of their kind, others as they are."""
    if isinstance(value, list | tuple):
        return type(value)([widened(v) for v in value])
    if not isinstance(value, numpy.ndarray):
        return value
    category = named(value.dtype.name).category
    kinds = {"real floating": "float64", "complex floating": "complex128", "bool": "bool"}
    return value.astype(kinds.get(category, "int64"))


def _as_float(value: Any) -> Any:
    whole = isinstance(value, numpy.ndarray) and value.dtype.kind in "bi"
    return value.astype("float64") if whole else value


def arrays(value: Any) -> Any:
    """Return NumPy arrays as Ivy arrays on the current backend, others as they are."""
    if isinstance(value, list | tuple):
        return type(value)([arrays(v) for v in value])
    if isinstance(value, dict):
        return {k: arrays(v) for k, v in value.items()}
    return ivy.asarray(value, copy=True) if isinstance(value, numpy.ndarray) else value


def each_call(cases: Sequence[Case]) -> list[tuple[Case, Call]]:
    """Return every call of every row."""
    return [(case, which) for case in cases for which in case.calls]


# -- what many rows share ------------------------------------------------------------------------

INF, NAN = numpy.inf, numpy.nan
SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, INF, -INF, NAN)

UNARY = (call(x(2, 3)), call(x()), call(x(0, 3)))
BINARY = (
    call(x(2, 3), x(2, 3)),
    call(x(2, 1), x(3)),
    call(x(2, 3), 2),
    call(2, x(3)),
    call(x(), x(2)),
    call(x(0, 3), x(1, 3)),
)
REDUCTIONS = (
    call(x(2, 3, 4)),
    call(x(2, 3, 4), axis=0),
    call(x(2, 3, 4), axis=-1, keepdims=True),
    call(x(2, 3, 4), axis=(0, 2)),
    call(x(2, 3, 4), keepdims=True),
    call(x()),
)
SPECIAL_PAIRS = call(
    Given([[v] * len(SPECIAL) for v in SPECIAL]), Given([list(SPECIAL)] * len(SPECIAL))
)


def unary(name: str, oracle: Callable[..., Any], **more: Any) -> Case:
    """Make the row of a function of each element."""
    more = {"special": [call(Given(SPECIAL))], **more}
    return Case(name, oracle, more.pop("calls", UNARY), **more)


def binary(name: str, oracle: Callable[..., Any], **more: Any) -> Case:
    """Make the row of a function of each pair of elements."""
    more = {"special": [SPECIAL_PAIRS], **more}
    return Case(name, oracle, more.pop("calls", BINARY), **more)


def reduction(name: str, oracle: Callable[..., Any], **more: Any) -> Case:
    """Make the row of a reduction."""
    special = [
        call(Given([[1.0, NAN, 2.0], [INF, 1.0, -INF], [INF, 2.0, 1.0], [-INF] * 3]), axis=1)
    ]
    return Case(name, oracle, more.pop("calls", REDUCTIONS), **{"special": special, **more})
