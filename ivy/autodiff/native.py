"""Functions of native arrays as single steps, which derivatives and traces go through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ivy import backends
from ivy.array import CLASSES, Array
from ivy.autodiff.control_flow import step
from ivy.autodiff.tape import Gradient, Node, TapeArray, inner, is_differentiable
from ivy.functional.creation import zeros_like
from ivy.tracer.graph import Function
from ivy.tracer.trace import is_running, running

# From native arrays to native arrays.
Native = Callable[[list[Any]], list[Any]]


def run_native(
    op: str, backend: str, function: Native, operands: Sequence[Array], count: Callable[[], int]
) -> list[Array]:
    """Return the results of a function of native arrays, as made of operands in one step.

    Its derivative is the framework's own. A trace records the call, with the function as it is.

    Parameters
    ----------
    op
        The name of the step.
    backend
        The framework.
    function
        A function of a list of native arrays that returns such a list, and changes none of them.
    operands
        The arrays that it is called with.
    count
        Called when the function has run: how many of its results, from the first, have derivatives.
        The others are constants, such as new statistics of a normalisation.
    """
    live = [i for i, x in enumerate(operands) if type(x) is TapeArray]
    below = [inner(x) for x in operands]
    if not live:
        return _called(op, backend, "call", function, below)
    pull, *results = _called(op, backend, "vjp", function, below, live)
    smooth = [i for i in range(count()) if is_differentiable(results[i].dtype)]
    # All gradients come out of one call; each operand asks for its own.
    last: list[tuple[Gradient, dict[int, Array]]] = []

    def passes(g: Gradient, saved: list[Array], node: Node, parent: Node, position: int) -> Array:
        if not last or last[0][0] is not g:
            if any(type(x) is TapeArray for x in (*saved, *g.values())):
                found = _pulled_again(op, backend, function, saved, live, smooth, g, results)
            else:
                seeds = [g.get(i) for i in range(len(results))]
                found = _called(op, backend, "call", pull, seeds)
            last[:] = [(g, dict(zip(live, found, strict=True)))]
        return last[0][1][position]

    shown = results[: count()]
    return [*step(op, operands, shown, passes), *results[len(shown) :]]


def _pulled_again(
    op: str,
    backend: str,
    function: Native,
    operands: Sequence[Array],
    live: list[int],
    smooth: list[int],
    g: Gradient,
    results: Sequence[Array],
) -> list[Array]:
    """Return the gradients as a function of operands and of the results' gradients."""
    seeds = [g[i] if i in g else zeros_like(results[i]) for i in smooth]
    vjp = backends.chapter(backend, "control_flow").vjp
    size, places, total = len(operands), list(live), len(results)

    def gradients(natives: list[Any]) -> list[Any]:
        back, *_ = vjp(function, natives[:size], places)
        given: list[Any] = [None] * total
        for i, seed in zip(smooth, natives[size:], strict=True):
            given[i] = seed
        return list(back(given))

    return run_native(op, backend, gradients, [*operands, *seeds], lambda: len(places))


def _called(op: str, backend: str, name: str, function: Any, *args: Any) -> list[Any]:
    """Return what the framework's `call` or `vjp` gives, with arrays for native ones."""
    arrays, *rest = args
    if not is_running():
        kinds = backends.core(backend).ARRAY_TYPES
        run = getattr(backends.chapter(backend, "control_flow"), name)
        wrap = CLASSES[backend]
        found = run(function, [None if x is None else x.data for x in arrays], *rest)
        return [wrap(x) if isinstance(x, kinds) else x for x in found]
    # Each run calls it anew, though it may have constants only: it may draw random numbers.
    trace = running(op)
    target = Function(f"ivy.backends.{backend}.control_flow", name)
    given = [None if x is None else trace.lifted(x).data for x in arrays]
    values = trace.call(target, op, [function, given, *rest], {}, effect=True)
    return [trace.array(v) if trace.is_array(v.native) else v for v in values]
