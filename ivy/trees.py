"""Containers of arrays: `Container`, optree where it is needed, and objects that keep arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import partial
from typing import Any, Self

Flatten = Callable[[Any], tuple[tuple[Any, ...], Any]]
Unflatten = Callable[[Any, Any], Any]

# Kinds of containers that are Ivy's own, with what takes them apart and makes them again; and what
# tells of them: optree, and the frameworks that were loaded.
_KINDS: list[tuple[type, Flatten, Unflatten]] = []
_REGISTRIES: list[Callable[[type, Flatten, Unflatten], None]] = []
_loaded: list[Any] = []


def library() -> Any:
    """Return the module `optree`."""
    if not _loaded:
        import optree

        _loaded.append(optree)
        add_registry(_tell_optree)
    return _loaded[0]


def add_kind(cls: type, flatten: Flatten, unflatten: Unflatten) -> None:
    """Make objects of a class nodes of containers.

    `flatten` gives what is in one, and what `unflatten` needs beside that to make it again.
    """
    _KINDS.append((cls, flatten, unflatten))
    for registry in _REGISTRIES:
        registry(cls, flatten, unflatten)


def add_registry(registry: Callable[[type, Flatten, Unflatten], None]) -> None:
    """Have a library told of every kind."""
    _REGISTRIES.append(registry)
    for kind in _KINDS:
        registry(*kind)


def _tell_optree(cls: type, flatten: Flatten, unflatten: Unflatten) -> None:
    optree = _loaded[0]
    tell = partial(optree.register_pytree_node, namespace=optree.registry.__GLOBAL_NAMESPACE)
    if issubclass(cls, Container):

        def keyed(x: Any) -> tuple[Any, Any, Any]:
            values, keys = flatten(x)
            return values, keys, keys  # which are also what paths are made of

        tell(cls, keyed, unflatten, path_entry_type=optree.MappingEntry)
    else:
        tell(cls, flatten, unflatten)


class Container(dict[str, Any]):
    """A dict whose keys are attributes too, and so are those of the dicts in it.

    It stands wherever a dict of arrays does: with optimisers, derivatives, compilers, optree, and
    the frameworks' own functions of trees. In those the order of the keys is the sorted one.

    Parameters
    ----------
    *entries, **more
        As of `dict`. Dicts among the values become containers.

    Raises
    ------
    AttributeError
        There is no such key.

    Examples
    --------
    >>> import ivy
    >>> v = ivy.Container(weight=ivy.ones(2), inner={"bias": ivy.zeros(1)})
    >>> v.inner.bias
    Array([0.], dtype=float32, backend='numpy')
    >>> ivy.SGD(0.5).step(v, v).weight
    Array([0.5, 0.5], dtype=float32, backend='numpy')
    """

    __slots__ = ()

    def __init__(self, *entries: Any, **more: Any) -> None:
        super().__init__()
        self.update(*entries, **more)

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key, Container(value) if type(value) is dict else value)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            have = ", ".join(map(str, self)) or "none"
            raise AttributeError(
                f"ivy.Container: expected a name among {have}, got {name!r}"
            ) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __delattr__(self, name: str) -> None:
        self.__getattr__(name)
        del self[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(key for key in self if isinstance(key, str))]

    def __repr__(self) -> str:
        return f"Container({super().__repr__()})"

    def __or__(self, other: Any) -> Any:
        return Container({**self, **other}) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other: Any) -> Any:
        return Container({**other, **self}) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other: Any) -> Self:  # type: ignore[override]
        self.update(other)
        return self

    def update(self, *entries: Any, **more: Any) -> None:
        """Put entries in, as `dict.update` does."""
        for key, value in dict(*entries, **more).items():
            self[key] = value

    def setdefault(self, key: str, default: Any = None) -> Any:
        """Return the value of a key, which is put in where it is missing."""
        if key not in self:
            self[key] = default
        return self[key]

    def copy(self) -> Container:
        """Return a container of the same entries."""
        return Container(self)


def _flatten(container: Container) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    plain = all(isinstance(key, str) for key in container)
    keys = tuple(sorted(container) if plain else container)
    return tuple([container[key] for key in keys]), keys


def _unflatten(keys: tuple[Any, ...], values: Any) -> Container:
    new = Container()
    dict.update(new, zip(keys, values, strict=True))  # what stands for an array may be a dict
    return new


add_kind(Container, _flatten, _unflatten)

# What keeps values by name; what is changed in place; what else there is to look into.
DICTS = (dict, Container)
MUTABLE = (list, *DICTS)
NESTED = (tuple, *MUTABLE)


_alterations = 0


def alterations() -> int:
    """Return how often attributes of objects that keep arrays were changed so far."""
    return _alterations


class Stateful:
    """An object that keeps arrays, which derivatives and compilers replace for a while.

    What changes them needs to know no more than this: `cells` says where they are. The object stays
    the same, so that what else it keeps, and what a function changes in it, stays too.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        self.altered()
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        self.altered()
        object.__delattr__(self, name)

    @staticmethod
    def altered() -> None:
        """Note that attributes of some object change, for what remembers how objects are made."""
        global _alterations
        _alterations += 1

    def cells(self) -> dict[str, Cell]:
        """Return the places of its arrays by their path; an array in several places has one."""
        raise NotImplementedError

    def containers(self) -> Iterable[Any]:
        """Return the lists and dicts in its attributes; what changes in them changes no attribute.

        Those that hold arrays only, and always as many, need not be among them.
        """
        return ()

    def is_trainable(self, cell: Cell) -> bool:
        """Return whether derivatives are taken with respect to the array of a cell."""
        raise NotImplementedError

    def statics(self) -> Iterable[Any]:
        """Return what it keeps besides arrays, which compiled code takes as it is."""
        return ()

    def snapshot(self) -> Any:
        """Return what `restore` needs to undo changes of attributes."""
        return dict(self.__dict__)

    def restore(self, snapshot: Any) -> None:
        """Undo changes of attributes."""
        self.__dict__.clear()
        self.__dict__.update(snapshot)


# Called in this thread or task with an object that makes its first state, and with that.
beginnings: ContextVar[Callable[[Stateful, Any], None] | None] = ContextVar(
    "ivy.beginnings", default=None
)


def begins(owner: Stateful, state: Any) -> Any:
    """Return the first state of an object; what compiles it may stop here, and take the state."""
    watch = beginnings.get()
    if watch is not None:
        watch(owner, state)
    return state


class Cell:
    """A path in an object, and the containers that hold the array there, by attribute or index."""

    __slots__ = ("holders", "path")

    def __init__(self, path: str, holder: Any, key: Any) -> None:
        self.path = path
        # All places of the same array, for shared weights stay shared.
        self.holders = [(holder, key)]

    def get(self) -> Any:
        """Return what is there now."""
        holder, key = self.holders[0]
        return holder[key]

    def set(self, value: Any) -> None:
        """Put another array there."""
        for holder, key in self.holders:
            holder[key] = value
