"""`Module`: an object with parameters, made of arrays and of other modules in its attributes."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self

import numpy

from ivy import trees
from ivy.array import Array, class_of, lift, no_array
from ivy.functional.creation import asarray
from ivy.functional.data_type import astype
from ivy.functional.interop import to_backend
from ivy.trees import DICTS, MUTABLE, NESTED, Cell, Stateful

__all__ = ["Buffer", "Handle", "Module"]


class Buffer:
    """Marks an array that a module keeps and does not train, where it is assigned.

    Parameters
    ----------
    value
        The array.
    persistent
        Whether it is saved in the state dict.

    Examples
    --------
    >>> import ivy
    >>> class Counter(ivy.nn.Module):
    ...     def __init__(self):
    ...         self.seen = ivy.nn.Buffer(ivy.zeros(()))
    >>> list(Counter().state_dict()), list(Counter().parameters())
    (['seen'], [])
    """

    def __init__(self, value: Any, persistent: bool = True) -> None:
        self.value = value
        self.persistent = persistent


class Handle:
    """What removes a hook again."""

    def __init__(self, hooks: dict[int, Any]) -> None:
        self._hooks = hooks
        self._number = max(hooks, default=-1) + 1

    def remove(self) -> None:
        """Remove the hook; a second time does nothing."""
        self._hooks.pop(self._number, None)


class Module(Stateful):
    """A layer or a model: the base class of those of `ivy.nn` and of your own.

    A layer is a class with `__init__`, which makes its arrays and the modules that it is made of,
    and `forward`, which computes. Attributes are found by themselves, also in lists and dicts: a
    floating `Array` is a parameter, other arrays and those given as `Buffer` are buffers. It is
    written once and runs on every backend.

    Attributes
    ----------
    training
        Whether layers such as dropout behave as in training; see `train` and `eval`.

    Examples
    --------
    >>> import ivy
    >>> class Scale(ivy.nn.Module):
    ...     def __init__(self, size):
    ...         self.weight = ivy.ones(size)
    ...
    ...     def forward(self, x):
    ...         return self.weight * x
    >>> layer = Scale(2)
    >>> layer(ivy.asarray([3.0, 4.0]))
    Array([3., 4.], dtype=float32, backend='numpy')
    >>> loss = lambda layer, x: ivy.sum(layer(x))
    >>> ivy.grad(loss)(layer, ivy.asarray([3.0, 4.0]))
    {'weight': Array([3., 4.], dtype=float32, backend='numpy')}
    """

    training: bool = True
    # By attribute: whether a buffer is saved. Never changed in place.
    _buffers: Mapping[str, bool] = {}
    _frozen: frozenset[str] = frozenset()
    _hooks: ClassVar[dict[int, Any]] = {}
    _early_hooks: ClassVar[dict[int, Any]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        trees.add_kind(cls, _flatten, _unflatten)

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Buffer):
            self._set(name, lift(value.value))
            self._set("_buffers", {**self._buffers, name: value.persistent})
            return
        # A number of NumPy's, such as a size that was computed, is a number and no array.
        self._set(name, value.item() if isinstance(value, numpy.generic) else value)

    def _set(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)

    # -- computing -------------------------------------------------------------------------------

    def forward(self, *args: Any, **options: Any) -> Any:
        """Compute; a subclass says how."""
        raise NotImplementedError(
            f"ivy.nn: expected {type(self).__name__} to define forward(self, ...), or __call__"
        )

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Run `forward`, and the hooks around it."""
        try:
            if self._early_hooks:
                for hook in tuple(self._early_hooks.values()):
                    changed = hook(self, args)
                    if changed is not None:
                        args = changed if isinstance(changed, tuple) else (changed,)
            result = self.forward(*args, **options)
            if self._hooks:
                for hook in tuple(self._hooks.values()):
                    changed = hook(self, args, result)
                    result = result if changed is None else changed
        except Exception as error:
            self._explain(error, args)
            raise
        return result

    def _explain(self, error: Exception, args: tuple[Any, ...]) -> None:
        """Note in an exception in which layer it came up, by the path from the outermost module."""
        if isinstance(error, AttributeError) and "_ivy_layer" not in error.__dict__:
            for value in args:
                if isinstance(value, tuple | list):
                    error.add_note(f"expected an array, got {no_array(value)}")
        inner: Module = error.__dict__.setdefault("_ivy_layer", self)
        path = next((p for p, m in self.named_modules() if m is inner), "")
        text = f"in layer {path!r}: {inner}" if path else f"in {inner}"
        notes: list[str] = error.__dict__.setdefault("__notes__", [])
        known = error.__dict__.get("_ivy_note")
        if known in notes:
            notes.remove(known)
        notes.append(text)
        error.__dict__["_ivy_note"] = text

    def register_forward_hook(self, hook: Callable[..., Any]) -> Handle:
        """Call ``hook(module, args, result)`` after `forward`; what it returns replaces the result.

        None replaces nothing.
        """
        return self._hooked("_hooks", hook)

    def register_forward_pre_hook(self, hook: Callable[..., Any]) -> Handle:
        """Call ``hook(module, args)`` before `forward`; what it returns replaces the arguments.

        None replaces nothing.
        """
        return self._hooked("_early_hooks", hook)

    def _hooked(self, kind: str, hook: Callable[..., Any]) -> Handle:
        if kind not in self.__dict__:
            self._set(kind, {})
        hooks = self.__dict__[kind]
        handle = Handle(hooks)
        hooks[handle._number] = hook
        return handle

    # -- what it is made of ----------------------------------------------------------------------

    def _places(self) -> Iterator[tuple[str, str, Any, Any, Any]]:
        """Return (path, attribute, container, key, value) of the arrays and modules in attributes.

        A native array is made one of Ivy's where it is found.
        """
        for name, value in tuple(self.__dict__.items()):
            if name[:1] == "_" or type(value) in _PLAIN:
                continue
            if isinstance(value, Array | Module):
                yield name, name, self.__dict__, name, value
                continue
            for path, holder, key, each in _inside(name, self.__dict__, name, value):
                yield path, name, holder, key, each

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Return the modules in its attributes, lists and dicts, with their paths."""
        for path, _, _, _, value in self._places():
            if isinstance(value, Module):
                yield path, value

    def named_modules(self) -> Iterator[tuple[str, Module]]:
        """Return this module (with the path ``""``) and all that are in it, each once."""
        seen: set[int] = set()

        def walk(module: Module, path: str) -> Iterator[tuple[str, Module]]:
            if id(module) in seen:
                return
            seen.add(id(module))
            yield path, module
            for name, child in module.named_children():
                yield from walk(child, f"{path}.{name}" if path else name)

        return walk(self, "")

    def modules(self) -> Iterator[Module]:
        """Return this module and all that are in it, each once."""
        return (module for _, module in self.named_modules())

    def cells(self) -> dict[str, Cell]:
        """Return the places of its arrays by their path; an array in several places has one."""
        found: dict[str, Cell] = {}
        by_array: dict[int, _ModuleCell] = {}
        for prefix, module in self.named_modules():
            for name, attribute, holder, key, value in module._places():
                if isinstance(value, Module):
                    continue
                path = f"{prefix}.{name}" if prefix else name
                known = by_array.get(id(value))
                if known is None:
                    known = by_array[id(value)] = found[path] = _ModuleCell(path, holder, key)
                    known.module, known.name = module, attribute
                else:
                    known.holders.append((holder, key))
                    known.aliases.append(path)
        return found

    def is_trainable(self, cell: Cell) -> bool:
        """Return whether derivatives are taken with respect to the array of a cell."""
        assert isinstance(cell, _ModuleCell)
        return cell.kind() == "parameter" and cell.name not in cell.module._frozen

    def statics(self) -> Iterable[Any]:
        """Return what it keeps besides arrays, which compiled code takes as it is."""
        return _statics(self)

    def containers(self) -> Iterable[Any]:
        """Return the lists and dicts in the attributes of its modules."""
        for module in self.modules():
            for name, value in module.__dict__.items():
                if name[:1] != "_":
                    yield from _containers(value)

    def snapshot(self) -> Any:
        """Return what `restore` needs to undo changes of attributes."""
        return [(module, dict(module.__dict__)) for module in self.modules()]

    def restore(self, snapshot: Any) -> None:
        """Undo changes of attributes."""
        for module, attributes in snapshot:
            module.__dict__.clear()
            module.__dict__.update(attributes)

    def _arrays(self, *kinds: str) -> dict[str, Array]:
        cells = self.cells()
        return {p: s.get() for p, s in cells.items() if s.kind() in kinds}  # type: ignore[attr-defined]

    def parameters(self) -> dict[str, Array]:
        """Return its parameters by their path; shared ones once."""
        return self._arrays("parameter")

    def named_parameters(self) -> Iterator[tuple[str, Array]]:
        """Return pairs of path and parameter; shared ones once."""
        return iter(self.parameters().items())

    def buffers(self) -> dict[str, Array]:
        """Return its buffers by their path: arrays that are kept and not trained."""
        return self._arrays("buffer", "volatile")

    def trainable(self) -> dict[str, Array]:
        """Return the parameters that are not frozen."""
        return {p: s.get() for p, s in self.cells().items() if self.is_trainable(s)}

    # -- modes -----------------------------------------------------------------------------------

    def train(self, mode: bool = True) -> Self:
        """Have it and all its modules behave as in training, and return it."""
        for module in self.modules():
            module.training = mode
        return self

    def eval(self) -> Self:
        """Have it and all its modules behave as in use, not training, and return it."""
        return self.train(False)

    def freeze(self, *paths: str) -> Self:
        """Take no derivatives with respect to its parameters, and return it.

        Parameters
        ----------
        paths
            Paths of parameters or modules to freeze; by default everything.

        Raises
        ------
        ValueError
            There is nothing of this path.
        """
        return self._freeze(paths, frozen=True)

    def unfreeze(self, *paths: str) -> Self:
        """Undo `freeze`."""
        return self._freeze(paths, frozen=False)

    def _freeze(self, paths: tuple[str, ...], *, frozen: bool) -> Self:
        cells = self.cells()
        chosen = {p: s for p, s in cells.items() if not paths or _below(p, paths)}
        unknown = [q for q in paths if not any(_below(p, (q,)) for p in cells)]
        if unknown:
            raise ValueError(
                f"ivy.nn: expected paths of parameters or modules, got {', '.join(unknown)}; "
                f"the parameters are {', '.join(self.parameters())}"
            )
        for cell in chosen.values():
            assert isinstance(cell, _ModuleCell)
            known = cell.module._frozen
            names = known | {cell.name} if frozen else known - {cell.name}
            cell.module._set("_frozen", frozenset(names))
        return self

    def apply(self, function: Callable[[Module], Any]) -> Self:
        """Call a function on every module in it, then on it itself, and return it."""
        for module in reversed(list(self.modules())):
            function(module)
        return self

    # -- state -----------------------------------------------------------------------------------

    def state_dict(self) -> dict[str, Array]:
        """Return its parameters and buffers by their path, copies of them."""
        return {p: copy.copy(x) for p, x in self._arrays("parameter", "buffer").items()}

    def load_state_dict(self, state: Mapping[str, Any], /, *, strict: bool = True) -> Self:
        """Take parameters and buffers from what `state_dict` returned, and return this module.

        Nothing is changed where anything does not fit.

        Parameters
        ----------
        state
            Arrays, of any library, by path.
        strict
            Whether the paths must be exactly those of this module.

        Raises
        ------
        ValueError
            A path is missing, or is not known here, or a shape differs. The message names all.
        """
        cells = {p: s for p, s in self.cells().items() if s.kind() in ("parameter", "buffer")}  # type: ignore[attr-defined]
        faults = []
        if strict:
            # Elsewhere a shared array may have a name in each of its places.
            aliases = {a for s in cells.values() for a in s.aliases}  # type: ignore[attr-defined]
            missing = [p for p in cells if p not in state]
            unexpected = [p for p in state if p not in cells and p not in aliases]
            faults += [f"missing: {', '.join(missing)}"] if missing else []
            faults += [f"unexpected: {', '.join(unexpected)}"] if unexpected else []
        new = {}
        for path, cell in cells.items():
            if path not in state:
                continue
            old, value = cell.get(), _of_library(state[path])
            if tuple(value.shape) != old.shape:
                faults.append(f"{path}: expected shape {old.shape}, got {tuple(value.shape)}")
            else:
                new[path] = astype(
                    to_backend(value, old.NAME, device=old.device, copy=True), old.dtype
                )
        if faults:
            raise ValueError(
                f"ivy.nn: the state does not fit {type(self).__name__}: {'; '.join(faults)}; "
                "strict=False ignores paths that are on one side only"
            )
        for path, value in new.items():
            cells[path].set(value)
        return self

    def to(
        self, dtype: Any = None, *, device: str | None = None, backend: str | None = None
    ) -> Self:
        """Change dtype, device or backend of its arrays, and return it.

        Parameters
        ----------
        dtype
            A floating dtype for its floating arrays.
        device
            A device, such as ``"gpu:0"``.
        backend
            The name of a backend.
        """
        for cell in self.cells().values():
            value = cell.get()
            if backend is not None:
                value = to_backend(value, backend)
            floating = value.dtype.category in ("real floating", "complex floating")
            wanted = dtype if dtype is not None and floating else value.dtype
            if wanted != value.dtype or device is not None:
                value = astype(value, wanted, device=device)
            cell.set(value)
        return self

    # -- as a value ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        lines = []
        for name, child in self.named_children():
            first, *rest = repr(child).split("\n")
            lines += [f"  ({name}): {first}", *["  " + line for line in rest]]
        head = f"{type(self).__name__}({self.extra_repr()}"
        return "\n".join([head, *lines, ")"]) if lines else f"{head})"

    def extra_repr(self) -> str:
        """Return what stands between the parentheses when it is printed; a subclass says what."""
        return ""


class _ModuleCell(Cell):
    """The place of an array in a module."""

    __slots__ = ("aliases", "module", "name")

    module: Module
    # The attribute that it is, or is in.
    name: str

    def __init__(self, path: str, holder: Any, key: Any) -> None:
        super().__init__(path, holder, key)
        # The paths of its other places.
        self.aliases: list[str] = []

    def kind(self) -> str:
        """Return "parameter", "buffer", or "volatile" for a buffer that is not saved."""
        kept = self.module._buffers.get(self.name)
        if kept is not None:
            return "buffer" if kept else "volatile"
        category = self.get().dtype.category
        return "parameter" if category in ("real floating", "complex floating") else "buffer"


def _of_library(value: Any) -> Any:
    found = lift(value)
    return found if isinstance(found, Array) else asarray(value)


def _below(path: str, paths: tuple[str, ...]) -> bool:
    return any(path == p or path.startswith(p + ".") for p in paths)


# What most attributes are that hold no arrays.
_PLAIN = frozenset([bool, int, float, str, type(None)])


def _is_array(value: Any) -> bool:
    return isinstance(value, Array)


def _inside(path: str, holder: Any, key: Any, value: Any) -> Iterator[tuple[str, Any, Any, Any]]:
    if isinstance(value, Array | Module):
        yield path, holder, key, value
    elif isinstance(value, numpy.generic):  # a number
        return
    elif type(value) in MUTABLE:
        pairs = value.items() if type(value) in DICTS else enumerate(value)
        for k, v in tuple(pairs):
            yield from _inside(f"{path}.{k}", value, k, v)
    elif type(value) is tuple:
        for k, v in enumerate(value):
            if isinstance(v, Module):
                yield f"{path}.{k}", value, k, v
            elif isinstance(v, Array):
                raise TypeError(
                    f"ivy.nn: expected arrays in attributes, lists and dicts, got a tuple of "
                    f"arrays in {path}; make it a list, or keep it outside of the module"
                )
    elif class_of(type(value)) is not None:
        holder[key] = lift(value)
        yield path, holder, key, holder[key]


# -- as a node of containers ---------------------------------------------------------------------


class _Frame:
    """What a module is besides its arrays; equal where everything else is equal."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.paths = tuple(module.cells())
        self.statics = tuple(_statics(module))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Frame)
            and type(self.module) is type(other.module)
            and self.paths == other.paths
            and self.statics == other.statics
        )

    def __hash__(self) -> int:
        return hash((type(self.module), self.paths))

    def filled(self, arrays: Any) -> Module:
        """Return a module like this one with other arrays."""
        made = copied(self.module)
        for cell, value in zip(made.cells().values(), arrays, strict=True):
            cell.set(value)
        return made


def _statics(module: Module) -> Iterator[Any]:
    """Return what its modules keep that is neither array nor module."""
    for path, each in module.named_modules():
        yield path, type(each)
        yield from _others(each.__dict__)


def _containers(value: Any) -> Iterator[Any]:
    if type(value) in MUTABLE:
        yield value
    if type(value) in NESTED:
        for each in value.values() if type(value) in DICTS else value:
            yield from _containers(each)


def _others(value: Any) -> Iterator[Any]:
    if type(value) in DICTS:
        for k, v in value.items():
            yield k
            yield from _others(v)
    elif type(value) in (list, tuple):
        yield type(value), len(value)
        for v in value:
            yield from _others(v)
    elif not isinstance(value, Array | Module):
        yield value


def copied(module: Module, memo: dict[int, Any] | None = None) -> Any:
    """Return a module of copies of its modules, lists and dicts, with the same arrays."""
    memo = {} if memo is None else memo

    def copy_of(value: Any) -> Any:
        if id(value) in memo:
            return memo[id(value)]
        if isinstance(value, Module):
            return copied(value, memo)
        if type(value) in DICTS:
            made: Any = type(value)({k: copy_of(v) for k, v in value.items()})
        elif type(value) in (list, tuple):
            made = type(value)([copy_of(v) for v in value])
        else:
            return value
        memo[id(value)] = made
        return made

    new = object.__new__(type(module))
    memo[id(module)] = new
    for name, value in module.__dict__.items():
        new.__dict__[name] = copy_of(value)
    return new


def _flatten(module: Module) -> tuple[tuple[Any, ...], _Frame]:
    frame = _Frame(module)
    return tuple([cell.get() for cell in module.cells().values()]), frame


def _unflatten(frame: _Frame, arrays: Any) -> Module:
    return frame.filled(arrays)
