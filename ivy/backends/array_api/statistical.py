"""Reductions that libraries do not do as the standard says, with any library."""


def max(core, x, /, *, axis=None, keepdims=False):
    return _extreme(core, core.xp.max, x, axis, keepdims)


def min(core, x, /, *, axis=None, keepdims=False):
    return _extreme(core, core.xp.min, x, axis, keepdims)


def diff(core, x, /, *, axis=-1, n=1, prepend=None, append=None):
    # dask computes what is put before and behind.
    parts = [part for part in (prepend, x, append) if part is not None]
    x = core.xp.concat(parts, axis=axis) if len(parts) > 1 else x
    return core.xp.diff(x, axis=axis, n=n)


def _extreme(core, function, x, axis, keepdims):
    if 0 in x.shape:  # none of the reduced axes is empty, so the result has no elements either
        return core.xp.sum(x, axis=axis, dtype=x.dtype, keepdims=keepdims)
    return function(x, axis=axis, keepdims=keepdims)
