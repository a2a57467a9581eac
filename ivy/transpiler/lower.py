"""Lowering: what a call of the source framework is in the target's own functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ivy.transpiler.values import Fact, NeedsRuntime, Sym, Unsupported

__all__ = ["Fact", "Helper", "Lowered", "Lowering", "NeedsRuntime", "Sym", "Unsupported"]


@dataclass(frozen=True)
class Helper:
    """A function of the output's helper module.

    `source` is its text, which calls other helpers by their bare names; `imports` are the import
    lines it needs.
    """

    name: str
    source: str
    imports: tuple[str, ...]


@dataclass(frozen=True)
class Lowered:
    """What a call became.

    `node` is the expression; helpers stand in it as ``helpers.NAME``. `how` is ``"in place"``,
    ``"conditional"`` or ``"helper"``; `reason` says why it is no plain expression.
    """

    node: ast.expr
    fact: Fact
    how: str
    reason: str = ""
    assumptions: tuple[str, ...] = ()


class Lowering:
    """Lowers calls to one target, and collects the helpers and imports that they need."""

    helpers: dict[str, Helper]
    imports: set[str]

    def __init__(self, target: str, source: str = "torch") -> None:
        raise NotImplementedError

    def call(
        self, fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Lowered:
        """Lower a call of a raw frontend function, or of a core operation.

        `args` are Python values, `Sym`s, or lists and tuples of them. Raises `Unsupported`.
        """
        raise NotImplementedError

    def operator(self, symbol: str, left: Any, right: Any = None) -> Lowered:
        """Lower ``left symbol right``; a unary operator has no `right` (``"-"``, ``"~"``, ``"+"``)."""
        raise NotImplementedError

    def subscript(self, value: Any, key: Any) -> Lowered:
        """Lower ``value[key]``; `key` is an index of Python values, slices and `Sym`s."""
        raise NotImplementedError

    def store(self, value: Any, key: Any, new: Any, *, fresh: bool = False) -> Lowered | None:
        """Lower ``value[key] = new`` to the expression of the array after it.

        None where the target writes in place itself (numpy, if `fresh`: nobody else sees the
        array), so that the statement stays as it is.
        """
        raise NotImplementedError
