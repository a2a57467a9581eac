"""Products and factorisations on numpy."""

import math

import numpy as np
from numpy import kron, matmul
from numpy.linalg import det, eigh, eigvalsh, inv, qr, slogdet, solve, svd, svdvals


def tensordot(x1, x2, /, *, axes=2):
    return np.tensordot(x1, x2, axes=axes)


def vecdot(x1, x2, /, *, axis=-1):
    return np.vecdot(x1, x2, axis=axis)  # type: ignore[call-overload] # NumPy's stub lacks `axis`


def einsum(equation, operands, /):
    # Without it, numpy uses no matrix product, and takes all operands at once.
    return np.einsum(equation, *operands, optimize=True)


def diagonal(x, /, *, offset=0):
    return np.diagonal(x, offset, -2, -1)


def cholesky(x, /, *, upper=False):
    # numpy would read the upper triangle for the upper factor.
    lower = np.linalg.cholesky(x)
    return lower.mT.conj() if upper else lower


def eig(x, /):
    # numpy gives real results where it can.
    values, vectors = np.linalg.eig(x)
    dtype = np.result_type(x.dtype, np.complex64)
    return values.astype(dtype, copy=False), vectors.astype(dtype, copy=False)


def eigvals(x, /):
    values = np.linalg.eigvals(x)
    return values.astype(np.result_type(x.dtype, np.complex64), copy=False)


def lu_factor(x, /):
    rows, columns = x.shape[-2:]
    count = math.prod(x.shape[:-2])
    out = x.reshape(count, rows, columns).copy()
    order = np.tile(np.arange(rows), (count, 1))
    matrices = np.arange(count)
    for k in range(min(rows, columns)):
        best = k + np.argmax(np.abs(out[:, k:, k]), axis=1)
        moved, moved_order = out[matrices, best], order[matrices, best]
        out[matrices, best], order[matrices, best] = out[:, k], order[:, k]
        out[:, k], order[:, k] = moved, moved_order
        pivot = out[:, k, k]
        out[:, k + 1 :, k] /= np.where(pivot == 0, 1, pivot)[:, None]
        out[:, k + 1 :, k + 1 :] -= out[:, k + 1 :, k, None] * out[:, k, None, k + 1 :]
    return out.reshape(x.shape), order.reshape(x.shape[:-1])


def matrix_exp(x, /):
    # The Padé approximant of degree 13 of a matrix that is halved until that is exact, and is then
    # squared as often: Higham, https://doi.org/10.1137/090768539.
    if 0 in x.shape:
        return x
    norm = np.max(np.sum(np.abs(x), axis=-1), axis=-1)[..., None, None]
    norm = np.where(np.isfinite(norm), norm, 0)
    halvings = np.ceil(np.log2(np.maximum(norm, 5.371920351148152) / 5.371920351148152))
    a = x / (2**halvings).astype(norm.dtype)
    a2 = a @ a
    a4 = a2 @ a2
    a6 = a4 @ a2
    one = np.eye(x.shape[-1], dtype=x.dtype)
    odd = a6 @ (a6 + 16380.0 * a4 + 40840800.0 * a2) + 33522128640.0 * a6
    odd = a @ (odd + 10559470521600.0 * a4 + 1187353796428800.0 * a2 + 32382376266240000.0 * one)
    even = a6 @ (182.0 * a6 + 960960.0 * a4 + 1323241920.0 * a2) + 670442572800.0 * a6
    even = even + 129060195264000.0 * a4 + 7771770303897600.0 * a2 + 64764752532480000.0 * one
    out = np.linalg.solve(even - odd, even + odd)
    for k in range(int(np.max(halvings))):
        out = np.where(k < halvings, out @ out, out)
    return out
