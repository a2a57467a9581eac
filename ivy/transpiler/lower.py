"""Lowering: what a call of the source framework is in the target's own functions.

A call runs the frontend's function on arrays that hold expressions. Each operation that it meets
runs the target backend's own function on recorders of the framework's modules, so that what is
left are native expressions. Where one expression is not enough, the function that needs more
becomes a helper: a backend's function by its own source, any other one specialised.
"""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import inspect
import keyword
import re
import sys
import textwrap
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy

from ivy import backends, config
from ivy.array import Array
from ivy.dtypes import CATEGORIES, DType, named
from ivy.functional import _rules
from ivy.functional._op import registry
from ivy.transpiler import known, operators
from ivy.transpiler.evaluate import (
    ARRAY_CLASS,
    NATIVE,
    Evaluator,
    Packed,
    SourceRaises,
    arguments,
    packed,
    positional,
    signature,
    simple,
)
from ivy.transpiler.targets import (
    HELPER_MODULES,
    TARGETS,
    Rec,
    Target,
    WrittenFloat,
    WrittenInt,
    WrittenStr,
    written,
)
from ivy.transpiler.values import (
    MISSING,
    WRITE_DTYPE,
    Fact,
    LowerArray,
    NeedsRuntime,
    Sym,
    Unsupported,
    call_node,
    fact_of,
    has_runtime,
    path_node,
    shortened,
    to_node,
)

__all__ = ["Fact", "Helper", "Lowered", "Lowering", "NeedsRuntime", "Sym", "Unsupported"]

# What may stand in place of one call; beyond it a helper reads better.
MOST_CALLS = 3
MOST_PARTS = 6  # calls and operators
MOST_CALLS_OF_BACKENDS = 2
MOST_CONDITIONS = 1
WIDEST = 100


@dataclass(frozen=True)
class Helper:
    """A function of the output's helper module.

    `source` is its text, which calls other helpers by their bare names; `imports` are the import
    lines that it needs.
    """

    name: str
    source: str
    imports: tuple[str, ...]


@dataclass(frozen=True)
class Lowered:
    """What a call became.

    `node` is the expression; helpers stand in it as ``helpers.NAME``. `how` is ``"in place"``,
    ``"conditional"`` or ``"helper"``; `reason` says why it is no plain expression. `assumptions`
    are what was taken to be true of the arguments.
    """

    node: ast.expr
    fact: Fact
    how: str
    reason: str = ""
    assumptions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The expression as source."""
        return ast.unparse(self.node)


class Lowering:
    """Lowers calls to one target, and collects the helpers and imports that they need.

    Parameters
    ----------
    target
        ``"numpy"``, ``"tensorflow"``, ``"jax"`` or ``"torch"``.
    source
        The framework that the code was written for.

    Examples
    --------
    >>> import ivy
    >>> lowering = Lowering("numpy")
    >>> x = Sym(ast.Name("x"), Fact("array", 2, ivy.float32))
    >>> lowering.call(ivy.mean, (x,), {"axis": 1}).text
    'np.mean(x, axis=1)'
    >>> sorted(lowering.imports)
    ['import numpy as np']
    """

    def __init__(self, target: str, source: str = "torch") -> None:
        if target not in TARGETS:
            raise ValueError(
                f"ivy.transpile: expected a target among {', '.join(TARGETS)}, got {target!r}"
            )
        self.target: Target = TARGETS[target]
        self.core = self.target.core
        self.source = source
        self.helpers: dict[str, Helper] = {}
        self.imports: set[str] = set()
        self.evaluator = Evaluator(self, known.table())
        self.array_class: type[LowerArray] = type(
            "LowerArray", (LowerArray,), {"__slots__": (), "NAME": target, "build": self._build}
        )
        # The keys of helpers, to find one that was made before.
        self._made: dict[Any, str] = {}
        # Why each helper is there.
        self._reasons: dict[str, str] = {}
        self._assumptions: dict[str, None] = {}
        # Of arrays of this call, the operation that they came from, and its arguments.
        # The tokens of dtypes that were assumed to be floating-point ones.
        self.floating: set[Any] = set()
        self._origins: dict[int, tuple[ast.expr, str, Mapping[str, Any]]] = {}
        # For each helper that is being written, what its parameters are outside.
        self._outer: list[dict[str, ast.expr]] = []
        self._costly: set[int] = set()

    def _build(self, spec: Any) -> Callable[..., Any]:
        return lambda *args: self.apply(spec, args)

    # -- what the transpiler calls -------------------------------------------------------------

    def call(
        self, fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Lowered:
        """Lower a call of a raw frontend function, or of an operation of the core.

        Parameters
        ----------
        fn
            The function; of a decorated one the undecorated one below it is taken.
        args, kwargs
            Python values, `Sym`s, or lists, tuples and slices of them.

        Raises
        ------
        Unsupported
            The target cannot do it, or the call raises whatever the arguments are.
        """
        with self._session():
            given = [self.incoming(a) for a in args]
            named_args = {k: self.incoming(v) for k, v in kwargs.items()}
            value = self._enter(fn, given, named_args)
            return self.finish(value, (*given, *named_args.values()), prefer_call=True)

    def operator(self, symbol: str, left: Any, right: Any = None) -> Lowered:
        """Lower ``left symbol right``; a unary one (``"-"``, ``"~"``, ``"+"``) has no `right`."""
        with self._session():
            operands = [self.incoming(left)]
            if right is not None:
                operands.append(self.incoming(right))
            value = operators.lower(self, symbol, *operands)
            return self.finish(value, operands)

    def subscript(self, value: Any, key: Any) -> Lowered:
        """Lower ``value[key]``; `key` is an index of Python values, slices and `Sym`s."""
        with self._session():
            array, index = self.incoming(value), self.incoming(key)
            result = operators.subscript(self, array, index)
            return self.finish(result, (array, index))

    def store(self, value: Any, key: Any, new: Any, *, fresh: bool = False) -> Lowered | None:
        """Lower ``value[key] = new`` to the expression of the array after it.

        None where the statement may stay as it is: on targets whose arrays can be written to, if
        the array is `fresh`, that is, seen by nobody else.
        """
        if fresh and self.target.name in ("numpy", "torch"):
            return None
        with self._session():
            parts = [self.incoming(v) for v in (value, key, new)]
            result = operators.store(self, *parts)
            return self.finish(result, parts)

    # -- one call ------------------------------------------------------------------------------

    @contextmanager
    def _session(self) -> Iterator[None]:
        """Start afresh, and take back what a failed call has made."""
        self._assumptions, self._outer, self._costly = {}, [], set()
        self._origins, self.floating = {}, set()
        before = self._snapshot()
        tokens = (
            ARRAY_CLASS.set(self.array_class),
            NATIVE.set(False),
            backends.current.set(self.array_class),
            WRITE_DTYPE.set(self.target.dtype),
        )
        try:
            yield
        except NeedsRuntime as why:
            self._restore(before)
            raise Unsupported(f"{why} is not known before the program runs") from why
        except (SourceRaises, Unsupported) as error:
            self._restore(before)
            raise Unsupported(str(error)) from error
        finally:
            ARRAY_CLASS.reset(tokens[0])
            NATIVE.reset(tokens[1])
            backends.current.reset(tokens[2])
            WRITE_DTYPE.reset(tokens[3])

    def _snapshot(self) -> Any:
        return dict(self.helpers), dict(self._made), dict(self._assumptions)

    def _restore(self, before: Any) -> None:
        self.helpers, self._made, self._assumptions = (dict(part) for part in before)

    def incoming(self, value: Any) -> Any:
        """Return an argument as functions below the boundary see it."""
        if isinstance(value, Sym):
            if value.simple is False:
                self._costly.add(id(value.node))
            if value.fact.kind == "array":
                return self.array_class(value)
            if value.fact.kind == "none":
                return None
            if value.fact.kind == "dtype" and isinstance(value.fact.dtype, DType):
                return value.fact.dtype
            return value
        if isinstance(value, Lowered):
            return self.incoming(Sym(value.node, value.fact))
        if isinstance(value, slice):
            return slice(*[self.incoming(p) for p in (value.start, value.stop, value.step)])
        if type(value) in (tuple, list):
            return type(value)([self.incoming(v) for v in value])
        if type(value).__name__ == "dtype" and str(value).startswith(f"{self.source}."):
            return named(str(value).rpartition(".")[2])
        return written(value)

    def _enter(self, fn: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Run a function with what its boundary does: the source's promotion."""
        if _is_constructor(fn):
            values = dict(arguments(fn, args, kwargs))
            return self.asarray(next(iter(values.values())), values.get("dtype"))
        public = fn
        if not hasattr(fn, "__wrapped__"):
            public = getattr(sys.modules.get(fn.__module__ or ""), fn.__name__, fn)
        raw = getattr(public, "__wrapped__", None)
        if raw is None or getattr(public, "spec", None) is not None or fn not in (raw, public):
            return self.evaluator.call(fn, args, kwargs)
        kwargs = self._without_aliases(raw, kwargs)
        promoted = getattr(public, "promoted", ())
        if promoted:
            given = dict(arguments(raw, args, kwargs))
            pair = [given[n] for n in promoted]
            if all(isinstance(v, LowerArray) for v in pair):
                pair = operators.promote(self, *pair)
                bools = public.__globals__.get("bools")
                if bools is not None and [v.fact.dtype for v in pair] == ["bool", "bool"]:
                    return self.evaluator.call(bools, pair, {})
                given.update(zip(promoted, pair, strict=True))
                args, kwargs = _as_call(raw, given)
        return self.evaluator.call(raw, args, kwargs)

    def _without_aliases(self, raw: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
        """Return keyword arguments under the names of the function's own parameters."""
        known = signature(raw).parameters
        if all(n in known for n in kwargs):
            return kwargs
        boundary = importlib.import_module(f"ivy.frontends.{self.source}._frontend").boundary
        own = {alias: name for name, alias in getattr(boundary, "aliases", {}).items()}
        return {n if n in known else own.get(n, n): v for n, v in kwargs.items()}

    def finish(self, value: Any, given: Sequence[Any], prefer_call: bool = False) -> Lowered:
        """Return the outcome of a call, and keep the imports that it needs."""
        mine = given_nodes(given)
        node = to_node(_collapsed(value))
        call_form = getattr(node, "call_form", None)
        if prefer_call and call_form is not None and _plain_operands(call_form, mine):
            node = call_form
        size = measure(node, mine, self._costly)
        if size.shared:
            raise NeedsRuntime(f"{shortened(size.shared)} is used twice, and")
        fact = fact_of(value)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            fact = Fact(fact.kind, fact.ndim, fact.dtype, fact.items, type(value))
        how = "helper" if size.helpers else "conditional" if size.conditions else "in place"
        self.imports |= self.imports_of(size.names)
        reason = next((self._reasons[n] for n in size.helpers if n in self._reasons), "")
        return Lowered(node, fact, how, reason, tuple(self._assumptions))

    def imports_of(self, names: set[str]) -> set[str]:
        """Return the import lines for names that stand in an expression."""
        lines = {**HELPER_MODULES, **self.target.roots}
        return {lines[n] for n in names if n in lines}

    def assume(self, value: Any, claim: str, other: Any = None) -> None:
        """Note something that is taken to be true of a value, in the caller's terms."""
        text = self._outside(value)
        rest = "" if other is None else self._outside(other)
        if text is not None and rest is not None:
            self._assumptions[f"{text} {claim} {rest}".rstrip()] = None

    def _outside(self, value: Any) -> str | None:
        """Return the source of a value as the caller wrote it; None for one inside a helper."""
        node = to_node(value)
        for names in reversed(self._outer):
            found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            if not found <= names.keys() | self.target.roots.keys():
                return None  # it follows from the helper's arguments
            node = _Renamed(names).visit(ast.parse(ast.unparse(node), mode="eval").body)
        return shortened(ast.unparse(node))

    # -- functions -----------------------------------------------------------------------------

    def function(self, fn: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Run a function of a frontend, of the core or of the target's backend."""
        native = fn.__module__.startswith(_NATIVE_PACKAGES)
        env = dict(arguments(fn, args, kwargs))
        before = self._snapshot()
        token = NATIVE.set(native)
        try:
            value = self.evaluator.run(fn, dict(env), native)
            problem = self._too_long(value, env, native)
            if problem is None:
                return value
        except NeedsRuntime as why:
            problem = f"{why} is not known before the program runs"
        finally:
            NATIVE.reset(token)
        self._restore(before)
        value = self._helper(fn, env, native)
        self.because(value, f"{fn.__name__.strip('_')}: {problem}")
        return value

    def _too_long(self, value: Any, env: Mapping[str, Any], native: bool) -> str | None:
        """Return why a result cannot stand in place; None where it can."""
        if not has_runtime(value):
            return None
        size = measure(to_node(_collapsed(value)), given_nodes(env.values()), self._costly)
        if size.shared:
            return f"{shortened(size.shared)} is used twice"
        if size.calls + size.operators > MOST_PARTS:
            return f"{size.calls + size.operators} calls and operators are too long for one line"
        if size.calls > (MOST_CALLS_OF_BACKENDS if native else MOST_CALLS):
            return f"{size.calls} native calls are too long for one line"
        if size.conditions > MOST_CONDITIONS:
            return "it has more than one condition"
        if size.awkward:
            return f"{size.awkward} does not read well in place"
        if size.width > WIDEST:
            return f"an expression of {size.width} characters is too long for one line"
        return None

    # -- operations ----------------------------------------------------------------------------

    def apply(self, spec: Any, args: Sequence[Any]) -> Any:
        """Run an operation of the core on its arguments, in the order of the declaration."""
        token = NATIVE.set(False)
        try:
            return self._apply(spec, args)
        finally:
            NATIVE.reset(token)

    def _apply(self, spec: Any, args: Sequence[Any]) -> Any:
        by_name = {p.name: self._lifted(p, v) for p, v in zip(spec.params, args, strict=True)}
        if spec.name == "astype":
            return self.cast(by_name["x"], by_name["dtype"])
        if spec.name == "getitem":
            short = operators.short_subscript(self, by_name["x"], by_name["key"])
            if short is not None:
                return short
        shorter = self._picked(spec, by_name)
        if shorter is not None:
            return shorter
        if spec.name == "arange":
            plain_range = self._range(by_name)
            if plain_range is not None:
                return plain_range
        implementation = self._implementation(spec, by_name)
        if implementation is None:
            if spec.body is None:
                raise Unsupported(f"{self.target.name} has no {spec.name}")
            if spec.dtypes in ("floating", "real floating"):
                operators.assume_floating(
                    self, [v for v in by_name.values() if isinstance(v, LowerArray)]
                )
            params = {p.name: p.keyword_only for p in spec.params}
            return self.function(
                spec.body,
                [v for n, v in by_name.items() if not params[n]],
                {n: v for n, v in by_name.items() if params[n]},
            )
        common = operators.settle(self, spec, by_name)
        options = self._options(spec, by_name, common)
        way = self.detour(spec, common)
        if isinstance(way, DType):
            written_dtype = next(iter(options.values()), None)
            wanted = None if written_dtype is None else written_dtype.fact.dtype
            return self._computed_in(way, spec, by_name, common, wanted)
        if way is not None:
            implementation = way
        self._assume_plain(spec, by_name)
        fact = self._result_fact(spec, by_name, options, common)
        natives = {p.name: _native(options.get(p.name, by_name[p.name])) for p in spec.params}
        if "shape" in natives and self.target.name == "tensorflow":
            natives["shape"] = _dynamic(natives["shape"])
        value = self._run_native(spec, implementation, natives)
        result = self._wrap(spec, value, fact, natives)
        if spec.name in _KEPT:
            for part in result if isinstance(result, tuple) else (result,):
                self._origins[id(part.node)] = (part.node, spec.name, {**by_name, "": result})
        return result

    def detour(self, spec: Any, dtype: Any) -> Any:
        """Return what is done where the target has no function for a dtype; None where it has.

        That is another dtype to compute in, or another function. What a backend has for float32,
        for complex numbers, or for divisors of 0 is no such gap: there it settles what happens at
        the edges by Ivy's rules, and the source has rules of its own.
        """
        if not isinstance(dtype, DType):
            return None
        table = self.array_class.detours(spec)
        way = table.get(dtype.name)
        if isinstance(way, str):
            return None if way in ("ordered", dtype.name) else named(way)
        settles = callable(table.get("float32")) or spec.name in _WITH_EDGES
        return None if settles or dtype in CATEGORIES["complex floating"] else way

    def _computed_in(
        self, wide: DType, spec: Any, by_name: Mapping[str, Any], dtype: DType, wanted: Any
    ) -> Any:
        """Run an operation in another dtype, and cast what comes out to the one that is wanted."""

        def there(value: Any) -> Any:
            if isinstance(value, list):
                return [there(v) for v in value]
            is_narrow = isinstance(value, LowerArray) and value.fact.dtype is dtype
            return self.cast(value, wide) if is_narrow else value

        result = self._apply(spec, [there(by_name[p.name]) for p in spec.params])
        if spec.result in ("bool", "index", "complex"):
            return result
        if not isinstance(result, tuple | list):
            return self.cast(result, dtype if wanted is None else wanted)
        back = [self.cast(v, dtype) if v.fact.dtype is wide else v for v in result]
        return type(result)(*back) if hasattr(result, "_fields") else type(result)(back)

    def _assume_plain(self, spec: Any, by_name: Mapping[str, Any]) -> None:
        """Note where the target's function treats some values otherwise than the source."""
        claim = self.target.edges.get(spec.name)
        if claim is not None and fact_of(by_name["x"]).dtype not in CATEGORIES["integral or bool"]:
            self.assume(by_name["x"], claim)

    def _origin(self, value: Any, name: str) -> Mapping[str, Any] | None:
        """Return the arguments of an operation if a value is its result."""
        found = self._origins.get(id(getattr(value, "node", None)))
        return found[2] if found is not None and found[1] == name else None

    def _picked(self, spec: Any, by_name: Mapping[str, Any]) -> Any:
        """Return the largest elements for what is taken along their positions.

        Frontends take elements by position where that decides what gets a gradient; to the value it
        makes no difference, and it reads better.
        """
        if spec.name == "squeeze":
            kept = self._origin(by_name["x"], "max") or self._origin(by_name["x"], "min")
            if kept is None or kept["keepdims"] is not True or kept["axis"] != by_name["axis"]:
                return None
            name = self._origins[id(by_name["x"].node)][1]
            return self._apply(registry[name], (kept["x"], kept["axis"], False))
        if spec.name != "take_along_axis":
            return None
        x, indices, axis = by_name["x"], by_name["indices"], by_name["axis"]
        expanded = self._origin(indices, "expand_dims")
        place = indices if expanded is None else expanded["x"]
        for position, name in (("argmax", "max"), ("argmin", "min")):
            found = self._origin(place, position)
            if found is None or found["x"].node is not x.node or found["axis"] != axis:
                continue
            if (expanded is None) is (found["keepdims"] is True) and (
                expanded is None or expanded["axis"] == axis
            ):
                return self._apply(registry[name], (x, axis, True))
        found = self._origin(indices, "argsort")
        if found is not None and found["x"].node is x.node and found["axis"] == axis:
            return self._apply(registry["sort"], (x, axis, found["descending"], found["stable"]))
        found = self._origin(indices, "top_k")
        if found is not None and found["x"].node is x.node and found["axis"] == axis:
            values, places = found[""]
            return values if indices.node is places.node else None
        return None

    def _range(self, by_name: dict[str, Any]) -> Any:
        """Write a range shorter where it can be; None where the backend's function says it all."""
        start, stop, step = (by_name[n] for n in ("start", "stop", "step"))
        if type(start) is int and start == 0 and stop is not None and type(step) is int:
            if step == 1:
                start = by_name["start"] = stop
                stop = by_name["stop"] = None
        limits = [start, *([] if stop is None else [stop])]
        if step != 1 or not isinstance(step, int):
            limits.append(step)
        if self.target.name != "tensorflow" or not has_runtime(limits):
            return None
        if any(fact_of(v).dtype != "int" for v in limits):
            return None
        dtype = self._options(registry["arange"], by_name, None)["dtype"]
        if len(limits) == 3 and stop is None:
            limits = [0, start, step]
        node = call_node(path_node("tf.range"), limits, {"dtype": dtype})
        return self.array_class(Sym(node, Fact("array", 1, dtype.fact.dtype)))

    def _implementation(self, spec: Any, by_name: Mapping[str, Any]) -> Any:
        if spec.chapter == "random" and by_name.get("key", MISSING) is None:
            if self.target.name == "jax":
                raise Unsupported(
                    f"{spec.name}: jax draws random numbers from a key, which this code has not; "
                    "make one with jax.random.key and draw with jax.random"
                )
            draws = importlib.import_module(f"ivy.transpiler.draws.{self.target.name}")
            self._assumptions[f"random numbers may be {self.target.name}'s own"] = None
            return getattr(draws, spec.name, None)
        return getattr(backends.chapter(self.target.name, spec.chapter), spec.name, None)

    def _lifted(self, p: Any, value: Any) -> Any:
        if p.kind == "array" and isinstance(value, Sym):
            return self.array_class(Sym(value.node, Fact("array"), value.simple))
        if p.kind in ("array", "operand", "optional") and _is_concrete(value):
            return self.asarray(value)
        if p.kind == "sequence" and not isinstance(value, Sym):
            return [self.asarray(v) if _is_concrete(v) else v for v in value]
        if p.name == "device":
            return None
        return value

    def _options(self, spec: Any, by_name: Mapping[str, Any], common: Any) -> dict[str, Any]:
        """Return the dtype options of an operation as they are written."""
        found: dict[str, Any] = {}
        for p in spec.params:
            if p.kind != "dtype":
                continue
            value = by_name[p.name]
            if value is None:
                value = self._default_dtype(spec, by_name, common)
            if isinstance(value, str):
                value = named(value)
            elif isinstance(value, type):
                value = config.default_dtype(value)
            found[p.name] = self.target.dtype(value) if isinstance(value, DType) else value
        return found

    def _default_dtype(self, spec: Any, by_name: Mapping[str, Any], common: Any) -> Any:
        if spec.default_dtype == "accumulated":
            if not isinstance(common, DType):
                operators.assume_floating(self, [by_name["x"]])
                return None
            wanted = _rules.accumulated(common)
            return None if wanted is common else wanted
        if spec.default_dtype == "range":
            kinds = [fact_of(by_name[n]).dtype for n in ("start", "stop", "step")]
            if any(
                k is None and by_name[n] is not None
                for k, n in zip(kinds, ("start", "stop", "step"), strict=True)
            ):
                self.assume(by_name["start"], "is an integer, as all limits of the range")
            return (config.float_dtype if "float" in kinds else config.int_dtype).get()
        if spec.default_dtype == "scalar":
            return self.default_dtype(by_name["fill_value"])
        first = common if isinstance(common, DType) else None
        return _rules.default_dtype(spec, first, by_name)

    def default_dtype(self, value: Any) -> Any:
        """Return the dtype that a Python scalar, or sequence of scalars, gets by itself."""
        kind = _widest(fact_of(value))
        if kind is None:
            raise NeedsRuntime(f"the type of {shortened(ast.unparse(to_node(value)))}")
        return config.default_dtype(getattr(builtins, kind))

    def _result_fact(
        self, spec: Any, by_name: Mapping[str, Any], options: Mapping[str, Any], common: Any
    ) -> Fact:
        option = next(iter(options.values()), None)
        dtype = common
        if option is not None:
            dtype = option.fact.dtype
        elif spec.result in ("bool", "index"):
            dtype = _rules.RESULT[spec.result](named("float32"))
        elif isinstance(common, DType) and spec.result != "option":
            dtype = _rules.RESULT[spec.result](common)
        return Fact("array", self._rank(spec, by_name), dtype)

    def _rank(self, spec: Any, by_name: Mapping[str, Any]) -> int | None:
        ranks: dict[str, Any] = {}
        for name, v in by_name.items():
            if isinstance(v, LowerArray):
                ranks[name] = v.fact.ndim
            elif isinstance(v, list) and name in ("arrays", "operands"):
                ranks[name] = [fact_of(i).ndim for i in v]
            elif isinstance(v, Sym) and v.known_length is not None:
                ranks[name] = tuple([0] * v.known_length)
            elif isinstance(v, Sym) and v.fact.kind == "list":
                ranks[name] = []
            elif (fact_of(v).kind == "scalar" and name in ("x1", "x2")) or (
                isinstance(v, Sym) and v.fact.kind == "scalar" and v.fact.dtype == "int"
            ):
                ranks[name] = 0
            else:
                ranks[name] = v
        if spec.rank == "shape" and not isinstance(ranks["shape"], int | tuple | list):
            return None
        if spec.rank == "squeezed" and isinstance(ranks["axis"], Sym):
            return None
        if spec.rank in ("elementwise", "where") and any(
            isinstance(ranks[n], Sym) for n in ("x1", "x2")
        ):
            return None
        return _rules.RANK[spec.rank](ranks)

    def _run_native(self, spec: Any, implementation: Any, natives: Mapping[str, Any]) -> Any:
        args = [natives[p.name] for p in spec.params if not p.keyword_only]
        kwargs = {p.name: natives[p.name] for p in spec.params if p.keyword_only}
        if isinstance(implementation, types.FunctionType) and not self.target.is_native(
            implementation
        ):
            return self.function(implementation, args, kwargs)
        path = self.target.public(implementation, spec.name)
        if path is None:
            raise Unsupported(f"{spec.name} has no public name on {self.target.name}")
        return Rec(self.target, implementation, path)(*args, **kwargs)

    def _wrap(self, spec: Any, value: Any, fact: Fact, natives: Mapping[str, Any]) -> Any:
        """Return a native result as an array, or several of them."""
        if spec.returns == "array":
            node = operators.as_operator(self.target, to_node(value), natives.values())
            return self.array_class(Sym(node, fact))
        fields = () if spec.returns_class is None else spec.returns_class._fields
        if isinstance(value, Sym):
            count = len(fields)
            if spec.name == "split" and isinstance(natives["sizes"], tuple | list):
                count = len(natives["sizes"])
            if not count:
                return Sym(value.node, Fact(spec.returns, value.fact.ndim))
            return packed(value.node, [_field_fact(fact, fields, i) for i in range(count)], fields)
        items = [
            self.array_class(Sym(to_node(v), _field_fact(fact, fields, i)))
            for i, v in enumerate(value)
        ]
        if fields:
            return spec.returns_class(*items)
        return items if spec.returns == "list" else tuple(items)

    def arithmetic(self, op: type[ast.AST], *operands: Any) -> Any:
        """Run an operator of which an operand is an array."""
        return operators.inside(self, op, *operands)

    def cast(self, x: Any, dtype: Any) -> Any:
        """Return an array in a dtype, without a word where it has that dtype already."""
        wanted = named(dtype) if isinstance(dtype, str) else dtype
        if isinstance(wanted, type):
            wanted = config.default_dtype(wanted)
        known = wanted if isinstance(wanted, DType) else fact_of(wanted).dtype
        if known is not None and x.fact.dtype == known:
            return x
        native = self.target.dtype(wanted) if isinstance(wanted, DType) else wanted
        fact = Fact("array", x.fact.ndim, known)
        return self.array_class(Sym(self.target.cast(x.data, native).node, fact))

    def asarray(self, obj: Any, dtype: Any = None) -> Any:
        """Make an array of a Python value."""
        wanted = named(dtype) if isinstance(dtype, str) else dtype
        if isinstance(obj, LowerArray):
            return obj if wanted is None else self.cast(obj, wanted)
        if isinstance(obj, Array | numpy.ndarray | numpy.generic):
            values = obj.to_numpy() if isinstance(obj, Array) else numpy.asarray(obj)
            if values.size > 64:
                raise NeedsRuntime(f"a source form of {values.size} numbers")
            wanted = wanted or named(values.dtype.name)
            obj = values.tolist()
        if isinstance(obj, list | tuple) and any(isinstance(v, LowerArray) for v in obj):
            stacked = self.apply(registry["stack"], positional(registry["stack"], (obj,), {}))
            return stacked if wanted is None else self.cast(stacked, wanted)
        if wanted is None:
            wanted = self.default_dtype(obj)
        fact = Fact("array", _depth(obj), wanted if isinstance(wanted, DType) else None)
        native = self.target.dtype(wanted) if isinstance(wanted, DType) else wanted
        node = call_node(path_node(self.target.constant), (obj,), {"dtype": native})
        return self.array_class(Sym(node, fact))

    # -- helpers -------------------------------------------------------------------------------

    def _helper(self, fn: Any, env: dict[str, Any], native: bool) -> Any:
        if native and "device" not in env:
            return self._source_helper(fn, env)
        before = self._snapshot()
        why: Exception | None = None
        for general in (True, False):
            try:
                return self._specialised(fn, env, native, general)
            except (NeedsRuntime, Unsupported, SourceRaises) as error:
                why = error
                self._restore(before)
        if native:
            return self._source_helper(fn, env)
        if isinstance(why, Unsupported | SourceRaises):
            raise why
        raise Unsupported(f"{fn.__name__}: {why} is not known before the program runs")

    def _specialised(self, fn: Any, env: Mapping[str, Any], native: bool, general: bool) -> Any:
        """Write a function's body, specialised to what is known, and return a call of it."""
        inner: dict[str, Any] = {}
        outer: dict[str, Any] = {}
        renamed = _renamed(env)
        for name, value in env.items():
            symbolic = _parameter(renamed[name], value, general)
            inner[name] = value if symbolic is None else symbolic
            if symbolic is not None:
                outer[name] = value
                if symbolic.fact.kind == "array" and not native:
                    inner[name] = self.array_class(symbolic)
        self._outer.append({renamed[n]: to_node(v) for n, v in outer.items()})
        token = NATIVE.set(native)
        try:
            body, results = self.evaluator.statements(fn, inner, native)
        finally:
            NATIVE.reset(token)
            self._outer.pop()
        read = {n.id for s in body for n in ast.walk(s) if isinstance(n, ast.Name)}
        used = {n: v for n, v in outer.items() if renamed[n] in read}
        called = helpers_in(body)
        renamed = {n: f"{w}_" if w in called else w for n, w in renamed.items()}
        name = self._write(fn, used, body, renamed)
        call = _call_of(fn, name, used, renamed)
        return self._result_of_call(call, results, native)

    def _result_of_call(self, call: ast.expr, results: list[Any], native: bool) -> Any:
        fact = functools.reduce(Fact.join, [fact_of(r) for r in results])
        if fact.kind in ("tuple", "list") and fact.items:
            first = results[0]
            fields = getattr(first, "fields", getattr(first, "_fields", ()))
            return packed(call, fact.items, fields)
        if fact.kind == "array" and not native:
            return self.array_class(Sym(call, fact))
        return Sym(call, fact)

    def _write(
        self,
        fn: Any,
        used: Mapping[str, Any],
        body: list[ast.stmt],
        renamed: Mapping[str, str],
    ) -> str:
        """Keep a helper, and return its name; one with the same text is used again."""
        called = helpers_in(body)
        clashes = {n: ast.Name(f"{n}_", ast.Load()) for n in called}
        body = [_BareHelpers().visit(_Renamed(clashes).visit(s)) for s in body]
        node = ast.FunctionDef("HELPER", _signature_of(fn, used, renamed), body, [], lineno=0)
        text = unparsed(node)
        doc = _docstring(fn)
        if doc:
            head, _, rest = text.partition("\n")
            text = f'{head}\n    """{doc}"""\n{rest}'
        names = {n.id for s in body for n in ast.walk(s) if isinstance(n, ast.Name)}
        imports = tuple(sorted(self.imports_of(names)))
        wanted = fn.__name__.strip("_")
        return self.keep(wanted, text, imports, key=("specialised", fn.__module__, text))

    def because(self, value: Any, reason: str) -> None:
        """Note why the value is the result of a helper."""
        node = to_node(value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            self._reasons[node.func.attr] = reason

    def keep(self, wanted: str, text: str, imports: tuple[str, ...], key: Any) -> str:
        """Keep a helper's text, with ``HELPER`` for its name, under a free name; return that."""
        if key in self._made:
            return self._made[key]
        base = wanted
        if keyword.iskeyword(base) or hasattr(builtins, base):
            base += "_"
        name, number = base, 1
        while name in self.helpers:
            number += 1
            name = f"{base}_{number}" if not base.endswith("_") else f"{base}{number}"
        text = _OWN_NAME.sub("", text.replace("HELPER", name))
        self.helpers[name] = Helper(name, text, imports)
        self._made[key] = name
        return name

    def attribute(self, value: Any, name: str) -> Lowered:
        """Lower ``value.name`` of an array: shape, dtype, rank, or a transpose."""
        with self._session():
            array = self.incoming(value)
            result = operators.attribute(self, array, name)
            return self.finish(result, (array,))

    def _source_helper(self, fn: Any, env: Mapping[str, Any]) -> Any:
        """Keep a backend's function as it is, and return a call of it."""
        name = self.source_of(fn)
        given = {n: v for n, v in env.items() if not _is_declared_default(signature(fn), n, v)}
        call = _call_of(fn, name, given)
        return Sym(call, Fact("array"))

    def source_of(self, fn: Any) -> str:
        """Keep the source of a backend's function, and of those that it calls; return its name."""
        key = ("source", fn.__module__, fn.__name__)
        if key in self._made:
            return self._made[key]
        text = _bare_source(fn)[0]
        renamed: dict[str, str] = {}
        names: set[str] = set()
        for name in sorted(_globals_read(fn)):
            value = fn.__globals__[name]
            if value is fn:
                continue
            if isinstance(value, types.FunctionType) and value.__module__.startswith(
                _NATIVE_PACKAGES
            ):
                renamed[name] = self.source_of(value)
            elif self.target.is_native(value) or isinstance(value, types.ModuleType):
                path = self.target.public(value, name) or name
                if path != name:
                    renamed[name] = path
                names.add(path.split(".")[0])
            else:
                renamed[name] = ast.unparse(to_node(value))
        unknown = names - self.target.roots.keys() - HELPER_MODULES.keys()
        if unknown:
            missing = ", ".join(sorted(unknown))
            raise Unsupported(f"{fn.__name__} needs {missing}, which the output cannot import")
        text = _replaced(text, fn.__name__, renamed)
        return self.keep(fn.__name__, text, tuple(sorted(self.imports_of(names))), key)


# The beginning of our own messages.
_OWN_NAME = re.compile(r"\bivy(\.\w+)?: ")
# The packages whose functions are on native arrays.
_NATIVE_PACKAGES = ("ivy.backends.", "ivy.transpiler.draws.")
# Integer operations that Ivy defines where frameworks raise or differ.
_WITH_EDGES = {"floor_divide", "remainder", "bitwise_left_shift", "bitwise_right_shift"}
# The operations whose results are looked at by those that follow.
_KEPT = {"argmax", "argmin", "argsort", "expand_dims", "max", "min", "top_k"}


def _is_constructor(fn: Any) -> bool:
    """Return whether a function of a frontend makes a tensor of Python values."""
    module = getattr(fn, "__module__", None) or ""
    return module.startswith("ivy.frontends.") and fn.__name__ in ("tensor", "as_tensor")


def _as_call(fn: Any, given: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return arguments by name as positional and keyword ones."""
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for p in signature(fn).parameters.values():
        if p.kind is p.VAR_POSITIONAL:
            args += given[p.name]
        elif p.kind is p.KEYWORD_ONLY:
            kwargs[p.name] = given[p.name]
        else:
            args.append(given[p.name])
    return args, kwargs


def _native(value: Any) -> Any:
    """Return an argument as a backend's function sees it."""
    if isinstance(value, LowerArray):
        return value.data
    if isinstance(value, slice):
        return slice(*[_native(p) for p in (value.start, value.stop, value.step)])
    if type(value) in (list, tuple):
        return type(value)([_native(v) for v in value])
    return value


def _dynamic(shape: Any) -> Any:
    """Return a shape for tensorflow, where lengths may be known only when compiled code runs."""
    if isinstance(shape, tuple | list):
        return type(shape)([_dynamic(n) for n in shape])
    node = getattr(shape, "node", None)
    inner, keys = node, []
    while isinstance(inner, ast.Subscript):
        keys.append(inner.slice)
        inner = inner.value
    if not (isinstance(inner, ast.Attribute) and inner.attr == "shape" and simple(inner)):
        return shape
    made: ast.expr = call_node(path_node("tf.shape"), (Sym(inner.value),), {})
    for key in reversed(keys):
        made = ast.Subscript(made, key, ast.Load())
    return Sym(made, shape.fact)


def _is_concrete(value: Any) -> bool:
    return isinstance(value, Array | numpy.ndarray | numpy.generic) and not isinstance(
        value, LowerArray | int | float
    )


def _field_fact(fact: Fact, fields: tuple[str, ...], i: int) -> Fact:
    if fields and fields[i].endswith("indices"):
        return Fact("array", fact.ndim, named("int64"))
    return fact


def _widest(fact: Fact) -> str | None:
    if fact.kind == "scalar":
        return fact.dtype if fact.dtype in ("bool", "int", "float", "complex") else None
    if fact.kind in ("tuple", "list"):
        kinds = [_widest(i) for i in fact.items]
        order = ("bool", "int", "float", "complex")
        if not fact.items or None in kinds:
            return "float" if fact.ndim == 0 else None
        return max((k for k in kinds if k is not None), key=order.index)
    return "int" if fact.kind == "shape" else None


def _depth(obj: Any) -> int | None:
    if isinstance(obj, Sym):
        return 0 if obj.fact.kind == "scalar" else 1 if obj.fact.kind == "shape" else None
    if isinstance(obj, list | tuple):
        inner = _depth(obj[0]) if obj else 0
        return None if inner is None else inner + 1
    return 0


def _collapsed(value: Any) -> Any:
    """Return the call itself for a tuple of all its results."""
    if isinstance(value, Packed) or not isinstance(value, tuple) or not value:
        return value
    wholes = []
    for i, v in enumerate(value):
        node = getattr(v, "node", None)
        if not (
            isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Constant)
            and node.slice.value == i
            and isinstance(node.value, ast.Call)
        ):
            return value
        wholes.append(node.value)
    if any(w is not wholes[0] for w in wholes):
        return value
    return Sym(wholes[0], fact_of(value))


def _plain_operands(node: ast.Call, mine: set[int]) -> bool:
    """Return whether a call's arguments are the user's own, or constants."""
    return (
        all(id(a) in mine or (simple(a) and not isinstance(a, ast.Subscript)) for a in node.args)
        and not node.keywords
    )


# -- measuring -----------------------------------------------------------------------------------


@dataclass
class Size:
    """How long an expression is, without what the user wrote."""

    calls: int = 0
    operators: int = 0
    conditions: int = 0
    width: int = 0
    helpers: list[str] = field(default_factory=list)
    # An expression that would be computed twice, and one that belongs into a function.
    shared: str = ""
    awkward: str = ""
    names: set[str] = field(default_factory=set)


def given_nodes(values: Any) -> set[int]:
    """Return the identities of the expressions that were given, to tell them from made ones."""
    found: set[int] = set()

    def collect(value: Any) -> None:
        if isinstance(value, Sym | LowerArray | Packed):
            found.add(id(to_node(value)))
        if isinstance(value, slice):
            value = (value.start, value.stop, value.step)
        if isinstance(value, tuple | list):
            for v in value:
                collect(v)
        elif isinstance(value, dict):
            for v in value.values():
                collect(v)

    for v in values:
        collect(v)
    return found


def measure(node: ast.expr, given: set[int], costly: set[int]) -> Size:
    """Measure an expression, of which the `given` parts are not counted."""
    size = Size()
    seen: set[int] = set()
    width = 0

    def walk(n: ast.AST) -> None:
        nonlocal width
        mine = id(n) in given
        if isinstance(n, ast.expr) and (id(n) in costly or not simple(n)):
            if id(n) in seen:
                size.shared = size.shared or ast.unparse(n)
                return
            seen.add(id(n))
        if mine:
            width -= len(ast.unparse(n)) - 1
            return
        if isinstance(n, ast.Call):
            size.calls += 1
            if isinstance(n.func, ast.Call | ast.Lambda):
                size.awkward = ast.unparse(n.func)
        elif isinstance(n, ast.IfExp):
            size.conditions += 1
        elif isinstance(n, ast.BinOp | ast.Compare):
            size.operators += 1
        elif isinstance(n, ast.ListComp | ast.GeneratorExp | ast.Lambda):
            size.awkward = ast.unparse(n)
        elif isinstance(n, ast.Name):
            size.names.add(n.id)
        elif isinstance(n, ast.Attribute) and _is_helper(n):
            size.helpers.append(n.attr)
        for child in ast.iter_child_nodes(n):
            walk(child)

    walk(node)
    size.width = len(ast.unparse(node)) + width
    return size


def _is_helper(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "helpers"
    )


# -- writing helpers -----------------------------------------------------------------------------


def helpers_in(body: list[ast.stmt]) -> set[str]:
    """Return the names of the helpers that statements call."""
    nodes = [n for s in body for n in ast.walk(s) if isinstance(n, ast.Attribute)]
    return {n.attr for n in nodes if _is_helper(n)}


class _BareHelpers(ast.NodeTransformer):
    """Helpers call each other by their bare names."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Take the name of the module off."""
        if _is_helper(node):
            return ast.Name(node.attr, ast.Load())
        self.generic_visit(node)
        return node


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.names.get(node.id, node)


def _parameter(name: str, value: Any, general: bool) -> Any:
    """Return a value as a parameter of a helper; None where the helper is specialised to it."""
    node = ast.Name(name, ast.Load())
    fact = fact_of(value)
    if has_runtime(value):
        if isinstance(value, dict):
            raise NeedsRuntime(" and ".join(k for k, v in value.items() if has_runtime(v)))
        if isinstance(value, slice):
            raise NeedsRuntime(f"the slice {name}")
        return Sym(node, fact)
    if general and _is_numeric(value):
        return Sym(node, _without_live(fact))
    return None


def _is_numeric(value: Any) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(map(_is_numeric, value))
    return isinstance(value, int | float) and not isinstance(value, bool)


def _without_live(fact: Fact) -> Fact:
    return Fact(fact.kind, fact.ndim, fact.dtype, tuple(map(_without_live, fact.items)))


def _is_declared_default(sig: inspect.Signature, name: str, value: Any) -> bool:
    default = sig.parameters[name].default
    if isinstance(value, WrittenInt | WrittenFloat | WrittenStr):
        return False
    if has_runtime(value) or isinstance(value, Rec) or default is inspect.Parameter.empty:
        return False
    same = type(default) is type(value) or _is_numeric(value)
    return bool(same and value == default)


# What the parameters of frontend functions are called in helpers.
_WORDS = {"input": "x", "other": "y", "dim": "axis", "keepdim": "keepdims"}


def _renamed(env: Mapping[str, Any]) -> dict[str, str]:
    """Return the name that each parameter has in a helper."""
    return {n: n if _WORDS.get(n, n) in env else _WORDS.get(n, n) for n in env}


class _Bare(ast.NodeTransformer):
    """Takes the tuples out of a function that need no parentheses where they stand."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def _name(self, node: ast.expr) -> ast.expr:
        if not isinstance(node, ast.Tuple) or len(node.elts) < 2:
            return node
        name = f"TUPLE{len(self.texts)}"
        self.texts[name] = ", ".join(ast.unparse(e) for e in node.elts)
        return ast.Name(name, ast.Load())

    def visit_Return(self, node: ast.Return) -> ast.Return:
        return ast.Return(None if node.value is None else self._name(node.value))

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        return ast.Assign([self._name(t) for t in node.targets], self._name(node.value), lineno=0)


def unparsed(node: ast.FunctionDef) -> str:
    """Return a function's source, with tuples as they are usually written."""
    bare = _Bare()
    text = ast.unparse(ast.fix_missing_locations(bare.visit(node)))
    for name, inner in reversed(bare.texts.items()):
        text = text.replace(name, inner)
    return text


def _signature_of(fn: Any, used: Mapping[str, Any], renamed: Mapping[str, str]) -> ast.arguments:
    """Return the parameters of a helper: those of the function that it still reads."""
    plain: list[tuple[str, Any]] = []
    only: list[tuple[str, Any]] = []
    empty = inspect.Parameter.empty
    for p in signature(fn).parameters.values():
        if p.name not in used:
            continue
        default = p.default
        if default is not empty and not (_is_numeric(default) and not has_runtime(used[p.name])):
            default = empty
        (only if p.kind is p.KEYWORD_ONLY else plain).append((renamed[p.name], default))
    for i in range(len(plain) - 2, -1, -1):  # no default before a parameter without one
        if plain[i + 1][1] is empty:
            plain[i] = (plain[i][0], empty)
    return ast.arguments(
        posonlyargs=[],
        args=[ast.arg(n) for n, _ in plain],
        vararg=None,
        kwonlyargs=[ast.arg(n) for n, _ in only],
        kw_defaults=[None if d is empty else to_node(d) for _, d in only],
        kwarg=None,
        defaults=[to_node(d) for _, d in plain if d is not empty],
    )


def _call_of(
    fn: Any, name: str, values: Mapping[str, Any], renamed: Mapping[str, str] | None = None
) -> ast.expr:
    """Return a call of a helper with these arguments; defaults are left out.

    `renamed` has the names of the parameters of a specialised helper, which has no others; without
    it the helper is the function itself.
    """
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    complete = True
    sig = signature(fn)
    optional = set(values)
    if renamed is not None:
        made = _signature_of(fn, values, renamed)
        optional = {a.arg for a in made.args[len(made.args) - len(made.defaults) :]}
        optional |= {a.arg for a, d in zip(made.kwonlyargs, made.kw_defaults, strict=True) if d}
    for p in sig.parameters.values():
        word = p.name if renamed is None else renamed[p.name]
        if p.name not in values:
            complete = complete and renamed is not None
        elif word in optional and _is_declared_default(sig, p.name, values[p.name]):
            complete = False
        elif p.kind is p.KEYWORD_ONLY or not complete:
            kwargs[word] = values[p.name]
        else:
            args.append(values[p.name])
    return call_node(path_node(f"helpers.{name}"), args, kwargs)


def _docstring(fn: Any) -> str:
    """Return the first sentence of an operation's documentation."""
    if not fn.__module__.startswith("ivy.functional") or not fn.__doc__:
        return ""
    first = " ".join(fn.__doc__.strip().split("\n\n")[0].split())
    sentence = first.split("; ")[0].rstrip(".") + "."
    return "" if "ivy" in sentence else sentence


@functools.cache
def _bare_source(fn: Any) -> tuple[str, ast.Module]:
    """Return a function's source without annotations, which name what the output has not."""
    text = textwrap.dedent(inspect.getsource(fn)).rstrip()
    edits: list[tuple[ast.AST, ast.AST, str]] = []
    for n in ast.walk(ast.parse(text)):
        if isinstance(n, ast.arg) and n.annotation is not None:
            edits.append((n, n.annotation, n.arg))
        elif isinstance(n, ast.AnnAssign) and n.value is not None:
            edits.append((n.target, n.annotation, ast.unparse(n.target)))
    text = _edited(text, [(_start(a), _end(b), new) for a, b, new in edits])
    (function,) = ast.parse(text).body
    if isinstance(function, ast.FunctionDef) and function.returns is not None:
        row, column = _end(function.returns)
        head = text.encode().split(b"\n")[row][:column].decode()
        at = head.rindex("->")
        text = _edited(text, [((row, len(head[:at].rstrip().encode())), (row, column), "")])
    return text, ast.parse(text)


@functools.cache
def _globals_read(fn: Any) -> set[str]:
    """Return the names of its module that a function reads."""
    read = {n.id for n in ast.walk(_bare_source(fn)[1]) if isinstance(n, ast.Name)}
    return {n for n in read if n in fn.__globals__ and n not in fn.__code__.co_varnames}


Place = tuple[int, int]  # line, from 0, and byte in it


def _start(node: Any) -> Place:
    return node.lineno - 1, node.col_offset


def _end(node: Any) -> Place:
    return node.end_lineno - 1, node.end_col_offset


def _edited(text: str, edits: list[tuple[Place, Place, str]]) -> str:
    """Return a text with other words in some places."""
    lines = text.encode().split(b"\n")
    for (row, column), (last, end), new in sorted(edits, reverse=True):
        lines[row : last + 1] = [lines[row][:column] + new.encode() + lines[last][end:]]
    return b"\n".join(lines).decode()


def _replaced(text: str, name: str, renamed: Mapping[str, str]) -> str:
    """Return a function's source under the name ``HELPER``, with other names for what it reads."""
    words = {**renamed, name: "HELPER"}
    edits = [
        (_start(n), _end(n), words[n.id])
        for n in ast.walk(ast.parse(text))
        if isinstance(n, ast.Name) and n.id in words
    ]
    return _edited(text, edits).replace(f"def {name}(", "def HELPER(", 1)
