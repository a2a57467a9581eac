"""A Keras layer that runs a model written elsewhere, with variables of Keras's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import keras
import numpy as np


class Converted(keras.layers.Layer):
    """A Keras layer whose variables have the paths of a model's arrays.

    It trains in Keras's own loop. `run` gets its tensors by path, whether it trains, and the
    arguments; it gives the result, and the buffers that have changed.
    """

    def __init__(
        self,
        parameters: Mapping[str, Any],
        buffers: Mapping[str, Any],
        frozen: frozenset[str],
        run: Callable[..., tuple[Any, Mapping[str, Any]]],
        text: str,
    ) -> None:
        # The model says itself what it casts.
        super().__init__(autocast=False)
        self._held: dict[str, Any] = {}
        for path, tensor in {**parameters, **buffers}.items():
            values = np.asarray(tensor)
            variable = self.add_weight(
                name=path.replace(".", "_"),
                shape=values.shape,
                dtype=values.dtype.name,
                initializer="zeros",
                trainable=path in parameters and path not in frozen,
            )
            variable.assign(values)
            self._held[path] = variable
        self._run = run
        self._text = text
        self.built = True

    def call(self, *args: Any, training: Any = None, **kwargs: Any) -> Any:
        """Run the model."""
        tensors = {path: variable.value for path, variable in self._held.items()}
        result, changed = self._run(tensors, bool(training), args, kwargs)
        for path, tensor in changed.items():
            self._held[path].assign(tensor)
        return result


def converted(**parts: Any) -> Any:
    """Return a native layer."""
    if keras.backend.backend() != "tensorflow":
        raise ValueError(
            "ivy.nn.to_keras_layer: expected Keras on tensorflow, got "
            f"{keras.backend.backend()}; set KERAS_BACKEND=tensorflow before keras is imported"
        )
    return Converted(**parts)
