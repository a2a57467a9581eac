"""Layers that set elements to zero at random while training."""

from __future__ import annotations

from ivy.frontends.torch.nn import functional as F
from ivy.frontends.torch.nn.modules.module import Module
from ivy.frontends.torch.tensor import Tensor


class _Dropout(Module):
    """What these layers share."""

    p: float
    inplace: bool

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def extra_repr(self) -> str:
        """Return the options."""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_Dropout):
    """Set elements to zero with probability `p`, and divide the others by ``1 - p``."""

    def forward(self, input: Tensor) -> Tensor:
        """Return the thinned input while training, and else the input."""
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout2d(_Dropout):
    """Set whole channels to zero with probability `p`, and divide the others by ``1 - p``."""

    def forward(self, input: Tensor) -> Tensor:
        """Return the thinned input while training, and else the input."""
        return F.dropout2d(input, self.p, self.training, self.inplace)
