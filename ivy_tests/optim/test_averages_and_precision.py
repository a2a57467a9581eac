"""Averages of parameters, loss scaling, and wide parameters behind narrow ones."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy import optim
from ivy_tests.support.backends import needs


def drawn(steps=20):
    draw = numpy.random.default_rng(0)
    return [draw.normal(size=(2, 3)) for _ in range(steps)]


@needs("torch")
@pytest.mark.parametrize("decay", [0.9, None])
def test_average_equals_torch(decay):
    import torch
    from torch.optim import swa_utils

    model = torch.nn.Linear(3, 2, bias=False, dtype=torch.float64)
    options = {} if decay is None else {"avg_fn": swa_utils.get_ema_avg_fn(decay)}
    reference = swa_utils.AveragedModel(model, **options)
    average = optim.ExponentialMovingAverage(decay)
    for x in drawn():
        model.weight.data = torch.tensor(x)
        reference.update_parameters(model)
        got = average.step({"weight": ivy.asarray(x)})
    expected = reference.module.weight.detach().numpy()
    numpy.testing.assert_allclose(ivy.to_numpy(got["weight"]), expected, rtol=1e-12)


def test_average_with_corrected_bias():
    values = drawn(5)
    weights = numpy.array([0.8 ** (4 - i) for i in range(5)])
    expected = numpy.tensordot(weights / weights.sum(), values, 1)
    average = optim.ExponentialMovingAverage(0.8, bias_correction=True)
    for x in values:
        got = average.step([ivy.asarray(x)])
    numpy.testing.assert_allclose(ivy.to_numpy(got[0]), expected, rtol=1e-12)
    empty = average.init([ivy.asarray(values[0])])
    assert average.value(empty)[0].tolist() == numpy.zeros((2, 3)).tolist()


def test_average_keeps_dtypes_and_says_what_is_wrong(backend):
    average = optim.ExponentialMovingAverage()
    params = {"a": ivy.ones(2, dtype="float16"), "b": ivy.ones(2, dtype="complex64")}
    got = average.step(average.step(params))
    assert {n: x.dtype.name for n, x in got.items()} == {"a": "float16", "b": "complex64"}
    assert sorted(average.state_dict()) == ["average.a", "average.b", "count"]
    with pytest.raises(ValueError, match=r"state\['average'\]\['b'\]"):
        average.update({"a": params["a"], "b": ivy.ones(3, dtype="complex64")}, average.state)


def scaled_by_torch(finite, **options):
    """Return the factor of torch's scaler after each step."""
    import torch

    x = torch.ones(2, requires_grad=True)
    optimiser = torch.optim.SGD([x], lr=0.1)
    scaler = torch.amp.GradScaler("cpu", **options)
    found = []
    for good in finite:
        scaler.scale(torch.zeros(()))
        x.grad = torch.tensor([1.0, 1.0 if good else numpy.inf])
        scaler.step(optimiser)
        scaler.update()
        found.append(scaler.get_scale())
    return found, x.detach().numpy()


@needs("torch")
def test_scaler_equals_torch():
    finite = [bool(b) for b in numpy.random.default_rng(1).random(60) < 0.8]
    expected, _ = scaled_by_torch(
        finite, init_scale=2.0**10, growth_factor=4.0, backoff_factor=0.25, growth_interval=3
    )
    scaler = optim.LossScaler(2.0**10, growth=4.0, backoff=0.25, interval=3)
    state = scaler.init()
    found = []
    for good in finite:
        gradients = [ivy.asarray([1.0, 1.0 if good else ivy.inf])]
        _, flag = scaler.unscale(gradients, state)
        assert bool(flag) is good
        state = scaler.update(state, flag)
        found.append(state["scale"].item())
    assert found == expected
    assert len(set(found)) > 5


def test_scale_does_not_become_infinite():
    scaler = optim.LossScaler(2.0**127, interval=1)
    state = scaler.update(scaler.init(), ivy.asarray(True))
    assert state["scale"].item() == 2.0**127


def steps(how, update, backend):
    if how == "eager":
        return update
    if backend == "jax":
        import jax

        return jax.jit(update)
    if backend == "tensorflow":
        import tensorflow

        return tensorflow.function(update)
    if backend == "torch":
        import torch

        torch.compiler.reset()
        return torch.compile(update, backend="eager", fullgraph=True)
    return pytest.skip("numpy does not compile")


@pytest.mark.parametrize("how", ["eager", "compiled"])
def test_bad_steps_are_skipped(how, backend):
    optimiser = optim.MixedPrecision(optim.Lion(0.125), scaler=optim.LossScaler(4.0, interval=2))
    update = steps(how, optimiser.update, backend)
    params = {"w": ivy.ones(2, dtype="float16")}
    state = optimiser.init(params)
    good = {"w": ivy.ones(2, dtype="float16")}
    bad = {"w": ivy.asarray([1.0, float("inf")], dtype="float16")}
    counts, scales = [], []
    for g in (good, bad, good, good):
        params, state = update(g, state, params)
        counts.append(int(state["optimiser"]["step"]))
        scales.append(float(state["scaler"]["scale"]))
    assert counts == [1, 1, 2, 3]
    assert scales == [4.0, 2.0, 2.0, 4.0]
    assert params["w"].dtype == "float16"
    assert params["w"].tolist() == [1 - 3 * 0.125] * 2


def test_wide_parameters_gather_what_narrow_ones_lose():
    # 1 - 2 ** -13 is 1 in float16, 64 times that is not.
    gradients = {"w": ivy.ones(2, dtype="float16")}
    narrow, wide = optim.SGD(2.0**-13), optim.MixedPrecision(optim.SGD(2.0**-13))
    a = b = {"w": ivy.ones(2, dtype="float16")}
    for _ in range(64):
        a, b = narrow.step(a, gradients), wide.step(b, gradients)
    assert a["w"].tolist() == [1, 1]
    assert b["w"].tolist() == [1 - 2**-7] * 2
    assert wide.state["master"]["w"].dtype == "float32"


def test_training_in_half_precision_reaches_the_minimum():
    target = ivy.asarray([0.5, -0.25], dtype="float16")
    optimiser = optim.MixedPrecision(
        optim.SGD(0.1, momentum=0.5), scaler=optim.LossScaler(2.0**20, interval=100)
    )
    params = {"w": ivy.zeros(2, dtype="float16")}
    optimiser.state = optimiser.init(params)
    for _ in range(60):
        gradients = ivy.grad(lambda p: optimiser.scale(ivy.sum((p["w"] - target) ** 2)))(params)
        params = optimiser.step(params, gradients)
    assert params["w"].tolist() == pytest.approx([0.5, -0.25], abs=1e-3)
    saved = optimiser.state_dict()
    assert {"master.w", "optimiser.momentum.w", "scaler.scale"} < saved.keys()
    other = optim.MixedPrecision(optim.SGD(0.1, momentum=0.5), scaler=optim.LossScaler())
    other.load_state_dict(saved, params)
    assert other.state_dict()["scaler.scale"].item() == saved["scaler.scale"].item()


def test_mistakes_are_named():
    with pytest.raises(TypeError, match="expected an optimiser, got float"):
        optim.MixedPrecision(0.1)
    with pytest.raises(TypeError, match="LossScaler or None"):
        optim.MixedPrecision(optim.SGD(), scaler=1024.0)
    with pytest.raises(ValueError, match="expected a state"):
        optim.MixedPrecision(optim.SGD(), scaler=optim.LossScaler()).scale(ivy.ones(()))
