"""Clipping of gradients, against torch's."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy import optim
from ivy_tests.support.backends import needs

ARRAYS = [
    numpy.random.default_rng(0).normal(size=shape).astype("float32") * 3
    for shape in ((2, 3), (4,), ())
]


def parameters():
    import torch

    found = [torch.zeros(a.shape) for a in ARRAYS]
    for x, a in zip(found, ARRAYS, strict=True):
        x.grad = torch.tensor(a)
    return found


def assert_equal(got, expected):
    for a, x in zip(got, expected, strict=True):
        numpy.testing.assert_allclose(ivy.to_numpy(a), x.grad.numpy(), rtol=1e-6)


@needs("torch")
@pytest.mark.parametrize("order", [2.0, 1.0, 3.0, ivy.inf])
@pytest.mark.parametrize("limit", [0.5, 1e6])
def test_global_norm_equals_torch(order, limit):
    import torch

    expected = parameters()
    norm = torch.nn.utils.clip_grad_norm_(expected, limit, norm_type=order)
    got, found = optim.clip_by_global_norm([ivy.asarray(a) for a in ARRAYS], limit, ord=order)
    assert_equal(got, expected)
    assert found.item() == pytest.approx(norm.item(), rel=1e-6)


@needs("torch")
def test_value_equals_torch(backend):
    import torch

    expected = parameters()
    torch.nn.utils.clip_grad_value_(expected, 0.7)
    assert_equal(optim.clip_by_value([ivy.asarray(a) for a in ARRAYS], 0.7), expected)


@needs("torch")
def test_norm_of_each_array_equals_torch(backend):
    import torch

    expected = parameters()
    for x in expected:
        torch.nn.utils.clip_grad_norm_([x], 2.0)
    assert_equal(optim.clip_by_norm([ivy.asarray(a) for a in ARRAYS], 2.0), expected)


def test_half_precision_has_no_infinite_norm():
    gradients = {"g": ivy.full((4,), 40000.0, dtype="float16")}
    clipped, norm = optim.clip_by_global_norm(gradients, 2.0)
    assert (norm.dtype.name, norm.item()) == ("float32", 80000.0)
    assert clipped["g"].dtype == "float16"
    assert clipped["g"].tolist() == [1, 1, 1, 1]


def test_norms_that_are_not_finite():
    bad = [ivy.asarray([1.0, ivy.nan]), ivy.asarray([1.0])]
    clipped, norm = optim.clip_by_global_norm(bad, 1.0)
    assert ivy.isnan(norm).item()
    assert ivy.all(ivy.isnan(clipped[0])).item()
    with pytest.raises(FloatingPointError, match="finite norm of the gradients, got nan"):
        optim.clip_by_global_norm(bad, 1.0, error_if_nonfinite=True)
    clipped, norm = optim.clip_by_global_norm([ivy.asarray([ivy.inf, 1.0])], 1.0)
    assert clipped[0][1].item() == 0


def test_complex_gradients():
    clipped, norm = optim.clip_by_global_norm([ivy.asarray([3.0 + 4.0j])], 1.0)
    assert norm.item() == 5
    numpy.testing.assert_allclose(ivy.to_numpy(clipped[0]), [0.6 + 0.8j], rtol=1e-6)
    with pytest.raises(TypeError, match="real arrays"):
        optim.clip_by_value([ivy.asarray([1j])], 1.0)


def test_no_gradients_and_wrong_ones():
    assert optim.clip_by_global_norm({}, 1.0)[0] == {}
    assert optim.global_norm([]).item() == 0
    assert optim.global_norm([ivy.zeros((0,))]).item() == 0
    with pytest.raises(ValueError, match="max_norm=-1"):
        optim.clip_by_norm([], -1)
    with pytest.raises(TypeError, match=r"gradients\['n'\] with dtype int64"):
        optim.global_norm({"n": ivy.asarray([1])})
