"""From converted statements to files, and from files to live objects."""

from __future__ import annotations

import hashlib
import importlib.abc
import importlib.util
import os
import shutil
import sys
import tempfile
import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import libcst as cst

from ivy.errors import TranspileError
from ivy.transpiler import layers
from ivy.transpiler.format import formatted
from ivy.transpiler.program import Program, Unit, binds
from ivy.transpiler.syntax import double_quoted, words_in, words_of
from ivy.transpiler.targets import PLAIN_MODULES

# The first line of an output folder's `__init__.py`, by which it is known for ours.
MARK = "made by ivy.transpile"
HELPERS = "helpers"
LAYERS = "layers"
# Imports from the standard library that helpers may need.
STANDARD = ("import itertools", "import math")


@dataclass
class Package:
    """The files of a conversion, by their paths in the package's folder."""

    name: str
    files: dict[str, str] = field(default_factory=dict)
    # Arrays that are saved with it, by their paths in the model.
    weights: dict[str, Any] = field(default_factory=dict)
    # For each module of the source, the name of its module in the package.
    modules: dict[str, str] = field(default_factory=dict)


def package(program: Program, made: Mapping[str, Mapping[int, list[Any]]], name: str) -> Package:
    """Return the files of a converted program, without its ``__init__.py``."""
    used = {unit: statements for unit, statements in made.items() if any(statements.values())}
    modules = _module_names([program.units[u].name for u in used])
    out = Package(name, modules=modules)
    helper_names: set[str] = set()
    for unit_key, statements in used.items():
        unit = program.units[unit_key]
        path = modules[unit.name]
        text, words = _module_text(program, unit, statements, path, modules)
        helper_names |= words
        out.files[f"{path.replace('.', '/')}.py"] = text
    if program.layers:
        text, words = layers.module_text(program)
        out.files[f"{LAYERS}.py"] = text
        helper_names |= words
    helpers = _helpers_text(program, helper_names)
    if helpers:
        out.files[f"{HELPERS}.py"] = helpers
    for path in list(out.files):
        folder = path.rpartition("/")[0]
        while folder:
            out.files.setdefault(f"{folder}/__init__.py", "")
            folder = folder.rpartition("/")[0]
    return out


def _module_names(names: list[str]) -> dict[str, str]:
    """Return where each module stands in the package: paths below what they have in common."""
    if len(names) == 1:
        return {names[0]: _free(names[0].rpartition(".")[2])}
    parts = [n.split(".") for n in names]
    common = 0
    while all(len(p) > common + 1 and p[common] == parts[0][common] for p in parts):
        common += 1
    out = {}
    for name, p in zip(names, parts, strict=True):
        rest = p[common:]
        if any(q[common : common + len(rest)] == rest and len(q) > len(p) for q in parts):
            rest = [*rest, "package"]  # a package's own code, beside its modules
        out[name] = ".".join(_free(part) for part in rest)
    return out


def _free(name: str) -> str:
    return f"{name}_" if name in (HELPERS, LAYERS, "weights", "saving") else name


def _module_text(
    program: Program,
    unit: Unit,
    statements: Mapping[int, list[Any]],
    path: str,
    modules: Mapping[str, str],
) -> tuple[str, set[str]]:
    """Return a converted module, and the names of the helpers that it calls."""
    body: list[Any] = []
    words: set[str] = set()
    bound: set[str] = set()
    first_import: int | None = None
    for i, original in enumerate(unit.tree.body):
        new = statements.get(i)
        if new is None:
            if i == 0 and _is_docstring(original):
                body.append(original)
            elif _is_import(original) and first_import is None:
                first_import = len(body)
            continue
        if _is_import(original) and not new and first_import is None:
            first_import = len(body)
        for statement in new:
            words |= words_in(statement)
            bound |= binds(statement)
            body.append(statement)
    depth = path.count(".")
    lines = _imports(program, unit, words, bound, "." * (depth + 1))
    at = first_import if first_import is not None else _behind_head(body)
    header = [cst.parse_statement(line) for line in lines]
    body = [*body[:at], *header, *body[at:]]
    body = [_placed(s, path, modules) for s in body]
    everything = unit.everything
    tree = unit.tree.with_changes(body=_spaced(body), footer=unit.tree.footer if everything else [])
    text = formatted(tree.code)
    return text, helper_calls(tree, unit.aliases.get(HELPERS, HELPERS))


def _is_docstring(node: Any) -> bool:
    return (
        isinstance(node, cst.SimpleStatementLine)
        and isinstance(node.body[0], cst.Expr)
        and isinstance(node.body[0].value, cst.SimpleString | cst.ConcatenatedString)
    )


def _is_import(node: Any) -> bool:
    return isinstance(node, cst.SimpleStatementLine) and isinstance(
        node.body[0], cst.Import | cst.ImportFrom
    )


def _behind_head(body: list[Any]) -> int:
    at = 1 if body and _is_docstring(body[0]) else 0
    while at < len(body) and _is_import(body[at]):
        at += 1
    return at


def framework_imports(program: Program, words: set[str]) -> list[str]:
    """Return the imports of the target's modules for the names in some code."""
    lines = program.lowering.imports_of(words)
    return sorted(lines, key=lambda line: (line.startswith("from"), line))


def _imports(
    program: Program, unit: Unit, words: set[str], bound: set[str], dots: str
) -> list[str]:
    """Return the imports that a converted module needs besides those of the user's."""
    plain = words - bound - unit.aliases.keys()
    lines = list(program.lowering.imports_of(plain & {*program.target.roots, *PLAIN_MODULES}))
    own = sorted(plain & {HELPERS, LAYERS})
    for name, other in sorted(unit.aliases.items()):
        if other not in words:
            continue
        if name in (HELPERS, LAYERS):
            own.append(f"{name} as {other}")
        else:
            (line,) = program.lowering.imports_of({name})
            lines.append(f"{line.partition(' as ')[0]} as {other}")
    lines.sort(key=lambda line: (line.startswith("from"), line))
    return [*lines, f"from {dots} import {', '.join(own)}"] if own else lines


class _Placed(cst.CSTTransformer):
    """Fills in where the modules of the output are."""

    def __init__(self, path: str, modules: Mapping[str, str]) -> None:
        super().__init__()
        self._here = path.split(".")[:-1]
        self._marks = {f"ivy_unit_{n.replace('.', '__')}": p for n, p in modules.items()}

    def leave_ImportFrom(self, original_node: Any, updated_node: cst.ImportFrom) -> cst.ImportFrom:
        node = updated_node
        if not isinstance(node.module, cst.Name) or isinstance(node.names, cst.ImportStar):
            return node
        if node.module.value == "ivy_units":
            mark = cst.ensure_type(node.names[0].name, cst.Name).value
            parent, _, leaf = self._marks[mark].rpartition(".")
            alias = node.names[0]
            asname = alias.asname
            if asname is not None and isinstance(asname.name, cst.Name):
                if asname.name.value == leaf:
                    alias = alias.with_changes(asname=None)
            return node.with_changes(
                module=None if not parent else self._module(parent),
                names=[alias.with_changes(name=cst.Name(leaf))],
                relative=self._dots(),
            )
        if node.module.value in self._marks:
            module = self._module(self._marks[node.module.value])
            return node.with_changes(module=module, relative=self._dots())
        return node

    def _module(self, path: str) -> Any:
        return cst.parse_expression(path)

    def _dots(self) -> list[cst.Dot]:
        return [cst.Dot()] * (len(self._here) + 1)


def _placed(node: Any, path: str, modules: Mapping[str, str]) -> Any:
    return node.visit(_Placed(path, modules))


def _spaced(body: list[Any]) -> list[Any]:
    """Return statements with the blank lines that style asks for, where some were taken out."""
    made: list[Any] = []
    for i, node in enumerate(body):
        lines = list(getattr(node, "leading_lines", ()))
        blank = 0
        while blank < len(lines) and lines[blank].comment is None:
            blank += 1
        is_definition = isinstance(node, cst.FunctionDef | cst.ClassDef)
        after_definition = i > 0 and isinstance(body[i - 1], cst.FunctionDef | cst.ClassDef)
        wanted = blank
        if i == 0:
            wanted = 0
        elif is_definition or after_definition:
            wanted = 2
        elif _is_import(body[i - 1]) and not _is_import(node):
            wanted = max(1, min(blank, 2))
        elif _is_import(node):
            wanted = _between_imports(body[i - 1], node)
        lines = [cst.EmptyLine(indent=False)] * wanted + lines[blank:]
        made.append(
            node.with_changes(leading_lines=lines) if hasattr(node, "leading_lines") else node
        )
    return made


def _between_imports(before: Any, node: Any) -> int:
    if not _is_import(before):
        return 1 if _is_docstring(before) else 0
    groups = [_group(n.body[0]) for n in (before, node)]
    return 1 if groups[0] != groups[1] else 0


def _group(node: Any) -> int:
    """Return the block that an import stands in: standard library, others, our own."""
    if isinstance(node, cst.ImportFrom):
        if node.relative:
            return 3
        name = cst.Module([]).code_for_node(node.module) if node.module is not None else ""
    else:
        name = cst.Module([]).code_for_node(node.names[0].name)
    root = name.partition(".")[0]
    if root == "__future__":
        return 0
    return 1 if root in sys.stdlib_module_names else 2


def helper_calls(tree: cst.CSTNode, module: str = HELPERS) -> set[str]:
    """Return the names of the helpers that some code calls."""
    found: set[str] = set()

    class Visitor(cst.CSTVisitor):
        def visit_Attribute(self, node: cst.Attribute) -> None:
            if isinstance(node.value, cst.Name) and node.value.value == module:
                found.add(node.attr.value)

    tree.visit(Visitor())
    return found


def _helpers_text(program: Program, names: set[str]) -> str:
    """Return the helper module with the helpers that are called, and those that they call."""
    known = program.lowering.helpers
    wanted: dict[str, None] = {}

    def add(name: str) -> None:
        if name in wanted or name not in known:
            return
        for word in sorted(words_of(known[name].source)):
            if word != name:
                add(word)
        wanted[name] = None

    for name in sorted(names):
        add(name)
    if not wanted:
        return ""
    missing = names - set(wanted)
    if missing:
        raise AssertionError(f"helpers that do not exist: {sorted(missing)}")
    imports = sorted(
        {line for n in wanted for line in known[n].imports},
        key=lambda line: (line not in STANDARD, line.startswith("from"), line),
    )
    text = '"""What the converted code calls where one expression is not enough."""\n\n'
    blocks: list[str] = []
    for line in imports:
        if blocks and blocks[-1] in STANDARD and line not in STANDARD:
            blocks.append("")
        blocks.append(line)
    text += "\n".join(blocks) + "\n\n\n"
    text += "\n\n\n".join(known[n].source.strip("\n") for n in wanted) + "\n"
    return formatted(double_quoted(text))


# -- folders -------------------------------------------------------------------------------------


def write(made: Package, folder: str | os.PathLike[str]) -> Path:
    """Write a package into a folder, all of it or nothing.

    A folder that an earlier conversion wrote is replaced; another one that is not empty is left
    alone.

    Raises
    ------
    FileExistsError
        The folder holds something else.
    """
    target = Path(folder).absolute()
    if target.exists():
        check_replaceable(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        for path, text in made.files.items():
            file = temporary / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        if made.weights:
            import numpy

            numpy.savez(temporary / "weights.npz", **made.weights)
        temporary.chmod(0o755)
        _replace(temporary, target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return target


def check_replaceable(target: Path) -> None:
    """Raise where a folder holds what no conversion has written."""
    if not target.is_dir():
        raise FileExistsError(f"ivy.transpile: expected a folder as output, {target} is a file")
    init = target / "__init__.py"
    ours = init.is_file() and MARK in init.read_text(encoding="utf-8", errors="replace")[:200]
    if any(target.iterdir()) and not ours:
        raise FileExistsError(
            f"ivy.transpile: {target} exists and was not made by ivy.transpile; "
            "delete it or choose another output"
        )


def _replace(new: Path, target: Path) -> None:
    if not target.exists():
        new.rename(target)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        target.rename(old / target.name)
        try:
            new.rename(target)
        except OSError:
            (old / target.name).rename(target)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


# -- live objects ----------------------------------------------------------------------------------


class Loader(importlib.abc.InspectLoader):
    """Imports a module of a package that is in memory."""

    def __init__(self, made: Package) -> None:
        self._made = made

    def get_source(self, fullname: str) -> str:
        """Return the text of a module, for tracebacks and `inspect`."""
        return self._made.files[self._path(fullname)]

    def is_package(self, fullname: str) -> bool:
        """Return whether a module is a package."""
        return self._path(fullname).endswith("__init__.py")

    def _path(self, fullname: str) -> str:
        inner = fullname.removeprefix(self._made.name).lstrip(".").replace(".", "/")
        file = f"{inner}.py"
        if file in self._made.files:
            return file
        return f"{inner}/__init__.py".lstrip("/")

    def filename(self, fullname: str) -> str:
        """Return the name of a module's file, as it stands in tracebacks."""
        return f"<{self._made.name}>/{self._path(fullname)}"

    def get_code(self, fullname: str) -> types.CodeType:
        """Return the compiled module."""
        source = self.get_source(fullname)
        return compile(source, self.filename(fullname), "exec", dont_inherit=True)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of packages that are in memory."""

    def __init__(self) -> None:
        self.packages: dict[str, Loader] = {}

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """Return the specification of a module of ours."""
        loader = self.packages.get(fullname.partition(".")[0])
        if loader is None:
            return None
        try:
            loader.get_source(fullname)
        except KeyError:
            return None
        spec = importlib.util.spec_from_loader(
            fullname,
            loader,
            origin=loader.filename(fullname),
            is_package=loader.is_package(fullname),
        )
        if spec is not None:
            spec.has_location = True
        return spec


_FINDER = Finder()


def load(made: Package) -> types.ModuleType:
    """Import a package without writing it anywhere."""
    if _FINDER not in sys.meta_path:
        sys.meta_path.append(_FINDER)
    digest = hashlib.sha256()
    for path, text in sorted(made.files.items()):
        digest.update(f"{path}\0{text}\0".encode())
    made.name = f"{made.name}_{digest.hexdigest()[:12]}"
    if made.name not in _FINDER.packages:
        _FINDER.packages[made.name] = Loader(made)
    try:
        return importlib.import_module(made.name)
    except SyntaxError as error:
        raise TranspileError(f"ivy.transpile: the output is no valid Python: {error}") from error
