"""torch.nn.functional: what layers and losses compute."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any

import ivy
from ivy.array import Array
from ivy.autodiff.tape import inner
from ivy.dtypes import CATEGORIES
from ivy.frontends._boundary import missing
from ivy.frontends.torch import _pointwise, _reductions
from ivy.frontends.torch._annotations import Tensor, dtype
from ivy.frontends.torch._frontend import frontend, meaning
from ivy.frontends.torch._linalg import cosine_similarity
from ivy.frontends.torch._pointwise import sigmoid, softplus, tanh
from ivy.frontends.torch._random import dropout, dropout2d
from ivy.frontends.torch.tensor import Tensor as Cell
from ivy.frontends.torch.tensor import read, wrap
from ivy.functional.losses import cross_entropy_of_classes

Pair = tuple[int, int]


def _pair(value: Any) -> Pair:
    """Return a value for height and width, from one for both or one for each."""
    if isinstance(value, tuple | list):
        return (value[0], value[0]) if len(value) == 1 else (value[0], value[1])
    return (value, value)


def _single(value: Any) -> int:
    """Return a value for the only spatial dimension."""
    return value[0] if isinstance(value, tuple | list) else value


def _unsupported(name: str, **options: Any) -> None:
    """Raise where an option has a value that the frontend does not support."""
    given = ", ".join(f"{k}={v!r}" for k, v in options.items() if v not in (None, False))
    if given:
        raise NotImplementedError(f"torch.nn.functional.{name}: {given} is not supported by ivy")


# -- linear maps and convolutions ------------------------------------------------------------------


@frontend
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """See :func:`torch.nn.functional.linear`."""
    return ivy.linear(input, weight, bias)


@frontend
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """See :func:`torch.nn.functional.bilinear`."""
    out = ivy.einsum("...i,oij,...j->...o", [input1, weight, input2])
    return out if bias is None else ivy.add(out, bias)


def _widths(padding: Any, kernel: Sequence[int], dilation: Pair) -> tuple[Pair, Pair]:
    """Return how much to add before and after height and width."""
    if padding == "valid":
        return ((0, 0), (0, 0))
    if padding == "same":
        rows, columns = [d * (k - 1) for d, k in zip(dilation, kernel, strict=True)]
        return ((rows // 2, rows - rows // 2), (columns // 2, columns - columns // 2))
    rows, columns = _pair(padding)
    return ((rows, rows), (columns, columns))


def _check_conv(
    input: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int
) -> None:
    if padding == "same" and _pair(stride) != (1, 1):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    if isinstance(padding, str) and padding not in ("same", "valid"):
        raise RuntimeError(f"Invalid padding string: {padding!r}; expected 'same' or 'valid'")
    rank = len(weight.shape)
    if len(input.shape) not in (rank - 1, rank):
        raise RuntimeError(
            f"Expected {rank - 1}D (unbatched) or {rank}D (batched) input to conv, but got input "
            f"of size: {list(input.shape)}"
        )
    channels = input.shape[1 - rank]
    if channels != weight.shape[1] * groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input to have "
            f"{weight.shape[1] * groups} channels, but got {channels} channels instead"
        )
    if input.dtype is not weight.dtype:
        raise RuntimeError(
            f"Input type ({input.dtype}) and weight type ({weight.dtype}) should be the same"
        )


def _batched(fn: Any, rank: int) -> Any:
    """Return a function that also takes a single image, without the dimension of the batch."""

    def eager(input: Array, *args: Any) -> Array:
        if len(input.shape) == rank:
            return fn(input, *args)
        return ivy.squeeze(fn(ivy.expand_dims(input, axis=0), *args), 0)

    return eager


def _conv2d(
    input: Array, weight: Array, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int
) -> Array:
    return ivy.conv2d(
        input,
        weight,
        bias,
        strides=_pair(stride),
        padding=_widths(padding, weight.shape[2:], _pair(dilation)),
        dilation=_pair(dilation),
        groups=groups,
    )


@frontend(check=_check_conv, eager=_batched(_conv2d, 4))
def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Tensor:
    """See :func:`torch.nn.functional.conv2d`."""
    return _conv2d(input, weight, bias, stride, padding, dilation, groups)


def _conv1d(
    input: Array, weight: Array, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int
) -> Array:
    kernel = (1, weight.shape[2])
    steps = (1, _single(dilation))
    widths = padding if isinstance(padding, str) else (0, _single(padding))
    out = ivy.conv2d(
        ivy.expand_dims(input, axis=-2),
        ivy.expand_dims(weight, axis=-2),
        bias,
        strides=(1, _single(stride)),
        padding=_widths(widths, kernel, steps),
        dilation=steps,
        groups=groups,
    )
    return ivy.squeeze(out, -2)


@frontend(check=_check_conv, eager=_batched(_conv1d, 3))
def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Tensor:
    """See :func:`torch.nn.functional.conv1d`."""
    return _conv1d(input, weight, bias, stride, padding, dilation, groups)


@frontend
def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    groups: int = 1,
    dilation: Any = 1,
) -> Tensor:
    """See :func:`torch.nn.functional.conv_transpose2d`."""
    strides, pads, extra, steps = (
        _pair(stride),
        _pair(padding),
        _pair(output_padding),
        _pair(dilation),
    )
    n, _, *lengths = input.shape
    kernel = weight.shape[2:]
    size = [
        (lengths[i] - 1) * strides[i] - 2 * pads[i] + steps[i] * (kernel[i] - 1) + extra[i] + 1
        for i in (0, 1)
    ]
    # It is the gradient of a convolution with respect to its images.
    out = ivy.conv2d_input_gradient(
        input,
        weight,
        shape=(n, weight.shape[1] * groups, *size),
        strides=strides,
        padding=((pads[0], pads[0]), (pads[1], pads[1])),
        dilation=steps,
        groups=groups,
    )
    return out if bias is None else ivy.add(out, ivy.reshape(bias, (-1, 1, 1)))


# -- pooling ---------------------------------------------------------------------------------------


def _check_pool(input: Any, *args: Any) -> None:
    if len(input.shape) not in (3, 4):
        raise RuntimeError(
            f"non-empty 3D or 4D (batch mode) tensor expected for input, got {list(input.shape)}"
        )


def _ends(length: int, window: int, stride: int, padding: int, ceil_mode: bool) -> Pair:
    """Return how far windows reach beyond the image, before and after it."""
    if not ceil_mode:
        return (padding, padding)
    count = -(-(length + 2 * padding - window) // stride) + 1
    if (count - 1) * stride >= length + padding:
        count -= 1  # a window has to start inside
    return (padding, max(padding, (count - 1) * stride + window - length - padding))


def _max_pool2d(
    input: Array,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    return_indices: bool,
) -> Array:
    _unsupported("max_pool2d", return_indices=return_indices)
    if _pair(dilation) != (1, 1):
        _unsupported("max_pool2d", dilation=dilation)
    window = _pair(kernel_size)
    strides = window if stride is None or stride == [] else _pair(stride)
    rows, columns = _pair(padding)
    if rows > window[0] // 2 or columns > window[1] // 2:
        raise RuntimeError("pad should be at most half of effective kernel size")
    widths = ((rows, rows), (columns, columns))
    if ceil_mode:
        widths = (
            _ends(input.shape[-2], window[0], strides[0], rows, True),
            _ends(input.shape[-1], window[1], strides[1], columns, True),
        )
    return ivy.max_pool2d(input, window=window, strides=strides, padding=widths)


@frontend(check=_check_pool, eager=_batched(_max_pool2d, 4))
def max_pool2d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Tensor:
    """See :func:`torch.nn.functional.max_pool2d`."""
    return _max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@frontend
def max_pool1d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Tensor:
    """See :func:`torch.nn.functional.max_pool1d`."""
    window = (1, _single(kernel_size))
    out = _max_pool2d(
        ivy.expand_dims(input, axis=-2),
        window,
        window if stride is None else (1, _single(stride)),
        (0, _single(padding)),
        (1, _single(dilation)),
        ceil_mode,
        return_indices,
    )
    return ivy.squeeze(out, -2)


def _avg_pool2d(
    input: Array,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Array:
    _unsupported("avg_pool2d", ceil_mode=ceil_mode)
    window = _pair(kernel_size)
    strides = window if stride is None or stride == [] else _pair(stride)
    rows, columns = _pair(padding)
    height, width = input.shape[-2:]
    options: dict[str, Any] = {
        "strides": strides,
        "padding": ((rows, rows), (columns, columns)),
    }
    ones = ivy.ones((1, 1, *window), dtype=input.dtype)
    # The sum over each window is a convolution of each channel by itself.
    sums = ivy.conv2d(ivy.reshape(input, (-1, 1, height, width)), ones, **options)
    if divisor_override is not None:
        out = ivy.divide(sums, divisor_override)
    elif count_include_pad:
        out = ivy.divide(sums, window[0] * window[1])
    else:
        inside = ivy.ones((1, 1, height, width), dtype=input.dtype)
        out = ivy.divide(sums, ivy.conv2d(inside, ones, **options))
    return ivy.reshape(out, (*input.shape[:-2], *out.shape[-2:]))


@frontend(check=_check_pool)
def avg_pool2d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """See :func:`torch.nn.functional.avg_pool2d`."""
    return _avg_pool2d(
        input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
    )


@frontend
def avg_pool1d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """See :func:`torch.nn.functional.avg_pool1d`."""
    window = (1, _single(kernel_size))
    steps = window if stride is None else (1, _single(stride))
    out = _avg_pool2d(
        ivy.expand_dims(input, axis=-2),
        window,
        steps,
        (0, _single(padding)),
        ceil_mode,
        count_include_pad,
        None,
    )
    return ivy.squeeze(out, -2)


def _averages(length: int, count: int, like: Array) -> Array:
    """Return the matrix ``(count, length)`` whose rows average over equal parts."""
    rows = []
    for i in range(count):
        start, stop = i * length // count, -(-(i + 1) * length // count)
        share = 1 / (stop - start)
        rows.append([share if start <= j < stop else 0.0 for j in range(length)])
    return ivy.asarray(rows, dtype=like.dtype)


@frontend
def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """See :func:`torch.nn.functional.adaptive_avg_pool2d`."""
    rows, columns = _pair(output_size)
    if rows == 1 and columns == 1:
        return ivy.mean(input, axis=(-2, -1), keepdims=True)
    height, width = input.shape[-2], input.shape[-1]
    tall = _averages(height, height if rows is None else rows, input)
    wide = _averages(width, width if columns is None else columns, input)
    return ivy.matmul(ivy.matmul(tall, input), ivy.swapaxes(wide, 0, 1))


@frontend
def adaptive_avg_pool1d(input: Tensor, output_size: Any) -> Tensor:
    """See :func:`torch.nn.functional.adaptive_avg_pool1d`."""
    averages = _averages(input.shape[-1], _single(output_size), input)
    return ivy.matmul(input, ivy.swapaxes(averages, 0, 1))


# -- activations -----------------------------------------------------------------------------------


@frontend
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.relu`."""
    return ivy.relu(input)


@frontend
def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.relu6`."""
    return ivy.clip(input, 0, 6)


@frontend
def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """See :func:`torch.nn.functional.gelu`."""
    return ivy.gelu(input, approximate=approximate)


@frontend
def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.silu`."""
    return ivy.silu(input)


@frontend
def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.mish`."""
    return ivy.multiply(input, ivy.tanh(ivy.softplus(input)))


@frontend
def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.leaky_relu`."""
    return ivy.where(ivy.greater(input, 0), input, ivy.multiply(input, negative_slope))


@frontend
def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """See :func:`torch.nn.functional.prelu`."""
    if weight.size > 1 and input.ndim > 1:
        weight = ivy.reshape(weight, (-1, *(1,) * (input.ndim - 2)))
    return ivy.where(ivy.greater(input, 0), input, ivy.multiply(input, weight))


@frontend
def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.elu`."""
    low = ivy.multiply(ivy.expm1(ivy.minimum(input, 0.0)), alpha)
    return ivy.where(ivy.greater(input, 0), input, low)


@frontend
def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.selu`."""
    low = ivy.multiply(ivy.expm1(ivy.minimum(input, 0.0)), 1.6732632423543772)
    return ivy.multiply(ivy.where(ivy.greater(input, 0), input, low), 1.0507009873554805)


@frontend
def hardtanh(
    input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Tensor:
    """See :func:`torch.nn.functional.hardtanh`."""
    return ivy.clip(input, min_val, max_val)


@frontend
def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.hardsigmoid`."""
    return ivy.divide(ivy.clip(ivy.add(input, 3.0), 0.0, 6.0), 6.0)


@frontend
def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.hardswish`."""
    return ivy.divide(ivy.multiply(input, ivy.clip(ivy.add(input, 3.0), 0.0, 6.0)), 6.0)


@frontend
def softsign(input: Tensor) -> Tensor:
    """See :func:`torch.nn.functional.softsign`."""
    return ivy.divide(input, ivy.add(ivy.abs(input), 1.0))


@frontend
def logsigmoid(input: Tensor) -> Tensor:
    """See :func:`torch.nn.functional.logsigmoid`."""
    return ivy.negative(ivy.softplus(ivy.negative(input)))


@frontend
def tanhshrink(input: Tensor) -> Tensor:
    """See :func:`torch.nn.functional.tanhshrink`."""
    return ivy.subtract(input, ivy.tanh(input))


@frontend
def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.threshold`."""
    return ivy.where(ivy.greater(input, threshold), input, value)


@frontend
def glu(input: Tensor, dim: int = -1) -> Tensor:
    """See :func:`torch.nn.functional.glu`."""
    half = input.shape[dim] // 2
    a, b = ivy.split(input, (half, half), axis=dim)
    return ivy.multiply(a, ivy.sigmoid(b))


def _softmax_dim(name: str, dim: int | None, ndim: int) -> int:
    if dim is not None:
        return dim
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include "
        "dim=X as an argument.",
        UserWarning,
        stacklevel=4,
    )
    return 0 if ndim in (0, 1, 3) else 1


@frontend
def softmax(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype | None = None
) -> Tensor:
    """See :func:`torch.nn.functional.softmax`."""
    if dtype is not None:
        input = ivy.astype(input, dtype)
    if dim is None:
        dim = _softmax_dim("softmax", dim, input.ndim)
    return ivy.softmax(input, axis=dim)


@frontend
def softmin(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype | None = None
) -> Tensor:
    """See :func:`torch.nn.functional.softmin`."""
    return softmax(ivy.negative(input), dim, _stacklevel, dtype)


@frontend
def log_softmax(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype | None = None
) -> Tensor:
    """See :func:`torch.nn.functional.log_softmax`."""
    if dtype is not None:
        input = ivy.astype(input, dtype)
    if dim is None:
        dim = _softmax_dim("log_softmax", dim, input.ndim)
    return ivy.log_softmax(input, axis=dim)


# -- losses ----------------------------------------------------------------------------------------


def _reduced(loss: Array, reduction: str) -> Array:
    if reduction == "mean":
        return ivy.mean(loss)
    if reduction == "sum":
        return ivy.sum(loss)
    if reduction == "none":
        return loss
    raise ValueError(f"{reduction} is not a valid value for reduction")


def _check_reduction(size_average: Any, reduce: Any, reduction: str) -> None:
    _unsupported("losses", size_average=size_average, reduce=reduce)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")


def _classes_in_range(target: Array, classes: int, ignore_index: int) -> None:
    values = inner(target).to_numpy()
    wrong = values[((values < 0) | (values >= classes)) & (values != ignore_index)]
    if wrong.size:
        raise IndexError(f"Target {wrong.flat[0]} is out of bounds.")


def _eager_cross_entropy(
    input: Array,
    target: Array,
    weight: Any,
    size_average: Any,
    ignore_index: int,
    reduce: Any,
    reduction: str,
    label_smoothing: float,
) -> Array:
    _check_reduction(size_average, reduce, reduction)
    axis = 0 if len(input.shape) == 1 else 1
    if target.dtype in CATEGORIES["floating"]:
        if target.shape != input.shape:
            raise RuntimeError(
                f"expected scalar type Long for target of shape {list(target.shape)}, or "
                f"probabilities of shape {list(input.shape)}"
            )
        return _soft_cross_entropy(input, target, weight, axis, reduction, label_smoothing)
    if target.shape != input.shape[:axis] + input.shape[axis + 1 :]:
        raise ValueError(
            f"Expected input batch_size to match target batch_size, got input of shape "
            f"{list(input.shape)} and target of shape {list(target.shape)}."
        )
    _classes_in_range(target, input.shape[axis], ignore_index)
    return cross_entropy_of_classes(
        input,
        target,
        ivy.not_equal(target, ignore_index),
        weight,
        axis=axis,
        reduction=reduction,
        label_smoothing=label_smoothing,
    )


def _soft_cross_entropy(
    input: Array, target: Array, weight: Any, axis: int, reduction: str, label_smoothing: float
) -> Array:
    """The cross entropy with a probability for each class as target."""
    if label_smoothing > 0:
        share = label_smoothing / input.shape[axis]
        target = ivy.add(ivy.multiply(target, 1 - label_smoothing), share)
    terms = ivy.multiply(ivy.log_softmax(input, axis=axis), target)
    if weight is not None:
        shape = [1] * input.ndim
        shape[axis] = -1
        terms = ivy.multiply(terms, ivy.reshape(weight, tuple(shape)))
    loss = ivy.negative(ivy.sum(terms, axis=axis))
    return _reduced(loss, reduction)


@frontend(eager=_eager_cross_entropy)
def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """See :func:`torch.nn.functional.cross_entropy`."""
    _check_reduction(size_average, reduce, reduction)
    return cross_entropy_of_classes(
        input,
        target,
        ivy.not_equal(target, ignore_index),
        weight,
        axis=1,
        reduction=reduction,
        label_smoothing=label_smoothing,
    )


def _check_nll(input: Any, target: Any, weight: Any, average: Any, ignored: int, *a: Any) -> None:
    _classes_in_range(target, input.shape[1 if len(input.shape) > 1 else 0], ignored)


@frontend(check=_check_nll)
def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """See :func:`torch.nn.functional.nll_loss`."""
    _check_reduction(size_average, reduce, reduction)
    axis = 1 if input.ndim > 1 else 0
    counted = ivy.not_equal(target, ignore_index)
    classes = ivy.where(counted, target, 0)
    picked = ivy.take_along_axis(input, ivy.expand_dims(classes, axis=axis), axis=axis)
    scale = ivy.astype(counted, input.dtype)
    if weight is not None:
        scale = ivy.multiply(scale, ivy.take(weight, classes, axis=0))
    loss = ivy.multiply(ivy.negative(ivy.squeeze(picked, axis)), scale)
    if reduction == "mean":
        return ivy.divide(ivy.sum(loss), ivy.sum(scale))
    return _reduced(loss, reduction)


def _warn_of_shapes(input: Any, target: Any, *args: Any) -> None:
    if input.shape != target.shape:
        warnings.warn(
            f"Using a target size (torch.Size({list(target.shape)})) that is different to the "
            f"input size (torch.Size({list(input.shape)})). This will likely lead to incorrect "
            "results due to broadcasting. Please ensure they have the same size.",
            UserWarning,
            stacklevel=4,
        )


@frontend(promoted=("input", "target"), check=_warn_of_shapes)
def mse_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """See :func:`torch.nn.functional.mse_loss`."""
    _check_reduction(size_average, reduce, reduction)
    return _reduced(ivy.square(ivy.subtract(input, target)), reduction)


@frontend(promoted=("input", "target"), check=_warn_of_shapes)
def l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """See :func:`torch.nn.functional.l1_loss`."""
    _check_reduction(size_average, reduce, reduction)
    return _reduced(ivy.abs(ivy.subtract(input, target)), reduction)


@frontend(promoted=("input", "target"), check=_warn_of_shapes)
def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:
    """See :func:`torch.nn.functional.smooth_l1_loss`."""
    _check_reduction(size_average, reduce, reduction)
    distance = ivy.abs(ivy.subtract(input, target))
    if beta == 0:
        return _reduced(distance, reduction)
    near = ivy.divide(ivy.square(distance), 2 * beta)
    loss = ivy.where(ivy.less(distance, beta), near, ivy.subtract(distance, beta / 2))
    return _reduced(loss, reduction)


@frontend(promoted=("input", "target"), check=_warn_of_shapes)
def huber_loss(
    input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0
) -> Tensor:
    """See :func:`torch.nn.functional.huber_loss`."""
    distance = ivy.abs(ivy.subtract(input, target))
    near = ivy.multiply(ivy.square(distance), 0.5)
    far = ivy.multiply(ivy.subtract(distance, delta / 2), delta)
    return _reduced(ivy.where(ivy.less_equal(distance, delta), near, far), reduction)


def _check_binary(input: Any, target: Any, *args: Any) -> None:
    if input.shape != target.shape:
        raise ValueError(
            f"Target size (torch.Size({list(target.shape)})) must be the same as input size "
            f"(torch.Size({list(input.shape)}))"
        )


@frontend(check=_check_binary)
def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """See :func:`torch.nn.functional.binary_cross_entropy`."""
    _check_reduction(size_average, reduce, reduction)
    # Torch keeps the logarithms above -100.
    yes = ivy.maximum(ivy.log(input), -100.0)
    no = ivy.maximum(ivy.log1p(ivy.negative(input)), -100.0)
    loss = ivy.negative(
        ivy.add(ivy.multiply(target, yes), ivy.multiply(ivy.subtract(1.0, target), no))
    )
    return _reduced(loss if weight is None else ivy.multiply(loss, weight), reduction)


@frontend(check=_check_binary)
def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """See :func:`torch.nn.functional.binary_cross_entropy_with_logits`."""
    _check_reduction(size_average, reduce, reduction)
    penalty = ivy.softplus(ivy.negative(input))
    if pos_weight is not None:
        factor = ivy.add(ivy.multiply(ivy.subtract(pos_weight, 1.0), target), 1.0)
        penalty = ivy.multiply(penalty, factor)
    loss = ivy.add(ivy.multiply(ivy.subtract(1.0, target), input), penalty)
    return _reduced(loss if weight is None else ivy.multiply(loss, weight), reduction)


@frontend
def kl_div(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """See :func:`torch.nn.functional.kl_div`."""
    _unsupported("kl_div", size_average=size_average, reduce=reduce)
    if log_target:
        loss = ivy.multiply(ivy.exp(target), ivy.subtract(target, input))
    else:
        # Where the target is zero, so is the loss; where it is negative, there is none.
        zero = ivy.equal(target, 0)
        logs = ivy.log(ivy.where(zero, 1.0, target))
        loss = ivy.multiply(target, ivy.subtract(logs, input))
    if reduction == "batchmean":
        return ivy.divide(ivy.sum(loss), input.shape[0])
    return _reduced(loss, reduction)


# -- normalisation ---------------------------------------------------------------------------------


def _check_layer_norm(input: Any, normalized_shape: Any, *args: Any) -> None:
    shape = tuple(normalized_shape)
    if tuple(input.shape[len(input.shape) - len(shape) :]) != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape "
            f"[*, {str(list(shape))[1:-1]}], but got input of size{list(input.shape)}"
        )


@frontend(check=_check_layer_norm)
def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """See :func:`torch.nn.functional.layer_norm`."""
    axes = tuple(range(-len(normalized_shape), 0))
    return ivy.layer_norm(input, weight, bias, axis=axes, eps=eps)


@frontend
def rms_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    eps: float | None = None,
) -> Tensor:
    """See :func:`torch.nn.functional.rms_norm`."""
    axes = tuple(range(-len(normalized_shape), 0))
    return ivy.rms_norm(input, weight, axis=axes, eps=eps)


@frontend
def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """See :func:`torch.nn.functional.group_norm`."""
    shape = input.shape
    groups = ivy.reshape(input, (shape[0], num_groups, -1))
    out = ivy.reshape(ivy.layer_norm(groups, axis=-1, eps=eps), shape)
    ones = (1,) * (input.ndim - 2)
    if weight is not None:
        out = ivy.multiply(out, ivy.reshape(weight, (-1, *ones)))
    return out if bias is None else ivy.add(out, ivy.reshape(bias, (-1, *ones)))


def _normalized(
    input: Array, mean: Any, var: Any, weight: Array | None, bias: Array | None, eps: float
) -> Array:
    """Return the input shifted and scaled for each channel."""
    shape = (-1, *(1,) * (input.ndim - 2))
    factor = ivy.rsqrt(ivy.add(var, eps))
    if weight is not None:
        factor = ivy.multiply(factor, weight)
    out = ivy.multiply(ivy.subtract(input, ivy.reshape(mean, shape)), ivy.reshape(factor, shape))
    return out if bias is None else ivy.add(out, ivy.reshape(bias, shape))


def _batch_norm(
    input: Array,
    running_mean: Array | None,
    running_var: Array | None,
    weight: Array | None = None,
    bias: Array | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Array:
    if not training:
        return _normalized(input, running_mean, running_var, weight, bias, eps)
    axes = (0, *range(2, input.ndim))
    mean, var = ivy.mean(input, axis=axes), ivy.var(input, axis=axes)
    return _normalized(input, mean, var, weight, bias, eps)


@meaning(_batch_norm)
def batch_norm(
    input: Any,
    running_mean: Any,
    running_var: Any,
    weight: Any = None,
    bias: Any = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Any:
    """See :func:`torch.nn.functional.batch_norm`; in training it updates the running values."""
    if not isinstance(input, Cell):
        return _batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)
    array = read(input)
    scale, shift = [None if v is None else read(v) for v in (weight, bias)]
    if not training:
        means, variances = read(running_mean), read(running_var)
        return wrap(_normalized(array, means, variances, scale, shift, eps))
    axes = (0, *range(2, array.ndim))
    count = math.prod([array.shape[i] for i in axes])
    if count == 1:
        raise ValueError(
            f"Expected more than 1 value per channel when training, got input size {input.shape}"
        )
    mean, var = ivy.mean(array, axis=axes), ivy.var(array, axis=axes)
    # The running variance takes the unbiased estimate.
    unbiased = ivy.multiply(inner(var), count / (count - 1))
    for running, now in ((running_mean, inner(mean)), (running_var, unbiased)):
        if running is not None:
            before = ivy.multiply(inner(running._value()), 1 - momentum)
            running._store(ivy.add(before, ivy.multiply(now, momentum)), quiet=False)
    return wrap(_normalized(array, mean, var, scale, shift, eps))


# -- images ----------------------------------------------------------------------------------------

_PLAIN_MODES = ("nearest", "area", "nearest-exact")
_ONE_RANK = {"linear": 3, "bilinear": 4, "bicubic": 4, "lanczos": 4, "trilinear": 5}


def _check_interpolate(
    input: Any,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> None:
    rank = len(input.shape)
    if mode in _PLAIN_MODES and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear "
            "| bicubic | trilinear"
        )
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    given = scale_factor if size is None else size
    if isinstance(given, tuple | list) and len(given) != rank - 2:
        raise ValueError(
            "Input and output must have the same number of spatial dimensions, but got input with "
            f"spatial dimensions of {list(input.shape[2:])} and output size of {given}."
        )
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if antialias and (mode not in ("bilinear", "bicubic", "lanczos") or rank != 4):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires "
            "a 4-D tensor as input"
        )
    if mode == "lanczos" and (not antialias or align_corners):
        raise ValueError("Lanczos mode requires antialias=True and align_corners=False")
    if antialias and align_corners:
        _unsupported("interpolate", antialias=antialias, align_corners=align_corners)
    if mode not in (*_PLAIN_MODES, *_ONE_RANK) or rank not in (3, 4, 5):
        raise NotImplementedError(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {rank}D) for the modes: "
            "nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact "
            f"(got {mode})"
        )
    if rank != _ONE_RANK.get(mode, rank):
        raise NotImplementedError(
            f"Got {rank}D input, but {mode} mode needs {_ONE_RANK[mode]}D input"
        )
    if input.dtype not in CATEGORIES["real floating"] and (input.dtype, mode) not in (
        ("uint8", "nearest"),
        ("uint8", "nearest-exact"),
    ):
        raise NotImplementedError(f"interpolate: mode {mode!r} not implemented for {input.dtype}")


@frontend(check=_check_interpolate)
def interpolate(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """See :func:`torch.nn.functional.interpolate`."""
    if scale_factor is not None and (recompute_scale_factor or mode == "area"):
        factors = scale_factor
        if not isinstance(scale_factor, tuple | list):
            factors = (scale_factor,) * (input.ndim - 2)
        size = tuple([int(input.shape[i + 2] * f) for i, f in enumerate(factors)])
        scale_factor = None
    out = ivy.interpolate(
        input,
        size,
        mode="lanczos3" if mode == "lanczos" else mode,
        scale_factor=scale_factor,
        align_corners=bool(align_corners),
        antialias=antialias,
    )
    return out if out.dtype == input.dtype else ivy.astype(out, input.dtype)


# -- others ----------------------------------------------------------------------------------------


def _check_embedding(input: Any, weight: Any, *args: Any, **options: Any) -> None:
    if 0 not in input.shape and int(ivy.min(input)) < 0:
        raise IndexError("index out of range in self")


@frontend(check=_check_embedding)
def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """See :func:`torch.nn.functional.embedding`."""
    _unsupported(
        "embedding", max_norm=max_norm, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse
    )
    out = ivy.take(weight, input, axis=0)
    if padding_idx is None:
        return out
    # The row of the padding gets no gradient.
    row = padding_idx if padding_idx >= 0 else weight.shape[0] + padding_idx
    padding = ivy.expand_dims(ivy.equal(input, row), axis=-1)
    return ivy.where(padding, ivy.stop_gradient(out), out)


def _check_one_hot(tensor: Any, num_classes: int = -1) -> None:
    if 0 in tensor.shape:
        return
    if int(ivy.min(tensor)) < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes >= 0 and int(ivy.max(tensor)) >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")


@frontend(check=_check_one_hot)
def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    """See :func:`torch.nn.functional.one_hot`."""
    depth = int(ivy.max(tensor)) + 1 if num_classes == -1 else num_classes
    return ivy.one_hot(tensor, depth, dtype="int64")


_PAD_MODES = {"constant": "constant", "reflect": "reflect", "replicate": "edge"}


@frontend
def pad(
    input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None
) -> Tensor:
    """See :func:`torch.nn.functional.pad`."""
    if mode not in _PAD_MODES:
        raise NotImplementedError(
            f"torch.nn.functional.pad: expected mode='constant', 'reflect' or 'replicate', "
            f"got mode={mode!r}"
        )
    if min(pad, default=0) < 0:
        raise NotImplementedError(
            f"torch.nn.functional.pad: expected no negative widths, got {pad}"
        )
    if len(pad) > 2 * input.ndim or len(pad) % 2:
        raise RuntimeError(
            f"Padding length should be even and at most twice the number of dimensions of the "
            f"input, {input.ndim}, got {len(pad)}"
        )
    # The widths count from the last dimension.
    given = [(pad[i], pad[i + 1]) for i in range(0, len(pad), 2)]
    widths = ((0, 0),) * (input.ndim - len(given)) + tuple(given[::-1])
    return ivy.pad(input, widths, mode=_PAD_MODES[mode], value=0 if value is None else value)


@frontend
def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Tensor:
    """See :func:`torch.nn.functional.normalize`."""
    size = _reductions.norm(input, p, dim, True)
    return ivy.divide(input, ivy.maximum(size, eps))


@frontend
def pairwise_distance(
    x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Tensor:
    """See :func:`torch.nn.functional.pairwise_distance`."""
    return _reductions.norm(ivy.add(ivy.subtract(x1, x2), eps), p, -1, keepdim)


@frontend
def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """See :func:`torch.nn.functional.scaled_dot_product_attention`."""
    _unsupported("scaled_dot_product_attention", enable_gqa=enable_gqa)
    if is_causal and attn_mask is not None:
        raise RuntimeError("Explicit attn_mask should not be set when is_causal=True")
    factor = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = ivy.multiply(ivy.matmul(query, ivy.swapaxes(key, -2, -1)), factor)
    if is_causal:
        seen = ivy.tril(ivy.ones((query.shape[-2], key.shape[-2]), dtype="int64"))
        scores = ivy.where(ivy.equal(seen, 1), scores, -math.inf)
    if attn_mask is not None:
        if attn_mask.dtype == "bool":
            scores = ivy.where(attn_mask, scores, -math.inf)
        else:
            scores = ivy.add(scores, attn_mask)
    weights = ivy.softmax(scores, axis=-1)
    if dropout_p > 0:
        weights = dropout(weights, dropout_p, True)
    return ivy.matmul(weights, value)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.nn.functional", name)
