"""The training steps as a user of torch writes them."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch import nn
from torch.nn import functional as F

from training.sizes import CLASSES, HEADS, RATE, SIZES, Make, Step, data, weights


class MLP(nn.Module):
    """Two hidden layers."""

    def __init__(self, features: int, hidden: int) -> None:
        super().__init__()
        self.first = nn.Linear(features, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.last = nn.Linear(hidden, CLASSES)

    def forward(self, x: Any) -> Any:
        """Return scores."""
        return self.last(F.relu(self.second(F.relu(self.first(x)))))


class CNN(nn.Module):
    """Two convolutions with pooling."""

    def __init__(self, channels: int, side: int, filters: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, filters, 3, padding=1)
        self.second = nn.Conv2d(filters, 2 * filters, 3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.last = nn.Linear(2 * filters * (side // 4) ** 2, CLASSES)

    def forward(self, x: Any) -> Any:
        """Return scores."""
        x = self.pool(F.relu(self.first(x)))
        x = self.pool(F.relu(self.second(x)))
        return self.last(torch.flatten(x, 1))


class Transformer(nn.Module):
    """A block that normalises first, and a layer of scores over the mean of its outputs."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, HEADS, batch_first=True)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.last = nn.Linear(width, CLASSES)

    def forward(self, x: Any) -> Any:
        """Return scores."""
        h = self.norm1(x)
        x = x + self.attention(h, h, h, need_weights=False)[0]
        x = x + self.narrow(F.relu(self.wide(self.norm2(x))))
        return self.last(torch.mean(x, 1))


def steps(model: str, size: str) -> dict[str, Make]:
    """Return what makes the steps to compare with, by name."""
    make = partial(_step, model, size)
    return {"compiled": partial(make, compiled=True), "eager": make}


def _step(model: str, size: str, *, compiled: bool = False) -> Step:
    x, y = map(torch.tensor, data(model, size))
    kind = {"mlp": MLP, "cnn": CNN, "transformer": Transformer}[model]
    net: Any = kind(*SIZES[model][size][2 if model == "transformer" else 1 :])
    net.load_state_dict({k: torch.tensor(v) for k, v in weights(model, size).items()})
    optimiser = torch.optim.Adam(net.parameters(), lr=RATE)

    def step() -> Any:
        optimiser.zero_grad()
        value = F.cross_entropy(net(x), y)
        value.backward()
        optimiser.step()
        return value.detach()

    return torch.compile(step) if compiled else step
