"""The command line: its options, its help, and its errors of one line."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ivy
from ivy import cli

ROOT = Path(ivy.__file__).resolve().parent.parent


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command in this process and return its status, output and errors."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status: Any
        try:
            status = cli.main(arguments)
        except SystemExit as stop:
            status = stop.code
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.mark.parametrize("name", ["run", "transpile", "check", "backends"])
def test_each_commands_help_has_examples(name: str, command: Any) -> None:
    status, out, err = command(name, "--help")
    assert (status, err) == (0, "")
    assert f"usage: ivy {name}" in out
    assert f"examples:\n  ivy {name}" in out


def test_help_lists_the_commands(command: Any) -> None:
    status, out, _ = command("--help")
    assert status == 0
    for name in ("run", "transpile", "check", "backends"):
        assert f"\n    {name}" in out
    assert command()[1] == out


def test_version(command: Any) -> None:
    assert command("--version") == (0, f"ivy {ivy.__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["frobnicate"], "ivy: argument COMMAND: invalid choice: 'frobnicate'"),
        (["run"], "ivy run: the following arguments are required: SCRIPT"),
        (
            ["run", "no/such/file.py"],
            "ivy run: expected a Python file, and no/such/file.py is none",
        ),
        (["run", "--backend", "theano", "x.py"], "ivy run: argument --backend: invalid choice"),
        (["run", "--source", "jax", "x.py"], "ivy run: argument --source: invalid choice"),
        (["transpile", "x.py", "-o", "out"], "ivy transpile: the following arguments are required"),
        (
            ["transpile", "no/such.py", "--target", "jax", "-o", "out"],
            "ivy transpile: expected a Python file, and no/such.py is none",
        ),
        (
            ["transpile", "x.py", "--target", "torch", "-o", "o"],
            "ivy transpile: argument --target: invalid choice",
        ),
        (["check", "no/such.py", "out"], "ivy check: expected a Python file"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(arguments: list[str], text: str, command: Any) -> None:
    status, out, err = command(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith(text)
    assert err.endswith("--help\n")
    assert err.count("\n") == 1


def test_a_backend_that_is_not_installed_is_one_line_and_status_1(
    command: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text("print('never')")
    monkeypatch.delitem(ivy.backends._cores, "jax", raising=False)
    for name in [n for n in sys.modules if n.partition(".")[0] == "jax"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setattr(sys, "path_importer_cache", {})
    status, out, err = command("run", "--backend", "jax", str(script))
    assert (status, out) == (1, "")
    assert err == (
        "ivy run: the 'jax' backend needs jax, which is not installed; "
        'run: pip install "ivy[jax]"\n'
    )


def test_transpile_writes_a_package_and_says_what_became_of_each_call(
    command: Any, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    file = tmp_path / "squares.py"
    file.write_text("import torch\n\n\ndef f(x):\n    return torch.mul(x, x)\n")
    output = tmp_path / "converted"
    status, out, err = command("transpile", str(file), "--target", "numpy", "-o", str(output))
    assert (status, err) == (0, "")
    assert "in place" in out
    assert "np.multiply(x, x)" in (output / "squares.py").read_text()


def test_transpile_lists_what_it_cannot_convert_and_writes_nothing(
    command: Any, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    file = tmp_path / "unknown.py"
    file.write_text("import torch\n\n\ndef f(x):\n    return torch.ops.aten.made_up_op(x)\n")
    output = tmp_path / "converted"
    status, _, err = command("transpile", str(file), "--target", "numpy", "-o", str(output))
    assert status == 1
    assert f"{file}:5" in err
    assert not output.exists()


def test_conversion_without_libcst_is_one_line_and_status_1(
    command: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "model.py"
    file.write_text("")
    monkeypatch.setattr(cli.importlib.util, "find_spec", lambda name: None)
    status, out, err = command("check", str(file), "converted")
    assert (status, out) == (1, "")
    assert err == (
        "ivy check: conversion needs libcst, which is not installed; "
        'run: pip install "ivy[transpile]"\n'
    )


def test_backends_are_listed_with_versions_or_what_to_install(
    command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "is_installed", lambda name: name == "numpy")
    status, out, err = command("backends")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        f"numpy       {importlib.metadata.version('numpy')}",
        'torch       not installed: pip install "ivy[torch]"',
        'tensorflow  not installed: pip install "ivy[tensorflow]"',
        'jax         not installed: pip install "ivy[jax]"',
    ]


def test_the_command_imports_no_framework() -> None:
    code = (
        "import sys, ivy.cli\n"
        "print([m for m in ('torch', 'tensorflow', 'jax', 'libcst') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "[]\n"


def test_python_m_ivy_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ivy", "run"], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 2
    assert done.stderr.startswith("ivy run: the following arguments are required: SCRIPT")
