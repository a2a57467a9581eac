"""Creation on torch."""

import torch
from torch import complex

from ivy.backends.torch.core import native_device


def empty(shape, *, dtype=None, device=None):
    return torch.empty(shape, dtype=dtype, device=native_device(device))


def zeros(shape, *, dtype=None, device=None):
    return torch.zeros(shape, dtype=dtype, device=native_device(device))


def ones(shape, *, dtype=None, device=None):
    return torch.ones(shape, dtype=dtype, device=native_device(device))


def full(shape, fill_value, *, dtype=None, device=None):
    size = (shape,) if isinstance(shape, int) else shape
    return torch.full(size, fill_value, dtype=dtype, device=native_device(device))


def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    if stop is None:
        start, stop = 0, start
    if (stop - start) * step <= 0:
        # torch.arange refuses a range that runs the wrong way.
        return torch.zeros((0,), dtype=dtype, device=native_device(device))
    return torch.arange(start, stop, step, dtype=dtype, device=native_device(device))


def linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    if endpoint:
        return torch.linspace(start, stop, num, dtype=dtype, device=native_device(device))
    return torch.linspace(start, stop, num + 1, dtype=dtype, device=native_device(device))[:-1]


def eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None):
    n_cols = n_rows if n_cols is None else n_cols
    rows = torch.arange(n_rows, device=native_device(device))
    columns = torch.arange(n_cols, device=native_device(device))
    return (rows[:, None] + max(-n_rows, min(k, n_cols)) == columns).to(dtype)


def zeros_like(x, /, *, dtype=None, device=None):
    return torch.zeros_like(x, dtype=dtype, device=native_device(device))


def empty_like(x, /, *, dtype=None, device=None):
    return torch.empty_like(x, dtype=dtype, device=native_device(device))


def ones_like(x, /, *, dtype=None, device=None):
    return torch.ones_like(x, dtype=dtype, device=native_device(device))


def full_like(x, /, fill_value, *, dtype=None, device=None):
    return torch.full_like(x, fill_value, dtype=dtype, device=native_device(device))


def tril(x, /, *, k=0):
    return torch.tril(x, k)


def triu(x, /, *, k=0):
    return torch.triu(x, k)


def diag(x, /, *, k=0):
    return torch.diag(x, k)
