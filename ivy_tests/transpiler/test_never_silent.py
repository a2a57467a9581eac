"""Code that a plain translation would change: torch's values, or a refusal of the right line."""

from __future__ import annotations

import inspect
import re
from typing import Any

import numpy
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("libcst")

from ivy.errors import TranspileError  # noqa: E402 - torch
from ivy.transpiler.api import transpile  # noqa: E402 - torch
from ivy_tests.transpiler.samples import traps  # noqa: E402 - torch
from ivy_tests.transpiler.support import TARGETS, to_native  # noqa: E402 - torch

OFFENDING = [
    number
    for number, line in enumerate(inspect.getsource(traps).splitlines(), 1)
    if "# offends" in line
]
NAMES = [
    *("alias", "alias_of_argument", "view", "changed_by_callee", "in_place", "untyped", "loop"),
    *("comprehension", "starred", "integer_division", "mixed", "drop", "closure", "lambdas"),
    *("decorated", "variadic"),
]


def assert_same(found: Any, wanted: Any) -> None:
    """Assert that dtype, shape and values are torch's, in 64 bits too."""
    got, want = numpy.asarray(found), wanted.detach().numpy()
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    numpy.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)


def refused_by_line(error: TranspileError, name: str) -> None:
    """Fail unless the message names only lines of the samples that are marked as offending."""
    lines = {int(n) for n in re.findall(r"traps\.py:(\d+)", str(error))}
    assert lines, str(error)
    assert lines <= set(OFFENDING), f"{name}: {error}"


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", NAMES)
def test_function(name: str, target: str) -> None:
    fn: Any = getattr(traps, name)
    x = torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]])
    try:
        native = transpile(fn, target=target)
    except TranspileError as error:
        refused_by_line(error, name)
        return
    assert_same(native(to_native(x, target)), fn(x.clone()))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["Reserved", "Counts"])
def test_module(name: str, target: str) -> None:
    torch.manual_seed(0)
    module = getattr(traps, name)()
    x = torch.randn(2, 3)
    try:
        native = transpile(module, target=target)
    except TranspileError as error:
        refused_by_line(error, name)
        return
    for _ in range(2):
        assert_same(native(to_native(x, target)), module(x))


@pytest.mark.parametrize("target", TARGETS)
def test_unsupported_is_named(target: str) -> None:
    with pytest.raises(TranspileError, match=r"torch\.linalg\.lu_factor_ex") as caught:
        transpile(traps.unsupported, target=target)
    refused_by_line(caught.value, "unsupported")


@pytest.mark.parametrize("target", TARGETS)
def test_marked_stub_raises(target: str) -> None:
    stub = transpile(traps.unsupported, target=target, on_unsupported="mark")
    with pytest.raises(NotImplementedError, match="lu_factor_ex"):
        stub(to_native(torch.eye(2), target))
