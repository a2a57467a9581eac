"""Wrong options of optimisers and schedules: errors that say what is known."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import pytest

import ivy
from ivy import optim
from ivy.optim import schedules


def made(name: str) -> Any:
    """Return the class or function of a name."""
    return getattr(schedules, name.partition(".")[2]) if "." in name else getattr(optim, name)


# What cannot be made without: a rule, an optimiser.
NEEDED: dict[str, dict[str, Any]] = {
    "Groups": {"rules": {"*": optim.SGD(0.1)}},
    "MixedPrecision": {"optimiser": optim.SGD(0.1)},
    "Optimiser": {"lr": 0.1},
    "schedules.ReduceOnPlateau": {"lr": 0.1},
}
CLASSES = [
    *[name for name in optim.__all__ if isinstance(getattr(optim, name), type)],
    "schedules.ReduceOnPlateau",
]
FUNCTIONS = [f"schedules.{n}" for n in schedules.__all__ if n != "ReduceOnPlateau"]
RATES = [n for n in CLASSES if "lr" in inspect.signature(made(n)).parameters]


def test_there_are_optimisers_and_schedules():
    assert {"Adam", "LBFGS", "Groups", "LossScaler", "Muon"} <= set(CLASSES)
    assert {"Adam", "SGD", "LBFGS", "schedules.ReduceOnPlateau"} <= set(RATES)
    assert {"schedules.cosine", "schedules.join"} <= set(FUNCTIONS)


@pytest.mark.parametrize("name", [*CLASSES, *FUNCTIONS])
def test_unknown_option(name):
    known = [p for p in inspect.signature(made(name)).parameters if p != "self"]
    for right in known:
        wrong = right + "x"
        with pytest.raises(TypeError) as caught:
            made(name)(**NEEDED.get(name, {}), **{wrong: 1.5})
        text = f"ivy.optim.{name}: expected options among {', '.join(known)}, got the unknown "
        assert str(caught.value) == f"{text}option {wrong}=1.5; did you mean {right}?"


@pytest.mark.parametrize(
    ("option", "meant"),
    [("lrate", "lr"), ("learning_rate", "lr"), ("epsilom", "eps"), ("beta_1", "betas")],
)
def test_names_of_other_libraries(option, meant):
    with pytest.raises(TypeError, match=rf"option {option}=1; did you mean {meant}\?"):
        optim.Adam(**{option: 1})


@pytest.mark.parametrize("name", ["Adam", "AdamW", "Adamax", "LAMB", "NAdam"])
def test_names_of_the_older_ivy(name):
    cls = getattr(optim, name)
    new = cls(0.1, betas=(0.5, 0.75), eps=1e-3)
    old = cls(lr=0.1, beta1=0.5, beta2=0.75, epsilon=1e-3)
    assert (old.betas, old.eps) == (new.betas, new.eps) == ((0.5, 0.75), 1e-3)
    assert cls(0.1, beta1=0.5).betas == (0.5, cls(0.1).betas[1])
    with pytest.raises(TypeError, match=r"the unknown option beta1=0\.5; did you mean betas\?"):
        cls(0.1, beta1=0.5, betas=(0.5, 0.75))
    with pytest.raises(ValueError, match=r"expected betas\[0\] in \[0, 1\), got .*=2"):
        cls(0.1, beta1=2)
    assert optim.Adagrad(epsilon=1e-3).eps == 1e-3
    with pytest.raises(TypeError, match="the unknown option epsilon"):
        optim.SGD(0.1, epsilon=1e-3)


def test_own_classes():
    class Own(optim.Optimiser):
        def __init__(self, lr: float, *, size: int = 1) -> None:
            super().__init__(lr)
            self.size = size

    class Any_(Own):
        def __init__(self, **options: Any) -> None:
            super().__init__(options.pop("rate"))

    with pytest.raises(TypeError, match=r"ivy\.optim\.Own: .* lr, size, .*; did you mean size\?"):
        Own(0.1, sise=2)
    assert Any_(rate=0.5).lr == 0.5


def test_copies():
    optimiser = optim.Adam(0.5, betas=(0.5, 0.25))
    for other in (copy.deepcopy(optimiser), pickle.loads(pickle.dumps(optimiser))):
        assert repr(other) == repr(optimiser)


@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf")])
@pytest.mark.parametrize("name", RATES)
def test_wrong_rate(name, value):
    with pytest.raises(ValueError, match=rf"ivy\.optim\.{name}: expected lr in \[0, inf\), got lr"):
        made(name)(**{**NEEDED.get(name, {}), "lr": value})


@pytest.mark.parametrize("value", ["0.1", True, None])
@pytest.mark.parametrize("name", RATES)
def test_rate_of_another_type(name, value):
    if name == "Adafactor" and value is None:
        return
    with pytest.raises(TypeError, match=rf"ivy\.optim\.{name}: expected a number as lr, got lr="):
        made(name)(**{**NEEDED.get(name, {}), "lr": value})


@pytest.mark.parametrize("betas", [(1.0, 0.9), (0.9, 1.0), (-0.1, 0.9), (0.9, float("nan"))])
@pytest.mark.parametrize(
    "name", [n for n in CLASSES if "betas" in inspect.signature(made(n)).parameters]
)
def test_wrong_betas(name, betas):
    with pytest.raises(
        ValueError, match=rf"ivy\.optim\.{name}: expected betas\[[01]\] in \[0, 1\)"
    ):
        made(name)(betas=betas)


@pytest.mark.parametrize("option", ["eps", "weight_decay", "momentum"])
@pytest.mark.parametrize("name", CLASSES)
def test_wrong_numbers(name, option):
    params = inspect.signature(made(name)).parameters
    if option not in params or isinstance(params[option].default, tuple | type(None)):
        return
    with pytest.raises(ValueError, match=rf"ivy\.optim\.{name}: expected {option} in \[0, "):
        made(name)(**{**NEEDED.get(name, {}), option: -0.5})


@pytest.mark.parametrize(
    ("name", "args", "options"),
    [
        ("constant", (-0.1,), {}),
        ("step", (-0.1,), {"every": 2}),
        ("multi_step", (0.1,), {"milestones": [2], "factor": -1.0}),
        ("exponential", (-0.1,), {"factor": 0.5}),
        ("polynomial", (0.1,), {"steps": 2, "end": -1.0}),
        ("linear", (0.1, -0.1), {"steps": 2}),
        ("cosine", (-0.1,), {"steps": 2}),
        ("cosine_restarts", (-0.1,), {"steps": 2}),
        ("one_cycle", (-0.1,), {"steps": 2}),
        ("inverse_sqrt", (-0.1,), {}),
        ("warmup", (-0.1,), {"steps": 2}),
    ],
)
def test_wrong_schedule(name, args, options):
    with pytest.raises(ValueError, match=r"ivy\.optim\.schedules\.\w+: expected \w+ in \[0, inf\)"):
        getattr(schedules, name)(*args, **options)


def test_a_schedule_is_a_rate():
    assert callable(optim.SGD(schedules.cosine(0.1, steps=3)).lr)
    assert isinstance(optim.SGD(ivy.asarray(0.1)).lr, ivy.Array)
