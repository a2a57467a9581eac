"""torch's reductions, and its functions that search, sort and count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import ivy
from ivy.array import Array
from ivy.dtypes import CATEGORIES, DType
from ivy.frontends.torch._annotations import Tensor, dtype
from ivy.frontends.torch._frontend import frontend

Dim = int | Sequence[int] | None


class _Named:
    """Prints a result with names as torch does."""

    __slots__ = ()

    def __repr__(self) -> str:
        fields: tuple[str, ...] = self._fields  # type: ignore[attr-defined]
        parts = ",\n".join(f"{f}={getattr(self, f)!r}" for f in fields)
        return f"torch.return_types.{type(self).__name__.lower()}(\n{parts})"


class _Pair(NamedTuple):
    values: Any
    indices: Any


class Max(_Named, _Pair):
    """The largest elements along a dimension, and where they are."""

    __slots__ = ()


class Min(_Named, _Pair):
    """The smallest elements along a dimension, and where they are."""

    __slots__ = ()


class Median(_Named, _Pair):
    """The middle elements along a dimension, and where they are."""

    __slots__ = ()


class KthValue(_Named, _Pair):
    """The k-th smallest elements along a dimension, and where they are."""

    __slots__ = ()


class CumMax(_Named, _Pair):
    """The running maxima, and where they are."""

    __slots__ = ()


class Sort(_Named, _Pair):
    """The elements in order, and where they were."""

    __slots__ = ()


class TopK(_Named, _Pair):
    """The best elements, and where they are."""

    __slots__ = ()


def _axis(dim: Dim) -> Any:
    """Return Ivy's `axis`; an empty list stands for all dimensions in torch."""
    if dim is None or isinstance(dim, int):
        return dim
    return tuple(dim) or None


def _floating(input: Any, *args: Any, dtype: DType | None = None, **options: Any) -> None:
    kind = input.dtype if dtype is None else dtype
    if not kind.category.endswith("floating"):
        raise RuntimeError(
            "could not infer output dtype. Input dtype must be either a floating point or "
            f"complex dtype. Got: {kind}"
        )


def _in_int64(input: Any, dtype: DType | None) -> DType | None:
    # Torch sums unsigned integers too in int64.
    unsigned = dtype is None and input.dtype.category == "unsigned integer"
    return ivy.int64 if unsigned else dtype


def _eager_sum(input: Array, dim: Any, keepdim: bool, *, dtype: DType | None) -> Array:
    return ivy.sum(input, axis=_axis(dim), dtype=_in_int64(input, dtype), keepdims=keepdim)


@frontend(eager=_eager_sum)
def sum(
    input: Tensor, dim: Dim = None, keepdim: bool = False, *, dtype: dtype | None = None
) -> Tensor:
    """See :func:`torch.sum`."""
    return ivy.sum(input, axis=_axis(dim), dtype=dtype, keepdims=keepdim)


def _eager_prod(input: Array, dim: Any, keepdim: bool, *, dtype: DType | None) -> Array:
    return ivy.prod(input, axis=dim, dtype=_in_int64(input, dtype), keepdims=keepdim)


@frontend(eager=_eager_prod)
def prod(
    input: Tensor, dim: int | None = None, keepdim: bool = False, *, dtype: dtype | None = None
) -> Tensor:
    """See :func:`torch.prod`."""
    return ivy.prod(input, axis=dim, dtype=dtype, keepdims=keepdim)


@frontend(check=_floating)
def mean(
    input: Tensor, dim: Dim = None, keepdim: bool = False, *, dtype: dtype | None = None
) -> Tensor:
    """See :func:`torch.mean`."""
    if dtype is not None:
        input = ivy.astype(input, dtype)
    return ivy.mean(input, axis=_axis(dim), keepdims=keepdim)


@frontend
def nansum(input: Tensor, dim: Dim = None, keepdim: bool = False) -> Tensor:
    """See :func:`torch.nansum`."""
    known = ivy.where(ivy.isnan(input), 0.0, input)
    return ivy.sum(known, axis=_axis(dim), keepdims=keepdim)


def _spread(dim: Any, unbiased: bool | None, correction: float | None) -> tuple[Any, float]:
    """Return axis and correction; torch of old says `unbiased`, also in the place of `dim`."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if correction is None:
        correction = 1 if unbiased is None else int(unbiased)
    return _axis(dim), correction


@frontend(check=_floating)
def var(
    input: Tensor,
    dim: Dim = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: float | None = None,
) -> Tensor:
    """See :func:`torch.var`."""
    axis, correction = _spread(dim, unbiased, correction)
    return ivy.var(input, axis=axis, correction=correction, keepdims=keepdim)


@frontend(check=_floating)
def std(
    input: Tensor,
    dim: Dim = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: float | None = None,
) -> Tensor:
    """See :func:`torch.std`."""
    axis, correction = _spread(dim, unbiased, correction)
    return ivy.std(input, axis=axis, correction=correction, keepdims=keepdim)


@frontend(check=_floating)
def var_mean(
    input: Tensor,
    dim: Dim = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: float | None = None,
) -> tuple[Tensor, Tensor]:
    """See :func:`torch.var_mean`."""
    return (
        var(input, dim, unbiased, keepdim, correction=correction),
        mean(input, None if isinstance(dim, bool) else dim, keepdim),
    )


@frontend(check=_floating)
def std_mean(
    input: Tensor,
    dim: Dim = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: float | None = None,
) -> tuple[Tensor, Tensor]:
    """See :func:`torch.std_mean`."""
    return (
        std(input, dim, unbiased, keepdim, correction=correction),
        mean(input, None if isinstance(dim, bool) else dim, keepdim),
    )


def _not_empty(input: Any, dim: Any = None, *args: Any, **options: Any) -> None:
    if dim is None and 0 in input.shape:
        raise RuntimeError(
            "Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )


@frontend(check=_not_empty)
def max(
    input: Tensor,
    dim: Tensor | int | None = None,
    keepdim: bool = False,
    *,
    other: Tensor | None = None,
) -> Any:
    """See :func:`torch.max`."""
    if dim is None and other is None:
        return ivy.max(input)
    if isinstance(dim, int):
        indices = ivy.argmax(input, axis=dim, keepdims=keepdim)
        return Max(_picked(input, indices, dim, keepdim), indices)
    second: Any = dim if other is None else other
    return ivy.maximum(input, second)


@frontend(check=_not_empty)
def min(
    input: Tensor,
    dim: Tensor | int | None = None,
    keepdim: bool = False,
    *,
    other: Tensor | None = None,
) -> Any:
    """See :func:`torch.min`."""
    if dim is None and other is None:
        return ivy.min(input)
    if isinstance(dim, int):
        indices = ivy.argmin(input, axis=dim, keepdims=keepdim)
        return Min(_picked(input, indices, dim, keepdim), indices)
    second: Any = dim if other is None else other
    return ivy.minimum(input, second)


def _picked(input: Any, indices: Any, dim: int, keepdim: bool) -> Any:
    """Return the elements at positions along a dimension, which pass gradients to them alone."""
    if keepdim:
        return ivy.take_along_axis(input, indices, axis=dim)
    return ivy.squeeze(
        ivy.take_along_axis(input, ivy.expand_dims(indices, axis=dim), axis=dim), dim
    )


@frontend
def amax(input: Tensor, dim: Dim = (), keepdim: bool = False) -> Tensor:
    """See :func:`torch.amax`."""
    return ivy.max(input, axis=_axis(dim), keepdims=keepdim)


@frontend
def amin(input: Tensor, dim: Dim = (), keepdim: bool = False) -> Tensor:
    """See :func:`torch.amin`."""
    return ivy.min(input, axis=_axis(dim), keepdims=keepdim)


@frontend
def aminmax(
    input: Tensor, *, dim: int | None = None, keepdim: bool = False
) -> tuple[Tensor, Tensor]:
    """See :func:`torch.aminmax`."""
    return (
        ivy.min(input, axis=dim, keepdims=keepdim),
        ivy.max(input, axis=dim, keepdims=keepdim),
    )


def _not_empty_index(input: Any, dim: Any = None, *args: Any, **options: Any) -> None:
    if dim is None and 0 in input.shape:
        raise IndexError("Expected reduction dim to be specified for input.numel() == 0.")


@frontend(check=_not_empty_index)
def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """See :func:`torch.argmax`."""
    return ivy.argmax(input, axis=dim, keepdims=keepdim)


@frontend(check=_not_empty_index)
def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """See :func:`torch.argmin`."""
    return ivy.argmin(input, axis=dim, keepdims=keepdim)


@frontend
def all(input: Tensor, dim: Dim = None, keepdim: bool = False) -> Tensor:
    """See :func:`torch.all`."""
    return ivy.all(input, axis=_axis(dim), keepdims=keepdim)


@frontend
def any(input: Tensor, dim: Dim = None, keepdim: bool = False) -> Tensor:
    """See :func:`torch.any`."""
    return ivy.any(input, axis=_axis(dim), keepdims=keepdim)


@frontend
def count_nonzero(input: Tensor, dim: Dim = None) -> Tensor:
    """See :func:`torch.count_nonzero`."""
    return ivy.sum(ivy.not_equal(input, 0), axis=_axis(dim))


@frontend
def logsumexp(input: Tensor, dim: Dim, keepdim: bool = False) -> Tensor:
    """See :func:`torch.logsumexp`."""
    return ivy.logsumexp(input, axis=_axis(dim), keepdims=keepdim)


@frontend
def softmax(input: Tensor, dim: int, *, dtype: dtype | None = None) -> Tensor:
    """See :func:`torch.softmax`."""
    return ivy.softmax(input if dtype is None else ivy.astype(input, dtype), axis=dim)


@frontend
def log_softmax(input: Tensor, dim: int, *, dtype: dtype | None = None) -> Tensor:
    """See :func:`torch.log_softmax`."""
    return ivy.log_softmax(input if dtype is None else ivy.astype(input, dtype), axis=dim)


def _eager_cumsum(input: Array, dim: int, *, dtype: DType | None) -> Array:
    return ivy.cumulative_sum(input, axis=dim, dtype=_in_int64(input, dtype))


@frontend(eager=_eager_cumsum)
def cumsum(input: Tensor, dim: int, *, dtype: dtype | None = None) -> Tensor:
    """See :func:`torch.cumsum`."""
    return ivy.cumulative_sum(input, axis=dim, dtype=dtype)


@frontend
def norm(
    input: Tensor,
    p: float | str = "fro",
    dim: Dim = None,
    keepdim: bool = False,
    out: None = None,
    dtype: dtype | None = None,
) -> Tensor:
    """See :func:`torch.norm`."""
    if out is not None:
        raise NotImplementedError("torch.norm: expected out=None, which is all there is in ivy")
    if dtype is not None:
        input = ivy.astype(input, dtype)
    axis = _axis(dim)
    if p in ("fro", 2, None):
        return ivy.sqrt(ivy.sum(ivy.square(input), axis=axis, keepdims=keepdim))
    size = ivy.abs(input)
    if p == float("inf"):
        return ivy.max(size, axis=axis, keepdims=keepdim)
    if p == -float("inf"):
        return ivy.min(size, axis=axis, keepdims=keepdim)
    if p == 1:
        return ivy.sum(size, axis=axis, keepdims=keepdim)
    if p == 0:
        counted = ivy.astype(ivy.not_equal(input, 0), input.dtype)
        return ivy.sum(counted, axis=axis, keepdims=keepdim)
    if isinstance(p, str):
        raise NotImplementedError(f"torch.norm: expected p='fro' or a number, got p={p!r}")
    return ivy.pow(ivy.sum(ivy.pow(size, p), axis=axis, keepdims=keepdim), 1 / p)


@frontend
def dist(input: Tensor, other: Tensor, p: float = 2) -> Tensor:
    """See :func:`torch.dist`."""
    return norm(ivy.subtract(input, other), p)


# -- order -----------------------------------------------------------------------------------------


@frontend
def sort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
    """See :func:`torch.sort`."""
    indices = ivy.argsort(input, axis=dim, descending=descending)
    return Sort(ivy.take_along_axis(input, indices, axis=dim), indices)


@frontend
def argsort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """See :func:`torch.argsort`."""
    return ivy.argsort(input, axis=dim, descending=descending)


@frontend
def topk(input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    """See :func:`torch.topk`."""
    found = ivy.top_k(input, k, axis=dim, largest=largest)
    return TopK(ivy.take_along_axis(input, found.indices, axis=dim), found.indices)


@frontend
def kthvalue(input: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    """See :func:`torch.kthvalue`."""
    order = ivy.argsort(input, axis=dim)
    indices = ivy.take(order, ivy.asarray([k - 1]), axis=dim)
    values = ivy.take_along_axis(input, indices, axis=dim)
    if keepdim:
        return KthValue(values, indices)
    return KthValue(ivy.squeeze(values, dim), ivy.squeeze(indices, dim))


@frontend
def median(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """See :func:`torch.median`."""
    if dim is None:
        flat = ivy.reshape(input, (-1,))
        middle = (flat.shape[0] - 1) // 2
        # A NaN is the last in order, and the median of what holds one.
        middle_value = ivy.sort(flat)[middle]
        return (
            ivy.where(ivy.any(ivy.isnan(flat)), ivy.nan, middle_value)
            if (input.dtype in CATEGORIES["real floating"])
            else middle_value
        )
    found = kthvalue(input, (input.shape[dim] + 1) // 2, dim, keepdim)
    return Median(found.values, found.indices)


@frontend
def quantile(
    input: Tensor, q: Tensor | float, dim: int | None = None, keepdim: bool = False
) -> Tensor:
    """See :func:`torch.quantile`; `q` is a number, the interpolation is linear."""
    if isinstance(q, Array):
        raise NotImplementedError("torch.quantile: expected a number as q, got a tensor")
    flat = ivy.reshape(input, (-1,)) if dim is None else input
    ordered = ivy.sort(flat, axis=0 if dim is None else dim)
    axis = 0 if dim is None else dim
    place = q * (flat.shape[axis] - 1)
    low = int(place)
    high = low + (place > low)
    ends = ivy.take(ordered, ivy.asarray([low, high]), axis=axis)
    a = ivy.take(ends, ivy.asarray([0]), axis=axis)
    b = ivy.take(ends, ivy.asarray([1]), axis=axis)
    out = ivy.add(a, ivy.multiply(ivy.subtract(b, a), place - low))
    if dim is None:
        return ivy.reshape(out, (1,) * input.ndim if keepdim else ())
    return out if keepdim else ivy.squeeze(out, dim)


@frontend
def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """See :func:`torch.unique`."""
    if dim is not None:
        raise NotImplementedError("torch.unique: expected dim=None, which is all there is in ivy")
    if not (return_inverse or return_counts):
        return ivy.unique_values(input)
    values, inverse = ivy.unique_inverse(input)
    flat = ivy.reshape(inverse, (-1,))
    counts = ivy.add_at(ivy.zeros(values.shape, dtype="int64"), 1, flat)
    return tuple(
        part
        for part, wanted in (
            (values, True),
            (inverse, return_inverse),
            (counts, return_counts),
        )
        if wanted
    )


@frontend
def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """See :func:`torch.bincount`."""
    length = 0 if input.shape[0] == 0 else int(ivy.max(input)) + 1
    length = minlength if minlength > length else length
    if weights is None:
        return ivy.add_at(ivy.zeros((length,), dtype="int64"), 1, input)
    kind = weights.dtype if weights.dtype == "float32" else "float64"
    return ivy.add_at(ivy.zeros((length,), dtype=kind), ivy.astype(weights, kind), input)


@frontend
def isin(elements: Tensor, test_elements: Tensor) -> Tensor:
    """See :func:`torch.isin`."""
    flat = ivy.reshape(test_elements, (-1,))
    return ivy.any(ivy.equal(ivy.expand_dims(elements, axis=-1), flat), axis=-1)


@frontend
def diff(input: Tensor, n: int = 1, dim: int = -1) -> Tensor:
    """See :func:`torch.diff`."""
    for _ in range(n):
        moved = ivy.moveaxis(input, dim, 0)
        input = ivy.moveaxis(ivy.subtract(moved[1:], moved[:-1]), 0, dim)
    return input


@frontend
def cov(input: Tensor, *, correction: int = 1) -> Tensor:
    """See :func:`torch.cov`."""
    rows = input if input.ndim == 2 else ivy.reshape(input, (1, -1))
    centred = ivy.subtract(rows, ivy.mean(rows, axis=1, keepdims=True))
    product = ivy.matmul(centred, ivy.swapaxes(centred, 0, 1))
    out = ivy.divide(product, rows.shape[1] - correction)
    return out if input.ndim == 2 else ivy.reshape(out, ())
