"""Derivatives of functions: what users call."""

from __future__ import annotations

import copy
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from ivy import trees
from ivy.array import Array, class_of, lift
from ivy.autodiff.tape import (
    IDENTITY,
    Node,
    TapeArray,
    backward,
    identity,
    inner,
    is_differentiable,
    leaf,
)
from ivy.functional.creation import ones_like, zeros_like
from ivy.trees import Stateful

# How many derivatives are being taken around the code that runs now: what an inner one gives has to
# stay on the tape of the outer ones.
_depth: ContextVar[int] = ContextVar("ivy.autodiff", default=0)


def value_and_grad(
    f: Callable[..., Any], /, *, argnums: int | tuple[int, ...] = 0, has_aux: bool = False
) -> Callable[..., tuple[Any, Any]]:
    """Return a function that gives the value of `f` and its gradient.

    It works on every backend, nests to derivatives of any order, and runs in compiled code.

    Parameters
    ----------
    f
        A function of arrays, or of lists, tuples and dicts of them, that returns one real floating
        number as an array of shape ``()``.
    argnums
        Which positional arguments the derivative is taken with respect to. Their arrays must be
        floating. Of an `ivy.nn.Module` those are the parameters that are not frozen; what `f`
        changes in it, such as the statistics of a normalisation, stays changed.
    has_aux
        Whether `f` returns a pair of the value and anything else, which is handed through.

    Returns
    -------
    Callable
        A function with the parameters of `f`. It returns ``(value, gradient)``, with `has_aux`
        ``((value, aux), gradient)``. The gradient has the structure of the argument, or is a tuple
        of such, one for each of several `argnums`, where an `ivy.nn.Module` stands for a dict of
        its trained parameters by path; arrays that the value does not depend on have
        gradient 0. The gradient with respect to a complex array follows the conjugate convention:
        it points where the value rises fastest.

    Raises
    ------
    TypeError
        An argument is no floating array, or the result no real floating one.
    ValueError
        The result is no scalar.

    Examples
    --------
    >>> import ivy
    >>> value, gradient = ivy.value_and_grad(lambda x: ivy.sum(x * x))(ivy.asarray([1.0, 2.0]))
    >>> value, gradient
    (Array(5., dtype=float32, backend='numpy'), Array([2., 4.], dtype=float32, backend='numpy'))
    """

    def differentiated(*args: Any, **options: Any) -> tuple[Any, Any]:
        return _differentiate("value_and_grad", f, argnums, has_aux, args, options)

    return differentiated


def grad(
    f: Callable[..., Any], /, *, argnums: int | tuple[int, ...] = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """Return a function that gives the gradient of `f`.

    The parameters are those of `value_and_grad`. With `has_aux`, the function returns
    ``(gradient, aux)``.

    Examples
    --------
    >>> import ivy
    >>> cube = lambda x: x * x * x
    >>> ivy.grad(cube)(ivy.asarray(2.0))
    Array(12., dtype=float32, backend='numpy')
    >>> ivy.grad(ivy.grad(cube))(ivy.asarray(2.0))
    Array(12., dtype=float32, backend='numpy')
    """

    def differentiated(*args: Any, **options: Any) -> Any:
        value, gradient = _differentiate("grad", f, argnums, has_aux, args, options)
        return (gradient, value[1]) if has_aux else gradient

    return differentiated


def execute_with_gradients(f: Callable[[Any], Any], xs: Any, /) -> tuple[Any, Any]:
    """Return the value of `f` at `xs` and its gradient: ``value_and_grad(f)(xs)``.

    The older Ivy had it under this name; the rules are those of `value_and_grad`.

    Examples
    --------
    >>> import ivy
    >>> ivy.execute_with_gradients(lambda x: x * x, ivy.asarray(3.0))
    (Array(9., dtype=float32, backend='numpy'), Array(6., dtype=float32, backend='numpy'))
    """
    return _differentiate("execute_with_gradients", f, 0, False, (xs,), {})


def _differentiate(
    op: str,
    f: Callable[..., Any],
    argnums: int | tuple[int, ...],
    has_aux: bool,
    args: tuple[Any, ...],
    options: dict[str, Any],
) -> tuple[Any, Any]:
    chosen = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    replaced = list(args)
    # What the derivative is taken by: arrays, and the arrays of objects that keep some.
    starts: list[list[_Start | _Held]] = []
    structures = []
    for n in chosen:
        if not -len(args) <= n < len(args):
            raise ValueError(
                f"ivy.{op}: expected argnums to name positional arguments, got argnums={argnums!r} "
                f"for {len(args)} of them"
            )
        given, structure = trees.library().tree_flatten(args[n], is_leaf=_is_whole)
        group = [_Held(op, n, x) if isinstance(x, Stateful) else _Start(op, n, x) for x in given]
        starts.append(group)
        structures.append(structure)
        replaced[n] = trees.library().tree_unflatten(structure, [s.argument for s in group])
    held = [s for group in starts for s in group if isinstance(s, _Held)]
    depth = _depth.get()
    # A seed and a graph of its own at every level but the outermost.
    others = [x for n, x in enumerate(args) if n not in chosen and n - len(args) not in chosen]
    outer = (
        depth > 0
        or any(s.is_taped() for group in starts for s in group)
        or any(type(x) is TapeArray for x in _arrays(others))
    )
    token = _depth.set(depth + 1)
    try:
        for each in held:
            each.enter()
        result = f(*replaced, **options)
        value, aux = _pair(op, result) if has_aux else (result, None)
        value = _checked(op, value)
        found: dict[Node, Array] = {}
        if type(value) is TapeArray:
            wanted = [node for group in starts for s in group for node in s.nodes()]
            found = backward(value, ones_like(value), wanted=wanted, create_graph=outer)
    finally:
        _depth.reset(token)
        for each in held:
            each.leave(not outer)
    tree = trees.library()
    gradients = [
        tree.tree_unflatten(structure, [s.gradient(found) for s in group])
        for group, structure in zip(starts, structures, strict=True)
    ]
    if not outer:
        value, aux = inner(value), _off_the_tape(aux)
    gradient = gradients[0] if isinstance(argnums, int) else tuple(gradients)
    return ((value, aux) if has_aux else value), gradient


class _Start:
    """An array that a derivative is taken by."""

    def __init__(self, op: str, n: int, x: Any) -> None:
        self.argument = _started(op, n, x)
        # The node that it has now: `f` may write to its arguments.
        self.node = self.argument.node

    def is_taped(self) -> bool:
        """Return whether another derivative has put it on the tape."""
        return self.node.rule is IDENTITY

    def nodes(self) -> list[Node]:
        return [self.node]

    def gradient(self, found: dict[Node, Array]) -> Array:
        return _gradient(self.argument, found.get(self.node))


class _Held:
    """An object that keeps arrays; those that are trained are on the tape while `f` runs."""

    def __init__(self, op: str, n: int, x: Stateful) -> None:
        self.argument = x
        self.cells = x.cells()
        chosen = {p: s for p, s in self.cells.items() if x.is_trainable(s)}
        self.before = {p: s.get() for p, s in chosen.items()}
        self.starts = {p: _Start(op, n, v) for p, v in self.before.items()}

    def is_taped(self) -> bool:
        """Return whether another derivative has put an array of it on the tape."""
        return any(type(cell.get()) is TapeArray for cell in self.cells.values())

    def enter(self) -> None:
        """Put the arrays of the tape into the object."""
        for path, start in self.starts.items():
            self.cells[path].set(start.argument)

    def leave(self, outermost: bool) -> None:
        """Put its own arrays back, but those that `f` has changed."""
        for path, cell in self.cells.items():
            start = self.starts.get(path)
            value = cell.get()
            if start is not None and value is start.argument and value.node is start.node:
                cell.set(self.before[path])
            elif outermost and type(value) is TapeArray:
                cell.set(inner(value))

    def nodes(self) -> list[Node]:
        return [start.node for start in self.starts.values()]

    def gradient(self, found: dict[Node, Array]) -> dict[str, Array]:
        return {path: start.gradient(found) for path, start in self.starts.items()}


def _is_whole(x: Any) -> bool:
    return isinstance(x, Stateful) or _is_array(x)


def _is_array(x: Any) -> bool:
    return class_of(type(x)) is not None


def _arrays(tree: Any) -> list[Any]:
    return [x for x in trees.library().tree_leaves(tree, is_leaf=_is_array) if _is_array(x)]


def _started(op: str, n: int, x: Any) -> TapeArray:
    """Return an argument's array at the start of a tape."""
    array = lift(x)
    if not isinstance(array, Array):
        raise TypeError(
            f"ivy.{op}: expected floating arrays in argument {n}, got {type(x).__name__}; make one "
            "with ivy.asarray, or leave the argument out of argnums"
        )
    if not is_differentiable(array.dtype):
        raise TypeError(
            f"ivy.{op}: expected floating arrays in argument {n}, got dtype {array.dtype}; cast "
            "with ivy.astype(x, ivy.float32), or leave the argument out of argnums"
        )
    if isinstance(array, TapeArray):
        return identity(array)
    # Of its own, because `f` may write to its argument.
    return leaf(copy.copy(array))


def _pair(op: str, result: Any) -> tuple[Any, Any]:
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError(
            f"ivy.{op}: expected a pair (value, aux) from the function for has_aux=True, got "
            f"{type(result).__name__}"
        )
    return result


def _checked(op: str, result: Any) -> Array:
    value = lift(result)
    if not isinstance(value, Array):
        hint = "; for a pair (value, aux) pass has_aux=True" if isinstance(value, tuple) else ""
        raise TypeError(
            f"ivy.{op}: expected one number from the function, as an array, got "
            f"{type(result).__name__}{hint}"
        )
    if value.shape != ():
        raise ValueError(
            f"ivy.{op}: expected an array of shape () from the function, got shape {value.shape}; "
            "make it one number with ivy.sum or ivy.mean"
        )
    if value.dtype.category != "real floating":
        raise TypeError(
            f"ivy.{op}: expected a real floating number from the function, got dtype "
            f"{value.dtype}; cast with ivy.astype, or take ivy.real or ivy.abs of a complex one"
        )
    return value


def _gradient(x: TapeArray, g: Array | None) -> Array:
    # A copy, because one array may be the gradient of several, and the caller may write to it.
    return zeros_like(x) if g is None else copy.copy(g)


def _off_the_tape(tree: Any) -> Any:
    return trees.library().tree_map(inner, tree, is_leaf=_is_array)
