"""The functions behind layers: linear maps, convolution and pooling. Arrays are channels-first."""

from __future__ import annotations

from ivy.array import Array
from ivy.functional._op import composite, op
from ivy.functional.elementwise import add
from ivy.functional.linear_algebra import matmul
from ivy.functional.manipulation import swapaxes

# What is added (or taken to be minus infinity, in pooling) before and after each spatial axis.
Padding = tuple[tuple[int, int], tuple[int, int]]


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
