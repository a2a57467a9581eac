"""Derivatives of functions of arrays, and functions with derivatives of their own."""

from __future__ import annotations

import functools
import math
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy

from ivy import trees
from ivy.array import Array, lift
from ivy.autodiff.api import (
    _arrays,
    _depth,
    _is_array,
    _off_the_tape,
    _pair,
    _started,
    grad,
)
from ivy.autodiff.control_flow import merge, step, through
from ivy.autodiff.tape import Gradient, Node, TapeArray, backward, inner, is_differentiable, leaf
from ivy.errors import GradientError, UnsupportedError
from ivy.functional import random
from ivy.functional._op import beside
from ivy.functional.control_flow import Interpreted, _innermost, vmap
from ivy.functional.creation import eye, ones_like, zeros, zeros_like
from ivy.functional.data_type import astype
from ivy.functional.elementwise import add, conj, imag, multiply, real
from ivy.functional.linear_algebra import matrix_transpose
from ivy.functional.manipulation import reshape, stack
from ivy.functional.statistical import sum as sum_

MODES = ("reverse", "forward")
# Backends whose `vmap` is no loop. That of tensorflow records a graph first, which takes as long.
VECTORISING = ("torch", "jax")
# The number of rows from which on it pays.
FEW = 4


def vjp(f: Callable[..., Any], /, *primals: Any, has_aux: bool = False) -> tuple[Any, ...]:
    """Return the value of `f`, and the function that passes gradients back through it.

    The name is short for vector-Jacobian product: for a gradient ``v`` of something with respect to
    ``f(x)``, the function gives that with respect to ``x``, which is ``v @ J``.

    Parameters
    ----------
    f
        A function of arrays, or of lists, tuples and dicts of them, that returns such.
    primals
        Its arguments, whose arrays must be floating.
    has_aux
        Whether `f` returns a pair of the value and anything else, which is handed through.

    Returns
    -------
    tuple
        ``(value, pull)``, with `has_aux` ``(value, pull, aux)``. ``pull(gradient)`` takes what has
        the structure, shapes and dtypes of the value, and returns a tuple with a gradient for each
        argument. It may be called more than once, and can be differentiated.

    Raises
    ------
    TypeError
        An argument is no floating array, or the value has something else than arrays.
    ValueError
        ``pull`` is given another structure or other shapes than those of the value.

    Examples
    --------
    >>> import ivy
    >>> value, pull = ivy.vjp(lambda x: x * x, ivy.asarray([1.0, 2.0]))
    >>> value
    Array([1., 4.], dtype=float32, backend='numpy')
    >>> pull(ivy.asarray([1.0, 10.0]))
    (Array([ 2., 40.], dtype=float32, backend='numpy'),)
    """
    run = _Run("vjp", f, primals, has_aux)
    value = run.returned(run.value)
    return (value, run.pull, run.returned(run.aux)) if has_aux else (value, run.pull)


def jvp(
    f: Callable[..., Any],
    primals: Sequence[Any],
    tangents: Sequence[Any],
    /,
    *,
    has_aux: bool = False,
) -> tuple[Any, ...]:
    """Return the value of `f`, and how fast it changes where its arguments change as given.

    The name is short for Jacobian-vector product: for a direction ``v`` of ``x`` it gives
    ``J @ v``. It is computed as the derivative of what `vjp` gives, which is linear in the gradient
    that is passed back.

    Parameters
    ----------
    f
        As in `vjp`.
    primals
        The arguments of `f`.
    tangents
        For each argument, what has its structure and shapes.
    has_aux
        As in `vjp`.

    Returns
    -------
    tuple
        ``(value, tangent)``, with `has_aux` ``(value, tangent, aux)``. The tangent has the
        structure, shapes and dtypes of the value.

    Raises
    ------
    TypeError
        An argument is no floating array, or the value has something else than arrays.
    ValueError
        The tangents have another structure or other shapes than the arguments.

    Examples
    --------
    >>> import ivy
    >>> x, v = ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 0.0])
    >>> ivy.jvp(lambda x: x * x, (x,), (v,))[1]
    Array([2., 0.], dtype=float32, backend='numpy')
    """
    run = _Run("jvp", f, tuple(primals), has_aux)
    if len(tangents) != len(run.args):
        raise ValueError(
            f"ivy.jvp: expected a tangent for each of {len(run.args)} arguments, got "
            f"{len(tangents)}"
        )
    directions = []
    for n, (arg, tangent) in enumerate(zip(run.args, tangents, strict=True)):
        directions += _matching(f"tangents[{n}]", "jvp", arg, tangent)
    value, tangent = run.returned(run.value), run.push(directions)
    return (value, tangent, run.returned(run.aux)) if has_aux else (value, tangent)


def jacobian(
    f: Callable[..., Any],
    /,
    *,
    argnums: int | tuple[int, ...] = 0,
    mode: str = "reverse",
    has_aux: bool = False,
) -> Callable[..., Any]:
    """Return a function that gives the derivative of every element of `f` by every one of `x`.

    Parameters
    ----------
    f
        As in `vjp`.
    argnums
        Which positional arguments the derivative is taken with respect to.
    mode
        ``"reverse"`` passes back once for each element of the value, ``"forward"`` computes once
        for each element of the arguments; choose that of which there are fewer. On torch and jax
        all of them are computed at once; where a `custom_gradient` in `f` asks for values and the
        framework cannot, they are computed one by one, with a warning.
    has_aux
        Whether `f` returns a pair of the value and anything else, which is handed through.

    Returns
    -------
    Callable
        A function with the parameters of `f`. It returns the structure of the value, in which for
        each array ``y`` stands the structure of the argument, or a tuple of such for several
        `argnums`, and in that for each array ``x`` one of shape ``(*y.shape, *x.shape)``. With
        `has_aux` it returns ``(jacobian, aux)``. Of complex arrays, it is the derivative of
        functions that have a complex one.

    Raises
    ------
    TypeError
        An argument is no floating array, or the value has something else than arrays.
    ValueError
        There is no such argument or mode.

    Examples
    --------
    >>> import ivy
    >>> ivy.jacobian(lambda x: x * x)(ivy.asarray([1.0, 2.0]))
    Array([[2., 0.],
           [0., 4.]], dtype=float32, backend='numpy')
    """
    if mode not in MODES:
        raise ValueError(f"ivy.jacobian: expected mode in {MODES}, got mode={mode!r}")

    def differentiated(*args: Any, **options: Any) -> Any:
        chosen = (argnums,) if isinstance(argnums, int) else tuple(argnums)
        if not all(-len(args) <= n < len(args) for n in chosen):
            raise ValueError(
                f"ivy.jacobian: expected argnums to name positional arguments, got "
                f"argnums={argnums!r} for {len(args)} of them"
            )
        places = [n % len(args) for n in chosen]

        def of_chosen(*given: Any) -> Any:
            replaced = list(args)
            for n, x in zip(places, given, strict=True):
                replaced[n] = x
            return f(*replaced, **options)

        run = _Run("jacobian", of_chosen, tuple(args[n] for n in places), has_aux)
        rows = run.rows() if mode == "reverse" else run.columns()
        parts: list[Any] = [run.by_argument(row) for row in rows]
        if isinstance(argnums, int):
            parts = [part[0] for part in parts]
        result = trees.library().tree_unflatten(run.structure, parts)
        return (result, run.returned(run.aux)) if has_aux else result

    return differentiated


def hessian(
    f: Callable[..., Any], /, *, argnums: int | tuple[int, ...] = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """Return a function that gives the second derivatives of `f`, which returns one number.

    Parameters
    ----------
    f, argnums, has_aux
        As in `grad`.

    Returns
    -------
    Callable
        A function with the parameters of `f`. It returns the `jacobian` of the gradient: for two
        arrays ``x`` and ``y`` of the argument one of shape ``(*x.shape, *y.shape)``, in the
        structure of the argument twice. With `has_aux` it returns ``(hessian, aux)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.hessian(lambda x: x[0] * x[0] * x[1])(ivy.asarray([1.0, 2.0]))
    Array([[4., 2.],
           [2., 0.]], dtype=float32, backend='numpy')
    """
    return jacobian(grad(f, argnums=argnums, has_aux=has_aux), argnums=argnums, has_aux=has_aux)


def checkpoint(f: Callable[..., Any], /) -> Callable[..., Any]:
    """Return `f` so that derivatives keep its arguments only, and compute the rest again.

    It trades time for memory: `f` runs twice. What is random in it is drawn as before.

    Parameters
    ----------
    f
        A function of anything that returns arrays, or lists, tuples and dicts of them. Arrays that
        derivatives are taken of are passed to it as arguments.

    Returns
    -------
    Callable
        A function with the same values and derivatives.

    Raises
    ------
    UnsupportedError
        `f` takes an array that derivatives are being taken of from elsewhere.

    Examples
    --------
    >>> import ivy
    >>> block = ivy.checkpoint(lambda x: ivy.sin(x) * x)
    >>> ivy.grad(lambda x: ivy.sum(block(x)))(ivy.asarray([0.0, 1.0]))
    Array([0.       , 1.3817732], dtype=float32, backend='numpy')
    """

    @functools.wraps(f)
    def checkpointed(*args: Any, **options: Any) -> Any:
        tree = trees.library()
        given, structure = tree.tree_flatten((args, options), is_leaf=_is_array)
        places = [i for i, x in enumerate(given) if _is_array(x)]
        operands = [lift(given[i]) for i in places]
        if not any(type(x) is TapeArray for x in operands):
            return f(*args, **options)
        drawn = random._generator.get()
        made: list[Any] = []

        def run(*arrays: Array) -> list[Array]:
            replaced = list(given)
            for i, x in zip(places, arrays, strict=True):
                replaced[i] = x
            again = bool(made)
            token = random._generator.set(drawn) if again else None
            try:
                positional, named = tree.tree_unflatten(structure, replaced)
                results, kind = tree.tree_flatten(f(*positional, **named), is_leaf=_is_array)
            finally:
                if token is not None:
                    random._generator.reset(token)
            if not again:
                made[:] = [kind, results]
            return [lift(r) for r in results if _is_array(r)]

        try:
            arrays = iter(through("checkpoint", lambda fs, xs: fs[0](*xs), [run], operands))
        except Interpreted:
            raise UnsupportedError(
                "ivy.checkpoint: the function took an array from elsewhere that derivatives are "
                "being taken of; pass it as an argument"
            ) from None
        kind, results = made
        return tree.tree_unflatten(kind, [next(arrays) if _is_array(r) else r for r in results])

    return checkpointed


def custom_gradient(f: Callable[..., Any], /) -> Callable[..., Any]:
    """Return a function that has the derivative which `f` says.

    Parameters
    ----------
    f
        A function of arrays that returns ``(value, pull)``: an array, or a tuple or list of them,
        and a function that takes the gradient of each and returns the gradient of each argument,
        one alone as it is. Second derivatives are those of ``pull``.

    Returns
    -------
    Callable
        A function of the same arrays that returns the value.

    Raises
    ------
    UnsupportedError
        `f` takes an array that derivatives are being taken of from elsewhere.
    ValueError
        ``pull`` returns another number of gradients, or one of another shape than its argument.

    Examples
    --------
    The logarithm of one plus an exponential, whose derivative is finite where that is not:

    >>> import ivy
    >>> @ivy.custom_gradient
    ... def softplus(x):
    ...     e = ivy.exp(x)
    ...     return ivy.log(1 + e), lambda g: g * (1 - 1 / (1 + e))
    >>> ivy.grad(softplus)(ivy.asarray(100.0))
    Array(1., dtype=float32, backend='numpy')
    """

    @functools.wraps(f)
    def customised(*args: Any) -> Any:
        operands = [lift(x) for x in args]
        if not any(type(x) is TapeArray for x in operands):
            return _valued(f(*args))[0]
        value, pull = _valued(f(*[inner(x) for x in operands]))
        alone = _is_array(value)
        results = [lift(v) for v in ([value] if alone else value)]
        last: list[tuple[Gradient, list[Any]]] = []

        def passes(
            g: Gradient, saved: list[Array], node: Node, parent: Node, position: int
        ) -> Array:
            if not last or last[0][0] is not g:
                again = any(type(x) is TapeArray for x in saved)
                used = _valued(f(*saved))[1] if again else pull
                seeds = [g[i] if i in g else zeros_like(r) for i, r in enumerate(results)]
                found = used(*seeds)
                gradients = [found] if _is_array(found) else list(found)
                _check_custom(gradients, operands)
                last[:] = [(g, gradients)]
            gradient: Array = lift(last[0][1][position])
            return gradient

        try:
            out = step("custom_gradient", operands, results, passes)
        except Interpreted:
            raise UnsupportedError(
                "ivy.custom_gradient: the function took an array from elsewhere that derivatives "
                "are being taken of; pass it as an argument"
            ) from None
        return out[0] if alone else type(value)(out)

    return customised


def check_gradients(
    f: Callable[..., Any],
    /,
    *args: Any,
    order: int = 1,
    eps: float | None = None,
    rtol: float | None = None,
    atol: float | None = None,
) -> None:
    """Raise unless the derivatives of `f` agree with its slopes.

    The slope along each element is ``(f(x + h) - f(x - h)) / 2h``. It has half the digits of the
    dtype at best, so float64 is the dtype to check in.

    Parameters
    ----------
    f
        A function of arrays, or of lists, tuples and dicts of them, that returns such.
    args
        Where to check; all arrays must be real floating.
    order
        1 checks the gradient, 2 also the gradient of the gradient, and so on.
    eps
        The step ``h``, for elements above 1 times the element; by default the cube root of the
        dtype's spacing at 1.
    rtol, atol
        How far a derivative may be from the slope, relative to the largest slope and absolutely; by
        default the square of `eps` times 1000, for float64 about 4e-8.

    Raises
    ------
    GradientError
        A derivative differs; the text names the argument, the element, and both values.

    Examples
    --------
    >>> import ivy
    >>> ivy.check_gradients(ivy.tanh, ivy.asarray([0.5, 2.0], dtype="float64"), order=2)
    """
    if order < 1:
        raise ValueError(f"ivy.check_gradients: expected order >= 1, got order={order}")
    arrays = [lift(x) for x in _arrays(args)]
    if not arrays:
        raise TypeError("ivy.check_gradients: expected arrays among the arguments, got none")
    for x in arrays:
        if x.dtype.category != "real floating":
            raise TypeError(
                f"ivy.check_gradients: expected real floating arrays, got dtype {x.dtype}"
            )
    draw = numpy.random.default_rng(0)
    projected = _projected(f, draw)
    for n in range(order):
        _check_slopes(n + 1, projected, args, eps, rtol, atol)
        projected = _projected(grad(projected, argnums=tuple(range(len(args)))), draw)


def _projected(f: Callable[..., Any], draw: Any) -> Callable[..., Array]:
    """Return a function that gives one number, in which every element of `f` counts."""
    weights: dict[int, Any] = {}

    def projected(*given: Any) -> Array:
        total: Any = None
        for i, y in enumerate(map(lift, _arrays(f(*given)))):
            if not is_differentiable(y.dtype):
                continue
            if i not in weights:
                weights[i] = draw.uniform(0.5, 1.5, y.shape)
            values = add(real(y), imag(y)) if _complex(y) else y
            part = sum_(multiply(values, _constant(y, weights[i])))
            total = part if total is None else add(total, part)
        if total is None:
            raise TypeError("ivy.check_gradients: expected floating arrays from the function")
        return total

    return projected


def _check_slopes(
    order: int,
    f: Callable[..., Any],
    args: tuple[Any, ...],
    eps: float | None,
    rtol: float | None,
    atol: float | None,
) -> None:
    tree = trees.library()
    given, structure = tree.tree_flatten(args, is_leaf=_is_array)
    gradients = tree.tree_leaves(grad(f, argnums=tuple(range(len(args))))(*args), is_leaf=_is_array)
    for i, (x, g) in enumerate(zip(given, gradients, strict=True)):
        array = lift(x)
        spacing = float(numpy.finfo(array.dtype.name).eps)
        h = spacing ** (1 / 3) if eps is None else eps
        loose = 1000 * h * h
        values = array.to_numpy()
        slopes = numpy.empty(values.size)
        for k in range(values.size):
            size = max(1.0, abs(float(values.flat[k]))) * h
            ends = []
            for sign in (1, -1):
                moved = numpy.array(values)
                moved.flat[k] += sign * size
                replaced = list(given)
                replaced[i] = _constant(array, moved)
                ends.append((float(f(*tree.tree_unflatten(structure, replaced))), moved.flat[k]))
            slopes[k] = (ends[0][0] - ends[1][0]) / float(ends[0][1] - ends[1][1])
        found = lift(g).to_numpy().astype("float64").reshape(-1)
        largest = float(numpy.max(numpy.abs(slopes), initial=0.0))
        allowed = (loose if atol is None else atol) + (loose if rtol is None else rtol) * largest
        wrong = ~(numpy.abs(found - slopes) <= allowed)
        if wrong.any():
            k = int(numpy.argmax(numpy.where(wrong, numpy.abs(found - slopes), -1)))
            index = tuple(int(v) for v in numpy.unravel_index(k, values.shape))
            raise GradientError(
                f"ivy.check_gradients: expected the derivative of order {order} with respect to "
                f"array {i} at {index} to be {slopes[k]:.8g}, the slope within {allowed:.2g}, got "
                f"{found[k]:.8g}; {int(wrong.sum())} of {values.size} elements differ"
            )


# -- one run on the tape ---------------------------------------------------------------------------


class _Run:
    """A run of a function on the tape, whose derivatives can be asked for more than once."""

    def __init__(
        self, op: str, f: Callable[..., Any], args: tuple[Any, ...], has_aux: bool
    ) -> None:
        tree = trees.library()
        self.op, self.args = op, args
        self.structures: list[Any] = []
        self.counts: list[int] = []
        self.starts: list[TapeArray] = []
        replaced = []
        for n, arg in enumerate(args):
            given, structure = tree.tree_flatten(arg, is_leaf=_is_array)
            started = [_started(op, n, x) for x in given]
            self.starts += started
            self.structures.append(structure)
            self.counts.append(len(started))
            replaced.append(tree.tree_unflatten(structure, started))
        # As they are now: `f` may write to its arguments.
        self.nodes = [x.node for x in self.starts]
        depth = _depth.get()
        token = _depth.set(depth + 1)
        try:
            result = f(*replaced)
        finally:
            _depth.reset(token)
        self.outer = depth > 0 or any(type(x) is TapeArray for x in _arrays(args))
        self.aux: Any
        self.value, self.aux = _pair(op, result) if has_aux else (result, None)
        found, self.structure = tree.tree_flatten(self.value, is_leaf=_is_array)
        self.results = [self._result(y) for y in found]

    def _result(self, y: Any) -> Array:
        array = lift(y)
        if not isinstance(array, Array) or not is_differentiable(array.dtype):
            got = f"dtype {array.dtype}" if isinstance(array, Array) else type(y).__name__
            raise TypeError(
                f"ivy.{self.op}: expected floating arrays from the function, got {got}; return "
                "other things as aux with has_aux=True"
            )
        return array

    def pull(self, gradient: Any, /) -> tuple[Any, ...]:
        """Return the gradient with respect to each argument, of one with respect to the value."""
        seeds = _matching("the gradient", self.op, self.value, gradient)
        flat = self.pulled(seeds, self.outer or any(type(s) is TapeArray for s in seeds))
        return self.by_argument(flat)

    def by_argument(self, flat: list[Array]) -> tuple[Any, ...]:
        """Return, in the structure of each argument, what there is for each of their arrays."""
        out = []
        for structure, count in zip(self.structures, self.counts, strict=True):
            out.append(trees.library().tree_unflatten(structure, flat[:count]))
            flat = flat[count:]
        return tuple(out)

    def returned(self, tree: Any) -> Any:
        """Return what leaves this derivative: off the tape, unless that is of an outer one."""
        return tree if self.outer else _off_the_tape(tree)

    def pulled(self, seeds: Sequence[Array], create_graph: bool) -> list[Array]:
        """Return the gradients of all arrays of the arguments."""
        found: dict[Node, Array] = {}
        for y, seed in zip(self.results, seeds, strict=True):
            if type(y) is TapeArray:
                part = backward(
                    y, seed, wanted=self.nodes, create_graph=create_graph, retain_graph=True
                )
                merge(found, part)
        return [
            found[node] if node in found else zeros_like(x if create_graph else inner(x))
            for node, x in zip(self.nodes, self.starts, strict=True)
        ]

    def push(self, directions: Sequence[Array]) -> Any:
        """Return how the value changes where the arguments do."""
        # A pullback is linear in what it is given: its gradient by that is the tangent.
        flat = self.pushed(self.seeded(), directions)
        return trees.library().tree_unflatten(self.structure, flat)

    def seeded(self) -> tuple[list[TapeArray], list[Array]]:
        """Return gradients of the value to differentiate by, and what they are pulled back to."""
        seeds = [leaf(zeros_like(inner(y))) for y in self.results]
        return seeds, self.pulled(seeds, create_graph=True)

    def pushed(
        self, seeded: tuple[list[TapeArray], list[Array]], directions: Sequence[Array]
    ) -> list[Array]:
        """Return the tangents of all arrays of the value."""
        seeds, gradients = seeded
        total: Any = None
        for g, v in zip(gradients, directions, strict=True):
            if type(g) is not TapeArray:
                continue
            # In the conjugate convention the gradient of Re(conj(g) v) by the seed is J v.
            product = sum_(real(multiply(conj(g), v)) if _complex(g, v) else multiply(g, v))
            total = product if total is None else add(total, product)
        found: dict[Node, Array] = {}
        if type(total) is TapeArray:
            found = backward(
                total,
                ones_like(total),
                wanted=[u.node for u in seeds],
                create_graph=self.outer or any(type(d) is TapeArray for d in directions),
                retain_graph=True,
            )
        return [found[u.node] if u.node in found else zeros_like(inner(u)) for u in seeds]

    def rows(self) -> list[list[Array]]:
        """Return, for each array of the value, its derivative by each array of the arguments."""
        table = []
        for i, y in enumerate(self.results):

            def row(unit: Array, i: int = i) -> list[Array]:
                seeds = [zeros_like(inner(other)) for other in self.results]
                seeds[i] = unit
                return self.pulled(seeds, self.outer)

            # The derivative of a complex function is the conjugate of what is passed back.
            found = [conj(g) if _complex(g) else g for g in self.each(row, inner(y), self.starts)]
            parts = zip(found, self.starts, strict=True)
            table.append([reshape(g, (*y.shape, *x.shape)) for g, x in parts])
        return table

    def columns(self) -> list[list[Array]]:
        """Return the same, computed for one element of the arguments after another."""
        seeded = self.seeded()
        table: list[list[Array]] = [[] for _ in self.results]
        for j, x in enumerate(self.starts):

            def column(unit: Array, j: int = j) -> list[Array]:
                directions = [zeros_like(inner(other)) for other in self.starts]
                directions[j] = unit
                return self.pushed(seeded, directions)

            for i, tangents in enumerate(self.each(column, inner(x), self.results)):
                y = self.results[i]
                flat = reshape(tangents, (math.prod(x.shape), math.prod(y.shape)))
                table[i].append(reshape(matrix_transpose(flat), (*y.shape, *x.shape)))
        return table

    def each(
        self, f: Callable[[Array], list[Array]], x: Array, like: Sequence[Array]
    ) -> list[Array]:
        """Return what `f` gives for a one in the place of each element of `x`, stacked."""
        count = math.prod(x.shape)
        units = reshape(beside(x, eye, count, count, 0), (count, *x.shape))
        if count >= FEW and not self.outer and _vectorises(x):
            try:
                found: list[Array] = vmap(f)(units)
                return found
            except UnsupportedError:
                raise
            except (RuntimeError, TypeError) as error:
                # No operation of Ivy's does; a pullback of the user's may ask for values.
                warnings.warn(
                    f"ivy.{self.op}: {x.backend} cannot compute {count} parts at once, and they "
                    f"are computed one by one, which is slow: {str(error).partition(chr(10))[0]}",
                    stacklevel=2,
                )
        rows = [f(units[k]) for k in range(count)]
        return [
            stack([r[i] for r in rows]) if rows else beside(y, zeros, (0, *y.shape))
            for i, y in enumerate(like)
        ]


def _vectorises(x: Array) -> bool:
    """Return whether the framework computes many slices faster at once than one by one."""
    return not x.RANK and x.backend in VECTORISING and not x.CORE.is_compiling()


def _complex(*arrays: Array) -> bool:
    return any(x.dtype.category == "complex floating" for x in arrays)


def _constant(like: Array, values: Any) -> Array:
    """Return an array with these values, of the precision and on the device of another."""
    like = real(_innermost(like)) if _complex(like) else _innermost(like)
    core = like.CORE
    return type(like)(
        core.asarray(numpy.asarray(values), core.DTYPES[like.dtype.name], like.device)
    )


def _matching(name: str, op: str, tree_like: Any, given: Any) -> list[Array]:
    """Return the arrays of a structure that shall have the shapes of another."""
    tree = trees.library()
    like, structure = tree.tree_flatten(tree_like, is_leaf=_is_array)
    found, other = tree.tree_flatten(given, is_leaf=_is_array)
    if structure != other:
        raise ValueError(f"ivy.{op}: expected {name} in the structure {structure}, got {other}")
    out = []
    for x, v in zip(map(lift, like), map(lift, found), strict=True):
        if not isinstance(v, Array):
            raise TypeError(f"ivy.{op}: expected arrays in {name}, got {type(v).__name__}")
        if v.shape != x.shape:
            raise ValueError(
                f"ivy.{op}: expected {name} with the shapes {x.shape}, got shape {v.shape}"
            )
        out.append(v if v.dtype is x.dtype else astype(v, x.dtype))
    return out


def _valued(result: Any) -> tuple[Any, Callable[..., Any]]:
    if not isinstance(result, tuple) or len(result) != 2 or not callable(result[1]):
        raise TypeError(
            "ivy.custom_gradient: expected (value, pull) from the function, with a function pull, "
            f"got {type(result).__name__}"
        )
    return result


def _check_custom(gradients: Sequence[Any], operands: Sequence[Any]) -> None:
    if len(gradients) != len(operands):
        raise ValueError(
            f"ivy.custom_gradient: expected pull to return a gradient for each of {len(operands)} "
            f"arguments, got {len(gradients)}"
        )
    for i, (g, x) in enumerate(zip(gradients, operands, strict=True)):
        if isinstance(x, TapeArray) and lift(g).shape != x.shape:
            raise ValueError(
                f"ivy.custom_gradient: expected pull to return a gradient of shape {x.shape} for "
                f"argument {i}, got shape {lift(g).shape}"
            )
