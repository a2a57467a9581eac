"""Containers of arrays: optree, loaded where it is first needed, and objects that keep arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


# What is done when the library is loaded, and then no more.
WHEN_LOADED: list[Callable[[], None]] = []


def library() -> Any:
    """Return the module `optree`."""
    import optree

    while WHEN_LOADED:
        WHEN_LOADED.pop()()
    return optree


class Stateful:
    """An object that keeps arrays, which derivatives and compilers replace for a while.

    What changes them needs to know no more than this: `slots` says where they are. The object stays
    the same, so that what else it keeps, and what a function changes in it, stays too.
    """

    def slots(self) -> dict[str, Slot]:
        """Return the places of its arrays by their path; an array in several places has one."""
        raise NotImplementedError

    def is_trainable(self, slot: Slot) -> bool:
        """Return whether derivatives are taken with respect to the array of a slot."""
        raise NotImplementedError


class Slot:
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
