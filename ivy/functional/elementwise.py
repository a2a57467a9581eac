"""Element-wise functions: one result element for each element, or pair of elements, broadcast."""

from __future__ import annotations

import math
from typing import NamedTuple

from ivy.array import Array
from ivy.dtypes import CATEGORIES, DType, complex128, finfo, float64, int64
from ivy.functional._op import beside, common_dtype, composite, op, registry
from ivy.functional.data_type import astype


@op(dtypes="numeric", result="real")
def abs(x: Array, /) -> Array:
    """Return the absolute value; for complex numbers the magnitude.

    Examples
    --------
    >>> import ivy
    >>> ivy.abs(ivy.asarray([-1.0, 2.0]))
    Array([1., 2.], dtype=float32, backend='numpy')
    """


@op(dtypes="numeric")
def negative(x: Array, /) -> Array:
    """Return ``-x``.

    Examples
    --------
    >>> import ivy
    >>> ivy.negative(ivy.asarray([1.0, -2.0]))
    Array([-1.,  2.], dtype=float32, backend='numpy')
    """


@op(dtypes="numeric")
def sign(x: Array, /) -> Array:
    """Return -1, 0 or 1 by the sign of each element; NaN for NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.sign(ivy.asarray([-3.0, 0.0, 2.0]))
    Array([-1.,  0.,  1.], dtype=float32, backend='numpy')
    """


@op(dtypes="numeric")
def square(x: Array, /) -> Array:
    """Return ``x * x``.

    Examples
    --------
    >>> import ivy
    >>> ivy.square(ivy.asarray([1.0, -3.0]))
    Array([1., 9.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def sqrt(x: Array, /) -> Array:
    """Return the square root; NaN for negative real numbers.

    Examples
    --------
    >>> import ivy
    >>> ivy.sqrt(ivy.asarray([4.0, 9.0]))
    Array([2., 3.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def exp(x: Array, /) -> Array:
    """Return ``e`` to the power of each element.

    Examples
    --------
    >>> import ivy
    >>> ivy.exp(ivy.asarray([0.0]))
    Array([1.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def expm1(x: Array, /) -> Array:
    """Return ``exp(x) - 1``, accurate for small `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.expm1(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def log(x: Array, /) -> Array:
    """Return the natural logarithm; -infinity for 0, NaN for negative real numbers.

    Examples
    --------
    >>> import ivy
    >>> ivy.log(ivy.asarray([1.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def log1p(x: Array, /) -> Array:
    """Return ``log(1 + x)``, accurate for small `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.log1p(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def sin(x: Array, /) -> Array:
    """Return the sine of angles in radians.

    Examples
    --------
    >>> import ivy
    >>> ivy.sin(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def cos(x: Array, /) -> Array:
    """Return the cosine of angles in radians.

    Examples
    --------
    >>> import ivy
    >>> ivy.cos(ivy.asarray([0.0]))
    Array([1.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def tanh(x: Array, /) -> Array:
    """Return the hyperbolic tangent.

    Examples
    --------
    >>> import ivy
    >>> ivy.tanh(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="real floating")
def erf(x: Array, /) -> Array:
    """Return the error function, ``2 / sqrt(pi)`` times the integral of ``exp(-t**2)`` from 0 to
    `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.erf(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="real")
def floor(x: Array, /) -> Array:
    """Round down to a whole number; integers stay as they are.

    Examples
    --------
    >>> import ivy
    >>> ivy.floor(ivy.asarray([1.5, -1.5]))
    Array([ 1., -2.], dtype=float32, backend='numpy')
    """


@op(dtypes="real")
def ceil(x: Array, /) -> Array:
    """Round up to a whole number; integers stay as they are.

    Examples
    --------
    >>> import ivy
    >>> ivy.ceil(ivy.asarray([1.5, -1.5]))
    Array([ 2., -1.], dtype=float32, backend='numpy')
    """


@op(dtypes="numeric")
def round(x: Array, /) -> Array:
    """Round to the nearest whole number, halves to the even one.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.asarray([0.5, 1.5, 2.4]))
    Array([0., 2., 2.], dtype=float32, backend='numpy')
    """


@op(dtypes="real")
def trunc(x: Array, /) -> Array:
    """Round towards zero; integers stay as they are.

    Examples
    --------
    >>> import ivy
    >>> ivy.trunc(ivy.asarray([1.5, -1.5]))
    Array([ 1., -1.], dtype=float32, backend='numpy')
    """


@op(dtypes="numeric", result="bool")
def isnan(x: Array, /) -> Array:
    """Return whether each element is NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.isnan(ivy.asarray([1.0, ivy.nan]))
    Array([False,  True], dtype=bool, backend='numpy')
    """


@op(dtypes="numeric", result="bool")
def isinf(x: Array, /) -> Array:
    """Return whether each element is plus or minus infinity.

    Examples
    --------
    >>> import ivy
    >>> ivy.isinf(ivy.asarray([1.0, ivy.inf]))
    Array([False,  True], dtype=bool, backend='numpy')
    """


@op(dtypes="numeric", result="bool")
def isfinite(x: Array, /) -> Array:
    """Return whether each element is neither NaN nor infinite.

    Examples
    --------
    >>> import ivy
    >>> ivy.isfinite(ivy.asarray([1.0, ivy.inf]))
    Array([ True, False], dtype=bool, backend='numpy')
    """


@op(dtypes="bool", result="bool")
def logical_not(x: Array, /) -> Array:
    """Return the logical opposite.

    Examples
    --------
    >>> import ivy
    >>> ivy.logical_not(ivy.asarray([True, False]))
    Array([False,  True], dtype=bool, backend='numpy')
    """


@op(dtypes="numeric")
def conj(x: Array, /) -> Array:
    """Return the complex conjugate; real numbers stay as they are.

    Examples
    --------
    >>> import ivy
    >>> ivy.conj(ivy.asarray([1 + 2j]))
    Array([1.-2.j], dtype=complex64, backend='numpy')
    """


@op(dtypes="numeric", result="real")
def real(x: Array, /) -> Array:
    """Return the real part; real numbers stay as they are.

    Examples
    --------
    >>> import ivy
    >>> ivy.real(ivy.asarray([1 + 2j]))
    Array([1.], dtype=float32, backend='numpy')
    """


@op(dtypes="numeric", result="real")
def imag(x: Array, /) -> Array:
    """Return the imaginary part; 0 for real numbers.

    Examples
    --------
    >>> import ivy
    >>> ivy.imag(ivy.asarray([1 + 2j]))
    Array([2.], dtype=float32, backend='numpy')
    """


@op(dtypes="numeric", rank="elementwise")
def add(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 + x2``.

    Examples
    --------
    >>> import ivy
    >>> ivy.add(ivy.asarray([1.0, 2.0]), 1)
    Array([2., 3.], dtype=float32, backend='numpy')
    """


@op(dtypes="numeric", rank="elementwise")
def subtract(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 - x2``.

    Examples
    --------
    >>> import ivy
    >>> ivy.subtract(ivy.asarray([1.0, 2.0]), 1)
    Array([0., 1.], dtype=float32, backend='numpy')
    """


@op(dtypes="numeric", rank="elementwise")
def multiply(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 * x2``.

    Examples
    --------
    >>> import ivy
    >>> ivy.multiply(ivy.asarray([1.0, 2.0]), 2)
    Array([2., 4.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating", rank="elementwise")
def divide(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 / x2``; integers give the default float dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.divide(ivy.asarray([1.0, 2.0]), 2)
    Array([0.5, 1. ], dtype=float32, backend='numpy')
    """


@op(dtypes="real", rank="elementwise")
def floor_divide(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 / x2`` rounded down. An integer divided by zero gives 0.

    With infinities it is the rounded quotient, too: infinity divided by 2 is infinite.

    Examples
    --------
    >>> import ivy
    >>> ivy.floor_divide(ivy.asarray([7, -7]), 2)
    Array([ 3, -4], dtype=int64, backend='numpy')
    """


@op(dtypes="real", rank="elementwise")
def remainder(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return what is left of `x1` after division by `x2`, with the sign of `x2`.

    An integer and zero give 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.remainder(ivy.asarray([7, -7]), 4)
    Array([3, 1], dtype=int64, backend='numpy')
    """


@op(dtypes="numeric", rank="elementwise")
def pow(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return `x1` to the power of `x2`; integers stay integers.

    Examples
    --------
    >>> import ivy
    >>> ivy.pow(ivy.asarray([2.0, 3.0]), 2)
    Array([4., 9.], dtype=float32, backend='numpy')
    """


@op(dtypes="real or bool", rank="elementwise")
def maximum(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the larger of each pair; NaN where either is NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.maximum(ivy.asarray([1.0, 5.0]), 3.0)
    Array([3., 5.], dtype=float32, backend='numpy')
    """


@op(dtypes="real or bool", rank="elementwise")
def minimum(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the smaller of each pair; NaN where either is NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.minimum(ivy.asarray([1.0, 5.0]), 3.0)
    Array([1., 3.], dtype=float32, backend='numpy')
    """


@op(dtypes="real floating", rank="elementwise")
def atan2(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the angle of the point ``(x2, x1)`` in radians, from -pi to pi.

    Examples
    --------
    >>> import ivy
    >>> ivy.atan2(ivy.asarray([0.0]), 1.0)
    Array([0.], dtype=float32, backend='numpy')
    """


@op(result="bool", rank="elementwise")
def equal(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return whether the elements of each pair are equal.

    Examples
    --------
    >>> import ivy
    >>> ivy.equal(ivy.asarray([1.0, 2.0]), 2.0)
    Array([False,  True], dtype=bool, backend='numpy')
    """


@op(result="bool", rank="elementwise")
def not_equal(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return whether the elements of each pair differ.

    Examples
    --------
    >>> import ivy
    >>> ivy.not_equal(ivy.asarray([1.0, 2.0]), 2.0)
    Array([ True, False], dtype=bool, backend='numpy')
    """


@op(dtypes="real or bool", result="bool", rank="elementwise")
def less(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 < x2``.

    Examples
    --------
    >>> import ivy
    >>> ivy.less(ivy.asarray([1.0, 2.0]), 2.0)
    Array([ True, False], dtype=bool, backend='numpy')
    """


@op(dtypes="real or bool", result="bool", rank="elementwise")
def less_equal(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 <= x2``.

    Examples
    --------
    >>> import ivy
    >>> ivy.less_equal(ivy.asarray([1.0, 2.0]), 1.0)
    Array([ True, False], dtype=bool, backend='numpy')
    """


@op(dtypes="real or bool", result="bool", rank="elementwise")
def greater(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 > x2``.

    Examples
    --------
    >>> import ivy
    >>> ivy.greater(ivy.asarray([1.0, 2.0]), 1.0)
    Array([False,  True], dtype=bool, backend='numpy')
    """


@op(dtypes="real or bool", result="bool", rank="elementwise")
def greater_equal(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 >= x2``.

    Examples
    --------
    >>> import ivy
    >>> ivy.greater_equal(ivy.asarray([1.0, 2.0]), 2.0)
    Array([False,  True], dtype=bool, backend='numpy')
    """


@op(dtypes="bool", result="bool", rank="elementwise")
def logical_and(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return whether both are true.

    Examples
    --------
    >>> import ivy
    >>> ivy.logical_and(ivy.asarray([True, False]), True)
    Array([ True, False], dtype=bool, backend='numpy')
    """


@op(dtypes="bool", result="bool", rank="elementwise")
def logical_or(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return whether either is true.

    Examples
    --------
    >>> import ivy
    >>> ivy.logical_or(ivy.asarray([True, False]), False)
    Array([ True, False], dtype=bool, backend='numpy')
    """


@op(dtypes="bool", result="bool", rank="elementwise")
def logical_xor(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return whether exactly one is true.

    Examples
    --------
    >>> import ivy
    >>> ivy.logical_xor(ivy.asarray([True, False]), True)
    Array([False,  True], dtype=bool, backend='numpy')
    """


@op(dtypes="integral or bool", rank="elementwise")
def bitwise_and(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the bits that both have.

    Examples
    --------
    >>> import ivy
    >>> ivy.bitwise_and(ivy.asarray([6, 5]), 3)
    Array([2, 1], dtype=int64, backend='numpy')
    """


@op(dtypes="integral or bool", rank="elementwise")
def bitwise_or(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the bits that either has.

    Examples
    --------
    >>> import ivy
    >>> ivy.bitwise_or(ivy.asarray([6, 5]), 1)
    Array([7, 5], dtype=int64, backend='numpy')
    """


@op(dtypes="integral or bool", rank="elementwise")
def bitwise_xor(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the bits that exactly one has.

    Examples
    --------
    >>> import ivy
    >>> ivy.bitwise_xor(ivy.asarray([6, 5]), 1)
    Array([7, 4], dtype=int64, backend='numpy')
    """


@op(dtypes="real", promoted=("x", "min", "max"))
def clip(x: Array, /, min: Array | float | None = None, max: Array | float | None = None) -> Array:
    """Return `x` with elements below `min` or above `max` replaced by these; NaN stays.

    Parameters
    ----------
    x
        The array.
    min, max
        The limits, broadcast against `x`; None means no limit.

    Examples
    --------
    >>> import ivy
    >>> ivy.clip(ivy.asarray([-1.0, 0.5, 3.0]), 0, 1)
    Array([0. , 0.5, 1. ], dtype=float32, backend='numpy')
    """


@composite(dtypes="floating")
def reciprocal(x: Array, /) -> Array:
    """Return ``1 / x``.

    Examples
    --------
    >>> import ivy
    >>> ivy.reciprocal(ivy.asarray([2.0, 4.0]))
    Array([0.5 , 0.25], dtype=float32, backend='numpy')
    """
    return divide(1, x)


@composite(dtypes="floating")
def rsqrt(x: Array, /) -> Array:
    """Return ``1 / sqrt(x)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.rsqrt(ivy.asarray([4.0, 16.0]))
    Array([0.5 , 0.25], dtype=float32, backend='numpy')
    """
    return divide(1, sqrt(x))


# -- the rest of the standard --------------------------------------------------------------------


@op(dtypes="floating")
def acos(x: Array, /) -> Array:
    """Return the inverse cosine in radians, from 0 to pi; NaN for real numbers beyond -1 and 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.acos(ivy.asarray([1.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def acosh(x: Array, /) -> Array:
    """Return the inverse hyperbolic cosine; NaN for real numbers below 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.acosh(ivy.asarray([1.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def asin(x: Array, /) -> Array:
    """Return the inverse sine in radians, from -pi/2 to pi/2; NaN for reals beyond -1 and 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.asin(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def asinh(x: Array, /) -> Array:
    """Return the inverse hyperbolic sine.

    Examples
    --------
    >>> import ivy
    >>> ivy.asinh(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def atan(x: Array, /) -> Array:
    """Return the inverse tangent in radians, from -pi/2 to pi/2.

    Examples
    --------
    >>> import ivy
    >>> ivy.atan(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def atanh(x: Array, /) -> Array:
    """Return the inverse hyperbolic tangent; infinite at -1 and 1, NaN for reals beyond.

    Examples
    --------
    >>> import ivy
    >>> ivy.atanh(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def cosh(x: Array, /) -> Array:
    """Return the hyperbolic cosine.

    Examples
    --------
    >>> import ivy
    >>> ivy.cosh(ivy.asarray([0.0]))
    Array([1.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def sinh(x: Array, /) -> Array:
    """Return the hyperbolic sine.

    Examples
    --------
    >>> import ivy
    >>> ivy.sinh(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def tan(x: Array, /) -> Array:
    """Return the tangent of angles in radians.

    Examples
    --------
    >>> import ivy
    >>> ivy.tan(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def log2(x: Array, /) -> Array:
    """Return the logarithm to base 2; -infinity for 0, NaN for negative real numbers.

    Examples
    --------
    >>> import ivy
    >>> ivy.log2(ivy.asarray([8.0]))
    Array([3.], dtype=float32, backend='numpy')
    """


@op(dtypes="floating")
def log10(x: Array, /) -> Array:
    """Return the logarithm to base 10; -infinity for 0, NaN for negative real numbers.

    Examples
    --------
    >>> import ivy
    >>> ivy.log10(ivy.asarray([1.0, 10.0]))
    Array([0., 1.], dtype=float32, backend='numpy')
    """


@composite(dtypes="numeric")
def positive(x: Array, /) -> Array:
    """Return ``+x``, which is `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.positive(ivy.asarray([1.0, -2.0]))
    Array([ 1., -2.], dtype=float32, backend='numpy')
    """
    return astype(x, x.dtype, copy=False)


@op(dtypes="real floating", result="bool")
def signbit(x: Array, /) -> Array:
    """Return whether the sign bit is set: for negative numbers, -0.0, and NaNs that have it.

    Examples
    --------
    >>> import ivy
    >>> ivy.signbit(ivy.asarray([1.0, -0.0]))
    Array([False,  True], dtype=bool, backend='numpy')
    """


@op(dtypes="real floating", rank="elementwise")
def copysign(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the magnitude of `x1` with the sign of `x2`, also of a zero or NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.copysign(ivy.asarray([1.0, -2.0]), ivy.asarray([-0.0, 3.0]))
    Array([-1.,  2.], dtype=float32, backend='numpy')
    """


@op(dtypes="real floating", rank="elementwise")
def hypot(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``sqrt(x1**2 + x2**2)``, without overflow; infinity where either is infinite.

    Examples
    --------
    >>> import ivy
    >>> ivy.hypot(ivy.asarray([3.0]), 4.0)
    Array([5.], dtype=float32, backend='numpy')
    """


@op(dtypes="real floating", rank="elementwise")
def logaddexp(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``log(exp(x1) + exp(x2))``, without overflow.

    Examples
    --------
    >>> import ivy
    >>> ivy.logaddexp(ivy.asarray([1000.0]), 1000.0)
    Array([1000.6932], dtype=float32, backend='numpy')
    """


@op(dtypes="real floating", rank="elementwise")
def nextafter(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the number of the dtype that comes next after `x1` on the way to `x2`.

    It is `x2` where both are equal, and NaN where either is NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.nextafter(ivy.asarray([1.0]), 2.0) > 1
    Array([ True], dtype=bool, backend='numpy')
    """


@op(dtypes="integral or bool")
def bitwise_invert(x: Array, /) -> Array:
    """Return each element with every bit changed; for bools the opposite.

    Examples
    --------
    >>> import ivy
    >>> ivy.bitwise_invert(ivy.asarray([0, 5]))
    Array([-1, -6], dtype=int64, backend='numpy')
    """


@op(dtypes="integral", rank="elementwise")
def bitwise_left_shift(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the bits of `x1` moved to the left by `x2`, zeros coming in.

    Nothing is left where `x2` is the number of bits of the dtype or more. What a negative `x2` does
    is unspecified.

    Examples
    --------
    >>> import ivy
    >>> ivy.bitwise_left_shift(ivy.asarray([1, 5]), 2)
    Array([ 4, 20], dtype=int64, backend='numpy')
    """


@op(dtypes="integral", rank="elementwise")
def bitwise_right_shift(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the bits of `x1` moved to the right by `x2`, copies of the sign bit coming in.

    That is ``x1 // 2**x2``, also where `x2` is the number of bits of the dtype or more. What a
    negative `x2` does is unspecified.

    Examples
    --------
    >>> import ivy
    >>> ivy.bitwise_right_shift(ivy.asarray([20, -1]), 2)
    Array([ 5, -1], dtype=int64, backend='numpy')
    """


# -- beyond the standard -------------------------------------------------------------------------

# `searching` and `creation` may build on this chapter, so it finds their operations by name.


def _where(condition: Array, x1: Array | complex, x2: Array | complex) -> Array:
    chosen: Array = registry["where"].call(condition, x1, x2)
    return chosen


def _both(x1: Array | complex, x2: Array | complex) -> tuple[Array, Array]:
    """Return two operands, of which one is an array, as arrays of their common dtype."""
    dtype = common_dtype("operands", (x1, x2))
    like = x1 if isinstance(x1, Array) else x2
    return _typed(x1, dtype, like), _typed(x2, dtype, like)


def _typed(x: Array | complex, dtype: DType, like: Array | complex) -> Array:
    if isinstance(x, Array):
        return x if x.dtype is dtype else astype(x, dtype)
    filled: Array = registry["full_like"].call(like, x, dtype=dtype)
    return filled


@composite(dtypes="floating")
def exp2(x: Array, /) -> Array:
    """Return 2 to the power of each element.

    Examples
    --------
    >>> import ivy
    >>> ivy.exp2(ivy.asarray([3.0, -1.0]))
    Array([8. , 0.5], dtype=float32, backend='numpy')
    """
    return pow(2, x)


@composite(dtypes="real floating")
def deg2rad(x: Array, /) -> Array:
    """Return angles in radians for angles in degrees.

    Examples
    --------
    >>> import ivy
    >>> ivy.deg2rad(ivy.asarray([180.0]))
    Array([3.1415927], dtype=float32, backend='numpy')
    """
    return multiply(x, math.pi / 180)


@composite(dtypes="real floating")
def rad2deg(x: Array, /) -> Array:
    """Return angles in degrees for angles in radians.

    Examples
    --------
    >>> import ivy
    >>> ivy.rad2deg(ivy.asarray([ivy.pi]))
    Array([180.], dtype=float32, backend='numpy')
    """
    return multiply(x, 180 / math.pi)


@composite(dtypes="floating", result="real")
def angle(x: Array, /) -> Array:
    """Return the angle of complex numbers in radians, from -pi to pi; pi for negative reals.

    Examples
    --------
    >>> import ivy
    >>> ivy.angle(ivy.asarray([1j, 1 + 0j]))
    Array([1.5707964, 0.       ], dtype=float32, backend='numpy')
    """
    return atan2(imag(x), real(x))


@composite(dtypes="numeric", result="bool")
def isreal(x: Array, /) -> Array:
    """Return whether the imaginary part of each element is 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.isreal(ivy.asarray([1 + 0j, 1j]))
    Array([ True, False], dtype=bool, backend='numpy')
    """
    return equal(imag(x), 0)


@composite(dtypes="numeric", result="bool")
def iscomplex(x: Array, /) -> Array:
    """Return whether the imaginary part of each element is not 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.iscomplex(ivy.asarray([1 + 0j, 1j]))
    Array([False,  True], dtype=bool, backend='numpy')
    """
    return not_equal(imag(x), 0)


@composite(dtypes="real", result="bool")
def isposinf(x: Array, /) -> Array:
    """Return whether each element is infinity.

    Examples
    --------
    >>> import ivy
    >>> ivy.isposinf(ivy.asarray([ivy.inf, -ivy.inf]))
    Array([ True, False], dtype=bool, backend='numpy')
    """
    return logical_and(isinf(x), greater(x, 0))


@composite(dtypes="real", result="bool")
def isneginf(x: Array, /) -> Array:
    """Return whether each element is minus infinity.

    Examples
    --------
    >>> import ivy
    >>> ivy.isneginf(ivy.asarray([ivy.inf, -ivy.inf]))
    Array([False,  True], dtype=bool, backend='numpy')
    """
    return logical_and(isinf(x), less(x, 0))


@composite(dtypes="numeric")
def nan_to_num(
    x: Array,
    /,
    *,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Array:
    """Return `x` with numbers in the place of NaNs and infinities.

    Parameters
    ----------
    x
        The array. Of complex numbers, each part is treated by itself.
    nan
        What stands for NaN.
    posinf, neginf
        What stands for the infinities; None means the largest and the least finite number.

    Examples
    --------
    >>> import ivy
    >>> ivy.nan_to_num(ivy.asarray([1.0, ivy.nan, ivy.inf]), posinf=9.0)
    Array([1., 0., 9.], dtype=float32, backend='numpy')
    """
    if x.dtype in CATEGORIES["complex floating"]:
        parts = [
            nan_to_num(part, nan=nan, posinf=posinf, neginf=neginf) for part in (real(x), imag(x))
        ]
        return add(parts[0], multiply(parts[1], 1j))
    if x.dtype not in CATEGORIES["real floating"]:
        return positive(x)
    limits = finfo(x.dtype)
    x = _where(isnan(x), nan, x)
    x = _where(isposinf(x), limits.max if posinf is None else posinf, x)
    return _where(isneginf(x), limits.min if neginf is None else neginf, x)


@composite(dtypes="real", rank="elementwise")
def fmax(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the larger of each pair; the other one where one is NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.fmax(ivy.asarray([1.0, ivy.nan]), 0.5)
    Array([1. , 0.5], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    return _where(isnan(a), b, _where(isnan(b), a, maximum(a, b)))


@composite(dtypes="real", rank="elementwise")
def fmin(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the smaller of each pair; the other one where one is NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.fmin(ivy.asarray([1.0, ivy.nan]), 0.5)
    Array([0.5, 0.5], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    return _where(isnan(a), b, _where(isnan(b), a, minimum(a, b)))


@composite(dtypes="real", rank="elementwise")
def fmod(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return what is left of `x1` after division by `x2`, with the sign of `x1`.

    An integer and zero give 0, as with `remainder`.

    Examples
    --------
    >>> import ivy
    >>> ivy.fmod(ivy.asarray([7, -7]), 4)
    Array([ 3, -3], dtype=int64, backend='numpy')
    """
    a, b = _both(x1, x2)
    if a.dtype in CATEGORIES["real floating"]:
        return copysign(remainder(abs(a), abs(b)), a)
    rest = remainder(a, b)
    crossed = logical_and(not_equal(rest, 0), not_equal(less(a, 0), less(b, 0)))
    return _where(crossed, subtract(rest, b), rest)


@composite(dtypes="real", rank="elementwise")
def trunc_divide(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 / x2`` rounded towards zero. An integer divided by zero gives 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.trunc_divide(ivy.asarray([7, -7]), 2)
    Array([ 3, -3], dtype=int64, backend='numpy')
    """
    a, b = _both(x1, x2)
    if a.dtype in CATEGORIES["real floating"]:
        return trunc(divide(a, b))
    crossed = logical_and(not_equal(remainder(a, b), 0), not_equal(less(a, 0), less(b, 0)))
    return add(floor_divide(a, b), astype(crossed, a.dtype))


@composite(dtypes="integral", rank="elementwise")
def gcd(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the greatest common divisor, at least 0; that of 0 and 0 is 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.gcd(ivy.asarray([12, 0]), 18)
    Array([ 6, 18], dtype=int64, backend='numpy')
    """
    a, b = _both(x1, x2)
    a, b = abs(a), abs(b)
    # Euclid takes the most steps for neighbours among the Fibonacci numbers, of which the golden
    # ratio says how many there are below a limit: `1.44` of them for each bit.
    for _ in range(math.ceil(1.4405 * 8 * a.dtype.itemsize) + 1):
        done = equal(b, 0)
        a, b = _where(done, a, b), _where(done, 0, remainder(a, _where(done, 1, b)))
    return a


@composite(dtypes="integral", rank="elementwise")
def lcm(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the least common multiple, at least 0; 0 where either is 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.lcm(ivy.asarray([4, 0]), 6)
    Array([12,  0], dtype=int64, backend='numpy')
    """
    a, b = _both(x1, x2)
    return abs(multiply(floor_divide(a, gcd(a, b)), b))


@composite(dtypes="real floating", rank="elementwise")
def logaddexp2(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``log2(2**x1 + 2**x2)``, without overflow.

    Examples
    --------
    >>> import ivy
    >>> ivy.logaddexp2(ivy.asarray([1000.0]), 1000.0)
    Array([1001.], dtype=float32, backend='numpy')
    """
    top = maximum(x1, x2)
    apart = subtract(minimum(x1, x2), _where(isinf(top), 0, top))
    apart = _where(isinf(top), 0, apart)
    return add(top, multiply(log1p(exp2(apart)), 1 / math.log(2)))


@composite(dtypes="floating")
def sinc(x: Array, /) -> Array:
    """Return ``sin(pi * x) / (pi * x)``, and 1 at 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.sinc(ivy.asarray([0.0, 0.5]))
    Array([1.        , 0.63661975], dtype=float32, backend='numpy')
    """
    zero = equal(x, 0)
    angles = multiply(_where(zero, 1, x), math.pi)
    return _where(zero, 1, divide(sin(angles), angles))


@composite(dtypes="numeric", result="double", rank="elementwise")
def float_power(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return `x1` to the power of `x2`, computed in float64 or complex128.

    Examples
    --------
    >>> import ivy
    >>> ivy.float_power(ivy.asarray([2, 3]), -1)
    Array([0.5       , 0.33333333], dtype=float64, backend='numpy')
    """
    a, b = _both(x1, x2)
    wide = float64 if a.dtype in CATEGORIES["real"] else complex128
    return pow(astype(a, wide), astype(b, wide))


@composite(dtypes="any", result="bool", rank="elementwise")
def isclose(
    x1: Array | complex,
    x2: Array | complex,
    /,
    *,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Array:
    """Return whether ``abs(x1 - x2) <= atol + rtol * abs(x2)``.

    Parameters
    ----------
    x1, x2
        The arrays. Equal infinities are close, an infinity and a number are not.
    rtol, atol
        The tolerance relative to `x2`, and the absolute one.
    equal_nan
        Whether two NaNs are close.

    Examples
    --------
    >>> import ivy
    >>> ivy.isclose(ivy.asarray([1.0, 1.1]), 1.0 + 1e-7)
    Array([ True, False], dtype=bool, backend='numpy')
    """
    a, b = _both(x1, x2)
    same = equal(a, b)
    if a.dtype not in CATEGORIES["floating"]:
        a, b = astype(a, float64), astype(b, float64)
    finite = logical_and(isfinite(a), isfinite(b))
    gap = abs(subtract(_where(finite, a, 0), _where(finite, b, 0)))
    near = less_equal(gap, add(multiply(abs(_where(finite, b, 0)), rtol), atol))
    close = logical_or(same, logical_and(finite, near))
    return logical_or(close, logical_and(isnan(a), isnan(b))) if equal_nan else close


@composite(dtypes="any", result="bool", rank="zero")
def allclose(
    x1: Array | complex,
    x2: Array | complex,
    /,
    *,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Array:
    """Return whether all elements are close, see `isclose`.

    Examples
    --------
    >>> import ivy
    >>> ivy.allclose(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 2.0 + 1e-7]))
    Array(True, dtype=bool, backend='numpy')
    """
    close = isclose(x1, x2, rtol=rtol, atol=atol, equal_nan=equal_nan)
    result: Array = registry["all"].call(close)
    return result


@composite(dtypes="any", result="bool", rank="zero", promoted=())
def array_equal(x1: Array, x2: Array, /, *, equal_nan: bool = False) -> Array:
    """Return whether two arrays have the same shape and equal elements.

    Parameters
    ----------
    x1, x2
        The arrays.
    equal_nan
        Whether two NaNs are equal.

    Examples
    --------
    >>> import ivy
    >>> ivy.array_equal(ivy.asarray([1, 2]), ivy.asarray([1, 2]))
    Array(True, dtype=bool, backend='numpy')
    """
    if x1.shape != x2.shape:
        apart: Array = beside(x1, registry["zeros"].call, (), dtype="bool")
        return apart
    same = equal(x1, x2)
    if equal_nan and {x1.dtype, x2.dtype} <= CATEGORIES["floating"]:
        same = logical_or(same, logical_and(isnan(x1), isnan(x2)))
    result: Array = registry["all"].call(same)
    return result


@composite(dtypes="real floating", rank="elementwise")
def ldexp(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 * 2**x2`` for whole numbers `x2`, exact where the result is a normal number.

    Examples
    --------
    >>> import ivy
    >>> ivy.ldexp(ivy.asarray([0.75]), ivy.asarray([3]))
    Array([6.], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    # In three steps, because 2**x2 itself may be beyond the dtype.
    third = trunc(divide(b, 3))
    step = exp2(third)
    return multiply(multiply(multiply(a, step), step), exp2(subtract(b, multiply(third, 2))))


class FrexpResult(NamedTuple):
    """Numbers as `mantissa` times 2 to the power of `exponent`."""

    mantissa: Array
    exponent: Array


@composite(dtypes="real floating")
def frexp(x: Array, /) -> FrexpResult:
    """Return mantissas from 0.5 to below 1 in magnitude, and int64 exponents of 2.

    Both are 0 for 0. Infinities and NaNs are their own mantissas, with exponent 0. Subnormal
    numbers are 0 where the framework computes with them as such.

    Examples
    --------
    >>> import ivy
    >>> ivy.frexp(ivy.asarray([6.0, 0.5])).exponent
    Array([3, 0], dtype=int64, backend='numpy')
    """
    plain = logical_and(isfinite(x), not_equal(x, 0))
    size = _where(plain, abs(x), 1)
    # Not every logarithm knows subnormal numbers: they are made normal first.
    small = less(size, finfo(x.dtype).smallest_normal)
    size = _where(small, multiply(size, 1 / finfo(x.dtype).eps), size)
    digits = int(-math.log2(finfo(x.dtype).eps))
    power = add(floor(log2(size)), 1)
    mantissa = ldexp(size, negative(power))
    # The logarithm is rounded, so it may miss a power of 2 by one.
    high, low = greater_equal(mantissa, 1), less(mantissa, 0.5)
    mantissa = _where(high, multiply(mantissa, 0.5), _where(low, multiply(mantissa, 2), mantissa))
    power = add(power, subtract(astype(high, x.dtype), astype(low, x.dtype)))
    power = subtract(power, multiply(astype(small, x.dtype), digits))
    exponent = _where(plain, astype(power, int64), 0)
    return FrexpResult(_where(plain, copysign(mantissa, x), x), exponent)


class ModfResult(NamedTuple):
    """The part of numbers after the point, and the one before it."""

    fractional: Array
    integral: Array


@composite(dtypes="real floating")
def modf(x: Array, /) -> ModfResult:
    """Return what stands after and what stands before the point, both with the sign of `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.modf(ivy.asarray([2.5, -1.25])).fractional
    Array([ 0.5 , -0.25], dtype=float32, backend='numpy')
    """
    whole = trunc(x)
    rest = subtract(x, _where(isinf(x), 0, whole))
    return ModfResult(copysign(_where(isinf(x), 0, rest), x), whole)


@composite(dtypes="real", rank="elementwise")
def heaviside(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the step function of `x1`: 0 below 0, `x2` at 0, 1 above; NaN for NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.heaviside(ivy.asarray([-1.0, 0.0, 2.0]), 0.5)
    Array([0. , 0.5, 1. ], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    step = _where(equal(a, 0), b, astype(greater(a, 0), a.dtype))
    return step if a.dtype in CATEGORIES["integral"] else _where(isnan(a), a, step)


@composite(dtypes="floating", rank="between", promoted=("x1", "x2", "weight"))
def lerp(x1: Array | complex, x2: Array | complex, weight: Array | complex, /) -> Array:
    """Return ``x1 + weight * (x2 - x1)``, exact where `weight` is 0 or 1.

    Parameters
    ----------
    x1, x2
        The arrays between which the result lies.
    weight
        The way from `x1` to `x2`; outside 0 and 1 the result lies beyond them.

    Examples
    --------
    >>> import ivy
    >>> ivy.lerp(ivy.asarray([0.0, 10.0]), ivy.asarray([10.0, 20.0]), 0.25)
    Array([ 2.5, 12.5], dtype=float32, backend='numpy')
    """
    if not isinstance(weight, Array):
        way = subtract(x2, x1)
        if complex(weight).real < 0.5:
            return add(x1, multiply(way, weight))
        return subtract(x2, multiply(way, 1 - weight))
    a, b = _both(x1, weight)[0], _both(x2, weight)[0]
    way = subtract(b, a)
    near = add(a, multiply(weight, way))
    far = subtract(b, multiply(subtract(1, weight), way))
    return _where(less(real(weight), 0.5), near, far)


@composite(dtypes="real")
def fix(x: Array, /) -> Array:
    """Round towards zero; the same as `trunc`.

    Examples
    --------
    >>> import ivy
    >>> ivy.fix(ivy.asarray([1.5, -1.5]))
    Array([ 1., -1.], dtype=float32, backend='numpy')
    """
    return trunc(x)


@composite(dtypes="floating", rank="elementwise")
def xlogy(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 * log(x2)``, and 0 where `x1` is 0, unless `x2` is NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.xlogy(ivy.asarray([0.0, 2.0]), ivy.asarray([0.0, 1.0]))
    Array([0., 0.], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    zero = logical_and(equal(a, 0), equal(b, b))
    return _where(zero, 0, multiply(a, log(_where(zero, 1, b))))


@composite(dtypes="floating", rank="elementwise")
def xlog1py(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return ``x1 * log(1 + x2)``, and 0 where `x1` is 0, unless `x2` is NaN.

    Examples
    --------
    >>> import ivy
    >>> ivy.xlog1py(ivy.asarray([0.0, 2.0]), ivy.asarray([-1.0, 0.0]))
    Array([0., 0.], dtype=float32, backend='numpy')
    """
    a, b = _both(x1, x2)
    zero = logical_and(equal(a, 0), equal(b, b))
    return _where(zero, 0, multiply(a, log1p(_where(zero, 0, b))))
