"""torch's functions that make tensors from shapes and values."""

from __future__ import annotations

import builtins
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy

import ivy
from ivy import config
from ivy.array import Array
from ivy.autodiff.tape import inner
from ivy.dtypes import DType
from ivy.frontends.torch import _types
from ivy.frontends.torch._annotations import Tensor, device, dtype
from ivy.frontends.torch._frontend import frontend
from ivy.frontends.torch._types import sizes, to_device, to_dtype
from ivy.frontends.torch.tensor import Tensor as Cell
from ivy.frontends.torch.tensor import wrap


def _float(dtype: DType | None) -> DType:
    return config.float_dtype.get() if dtype is None else dtype


# -- from values -----------------------------------------------------------------------------------


def tensor(
    data: Any,
    *,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Cell:
    """Return a new tensor with a copy of `data`; see :func:`torch.tensor`.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.tensor([[1, 2], [3, 4]])
    tensor([[1, 2],
            [3, 4]])
    """
    if isinstance(data, Cell):
        warnings.warn(
            "To copy construct from a tensor, it is recommended to use "
            "sourceTensor.clone().detach() or sourceTensor.clone().detach()"
            ".requires_grad_(True), rather than torch.tensor(sourceTensor).",
            UserWarning,
            stacklevel=2,
        )
    made = wrap(_array(data, dtype, device))
    return made.requires_grad_() if requires_grad else made


def _array(data: Any, dtype: Any, device: Any) -> Array:
    wanted = None if dtype is None else to_dtype(dtype)
    if device is not None:
        to_device(device)
    if isinstance(data, Cell):
        array = inner(data._value())
        return ivy.astype(array, array.dtype if wanted is None else wanted)
    if isinstance(data, list | tuple):
        found: list[DType] = []
        data = _values(data, found)
        if found and wanted is None:
            wanted = ivy.dtypes.promote(*found)
    elif not isinstance(data, numpy.ndarray) and hasattr(data, "__array__"):
        data = numpy.asarray(data)
    return ivy.asarray(data, dtype=wanted, copy=True if isinstance(data, numpy.ndarray) else None)


def _values(data: Any, found: list[DType]) -> Any:
    """Return nested lists with numbers in the place of tensors, whose dtypes are collected."""
    if isinstance(data, list | tuple):
        return [_values(v, found) for v in data]
    if isinstance(data, Cell):
        found.append(data._value().dtype)
        return data.tolist()
    return data


def as_tensor(data: Any, dtype: Any = None, device: Any = None) -> Cell:
    """Return `data` as a tensor; a tensor of this dtype as it is. See :func:`torch.as_tensor`.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.as_tensor([1.0])
    tensor([1.])
    """
    if isinstance(data, Cell):
        target = [v for v in (dtype, device) if v is not None]
        moved: Cell = data.to(*target) if target else data
        return moved
    return wrap(_array(data, dtype, device))


asarray = as_tensor


def from_numpy(ndarray: Any) -> Cell:
    """Return a tensor with a copy of a NumPy array; see :func:`torch.from_numpy`.

    Examples
    --------
    >>> import numpy
    >>> import ivy.frontends.torch as torch
    >>> torch.from_numpy(numpy.zeros(2))
    tensor([0., 0.], dtype=torch.float64)
    """
    if not isinstance(ndarray, numpy.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    return wrap(_array(ndarray, None, None))


def constructed(cls: type[Cell], *args: Any, **options: Any) -> Cell:
    """Return what ``torch.Tensor(…)`` makes: float32 data, or a shape of zeros."""
    if options:
        raise TypeError(f"torch.Tensor: expected no options, got {', '.join(options)}")
    return _legacy(_types.float32, args)


def _legacy(dtype: _types.dtype, args: tuple[Any, ...]) -> Cell:
    if len(args) == 1 and not isinstance(args[0], int):
        if isinstance(args[0], _types.Size):
            return wrap(ivy.zeros(tuple(args[0]), dtype=dtype.array))
        return wrap(_array(args[0], dtype, None))
    return wrap(ivy.zeros(args or (0,), dtype=dtype.array))


def _constructor(dtype: _types.dtype) -> Callable[..., Cell]:
    def construct(*args: Any) -> Cell:
        return _legacy(dtype, args)

    construct.__doc__ = f"Return a {dtype} tensor of data, or of a shape."
    return construct


FloatTensor = _constructor(_types.float32)
DoubleTensor = _constructor(_types.float64)
HalfTensor = _constructor(_types.float16)
BFloat16Tensor = _constructor(_types.bfloat16)
ByteTensor = _constructor(_types.uint8)
CharTensor = _constructor(_types.int8)
ShortTensor = _constructor(_types.int16)
IntTensor = _constructor(_types.int32)
LongTensor = _constructor(_types.int64)
BoolTensor = _constructor(_types.bool)


# -- from shapes -----------------------------------------------------------------------------------


@frontend
def zeros(
    *size: int | Sequence[int],
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.zeros`."""
    return ivy.zeros(sizes(size), dtype=_float(dtype), device=device)


@frontend
def ones(
    *size: int | Sequence[int],
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.ones`."""
    return ivy.ones(sizes(size), dtype=_float(dtype), device=device)


@frontend
def empty(
    *size: int | Sequence[int],
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """See :func:`torch.empty`; the elements are zeros."""
    return ivy.zeros(sizes(size), dtype=_float(dtype), device=device)


@frontend
def full(
    size: Sequence[int],
    fill_value: Tensor | builtins.complex,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.full`."""
    value = fill_value.item() if isinstance(fill_value, Array) else fill_value
    return ivy.full(tuple(size), value, dtype=dtype, device=device)


@frontend
def zeros_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """See :func:`torch.zeros_like`."""
    return ivy.zeros_like(input, dtype=dtype, device=device)


@frontend
def ones_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """See :func:`torch.ones_like`."""
    return ivy.ones_like(input, dtype=dtype, device=device)


@frontend
def empty_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """See :func:`torch.empty_like`; the elements are zeros."""
    return ivy.zeros_like(input, dtype=dtype, device=device)


@frontend
def full_like(
    input: Tensor,
    fill_value: builtins.complex,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """See :func:`torch.full_like`."""
    return ivy.full_like(input, fill_value, dtype=dtype, device=device)


def _number(value: Any) -> Any:
    return value.item() if isinstance(value, Array) else value


@frontend
def arange(
    start: Tensor | float,
    end: Tensor | float | None = None,
    step: Tensor | float = 1,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.arange`."""
    start, end, step = _number(start), _number(end), _number(step)
    if end is None:
        start, end = 0, start
    if dtype is None:
        whole = isinstance(start, int) and isinstance(end, int) and isinstance(step, int)
        dtype = ivy.int64 if whole else config.float_dtype.get()
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    return ivy.arange(start, end, step, dtype=dtype, device=device)


@frontend
def linspace(
    start: Tensor | float,
    end: Tensor | float,
    steps: int,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.linspace`."""
    return ivy.linspace(_number(start), _number(end), steps, dtype=_float(dtype), device=device)


@frontend
def logspace(
    start: float,
    end: float,
    steps: int,
    base: float = 10.0,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.logspace`."""
    exponents = ivy.linspace(start, end, steps, dtype=_float(dtype), device=device)
    return ivy.pow(builtins.float(base), exponents)


@frontend
def eye(
    n: int,
    m: int | None = None,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.eye`."""
    return ivy.eye(n, n if m is None else m, dtype=_float(dtype), device=device)


@frontend
def tril_indices(row: int, col: int, offset: int = 0) -> Tensor:
    """See :func:`torch.tril_indices`."""
    kept = ivy.tril(ivy.ones((row, col), dtype="int64"), k=offset)
    return ivy.stack(list(ivy.nonzero(kept)))


@frontend
def triu_indices(row: int, col: int, offset: int = 0) -> Tensor:
    """See :func:`torch.triu_indices`."""
    kept = ivy.triu(ivy.ones((row, col), dtype="int64"), k=offset)
    return ivy.stack(list(ivy.nonzero(kept)))


@frontend
def complex(real: Tensor, imag: Tensor) -> Tensor:
    """See :func:`torch.complex`."""
    return ivy.add(real, ivy.multiply(imag, 1j))


@frontend
def scalar_tensor(s: builtins.complex, *, dtype: dtype | None = None) -> Tensor:
    """See :func:`torch.scalar_tensor`."""
    return ivy.full((), s, dtype=_float(dtype))


# -- methods ---------------------------------------------------------------------------------------


def _like(dtype: DType | None, input: Array) -> DType:
    return input.dtype if dtype is None else dtype


@frontend
def new_zeros(
    input: Tensor,
    *size: int | Sequence[int],
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :meth:`torch.Tensor.new_zeros`."""
    return ivy.zeros(sizes(size), dtype=_like(dtype, input), device=device)


@frontend
def new_ones(
    input: Tensor,
    *size: int | Sequence[int],
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :meth:`torch.Tensor.new_ones`."""
    return ivy.ones(sizes(size), dtype=_like(dtype, input), device=device)


new_empty = new_zeros


@frontend
def new_full(
    input: Tensor,
    size: Sequence[int],
    fill_value: builtins.complex,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :meth:`torch.Tensor.new_full`."""
    return ivy.full(tuple(size), fill_value, dtype=_like(dtype, input), device=device)


def new_tensor(input: Cell, data: Any, *, dtype: Any = None, requires_grad: bool = False) -> Cell:
    """See :meth:`torch.Tensor.new_tensor`."""
    return tensor(data, dtype=dtype or input.dtype, requires_grad=requires_grad)
