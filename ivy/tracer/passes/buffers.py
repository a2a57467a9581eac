"""Buffers: programs on numpy write to memory that nothing needs any more, and free it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy

from ivy.tracer.graph import Graph, Node


def reuse_buffers(graph: Graph) -> Graph:
    """Return the graph with ``out=`` at element-wise calls of NumPy, where an argument ends there.

    Memory of arguments of the program, of constants and of results is never written to, nor that of
    an array of which a view may exist.

    Examples
    --------
    >>> import ivy
    >>> from ivy.tracer.passes import reuse_buffers
    >>> graph = ivy.trace_graph(lambda x: ivy.sin(ivy.exp(x)) * x, (ivy.zeros(2),))
    >>> print(reuse_buffers(graph).source)
    import numpy as np
    <BLANKLINE>
    def graph(x):
        exp_1 = np.exp(x)
        sin_1 = np.sin(exp_1, out=exp_1)
        multiply_1 = np.multiply(sin_1, x, out=sin_1)
        return multiply_1
    <BLANKLINE>
    """
    if graph.backend != "numpy":
        return graph
    last: dict[Node, int] = {}
    lent: set[Node] = set()  # that somebody may have a view of
    for i, node in enumerate(graph.nodes):
        for argument in node.arguments():
            last[argument] = i
            if not _makes_new(node):
                lent.add(argument)
    new: dict[Node, Node] = {}
    for i, node in enumerate(graph.nodes):
        made = node.replaced(lambda n: new.get(n, n))
        if _is_elementwise(node) and not node.kwargs:
            for argument in node.args:
                if (
                    isinstance(argument, Node)
                    and last[argument] == i
                    and argument not in lent
                    and _makes_new(argument)
                    and (argument.shape, argument.dtype) == (node.shape, node.dtype)
                    and argument.shape != ()  # NumPy makes a scalar of these
                ):
                    made = replace(made, kwargs={"out": new[argument]})
                    break
        new[node] = made
    return graph.with_nodes(list(new.values()))


def free_buffers(graph: Graph) -> Graph:
    """Return the graph with nodes that delete large arrays after their last use.

    The variables of a function would keep them until it returns.

    Examples
    --------
    >>> import ivy
    >>> from ivy.tracer.passes import free_buffers
    >>> graph = ivy.trace_graph(lambda x: ivy.sum(ivy.exp(x) @ x), (ivy.zeros((200, 200)),))
    >>> print(free_buffers(graph).source)
    import numpy as np
    <BLANKLINE>
    def graph(x):
        exp_1 = np.exp(x)
        matmul_1 = np.matmul(exp_1, x)
        del exp_1
        sum_1 = np.sum(matmul_1, axis=None, dtype=None, keepdims=False)
        return sum_1
    <BLANKLINE>
    """
    if graph.backend != "numpy":
        return graph
    done = set(graph.outputs)  # the last value goes with the function
    new: list[Node] = []
    for node in reversed(graph.nodes):
        ending = [n for n in dict.fromkeys(node.arguments()) if n not in done and _is_large(n)]
        if ending and new[-1].kind != "output":
            new.append(Node("free", f"free_{len(new)}", args=tuple(ending)))
        done.update(ending)
        new.append(node)
    return graph.with_nodes(new[::-1])


# Below so many bytes a statement more is not worth it.
_LARGE = 2**16


def _is_large(node: Node) -> bool:
    if node.kind != "call" or node.shape is None or node.dtype is None:
        return False
    return math.prod(node.shape) * node.dtype.itemsize >= _LARGE


def _function(node: Node) -> Any:
    return node.target.load() if node.kind == "call" and node.target is not None else None


def _is_elementwise(node: Node) -> bool:
    function = _function(node)
    return isinstance(function, numpy.ufunc) and not function.signature and function.nout == 1


def _makes_new(node: Node) -> bool:
    """Return whether a call surely gives memory of its own."""
    if node.target is None:
        return False
    return isinstance(_function(node), numpy.ufunc) or node.target.name in _NEW


# Reductions and the like: what they give is no view.
_NEW = frozenset(["sum", "mean", "max", "min", "prod", "var", "std", "any", "all", "where"])
