"""What the tests of the transpiler share: targets, conversion of arrays, comparison with torch."""

from __future__ import annotations

import importlib
from typing import Any

import numpy
import pytest
import torch

from ivy_tests.support.backends import needs

# The targets; each needs its framework.
TARGETS = [pytest.param(t, marks=needs("torch", t)) for t in ("numpy", "jax", "tensorflow")]
# How far results may be off, relative to the largest value: a few roundings in float32.
TOLERANCE = 1e-5


def to_native(value: Any, target: str) -> Any:
    """Return an argument with the target's arrays in the place of torch's."""
    if isinstance(value, torch.Tensor):
        array = value.detach().numpy().copy()
        if target == "jax":
            return importlib.import_module("jax.numpy").asarray(array)
        if target == "tensorflow":
            return importlib.import_module("tensorflow").constant(array)
        return array
    return value


def assert_close(wanted: Any, found: Any) -> None:
    """Assert that a result is torch's, in values, shape, dtype and structure."""
    if isinstance(wanted, torch.Tensor):
        want, got = wanted.detach().numpy(), numpy.asarray(found)
        assert got.shape == want.shape
        assert got.dtype == want.dtype or _is_narrowed(found, want.dtype)
        if want.dtype.kind in "fc":
            scale = max(1.0, float(numpy.abs(want).max(initial=0.0)))
            numpy.testing.assert_allclose(got, want, rtol=TOLERANCE, atol=TOLERANCE * scale)
        else:
            numpy.testing.assert_array_equal(got, want)
    elif isinstance(wanted, tuple | list):
        assert len(found) == len(wanted)
        for a, b in zip(wanted, found, strict=True):
            assert_close(a, b)
    elif isinstance(wanted, dict):
        assert found.keys() == wanted.keys()
        for key, value in wanted.items():
            assert_close(value, found[key])
    else:
        assert found == wanted


def _is_narrowed(found: Any, dtype: Any) -> bool:
    """Whether jax runs without 64-bit types, which the output asks for where torch has them."""
    if "jax" not in type(found).__module__:
        return False
    config: Any = importlib.import_module("jax").config
    return not config.jax_enable_x64 and found.dtype.itemsize * 2 == dtype.itemsize


def assert_converted(source: Any, native: Any, arguments: tuple[Any, ...], target: str) -> None:
    """Assert that a conversion does what its source does, and leaves its arguments alone."""
    given = [to_native(a, target) for a in arguments]
    wanted = source(*[a.clone() if isinstance(a, torch.Tensor) else a for a in arguments])
    assert_close(wanted, native(*given))
    for before, after in zip(arguments, given, strict=True):
        if isinstance(before, torch.Tensor):
            assert_close(before, after)
