"""Run the same code with torch and with its frontend, and compare what comes out."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import ivy.frontends.torch as frontend

torch = pytest.importorskip("torch")

# Twice the error that a few roundings in other orders make.
TOLERANCE = {"float16": 4e-3, "bfloat16": 3e-2, "float32": 2e-5, "float64": 1e-11}
TOLERANCE |= {"complex64": TOLERANCE["float32"], "complex128": TOLERANCE["float64"]}


def outcome(T: Any, program: Callable[[Any], Any]) -> Any:
    """Return what a program returns, or the exception that it raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return program(T)
        except (
            RuntimeError,
            ValueError,
            TypeError,
            LookupError,
            AttributeError,
            AssertionError,
        ) as error:
            return error


def assert_agree(program: Callable[[Any], Any], loosen: float = 1) -> None:
    """Assert that a program gives the same with both, or the same kind of exception."""
    expected, actual = outcome(torch, program), outcome(frontend, program)
    if isinstance(actual, Exception) and not isinstance(expected, Exception):
        raise AssertionError(f"torch gives {expected!r}, the frontend raises") from actual
    assert_same(actual, expected, loosen)


def assert_same(actual: Any, expected: Any, loosen: float = 1, *, sums: bool = False) -> None:
    """Assert that a result of the frontend equals one of torch.

    With `sums`, elements are sums of many terms: rounding is relative to the largest of them.
    """
    if isinstance(expected, Exception):
        assert isinstance(actual, Exception), f"torch raises {expected!r}, got {actual!r}"
        kinds = {type(expected), *type(expected).__mro__} & {type(actual), *type(actual).__mro__}
        common = kinds - {object, BaseException, Exception}
        assert common, f"torch raises {expected!r}, got {actual!r}"
        return
    assert not isinstance(actual, Exception), repr(actual)
    if isinstance(expected, torch.Tensor):
        assert isinstance(actual, frontend.Tensor), f"expected a tensor, got {type(actual)}"
        assert str(actual.dtype) == str(expected.dtype)
        assert tuple(actual.shape) == tuple(expected.shape)
        assert actual.requires_grad == expected.requires_grad
        assert_close(values(actual), values(expected), actual.dtype.name, loosen, sums)
    elif isinstance(expected, list | tuple):
        assert isinstance(actual, list | tuple), f"expected a sequence, got {type(actual)}"
        assert len(actual) == len(expected)
        for a, e in zip(actual, expected, strict=True):
            assert_same(a, e, loosen, sums=sums)
    elif isinstance(expected, dict):
        assert list(actual) == list(expected)
        for key in expected:
            assert_same(actual[key], expected[key], loosen, sums=sums)
    elif isinstance(expected, float):
        assert actual == pytest.approx(expected, rel=2e-5 * loosen, nan_ok=True)
    elif isinstance(expected, torch.dtype | torch.device | torch.Size):
        assert str(actual) == str(expected)
    else:
        assert actual == expected


def values(tensor: Any) -> Any:
    """Return the values of a tensor of either as a NumPy array."""
    found = tensor.detach()
    if str(found.dtype) == "torch.bfloat16":
        found = found.float()
    return found.numpy()


def assert_close(actual: Any, expected: Any, dtype: str, loosen: float, sums: bool) -> None:
    """Assert that values differ by rounding only."""
    tolerance = TOLERANCE.get(dtype, 0) * loosen
    if not tolerance:
        numpy.testing.assert_array_equal(actual, expected)
        return
    finite = numpy.abs(expected[numpy.isfinite(expected)]).astype("float64")
    largest = float(finite.max()) if finite.size else 1.0
    scale = largest if sums else min(1.0, largest)
    numpy.testing.assert_allclose(actual, expected, rtol=tolerance, atol=tolerance * scale)
