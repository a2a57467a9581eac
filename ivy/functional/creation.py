"""Functions that make arrays: from shapes, ranges, Python values, memory and other arrays."""

from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from typing import Any

import numpy

from ivy import backends, config
from ivy.array import CLASSES, Array, agree, class_of, lift
from ivy.devices import normalised
from ivy.dtypes import FLOAT8, DType, int64, uint64
from ivy.functional._op import beside, common_dtype, composite, dtype_of, op, registry
from ivy.functional.data_type import astype

Shape = int | tuple[int, ...]
Scalar = bool | int | float | complex


def _use(name: str) -> Any:
    """Return an operation of a chapter that imports this one."""
    return registry[name].call


# -- from what is there --------------------------------------------------------------------------


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
        An array, a native array of any framework, a Python scalar, nested sequences of these, a
        buffer, or an object with DLPack's or NumPy's interface. Arrays stay on their own backend;
        NumPy's and everything else go to the current one.
    dtype
        The dtype; by default that of `obj`. Python numbers get the default dtypes.
    device
        The device; by default that of `obj`, or the backend's default.
    copy
        True always copies, False never. With None an array of the same backend is returned as it
        is, unless dtype or device change, and NumPy's arrays and buffers share their memory on the
        numpy backend; what comes from another framework is copied, because one of the two may
        change it and the other not know.

    Returns
    -------
    Array
        The array, of the shape of `obj`.

    Raises
    ------
    OverflowError
        A Python number does not fit the dtype.
    ValueError
        ``copy=False``, and a copy is needed; or sequences have unequal lengths.

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
        return _from_object(obj, wanted, place, copy)
    if isinstance(obj, numpy.ndarray | numpy.generic):
        if not obj.dtype.isnative:
            obj = obj.astype(obj.dtype.newbyteorder("="))
            given = lift(obj)
        dtype_of(obj.dtype.name)  # or raises
        if backends.current_backend() != "numpy":
            return _from_numpy(obj, wanted, place, copy)
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
    return asarray(obj, dtype=dtype, device=device, copy=True)


def from_dlpack(x: Any, /, *, device: str | None = None, copy: bool | None = None) -> Array:
    """Return an array of the current backend with the data of any array that speaks DLPack.

    Parameters
    ----------
    x
        An array of any library, with ``__dlpack__`` and ``__dlpack_device__``.
    device
        The device; by default that of `x`.
    copy
        None shares the memory of `x` where the framework can, and copies where it cannot. False
        never copies, True always does. Where memory is shared and somebody writes to it with
        another library's means, both arrays change.

    Raises
    ------
    BufferError
        ``copy=False``, and a copy is needed; or the library cannot export the array.
    AttributeError
        The object does not speak DLPack.

    Examples
    --------
    >>> import ivy
    >>> import numpy as np
    >>> ivy.from_dlpack(np.arange(3))
    Array([0, 1, 2], dtype=int64, backend='numpy')
    """
    given = lift(x)
    if not hasattr(given, "__dlpack__") or not hasattr(given, "__dlpack_device__"):
        raise AttributeError(
            "ivy.from_dlpack: expected an object with __dlpack__ and __dlpack_device__, "
            f"got {type(x).__name__}; use ivy.asarray"
        )
    place = None if device is None else normalised(device)
    return taken("from_dlpack", given, CLASSES[backends.current_backend()], place, copy)


def taken(op: str, x: Any, cls: type[Array], device: str | None, copy: bool | None) -> Array:
    """Return an array of a class that shares the memory of `x` or, if it may, copies it."""
    core = cls.CORE
    if isinstance(x, Array) and x.RANK:
        x.__dlpack__()  # an interpreter has no memory, and says so
    try:
        out = cls(core.from_dlpack(x, bool(copy)))
    except BufferError as error:
        if copy is False:
            raise BufferError(f"ivy.{op}: copy=False, but a copy is needed; {error}") from None
        # Of these some have no DLPack: dask computes now what it has put off.
        by_hand = isinstance(x, Array) and (x.NAME in backends.LIBRARIES or x.dtype in FLOAT8)
        values = CLASSES["numpy"](x.to_numpy() if by_hand else _on_cpu(x))
        return _placed(cls, values.data, device, values.dtype)
    if device is not None and device != out.device:
        if copy is False:
            raise BufferError(
                f"ivy.{op}: copy=False, but the array is on {out.device}, not on {device}"
            )
        return astype(out, out.dtype, copy=True, device=device)
    return out


def _on_cpu(x: Any) -> Any:
    """Return the elements of any array that speaks DLPack as a NumPy array."""
    own = CLASSES["numpy"].CORE.from_dlpack
    try:
        return own(x, False)
    except BufferError:
        return own(_Lent(x), False)


class _Lent:
    """Asks an array for a capsule that every consumer on the CPU can read."""

    def __init__(self, x: Any) -> None:
        self.x = x

    def __dlpack__(self, **options: Any) -> Any:
        return self.x.__dlpack__(**{**options, "dl_device": (1, 0), "copy": None})

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


def frombuffer(
    buffer: Any, /, *, dtype: DType | str | None = None, count: int = -1, offset: int = 0
) -> Array:
    """Return the bytes of a buffer as a one-dimensional array.

    Parameters
    ----------
    buffer
        An object with the buffer protocol: ``bytes``, ``bytearray``, ``memoryview``, …
    dtype
        What the bytes are elements of; by default the default float dtype.
    count
        How many elements to read; -1 all.
    offset
        How many bytes to leave out at the beginning.

    Returns
    -------
    Array
        On the numpy backend it shares the memory of the buffer; elsewhere it is a copy.

    Examples
    --------
    >>> import ivy
    >>> ivy.frombuffer(b"\\x01\\x02\\x00\\x03", dtype="uint8", offset=1)
    Array([2, 0, 3], dtype=uint8, backend='numpy')
    """
    wanted = config.float_dtype.get() if dtype is None else dtype_of(dtype)
    native = CLASSES["numpy"].CORE.DTYPES[wanted.name]
    return asarray(numpy.frombuffer(buffer, native, count, offset))


def _from_object(obj: Any, dtype: DType | None, device: str | None, copy: bool | None) -> Array:
    """Return an array for what is no array of a backend."""
    if isinstance(obj, Scalar | list | tuple | range):
        return _from_python(obj, dtype, device, copy)
    if hasattr(obj, "__dlpack__") and hasattr(obj, "__dlpack_device__"):
        try:
            made = taken("asarray", obj, _current(), device, copy is not False)
        except BufferError as error:
            raise ValueError(str(error)) from None
        return asarray(made, dtype=dtype, copy=False if copy is False else None)
    if _is_buffer(obj):
        return _from_numpy(numpy.asarray(memoryview(obj)), dtype, device, copy)
    if isinstance(obj, Sequence) and not isinstance(obj, str):
        return _from_python(list(obj), dtype, device, copy)
    values = numpy.asarray(obj)
    if values.dtype.kind in "OSU":
        raise TypeError(f"ivy.asarray: expected numbers, got {type(obj).__name__}")
    return _from_numpy(values, dtype, device, copy)


def _is_buffer(obj: Any) -> bool:
    try:
        memoryview(obj)
    except TypeError:
        return False
    return True


def _from_numpy(values: Any, dtype: DType | None, device: str | None, copy: bool | None) -> Array:
    """Return an array of the current backend for one of NumPy."""
    cls, given = _current(), dtype_of(values.dtype.name)
    same = dtype is None or dtype is given
    if cls.NAME == "numpy" and same and not copy and device in (None, "cpu"):
        return cls(numpy.asarray(values))
    if copy is not False:
        return _placed(cls, numpy.asarray(values), device, dtype or given)
    if not same:
        raise ValueError(
            f"ivy.asarray: expected the dtype {given} of the values for copy=False, got {dtype}"
        )
    try:
        return taken("asarray", CLASSES["numpy"](numpy.asarray(values)), cls, device, False)
    except BufferError as error:
        raise ValueError(str(error)) from None


def _from_python(obj: Any, dtype: DType | None, device: str | None, copy: bool | None) -> Array:
    """Return an array for a Python number, or for sequences of numbers and arrays."""
    if copy is False:
        raise ValueError("ivy.asarray: expected an array for copy=False, got Python values")
    kinds = _types(obj)
    arrays = [k for k in kinds if class_of(k) is not None]
    if any(not issubclass(k, numpy.ndarray | numpy.generic) for k in arrays):
        return _stacked(obj, dtype, device)
    if arrays:
        wanted = dtype or common_dtype("asarray", [lift(v) for v in _leaves(obj)])
        return _placed(_current(), _values(obj, wanted), device, wanted)
    number = _number(kinds)
    wanted = dtype or config.default_dtype(number)
    try:
        values = _values(obj, wanted)
    except OverflowError:
        if dtype is not None or number is not int or wanted is not int64:
            raise
        wanted = uint64  # the only dtype that may hold them
        values = _values(obj, wanted)
    return _placed(_current(), values, device, wanted)


def _values(obj: Any, dtype: DType) -> Any:
    """Return a NumPy array of Python numbers, of which each must fit the dtype."""
    try:
        with numpy.errstate(over="ignore"):
            return numpy.asarray(obj, CLASSES["numpy"].CORE.DTYPES[dtype.name])
    except OverflowError as error:
        raise OverflowError(f"ivy.asarray: expected numbers that fit {dtype}; {error}") from None
    except ValueError as error:
        raise ValueError(
            f"ivy.asarray: expected numbers of {dtype}, in sequences of equal lengths; {error}"
        ) from None
    except TypeError as error:
        raise TypeError(f"ivy.asarray: expected real numbers for {dtype}; {error}") from None


def _types(obj: Any) -> set[type]:
    """Return the types of the elements of nested sequences."""
    if not isinstance(obj, list | tuple):
        return {int} if isinstance(obj, range) else {type(obj)}
    kinds = set(map(type, obj))
    nested = {k for k in kinds if issubclass(k, list | tuple | range)}
    for v in obj if nested else ():
        if type(v) in nested:
            kinds |= _types(v)
    return kinds - nested


def _leaves(obj: Any) -> list[Any]:
    """Return the elements of nested sequences."""
    return [w for v in obj for w in _leaves(v)] if isinstance(obj, list | tuple | range) else [obj]


def _number(kinds: set[type]) -> type:
    """Return the Python type that holds numbers of these types."""
    order = (bool, int, float, builtins.complex)
    found = [next((i for i, t in enumerate(order) if issubclass(k, t)), None) for k in kinds]
    if None in found:
        names = ", ".join(sorted(k.__name__ for k in kinds))
        raise TypeError(f"ivy.asarray: expected numbers, got {names}")
    return order[max(i for i in found if i is not None)] if found else float


def _stacked(obj: Any, dtype: DType | None, device: str | None) -> Array:
    """Return nested sequences with arrays in them, stacked by the means of the arrays' backend."""
    leaves = [lift(v) for v in _leaves(obj)]
    _number({type(v) for v in leaves if not isinstance(v, Array)})  # or raises
    ours = [w for v, w in zip(_leaves(obj), leaves, strict=True) if _is_no_numpy(v, w)]
    agree("asarray", *ours)  # or raises
    common = dtype or common_dtype("asarray", leaves)

    def part(value: Any) -> Array:
        if isinstance(value, list | tuple | range):
            out: Array = _use("stack")([part(v) for v in value])
            return out
        given = lift(value)
        if not isinstance(given, Array):
            return beside(ours[0], full, (), given, dtype=common)
        if not _is_no_numpy(value, given):
            given = _placed(_below(type(ours[0])), given.data, ours[0].device, common)
        return astype(given, common, copy=False)

    return asarray(part(obj), device=device)


def _is_no_numpy(value: Any, lifted: Any) -> bool:
    """Return whether a value is an array that has its own backend, as NumPy's own have not."""
    return isinstance(lifted, Array) and not isinstance(value, numpy.ndarray | numpy.generic)


def _below(cls: type[Array]) -> type[Array]:
    """Return the class that holds constants for an interpreter's: of the backend below it."""
    while cls.CORE is None:
        cls = CLASSES[cls.NAME]
    return cls


def _placed(cls: type[Array], values: Any, device: str | None, dtype: DType) -> Array:
    core = cls.CORE
    return cls(core.asarray(values, core.DTYPES[dtype.name], device))


def _current() -> type[Array]:
    """Return the class that new arrays are of."""
    return _below(CLASSES[backends.current.get()])


# -- filled --------------------------------------------------------------------------------------


@op(result="option", rank="shape", default_dtype="float")
def zeros(shape: Shape, *, dtype: DType | str | None = None, device: str | None = None) -> Array:
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
def ones(shape: Shape, *, dtype: DType | str | None = None, device: str | None = None) -> Array:
    """Return an array of ones; the parameters are those of `zeros`.

    Examples
    --------
    >>> import ivy
    >>> ivy.ones(2, dtype=ivy.int32)
    Array([1, 1], dtype=int32, backend='numpy')
    """


@op(result="option", rank="shape", default_dtype="scalar")
def full(
    shape: Shape,
    fill_value: Scalar,
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
    fill_value: Scalar,
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


@composite(result="option", rank="shape", default_dtype="float")
def empty(shape: Shape, *, dtype: DType | str | None = None, device: str | None = None) -> Array:
    """Return an array whose elements may be anything; the parameters are those of `zeros`.

    Examples
    --------
    >>> import ivy
    >>> ivy.empty((2, 3)).shape
    (2, 3)
    """
    return zeros(shape, dtype=dtype, device=device)


@composite(result="option")
def empty_like(
    x: Array, /, *, dtype: DType | str | None = None, device: str | None = None
) -> Array:
    """Return an array of the shape of `x`, and its dtype and device, with any elements.

    Examples
    --------
    >>> import ivy
    >>> ivy.empty_like(ivy.asarray([1, 2])).dtype
    int64
    """
    return zeros_like(x, dtype=dtype, device=device)


# -- ranges and grids ----------------------------------------------------------------------------


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


@op(result="option", rank="one", default_dtype="span")
def linspace(
    start: Scalar,
    stop: Scalar,
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
        The dtype; by default the default float dtype, or complex dtype if an end is complex.
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


@composite(result="option", rank="one", default_dtype="float")
def logspace(
    start: float,
    stop: float,
    /,
    num: int,
    *,
    base: float = 10.0,
    dtype: DType | str | None = None,
    endpoint: bool = True,
) -> Array:
    """Return `num` powers of `base`, whose exponents are evenly spaced from `start` to `stop`.

    Parameters
    ----------
    start, stop
        The ends of the exponents.
    num
        How many values.
    base
        The base, above 0.
    dtype
        The dtype; by default the default float dtype.
    endpoint
        Whether ``base**stop`` is the last value.

    Examples
    --------
    >>> import ivy
    >>> ivy.logspace(0, 2, 3)
    Array([  1.,  10., 100.], dtype=float32, backend='numpy')
    """
    exponents = linspace(start, stop, num, dtype="float64", endpoint=endpoint)
    return astype(base**exponents, config.float_dtype.get() if dtype is None else dtype)


@composite(result="option", rank="one", default_dtype="float")
def geomspace(
    start: float,
    stop: float,
    /,
    num: int,
    *,
    dtype: DType | str | None = None,
    endpoint: bool = True,
) -> Array:
    """Return `num` values from `start` to `stop`, each the same multiple of the one before.

    Parameters
    ----------
    start, stop
        The ends; neither is 0, and both have the same sign.
    num
        How many values.
    dtype
        The dtype; by default the default float dtype.
    endpoint
        Whether `stop` is the last value.

    Examples
    --------
    >>> import ivy
    >>> ivy.geomspace(1, 8, 4)
    Array([1., 2., 4., 8.], dtype=float32, backend='numpy')
    """
    if not start * stop > 0:
        raise ValueError(
            f"ivy.geomspace: expected two ends of the same sign, got start={start} and stop={stop}"
        )
    part = linspace(0, 1, num, dtype="float64", endpoint=endpoint)
    values = math.copysign(1, start) * (float(abs(start)) ** (1 - part) * float(abs(stop)) ** part)
    return astype(values, config.float_dtype.get() if dtype is None else dtype)


def meshgrid(*arrays: Array, indexing: str = "xy") -> tuple[Array, ...]:
    """Return the coordinates of a grid, from those along each of its axes.

    Parameters
    ----------
    *arrays
        One-dimensional arrays: the coordinates along each axis.
    indexing
        ``"ij"`` gives arrays of shape ``(N1, N2, N3, ...)``, ``"xy"`` ``(N2, N1, N3, ...)``.

    Returns
    -------
    tuple[Array, ...]
        An array for each argument, of its dtype.

    Examples
    --------
    >>> import ivy
    >>> x, y = ivy.meshgrid(ivy.asarray([1, 2]), ivy.asarray([3, 4, 5]))
    >>> x
    Array([[1, 2],
           [1, 2],
           [1, 2]], dtype=int64, backend='numpy')
    """
    if indexing not in ("xy", "ij"):
        raise ValueError(f"ivy.meshgrid: expected indexing='xy' or 'ij', got {indexing!r}")
    given = [lift(x) for x in arrays]
    if given:
        agree("meshgrid", *given)  # or raises
    if any(x.ndim != 1 for x in given):
        raise ValueError(
            "ivy.meshgrid: expected one-dimensional arrays, "
            f"got shapes {', '.join(str(x.shape) for x in given)}"
        )
    axes = list(range(len(given)))
    if indexing == "xy":
        axes[:2] = reversed(axes[:2])
    shape = tuple(given[i].shape[0] for i in axes)
    lines = [[n if axes[k] == i else 1 for k, n in enumerate(shape)] for i in range(len(given))]
    spread = _use("broadcast_to")
    return tuple(spread(x.reshape(tuple(n)), shape) for x, n in zip(given, lines, strict=True))


@composite(result="option", rank="grid", default_dtype="integer")
def indices(
    shape: tuple[int, ...], *, dtype: DType | str | None = None, device: str | None = None
) -> Array:
    """Return the position of each element of an array of a shape, along each axis.

    Parameters
    ----------
    shape
        The length of each axis.
    dtype
        The dtype; by default the default integer dtype.
    device
        The device; by default the backend's.

    Returns
    -------
    Array
        Of shape ``(len(shape), *shape)``: element ``[i, ...]`` is the position along axis `i`.

    Examples
    --------
    >>> import ivy
    >>> ivy.indices((2, 2))
    Array([[[0, 0],
            [1, 1]],
    <BLANKLINE>
           [[0, 1],
            [0, 1]]], dtype=int64, backend='numpy')
    """
    dtype = config.int_dtype.get() if dtype is None else dtype
    if not shape:
        return zeros((0,), dtype=dtype, device=device)
    axes = [arange(n, dtype=dtype, device=device) for n in shape]
    grid: Array = _use("stack")(list(meshgrid(*axes, indexing="ij")))
    return grid


# -- matrices ------------------------------------------------------------------------------------


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


@composite(result="option", rank="two", default_dtype="float")
def tri(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: DType | str | None = None,
    device: str | None = None,
) -> Array:
    """Return a matrix with ones at and below the `k`-th diagonal; the parameters are `eye`'s.

    Examples
    --------
    >>> import ivy
    >>> ivy.tri(2, 3)
    Array([[1., 0., 0.],
           [1., 1., 0.]], dtype=float32, backend='numpy')
    """
    shape = (n_rows, n_rows if n_cols is None else n_cols)
    return tril(ones(shape, dtype=dtype, device=device), k=k)


@composite(result="index", rank="one")
def tril_indices(
    n_rows: int, n_cols: int | None = None, /, *, k: int = 0, device: str | None = None
) -> tuple[Array, Array]:
    """Return the rows and columns of the elements of a matrix at and below a diagonal.

    Parameters
    ----------
    n_rows, n_cols
        The shape of the matrix; by default it is square.
    k
        The diagonal: 0 the main one, positive above it, negative below.
    device
        The device; by default the backend's.

    Returns
    -------
    tuple[Array, Array]
        One-dimensional int64 arrays, row by row.

    Examples
    --------
    >>> import ivy
    >>> ivy.tril_indices(2)
    (Array([0, 1, 1], dtype=int64, backend='numpy'), Array([0, 0, 1], dtype=int64, backend='numpy'))
    """
    rows, columns = numpy.tril_indices(n_rows, k, n_rows if n_cols is None else n_cols)
    return (
        asarray(rows.astype(numpy.int64), device=device),
        asarray(columns.astype(numpy.int64), device=device),
    )


@composite(result="index", rank="one")
def triu_indices(
    n_rows: int, n_cols: int | None = None, /, *, k: int = 0, device: str | None = None
) -> tuple[Array, Array]:
    """Return the rows and columns of the elements of a matrix at and above a diagonal.

    The parameters are those of `tril_indices`.

    Examples
    --------
    >>> import ivy
    >>> ivy.triu_indices(2)
    (Array([0, 0, 1], dtype=int64, backend='numpy'), Array([0, 1, 1], dtype=int64, backend='numpy'))
    """
    rows, columns = numpy.triu_indices(n_rows, k, n_rows if n_cols is None else n_cols)
    return (
        asarray(rows.astype(numpy.int64), device=device),
        asarray(columns.astype(numpy.int64), device=device),
    )


@composite(rank="diag")
def diag(x: Array, /, *, k: int = 0) -> Array:
    """Return the diagonal of a matrix, or a matrix with this diagonal.

    Parameters
    ----------
    x
        A matrix, or the elements of a diagonal.
    k
        The diagonal: 0 the main one, positive above it, negative below.

    Returns
    -------
    Array
        For a matrix the elements of its diagonal; else the smallest square matrix that has them,
        and zeros elsewhere.

    Examples
    --------
    >>> import ivy
    >>> ivy.diag(ivy.asarray([1, 2]))
    Array([[1, 0],
           [0, 2]], dtype=int64, backend='numpy')
    >>> ivy.diag(ivy.asarray([[1, 2], [3, 4]]), k=1)
    Array([2], dtype=int64, backend='numpy')
    """
    if x.ndim == 2:
        diagonal: Array = _use("diagonal")(x, offset=k)
        return diagonal
    if x.ndim != 1:
        raise ValueError(f"ivy.diag: expected one or two axes, got shape {x.shape}")
    n = x.shape[0] + abs(k)
    # In column j of the matrix stands x[j - k], or x[j] below the main diagonal.
    wide = _use("pad")(x, ((max(k, 0), max(-k, 0)),))
    out: Array = _use("where")(beside(x, eye, n, n, k, dtype="bool"), wide, False)
    return out


@composite(rank="two")
def diagflat(x: Array, /, *, k: int = 0) -> Array:
    """Return a matrix with the elements of `x`, of any shape, on a diagonal; see `diag`.

    Examples
    --------
    >>> import ivy
    >>> ivy.diagflat(ivy.asarray([[1, 2]]))
    Array([[1, 0],
           [0, 2]], dtype=int64, backend='numpy')
    """
    return diag(x.reshape((-1,)), k=k)


@composite(dtypes="numeric", rank="plus one")
def vander(x: Array, /, *, n: int | None = None, increasing: bool = False) -> Array:
    """Return the powers of numbers, as the columns of a Vandermonde matrix.

    Parameters
    ----------
    x
        The numbers, of shape ``(..., M)``.
    n
        How many powers; by default M.
    increasing
        Whether the powers rise from 0 to ``n - 1``; if not, they fall.

    Returns
    -------
    Array
        Of shape ``(..., M, n)``.

    Examples
    --------
    >>> import ivy
    >>> ivy.vander(ivy.asarray([1, 2, 3]), n=3)
    Array([[1, 1, 1],
           [4, 2, 1],
           [9, 3, 1]], dtype=int64, backend='numpy')
    """
    if x.ndim == 0:
        raise ValueError("ivy.vander: expected at least one axis, got shape ()")
    count = x.shape[-1] if n is None else n
    if count < 0:
        raise ValueError(f"ivy.vander: expected no negative number of powers, got n={n}")
    factors = _use("broadcast_to")(x[..., None], (*x.shape, max(count - 1, 0)))
    powers: Array = _use("cumulative_prod")(
        factors, axis=-1, dtype=x.dtype, include_initial=count > 0
    )
    return powers if increasing else _use("flip")(powers, axis=-1)


# -- others --------------------------------------------------------------------------------------


@composite()
def copy_array(x: Array, /) -> Array:
    """Return a copy of `x`, which shares no memory with it.

    Examples
    --------
    >>> import ivy
    >>> ivy.copy_array(ivy.asarray([1, 2]))
    Array([1, 2], dtype=int64, backend='numpy')
    """
    return astype(x, x.dtype, copy=True)


@op(dtypes="real floating", result="complex", rank="parts", promoted=("real", "imag"))
def complex(real: Array, imag: Array, /) -> Array:
    """Return complex numbers with these real and imaginary parts.

    Parameters
    ----------
    real, imag
        The parts, broadcast against each other. Half precision becomes single.

    Examples
    --------
    >>> import ivy
    >>> ivy.complex(ivy.asarray([1.0, 2.0]), ivy.asarray([3.0, ivy.inf]))
    Array([1. +3.j, 2.+infj], dtype=complex64, backend='numpy')
    """


@composite(dtypes="numeric", promoted=("coefficients", "x"))
def polyval(coefficients: Array, x: Array, /) -> Array:
    """Return the value of a polynomial, by Horner's rule.

    Parameters
    ----------
    coefficients
        Those of the powers of `x`, the highest first, of shape ``(N,)``.
    x
        Where to evaluate it.

    Returns
    -------
    Array
        Of the shape of `x`, and the common dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.polyval(ivy.asarray([3, 0, 1]), ivy.asarray([1, 2]))
    Array([ 4, 13], dtype=int64, backend='numpy')
    """
    if coefficients.ndim != 1:
        raise ValueError(
            "ivy.polyval: expected coefficients of one axis, "
            f"got coefficients of shape {coefficients.shape}"
        )
    value = zeros_like(x, dtype=common_dtype("polyval", (coefficients, x)))
    for i in range(coefficients.shape[0]):
        value = value * x + coefficients[i]
    return value
