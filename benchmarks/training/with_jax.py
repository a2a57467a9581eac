"""The training steps as a user of jax writes them: with Flax and Optax, and by hand."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import optax
from flax import nnx

from training.sizes import CLASSES, HEADS, RATE, SIZES, Make, Step, data, weights
from training.with_ivy import channels_last


class MLP(nnx.Module):
    """Two hidden layers."""

    def __init__(self, features: int, hidden: int, rngs: nnx.Rngs) -> None:
        self.first = nnx.Linear(features, hidden, rngs=rngs)
        self.second = nnx.Linear(hidden, hidden, rngs=rngs)
        self.last = nnx.Linear(hidden, CLASSES, rngs=rngs)

    def __call__(self, x: Any) -> Any:
        """Return scores."""
        return self.last(nnx.relu(self.second(nnx.relu(self.first(x)))))


class CNN(nnx.Module):
    """Two convolutions with pooling."""

    def __init__(self, channels: int, side: int, filters: int, rngs: nnx.Rngs) -> None:
        self.first = nnx.Conv(channels, filters, (3, 3), rngs=rngs)
        self.second = nnx.Conv(filters, 2 * filters, (3, 3), rngs=rngs)
        self.last = nnx.Linear(2 * filters * (side // 4) ** 2, CLASSES, rngs=rngs)

    def __call__(self, x: Any) -> Any:
        """Return scores."""
        for layer in (self.first, self.second):
            x = nnx.max_pool(nnx.relu(layer(x)), (2, 2), (2, 2))
        return self.last(x.reshape(x.shape[0], -1))


class Transformer(nnx.Module):
    """A block that normalises first, and a layer of scores over the mean of its outputs."""

    def __init__(self, width: int, rngs: nnx.Rngs) -> None:
        self.norm1 = nnx.LayerNorm(width, epsilon=1e-5, rngs=rngs)
        self.norm2 = nnx.LayerNorm(width, epsilon=1e-5, rngs=rngs)
        self.attention = nnx.MultiHeadAttention(HEADS, width, decode=False, rngs=rngs)
        self.wide = nnx.Linear(width, 4 * width, rngs=rngs)
        self.narrow = nnx.Linear(4 * width, width, rngs=rngs)
        self.last = nnx.Linear(width, CLASSES, rngs=rngs)

    def __call__(self, x: Any) -> Any:
        """Return scores."""
        x = x + self.attention(self.norm1(x))
        x = x + self.narrow(nnx.relu(self.wide(self.norm2(x))))
        return self.last(jnp.mean(x, 1))


def steps(model: str, size: str) -> dict[str, Make]:
    """Return what makes the steps to compare with, by name."""
    make = partial(_step, model, size)
    found = {"compiled": partial(make, compiled=True), "eager": make}
    return found | ({"by hand": partial(_mlp, size)} if model == "mlp" else {})


def _step(model: str, size: str, *, compiled: bool = False) -> Step:
    x, y = data(model, size)
    x = jnp.asarray(x.transpose(0, 2, 3, 1) if model == "cnn" else x)
    y = jnp.asarray(y)
    net = _net(model, size)
    optimiser = nnx.Optimizer(net, optax.adam(RATE), wrt=nnx.Param)

    def loss(net: Any, x: Any, y: Any) -> Any:
        return optax.softmax_cross_entropy_with_integer_labels(net(x), y).mean()

    def update(net: Any, optimiser: Any, x: Any, y: Any) -> Any:
        value, gradients = nnx.value_and_grad(loss)(net, x, y)
        optimiser.update(net, gradients)
        return value

    run = nnx.jit(update) if compiled else update
    return lambda: run(net, optimiser, x, y)


def _net(model: str, size: str) -> Any:
    kind = {"mlp": MLP, "cnn": CNN, "transformer": Transformer}[model]
    sizes = SIZES[model][size][2 if model == "transformer" else 1 :]
    net = kind(*sizes, rngs=nnx.Rngs(0))
    given = weights(model, size)
    if model == "cnn":
        given["last.weight"] = channels_last(given["last.weight"], sizes[1] // 4)
    for name in ("first", "second", "last", "wide", "narrow"):
        if hasattr(net, name):
            weight = given[f"{name}.weight"]
            weight = weight.transpose(2, 3, 1, 0) if weight.ndim == 4 else weight.T
            getattr(net, name).kernel[...] = jnp.asarray(weight)
            getattr(net, name).bias[...] = jnp.asarray(given[f"{name}.bias"])
    if model == "transformer":
        width = sizes[-1]
        parts = given["attention.in_proj_weight"].reshape(3, HEADS, width // HEADS, width)
        for part, name in zip(parts, ("query", "key", "value"), strict=True):
            getattr(net.attention, name).kernel[...] = jnp.asarray(part.transpose(2, 0, 1))
        out = given["attention.out_proj.weight"].T.reshape(HEADS, width // HEADS, width)
        net.attention.out.kernel[...] = jnp.asarray(out)
    return net


def _mlp(size: str) -> Step:
    """Return the step with nothing around `jax.jit`."""
    a, b = map(jnp.asarray, data("mlp", size))

    def loss(w: Any) -> Any:
        h = jax.nn.relu(a @ w[0].T + w[1])
        scores = jax.nn.relu(h @ w[2].T + w[3]) @ w[4].T + w[5]
        chosen = jnp.take_along_axis(scores, b[:, None], 1)[:, 0]
        return jnp.mean(jax.nn.logsumexp(scores, 1) - chosen)

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

    start = [jnp.asarray(p) for p in weights("mlp", size).values()]
    state = [start, [jnp.zeros_like(p) for p in start], [jnp.zeros_like(p) for p in start]]
    state = [*state, jnp.float32(0)]

    def step() -> Any:
        *state[:], value = update(*state)
        return value

    return step
