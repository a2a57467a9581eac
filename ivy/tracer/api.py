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


def compile(
    function: Callable[..., Any] | None = None, /, *, fallback: str | None = None, **options: Any
) -> Any:
    """Return a function that does the same as a program of its framework, compiled where it can be.

    The function is traced once for arguments of new shapes and dtypes; what is left are native
    calls without Ivy. They are compiled by ``jax.jit``, ``torch.compile`` or ``tf.function``; on
    numpy and other libraries the program runs as it is. A whole training step can be compiled: the
    arrays of modules and optimisers go in and out, and so does the generator of random numbers.
    They are found among the arguments, and in what the function refers to.

    Parameters
    ----------
    function
        A function of arrays, in any containers, and of modules and optimisers. Without it,
        `compile` returns a decorator.
    fallback
        ``"eager"`` runs a function that cannot be compiled as it is, and says so in a warning. By
        default that is an error.
    options
        What the framework's compiler takes, such as ``mode="reduce-overhead"`` (torch),
        ``jit_compile=True`` (tensorflow) or ``inline=True`` (jax).

    Returns
    -------
    Callable
        Called like `function`. It is compiled again where a shape, a dtype, a Python argument or
        a Python attribute of a module has changed. Other arrays that `function` refers to are part
        of the program. The list ``sources`` has the programs as Python source.

    Raises
    ------
    TraceError
        When called: the function asks for the value of an array, or changes a Python attribute of
        a module or optimiser. The message has the line.

    Examples
    --------
    >>> import ivy
    >>> step = ivy.compile(lambda x: ivy.exp(x) + 1)
    >>> step(ivy.zeros(2))
    Array([2., 2.], dtype=float32, backend='numpy')
    >>> print(step.sources[0])
    import numpy as np
    <BLANKLINE>
    def graph(x, key):
        exp_1 = np.exp(x)
        add_1 = np.add(exp_1, 1, out=exp_1)
        return [add_1]
    <BLANKLINE>
    """
    from ivy.tracer.compiling import Compiled

    if fallback not in (None, "eager"):
        raise ValueError(
            f"ivy.compile: expected fallback=None or 'eager', got fallback={fallback!r}"
        )
    if function is None:
        return lambda f: Compiled(f, fallback, options)
    if not callable(function):
        raise TypeError(f"ivy.compile: expected a function, got {type(function).__name__}")
    return Compiled(function, fallback, options)
