"""Signals on numpy."""

import numpy as np


def convolve(x1, x2, /, *, mode="full"):
    return np.convolve(x1, x2, mode=mode)


def correlate(x1, x2, /, *, mode="valid"):
    return np.correlate(x1, x2, mode=mode)


def sliding_window(x, window_shape, /, *, axis=None, step=1):
    windows = np.lib.stride_tricks.sliding_window_view(x, window_shape, axis=axis)
    places = range(x.ndim) if axis is None else np.atleast_1d(axis) % x.ndim
    return windows[tuple([slice(None, None, step if i in places else 1) for i in range(x.ndim)])]
