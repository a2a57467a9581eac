"""The rewriter: converts the statements of a module, once everything in it is understood."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import libcst as cst

from ivy.transpiler.classes import Classes
from ivy.transpiler.lower import Lowering
from ivy.transpiler.program import Function, Program, Unit, aliases, imported
from ivy.transpiler.syntax import code
from ivy.transpiler.targets import PLAIN_MODULES
from ivy.transpiler.types import Value
from ivy.transpiler.values import MISSING

# How often everything is walked through before what functions take and give must have settled.
ROUNDS = 12


class Rewriter(Classes):
    """Converts a module of the user's."""

    def module(self) -> dict[int, list[Any]]:
        """Convert the statements that are needed, by their numbers."""
        made: dict[int, list[Any]] = {}
        done = True
        while done:
            done = False
            for i, statement in list(self.unit.statements()):
                if i not in made:
                    made[i] = self.top(statement)
                    done = True
        return made

    def top(self, node: Any) -> list[Any]:
        """Convert a statement at the top of the module."""
        if isinstance(node, cst.FunctionDef):
            return [self.function_def(node, self.unit.function(node))]
        made = self.statement(node)
        for name in list(self.state.names):
            # What a name of the module is, the live module says best.
            if name in self.unit.space and not self._keeps_device(name):
                del self.state.names[name]
        return made

    def _keeps_device(self, name: str) -> bool:
        return self.state.names[name].kind == "device"

    def _local_function(self, node: cst.FunctionDef) -> list[Any]:
        if not self.frames:
            return [self.function_def(node, self.unit.function(node))]
        return super()._local_function(node)

    # -- imports of the module -------------------------------------------------------------------

    def import_statement(self, node: Any) -> list[Any]:
        if self.frames:
            return super().import_statement(node)
        if isinstance(node.names, cst.ImportStar):
            self.problem(node, code(node), "import the names that are used, one by one")
            return [node]
        if isinstance(node, cst.ImportFrom):
            return self._import_from(node)
        kept, made = [], []
        for alias in node.names:
            live = self.unit.space.get(imported(alias), MISSING)
            if not self._is_wanted(alias, live):
                continue
            unit = None
            name = code(alias.name)
            renamed = live is not MISSING and alias.asname is not None
            if renamed or name in self.program.units or self.program.is_user(name):
                unit = self.program.unit(code(alias.name))
            if unit is None:
                kept.append(alias)
                continue
            self.program.link(self.unit, unit)
            if alias.asname is None and "." in code(alias.name):
                self.problem(node, code(node), f"import it as a name: {code(node)} as name")
            made.append(self._relative(unit, None, alias))
        return [*self._kept_import(node, kept), *made]

    def _import_from(self, node: cst.ImportFrom) -> list[Any]:
        path = self._absolute(node)
        if path == "__future__":
            return [node]
        if self.names._is_mine(path):
            return []
        unit = self.program.unit(path) if path in sys.modules else None
        kept, made = [], []
        aliases = node.names
        assert not isinstance(aliases, cst.ImportStar)
        for alias in aliases:
            live = self.unit.space.get(imported(alias), MISSING)
            if not self._is_wanted(alias, live):
                continue
            inner = f"{path}.{code(alias.name)}"
            submodule = self.program.unit(inner) if inner in sys.modules else None
            if submodule is not None:
                self.program.link(self.unit, submodule)
                made.append(self._relative(submodule, None, alias))
            elif unit is not None:
                unit.needed.add(code(alias.name))
                self.program.link(self.unit, unit)
                kept.append(alias)
            else:
                kept.append(alias)
        if unit is not None and kept:
            made.append(self._relative(unit, kept, None))
            kept = []
        return [*self._kept_import(node, kept), *made]

    def _absolute(self, node: cst.ImportFrom) -> str:
        name = "" if node.module is None else code(node.module)
        if not node.relative:
            return name
        package = self.unit.module.__package__ or ""
        return importlib.util.resolve_name("." * len(node.relative) + name, package)

    def _is_wanted(self, alias: cst.ImportAlias, live: Any) -> bool:
        if live is not MISSING and self.names.owns(live):
            return False
        return self.unit.everything or imported(alias) in self.unit.needed

    def _kept_import(self, node: Any, kept: list[Any]) -> list[Any]:
        if not kept:
            return []
        kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return [node.with_changes(names=kept)]

    def _relative(self, unit: Unit, aliases: Any, alias: cst.ImportAlias | None) -> Any:
        """Import from a module of the output; its place is filled in when all are known."""
        marker = cst.Name(f"ivy_unit_{unit.name.replace('.', '__')}")
        if aliases is not None:
            aliases[-1] = aliases[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            return cst.ImportFrom(marker, aliases, relative=[cst.Dot()])
        assert alias is not None
        asname = alias.asname or cst.AsName(cst.Name(code(alias.name).rpartition(".")[2]))
        return cst.ImportFrom(
            cst.Name("ivy_units"), [cst.ImportAlias(marker, asname)], relative=[cst.Dot()]
        )


def convert(program: Program) -> dict[str, dict[int, list[Any]]]:
    """Convert everything that a program needs: the statements of each module, by their numbers."""
    for _ in range(ROUNDS):
        before = _snapshot(program)
        for name in list(program.units):
            _name_modules(program, program.units[name])
            Rewriter(program, program.units[name], recording=False).module()
        for function in _functions(program):
            function.known, function.passed = function.passed, {}
        if _snapshot(program) == before:
            break
    program.lowering = Lowering(program.target.name, program.source)
    program.layers.clear()
    program.layer_options.clear()
    made = {}
    for name in list(program.units):
        _name_modules(program, program.units[name])
        made[name] = Rewriter(program, program.units[name], recording=True).module()
    return {name: made.get(name, {}) for name in program.units}


def _name_modules(program: Program, unit: Unit) -> None:
    """Settle the names of the output's modules in a module of the user's."""
    own = {name: f"from . import {name}" for name in ("helpers", "layers")}
    unit.aliases = aliases(unit, {**own, **program.target.roots, **PLAIN_MODULES})


def _functions(program: Program) -> list[Function]:
    return [f for unit in program.units.values() for f in unit.functions.values()]


def _snapshot(program: Program) -> list[Any]:
    """Return what is known of all functions and classes, to see whether it changes."""
    known: list[Any] = []
    for unit in program.units.values():
        known.append((unit.name, sorted(unit.needed)))
        known += [state_of(function) for function in unit.functions.values()]
    for found in program.classes.values():
        known.append((found.draws, found.reads_mode))
        known.append(
            (found.name, sorted((n, repr(_plain(v))) for n, v in found.attributes.items()))
        )
    return known


def state_of(function: Function) -> Any:
    """Return what is known of a function, to see whether it changes."""
    return (
        function.name,
        _plain(function.result),
        sorted((n, _plain(v)) for n, v in function.known.items()),
        sorted((n, _plain(v)) for n, v in function.wanted.items()),
        sorted(function.keeps),
        function.reads_mode,
    )


def _plain(value: Value) -> str:
    items = None if value.items is None else [_plain(v) for v in value.items]
    item = None if value.element is None else _plain(value.element)
    fact = value.fact
    return repr(
        (
            fact.kind,
            fact.ndim,
            fact.dtype,
            sorted(value.roots, key=repr),
            value.optional,
            items,
            item,
        )
    )
