"""First values of weights: moments, limits, orthogonality; fans and gains are torch's."""

from __future__ import annotations

import math

import numpy
import pytest

import ivy
from ivy.nn import initialisers

SHAPE = (40, 30, 3)
FAN_IN, FAN_OUT = 90, 120

# By name and options: the variance that is expected.
VARIANCES = [
    ("xavier_uniform", {}, 2 / (FAN_IN + FAN_OUT)),
    ("xavier_normal", {"gain": 2.0}, 8 / (FAN_IN + FAN_OUT)),
    ("glorot_uniform", {"gain": 0.5}, 0.5 / (FAN_IN + FAN_OUT)),
    ("kaiming_uniform", {}, 2 / FAN_IN),
    ("kaiming_normal", {"mode": "fan_out", "nonlinearity": "relu"}, 2 / FAN_OUT),
    ("he_normal", {"a": 1.0}, 1 / FAN_IN),
    ("lecun_uniform", {}, 1 / FAN_IN),
    ("lecun_normal", {}, 1 / FAN_IN),
    ("uniform", {"low": -1.0, "high": 3.0}, 16 / 12),
    ("normal", {"mean": 1.0, "std": 3.0}, 9.0),
]
MEANS = {"uniform": 1.0, "normal": 1.0}


@pytest.mark.parametrize(("name", "options", "variance"), VARIANCES)
def test_moments(name, options, variance, backend):
    draws = ivy.to_numpy(getattr(initialisers, name)(SHAPE, **options, key=ivy.asarray([3, 4])))
    assert draws.shape == SHAPE
    assert draws.dtype == "float32"
    std = math.sqrt(variance)
    # Five deviations of the estimates of 3600 draws.
    assert abs(draws.mean() - MEANS.get(name, 0.0)) < 5 * std / 60
    assert abs(draws.var() / variance - 1) < 5 * math.sqrt(2 / 3600)
    if "uniform" in name:
        middle = MEANS.get(name, 0.0)
        assert numpy.abs(draws - middle).max() <= math.sqrt(3 * variance) * (1 + 1e-6)


def test_truncated_normal_stays_within_its_limits(backend):
    draws = ivy.to_numpy(initialisers.truncated_normal((3000,), mean=1.0, std=2.0, low=0.0))
    assert draws.min() >= 0.0
    assert draws.max() <= 2.0
    assert abs(draws.mean() - 1.0) < 0.06  # symmetric about the mean


@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (4, 2, 3), (4, 4)])
def test_orthogonal(shape, backend):
    w = ivy.to_numpy(initialisers.orthogonal(shape, gain=2.0, dtype="float64"))
    matrix = w.reshape(shape[0], -1)
    product = matrix @ matrix.T if shape[0] <= matrix.shape[1] else matrix.T @ matrix
    numpy.testing.assert_allclose(product, 4 * numpy.eye(len(product)), atol=1e-12)


def test_constants(backend):
    assert initialisers.zeros((2, 1)).tolist() == [[0.0], [0.0]]
    assert initialisers.ones((2,), dtype="float64").dtype == "float64"
    assert initialisers.constant((2,), value=3).tolist() == [3.0, 3.0]
    assert initialisers.identity((2, 3)).tolist() == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


def test_a_key_gives_the_same_draws(backend):
    key = ivy.asarray([1, 2])
    first, second = (initialisers.xavier_normal((3, 4), key=key) for _ in range(2))
    assert (ivy.to_numpy(first) == ivy.to_numpy(second)).all()
    assert (ivy.to_numpy(first) != ivy.to_numpy(initialisers.xavier_normal((3, 4)))).any()


@pytest.mark.parametrize(
    ("name", "param"),
    [
        *[(n, None) for n in ("linear", "sigmoid", "tanh", "relu", "selu", "leaky_relu", "conv2d")],
        ("leaky_relu", 0.3),
    ],
)
def test_gains_are_torchs(name, param):
    torch = pytest.importorskip("torch", reason="the oracle is torch")
    expected = torch.nn.init.calculate_gain(name, param)
    assert initialisers.calculate_gain(name, param) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("shape", [(3, 5), (4, 2, 3), (4, 2, 3, 5)])
def test_fans_are_torchs(shape):
    torch = pytest.importorskip("torch", reason="the oracle is torch")
    expected = torch.nn.init._calculate_fan_in_and_fan_out(torch.zeros(shape))
    assert initialisers.calculate_fans(shape) == expected


@pytest.mark.parametrize(
    "make",
    [
        lambda: initialisers.xavier_uniform((3,)),
        lambda: initialisers.kaiming_normal((3, 3), mode="fan_on"),
        lambda: initialisers.kaiming_normal((3, 3), nonlinearity="gelus"),
        lambda: initialisers.truncated_normal((3,), std=0.0),
        lambda: initialisers.truncated_normal((3,), low=2.0, high=1.0),
        lambda: initialisers.identity((3,)),
        lambda: initialisers.orthogonal((3,)),
    ],
)
def test_wrong_arguments_raise(make):
    with pytest.raises(ValueError, match=r"ivy\.\w.*expected"):
        make()


def test_weights_without_elements(backend):
    assert initialisers.kaiming_uniform((3, 0)).shape == (3, 0)
    assert initialisers.xavier_normal((0, 0)).shape == (0, 0)
