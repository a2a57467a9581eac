"""Containers of modules: one after the other, or by number and name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from ivy.nn.module import Module


def _items(holder: Module) -> dict[str, Module]:
    return {k: v for k, v in holder.__dict__.items() if isinstance(v, Module)}


def _checked(holder: Module, value: Any) -> Module:
    if not isinstance(value, Module):
        raise TypeError(
            f"ivy.nn.{type(holder).__name__}: expected modules, got {type(value).__name__}"
        )
    return value


def _refill(holder: Module, items: Mapping[str, Any]) -> None:
    """Give a container these modules, in this order, instead of those that it has."""
    for value in items.values():
        _checked(holder, value)
    for name in _items(holder):
        delattr(holder, name)
    for name, value in items.items():
        if not name or name[0] == "_" or "." in name or hasattr(holder, name):
            raise ValueError(
                f"ivy.nn.{type(holder).__name__}: expected names that no attribute has, without "
                f"dots and leading underscores, got {name!r}"
            )
        setattr(holder, name, value)


class _ListLike(Module):
    """What the containers share that know their modules by number."""

    def __len__(self) -> int:
        return len(_items(self))

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Module]:
        return iter(_items(self).values())

    def __contains__(self, module: Any) -> bool:
        return any(m is module for m in self)

    def _name(self, index: int) -> str:
        names = list(_items(self))
        if not -len(names) <= index < len(names):
            raise IndexError(
                f"ivy.nn.{type(self).__name__}: expected an index from {-len(names)} to "
                f"{len(names) - 1}, got {index}"
            )
        return names[index]

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            made = Sequential() if isinstance(self, Sequential) else ModuleList()
            _refill(made, self._named(list(_items(self).items())[index]))
            return made
        return self.__dict__[self._name(index)]

    def _named(self, items: list[tuple[str, Module]]) -> dict[str, Module]:
        return {str(i): m for i, (_, m) in enumerate(items)}

    def __setitem__(self, index: int, module: Module) -> None:
        self.__dict__[self._name(index)] = _checked(self, module)

    def __delitem__(self, index: int | slice) -> None:
        items = list(_items(self).items())
        del items[index]
        _refill(self, self._named(items))

    def append(self, module: Module) -> Self:
        """Add a module at the end, and return the container."""
        return self.insert(len(self), module)

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add modules at the end, and return the container."""
        for module in tuple(modules):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Self:
        """Add a module before that of an index, and return the container."""
        items = list(_items(self).items())
        items.insert(index, ("", module))
        _refill(self, self._named(items))
        return self

    def pop(self, index: int = -1) -> Module:
        """Remove a module, and return it."""
        module: Module = self[index]
        del self[index]
        return module


class Sequential(_ListLike):
    """Modules one after the other: each gets what the one before it gives.

    It is also a list of them: ``model[0]``, ``model[1:]``, ``len(model)``, `append` and so on.

    Parameters
    ----------
    modules
        The modules; or one dict of them, whose keys are their names. By default they are named by
        their numbers.

    Examples
    --------
    >>> import ivy
    >>> model = ivy.nn.Sequential(ivy.nn.Linear(3, 4), ivy.nn.ReLU(), ivy.nn.Linear(4, 2))
    >>> model(ivy.ones((5, 3))).shape
    (5, 2)
    >>> list(model.parameters())
    ['0.weight', '0.bias', '2.weight', '2.bias']
    """

    def __init__(self, *modules: Any) -> None:
        if len(modules) == 1 and isinstance(modules[0], Mapping):
            _refill(self, modules[0])
        else:
            _refill(self, {str(i): m for i, m in enumerate(modules)})

    def _named(self, items: list[tuple[str, Module]]) -> dict[str, Module]:
        # Names that are no numbers stay.
        return {
            name if name and not name.isdecimal() else str(i): m
            for i, (name, m) in enumerate(items)
        }

    def forward(self, x: Any) -> Any:
        """Return what the last module gives; without modules, `x`."""
        for module in self:
            x = module(x)
        return x


class ModuleList(_ListLike):
    """A list of modules, which says itself nothing about what is computed.

    A plain list in an attribute does the same; this has the methods of torch's.

    Parameters
    ----------
    modules
        The modules.

    Examples
    --------
    >>> import ivy
    >>> layers = ivy.nn.ModuleList([ivy.nn.Linear(3, 3) for _ in range(2)])
    >>> len(layers), list(layers.parameters())
    (2, ['0.weight', '0.bias', '1.weight', '1.bias'])
    """

    def __init__(self, modules: Iterable[Module] = ()) -> None:
        _refill(self, {str(i): m for i, m in enumerate(modules)})


class ModuleDict(Module):
    """A dict of modules, which says itself nothing about what is computed.

    Parameters
    ----------
    modules
        The modules by name.

    Examples
    --------
    >>> import ivy
    >>> heads = ivy.nn.ModuleDict({"small": ivy.nn.Linear(3, 2), "large": ivy.nn.Linear(3, 9)})
    >>> heads["large"](ivy.ones((1, 3))).shape, "tiny" in heads
    ((1, 9), False)
    """

    def __init__(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]] = ()) -> None:
        _refill(self, dict(modules))

    def __len__(self) -> int:
        return len(_items(self))

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(_items(self))

    def __contains__(self, name: Any) -> bool:
        return name in _items(self)

    def __getitem__(self, name: str) -> Module:
        return _items(self)[name]

    def __setitem__(self, name: str, module: Module) -> None:
        if name in self:
            self.__dict__[name] = _checked(self, module)
        else:
            _refill(self, {**_items(self), name: module})

    def __delitem__(self, name: str) -> None:
        del _items(self)[name]  # no other attribute
        delattr(self, name)

    def keys(self) -> Iterable[str]:
        """Return the names."""
        return _items(self).keys()

    def values(self) -> Iterable[Module]:
        """Return the modules."""
        return _items(self).values()

    def items(self) -> Iterable[tuple[str, Module]]:
        """Return pairs of name and module."""
        return _items(self).items()

    def update(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]]) -> None:
        """Take modules over, instead of those of the same names."""
        for name, module in dict(modules).items():
            self[name] = module

    def pop(self, name: str) -> Module:
        """Remove a module, and return it."""
        module = self[name]
        del self[name]
        return module
