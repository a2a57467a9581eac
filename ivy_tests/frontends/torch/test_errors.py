"""What the frontend lacks says so, with the full name and the user's file and line."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import ivy
import ivy.frontends.torch as torch
from ivy.errors import FrontendAttributeError

MISSING: dict[str, Callable[[], Any]] = {
    "torch.fft": lambda: torch.fft,
    "torch.fancy_function": lambda: torch.fancy_function,
    "torch.Tensor.fancy_method": lambda: torch.zeros(1).fancy_method(),
    "torch.nn.LSTM": lambda: torch.nn.LSTM(1, 1),
    "torch.nn.functional.grid_sample": lambda: torch.nn.functional.grid_sample,
    "torch.nn.init.sparse_": lambda: torch.nn.init.sparse_,
    "torch.nn.utils.prune": lambda: torch.nn.utils.prune,
    "torch.nn.Module.register_full_backward_hook": lambda: (
        torch.nn.Linear(1, 1).register_full_backward_hook
    ),
    "torch.optim.LBFGS": lambda: torch.optim.LBFGS,
    "torch.optim.lr_scheduler.OneCycleLR": lambda: torch.optim.lr_scheduler.OneCycleLR,
    "torch.utils.tensorboard": lambda: torch.utils.tensorboard,
    "torch.utils.data.distributed": lambda: torch.utils.data.distributed,
    "torch.cuda.synchronize": lambda: torch.cuda.synchronize,
    "torch.linalg.qr": lambda: torch.linalg.qr,
    "torch.autograd.Function": lambda: torch.autograd.Function,
}


@pytest.mark.parametrize("name", MISSING)
def test_missing_name_is_named_with_file_and_line(name: str) -> None:
    with pytest.raises(FrontendAttributeError) as raised:
        MISSING[name]()
    message = str(raised.value)
    first = inspect.getsourcelines(MISSING[name])[1]
    assert message.startswith(f"{name} is not in ivy's torch frontend (")
    assert __file__ in message
    line = int(message.rpartition("line ")[2].rstrip(")"))
    assert first <= line <= first + 3


def test_missing_name_can_be_asked_for() -> None:
    assert not hasattr(torch, "fancy_function")
    assert not hasattr(torch.zeros(1), "fancy_method")
    assert getattr(torch.zeros(1), "is_nested", None) is None


def test_import_of_a_missing_name_names_it() -> None:
    with pytest.raises(ImportError, match="fancy_function"):
        from ivy.frontends.torch import fancy_function  # noqa: F401, it is not there


UNSUPPORTED: dict[str, Callable[[], Any]] = {
    "return_indices": lambda: torch.nn.MaxPool2d(2, return_indices=True)(torch.ones(1, 1, 4, 4)),
    "dilation": lambda: torch.nn.functional.max_pool2d(torch.ones(1, 1, 4, 4), 2, dilation=2),
    "ceil_mode": lambda: torch.nn.AvgPool2d(2, ceil_mode=True)(torch.ones(1, 1, 4, 4)),
    "padding_mode": lambda: torch.nn.Conv2d(1, 1, 3, padding_mode="circular"),
    "size_average": lambda: torch.nn.functional.mse_loss(
        torch.ones(2), torch.ones(2), size_average=True
    ),
    "max_norm": lambda: torch.nn.functional.embedding(
        torch.tensor([0]), torch.ones(2, 2), max_norm=1.0
    ),
    "circular": lambda: torch.nn.functional.pad(torch.ones(1, 1, 4), (1, 1), mode="circular"),
    "assign": lambda: torch.nn.Linear(1, 1).load_state_dict({}, assign=True),
    "enable_gqa": lambda: torch.nn.functional.scaled_dot_product_attention(
        *[torch.ones(1, 2, 2)] * 3, enable_gqa=True
    ),
    "sparse_grad": lambda: torch.gather(torch.ones(2), 0, torch.tensor([0]), sparse_grad=True),
}


@pytest.mark.parametrize("option", UNSUPPORTED)
def test_option_that_is_not_supported_is_named(option: str) -> None:
    with pytest.raises(NotImplementedError, match=option):
        UNSUPPORTED[option]()


@pytest.mark.parametrize("call", [lambda: torch.zeros(2, device="cuda"), torch.ones(1).cuda])
def test_device_that_is_not_there_is_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(RuntimeError, match=r"torch.cuda.is_available\(\)"):
        call()
    assert not torch.cuda.is_available()


@pytest.mark.parametrize("value", [numpy.ones(2), "a", [1.0], ivy])
def test_what_is_no_tensor_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=r"exp\(\): argument 'input' must be a [Tt]ensor"):
        torch.exp(value)


def test_arrays_are_not_shared_with_numpy() -> None:
    values = numpy.ones(2)
    tensor = torch.from_numpy(values)
    values[0] = 5
    tensor.numpy()[1] = 7
    assert tensor.tolist() == [1.0, 1.0]


def test_mse_loss_warns_of_shapes_that_differ() -> None:
    with pytest.warns(UserWarning, match="will likely lead to incorrect results"):
        torch.nn.functional.mse_loss(torch.ones(3, 1), torch.ones(3))


def test_message_of_a_shape_error_names_the_function(backend: str) -> None:
    with pytest.raises(RuntimeError) as raised:
        torch.mul(torch.ones(2), torch.ones(3))
    # The torch backend's own exception is of this type already, and passes with a note.
    notes = getattr(raised.value, "__notes__", [])
    assert str(raised.value).startswith("mul(): ") or "ivy.multiply" in notes[0]
