"""Element-wise functions that the standard does not have, with any library."""

import math


def imag(core, x, /):
    return core.xp.imag(x) if core.is_complex(x) else core.xp.zeros_like(x)


def real(core, x, /):
    return core.xp.real(x) if core.is_complex(x) else x


def conj(core, x, /):
    return core.xp.conj(x) if core.is_complex(x) else x


def erf(core, x, /):
    # Below 3 the series of erf(x) * exp(x * x), whose terms all have one sign; above, the
    # continued fraction of 1 - erf(x). See https://dlmf.nist.gov/7.6.E2 and 7.9.E1.
    xp = core.xp
    size = xp.abs(x)
    near = size < 3.0
    low = xp.where(near, size, xp.ones_like(x))
    double = 2.0 * low * low
    total = xp.ones_like(x)
    for n in range(50, 0, -1):
        total = total * double / (2.0 * n + 1.0) + 1.0
    series = total * low * xp.exp(-low * low) * (2.0 / math.sqrt(math.pi))
    high = xp.where(near, 3.0 * xp.ones_like(x), size)
    rest = high
    for n in range(30, 0, -1):
        rest = high + 0.5 * n / rest
    fraction = 1.0 - xp.exp(-high * high) / (rest * math.sqrt(math.pi))
    result = xp.where(near, series, fraction)
    return xp.where(x < 0, -result, xp.where(x == 0, x, result))
