"""`frontend`: the boundary between torch's tensors and Ivy's arrays, with torch's rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import ivy
from ivy.array import Array
from ivy.errors import IvyError
from ivy.frontends._boundary import Boundary
from ivy.frontends.torch._types import dtype, to_device, to_dtype
from ivy.frontends.torch.tensor import Tensor, read, view_of, wrap

F = TypeVar("F", bound=Callable[..., Any])

_RANKS = {
    "bool": 0,
    "unsigned integer": 1,
    "signed integer": 1,
    "real floating": 2,
    "complex floating": 3,
}


def promote(a: Array, b: Array) -> tuple[Array, Array]:
    """Cast operands by torch's rule for 0-d tensors; the rest of its rules are Ivy's.

    A 0-d tensor only says of what kind the result is, where the other one is not of a lower kind.
    """
    if a.dtype is b.dtype:
        return a, b
    if not a.shape and b.shape and _RANKS[a.dtype.category] <= _RANKS[b.dtype.category]:
        return ivy.astype(a, b.dtype), b
    if not b.shape and a.shape and _RANKS[b.dtype.category] <= _RANKS[a.dtype.category]:
        return a, ivy.astype(b, a.dtype)
    return a, b


def _fail(error: Exception, name: str, arrays: bool, values: dict[str, Any]) -> None:
    """Raise what torch would raise, if it is not what came from below.

    Shapes and dtypes that do not fit are a RuntimeError in torch, and a dimension that is not there
    an IndexError.
    """
    if isinstance(error, IvyError | IndexError | RuntimeError | AssertionError):
        return
    _check_dims(values)
    native = any(note.startswith("in ivy.") for note in getattr(error, "__notes__", ()))
    ours = isinstance(error, TypeError | ValueError) and str(error).startswith("ivy.")
    if native or (ours and arrays):
        raise RuntimeError(f"{name}(): {error}") from error


def _check_dims(values: dict[str, Any]) -> None:
    array = next((v for v in values.values() if isinstance(v, Array | Tensor)), None)
    dims = values.get("dim")
    if array is None or dims is None:
        return
    ndim = len(array.shape)
    bound = max(ndim, 1)
    for d in dims if isinstance(dims, list | tuple) else (dims,):
        if isinstance(d, int) and not -bound <= d < bound:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], "
                f"but got {d})"
            )


def _to_target(value: Any) -> Any:
    """Convert an argument of ``Tensor.to``: a dtype, a device, or a tensor to be like."""
    if isinstance(value, Tensor):
        return value._value().dtype
    return to_dtype(value) if isinstance(value, dtype) else to_device(value)


def to_key(key: Any) -> Any:
    """Return an index with arrays in the place of tensors, and of lists."""
    if isinstance(key, tuple):
        return tuple([to_key(k) for k in key])
    if isinstance(key, Tensor):
        array = ivy.stop_gradient(read(key))
        if not array.shape and array.dtype.category.endswith("integer"):
            return array.item()
        return array
    if isinstance(key, list):
        return ivy.asarray([k.item() if isinstance(k, Tensor) else k for k in key])
    if isinstance(key, str | bytes | float | complex):
        raise TypeError(
            "only integers, slices, ellipsis (...), None and integer or bool tensors are indices "
            f"of a Tensor, got {type(key).__name__}"
        )
    if isinstance(key, range):
        return ivy.asarray(list(key))
    if isinstance(key, slice) and key.step is not None and key.step < 0:
        raise ValueError("step must be greater than zero")
    return key


boundary = Boundary(
    name="torch",
    tensor="Tensor",
    cls=Tensor,
    read=read,
    wrap=wrap,
    view=view_of,
    convert={"dtype": to_dtype, "device": to_device, "Target": _to_target, "Key": to_key},
    promote=promote,
    fail=_fail,
    # NumPy's names, which torch takes too.
    aliases={"dim": "axis", "keepdim": "keepdims"},
    flags={"requires_grad": "requires_grad_"},
    in_place="inplace",
)
frontend = boundary.function
view = boundary.view_of


def unary(operation: Callable[..., Any], name: str = "") -> Callable[..., Tensor]:
    """Return torch's function of one tensor that means the same as an operation of Ivy."""
    return boundary.same(operation, ("input",), name=name)


def binary(
    operation: Callable[..., Any], name: str = "", bools: Callable[..., Any] | None = None
) -> Callable[..., Tensor]:
    """Return torch's function of two tensors that means the same as an operation of Ivy."""
    return boundary.same(operation, ("input", "other"), name=name, bools=bools)


def meaning(raw: Callable[..., Any]) -> Callable[[F], F]:
    """Mark a function on tensors with what it means on arrays, for who reads ``__wrapped__``."""

    def mark(fn: F) -> F:
        fn.__wrapped__ = raw  # type: ignore[attr-defined]
        return fn

    return mark
