"""torch.nn.init: the initial values of parameters, drawn as torch draws them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import ivy
from ivy.frontends._boundary import missing
from ivy.frontends.torch._modes import no_grad
from ivy.frontends.torch._random import Generator
from ivy.frontends.torch.tensor import Tensor


def _without_grad(fn: Callable[..., Tensor]) -> Callable[..., Tensor]:
    decorated: Callable[..., Tensor] = no_grad(fn)
    return decorated


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return the factor that belongs to a nonlinearity.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.nn.init.calculate_gain("tanh")
    1.6666666666666667
    """
    if nonlinearity in ("linear", "conv1d", "conv2d", "conv3d", "sigmoid") or (
        nonlinearity.startswith("conv_transpose")
    ):
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity == "selu":
        return 3.0 / 4
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")


@_without_grad
def uniform_(
    tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Fill a tensor with draws from a uniform distribution."""
    return tensor.uniform_(a, b, generator=generator)


@_without_grad
def normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Fill a tensor with draws from a normal distribution."""
    return tensor.normal_(mean, std, generator=generator)


@_without_grad
def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fill a tensor with a number."""
    return tensor.fill_(val)


@_without_grad
def ones_(tensor: Tensor) -> Tensor:
    """Fill a tensor with ones."""
    return tensor.fill_(1.0)


@_without_grad
def zeros_(tensor: Tensor) -> Tensor:
    """Fill a tensor with zeros."""
    return tensor.zero_()


@_without_grad
def eye_(tensor: Tensor) -> Tensor:
    """Make a matrix the identity."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return tensor._update(ivy.eye(*tensor.shape, dtype=tensor.dtype.array))


def _fans(tensor: Tensor) -> tuple[int, int]:
    """Return how many inputs and outputs an element of a layer with this weight has."""
    if tensor.dim() < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"
        )
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field


def _calculate_fan_in_and_fan_out(tensor: Tensor) -> tuple[int, int]:
    # Private in torch, and used by many all the same.
    return _fans(tensor)


def _fan(tensor: Tensor, mode: str) -> int:
    if mode.lower() not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return _fans(tensor)[mode.lower() == "fan_out"]


def xavier_uniform_(
    tensor: Tensor, gain: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Fill a weight with uniform draws so that outputs vary as much as inputs."""
    std = gain * math.sqrt(2.0 / sum(_fans(tensor)))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Fill a weight with normal draws so that outputs vary as much as inputs."""
    std = gain * math.sqrt(2.0 / sum(_fans(tensor)))
    return normal_(tensor, 0.0, std, generator)


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Fill a weight with uniform draws so that variance passes a rectifier unchanged."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Fill a weight with normal draws so that variance passes a rectifier unchanged."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode))
    return normal_(tensor, 0.0, std, generator)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.nn.init", name)
