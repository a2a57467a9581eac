"""Memory that values share: what may alias what, and whether a write is seen elsewhere.

Arrays of the source can be changed in place, and names, containers and callers that share the
memory see it. A converted write only gives one name another array, so it is right only where nobody
else looks at the memory afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import libcst as cst
from libcst.metadata import CodeRange

from ivy.transpiler.types import ELSEWHERE, Root, Value

# Functions and methods whose result may share memory with an argument. All others that are lowered
# make new arrays.
SHARING = frozenset(
    [
        *("view", "view_as", "reshape", "reshape_as", "flatten", "unflatten", "ravel"),
        *("transpose", "swapaxes", "swapdims", "permute", "movedim", "moveaxis", "t", "adjoint"),
        *("T", "mT", "H", "mH", "data", "real", "imag", "detach", "contiguous", "conj"),
        *("squeeze", "unsqueeze", "expand", "expand_as", "broadcast_to", "broadcast_tensors"),
        *("narrow", "select", "split", "chunk", "unbind", "tensor_split", "hsplit", "vsplit"),
        *("dsplit", "diagonal", "unfold", "as_strided", "resolve_conj", "resolve_neg"),
        *("to", "type", "type_as", "float", "double", "half", "bfloat16", "int", "long", "short"),
        *("char", "byte", "bool", "cpu", "cuda", "positive", "as_tensor", "asarray", "from_numpy"),
        *("numpy", "atleast_1d", "atleast_2d", "atleast_3d", "meshgrid", "view_as_real"),
        *("view_as_complex", "dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout"),
        *("feature_alpha_dropout", "identity", "requires_grad_", "__getitem__"),
    ]
)


def is_in_place(name: str) -> bool:
    """Return whether a function of the source changes its first argument, by its name.

    Examples
    --------
    >>> is_in_place("mul_"), is_in_place("__mul__")
    (True, False)
    """
    return name.endswith("_") and not name.endswith("__") and name != "requires_grad_"


@dataclass
class State:
    """What is known at a point of a function: values of names, and memory seen elsewhere."""

    names: dict[str, Value] = field(default_factory=dict)
    escaped: set[Root] = field(default_factory=set)
    # Whether the point can be reached at all.
    alive: bool = True

    def copy(self) -> State:
        """Return a state that can change on its own."""
        return State(dict(self.names), set(self.escaped), self.alive)

    def join(self, other: State) -> State:
        """Return what holds where two ways meet."""
        if not self.alive:
            return other.copy()
        if not other.alive:
            return self.copy()
        names = dict(self.names)
        for name, value in other.names.items():
            names[name] = names[name].join(value) if name in names else value
        return State(names, self.escaped | other.escaped)

    def same(self, other: State) -> bool:
        """Return whether two states say the same."""
        return (
            self.alive == other.alive
            and self.names == other.names
            and self.escaped == other.escaped
        )

    def allocate(self, root: Root) -> frozenset[Root]:
        """Return the memory of a new array, made at a place of the source.

        What the same place made before, in an earlier turn of a loop, is another array.
        """
        old: Root = ("earlier", root[1])
        if root in self.escaped:
            self.escaped.discard(root)
            self.escaped.add(old)
        for name, value in self.names.items():
            if root in value.roots:
                self.names[name] = _renamed(value, root, old)
        return frozenset([root])

    def escape(self, roots: Iterable[Root]) -> None:
        """Let memory be seen by somebody else than the names: a container, an object, a caller."""
        self.escaped.update(roots)


def _renamed(value: Value, root: Root, old: Root) -> Value:
    if root not in value.roots:
        return value
    items = value.items
    return replace(
        value,
        roots=(value.roots - {root}) | {old},
        items=None if items is None else tuple(_renamed(v, root, old) for v in items),
        element=None if value.element is None else _renamed(value.element, root, old),
    )


class Reads(cst.CSTVisitor):
    """Where a function reads its names, so that a name can be known to be read no more.

    Every read behind a place counts, and inside a loop every read of the loop.
    """

    def __init__(self, positions: Mapping[cst.CSTNode, CodeRange]) -> None:
        super().__init__()
        self._positions = positions
        self._reads: dict[str, list[tuple[int, int]]] = {}
        self._loops: list[CodeRange] = []
        self._inner: set[str] = set()
        self._depth = 0

    def visit_Name(self, node: cst.Name) -> None:
        start = self._positions[node].start
        self._reads.setdefault(node.value, []).append((start.line, start.column))
        if self._depth > 1:
            self._inner.add(node.value)

    def visit_Attribute(self, node: cst.Attribute) -> bool:
        node.value.visit(self)
        return False

    def visit_Arg(self, node: cst.Arg) -> bool:
        node.value.visit(self)
        return False

    def visit_Param(self, node: cst.Param) -> bool:
        if node.default is not None:
            node.default.visit(self)
        return False

    def visit_AssignTarget(self, node: cst.AssignTarget) -> bool:
        return not isinstance(node.target, cst.Name)

    def visit_For(self, node: cst.For) -> None:
        self._loops.append(self._positions[node])

    def visit_While(self, node: cst.While) -> None:
        self._loops.append(self._positions[node])

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self._depth += 1

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:
        self._depth -= 1

    def visit_Lambda(self, node: cst.Lambda) -> None:
        self._depth += 1

    def leave_Lambda(self, original_node: cst.Lambda) -> None:
        self._depth -= 1

    def after(self, name: str, place: CodeRange) -> bool:
        """Return whether a name may be read after a statement."""
        if name in self._inner:
            return True
        spots = self._reads.get(name, ())
        if any(s >= (place.end.line, place.end.column) for s in spots):
            return True
        for loop in self._loops:
            if (loop.start.line, loop.start.column) <= (place.start.line, place.start.column) and (
                place.end.line,
                place.end.column,
            ) <= (loop.end.line, loop.end.column):
                inside = [
                    s
                    for s in spots
                    if (loop.start.line, loop.start.column) <= s
                    and s < (place.start.line, place.start.column)
                ]
                if inside:
                    return True
        return False


def seen_elsewhere(
    state: State, name: str, value: Value, reads: Reads, place: CodeRange, rebound: frozenset[str]
) -> str:
    """Return who else sees a write to the memory of a name; empty if nobody does.

    Parameters
    ----------
    state
        What is known before the statement.
    name, value
        The name that is written through, and what it is.
    reads
        The reads of the function.
    place
        The statement.
    rebound
        Names that the statement gives new values.
    """
    for kind, detail in sorted(value.roots, key=repr):
        if kind == "parameter":
            return f"the array that the caller passed as `{detail}`"
        if kind == "state":
            return f"`{detail}`, which the object keeps"
        if kind == ELSEWHERE[0]:
            return "an array that other code may hold"
    if value.roots & state.escaped:
        return "a container, an object or another function that holds it"
    for other, its in sorted(state.names.items()):
        if other in (name, *rebound) or not its.roots & value.roots:
            continue
        if reads.after(other, place):
            return f"`{other}`, which shares its memory"
    return ""
