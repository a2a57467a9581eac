"""Tracing: arrays of a backend whose functions write graph nodes.

The array class of a trace is one more backend class. Its native arrays are `Value` objects, its
``CORE`` and its functions run those of the real backend and write a node for each call. Dispatch,
promotion and casts are therefore the very ones of direct calls, and stand in the graph.
"""

from __future__ import annotations

import functools
import linecache
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from types import FrameType
from typing import Any, ClassVar, NoReturn

import ivy.config
from ivy import backends
from ivy.array import CLASSES, Array, lift
from ivy.backends import current
from ivy.errors import MixedBackendError, TraceError
from ivy.functional._op import Spec, build_native, find, registry
from ivy.functional.interop import to_backend
from ivy.functional.random import lifted_by
from ivy.tracer import interface
from ivy.tracer.graph import ITEM, NEXT_KEY, Function, Graph, Node
from ivy.tracer.interface import Interface, Leaf, Parameter

_HERE = os.path.dirname(os.path.abspath(ivy.config.__file__)) + os.sep
# Operations whose results have shapes that depend on values.
_DYNAMIC = frozenset(["nonzero", "unique_values", "unique_inverse"])


class Value:
    """The native array of a traced array: the backend's own, and the node that it came from."""

    __slots__ = ("is_dynamic", "native", "node", "trace")

    def __init__(self, trace: Trace, node: Node, native: Any, is_dynamic: bool) -> None:
        self.trace = trace
        self.node = node
        self.native = native
        # Whether its shape depends on values, and may differ in another run.
        self.is_dynamic = is_dynamic

    @property
    def dtype(self) -> Any:
        """The backend's own dtype."""
        return self.native.dtype

    @property
    def ndim(self) -> int:
        """The number of axes."""
        count: int = self.native.ndim
        return count

    def __repr__(self) -> str:
        return f"<traced {self.node.name}>"


class TracedArray(Array):
    """An array whose operations are recorded; each backend has a subclass."""

    __slots__ = ()

    RANK: ClassVar[int] = 1

    data: Value

    @property
    def native(self) -> Any:
        """The framework's own array, which is not known while tracing."""
        refuse(self, "the native array of")

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
        if self.data.is_dynamic:
            refuse(self, "the shape of", "depends on values")
        return super().shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(super().shape)

    @classmethod
    def implementation(cls, spec: Any) -> Any:
        """Return the function that records a call of the backend's; None where it has none."""
        if CLASSES[cls.NAME].implementation(spec) is None:
            return None
        target = Function(f"ivy.backends.{cls.NAME}.{spec.chapter}", spec.name)
        return _recorded(target, spec.name)

    @classmethod
    def running(cls, spec: Any, function: Any) -> Any:
        """Return the function itself, which records."""
        return function

    @classmethod
    def detours(cls, spec: Any) -> Mapping[str, Any]:
        """Return, by dtype, what is done instead, with functions that record."""
        table = CLASSES[cls.NAME].detours(spec)
        return {dtype: _recorded_detour(way, spec.name) for dtype, way in table.items()}

    @classmethod
    def check(cls, spec: Any) -> Any:
        """Return the backend's check, which the recorded values must pass; it is no node."""
        check = CLASSES[cls.NAME].check(spec)
        return check and (lambda *args: check(*[_native(a) for a in args]))

    @classmethod
    def fault(cls, spec: Any) -> Any:
        """Return the backend's explanation, of what was recorded."""
        explain = CLASSES[cls.NAME].fault(spec)
        return explain and (lambda *args: explain(*[_native(a) for a in args]))

    @classmethod
    def build(cls, spec: Any) -> Callable[..., Any]:
        """Return ``op_NAME``: that of a backend, after constants have become traced arrays."""
        if spec.name == "next_key":
            return lambda: running(spec.name).next_key()
        run = build_native(cls, spec)

        def op(*args: Any) -> Any:
            trace = running(spec.name)
            return run(*[trace.taken(spec, a) for a in args])

        return op

    def to_numpy(self) -> Any:
        """Return nothing: the values are not known while tracing."""
        refuse(self, "the values of")

    def item(self) -> Any:
        """Return nothing: the value is not known while tracing."""
        refuse(self, "item() of")

    def __bool__(self) -> bool:
        refuse(self, "bool() of")

    def __int__(self) -> int:
        refuse(self, "int() of")

    def __float__(self) -> float:
        refuse(self, "float() of")

    def __complex__(self) -> complex:
        refuse(self, "complex() of")

    def __index__(self) -> int:
        refuse(self, "an integer for")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        refuse(self, "a NumPy array for")

    def __dlpack__(self, **options: Any) -> Any:
        refuse(self, "the memory of")

    def __reduce__(self) -> tuple[Any, ...]:
        refuse(self, "a pickle of")

    def __repr__(self) -> str:
        return f"TracedArray({self.data.node.name}, shape={super().shape}, dtype={self.dtype})"

    def __copy__(self) -> Array:
        return type(self)(self.data)

    def __deepcopy__(self, memo: Any) -> Array:
        return type(self)(self.data)

    def become(self, other: Array) -> Array:
        """Take the value of another array of the same shape and dtype."""
        return super().become(running("setitem").lifted(other))


class Trace:
    """A recording: the nodes so far, and the array class whose operations write them."""

    def __init__(self, title: str, backend: str, is_abstract: bool = False) -> None:
        self.title = title
        self.backend = backend
        # What runs functions on shapes and dtypes alone; None where they run on values.
        self.abstract = backends.core(backend).Abstract() if is_abstract else None
        self.device = "cpu"
        self.nodes: list[Node] = []
        self._names: dict[str, int] = {}
        self._scalars: dict[Any, Value] = {}
        self._constants: dict[int, tuple[Any, Value]] = {}
        self.concrete = CLASSES[backend]
        self.array = traced_class(backend)
        self._kinds = self.concrete.CORE.ARRAY_TYPES
        if self.abstract is not None:
            self._kinds = (*self._kinds, *self.abstract.ARRAY_TYPES)

    # -- nodes -----------------------------------------------------------------------------------

    def _named(self, stem: str, is_numbered: bool) -> str:
        """Return a new name; those of calls have a number, so that no function is called so."""
        count = self._names.get(stem, 0) + 1
        self._names[stem] = count
        name = f"{stem}_{count}" if is_numbered or count > 1 else stem
        return name if name == stem or name not in self._names else self._named(stem, True)

    def _node(self, kind: str, name: str, native: Any, **more: Any) -> Node:
        shape = dtype = None
        if self.is_array(native):
            array = self.concrete(native)
            shape, dtype = array.shape, array.dtype
            if self.abstract is not None and None in shape:
                raise TypeError(f"the shape of {name} is known only with values")
        node = Node(kind, name, shape=shape, dtype=dtype, where=_users_line(), **more)
        self.nodes.append(node)
        return node

    def input(self, name: str, native: Any) -> Value:
        """Record an argument."""
        node = self._node("input", self._named(name, False), native)
        if self.abstract is not None:
            if len(self.nodes) == 1:
                self.device = self.concrete(native).device
            native = self.abstract.array(native)
        return Value(self, node, native, False)

    def is_array(self, native: Any) -> bool:
        """Return whether a native object is an array, though it may have no values."""
        return isinstance(native, self._kinds)

    def constant(self, native: Any) -> Value:
        """Record an array that the function has from elsewhere; the same array once only."""
        known = self._constants.get(id(native))
        if known is None:
            node = self._node("constant", self._named("constant", True), native, value=native)
            # The array itself is kept too, so that no other one gets its id.
            known = self._constants[id(native)] = native, Value(self, node, native, False)
        return known[1]

    def scalar(self, value: complex, dtype: Any, like: Any) -> Value:
        """Record a Python scalar as an array."""
        key = (type(value), repr(value), str(dtype))
        if key not in self._scalars:
            native = self.concrete.CORE.scalar(value, dtype, _native(like))
            self._scalars[key] = self.constant(native)
        return self._scalars[key]

    def call(
        self,
        target: Function,
        stem: str,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        *,
        effect: bool = False,
    ) -> Any:
        """Run a function of the backend and record the call; return its `Value` or values."""
        given = [*args, *kwargs.values()]
        if any(v.trace is not self for v in _values(given)):
            raise TraceError(_ENDED.format(stem))
        taken = tuple([self._argument(a) for a in args])
        options = {k: self._argument(v) for k, v in kwargs.items()}
        function = target.load()
        given_natives = [_native(a) for a in args]
        named_natives = {k: _native(v) for k, v in kwargs.items()}
        if self.abstract is None:
            native = function(*given_natives, **named_natives)
        else:
            native = self.abstract.call(function, given_natives, named_natives)
        parts = {"target": target, "args": taken, "kwargs": options, "effect": effect}
        node = self._node("call", self._named(stem, True), native, **parts)
        dynamic = stem in _DYNAMIC or any(v.is_dynamic for v in _values(given))
        dynamic = dynamic or (stem == "getitem" and self._has_mask(given[1]))
        if not isinstance(native, list | tuple):
            return Value(self, node, native, dynamic and node.shape != ())
        results = []
        for i, part in enumerate(native):
            item = self._node("call", self._named(stem, True), part, target=ITEM, args=(node, i))
            # The inverse has the shape of the array.
            is_dynamic = dynamic and (stem, i) != ("unique_inverse", 1) and item.shape != ()
            results.append(Value(self, item, part, is_dynamic))
        return results

    def _argument(self, value: Any) -> Any:
        """Return what a node holds for an argument."""
        if isinstance(value, Value):
            return value.node
        if type(value) in (list, tuple):
            return type(value)([self._argument(v) for v in value])
        if isinstance(value, slice):
            return slice(*[self._argument(v) for v in (value.start, value.stop, value.step)])
        if not isinstance(value, bool | int | float | complex) and interface.is_array(value):
            return self.constant(value).node
        return value

    def _has_mask(self, key: Any) -> bool:
        parts = key if isinstance(key, tuple) else (key,)
        return any(getattr(p, "dtype", None) == self.concrete.CORE.DTYPES["bool"] for p in parts)

    def next_key(self) -> Array:
        """Take a key of the generator, and record that each run takes one."""
        lifted = lifted_by()
        if lifted is not None:
            return lifted.next_key()
        native = draw_key(self.backend)
        node = self._node("call", self._named("key", True), native, target=NEXT_KEY, effect=True)
        return self.array(Value(self, node, native, False))

    # -- arrays ----------------------------------------------------------------------------------

    def taken(self, spec: Spec, value: Any) -> Any:
        """Return an argument of an operation with traced arrays for constant ones."""
        if isinstance(value, Array):
            if type(value) is not self.array and type(value) is not self.concrete:
                raise MixedBackendError(
                    f"ivy.{spec.name}: got an array of {value.NAME} while {self.title} is traced "
                    f"on {self.backend}; convert it first, e.g. "
                    f"ivy.to_backend(x, {self.backend!r})"
                )
            return self.lifted(value)
        if type(value) in (list, tuple):
            return type(value)([self.taken(spec, v) for v in value])
        return value

    def lifted(self, value: Array) -> Array:
        """Return a traced array for a constant one."""
        return self.array(self.constant(value.data)) if type(value) is self.concrete else value

    def output(self, result: Any, given: Interface) -> Node:
        """Record what the function returns."""
        leaves, given.tree = interface.flatten(result)
        wraps: list[bool] = []
        args: list[Any] = []
        for leaf in leaves:
            wraps.append(isinstance(leaf, Array))
            if isinstance(leaf, Array):
                args.append(self._returned(leaf).data.node)
            elif isinstance(leaf, Value):
                args.append(leaf.node)
            elif interface.is_array(leaf):
                args.append(self._returned(lift(leaf)).data.node)
            elif isinstance(leaf, interface.PLAIN):
                args.append(leaf)
            else:
                raise TraceError(
                    f"ivy.trace_graph: expected {self.title} to return arrays and Python values in "
                    f"containers, got {type(leaf).__name__}; return the arrays in it"
                )
        given.wraps = tuple(wraps)
        node = Node("output", self._named("output", False), args=tuple(args))
        self.nodes.append(node)
        return node

    def _returned(self, array: Array) -> Array:
        is_ours = type(array) is self.concrete or (
            isinstance(array, TracedArray) and array.data.trace is self
        )
        if is_ours:
            return self.lifted(array)
        raise TraceError(
            f"ivy.trace_graph: expected {self.title} to return arrays of the trace on "
            f"{self.backend}, got {type(array).__name__}; return plain results, and convert "
            "between backends outside"
        )


# The trace that is running in this thread or task.
_running: ContextVar[Trace | None] = ContextVar("ivy.tracer", default=None)
_ENDED = (
    "ivy.{}: got a traced array outside of its trace; return what is needed later from the traced "
    "function"
)


def is_running() -> bool:
    """Return whether a trace is running in this thread or task."""
    return _running.get() is not None


def running(op: str) -> Trace:
    """Return the trace that is running."""
    trace = _running.get()
    if trace is None:
        raise TraceError(_ENDED.format(op))
    return trace


def refuse(
    array: TracedArray, what: str, why: str = "is known only when the graph runs"
) -> NoReturn:
    """Raise, with the user's line, for a fact that is not known while tracing."""
    raise TraceError(
        f"ivy.trace_graph: {what} a traced array ({array.data.node.name}, {array.dtype}) {why}"
        f"{place(_users_line())}; use Ivy's functions, such as ivy.where for a choice, or pass "
        "a Python value as the argument"
    )


def _recorded(target: Function, stem: str) -> Callable[..., Any]:
    """Return a function that runs a function of a backend and records the call."""

    def record(*args: Any, **kwargs: Any) -> Any:
        return running(stem).call(target, stem, args, kwargs)

    return record


def _recorded_detour(detour: Any, op: str) -> Any:
    """Return what `DETOURS` says of a dtype, where it is a function one that records."""
    if not callable(detour):
        return detour
    target = Function(detour.__module__, detour.__name__)
    assert target.load() is detour, f"{detour} is not found by its name"
    return _recorded(target, op)


class RecordingCore:
    """The ``core`` module of a traced class: that of the backend, on `Value` objects."""

    ARRAY_TYPES = (Value,)

    def __init__(self, backend: str) -> None:
        core = backends.core(backend)
        self._core = core
        self.DTYPES = core.DTYPES
        self.TAKES_SCALARS = core.TAKES_SCALARS
        self.TAKES_AXES_OF_0D = core.TAKES_AXES_OF_0D
        self.is_compiling = core.is_compiling
        self.cast = self._function("cast")
        if hasattr(core, "ordered"):  # where detours need them
            self.ordered = self._function("ordered")
            self.unordered = self._function("unordered")

    def _function(self, name: str) -> Callable[..., Any]:
        return _recorded(Function(self._core.__name__, name), name)

    def shape(self, x: Value) -> tuple[int, ...]:
        """Return the shape."""
        shape: tuple[int, ...] = self._core.shape(x.native)
        return shape

    def device(self, x: Value) -> str:
        """Return the device; without values, that of the arguments."""
        if x.trace.abstract is not None:
            return x.trace.device
        device: str = self._core.device(x.native)
        return device

    def scalar(self, value: complex, dtype: Any, like: Value | None) -> Value:
        """Return a constant for a Python scalar."""
        return running("asarray").scalar(value, dtype, like)

    def asarray(self, values: Any, dtype: Any, device: str | None) -> Value:
        """Return a constant for NumPy values."""
        return running("asarray").constant(self._core.asarray(values, dtype, device))

    def copy(self, x: Value) -> Value:
        """Return the same value: what is recorded never changes."""
        return x


@functools.cache
def traced_class(backend: str) -> type[TracedArray]:
    """Return the class of traced arrays of a backend."""
    members = {
        "__slots__": (),
        "NAME": backend,
        "CORE": RecordingCore(backend),
        "DTYPE_OF": CLASSES[backend].DTYPE_OF,
    }
    return type("TracedArray", (TracedArray,), members)


def draw_key(backend: str) -> Any:
    """Return the next key of the random generator, as a native array."""
    with backends.with_backend(backend):
        key: Array = find(CLASSES[backend], registry["next_key"])()
    return key.native


def record(
    fn: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    backend: str | None,
    passes: Sequence[Callable[[Graph], Graph]],
    *,
    is_abstract: bool = False,
) -> Graph:
    """Do what `ivy.trace_graph` says.

    With `is_abstract` nothing is computed: the function runs on arrays of which shape and dtype are
    known. What cannot run on those raises whatever error the framework has for that.
    """
    if not isinstance(args, list | tuple):
        raise TypeError(
            f"ivy.trace_graph: expected args to be a tuple, got {type(args).__name__}; "
            "write (x,) for a single argument"
        )
    title = interface.identifier(getattr(fn, "__name__", type(fn).__name__))
    title = "graph" if title == "lambda" else title
    signature = interface.signature_of(fn)
    named = list(interface.named_arguments(title, signature, args, kwargs))
    leaves = [leaf for _, _, value in named for leaf in interface.flatten(value)[0]]
    if any(isinstance(leaf, Array) and leaf.RANK for leaf in leaves):
        raise TraceError(
            f"ivy.trace_graph: expected plain arrays, and {title} got one that is being traced or "
            "differentiated; trace the outermost function"
        )
    trace = Trace(title, interface.chosen_backend(leaves, backend), is_abstract)
    parameters, traced = [], {}
    for name, keyword_only, value in named:
        parameter, traced[name] = _parameter(trace, name, keyword_only, value)
        parameters.append(parameter)
    given = Interface(title, trace.backend, signature, tuple(parameters))
    positional = [traced[p.name] for p in parameters if not p.keyword_only]
    options = {p.name: traced[p.name] for p in parameters if p.keyword_only}
    token, outer = current.set(trace.array), _running.set(trace)
    try:
        trace.output(fn(*positional, **options), given)
    finally:
        current.reset(token)
        _running.reset(outer)
    graph = Graph(title, trace.backend, trace.nodes, given)
    for run in passes:
        graph = run(graph)
    graph.lint()
    return graph


def _parameter(trace: Trace, name: str, keyword_only: bool, value: Any) -> tuple[Parameter, Any]:
    """Return what is recorded of an argument, and the argument with traced arrays in it."""
    leaves, tree = interface.flatten(value)
    recorded, traced = [], []
    for leaf, path in zip(leaves, interface.paths(value, name), strict=True):
        if not interface.is_array(leaf):
            recorded.append(Leaf(path, "", leaf, (), None))
            traced.append(leaf)
            continue
        array = to_backend(leaf, trace.backend)
        inner = trace.input(interface.identifier(path), array.data)
        recorded.append(Leaf(path, inner.node.name, None, array.shape, array.dtype))
        traced.append(trace.array(inner))
    parameter = Parameter(name, keyword_only, tree, tuple(recorded))
    return parameter, interface.unflatten(tree, traced)


def _native(value: Any) -> Any:
    """Return an argument with native arrays."""
    if isinstance(value, Value):
        return value.native
    if type(value) in (list, tuple):
        return type(value)([_native(v) for v in value])
    return value


def _values(arguments: Any) -> list[Value]:
    if isinstance(arguments, Value):
        return [arguments]
    if isinstance(arguments, list | tuple):
        return [v for a in arguments for v in _values(a)]
    return []


def _users_line() -> tuple[str, int] | None:
    """Return file and line of the code outside of Ivy that is being run."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith((_HERE, "<ivy.", "<frozen ")):
            return file, frame.f_lineno
        frame = frame.f_back
    return None


def place(where: tuple[str, int] | None) -> str:
    """Return file, line and text of a line of code, to stand inside a message."""
    if where is None:
        return ""
    file, line = where
    text = linecache.getline(file, line).strip()
    return f" (at {file}, line {line}{f': {text}' if text else ''})"
