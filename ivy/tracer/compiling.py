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

    __name__: str

    def __init__(
        self, function: Callable[..., Any], fallback: str | None, options: Mapping[str, Any]
    ) -> None:
        functools.update_wrapper(self, function)
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self.function = function
        self._fallback = fallback
        self._options = dict(options)
        self._programs: dict[Any, _Program | None] = {}
        # What was last found of the function, and the last call, to be done again quickly.
        self._reach: _Reach | None = None
        self._last: _Last | None = None
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
        if self._last is not None and not kwargs:
            with self._lock:
                if self._last.is_like(args):
                    return self._last.run(args)
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
            assert self._reach is not None
            cells = list(call.cells.values())
            result, state = program.run(
                [x.data for x in call.state.values()],
                [x.data for x in call.leaves if isinstance(x, Array)],
                cells,
                list(call.state.values()),
            )
            self._last = _Last.of(program, call, args, kwargs, cells, state, self._reach)
            return result

    def _objects(self, args: Any, kwargs: Any) -> dict[str, Stateful]:
        """Return the objects with arrays that the function may use, by a name."""
        if self._reach is None or not self._reach.is_same():
            self._reach = _Reach(self.function)
        found: dict[str, Stateful] = {}
        seen: set[int] = set()
        leaves = trees.library().tree_leaves((args, kwargs), is_leaf=_is_object)
        given = ((f"argument_{i}", x) for i, x in enumerate(leaves) if isinstance(x, Stateful))
        for name, each in (*given, *self._reach.objects):
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
        self.paths = list(call.state)
        self.names = list(call.arrays())
        self.fixed_key = self._key(0, 0).data
        # How many keys it takes of the generator, and which cells it writes.
        self.draws = 0
        self.written: list[int] = []

        def program(state: Any, arrays: Any, key: Any) -> Any:
            return self._record(function, call, state, arrays, key)

        program.__name__ = interface.identifier(getattr(function, "__name__", "program"))
        graph = record(
            program,
            (call.state, call.arrays(), self._key(0, 0)),
            {},
            call.backend,
            (*passes.DEFAULT, passes.reuse_buffers),
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
        written = [path for path, x in after.items() if x is not state[path]]
        self.written = [self.paths.index(path) for path in written]
        found, self.tree = trees.library().tree_flatten(result, is_leaf=interface.is_array)
        self.is_leaf = interface.is_array(result)
        self.places = [i for i, x in enumerate(found) if interface.is_array(x)]
        self.others = [None if interface.is_array(x) else x for x in found]
        return [*[found[i] for i in self.places], *[after[path] for path in written]]

    def run(
        self, state: list[Any], arrays: list[Any], cells: list[Cell], before: list[Array]
    ) -> tuple[Any, list[Array]]:
        """Run it on native arrays and put the new state where it belongs; return it all."""
        given: list[Any] = []
        # A program has no parameter for what holds no arrays.
        if state:
            given.append(dict(zip(self.paths, state, strict=True)))
        if arrays:
            given.append(dict(zip(self.names, arrays, strict=True)))
        start, count = random.generator_state() if self.draws else (0, 0)
        key = self._key(start, count).data if self.draws else self.fixed_key
        out = self.native(*given, key)
        if self.draws:
            random.set_generator_state((start, count + self.draws))
        wrap = self.cls
        cut = len(self.places)
        after = list(before)
        for n, x in zip(self.written, out[cut:], strict=True):
            after[n] = wrap(x)
            cells[n].set(after[n])
        leaves = list(self.others)
        for i, x in zip(self.places, out[:cut], strict=True):
            leaves[i] = wrap(x)
        result = leaves[0] if self.is_leaf else trees.library().tree_unflatten(self.tree, leaves)
        return result, after


class _Last:
    """The last call, and what has to be as it was then for the next one to be like it.

    A training step is called many times with arguments of one kind. To look again at all that a
    model is made of would cost more than a small step.
    """

    def __init__(
        self,
        program: _Program,
        args: tuple[Any, ...],
        cells: list[Cell],
        state: list[Array],
        reach: _Reach,
        containers: list[Any],
    ) -> None:
        self.program = program
        self.cells = cells
        self.state = state
        self.reach = reach
        self.places = [cell.holders[0] for cell in cells]
        self.kinds = [_kind(x) for x in args]
        self.containers = [(each, _members(each)) for each in containers]
        self.alterations = trees.alterations()
        self.backend = backends.current_backend()

    @classmethod
    def of(
        cls,
        program: _Program,
        call: _Call,
        args: tuple[Any, ...],
        kwargs: Any,
        cells: list[Cell],
        state: list[Array],
        reach: _Reach,
    ) -> _Last | None:
        """Return what to remember of a call; None where its arguments are in containers."""
        simple = all(isinstance(x, Array | Stateful | bool | int | float | str) for x in args)
        if kwargs or not simple:
            return None
        containers = [c for each in call.objects.values() for c in each.containers()]
        return cls(program, args, cells, state, reach, containers)

    def is_like(self, args: tuple[Any, ...]) -> bool:
        """Return whether a call with these arguments runs the same program on the same cells."""
        return (
            self.alterations == trees.alterations()
            and len(args) == len(self.kinds)
            and all(map(_is_of, args, self.kinds))
            and all(h[k] is x for (h, k), x in zip(self.places, self.state, strict=True))
            and self.reach.is_same()
            and all(_members(c) == members for c, members in self.containers)
            and self.backend == backends.current_backend()
            and not is_running()
        )

    def run(self, args: tuple[Any, ...]) -> Any:
        """Run the program again."""
        state = [x.data for x in self.state]
        arrays = [x.data for x in args if isinstance(x, Array)]
        result, self.state = self.program.run(state, arrays, self.cells, self.state)
        return result


def _kind(x: Any) -> Any:
    if isinstance(x, Array):
        return type(x), x.data.shape, x.data.dtype
    return type(x), None, x if isinstance(x, Stateful) else _hashable(x)


def _is_of(x: Any, kind: Any) -> bool:
    cls, shape, other = kind
    if type(x) is not cls:
        return False
    if shape is not None:
        return bool(x.data.shape == shape and x.data.dtype == other)
    return x is other if isinstance(x, Stateful) else bool(_hashable(x) == other)


def _members(container: Any) -> list[Any]:
    """Return what a list or dict holds besides arrays, which are looked at as cells."""
    values = container.items() if type(container) is dict else enumerate(container)
    return [(k, None if isinstance(v, Array) else id(v)) for k, v in values]


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
    # -0.0 equals 0.0, and NaN not itself.
    return type(x), repr(x) if type(x) in (float, complex) else x


# -- the objects that a function can reach --------------------------------------------------------


class _Reach:
    """The objects with arrays in what a function closes over and names, and in what that calls."""

    def __init__(self, function: Any) -> None:
        self.objects: list[tuple[str, Stateful]] = []
        # Where values came from, and the values: another one may be there at the next call.
        self._names: list[tuple[dict[str, Any], str, Any]] = []
        self._cells: list[tuple[types.CellType, Any]] = []
        self._containers: list[tuple[Any, Any]] = []
        seen: set[int] = set()
        queue: list[tuple[str, Any]] = [(getattr(function, "__name__", "self"), function)]
        while queue:
            name, value = queue.pop(0)
            if id(value) in seen:
                continue
            seen.add(id(value))
            if isinstance(value, Stateful):
                self.objects.append((name, value))
            else:
                queue += self._inside(name, value)

    def is_same(self) -> bool:
        """Return whether it would be found again as it is."""
        return (
            all(space.get(name) is value for space, name, value in self._names)
            and all(_content(cell) is value for cell, value in self._cells)
            and all(_members(c) == members for c, members in self._containers)
        )

    def _inside(self, name: str, value: Any) -> list[tuple[str, Any]]:
        if isinstance(value, Compiled):
            return [(name, value.function)]
        if isinstance(value, functools.partial):
            places = [(str(i), v) for i, v in enumerate(value.args)]
            return [("function", value.func), *places, *value.keywords.items()]
        if isinstance(value, types.MethodType):
            return [("self", value.__self__), (name, value.__func__)]
        if isinstance(value, types.FunctionType):
            foreign = value.__module__ and value.__module__.startswith(_FOREIGN)
            return [] if foreign else list(self._used(value))
        if type(value) in (list, tuple, dict):
            if type(value) is not tuple:
                self._containers.append((value, _members(value)))
            pairs = value.items() if type(value) is dict else enumerate(value)
            return [(f"{name}_{k}", v) for k, v in pairs]
        wrapped = getattr(value, "__wrapped__", None)
        return [] if wrapped is None else [(name, wrapped)]

    def _used(self, function: types.FunctionType) -> Iterator[tuple[str, Any]]:
        """Return what a function takes from around it, by name."""
        code = function.__code__
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            value = _content(cell)
            self._cells.append((cell, value))
            yield name, value
        space = function.__globals__
        for name in {name for each in _codes(code) for name in each.co_names}:
            if name in space and not isinstance(space[name], types.ModuleType | type):
                self._names.append((space, name, space[name]))
                yield name, space[name]
        yield from (function.__kwdefaults__ or {}).items()
        for i, value in enumerate(function.__defaults__ or ()):
            yield f"default_{i}", value


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not assigned yet
        return None


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)
