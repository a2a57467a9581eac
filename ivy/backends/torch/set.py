"""Arrays as sets on torch."""

import torch
from torch import unique as unique_values


def unique_inverse(x, /):
    return torch.unique(x, return_inverse=True)
