"""What the tensorflow backend says of its arrays: types, dtypes, devices and conversions."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from ivy.backends import dlpack
from ivy.backends.tensorflow import control_flow
from ivy.backends.tensorflow.abstract import Abstract
from ivy.backends.tensorflow.raw import number, quick
from ivy.devices import normalised

try:
    from tensorflow.python.eager.record import could_possibly_record
except ImportError:  # it is not public

    def could_possibly_record() -> bool:
        """Return whether a tape may be recording."""
        return True


# Symbolic tensors are subclasses of tf.Tensor. A variable is read where it is used.
ARRAY_TYPES = (tf.Tensor, tf.Variable)

DTYPES = {
    n: getattr(tf, n)
    for n in (
        *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("float16", "bfloat16", "float32", "float64", "complex64", "complex128"),
    )
}
_FLOAT8 = {n: getattr(tf.dtypes.experimental, n) for n in ("float8_e4m3fn", "float8_e5m2")}
DTYPES |= _FLOAT8

# Operations whose implementation takes a Python scalar for any array but the first.
TAKES_SCALARS = frozenset(
    [
        *("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "pow"),
        *("maximum", "minimum", "atan2", "where", "clip", "setitem", "add_at"),
        *("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"),
        *("logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor"),
    ]
)


# Whether a 0-d array's axes 0 and -1 are taken for axes, without an exception.
TAKES_AXES_OF_0D = False


def register(cls: Any, flatten: Any, unflatten: Any) -> None:
    """tensorflow finds what it needs in the class, see `array_members`."""


def is_compiling() -> bool:
    return not tf.executing_eagerly()


def has_values(x: Any) -> bool:
    """Return whether the elements can be read; those of a graph's tensors cannot."""
    return isinstance(x, ARRAY_TYPES) and tf.executing_eagerly() and not tf.is_symbolic_tensor(x)


def shape(x: Any) -> tuple[int, ...]:
    return tuple(x.shape)


def device(x: Any) -> str:
    # A symbolic tensor may be placed nowhere yet.
    return normalised(x.device.rpartition("/device:")[2] or default_device())


def default_device() -> str:
    """Return Ivy's name of the device that tensorflow puts new arrays on."""
    return "gpu:0" if tf.config.list_logical_devices("GPU") else "cpu"


def native_device(device: str | None) -> str | None:
    """Return tensorflow's name of a device for Ivy's."""
    if device is None:
        return None
    kind, _, index = device.partition(":")
    count = len(tf.config.list_logical_devices(kind.upper()))
    if int(index or 0) >= count:  # tensorflow would take another one without a word
        raise ValueError(f"ivy: tensorflow has no device {device!r}; of {kind!r} it has {count}")
    return f"/device:{kind}:{index or 0}"


def asarray(values: Any, dtype: Any, device: str | None) -> Any:
    """Return NumPy values as a native array; a copy, where the memory would be shared."""
    with tf.device(native_device(device)):
        # tf.constant may share the memory of an array.
        return tf.constant(np.array(values, dtype.as_numpy_dtype))


def cast(x: Any, dtype: Any) -> Any:
    if x.dtype.is_complex and not dtype.is_complex:
        x = tf.not_equal(x, 0) if dtype == tf.bool else tf.math.real(x)
    if x.dtype.is_floating and dtype in _NARROW:
        # tensorflow's result out of range depends on dtype and machine: wrap around in 64 bits.
        x = tf.cast(x, tf.int64)
    if dtype in _FLOAT8.values() and not x.dtype.is_floating:
        x = tf.cast(x, tf.float32)
    return tf.cast(x, dtype)


_NARROW = frozenset(DTYPES[n] for n in ("int8", "int16", "int32", "uint8", "uint16", "uint32"))


def copy(x: Any) -> Any:
    return tf.identity(x)


def scalar(value: complex, dtype: Any, like: Any) -> Any:
    # tensorflow makes no number of a bool, and no float8 of an integer.
    whole = int(value) if isinstance(value, bool) and dtype != tf.bool else value
    if dtype is _FLOAT8["float8_e4m3fn"] or dtype is _FLOAT8["float8_e5m2"]:
        assert not isinstance(value, complex)
        whole = float(value)
    return tf.constant(whole, dtype) if whole else number(whole, dtype)


def to_numpy(x: Any) -> Any:
    return np.asarray(x.numpy())  # of a 0-d tensor it is a scalar


# The most that tf.strided_slice and tf.transpose take.
MAX_DIMENSIONS = 8


def devices() -> tuple[str, ...]:
    places = [d.name.rpartition("/device:")[2] for d in tf.config.list_logical_devices()]
    return tuple(dict.fromkeys(normalised(p) for p in places))


def to_dlpack(x: Any, max_version: tuple[int, int] | None, copy: bool | None, stream: Any) -> Any:
    """Return a capsule with a native array; tensorflow's are of the version before 1."""
    x = tf.convert_to_tensor(x)
    if x.dtype in _FLOAT8.values():
        raise BufferError("ivy: tensorflow does not know float8 in DLPack; use ivy.to_numpy")
    return tf.experimental.dlpack.to_dlpack(tf.raw_ops.DeepCopy(x=x) if copy else x)


def dlpack_device(x: Any) -> tuple[int, int]:
    kind, _, number = device(x).partition(":")
    return dlpack.CPU if kind == "cpu" else dlpack.CUDA, int(number or 0)


def from_dlpack(x: Any, copy: bool) -> Any:
    """Return what shares the memory of any object with ``__dlpack__``, or a copy of it.

    Where it cannot, it raises ``BufferError``.
    """
    out = tf.experimental.dlpack.from_dlpack(dlpack.Source(x, _refuse_order).__dlpack__())
    return tf.raw_ops.DeepCopy(x=out) if copy else out


def _refuse_order(tensor: dlpack.Tensor) -> None:
    if tensor.code in (dlpack.FLOAT8_E4M3FN, dlpack.FLOAT8_E5M2):
        raise BufferError("ivy: tensorflow does not know float8 in DLPack, so it needs a copy")
    if not dlpack.is_row_major(tensor):
        raise BufferError("ivy: tensorflow has no strides, so it needs a copy of this memory")
    if tensor.device_type == dlpack.CPU and ((tensor.data or 0) + tensor.byte_offset) % _ALIGNED:
        # Its kernels end the process where memory begins elsewhere.
        raise BufferError("ivy: tensorflow needs a copy of memory that begins at no multiple of 64")


_ALIGNED = 64


# A uint64 as an int64 of the same order, and back: for what tensorflow does with int64 only.


def ordered(x: Any) -> Any:
    return tf.bitwise.bitwise_xor(tf.bitcast(x, tf.int64), tf.int64.min)


def unordered(x: Any) -> Any:
    return tf.bitcast(tf.bitwise.bitwise_xor(x, tf.int64.min), tf.uint64)


def array_members() -> dict[str, Any]:
    """Return what makes Ivy's arrays arguments and results of `tf.function`.

    tensorflow asks a class for these once, when it first meets it.
    """
    return {
        "__tf_flatten__": lambda self: ((), (self.data,)),
        "__tf_unflatten__": classmethod(lambda cls, metadata, parts: cls(*parts)),
        "__tf_tracing_type__": _tracing_type,
    }


def _tracing_type(self: Any, context: Any) -> Any:
    return ArrayType(type(self), self.data.__tf_tracing_type__(context))


class ArrayType(tf.types.experimental.TraceType):
    """The type of an Ivy array for `tf.function`: that of the tensor in it."""

    def __init__(self, cls: Any, inner: Any) -> None:
        self.cls = cls
        self.inner = inner

    def is_subtype_of(self, other: Any) -> bool:
        return isinstance(other, ArrayType) and self.inner.is_subtype_of(other.inner)

    def most_specific_common_supertype(self, others: Any) -> Any:
        if not all(isinstance(o, ArrayType) for o in others):
            return None
        inner = self.inner.most_specific_common_supertype([o.inner for o in others])
        return None if inner is None else ArrayType(self.cls, inner)

    def placeholder_value(self, placeholder_context: Any) -> Any:
        return self.cls(self.inner.placeholder_value(placeholder_context))

    def to_tensors(self, value: Any) -> Any:
        return self.inner.to_tensors(value.data)

    def from_tensors(self, tensors: Any) -> Any:
        return self.cls(self.inner.from_tensors(tensors))

    def flatten(self) -> Any:
        return self.inner.flatten()

    def cast(self, value: Any, cast_context: Any) -> Any:
        return self.cls(self.inner.cast(value.data, cast_context))

    def __hash__(self) -> int:
        return hash((self.cls, self.inner))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArrayType) and self.inner == other.inner


def compiled(function: Any, options: dict[str, Any]) -> Any:
    """Return a program of native calls as tensorflow compiles it; it takes arrays of one kind.

    What `tf.function` does with its arguments at each call takes longer than many a program, and
    is not needed for tensors alone of shapes that do not change.
    """
    general = tf.function(function, autograph=False, **options)
    program = None

    def run(*tensors: Any) -> Any:
        nonlocal program
        if program is None:
            kinds = [tf.TensorSpec(x.shape, x.dtype) for x in tensors]
            program = _called(general.get_concrete_function(*kinds), compiles=bool(options))
        return program(tensors)

    return run


def _called(concrete: Any, compiles: bool) -> Any:
    """Return what calls a concrete function with a list of tensors."""
    captured = concrete.captured_inputs
    kinds = [x.dtype for x in concrete.outputs]

    def differentiable(tensors: Any) -> Any:
        return concrete(*tensors)

    if compiles or not kinds:
        return differentiable

    def run(tensors: Any) -> Any:
        if could_possibly_record():  # the operation below has no derivative
            return concrete(*tensors)
        return tf.raw_ops.StatefulPartitionedCall(
            args=[*tensors, *captured], Tout=kinds, f=concrete
        )

    return run
