"""Leaving Ivy and crossing between frameworks."""

from __future__ import annotations

from typing import Any

import numpy

from ivy.array import CLASSES, Array, class_of, lift, no_array
from ivy.backends import check_name
from ivy.devices import normalised
from ivy.functional.creation import taken
from ivy.functional.data_type import astype
from ivy.functional.gradients import stop_gradient


def to_native(x: Any, /) -> Any:
    """Return the framework's own array behind `x`, without a copy; others are returned as is.

    Examples
    --------
    >>> import ivy
    >>> type(ivy.to_native(ivy.zeros(2))).__name__
    'ndarray'
    """
    return x.native if isinstance(x, Array) else x


def to_numpy(x: Any, /, *, copy: bool | None = None) -> Any:
    """Return the elements of an array of any backend as a NumPy array.

    bfloat16 becomes ``ml_dtypes.bfloat16``.

    Parameters
    ----------
    x
        An array.
    copy
        None may share the memory of `x`: on numpy and torch, where a write to the result shows in
        `x`, and on jax, where the result is read-only. True always copies, False never does.

    Raises
    ------
    BufferError
        ``copy=False``, and a copy is needed, as of what is not on the CPU.

    Examples
    --------
    >>> import ivy
    >>> ivy.to_numpy(ivy.asarray([1, 2]))
    array([1, 2])
    """
    array = _array("to_numpy", x)
    if copy is False:
        return _view("to_numpy", array)
    values = array.to_numpy()
    return numpy.array(values) if copy else values


def _view(op: str, array: Array) -> Any:
    """Return a NumPy array that shares the memory of an array, or raise ``BufferError``."""
    # torch lends no memory that it derives with respect to.
    array = array if array.RANK else stop_gradient(array)
    return taken(op, array, CLASSES["numpy"], None, False).data


def to_backend(
    x: Any, backend: str, /, *, device: str | None = None, copy: bool | None = None
) -> Array:
    """Return `x` as an array of another backend, with the same values and dtype.

    Gradients do not pass from one framework to another.

    Parameters
    ----------
    x
        An array.
    backend
        The backend, as in `set_backend`.
    device
        The device; by default that of `x`, where the other framework has it, or else the CPU.
    copy
        None shares the memory through DLPack where both frameworks can, and copies where not: to
        jax and tensorflow what is strided, what does not begin at a multiple of 64 bytes, and what
        is read-only in NumPy. True always copies. False never does, so that it says whether memory
        can be shared.

    Returns
    -------
    Array
        Ivy's own operations never write to the memory of an array, so it does not matter to them
        whether it is shared. What the frameworks write in place, such as ``x.native.add_(1)`` in
        torch, changes both arrays if it is: then ask for ``copy=True``.

    Raises
    ------
    BackendNotFoundError, BackendNotInstalledError
        As in `set_backend`.
    BufferError
        ``copy=False``, and a copy is needed.

    Examples
    --------
    >>> import ivy
    >>> ivy.to_backend(ivy.asarray([1, 2]), "numpy", copy=True).backend
    'numpy'
    """
    check_name(backend)
    array = _array("to_backend", x)
    place = None if device is None else normalised(device)
    if backend == array.backend:
        here = place in (None, array.device)
        if not here and copy is False:
            raise BufferError(f"ivy.to_backend: copy=False, but the array is on {array.device}")
        return array if here and not copy else astype(array, array.dtype, copy=True, device=place)
    if not array.RANK:
        array = stop_gradient(array)  # as in _view
    return taken("to_backend", array, CLASSES[backend], place, copy)


def shares_memory(x: Any, y: Any, /) -> bool:
    """Return whether two arrays, of any backends, have memory in common.

    It looks at arrays on the CPU; what is on another device shares with nothing else.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([1.0, 2.0])
    >>> ivy.shares_memory(x, ivy.to_backend(x, "numpy"))
    True
    """
    arrays = [_array("shares_memory", v) for v in (x, y)]
    if any(a.device != "cpu" for a in arrays):
        return arrays[0].native is arrays[1].native
    return bool(numpy.shares_memory(*[_view("shares_memory", a) for a in arrays]))


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
        raise TypeError(f"ivy.{op}: expected an array, got {no_array(x)}")
    return array
