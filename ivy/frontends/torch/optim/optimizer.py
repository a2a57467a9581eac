"""`Optimizer`: groups of parameters with their options, and the state of each parameter."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from ivy.frontends.torch._modes import enable_grad, no_grad
from ivy.frontends.torch.tensor import RemovableHandle, Tensor


class Optimizer:
    """The base of all optimizers; see :class:`torch.optim.Optimizer`."""

    def __init__(self, params: Iterable[Any], defaults: dict[str, Any]) -> None:
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                f"but got {type(params).__name__}"
            )
        self.defaults = defaults
        self.state: dict[Any, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        self._pre_hooks: dict[int, Callable[..., Any]] = {}
        self._post_hooks: dict[int, Callable[..., Any]] = {}
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add parameters with options of their own."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group).__name__}")
        group = dict(param_group)
        given = group["params"]
        if isinstance(given, set):
            raise TypeError("optimizer parameters need to be organized in ordered collections")
        named = [given] if isinstance(given, Tensor) else list(given)
        group["params"] = [p[1] if isinstance(p, tuple) else p for p in named]
        for p in group["params"]:
            if not isinstance(p, Tensor):
                raise TypeError(
                    "optimizer can only optimize Tensors, but one of the params is "
                    f"{type(p).__name__}"
                )
            if not p.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        unknown = set(group) - {"params", *self.defaults}
        if unknown:
            raise TypeError(
                f"{type(self).__name__}: expected the options {', '.join(self.defaults)} in a "
                f"group of parameters, got {', '.join(sorted(unknown))}"
            )
        for name, value in self.defaults.items():
            group.setdefault(name, value)
        known = {id(p) for g in self.param_groups for p in g["params"]}
        if any(id(p) in known for p in group["params"]):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(group)

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients, or make them zero."""
        for group in self.param_groups:
            for p in group["params"]:
                if p._grad is not None:
                    p._grad = None if set_to_none else p._grad.detach().zero_()

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters by their gradients; return what `closure` returns."""
        loss = None
        for hook in list(self._pre_hooks.values()):
            hook(self, (closure,), {})
        if closure is not None:
            with enable_grad():
                loss = closure()
        with no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    if p._grad is not None:
                        self._change(p, group, self.state[p])
        for hook in list(self._post_hooks.values()):
            hook(self, (closure,), {})
        return loss

    def _change(self, p: Tensor, group: dict[str, Any], state: dict[str, Any]) -> None:
        """Change one parameter."""
        raise NotImplementedError

    def register_step_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(optimizer, args, kwargs)`` before each step."""
        handle = RemovableHandle(self._pre_hooks)
        self._pre_hooks[handle.id] = hook
        return handle

    def register_step_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(optimizer, args, kwargs)`` after each step."""
        handle = RemovableHandle(self._post_hooks)
        self._post_hooks[handle.id] = hook
        return handle

    def state_dict(self) -> dict[str, Any]:
        """Return the state, with parameters as numbers."""
        numbers: dict[int, int] = {}
        groups = []
        for group in self.param_groups:
            for p in group["params"]:
                numbers.setdefault(id(p), len(numbers))
            packed = {k: v for k, v in group.items() if k != "params"}
            groups.append({**packed, "params": [numbers[id(p)] for p in group["params"]]})
        state = {numbers[id(p)]: s for p, s in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue from a state that `state_dict` returned."""
        saved, groups = copy.deepcopy(state_dict["param_groups"]), self.param_groups
        if len(saved) != len(groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(s["params"]) != len(g["params"]) for s, g in zip(saved, groups, strict=True)):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of "
                "optimizer's group"
            )
        numbers = chain.from_iterable(s["params"] for s in saved)
        parameters = chain.from_iterable(g["params"] for g in groups)
        by_number = dict(zip(numbers, parameters, strict=True))
        self.state = defaultdict(dict)
        for number, values in state_dict["state"].items():
            self.state[by_number[number]] = dict(values)  # the tensors are shared, as in torch
        self.param_groups = [
            {**s, "params": g["params"]} for s, g in zip(saved, groups, strict=True)
        ]

    def __repr__(self) -> str:
        text = f"{type(self).__name__} ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for key in sorted(k for k in group if k != "params"):
                text += f"    {key}: {group[key]}\n"
        return text + ")"


def check(name: str, value: Any, *, strictly: bool = False) -> None:
    """Raise where an option is negative, or not positive."""
    if not (value > 0 if strictly else value >= 0):
        raise ValueError(f"Invalid {name}: {value}")


def unsupported(optimizer: str, **options: Any) -> None:
    """Raise where an option is set that the frontend does not support."""
    for name, value in options.items():
        if value not in (None, False):
            raise NotImplementedError(
                f"torch.optim.{optimizer}: {name}={value!r} is not supported by ivy's torch "
                "frontend"
            )
