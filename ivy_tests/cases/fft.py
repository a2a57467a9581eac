"""Rows of the Fourier and cosine transforms."""

from __future__ import annotations

import numpy
import scipy.fft

from ivy_tests.support.rows import Case, call, x

_TERMS = {"loosen": 4, "reason": "rounding grows with the number of terms"}
_ONE = [
    call(x(2, 5)),
    call(x(3, 4, 2), n=6, axis=1, norm="ortho"),
    call(x(2, 6), n=5, axis=-2, norm="forward"),
    call(x(4, 0, 3), axis=0),
]
_SEVERAL = [
    call(x(2, 3, 4)),
    call(x(2, 3, 4), axes=(2, 0), norm="forward"),
    call(x(2, 3, 4), s=(5, -1), axes=(0, -1), norm="ortho"),
    call(x(0, 3, 4), axes=(1, 2)),
]
_NOTHING = call(x(2, 3), axes=())
_TWO = [call(x(2, 3, 4)), call(x(2, 3, 4), s=(2, 5), axes=(0, 1), norm="ortho")]


def irfftn(x, s=None, axes=None, norm="backward"):
    # NumPy takes -1 of the last axis for the length of the argument.
    if s is not None:
        s = tuple(2 * (x.shape[a] - 1) if n == -1 else n for n, a in zip(s, axes, strict=True))
    return numpy.fft.irfftn(x, s, axes, norm)


def fftfreq(n, d=1.0):
    return numpy.fft.fftfreq(n, d)


def rfftfreq(n, d=1.0):
    return numpy.fft.rfftfreq(n, d)


def dct(x, kind=2, n=None, axis=-1, norm="backward"):
    return scipy.fft.dct(x, kind, n, axis, norm)


def idct(x, kind=2, n=None, axis=-1, norm="backward"):
    return scipy.fft.idct(x, kind, n, axis, norm)


_COSINES = [
    call(x(2, 5)),
    call(x(4), norm="ortho"),
    *(call(x(4, 2), kind=k, axis=0, norm="ortho") for k in (1, 3, 4)),
    call(x(2, 5), kind=1),
    call(x(2, 5), kind=3, n=7, norm="forward"),
    call(x(2, 5), kind=4, n=4),
]
_SHIFTS = [
    call(x(3, 4)),
    call(x(5), axes=0),
    call(x(2, 3, 5), axes=(0, -1)),
    call(x(0, 3)),
]

CASES: list[Case] = [
    Case("fft", numpy.fft.fft, _ONE, **_TERMS),
    Case("ifft", numpy.fft.ifft, _ONE, **_TERMS),
    Case("rfft", numpy.fft.rfft, _ONE, **_TERMS),
    Case("irfft", numpy.fft.irfft, [*_ONE, call(x(2, 3), n=1)], **_TERMS),
    Case("hfft", numpy.fft.hfft, _ONE, **_TERMS),
    Case("ihfft", numpy.fft.ihfft, _ONE, **_TERMS),
    Case("fftn", numpy.fft.fftn, [*_SEVERAL, _NOTHING], **_TERMS),
    Case("ifftn", numpy.fft.ifftn, [*_SEVERAL, _NOTHING], **_TERMS),
    Case("rfftn", numpy.fft.rfftn, _SEVERAL, **_TERMS),
    Case("irfftn", irfftn, _SEVERAL, **_TERMS),
    Case("fft2", numpy.fft.fft2, _TWO, **_TERMS),
    Case("ifft2", numpy.fft.ifft2, _TWO, **_TERMS),
    Case("rfft2", numpy.fft.rfft2, _TWO, **_TERMS),
    Case("irfft2", numpy.fft.irfft2, _TWO, **_TERMS),
    Case(
        "fftfreq",
        fftfreq,
        [call(5), call(1), call(4, d=0.3, dtype="float64"), call(6, d=2.5, dtype="float16")],
    ),
    Case("rfftfreq", rfftfreq, [call(5), call(4, d=0.3, dtype="float64")]),
    Case("fftshift", numpy.fft.fftshift, _SHIFTS),
    Case("ifftshift", numpy.fft.ifftshift, _SHIFTS),
    Case("dct", dct, _COSINES, **_TERMS),
    Case("idct", idct, _COSINES, **_TERMS),
]
