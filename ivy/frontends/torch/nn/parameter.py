"""torch.nn.parameter: tensors that a module learns."""

from __future__ import annotations

from typing import Any

from ivy.array import new
from ivy.autodiff.tape import inner
from ivy.frontends._boundary import missing
from ivy.frontends.torch._creation import empty
from ivy.frontends.torch.tensor import Tensor


class Parameter(Tensor):
    """A tensor that becomes a parameter of the module that it is assigned to.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.nn.Parameter(torch.ones(2))
    Parameter containing:
    tensor([1., 1.], requires_grad=True)
    """

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Parameter:
        source = empty(0) if data is None else data
        if not isinstance(source, Tensor):
            raise TypeError(f"Parameter: expected a tensor as data, got {type(source).__name__}")
        parameter: Parameter = new(cls)
        parameter._array = inner(source._value())
        parameter._base = None
        parameter.requires_grad_(requires_grad)
        return parameter

    def __repr__(self) -> str:
        return f"Parameter containing:\n{super().__repr__()}"


class Buffer(Tensor):
    """A tensor that becomes a buffer of the module that it is assigned to."""

    persistent: bool

    def __new__(cls, data: Tensor | None = None, *, persistent: bool = True) -> Buffer:
        source = empty(0) if data is None else data
        buffer: Buffer = new(cls)
        buffer._array = inner(source._value())
        buffer._base = None
        buffer.persistent = persistent
        return buffer


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.nn.parameter", name)
