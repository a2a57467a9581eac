"""Activation functions on torch."""

import torch
from torch import relu, sigmoid
from torch.nn.functional import silu


def softplus(x, /):
    # torch.nn.functional.softplus is only about exact beyond its threshold.
    return torch.logaddexp(x, torch.zeros_like(x))


def softmax(x, /, *, axis=-1):
    if isinstance(axis, tuple):
        e = torch.exp(x - torch.amax(x, dim=axis, keepdim=True))
        return e / torch.sum(e, dim=axis, keepdim=True)
    return torch.softmax(x, dim=axis)


def log_softmax(x, /, *, axis=-1):
    if isinstance(axis, tuple):
        return x - torch.logsumexp(x, dim=axis, keepdim=True)
    return torch.log_softmax(x, dim=axis)


def gelu(x, /, *, approximate="none"):
    if approximate in ("none", False):
        return torch.nn.functional.gelu(x)
    if approximate in ("tanh", True):
        return torch.nn.functional.gelu(x, approximate="tanh")
    raise ValueError(
        f"ivy.gelu: expected approximate='none' or 'tanh', got approximate={approximate!r}"
    )
