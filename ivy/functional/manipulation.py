"""Functions that move elements without changing them: shapes, orders, joins and splits."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from ivy.array import Array, lift
from ivy.backends.arrangements import check_axis, check_flatten
from ivy.functional._op import composite, op


@op(rank="shape", method=True)
def reshape(x: Array, /, shape: int | tuple[int, ...], *, copy: bool | None = None) -> Array:
    """Return the elements of `x` in row-major order, in another shape.

    Parameters
    ----------
    x
        The array.
    shape
        The new shape; one length may be -1, which is then worked out.
    copy
        True makes a copy, False refuses to make one, None avoids it where that is possible. Where
        arrays are immutable, in tensorflow and jax, nothing tells a copy from none, and this
        changes nothing.

    Raises
    ------
    ValueError
        The shape has another number of elements, or `copy` is False and a copy is needed.

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
def moveaxis(
    x: Array, source: int | tuple[int, ...], destination: int | tuple[int, ...], /
) -> Array:
    """Return `x` with axes moved to other places, the others in their order.

    Parameters
    ----------
    x
        The array.
    source
        The axis or axes that move.
    destination
        Where each of them is in the result.

    Examples
    --------
    >>> import ivy
    >>> ivy.moveaxis(ivy.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """


@op(rank="expanded")
def expand_dims(x: Array, /, axis: int | tuple[int, ...]) -> Array:
    """Return `x` with new axes of length 1.

    Parameters
    ----------
    x
        The array.
    axis
        The place of the new axis, or of each of them, in the result.

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


def broadcast_shapes(*shapes: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """Return the shape that arrays of these shapes have together.

    Parameters
    ----------
    *shapes
        The shapes; with none of them the result is ``()``. Where a length is not known (None), it
        is not known in the result.

    Raises
    ------
    ValueError
        Two lengths of an axis differ, and neither is 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.broadcast_shapes((2, 1), (3,))
    (2, 3)
    """
    rank = max(map(len, shapes), default=0)
    full = [(1,) * (rank - len(s)) + tuple(s) for s in shapes]
    result: list[int | None] = []
    for lengths in zip(*full, strict=True):
        known = {n for n in lengths if n not in (1, None)}
        if len(known) > 1:
            raise ValueError(
                f"ivy.broadcast_shapes: expected shapes that broadcast, got {shapes}; "
                "lengths of an axis must be equal or 1"
            )
        result.append(None if None in lengths else known.pop() if known else 1)
    return tuple(result)


def broadcast_arrays(*arrays: Array) -> tuple[Array, ...]:
    """Return arrays repeated along axes of length 1, so that all have one shape.

    Parameters
    ----------
    *arrays
        The arrays; each keeps its dtype.

    Raises
    ------
    ValueError
        Two lengths of an axis differ, and neither is 1.

    Examples
    --------
    >>> import ivy
    >>> a, b = ivy.broadcast_arrays(ivy.zeros((2, 1)), ivy.zeros(3))
    >>> a.shape, b.shape
    ((2, 3), (2, 3))
    """
    shape = broadcast_shapes(*[lift(x).shape for x in arrays])
    return tuple([broadcast_to(x, shape) for x in arrays])  # type: ignore[arg-type]  # all known


@composite(rank="shape")
def expand(x: Array, /, shape: tuple[int, ...]) -> Array:
    """Return `x` repeated to a shape, in which -1 leaves the length of an axis as it is.

    Examples
    --------
    >>> import ivy
    >>> ivy.expand(ivy.zeros((3, 1)), (2, -1, 4)).shape
    (2, 3, 4)
    """
    new = len(shape) - len(x.shape)
    if -1 in shape[: max(new, 0)]:
        raise ValueError(
            f"ivy.expand: expected -1 only for axes of x, got shape={shape} for {x.shape}; "
            "write the length of a new axis"
        )
    kept = [x.shape[i - new] if n == -1 else n for i, n in enumerate(shape)]
    return broadcast_to(x, tuple(kept))


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
def unstack(x: Array, /, *, axis: int = 0) -> tuple[Array, ...]:
    """Return the slices of `x` along an axis.

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


@op(rank="along", method=True)
def repeat(x: Array, repeats: Array | int, /, *, axis: int | None = None) -> Array:
    """Return `x` with each slice along an axis repeated.

    Parameters
    ----------
    x
        The array.
    repeats
        How often; an integer array of one axis says it for each slice. The shape of the result then
        depends on values, so it cannot run in compiled code, and an accelerator is waited for.
    axis
        The axis; with None `x` is flattened first.

    Examples
    --------
    >>> import ivy
    >>> ivy.repeat(ivy.asarray([1, 2]), 2)
    Array([1, 1, 2, 2], dtype=int64, backend='numpy')
    >>> ivy.repeat(ivy.asarray([1, 2]), ivy.asarray([3, 1]))
    Array([1, 1, 1, 2], dtype=int64, backend='numpy')
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
        ``"constant"`` adds `value`, ``"edge"`` the nearest element, ``"reflect"`` mirrors at the
        outermost element, ``"symmetric"`` behind it, ``"wrap"`` continues from the other end. More
        may be added than `x` has; it is then mirrored or wrapped again.
    value
        The constant, cast to the dtype of `x`.

    Raises
    ------
    ValueError
        There is not a pair of numbers for each axis, one is negative, the mode is none of these, or
        an axis without elements is continued.

    Examples
    --------
    >>> import ivy
    >>> ivy.pad(ivy.asarray([1, 2, 3]), ((2, 1),), mode="reflect")
    Array([3, 2, 1, 2, 3, 2], dtype=int64, backend='numpy')
    """


@composite(rank="flattened")
def flatten(x: Array, /, *, start_axis: int = 0, end_axis: int = -1) -> Array:
    """Return `x` with several axes made one, in row-major order.

    Parameters
    ----------
    x
        The array; of a 0-d array the result has one axis.
    start_axis, end_axis
        The first and the last of the axes.

    Examples
    --------
    >>> import ivy
    >>> ivy.flatten(ivy.zeros((2, 3, 4)), start_axis=1).shape
    (2, 12)
    """
    if (start_axis, end_axis) == (0, -1):
        return reshape(x, (-1,))
    rank = max(len(x.shape), 1)
    check_flatten(x.shape, start_axis, end_axis)
    first, last = start_axis % rank, end_axis % rank
    joined = math.prod(x.shape[first : last + 1])
    return reshape(x, (*x.shape[:first], joined, *x.shape[last + 1 :]))


@composite(rank="one")
def ravel(x: Array, /) -> Array:
    """Return the elements of `x` in row-major order, along one axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.ravel(ivy.zeros((2, 3))).shape
    (6,)
    """
    return reshape(x, (-1,))


@composite(rank="unflattened")
def unflatten(x: Array, /, shape: tuple[int, ...], *, axis: int) -> Array:
    """Return `x` with one axis made several, in row-major order.

    Parameters
    ----------
    x
        The array.
    shape
        The lengths of the new axes; one may be -1, which is then worked out.
    axis
        The axis that they replace.

    Examples
    --------
    >>> import ivy
    >>> ivy.unflatten(ivy.zeros((2, 12)), (3, -1), axis=1).shape
    (2, 3, 4)
    """
    place = _axis("unflatten", x, axis)
    known = math.prod(n for n in shape if n != -1)
    lengths = [x.shape[place] // max(known, 1) if n == -1 else n for n in shape]
    return reshape(x, (*x.shape[:place], *lengths, *x.shape[place + 1 :]))


def _axis(op: str, x: Array, axis: int) -> int:
    """Return an axis counted from the first, or raise."""
    check_axis(op, len(x.shape), axis)
    return axis % len(x.shape)


@composite(rank="at least one")
def atleast_1d(x: Array, /) -> Array:
    """Return `x`, a 0-d array with an axis of length 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.atleast_1d(ivy.asarray(3)).shape
    (1,)
    """
    return x if len(x.shape) > 0 else reshape(x, (1,))


@composite(rank="at least two")
def atleast_2d(x: Array, /) -> Array:
    """Return `x` with leading axes of length 1, so that it has two at least.

    Examples
    --------
    >>> import ivy
    >>> ivy.atleast_2d(ivy.zeros(3)).shape
    (1, 3)
    """
    return x if len(x.shape) > 1 else reshape(x, (1, math.prod(x.shape)))


@composite(rank="at least three")
def atleast_3d(x: Array, /) -> Array:
    """Return `x` with axes of length 1, so that it has three at least.

    One axis becomes the middle one, two become the first and the second.

    Examples
    --------
    >>> import ivy
    >>> ivy.atleast_3d(ivy.zeros(3)).shape, ivy.atleast_3d(ivy.zeros((2, 3))).shape
    ((1, 3, 1), (2, 3, 1))
    """
    if len(x.shape) > 2:
        return x
    return expand_dims(x if len(x.shape) == 2 else atleast_2d(x), -1)


@composite(rank="unknown")
def vstack(arrays: Sequence[Array], /) -> Array:
    """Return arrays joined along the first axis; one of one axis is a row.

    Examples
    --------
    >>> import ivy
    >>> ivy.vstack([ivy.asarray([1, 2]), ivy.asarray([[3, 4], [5, 6]])])
    Array([[1, 2],
           [3, 4],
           [5, 6]], dtype=int64, backend='numpy')
    """
    return concat([atleast_2d(x) for x in arrays])


@composite(rank="unknown")
def hstack(arrays: Sequence[Array], /) -> Array:
    """Return arrays joined along the second axis, those of one axis along that.

    Examples
    --------
    >>> import ivy
    >>> ivy.hstack([ivy.asarray([1, 2]), ivy.asarray([3])])
    Array([1, 2, 3], dtype=int64, backend='numpy')
    """
    rows = [atleast_1d(x) for x in arrays]
    return concat(rows, axis=min(len(rows[0].shape) - 1, 1))


@composite(rank="unknown")
def dstack(arrays: Sequence[Array], /) -> Array:
    """Return arrays joined along the third axis, after `atleast_3d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.dstack([ivy.asarray([1, 2]), ivy.asarray([3, 4])])
    Array([[[1, 3],
            [2, 4]]], dtype=int64, backend='numpy')
    """
    return concat([atleast_3d(x) for x in arrays], axis=2)


@composite(rank="two")
def column_stack(arrays: Sequence[Array], /) -> Array:
    """Return arrays joined along the second axis; one of one axis is a column.

    Examples
    --------
    >>> import ivy
    >>> ivy.column_stack([ivy.asarray([1, 2]), ivy.asarray([3, 4])])
    Array([[1, 3],
           [2, 4]], dtype=int64, backend='numpy')
    """
    columns = [x if len(x.shape) > 1 else reshape(x, (-1, 1)) for x in arrays]
    return concat(columns, axis=1)


@composite()
def array_split(x: Array, sections: int | tuple[int, ...], /, *, axis: int = 0) -> list[Array]:
    """Return consecutive parts of `x` along an axis, by their number or by where to cut.

    Parameters
    ----------
    x
        The array.
    sections
        A number of parts, of which the first ones are longer by one where it does not divide the
        axis; or the positions where the second and each later part starts.
    axis
        The axis that is cut.

    Examples
    --------
    >>> import ivy
    >>> [a.tolist() for a in ivy.array_split(ivy.arange(5), 2)]
    [[0, 1, 2], [3, 4]]
    >>> [a.tolist() for a in ivy.array_split(ivy.arange(5), (1, 3))]
    [[0], [1, 2], [3, 4]]
    """
    length = x.shape[_axis("array_split", x, axis)]
    if not isinstance(sections, int):
        places = [0, *[slice(0, n).indices(length)[1] for n in sections], length]
        if sorted(places) != places:
            raise ValueError(f"ivy.array_split: expected rising positions, got sections={sections}")
        return split(x, tuple(b - a for a, b in itertools.pairwise(places)), axis=axis)
    if sections < 1:
        raise ValueError(f"ivy.array_split: expected at least one part, got sections={sections}")
    size, longer = divmod(length, sections)
    sizes = [size + 1] * longer + [size] * (sections - longer)
    return split(x, tuple(sizes), axis=axis)


def _equal_parts(
    op: str, x: Array, sections: int | tuple[int, ...], axis: int, least: int
) -> list[Array]:
    if len(x.shape) < least:
        raise ValueError(f"ivy.{op}: expected at least {least} axes, got shape {x.shape}")
    if isinstance(sections, int) and (sections < 1 or x.shape[axis] % sections):
        raise ValueError(
            f"ivy.{op}: expected a number of parts that divides {x.shape[axis]}, "
            f"got sections={sections}; use ivy.array_split for parts of unequal length"
        )
    return array_split(x, sections, axis=axis)


@composite()
def vsplit(x: Array, sections: int | tuple[int, ...], /) -> list[Array]:
    """Return consecutive parts of `x` along its first axis; it has two axes at least.

    Parameters
    ----------
    x
        The array.
    sections
        A number of equal parts, or the positions where the second and each later part starts.

    Examples
    --------
    >>> import ivy
    >>> [a.shape for a in ivy.vsplit(ivy.zeros((4, 2)), 2)]
    [(2, 2), (2, 2)]
    """
    return _equal_parts("vsplit", x, sections, 0, 2)


@composite()
def hsplit(x: Array, sections: int | tuple[int, ...], /) -> list[Array]:
    """Return consecutive parts of `x` along its second axis, or along the only one.

    `sections` is that of `vsplit`.

    Examples
    --------
    >>> import ivy
    >>> [a.shape for a in ivy.hsplit(ivy.zeros((2, 5)), (1, 3))]
    [(2, 1), (2, 2), (2, 2)]
    """
    return _equal_parts("hsplit", x, sections, min(len(x.shape) - 1, 1), 1)


@composite()
def dsplit(x: Array, sections: int | tuple[int, ...], /) -> list[Array]:
    """Return consecutive parts of `x` along its third axis; `sections` is that of `vsplit`.

    Examples
    --------
    >>> import ivy
    >>> [a.shape for a in ivy.dsplit(ivy.zeros((2, 3, 4)), 2)]
    [(2, 3, 2), (2, 3, 2)]
    """
    return _equal_parts("dsplit", x, sections, 2, 3)


@composite()
def flipud(x: Array, /) -> Array:
    """Return `x` with the order along its first axis reversed.

    Examples
    --------
    >>> import ivy
    >>> ivy.flipud(ivy.asarray([[1, 2], [3, 4]]))
    Array([[3, 4],
           [1, 2]], dtype=int64, backend='numpy')
    """
    _axis("flipud", x, 0)
    return flip(x, axis=0)


@composite()
def fliplr(x: Array, /) -> Array:
    """Return `x` with the order along its second axis reversed.

    Examples
    --------
    >>> import ivy
    >>> ivy.fliplr(ivy.asarray([[1, 2], [3, 4]]))
    Array([[2, 1],
           [4, 3]], dtype=int64, backend='numpy')
    """
    _axis("fliplr", x, 1)
    return flip(x, axis=1)


@composite()
def rot90(x: Array, /, *, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Array:
    """Return `x` turned by quarters in the plane of two axes.

    Parameters
    ----------
    x
        The array.
    k
        How many quarters, in the direction from the first of the axes to the second.
    axes
        The axes.

    Examples
    --------
    >>> import ivy
    >>> ivy.rot90(ivy.asarray([[1, 2], [3, 4]]))
    Array([[2, 4],
           [1, 3]], dtype=int64, backend='numpy')
    """
    a, b = [_axis("rot90", x, axis) for axis in axes]
    if a == b:
        raise ValueError(f"ivy.rot90: expected two different axes, got axes={axes}")
    if k % 4 == 0:
        return x
    if k % 4 == 2:
        return flip(x, axis=(a, b))
    return swapaxes(flip(x, axis=b), a, b) if k % 4 == 1 else flip(swapaxes(x, a, b), axis=b)


@composite(rank="first plus one")
def pad_sequence(arrays: Sequence[Array], /, *, axis: int = 0, value: float = 0) -> Array:
    """Return arrays that differ in the length of their first axis, stacked along a new one.

    Parameters
    ----------
    arrays
        Arrays that agree on every axis but the first.
    axis
        The place of the new axis.
    value
        What shorter arrays are filled up with, at their end.

    Examples
    --------
    >>> import ivy
    >>> ivy.pad_sequence([ivy.asarray([1, 2, 3]), ivy.asarray([4])])
    Array([[1, 2, 3],
           [4, 0, 0]], dtype=int64, backend='numpy')
    """
    longest = max([x.shape[0] for x in arrays])
    rest = ((0, 0),) * (len(arrays[0].shape) - 1)
    padded = [pad(x, ((0, longest - x.shape[0]), *rest), value=value) for x in arrays]
    return stack(padded, axis=axis)
