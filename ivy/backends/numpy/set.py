"""Arrays as sets on numpy."""

import numpy as np


def unique_values(x, /):
    return np.unique(x, equal_nan=False)


def unique_inverse(x, /):
    values, inverse = np.unique(x, return_inverse=True, equal_nan=False)
    return values, inverse.reshape(x.shape)


def unique_counts(x, /):
    return np.unique(x, return_counts=True, equal_nan=False)


def unique_all(x, /):
    values, indices, inverse, counts = np.unique(
        x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    return values, indices, inverse.reshape(x.shape), counts


def isin(x1, x2, /, *, invert=False):
    return np.isin(x1, x2, invert=invert)
