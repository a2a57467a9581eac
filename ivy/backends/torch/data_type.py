"""Casting on torch."""

from ivy.backends.torch.core import native_device


def astype(x, dtype, /, *, copy=True, device=None):
    return x.to(device=native_device(device), dtype=dtype, copy=copy)
