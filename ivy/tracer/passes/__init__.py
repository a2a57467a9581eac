"""Passes: functions from a graph to a graph that computes the same."""

from ivy.tracer.passes.buffers import free_buffers, reuse_buffers
from ivy.tracer.passes.common_subexpressions import merge_common_subexpressions
from ivy.tracer.passes.constant_folding import fold_constants
from ivy.tracer.passes.dead_code import remove_dead_code
from ivy.tracer.passes.quick_calls import use_quick_calls

# What `ivy.trace_graph` runs by default, in order.
DEFAULT = (fold_constants, merge_common_subexpressions, remove_dead_code)
# What `ivy.compile` runs. The frameworks' own compilers do the rest; NumPy has none.
COMPILING = (
    fold_constants,
    merge_common_subexpressions,
    use_quick_calls,
    remove_dead_code,
    reuse_buffers,
    free_buffers,
)
