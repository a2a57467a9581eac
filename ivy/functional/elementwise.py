"""Element-wise functions: one result element for each element, or pair of elements, broadcast."""

from __future__ import annotations

from ivy.array import Array
from ivy.functional._op import composite, op


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

    Examples
    --------
    >>> import ivy
    >>> ivy.floor_divide(ivy.asarray([7, -7]), 2)
    Array([ 3, -4], dtype=int64, backend='numpy')
    """


@op(dtypes="real", rank="elementwise")
def remainder(x1: Array | complex, x2: Array | complex, /) -> Array:
    """Return the remainder of ``floor_divide``, with the sign of `x2`. An integer and zero give 0.

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
