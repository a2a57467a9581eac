"""Arrays without values on tensorflow: what a function makes of shapes and dtypes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf


class Abstract:
    """Runs functions on arrays of which shape and dtype are known, and computes nothing."""

    ARRAY_TYPES = (tf.Tensor,)

    def __init__(self) -> None:
        # Other than a `tf.Graph` it takes the arrays that functions have as constants.
        self._graph = tf.__internal__.FuncGraph("recording")

    def array(self, x: Any) -> Any:
        """Return an array like `x` without values."""
        with self._graph.as_default():
            return tf.compat.v1.placeholder(x.dtype, x.shape)

    def call(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        """Return what a function returns, with arrays without values for those that it makes."""
        with self._graph.as_default():
            return function(*args, **kwargs)
