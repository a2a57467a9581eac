"""`assert_same` can fail, for each of the things that it asserts."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy_tests.support.backends import needs
from ivy_tests.support.compare import TOLERANCES, assert_same


def test_same_arrays_pass(backend):
    x = ivy.asarray([[1.0, ivy.nan], [ivy.inf, -ivy.inf]])
    assert_same(x, numpy.array([[1, numpy.nan], [numpy.inf, -numpy.inf]], "float32"))
    assert_same(x, [[1.0, ivy.nan], [ivy.inf, -ivy.inf]], backend=backend)


@pytest.mark.parametrize("dtype", sorted(TOLERANCES))
def test_tolerance_is_a_few_units_in_the_last_place(dtype):
    tolerance = TOLERANCES[dtype]
    one = numpy.ones((2, 3))
    near, far = one.copy(), one.copy()
    near[1, 2], far[1, 2] = 1 + tolerance / 2, 1 + tolerance * 2
    assert_same(ivy.asarray(near, dtype=dtype), one, dtype=dtype)
    with pytest.raises(AssertionError, match=r"1 of 6 elements differ .* at \(1, 2\)"):
        assert_same(ivy.asarray(far, dtype=dtype), one, dtype=dtype)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (1.0, 1.0001),
        (1.0, ivy.nan),
        (ivy.nan, 1.0),
        (ivy.inf, -ivy.inf),
        (ivy.inf, 1e30),
        (1e-20, 2e-20),
        (3, 4),
        (2**62 + 1, 2**62),
        (True, False),
        (1 + 1j, 1 + 1.0001j),
        (complex(ivy.nan, 0), 0j),
        (complex(ivy.inf, 0), complex(0, ivy.inf)),
    ],
)
def test_wrong_value_fails(actual, expected):
    with pytest.raises(AssertionError, match="1 of 1 elements differ"):
        assert_same(ivy.asarray(actual), expected)


def test_small_values_are_compared_by_the_largest_of_them():
    assert_same(ivy.asarray([1.0, 1e-8]), [1.0, 0.0])
    with pytest.raises(AssertionError, match="elements differ"):
        assert_same(ivy.asarray([1e-6, 1e-8]), [1e-6, 0.0])


def test_wrong_dtype_fails():
    with pytest.raises(AssertionError, match="dtype float64, expected float32"):
        assert_same(ivy.asarray([1.0], dtype="float64"), [1.0])
    with pytest.raises(AssertionError, match="dtype float32, expected float64"):
        assert_same(ivy.asarray([1.0]), numpy.array([1.0]))
    with pytest.raises(AssertionError, match="dtype int32, expected int64"):
        assert_same(ivy.asarray([1], dtype="int32"), [1])


def test_wrong_shape_fails():
    with pytest.raises(AssertionError, match=r"shape \(1,\), expected \(\)"):
        assert_same(ivy.asarray([1.0]), 1.0)
    with pytest.raises(AssertionError, match=r"shape \(0, 2\), expected \(2, 0\)"):
        assert_same(ivy.zeros((0, 2)), numpy.zeros((2, 0), "float32"))


def test_wrong_number_of_results_fails():
    with pytest.raises(AssertionError, match="1 results, expected 2"):
        assert_same([ivy.asarray(1.0)], [1.0, 2.0])
    with pytest.raises(AssertionError, match="expected one array"):
        assert_same([ivy.asarray(1.0)], numpy.ones(1))
    with pytest.raises(AssertionError):
        assert_same({"a": ivy.asarray(1.0)}, {"b": 1.0})


@needs("torch")
def test_wrong_backend_fails():
    import torch

    with pytest.raises(AssertionError, match="result on numpy, expected torch"):
        assert_same(ivy.asarray(1.0), 1.0, backend="torch")
    with pytest.raises(AssertionError, match="result on torch, expected numpy"):
        assert_same(ivy.to_backend(ivy.asarray(1.0), "torch"), 1.0)
    with pytest.raises(AssertionError, match="result on torch, expected numpy"):
        assert_same(torch.tensor(1.0), 1.0, backend="numpy")
    with pytest.raises(AssertionError, match="result on float, expected numpy"):
        assert_same(1.0, 1.0, backend="numpy")


def test_loosening_needs_a_reason():
    with pytest.raises(ValueError, match="needs a reason"):
        assert_same(ivy.asarray(1.0), 1.0, loosen=2)
    with pytest.raises(ValueError, match="needs a loosen"):
        assert_same(ivy.asarray(1.0), 1.0, reason="because")
    off = 1 + 1.5 * TOLERANCES["float32"]
    assert_same(ivy.asarray(off), 1.0, loosen=2, reason="the test of this factor")
