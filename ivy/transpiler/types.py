"""What is known of expressions of the source: a `Fact`, and what only this side needs."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ivy.dtypes import DType, named
from ivy.transpiler.values import MISSING, SCALARS, Fact

# Where the memory of an array comes from: a kind, and what tells it from others of the kind.
Root = tuple[str, Any]
ELSEWHERE: Root = ("elsewhere", "")


@dataclass(frozen=True)
class Value:
    """What is known of an expression.

    Parameters
    ----------
    fact
        What the lowering has to know.
    roots
        The memory that the value may share: of parameters, of allocations, of objects' state.
        Empty for what cannot be written to.
    optional
        Whether it can be None instead.
    items
        The elements of a tuple or list, where all are known.
    element
        What holds for each element of an iterable.
    owner
        Of an object of a converted class, that class.
    names
        The names of the fields of a tuple.
    parameter
        The parameter that this is, as long as nothing is known of it.
    writes
        Of a module, whether a call changes what it is given.

    Examples
    --------
    >>> Value(Fact("array", 2)).is_array
    True
    """

    fact: Fact = Fact()  # noqa: RUF009 - frozen
    roots: frozenset[Root] = frozenset()
    optional: bool = False
    items: tuple[Value, ...] | None = None
    element: Value | None = None
    owner: Any = field(default=None, compare=False)
    names: tuple[str, ...] = ()
    parameter: str = field(default="", compare=False)
    writes: bool = False

    @property
    def kind(self) -> str:
        """The kind of the fact; ``"unknown"`` for what may be None."""
        return self.fact.kind

    @property
    def is_array(self) -> bool:
        """Whether it is an array for certain."""
        return self.fact.kind == "array" and not self.optional

    @property
    def live(self) -> Any:
        """The Python object, or MISSING."""
        return self.fact.live

    @property
    def seen_by_lowering(self) -> Fact:
        """The fact as the lowering may use it: nothing is certain of what may be None."""
        if self.optional or self.fact.kind == "bottom":
            return Fact()
        if self.fact.kind == "module" or self.owner is not None:
            return Fact("module")
        if self.items is not None and self.fact.kind in ("tuple", "list"):
            items = tuple(v.seen_by_lowering for v in self.items)
            return Fact(self.fact.kind, len(items), None, items)
        return self.fact

    def join(self, other: Value) -> Value:
        """Return what holds for a value of which one or the other is true."""
        if self is other or other.fact.kind == "bottom":
            return self
        if self.fact.kind == "bottom":
            return other
        roots = self.roots | other.roots
        mine, its = self.fact.kind == "none", other.fact.kind == "none"
        if mine or its:
            known = other if mine else self
            if mine and its:
                return self
            return replace(known, optional=True, roots=roots, parameter="")
        owner = self.owner if self.owner is other.owner else None
        items: tuple[Value, ...] | None = None
        if self.items is not None and other.items is not None:
            if len(self.items) == len(other.items):
                pairs = zip(self.items, other.items, strict=True)
                items = tuple(a.join(b) for a, b in pairs)
        fact = _joined(self.fact, other.fact)
        derived = fact.kind in ("array", "shape")  # `element` has it from the fact
        elements = () if derived else (element(self), element(other))
        return Value(
            fact,
            roots,
            self.optional or other.optional,
            items,
            joined(v for v in elements if v is not None),
            owner,
            self.names if self.names == other.names else (),
            self.parameter if self.parameter == other.parameter else "",
            self.writes or other.writes,
        )


def _joined(a: Fact, b: Fact) -> Fact:
    fact = a.join(b)
    if fact.live is not MISSING and (b.live is MISSING or not _same(a.live, b.live)):
        # `Fact.join` returns an equal fact as it is, and objects do not count in the comparison.
        fact = replace(fact, live=MISSING)
    if a.kind == b.kind == "module" and a.live is not b.live:
        classes = [live if isinstance(live, type) else type(live) for live in (a.live, b.live)]
        return Fact("module", live=classes[0]) if classes[0] is classes[1] else Fact("module")
    return fact


def _same(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and type(a) in (bool, int, float, str) and a == b)


UNKNOWN = Value()
NONE = Value(Fact("none", live=None))
INT = Value(Fact("scalar", dtype="int"))
FLOAT = Value(Fact("scalar", dtype="float"))
BOOL = Value(Fact("scalar", dtype="bool"))
SCALAR = Value(Fact("scalar"))
STRING = Value(Fact("string"))
PYTHON = Value(Fact("python"))
# The result of a function that has not been looked at yet.
BOTTOM = Value(Fact("bottom"))


def joined(values: Iterable[Value]) -> Value | None:
    """Return what holds for all of some values; None where there are none."""
    out: Value | None = None
    for value in values:
        out = value if out is None else out.join(value)
    return out


def element(value: Value) -> Value | None:
    """Return what holds for each element of an iterable value, None where that is not known."""
    if value.items is not None:
        return joined(value.items)
    if value.element is not None:
        return value.element
    if value.fact.kind == "shape":
        return INT
    if value.fact.kind == "array":
        rank = value.fact.ndim
        fact = Fact("array", None if rank is None else rank - 1, value.fact.dtype)
        return Value(fact, value.roots)
    return None


def array(
    ndim: int | None = None, dtype: Any = None, roots: Iterable[Root] = (ELSEWHERE,)
) -> Value:
    """Return what is known of an array."""
    return Value(Fact("array", ndim, dtype), frozenset(roots))


def row(kind: str, items: Sequence[Value]) -> Value:
    """Return what is known of a tuple or list of known elements."""
    roots = frozenset[Root]().union(*(v.roots for v in items))
    facts = tuple(v.seen_by_lowering for v in items)
    return Value(Fact(kind, len(items), None, facts), roots, items=tuple(items))


def from_fact(fact: Fact, roots: frozenset[Root] = frozenset()) -> Value:
    """Return the value of which a fact is known; every array in it may share `roots`."""
    if fact.kind in ("tuple", "list") and fact.items:
        items = tuple(from_fact(f, roots) for f in fact.items)
        return Value(fact, roots, items=items)
    if fact.kind in ("array", "tuple", "list", "unknown"):
        return Value(fact, roots)
    return Value(fact)


def of_object(value: Any, roots: frozenset[Root] = frozenset(), tensor: Any = None) -> Value:
    """Return what is known of a live Python object of the source.

    Parameters
    ----------
    value
        The object.
    roots
        The memory that its arrays have.
    tensor
        The source framework's array class.
    """
    if tensor is not None and isinstance(value, tensor):
        return Value(Fact("array", len(value.shape), dtype_of(value.dtype)), roots)
    if value is None:
        return NONE
    for kind, name in SCALARS.items():
        if isinstance(value, kind):
            return Value(Fact("scalar", dtype=name, live=value))
    if isinstance(value, str):
        return Value(Fact("string", live=value))
    if type(value) in (tuple, list):
        items = tuple(of_object(v, roots, tensor) for v in value)
        known = row("tuple" if type(value) is tuple else "list", items)
        # A list of the program can grow; only what holds for all of its elements is known.
        return (
            known
            if type(value) is tuple
            else Value(Fact("list"), known.roots, element=element(known))
        )
    return Value(Fact("python", live=value))


def dtype_of(value: Any) -> DType | None:
    """Return Ivy's dtype for a framework's dtype object, by its name; None if it has no twin."""
    name = str(value).rpartition(".")[2]
    try:
        return named(name)
    except (TypeError, ValueError):
        return None


def without_object(value: Value) -> Value:
    """Return a value without its Python object, for a variable that can change."""
    if value.fact.live is MISSING or value.fact.kind in ("module", "none", "dtype"):
        return value
    return replace(value, fact=replace(value.fact, live=MISSING))


def of_annotation(annotation: Any, tensor: Any, module: Any, roots: frozenset[Root]) -> Value:
    """Return what an annotation says; the annotation is the evaluated object.

    Parameters
    ----------
    annotation
        A class, a union, or a generic alias.
    tensor, module
        The source framework's classes of arrays and of neural network modules.
    roots
        The memory that arrays in it have.
    """
    if annotation is None or annotation is type(None):
        return NONE
    if annotation is tensor:
        return Value(Fact("array"), roots)
    for kind, name in SCALARS.items():
        if annotation is kind:
            # An int is accepted where a float is asked for, a bool where an int is.
            return Value(Fact("scalar", dtype=name if kind in (bool, int) else None))
    if annotation is str:
        return STRING
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        known = joined(of_annotation(a, tensor, module, roots) for a in args)
        return UNKNOWN if known is None else known
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return Value(
                Fact("tuple"), roots, element=of_annotation(args[0], tensor, module, roots)
            )
        return row("tuple", [of_annotation(a, tensor, module, roots) for a in args])
    if origin is not None and isinstance(origin, type) and issubclass(origin, Sequence):
        kind_name = "list" if origin is list else "unknown"
        return Value(Fact(kind_name), roots, element=of_annotation(args[0], tensor, module, roots))
    if origin is typing.Literal:
        return joined(of_object(a) for a in args) or UNKNOWN
    if isinstance(annotation, type):
        if issubclass(annotation, module):
            return Value(Fact("module", live=annotation))
        if annotation in (tuple, list):
            return Value(Fact(annotation.__name__), roots)
        if annotation in (dict, set):
            return PYTHON
    return UNKNOWN
