"""The training steps in Ivy: one piece of code for every backend."""

from __future__ import annotations

from typing import Any

import ivy
from ivy import nn
from training.sizes import CLASSES, HEADS, RATE, SIZES, Step, data, weights

# Where the frameworks keep the channels.
LAYOUT = {"tensorflow": "channels_last", "jax": "channels_last"}


class MLP(nn.Module):
    """Two hidden layers."""

    def __init__(self, features: int, hidden: int) -> None:
        self.first = nn.Linear(features, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.last = nn.Linear(hidden, CLASSES)

    def forward(self, x: Any) -> Any:
        """Return scores."""
        return self.last(ivy.relu(self.second(ivy.relu(self.first(x)))))


class CNN(nn.Module):
    """Two convolutions with pooling."""

    def __init__(self, channels: int, side: int, filters: int, layout: str) -> None:
        options = {"padding": 1, "data_format": layout}
        self.first = nn.Conv2d(channels, filters, 3, **options)
        self.second = nn.Conv2d(filters, 2 * filters, 3, **options)
        self.pool = nn.MaxPool2d(2, data_format=layout)
        self.last = nn.Linear(2 * filters * (side // 4) ** 2, CLASSES)

    def forward(self, x: Any) -> Any:
        """Return scores."""
        x = self.pool(ivy.relu(self.first(x)))
        x = self.pool(ivy.relu(self.second(x)))
        return self.last(ivy.reshape(x, (x.shape[0], -1)))


class Transformer(nn.Module):
    """A block that normalises first, and a layer of scores over the mean of its outputs."""

    def __init__(self, width: int) -> None:
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = nn.MultiHeadAttention(width, HEADS)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.last = nn.Linear(width, CLASSES)

    def forward(self, x: Any) -> Any:
        """Return scores."""
        h = self.norm1(x)
        x = x + self.attention(h, h, h, need_weights=False)[0]
        x = x + self.narrow(ivy.relu(self.wide(self.norm2(x))))
        return self.last(ivy.mean(x, axis=1))


def step(backend: str, model: str, size: str, *, compiled: bool) -> Step:
    """Return a training step."""
    _, *sizes = SIZES[model][size]
    x, y = data(model, size)
    given = weights(model, size)
    if model == "mlp":
        net: Any = MLP(*sizes)
    elif model == "cnn":
        layout = LAYOUT.get(backend, "channels_first")
        net = CNN(*sizes, layout)
        if layout == "channels_last":
            x = x.transpose(0, 2, 3, 1)
            given["last.weight"] = channels_last(given["last.weight"], sizes[1] // 4)
    else:
        net = Transformer(sizes[-1])
    net.load_state_dict({k: ivy.asarray(v) for k, v in given.items()})
    optimiser = ivy.optim.Adam(RATE)

    def loss(net: Any, x: Any, y: Any) -> Any:
        return ivy.cross_entropy(net(x), y)

    def update(x: Any, y: Any) -> Any:
        value, gradients = ivy.value_and_grad(loss)(net, x, y)
        optimiser.step(net, gradients)
        return value

    run = ivy.compile(update) if compiled else update
    a, b = ivy.asarray(x), ivy.asarray(y)
    return lambda: run(a, b).native


def channels_last(weight: Any, side: int) -> Any:
    """Return the weights of a layer after images, for images with their channels last."""
    count = len(weight)
    return weight.reshape(count, -1, side, side).transpose(0, 2, 3, 1).reshape(count, -1)
