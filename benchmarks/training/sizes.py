"""The models, their sizes and their data, the same for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Step = Callable[[], Any]
Make = Callable[[], Step]

RATE = 1e-3
CLASSES = 10
HEADS = 4
# mlp: batch, features, hidden. cnn: batch, channels, side, filters. transformer: batch, length,
# width.
SIZES: dict[str, dict[str, tuple[int, ...]]] = {
    "mlp": {"small": (64, 32, 64), "medium": (256, 256, 512), "large": (4096, 512, 2048)},
    "cnn": {"small": (32, 1, 16, 8), "medium": (64, 3, 32, 32), "large": (256, 3, 32, 64)},
    "transformer": {"small": (16, 16, 32), "medium": (16, 64, 128), "large": (64, 128, 256)},
}


def data(model: str, size: str) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs, images with their channels first, and integer targets."""
    draw = np.random.default_rng(0)
    sizes = SIZES[model][size]
    if model == "mlp":
        shape: tuple[int, ...] = sizes[:2]
    elif model == "cnn":
        shape = (sizes[0], sizes[1], sizes[2], sizes[2])
    else:
        shape = sizes
    x = draw.normal(size=shape).astype("float32")
    return x, draw.integers(0, CLASSES, sizes[0])


def weights(model: str, size: str) -> dict[str, np.ndarray]:
    """Return the first values of the parameters, by torch's names and in its layouts."""
    draw = np.random.default_rng(1)
    shapes: dict[str, tuple[int, ...]] = {}
    sizes = SIZES[model][size]
    if model == "mlp":
        _, features, hidden = sizes
        shapes |= {"first": (hidden, features), "second": (hidden, hidden)}
        shapes["last"] = (CLASSES, hidden)
    elif model == "cnn":
        _, channels, side, filters = sizes
        shapes |= {"first": (filters, channels, 3, 3), "second": (2 * filters, filters, 3, 3)}
        shapes["last"] = (CLASSES, 2 * filters * (side // 4) ** 2)
    else:
        width = sizes[-1]
        shapes |= {"attention.in_proj_": (3 * width, width), "attention.out_proj": (width, width)}
        shapes |= {"wide": (4 * width, width), "narrow": (width, 4 * width)}
        shapes["last"] = (CLASSES, width)
    found: dict[str, np.ndarray] = {}
    for name, shape in shapes.items():
        stem = name if name.endswith("_") else f"{name}."
        found[f"{stem}weight"] = draw.normal(size=shape) / np.prod(shape[1:]) ** 0.5
        found[f"{stem}bias"] = np.zeros(shape[0])
    if model == "transformer":
        for name in ("norm1", "norm2"):
            found[f"{name}.weight"], found[f"{name}.bias"] = np.ones(width), np.zeros(width)
    return {name: value.astype("float32") for name, value in found.items()}
