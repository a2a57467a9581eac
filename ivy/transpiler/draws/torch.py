"""Draws from torch's default generator."""

import torch
import torch.nn.functional as F


def random_uniform(*, shape=(), low=0.0, high=1.0, dtype=None, key=None):
    return torch.rand(shape, dtype=dtype) * (high - low) + low


def random_normal(*, shape=(), mean=0.0, std=1.0, dtype=None, key=None):
    return torch.randn(shape, dtype=dtype) * std + mean


def randint(low, high, /, *, shape=(), dtype=None, key=None):
    return torch.randint(low, high, shape, dtype=dtype)


def random_permutation(n, /, *, key=None):
    return torch.randperm(n)


def dropout(x, rate, /, *, key=None):
    return F.dropout(x, rate)
