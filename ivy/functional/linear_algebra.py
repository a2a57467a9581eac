"""Products of vectors and matrices, and factorisations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ivy.array import Array
from ivy.functional._op import composite, op
from ivy.functional.manipulation import swapaxes


class SVDResult(NamedTuple):
    """The factors of a matrix: ``x = (U * S) @ Vh``."""

    U: Array
    S: Array
    Vh: Array


@op(dtypes="numeric", rank="matmul")
def matmul(x1: Array, x2: Array, /) -> Array:
    """Return the matrix product of the last two axes, the others broadcast.

    Parameters
    ----------
    x1, x2
        Arrays ``(..., M, K)`` and ``(..., K, N)``; a vector ``(K,)`` on either side is summed over
        and leaves no axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.matmul(ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([1, 1]))
    Array([3, 7], dtype=int64, backend='numpy')
    """


@composite()
def matrix_transpose(x: Array, /) -> Array:
    """Return `x` with its last two axes exchanged.

    Examples
    --------
    >>> import ivy
    >>> ivy.matrix_transpose(ivy.zeros((5, 2, 3))).shape
    (5, 3, 2)
    """
    return swapaxes(x, -2, -1)


@op(dtypes="numeric", rank="unknown", promoted=("operands",))
def einsum(equation: str, operands: Sequence[Array], /) -> Array:
    """Return a sum of products, as the indices of an equation say.

    Parameters
    ----------
    equation
        Subscripts such as ``"bij,bjk->bik"``. A letter that is missing on the right is summed
        over; without ``->`` the result has the letters that occur once, in alphabetical order.
    operands
        The arrays.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    >>> ivy.einsum("ij,j->i", [x, ivy.ones(2)])
    Array([3., 7.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def svd(x: Array, /, *, full_matrices: bool = True) -> SVDResult:
    """Return the singular value decomposition ``x = (U * S) @ Vh``.

    Parameters
    ----------
    x
        Matrices ``(..., M, N)``.
    full_matrices
        Whether `U` is ``(..., M, M)`` and `Vh` ``(..., N, N)``; if not, both keep only
        ``min(M, N)`` vectors.

    Returns
    -------
    SVDResult
        `U`, the singular values `S` ``(..., min(M, N))`` in falling order, and `Vh`. The signs of
        the vectors are not specified and differ between backends.

    Examples
    --------
    >>> import ivy
    >>> ivy.svd(ivy.asarray([[3.0, 0.0], [0.0, 2.0]])).S
    Array([3., 2.], dtype=float32, backend='numpy')
    """
