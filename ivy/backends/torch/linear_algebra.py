"""Products and factorisations on torch."""

import torch
from torch import matmul


def einsum(equation, operands, /):
    return torch.einsum(equation, *operands)


def svd(x, /, *, full_matrices=True):
    return torch.linalg.svd(x, full_matrices=full_matrices)
