"""Which live objects belong to the source framework, and what its frontend has for them."""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any


class Names:
    """The objects of a source framework and their twins in its frontend.

    A twin is found by identity: what the frontend's module has under a name stands for what the
    framework's own module of the same path has under it.

    Parameters
    ----------
    source
        The framework's name.

    Examples
    --------
    >>> import torch
    >>> Names("torch").path(torch.nn.functional.relu)
    'torch.nn.functional.relu'
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.root = importlib.import_module(source)
        self.frontend = importlib.import_module(f"ivy.frontends.{source}")
        self.tensor: Any = self.root.Tensor
        self.module: Any = self.root.nn.Module
        nn = importlib.import_module(f"ivy.frontends.{source}.nn")
        # The framework's class, and the frontend's, whose layers are converted as well.
        self.tensors: tuple[type, ...] = (self.tensor, self.frontend.Tensor)
        self.modules: tuple[type, ...] = (self.module, nn.Module)
        self.parameters: tuple[type, ...] = (self.root.nn.Parameter, nn.Parameter)
        self._prefix = f"{self.frontend.__name__}."
        self._twins: dict[int, tuple[str, Any, Any]] = {}
        # What the frontend's own modules call each other by.
        self._inner: dict[int, Any] = {}
        for module, path in self._modules():
            self._collect(module, path)
        self._inner.update((id(v), v) for v in self._frontend_functions())

    def _modules(self) -> Iterator[tuple[types.ModuleType, str]]:
        """Yield the frontend's public modules with the framework's path for each."""
        prefix = self.frontend.__name__
        stack: list[tuple[types.ModuleType, str]] = [(self.frontend, self.source)]
        importlib.import_module(f"{prefix}.nn")
        seen: set[int] = set()
        while stack:
            module, path = stack.pop(0)
            if id(module) in seen:
                continue
            seen.add(id(module))
            yield module, path
            for name, value in sorted(vars(module).items()):
                public = isinstance(value, types.ModuleType) and not name.startswith("_")
                if public and value.__name__.startswith(f"{prefix}."):
                    stack.append((value, f"{path}.{name}"))

    def _collect(self, module: types.ModuleType, path: str) -> None:
        real = self._real(path)
        if real is None:
            return
        for name, value in vars(module).items():
            if name.startswith("_") or isinstance(value, types.ModuleType):
                continue
            mine = inspect.getattr_static(real, name, None)
            if mine is None or isinstance(mine, bool | int | float | str | types.ModuleType):
                continue
            if self.owns(mine) and id(mine) not in self._twins:
                self._twins[id(mine)] = (f"{path}.{name}", mine, value)

    def _frontend_functions(self) -> Iterator[Any]:
        for name, module in list(sys.modules.items()):
            if name.startswith(self._prefix):
                for value in vars(module).values():
                    if isinstance(value, types.FunctionType) and hasattr(value, "__wrapped__"):
                        yield value

    def _real(self, path: str) -> Any:
        found: Any = self.root
        for name in path.split(".")[1:]:
            found = getattr(found, name, None)
        return found

    def owns(self, value: Any) -> bool:
        """Return whether a live object is the framework's own."""
        if isinstance(value, types.ModuleType):
            return self._is_mine(value.__name__)
        if id(value) in self._inner:
            return True
        homes = [getattr(value, "__module__", None), type(value).__module__]
        if isinstance(value, types.FunctionType | type):
            homes = homes[:1]
        bound = getattr(value, "__self__", None)
        if isinstance(value, types.BuiltinFunctionType) and bound is not None:
            homes.append(bound.__name__ if isinstance(bound, types.ModuleType) else None)
            homes.append(getattr(bound, "__module__", None))
            homes.append(type(bound).__module__)
        return any(isinstance(h, str) and self._is_mine(h) for h in homes)

    def _is_mine(self, module: str) -> bool:
        root = module.partition(".")[0]
        if root == self.source:
            return sys.modules.get(root) is self.root
        return module.startswith(self._prefix) or module == self.frontend.__name__

    def twin(self, value: Any) -> Any:
        """Return what the frontend has for an object of the framework, or None."""
        found = self._twins.get(id(value))
        if found is not None and found[1] is value:
            return found[2]
        is_ours = str(getattr(value, "__module__", "")).startswith(self._prefix)
        return value if is_ours or id(value) in self._inner else None

    def path(self, value: Any) -> str:
        """Return the public name of an object of the framework."""
        found = self._twins.get(id(value))
        if found is not None:
            return found[0]
        if isinstance(value, types.ModuleType):
            return value.__name__
        name = getattr(value, "__qualname__", getattr(value, "__name__", None))
        if name is None:
            return repr(value)
        plain = getattr(value, "__name__", name)
        if getattr(self.root, plain, None) is value:
            return f"{self.source}.{plain}"
        return f"{getattr(value, '__module__', None) or self.source}.{name}"

    def object(self, path: str) -> Any:
        """Return what the framework has under a public name, or None."""
        return self._real(path)

    def has_method(self, name: str) -> bool:
        """Return whether the framework's arrays have an attribute of this name."""
        return hasattr(self.tensor, name)

    def is_property(self, name: str) -> bool:
        """Return whether an attribute of the framework's arrays is no method."""
        return self.has_method(name) and not callable(getattr(self.tensor, name))

    def method(self, name: str) -> Callable[..., Any] | None:
        """Return what the frontend's array class has for a method or property, on arrays."""
        found = inspect.getattr_static(self.frontend.Tensor, name, None)
        if isinstance(found, property):
            found = found.fget
        return None if found is None else raw(found)


def raw(fn: Any) -> Callable[..., Any] | None:
    """Return a frontend function as it is below the boundary; None if it is not written so."""
    inner = getattr(fn, "__wrapped__", None)
    return inner if callable(inner) else None


@functools.cache
def names_of(source: str) -> Names:
    """Return the names of a source framework; they are collected once."""
    return Names(source)


@functools.cache
def tensor_parameters(fn: Callable[..., Any]) -> dict[str, bool]:
    """Return the parameters of a raw function, with whether each is certainly an array.

    Examples
    --------
    >>> from ivy.frontends.torch import Tensor
    >>> def f(input: Tensor, dim: int = 0): ...
    >>> tensor_parameters(f)
    {'input': True, 'dim': False}
    """
    return {
        n: str(p.annotation) in ("Tensor", "Array")
        or (isinstance(p.annotation, type) and p.annotation.__name__ in ("Tensor", "Array"))
        for n, p in inspect.signature(fn).parameters.items()
    }
