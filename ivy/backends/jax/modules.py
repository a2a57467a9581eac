"""Flax modules that run a model written elsewhere, and flax's own modules as functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jax
from flax import nnx


class Converted(nnx.Module):
    """An `nnx.Module` whose parameters and statistics have the paths of a model's arrays.

    It trains in flax's own loop. `run` gets its arrays by path, whether it trains, and the
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
        trained = {p: nnx.Param(x) for p, x in parameters.items() if p not in frozen}
        fixed = {p: nnx.Variable(x) for p, x in parameters.items() if p in frozen}
        self.parameters = nnx.Dict(trained)
        self.fixed = nnx.Dict(fixed)
        self.statistics = nnx.Dict({p: nnx.BatchStat(x) for p, x in buffers.items()})
        self.training = True
        self._run = run

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the model."""
        held = {**self.parameters, **self.fixed, **self.statistics}
        arrays = {path: variable[...] for path, variable in held.items()}
        result, changed = self._run(arrays, self.training, args, kwargs)
        for path, array in changed.items():
            self.statistics[path][...] = array
        return result

    def set_attributes(
        self, *filters: Any, raise_if_not_found: bool = True, **attributes: Any
    ) -> None:
        """Take what `train` and `eval` of flax set."""
        if "deterministic" in attributes:
            self.training = not attributes["deterministic"]
        super().set_attributes(*filters, raise_if_not_found=False, **attributes)


def converted(**parts: Any) -> Any:
    """Return a native module."""
    return Converted(**parts)


class Foreign:
    """An `nnx.Module` as a function of its variables, by their paths.

    Parameters are the variables that are an `nnx.Param`, buffers all others. The keys of its random
    streams are arrays of integers.
    """

    def __init__(self, module: Any) -> None:
        if not isinstance(module, nnx.Module):
            raise TypeError(
                f"ivy.nn.from_flax: expected a flax.nnx.Module, got {type(module).__name__}; "
                "flax.nnx.bridge.ToNNX makes one of a flax.linen module"
            )
        given, state = nnx.split(module)
        self._variables = {".".join(map(str, p)): (p, v) for p, v in nnx.to_flat_state(state)}
        self._keys: dict[str, Any] = {}
        self.parameters: dict[str, Any] = {}
        self.buffers: dict[str, Any] = {}
        for path, (_, variable) in self._variables.items():
            value = variable.get_value()
            if not isinstance(value, jax.Array):
                raise TypeError(
                    f"ivy.nn.from_flax: expected arrays in the variables, got {path} of "
                    f"{type(module).__name__} with {type(value).__name__}"
                )
            if jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key):
                self._keys[path] = jax.random.key_impl(value)
                value = jax.random.key_data(value)
            kind = self.parameters if isinstance(variable, nnx.Param) else self.buffers
            kind[path] = value
        self.text = type(module).__name__
        self.frozen = self.unsaved = frozenset[str]()
        self.aliases: dict[str, str] = {}
        other = nnx.clone(module)
        other.eval()
        used = nnx.graphdef(other)
        other.train()
        trained = nnx.graphdef(other)
        self.training = given != used or used == trained
        # What is set by hand, such as a normalisation that keeps its statistics, stays so.
        self._kinds = {True: given if given != used else trained, False: used}

    def run(
        self, arrays: Mapping[str, Any], training: bool, args: Any, kwargs: Any
    ) -> tuple[Any, dict[str, Any]]:
        """Return the result, and the buffers after it."""
        state = []
        for path, (place, variable) in self._variables.items():
            value = arrays[path]
            if path in self._keys:
                value = jax.random.wrap_key_data(value, impl=self._keys[path])
            state.append((place, variable.replace(value)))
        module = nnx.merge(self._kinds[training], nnx.from_flat_state(state))
        result = module(*args, **kwargs)
        after = dict(nnx.to_flat_state(nnx.state(module)))
        buffers = {}
        for path in self.buffers:
            value = after[self._variables[path][0]].get_value()
            buffers[path] = jax.random.key_data(value) if path in self._keys else value
        return result, buffers

    @staticmethod
    def argument(array: Any) -> Any:
        """Return an array as it is: nothing writes to one."""
        return array
