"""Modules as native ones: the same results, trained by each framework's own means."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ivy
from ivy.nn import Buffer, Module
from ivy.nn.conversion import to_flax_module, to_keras_layer, to_torch_module
from ivy_tests.support.backends import needs


class Net(Module):
    def __init__(self) -> None:
        draw = numpy.random.default_rng(0).normal
        self.layers = [
            {"weight": ivy.asarray(draw(size=(4, 3)))},
            {"weight": ivy.asarray(draw(size=(1, 4)))},
        ]
        self.shift = ivy.zeros(1, dtype="float64")
        self.seen = Buffer(ivy.asarray(0))

    def forward(self, x: Any, *, scale: float = 1.0) -> Any:
        if self.training:
            self.seen = self.seen + 1
        for each in self.layers:
            x = ivy.tanh(x @ each["weight"].T)
        return x * scale + self.shift


X = numpy.random.default_rng(1).normal(size=(5, 3))
PATHS = ["layers.0.weight", "layers.1.weight", "shift"]


def expected(rate: float) -> tuple[Any, dict[str, Any]]:
    """Return the result, and the parameters after a step against the gradient of its sum."""
    model = Net()
    result = ivy.to_numpy(model(ivy.asarray(X)))
    gradients = ivy.grad(lambda m, x: ivy.sum(m(x)))(model, ivy.asarray(X))
    model.freeze("shift")
    after = {p: ivy.to_numpy(x - rate * gradients[p]) for p, x in model.trainable().items()}
    return result, {**after, "shift": numpy.zeros(1)}


def close(actual: Any, wanted: Any) -> None:
    numpy.testing.assert_allclose(numpy.asarray(actual), wanted, rtol=1e-10, atol=1e-14)


@needs("torch")
def test_torch(tmp_path):
    import torch

    result, after = expected(0.125)
    native = to_torch_module(Net().freeze("shift"))
    assert sorted(n for n, _ in native.named_parameters()) == PATHS
    optimiser = torch.optim.SGD([p for p in native.parameters() if p.requires_grad], lr=0.125)
    out = native(torch.tensor(X))
    assert type(out) is torch.Tensor
    close(out.detach(), result)
    close(native(torch.tensor(X), scale=2.0).detach(), 2 * result)
    out.sum().backward()
    optimiser.step()
    for path, value in native.named_parameters():
        close(value.detach(), after[path])
    assert int(native.seen) == 2
    native.eval()(torch.tensor(X))
    assert int(native.seen) == 2
    torch.save(native.state_dict(), tmp_path / "model.pt")
    other = to_torch_module(Net())
    other.load_state_dict(torch.load(tmp_path / "model.pt"))
    close(other.state_dict()["layers.0.weight"], after["layers.0.weight"])


@needs("tensorflow")
def test_keras(tmp_path):
    import keras
    import tensorflow as tf

    result, after = expected(0.125)
    layer = to_keras_layer(Net().freeze("shift"))
    assert [v.name for v in layer.trainable_variables] == [p.replace(".", "_") for p in PATHS[:2]]
    with tf.GradientTape() as tape:
        out = layer(tf.constant(X), training=True)
        total = tf.reduce_sum(out)
    close(out, result)
    gradients = tape.gradient(total, layer.trainable_variables)
    keras.optimizers.SGD(0.125).apply(gradients, layer.trainable_variables)
    for path, variable in zip(PATHS[:2], layer.trainable_variables, strict=True):
        close(variable, after[path])
    assert int(layer.non_trainable_variables[-1]) == 1
    model = keras.Sequential([layer])
    model.compile("sgd", "mse")
    assert model.fit(X, result, epochs=1, verbose=0).history["loss"][0] < 1.0


@needs("jax")
def test_flax():
    import jax.numpy as jnp
    from flax import nnx

    result, after = expected(0.125)
    native = to_flax_module(Net().freeze("shift"))
    close(native(jnp.asarray(X)), result)

    @nnx.jit
    def step(model: Any, x: Any) -> Any:
        gradients = nnx.grad(lambda m: jnp.sum(m(x)))(model)
        state = nnx.state(model, nnx.Param)
        nnx.update(model, _minus(state, gradients))

    step(native, jnp.asarray(X))
    for path in PATHS[:2]:
        close(native.parameters[path][...], after[path])
    assert int(native.statistics["seen"][...]) == 2
    native.eval()
    native(jnp.asarray(X))
    assert int(native.statistics["seen"][...]) == 2


def _minus(state: Any, gradients: Any) -> Any:
    import jax

    return jax.tree.map(lambda x, g: x - 0.125 * g, state, gradients)


@pytest.mark.parametrize("convert", [to_torch_module, to_keras_layer, to_flax_module])
def test_no_module(convert):
    with pytest.raises(TypeError, match=r"expected an ivy\.nn\.Module, got int"):
        convert(3)
