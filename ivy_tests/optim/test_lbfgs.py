"""L-BFGS against torch's."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy import optim
from ivy_tests.support.backends import needs

START = {"a": numpy.array([-1.2, 1.0, 0.5]), "b": numpy.array([[2.0, -1.0], [0.3, 0.7]])}


def valley(library, p):
    """Rosenbrock's function of all numbers, and a coupling of them."""
    x = library.concat([p["a"], library.reshape(p["b"], (-1,))])
    curved = library.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)
    return curved + library.sum(p["b"] ** 4) / 10


OPTIONS = [
    {"lr": 1e-3},
    {"lr": 0.5, "history_size": 3, "max_iter": 5, "line_search_fn": "strong_wolfe"},
    {"line_search_fn": "strong_wolfe"},
    {"line_search_fn": "strong_wolfe", "max_eval": 7, "history_size": 2},
    {"lr": 1e-3, "max_iter": 4, "history_size": 1},
]


@needs("torch")
@pytest.mark.parametrize("options", OPTIONS)
def test_equals_torch(options):
    import torch

    tensors = {n: torch.tensor(x, requires_grad=True) for n, x in START.items()}
    reference = torch.optim.LBFGS(list(tensors.values()), **options)

    def closure():
        reference.zero_grad()
        loss = valley(torch, tensors)
        loss.backward()
        return loss

    own = {("line_search" if k == "line_search_fn" else k): v for k, v in options.items()}
    optimiser = optim.LBFGS(**own)
    params = {n: ivy.asarray(x) for n, x in START.items()}
    for _ in range(8):
        reference.step(closure)
        params = optimiser.step(params, lambda p: valley(ivy, p))
        state = reference.state[tensors["a"]]
        assert int(optimiser.state["step"]) == state["n_iter"]
        assert int(optimiser.state["evaluations"]) == state["func_evals"]
        for name, x in tensors.items():
            numpy.testing.assert_allclose(
                ivy.to_numpy(params[name]), x.detach().numpy(), rtol=1e-6, atol=1e-8
            )


def test_finds_a_minimum_on_every_backend(backend):
    optimiser = optim.LBFGS(line_search="strong_wolfe")
    target = ivy.asarray([3.0, -1.0])
    params = optimiser.step([ivy.zeros(2)], lambda p: ivy.sum((p[0] - target) ** 4))
    numpy.testing.assert_allclose(ivy.to_numpy(params[0]), [3, -1], atol=0.05)
    assert params[0].backend == backend


def test_state_goes_on_where_it_was():
    make = lambda: optim.LBFGS(max_iter=4, line_search="strong_wolfe")  # noqa: E731
    loss = lambda p: valley(ivy, p)  # noqa: E731
    first = make()
    params = first.step({n: ivy.asarray(x) for n, x in START.items()}, loss)
    second = make()
    second.load_state_dict(first.state_dict(), params)
    a, b = first.step(params, loss), second.step(params, loss)
    assert a["a"].tolist() == b["a"].tolist()
    with pytest.raises(ValueError, match="at 'direction'"):
        second.load_state_dict({**first.state_dict(), "direction": ivy.zeros(3)})


def test_a_minimum_stays():
    params = optim.LBFGS().step([ivy.zeros(2)], lambda p: ivy.sum(p[0] ** 2))
    assert params[0].tolist() == [0, 0]


def test_complex_and_mixed_parameters():
    def loss(p):
        return ivy.abs(p["z"] - (1 + 2j)) ** 2 + ivy.astype(ivy.sum((p["x"] + 1) ** 2), "float64")

    start = {"z": ivy.asarray(0j, dtype="complex128"), "x": ivy.zeros(2)}
    found = optim.LBFGS(line_search="strong_wolfe").step(start, loss)
    assert found["z"].item() == pytest.approx(1 + 2j, abs=1e-5)
    assert found["x"].tolist() == pytest.approx([-1, -1], abs=1e-5)
    assert (found["z"].dtype.name, found["x"].dtype.name) == ("complex128", "float32")


def test_mistakes_are_named():
    with pytest.raises(ValueError, match="max_iter=-1"):
        optim.LBFGS(max_iter=-1)
    for name in ("max_iter", "max_eval", "history_size"):
        with pytest.raises(ValueError, match=f"{name}=0"):
            optim.LBFGS(**{name: 0})
        with pytest.raises(TypeError, match=f"an integer as {name}, got {name}=2.5"):
            optim.LBFGS(**{name: 2.5})
    with pytest.raises(ValueError, match="at least one parameter"):
        optim.LBFGS().init([])
    with pytest.raises(TypeError, match=r"params\['n'\] with dtype int64"):
        optim.LBFGS().step({"n": ivy.asarray([1])}, lambda p: p)
