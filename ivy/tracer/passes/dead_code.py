"""Dead code: calls and constants whose values nothing takes."""

from __future__ import annotations

from ivy.tracer.graph import Graph, Node


def remove_dead_code(graph: Graph) -> Graph:
    """Return the graph without calls and constants that no output depends on.

    Calls with an effect stay: to skip a random draw would change every later one.

    Examples
    --------
    >>> import ivy
    >>> from ivy.tracer.passes import remove_dead_code
    >>> def f(x):
    ...     ivy.exp(x)
    ...     return ivy.sin(x)
    >>> graph = ivy.trace_graph(f, (ivy.zeros(2),), passes=())
    >>> len(graph.calls), len(remove_dead_code(graph).calls)
    (2, 1)
    """
    live: set[Node] = set()
    kept: list[Node] = []
    for node in reversed(graph.nodes):
        if node in live or node.effect or node.kind in ("input", "output"):
            kept.append(node)
            live.update(node.arguments())
    return graph.with_nodes(kept[::-1])
