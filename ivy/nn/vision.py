"""Layers that move pixels: shuffles, sizes, windows and borders; and measures of likeness."""

from __future__ import annotations

from numbers import Integral
from typing import ClassVar

from ivy.array import Array, lift
from ivy.functional.image import MODES, channel_shuffle, interpolate, pixel_shuffle, pixel_unshuffle
from ivy.functional.losses import cosine_similarity, pairwise_distance
from ivy.functional.manipulation import pad
from ivy.functional.pooling import fold, unfold
from ivy.nn.layer import (
    Layer,
    Lengths,
    check_choice,
    check_each,
    check_integers,
    check_no_negative,
    check_numbers,
    check_positive,
    check_sizes,
)


class PixelShuffle(Layer):
    """A layer that makes channels blocks of pixels, see `ivy.pixel_shuffle`.

    Parameters
    ----------
    upscale_factor
        How long the side of a block is.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.PixelShuffle(2)(ivy.ones((5, 8, 3, 3))).shape
    (5, 2, 6, 6)
    """

    def __init__(self, upscale_factor: int) -> None:
        check_sizes("PixelShuffle", upscale_factor=upscale_factor)
        self.upscale_factor = upscale_factor

    def forward(self, x: Array) -> Array:
        """Return images ``(..., C, H * factor, W * factor)``."""
        return pixel_shuffle(x, self.upscale_factor)


class PixelUnshuffle(Layer):
    """A layer that makes blocks of pixels channels, see `ivy.pixel_unshuffle`.

    Parameters
    ----------
    downscale_factor
        How long the side of a block is.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.PixelUnshuffle(2)(ivy.ones((5, 2, 6, 6))).shape
    (5, 8, 3, 3)
    """

    def __init__(self, downscale_factor: int) -> None:
        check_sizes("PixelUnshuffle", downscale_factor=downscale_factor)
        self.downscale_factor = downscale_factor

    def forward(self, x: Array) -> Array:
        """Return images ``(..., C * factor ** 2, H / factor, W / factor)``."""
        return pixel_unshuffle(x, self.downscale_factor)


class ChannelShuffle(Layer):
    """A layer that mixes groups of channels, see `ivy.channel_shuffle`.

    Parameters
    ----------
    groups
        How many groups there are.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.ChannelShuffle(2)(ivy.asarray([[[0], [1], [2], [3]]])).tolist()
    [[[0], [2], [1], [3]]]
    """

    def __init__(self, groups: int) -> None:
        check_sizes("ChannelShuffle", groups=groups)
        self.groups = groups

    def forward(self, x: Array) -> Array:
        """Return `x` with its channels in another order."""
        return channel_shuffle(x, self.groups)


class Upsample(Layer):
    """A layer that gives images of another size, see `ivy.interpolate`.

    Parameters
    ----------
    size
        The lengths of the result, or one for all axes.
    scale_factor
        Instead of it: what lengths are multiplied by, and then rounded down.
    mode
        ``"nearest"``, ``"linear"``, ``"bilinear"``, ``"bicubic"``, ``"trilinear"`` or another one
        of `ivy.interpolate`.
    align_corners
        Whether the middles of the first and last elements stay where they are.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Upsample(scale_factor=2)(ivy.ones((5, 2, 3, 3))).shape
    (5, 2, 6, 6)
    """

    def __init__(
        self,
        size: int | tuple[int, ...] | None = None,
        scale_factor: float | tuple[float, ...] | None = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
    ) -> None:
        if (size is None) is (scale_factor is None):
            raise ValueError(
                f"ivy.nn.Upsample: expected a size or a scale_factor, got size={size} and "
                f"scale_factor={scale_factor}"
            )
        if size is not None:
            check_each("Upsample", check_sizes, size=size)
        else:
            check_each("Upsample", check_positive, scale_factor=scale_factor)
        check_choice("Upsample", "mode", mode, MODES)
        self.size = size
        self.scale_factor = scale_factor
        self.mode = mode
        self.align_corners = align_corners

    def forward(self, x: Array) -> Array:
        """Return images ``(N, C, *size)``."""
        return interpolate(
            x,
            self.size,
            mode=self.mode,
            scale_factor=self.scale_factor,
            align_corners=bool(self.align_corners),
        )


class Unfold(Layer):
    """A layer that gives the elements under each window of images as columns, see `ivy.unfold`.

    Parameters
    ----------
    kernel_size
        The length of the window along each spatial axis, or along all.
    dilation, padding, stride
        As in `ivy.unfold`, where the last is `strides`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Unfold(2)(ivy.ones((5, 3, 4, 4))).shape
    (5, 12, 9)
    """

    def __init__(
        self, kernel_size: Lengths, dilation: Lengths = 1, padding: Lengths = 0, stride: Lengths = 1
    ) -> None:
        lengths = {"kernel_size": kernel_size, "dilation": dilation, "stride": stride}
        check_each("Unfold", check_sizes, **lengths)
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, x: Array) -> Array:
        """Return columns ``(N, C * K, places)``."""
        return unfold(
            x,
            window=self.kernel_size,
            strides=self.stride,
            padding=self.padding,
            dilation=self.dilation,
        )


class Fold(Layer):
    """A layer that gives images that are sums of windows, see `ivy.fold`.

    Parameters
    ----------
    output_size
        The lengths of the images; an integer stands for height and width.
    kernel_size, dilation, padding, stride
        As in `Unfold`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Fold(4, 2)(ivy.ones((5, 12, 9))).shape
    (5, 3, 4, 4)
    """

    def __init__(
        self,
        output_size: Lengths,
        kernel_size: Lengths,
        dilation: Lengths = 1,
        padding: Lengths = 0,
        stride: Lengths = 1,
    ) -> None:
        lengths = {"kernel_size": kernel_size, "dilation": dilation, "stride": stride}
        check_each("Fold", check_sizes, output_size=output_size, **lengths)
        self.output_size = output_size
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, x: Array) -> Array:
        """Return images ``(N, C, *output_size)`` of columns ``(N, C * K, places)``."""
        return fold(
            x,
            self.output_size,
            window=self.kernel_size,
            strides=self.stride,
            padding=self.padding,
            dilation=self.dilation,
        )


# -- borders -------------------------------------------------------------------------------------


class _Pad(Layer):
    """A border around the last axes."""

    _count: ClassVar[int]
    _mode: ClassVar[str]

    padding: Lengths

    def __init__(self, padding: Lengths) -> None:
        self._widths(padding)

    def _widths(self, padding: Lengths) -> None:
        count = 2 * self._count
        given = tuple(padding) if isinstance(padding, tuple | list) else (padding,) * count
        if len(given) != count or not all(isinstance(n, Integral) and n >= 0 for n in given):
            raise ValueError(
                f"ivy.nn.{type(self).__name__}: expected an integer of at least 0 or {count} of "
                f"them, the last axis first, got padding={padding!r}"
            )
        self.padding = padding

    def _padded(self, x: Array, value: float) -> Array:
        x, count = lift(x), self._count
        if x.ndim <= count:
            raise ValueError(
                f"ivy.nn.{type(self).__name__}: expected an array with channels and {count} other "
                f"axes, got shape {x.shape}"
            )
        given = self.padding
        ends = tuple(given) if isinstance(given, tuple | list) else (given,) * (2 * count)
        pairs = [(ends[2 * i], ends[2 * i + 1]) for i in reversed(range(count))]
        widths = (((0, 0),) * (x.ndim - count)) + tuple(pairs)
        return pad(x, widths, mode=self._mode, value=value)

    def forward(self, x: Array) -> Array:
        """Return `x` with elements added around it."""
        return self._padded(x, 0.0)


class _ConstantPad(_Pad):
    _mode = "constant"

    def __init__(self, padding: Lengths, value: float) -> None:
        self._widths(padding)
        check_numbers(type(self).__name__, value=value)
        self.value = value

    def forward(self, x: Array) -> Array:
        """Return `x` with elements added around it."""
        return self._padded(x, self.value)


class ZeroPad1d(_Pad):
    """A layer that puts zeros around signals ``(..., C, L)``, see `ZeroPad2d`."""

    _count = 1
    _mode = "constant"


class ZeroPad2d(_Pad):
    """A layer that puts zeros around images ``(..., C, H, W)``.

    Parameters
    ----------
    padding
        How many elements are added at each end, or integers ``(left, right, top, bottom)``: the
        last axis comes first.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.ZeroPad2d((1, 0, 0, 0))(ivy.ones((1, 1, 2))).tolist()
    [[[0.0, 1.0, 1.0]]]
    """

    _count = 2
    _mode = "constant"


class ZeroPad3d(_Pad):
    """A layer that puts zeros around volumes ``(..., C, D, H, W)``, see `ZeroPad2d`."""

    _count = 3
    _mode = "constant"


class ConstantPad1d(_ConstantPad):
    """A layer that puts a constant around signals ``(..., C, L)``, see `ConstantPad2d`."""

    _count = 1


class ConstantPad2d(_ConstantPad):
    """A layer that puts a constant around images ``(..., C, H, W)``.

    Parameters
    ----------
    padding
        As in `ZeroPad2d`.
    value
        The constant.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.ConstantPad2d((0, 2, 0, 0), 7.0)(ivy.ones((1, 1, 2))).tolist()
    [[[1.0, 1.0, 7.0, 7.0]]]
    """

    _count = 2


class ConstantPad3d(_ConstantPad):
    """A layer that puts a constant around volumes ``(..., C, D, H, W)``, see `ConstantPad2d`."""

    _count = 3


class ReflectionPad1d(_Pad):
    """A layer that puts what is mirrored at their border around signals ``(..., C, L)``.

    See `ZeroPad2d`.
    """

    _count = 1
    _mode = "reflect"


class ReflectionPad2d(_Pad):
    """A layer that puts what is mirrored at their border around images ``(..., C, H, W)``.

    See `ZeroPad2d`.
    """

    _count = 2
    _mode = "reflect"


class ReflectionPad3d(_Pad):
    """A layer that puts what is mirrored at their border around volumes ``(..., C, D, H, W)``.

    See `ZeroPad2d`.
    """

    _count = 3
    _mode = "reflect"


class ReplicationPad1d(_Pad):
    """A layer that puts the nearest elements around signals ``(..., C, L)``, see `ZeroPad2d`."""

    _count = 1
    _mode = "edge"


class ReplicationPad2d(_Pad):
    """A layer that puts the nearest elements around images ``(..., C, H, W)``, see `ZeroPad2d`."""

    _count = 2
    _mode = "edge"


class ReplicationPad3d(_Pad):
    """A layer that puts the nearest elements around volumes ``(..., C, D, H, W)``.

    See `ZeroPad2d`.
    """

    _count = 3
    _mode = "edge"


class CircularPad1d(_Pad):
    """A layer that puts what continues from the other end around signals ``(..., C, L)``.

    See `ZeroPad2d`.
    """

    _count = 1
    _mode = "wrap"


class CircularPad2d(_Pad):
    """A layer that puts what continues from the other end around images ``(..., C, H, W)``.

    See `ZeroPad2d`.
    """

    _count = 2
    _mode = "wrap"


class CircularPad3d(_Pad):
    """A layer that puts what continues from the other end around volumes ``(..., C, D, H, W)``.

    See `ZeroPad2d`.
    """

    _count = 3
    _mode = "wrap"


# -- likeness ------------------------------------------------------------------------------------


class CosineSimilarity(Layer):
    """A layer that gives the cosine of the angle between vectors, see `ivy.cosine_similarity`.

    Parameters
    ----------
    axis
        The axis of the vectors.
    eps
        The least length that is divided by.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.CosineSimilarity()
    >>> layer(ivy.asarray([[1.0, 0.0]]), ivy.asarray([[3.0, 4.0]]))
    Array([0.6], dtype=float32, backend='numpy')
    """

    def __init__(self, axis: int = 1, eps: float = 1e-8) -> None:
        check_integers("CosineSimilarity", axis=axis)
        check_no_negative("CosineSimilarity", eps=eps)
        self.axis = axis
        self.eps = eps

    def forward(self, x1: Array, x2: Array) -> Array:
        """Return the cosines."""
        return cosine_similarity(x1, x2, axis=self.axis, eps=self.eps)


class PairwiseDistance(Layer):
    """A layer that gives the norms of differences of vectors, see `ivy.pairwise_distance`.

    Parameters
    ----------
    p
        The order of the norm.
    eps
        Added to the differences, so that no derivative is infinite.
    keepdims
        Whether the last axis stays, with length 1.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.PairwiseDistance(eps=0.0)
    >>> layer(ivy.asarray([[0.0, 0.0]]), ivy.asarray([[3.0, 4.0]]))
    Array([5.], dtype=float32, backend='numpy')
    """

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdims: bool = False) -> None:
        check_numbers("PairwiseDistance", p=p, eps=eps)
        self.p = p
        self.eps = eps
        self.keepdims = keepdims

    def forward(self, x1: Array, x2: Array) -> Array:
        """Return the norms."""
        return pairwise_distance(x1, x2, p=self.p, eps=self.eps, keepdims=self.keepdims)
