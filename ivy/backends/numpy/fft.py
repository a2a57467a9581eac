"""Fourier transforms on numpy."""

import numpy as np


def fft(x, /, *, n=None, axis=-1, norm="backward"):
    return np.fft.fft(x, n=n, axis=axis, norm=norm)


def ifft(x, /, *, n=None, axis=-1, norm="backward"):
    return np.fft.ifft(x, n=n, axis=axis, norm=norm)


def rfft(x, /, *, n=None, axis=-1, norm="backward"):
    return np.fft.rfft(x, n=n, axis=axis, norm=norm)


def irfft(x, /, *, n=None, axis=-1, norm="backward"):
    return np.fft.irfft(x, n=n, axis=axis, norm=norm)


def hfft(x, /, *, n=None, axis=-1, norm="backward"):
    return np.fft.hfft(x, n=n, axis=axis, norm=norm)


def ihfft(x, /, *, n=None, axis=-1, norm="backward"):
    return np.fft.ihfft(x, n=n, axis=axis, norm=norm)


def rfftn(x, /, *, s=None, axes=None, norm="backward"):
    return np.fft.rfftn(x, s=s, axes=axes, norm=norm)


def fftshift(x, /, *, axes=None):
    return np.fft.fftshift(x, axes=axes)


def ifftshift(x, /, *, axes=None):
    return np.fft.ifftshift(x, axes=axes)
