"""Casting with any library."""


def astype(core, x, dtype, /, *, copy=True, device=None):
    if x.dtype != dtype:
        x = core.cast(x, dtype)
    elif copy:
        x = core.copy(x)
    return x if device is None else core.moved(x, device)
