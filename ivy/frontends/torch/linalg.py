"""torch.linalg: what of it there is."""

from __future__ import annotations

from typing import Any

import ivy
from ivy.frontends._boundary import missing
from ivy.frontends.torch import _reductions
from ivy.frontends.torch._annotations import Tensor, dtype
from ivy.frontends.torch._frontend import frontend
from ivy.frontends.torch._linalg import cross, matmul

Dim = Any


@frontend
def vector_norm(
    x: Tensor, ord: float = 2, dim: Dim = None, keepdim: bool = False, *, dtype: dtype | None = None
) -> Tensor:
    """See :func:`torch.linalg.vector_norm`."""
    return _reductions.norm(x, ord, dim, keepdim, dtype=dtype)


@frontend
def norm(
    A: Tensor,
    ord: float | str | None = None,
    dim: Dim = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
) -> Tensor:
    """See :func:`torch.linalg.norm`, of vectors, and the Frobenius norm of matrices."""
    matrix = len(dim) == 2 if isinstance(dim, tuple | list) else dim is None and A.ndim == 2
    if matrix and ord not in (None, "fro"):
        raise NotImplementedError(f"torch.linalg.norm: expected ord='fro' for matrices, got {ord}")
    return _reductions.norm(A, 2 if ord in (None, "fro") else ord, dim, keepdim, dtype=dtype)


@frontend
def svd(A: Tensor, full_matrices: bool = True) -> Any:
    """See :func:`torch.linalg.svd`."""
    return tuple(ivy.svd(A, full_matrices=full_matrices))


@frontend
def svdvals(A: Tensor) -> Tensor:
    """See :func:`torch.linalg.svdvals`."""
    return ivy.svd(A, full_matrices=False)[1]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.linalg", name)
