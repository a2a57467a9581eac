"""Normalisation layers, with weights, and where they need it with running statistics."""

from __future__ import annotations

from typing import Any, ClassVar

from ivy.array import Array, lift
from ivy.backends.filters import is_last
from ivy.functional.creation import ones, zeros
from ivy.functional.data_type import astype
from ivy.functional.elementwise import add, divide, multiply, subtract
from ivy.functional.gradients import stop_gradient
from ivy.functional.norms import (
    batch_norm,
    group_norm,
    instance_norm,
    layer_norm,
    local_response_norm,
    rms_norm,
)
from ivy.functional.statistical import mean, var
from ivy.nn.layer import (
    Dtype,
    Layer,
    Shape,
    check_groups,
    check_no_negative,
    check_numbers,
    check_rate,
    check_sizes,
    of_batch,
)
from ivy.nn.module import Buffer


class _Running(Layer):
    """What layers share that keep running statistics of channels."""

    running_mean: Array | None
    running_var: Array | None
    num_batches_tracked: Array | None
    weight: Array | None
    bias: Array | None

    _ranks: ClassVar[tuple[int, ...]]
    _expected: ClassVar[str]

    def _prepare(
        self,
        num_features: int,
        eps: float,
        momentum: float | None,
        affine: bool,
        track_running_stats: bool,
        data_format: str,
        dtype: Dtype,
    ) -> None:
        name = type(self).__name__
        check_sizes(name, num_features=num_features)
        check_no_negative(name, eps=eps)
        if momentum is not None:
            check_rate(name, "momentum", momentum)
        is_last(f"nn.{name}", data_format)
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self.data_format = data_format
        self.weight = ones(num_features, dtype=dtype) if affine else None
        self.bias = zeros(num_features, dtype=dtype) if affine else None
        self.running_mean = self.running_var = self.num_batches_tracked = None
        if track_running_stats:
            self.running_mean = Buffer(zeros(num_features, dtype=dtype))  # type: ignore[assignment]  # the attribute is its array
            self.running_var = Buffer(ones(num_features, dtype=dtype))  # type: ignore[assignment]
            self.num_batches_tracked = Buffer(zeros((), dtype="int64"))  # type: ignore[assignment]

    def _check(self, x: Array) -> None:
        axis = -1 if self.data_format == "channels_last" else -len(x.shape) + 1
        fits = len(x.shape) in self._ranks
        if not fits or x.shape[axis] not in (self.num_features, None):
            where = "last" if self.data_format == "channels_last" else "second"
            raise ValueError(
                f"ivy.nn.{type(self).__name__}: expected {self._expected} with "
                f"{self.num_features} channels on the {where} axis, got shape {x.shape}"
            )

    def _follow(self, new_mean: Array, new_variance: Array) -> None:
        """Move the running statistics towards those of a batch."""
        assert self.running_mean is not None
        assert self.running_var is not None
        assert self.num_batches_tracked is not None
        self.num_batches_tracked = add(self.num_batches_tracked, 1)
        share: float | Array | None = self.momentum
        if share is None:  # the mean of all batches
            share = divide(1.0, astype(self.num_batches_tracked, self.running_mean.dtype))
        self.running_mean = _moved(self.running_mean, new_mean, share)
        self.running_var = _moved(self.running_var, new_variance, share)


def _moved(old: Array, new: Array, share: float | Array) -> Array:
    new = astype(stop_gradient(new), old.dtype)
    return add(old, multiply(subtract(new, old), share))


class _BatchNorm(_Running):
    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        *,
        data_format: str = "channels_first",
        dtype: Dtype = None,
    ) -> None:
        rest = (affine, track_running_stats, data_format, dtype)
        self._prepare(num_features, eps, momentum, *rest)

    def forward(self, x: Array) -> Array:
        """Return the normalised samples; in training, follow their statistics."""
        x = lift(x)
        self._check(x)
        training = self.training or self.running_mean is None
        result = batch_norm(
            x,
            None if training else self.running_mean,
            None if training else self.running_var,
            self.weight,
            self.bias,
            training=training,
            eps=self.eps,
            data_format=self.data_format,
        )
        if self.training and self.running_mean is not None:
            self._follow(result.mean, result.variance)
        return result.out


class BatchNorm1d(_BatchNorm):
    """A layer that normalises the features of samples, or the channels of signals.

    Parameters
    ----------
    num_features, eps, momentum, affine, track_running_stats, dtype
        As in `BatchNorm2d`.
    data_format
        ``"channels_first"`` for ``(N, C)`` and ``(N, C, L)``, or ``"channels_last"``.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.BatchNorm1d(2, eps=0.0)(ivy.asarray([[1.0, 0.0], [3.0, 4.0]]))
    Array([[-1., -1.],
           [ 1.,  1.]], dtype=float32, backend='numpy')
    """

    _ranks = (2, 3)
    _expected = "samples or signals"


class BatchNorm2d(_BatchNorm):
    """A layer that normalises the channels of images, by mean and variance of the batch.

    In training those of the batch are taken, and running ones follow them; in use the running
    ones are taken. See https://arxiv.org/abs/1502.03167.

    Parameters
    ----------
    num_features
        How many channels there are.
    eps
        Added to the variance under the root.
    momentum
        The share of a batch in the new running statistics; None makes them the mean of all
        batches.
    affine
        Whether the channels are multiplied by a weight then, and a bias is added.
    track_running_stats
        Whether there are running statistics; without, those of the batch are taken in use too.
    data_format
        ``"channels_first"`` for ``(N, C, H, W)``, ``"channels_last"`` for ``(N, H, W, C)``.
    dtype
        A floating dtype for the arrays; by default that of `ivy.config`.

    Attributes
    ----------
    weight, bias
        ``(num_features,)``, or None.
    running_mean, running_var
        Buffers ``(num_features,)``, or None. The variance is the unbiased estimate.
    num_batches_tracked
        A buffer, the int64 number of batches.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.BatchNorm2d(1, momentum=0.5)
    >>> out = layer(ivy.asarray([[[[1.0, 3.0]]]]))
    >>> layer.running_mean, layer.running_var
    (Array([1.], dtype=float32, backend='numpy'), Array([1.5], dtype=float32, backend='numpy'))
    """

    _ranks = (4,)
    _expected = "images"


class BatchNorm3d(_BatchNorm):
    """A layer that normalises the channels of volumes, see `BatchNorm2d`.

    Parameters
    ----------
    num_features, eps, momentum, affine, track_running_stats, data_format, dtype
        As in `BatchNorm2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.BatchNorm3d(3)(ivy.ones((4, 3, 2, 2, 2))).shape
    (4, 3, 2, 2, 2)
    """

    _ranks = (5,)
    _expected = "volumes"


class _InstanceNorm(_Running):
    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        *,
        data_format: str = "channels_first",
        dtype: Dtype = None,
    ) -> None:
        rest = (affine, track_running_stats, data_format, dtype)
        self._prepare(num_features, eps, momentum, *rest)

    def forward(self, x: Array) -> Array:
        """Return the normalised samples, or the one without an axis for them."""
        return of_batch(self._normalised, x, self._ranks[0])

    def _normalised(self, x: Array) -> Array:
        self._check(x)
        options: dict[str, Any] = {"eps": self.eps, "data_format": self.data_format}
        if self.running_mean is not None and not self.training:
            moments = (self.running_mean, self.running_var)
            return batch_norm(x, *moments, self.weight, self.bias, **options).out
        out = instance_norm(x, self.weight, self.bias, **options)
        if self.running_mean is not None:
            last = self.data_format == "channels_last"
            axes = tuple(range(1, x.ndim - 1) if last else range(2, x.ndim))
            wide = astype(x, "float32") if x.dtype.itemsize < 4 else x
            of_batch_mean = mean(mean(wide, axis=axes), axis=0)
            self._follow(of_batch_mean, mean(var(wide, axis=axes, correction=1), axis=0))
        return out


class InstanceNorm1d(_InstanceNorm):
    """A layer that normalises each channel of each signal, see `InstanceNorm2d`.

    Parameters
    ----------
    num_features, eps, momentum, affine, track_running_stats, data_format, dtype
        As in `InstanceNorm2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.InstanceNorm1d(1, eps=0.0)(ivy.asarray([[[1.0, 3.0]]]))
    Array([[[-1.,  1.]]], dtype=float32, backend='numpy')
    """

    _ranks = (3,)
    _expected = "signals"


class InstanceNorm2d(_InstanceNorm):
    """A layer that normalises each channel of each image, see https://arxiv.org/abs/1607.08022.

    Parameters
    ----------
    num_features
        How many channels there are.
    eps, momentum, data_format, dtype
        As in `BatchNorm2d`; one image may come without an axis for samples.
    affine
        Whether the channels are multiplied by a weight then, and a bias is added.
    track_running_stats
        Whether there are running statistics, means over the samples, which are taken in use.

    Attributes
    ----------
    weight, bias, running_mean, running_var, num_batches_tracked
        As in `BatchNorm2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.InstanceNorm2d(3)(ivy.ones((4, 3, 2, 2))).shape
    (4, 3, 2, 2)
    """

    _ranks = (4,)
    _expected = "images"


class InstanceNorm3d(_InstanceNorm):
    """A layer that normalises each channel of each volume, see `InstanceNorm2d`.

    Parameters
    ----------
    num_features, eps, momentum, affine, track_running_stats, data_format, dtype
        As in `InstanceNorm2d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.InstanceNorm3d(3)(ivy.ones((4, 3, 2, 2, 2))).shape
    (4, 3, 2, 2, 2)
    """

    _ranks = (5,)
    _expected = "volumes"


class _OfLastAxes(Layer):
    """What layers share that normalise the last axes."""

    normalized_shape: Shape

    def _axes(self, x: Array) -> Shape:
        """Return these axes, or raise where they have other lengths."""
        count = len(self.normalized_shape)
        last = tuple(x.shape)[-count:]
        pairs = zip(last, self.normalized_shape, strict=False)
        if len(last) != count or any(n not in (m, None) for n, m in pairs):
            raise ValueError(
                f"ivy.nn.{type(self).__name__}: expected an array whose last axes are "
                f"{self.normalized_shape}, got shape {tuple(x.shape)}"
            )
        return tuple(range(-count, 0))


def _lengths(layer: str, normalized_shape: int | Shape) -> Shape:
    shape = normalized_shape
    given = tuple(shape) if isinstance(shape, tuple | list) else (shape,)
    if not given:
        raise ValueError(f"ivy.nn.{layer}: expected a normalized_shape of one axis or more, got ()")
    for n in given:
        check_sizes(layer, normalized_shape=n)
    return given


class LayerNorm(_OfLastAxes):
    """A layer that normalises the last axes by mean and variance, see `ivy.layer_norm`.

    Parameters
    ----------
    normalized_shape
        The lengths of these axes, or that of the last one.
    eps
        Added to the variance under the root.
    elementwise_affine
        Whether it is multiplied by a weight then.
    bias
        Whether a bias is added too.
    dtype
        A floating dtype for the arrays; by default that of `ivy.config`.

    Attributes
    ----------
    weight, bias
        Arrays of the `normalized_shape`, or None.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.LayerNorm(2, eps=0.0)(ivy.asarray([[1.0, 3.0]]))
    Array([[-1.,  1.]], dtype=float32, backend='numpy')
    """

    def __init__(
        self,
        normalized_shape: int | Shape,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        *,
        dtype: Dtype = None,
    ) -> None:
        self.normalized_shape = _lengths("LayerNorm", normalized_shape)
        check_no_negative("LayerNorm", eps=eps)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        shape = self.normalized_shape
        self.weight = ones(shape, dtype=dtype) if elementwise_affine else None
        self.bias = zeros(shape, dtype=dtype) if elementwise_affine and bias else None

    def forward(self, x: Array) -> Array:
        """Return `x` normalised along its last axes."""
        axis = self._axes(lift(x))
        return layer_norm(x, self.weight, self.bias, axis=axis, eps=self.eps)


class RMSNorm(_OfLastAxes):
    """A layer that divides the last axes by the root of their mean square, see `ivy.rms_norm`.

    Parameters
    ----------
    normalized_shape
        The lengths of these axes, or that of the last one.
    eps
        Added to the mean under the root; by default the epsilon of the dtype.
    elementwise_affine
        Whether it is multiplied by a weight then.
    dtype
        A floating dtype for the weight; by default that of `ivy.config`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.RMSNorm(2)(ivy.asarray([[3.0, 3.0]]))
    Array([[1., 1.]], dtype=float32, backend='numpy')
    """

    def __init__(
        self,
        normalized_shape: int | Shape,
        eps: float | None = None,
        elementwise_affine: bool = True,
        *,
        dtype: Dtype = None,
    ) -> None:
        self.normalized_shape = _lengths("RMSNorm", normalized_shape)
        if eps is not None:
            check_no_negative("RMSNorm", eps=eps)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.weight = ones(self.normalized_shape, dtype=dtype) if elementwise_affine else None

    def forward(self, x: Array) -> Array:
        """Return `x` normalised along its last axes."""
        return rms_norm(x, self.weight, axis=self._axes(lift(x)), eps=self.eps)


class GroupNorm(Layer):
    """A layer that normalises groups of channels of each sample, see `ivy.group_norm`.

    Parameters
    ----------
    num_groups, num_channels
        How many channels there are, and into how many groups they fall.
    eps
        Added to the variance under the root.
    affine
        Whether the channels are multiplied by a weight then, and a bias is added.
    data_format
        ``"channels_first"`` or ``"channels_last"``.
    dtype
        A floating dtype for the arrays; by default that of `ivy.config`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.GroupNorm(2, 4)(ivy.ones((5, 4, 3))).shape
    (5, 4, 3)
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        *,
        data_format: str = "channels_first",
        dtype: Dtype = None,
    ) -> None:
        check_groups("GroupNorm", num_groups, num_channels=num_channels)
        check_no_negative("GroupNorm", eps=eps)
        is_last("nn.GroupNorm", data_format)
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self.data_format = data_format
        self.weight = ones(num_channels, dtype=dtype) if affine else None
        self.bias = zeros(num_channels, dtype=dtype) if affine else None

    def forward(self, x: Array) -> Array:
        """Return `x` normalised in each group of channels."""
        options: dict[str, Any] = {
            "groups": self.num_groups,
            "eps": self.eps,
            "data_format": self.data_format,
        }
        return group_norm(x, self.weight, self.bias, **options)


class LocalResponseNorm(Layer):
    """A layer that divides by squares of neighbouring channels, see `ivy.local_response_norm`.

    Parameters
    ----------
    size, alpha, beta, k, data_format
        As in `ivy.local_response_norm`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.LocalResponseNorm(2)(ivy.ones((5, 4, 3))).shape
    (5, 4, 3)
    """

    def __init__(
        self,
        size: int,
        alpha: float = 1e-4,
        beta: float = 0.75,
        k: float = 1.0,
        *,
        data_format: str = "channels_first",
    ) -> None:
        check_sizes("LocalResponseNorm", size=size)
        check_numbers("LocalResponseNorm", alpha=alpha, beta=beta, k=k)
        is_last("nn.LocalResponseNorm", data_format)
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k
        self.data_format = data_format

    def forward(self, x: Array) -> Array:
        """Return `x` divided."""
        options: dict[str, Any] = {
            "size": self.size,
            "alpha": self.alpha,
            "beta": self.beta,
            "k": self.k,
        }
        return local_response_norm(x, **options, data_format=self.data_format)
