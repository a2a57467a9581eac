"""Products of vectors and matrices, factorisations, and systems of linear equations.

The last two axes are those of matrices, the others are stacked. Half precisions are computed in
float32. Where a factorisation does not exist, the operation raises `ivy.errors.LinAlgError`;
compiled code, which cannot raise, gives infinities or NaN. NaN in a matrix to be factorised gives
either; `inv` and `solve` give NaN for it. Of a matrix that has to be Hermitian only the lower
triangle is read.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ivy import dtypes
from ivy.array import Array
from ivy.backends.matrices import (
    check_broadcast,
    check_matrix,
    check_square,
    check_system,
    check_tensordot,
    check_vectors,
    counted,
)
from ivy.dtypes import CATEGORIES, DType, finfo
from ivy.functional._op import composite, op
from ivy.functional.creation import ones_like, tril, triu, zeros_like
from ivy.functional.data_type import astype, result_type
from ivy.functional.elementwise import (
    abs,
    add,
    clip,
    conj,
    divide,
    equal,
    greater,
    imag,
    less,
    log,
    multiply,
    negative,
    not_equal,
    pow,
    real,
    sign,
    sqrt,
    square,
    subtract,
)
from ivy.functional.indexing import getitem, take_along_axis
from ivy.functional.manipulation import (
    broadcast_to,
    concat,
    expand_dims,
    pad,
    permute_dims,
    reshape,
    squeeze,
    stack,
    swapaxes,
)
from ivy.functional.searching import argmax, where
from ivy.functional.statistical import cumulative_sum, max, min, sum

Axes = int | tuple[Sequence[int], Sequence[int]]
Axis = int | tuple[int, ...] | None


class EigResult(NamedTuple):
    """Eigenvalues and eigenvectors: ``x @ eigenvectors = eigenvectors * eigenvalues``."""

    eigenvalues: Array
    eigenvectors: Array


class EighResult(NamedTuple):
    """Eigenvalues and eigenvectors of a Hermitian matrix: ``x = (V * w) @ V^H``."""

    eigenvalues: Array
    eigenvectors: Array


class LUFactorResult(NamedTuple):
    """The factors ``L`` and ``U`` in one matrix, and which row of `x` each of its rows is."""

    LU: Array
    row_indices: Array


class LUResult(NamedTuple):
    """The factors of a matrix: ``x = P @ L @ U``."""

    P: Array
    L: Array
    U: Array


class PolarResult(NamedTuple):
    """The factors of a matrix: ``x = U @ P``."""

    U: Array
    P: Array


class QRResult(NamedTuple):
    """The factors of a matrix: ``x = Q @ R``."""

    Q: Array
    R: Array


class SlogdetResult(NamedTuple):
    """A determinant as ``sign * exp(logabsdet)``."""

    sign: Array
    logabsdet: Array


class SVDResult(NamedTuple):
    """The factors of a matrix: ``x = (U * S) @ Vh``."""

    U: Array
    S: Array
    Vh: Array


# -- what the bodies below share -----------------------------------------------------------------

_HALF = (dtypes.float16, dtypes.bfloat16)


def _wide(x: Array) -> Array:
    """Return an array in the dtype to compute in: float32 for the half precisions."""
    return astype(x, dtypes.float32) if x.dtype in _HALF else x


def _as(x: Array, dtype: DType) -> Array:
    return x if x.dtype is dtype else astype(x, dtype)


def _is_complex(x: Array) -> bool:
    return x.dtype in CATEGORIES["complex floating"]


def _real_dtype(x: Array) -> DType:
    return finfo(x.dtype).dtype


def _conj(x: Array) -> Array:
    return conj(x) if _is_complex(x) else x


def _adjoint(x: Array) -> Array:
    return _conj(swapaxes(x, -2, -1))


def _column(x: Array) -> Array:
    return expand_dims(x, axis=-1)


def _row(x: Array) -> Array:
    return expand_dims(x, axis=-2)


def _identity(x: Array) -> Array:
    """Return identity matrices in the shape of `x`."""
    return tril(triu(ones_like(x)))


def _product(lengths: Sequence[int]) -> int:
    return math.prod(lengths)


# -- products ------------------------------------------------------------------------------------


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
    check_matrix("matrix_transpose", x.shape)
    return swapaxes(x, -2, -1)


@composite()
def adjoint(x: Array, /) -> Array:
    """Return the conjugate of `x` with its last two axes exchanged.

    Examples
    --------
    >>> import ivy
    >>> ivy.adjoint(ivy.asarray([[1j, 2.0]]))
    Array([[0.-1.j],
           [2.-0.j]], dtype=complex64, backend='numpy')
    """
    check_matrix("adjoint", x.shape)
    return _adjoint(x)


@composite(dtypes="numeric", promoted=("x", "weight", "bias"))
def linear(x: Array, weight: Array, bias: Array | None = None, /) -> Array:
    """Return ``x @ weight.T + bias``.

    Parameters
    ----------
    x
        Features ``(..., I)``.
    weight
        The weight ``(O, I)``.
    bias
        The bias ``(O,)``; None adds nothing.

    Returns
    -------
    Array
        Features ``(..., O)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.linear(ivy.ones((1, 2)), ivy.asarray([[1.0, 2.0]]), ivy.asarray([0.5]))
    Array([[3.5]], dtype=float32, backend='numpy')
    """
    out = matmul(x, swapaxes(weight, 0, 1))
    return out if bias is None else add(out, bias)


@composite(dtypes="numeric", rank="tensordot")
def tensordot(x1: Array, x2: Array, /, *, axes: Axes = 2) -> Array:
    """Return the sum of the products of two arrays over some axes of each.

    Parameters
    ----------
    x1, x2
        The arrays.
    axes
        The number of axes at the end of `x1` and at the beginning of `x2`, or the axes of each.

    Returns
    -------
    Array
        The remaining axes of `x1`, then those of `x2`.

    Raises
    ------
    ValueError
        The axes have not the same lengths.

    Examples
    --------
    >>> import ivy
    >>> ivy.tensordot(ivy.ones((2, 3, 4)), ivy.ones((4, 3)), axes=((1, 2), (1, 0)))
    Array([12., 12.], dtype=float32, backend='numpy')
    """
    return _tensordot("tensordot", x1, x2, axes)


def _tensordot(op: str, x1: Array, x2: Array, axes: Axes) -> Array:
    first, second = check_tensordot(op, x1.shape, x2.shape, axes)
    lengths = tuple(x1.shape[a] for a in first)
    left = tuple(a for a in range(len(x1.shape)) if a not in first)
    right = tuple(a for a in range(len(x2.shape)) if a not in second)
    kept = tuple(x1.shape[a] for a in left), tuple(x2.shape[a] for a in right)
    summed = _product(lengths)
    rows = reshape(permute_dims(x1, (*left, *first)), (_product(kept[0]), summed))
    columns = reshape(permute_dims(x2, (*second, *right)), (summed, _product(kept[1])))
    return reshape(matmul(rows, columns), kept[0] + kept[1])


@composite(dtypes="numeric", rank="vector product")
def vecdot(x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
    """Return the scalar product of vectors along an axis, ``sum(conj(x1) * x2)``.

    Parameters
    ----------
    x1, x2
        Arrays whose other axes broadcast.
    axis
        The axis of the vectors, counted from the end.

    Raises
    ------
    ValueError
        The vectors have not the same length.

    Examples
    --------
    >>> import ivy
    >>> ivy.vecdot(ivy.asarray([1j, 2.0]), ivy.asarray([1j, 1.0]))
    Array(3.+0.j, dtype=complex64, backend='numpy')
    """
    check_vectors("vecdot", x1.shape, x2.shape, axis)
    product = multiply(_conj(x1), x2)
    return sum(product, axis=axis, dtype=product.dtype)


@composite(dtypes="numeric", rank="two")
def outer(x1: Array, x2: Array, /) -> Array:
    """Return the products of all elements of a vector ``(N,)`` with all of another ``(M,)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.outer(ivy.asarray([1, 2]), ivy.asarray([3, 4]))
    Array([[3, 4],
           [6, 8]], dtype=int64, backend='numpy')
    """
    if len(x1.shape) != 1 or len(x2.shape) != 1:
        raise ValueError(
            f"ivy.outer: expected vectors, got shapes {x1.shape} and {x2.shape}; use "
            "ivy.tensordot(x1, x2, axes=0)"
        )
    return multiply(_column(x1), x2)


@composite(dtypes="numeric", rank="unknown")
def inner(x1: Array, x2: Array, /) -> Array:
    """Return the sums of the products over the last axis of both arrays; nothing is conjugated.

    A 0-d array multiplies.

    Examples
    --------
    >>> import ivy
    >>> ivy.inner(ivy.asarray([1, 2]), ivy.asarray([[3, 4], [5, 6]]))
    Array([11, 17], dtype=int64, backend='numpy')
    """
    if not x1.shape or not x2.shape:
        return multiply(x1, x2)
    return _tensordot("inner", x1, x2, ((-1,), (-1,)))


@composite(dtypes="numeric", rank="unknown")
def dot(x1: Array, x2: Array, /) -> Array:
    """Return the sums of the products over the last axis of `x1` and the last but one of `x2`.

    A vector `x2` has only one axis to sum over, and a 0-d array multiplies. Other than in `matmul`
    no axes broadcast: the result has all that are left.

    Examples
    --------
    >>> import ivy
    >>> ivy.dot(ivy.ones((2, 3)), ivy.ones((4, 3, 5))).shape
    (2, 4, 5)
    """
    if not x1.shape or not x2.shape:
        return multiply(x1, x2)
    return _tensordot("dot", x1, x2, ((-1,), (-1 if len(x2.shape) == 1 else -2,)))


@composite(dtypes="numeric", rank="unknown")
def general_inner_product(x1: Array, x2: Array, /, *, n_modes: int | None = None) -> Array:
    """Return the sums of the products over the last axes of `x1` and the first of `x2`.

    Parameters
    ----------
    x1, x2
        The arrays.
    n_modes
        The number of axes; by default all, of two arrays of one shape.

    Examples
    --------
    >>> import ivy
    >>> ivy.general_inner_product(ivy.ones((2, 3)), ivy.ones((2, 3)))
    Array(6., dtype=float32, backend='numpy')
    """
    if n_modes is None and x1.shape != x2.shape:
        raise ValueError(
            f"ivy.general_inner_product: expected arrays of one shape, got {x1.shape} and "
            f"{x2.shape}; pass n_modes"
        )
    count = len(x1.shape) if n_modes is None else n_modes
    return _tensordot("general_inner_product", x1, x2, count)


@composite(dtypes="numeric", rank="elementwise")
def cross(x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
    """Return the cross product of vectors of three elements along an axis.

    Parameters
    ----------
    x1, x2
        Arrays with 3 elements along the axis, whose other axes broadcast.
    axis
        The axis of the vectors, counted from the end.

    Raises
    ------
    ValueError
        The vectors have not three elements.

    Examples
    --------
    >>> import ivy
    >>> ivy.cross(ivy.asarray([1, 0, 0]), ivy.asarray([0, 1, 0]))
    Array([0, 0, 1], dtype=int64, backend='numpy')
    """
    check_vectors("cross", x1.shape, x2.shape, axis, 3)
    after = (slice(None),) * (-axis - 1)
    a, b = ([getitem(x, (..., slice(i, i + 1), *after)) for i in range(3)] for x in (x1, x2))
    parts = [subtract(multiply(a[i - 2], b[i - 1]), multiply(a[i - 1], b[i - 2])) for i in range(3)]
    return concat(parts, axis=axis)


@composite(dtypes="numeric", rank="elementwise")
def kron(x1: Array, x2: Array, /) -> Array:
    """Return the Kronecker product: `x2` times each element of `x1`, put together in its place.

    An array with fewer axes gets axes of length 1 in front.

    Examples
    --------
    >>> import ivy
    >>> ivy.kron(ivy.asarray([1, 10]), ivy.asarray([1, 2, 3]))
    Array([ 1,  2,  3, 10, 20, 30], dtype=int64, backend='numpy')
    """
    rank = len(x1.shape) if len(x1.shape) > len(x2.shape) else len(x2.shape)
    outer_shape = (1,) * (rank - len(x1.shape)) + x1.shape
    inner_shape = (1,) * (rank - len(x2.shape)) + x2.shape
    left = reshape(x1, tuple(n for m in outer_shape for n in (m, 1)))
    right = reshape(x2, tuple(n for m in inner_shape for n in (1, m)))
    shape = tuple(m * n for m, n in zip(outer_shape, inner_shape, strict=True))
    return reshape(multiply(left, right), shape)


@composite(rank="two", promoted=("arrays",))
def khatri_rao(arrays: Sequence[Array], /) -> Array:
    """Return the Khatri-Rao product of matrices: the Kronecker product of their columns.

    Parameters
    ----------
    arrays
        Numeric matrices ``(M_i, N)`` with the same number of columns.

    Returns
    -------
    Array
        A matrix ``(M_1 * M_2 * ..., N)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.khatri_rao([ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([[1, 10]])])
    Array([[ 1, 20],
           [ 3, 40]], dtype=int64, backend='numpy')
    """
    shapes = [x.shape for x in arrays]
    if not arrays or any(len(s) != 2 or s[1] != shapes[0][1] for s in shapes):
        raise ValueError(
            f"ivy.khatri_rao: expected matrices with as many columns, got shapes {shapes}"
        )
    result = arrays[0]
    for x in arrays[1:]:
        rows = result.shape[0] * x.shape[0]
        result = reshape(multiply(expand_dims(result, axis=1), x), (rows, x.shape[1]))
    return result


@composite(rank="unknown", promoted=("arrays",))
def batched_outer(arrays: Sequence[Array], /) -> Array:
    """Return the products of all elements of arrays, apart for each position on the first axis.

    Parameters
    ----------
    arrays
        Numeric arrays ``(B, ...)``.

    Returns
    -------
    Array
        The first axis, then the other axes of each array.

    Examples
    --------
    >>> import ivy
    >>> ivy.batched_outer([ivy.ones((2, 3)), ivy.ones((2, 4, 5))]).shape
    (2, 3, 4, 5)
    """
    shapes = [x.shape for x in arrays]
    if not arrays or any(not s or s[0] != shapes[0][:1][0] for s in shapes if shapes[0]):
        raise ValueError(
            f"ivy.batched_outer: expected arrays with as many elements on axis 0, got {shapes}"
        )
    result = arrays[0]
    for x in arrays[1:]:
        left = reshape(result, result.shape + (1,) * (len(x.shape) - 1))
        right = reshape(x, x.shape[:1] + (1,) * (len(result.shape) - 1) + x.shape[1:])
        result = multiply(left, right)
    return result


@composite(rank="unknown", promoted=("arrays",))
def multi_dot(arrays: Sequence[Array], /) -> Array:
    """Return the matrix product of several arrays, in the order that takes the fewest steps.

    Parameters
    ----------
    arrays
        Numeric matrices of which each has as many rows as the one before has columns; the first
        and the last may be vectors.

    Examples
    --------
    >>> import ivy
    >>> ivy.multi_dot([ivy.ones((2, 3)), ivy.ones((3, 4)), ivy.ones(4)])
    Array([12., 12.], dtype=float32, backend='numpy')
    """
    shapes = [x.shape for x in arrays]
    last = len(shapes) - 1
    fits = len(shapes) > 0 and all(
        len(s) == 2 or (len(s) == 1 and i in (0, last)) for i, s in enumerate(shapes)
    )
    if not fits or any(a[-1] != b[0] for a, b in pairwise(shapes)):
        raise ValueError(
            f"ivy.multi_dot: expected matrices that can be multiplied, got shapes {shapes}"
        )
    if last == 0:
        return arrays[0]
    sizes = [shapes[0][0] if len(shapes[0]) == 2 else 1, *(s[0] for s in shapes[1:])]
    sizes.append(shapes[-1][1] if len(shapes[-1]) == 2 else 1)
    return _chained(arrays, _splits(sizes), 0, last)


def _splits(sizes: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return after which matrix to divide each part of a chain; sizes are those of its joints.

    It is the matrix chain of Cormen et al., Introduction to Algorithms, chapter 15.
    """
    count = len(sizes) - 1
    cost = {(i, i): 0 for i in range(count)}
    best: dict[tuple[int, int], int] = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            options = [
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k)
                for k in range(i, j)
            ]
            cost[i, j], best[i, j] = sorted(options)[0]
    return best


def _chained(
    arrays: Sequence[Array], splits: dict[tuple[int, int], int], first: int, last: int
) -> Array:
    if first == last:
        return arrays[first]
    k = splits[first, last]
    left = _chained(arrays, splits, first, k)
    return matmul(left, _chained(arrays, splits, k + 1, last))


@composite(dtypes="numeric", rank="unknown")
def mode_dot(x1: Array, x2: Array, /, *, mode: int, transpose: bool = False) -> Array:
    """Return the product of an array along one axis with a matrix or vector.

    Parameters
    ----------
    x1
        The array, of length ``N`` along the axis.
    x2
        A matrix ``(M, N)``, and the axis has length ``M`` afterwards; or a vector ``(N,)``, and the
        axis is gone.
    mode
        The axis.
    transpose
        Whether the adjoint of a matrix ``(N, M)`` is meant.

    Examples
    --------
    >>> import ivy
    >>> ivy.mode_dot(ivy.ones((2, 3, 4)), ivy.ones((5, 3)), mode=1).shape
    (2, 5, 4)
    """
    axis = counted("mode_dot", mode, len(x1.shape))
    if len(x2.shape) not in (1, 2):
        raise ValueError(f"ivy.mode_dot: expected a matrix or vector, got shape {x2.shape}")
    factor = _adjoint(x2) if transpose and len(x2.shape) == 2 else x2
    product = _tensordot("mode_dot", x1, factor, ((axis,), (-1,)))
    if len(x2.shape) == 1:
        return product
    rank = len(x1.shape)
    order = (*range(axis), rank - 1, *range(axis, rank - 1))
    return permute_dims(product, order)


@op(dtypes="numeric", rank="unknown", promoted=("operands",))
def einsum(equation: str, operands: Sequence[Array], /) -> Array:
    """Return a sum of products, as the indices of an equation say.

    Parameters
    ----------
    equation
        Subscripts such as ``"bij,bjk->bik"``. A letter that is missing on the right is summed
        over, one that occurs twice in a term takes the diagonal, ``...`` stands for axes that
        broadcast; without ``->`` the result has ``...`` and the letters that occur once, in
        alphabetical order.
    operands
        The arrays.

    Raises
    ------
    ValueError
        The equation does not fit the arrays.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    >>> ivy.einsum("ij,j->i", [x, ivy.ones(2)])
    Array([3., 7.], dtype=float32, backend='numpy')
    """


# -- parts of matrices ---------------------------------------------------------------------------


@composite(rank="minus one")
def diagonal(x: Array, /, *, offset: int = 0) -> Array:
    """Return the diagonals of matrices.

    Parameters
    ----------
    x
        Matrices ``(..., M, N)``.
    offset
        Which diagonal: 0 the main one, above 0 one further right, below 0 one further down. One
        that is outside of the matrix is empty.

    Examples
    --------
    >>> import ivy
    >>> ivy.diagonal(ivy.asarray([[1, 2], [3, 4]]))
    Array([1, 4], dtype=int64, backend='numpy')
    """
    check_matrix("diagonal", x.shape)
    *stacked, rows, columns = x.shape
    count = sorted((rows, columns, columns - offset, rows + offset))[0]
    flat = reshape(x, (*stacked, rows * columns))
    if count <= 0:
        return getitem(flat, (..., slice(0, 0)))
    start = offset if offset >= 0 else -offset * columns
    step = columns + 1
    return getitem(flat, (..., slice(start, start + (count - 1) * step + 1, step)))


@composite(dtypes="numeric", result="accumulated", rank="minus two", default_dtype="accumulated")
def trace(x: Array, /, *, offset: int = 0, dtype: DType | str | None = None) -> Array:
    """Return the sums of the elements on a diagonal.

    Parameters
    ----------
    x
        Matrices ``(..., M, N)``.
    offset
        Which diagonal, see `diagonal`.
    dtype
        The dtype to sum in, see `sum`.

    Examples
    --------
    >>> import ivy
    >>> ivy.trace(ivy.asarray([[1, 2], [3, 4]]))
    Array(5, dtype=int64, backend='numpy')
    """
    check_matrix("trace", x.shape)
    return sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


@composite(rank="unknown", promoted=("arrays",))
def block_diag(arrays: Sequence[Array], /) -> Array:
    """Return a matrix with given ones along its diagonal and zeros elsewhere.

    Parameters
    ----------
    arrays
        Matrices ``(..., M_i, N_i)``, whose other axes broadcast.

    Examples
    --------
    >>> import ivy
    >>> ivy.block_diag([ivy.asarray([[1]]), ivy.asarray([[2, 3]])])
    Array([[1, 0, 0],
           [0, 2, 3]], dtype=int64, backend='numpy')
    """
    if not arrays:
        raise ValueError("ivy.block_diag: expected at least one matrix, got none")
    batch: tuple[int, ...] = ()
    for x in arrays:
        check_matrix("block_diag", x.shape)
        batch = check_broadcast("block_diag", batch, x.shape[:-2])
    before = [0]
    for x in arrays:
        before.append(before[-1] + x.shape[-1])
    rows = []
    for x, start in zip(arrays, before[:-1], strict=True):
        full = broadcast_to(x, (*batch, *x.shape[-2:]))
        widths = (start, before[-1] - start - x.shape[-1])
        rows.append(pad(full, ((0, 0),) * (len(batch) + 1) + (widths,)))
    return concat(rows, axis=-2)


@composite(dtypes="numeric", rank="plus one")
def vector_to_skew_symmetric_matrix(x: Array, /) -> Array:
    """Return for vectors ``(..., 3)`` the matrices whose product with `y` is ``cross(x, y)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.vector_to_skew_symmetric_matrix(ivy.asarray([1, 2, 3]))
    Array([[ 0, -3,  2],
           [ 3,  0, -1],
           [-2,  1,  0]], dtype=int64, backend='numpy')
    """
    if not x.shape or x.shape[-1] != 3:
        raise ValueError(
            f"ivy.vector_to_skew_symmetric_matrix: expected vectors (..., 3), got shape {x.shape}"
        )
    a, b, c = (getitem(x, (..., i)) for i in range(3))
    zero = zeros_like(a)
    elements = [zero, negative(c), b, c, zero, negative(a), negative(b), a, zero]
    return reshape(stack(elements, axis=-1), (*x.shape, 3))


# -- factorisations ------------------------------------------------------------------------------


@op(dtypes="floating")
def cholesky(x: Array, /, *, upper: bool = False) -> Array:
    """Return the triangular matrix ``L`` of ``x = L @ L^H``.

    Parameters
    ----------
    x
        Hermitian positive definite matrices ``(..., M, M)``.
    upper
        Whether ``U = L^H`` is returned instead.

    Raises
    ------
    LinAlgError
        A matrix is not positive definite.

    Examples
    --------
    >>> import ivy
    >>> ivy.cholesky(ivy.asarray([[4.0, 2.0], [2.0, 5.0]]))
    Array([[2., 0.],
           [1., 2.]], dtype=float32, backend='numpy')
    """


@op(dtypes="floating", rank="same")
def qr(x: Array, /, *, mode: str = "reduced") -> QRResult:
    """Return the QR decomposition ``x = Q @ R``.

    Parameters
    ----------
    x
        Matrices ``(..., M, N)``.
    mode
        ``"reduced"`` keeps ``K = min(M, N)`` columns of `Q` and rows of `R`, ``"complete"`` all
        `M`.

    Returns
    -------
    QRResult
        `Q` ``(..., M, K)`` with orthonormal columns, and the upper triangular `R` ``(..., K, N)``.
        The signs on the diagonal of `R` are not specified and differ between backends.

    Examples
    --------
    >>> import ivy
    >>> ivy.abs(ivy.qr(ivy.asarray([[3.0], [4.0]])).R)
    Array([[5.]], dtype=float32, backend='numpy')
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

    Notes
    -----
    Singular vectors of equal singular values have no derivative, only what does not depend on
    their choice has one.

    Examples
    --------
    >>> import ivy
    >>> ivy.svd(ivy.asarray([[3.0, 0.0], [0.0, 2.0]])).S
    Array([3., 2.], dtype=float32, backend='numpy')
    """


@composite(dtypes="floating", result="real", rank="minus one")
def svdvals(x: Array, /) -> Array:
    """Return the singular values ``(..., min(M, N))`` of matrices, in falling order.

    Examples
    --------
    >>> import ivy
    >>> ivy.svdvals(ivy.asarray([[0.0, 2.0], [3.0, 0.0]]))
    Array([3., 2.], dtype=float32, backend='numpy')
    """
    return svd(x, full_matrices=False).S


@op(dtypes="floating", result="complex", rank="unknown")
def eig(x: Array, /) -> EigResult:
    """Return the eigenvalues and eigenvectors of square matrices, both complex.

    Parameters
    ----------
    x
        Matrices ``(..., M, M)``; of Hermitian ones `eigh` is faster and more accurate.

    Returns
    -------
    EigResult
        The eigenvalues ``(..., M)`` in no specified order, and as columns of ``(..., M, M)`` the
        eigenvectors, of length 1. Their complex phases differ between backends.

    Examples
    --------
    >>> import ivy
    >>> ivy.eig(ivy.asarray([[2.0, 0.0], [0.0, 3.0]])).eigenvalues
    Array([2.+0.j, 3.+0.j], dtype=complex64, backend='numpy')
    """


@composite(dtypes="floating", result="complex", rank="minus one")
def eigvals(x: Array, /) -> Array:
    """Return the eigenvalues ``(..., M)`` of square matrices, complex and in no specified order.

    Examples
    --------
    >>> import ivy
    >>> ivy.eigvals(ivy.asarray([[2.0, 1.0], [0.0, 3.0]]))
    Array([2.+0.j, 3.+0.j], dtype=complex64, backend='numpy')
    """
    return eig(x).eigenvalues


@op(dtypes="floating", rank="unknown")
def eigh(x: Array, /) -> EighResult:
    """Return the eigenvalues and eigenvectors of Hermitian matrices.

    Parameters
    ----------
    x
        Matrices ``(..., M, M)``, of which the lower triangle is read.

    Returns
    -------
    EighResult
        The real eigenvalues ``(..., M)`` in rising order, and as columns of ``(..., M, M)`` the
        orthonormal eigenvectors. Their signs differ between backends.

    Examples
    --------
    >>> import ivy
    >>> ivy.eigh(ivy.asarray([[0.0, 2.0], [2.0, 0.0]])).eigenvalues
    Array([-2.,  2.], dtype=float32, backend='numpy')
    """


@composite(dtypes="floating", result="real", rank="minus one")
def eigvalsh(x: Array, /) -> Array:
    """Return the real eigenvalues ``(..., M)`` of Hermitian matrices, in rising order.

    Examples
    --------
    >>> import ivy
    >>> ivy.eigvalsh(ivy.asarray([[0.0, 2.0], [2.0, 0.0]]))
    Array([-2.,  2.], dtype=float32, backend='numpy')
    """
    return eigh(x).eigenvalues


@composite(dtypes="floating", rank="unknown", promoted=("alpha", "beta"))
def eigh_tridiagonal(alpha: Array, beta: Array, /) -> EighResult:
    """Return the eigenvalues and eigenvectors of Hermitian tridiagonal matrices, as `eigh` does.

    The matrix is made in full, so this is a convenience and saves nothing.

    Parameters
    ----------
    alpha
        The diagonals ``(..., M)``.
    beta
        What is below them, ``(..., M - 1)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.eigh_tridiagonal(ivy.zeros(2), ivy.asarray([2.0])).eigenvalues
    Array([-2.,  2.], dtype=float32, backend='numpy')
    """
    if not alpha.shape or not beta.shape or beta.shape[-1] + 1 != alpha.shape[-1]:
        raise ValueError(
            "ivy.eigh_tridiagonal: expected diagonals (..., M) and (..., M - 1), got shapes "
            f"{alpha.shape} and {beta.shape}"
        )
    main = multiply(_column(alpha), _identity(multiply(_column(alpha), _row(alpha))))
    under = _column(pad(beta, ((0, 0),) * (len(beta.shape) - 1) + ((1, 0),)))
    ones = ones_like(multiply(under, _row(alpha)))
    return eigh(add(main, multiply(under, subtract(tril(ones, k=-1), tril(ones, k=-2)))))


@composite(dtypes="floating", rank="same")
def lu_factor(x: Array, /) -> LUFactorResult:
    """Return the LU decomposition with row exchanges, in the compact form that `lu_solve` takes.

    Parameters
    ----------
    x
        Matrices ``(..., M, N)``, which may be singular.

    Returns
    -------
    LUFactorResult
        `LU` in the shape of `x`: on and above the diagonal ``U``, below it ``L``, whose diagonal
        is 1. `row_indices` ``(..., M)``, int64: row ``i`` of ``L @ U`` is row ``row_indices[i]`` of
        `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.lu_factor(ivy.asarray([[1.0, 2.0], [2.0, 2.0]]))
    LUFactorResult(LU=Array([[2. , 2. ],
           [0.5, 1. ]], dtype=float32, backend='numpy'), \
row_indices=Array([1, 0], dtype=int64, backend='numpy'))
    """
    check_matrix("lu_factor", x.shape)
    rows, columns = x.shape[-2:]
    out = _wide(x)
    ones = ones_like(sum(x, axis=-1), dtype=dtypes.int64)
    places = subtract(cumulative_sum(ones, axis=-1), 1)
    order = places
    for k in range(rows if rows < columns else columns):
        below = greater(places, k)
        sizes = where(less(places, k), -1, abs(getitem(out, (..., k))))
        best = expand_dims(argmax(sizes, axis=-1), axis=-1)
        exchange = where(equal(places, k), best, where(equal(places, best), k, places))
        out = take_along_axis(out, _column(exchange), axis=-2)
        order = take_along_axis(order, exchange, axis=-1)
        row = getitem(out, (..., slice(k, k + 1), slice(None)))
        pivot = getitem(row, (..., slice(k, k + 1)))
        column = getitem(out, (..., slice(k, k + 1)))
        factors = divide(column, where(equal(pivot, 0), 1, pivot))
        factors = where(_column(below), factors, 0)
        changed = subtract(out, multiply(factors, row))
        # The factors stand where their column has become zero.
        middle = where(_column(below), factors, column)
        left = getitem(out, (..., slice(0, k)))
        out = concat([left, middle, getitem(changed, (..., slice(k + 1, None)))], axis=-1)
    return LUFactorResult(_as(out, x.dtype), order)


@composite(dtypes="floating", rank="unknown")
def lu(x: Array, /) -> LUResult:
    """Return the LU decomposition ``x = P @ L @ U``.

    Parameters
    ----------
    x
        Matrices ``(..., M, N)``; let ``K = min(M, N)``.

    Returns
    -------
    LUResult
        The permutation matrix `P` ``(..., M, M)``, the lower triangular `L` ``(..., M, K)`` whose
        diagonal is 1, and the upper triangular `U` ``(..., K, N)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.lu(ivy.asarray([[1.0, 2.0], [2.0, 2.0]])).U
    Array([[2., 2.],
           [0., 1.]], dtype=float32, backend='numpy')
    """
    check_matrix("lu", x.shape)
    factors, order = lu_factor(x)
    count = sorted(x.shape[-2:])[0]
    left = tril(getitem(factors, (..., slice(0, count))), k=-1)
    ones = ones_like(_column(order))
    places = subtract(cumulative_sum(ones, axis=-2), 1)
    permutation = equal(places, _row(order))
    upper = triu(getitem(factors, (..., slice(0, count), slice(None))))
    return LUResult(astype(permutation, x.dtype), add(left, _identity(left)), upper)


@composite(dtypes="floating", rank="unknown")
def polar(x: Array, /) -> PolarResult:
    """Return the polar decomposition ``x = U @ P``.

    Parameters
    ----------
    x
        Matrices ``(..., M, N)``.

    Returns
    -------
    PolarResult
        `U` ``(..., M, N)``, whose columns (or rows, of a wide matrix) are orthonormal, and the
        Hermitian positive semi-definite `P` ``(..., N, N)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.polar(ivy.asarray([[0.0, -2.0], [2.0, 0.0]])).P)
    Array([[2., 0.],
           [0., 2.]], dtype=float32, backend='numpy')
    """
    check_matrix("polar", x.shape)
    u, s, vh = svd(_wide(x), full_matrices=False)
    positive = matmul(multiply(_adjoint(vh), _row(s)), vh)
    return PolarResult(_as(matmul(u, vh), x.dtype), _as(positive, x.dtype))


@composite(dtypes="floating", rank="unknown", promoted=("u", "vh"))
def svd_flip(u: Array, vh: Array, /, *, u_based: bool = True) -> tuple[Array, Array]:
    """Return singular vectors with signs that do not depend on the backend.

    Parameters
    ----------
    u, vh
        Singular vectors ``(..., M, K)`` and ``(..., K, N)``, as `svd` gives them without
        `full_matrices`.
    u_based
        Whether the largest element of each vector of `u` becomes real and positive, or that of
        `vh`. Their product with the singular values is unchanged.

    Examples
    --------
    >>> import ivy
    >>> u, s, vh = ivy.svd(ivy.asarray([[3.0, 0.0], [0.0, -2.0]]))
    >>> ivy.svd_flip(u, vh)[0]
    Array([[1., 0.],
           [0., 1.]], dtype=float32, backend='numpy')
    """
    if len(u.shape) < 2 or len(vh.shape) < 2 or u.shape[-1] != vh.shape[-2]:
        raise ValueError(
            "ivy.svd_flip: expected vectors (..., M, K) and (..., K, N), got shapes "
            f"{u.shape} and {vh.shape}"
        )
    axis = -2 if u_based else -1
    based = u if u_based else vh
    places = argmax(abs(based), axis=axis, keepdims=True)
    # Of length 1, the conjugate of the direction that the largest element of `u` has.
    signs = squeeze(sign(take_along_axis(based, places, axis=axis)), axis)
    signs = _conj(signs) if u_based else signs
    return multiply(u, _row(signs)), multiply(vh, _column(_conj(signs)))


# -- numbers about matrices ----------------------------------------------------------------------


@op(dtypes="floating", rank="minus two")
def det(x: Array, /) -> Array:
    """Return the determinants of square matrices ``(..., M, M)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.det(ivy.asarray([[2.0, 0.0], [0.0, 3.0]]))
    Array(6., dtype=float32, backend='numpy')
    """


@op(dtypes="floating", rank="minus two")
def slogdet(x: Array, /) -> SlogdetResult:
    """Return sign and logarithm of the determinants of square matrices ``(..., M, M)``.

    They neither overflow nor underflow.

    Returns
    -------
    SlogdetResult
        The sign, 1, -1 or, of complex matrices, of absolute value 1; and the real logarithm of the
        absolute value. The determinant 0 gives ``(0, -inf)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.slogdet(ivy.asarray([[0.0, 1.0], [1.0, 0.0]])).sign
    Array(-1., dtype=float32, backend='numpy')
    """


@composite(dtypes="floating", rank="minus two")
def logdet(x: Array, /) -> Array:
    """Return the logarithm of the determinants of square matrices ``(..., M, M)``.

    A negative determinant gives NaN, 0 gives -inf.

    Examples
    --------
    >>> import ivy
    >>> ivy.logdet(ivy.asarray([[1.0, 0.0], [0.0, 1.0]]))
    Array(0., dtype=float32, backend='numpy')
    """
    check_square("logdet", x.shape)
    sign, size = slogdet(x)
    if _is_complex(x):
        return add(log(sign), size)
    return where(less(sign, 0), math.nan, size)


@composite(dtypes="floating", result="real", rank="matrix reduced")
def matrix_norm(x: Array, /, *, keepdims: bool = False, ord: float | str | None = "fro") -> Array:
    """Return a norm of matrices.

    Parameters
    ----------
    x
        Matrices ``(..., M, N)``.
    keepdims
        Whether the last two axes stay, with length 1.
    ord
        ``"fro"`` or None: the root of the sum of the squares; ``"nuc"``: the sum of the singular
        values; 2 and -2: the largest and the smallest singular value; 1 and -1: the largest and the
        smallest sum of the absolute values in a column; ``inf`` and ``-inf``: in a row.

    Examples
    --------
    >>> import ivy
    >>> ivy.matrix_norm(ivy.asarray([[3.0, 0.0], [0.0, 4.0]]))
    Array(5., dtype=float32, backend='numpy')
    """
    check_matrix("matrix_norm", x.shape)
    if ord in ("fro", None):
        return vector_norm(x, axis=(-2, -1), keepdims=keepdims)
    wide = _wide(x)
    if ord in (1, -1):
        sums = sum(abs(wide), axis=-2)
    elif ord in (math.inf, -math.inf):
        sums = sum(abs(wide), axis=-1)
    elif ord in (2, -2, "nuc"):
        sums = svdvals(wide)
    else:
        raise ValueError(
            "ivy.matrix_norm: expected ord to be one of 'fro', 'nuc', 1, -1, 2, -2, inf, -inf, got "
            f"ord={ord!r}"
        )
    if ord == "nuc":
        found = sum(sums, axis=-1)
    else:
        found = (max if isinstance(ord, int | float) and ord > 0 else min)(sums, axis=-1)
    found = _as(found, _real_dtype(x))
    return expand_dims(expand_dims(found, axis=-1), axis=-1) if keepdims else found


@composite(dtypes="floating", result="real", rank="reduced")
def vector_norm(x: Array, /, *, axis: Axis = None, keepdims: bool = False, ord: float = 2) -> Array:
    """Return a norm of vectors.

    Parameters
    ----------
    x
        The array.
    axis
        The axes of the vectors, by default all.
    keepdims
        Whether the axes stay, with length 1.
    ord
        ``inf`` and ``-inf``: the largest and the smallest absolute value; 0: how many elements are
        not zero; any other ``p``: ``sum(abs(x) ** p) ** (1 / p)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.vector_norm(ivy.asarray([3.0, 4.0]))
    Array(5., dtype=float32, backend='numpy')
    """
    if not isinstance(ord, int | float):
        raise TypeError(f"ivy.vector_norm: expected a number as ord, got ord={ord!r}")
    wide = _wide(x)
    dtype = _real_dtype(x)
    if ord in (math.inf, -math.inf):
        return _as((max if ord > 0 else min)(abs(wide), axis=axis, keepdims=keepdims), dtype)
    if ord == 0:
        count = astype(not_equal(x, 0), _real_dtype(wide))
        return _as(sum(count, axis=axis, keepdims=keepdims), dtype)
    if ord == 2:
        squares = add(square(real(x)), square(imag(x))) if _is_complex(x) else square(wide)
        return _as(sqrt(sum(squares, axis=axis, keepdims=keepdims)), dtype)
    powers = abs(wide) if ord == 1 else pow(abs(wide), ord)
    total = sum(powers, axis=axis, keepdims=keepdims)
    return _as(total if ord == 1 else pow(total, 1 / ord), dtype)


@composite(dtypes="floating", result="index", rank="minus two")
def matrix_rank(x: Array, /, *, rtol: Array | float | None = None) -> Array:
    """Return the rank of matrices ``(..., M, N)``: how many singular values are not about zero.

    Parameters
    ----------
    x
        The matrices.
    rtol
        Up to which part of the largest singular value one counts as zero, for all or, as an array
        ``(...)``, for each matrix. By default ``max(M, N)`` times the epsilon of the dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.matrix_rank(ivy.asarray([[1.0, 2.0], [2.0, 4.0]]))
    Array(1, dtype=int64, backend='numpy')
    """
    check_matrix("matrix_rank", x.shape)
    return sum(_counts(svdvals(_wide(x)), x, rtol), axis=-1)


def _counts(s: Array, x: Array, rtol: Array | float | None) -> Array:
    """Return which singular values of `x` are not about zero."""
    if 0 in s.shape[-1:]:
        return greater(s, 0)
    if rtol is None:
        rtol = sorted(x.shape[-2:])[-1] * finfo(x.dtype).eps
    elif isinstance(rtol, Array):
        rtol = _column(rtol)
    return greater(s, multiply(getitem(s, (..., slice(0, 1))), rtol))


@composite(dtypes="floating", result="real", rank="minus two")
def condition_number(x: Array, /, *, ord: float | str | None = None) -> Array:
    """Return the condition number of matrices: the norm times the norm of the inverse.

    Parameters
    ----------
    x
        Matrices ``(..., M, N)``, square unless `ord` is None, 2 or -2.
    ord
        The norm, see `matrix_norm`; None is 2, the quotient of the largest and the smallest
        singular value.

    Examples
    --------
    >>> import ivy
    >>> ivy.condition_number(ivy.asarray([[4.0, 0.0], [0.0, 2.0]]))
    Array(2., dtype=float32, backend='numpy')
    """
    check_matrix("condition_number", x.shape)
    wide = _wide(x)
    if ord in (None, 2, -2):
        if 0 in x.shape[-2:]:
            raise ValueError(
                f"ivy.condition_number: expected matrices with elements, got shape {x.shape}"
            )
        s = svdvals(wide)
        first, last = getitem(s, (..., 0)), getitem(s, (..., -1))
        found = divide(last, first) if ord == -2 else divide(first, last)
    else:
        check_square("condition_number", x.shape)
        found = multiply(matrix_norm(wide, ord=ord), matrix_norm(inv(wide), ord=ord))
    return _as(found, _real_dtype(x))


# -- systems of linear equations -----------------------------------------------------------------


@op(dtypes="floating")
def inv(x: Array, /) -> Array:
    """Return the inverse of square matrices ``(..., M, M)``.

    To multiply with it, use `solve`, which is faster and more accurate.

    Raises
    ------
    LinAlgError
        A matrix is singular.

    Examples
    --------
    >>> import ivy
    >>> ivy.inv(ivy.asarray([[2.0, 0.0], [0.0, 4.0]]))
    Array([[0.5 , 0.  ],
           [0.  , 0.25]], dtype=float32, backend='numpy')
    """


@op(dtypes="floating", rank="unknown")
def solve(x1: Array, x2: Array, /) -> Array:
    """Return the solution ``y`` of ``x1 @ y = x2``.

    Parameters
    ----------
    x1
        Square matrices ``(..., M, M)``.
    x2
        Right-hand sides ``(..., M, K)``, or one vector ``(M,)``.

    Raises
    ------
    LinAlgError
        A matrix is singular.

    Examples
    --------
    >>> import ivy
    >>> ivy.solve(ivy.asarray([[2.0, 0.0], [0.0, 4.0]]), ivy.asarray([2.0, 2.0]))
    Array([1. , 0.5], dtype=float32, backend='numpy')
    """


@composite(dtypes="floating", rank="unknown")
def solve_triangular(
    x1: Array,
    x2: Array,
    /,
    *,
    upper: bool = True,
    adjoint: bool = False,
    unit_diagonal: bool = False,
) -> Array:
    """Return the solution ``y`` of ``x1 @ y = x2`` for triangular matrices.

    Parameters
    ----------
    x1
        Square matrices ``(..., M, M)``, of which one triangle is read.
    x2
        Right-hand sides ``(..., M, K)``, or one vector ``(M,)``.
    upper
        Whether the upper triangle is read, or the lower one.
    adjoint
        Whether the adjoint of that triangle is the matrix.
    unit_diagonal
        Whether the diagonal is taken for 1 and not read.

    Raises
    ------
    LinAlgError
        A matrix is singular.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([[2.0, 1.0], [9.0, 1.0]])
    >>> ivy.solve_triangular(x, ivy.asarray([3.0, 1.0]))
    Array([1., 1.], dtype=float32, backend='numpy')
    """
    check_system("solve_triangular", x1.shape, x2.shape)
    part = _triangle(x1, upper, unit_diagonal)
    return solve(_adjoint(part) if adjoint else part, x2)


def _triangle(x: Array, upper: bool, unit_diagonal: bool) -> Array:
    if not unit_diagonal:
        return triu(x) if upper else tril(x)
    return add(triu(x, k=1) if upper else tril(x, k=-1), _identity(x))


@composite(dtypes="floating", rank="unknown", promoted=("x", "b"))
def lu_solve(x: Array, row_indices: Array, b: Array, /) -> Array:
    """Return the solution of linear equations whose matrix `lu_factor` has factorised.

    Parameters
    ----------
    x, row_indices
        What `lu_factor` returned for square matrices ``(..., M, M)``.
    b
        Right-hand sides ``(..., M, K)``, or one vector ``(M,)``.

    Examples
    --------
    >>> import ivy
    >>> factors = ivy.lu_factor(ivy.asarray([[0.0, 2.0], [4.0, 0.0]]))
    >>> ivy.lu_solve(*factors, ivy.asarray([2.0, 4.0]))
    Array([1., 1.], dtype=float32, backend='numpy')
    """
    check_system("lu_solve", x.shape, b.shape)
    if row_indices.shape[-1:] != x.shape[-1:]:
        raise ValueError(
            f"ivy.lu_solve: expected row_indices (..., {x.shape[-1]}), got shape "
            f"{row_indices.shape}"
        )
    right = _column(b) if len(b.shape) == 1 else b
    batch = check_broadcast("lu_solve", x.shape[:-2], right.shape[:-2])
    right = broadcast_to(right, (*batch, *right.shape[-2:]))
    order = broadcast_to(row_indices, (*batch, row_indices.shape[-1]))
    right = take_along_axis(right, _column(order), axis=-2)
    lower = solve_triangular(x, right, upper=False, unit_diagonal=True)
    solution = solve_triangular(x, lower)
    return squeeze(solution, -1) if len(b.shape) == 1 else solution


@composite(dtypes="floating", rank="unknown")
def cholesky_solve(x1: Array, x2: Array, /, *, upper: bool = False) -> Array:
    """Return the solution of linear equations whose matrix `cholesky` has factorised.

    Parameters
    ----------
    x1
        What `cholesky` returned, ``(..., M, M)``.
    x2
        Right-hand sides ``(..., M, K)``, or one vector ``(M,)``.
    upper
        Whether `x1` is the upper factor.

    Examples
    --------
    >>> import ivy
    >>> factor = ivy.cholesky(ivy.asarray([[4.0, 0.0], [0.0, 1.0]]))
    >>> ivy.cholesky_solve(factor, ivy.asarray([4.0, 3.0]))
    Array([1., 3.], dtype=float32, backend='numpy')
    """
    check_system("cholesky_solve", x1.shape, x2.shape)
    half = solve_triangular(x1, x2, upper=upper, adjoint=upper)
    return solve_triangular(x1, half, upper=upper, adjoint=not upper)


@composite(dtypes="floating", rank="same")
def pinv(x: Array, /, *, rtol: Array | float | None = None) -> Array:
    """Return the pseudo-inverse ``(..., N, M)`` of matrices ``(..., M, N)``.

    Parameters
    ----------
    x
        The matrices.
    rtol
        Up to which part of the largest singular value one counts as zero, see `matrix_rank`.

    Notes
    -----
    Its derivative takes the rank for constant.

    Examples
    --------
    >>> import ivy
    >>> ivy.pinv(ivy.asarray([[2.0, 0.0], [0.0, 0.0]]))
    Array([[0.5, 0. ],
           [0. , 0. ]], dtype=float32, backend='numpy')
    """
    check_matrix("pinv", x.shape)
    left, inverse, right = _inverted(x, rtol)
    return _as(matmul(multiply(left, _row(inverse)), right), x.dtype)


def _inverted(x: Array, rtol: Array | float | None) -> tuple[Array, Array, Array]:
    """Return the factors of the pseudo-inverse."""
    u, s, vh = svd(_wide(x), full_matrices=False)
    large = _counts(s, x, rtol)
    inverse = where(large, divide(1.0, where(large, s, 1.0)), 0.0)
    return _adjoint(vh), inverse, _adjoint(u)


@composite(dtypes="floating", rank="unknown")
def lstsq(x1: Array, x2: Array, /, *, rtol: Array | float | None = None) -> Array:
    """Return the ``y`` for which the squares of ``x1 @ y - x2`` have the smallest sum.

    Parameters
    ----------
    x1
        Matrices ``(..., M, N)``.
    x2
        Right-hand sides ``(..., M, K)``, or one vector ``(M,)``.
    rtol
        Up to which part of the largest singular value one counts as zero, see `matrix_rank`.

    Returns
    -------
    Array
        ``(..., N, K)`` or ``(..., N)``; of several solutions that of the smallest norm.

    Notes
    -----
    Its derivative takes the rank of `x1` for constant.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    >>> ivy.round(ivy.lstsq(x, ivy.asarray([1.0, 3.0, 5.0])))
    Array([1., 2.], dtype=float32, backend='numpy')
    """
    check_system("lstsq", x1.shape, x2.shape, square=False)
    dtype = result_type(x1, x2)
    left, inverse, right = _inverted(x1, rtol)
    b = _wide(_column(x2) if len(x2.shape) == 1 else x2)
    y = matmul(left, multiply(_column(inverse), matmul(right, b)))
    return _as(squeeze(y, -1) if len(x2.shape) == 1 else y, dtype)


@composite(dtypes="floating", rank="unknown")
def tensorsolve(x1: Array, x2: Array, /, *, axes: tuple[int, ...] | None = None) -> Array:
    """Return the solution ``y`` of ``tensordot(x1, y, axes=y.ndim) = x2``.

    Parameters
    ----------
    x1
        An array whose first axes are those of `x2`, with as many elements in these as in the
        others.
    x2
        The right-hand side.
    axes
        Axes of `x1` that are moved to the end first.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.reshape(ivy.eye(6), (2, 3, 6))
    >>> ivy.tensorsolve(x, ivy.ones((2, 3)))
    Array([1., 1., 1., 1., 1., 1.], dtype=float32, backend='numpy')
    """
    rank = len(x1.shape)
    if axes is not None:
        moved = [counted("tensorsolve", a, rank) for a in axes]
        x1 = permute_dims(x1, (*(a for a in range(rank) if a not in moved), *moved))
    shape = x1.shape[len(x2.shape) :]
    size = _product(shape)
    if x1.shape[: len(x2.shape)] != x2.shape or _product(x2.shape) != size:
        raise ValueError(
            "ivy.tensorsolve: expected an array that makes a square matrix for x2, got shapes "
            f"{x1.shape} and {x2.shape}"
        )
    return reshape(solve(reshape(x1, (size, size)), reshape(x2, (size,))), shape)


@composite(dtypes="floating", rank="same")
def tensorinv(x: Array, /, *, ind: int = 2) -> Array:
    """Return the inverse for ``tensordot(..., axes=ind)``.

    Parameters
    ----------
    x
        An array with as many elements in its first `ind` axes as in the others.
    ind
        How many of the axes are those of the rows.

    Returns
    -------
    Array
        An array with the axes of `x` after `ind`, then those before.

    Examples
    --------
    >>> import ivy
    >>> ivy.tensorinv(ivy.reshape(ivy.eye(6), (2, 3, 6))).shape
    (6, 2, 3)
    """
    size = _product(x.shape[:ind])
    if ind <= 0 or _product(x.shape[ind:]) != size:
        raise ValueError(
            "ivy.tensorinv: expected as many elements in the axes before ind as after, got "
            f"ind={ind} for shape {x.shape}"
        )
    return reshape(inv(reshape(x, (size, size))), x.shape[ind:] + x.shape[:ind])


# -- functions of matrices -----------------------------------------------------------------------


@composite(dtypes="floating")
def matrix_power(x: Array, n: int, /) -> Array:
    """Return square matrices ``(..., M, M)`` multiplied `n` times with themselves.

    0 gives identity matrices, a negative `n` powers of the inverse.

    Examples
    --------
    >>> import ivy
    >>> ivy.matrix_power(ivy.asarray([[1.0, 1.0], [0.0, 1.0]]), 3)
    Array([[1., 3.],
           [0., 1.]], dtype=float32, backend='numpy')
    """
    check_square("matrix_power", x.shape)
    if type(n) is not int:
        raise TypeError(f"ivy.matrix_power: expected an int as n, got n={n!r}")
    if n == 0:
        return _identity(x)
    factor = _wide(x)
    if n < 0:
        factor, n = inv(factor), -n
    result = None
    while n:
        if n % 2:
            result = factor if result is None else matmul(result, factor)
        n //= 2
        factor = matmul(factor, factor) if n else factor
    assert result is not None
    return _as(result, x.dtype)


# Coefficients of the diagonal Padé approximant of degree 13 of exp, and up to which norm it is
# exact in float64: Higham, https://doi.org/10.1137/090768539, table 2.3.
_PADE = (
    *(64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0),
    *(129060195264000.0, 10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0),
    *(40840800.0, 960960.0, 16380.0, 182.0, 1.0),
)
_PADE_NORM = 5.371920351148152
_SQUARINGS = 32


@composite(dtypes="floating")
def matrix_exp(x: Array, /) -> Array:
    """Return the exponential of square matrices ``(..., M, M)``, ``sum(x^k / k!)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.matrix_exp(ivy.zeros((2, 2)))
    Array([[1., 0.],
           [0., 1.]], dtype=float32, backend='numpy')
    """
    check_square("matrix_exp", x.shape)
    if 0 in x.shape[-2:]:
        return x
    a = _wide(x)
    # Halved until the approximant is exact, which is then squared as often.
    norm = max(sum(abs(a), axis=-1, keepdims=True), axis=-2, keepdims=True)
    steps = [greater(norm, _PADE_NORM * 2.0**k) for k in range(_SQUARINGS)]
    scale = ones_like(norm)
    for step in steps:
        scale = where(step, multiply(scale, 0.5), scale)
    result = _exp_of_small(multiply(a, scale))
    for step in steps:
        result = where(step, matmul(result, result), result)
    # Beyond, nothing would be left of the digits.
    result = where(greater(norm, _PADE_NORM * 2.0**_SQUARINGS), math.nan, result)
    return _as(result, x.dtype)


def _exp_of_small(a: Array) -> Array:
    one = _identity(a)
    a2 = matmul(a, a)
    a4 = matmul(a2, a2)
    a6 = matmul(a4, a2)
    b = _PADE
    powers = (one, a2, a4, a6)
    high = _weighted(powers[1:], b[9:14:2])
    odd = matmul(a, add(matmul(a6, high), _weighted(powers, b[1:8:2])))
    even = add(matmul(a6, _weighted(powers[1:], b[8:13:2])), _weighted(powers, b[0:7:2]))
    return solve(subtract(even, odd), add(even, odd))


def _weighted(arrays: Sequence[Array], weights: Sequence[float]) -> Array:
    total = multiply(arrays[0], weights[0])
    for x, w in zip(arrays[1:], weights[1:], strict=True):
        total = add(total, multiply(x, w))
    return total


@composite(dtypes="floating")
def matrix_sqrt(x: Array, /) -> Array:
    """Return the square root of Hermitian positive semi-definite matrices ``(..., M, M)``.

    It is the positive semi-definite ``y`` with ``y @ y = x``. Eigenvalues that are negative, as
    rounding makes zeros, count as 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.matrix_sqrt(ivy.asarray([[4.0, 0.0], [0.0, 9.0]]))
    Array([[2., 0.],
           [0., 3.]], dtype=float32, backend='numpy')
    """
    check_square("matrix_sqrt", x.shape)
    w, v = eigh(_wide(x))
    roots = sqrt(clip(w, 0.0))
    return _as(matmul(multiply(v, _row(roots)), _adjoint(v)), x.dtype)


@composite(dtypes="floating")
def matrix_log(x: Array, /) -> Array:
    """Return the logarithm of Hermitian positive definite matrices ``(..., M, M)``.

    It is the Hermitian ``y`` with ``matrix_exp(y) = x``. Eigenvalues that are not positive give
    infinities or NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.matrix_log(ivy.asarray([[1.0, 0.0], [0.0, 1.0]]))
    Array([[0., 0.],
           [0., 0.]], dtype=float32, backend='numpy')
    """
    check_square("matrix_log", x.shape)
    w, v = eigh(_wide(x))
    return _as(matmul(multiply(v, _row(log(w))), _adjoint(v)), x.dtype)
