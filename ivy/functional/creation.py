"""Functions that make arrays: from shapes, ranges, Python values and other arrays' shapes."""

from __future__ import annotations

from typing import Any

import numpy

from ivy import backends
from ivy.array import CLASSES, Array, lift
from ivy.devices import normalised
from ivy.dtypes import DType
from ivy.functional._op import common_dtype, dtype_of, op
from ivy.functional.data_type import astype


def asarray(
    obj: Any,
    /,
    *,
    dtype: DType | str | None = None,
    device: str | None = None,
    copy: bool | None = None,
) -> Array:
    """Return `obj` as an array.

    Parameters
    ----------
    obj
        An array, a native array of any framework, a Python scalar, nested sequences of these, or
        an object with NumPy's array interface or the buffer protocol. Native arrays stay on their
        own backend; everything else goes to the current one.
    dtype
        The dtype; by default that of `obj`. Python numbers get the default dtypes.
    device
        The device; by default that of `obj`, or the backend's default.
    copy
        True always copies, False never (``ValueError`` where a copy is needed), None when needed.

    Returns
    -------
    Array
        The array, of the shape of `obj`.

    Examples
    --------
    >>> import ivy
    >>> ivy.asarray([[1, 2], [3, 4]])
    Array([[1, 2],
           [3, 4]], dtype=int64, backend='numpy')
    """
    wanted = None if dtype is None else dtype_of(dtype)
    place = None if device is None else normalised(device)
    given = lift(obj)
    if not isinstance(given, Array):
        given = _from_python(obj, wanted)
        if copy is False:
            raise ValueError("ivy.asarray: expected an array for copy=False, got Python values")
        return _placed(CLASSES[backends.current.get()], given, place)
    if isinstance(obj, numpy.ndarray | numpy.generic) and backends.current_backend() != "numpy":
        if copy is False:
            raise ValueError(
                f"ivy.asarray: expected an array of {backends.current_backend()} for copy=False, "
                "got one of numpy"
            )
        return _placed(CLASSES[backends.current.get()], numpy.asarray(obj), place, wanted)
    changed = (wanted is not None and wanted is not given.dtype) or (
        place is not None and place != given.device
    )
    if changed and copy is False:
        raise ValueError(
            f"ivy.asarray: expected dtype and device of the array for copy=False, "
            f"got {dtype} and {device} for {given.dtype} and {given.device}"
        )
    if not changed and not copy:
        return given
    return astype(given, wanted or given.dtype, copy=True, device=place)


def array(obj: Any, /, *, dtype: DType | str | None = None, device: str | None = None) -> Array:
    """Return a new array with the values of `obj`; the parameters are those of `asarray`.

    Examples
    --------
    >>> import ivy
    >>> ivy.array([1.0, 2.0], dtype="float64")
    Array([1., 2.], dtype=float64, backend='numpy')
    """
    given = asarray(obj, dtype=dtype, device=device)
    return astype(given, given.dtype, copy=True)


def _from_python(obj: Any, dtype: DType | None) -> Any:
    """Return a NumPy array for Python values, with the default dtypes for Python numbers."""
    nested = isinstance(obj, list | tuple)
    values = _plain(obj) if nested else obj
    try:
        array = numpy.asarray(values)
    except ValueError as error:
        raise ValueError(f"ivy.asarray: expected sequences of equal lengths; {error}") from None
    if array.dtype.kind in "OSUV" and array.dtype.name not in CLASSES["numpy"].CORE.DTYPES:
        raise TypeError(f"ivy.asarray: expected numbers, got {type(obj).__name__} of {array.dtype}")
    python = not _has_array(obj) if nested else type(obj) in (bool, int, float, complex)
    if dtype is None and python and array.dtype.kind != "u":
        # Python integers beyond int64 stay NumPy's uint64, the only dtype that holds them.
        kind = {"b": bool, "i": int, "f": float, "c": complex}[array.dtype.kind]
        dtype = dtype_of(kind)
    elif dtype is None and nested and not python:
        dtype = common_dtype("asarray", _leaves(obj))
    if dtype is None:
        # NumPy has two dtypes of this name; frameworks know one.
        return array.astype(CLASSES["numpy"].CORE.DTYPES[array.dtype.name])
    target = CLASSES["numpy"].CORE.DTYPES[dtype.name]
    if array.dtype.kind in "iu" and numpy.dtype(target).kind in "iu":
        return numpy.asarray(values, dtype=target)  # NumPy refuses what does not fit
    return array.astype(target)


def _plain(obj: Any) -> Any:
    if isinstance(obj, list | tuple):
        return [_plain(v) for v in obj]
    value = lift(obj)
    # Not by to_numpy(), which takes arrays off the tape: __array__ refuses that.
    return numpy.asarray(value) if isinstance(value, Array) else value


def _has_array(obj: Any) -> bool:
    return any(isinstance(v, Array) for v in _leaves(obj))


def _leaves(obj: Any) -> list[Any]:
    if isinstance(obj, list | tuple):
        return [leaf for v in obj for leaf in _leaves(v)]
    return [lift(obj)]


def _placed(cls: type[Array], values: Any, device: str | None, dtype: DType | None = None) -> Array:
    while cls.CORE is None:  # an interpreter: constants are arrays of the backend below it
        cls = CLASSES[cls.NAME]
    core = cls.CORE
    wanted = core.DTYPES[(dtype_of(values.dtype.name) if dtype is None else dtype).name]
    return cls(core.asarray(values, wanted, device))


@op(result="option", rank="shape", default_dtype="float")
def zeros(
    shape: int | tuple[int, ...], *, dtype: DType | str | None = None, device: str | None = None
) -> Array:
    """Return an array of zeros.

    Parameters
    ----------
    shape
        The length of each axis, or the length of the only one.
    dtype
        The dtype; by default the default float dtype.
    device
        The device; by default the backend's.

    Examples
    --------
    >>> import ivy
    >>> ivy.zeros((2, 2))
    Array([[0., 0.],
           [0., 0.]], dtype=float32, backend='numpy')
    """


@op(result="option", rank="shape", default_dtype="float")
def ones(
    shape: int | tuple[int, ...], *, dtype: DType | str | None = None, device: str | None = None
) -> Array:
    """Return an array of ones; the parameters are those of `zeros`.

    Examples
    --------
    >>> import ivy
    >>> ivy.ones(2, dtype=ivy.int32)
    Array([1, 1], dtype=int32, backend='numpy')
    """


@op(result="option", rank="shape", default_dtype="scalar")
def full(
    shape: int | tuple[int, ...],
    fill_value: complex,
    *,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return an array filled with one value.

    Parameters
    ----------
    shape
        The length of each axis, or the length of the only one.
    fill_value
        A Python scalar.
    dtype
        The dtype; by default the default dtype of the scalar's kind.
    device
        The device; by default the backend's.

    Examples
    --------
    >>> import ivy
    >>> ivy.full(2, 7)
    Array([7, 7], dtype=int64, backend='numpy')
    """


@op(result="option", rank="one", default_dtype="range")
def arange(
    start: float,
    /,
    stop: float | None = None,
    step: float = 1,
    *,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return evenly spaced values from `start` up to, and without, `stop`.

    Parameters
    ----------
    start
        The first value; where `stop` is None, the end, and the first value is 0.
    stop
        The end, not included.
    step
        The distance of the values, not 0.
    dtype
        The dtype; by default the default integer dtype if all three are integers, else the
        default float dtype.
    device
        The device; by default the backend's.

    Returns
    -------
    Array
        ``ceil((stop - start) / step)`` values, none where that is negative.

    Examples
    --------
    >>> import ivy
    >>> ivy.arange(1, 7, 2)
    Array([1, 3, 5], dtype=int64, backend='numpy')
    """


@op(result="option", rank="one", default_dtype="float")
def linspace(
    start: float,
    stop: float,
    /,
    num: int,
    *,
    dtype: DType | str | None = None,
    device: str | None = None,
    endpoint: bool = True,
) -> Array:
    """Return `num` evenly spaced values from `start` to `stop`.

    Parameters
    ----------
    start, stop
        The ends of the interval.
    num
        How many values.
    dtype
        The dtype; by default the default float dtype.
    device
        The device; by default the backend's.
    endpoint
        Whether `stop` is the last value; if not, the interval is cut into `num` equal steps.

    Examples
    --------
    >>> import ivy
    >>> ivy.linspace(0, 1, 3)
    Array([0. , 0.5, 1. ], dtype=float32, backend='numpy')
    """


@op(result="option", rank="two", default_dtype="float")
def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return a matrix with ones on one diagonal and zeros elsewhere.

    Parameters
    ----------
    n_rows, n_cols
        The shape; by default it is square.
    k
        The diagonal: 0 the main one, positive above it, negative below.
    dtype
        The dtype; by default the default float dtype.
    device
        The device; by default the backend's.

    Examples
    --------
    >>> import ivy
    >>> ivy.eye(2)
    Array([[1., 0.],
           [0., 1.]], dtype=float32, backend='numpy')
    """


@op(result="option")
def zeros_like(
    x: Array, /, *, dtype: DType | str | None = None, device: str | None = None
) -> Array:
    """Return zeros of the shape of `x`, and of its dtype and device unless others are given.

    Examples
    --------
    >>> import ivy
    >>> ivy.zeros_like(ivy.asarray([1, 2]))
    Array([0, 0], dtype=int64, backend='numpy')
    """


@op(result="option")
def ones_like(x: Array, /, *, dtype: DType | str | None = None, device: str | None = None) -> Array:
    """Return ones of the shape of `x`, and of its dtype and device unless others are given.

    Examples
    --------
    >>> import ivy
    >>> ivy.ones_like(ivy.asarray([1, 2]))
    Array([1, 1], dtype=int64, backend='numpy')
    """


@op(result="option")
def full_like(
    x: Array,
    /,
    fill_value: complex,
    *,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return `fill_value` in the shape of `x`, and its dtype and device unless others are given.

    Examples
    --------
    >>> import ivy
    >>> ivy.full_like(ivy.asarray([1, 2]), 7)
    Array([7, 7], dtype=int64, backend='numpy')
    """


@op()
def tril(x: Array, /, *, k: int = 0) -> Array:
    """Return `x` with zeros above the `k`-th diagonal of its last two axes.

    Examples
    --------
    >>> import ivy
    >>> ivy.tril(ivy.ones((2, 2)))
    Array([[1., 0.],
           [1., 1.]], dtype=float32, backend='numpy')
    """


@op()
def triu(x: Array, /, *, k: int = 0) -> Array:
    """Return `x` with zeros below the `k`-th diagonal of its last two axes.

    Examples
    --------
    >>> import ivy
    >>> ivy.triu(ivy.ones((2, 2)))
    Array([[1., 1.],
           [0., 1.]], dtype=float32, backend='numpy')
    """
