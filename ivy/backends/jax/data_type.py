"""Casting on jax."""

import jax

from ivy.backends.jax.core import native_device


def astype(x, dtype, /, *, copy=True, device=None):
    if device is not None:
        return jax.device_put(x.astype(dtype), native_device(device))
    return x.astype(dtype)
