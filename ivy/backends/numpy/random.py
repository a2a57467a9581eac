"""Draws that follow from a key on numpy."""

import ml_dtypes
import numpy as np


def _generator(key):
    return np.random.Generator(np.random.Philox(key=np.asarray(key).astype(np.uint64)))


def keyed_uniform(key, /, shape, *, dtype=None):
    # Whole multiples of the dtype's distance of numbers below 1, so that nothing is rounded to 1.
    step = float(ml_dtypes.finfo(dtype).eps)
    draws = _generator(key).random(shape, dtype=np.float64)
    return (np.floor(draws / step) * step).astype(dtype)


def keyed_normal(key, /, shape, *, dtype=None):
    return _generator(key).standard_normal(shape, dtype=np.float64).astype(dtype)


def keyed_integers(key, /, shape, *, low, high, dtype=None):
    return _generator(key).integers(low, high, shape, dtype=dtype)


def keyed_permutation(key, /, n):
    return _generator(key).permutation(n)
