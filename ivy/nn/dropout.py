"""Dropout: layers that set elements or channels to zero at random in training, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ivy.array import Array
from ivy.functional.random import (
    alpha_dropout,
    dropout,
    dropout1d,
    dropout2d,
    dropout3d,
    feature_alpha_dropout,
)
from ivy.nn.layer import Layer, check_rate


class _Dropout(Layer):
    _function: ClassVar[Callable[..., Array]]

    def __init__(self, p: float = 0.5) -> None:
        check_rate(type(self).__name__, "p", p)
        self.p = p

    def forward(self, x: Array, *, key: Array | None = None) -> Array:
        """Return `x`, in training with elements dropped; `key` is a key to draw from."""
        if not self.training or self.p == 0:
            return x
        return type(self)._function(x, self.p, key=key)


class Dropout(_Dropout):
    """A layer that sets elements to zero at random in training, and scales up the others.

    Parameters
    ----------
    p
        The probability that an element is set to zero.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.Dropout(0.9)
    >>> layer.eval()(ivy.ones(3))
    Array([1., 1., 1.], dtype=float32, backend='numpy')
    >>> ivy.seed(0)
    >>> bool(ivy.all(layer.train()(ivy.ones(1000)) > 0))
    False
    """

    _function = dropout


class Dropout1d(_Dropout):
    """A layer that sets channels of signals ``(..., C, L)`` to zero, see `ivy.dropout1d`."""

    _function = dropout1d


class Dropout2d(_Dropout):
    """A layer that sets channels of images ``(..., C, H, W)`` to zero, see `ivy.dropout2d`."""

    _function = dropout2d


class Dropout3d(_Dropout):
    """A layer that sets channels of volumes ``(..., C, D, H, W)`` to zero, see `ivy.dropout3d`."""

    _function = dropout3d


class AlphaDropout(_Dropout):
    """A layer that drops elements and keeps mean 0 and variance 1, see `ivy.alpha_dropout`."""

    _function = alpha_dropout


class FeatureAlphaDropout(_Dropout):
    """A layer that drops channels so, see `ivy.feature_alpha_dropout`."""

    _function = feature_alpha_dropout
