"""Linear algebra beyond its rows: refusals, degenerate matrices, compiled code, the extension."""

from __future__ import annotations

import math

import numpy
import pytest

import ivy
from ivy.errors import LinAlgError, UnsupportedError
from ivy_tests.support.compare import assert_same
from ivy_tests.support.compiling import compiled

NAN = math.nan


def matrix(*rows):
    return ivy.asarray([list(map(float, row)) for row in rows])


def test_the_extension_has_the_names_of_the_standard():
    standard = {
        *("cholesky", "cross", "det", "diagonal", "eig", "eigh", "eigvals", "eigvalsh", "inv"),
        *("matmul", "matrix_norm", "matrix_power", "matrix_rank", "matrix_transpose", "outer"),
        *("pinv", "qr", "slogdet", "solve", "svd", "svdvals", "tensordot", "trace", "vecdot"),
        "vector_norm",
    }
    assert standard <= set(ivy.linalg.__all__)
    shared = set(ivy.linalg.__all__) - {"cond"}
    assert all(getattr(ivy.linalg, n) is getattr(ivy, n) for n in shared)
    assert ivy.linalg.cond is ivy.condition_number


SINGULAR = ((1, 2), (2, 4))
REFUSED = {
    "inv": lambda: ivy.inv(matrix(*SINGULAR)),
    "solve": lambda: ivy.solve(matrix(*SINGULAR), ivy.ones(2)),
    "solve_triangular": lambda: ivy.solve_triangular(matrix((1, 2), (0, 0)), ivy.ones(2)),
    "cholesky": lambda: ivy.cholesky(matrix((1, 2), (2, 1))),
    "matrix_power": lambda: ivy.matrix_power(matrix(*SINGULAR), -1),
    "slogdet": lambda: ivy.grad(lambda x: ivy.slogdet(x).logabsdet)(matrix(*SINGULAR)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_result_is_one_error(name, backend):
    with pytest.raises(LinAlgError, match=r"^ivy\.\w+: expected (invertible|positive definite)"):
        REFUSED[name]()


SHAPES = {
    "square": lambda: ivy.inv(ivy.ones((2, 3))),
    "matrix": lambda: ivy.svd(ivy.ones(3)),
    "system": lambda: ivy.solve(ivy.ones((2, 2)), ivy.ones(3)),
    "stack": lambda: ivy.solve(ivy.ones((3, 2, 2)), ivy.ones((2, 2, 1))),
    "matmul": lambda: ivy.ones((2, 3)) @ ivy.ones((2, 3)),
    "matmul of a number": lambda: ivy.matmul(ivy.ones(()), ivy.ones(2)),
    "tensordot": lambda: ivy.tensordot(ivy.ones((2, 3)), ivy.ones((2, 3)), axes=1),
    "tensordot twice": lambda: ivy.tensordot(
        ivy.ones((2, 2)), ivy.ones((2, 2)), axes=((0, 0), (0, 1))
    ),
    "vecdot": lambda: ivy.vecdot(ivy.ones(3), ivy.ones(1)),
    "vecdot axis": lambda: ivy.vecdot(ivy.ones(3), ivy.ones(3), axis=0),
    "cross": lambda: ivy.cross(ivy.ones(2), ivy.ones(2)),
    "outer": lambda: ivy.outer(ivy.ones((2, 2)), ivy.ones(2)),
    "qr mode": lambda: ivy.qr(ivy.ones((2, 2)), mode="economic"),
    "norm": lambda: ivy.matrix_norm(ivy.ones((2, 2)), ord=3),
    "multi_dot": lambda: ivy.multi_dot([ivy.ones((2, 3)), ivy.ones((2, 3))]),
    "einsum terms": lambda: ivy.einsum("ij,jk", [ivy.ones((2, 3))]),
    "einsum lengths": lambda: ivy.einsum("ij,jk", [ivy.ones((2, 3)), ivy.ones((2, 2))]),
    "einsum rank": lambda: ivy.einsum("ijk->i", [ivy.ones((2, 3))]),
    "einsum result": lambda: ivy.einsum("ij->k", [ivy.ones((2, 3))]),
    "einsum twice": lambda: ivy.einsum("ij->ii", [ivy.ones((2, 2))]),
    "einsum text": lambda: ivy.einsum("i1->i", [ivy.ones((2, 2))]),
}


@pytest.mark.parametrize("name", SHAPES)
def test_what_does_not_fit_is_a_value_error(name, backend):
    with pytest.raises(ValueError, match=r"^ivy\.\w+: expected "):
        SHAPES[name]()


def test_compiled_code_cannot_raise(backend):
    run = compiled(lambda x: ivy.cholesky(x))
    if backend == "torch":
        pytest.skip("its eager compiler raises")
    assert not bool(ivy.all(ivy.isfinite(run(matrix((1, 2), (2, 1))))))


COMPILED = {
    "lstsq": lambda x: ivy.lstsq(x, ivy.matmul(x, x)),
    "lu_solve": lambda x: ivy.lu_solve(*ivy.lu_factor(x), ivy.matmul(x, x)),
    "matrix_exp": lambda x: ivy.matrix_exp(x),
    "matrix_rank": lambda x: ivy.matrix_rank(x),
    "condition_number": lambda x: ivy.condition_number(x, ord=1),
    "einsum": lambda x: ivy.einsum("i...,...i", [x, x]),
    "gradient": lambda x: ivy.grad(lambda y: ivy.sum(ivy.det(y)))(x),
}


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_is_eager(name, backend):
    x = matrix((4, 1, 0), (0, 3, 1), (1, 0, 2))
    reason = "a compiler may order sums in another way"
    expected = ivy.to_numpy(COMPILED[name](x))
    assert_same(compiled(COMPILED[name])(x), expected, loosen=16, reason=reason)


def test_matrix_exp_of_large_matrices(backend):
    x = ivy.asarray([[[-1e4, 1.0], [0.0, 0.0]], [[1e12, 0.0], [0.0, 1.0]]], dtype="float64")
    expected = [[[0.0, 1e-4], [0.0, 1.0]], [[NAN, NAN], [NAN, NAN]]]
    reason = "the first is squared eleven times"
    assert_same(
        ivy.matrix_exp(x), numpy.asarray(expected), dtype="float64", loosen=2**11, reason=reason
    )


def test_inverse_of_what_is_not_finite_is_nan(backend):
    x = ivy.asarray([[[2.0, 0.0], [0.0, 4.0]], [[NAN, 0.0], [0.0, 1.0]], [[math.inf, 0.0]] * 2])
    expected = [[[0.5, 0.0], [0.0, 0.25]], [[NAN] * 2] * 2, [[NAN] * 2] * 2]
    assert_same(ivy.inv(x), expected)
    assert_same(ivy.solve(x, ivy.ones(2)), [[0.5, 0.25], [NAN] * 2, [NAN] * 2])


# -- derivatives where the general formula fails -------------------------------------------------


def test_gradient_of_det_of_a_singular_matrix_is_the_cofactors(backend):
    got = ivy.grad(ivy.det)(matrix(*SINGULAR))
    assert_same(got, [[4.0, -2.0], [-2.0, 1.0]])
    assert_same(ivy.grad(ivy.det)(ivy.zeros((3, 3))), numpy.zeros((3, 3), "float32"))


def test_gradient_of_det_of_the_identity_is_smooth(backend):
    def slope(x):
        return ivy.sum(ivy.grad(ivy.det)(x) * matrix((1, 2), (3, 4)))

    # det is x00 * x11 - x01 * x10.
    assert_same(ivy.grad(slope)(matrix((1, 0), (0, 1))), [[4.0, -3.0], [-2.0, 1.0]])


def test_gradient_of_a_norm_of_zeros_is_zero(backend):
    for ord in (1, 2, 3):
        got = ivy.grad(lambda x, ord=ord: ivy.vector_norm(x, ord=ord))(ivy.zeros(2))
        assert_same(got, [0.0, 0.0])


def test_gradients_of_functions_of_equal_eigenvalues(backend):
    x = matrix((4, 0), (0, 4))
    assert_same(ivy.grad(lambda x: ivy.trace(ivy.matrix_sqrt(x)))(x), [[0.25, 0.0], [0.0, 0.25]])
    assert_same(ivy.grad(lambda x: ivy.trace(ivy.matrix_log(x)))(x), [[0.25, 0.0], [0.0, 0.25]])
    assert_same(ivy.grad(lambda x: ivy.sum(ivy.svdvals(x)))(x), [[1.0, 0.0], [0.0, 1.0]])
    assert_same(ivy.grad(lambda x: ivy.sum(ivy.eigvalsh(x)))(x), [[1.0, 0.0], [0.0, 1.0]])


def test_gradient_of_pinv_of_a_deficient_matrix(backend):
    # With the rank fixed, a step of the only singular value is all that counts.
    got = ivy.grad(lambda x: ivy.trace(ivy.pinv(x)))(matrix((2, 0), (0, 0)))
    assert_same(got, [[-0.25, 0.0], [0.0, 0.0]])


def test_surplus_vectors_have_no_derivative():
    x = ivy.ones((3, 2))
    with pytest.raises(UnsupportedError, match="mode='reduced'"):
        ivy.grad(lambda x: ivy.sum(ivy.qr(x, mode="complete").Q))(x)
    with pytest.raises(UnsupportedError, match="full_matrices=False"):
        ivy.grad(lambda x: ivy.sum(ivy.svd(x).U))(x)
