"""The search for the operation that made the first NaN or infinity of a training step."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping
from typing import Any

import numpy

from ivy.array import Array, lift
from ivy.errors import TraceError, UnsupportedError
from ivy.functional import random
from ivy.functional.elementwise import isfinite, isnan
from ivy.functional.statistical import all, any
from ivy.tracer import interface
from ivy.tracer.api import trace_graph
from ivy.tracer.graph import NEXT_KEY, Graph, Node, nodes_in, replaced
from ivy.tracer.trace import draw_key


def culprit(
    function: Callable[[Any], Any], model: Any, batch: Any, generator: tuple[int, int]
) -> str | None:
    """Return which operation of a function of model and batch made a number that is not finite.

    The function is recorded, and run again call by call. From the first result that is not finite,
    the search goes back to the call whose arguments are all right.

    Parameters
    ----------
    function
        A function that is called with the arrays of a batch, and may use the model.
    model
        A module, as it was before the step.
    batch
        The batch.
    generator
        The state of the generator before the step.

    Returns
    -------
    str | None
        The operation with its line, or the argument that is not finite itself; None where all
        results are finite, or where the function cannot be recorded.
    """
    cells = model.cells()
    state = {path: cell.get() for path, cell in cells.items()}

    def step(parameters: Mapping[str, Any], batch: Any) -> Any:
        for path, cell in cells.items():
            cell.set(parameters[path])
        return function(batch)

    snapshot, before = model.snapshot(), random.generator_state()
    try:
        random.set_generator_state(generator)
        with numpy.errstate(all="ignore"):  # it is known that something is not finite
            graph = trace_graph(step, (state, batch), passes=())
            random.set_generator_state(generator)
            values = _values(graph, state, batch)
    except (TraceError, UnsupportedError):
        return None
    finally:
        for path, cell in cells.items():
            cell.set(state[path])
        model.restore(snapshot)
        random.set_generator_state(before)
    for node in graph.outputs:
        if kind := _fault(values[node]):
            return _described(graph, *_origin(node, kind, values), values)
    return None


def _values(graph: Graph, *args: Any) -> dict[Node, Any]:
    """Return the native value of each node."""
    positional, _ = graph.interface.natives(args, {})
    given = iter([x for x in interface.flatten(positional)[0] if interface.is_array(x)])
    values: dict[Node, Any] = {}
    for node in graph.nodes:
        if node.kind == "input":
            values[node] = next(given)
        elif node.kind == "constant":
            values[node] = node.value
        elif node.target == NEXT_KEY:
            values[node] = draw_key(graph.backend)
        elif node.target is not None:
            taken = [replaced(x, values.__getitem__) for x in node.args]
            options = {k: replaced(x, values.__getitem__) for k, x in node.kwargs.items()}
            values[node] = node.target.load()(*taken, **options)
    return values


def _fault(value: Any) -> str | None:
    """Return "nan" or "inf" where a native value has it."""
    for x in value if isinstance(value, list | tuple) else [value]:
        array = lift(x)
        if isinstance(array, Array) and "floating" in array.dtype.category:
            if bool(any(isnan(array))):
                return "nan"
            if not bool(all(isfinite(array))):
                return "inf"
    return None


def _origin(node: Node, kind: str, values: dict[Node, Any]) -> tuple[Node, str]:
    """Return the node that a fault comes from: none of its arguments has the same."""
    while True:
        worse = [n for n in nodes_in([*node.args, *node.kwargs.values()]) if n in values]
        source = next((n for n in worse if _fault(values[n]) == kind), None)
        if source is None:
            return node, kind
        node = source


def _described(graph: Graph, node: Node, kind: str, values: dict[Node, Any]) -> str:
    if node.kind == "input":
        paths = {v.name: v.path for p in graph.interface.parameters for v in p.leaves}
        return f"{paths.get(node.name, node.name)} has {kind} before any operation"
    name = node.name if node.target is None else node.target.name
    size = "" if node.shape is None else f" of shape {node.shape}"
    infinite = kind == "nan" and [n for n in node.arguments() if _fault(values[n]) == "inf"]
    text = f"the first operation with {kind} is {name}{size}"
    if infinite:
        text += ", from infinite arguments"
    if node.where is None:
        return text
    file, line = node.where
    source = linecache.getline(file, line).strip()
    return f"{text}, at {file}:{line}" + (f": {source}" if source else "")
