"""A conversion from end to end: find the code, convert it, make files and live objects of it."""

from __future__ import annotations

import dataclasses
import importlib.util
import inspect
import os
import sys
import types
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ivy.errors import BackendNotInstalledError, TranspileError
from ivy.transpiler import cache, emit, layers, weights
from ivy.transpiler.observe import observe
from ivy.transpiler.program import Class, Program
from ivy.transpiler.report import Report
from ivy.transpiler.rewrite import convert

SOURCES = ("torch",)
# What has to be importable for a target, and what to install for it.
NEEDED = {
    "tensorflow": ("tensorflow", "keras"),
    "jax": ("jax", "flax"),
    "numpy": ("numpy",),
}

_reports: dict[int, Report] = {}


def transpile(
    obj: Any,
    source: str,
    target: str,
    args: Sequence[Any] | None,
    kwargs: Mapping[str, Any] | None,
    output: str | os.PathLike[str] | None,
    on_unsupported: str,
) -> Any:
    """Convert an object; see `ivy.transpile`."""
    check_options(source, target, on_unsupported)
    if output is not None and Path(output).exists():
        emit.check_replaceable(Path(output))
    job = Job(obj, source, target, on_unsupported == "mark")
    if args is not None or kwargs is not None:
        job.observe(tuple(args or ()), dict(kwargs or {}))
    made = job.package()
    result = job.load(made)
    if args is not None or kwargs is not None:
        job.compare(result, tuple(args or ()), dict(kwargs or {}))
    if output is not None:
        emit.write(made, output)
    remember(result, job.report)
    return result


def check_options(source: str, target: str, on_unsupported: str = "raise") -> None:
    """Raise where an option has a value that it cannot have."""
    if source not in SOURCES:
        raise ValueError(
            f"ivy.transpile: expected a source among {', '.join(SOURCES)}, got {source!r}"
        )
    if target not in NEEDED:
        raise ValueError(
            f"ivy.transpile: expected a target among {', '.join(NEEDED)}, got {target!r}"
        )
    if on_unsupported not in ("raise", "mark"):
        raise ValueError(
            f"ivy.transpile: expected on_unsupported='raise' or 'mark', got {on_unsupported!r}"
        )
    # Looked for and not imported: whoever finds jax imported takes it for the program's own.
    for name in (source, *NEEDED[target]):
        if importlib.util.find_spec(name) is None:
            extra = source if name == source else target
            raise BackendNotInstalledError(
                f"ivy.transpile: {name} is not installed; "
                f'run: pip install "ivy[transpile,{extra}]"',
                name=name,
            )


def remember(result: Any, report: Report) -> None:
    """Keep the report of a converted object for as long as there is the object."""
    _reports[id(result)] = report
    weakref.finalize(result, _reports.pop, id(result), None)


def report(obj: Any) -> Report:
    """Return the report of a converted object."""
    found = _reports.get(id(obj))
    if found is None:
        raise ValueError(
            f"ivy.transpile.report: expected something that ivy.transpile returned, got {obj!r}"
        )
    return found


def program_class(program: Program, entry: Any) -> Class | None:
    """Return what is known of a class that is converted; None for what is no class."""
    return program.class_of(entry) if isinstance(entry, type) else None


class Job:
    """One conversion.

    Parameters
    ----------
    obj
        What is converted.
    source, target
        The names of the frameworks.
    mark
        Whether stubs take the place of what cannot be converted.
    """

    def __init__(self, obj: Any, source: str, target: str, mark: bool = False) -> None:
        self.obj = obj
        self.source = source
        self.target = target
        self.mark = mark
        self.report = Report()
        self.live: Any = None
        self.arguments: dict[str, Any] = {}
        self.entry = self._entry(obj)
        self.program = Program(source, target, self._home())
        self.program.mark = mark
        if self.program.names.owns(self.entry) or not self._is_code():
            raise TypeError(
                "ivy.transpile: expected a function, a class, a module with weights or a Python "
                f"module of yours, got {obj!r}"
            )

    def _entry(self, obj: Any) -> Any:
        root = importlib.import_module(self.source)
        if isinstance(obj, root.nn.Module):
            self.live = obj
            return type(obj)
        if isinstance(obj, types.MethodType):
            raise TypeError(
                "ivy.transpile: expected a function, got a method; convert the object it belongs to"
            )
        return obj

    def _is_code(self) -> bool:
        return isinstance(self.entry, types.ModuleType | type) or callable(self.entry)

    def _home(self) -> str:
        if isinstance(self.entry, types.ModuleType):
            return self.entry.__name__
        return str(getattr(self.entry, "__module__", None) or "__main__")

    def observe(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Run the source on example arguments, to see of what kinds its values are."""
        if isinstance(self.entry, types.ModuleType) or (
            isinstance(self.entry, type) and self.live is None
        ):
            raise TypeError(
                "ivy.transpile: expected a function or a module with weights to go with args, "
                f"got {self.obj!r}"
            )
        program = self.program
        self.program.observed = observe(program.names, self._run(args, kwargs), program.is_user)

    def _run(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[[], Any]:
        root = self.program.names.root

        def run() -> Any:
            from ivy.transpiler.check import evaluating

            copies = [a.clone() if isinstance(a, root.Tensor) else a for a in args]
            with root.no_grad(), root.random.fork_rng(devices=[]), evaluating(self.obj):
                return self.obj(*copies, **kwargs)

        return run

    # -- converting ------------------------------------------------------------------------------

    def package(self) -> emit.Package:
        """Return the files of the conversion."""
        key = self._key()
        entry = cache.find(key) if key is not None else None
        if entry is not None:
            self.report = entry.report
            return dataclasses.replace(entry.package, files=dict(entry.package.files))
        module, name = self._locate()
        made = convert(self.program)
        if not self.program.report.problems:
            layers.convert(self.program)
        self.report = self.program.report
        self.report.check()
        unit = self.program.units[module]
        stem = unit.name.rpartition(".")[2]
        package = emit.package(self.program, made, f"{stem}_{self.target}")
        path = package.modules[unit.name]
        if self.live is not None:
            self.arguments = weights.constructor_arguments(self.program, self.live)
            package.weights = weights.arrays(self.program, self.live)
            package.files["weights.py"] = weights.MODULES[self.target]
            if self.target == "tensorflow":
                package.files["saving.py"] = weights.SAVING
            package.files["__init__.py"] = weights.init_text(
                self.program, path, name, self.arguments, self.live
            )
        else:
            package.files["__init__.py"] = self._init(path, name)
            known = program_class(self.program, self.entry)
            if self.target == "tensorflow" and known is not None and known.is_module:
                package.files["saving.py"] = weights.SAVING
                package.files["__init__.py"] += f"from .saving import savable\n\nsavable({name})\n"
        if key is not None:
            cache.keep(key, self.program, package, self.report)
        return package

    def _init(self, path: str, name: str) -> str:
        what = name or path
        text = f'"""{what}, made by {emit.MARK.removeprefix("made by ")} from {self.source} for '
        text += f'{self.target}."""\n'
        if name:
            return f"{text}\nfrom .{path} import {name}\n"
        return text

    def _key(self) -> Any:
        if self.live is not None:
            return None  # the arrays belong to it
        if isinstance(self.entry, types.ModuleType):
            place: Any = (self.entry.__name__, "")
        else:
            place = (self.entry.__module__, getattr(self.entry, "__qualname__", ""))
            if "<" in place[1]:
                return None
        place = (*place, getattr(sys.modules.get(place[0]), "__file__", None))
        observed = tuple(sorted((k, repr(v.fact)) for k, v in self.program.observed.items()))
        options = (self.source, self.target, self.mark)
        return (place, options, cache.versions(self.source, self.target), observed)

    def _locate(self) -> tuple[str, str]:
        """Find the code that is asked for; return its module and its name there."""
        program = self.program
        if isinstance(self.entry, types.ModuleType):
            unit = program.unit(self.entry.__name__)
            if unit is None:
                raise TranspileError(
                    f"ivy.transpile: {self.entry.__name__} has no Python source to convert"
                )
            unit.everything = True
            return self.entry.__name__, ""
        module, name = self._named()
        unit = program.unit(module)
        if unit is None:
            raise TranspileError(
                f"ivy.transpile: the source of {name} cannot be read; put it in a file"
            )
        unit.needed.add(name)
        if isinstance(self.entry, type) and program.class_of(self.entry) is None:
            raise TranspileError(f"ivy.transpile: define the class {name} at the top of {module}")
        found = None if isinstance(self.entry, type) else program.function_of(self.entry)
        if found is not None:
            program.entries.add(found)
        if self.live is not None:
            for part in self.live.modules():
                program.instances.setdefault(type(part), []).append(part)
        return module, name

    def _named(self) -> tuple[str, str]:
        """Return the module that defines what is asked for, and its name there."""
        home = str(getattr(self.entry, "__module__", None) or "__main__")
        name = str(getattr(self.entry, "__name__", ""))
        module = sys.modules.get(home)
        space = vars(module) if module is not None else {}
        if space.get(name) is self.entry:
            return home, name
        for other, value in space.items():
            if value is self.entry and not other.startswith("__"):
                return home, other
        inner = inspect.unwrap(self.entry) if callable(self.entry) else self.entry
        place = getattr(inner, "__code__", None)
        where = f" ({place.co_filename}:{place.co_firstlineno})" if place is not None else ""
        raise TranspileError(
            f"ivy.transpile: {name or self.entry!r}{where} is defined inside a function; "
            "define it at the top of a module, so that its code can stand alone"
        )

    # -- live objects ----------------------------------------------------------------------------

    def load(self, package: emit.Package) -> Any:
        """Return the live object of a conversion."""
        loaded = emit.load(package)
        if self.live is not None:
            return loaded.with_weights(package.weights)
        if isinstance(self.entry, types.ModuleType):
            path = package.modules[self.program.unit(self.entry.__name__).name]  # type: ignore[union-attr]
            return importlib.import_module(f"{loaded.__name__}.{path}")
        return getattr(loaded, self._named()[1])

    def compare(self, result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Raise where source and target give different values for the example arguments."""
        from ivy.transpiler.check import check

        with self.program.names.root.random.fork_rng(devices=[]):
            difference = check(self.obj, result, args, kwargs)
        if difference is not None:
            raise TranspileError(f"ivy.transpile: the conversion gives other values: {difference}")
