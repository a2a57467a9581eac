"""What rows cannot say of statistical functions: errors, and dtypes that depend on options."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy_tests.support.compare import assert_same


def test_counts_of_weights_have_their_dtype(backend):
    x, w = numpy.array([0, 2, 2]), numpy.array([0.5, 1.5, 2.0], "float32")
    counts = ivy.bincount(ivy.asarray(x), weights=ivy.asarray(w), minlength=4)
    assert_same(counts, numpy.array([0.5, 0, 3.5, 0], "float32"))


def test_histogram_of_weights(backend):
    x = numpy.array([0.1, 0.4, 0.6, 1.0], "float32")
    w = numpy.array([1.0, 2.0, 4.0, 8.0])
    found = ivy.histogram(ivy.asarray(x), bins=2, range=(0.0, 1.0), weights=ivy.asarray(w))
    assert_same(found.counts, numpy.array([3.0, 12.0]))
    assert_same(found.edges, numpy.array([0.0, 0.5, 1.0], "float32"))


def test_histogram_with_density(backend):
    x = numpy.array([0.0, 1.0, 1.5, 4.0], "float32")
    edges = numpy.array([0.0, 1.0, 2.0, 4.0], "float32")
    found = ivy.histogram(ivy.asarray(x), bins=ivy.asarray(edges), density=True)
    expected, _ = numpy.histogram(x, edges, density=True)
    assert_same(found.counts, expected.astype("float32"))


@pytest.mark.parametrize("correction", [2, 2.5, 3])
@pytest.mark.parametrize("op", [ivy.var, ivy.std])
def test_spread_of_too_few_elements_is_nan(op, correction, backend):
    x = ivy.asarray([[1.0, 2.0], [3.0, 5.0]])
    nan = numpy.full(2, numpy.nan, "float32")
    assert_same(op(x, axis=1, correction=correction), nan)
    assert_same(op(x, axis=0, correction=correction, keepdims=True), nan[None])


@pytest.mark.parametrize("method", ["linear", "nearest"])
def test_quantiles_of_shares_out_of_range_are_nan(method, backend):
    q = ivy.asarray([-0.1, 0.5, 1.1, ivy.nan])
    found = ivy.quantile(ivy.asarray([1.0, 2.0, 3.0]), q, method=method)
    assert_same(found, numpy.array([numpy.nan, 2, numpy.nan, numpy.nan], "float32"))


def test_gradient_is_one_along_a_slope_of_uneven_points(backend):
    points = ivy.asarray([0.0, 0.5, 2.0, 2.25, 4.0])
    slope = ivy.gradient(points, spacing=points, edge_order=2)
    assert_same(slope, numpy.ones(5, "float32"))


def test_gradient_passes_through_quantiles(backend):
    # The median of three is the second; between two, each has its share.
    x = ivy.asarray([3.0, 1.0, 2.0])
    assert_same(ivy.grad(ivy.median)(x), numpy.array([0, 0, 1], "float32"))
    slope = ivy.grad(lambda x: ivy.quantile(x, 0.375))(x)
    assert_same(slope, numpy.array([0, 0.25, 0.75], "float32"))


def test_gradient_passes_through_running_extremes(backend):
    x = ivy.asarray([1.0, 3.0, 2.0, 5.0])
    slope = ivy.grad(lambda x: ivy.sum(ivy.cumulative_max(x)))(x)
    assert_same(slope, numpy.array([1, 2, 0, 1], "float32"))


REFUSED = {
    "expected an axis": lambda x: ivy.cumulative_sum(x),
    "axis from -2 to 1": lambda x: ivy.cumulative_max(x, axis=2),
    "different axes": lambda x: ivy.median(x, axis=(0, -2)),
    "0 <= q <= 1, got q=2": lambda x: ivy.quantile(x, 2),
    "0 <= q <= 100": lambda x: ivy.percentile(x, -1),
    "got method='cubic'": lambda x: ivy.quantile(x, 0.5, method="cubic"),
    "expected n >= 0": lambda x: ivy.diff(x, n=-1),
    "no negative elements": lambda x: ivy.bincount(ivy.asarray([0, -1])),
    "expected weights of shape": lambda x: ivy.average(x, axis=0, weights=ivy.ones(3)),
    "bins >= 1": lambda x: ivy.histogram(x, bins=0),
    "range\\[0\\] <= range\\[1\\]": lambda x: ivy.histogram(x, range=(1.0, 0.0)),
    "as many points as values": lambda x: ivy.interp(x, ivy.ones(2), ivy.ones(3)),
    "expected 2 points": lambda x: ivy.trapezoid(x, ivy.ones(3)),
    "expected 2 coordinates": lambda x: ivy.gradient(x, spacing=ivy.ones(3)),
    "at least 3 elements": lambda x: ivy.gradient(x, edge_order=2),
    "expected one or two axes": lambda x: ivy.cov(x[None]),
}


@pytest.mark.parametrize("message", REFUSED)
def test_arguments_that_do_not_fit_are_errors(message, backend):
    with pytest.raises(ValueError, match=message):
        REFUSED[message](ivy.ones((2, 2)))


# A library's way with many elements is another than that with few.
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16"])
@pytest.mark.parametrize("axis", [None, 0, 1, (0, 1)])
@pytest.mark.parametrize("name", ["max", "min", "ptp", "argmax", "argmin"])
def test_nan_is_kept_among_many_elements(name, axis, dtype, backend):
    if name.startswith("arg") and isinstance(axis, tuple):
        axis = None
    x = numpy.random.default_rng(3).normal(size=(96, 200)).astype("float32")
    x[50, 7] = x[90, 100] = numpy.nan
    given = ivy.asarray(x, dtype=dtype)
    want = getattr(numpy, name)(ivy.to_numpy(given).astype("float64"), axis=axis)

    def f(x):
        return getattr(ivy, name)(x, axis=axis)

    for run in (f, ivy.compile(f)):
        got = ivy.to_numpy(run(given)).astype("float64")
        numpy.testing.assert_array_equal(numpy.isnan(got), numpy.isnan(want))
        if name != "ptp":
            numpy.testing.assert_array_equal(got, want)
