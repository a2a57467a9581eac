"""What an operation of Ivy costs over the framework's own call, on small arrays and on large ones.

Every figure comes from pairs in one run: short batches of the native call and of Ivy's, in turn, so
that both meet the same machine. Peers that are installed stand beside: array-api-compat, autoray,
eagerpy, and Keras (which has one backend a process: the one that KERAS_BACKEND names).

    python benchmarks/dispatch.py
    python benchmarks/dispatch.py --backends numpy torch --ops add sum
    python benchmarks/dispatch.py --size large
    python benchmarks/dispatch.py --check      # exit code 1 where a budget is exceeded
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import ivy

Call = Callable[[], Any]

# The budget of an operation on small arrays: microseconds over the native call, or a ratio to it.
BUDGET_US = {"numpy": 0.6, "torch": 0.6, "jax": 1.0}
BUDGET_RATIO = {"jax": 1.10, "tensorflow": 0.8}
BUDGET_LARGE = 1.01
ROUNDS = {"small": 200, "large": 60}


def natives(backend: str, x: Any, y: Any) -> dict[str, Call]:
    """Return what a user of the framework would write for each operation."""
    if backend == "numpy":
        import numpy as np

        return {
            "add": lambda: np.add(x, y),
            "x + y": lambda: x + y,
            "x + 1.0": lambda: x + 1.0,
            "exp": lambda: np.exp(x),
            "maximum": lambda: np.maximum(x, y),
            "less": lambda: np.less(x, y),
            "where": lambda: np.where(x < y, x, y),
            "sum": lambda: np.sum(x),
            "mean": lambda: np.mean(x, axis=1),
            "matmul": lambda: np.matmul(x, y),
            "reshape": lambda: np.reshape(x, (-1,)),
            "permute_dims": lambda: np.transpose(x, (1, 0)),
            "concat": lambda: np.concat([x, y], axis=0),
            "astype": lambda: x.astype("float64"),
        }
    if backend == "torch":
        import torch

        return {
            "add": lambda: torch.add(x, y),
            "x + y": lambda: x + y,
            "x + 1.0": lambda: x + 1.0,
            "exp": lambda: torch.exp(x),
            "maximum": lambda: torch.maximum(x, y),
            "less": lambda: torch.less(x, y),
            "where": lambda: torch.where(x < y, x, y),
            "sum": lambda: torch.sum(x),
            "mean": lambda: torch.mean(x, dim=1),
            "matmul": lambda: torch.matmul(x, y),
            "reshape": lambda: torch.reshape(x, (-1,)),
            "permute_dims": lambda: torch.permute(x, (1, 0)),
            "concat": lambda: torch.concat([x, y], dim=0),
            "astype": lambda: x.to(torch.float64),
        }
    if backend == "jax":
        import jax.numpy as jnp

        return {
            "add": lambda: jnp.add(x, y),
            "x + y": lambda: x + y,
            "x + 1.0": lambda: x + 1.0,
            "exp": lambda: jnp.exp(x),
            "maximum": lambda: jnp.maximum(x, y),
            "less": lambda: jnp.less(x, y),
            "where": lambda: jnp.where(x < y, x, y),
            "sum": lambda: jnp.sum(x),
            "mean": lambda: jnp.mean(x, axis=1),
            "matmul": lambda: jnp.matmul(x, y),
            "reshape": lambda: jnp.reshape(x, (-1,)),
            "permute_dims": lambda: jnp.transpose(x, (1, 0)),
            "concat": lambda: jnp.concat([x, y], axis=0),
            "astype": lambda: x.astype("float64"),
        }
    import tensorflow as tf

    return {
        "add": lambda: tf.add(x, y),
        "x + y": lambda: x + y,
        "x + 1.0": lambda: x + 1.0,
        "exp": lambda: tf.exp(x),
        "maximum": lambda: tf.maximum(x, y),
        "less": lambda: tf.less(x, y),
        "where": lambda: tf.where(tf.less(x, y), x, y),
        "sum": lambda: tf.reduce_sum(x),
        "mean": lambda: tf.reduce_mean(x, axis=1),
        "matmul": lambda: tf.matmul(x, y),
        "reshape": lambda: tf.reshape(x, (-1,)),
        "permute_dims": lambda: tf.transpose(x, (1, 0)),
        "concat": lambda: tf.concat([x, y], axis=0),
        "astype": lambda: tf.cast(x, tf.float64),
    }


def ours(x: Any, y: Any) -> dict[str, Call]:
    """Return the same in Ivy."""
    return {
        "add": lambda: ivy.add(x, y),
        "x + y": lambda: x + y,
        "x + 1.0": lambda: x + 1.0,
        "exp": lambda: ivy.exp(x),
        "maximum": lambda: ivy.maximum(x, y),
        "less": lambda: ivy.less(x, y),
        "where": lambda: ivy.where(x < y, x, y),
        "sum": lambda: ivy.sum(x),
        "mean": lambda: ivy.mean(x, axis=1),
        "matmul": lambda: ivy.matmul(x, y),
        "reshape": lambda: ivy.reshape(x, (-1,)),
        "permute_dims": lambda: ivy.permute_dims(x, (1, 0)),
        "concat": lambda: ivy.concat([x, y], axis=0),
        "astype": lambda: ivy.astype(x, ivy.float64),
    }


def peers(backend: str, x: Any, y: Any) -> dict[str, dict[str, Call]]:
    """Return a few operations in each peer that is installed and has the backend."""
    found: dict[str, dict[str, Call]] = {}
    if backend in ("numpy", "torch"):
        xp = importlib.import_module(f"array_api_compat.{backend}")
        found["array-api-compat"] = {
            "add": lambda: xp.add(x, y),
            "exp": lambda: xp.exp(x),
            "sum": lambda: xp.sum(x),
            "mean": lambda: xp.mean(x, axis=1),
            "permute_dims": lambda: xp.permute_dims(x, (1, 0)),
        }
    if importlib.util.find_spec("autoray"):
        do = importlib.import_module("autoray").do
        found["autoray"] = {
            "add": lambda: do("add", x, y),
            "exp": lambda: do("exp", x),
            "sum": lambda: do("sum", x),
        }
    if importlib.util.find_spec("eagerpy"):
        ep = importlib.import_module("eagerpy")
        a, b = ep.astensor(x), ep.astensor(y)
        found["eagerpy"] = {"add": lambda: a + b, "exp": lambda: a.exp(), "sum": lambda: a.sum()}
    if os.environ.get("KERAS_BACKEND") == backend and importlib.util.find_spec("keras"):
        keras = importlib.import_module("keras").ops
        found["keras.ops"] = {
            "add": lambda: keras.add(x, y),
            "exp": lambda: keras.exp(x),
            "sum": lambda: keras.sum(x),
            "mean": lambda: keras.mean(x, axis=1),
            "matmul": lambda: keras.matmul(x, y),
            "permute_dims": lambda: keras.transpose(x, (1, 0)),
        }
    return found


def finished(call: Call, backend: str, size: str) -> Call:
    """Return a call that waits for its result, where the framework would return before it is there.

    On small arrays what is measured is the time until the user's code goes on.
    """
    if backend != "jax" or size == "small":
        return call

    def waited() -> None:
        result = call()
        getattr(result, "data", result).block_until_ready()

    return waited


def in_turn(calls: dict[str, Call], rounds: int) -> dict[str, list[float]]:
    """Return the microseconds of each call, one figure for each round."""
    clock = time.perf_counter_ns
    counts = {}
    for name, call in calls.items():
        call()
        start = clock()
        for _ in range(5):
            call()
        # Batches of about 200 microseconds, so that no round is long enough to meet other work.
        counts[name] = max(1, int(200_000 / max(1, (clock() - start) / 5)))
    times: dict[str, list[float]] = {name: [] for name in calls}
    gc.disable()
    try:
        for _ in range(rounds):
            for name, call in calls.items():
                loop = range(counts[name])
                start = clock()
                for _ in loop:
                    call()
                times[name].append((clock() - start) / counts[name] / 1e3)
    finally:
        gc.enable()
    return times


def measure(backend: str, op: str, size: str) -> dict[str, float]:
    """Return the median microseconds of the native call, of Ivy's and of the peers'."""
    shape = (4, 4) if size == "small" else (1000, 1000)
    x, y = ivy.random_uniform(shape=shape), ivy.random_uniform(shape=shape)
    calls = {"native": natives(backend, x.data, y.data)[op], "ivy": ours(x, y)[op]}
    for peer, table in peers(backend, x.data, y.data).items():
        if op in table:
            calls[peer] = table[op]
    calls = {name: finished(call, backend, size) for name, call in calls.items()}
    times = in_turn(calls, ROUNDS[size])
    result = {name: statistics.median(values) for name, values in times.items()}
    pairs = zip(times["ivy"], times["native"], strict=True)
    result["over"] = statistics.median(a - b for a, b in pairs)
    return result


def exceeded(backend: str, size: str, rows: list[dict[str, float]]) -> list[str]:
    """Return which budgets the median over the operations exceeds."""
    over = statistics.median(r["over"] for r in rows)
    ratio = statistics.median(r["ivy"] / r["native"] for r in rows)
    if size == "large":
        limits = [(ratio, BUDGET_LARGE, "x")]
    else:
        limits = [(over, BUDGET_US.get(backend), "us"), (ratio, BUDGET_RATIO.get(backend), "x")]
    print(f"  median: {over:+.2f} us over native, {ratio:.3f} x native")
    return [
        f"{backend}, {size}: {value:.3f} {unit} exceeds the budget of {limit} {unit}"
        for value, limit, unit in limits
        if limit is not None and value > limit
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--backends", nargs="+", default=["numpy", "torch", "tensorflow", "jax"])
    parser.add_argument("--ops", nargs="+", help="the operations, by default all")
    parser.add_argument("--size", choices=("small", "large", "both"), default="both")
    parser.add_argument("--check", action="store_true", help="fail where a budget is exceeded")
    args = parser.parse_args()

    failures = []
    for backend in args.backends:
        if not ivy.backends.is_installed(backend):
            print(f"{backend}: not installed, left out")
            continue
        ivy.set_backend(backend)
        names = args.ops or list(ours(None, None))
        for size in ("small", "large") if args.size == "both" else (args.size,):
            print(f"\n{backend}, {'4 x 4' if size == 'small' else '1000 x 1000'} float32, us")
            rows = []
            for op in names:
                row = measure(backend, op, size)
                rows.append(row)
                others = [
                    f"{name} {value:.2f}"
                    for name, value in row.items()
                    if name not in ("native", "ivy", "over")
                ]
                print(
                    f"  {op:14} native {row['native']:9.2f}   ivy {row['ivy']:9.2f}   "
                    f"{row['over']:+7.2f}   {row['ivy'] / row['native']:6.3f} x   "
                    + "   ".join(others),
                    flush=True,
                )
            failures += exceeded(backend, size, rows)
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
