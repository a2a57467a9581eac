"""What users call: a module for each chapter of the array API standard, then Ivy's own chapters.

Here `Array` gets its operators and methods from the op table.
"""

from __future__ import annotations

from typing import Any

from ivy.array import Array, attach, lift
from ivy.functional import (
    activations,
    attention,
    control_flow,
    convolution,
    creation,
    data_type,
    elementwise,
    embeddings,
    fft,
    gradients,
    image,
    indexing,
    inspection,
    interop,
    linear_algebra,
    losses,
    manipulation,
    norms,
    pooling,
    random,
    recurrent,
    searching,
    set,
    signal,
    sorting,
    special,
    statistical,
)
from ivy.functional._op import operator, registry

__all__ = [
    "activations",
    "attention",
    "control_flow",
    "convolution",
    "creation",
    "data_type",
    "elementwise",
    "embeddings",
    "fft",
    "gradients",
    "image",
    "indexing",
    "inspection",
    "interop",
    "linear_algebra",
    "losses",
    "manipulation",
    "norms",
    "pooling",
    "random",
    "recurrent",
    "searching",
    "set",
    "signal",
    "sorting",
    "special",
    "statistical",
]

# operator -> operation; each also has a reflected and an in-place form.
_BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "pow",
    "matmul": "matmul",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
}
_COMPARISONS = {
    "eq": "equal",
    "ne": "not_equal",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
}


def _in_place(forward: Any) -> Any:
    def method(self: Array, other: Any) -> Any:
        result = forward(self, other)
        return result if result is NotImplemented else self.become(result)

    return method


def _set(self: Array, key: Any, value: Any) -> None:
    if not isinstance(value, bool | int | float | complex) and lift(value) is value:
        value = creation.asarray(value, dtype=self.dtype)
    self.become(indexing.setitem(self, value, key))


def _members() -> dict[str, Any]:
    members: dict[str, Any] = {}
    for symbol, name in _BINARY.items():
        forward = operator(registry[name], f"__{symbol}__", False)
        members[f"__{symbol}__"] = forward
        members[f"__r{symbol}__"] = operator(registry[name], f"__r{symbol}__", True)
        members[f"__i{symbol}__"] = _in_place(forward)
    for symbol, name in _COMPARISONS.items():
        members[f"__{symbol}__"] = operator(registry[name], f"__{symbol}__", False)
    members.update({name: spec.call for name, spec in registry.items() if spec.method})
    members.update(
        __neg__=elementwise.negative,
        __pos__=elementwise.positive,
        __abs__=elementwise.abs,
        __invert__=elementwise.bitwise_invert,
        __getitem__=indexing.getitem,
        __setitem__=_set,
        __hash__=None,
        T=property(_transposed),
        mT=property(linear_algebra.matrix_transpose),
    )
    return members


def _transposed(self: Array) -> Array:
    """The transpose of a matrix."""
    if self.ndim != 2:
        raise ValueError(
            f"ivy: x.T is for two axes, got shape {self.shape}; use x.mT or ivy.permute_dims"
        )
    return manipulation.permute_dims(self, (1, 0))


attach(_members())
