"""Schedules against torch's."""

from __future__ import annotations

import warnings

import numpy
import pytest

import ivy
from ivy.optim import schedules
from ivy_tests.support.backends import needs
from ivy_tests.support.compiling import compiled

LENGTH = 60
BASE = 0.7


def theirs(make):
    """Return the rates of a scheduler of torch's."""
    import torch

    optimiser = torch.optim.SGD([torch.zeros(1)], lr=BASE)
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scheduler = make(torch.optim.lr_scheduler, optimiser)
        for _ in range(LENGTH):
            found.append(optimiser.param_groups[0]["lr"])
            optimiser.step()
            scheduler.step()
    return found


def ours(schedule):
    return [schedule(ivy.asarray(t, dtype="float64")).item() for t in range(LENGTH)]


CASES = {
    "constant": (schedules.constant(BASE), lambda s, o: s.ConstantLR(o, factor=1.0)),
    "step": (
        schedules.step(BASE, every=7, factor=0.6),
        lambda s, o: s.StepLR(o, 7, gamma=0.6),
    ),
    "multi_step": (
        schedules.multi_step(BASE, milestones=[3, 10, 10, 40], factor=0.5),
        lambda s, o: s.MultiStepLR(o, [3, 10, 10, 40], gamma=0.5),
    ),
    "exponential": (
        schedules.exponential(BASE, factor=0.95),
        lambda s, o: s.ExponentialLR(o, 0.95),
    ),
    "polynomial": (
        schedules.polynomial(BASE, steps=30, power=1.7),
        lambda s, o: s.PolynomialLR(o, 30, power=1.7),
    ),
    "linear": (
        schedules.linear(BASE * 0.2, BASE * 0.9, steps=25),
        lambda s, o: s.LinearLR(o, 0.2, 0.9, 25),
    ),
    "cosine": (
        schedules.cosine(BASE, steps=20, end=0.05),
        lambda s, o: s.CosineAnnealingLR(o, 20, eta_min=0.05),
    ),
    "cosine_restarts": (
        schedules.cosine_restarts(BASE, steps=9, end=0.1),
        lambda s, o: s.CosineAnnealingWarmRestarts(o, 9, eta_min=0.1),
    ),
    "cosine_restarts that grow": (
        schedules.cosine_restarts(BASE, steps=3, factor=2),
        lambda s, o: s.CosineAnnealingWarmRestarts(o, 3, T_mult=2),
    ),
    "cosine_restarts that grow fast": (
        schedules.cosine_restarts(BASE, steps=1, factor=3),
        lambda s, o: s.CosineAnnealingWarmRestarts(o, 1, T_mult=3),
    ),
    "one_cycle": (
        schedules.one_cycle(BASE, steps=LENGTH),
        lambda s, o: s.OneCycleLR(o, BASE, LENGTH, cycle_momentum=False),
    ),
    "one_cycle of lines": (
        schedules.one_cycle(
            0.3, steps=61, warm=0.4, initial_divisor=5.0, final_divisor=50.0, shape="linear"
        ),
        lambda s, o: s.OneCycleLR(
            o, 0.3, 61, None, None, 0.4, "linear", False, div_factor=5.0, final_div_factor=50.0
        ),
    ),
    "one_cycle of three phases": (
        schedules.one_cycle(0.3, steps=61, three_phases=True),
        lambda s, o: s.OneCycleLR(o, 0.3, 61, cycle_momentum=False, three_phase=True),
    ),
    "warmup": (
        schedules.warmup(schedules.cosine(BASE, steps=40), steps=10, start=0.1),
        lambda s, o: s.SequentialLR(
            o, [s.LinearLR(o, 0.1, 1.0, 10), s.CosineAnnealingLR(o, 40)], [10]
        ),
    ),
    "join": (
        schedules.join(
            [
                schedules.linear(BASE * 0.5, BASE, steps=5),
                schedules.step(BASE, every=4, factor=0.5),
                schedules.exponential(BASE, factor=0.9),
            ],
            [8, 30],
        ),
        lambda s, o: s.SequentialLR(
            o,
            [s.LinearLR(o, 0.5, 1.0, 5), s.StepLR(o, 4, 0.5), s.ExponentialLR(o, 0.9)],
            [8, 30],
        ),
    ),
}


@needs("torch")
@pytest.mark.parametrize("name", CASES)
def test_equals_torch(name):
    schedule, make = CASES[name]
    numpy.testing.assert_allclose(ours(schedule), theirs(make), rtol=1e-9, atol=1e-12)


def test_inverse_sqrt_after_a_warmup_is_that_of_the_transformer():
    schedule = schedules.warmup(schedules.inverse_sqrt(2.0, steps=16), steps=16)
    # After the rise it begins at its own 0, and falls from its own 16 on.
    found = ours(schedule)
    assert found[:17] == [2.0 * t / 16 for t in range(17)]
    assert found[32] == 2.0
    assert found[48] == pytest.approx(2.0 * (16 / 32) ** 0.5)


@needs("torch")
def test_compiled_with_a_step_that_is_an_array(backend):
    names = ("one_cycle", "join", "cosine_restarts that grow")
    run = compiled(lambda t: ivy.stack([CASES[name][0](t) for name in names]))
    expected = numpy.stack([theirs(CASES[name][1]) for name in names])
    for t in (0, 1, 9, 45):
        got = run(ivy.asarray(t))
        assert got.dtype == "float32"
        numpy.testing.assert_allclose(ivy.to_numpy(got), expected[:, t], rtol=1e-5, atol=1e-6)


def test_a_python_number_is_a_step():
    assert schedules.linear(0.0, 1.0, steps=4)(2).item() == 0.5
    with ivy.config.float_dtype("float64"):
        assert schedules.constant(0.1)(2).item() == 0.1


@needs("torch")
@pytest.mark.parametrize("mode", ["min", "max"])
@pytest.mark.parametrize("threshold_mode", ["rel", "abs"])
def test_reduce_on_plateau_equals_torch(mode, threshold_mode):
    import torch

    options = {
        "mode": mode,
        "factor": 0.6,
        "patience": 2,
        "threshold": 0.05,
        "threshold_mode": threshold_mode,
        "cooldown": 3,
        "min_lr": 0.01,
    }
    optimiser = torch.optim.SGD([torch.zeros(1)], lr=BASE)
    reference = torch.optim.lr_scheduler.ReduceLROnPlateau(optimiser, **options)
    plateau = schedules.ReduceOnPlateau(BASE, **options)
    draw = numpy.random.default_rng(0)
    for t in range(LENGTH):
        measure = (3.0 - 0.05 * min(t, 20)) * (1 if mode == "min" else -1) + draw.normal() * 0.1
        reference.step(measure)
        assert plateau.step(measure) == pytest.approx(optimiser.param_groups[0]["lr"], rel=1e-12)
    assert plateau.lr < BASE
    other = schedules.ReduceOnPlateau(1.0)
    other.load_state_dict(plateau.state_dict())
    assert other.state_dict() == plateau.state_dict()
    with pytest.raises(ValueError, match="'bad', 'best', 'lr', 'resting'"):
        other.load_state_dict({"lr": 1.0})


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: schedules.step(1.0, every=0), "every above 0, got every=0"),
        (lambda: schedules.cosine(1.0, steps=-1), "steps"),
        (lambda: schedules.cosine_restarts(1.0, steps=2, factor=0), "factor=0"),
        (lambda: schedules.one_cycle(1.0, steps=3, shape="cos"), "shape='cos'"),
        (lambda: schedules.join([schedules.constant(1.0)], [2]), r"milestones=\[2\]"),
        (lambda: schedules.ReduceOnPlateau(1.0, mode="low"), "mode='low'"),
        (lambda: schedules.ReduceOnPlateau(1.0, factor=1.0), "factor=1.0"),
    ],
)
def test_wrong_options_are_errors(make, text):
    with pytest.raises(ValueError, match=text):
        make()
