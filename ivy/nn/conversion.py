"""Modules as native ones of a framework, which train and are saved there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ivy import backends
from ivy.array import CLASSES, Array, lift
from ivy.functional.interop import to_native
from ivy.nn.module import Module, copied

__all__ = ["to_flax_module", "to_keras_layer", "to_torch_module"]


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
