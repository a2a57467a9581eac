"""Functions converted to each target, compared with torch."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from ivy.errors import TranspileError  # noqa: E402 - after torch
from ivy.transpiler.api import transpile  # noqa: E402 - after torch
from ivy_tests.transpiler.native import TARGETS, array, need, same  # noqa: E402 - after torch
from ivy_tests.transpiler.samples import functions, traps  # noqa: E402 - after torch

GOLDEN = {
    "numpy": ("np.multiply(x, x)", "np.mean(x)"),
    "jax": ("jnp.multiply(x, x)", "jnp.mean(x)"),
    "tensorflow": ("tf.multiply(x, x)", "tf.reduce_mean(x)"),
}
SHAPES = {
    "f": [(3, 4)],
    "normalize": [(3, 4)],
    "attention": [(2, 3, 4)] * 3,
    "to_gray": [(2, 3, 4, 5)],
    "flip": [(2, 3, 4, 5)],
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", SHAPES)
def test_values(name: str, target: str) -> None:
    need(target)
    fn = getattr(functions, name)
    torch.manual_seed(0)
    args = [torch.randn(*shape) for shape in SHAPES[name]]
    native = transpile(fn, target=target)
    same(native(*(array(a, target) for a in args)), fn(*args))


@pytest.mark.parametrize("target", TARGETS)
def test_golden(target: str) -> None:
    need(target)
    first, second = GOLDEN[target]
    assert inspect.getsource(transpile(functions.f, target=target)).rstrip() == (
        f"def f(x):\n    a = {first}  # squares\n    b = {second}\n    return x * a + b"
    )


def test_same_text_each_time(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        transpile(functions.normalize, target="numpy", output=tmp_path / name)
        files = sorted((tmp_path / name).glob("*.py"))
        texts.append([(f.name, f.read_text()) for f in files])
    assert texts[0] == texts[1]


def test_failure_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(TranspileError):
        transpile(traps.unsupported, target="numpy", output=tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_foreign_folder_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "notes.txt").write_text("keep")
    with pytest.raises((TranspileError, OSError)):
        transpile(functions.f, target="numpy", output=folder)
    assert [p.name for p in folder.iterdir()] == ["notes.txt"]
    assert (folder / "notes.txt").read_text() == "keep"
