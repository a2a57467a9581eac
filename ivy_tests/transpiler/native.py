"""Arrays of torch as the targets' arrays and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

TARGETS = ("numpy", "jax", "tensorflow")


def array(value: Any, target: str) -> Any:
    """Return a torch tensor as an array of the target."""
    data = value.detach().numpy().copy()
    if target == "jax":
        return pytest.importorskip("jax.numpy").asarray(data)
    if target == "tensorflow":
        return pytest.importorskip("tensorflow").constant(data)
    return data


def need(target: str) -> None:
    """Skip the test where the target, or what its modules are written with, is missing."""
    for name in {"jax": ("jax", "flax"), "tensorflow": ("tensorflow",)}.get(target, ()):
        pytest.importorskip(name)


def same(got: Any, want: Any, tolerance: float = 1e-5) -> None:
    """Fail where dtype, shape or values differ from torch's."""
    found, wanted = np.asarray(got), want.detach().numpy()
    assert found.dtype == wanted.dtype
    assert found.shape == wanted.shape
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)
