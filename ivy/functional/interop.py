"""Leaving Ivy and crossing between frameworks."""

from __future__ import annotations

from typing import Any

import numpy

from ivy.array import CLASSES, Array, class_of, lift
from ivy.backends import check_name


def to_native(x: Any, /) -> Any:
    """Return the framework's own array behind `x`, without a copy; others are returned as is.

    Examples
    --------
    >>> import ivy
    >>> type(ivy.to_native(ivy.zeros(2))).__name__
    'ndarray'
    """
    return x.native if isinstance(x, Array) else x


def to_numpy(x: Any, /) -> Any:
    """Return the elements of an array of any backend as a NumPy array.

    It may share memory with `x`. bfloat16 becomes ``ml_dtypes.bfloat16``.

    Examples
    --------
    >>> import ivy
    >>> ivy.to_numpy(ivy.asarray([1, 2]))
    array([1, 2])
    """
    return _array("to_numpy", x).to_numpy()


def to_backend(x: Any, backend: str, /) -> Array:
    """Return `x` as an array of another backend, with the same values and dtype.

    Raises
    ------
    BackendNotFoundError, BackendNotInstalledError
        As in `set_backend`.

    Examples
    --------
    >>> import ivy
    >>> ivy.to_backend(ivy.asarray([1, 2]), "numpy").backend
    'numpy'
    """
    check_name(backend)
    array = _array("to_backend", x)
    if backend == array.backend:
        return array
    cls = CLASSES[backend]
    # Not by to_numpy(), which takes arrays off the tape: __array__ refuses that.
    return cls(cls.CORE.asarray(numpy.asarray(array), cls.CORE.DTYPES[array.dtype.name], None))


def is_array(x: Any, /) -> bool:
    """Return whether `x` is an array of Ivy or of a framework that Ivy has a backend for.

    Examples
    --------
    >>> import ivy
    >>> ivy.is_array([1, 2])
    False
    """
    return class_of(type(x)) is not None


def _array(op: str, x: Any) -> Array:
    array = lift(x)
    if not isinstance(array, Array):
        raise TypeError(
            f"ivy.{op}: expected an array, got {type(x).__name__}; make one with ivy.asarray"
        )
    return array
