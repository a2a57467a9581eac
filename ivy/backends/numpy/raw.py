"""What runs in the place of NumPy's public functions, on arrays.

The chapters are written with public names, because they are read by the transpiler. Of a reduction
of a small array most of the time goes into the Python function around the ufunc that does it, and
of a selection among many elements into guesses of the processor that fail. The functions here do
the same with the elements, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ivy.backends.numpy import elementwise, manipulation, searching, statistical

# A mean in these is a sum in the same dtype.
_OF_ITS_SUM = frozenset(map(np.dtype, ("float32", "float64", "complex64", "complex128")))
# From so many elements on a selection by the bits is quicker.
_MANY = 16384
_BITS = {
    np.dtype(name): np.dtype(f"int{np.dtype(name).itemsize * 8}")
    for name in ("float16", "float32", "float64", "int32", "int64")
}


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    return np.add.reduce(x, axis, dtype, keepdims=keepdims)


def prod(x, /, *, axis=None, dtype=None, keepdims=False):
    return np.multiply.reduce(x, axis, dtype, keepdims=keepdims)


def max(x, /, *, axis=None, keepdims=False):
    return np.maximum.reduce(x, axis, keepdims=keepdims)


def min(x, /, *, axis=None, keepdims=False):
    return np.minimum.reduce(x, axis, keepdims=keepdims)


def any(x, /, *, axis=None, keepdims=False):
    return np.logical_or.reduce(x, axis, keepdims=keepdims)


def all(x, /, *, axis=None, keepdims=False):
    return np.logical_and.reduce(x, axis, keepdims=keepdims)


def mean(x, /, *, axis=None, keepdims=False):
    if x.size and x.dtype in _OF_ITS_SUM:
        total = np.add.reduce(x, axis, keepdims=keepdims)
        return total / (x.size // total.size)
    return np.mean(x, axis=axis, keepdims=keepdims)


def where(condition, x1, x2, /):
    if condition.size < _MANY:
        return np.where(condition, x1, x2)
    return _selected(condition, x1, x2)


def _selected(condition, x1, x2):
    """Return what `where` does, by the bits of the elements where these are of one kind."""
    shape = condition.shape
    first = isinstance(x1, np.ndarray) and x1.shape == shape
    second = isinstance(x2, np.ndarray) and x2.shape == shape
    if not (first or second):
        return np.where(condition, x1, x2)
    bits = _BITS.get(x1.dtype if first else x2.dtype)
    if bits is None:
        return np.where(condition, x1, x2)
    if first and second and x1.dtype == x2.dtype:
        others = x2.view(bits)
        chosen = x1.view(bits) ^ others
        chosen *= condition
        chosen ^= others
        return chosen.view(x2.dtype)
    if second and _is_zero(x1, x2.dtype):
        return np.multiply(x2.view(bits), np.logical_not(condition)).view(x2.dtype)
    if first and _is_zero(x2, x1.dtype):
        return np.multiply(x1.view(bits), condition).view(x1.dtype)
    return np.where(condition, x1, x2)


def _is_zero(x, dtype):
    """Return whether a scalar is a zero without a sign that makes no other dtype of the result."""
    if isinstance(x, np.ndarray | complex) or x != 0 or np.signbit(x):
        return False
    if isinstance(x, np.generic):
        return x.dtype == dtype
    return isinstance(x, int) or dtype.kind == "f"


# Of erf for arguments below 0.46875 and of erfc above: numerators and denominators of W. J. Cody,
# "Rational Chebyshev Approximations for the Error Function", Math. Comp. 23 (1969), highest first.
_NEAR_ABOVE = (
    *(1.85777706184603153e-1, 3.16112374387056560, 1.13864154151050156e2),
    *(3.77485237685302021e2, 3.20937758913846947e3),
)
_NEAR_BELOW = (
    *(1.0, 2.36012909523441209e1, 2.44024637934444173e2),
    *(1.28261652607737228e3, 2.84423683343917062e3),
)
_FAR_ABOVE = (
    *(2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594),
    *(6.61191906371416295e1, 2.98635138197400131e2, 8.81952221241769090e2),
    *(1.71204761263407058e3, 2.05107837782607147e3, 1.23033935479799725e3),
)
_FAR_BELOW = (
    *(1.0, 1.57449261107098347e1, 1.17693950891312499e2),
    *(5.37181101862009858e2, 1.62138957456669019e3, 3.29079923573345963e3),
    *(4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3),
)


def _polynomial(coefficients, x):
    out = coefficients[0] * x
    for c in coefficients[1:-1]:
        out += c
        out *= x
    out += coefficients[-1]
    return out


def erf(x, /):
    if x.size < 512:
        return elementwise.erf(x)
    wide = x.astype(np.float64)
    size = np.minimum(np.abs(wide), 6.0)  # where it is 1
    square = size * size
    near = _polynomial(_NEAR_ABOVE, square)
    near /= _polynomial(_NEAR_BELOW, square)
    near *= wide
    far = _polynomial(_FAR_ABOVE, size)
    far /= _polynomial(_FAR_BELOW, size)
    far *= np.exp(-square)
    far = np.copysign(1.0 - far, wide)
    return where(size < 0.46875, near, far).astype(x.dtype)


def swapaxes(x, /, axis1, axis2):
    return x.swapaxes(axis1, axis2)


def permute_dims(x, /, axes):
    return x.transpose(axes)


_IN_PLACE_OF: dict[Any, Callable[..., Any]] = {
    statistical.sum: sum,
    statistical.prod: prod,
    statistical.max: max,
    statistical.min: min,
    statistical.any: any,
    statistical.all: all,
    statistical.mean: mean,
    elementwise.erf: erf,
    searching.where: where,
    manipulation.swapaxes: swapaxes,
    manipulation.permute_dims: permute_dims,
}


def quick(function: Any) -> Any:
    """Return what runs in the place of a chapter's function."""
    return _IN_PLACE_OF.get(function, function)
