"""The training step of the MLP in NumPy, with its derivatives written out."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from training.sizes import RATE, Make, Step, data, weights


def steps(model: str, size: str) -> dict[str, Make]:
    """Return what makes the steps to compare with, by name."""
    return {"by hand": partial(_mlp, size)} if model == "mlp" else {}


def _mlp(size: str) -> Step:
    x, y = data("mlp", size)
    w = list(weights("mlp", size).values())
    m, v = [np.zeros_like(a) for a in w], [np.zeros_like(a) for a in w]
    rows = np.arange(len(y))
    count = 0

    def step() -> Any:
        nonlocal count
        w1, b1, w2, b2, w3, b3 = w
        a1 = x @ w1.T + b1
        h1 = np.maximum(a1, 0)
        a2 = h1 @ w2.T + b2
        h2 = np.maximum(a2, 0)
        scores = h2 @ w3.T + b3
        scores -= scores.max(1, keepdims=True)
        g3 = np.exp(scores)
        total = g3.sum(1, keepdims=True)
        value = np.mean(np.log(total[:, 0]) - scores[rows, y])
        g3 /= total
        g3[rows, y] -= 1
        g3 /= np.float32(len(y))
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
            root = np.sqrt(b) / np.float32(second**0.5) + np.float32(1e-8)
            p -= np.float32(RATE / first) * a / root
        return value

    return step
