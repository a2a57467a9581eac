"""Arrays inside the frameworks' own compilers, maps and derivatives, and in containers."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import numpy
import optree
import pytest

import ivy
from ivy_tests.support.backends import needs

ROOT = pathlib.Path(__file__).parents[1]
X = numpy.arange(6, dtype="float32").reshape(2, 3)
W = numpy.ones((3, 4), "float32")


def array(backend, values):
    return ivy.to_backend(ivy.asarray(values), backend)


def program(x, w):
    """Go through operations of every kind: scalars, keys, sequences, composites, detours."""
    y = ivy.where(ivy.matmul(x, w) > 4, ivy.matmul(x, w) + 1, 0.0) * 2
    z = ivy.softmax(y, axis=-1)
    joined = ivy.concat([z[:, ::-1], y], axis=0)
    loss = ivy.cross_entropy(y, ivy.argmax(x, axis=1)) + ivy.sum(y) // 3
    return {"loss": loss, "all": [ivy.sort(joined, axis=-1), ivy.astype(joined, "int8")]}


def assert_equal(got, expected, backend):
    assert got["loss"].backend == backend
    leaves = [got["loss"], *got["all"]]
    for leaf, other in zip(leaves, [expected["loss"], *expected["all"]], strict=True):
        assert leaf.dtype is other.dtype
        numpy.testing.assert_allclose(leaf.to_numpy(), other.to_numpy(), rtol=1e-6)


@needs("jax")
@pytest.mark.parametrize("kept_by", ["jax", "numpy"])
def test_jit(kept_by):
    import jax

    ivy.set_backend("jax")
    ivy.ones(1)  # from here on, jax knows the arrays of every backend
    got = jax.jit(program)(array(kept_by, X), w=array(kept_by, W))
    assert_equal(got, program(array("numpy", X), array("numpy", W)), "jax")


@needs("jax")
def test_vmap():
    import jax

    got = jax.vmap(lambda row: {"sum": ivy.sum(row * 2)})(array("jax", X))
    assert got["sum"].tolist() == [6, 24]


@needs("jax")
def test_jax_grad():
    import jax

    def loss(w):
        return ivy.to_native(ivy.sum(ivy.matmul(array("jax", X), w) ** 2))

    got = jax.grad(loss)(array("jax", W))
    assert isinstance(got, ivy.Array)
    numpy.testing.assert_allclose(got.to_numpy(), 2 * X.T @ (X @ W))


@needs("jax")
def test_scan_carries_arrays():
    import jax

    def step(carry, row):
        return carry + ivy.sum(row), carry

    last, before = jax.lax.scan(step, array("jax", numpy.float32(0)), array("jax", X))
    assert (last.tolist(), before.tolist()) == (15, [0, 3])


@needs("jax")
def test_array_can_be_shown_while_jax_traces():
    import jax

    shown = []
    jax.jit(lambda x: shown.append(repr(x)))(array("jax", X))
    assert shown[0].startswith("Array(")
    assert "float32[2,3]" in shown[0]


@needs("torch")
def test_torch_compile():
    import torch

    torch.compiler.reset()
    run = torch.compile(program, backend="eager", fullgraph=True)
    got = run(array("torch", X), array("torch", W))
    assert_equal(got, program(array("numpy", X), array("numpy", W)), "torch")


@needs("torch")
def test_torch_compile_meets_an_operation_for_the_first_time():
    import torch

    x = array("torch", X)
    for name in ("op_tanh", "op_stack"):
        if name in type(x).__dict__:
            delattr(type(x), name)
    torch.compiler.reset()
    run = torch.compile(lambda x: ivy.tanh(ivy.stack([x, x])), backend="eager", fullgraph=True)
    numpy.testing.assert_allclose(run(x).to_numpy(), numpy.tanh(numpy.stack([X, X])), rtol=1e-6)


@needs("torch")
def test_torch_vmap():
    import torch

    got = torch.func.vmap(lambda row: ivy.sum(row * 2))(array("torch", X))
    assert got.tolist() == [6, 24]


@needs("torch")
def test_torch_grad():
    import torch

    def loss(w):
        return ivy.to_native(ivy.sum(ivy.matmul(array("torch", X), w) ** 2))

    got = torch.func.grad(loss)(array("torch", W))
    assert isinstance(got, ivy.Array)
    numpy.testing.assert_allclose(got.to_numpy(), 2 * X.T @ (X @ W))


@needs("tensorflow")
@pytest.mark.parametrize("autograph", [True, False])
def test_tf_function_traces_once_for_one_signature(autograph):
    import tensorflow

    traces = []

    def traced(x, w):
        traces.append(x.shape)
        return program(x, w)

    run = tensorflow.function(traced, autograph=autograph)
    x, w = array("tensorflow", X), array("tensorflow", W)
    assert_equal(run(x, w), program(array("numpy", X), array("numpy", W)), "tensorflow")
    run(x + 1, w)
    assert len(traces) == 1
    run(ivy.concat([x, x]), w)
    assert len(traces) == 2


@needs("tensorflow")
def test_tf_function_takes_containers():
    import tensorflow

    run = tensorflow.function(lambda d: {"out": d["a"] + d["b"][0]})
    x = array("tensorflow", X)
    assert run({"a": x, "b": [x]})["out"].tolist() == (X + X).tolist()


@needs("tensorflow")
def test_tf_function_relaxes_shapes():
    import tensorflow

    traces = []

    @tensorflow.function(reduce_retracing=True)
    def run(x):
        traces.append(x.shape)
        return ivy.sum(x, axis=0)

    for length in (2, 3, 4, 5):
        assert run(array("tensorflow", numpy.ones((length, 1)))).tolist() == [length]
    assert traces == [(2, 1), (None, 1)]


@needs("tensorflow")
def test_gradient_tape():
    import tensorflow

    w = array("tensorflow", W)
    with tensorflow.GradientTape() as tape:
        tape.watch(w.data)
        loss = ivy.sum(ivy.matmul(array("tensorflow", X), w) ** 2)
    got = tape.gradient(loss.data, w.data)
    numpy.testing.assert_allclose(got.numpy(), 2 * X.T @ (X @ W))


def test_optree(backend):
    x = array(backend, X)
    leaves, spec = optree.tree_flatten({"a": [x]})
    assert leaves[0] is x.data
    back = optree.tree_unflatten(spec, leaves)["a"][0]
    assert type(back) is type(x)
    assert back.data is x.data


@needs("torch")
def test_torch_pytree_holds_arrays_of_every_backend(backend):
    from torch.utils import _pytree

    array("torch", X)
    x = array(backend, X)
    leaves, spec = _pytree.tree_flatten({"a": x})
    assert leaves[0] is x.data
    assert type(_pytree.tree_unflatten(leaves, spec)["a"]) is type(x)


@needs("jax")
def test_looking_at_other_types_does_not_load_the_jax_backend():
    code = """
import jax, ivy
ivy.asarray([1, 2]) + 1
print(jax.config.jax_enable_x64)
ivy.set_backend("jax")
print(jax.config.jax_enable_x64)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.split() == ["False", "True"], done.stderr
