"""Draws that follow from a key on torch.

They are hashes of the key and of each element's position: torch's own generators have a state,
cannot be seeded in compiled code, and use 32 bits of their seed.
"""

import math

import torch

# The digits of a significand, with the leading one.
_DIGITS = {torch.float16: 11, torch.bfloat16: 8, torch.float32: 24, torch.float64: 53}


def _shifted(x, count):
    """The bits of int64 moved to the right, zeros coming in."""
    return (x >> count) & ((1 << (64 - count)) - 1)


def _mixed(x):
    """SplitMix64's finaliser (https://doi.org/10.1145/2660193.2660195), in wrapping int64."""
    x = (x ^ _shifted(x, 30)) * -0x40A7B892E31B1A47
    x = (x ^ _shifted(x, 27)) * -0x6B2FB644ECCEEE15
    return x ^ _shifted(x, 31)


def _bits(key, shape):
    """64 random bits for each element."""
    key = key.to(torch.int64)
    state = _mixed(_mixed(key[0] + 1) + key[1])
    count = torch.arange(1, math.prod(shape) + 1, device=key.device).reshape(shape)
    # Not the sum of the two, which a C++ compiler may hold not to overflow, and end a loop before.
    return _mixed((count ^ state) * -0x61C8864680B583EB)


def keyed_uniform(key, /, shape, *, dtype=None):
    digits = _DIGITS[dtype]
    whole = _shifted(_bits(key, shape), 64 - digits).to(torch.float64)
    return (whole * 2.0**-digits).to(dtype)


def keyed_normal(key, /, shape, *, dtype=None):
    # The method of Box and Muller.
    first, second = keyed_uniform(key, (2, *shape), dtype=torch.float64)
    radius = torch.sqrt(-2 * torch.log1p(-first))
    return (radius * torch.cos(2 * math.pi * second)).to(dtype)


def keyed_integers(key, /, shape, *, low, high, dtype=None):
    return (low + _shifted(_bits(key, shape), 1) % (high - low)).to(dtype)


def keyed_permutation(key, /, n):
    return torch.argsort(_bits(key, (n,)))
