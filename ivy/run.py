"""Running a script of one framework on another: its ``import torch`` finds Ivy's frontend.

Who imports decides what is found. The script and every package that it uses get the frontend; Ivy,
the frameworks and their parts get the framework itself. Nothing is put into ``sys.modules`` under
the framework's name, so code that looks there sees whether the framework itself is loaded.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import io
import itertools
import opcode
import os
import sys
import threading
import types
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from importlib.machinery import ModuleSpec, SourceFileLoader
from typing import Any

from ivy.backends import set_backend
from ivy.errors import FrontendImportError

# framework -> its frontend
FRONTENDS = {"torch": "ivy.frontends.torch"}

# Packages whose imports find the frameworks themselves: Ivy, the frameworks, and what they consist
# of or build on.
REAL = frozenset(
    [
        *("ivy", "torch", "functorch", "torchgen", "triton", "torch_xla", "jax", "jaxlib", "flax"),
        *("optax", "orbax", "chex", "tensorflow", "keras", "tensorboard", "optree", "ml_dtypes"),
        *("numpy", "scipy", "array_api_compat"),
    ]
)


class Redirection:
    """Makes imports of a framework find its frontend, depending on who imports.

    Parameters
    ----------
    framework
        The name of the framework's package.
    frontend
        The name of the package that is found instead.
    """

    def __init__(self, framework: str, frontend: str) -> None:
        self.framework = framework
        self.frontend = frontend
        self._import = builtins.__import__
        self._import_module = importlib.import_module
        self._find_spec = importlib.util.find_spec

    def install(self) -> None:
        """Begin to redirect, in the whole process."""
        builtins.__import__ = self._importing
        importlib.import_module = self._importing_module
        importlib.util.find_spec = self._finding_spec

    def uninstall(self) -> None:
        """Undo `install`."""
        builtins.__import__ = self._import
        importlib.import_module = self._import_module
        importlib.util.find_spec = self._find_spec

    # What takes the place of Python's functions has their signatures.

    def _importing(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        if level or not self._is_meant(name):
            return self._import(name, globals, locals, fromlist or (), level)
        if _is_real(globals or _globals_of_caller()):
            return self._import(name, globals, locals, fromlist or (), level)
        module = self._found(name)
        for part in fromlist or ():
            if part != "*" and not hasattr(module, part) and _is_statement(sys._getframe(1)):
                self._found(f"{name}.{part}")
        return module if fromlist else sys.modules[self.frontend]

    def _importing_module(self, name: str, package: str | None = None) -> types.ModuleType:
        if not self._is_meant(name) or _is_real(_globals_of_caller()):
            return self._import_module(name, package)
        return self._found(name)

    def _finding_spec(self, name: str, package: str | None = None) -> ModuleSpec | None:
        if not self._is_meant(name) or _is_real(_globals_of_caller()):
            return self._find_spec(name, package)
        return self._find_spec(self._renamed(name))

    def _is_meant(self, name: str) -> bool:
        return name == self.framework or name.startswith(f"{self.framework}.")

    def _renamed(self, name: str) -> str:
        return self.frontend + name.removeprefix(self.framework)

    def _found(self, name: str) -> types.ModuleType:
        """Return the frontend's module for a module of the framework."""
        wanted = self._renamed(name)
        try:
            return self._import_module(wanted)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{wanted}.".startswith(f"{error.name}."):
                raise  # the module is there, and what it imports is not
        raise FrontendImportError(
            f"{name} is not in ivy's {self.framework} frontend{_users_place()}", name=name
        )


def _globals_of_caller() -> Mapping[str, Any] | None:
    """Return the global names of the code that called the function that calls this one."""
    try:
        return sys._getframe(2).f_globals
    except ValueError:  # called from C, with no Python code below it
        return None


def _is_statement(frame: types.FrameType) -> bool:
    """Return whether code is at an import statement.

    A call of ``__import__`` may name anything in `fromlist`, and gets the module all the same.
    """
    return frame.f_code.co_code[frame.f_lasti] == opcode.opmap["IMPORT_NAME"]


def _is_real(importer: Mapping[str, Any] | None) -> bool:
    """Return whether code with these global names gets the framework itself."""
    if importer is None:
        return True
    package = _package(importer)
    if package not in _MACHINERY:
        return package in REAL
    # A compiled module that is being loaded imports something: who loads it decides.
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None:
        package = _package(frame.f_globals)
        if package not in _MACHINERY and frame.f_globals is not globals():
            return package in REAL
        frame = frame.f_back
    return True


# The packages that execute imports, and code of no module.
_MACHINERY = frozenset(["importlib", "_frozen_importlib", "_frozen_importlib_external", ""])


def _package(names: Mapping[str, Any]) -> str:
    return str(names.get("__name__", "")).partition(".")[0]


def _users_place() -> str:
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None:
        if _package(frame.f_globals) not in ("ivy", *_MACHINERY):
            return f" ({frame.f_code.co_filename}, line {frame.f_lineno})"
        frame = frame.f_back
    return ""


@contextmanager
def redirected(framework: str, frontend: str | None = None) -> Iterator[None]:
    """Redirect imports of a framework to its frontend inside a ``with`` block.

    Parameters
    ----------
    framework
        The name of the framework's package.
    frontend
        The package that is found instead, by default Ivy's frontend of the framework.

    Examples
    --------
    >>> from ivy.run import redirected
    >>> with redirected("torch", "json"):
    ...     exec("import torch; print(torch.dumps([1]))", {"__name__": "__main__"})
    [1]
    """
    redirection = Redirection(framework, frontend or FRONTENDS[framework])
    redirection.install()
    try:
        yield
    finally:
        redirection.uninstall()


def run_script(
    path: str,
    arguments: Sequence[str] = (),
    *,
    backend: str = "numpy",
    source: str = "torch",
) -> int:
    """Run a script as ``python path arguments`` does, with a framework redirected to its frontend.

    The process is the script's from then on: ``sys.argv``, ``sys.path``, the module ``__main__``
    and the redirection stay as they are for it, so that threads and functions that run at exit find
    them.

    Parameters
    ----------
    path
        The script.
    arguments
        Its arguments.
    backend
        The backend that executes it.
    source
        The framework that it is written in.

    Returns
    -------
    int
        The exit status: 0, or 1 after an exception, whose traceback has been shown. ``SystemExit``
        passes through.
    """
    file = os.path.abspath(path)
    with io.open_code(file) as stream:
        text = stream.read()
    set_backend(backend)
    module = types.ModuleType("__main__")
    module.__dict__.update(
        __file__=file,
        __builtins__=builtins,
        __cached__=None,
        __loader__=SourceFileLoader("__main__", file),
    )
    _replaced.append(sys.modules["__main__"])
    sys.modules["__main__"] = module
    sys.argv = [path, *arguments]
    if not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(os.path.realpath(file))
    Redirection(source, FRONTENDS[source]).install()
    threading.Thread.start = _started  # type: ignore[method-assign]  # for the whole process
    try:
        exec(compile(text, file, "exec", dont_inherit=True), module.__dict__)
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001  # shown as Python shows it
        _forget_frames(error, set())
        sys.excepthook(type(error), error, error.__traceback__)
        return 130 if isinstance(error, KeyboardInterrupt) else 1
    return 0


_start = threading.Thread.start


def _started(self: threading.Thread) -> None:
    """Start a thread with the backend, the seed and the settings of the one that starts it.

    They are private to a thread in Ivy, and belong to the process in the scripts that are run.
    """
    context, run = copy_context(), self.run
    self.run = lambda: context.run(run)  # type: ignore[method-assign]  # for this thread
    _start(self)


# Modules that were ``__main__``: Python takes apart a module that nobody refers to.
_replaced: list[types.ModuleType] = []


def _forget_frames(error: BaseException, seen: set[int]) -> None:
    """Take the frames of this file out of a traceback, and out of those that it goes back to."""
    seen.add(id(error))
    error.__traceback__ = _shortened(error.__traceback__)
    for other in (error.__cause__, error.__context__):
        if other is not None and id(other) not in seen:
            _forget_frames(other, seen)


def _shortened(traceback: types.TracebackType | None) -> types.TracebackType | None:
    kept = []
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename != __file__:
            kept.append(traceback)
        traceback = traceback.tb_next
    for this, following in itertools.zip_longest(kept, kept[1:]):
        this.tb_next = following
    return kept[0] if kept else None
