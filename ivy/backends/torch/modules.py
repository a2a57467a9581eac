"""A torch module that runs a model written elsewhere, with parameters of torch's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch


class Converted(torch.nn.Module):
    """A `torch.nn.Module` whose parameters and buffers have the paths of a model's arrays.

    It trains, moves and is saved like any other. `run` gets its tensors by path, whether it trains,
    and the arguments; it gives the result, and the buffers that have changed.
    """

    def __init__(
        self,
        parameters: Mapping[str, Any],
        buffers: Mapping[str, Any],
        frozen: frozenset[str],
        run: Callable[..., tuple[Any, Mapping[str, Any]]],
        text: str,
    ) -> None:
        super().__init__()
        for path, tensor in parameters.items():
            parameter = torch.nn.Parameter(tensor.detach().clone(), path not in frozen)
            holder, name = self._holder(path)
            holder.register_parameter(name, parameter)
        for path, tensor in buffers.items():
            holder, name = self._holder(path)
            holder.register_buffer(name, tensor.detach().clone())
        self._run = run
        self._text = text

    def _holder(self, path: str) -> tuple[torch.nn.Module, str]:
        """Return the module below this one that a path ends in, and the last name."""
        *parts, name = path.split(".")
        holder: torch.nn.Module = self
        for part in parts:
            if part not in holder._modules:
                holder.add_module(part, torch.nn.Module())
            holder = holder.get_submodule(part)
        return holder, name

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Run the model."""
        buffers = dict(self.named_buffers())
        tensors = {**dict(self.named_parameters()), **buffers}
        result, changed = self._run(tensors, self.training, args, kwargs)
        with torch.no_grad():
            for path, tensor in changed.items():
                buffers[path].copy_(tensor)
        return result

    def extra_repr(self) -> str:
        """Return what it runs."""
        return self._text


def converted(**parts: Any) -> Any:
    """Return a native module."""
    return Converted(**parts)
