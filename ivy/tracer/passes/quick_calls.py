"""Quick calls: on numpy, what does the same as a public function with less around it."""

from __future__ import annotations

from dataclasses import replace

import numpy

from ivy.tracer.graph import Function, Graph, Node


def use_quick_calls(graph: Graph) -> Graph:
    """Return the graph with calls that the numpy backend itself makes in the place of others.

    Ufuncs take arguments as they were before a broadcast that they do anyway.

    Examples
    --------
    >>> import ivy
    >>> from ivy.tracer.passes import use_quick_calls
    >>> graph = ivy.trace_graph(lambda x: ivy.sum(x), (ivy.zeros(2),))
    >>> print(use_quick_calls(graph).source)
    import numpy as np
    <BLANKLINE>
    def graph(x):
        sum_1 = np.add.reduce(x, None, None, keepdims=False)
        return sum_1
    <BLANKLINE>
    """
    if graph.backend != "numpy":
        return graph
    from ivy.backends.numpy.raw import quick

    new: dict[Node, Node] = {}
    for node in graph.nodes:
        made = node.replaced(lambda n: new[n])
        if made.kind == "call" and made.target is not None:
            if made.target == _RELU:  # as a ufunc it can write to memory that is there
                made = replace(made, target=Function("numpy", "maximum"), args=(*made.args, 0))
            assert made.target is not None
            function = made.target.load()
            other = quick(function)
            if other is not function:
                made = replace(made, target=Function(other.__module__, other.__name__))
            elif isinstance(function, numpy.ufunc) and not function.signature:
                made = replace(made, args=_without_broadcasts(made))
        new[node] = made
    return graph.with_nodes(list(new.values()))


_RELU = Function("ivy.backends.numpy.activations", "relu")


def _without_broadcasts(node: Node) -> tuple[object, ...]:
    """Return the arguments of a ufunc, before broadcasts where another one has the full shape."""
    others = [a for a in node.args if isinstance(a, Node) and not _is_broadcast(a)]
    if all(a.shape != node.shape for a in others):
        return node.args
    return tuple([a.args[0] if _is_broadcast(a) else a for a in node.args])


def _is_broadcast(value: object) -> bool:
    return (
        isinstance(value, Node)
        and value.target is not None
        and value.target.load() is numpy.broadcast_to
        and isinstance(value.args[0], Node)
    )
