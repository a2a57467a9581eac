"""Orders on numpy."""

import numpy as np


def sort(x, /, *, axis=-1, descending=False, stable=True):
    if descending:
        return np.take_along_axis(x, argsort(x, axis=axis, descending=True), axis=axis)
    return np.sort(x, axis=axis, stable=stable)


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    if descending:
        # The reversed order of the reversed array: equal elements keep their order, NaNs lead.
        last = x.shape[axis] - 1
        return last - np.flip(np.argsort(np.flip(x, axis), axis=axis, stable=stable), axis)
    return np.argsort(x, axis=axis, stable=stable)


def top_k(x, k, /, *, axis=-1, largest=True):
    order = argsort(x, axis=axis, descending=largest)
    indices = np.take(order, np.arange(k), axis=axis)
    return np.take_along_axis(x, indices, axis=axis), indices
