"""What the parts of the rewriter share: the walk's state, messages, the way to the lowering."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import libcst as cst
from libcst.metadata import CodeRange

from ivy.dtypes import DType
from ivy.transpiler import types
from ivy.transpiler.effects import SHARING, Reads, State
from ivy.transpiler.lower import Lowered
from ivy.transpiler.program import Class, Function, Program, Unit
from ivy.transpiler.report import Site
from ivy.transpiler.syntax import Fill, code, comments_in, dotted, from_ast
from ivy.transpiler.types import UNKNOWN, Root, Value
from ivy.transpiler.values import MISSING, Fact, Sym, Unsupported

NOWHERE = CodeRange(start=(0, 0), end=(0, 0))


@dataclass
class Expr:
    """A converted expression.

    Parameters
    ----------
    node
        The expression of the output.
    value
        What is known of it.
    parts
        The elements of a tuple or list that stands there as such.
    constant
        The Python value of a literal.
    foreign
        Whether the node still names an object of the source framework.
    sets
        The name that gets this value besides: ``y.add_(1)`` is ``y + 1``, and sets `y`.
    """

    node: cst.BaseExpression
    value: Value = UNKNOWN
    parts: tuple[Expr, ...] | None = None
    constant: Any = MISSING
    foreign: bool = False
    sets: str = ""
    # Whether a statement of it is left out of the output.
    dropped: bool = False


@dataclass
class Frame:
    """A function that is being walked through."""

    function: Function | None
    reads: Reads
    returns: list[Value]
    owner: Class | None


class Scope:
    """The state of one walk over a module's code.

    Parameters
    ----------
    program
        The conversion.
    unit
        The module.
    recording
        Whether to note what becomes of each call site: the last walk does.
    """

    def __init__(self, program: Program, unit: Unit, recording: bool) -> None:
        self.program = program
        self.names = program.names
        self.target = program.target
        self.lowering = program.lowering
        self.unit = unit
        self.aliases = unit.aliases
        self.recording = recording
        self.state = State()
        self.outer: list[State] = []
        self.frames: list[Frame] = []
        # The statement that is being converted, and the names that it binds.
        self.place: cst.CSTNode | None = None
        self.rebound: frozenset[str] = frozenset()
        self.is_statement: cst.CSTNode | None = None
        # In-place calls whose results are changed in place in turn.
        self.chained: set[int] = set()
        self.slots: dict[str, cst.BaseExpression] = {}
        self.numbers: dict[str, str] = {}
        # Comments that stood inside a call which is one line now.
        self.hoisted: list[str] = []
        self.in_message = False
        self.breaks: list[list[State]] = []
        self.continues: list[list[State]] = []

    # -- places and messages -------------------------------------------------------------------

    def position(self, node: cst.CSTNode | None) -> CodeRange:
        """Return where a node stands in the source."""
        return self.unit.positions.get(node, NOWHERE) if node is not None else NOWHERE

    def line(self, node: cst.CSTNode | None) -> int:
        """Return the line of a node, or of the statement that it is in."""
        return self.position(node).start.line or self.position(self.place).start.line

    def problem(self, node: cst.CSTNode | None, what: str, reason: str) -> None:
        """Note something that cannot be converted."""
        self.note(node, what, "refused", reason)

    def note(self, node: cst.CSTNode | None, what: str, how: str, reason: str = "") -> None:
        """Note what becomes of a place in the source."""
        if self.recording:
            what = what if len(what) <= 80 else what[:79] + "…"
            site = Site(self.unit.file, self.line(node), " ".join(what.split()), how, reason)
            self.program.sites.append(site)

    @contextmanager
    def silently(self) -> Iterator[None]:
        """Walk without taking notes."""
        before = self.recording
        self.recording = False
        try:
            yield
        finally:
            self.recording = before

    # -- names ---------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame | None:
        """The innermost function."""
        return self.frames[-1] if self.frames else None

    @property
    def owner(self) -> Class | None:
        """The class whose method is being walked through."""
        return next((f.owner for f in reversed(self.frames) if f.owner is not None), None)

    def local(self, name: str) -> Value | None:
        """Return what is known of a local name, of this function or of those around it."""
        for state in (self.state, *reversed(self.outer)):
            if name in state.names:
                return state.names[name]
        return None

    def seen(self, node: cst.CSTNode, name: str, value: Value) -> Value:
        """Return a value with what a run of the source showed of a name at this place."""
        shown = self.program.observed.get((self.unit.file, self.line(self.place), name))
        if shown is None:
            return value
        if value.kind in ("unknown", "bottom") or value.optional:
            if shown.kind == "unknown":
                return value
            if shown.kind == "none" or (value.optional and shown.kind != value.kind):
                return value
            self.note(node, name, "assumption", f"is {described(shown)}, as in the example run")
            return Value(
                shown.fact,
                value.roots or (frozenset([types.ELSEWHERE]) if shown.is_array else frozenset()),
                False,
                shown.items,
                shown.element,
                value.owner,
            )
        if value.kind == "array" and shown.is_array:
            ndim, dtype = value.fact.ndim, value.fact.dtype
            if ndim is None or not isinstance(dtype, DType):
                self.note(node, name, "assumption", f"is {described(shown)}, as in the example run")
                ndim = shown.fact.ndim if ndim is None else ndim
                dtype = dtype if isinstance(dtype, DType) else shown.fact.dtype or dtype
                return Value(Fact("array", ndim, dtype), value.roots)
        if value.kind == "shape" and value.fact.ndim is None and shown.kind == "shape":
            return Value(shown.fact, value.roots)
        if value.kind == "scalar" and value.fact.dtype is None and shown.kind == "scalar":
            return Value(shown.fact)
        return value

    def object(self, name: str) -> Any:
        """Return the live object that a global name stands for, or MISSING."""
        if name in self.unit.space:
            return self.unit.space[name]
        return getattr(builtins, name, MISSING)

    # -- to the lowering and back ----------------------------------------------------------------

    def sym(self, expr: Expr, fact: Fact | None = None) -> Sym:
        """Return a run-time value for the lowering."""
        fact = expr.value.seen_by_lowering if fact is None else fact
        if dotted(expr.node).partition(".")[0] in self.aliases:
            name = f"ivy_slot_{len(self.slots)}"
            self.slots[name] = expr.node
            return Sym(ast.Name(name, ast.Load()), fact)
        if dotted(expr.node):
            return Sym(ast.parse(code(expr.node), mode="eval").body, fact)
        name = f"ivy_slot_{len(self.slots)}"
        self.slots[name] = expr.node
        return Sym(ast.Name(name, ast.Load()), fact, simple=False)

    def argument(self, expr: Expr) -> Any:
        """Return an argument as the lowering takes it: a Python value, or one of the run time."""
        if expr.constant is not MISSING:
            value = expr.constant
            if type(value) in (int, float) and repr(value) != code(expr.node):
                self.numbers[repr(value)] = code(expr.node)
            return value
        fact = expr.value.fact
        if fact.kind == "none" and not expr.value.optional:
            return None
        if fact.kind == "dtype" and isinstance(fact.dtype, DType) and not expr.value.optional:
            return fact.dtype
        if fact.kind == "device":
            return None
        if expr.parts is not None:
            parts = [self.argument(p) for p in expr.parts]
            return tuple(parts) if fact.kind == "tuple" else parts
        if isinstance(expr.node, cst.UnaryOperation) and isinstance(expr.node.operator, cst.Minus):
            inner = expr.node.expression
            if isinstance(inner, cst.Integer | cst.Float):
                return -ast.literal_eval(inner.value)
        return self.sym(expr)

    def written(self, lowered: Lowered) -> cst.BaseExpression:
        """Return the node of a lowered call."""
        return from_ast(lowered.node, {**self.slots, **self.renamed_modules}, self.numbers)

    @property
    def renamed_modules(self) -> dict[str, cst.BaseExpression]:
        """The names under which modules of the output are known in this module."""
        return {name: cst.Name(other) for name, other in self.aliases.items()}

    def native(self, text: str, **inner: cst.BaseExpression) -> cst.BaseExpression:
        """Return an expression of the output, with nodes of the user's in the place of names."""
        made = cst.parse_expression(text).visit(Fill({**self.renamed_modules, **inner}, {}))
        assert isinstance(made, cst.BaseExpression)
        return made

    def lowered(
        self,
        original: cst.CSTNode,
        what: str,
        make: Any,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Lowered | None:
        """Call the lowering; note what became of it, and return None where it cannot be done."""
        try:
            found = make(*args, **(kwargs or {}))
        except Unsupported as error:
            self.problem(original, what, self.plain(str(error)))
            return None
        if found is None:
            return None
        assert isinstance(found, Lowered)
        if self.recording:
            self.note(original, what, found.how, self.plain(found.reason))
            for claim in found.assumptions:
                self.note(original, what, "assumption", self.plain(claim))
            if not code(found_node := self.written(found)).count("\n"):
                self._hoist(original, found_node)
        return found

    def plain(self, text: str) -> str:
        """Return a message of the lowering with the user's expressions in it."""
        for name, node in reversed(list(self.slots.items())):
            text = text.replace(name, " ".join(code(node).split()))
        return text

    def _hoist(self, original: cst.CSTNode, node: cst.BaseExpression) -> None:
        kept = set(comments_in(node))
        self.hoisted += [
            c for c in comments_in(original) if c not in kept and c not in self.hoisted
        ]

    # -- memory --------------------------------------------------------------------------------

    def fresh(self, node: cst.CSTNode) -> frozenset[Root]:
        """Return the memory of an array that is made at a node of the source."""
        start = self.position(node).start
        return self.state.allocate(("new", (self.unit.file, start.line, start.column)))

    def roots_of(self, name: str, node: cst.CSTNode, inputs: Sequence[Value]) -> frozenset[Root]:
        """Return the memory that the result of a function of the source may have."""
        if name in SHARING:
            return frozenset[Root]().union(*(v.roots for v in inputs))
        return self.fresh(node)


def described(value: Value) -> str:
    """Return what is known of a value, for a person.

    Examples
    --------
    >>> described(Value(Fact("array", 2)))
    'an array of rank 2'
    """
    fact = value.fact
    if fact.kind == "array":
        rank = "" if fact.ndim is None else f" of rank {fact.ndim}"
        dtype = f"{fact.dtype} " if isinstance(fact.dtype, DType) else ""
        return f"{'an' if not dtype else 'a'} {dtype}array{rank}"
    if fact.kind == "scalar":
        kinds = {"int": "an int", "float": "a float", "bool": "a bool", "complex": "a complex"}
        return kinds.get(str(fact.dtype), "a number")
    return f"a {fact.kind}" if fact.kind != "none" else "None"
