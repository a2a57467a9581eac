"""Backends: their names, loading them when they are first needed, and which one is current."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import threading
import warnings
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

# The same for libraries that `ivy.backends.array_api` reads from their array API namespace. Another
# one that array-api-compat knows, or that has `__array_namespace__`, is one more line.
LIBRARIES = {
    "array_api_strict": ("array_api_strict", "array-api-strict"),
    "cupy": ("cupy", "cupy-cuda12x"),
    "dask": ("dask.array", "dask[array]"),
    "ndonnx": ("ndonnx", "ndonnx"),
}

# What creation uses in this thread or task: a backend's name, or an interpreter's array class.
current: ContextVar[Any] = ContextVar("ivy.backends.current", default="numpy")

# What was asked of jax's 64-bit types before the jax backend was loaded, see `set_backend`.
_x64: bool | None = None

_cores: dict[str, ModuleType] = {}
_of_type: dict[type, str | None] = {}
# What is made once, when it is first needed, is made by one thread: backends, and array classes.
# Never needed where it exists already. An import may come back here, so the thread may do so too.
making = threading.RLock()


def check_name(name: str) -> None:
    """Raise where no backend has this name."""
    if name not in FRAMEWORKS and name not in LIBRARIES:
        raise BackendNotFoundError(
            f"ivy.set_backend: expected one of {', '.join((*NAMES, *LIBRARIES))}, got {name!r}"
        )


def core(name: str) -> ModuleType:
    """Return the ``core`` module of a backend, which imports its framework."""
    try:
        return _cores[name]
    except KeyError:
        pass
    check_name(name)
    with making:
        if name not in _cores:
            _cores[name] = _loaded(name)
            # A type that nobody knew may be this framework's; what is known stays, so that a
            # compiler finds the same each time it runs the code.
            for kind in [k for k, known in list(_of_type.items()) if known is None]:
                _of_type.pop(kind, None)
            _of_type.update(dict.fromkeys(_cores[name].ARRAY_TYPES, name))
    return _cores[name]


def _loaded(name: str) -> ModuleType:
    framework, package = FRAMEWORKS[name] if name in FRAMEWORKS else LIBRARIES[name]
    by_user = framework in sys.modules
    try:
        module = importlib.import_module(framework)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != framework.split(".")[0]:
            raise  # the framework is there and lacks something itself: its own error says what
        raise BackendNotInstalledError(
            f"ivy.set_backend: the {name!r} backend needs {framework}, which is not installed; "
            f'run: pip install "{package}"',
            name=framework,
        ) from None
    if name in FRAMEWORKS:
        ours = importlib.import_module(f"ivy.backends.{name}.core")
        if by_user and _x64 is None and getattr(ours, "TURNED_X64_ON", False) and _uses(module):
            warnings.warn(
                "the jax backend of ivy has turned jax's 64-bit types on for this process "
                "(jax_enable_x64); ivy.set_backend('jax', x64=True) says that this is meant, and "
                "ivy.set_backend('jax', x64=False), before anything else, declines",
                stacklevel=4,
            )
        return ours
    library: ModuleType = importlib.import_module("ivy.backends.array_api.core").Library(
        name, module
    )
    return library


def _uses(jax: Any) -> bool:
    """Return whether a program that has imported jax uses it, as far as anybody can know."""
    # tensorflow imports jax for itself.
    return "tensorflow" not in sys.modules or bool(jax.live_arrays())


def chapter(name: str, title: str) -> ModuleType:
    """Return a backend's module of one chapter of operations."""
    module = core(name)
    if name in LIBRARIES:
        functions: ModuleType = module.chapter(title)
        return functions
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
    loaded = len(_cores)
    found = None
    # The packages that the type's classes come from, so that no backend is loaded for other types.
    packages = {c.__module__.partition(".")[0].removesuffix("lib") for c in kind.__mro__}
    for name, (framework, _) in (*FRAMEWORKS.items(), *LIBRARIES.items()):
        # An array of a framework that nobody has imported cannot exist.
        known = framework.partition(".")[0] in packages and framework in sys.modules
        if known and issubclass(kind, core(name).ARRAY_TYPES):
            found = name
            break
    if found or len(_cores) == loaded:
        _of_type[kind] = found  # unless another thread has loaded a backend that may know it
    return found


# torch.compile shall run this when it first meets a type, and not look into it. It is what
# torch.compiler.assume_constant_result sets, without importing torch.
_look_up._dynamo_marked_constant = True  # type: ignore[attr-defined]


def is_installed(name: str) -> bool:
    """Return whether a backend's framework can be found, without importing it."""
    check_name(name)
    framework = (FRAMEWORKS[name] if name in FRAMEWORKS else LIBRARIES[name])[0]
    if framework in sys.modules:
        return True
    return importlib.util.find_spec(framework.partition(".")[0]) is not None


def set_backend(name: str, *, x64: bool | None = None) -> None:
    """Make a backend the one that new arrays are created on, in this thread or task.

    Operations on arrays always run on the backend of the arrays.

    64-bit dtypes exist on every backend, so loading jax's turns jax's on (``jax_enable_x64``), for
    the whole process. A program that has imported jax before, with them off, may notice: it gets a
    warning, once.

    Parameters
    ----------
    name
        ``"numpy"``, ``"torch"``, ``"tensorflow"`` or ``"jax"``; or another array library:
        ``"array_api_strict"``, ``"cupy"``, ``"dask"`` or ``"ndonnx"``.
    x64
        For jax only, at its first use. False leaves jax's 64-bit types off: then int64, uint64,
        float64 and complex128 mean the dtype of half their size, as they do in jax. True turns them
        on without a warning.

    Raises
    ------
    BackendNotFoundError
        No backend has this name.
    BackendNotInstalledError
        Its framework is not installed; the message says what to install.
    RuntimeError
        The jax backend has been loaded with another answer to `x64`.

    Examples
    --------
    >>> import ivy
    >>> ivy.set_backend("numpy")
    >>> ivy.current_backend()
    'numpy'
    """
    if x64 is not None:
        _choose_x64(name, x64)
    core(name)
    current.set(name)


def _choose_x64(name: str, wanted: bool) -> None:
    global _x64
    if name != "jax":
        raise ValueError(f"ivy.set_backend: expected x64 for 'jax' only, got it for {name!r}")
    with making:
        if "jax" not in _cores:
            _x64 = wanted
        has_x64 = core("jax").HAS_X64
    if has_x64 != wanted:
        raise RuntimeError(
            f"ivy.set_backend: expected x64={has_x64}, got {wanted}; jax's 64-bit types are "
            f"{'on' if has_x64 else 'off'} in this process, and arrays may exist that rely on it. "
            "Choose in the first call that uses jax, and do not set jax_enable_x64 otherwise"
        )


def asked_x64() -> bool | None:
    """Return what was asked of jax's 64-bit types; None: nothing."""
    return _x64


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
