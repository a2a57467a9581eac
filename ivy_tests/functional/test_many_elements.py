"""Operations on many elements, where a backend goes another way than on few."""

from __future__ import annotations

import math

import numpy
import pytest

import ivy
from ivy_tests.support.compare import assert_same

DTYPES = ("float16", "float32", "float64", "int32", "int64", "int8", "bool", "complex64")
COUNT = 20_000
_SPECIAL = [0.0, -0.0, 1.0, -2.5, numpy.nan, numpy.inf, -numpy.inf]


def values(dtype: str, seed: int) -> numpy.ndarray:
    draw = numpy.random.default_rng(seed)
    kind = numpy.dtype(dtype).kind
    if kind in "fc":
        return draw.choice(numpy.asarray(_SPECIAL, dtype), COUNT)
    return draw.integers(-100, 100, COUNT).astype(dtype)


def bits(x: numpy.ndarray) -> list[bytes]:
    return numpy.ascontiguousarray(x).view("u1").tolist()


def mask() -> numpy.ndarray:
    return numpy.random.default_rng(7).random(COUNT) < 0.4


@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays(dtype, backend):
    a, b = values(dtype, 0), values(dtype, 1)
    result = ivy.where(ivy.asarray(mask()), ivy.asarray(a), ivy.asarray(b))
    expected = numpy.where(mask(), a, b)
    assert result.dtype == getattr(ivy, dtype)
    assert_same(result, expected)
    if dtype != "complex64":
        assert bits(ivy.to_numpy(result)) == bits(expected)  # the signs of zeros too


@pytest.mark.parametrize("scalar", [0, 0.0, -0.0, 1.5, numpy.nan])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("first", [True, False])
def test_scalars(scalar, dtype, first, backend):
    x = values(dtype, 0)
    pair = (scalar, x) if first else (x, scalar)
    given = (scalar, ivy.asarray(x)) if first else (ivy.asarray(x), scalar)
    result = ivy.where(ivy.asarray(mask()), *given)
    expected = numpy.where(mask(), *pair)
    assert result.dtype == getattr(ivy, dtype)
    assert bits(ivy.to_numpy(result)) == bits(expected.astype(dtype))


def test_shapes_and_strides(backend):
    condition = mask().reshape(100, 200)
    x = values("float32", 0).reshape(200, 100).T
    row = values("float32", 1)[:200]
    for a, b in ((x, row), (row, x), (x, x[:, ::-1]), (x[:1], row)):
        result = ivy.where(ivy.asarray(condition), ivy.asarray(a), ivy.asarray(b))
        assert_same(result, numpy.where(condition, a, b))
        assert_same(
            ivy.where(ivy.asarray(condition[:, :1]), ivy.asarray(x), 0.0),
            numpy.where(condition[:, :1], x, 0),
        )


def test_arguments_are_not_written_to(backend):
    a, b = values("float32", 0), values("float32", 1)
    x, y = ivy.asarray(a), ivy.asarray(b)
    ivy.where(ivy.asarray(mask()), x, y)
    assert_same(x, a)
    assert_same(y, b)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_erf(dtype, backend):
    draw = numpy.random.default_rng(0)
    x = numpy.concatenate(
        [
            draw.normal(size=4000) * 2,
            10.0 ** draw.uniform(-30, 1, 1000),
            numpy.linspace(0.4, 0.6, 1000),
            [0.0, -0.0, numpy.inf, -numpy.inf],
        ]
    ).astype(dtype)
    result = ivy.to_numpy(ivy.erf(ivy.asarray(x))).astype("float64")
    expected = numpy.asarray([math.erf(v) for v in x.tolist()])
    limits = numpy.finfo(dtype)
    # Frameworks may take subnormal numbers for 0.
    numpy.testing.assert_allclose(result, expected, rtol=4 * limits.eps, atol=float(limits.tiny))
    assert numpy.isnan(ivy.to_numpy(ivy.erf(ivy.asarray([numpy.nan] * 600)))).all()
    assert math.copysign(1, result[-3]) == -1
