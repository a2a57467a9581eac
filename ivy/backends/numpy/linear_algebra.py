"""Products and factorisations on numpy."""

import numpy as np
from numpy import matmul


def einsum(equation, operands, /):
    return np.einsum(equation, *operands)


def svd(x, /, *, full_matrices=True):
    return np.linalg.svd(x, full_matrices=full_matrices)
