"""Reading and writing parts of arrays with any library.

The standard has positions along one axis (`take`), slices, and masks that stand alone. Everything
else is made of these, without reading values: positions are counted in the flattened array.
"""

from typing import Any

import array_api_compat
import numpy as np

from ivy.backends.bounds import check_positions
from ivy.errors import UnsupportedError


def getitem(core, x, key, /):
    parts = key if isinstance(key, tuple) else (key,)
    arrays = [k for k in parts if _is_array(core, k)]
    if len(parts) == len(arrays) == 1 and _is_mask(core, arrays[0]):
        (mask,) = arrays
        if not mask.ndim:  # a new axis, with one element or none
            return _picked(core, x[(None, ...)], [0], [*_nonzero(core, mask)])
        _check_mask("getitem", x, 0, mask)
        if 0 in mask.shape:
            shape = (0, *x.shape[mask.ndim :])
            return core.xp.zeros(shape, dtype=x.dtype, device=_place(x))
        return x[mask]
    parts = _one_for_each_axis(core, "getitem", x, parts)
    if not arrays:
        return _sliced(core.xp, x, parts)
    # Beside an array, an integer takes part in what is broadcast.
    chosen = [i for i, k in enumerate(parts) if _is_array(core, k) or isinstance(k, int)]
    basic = [slice(None) if i in chosen else k for i, k in enumerate(parts)]
    return _picked(core, _sliced(core.xp, x, basic), chosen, [parts[i] for i in chosen])


def setitem(core, x, value, /, key):
    xp = core.xp
    value = value if value.dtype == x.dtype else core.cast(value, x.dtype)
    if 0 in x.shape:
        getitem(core, x, key)  # an index may be out of range
        return core.copy(x)
    masked = _masked(core, "setitem", x, value, key)
    if masked is not None:
        return xp.where(*masked, x)
    places = getitem(core, _positions(core, x), key)
    return _scattered(core, x, places, value, None)


def add_at(core, x, value, /, key):
    if 0 in x.shape:
        getitem(core, x, key)
        return core.copy(x)
    masked = _masked(core, "add_at", x, value, key)
    if masked is not None:
        return core.xp.where(masked[0], x + masked[1], x)
    places = getitem(core, _positions(core, x), key)
    return _scattered(core, x, places, value, core.xp.add)


def take(core, x, indices, /, *, axis=None):
    axis = 0 if axis is None else axis
    return _picked(core, x, [axis % x.ndim], [indices], "take")


def take_along_axis(core, x, indices, /, *, axis=-1):
    xp = core.xp
    axis %= x.ndim
    lengths = [
        n if i == axis else m if n == 1 else n
        for i, (n, m) in enumerate(zip(indices.shape, x.shape, strict=True))
    ]
    indices = xp.broadcast_to(
        _wrapped(core, "take_along_axis", x.shape, axis, indices), tuple(lengths)
    )
    others = [
        m if i != axis and n == 1 else n
        for i, (n, m) in enumerate(zip(x.shape, lengths, strict=True))
    ]
    x = xp.broadcast_to(x, tuple(others))
    flat = xp.zeros(tuple([1] * x.ndim), dtype=core.DTYPES["int64"], device=_place(x))
    for i, n in enumerate(x.shape):
        along = indices if i == axis else _counted(core, n, x.ndim, i, x)
        flat = flat * n + along
    flat = xp.broadcast_to(flat, indices.shape)
    picked = xp.take(core.reshape(x, (-1,)), core.reshape(flat, (-1,)), axis=0)
    return core.reshape(picked, indices.shape)


def add_along_axis(core, x, indices, value, /, *, axis=-1):
    if 0 in x.shape:
        return core.copy(x)
    places = take_along_axis(core, _positions(core, x), indices, axis=axis)
    return _scattered(core, x, places, value, core.xp.add)


def one_hot(core, x, depth, /, *, dtype=None):
    xp = core.xp
    x = xp.astype(xp.expand_dims(x, axis=-1), core.DTYPES["int64"])
    return xp.astype(xp.equal(x, _counted(core, depth, 1, 0, x)), dtype)


# -- keys ----------------------------------------------------------------------------------------


def _is_array(core, value):
    return isinstance(value, core.ARRAY_TYPES)


def _is_mask(core, value):
    return value.dtype == core.DTYPES["bool"]


def _place(x):
    return array_api_compat.device(x)


def _check_mask(op, x, axis, mask):
    there = tuple(x.shape[axis : axis + mask.ndim])
    # A length that is not known, which dask calls NaN, is equal to none; and of no elements none
    # can be wrong.
    known = [(a, b) for a, b in zip(mask.shape, there, strict=False) if a == a and b == b]
    if len(there) < mask.ndim or any(a not in (b, 0) for a, b in known):
        raise IndexError(f"ivy.{op}: expected a mask of shape {there}, got {tuple(mask.shape)}")


def _masked(core, op, x, value, key):
    """Return mask and value that broadcast against `x`; None unless the key is a mask.

    Nor if each place that the mask names gets a value of its own: how many these are is not known.
    """
    mask = key[0] if isinstance(key, tuple) and len(key) == 1 else key
    if not _is_array(core, mask) or not _is_mask(core, mask) or 0 in mask.shape:
        return None
    _check_mask(op, x, 0, mask)
    rest = x.ndim - mask.ndim
    if value.ndim > rest:
        if value.ndim > rest + 1 or value.shape[0] != 1:
            return None
        value = core.reshape(value, value.shape[1:])
    return core.reshape(mask, (*mask.shape, *[1] * rest)), value


def _one_for_each_axis(core, op, x, parts):
    """Return a key with a part for each axis of `x`, and None for new ones."""
    if len([k for k in parts if k is ...]) > 1:
        raise IndexError(f"ivy.{op}: expected one ellipsis (...) in an index, got several")
    consumed = [
        k.ndim
        if _is_array(core, k) and _is_mask(core, k)
        else 0
        if k is None or k is ... or isinstance(k, bool)
        else 1
        for k in parts
    ]
    rest = x.ndim - sum(consumed)
    if rest < 0:
        raise IndexError(
            f"ivy.{op}: expected at most {x.ndim} indices for shape {tuple(x.shape)}, "
            f"got {sum(consumed)}"
        )
    out: list[Any] = []
    axis = 0
    parts = parts if any(k is ... for k in parts) else (*parts, ...)
    for k in parts:
        if k is ...:
            out += [slice(None)] * rest
            axis += rest
        elif isinstance(k, bool):
            out.append(None if k else False)
        elif k is None:
            out.append(None)
        elif _is_array(core, k) and _is_mask(core, k):
            _check_mask(op, x, axis, k)
            if not k.ndim:
                raise UnsupportedError(
                    f"ivy.{op}: the {core.library} backend takes a mask without axes alone only"
                )
            out += core.xp.nonzero(k)
            axis += k.ndim
        else:
            if isinstance(k, int):
                check_positions(op, x.shape, axis, k)
            elif isinstance(k, slice):
                k = _within(k, x.shape[axis])
            out.append(k)
            axis += 1
    return out


def _within(k, length):
    """Return a slice whose ends are in range, as the standard asks for; NumPy cuts them off."""
    if length is None or length != length:
        return k
    start, stop, step = k.indices(length)
    if len(range(start, stop, step)) == 0:
        return slice(0, 0)
    return slice(start, None if stop < 0 else stop, step if step != 1 else None)


def _sliced(xp, x, parts):
    """Index with integers, slices and None only; False makes a new axis without elements."""
    empty = [i for i, k in enumerate(parts) if k is False]
    if all(isinstance(k, slice) and k == slice(None) for k in parts):
        return x
    x = x[tuple([None if k is False else k for k in parts])]
    if empty:
        kept = [k for k in parts if not isinstance(k, int) or k is False]
        x = x[tuple([slice(0, 0) if k is False else slice(None) for k in kept])]
    return x


def _picked(core, x, axes, indices, op="getitem"):
    """Return the elements at positions along some axes, which are broadcast against each other."""
    xp = core.xp
    lengths = [x.shape[a] for a in axes]
    wrapped = [
        (k + n if k < 0 else k) if isinstance(k, int) else _wrapped(core, op, x.shape, a, k)
        for k, n, a in zip(indices, lengths, axes, strict=True)
    ]
    flat: Any = wrapped[0]
    for k, n in zip(wrapped[1:], lengths[1:], strict=True):
        flat = flat * n + k
    common = tuple(flat.shape)
    rest = [i for i in range(x.ndim) if i not in axes]
    first, total = axes[0], 1
    for n in lengths:
        total *= n
    together = axes == list(range(first, first + len(axes)))
    before = rest[:first] if together else []
    after = rest[len(before) :]
    if len(axes) > 1:
        if not together:
            x = xp.permute_dims(x, (*axes, *rest))
        x = core.reshape(
            x, (*[x.shape[i] for i in before], total, *x.shape[len(before) + len(axes) :])
        )
    x = xp.take(x, core.reshape(flat, (-1,)), axis=len(before))
    shape = (*x.shape[: len(before)], *common, *x.shape[len(before) + 1 :])
    assert len(shape) == len(before) + len(common) + len(after)
    return x if len(common) == 1 else core.reshape(x, shape)


def _nonzero(core, mask):
    return core.xp.nonzero(core.reshape(mask, (1,)))


def _wrapped(core, op, shape, axis, indices):
    """Return int64 positions for positions that may count from the end, after a look at them."""
    known = None if core.is_lazy else core.to_numpy(indices)
    check_positions(op, tuple(shape), axis, known if known is None else np.asarray(known))
    xp = core.xp
    indices = xp.astype(indices, core.DTYPES["int64"], copy=False)
    return xp.where(indices < 0, indices + shape[axis], indices)


def _counted(core, length, ndim, axis, like):
    """Return the positions along an axis, in the form that broadcasts along all others."""
    count = core.xp.arange(length, dtype=core.DTYPES["int64"], device=_place(like))
    return core.reshape(count, tuple([length if i == axis else 1 for i in range(ndim)]))


def _positions(core, x):
    """Return for each element of `x` its position in the flattened array."""
    size = 1
    for n in x.shape:
        size *= n
    return core.reshape(core.xp.arange(size, dtype=core.DTYPES["int64"], device=_place(x)), x.shape)


# -- writing -------------------------------------------------------------------------------------


def _scattered(core, x, places, value, combine):
    """Return `x` with values put at positions in it, or combined with what is there.

    The positions are sorted, so that those of one element are neighbours; their values are combined
    in pairs, in a number of steps that grows with the logarithm; then each element looks for its
    own position among them.
    """
    xp = core.xp
    value = core.reshape(xp.broadcast_to(value, places.shape), (-1,))
    places = core.reshape(places, (-1,))
    count = places.shape[0]
    if count == 0:
        return core.copy(x)
    order = xp.argsort(places, stable=True)
    places, value = xp.take(places, order, axis=0), xp.take(value, order, axis=0)
    step = 1
    while combine is not None and step < count:
        same = places[step:] == places[:-step]
        joined = xp.where(same, combine(value[:-step], value[step:]), value[step:])
        value = xp.concat([value[:step], joined])
        step *= 2
    flat = core.reshape(x, (-1,))
    wanted = _positions(core, flat)
    last = xp.searchsorted(places, wanted, side="right") - 1
    last = xp.where(last < 0, xp.zeros_like(last), last)
    found = xp.take(places, last, axis=0) == wanted
    new = xp.take(value, last, axis=0)
    new = new if combine is None else combine(flat, new)
    return core.reshape(xp.where(found, new, flat), x.shape)
