"""Activation functions."""

from __future__ import annotations

from ivy.array import Array
from ivy.backends.arrangements import check_axis
from ivy.functional._op import beside, composite, op
from ivy.functional.creation import arange
from ivy.functional.elementwise import (
    abs,
    add,
    clip,
    divide,
    erf,
    exp,
    expm1,
    greater,
    greater_equal,
    hypot,
    less,
    less_equal,
    log,
    maximum,
    minimum,
    multiply,
    negative,
    square,
    subtract,
    tanh,
)
from ivy.functional.indexing import getitem
from ivy.functional.manipulation import reshape
from ivy.functional.searching import where
from ivy.functional.sorting import sort
from ivy.functional.statistical import cumulative_sum, max, sum


@op(dtypes="real")
def relu(x: Array, /) -> Array:
    """Return ``max(x, 0)``; NaN stays.

    Examples
    --------
    >>> import ivy
    >>> ivy.relu(ivy.asarray([-1.0, 2.0]))
    Array([0., 2.], dtype=float32, backend='numpy')
    """


@composite(dtypes="real floating", promoted=("g", "x"))
def relu_gradient(g: Array, x: Array, /) -> Array:
    """Return the gradient of `relu`: `g` where `x` is positive or NaN, else 0.

    Parameters
    ----------
    g
        The gradient with respect to the result.
    x
        What `relu` was given, or what it gave.

    Examples
    --------
    >>> import ivy
    >>> ivy.relu_gradient(ivy.asarray([5.0, 6.0]), ivy.asarray([-1.0, 2.0]))
    Array([0., 6.], dtype=float32, backend='numpy')
    """
    return where(less_equal(x, 0), 0, g)


@op(dtypes="floating")
def sigmoid(x: Array, /) -> Array:
    """Return ``1 / (1 + exp(-x))``, without overflow.

    Examples
    --------
    >>> import ivy
    >>> ivy.sigmoid(ivy.asarray([0.0]))
    Array([0.5], dtype=float32, backend='numpy')
    """


@op(dtypes="real floating")
def softplus(x: Array, /) -> Array:
    """Return ``log(1 + exp(x))``, without overflow.

    Examples
    --------
    >>> import ivy
    >>> ivy.softplus(ivy.asarray([0.0]))
    Array([0.6931472], dtype=float32, backend='numpy')
    """


@composite(dtypes="real floating")
def softmax(x: Array, /, *, axis: int | tuple[int, ...] | None = -1) -> Array:
    """Return ``exp(x)`` divided by its sum along axes.

    Parameters
    ----------
    x
        The array.
    axis
        The axes of one sum; None stands for all.

    Examples
    --------
    >>> import ivy
    >>> ivy.softmax(ivy.asarray([1.0, 1.0]))
    Array([0.5, 0.5], dtype=float32, backend='numpy')
    """
    if 0 in x.shape:  # there is no largest element
        return divide(x, sum(x, axis=axis, keepdims=True))
    e = exp(subtract(x, max(x, axis=axis, keepdims=True)))
    return divide(e, sum(e, axis=axis, keepdims=True))


@composite(dtypes="real floating")
def log_softmax(x: Array, /, *, axis: int | tuple[int, ...] | None = -1) -> Array:
    """Return the logarithm of `softmax`, without overflow.

    The parameters are those of `softmax`.

    Examples
    --------
    >>> import ivy
    >>> ivy.log_softmax(ivy.asarray([1.0, 1.0]))
    Array([-0.6931472, -0.6931472], dtype=float32, backend='numpy')
    """
    if 0 in x.shape:  # there is no largest element
        return subtract(x, sum(x, axis=axis, keepdims=True))
    shifted = subtract(x, max(x, axis=axis, keepdims=True))
    return subtract(shifted, log(sum(exp(shifted), axis=axis, keepdims=True)))


@composite(dtypes="real floating")
def silu(x: Array, /) -> Array:
    """Return ``x * sigmoid(x)``, also known as swish.

    Examples
    --------
    >>> import ivy
    >>> ivy.silu(ivy.asarray([0.0, 1.0]))
    Array([0.       , 0.7310586], dtype=float32, backend='numpy')
    """
    return multiply(x, sigmoid(x))


@composite(dtypes="real floating")
def gelu(x: Array, /, *, approximate: str | bool = "none") -> Array:
    """Return ``x`` times the normal distribution's cumulative probability at `x`.

    Parameters
    ----------
    x
        The array.
    approximate
        ``"none"`` (or False) is exact, ``"tanh"`` (or True) takes the approximation
        ``0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x**3)))``, see
        https://arxiv.org/abs/1606.08415.

    Examples
    --------
    >>> import ivy
    >>> ivy.gelu(ivy.asarray([0.0, 1.0]))
    Array([0.       , 0.8413447], dtype=float32, backend='numpy')
    """
    if approximate in ("none", False):
        return multiply(multiply(x, 0.5), add(erf(multiply(x, 0.7071067811865476)), 1))
    if approximate not in ("tanh", True):
        raise ValueError(
            f"ivy.gelu: expected approximate='none' or 'tanh', got approximate={approximate!r}"
        )
    cube = multiply(multiply(x, x), x)
    inner = multiply(add(x, multiply(cube, 0.044715)), 0.7978845608028654)
    return multiply(multiply(x, 0.5), add(tanh(inner), 1))


@composite(dtypes="real floating")
def log_sigmoid(x: Array, /) -> Array:
    """Return the logarithm of `sigmoid`, ``-log(1 + exp(-x))``, without overflow.

    Examples
    --------
    >>> import ivy
    >>> ivy.log_sigmoid(ivy.asarray([0.0, -1000.0]))
    Array([-6.931472e-01, -1.000000e+03], dtype=float32, backend='numpy')
    """
    return negative(softplus(negative(x)))


@composite(dtypes="real")
def relu6(x: Array, /) -> Array:
    """Return `x` between 0 and 6, the nearest of these outside; NaN stays.

    Examples
    --------
    >>> import ivy
    >>> ivy.relu6(ivy.asarray([-1.0, 2.0, 9.0]))
    Array([0., 2., 6.], dtype=float32, backend='numpy')
    """
    return clip(x, 0, 6)


@composite(dtypes="real floating")
def leaky_relu(x: Array, /, *, negative_slope: float = 0.01) -> Array:
    """Return `x` where it is positive, else `x` times a slope.

    Parameters
    ----------
    x
        The array.
    negative_slope
        The slope below 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.leaky_relu(ivy.asarray([-1.0, 2.0]), negative_slope=0.5)
    Array([-0.5,  2. ], dtype=float32, backend='numpy')
    """
    return where(greater(x, 0), x, multiply(x, negative_slope))


@composite(dtypes="real floating", promoted=("x", "weight"))
def prelu(x: Array, weight: Array, /) -> Array:
    """Return `x` where it is positive, else `x` times a slope that is learned.

    Parameters
    ----------
    x
        The array.
    weight
        The slope below 0, broadcast against `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.prelu(ivy.asarray([-1.0, 2.0]), ivy.asarray(0.5))
    Array([-0.5,  2. ], dtype=float32, backend='numpy')
    """
    return where(greater(x, 0), x, multiply(x, weight))


@composite(dtypes="real floating")
def elu(x: Array, /, *, alpha: float = 1.0) -> Array:
    """Return `x` where it is positive, else ``alpha * (exp(x) - 1)``.

    Parameters
    ----------
    x
        The array.
    alpha
        Minus the limit for large negative numbers.

    Examples
    --------
    >>> import ivy
    >>> ivy.elu(ivy.asarray([-1000.0, 2.0]))
    Array([-1.,  2.], dtype=float32, backend='numpy')
    """
    return where(greater(x, 0), x, multiply(expm1(minimum(x, 0)), alpha))


@composite(dtypes="real floating")
def celu(x: Array, /, *, alpha: float = 1.0) -> Array:
    """Return `x` where it is positive, else ``alpha * (exp(x / alpha) - 1)``.

    Parameters
    ----------
    x
        The array.
    alpha
        Minus the limit for large negative numbers; the slope at 0 is 1 for each.

    Examples
    --------
    >>> import ivy
    >>> ivy.celu(ivy.asarray([-1000.0, 2.0]), alpha=3.0)
    Array([-3.,  2.], dtype=float32, backend='numpy')
    """
    return where(greater(x, 0), x, multiply(expm1(divide(minimum(x, 0), alpha)), alpha))


@composite(dtypes="real floating")
def selu(x: Array, /) -> Array:
    """Return `elu` with the scale and `alpha` that keep mean 0 and variance 1.

    The constants are those of https://arxiv.org/abs/1706.02515.

    Examples
    --------
    >>> import ivy
    >>> ivy.selu(ivy.asarray([0.0, 1.0]))
    Array([0.      , 1.050701], dtype=float32, backend='numpy')
    """
    return multiply(elu(x, alpha=1.6732632423543772), 1.0507009873554805)


@composite(dtypes="real floating")
def mish(x: Array, /) -> Array:
    """Return ``x * tanh(softplus(x))``, see https://arxiv.org/abs/1908.08681.

    Examples
    --------
    >>> import ivy
    >>> ivy.mish(ivy.asarray([0.0, 1.0]))
    Array([0.       , 0.8650984], dtype=float32, backend='numpy')
    """
    return multiply(x, tanh(softplus(x)))


@composite(dtypes="real floating")
def hard_sigmoid(x: Array, /) -> Array:
    """Return ``relu6(x + 3) / 6``, straight lines near `sigmoid`.

    Examples
    --------
    >>> import ivy
    >>> ivy.hard_sigmoid(ivy.asarray([-9.0, 0.0, 9.0]))
    Array([0. , 0.5, 1. ], dtype=float32, backend='numpy')
    """
    return divide(relu6(add(x, 3)), 6)


@composite(dtypes="real floating")
def hardswish(x: Array, /) -> Array:
    """Return ``x * hard_sigmoid(x)``, see https://arxiv.org/abs/1905.02244.

    Examples
    --------
    >>> import ivy
    >>> ivy.hardswish(ivy.asarray([-9.0, 3.0]))
    Array([-0.,  3.], dtype=float32, backend='numpy')
    """
    return multiply(x, hard_sigmoid(x))


@composite(dtypes="real floating")
def hardtanh(x: Array, /, *, min: float = -1.0, max: float = 1.0) -> Array:
    """Return `x` between two limits, the nearest of these outside; NaN stays.

    Parameters
    ----------
    x
        The array.
    min, max
        The limits.

    Examples
    --------
    >>> import ivy
    >>> ivy.hardtanh(ivy.asarray([-9.0, 0.5, 9.0]))
    Array([-1. ,  0.5,  1. ], dtype=float32, backend='numpy')
    """
    return clip(x, min, max)


@composite(dtypes="real floating")
def hardshrink(x: Array, /, *, threshold: float = 0.5) -> Array:
    """Return `x`, and 0 where its magnitude is at most a threshold.

    Examples
    --------
    >>> import ivy
    >>> ivy.hardshrink(ivy.asarray([-0.25, 0.75]))
    Array([0.  , 0.75], dtype=float32, backend='numpy')
    """
    return where(less_equal(abs(x), threshold), 0, x)


@composite(dtypes="real floating")
def softshrink(x: Array, /, *, threshold: float = 0.5) -> Array:
    """Return `x` moved towards 0 by a threshold, and 0 where its magnitude is less.

    Examples
    --------
    >>> import ivy
    >>> ivy.softshrink(ivy.asarray([-0.25, 0.75]))
    Array([0.  , 0.25], dtype=float32, backend='numpy')
    """
    return subtract(x, clip(x, -threshold, threshold))


@composite(dtypes="real floating")
def tanhshrink(x: Array, /) -> Array:
    """Return ``x - tanh(x)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.tanhshrink(ivy.asarray([0.0, 1.0]))
    Array([0.        , 0.23840582], dtype=float32, backend='numpy')
    """
    return subtract(x, tanh(x))


@composite(dtypes="real floating")
def softsign(x: Array, /) -> Array:
    """Return ``x / (1 + abs(x))``.

    Examples
    --------
    >>> import ivy
    >>> ivy.softsign(ivy.asarray([-1.0, 3.0]))
    Array([-0.5 ,  0.75], dtype=float32, backend='numpy')
    """
    return divide(x, add(abs(x), 1))


@composite(dtypes="real floating")
def threshold(x: Array, /, *, threshold: float, value: float) -> Array:
    """Return `x`, and a value where it is at most a threshold.

    Examples
    --------
    >>> import ivy
    >>> ivy.threshold(ivy.asarray([0.5, 2.0]), threshold=1.0, value=-9.0)
    Array([-9.,  2.], dtype=float32, backend='numpy')
    """
    return where(less_equal(x, threshold), value, x)


@composite(dtypes="real floating")
def thresholded_relu(x: Array, /, *, threshold: float = 1.0) -> Array:
    """Return `x`, and 0 where it is at most a threshold.

    Examples
    --------
    >>> import ivy
    >>> ivy.thresholded_relu(ivy.asarray([0.5, 2.0]))
    Array([0., 2.], dtype=float32, backend='numpy')
    """
    return where(less_equal(x, threshold), 0, x)


@composite(dtypes="real floating")
def scaled_tanh(x: Array, /, *, alpha: float = 1.7159, beta: float = 0.67) -> Array:
    """Return ``alpha * tanh(beta * x)``.

    Parameters
    ----------
    x
        The array.
    alpha
        The limit for large numbers.
    beta
        A factor on `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.scaled_tanh(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """
    return multiply(tanh(multiply(x, beta)), alpha)


@composite(dtypes="real floating")
def softmin(x: Array, /, *, axis: int | tuple[int, ...] | None = -1) -> Array:
    """Return ``exp(-x)`` divided by its sum along axes.

    The parameters are those of `softmax`.

    Examples
    --------
    >>> import ivy
    >>> ivy.softmin(ivy.asarray([1.0, 1.0]))
    Array([0.5, 0.5], dtype=float32, backend='numpy')
    """
    return softmax(negative(x), axis=axis)


@composite(dtypes="real floating")
def sparsemax(x: Array, /, *, axis: int = -1) -> Array:
    """Return the probabilities along an axis that are nearest to `x`, many of which are 0.

    See https://arxiv.org/abs/1602.02068.

    Examples
    --------
    >>> import ivy
    >>> ivy.sparsemax(ivy.asarray([3.0, 2.5, 1.0]))
    Array([0.75, 0.25, 0.  ], dtype=float32, backend='numpy')
    """
    check_axis("sparsemax", x.ndim, axis)
    n = x.shape[axis]
    if n == 0:
        return x
    shape = [1] * x.ndim
    shape[axis] = n
    count = reshape(beside(x, arange, 1, n + 1, 1), tuple(shape))
    shifted = subtract(x, max(x, axis=axis, keepdims=True))
    ordered = sort(shifted, axis=axis, descending=True)
    # The largest share as long as their sum above the next one is less than 1.
    shares = greater(add(multiply(ordered, count), 1), cumulative_sum(ordered, axis=axis))
    total = sum(where(shares, ordered, 0), axis=axis, keepdims=True)
    number = max(where(shares, count, 0), axis=axis, keepdims=True)
    return maximum(subtract(shifted, divide(subtract(total, 1), number)), 0)


@composite(dtypes="real floating")
def glu(x: Array, /, *, axis: int = -1) -> Array:
    """Return the first half of `x` along an axis times the `sigmoid` of the second.

    See https://arxiv.org/abs/1612.08083.

    Raises
    ------
    ValueError
        The axis has an odd length.

    Examples
    --------
    >>> import ivy
    >>> ivy.glu(ivy.asarray([1.0, 2.0, 0.0, 0.0]))
    Array([0.5, 1. ], dtype=float32, backend='numpy')
    """
    check_axis("glu", x.ndim, axis)
    n = x.shape[axis]
    if n % 2:
        raise ValueError(
            f"ivy.glu: expected an axis of even length, got axis={axis} for shape {x.shape}"
        )
    before = (slice(None),) * (axis % x.ndim)
    values, gates = getitem(x, (*before, slice(n // 2))), getitem(x, (*before, slice(n // 2, n)))
    return multiply(values, sigmoid(gates))


@composite(dtypes="real floating")
def squareplus(x: Array, /, *, b: float = 4.0) -> Array:
    """Return ``(x + sqrt(x**2 + b)) / 2``, see https://arxiv.org/abs/2112.11687.

    It does not overflow, and is accurate far below 0 too.

    Parameters
    ----------
    x
        The array.
    b
        How smooth the bend is, at least 0: 0 gives `relu`, 4 about `softplus`.

    Raises
    ------
    ValueError
        `b` is negative.

    Examples
    --------
    >>> import ivy
    >>> ivy.squareplus(ivy.asarray([0.0, 1.5]))
    Array([1., 2.], dtype=float32, backend='numpy')
    """
    if not b >= 0:
        raise ValueError(f"ivy.squareplus: expected b >= 0, got b={b}")
    half, root = multiply(x, 0.5), multiply(hypot(x, b**0.5), 0.5)
    # Below 0 the sum would cancel; times this difference it is b / 4.
    below = divide(b / 4, subtract(root, minimum(half, 0)))
    return where(less(x, 0), below, add(half, root))


@composite(dtypes="real floating")
def sparse_plus(x: Array, /) -> Array:
    """Return 0 up to -1, `x` from 1 on, and ``(x + 1)**2 / 4`` between.

    See https://arxiv.org/abs/2401.15855.

    Examples
    --------
    >>> import ivy
    >>> ivy.sparse_plus(ivy.asarray([-2.0, 0.0, 2.0]))
    Array([0.  , 0.25, 2.  ], dtype=float32, backend='numpy')
    """
    return where(greater_equal(x, 1), x, multiply(square(add(clip(x, -1, 1), 1)), 0.25))


@composite(dtypes="real floating")
def sparse_sigmoid(x: Array, /) -> Array:
    """Return ``(x + 1) / 2`` between 0 and 1, the nearest of these outside; NaN stays.

    It is the derivative of `sparse_plus`.

    Examples
    --------
    >>> import ivy
    >>> ivy.sparse_sigmoid(ivy.asarray([-2.0, 0.0, 2.0]))
    Array([0. , 0.5, 1. ], dtype=float32, backend='numpy')
    """
    return clip(multiply(add(x, 1), 0.5), 0, 1)
