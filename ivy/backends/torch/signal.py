"""Signals on torch."""


def sliding_window(x, window_shape, /, *, axis=None, step=1):
    lengths = (window_shape,) if isinstance(window_shape, int) else window_shape
    places = range(x.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    rank = x.ndim
    for place, length in zip(places, lengths, strict=True):
        x = x.unfold(place % rank, length, step)
    return x
