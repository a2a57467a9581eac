"""Rows of products and factorisations."""

from __future__ import annotations

import numpy

from ivy_tests.support.compare import to_numpy
from ivy_tests.support.rows import Case, call, widened, x


def einsum(equation, operands):
    return numpy.einsum(equation, *operands)


def svd(x, full_matrices=True):
    return numpy.linalg.svd(x, full_matrices=full_matrices)


def factors(u, s, vh):
    """What does not depend on signs: the singular values, the product, and orthogonality."""
    u, s, vh = map(widened, map(to_numpy, (u, s, vh)))
    k = s.shape[-1]
    product = (u[..., :k] * s[..., None, :]) @ vh[..., :k, :]
    return [s, product, u.conj().mT @ u, vh @ vh.conj().mT]


CASES = [
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
        loosen=2,
        reason="rounding grows with the number of terms",
    ),
    Case("matrix_transpose", lambda x: x.mT, [call(x(2, 3)), call(x(2, 3, 4)), call(x(0, 3))]),
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
        ],
        loosen=2,
        reason="rounding grows with the number of terms",
    ),
    Case(
        "svd",
        svd,
        [
            call(x(3, 2)),
            call(x(2, 3), full_matrices=False),
            call(x(3, 2), full_matrices=False),
            call(x(2, 3, 3)),
        ],
        results=("same", "real", "same"),
        canonical=factors,
        differentiable=False,
        loosen=8,
        reason="an iterative algorithm, and products of its results",
    ),
]
