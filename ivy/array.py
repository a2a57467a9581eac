"""`Array`: a native array of one backend, with the operators and methods of the array API.

Each backend has one subclass, made when the backend is first used; interpreters (the tape, the
tracer, the lowering) add their own. An operation `add` looks up ``type(x).op_add``, so the type of
an array decides who executes what is done with it.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy

from ivy import backends, trees
from ivy.devices import normalised
from ivy.dtypes import ALL, FLOAT8, DType, named
from ivy.errors import MixedBackendError

new = object.__new__

Axis = int | tuple[int, ...] | None

# Of the array API standard. Each has what those before it have, and the last is what Ivy follows.
API_VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")


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

    # `epoch` is unset, or an object whose ``dead`` a frontend sets when it overwrites the value in
    # place; the tape looks at it before it reads a value that it kept.
    __slots__ = ("__weakref__", "data", "epoch")

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
    def running(cls, spec: Any, function: Any) -> Any:
        """Return what runs in the place of a backend's function of an operation."""
        function = cls.CORE.quick(function)
        guard = backends.chapter(cls.NAME, "detours").GUARDS.get(spec.name)
        return function if guard is None else guard(spec.name, function)

    @classmethod
    def detours(cls, spec: Any) -> Mapping[str, Any]:
        """Return, by dtype, what is done instead of calling `implementation`."""
        table: Mapping[str, Any] = backends.chapter(cls.NAME, "detours").DETOURS.get(spec.name, {})
        return table

    @classmethod
    def check(cls, spec: Any) -> Any:
        """Return the backend's check of the arguments of an operation; None where it has none."""
        return backends.chapter(cls.NAME, "detours").CHECKS.get(spec.name)

    @classmethod
    def fault(cls, spec: Any) -> Any:
        """Return what explains why the backend refused arguments; None where nothing does."""
        return backends.chapter(cls.NAME, "detours").FAULTS.get(spec.name)

    @classmethod
    def build(cls, spec: Any) -> Callable[..., Any]:
        """Return ``op_NAME``, which executes an operation on this class of array.

        For backends it is set by `ivy.functional._op`; an interpreter overrides it.
        """
        raise NotImplementedError

    if TYPE_CHECKING:  # attached by `ivy.functional`, from the op table

        def __add__(self, other: Any, /) -> Array: ...
        def __radd__(self, other: Any, /) -> Array: ...
        def __iadd__(self, other: Any, /) -> Array: ...
        def __sub__(self, other: Any, /) -> Array: ...
        def __rsub__(self, other: Any, /) -> Array: ...
        def __isub__(self, other: Any, /) -> Array: ...
        def __mul__(self, other: Any, /) -> Array: ...
        def __rmul__(self, other: Any, /) -> Array: ...
        def __imul__(self, other: Any, /) -> Array: ...
        def __truediv__(self, other: Any, /) -> Array: ...
        def __rtruediv__(self, other: Any, /) -> Array: ...
        def __itruediv__(self, other: Any, /) -> Array: ...
        def __floordiv__(self, other: Any, /) -> Array: ...
        def __rfloordiv__(self, other: Any, /) -> Array: ...
        def __ifloordiv__(self, other: Any, /) -> Array: ...
        def __mod__(self, other: Any, /) -> Array: ...
        def __rmod__(self, other: Any, /) -> Array: ...
        def __imod__(self, other: Any, /) -> Array: ...
        def __pow__(self, other: Any, /) -> Array: ...
        def __rpow__(self, other: Any, /) -> Array: ...
        def __ipow__(self, other: Any, /) -> Array: ...
        def __matmul__(self, other: Any, /) -> Array: ...
        def __rmatmul__(self, other: Any, /) -> Array: ...
        def __imatmul__(self, other: Any, /) -> Array: ...
        def __and__(self, other: Any, /) -> Array: ...
        def __rand__(self, other: Any, /) -> Array: ...
        def __iand__(self, other: Any, /) -> Array: ...
        def __or__(self, other: Any, /) -> Array: ...
        def __ror__(self, other: Any, /) -> Array: ...
        def __ior__(self, other: Any, /) -> Array: ...
        def __xor__(self, other: Any, /) -> Array: ...
        def __rxor__(self, other: Any, /) -> Array: ...
        def __ixor__(self, other: Any, /) -> Array: ...
        def __lshift__(self, other: Any, /) -> Array: ...
        def __rlshift__(self, other: Any, /) -> Array: ...
        def __ilshift__(self, other: Any, /) -> Array: ...
        def __rshift__(self, other: Any, /) -> Array: ...
        def __rrshift__(self, other: Any, /) -> Array: ...
        def __irshift__(self, other: Any, /) -> Array: ...
        def __eq__(self, other: Any, /) -> Array: ...  # type: ignore[override]
        def __ne__(self, other: Any, /) -> Array: ...  # type: ignore[override]
        def __lt__(self, other: Any, /) -> Array: ...
        def __le__(self, other: Any, /) -> Array: ...
        def __gt__(self, other: Any, /) -> Array: ...
        def __ge__(self, other: Any, /) -> Array: ...
        def __neg__(self) -> Array: ...
        def __pos__(self) -> Array: ...
        def __abs__(self) -> Array: ...
        def __invert__(self) -> Array: ...
        def __getitem__(self, key: Any, /) -> Array: ...
        def __setitem__(self, key: Any, value: Any, /) -> None: ...
        @property
        def T(self) -> Array: ...
        @property
        def mT(self) -> Array: ...
        def astype(
            self, dtype: DType | str, /, *, copy: bool = ..., device: str | None = ...
        ) -> Array: ...
        def reshape(self, /, shape: int | tuple[int, ...], *, copy: bool | None = ...) -> Array: ...
        def permute_dims(self, /, axes: tuple[int, ...]) -> Array: ...
        def squeeze(self, /, axis: int | tuple[int, ...]) -> Array: ...
        def repeat(self, repeats: Array | int, /, *, axis: int | None = ...) -> Array: ...
        def argmax(self, /, *, axis: int | None = ..., keepdims: bool = ...) -> Array: ...
        def argmin(self, /, *, axis: int | None = ..., keepdims: bool = ...) -> Array: ...
        def take(self, indices: Array, /, *, axis: int | None = ...) -> Array: ...
        def sum(
            self, /, *, axis: Axis = ..., dtype: DType | str | None = ..., keepdims: bool = ...
        ) -> Array: ...
        def prod(
            self, /, *, axis: Axis = ..., dtype: DType | str | None = ..., keepdims: bool = ...
        ) -> Array: ...
        def mean(self, /, *, axis: Axis = ..., keepdims: bool = ...) -> Array: ...
        def var(
            self, /, *, axis: Axis = ..., correction: float = ..., keepdims: bool = ...
        ) -> Array: ...
        def std(
            self, /, *, axis: Axis = ..., correction: float = ..., keepdims: bool = ...
        ) -> Array: ...
        def max(self, /, *, axis: Axis = ..., keepdims: bool = ...) -> Array: ...
        def min(self, /, *, axis: Axis = ..., keepdims: bool = ...) -> Array: ...
        def any(self, /, *, axis: Axis = ..., keepdims: bool = ...) -> Array: ...
        def all(self, /, *, axis: Axis = ..., keepdims: bool = ...) -> Array: ...

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

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[Any, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        data = self.data
        own = self.__dlpack_device__()
        wanted = own
        if dl_device is not None:
            wanted = int(getattr(dl_device[0], "value", dl_device[0])), dl_device[1]
        if wanted != own:
            if wanted != (1, 0) or copy is False:  # 1 is the CPU
                raise BufferError(
                    f"ivy: expected dl_device={own} of the array, or that of the CPU with "
                    f"permission to copy, got {dl_device}"
                )
            data, copy, own = self.astype(self.dtype, copy=False, device="cpu").data, None, wanted
        if own[0] == 1:
            if stream not in (None, -1):
                raise ValueError(
                    f"ivy: the CPU has no streams, expected stream=None, got {stream!r}"
                )
            stream = None
        return self.CORE.to_dlpack(data, max_version, copy, stream)

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = self.CORE.dlpack_device(self.data)
        return device

    def to_device(self, device: str, /, *, stream: Any = None) -> Array:
        """Return the array on a device; itself, where it is there already."""
        if stream is not None:
            raise ValueError(
                f"ivy.Array.to_device: expected stream=None, got {stream!r}; "
                "the copy waits for the framework's own stream"
            )
        if normalised(device) == self.device:
            return self
        return self.astype(self.dtype, copy=True, device=device)

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
        value = self.item()
        if isinstance(value, float) and value != value:
            return complex(value, value)  # as the standard says
        return complex(value)

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
        return (self[i] for i in range(self.shape[0]))

    def __repr__(self) -> str:
        if self.CORE is not None and not self.CORE.has_values(self.data):
            return f"Array({self.data}, backend={self.NAME!r})"
        values = self.to_numpy()
        text = numpy.array2string(values, separator=", ", prefix="Array(")
        hidden = "..." in text or (values.size == 0 and values.shape != (0,))
        shape = f", shape={values.shape}" if hidden else ""
        return f"Array({text}{shape}, dtype={self.dtype}, backend={self.NAME!r})"

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
        if type(other) is not type(self):
            raise TypeError(
                "ivy: an in-place operation keeps the kind of array, "
                f"expected {type(self).__name__}, got {type(other).__name__}; "
                "write x = x + y instead of x += y, or "
                "x = ivy.setitem(x, v, key) instead of x[key] = v"
            )
        if other.shape != self.shape or other.dtype is not self.dtype:
            raise TypeError(
                f"ivy: an in-place operation keeps shape and dtype, expected {self.shape} "
                f"{self.dtype}, got {other.shape} {other.dtype}; write x = x + y instead of x += y"
            )
        self.data = other.data
        return self

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        if api_version not in (None, *API_VERSIONS):
            raise ValueError(
                f"ivy: expected a version of the array API standard among "
                f"{', '.join(API_VERSIONS)}, got {api_version!r}"
            )
        import ivy  # the namespace is the package, which is complete only after this module

        return ivy


def _restored(backend: str, values: Any, dtype: str) -> Array:
    cls = CLASSES[backend]
    return cls(cls.CORE.asarray(values, cls.CORE.DTYPES[dtype], None))


class _DTypes(dict[Any, DType]):
    """Native dtype -> dtype, for those that Ivy has."""

    def __missing__(self, native: Any) -> DType:
        raise TypeError(
            "ivy: expected an array of one of the dtypes "
            f"{', '.join(d.name for d in (*ALL, *FLOAT8))}, "
            f"got one of {native}; cast it with its own framework first"
        )


# Called with the array class of each backend when it is made.
WHEN_MADE: list[Callable[[type[Array]], None]] = []


class _Classes(dict[Any, type[Array]]):
    """The array class of each backend, made when first asked for; an interpreter's is its own."""

    def __missing__(self, key: Any) -> type[Array]:
        if isinstance(key, type):
            return key
        with backends.making:
            if key not in self:
                # Not before it is registered, or another thread would find it too early.
                self[key] = self._made(key)
        return self[key]

    def _made(self, key: str) -> type[Array]:
        core = backends.core(key)
        cls = type(
            f"{key.title().replace('_', '')}Array",
            (Array,),
            {
                "__slots__": (),
                "NAME": key,
                "CORE": core,
                "DTYPE_OF": _DTypes({native: named(n) for n, native in core.DTYPES.items()}),
                **core.array_members(),
            },
        )
        _register(cls)
        for prepare in WHEN_MADE:
            prepare(cls)
        return cls


CLASSES = _Classes()


def _register(cls: type[Array]) -> None:
    """Make arrays of a class nodes, with the native array in them, for what looks into containers.

    So they go in and out of a framework's compiler and derivatives like its own arrays.
    """

    def flatten(x: Array) -> tuple[tuple[Any, ...], None]:
        return (x.data,), None

    def unflatten(_: None, parts: Any) -> Array:
        # A framework may put its own array in the place of another's; it also puts in what is none.
        (part,) = parts
        return (class_of(type(part)) or cls)(part)

    trees.library()  # so that optree knows them, when a user calls it
    trees.add_registry(cls.CORE.register)
    trees.add_kind(cls, flatten, unflatten)


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


def no_array(value: Any) -> str:
    """Say what stands where an array should, and what to do about it."""
    kind = type(value).__name__
    if not _holds_arrays(value):
        return f"{kind}; make one with ivy.asarray"
    what = "arrays" if all(isinstance(lift(v), Array) for v in value) else "values"
    return f"a {kind} of {len(value)} {what}; pass one of them, e.g. x[0]"


def _holds_arrays(value: Any) -> bool:
    return isinstance(value, tuple | list) and any(
        isinstance(lift(v), Array) or _holds_arrays(v) for v in value
    )


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
            f"ivy.{op}: expected an array among the arguments, got {got}; make one with ivy.asarray"
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
    if isinstance(value, Array):  # asked first: the abstract base class is slow
        return True
    return isinstance(value, numbers.Number) or class_of(type(value)) is not None


def attach(members: Mapping[str, Any]) -> None:
    """Give `Array` operators and methods; called once, with what the op table says."""
    for name, member in members.items():
        setattr(Array, name, member)
