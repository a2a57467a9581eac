"""Layers that enlarge images."""

from __future__ import annotations

from typing import Any

from ivy.frontends.torch.nn import functional as F
from ivy.frontends.torch.nn.modules.module import Module
from ivy.frontends.torch.tensor import Tensor


class Upsample(Module):
    """Give images another size.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.nn.Upsample(scale_factor=2)(torch.zeros(1, 3, 4, 4)).shape
    torch.Size([1, 3, 8, 8])
    """

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        self.size = size
        factor = scale_factor
        if isinstance(factor, tuple):
            factor = tuple([float(f) for f in factor])
        elif factor is not None:
            factor = float(factor)
        self.scale_factor = factor
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input: Tensor) -> Tensor:
        """Return images of the other size."""
        return F.interpolate(
            input,
            self.size,
            self.scale_factor,
            self.mode,
            self.align_corners,
            self.recompute_scale_factor,
        )

    def extra_repr(self) -> str:
        """Return the options."""
        if self.scale_factor is not None:
            return f"scale_factor={self.scale_factor!r}, mode={self.mode!r}"
        return f"size={self.size!r}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Give images another size, by taking the nearest elements."""

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """Give images another size, by linear interpolation that keeps the corners where they are."""

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)
