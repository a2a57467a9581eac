"""Reverse-mode derivatives as an interpreter: arrays that know what they were made of.

A `TapeArray` is an inner array, of a backend or of another interpreter, and a `Node`. Operations on
it run on the inner array and write a node; `backward` walks the nodes from the latest to the
first. What the tape keeps, and how gradients are passed on, is said by rules: see `rules`.
"""

from __future__ import annotations

import builtins
import copy
import types
from collections.abc import Callable, Sequence
from itertools import count
from operator import attrgetter
from typing import Any, ClassVar

from ivy.array import Array, new
from ivy.dtypes import CATEGORIES, FLOAT8, DType
from ivy.errors import UnsupportedError
from ivy.functional._op import PLAIN, Spec, build_composite, find
from ivy.functional.data_type import astype
from ivy.functional.elementwise import add, real
from ivy.functional.manipulation import reshape
from ivy.functional.statistical import sum

# A gradient: an array; of an operation with several results, those of the results that have one.
Gradient = Any
_next = count().__next__


class Node:
    """What the tape knows of one array: the arrays it was made of, and what its rule needs.

    Attributes
    ----------
    rule
        The rule of the operation; None for a leaf.
    parents
        The nodes of the array arguments; None for those without derivative.
    saved
        The values that the rule keeps; None once they have been used up.
    seq
        Nodes are numbered as they are made, so an array's number is above those of its parents.
    shape, dtype
        Those of the array.
    owner
        Called with the gradient of a leaf, see `leaf`.
    hooks
        None, or callables that get the gradient when all of it is there, in order. What one
        returns, unless None, takes the place of the gradient.
    """

    __slots__ = (
        *("__weakref__", "dtype", "hooks", "owner", "parents", "rule", "saved", "seq", "shape"),
    )

    rule: Rule | None
    parents: tuple[Node | None, ...]
    saved: Any
    seq: int
    shape: tuple[int, ...]
    dtype: DType
    owner: Callable[[Array], Any] | None
    hooks: list[Callable[[Array], Array | None]] | None


class TapeArray(Array):
    """An array that derivatives can be taken with respect to.

    `data` is the inner array, which computes; `node` is its place on the tape.
    """

    __slots__ = ("node",)

    NAME: ClassVar[str] = "tape"
    RANK: ClassVar[int] = 2

    data: Array
    node: Node

    def __init__(self, data: Array, node: Node) -> None:
        self.data = data
        self.node = node

    @property
    def native(self) -> Any:
        """The framework's own array, of which the tape knows nothing."""
        return self.data.native

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
        return self.node.shape

    @property
    def dtype(self) -> DType:
        """The data type of the elements."""
        return self.node.dtype

    @property
    def device(self) -> str:
        """The device that holds the elements."""
        return self.data.device

    @property
    def backend(self) -> str:
        """The name of the backend that holds the elements."""
        return self.data.backend

    @classmethod
    def build(cls, spec: Any) -> Callable[..., Any]:
        """Return ``op_NAME``: by the operation's rule, by its body, or off the tape."""
        from ivy.autodiff import rules  # they need this module, and only a first use needs them

        by_param = rules.RULES.get(spec.name)
        if by_param is not None:
            return _recorder(spec, Rule(spec, by_param))
        if spec.name in rules.WITHOUT_DERIVATIVE:
            return _leaver(spec)
        if spec.body is not None:
            return build_composite(spec)
        raise UnsupportedError(
            f"ivy.{spec.name}: expected an operation with a derivative, and this one has no rule; "
            "pass ivy.stop_gradient(x) to take x for a constant"
        )

    @classmethod
    def through(
        cls,
        op: str,
        run: Callable[..., list[Array]],
        functions: Sequence[Callable[..., list[Array]]],
        operands: Sequence[Array],
    ) -> list[Array]:
        """Return ``run(functions, operands)``, run below the tape, with a derivative."""
        from ivy.autodiff.control_flow import through  # it needs this module

        return through(op, run, functions, operands)

    def to_numpy(self) -> Any:
        """Return the elements as a NumPy array, of which the tape knows nothing."""
        return self.data.to_numpy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        raise TypeError(
            "ivy: a NumPy function got an array that derivatives are being taken of; "
            "use Ivy's function, or pass ivy.stop_gradient(x) to take it for a constant"
        )

    def __dlpack__(self, **options: Any) -> Any:
        raise TypeError(
            "ivy: another library asked for an array that derivatives are being taken of; "
            "pass ivy.stop_gradient(x) to take it for a constant"
        )

    def __repr__(self) -> str:
        return f"Tape{self.data!r}"

    def __copy__(self) -> Array:
        return TapeArray(self.data, self.node)

    def __deepcopy__(self, memo: Any) -> Array:
        return TapeArray(copy.deepcopy(self.data, memo), self.node)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(
            "ivy: an array that derivatives are being taken of cannot be pickled; "
            "pickle ivy.stop_gradient(x)"
        )

    def become(self, other: Array) -> Array:
        """Take the value of another array, and its place on the tape."""
        if not isinstance(other, TapeArray):  # a constant from now on
            other = leaf(other)
        super().become(other)
        self.node = other.node
        return self


def leaf(array: Array, owner: Callable[[Array], Any] | None = None) -> TapeArray:
    """Return an array on the tape that was made of nothing.

    Parameters
    ----------
    array
        A floating or complex array that is not on the tape. It is not copied.
    owner
        Called with the gradient by a `backward` that is given no `wanted`.
    """
    return TapeArray(array, _node(None, (), (), array, owner))


def identity(x: TapeArray) -> TapeArray:
    """Return `x` with a node of its own, so that a derivative can stop here."""
    return TapeArray(x.data, _node(IDENTITY, (x.node,), (), x.data, None))


def inner(x: Any) -> Any:
    """Return the array inside an array on the tape; everything else as it is."""
    return x.data if type(x) is TapeArray else x


def is_differentiable(dtype: DType) -> bool:
    """Return whether arrays of a dtype have derivatives."""
    return dtype in CATEGORIES["floating"] or dtype in FLOAT8


def _node(
    rule: Rule | None,
    parents: tuple[Node | None, ...],
    saved: Any,
    array: Array,
    owner: Callable[[Array], Any] | None,
) -> Node:
    node = new(Node)
    node.rule = rule
    node.parents = parents
    node.saved = saved
    node.seq = _next()
    node.shape = array.shape
    node.dtype = array.dtype
    node.owner = owner
    node.hooks = None
    return node


# -- recording -----------------------------------------------------------------------------------

# Where a kept value comes from, if not from the array argument of that number.
OUT, ALL, OTHER = -1, -2, -3


class Rule:
    """How gradients pass an operation: a function for each array argument.

    A function is called with the gradient of the result and what its other parameters name:
    arguments and options of the operation, ``out`` (the result), ``out_shape``, and ``x_shape`` and
    ``x_device``, those of the argument `x` that the function is for. For a sequence of arrays it is
    called once for each, and may name ``position`` (which one it is) and ``arrays_shapes`` (of
    all). Of an operation with several results, the gradient is a dict by number of result.
    """

    __slots__ = ("fns", "frees", "keep", "name", "sources", "users")

    def __init__(self, spec: Spec, by_param: dict[str, Callable[..., Any] | None]) -> None:
        self.name = spec.name
        arrays = [p.name for p in spec.arrays]
        kinds = {p.name: p.kind for p in spec.params}
        # The names of what is kept, and the arguments whose gradients need it.
        self.keep: list[str] = []
        self.users: dict[str, list[int]] = {}
        self.fns: list[Callable[..., Any] | None] = []
        for i, name in enumerate(arrays):
            fn = by_param[name]
            self.fns.append(None if fn is None else self._adapter(fn, name, i))
        self.sources = tuple(
            OUT
            if n == "out"
            else ALL
            if kinds.get(n) == "sequence"
            else arrays.index(n)
            if n in arrays
            else OTHER
            for n in self.keep
        )
        # Whether it keeps arrays, which are freed when they have been used.
        self.frees = any(s != OTHER for s in self.sources)

    def _adapter(self, fn: Callable[..., Any], name: str, i: int) -> Callable[..., Any]:
        code = fn.__code__
        given = ["g"]
        for used in code.co_varnames[1 : code.co_argcount]:
            if used == f"{name}_shape":
                given.append("parent.shape")
            elif used == "out_shape":
                given.append("node.shape")
            elif used == "position":
                given.append("position")
            else:
                if used not in self.keep:
                    self.keep.append(used)
                self.users.setdefault(used, []).append(i)
                given.append(f"saved[{self.keep.index(used)}]")
        source = f"def a(g, saved, node, parent, position):\n    return fn({', '.join(given)})\n"
        adapter: Callable[..., Any] = _compiled(source, "a", {"fn": fn})
        return adapter


def _compiled(source: str, name: str, space: dict[str, Any]) -> Any:
    module = compile(source, f"<ivy tape: {name}>", "exec")
    code = next(c for c in module.co_consts if isinstance(c, types.CodeType))
    # C code that imports, as torch's does, looks for the builtins of whoever called it.
    fn = types.FunctionType(code, {"__builtins__": vars(builtins), **space}, name)
    # tf.function shall not try to convert generated code, which has no source to read.
    fn.autograph_info__ = {}  # type: ignore[attr-defined]
    return fn


class Held:
    """An argument that is not on the tape, with its value when it was kept: ``+=`` changes it."""

    __slots__ = ("array", "data")

    def __init__(self, array: Array) -> None:
        self.array = array
        self.data = array.data


def _hold(value: Any) -> Any:
    """Return what to keep of an argument that is not on the tape, or of an index."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is tuple or kind is list:  # an index in a list is an array, in a tuple one of several
        return kind([_hold(v) for v in value])
    return Held(value) if isinstance(value, Array) else value


def _hold_all(values: list[Any], parents: tuple[Node | None, ...]) -> Any:
    return [v if p is not None else _hold(v) for v, p in zip(values, parents, strict=True)]


def _call(spec: Spec, values: dict[str, str]) -> str:
    parts = []
    for p in spec.params:
        value = values.get(p.name, p.name)
        parts.append(f"{p.name}={value}" if p.keyword_only else value)
    return f"call({', '.join(parts)})"


def _recorder(spec: Spec, rule: Rule) -> Callable[..., Any]:
    """Return ``op_NAME`` that runs an operation on the inner arrays and writes a node."""
    arrays = spec.arrays
    lines = []
    parents = []
    for i, p in enumerate(arrays):
        if p.kind == "sequence":
            lines += [
                f"    v{i} = [inner(a) for a in {p.name}]",
                f"    parents = tuple([a.node if type(a) is T else None for a in {p.name}])",
            ]
        elif rule.fns[i] is None:
            lines.append(f"    v{i} = {p.name}.data if type({p.name}) is T else {p.name}")
            parents.append("None")
        else:
            lines += [
                f"    if type({p.name}) is T:",
                f"        v{i} = {p.name}.data; p{i} = {p.name}.node",
                "    else:",
                f"        v{i} = {p.name}; p{i} = None",
            ]
            parents.append(f"p{i}")
    lines.append(f"    out = {_call(spec, {p.name: f'v{i}' for i, p in enumerate(arrays)})}")
    if "None" in parents:  # the arrays on the tape may all be arguments without derivative
        live = " and ".join(f"{p} is None" for p in parents if p != "None")
        lines += [f"    if {live or 'True'}:", "        return out"]
    if any(p.kind == "dtype" for p in spec.params):
        lines += ["    if not is_differentiable(out.dtype):", "        return out"]
    if parents:
        lines.append(f"    parents = ({', '.join(parents)},)")
    if spec.returns != "array":
        lines.append("    out = tuple(out)")
    lines += [
        "    node = new(Node); node.rule = rule; node.parents = parents; node.seq = seq()",
        f"    node.saved = ({''.join(_kept(spec, rule, name) + ', ' for name in rule.keep)})",
        "    node.owner = node.hooks = None",
    ]
    if spec.returns == "array":
        lines += [
            *_described(spec),
            "    r = new(T); r.data = out; r.node = node",
            "    return r",
        ]
    else:
        lines.append("    results = [result(node, i, o) for i, o in enumerate(out)]")
        form = "results" if spec.returns == "list" else "tuple(results)"
        lines.append(f"    return {form if spec.returns_class is None else 'named(*results)'}")
    everything = ", ".join(p.name for p in spec.params)
    name = f"op_{spec.name}"
    recorder: Callable[..., Any] = _compiled(
        f"def {name}({everything}):\n" + "\n".join(lines) + "\n",
        name,
        {
            "new": new,
            "seq": _next,
            "T": TapeArray,
            "REAL": (int, float),
            "Node": Node,
            "rule": rule,
            "call": spec.call,
            "inner": inner,
            "hold": _hold,
            "hold_all": _hold_all,
            "is_differentiable": is_differentiable,
            "result": _result,
            "named": spec.returns_class,
        },
    )
    return recorder


def _described(spec: Spec) -> list[str]:
    """The lines that give a node shape and dtype, from its parents where that is the same."""
    ask = "node.shape = out.shape; node.dtype = out.dtype"
    if spec.chapter not in ("elementwise", "activations") or spec.result != "same":
        return [f"    {ask}"]
    if len(spec.arrays) == 1:
        return ["    node.shape = p0.shape; node.dtype = p0.dtype"]
    if spec.rank != "elementwise":
        return [f"    {ask}"]
    return [
        "    if p1 is None and type(v1) in REAL:",
        "        node.shape = p0.shape; node.dtype = p0.dtype",
        "    elif p0 and p1 and p0.shape == p1.shape and p0.dtype is p1.dtype:",
        "        node.shape = p0.shape; node.dtype = p0.dtype",
        "    else:",
        f"        {ask}",
    ]


def _kept(spec: Spec, rule: Rule, name: str) -> str:
    """The expression for one value that the tape keeps."""
    if name == "out":
        return "out"
    arrays = [p.name for p in spec.arrays]
    if name.endswith("_device"):
        return f"v{arrays.index(name.removesuffix('_device'))}.device"
    if name.endswith("_shapes"):
        return f"[v.shape for v in v{arrays.index(name.removesuffix('_shapes'))}]"
    if name not in arrays:
        is_key = any(p.name == name and p.kind == "key" for p in spec.params)
        return f"hold({name})" if is_key else name
    i = arrays.index(name)
    if spec.arrays[i].kind == "sequence":
        return f"hold_all(v{i}, parents)"
    kept = f"(v{i} if p{i} is not None else hold(v{i}))" if rule.fns[i] else f"hold(v{i})"
    readers = rule.users[name]
    if len(readers) == len([fn for fn in rule.fns if fn is not None]):
        return kept  # one of them is on the tape, or nothing would be recorded
    return f"({kept} if {' or '.join(f'p{r} is not None' for r in readers)} else None)"


def _leaver(spec: Spec) -> Callable[..., Any]:
    """Return ``op_NAME`` of an operation without derivative, whose result is not on the tape."""
    values = {
        p.name: f"[inner(a) for a in {p.name}]" if p.kind == "sequence" else f"inner({p.name})"
        for p in spec.arrays
    }
    everything = ", ".join(p.name for p in spec.params)
    source = f"def op_{spec.name}({everything}):\n    return {_call(spec, values)}\n"
    leaver: Callable[..., Any] = _compiled(
        source, f"op_{spec.name}", {"call": spec.call, "inner": inner}
    )
    return leaver


def _result(node: Node, i: int, array: Array) -> Array:
    """Return one of several results: on the tape, below the node of the operation."""
    if not is_differentiable(array.dtype):
        return array
    return TapeArray(array, _node(RESULT, (node,), i, array, None))


def _sentinel(name: str, passes: Callable[..., Any] | None) -> Rule:
    rule = new(Rule)
    rule.name, rule.fns, rule.frees = name, [passes], False
    rule.keep, rule.users, rule.sources = [], {}, ()
    return rule


# The node of one of several results, whose `saved` says which; and that of `identity`.
RESULT = _sentinel("result", None)
IDENTITY = _sentinel("identity", lambda g, saved, node, parent, position: g)


# -- the way back --------------------------------------------------------------------------------


def backward(
    root: TapeArray,
    seed: Array,
    *,
    wanted: Sequence[Node] | None = None,
    create_graph: bool = False,
    retain_graph: bool = False,
) -> dict[Node, Array]:
    """Pass a gradient from an array back to what it was made of.

    Nodes are visited from the latest to the first; hooks get the whole gradient of their node.

    Parameters
    ----------
    root
        Where to start.
    seed
        The gradient with respect to `root`, of its shape.
    wanted
        The nodes whose gradients are returned; only what leads to them is computed. Without it,
        the owner of each leaf is called with the gradient of the leaf.
    create_graph
        Whether the gradients are on the tape themselves where they depend on something that is.
        It implies `retain_graph`.
    retain_graph
        Whether what the tape keeps stays for another time; otherwise it is freed on the way.

    Returns
    -------
    dict[Node, Array]
        The gradient of each wanted node that `root` depends on.

    Raises
    ------
    RuntimeError
        The tape has been used up, or a kept value was overwritten in place.
    """
    if seed.shape != root.shape:
        raise ValueError(
            f"ivy: expected a seed of shape {root.shape} for backward, got shape {seed.shape}"
        )
    retain = retain_graph or create_graph
    targets = None if wanted is None else set(wanted)
    nodes, useful = _nodes_to(root.node, targets)
    gradients: dict[Node, Gradient] = {
        root.node: fit(seed if create_graph else inner(seed), root.node)
    }
    found: dict[Node, Array] = {}
    while nodes:  # popped, so that a node that nothing else holds is freed when it is done
        node = nodes.pop()
        g = gradients.pop(node, None)
        if g is None:
            continue
        if node.hooks:
            for hook in node.hooks:
                changed = hook(g)
                g = g if changed is None else changed
        if targets is not None:
            if node in targets:
                found[node] = g
        elif node.owner is not None:
            node.owner(g)
        if node.rule is not None:
            _pass_on(node, node.rule, g, gradients, useful, create_graph, retain)
    return found


def _pass_on(
    node: Node,
    rule: Rule,
    g: Gradient,
    gradients: dict[Node, Gradient],
    useful: set[Node] | None,
    create_graph: bool,
    retain: bool,
) -> None:
    """Add to the gradients of a node's parents what comes from this node."""
    passing = [
        (i, p)
        for i, p in enumerate(node.parents)
        if p is not None and (useful is None or p in useful)
    ]
    if not passing:
        return
    if rule is RESULT:
        of_results = gradients.setdefault(passing[0][1], {})
        old = of_results.get(node.saved)
        of_results[node.saved] = g if old is None else add(old, g)
        return
    saved = _opened(node, rule, create_graph) if rule.keep else ()
    if rule.frees and not retain:
        node.saved = None
    one_for_all = len(rule.fns) == 1  # an argument, or a sequence of them
    for i, parent in passing:
        fn = rule.fns[0 if one_for_all else i]
        assert fn is not None
        gradient = fit(fn(g, saved, node, parent, i), parent)
        old = gradients.get(parent)
        gradients[parent] = gradient if old is None else add(old, gradient)


def _nodes_to(root: Node, targets: set[Node] | None) -> tuple[list[Node], set[Node] | None]:
    """The nodes that a root was made of, the latest last, and those that lead to targets."""
    # What is older than every target cannot lead to one.
    oldest = min((t.seq for t in targets), default=root.seq) if targets is not None else -1
    seen = {root}
    todo = [root]
    while todo:
        for p in todo.pop().parents:
            if p is not None and p not in seen and p.seq >= oldest:
                seen.add(p)
                todo.append(p)
    nodes = sorted(seen, key=attrgetter("seq"))
    if targets is None:
        return nodes, None
    useful: set[Node] = set()
    for node in nodes:
        if node in targets or any(p in useful for p in node.parents):
            useful.add(node)
    return [n for n in nodes if n in useful], useful


def _opened(node: Node, rule: Rule, create_graph: bool) -> list[Any]:
    """The kept values as a rule reads them: on the tape where derivatives of it are asked for."""
    if node.saved is None:
        raise RuntimeError(
            f"ivy.{rule.name}: Trying to backward through the graph a second time, and what the "
            "tape kept has been freed; specify retain_graph=True when calling backward the first "
            "time"
        )
    values = []
    for source, kept in zip(rule.sources, node.saved, strict=True):
        value = _value(kept, rule.name)
        if create_graph and value is not None:
            if source == OUT:
                if isinstance(value, tuple):
                    value = tuple([_result(node, i, v) for i, v in enumerate(value)])
                else:
                    value = TapeArray(value, node)
            elif source == ALL:
                value = [_on_tape(v, p) for v, p in zip(value, node.parents, strict=True)]
            elif source >= 0:
                value = _on_tape(value, node.parents[source])
        values.append(value)
    return values


def _on_tape(value: Any, node: Node | None) -> Any:
    return value if node is None else TapeArray(value, node)


def _value(kept: Any, op: str) -> Any:
    """What was kept, after a look whether it is still the same."""
    kind = type(kept)
    if kind in PLAIN:
        return kept
    if kind is tuple or kind is list:
        return kind([_value(k, op) for k in kept])
    if kind is Held:
        value = _value(kept.array, op)
        if value.data is not kept.data:
            value = copy.copy(value)
            value.data = kept.data
        return value
    if isinstance(kept, Array):
        epoch = getattr(kept, "epoch", None)
        if epoch is not None and epoch.dead:
            raise RuntimeError(
                "one of the variables needed for gradient computation has been modified by an "
                f"inplace operation: an array of shape {kept.shape} that ivy.{op} kept; "
                "write out of place, or to a copy"
            )
    return kept


def fit(g: Array, node: Node) -> Array:
    """Return a gradient in the shape and dtype of its array, of which broadcasting made copies."""
    if g.shape != node.shape:
        g = unbroadcast(g, node.shape)
    if g.dtype is not node.dtype:
        if (g.dtype.category, node.dtype.category) == ("complex floating", "real floating"):
            g = real(g)
        g = astype(g, node.dtype)
    return g


def unbroadcast(g: Array, shape: tuple[int, ...]) -> Array:
    """Return a gradient summed over the axes along which an array of a shape was repeated."""
    extra = len(g.shape) - len(shape)
    assert extra >= 0, f"a gradient of shape {g.shape} for an array of shape {shape}"
    axes = tuple(
        i for i, n in enumerate(g.shape) if i < extra or (shape[i - extra] == 1 and n != 1)
    )
    g = sum(g, axis=axes, keepdims=True)
    return reshape(g, shape) if extra else g


def beside(like: Array, create: Any, *args: Any) -> Array:
    """Return a new constant of the class, dtype and device of another array.

    `create` is a creation operation whose last options are dtype and device, `args` are all its
    other arguments.
    """
    source: Array = inner(like)
    made: Array = find(type(source), create.spec)(*args, source.dtype, source.device)
    return made
