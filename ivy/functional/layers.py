"""The functions behind layers: linear maps, convolution and pooling. Arrays are channels-first."""

from __future__ import annotations

from ivy.array import Array
from ivy.backends.filters import check_conv, check_conv_gradient
from ivy.functional._op import beside, composite, op
from ivy.functional.creation import zeros
from ivy.functional.data_type import astype, result_type
from ivy.functional.elementwise import add
from ivy.functional.indexing import add_at, getitem
from ivy.functional.linear_algebra import matmul
from ivy.functional.manipulation import (
    expand_dims,
    moveaxis,
    pad,
    reshape,
    squeeze,
    stack,
    swapaxes,
)

# What is added (or taken to be minus infinity, in pooling) before and after each spatial axis.
Pair = tuple[int, int]
Padding = tuple[Pair, Pair]
Padding3 = tuple[Pair, Pair, Pair]
Triple = tuple[int, int, int]


@composite(dtypes="numeric", promoted=("x", "weight", "bias"))
def linear(x: Array, weight: Array, bias: Array | None = None, /) -> Array:
    """Return ``x @ weight.T + bias``.

    Parameters
    ----------
    x
        Features ``(..., I)``.
    weight
        The weight ``(O, I)``.
    bias
        The bias ``(O,)``; None adds nothing.

    Returns
    -------
    Array
        Features ``(..., O)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.linear(ivy.ones((1, 2)), ivy.asarray([[1.0, 2.0]]), ivy.asarray([0.5]))
    Array([[3.5]], dtype=float32, backend='numpy')
    """
    out = matmul(x, swapaxes(weight, 0, 1))
    return out if bias is None else add(out, bias)


@composite(dtypes="real floating", rank="three", promoted=("x", "weight", "bias"))
def conv1d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: int = 1,
    padding: Pair = (0, 0),
    dilation: int = 1,
    groups: int = 1,
) -> Array:
    """Return the one-dimensional cross-correlation of signals with a set of filters.

    Parameters
    ----------
    x
        Signals ``(N, C, L)``.
    weight
        Filters ``(O, C / groups, K)``.
    bias
        A number for each filter ``(O,)``; None adds nothing.
    strides, padding, dilation, groups
        As in `conv2d`, for the only spatial axis.

    Returns
    -------
    Array
        Signals ``(N, O, L')`` with ``L' = (L + padding - dilation * (K - 1) - 1) // stride + 1``.

    Raises
    ------
    ValueError
        The shapes do not fit each other, or a filter is longer than the padded signal.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv1d(ivy.asarray([[[1.0, 2.0, 3.0]]]), ivy.asarray([[[1.0, 1.0]]]))
    Array([[[3., 5.]]], dtype=float32, backend='numpy')
    """
    check_conv("conv1d", x.shape, weight.shape, (strides,), (padding,), (dilation,), groups)
    out = conv2d(
        *(expand_dims(x, axis=2), expand_dims(weight, axis=2), bias),
        strides=(1, strides),
        padding=((0, 0), padding),
        dilation=(1, dilation),
        groups=groups,
    )
    return squeeze(out, 2)


@op(dtypes="real floating", rank="four", promoted=("x", "weight", "bias"))
def conv2d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: tuple[int, int] = (1, 1),
    padding: Padding = ((0, 0), (0, 0)),
    dilation: tuple[int, int] = (1, 1),
    groups: int = 1,
) -> Array:
    """Return the two-dimensional cross-correlation of images with a set of filters.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``.
    weight
        Filters ``(O, C / groups, KH, KW)``.
    bias
        A number for each filter ``(O,)``; None adds nothing.
    strides
        The step of the filter along height and width.
    padding
        How many zeros are added before and after height, and before and after width.
    dilation
        The distance of the filter's elements.
    groups
        Into how many parts the channels fall; each part has its own filters.

    Returns
    -------
    Array
        Images ``(N, O, H', W')`` with ``H' = (H + padding - dilation * (KH - 1) - 1) // stride
        + 1``.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv2d(ivy.ones((1, 1, 3, 3)), ivy.ones((1, 1, 2, 2)))
    Array([[[[4., 4.],
             [4., 4.]]]], dtype=float32, backend='numpy')
    """


@op(dtypes="real floating", rank="four", promoted=("g", "weight"))
def conv2d_input_gradient(
    g: Array,
    weight: Array,
    /,
    *,
    shape: tuple[int, ...],
    strides: tuple[int, int],
    padding: Padding,
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
    padding: Padding,
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


@composite(dtypes="real floating", rank="five", promoted=("x", "weight", "bias"))
def conv3d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    /,
    *,
    strides: Triple = (1, 1, 1),
    padding: Padding3 = ((0, 0), (0, 0), (0, 0)),
    dilation: Triple = (1, 1, 1),
    groups: int = 1,
) -> Array:
    """Return the three-dimensional cross-correlation of volumes with a set of filters.

    Parameters
    ----------
    x
        Volumes ``(N, C, D, H, W)``.
    weight
        Filters ``(O, C / groups, KD, KH, KW)``.
    bias
        A number for each filter ``(O,)``; None adds nothing.
    strides, padding, dilation, groups
        As in `conv2d`, for each spatial axis.

    Returns
    -------
    Array
        Volumes ``(N, O, D', H', W')``, whose lengths are as in `conv2d`.

    Raises
    ------
    ValueError
        The shapes do not fit each other, or a filter is longer than the padded volume.

    Examples
    --------
    >>> import ivy
    >>> ivy.conv3d(ivy.ones((1, 1, 2, 2, 3)), ivy.ones((1, 1, 2, 2, 2)))
    Array([[[[[8., 8.]]]]], dtype=float32, backend='numpy')
    """
    check_conv("conv3d", x.shape, weight.shape, strides, padding, dilation, groups)
    x = _extended(x, padding[0])
    count = (x.shape[2] - dilation[0] * (weight.shape[2] - 1) - 1) // strides[0] + 1
    total = None
    for k in range(weight.shape[2]):
        layer = conv2d(
            *(_images(x, k * dilation[0], count, strides[0]), _layer(weight, k), None),
            strides=strides[1:],
            padding=padding[1:],
            dilation=dilation[1:],
            groups=groups,
        )
        total = layer if total is None else add(total, layer)
    assert total is not None
    out = _volumes(total, x.shape[0])
    return out if bias is None else add(out, reshape(bias, (-1, 1, 1, 1)))


def _extended(x: Array, widths: Pair) -> Array:
    return pad(x, ((0, 0), (0, 0), widths, (0, 0), (0, 0)))


def _layer(weight: Array, k: int) -> Array:
    return getitem(weight, (slice(None), slice(None), k))


def _images(x: Array, start: int, count: int, step: int) -> Array:
    """Return layers of volumes as images, those of a volume after each other."""
    part = getitem(x, (slice(None), slice(None), slice(start, start + count * step, step)))
    part = moveaxis(part, 2, 1)
    return reshape(part, (part.shape[0] * part.shape[1], *part.shape[2:]))


def _volumes(x: Array, count: int) -> Array:
    """Return as many volumes, whose layers are images."""
    return moveaxis(reshape(x, (count, x.shape[0] // count, *x.shape[1:])), 1, 2)


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
        out = add_at(out, _volumes(layer, n), (slice(None), slice(None), places))
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


@op(dtypes="real floating", rank="four")
def max_pool2d(
    x: Array,
    /,
    *,
    window: tuple[int, int],
    strides: tuple[int, int],
    padding: Padding = ((0, 0), (0, 0)),
) -> Array:
    """Return the largest element of each window of images.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``.
    window
        Height and width of the window.
    strides
        The step of the window along height and width.
    padding
        How far the windows reach beyond the image, before and after height, and before and after
        width; what lies outside never wins.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.reshape(ivy.arange(16, dtype=ivy.float32), (1, 1, 4, 4))
    >>> ivy.max_pool2d(x, window=(2, 2), strides=(2, 2))
    Array([[[[ 5.,  7.],
             [13., 15.]]]], dtype=float32, backend='numpy')
    """


@op(dtypes="real floating", rank="four", promoted=("g", "x"))
def max_pool2d_gradient(
    g: Array,
    x: Array,
    /,
    *,
    window: tuple[int, int],
    strides: tuple[int, int],
    padding: Padding,
) -> Array:
    """Return the gradient of `max_pool2d`: each `g` goes to the first largest of its window.

    Parameters
    ----------
    g
        The gradient with respect to the result.
    x
        The images.
    window, strides, padding
        As in `max_pool2d`.

    Examples
    --------
    >>> import ivy
    >>> g, x = ivy.ones((1, 1, 1, 1)), ivy.asarray([[[[1.0, 3.0], [2.0, 3.0]]]])
    >>> ivy.max_pool2d_gradient(g, x, window=(2, 2), strides=(2, 2), padding=((0, 0), (0, 0)))
    Array([[[[0., 1.],
             [0., 0.]]]], dtype=float32, backend='numpy')
    """


@op(dtypes="real floating", rank="four", promoted=("h", "x"))
def max_pool2d_selected(
    h: Array,
    x: Array,
    /,
    *,
    window: tuple[int, int],
    strides: tuple[int, int],
    padding: Padding,
) -> Array:
    """Return the elements of `h` that stand where `max_pool2d` takes its elements from `x`.

    It is the gradient of `max_pool2d_gradient` with respect to its first argument.

    Parameters
    ----------
    h
        An array of the shape of `x`.
    x
        The images.
    window, strides, padding
        As in `max_pool2d`.

    Examples
    --------
    >>> import ivy
    >>> h, x = ivy.asarray([[[[5.0, 6.0]]]]), ivy.asarray([[[[1.0, 3.0]]]])
    >>> ivy.max_pool2d_selected(h, x, window=(1, 2), strides=(1, 2), padding=((0, 0), (0, 0)))
    Array([[[[6.]]]], dtype=float32, backend='numpy')
    """
