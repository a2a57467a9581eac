"""`ivy.compile`: programs of native calls, and the state of objects that goes in and out."""

from __future__ import annotations

import functools
import inspect
import threading
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ivy import backends, trees
from ivy.array import CLASSES, Array, lift
from ivy.errors import TraceError
from ivy.functional import random
from ivy.tracer import interface, passes
from ivy.tracer.codegen import RESERVED
from ivy.tracer.graph import Graph, computed
from ivy.tracer.trace import TracedArray, is_running, record
from ivy.trees import DICTS, NESTED, Cell, Stateful

# Where the search for objects with arrays does not look: code that keeps none of the user's.
_FOREIGN = ("numpy", "torch", "tensorflow", "jax", "keras", "flax", "builtins")


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
                    return self._last.run([x for x in args if isinstance(x, Array)])
        call = _Call(self._objects(args, kwargs), args, kwargs)
        if call.is_inside:
            return self.function(*args, **kwargs)
        with self._lock:
            key = call.key()
            if key not in self._programs:
                program, call = self._made(call, args, kwargs)
                key = call.key()
                self._programs[key] = program
            program = self._programs[key]
            if program is None:
                return self.function(*args, **kwargs)
            assert self._reach is not None
            last = _Last(program, call, self._reach)
            result = last.run([x for x in call.leaves if isinstance(x, Array)])
            self._last = last if last.remember(args, kwargs, call) else None
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

    def _made(self, call: _Call, args: Any, kwargs: Any) -> tuple[_Program | None, _Call]:
        """Return the program for a call, None where it has to run as it is; and the call.

        State that is begun, such as that of an optimiser, is there before the program is made: it
        is a call with that state then.
        """
        generator = random.generator_state()
        begun: list[Any] = []
        program = None
        try:
            while True:
                try:
                    program = _Program(self.function, call, self._options)
                except _StateBegins as first:
                    first.owner.state = first.state(call)
                    begun.append(first.owner)
                    call = _Call(self._objects(args, kwargs), args, kwargs)
                else:
                    return program, call
        except _StateAppeared:
            return None, call
        except TraceError as error:
            if self._fallback == "eager":
                warnings.warn(
                    f"ivy.compile: {self.__name__} runs as it is, because it cannot be compiled: "
                    f"{error}",
                    stacklevel=3,
                )
                return None, call
            error.add_note(
                "in ivy.compile; fallback='eager' runs a function that cannot be compiled as it is"
            )
            raise
        finally:
            random.set_generator_state(generator)
            if program is None:
                for owner in begun:
                    owner.state = None


class _StateAppeared(Exception):
    """The call made state that was not there, and did not say how it begins."""


class _StateBegins(Exception):
    """The call would begin with the state of an object, such as that of an optimiser."""

    def __init__(self, owner: Any, first: Any) -> None:
        super().__init__()
        self.owner = owner
        self.first = first

    def state(self, call: _Call) -> Any:
        """Return the state, computed of what the call gets."""
        leaves, tree = trees.library().tree_flatten(self.first, is_leaf=interface.is_array)
        trace = next(x.data.trace for x in leaves if isinstance(x, TracedArray))
        inputs = [n for n in trace.nodes if n.kind == "input"]
        given = [x.data for x in (*call.state.values(), *call.arrays())]
        wanted = [x.data.node for x in leaves if isinstance(x, TracedArray)]
        try:
            found = iter(computed(wanted, dict(zip(inputs, given, strict=False))))
        except KeyError:  # it is drawn, and the generator is the call's
            raise _StateAppeared from None
        wrap = trace.concrete
        values = [wrap(next(found)) if isinstance(x, TracedArray) else x for x in leaves]
        return trees.library().tree_unflatten(tree, values)


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
        arrays = [*self.state.values(), *self.arrays()]
        self.is_inside = is_running() or any(x.RANK for x in arrays)
        self.backend = arrays[0].NAME if arrays else backends.current_backend()
        if not self.is_inside:
            self.is_inside = CLASSES[self.backend].CORE.is_compiling()

    def arrays(self) -> list[Array]:
        """Return the arrays among the arguments."""
        return [x for x in self.leaves if isinstance(x, Array)]

    def names(self, function: Any) -> list[str]:
        """Return a name for each array among the arguments."""
        signature = interface.signature_of(function)
        known = list(signature.parameters) if signature is not None else []
        args, kwargs = trees.library().tree_unflatten(self.tree, self.leaves)
        found: list[str] = []
        for i, value in enumerate(args):
            root = known[i] if i < len(known) else f"argument_{i}"
            found += _named(root, value)
        for name, value in kwargs.items():
            found += _named(name, value)
        return found

    def key(self) -> Any:
        """Return what a program depends on: everything but the values of arrays."""
        arrays = [*self.state.items(), *enumerate(self.arrays())]
        shapes = tuple([(place, x.NAME, x.shape, x.dtype) for place, x in arrays])
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
        self.cls = CLASSES[call.backend]
        self.paths = list(call.state)
        self.fixed_key = self.key(0, 0)
        # How many keys it takes of the generator, and which cells it writes.
        self.draws = 0
        self.written: list[int] = []

        def program(*arrays: Array) -> Any:
            return self._record(function, call, arrays)

        program.__name__ = interface.identifier(getattr(function, "__name__", "program"))
        names = _unlike([*self.paths, *call.names(function), "key"])
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        program.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(name, kind) for name in names]
        )
        given = [*call.state.values(), *call.arrays(), self.cls(self.fixed_key)]
        graph = _recorded(program, given, call.backend)
        self.source = graph.source
        self.native = self.cls.CORE.compiled(graph.native, dict(options))

    def key(self, start: int, count: int) -> Any:
        """Return the native array by which a program draws random numbers."""
        core = self.cls.CORE
        return core.asarray([start, count], core.DTYPES["int64"], None)

    def _record(self, function: Any, call: _Call, given: tuple[Array, ...]) -> Any:
        """Run the function on traced arrays; return the arrays of its result and the new state."""
        state = dict(zip(self.paths, given, strict=False))
        arrays = iter(given[len(state) : -1])
        leaves = [next(arrays) if isinstance(x, Array) else x for x in call.leaves]
        args, kwargs = trees.library().tree_unflatten(call.tree, leaves)
        before = {name: tuple(each.statics()) for name, each in call.objects.items()}
        kept = [(each, each.snapshot()) for each in call.objects.values()]
        for path, cell in call.cells.items():
            cell.set(state[path])

        def begins(owner: Any, first: Any) -> None:
            arrays = trees.library().tree_leaves(first, is_leaf=interface.is_array)
            is_known = any(owner is each for each in call.objects.values())
            if is_known and any(isinstance(x, TracedArray) for x in arrays):
                raise _StateBegins(owner, first)

        token = trees.beginnings.set(begins)
        try:
            with random.lifted_key(given[-1]) as lifted:
                result = function(*args, **kwargs)
            after: dict[str, Array] = {}
            for name, each in call.objects.items():
                _check_fixed(name, each, before[name])
                after.update({f"{name}.{p}": c.get() for p, c in each.cells().items()})
        finally:
            trees.beginnings.reset(token)
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

    def result(self, out: Any) -> Any:
        """Return what the function returns, of what the program returned."""
        wrap = self.cls
        if self.is_leaf:
            return wrap(out[0])
        leaves = list(self.others)
        for i, x in zip(self.places, out, strict=False):
            leaves[i] = wrap(x)
        return trees.library().tree_unflatten(self.tree, leaves)


def _recorded(program: Any, given: list[Array], backend: str) -> Graph:
    """Return the graph of a program, recorded on arrays without values where they will do."""
    if hasattr(backends.core(backend), "Abstract"):
        try:
            return record(program, given, {}, backend, passes.COMPILING, is_abstract=True)
        except (_StateAppeared, _StateBegins, TraceError):
            raise
        except Exception:  # noqa: BLE001 - what is wrong with the function shows again below
            # A shape that depends on values, or what the framework does with values only.
            pass
    return record(program, given, {}, backend, passes.COMPILING)


class _Last:
    """The last call, and what has to be as it was then for the next one to be like it.

    A training step is called many times with arguments of one kind. To look again at all that a
    model is made of would cost more than a small step.
    """

    def __init__(self, program: _Program, call: _Call, reach: _Reach) -> None:
        self.program = program
        self.reach = reach
        # The arrays in the cells, what they wrap, and where they are.
        self.state = list(call.state.values())
        self.natives = [x.data for x in self.state]
        cells = list(call.cells.values())
        self.places = [cell.holders[0] for cell in cells]
        self.targets = [(n, cells[n].holders) for n in program.written]

    def remember(self, args: tuple[Any, ...], kwargs: Any, call: _Call) -> bool:
        """Note what calls like this one have in common; return whether that is all of it."""
        self.kinds = [_kind(x) for x in args]
        containers = [c for each in call.objects.values() for c in each.containers()]
        self.containers = [(each, _members(each)) for each in containers]
        self.alterations = trees.alterations()
        self.backend = backends.current_backend()
        # Arrays in containers are not looked for again.
        return not kwargs and all(
            isinstance(x, Array | Stateful | bool | int | float | str) for x in args
        )

    def is_like(self, args: tuple[Any, ...]) -> bool:
        """Return whether a call with these arguments runs the same program on the same cells."""
        if self.alterations != trees.alterations() or len(args) != len(self.kinds):
            return False
        for x, (cls, shape, other) in zip(args, self.kinds, strict=True):
            if type(x) is not cls:
                return False
            if shape is not None:
                data = x.data
                if data.shape != shape or data.dtype != other:
                    return False
            elif x is not other and (isinstance(x, Stateful) or _hashable(x) != other):
                return False
        for (holder, key), x in zip(self.places, self.state, strict=True):
            if holder[key] is not x:
                return False
        for container, members in self.containers:
            if _members(container) != members:
                return False
        return (
            self.reach.is_same() and self.backend == backends.current_backend() and not is_running()
        )

    def run(self, arrays: Iterable[Array]) -> Any:
        """Run the program on these arrays, and put the new state where it belongs."""
        program = self.program
        if program.draws:
            start, count = random.generator_state()
            key = program.key(start, count)
        else:
            key = program.fixed_key
        out = program.native(*self.natives, *[x.data for x in arrays], key)
        if program.draws:
            random.set_generator_state((start, count + program.draws))
        wrap, state, natives = program.cls, self.state, self.natives
        cut = len(program.places)
        for (n, holders), native in zip(self.targets, out[cut:], strict=True):
            natives[n] = native
            state[n] = array = wrap(native)
            for holder, key in holders:
                holder[key] = array
        return program.result(out)


def _named(root: str, value: Any) -> list[str]:
    """Return a path to each array in a value."""
    library = trees.library()
    leaves = library.tree_leaves(value, is_leaf=_is_whole)
    accessors = library.tree_accessors(value, is_leaf=_is_whole)
    pairs = zip(leaves, accessors, strict=True)
    return [accessor.codify(root) for x, accessor in pairs if interface.is_array(x)]


def _unlike(texts: list[str]) -> list[str]:
    """Return names of parameters that are like texts and differ from each other."""
    found: dict[str, None] = {}
    for text in texts:
        name = stem = interface.identifier(text)
        count = 1
        while name in found or name in RESERVED:
            count += 1
            name = f"{stem}_{count}"
        found[name] = None
    return list(found)


def _kind(x: Any) -> Any:
    if isinstance(x, Array):
        return type(x), x.data.shape, x.data.dtype
    return type(x), None, x if isinstance(x, Stateful) else _hashable(x)


def _members(container: Any) -> list[Any]:
    """Return what a list or dict holds besides arrays, which are looked at as cells."""
    values = container.items() if type(container) in DICTS else enumerate(container)
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
        for cell, value in self._cells:
            if _content(cell) is not value:
                return False
        for space, name, value in self._names:
            if space.get(name) is not value:
                return False
        return all(_members(container) == members for container, members in self._containers)

    def _inside(self, name: str, value: Any) -> list[tuple[str, Any]]:
        if isinstance(value, Compiled):
            return [(name, value.function)]
        if isinstance(value, functools.partial):
            places = [(str(i), v) for i, v in enumerate(value.args)]
            return [("function", value.func), *places, *value.keywords.items()]
        if isinstance(value, types.MethodType):
            return [("self", value.__self__), (name, value.__func__)]
        if isinstance(value, types.FunctionType):
            module = value.__module__ or ""
            if module.startswith("ivy."):  # such as what `ivy.grad` returns
                return list(self._closed_over(value))
            return [] if module.startswith(_FOREIGN) else list(self._used(value))
        if type(value) in NESTED:
            if type(value) is not tuple:
                self._containers.append((value, _members(value)))
            pairs = value.items() if type(value) in DICTS else enumerate(value)
            return [(f"{name}_{k}", v) for k, v in pairs]
        wrapped = getattr(value, "__wrapped__", None)
        return [] if wrapped is None else [(name, wrapped)]

    def _used(self, function: types.FunctionType) -> Iterator[tuple[str, Any]]:
        """Return what a function takes from around it, by name."""
        yield from self._closed_over(function)
        space = function.__globals__
        for name in {name for each in _codes(function.__code__) for name in each.co_names}:
            if name in space and not isinstance(space[name], types.ModuleType | type):
                self._names.append((space, name, space[name]))
                yield name, space[name]
        yield from (function.__kwdefaults__ or {}).items()
        for i, value in enumerate(function.__defaults__ or ()):
            yield f"default_{i}", value

    def _closed_over(self, function: types.FunctionType) -> Iterator[tuple[str, Any]]:
        """Return what a function takes from the functions around it, by name."""
        names = function.__code__.co_freevars
        for name, cell in zip(names, function.__closure__ or (), strict=True):
            value = _content(cell)
            self._cells.append((cell, value))
            yield name, value


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
