"""Ivy's own exceptions; each is also a builtin, so that code which catches builtins works on."""

from __future__ import annotations

import functools
from typing import Any


class IvyError(Exception):
    """The base of every exception that Ivy defines."""


class BackendNotFoundError(IvyError, ValueError):
    """No backend has this name."""


class BackendNotInstalledError(IvyError, ImportError):
    """The backend exists, but its framework cannot be imported here."""


class MixedBackendError(IvyError, TypeError):
    """Arrays of two backends met in one operation."""


class UnsupportedError(IvyError, NotImplementedError):
    """An operation, or an option of one, that this backend or target cannot do."""


class AxisError(IvyError, ValueError, IndexError):
    """An array has no such axis."""


class LinAlgError(IvyError, ValueError):
    """A matrix that has no such inverse or factorisation, or whose computation does not end."""


class GradientError(IvyError, AssertionError):
    """A gradient that differs from the slope of its function."""


class CheckpointError(IvyError, ValueError):
    """A file that is no whole checkpoint, or one that does not fit what is to be loaded."""


class FrontendAttributeError(IvyError, AttributeError):
    """A name of the framework that its frontend does not have."""


class FrontendImportError(IvyError, ModuleNotFoundError):
    """A module, or a name in an import, that the framework has and its frontend lacks."""


class TranspileError(IvyError, ValueError):
    """Code that cannot be converted without changing its meaning."""


class TraceError(IvyError, TypeError):
    """A value was asked for that is not known while a function is being traced."""


# How frameworks say that there was no memory.
_NO_MEMORY = ("out of memory", "can't allocate memory", "oom when allocating", "resource_exhausted")


def is_out_of_memory(error: Exception) -> bool:
    """Return whether an exception of a framework is about memory that there was not."""
    named = isinstance(error, RuntimeError) or type(error).__name__ == "ResourceExhaustedError"
    return named and any(words in str(error).lower() for words in _NO_MEMORY)


@functools.cache
def also(kind: type[Exception], builtin: type[Exception]) -> Any:
    """Return a class of a framework's exceptions that is a builtin one, too."""
    return type(kind.__name__, (kind, builtin), {"__module__": kind.__module__})
