"""Special functions: the error, gamma, beta, zeta and Bessel families, entropies.

The bodies compute in float64, whatever the dtype of the arrays. They are sums with a fixed number
of terms, so that they run in compiled code. Formulas are named by their numbers in the NIST Digital
Library of Mathematical Functions, https://dlmf.nist.gov.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

from ivy.array import Array
from ivy.dtypes import float64
from ivy.functional._op import composite
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    _both,
    abs,
    clip,
    copysign,
    cos,
    erf,
    exp,
    expm1,
    floor,
    isinf,
    isnan,
    log,
    log1p,
    logical_and,
    logical_not,
    logical_or,
    maximum,
    minimum,
    pow,
    remainder,
    round,
    sin,
    sqrt,
    tan,
)
from ivy.functional.searching import where

EULER = 0.5772156649015329
ROOT_PI = math.sqrt(math.pi)
HALF_LOG_TAU = 0.5 * math.log(2 * math.pi)
# B(2), B(4), … of Bernoulli's numbers.
BERNOULLI = (
    *(1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510),
    *(43867 / 798, -174611 / 330, 854513 / 138, -236364091 / 2730),
)


def _wide(x: Array) -> Array:
    return astype(x, float64, copy=False)


def _polynomial(x: Array, coefficients: Sequence[float]) -> Array:
    """Return ``c[0] + c[1] * x + c[2] * x**2 + …``."""
    *rest, last = coefficients
    total = x * 0 + last
    for c in reversed(rest):
        total = total * x + c
    return total


def _weighted(f: Callable[[float], Array], nodes: Sequence[tuple[float, float]]) -> Array:
    """Return the sum of ``weight * f(node)`` over pairs of node and weight."""
    (node, weight), *rest = nodes
    total = f(node) * weight
    for node, weight in rest:
        total = total + f(node) * weight
    return total


# -- the error function --------------------------------------------------------------------------


def _exp_square(x: Array, direction: int) -> Array:
    """Return the exponential of the square, or of minus it, without the error of its rounding."""
    near = round(clip(x, -1e6, 1e6) * 16) / 16
    return exp(near * near * direction) * exp((x - near) * (x + near) * direction)


def _erfcx_tail(x: Array) -> Array:
    """Return erfcx for `x` from 1.

    It is the integral of ``x / pi * exp(-t**2) / (t**2 + x**2)`` (DLMF 7.7.1), taken by the
    trapezoidal rule with step 1/2; what the poles at ``t = ±ix`` add to the rule is subtracted.
    """
    nodes = [(0.25 * k * k, math.exp(-0.25 * k * k)) for k in range(13, 0, -1)]
    total = _weighted(lambda t: 1 / (x + t / x), nodes) + 0.5 / x
    low = minimum(x, 6)
    of_poles = 2 * exp(low * (low - 4 * math.pi)) / (1 - exp(low * -4 * math.pi))
    return total / math.pi - where(x < 6, of_poles, 0)


def _erfcx(x: Array) -> Array:
    large = x >= 1
    low = where(large, 0, x)
    return where(large, _erfcx_tail(where(large, x, 1)), _exp_square(low, 1) * (1 - erf(low)))


def _erfc(x: Array) -> Array:
    large = x >= 1
    tail = where(large, x, 1)
    return where(large, _exp_square(tail, -1) * _erfcx_tail(tail), 1 - erf(where(large, 0, x)))


@composite(dtypes="real floating")
def erfc(x: Array, /) -> Array:
    """Return ``1 - erf(x)``, accurate where that is small.

    Examples
    --------
    >>> import ivy
    >>> ivy.erfc(ivy.asarray([0.0, 5.0]))
    Array([1.0000000e+00, 1.5374598e-12], dtype=float32, backend='numpy')
    """
    return astype(_erfc(_wide(x)), x.dtype)


@composite(dtypes="real floating")
def erfcx(x: Array, /) -> Array:
    """Return ``exp(x**2) * erfc(x)``, which underflows nowhere.

    Examples
    --------
    >>> import ivy
    >>> ivy.erfcx(ivy.asarray([0.0, 100.0]))
    Array([1.        , 0.00564161], dtype=float32, backend='numpy')
    """
    return astype(_erfcx(_wide(x)), x.dtype)


def _erfc_inverse(q: Array, rest: Array) -> Array:
    """Return the `y` from 0 for which ``erfc(y)`` is `q`, and ``erf(y)`` is `rest`.

    An approximation good to some percent (S. Winitzki, A handy approximation for the error function
    and its inverse, 2008) is improved by Halley's method, which triples the number of good digits.
    """
    inside = logical_and(q > 0, q < 1)
    q, rest = where(inside, q, 0.5), where(inside, rest, 0.5)
    width = -log(q * (2 - q))
    shift = 2 / (math.pi * 0.147) - width / 2
    y = sqrt(sqrt(shift * shift + width / 0.147) - shift)
    central = rest < 0.5
    for _ in range(3):
        growth = _exp_square(y, 1)
        miss = where(central, (rest - erf(y)) * growth, _erfcx(y) - q * growth)
        step = where(central, miss, -(q * growth - _erfcx(y))) * (ROOT_PI / 2)
        y = y + step / (1 - step * y)
    return y


@composite(dtypes="real floating")
def erfinv(x: Array, /) -> Array:
    """Return the inverse of `erf`: infinite at -1 and 1, NaN beyond.

    Examples
    --------
    >>> import ivy
    >>> ivy.erfinv(ivy.asarray([0.0, 0.8427008]))
    Array([0.        , 0.99999994], dtype=float32, backend='numpy')
    """
    size = abs(_wide(x))
    y = _erfc_inverse(1 - size, size)
    # Below, the first term of the series is exact.
    y = where(size < 1e-9, size * (ROOT_PI / 2), y)
    y = where(size == 1, math.inf, where(size > 1, math.nan, where(isnan(size), size, y)))
    return astype(copysign(y, _wide(x)), x.dtype)


@composite(dtypes="real floating")
def ndtr(x: Array, /) -> Array:
    """Return the probability that a standard normal number is at most `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.ndtr(ivy.asarray([0.0, -1.0]))
    Array([0.5       , 0.15865526], dtype=float32, backend='numpy')
    """
    return astype(_erfc(_wide(x) * -math.sqrt(0.5)) * 0.5, x.dtype)


@composite(dtypes="real floating")
def log_ndtr(x: Array, /) -> Array:
    """Return the logarithm of `ndtr`, accurate at both ends.

    Examples
    --------
    >>> import ivy
    >>> ivy.log_ndtr(ivy.asarray([0.0, -100.0]))
    Array([-6.9314718e-01, -5.0055244e+03], dtype=float32, backend='numpy')
    """
    z = _wide(x) * -math.sqrt(0.5)
    large = z > 0.5
    tail = where(large, z, 1)
    body = where(large, 0, z)
    far = log(_erfcx(tail) * 0.5) - tail * tail
    return astype(where(large, far, log1p(_erfc(-body) * -0.5)), x.dtype)


@composite(dtypes="real floating")
def ndtri(x: Array, /) -> Array:
    """Return the inverse of `ndtr`: minus infinity at 0, infinity at 1, NaN beyond.

    Examples
    --------
    >>> import ivy
    >>> ivy.ndtri(ivy.asarray([0.5, 0.975]))
    Array([0.       , 1.9599644], dtype=float32, backend='numpy')
    """
    p = _wide(x)
    q = minimum(p, 1 - p) * 2
    rest = abs(1 - p * 2)
    y = where(rest < 1e-9, rest * (ROOT_PI / 2), _erfc_inverse(q, rest))
    y = where(q == 0, math.inf, where(q < 0, math.nan, where(isnan(q), q, y)))
    return astype(where(p < 0.5, -y, y) * math.sqrt(2), x.dtype)


# -- the gamma function --------------------------------------------------------------------------

# From here on, the asymptotic series is as good as float64.
LARGE = 8.5


@functools.cache
def _lgamma_series() -> tuple[float, ...]:
    """The coefficients of ``log(gamma(2 + z))``, DLMF 5.7.3."""
    tails = [math.fsum(n**-k for n in range(2, 60)) + _tail(k, 60) for k in range(2, 28)]
    return (0.0, 1 - EULER, *((-1) ** k * tails[k - 2] / k for k in range(2, 28)))


def _tail(k: int, n: int) -> float:
    """The sum of ``m**-k`` from `n` on, DLMF 2.10.1."""
    return (
        n ** (1 - k) / (k - 1)
        + n**-k / 2
        + k * n ** (-k - 1) / 12
        - (k * (k + 1) * (k + 2) * n ** (-k - 3) / 720)
    )


def _stirling(y: Array) -> Array:
    """Return ``log(gamma(y))`` less ``(y - 1/2) * log(y) - y + log(2 * pi) / 2``, DLMF 5.11.1."""
    terms = [b / ((2 * k + 2) * (2 * k + 1)) for k, b in enumerate(BERNOULLI[:9])]
    return _polynomial(1 / (y * y), terms) / y


def _reduced(y: Array) -> tuple[Array, Array, Array]:
    """Return `z`, up and down with ``gamma(y) = gamma(2 + z) * up / down``, for y from -1/2 to 9.

    `z` lies between -1/2 and 1/2.
    """
    tiny, low = y < 0.5, y < 1.5
    up = y * 0 + 1
    down = where(low, y, 1) * where(tiny, y + 1, 1)
    for _ in range(7):
        high = y >= 2.5
        y = where(high, y - 1, y)
        up = where(high, up * y, up)
    return where(tiny, y, where(low, y - 1, y - 2)), up, down


def _sine(x: Array) -> Array:
    """Return the magnitude of ``sin(pi * x)``."""
    return sin(abs(x - round(x)) * math.pi)


def _lgamma(x: Array) -> Array:
    mirrored = x < -0.5
    y = where(mirrored, -x, x)
    large = y >= LARGE
    z, up, down = _reduced(where(large, 2, y))
    near = _polynomial(z, _lgamma_series()) + (log(up) - log(abs(down)))
    far = where(large, y, LARGE)
    far = (far - 0.5) * (log(far) - 1) + (HALF_LOG_TAU - 0.5) + _stirling(far)
    out = where(large, far, near)
    inside = logical_and(mirrored, logical_not(isinf(x)))
    y = where(inside, y, 0.5)
    return where(inside, math.log(math.pi) - log(y) - log(_sine(y)) - out, out)


@composite(dtypes="real floating")
def lgamma(x: Array, /) -> Array:
    """Return the logarithm of the magnitude of `gamma`; infinity at 0 and at negative integers.

    Examples
    --------
    >>> import ivy
    >>> ivy.lgamma(ivy.asarray([1.0, 11.0]))
    Array([ 0.      , 15.104413], dtype=float32, backend='numpy')
    """
    return astype(_lgamma(_wide(x)), x.dtype)


def _gamma(x: Array) -> Array:
    mirrored = x < -0.5
    y = where(mirrored, -x, x)
    large = y >= LARGE
    z, up, down = _reduced(where(large, 2, y))
    near = exp(_polynomial(z, _lgamma_series())) * (up / down)
    far = minimum(where(large, y, LARGE), 180)
    half = pow(far, far * 0.5)
    far = half * (exp(-far) * sqrt(2 * math.pi / far) * exp(_stirling(far))) * half
    out = where(large, far, near)
    y = where(mirrored, y, 0.5)
    odd = remainder(round(y), 2) == 1
    slope = where(odd, 1, -1) * where(y - round(y) < 0, -1, 1) * _sine(y)
    whole = y == floor(y)
    reflected = math.pi / (y * out * where(whole, 1, slope))
    return where(mirrored, where(logical_or(whole, isinf(y)), math.nan, reflected), out)


@composite(dtypes="real floating")
def gamma(x: Array, /) -> Array:
    """Return the gamma function, ``(x - 1)!`` for whole numbers.

    At 0 it is infinite with the sign of the zero, at negative integers NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.gamma(ivy.asarray([0.5, 5.0]))
    Array([ 1.7724539, 24.       ], dtype=float32, backend='numpy')
    """
    return astype(_gamma(_wide(x)), x.dtype)


@composite(dtypes="real floating")
def digamma(x: Array, /) -> Array:
    """Return the derivative of `lgamma`.

    At 0 it is infinite with the sign opposite to the zero's, at negative integers NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.digamma(ivy.asarray([1.0]))
    Array([-0.5772157], dtype=float32, backend='numpy')
    """
    wide = _wide(x)
    mirrored = wide < 0
    y = where(mirrored, -wide, wide)
    # DLMF 5.5.2 ten times, then 5.11.2; for negative numbers 5.5.4.
    steps = _weighted(lambda k: 1 / (y + k), [(k, 1.0) for k in range(9, 0, -1)]) + 1 / y
    high = y + 10
    terms = [0.0, *(b / (2 * k + 2) for k, b in enumerate(BERNOULLI[:8]))]
    out = log(high) - 0.5 / high - _polynomial(1 / (high * high), terms) - steps
    part = where(mirrored, wide - round(wide), 0.25)
    whole = logical_or(part == 0, isnan(part))
    turned = out + 1 / where(mirrored, y, 1) - math.pi / tan(where(whole, 0.25, part) * math.pi)
    return astype(where(mirrored, where(whole, math.nan, turned), out), x.dtype)


def _zeta(s: Array, q: Array) -> Array:
    # Nine terms, and the rest by the Euler-Maclaurin formula, DLMF 2.10.1.
    defined = s > 1
    s = where(defined, s, 2)
    total = _weighted(lambda k: pow(q + k, -s), [(k, 1.0) for k in range(8, -1, -1)])
    top = q + 9
    power = pow(top, -s)
    total = total + power * (top / (s - 1) + 0.5)
    factor = s * power / top
    for k, b in enumerate(BERNOULLI):
        total = total + factor * (b / math.factorial(2 * k + 2))
        factor = factor * (s + (2 * k + 1)) * (s + (2 * k + 2)) / (top * top)
    return where(defined, total, math.nan)


@composite(dtypes="real floating", rank="elementwise")
def zeta(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return Hurwitz's zeta function, the sum of ``(x2 + k)**-x1`` over k from 0.

    Parameters
    ----------
    x1
        The exponent. At 1 the sum is infinite, below the result is NaN.
    x2
        The first base, a positive number; with 1 it is Riemann's zeta function.

    Examples
    --------
    >>> import ivy
    >>> ivy.zeta(ivy.asarray([2.0, 4.0]), 1)
    Array([1.644934 , 1.0823232], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    s = _wide(a)
    return astype(where(s == 1, math.inf, _zeta(s, _wide(b))), a.dtype)


@composite(dtypes="real floating", rank="elementwise")
def polygamma(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return a derivative of `digamma`.

    Parameters
    ----------
    x1
        Which one: whole numbers from 0, where 0 is `digamma` itself.
    x2
        Where: positive numbers.

    Examples
    --------
    >>> import ivy
    >>> ivy.polygamma(1, ivy.asarray([1.0]))
    Array([1.644934], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    n, x = _wide(a), _wide(b)
    even = remainder(n, 2) == 0
    # DLMF 25.11.12.
    out = where(even, -1, 1) * _gamma(n + 1) * _zeta(n + 1, x)
    out = where(n == 0, digamma(x), out)
    known = logical_and(n >= 0, n == floor(n))
    return astype(where(known, out, math.nan), a.dtype)


@composite(dtypes="real floating")
def multigammaln(x: Array, /, *, order: int) -> Array:
    """Return the logarithm of the gamma function of several dimensions, DLMF 35.3.4.

    Parameters
    ----------
    x
        The array, of numbers above ``(order - 1) / 2``.
    order
        The number of dimensions.

    Examples
    --------
    >>> import ivy
    >>> ivy.multigammaln(ivy.asarray([3.0]), order=2)
    Array([1.550195], dtype=float32, backend='numpy')
    """
    wide = _wide(x)
    total = _weighted(lambda k: lgamma(wide - 0.5 * k), [(k, 1.0) for k in range(order)])
    return astype(total + 0.25 * order * (order - 1) * math.log(math.pi), x.dtype)


def _log_rest(ratio: Array, more: Array) -> Array:
    """Return ``log(ratio) - more``, where `more` is ``ratio - 1``, DLMF 4.6.4."""
    small = abs(more) < 0.5
    near = where(small, more, 0)
    r = near / (near + 2)
    series = _polynomial(r * r, [2 / (2 * k + 3) for k in range(16)]) * (r * r * r)
    return where(small, series - r * near, log(where(small, 1, ratio)) - more)


def _betaln(a: Array, b: Array) -> Array:
    low, high = minimum(a, b), maximum(a, b)
    large = high >= LARGE
    plain = _lgamma(low) + _lgamma(where(large, 1, high)) - _lgamma(where(large, 1, low + high))
    # The difference of two large logarithms of gamma, from their asymptotic series.
    top = where(large, high, LARGE)
    total = top + low
    rest = _stirling(top) - _stirling(total) - (top - 0.5) * log1p(low / top)
    return where(large, _lgamma(low) + rest - low * (log(total) - 1), plain)


@composite(dtypes="real floating", rank="elementwise")
def betaln(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the logarithm of `beta`, of positive numbers.

    Examples
    --------
    >>> import ivy
    >>> ivy.betaln(ivy.asarray([1.0, 3.0]), 2.0)
    Array([-0.6931472, -2.4849067], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    return astype(_betaln(_wide(a), _wide(b)), a.dtype)


@composite(dtypes="real floating", rank="elementwise")
def beta(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``gamma(x1) * gamma(x2) / gamma(x1 + x2)``, of positive numbers.

    Examples
    --------
    >>> import ivy
    >>> ivy.beta(ivy.asarray([1.0, 3.0]), 2.0)
    Array([0.5       , 0.08333334], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    p, q = _wide(a), _wide(b)
    small = p + q < 150
    r, s = where(small, p, 1), where(small, q, 1)
    return astype(where(small, _gamma(r) * _gamma(s) / _gamma(r + s), exp(_betaln(p, q))), a.dtype)


# -- incomplete gamma and beta functions ---------------------------------------------------------

# Where an exponent has fallen by this much, nothing is left in float64.
FALL = 42.0
STEPS = 20


@functools.cache
def _legendre(count: int) -> tuple[tuple[float, float], ...]:
    """Nodes and weights of the Gauss-Legendre rule on 0 to 1 (DLMF 3.5), by Newton's method."""
    pairs = []
    for k in range(count):
        x = math.cos(math.pi * (k + 0.75) / (count + 0.5))
        slope = 1.0
        for _ in range(8):
            before, value = 1.0, x
            for n in range(2, count + 1):
                before, value = value, ((2 * n - 1) * x * value - (n - 1) * before) / n
            slope = count * (x * value - before) / (x * x - 1)
            x -= value / slope
        pairs.append(((x + 1) / 2, 1 / ((1 - x * x) * slope * slope)))
    return tuple(pairs)


def _rising(a: Array, term: Callable[[int], Array]) -> tuple[Array, Array]:
    """Return the sum of the products of the first 0, 1, … 19 terms, and the product of 20."""
    product = total = a * 0 + 1
    for k in range(1, STEPS + 1):
        product = product * term(k)
        total = total + product if k < STEPS else total
    return total, product


def _gamma_parts(a: Array, x: Array) -> tuple[Array, Array]:
    """Return the regularised lower and upper incomplete gamma functions of positive numbers.

    The smaller of both is the density ``x**a * exp(-x) / gamma(a + 1)`` times the integral of
    ``a * exp(x * u) * (1 - u)**(a - 1)``, over u from 0 to 1 for the lower and from minus infinity
    to 0 for the upper function (DLMF 8.2.1 and 8.2.2, relative to the value at x). The lower one
    goes through DLMF 8.8.11 first where `a` is small.
    """
    small = a < STEPS
    lower = x <= maximum(a, 1)
    # The density, from the asymptotic series where a power would overflow.
    low = where(small, a, 1)
    plain = pow(where(small, x, 1), low) * exp(-where(small, x, 1)) / _gamma(low + 1)
    high = where(small, STEPS, a)
    ratio = where(small, 1, x / high)
    scaled = exp(high * _log_rest(ratio, ratio - 1) - _stirling(high)) / sqrt(2 * math.pi * high)
    density = where(small, plain, scaled)
    # The recurrence.
    shifted = logical_and(small, lower)
    base = where(shifted, x, 0)
    first, product = _rising(a, lambda k: base / (a + k))
    top = where(shifted, a + STEPS, a)
    # Where the integrand ends: its logarithm lies below `-slope * u - (top - 1) * u**2 / 2` for the
    # lower, and a similar bound for the upper function.
    slope = maximum(where(lower, top - 1 - x, x - maximum(top - 1, 0)), 0)
    bend = maximum(top - 1, 0)
    width = sqrt(slope * slope + 2 * FALL * bend) - slope
    below = minimum(where(bend > 0, width / where(bend > 0, bend, 1), 1), 1)
    tail = FALL - slope + sqrt((FALL - slope) * (FALL - slope) + 4 * FALL * (slope + bend / 2))
    above = -tail / (2 * slope + bend)
    end = where(lower, below, above)
    power = top - 1

    def integrand(node: float) -> Array:
        u = end * node
        return exp(x * u + power * log1p(-u))

    area = _weighted(integrand, _legendre(64)) * abs(end) * top * density
    smaller = where(shifted, density * first + area * product, area)
    smaller = minimum(smaller, 1)
    return where(lower, smaller, 1 - smaller), where(lower, 1 - smaller, smaller)


def _incomplete_gamma(x1: Array | complex, x2: Array | complex, part: int) -> Array:
    first, second = _both(x1, x2)
    a, x = _wide(first), _wide(second)
    inside = logical_and(logical_and(a > 0, x > 0), logical_not(logical_or(isinf(a), isinf(x))))
    out = _gamma_parts(where(inside, a, 1), where(inside, x, 1))[part]
    # At the ends all is below, or nothing.
    all_below = logical_and(a < x, logical_or(a == 0, isinf(x)))
    none_below = logical_and(a > x, logical_or(x == 0, isinf(a)))
    edge = where(all_below, 1 - part, where(none_below, part, math.nan))
    edge = where(logical_and(a >= 0, x >= 0), edge, math.nan)
    return astype(where(inside, out, edge), first.dtype)


@composite(dtypes="real floating", rank="elementwise")
def gammainc(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the regularised lower incomplete gamma function, DLMF 8.2.4.

    It is the integral of ``t**(x1 - 1) * exp(-t)`` from 0 to `x2`, over `gamma` of `x1`.

    Parameters
    ----------
    x1
        The parameter, often called a; not negative.
    x2
        The upper end of the integral; not negative.

    Examples
    --------
    >>> import ivy
    >>> ivy.gammainc(ivy.asarray([1.0, 5.0]), 1.0)
    Array([0.63212055, 0.00365985], dtype=float32, backend='numpy')
    """
    return _incomplete_gamma(x1, x2, 0)


@composite(dtypes="real floating", rank="elementwise")
def gammaincc(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``1 - gammainc(x1, x2)``, accurate where that is small.

    Examples
    --------
    >>> import ivy
    >>> ivy.gammaincc(ivy.asarray([1.0, 5.0]), 1.0)
    Array([0.36787945, 0.99634016], dtype=float32, backend='numpy')
    """
    return _incomplete_gamma(x1, x2, 1)


def _beta_part(a: Array, b: Array, x: Array, y: Array) -> Array:
    """Return the regularised incomplete beta function, where `x` is at most ``a / (a + b)``.

    It is the density ``x**a * y**b / (a * beta(a, b))`` times the integral of
    ``a * (1 - u)**(a - 1) * (1 + u * x / y)**(b - 1) / y`` over u from 0 to 1 (DLMF 8.17.1). It
    goes through DLMF 8.17.20 first where `a` is small.
    """
    both = logical_and(a >= LARGE, b >= LARGE)
    # The density, from the asymptotic series where the powers are large.
    p, q = where(both, 1, a), where(both, 1, b)
    plain = exp(p * log(x) + q * log1p(-x) - _betaln(p, q)) / p
    p, q = where(both, a, LARGE), where(both, b, LARGE)
    total = p + q
    x_scaled, y_scaled = where(both, x * total, p), where(both, y * total, q)
    off = x_scaled - p  # the same for y, but for the sign
    exponent = p * _log_rest(x_scaled / p, off / p) + q * _log_rest(y_scaled / q, -off / q)
    exponent = exponent + _stirling(total) - _stirling(p) - _stirling(q)
    scaled = exp(exponent) * sqrt(q / (2 * math.pi * p * total))
    density = where(both, scaled, plain)
    # The recurrence.
    shifted = a < STEPS
    base = where(shifted, x, 0)
    first, product = _rising(a, lambda k: base * (a + b + (k - 1)) / (a + k))
    top = where(shifted, a + STEPS, a)
    # Where the integrand ends, by Newton's method from a bound on its logarithm.
    odds = x / y
    power, other = top - 1, b - 1

    def exponent_at(u: Array) -> Array:
        return power * log1p(-u) + other * log1p(odds * u)

    slope = maximum(power - other * odds, 0)
    end = minimum((sqrt(slope * slope + 2 * FALL * power) - slope) / power, 0.999)
    for _ in range(6):
        fall = power / (1 - end) - other * odds / (1 + odds * end)
        step = (exponent_at(end) + FALL) / maximum(fall, 1e-300)
        end = clip(end + step, 1e-300, 0.999)
    end = where(end >= 0.999, 1, end)
    area = _weighted(lambda node: exp(exponent_at(end * node)), _legendre(64)) * end * top / y
    return density * where(shifted, first + area * product, area)


@composite(dtypes="real floating", rank="elementwise of three", promoted=("x1", "x2", "x3"))
def betainc(x1: Array | complex, x2: Array | complex, x3: Array | complex, /) -> Array:
    """Return the regularised incomplete beta function, DLMF 8.17.2.

    It is the integral of ``t**(x1 - 1) * (1 - t)**(x2 - 1)`` from 0 to `x3`, over the whole one,
    `beta` of `x1` and `x2`.

    Parameters
    ----------
    x1, x2
        The parameters, often called a and b; positive.
    x3
        The upper end of the integral, from 0 to 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.betainc(ivy.asarray([1.0, 2.0]), 2.0, 0.5)
    Array([0.75, 0.5 ], dtype=float32, backend='numpy')
    """
    first, second = _both(x1, x2) if isinstance(x1, Array) or isinstance(x2, Array) else (x1, x2)
    first, third = _both(first, x3)
    second = _both(second, third)[0]
    a, b, x = _wide(first), _wide(second), _wide(third)
    inside = logical_and(logical_and(a > 0, b > 0), logical_and(x > 0, x < 1))
    a, b, x = where(inside, a, 1), where(inside, b, 1), where(inside, x, 0.5)
    p, q = maximum(a, 1), maximum(b, 1)
    lower = x <= p / (p + q)
    y = 1 - x
    out = _beta_part(where(lower, a, b), where(lower, b, a), where(lower, x, y), where(lower, y, x))
    out = minimum(out, 1)
    out = where(lower, out, 1 - out)
    edge = where(_wide(third) == 0, 0, where(_wide(third) == 1, 1, math.nan))
    edge = where(logical_and(_wide(first) > 0, _wide(second) > 0), edge, math.nan)
    return astype(where(inside, out, edge), third.dtype)


# -- Bessel functions ----------------------------------------------------------------------------

# From here on, 20 terms of the series for large arguments are as good as float64.
FAR = 25.0


@functools.cache
def _hankel(order: int) -> tuple[float, ...]:
    """The coefficients of the series for large arguments, DLMF 10.17.1."""
    found = [1.0]
    for k in range(1, 21):
        found.append(found[-1] * (4 * order**2 - (2 * k - 1) ** 2) / (8 * k))
    return tuple(found)


@functools.cache
def _quarter(points: int) -> tuple[tuple[float, float], ...]:
    """Sines and weights of the trapezoidal rule on a circle, for what is the same in quarters."""
    quarter = points // 4
    angles = [2 * math.pi * k / points for k in range(quarter + 1)]
    shares = [2 if k in (0, quarter) else 4 for k in range(quarter + 1)]
    return tuple((math.sin(t), n / points) for t, n in zip(angles, shares, strict=True))


@functools.cache
def _logarithmic() -> tuple[tuple[float, float], ...]:
    """Sines and weights for what the logarithm adds to the functions of the second kind.

    By formula 9.1.89 of Abramowitz and Stegun it is ``-4 / pi`` times the sum of
    ``(-1)**k * J(2k, x) / k``, in which ``J(2k, x)`` is the mean of ``cos(x * sin(t)) * cos(2kt)``
    over a circle (DLMF 10.9.2).
    """
    pairs = []
    for k, (s, weight) in enumerate(_quarter(128)):
        t = 2 * math.pi * k / 128
        total = math.fsum((-1) ** n * math.cos(2 * n * t) / n for n in range(1, 33))
        pairs.append((s, -4 / math.pi * weight * total))
    return tuple(pairs)


def _of_large(x: Array, order: int, second: bool) -> Array:
    """Return the function of the first or second kind for `x` from 25, DLMF 10.17.3 and 10.17.4."""
    terms = _hankel(order)
    square = -1 / (x * x)
    p, q = _polynomial(square, terms[0::2]), _polynomial(square, terms[1::2]) / x
    # cos and sin of `x` less an eighth or three eighths of a circle, times the root of 2.
    c, s = cos(x), sin(x)
    c, s = (c + s, s - c) if order == 0 else (s - c, -(s + c))
    wave = p * s + q * c if second else p * c - q * s
    return wave / sqrt(x * math.pi)


def _j0(x: Array) -> Array:
    return _weighted(lambda s: cos(x * s), _quarter(64))


def _j1(x: Array) -> Array:
    return _weighted(lambda s: sin(x * s) * s, _quarter(64))


def _y0(x: Array) -> Array:
    growth = (log(x * 0.5) + EULER) * (2 / math.pi) * _j0(x)
    return growth + _weighted(lambda s: cos(x * s), _logarithmic())


def _y1(x: Array) -> Array:
    # The derivative of `_y0`, but for the sign (DLMF 10.6.3).
    growth = (log(x * 0.5) + EULER) * (2 / math.pi) * _j1(x) - 2 / math.pi * _j0(x) / x
    return growth + _weighted(lambda s: sin(x * s) * s, _logarithmic())


def _oscillating(
    x: Array, near: Callable[[Array], Array], order: int, second: bool = False
) -> Array:
    """Return a Bessel function for positive numbers."""
    large = x >= FAR
    low = near(where(large, 1, x))
    infinite = isinf(x)
    high = _of_large(where(logical_and(large, logical_not(infinite)), x, FAR), order, second)
    return where(infinite, 0, where(large, high, low))


@composite(dtypes="real floating")
def bessel_j0(x: Array, /) -> Array:
    """Return the Bessel function of the first kind of order 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_j0(ivy.asarray([0.0, 1.0]))
    Array([1.       , 0.7651977], dtype=float32, backend='numpy')
    """
    return astype(_oscillating(abs(_wide(x)), _j0, 0), x.dtype)


@composite(dtypes="real floating")
def bessel_j1(x: Array, /) -> Array:
    """Return the Bessel function of the first kind of order 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_j1(ivy.asarray([0.0, 1.0]))
    Array([0.        , 0.44005057], dtype=float32, backend='numpy')
    """
    wide = _wide(x)
    size = _oscillating(abs(wide), _j1, 1)
    return astype(where(wide < 0, -size, size), x.dtype)


def _second_kind(x: Array, near: Callable[[Array], Array], order: int) -> Array:
    wide = _wide(x)
    positive = wide > 0
    out = _oscillating(where(positive, wide, 1), near, order, second=True)
    edge = where(wide == 0, -math.inf, math.nan)
    return astype(where(positive, out, edge), x.dtype)


@composite(dtypes="real floating")
def bessel_y0(x: Array, /) -> Array:
    """Return the Bessel function of the second kind of order 0: -infinity at 0, NaN below.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_y0(ivy.asarray([1.0]))
    Array([0.08825696], dtype=float32, backend='numpy')
    """
    return _second_kind(x, _y0, 0)


@composite(dtypes="real floating")
def bessel_y1(x: Array, /) -> Array:
    """Return the Bessel function of the second kind of order 1: -infinity at 0, NaN below.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_y1(ivy.asarray([1.0]))
    Array([-0.7812128], dtype=float32, backend='numpy')
    """
    return _second_kind(x, _y1, 1)


def _growing(x: Array, order: int) -> Array:
    """Return ``exp(-x)`` times the modified function of the first kind, for `x` from 0.

    It is the mean over a circle of ``cosh(x * sin(t))`` or ``sinh(x * sin(t)) * sin(t)`` (DLMF
    10.32.3), from 30 on the series for large arguments (DLMF 10.40.1).
    """
    large = x >= 30
    low = where(large, 1, x)

    def integrand(s: float) -> Array:
        if order:
            return exp(low * (s - 1)) * expm1(low * (-2 * s)) * (-0.5 * s)
        return exp(low * (s - 1)) * (exp(low * (-2 * s)) + 1) * 0.5

    near = _weighted(integrand, _quarter(60))
    high = where(large, x, 30)
    far = _polynomial(-1 / high, _hankel(order)) / sqrt(high * (2 * math.pi))
    return where(large, far, near)


@composite(dtypes="real floating")
def bessel_i0e(x: Array, /) -> Array:
    """Return `bessel_i0` times ``exp(-abs(x))``.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_i0e(ivy.asarray([0.0, 1.0]))
    Array([1.       , 0.4657596], dtype=float32, backend='numpy')
    """
    return astype(_growing(abs(_wide(x)), 0), x.dtype)


@composite(dtypes="real floating")
def bessel_i1e(x: Array, /) -> Array:
    """Return `bessel_i1` times ``exp(-abs(x))``.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_i1e(ivy.asarray([0.0, 1.0]))
    Array([0.        , 0.20791042], dtype=float32, backend='numpy')
    """
    wide = _wide(x)
    size = _growing(abs(wide), 1)
    return astype(where(wide < 0, -size, size), x.dtype)


@composite(dtypes="real floating")
def bessel_i0(x: Array, /) -> Array:
    """Return the modified Bessel function of the first kind of order 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_i0(ivy.asarray([0.0, 1.0]))
    Array([1.       , 1.2660658], dtype=float32, backend='numpy')
    """
    size = abs(_wide(x))
    # In two steps, because the exponential overflows before the function does.
    half = exp(size * 0.5)
    return astype(where(isinf(size), size, half * _growing(size, 0) * half), x.dtype)


@composite(dtypes="real floating")
def bessel_i1(x: Array, /) -> Array:
    """Return the modified Bessel function of the first kind of order 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_i1(ivy.asarray([0.0, 1.0]))
    Array([0.       , 0.5651591], dtype=float32, backend='numpy')
    """
    wide = _wide(x)
    size = abs(wide)
    half = exp(size * 0.5)
    size = where(isinf(size), size, half * _growing(size, 1) * half)
    return astype(where(wide < 0, -size, size), x.dtype)


def _falling(x: Array, order: int, scaled: bool) -> Array:
    """Return the modified function of the second kind, or ``exp(x)`` times it.

    From 1 on it is the integral of ``exp(-x * cosh(t)) * cosh(order * t)`` over t from 0 (DLMF
    10.32.9) in ``u = sqrt(2 * x) * sinh(t / 2)``, by the trapezoidal rule; below, DLMF 10.31.1 and
    10.31.2.
    """
    large = x >= 1
    high = where(large, x, 1)
    nodes = [(0.04 * k * k, math.exp(-0.04 * k * k)) for k in range(31, 0, -1)]

    def integrand(square: float) -> Array:
        root = 0.4 / sqrt(high * 2 + square)
        return root * (square / high + 1) if order else root

    far = _weighted(integrand, nodes) + 0.2 / sqrt(high * 2)
    far = far if scaled else far * exp(-high)
    low = where(large, 0.5, x)
    square = low * low * 0.25
    harmonic = [math.fsum(1 / n for n in range(1, k + 1)) for k in range(13)]
    growth = log(low * 0.5) + EULER
    if order:
        sizes = [0.5 / (math.factorial(k) * math.factorial(k + 1)) for k in range(12)]
        terms = [s * (harmonic[k] + harmonic[k + 1]) * 0.5 for k, s in enumerate(sizes)]
        near = 1 / low + low * (growth * _polynomial(square, sizes) - _polynomial(square, terms))
    else:
        sizes = [1 / math.factorial(k) ** 2 for k in range(12)]
        terms = [s * harmonic[k] for k, s in enumerate(sizes)]
        near = _polynomial(square, terms) - growth * _polynomial(square, sizes)
    near = near * exp(low) if scaled else near
    return where(large, far, near)


def _modified(x: Array, order: int, scaled: bool = False) -> Array:
    wide = _wide(x)
    positive = wide > 0
    out = _falling(where(positive, wide, 1), order, scaled)
    return astype(where(positive, out, where(wide == 0, math.inf, math.nan)), x.dtype)


@composite(dtypes="real floating")
def bessel_k0(x: Array, /) -> Array:
    """Return the modified Bessel function of the second kind of order 0: infinity at 0, NaN below.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_k0(ivy.asarray([1.0]))
    Array([0.42102444], dtype=float32, backend='numpy')
    """
    return _modified(x, 0)


@composite(dtypes="real floating")
def bessel_k0e(x: Array, /) -> Array:
    """Return `bessel_k0` times ``exp(x)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_k0e(ivy.asarray([1.0]))
    Array([1.1444631], dtype=float32, backend='numpy')
    """
    return _modified(x, 0, scaled=True)


@composite(dtypes="real floating")
def bessel_k1(x: Array, /) -> Array:
    """Return the modified Bessel function of the second kind of order 1: infinity at 0, NaN below.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_k1(ivy.asarray([1.0]))
    Array([0.60190725], dtype=float32, backend='numpy')
    """
    return _modified(x, 1)


@composite(dtypes="real floating")
def bessel_k1e(x: Array, /) -> Array:
    """Return `bessel_k1` times ``exp(x)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.bessel_k1e(ivy.asarray([1.0]))
    Array([1.6361535], dtype=float32, backend='numpy')
    """
    return _modified(x, 1, scaled=True)


# -- entropies and odds --------------------------------------------------------------------------


@composite(dtypes="real floating")
def entr(x: Array, /) -> Array:
    """Return ``-x * log(x)``: 0 at 0, minus infinity below.

    Examples
    --------
    >>> import ivy
    >>> ivy.entr(ivy.asarray([0.0, 0.5, 1.0]))
    Array([ 0.       ,  0.3465736, -0.       ], dtype=float32, backend='numpy')
    """
    other = x <= 0
    inside = where(other, 1, x)
    return where(x < 0, -math.inf, where(other, 0, -inside * log(inside)))


@composite(dtypes="real floating", rank="elementwise")
def rel_entr(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 * log(x1 / x2)``: 0 where `x1` is 0, and infinity outside of the domain.

    Examples
    --------
    >>> import ivy
    >>> ivy.rel_entr(ivy.asarray([0.0, 0.5]), 0.25)
    Array([0.       , 0.3465736], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    inside = logical_and(a > 0, b > 0)
    p, q = where(inside, a, 1), where(inside, b, 1)
    out = where(inside, p * log(p / q), math.inf)
    out = where(logical_and(a == 0, b >= 0), 0, out)
    return where(logical_or(isnan(a), isnan(b)), math.nan, out)


@composite(dtypes="real floating")
def logit(x: Array, /, *, eps: float | None = None) -> Array:
    """Return the logarithm of the odds, ``log(x / (1 - x))``, the inverse of `sigmoid`.

    Parameters
    ----------
    x
        The array, of probabilities. At 0 and 1 the result is infinite, outside NaN.
    eps
        Where given, `x` is first moved into the range from `eps` to ``1 - eps``.

    Examples
    --------
    >>> import ivy
    >>> ivy.logit(ivy.asarray([0.5, 0.25]))
    Array([ 0.       , -1.0986123], dtype=float32, backend='numpy')
    """
    x = x if eps is None else clip(x, eps, 1 - eps)
    return log(x) - log1p(-x)
