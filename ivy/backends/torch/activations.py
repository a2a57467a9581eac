"""Activation functions on torch."""

import torch
from torch import relu, selu, sigmoid
from torch.nn.functional import hardsigmoid as hard_sigmoid
from torch.nn.functional import hardswish, mish, silu, softsign
from torch.nn.functional import logsigmoid as log_sigmoid


def relu_gradient(g, x, /):
    return torch.ops.aten.threshold_backward(g, x, 0)


def softplus(x, /):
    # torch.nn.functional.softplus is only about exact beyond its threshold.
    return torch.logaddexp(x, torch.zeros_like(x))


def softmax(x, /, *, axis=-1):
    if isinstance(axis, int):
        return torch.softmax(x, dim=axis)
    axes = tuple(range(x.ndim)) if axis is None else axis
    if not axes:  # torch takes no axes for all
        return torch.softmax(x[..., None], dim=-1)[..., 0]
    e = torch.exp(x - torch.amax(x, dim=axes, keepdim=True) if x.numel() else x)
    return e / torch.sum(e, dim=axes, keepdim=True)


def log_softmax(x, /, *, axis=-1):
    if isinstance(axis, int):
        return torch.log_softmax(x, dim=axis)
    axes = tuple(range(x.ndim)) if axis is None else axis
    if not axes:  # torch takes no axes for all
        return torch.log_softmax(x[..., None], dim=-1)[..., 0]
    return x - torch.logsumexp(x, dim=axes, keepdim=True)


def gelu(x, /, *, approximate="none"):
    if approximate in ("none", False):
        return torch.nn.functional.gelu(x)
    if approximate in ("tanh", True):
        return torch.nn.functional.gelu(x, approximate="tanh")
    raise ValueError(
        f"ivy.gelu: expected approximate='none' or 'tanh', got approximate={approximate!r}"
    )


def leaky_relu(x, /, *, negative_slope=0.01):
    return torch.nn.functional.leaky_relu(x, negative_slope)


def elu(x, /, *, alpha=1.0):
    return torch.nn.functional.elu(x, alpha)


def celu(x, /, *, alpha=1.0):
    return torch.nn.functional.celu(x, alpha)


def hardtanh(x, /, *, min=-1.0, max=1.0):
    return torch.nn.functional.hardtanh(x, min, max)


def hardshrink(x, /, *, threshold=0.5):
    return torch.nn.functional.hardshrink(x, threshold)


def softshrink(x, /, *, threshold=0.5):
    return torch.nn.functional.softshrink(x, threshold)


def threshold(x, /, *, threshold, value):
    return torch.nn.functional.threshold(x, threshold, value)
