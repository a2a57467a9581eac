"""`Graph`: a recorded function as a list of native calls, which can be checked, printed and run."""

from __future__ import annotations

import importlib
import keyword
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ivy.dtypes import DType
from ivy.tracer.interface import Interface

KINDS = ("input", "constant", "call", "free", "output")


@dataclass(frozen=True)
class Function:
    """A function by the module and the name that it is imported from."""

    module: str
    name: str

    def load(self) -> Callable[..., Any]:
        """Return the function itself."""
        function: Callable[..., Any] = getattr(importlib.import_module(self.module), self.name)
        return function


# Takes one result of a call that has several.
ITEM = Function("operator", "getitem")
# Takes the next key of the random generator, at each run anew.
NEXT_KEY = Function("ivy.functional.random", "next_key")


@dataclass(frozen=True, eq=False)
class Node:
    """A step of a graph.

    Attributes
    ----------
    kind
        ``"input"``, ``"constant"``, ``"call"``, ``"free"`` (arrays end here) or ``"output"``.
    name
        The name of its value in the printed source; no two nodes share one.
    target
        What a call calls.
    args, kwargs
        The arguments of a call, what ends, or what an output returns: nodes, Python values, and
        lists, tuples and slices of them.
    value
        The value of a constant.
    shape, dtype
        Those of the recorded value; None where the node stands for several arrays.
    effect
        Whether a call does more than return a value: it is neither left out nor merged.
    where
        File and line of the user's code that caused it.
    """

    kind: str
    name: str
    target: Function | None = None
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    value: Any = None
    shape: tuple[int, ...] | None = None
    dtype: DType | None = None
    effect: bool = False
    where: tuple[str, int] | None = None

    def __repr__(self) -> str:
        kind = "" if self.shape is None else f": {self.dtype} {self.shape}"
        if self.kind == "output":
            return f"return {_listed(self.args)}"
        if self.kind == "free":
            return f"del {_listed(self.args)}"
        if self.kind != "call":
            return f"{self.name} = {self.kind}{kind}"
        assert self.target is not None
        options = [f"{k}={_shown(v)}" for k, v in self.kwargs.items()]
        given = ", ".join([*map(_shown, self.args), *options])
        return f"{self.name} = {self.target.name}({given}){kind}"

    def arguments(self) -> Iterator[Node]:
        """Return the nodes whose values it takes, in order, one that is taken twice twice."""
        yield from nodes_in(self.args)
        for value in self.kwargs.values():
            yield from nodes_in(value)

    def replaced(self, change: Callable[[Node], Node]) -> Node:
        """Return this node with `change` applied to each node among its arguments."""
        if self.kind not in ("call", "free", "output"):
            return self
        args = tuple([replaced(v, change) for v in self.args])
        kwargs = {k: replaced(v, change) for k, v in self.kwargs.items()}
        if all(
            a is b
            for a, b in zip(nodes_in([*args, *kwargs.values()]), self.arguments(), strict=True)
        ):
            return self
        return replace(self, args=args, kwargs=kwargs)


def nodes_in(value: Any) -> Iterator[Node]:
    """Return the nodes in an argument."""
    if isinstance(value, Node):
        yield value
    elif isinstance(value, list | tuple):
        for v in value:
            yield from nodes_in(v)
    elif isinstance(value, slice):
        yield from nodes_in((value.start, value.stop, value.step))


def replaced(value: Any, change: Callable[[Node], Any]) -> Any:
    """Return an argument with `change` applied to each node in it."""
    if isinstance(value, Node):
        return change(value)
    if type(value) in (list, tuple):
        return type(value)([replaced(v, change) for v in value])
    if isinstance(value, slice):
        return slice(*[replaced(v, change) for v in (value.start, value.stop, value.step)])
    return value


def computed(wanted: Sequence[Node], known: Mapping[Node, Any]) -> list[Any]:
    """Return the values of nodes, by the calls that they come from.

    Raises ``KeyError`` where one comes from an input whose value is not known.
    """
    found = dict(known)

    def value(node: Node) -> Any:
        if node.kind == "constant":
            return node.value
        if node.kind == "call" and node not in found:
            assert node.target is not None
            args = [replaced(v, value) for v in node.args]
            kwargs = {k: replaced(v, value) for k, v in node.kwargs.items()}
            found[node] = node.target.load()(*args, **kwargs)
        return found[node]

    return [value(node) for node in wanted]


def _shown(value: Any) -> str:
    if isinstance(value, Node):
        return value.name
    if type(value) is list:
        return f"[{_listed(value)}]"
    if type(value) is tuple:
        return f"({_listed(value)}{',' if len(value) == 1 else ''})"
    return repr(value)


def _listed(values: Sequence[Any]) -> str:
    return ", ".join(map(_shown, values))


class Graph:
    """A traced function; made by `ivy.trace_graph`.

    Calling it runs the recorded native calls on new arrays of the same shapes and dtypes. It takes
    what the function took, with Ivy's or native arrays, and returns `Array` objects.

    Attributes
    ----------
    name
        The name of the function.
    backend
        The backend that its calls belong to.
    nodes
        The steps in order: inputs, constants and calls, at the end one output.

    Examples
    --------
    >>> import ivy
    >>> graph = ivy.trace_graph(lambda x: ivy.exp(x) + 1, (ivy.zeros(2),))
    >>> graph(ivy.zeros(2))
    Array([2., 2.], dtype=float32, backend='numpy')
    >>> print(graph.source)
    import numpy as np
    <BLANKLINE>
    def graph(x):
        exp_1 = np.exp(x)
        add_1 = np.add(exp_1, 1)
        return add_1
    <BLANKLINE>
    """

    def __init__(
        self, name: str, backend: str, nodes: Sequence[Node], interface: Interface
    ) -> None:
        self.name = name
        self.backend = backend
        self.nodes = tuple(nodes)
        self.interface = interface
        self._program: Any = None

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The nodes of the arrays that are passed in."""
        return tuple([n for n in self.nodes if n.kind == "input"])

    @property
    def outputs(self) -> tuple[Node, ...]:
        """The nodes of the arrays that are returned."""
        return tuple(nodes_in(self.nodes[-1].args))

    @property
    def calls(self) -> tuple[Node, ...]:
        """The nodes that compute."""
        return tuple([n for n in self.nodes if n.kind == "call"])

    @property
    def source(self) -> str:
        """The program as Python source: native calls only.

        It needs no Ivy. Two names must be there before it can be executed, where it uses them:
        ``constants``, which is `Graph.constants`, and ``next_key``, a function without arguments
        that returns a key for random draws.
        """
        source: str = self._compiled().source
        return source

    @property
    def constants(self) -> dict[str, Any]:
        """The native arrays and other objects that the source takes from ``constants``, by name."""
        constants: dict[str, Any] = self._compiled().constants
        return constants

    @property
    def native(self) -> Callable[..., Any]:
        """The program as a plain function of native arrays.

        It takes those arguments of the traced function that hold arrays, and returns what that
        returned, with native arrays. It checks nothing. It can be passed on to ``jax.jit``,
        ``tf.function`` or ``torch.compile``.
        """
        native: Callable[..., Any] = self._compiled().function
        return native

    def _compiled(self) -> Any:
        if self._program is None:
            from ivy.tracer import codegen  # it needs this module

            self._program = codegen.compiled(self)
        return self._program

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph on new arrays.

        Raises
        ------
        TypeError, ValueError
            The arguments differ from the recorded ones in more than the values of arrays.
        """
        positional, named = self.interface.natives(args, kwargs)
        return self.interface.wrapped(self.native(*positional, **named))

    def with_nodes(self, nodes: Sequence[Node]) -> Graph:
        """Return a graph of other nodes, and the same arguments and structure of results."""
        return Graph(self.name, self.backend, nodes, self.interface)

    def __repr__(self) -> str:
        counts = (len(self.inputs), len(self.calls), len(self.outputs))
        head = "Graph {} on {}: {} inputs, {} calls, {} outputs".format(
            self.name, self.backend, *counts
        )
        return "\n    ".join([head, *map(repr, self.nodes)])

    def lint(self) -> None:
        """Check that the graph is consistent.

        Raises
        ------
        ValueError
            It is not; the message lists every fault, and for each what to do.

        Examples
        --------
        >>> import ivy
        >>> ivy.trace_graph(ivy.exp, (ivy.zeros(2),)).lint()
        """
        faults = list(_faults(self))
        if faults:
            raise ValueError(f"graph {self.name}: " + "; ".join(faults))


def _faults(graph: Graph) -> Iterator[str]:
    seen: set[Node] = set()
    names: set[str] = set()
    everything = set(graph.nodes)
    for node in graph.nodes:
        if node.kind not in KINDS:
            yield f"{node.name} has the kind {node.kind!r}; use one of {', '.join(KINDS)}"
        if not node.name.isidentifier() or keyword.iskeyword(node.name):
            yield f"{node.name!r} is no name for a value; use an identifier"
        if node.name in names:
            yield f"two nodes are called {node.name}; give one of them another name"
        if node in seen:
            yield f"{node.name} stands in the graph twice; remove one of the two places"
        for argument in node.arguments():
            if argument not in everything:
                yield (
                    f"{node.name} takes {argument.name}, which is not in the graph; "
                    "add it before, or replace it in the arguments"
                )
            elif argument not in seen:
                yield f"{node.name} takes {argument.name}, which comes later; move it before"
        if node.kind == "call" and node.target is None:
            yield f"{node.name} calls nothing; give it a target"
        if node.kind != "call" and node.target is not None:
            yield f"{node.name} is no call and has the target {node.target.name}; set it to None"
        if node.kind == "constant" and node.value is None:
            yield f"{node.name} is a constant without a value; give it one"
        seen.add(node)
        names.add(node.name)
    if [n.kind for n in graph.nodes].count("output") != 1 or graph.nodes[-1].kind != "output":
        yield "the last node, and no other, must be the output; move it to the end"
    missing = set(graph.interface.input_names) - {n.name for n in graph.inputs}
    for name in sorted(missing):
        yield f"the argument {name} has no input node; inputs stay, also where nothing takes them"
    for name in sorted({n.name for n in graph.inputs} - set(graph.interface.input_names)):
        yield f"the input {name} is no argument of the function; make it a constant"
