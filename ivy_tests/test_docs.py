"""Every documented example runs: in docstrings, in README.md and in docs/."""

from __future__ import annotations

import ast
import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ivy
from ivy_tests.support.backends import AVAILABLE, needs
from ivy_tests.test_structure import FILES, ROOT, module_of

PROJECT = ROOT.parent
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]

FRAMEWORKS = ("torch", "tensorflow", "jax")


def documented(path: Path) -> list[str]:
    """Return the names of the functions and classes of a file whose docstring has an example."""
    found = []

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                if ">>> " in (ast.get_docstring(child) or ""):
                    found.append(prefix + child.name)
                visit(child, f"{prefix}{child.name}.")

    visit(ast.parse(path.read_text(encoding="utf-8")), "")
    return found


EXAMPLES = [
    pytest.param(path, name, id=f"{module_of(path)}.{name}")
    for path in FILES
    for name in documented(path)
]


@pytest.mark.parametrize(("path", "name"), EXAMPLES)
def test_docstring_example(path, name):
    if path.is_relative_to(ROOT / "transpiler"):
        pytest.importorskip(
            "libcst", reason="the transpiler needs libcst: pip install ivy[transpile]"
        )
    module = item = importlib.import_module(module_of(path))
    for part in name.split("."):
        item = vars(item)[part]
    # As a reader would run it: without the module's `from __future__ import annotations`.
    space = {k: v for k, v in vars(module).items() if k != "annotations"}
    test = doctest.DocTestParser().get_doctest(item.__doc__, space, name, str(path), 0)
    source = "".join(e.source for e in test.examples)
    named = [n for n in FRAMEWORKS if re.search(rf"\b{n}\b(?!\.nn|_)", source)]
    if "ivy.frontends" not in source and (missing := [n for n in named if n not in AVAILABLE]):
        pytest.skip(f"needs {' '.join(missing)}")
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=output.append)
    assert test.examples
    assert runner.failures == 0, "".join(output)


def snippets(page: Path) -> list[tuple[int, str, str | None]]:
    """Return the Python snippets of a page: their line, source, and the output that is shown."""
    text = page.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, match.start()) + 1, match[1], match[2])
        for match in SNIPPET.finditer(text)
    ]


# A block of Python, and the block without a language that follows it at once, if there is one.
SNIPPET = re.compile(r"^```python\n(.*?)^```\n(?:\n```\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)

SNIPPETS = [
    pytest.param(
        source,
        output,
        id=f"{page.relative_to(PROJECT).as_posix()}:{line}",
        marks=needs(*[n for n in FRAMEWORKS if re.search(rf"\b{n}\b", source)]),
    )
    for page in PAGES
    for line, source, output in snippets(page)
]


@pytest.mark.parametrize(("source", "output"), SNIPPETS)
def test_snippet_of_a_page(source, output, tmp_path):
    file = tmp_path / "snippet.py"
    file.write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(file)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Warning: " not in done.stderr
    if output is not None:
        assert done.stdout.strip() == output.strip()


def test_snippets_are_found():
    page = PROJECT / "README.md"
    assert len(snippets(page)) == page.read_text(encoding="utf-8").count("```python") >= 1


def test_public_functions_have_examples():
    public = [getattr(ivy, n) for n in ivy.__all__]
    functions = [f for f in public if callable(f) and hasattr(f, "__name__")]
    assert [f.__name__ for f in functions if ">>> " not in (f.__doc__ or "")] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_on_a_page_exist(page):
    named = set(re.findall(r"`(ivy(?:\.\w+)+)", page.read_text(encoding="utf-8")))
    missing = []
    for name in named:
        value = ivy
        for part in name.split(".")[1:]:
            value = getattr(value, part, None) or _submodule(value, part)
        if value is None:
            missing.append(name)
    assert missing == []


def _submodule(value, part):
    try:
        return importlib.import_module(f"{getattr(value, '__name__', '')}.{part}")
    except ModuleNotFoundError:
        return None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page_lead_somewhere(page):
    links = re.findall(r"\]\((?!https?:)([\w./-]+)[)#]", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
