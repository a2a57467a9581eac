"""Tracing: a replay gives what the function gives, and nothing about it is silently frozen."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy
import pytest

import ivy
from ivy.errors import MixedBackendError, TraceError
from ivy_tests.support.backends import needs
from ivy_tests.support.compare import assert_same

Pair = namedtuple("Pair", ["first", "second"])


def array(*shape: int, dtype: str = "float32", seed: int = 0) -> ivy.Array:
    draws = numpy.random.default_rng(seed).normal(size=shape) * 3
    return ivy.asarray(draws.astype("float64"), dtype=dtype)


def promotes(x: Any, y: Any) -> Any:
    return x + y, ivy.concat([x, y, x]), x * 2, y / 2, 1 - y, ivy.maximum(x, y)


def optional(x: Any) -> Any:
    return ivy.clip(x, None, 1.0), ivy.clip(x, -1.0, 1.0), ivy.clip(x)


def several(x: Any) -> Any:
    parts = ivy.split(x, (1, 3), axis=1)
    best = ivy.top_k(x, 2)
    return parts[1], ivy.unstack(x)[0], best.values, best.indices, ivy.svd(x).S


def unique(x: Any) -> Any:
    found = ivy.unique_inverse(ivy.astype(x, "int32"))
    return found.values, found.inverse_indices + 1, ivy.nonzero(x > 0)


def reads(x: Any) -> Any:
    rows = ivy.asarray([2, 0])
    return x[1:, ::-1], x[None, ..., 0], x[-1], x[rows], x[rows, 1:3], x[x > 0], x[:, rows][0]


def writes(x: Any) -> Any:
    y = x * 1
    y[0] = 4.5
    y[:, ::-2] = y[:, ::-2] - 1
    y[y > 3] = 0.0
    y += 1
    buffer = ivy.zeros((2, 4))
    buffer[1] = y[0]
    x[...] = 7.0
    return y, buffer, x


def convolves(x: Any, w: Any, b: Any) -> Any:
    y = ivy.conv2d(x, w, b, padding=((1, 1), (1, 1)))
    y = ivy.max_pool2d(ivy.gelu(y), window=(2, 2), strides=(2, 2))
    return ivy.flatten(y), ivy.conv2d(x, w, strides=(2, 2))


def classifies(x: Any, target: Any) -> Any:
    return (
        ivy.softmax(x, axis=-1),
        ivy.cross_entropy(x, target),
        ivy.layer_norm(x, None, None, axis=-1),
    )


def draws(x: Any) -> Any:
    kept = ivy.dropout(x, 0.5)
    return (
        kept,
        ivy.random_normal(shape=(3,)),
        ivy.random_permutation(5),
        ivy.randint(0, 9, shape=(2,)),
    )


def branches(x: Any, *, deep: bool = False) -> Any:
    if x.ndim == 2 and len(x) > 2 and not deep:
        x = ivy.mean(x, axis=0)
    for row in ivy.ones((2, x.shape[-1])):
        x = x + row
    return x


def creates(x: Any) -> Any:
    return (
        ivy.zeros(3) + ivy.arange(3),
        ivy.full((2,), 2.5, dtype="float64"),
        ivy.eye(2),
        ivy.ones_like(x),
        ivy.asarray([1, 2, 3]) * ivy.sum(x),
        ivy.linspace(0, 1, 3),
    )


def special(x: Any) -> Any:
    return ivy.where(x > 0, x, -ivy.inf), x + ivy.nan, ivy.where(x > 0, 0.1, x), x - -0.0


def reduces(x: Any) -> Any:
    return (
        ivy.sum(x > 0),
        ivy.var(x, axis=1, correction=1),
        ivy.max(x, axis=(0, 1)),
        ivy.argmax(x, axis=0),
        ivy.einsum("ij,kj->ik", [x, x]),
        ivy.sort(x, descending=True),
        ivy.astype(x, "int8"),
        x @ ivy.matrix_transpose(x),
    )


def detours(x: Any, n: Any) -> Any:
    return ivy.svd(x).S, n // 0, n % (n - n), ivy.astype(x * 100, "uint8"), n.astype("uint16") * 3


def nests(data: Any, *rest: Any, scale: float = 2.0, **named: Any) -> Any:
    total = data["w"] * scale + data["b"][0] + rest[0] + named["extra"].second
    return {"total": total, "pair": Pair(total, [data["w"], None, "text", 3])}


X = (3, 4)
CASES = {
    "promotes": (promotes, lambda: (array(*X, dtype="float16"), array(*X, dtype="float64"))),
    "mixes": (promotes, lambda: (array(*X, dtype="int32"), array(*X))),
    "optional": (optional, lambda: (array(*X),)),
    "several": (several, lambda: (array(*X),)),
    "unique": (unique, lambda: (array(*X),)),
    "reads": (reads, lambda: (array(*X),)),
    "writes": (writes, lambda: (array(*X),)),
    "convolves": (
        convolves,
        lambda: (array(1, 2, 6, 6), array(3, 2, 3, 3, seed=1), array(3, seed=2)),
    ),
    "classifies": (classifies, lambda: (array(*X), ivy.asarray([1, 0, 3]))),
    "draws": (draws, lambda: (array(*X),)),
    "branches": (branches, lambda: (array(*X),)),
    "creates": (creates, lambda: (array(*X),)),
    "special": (special, lambda: (array(*X),)),
    "detours": (detours, lambda: (array(*X, dtype="float16"), array(*X, dtype="int16"))),
    "reduces": (reduces, lambda: (array(*X),)),
}


def copied(args: Any) -> Any:
    return tuple([a * 1 for a in args])


@pytest.mark.parametrize("name", CASES)
def test_replay_equals_direct_call(name: str, backend: str) -> None:
    fn, make = CASES[name]
    args = make()
    graph = ivy.trace_graph(fn, make())
    ivy.seed(3)
    expected = fn(*copied(args))
    ivy.seed(3)
    actual = graph(*args)
    assert type(actual) is type(expected)
    for a, e in zip(flat(actual), flat(expected), strict=True):
        assert_same(a, e.to_numpy())
    assert_same(args, [a.to_numpy() for a in make()])


def flat(value: Any) -> list[ivy.Array]:
    return [v for part in value for v in flat(part)] if isinstance(value, tuple | list) else [value]


def test_replay_computes_with_new_values(backend: str) -> None:
    graph = ivy.trace_graph(lambda x, y: x @ y + 1, (ivy.zeros((1, 2)), ivy.zeros((2, 1))))
    result = graph(ivy.asarray([[1.0, 2.0]]), ivy.asarray([[3.0], [4.0]]))
    assert_same(result, [[12.0]])


def test_containers_keep_their_structure(backend: str) -> None:
    def given(factor: float) -> tuple[Any, Any]:
        a = ivy.full(2, factor)
        return ({"w": a, "b": [a + 1]}, a), {"scale": 3.0, "extra": Pair(0, a * 10)}

    args, kwargs = given(1.0)
    graph = ivy.trace_graph(nests, args, kwargs)
    args, kwargs = given(2.0)
    actual = graph(*args, **kwargs)
    assert list(actual) == ["total", "pair"]
    assert type(actual["pair"]) is Pair
    assert_same(actual["total"], [31.0, 31.0], dtype="float32")
    assert actual["pair"].second[1:] == [None, "text", 3]
    assert_same(actual["pair"].second[0], [2.0, 2.0], dtype="float32")


def test_native_takes_and_returns_native_arrays(backend: str) -> None:
    graph = ivy.trace_graph(nests_simply, ({"w": ivy.ones(2)}, 3))
    native = ivy.to_native(ivy.ones(2))
    result = graph.native({"w": native})
    assert list(result) == ["y", "x"]
    assert type(result["y"]) is type(native)
    assert_same(result["y"], [3.0, 3.0], dtype="float32", backend=backend)


def nests_simply(data: Any, factor: int) -> Any:
    return {"y": data["w"] * factor, "x": [data["w"]]}


def test_native_arrays_are_accepted(backend: str) -> None:
    native = ivy.to_native(ivy.ones(2))
    graph = ivy.trace_graph(lambda x: x + 1, (native,))
    assert_same(graph(native), [2.0, 2.0], dtype="float32")


def test_arrays_from_elsewhere_are_constants(backend: str) -> None:
    weight = ivy.asarray([1.0, 2.0])
    graph = ivy.trace_graph(lambda x: x * weight + weight, (ivy.ones(2),))
    assert [n.kind for n in graph.nodes].count("constant") == 1
    assert_same(graph(ivy.asarray([2.0, 3.0])), [3.0, 8.0], dtype="float32")


def test_gradients_are_traced(backend: str) -> None:
    def step(x: Any, w: Any) -> Any:
        return ivy.value_and_grad(lambda w: ivy.sum(ivy.square(x * w)))(w)

    graph = ivy.trace_graph(step, (ivy.ones(2), ivy.ones(2)))
    value, gradient = graph(ivy.asarray([1.0, 2.0]), ivy.asarray([3.0, 1.0]))
    assert_same(value, 13.0, dtype="float32")
    assert_same(gradient, [6.0, 8.0], dtype="float32")


@needs("jax")
def test_native_runs_under_jit() -> None:
    import jax

    with ivy.with_backend("jax"):
        graph = ivy.trace_graph(classifies, (array(*X), ivy.asarray([1, 0, 3])))
        args = (array(*X, seed=5), ivy.asarray([0, 0, 1]))
        expected = graph(*args)
        actual = jax.jit(graph.native)(*[a.native for a in args])
        for a, e in zip(actual, expected, strict=True):
            assert_same(a, e.to_numpy(), backend="jax")


@needs("tensorflow")
def test_native_runs_in_tf_function() -> None:
    import tensorflow as tf

    with ivy.with_backend("tensorflow"):
        graph = ivy.trace_graph(classifies, (array(*X), ivy.asarray([1, 0, 3])))
        args = (array(*X, seed=5), ivy.asarray([0, 0, 1]))
        expected = graph(*args)
        actual = tf.function(graph.native)(*[a.native for a in args])
        for a, e in zip(actual, expected, strict=True):
            assert_same(a, e.to_numpy(), backend="tensorflow")


@needs("jax")
def test_arrays_are_converted_to_the_backend_that_is_asked_for() -> None:
    graph = ivy.trace_graph(lambda x: x + 1, (ivy.ones(2),), backend="jax")
    result = graph(ivy.to_backend(ivy.ones(2), "jax"))
    assert_same(result, [2.0, 2.0], dtype="float32", backend="jax")


# -- random numbers ------------------------------------------------------------------------------


def test_random_numbers_are_drawn_anew(backend: str) -> None:
    graph = ivy.trace_graph(lambda: ivy.random_uniform(shape=(4,)))
    assert graph().tolist() != graph().tolist()


def test_random_numbers_follow_the_seed(backend: str) -> None:
    graph = ivy.trace_graph(lambda: ivy.random_uniform(shape=(4,)))
    ivy.seed(8)
    first = graph()
    ivy.seed(8)
    assert_same(graph(), first.to_numpy())


def test_draws_are_not_merged(backend: str) -> None:
    graph = ivy.trace_graph(
        lambda: (ivy.random_uniform(shape=(4,)), ivy.random_uniform(shape=(4,)))
    )
    a, b = graph()
    assert a.tolist() != b.tolist()


@needs("jax")
def test_a_draw_under_jit_is_refused() -> None:
    import jax

    with ivy.with_backend("jax"):
        graph = ivy.trace_graph(lambda: ivy.random_uniform(shape=(4,)))
        with pytest.raises(TraceError, match="would be frozen"):
            jax.jit(graph.native)()


# -- what is not known while tracing -------------------------------------------------------------


def asks_bool(x: Any) -> Any:
    if ivy.sum(x) > 0:
        return x
    return -x


def asks_item(x: Any) -> Any:
    return x * ivy.sum(x).item()


def asks_float(x: Any) -> Any:
    return x * float(ivy.sum(x))


def asks_int(x: Any) -> Any:
    return x[: int(ivy.sum(x))]


def asks_index(x: Any) -> Any:
    return list(range(5))[ivy.asarray(3) + ivy.argmax(x)]


def asks_list(x: Any) -> Any:
    return x.tolist()


def asks_numpy(x: Any) -> Any:
    return numpy.sin(x)


def asks_native(x: Any) -> Any:
    return ivy.to_native(x)


def asks_shape(x: Any) -> Any:
    return ivy.zeros(x[x > 0].shape)


@pytest.mark.parametrize(
    ("fn", "what"),
    [
        (asks_bool, "bool\\(\\) of a traced array"),
        (asks_item, "item\\(\\) of a traced array"),
        (asks_float, "float\\(\\) of a traced array"),
        (asks_int, "int\\(\\) of a traced array"),
        (asks_index, "an integer for a traced array"),
        (asks_list, "the values of a traced array"),
        (asks_numpy, "a NumPy array for a traced array"),
        (asks_native, "the native array of a traced array"),
        (asks_shape, "the shape of a traced array .* depends on values"),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_asking_for_values_raises_with_the_users_line(fn: Any, what: str) -> None:
    line = fn.__code__.co_firstlineno + 1
    with pytest.raises(TraceError, match=f"{what}.*test_trace.py, line {line}: ") as caught:
        ivy.trace_graph(fn, (ivy.ones(2),))
    assert "ivy.where" in str(caught.value)


def test_a_traced_array_that_escapes_cannot_be_used() -> None:
    kept = []
    ivy.trace_graph(lambda x: kept.append(x + 1), (ivy.ones(2),))
    with pytest.raises(TraceError, match="outside of its trace; return what is needed"):
        kept[0] + 1


def test_an_outside_array_cannot_be_changed_by_traced_values() -> None:
    total = ivy.zeros(2)

    def fn(x: Any) -> None:
        total[...] = x

    with pytest.raises(TypeError, match="an in-place operation keeps the kind of array"):
        ivy.trace_graph(fn, (ivy.ones(2),))


def test_a_failed_trace_restores_the_backend() -> None:
    with pytest.raises(TraceError):
        ivy.trace_graph(asks_bool, (ivy.ones(2),))
    assert_same(ivy.zeros(2) + 1, [1.0, 1.0], dtype="float32", backend="numpy")


def test_an_object_in_the_result_is_refused() -> None:
    with pytest.raises(TraceError, match="got object; return the arrays in it"):
        ivy.trace_graph(lambda x: [x, object()], (ivy.ones(2),))


def test_args_must_be_a_sequence() -> None:
    with pytest.raises(TypeError, match="expected args to be a tuple, got NumpyArray"):
        ivy.trace_graph(ivy.exp, ivy.ones(2))


@needs("jax")
def test_arrays_of_two_backends_are_refused() -> None:
    other = ivy.to_backend(ivy.ones(2), "jax")
    with pytest.raises(MixedBackendError, match="say which backend is meant"):
        ivy.trace_graph(ivy.add, (ivy.ones(2), other))
    with pytest.raises(MixedBackendError, match="while fn is traced on numpy"):
        ivy.trace_graph(titled(lambda x: x + other), (ivy.ones(2),))


def titled(fn: Any) -> Any:
    fn.__name__ = "fn"
    return fn


# -- replays that do not fit ---------------------------------------------------------------------


def affine(x: Any, w: Any, factor: float = 2.0) -> Any:
    return x * w["scale"] * factor


def good() -> Any:
    return ivy.ones((2, 3)), {"scale": ivy.ones(3)}


def replaying(*args: Any, **kwargs: Any) -> Any:
    return ivy.trace_graph(affine, good())(*args, **kwargs)


@pytest.mark.parametrize(
    ("args", "error", "text"),
    [
        (
            lambda x, w: (ivy.ones((4, 3)), w),
            ValueError,
            r"affine: expected x of shape \(2, 3\) and dtype float32, as recorded, "
            r"got shape \(4, 3\) and dtype float32",
        ),
        (
            lambda x, w: (x, {"scale": ivy.ones(3, dtype="int64")}),
            TypeError,
            r"affine: expected w\['scale'\] of shape \(3,\) and dtype float32.*dtype int64",
        ),
        (lambda x, w: (x, [w]), TypeError, "affine: expected w to be structured as"),
        (lambda x, w: (x,), TypeError, r"affine: missing a required argument: 'w'"),
        (lambda x, w: (x, w, 3.0), ValueError, "expected factor to be 2.0, which is part of"),
        (lambda x, w: (x, w, 2.0, 1), TypeError, "affine: too many positional arguments"),
        (lambda x, w: (1.0, w), TypeError, "expected x to be an array, got 1.0"),
    ],
    ids=["shape", "dtype", "structure", "missing", "value", "many", "scalar"],
)
def test_arguments_that_do_not_fit_are_refused(args: Any, error: Any, text: str) -> None:
    with pytest.raises(error, match=text):
        replaying(*args(*good()))


def test_defaults_may_be_passed() -> None:
    x, w = good()
    assert_same(replaying(x, w=w, factor=2.0), numpy.full((2, 3), 2.0, "float32"))


@needs("jax")
def test_an_array_of_another_backend_is_refused() -> None:
    x, w = good()
    with pytest.raises(MixedBackendError, match="expected x on numpy, got an array of jax"):
        replaying(ivy.to_backend(x, "jax"), w)


def test_a_replay_inside_derivatives_is_refused() -> None:
    graph = ivy.trace_graph(lambda x: ivy.sum(x), (ivy.ones(2),))
    with pytest.raises(TraceError, match="call the function itself there"):
        ivy.value_and_grad(graph)(ivy.ones(2))


def test_a_functions_own_error_passes_and_names_the_operation() -> None:
    with pytest.raises(ValueError, match=r"broadcast|match") as caught:
        ivy.trace_graph(lambda x, y: x + y, (ivy.ones(2), ivy.ones(3)))
    assert "in ivy.add(x1=Array((2,), float32)" in "\n".join(caught.value.__notes__)
