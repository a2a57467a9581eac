"""Ivy's own exceptions; each is also a builtin, so that code which catches builtins works on."""

from __future__ import annotations


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
