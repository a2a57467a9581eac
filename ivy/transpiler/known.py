"""Python's own functions under partial evaluation: `len`, `isinstance`, … of unknown values."""

from __future__ import annotations

import ast
import functools
import types
from collections.abc import Callable
from typing import Any

from ivy import dtypes
from ivy.array import Array
from ivy.dtypes import DType
from ivy.functional._op import beside
from ivy.functional.creation import asarray
from ivy.functional.interop import is_array, to_native
from ivy.transpiler.evaluate import Evaluator, Frame, Packed
from ivy.transpiler.targets import Rec
from ivy.transpiler.values import (
    Fact,
    LowerArray,
    NeedsRuntime,
    Sym,
    call_node,
    fact_of,
    has_runtime,
    path_node,
    shortened,
)


def _len(ev: Evaluator, args: list[Any], kwargs: Any) -> Any:
    (x,) = args
    if isinstance(x, LowerArray):
        return ev.item(x.shape, 0)
    if isinstance(x, Sym):
        if x.known_length is not None:
            return x.known_length
        return Sym(call_node(path_node("len"), args, {}), Fact("scalar", dtype="int"))
    return len(x)


_CLASS_KINDS = {
    "scalar": (bool, int, float, complex),
    "shape": (tuple,),
    "tuple": (tuple,),
    "list": (list,),
    "string": (str,),
    "none": (type(None),),
}
_EXAMPLES = {"bool": True, "int": 1, "float": 1.5, "complex": 1j}


def _isinstance(ev: Evaluator, args: list[Any], kwargs: Any) -> Any:
    x, classes = args
    flat = _flat_classes(classes)
    if isinstance(x, LowerArray | Packed) or not isinstance(x, Sym | Rec):
        return isinstance(x, tuple(c for c in flat if isinstance(c, type)))
    if isinstance(x, Rec):
        return False
    kind = x.fact.kind
    if kind == "array":
        return any(
            isinstance(c, Rec) or (isinstance(c, type) and issubclass(c, Array)) for c in flat
        )
    if kind == "scalar" and x.fact.dtype in _EXAMPLES:
        plain = tuple(c for c in flat if isinstance(c, type))
        return isinstance(_EXAMPLES[x.fact.dtype], plain)
    if kind in _CLASS_KINDS:
        hit = [c for c in flat if c in _CLASS_KINDS[kind]]
        if not hit or kind != "scalar" or {int, float} <= set(hit):
            return bool(hit)
    elif kind in ("dtype", "device", "module"):
        return any(c is DType for c in flat) and kind == "dtype"
    names = []
    for c in flat:
        if isinstance(c, type) and issubclass(c, Array):
            names.append(path_node(ev.engine.target.array))
        elif isinstance(c, type) and c.__module__ == "builtins":
            names.append(path_node(c.__name__))
        else:
            raise NeedsRuntime(f"whether {shortened(x.text)} is a {c}")
    node = names[0] if len(names) == 1 else ast.Tuple(names, ast.Load())
    call = ast.Call(path_node("isinstance"), [x.node, node], [])
    return Sym(call, Fact("scalar", dtype="bool"))


def _flat_classes(classes: Any) -> list[Any]:
    if isinstance(classes, tuple | list):
        return [f for c in classes for f in _flat_classes(c)]
    return list(classes.__args__) if isinstance(classes, types.UnionType) else [classes]


def _through(builtin: Callable[..., Any], fact: Fact) -> Callable[..., Any]:
    """`int`, `tuple`, … of what is not known is written down."""

    def call(ev: Evaluator, args: list[Any], kwargs: dict[str, Any]) -> Any:
        if (
            builtin is tuple
            and isinstance(args[0], Sym)
            and args[0].fact.kind
            in (
                "shape",
                "tuple",
            )
        ):
            return args[0]
        outer = [a for a in args if isinstance(a, Sym) and a.known_length is None]
        if outer or (builtin in _SCALAR_RESULTS and has_runtime(args)):
            if any(isinstance(a, LowerArray) for a in args):
                raise NeedsRuntime(f"{builtin.__name__}() of an array")
            found = fact
            if builtin in (max, min, abs, sum, round) and all(
                fact_of(a) == fact_of(args[0]) for a in args
            ):
                found = Fact("scalar", dtype=fact_of(args[0]).dtype)
            if builtin is int and len(args) == 1 and fact_of(args[0]).dtype == "int":
                return args[0]
            return Sym(call_node(path_node(builtin.__name__), args, kwargs), found)
        return builtin(*args, **kwargs)

    return call


_SCALAR_RESULTS = (int, float, bool, complex, str, abs, max, min, round, range, divmod, repr)
_ROWS: dict[Any, str] = {
    tuple: "tuple",
    list: "list",
    sorted: "list",
    reversed: "list",
    zip: "list",
}


def _any_all(is_and: bool) -> Callable[..., Any]:
    def call(ev: Evaluator, args: list[Any], kwargs: dict[str, Any]) -> Any:
        items = ev.iterable(args[0])
        if isinstance(items, Sym):
            node = call_node(path_node("all" if is_and else "any"), args, {})
            return Sym(node, Fact("scalar", dtype="bool"))
        kept = []
        for item in items:
            held = ev.truth(item)
            if isinstance(held, Sym):
                kept.append(held.node)
            elif held is not is_and:
                return held
        if not kept:
            return is_and
        op = ast.And() if is_and else ast.Or()
        whole: ast.expr = kept[0] if len(kept) == 1 else ast.BoolOp(op, kept)
        return Sym(whole, Fact("scalar", dtype="bool"))

    return call


def _map(ev: Evaluator, args: list[Any], kwargs: dict[str, Any]) -> Any:
    f, *rows = args
    lists = [ev.iterable(r) for r in rows]
    if any(isinstance(r, Sym) for r in lists):
        raise NeedsRuntime("a map over a run-time value")
    return [ev.call(f, list(items), {}) for items in zip(*lists, strict=False)]


def _getattr(ev: Evaluator, args: list[Any], kwargs: dict[str, Any]) -> Any:
    frame = Frame({}, False, {}, None)
    if isinstance(args[0], Sym | LowerArray) or len(args) == 2:
        return ev.attribute(args[0], args[1], frame)
    return getattr(*args)


def _isdtype(ev: Evaluator, args: list[Any], kwargs: dict[str, Any]) -> Any:
    dtype = ev.dtype_of(args[0])
    if isinstance(dtype, Sym):
        ev.engine.assume(dtype, "is a floating-point dtype")
        dtype = dtypes.float32
    return dtypes.isdtype(dtype, *args[1:], **kwargs)


class _Limits:
    """The limits of a floating-point dtype that only the running program knows."""

    def __init__(self, call: ast.expr) -> None:
        self.call = call

    def __getattr__(self, name: str) -> Sym:
        node = ast.Attribute(self.call, "tiny" if name == "smallest_normal" else name, ast.Load())
        return Sym(node, Fact("scalar", dtype="int" if name == "bits" else "float"))


def _finfo(ev: Evaluator, args: list[Any], kwargs: dict[str, Any]) -> Any:
    dtype = ev.dtype_of(args[0])
    if not isinstance(dtype, Sym):
        return dtypes.finfo(*args)
    ev.engine.assume(dtype, "is a floating-point dtype")
    target = ev.engine.target
    if target.name == "tensorflow":
        return _Limits(call_node(path_node("np.finfo"), [dtype.as_numpy_dtype], {}))
    return _Limits(call_node(path_node(f"{target.dtypes}.finfo"), [dtype], {}))


def _asarray(ev: Evaluator, args: list[Any], kwargs: dict[str, Any]) -> Any:
    return ev.engine.asarray(args[0], kwargs.get("dtype"))


def _beside(ev: Evaluator, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """A constant beside an array is what its creation operation makes; it has no device."""
    like, create, *rest = args
    dtype = kwargs.get("dtype")
    options: dict[str, Any] = {"dtype": like.dtype if dtype is None else dtype}
    positional = []
    for p, value in zip(create.spec.params, rest, strict=False):
        if p.keyword_only:
            options[p.name] = value
        else:
            positional.append(value)
    return ev.call(create, positional, options)


@functools.cache
def table() -> dict[Any, Callable[..., Any]]:
    """Return the functions that have a rule of their own, with the rule."""
    integer, real = Fact("scalar", dtype="int"), Fact("scalar", dtype="float")
    found: dict[Any, Callable[..., Any]] = {
        len: _len,
        isinstance: _isinstance,
        getattr: _getattr,
        map: _map,
        any: _any_all(False),
        all: _any_all(True),
        dtypes.isdtype: _isdtype,
        dtypes.finfo: _finfo,
        asarray: _asarray,
        beside: _beside,
        is_array: lambda ev, args, kwargs: isinstance(args[0], LowerArray),
        to_native: lambda ev, args, kwargs: args[0],
        range: _through(range, Fact("python")),
        enumerate: _through(enumerate, Fact("python")),
        int: _through(int, integer),
        round: _through(round, Fact("scalar")),
        float: _through(float, real),
        complex: _through(complex, Fact("scalar", dtype="complex")),
        bool: _through(bool, Fact("scalar", dtype="bool")),
        str: _through(str, Fact("string")),
        repr: _through(repr, Fact("string")),
        sum: _through(sum, Fact("scalar")),
    }
    for builtin in (abs, max, min):
        found[builtin] = _through(builtin, Fact("scalar"))
    for row, kind in _ROWS.items():
        found[row] = _through(row, Fact(kind))
    return found
