"""Layers that change shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.frontends.torch.nn.modules.module import Module
from ivy.frontends.torch.tensor import Tensor


class Flatten(Module):
    """Make one dimension of several.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.nn.Flatten()(torch.zeros(2, 3, 4)).shape
    torch.Size([2, 12])
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        """Return the flattened input."""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """Return the dimensions."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Make several dimensions of one."""

    def __init__(self, dim: Any, unflattened_size: Sequence[int]) -> None:
        super().__init__()
        if not isinstance(dim, int):
            raise NotImplementedError(f"Unflatten: expected the number of a dimension, got {dim!r}")
        self.dim = dim
        self.unflattened_size = tuple(unflattened_size)

    def forward(self, input: Tensor) -> Tensor:
        """Return the unflattened input."""
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        """Return the dimensions."""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
