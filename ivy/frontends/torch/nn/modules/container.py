"""Modules that hold modules or parameters."""

from __future__ import annotations

import itertools
import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ivy.frontends.torch.nn.modules.module import Module
from ivy.frontends.torch.nn.parameter import Parameter
from ivy.frontends.torch.tensor import Tensor


class _Indexed(Module):
    """Modules that are named by their numbers."""

    def _key(self, idx: Any) -> str:
        n = len(self._modules)
        at = operator.index(idx)
        if not -n <= at < n:
            raise IndexError(f"index {at} is out of range")
        return list(self._modules)[at]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._modules.values()))

    def __setitem__(self, idx: Any, module: Module) -> None:
        setattr(self, self._key(idx), module)

    def __delitem__(self, idx: Any) -> None:
        keys = list(self._modules)[idx] if isinstance(idx, slice) else [self._key(idx)]
        for key in keys:
            del self._modules[key]
        self._renumber()

    def _renumber(self) -> None:
        modules = list(self._modules.values())
        self._modules.clear()
        self._modules.update({str(i): m for i, m in enumerate(modules)})

    def append(self, module: Module) -> Any:
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> Any:
        """Add modules at the end."""
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Any:
        """Add a module before the one at a position."""
        modules = list(self._modules.values())
        modules.insert(index, module)
        self._modules.clear()
        self._modules.update({str(i): m for i, m in enumerate(modules)})
        return self

    def pop(self, key: Any = -1) -> Module:
        """Remove and return a module."""
        module: Module = self._modules[self._key(key)]
        del self[key]
        return module


class Sequential(_Indexed):
    """Call modules one after the other.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Identity())(torch.zeros(2, 2, 2)).shape
    torch.Size([2, 4])
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            return type(self)(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[self._key(idx)]

    def forward(self, input: Any) -> Any:
        """Call the modules in order."""
        for module in self:
            input = module(input)
        return input


class ModuleList(_Indexed):
    """A list of modules."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            return type(self)(list(self._modules.values())[idx])
        return self._modules[self._key(idx)]

    def __repr__(self) -> str:
        # Equal neighbours are printed once.
        runs = [(r, list(group)) for r, group in itertools.groupby(enumerate(self), _text)]
        lines = []
        for text, members in runs:
            first, last = members[0][0], members[-1][0]
            name = f"({first})" if first == last else f"({first}-{last})"
            count = "" if first == last else f"{len(members)} x "
            lines.append(f"{name}: {count}{text}".replace("\n", "\n  "))
        if not lines:
            return f"{self._get_name()}()"
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"

    def __iadd__(self, modules: Iterable[Module]) -> ModuleList:
        self.extend(modules)
        return self

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        return ModuleList([*self, *other])


def _text(numbered: tuple[int, Module]) -> str:
    return repr(numbered[1])


class ModuleDict(Module):
    """A dictionary of modules."""

    def __init__(self, modules: Mapping[str, Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Any:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: str) -> bool:
        return key in self._modules

    def keys(self) -> Any:
        """Return the names."""
        return self._modules.keys()

    def values(self) -> Any:
        """Return the modules."""
        return self._modules.values()

    def items(self) -> Any:
        """Return the names and modules."""
        return self._modules.items()

    def pop(self, key: str) -> Module:
        """Remove and return a module."""
        module: Module = self._modules.pop(key)
        return module

    def clear(self) -> None:
        """Remove all modules."""
        self._modules.clear()

    def update(self, modules: Any) -> None:
        """Add modules."""
        pairs = modules.items() if isinstance(modules, Mapping | ModuleDict) else modules
        for name, module in pairs:
            self.add_module(name, module)


class ParameterList(Module):
    """A list of parameters."""

    def __init__(self, values: Iterable[Tensor] | None = None) -> None:
        super().__init__()
        self.extend(values or ())

    def __len__(self) -> int:
        return len(self._parameters)

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._parameters.values()))

    def __getitem__(self, idx: Any) -> Any:
        values = list(self._parameters.values())
        return ParameterList(values[idx]) if isinstance(idx, slice) else values[idx]

    def append(self, value: Tensor) -> ParameterList:
        """Add a parameter at the end."""
        made = value if isinstance(value, Parameter) else Parameter(value)
        self._parameters[str(len(self))] = made
        return self

    def extend(self, values: Iterable[Tensor]) -> ParameterList:
        """Add parameters at the end."""
        for value in values:
            self.append(value)
        return self


class ParameterDict(Module):
    """A dictionary of parameters."""

    def __init__(self, parameters: Mapping[str, Tensor] | None = None) -> None:
        super().__init__()
        for name, value in (parameters or {}).items():
            self[name] = value

    def __getitem__(self, key: str) -> Any:
        return self._parameters[key]

    def __setitem__(self, key: str, value: Tensor) -> None:
        made = value if isinstance(value, Parameter) else Parameter(value)
        self._parameters[key] = made

    def __len__(self) -> int:
        return len(self._parameters)

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __contains__(self, key: str) -> bool:
        return key in self._parameters

    def keys(self) -> Any:
        """Return the names."""
        return self._parameters.keys()

    def values(self) -> Any:
        """Return the parameters."""
        return self._parameters.values()

    def items(self) -> Any:
        """Return the names and parameters."""
        return self._parameters.items()
