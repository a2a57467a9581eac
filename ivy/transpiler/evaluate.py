"""Partial evaluation: Python functions run on values of which some are known at run time only.

An `Evaluator` walks a function's source. What is known is computed, what is not is kept as an
expression. Run for an *expression*, assignments only bind, and what cannot be one expression
raises `NeedsRuntime`. Run for *statements*, results get names, branches and loops that depend on
the running program are written down, and the function's body is left behind, specialised.
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import textwrap
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Protocol

from ivy import dtypes
from ivy.dtypes import CATEGORIES, DType
from ivy.transpiler.targets import PLAIN_MODULES, Rec, Target, method_call
from ivy.transpiler.values import (
    COMPARISONS,
    OPERATORS,
    Fact,
    LowerArray,
    NeedsRuntime,
    Sym,
    Unsupported,
    binary,
    call_node,
    compare,
    fact_of,
    has_runtime,
    path_node,
    shortened,
    to_node,
)


class Engine(Protocol):
    """What the evaluator asks of the lowering."""

    target: Target

    def apply(self, spec: Any, args: Sequence[Any]) -> Any:
        """Run an operation of the core on its arguments, in the order of the declaration."""

    def function(self, fn: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Run a function of a frontend, of the core or of the target's backend."""

    def arithmetic(self, op: type[ast.AST], *operands: Any) -> Any:
        """Run an operator of which an operand is an array."""

    def asarray(self, obj: Any, dtype: Any = None) -> Any:
        """Make an array of a Python value."""

    def assume(self, value: Any, claim: str) -> None:
        """Note something that is taken to be true of a value."""


class SourceRaises(Exception):
    """The function that is evaluated raises, whatever the running program does."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(f"{type(error).__name__}: {error}")
        self.error = error


class Packed(tuple[Any, ...]):
    """Several results of one call: the elements, and in `node` the call itself."""

    node: ast.expr
    fields: tuple[str, ...] = ()


@dataclass
class Frame:
    """One call of a function while it is evaluated."""

    space: Mapping[str, Any]
    native: bool
    env: dict[str, Any]
    # The statements of the output; None when an expression is asked for.
    out: list[ast.stmt] | None
    # The names that the output has given so far.
    used: set[str] = field(default_factory=set)
    results: list[Any] = field(default_factory=list)
    # How many loops are around what is evaluated.
    loops: int = 0

    def fork(self) -> Frame:
        """Return a frame for one branch: what it binds and writes is its own."""
        env = {k: list(v) if type(v) is list else v for k, v in self.env.items()}
        out: list[ast.stmt] | None = None if self.out is None else []
        return Frame(self.space, self.native, env, out, self.used, self.results, self.loops)


class _Conditional(NeedsRuntime):
    """A comprehension keeps items by a condition that only the running program knows."""

    def __init__(self, items: list[Any]) -> None:
        super().__init__("the condition of a comprehension")
        self.items = items


# The array class of the lowering that runs, and whether native functions are being evaluated.
ARRAY_CLASS: ContextVar[Any] = ContextVar("ivy.transpiler.array_class", default=LowerArray)
NATIVE: ContextVar[bool] = ContextVar("ivy.transpiler.native", default=False)

FALL = object()  # a block ended without a return
_BREAK = object()
_CONTINUE = object()

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    op: eval(f"lambda a, b: a {symbol} b")
    for op, symbol in {
        ast.Add: "+",
        ast.Sub: "-",
        ast.Mult: "*",
        ast.Div: "/",
        ast.FloorDiv: "//",
        ast.Mod: "%",
        ast.Pow: "**",
        ast.MatMult: "@",
        ast.BitAnd: "&",
        ast.BitOr: "|",
        ast.BitXor: "^",
        ast.LShift: "<<",
        ast.RShift: ">>",
    }.items()
}
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Is: lambda a, b: a is b,
    ast.IsNot: lambda a, b: a is not b,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
assert set(OPERATORS.values()) <= set(_BINARY)
assert set(COMPARISONS.values()) <= set(_COMPARE)


@functools.cache
def definition(fn: types.FunctionType) -> ast.FunctionDef | ast.Lambda | None:
    """Return the syntax tree of a function; None where there is no source that is only its own."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(fn)))
    except (OSError, TypeError, SyntaxError):
        return None
    (statement, *_) = tree.body
    if isinstance(statement, ast.FunctionDef) and fn.__name__ != "<lambda>":
        return statement
    lambdas = [n for n in ast.walk(statement) if isinstance(n, ast.Lambda)]
    return lambdas[0] if len(lambdas) == 1 else None


@functools.cache
def signature(fn: Any) -> inspect.Signature:
    """Return a function's signature."""
    return inspect.signature(fn)


def arguments(fn: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of each parameter."""
    bound = signature(fn).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.arguments


def simple(node: ast.AST) -> bool:
    """Return whether an expression may be written twice."""
    if isinstance(node, ast.Attribute):
        return simple(node.value)
    if isinstance(node, ast.Subscript):
        return simple(node.value) and _constant(node.slice)
    return isinstance(node, ast.Name) or _constant(node)


def _constant(node: ast.AST) -> bool:
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.operand, ast.Constant)
    if isinstance(node, ast.Slice):
        return all(p is None or _constant(p) for p in (node.lower, node.upper, node.step))
    if isinstance(node, ast.Tuple | ast.List):
        return all(_constant(e) for e in node.elts)
    return isinstance(node, ast.Constant)


class Closure:
    """A function that was made while another one was evaluated."""

    def __init__(self, evaluator: Evaluator, node: Any, frame: Frame) -> None:
        self.evaluator = evaluator
        self.node = node
        self.frame = frame

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        names = [a.arg for a in self.node.args.args]
        if kwargs or len(args) != len(names) or self.node.args.vararg:
            raise NeedsRuntime("a nested function with more than plain arguments")
        env = {**self.frame.env, **dict(zip(names, args, strict=True))}
        frame = Frame(self.frame.space, self.frame.native, env, None)
        if isinstance(self.node, ast.Lambda):
            return self.evaluator.ev(self.node.body, frame)
        result = self.evaluator.block(self.node.body, frame)
        return None if result is FALL else result


class Evaluator:
    """Evaluates functions for a lowering."""

    def __init__(self, engine: Engine, known: Mapping[Any, Callable[..., Any]]) -> None:
        self.engine = engine
        # Functions with a rule of their own.
        self.known = known

    # -- functions -----------------------------------------------------------------------------

    def run(self, fn: types.FunctionType, env: dict[str, Any], native: bool) -> Any:
        """Return the result of a function as a value, which must be one expression."""
        node = definition(fn)
        if node is None:
            return fn(**env) if not _positional_only(fn) else fn(*env.values())
        frame = Frame(_space(fn), native, env, None)
        if isinstance(node, ast.Lambda):
            return self.ev(node.body, frame)
        result = self.block(node.body, frame)
        return None if result is FALL else result

    def statements(
        self, fn: types.FunctionType, env: dict[str, Any], native: bool
    ) -> tuple[list[ast.stmt], list[Any]]:
        """Return a function's body, specialised to what is known, and the values it returns."""
        node = definition(fn)
        if node is None or isinstance(node, ast.Lambda):
            raise Unsupported(f"{fn.__name__} has no source that can be specialised")
        frame = Frame(_space(fn), native, env, [], set(env))
        result = self.block(node.body, frame)
        assert frame.out is not None
        if result is FALL:
            frame.results.append(None)
        return tidy(frame.out), frame.results

    # -- statements ----------------------------------------------------------------------------

    def block(self, body: Sequence[ast.stmt], frame: Frame) -> Any:
        """Run statements; return what they return, or `FALL`."""
        for i, s in enumerate(body):
            if isinstance(s, ast.If):
                done, result = self._if(s, body[i + 1 :], frame)
                if done:
                    return result
            else:
                run = getattr(self, f"_{type(s).__name__}", None)
                if run is None:
                    raise NeedsRuntime(f"a {type(s).__name__.lower()} statement")
                result = run(s, frame)
            if result is not FALL:
                return result
        return FALL

    def _Pass(self, s: ast.Pass, frame: Frame) -> Any:
        return FALL

    def _Break(self, s: ast.Break, frame: Frame) -> Any:
        return _BREAK

    def _Continue(self, s: ast.Continue, frame: Frame) -> Any:
        return _CONTINUE

    def _Expr(self, s: ast.Expr, frame: Frame) -> Any:
        if isinstance(s.value, ast.Constant):
            return FALL
        value = self.ev(s.value, frame)
        if isinstance(value, Sym | LowerArray):  # done for its effect
            if frame.out is None:
                raise NeedsRuntime("a statement")
            frame.out.append(ast.Expr(to_node(value)))
        return FALL

    def _Return(self, s: ast.Return, frame: Frame) -> Any:
        value = None if s.value is None else self.ev(s.value, frame)
        if frame.out is not None:
            frame.out.append(ast.Return(to_node(value)))
            frame.results.append(value)
        return value

    def _Assign(self, s: ast.Assign, frame: Frame) -> Any:
        value = self.ev(s.value, frame)
        for target in s.targets:
            self.bind(target, value, frame)
        return FALL

    def _AnnAssign(self, s: ast.AnnAssign, frame: Frame) -> Any:
        if s.value is not None:
            self.bind(s.target, self.ev(s.value, frame), frame)
        return FALL

    def _AugAssign(self, s: ast.AugAssign, frame: Frame) -> Any:
        place = ast.copy_location(_as_load(s.target), s)
        new = self.operate(type(s.op), self.ev(place, frame), self.ev(s.value, frame))
        self.bind(s.target, new, frame)
        return FALL

    def _Assert(self, s: ast.Assert, frame: Frame) -> Any:
        held = self.truth(self.ev(s.test, frame))
        if isinstance(held, Sym):
            self.engine.assume(held, "holds")
        elif not held:
            raise SourceRaises(AssertionError(ast.unparse(s.test)))
        return FALL

    def _Raise(self, s: ast.Raise, frame: Frame) -> Any:
        error: Any = None if s.exc is None else self.ev(s.exc, frame)
        raise SourceRaises(error() if isinstance(error, type) else error)

    def _FunctionDef(self, s: ast.FunctionDef, frame: Frame) -> Any:
        frame.env[s.name] = Closure(self, s, frame)
        return FALL

    def _ImportFrom(self, s: ast.ImportFrom, frame: Frame) -> Any:
        space: dict[str, Any] = {}
        exec(compile(ast.Module([s], []), "<import>", "exec"), dict(frame.space), space)
        frame.env.update(space)
        return FALL

    _Import = _ImportFrom

    def _if(self, s: ast.If, rest: Sequence[ast.stmt], frame: Frame) -> tuple[bool, Any]:
        """Run a branch; the first of the result says whether the rest of the block has run."""
        test = self.truth(self.ev(s.test, frame))
        if not isinstance(test, Sym):
            return True, self.block([*(s.body if test else s.orelse), *rest], frame)
        if _only_raises(s.body) or (s.orelse and _only_raises(s.orelse)):
            # A check of the arguments. The converted program is one that passes it.
            wrong = _only_raises(s.body)
            self.engine.assume(negation(test, scalar=True) if wrong else test, "holds")
            return True, self.block([*(s.orelse if wrong else s.body), *rest], frame)
        if frame.out is None:
            return True, self._choice(test, s, rest, frame)
        return self._branch(test, s, rest, frame)

    def _choice(self, test: Sym, s: ast.If, rest: Sequence[ast.stmt], frame: Frame) -> Any:
        """Return what a function returns whose way only the running program knows."""
        if frame.loops:  # what comes after the loop is not in `rest`
            raise NeedsRuntime(f"the truth of {shortened(test.text)}")
        sides: list[Any] = []
        for body, other in ((s.body, s.orelse), (s.orelse, s.body)):
            try:
                result = self.block([*body, *rest], frame.fork())
            except SourceRaises as error:
                holds = negation(test, scalar=True) if body is s.body else test
                return self._checked(error, holds, [*other, *rest], frame)
            sides.append(None if result is FALL else result)
        return choose(test, *sides)

    def _checked(
        self, error: SourceRaises, holds: Sym, body: Sequence[ast.stmt], frame: Frame
    ) -> Any:
        """Run what comes after a check of the arguments; what ivy cannot do is no such check."""
        if isinstance(error.error, NotImplementedError):
            raise error
        self.engine.assume(holds, "holds")
        return self.block(body, frame)

    def _branch(
        self, test: Sym, s: ast.If, rest: Sequence[ast.stmt], frame: Frame
    ) -> tuple[bool, Any]:
        assert frame.out is not None
        a, b = frame.fork(), frame.fork()
        try:
            ends_a = self.block(s.body, a)
        except SourceRaises as error:
            holds = negation(test, scalar=True)
            return True, self._checked(error, holds, [*s.orelse, *rest], frame)
        # What comes after a return is the other way.
        after = [] if ends_a is FALL else rest
        try:
            ends_b = self.block([*s.orelse, *after], b)
        except SourceRaises as error:
            return True, self._checked(error, test, [*s.body, *rest], frame)
        assert a.out is not None
        assert b.out is not None
        for end in (ends_a, ends_b):
            if end is _BREAK or end is _CONTINUE:
                raise NeedsRuntime(f"the truth of {shortened(test.text)}")
        if ends_a is FALL and ends_b is FALL:
            self._merge(a, b, frame)
            if a.out or b.out:
                turned = not a.out
                frame.out.append(
                    ast.If(
                        to_node(negation(test)) if turned else test.node,
                        a.out or b.out,
                        [] if turned else b.out,
                    )
                )
            return False, FALL
        if ends_a is FALL:
            frame.out.append(ast.If(to_node(negation(test)), b.out, []))
            frame.out += a.out
            frame.env = a.env
            return False, FALL
        frame.out.append(ast.If(test.node, a.out, []))
        frame.out += b.out
        frame.env = b.env
        return True, ends_b

    def _merge(self, a: Frame, b: Frame, frame: Frame) -> None:
        """Make the two sides of a branch agree on the value of each name."""
        assert a.out is not None
        assert b.out is not None
        merged: dict[str, Any] = {}
        for name in a.env:
            if name not in b.env:
                continue
            one, two = a.env[name], b.env[name]
            if _same(one, two):
                merged[name] = one
                continue
            out_name = name if name in frame.used else self._fresh(name, frame)
            for side, value in ((a, one), (b, two)):
                node = to_node(value)
                if not (isinstance(node, ast.Name) and node.id == out_name):
                    assert side.out is not None
                    side.out.append(_assign(out_name, node))
            fact = fact_of(one).join(fact_of(two))
            merged[name] = as_value(ast.Name(out_name, ast.Load()), fact)
        frame.env = merged

    def _For(self, s: ast.For, frame: Frame) -> Any:
        if s.orelse:
            raise NeedsRuntime("a loop with else")
        items = self.iterable(self.ev(s.iter, frame))
        if isinstance(items, Sym):
            return self._loop(s, items, frame)
        for item in items:
            self.bind(s.target, item, frame)
            result = self._round(s.body, frame)
            if result is _BREAK:
                break
            if result is not FALL and result is not _CONTINUE:
                return result
        return FALL

    def _round(self, body: Sequence[ast.stmt], frame: Frame) -> Any:
        """Run the body of a loop, or of another statement that others follow."""
        frame.loops += 1
        try:
            return self.block(body, frame)
        finally:
            frame.loops -= 1

    def _While(self, s: ast.While, frame: Frame) -> Any:
        while True:
            test = self.truth(self.ev(s.test, frame))
            if isinstance(test, Sym):
                raise NeedsRuntime(f"the truth of {shortened(test.text)}")
            if not test:
                return FALL
            result = self._round(s.body, frame)
            if result is _BREAK:
                return FALL
            if result is not FALL and result is not _CONTINUE:
                return result

    def _With(self, s: ast.With, frame: Frame) -> Any:
        if len(s.items) != 1 or s.items[0].optional_vars is not None:
            raise NeedsRuntime("a with statement")
        with self.ev(s.items[0].context_expr, frame):
            return self._round(s.body, frame)

    def _loop(self, s: ast.For, items: Sym, frame: Frame) -> Any:
        """Write a loop whose number of rounds only the running program knows."""
        if frame.out is None:
            raise NeedsRuntime(f"iteration of {shortened(items.text)}")
        changed = sorted(_changed(s.body) & set(frame.env))
        for name in changed:  # what the body changes has to have a name before
            value = frame.env[name]
            node = to_node(value)
            if not isinstance(node, ast.Name):
                out_name = self._fresh(name, frame)
                frame.out.append(_assign(out_name, node))
                frame.env[name] = as_value(ast.Name(out_name, ast.Load()), fact_of(value))
        for _ in range(4):
            inner = frame.fork()
            self._bind_loop_target(s.target, inner)
            result = self.block(s.body, inner)
            if result is not FALL:
                raise NeedsRuntime("a return inside a loop")
            again = False
            for name in changed:
                before, after = frame.env[name], inner.env[name]
                joined = fact_of(before).join(fact_of(after))
                if joined != fact_of(before):
                    frame.env[name] = as_value(to_node(before), joined)
                    again = True
                elif not _same(before, after):
                    assert inner.out is not None
                    inner.out.append(_assign(to_node(before).id, to_node(after)))  # type: ignore[attr-defined]  # a name, made above
            if not again:
                assert inner.out is not None
                frame.out.append(
                    ast.For(s.target, items.node, inner.out or [ast.Pass()], [], lineno=0)
                )
                return FALL
        raise NeedsRuntime("a loop whose types do not settle")

    def _bind_loop_target(self, target: ast.expr, frame: Frame) -> None:
        for n in ast.walk(target):
            if isinstance(n, ast.Name):
                if n.id in frame.used:
                    raise NeedsRuntime(f"a loop over {n.id}, which has a value before")
                frame.env[n.id] = Sym(ast.Name(n.id, ast.Load()), Fact("scalar"))

    # -- binding -------------------------------------------------------------------------------

    def bind(self, target: ast.expr, value: Any, frame: Frame) -> None:
        """Assign a value to a target."""
        if isinstance(target, ast.Name):
            self._bind_name(target.id, value, frame)
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value, frame)
        elif isinstance(target, ast.Subscript):
            self._store(target, value, frame)
        else:
            raise NeedsRuntime(f"an assignment to {ast.unparse(target)}")

    def _bind_name(self, name: str, value: Any, frame: Frame) -> None:
        if frame.out is None or type(value) in (list, dict) or not _worth_naming(value):
            frame.env[name] = value
            return
        out_name = self._fresh(name, frame)
        frame.out.append(_assign(out_name, to_node(value)))
        node = ast.Name(out_name, ast.Load())
        frame.env[name] = (
            repacked(value, node) if isinstance(value, Packed) else as_value(node, fact_of(value))
        )

    def _fresh(self, name: str, frame: Frame) -> str:
        """Return the name that a variable has in the output: another one if its old value lives."""
        out_name, number = name, 1
        while out_name in frame.used and any(
            mentions(v, out_name) for k, v in frame.env.items() if k != name
        ):
            number += 1
            out_name = f"{name}_{number}"
        frame.used.add(out_name)
        return out_name

    def _unpack(self, target: ast.Tuple | ast.List, value: Any, frame: Frame) -> None:
        items = self.iterable(value)
        if isinstance(items, Sym):
            if frame.out is None or any(isinstance(t, ast.Starred) for t in target.elts):
                raise NeedsRuntime(f"unpacking of {shortened(items.text)}")
            items = Sym(items.node, Fact(items.fact.kind, len(target.elts), items.fact.dtype))
            value = items
        items = list(items)
        starred = [i for i, t in enumerate(target.elts) if isinstance(t, ast.Starred)]
        if starred:
            at, after = starred[0], len(target.elts) - starred[0] - 1
            end = len(items) - after
            items = [*items[:at], items[at:end], *items[end:]]
        if len(items) != len(target.elts):
            raise SourceRaises(ValueError(f"{len(target.elts)} values expected, got {len(items)}"))
        names = all(isinstance(t, ast.Name) for t in target.elts)
        if frame.out is not None and isinstance(value, Sym | Packed) and names:
            self._unpack_at_once(target, value, items, frame)
            return
        for t, item in zip(target.elts, items, strict=True):
            self.bind(t.value if isinstance(t, ast.Starred) else t, item, frame)

    def _unpack_at_once(self, target: Any, value: Any, items: list[Any], frame: Frame) -> None:
        assert frame.out is not None
        out_names = [self._fresh(t.id, frame) for t in target.elts]
        places = ast.Tuple([ast.Name(n, ast.Store()) for n in out_names], ast.Store())
        frame.out.append(ast.Assign([places], to_node(value), lineno=0))
        for t, n, item in zip(target.elts, out_names, items, strict=True):
            frame.env[t.id] = as_value(ast.Name(n, ast.Load()), fact_of(item))

    def _store(self, target: ast.Subscript, value: Any, frame: Frame) -> None:
        place, key = self.ev(target.value, frame), self.key(target.slice, frame)
        if isinstance(place, list | dict) and not has_runtime(key):
            place[key] = value
        elif isinstance(place, LowerArray) and isinstance(target.value, ast.Name):
            from ivy.functional._op import registry

            value = self.engine.asarray(value) if isinstance(value, list) else value
            new = self.engine.apply(registry["setitem"], (place, value, key))
            self._bind_name(target.value.id, new, frame)
        else:
            raise NeedsRuntime(f"an assignment to {ast.unparse(target)}")

    # -- expressions ---------------------------------------------------------------------------

    def ev(self, node: ast.expr, frame: Frame) -> Any:
        """Return the value of an expression."""
        run = getattr(self, f"_{type(node).__name__}", None)
        if run is None:
            raise NeedsRuntime(f"{ast.unparse(node)}")
        return run(node, frame)

    def _Constant(self, node: ast.Constant, frame: Frame) -> Any:
        return node.value

    def _Name(self, node: ast.Name, frame: Frame) -> Any:
        if node.id in frame.env:
            return frame.env[node.id]
        if node.id in frame.space:
            return self.outside(frame.space[node.id], node.id, frame)
        return getattr(builtins, node.id)

    def outside(self, value: Any, name: str, frame: Frame) -> Any:
        """Return a global of the function; the framework's objects become recorders."""
        if frame.native and self.engine.target.is_native(value):
            path = self.engine.target.public(value, name)
            if path is not None:
                return Rec(self.engine.target, value, path)
        return value

    def _Attribute(self, node: ast.Attribute, frame: Frame) -> Any:
        return self.attribute(self.ev(node.value, frame), node.attr, frame)

    def attribute(self, value: Any, name: str, frame: Frame) -> Any:
        """Return an attribute of a value."""
        if isinstance(value, Packed) and name in value.fields:
            return value[value.fields.index(name)]
        if isinstance(value, Sym) and value.fact.kind == "dtype":
            return self._dtype_attribute(value, name)
        return getattr(value, name)

    def _dtype_attribute(self, value: Sym, name: str) -> Any:
        dtype = value.fact.dtype
        if isinstance(dtype, DType):
            native = self.engine.target.core.DTYPES[dtype.name]
            return getattr(native if hasattr(native, name) else dtype, name)
        if name in _CATEGORY_ATTRIBUTES:
            self.engine.assume(value, "is a floating-point dtype")
            native = self.engine.target.core.DTYPES["float32"]
            return getattr(native if hasattr(native, name) else dtypes.float32, name)
        return getattr(value, name)

    def _Subscript(self, node: ast.Subscript, frame: Frame) -> Any:
        return self.item(self.ev(node.value, frame), self.key(node.slice, frame))

    def item(self, value: Any, key: Any) -> Any:
        """Return ``value[key]``."""
        if isinstance(value, LowerArray):
            from ivy.functional._op import registry

            return self.engine.apply(registry["getitem"], (value, key))
        if isinstance(value, Sym) or not has_runtime(key):
            return value[key]
        if isinstance(value, tuple | list | dict):
            fact = Fact()
            found = [fact_of(v) for v in (value.values() if isinstance(value, dict) else value)]
            if found and not isinstance(key, slice):
                fact = functools.reduce(Fact.join, found)
            return as_value(ast.Subscript(to_node(value), to_node(key), ast.Load()), fact)
        raise NeedsRuntime(f"the value of {shortened(ast.unparse(to_node(key)))}")

    def key(self, node: ast.expr, frame: Frame) -> Any:
        """Return the value of what stands between brackets."""
        if isinstance(node, ast.Slice):
            parts = (node.lower, node.upper, node.step)
            return slice(*[None if p is None else self.ev(p, frame) for p in parts])
        if isinstance(node, ast.Tuple):
            items: list[Any] = []
            for e in node.elts:
                if isinstance(e, ast.Starred):
                    items += self.iterable(self.ev(e.value, frame))
                else:
                    items.append(self.key(e, frame))
            return tuple(items)
        return self.ev(node, frame)

    _Slice = key

    def _BinOp(self, node: ast.BinOp, frame: Frame) -> Any:
        return self.operate(type(node.op), self.ev(node.left, frame), self.ev(node.right, frame))

    def operate(self, op: type[ast.operator], a: Any, b: Any) -> Any:
        """Return ``a op b``."""
        if isinstance(a, LowerArray) or isinstance(b, LowerArray):
            return self.engine.arithmetic(op, a, b)
        if isinstance(a, Sym) or isinstance(b, Sym):
            return binary(op, a, b)
        return _BINARY[op](a, b)

    def _UnaryOp(self, node: ast.UnaryOp, frame: Frame) -> Any:
        value = self.ev(node.operand, frame)
        if isinstance(node.op, ast.Not):
            held = self.truth(value)
            return negation(held) if isinstance(held, Sym) else not held
        if isinstance(value, LowerArray):
            return self.engine.arithmetic(type(node.op), value)
        if isinstance(node.op, ast.USub):
            return -value
        return ~value if isinstance(node.op, ast.Invert) else +value

    def _BoolOp(self, node: ast.BoolOp, frame: Frame) -> Any:
        is_and = isinstance(node.op, ast.And)
        kept: list[Sym] = []
        value: Any = None
        for i, sub in enumerate(node.values):
            value = self.ev(sub, frame)
            held = self.truth(value)
            if isinstance(held, Sym):
                kept.append(held)
                continue
            if held is not is_and:  # it decides
                if not kept:
                    return value
                kept.append(Sym(to_node(value), fact_of(value)))
                break
            if i == len(node.values) - 1 and not kept:
                return value
        if len(kept) == 1:
            return kept[0]
        joined = ast.BoolOp(node.op, [k.node for k in kept])
        return Sym(joined, functools.reduce(Fact.join, [k.fact for k in kept]))

    def _Compare(self, node: ast.Compare, frame: Frame) -> Any:
        left = self.ev(node.left, frame)
        parts = []
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.ev(right_node, frame)
            part = self.compare(type(op), left, right)
            if len(node.ops) == 1:
                return part
            held = self.truth(part)
            if isinstance(held, Sym):
                parts.append(held)
            elif not held:
                return False
            left = right
        if not parts:
            return True
        if len(parts) == 1:
            return parts[0]
        return Sym(ast.BoolOp(ast.And(), [p.node for p in parts]), Fact("scalar", dtype="bool"))

    def compare(self, op: type[ast.cmpop], a: Any, b: Any) -> Any:
        """Return ``a op b`` for a comparison."""
        negative = op in (ast.IsNot, ast.NotEq, ast.NotIn)
        if op in (ast.Is, ast.IsNot) and (a is None or b is None):
            return self._is_none(op, b if a is None else a)
        if op in (ast.In, ast.NotIn):
            found = self._contains(b, a)
            if isinstance(found, Sym):
                return negation(found) if negative else found
            return found is not negative
        same = self._same_dtype(a, b)
        if same is not None and op in (ast.Eq, ast.NotEq, ast.Is, ast.IsNot):
            if isinstance(same, Sym):
                return negation(same) if negative else same
            return same is not negative
        if isinstance(a, LowerArray) or isinstance(b, LowerArray):
            if op in (ast.Is, ast.IsNot):
                return (a is b) is not negative
            return self.engine.arithmetic(op, a, b)
        if has_runtime(a) or has_runtime(b):
            if op in (ast.Eq, ast.NotEq) and _kinds_differ(a, b):
                return negative
            return compare(op, a, b)
        return _COMPARE[op](a, b)

    def _is_none(self, op: type[ast.cmpop], value: Any) -> Any:
        if not isinstance(value, Sym):
            return (value is None) is (op is ast.Is)
        if value.fact.maybe_none and value.fact.kind != "none":
            return compare(op, value, None)
        return (value.fact.kind == "none") is (op is ast.Is)

    def dtype_of(self, value: Any) -> Any:
        """Return the dtype that a value is; a `Sym` where not known, None for other values."""
        if isinstance(value, DType):
            return value
        if isinstance(value, Rec):
            for name, native in self.engine.target.core.DTYPES.items():
                if value.real is native or value.real in _classes_of(native):
                    return dtypes.named(name)
            return None
        if isinstance(value, Sym) and value.fact.kind == "dtype":
            return value.fact.dtype if isinstance(value.fact.dtype, DType) else value
        return None

    def _same_dtype(self, a: Any, b: Any) -> Any:
        """Return whether two dtypes are equal; None where the values are no dtypes."""
        one, two = self.dtype_of(a), self.dtype_of(b)
        if isinstance(a, str) and two is not None:
            one = dtypes.named(a)
        if isinstance(b, str) and one is not None:
            two = dtypes.named(b)
        if one is None or two is None:
            return None
        if isinstance(one, DType) and isinstance(two, DType):
            return one is two
        if isinstance(one, Sym) and isinstance(two, Sym):
            if one.fact.dtype == two.fact.dtype is not None:
                return True
            return compare(ast.Eq, one, two)
        known, sym = (one, two) if isinstance(one, DType) else (two, one)
        if known in CATEGORIES["real floating"]:
            return compare(ast.Eq, sym, self.engine.target.dtype(known))
        self.engine.assume(sym, "is a floating-point dtype")
        return False

    def _contains(self, container: Any, value: Any) -> Any:
        dtype = self.dtype_of(value)
        if isinstance(dtype, Sym) and not isinstance(container, Sym):
            members = {self.dtype_of(m) or dtypes.named(m) for m in container}
            floats = CATEGORIES["real floating"]
            if floats <= members or not floats & members:
                self.engine.assume(dtype, "is a floating-point dtype")
                return floats <= members
            ordered = [self.engine.target.dtype(m) for m in dtypes.ALL if m in members]
            return compare(ast.In, dtype, tuple(ordered))
        if isinstance(dtype, DType) and not isinstance(container, Sym):
            return dtype in {self.dtype_of(m) or m for m in container}
        if isinstance(value, LowerArray):
            return any(value is m for m in container)
        if isinstance(value, Sym):
            if isinstance(container, Sym):
                return compare(ast.In, value, container)
            possible = [m for m in container if not _kinds_differ(value, m)]
            if not value.fact.maybe_none:
                possible = [m for m in possible if m is not None]
            return compare(ast.In, value, tuple(possible)) if possible else False
        if isinstance(container, Sym):
            return compare(ast.In, value, container)
        if has_runtime(container):
            if any(value == m for m in container if not has_runtime(m)):
                return True
            possible = [m for m in container if has_runtime(m) and not _kinds_differ(value, m)]
            return compare(ast.In, value, tuple(possible)) if possible else False
        return value in container

    def truth(self, value: Any) -> Any:
        """Return whether a value is true, or the `Sym` that only the running program knows."""
        if isinstance(value, LowerArray):
            return value.data
        if isinstance(value, Sym):
            if value.fact.kind in ("shape", "tuple", "list") and value.known_length is not None:
                return bool(value.known_length)
            return False if value.fact.kind == "none" else value
        return True if isinstance(value, Rec) else bool(value)

    def _IfExp(self, node: ast.IfExp, frame: Frame) -> Any:
        test = self.truth(self.ev(node.test, frame))
        if isinstance(test, Sym):
            return choose(test, self.ev(node.body, frame), self.ev(node.orelse, frame))
        return self.ev(node.body if test else node.orelse, frame)

    def _items(self, elts: Iterable[ast.expr], frame: Frame) -> list[Any]:
        items: list[Any] = []
        for e in elts:
            if isinstance(e, ast.Starred):
                inner = self.iterable(self.ev(e.value, frame))
                if isinstance(inner, Sym):
                    items.append(Sym(ast.Starred(inner.node, ast.Load()), Fact("starred")))
                else:
                    items += inner
            else:
                items.append(self.ev(e, frame))
        return items

    def _Tuple(self, node: ast.Tuple, frame: Frame) -> Any:
        items = self._items(node.elts, frame)
        if any(isinstance(i, Sym) and i.fact.kind == "starred" for i in items):
            return Sym(ast.Tuple([to_node(i) for i in items], ast.Load()), Fact("tuple"))
        return tuple(items)

    def _List(self, node: ast.List, frame: Frame) -> Any:
        items = self._items(node.elts, frame)
        if any(isinstance(i, Sym) and i.fact.kind == "starred" for i in items):
            return Sym(ast.List([to_node(i) for i in items], ast.Load()), Fact("list"))
        return items

    def _Set(self, node: ast.Set, frame: Frame) -> Any:
        return set(self._items(node.elts, frame))

    def _Dict(self, node: ast.Dict, frame: Frame) -> Any:
        out: dict[Any, Any] = {}
        for k, v in zip(node.keys, node.values, strict=True):
            if k is None:
                out.update(self.ev(v, frame))
            else:
                out[self.ev(k, frame)] = self.ev(v, frame)
        return out

    def _JoinedStr(self, node: ast.JoinedStr, frame: Frame) -> Any:
        parts = []
        for v in node.values:
            if isinstance(v, ast.Constant):
                parts.append(str(v.value))
                continue
            assert isinstance(v, ast.FormattedValue)
            value = self.ev(v.value, frame)
            if has_runtime(value):
                parts.append("{" + ast.unparse(to_node(value)) + "}")
                continue
            spec = "" if v.format_spec is None else self.ev(v.format_spec, frame)
            convert = _CONVERSIONS.get(v.conversion)
            parts.append(format(value if convert is None else convert(value), spec))
        return "".join(parts)

    def _Lambda(self, node: ast.Lambda, frame: Frame) -> Any:
        return Closure(self, node, frame)

    def _NamedExpr(self, node: ast.NamedExpr, frame: Frame) -> Any:
        value = self.ev(node.value, frame)
        self.bind(node.target, value, frame)
        return frame.env[node.target.id]

    def _ListComp(self, node: ast.ListComp | ast.GeneratorExp, frame: Frame) -> Any:
        out: list[Any] = []
        (generator, *others) = node.generators
        items = self.iterable(self.ev(generator.iter, frame))
        if isinstance(items, Sym):
            if others:
                raise NeedsRuntime(f"iteration of {shortened(items.text)}")
            return self._comprehension(node, generator, items, frame)
        try:
            self._comprehend(node.elt, node.generators, frame, out)
        except _Conditional as found:
            if others:
                raise
            whole = Sym(to_node(tuple(found.items)), fact_of(tuple(found.items)))
            return self._comprehension(node, generator, whole, frame)
        return out

    def _comprehend(
        self, elt: ast.expr, generators: list[ast.comprehension], frame: Frame, out: list[Any]
    ) -> None:
        if not generators:
            out.append(self.ev(elt, frame))
            return
        generator, *rest = generators
        items = self.iterable(self.ev(generator.iter, frame))
        if isinstance(items, Sym):
            raise NeedsRuntime(f"iteration of {shortened(items.text)}")
        for item in items:
            inner = Frame(frame.space, frame.native, dict(frame.env), None)
            self.bind(generator.target, item, inner)
            held = [self.truth(self.ev(c, inner)) for c in generator.ifs]
            if any(isinstance(h, Sym) for h in held):
                raise _Conditional(items)
            if all(held):
                self._comprehend(elt, rest, inner, out)

    _GeneratorExp = _ListComp

    def _comprehension(
        self, node: Any, generator: ast.comprehension, items: Sym, frame: Frame
    ) -> Sym:
        """Write a comprehension over what only the running program knows."""
        inner = Frame(frame.space, frame.native, dict(frame.env), None, set(frame.used))
        for n in ast.walk(generator.target):
            if isinstance(n, ast.Name):
                inner.env[n.id] = Sym(ast.Name(n.id, ast.Load()), _element(items))
        conditions = [to_node(self.ev(c, inner)) for c in generator.ifs]
        element = self.ev(node.elt, inner)
        made = ast.comprehension(generator.target, items.node, conditions, 0)
        return Sym(type(node)(to_node(element), [made]), Fact("list"))

    def iterable(self, value: Any) -> Any:
        """Return what a loop runs over: known items, or a `Sym`."""
        if isinstance(value, Sym) and value.known_length is None:
            return value
        if isinstance(value, LowerArray):
            return value.data
        return list(value)

    # -- calls ---------------------------------------------------------------------------------

    def _Call(self, node: ast.Call, frame: Frame) -> Any:
        f = self.ev(node.func, frame)
        args: list[Any] = []
        for a in node.args:
            if isinstance(a, ast.Starred):
                inner = self.iterable(self.ev(a.value, frame))
                if isinstance(inner, Sym):
                    args.append(Sym(ast.Starred(inner.node, ast.Load()), Fact("starred")))
                else:
                    args += inner
            else:
                args.append(self.ev(a, frame))
        kwargs: dict[str, Any] = {}
        for k in node.keywords:
            if k.arg is None:
                kwargs.update(self.ev(k.value, frame))
            else:
                kwargs[k.arg] = self.ev(k.value, frame)
        return self.call(f, args, kwargs)

    def call(self, f: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Return ``f(*args, **kwargs)``."""
        if isinstance(f, Sym):
            if isinstance(f.node, ast.Attribute):
                return method_call(self.engine.target, f, args, kwargs)
            return Sym(call_node(f.node, args, kwargs))
        if isinstance(f, Rec):
            return self._native_call(f, args, kwargs)
        if isinstance(f, Closure):
            return f(*args, **kwargs)
        if isinstance(f, types.MethodType):
            owner, f = f.__self__, f.__func__
            args = [owner, *args]
        spec = getattr(f, "spec", None)
        if spec is not None:
            return self.engine.apply(spec, positional(spec, args, kwargs))
        special = self.known.get(f) if isinstance(f, _HASHABLE) else None
        if special is not None:
            return special(self, args, kwargs)
        if isinstance(f, types.FunctionType):
            if f.__code__.co_names == ("operation",) and "operation" in f.__globals__:
                # Made by a frontend for a name that means the same as an operation.
                return self.call(f.__globals__["operation"], args, kwargs)
            f = getattr(f, "__wrapped__", f) if _is_ours(f) else f
            if _is_ours(f):
                return self.engine.function(f, args, kwargs)
        if not (has_runtime(args) or has_runtime(kwargs)):
            return f(*args, **kwargs)
        if getattr(f, "__module__", "") in PLAIN_MODULES:
            path = path_node(f"{f.__module__}.{f.__name__}")
            kind = "int" if f.__name__ in ("ceil", "floor", "isqrt", "gcd", "prod") else "float"
            return Sym(call_node(path, args, kwargs), Fact("scalar", dtype=kind))
        try:
            return f(*args, **kwargs)
        except TypeError as error:
            raise NeedsRuntime(f"{getattr(f, '__name__', f)}: {error}") from error

    def _native_call(self, f: Rec, args: list[Any], kwargs: dict[str, Any]) -> Any:
        if f.path.rpartition(".")[2] in ("issubdtype", "isdtype"):
            dtype = self.dtype_of(args[0])
            if isinstance(dtype, Sym):
                self.engine.assume(dtype, "is a floating-point dtype")
                dtype = dtypes.float32
            if isinstance(dtype, DType):
                native = self.engine.target.core.DTYPES[dtype.name]
                kinds = [getattr(a, "real", a) for a in args[1:]]
                return bool(f.real(native, *kinds))
        return f(*args, **kwargs)


# What an f-string converts values with, by the letter.
_CONVERSIONS: dict[int, Callable[[Any], str]] = {114: repr, 115: str, 97: ascii}
_CATEGORY_ATTRIBUTES = frozenset(
    [
        "kind",
        "category",
        "is_floating",
        "is_integer",
        "is_complex",
        "is_bool",
        "is_unsigned",
        "is_floating_point",
    ]
)
_HASHABLE = (type, types.FunctionType, types.BuiltinFunctionType)


def _classes_of(native: Any) -> tuple[Any, ...]:
    """Return what else stands for a native dtype: NumPy's scalar class, jax's scalar object."""
    kind = getattr(native, "type", None)
    return () if kind is None else (kind,)


def _is_ours(fn: types.FunctionType) -> bool:
    parts = str(fn.__module__).split(".")
    return parts[0] == "ivy" and len(parts) > 1 and parts[1] in EVALUATED


# The packages whose functions are evaluated, rather than called.
EVALUATED = {"frontends", "functional", "backends", "transpiler"}


def _positional_only(fn: Any) -> bool:
    return any(p.kind is p.POSITIONAL_ONLY for p in signature(fn).parameters.values())


def _space(fn: types.FunctionType) -> Mapping[str, Any]:
    if not fn.__closure__:
        return fn.__globals__
    cells = {
        name: cell.cell_contents
        for name, cell in zip(fn.__code__.co_freevars, fn.__closure__, strict=True)
    }
    return {**fn.__globals__, **cells}


def positional(spec: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the arguments of an operation in the order of its declaration."""
    return tuple(arguments(spec.call, args, kwargs)[p.name] for p in spec.params)


def _as_load(target: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(target), mode="eval").body


def _only_raises(body: Sequence[ast.stmt]) -> bool:
    return (
        bool(body)
        and isinstance(body[-1], ast.Raise)
        and all(isinstance(s, ast.Assign | ast.Expr | ast.Raise) for s in body)
    )


def _changed(body: Sequence[ast.stmt]) -> set[str]:
    """Return the names that statements assign, or call a method of."""
    found: set[str] = set()
    for s in body:
        for n in ast.walk(s):
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
                found.add(n.id)
            elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store):
                found |= {m.id for m in ast.walk(n.value) if isinstance(m, ast.Name)}
            elif isinstance(n, ast.Expr) and isinstance(n.value, ast.Call):
                found |= {m.id for m in ast.walk(n.value.func) if isinstance(m, ast.Name)}
    return found


def _worth_naming(value: Any) -> bool:
    """Return whether a value gets a name where statements are written."""
    if isinstance(value, Sym | LowerArray | Packed):
        return not simple(to_node(value))
    if isinstance(value, tuple):
        return any(_worth_naming(v) for v in value)
    return False


def as_value(node: ast.expr, fact: Fact) -> Any:
    """Return a value of the running program; arrays are arrays of the core."""
    sym = Sym(node, fact)
    return ARRAY_CLASS.get()(sym) if fact.kind == "array" and not NATIVE.get() else sym


def choose(test: Sym, one: Any, two: Any) -> Any:
    """Return ``one if test else two``."""
    if _same(one, two):
        return one
    fact = fact_of(one).join(fact_of(two))
    return as_value(ast.IfExp(test.node, to_node(one), to_node(two)), fact)


def negation(test: Sym, scalar: bool = False) -> Sym:
    """Return ``not test``; an order of scalars is turned round."""
    node = test.node
    fact = Fact("scalar", dtype="bool")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return Sym(node.operand, fact)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        turned = _NEGATED.get(type(node.ops[0]))
        if scalar and turned is None:
            turned = _TURNED[type(node.ops[0])]
        if turned is not None:
            return Sym(ast.Compare(node.left, [turned()], node.comparators), fact)
    return Sym(ast.UnaryOp(ast.Not(), node), fact)


_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}
_NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


def _same(one: Any, two: Any) -> bool:
    """Return whether two values are certainly the same."""
    if one is two:
        return True
    if isinstance(one, Sym | LowerArray) and isinstance(two, Sym | LowerArray):
        a, b = to_node(one), to_node(two)
        return fact_of(one) == fact_of(two) and (a is b or ast.dump(a) == ast.dump(b))
    if isinstance(one, tuple | list) and type(one) is type(two):
        return len(one) == len(two) and all(map(_same, one, two))
    if has_runtime(one) or has_runtime(two) or type(one) is not type(two):
        return False
    return isinstance(one, bool | int | float | str | DType | type(None)) and one == two


def _kinds_differ(a: Any, b: Any) -> bool:
    """Return whether two values are certainly of kinds that are never equal."""
    one, two = _kind(a), _kind(b)
    return None not in (one, two) and one != two


def _kind(value: Any) -> str | None:
    kind = fact_of(value).kind
    return {"scalar": "number", "string": "string", "shape": "row", "tuple": "row"}.get(
        kind, {"list": "list", "dtype": "dtype", "none": "none"}.get(kind)
    )


def _element(items: Sym) -> Fact:
    if items.fact.kind == "shape" or _called(items.node) == "range":
        return Fact("scalar", dtype="int")
    if items.fact.items:
        return functools.reduce(Fact.join, items.fact.items)
    return Fact()


def _called(node: ast.expr) -> str:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return ""


def mentions(value: Any, name: str) -> bool:
    """Return whether the expression of a value reads a name."""
    if isinstance(value, Sym | LowerArray | Packed):
        return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(to_node(value)))
    if isinstance(value, tuple | list):
        return any(mentions(v, name) for v in value)
    return False


def packed(node: ast.expr, facts: Sequence[Fact], fields: tuple[str, ...]) -> Packed:
    """Return the several results of one call."""
    out = Packed(
        as_value(ast.Subscript(node, ast.Constant(i), ast.Load()), f) for i, f in enumerate(facts)
    )
    out.node = node
    out.fields = fields
    return out


def repacked(value: Packed, node: ast.expr) -> Packed:
    """Return several results under another expression."""
    return packed(node, [fact_of(v) for v in value], value.fields)


def _assign(name: str, node: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], node, lineno=0)


# -- what is left over ---------------------------------------------------------------------------


def tidy(body: list[ast.stmt]) -> list[ast.stmt]:
    """Drop assignments that nobody reads, and names that are only returned."""
    while True:
        read = {
            n.id
            for s in body
            for n in ast.walk(s)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
        }
        kept = _without_unread(body, read)
        if _count(kept) == _count(body):
            break
        body = kept
    if len(body) > 1 and isinstance(body[-1], ast.Return) and isinstance(body[-2], ast.Assign):
        value, (target,) = body[-1].value, body[-2].targets
        if isinstance(value, ast.Name) and isinstance(target, ast.Name) and value.id == target.id:
            body = [*body[:-2], ast.Return(body[-2].value)]
    return body


def _count(body: list[ast.stmt]) -> int:
    return sum(1 for s in body for _ in ast.walk(s))


def _without_unread(body: list[ast.stmt], read: set[str]) -> list[ast.stmt]:
    kept: list[ast.stmt] = []
    for s in body:
        if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name):
            if s.targets[0].id not in read:
                continue
        if isinstance(s, ast.If):
            s = ast.If(s.test, _without_unread(s.body, read), _without_unread(s.orelse, read))
            if not s.body and not s.orelse:
                continue
            s.body = s.body or [ast.Pass()]
        kept.append(s)
    return kept
