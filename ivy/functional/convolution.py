"""Convolution, its derivatives and its transpose. Filters are channels-first."""

from __future__ import annotations

from typing import Any

from ivy.array import Array
from ivy.backends.filters import (
    check_conv,
    check_conv_gradient,
    conv_geometry,
    is_last,
    transposed_geometry,
)
from ivy.functional._op import beside, composite, op
from ivy.functional.creation import zeros
from ivy.functional.data_type import astype, result_type
from ivy.functional.elementwise import add
from ivy.functional.indexing import add_at, getitem
from ivy.functional.manipulation import expand_dims, moveaxis, pad, reshape, squeeze, stack

# What is added (or taken to be minus infinity, in pooling) before and after a spatial axis.
Pair = tuple[int, int]
Padding2 = tuple[Pair, Pair]
Padding3 = tuple[Pair, Pair, Pair]
Triple = tuple[int, int, int]
# What users may write: a number for all spatial axes, or one for each; and see `conv2d`.
Lengths = int | tuple[int, ...]
Padding = int | str | tuple[int, ...] | tuple[Pair, ...]


@composite(dtypes="real floating", rank="three", promoted=("x", "weight", "bias"))
def conv1d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: Lengths = 1,
    padding: Padding = 0,
    dilation: Lengths = 1,
    groups: int = 1,
    data_format: str = "channels_first",
) -> Array:
    """Return the one-dimensional cross-correlation of signals with a set of filters.

    Parameters
    ----------
    x
        Signals ``(N, C, L)``; ``(N, L, C)`` with ``"channels_last"``.
    weight
        Filters ``(O, C / groups, K)``.
    bias
        A number for each filter ``(O,)``; None adds nothing.
    strides, padding, dilation, groups, data_format
        As in `conv2d`. Two integers for the padding are its ends, before and after.

    Returns
    -------
    Array
        Signals ``(N, O, L')``, or ``(N, L', O)``, whose lengths are as in `conv2d`.

    Raises
    ------
    ValueError
        The shapes do not fit each other, a filter is longer than the padded signal, or an
        option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv1d(ivy.asarray([[[1.0, 2.0, 3.0]]]), ivy.asarray([[[1.0, 1.0]]]))
    Array([[[3., 5.]]], dtype=float32, backend='numpy')
    """
    last = is_last("conv1d", data_format)
    strides, padding, dilation = conv_geometry(
        *("conv1d", x.shape, weight.shape), strides, padding, dilation, last
    )
    return conv1d_explicit(
        *(x, weight, bias),
        strides=strides,
        padding=padding,
        dilation=dilation,
        groups=groups,
        channels_last=last,
    )


@composite(dtypes="real floating", rank="four", promoted=("x", "weight", "bias"))
def conv2d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: Lengths = 1,
    padding: Padding = 0,
    dilation: Lengths = 1,
    groups: int = 1,
    data_format: str = "channels_first",
) -> Array:
    """Return the two-dimensional cross-correlation of images with a set of filters.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``; ``(N, H, W, C)`` with ``"channels_last"``.
    weight
        Filters ``(O, C / groups, KH, KW)``.
    bias
        A number for each filter ``(O,)``; None adds nothing.
    strides
        The step of the filter along each spatial axis, or along all.
    padding
        How many zeros are added: an integer for all ends of all axes, one for both ends of each
        axis, or a pair for each axis, before and after it. ``"valid"`` adds none, and ``"same"``
        so many that the result has ``ceil(length / stride)`` elements along each axis; the odd one
        goes to the end.
    dilation
        The distance of the filter's elements along each spatial axis, or along all.
    groups
        Into how many parts the channels fall; each part has its own filters.
    data_format
        ``"channels_first"`` or ``"channels_last"``, of `x` and the result; filters stay as
        they are.

    Returns
    -------
    Array
        Images ``(N, O, H', W')``, or ``(N, H', W', O)``, with ``H' = (H + padding - dilation *
        (KH - 1) - 1) // stride + 1``.

    Raises
    ------
    ValueError
        The shapes do not fit each other, a filter is longer than the padded image, or an
        option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv2d(ivy.ones((1, 1, 3, 3)), ivy.ones((1, 1, 2, 2)))
    Array([[[[4., 4.],
             [4., 4.]]]], dtype=float32, backend='numpy')
    """
    last = is_last("conv2d", data_format)
    strides, padding, dilation = conv_geometry(
        *("conv2d", x.shape, weight.shape), strides, padding, dilation, last
    )
    return conv2d_explicit(
        *(x, weight, bias),
        strides=strides,
        padding=padding,
        dilation=dilation,
        groups=groups,
        channels_last=last,
    )


@composite(dtypes="real floating", rank="five", promoted=("x", "weight", "bias"))
def conv3d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: Lengths = 1,
    padding: Padding = 0,
    dilation: Lengths = 1,
    groups: int = 1,
    data_format: str = "channels_first",
) -> Array:
    """Return the three-dimensional cross-correlation of volumes with a set of filters.

    Parameters
    ----------
    x
        Volumes ``(N, C, D, H, W)``; ``(N, D, H, W, C)`` with ``"channels_last"``.
    weight
        Filters ``(O, C / groups, KD, KH, KW)``.
    bias
        A number for each filter ``(O,)``; None adds nothing.
    strides, padding, dilation, groups, data_format
        As in `conv2d`.

    Returns
    -------
    Array
        Volumes ``(N, O, D', H', W')``, or ``(N, D', H', W', O)``, whose lengths are as in `conv2d`.

    Raises
    ------
    ValueError
        The shapes do not fit each other, a filter is longer than the padded volume, or an
        option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv3d(ivy.ones((1, 1, 2, 2, 3)), ivy.ones((1, 1, 2, 2, 2)))
    Array([[[[[8., 8.]]]]], dtype=float32, backend='numpy')
    """
    last = is_last("conv3d", data_format)
    strides, padding, dilation = conv_geometry(
        *("conv3d", x.shape, weight.shape), strides, padding, dilation, last
    )
    return conv3d_explicit(
        *(x, weight, bias),
        strides=strides,
        padding=padding,
        dilation=dilation,
        groups=groups,
        channels_last=last,
    )


@composite(dtypes="real floating", rank="three", promoted=("x", "weight", "bias"))
def conv1d_explicit(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: tuple[int, ...] = (1,),
    padding: tuple[Pair, ...] = ((0, 0),),
    dilation: tuple[int, ...] = (1,),
    groups: int = 1,
    channels_last: bool = False,
) -> Array:
    """Return what `conv1d` does, with every option written out: what it calls.

    Parameters
    ----------
    x, weight, bias, groups
        As in `conv1d`.
    strides, dilation
        A number for each spatial axis.
    padding
        A pair for each spatial axis.
    channels_last
        Whether the channels are the last axis of `x` and of the result.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv1d_explicit(ivy.asarray([[[1.0, 2.0, 3.0]]]), ivy.asarray([[[1.0, 1.0]]]))
    Array([[[3., 5.]]], dtype=float32, backend='numpy')
    """
    axis = 1 if channels_last else 2
    out = conv2d_explicit(
        *(expand_dims(x, axis=axis), expand_dims(weight, axis=2), bias),
        strides=(1, *strides),
        padding=((0, 0), *padding),
        dilation=(1, *dilation),
        groups=groups,
        channels_last=channels_last,
    )
    return squeeze(out, axis)


@op(dtypes="real floating", rank="four", promoted=("x", "weight", "bias"))
def conv2d_explicit(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: tuple[int, ...] = (1, 1),
    padding: tuple[Pair, ...] = ((0, 0), (0, 0)),
    dilation: tuple[int, ...] = (1, 1),
    groups: int = 1,
    channels_last: bool = False,
) -> Array:
    """Return what `conv2d` does, with every option written out: what it calls.

    Parameters
    ----------
    x, weight, bias, groups
        As in `conv2d`.
    strides, dilation
        A number for each spatial axis.
    padding
        A pair for each spatial axis.
    channels_last
        Whether the channels are the last axis of `x` and of the result.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv2d_explicit(ivy.ones((1, 1, 3, 3)), ivy.ones((1, 1, 2, 2)))
    Array([[[[4., 4.],
             [4., 4.]]]], dtype=float32, backend='numpy')
    """


@composite(dtypes="real floating", rank="five", promoted=("x", "weight", "bias"))
def conv3d_explicit(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: tuple[int, ...] = (1, 1, 1),
    padding: tuple[Pair, ...] = ((0, 0), (0, 0), (0, 0)),
    dilation: tuple[int, ...] = (1, 1, 1),
    groups: int = 1,
    channels_last: bool = False,
) -> Array:
    """Return what `conv3d` does, with every option written out: what it calls.

    Parameters
    ----------
    x, weight, bias, groups
        As in `conv3d`.
    strides, dilation
        A number for each spatial axis.
    padding
        A pair for each spatial axis.
    channels_last
        Whether the channels are the last axis of `x` and of the result.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv3d_explicit(ivy.ones((1, 1, 2, 2, 3)), ivy.ones((1, 1, 2, 2, 2)))
    Array([[[[[8., 8.]]]]], dtype=float32, backend='numpy')
    """
    check_conv("conv3d", x.shape, weight.shape, strides, padding, dilation, groups, channels_last)
    x = moveaxis(x, -1, 1) if channels_last else x
    x = _extended(x, padding[0])
    count = (x.shape[2] - dilation[0] * (weight.shape[2] - 1) - 1) // strides[0] + 1
    total = None
    for k in range(weight.shape[2]):
        layer = conv2d_explicit(
            *(_images(x, k * dilation[0], count, strides[0]), _layer(weight, k), None),
            strides=strides[1:],
            padding=padding[1:],
            dilation=dilation[1:],
            groups=groups,
        )
        total = layer if total is None else add(total, layer)
    assert total is not None
    out = _volumes(total, x.shape[0], count)
    out = out if bias is None else add(out, reshape(bias, (-1, 1, 1, 1)))
    return moveaxis(out, 1, -1) if channels_last else out


@op(dtypes="real floating", rank="four", promoted=("g", "weight"))
def conv2d_input_gradient(
    g: Array,
    weight: Array,
    /,
    *,
    shape: tuple[int, ...],
    strides: tuple[int, int],
    padding: Padding2,
    dilation: tuple[int, int],
    groups: int,
) -> Array:
    """Return the gradient of `conv2d` with respect to its images.

    Parameters
    ----------
    g
        The gradient with respect to the result ``(N, O, H', W')``.
    weight
        The filters.
    shape
        The shape of the images.
    strides, padding, dilation, groups
        As in `conv2d`.

    Examples
    --------
    >>> import ivy
    >>> options = dict(strides=(1, 1), padding=((0, 0), (0, 0)), dilation=(1, 1), groups=1)
    >>> g, w = ivy.ones((1, 1, 1, 1)), ivy.ones((1, 1, 2, 2))
    >>> ivy.conv2d_input_gradient(g, w, shape=(1, 1, 2, 2), **options)
    Array([[[[1., 1.],
             [1., 1.]]]], dtype=float32, backend='numpy')
    """


@op(dtypes="real floating", rank="four", promoted=("g", "x"))
def conv2d_weight_gradient(
    g: Array,
    x: Array,
    /,
    *,
    shape: tuple[int, ...],
    strides: tuple[int, int],
    padding: Padding2,
    dilation: tuple[int, int],
    groups: int,
) -> Array:
    """Return the gradient of `conv2d` with respect to its filters.

    Parameters
    ----------
    g
        The gradient with respect to the result ``(N, O, H', W')``.
    x
        The images.
    shape
        The shape of the filters.
    strides, padding, dilation, groups
        As in `conv2d`.

    Examples
    --------
    >>> import ivy
    >>> options = dict(strides=(1, 1), padding=((0, 0), (0, 0)), dilation=(1, 1), groups=1)
    >>> g, x = ivy.ones((1, 1, 1, 1)), ivy.ones((1, 1, 2, 2))
    >>> ivy.conv2d_weight_gradient(g, x, shape=(1, 1, 2, 2), **options)
    Array([[[[1., 1.],
             [1., 1.]]]], dtype=float32, backend='numpy')
    """


def _extended(x: Array, widths: Pair) -> Array:
    return pad(x, ((0, 0), (0, 0), widths, (0, 0), (0, 0)))


def _layer(weight: Array, k: int) -> Array:
    return getitem(weight, (slice(None), slice(None), k))


def _images(x: Array, start: int, count: int, step: int) -> Array:
    """Return layers of volumes as images, those of a volume after each other."""
    part = getitem(x, (slice(None), slice(None), slice(start, start + count * step, step)))
    part = moveaxis(part, 2, 1)
    return reshape(part, (part.shape[0] * part.shape[1], *part.shape[2:]))


def _volumes(x: Array, count: int, depth: int) -> Array:
    """Return as many volumes, whose layers are images."""
    return moveaxis(reshape(x, (count, depth, *x.shape[1:])), 1, 2)


@composite(dtypes="real floating", rank="five", promoted=("g", "weight"))
def conv3d_input_gradient(
    g: Array,
    weight: Array,
    /,
    *,
    shape: tuple[int, ...],
    strides: Triple,
    padding: Padding3,
    dilation: Triple,
    groups: int,
) -> Array:
    """Return the gradient of `conv3d` with respect to its volumes.

    The parameters are those of `conv2d_input_gradient`.

    Examples
    --------
    >>> import ivy
    >>> options = dict(strides=(1,) * 3, padding=((0, 0),) * 3, dilation=(1,) * 3, groups=1)
    >>> g, w = ivy.ones((1, 1, 1, 1, 1)), ivy.ones((1, 1, 1, 1, 2))
    >>> ivy.conv3d_input_gradient(g, w, shape=(1, 1, 1, 1, 2), **options)
    Array([[[[[1., 1.]]]]], dtype=float32, backend='numpy')
    """
    options = (strides, padding, dilation, groups)
    check_conv_gradient("conv3d_input_gradient", g.shape, shape, weight.shape, *options)
    n, c, depth, *size = shape
    front, behind = padding[0]
    dtype = result_type(g, weight)
    images = _images(astype(g, dtype), 0, g.shape[2], 1)
    out = beside(g, zeros, (n, c, depth + front + behind, *size), dtype=dtype)
    for k in range(weight.shape[2]):
        layer = conv2d_input_gradient(
            *(images, _layer(weight, k)),
            shape=(images.shape[0], c, *size),
            strides=strides[1:],
            padding=padding[1:],
            dilation=dilation[1:],
            groups=groups,
        )
        start = k * dilation[0]
        places = slice(start, start + g.shape[2] * strides[0], strides[0])
        out = add_at(out, _volumes(layer, n, g.shape[2]), (slice(None), slice(None), places))
    return getitem(out, (slice(None), slice(None), slice(front, front + depth)))


@composite(dtypes="real floating", rank="five", promoted=("g", "x"))
def conv3d_weight_gradient(
    g: Array,
    x: Array,
    /,
    *,
    shape: tuple[int, ...],
    strides: Triple,
    padding: Padding3,
    dilation: Triple,
    groups: int,
) -> Array:
    """Return the gradient of `conv3d` with respect to its filters.

    The parameters are those of `conv2d_weight_gradient`.

    Examples
    --------
    >>> import ivy
    >>> options = dict(strides=(1,) * 3, padding=((0, 0),) * 3, dilation=(1,) * 3, groups=1)
    >>> g, x = ivy.ones((1, 1, 1, 1, 1)), ivy.ones((1, 1, 1, 1, 2))
    >>> ivy.conv3d_weight_gradient(g, x, shape=(1, 1, 1, 1, 2), **options)
    Array([[[[[1., 1.]]]]], dtype=float32, backend='numpy')
    """
    options = (strides, padding, dilation, groups)
    check_conv_gradient("conv3d_weight_gradient", g.shape, x.shape, shape, *options)
    x = _extended(x, padding[0])
    images = _images(g, 0, g.shape[2], 1)
    layers = [
        conv2d_weight_gradient(
            *(images, _images(x, k * dilation[0], g.shape[2], strides[0])),
            shape=(*shape[:2], *shape[3:]),
            strides=strides[1:],
            padding=padding[1:],
            dilation=dilation[1:],
            groups=groups,
        )
        for k in range(shape[2])
    ]
    return stack(layers, axis=2)


@composite(dtypes="real floating", rank="three", promoted=("x", "weight", "bias"))
def conv1d_transpose(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: Lengths = 1,
    padding: Padding = 0,
    output_padding: Lengths = 0,
    dilation: Lengths = 1,
    groups: int = 1,
    data_format: str = "channels_first",
) -> Array:
    """Return the transpose of the one-dimensional convolution: the gradient by its signals.

    Parameters
    ----------
    x
        Signals ``(N, I, L)``; ``(N, L, I)`` with ``"channels_last"``.
    weight
        Filters ``(I, O / groups, K)``.
    bias
        A number for each channel of the result ``(O,)``; None adds nothing.
    strides, padding, output_padding, dilation, groups, data_format
        As in `conv2d_transpose`.

    Returns
    -------
    Array
        Signals ``(N, O, L')``, or ``(N, L', O)``, whose length is as in `conv2d_transpose`.

    Raises
    ------
    ValueError
        The shapes do not fit each other, the padding leaves nothing, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv1d_transpose(ivy.asarray([[[1.0, 2.0]]]), ivy.ones((1, 1, 2)), strides=2)
    Array([[[1., 1., 2., 2.]]], dtype=float32, backend='numpy')
    """
    options = (strides, padding, output_padding, dilation, groups, data_format)
    return _transposed("conv1d_transpose", conv2d_input_gradient, x, weight, bias, *options)


@composite(dtypes="real floating", rank="four", promoted=("x", "weight", "bias"))
def conv2d_transpose(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: Lengths = 1,
    padding: Padding = 0,
    output_padding: Lengths = 0,
    dilation: Lengths = 1,
    groups: int = 1,
    data_format: str = "channels_first",
) -> Array:
    """Return the transpose of the two-dimensional convolution: the gradient by its images.

    Parameters
    ----------
    x
        Images ``(N, I, H, W)``; ``(N, H, W, I)`` with ``"channels_last"``.
    weight
        Filters ``(I, O / groups, KH, KW)``.
    bias
        A number for each channel of the result ``(O,)``; None adds nothing.
    strides
        By how many places the filter moves on in the result for each element, along each spatial
        axis or along all.
    padding
        How many elements of the result are cut off, in the forms of `conv2d`: what the convolution
        added. ``"valid"`` cuts off none; ``"same"`` gives lengths times `strides`.
    output_padding
        How much longer the result is at the end of each spatial axis, or of all: less than
        `strides` or `dilation`. It is needed where several lengths lead to the same one in the
        convolution.
    dilation, groups, data_format
        As in `conv2d`.

    Returns
    -------
    Array
        Images ``(N, O, H', W')``, or ``(N, H', W', O)``, with ``H' = (H - 1) * stride - padding +
        dilation * (KH - 1) + output_padding + 1``.

    Raises
    ------
    ValueError
        The shapes do not fit each other, the padding leaves nothing, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv2d_transpose(ivy.asarray([[[[1.0, 2.0]]]]), ivy.ones((1, 1, 1, 2)))
    Array([[[[1., 3., 2.]]]], dtype=float32, backend='numpy')
    """
    options = (strides, padding, output_padding, dilation, groups, data_format)
    return _transposed("conv2d_transpose", conv2d_input_gradient, x, weight, bias, *options)


@composite(dtypes="real floating", rank="five", promoted=("x", "weight", "bias"))
def conv3d_transpose(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: Lengths = 1,
    padding: Padding = 0,
    output_padding: Lengths = 0,
    dilation: Lengths = 1,
    groups: int = 1,
    data_format: str = "channels_first",
) -> Array:
    """Return the transpose of the three-dimensional convolution: the gradient by its volumes.

    Parameters
    ----------
    x
        Volumes ``(N, I, D, H, W)``; ``(N, D, H, W, I)`` with ``"channels_last"``.
    weight
        Filters ``(I, O / groups, KD, KH, KW)``.
    bias
        A number for each channel of the result ``(O,)``; None adds nothing.
    strides, padding, output_padding, dilation, groups, data_format
        As in `conv2d_transpose`.

    Returns
    -------
    Array
        Volumes ``(N, O, D', H', W')``, or ``(N, D', H', W', O)``, whose lengths are as in
        `conv2d_transpose`.

    Raises
    ------
    ValueError
        The shapes do not fit each other, the padding leaves nothing, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv3d_transpose(ivy.asarray([[[[[1.0, 2.0]]]]]), ivy.ones((1, 1, 1, 1, 2)))
    Array([[[[[1., 3., 2.]]]]], dtype=float32, backend='numpy')
    """
    options = (strides, padding, output_padding, dilation, groups, data_format)
    return _transposed("conv3d_transpose", conv3d_input_gradient, x, weight, bias, *options)


def _transposed(
    op: str,
    gradient: Any,
    x: Array,
    weight: Array,
    bias: Array | None,
    strides: Any,
    padding: Any,
    output_padding: Any,
    dilation: Any,
    groups: int,
    data_format: str,
) -> Array:
    last = is_last(op, data_format)
    lengths, strides, padding, dilation, rests = transposed_geometry(
        *(op, x.shape, weight.shape),
        *(strides, padding, output_padding, dilation, groups, last),
    )
    x = moveaxis(x, -1, 1) if last else x
    channels = weight.shape[1] * groups
    _check_channels(op, bias, channels)
    if len(lengths) == 1:  # as images of one row
        x, weight = expand_dims(x, axis=2), expand_dims(weight, axis=2)
        lengths, rests = (1, *lengths), (0, *rests)
        strides, padding, dilation = (1, *strides), ((0, 0), *padding), (1, *dilation)
    out = gradient(
        *(x, weight),
        shape=(x.shape[0], channels, *lengths),
        strides=strides,
        padding=padding,
        dilation=dilation,
        groups=groups,
    )
    if any(rests):
        out = pad(out, ((0, 0), (0, 0), *[(0, r) for r in rests]))
    out = squeeze(out, 2) if op == "conv1d_transpose" else out
    if bias is not None:
        out = add(out, reshape(bias, (-1, *[1] * (len(out.shape) - 2))))
    return moveaxis(out, 1, -1) if last else out


def _check_channels(op: str, bias: Array | None, channels: int) -> None:
    if bias is not None and bias.shape != (channels,):
        raise ValueError(
            f"ivy.{op}: expected a bias of shape {(channels,)}, a number for each channel of the "
            f"result, got shape {bias.shape}"
        )
