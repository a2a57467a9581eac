"""Shapes, orders, joins and splits that the standard does not have, with any library."""

import array_api_compat


def reshape(core, x, /, shape, *, copy=None):
    return core.reshape(x, (shape,) if isinstance(shape, int) else tuple(shape), copy)


def expand_dims(core, x, /, axis):
    axes = (axis,) if isinstance(axis, int) else axis
    rank = x.ndim + len(axes)
    new = {a % rank for a in axes}
    if len(new) < len(axes) or not all(-rank <= a < rank for a in axes):
        raise ValueError(f"there are no axes {axis} of an array of {rank} axes")
    return x[tuple([None if i in new else slice(None) for i in range(rank)])]


def roll(core, x, /, shift, *, axis=None):
    # NumPy's functions want an axis, and dask cannot flatten an array without elements.
    nothing = axis == () or 0 in x.shape
    return core.copy(x) if nothing else core.xp.roll(x, shift, axis=axis)


def swapaxes(core, x, axis1, axis2, /):
    order = list(range(x.ndim))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return core.xp.permute_dims(x, tuple(order))


def split(core, x, /, sizes, *, axis=0):
    axis %= x.ndim
    if sum(sizes) != x.shape[axis]:
        raise ValueError(f"the sizes {sizes} do not add up to the axis of length {x.shape[axis]}")
    parts, start = [], 0
    for n in sizes:
        parts.append(x[_along(x, axis, slice(start, start + n) if n else slice(0, 0))])
        start += n
    return parts


def pad(core, x, widths, /, *, mode="constant", value=0):
    xp = core.xp
    place = array_api_compat.device(x)
    for axis, (before, after) in enumerate(widths):
        if not before and not after:
            continue
        if mode == "constant":
            pieces = [
                xp.full(_length(x, axis, n), value, dtype=x.dtype, device=place)
                for n in (before, after)
            ]
            x = xp.concat([pieces[0], x, pieces[1]], axis=axis)
        else:
            places = _continued(xp, mode, x.shape[axis], before, after, place, core.DTYPES["int64"])
            x = xp.take(x, places, axis=axis)
    return x


def _along(x, axis, key):
    return tuple([key if i == axis else slice(None) for i in range(x.ndim)])


def _length(x, axis, n):
    return tuple([n if i == axis else m for i, m in enumerate(x.shape)])


def _continued(xp, mode, n, before, after, place, dtype):
    """Return the positions on an axis of length `n` that continue it on both sides."""
    if not n:
        raise ValueError(f"an axis without elements cannot be continued by mode={mode!r}")
    places = xp.arange(-before, n + after, dtype=dtype, device=place)
    if mode == "edge":
        return xp.minimum(xp.maximum(places, xp.zeros_like(places)), xp.full_like(places, n - 1))
    if mode == "wrap":
        return places % n
    if mode not in ("reflect", "symmetric"):
        raise ValueError(f"there is no mode {mode!r}")
    # Mirrored at the outermost element the period is shorter by the two that are not repeated.
    period = 2 * n if mode == "symmetric" else max(2 * n - 2, 1)
    places = places % period
    mirrored = (period - 1 if mode == "symmetric" else period) - places
    return xp.where(places < n, places, mirrored)
