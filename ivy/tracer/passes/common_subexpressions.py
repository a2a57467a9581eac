"""Common subexpressions: calls of one function with the same arguments."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ivy.tracer.graph import Graph, Node


def merge_common_subexpressions(graph: Graph) -> Graph:
    """Return the graph with each call made once, and its value taken wherever it was made again.

    Calls with an effect, such as taking the next random key, are never merged.

    Examples
    --------
    >>> import ivy
    >>> from ivy.tracer.passes import merge_common_subexpressions
    >>> def f(x):
    ...     return ivy.exp(x) + ivy.exp(x)
    >>> graph = ivy.trace_graph(f, (ivy.zeros(2),), passes=())
    >>> len(graph.calls), len(merge_common_subexpressions(graph).calls)
    (3, 2)
    """
    first: dict[Hashable, Node] = {}
    now: dict[Node, Node] = {}
    kept: list[Node] = []
    for node in graph.nodes:
        changed = node.replaced(lambda n: now[n])
        key = _key(changed)
        now[node] = changed if key is None else first.setdefault(key, changed)
        if now[node] is changed:
            kept.append(changed)
    return graph.with_nodes(kept)


def _key(node: Node) -> Hashable:
    """Return what two nodes of the same value have in common; None where nothing is known."""
    if node.kind == "constant":
        return "constant", id(node.value)
    if node.kind != "call" or node.effect:
        return None
    return node.target, frozen(node.args), frozen(tuple(sorted(node.kwargs.items())))


def frozen(value: Any) -> Hashable:
    """Return a key that arguments share only if they are the same, in value and type."""
    if isinstance(value, list | tuple):
        return type(value), tuple([frozen(v) for v in value])
    if isinstance(value, slice):
        return slice, frozen((value.start, value.stop, value.step))
    if isinstance(value, float | complex):
        return type(value), repr(value)  # 0.0 == -0.0, and NaN is not itself
    if isinstance(value, bool | int | str | None | Node):
        return type(value), value
    try:
        hash(value)
    except TypeError:
        return type(value), id(value)  # its own object only
    return type(value), value
