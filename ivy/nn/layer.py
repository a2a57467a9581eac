"""What the layers of `ivy.nn` share: how they are printed, and how they look at their arguments."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from numbers import Integral
from typing import Any

from ivy.array import Array, lift
from ivy.backends.filters import integer
from ivy.dtypes import DType
from ivy.functional.manipulation import expand_dims, squeeze
from ivy.nn.initialisers import uniform
from ivy.nn.module import Module

Shape = tuple[int, ...]
Lengths = int | tuple[int, ...]
Padding = int | str | tuple[int, ...] | tuple[tuple[int, int], ...]
Dtype = DType | str | None


class Layer(Module):
    """A module that prints the arguments that it was made with: the attributes of their names."""

    def extra_repr(self) -> str:
        """Return the arguments that are no defaults."""
        parts = []
        for p in inspect.signature(type(self)).parameters.values():
            if p.name not in self.__dict__ or isinstance(self.__dict__[p.name], Module):
                continue
            value = self.__dict__[p.name]
            if isinstance(p.default, bool):  # whether there is such an array
                value = value if isinstance(value, bool) else value is not None
            if isinstance(value, Array):
                continue
            if p.default is p.empty:
                parts.append(repr(value))
            elif value != p.default:
                parts.append(f"{p.name}={value!r}")
        return ", ".join(parts)


def check_sizes(layer: str, **sizes: Any) -> None:
    """Raise ``ValueError`` where an argument is no integer of at least 1."""
    for name, value in sizes.items():
        if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
            raise ValueError(
                f"ivy.nn.{layer}: expected {name} to be an integer of at least 1, got "
                f"{name}={value!r}"
            )


def check_groups(layer: str, groups: int, **channels: int) -> None:
    """Raise ``ValueError`` where channels do not fall into groups evenly."""
    check_sizes(layer, **channels, groups=groups)
    for name, value in channels.items():
        if value % groups:
            raise ValueError(
                f"ivy.nn.{layer}: expected {name} to be a multiple of groups, got {name}={value} "
                f"and groups={groups}"
            )


def check_choice(layer: str, name: str, value: Any, known: tuple[Any, ...]) -> None:
    """Raise ``ValueError`` where an argument is none of those that are known."""
    if value not in known:
        raise ValueError(f"ivy.nn.{layer}: expected {name} in {known}, got {name}={value!r}")


def check_integers(layer: str, **integers: Any) -> None:
    """Raise ``TypeError`` where an argument is no integer."""
    for name, value in integers.items():
        integer(f"nn.{layer}", name, value)


def check_numbers(layer: str, **numbers: Any) -> None:
    """Raise ``TypeError`` where an argument is no real number; a bool is none."""
    for name, value in numbers.items():
        if isinstance(value, bool) or not hasattr(value, "__float__"):
            raise TypeError(f"ivy.nn.{layer}: expected a real number, got {name}={value!r}")


def check_nonzero(layer: str, **numbers: Any) -> None:
    """Raise where an argument is no number, or 0."""
    check_numbers(layer, **numbers)
    for name, value in numbers.items():
        if value == 0:
            raise ValueError(f"ivy.nn.{layer}: expected {name} other than 0, got {name}={value!r}")


def check_rate(layer: str, name: str, value: float) -> None:
    """Raise where an argument is no probability."""
    check_numbers(layer, **{name: value})
    if not 0 <= value <= 1:
        raise ValueError(f"ivy.nn.{layer}: expected 0 <= {name} <= 1, got {name}={value!r}")


def check_no_negative(layer: str, **numbers: Any) -> None:
    """Raise where an argument is no number of at least 0."""
    check_numbers(layer, **numbers)
    for name, value in numbers.items():
        if not value >= 0:  # nor NaN
            raise ValueError(f"ivy.nn.{layer}: expected {name} >= 0, got {name}={value!r}")


def check_positive(layer: str, **numbers: Any) -> None:
    """Raise where an argument is no number above 0."""
    check_numbers(layer, **numbers)
    for name, value in numbers.items():
        if not value > 0:
            raise ValueError(f"ivy.nn.{layer}: expected {name} > 0, got {name}={value!r}")


def check_each(layer: str, check: Callable[..., None], **options: Any) -> None:
    """Raise what a check raises for one of the numbers of an argument that is one or several."""
    for name, value in options.items():
        for number in value if isinstance(value, tuple | list) else (value,):
            check(layer, **{name: number})


def drawn(shape: Shape, fan: int, dtype: Dtype) -> Array:
    """Return what torch's layers start from: uniform within the inverse root of their inputs."""
    bound = 1 / math.sqrt(fan)
    return uniform(shape, low=-bound, high=bound, dtype=dtype)


def of_batch(function: Callable[[Array], Array], x: Array, rank: int) -> Array:
    """Return what a function of batches gives; one sample has no axis for it."""
    x = lift(x)
    if x.ndim != rank - 1:
        return function(x)
    return squeeze(function(expand_dims(x, axis=0)), 0)
