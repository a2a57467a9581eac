"""Rows of products, factorisations and systems of linear equations."""

from __future__ import annotations

import functools
import itertools
import math
from typing import Any

import numpy
import scipy.linalg

from ivy_tests.support.compare import to_numpy
from ivy_tests.support.rows import INF, NAN, Case, Given, call, widened, x

# Matrices that are well conditioned in every dtype, also where 0 and 1 are all there is.
SQUARE = Given([[4, 1, 0], [0, 3, 1], [1, 0, 2]])
SQUARES = Given([[[4.0, 1.0], [-2.0, 3.0]], [[1.0, 2.0], [0.5, -3.0]]])
POSITIVE = Given([[4, 0, 0], [0, 9, 0], [0, 0, 1]])
POSITIVES = Given([[[4.0, 1.0], [1.0, 3.0]], [[2.0, -1.0], [-1.0, 5.0]]])
HERMITIAN = Given([[2.0, 1 - 1j, 0.5j], [1 + 1j, 3.0, 0.25], [-0.5j, 0.25, 4.0]])
HALF_READ = Given([[4.0, NAN], [1.0, 3.0]])
UPPER = Given([[2, 1, 1], [0, 3, 1], [0, 0, 4]])
SINGULAR = Given([[1.0, 1.0], [1.0, 1.0]])
NOTHING = Given(numpy.zeros((0, 0)))
COMPLEX = ("complex64", "complex128")
STEPS = {"loosen": 8, "reason": "rounding grows with the steps of a factorisation"}
TERMS = {"loosen": 2, "reason": "rounding grows with the number of terms"}


# -- oracles -------------------------------------------------------------------------------------


def einsum(equation, operands):
    return numpy.einsum(equation, *operands)


def cross(x1, x2, axis=-1):
    x1, x2 = (numpy.moveaxis(v, axis, -1) for v in (x1, x2))
    out = numpy.empty(numpy.broadcast_shapes(x1.shape, x2.shape), numpy.result_type(x1, x2))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out[..., i] = x1[..., j] * x2[..., k] - x1[..., k] * x2[..., j]
    return numpy.moveaxis(out, -1, axis)


def cholesky(x, upper=False):
    lower = each_matrix(numpy.linalg.cholesky)(numpy.tril(x) + numpy.tril(x, -1).mT.conj())
    return lower.mT.conj() if upper else lower


def each_matrix(function):
    """A function of one matrix, for stacks."""

    @functools.wraps(function)
    def stacked(x, *args, **options):
        if x.ndim == 2:
            return function(x, *args, **options)
        return numpy.stack([stacked(v, *args, **options) for v in x])

    return stacked


def eig(x):
    values, vectors = numpy.linalg.eig(x)
    return values.astype(complex), vectors.astype(complex)


def lu_factor(x):
    m, n = x.shape[-2:]
    if x.ndim > 2:
        factors, orders = zip(*map(lu_factor, x), strict=True)
        return numpy.stack(factors), numpy.stack(orders)
    out, order = x.copy(), list(range(m))
    for k in range(min(m, n)):
        best = max(range(k, m), key=lambda i: abs(out[i, k]))
        out[[k, best]] = out[[best, k]]
        order[k], order[best] = order[best], order[k]
        for i in range(k + 1, m):
            out[i, k] = out[i, k] / out[k, k] if out[k, k] else 0
            for j in range(k + 1, n):
                out[i, j] -= out[i, k] * out[k, j]
    return out, numpy.array(order, dtype=numpy.int64)


def lu(x):
    p, lower, upper = scipy.linalg.lu(x)
    return p, lower, upper


def polar(x):
    u, s, vh = numpy.linalg.svd(x, full_matrices=False)
    return u @ vh, (vh.conj().T * s) @ vh


def svd_flip(u, vh, u_based=True):
    u, vh = u.copy(), vh.copy()
    for k in range(u.shape[1]):
        best = max((u[:, k] if u_based else vh[k]).tolist(), key=abs)
        sign = best / abs(best)
        u[:, k] *= 1 / sign if u_based else sign
        vh[k] *= sign if u_based else 1 / sign
    return u, vh


def eigh_tridiagonal(alpha, beta):
    matrix = numpy.diag(alpha) + numpy.diag(beta, -1) + numpy.diag(beta.conj(), 1)
    return numpy.linalg.eigh(matrix)


def eigh(x):
    return numpy.linalg.eigh(x)


def qr(x, mode="reduced"):
    return numpy.linalg.qr(x, mode=mode)


def slogdet(x):
    return tuple(numpy.linalg.slogdet(x))


def logdet(x):
    sign, size = numpy.linalg.slogdet(x)
    return numpy.log(sign) + size


def solve(x1, x2):
    return numpy.linalg.inv(x1) @ x2


def solve_triangular(x1, x2, upper=True, adjoint=False, unit_diagonal=False):
    part = numpy.triu(x1) if upper else numpy.tril(x1)
    if unit_diagonal:
        part = part - part * numpy.eye(part.shape[-1]) + numpy.eye(part.shape[-1])
    return solve(part.conj().mT if adjoint else part, x2)


def lu_solve(factors, row_indices, b):
    lower = numpy.tril(factors, -1) + numpy.eye(factors.shape[-1])
    rows = b[row_indices.astype(int)]
    return solve(lower @ numpy.triu(factors), rows)


def cholesky_solve(x1, x2, upper=False):
    return solve(x1.conj().mT @ x1 if upper else x1 @ x1.conj().mT, x2)


def pinv(x, rtol=None):
    rtol = max(x.shape[-2:]) * numpy.finfo("float32").eps if rtol is None else rtol
    return numpy.linalg.pinv(x, rtol=rtol)


def lstsq(x1, x2, rtol=None):
    return pinv(x1, rtol) @ x2


def matrix_rank(x, rtol=None):
    rtol = max(x.shape[-2:]) * numpy.finfo("float32").eps if rtol is None else rtol
    s = numpy.linalg.svdvals(x)
    return numpy.asarray(numpy.sum(s > numpy.asarray(rtol)[..., None] * s[..., :1], axis=-1))


def matrix_norm(x, keepdims=False, ord="fro"):
    return numpy.linalg.matrix_norm(x, keepdims=keepdims, ord=ord)


def vector_norm(x, axis=None, keepdims=False, ord=2):
    axes = tuple(range(x.ndim)) if axis is None else axis
    sizes = numpy.abs(x)
    if ord == INF:
        return numpy.max(sizes, axis=axes, keepdims=keepdims)
    if ord == -INF:
        return numpy.min(sizes, axis=axes, keepdims=keepdims)
    if ord == 0:
        return numpy.sum((x != 0).astype(float), axis=axes, keepdims=keepdims)
    return numpy.sum(sizes**ord, axis=axes, keepdims=keepdims) ** (1 / ord)


def matrix_exp(x):
    return scipy.linalg.expm(x)


def spectral(function):
    """A function of the eigenvalues of a Hermitian matrix."""

    def of(x):
        w, v = numpy.linalg.eigh(x)
        return (v * function(w)[..., None, :]) @ v.conj().mT

    return of


def khatri_rao(arrays):
    columns = zip(*(a.T for a in arrays), strict=True)
    return numpy.stack([functools.reduce(numpy.kron, c) for c in columns], axis=1)


def batched_outer(arrays):
    rows = zip(*arrays, strict=True)
    return numpy.stack([functools.reduce(numpy.multiply.outer, r) for r in rows])


def block_diag(arrays):
    if any(a.ndim > 2 for a in arrays):
        batch = numpy.broadcast_shapes(*(a.shape[:-2] for a in arrays))
        full = [numpy.broadcast_to(a, (*batch, *a.shape[-2:])) for a in arrays]
        return numpy.stack([block_diag(parts) for parts in zip(*full, strict=True)])
    out = numpy.zeros(numpy.sum([a.shape for a in arrays], axis=0), numpy.result_type(*arrays))
    row = column = 0
    for a in arrays:
        out[row : row + a.shape[0], column : column + a.shape[1]] = a
        row, column = row + a.shape[0], column + a.shape[1]
    return out


def mode_dot(x1, x2, mode, transpose=False):
    factor = x2.conj().T if transpose and x2.ndim == 2 else x2
    out = numpy.tensordot(x1, factor, axes=((mode,), (-1,)))
    return out if x2.ndim == 1 else numpy.moveaxis(out, -1, mode)


def general_inner_product(x1, x2, n_modes=None):
    return numpy.tensordot(x1, x2, axes=x1.ndim if n_modes is None else n_modes)


def skew(x):
    a, b, c = numpy.moveaxis(x, -1, 0)
    zero = numpy.zeros_like(a)
    rows = [[zero, -c, b], [c, zero, -a], [-b, a, zero]]
    return numpy.moveaxis(numpy.array(rows), (0, 1), (-2, -1))


# -- what of several results does not depend on the backend ----------------------------------------


def _wide(*arrays: Any) -> list[Any]:
    return [widened(to_numpy(a)) for a in arrays]


def svd_factors(u, s, vh):
    """The singular values, the product, and orthogonality."""
    u, s, vh = _wide(u, s, vh)
    k = s.shape[-1]
    product = (u[..., :k] * s[..., None, :]) @ vh[..., :k, :]
    return [s, product, u.conj().mT @ u, vh @ vh.conj().mT]


def qr_factors(q, r):
    q, r = _wide(q, r)
    return [numpy.abs(r), q @ r, q.conj().mT @ q]


def eigh_factors(w, v):
    w, v = _wide(w, v)
    return [w, (v * w[..., None, :]) @ v.conj().mT, v.conj().mT @ v]


def eig_factors(w, v):
    w, v = _wide(w, v)
    product = (v * w[..., None, :]) @ numpy.linalg.inv(v)
    return [product, numpy.linalg.norm(v, axis=-2) + 0j]


def eigenvalues(w):
    """The elementary symmetric polynomials: eigenvalues come in any order."""
    (w,) = _wide(w)
    flat = w.reshape(-1, w.shape[-1])
    sums = [
        [
            sum(map(math.prod, itertools.combinations(row, k))) + 0j
            for k in range(1, w.shape[-1] + 1)
        ]
        for row in flat.tolist()
    ]
    return [numpy.array(sums, complex).reshape(w.shape)]


def itself(*results):
    return list(_wide(*results))


# -- rows ----------------------------------------------------------------------------------------


def linear(x, weight, bias=None):
    out = x @ weight.T
    return out if bias is None else out + bias


_PRODUCTS = [
    Case(
        "linear",
        linear,
        [
            call(x(2, 3), x(4, 3), x(4)),
            call(x(2, 3), x(4, 3)),
            call(x(3), x(4, 3), x(4)),
            call(x(2, 2, 3), x(4, 3), x(4)),
            call(x(0, 3), x(4, 3), x(4)),
        ],
        loosen=4,
        reason="rounding grows with the number of terms",
    ),
    Case(
        "matmul",
        numpy.matmul,
        [
            call(x(2, 3), x(3, 4)),
            call(x(3), x(3)),
            call(x(2, 3), x(3)),
            call(x(3), x(3, 2)),
            call(x(2, 1, 2, 3), x(4, 3, 2)),
            call(x(3), x(2, 3, 2)),
            call(x(2, 0), x(0, 3)),
            call(x(0, 2), x(2, 3)),
        ],
        **TERMS,
    ),
    Case("matrix_transpose", lambda x: x.mT, [call(x(2, 3)), call(x(2, 3, 4)), call(x(0, 3))]),
    Case("adjoint", lambda x: x.mT.conj(), [call(x(2, 3)), call(x(2, 3, 4))]),
    Case(
        "einsum",
        einsum,
        [
            call("ij,jk->ik", [x(2, 3), x(3, 4)]),
            call("bij,bjk->bik", [x(2, 3, 4), x(2, 4, 2)]),
            call("i,i", [x(3), x(3)]),
            call("ii->i", [x(3, 3)]),
            call("ii", [x(3, 3)]),
            call("ij->ji", [x(2, 3)]),
            call("...ij,...jk->...ik", [x(2, 2, 3), x(3, 2)]),
            call("i,j,ij->", [x(2), x(3), x(2, 3)]),
            call("ba", [x(2, 3)]),
            call("...ii->...i", [x(2, 3, 3)]),
            call("i...,i...", [x(3, 2), x(3, 1)]),
            call("ab,bc,cd,de->ea", [x(2, 3), x(3, 2), x(2, 4), x(4, 2)]),
            call("iij,j->i", [x(2, 2, 3), x(3)]),
            call(" i j , j -> i ", [x(2, 3), x(3)]),
            call("ij,jk->ik", [x(2, 0), x(0, 3)]),
            call(",i->i", [x(), x(3)]),
        ],
        **TERMS,
    ),
    Case(
        "tensordot",
        numpy.tensordot,
        [
            call(x(2, 3, 4), x(3, 4, 2)),
            call(x(2, 3), x(4), axes=0),
            call(x(2, 3, 4), x(4, 5, 2), axes=((0, -1), (2, 0))),
            call(x(3, 2), x(2, 3), axes=1),
            call(x(0, 2), x(2, 3), axes=1),
            call(x(), x(2), axes=0),
            call(x(2, 3), x(3, 2), axes=([], [])),
        ],
        **TERMS,
    ),
    Case(
        "vecdot",
        numpy.vecdot,
        [
            call(x(2, 3), x(2, 3)),
            call(x(3), x(2, 3)),
            call(x(2, 3, 1), x(3, 4), axis=-2),
            call(x(2, 0), x(0)),
        ],
        **TERMS,
    ),
    Case("outer", numpy.outer, [call(x(2), x(3)), call(x(0), x(3))]),
    Case(
        "inner", numpy.inner, [call(x(2, 3), x(4, 3)), call(x(3), x(3)), call(x(), x(2))], **TERMS
    ),
    Case(
        "dot",
        numpy.dot,
        [call(x(2, 3), x(4, 3, 2)), call(x(3), x(3)), call(x(2, 3), x(3)), call(x(2), x())],
        **TERMS,
    ),
    Case(
        "general_inner_product",
        general_inner_product,
        [call(x(2, 3), x(2, 3)), call(x(2, 3), x(3, 4), n_modes=1)],
        **TERMS,
    ),
    Case(
        "cross",
        cross,
        [call(x(2, 3), x(2, 3)), call(x(3), x(4, 3)), call(x(3, 1), x(2, 3, 4), axis=-2)],
        **TERMS,
    ),
    Case(
        "kron",
        numpy.kron,
        [call(x(2, 3), x(3, 2)), call(x(2), x(2, 3)), call(x(), x(2)), call(x(2, 0), x(1, 2))],
    ),
    Case(
        "khatri_rao",
        khatri_rao,
        [call([x(2, 3), x(4, 3)]), call([x(2, 2), x(1, 2), x(3, 2)])],
        dtypes=("float32", "int32", "uint64", "bfloat16", "complex64"),
        **TERMS,
    ),
    Case(
        "batched_outer",
        batched_outer,
        [call([x(2, 3), x(2, 4)]), call([x(2, 2), x(2), x(2, 1, 3)])],
        dtypes=("float32", "int32", "uint64", "bfloat16", "complex64"),
        **TERMS,
    ),
    Case(
        "multi_dot",
        numpy.linalg.multi_dot,
        [
            call([x(2, 3), x(3, 4), x(4, 2)]),
            call([x(3), x(3, 4), x(4, 5), x(5)]),
            call([x(2, 3), x(3, 2)]),
        ],
        dtypes=("float32", "float64", "int32", "uint64", "bfloat16", "complex64"),
        loosen=8,
        reason="rounding grows with the number of terms, and a half precision rounds each product",
    ),
    Case(
        "mode_dot",
        mode_dot,
        [
            call(x(2, 3, 4), x(5, 3), mode=1),
            call(x(2, 3, 4), x(2, 5), mode=-3, transpose=True),
            call(x(2, 3), x(3), mode=1),
        ],
        **TERMS,
    ),
]

_PARTS = [
    Case(
        "diagonal",
        lambda x, offset=0: numpy.diagonal(x, offset, -2, -1),
        [
            call(x(2, 3)),
            call(x(2, 4, 3), offset=1),
            call(x(4, 3), offset=-2),
            call(x(2, 3), offset=9),
            call(x(2, 3), offset=-9),
            call(x(0, 3)),
        ],
    ),
    Case(
        "trace",
        lambda x, offset=0: numpy.trace(x, offset, -2, -1),
        [
            call(x(3, 3)),
            call(x(2, 4, 3), offset=1),
            call(x(2, 3), offset=-2),
            call(x(3, 3), dtype="float64"),
        ],
        **TERMS,
    ),
    Case(
        "block_diag",
        block_diag,
        [call([x(2, 3), x(1, 1)]), call([x(2, 1, 2), x(2, 2)]), call([x(2, 2), x(0, 1)])],
    ),
    Case("vector_to_skew_symmetric_matrix", skew, [call(x(2, 3)), call(x(3))]),
]

_FACTORISATIONS = [
    Case(
        "cholesky",
        cholesky,
        [
            call(POSITIVE),
            call(POSITIVES),
            call(POSITIVES, upper=True),
            call(HALF_READ),
            call(HALF_READ, upper=True),
            call(NOTHING),
        ],
        **STEPS,
    ),
    Case("cholesky", cholesky, [call(HERMITIAN)], dtypes=COMPLEX, **STEPS),
    Case(
        "qr",
        qr,
        [
            call(SQUARE),
            call(x(3, 2)),
            call(x(2, 3)),
            call(x(3, 2), mode="complete"),
            call(x(2, 3), mode="complete"),
            call(x(2, 3, 3)),
            call(x(0, 3, 2)),
        ],
        results=("same", "same"),
        canonical=qr_factors,
        **STEPS,
    ),
    Case(
        "qr",
        qr,
        [call(x(3, 2)), call(x(2, 3))],
        results=("same", "same"),
        canonical=qr_factors,
        dtypes=COMPLEX,
        **STEPS,
    ),
    Case(
        "svd",
        lambda x, full_matrices=True: tuple(numpy.linalg.svd(x, full_matrices=full_matrices)),
        [
            call(x(3, 2)),
            call(x(2, 3), full_matrices=False),
            call(x(3, 2), full_matrices=False),
            call(x(2, 3, 3)),
            call(x(0, 3, 2)),
        ],
        results=("same", "real", "same"),
        canonical=svd_factors,
        loosen=8,
        reason="an iterative algorithm, and products of its results",
    ),
    Case(
        "svdvals",
        numpy.linalg.svdvals,
        [call(x(3, 2)), call(x(2, 2, 3)), call(x(0, 3, 2))],
        **STEPS,
    ),
    Case(
        "eig",
        eig,
        [call(SQUARE), call(x(3, 3)), call(SQUARES)],
        results=("complex", "complex"),
        canonical=eig_factors,
        loosen=32,
        reason="an iterative algorithm, and the inverse of its vectors",
    ),
    Case(
        "eigvals",
        lambda x: numpy.linalg.eigvals(x).astype(complex),
        [call(x(3, 3)), call(SQUARES)],
        canonical=eigenvalues,
        loosen=32,
        reason="an iterative algorithm, and products of its results",
    ),
    Case(
        "eigh",
        eigh,
        [call(POSITIVE), call(POSITIVES), call(HALF_READ)],
        results=("real", "same"),
        canonical=eigh_factors,
        **STEPS,
    ),
    Case(
        "eigh",
        eigh,
        [call(HERMITIAN)],
        results=("real", "same"),
        canonical=eigh_factors,
        dtypes=COMPLEX,
        **STEPS,
    ),
    Case(
        "eigvalsh",
        numpy.linalg.eigvalsh,
        [call(POSITIVE), call(POSITIVES), call(HALF_READ), call(NOTHING)],
        **STEPS,
    ),
    Case("eigvalsh", numpy.linalg.eigvalsh, [call(HERMITIAN)], dtypes=COMPLEX, **STEPS),
    Case(
        "eigh_tridiagonal",
        eigh_tridiagonal,
        [call(x(4), x(3)), call(x(1), x(0))],
        results=("real", "same"),
        canonical=eigh_factors,
        dtypes=("float32", "float64", "int32", "bfloat16"),
        **STEPS,
    ),
    Case(
        "lu_factor",
        lu_factor,
        [
            call(SQUARE),
            call(x(3, 4)),
            call(x(4, 2)),
            call(x(2, 3, 3)),
            call(Given([[1.0, 2.0], [2.0, 4.0]])),
            call(x(3, 0)),
        ],
        results=("same", "index"),
        **STEPS,
    ),
    Case(
        "lu_factor",
        lu_factor,
        [call(HERMITIAN)],
        results=("same", "index"),
        dtypes=COMPLEX,
        **STEPS,
    ),
    Case("lu", lu, [call(SQUARE), call(x(3, 4)), call(x(4, 2))], results=("same",) * 3, **STEPS),
    Case(
        "polar",
        polar,
        [call(SQUARE), call(x(3, 2)), call(x(2, 3))],
        results=("same", "same"),
        loosen=32,
        reason="an iterative algorithm, and products of its results",
    ),
    Case(
        "svd_flip",
        svd_flip,
        [call(x(3, 2), x(2, 4)), call(x(3, 2), x(2, 4), u_based=False)],
        results=("same", "same"),
        dtypes=("float32", "float64", "bfloat16", "complex64"),
        **TERMS,
    ),
]

_NUMBERS = [
    Case(
        "det",
        numpy.linalg.det,
        [
            call(x(3, 3)),
            call(SQUARES),
            call(NOTHING),
            call(x(0, 2, 2)),
            call(Given([[1.0] * 2] * 2)),
        ],
        **STEPS,
    ),
    Case(
        "slogdet",
        slogdet,
        [call(SQUARE), call(SQUARES), call(x(4, 4)), call(NOTHING), call(Given([[0.0] * 2] * 2))],
        results=("same", "real"),
        **STEPS,
    ),
    Case("slogdet", slogdet, [call(x(3, 3))], results=("same", "real"), dtypes=COMPLEX, **STEPS),
    Case(
        "logdet",
        logdet,
        [call(SQUARE), call(SQUARES), call(Given([[0.0, 1.0], [1.0, 0.0]]))],
        **STEPS,
    ),
    Case(
        "matrix_norm",
        matrix_norm,
        [
            call(x(2, 3)),
            *(call(x(2, 3, 2), ord=o) for o in ("fro", "nuc", 1, -1, 2, -2, INF, -INF)),
            call(x(2, 3, 2), keepdims=True),
            call(x(2, 3), keepdims=True, ord=2),
            call(x(0, 2, 3)),
        ],
        **STEPS,
    ),
    Case(
        "vector_norm",
        vector_norm,
        [
            call(x(2, 3)),
            *(call(x(2, 3), axis=1, ord=o) for o in (0, 1, 2, 3, -1, -2, 0.5, 2.5, INF, -INF)),
            call(x(2, 3, 4), axis=(0, 2)),
            call(x(2, 3, 4), axis=(0, -1), keepdims=True, ord=3),
            call(x(2, 3), keepdims=True),
            call(x(2, 3), axis=()),
            call(x(0, 3), axis=0),
            call(x()),
        ],
        **STEPS,
    ),
    Case(
        "matrix_rank",
        matrix_rank,
        [
            call(SQUARE),
            call(Given([[[1.0, 2.0], [2.0, 4.0]], [[1.0, 2.0], [2.0, 5.0]]])),
            call(Given([[1.0, 0.0], [0.0, 0.01]]), rtol=0.1),
            call(
                Given([[[1.0, 0.0], [0.0, 0.01]]] * 2),
                rtol=Given([0.1, 0.001]),
            ),
            call(x(2, 3, 4)),
            call(x(0, 2, 3)),
        ],
        differentiable=False,
    ),
    Case(
        "condition_number",
        lambda x, ord=None: numpy.linalg.cond(x, p=ord),
        [
            call(SQUARE),
            call(x(3, 2)),
            *(call(SQUARES, ord=o) for o in ("fro", "nuc", 1, -1, 2, -2, INF, -INF)),
        ],
        loosen=32,
        reason="the norm of an inverse",
    ),
]

_SYSTEMS = [
    Case(
        "inv",
        numpy.linalg.inv,
        [call(SQUARE), call(SQUARES), call(NOTHING), call(x(0, 2, 2))],
        **STEPS,
    ),
    Case("inv", numpy.linalg.inv, [call(x(3, 3))], dtypes=COMPLEX, **STEPS),
    Case(
        "solve",
        solve,
        [
            call(SQUARE, x(3, 2)),
            call(SQUARE, x(3)),
            call(SQUARES, x(2)),
            call(SQUARES, x(2, 2)),
            call(SQUARES, x(2, 2, 3)),
            call(SQUARE, x(2, 3, 1)),
            call(SQUARE, x(3, 0)),
            call(Given([SQUARE.values]), x(2, 3, 3)),
        ],
        **STEPS,
    ),
    Case("solve", solve, [call(x(3, 3), x(3, 2))], dtypes=COMPLEX, **STEPS),
    Case(
        "solve_triangular",
        solve_triangular,
        [
            call(UPPER, x(3, 2)),
            call(UPPER, x(3), adjoint=True),
            call(SQUARE, x(2, 3, 2), upper=False),
            call(SQUARES, x(2, 1), upper=False, adjoint=True, unit_diagonal=True),
            call(SQUARES, x(2)),
        ],
        **STEPS,
    ),
    Case(
        "solve_triangular",
        solve_triangular,
        [call(Given(HERMITIAN.values), x(3, 2), adjoint=True)],
        dtypes=COMPLEX,
        **STEPS,
    ),
    Case(
        "lu_solve",
        lu_solve,
        [
            call(SQUARE, Given([2, 0, 1], "int64"), x(3, 2)),
            call(SQUARE, Given([0, 2, 1], "int64"), x(3)),
        ],
        **STEPS,
    ),
    Case(
        "cholesky_solve",
        cholesky_solve,
        [
            call(Given([[2, 0, 0], [1, 3, 0], [0, 1, 4]]), x(3, 2)),
            call(UPPER, x(3), upper=True),
        ],
        loosen=16,
        reason="rounding grows with the steps of two substitutions",
    ),
    Case(
        "pinv",
        pinv,
        [
            call(SQUARE),
            call(x(3, 2)),
            call(x(2, 2, 3)),
            call(Given([[1.0, 2.0], [2.0, 4.0]])),
            call(Given([[1.0, 0.0], [0.0, 0.01]]), rtol=0.1),
            call(Given([[[1.0, 0.0], [0.0, 0.01]]] * 2), rtol=Given([0.1, 0.001])),
        ],
        loosen=32,
        reason="an iterative algorithm, and products of its results",
    ),
    Case(
        "lstsq",
        lstsq,
        [
            call(SQUARE, x(3, 2)),
            call(x(4, 2), x(4)),
            call(x(2, 3), x(2, 2)),
            call(Given([[1.0, 2.0], [2.0, 4.0]]), x(2)),
            call(x(3, 2), x(2, 3, 1)),
        ],
        loosen=32,
        reason="an iterative algorithm, and products of its results",
    ),
    Case(
        "tensorsolve",
        numpy.linalg.tensorsolve,
        [
            call(Given(numpy.reshape(numpy.eye(6) * 2 + numpy.eye(6, k=1), (2, 3, 6))), x(2, 3)),
            call(
                Given(numpy.reshape(numpy.eye(6) * 2 + numpy.eye(6, k=1), (2, 3, 2, 3))),
                x(2, 3),
                axes=(0, 1),
            ),
        ],
        **STEPS,
    ),
    Case(
        "tensorinv",
        numpy.linalg.tensorinv,
        [
            call(Given(numpy.reshape(numpy.eye(6) * 2 + numpy.eye(6, k=1), (2, 3, 6)))),
            call(Given(numpy.reshape(numpy.eye(6) * 2 + numpy.eye(6, k=1), (6, 2, 3))), ind=1),
        ],
        **STEPS,
    ),
]

_FUNCTIONS = [
    Case(
        "matrix_power",
        numpy.linalg.matrix_power,
        [
            call(SQUARE, 3),
            call(SQUARES, 0),
            call(SQUARES, 1),
            call(SQUARES, -2),
            call(x(2, 2), 6),
            call(NOTHING, 2),
        ],
        **STEPS,
    ),
    Case(
        "matrix_exp",
        matrix_exp,
        [
            call(x(3, 3, domain=(-1, 1))),
            call(x(2, 2, 2)),
            call(Given([[[0.0, 30.0], [-30.0, 0.0]], [[0.0, 0.1], [0.0, 0.0]]])),
            call(NOTHING),
        ],
        loosen=64,
        reason="rounding doubles with each squaring",
    ),
    Case(
        "matrix_sqrt",
        spectral(numpy.sqrt),
        [call(POSITIVE), call(POSITIVES), call(Given([[1.0, 1.0], [1.0, 1.0]]))],
        **STEPS,
    ),
    Case("matrix_sqrt", spectral(numpy.sqrt), [call(HERMITIAN)], dtypes=COMPLEX, **STEPS),
    Case("matrix_log", spectral(numpy.log), [call(POSITIVE), call(POSITIVES)], **STEPS),
    Case("matrix_log", spectral(numpy.log), [call(HERMITIAN)], dtypes=COMPLEX, **STEPS),
]

CASES = [*_PRODUCTS, *_PARTS, *_FACTORISATIONS, *_NUMBERS, *_SYSTEMS, *_FUNCTIONS]
