"""`ivy.trace_graph`: what users call. The tracer itself is loaded at the first trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ivy.tracer.graph import Graph


def trace_graph(
    fn: Callable[..., Any],
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    backend: str | None = None,
    *,
    passes: Sequence[Callable[[Graph], Graph]] | None = None,
) -> Graph:
    """Return the native calls that a function makes, as a graph that can be read and run again.

    The function is run once on the arguments, with arrays that record what is done with them.
    Python control flow takes the way that it takes for these arguments, which may depend on shapes,
    dtypes and Python values, and not on the values of arrays.

    Parameters
    ----------
    fn
        A function of arrays, in any containers that `optree` knows. It gets `Array` objects.
    args, kwargs
        What it is called with. The graph takes arrays of the same shapes and dtypes; Python values
        are part of it.
    backend
        The backend whose calls are recorded; by default that of the arrays, or else the current
        one. Arrays of other backends are converted to it.
    passes
        Functions from graph to graph, run in order; by default constants are folded, common
        subexpressions merged and dead code removed.

    Returns
    -------
    Graph
        Called like `fn`, it gives the same results. Random numbers are drawn anew at each call.
        Arrays that `fn` takes from elsewhere are constants, and what it changes outside of itself
        is changed once, by tracing. Arrays passed in are never changed.

    Raises
    ------
    TraceError
        The function asks for the value of an array (``bool()``, ``item()``, …), or for a shape
        that depends on values.

    Examples
    --------
    >>> import ivy
    >>> def f(x, w):
    ...     return ivy.relu(x @ w)
    >>> graph = ivy.trace_graph(f, (ivy.ones((1, 2)), ivy.ones((2, 1))))
    >>> graph(ivy.asarray([[3.0, 4.0]]), ivy.ones((2, 1)))
    Array([[7.]], dtype=float32, backend='numpy')
    """
    from ivy.tracer import passes as known
    from ivy.tracer.trace import record

    return record(fn, args, kwargs or {}, backend, known.DEFAULT if passes is None else passes)
