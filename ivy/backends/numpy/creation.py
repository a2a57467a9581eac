"""Creation on numpy."""

import numpy as np
from numpy import diag, diagflat


def empty(shape, *, dtype=None, device=None):
    return np.empty(shape, dtype=dtype, device=device)


def zeros(shape, *, dtype=None, device=None):
    return np.zeros(shape, dtype=dtype, device=device)


def ones(shape, *, dtype=None, device=None):
    return np.ones(shape, dtype=dtype, device=device)


def full(shape, fill_value, *, dtype=None, device=None):
    return np.full(shape, fill_value, dtype=dtype, device=device)


def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    return np.arange(start, stop, step, dtype=dtype, device=device)


def linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    return np.linspace(start, stop, num, dtype=dtype, endpoint=endpoint, device=device)


def eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None):
    return np.eye(n_rows, n_cols, k, dtype=dtype, device=device)


def zeros_like(x, /, *, dtype=None, device=None):
    return np.zeros_like(x, dtype=dtype, device=device)


def empty_like(x, /, *, dtype=None, device=None):
    return np.empty_like(x, dtype=dtype, device=device)


def ones_like(x, /, *, dtype=None, device=None):
    return np.ones_like(x, dtype=dtype, device=device)


def full_like(x, /, fill_value, *, dtype=None, device=None):
    return np.full_like(x, fill_value, dtype=dtype, device=device)


def tril(x, /, *, k=0):
    return np.tril(x, k)


def triu(x, /, *, k=0):
    return np.triu(x, k)


def complex(real, imag, /):
    # real + 1j * imag makes NaN of an infinity.
    out = np.empty(np.broadcast_shapes(real.shape, imag.shape), np.result_type(real, np.complex64))
    out.real, out.imag = real, imag
    return out
