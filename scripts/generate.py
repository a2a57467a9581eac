"""Write what follows from the op table: names, types of methods, the support matrix.

    python scripts/generate.py           # bring everything up to date
    python scripts/generate.py --check   # exit code 1 where something is not

Written are `__all__` in ivy/__init__.py, the block of methods in ivy/array.py, docs/support.md and
the pages of docs/reference/.
"""

import argparse
import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import ivy
from ivy import backends
from ivy.array import CLASSES
from ivy.autodiff import rules
from ivy.dtypes import CATEGORIES, FLOAT8, named
from ivy.functional import _BINARY, _COMPARISONS
from ivy.functional._op import ARRAYS, registry

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "ivy" / "__init__.py"
ARRAY = ROOT / "ivy" / "array.py"
SUPPORT = ROOT / "docs" / "support.md"
REFERENCE = ROOT / "docs" / "reference"
METHODS = "    if TYPE_CHECKING:  # attached by `ivy.functional`, from the op table\n"


def formatted(source):
    """Return Python source as ruff sorts its imports and `__all__`, and formats it."""
    sort = ["check", "--fix-only", "--quiet", "--select", "I,RUF022"]
    for command in (sort, ["format"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--stdin-filename", "__init__.py", "-"],
            input=source,
            capture_output=True,
            encoding="utf-8",
            check=True,
            cwd=ROOT,
        )
        source = done.stdout
    return source


def with_namespace(source):
    """Return ivy/__init__.py with an `__all__` of everything that it imports."""
    tree = ast.parse(source)
    later = [node for part in tree.body if isinstance(part, ast.If) for node in part.body]
    names = {
        alias.asname or alias.name
        for node in [*tree.body, *later]
        if isinstance(node, ast.ImportFrom) and node.module != "__future__"
        for alias in node.names
    }
    names |= {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if not target.id.startswith("_")
    }
    lines = "".join(f'    "{name}",\n' for name in sorted(names) if not name.startswith("_"))
    found = re.sub(r"__all__ = \[.*?\]", f"__all__ = [\n{lines}]", source, flags=re.DOTALL)
    return formatted(found)


def signature(spec):
    """Return the parameters of an operation as its method has them."""
    parts = ["self"]
    for i, p in enumerate(spec.params):
        before = spec.params[i - 1] if i else None
        if p.keyword_only and not before.keyword_only:
            parts.append("*")
        if i:
            annotation = spec.declared.__annotations__[p.name]
            has_default = p.name in (spec.declared.__kwdefaults__ or {}) or not (
                p.keyword_only or p.default.__class__ is object
            )
            parts.append(f"{p.name}: {annotation}{' = ...' if has_default else ''}")
        following = spec.params[i + 1] if i + 1 < len(spec.params) else None
        if p.positional_only and not (following and following.positional_only):
            parts.append("/")
    return ", ".join(parts)


def with_methods(source):
    """Return ivy/array.py with the types of what the op table gives to `Array`."""
    lines = [METHODS.rstrip("\n"), ""]
    for symbol in _BINARY:
        for form in (symbol, f"r{symbol}", f"i{symbol}"):
            lines.append(f"        def __{form}__(self, other: Any, /) -> Array: ...")
    for symbol in _COMPARISONS:
        ignored = "  # type: ignore[override]" if symbol in ("eq", "ne") else ""
        lines.append(f"        def __{symbol}__(self, other: Any, /) -> Array: ...{ignored}")
    for symbol in ("neg", "pos", "abs", "invert"):
        lines.append(f"        def __{symbol}__(self) -> Array: ...")
    lines.append("        def __getitem__(self, key: Any, /) -> Array: ...")
    lines.append("        def __setitem__(self, key: Any, value: Any, /) -> None: ...")
    for name in ("T", "mT"):
        lines += ["        @property", f"        def {name}(self) -> Array: ..."]
    for name, spec in registry.items():
        if spec.method:
            result = spec.declared.__annotations__["return"]
            lines.append(f"        def {name}({signature(spec)}) -> {result}: ...")
    start = source.index(METHODS)
    end = source.index("\n    # -- leaving", start)
    return formatted(source[:start] + "\n".join(lines) + "\n" + source[end:])


def cell(spec, name):
    """Return how a backend does an operation."""
    cls = CLASSES[name]
    if cls.implementation(spec) is None:
        return "body"
    ways = {}
    for dtype, way in cls.detours(spec).items():
        if named(dtype) not in FLOAT8:
            ways.setdefault(way if isinstance(way, str) else "", []).append(dtype)
    notes = []
    for way, dtypes in sorted(ways.items()):
        how = f"in {way}" if way and way != "ordered" else "in its own way"
        notes.append(f"{', '.join(dtypes)} {how}")
    return "; ".join(["own", *notes])


def derivative(spec):
    """Return what is known of an operation's derivative."""
    if spec.name in rules.WITHOUT_DERIVATIVE or spec.result in ("bool", "index"):
        return "none"
    return "rule" if spec.name in rules.RULES else "of its body" if spec.body else "none"


def accepted(spec):
    """Return which dtypes an operation takes, in words."""
    if not any(p.kind in ARRAYS for p in spec.params):
        return "-"
    also = spec.dtypes in ("floating", "real floating")
    return f"{spec.dtypes}; others become the default" if also else spec.dtypes


def support():
    """Return the support matrix."""
    names = list(backends.NAMES[:4])
    chapters = {}
    for spec in registry.values():
        chapters.setdefault(spec.chapter, []).append(spec)
    lines = [
        "# What each backend does",
        "",
        "Written by `scripts/generate.py` from the op table; do not edit. Every operation takes",
        "every dtype of its column *dtypes* on every backend, and every such pair is a test. The",
        "cells say how: *own* is the framework's own function (with the dtypes for which Ivy",
        "computes in another dtype, or in a way of its own, because the framework has no kernel or",
        "means something else); *body* is the operation written in other operations. *Derivative*",
        "says where the tape has it from. Every operation that takes float32 takes float8_e4m3fn",
        "and float8_e5m2 too: it computes in float32, and the result is rounded once. Other array",
        "libraries have the standard's functions and every *body*.",
        "",
        "The sets of dtypes:",
        "",
    ]
    for category, dtypes in CATEGORIES.items():
        lines.append(f"- *{category}*: {', '.join(sorted(d.name for d in dtypes))}")
    for chapter, specs in sorted(chapters.items()):
        lines += ["", f"## {chapter}", ""]
        lines.append(f"| operation | dtypes | {' | '.join(names)} | derivative |")
        lines.append("|" + " --- |" * (len(names) + 3))
        for spec in sorted(specs, key=lambda s: s.name):
            cells = [cell(spec, name) for name in names]
            lines.append(
                f"| `{spec.name}` | {accepted(spec)} | {' | '.join(cells)} | {derivative(spec)} |"
            )
    return "\n".join(lines) + "\n"


def page_of(value):
    """Return the page that describes a public function or class."""
    package, _, module = value.__module__.rpartition(".")
    if package in ("ivy.nn", "ivy.optim"):
        return f"{package.removeprefix('ivy.')}.{module}"
    if module == "api" or package == "ivy.autodiff":
        return package.rpartition(".")[2]
    return {"trace": "tracer"}.get(module, module)


def described(value):
    """Return a docstring as Markdown."""
    parts = re.split(r"^(\w[\w ]+)\n-+$", inspect.getdoc(value), flags=re.MULTILINE)
    lines = [parts[0].strip()]
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        body = body.strip("\n")
        if title == "Examples":
            lines += ["", "```pycon", body.strip(), "```"]
            continue
        lines += ["", f"**{title}**", ""]
        for name, text in re.findall(r"^(\S.*)((?:\n(?: +.*)?)*)", body, flags=re.MULTILINE):
            text = " ".join(text.split())
            lines.append(f"- `{name}`: {text}" if text else name)
    return "\n".join(lines)


def reference():
    """Return the pages of the reference: one for each chapter or module, and a list of them."""
    modules = [ivy.nn, ivy.nn.initialisers, ivy.optim, ivy.optim.schedules]
    modules += [ivy, ivy.fft, ivy.linalg]
    # What is in several is described where it comes first.
    members = {
        f"{module.__name__}.{name}": getattr(module, name)
        for module in modules
        for name in (ivy.__all__ if module is ivy else module.__all__)
    }
    pages = {}
    seen = set()
    for name, value in members.items():
        documented = inspect.isfunction(value) or inspect.isclass(value)
        if documented and value.__module__.startswith("ivy") and id(value) not in seen:
            seen.add(id(value))
            pages.setdefault(page_of(value), []).append((name, value))
    written = {}
    index = [
        "# Reference",
        "",
        "Written by `scripts/generate.py` from the docstrings; do not edit.",
        "",
    ]
    for page, values in sorted(pages.items()):
        module = sys.modules[values[0][1].__module__]
        about = inspect.getdoc(module).partition("\n\n")[0].replace("\n", " ")
        lines = [f"# {page}", "", about]
        links = []
        for name, value in sorted(values):
            links.append(f"[`{name}`]({page}.md#{name.replace('.', '').lower()})")
            parameters = "" if inspect.isclass(value) else str(inspect.signature(value))
            text = re.sub(r"'([^']*)'(?=[,)=\s]|$)", r"\1", parameters)
            text = re.sub(r"<function (\w+) at 0x\w+>", r"\1", text)
            lines += ["", f"## {name}", "", "```py", f"{name}{text}", "```", ""]
            lines.append(described(value))
        written[REFERENCE / f"{page}.md"] = "\n".join(lines) + "\n"
        index += [f"**[{page}]({page}.md)**: {about}", "", ", ".join(links), ""]
    written[REFERENCE / "README.md"] = "\n".join(index).rstrip() + "\n"
    return written


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="change nothing")
    args = parser.parse_args()

    ivy.set_backend("jax", x64=True)
    written = {
        PACKAGE: with_namespace(PACKAGE.read_text(encoding="utf-8")),
        ARRAY: with_methods(ARRAY.read_text(encoding="utf-8")),
        SUPPORT: support(),
        **reference(),
    }
    stale = [
        path
        for path, text in written.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale:
        print(f"{path.relative_to(ROOT)}: {'not up to date' if args.check else 'written'}")
        if not args.check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(written[path], encoding="utf-8", newline="\n")
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
