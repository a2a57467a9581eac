"""What optimisers share: states, the walk over a tree of parameters, the reading of options."""

from __future__ import annotations

import difflib
import fnmatch
import functools
import inspect
import math
import numbers
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Self, TypeVar

from ivy import backends, trees
from ivy.array import Array, class_of, lift
from ivy.dtypes import DType, complex64, complex128, float32, float64, int64
from ivy.functional._op import beside
from ivy.functional.creation import complex as complex_
from ivy.functional.creation import zeros, zeros_like
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    add,
    exp,
    expm1,
    imag,
    multiply,
    negative,
    real,
    subtract,
)
from ivy.functional.interop import to_backend
from ivy.functional.manipulation import stack
from ivy.trees import Cell, Stateful

Tree = Any  # arrays in lists, tuples, dicts and whatever else optree knows
Schedule = Callable[[Array], Any]  # of the number of steps that have been made
Rate = float | Array | Schedule
F = TypeVar("F", bound=Callable[..., Any])


# -- trees ---------------------------------------------------------------------------------------


def is_array(x: Any) -> bool:
    """Return whether an object is an array, Ivy's or a framework's."""
    return class_of(type(x)) is not None


def flatten(tree: Tree) -> tuple[list[Any], Any]:
    """Return the leaves of a tree, arrays as Ivy's, and its structure."""
    leaves, spec = trees.library().tree_flatten(tree, is_leaf=is_array)
    return [lift(x) for x in leaves], spec


def unflatten(spec: Any, leaves: Sequence[Any]) -> Tree:
    """Return the tree of this structure."""
    return trees.library().tree_unflatten(spec, leaves)


def map_leaves(function: Callable[..., Any], tree: Tree, *others: Tree) -> Tree:
    """Return the tree of what a function gives for the leaves of trees of one structure."""
    leaves, spec = flatten(tree)
    columns = [flatten(other)[0] for other in others]
    return unflatten(spec, [function(*row) for row in zip(leaves, *columns, strict=True)])


def _is_whole(x: Any) -> bool:
    return isinstance(x, Stateful) or is_array(x)


class Trained:
    """A tree of parameters, in which modules stand for their trained arrays."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._leaves, self._spec = trees.library().tree_flatten(tree, is_leaf=_is_whole)
        self._cells = [_trained(x) if isinstance(x, Stateful) else None for x in self._leaves]

    def arrays(self) -> Tree:
        """Return the tree with the arrays of each module, by path, in the place of the module."""
        if not any(cells is not None for cells in self._cells):
            return self._tree
        return unflatten(
            self._spec,
            [
                x if cells is None else {path: cell.get() for path, cell in cells.items()}
                for x, cells in zip(self._leaves, self._cells, strict=True)
            ],
        )

    def take(self, new: Tree) -> Tree:
        """Put new arrays into the modules; return the tree with those modules and new arrays."""
        if not any(cells is not None for cells in self._cells):
            return new
        parts = self._spec.flatten_up_to(new)
        for cells, part in zip(self._cells, parts, strict=True):
            for path, cell in (cells or {}).items():
                cell.set(part[path])
        rows = zip(self._leaves, self._cells, parts, strict=True)
        return unflatten(self._spec, [p if cells is None else x for x, cells, p in rows])


def _trained(module: Stateful) -> dict[str, Cell]:
    return {path: cell for path, cell in module.cells().items() if module.is_trainable(cell)}


def named(tree: Tree) -> dict[str, Any]:
    """Return the leaves of a tree by their paths, such as ``"layers.0.weight"``."""
    leaves, spec = flatten(tree)
    names = [".".join(map(str, path)) for path in spec.paths()]
    if len(set(names)) < len(names):
        twice = next(n for i, n in enumerate(names) if n in names[:i])
        raise ValueError(
            f"ivy.optim: expected paths that differ, got {twice!r} twice; take the dots out of keys"
        )
    return dict(zip(names, leaves, strict=True))


def expression(tree: Tree, i: int, name: str) -> str:
    """Return how to reach a leaf of a tree in Python."""
    accessors = trees.library().tree_accessors(tree, is_leaf=is_array)
    found: str = accessors[i].codify(name)
    return found


def floating_leaves(op: str, name: str, tree: Tree) -> tuple[list[Array], Any]:
    """Return the leaves of a tree that has nothing but floating arrays, and its structure."""
    if isinstance(tree, Stateful):
        raise TypeError(
            f"ivy.{op}: expected arrays in containers as {name}, got {type(tree).__name__}; "
            "take its arrays with trainable(), or use step"
        )
    leaves, spec = flatten(tree)
    for i, x in enumerate(leaves):
        if not isinstance(x, Array) or "floating" not in x.dtype.category:
            got = f"dtype {x.dtype}" if isinstance(x, Array) else type(x).__name__
            raise TypeError(
                f"ivy.{op}: expected floating arrays, got {expression(tree, i, name)} with {got}; "
                "keep what is not trained out of the tree"
            )
    return leaves, spec


def matching_leaves(
    op: str, name: str, tree: Tree, params: Tree, leaves: Sequence[Array], spec: Any
) -> list[Array]:
    """Return the leaves of a tree that has an array for each of `params`, of the same shape."""
    found, other = flatten(tree)
    if other != spec:
        _differ(op, name, tree, params)
    for i, (x, p) in enumerate(zip(found, leaves, strict=True)):
        if not isinstance(x, Array):
            raise TypeError(
                f"ivy.{op}: expected arrays, got {expression(tree, i, name)} of type "
                f"{type(x).__name__}"
            )
        if x.shape != p.shape:
            raise ValueError(
                f"ivy.{op}: expected {expression(tree, i, name)} of shape {p.shape}, that of "
                f"{expression(params, i, 'params')}, got shape {x.shape}"
            )
        if x.dtype is not p.dtype:
            raise TypeError(
                f"ivy.{op}: expected {expression(tree, i, name)} of dtype {p.dtype}, that of "
                f"{expression(params, i, 'params')}, got dtype {x.dtype}; cast with ivy.astype, "
                "or keep wide parameters with ivy.optim.MixedPrecision"
            )
    return found


def _differ(op: str, name: str, tree: Tree, params: Tree) -> None:
    """Raise where two trees have other paths; lists may stand for tuples."""
    library = trees.library()
    have, want = [
        {a.path: a for a in library.tree_accessors(t, is_leaf=is_array, none_is_leaf=True)}
        for t in (tree, params)
    ]
    arrays = {a.path for a in library.tree_accessors(params, is_leaf=is_array)}
    for path, accessor in want.items():
        if path in arrays and (path not in have or accessor(params) is None):
            raise ValueError(
                f"ivy.{op}: expected {accessor.codify(name)}, an array of shape "
                f"{lift(accessor(params)).shape} as {accessor.codify('params')}, but it is missing"
            )
        if path in arrays and have[path](tree) is None:
            raise ValueError(
                f"ivy.{op}: expected {have[path].codify(name)} to be an array of shape "
                f"{lift(accessor(params)).shape} as {accessor.codify('params')}, got None"
            )
    for path, accessor in have.items():
        if path not in arrays and accessor(tree) is not None:
            raise ValueError(
                f"ivy.{op}: expected {name} with the paths of params, got "
                f"{accessor.codify(name)}, which params do not have"
            )


# -- options -------------------------------------------------------------------------------------

# What an option is called elsewhere, where its name here is not alike.
_ELSEWHERE = {"learning_rate": "lr", "step_size": "lr"}


def check_names(op: str, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
    """Raise ``TypeError`` where an option is not one of a function's."""
    params = inspect.signature(function).parameters
    if any(p.kind is p.VAR_KEYWORD for p in params.values()):
        return
    known = [name for name in params if name != "self"]
    for name, value in options.items():
        if name not in known:
            near = _ELSEWHERE.get(name)
            if near not in known:
                near = next(iter(difflib.get_close_matches(name, known, 1, 0.0)), None)
            raise TypeError(
                f"ivy.{op}: expected options among {', '.join(known) or 'none'}, got the unknown "
                f"option {name}={value!r}" + (f"; did you mean {near}?" if near else "")
            )


def with_older_names(init: F) -> F:
    """Return a constructor that takes `beta1`, `beta2` and `epsilon` for `betas` and `eps`."""
    params = inspect.signature(init).parameters

    def renamed(options: dict[str, Any]) -> dict[str, Any]:
        found = dict(options)
        if "eps" in params and "eps" not in found and "epsilon" in found:
            found["eps"] = found.pop("epsilon")
        if "betas" in params and "betas" not in found and found.keys() & {"beta1", "beta2"}:
            first, second = params["betas"].default
            found["betas"] = (found.pop("beta1", first), found.pop("beta2", second))
        return found

    @functools.wraps(init)
    def started(self: Any, *args: Any, **options: Any) -> None:
        init(self, *args, **renamed(options))

    started.renamed = renamed  # type: ignore[attr-defined]
    return started  # type: ignore[return-value]  # it has the signature of the constructor


class Named:
    """A class whose objects are made with options of known names."""

    # The module that it is public in.
    _module = "optim"

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        init = cls.__dict__.get("__init__")
        if init is not None and inspect.signature(init).parameters.keys() & {"betas", "eps"}:
            cls.__init__ = with_older_names(init)  # type: ignore[method-assign]

    def __new__(cls, *args: Any, **options: Any) -> Self:
        """Look at the names of the options."""
        if options:
            renamed = getattr(cls.__init__, "renamed", dict)
            check_names(f"{cls._module}.{cls.__name__}", cls.__init__, renamed(options))
        return super().__new__(cls)


def named_options(function: F) -> F:
    """Return a function that looks at the names of its options."""
    op = f"{function.__module__}.{function.__name__}".removeprefix("ivy.")

    @functools.wraps(function)
    def checked(*args: Any, **options: Any) -> Any:
        check_names(op, function, options)
        return function(*args, **options)

    return checked  # type: ignore[return-value]  # it has the signature of the function


def is_number(value: Any) -> bool:
    """Return whether an option is a Python number, whose value may be looked at."""
    return isinstance(value, numbers.Real)


def is_zero(value: Any) -> bool:
    """Return whether an option is the number zero, so that nothing has to be done for it."""
    return is_number(value) and value == 0


def within(
    op: str, name: str, value: Any, low: float, high: float = math.inf, *, closed: bool = False
) -> Any:
    """Return a number that is in ``[low, high)``, or with `closed` in ``[low, high]``."""
    if not is_number(value) or isinstance(value, bool):
        raise TypeError(f"ivy.{op}: expected a number as {name}, got {name}={value!r}")
    if not (low <= value < high or (closed and value == high)):
        end = "]" if closed else ")"
        raise ValueError(f"ivy.{op}: expected {name} in [{low}, {high}{end}, got {name}={value!r}")
    # A scalar of NumPy's would be an array of its backend.
    return value.item() if hasattr(value, "item") else value


def whole(op: str, name: str, value: Any, low: int, high: float = math.inf) -> int:
    """Return an integer that is in ``[low, high)``."""
    found = within(op, name, value, low, high)
    if not isinstance(found, int):
        raise TypeError(f"ivy.{op}: expected an integer as {name}, got {name}={value!r}")
    return found


def rate(op: str, name: str, value: Any, low: float = 0, high: float = math.inf) -> Any:
    """Return an option that may be a number in ``[low, high)``, an array or a schedule."""
    if is_array(value) and not is_number(value):
        return lift(value)
    return value if callable(value) else within(op, name, value, low, high)


def pair(op: str, name: str, value: Any) -> tuple[float, float]:
    """Return two decay rates, each in ``[0, 1)``."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise TypeError(f"ivy.{op}: expected a pair of numbers as {name}, got {name}={value!r}")
    first, second = (within(op, f"{name}[{i}]", v, 0, 1) for i, v in enumerate(value))
    return first, second


def read(value: Any, step: Array) -> Any:
    """Return an option at a step: a number, or an array of the dtype of `step`."""
    value = lift(value(step) if callable(value) and not is_array(value) else value)
    return astype(value, step.dtype, copy=False) if isinstance(value, Array) else value


def power(base: float, t: Array) -> Array:
    """Return ``base ** t`` for a number in ``[0, 1)`` and positive `t`."""
    return zeros_like(t) if base == 0 else exp(multiply(t, math.log(base)))


def complement(base: float, t: Array) -> Array:
    """Return ``1 - base ** t`` for a number in ``[0, 1)`` and positive `t`.

    It is exact to the last digits in single precision too, where ``1 - 0.999`` has lost four.
    """
    return add(zeros_like(t), 1) if base == 0 else negative(expm1(multiply(t, math.log(base))))


def interpolated(old: Array, new: Array, weight: Any) -> Array:
    """Return ``old + weight * (new - old)``."""
    return add(old, multiply(subtract(new, old), weight))


def decayed(x: Array, p: Array, weight_decay: Any) -> Array:
    """Return ``x + weight_decay * p``."""
    return x if is_zero(weight_decay) else add(x, multiply(p, weight_decay))


def shrunk(p: Array, lr: Any, weight_decay: Any) -> Array:
    """Return ``p * (1 - lr * weight_decay)``, the weight decay that is apart from gradients."""
    if is_zero(weight_decay):
        return p
    if is_number(lr) and is_number(weight_decay):
        return multiply(p, 1 - lr * weight_decay)
    return multiply(p, subtract(1, multiply(lr, weight_decay)))


def real_dtype(x: Array) -> DType:
    """Return the dtype of the parts of an array's elements."""
    return {complex64: float32, complex128: float64}.get(x.dtype, x.dtype)


def cast(value: Any, dtype: DType) -> Any:
    """Return an array of real numbers in another dtype, and everything else as it is."""
    if isinstance(value, Array) and value.dtype.category == "real floating":
        return astype(value, dtype)
    return value


def wide(x: Array) -> Array:
    """Return half precision, and what is narrower, as float32, which updates are computed in."""
    return astype(x, float32) if x.dtype.itemsize < 4 else x


def working_dtype(leaves: Sequence[Array]) -> DType:
    """Return the dtype of the numbers that hold for all parameters, such as the learning rate."""
    wide = any(x.dtype is float64 or x.dtype is complex128 for x in leaves)
    return float64 if wide else float32


# The backends with kernels for whole updates, in a module `optimisers`.
_WITH_KERNELS = frozenset(["torch"])


def kernel(name: str, leaves: Sequence[Array], columns: Sequence[Sequence[Array]]) -> Any:
    """Return a framework's own function for an update of all parameters; None without one.

    It takes the framework's arrays, and `columns` are those that it gets besides the parameters.
    """
    cls = type(leaves[0])
    if cls.RANK or cls.NAME not in _WITH_KERNELS:
        return None
    if any(type(x) is not cls for column in (leaves, *columns) for x in column):
        return None
    return getattr(backends.chapter(cls.NAME, "optimisers"), name, None)


# -- classes -------------------------------------------------------------------------------------


class Keeper(Named, Stateful):
    """What has options that are fixed, and a state that it may keep itself.

    Compiled code replaces the arrays of the state as it does those of modules.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__:
            raise AttributeError(
                f"ivy.optim.{type(self).__name__}: expected {name} to stay as it is, got "
                f"{name}={value!r}; make a new one, use a schedule, or pass lr= at each step"
            )
        if name == "state":  # which says itself what it alters
            object.__setattr__(self, name, value)
        else:
            super().__setattr__(name, value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._options())})"

    @property
    def state(self) -> Any:
        """What `step` keeps; None before the first one. `init` and `update` leave it alone."""
        kept = self.__dict__.get("_kept")
        return None if kept is None else unflatten(self.__dict__["_spec"], kept)

    @state.setter
    def state(self, state: Any) -> None:
        kept, spec = (None, None) if state is None else flatten(state)
        # A list, because compiled code writes to its places, which stay if the structure does.
        known = self.__dict__.get("_kept")
        if kept is not None and known is not None and spec == self.__dict__["_spec"]:
            known[:] = kept
            return
        self.altered()
        self.__dict__.update(_kept=kept, _spec=spec)

    def _options(self) -> Iterator[tuple[str, Any]]:
        for name, value in self.__dict__.items():
            if name[0] != "_" and name != "slots":
                yield name, value

    def _inner(self) -> Iterator[tuple[str, Any]]:
        """Return the optimisers that this one is made of."""
        for name, value in self._options():
            if isinstance(value, Keeper):
                yield name, value

    def cells(self) -> dict[str, Cell]:
        """Return the places of the arrays of its state and of its options, by path."""
        found = {}
        if self.state is not None:
            kept = self.__dict__["_kept"]
            for i, name in enumerate(named(self.state)):
                found[f"state.{name}"] = Cell(f"state.{name}", kept, i)
        for name, value in self._options():
            if isinstance(value, Array):
                found[name] = Cell(name, self.__dict__, name)
        for name, inner in self._inner():
            for path, cell in inner.cells().items():
                found[f"{name}.{path}"] = cell
        return found

    def is_trainable(self, cell: Cell) -> bool:
        """Return whether derivatives are taken with respect to an array of it: never."""
        return False

    def statics(self) -> Iterator[Any]:
        """Return its options that are no arrays."""
        yield type(self)
        for name, value in self._options():
            if not isinstance(value, Array | Keeper | dict):
                yield name
                yield value
        for name, inner in self._inner():
            yield name
            yield from inner.statics()

    def init(self, params: Tree) -> Any:
        """Return the state before the first step."""
        raise NotImplementedError

    def _begun(self, params: Tree) -> Any:
        """Return the state that it keeps, or the first one."""
        kept = self.state
        return trees.begins(self, self.init(params)) if kept is None else kept

    def state_dict(self) -> dict[str, Array]:
        """Return the arrays of `state` by their paths, such as ``"mean.layer.weight"``.

        It is empty before the first step. Its arrays can be saved by `numpy.savez` or safetensors.
        """
        return {} if self.state is None else named(self.state)

    def load_state_dict(self, arrays: Mapping[str, Any], params: Tree = None) -> None:
        """Take over what `state_dict` gave.

        Parameters
        ----------
        arrays
            Arrays by path, of any backend; they are moved to that of the parameters.
        params
            The parameters; needed where no step has been made, so that the structure is known.

        Raises
        ------
        ValueError
            A path is missing or unexpected, or an array has another shape or dtype.
        """
        op = f"optim.{type(self).__name__}.load_state_dict"
        params = Trained(params).arrays()
        if params is None and self.state is None and arrays:
            raise ValueError(f"ivy.{op}: expected params, because no step has been made, got none")
        if not arrays:
            self.state = None
            return
        like = self.init(params) if params is not None else self.state
        expected = named(like)
        missing = sorted(expected.keys() - arrays.keys())
        unexpected = sorted(arrays.keys() - expected.keys())
        if missing or unexpected:
            raise ValueError(
                f"ivy.{op}: expected the paths of this optimiser's state, got missing={missing} "
                f"and unexpected={unexpected}"
            )
        taken = []
        for name, old in expected.items():
            x = lift(arrays[name])
            if not isinstance(x, Array):
                raise TypeError(
                    f"ivy.{op}: expected an array at {name!r}, got {type(x).__name__}; make one "
                    "with ivy.asarray"
                )
            if not self._fits(name, x, old):
                raise ValueError(
                    f"ivy.{op}: expected shape {old.shape} and dtype {old.dtype} at {name!r}, got "
                    f"shape {x.shape} and dtype {x.dtype}"
                )
            taken.append(to_backend(x, old.backend, device=old.device))
        self.state = unflatten(flatten(like)[1], taken)

    def _fits(self, name: str, x: Array, old: Array) -> bool:
        return x.shape == old.shape and x.dtype is old.dtype


class Optimiser(Keeper):
    """A rule that gives new parameters from parameters and gradients.

    `init` and `update` are pure functions on trees of arrays: they run in `jax.jit`,
    `tf.function` and `torch.compile`, and can be differentiated. `step` keeps the state in the
    object. A subclass says what it keeps for each parameter in `slots`, and how one parameter is
    updated in `leaf_update`.

    Parameters
    ----------
    lr
        The learning rate: a number, an array of shape ``()``, or a schedule, which is a function of
        the number of steps that have been made.
    maximize
        Whether to go up instead of down.

    Examples
    --------
    >>> import ivy
    >>> class SignDescent(ivy.optim.Optimiser):
    ...     def leaf_update(self, p, g, slots, h):
    ...         return p - h["lr"] * ivy.sign(g), {}
    >>> SignDescent(0.5).step([ivy.asarray([1.0, 2.0])], [ivy.asarray([3.0, -4.0])])
    [Array([0.5, 2.5], dtype=float32, backend='numpy')]
    """

    # The names of what is kept for each parameter, and of numbers that are kept for all together.
    slots: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    # Whether a complex parameter is two real ones; else it is refused.
    takes_complex: bool = True

    lr: Rate

    def __init__(self, lr: Rate, *, maximize: bool = False) -> None:
        self.lr = rate(self._op, "lr", lr)
        self.maximize = maximize

    @property
    def _op(self) -> str:
        return f"optim.{type(self).__name__}"

    def init(self, params: Tree) -> dict[str, Any]:
        """Return the state before the first step.

        Parameters
        ----------
        params
            Floating arrays, in any containers.

        Returns
        -------
        dict
            ``"step"``, an int64 array of shape ``()`` that counts steps, and a tree of the
            structure of `params` for each of `slots`.
        """
        leaves, spec = self._leaves(params)
        first = [self.leaf_init(parts(p)) for p in leaves]
        return {
            "step": beside(leaves[0], zeros, (), dtype=int64),
            **{name: unflatten(spec, [kept[name] for kept in first]) for name in self.slots},
            **self.shared_init(leaves[0], working_dtype(leaves)),
        }

    def update(
        self, gradients: Tree, state: Any, params: Tree, *, lr: Rate | None = None
    ) -> tuple[Tree, Any]:
        """Return new parameters and the new state.

        Parameters
        ----------
        gradients
            An array for each of `params`, of its shape and dtype.
        state
            What `init` or the step before has given.
        params
            Floating arrays, in any containers.
        lr
            A learning rate for this step, in the place of the one of the optimiser; in compiled
            code an array, so that it can change.

        Returns
        -------
        tuple
            ``(params, state)`` of the structures that were given.

        Raises
        ------
        ValueError
            A gradient is missing, None, or of another shape than its parameter.
        TypeError
            A parameter is no floating array, or a gradient has another dtype.
        """
        leaves, spec = self._leaves(params)
        found = matching_leaves(self._op, "gradients", gradients, params, leaves, spec)
        columns = self._columns(state, len(leaves))
        step = lift(state["step"])
        dtype = working_dtype(leaves)
        before = astype(step, dtype)
        rates = read(self.lr if lr is None else rate(self._op, "lr", lr), before)
        done = self.at_once(leaves, found, columns, step, before, rates)
        if done is not None:
            new, by_name = done
            return unflatten(spec, new), {
                "step": add(step, 1),
                **{name: unflatten(spec, column) for name, column in by_name.items()},
            }
        kept = {name: lift(state[name]) for name in self.shared}
        scalars = self.scalars(add(before, 1), before, rates, kept)
        by_dtype: dict[DType, dict[str, Any]] = {dtype: scalars}
        new, rows = [], []
        for i, (p, g) in enumerate(zip(leaves, found, strict=True)):
            old = {name: column[i] for name, column in columns.items()}
            x, g = wide(parts(p)), wide(parts(g))
            h = by_dtype.get(x.dtype)
            if h is None:
                h = by_dtype[x.dtype] = {k: cast(v, x.dtype) for k, v in scalars.items()}
            g = negative(g) if self.maximize else g
            x, own = self.leaf_update(x, g, {name: wide(v) for name, v in old.items()}, h)
            if p.dtype.itemsize < 4:
                x = astype(x, p.dtype)
                own = {name: astype(v, old[name].dtype) for name, v in own.items()}
            new.append(joined(x, p))
            rows.append(own)
        return unflatten(spec, new), {
            "step": add(step, 1),
            **{name: unflatten(spec, [row[name] for row in rows]) for name in self.slots},
            **{name: scalars[name] for name in self.shared},
        }

    def step(self, params: Tree, gradients: Tree, *, lr: Rate | None = None) -> Tree:
        """Return new parameters, and keep the state in `state`.

        `ivy.compile` sees to the state; in code that a framework's own compiler runs, the state
        would be what it was while compiling: use `update` there.

        Parameters
        ----------
        params
            Floating arrays, in any containers, or an `ivy.nn.Module`, which takes the new arrays.
        gradients
            What `ivy.grad` gives for `params`.
        lr
            A learning rate for this step, in the place of the one of the optimiser.
        """
        whole = Trained(params)
        arrays = whole.arrays()
        state = self._begun(arrays)
        new, self.state = self.update(gradients, state, arrays, lr=lr)
        return whole.take(new)

    def at_once(
        self,
        leaves: list[Array],
        gradients: list[Array],
        columns: dict[str, list[Array]],
        step: Array,
        before: Array,
        lr: Any,
    ) -> tuple[list[Array], dict[str, list[Array]]] | None:
        """Return new parameters and slots by a framework's kernel for all; None without one."""
        return None

    def leaf_init(self, p: Array) -> dict[str, Array]:
        """Return what is kept for a parameter before the first step, by name: zeros."""
        return {name: zeros_like(p) for name in self.slots}

    def shared_init(self, like: Array, dtype: DType) -> dict[str, Array]:
        """Return what is kept for all parameters together, by name."""
        return {}

    def scalars(self, t: Array, before: Array, lr: Any, shared: dict[str, Array]) -> dict[str, Any]:
        """Return the numbers of a step that hold for every parameter, by name.

        `t` is the number of the step from 1, `before` that from 0, `lr` the learning rate: a number
        or an array. Among the results are the new values of what is shared.
        """
        return {"lr": lr}

    def leaf_update(
        self, p: Array, g: Array, slots: dict[str, Array], h: dict[str, Any]
    ) -> tuple[Array, dict[str, Array]]:
        """Return a new parameter and what is kept for it, from its gradient and the scalars."""
        raise NotImplementedError

    def _leaves(self, params: Tree) -> tuple[list[Array], Any]:
        leaves, spec = floating_leaves(self._op, "params", params)
        if not leaves:
            raise ValueError(f"ivy.{self._op}: expected at least one parameter, got {params!r}")
        if not self.takes_complex:
            for i, p in enumerate(leaves):
                self.leaf_check(p, partial(expression, params, i, "params"))
        return leaves, spec

    def leaf_check(self, p: Array, where: Callable[[], str]) -> None:
        """Raise where a parameter cannot be updated by a rule that does not take all."""
        if p.dtype.category == "complex floating":
            raise TypeError(
                f"ivy.{self._op}: expected real parameters, got {where()} of dtype {p.dtype}"
            )

    def _columns(self, state: Any, count: int) -> dict[str, list[Any]]:
        names = {"step", *self.slots, *self.shared}
        if not isinstance(state, dict) or state.keys() != names:
            got = sorted(state) if isinstance(state, dict) else type(state).__name__
            raise ValueError(
                f"ivy.{self._op}: expected a state with {sorted(names)}, got {got}; make one with "
                "init(params)"
            )
        columns = {name: flatten(state[name])[0] for name in self.slots}
        for name, column in columns.items():
            if len(column) != count:
                raise ValueError(
                    f"ivy.{self._op}: expected state[{name!r}] with {count} arrays, one for each "
                    f"parameter, got {len(column)}"
                )
        return columns


class Groups(Keeper):
    """An optimiser that is several: each for the parameters that it is chosen for.

    Parameters
    ----------
    rules
        Optimisers by what they are for. A key is a pattern for the path of a parameter
        (``"*.bias"``, as in `fnmatch`), or a function of path and array that returns a bool, which
        can look at the shape. The first one that is true decides; ``"*"`` is true for all. The path
        of ``params["layers"][0]["weight"]`` is ``"layers.0.weight"``.

    Raises
    ------
    ValueError
        No rule holds for a parameter.

    Examples
    --------
    >>> import ivy
    >>> params = {"weight": ivy.ones((2, 2)), "bias": ivy.ones(2)}
    >>> opt = ivy.optim.Groups({"bias": ivy.SGD(0.5), "*": ivy.SGD(0.1, weight_decay=1.0)})
    >>> opt.step(params, params)["bias"]
    Array([0.5, 0.5], dtype=float32, backend='numpy')
    """

    def __init__(self, rules: Mapping[Any, Any]) -> None:
        if not isinstance(rules, Mapping) or not rules:
            raise TypeError(
                f"ivy.optim.Groups: expected a dict of optimisers, got {type(rules).__name__}"
            )
        for key, optimiser in rules.items():
            if not isinstance(key, str) and not callable(key):
                raise TypeError(
                    "ivy.optim.Groups: expected patterns or functions of path and array as keys, "
                    f"got {key!r}"
                )
            if not hasattr(optimiser, "update"):
                raise TypeError(
                    f"ivy.optim.Groups: expected optimisers, got {type(optimiser).__name__} for "
                    f"{key!r}"
                )
        self.rules = dict(rules)
        self._tests = [
            re.compile(fnmatch.translate(key)) if isinstance(key, str) else key for key in rules
        ]

    def _inner(self) -> Iterator[tuple[str, Any]]:
        return ((str(n), each) for n, each in enumerate(self.rules.values()))

    def statics(self) -> Iterator[Any]:
        """Return the rules, and the options of their optimisers."""
        yield from self.rules
        yield from super().statics()

    def init(self, params: Tree) -> dict[str, Any]:
        """Return the state before the first step: that of each group, by its number."""
        leaves = named(params)
        chosen = self._chosen(leaves)
        return {
            str(n): optimiser.init(_part(leaves, chosen, n))
            for n, optimiser in enumerate(self.rules.values())
            if n in chosen.values()
        }

    def update(
        self, gradients: Tree, state: Any, params: Tree, *, lr: Rate | None = None
    ) -> tuple[Tree, Any]:
        """Return new parameters and the new state, as `Optimiser.update` does."""
        leaves = named(params)
        values, spec = floating_leaves("optim.Groups", "params", params)
        found = matching_leaves("optim.Groups", "gradients", gradients, params, values, spec)
        slopes = dict(zip(leaves, found, strict=True))
        chosen = self._chosen(leaves)
        new, states = {}, {}
        for n, optimiser in enumerate(self.rules.values()):
            if n in chosen.values():
                part, states[str(n)] = optimiser.update(
                    _part(slopes, chosen, n), state[str(n)], _part(leaves, chosen, n), lr=lr
                )
                new.update(part)
        return unflatten(spec, [new[name] for name in leaves]), states

    # The same rule with a state of another kind.
    step = Optimiser.step

    def _chosen(self, leaves: dict[str, Any]) -> dict[str, int]:
        """Return the number of the rule for each path."""
        return {name: self._rule(name, x) for name, x in leaves.items()}

    def _rule(self, name: str, x: Any) -> int:
        for n, test in enumerate(self._tests):
            if test.match(name) if isinstance(test, re.Pattern) else test(name, x):
                return n
        raise ValueError(
            f"ivy.optim.Groups: expected a rule for every parameter, got none for {name!r}; add "
            "one for '*'"
        )


def _part(leaves: dict[str, Any], chosen: dict[str, int], n: int) -> dict[str, Any]:
    return {name: x for name, x in leaves.items() if chosen[name] == n}


def parts(x: Array) -> Array:
    """Return a complex array as a real one with its two parts along a last axis."""
    if x.dtype.category != "complex floating":
        return x
    return stack([real(x), imag(x)], axis=-1)


def joined(x: Array, like: Array) -> Array:
    """Return what `parts` came from, for a parameter with the dtype and shape of another."""
    if like.dtype.category == "complex floating":
        x = complex_(x[..., 0], x[..., 1])
    if x.shape != like.shape:
        raise ValueError(
            f"ivy.optim: expected a state for a parameter of shape {like.shape}, got one that "
            f"makes the shape {x.shape}; make one with init(params)"
        )
    return x
