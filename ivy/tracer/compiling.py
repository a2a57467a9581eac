"""`ivy.compile`: programs of native calls, and the state of objects that goes in and out."""

from __future__ import annotations

import functools
import threading
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ivy import backends, trees
from ivy.array import CLASSES, Array, lift
from ivy.errors import TraceError
from ivy.functional import random
from ivy.tracer import interface, passes
from ivy.tracer.trace import is_running, record
from ivy.trees import Cell, Stateful

# Where the search for objects with arrays does not look: code that keeps none of the user's.
_FOREIGN = ("ivy.", "numpy", "torch", "tensorflow", "jax", "keras", "flax", "builtins")


class Compiled:
    """A function that runs as a program of its framework; made by `ivy.compile`.

    Attributes
    ----------
    function
        The function itself, which calls that are inside of other compiled code run.
    """

    def __init__(
        self, function: Callable[..., Any], fallback: str | None, options: Mapping[str, Any]
    ) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self._fallback = fallback
        self._options = dict(options)
        self._programs: dict[Any, _Program | None] = {}
        self._kept: list[tuple[str, Stateful]] | None = None
        # Objects hold traced arrays while a program is recorded.
        self._lock = threading.RLock()

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """Be a method of classes, as functions are."""
        return self if instance is None else functools.partial(self, instance)

    @property
    def sources(self) -> list[str]:
        """The programs that were made so far, as Python source."""
        return [p.source for p in self._programs.values() if p is not None]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program for arguments of these shapes, made at the first call."""
        call = _Call(self._objects(args, kwargs), args, kwargs)
        if call.is_inside:
            return self.function(*args, **kwargs)
        with self._lock:
            key = call.key()
            if key not in self._programs:
                self._programs[key] = self._made(call)
            program = self._programs[key]
            if program is None:
                return self.function(*args, **kwargs)
            return program.run(call)

    def _objects(self, args: Any, kwargs: Any) -> dict[str, Stateful]:
        """Return the objects with arrays that the function may use, by a name."""
        if self._kept is None:
            self._kept = list(_reachable(self.function))
        found: dict[str, Stateful] = {}
        seen: set[int] = set()
        leaves = trees.library().tree_leaves((args, kwargs), is_leaf=_is_object)
        given = ((f"argument_{i}", x) for i, x in enumerate(leaves) if isinstance(x, Stateful))
        for name, each in (*given, *self._kept):
            if id(each) not in seen:
                seen.add(id(each))
                found[name if name not in found else f"{name}_{len(found)}"] = each
        return found

    def _made(self, call: _Call) -> _Program | None:
        """Return the program for a call; None where this call has to run as it is."""
        generator = random.generator_state()
        try:
            return _Program(self.function, call, self._options)
        except _StateAppeared:
            return None
        except TraceError as error:
            if self._fallback == "eager":
                warnings.warn(
                    f"ivy.compile: {self.__name__} runs as it is, because it cannot be compiled: "
                    f"{error}",
                    stacklevel=3,
                )
                return None
            error.add_note(
                "in ivy.compile; fallback='eager' runs a function that cannot be compiled as it is"
            )
            raise
        finally:
            random.set_generator_state(generator)


class _StateAppeared(Exception):
    """The first call made state that was not there, such as that of an optimiser."""


class _Call:
    """The arguments of a call and the state around it, taken apart."""

    def __init__(self, objects: dict[str, Stateful], args: Any, kwargs: Any) -> None:
        self.objects = objects
        self.leaves, self.tree = trees.library().tree_flatten((args, kwargs), is_leaf=_is_whole)
        for i, leaf in enumerate(self.leaves):
            if interface.is_array(leaf):
                self.leaves[i] = lift(leaf)
        self.cells: dict[str, Cell] = {}
        for name, each in objects.items():
            for path, cell in each.cells().items():
                self.cells[f"{name}.{path}"] = cell
        self.state: dict[str, Array] = {path: cell.get() for path, cell in self.cells.items()}
        arrays = [*self.state.values(), *self.arrays().values()]
        self.is_inside = is_running() or any(x.RANK for x in arrays)
        self.backend = arrays[0].NAME if arrays else backends.current_backend()
        if not self.is_inside:
            self.is_inside = CLASSES[self.backend].CORE.is_compiling()

    def arrays(self) -> dict[str, Array]:
        """Return the arrays among the arguments."""
        return {str(i): x for i, x in enumerate(self.leaves) if isinstance(x, Array)}

    def key(self) -> Any:
        """Return what a program depends on: everything but the values of arrays."""
        arrays = {**self.state, **self.arrays()}
        shapes = tuple([(p, x.NAME, x.shape, x.dtype) for p, x in arrays.items()])
        others = [x for x in self.leaves if not isinstance(x, Array | Stateful)]
        plain = tuple([_hashable(x) for x in others])
        fixed = tuple(
            [
                (name, type(each), tuple(map(_hashable, each.statics())))
                for name, each in self.objects.items()
            ]
        )
        return self.tree, shapes, plain, fixed, self.backend, backends.current_backend()


class _Program:
    """The native program of a function for arguments of some shapes, and what goes in and out."""

    def __init__(self, function: Any, call: _Call, options: Mapping[str, Any]) -> None:
        self.backend = call.backend
        self.cls = CLASSES[call.backend]
        self.draws = 0
        self.written: list[str] = []

        def program(state: Any, arrays: Any, key: Any) -> Any:
            return self._record(function, call, state, arrays, key)

        program.__name__ = interface.identifier(getattr(function, "__name__", "program"))
        graph = record(
            program,
            (call.state, call.arrays(), self._key(0, 0)),
            {},
            call.backend,
            passes.DEFAULT,
        )
        self.source = graph.source
        self.native = self.cls.CORE.compiled(graph.native, dict(options))

    def _key(self, start: int, count: int) -> Array:
        core = self.cls.CORE
        return self.cls(core.asarray([start, count], core.DTYPES["int64"], None))

    def _record(self, function: Any, call: _Call, state: Any, arrays: Any, key: Array) -> Any:
        """Run the function on traced arrays; return the arrays of its result and the new state."""
        leaves = [arrays[str(i)] if isinstance(x, Array) else x for i, x in enumerate(call.leaves)]
        args, kwargs = trees.library().tree_unflatten(call.tree, leaves)
        before = {name: tuple(each.statics()) for name, each in call.objects.items()}
        kept = [(each, each.snapshot()) for each in call.objects.values()]
        for path, cell in call.cells.items():
            cell.set(state[path])
        try:
            with random.lifted_key(key) as lifted:
                result = function(*args, **kwargs)
            after: dict[str, Array] = {}
            for name, each in call.objects.items():
                _check_fixed(name, each, before[name])
                after.update({f"{name}.{p}": c.get() for p, c in each.cells().items()})
        finally:
            for path, cell in call.cells.items():
                cell.set(call.state[path])
            for each, snapshot in kept:
                each.restore(snapshot)
        if after.keys() != state.keys():
            raise _StateAppeared
        self.draws = lifted.drawn
        self.written = [path for path, x in after.items() if x is not state[path]]
        found, self.tree = trees.library().tree_flatten(result, is_leaf=interface.is_array)
        self.places = [i for i, x in enumerate(found) if interface.is_array(x)]
        self.others = [None if interface.is_array(x) else x for x in found]
        return [*[found[i] for i in self.places], *[after[path] for path in self.written]]

    def run(self, call: _Call) -> Any:
        """Run it on the arrays of a call, and put the new state where it belongs."""
        start, count = random.generator_state()
        key = self._key(start, count).data
        state = {path: x.data for path, x in call.state.items()}
        arrays = {place: x.data for place, x in call.arrays().items()}
        # A program has no parameter for what holds no arrays.
        out = self.native(*[given for given in (state, arrays) if given], key)
        if self.draws:
            random.set_generator_state((start, count + self.draws))
        results = [self.cls(x) for x in out]
        cut = len(self.places)
        for path, x in zip(self.written, results[cut:], strict=True):
            call.cells[path].set(x)
        leaves = list(self.others)
        for i, x in zip(self.places, results[:cut], strict=True):
            leaves[i] = x
        return trees.library().tree_unflatten(self.tree, leaves)


def _check_fixed(name: str, each: Stateful, before: tuple[Any, ...]) -> None:
    after = tuple(each.statics())
    if len(before) == len(after) and all(
        a is b or _hashable(a) == _hashable(b) for a, b in zip(before, after, strict=True)
    ):
        return
    pairs = zip(before, after, strict=False)
    texts = [f"{a!r} became {b!r}" for a, b in pairs if _hashable(a) != _hashable(b)]
    raise TraceError(
        f"ivy.compile: expected {type(each).__name__} ({name}) to change in arrays only, but "
        f"{', '.join(texts) or 'an attribute was added or removed'}, which a program would not do "
        "again; keep it as an array, e.g. ivy.nn.Buffer(ivy.asarray(0))"
    )


def _is_object(x: Any) -> bool:
    return isinstance(x, Stateful)


def _is_whole(x: Any) -> bool:
    return isinstance(x, Stateful) or interface.is_array(x)


def _hashable(x: Any) -> Any:
    """Return what stands for a Python value in a key: the value with its type, or the object."""
    try:
        hash(x)
    except TypeError:
        return type(x), repr(x) if type(x) in (list, dict, set) else id(x)
    return type(x), x


# -- the objects that a function can reach --------------------------------------------------------


def _reachable(function: Any) -> Iterator[tuple[str, Stateful]]:
    """Return the objects with arrays in what a function closes over, and what that calls."""
    seen: set[int] = set()
    queue: list[tuple[str, Any]] = [(getattr(function, "__name__", "self"), function)]
    while queue:
        name, value = queue.pop(0)
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Stateful):
            yield name, value
        elif isinstance(value, Compiled):
            queue.append((name, value.function))
        elif isinstance(value, functools.partial):
            parts = {"function": value.func, **dict(enumerate(value.args)), **value.keywords}
            queue += [(str(k), v) for k, v in parts.items()]
        elif isinstance(value, types.MethodType):
            queue += [("self", value.__self__), (name, value.__func__)]
        elif isinstance(value, types.FunctionType):
            if not value.__module__ or not value.__module__.startswith(_FOREIGN):
                queue += list(_used(value))
        elif type(value) in (list, tuple):
            queue += [(f"{name}_{i}", v) for i, v in enumerate(value)]
        elif type(value) is dict:
            queue += [(f"{name}_{k}", v) for k, v in value.items()]
        elif hasattr(value, "__wrapped__"):
            queue.append((name, value.__wrapped__))


def _used(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Return what a function takes from around it, by name."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    for code in _codes(function.__code__):
        for name in code.co_names:
            if name in function.__globals__:
                value = function.__globals__[name]
                if not isinstance(value, types.ModuleType | type):
                    yield name, value
    for name, value in (function.__kwdefaults__ or {}).items():
        yield name, value
    for i, value in enumerate(function.__defaults__ or ()):
        yield f"default_{i}", value


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)
