"""What the jax backend says of its arrays: types, dtypes, devices and conversions.

Loading it turns 64-bit types on for the whole process: without, jax makes float32 of float64.
"""

from __future__ import annotations

import logging
from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

from ivy.devices import normalised

if not jax.config.jax_enable_x64:
    jax.config.update("jax_enable_x64", True)
    logging.getLogger("ivy").info("the jax backend has turned jax's 64-bit types on")

# Tracers are arrays by their metaclass only, which issubclass does not see.
ARRAY_TYPES = (jax.Array, jax.core.Tracer)

DTYPES = {
    **{
        n: np.dtype(n)
        for n in (
            *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
            *("float16", "float32", "float64", "complex64", "complex128"),
        )
    },
    "bfloat16": np.dtype(ml_dtypes.bfloat16),
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
    return jax.devices(kind)[int(index or 0)]


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
    return np.asarray(x)
