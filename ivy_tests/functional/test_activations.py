"""Activations against torch and jax, and at the edges that rows do not show."""

from __future__ import annotations

import warnings

import numpy
import pytest

import ivy
from ivy_tests.support.torch_oracle import assert_like_torch

torch = pytest.importorskip("torch")
F = torch.nn.functional
RNG = numpy.random.default_rng(1)
X = 2 * RNG.normal(size=(3, 4))


# Of jax's functions the formulas of their documentation.
THEIRS = {
    "glu": (lambda x: ivy.glu(x, axis=1), lambda x: F.glu(x, 1)),
    "softmin": (lambda x: ivy.softmin(x, axis=0), lambda x: F.softmin(x, 0)),
    "squareplus": (
        lambda x: ivy.squareplus(x, b=3.0),
        lambda x: (x + torch.sqrt(x**2 + 3)) / 2,
    ),
    "sparse_plus": (
        lambda x: ivy.sparse_plus(x),
        lambda x: torch.where(x <= -1, 0, torch.where(x >= 1, x, (x + 1) ** 2 / 4)),
    ),
    "sparse_sigmoid": (
        lambda x: ivy.sparse_sigmoid(x),
        lambda x: torch.clamp((x + 1) / 2, 0, 1),
    ),
}


@pytest.mark.parametrize("name", THEIRS)
def test_activation_is_that_of_torch(name, backend):
    ours, theirs = THEIRS[name]
    assert_like_torch(ours, theirs, X)


def nearest(row):
    """The point of the simplex that is nearest to a row, by bisection of what is taken away."""
    low, high = row.min() - 1, row.max()
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if numpy.maximum(row - middle, 0).sum() > 1 else (low, middle)
    return numpy.maximum(row - low, 0)


def test_sparsemax_is_the_nearest_distribution(backend):
    rows = numpy.concatenate([X, 1000 + X, numpy.zeros((1, 4)), [[0, -numpy.inf, 0.5, 0.5]]])
    want = numpy.apply_along_axis(nearest, 1, numpy.maximum(rows, -1e6))
    for axis in (0, 1):
        x = rows.T if axis == 0 else rows
        got = ivy.to_numpy(ivy.sparsemax(ivy.asarray(x), axis=axis))
        numpy.testing.assert_allclose(got.T if axis == 0 else got, want, atol=1e-12)


def test_sparsemax_has_its_derivative(backend):
    def squares(x):
        return ivy.sum(ivy.sparsemax(x) * ivy.asarray([1.0, 4.0, 9.0, 16.0], dtype=x.dtype))

    x = ivy.asarray([1.0, 0.5, -3.0, 0.75], dtype="float64")
    # With the support S, the derivative is that of x - mean(x[S]).
    assert ivy.to_numpy(ivy.grad(squares)(x)).tolist() == pytest.approx([-6, -3, 0, 9])


@pytest.mark.parametrize(("shape", "axis"), [((3,), 0), ((2, 3), 1), ((), 0), ((2, 4), 2)])
def test_glu_of_what_has_no_halves_is_an_error(shape, axis):
    with pytest.raises(ValueError, match=r"^ivy\.glu: expected"):
        ivy.glu(ivy.ones(shape), axis=axis)


def test_squareplus_has_its_slope_far_out(backend):
    x = numpy.array([0.0, 1.0, -1.0, 1e3, -1e3, 1e150, -1e150, 1.7e308, -1.7e308])
    slopes = ivy.grad(lambda x: ivy.sum(ivy.squareplus(x)))(ivy.asarray(x))
    # That of (x + r) / 2 with the root r is (1 + x / r) / 2 = 2 / (r * (r - x)) for b = 4.
    root = numpy.hypot(x, 2)
    with numpy.errstate(over="ignore"):
        want = numpy.where(x < 0, 2 / root / (root - x), (1 + x / root) / 2)
    numpy.testing.assert_allclose(ivy.to_numpy(slopes), want, rtol=1e-12, atol=1e-200)
    with pytest.raises(ValueError, match=r"^ivy\.squareplus: expected b >= 0, got b=-1"):
        ivy.squareplus(ivy.asarray(x), b=-1)


@pytest.mark.parametrize("name", ["softmax", "log_softmax", "softmin"])
def test_softmax_of_all_axes_of_none_and_of_nothing(name, backend):
    f, x = getattr(ivy, name), ivy.asarray(X)
    flat = ivy.to_numpy(f(ivy.reshape(x, (-1,)))).reshape(X.shape)
    numpy.testing.assert_allclose(ivy.to_numpy(f(x, axis=None)), flat, rtol=1e-12)
    numpy.testing.assert_allclose(ivy.to_numpy(f(x, axis=(0, 1))), flat, rtol=1e-12)
    alone = 0.0 if name == "log_softmax" else 1.0
    assert ivy.to_numpy(f(x, axis=())).tolist() == numpy.full_like(X, alone).tolist()
    for shape in ((0,), (2, 0), (0, 2)):
        assert f(ivy.ones(shape)).shape == shape
        assert f(ivy.ones(shape), axis=None).shape == shape


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16"])
@pytest.mark.parametrize("length", [2, 8, 17, 300])
@pytest.mark.parametrize("name", ["softmax", "log_softmax", "softmin"])
def test_softmax_of_nan_or_of_infinities_is_nan_in_the_whole_row(name, length, dtype, backend):
    rows = numpy.ones((5, length))
    rows[1, 0], rows[2, -1], rows[3] = numpy.nan, numpy.inf, -numpy.inf
    if name == "softmin":
        rows = -rows
    for x, axis in ((rows, -1), (rows.T, 0)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # of NumPy's, for inf - inf
            out = getattr(ivy, name)(ivy.asarray(x, dtype=dtype), axis=axis)
        isnan = numpy.isnan(numpy.moveaxis(ivy.to_numpy(out).astype(float), axis, -1))
        assert isnan.tolist() == [[r in (1, 2, 3)] * length for r in range(5)]


@pytest.mark.parametrize("axis", [1.0, "1", ("a",)], ids=repr)
@pytest.mark.parametrize(
    "name",
    ["softmax", "log_softmax", "softmin", "layer_norm", "rms_norm", "normalize", "sum", "max"],
)
def test_axis_that_is_no_integer_is_a_type_error(name, axis, backend):
    with pytest.raises(TypeError, match=r"^ivy\.\w+: expected integers as axes, got axis="):
        getattr(ivy, name)(ivy.asarray(X), axis=axis)
