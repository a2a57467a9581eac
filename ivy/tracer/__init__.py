"""Recording functions as graphs of native calls."""

from typing import Any

from ivy.tracer.api import trace_graph

__all__ = ["Function", "Graph", "Node", "trace_graph"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ivy.tracer import graph  # not before it is needed, which makes `import ivy` fast

    return getattr(graph, name)
