"""Fourier transforms on torch."""

import torch


def fft(x, /, *, n=None, axis=-1, norm="backward"):
    return torch.fft.fft(x, n=n, dim=axis, norm=norm)


def ifft(x, /, *, n=None, axis=-1, norm="backward"):
    return torch.fft.ifft(x, n=n, dim=axis, norm=norm)


def rfft(x, /, *, n=None, axis=-1, norm="backward"):
    return torch.fft.rfft(x, n=n, dim=axis, norm=norm)


def irfft(x, /, *, n=None, axis=-1, norm="backward"):
    return torch.fft.irfft(x, n=n, dim=axis, norm=norm)


def fftn(x, /, *, s=None, axes=None, norm="backward"):
    return torch.fft.fftn(x, s=s, dim=axes, norm=norm)


def ifftn(x, /, *, s=None, axes=None, norm="backward"):
    return torch.fft.ifftn(x, s=s, dim=axes, norm=norm)


def rfftn(x, /, *, s=None, axes=None, norm="backward"):
    return torch.fft.rfftn(x, s=s, dim=axes, norm=norm)


def irfftn(x, /, *, s=None, axes=None, norm="backward"):
    return torch.fft.irfftn(x, s=s, dim=axes, norm=norm)


def fftshift(x, /, *, axes=None):
    return torch.fft.fftshift(x, dim=axes)


def ifftshift(x, /, *, axes=None):
    return torch.fft.ifftshift(x, dim=axes)
