"""Activation functions on jax."""

import jax
from jax.nn import (
    hard_sigmoid,
    log_sigmoid,
    log_softmax,
    mish,
    relu,
    selu,
    sigmoid,
    silu,
    softmax,
    softplus,
)
from jax.nn import hard_swish as hardswish
from jax.nn import soft_sign as softsign


def gelu(x, /, *, approximate="none"):
    if approximate in ("none", False):
        return jax.nn.gelu(x, approximate=False)
    if approximate in ("tanh", True):
        return jax.nn.gelu(x, approximate=True)
    raise ValueError(
        f"ivy.gelu: expected approximate='none' or 'tanh', got approximate={approximate!r}"
    )


def leaky_relu(x, /, *, negative_slope=0.01):
    return jax.nn.leaky_relu(x, negative_slope)


def elu(x, /, *, alpha=1.0):
    return jax.nn.elu(x, alpha)


def celu(x, /, *, alpha=1.0):
    return jax.nn.celu(x, alpha)
