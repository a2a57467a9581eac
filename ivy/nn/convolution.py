"""Convolutions of signals, images and volumes, and their transposes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

from ivy.array import Array
from ivy.backends.filters import (
    check_output_padding,
    check_padding,
    each_axis,
    is_last,
    pairs,
    positive,
    same,
    spatial,
)
from ivy.functional.convolution import (
    conv1d,
    conv1d_transpose,
    conv2d,
    conv2d_transpose,
    conv3d,
    conv3d_transpose,
)
from ivy.functional.manipulation import pad
from ivy.nn.layer import Dtype, Layer, Lengths, Padding, check_choice, check_groups, drawn, of_batch

# What `ivy.pad` calls them.
_MODES = {"zeros": None, "reflect": "reflect", "replicate": "edge", "circular": "wrap"}


class _Filters(Layer):
    """What convolutions and their transposes share: the arguments, and the check of them."""

    _count: ClassVar[int]
    _function: ClassVar[Callable[..., Array]]

    in_channels: int
    out_channels: int
    data_format: str

    def _filters(self, kernel_size: Lengths, groups: int, data_format: str) -> tuple[int, ...]:
        """Return the lengths of filters, after a look at the other arguments."""
        name = type(self).__name__
        check_groups(name, groups, in_channels=self.in_channels, out_channels=self.out_channels)
        is_last(f"nn.{name}", data_format)
        return positive(f"nn.{name}", "kernel_size", kernel_size, self._count)


class _Convolution(_Filters):
    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Lengths,
        stride: Lengths = 1,
        padding: Padding = 0,
        dilation: Lengths = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        *,
        data_format: str = "channels_first",
        dtype: Dtype = None,
    ) -> None:
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = self._filters(kernel_size, groups, data_format)
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.groups = groups
        self.padding_mode = padding_mode
        self.data_format = data_format
        name = type(self).__name__
        check_choice(name, "padding_mode", padding_mode, tuple(_MODES))
        positive(f"nn.{name}", "stride", stride, self._count)
        positive(f"nn.{name}", "dilation", dilation, self._count)
        check_padding(f"nn.{name}", padding, self._count)
        shape = (out_channels, in_channels // groups, *self.kernel_size)
        fan = math.prod(shape[1:])
        self.weight = drawn(shape, fan, dtype)
        self.bias = drawn((out_channels,), fan, dtype) if bias else None

    def forward(self, x: Array) -> Array:
        """Return the filters' results for samples, or for one sample without an axis for them."""
        return of_batch(self._convolved, x, self._count + 2)

    def _convolved(self, x: Array) -> Array:
        padding = self.padding
        mode = _MODES[self.padding_mode]
        if mode is not None and x.ndim == self._count + 2:
            x, padding = self._continued(x, mode), 0
        return type(self)._function(
            *(x, self.weight, self.bias),
            strides=self.stride,
            padding=padding,
            dilation=self.dilation,
            groups=self.groups,
            data_format=self.data_format,
        )

    def _continued(self, x: Array, mode: str) -> Array:
        name = f"nn.{type(self).__name__}"
        last = is_last(name, self.data_format)
        widths = pairs(name, self.padding, self._count)
        if widths == "same":
            steps = each_axis(name, "dilation", self.dilation, self._count)
            spans = [(k - 1) * d + 1 for k, d in zip(self.kernel_size, steps, strict=True)]
            strides = each_axis(name, "stride", self.stride, self._count)
            widths = same(spatial(x.shape, last), spans, strides)
        none = (0, 0)
        return pad(x, (none, *widths, none) if last else (none, none, *widths), mode=mode)


class Conv1d(_Convolution):
    """A layer of filters that go along signals, see `Conv2d`.

    Parameters
    ----------
    in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias
        As in `Conv2d`.
    padding_mode, data_format, dtype
        As in `Conv2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Conv1d(3, 8, 5, padding=2)(ivy.ones((4, 3, 10))).shape
    (4, 8, 10)
    """

    _count = 1
    _function = conv1d


class Conv2d(_Convolution):
    """A layer of filters that go over images.

    Parameters
    ----------
    in_channels, out_channels
        How many channels the images and the result have; the latter is the number of filters.
    kernel_size
        The lengths of a filter, or one for all axes.
    stride, padding, dilation, groups
        As in `ivy.conv2d`, where the first is `strides`: the padding is an integer, one for each
        axis, a pair for each axis, ``"same"`` or ``"valid"``.
    bias
        Whether a number is added for each filter.
    padding_mode
        What the padding is: ``"zeros"``, ``"reflect"``, ``"replicate"`` or ``"circular"``.
    data_format
        ``"channels_first"`` for images ``(N, C, H, W)``, ``"channels_last"`` for
        ``(N, H, W, C)``; one image may come without the axis ``N``.
    dtype
        A floating dtype for the arrays; by default that of `ivy.config`.

    Attributes
    ----------
    weight
        ``(out_channels, in_channels / groups, *kernel_size)``.
    bias
        ``(out_channels,)``, or None.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.Conv2d(3, 8, 5, padding="same")
    >>> layer, layer(ivy.ones((4, 3, 10, 10))).shape
    (Conv2d(3, 8, (5, 5), padding='same'), (4, 8, 10, 10))
    """

    _count = 2
    _function = conv2d


class Conv3d(_Convolution):
    """A layer of filters that go through volumes, see `Conv2d`.

    Parameters
    ----------
    in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias
        As in `Conv2d`.
    padding_mode, data_format, dtype
        As in `Conv2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Conv3d(3, 8, 2)(ivy.ones((4, 3, 5, 5, 5))).shape
    (4, 8, 4, 4, 4)
    """

    _count = 3
    _function = conv3d


class _Transpose(_Filters):
    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Lengths,
        stride: Lengths = 1,
        padding: Padding = 0,
        output_padding: Lengths = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Lengths = 1,
        *,
        data_format: str = "channels_first",
        dtype: Dtype = None,
    ) -> None:
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = self._filters(kernel_size, groups, data_format)
        self.stride = stride
        self.padding = padding
        self.output_padding = output_padding
        self.groups = groups
        self.dilation = dilation
        self.data_format = data_format
        name = f"nn.{type(self).__name__}"
        strides = positive(name, "stride", stride, self._count)
        steps = positive(name, "dilation", dilation, self._count)
        check_padding(name, padding, self._count)
        check_output_padding(name, output_padding, strides, steps, self._count)
        shape = (in_channels, out_channels // groups, *self.kernel_size)
        fan = math.prod(shape[1:])
        self.weight = drawn(shape, fan, dtype)
        self.bias = drawn((out_channels,), fan, dtype) if bias else None

    def forward(self, x: Array, output_size: Lengths | None = None) -> Array:
        """Return what the filters add up to, for samples or for one without an axis for them.

        `output_size` says the lengths of the result, instead of `output_padding`.
        """
        return of_batch(lambda x: self._added_up(x, output_size), x, self._count + 2)

    def _added_up(self, x: Array, output_size: Lengths | None) -> Array:
        rest = self.output_padding
        if output_size is not None and x.ndim == self._count + 2:
            rest = self._rest(x, output_size)
        return type(self)._function(
            *(x, self.weight, self.bias),
            strides=self.stride,
            padding=self.padding,
            output_padding=rest,
            dilation=self.dilation,
            groups=self.groups,
            data_format=self.data_format,
        )

    def _rest(self, x: Array, output_size: Lengths) -> tuple[int, ...]:
        name, count = f"nn.{type(self).__name__}", self._count
        given = output_size
        if isinstance(given, tuple | list) and len(given) == count + 2:  # with samples and channels
            given = spatial(tuple(given), is_last(name, self.data_format))
        wanted = each_axis(name, "output_size", given, count)
        widths: Any = pairs(name, self.padding, count)
        lengths = spatial(x.shape, is_last(name, self.data_format))
        strides = each_axis(name, "stride", self.stride, count)
        steps = each_axis(name, "dilation", self.dilation, count)
        if widths == "same":
            least = [n * s for n, s in zip(lengths, strides, strict=True)]
        else:
            spans = [(k - 1) * d + 1 for k, d in zip(self.kernel_size, steps, strict=True)]
            ends = zip(lengths, strides, spans, widths, strict=True)
            least = [(n - 1) * s + span - before - after for n, s, span, (before, after) in ends]
        rest = tuple([w - n for w, n in zip(wanted, least, strict=True)])
        if any(not 0 <= r < max(s, d) for r, s, d in zip(rest, strides, steps, strict=True)):
            raise ValueError(
                f"ivy.{name}: expected an output_size from {tuple(least)} on, by less than stride "
                f"or dilation more, got output_size={output_size} for shape {x.shape}"
            )
        return rest


class ConvTranspose1d(_Transpose):
    """A layer of filters that signals are built of, see `ConvTranspose2d`.

    Parameters
    ----------
    in_channels, out_channels, kernel_size, stride, padding, output_padding, groups, bias
        As in `ConvTranspose2d`.
    dilation, data_format, dtype
        As in `ConvTranspose2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.ConvTranspose1d(8, 3, 4, stride=2, padding=1)(ivy.ones((4, 8, 5))).shape
    (4, 3, 10)
    """

    _count = 1
    _function = conv1d_transpose


class ConvTranspose2d(_Transpose):
    """A layer of filters that images are built of: a convolution with its gradient's direction.

    Parameters
    ----------
    in_channels, out_channels
        How many channels the images and the result have.
    kernel_size
        The lengths of a filter, or one for all axes.
    stride, padding, output_padding, dilation, groups
        As in `ivy.conv2d_transpose`, where the first is `strides`.
    bias, data_format, dtype
        As in `Conv2d`.

    Attributes
    ----------
    weight
        ``(in_channels, out_channels / groups, *kernel_size)``.
    bias
        ``(out_channels,)``, or None.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.ConvTranspose2d(8, 3, 4, stride=2, padding=1)(ivy.ones((4, 8, 5, 5))).shape
    (4, 3, 10, 10)
    """

    _count = 2
    _function = conv2d_transpose


class ConvTranspose3d(_Transpose):
    """A layer of filters that volumes are built of, see `ConvTranspose2d`.

    Parameters
    ----------
    in_channels, out_channels, kernel_size, stride, padding, output_padding, groups, bias
        As in `ConvTranspose2d`.
    dilation, data_format, dtype
        As in `ConvTranspose2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.ConvTranspose3d(8, 3, 2, stride=2)(ivy.ones((4, 8, 2, 2, 2))).shape
    (4, 3, 4, 4, 4)
    """

    _count = 3
    _function = conv3d_transpose
