"""Pooling and what puts elements back; the windows that slide over an image, as columns."""

from __future__ import annotations

import builtins
import math
from typing import Any

from ivy.array import Array
from ivy.backends.filters import (
    axes_of,
    check_divisor,
    check_pool,
    check_rank,
    check_slide,
    each_axis,
    folded_geometry,
    is_last,
    pool_geometry,
    sizes,
    sizes_of,
    spatial,
    spatial_axes,
    unpooled_lengths,
)
from ivy.functional._op import beside, composite, op
from ivy.functional.convolution import (
    Lengths,
    Padding,
    Padding2,
    Pair,
    _images,
    _volumes,
    conv1d_explicit,
    conv2d_explicit,
    conv3d_explicit,
)
from ivy.functional.creation import arange, ones, zeros
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    add,
    divide,
    equal,
    floor_divide,
    greater_equal,
    isnan,
    less,
    logical_and,
    logical_or,
    maximum,
    minimum,
    multiply,
    pow,
    subtract,
)
from ivy.functional.indexing import add_at, getitem, put_along_axis, take, take_along_axis
from ivy.functional.manipulation import (
    broadcast_to,
    expand_dims,
    moveaxis,
    pad,
    permute_dims,
    reshape,
    squeeze,
)
from ivy.functional.searching import argmax, where
from ivy.functional.statistical import max, mean, sum


@op(dtypes="real floating", rank="four")
def max_pool2d_explicit(
    x: Array,
    /,
    *,
    window: tuple[int, ...],
    strides: tuple[int, ...],
    padding: tuple[Pair, ...] = ((0, 0), (0, 0)),
) -> Array:
    """Return what `max_pool2d` does, with every option written out: what it calls.

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
    >>> ivy.max_pool2d_explicit(x, window=(2, 2), strides=(2, 2))
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
    padding: Padding2,
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
    padding: Padding2,
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


@composite(dtypes="real floating", rank="four")
def max_pool2d(
    x: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths | None = None,
    padding: Padding = 0,
    dilation: Lengths = 1,
    ceil_mode: bool = False,
    data_format: str = "channels_first",
) -> Array:
    """Return the largest element of each window of images.

    The gradient of a window goes to the first of its largest elements.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``; ``(N, H, W, C)`` with ``"channels_last"``.
    window
        The length of the window along each spatial axis, or along all.
    strides
        The step of the window; by default its length, so that windows do not overlap.
    padding
        How far windows reach beyond the image, in the forms of `conv2d`; what lies outside never
        wins. It is less than the length of a window, each of which so has an element.
    dilation
        The distance of the window's elements along each spatial axis, or along all.
    ceil_mode
        Whether there are windows that begin inside the padded image and reach beyond its end.
    data_format
        ``"channels_first"`` or ``"channels_last"``.

    Returns
    -------
    Array
        Images ``(N, C, H', W')``, or ``(N, H', W', C)``, with ``H' = (H + padding - dilation *
        (window - 1) - 1) / stride + 1``, rounded down, or up with `ceil_mode`.

    Raises
    ------
    ValueError
        A window does not fit or would lie outside, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.max_pool2d(ivy.asarray([[[[1.0, 3.0, 2.0, 0.0]]]]), window=(1, 2))
    Array([[[[3., 2.]]]], dtype=float32, backend='numpy')
    """
    last = is_last("max_pool2d", data_format)
    window, strides, padding, dilation = pool_geometry(
        *("max_pool2d", 2, x.shape, last), window, strides, padding, dilation, ceil_mode
    )
    x = moveaxis(x, -1, 1) if last else x
    if dilation == (1, 1):
        out = max_pool2d_explicit(x, window=window, strides=strides, padding=padding)
    else:
        out = _max_of_windows("max_pool2d", x, window, strides, padding, dilation)
    return moveaxis(out, 1, -1) if last else out


@composite(dtypes="real floating", rank="three")
def max_pool1d(
    x: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths | None = None,
    padding: Padding = 0,
    dilation: Lengths = 1,
    ceil_mode: bool = False,
    data_format: str = "channels_first",
) -> Array:
    """Return the largest element of each window of signals.

    The gradient of a window goes to the first of its largest elements.

    Parameters
    ----------
    x
        Signals ``(N, C, L)``; ``(N, L, C)`` with ``"channels_last"``.
    window, strides, padding, dilation, ceil_mode, data_format
        As in `max_pool2d`.

    Returns
    -------
    Array
        Signals ``(N, C, L')``, or ``(N, L', C)``.

    Raises
    ------
    ValueError
        A window does not fit, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.max_pool1d(ivy.asarray([[[1.0, 3.0, 2.0, 0.0]]]), window=2)
    Array([[[3., 2.]]], dtype=float32, backend='numpy')
    """
    last = is_last("max_pool1d", data_format)
    window, strides, padding, dilation = pool_geometry(
        *("max_pool1d", 1, x.shape, last), window, strides, padding, dilation, ceil_mode
    )
    x = moveaxis(x, -1, 1) if last else x
    check_pool("max_pool1d", x.shape, window, strides, padding, dilation)
    if dilation == (1,):
        out = max_pool2d_explicit(
            expand_dims(x, axis=2),
            window=(1, *window),
            strides=(1, *strides),
            padding=((0, 0), *padding),
        )
        out = squeeze(out, 2)
    else:
        out = _max_of_windows("max_pool1d", x, window, strides, padding, dilation)
    return moveaxis(out, 1, -1) if last else out


@composite(dtypes="real floating", rank="five")
def max_pool3d(
    x: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths | None = None,
    padding: Padding = 0,
    dilation: Lengths = 1,
    ceil_mode: bool = False,
    data_format: str = "channels_first",
) -> Array:
    """Return the largest element of each window of volumes.

    The gradient of a window goes to the first of its largest elements.

    Parameters
    ----------
    x
        Volumes ``(N, C, D, H, W)``; ``(N, D, H, W, C)`` with ``"channels_last"``.
    window, strides, padding, dilation, ceil_mode, data_format
        As in `max_pool2d`.

    Returns
    -------
    Array
        Volumes ``(N, C, D', H', W')``, or ``(N, D', H', W', C)``.

    Raises
    ------
    ValueError
        A window does not fit, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.max_pool3d(ivy.asarray([[[[[1.0, 3.0, 2.0, 0.0]]]]]), window=(1, 1, 2))
    Array([[[[[3., 2.]]]]], dtype=float32, backend='numpy')
    """
    last = is_last("max_pool3d", data_format)
    window, strides, padding, dilation = pool_geometry(
        *("max_pool3d", 3, x.shape, last), window, strides, padding, dilation, ceil_mode
    )
    x = moveaxis(x, -1, 1) if last else x
    check_pool("max_pool3d", x.shape, window, strides, padding, dilation)
    if dilation == (1, 1, 1):
        # Layer by layer, and then across them; of equal elements the first still wins.
        images = max_pool2d_explicit(
            _images(x, 0, x.shape[2], 1),
            window=window[1:],
            strides=strides[1:],
            padding=padding[1:],
        )
        layers = _volumes(images, x.shape[0], x.shape[2])
        n, c, depth, *size = layers.shape
        out = max_pool2d_explicit(
            reshape(layers, (n, c, depth, size[0] * size[1])),
            window=(window[0], 1),
            strides=(strides[0], 1),
            padding=(padding[0], (0, 0)),
        )
        out = reshape(out, (n, c, out.shape[2], *size))
    else:
        out = _max_of_windows("max_pool3d", x, window, strides, padding, dilation)
    return moveaxis(out, 1, -1) if last else out


def _max_of_windows(
    op: str,
    x: Array,
    window: tuple[int, ...],
    strides: tuple[int, ...],
    padding: tuple[Pair, ...],
    dilation: tuple[int, ...],
) -> Array:
    check_pool(op, x.shape, window, strides, padding, dilation)
    return _first_largest(_elements(x, window, strides, padding, dilation, -math.inf))


def _first_largest(x: Array) -> Array:
    """Return the largest elements along the last axis; all of a gradient goes to the first."""
    return squeeze(take_along_axis(x, argmax(x, axis=-1, keepdims=True), axis=-1), -1)


def _elements(
    x: Array,
    window: tuple[int, ...],
    strides: tuple[int, ...],
    padding: tuple[Pair, ...],
    dilation: tuple[int, ...],
    value: float,
) -> Array:
    """Return the elements under each window, ``(N, C, *places, K)``."""
    count = len(window)
    parts = _gathered(x, window, strides, padding, dilation, value)
    outer, inner = range(3, 2 * count + 2, 2), range(2, 2 * count + 2, 2)
    parts = permute_dims(parts, (0, 1, *outer, *inner))
    return reshape(parts, (*parts.shape[: 2 + count], math.prod(window)))


def _gathered(
    x: Array,
    window: tuple[int, ...],
    strides: tuple[int, ...],
    padding: tuple[Pair, ...],
    dilation: tuple[int, ...],
    value: float,
) -> Array:
    """Return windows ``(N, C, K, places, ...)``, an axis in them and their places for each axis."""
    if padding != ((0, 0),) * len(window):
        x = pad(x, ((0, 0), (0, 0), *padding), value=value)
    for i in range(len(window)):
        axis = 2 * i + 2
        where_from = _starts(x, x.shape[axis], window[i], strides[i], dilation[i])
        x = take(x, where_from, axis=axis)
    return x


def _starts(like: Array, length: int, window: int, stride: int, dilation: int) -> Array:
    """Return where the elements of windows stand on an axis, ``(window, places)``."""
    count = (length - (window - 1) * dilation - 1) // stride + 1
    inside = beside(like, arange, 0, window * dilation, dilation, dtype="int64")
    places = beside(like, arange, 0, count * stride, stride, dtype="int64")
    return add(expand_dims(inside, axis=1), places)


@composite(dtypes="real floating", result="index")
def max_pool_indices(
    x: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths | None = None,
    padding: Padding = 0,
    dilation: Lengths = 1,
    ceil_mode: bool = False,
    data_format: str = "channels_first",
) -> Array:
    """Return where `max_pool1d`, `max_pool2d` or `max_pool3d` finds the largest elements.

    Parameters
    ----------
    x
        An array of one to three spatial axes.
    window, strides, padding, dilation, ceil_mode, data_format
        As in `max_pool2d`.

    Returns
    -------
    Array
        The int64 places of the elements in the flattened image of their channel, in the shape of
        what pooling gives; of equal elements that of the first.

    Raises
    ------
    ValueError
        There are not one to three spatial axes, a window does not fit, or an option has another
        form.

    Examples
    --------
    >>> import ivy
    >>> ivy.max_pool_indices(ivy.asarray([[[1.0, 3.0, 2.0, 0.0]]]), window=2)
    Array([[[1, 2]]], dtype=int64, backend='numpy')
    """
    op = "max_pool_indices"
    last = is_last(op, data_format)
    count = spatial_axes(op, x.shape)
    window, strides, padding, dilation = pool_geometry(
        *(op, count, x.shape, last), window, strides, padding, dilation, ceil_mode
    )
    x = moveaxis(x, -1, 1) if last else x
    check_pool(op, x.shape, window, strides, padding, dilation)
    lengths = x.shape[2:]
    values = _elements(x, window, strides, padding, dilation, -math.inf)
    flat = beside(x, arange, 0, math.prod(lengths), 1, dtype="int64")
    flat = _elements(reshape(flat, (1, 1, *lengths)), window, strides, padding, dilation, -1)
    best = max(values, axis=-1, keepdims=True)
    # What lies outside has the place -1. It is as large as an element that is minus infinity.
    wins = logical_and(logical_or(equal(values, best), isnan(values)), greater_equal(flat, 0))
    out = _picked(flat, argmax(astype(wins, "int64"), axis=-1, keepdims=True))
    return moveaxis(out, 1, -1) if last else out


def _picked(flat: Array, which: Array) -> Array:
    shape = (*which.shape[:-1], flat.shape[-1])
    return squeeze(take_along_axis(broadcast_to(flat, shape), which, axis=-1), -1)


@composite(dtypes="real floating", rank="four")
def avg_pool2d(
    x: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths | None = None,
    padding: Padding = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    data_format: str = "channels_first",
) -> Array:
    """Return the average of each window of images.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``; ``(N, H, W, C)`` with ``"channels_last"``.
    window, strides, padding, ceil_mode, data_format
        As in `max_pool2d`; what lies outside is 0.
    count_include_pad
        Whether the elements of the padding count in an average. What lies beyond it, in a window
        that `ceil_mode` adds, never does.
    divisor_override
        What sums are divided by instead of a number of elements.

    Returns
    -------
    Array
        Images of the shape that `max_pool2d` gives.

    Raises
    ------
    ValueError
        A window does not fit, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.avg_pool2d(ivy.asarray([[[[1.0, 3.0, 2.0, 0.0]]]]), window=(1, 2))
    Array([[[[2., 1.]]]], dtype=float32, backend='numpy')
    """
    options = (window, strides, padding, ceil_mode, count_include_pad, divisor_override)
    return _averaged("avg_pool2d", x, *options, data_format)


@composite(dtypes="real floating", rank="three")
def avg_pool1d(
    x: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths | None = None,
    padding: Padding = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    data_format: str = "channels_first",
) -> Array:
    """Return the average of each window of signals.

    Parameters
    ----------
    x
        Signals ``(N, C, L)``; ``(N, L, C)`` with ``"channels_last"``.
    window, strides, padding, ceil_mode, count_include_pad, divisor_override, data_format
        As in `avg_pool2d`.

    Returns
    -------
    Array
        Signals of the shape that `max_pool1d` gives.

    Raises
    ------
    ValueError
        A window does not fit, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.avg_pool1d(ivy.asarray([[[1.0, 3.0, 2.0, 0.0]]]), window=2)
    Array([[[2., 1.]]], dtype=float32, backend='numpy')
    """
    options = (window, strides, padding, ceil_mode, count_include_pad, divisor_override)
    return _averaged("avg_pool1d", x, *options, data_format)


@composite(dtypes="real floating", rank="five")
def avg_pool3d(
    x: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths | None = None,
    padding: Padding = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    data_format: str = "channels_first",
) -> Array:
    """Return the average of each window of volumes.

    Parameters
    ----------
    x
        Volumes ``(N, C, D, H, W)``; ``(N, D, H, W, C)`` with ``"channels_last"``.
    window, strides, padding, ceil_mode, count_include_pad, divisor_override, data_format
        As in `avg_pool2d`.

    Returns
    -------
    Array
        Volumes of the shape that `max_pool3d` gives.

    Raises
    ------
    ValueError
        A window does not fit, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.avg_pool3d(ivy.asarray([[[[[1.0, 3.0, 2.0, 0.0]]]]]), window=(1, 1, 2))
    Array([[[[[2., 1.]]]]], dtype=float32, backend='numpy')
    """
    options = (window, strides, padding, ceil_mode, count_include_pad, divisor_override)
    return _averaged("avg_pool3d", x, *options, data_format)


def _averaged(
    op: str,
    x: Array,
    window: Any,
    strides: Any,
    padding: Any,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
    data_format: str,
) -> Array:
    last = is_last(op, data_format)
    count = axes_of(op)
    given = (op, count, x.shape, last)
    _, _, padded, _ = pool_geometry(*given, window, strides, padding)
    window, strides, widths, steps = pool_geometry(*given, window, strides, padding, 1, ceil_mode)
    x = moveaxis(x, -1, 1) if last else x
    check_pool(op, x.shape, window, strides, widths, steps)
    n, channels, *lengths = x.shape
    # The sum over each window is a convolution of each channel by itself.
    out = (conv1d_explicit, conv2d_explicit, conv3d_explicit)[count - 1](
        *(reshape(x, (n * channels, 1, *lengths)), beside(x, ones, (1, 1, *window)), None),
        strides=strides,
        padding=widths,
        dilation=steps,
    )
    out = reshape(out, (n, channels, *out.shape[2:]))
    if divisor_override is not None:
        check_divisor(op, divisor_override)
        out = divide(out, divisor_override)
    elif widths == ((0, 0),) * count or (count_include_pad and widths == padded):
        out = divide(out, math.prod(window))
    else:
        out = divide(out, _counts(x, out.shape[2:], window, strides, padded, count_include_pad))
    return moveaxis(out, 1, -1) if last else out


def _counts(
    x: Array,
    places: tuple[int, ...],
    window: tuple[int, ...],
    strides: tuple[int, ...],
    padded: tuple[Pair, ...],
    include: bool,
) -> Array:
    """Return how many elements of an image, padded or not, are under each window."""
    total = None
    for i, (before, after) in enumerate(padded):
        ends = (-before, x.shape[2 + i] + after) if include else (0, x.shape[2 + i])
        stop = places[i] * strides[i] - before
        starts = beside(x, arange, -before, stop, strides[i], dtype="int64")
        inside = subtract(minimum(add(starts, window[i]), ends[1]), maximum(starts, ends[0]))
        inside = reshape(inside, (-1, *[1] * (len(places) - 1 - i)))
        total = inside if total is None else multiply(total, inside)
    assert total is not None
    return astype(total, x.dtype)


@composite(dtypes="real floating", rank="four")
def lp_pool2d(
    x: Array,
    /,
    *,
    window: Lengths,
    ord: float = 2.0,
    strides: Lengths | None = None,
    padding: Padding = 0,
    ceil_mode: bool = False,
    data_format: str = "channels_first",
) -> Array:
    """Return the root ``(sum of x ** p) ** (1 / p)`` of each window of images.

    What a window that `ceil_mode` adds has beyond the end counts as the average of what it has
    inside. The derivative where a sum is 0 is taken to be 0. For an odd `p`, the sum of negative
    elements is negative, and its root NaN.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``; ``(N, H, W, C)`` with ``"channels_last"``.
    window, strides, padding, ceil_mode, data_format
        As in `max_pool2d`; what lies outside is 0.
    ord
        The power `p`, a positive number.

    Returns
    -------
    Array
        Images of the shape that `max_pool2d` gives.

    Raises
    ------
    ValueError
        The power is not positive, a window does not fit, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.lp_pool2d(ivy.asarray([[[[3.0, 4.0, 0.0, 1.0]]]]), window=(1, 2))
    Array([[[[5., 1.]]]], dtype=float32, backend='numpy')
    """
    return _roots("lp_pool2d", x, window, ord, strides, padding, ceil_mode, data_format)


@composite(dtypes="real floating", rank="three")
def lp_pool1d(
    x: Array,
    /,
    *,
    window: Lengths,
    ord: float = 2.0,
    strides: Lengths | None = None,
    padding: Padding = 0,
    ceil_mode: bool = False,
    data_format: str = "channels_first",
) -> Array:
    """Return the root ``(sum of x ** p) ** (1 / p)`` of each window of signals.

    Parameters
    ----------
    x
        Signals ``(N, C, L)``; ``(N, L, C)`` with ``"channels_last"``.
    window, ord, strides, padding, ceil_mode, data_format
        As in `lp_pool2d`.

    Returns
    -------
    Array
        Signals of the shape that `max_pool1d` gives.

    Raises
    ------
    ValueError
        The power is not positive, a window does not fit, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.lp_pool1d(ivy.asarray([[[3.0, 4.0, 0.0, 1.0]]]), window=2)
    Array([[[5., 1.]]], dtype=float32, backend='numpy')
    """
    return _roots("lp_pool1d", x, window, ord, strides, padding, ceil_mode, data_format)


@composite(dtypes="real floating", rank="five")
def lp_pool3d(
    x: Array,
    /,
    *,
    window: Lengths,
    ord: float = 2.0,
    strides: Lengths | None = None,
    padding: Padding = 0,
    ceil_mode: bool = False,
    data_format: str = "channels_first",
) -> Array:
    """Return the root ``(sum of x ** p) ** (1 / p)`` of each window of volumes.

    Parameters
    ----------
    x
        Volumes ``(N, C, D, H, W)``; ``(N, D, H, W, C)`` with ``"channels_last"``.
    window, ord, strides, padding, ceil_mode, data_format
        As in `lp_pool2d`.

    Returns
    -------
    Array
        Volumes of the shape that `max_pool3d` gives.

    Raises
    ------
    ValueError
        The power is not positive, a window does not fit, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.lp_pool3d(ivy.asarray([[[[[3.0, 4.0, 0.0, 1.0]]]]]), window=(1, 1, 2))
    Array([[[[[5., 1.]]]]], dtype=float32, backend='numpy')
    """
    return _roots("lp_pool3d", x, window, ord, strides, padding, ceil_mode, data_format)


def _roots(
    op: str,
    x: Array,
    window: Any,
    ord: float,
    strides: Any,
    padding: Any,
    ceil_mode: bool,
    data_format: str,
) -> Array:
    if not 0 < ord < math.inf:
        raise ValueError(f"ivy.{op}: expected a positive number, got ord={ord}")
    averages = _averaged(
        *(op, pow(x, ord), window, strides, padding, ceil_mode, True, None, data_format)
    )
    sums = multiply(averages, math.prod(each_axis(op, "window", window, axes_of(op))))
    nothing = equal(sums, 0)
    return where(nothing, 0.0, pow(where(nothing, 1.0, sums), 1 / ord))


@composite(dtypes="real floating", rank="four")
def adaptive_avg_pool2d(
    x: Array,
    /,
    output_size: int | tuple[int | None, ...] | None,
    *,
    data_format: str = "channels_first",
) -> Array:
    """Return the average of each part of images, of which there are as many as wanted.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``; ``(N, H, W, C)`` with ``"channels_last"``.
    output_size
        The length of the result along each spatial axis, or along all; None is that of `x`. Part
        ``k`` begins at ``k * length // size`` and ends before ``(k + 1) * length / size``, rounded
        up.
    data_format
        ``"channels_first"`` or ``"channels_last"``.

    Returns
    -------
    Array
        Images ``(N, C, H', W')``, or ``(N, H', W', C)``.

    Raises
    ------
    ValueError
        A length is less than 1, or there is not one for each spatial axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.adaptive_avg_pool2d(ivy.asarray([[[[1.0, 3.0, 2.0]]]]), (1, 2))
    Array([[[[2. , 2.5]]]], dtype=float32, backend='numpy')
    """
    return _parted("adaptive_avg_pool2d", x, output_size, data_format)


@composite(dtypes="real floating", rank="three")
def adaptive_avg_pool1d(
    x: Array,
    /,
    output_size: int | tuple[int | None, ...] | None,
    *,
    data_format: str = "channels_first",
) -> Array:
    """Return the average of each part of signals, of which there are as many as wanted.

    Parameters
    ----------
    x
        Signals ``(N, C, L)``; ``(N, L, C)`` with ``"channels_last"``.
    output_size, data_format
        As in `adaptive_avg_pool2d`.

    Returns
    -------
    Array
        Signals ``(N, C, L')``, or ``(N, L', C)``.

    Raises
    ------
    ValueError
        A length is less than 1, or there is not one for each spatial axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.adaptive_avg_pool1d(ivy.asarray([[[1.0, 3.0, 2.0]]]), 2)
    Array([[[2. , 2.5]]], dtype=float32, backend='numpy')
    """
    return _parted("adaptive_avg_pool1d", x, output_size, data_format)


@composite(dtypes="real floating", rank="five")
def adaptive_avg_pool3d(
    x: Array,
    /,
    output_size: int | tuple[int | None, ...] | None,
    *,
    data_format: str = "channels_first",
) -> Array:
    """Return the average of each part of volumes, of which there are as many as wanted.

    Parameters
    ----------
    x
        Volumes ``(N, C, D, H, W)``; ``(N, D, H, W, C)`` with ``"channels_last"``.
    output_size, data_format
        As in `adaptive_avg_pool2d`.

    Returns
    -------
    Array
        Volumes ``(N, C, D', H', W')``, or ``(N, D', H', W', C)``.

    Raises
    ------
    ValueError
        A length is less than 1, or there is not one for each spatial axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.adaptive_avg_pool3d(ivy.asarray([[[[[1.0, 3.0, 2.0]]]]]), (1, 1, 2))
    Array([[[[[2. , 2.5]]]]], dtype=float32, backend='numpy')
    """
    return _parted("adaptive_avg_pool3d", x, output_size, data_format)


@composite(dtypes="real floating", rank="four")
def adaptive_max_pool2d(
    x: Array,
    /,
    output_size: int | tuple[int | None, ...] | None,
    *,
    data_format: str = "channels_first",
) -> Array:
    """Return the largest element of each part of images, of which there are as many as wanted.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``; ``(N, H, W, C)`` with ``"channels_last"``.
    output_size, data_format
        As in `adaptive_avg_pool2d`.

    Returns
    -------
    Array
        Images ``(N, C, H', W')``, or ``(N, H', W', C)``.

    Raises
    ------
    ValueError
        A length is less than 1, or there is not one for each spatial axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.adaptive_max_pool2d(ivy.asarray([[[[1.0, 3.0, 2.0]]]]), (1, 2))
    Array([[[[3., 3.]]]], dtype=float32, backend='numpy')
    """
    return _parted("adaptive_max_pool2d", x, output_size, data_format)


@composite(dtypes="real floating", rank="three")
def adaptive_max_pool1d(
    x: Array,
    /,
    output_size: int | tuple[int | None, ...] | None,
    *,
    data_format: str = "channels_first",
) -> Array:
    """Return the largest element of each part of signals, of which there are as many as wanted.

    Parameters
    ----------
    x
        Signals ``(N, C, L)``; ``(N, L, C)`` with ``"channels_last"``.
    output_size, data_format
        As in `adaptive_avg_pool2d`.

    Returns
    -------
    Array
        Signals ``(N, C, L')``, or ``(N, L', C)``.

    Raises
    ------
    ValueError
        A length is less than 1, or there is not one for each spatial axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.adaptive_max_pool1d(ivy.asarray([[[1.0, 3.0, 2.0]]]), 2)
    Array([[[3., 3.]]], dtype=float32, backend='numpy')
    """
    return _parted("adaptive_max_pool1d", x, output_size, data_format)


@composite(dtypes="real floating", rank="five")
def adaptive_max_pool3d(
    x: Array,
    /,
    output_size: int | tuple[int | None, ...] | None,
    *,
    data_format: str = "channels_first",
) -> Array:
    """Return the largest element of each part of volumes, of which there are as many as wanted.

    Parameters
    ----------
    x
        Volumes ``(N, C, D, H, W)``; ``(N, D, H, W, C)`` with ``"channels_last"``.
    output_size, data_format
        As in `adaptive_avg_pool2d`.

    Returns
    -------
    Array
        Volumes ``(N, C, D', H', W')``, or ``(N, D', H', W', C)``.

    Raises
    ------
    ValueError
        A length is less than 1, or there is not one for each spatial axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.adaptive_max_pool3d(ivy.asarray([[[[[1.0, 3.0, 2.0]]]]]), (1, 1, 2))
    Array([[[[[3., 3.]]]]], dtype=float32, backend='numpy')
    """
    return _parted("adaptive_max_pool3d", x, output_size, data_format)


def _parted(op: str, x: Array, output_size: Any, data_format: str) -> Array:
    last = is_last(op, data_format)
    check_rank(op, x.shape, axes_of(op), last)
    wanted = sizes(op, output_size, spatial(x.shape, last))
    x = moveaxis(x, -1, 1) if last else x
    # From the last axis to the first: of equal elements the first still wins.
    for axis in reversed(range(2, len(x.shape))):
        x = _parted_along(x, axis, wanted[axis - 2], "max" in op)
    return moveaxis(x, 1, -1) if last else x


def _parted_along(x: Array, axis: int, count: int, largest: bool) -> Array:
    length = x.shape[axis]
    if length == count:
        return x
    if length % count == 0:  # all parts are of the same length
        parts = reshape(x, (*x.shape[:axis], count, length // count, *x.shape[axis + 1 :]))
        parts = moveaxis(parts, axis + 1, -1)
        return _first_largest(parts) if largest else mean(parts, axis=-1)
    bounds = [(k * length // count, -(-(k + 1) * length // count)) for k in range(count)]
    longest = builtins.max(stop - start for start, stop in bounds)
    numbers = beside(x, arange, 0, count, 1, dtype="int64")
    starts = floor_divide(multiply(numbers, length), count)
    stops = floor_divide(add(multiply(numbers, length), length + count - 1), count)
    places = add(expand_dims(starts, axis=1), beside(x, arange, 0, longest, 1, dtype="int64"))
    inside = less(places, expand_dims(stops, axis=1))
    parts = take(moveaxis(x, axis, -1), minimum(places, length - 1), axis=-1)
    parts = where(inside, parts, -math.inf if largest else 0.0)
    if largest:
        out = _first_largest(parts)
    else:
        out = divide(sum(parts, axis=-1), astype(subtract(stops, starts), x.dtype))
    return moveaxis(out, -1, axis)


@composite(dtypes="any", rank="four", promoted=("x",))
def max_unpool2d(
    x: Array,
    indices: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths | None = None,
    padding: Padding = 0,
    output_size: Lengths | None = None,
    data_format: str = "channels_first",
) -> Array:
    """Return images of zeros with elements where `max_pool2d` found them.

    Parameters
    ----------
    x
        Images ``(N, C, H, W)``; ``(N, H, W, C)`` with ``"channels_last"``.
    indices
        For each element its place in the flattened image of its channel in the result, as
        `max_pool_indices` gives it; an array of integers of the shape of `x`. Where elements have
        the same place, one of them stands there.
    window, strides, padding
        Those of the pooling.
    output_size
        The length of the result along each spatial axis, or along all. By default ``(length - 1)
        * stride - padding + window``, from which it may differ by less than the stride.
    data_format
        ``"channels_first"`` or ``"channels_last"``.

    Returns
    -------
    Array
        Images of the lengths that the pooling took.

    Raises
    ------
    ValueError
        The shapes differ, `output_size` is none of those that are possible, or an option has
        another form.
    IndexError
        A place is out of range.

    Examples
    --------
    >>> import ivy
    >>> ivy.max_unpool2d(ivy.asarray([[[[3.0]]]]), ivy.asarray([[[[1]]]]), window=(1, 2))
    Array([[[[0., 3.]]]], dtype=float32, backend='numpy')
    """
    options = (window, strides, padding, output_size, data_format)
    return _unpooled("max_unpool2d", x, indices, *options)


@composite(dtypes="any", rank="three", promoted=("x",))
def max_unpool1d(
    x: Array,
    indices: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths | None = None,
    padding: Padding = 0,
    output_size: Lengths | None = None,
    data_format: str = "channels_first",
) -> Array:
    """Return signals of zeros with elements where `max_pool1d` found them.

    Parameters
    ----------
    x
        Signals ``(N, C, L)``; ``(N, L, C)`` with ``"channels_last"``.
    indices, window, strides, padding, output_size, data_format
        As in `max_unpool2d`.

    Returns
    -------
    Array
        Signals of the lengths that the pooling took.

    Raises
    ------
    ValueError
        The shapes differ, `output_size` is none of those that are possible, or an option has
        another form.
    IndexError
        A place is out of range.

    Examples
    --------
    >>> import ivy
    >>> ivy.max_unpool1d(ivy.asarray([[[3.0]]]), ivy.asarray([[[1]]]), window=2)
    Array([[[0., 3.]]], dtype=float32, backend='numpy')
    """
    options = (window, strides, padding, output_size, data_format)
    return _unpooled("max_unpool1d", x, indices, *options)


@composite(dtypes="any", rank="five", promoted=("x",))
def max_unpool3d(
    x: Array,
    indices: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths | None = None,
    padding: Padding = 0,
    output_size: Lengths | None = None,
    data_format: str = "channels_first",
) -> Array:
    """Return volumes of zeros with elements where `max_pool3d` found them.

    Parameters
    ----------
    x
        Volumes ``(N, C, D, H, W)``; ``(N, D, H, W, C)`` with ``"channels_last"``.
    indices, window, strides, padding, output_size, data_format
        As in `max_unpool2d`.

    Returns
    -------
    Array
        Volumes of the lengths that the pooling took.

    Raises
    ------
    ValueError
        The shapes differ, `output_size` is none of those that are possible, or an option has
        another form.
    IndexError
        A place is out of range.

    Examples
    --------
    >>> import ivy
    >>> ivy.max_unpool3d(ivy.asarray([[[[[3.0]]]]]), ivy.asarray([[[[[1]]]]]), window=(1, 1, 2))
    Array([[[[[0., 3.]]]]], dtype=float32, backend='numpy')
    """
    options = (window, strides, padding, output_size, data_format)
    return _unpooled("max_unpool3d", x, indices, *options)


def _unpooled(
    op: str,
    x: Array,
    indices: Array,
    window: Any,
    strides: Any,
    padding: Any,
    output_size: Any,
    data_format: str,
) -> Array:
    last = is_last(op, data_format)
    if last:
        check_rank(op, x.shape, axes_of(op), last)
        check_rank(op, indices.shape, axes_of(op), last)
        x, indices = moveaxis(x, -1, 1), moveaxis(indices, -1, 1)
    lengths = unpooled_lengths(op, x.shape, indices.shape, window, strides, padding, output_size)
    n, channels, *places = x.shape
    count, size = math.prod(places), math.prod(lengths)
    # A place counts from the beginning only: of a negative one is made one that does not exist.
    indices = where(less(indices, 0), size, indices)
    out = put_along_axis(
        beside(x, zeros, (n, channels, size)),
        *(reshape(indices, (n, channels, count)), reshape(x, (n, channels, count))),
        axis=-1,
    )
    out = reshape(out, (n, channels, *lengths))
    return moveaxis(out, 1, -1) if last else out


@composite(dtypes="any", rank="three")
def unfold(
    x: Array,
    /,
    *,
    window: Lengths,
    strides: Lengths = 1,
    padding: Padding = 0,
    dilation: Lengths = 1,
) -> Array:
    """Return the elements under each window of images as columns.

    Parameters
    ----------
    x
        An array ``(N, C, *lengths)`` of one to three spatial axes.
    window
        The length of the window along each spatial axis, or along all.
    strides, padding, dilation
        As in `conv2d`.

    Returns
    -------
    Array
        Columns ``(N, C * K, places)``, where ``K`` is the number of elements of a window.

    Raises
    ------
    ValueError
        There are not one to three spatial axes, a window does not fit, or an option has another
        form.

    Examples
    --------
    >>> import ivy
    >>> ivy.unfold(ivy.asarray([[[1, 2, 3]]]), window=2)
    Array([[[1, 2],
            [2, 3]]], dtype=int64, backend='numpy')
    """
    count = spatial_axes("unfold", x.shape)
    window, strides, padding, dilation = pool_geometry(
        *("unfold", count, x.shape, False), window, strides, padding, dilation
    )
    check_slide("unfold", x.shape, window, strides, padding, dilation)
    parts = _gathered(x, window, strides, padding, dilation, 0)
    inner, outer = range(2, 2 * count + 2, 2), range(3, 2 * count + 2, 2)
    places = math.prod([parts.shape[i] for i in outer])
    parts = permute_dims(parts, (0, 1, *inner, *outer))
    return reshape(parts, (x.shape[0], x.shape[1] * math.prod(window), places))


@composite(dtypes="numeric", rank="unknown")
def fold(
    x: Array,
    /,
    output_size: Lengths,
    *,
    window: Lengths,
    strides: Lengths = 1,
    padding: Padding = 0,
    dilation: Lengths = 1,
) -> Array:
    """Return images that are sums of windows, which are given as columns: `unfold` transposed.

    Parameters
    ----------
    x
        Columns ``(N, C * K, places)``, where ``K`` is the number of elements of a window.
    output_size
        The lengths of the images, one to three; an integer stands for height and width.
    window, strides, padding, dilation
        As in `unfold`.

    Returns
    -------
    Array
        Images ``(N, C, *output_size)``.

    Raises
    ------
    ValueError
        The columns are not those of windows of such images, or an option has another form.

    Examples
    --------
    >>> import ivy
    >>> ivy.fold(ivy.asarray([[[1, 2], [2, 3]]]), (3,), window=2)
    Array([[[1, 4, 3]]], dtype=int64, backend='numpy')
    """
    count = len(output_size) if isinstance(output_size, tuple | list) else 2
    lengths = sizes_of("fold", "output_size", output_size, count)
    n, channels, places, window, strides, padding, dilation = folded_geometry(
        x.shape, lengths, window, strides, padding, dilation
    )
    out = reshape(x, (n, channels, *window, *places))
    mixed = [i for k in range(count) for i in (2 + k, 2 + count + k)]
    out = permute_dims(out, (0, 1, *mixed))
    for i, (length, (before, after)) in enumerate(zip(lengths, padding, strict=True)):
        whole = before + length + after
        key = (slice(None), slice(None), *[slice(None)] * i)
        starts = _starts(x, whole, window[i], strides[i], dilation[i])
        empty = beside(x, zeros, (*out.shape[: 2 + i], whole, *out.shape[4 + i :]))
        out = getitem(add_at(empty, out, (*key, starts)), (*key, slice(before, before + length)))
    return out
