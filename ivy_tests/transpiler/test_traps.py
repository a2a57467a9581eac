"""Code that a careless conversion would change: converted rightly, or refused by file and line."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ivy
from ivy.errors import TranspileError
from ivy_tests.support.backends import needs

torch = pytest.importorskip("torch")
pytest.importorskip("libcst")

from ivy_tests.transpiler.inputs import traps  # noqa: E402 - torch
from ivy_tests.transpiler.support import TARGETS, assert_converted  # noqa: E402 - torch


@pytest.mark.parametrize("name", traps.CONVERTED)
@pytest.mark.parametrize("target", TARGETS)
def test_value_when_converted(name: str, target: str) -> None:
    fn, arguments = traps.CONVERTED[name]
    native = ivy.transpile(fn, source="torch", target=target)
    assert_converted(fn, native, arguments(), target)


@pytest.mark.parametrize("name", traps.OBSERVED)
@pytest.mark.parametrize("target", TARGETS)
def test_value_when_example_arguments_are_given(name: str, target: str) -> None:
    fn, arguments = traps.OBSERVED[name]
    native = ivy.transpile(fn, source="torch", target=target, args=arguments())
    assert_converted(fn, native, arguments(), target)


@pytest.mark.parametrize("name", traps.REFUSED)
@pytest.mark.parametrize("target", TARGETS)
def test_refused_with_file_and_line(name: str, target: str) -> None:
    fn, line, word = traps.REFUSED[name]
    with pytest.raises(TranspileError) as caught:
        ivy.transpile(fn, source="torch", target=target)
    place = f"{traps.__file__}:{fn.__code__.co_firstlineno + line}: "
    assert place in str(caught.value)
    assert word in str(caught.value)


@pytest.mark.parametrize("target", [pytest.param(t, marks=needs(t)) for t in ("jax", "tensorflow")])
def test_state_changed_in_a_call_is_refused(target: str) -> None:
    with pytest.raises(TranspileError, match=r"self\.calls: a call changes the object"):
        ivy.transpile(traps.Counter, source="torch", target=target)


def test_state_changed_in_a_call_is_kept_by_a_plain_class() -> None:
    native = ivy.transpile(traps.Counter(), source="torch", target="numpy")
    assert [float(native(numpy.float32(1))) for _ in range(3)] == [1, 2, 3]


def test_method_of_an_unknown_part_is_refused() -> None:
    with pytest.raises(TranspileError, match=r"self\.part\.sum: `self\.part` may be an array"):
        ivy.transpile(traps.Unknown, source="torch", target="numpy")


def test_every_problem_is_listed() -> None:
    with pytest.raises(TranspileError) as caught:
        ivy.transpile(traps.undone, source="torch", target="numpy")
    first = traps.undone.__code__.co_firstlineno
    assert f"traps.py:{first + 1}: torch.Tensor.backward" in str(caught.value)
    assert f"traps.py:{first + 2}: torch.fft.fft" in str(caught.value)


def test_assumption_is_reported_when_a_branch_depends_on_an_array() -> None:
    native = ivy.transpile(traps.branch, source="torch", target="jax")
    reasons = [s.reason for s in ivy.transpile.report(native).assumptions]
    assert any("cannot be compiled" in r for r in reasons)


def test_names_of_the_source_in_messages_are_converted() -> None:
    native = ivy.transpile(traps.message, source="torch", target="numpy")
    x: Any = numpy.zeros((1,) * 6, numpy.float32)
    with pytest.raises(ValueError, match=r"a np\.ndarray of rank 5, got np\.float32"):
        native(x)


@pytest.mark.parametrize("target", TARGETS)
def test_training_known_at_run_time_only(target: str) -> None:
    """Converted so that both modes are right, or refused."""
    x = torch.ones(1000)
    try:
        native = ivy.transpile(traps.runtime_training, source="torch", target=target)
    except TranspileError as error:
        assert "dropout" in str(error)  # noqa: PT017 - either outcome is right
        return
    assert_converted(traps.runtime_training, native, (x, False), target)
    from ivy_tests.transpiler.support import to_native

    dropped = numpy.asarray(native(to_native(x, target), True))
    assert set(numpy.unique(dropped)) == {0.0, 2.0}
    assert 350 < (dropped == 0).sum() < 650
