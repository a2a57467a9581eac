"""Passes: functions from a graph to a graph that computes the same."""

from ivy.tracer.passes.buffers import reuse_buffers
from ivy.tracer.passes.common_subexpressions import merge_common_subexpressions
from ivy.tracer.passes.constant_folding import fold_constants
from ivy.tracer.passes.dead_code import remove_dead_code

# What `ivy.trace_graph` runs by default, in order.
DEFAULT = (fold_constants, merge_common_subexpressions, remove_dead_code)
