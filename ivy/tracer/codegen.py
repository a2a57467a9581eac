"""From a graph to Python source of native calls, and to the function that runs it.

What is printed is what runs. A call whose backend function is the framework's own is printed by the
framework's public name. A backend function that is one expression is printed in place, with the
branches that Python options decide already taken. Any other one is copied above the program, with
what it uses. So the source imports the framework and no Ivy.
"""

from __future__ import annotations

import ast
import builtins
import copy
import functools
import importlib
import inspect
import keyword
import linecache
import math
import pkgutil
import types
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy

from ivy import backends
from ivy.errors import UnsupportedError
from ivy.tracer.graph import ITEM, NEXT_KEY, Function, Graph, Node
from ivy.tracer.interface import unflatten

# What a module of a framework is called in the source, where it is not its own name.
_ALIASES = {
    "numpy": "np",
    "jax.numpy": "jnp",
    "tensorflow": "tf",
    "torch.nn.functional": "F",
}
# Functions that a branch on Python options may call to decide.
_DECIDING = frozenset(
    [
        *("all", "any", "bool", "dict", "float", "int", "isinstance", "len", "list", "max"),
        *("min", "set", "slice", "sorted", "str", "tuple", "type"),
    ]
)
# Names that no parameter of a program may have where the program uses them.
RESERVED = frozenset([*keyword.kwlist, *dir(builtins), "constants", "next_key", "unflatten"])
# An expression that is printed in place calls at most so many functions.
_MOST_CALLS = 4


@dataclass(frozen=True)
class Program:
    """A graph as Python.

    Attributes
    ----------
    source
        A module that defines the function.
    constants
        The objects that the source takes from its global `constants`.
    function
        The function.
    """

    source: str
    constants: dict[str, Any]
    function: Callable[..., Any]


def compiled(graph: Graph) -> Program:
    """Return the program of a graph."""
    printer = _Printer(graph)
    source = printer.source()
    name = printer.name
    file = f"<ivy.tracer {name} {id(graph):x}>"
    # So that tracebacks show the lines of the program.
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    # Without a name: `torch.compile` would import the module of a function inside another one.
    space: dict[str, Any] = {"constants": printer.constants}
    if any(n.target == NEXT_KEY for n in graph.calls):
        space["next_key"] = _drawer(graph.backend)
    if printer.needs_unflatten:
        space["unflatten"] = functools.partial(unflatten, graph.interface.tree)
    exec(compile(source, file, "exec"), space)
    function = space[name]
    function.__module__ = f"graph of {graph.name}"
    # tf.function records the calls as they are; there is no control flow to convert.
    function.autograph_info__ = {}
    weakref.finalize(function, linecache.cache.pop, file, None)
    return Program(source, printer.constants, function)


def _drawer(backend: str) -> Callable[[], Any]:
    from ivy.tracer.trace import draw_key  # it needs this module's callers

    return lambda: draw_key(backend)


# -- reading the backend's modules ----------------------------------------------------------------


@functools.cache
def _definitions(module: str) -> Mapping[str, ast.stmt]:
    """Return the statements that define the global names of a module."""
    found: dict[str, ast.stmt] = {}
    loaded = importlib.import_module(module)
    if getattr(loaded, "__file__", None) is None:  # that of a library, which has no source
        return found
    for statement in ast.parse(inspect.getsource(loaded)).body:
        for name in _defined(statement):
            found[name] = statement
    return found


def _defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Import):
        return [a.asname or a.name.partition(".")[0] for a in statement.names]
    if isinstance(statement, ast.ImportFrom):
        return [a.asname or a.name for a in statement.names]
    if isinstance(statement, ast.Assign):
        return [n.id for t in statement.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    return []


def _bound(tree: ast.AST) -> set[str]:
    """Return the names that are local somewhere inside a statement."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.ExceptHandler):
            found.add(node.name or "_")
        elif isinstance(node, ast.FunctionDef) and node is not tree:
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.update(_defined(node))
    return found


@functools.cache
def _locals_of(backend: str) -> frozenset[str]:
    """Return every name that is local in some function of a backend."""
    package = importlib.import_module(f"ivy.backends.{backend}")
    found: set[str] = set()
    for info in pkgutil.iter_modules(package.__path__):
        for statement in _definitions(f"{package.__name__}.{info.name}").values():
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                found |= _bound(statement)
    return frozenset(found)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "ivy"


# -- printing ------------------------------------------------------------------------------------


class _Printer:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.constants: dict[str, Any] = {}
        self.needs_unflatten = False
        self.imports: set[str] = set()
        self._helpers: dict[tuple[str, str], str] = {}
        self._texts: list[str] = []
        self._objects: dict[int, tuple[Any, str]] = {}
        self._comments: dict[str, str] = {}
        # Names that are in use, in the module or in the program.
        self._taken = set(RESERVED) | {p.name for p in graph.interface.parameters}
        self._modules: dict[str, ast.expr] = {}
        self._variables: dict[Node, str] = {}
        self.name = graph.name

    def source(self) -> str:
        """Return the text of the whole module."""
        # Functions get their names before variables, because they have them from the backend.
        calls = {n: self._call(n) for n in self.graph.nodes if n.kind == "call"}
        self.name = self._unique(self.graph.name)
        self._check_parameters(calls.values())
        lines = self._inputs()
        taken = {n for node in self.graph.nodes for n in node.arguments()}
        for node in self.graph.nodes:
            if node.kind == "constant" and node in taken:
                self._variables[node] = self._constant(node)
        for node in self.graph.nodes:
            if node.kind == "call":
                expression = ast.unparse(_readable(self._filled(calls[node])))
                if node in taken:
                    self._variables[node] = self._unique(node.name)
                    expression = f"{self._variables[node]} = {expression}"
                lines.append(expression)
            elif node.kind == "free":
                lines.append(f"del {', '.join(self._variables[n] for n in node.arguments())}")
        result = self._filled(self._result())
        lines.append(f"return {ast.unparse(result)}")
        signature = self._signature()
        body = "".join(f"    {line}\n" for line in lines)
        parts = ["\n".join(sorted(self.imports, key=_import_order))]
        parts += self._texts
        bound = [f'{n} = constants["{n}"]{self._comments.get(n, "")}' for n in self.constants]
        parts.append("\n".join(bound))
        parts.append(f"def {self.name}({signature}):\n{body}".rstrip("\n"))
        return "\n\n".join(p for p in parts if p) + "\n"

    def _signature(self) -> str:
        used = [p for p in self.graph.interface.parameters if p.is_native]
        positional = [p.name for p in used if not p.keyword_only]
        named = [p.name for p in used if p.keyword_only]
        return ", ".join([*positional, *(["*", *named] if named else [])])

    def _check_parameters(self, calls: Iterable[ast.expr]) -> None:
        """Raise where a parameter hides a built-in function that the program calls."""
        used = {n.id for call in calls for n in ast.walk(call) if isinstance(n, ast.Name)}
        for parameter in self.graph.interface.parameters:
            if parameter.is_native and parameter.name in used & RESERVED:
                raise UnsupportedError(
                    f"ivy.trace_graph: the program of {self.graph.name} calls {parameter.name}(), "
                    "which a parameter of that name would hide; rename the parameter"
                )

    def _inputs(self) -> list[str]:
        """Return the lines that take arrays out of containers."""
        taken = {n for node in self.graph.nodes for n in node.arguments()}
        by_name = {n.name: n for n in self.graph.inputs}
        lines = []
        for parameter in self.graph.interface.parameters:
            for leaf in parameter.leaves:
                node = by_name.get(leaf.name)
                if node is None or (node not in taken and leaf.path != parameter.name):
                    continue
                if leaf.path == parameter.name:
                    self._variables[node] = leaf.path
                else:
                    self._variables[node] = self._unique(leaf.name)
                    lines.append(f"{self._variables[node]} = {leaf.path}")
        return lines

    def _unique(self, name: str, besides: frozenset[str] = frozenset()) -> str:
        base, number = name, 1
        while name in self._taken or name in besides:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name

    # -- values ----------------------------------------------------------------------------------

    def _constant(self, node: Node) -> str:
        """Return the expression of a constant node: a literal, or a name."""
        literal = self._scalar_literal(node.value)
        if literal is not None:
            return ast.unparse(literal)
        name = self._object(node.value, node.name)
        comment = f"  # {node.dtype} {node.shape}"
        if node.shape == ():
            value = backends.core(self.graph.backend).to_numpy(node.value)
            comment = f"  # {node.dtype} {value}"
        self._comments[name] = comment
        return name

    def _scalar_literal(self, value: Any) -> ast.expr | None:
        if not isinstance(value, numpy.generic) or not numpy.isfinite(value):
            return None
        if type(value).__module__ != "numpy":
            return None
        # repr() is np.float32(0.1).
        call = ast.parse(repr(value), mode="eval").body
        assert isinstance(call, ast.Call)
        call.func = self._foreign("numpy", type(value).__name__)
        return call

    def _object(self, value: Any, stem: str) -> str:
        """Return the name by which the source reaches an object that cannot be printed."""
        known = self._objects.get(id(value))
        if known is None:
            known = self._objects[id(value)] = value, self._unique(stem)
            self.constants[known[1]] = value
        return known[1]

    def _literal(self, value: Any) -> ast.expr:
        """Return the expression of an argument. A node is a `_Hole` until it has its name."""
        if isinstance(value, Node):
            return _Hole(value)
        literal = self._scalar_literal(value)
        if literal is not None:
            return literal
        if type(value) is tuple:
            return ast.Tuple([self._literal(v) for v in value], ast.Load())
        if type(value) is list:
            return ast.List([self._literal(v) for v in value], ast.Load())
        if isinstance(value, slice):
            parts = [self._literal(v) for v in (value.start, value.stop, value.step)]
            return ast.Call(ast.Name("slice", ast.Load()), parts, [])
        if value is ...:
            return ast.Constant(...)
        if isinstance(value, float) and not math.isfinite(value):
            return ast.parse(f"float({str(float(value))!r})", mode="eval").body
        if type(value) in (bool, int, float, str, bytes, type(None)):
            return ast.parse(repr(value), mode="eval").body
        if type(value) is complex and math.isfinite(value.real) and math.isfinite(value.imag):
            return ast.parse(repr(value), mode="eval").body
        return self._native_literal(value)

    def _native_literal(self, value: Any) -> ast.expr:
        """Return the expression of a dtype or a device; of other objects, a name."""
        module = type(value).__module__.partition(".")[0]
        if isinstance(value, numpy.dtype):
            name = ast.Constant(value.name)
            if value.type.__module__ == "ml_dtypes":
                return self._applied("numpy", "dtype", self._foreign("ml_dtypes", value.name))
            return self._applied("numpy", "dtype", name)
        if module == "torch" and type(value).__name__ == "dtype":
            return self._foreign("torch", str(value).removeprefix("torch."))
        if module == "torch" and type(value).__name__ == "device":
            return self._applied("torch", "device", ast.Constant(str(value)))
        if module == "tensorflow" and type(value).__name__ == "DType":
            if value.name.startswith("float8"):  # not names of the package itself
                return self._applied("tensorflow", "as_dtype", ast.Constant(value.name))
            return self._foreign("tensorflow", value.name)
        if isinstance(value, type) and value.__module__ in ("numpy", "ml_dtypes"):
            return self._foreign(value.__module__, value.__name__)
        return ast.Name(self._object(value, "object_1"), ast.Load())

    def _applied(self, module: str, name: str, argument: ast.expr) -> ast.expr:
        return ast.Call(self._foreign(module, name), [argument], [])

    def _filled(self, expression: ast.expr) -> ast.expr:
        """Return an expression with the names, or literals, of its nodes."""
        filled: ast.expr = _Filling(self._variables).visit(expression)
        return ast.fix_missing_locations(filled)

    def _result(self) -> ast.expr:
        leaves = [self._literal(v) for v in self.graph.nodes[-1].args]
        expression = _displayed(unflatten(self.graph.interface.tree, leaves))
        if expression is not None:
            return expression
        self.needs_unflatten = True
        return ast.Call(ast.Name("unflatten", ast.Load()), [ast.List(leaves, ast.Load())], [])

    # -- calls -----------------------------------------------------------------------------------

    def _call(self, node: Node) -> ast.expr:
        """Return the expression of a call, with `_Hole` for its nodes."""
        target = node.target
        assert target is not None
        if target == ITEM:
            whole, index = node.args
            return ast.Subscript(_Hole(whole), self._literal(index), ast.Load())
        if target == NEXT_KEY:
            return ast.Call(ast.Name("next_key", ast.Load()), [], [])
        in_place = self._in_place(target, node)
        if in_place is not None:
            return in_place
        return ast.Call(
            self._global(target.module, target.name),
            [self._literal(a) for a in node.args],
            [ast.keyword(k, self._literal(v)) for k, v in node.kwargs.items()],
        )

    def _in_place(self, target: Function, node: Node) -> ast.expr | None:
        """Return the expression that a backend function stands for; None for more than one."""
        module, _, statement = _followed(target.module, target.name)
        if not isinstance(statement, ast.FunctionDef) or statement.decorator_list:
            return None
        given = _passed(statement, node)
        if given is None:
            return None
        values: dict[str, Any] = {}
        expressions: dict[str, ast.expr] = {}
        for parameter, value in given.items():
            if isinstance(value, ast.expr):  # a default
                expressions[parameter] = _Globals(self, module, set()).visit(copy.deepcopy(value))
                try:
                    values[parameter] = ast.literal_eval(value)
                except ValueError:  # no literal: what depends on it is not decided here
                    continue
            else:
                values[parameter] = value
                expressions[parameter] = self._literal(value)
        decide = _Decider(module, values, self._dtype)
        expression = _returned(statement.body, decide)
        if expression is None or any(isinstance(n, _SCOPES) for n in ast.walk(expression)):
            return None
        expression = _Branches(decide).visit(copy.deepcopy(expression))
        if sum(isinstance(n, ast.Call) for n in ast.walk(expression)) > _MOST_CALLS:
            return None
        expression = _Globals(self, module, set(given)).visit(expression)
        result: ast.expr = _Parameters(expressions).visit(expression)
        return result

    def _dtype(self, node: Node) -> Any:
        assert node.dtype is not None
        return backends.core(self.graph.backend).DTYPES[node.dtype.name]

    def _global(self, module: str, name: str) -> ast.expr:
        """Return the expression for a global name of a module."""
        if not _is_ours(module):
            return self._foreign(module, name)
        statement = _definitions(module).get(name)
        if isinstance(statement, ast.Import):
            alias = next(
                a for a in statement.names if (a.asname or a.name.partition(".")[0]) == name
            )
            return self._module(alias.name if alias.asname else name)
        if isinstance(statement, ast.ImportFrom):
            alias = next(a for a in statement.names if (a.asname or a.name) == name)
            assert statement.module is not None
            return self._global(statement.module, alias.name)
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign):
            raise UnsupportedError(
                f"ivy.trace_graph: expected {module}.{name} to be defined by a statement of its "
                "module, so that it can be printed; define it so"
            )
        return ast.Name(self._helper(module, name, statement), ast.Load())

    def _module(self, module: str) -> ast.expr:
        """Return the expression for a module of a framework or of Python."""
        package, dot, rest = module.partition(".")
        known = self._modules.get(module)
        if known is None and module not in _ALIASES and dot:
            # As attributes of the package: the parameters' names need no thought then.
            known = self._module(package)
            for part in rest.split("."):
                known = ast.Attribute(known, part, ast.Load())
            self.imports.add(f"import {module}")
        if known is None:
            besides = _locals_of(self.graph.backend)
            name = self._unique(_ALIASES.get(module, module), besides)
            self.imports.add(f"import {module}" + ("" if name == module else f" as {name}"))
            known = ast.Name(name, ast.Load())
        self._modules[module] = known
        return copy.deepcopy(known)

    def _foreign(self, module: str, name: str) -> ast.expr:
        if f"{module}.{name}" in _ALIASES:
            return self._module(f"{module}.{name}")
        return ast.Attribute(self._module(module), name, ast.Load())

    def _helper(self, module: str, name: str, statement: ast.stmt) -> str:
        """Return the name of a copy of a statement that stands above the program."""
        known = self._helpers.get((module, name))
        if known is not None:
            return known
        # Other helpers call it, and must not have a variable of that name.
        names = {n: self._unique(n, _locals_of(self.graph.backend)) for n in _defined(statement)}
        self._helpers.update({(module, n): new for n, new in names.items()})
        changed = _Globals(self, module, _local_names(statement), names).visit(
            copy.deepcopy(statement)
        )
        self._texts.append(ast.unparse(ast.fix_missing_locations(changed)))
        return names[name]


def _displayed(value: Any) -> ast.expr | None:
    """Return the display of containers of expressions; None where Python has none."""
    if isinstance(value, ast.expr):
        return value
    if type(value) not in (tuple, list, dict):
        return None
    if type(value) is dict and not all(type(k) in (str, int) for k in value):
        return None
    parts = [_displayed(v) for v in (value.values() if type(value) is dict else value)]
    known = [p for p in parts if p is not None]
    if len(known) < len(parts):
        return None
    if type(value) is dict:
        return ast.Dict([ast.Constant(k) for k in value], known)
    return (ast.Tuple if type(value) is tuple else ast.List)(known, ast.Load())


# Expressions with names of their own.
_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)


def _local_names(statement: ast.stmt) -> set[str]:
    return _bound(statement) if isinstance(statement, ast.FunctionDef | ast.ClassDef) else set()


def _followed(module: str, name: str) -> tuple[str, str, ast.stmt | None]:
    """Return where a name that is imported from one of our modules is defined."""
    while _is_ours(module):
        statement = _definitions(module).get(name)
        if not isinstance(statement, ast.ImportFrom):
            return module, name, statement
        alias = next(a for a in statement.names if (a.asname or a.name) == name)
        assert statement.module is not None
        module, name = statement.module, alias.name
    return module, name, None


def _passed(statement: ast.FunctionDef, node: Node) -> dict[str, Any] | None:
    """Return the arguments of a call by parameter; a default is an expression."""
    spec = statement.args
    if spec.vararg or spec.kwarg:
        return None
    positional = [a.arg for a in [*spec.posonlyargs, *spec.args]]
    named = [a.arg for a in spec.kwonlyargs]
    defaults: dict[str, Any] = dict(
        zip(reversed(positional), reversed(spec.defaults), strict=False)
    )
    defaults.update({n: d for n, d in zip(named, spec.kw_defaults, strict=True) if d is not None})
    given = {**dict(zip(positional, node.args, strict=False)), **node.kwargs}
    everything = [*positional, *named]
    if len(node.args) > len(positional) or any(n not in {**defaults, **given} for n in everything):
        return None
    return {n: given[n] if n in given else defaults[n] for n in everything}


def _returned(body: list[ast.stmt], decide: _Decider) -> ast.expr | None:
    """Return what a body returns as one expression; None where it does more."""
    for i, statement in enumerate(body):
        if isinstance(statement, ast.Return):
            return statement.value
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue  # a docstring
        if not isinstance(statement, ast.If):
            return None
        truth = decide(statement.test)
        if truth is None:
            return None
        taken = statement.body if truth else statement.orelse
        return _returned([*taken, *body[i + 1 :]], decide)
    return None


class _Decider:
    """Decides conditions on Python options and dtypes, as far as they depend on nothing else."""

    def __init__(
        self, module: str, values: Mapping[str, Any], dtype: Callable[[Node], Any]
    ) -> None:
        self._nodes = {n for n, v in values.items() if isinstance(v, Node)}
        self._known = {n: v for n, v in values.items() if not _has_node(v)}
        self._known |= {
            _dtype_name(n): dtype(v)
            for n, v in values.items()
            if isinstance(v, Node) and v.dtype is not None
        }
        # The module's data, such as sets of dtypes, and the framework, whose dtypes are named.
        space = importlib.import_module(module).__dict__
        self._space = {n: v for n, v in space.items() if n not in values and not callable(v)}

    def __call__(self, test: ast.expr) -> bool | None:
        if isinstance(test, ast.BoolOp):
            ends = isinstance(test.op, ast.Or)
            for value in test.values:
                part = self(value)
                if part is None or part is ends:
                    return part
            return not ends
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            truth = self(test.operand)
            return None if truth is None else not truth
        if isinstance(test, ast.Compare) and _tested_for_none(test) in self._nodes:
            return isinstance(test.ops[0], ast.IsNot)
        test = _Dtypes(self._nodes).visit(copy.deepcopy(test))
        names = {n.id for n in ast.walk(test) if isinstance(n, ast.Name)}
        calls = [n.func for n in ast.walk(test) if isinstance(n, ast.Call)]
        if not names <= self._known.keys() | self._space.keys() | _DECIDING or not all(
            isinstance(f, ast.Name) and f.id in _DECIDING for f in calls
        ):
            return None
        code = compile(ast.fix_missing_locations(ast.Expression(test)), "<ivy.tracer>", "eval")
        return bool(eval(code, {"__builtins__": builtins, **self._space}, self._known))


def _dtype_name(parameter: str) -> str:
    return f"dtype of {parameter}"


class _Dtypes(ast.NodeTransformer):
    """Makes a name of each ``x.dtype``, which is known of an array."""

    def __init__(self, nodes: set[str]) -> None:
        self._nodes = nodes

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if (
            isinstance(node.value, ast.Name)
            and node.value.id in self._nodes
            and node.attr == "dtype"
        ):
            return ast.Name(_dtype_name(node.value.id), ast.Load())
        return self.generic_visit(node)


def _tested_for_none(test: ast.Compare) -> str | None:
    """Return the name in ``name is None`` or ``name is not None``."""
    (operator, *more), (value, *_) = test.ops, test.comparators
    is_test = isinstance(operator, ast.Is | ast.IsNot) and not more
    is_none = isinstance(value, ast.Constant) and value.value is None
    return test.left.id if is_test and is_none and isinstance(test.left, ast.Name) else None


def _has_node(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(_has_node(v) for v in value)
    if isinstance(value, slice):
        return _has_node((value.start, value.stop, value.step))
    return isinstance(value, Node)


# -- changing expressions ------------------------------------------------------------------------


class _Hole(ast.Name):
    """The place of a node's value, filled in when the node has its name."""

    def __init__(self, node: Node) -> None:
        super().__init__(id="_", ctx=ast.Load())
        self.node = node

    def __deepcopy__(self, memo: Any) -> _Hole:
        return _Hole(self.node)


class _Filling(ast.NodeTransformer):
    def __init__(self, variables: Mapping[Node, str]) -> None:
        self._variables = variables

    def visit__Hole(self, node: _Hole) -> ast.expr:
        return ast.parse(self._variables[node.node], mode="eval").body


class _Branches(ast.NodeTransformer):
    """Takes the branch of each ``a if test else b`` that is decided."""

    def __init__(self, decide: _Decider) -> None:
        self._decide = decide

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        truth = self._decide(node.test)
        if truth is None:
            return self.generic_visit(node)
        taken: ast.AST = self.visit(node.body if truth else node.orelse)
        return taken


class _Parameters(ast.NodeTransformer):
    """Puts arguments in the place of parameters."""

    def __init__(self, expressions: Mapping[str, ast.expr]) -> None:
        self._expressions = expressions

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self._expressions.get(node.id, node))


class _Globals(ast.NodeTransformer):
    """Replaces the global names of a module by what the source calls them."""

    def __init__(
        self,
        printer: _Printer,
        module: str,
        local: set[str],
        own: Mapping[str, str] | None = None,
    ) -> None:
        self._printer = printer
        self._module = module
        self._local = local
        self._own = own or {}

    def _is_global(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Name)
            and node.id not in self._local
            and node.id in _definitions(self._module)
        )

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and self._is_global(node.value):
            value = importlib.import_module(self._module).__dict__[node.value.id]
            if isinstance(value, types.ModuleType) and _is_ours(value.__name__):
                return self._printer._global(value.__name__, node.attr)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._own and node.id not in self._local:
            return ast.Name(self._own[node.id], node.ctx)
        if not self._is_global(node):
            return node
        found = self._printer._global(self._module, node.id)
        root = next(n for n in ast.walk(found) if isinstance(n, ast.Name))
        assert root.id not in self._local, f"{root.id} is a local name in {self._module}"
        return found

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        node.name = self._own.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        assert node.value is not None
        return self.visit(ast.Assign([node.target], node.value, lineno=node.lineno))


class _Slices(ast.NodeTransformer):
    """Writes ``x[slice(a, b, c)]`` as ``x[a:b:c]``."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        key = node.slice
        if isinstance(key, ast.Tuple) and key.elts:
            key.elts = [_as_slice(e) for e in key.elts]
        else:
            node.slice = _as_slice(key)
        return node


def _as_slice(key: ast.expr) -> ast.expr:
    if not (
        isinstance(key, ast.Call)
        and isinstance(key.func, ast.Name)
        and key.func.id == "slice"
        and len(key.args) == 3
    ):
        return key
    parts = [None if isinstance(a, ast.Constant) and a.value is None else a for a in key.args]
    return ast.Slice(*parts)


def _readable(expression: ast.expr) -> ast.expr:
    result: ast.expr = _Slices().visit(expression)
    return ast.fix_missing_locations(result)


def _import_order(line: str) -> tuple[bool, str]:
    return " as " in line or line.split()[1].partition(".")[0] not in ("itertools", "math"), line
