"""Fourier transforms of one axis with any library; those of several are made of them."""


def fft(core, x, /, *, n=None, axis=-1, norm="backward"):
    return core.xp.fft.fft(_complex(core, x, axis), n=n, axis=axis, norm=norm)


def ifft(core, x, /, *, n=None, axis=-1, norm="backward"):
    return core.xp.fft.ifft(_complex(core, x, axis), n=n, axis=axis, norm=norm)


def rfft(core, x, /, *, n=None, axis=-1, norm="backward"):
    return core.xp.fft.rfft(core.whole(x, axis), n=n, axis=axis, norm=norm)


def irfft(core, x, /, *, n=None, axis=-1, norm="backward"):
    return core.xp.fft.irfft(_complex(core, x, axis), n=n, axis=axis, norm=norm)


def _complex(core, x, axis):
    x = core.whole(x, axis)
    if core.is_complex(x):
        return x
    double = x.dtype == core.DTYPES["float64"]
    return core.xp.astype(x, core.DTYPES["complex128" if double else "complex64"])
