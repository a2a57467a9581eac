"""What is done where jax's function for a dtype means something else than Ivy's.

For each operation and dtype there stands either the dtype to compute in, or the function to use
instead of the chapter's.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ivy.backends import (
    arrangements,
    bounds,
    creating,
    filters,
    matrices,
    reductions,
    transforms,
)
from ivy.backends.jax import creation, indexing, linear_algebra
from ivy.backends.jax.core import ARRAY_TYPES, DTYPES, cast, has_values, native_device, shape

_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_FLOATS = ("float16", "bfloat16", "float32", "float64")
# These lose digits in single precision.
_FLOAT64 = dict.fromkeys(["float16", "bfloat16", "float32"], "float64")
_FLOAT32 = dict.fromkeys(["float16", "bfloat16"], "float32")
_LAPACK = ("float32", "float64", "complex64", "complex128")


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


def _clamp(indices, low, high):
    return jnp.clip(indices.astype(int), low, high)


def _inside(x, indices, axis):
    return _clamp(indices, -x.shape[axis], x.shape[axis] - 1)


def _wide(indices, low, high):
    # jax counts negative ones in their own dtype, which may not hold the length of the axis.
    return indices.astype(int)


def _getitem(x, key, /):
    return indexing.getitem(x, bounds.clamped(x.shape, key, _is_array, _wide))


def _setitem(x, value, /, key):
    return indexing.setitem(x, value, key=bounds.clamped(x.shape, key, _is_array, _clamp))


def _add_at(x, value, /, key):
    return indexing.add_at(x, value, key=bounds.clamped(x.shape, key, _is_array, _clamp))


def _segments(op):
    run = getattr(indexing, op)

    def inside(x, segment_ids, /, *, num_segments):
        return run(x, _clamp(segment_ids, 0, num_segments - 1), num_segments=num_segments)

    return dict.fromkeys(DTYPES, inside)


def _take(x, indices, /, *, axis=None):
    axis = 0 if axis is None else axis
    return indexing.take(x, _inside(x, indices, axis), axis=axis)


def _take_along_axis(x, indices, /, *, axis=-1):
    return indexing.take_along_axis(x, _inside(x, indices, axis), axis=axis)


def _add_along_axis(x, indices, value, /, *, axis=-1):
    return indexing.add_along_axis(x, _inside(x, indices, axis), value, axis=axis)


# jax gives infinities or NaN where there is no result.


def _failing(op, function):
    def run(*args, **options):
        out = function(*args, **options)
        first = out[0] if isinstance(out, tuple) else out
        if has_values(first) and not jnp.isfinite(first).all() and _fails(op, *args, **options):
            raise matrices.failure(op)
        return out

    return run


def _fails(op, x, *right, **options):
    """Whether the reason is in the matrices; others give NaN where one was before."""
    if op in ("inv", "solve"):
        diagonal = jnp.diagonal(jax.lax.linalg.lu(x)[0], 0, -2, -1)
    elif op == "solve_triangular":
        diagonal = jnp.diagonal(x, 0, -2, -1)
        if options["unit_diagonal"]:
            return False
    else:
        return jnp.isfinite(x).all()
    return (diagonal == 0).any()


def _factorisation(op):
    run = _failing(op, getattr(linear_algebra, op))
    return {**_FLOAT32, **dict.fromkeys(_LAPACK, run)}


def _of_finite(op):
    """`inv` or `solve`: matrices that are not finite have a result of NaN, on every backend."""
    run = _failing(op, getattr(linear_algebra, op))

    def careful(x, *right):
        if not has_values(x) or jnp.isfinite(x).all():
            return run(x, *right)
        whole = jnp.isfinite(x).all(axis=(-2, -1), keepdims=True)
        out = run(jnp.where(whole, x, jnp.eye(x.shape[-1], dtype=x.dtype)), *right)
        return jnp.where(whole[..., 0] if out.ndim < x.ndim else whole, out, jnp.nan)

    return {**_FLOAT32, **dict.fromkeys(_LAPACK, careful)}


def _complex_factorisation(op):
    run = _failing(op, getattr(linear_algebra, op))

    def half(x, /):  # the result is complex64
        return run(x.astype(jnp.float32))

    return {**dict.fromkeys(["float16", "bfloat16"], half), **dict.fromkeys(_LAPACK, run)}


def _complex(real, imag, /):
    return creation.complex(real.astype(jnp.float32), imag.astype(jnp.float32))


DETOURS = {
    **dict.fromkeys(["gammainc", "gammaincc", "betainc"], _FLOAT64),
    **dict.fromkeys(["ndtr", "log_ndtr", "ndtri"], _FLOAT32),
    "complex": dict.fromkeys(["float16", "bfloat16"], _complex),
    **dict.fromkeys(["cumulative_max", "cumulative_min"], {"bool": "uint8"}),
    "getitem": dict.fromkeys(DTYPES, _getitem),
    "setitem": dict.fromkeys(DTYPES, _setitem),
    "add_at": dict.fromkeys(DTYPES, _add_at),
    **{op: _segments(op) for op in arrangements.SEGMENTS},
    "take": dict.fromkeys(DTYPES, _take),
    "take_along_axis": dict.fromkeys(DTYPES, _take_along_axis),
    "add_along_axis": dict.fromkeys(DTYPES, _add_along_axis),
    "astype": dict.fromkeys([*_FLOATS, "complex64", "complex128"], _astype),
    "floor_divide": dict.fromkeys(_INTEGERS, _floor_divide),
    "remainder": dict.fromkeys(_INTEGERS, _remainder),
    **dict.fromkeys(["det", "slogdet", "qr", "lu_factor", "matrix_exp"], _FLOAT32),
    **dict.fromkeys(["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"], _FLOAT32),
    **{op: _factorisation(op) for op in ("cholesky", "solve_triangular")},
    **{op: _of_finite(op) for op in ("inv", "solve")},
    **{op: _factorisation(op) for op in ("eigh", "eigvalsh", "svd", "svdvals")},
    **{op: _complex_factorisation(op) for op in ("eig", "eigvals")},
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
    arrangements.check_take(x.shape, axis)
    bounds.check_positions("take", x.shape, axis or 0, _known(indices))


def _check_segments(op):
    check = arrangements.checks(shape)[op]

    def both(x, segment_ids, num_segments):
        check(x, segment_ids, num_segments)
        bounds.check_segment_ids(op, num_segments, _known(segment_ids))

    return both


def _check_take_along_axis(x, indices, axis):
    arrangements.check_along("take_along_axis", x.shape, indices.shape, axis)
    bounds.check_positions("take_along_axis", x.shape, axis, _known(indices))


def _check_add_along_axis(x, indices, value, axis):
    arrangements.check_along("add_along_axis", x.shape, indices.shape, axis)
    bounds.check_positions("add_along_axis", x.shape, axis, _known(indices))


# Checks that jax does not make itself, by operation: it would clamp an index, drop what it names,
# or read NaN.
CHECKS = {
    **arrangements.checks(
        shape, ("pad", "nonzero", "searchsorted", "split", "repeat", "roll", "top_k")
    ),
    **{op: _check_segments(op) for op in arrangements.SEGMENTS},
    "getitem": _check_getitem,
    "setitem": _check_setitem,
    "add_at": _check_add_at,
    "take": _check_take,
    "take_along_axis": _check_take_along_axis,
    "add_along_axis": _check_add_along_axis,
    **matrices.checks(shape),
    **reductions.checks(shape),
    **creating.CHECKS,
    **filters.checks(shape),
    **transforms.checks(shape),
}

# What is wrong, in Ivy's words, with what has been refused, by operation. What would be accepted in
# silence is checked above, before the call.
FAULTS: dict[str, Any] = {
    **creating.FAULTS,
    **arrangements.checks(shape),
    **matrices.faults(shape),
}
