"""The examples that train on data run on every backend, and their losses are the same there."""

from __future__ import annotations

import functools
import importlib
import re
import shlex
import subprocess
import sys
from typing import Any

import numpy
import pytest

import ivy
from ivy_tests.test_docs import PAGES, PROJECT

FOLDER = PROJECT / "examples"
# What shows in little time that an example does what it is for.
ARGUMENTS = {
    "train_digits": "",
    "train_language_model": "--epochs 1 --length 100",
    "train_regression": "--epochs 30",
    "train_vae": "--epochs 3",
}
STEPS = {"train_digits": 22, "train_language_model": 27, "train_regression": 8, "train_vae": 22}
# torch's own compiler of kernels takes a minute; its tracing is what is tested.
OPTIONS = {"torch": {"backend": "eager"}}


def example(name: str) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        return importlib.import_module(name)


def run(name: str, arguments: str, *, backend: str = "numpy", compile: bool = True) -> list[float]:
    """Run an example in this process, and return the loss of each step."""
    losses = []

    class Recorder(ivy.train.Callback):
        def on_batch_end(self, training):
            losses.append(training.loss)

    def fit(*args, callbacks=(), **options):
        options |= {"compile": compile and OPTIONS.get(backend, True), "progress": False}
        return true_fit(*args, callbacks=[*callbacks, Recorder()], **options)

    true_fit = ivy.train.fit
    options = OPTIONS.get(backend, {})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ivy.train, "fit", fit)
        patch.setattr(ivy, "compile", functools.partial(ivy.compile, **options))
        example(name).main(["--backend", backend, *shlex.split(arguments)])
    return losses


@functools.cache
def first_losses(name: str) -> list[float]:
    """Return the losses of the first epoch on numpy, where no step is compiled."""
    return run(name, "--epochs 1", compile=False)


def assert_learned(name: str, text: str) -> None:
    """Check what an example has printed."""
    if name == "train_digits":
        (accuracy,) = re.findall(r"accuracy on 359 held-out images: ([\d.]+)%", text)
        assert float(accuracy) > 95
    elif name == "train_language_model":
        assert text.startswith("The Congress shall ")
        assert len(text.removesuffix("\n")) == 100
    elif name == "train_regression":
        (ours,) = re.findall(r"^network +(-?[\d.]+)$", text, re.MULTILINE)
        (linear,) = re.findall(r"^linear regression +(-?[\d.]+)$", text, re.MULTILINE)
        assert float(ours) > float(linear) - 0.05
    else:
        bound, error, divergence = map(float, re.findall(r"-?\d+\.\d+", text))
        assert bound == pytest.approx(-error - divergence, abs=0.02)
        assert bound > -35  # at the start it is -45
        assert [len(line) for line in text.splitlines()[2:]] == [80] * 8


@pytest.mark.parametrize("name", ARGUMENTS)
def test_example_learns_and_its_losses_are_those_of_numpy(name, backend, capsys):
    losses = run(name, ARGUMENTS[name], backend=backend)
    assert_learned(name, capsys.readouterr().out)
    expected = first_losses(name)
    assert len(expected) == STEPS[name]
    numpy.testing.assert_allclose(losses[: len(expected)], expected, rtol=1e-4)


def test_another_seed_gives_other_losses():
    losses = run("train_regression", "--epochs 1 --seed 1")
    assert not numpy.allclose(losses, first_losses("train_regression"), rtol=0.01)


def test_regression_goes_on_from_its_checkpoint(backend, tmp_path, capsys):
    kept = f"--checkpoint {tmp_path}"
    begun = run("train_regression", f"--epochs 1 {kept}", backend=backend)
    ended = run("train_regression", f"--epochs 2 {kept}", backend=backend)
    assert "ended after 2 epochs" in capsys.readouterr().out
    at_once = run("train_regression", "--epochs 2", backend=backend)
    numpy.testing.assert_allclose([*begun, *ended], at_once, rtol=1e-5)


@pytest.mark.parametrize("prompt", ["", "Größe"])
def test_language_model_refuses_what_it_cannot_read(prompt):
    with pytest.raises(SystemExit, match="--prompt: expected some of the characters"):
        run("train_language_model", f"--epochs 1 --prompt '{prompt}'")


def test_vae_saves_its_weights(tmp_path):
    file = tmp_path / "vae.safetensors"
    run("train_vae", f"--epochs 1 --save {file}")
    model = example("train_vae").VAE()
    ivy.train.load(file, model)
    assert float(ivy.std(model.mean.bias)) > 0


def test_cached_keys_and_values_change_nothing(backend):
    module = example("train_language_model")
    ivy.seed(0)
    model = module.LanguageModel(characters=5).eval()
    x = ivy.asarray([[3, 1, 4, 1, 0, 2]])
    expected, _ = model(x)
    caches, logits = model.empty_caches(), []
    for i in range(x.shape[1]):
        part, caches = model(x[:, i : i + 1], caches, ivy.asarray(i))
        logits.append(part)
    found = ivy.to_numpy(ivy.concat(logits, axis=1))
    numpy.testing.assert_allclose(found, ivy.to_numpy(expected), rtol=1e-4, atol=1e-5)


# -- what is written about them --------------------------------------------------------------------


def commands() -> list[Any]:
    """Return the command lines in the pages and in the examples that run one of them."""
    files = [*PAGES, *sorted(FOLDER.glob("train_*.py"))]
    found = {
        line.strip(): file.name
        for file in files
        for line in re.findall(
            r"python examples/(train_\w+\.py[^`#\n]*)", file.read_text(encoding="utf-8")
        )
    }
    return [pytest.param(line, id=f"{file}: {line}") for line, file in found.items()]


@pytest.mark.parametrize("line", commands())
def test_documented_command(line, tmp_path, monkeypatch):
    script, *arguments = shlex.split(line)
    assert (FOLDER / script).exists()
    monkeypatch.chdir(tmp_path)
    # The names of backends are checked, and what runs on them above: here numpy is enough.
    shorter = ["--epochs", "1", "--backend", "numpy"]
    if script == "train_language_model.py":
        shorter += ["--length", "25"]
    example(script.removesuffix(".py")).main([*arguments, *shorter])


@pytest.mark.parametrize("name", ARGUMENTS)
def test_help_shows_commands(name):
    command = [sys.executable, str(FOLDER / f"{name}.py"), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"python examples/{name}.py --backend " in done.stdout
    for option in ("--backend {numpy,torch,tensorflow,jax}", "--epochs", "--seed"):
        assert option in done.stdout


def test_every_example_is_tested():
    assert {path.stem for path in FOLDER.glob("train_*.py")} == ARGUMENTS.keys()
