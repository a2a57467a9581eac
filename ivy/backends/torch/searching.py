"""Positions and choices on torch."""

import torch
from torch import where


def argmax(x, /, *, axis=None, keepdims=False):
    return torch.argmax(x, dim=axis, keepdim=keepdims)


def argmin(x, /, *, axis=None, keepdims=False):
    return torch.argmin(x, dim=axis, keepdim=keepdims)


def nonzero(x, /):
    return torch.nonzero(x, as_tuple=True)


def count_nonzero(x, /, *, axis=None, keepdims=False):
    if axis == ():  # for torch, every axis
        return (x != 0).to(torch.int64)
    return torch.sum(x != 0, dim=axis, keepdim=keepdims)


def searchsorted(x1, x2, /, *, side="left", sorter=None):
    sorter = None if sorter is None else sorter.to(torch.int64)
    return torch.searchsorted(x1, x2.contiguous(), side=side, sorter=sorter)
