"""A flax module that runs a model written elsewhere, with parameters of flax's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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
