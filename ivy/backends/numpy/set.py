"""Arrays as sets on numpy."""

import numpy as np


def unique_values(x, /):
    return np.unique(x, equal_nan=False)


def unique_inverse(x, /):
    values, inverse = np.unique(x, return_inverse=True, equal_nan=False)
    return values, inverse.reshape(x.shape)
