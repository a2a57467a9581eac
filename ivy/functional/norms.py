"""Normalisation: of features by mean and variance, and of vectors by length.

The half precisions are summed in float32, and rounded once, at the end.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ivy import dtypes
from ivy.array import Array
from ivy.backends.normalising import channel_axis, check_batch_norm, check_group_norm
from ivy.dtypes import DType, finfo
from ivy.functional._op import composite
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    abs,
    add,
    divide,
    maximum,
    multiply,
    pow,
    rsqrt,
    sqrt,
    square,
    subtract,
)
from ivy.functional.indexing import getitem
from ivy.functional.linear_algebra import vector_norm
from ivy.functional.manipulation import pad, reshape
from ivy.functional.statistical import mean, sum, var

Shape = tuple[int, ...]
_HALF = (dtypes.float16, dtypes.bfloat16)


def _wide(x: Array) -> Array:
    """Return an array in the dtype to take means in: float32 for the half precisions."""
    return astype(x, dtypes.float32) if x.dtype in _HALF else x


def _as(x: Array, dtype: DType) -> Array:
    return x if x.dtype is dtype else astype(x, dtype)


def _scaled(out: Array, weight: Array | None, bias: Array | None) -> Array:
    if weight is not None:
        out = multiply(out, weight)
    return out if bias is None else add(out, bias)


def _standard(x: Array, axis: int | tuple[int, ...] | None, eps: float) -> Array:
    """Return an array with mean 0 and variance 1 along axes."""
    wide = _wide(x)
    centred = subtract(wide, mean(wide, axis=axis, keepdims=True))
    spread = mean(square(centred), axis=axis, keepdims=True)
    return _as(divide(centred, sqrt(add(spread, eps))), x.dtype)


@composite(dtypes="real floating", promoted=("x", "weight", "bias"))
def layer_norm(
    x: Array,
    weight: Array | None = None,
    bias: Array | None = None,
    /,
    *,
    axis: int | tuple[int, ...] | None = -1,
    eps: float = 1e-5,
) -> Array:
    """Return `x` shifted and scaled to mean 0 and variance 1 along axes, then by weights.

    Parameters
    ----------
    x
        The array.
    weight, bias
        What the normalised array is multiplied by, and what is added then; broadcast against it.
    axis
        The axes of one normalised group; None stands for all.
    eps
        Added to the (population's) variance under the root.

    Examples
    --------
    >>> import ivy
    >>> ivy.layer_norm(ivy.asarray([1.0, 3.0]), eps=0.0)
    Array([-1.,  1.], dtype=float32, backend='numpy')
    """
    return _scaled(_standard(x, axis, eps), weight, bias)


@composite(dtypes="real floating", promoted=("x", "weight"))
def rms_norm(
    x: Array,
    weight: Array | None = None,
    /,
    *,
    axis: int | tuple[int, ...] | None = -1,
    eps: float | None = None,
) -> Array:
    """Return `x` divided by the root of the mean of its squares along axes, then times weights.

    See https://arxiv.org/abs/1910.07467.

    Parameters
    ----------
    x
        The array.
    weight
        What the normalised array is multiplied by, broadcast against it.
    axis
        The axes of one normalised group; None stands for all.
    eps
        Added to the mean under the root; by default the epsilon of the dtype, of float32 for the
        half precisions.

    Examples
    --------
    >>> import ivy
    >>> ivy.rms_norm(ivy.asarray([1.0, 7.0]), eps=0.0)
    Array([0.2, 1.4], dtype=float32, backend='numpy')
    """
    wide = _wide(x)
    added = float(finfo(wide.dtype).eps) if eps is None else eps
    size = mean(square(wide), axis=axis, keepdims=True)
    return _scaled(_as(multiply(wide, rsqrt(add(size, added))), x.dtype), weight, None)


# -- of channels ---------------------------------------------------------------------------------


def _shapes(**arrays: Array | None) -> dict[str, Shape | None]:
    return {n: None if a is None else a.shape for n, a in arrays.items()}


def _over(x: Array, axis: int) -> Shape:
    """Return the shape that a number for each channel broadcasts in."""
    return (-1,) + (1,) * (x.ndim - 1 - axis)


def _shaped(array: Array | None, shape: Shape) -> Array | None:
    return None if array is None else reshape(array, shape)


class BatchNormResult(NamedTuple):
    """A normalised array, and the running mean and variance to go on with."""

    out: Array
    mean: Array
    variance: Array


@composite(dtypes="real floating", promoted=("x", "weight", "bias"))
def batch_norm(
    x: Array,
    mean: Array | None = None,
    variance: Array | None = None,
    weight: Array | None = None,
    bias: Array | None = None,
    /,
    *,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
    data_format: str = "channels_first",
) -> BatchNormResult:
    """Return `x` shifted and scaled by a mean and a variance for each channel, then by weights.

    See https://arxiv.org/abs/1502.03167. No argument changes: a training step takes the new
    running statistics from the result.

    Parameters
    ----------
    x
        Samples with channels ``(N, C, ...)``, or ``(N, ..., C)``.
    mean, variance
        The running statistics ``(C,)``; in training they may be None, which starts with those of
        this batch.
    weight, bias
        What the normalised channels are multiplied by, and what is added then ``(C,)``.
    training
        Whether the statistics of this batch normalise it, and the running ones move towards them;
        else the running ones do, and stay.
    momentum
        The share of this batch in the new running statistics. Their variance is the unbiased
        estimate; the one that normalises is the population's.
    eps
        Added to the variance under the root.
    data_format
        ``"channels_first"`` or ``"channels_last"``: which axis of `x` the channels are.

    Returns
    -------
    BatchNormResult
        ``out`` of the shape of `x`, ``mean`` and ``variance`` ``(C,)``.

    Raises
    ------
    ValueError
        The shapes do not fit, statistics are missing, or in training there is but one element for
        each channel.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([[1.0], [3.0]])
    >>> result = ivy.batch_norm(x, ivy.zeros(1), ivy.ones(1), training=True, eps=0.0)
    >>> result.out.tolist(), result.mean.tolist()
    ([[-1.0], [1.0]], [0.20000000298023224])
    """
    numbers = _shapes(mean=mean, variance=variance, weight=weight, bias=bias)
    axis = check_batch_norm(x.shape, numbers, training, data_format)
    shape = _over(x, axis)
    if training:
        of_batch, running = _trained(x, mean, variance, axis, momentum)
    else:
        assert mean is not None
        assert variance is not None
        running = (mean, variance)
        of_batch = reshape(_wide(mean), shape), reshape(_wide(variance), shape)
    out = multiply(subtract(_wide(x), of_batch[0]), rsqrt(add(of_batch[1], eps)))
    out = _scaled(_as(out, x.dtype), _shaped(weight, shape), _shaped(bias, shape))
    return BatchNormResult(out, *running)


def _trained(
    x: Array, running_mean: Array | None, running_variance: Array | None, axis: int, share: float
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return mean and variance of a batch, broadcastable to it, and the new running ones."""
    axes = tuple(a for a in range(x.ndim) if a != axis)
    lengths = [x.shape[a] for a in axes]
    wide = _wide(x)
    middle = mean(wide, axis=axes, keepdims=True)
    spread = mean(square(subtract(wide, middle)), axis=axes, keepdims=True)
    if None in lengths:  # how many there are is known at run time only
        unbiased = var(wide, axis=axes, correction=1)
    else:
        count = math.prod(lengths)
        unbiased = multiply(reshape(spread, (-1,)), count / (count - 1))
    new_mean = _moved(running_mean, reshape(middle, (-1,)), share, x.dtype)
    new_variance = _moved(running_variance, unbiased, share, x.dtype)
    return (middle, spread), (new_mean, new_variance)


def _moved(running: Array | None, new: Array, share: float, dtype: DType) -> Array:
    """Return running statistics moved towards new ones, by a share of the way."""
    if running is None:
        return _as(new, dtype)
    total = add(multiply(_wide(running), 1 - share), multiply(new, share))
    return _as(total, running.dtype)


@composite(dtypes="real floating", promoted=("x", "weight", "bias"))
def group_norm(
    x: Array,
    weight: Array | None = None,
    bias: Array | None = None,
    /,
    *,
    groups: int,
    eps: float = 1e-5,
    data_format: str = "channels_first",
) -> Array:
    """Return `x` with mean 0 and variance 1 in each sample's groups of channels, then by weights.

    See https://arxiv.org/abs/1803.08494.

    Parameters
    ----------
    x
        Samples with channels ``(N, C, ...)``, or ``(N, ..., C)``.
    weight, bias
        What the normalised channels are multiplied by, and what is added then ``(C,)``.
    groups
        Into how many groups the channels fall.
    eps
        Added to the variance under the root.
    data_format
        ``"channels_first"`` or ``"channels_last"``: which axis of `x` the channels are.

    Raises
    ------
    ValueError
        The shapes do not fit, or the channels do not fall into so many groups.

    Examples
    --------
    >>> import ivy
    >>> ivy.group_norm(ivy.asarray([[1.0, 3.0, 5.0, 5.0]]), groups=2, eps=1e-9)
    Array([[-1.,  1.,  0.,  0.]], dtype=float32, backend='numpy')
    """
    numbers = _shapes(weight=weight, bias=bias)
    axis = check_group_norm(x.shape, numbers, groups, data_format)
    split = (*x.shape[:axis], groups, x.shape[axis] // groups, *x.shape[axis + 1 :])
    axes = tuple(a for a in range(1, len(split)) if a != axis)
    out = reshape(_standard(reshape(x, split), axes, eps), x.shape)
    shape = _over(x, axis)
    return _scaled(out, _shaped(weight, shape), _shaped(bias, shape))


@composite(dtypes="real floating", promoted=("x", "weight", "bias"))
def instance_norm(
    x: Array,
    weight: Array | None = None,
    bias: Array | None = None,
    /,
    *,
    eps: float = 1e-5,
    data_format: str = "channels_first",
) -> Array:
    """Return `x` with mean 0 and variance 1 in each channel of each sample, then by weights.

    See https://arxiv.org/abs/1607.08022.

    Parameters
    ----------
    x
        Samples with channels and at least one other axis ``(N, C, L, ...)``.
    weight, bias
        What the normalised channels are multiplied by, and what is added then ``(C,)``.
    eps
        Added to the variance under the root.
    data_format
        ``"channels_first"`` or ``"channels_last"``: which axis of `x` the channels are.

    Raises
    ------
    ValueError
        The shapes do not fit.

    Examples
    --------
    >>> import ivy
    >>> ivy.instance_norm(ivy.asarray([[[1.0, 3.0]]]), eps=0.0)
    Array([[[-1.,  1.]]], dtype=float32, backend='numpy')
    """
    numbers = _shapes(weight=weight, bias=bias)
    axis = channel_axis("instance_norm", data_format, x.shape, 3, **numbers)
    axes = tuple(a for a in range(1, x.ndim) if a != axis)
    shape = _over(x, axis)
    return _scaled(_standard(x, axes, eps), _shaped(weight, shape), _shaped(bias, shape))


@composite(dtypes="real floating")
def local_response_norm(
    x: Array,
    /,
    *,
    size: int,
    alpha: float = 1e-4,
    beta: float = 0.75,
    k: float = 1.0,
    data_format: str = "channels_first",
) -> Array:
    """Return `x` divided by a power of the mean of squares over neighbouring channels.

    It is ``x / (k + alpha * mean) ** beta``, where channels beyond the first and the last are 0.

    Parameters
    ----------
    x
        Samples with channels ``(N, C, ...)``, or ``(N, ..., C)``.
    size
        How many channels the mean is over: ``size // 2`` of them before, the others from the
        channel itself on.
    alpha, beta, k
        The numbers of the formula.
    data_format
        ``"channels_first"`` or ``"channels_last"``: which axis of `x` the channels are.

    Raises
    ------
    ValueError
        There are no channels, or `size` is less than 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.local_response_norm(ivy.asarray([[1.0, 1.0]]), size=1, alpha=3.0, beta=0.5)
    Array([[0.5, 0.5]], dtype=float32, backend='numpy')
    """
    axis = channel_axis("local_response_norm", data_format, x.shape, 2)
    if size < 1:
        raise ValueError(f"ivy.local_response_norm: expected size >= 1, got size={size}")
    count = x.shape[axis]
    wide = _wide(x)
    # Channels that are further away than there are channels add nothing.
    before, behind = min(size // 2, count), min((size - 1) // 2, count)
    widths = [(0, 0)] * x.ndim
    widths[axis] = (before, behind)
    squares = pad(square(wide), tuple(widths))
    total = None
    for start in range(before + behind + 1):
        part = getitem(squares, ((slice(None),) * axis + (slice(start, start + count),)))
        total = part if total is None else add(total, part)
    assert total is not None
    factor = pow(add(multiply(total, alpha / size), k), beta)
    return _as(divide(wide, factor), x.dtype)


# -- of vectors ----------------------------------------------------------------------------------


@composite(dtypes="real floating")
def normalize(
    x: Array,
    /,
    *,
    axis: int | tuple[int, ...] | None = -1,
    ord: float = 2.0,
    eps: float = 1e-12,
) -> Array:
    """Return vectors divided by their norm.

    Parameters
    ----------
    x
        The array.
    axis
        The axes of one vector; None stands for all.
    ord
        The order of the norm, see `vector_norm`.
    eps
        The least norm that is divided by, above 0: a vector of zeros stays.

    Examples
    --------
    >>> import ivy
    >>> ivy.normalize(ivy.asarray([3.0, 4.0]))
    Array([0.6, 0.8], dtype=float32, backend='numpy')
    """
    wide = _wide(x)
    if 0 < ord < math.inf:
        # The derivative of a root at 0 is infinite.
        least = max(eps**ord, float(finfo(wide.dtype).smallest_normal))
        powers = square(wide) if ord == 2 else pow(abs(wide), ord)
        total = maximum(sum(powers, axis=axis, keepdims=True), least)
        size = sqrt(total) if ord == 2 else pow(total, 1 / ord)
    else:
        size = maximum(vector_norm(wide, axis=axis, keepdims=True, ord=ord), eps)
    return _as(divide(wide, size), x.dtype)
