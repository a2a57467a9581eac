"""0.0 and -0.0 stay apart, whichever of them was used before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest

import ivy

# What is done with a number, and what NumPy does; each on an array [3, -0, -2].
CALLS: dict[str, tuple[Callable[[Any, float], Any], Callable[[Any, float], Any]]] = {
    "asarray": (lambda x, v: ivy.asarray([v, v]), lambda x, v: numpy.asarray([v, v])),
    "asarray of 0-d": (lambda x, v: ivy.asarray(v), lambda x, v: numpy.asarray(v)),
    "full": (lambda x, v: ivy.full((2,), v), lambda x, v: numpy.full(2, v)),
    "full_like": (lambda x, v: ivy.full_like(x, v), lambda x, v: numpy.full_like(x, v)),
    "add": (lambda x, v: x + v, lambda x, v: x + v),
    "subtract": (lambda x, v: v - x, lambda x, v: v - x),
    "multiply": (lambda x, v: x * v, lambda x, v: x * v),
    "divide": (lambda x, v: v / x, lambda x, v: v / x),
    "divided": (lambda x, v: x / v, lambda x, v: x / v),
    "where": (
        lambda x, v: ivy.where(x > 0, v, x),
        lambda x, v: numpy.where(x > 0, v, x),
    ),
    "where otherwise": (
        lambda x, v: ivy.where(x > 0, x, v),
        lambda x, v: numpy.where(x > 0, x, v),
    ),
    "atan2": (lambda x, v: ivy.atan2(x, v), lambda x, v: numpy.arctan2(x, v)),
    "atan2 of it": (lambda x, v: ivy.atan2(v, x), lambda x, v: numpy.arctan2(v, x)),
    "copysign": (lambda x, v: ivy.copysign(x, v), lambda x, v: numpy.copysign(x, v)),
    "pow": (lambda x, v: ivy.pow(v, x), lambda x, v: numpy.power(v, x)),
    "pad": (
        lambda x, v: ivy.pad(x, ((1, 1),), value=v),
        lambda x, v: numpy.pad(x, 1, constant_values=v),
    ),
    "writing": (lambda x, v: written(ivy.asarray(x), v), lambda x, v: written(x.copy(), v)),
}


def written(x: Any, v: float) -> Any:
    x[0] = v
    return x


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's own, of the division by zero
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("values", [(0.0, -0.0), (-0.0, 0.0)], ids=str)
def test_signs_of_zeros(call, values, backend):
    ours, theirs = CALLS[call]
    x = numpy.asarray([3.0, -0.0, -2.0], "float32")
    for value in values:
        result = ivy.to_numpy(ours(ivy.asarray(x), value))
        expected = theirs(x, numpy.float32(value))
        numpy.testing.assert_allclose(result, expected, rtol=1e-6)
        assert numpy.signbit(result).tolist() == numpy.signbit(expected).tolist()
