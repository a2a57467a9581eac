"""Single calls: values, dtypes, shapes, gradients and exceptions are torch's, on every backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ivy_tests.frontends.torch.calls import GROUPS, inputs
from ivy_tests.frontends.torch.support import assert_agree, assert_same, frontend, outcome, torch

ROWS = {f"{group}: {name}": call for group, rows in GROUPS.items() for name, call in rows.items()}


@pytest.mark.parametrize("row", ROWS)
def test_call_agrees_with_torch(row: str, backend: str) -> None:
    assert_agree(lambda T: ROWS[row](T, inputs(T, requires_grad=False)))


def _gradients(T: Any, call: Callable[[Any, Any], Any]) -> Any:
    t = inputs(T, requires_grad=True)
    result = call(T, t)
    parts = result if isinstance(result, list | tuple) else [result]
    total = None
    for i, part in enumerate(p for p in parts if isinstance(p, T.Tensor) and p.requires_grad):
        # Elements count differently, so that a gradient in the wrong place is seen.
        weights = T.arange(part.numel(), dtype=T.float64).reshape(part.shape) * 0.1 + 1 + i
        term = (part * weights).sum()
        total = term if total is None else total + term
    if total is None:
        return None
    total.backward()
    return {name: x.grad for name, x in vars(t).items() if x.requires_grad}


def _differentiable() -> list[str]:
    found = []
    for row, call in ROWS.items():
        result = outcome(torch, lambda T, call=call: _gradients(T, call))
        if isinstance(result, dict) and any(g is not None for g in result.values()):
            found.append(row)
    return found


@pytest.mark.parametrize("row", _differentiable())
def test_gradients_agree_with_torch(row: str, backend: str) -> None:
    expected = outcome(torch, lambda T: _gradients(T, ROWS[row]))
    actual = outcome(frontend, lambda T: _gradients(T, ROWS[row]))
    if isinstance(actual, Exception):
        raise actual
    assert_same(actual, expected, sums=True)
