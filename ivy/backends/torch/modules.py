"""Torch modules that run a model written elsewhere, and torch's own modules as functions."""

from __future__ import annotations

import copy
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


class Foreign:
    """A torch module as a function of its parameters and buffers, by the names of its state dict.

    It has a copy of the module: what it runs on is given to it.
    """

    def __init__(self, module: Any) -> None:
        if not isinstance(module, torch.nn.Module):
            raise TypeError(
                f"ivy.nn.from_torch: expected a torch.nn.Module, got {type(module).__name__}"
            )
        if isinstance(module, torch.jit.ScriptModule):
            raise TypeError(
                f"ivy.nn.from_torch: expected a module of Python code, got {type(module).__name__}"
                f" of {module.original_name}; give the module that it was made of"
            )
        tensors = {
            kind: dict(found(remove_duplicate=False))
            for kind, found in (("p", module.named_parameters), ("b", module.named_buffers))
        }
        for path, x in [*tensors["p"].items(), *tensors["b"].items()]:
            if torch.nn.parameter.is_lazy(x):
                raise ValueError(
                    f"ivy.nn.from_torch: expected a module whose arrays are made, got {path} of "
                    f"{type(module).__name__} without a shape; call the module once before"
                )
        try:
            self._module = copy.deepcopy(module)
        except Exception as error:
            raise TypeError(
                f"ivy.nn.from_torch: expected a module that can be copied, got "
                f"{type(module).__name__}, where copy.deepcopy fails: {error}"
            ) from error
        self.training = module.training
        self.text = repr(module)
        # A tensor in several places has its first name; the others are aliases.
        first: dict[int, str] = {}
        self.aliases: dict[str, str] = {}
        for path, x in [*tensors["p"].items(), *tensors["b"].items()]:
            if first.setdefault(id(x), path) != path:
                self.aliases[path] = first[id(x)]
        self.frozen = frozenset(p for p, x in tensors["p"].items() if not x.requires_grad)
        self.unsaved = frozenset(tensors["b"].keys() - module.state_dict().keys())
        self.parameters = {p: x.detach() for p, x in self._module.named_parameters()}
        self.buffers = {p: x.detach() for p, x in self._module.named_buffers()}

    def run(
        self, tensors: Mapping[str, Any], training: bool, args: Any, kwargs: Any
    ) -> tuple[Any, dict[str, Any]]:
        """Return the result, and the buffers after it."""
        module = self._module
        if module.training != training:
            module.train(training)
        # What it changes in place are its own ones.
        buffers = {p: tensors[p].clone() for p in self.buffers}
        result = torch.func.functional_call(module, {**tensors, **buffers}, args, kwargs)
        return result, buffers

    @staticmethod
    def argument(tensor: Any) -> Any:
        """Return a tensor that the module may write to."""
        return tensor.clone()
