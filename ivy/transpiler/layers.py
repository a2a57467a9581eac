"""Layers of the source as classes of the target, for those that the target does not have itself.

A class is made from the frontend's own: what its constructor keeps for ``forward`` stays,
parameters become the target's, and the body of ``forward`` is lowered like any other code. What
changes its own state, or holds other layers, is written out in `TEMPLATES`.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import libcst as cst

from ivy.dtypes import float32
from ivy.transpiler.classes import PARAMETER, rare_options
from ivy.transpiler.format import formatted
from ivy.transpiler.lower import Lowering
from ivy.transpiler.program import Class, Function, Program, Unit
from ivy.transpiler.report import Site
from ivy.transpiler.rewrite import ROUNDS, Rewriter, state_of
from ivy.transpiler.scope import Expr
from ivy.transpiler.syntax import code, double_quoted, literal, parse, words_of
from ivy.transpiler.templates import INITIAL, REQUIRED, TEMPLATES
from ivy.transpiler.types import ELSEWHERE, Value
from ivy.transpiler.values import Fact

# What a constructor of the source takes and the output's does not.
_FOREIGN = ("device", "dtype", "padding_mode", "inplace")
_RANKS = {"1d": 3, "2d": 4, "3d": 5}
_DROPPED = ("_check", "reset_parameters", "reset_running_stats")
_DRAWS = {
    "kaiming_uniform_": "uniform",
    "uniform_": "uniform",
    "ones_": "ones",
    "zeros_": "zeros",
    "normal_": "normal",
    "xavier_uniform_": "xavier",
    "constant_": "constant",
}


class LayerRewriter(Rewriter):
    """Converts the frontend's layers."""

    def _parameter_value(self, p: cst.Param, function: Function) -> Value:
        value = super()._parameter_value(p, function)
        owner = function.owner
        if owner is not None and function.name == "__init__" and p.default is not None:
            # Calls can pass another kind of value than the default is: a pair, None, a text.
            passed = self.program.layer_options.get(owner.name, {}).get(p.name.value)
            return value if passed is None else value.join(passed)
        if owner is not None and function.name == "forward" and value.is_array:
            # What works on images gets batches of images.
            rank = next((r for n, r in _RANKS.items() if owner.name.endswith(n)), None)
            is_batched = not owner.name.startswith(("BatchNorm", "InstanceNorm", "Dropout"))
            if rank is not None and is_batched:
                value = replace(value, fact=replace(value.fact, ndim=rank))
        return value

    def initial(self, node: cst.Call) -> Expr:
        made = cst.ensure_type(node.args[0].value, cst.Call)
        shape = self.expr(made.args[0].value)
        _, kind = literal(made.args[1].value)
        parts = {"shape": code(shape.node)}
        if len(made.args) > 2:
            parts["detail"] = code(self.expr(made.args[2].value).node)
        template = INITIAL[self.target.name][kind]
        text = template.format(**parts)
        rank = None if shape.value.items is None else len(shape.value.items)
        if shape.value.kind != "tuple":
            rank = 1
        value = Value(Fact("array", rank, float32), frozenset([ELSEWHERE]), owner=PARAMETER)
        return Expr(parse(self.style.parameter.format(text)), value)


def convert(program: Program) -> None:
    """Convert the layers that a program needs; note what cannot be done where it is asked."""
    target = program.target.name
    program.layer_texts = {}
    for name, live in sorted(program.layers.items()):
        if name in TEMPLATES[target]:
            continue
        twin = program.names.twin(live)
        try:
            unit = _unit(program, twin, _settled(program, name))
        except UnknownLayer as error:
            _refuse(program, name, str(error))
            continue
        _converted(program, unit, name)


class UnknownLayer(Exception):
    """A layer of the frontend that is not written as others are."""


def _converted(program: Program, unit: Unit, name: str) -> None:
    sites, lowering, needed = program.sites, program.lowering, dict(program.layers)
    program.lowering = Lowering(program.target.name, program.source)
    before: list[Any] = []
    # A constructor is converted before `forward`, and nothing else depends on another function.
    alone = {f.name for f in unit.functions.values()} <= {"__init__", "forward"}
    for _ in range(0 if alone else ROUNDS):
        with warnings.catch_warnings():  # of what only some ways through a layer would do
            warnings.simplefilter("ignore", UserWarning)
            LayerRewriter(program, unit, recording=False).module()
        for function in unit.functions.values():
            function.known, function.passed = function.passed, {}
        now = [state_of(function) for function in unit.functions.values()]
        if now == before:
            break
        before = now
    program.lowering = lowering
    program.sites = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        made = LayerRewriter(program, unit, recording=True).module()
    found, program.sites = program.sites, sites
    problems = [s for s in found if s.how == "refused"]
    if problems:
        _refuse(program, name, "; ".join(f"{s.what}: {s.reason}" for s in problems))
    for extra in program.layers.keys() - needed.keys():
        if extra not in TEMPLATES[program.target.name]:
            del program.layers[extra]
    program.layer_texts[name] = {
        s.name.value: s for group in made.values() for s in group if hasattr(s, "name")
    }


def _refuse(program: Program, name: str, reason: str) -> None:
    for site in list(program.sites):
        if site.how == "layer" and f"layers.{name} " in f"{site.reason} ":
            program.sites.append(Site(site.file, site.line, site.what, "refused", reason))


def _settled(program: Program, name: str) -> dict[str, Any]:
    """Return the options of a layer that have one value in the whole program."""
    given = program.layer_options.get(name, {})
    rare = {"inplace": False, **rare_options(name)}
    return {option: value for option, value in rare.items() if option not in given}


def _unit(program: Program, live: type, settled: dict[str, Any]) -> Unit:
    """Return a module with nothing but a layer, in the frontend's terms, and what it calls."""
    module = sys.modules[live.__module__]
    text = simplified(live, program.names.modules[1], settled)
    functions: dict[str, None] = {}
    pending = [text]
    while pending:
        for word in sorted(words_of(pending.pop())):
            found = vars(module).get(word)
            if (
                inspect.isfunction(found)
                and found.__module__ == module.__name__
                and not hasattr(found, "__wrapped__")
                and word not in functions
            ):
                functions[word] = None
                pending.append(_source(found))
    sources = [_source(getattr(module, n)) for n in functions]
    unit = Unit(module, module.__file__ or "", "\n\n".join([*sources, text]) + "\n")
    unit.is_layers = True
    unit.everything = True
    for n in functions:
        node = next(
            s for s in unit.tree.body if isinstance(s, cst.FunctionDef) and s.name.value == n
        )
        program.by_object[id(getattr(module, n))] = unit.function(node)
    for statement in unit.tree.body:
        if isinstance(statement, cst.ClassDef):
            known = Class(unit, statement, live, True)
            for member in statement.body.body:
                if isinstance(member, cst.FunctionDef):
                    method = unit.function(member, known)
                    known.methods[method.name] = method
            program.classes[live] = known
    return unit


def _source(fn: Any) -> str:
    tree = ast.parse(textwrap.dedent(inspect.getsource(fn)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            for argument in (*node.args.args, *node.args.kwonlyargs):
                argument.annotation = None
    return double_quoted(ast.unparse(tree))


# -- the frontend's class, made short ------------------------------------------------------------


def simplified(live: type, module: type, settled: dict[str, Any]) -> str:
    """Return the source of a layer of the frontend with only what its call needs.

    Parameters
    ----------
    live
        The frontend's class.
    module
        The frontend's base class of modules.
    settled
        Options that are always the same, with their values; the class does without them.
    """
    methods = _methods(live, module)
    if "forward" not in methods:
        raise UnknownLayer(f"{live.__name__} has no forward of its own")
    drawn = _draws(methods.get("reset_parameters"))
    used = _called(methods, "forward")
    body: list[ast.stmt] = []
    doc = inspect.getdoc(live)
    if doc:
        body.append(ast.Expr(ast.Constant(doc.split("\n\n")[0])))
    read = set().union(*(_attributes(methods[n]) for n in used))
    read -= {*_FOREIGN, *settled}
    plain = _Plain(settled)
    if "__init__" in methods:
        whole = plain.visit(_whole_constructor(live, module))
        constructor = _constructor(whole, read, drawn, settled)
        if len(constructor.args.args) > 1 or len(constructor.body) > 1:
            body.append(constructor)
    for name in used:
        body.append(_method(plain.visit(methods[name])))
    made = ast.parse(f"class {live.__name__}(Module):\n    pass").body[0]
    assert isinstance(made, ast.ClassDef)
    made.body = body
    return double_quoted(ast.unparse(ast.fix_missing_locations(made)))


def _methods(live: type, module: type) -> dict[str, ast.FunctionDef]:
    found: dict[str, ast.FunctionDef] = {}
    for own in _methods_of_bases(live, module):
        found = own | found
    return found


def _methods_of_bases(live: type, module: type) -> Iterator[dict[str, ast.FunctionDef]]:
    """Yield the methods of a class, then those of each of its bases below that of all modules."""
    for base in live.__mro__:
        if base is module or base is object:
            break
        tree = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(tree, ast.ClassDef)
        yield {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}


def _whole_constructor(live: type, module: type) -> ast.FunctionDef:
    """Return the constructor with those of the bases written out where it calls them."""
    found = [m["__init__"] for m in _methods_of_bases(live, module) if "__init__" in m]
    whole, *inner = found
    for base in inner:
        (call,) = [s for s in whole.body if _is_call_of_base(s)]
        at = whole.body.index(call)
        whole.body[at : at + 1] = _called_with(base, call)
    return whole


def _is_call_of_base(node: ast.stmt) -> bool:
    return ast.unparse(node).startswith("super().__init__(")


def _called_with(base: ast.FunctionDef, call: ast.stmt) -> list[ast.stmt]:
    """Return the body of a constructor with what a call of it passes."""
    assert isinstance(call, ast.Expr)
    assert isinstance(call.value, ast.Call)
    names = [a.arg for a in base.args.args[1:]]
    values: dict[str, ast.expr] = dict(
        zip(names[len(names) - len(base.args.defaults) :], base.args.defaults, strict=True)
    )
    values.update(zip(names, call.value.args, strict=False))
    values.update((k.arg, k.value) for k in call.value.keywords if k.arg is not None)
    passed = _Replaced(values)
    return [passed.visit(s) for s in base.body if not _is_docstring(s)]


class _Replaced(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node)


def _called(methods: dict[str, ast.FunctionDef], start: str) -> list[str]:
    names, pending = [start], [start]
    while pending:
        for node in ast.walk(methods[pending.pop()]):
            if isinstance(node, ast.Call) and _self_name(node.func) in methods:
                name = _self_name(node.func)
                if name not in names and not name.startswith(_DROPPED):
                    names.append(name)
                    pending.append(name)
    return [n for n in methods if n in names]


def _self_name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.value.id == "self":
            return node.attr
    return ""


def _attributes(node: ast.AST) -> set[str]:
    return {
        _self_name(n)
        for n in ast.walk(node)
        if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load) and _self_name(n)
    }


def _draws(reset: ast.FunctionDef | None) -> dict[str, str]:
    """Return how each parameter gets its initial values."""
    found: dict[str, str] = {}
    if reset is None:
        return found
    for node in ast.walk(reset):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            name = _self_name(node.args[0])
            if name and node.func.attr in _DRAWS:
                found[name] = _DRAWS[node.func.attr]
    return found


class _Plain(ast.NodeTransformer):
    """Leaves out what only the source knows, and writes down options that are settled."""

    def __init__(self, settled: dict[str, Any]) -> None:
        self.settled = settled

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.settled and isinstance(node.ctx, ast.Load):
            return ast.Constant(self.settled[node.id])
        return node

    def visit_If(self, node: ast.If) -> Any:
        """Leave out the way that settled options do not take."""
        self.generic_visit(node)
        if any(isinstance(n, ast.Name | ast.Call) for n in ast.walk(node.test)):
            return node
        return node.body if eval(ast.unparse(node.test)) else node.orelse

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if _self_name(node) in self.settled and isinstance(node.ctx, ast.Load):
            return ast.Constant(self.settled[node.attr])
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        node.keywords = [k for k in node.keywords if k.arg not in _FOREIGN]
        return self.generic_visit(node)


def _method(node: ast.FunctionDef) -> ast.FunctionDef:
    node.body = [s for s in node.body if not _is_dropped(s)]
    if len(node.body) > 1 and _is_docstring(node.body[0]):
        node.body = node.body[1:]
    return node


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_dropped(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return False
    return _self_name(node.value.func).startswith(_DROPPED)


def _constructor(
    node: ast.FunctionDef, read: set[str], drawn: dict[str, str], settled: dict[str, Any]
) -> ast.FunctionDef:
    args = node.args
    defaults: list[ast.expr | None] = [None] * (len(args.args) - len(args.defaults))
    pairs = list(zip(args.args, [*defaults, *args.defaults], strict=True))
    kept = [(a, d) for a, d in pairs if a.arg not in _FOREIGN and a.arg not in settled]
    args.args = [ast.arg(a.arg) for a, _ in kept]
    args.defaults = [d for _, d in kept if d is not None]
    args.kwonlyargs = [ast.arg(a.arg) for a in args.kwonlyargs]
    args.vararg = None if args.vararg is None else ast.arg(args.vararg.arg)
    args.kwarg = None if args.kwarg is None else ast.arg(args.kwarg.arg)
    node.returns = None
    body = [s for s in node.body if not _is_dropped(s)]
    needed = set(read)
    while True:  # what the constructor itself reads of what it has set
        body_read = set().union(*(_read_by(s, needed) for s in body))
        if body_read <= needed:
            break
        needed |= body_read
    node.body = [s for s in body if not _is_unused(s, needed)]
    node.body = list(_with_draws(node.body, drawn))
    return node


def _target(node: ast.stmt) -> str:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return _self_name(node.targets[0])
    return ""


def _is_unused(node: ast.stmt, needed: set[str]) -> bool:
    name = _target(node)
    return bool(name) and name not in needed


def _read_by(node: ast.stmt, needed: set[str]) -> set[str]:
    return set() if _is_unused(node, needed) else _attributes(node)


def _with_draws(body: list[ast.stmt], drawn: dict[str, str]) -> Iterator[ast.stmt]:
    """Yield statements in which ``Parameter(empty(...))`` says what its initial values are."""
    shape: list[ast.expr] = []

    def filled(node: ast.stmt) -> Iterator[ast.stmt]:
        if isinstance(node, ast.If):
            node.body = [s for part in node.body for s in filled(part)]
            node.orelse = [s for part in node.orelse for s in filled(part)]
            yield node
            return
        name = _target(node)
        call = node.value if isinstance(node, ast.Assign) else None
        if not (
            name
            and isinstance(call, ast.Call)
            and getattr(call.func, "id", "") == "Parameter"
            and isinstance(call.args[0], ast.Call)
            and getattr(call.args[0].func, "id", "") == "empty"
        ):
            yield node
            return
        inner = call.args[0]
        sizes = inner.args
        kind = drawn.get(name, "")
        if not kind:
            raise UnknownLayer(f"how `{name}` is initialised is not known")
        wanted: ast.expr = sizes[0]
        if len(sizes) > 1:
            wanted = ast.Tuple(list(sizes), ast.Load())
        if kind in ("uniform", "xavier"):
            if not shape:
                if not isinstance(wanted, ast.Name):
                    yield ast.Assign([ast.Name("shape", ast.Store())], wanted, lineno=0)
                    wanted = ast.Name("shape", ast.Load())
                shape.append(wanted)
            inner.args = [wanted, ast.Constant(kind), shape[0]]
        else:
            inner.args = [wanted, ast.Constant(kind)]
        call.keywords = []
        yield node

    for statement in body:
        yield from filled(statement)


# -- the module of layers ------------------------------------------------------------------------


def module_text(program: Program) -> tuple[str, set[str]]:
    """Return the text of the module with the layers, and the names of the helpers it calls."""
    from ivy.transpiler.emit import framework_imports, helper_calls

    target = program.target.name
    pieces: dict[str, str] = {}
    functions: dict[str, str] = {}

    def add_template(name: str) -> None:
        for other in REQUIRED[target].get(name, ()):
            add_template(other)
        pieces.setdefault(name, TEMPLATES[target][name].strip("\n"))

    for name in sorted(program.layers):
        if name in TEMPLATES[target]:
            add_template(name)
    for name in sorted(program.layer_texts):
        for found, node in program.layer_texts[name].items():
            text = code(node.with_changes(leading_lines=[])).strip("\n")
            (pieces if isinstance(node, cst.ClassDef) else functions).setdefault(found, text)
    text = "\n\n\n".join([*functions.values(), *pieces.values()])
    words = words_of(text)
    for name in ("uniform", "normal", "xavier", "Module"):
        if name in words and name not in pieces and name in TEMPLATES[target]:
            add_template(name)
    ordered = sorted(pieces, key=lambda n: (n not in ("Module", "Buffer"), n[:1].isupper(), n))
    text = "\n\n\n".join([*functions.values(), *[pieces[n] for n in ordered]])
    words = words_of(text)
    imports = framework_imports(program, words)
    head = f'"""Layers in the layout of {program.source}."""\n\n'
    standard = [line for line in imports if line == "import math"]
    others = [line for line in imports if line != "import math"]
    blocks = ["\n".join(part) for part in (standard, others) if part]
    if "helpers" in words:
        blocks.append("from . import helpers")
    text = head + "\n\n".join(blocks) + "\n\n\n" + text + "\n"
    text = formatted(text)
    return text, helper_calls(cst.parse_module(text))
