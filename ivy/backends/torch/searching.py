"""Positions and choices on torch."""

import torch
from torch import where


def argmax(x, /, *, axis=None, keepdims=False):
    return torch.argmax(x, dim=axis, keepdim=keepdims)


def argmin(x, /, *, axis=None, keepdims=False):
    return torch.argmin(x, dim=axis, keepdim=keepdims)


def nonzero(x, /):
    return torch.nonzero(x, as_tuple=True)
