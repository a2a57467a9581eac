"""Products and factorisations on torch."""

import torch
from torch import kron, matmul
from torch.linalg import det, eig, eigh, eigvals, eigvalsh, inv, matrix_exp, slogdet, svdvals
from torch.nn.functional import linear


def tensordot(x1, x2, /, *, axes=2):
    return torch.tensordot(x1, x2, dims=axes)


def einsum(equation, operands, /):
    return torch.einsum(equation, *operands)


def diagonal(x, /, *, offset=0):
    return torch.diagonal(x, offset, -2, -1)


def cholesky(x, /, *, upper=False):
    # torch would read the upper triangle for the upper factor.
    return torch.linalg.cholesky(x).mH if upper else torch.linalg.cholesky(x)


def qr(x, /, *, mode="reduced"):
    return torch.linalg.qr(x, mode=mode)


def svd(x, /, *, full_matrices=True):
    return torch.linalg.svd(x, full_matrices=full_matrices)


def lu_factor(x, /):
    # The form with _ex takes singular matrices.
    factors, pivots, _ = torch.linalg.lu_factor_ex(x)
    permutation, _, _ = torch.lu_unpack(factors, pivots, unpack_data=False)
    places = torch.arange(x.shape[-2], device=x.device)
    return factors, torch.sum((permutation != 0) * places[:, None], dim=-2)


def solve(x1, x2, /):
    # torch takes x2 for vectors where it has one axis less than x1.
    if x2.ndim == 1:
        return torch.linalg.solve(x1, x2[:, None])[..., 0]
    missing = (1,) * (x1.ndim - x2.ndim)
    return torch.linalg.solve(x1, x2.reshape(*missing, *x2.shape))


def solve_triangular(x1, x2, /, *, upper=True, adjoint=False, unit_diagonal=False):
    right = x2[:, None] if x2.ndim == 1 else x2
    out = torch.linalg.solve_triangular(
        x1.mH if adjoint else x1, right, upper=upper != adjoint, unitriangular=unit_diagonal
    )
    return out[..., 0] if x2.ndim == 1 else out
