"""torch.serialization: tensors in files, in torch's own format.

A file of torch is a zip archive: a pickle in which a tensor is a part of a numbered storage, and
the bytes of each storage. Neither side needs torch here. What is written are tensors, numbers,
texts and containers of them, and nothing else is read: a pickle can name any function of any
module, and this one is looked up in a table.
"""

from __future__ import annotations

import io
import os
import pickle
import struct
import tempfile
import zipfile
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy

import ivy
from ivy import dtypes
from ivy.autodiff.tape import inner
from ivy.frontends._boundary import missing
from ivy.frontends.torch._types import BY_NAME, Size, device, dtype
from ivy.frontends.torch.nn.parameter import Parameter
from ivy.frontends.torch.tensor import Tensor, _same, wrap

# The classes of storages that torch has, by dtype. Others are bytes, and the tensor has the dtype.
_STORAGES = {
    "float16": "HalfStorage",
    "bfloat16": "BFloat16Storage",
    "float32": "FloatStorage",
    "float64": "DoubleStorage",
    "uint8": "ByteStorage",
    "int8": "CharStorage",
    "int16": "ShortStorage",
    "int32": "IntStorage",
    "int64": "LongStorage",
    "bool": "BoolStorage",
    "complex64": "ComplexFloatStorage",
    "complex128": "ComplexDoubleStorage",
}
_ARCHIVE = "archive"
# Where torch lets the bytes of a storage begin.
_ALIGNMENT = 64


def _native(name: str) -> Any:
    """Return NumPy's dtype of a name."""
    return ivy.zeros((), dtype=name).to_numpy().dtype if name == "bfloat16" else numpy.dtype(name)


# -- writing ---------------------------------------------------------------------------------------


class _Writer:
    """Writes a pickle of protocol 2, and collects the storages of its tensors."""

    def __init__(self) -> None:
        self.text = bytearray(pickle.PROTO + b"\x02")
        self.storages: list[bytes] = []
        # By the identity of what they hold, with what is held, so that it stays.
        self._written: dict[int, tuple[int, Any]] = {}
        self._keys: dict[int, tuple[str, Any]] = {}

    def finished(self, obj: Any) -> bytes:
        """Return the pickle of an object."""
        self.save(obj)
        return bytes(self.text + pickle.STOP)

    def save(self, obj: Any) -> None:
        """Write an object; one that has been written before is referred to."""
        known = self._written.get(id(obj))
        if known is not None:
            number = known[0]
            short = number < 256
            self.op(pickle.BINGET if short else pickle.LONG_BINGET, "<B" if short else "<I", number)
            return
        write = _WRITERS.get(_kind(obj))
        if write is None:
            raise TypeError(
                "torch.save: expected tensors, numbers, texts and containers of them, got "
                f"{type(obj).__module__}.{type(obj).__qualname__}; of a module, save state_dict()"
            )
        write(self, obj)

    def op(self, code: bytes, form: str = "", *values: Any) -> None:
        """Write an instruction of pickle with what belongs to it."""
        self.text += code + struct.pack(form, *values)

    def _remember(self, obj: Any) -> None:
        number = len(self._written)
        self._written[id(obj)] = (number, obj)
        short = number < 256
        self.op(pickle.BINPUT if short else pickle.LONG_BINPUT, "<B" if short else "<I", number)

    def name(self, module: str, name: str) -> None:
        """Write the name of something in a module."""
        self.text += pickle.GLOBAL + f"{module}\n{name}\n".encode()

    def call(self, module: str, name: str, *arguments: Any) -> None:
        """Write a call of a function."""
        self.name(module, name)
        self.save(arguments)
        self.op(pickle.REDUCE)

    def integer(self, value: int) -> None:
        """Write an int."""
        if -(2**31) <= value < 2**31:
            self.op(pickle.BININT, "<i", value)
            return
        encoded = pickle.encode_long(value)
        if len(encoded) > 255:
            raise OverflowError(f"torch.save: expected integers below 2 ** 2039, got {value}")
        self.op(pickle.LONG1, "<B", len(encoded))
        self.text += encoded

    def string(self, value: str) -> None:
        """Write a str."""
        encoded = value.encode("utf-8", "surrogatepass")
        self.op(pickle.BINUNICODE, "<I", len(encoded))
        self.text += encoded

    def row(self, values: tuple[Any, ...]) -> None:
        """Write a tuple."""
        if not values:
            self.op(pickle.EMPTY_TUPLE)
            return
        self.op(pickle.MARK)
        for value in values:
            self.save(value)
        self.op(pickle.TUPLE)

    def items(self, values: list[Any]) -> None:
        """Write a list."""
        self.op(pickle.EMPTY_LIST)
        self._remember(values)
        self.op(pickle.MARK)
        for value in values:
            self.save(value)
        self.op(pickle.APPENDS)

    def mapping(self, values: dict[Any, Any]) -> None:
        """Write a dict; one with metadata, as modules give it, becomes torch's kind of dict."""
        metadata = getattr(values, "_metadata", None)
        if isinstance(values, OrderedDict) or metadata is not None:
            self.call("collections", "OrderedDict")
        else:
            self.op(pickle.EMPTY_DICT)
        self._remember(values)
        self.op(pickle.MARK)
        for key, value in values.items():
            self.save(key)
            self.save(value)
        self.op(pickle.SETITEMS)
        if metadata is not None:
            self.save({"_metadata": OrderedDict(metadata)})
            self.op(pickle.BUILD)

    def parameter(self, value: Parameter) -> None:
        """Write a parameter."""
        self.call(
            "torch._utils",
            "_rebuild_parameter",
            value.detach(),
            value.requires_grad,
            OrderedDict(),
        )
        self._remember(value)

    def tensor(self, value: Tensor) -> None:
        """Write a tensor."""
        array = inner(value._value())
        name, shape = array.dtype.name, array.shape
        key = self._storage(value, array)
        strides = [1]
        for length in reversed(shape[1:]):
            strides.append(strides[-1] * max(length, 1))
        typed = name in _STORAGES
        self.name("torch._utils", "_rebuild_tensor_v2" if typed else "_rebuild_tensor_v3")
        self.op(pickle.MARK)
        self.op(pickle.MARK)
        self.save("storage")
        self.name(*(("torch", _STORAGES[name]) if typed else ("torch.storage", "UntypedStorage")))
        self.save(key)
        self.save("cpu")
        self.save(array.size if typed else array.size * array.dtype.itemsize)
        self.op(pickle.TUPLE)
        self.op(pickle.BINPERSID)
        steps = tuple(reversed(strides[: len(shape)]))
        rest: tuple[Any, ...] = (0, shape, steps, value.requires_grad, OrderedDict())
        for part in rest:
            self.save(part)
        if not typed:
            self.name("torch", name)
        self.op(pickle.TUPLE)
        self.op(pickle.REDUCE)
        self._remember(value)

    def _storage(self, tensor: Tensor, array: Any) -> str:
        """Return the number of a tensor's storage; tensors that are one cell have one storage."""
        cell = tensor
        while cell._base is not None and cell._get is _same:
            cell = cell._base
        known = self._keys.get(id(cell))
        if known is not None:
            return known[0]
        key = str(len(self.storages))
        self._keys[id(cell)] = (key, cell)
        values = numpy.ascontiguousarray(array.to_numpy())
        self.storages.append(_swapped(values.reshape(-1), "little").tobytes())
        return key


_WRITERS: dict[type, Callable[[_Writer, Any], None]] = {
    type(None): lambda w, v: w.op(pickle.NONE),
    bool: lambda w, v: w.op(pickle.NEWTRUE if v else pickle.NEWFALSE),
    int: _Writer.integer,
    float: lambda w, v: w.op(pickle.BINFLOAT, ">d", v),
    complex: lambda w, v: w.call("builtins", "complex", v.real, v.imag),
    str: _Writer.string,
    bytes: lambda w, v: w.call("_codecs", "encode", v.decode("latin1"), "latin1"),
    tuple: _Writer.row,
    list: _Writer.items,
    dict: _Writer.mapping,
    OrderedDict: _Writer.mapping,
    set: lambda w, v: w.call("builtins", "set", list(v)),
    Size: lambda w, v: w.call("torch", "Size", tuple(v)),
    dtype: lambda w, v: w.name("torch", v.name),
    device: lambda w, v: w.call("torch", "device", str(v)),
    Parameter: _Writer.parameter,
    Tensor: _Writer.tensor,
}


def _kind(obj: Any) -> type:
    """Return the class as which an object is written."""
    for kind in (Parameter, Tensor):
        if isinstance(obj, kind):
            return kind
    return OrderedDict if isinstance(obj, dict) and hasattr(obj, "_metadata") else type(obj)


def _swapped(values: Any, order: str) -> Any:
    """Return a row of numbers in another order of bytes than this machine's, if it is another."""
    from sys import byteorder

    if order == byteorder:
        return values
    # A complex number is two numbers.
    unit = values.dtype.itemsize // (2 if values.dtype.kind == "c" else 1)
    return values.view(f"u{unit}").byteswap().view(values.dtype)


def _archive(obj: Any) -> bytes:
    """Return the bytes of a file."""
    writer = _Writer()
    records: dict[str, bytes] = {"data.pkl": writer.finished(obj), "byteorder": b"little"}
    records |= {f"data/{i}": storage for i, storage in enumerate(writer.storages)}
    records["version"] = b"3\n"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in records.items():
            info = zipfile.ZipInfo(f"{_ARCHIVE}/{name}")
            padding = -(file.tell() + 30 + len(info.filename) + 4) % _ALIGNMENT
            info.extra = b"FB" + struct.pack("<H", padding) + b"Z" * padding
            archive.writestr(info, data)
    return file.getvalue()


def save(
    obj: Any,
    f: Any,
    pickle_module: Any = None,
    pickle_protocol: int = 2,
    _use_new_zipfile_serialization: bool = True,
) -> None:
    """Write tensors, numbers, texts and containers of them to a file that torch can read.

    A file with a path is written as a whole or not at all. Views become tensors of their own.

    Parameters
    ----------
    obj
        What is written; of a module, its ``state_dict()``.
    f
        A path, or a file that is open for writing bytes.
    pickle_module, pickle_protocol, _use_new_zipfile_serialization
        Torch's options, of which only the defaults are supported.

    Raises
    ------
    TypeError
        There is an object of another class, such as a module.

    Examples
    --------
    >>> import io
    >>> import ivy.frontends.torch as torch
    >>> file = io.BytesIO()
    >>> torch.save({"x": torch.ones(2)}, file)
    >>> torch.load(file)
    {'x': tensor([1., 1.])}
    """
    if pickle_module not in (None, pickle) or pickle_protocol != 2:
        raise NotImplementedError(
            "torch.save: expected pickle_module=None and pickle_protocol=2, got "
            f"{pickle_module!r} and {pickle_protocol}"
        )
    if not _use_new_zipfile_serialization:
        raise NotImplementedError("torch.save: files of torch before 1.6 cannot be written")
    data = _archive(obj)
    if not isinstance(f, str | os.PathLike):
        f.write(data)
        return
    target = Path(f)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.absolute().parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~mask)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


# -- reading ---------------------------------------------------------------------------------------


class _Storage:
    """A storage: its bytes, and the dtype where its class says it."""

    def __init__(self, key: str, data: bytes, name: str | None) -> None:
        self.key = key
        self.data = data
        self.name = name


class _Reader(pickle.Unpickler):
    """Reads a pickle of torch, in which it allows a few names."""

    def __init__(self, archive: zipfile.ZipFile, root: str, map_location: Any) -> None:
        super().__init__(io.BytesIO(archive.read(f"{root}data.pkl")))
        self._archive = archive
        self._root = root
        self._map_location = map_location
        self._order = "little"
        if f"{root}byteorder" in archive.namelist():
            self._order = archive.read(f"{root}byteorder").decode("ascii", "replace")
        if self._order not in ("little", "big"):
            raise RuntimeError(f"torch.load: expected byteorder little or big, got {self._order}")
        self._storages: dict[str, _Storage] = {}
        self._tensors: dict[Any, Tensor] = {}
        self._names: dict[tuple[str, str], Any] = {
            ("torch._utils", "_rebuild_tensor_v2"): self._rebuilt,
            ("torch._utils", "_rebuild_tensor_v3"): self._rebuilt_with_dtype,
            ("torch._utils", "_rebuild_parameter"): _parameter,
            **_NAMES,
        }

    def find_class(self, module: str, name: str) -> Any:
        """Return what a name stands for."""
        if module == "__builtin__":  # Python 2's name, which the protocol has kept
            module = "builtins"
        found = self._names.get((module, name))
        if found is None:
            raise pickle.UnpicklingError(
                f"torch.load: the file has an object of {module}.{name}, and ivy reads tensors, "
                "numbers, texts and containers of them only; write a state_dict"
            )
        return found

    def persistent_load(self, pid: Any) -> _Storage:
        """Return a storage."""
        if not (isinstance(pid, tuple) and len(pid) == 5 and pid[0] == "storage"):
            raise pickle.UnpicklingError(f"torch.load: expected a storage, got {pid!r}")
        _, kind, key, location, _ = pid
        _check_location(location, self._map_location)
        found = self._storages.get(key)
        if found is None:
            data = self._archive.read(f"{self._root}data/{key}")
            found = self._storages[key] = _Storage(key, data, kind.name)
        return found

    def _rebuilt(
        self,
        storage: _Storage,
        offset: int,
        size: tuple[int, ...],
        stride: tuple[int, ...],
        requires_grad: bool,
        hooks: Any = None,
        metadata: Any = None,
    ) -> Tensor:
        assert storage.name is not None
        return self._tensor(storage, storage.name, offset, size, stride, requires_grad)

    def _rebuilt_with_dtype(
        self,
        storage: _Storage,
        offset: int,
        size: tuple[int, ...],
        stride: tuple[int, ...],
        requires_grad: bool,
        hooks: Any,
        kind: dtype,
        metadata: Any = None,
    ) -> Tensor:
        return self._tensor(storage, kind.name, offset, size, stride, requires_grad)

    def _tensor(
        self,
        storage: _Storage,
        name: str,
        offset: int,
        size: tuple[int, ...],
        stride: tuple[int, ...],
        requires_grad: bool,
    ) -> Tensor:
        place = (storage.key, name, offset, tuple(size), tuple(stride))
        first = self._tensors.get(place)
        if first is not None:
            return first.detach().requires_grad_(requires_grad)
        native = _native(name)
        numbers = numpy.frombuffer(storage.data, native)
        last = offset + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
        inside = min([offset, *size, *stride]) >= 0 and (0 in size or last < numbers.size)
        if not inside:
            raise pickle.UnpicklingError(
                f"torch.load: a tensor of shape {tuple(size)} does not lie in its storage of "
                f"{numbers.size} numbers"
            )
        numbers = _swapped(numbers, self._order)
        steps = [s * native.itemsize for s in stride]
        values = numpy.lib.stride_tricks.as_strided(numbers[offset:], size, steps).copy()
        made = wrap(ivy.asarray(values, dtype=name))
        self._tensors[place] = made
        return made.requires_grad_(requires_grad)


class _StorageClass:
    """A class of storages."""

    def __init__(self, name: str | None) -> None:
        self.name = name


def _parameter(data: Tensor, requires_grad: bool, hooks: Any) -> Parameter:
    return Parameter(data, requires_grad)


def _encoded(text: str, encoding: str = "latin1") -> bytes:
    if encoding != "latin1":
        raise pickle.UnpicklingError(f"torch.load: expected bytes as latin1, got {encoding}")
    return text.encode("latin1")


_NAMES: dict[tuple[str, str], Any] = {
    ("collections", "OrderedDict"): OrderedDict,
    ("builtins", "set"): set,
    ("builtins", "complex"): complex,
    ("_codecs", "encode"): _encoded,
    ("torch", "Size"): Size,
    ("torch", "device"): device,
    ("torch.storage", "UntypedStorage"): _StorageClass(None),
    **{("torch", kind): _StorageClass(name) for name, kind in _STORAGES.items()},
    **{("torch", name): kind for name, kind in BY_NAME.items()},
}


def _check_location(location: str, map_location: Any) -> None:
    """Raise where a storage would have to be on a device that there is not."""
    wanted = location
    if isinstance(map_location, Mapping):
        wanted = map_location.get(location, location)
    elif isinstance(map_location, str | device):
        wanted = str(map_location)
    elif map_location is not None:
        raise NotImplementedError(
            "torch.load: expected map_location=None, a device, or a dict from devices to devices, "
            f"got {map_location!r}"
        )
    if device(wanted).type != "cpu":
        raise RuntimeError(
            f"Attempting to deserialize object on the device {wanted}, and there is only the CPU; "
            "please use torch.load with map_location=torch.device('cpu')"
        )


def load(
    f: Any,
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: bool | None = None,
    mmap: bool | None = None,
    **pickle_load_args: Any,
) -> Any:
    """Read what torch, or this function's counterpart, has written.

    Parameters
    ----------
    f
        A path, or a file that is open for reading bytes.
    map_location
        Where the tensors go instead of the devices that they were on: a device, or a dict from
        devices to devices. There is only the CPU.
    pickle_module, mmap, pickle_load_args
        Torch's options, of which only the defaults are supported.
    weights_only
        Makes no difference: objects of classes, other than tensors, are never read.

    Raises
    ------
    pickle.UnpicklingError
        The file has an object of another class.
    RuntimeError
        It is no file of torch in the zip format, or its tensors were on another device.

    Examples
    --------
    See :func:`save`.
    """
    if pickle_module not in (None, pickle) or mmap or pickle_load_args:
        raise NotImplementedError(
            "torch.load: expected neither pickle_module nor mmap nor options of pickle, got "
            f"pickle_module={pickle_module!r}, mmap={mmap}, {pickle_load_args}"
        )
    if not zipfile.is_zipfile(f):
        raise RuntimeError(
            "torch.load: expected a file in torch's zip format; read older ones with torch, and "
            "write them again"
        )
    with zipfile.ZipFile(f) as archive:
        names = archive.namelist()
        found = [n for n in names if n.count("/") == 1 and n.endswith("/data.pkl")]
        if len(found) != 1:
            raise RuntimeError(
                "torch.load: the zip file has no data.pkl, so torch did not write it"
            )
        root = found[0].removesuffix("data.pkl")
        if f"{root}constants.pkl" in names:
            raise RuntimeError("torch.load: the file is a TorchScript program, not a state_dict")
        return _Reader(archive, root, map_location).load()


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.serialization", name)
