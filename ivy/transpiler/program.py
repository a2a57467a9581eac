"""The code that a conversion takes in: the user's modules, their functions and classes."""

from __future__ import annotations

import functools
import importlib.metadata
import inspect
import linecache
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from ivy.errors import TranspileError
from ivy.transpiler.effects import Reads
from ivy.transpiler.lower import Lowering
from ivy.transpiler.names import Names, names_of
from ivy.transpiler.report import Report, Site
from ivy.transpiler.targets import TARGETS, Target
from ivy.transpiler.types import BOTTOM, UNKNOWN, Value


@dataclass(eq=False)
class Function:
    """A function of the user's, and what is known of it."""

    unit: Unit
    node: cst.FunctionDef
    owner: Class | None = None
    # What calls pass for each parameter, in this round and in the one before.
    passed: dict[str, Value] = field(default_factory=dict)
    known: dict[str, Value] = field(default_factory=dict)
    # What the body asks of parameters that nothing else is known of.
    wanted: dict[str, Value] = field(default_factory=dict)
    result: Value = BOTTOM
    # Parameters whose memory an object or container keeps.
    keeps: set[str] = field(default_factory=set)
    # Whether it reads the object's training mode.
    reads_mode: bool = False
    # What its annotation says it returns.
    declared: Value = UNKNOWN
    # The decorators that stay in the output.
    shown_decorators: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        """The function's name."""
        return self.node.name.value

    @property
    def is_static(self) -> bool:
        """Whether it is a method that gets no object."""
        return "staticmethod" in self.decorators

    @property
    def is_property(self) -> bool:
        """Whether it is called by reading an attribute."""
        return bool({"property", "functools.cached_property", "cached_property"} & self.decorators)

    @property
    def is_wrapped(self) -> bool:
        """Whether a decorator takes its place."""
        known = {"staticmethod", "classmethod", "property", "override", "abstractmethod"}
        return bool(self.decorators - known) and not self.is_property

    @property
    def decorators(self) -> set[str]:
        """The decorators of the function, as they are written; those of the source not."""
        return self.shown_decorators

    @property
    def parameters(self) -> list[cst.Param]:
        """The parameters that have names, `self` among them."""
        p = self.node.params
        return [*p.posonly_params, *p.params, *p.kwonly_params]

    @functools.cached_property
    def reads(self) -> Reads:
        """Where the function reads names."""
        visitor = Reads(self.unit.positions)
        self.node.visit(visitor)
        return visitor

    @functools.cached_property
    def is_generator(self) -> bool:
        """Whether it yields."""
        own = self.node

        class Visitor(cst.CSTVisitor):
            found = False

            def visit_Yield(self, node: cst.Yield) -> None:
                self.found = True

            def visit_Lambda(self, node: cst.Lambda) -> bool:
                return False

            def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
                return node is own

        visitor = Visitor()
        own.visit(visitor)
        return visitor.found

    def call(self, arguments: Mapping[str, Value]) -> None:
        """Take note of what a call passes."""
        for name, value in arguments.items():
            self.passed[name] = self.passed[name].join(value) if name in self.passed else value


@dataclass(eq=False)
class Class:
    """A class of the user's, and what is known of it."""

    unit: Unit
    node: cst.ClassDef
    live: type
    is_module: bool
    methods: dict[str, Function] = field(default_factory=dict)
    # What the methods assign to attributes, in this round and in the one before.
    assigned: dict[str, Value] = field(default_factory=dict)
    attributes: dict[str, Value] = field(default_factory=dict)
    # Whether a method reads the training mode.
    reads_mode: bool = False
    # Whether the constructor needs random numbers, for the weights of layers.
    draws: bool = False

    @property
    def name(self) -> str:
        """The class's name."""
        return self.node.name.value


@dataclass(frozen=True)
class Parsed:
    """The syntax of a module.

    Parameters
    ----------
    tree
        The module.
    positions
        Where each node is.
    bound
        The numbers of the statements that bind each name.
    definitions
        The functions, by the lines on which they start.
    """

    tree: cst.Module
    positions: Mapping[cst.CSTNode, CodeRange]
    bound: Mapping[str, Sequence[int]]
    definitions: Mapping[int, cst.FunctionDef]


@functools.lru_cache(maxsize=64)
def parsed(source: str) -> Parsed:
    """Return the syntax of a module's source; it takes a while, and several conversions want it."""
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    positions = dict(wrapper.resolve(PositionProvider))
    bound: dict[str, list[int]] = {}
    for i, statement in enumerate(wrapper.module.body):
        for name in binds(statement):
            bound.setdefault(name, []).append(i)
    definitions: dict[int, cst.FunctionDef] = {}

    class Visitor(cst.CSTVisitor):
        def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
            first = node.decorators[0] if node.decorators else node
            definitions[positions[first].start.line] = node

    wrapper.module.visit(Visitor())
    return Parsed(wrapper.module, positions, bound, definitions)


class Unit:
    """A module of the user's."""

    def __init__(self, module: types.ModuleType, file: str, source: str) -> None:
        self.module = module
        self.file = file
        self.source = source
        syntax = parsed(source)
        self.tree = syntax.tree
        self.positions = syntax.positions
        self.bound = syntax.bound
        self.definitions = syntax.definitions
        self.space: dict[str, Any] = vars(module)
        self.needed: set[str] = set()
        self.everything = False
        # Whether it holds layers of the frontend, not code of the user's.
        self.is_layers = False
        # Other names for modules of the output whose usual names mean something else here.
        self.aliases: dict[str, str] = {}
        self.functions: dict[int, Function] = {}

    @property
    def name(self) -> str:
        """The module's name in the output."""
        name = self.module.__name__
        return Path(self.file).stem if name == "__main__" else name

    def function(self, node: cst.FunctionDef, owner: Class | None = None) -> Function:
        """Return what is known of a function."""
        found = self.functions.get(id(node))
        if found is None:
            found = self.functions[id(node)] = Function(self, node, owner)
        return found

    def statements(self) -> Iterator[tuple[int, Any]]:
        """Yield the statements of the module that are converted."""
        wanted = {i for n in self.needed for i in self.bound.get(n, ())}
        for i, statement in enumerate(self.tree.body):
            if self.everything or i in wanted:
                yield i, statement

    def line(self, node: cst.CSTNode) -> int:
        """Return the line on which a node of the source starts."""
        found = self.positions.get(node)
        return 0 if found is None else found.start.line


def aliases(unit: Unit, lines: Mapping[str, str]) -> dict[str, str]:
    """Return other names for modules of the output, where a module of the user's uses theirs.

    Parameters
    ----------
    unit
        The user's module.
    lines
        For each name of the output, its import.
    """
    words: set[str] = set()
    rebound: set[str] = set()

    class Visitor(cst.CSTVisitor):
        def visit_Name(self, node: cst.Name) -> None:
            words.add(node.value)

        def visit_Attribute(self, node: cst.Attribute) -> bool:
            node.value.visit(self)
            return False

        def visit_Arg(self, node: cst.Arg) -> bool:
            node.value.visit(self)
            return False

        def visit_Param(self, node: cst.Param) -> None:
            rebound.add(node.name.value)

        def visit_AssignTarget(self, node: cst.AssignTarget) -> None:
            if isinstance(node.target, cst.Name):
                rebound.add(node.target.value)

        def visit_ImportAlias(self, node: cst.ImportAlias) -> bool:
            words.add(imported(node))
            return False

    for _, statement in unit.statements():
        statement.visit(Visitor())
    found = {}
    for name, line in lines.items():
        live = unit.space.get(name)
        is_same = isinstance(live, types.ModuleType) and live.__name__ == imported_module(line)
        if name in words and (name in rebound or not is_same):
            other = f"native_{name}"
            while other in words:
                other = f"{other}_"
            found[name] = other
    return found


def imported_module(line: str) -> str:
    """Return the module that an import line imports.

    Examples
    --------
    >>> imported_module("from jax import lax"), imported_module("import numpy as np")
    ('jax.lax', 'numpy')
    """
    words = line.split()
    return f"{words[1]}.{words[3]}" if words[0] == "from" else words[1]


def binds(statement: cst.CSTNode) -> set[str]:
    """Return the names that a statement of a module binds.

    Examples
    --------
    >>> sorted(binds(cst.parse_statement("import a.b, c as d")))
    ['a', 'd']
    """
    found: set[str] = set()

    class Visitor(cst.CSTVisitor):
        def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
            found.add(node.name.value)
            return False

        def visit_ClassDef(self, node: cst.ClassDef) -> bool:
            found.add(node.name.value)
            return False

        def visit_Lambda(self, node: cst.Lambda) -> bool:
            return False

        def visit_ImportAlias(self, node: cst.ImportAlias) -> bool:
            found.add(imported(node))
            return False

        def visit_AssignTarget(self, node: cst.AssignTarget) -> bool:
            self._target(node.target)
            return False

        def visit_AnnAssign(self, node: cst.AnnAssign) -> bool:
            self._target(node.target)
            return False

        def visit_AugAssign(self, node: cst.AugAssign) -> bool:
            self._target(node.target)
            return False

        def visit_For(self, node: cst.For) -> None:
            self._target(node.target)

        def visit_AsName(self, node: cst.AsName) -> bool:
            self._target(node.name)
            return False

        def _target(self, node: cst.BaseExpression) -> None:
            match node:
                case cst.Name():
                    found.add(node.value)
                case cst.Tuple() | cst.List():
                    for e in node.elements:
                        self._target(e.value)
                case cst.Subscript() | cst.Attribute():
                    self._target(node.value)

    statement.visit(Visitor())
    return found


def imported(alias: cst.ImportAlias) -> str:
    """Return the name that an import binds."""
    if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
        return alias.asname.name.value
    node: Any = alias.name
    while isinstance(node, cst.Attribute):
        node = node.value
    return str(node.value)


class Program:
    """Everything that one conversion takes in.

    Parameters
    ----------
    source, target
        The names of the frameworks.
    home
        The package, or module, whose code is the user's.
    """

    def __init__(self, source: str, target: str, home: str) -> None:
        self.names: Names = names_of(source)
        self.source = source
        self.target: Target = TARGETS[target]
        self.home = home.partition(".")[0]
        self.units: dict[str, Unit] = {}
        self.classes: dict[type, Class] = {}
        self.lowering = Lowering(target, source)
        self.sites: list[Site] = []
        # Layers of the source that the output needs classes for.
        self.layers: dict[str, Any] = {}
        self.layer_texts: dict[str, dict[str, Any]] = {}
        # (file, line, name) -> what a run of the source showed.
        self.observed: dict[tuple[str, int, str], Value] = {}
        self.instances: dict[type, list[Any]] = {}
        # Functions that the user converts, and can call with other arguments than seen here.
        self.entries: set[Function] = set()
        # Whether what cannot be converted is replaced by a stub that says so.
        self.mark = False
        # Functions whose definitions are known otherwise than by their places.
        self.by_object: dict[int, Function] = {}
        # What calls pass for the options of each layer, by the layer and the option.
        self.layer_options: dict[str, dict[str, Value]] = {}
        # Which modules import which.
        self.links: set[tuple[str, str]] = set()

    @property
    def report(self) -> Report:
        """What became of the call sites."""
        report = Report()
        report.add(sorted(self.sites, key=lambda s: (s.file, s.line)))
        return report

    def is_user(self, name: str) -> bool:
        """Return whether a module, by its name, holds code that is converted.

        That is the code of the home package, what belongs to no installed package, and packages
        that use the source framework themselves.
        """
        root = name.partition(".")[0]
        if name.startswith("ivy.frontends."):
            return False
        if root == self.home or name == "__main__":
            return True
        if root in sys.stdlib_module_names or self.names.owns(sys.modules.get(root)):
            return False
        module = sys.modules.get(name)
        if module is None or getattr(module, "__file__", None) is None:
            return False
        if root in _installed():
            uses = any(self.names.owns(v) for v in list(vars(module).values()))
            return uses and root != "ivy"
        return root != "ivy"

    def link(self, user: Unit, used: Unit) -> None:
        """Take note that a module of the output imports another."""
        self.links.add((user.name, used.name))

    def unit(self, name: str) -> Unit | None:
        """Return a module of the user's; None for a module that is left alone."""
        if name in self.units:
            return self.units[name]
        if not self.is_user(name):
            return None
        module = sys.modules.get(name)
        if module is None:
            return None
        file = getattr(module, "__file__", None)
        if file is None or not file.endswith(".py"):
            return None
        source = "".join(linecache.getlines(file))
        if not source and Path(file).stat().st_size:
            raise TranspileError(f"ivy.transpile: the source of {file} cannot be read")
        unit = self.units[name] = Unit(module, file, source)
        return unit

    def function_of(self, live: Any) -> Function | None:
        """Return the definition of a function of the user's."""
        found = self.by_object.get(id(live))
        if found is not None:
            return found
        fn = inspect.unwrap(live) if callable(live) else live
        if isinstance(fn, types.MethodType):
            fn = fn.__func__
        if not isinstance(fn, types.FunctionType):
            return None
        unit = self.unit(fn.__module__ or "")
        if unit is None or not same_file(fn.__code__.co_filename, unit.file):
            return None
        definition = unit.definitions.get(fn.__code__.co_firstlineno)
        if definition is None or definition.name.value != fn.__name__:
            return None
        return unit.function(definition)

    def class_of(self, live: type) -> Class | None:
        """Return the definition of a class of the user's."""
        if live in self.classes:
            return self.classes[live]
        unit = self.unit(live.__module__)
        if unit is None or live.__name__ not in unit.bound:
            return None
        for i in unit.bound[live.__name__]:
            node = unit.tree.body[i]
            if isinstance(node, cst.ClassDef) and unit.space.get(live.__name__) is live:
                found = Class(unit, node, live, issubclass(live, self.names.module))
                self.classes[live] = found
                for statement in node.body.body:
                    if isinstance(statement, cst.FunctionDef):
                        method = unit.function(statement, found)
                        found.methods[method.name] = method
                return found
        return None

    def bases_of(self, known: Class) -> Iterator[Class]:
        """Yield a class and those of its bases that are the user's."""
        for live in known.live.__mro__:
            found = self.class_of(live) if live is not object else None
            if found is not None:
                yield found

    def draws(self, known: Class) -> bool:
        """Return whether the constructor of a class needs random numbers."""
        for base in self.bases_of(known):
            if base.draws or "__init__" in base.methods:
                return base.draws
        return False

    def method_of(self, known: Class, name: str) -> Function | None:
        """Return a method of a class or of its bases."""
        for base in self.bases_of(known):
            if name in base.methods:
                return base.methods[name]
        return None

    def attribute_of(self, known: Class, name: str) -> Value | None:
        """Return what is known of an attribute of the objects of a class."""
        for base in self.bases_of(known):
            if name in base.attributes:
                return base.attributes[name]
        return None


def same_file(a: str, b: str) -> bool:
    """Return whether two paths name the same file."""
    return a == b or (Path(a).exists() and Path(b).exists() and Path(a).samefile(b))


_packages: set[str] = set()


def _installed() -> set[str]:
    """Return the top-level names that installed packages provide."""
    if not _packages:
        _packages.update(importlib.metadata.packages_distributions())
    return _packages
