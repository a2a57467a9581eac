"""`Array`: a native array of one backend, with the operators and methods of the array API.

Each backend has one subclass, made when the backend is first used; interpreters (the tape, the
tracer, the lowering) add their own. An operation `add` looks up ``type(x).op_add``, so the type of
an array decides who executes what is done with it.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import numpy

from ivy import backends
from ivy.dtypes import DType, named
from ivy.errors import MixedBackendError

new = object.__new__


class Array:
    """An array of one backend; made by `ivy.asarray` and by every operation.

    `data` is the framework's own array.

    Examples
    --------
    >>> import ivy
    >>> x = ivy.asarray([1.0, 2.0])
    >>> x + 1
    Array([2., 3.], dtype=float32, backend='numpy')
    """

    __slots__ = ("__weakref__", "data")

    # The backend, or the interpreter, that executes operations on this class.
    NAME: ClassVar[str] = ""
    # Where classes meet, the highest rank executes: 0 backends, 1 recorders, 2 the tape.
    RANK: ClassVar[int] = 0
    # The backend's `core` module; None for interpreters.
    CORE: ClassVar[Any] = None
    # Native dtype -> dtype.
    DTYPE_OF: ClassVar[Mapping[Any, DType]] = {}
    # NumPy's operators leave a mixed expression to this class's reflected ones.
    __array_priority__ = 1000

    data: Any

    def __init__(self, data: Any) -> None:
        self.data = data

    @property
    def native(self) -> Any:
        """The framework's own array."""
        return self.data

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
        result: tuple[int, ...] = self.CORE.shape(self.data)
        return result

    @property
    def dtype(self) -> DType:
        """The data type of the elements."""
        return self.DTYPE_OF[self.data.dtype]

    @property
    def device(self) -> str:
        """The device that holds the elements, such as ``"cpu"`` or ``"gpu:0"``."""
        name: str = self.CORE.device(self.data)
        return name

    @property
    def backend(self) -> str:
        """The name of the backend that holds the elements."""
        return self.NAME

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        count = 1
        for n in self.shape:
            count *= n
        return count

    @classmethod
    def implementation(cls, spec: Any) -> Any:
        """Return the backend's own function for an operation; None where it has none."""
        return getattr(backends.chapter(cls.NAME, spec.chapter), spec.name, None)

    @classmethod
    def build(cls, spec: Any) -> Callable[..., Any]:
        """Return ``op_NAME``, which executes an operation on this class of array.

        For backends it is set by `ivy.functional._op`; an interpreter overrides it.
        """
        raise NotImplementedError

    # -- leaving ---------------------------------------------------------------------------------

    def to_numpy(self) -> Any:
        """Return the elements as a NumPy array, which may share memory with this one."""
        return self.CORE.to_numpy(self.data)

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python scalars."""
        return self.to_numpy().tolist()

    def item(self) -> Any:
        """Return the only element as a Python scalar."""
        return self.to_numpy().item()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return numpy.array(self.to_numpy(), dtype=dtype, copy=copy)

    def __dlpack__(self, **options: Any) -> Any:
        return self.data.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.data.__dlpack_device__()

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError(
                f"ivy: the truth of an array of shape {self.shape} is ambiguous; "
                "use ivy.any or ivy.all"
            )
        return bool(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __complex__(self) -> complex:
        return complex(self.item())

    def __index__(self) -> int:
        value = self.item()
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"ivy: expected an integer array as an index, got {self.dtype}")
        return value

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("ivy: len() of a 0-d array")
        return self.shape[0]

    def __iter__(self) -> Iterator[Array]:
        if not self.shape:
            raise TypeError("ivy: iteration over a 0-d array")
        return (self[i] for i in range(self.shape[0]))  # type: ignore[index]  # attached below

    def __repr__(self) -> str:
        text = numpy.array2string(self.to_numpy(), separator=", ", prefix="Array(")
        return f"Array({text}, dtype={self.dtype}, backend={self.NAME!r})"

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec else repr(self)

    def __copy__(self) -> Array:
        return type(self)(self.data)

    def __deepcopy__(self, memo: Any) -> Array:
        return type(self)(self.CORE.copy(self.data))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.NAME, numpy.asarray(self.to_numpy()), self.dtype.name)

    # -- changing this object --------------------------------------------------------------------

    def become(self, other: Array) -> Array:
        """Take the value of another array of the same class, shape and dtype."""
        if other.shape != self.shape or other.dtype is not self.dtype:
            raise TypeError(
                f"ivy: an in-place operation keeps shape and dtype, expected {self.shape} "
                f"{self.dtype}, got {other.shape} {other.dtype}; write x = x + y instead of x += y"
            )
        self.data = other.data
        return self

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        import ivy  # the namespace is the package, which is complete only after this module

        return ivy


def _restored(backend: str, values: Any, dtype: str) -> Array:
    cls = CLASSES[backend]
    return cls(cls.CORE.asarray(values, cls.CORE.DTYPES[dtype], None))


class _Classes(dict[Any, type[Array]]):
    """The array class of each backend, made when first asked for; an interpreter's is its own."""

    def __missing__(self, key: Any) -> type[Array]:
        if isinstance(key, type):
            return key
        core = backends.core(key)
        cls = type(
            f"{key.title()}Array",
            (Array,),
            {
                **{"__slots__": (), "NAME": key, "CORE": core},
                "DTYPE_OF": {native: named(n) for n, native in core.DTYPES.items()},
                **core.array_members(),
            },
        )
        self[key] = cls
        for register in ON_NEW_CLASS:
            register(cls)
        return cls


CLASSES = _Classes()
# Called with each new class of a backend: the pytree registrations.
ON_NEW_CLASS: list[Callable[[type[Array]], None]] = []


def class_of(kind: type) -> type[Array] | None:
    """Return the array class for values of a type: itself, or the one that wraps natives."""
    if issubclass(kind, Array):
        return kind
    name = backends.of_native(kind)
    return None if name is None else CLASSES[name]


def lift(value: Any) -> Any:
    """Wrap a native array; leave everything else as it is."""
    if isinstance(value, Array):
        return value
    name = backends.of_native(type(value))
    return value if name is None else CLASSES[name](value)


def agree(op: str, *values: Any) -> type[Array]:
    """Return the class that executes an operation on these values.

    That is the interpreter of the highest rank among them, or else the one backend. Scalars, None
    and other Python values have no say.
    """
    found: type[Array] | None = None
    for value in values:
        if isinstance(value, list | tuple):
            for item in value:
                found = _outer(op, found, class_of(type(item)))
        else:
            found = _outer(op, found, class_of(type(value)))
    if found is None:
        got = ", ".join(type(v).__name__ for v in values)
        raise TypeError(
            f"ivy.{op}: expected an array among the arguments, got {got}; "
            "make one with ivy.asarray"
        )
    return found


def _outer(op: str, a: type[Array] | None, b: type[Array] | None) -> type[Array] | None:
    if a is b or b is None:
        return a
    if a is None:
        return b
    if a.RANK != b.RANK:
        return a if a.RANK > b.RANK else b
    raise MixedBackendError(
        f"ivy.{op}: got arrays of {a.NAME} and {b.NAME}; "
        f"convert one of them first, e.g. ivy.to_backend(x, {a.NAME!r})"
    )


def is_operand(value: Any) -> bool:
    """Return whether an operator can take this value beside an array."""
    return isinstance(value, numbers.Number | Array) or class_of(type(value)) is not None


def attach(members: Mapping[str, Any]) -> None:
    """Give `Array` operators and methods; called once, with what the op table says."""
    for name, member in members.items():
        setattr(Array, name, member)
