"""First values of weights: functions of a shape, with the distributions that layers start from.

Fans are counted as torch counts them: a weight is ``(outputs, inputs, *lengths)``, the fan in is
the inputs times the lengths, the fan out the outputs times the lengths.
"""

from __future__ import annotations

import math

from ivy.array import Array
from ivy.dtypes import DType
from ivy.functional.creation import eye, full
from ivy.functional.creation import ones as ones_
from ivy.functional.creation import zeros as zeros_
from ivy.functional.elementwise import add, multiply, sign
from ivy.functional.linear_algebra import diagonal, matrix_transpose, qr
from ivy.functional.manipulation import reshape
from ivy.functional.random import random_normal, random_truncated_normal, random_uniform

Shape = tuple[int, ...]

__all__ = [
    "calculate_fans",
    "calculate_gain",
    "constant",
    "glorot_normal",
    "glorot_uniform",
    "he_normal",
    "he_uniform",
    "identity",
    "kaiming_normal",
    "kaiming_uniform",
    "lecun_normal",
    "lecun_uniform",
    "normal",
    "ones",
    "orthogonal",
    "truncated_normal",
    "uniform",
    "xavier_normal",
    "xavier_uniform",
    "zeros",
]


def zeros(shape: Shape, *, dtype: DType | str | None = None, key: Array | None = None) -> Array:
    """Return zeros; `key` is not used.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.zeros((2,))
    Array([0., 0.], dtype=float32, backend='numpy')
    """
    return zeros_(shape, dtype=dtype)


def ones(shape: Shape, *, dtype: DType | str | None = None, key: Array | None = None) -> Array:
    """Return ones; `key` is not used.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.ones((2,))
    Array([1., 1.], dtype=float32, backend='numpy')
    """
    return ones_(shape, dtype=dtype)


def constant(
    shape: Shape, *, value: float, dtype: DType | str | None = None, key: Array | None = None
) -> Array:
    """Return an array of one value; `key` is not used.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.constant((2,), value=0.5)
    Array([0.5, 0.5], dtype=float32, backend='numpy')
    """
    return full(shape, float(value), dtype=dtype)


def uniform(
    shape: Shape,
    *,
    low: float = 0.0,
    high: float = 1.0,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the uniform distribution over [low, high).

    Parameters
    ----------
    shape
        The shape of the result.
    low, high
        The limits.
    dtype
        A floating dtype; by default that of `ivy.config`.
    key
        A key to draw from; by default the next one of the generator.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.uniform((2, 3), low=-1.0).shape
    (2, 3)
    """
    if low == high:
        return full(shape, float(low), dtype=dtype)
    return random_uniform(shape=shape, low=low, high=high, dtype=dtype, key=key)


def normal(
    shape: Shape,
    *,
    mean: float = 0.0,
    std: float = 1.0,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from a normal distribution.

    Parameters
    ----------
    shape
        The shape of the result.
    mean, std
        The mean and the standard deviation.
    dtype, key
        As in `uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.normal((2, 3), std=0.02).shape
    (2, 3)
    """
    return random_normal(shape=shape, mean=mean, std=std, dtype=dtype, key=key)


def truncated_normal(
    shape: Shape,
    *,
    mean: float = 0.0,
    std: float = 1.0,
    low: float = -2.0,
    high: float = 2.0,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from a normal distribution, given that they lie in [low, high].

    Parameters
    ----------
    shape
        The shape of the result.
    mean, std
        The mean and the standard deviation before values are cut off.
    low, high
        The limits of the values.
    dtype, key
        As in `uniform`.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.nn.initialisers.truncated_normal((9,), std=0.5, low=-1.0, high=1.0)
    >>> bool(ivy.all(ivy.abs(x) <= 1))
    True
    """
    if not std > 0:
        raise ValueError(f"ivy.nn.initialisers.truncated_normal: expected std > 0, got std={std}")
    limits = ((low - mean) / std, (high - mean) / std)
    draws = random_truncated_normal(*limits, shape=shape, dtype=dtype, key=key)
    return add(multiply(draws, std), mean)


# -- by fans -------------------------------------------------------------------------------------

_PLAIN = ("linear", "sigmoid", "conv1d", "conv2d", "conv3d", "identity")


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return by how much weights are scaled up because of the activation that follows.

    Parameters
    ----------
    nonlinearity
        ``"linear"``, ``"sigmoid"``, ``"tanh"``, ``"relu"``, ``"leaky_relu"`` or ``"selu"``.
    param
        The negative slope of ``"leaky_relu"``, by default 0.01.

    Raises
    ------
    ValueError
        The activation is none of these.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.calculate_gain("leaky_relu", 1.0)
    1.0
    """
    if nonlinearity in _PLAIN:
        return 1.0
    if nonlinearity == "leaky_relu":
        return math.sqrt(2 / (1 + (0.01 if param is None else param) ** 2))
    known = {"tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4}
    if nonlinearity not in known:
        raise ValueError(
            "ivy.nn.initialisers: expected nonlinearity in "
            f"{(*_PLAIN, 'leaky_relu', *known)}, got nonlinearity={nonlinearity!r}"
        )
    return known[nonlinearity]


def calculate_fans(shape: Shape) -> tuple[int, int]:
    """Return fan in and fan out of a weight.

    Parameters
    ----------
    shape
        The shape of the weight ``(outputs, inputs, *lengths)``.

    Raises
    ------
    ValueError
        There are fewer than two axes.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.calculate_fans((8, 3, 5, 5))
    (75, 200)
    """
    if len(shape) < 2:
        raise ValueError(
            f"ivy.nn.initialisers: expected a weight of at least two axes, got shape {shape}"
        )
    size = math.prod(shape[2:])
    return shape[1] * size, shape[0] * size


def _inverse(fan: float) -> float:
    # A weight without inputs has no elements.
    return 1 / fan if fan else 0.0


def _within(shape: Shape, variance: float, dtype: DType | str | None, key: Array | None) -> Array:
    """Return uniform draws of mean 0 and this variance."""
    bound = math.sqrt(3 * variance)
    return uniform(shape, low=-bound, high=bound, dtype=dtype, key=key)


def xavier_uniform(
    shape: Shape, *, gain: float = 1.0, dtype: DType | str | None = None, key: Array | None = None
) -> Array:
    """Return uniform draws of variance ``gain ** 2 * 2 / (fan in + fan out)``.

    After X. Glorot and Y. Bengio, https://proceedings.mlr.press/v9/glorot10a.html; the same as
    `glorot_uniform`.

    Parameters
    ----------
    shape
        The shape of the weight ``(outputs, inputs, *lengths)``.
    gain
        A factor, see `calculate_gain`.
    dtype, key
        As in `uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.xavier_uniform((2, 3)).shape
    (2, 3)
    """
    return _within(shape, gain**2 * 2 * _inverse(sum(calculate_fans(shape))), dtype, key)


def xavier_normal(
    shape: Shape, *, gain: float = 1.0, dtype: DType | str | None = None, key: Array | None = None
) -> Array:
    """Return normal draws of variance ``gain ** 2 * 2 / (fan in + fan out)``.

    The parameters are those of `xavier_uniform`; the same as `glorot_normal`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.xavier_normal((2, 3)).shape
    (2, 3)
    """
    std = gain * math.sqrt(2 * _inverse(sum(calculate_fans(shape))))
    return normal(shape, std=std, dtype=dtype, key=key)


def _variance(shape: Shape, a: float, mode: str, nonlinearity: str) -> float:
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(
            f"ivy.nn.initialisers: expected mode='fan_in' or 'fan_out', got mode={mode!r}"
        )
    fan = calculate_fans(shape)[mode == "fan_out"]
    return calculate_gain(nonlinearity, a) ** 2 * _inverse(fan)


def kaiming_uniform(
    shape: Shape,
    *,
    a: float = 0.0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return uniform draws of variance ``gain ** 2 / fan``.

    After K. He and others, https://arxiv.org/abs/1502.01852; the same as `he_uniform`.

    Parameters
    ----------
    shape
        The shape of the weight ``(outputs, inputs, *lengths)``.
    a
        The negative slope of ``"leaky_relu"``.
    mode
        ``"fan_in"`` keeps the variance of what goes forward, ``"fan_out"`` that of gradients.
    nonlinearity
        The activation that follows, see `calculate_gain`.
    dtype, key
        As in `uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.kaiming_uniform((2, 3), nonlinearity="relu").shape
    (2, 3)
    """
    return _within(shape, _variance(shape, a, mode, nonlinearity), dtype, key)


def kaiming_normal(
    shape: Shape,
    *,
    a: float = 0.0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return normal draws of variance ``gain ** 2 / fan``.

    The parameters are those of `kaiming_uniform`; the same as `he_normal`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.kaiming_normal((2, 3), mode="fan_out").shape
    (2, 3)
    """
    std = math.sqrt(_variance(shape, a, mode, nonlinearity))
    return normal(shape, std=std, dtype=dtype, key=key)


def lecun_uniform(
    shape: Shape, *, dtype: DType | str | None = None, key: Array | None = None
) -> Array:
    """Return uniform draws of variance ``1 / fan in``.

    After Y. LeCun and others, Efficient backprop, 1998.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.lecun_uniform((2, 3)).shape
    (2, 3)
    """
    return _within(shape, _inverse(calculate_fans(shape)[0]), dtype, key)


def lecun_normal(
    shape: Shape, *, dtype: DType | str | None = None, key: Array | None = None
) -> Array:
    """Return normal draws of variance ``1 / fan in``, what networks of `ivy.selu` start from.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.lecun_normal((2, 3)).shape
    (2, 3)
    """
    std = math.sqrt(_inverse(calculate_fans(shape)[0]))
    return normal(shape, std=std, dtype=dtype, key=key)


glorot_uniform, glorot_normal = xavier_uniform, xavier_normal
he_uniform, he_normal = kaiming_uniform, kaiming_normal


# -- matrices ------------------------------------------------------------------------------------


def orthogonal(
    shape: Shape, *, gain: float = 1.0, dtype: DType | str | None = None, key: Array | None = None
) -> Array:
    """Return a matrix whose rows or columns, the fewer ones, are orthonormal, times a factor.

    See https://arxiv.org/abs/1312.6120.

    Parameters
    ----------
    shape
        The shape of the weight ``(outputs, inputs, *lengths)``; it is a matrix with a row for each
        output.
    gain
        The factor.
    dtype, key
        As in `uniform`.

    Examples
    --------
    >>> import ivy
    >>> w = ivy.nn.initialisers.orthogonal((2, 3))
    >>> bool(ivy.allclose(w @ w.T, ivy.eye(2), atol=1e-5))
    True
    """
    calculate_fans(shape)
    rows, columns = shape[0], math.prod(shape[1:])
    draws = normal((max(rows, columns), min(rows, columns)), dtype=dtype, key=key)
    q, r = qr(draws)
    # Unique, and so uniform, once the diagonal of the other factor is positive.
    q = multiply(q, sign(diagonal(r)))
    q = matrix_transpose(q) if rows < columns else q
    return reshape(multiply(q, gain), shape)


def identity(shape: Shape, *, dtype: DType | str | None = None, key: Array | None = None) -> Array:
    """Return a matrix of ones on the diagonal and zeros elsewhere; `key` is not used.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.initialisers.identity((1, 2))
    Array([[1., 0.]], dtype=float32, backend='numpy')
    """
    if len(shape) != 2:
        raise ValueError(
            f"ivy.nn.initialisers.identity: expected a shape of two axes, got shape={shape}"
        )
    return eye(*shape, dtype=dtype)
