"""`Library`: what is said of an array library, read from its array API namespace."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from types import FunctionType, ModuleType
from typing import Any

import array_api_compat
import numpy as np

from ivy.backends.array_api import detours
from ivy.backends.array_api.standard import LINALG, MAIN, PLACED
from ivy.errors import UnsupportedError

# Operations whose implementation takes a Python scalar for any array but the first.
_SCALARS = frozenset(
    [
        *("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "pow"),
        *("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"),
        *("bitwise_and", "bitwise_or", "bitwise_xor"),
    ]
)
_DTYPES = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "bfloat16", "float32", "float64", "complex64", "complex128"),
)
_NARROW = ("int8", "int16", "int32", "uint8", "uint16", "uint32")


class DTypes(dict[str, Any]):
    """The dtypes that a library has, by name."""

    def __init__(self, library: str, xp: Any) -> None:
        super().__init__({n: _native_dtype(xp, n) for n in _DTYPES if hasattr(xp, n)})
        self._library = library

    def __missing__(self, name: str) -> Any:
        raise UnsupportedError(
            f"ivy: the {self._library} backend has no dtype {name}; it has {', '.join(self)}"
        )

    def some(self, *names: str) -> frozenset[Any]:
        """Return those of some dtypes that the library has."""
        return frozenset([self[n] for n in names if n in self])


def _native_dtype(xp: Any, name: str) -> Any:
    dtype = getattr(xp, name)
    # A namespace may name NumPy's scalar type, of which arrays have the dtype.
    return np.dtype(dtype) if isinstance(dtype, type) else dtype


class Library(ModuleType):
    """The ``core`` module of the backend of one library, made when it is loaded."""

    def __init__(self, name: str, module: Any) -> None:
        super().__init__(f"ivy.backends.{name}.core")
        example = module.asarray([0.0])
        self.library = name
        self.xp: Any = array_api_compat.array_namespace(example)
        # Whether arrays are plans of what is to be computed, as in dask.
        self.is_lazy = array_api_compat.is_lazy_array(example)
        self.ARRAY_TYPES = (type(example),)
        self.TAKES_SCALARS = _SCALARS
        # Whether a 0-d array's axes 0 and -1 are taken for axes, without an exception.
        self.TAKES_AXES_OF_0D = False
        capabilities = self.xp.__array_namespace_info__().capabilities()
        self.MAX_DIMENSIONS = capabilities.get("max dimensions") or 64
        self.TAKES_AXES_OF_0D = False
        self.DTYPES = DTypes(name, self.xp)
        self._complex = self.DTYPES.some("complex64", "complex128")
        self.FLOATS = self.DTYPES.some("float16", "bfloat16", "float32", "float64")
        self._narrow = self.DTYPES.some(*_NARROW)
        # Ivy's name of a device -> the library's.
        self._devices = _named_devices(self.xp.__array_namespace_info__())
        self._names = {repr(place): name for name, place in self._devices.items()}
        sys.modules[self.__name__] = self  # where the tracer finds its functions by name

    # -- functions -------------------------------------------------------------------------------

    def chapter(self, title: str) -> ModuleType:
        """Return the functions of a chapter: the library's, and those written for any library.

        The standard's functions have the signatures of Ivy's operations. Those written in the
        chapter's file of this folder get the library as their first argument, once and for all.
        """
        name = f"ivy.backends.{self.library}.{title}"
        if name not in sys.modules:
            if title == "detours":
                return detours
            module = ModuleType(name)
            vars(module).update(self._functions(title))
            sys.modules[name] = module
        return sys.modules[name]

    def _functions(self, title: str) -> dict[str, Any]:
        linalg = getattr(self.xp, "linalg", None)
        found = {n: getattr(self.xp, n) for n in MAIN if hasattr(self.xp, n)}
        found |= {n: getattr(linalg, n) for n in LINALG if hasattr(linalg, n)}
        found |= {n: self._placed(found[n]) for n in PLACED if n in found}
        # What is written for any library, and what for this one only, as for dask.
        for file in (title, f"of_{self.library}"):
            name = f"ivy.backends.array_api.{file}"
            if importlib.util.find_spec(name) is not None:
                found |= self._written(importlib.import_module(name))
        return found

    def _written(self, module: ModuleType) -> dict[str, Any]:
        own = {n: f for n, f in vars(module).items() if not n.startswith("_")}
        return {
            n: functools.partial(f, self)
            for n, f in own.items()
            if isinstance(f, FunctionType) and f.__module__ == module.__name__
        }

    def _placed(self, function: Any) -> Any:
        """Return a function that makes arrays, taking Ivy's name of a device."""

        def placed(*args: Any, device: str | None = None, **options: Any) -> Any:
            return function(*args, device=self.native_device(device), **options)

        return placed

    def quick(self, function: Any) -> Any:
        """Return what runs in the place of a chapter's function: itself."""
        return function

    def compiled(self, function: Any, options: dict[str, Any]) -> Any:
        """Return a program of native calls as the library compiles it: it has no compiler."""
        if options:
            raise TypeError(
                f"ivy.compile: expected no options on {self.NAME}, got {', '.join(options)}"
            )
        return function

    # -- arrays ----------------------------------------------------------------------------------

    def array_members(self) -> dict[str, Any]:
        """Return what Ivy's arrays of this library have of their own."""
        return {"size": property(_size)}

    def register(self, cls: Any, flatten: Any, unflatten: Any) -> None:
        """No such library has containers of its own."""

    def is_compiling(self) -> bool:
        return False

    def has_values(self, x: Any) -> bool:
        """Return whether the elements can be read without computing them."""
        return isinstance(x, self.ARRAY_TYPES) and not self.is_lazy

    def shape(self, x: Any) -> tuple[int, ...]:
        """Return the shape; None for a length that depends on values."""
        return detours.shape(x)

    def device(self, x: Any) -> str:
        return self._names[repr(array_api_compat.device(x))]

    def default_device(self) -> str:
        return self._names[repr(self.xp.__array_namespace_info__().default_device())]

    def devices(self) -> tuple[str, ...]:
        return tuple(self._devices)

    def native_device(self, device: str | None) -> Any:
        """Return the library's device of Ivy's name."""
        if device is None:
            return None
        try:
            return self._devices[device]
        except KeyError:
            raise ValueError(
                f"ivy: the {self.library} backend has the devices "
                f"{', '.join(map(repr, self._devices))}, got {device!r}"
            ) from None

    def asarray(self, values: Any, dtype: Any, device: str | None) -> Any:
        """Return NumPy values as a native array; a copy, where the memory would be shared."""
        place = self.native_device(device)
        return self.xp.asarray(np.array(values), dtype=dtype, device=place)

    def is_complex(self, x: Any) -> bool:
        return x.dtype in self._complex

    def is_complex_dtype(self, dtype: Any) -> bool:
        return dtype in self._complex

    def cast(self, x: Any, dtype: Any) -> Any:
        xp = self.xp
        if x.dtype in self._complex and dtype not in self._complex:
            if dtype == self.DTYPES["bool"]:
                return x != 0
            x = xp.real(x)
        if x.dtype in self.FLOATS and dtype in self._narrow:
            # Out of range, the result may depend on the machine: wrap around in 64 bits.
            x = xp.astype(x, self.DTYPES["int64"])
        return xp.astype(x, dtype)

    def reshape(self, x: Any, shape: tuple[int, ...], copy: bool | None = None) -> Any:
        if self.is_lazy:  # a plan has no memory to copy
            copy = None
        try:
            return self.xp.reshape(x, shape, copy=copy)
        except NotImplementedError:
            # dask merges and splits axes evenly only: (3, 4) becomes (12,), and that (2, 6).
            return self.xp.reshape(self.xp.reshape(x, (-1,)), shape)

    def whole(self, x: Any, axis: int) -> Any:
        """Return an array that is in one piece along an axis, where a library keeps pieces."""
        return x.rechunk({axis % x.ndim: -1}) if hasattr(x, "rechunk") else x

    def moved(self, x: Any, device: str) -> Any:
        """Return an array on a device of Ivy's name."""
        if device == self.device(x):
            return x
        return array_api_compat.to_device(x, self.native_device(device))

    def copy(self, x: Any) -> Any:
        return self.xp.asarray(x, copy=True)

    def scalar(self, value: complex, dtype: Any, like: Any) -> Any:
        place = None if like is None else array_api_compat.device(like)
        return self.xp.asarray(value, dtype=dtype, device=place)

    def to_numpy(self, x: Any) -> Any:
        """Return the elements; this is where a lazy library computes them."""
        for method in ("get", "unwrap_numpy"):  # of cupy and of ndonnx
            if hasattr(x, method):
                return getattr(x, method)()
        if self.device(x) != "cpu":
            x = array_api_compat.to_device(x, self._devices["cpu"])
        return np.asarray(x)

    def to_dlpack(
        self, x: Any, max_version: tuple[int, int] | None, copy: bool | None, stream: Any
    ) -> Any:
        """Return a capsule with a native array, where the library has them in memory."""
        if not hasattr(x, "__dlpack__"):
            raise BufferError(
                f"ivy: an array of {self.library} has no memory of its own; "
                "use ivy.to_numpy(x), which computes it"
            )
        options = {"max_version": max_version, "copy": copy, "stream": stream}
        return x.__dlpack__(**{k: v for k, v in options.items() if v is not None})

    def dlpack_device(self, x: Any) -> tuple[int, int]:
        place: tuple[int, int] = x.__dlpack_device__() if hasattr(x, "__dlpack__") else (1, 0)
        return place

    def from_dlpack(self, x: Any, copy: bool) -> Any:
        """Return what shares the memory of any object with ``__dlpack__``, or a copy of it."""
        if not hasattr(self.xp, "from_dlpack"):
            raise BufferError(f"ivy: {self.library} cannot use another library's memory")
        out = self.xp.from_dlpack(x)
        return self.copy(out) if copy else out


def _size(array: Any) -> int | None:
    """The number of elements; None where it depends on values."""
    count = 1
    for n in array.shape:
        if n is None:
            return None
        count *= n
    return count


def _named_devices(info: Any) -> dict[str, Any]:
    """Return a library's devices by the names that Ivy has for them.

    What is no CPU is a GPU, as it is in cupy; array_api_strict has such devices for tests. Those
    that lack some of the dtypes are left out.
    """
    named: dict[str, Any] = {}
    for place in info.devices():
        if "cpu" in repr(place).lower():
            named.setdefault("cpu", place)
        elif "dask" in repr(place).lower():  # stands for "wherever the chunks are"
            continue
        elif len(info.dtypes(device=place)) == len(info.dtypes()):
            number = getattr(place, "id", sum(n.startswith("gpu") for n in named))
            named[f"gpu:{number}"] = place
    return named
