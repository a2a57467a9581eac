"""Control flow that can be traced and compiled: conditions, loops, scans, and `vmap`.

Where the values are known, all of it is plain Python: one branch runs, a loop is a loop, and the
tape records what happens. In code that a framework compiles, where a condition has no value yet,
the framework's own control flow is recorded instead.
"""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Sequence
from typing import Any

from ivy import backends, trees
from ivy.array import Array, agree, class_of, lift
from ivy.errors import UnsupportedError
from ivy.functional._op import PLAIN
from ivy.functional.creation import asarray, zeros
from ivy.functional.indexing import getitem
from ivy.functional.manipulation import (
    broadcast_to,
    concat,
    flip,
    permute_dims,
    reshape,
    stack,
    unstack,
)

Tree = Any  # arrays and Python numbers in containers that `optree` knows


def cond(
    pred: Any,
    true_fun: Callable[..., Tree],
    false_fun: Callable[..., Tree],
    /,
    *operands: Tree,
) -> Tree:
    """Return ``true_fun(*operands)`` where a condition holds, else ``false_fun(*operands)``.

    Only one of the two runs. In compiled code, where the condition has no value yet, both are
    recorded, and one runs later; `ivy.trace_graph` cannot record a choice and raises. For a choice
    element by element see `where`.

    Parameters
    ----------
    pred
        A bool, or an array of shape ``()``.
    true_fun, false_fun
        Functions of the operands. Both return the same structure of arrays, of the same shapes and
        dtypes.
    operands
        What they are called with: arrays in any containers.

    Raises
    ------
    TypeError
        In compiled code, the functions return different structures, shapes or dtypes.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray(-2.0)
    >>> ivy.cond(x > 0, lambda x: x, lambda x: -x, x)
    Array(2., dtype=float32, backend='numpy')
    """
    choice = _condition("cond", pred)
    flow = _flow([choice])
    if flow is None:
        return _returned((true_fun if bool(choice) else false_fun)(*operands), operands)
    return _branched("cond", flow, choice, (false_fun, true_fun), operands)


def switch(index: Any, branches: Sequence[Callable[..., Tree]], /, *operands: Tree) -> Tree:
    """Return ``branches[index](*operands)``; the rules are those of `cond`.

    Parameters
    ----------
    index
        An integer, or an integer array of shape ``()``, from 0 to ``len(branches) - 1``. In
        compiled code one that is out of range counts as the nearest.
    branches
        Functions of the operands that return the same structure, shapes and dtypes.
    operands
        What they are called with.

    Raises
    ------
    IndexError
        The index is out of range.

    Examples
    --------
    >>> import ivy
    >>> ivy.switch(1, [lambda x: x + 1, lambda x: x * 10], ivy.asarray(2))
    Array(20, dtype=int64, backend='numpy')
    """
    place = _number("switch", "index", index)
    flow = None if isinstance(place, int) else _flow([place])
    if flow is not None:
        return _branched("switch", flow, place, branches, operands)
    chosen = int(place)
    if not 0 <= chosen < len(branches):
        raise IndexError(
            f"ivy.switch: expected an index from 0 to {len(branches) - 1}, got {chosen}"
        )
    return _returned(branches[chosen](*operands), operands)


def while_loop(
    cond_fun: Callable[[Tree], Any], body_fun: Callable[[Tree], Tree], init: Tree, /
) -> Tree:
    """Return the state of a loop that runs while a condition holds.

    Parameters
    ----------
    cond_fun
        Whether the loop goes on from a state: a bool, or an array of shape ``()``.
    body_fun
        Gives the next state from one: the same structure of arrays, of the same shapes and dtypes.
    init
        The state at the start: arrays, and numbers that become arrays, in any containers.

    Raises
    ------
    TypeError
        `body_fun` changes the structure, a shape or a dtype.
    UnsupportedError
        A derivative is asked for in compiled code, where the number of steps is not known; a
        `fori_loop` or `scan` with a length that is known has one.

    Examples
    --------
    >>> import ivy
    >>> ivy.while_loop(lambda x: x < 100, lambda x: x * 2, ivy.asarray(3))
    Array(192, dtype=int64, backend='numpy')
    """
    state = _State("while_loop", init)
    leaves = state.leaves
    while True:
        goes_on = _condition("while_loop", cond_fun(state.tree_of(leaves)))
        flow = _flow([goes_on, *leaves])
        if flow is not None:
            return state.tree_of(_compiled_while(flow, state, leaves, cond_fun, body_fun))
        if not goes_on:
            return state.tree_of(leaves)
        leaves = state.taken(body_fun(state.tree_of(leaves)))


def fori_loop(
    lower: Any, upper: Any, body_fun: Callable[[Array, Tree], Tree], init: Tree, /
) -> Tree:
    """Return the state after ``state = body_fun(i, state)`` for `i` from `lower` to ``upper - 1``.

    Parameters
    ----------
    lower, upper
        Integers, or integer arrays of shape ``()``.
    body_fun
        Gives the next state from the number of the step, an int64 array of shape ``()``, and the
        state; it keeps structure, shapes and dtypes.
    init
        The state at the start, as in `while_loop`.

    Raises
    ------
    TypeError
        `body_fun` changes the structure, a shape or a dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.fori_loop(0, 5, lambda i, total: total + i, ivy.asarray(0))
    Array(10, dtype=int64, backend='numpy')
    """
    first, last = _number("fori_loop", "lower", lower), _number("fori_loop", "upper", upper)
    bounds = [b for b in (first, last) if isinstance(b, Array)]
    if any(_flow([b]) is not None for b in bounds):
        start = asarray(first, dtype="int64") if isinstance(first, int) else first
        _, result = while_loop(
            lambda s: s[0] < last, lambda s: (s[0] + 1, body_fun(s[0], s[1])), (start, init)
        )
        return result
    count = builtins.max(int(last) - int(first), 0)
    state = _State("fori_loop", init)
    number = state.beside(int(first))

    def step(carry: Tree, _: None) -> tuple[Tree, tuple[()]]:
        i, leaves = carry
        return (i + 1, state.taken(body_fun(i, state.tree_of(leaves)))), ()

    (_, leaves), _ = scan(step, (number, state.leaves), None, length=count)
    return state.tree_of(leaves)


def scan(
    f: Callable[[Tree, Tree], tuple[Tree, Tree]],
    init: Tree,
    xs: Tree = None,
    /,
    *,
    length: int | None = None,
    reverse: bool = False,
) -> tuple[Tree, Tree]:
    """Return the last carry, and the results of each step stacked, of a loop over slices.

    ``carry, y = f(carry, x)`` runs for each slice `x` of `xs` along its first axis. Compiled on jax
    and tensorflow it is a loop of the framework, on torch the steps one after the other.

    Parameters
    ----------
    f
        Gives the next carry, of the same structure, shapes and dtypes, and a result.
    init
        The carry at the start: arrays, and numbers that become arrays, in any containers.
    xs
        Arrays of the same length in any containers; None where `f` needs none.
    length
        How many steps; needed where `xs` is None.
    reverse
        Whether the last slice comes first. The results keep the order of the slices.

    Raises
    ------
    TypeError
        `f` returns no pair, or changes the carry's structure, a shape or a dtype.
    ValueError
        The lengths differ, or none is known.

    Examples
    --------
    >>> import ivy
    >>> f = lambda total, x: (total + x, total)
    >>> ivy.scan(f, ivy.asarray(0), ivy.asarray([1, 2, 3]))
    (Array(6, dtype=int64, backend='numpy'), Array([0, 1, 3], dtype=int64, backend='numpy'))
    """
    state = _State("scan", init)
    slices = _Slices("scan", xs, length)
    flow = _flow([*state.leaves, *slices.leaves])
    if flow is not None and hasattr(flow, "scan") and slices.length:
        try:
            return _compiled_scan(flow, state, slices, f, reverse)
        except Interpreted:
            pass  # `f` takes arrays from elsewhere that derivatives are taken of: step by step
    leaves = state.leaves
    results = _Results()
    parts = slices.parts()
    for part in reversed(parts) if reverse else parts:
        leaves = state.taken_with(f(state.tree_of(leaves), slices.tree_of(part)), results)
    if not parts:  # what a result looks like is known only from one
        state.taken_with(f(state.tree_of(leaves), slices.tree_of(slices.example())), results)
        return state.tree_of(leaves), results.none()
    return state.tree_of(leaves), results.stacked(reverse)


def map(f: Callable[[Tree], Tree], xs: Tree, /) -> Tree:
    """Return the results of a function for each slice along the first axis, stacked.

    One slice at a time: `vmap` computes all at once, and needs the memory for it.

    Parameters
    ----------
    f
        A function of a slice.
    xs
        Arrays of the same length in any containers.

    Examples
    --------
    >>> import ivy
    >>> ivy.map(lambda row: ivy.sum(row), ivy.asarray([[1, 2], [3, 4]]))
    Array([3, 7], dtype=int64, backend='numpy')
    """
    return scan(lambda carry, x: (carry, f(x)), (), xs)[1]


def associative_scan(
    fn: Callable[[Tree, Tree], Tree], elems: Tree, /, *, axis: int = 0, reverse: bool = False
) -> Tree:
    """Return the running results of an associative function, in few steps on whole slices.

    Element `k` is ``fn(...fn(fn(e[0], e[1]), e[2])..., e[k])``. It takes about ``2 * log2(n)``
    calls of `fn`, each on many elements at once.

    Parameters
    ----------
    fn
        An associative function of two equal structures of arrays, which works on all slices along
        `axis` at once, as operations on elements do.
    elems
        Arrays of the same length along `axis`, in any containers.
    axis
        The axis.
    reverse
        Whether to begin with the last element.

    Examples
    --------
    >>> import ivy
    >>> ivy.associative_scan(ivy.maximum, ivy.asarray([1, 3, 2, 5]))
    Array([1, 3, 3, 5], dtype=int64, backend='numpy')
    """
    leaves, tree = flatten_tree(elems)
    arrays = [_moved(x, axis, 0) for x in _arrays(leaves)]
    _common_length("associative_scan", arrays, None)
    arrays = [flip(x, axis=0) for x in arrays] if reverse else arrays

    def combined(a: list[Array], b: list[Array]) -> list[Array]:
        # The function sees the axes where its caller has them.
        given = [unflatten_tree(tree, [_moved(x, 0, axis) for x in side]) for side in (a, b)]
        results, structure = flatten_tree(fn(*given))
        if structure != tree:
            raise TypeError(
                f"ivy.associative_scan: expected a function that keeps the structure {tree!r}"
                f", got {structure!r}"
            )
        return [_moved(x, axis, 0) for x in _arrays(results)]

    arrays = _running(combined, arrays)
    arrays = [flip(x, axis=0) for x in arrays] if reverse else arrays
    return unflatten_tree(tree, [_moved(x, 0, axis) for x in arrays])


def vmap(f: Callable[..., Tree], /, *, in_axes: Any = 0, out_axes: Any = 0) -> Callable[..., Tree]:
    """Return a function that runs `f` on each slice of its arguments, and stacks the results.

    On jax, torch and tensorflow the framework's own vectorisation computes all slices at once; `f`
    must then not ask for values (``bool()``, ``item()``). On other backends, and where derivatives
    are being taken by `ivy.grad` around it, `f` runs slice by slice: same results, but no faster
    than a loop. ``ivy.vmap(ivy.grad(f))``, gradients of each example, is vectorised.

    Parameters
    ----------
    f
        A function of arrays in any containers.
    in_axes
        The axis of the slices: one for all arguments, or a tuple with one for each; None for what
        is passed on whole. In the place of an argument's axis may stand containers like it.
    out_axes
        Where the results' new axis goes: one for all, or containers like the result.

    Raises
    ------
    ValueError
        The lengths of the axes differ, or no argument has an axis.

    Examples
    --------
    >>> import ivy
    >>> dot = ivy.vmap(lambda x, y: ivy.sum(x * y), in_axes=(0, None))
    >>> dot(ivy.asarray([[1.0, 2.0], [3.0, 4.0]]), ivy.asarray([1.0, 10.0]))
    Array([21., 43.], dtype=float32, backend='numpy')
    """

    def vectorised(*args: Any) -> Tree:
        axes = in_axes if isinstance(in_axes, tuple | list) else (in_axes,) * len(args)
        if len(axes) != len(args):
            raise ValueError(
                f"ivy.vmap: expected in_axes for {len(args)} arguments, got in_axes={in_axes!r}"
            )
        leaves, tree = flatten_tree(args)
        places = _axes_of("in_axes", tuple(axes), args)
        like = next((x for x in leaves if isinstance(x, Array)), None)
        leaves = [x if a is None else _array(x, like) for x, a in zip(leaves, places, strict=True)]
        batched = [_moved(x, a, 0) for x, a in zip(leaves, places, strict=True) if a is not None]
        if not batched:
            raise ValueError(
                f"ivy.vmap: expected an argument with an axis, got in_axes={in_axes!r}"
            )
        length = _common_length("vmap", batched, None)
        for i, (x, a) in enumerate(zip(leaves, places, strict=True)):
            if a is None and isinstance(x, Array) and x.RANK:
                # So that derivatives with respect to it are taken of each slice, and added up.
                places[i] = 0
                leaves[i] = broadcast_to(x, (length, *x.shape))
        taken = [a is not None for a in places]
        batched = [_moved(x, a, 0) for x, a in zip(leaves, places, strict=True) if a is not None]
        trees: list[_Tree] = []

        def call(*part: Array) -> list[Array]:
            slices = iter(part)
            given = [next(slices) if t else x for x, t in zip(leaves, taken, strict=True)]
            results, structure = flatten_tree(f(*unflatten_tree(tree, given)))
            trees.append(structure)
            if trees[0] != structure:
                raise TypeError(
                    f"ivy.vmap: expected results of one structure, got {trees[0]!r} "
                    f"and {structure!r}"
                )
            return _arrays(results, part)

        results = _vectorise("vmap", call, batched)
        out = _axes_of("out_axes", out_axes, unflatten_tree(trees[0], results))
        moved = [_moved(x, 0, 0 if a is None else a) for x, a in zip(results, out, strict=True)]
        return unflatten_tree(trees[0], moved)

    return vectorised


# -- trees ---------------------------------------------------------------------------------------

# The structure of nested containers. Plain Python, which torch's compiler follows into functions of
# its own control flow; optree's structures it does not.


class _Tree:
    """A container and the structures in it; a leaf has no kind."""

    __slots__ = ("children", "keys", "kind")

    def __init__(self, kind: Any, keys: tuple[Any, ...], children: list[_Tree]) -> None:
        self.kind = kind
        self.keys = keys
        self.children = children

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Tree) and (
            (self.kind, self.keys, self.children) == (other.kind, other.keys, other.children)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if self.kind is None:
            return "*"
        inner = ", ".join([f"{k!r}: {c!r}" for k, c in zip(self.keys, self.children, strict=True)])
        return f"{getattr(self.kind, '__name__', self.kind)}({inner})"


def flatten_tree(tree: Tree) -> tuple[list[Any], _Tree]:
    """Return the leaves of nested containers, native arrays as Ivy's, and the structure."""
    leaves: list[Any] = []
    return leaves, _structure(tree, leaves)


def _structure(tree: Tree, leaves: list[Any]) -> _Tree:
    kind = type(tree)
    if kind is tuple or kind is list:
        return _Tree(kind, tuple(range(len(tree))), [_structure(v, leaves) for v in tree])
    if kind is dict:
        keys = sorted(tree) if all(isinstance(k, str) for k in tree) else list(tree)
        return _Tree(kind, tuple(keys), [_structure(tree[k], leaves) for k in keys])
    if tree is None:
        return _Tree(type(None), (), [])
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return _Tree(kind, tree._fields, [_structure(v, leaves) for v in tree])
    if kind in PLAIN or isinstance(tree, Array) or class_of(kind) is not None:
        leaves.append(lift(tree))
        return _Tree(None, (), [])
    return _registered(tree, leaves)


def _registered(tree: Tree, leaves: list[Any]) -> _Tree:
    """Return the structure of what is a container by optree's registry, or a leaf."""
    optree = trees.library()
    if optree.tree_is_leaf(tree):
        leaves.append(tree)
        return _Tree(None, (), [])
    children, metadata, entries, unflatten = optree.tree_flatten_one_level(tree)
    kind = _Registered(type(tree), metadata, unflatten)
    return _Tree(kind, tuple(entries), [_structure(v, leaves) for v in children])


class _Registered:
    """A kind of container that somebody has told optree of."""

    def __init__(self, kind: type, metadata: Any, unflatten: Callable[..., Any]) -> None:
        self.kind, self.metadata, self.unflatten = kind, metadata, unflatten
        self.__name__ = kind.__name__

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Registered)
            and self.kind is other.kind
            and bool(self.metadata == other.metadata)
        )

    __hash__ = None  # type: ignore[assignment]


def unflatten_tree(tree: _Tree, leaves: Sequence[Any]) -> Tree:
    """Return containers of a structure with these leaves."""
    return _filled(tree, list(leaves)[::-1])


def _filled(tree: _Tree, left: list[Any]) -> Tree:
    if tree.kind is None:
        return left.pop()
    if tree.kind is type(None):
        return None
    values = [_filled(c, left) for c in tree.children]
    if tree.kind is list:
        return values
    if tree.kind is tuple:
        return tuple(values)
    if tree.kind is dict:
        return dict(zip(tree.keys, values, strict=True))
    if isinstance(tree.kind, _Registered):
        return tree.kind.unflatten(tree.kind.metadata, values)
    return tree.kind(*values)


def _paths(tree: _Tree, path: str = "") -> list[str]:
    """Return for each leaf how it is reached."""
    if tree.kind is None:
        return [path]
    children = zip(tree.keys, tree.children, strict=True)
    return [p for k, c in children for p in _paths(c, f"{path}[{k!r}]")]


def _array(x: Any, like: Array | None = None) -> Array:
    """Return a leaf as an array; a Python number on the backend of the arrays beside it."""
    value = lift(x)
    if isinstance(value, Array):
        return value
    if like is None or backends.current_backend() == like.backend:
        return asarray(value)
    with backends.with_backend(like.backend):
        return asarray(value)


def _arrays(leaves: Sequence[Any], others: Sequence[Any] = ()) -> list[Array]:
    like = next((x for x in (*leaves, *others) if isinstance(x, Array)), None)
    return [_array(x, like) for x in leaves]


def _returned(result: Tree, operands: Tree) -> Tree:
    """Return a result in which Python numbers have become arrays, as they do in compiled code."""
    leaves, tree = flatten_tree(result)
    if all(isinstance(x, Array) for x in leaves):
        return unflatten_tree(tree, leaves)
    return unflatten_tree(tree, _arrays(leaves, flatten_tree(operands)[0]))


def _moved(x: Array, source: int, target: int) -> Array:
    """Return `x` with an axis in another place."""
    rank = len(x.shape)
    for a in (source, target):
        if not -rank <= a < rank:
            raise ValueError(f"ivy.vmap: expected an axis of shape {x.shape}, got {a}")
    source, target = source % rank, target % rank
    if source == target:
        return x
    order = [i for i in range(rank) if i != source]
    return permute_dims(x, (*order[:target], source, *order[target:]))


def _axes_of(option: str, axes: Any, tree: Tree) -> list[int | None]:
    """Return an axis for each leaf of a tree, from a tree whose leaves may stand for branches."""
    found: list[int | None] = []

    def collect(axis: Any, branch: Tree) -> None:
        if axis is None or isinstance(axis, int):
            found.extend([axis] * len(flatten_tree(branch)[0]))
        elif isinstance(axis, tuple | list) and isinstance(branch, tuple | list):
            if len(axis) != len(branch):
                raise ValueError(
                    f"ivy.vmap: expected {option} to be structured as the arrays, got {axes!r}"
                )
            for a, b in zip(axis, branch, strict=True):
                collect(a, b)
        elif isinstance(axis, dict) and isinstance(branch, dict) and axis.keys() == branch.keys():
            for key in sorted(branch):  # as optree orders them
                collect(axis[key], branch[key])
        else:
            raise ValueError(
                f"ivy.vmap: expected {option} to be structured as the arrays, got {axes!r}"
            )

    collect(axes, tree)
    if option == "out_axes" and None in found:
        raise ValueError(f"ivy.vmap: expected integers for out_axes, got {axes!r}")
    return found


# -- what is known -------------------------------------------------------------------------------


class Interpreted(Exception):
    """A function that a framework records gave an array of a tape, which was not passed to it."""


def _innermost(x: Array) -> Array:
    while isinstance(x.data, Array):
        x = x.data
    return x


def _flow(arrays: Sequence[Array]) -> Any:
    """Return the backend's control flow where the framework compiles; None where values are known.

    A recorder's arrays count as known: its own error says that a value was asked for.
    """
    inner = [_innermost(x) for x in arrays]
    core = backends.core(inner[0].NAME if inner else backends.current_backend())
    if not hasattr(core, "control_flow") or any(x.RANK for x in inner):
        return None
    if core.is_compiling() or not all(core.has_values(x.data) for x in inner):
        return core.control_flow
    return None


def is_recorded(arrays: Sequence[Array]) -> bool:
    """Return whether a framework's compiler records what is done, so that `scan` is its own."""
    return _flow(arrays) is not None


def _condition(op: str, value: Any) -> Array:
    array = _array(value)
    if array.shape != ():
        raise ValueError(
            f"ivy.{op}: expected a condition of shape (), got shape {array.shape}; "
            "use ivy.any or ivy.all, or ivy.where for a choice element by element"
        )
    return array


def _number(op: str, name: str, value: Any) -> Any:
    """Return an integer, or an integer array of shape ``()``."""
    given = lift(value)
    if isinstance(given, Array):
        if given.shape == () and given.dtype.category in ("signed integer", "unsigned integer"):
            return given
        got = f"an array of shape {given.shape} and dtype {given.dtype}"
    elif hasattr(given, "__index__") and not isinstance(given, bool):
        return given.__index__()
    else:
        got = repr(value)
    raise TypeError(
        f"ivy.{op}: expected an integer or an integer array of shape (), got {name}={got}"
    )


def _common_length(op: str, arrays: Sequence[Array], length: int | None) -> int:
    if any(not x.shape for x in arrays):
        raise ValueError(f"ivy.{op}: expected arrays with an axis to slice, got shape ()")
    lengths = {x.shape[0] for x in arrays} | ({length} if length is not None else set())
    if len(lengths) > 1:
        raise ValueError(f"ivy.{op}: expected one length of the axis, got {sorted(lengths)}")
    if not lengths:
        raise ValueError(f"ivy.{op}: expected arrays, or length=, got neither")
    return lengths.pop()


class _State:
    """The state of a loop: arrays of which structure, shapes and dtypes stay as they are."""

    def __init__(self, op: str, init: Tree) -> None:
        self.op = op
        leaves, self.tree = flatten_tree(init)
        self.leaves = _arrays(leaves)
        self.kinds = [(x.shape, x.dtype) for x in self.leaves]

    def tree_of(self, leaves: Sequence[Array]) -> Tree:
        return unflatten_tree(self.tree, leaves)

    def beside(self, number: int) -> Array:
        """Return an int64 array on the backend of the state."""
        array = _array(number, self.leaves[0] if self.leaves else None)
        return array if array.dtype == "int64" else array.astype("int64")

    def taken(self, result: Tree) -> list[Array]:
        """Return the leaves of a next state, which must be like this one."""
        leaves, tree = flatten_tree(result)
        if tree != self.tree:
            raise TypeError(
                f"ivy.{self.op}: expected a state structured as {self.tree!r}, got {tree!r}"
            )
        leaves = _arrays(leaves, self.leaves)
        for i, (x, (shape, dtype)) in enumerate(zip(leaves, self.kinds, strict=True)):
            if x.shape != shape or x.dtype is not dtype:
                where = _paths(self.tree)[i]
                raise TypeError(
                    f"ivy.{self.op}: expected a state{where} of shape {shape} and dtype {dtype}, "
                    f"as at the start, got shape {x.shape} and dtype {x.dtype}"
                )
        return leaves

    def taken_with(self, result: Any, results: _Results) -> list[Array]:
        """Return the leaves of a next carry, and keep the result beside it."""
        if not isinstance(result, tuple | list) or len(result) != 2:
            raise TypeError(
                f"ivy.{self.op}: expected a function that returns (carry, result), "
                f"got {type(result).__name__}"
            )
        carry, y = result
        results.add(self.op, y, self.leaves)
        return self.taken(carry)


class _Slices:
    """What a scan runs over."""

    def __init__(self, op: str, xs: Tree, length: int | None) -> None:
        leaves, self.tree = flatten_tree(xs)
        self.leaves = _arrays(leaves)
        self.length = _common_length(op, self.leaves, length)

    def tree_of(self, leaves: Sequence[Array]) -> Tree:
        return unflatten_tree(self.tree, leaves)

    def parts(self) -> list[tuple[Array, ...]]:
        if not self.leaves:
            return [()] * self.length
        return list(zip(*[unstack(x) for x in self.leaves], strict=True)) if self.length else []

    def example(self) -> list[Array]:
        """Return a slice of zeros, for where there is none."""
        made = []
        for x in self.leaves:
            with backends.with_backend(x.backend):
                made.append(zeros(x.shape[1:], dtype=x.dtype))
        return made


class _Results:
    """The results of the steps of a loop."""

    def __init__(self) -> None:
        self.steps: list[list[Array]] = []
        self.tree: Any = None

    def add(self, op: str, result: Tree, others: Sequence[Array]) -> None:
        leaves, tree = flatten_tree(result)
        if self.steps and tree != self.tree:
            raise TypeError(
                f"ivy.{op}: expected results of one structure, got {self.tree!r} and {tree!r}"
            )
        self.tree = tree
        self.steps.append(_arrays(leaves, others))

    def stacked(self, reverse: bool) -> Tree:
        steps = self.steps[::-1] if reverse else self.steps
        return unflatten_tree(self.tree, [stack(list(x)) for x in zip(*steps, strict=True)])

    def none(self) -> Tree:
        """Return arrays without elements, of the form of the one result."""
        return unflatten_tree(self.tree, [getitem(stack([x]), slice(0, 0)) for x in self.steps[0]])


# -- compiled ------------------------------------------------------------------------------------


def _natives(arrays: Sequence[Array]) -> list[Any]:
    """Return what a framework's control flow takes and gives."""
    if any(x.RANK for x in arrays):
        raise Interpreted
    return [x.data for x in arrays]


def _branched(
    op: str,
    flow: Any,
    choice: Array,
    branches: Sequence[Callable[..., Tree]],
    operands: tuple[Tree, ...],
) -> Tree:
    leaves, tree = flatten_tree(operands)
    arrays = [x for x in leaves if isinstance(x, Array)]

    def run(branch: Callable[..., Tree], given: Sequence[Array]) -> tuple[list[Any], _Tree]:
        parts = iter(given)
        filled = [next(parts) if isinstance(x, Array) else x for x in leaves]
        return flatten_tree(branch(*unflatten_tree(tree, filled)))

    found: list[tuple[_Tree, list[Any]]] = []

    def compared(branch: Callable[..., Tree], given: Sequence[Array]) -> list[Array]:
        raw, structure = run(branch, given)
        results = _arrays(raw, (*given, choice))
        found.append((structure, [(x.shape, x.dtype) for x in results]))
        if found[-1] != found[0]:
            raise TypeError(
                f"ivy.{op}: expected functions that return the same structure, shapes and dtypes, "
                f"got {found[0][0]!r} of {found[0][1]} and {found[-1][0]!r} of {found[-1][1]}"
            )
        return results

    if flow.KEEPS_NOTHING:
        # torch's compiler lets the functions tell nothing but their results, and make nothing that
        # is made once. So they run here too; what that computes is left out.
        for b in branches:
            compared(b, arrays)
        # Numbers become arrays without a look at the settings, which the compiler cannot follow.
        core = _innermost(choice).CORE
        dtypes = [core.DTYPES[dtype.name] for _, dtype in found[0][1]]

        def plain(branch: Callable[..., Tree], given: Sequence[Array]) -> list[Array]:
            raw, _ = run(branch, given)
            return [
                x if isinstance(x, Array) else lift(core.scalar(x, d, None))
                for x, d in zip(raw, dtypes, strict=True)
            ]

        functions = [lambda *given, b=b: plain(b, given) for b in branches]
        return unflatten_tree(found[0][0], _choose(op, flow, choice, functions, arrays))
    functions = [lambda *given, b=b: compared(b, given) for b in branches]
    results = _choose(op, flow, choice, functions, arrays)
    return unflatten_tree(found[0][0], results)


def _choose(
    op: str,
    flow: Any,
    choice: Array,
    functions: Sequence[Callable[..., list[Array]]],
    operands: Sequence[Array],
) -> list[Array]:
    """Return what one of several functions of arrays gives, in compiled code.

    An interpreter that takes part has `through`, which runs the same on the arrays inside it.
    """
    try:
        return _chosen(op, flow, choice, functions, operands)
    except Interpreted:
        raise UnsupportedError(
            f"ivy.{op}: a function took an array from elsewhere that derivatives are being taken "
            "of; in compiled code, pass it as an operand"
        ) from None


def _chosen(
    op: str,
    flow: Any,
    choice: Array,
    functions: Sequence[Callable[..., list[Array]]],
    operands: Sequence[Array],
) -> list[Array]:
    cls = agree(op, *operands) if operands else type(choice)
    if hasattr(cls, "through"):
        if flow.KEEPS_NOTHING:
            raise UnsupportedError(
                f"ivy.{op}: torch's compiler cannot record Ivy's derivative of a condition; "
                "take torch's own, or choose element by element with ivy.where"
            )
        run = functools.partial(_chosen, op, flow, choice)
        through: list[Array] = cls.through(op, run, functions, operands)
        return through

    def native(function: Callable[..., list[Array]]) -> Callable[..., Any]:
        return lambda *given: tuple(_natives(function(*builtins.map(lift, given))))

    index = _natives([_innermost(choice)])[0]
    out = flow.branch(index, [native(f) for f in functions], _natives(operands))
    return [lift(x) for x in out]


def _compiled_while(
    flow: Any,
    state: _State,
    leaves: list[Array],
    cond_fun: Callable[[Tree], Any],
    body_fun: Callable[[Tree], Tree],
) -> list[Array]:
    def goes_on(*given: Any) -> Any:
        tree = state.tree_of([lift(x) for x in given])
        return _natives([_condition(state.op, cond_fun(tree))])[0]

    def body(*given: Any) -> tuple[Any, ...]:
        return tuple(_natives(state.taken(body_fun(state.tree_of([lift(x) for x in given])))))

    if flow.KEEPS_NOTHING:  # see `_branched`
        state.taken(body_fun(state.tree_of(leaves)))
    try:
        return [lift(x) for x in flow.while_loop(goes_on, body, _natives(leaves))]
    except Interpreted:
        raise UnsupportedError(
            f"ivy.{state.op}: the number of steps is not known in compiled code, and so is no "
            "derivative; use ivy.fori_loop or ivy.scan with a length that is known, or the "
            "framework's own derivative"
        ) from None


def _compiled_scan(
    flow: Any,
    state: _State,
    slices: _Slices,
    f: Callable[[Tree, Tree], tuple[Tree, Tree]],
    reverse: bool,
) -> tuple[Tree, Tree]:
    count = len(state.leaves)
    trees: list[Any] = []

    def step(carry: Sequence[Any], part: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        results = _Results()
        given = state.tree_of([lift(x) for x in carry])
        result = f(given, slices.tree_of([lift(x) for x in part]))
        leaves = state.taken_with(result, results)
        trees.append(results.tree)
        return tuple(_natives(leaves)), tuple(_natives(results.steps[0]))

    carry, ys = flow.scan(
        step,
        tuple(_natives(state.leaves)),
        tuple(_natives(slices.leaves)),
        slices.length,
        reverse,
    )
    assert len(carry) == count
    return state.tree_of([lift(x) for x in carry]), unflatten_tree(trees[0], [lift(x) for x in ys])


def _vectorise(
    op: str, function: Callable[..., list[Array]], arrays: Sequence[Array]
) -> list[Array]:
    """Return the results of a function for all slices along the first axis, with that axis."""
    core = backends.core(_innermost(arrays[0]).NAME)
    if hasattr(core, "control_flow") and agree(op, *arrays).RANK != 1:
        try:
            return _at_once(op, [function], arrays)
        except Interpreted:
            pass  # the function takes arrays from elsewhere that derivatives are taken of
    slices = _Slices(op, list(arrays), None)
    steps = [function(*part) for part in slices.parts()]
    if not steps:  # what a result looks like is known only from one
        return [getitem(stack([x]), slice(0, 0)) for x in function(*slices.example())]
    return [stack(list(x)) for x in zip(*steps, strict=True)]


def _at_once(
    op: str, functions: Sequence[Callable[..., list[Array]]], arrays: Sequence[Array]
) -> list[Array]:
    cls = agree(op, *arrays)
    if hasattr(cls, "through"):
        through: list[Array] = cls.through(op, functools.partial(_at_once, op), functions, arrays)
        return through
    (function,) = functions

    def native(*given: Any) -> tuple[Any, ...]:
        return tuple(_natives(function(*builtins.map(lift, given))))

    flow = cls.CORE.control_flow
    return [lift(x) for x in flow.vmap(native, _natives(arrays))]


# -- running results -----------------------------------------------------------------------------


def _running(
    combined: Callable[[list[Array], list[Array]], list[Array]], arrays: list[Array]
) -> list[Array]:
    """Return the running results along the first axis: of pairs first, then of what is between."""
    count = arrays[0].shape[0]
    if count < 2:
        return arrays
    pairs = combined(_every(arrays, 0, count - 1, 2), _every(arrays, 1, count, 2))
    odd = _running(combined, pairs)
    even = _every(arrays, 0, 1, 1)
    if count > 2:
        before = odd if count % 2 else _every(odd, 0, count // 2 - 1, 1)
        later = combined(before, _every(arrays, 2, count, 2))
        even = [concat([a, b]) for a, b in zip(even, later, strict=True)]
    return [_interleaved(a, b) for a, b in zip(even, odd, strict=True)]


def _every(arrays: list[Array], start: int, stop: int, step: int) -> list[Array]:
    return [getitem(x, slice(start, stop, step)) for x in arrays]


def _interleaved(even: Array, odd: Array) -> Array:
    count = odd.shape[0]
    pairs = stack([getitem(even, slice(0, count)), odd], axis=1)
    both = reshape(pairs, (2 * count, *odd.shape[1:]))
    return both if even.shape[0] == count else concat([both, getitem(even, slice(count, None))])
