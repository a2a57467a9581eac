"""Activation functions."""

from __future__ import annotations

from ivy.array import Array
from ivy.functional._op import composite, op
from ivy.functional.elementwise import add, divide, erf, exp, log, multiply, subtract, tanh
from ivy.functional.statistical import max, sum


@op(dtypes="real")
def relu(x: Array, /) -> Array:
    """Return ``max(x, 0)``; NaN stays.

    Examples
    --------
    >>> import ivy
    >>> ivy.relu(ivy.asarray([-1.0, 2.0]))
    Array([0., 2.], dtype=float32, backend='numpy')
    """


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
def softmax(x: Array, /, *, axis: int | tuple[int, ...] = -1) -> Array:
    """Return ``exp(x)`` divided by its sum along axes.

    Examples
    --------
    >>> import ivy
    >>> ivy.softmax(ivy.asarray([1.0, 1.0]))
    Array([0.5, 0.5], dtype=float32, backend='numpy')
    """
    e = exp(subtract(x, max(x, axis=axis, keepdims=True)))
    return divide(e, sum(e, axis=axis, keepdims=True))


@composite(dtypes="real floating")
def log_softmax(x: Array, /, *, axis: int | tuple[int, ...] = -1) -> Array:
    """Return the logarithm of `softmax`, without overflow.

    Examples
    --------
    >>> import ivy
    >>> ivy.log_softmax(ivy.asarray([1.0, 1.0]))
    Array([-0.6931472, -0.6931472], dtype=float32, backend='numpy')
    """
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
