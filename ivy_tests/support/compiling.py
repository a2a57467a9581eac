"""Running a function eagerly, or under the compiler of the current backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ivy
from ivy.array import lift

HOW = ("eager", "compiled")


def running(how: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of Ivy arrays, run in one of these ways on the current backend.

    Compiled, it gets its arrays as native ones, as user code would pass them.
    """
    return function if how == "eager" else compiled(function)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function under the compiler of the current backend; skip on numpy."""
    name = ivy.current_backend()
    if name == "numpy":
        pytest.skip("numpy does not compile")

    def on_natives(*natives: Any) -> Any:
        return ivy.to_native(function(*map(lift, natives)))

    if name == "jax":
        import jax

        run = jax.jit(on_natives)
    elif name == "tensorflow":
        import tensorflow

        run = tensorflow.function(on_natives)
    else:
        import torch

        torch.compiler.reset()
        run = torch.compile(on_natives, backend="eager")
    return lambda *arrays: lift(run(*map(ivy.to_native, arrays)))
