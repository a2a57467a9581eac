"""Backends: their names, loading them when they are first needed, and which one is current."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import Any

from ivy.errors import BackendNotFoundError, BackendNotInstalledError

# backend -> (the module whose import is the framework's, what to install)
FRAMEWORKS = {
    "numpy": ("numpy", "numpy"),
    "torch": ("torch", "ivy[torch]"),
    "tensorflow": ("tensorflow", "ivy[tensorflow]"),
    "jax": ("jax", "ivy[jax]"),
}
NAMES = tuple(FRAMEWORKS)

# What creation uses in this thread or task: a backend's name, or an interpreter's array class.
current: ContextVar[Any] = ContextVar("ivy.backends.current", default="numpy")

_cores: dict[str, ModuleType] = {}
_of_type: dict[type, str | None] = {}


def check_name(name: str) -> None:
    """Raise where no backend has this name."""
    if name not in FRAMEWORKS:
        raise BackendNotFoundError(
            f"ivy.set_backend: expected one of {', '.join(NAMES)}, got {name!r}"
        )


def core(name: str) -> ModuleType:
    """Return the ``core`` module of a backend, which imports its framework."""
    try:
        return _cores[name]
    except KeyError:
        pass
    check_name(name)
    framework, package = FRAMEWORKS[name]
    try:
        importlib.import_module(framework)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != framework:
            raise  # the framework is there and lacks something itself: its own error says what
        raise BackendNotInstalledError(
            f"ivy.set_backend: the {name!r} backend needs {framework}, which is not installed; "
            f'run: pip install "{package}"',
            name=framework,
        ) from None
    module = importlib.import_module(f"ivy.backends.{name}.core")
    _cores[name] = module
    _of_type.clear()  # a type that nobody knew may be this framework's
    return module


def chapter(name: str, title: str) -> ModuleType:
    """Return a backend's module of one chapter of operations."""
    core(name)
    return importlib.import_module(f"ivy.backends.{name}.{title}")


def of_native(kind: type) -> str | None:
    """Return the backend whose arrays are of this type; None for what is no array.

    Looked up along the type's base classes, because jax's tracers and tensorflow's symbolic
    tensors are only relatives of the public array types. The answer is kept by type.
    """
    try:
        return _of_type[kind]
    except KeyError:
        return _look_up(kind)


def _look_up(kind: type) -> str | None:
    found = None
    # The packages that the type's classes come from, so that no backend is loaded for other types.
    packages = {c.__module__.partition(".")[0].removesuffix("lib") for c in kind.__mro__}
    for name, (framework, _) in FRAMEWORKS.items():
        # An array of a framework that nobody has imported cannot exist.
        known = framework in packages and framework in sys.modules
        if known and issubclass(kind, core(name).ARRAY_TYPES):
            found = name
            break
    _of_type[kind] = found
    return found


# torch.compile shall run this when it first meets a type, and not look into it. It is what
# torch.compiler.assume_constant_result sets, without importing torch.
_look_up._dynamo_marked_constant = True  # type: ignore[attr-defined]


def is_installed(name: str) -> bool:
    """Return whether a backend's framework can be found, without importing it."""
    check_name(name)
    framework = FRAMEWORKS[name][0]
    if framework in sys.modules:
        return True
    return importlib.util.find_spec(framework) is not None


def set_backend(name: str) -> None:
    """Make a backend the one that new arrays are created on, in this thread or task.

    Operations on arrays always run on the backend of the arrays.

    Parameters
    ----------
    name
        ``"numpy"``, ``"torch"``, ``"tensorflow"`` or ``"jax"``.

    Raises
    ------
    BackendNotFoundError
        No backend has this name.
    BackendNotInstalledError
        Its framework is not installed; the message says what to install.

    Examples
    --------
    >>> import ivy
    >>> ivy.set_backend("numpy")
    >>> ivy.current_backend()
    'numpy'
    """
    core(name)
    current.set(name)


def unset_backend() -> None:
    """Go back to the default backend, numpy.

    Examples
    --------
    >>> import ivy
    >>> ivy.unset_backend()
    >>> ivy.current_backend()
    'numpy'
    """
    current.set("numpy")


def current_backend() -> str:
    """Return the name of the backend that new arrays are created on.

    Examples
    --------
    >>> import ivy
    >>> with ivy.with_backend("numpy"):
    ...     ivy.current_backend()
    'numpy'
    """
    now = current.get()
    return now if isinstance(now, str) else str(now.NAME)


@contextmanager
def with_backend(name: str) -> Iterator[None]:
    """Use a backend inside a ``with`` block, in this thread or task.

    Parameters
    ----------
    name
        As in `set_backend`.

    Examples
    --------
    >>> import ivy
    >>> with ivy.with_backend("numpy"):
    ...     ivy.zeros(2)
    Array([0., 0.], dtype=float32, backend='numpy')
    """
    core(name)
    token = current.set(name)
    try:
        yield
    finally:
        current.reset(token)
