"""What the jax backend says of its arrays: types, dtypes, devices and conversions.

Loading it turns 64-bit types on for the whole process, unless they were declined: without, jax
makes float32 of float64.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

from ivy.backends import asked_x64, dlpack
from ivy.backends.jax import control_flow
from ivy.backends.jax.abstract import Abstract
from ivy.devices import normalised
from ivy.errors import also, is_out_of_memory

TURNED_X64_ON = not jax.config.jax_enable_x64 and asked_x64() is not False
if TURNED_X64_ON:
    jax.config.update("jax_enable_x64", True)
HAS_X64 = bool(jax.config.jax_enable_x64)

# Tracers are arrays by their metaclass only, which issubclass does not see.
ARRAY_TYPES = (jax.Array, jax.core.Tracer)

DTYPES = {
    # First, so that a native dtype of half the size is not taken for one of these.
    **{
        n: np.dtype(n if HAS_X64 else half)
        for n, half in (
            *(("int64", "int32"), ("uint64", "uint32")),
            *(("float64", "float32"), ("complex128", "complex64")),
        )
    },
    **{
        n: np.dtype(n)
        for n in (
            *("bool", "int8", "int16", "int32", "uint8", "uint16", "uint32"),
            *("float16", "float32", "complex64"),
        )
    },
    "bfloat16": np.dtype(ml_dtypes.bfloat16),
    "float8_e4m3fn": np.dtype(ml_dtypes.float8_e4m3fn),
    "float8_e5m2": np.dtype(ml_dtypes.float8_e5m2),
}

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


def array_members() -> dict[str, Any]:
    return {}


def register(cls: Any, flatten: Any, unflatten: Any) -> None:
    """Make Ivy's arrays nodes of jax's pytrees."""
    jax.tree_util.register_pytree_node(cls, flatten, unflatten)


def is_compiling() -> bool:
    # Under jit, and not under grad or vmap alone, a new constant is traced.
    return isinstance(jnp.zeros(()), jax.core.Tracer)


def has_values(x: Any) -> bool:
    """Return whether the elements can be read; those of what jax traces cannot."""
    return isinstance(x, ARRAY_TYPES) and not isinstance(x, jax.core.Tracer)


def shape(x: Any) -> tuple[int, ...]:
    result: tuple[int, ...] = x.shape
    return result


def device(x: Any) -> str:
    if isinstance(x, jax.core.Tracer):
        # Where compiled code will run is not known; what it makes follows its inputs.
        (place,) = jnp.zeros(()).devices() if not is_compiling() else [jax.devices()[0]]
    else:
        place = min(x.devices(), key=lambda d: d.id)
    return normalised(f"{place.platform}:{place.id}")


def native_device(device: str | None) -> Any:
    """Return jax's device of Ivy's name."""
    if device is None:
        return None
    kind, _, index = device.partition(":")
    try:
        return jax.devices(kind)[int(index or 0)]
    except (RuntimeError, IndexError):
        raise ValueError(
            f"ivy: jax has no device {device!r}; it has {', '.join(devices())}"
        ) from None


def asarray(values: Any, dtype: Any, device: str | None) -> Any:
    """Return NumPy values as a native array; a copy, where the memory would be shared."""
    return jnp.array(values, dtype=dtype, device=native_device(device))


def cast(x: Any, dtype: Any) -> Any:
    if x.dtype.kind == "c" and dtype.kind not in "cb":
        x = x.real
    if x.dtype.kind not in "biuc" and dtype.kind in "iu":
        # XLA's conversion ends at the limits of the dtype: wrap around in 64 bits.
        x = jnp.where(x < 0, x.astype(jnp.int64), x.astype(jnp.uint64).astype(jnp.int64))
    return x.astype(dtype)


def copy(x: Any) -> Any:
    return x


def scalar(value: complex, dtype: Any, like: Any) -> Any:
    return jnp.asarray(value, dtype=dtype)


def to_numpy(x: Any) -> Any:
    return np.asarray(_computed(x))


def _computed(x: Any) -> Any:
    """Return an array that may be read, or raise what its computation has failed with.

    The process ends where the memory of an array is read for which there was none.
    """
    try:
        return jax.block_until_ready(x)
    except jax.errors.JaxRuntimeError as error:
        kind: Any = type(error)
        if is_out_of_memory(error):
            raise also(kind, MemoryError)(*error.args) from error
        raise


MAX_DIMENSIONS = 64


def default_device() -> str:
    place = jax.config.jax_default_device or jax.devices()[0]
    return normalised(place if isinstance(place, str) else f"{place.platform}:{place.id}")


def devices() -> tuple[str, ...]:
    places = [*jax.devices(), *jax.devices("cpu")]
    return tuple(dict.fromkeys(normalised(f"{d.platform}:{d.id}") for d in places))


def to_dlpack(x: Any, max_version: tuple[int, int] | None, copy: bool | None, stream: Any) -> Any:
    """Return a capsule with a native array."""
    # jax refuses to be asked for a version that no consumer has.
    version = None if max_version is None or max_version < (0, 5) else max_version
    return _computed(x).__dlpack__(max_version=version, copy=copy, stream=stream)


def dlpack_device(x: Any) -> tuple[int, int]:
    kind, number = x.__dlpack_device__()
    return int(kind), number


def from_dlpack(x: Any, copy: bool) -> Any:
    """Return what shares the memory of any object with ``__dlpack__``, or a copy of it.

    Where it cannot, it raises ``BufferError``.
    """
    try:
        out = jnp.from_dlpack(dlpack.Source(x, _refuse_gaps), copy=False)
    except ValueError as error:  # memory that begins where the machine does not read it fast
        raise BufferError(f"ivy: jax needs a copy of this memory; {error}") from None
    out = _unbound(out)
    return jnp.array(out, copy=True) if copy else out


def _unbound(x: Any) -> Any:
    """Return the same memory as an array that jax may move, as it may those that it makes.

    What comes through DLPack is bound to its device, and jax compiles a function once more for each
    choice of arguments that are. Only on the CPU can it be handed over in another way.
    """
    (place,) = x.devices()
    if place.platform != "cpu" or normalised(f"cpu:{place.id}") != default_device():
        return x
    return jax.device_put(np.asarray(x), may_alias=True)


def _refuse_gaps(tensor: dlpack.Tensor) -> None:
    if not dlpack.is_dense(tensor):
        raise BufferError("ivy: jax has no strides, so it needs a copy of this memory")


def quick(function: Any) -> Any:
    """Return what runs in the place of a chapter's function.

    A ufunc's own call is Python, before it comes to the compiled function that jax calls fast.
    """
    return jax.jit(function) if isinstance(function, jnp.ufunc) else function


def compiled(function: Any, options: dict[str, Any]) -> Any:
    """Return a program of native calls as jax compiles it."""
    return jax.jit(function, **options)
