"""`Interface`: what a traced function takes and returns, and what replays of it must keep to."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ivy import backends, trees
from ivy.array import CLASSES, Array, class_of, lift
from ivy.dtypes import DType
from ivy.errors import MixedBackendError, TraceError

# The Python values that replays compare by value; other objects must be the same ones.
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), slice, DType)


@dataclass(frozen=True)
class Leaf:
    """A value inside an argument.

    Attributes
    ----------
    path
        How it is reached, such as ``params['w']``.
    name
        The name of its input node; "" for what is no array.
    value
        What is no array.
    shape, dtype
        Those of an array.
    """

    path: str
    name: str
    value: Any
    shape: tuple[int, ...]
    dtype: DType | None


@dataclass(frozen=True)
class Parameter:
    """A parameter of the program, and what was passed for it.

    A parameter ``*args`` gives one for each argument that was passed.
    """

    name: str
    keyword_only: bool
    tree: Any
    leaves: tuple[Leaf, ...]

    @property
    def is_native(self) -> bool:
        """Whether it holds arrays, and the native function takes it therefore."""
        return any(leaf.name for leaf in self.leaves)


class Interface:
    """The arguments of a traced function by name and structure, and the structure of its results.

    Attributes
    ----------
    parameters
        What the function was called with.
    tree
        The structure of the results.
    wraps
        For each leaf of the results, whether it is returned as an `Array`.
    """

    def __init__(
        self,
        title: str,
        backend: str,
        signature: inspect.Signature | None,
        parameters: tuple[Parameter, ...],
    ) -> None:
        self.title = title
        self.backend = backend
        self.signature = signature
        self.parameters = parameters
        self.tree: Any = None
        self.wraps: tuple[bool, ...] = ()

    @property
    def input_names(self) -> tuple[str, ...]:
        """The names of the input nodes, in order."""
        return tuple([v.name for p in self.parameters for v in p.leaves if v.name])

    def natives(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """Return what the native function takes, checked against what was recorded."""
        given = list(named_arguments(self.title, self.signature, args, kwargs))
        self._check_names([name for name, _, _ in given])
        positional: list[Any] = []
        named: dict[str, Any] = {}
        for parameter, (name, _, value) in zip(self.parameters, given, strict=True):
            leaves, tree = flatten(value)
            if tree != parameter.tree:
                raise TypeError(
                    f"{self.title}: expected {name} to be structured as {shown(parameter.tree)}, "
                    f"got {shown(tree)}; trace the function again for another structure"
                )
            taken = [self._native(r, v) for r, v in zip(parameter.leaves, leaves, strict=True)]
            if not parameter.is_native:
                continue
            native = unflatten(tree, taken)
            if parameter.keyword_only:
                named[name] = native
            else:
                positional.append(native)
        return positional, named

    def _check_names(self, names: list[str]) -> None:
        expected = [p.name for p in self.parameters]
        if names != expected:
            raise TypeError(
                f"{self.title}: expected the arguments {', '.join(expected) or 'none'}, "
                f"got {', '.join(names) or 'none'}; trace the function again for other arguments"
            )

    def _native(self, recorded: Leaf, value: Any) -> Any:
        """Return the native array for a leaf of an argument, or the Python value."""
        path = f"{self.title}: expected {recorded.path}"
        if not recorded.name:
            same = value is recorded.value or (
                type(value) is type(recorded.value)
                and isinstance(value, PLAIN)
                and repr(value) == repr(recorded.value)  # 0.0 is not -0.0, NaN is itself
            )
            if not same:
                raise ValueError(
                    f"{path} to be {recorded.value!r}, which is part of the graph, got {value!r}; "
                    "pass an array for what varies, or trace the function again"
                )
            return value
        array = lift(value)
        cls = CLASSES[self.backend]
        if not isinstance(array, Array):
            raise TypeError(f"{path} to be an array, got {value!r}; make it one with ivy.asarray")
        if array.RANK:
            raise TraceError(
                f"{path} to hold plain values, got one that is being traced or differentiated; "
                "call the function itself there, and trace around it"
            )
        if type(array) is not cls:
            raise MixedBackendError(
                f"{path} on {self.backend}, got an array of {array.NAME}; "
                f"convert it first, e.g. ivy.to_backend(x, {self.backend!r})"
            )
        if array.dtype is not recorded.dtype or array.shape != recorded.shape:
            kind = TypeError if array.dtype is not recorded.dtype else ValueError
            raise kind(
                f"{path} of shape {recorded.shape} and dtype {recorded.dtype}, as recorded, got "
                f"shape {array.shape} and dtype {array.dtype}; trace the function again for others"
            )
        return array.native

    def wrapped(self, result: Any) -> Any:
        """Return the results of the native function with `Array` objects where those belong."""
        leaves, tree = flatten(result)
        cls = CLASSES[self.backend]
        return unflatten(
            tree, [cls(v) if wrap else v for v, wrap in zip(leaves, self.wraps, strict=True)]
        )


def signature_of(fn: Callable[..., Any]) -> inspect.Signature | None:
    """Return the signature of a function; None where Python knows none."""
    try:
        return inspect.signature(fn)
    except ValueError:  # some built-in functions have none
        return None


def named_arguments(
    title: str,
    signature: inspect.Signature | None,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> Iterator[tuple[str, bool, Any]]:
    """Return each argument with its name, and whether it is passed by keyword only.

    Arguments that were left out have their defaults; those of ``*args`` are numbered.
    """
    if signature is None:
        for i, value in enumerate(args):
            yield f"argument_{i}", False, value
        for name, value in kwargs.items():
            yield name, True, value
        return
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        raise TypeError(f"{title}: {error}; the signature is {title}{signature}") from None
    bound.apply_defaults()
    for name, value in bound.arguments.items():
        kind = signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            for i, v in enumerate(value):
                yield f"{name}_{i}", False, v
        elif kind is inspect.Parameter.VAR_KEYWORD:
            for n, v in value.items():
                yield n, True, v
        else:
            yield name, kind is inspect.Parameter.KEYWORD_ONLY, value


def identifier(text: str) -> str:
    """Return a Python name that is like a text."""
    words = re.findall(r"\w+", text)
    name = "_".join(words) or "x"
    return f"x_{name}" if name[0].isdigit() else name


# -- containers ----------------------------------------------------------------------------------


def is_array(value: Any) -> bool:
    """Return whether a value is an array of Ivy or of a framework that has been imported."""
    return class_of(type(value)) is not None


def flatten(value: Any) -> tuple[list[Any], Any]:
    """Return the leaves of nested containers, and the structure without them."""
    leaves, tree = trees.library().tree_flatten(value, is_leaf=is_array, none_is_leaf=True)
    return leaves, tree


def unflatten(tree: Any, leaves: Sequence[Any]) -> Any:
    """Return containers of a structure with these leaves."""
    return trees.library().tree_unflatten(tree, leaves)


def paths(value: Any, root: str) -> list[str]:
    """Return a Python expression for each leaf, by which it is reached from `root`."""
    accessors = trees.library().tree_accessors(value, is_leaf=is_array, none_is_leaf=True)
    return [accessor.codify(root) for accessor in accessors]


def shown(tree: Any) -> str:
    """Return a structure as text."""
    return str(tree).removeprefix("PyTreeSpec(").removesuffix(")").removesuffix(", NoneIsLeaf")


def chosen_backend(values: Sequence[Any], wanted: str | None) -> str:
    """Return the backend to trace on: the wanted one, that of the arrays, or the current one."""
    if wanted is not None:
        backends.core(wanted)
        return wanted
    found = {array.NAME for v in values if isinstance(array := lift(v), Array) and not array.RANK}
    if len(found) > 1:
        raise MixedBackendError(
            f"ivy.trace_graph: got arrays of {' and '.join(sorted(found))}; "
            "say which backend is meant with backend=, and they are converted"
        )
    return found.pop() if found else backends.current_backend()
