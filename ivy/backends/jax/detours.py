"""What is done where jax's function for a dtype means something else than Ivy's.

For each operation and dtype there stands either the dtype to compute in, or the function to use
instead of the chapter's.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ivy.backends import bounds
from ivy.backends.jax import indexing
from ivy.backends.jax.core import ARRAY_TYPES, DTYPES, cast, has_values, native_device

_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_FLOAT32 = dict.fromkeys(["float16", "bfloat16"], "float32")


def _astype(x, dtype, /, *, copy=True, device=None):
    out = cast(x, dtype)
    return out if device is None else jax.device_put(out, native_device(device))


# XLA defines no quotient by zero.


def _floor_divide(x1, x2, /):
    zero = jnp.equal(x2, 0)
    return jnp.where(zero, 0, jnp.floor_divide(x1, jnp.where(zero, 1, x2)))


def _remainder(x1, x2, /):
    zero = jnp.equal(x2, 0)
    return jnp.where(zero, 0, jnp.remainder(x1, jnp.where(zero, 1, x2)))


# In compiled code, jax reads NaN where an index is out of range, and does not write.


def _inside(x, indices, axis):
    return jnp.clip(indices, -x.shape[axis], x.shape[axis] - 1)


def _take(x, indices, /, *, axis):
    return indexing.take(x, _inside(x, indices, axis), axis=axis)


def _take_along_axis(x, indices, /, *, axis=-1):
    return indexing.take_along_axis(x, _inside(x, indices, axis), axis=axis)


def _add_along_axis(x, indices, value, /, *, axis=-1):
    return indexing.add_along_axis(x, _inside(x, indices, axis), value, axis=axis)


DETOURS = {
    "take": dict.fromkeys(DTYPES, _take),
    "take_along_axis": dict.fromkeys(DTYPES, _take_along_axis),
    "add_along_axis": dict.fromkeys(DTYPES, _add_along_axis),
    "astype": dict.fromkeys([*_FLOATS, "complex64", "complex128"], _astype),
    "floor_divide": dict.fromkeys(_INTEGERS, _floor_divide),
    "remainder": dict.fromkeys(_INTEGERS, _remainder),
    "svd": _FLOAT32,
}


def _is_array(value: Any) -> bool:
    return isinstance(value, ARRAY_TYPES)


def _known(x: Any) -> Any:
    return np.asarray(x) if has_values(x) else None


def _check_getitem(x, key):
    bounds.check_key("getitem", x.shape, key, _is_array, _known)


def _check_setitem(x, value, key):
    bounds.check_key("setitem", x.shape, key, _is_array, _known)


def _check_add_at(x, value, key):
    bounds.check_key("add_at", x.shape, key, _is_array, _known)


def _check_take(x, indices, axis):
    bounds.check_positions("take", x.shape, axis, _known(indices))


def _check_take_along_axis(x, indices, axis):
    bounds.check_positions("take_along_axis", x.shape, axis, _known(indices))


def _check_add_along_axis(x, indices, value, axis):
    bounds.check_positions("add_along_axis", x.shape, axis, _known(indices))


# Checks that jax does not make itself, by operation: it would clamp an index, drop what it names,
# or read NaN.
CHECKS = {
    "getitem": _check_getitem,
    "setitem": _check_setitem,
    "add_at": _check_add_at,
    "take": _check_take,
    "take_along_axis": _check_take_along_axis,
    "add_along_axis": _check_add_along_axis,
}
