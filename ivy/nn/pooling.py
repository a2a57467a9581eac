"""Pooling: one number for each window, or for each of as many parts as are wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ivy.array import Array
from ivy.backends.filters import (
    check_covered,
    check_divisor,
    check_padding,
    is_last,
    positive,
    sizes,
)
from ivy.functional.manipulation import expand_dims, squeeze
from ivy.functional.pooling import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
    adaptive_max_pool1d,
    adaptive_max_pool2d,
    adaptive_max_pool3d,
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    lp_pool1d,
    lp_pool2d,
    lp_pool3d,
    max_pool1d,
    max_pool2d,
    max_pool3d,
    max_pool_indices,
    max_unpool1d,
    max_unpool2d,
    max_unpool3d,
)
from ivy.nn.layer import Layer, Lengths, Padding, check_nonzero, of_batch


class _Pool(Layer):
    """What all share: how many spatial axes there are, and the function of `ivy`."""

    _count: ClassVar[int]
    _function: ClassVar[Callable[..., Array]]

    kernel_size: Lengths
    stride: Lengths | None
    padding: Padding
    data_format: str

    def _windows(
        self,
        kernel_size: Lengths,
        stride: Lengths | None,
        padding: Padding,
        data_format: str,
        dilation: Lengths = 1,
    ) -> None:
        name = f"nn.{type(self).__name__}"
        window = positive(name, "kernel_size", kernel_size, self._count)
        steps = positive(name, "dilation", dilation, self._count)
        positive(name, "stride", 1 if stride is None else stride, self._count)
        check_padding(name, padding, self._count)
        check_covered(name, window, steps, padding)
        is_last(name, data_format)
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.data_format = data_format


class _MaxPool(_Pool):
    def __init__(
        self,
        kernel_size: Lengths,
        stride: Lengths | None = None,
        padding: Padding = 0,
        dilation: Lengths = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
        *,
        data_format: str = "channels_first",
    ) -> None:
        self._windows(kernel_size, stride, padding, data_format, dilation)
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def forward(self, x: Array) -> Array | tuple[Array, Array]:
        """Return the largest elements, and with `return_indices` where they are."""
        options: dict[str, Any] = {
            "window": self.kernel_size,
            "strides": self.stride,
            "padding": self.padding,
            "dilation": self.dilation,
            "ceil_mode": self.ceil_mode,
            "data_format": self.data_format,
        }
        out = of_batch(lambda x: type(self)._function(x, **options), x, self._count + 2)
        if not self.return_indices:
            return out
        return out, of_batch(lambda x: max_pool_indices(x, **options), x, self._count + 2)


class _AvgPool(_Pool):
    def __init__(
        self,
        kernel_size: Lengths,
        stride: Lengths | None = None,
        padding: Padding = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
        *,
        data_format: str = "channels_first",
    ) -> None:
        self._windows(kernel_size, stride, padding, data_format)
        if divisor_override is not None:
            check_divisor(f"nn.{type(self).__name__}", divisor_override)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, x: Array) -> Array:
        """Return the means."""
        options: dict[str, Any] = {
            "window": self.kernel_size,
            "strides": self.stride,
            "padding": self.padding,
            "ceil_mode": self.ceil_mode,
            "count_include_pad": self.count_include_pad,
            "divisor_override": self.divisor_override,
            "data_format": self.data_format,
        }
        return of_batch(lambda x: type(self)._function(x, **options), x, self._count + 2)


class _LPPool(_Pool):
    def __init__(
        self,
        norm_type: float,
        kernel_size: Lengths,
        stride: Lengths | None = None,
        ceil_mode: bool = False,
        *,
        padding: Padding = 0,
        data_format: str = "channels_first",
    ) -> None:
        check_nonzero(type(self).__name__, norm_type=norm_type)
        self.norm_type = norm_type
        self._windows(kernel_size, stride, padding, data_format)
        self.ceil_mode = ceil_mode

    def forward(self, x: Array) -> Array:
        """Return the norms."""
        options: dict[str, Any] = {
            "window": self.kernel_size,
            "ord": self.norm_type,
            "strides": self.stride,
            "padding": self.padding,
            "ceil_mode": self.ceil_mode,
            "data_format": self.data_format,
        }
        return of_batch(lambda x: type(self)._function(x, **options), x, self._count + 2)


class _AdaptivePool(_Pool):
    def __init__(
        self,
        output_size: int | tuple[int | None, ...] | None,
        *,
        data_format: str = "channels_first",
    ) -> None:
        name = f"nn.{type(self).__name__}"
        is_last(name, data_format)
        sizes(name, output_size, (1,) * self._count)
        self.output_size = output_size
        self.data_format = data_format

    def forward(self, x: Array) -> Array:
        """Return a number for each part."""

        def pooled(x: Array) -> Array:
            return type(self)._function(x, self.output_size, data_format=self.data_format)

        return of_batch(pooled, x, self._count + 2)


class _MaxUnpool(_Pool):
    def __init__(
        self,
        kernel_size: Lengths,
        stride: Lengths | None = None,
        padding: Padding = 0,
        *,
        data_format: str = "channels_first",
    ) -> None:
        self._windows(kernel_size, stride, padding, data_format)

    def forward(self, x: Array, indices: Array, output_size: Lengths | None = None) -> Array:
        """Return zeros with the elements where they were; `indices` are those of the pooling."""
        if isinstance(output_size, tuple | list) and len(output_size) > self._count:
            last = self.data_format == "channels_last"
            output_size = tuple(output_size)
            output_size = (
                output_size[-self._count - 1 : -1] if last else output_size[-self._count :]
            )
        single = len(x.shape) == self._count + 1
        if single:
            x, indices = expand_dims(x, axis=0), expand_dims(indices, axis=0)
        out = type(self)._function(
            *(x, indices),
            window=self.kernel_size,
            strides=self.stride,
            padding=self.padding,
            output_size=output_size,
            data_format=self.data_format,
        )
        return squeeze(out, 0) if single else out


class MaxPool1d(_MaxPool):
    """The largest element of each window of signals.

    Parameters
    ----------
    kernel_size, stride, padding, dilation, return_indices, ceil_mode, data_format
        As in `MaxPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.MaxPool1d(2)(ivy.ones((4, 3, 6))).shape
    (4, 3, 3)
    """

    _count = 1
    _function = max_pool1d


class MaxPool2d(_MaxPool):
    """The largest element of each window of images.

    Parameters
    ----------
    kernel_size
        The length of the window along each spatial axis, or along all.
    stride
        The step of the window; by default its length.
    padding, dilation, ceil_mode
        As in `ivy.max_pool2d`.
    return_indices
        Whether the result is a pair: the elements, and where they are, see `ivy.max_pool_indices`.
    data_format
        ``"channels_first"`` or ``"channels_last"``; one sample may come without an axis for it.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.MaxPool2d(2)(ivy.ones((4, 3, 6, 6))).shape
    (4, 3, 3, 3)
    """

    _count = 2
    _function = max_pool2d


class MaxPool3d(_MaxPool):
    """The largest element of each window of volumes.

    Parameters
    ----------
    kernel_size, stride, padding, dilation, return_indices, ceil_mode, data_format
        As in `MaxPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.MaxPool3d(2)(ivy.ones((4, 3, 6, 6, 6))).shape
    (4, 3, 3, 3, 3)
    """

    _count = 3
    _function = max_pool3d


class AvgPool1d(_AvgPool):
    """The mean of each window of signals.

    Parameters
    ----------
    kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, data_format
        As in `AvgPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.AvgPool1d(2)(ivy.ones((4, 3, 6))).shape
    (4, 3, 3)
    """

    _count = 1
    _function = avg_pool1d


class AvgPool2d(_AvgPool):
    """The mean of each window of images.

    Parameters
    ----------
    kernel_size, stride, data_format
        As in `MaxPool2d`.
    padding, ceil_mode, count_include_pad, divisor_override
        As in `ivy.avg_pool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.AvgPool2d(2)(ivy.ones((4, 3, 6, 6))).shape
    (4, 3, 3, 3)
    """

    _count = 2
    _function = avg_pool2d


class AvgPool3d(_AvgPool):
    """The mean of each window of volumes.

    Parameters
    ----------
    kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, data_format
        As in `AvgPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.AvgPool3d(2)(ivy.ones((4, 3, 6, 6, 6))).shape
    (4, 3, 3, 3, 3)
    """

    _count = 3
    _function = avg_pool3d


class LPPool1d(_LPPool):
    """The norm of each window of signals.

    Parameters
    ----------
    norm_type, kernel_size, stride, ceil_mode, padding, data_format
        As in `LPPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.LPPool1d(2, 2)(ivy.ones((4, 3, 6))).shape
    (4, 3, 3)
    """

    _count = 1
    _function = lp_pool1d


class LPPool2d(_LPPool):
    """The norm of each window of images.

    Parameters
    ----------
    norm_type
        The power `p` of ``(sum of x ** p) ** (1 / p)``.
    kernel_size, stride, data_format
        As in `MaxPool2d`.
    ceil_mode, padding
        As in `ivy.lp_pool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.LPPool2d(2, 2)(ivy.ones((4, 3, 6, 6))).shape
    (4, 3, 3, 3)
    """

    _count = 2
    _function = lp_pool2d


class LPPool3d(_LPPool):
    """The norm of each window of volumes.

    Parameters
    ----------
    norm_type, kernel_size, stride, ceil_mode, padding, data_format
        As in `LPPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.LPPool3d(2, 2)(ivy.ones((4, 3, 6, 6, 6))).shape
    (4, 3, 3, 3, 3)
    """

    _count = 3
    _function = lp_pool3d


class AdaptiveAvgPool1d(_AdaptivePool):
    """The mean of each of equal parts of signals.

    Parameters
    ----------
    output_size, data_format
        As in `AdaptiveAvgPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.AdaptiveAvgPool1d(2)(ivy.ones((4, 3, 5))).shape
    (4, 3, 2)
    """

    _count = 1
    _function = adaptive_avg_pool1d


class AdaptiveAvgPool2d(_AdaptivePool):
    """The mean of each of equal parts of images.

    Parameters
    ----------
    output_size
        How many parts there are along each spatial axis, or along all; None is as many as elements.
    data_format
        As in `MaxPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.AdaptiveAvgPool2d(2)(ivy.ones((4, 3, 5, 5))).shape
    (4, 3, 2, 2)
    """

    _count = 2
    _function = adaptive_avg_pool2d


class AdaptiveAvgPool3d(_AdaptivePool):
    """The mean of each of equal parts of volumes.

    Parameters
    ----------
    output_size, data_format
        As in `AdaptiveAvgPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.AdaptiveAvgPool3d(2)(ivy.ones((4, 3, 5, 5, 5))).shape
    (4, 3, 2, 2, 2)
    """

    _count = 3
    _function = adaptive_avg_pool3d


class AdaptiveMaxPool1d(_AdaptivePool):
    """The largest element of each of equal parts of signals.

    Parameters
    ----------
    output_size, data_format
        As in `AdaptiveMaxPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.AdaptiveMaxPool1d(2)(ivy.ones((4, 3, 5))).shape
    (4, 3, 2)
    """

    _count = 1
    _function = adaptive_max_pool1d


class AdaptiveMaxPool2d(_AdaptivePool):
    """The largest element of each of equal parts of images.

    Parameters
    ----------
    output_size
        How many parts there are along each spatial axis, or along all; None is as many as elements.
    data_format
        As in `MaxPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.AdaptiveMaxPool2d(2)(ivy.ones((4, 3, 5, 5))).shape
    (4, 3, 2, 2)
    """

    _count = 2
    _function = adaptive_max_pool2d


class AdaptiveMaxPool3d(_AdaptivePool):
    """The largest element of each of equal parts of volumes.

    Parameters
    ----------
    output_size, data_format
        As in `AdaptiveMaxPool2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.AdaptiveMaxPool3d(2)(ivy.ones((4, 3, 5, 5, 5))).shape
    (4, 3, 2, 2, 2)
    """

    _count = 3
    _function = adaptive_max_pool3d


class MaxUnpool1d(_MaxUnpool):
    """Signals of zeros with elements where `MaxPool1d` found them.

    Parameters
    ----------
    kernel_size, stride, padding, data_format
        As in `MaxUnpool2d`.

    Examples
    --------
    >>> import ivy
    >>> x, where = ivy.nn.MaxPool1d(2, return_indices=True)(ivy.ones((4, 3, 4)))
    >>> ivy.nn.MaxUnpool1d(2)(x, where).shape
    (4, 3, 4)
    """

    _count = 1
    _function = max_unpool1d


class MaxUnpool2d(_MaxUnpool):
    """Images of zeros with elements where `MaxPool2d` found them.

    Parameters
    ----------
    kernel_size, stride, padding, data_format
        Those of the pooling, `MaxPool2d`.

    Examples
    --------
    >>> import ivy
    >>> x, where = ivy.nn.MaxPool2d(2, return_indices=True)(ivy.ones((4, 3, 4, 4)))
    >>> ivy.nn.MaxUnpool2d(2)(x, where).shape
    (4, 3, 4, 4)
    """

    _count = 2
    _function = max_unpool2d


class MaxUnpool3d(_MaxUnpool):
    """Volumes of zeros with elements where `MaxPool3d` found them.

    Parameters
    ----------
    kernel_size, stride, padding, data_format
        As in `MaxUnpool2d`.

    Examples
    --------
    >>> import ivy
    >>> x, where = ivy.nn.MaxPool3d(2, return_indices=True)(ivy.ones((4, 3, 4, 4, 4)))
    >>> ivy.nn.MaxUnpool3d(2)(x, where).shape
    (4, 3, 4, 4, 4)
    """

    _count = 3
    _function = max_unpool3d
