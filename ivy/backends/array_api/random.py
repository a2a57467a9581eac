"""Draws that follow from a key, with any library: Philox 4x32-10 in the standard's functions.

Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (2011). Element `i` of a draw depends on
the key and on `i` only, so a library that computes in parts may do so.
"""

import math

import array_api_compat

_WORD = 0xFFFFFFFF
_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_WEYL = (0x9E3779B9, 0xBB67AE85)


def keyed_uniform(core, key, /, shape, *, dtype=None):
    # Whole multiples of the dtype's distance of numbers below 1, so that nothing is rounded to 1.
    bits = {core.DTYPES[n]: b for n, b in (("float32", 23), ("float64", 52))}.get(dtype, 10)
    draws = _words(core, key, shape)[0] >> (64 - bits)
    return core.xp.astype(draws, core.DTYPES["float64"] if bits > 23 else dtype) / 2.0**bits


def keyed_normal(core, key, /, shape, *, dtype=None):
    # Box and Muller's pair, of which one is taken; the radius is drawn from (0, 1].
    xp = core.xp
    double = core.DTYPES["float64"]
    first, second = [xp.astype(w >> 11, double) / 2.0**53 for w in _words(core, key, shape)]
    radius = xp.sqrt(-2.0 * xp.log(1.0 - first))
    return xp.astype(radius * xp.cos(2.0 * math.pi * second), dtype)


def keyed_integers(core, key, /, shape, *, low, high, dtype=None):
    # The bias of the remainder is at most a 2**64th part of the number of integers.
    xp = core.xp
    draws = _words(core, key, shape)[0] % (high - low)
    return xp.astype(xp.astype(draws, core.DTYPES["int64"]) + low, dtype)


def keyed_permutation(core, key, /, n):
    draws = _words(core, key, (n,))[0]
    order = (
        core.xp.argsort(draws, stable=True) if n else core.xp.zeros(0, dtype=core.DTYPES["int64"])
    )
    return core.xp.astype(order, core.DTYPES["int64"])


def _words(core, key, shape):
    """Return two uint64 arrays of random bits."""
    xp, uint64 = core.xp, core.DTYPES["uint64"]
    key = xp.astype(key, uint64)
    size = math.prod(shape)
    count = xp.arange(size, dtype=uint64, device=array_api_compat.device(key))
    # The seed is the cipher's key, the number of the draw and that of the element its counter.
    k = [key[0] & _WORD, key[0] >> 32]
    c = [count & _WORD, count >> 32, count * 0 + (key[1] & _WORD), count * 0 + (key[1] >> 32)]
    for _ in range(10):
        low, high = _MULTIPLIERS[0] * c[0], _MULTIPLIERS[1] * c[2]
        c = [(high >> 32) ^ c[1] ^ k[0], high & _WORD, (low >> 32) ^ c[3] ^ k[1], low & _WORD]
        k = [(a + w) & _WORD for a, w in zip(k, _WEYL, strict=True)]
    return [core.reshape((a << 32) | b, shape) for a, b in ((c[0], c[1]), (c[2], c[3]))]
