"""Activation functions on jax."""

import jax
from jax.nn import log_softmax, relu, sigmoid, silu, softmax, softplus


def gelu(x, /, *, approximate="none"):
    if approximate in ("none", False):
        return jax.nn.gelu(x, approximate=False)
    if approximate in ("tanh", True):
        return jax.nn.gelu(x, approximate=True)
    raise ValueError(
        f"ivy.gelu: expected approximate='none' or 'tanh', got approximate={approximate!r}"
    )
