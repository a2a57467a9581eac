"""Modules as native ones of a framework, which train and are saved there, and the other way."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from ivy import backends
from ivy.array import CLASSES, Array, lift
from ivy.autodiff.native import run_native
from ivy.errors import MixedBackendError
from ivy.functional.control_flow import flatten_tree, unflatten_tree
from ivy.functional.interop import to_native
from ivy.nn.module import Module, copied

__all__ = [
    "from_flax",
    "from_keras",
    "from_torch",
    "to_flax_module",
    "to_keras_layer",
    "to_torch_module",
]


def to_torch_module(module: Module, /) -> Any:
    """Return a `torch.nn.Module` with the parameters of a module and its forward code.

    Its state dict has the paths of `Module.state_dict`. It holds copies of the arrays, and trains
    with torch's own derivatives and optimisers.

    Parameters
    ----------
    module
        The module, on any backend.

    Raises
    ------
    TypeError
        It is no `Module`.

    Examples
    --------
    >>> import ivy
    >>> native = ivy.nn.to_torch_module(ivy.nn.Linear(2, 1))
    >>> [name for name, _ in native.named_parameters()]
    ['weight', 'bias']
    """
    return _converted("to_torch_module", module, "torch")


def to_keras_layer(module: Module, /) -> Any:
    """Return a Keras layer, on tensorflow, with the parameters of a module and its forward code.

    It holds copies of the arrays; ``call`` takes ``training=`` as every Keras layer does.

    Parameters
    ----------
    module
        The module, on any backend.

    Raises
    ------
    TypeError
        It is no `Module`.
    ValueError
        Keras runs on another framework than tensorflow.

    Examples
    --------
    >>> import ivy
    >>> layer = ivy.nn.to_keras_layer(ivy.nn.Linear(2, 1))
    >>> [tuple(v.shape) for v in layer.trainable_variables]
    [(1, 2), (1,)]
    """
    return _converted("to_keras_layer", module, "tensorflow")


def to_flax_module(module: Module, /) -> Any:
    """Return a `flax.nnx.Module` with the parameters of a module and its forward code.

    It holds copies of the arrays, under their paths in ``parameters`` (trained), ``fixed`` (frozen)
    and ``statistics`` (buffers).

    Parameters
    ----------
    module
        The module, on any backend.

    Raises
    ------
    TypeError
        It is no `Module`.

    Examples
    --------
    >>> import ivy
    >>> native = ivy.nn.to_flax_module(ivy.nn.Linear(2, 1))
    >>> sorted(native.parameters)
    ['bias', 'weight']
    """
    return _converted("to_flax_module", module, "jax")


def _converted(op: str, module: Module, backend: str) -> Any:
    if not isinstance(module, Module):
        raise TypeError(f"ivy.nn.{op}: expected an ivy.nn.Module, got {type(module).__name__}")
    CLASSES[backend]  # the framework is loaded, or an error says how to install it
    inner = copied(module).to(backend=backend)
    frozen = frozenset(inner.parameters().keys() - inner.trainable().keys())

    def run(
        natives: Mapping[str, Any], training: bool, args: Any, kwargs: Any
    ) -> tuple[Any, dict[str, Any]]:
        cells = inner.cells()
        before = {path: cell.get() for path, cell in cells.items()}
        given = {path: CLASSES[backend](natives[path]) for path in cells}
        kept = inner.snapshot()
        with backends.with_backend(backend):
            try:
                for path, cell in cells.items():
                    cell.set(given[path])
                inner.train(training)
                result = inner(*map(_lifted, args), **{k: _lifted(v) for k, v in kwargs.items()})
                after = {path: cell.get() for path, cell in inner.cells().items()}
            finally:
                for path, cell in cells.items():
                    cell.set(before[path])
                inner.restore(kept)
        changed = {p: to_native(x) for p, x in after.items() if x is not given[p]}
        return to_native(result), changed

    return backends.chapter(backend, "modules").converted(
        parameters={p: x.native for p, x in inner.parameters().items()},
        buffers={p: x.native for p, x in inner.buffers().items()},
        frozen=frozen,
        run=run,
        text=type(module).__name__,
    )


def _lifted(value: Any) -> Any:
    found = lift(value)
    return found if isinstance(found, Array) else value


# -- the other way -------------------------------------------------------------------------------


def from_torch(module: Any, /) -> Module:
    """Return a module that runs a `torch.nn.Module`, with its parameters and buffers.

    They have the names of torch's state dict, and are copies: the torch module stays as it is, and
    does not follow what is trained here. Derivatives of the module are torch's. What it draws at
    random, such as a dropout, comes from torch's generator, which ``torch.manual_seed`` sets and
    `ivy.seed` does not; what computes it a second time, as `ivy.checkpoint` and a derivative of a
    derivative do, draws anew.

    Parameters
    ----------
    module
        The torch module.

    Raises
    ------
    TypeError
        It is no `torch.nn.Module`, or one of TorchScript, which has no Python code.
    ValueError
        The current backend is not torch, or the module has parameters without a shape.

    Examples
    --------
    >>> import ivy, torch
    >>> with ivy.with_backend("torch"):
    ...     layer = ivy.nn.from_torch(torch.nn.Linear(2, 1))
    ...     list(layer.parameters()), layer(ivy.ones((3, 2))).shape
    (['weight', 'bias'], (3, 1))
    """
    _expect("from_torch", "torch")
    return Foreign("from_torch", "torch", backends.chapter("torch", "modules").Foreign(module))


def from_keras(layer: Any, /) -> Module:
    """Return a module that runs a Keras layer or model, with its variables by their paths.

    It runs on the framework that Keras runs on. The variables that are trained are parameters, all
    others buffers; they are copies, so the layer stays as it is, and does not follow what is
    trained here. What it draws at random comes from its seed generators, whose states are buffers,
    where Keras draws from them. The losses that layers add besides their results are left out.

    Parameters
    ----------
    layer
        The layer or model, with its variables made.

    Raises
    ------
    TypeError
        It is no Keras layer.
    ValueError
        Keras runs on another framework than the current backend, the layer is not built, or two
        variables have one path.

    Examples
    --------
    >>> import ivy, keras
    >>> dense = keras.layers.Dense(1, name="dense")
    >>> dense.build((None, 2))
    >>> with ivy.with_backend(keras.backend.backend()):
    ...     layer = ivy.nn.from_keras(dense)
    ...     list(layer.parameters()), layer(ivy.ones((3, 2))).shape
    (['dense/kernel', 'dense/bias'], (3, 1))
    """
    # Not as a chapter of tensorflow, for Keras need not run on it.
    native = importlib.import_module("ivy.backends.tensorflow.modules").Foreign(layer)
    _expect("from_keras", native.backend)
    return Foreign("from_keras", native.backend, native)


def from_flax(module: Any, /) -> Module:
    """Return a module that runs a `flax.nnx.Module`, with its variables by their paths.

    Those that are an `nnx.Param` are parameters, all others buffers, the keys and counters of
    random streams too; they are copies, so the flax module stays as it is, and does not follow what
    is trained here. Variables that a call makes anew, such as what ``sow`` keeps, are not kept.

    Parameters
    ----------
    module
        The flax module.

    Raises
    ------
    TypeError
        It is no `flax.nnx.Module`, or has a variable that is no array.
    ValueError
        The current backend is not jax.

    Examples
    --------
    >>> import ivy
    >>> from flax import nnx
    >>> with ivy.with_backend("jax"):
    ...     layer = ivy.nn.from_flax(nnx.Linear(2, 1, rngs=nnx.Rngs(0)))
    ...     sorted(layer.parameters()), layer(ivy.ones((3, 2))).shape
    (['bias', 'kernel'], (3, 1))
    """
    _expect("from_flax", "jax")
    return Foreign("from_flax", "jax", backends.chapter("jax", "modules").Foreign(module))


def _expect(op: str, backend: str) -> None:
    if backends.current_backend() != backend:
        raise ValueError(
            f"ivy.nn.{op}: expected the current backend to be {backend}, whose arrays the module "
            f"computes with, got {backends.current_backend()}; call ivy.set_backend({backend!r})"
        )


class Foreign(Module):
    """A module that runs one of a framework on its arrays."""

    def __init__(self, op: str, backend: str, native: Any) -> None:
        self._op, self._backend, self._native = op, backend, native
        wrap = CLASSES[backend]
        held = {p: wrap(x) for p, x in {**native.parameters, **native.buffers}.items()}
        held |= {alias: held[path] for alias, path in native.aliases.items()}
        # By path. No attributes of these names, because a framework allows more of them.
        self._held: dict[str, Array] = held
        self._buffers = {p: p not in native.unsaved for p in native.buffers}
        self._frozen = native.frozen
        self.training = native.training

    def _places(self) -> Iterator[tuple[str, str, Any, Any, Any]]:
        for path, array in tuple(self._held.items()):
            yield path, path, self._held, path, array

    def extra_repr(self) -> str:
        """Return what it runs."""
        text: str = self._native.text
        return text

    def __repr__(self) -> str:
        return f"{self._op}({self.extra_repr()})"

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Run the framework's module."""
        _expect(self._op, self._backend)
        call = _Call(self, args, kwargs)
        run = run_native(self._op, self._backend, call, call.operands, lambda: call.count)
        for path, array in zip(self._native.buffers, run[call.count :], strict=True):
            self._held[path] = array
        return call.result(run)


class _Call:
    """A call of a framework's module as a function of a list of native arrays."""

    def __init__(self, module: Foreign, args: Any, kwargs: Any) -> None:
        native = module._native
        self._native, self._training = native, module.training
        self._class = CLASSES[module._backend]
        self._paths = [*native.parameters, *native.buffers]
        self._leaves, self._tree = flatten_tree((args, kwargs))
        self._places = [i for i, x in enumerate(self._leaves) if isinstance(x, Array)]
        given = [self._leaves[i] for i in self._places]
        for x in given:
            if x.backend != module._backend:
                raise MixedBackendError(
                    f"ivy.nn.{module._op}: expected arrays of {module._backend}, got one of "
                    f"{x.backend}; call ivy.to_backend(x, {module._backend!r})"
                )
        for i in self._places:
            self._leaves[i] = None
        self.operands = [*[module._held[p] for p in self._paths], *given]

    def __call__(self, natives: list[Any]) -> list[Any]:
        """Return the arrays of the result, and then the new buffers."""
        arrays = dict(zip(self._paths, natives, strict=False))
        leaves = list(self._leaves)
        for i, x in zip(self._places, natives[len(arrays) :], strict=True):
            leaves[i] = self._native.argument(x)
        args, kwargs = unflatten_tree(self._tree, leaves)
        result, buffers = self._native.run(arrays, self._training, args, kwargs)
        found, self._kind = flatten_tree(result)
        self._found = [i for i, x in enumerate(found) if isinstance(x, self._class)]
        results = [found[i].data for i in self._found]
        self._others = [None if isinstance(x, self._class) else x for x in found]
        self.count = len(results)
        return [*results, *[buffers[p] for p in self._native.buffers]]

    def result(self, arrays: list[Array]) -> Any:
        """Return the result with arrays in it, of what the call gave."""
        leaves = list(self._others)
        for i, x in zip(self._found, arrays, strict=False):
            leaves[i] = x
        return unflatten_tree(self._kind, leaves)
