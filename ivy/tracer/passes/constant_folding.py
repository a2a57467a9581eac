"""Constant folding: calls whose arguments are all known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ivy import backends
from ivy.array import CLASSES
from ivy.tracer.graph import ITEM, Graph, Node, replaced


def fold_constants(graph: Graph) -> Graph:
    """Return the graph with calls on constant arrays replaced by their results.

    A call is folded where all its arrays are constants, it has no effect and one result, and the
    result is no larger than the largest of the arrays. Creation, such as ``zeros``, stays a call:
    it is short to read and costs no memory. What is 0-d and like another array, such as
    ``ones_like`` of a sum, depends on no value and is folded too. Nothing is folded while a
    framework compiles, because the results would belong to that compilation.

    Examples
    --------
    >>> import ivy
    >>> from ivy.tracer.passes import fold_constants
    >>> def f(x):
    ...     return x + ivy.sqrt(ivy.asarray([4.0, 9.0]))
    >>> graph = ivy.trace_graph(f, (ivy.zeros(2),), passes=())
    >>> len(graph.calls), len(fold_constants(graph).calls)
    (2, 1)
    """
    if backends.core(graph.backend).is_compiling():
        return graph
    cls = CLASSES[graph.backend]
    now: dict[Node, Node] = {}
    kept: list[Node] = []
    for node in graph.nodes:
        changed = node.replaced(lambda n: now[n])
        if _foldable(changed) or _is_like(changed):
            assert changed.target is not None
            value_of = _value if _foldable(changed) else _zero_for(cls)
            args = [replaced(a, value_of) for a in changed.args]
            options = {k: replaced(v, value_of) for k, v in changed.kwargs.items()}
            value = changed.target.load()(*args, **options)
            if isinstance(value, cls.CORE.ARRAY_TYPES) and _size(cls(value).shape) <= max(
                _size(n.shape) for n in changed.arguments()
            ):
                changed = replace(
                    changed, kind="constant", target=None, args=(), kwargs={}, value=value
                )
        now[node] = changed
        kept.append(changed)
    return graph.with_nodes(kept)


def _foldable(node: Node) -> bool:
    arguments = list(node.arguments())
    return (
        node.kind == "call"
        and not node.effect
        and node.target is not ITEM
        and bool(arguments)
        and all(n.kind == "constant" and n.shape is not None for n in arguments)
    )


def _is_like(node: Node) -> bool:
    return (
        node.kind == "call"
        and node.target is not None
        and node.target.name in ("ones_like", "zeros_like")
        and node.shape == ()
        and all(n.shape == () and n.dtype is not None for n in node.arguments())
    )


def _zero_for(cls: Any) -> Callable[[Node], Any]:
    """Return what gives an array for a node of which the value does not matter."""
    core = cls.CORE

    def zero(node: Node) -> Any:
        assert node.dtype is not None
        return core.asarray(0, core.DTYPES[node.dtype.name], None)

    return zero


def _value(node: Node) -> Any:
    return node.value


def _size(shape: tuple[int, ...] | None) -> int:
    size = 1
    for n in shape or ():
        size *= n
    return size
