"""Pooling layers."""

from __future__ import annotations

from typing import Any

from ivy.frontends.torch.nn import functional as F
from ivy.frontends.torch.nn.modules.module import Module
from ivy.frontends.torch.tensor import Tensor


class _MaxPool(Module):
    """What takes the largest elements, in any number of dimensions."""

    def __init__(
        self,
        kernel_size: int | tuple[int, ...],
        stride: int | tuple[int, ...] | None = None,
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, ...] = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def extra_repr(self) -> str:
        """Return the options."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    """Take the largest element of each window of sequences."""

    def forward(self, input: Tensor) -> Tensor:
        """Return the pooled input."""
        return F.max_pool1d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            self.ceil_mode,
            self.return_indices,
        )


class MaxPool2d(_MaxPool):
    """Take the largest element of each window of images.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.nn.MaxPool2d(2)(torch.zeros(1, 3, 8, 8)).shape
    torch.Size([1, 3, 4, 4])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Return the pooled input."""
        return F.max_pool2d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            self.ceil_mode,
            self.return_indices,
        )


class _AvgPool(Module):
    """What takes means, in any number of dimensions."""

    def extra_repr(self) -> str:
        """Return the options."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(_AvgPool):
    """Take the mean of each window of images."""

    def __init__(
        self,
        kernel_size: int | tuple[int, int],
        stride: int | tuple[int, int] | None = None,
        padding: int | tuple[int, int] = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input: Tensor) -> Tensor:
        """Return the pooled input."""
        return F.avg_pool2d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )


class AvgPool1d(_AvgPool):
    """Take the mean of each window of sequences."""

    def __init__(
        self,
        kernel_size: int | tuple[int],
        stride: int | tuple[int] | None = None,
        padding: int | tuple[int] = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size if isinstance(kernel_size, tuple) else (kernel_size,)
        steps = kernel_size if stride is None else stride
        self.stride = steps if isinstance(steps, tuple) else (steps,)
        self.padding = padding if isinstance(padding, tuple) else (padding,)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input: Tensor) -> Tensor:
        """Return the pooled input."""
        return F.avg_pool1d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
        )


class _AdaptiveAvgPool(Module):
    """What takes means to get a given size, in any number of dimensions."""

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def extra_repr(self) -> str:
        """Return the size."""
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPool):
    """Take means so that sequences get a given length."""

    def forward(self, input: Tensor) -> Tensor:
        """Return the pooled input."""
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPool):
    """Take means so that images get a given size."""

    def forward(self, input: Tensor) -> Tensor:
        """Return the pooled input."""
        return F.adaptive_avg_pool2d(input, self.output_size)
