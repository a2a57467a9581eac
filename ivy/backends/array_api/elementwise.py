"""Element-wise functions that the standard does not have, with any library."""

import math


def imag(core, x, /):
    return core.xp.imag(x) if core.is_complex(x) else core.xp.zeros_like(x)


def real(core, x, /):
    return core.xp.real(x) if core.is_complex(x) else x


def conj(core, x, /):
    return core.xp.conj(x) if core.is_complex(x) else x


def expm1(core, x, /):
    xp = core.xp
    if not core.is_complex(x):
        return xp.expm1(x)
    # Libraries have NaN in both parts where the standard wants it in one, or in none.
    a, b = xp.real(x), xp.imag(x)
    half = xp.sin(0.5 * b)
    real = xp.expm1(a) * xp.cos(b) - 2.0 * half * half + 0.0
    imag = xp.exp(a) * xp.sin(b)
    infinite, low = xp.isinf(a), a < 0
    lost = infinite & ~xp.isfinite(b)
    top, none = xp.full_like(a, math.inf), xp.zeros_like(a)
    real = xp.where(infinite & low, none - 1.0, xp.where(lost, top, real))
    imag = xp.where(b == 0, b, xp.where(lost & low, none, imag))
    return core.chapter("creation").complex(real, imag)


def floor_divide(core, x1, x2, /):
    xp = core.xp
    if x1.dtype not in core.FLOATS:
        return xp.floor_divide(x1, x2)
    # With infinities NumPy pairs the quotient with its remainder; the standard rounds it.
    quotient = xp.divide(x1, x2)
    rounded = xp.isinf(x1) | (quotient == 0)
    return xp.where(rounded, xp.floor(quotient), xp.floor_divide(x1, x2))


def sign(core, x, /):
    # Of a complex -0 it must be 0.
    signs = core.xp.sign(x)
    return core.xp.where(x == 0, core.xp.zeros_like(x), signs) if core.is_complex(x) else signs


def tanh(core, x, /):
    xp = core.xp
    result = xp.tanh(x)
    if not core.is_complex(x):
        return result
    # At infinity NumPy's zero has the sign of sin(2 * imag), the standard's that of imag.
    a, b = xp.real(x), xp.imag(x)
    limit = core.chapter("creation").complex(xp.sign(a), xp.where(xp.isfinite(b), b, a) * 0.0)
    return xp.where(xp.isinf(a) & xp.isfinite(b), limit, result)


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
