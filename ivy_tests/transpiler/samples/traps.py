"""Code whose plain translation would be wrong."""

import functools

import torch
import torch.nn.functional as F
from torch import nn


def alias(x: torch.Tensor):
    y = x * 1
    z = y
    z += 1  # offends
    return y + z


def alias_of_argument(x: torch.Tensor):
    y = x
    y += 1  # offends
    return x * y


def view(x: torch.Tensor):
    x = x * 1
    row = x[0]
    row[0] = 5.0  # offends
    return x


def fill(t: torch.Tensor):
    t[0] = 7.0  # offends


def changed_by_callee(x: torch.Tensor):
    x = x * 1
    fill(x)  # offends
    return x


def in_place(x: torch.Tensor):
    y = x + 1
    y.mul_(2)
    return y


def untyped(x):
    return x.view(-1).sum()  # offends


def loop(x: torch.Tensor):
    total = torch.zeros(3)
    for row in x:
        total = total + row.relu()
    return total


def comprehension(x: torch.Tensor):
    return torch.stack([row.relu() * 2 for row in x])


def starred(x: torch.Tensor):
    parts = [x, x + 1]
    return torch.add(*parts)  # offends


def integer_division(x: torch.Tensor):
    i = torch.arange(6)
    return i / 4 + (i // 4)


def mixed(x: torch.Tensor):
    return torch.arange(3) * x


def drop(x: torch.Tensor, training: bool = False):
    return F.dropout(x, 0.5, training)  # offends


def closure(x: torch.Tensor):
    def twice(t: torch.Tensor, by=2):
        return torch.mul(t, by)

    return twice(x)


def lambdas(x: torch.Tensor):
    act = lambda t: torch.relu(t)  # noqa: E731 # offends
    return act(x)  # offends


def doubled(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs) * 2  # offends

    return wrapper


@doubled  # offends
def decorated(x: torch.Tensor):  # offends
    return torch.relu(x)


def variadic(x: torch.Tensor, *rest, scale=2.0, **options):
    return torch.relu(x) * scale


def unsupported(x: torch.Tensor):
    return torch.linalg.lu_factor_ex(x)  # offends


class Reserved(nn.Module):
    def __init__(self):
        super().__init__()
        self.dtype = 3.0
        self.name = "net"
        self.layers = nn.ModuleList([nn.Linear(3, 3)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x * self.dtype


class Counts(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = 0
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        self.count += 1  # offends
        return self.fc(x) * self.count
