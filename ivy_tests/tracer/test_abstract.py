"""Recording without values: what is known of a result, and what has to be recorded on values."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ivy
from ivy import backends, nn, trees
from ivy.array import Array
from ivy.optim import SGD, Adam
from ivy.tracer.trace import record
from ivy_tests.cases import CHAPTERS
from ivy_tests.support.backends import PARAMS
from ivy_tests.support.rows import Call, Case, arrays, each_call
from ivy_tests.tracer.test_compile import PASS, compiled

# The shapes of their results depend on values.
DYNAMIC = {
    "argwhere",
    "flatnonzero",
    "intersect1d",
    "nonzero",
    "setdiff1d",
    "setxor1d",
    "trim_zeros",
    "union1d",
    "unique_all",
    "unique_consecutive",
    "unique_counts",
    "unique_inverse",
    "unique_values",
}
# Some calls of theirs ask for values, all of them or on torch, where an index is a tensor.
ASKING = {
    "add_at",
    "as_strided",
    "bincount",
    "embedding",
    "getitem",
    "nms",
    "repeat",
    "roi_align",
    "take",
}


def leaves_of(value: Any) -> list[Any]:
    return trees.library().tree_leaves(value, is_leaf=lambda v: isinstance(v, Array))


WITHOUT_VALUES = [p for p in PARAMS if p.values != ("numpy",)]


@pytest.mark.parametrize("backend", WITHOUT_VALUES)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_shapes_and_dtypes_are_those_of_values(chapter, backend):
    seen = set(DYNAMIC | ASKING)
    with backends.with_backend(backend):
        for case, which in each_call(CHAPTERS[chapter]):
            if case.name not in seen:
                seen.add(case.name)
                recorded, known = recorded_and_known(case, which, backend)
                assert recorded == known, case.name


def recorded_and_known(case: Case, which: Call, backend: str) -> tuple[list[Any], list[Any]]:
    """Return the shapes and dtypes of a call without values, and of the same call with them."""
    given = tuple(map(arrays, case.arguments(which, case.main_dtype)))
    flat, tree = trees.library().tree_flatten(given, is_leaf=lambda v: isinstance(v, Array))
    places = [i for i, v in enumerate(flat) if isinstance(v, Array)]
    found: list[list[Any]] = []

    def f(*given: Any) -> Any:
        leaves = list(flat)
        for i, v in zip(places, given, strict=True):
            leaves[i] = v
        args, options = trees.library().tree_unflatten(tree, leaves)
        result = [v for v in leaves_of(case.public(*args, **options)) if isinstance(v, Array)]
        found.append([(v.shape, v.dtype) for v in result])
        return result

    record(f, [flat[i] for i in places], {}, backend, [], is_abstract=True)
    f(*[flat[i] for i in places])
    recorded, known = found
    return recorded, known


@pytest.mark.parametrize("name", ["nonzero", "unique_values"])
def test_shapes_that_depend_on_values_are_recorded_on_values(name, backend):
    def f(x: Any) -> Any:
        found = getattr(ivy, name)(x)
        return ivy.sum(ivy.astype(found[0] if isinstance(found, tuple) else found, "float64"))

    x = ivy.asarray([0.0, 3.0, 0.0, 2.0])
    # As dynamic as it is, tensorflow and numpy compile it.
    if backend in ("numpy", "tensorflow"):
        assert float(compiled(f, backend)(x)) == float(f(x))
    graph = ivy.trace_graph(f, args=(x,))
    assert float(graph(x)) == float(f(x))


def test_arrays_of_the_function_itself_are_constants(backend):
    table = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    run = compiled(lambda x: x @ table + ivy.arange(2, dtype=x.dtype), backend)
    assert run(ivy.asarray([[1.0, 1.0]])).tolist() == [[4.0, 7.0]]


WRONG = {
    "axis": lambda x: ivy.sum(x, axis=5),
    "take": lambda x: ivy.take(x, ivy.asarray([0, 1]), axis=4),
    "reshape": lambda x: ivy.reshape(x, (7,)),
    "matmul": lambda x: x @ x,
    "index": lambda x: x[5],
    "concat": lambda x: ivy.concat([x, ivy.ones((4, 4))]),
    "broadcast": lambda x: ivy.broadcast_to(x, (4, 4)),
    "linear": lambda x: ivy.linear(x, ivy.ones((2, 2))),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_are_those_of_the_operation(name, backend, capfd):
    x = ivy.ones((2, 3))
    with pytest.raises((ValueError, IndexError)) as direct:
        WRONG[name](x)
    capfd.readouterr()
    for run in (compiled(WRONG[name], backend), lambda x: ivy.trace_graph(WRONG[name], args=(x,))):
        with pytest.raises((ValueError, IndexError)) as recorded:
            run(x)
        assert str(recorded.value).splitlines()[0] == str(direct.value).splitlines()[0]
    assert "Traceback" not in capfd.readouterr().err


def step_of(model: Any, optimiser: Any) -> Any:
    def step(x: Any, y: Any) -> Any:
        value, gradients = ivy.value_and_grad(lambda m: ivy.mean(ivy.square(m(x) - y)))(model)
        optimiser.step(model, gradients)
        return value

    return step


@pytest.mark.parametrize("make", [Adam, lambda lr: SGD(lr, momentum=0.9)])
def test_the_first_step_of_an_optimiser_is_compiled(make, backend):
    x = ivy.asarray(numpy.random.default_rng(0).normal(size=(5, 3)).astype("float32"))
    y = ivy.sum(x, axis=1, keepdims=True)
    found = []
    for is_compiled in (False, True):
        ivy.seed(1)
        model, optimiser = nn.Linear(3, 1), make(0.1)
        step = step_of(model, optimiser)
        run = compiled(step, backend) if is_compiled else step
        found.append([float(run(x, y)) for _ in range(4)] + model.weight.tolist()[0])
        if is_compiled:
            assert len(run.sources) == 1
            assert optimiser.state is not None
    numpy.testing.assert_allclose(found[1], found[0], rtol=10 * PASS)


def test_an_error_after_the_first_step_leaves_no_state(backend):
    model, optimiser = nn.Linear(3, 1), Adam(0.1)
    step = step_of(model, optimiser)
    weight = model.weight

    def fails(x: Any, y: Any) -> Any:
        step(x, y)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        compiled(fails, backend)(ivy.ones((2, 3)), ivy.ones((2, 1)))
    assert optimiser.state is None
    assert model.weight is weight
