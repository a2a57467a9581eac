"""Running scripts: who gets the frontend, what errors say, and that all else is as with Python."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ivy
from ivy.errors import FrontendImportError
from ivy.run import redirected
from ivy_tests.support.backends import needs

ROOT = Path(ivy.__file__).resolve().parent.parent

# A frontend of a framework `faketorch`.
STUB = {
    "stub_frontend/__init__.py": """
        from stub_frontend import nn
        answer = 42
    """,
    "stub_frontend/nn/__init__.py": "class Linear: pass",
    "stub_frontend/nn/functional.py": "def relu(x): return max(x, 0)",
    "stub_frontend/utils/__init__.py": "",
    "stub_frontend/utils/data.py": "class DataLoader: pass",
    "stub_frontend/broken.py": "import no_such_module_anywhere",
    # A package of a third party that imports the framework.
    "third_party/__init__.py": """
        import faketorch
        from third_party.layers import Linear
    """,
    "third_party/layers.py": """
        from faketorch.nn import Linear
        def found(): return __import__("faketorch")
    """,
}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a frontend, which is found for `faketorch` inside the test."""
    write(tmp_path, STUB)
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    with redirected("faketorch", "stub_frontend"):
        yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def user(code: str, name: str = "__main__") -> dict[str, Any]:
    """Run code as a module of this name, and return its globals."""
    space: dict[str, Any] = {"__name__": name}
    exec(compile(textwrap.dedent(code), "user.py", "exec"), space)
    return space


@pytest.mark.parametrize(
    ("code", "name", "module"),
    [
        ("import faketorch", "faketorch", "stub_frontend"),
        ("import faketorch as t", "t", "stub_frontend"),
        ("import faketorch.nn.functional", "faketorch", "stub_frontend"),
        ("import faketorch.nn.functional as F", "F", "stub_frontend.nn.functional"),
        ("from faketorch import nn", "nn", "stub_frontend.nn"),
        ("from faketorch import utils", "utils", "stub_frontend.utils"),
        ("from faketorch.nn import functional as F", "F", "stub_frontend.nn.functional"),
        ("import importlib\nx = importlib.import_module('faketorch.nn')", "x", "stub_frontend.nn"),
        ("x = __import__('faketorch.nn')", "x", "stub_frontend"),
        ("x = __import__('faketorch.nn', fromlist=['nn'])", "x", "stub_frontend.nn"),
        ("def f():\n    import faketorch\n    return faketorch\nx = f()", "x", "stub_frontend"),
    ],
)
def test_an_import_finds_the_frontend(code: str, name: str, module: str, stub: Path) -> None:
    assert user(code)[name].__name__ == module
    assert "faketorch" not in sys.modules


def test_names_are_imported_from_the_frontend(stub: Path) -> None:
    space = user("from faketorch.utils.data import DataLoader\nfrom faketorch import *")
    assert space["DataLoader"].__module__ == "stub_frontend.utils.data"
    assert space["answer"] == 42


def test_a_third_party_gets_the_frontend(stub: Path) -> None:
    space = user("import third_party")
    assert space["third_party"].faketorch.__name__ == "stub_frontend"
    assert space["third_party"].Linear.__module__ == "stub_frontend.nn"
    assert space["third_party"].layers.found().__name__ == "stub_frontend"


def test_find_spec_finds_the_frontend(stub: Path) -> None:
    spec = importlib.util.find_spec("faketorch")
    assert spec is not None
    assert spec.name == "stub_frontend"


@pytest.mark.parametrize("importer", ["ivy.backends.torch.core", "keras.src.backend", "torch.nn"])
def test_frameworks_and_ivy_get_the_real_one(importer: str, stub: Path) -> None:
    with pytest.raises(ModuleNotFoundError, match="No module named 'faketorch'"):
        user("import faketorch", importer)
    with pytest.raises(ModuleNotFoundError, match="No module named 'faketorch'"):
        user("import importlib\nimportlib.import_module('faketorch')", importer)


@needs("torch")
def test_the_real_framework_and_the_frontend_live_side_by_side(stub: Path) -> None:
    import torch

    with redirected("torch", "stub_frontend"):
        assert user("import torch")["torch"].__name__ == "stub_frontend"
        real = user("import torch.nn.functional as F", "ivy.backends.torch.pooling")["F"]
    assert real is torch.nn.functional
    assert sys.modules["torch"] is torch


def test_other_imports_are_as_before(stub: Path) -> None:
    space = user("import json.decoder, os.path as p")
    assert space["json"] is json
    assert space["p"] is os.path
    with pytest.raises(ModuleNotFoundError, match="No module named 'faketorchvision'"):
        user("import faketorchvision")


def test_the_redirection_ends(stub: Path) -> None:
    with redirected("othertorch", "stub_frontend"):
        user("import othertorch")
    with pytest.raises(ModuleNotFoundError):
        user("import othertorch")


@pytest.mark.parametrize(
    ("code", "name", "line"),
    [
        ("import faketorch.fft", "faketorch.fft", 1),
        ("\nimport faketorch.nn.quantized.modules", "faketorch.nn.quantized.modules", 2),
        ("\n\nfrom faketorch.nn import Conv9d", "faketorch.nn.Conv9d", 3),
        ("from faketorch.fft import rfft", "faketorch.fft", 1),
        ("import importlib\nimportlib.import_module('faketorch.fft')", "faketorch.fft", 2),
    ],
)
def test_what_the_frontend_lacks_is_named_with_the_users_line(
    code: str, name: str, line: int, stub: Path
) -> None:
    with pytest.raises(FrontendImportError) as caught:
        user(code)
    assert str(caught.value) == (
        f"{name} is not in ivy's faketorch frontend (user.py, line {line})"
    )
    assert isinstance(caught.value, ModuleNotFoundError)
    assert caught.value.name == name


def test_an_error_inside_the_frontend_is_its_own(stub: Path) -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module_anywhere") as caught:
        user("import faketorch.broken")
    assert not isinstance(caught.value, FrontendImportError)


# -- whole scripts -------------------------------------------------------------------------------


def run(
    script: Path, *arguments: str, backend: str = "numpy", folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a script with ``ivy run``, with the stub for torch where there is one beside it."""
    stub = script.parent / "stub_frontend"
    code = (
        "import sys, ivy.run, ivy.cli\n"
        f"if {stub.exists()}: ivy.run.FRONTENDS['torch'] = 'stub_frontend'\n"
        f"sys.exit(ivy.cli.main(['run', '--backend', {backend!r}, *sys.argv[1:]]))"
    )
    return subprocess.run(
        [sys.executable, "-c", code, str(script), *arguments],
        capture_output=True,
        text=True,
        cwd=folder or script.parent,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=300,
    )


def test_a_script_runs_as_with_python(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "project/beside.py": "value = 5",
            "project/script.py": """
                import atexit, os, sys, threading
                import beside

                class Local: pass

                print(__name__, sys.argv[1:], beside.value, os.path.basename(__file__))
                print(Local.__module__, sys.modules["__main__"].Local is Local)
                atexit.register(lambda: print("bye", __name__))
                raise SystemExit(7)
            """,
        },
    )
    script = tmp_path / "project" / "script.py"
    done = run(script, "--lr", "0.1", "-h", folder=tmp_path)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "__main__ ['--lr', '0.1', '-h'] 5 script.py",
        "__main__ True",
        "bye __main__",
    ]
    assert done.returncode == 7


def test_a_script_gets_the_frontend_on_a_backend_and_no_torch(tmp_path: Path) -> None:
    write(
        tmp_path,
        STUB
        | {
            "script.py": """
                import sys
                import torch
                from torch.nn import functional as F
                import ivy
                print(torch.answer, F.relu(-1), ivy.current_backend(), "torch" in sys.modules)
            """
        },
    )
    done = run(tmp_path / "script.py")
    assert done.stderr == ""
    assert done.stdout == "42 0 numpy False\n"
    assert done.returncode == 0


@needs("torch")
def test_with_the_torch_backend_the_real_torch_is_loaded_beside_the_frontend(
    tmp_path: Path,
) -> None:
    code = """
        import sys
        import torch
        import ivy
        print(torch.answer, ivy.to_native(ivy.ones(2)), sys.modules["torch"].nn.Linear.__module__)
    """
    write(tmp_path, STUB | {"script.py": code})
    done = run(tmp_path / "script.py", backend="torch")
    assert (done.stdout, done.stderr) == ("42 tensor([1., 1.]) torch.nn.modules.linear\n", "")


def test_a_thread_of_a_script_has_its_backend_and_settings(tmp_path: Path) -> None:
    code = """
        import threading, ivy
        ivy.config.float_dtype.set("float64")
        class Mine(threading.Thread):
            def run(self): print(ivy.zeros(2).dtype)
        for thread in (threading.Thread(target=lambda: print(ivy.zeros(2).dtype)), Mine()):
            thread.start()
            thread.join()
    """
    write(tmp_path, {"script.py": code})
    done = run(tmp_path / "script.py")
    assert (done.stdout, done.stderr) == ("float64\nfloat64\n", "")


def test_a_traceback_begins_with_the_users_line_and_hides_the_runner(tmp_path: Path) -> None:
    write(tmp_path, {"script.py": "def f(x):\n    return 1 / x\n\nf(0)\n"})
    script = tmp_path / "script.py"
    done = run(script)
    plain = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.stderr == plain.stderr
    assert done.returncode == plain.returncode == 1


def test_a_missing_name_is_reported_with_file_and_line(tmp_path: Path) -> None:
    write(tmp_path, STUB | {"script.py": "import torch\n\nfrom torch.nn import Conv9d\n"})
    done = run(tmp_path / "script.py")
    lines = done.stderr.splitlines()
    assert lines[1].endswith('script.py", line 3, in <module>')
    assert lines[-1].endswith(
        f"torch.nn.Conv9d is not in ivy's torch frontend ({tmp_path / 'script.py'}, line 3)"
    )
    assert "run.py" not in done.stderr
    assert done.returncode == 1


def test_a_syntax_error_is_shown_as_by_python(tmp_path: Path) -> None:
    write(tmp_path, {"script.py": "x = (1,\n"})
    script = tmp_path / "script.py"
    done = run(script)
    plain = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.stderr == plain.stderr
    assert done.returncode == 1


def test_exit_with_a_message_is_kept(tmp_path: Path) -> None:
    write(tmp_path, {"script.py": "import sys\nsys.exit('no data')\n"})
    done = run(tmp_path / "script.py")
    assert (done.stderr, done.returncode) == ("no data\n", 1)


# -- with the torch frontend ---------------------------------------------------------------------

TRAINING = """
    import sys
    import torch
    import torch.nn.functional as F
    from torch import nn, optim

    torch.manual_seed(0)
    model = nn.Linear(3, 1)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    x, y = torch.rand(8, 3), torch.rand(8, 1)
    for _ in range(3):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    module = sys.modules.get("torch")
    print(f"{loss.item():.5f}", torch.__name__, getattr(module, "__name__", None))
"""


def losses(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_torch_code_runs_on_numpy_without_torch(tmp_path: Path) -> None:
    write(tmp_path, {"script.py": TRAINING})
    _, module, loaded = losses(run(tmp_path / "script.py"))
    assert (module, loaded) == ("ivy.frontends.torch", "None")


def test_a_missing_attribute_is_reported_with_file_and_line(tmp_path: Path) -> None:
    write(tmp_path, {"script.py": "import torch\n\nprint(torch.no_such_name)\n"})
    script = tmp_path / "script.py"
    done = run(script)
    last = done.stderr.splitlines()[-1]
    assert last.endswith(f"torch.no_such_name is not in ivy's torch frontend ({script}, line 3)")
    assert done.returncode == 1


@needs("torch")
def test_torch_code_gives_torchs_loss_on_every_backend_with_torch_beside_it(tmp_path: Path) -> None:
    write(tmp_path, {"script.py": TRAINING})
    script = tmp_path / "script.py"
    plain = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    expected, *_ = losses(plain)
    assert losses(run(script, backend="torch")) == [expected, "ivy.frontends.torch", "torch"]
    assert losses(run(script))[0] == expected
