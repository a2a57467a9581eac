"""Containers of arrays: optree, loaded where it is first needed, and objects that keep arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

# What is done when the library is loaded, and then no more.
WHEN_LOADED: list[Callable[[], None]] = []


def library() -> Any:
    """Return the module `optree`."""
    import optree

    while WHEN_LOADED:
        WHEN_LOADED.pop()()
    return optree


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
