"""How the code is laid out: import direction, names, what an import loads, calls per operation."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ivy
from ivy.backends import NAMES
from ivy.functional._op import registry
from ivy_tests.support.backends import needs
from ivy_tests.test_errors import python

ROOT = Path(ivy.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
_NAMES = {"ids": lambda path: path.relative_to(ROOT).as_posix()}

# The layers of docs/design/0001, from below. A module imports from its own layer or a lower one.
LAYERS = [
    ("errors", "dtypes", "devices", "trees"),
    ("config",),
    ("backends",),
    ("array",),
    ("functional", "fft", "linalg"),
    ("autodiff", "nn", "optim", "frontends", "tracer"),
    ("transpiler", "distributed", "profiling", "data", "train"),
    ("run", "cli", "__main__"),
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
FRAMEWORKS = {"torch", "tensorflow", "jax", "keras", "flax"}


def module_of(path: Path) -> str:
    """Return the dotted name of a file of the package."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(tree: ast.AST) -> list[str]:
    """Return the dotted names that a syntax tree imports."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def part(module: str) -> str:
    """Return the part of the package that a module is in: its first name below ``ivy``."""
    return [*module.split("."), ""][1]


def wrong_imports(module: str, names: list[str]) -> list[str]:
    """Return the imports of a module that go up."""
    level = LEVEL[part(module)]
    ours = [n for n in names if n.startswith("ivy.")]
    # `from ivy import config` is an import of ivy.config.
    return [n for n in ours if part(n) in LEVEL and LEVEL[part(n)] > level]


@pytest.mark.parametrize("path", [p for p in FILES if p != ROOT / "__init__.py"], **_NAMES)
def test_imports_go_down(path):
    module = module_of(path)
    names = imports(ast.parse(path.read_text(encoding="utf-8")))
    assert wrong_imports(module, names) == []


def test_upward_imports_are_found():
    tree = ast.parse("def f():\n    from ivy.functional import creation\nfrom ivy import config\n")
    assert wrong_imports("ivy.backends.numpy", imports(tree)) == ["ivy.functional.creation"]


@pytest.mark.parametrize("path", sorted((ROOT / "backends").rglob("*.py")), **_NAMES)
def test_backends_know_neither_operations_nor_arrays(path):
    names = imports(ast.parse(path.read_text(encoding="utf-8")))
    assert [n for n in names if n.startswith(("ivy.functional", "ivy.array"))] == []


@pytest.mark.parametrize("path", sorted((ROOT / "frontends").rglob("*.py")), **_NAMES)
def test_frontends_know_no_backend_and_no_framework(path):
    names = imports(ast.parse(path.read_text(encoding="utf-8")))
    backends = [n for n in names if n.startswith("ivy.backends.") and n.count(".") > 2]
    assert backends + [n for n in names if n.partition(".")[0] in FRAMEWORKS] == []


@pytest.mark.parametrize("path", FILES, **_NAMES)
def test_frameworks_are_imported_by_their_own_backend_only(path):
    if path.is_relative_to(ROOT / "backends"):
        own = path.relative_to(ROOT / "backends").parts[0]
        allowed = {own, {"jax": "flax", "tensorflow": "keras"}.get(own)}
    elif path.is_relative_to(ROOT / "transpiler"):
        allowed = FRAMEWORKS  # inside functions: test_import_loads_no_framework
    else:
        allowed = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    # The pytree registrations need the framework, and run when it has been loaded.
    found = {n.partition(".")[0] for n in imports(tree)} & FRAMEWORKS
    assert found - allowed == set() or path == ROOT / "array.py"


@pytest.mark.parametrize("path", FILES, **_NAMES)
def test_imports_are_absolute_and_named(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert [alias.name for alias in node.names] != ["*"]


def test_import_loads_no_framework():
    names = sorted(FRAMEWORKS | {"libcst", "sklearn", "scipy", "pandas", "hypothesis", "pytest"})
    (line,) = python(f"import sys, ivy; print([n for n in {names} if n in sys.modules])")
    assert line == "[]"


def test_import_loads_no_layers():
    source = "import sys, ivy; print([n for n in ('ivy.nn', 'ivy.optim') if n in sys.modules])"
    later = "print(ivy.nn.Linear is ivy.Linear, hasattr(ivy, 'no_such_name'))"
    assert python(f"{source}; {later}") == ["[]", "True False"]


def test_operations_on_numpy_load_no_framework():
    source = "import sys, ivy; ivy.sum(ivy.exp(ivy.ones((2, 3))) @ ivy.ones(3))"
    names = sorted(FRAMEWORKS)
    (line,) = python(f"{source}; print([n for n in {names} if n in sys.modules])")
    assert line == "[]"


def test_package_is_an_import_list():
    tree = ast.parse((ROOT / "__init__.py").read_text(encoding="utf-8"))
    doc, *rest = tree.body
    assert isinstance(doc, ast.Expr)
    # What is loaded later is declared for type checkers.
    (later,) = [n for n in rest if isinstance(n, ast.If)]
    assert ast.unparse(later.test) == "typing.TYPE_CHECKING"
    rest = [*later.body, *later.orelse, *[n for n in rest if n is not later]]
    other = [n for n in rest if not isinstance(n, ast.Import | ast.ImportFrom)]
    functions = [n.name for n in other if isinstance(n, ast.FunctionDef)]
    assert functions == ["__getattr__", "__dir__"]
    assigned = [n.targets[0].id for n in other if isinstance(n, ast.Assign)]
    assert assigned == ["__version__", "__array_api_version__", "newaxis", "__all__"]
    assert len(other) == len(assigned) + len(functions)


def test_all_names_what_is_imported():
    for name in ivy.__all__:
        assert getattr(ivy, name) is not None or name == "newaxis"  # loads what is loaded later
    names = {n for n in vars(ivy) if not n.startswith("_")}
    modules = {n for n in names if inspect.ismodule(getattr(ivy, n))} | {"annotations"}
    public = {"config", "data", "fft", "frontends", "linalg", "nn", "optim", "train"}
    assert sorted(ivy.__all__) == sorted((names - modules) | public)
    assert len(set(ivy.__all__)) == len(ivy.__all__)
    assert dir(ivy) == sorted(ivy.__all__)


@needs(*NAMES)
def test_what_is_derived_from_the_op_table_is_up_to_date():
    script = ROOT.parent / "scripts" / "generate.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run `make generate`: {done.stdout}{done.stderr}"


# A frontend has the names of its framework.
_OURS = [p for p in FILES if not p.is_relative_to(ROOT / "frontends")]


@pytest.mark.parametrize("path", _OURS, **_NAMES)
def test_no_file_says_nothing_by_its_name(path):
    nothing = {"utils", "util", "helpers", "helper", "misc", "common", "experimental"}
    assert not nothing & {p.strip("_") for p in path.relative_to(ROOT).with_suffix("").parts}


@pytest.mark.parametrize("path", FILES, **_NAMES)
def test_module_opens_with_a_sentence(path):
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert doc
    assert doc.partition("\n\n")[0].endswith(".")


@pytest.mark.parametrize("name", sorted(registry))
def test_operation_has_a_docstring_with_an_example(name):
    doc = inspect.getdoc(registry[name].call)
    assert doc
    first = doc.splitlines()[0]
    assert not first.startswith("This")
    assert "Examples\n--------\n>>> " in doc


@pytest.mark.parametrize("name", sorted(registry))
def test_operation_is_documented_in_full(name):
    # More than two options need a table of parameters, or a word where it is.
    spec = registry[name]
    doc = inspect.getdoc(spec.call)
    if len(spec.params) > 2 and "Parameters\n" in doc:
        table = doc.partition("Parameters\n")[2]
        missing = [p.name for p in spec.params if p.name not in table]
        assert missing == []


_CONVOLUTIONS = ("", "_explicit", "_transpose", "_input_gradient", "_weight_gradient")
_POOLS = ("max", "avg", "lp")


def test_at_most_six_parameters():
    # Convolutions need their geometry; these are the standard's and the frameworks' options.
    many = {n for n, spec in registry.items() if len(spec.params) > 6}
    convolutions = {f"conv{n}d{part}" for n in (1, 2, 3) for part in _CONVOLUTIONS}
    pools = {f"{kind}_pool{n}d" for n in (1, 2, 3) for kind in _POOLS}
    pools |= {f"max_unpool{n}d" for n in (1, 2, 3)} | {"max_pool_indices"}
    others = {"cross_entropy", "ctc_loss", "triplet_margin_loss", "batch_norm"}
    attention = {"scaled_dot_product_attention", "dot_product_attention", "multi_head_attention"}
    recurrent = {n + part for n in ("rnn", "gru", "lstm") for part in ("", "_cell")} - {"gru_cell"}
    assert many <= convolutions | pools | others | attention | recurrent


# -- calls ---------------------------------------------------------------------------------------


def count_calls(run) -> int:
    """Return how many Python functions of ivy are called."""
    count = 0
    inside = f"{ROOT}{os.sep}"

    def profile(frame, event, arg):
        nonlocal count
        if event == "call" and frame.f_code.co_filename.startswith((inside, "<ivy.")):
            count += 1

    sys.setprofile(profile)
    try:
        run()
    finally:
        sys.setprofile(None)
    return count


OPERATIONS = {
    "unary": lambda x: ivy.exp(x),
    "unary method": lambda x: abs(x),
    "array and array": lambda x: ivy.add(x, x),
    "operator": lambda x: x + x,
    "array and scalar": lambda x: ivy.multiply(x, 2.0),
    "operator and scalar": lambda x: x * 2,
    "scalar and operator": lambda x: 2 * x,
    "comparison": lambda x: x < 1.0,
    "reduction": lambda x: ivy.sum(x),
    "reduction of an axis": lambda x: ivy.mean(x, axis=-1, keepdims=True),
    "method": lambda x: x.max(axis=0),
    "shape": lambda x: ivy.reshape(x, (-1,)),
    "matmul": lambda x: x @ x,
    "relu": lambda x: ivy.relu(x),
}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_operation_takes_few_python_calls(operation, backend):
    x = ivy.ones((2, 2))
    run = OPERATIONS[operation]
    run(x)  # makes what is made once
    assert count_calls(lambda: run(x)) <= 4


def test_calls_are_counted():
    x = ivy.ones((2, 2))
    assert count_calls(lambda: None) == 0
    assert count_calls(lambda: ivy.exp(x)) >= 2
