"""Values that are known at run time only: expressions of the output, and what is known of them."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn

from ivy.array import Array
from ivy.dtypes import DType
from ivy.errors import UnsupportedError


class Missing:
    """The type of `MISSING`, which stands where there is no object."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


class NeedsRuntime(Exception):
    """A value was asked for that only the running program knows."""


class Unsupported(UnsupportedError):
    """The target cannot do what a call of the source does; the text says why."""


@dataclass(frozen=True)
class Fact:
    """What is known of a value before the program runs.

    Parameters
    ----------
    kind
        ``"array"``, ``"scalar"``, ``"shape"``, ``"tuple"``, ``"list"``, ``"dtype"``, ``"device"``,
        ``"none"``, ``"module"``, ``"string"``, ``"python"`` or ``"unknown"``. Only the last two
        can be None at run time.
    ndim
        The rank of an array, the length of a shape; None where it is not known.
    dtype
        Of an array, a `DType`, or a token such as ``"dtype of x"`` (equal tokens are equal dtypes);
        of a scalar ``"int"``, ``"float"``, ``"bool"`` or ``"complex"``; None where it is not known.
    items
        The facts of a tuple's or list's elements, where their number is known.
    live
        The Python object, where there is one.

    Examples
    --------
    >>> Fact("array", 2, "dtype of x").ndim
    2
    """

    kind: str = "unknown"
    ndim: int | None = None
    dtype: Any = None
    items: tuple[Fact, ...] = ()
    live: Any = field(default=MISSING, compare=False)

    @property
    def maybe_none(self) -> bool:
        """Whether the value can be None when the program runs."""
        return self.kind in ("unknown", "python", "none")

    def join(self, other: Fact) -> Fact:
        """Return what holds for a value of which one or the other is true."""
        if self == other:
            return self
        if self.kind != other.kind:
            return Fact()
        items: tuple[Fact, ...] = ()
        if len(self.items) == len(other.items):
            items = tuple(a.join(b) for a, b in zip(self.items, other.items, strict=True))
        return Fact(
            self.kind,
            self.ndim if self.ndim == other.ndim else None,
            self.dtype if self.dtype == other.dtype else None,
            items,
        )


SCALARS = {bool: "bool", int: "int", float: "float", complex: "complex"}
# The kinds of scalars, the narrowest first.
WIDTH = ("bool", "int", "float", "complex")


def fact_of(value: Any) -> Fact:
    """Return what is known of a value of any kind.

    Examples
    --------
    >>> [f.dtype for f in fact_of((1, 2.0)).items]
    ['int', 'float']
    """
    if isinstance(value, Sym):
        return value.fact
    if isinstance(value, LowerArray):
        return value.fact
    if value is None:
        return Fact("none", live=None)
    for kind, name in SCALARS.items():
        if isinstance(value, kind):
            return Fact("scalar", dtype=name, live=value)
    if isinstance(value, str):
        return Fact("string", live=value)
    if isinstance(value, DType):
        return Fact("dtype", dtype=value, live=value)
    if isinstance(value, tuple | list):
        kind_name = "tuple" if isinstance(value, tuple) else "list"
        return Fact(kind_name, len(value), None, tuple(fact_of(v) for v in value))
    return Fact("python", live=value)


class Sym:
    """A value of the running program, as the expression of the output that gives it.

    Arithmetic, comparisons, subscripts, attributes and calls make new expressions. What Python
    wants to know at once (truth, length, iteration, hash) raises `NeedsRuntime`.

    Parameters
    ----------
    node
        The expression. It is shared by everything that is built on it, never changed or copied.
    fact
        What is known of the value.
    simple
        Whether the expression may be written more than once; by default it may if it is a name,
        a constant, or an attribute or constant subscript of one. Pass False for a name that stands
        in for a longer expression.

    Examples
    --------
    >>> n = Sym(ast.Name("n"), Fact("scalar", dtype="int"))
    >>> (n * 2 + 1).text
    'n * 2 + 1'
    """

    __slots__ = ("fact", "node", "simple")

    def __init__(
        self,
        node: ast.expr,
        fact: Fact = Fact(),
        simple: bool | None = None,
    ) -> None:
        self.node = node
        self.fact = fact
        self.simple = simple

    @property
    def text(self) -> str:
        """The expression as source."""
        return ast.unparse(self.node)

    def __repr__(self) -> str:
        return f"Sym({self.text!r}, {self.fact})"

    def _needs(self, what: str) -> NoReturn:
        raise NeedsRuntime(f"{what} of {shortened(self.text)}")

    def __bool__(self) -> bool:
        self._needs("the truth")

    def __index__(self) -> int:
        self._needs("the value")

    def __int__(self) -> int:
        self._needs("the value")

    def __float__(self) -> float:
        self._needs("the value")

    def __hash__(self) -> int:
        self._needs("the hash")

    def __len__(self) -> int:
        count = self.known_length
        if count is None:
            self._needs("the length")
        return count

    @property
    def known_length(self) -> int | None:
        """The number of elements of a shape, tuple or list, where it is known."""
        if self.fact.kind == "shape":
            return self.fact.ndim
        if self.fact.kind in ("tuple", "list"):
            return len(self.fact.items) if self.fact.items else self.fact.ndim
        return None

    def __iter__(self) -> Iterator[Sym]:
        count = self.known_length
        if count is None:
            self._needs("iteration")
        return iter([self[i] for i in range(count)])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        fact = self.fact
        if fact.kind == "array" and name == "ndim" and fact.ndim is not None:
            return fact.ndim
        if fact.kind == "shape" and name == "rank" and fact.ndim is not None:
            return fact.ndim  # tensorflow's word
        node = ast.Attribute(self.node, name, ast.Load())
        found = _ATTRIBUTES.get(name)
        return Sym(node, Fact() if found is None else found(fact))

    def __getitem__(self, key: Any) -> Any:
        fact = self.fact
        if fact.kind in ("tuple", "list") and fact.items and isinstance(key, int):
            item = fact.items[key]
            return Sym(ast.Subscript(self.node, to_node(key), ast.Load()), item)
        if fact.kind == "shape" and isinstance(key, int):
            composed = _position(self.node, key)
            if composed is not None:
                return Sym(composed, Fact("scalar", dtype="int"))
        return Sym(ast.Subscript(self.node, key_node(key), ast.Load()), _item(fact, key))

    def __call__(self, *args: Any, **kwargs: Any) -> Sym:
        return Sym(call_node(self.node, args, kwargs), Fact("array"))

    def __neg__(self) -> Sym:
        return Sym(ast.UnaryOp(ast.USub(), self.node), _unary(self.fact))

    def __pos__(self) -> Sym:
        return self

    def __invert__(self) -> Sym:
        return Sym(ast.UnaryOp(ast.Invert(), self.node), _unary(self.fact))

    def __abs__(self) -> Sym:
        return Sym(call_node(ast.Name("abs", ast.Load()), (self,), {}), _unary(self.fact))


def shortened(text: str, width: int = 60) -> str:
    """Return a text cut to a width."""
    return text if len(text) <= width else text[: width - 1] + "…"


_ATTRIBUTES: dict[str, Callable[[Fact], Fact]] = {
    "shape": lambda f: Fact("shape", f.ndim),
    "dtype": lambda f: Fact("dtype", dtype=f.dtype),
    "device": lambda f: Fact("device"),
    "ndim": lambda f: Fact("scalar", dtype="int"),
    "rank": lambda f: Fact("scalar", dtype="int"),
    "size": lambda f: Fact("scalar", dtype="int"),
    "T": lambda f: f,
}


def _position(node: ast.expr, key: int) -> ast.expr | None:
    """Return ``x.shape[3]`` for ``x.shape[1:][2]``."""
    if key < 0 or not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)):
        return None
    start = 0 if node.slice.lower is None else _integer(node.slice.lower)
    if start is None or node.slice.step is not None or start < 0 <= start + key:
        return None
    return ast.Subscript(node.value, to_node(start + key), ast.Load())


def _integer(node: ast.expr) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _integer(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None


def _item(fact: Fact, key: Any) -> Fact:
    """Return the fact of a subscript."""
    if fact.kind == "array":
        return Fact("array", None, fact.dtype)
    if fact.kind != "shape":
        return Fact()
    if not isinstance(key, slice):
        return Fact("scalar", dtype="int")
    parts = (key.start, key.stop, key.step)
    if any(isinstance(p, Sym) for p in parts):
        return Fact("shape")
    if fact.ndim is not None:
        return Fact("shape", len(range(fact.ndim)[key]))
    if key.step in (None, 1) and key.stop is None and isinstance(key.start, int) and key.start < 0:
        return Fact("shape", -key.start)  # x.shape[-2:] has two entries whatever the rank
    return Fact("shape")


def _unary(fact: Fact) -> Fact:
    return Fact("scalar", dtype="int") if fact == Fact("scalar", dtype="bool") else fact


def _combined(a: Any, b: Any, op: type[ast.operator]) -> Fact:
    """Return the fact of an arithmetic expression."""
    facts = [fact_of(a), fact_of(b)]
    kinds = {f.kind for f in facts}
    if "array" in kinds:
        ranks = [f.ndim if f.kind == "array" else 0 for f in facts]
        known = [r for r in ranks if r is not None]
        return Fact("array", max(known) if len(known) == 2 else None)
    if kinds & {"shape", "tuple", "list"} and op is ast.Add:
        counts = [f.ndim for f in facts]
        known = [n for n in counts if n is not None]
        kind = "list" if kinds == {"list"} else "tuple"
        return Fact(kind, sum(known) if len(known) == 2 else None)
    if kinds & {"shape", "tuple", "list"} and op is ast.Mult:
        return Fact("list" if "list" in kinds else "tuple")
    if kinds == {"scalar"} and all(f.dtype in WIDTH for f in facts):
        width = max(*(WIDTH.index(f.dtype) for f in facts), 1)
        if op is ast.Div:
            width = max(width, 2)
        if op is ast.Pow and width == 1 and not (isinstance(b, int) and b >= 0):
            return Fact("scalar")
        return Fact("scalar", dtype=WIDTH[width])
    if "string" in kinds:
        return Fact("string") if op is ast.Add else Fact()
    return Fact("scalar") if kinds == {"scalar"} else Fact()


OPERATORS: dict[str, type[ast.operator]] = {
    "add": ast.Add,
    "sub": ast.Sub,
    "mul": ast.Mult,
    "truediv": ast.Div,
    "floordiv": ast.FloorDiv,
    "mod": ast.Mod,
    "pow": ast.Pow,
    "matmul": ast.MatMult,
    "and": ast.BitAnd,
    "or": ast.BitOr,
    "xor": ast.BitXor,
    "lshift": ast.LShift,
    "rshift": ast.RShift,
}
COMPARISONS: dict[str, type[ast.cmpop]] = {
    "eq": ast.Eq,
    "ne": ast.NotEq,
    "lt": ast.Lt,
    "le": ast.LtE,
    "gt": ast.Gt,
    "ge": ast.GtE,
}


# What leaves an integer as it is, on the right of an operator.
_NEUTRAL = {ast.Add: 0, ast.Sub: 0, ast.Mult: 1, ast.FloorDiv: 1}


def binary(op: type[ast.operator], a: Any, b: Any) -> Any:
    """Return ``a op b`` as an expression."""
    if type(b) is int and isinstance(a, Sym) and _NEUTRAL.get(op) == b:
        if a.fact.kind == "scalar" and a.fact.dtype == "int":
            return a
    if op is ast.Add and _is_row(a) and _is_row(b):
        return _joined(a, b)
    return Sym(ast.BinOp(to_node(a), op(), to_node(b)), _combined(a, b, op))


def _is_row(value: Any) -> bool:
    return isinstance(value, tuple) or (isinstance(value, Sym) and value.fact.kind == "shape")


def _joined(a: Any, b: Any) -> Sym:
    """Return the sum of a shape and a tuple: ``(*x.shape[:1], -1)`` holds for every target."""
    parts: list[ast.expr] = []
    for v in (a, b):
        if isinstance(v, tuple):
            parts += [to_node(i) for i in v]
        else:
            parts.append(ast.Starred(v.node, ast.Load()))
    return Sym(ast.Tuple(parts, ast.Load()), _combined(a, b, ast.Add))


def compare(op: type[ast.cmpop], a: Any, b: Any) -> Sym:
    """Return ``a op b`` as an expression."""
    facts = [fact_of(a), fact_of(b)]
    array = any(f.kind == "array" for f in facts) and op not in (ast.Is, ast.IsNot)
    fact = _combined(a, b, ast.Add) if array else Fact("scalar", dtype="bool")
    return Sym(ast.Compare(to_node(a), [op()], [to_node(b)]), fact)


def _forward(op: type[ast.operator]) -> Callable[[Sym, Any], Any]:
    def method(self: Sym, other: Any) -> Any:
        return NotImplemented if isinstance(other, LowerArray) else binary(op, self, other)

    return method


def _reflected(op: type[ast.operator]) -> Callable[[Sym, Any], Any]:
    def method(self: Sym, other: Any) -> Any:
        return NotImplemented if isinstance(other, LowerArray) else binary(op, other, self)

    return method


def _comparison(op: type[ast.cmpop]) -> Callable[[Sym, Any], Any]:
    def method(self: Sym, other: Any) -> Any:
        return NotImplemented if isinstance(other, LowerArray) else compare(op, self, other)

    return method


for _name, _op in OPERATORS.items():
    setattr(Sym, f"__{_name}__", _forward(_op))
    setattr(Sym, f"__r{_name}__", _reflected(_op))
for _name, _compare in COMPARISONS.items():
    setattr(Sym, f"__{_name}__", _comparison(_compare))


class LowerArray(Array):
    """An array of the running program: what frontend functions and composites are run on.

    `data` is a `Sym` of kind ``"array"``. Each target has its own subclass, so that operations on
    it reach the target's functions by the usual dispatch.
    """

    __slots__ = ()
    NAME: ClassVar[str] = "lowering"
    RANK: ClassVar[int] = 1

    data: Sym

    @property
    def node(self) -> ast.expr:
        """The expression that gives the array."""
        return self.data.node

    @property
    def fact(self) -> Fact:
        """What is known of the array."""
        return self.data.fact

    @property
    def shape(self) -> Any:
        """The shape, as an expression."""
        return self.data.shape

    @property
    def ndim(self) -> Any:
        """The rank, or the expression that gives it."""
        return self.data.ndim

    @property
    def size(self) -> Any:
        """The number of elements, as an expression."""
        fact = Fact("scalar", dtype="int")
        if self.NAME == "tensorflow":
            return Sym(call_node(path_node("math.prod"), (self.shape,), {}), fact)
        if self.NAME == "torch":
            return Sym(call_node(self.data.numel.node, (), {}), fact)
        return self.data.size

    @property
    def dtype(self) -> Any:
        """The dtype, or the expression that gives it."""
        known = self.data.fact.dtype
        return known if isinstance(known, DType) else self.data.dtype

    @property
    def device(self) -> Any:
        """None: constants follow the arrays that they meet, and traced arrays have no device."""
        return None

    def to_numpy(self) -> NoReturn:
        """Raise: the elements are not known."""
        raise NeedsRuntime(f"the elements of {shortened(self.data.text)}")

    def item(self) -> NoReturn:
        """Raise: the elements are not known."""
        self.to_numpy()

    def __bool__(self) -> NoReturn:
        self.to_numpy()

    def __len__(self) -> NoReturn:
        raise NeedsRuntime(f"the length of {shortened(self.data.text)}")

    def __iter__(self) -> NoReturn:
        raise NeedsRuntime(f"iteration of {shortened(self.data.text)}")

    def __repr__(self) -> str:
        return f"LowerArray({self.data.text!r}, {self.data.fact})"

    def become(self, other: Array) -> Array:
        """Take the value of another array."""
        self.data = other.data
        return self


# How the target of the lowering that runs writes a dtype.
WRITE_DTYPE: ContextVar[Any] = ContextVar("ivy.transpiler.write_dtype", default=None)

# -- expressions from values ---------------------------------------------------------------------


def has_runtime(value: Any) -> bool:
    """Return whether a value is, or contains, one that is known at run time only."""
    if isinstance(value, Sym | LowerArray):
        return True
    if isinstance(value, tuple | list | set):
        return any(has_runtime(v) for v in value)
    if isinstance(value, dict):
        return any(has_runtime(v) for v in value.values())
    if isinstance(value, slice):
        return any(has_runtime(v) for v in (value.start, value.stop, value.step))
    return False


def to_node(value: Any) -> ast.expr:
    """Return the expression that gives a value.

    Examples
    --------
    >>> ast.unparse(to_node((1, -2.5, "a", float("inf"))))
    "(1, -2.5, 'a', float('inf'))"
    """
    node = getattr(value, "node", None)
    if isinstance(node, ast.expr):
        return node
    if value is None or value is Ellipsis or isinstance(value, bool):
        return ast.Constant(value)
    if isinstance(value, str):
        return ast.Constant(str(value))
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, complex):
        return ast.Constant(complex(value))
    if isinstance(value, DType) and WRITE_DTYPE.get() is not None:
        written: ast.expr = WRITE_DTYPE.get()(value).node
        return written
    if isinstance(value, tuple):
        return ast.Tuple([to_node(v) for v in value], ast.Load())
    if isinstance(value, list):
        return ast.List([to_node(v) for v in value], ast.Load())
    if isinstance(value, dict):
        return ast.Dict([to_node(k) for k in value], [to_node(v) for v in value.values()])
    if isinstance(value, range):
        return call_node(ast.Name("range", ast.Load()), _range_args(value), {})
    if isinstance(value, slice):
        return call_node(ast.Name("slice", ast.Load()), _slice_args(value), {})
    raise NeedsRuntime(f"a source form of {shortened(repr(value))}")


def _number(value: float) -> ast.expr:
    plain = float(value) if isinstance(value, float) else int(value)
    if isinstance(plain, float) and not math.isfinite(plain):
        text = "nan" if math.isnan(plain) else "inf" if plain > 0 else "-inf"
        return call_node(ast.Name("float", ast.Load()), (text,), {})
    if plain < 0 or (plain == 0 and math.copysign(1, plain) < 0):
        return ast.UnaryOp(ast.USub(), ast.Constant(-plain))
    return ast.Constant(plain)


def _range_args(value: range) -> tuple[int, ...]:
    if value.step != 1:
        return value.start, value.stop, value.step
    return (value.start, value.stop) if value.start else (value.stop,)


def _slice_args(value: slice) -> tuple[Any, ...]:
    if value.step is not None:
        return value.start, value.stop, value.step
    return (value.stop,) if value.start is None else (value.start, value.stop)


def key_node(key: Any) -> ast.expr:
    """Return an index as it stands between brackets, slices with colons."""
    if isinstance(key, slice):
        parts = (key.start, key.stop, key.step)
        return ast.Slice(*[None if p is None else to_node(p) for p in parts])
    if isinstance(key, tuple):
        return ast.Tuple([key_node(k) for k in key], ast.Load())
    return to_node(key)


def call_node(func: ast.expr, args: Any, kwargs: dict[str, Any]) -> ast.Call:
    """Return a call as an expression."""
    keywords = [ast.keyword(k, to_node(v)) for k, v in kwargs.items()]
    return ast.Call(func, [to_node(a) for a in args], keywords)


def path_node(path: str) -> ast.expr:
    """Return a dotted name as an expression.

    Examples
    --------
    >>> ast.unparse(path_node("jax.nn.relu"))
    'jax.nn.relu'
    """
    root, *rest = path.split(".")
    node: ast.expr = ast.Name(root, ast.Load())
    for name in rest:
        node = ast.Attribute(node, name, ast.Load())
    return node
