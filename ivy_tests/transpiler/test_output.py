"""Output folders, the command line, the comparison with the source, and wrong use."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

import ivy
from ivy import cli
from ivy.errors import BackendNotInstalledError, TranspileError

torch = pytest.importorskip("torch")
pytest.importorskip("libcst")

from ivy.transpiler import emit  # noqa: E402 - torch
from ivy_tests.transpiler.inputs import functions, models, traps  # noqa: E402 - torch


def snapshot(folder: Path) -> dict[str, bytes]:
    """What is in a folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


# -- folders -------------------------------------------------------------------------------------


def test_output_is_a_package(tmp_path: Path) -> None:
    ivy.transpile(functions.blur, source="torch", target="numpy", output=tmp_path / "out")
    files = set(snapshot(tmp_path / "out"))
    assert files == {"__init__.py", "functions.py", "helpers.py"}


def test_output_of_an_earlier_conversion_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    ivy.transpile(functions.blur, source="torch", target="numpy", output=folder)
    ivy.transpile(functions.product, source="torch", target="numpy", output=folder)
    assert set(snapshot(folder)) == {"__init__.py", "functions.py"}


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    before = snapshot(tmp_path)
    with pytest.raises(FileExistsError, match=r"not made by ivy\.transpile"):
        ivy.transpile(functions.product, source="torch", target="numpy", output=tmp_path)
    assert snapshot(tmp_path) == before


def test_failed_conversion_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(TranspileError):
        ivy.transpile(traps.alias, source="torch", target="numpy", output=tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_interrupted_writing_leaves_the_old_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    ivy.transpile(functions.product, source="torch", target="numpy", output=folder)
    before = snapshot(tmp_path)

    def interrupt(*args: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(emit, "_replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        ivy.transpile(functions.blur, source="torch", target="numpy", output=folder)
    assert snapshot(tmp_path) == before


# -- wrong use -----------------------------------------------------------------------------------


def test_unknown_target() -> None:
    with pytest.raises(ValueError, match="expected a target among tensorflow, jax, numpy, got"):
        ivy.transpile(functions.product, target="mxnet")


def test_unknown_source() -> None:
    with pytest.raises(ValueError, match="expected a source among torch, got 'caffe'"):
        ivy.transpile(functions.product, source="caffe", target="numpy")


def test_target_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "flax", None)
    with pytest.raises(BackendNotInstalledError, match=r'pip install "ivy\[transpile,jax\]"'):
        ivy.transpile(functions.product, target="jax")


@pytest.mark.parametrize("value", [3, "text", torch.relu, torch.nn.Linear])
def test_objects_that_have_no_code(value: Any) -> None:
    with pytest.raises(TypeError, match="expected a function, a class, a module with weights"):
        ivy.transpile(value, target="numpy")


def test_function_defined_inside_another() -> None:
    def inner(x: torch.Tensor) -> torch.Tensor:
        return x

    with pytest.raises(TranspileError, match="defined inside a function"):
        ivy.transpile(inner, target="numpy")


def test_marked_functions_raise_when_they_are_called() -> None:
    native = ivy.transpile(traps.alias, target="numpy", on_unsupported="mark")
    with pytest.raises(NotImplementedError, match="alias was not converted: line"):
        native(numpy.ones(2, numpy.float32))
    assert ivy.transpile.report(native).counts["marked"] == 1


# -- modules and the command line ----------------------------------------------------------------

SCRIPT = '''\
"""A file of its own."""

import math

import torch
import other
from other import shifted as moved

LIMIT = 3  # a constant


def f(x: torch.Tensor) -> torch.Tensor:
    # from the other file
    return moved(x, LIMIT) + other.scaled(x)


def area(radius):
    return math.pi * radius**2


def example_inputs():
    return {"f": (torch.ones(2, 3),)}
'''
OTHER = """\
import torch


def shifted(x: torch.Tensor, by: float) -> torch.Tensor:
    return torch.add(x, by)


def scaled(x: torch.Tensor) -> torch.Tensor:
    return x.mul(2)


def unused(x):
    return x.unknown()
"""


@pytest.fixture
def script(tmp_path: Path) -> Any:
    for name, text in (("script", SCRIPT), ("other", OTHER)):
        (tmp_path / f"{name}.py").write_text(text)
    yield tmp_path / "script.py"
    for name in ("script", "other", "script_out"):
        for key in [k for k in sys.modules if k.partition(".")[0] == name]:
            del sys.modules[key]
    sys.path[:] = [p for p in sys.path if p != str(tmp_path)]


def test_command_converts_a_file_and_its_neighbours(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = script.parent / "script_out"
    assert cli.main(["transpile", str(script), "--target", "numpy", "-o", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "script.py:" not in said.splitlines()[0]
    assert "other.py:5" in said
    assert f"wrote {folder / 'script.py'}" in said
    files = snapshot(folder)
    assert set(files) == {"__init__.py", "script.py", "other.py"}
    text = files["script.py"].decode()
    assert "from . import other" in text
    assert "from .other import shifted as moved" in text
    assert "LIMIT = 3  # a constant" in text
    assert "import math" in text
    assert "unused" not in files["other.py"].decode()
    sys.path.insert(0, str(script.parent))
    native = importlib.import_module("script_out.script")
    numpy.testing.assert_array_equal(native.f(numpy.ones(2, numpy.float32)), [6.0, 6.0])


def test_command_lists_problems_and_writes_nothing(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script.write_text(SCRIPT + "\n\ndef g(x):\n    return x.sum() + torch.fft.fft(x)\n")
    folder = script.parent / "script_out"
    assert cli.main(["transpile", str(script), "--target", "numpy", "-o", str(folder)]) == 1
    said = capsys.readouterr().err
    line = len(script.read_text().splitlines())
    assert f"{script}:{line}: torch.fft.fft" in said
    assert "Traceback" not in said
    assert not folder.exists()


def test_command_marks_what_cannot_be_converted(script: Path) -> None:
    script.write_text(SCRIPT + "\n\ndef g(x):\n    return torch.fft.fft(x)\n")
    folder = script.parent / "script_out"
    options = ["--target", "numpy", "-o", str(folder), "--on-unsupported", "mark"]
    assert cli.main(["transpile", str(script), *options]) == 0
    assert "raise NotImplementedError(" in (folder / "script.py").read_text()


def test_command_checks_what_it_has_written(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = script.parent / "script_out"
    assert cli.main(["transpile", str(script), "--target", "numpy", "-o", str(folder)]) == 0
    assert cli.main(["check", str(script), str(folder)]) == 0
    assert "f: agrees" in capsys.readouterr().out


# -- comparing -----------------------------------------------------------------------------------


def test_check_finds_no_difference_in_a_conversion() -> None:
    model = models.EncoderBlock(8, 2).eval()
    native = ivy.transpile(model, target="numpy")
    assert ivy.transpile.check(model, native, (torch.rand(2, 5, 8),)) is None


def test_check_names_the_first_layer_that_differs() -> None:
    model = models.EncoderBlock(8, 2).eval()
    native = ivy.transpile(model, target="numpy")
    native.attn.proj.bias = native.attn.proj.bias + 1
    difference = ivy.transpile.check(model, native, (torch.rand(2, 5, 8),))
    assert str(difference).startswith("layer attn.proj: output: values differ by up to 1.00e+00")


def test_check_names_the_first_line_that_differs() -> None:
    native = ivy.transpile(functions.standardize, target="numpy")

    def standardize(image: Any, eps: float = 1e-6) -> Any:
        mean = image.mean(axis=(-2, -1), keepdims=True)
        var = image.var(axis=(-2, -1), ddof=0, keepdims=True)
        return (image - mean) / numpy.sqrt(var + eps)

    image = torch.rand(2, 3, 4, 4)
    assert ivy.transpile.check(functions.standardize, native, (image,)) is None
    difference = ivy.transpile.check(functions.standardize, standardize, (image,))
    assert difference is not None
    line = functions.standardize.__code__.co_firstlineno + 6
    assert difference.place == f"{functions.__file__}:{line}"
    assert difference.reason.startswith("var: values differ by up to")


def test_example_arguments_leave_the_model_alone() -> None:
    model = models.ResNet().train()
    before = {k: v.clone() for k, v in model.state_dict().items()}
    native = ivy.transpile(model, target="numpy", args=(torch.rand(2, 3, 8, 8),))
    assert all(torch.equal(v, before[k]) for k, v in model.state_dict().items())
    assert all(m.training for m in model.modules())
    assert native.training
    assert native.layer1.bn1.training
