"""Which backend runs what: contexts, settings, arrays of several backends, and compilers."""

from __future__ import annotations

import asyncio
import threading

import numpy
import pytest

import ivy
from ivy.array import CLASSES, Array
from ivy_tests.support.backends import AVAILABLE, needs
from ivy_tests.support.compare import assert_same

OTHER = AVAILABLE[-1]

# -- contexts ------------------------------------------------------------------------------------


def test_default_is_numpy():
    assert ivy.current_backend() == "numpy"
    assert ivy.zeros(2).backend == "numpy"


def test_set_and_unset(backend):
    ivy.set_backend(backend)
    assert ivy.current_backend() == backend
    assert ivy.zeros(2).backend == backend
    ivy.unset_backend()
    assert ivy.zeros(2).backend == "numpy"


def test_with_backend_restores():
    with ivy.with_backend(OTHER):
        with ivy.with_backend("numpy"):
            assert ivy.current_backend() == "numpy"
        assert ivy.current_backend() == OTHER
        assert ivy.zeros(2).backend == OTHER
    assert ivy.current_backend() == "numpy"


def test_with_backend_restores_after_an_error():
    with pytest.raises(ZeroDivisionError), ivy.with_backend(OTHER):
        raise ZeroDivisionError
    assert ivy.current_backend() == "numpy"


def test_with_backend_that_does_not_exist_changes_nothing():
    with pytest.raises(ValueError, match="abacus"), ivy.with_backend("abacus"):
        pass
    assert ivy.current_backend() == "numpy"


def test_threads_have_their_own_backend():
    seen = []
    ready, go_on = threading.Event(), threading.Event()

    def work():
        seen.append(ivy.current_backend())
        with ivy.with_backend(OTHER):
            ready.set()
            go_on.wait(10)
            seen.append(ivy.current_backend())

    thread = threading.Thread(target=work)
    thread.start()
    assert ready.wait(60)
    assert ivy.current_backend() == "numpy"
    go_on.set()
    thread.join()
    assert seen == ["numpy", OTHER]


def test_tasks_have_their_own_backend():
    async def work(name):
        with ivy.with_backend(name):
            before = ivy.zeros(1).backend
            await asyncio.sleep(0)
            return before, ivy.zeros(1).backend

    async def all_at_once():
        return await asyncio.gather(*[work(name) for name in AVAILABLE])

    assert asyncio.run(all_at_once()) == [(name, name) for name in AVAILABLE]
    assert ivy.current_backend() == "numpy"


def test_settings_are_restored_after_an_error():
    with pytest.raises(ZeroDivisionError), ivy.config.float_dtype("float64"):
        raise ZeroDivisionError
    assert ivy.zeros(1).dtype == "float32"


def test_settings_are_private_to_a_thread():
    seen = []
    with ivy.config.float_dtype("float64"):
        thread = threading.Thread(target=lambda: seen.append(ivy.zeros(1).dtype.name))
        thread.start()
        thread.join()
    assert seen == ["float32"]


@pytest.mark.parametrize("setting", [ivy.config.float_dtype, ivy.config.int_dtype])
def test_setting_of_the_wrong_kind_is_an_error(setting):
    with pytest.raises(TypeError, match=r"ivy\.config: expected an? .* dtype, got bool"):
        setting.set("bool")


# -- arrays decide -------------------------------------------------------------------------------


def test_arrays_stay_on_their_backend(backend):
    x = ivy.asarray([1.0, 2.0])
    with ivy.with_backend("numpy"):
        results = [ivy.exp(x), x + 1, ivy.sum(x), ivy.zeros_like(x), ivy.concat([x, x]), x[0]]
    assert [r.backend for r in results] == [backend] * 6


def test_arrays_of_all_backends_live_side_by_side():
    arrays = {name: ivy.to_backend(ivy.asarray([1.0, 2.0]), name) for name in AVAILABLE}
    results = {name: ivy.exp(x).backend for name, x in arrays.items()}
    assert results == {name: name for name in AVAILABLE}


def test_native_arrays_say_where(backend):
    native = ivy.to_native(ivy.asarray([1.0, 2.0]))
    with ivy.with_backend("numpy"):
        assert_same(ivy.sum(native), 3.0, backend=backend)
        assert_same(ivy.add(native, 1), [2.0, 3.0], backend=backend)
        assert_same(ivy.add(1, native), [2.0, 3.0], backend=backend)
        assert_same(ivy.concat([native, native]), [1.0, 2.0, 1.0, 2.0], backend=backend)


def test_native_array_beside_an_array(backend):
    x = ivy.asarray([1.0, 2.0])
    native = ivy.to_native(ivy.asarray([3, 4]))
    assert_same(ivy.add(x, native), [4.0, 6.0])
    assert_same(ivy.add(native, x), [4.0, 6.0])


def test_to_native_makes_no_copy(backend):
    x = ivy.asarray([1.0])
    assert ivy.to_native(x) is x.data
    assert ivy.to_native(7) == 7


def test_native_array_is_wrapped_without_a_copy(backend):
    native = ivy.to_native(ivy.asarray([1.0]))
    assert ivy.asarray(native).data is native


def test_to_backend_keeps_values_and_dtype(backend):
    for dtype in ("float16", "bfloat16", "int8", "uint64", "bool", "complex64"):
        x = ivy.asarray(numpy.array([[1, 0, 3]]), dtype=dtype)
        there = ivy.to_backend(x, OTHER)
        assert (there.backend, there.dtype, there.shape) == (OTHER, dtype, (1, 3))
        assert_same(ivy.to_backend(there, backend), ivy.to_numpy(x))


def test_is_array(backend):
    x = ivy.asarray([1.0])
    assert ivy.is_array(x)
    assert ivy.is_array(x.data)
    assert not ivy.is_array([1.0])
    assert not ivy.is_array(1.0)


def test_creation_of_natives_on_their_own_backend(backend):
    native = ivy.to_native(ivy.asarray([1.0]))
    with ivy.with_backend("numpy"):
        assert ivy.asarray(native).backend == backend


def test_numpy_values_go_to_the_current_backend(backend):
    assert ivy.asarray(numpy.ones(2, "float32")).backend == backend
    assert ivy.asarray([numpy.float32(1), 2]).backend == backend


# -- compilers and pytrees -----------------------------------------------------------------------


def squares(x: Array) -> Array:
    return ivy.sum(x * x + 1)


@needs("jax")
def test_arrays_pass_through_jax_transformations():
    import jax

    x = ivy.to_backend(ivy.asarray([1.0, 2.0]), "jax")
    assert_same(jax.jit(squares)(x), 7.0, backend="jax")
    assert_same(jax.grad(lambda x: squares(x).data)(x), [2.0, 4.0], backend="jax")
    assert_same(jax.vmap(lambda x: x + 1)(x), [2.0, 3.0], backend="jax")
    leaves, tree = jax.tree.flatten({"a": x})
    assert [type(leaf) for leaf in leaves] == [type(x.data)]
    assert_same(jax.tree.unflatten(tree, leaves)["a"], [1.0, 2.0], backend="jax")


@needs("jax")
def test_jit_traces_once():
    import jax

    count = []

    @jax.jit
    def f(x):
        count.append(1)
        return x * 2

    for value in (1.0, 2.0):
        assert_same(f(ivy.to_backend(ivy.asarray([value]), "jax")), [2 * value], backend="jax")
    assert count == [1]


@needs("tensorflow")
def test_arrays_pass_through_tf_function_without_retracing():
    import tensorflow

    count = []

    @tensorflow.function
    def f(x):
        count.append(1)
        return squares(x)

    for value in (1.0, 2.0, 3.0):
        x = ivy.to_backend(ivy.asarray([value]), "tensorflow")
        assert_same(f(x), value**2 + 1, backend="tensorflow")
    assert len(count) == 1


@needs("torch")
def test_arrays_pass_through_torch_compile():
    import torch

    torch.compiler.reset()
    f = torch.compile(squares, backend="eager")
    x = ivy.to_backend(ivy.asarray([1.0, 2.0]), "torch")
    assert_same(f(x), 7.0, backend="torch")


@needs("torch")
def test_torch_derives_through_ivy():
    import torch

    x = torch.tensor([1.0, 2.0], requires_grad=True)
    squares(x).data.backward()
    assert_same(x.grad, [2.0, 4.0], backend="torch")


@needs("tensorflow")
def test_tensorflow_derives_through_ivy():
    import tensorflow

    x = tensorflow.Variable([1.0, 2.0])
    with tensorflow.GradientTape() as tape:
        y = squares(x)
    assert_same(tape.gradient(y.data, x), [2.0, 4.0], backend="tensorflow")


def test_arrays_are_nodes_for_optree(backend):
    import optree

    x = ivy.asarray([1.0, 2.0])
    leaves, tree = optree.tree_flatten({"a": x, "b": 3})
    assert [type(leaf) for leaf in leaves] == [type(x.data), int]
    assert_same(optree.tree_unflatten(tree, leaves)["a"], [1.0, 2.0])


@needs("torch")
def test_arrays_are_nodes_for_torch():
    from torch.utils import _pytree

    x = ivy.to_backend(ivy.asarray([1.0, 2.0]), "torch")
    leaves, tree = _pytree.tree_flatten([x])
    assert [type(leaf) for leaf in leaves] == [type(x.data)]
    assert_same(_pytree.tree_unflatten(leaves, tree)[0], [1.0, 2.0], backend="torch")


def test_each_backend_has_one_class():
    assert [CLASSES[name].NAME for name in AVAILABLE] == list(AVAILABLE)
