"""What a training step of Ivy costs against the same step written by hand in each framework.

Every figure comes from rounds in one run: a few steps of one, then of the other, so that both meet
the same machine.

    python benchmarks/train.py
    python benchmarks/train.py --backends numpy jax --size medium
    python benchmarks/train.py --check      # exit code 1 where a budget is exceeded
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np

import ivy
from ivy import nn

# (batch, features, hidden) of an MLP with two hidden layers.
SIZES = {"small": (64, 32, 64), "medium": (256, 256, 512)}
BUDGET = {"numpy": 1.5, "torch": 1.03, "tensorflow": 1.03, "jax": 1.03}
RATE = 1e-3
Step = Callable[[], Any]


def weights(features: int, hidden: int) -> list[np.ndarray]:
    """Return the weights and biases of the layers, the same for all."""
    draw = np.random.default_rng(0)
    sizes = [(hidden, features), (hidden, hidden), (1, hidden)]
    pairs = [[draw.normal(size=s) / s[1] ** 0.5, np.zeros(s[0])] for s in sizes]
    return [v.astype("float32") for pair in pairs for v in pair]


class MLP(nn.Module):
    """The model, in Ivy."""

    def __init__(self, given: list[np.ndarray]) -> None:
        self.weights = [ivy.asarray(w) for w in given]

    def forward(self, x: Any) -> Any:
        """Return predictions."""
        w1, b1, w2, b2, w3, b3 = self.weights
        h = ivy.relu(ivy.linear(x, w1, b1))
        return ivy.linear(ivy.relu(ivy.linear(h, w2, b2)), w3, b3)


def ours(backend: str, given: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> Step:
    """Return a compiled step in Ivy."""
    model, optimiser = MLP(given), ivy.optim.Adam(RATE)

    def loss(model: MLP, x: Any, y: Any) -> Any:
        return ivy.mse_loss(model(x), y)

    @ivy.compile
    def step(x: Any, y: Any) -> Any:
        value, gradients = ivy.value_and_grad(loss)(model, x, y)
        optimiser.step(model, gradients)
        return value

    a, b = ivy.asarray(x), ivy.asarray(y)
    return lambda: waited(backend, step(a, b).native)


def by_hand(backend: str, given: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> Step:
    """Return the step as a user of the framework would write it, compiled where it compiles."""
    return globals()[f"_{backend}"]([w.copy() for w in given], x, y)


def _numpy(w: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> Step:
    m, v = [np.zeros_like(a) for a in w], [np.zeros_like(a) for a in w]
    count = 0

    def step() -> Any:
        nonlocal count
        w1, b1, w2, b2, w3, b3 = w
        a1 = x @ w1.T + b1
        h1 = np.maximum(a1, 0)
        a2 = h1 @ w2.T + b2
        h2 = np.maximum(a2, 0)
        error = h2 @ w3.T + b3 - y
        g3 = error * np.float32(2 / error.size)
        g2 = (g3 @ w3) * (a2 > 0)
        g1 = (g2 @ w2) * (a1 > 0)
        gradients = [g1.T @ x, g1.sum(0), g2.T @ h1, g2.sum(0), g3.T @ h2, g3.sum(0)]
        count += 1
        first, second = 1 - 0.9**count, 1 - 0.999**count
        for p, g, a, b in zip(w, gradients, m, v, strict=True):
            a *= np.float32(0.9)
            a += np.float32(0.1) * g
            b *= np.float32(0.999)
            b += np.float32(0.001) * g * g
            p -= (
                np.float32(RATE / first)
                * a
                / (np.sqrt(b) / np.float32(second**0.5) + np.float32(1e-8))
            )
        return np.mean(error * error)

    return step


def _torch(w: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> Step:
    import torch

    p = [torch.nn.Parameter(torch.tensor(a)) for a in w]
    optimiser = torch.optim.Adam(p, lr=RATE)
    a, b = torch.tensor(x), torch.tensor(y)

    def loss(x: Any, y: Any) -> Any:
        linear, relu = torch.nn.functional.linear, torch.relu
        h = relu(linear(x, p[0], p[1]))
        out = linear(relu(linear(h, p[2], p[3])), p[4], p[5])
        return torch.nn.functional.mse_loss(out, y)

    @torch.compile
    def step() -> Any:
        optimiser.zero_grad()
        value = loss(a, b)
        value.backward()
        optimiser.step()
        return value

    return step


def _tensorflow(w: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> Step:
    import keras
    import tensorflow as tf

    p = [keras.Variable(a) for a in w]
    optimiser = keras.optimizers.Adam(RATE, epsilon=1e-8)
    optimiser.build(p)
    a, b = tf.constant(x), tf.constant(y)

    @tf.function
    def step() -> Any:
        with tf.GradientTape() as tape:
            h = tf.nn.relu(tf.matmul(a, p[0].value, transpose_b=True) + p[1].value)
            h = tf.nn.relu(tf.matmul(h, p[2].value, transpose_b=True) + p[3].value)
            out = tf.matmul(h, p[4].value, transpose_b=True) + p[5].value
            value = tf.reduce_mean(tf.square(out - b))
        optimiser.apply(tape.gradient(value, [v.value for v in p]), p)
        return value

    return lambda: step().numpy()


def _jax(w: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> Step:
    import jax
    import jax.numpy as jnp

    a, b = jnp.asarray(x), jnp.asarray(y)

    def loss(w: Any) -> Any:
        h = jax.nn.relu(a @ w[0].T + w[1])
        out = jax.nn.relu(h @ w[2].T + w[3]) @ w[4].T + w[5]
        return jnp.mean(jnp.square(out - b))

    @jax.jit
    def update(w: Any, m: Any, v: Any, count: Any) -> Any:
        value, g = jax.value_and_grad(loss)(w)
        count = count + 1
        m = [0.9 * a + 0.1 * b for a, b in zip(m, g, strict=True)]
        v = [0.999 * a + 0.001 * b * b for a, b in zip(v, g, strict=True)]
        first, second = 1 - 0.9**count, 1 - 0.999**count
        steps = [
            RATE * (a / first) / (jnp.sqrt(b / second) + 1e-8) for a, b in zip(m, v, strict=True)
        ]
        return [p - s for p, s in zip(w, steps, strict=True)], m, v, count, value

    start = [jnp.asarray(p) for p in w]
    state = [start, [jnp.zeros_like(p) for p in start], [jnp.zeros_like(p) for p in start]]
    state = [*state, jnp.float32(0)]

    def step() -> Any:
        *state[:], value = update(*state)
        return value.block_until_ready()

    return step


def waited(backend: str, value: Any) -> Any:
    """Return a result when it is there."""
    if backend == "jax":
        return value.block_until_ready()
    return value.numpy() if backend == "tensorflow" else value


def measured(first: Step, second: Step, rounds: int, batch: int) -> tuple[float, float]:
    """Return the median seconds of a step of each, in turn."""
    for step in (first, second):
        for _ in range(5):
            step()
    times: tuple[list[float], list[float]] = ([], [])
    gc.disable()
    for i in range(rounds):
        order = (0, 1) if i % 2 else (1, 0)
        for j, step in ((j, (first, second)[j]) for j in order):
            start = time.perf_counter()
            for _ in range(batch):
                step()
            times[j].append((time.perf_counter() - start) / batch)
    gc.enable()
    return statistics.median(times[0]), statistics.median(times[1])


def main() -> int:
    """Measure, print and, where asked, check."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--backends", nargs="+", default=list(BUDGET), choices=list(BUDGET))
    parser.add_argument("--size", nargs="+", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--check", action="store_true", help="exit with 1 beyond a budget")
    options = parser.parse_args()
    beyond = 0
    for backend in options.backends:
        with ivy.with_backend(backend):
            for size in options.size:
                count, features, hidden = SIZES[size]
                draw = np.random.default_rng(1)
                x = draw.normal(size=(count, features)).astype("float32")
                y = x.sum(1, keepdims=True)
                given = weights(features, hidden)
                mine, theirs = ours(backend, given, x, y), by_hand(backend, given, x, y)
                for _ in range(20):
                    a, b = float(mine()), float(theirs())
                assert abs(a - b) < 1e-3 * max(1, abs(b)), (a, b)
                native, ivys = measured(theirs, mine, options.rounds, 5)
                ratio = ivys / native
                beyond += ratio > BUDGET[backend]
                print(
                    f"{backend:<11} {size:<7} native {native * 1e3:8.3f} ms   "
                    f"ivy {ivys * 1e3:8.3f} ms   {ratio:.3f} x  (budget {BUDGET[backend]} x)",
                    flush=True,
                )
    return 1 if options.check and beyond else 0


if __name__ == "__main__":
    sys.exit(main())
