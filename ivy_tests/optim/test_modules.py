"""Optimisers of modules, eagerly and in `ivy.compile`."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy import optim

X = numpy.random.default_rng(0).normal(size=(5, 3)).astype("float32")


class Layer(ivy.nn.Module):
    def __init__(self):
        self.weight = ivy.ones((3, 2))
        self.bias = ivy.zeros(2)
        self.seen = ivy.asarray(0)

    def forward(self, x):
        return x @ self.weight + self.bias


def loss(layer, x):
    return ivy.sum(layer(x) ** 2)


def made(name):
    """Return an optimiser with options of every kind: numbers, arrays, schedules, other ones."""
    schedule = optim.schedules.linear(0.01, 0.0, steps=6)
    if name == "groups":
        return optim.Groups(
            {"*bias": optim.SGD(schedule, momentum=0.9), "*": optim.Adam(ivy.asarray(0.1))}
        )
    return optim.MixedPrecision(optim.Lion(schedule))


def by_hand(optimiser, steps):
    params = {"weight": ivy.ones((3, 2)), "bias": ivy.zeros(2)}
    state = optimiser.init(params)
    x = ivy.asarray(X)
    for _ in range(steps):
        gradients = ivy.grad(lambda p: ivy.sum((x @ p["weight"] + p["bias"]) ** 2))(params)
        params, state = optimiser.update(gradients, state, params)
    return params


@pytest.mark.parametrize(("name", "how"), [("mixed", "eager"), ("groups", "compiled")])
def test_steps_of_a_module(name, how, backend):
    layer, optimiser = Layer(), made(name)

    def step(x):
        value, gradients = ivy.value_and_grad(loss)(layer, x)
        assert optimiser.step(layer, gradients) is layer
        return value

    run = ivy.compile(step) if how == "compiled" else step
    values = [run(ivy.asarray(X)).item() for _ in range(4)]
    assert len(set(values)) == 4
    for path, x in by_hand(made(name), 4).items():
        got = ivy.to_numpy(layer.parameters()[path])
        numpy.testing.assert_allclose(got, ivy.to_numpy(x), rtol=1e-4, atol=1e-5)
    assert layer.seen.item() == 0
    if how == "compiled":
        assert len(run.sources) == 1  # after the first call, which made the state


def test_modules_in_containers():
    layers = [Layer(), {"second": Layer()}]
    gradients = [{"weight": ivy.ones((3, 2)), "bias": ivy.ones(2)} for _ in range(2)]
    new = optim.SGD(0.5).step(layers, [gradients[0], {"second": gradients[1]}])
    assert new[0] is layers[0]
    assert new[1]["second"] is layers[1]["second"]
    assert layers[1]["second"].bias.tolist() == [-0.5, -0.5]


def test_frozen_parameters_stay():
    layer = Layer().freeze("weight")
    optimiser = optim.Adam(0.1)
    optimiser.step(layer, ivy.grad(loss)(layer, ivy.asarray(X)))
    assert layer.weight.tolist() == ivy.ones((3, 2)).tolist()
    assert sorted(optimiser.state_dict()) == ["mean.bias", "step", "variance.bias"]


def test_lbfgs_and_averages_take_modules():
    layer = Layer()
    x = ivy.asarray(X)
    optimiser = optim.LBFGS(line_search="strong_wolfe")
    assert optimiser.step(layer, lambda m: loss(m, x)) is layer
    assert loss(layer, x).item() < 1e-6
    average = optim.ExponentialMovingAverage().step(layer)
    assert average["weight"].tolist() == layer.weight.tolist()
    before = layer.weight.tolist()
    with pytest.raises(ZeroDivisionError):
        optimiser.step(layer, lambda m: 1 / 0)
    assert layer.weight.tolist() == before


def test_pure_functions_take_arrays_only():
    layer = Layer()
    optimiser = optim.Adam()
    state = optimiser.init(layer.trainable())
    with pytest.raises(TypeError, match=r"got Layer; take its arrays with trainable\(\)"):
        optimiser.update(layer.trainable(), state, layer)
