"""torch's products of vectors and matrices."""

from __future__ import annotations

from typing import Any

import ivy
from ivy.frontends.torch._annotations import Tensor
from ivy.frontends.torch._frontend import frontend


def _same_dtype(first: Any, second: Any) -> None:
    if first.dtype is not second.dtype:
        raise RuntimeError(
            f"expected operands to have the same dtype, but got: {first.dtype} and {second.dtype}"
        )


def _of_rank(*ranks: int) -> Any:
    def check(*values: Any) -> None:
        _same_dtype(*values)
        for value, rank in zip(values, ranks, strict=False):
            if len(value.shape) != rank:
                raise RuntimeError(
                    f"expected tensors of {', '.join(map(str, ranks))} dimensions, got a tensor "
                    f"of {len(value.shape)}"
                )

    return check


@frontend(check=_same_dtype)
def matmul(input: Tensor, other: Tensor) -> Tensor:
    """See :func:`torch.matmul`."""
    return ivy.matmul(input, other)


@frontend(check=_of_rank(2, 2))
def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """See :func:`torch.mm`."""
    return ivy.matmul(input, mat2)


@frontend(check=_of_rank(3, 3))
def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """See :func:`torch.bmm`."""
    return ivy.matmul(input, mat2)


@frontend(check=_of_rank(2, 1))
def mv(input: Tensor, vec: Tensor) -> Tensor:
    """See :func:`torch.mv`."""
    return ivy.matmul(input, vec)


@frontend(check=_of_rank(1, 1))
def dot(input: Tensor, tensor: Tensor) -> Tensor:
    """See :func:`torch.dot`."""
    return ivy.matmul(input, tensor)


@frontend(check=_of_rank(1, 1))
def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """See :func:`torch.outer`."""
    return ivy.multiply(ivy.expand_dims(input, axis=-1), vec2)


ger = outer


def _scaled(product: Any, alpha: float, input: Any, beta: float) -> Any:
    product = product if alpha == 1 else ivy.multiply(product, alpha)
    if beta == 0:
        return product
    return ivy.add(input if beta == 1 else ivy.multiply(input, beta), product)


@frontend
def addmm(
    input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: float = 1, alpha: float = 1
) -> Tensor:
    """See :func:`torch.addmm`."""
    return _scaled(ivy.matmul(mat1, mat2), alpha, input, beta)


@frontend
def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """See :func:`torch.addmv`."""
    return _scaled(ivy.matmul(mat, vec), alpha, input, beta)


@frontend
def baddbmm(
    input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1
) -> Tensor:
    """See :func:`torch.baddbmm`."""
    return _scaled(ivy.matmul(batch1, batch2), alpha, input, beta)


@frontend
def einsum(equation: str, *operands: Tensor) -> Tensor:
    """See :func:`torch.einsum`."""
    return ivy.einsum(equation, list(operands))


@frontend
def tensordot(a: Tensor, b: Tensor, dims: Any = 2) -> Tensor:
    """See :func:`torch.tensordot`."""
    if isinstance(dims, int):
        first, second = list(range(a.ndim - dims, a.ndim)), list(range(dims))
    else:
        first, second = [d % a.ndim for d in dims[0]], [d % b.ndim for d in dims[1]]
    left = [d for d in range(a.ndim) if d not in first]
    right = [d for d in range(b.ndim) if d not in second]
    rows = ivy.permute_dims(a, (*left, *first))
    columns = ivy.permute_dims(b, (*second, *right))
    shape = (*[a.shape[d] for d in left], *[b.shape[d] for d in right])
    length = 1
    for d in first:
        length *= a.shape[d]
    product = ivy.matmul(ivy.reshape(rows, (-1, length)), ivy.reshape(columns, (length, -1)))
    return ivy.reshape(product, shape)


@frontend
def cross(input: Tensor, other: Tensor, dim: int = -1) -> Tensor:
    """See :func:`torch.linalg.cross`."""
    forward = ivy.multiply(ivy.roll(input, -1, axis=dim), ivy.roll(other, -2, axis=dim))
    back = ivy.multiply(ivy.roll(input, -2, axis=dim), ivy.roll(other, -1, axis=dim))
    return ivy.subtract(forward, back)


@frontend
def trace(input: Tensor) -> Tensor:
    """See :func:`torch.trace`."""
    n = min(input.shape)
    places = ivy.arange(n, dtype="int64")
    return ivy.sum(ivy.getitem(input, (places, places)))


@frontend
def kron(input: Tensor, other: Tensor) -> Tensor:
    """See :func:`torch.kron`; both are matrices."""
    (a, b), (c, d) = input.shape, other.shape
    left = ivy.reshape(input, (a, 1, b, 1))
    right = ivy.reshape(other, (1, c, 1, d))
    return ivy.reshape(ivy.multiply(left, right), (a * c, b * d))


@frontend
def cdist(x1: Tensor, x2: Tensor, p: float = 2.0) -> Tensor:
    """See :func:`torch.cdist`."""
    distance = ivy.subtract(ivy.expand_dims(x1, axis=-2), ivy.expand_dims(x2, axis=-3))
    if p == 2:
        return ivy.sqrt(ivy.sum(ivy.square(distance), axis=-1))
    if p == 1:
        return ivy.sum(ivy.abs(distance), axis=-1)
    return ivy.pow(ivy.sum(ivy.pow(ivy.abs(distance), p), axis=-1), 1 / p)


@frontend
def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """See :func:`torch.nn.functional.cosine_similarity`."""
    product = ivy.sum(ivy.multiply(x1, x2), axis=dim)
    size1 = ivy.sqrt(ivy.sum(ivy.square(x1), axis=dim))
    size2 = ivy.sqrt(ivy.sum(ivy.square(x2), axis=dim))
    return ivy.divide(product, ivy.multiply(ivy.maximum(size1, eps), ivy.maximum(size2, eps)))
