"""Run a PyTorch script on every backend, convert the model it trained, and compare all results.

    python scripts/demo.py numpy torch tensorflow jax

Every step is a process of its own, which imports only what the step is about; `--step` names those
that are functions of this file. The first process imports nothing but the standard library.
"""

import argparse
import ast
import importlib
import importlib.util
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "examples" / "digits_torch.py"
MODEL = "Net"
OUT = ROOT / "out"
RUNS = OUT / "runs"
WEIGHTS = RUNS / "weights.pt"

# What must be importable for a backend, in the order in which the backends run.
MODULES = {
    "numpy": ("numpy",),
    "jax": ("jax", "flax"),
    "tensorflow": ("tensorflow", "keras"),
    "torch": ("torch",),
}
ENVIRONMENT = {
    # The model is too small for several threads: they would wait for each other.
    "OMP_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "KERAS_BACKEND": "tensorflow",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "PYTHONUNBUFFERED": "1",
}

ACCURACY = 0.95  # at least
LOSS_DIFFERENCE = 1e-3  # at most, between any two backends after any epoch
LOGIT_DIFFERENCE = 1e-4  # at most, between a converted model and PyTorch's

START = time.monotonic()


class StepError(Exception):
    """A step of the demo failed; the message says which and how."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("backends", nargs="*", metavar="BACKEND", help=f"of {', '.join(MODULES)}")
    wanted = parser.parse_args().backends or list(MODULES)
    if unknown := [name for name in wanted if name not in MODULES]:
        parser.error(f"expected backends of {', '.join(MODULES)}, got {', '.join(unknown)}")
    demonstrate(wanted)


def demonstrate(wanted: list[str]) -> None:
    """Do all steps, go on after a failure, and exit with an error if there was one."""
    backends = [name for name in MODULES if name in wanted and is_installed(name)]
    for name in MODULES:
        if name not in wanted:
            say(f"skipping {name}: not among the backends asked for")
        elif name not in backends:
            command = f'pip install -c requirements.lock -e ".[{name}]"'
            say(f"skipping {name}: not installed; run: {command}")
    targets = [name for name in backends if name != "torch"] if "torch" in backends else []
    if not targets:
        say("skipping the conversions: they need the torch backend and another one")

    failures: list[str] = []
    runs, conversions = {}, {}
    shutil.rmtree(RUNS, ignore_errors=True)
    RUNS.mkdir(parents=True)
    for name in backends:
        try:
            runs[name] = train(name)
        except StepError as error:
            failures.append(str(error))
    if "torch" in runs:
        for target in targets:
            try:
                conversions[target] = convert_and_check(target)
            except StepError as error:
                failures.append(str(error))

    show_runs(runs)
    show_conversions(conversions)
    failures += check_runs(runs)
    print()
    if failures:
        sys.exit("\n".join(f"FAILED: {failure}" for failure in failures))
    print(f"all checks passed after {time.monotonic() - START:.0f} s")


def is_installed(backend: str) -> bool:
    return all(importlib.util.find_spec(module) for module in MODULES[backend])


def train(backend: str) -> dict:
    """Run the training script on a backend and return what it measured."""
    result = RUNS / f"{backend}.json"
    arguments = [str(SCRIPT), "--result", str(result)]
    script = SCRIPT.relative_to(ROOT).as_posix()
    if backend == "torch":
        say(f"python {script}  (with PyTorch itself)")
        run([*arguments, "--save", str(WEIGHTS)], failure=f"training with {backend}")
    else:
        say(f"ivy run --backend {backend} {script}  (without PyTorch)")
        run_step("run", backend, *arguments, failure=f"training on {backend}")
    return json.loads(result.read_text())


def convert_and_check(target: str) -> dict:
    """Convert the trained model, load the outcome without ivy and PyTorch, and compare the two."""
    folder = OUT / f"digits_{target}"  # not the framework's own name, which it would hide
    result = RUNS / f"converted_{target}.json"
    shutil.rmtree(folder, ignore_errors=True)
    say(f'ivy.transpile(model, source="torch", target="{target}")')
    run_step("convert", target, str(folder), failure=f"converting to {target}")
    say(f"importing {folder.relative_to(ROOT).as_posix()} in a process without ivy and PyTorch")
    run_step("predict", target, str(folder), str(result), failure=f"the model in {target}")
    outcome = json.loads(result.read_text())
    if not outcome["difference"] <= LOGIT_DIFFERENCE:  # also where it is NaN
        raise StepError(
            f"the model in {target}: expected PyTorch's logits to {LOGIT_DIFFERENCE:.0e}, "
            f"got a difference of {outcome['difference']:.1e}"
        )
    return outcome | converted_lines(folder)


def converted_lines(folder: Path) -> dict:
    """Return which file of a converted model defines its class, and in how many lines."""
    for file in sorted(folder.rglob("*.py")):
        if lines := class_lines(file):
            return {"file": file.relative_to(ROOT).as_posix(), "lines": lines}
    raise StepError(f"{folder.relative_to(ROOT).as_posix()}: no file defines the class {MODEL}")


# The steps, each in a process of its own.


def step_run(backend: str, *arguments: str) -> None:
    """Do what the command ``ivy run`` does, then make sure that PyTorch was not imported."""
    import ivy.cli

    sys.argv = ["ivy", "run", "--backend", backend, *arguments]
    try:
        status = ivy.cli.main()
    except SystemExit as stop:
        status = stop.code
    if "torch" in sys.modules:
        sys.exit(f"PyTorch was imported: {sys.modules['torch']}")
    sys.exit(status)


def step_convert(target: str, folder: str) -> None:
    """Convert the trained model; keep what it answers to the test images beside it."""
    import numpy
    import torch

    import ivy

    sys.path.insert(0, str(SCRIPT.parent))
    digits = importlib.import_module(SCRIPT.stem)
    model = getattr(digits, MODEL)()
    model.load_state_dict(torch.load(WEIGHTS))
    model.eval()
    images = digits.load_data()[1].tensors[0]
    with torch.no_grad():
        logits = model(images)
    numpy.savez(RUNS / "reference.npz", images=images.numpy(), logits=logits.numpy())

    start = time.perf_counter()
    ivy.transpile(model, source="torch", target=target, output=folder)
    print(f"converted in {time.perf_counter() - start:.2f} s")


def step_predict(target: str, folder: str, result: str) -> None:
    """Load the converted model as its user would, and compare its answers with PyTorch's."""
    import numpy

    reference = numpy.load(RUNS / "reference.npz")
    sys.path.insert(0, str(Path(folder).parent))
    model = importlib.import_module(Path(folder).name).load()
    logits = numpy.asarray(model(native_array(target, reference["images"])))
    for name in ("torch", "ivy"):
        if name in sys.modules:
            sys.exit(f"the converted model imported {name}")
    if logits.shape != reference["logits"].shape:
        sys.exit(f"expected logits of shape {reference['logits'].shape}, got {logits.shape}")
    difference = float(abs(logits - reference["logits"]).max())
    print(f"largest difference of a logit {difference:.1e}")
    Path(result).write_text(json.dumps({"difference": difference}))


def native_array(framework: str, array: Any) -> Any:
    match framework:
        case "jax":
            return importlib.import_module("jax.numpy").asarray(array)
        case "tensorflow":
            return importlib.import_module("tensorflow").constant(array)
    return array


STEPS = {"run": step_run, "convert": step_convert, "predict": step_predict}


def run_step(name: str, *arguments: str, failure: str) -> None:
    run([__file__, "--step", name, *arguments], failure=failure)


def run(command: list[str], *, failure: str) -> None:
    """Run Python with these arguments; show its output as it comes, its errors if it fails."""
    with tempfile.TemporaryFile("w+", errors="replace") as errors:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=os.environ | ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        for line in process.stdout:
            say(f"    {line.rstrip()}")
        if process.wait() != 0:
            errors.seek(0)
            print(errors.read(), file=sys.stderr, flush=True)
            raise StepError(f"{failure}: exit status {process.returncode}, see the messages above")


def check_runs(runs: dict[str, dict]) -> list[str]:
    """Return what is wrong with the accuracies and losses, one line each."""
    failures = [
        f"{name}: expected a test accuracy of at least {ACCURACY:.0%}, got {run['accuracy']:.2%}"
        for name, run in runs.items()
        if not run["accuracy"] >= ACCURACY
    ]
    for first, second in itertools.combinations(runs, 2):
        difference = loss_difference(runs[first], runs[second])
        if not difference <= LOSS_DIFFERENCE:
            failures.append(
                f"{first} and {second}: expected the losses to agree to {LOSS_DIFFERENCE:.0e}, "
                f"got a difference of {difference:.1e}"
            )
    return failures


def loss_difference(first: dict, second: dict) -> float:
    """Return the largest difference between the two after the same epoch."""
    pairs = zip(first["losses"], second["losses"], strict=True)
    return max(abs(one - other) for one, other in pairs)


def show_runs(runs: dict[str, dict]) -> None:
    if not runs:
        return
    print(f"\n{'backend':<12}{'accuracy':>10}{'final loss':>14}{'seconds':>10}")
    for name, run in runs.items():
        loss = run["losses"][-1]
        print(f"{name:<12}{run['accuracy']:>10.2%}{loss:>14.6f}{run['seconds']:>10.1f}")
    pairs = list(itertools.combinations(runs.values(), 2))
    if pairs:
        largest = max(loss_difference(*pair) for pair in pairs)
        print(f"largest difference of the losses after an epoch: {largest:.1e}")


def show_conversions(conversions: dict[str, dict]) -> None:
    if not conversions:
        return
    print(f"\n{'target':<12}{'max error':>10}{'lines':>14}  code")
    for target, outcome in conversions.items():
        lines = f"{outcome['lines']} (was {class_lines(SCRIPT)})"
        print(f"{target:<12}{outcome['difference']:>10.1e}{lines:>14}  {outcome['file']}")


def class_lines(file: Path) -> int:
    """Return how many lines the model's class has in a file, 0 where it is not in it."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == MODEL:
            return node.end_lineno - node.lineno + 1
    return 0


def say(text: str) -> None:
    print(f"[{time.monotonic() - START:5.1f} s] {text}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--step"]:
        STEPS[sys.argv[2]](*sys.argv[3:])
    else:
        main()
