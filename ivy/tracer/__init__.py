"""Recording functions as graphs of native calls."""

from ivy.tracer.graph import Function, Graph, Node
from ivy.tracer.trace import trace_graph
