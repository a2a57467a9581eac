"""Fourier transforms on jax."""

import jax.numpy as jnp


def fft(x, /, *, n=None, axis=-1, norm="backward"):
    return jnp.fft.fft(x, n=n, axis=axis, norm=norm)


def ifft(x, /, *, n=None, axis=-1, norm="backward"):
    return jnp.fft.ifft(x, n=n, axis=axis, norm=norm)


def rfft(x, /, *, n=None, axis=-1, norm="backward"):
    return jnp.fft.rfft(x, n=n, axis=axis, norm=norm)


def irfft(x, /, *, n=None, axis=-1, norm="backward"):
    return jnp.fft.irfft(x, n=n, axis=axis, norm=norm)


def hfft(x, /, *, n=None, axis=-1, norm="backward"):
    return jnp.fft.hfft(x, n=n, axis=axis, norm=norm)


def ihfft(x, /, *, n=None, axis=-1, norm="backward"):
    return jnp.fft.ihfft(x, n=n, axis=axis, norm=norm)


def fftshift(x, /, *, axes=None):
    return jnp.fft.fftshift(x, axes=axes)


def ifftshift(x, /, *, axes=None):
    return jnp.fft.ifftshift(x, axes=axes)
