"""Draws from NumPy's global generator."""

import numpy as np


def random_uniform(*, shape=(), low=0.0, high=1.0, dtype=None, key=None):
    return np.random.uniform(low, high, shape).astype(dtype)


def random_normal(*, shape=(), mean=0.0, std=1.0, dtype=None, key=None):
    return np.random.normal(mean, std, shape).astype(dtype)


def randint(low, high, /, *, shape=(), dtype=None, key=None):
    return np.random.randint(low, high, shape, dtype=dtype)


def random_permutation(n, /, *, key=None):
    return np.random.permutation(n)


def dropout(x, rate, /, *, key=None):
    kept = np.random.random(x.shape) >= rate
    return x * kept / (1 - rate)
