"""What a training step of Ivy costs against the same step written for each framework.

A perceptron, a convolutional network and a transformer block are trained by Adam, compiled and as
they are, in Ivy and in what people write without it: torch, Keras' layers in `tf.function`, Flax
with Optax, `jax.jit` and NumPy by hand, and the training step of Keras on the same framework. All
of them start with the same weights, and the losses have to agree. Every time is the median of
rounds in one run, in which the steps take turns.

    python benchmarks/train.py
    python benchmarks/train.py --backends numpy jax --models mlp --sizes medium
    python benchmarks/train.py --memory     # the peak of memory, in a process for each step
    python benchmarks/train.py --check      # exit code 1 where a budget is exceeded
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time
from functools import partial
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
from training.sizes import SIZES, Make, Step

BACKENDS = ("numpy", "torch", "tensorflow", "jax")
# How much of the time of each other step one of Ivy may take.
BUDGET = {"compiled": 1.03, "compiled by XLA": 1.03, "eager": 1.10, "keras": 1.0, "by hand": 1.03}
BUDGET_NUMPY = 1.5
BUDGET_MEMORY = 1.05
# Batches of a round take about so many seconds.
ROUND = 0.02


def others(backend: str, model: str, size: str) -> dict[str, Make]:
    """Return what makes the steps that stand beside Ivy, by name."""
    found: dict[str, Make] = importlib.import_module(f"training.with_{backend}").steps(model, size)
    if backend != "numpy" and importlib.util.find_spec("keras"):
        found |= importlib.import_module("training.with_keras").steps(model, size)
    return found


def ours(backend: str, model: str, size: str) -> dict[str, Make]:
    """Return what makes Ivy's steps."""
    from training.with_ivy import step

    return {k: partial(step, backend, model, size, compiled=k == "compiled") for k in _KINDS}


_KINDS = ("compiled", "eager")


def waited(value: Any) -> float:
    """Return a loss when it is there."""
    return float(np.asarray(value))


def measured(steps: dict[Any, Step], rounds: int) -> dict[Any, float]:
    """Return the median seconds of each step, in turns."""
    counts = {}
    for name, step in steps.items():
        for _ in range(3):
            waited(step())
        start = time.perf_counter()
        waited(step())
        counts[name] = max(1, int(ROUND / (time.perf_counter() - start)))
    times: dict[Any, list[float]] = {name: [] for name in steps}
    gc.collect()
    gc.disable()
    for i in range(rounds):
        names = list(steps) if i % 2 else list(reversed(steps))
        for name in names:
            step, count = steps[name], counts[name]
            start = time.perf_counter()
            for _ in range(count):
                waited(step())
            times[name].append((time.perf_counter() - start) / count)
    gc.enable()
    return {name: statistics.median(values) for name, values in times.items()}


def budget(backend: str, name: str) -> float:
    """Return what part of the time of another step is allowed."""
    return BUDGET_NUMPY if backend == "numpy" else BUDGET[name]


def compare(backend: str, model: str, size: str, rounds: int) -> int:
    """Measure and print one model; return how many budgets are exceeded."""
    theirs, mine = others(backend, model, size), ours(backend, model, size)
    steps = {("ivy", k): make() for k, make in mine.items()}
    steps |= {("other", k): make() for k, make in theirs.items()}
    losses = {name: [waited(step()) for _ in range(10)][-1] for name, step in steps.items()}
    for name, value in losses.items():
        expected = losses["ivy", "compiled"]
        assert abs(value - expected) < 1e-3 * max(1, abs(expected)), (name, value, expected)
    seconds = measured(steps, rounds)
    head = ", ".join(f"{kind} {seconds['ivy', kind] * 1e3:.3f} ms" for kind in mine)
    print(f"{backend} {model} {size}: ivy {head}", flush=True)
    beyond = 0
    for name in theirs:
        kind = "eager" if name == "eager" else "compiled"
        ratio = seconds["ivy", kind] / seconds["other", name]
        allowed = budget(backend, name)
        beyond += ratio > allowed
        print(
            f"    {kind:<8} / {name:<16} {seconds['other', name] * 1e3:9.3f} ms  {ratio:6.3f} x  "
            f"(budget {allowed} x)",
            flush=True,
        )
    return beyond


# -- memory ---------------------------------------------------------------------------------------


def peak(backend: str, model: str, size: str, name: str) -> float:
    """Return by how many MB the memory of this process grows at most in a few steps."""
    import resource

    steps = ours if name == "ivy" else others
    # What a framework loads at its first steps, such as a compiler, is not counted.
    small = next(iter(steps(backend, model, "small").values()))()
    for _ in range(3):
        waited(small())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    large = next(iter(steps(backend, model, size).values()))()
    for _ in range(5):
        waited(large())
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


def compare_memory(backend: str, model: str) -> int:
    """Measure the peaks in processes of their own and print them; return whether it is too much."""
    found = {}
    for name in ("ivy", "other"):
        given = [backend, model, "large", name]
        command = [sys.executable, __file__, "--peak", *given]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found[name] = json.loads(out.splitlines()[-1])
    ratio = found["ivy"] / found["other"]
    print(
        f"{backend} {model}: peak {found['ivy']:.0f} MB, other {found['other']:.0f} MB, "
        f"{ratio:.3f} x  (budget {BUDGET_MEMORY} x)",
        flush=True,
    )
    return int(ratio > BUDGET_MEMORY)


def main() -> int:
    """Measure, print and, where asked, check."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--backends", nargs="+", default=list(BACKENDS), choices=BACKENDS)
    parser.add_argument("--models", nargs="+", default=list(SIZES), choices=list(SIZES))
    sizes = ["small", "medium"]
    parser.add_argument("--sizes", nargs="+", default=sizes, choices=[*sizes, "large"])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--memory", action="store_true", help="measure memory in place of time")
    parser.add_argument("--check", action="store_true", help="exit with 1 beyond a budget")
    parser.add_argument("--peak", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    backends = [options.peak[0]] if options.peak else options.backends
    if len(backends) > 1:  # Keras has one backend a process
        done = [
            subprocess.run([sys.executable, __file__, *_arguments(b)], check=False).returncode
            for b in backends
        ]
        return max(done)
    (backend,) = backends
    os.environ["KERAS_BACKEND"] = backend

    import ivy

    ivy.set_backend(backend)
    if options.peak:
        print(json.dumps(peak(*options.peak)))
        return 0
    beyond = 0
    for model in options.models:
        if options.memory:
            beyond += compare_memory(backend, model)
            continue
        for size in options.sizes:
            beyond += compare(backend, model, size, options.rounds)
    return 1 if options.check and beyond else 0


def _arguments(backend: str) -> list[str]:
    """Return this command's arguments for one backend."""
    given = sys.argv[1:]
    if "--backends" in given:
        start = given.index("--backends")
        end = next(
            (i for i in range(start + 1, len(given)) if given[i].startswith("--")), len(given)
        )
        given = given[:start] + given[end:]
    return ["--backends", backend, *given]


if __name__ == "__main__":
    sys.exit(main())
