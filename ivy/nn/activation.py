"""Activations as layers. Where torch says `dim`, they say `axis`."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ivy.array import Array, lift
from ivy.functional.activations import (
    celu,
    elu,
    gelu,
    glu,
    hard_sigmoid,
    hardshrink,
    hardswish,
    hardtanh,
    leaky_relu,
    log_sigmoid,
    log_softmax,
    mish,
    prelu,
    relu,
    relu6,
    scaled_tanh,
    selu,
    sigmoid,
    silu,
    softmax,
    softmin,
    softplus,
    softshrink,
    softsign,
    sparse_plus,
    sparse_sigmoid,
    sparsemax,
    squareplus,
    tanhshrink,
    threshold,
    thresholded_relu,
)
from ivy.functional.elementwise import divide, greater, multiply, tanh
from ivy.functional.manipulation import reshape, split
from ivy.functional.random import rrelu
from ivy.functional.searching import where
from ivy.functional.special import logit
from ivy.nn.initialisers import constant
from ivy.nn.layer import (
    Dtype,
    Layer,
    check_choice,
    check_each,
    check_integers,
    check_no_negative,
    check_nonzero,
    check_numbers,
    check_sizes,
)


class _Plain(Layer):
    """An activation without options."""

    _function: ClassVar[Callable[[Array], Array]]

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return type(self)._function(x)


class _AlongAxis(Layer):
    """An activation of vectors."""

    _function: ClassVar[Callable[..., Array]]

    def __init__(self, axis: int | tuple[int, ...] | None = -1) -> None:
        if axis is not None:
            check_each(type(self).__name__, check_integers, axis=axis)
        self.axis = axis

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return type(self)._function(x, axis=self.axis)


class ReLU(_Plain):
    """The activation `ivy.relu`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.ReLU()(ivy.asarray([-1.0, 2.0]))
    Array([0., 2.], dtype=float32, backend='numpy')
    """

    _function = relu


class ReLU6(_Plain):
    """The activation `ivy.relu6`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.ReLU6()(ivy.asarray([-1.0, 9.0]))
    Array([0., 6.], dtype=float32, backend='numpy')
    """

    _function = relu6


class SELU(_Plain):
    """The activation `ivy.selu`."""

    _function = selu


class SiLU(_Plain):
    """The activation `ivy.silu`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.SiLU()(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """

    _function = silu


class Mish(_Plain):
    """The activation `ivy.mish`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Mish()(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """

    _function = mish


class Sigmoid(_Plain):
    """The activation `ivy.sigmoid`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Sigmoid()(ivy.asarray([0.0]))
    Array([0.5], dtype=float32, backend='numpy')
    """

    _function = sigmoid


class LogSigmoid(_Plain):
    """The activation `ivy.log_sigmoid`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.LogSigmoid()(ivy.asarray([0.0]))
    Array([-0.6931472], dtype=float32, backend='numpy')
    """

    _function = log_sigmoid


class Hardsigmoid(_Plain):
    """The activation `ivy.hard_sigmoid`."""

    _function = hard_sigmoid


class Hardswish(_Plain):
    """The activation `ivy.hardswish`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Hardswish()(ivy.asarray([-4.0, 4.0]))
    Array([-0.,  4.], dtype=float32, backend='numpy')
    """

    _function = hardswish


class Tanh(_Plain):
    """The activation `ivy.tanh`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Tanh()(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """

    _function = tanh


class Tanhshrink(_Plain):
    """The activation `ivy.tanhshrink`."""

    _function = tanhshrink


class Softsign(_Plain):
    """The activation `ivy.softsign`."""

    _function = softsign


class SparsePlus(_Plain):
    """The activation `ivy.sparse_plus`."""

    _function = sparse_plus


class SparseSigmoid(_Plain):
    """The activation `ivy.sparse_sigmoid`."""

    _function = sparse_sigmoid


class Softmax(_AlongAxis):
    """The activation `ivy.softmax` along an axis, by default the last.

    Parameters
    ----------
    axis
        The axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Softmax()(ivy.asarray([0.0, 0.0]))
    Array([0.5, 0.5], dtype=float32, backend='numpy')
    """

    _function = softmax


class LogSoftmax(_AlongAxis):
    """The activation `ivy.log_softmax` along an axis, by default the last.

    Parameters
    ----------
    axis
        The axis.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.LogSoftmax()(ivy.asarray([0.0, 0.0]))
    Array([-0.6931472, -0.6931472], dtype=float32, backend='numpy')
    """

    _function = log_softmax


class Softmin(_AlongAxis):
    """The activation `ivy.softmin` along an axis, by default the last.

    Parameters
    ----------
    axis
        The axis.
    """

    _function = softmin


class Sparsemax(_AlongAxis):
    """The activation `ivy.sparsemax` along an axis, by default the last.

    Parameters
    ----------
    axis
        The axis.
    """

    _function = sparsemax


class GLU(_AlongAxis):
    """The activation `ivy.glu` along an axis, by default the last.

    Parameters
    ----------
    axis
        The axis.
    """

    _function = glu


class Softmax2d(Layer):
    """The softmax over the channels of images ``(..., C, H, W)``."""

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return softmax(x, axis=-3)


class ELU(Layer):
    """The activation `ivy.elu`.

    Parameters
    ----------
    alpha
        As in `ivy.elu`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.ELU()(ivy.asarray([-1.0, 2.0]))
    Array([-0.63212055,  2.        ], dtype=float32, backend='numpy')
    """

    def __init__(self, alpha: float = 1.0) -> None:
        check_numbers("ELU", alpha=alpha)
        self.alpha = alpha

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return elu(x, alpha=self.alpha)


class CELU(Layer):
    """The activation `ivy.celu`.

    Parameters
    ----------
    alpha
        As in `ivy.celu`.
    """

    def __init__(self, alpha: float = 1.0) -> None:
        check_nonzero("CELU", alpha=alpha)
        self.alpha = alpha

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return celu(x, alpha=self.alpha)


class LeakyReLU(Layer):
    """The activation `ivy.leaky_relu`.

    Parameters
    ----------
    negative_slope
        As in `ivy.leaky_relu`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.LeakyReLU()(ivy.asarray([-1.0, 2.0]))
    Array([-0.01,  2.  ], dtype=float32, backend='numpy')
    """

    def __init__(self, negative_slope: float = 0.01) -> None:
        check_numbers("LeakyReLU", negative_slope=negative_slope)
        self.negative_slope = negative_slope

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return leaky_relu(x, negative_slope=self.negative_slope)


class Hardtanh(Layer):
    """The activation `ivy.hardtanh`.

    Parameters
    ----------
    min_val, max_val
        The `min` and `max` of `ivy.hardtanh`.
    """

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0) -> None:
        check_numbers("Hardtanh", min_val=min_val, max_val=max_val)
        if not min_val < max_val:
            raise ValueError(
                f"ivy.nn.Hardtanh: expected min_val < max_val, got min_val={min_val!r} and "
                f"max_val={max_val!r}"
            )
        self.min_val = min_val
        self.max_val = max_val

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return hardtanh(x, min=self.min_val, max=self.max_val)


class Hardshrink(Layer):
    """The activation `ivy.hardshrink`.

    Parameters
    ----------
    lambd
        The `threshold` of `ivy.hardshrink`.
    """

    def __init__(self, lambd: float = 0.5) -> None:
        check_numbers("Hardshrink", lambd=lambd)
        self.lambd = lambd

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return hardshrink(x, threshold=self.lambd)


class Softshrink(Layer):
    """The activation `ivy.softshrink`.

    Parameters
    ----------
    lambd
        The `threshold` of `ivy.softshrink`.
    """

    def __init__(self, lambd: float = 0.5) -> None:
        check_no_negative("Softshrink", lambd=lambd)
        self.lambd = lambd

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return softshrink(x, threshold=self.lambd)


class Threshold(Layer):
    """The activation `ivy.threshold`.

    Parameters
    ----------
    threshold, value
        As in `ivy.threshold`.
    """

    def __init__(self, threshold: float, value: float) -> None:
        check_numbers("Threshold", threshold=threshold, value=value)
        self.threshold = threshold
        self.value = value

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return threshold(x, threshold=self.threshold, value=self.value)


class ThresholdedReLU(Layer):
    """The activation `ivy.thresholded_relu`.

    Parameters
    ----------
    threshold
        As in `ivy.thresholded_relu`.
    """

    def __init__(self, threshold: float = 1.0) -> None:
        check_numbers("ThresholdedReLU", threshold=threshold)
        self.threshold = threshold

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return thresholded_relu(x, threshold=self.threshold)


class ScaledTanh(Layer):
    """The activation `ivy.scaled_tanh`.

    Parameters
    ----------
    alpha, beta
        As in `ivy.scaled_tanh`.
    """

    def __init__(self, alpha: float = 1.7159, beta: float = 0.67) -> None:
        check_numbers("ScaledTanh", alpha=alpha, beta=beta)
        self.alpha = alpha
        self.beta = beta

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return scaled_tanh(x, alpha=self.alpha, beta=self.beta)


class Squareplus(Layer):
    """The activation `ivy.squareplus`.

    Parameters
    ----------
    b
        As in `ivy.squareplus`.
    """

    def __init__(self, b: float = 4.0) -> None:
        check_numbers("Squareplus", b=b)
        self.b = b

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return squareplus(x, b=self.b)


class Logit(Layer):
    """The activation `ivy.logit`.

    Parameters
    ----------
    eps
        As in `ivy.logit`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Logit()(ivy.asarray([0.5]))
    Array([0.], dtype=float32, backend='numpy')
    """

    def __init__(self, eps: float | None = None) -> None:
        if eps is not None:
            check_numbers("Logit", eps=eps)
        self.eps = eps

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return logit(x, eps=self.eps)


class GELU(Layer):
    """The activation `ivy.gelu`.

    Parameters
    ----------
    approximate
        ``"none"``, or ``"tanh"`` for an approximation.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.GELU()(ivy.asarray([0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """

    def __init__(self, approximate: str = "none") -> None:
        check_choice("GELU", "approximate", approximate, ("none", "tanh"))
        self.approximate = approximate

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        return gelu(x, approximate=self.approximate)


class GEGLU(Layer):
    """Half of the features times `ivy.gelu` of the other half, see https://arxiv.org/abs/2002.05202.

    Parameters
    ----------
    axis
        The axis that is halved.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.GEGLU()(ivy.asarray([3.0, 0.0]))
    Array([0.], dtype=float32, backend='numpy')
    """

    def __init__(self, axis: int = -1) -> None:
        check_integers("GEGLU", axis=axis)
        self.axis = axis

    def forward(self, x: Array) -> Array:
        """Return the first half of `x` times the activations of the second."""
        x = lift(x)
        if not -x.ndim <= self.axis < x.ndim or x.shape[self.axis] % 2:
            raise ValueError(
                f"ivy.nn.GEGLU: expected an even number of features on axis {self.axis}, got shape "
                f"{x.shape}"
            )
        half = x.shape[self.axis] // 2
        value, gate = split(x, (half, half), axis=self.axis)
        return multiply(value, gelu(gate))


class Softplus(Layer):
    """The activation ``log(1 + exp(beta * x)) / beta``, see `ivy.softplus`.

    Parameters
    ----------
    beta
        How sharp the bend is.
    threshold
        It gives `x` itself where ``beta * x`` is above.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.Softplus()(ivy.asarray([0.0, 30.0]))
    Array([ 0.6931472, 30.       ], dtype=float32, backend='numpy')
    """

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        check_numbers("Softplus", beta=beta, threshold=threshold)
        self.beta = beta
        self.threshold = threshold

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        scaled = multiply(x, self.beta)
        return where(greater(scaled, self.threshold), x, divide(softplus(scaled), self.beta))


class PReLU(Layer):
    """`x` where it is positive, else `x` times a slope that is learned, see `ivy.prelu`.

    Parameters
    ----------
    num_parameters
        One slope for all, or one for each channel, which are on the second axis.
    init
        The slope at first.
    dtype
        A floating dtype for the slopes; by default that of `ivy.config`.

    Attributes
    ----------
    weight
        The slopes ``(num_parameters,)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.PReLU()(ivy.asarray([-1.0, 2.0]))
    Array([-0.25,  2.  ], dtype=float32, backend='numpy')
    """

    def __init__(self, num_parameters: int = 1, init: float = 0.25, *, dtype: Dtype = None) -> None:
        check_sizes("PReLU", num_parameters=num_parameters)
        check_numbers("PReLU", init=init)
        self.num_parameters = num_parameters
        self.init = init
        self.weight = constant((num_parameters,), value=init, dtype=dtype)

    def forward(self, x: Array) -> Array:
        """Return the activations of `x`."""
        x = lift(x)
        if self.num_parameters == 1:
            return prelu(x, reshape(self.weight, ()))
        if x.ndim < 2 or x.shape[1] not in (self.num_parameters, None):
            raise ValueError(
                f"ivy.nn.PReLU: expected {self.num_parameters} channels on the second axis, got "
                f"shape {x.shape}"
            )
        return prelu(x, reshape(self.weight, (-1, *(1,) * (x.ndim - 2))))


class RReLU(Layer):
    """`x` where it is positive, else `x` times a slope, drawn in training, see `ivy.rrelu`.

    Parameters
    ----------
    lower, upper
        The limits of the slopes; in use the slope is their mean.
    """

    def __init__(self, lower: float = 1 / 8, upper: float = 1 / 3) -> None:
        check_numbers("RReLU", lower=lower, upper=upper)
        if not lower <= upper:
            raise ValueError(
                f"ivy.nn.RReLU: expected lower <= upper, got lower={lower!r} and upper={upper!r}"
            )
        self.lower = lower
        self.upper = upper

    def forward(self, x: Array, *, key: Array | None = None) -> Array:
        """Return the activations of `x`; `key` is a key to draw from."""
        if self.training:
            return rrelu(x, lower=self.lower, upper=self.upper, key=key)
        return leaky_relu(x, negative_slope=(self.lower + self.upper) / 2)
