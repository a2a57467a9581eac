"""Functions that move elements without changing them: shapes, orders, joins and splits."""

from __future__ import annotations

from collections.abc import Sequence

from ivy.array import Array
from ivy.functional._op import composite, op


@op(rank="shape", method=True)
def reshape(x: Array, /, shape: int | tuple[int, ...]) -> Array:
    """Return the elements of `x` in row-major order, in another shape.

    Parameters
    ----------
    x
        The array.
    shape
        The new shape; one length may be -1, which is then worked out.

    Examples
    --------
    >>> import ivy
    >>> ivy.reshape(ivy.arange(4), (2, -1))
    Array([[0, 1],
           [2, 3]], dtype=int64, backend='numpy')
    """


@op(method=True)
def permute_dims(x: Array, /, axes: tuple[int, ...]) -> Array:
    """Return `x` with its axes in another order.

    Parameters
    ----------
    x
        The array.
    axes
        For each axis of the result, the axis of `x` that it is.

    Examples
    --------
    >>> import ivy
    >>> ivy.permute_dims(ivy.zeros((2, 3)), (1, 0)).shape
    (3, 2)
    """


@op()
def swapaxes(x: Array, axis1: int, axis2: int, /) -> Array:
    """Return `x` with two axes exchanged.

    Examples
    --------
    >>> import ivy
    >>> ivy.swapaxes(ivy.zeros((2, 3, 4)), 0, -1).shape
    (4, 3, 2)
    """


@op()
def moveaxis(x: Array, source: int, destination: int, /) -> Array:
    """Return `x` with one axis moved to another place, the others in their order.

    Examples
    --------
    >>> import ivy
    >>> ivy.moveaxis(ivy.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """


@op(rank="plus one")
def expand_dims(x: Array, /, *, axis: int = 0) -> Array:
    """Return `x` with a new axis of length 1 at a place of the result.

    Examples
    --------
    >>> import ivy
    >>> ivy.expand_dims(ivy.zeros((2, 3)), axis=-1).shape
    (2, 3, 1)
    """


@op(rank="squeezed", method=True)
def squeeze(x: Array, /, axis: int | tuple[int, ...]) -> Array:
    """Return `x` without the named axes, which must be of length 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.squeeze(ivy.zeros((2, 1)), 1).shape
    (2,)
    """


@op(rank="shape")
def broadcast_to(x: Array, /, shape: tuple[int, ...]) -> Array:
    """Return `x` repeated along axes of length 1, and along new leading ones, to a shape.

    Examples
    --------
    >>> import ivy
    >>> ivy.broadcast_to(ivy.asarray([1, 2]), (2, 2))
    Array([[1, 2],
           [1, 2]], dtype=int64, backend='numpy')
    """


@op(rank="first")
def concat(arrays: Sequence[Array], /, *, axis: int | None = 0) -> Array:
    """Return arrays joined along an existing axis.

    Parameters
    ----------
    arrays
        Arrays that agree on every other axis; their dtypes are promoted.
    axis
        The axis; with None the arrays are flattened first.

    Examples
    --------
    >>> import ivy
    >>> ivy.concat([ivy.asarray([1]), ivy.asarray([2, 3])])
    Array([1, 2, 3], dtype=int64, backend='numpy')
    """


@op(rank="first plus one")
def stack(arrays: Sequence[Array], /, *, axis: int = 0) -> Array:
    """Return arrays of one shape joined along a new axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.stack([ivy.asarray([1, 2]), ivy.asarray([3, 4])], axis=1)
    Array([[1, 3],
           [2, 4]], dtype=int64, backend='numpy')
    """


@op(rank="minus one")
def unstack(x: Array, /, *, axis: int = 0) -> list[Array]:
    """Return the slices of `x` along an axis as a list.

    Examples
    --------
    >>> import ivy
    >>> [a.tolist() for a in ivy.unstack(ivy.asarray([[1, 2], [3, 4]]), axis=1)]
    [[1, 3], [2, 4]]
    """


@op()
def split(x: Array, /, sizes: tuple[int, ...], *, axis: int = 0) -> list[Array]:
    """Return consecutive parts of `x` along an axis.

    Parameters
    ----------
    x
        The array.
    sizes
        The lengths of the parts, which add up to the length of the axis.
    axis
        The axis that is cut.

    Examples
    --------
    >>> import ivy
    >>> [a.tolist() for a in ivy.split(ivy.arange(5), (2, 3))]
    [[0, 1], [2, 3, 4]]
    """


@op()
def flip(x: Array, /, *, axis: int | tuple[int, ...] | None = None) -> Array:
    """Return `x` with the order of elements reversed along axes, by default along all.

    Examples
    --------
    >>> import ivy
    >>> ivy.flip(ivy.arange(3))
    Array([2, 1, 0], dtype=int64, backend='numpy')
    """


@op()
def roll(
    x: Array, /, shift: int | tuple[int, ...], *, axis: int | tuple[int, ...] | None = None
) -> Array:
    """Return `x` with elements moved along axes; what leaves at the end comes in at the start.

    Parameters
    ----------
    x
        The array.
    shift
        By how many places, for each axis.
    axis
        The axes; with None the array is treated as flat.

    Examples
    --------
    >>> import ivy
    >>> ivy.roll(ivy.arange(4), 1)
    Array([3, 0, 1, 2], dtype=int64, backend='numpy')
    """


@op(rank="tiled")
def tile(x: Array, repetitions: tuple[int, ...], /) -> Array:
    """Return `x` repeated as a whole along each axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.tile(ivy.asarray([1, 2]), (2,))
    Array([1, 2, 1, 2], dtype=int64, backend='numpy')
    """


@op(method=True)
def repeat(x: Array, repeats: int, /, *, axis: int) -> Array:
    """Return `x` with each slice along an axis repeated.

    Examples
    --------
    >>> import ivy
    >>> ivy.repeat(ivy.asarray([1, 2]), 2, axis=0)
    Array([1, 1, 2, 2], dtype=int64, backend='numpy')
    """


@op()
def pad(
    x: Array,
    widths: tuple[tuple[int, int], ...],
    /,
    *,
    mode: str = "constant",
    value: float = 0,
) -> Array:
    """Return `x` with elements added around it.

    Parameters
    ----------
    x
        The array.
    widths
        How many elements to add before and after, for each axis.
    mode
        ``"constant"`` adds `value`, ``"edge"`` the nearest element, ``"reflect"`` mirrors without
        repeating the edge.
    value
        The constant, cast to the dtype of `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.pad(ivy.asarray([1, 2, 3]), ((2, 1),), mode="reflect")
    Array([3, 2, 1, 2, 3, 2], dtype=int64, backend='numpy')
    """


@composite(rank="one")
def flatten(x: Array, /) -> Array:
    """Return the elements of `x` in row-major order, along one axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.flatten(ivy.zeros((2, 3))).shape
    (6,)
    """
    return reshape(x, (-1,))
