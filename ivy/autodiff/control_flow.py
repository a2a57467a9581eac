"""Derivatives of a framework's control flow: what runs functions can run their pullbacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ivy.array import Array, new
from ivy.autodiff.tape import (
    Gradient,
    Node,
    Rule,
    TapeArray,
    _node,
    _result,
    backward,
    identity,
    inner,
    is_differentiable,
    leaf,
)
from ivy.functional.control_flow import Interpreted
from ivy.functional.creation import zeros_like
from ivy.functional.elementwise import add

Function = Callable[..., list[Array]]
Run = Callable[[Sequence[Function], Sequence[Array]], list[Array]]


def through(
    op: str, run: Run, functions: Sequence[Function], operands: Sequence[Array]
) -> list[Array]:
    """Return ``run(functions, operands)`` as one step of the tape.

    `run` chooses one of the functions, or maps one over slices. The gradient is what it gives for
    the functions' pullbacks, which take the gradients of the results beside the operands.
    """
    inside = tuple([inner(x) for x in operands])
    results = run(functions, inside)
    parents = tuple([x.node if type(x) is TapeArray else None for x in operands])
    live = [i for i, p in enumerate(parents) if p is not None]
    smooth = [i for i, r in enumerate(results) if is_differentiable(r.dtype)]
    # All gradients come out of one run; each parent asks for its own.
    last: list[tuple[Gradient, dict[int, Array]]] = []

    def passes(g: Gradient, saved: list[Array], node: Node, parent: Node, position: int) -> Array:
        if not last or last[0][0] is not g:
            seeds = [g[i] if i in g else zeros_like(results[i]) for i in smooth]
            pullbacks = [_pullback(f, len(saved), live, smooth) for f in functions]
            gradients = run(pullbacks, [*saved, *seeds])
            last[:] = [(g, dict(zip(live, gradients, strict=True)))]
        return last[0][1][position]

    return step(op, operands, results, passes)


def step(
    op: str,
    operands: Sequence[Array],
    results: Sequence[Array],
    passes: Callable[[Gradient, list[Array], Node, Node, int], Array],
) -> list[Array]:
    """Return results that were computed below the tape, as made of operands in one step.

    `passes` is called with the gradients of the results by their number, the operands, the nodes of
    the step and of an operand, and the operand's number.
    """
    if any(isinstance(r, TapeArray) for r in results):  # of an array that is no operand
        raise Interpreted
    rule = new(Rule)
    rule.name, rule.fns, rule.frees = op, [passes], False
    rule.keep, rule.users = [f"operand {i}" for i in range(len(operands))], {}
    rule.sources = tuple(range(len(operands)))
    parents = tuple([x.node if type(x) is TapeArray else None for x in operands])
    like = next(x for x in operands if type(x) is TapeArray)
    node = _node(rule, parents, tuple([inner(x) for x in operands]), like, None)
    return [_result(node, i, r) for i, r in enumerate(results)]


def merge(found: dict[Node, Array], part: dict[Node, Array]) -> None:
    """Add gradients to those that were found before."""
    for node, g in part.items():
        found[node] = add(found[node], g) if node in found else g


def _pullback(
    function: Function, count: int, live: Sequence[int], smooth: Sequence[int]
) -> Function:
    """Return a function of operands and gradients of results that gives the operands' gradients."""

    def pull(*given: Array) -> list[Array]:
        operands, seeds = given[:count], given[count:]
        # A derivative of this one is wanted where it is given arrays that are on a tape.
        again = any(type(x) is TapeArray for x in given)
        starts = list(operands)
        wanted = []
        for i in live:
            operand = operands[i]
            start = identity(operand) if isinstance(operand, TapeArray) else leaf(operand)
            starts[i] = start
            wanted.append(start.node)
        results = function(*starts)
        found: dict[Node, Array] = {}
        for i, seed in zip(smooth, seeds, strict=True):
            result = results[i]
            if isinstance(result, TapeArray):
                part = backward(result, seed, wanted=wanted, create_graph=again, retain_graph=True)
                merge(found, part)
        return [
            found[node] if node in found else zeros_like(inner(operands[i]))
            for i, node in zip(live, wanted, strict=True)
        ]

    return pull
