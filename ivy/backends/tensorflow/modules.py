"""Keras layers that run a model written elsewhere, and Keras's own layers as functions."""

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


class Foreign:
    """A Keras layer as a function of its variables, by their paths, on the framework of Keras.

    Parameters are the variables that are trained, buffers all others.
    """

    def __init__(self, layer: Any) -> None:
        if not isinstance(layer, keras.layers.Layer):
            raise TypeError(
                f"ivy.nn.from_keras: expected a Keras layer or model, got {type(layer).__name__}"
            )
        if not layer.built:
            raise ValueError(
                f"ivy.nn.from_keras: expected a layer whose variables are made, got {layer.name} "
                "without; call it once before, or its build(shape)"
            )
        self._layer = layer
        self.backend = keras.backend.backend()
        self.parameters = {v.path: _copied(v) for v in layer.trainable_variables}
        self.buffers = {v.path: _copied(v) for v in layer.non_trainable_variables}
        paths = [v.path for v in (*layer.trainable_variables, *layer.non_trainable_variables)]
        if len({*self.parameters, *self.buffers}) < len(paths):
            twice = next(p for i, p in enumerate(paths) if p in paths[:i])
            raise ValueError(
                f"ivy.nn.from_keras: expected variables with paths that differ, got {twice!r} "
                f"twice in {layer.name}; give its layers names that differ"
            )
        self.text = f"{type(layer).__name__}(name={layer.name!r})"
        self.training = True
        self.frozen = self.unsaved = frozenset[str]()
        self.aliases: dict[str, str] = {}

    def run(
        self, tensors: Mapping[str, Any], training: bool, args: Any, kwargs: Any
    ) -> tuple[Any, dict[str, Any]]:
        """Return the result, and the buffers after it."""
        result, after = self._layer.stateless_call(
            [tensors[p] for p in self.parameters],
            [tensors[p] for p in self.buffers],
            *args,
            **{"training": training, **kwargs},
        )
        return result, dict(zip(self.buffers, after, strict=True))

    @staticmethod
    def argument(tensor: Any) -> Any:
        """Return a tensor as it is: nothing writes to one."""
        return tensor


def _copied(variable: Any) -> Any:
    return keras.ops.copy(variable.value)
