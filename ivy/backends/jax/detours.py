"""What is done where jax's function for a dtype means something else than Ivy's.

For each operation and dtype there stands either the dtype to compute in, or the function to use
instead of the chapter's.
"""

from __future__ import annotations

from functools import partial, reduce
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from ivy.backends import (
    arrangements,
    bounds,
    creating,
    filters,
    matrices,
    reductions,
    transforms,
)
from ivy.backends.jax import creation, indexing, linear_algebra, pooling
from ivy.backends.jax.core import (
    ARRAY_TYPES,
    DTYPES,
    cast,
    has_values,
    native_device,
    shape,
    to_numpy,
)

_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_COMPLEX = ("complex64", "complex128")
# These lose digits in single precision.
_FLOAT64 = dict.fromkeys(["float16", "bfloat16", "float32"], "float64")
_AS_UINT8 = {"bool": "uint8"}
_FLOAT32 = dict.fromkeys(["float16", "bfloat16"], "float32")


def _astype(x, dtype, /, *, copy=True, device=None):
    out = cast(x, dtype)
    return out if device is None else jax.device_put(out, native_device(device))


# XLA defines no quotient by zero.


def _floor_divide(x1, x2, /):
    zero = jnp.equal(x2, 0)
    return jnp.where(zero, 0, jnp.floor_divide(x1, jnp.where(zero, 1, x2)))


def _floor_divide_floats(x1, x2, /):
    # With infinities jax pairs the quotient with its remainder; the standard rounds it.
    quotient = x1 / x2
    rounded = jnp.isinf(x1) | (quotient == 0)
    return jnp.where(rounded, jnp.floor(quotient), jnp.floor_divide(x1, x2))


def _remainder_floats(x1, x2, /):
    # A remainder of 0 has the sign of the divisor.
    out = jnp.remainder(x1, x2)
    return jnp.where(out == 0, jnp.copysign(out, x2), out)


def _sign(x, /):
    # Of -0.0 jax's is -0.0.
    return jnp.where(x == 0, 0, jnp.sign(x))


# jax's complex functions make other parts of infinities and NaNs than the standard.


def _is_zero(x):
    # A comparison takes subnormal numbers for 0.
    bits = lax.bitcast_convert_type(x, {4: jnp.uint32, 8: jnp.uint64}[x.dtype.itemsize])
    return (bits << 1) == 0


def _acos_complex(x, /):
    a, b = x.real, x.imag
    limit = lax.complex(jnp.where(_is_zero(a), jnp.pi / 2, b), b)
    return jnp.where(jnp.isfinite(a) & jnp.isnan(b), limit, jnp.acos(x))


def _acosh_complex(x, /):
    a, b = x.real, x.imag
    limit = lax.complex(b, jnp.where(_is_zero(a), jnp.pi / 2, b))
    return jnp.where(jnp.isfinite(a) & jnp.isnan(b), limit, jnp.acosh(x))


def _asinh_complex(x, /):
    lost = jnp.isnan(x.real) & jnp.isfinite(x.imag)
    limit = lax.complex(x.real, jnp.where(x.imag == 0, x.imag, jnp.nan))
    return jnp.where(lost, limit, jnp.asinh(x))


def _asin_complex(x, /):
    return jnp.where(jnp.isnan(x), _turned(_asinh_complex, x), jnp.asin(x))


def _atanh_complex(x, /):
    a, b = x.real, x.imag
    lost = (jnp.isnan(a) | jnp.isnan(b)) & ~jnp.isinf(b)
    real = jnp.where(_is_zero(a) | jnp.isinf(a), jnp.copysign(0, a), jnp.nan)
    return jnp.where(lost, lax.complex(real, jnp.full_like(b, jnp.nan)), jnp.atanh(x))


def _atan_complex(x, /):
    return jnp.where(jnp.isnan(x), _turned(_atanh_complex, x), jnp.atan(x))


def _turned(hyperbolic, x):
    """Return -i f(i x)."""
    out = hyperbolic(lax.complex(-x.imag, x.real))
    return lax.complex(out.imag, -out.real)


def _cosh_complex(x, /):
    a, lost = x.real, ~jnp.isfinite(x.imag)
    out = jnp.cosh(x)
    real = jnp.where(jnp.isinf(a) & lost, jnp.inf, out.real)
    return lax.complex(real, jnp.where(_is_zero(a) & lost, 0, out.imag))


def _sinh_complex(x, /):
    a, lost = x.real, ~jnp.isfinite(x.imag)
    out = jnp.sinh(x)
    return lax.complex(jnp.where((_is_zero(a) | jnp.isinf(a)) & lost, a, out.real), out.imag)


def _exp_complex(x, /):
    a = x.real
    lost = jnp.isinf(a) & ~jnp.isfinite(x.imag)
    limit = lax.complex(jnp.where(a < 0, 0, jnp.inf), jnp.where(a < 0, 0, jnp.nan))
    return jnp.where(lost, limit.astype(x.dtype), jnp.exp(x))


def _expm1_complex(x, /):
    a, b = x.real, x.imag
    real = jnp.expm1(a) * jnp.cos(b) - 2 * jnp.sin(0.5 * b) ** 2 + 0.0
    imag = jnp.exp(a) * jnp.sin(b)
    lost = jnp.isinf(a) & ~jnp.isfinite(b)
    real = jnp.where(jnp.isneginf(a), -1, jnp.where(lost, jnp.inf, real))
    return lax.complex(real, jnp.where(b == 0, b, jnp.where(lost & (a < 0), 0, imag)))


def _infinite_real(x, out):
    infinite = jnp.isinf(x.real) | jnp.isinf(x.imag)
    return lax.complex(jnp.where(infinite, jnp.inf, out.real), out.imag)


def _log_complex(x, /):
    return _infinite_real(x, jnp.log(x))


def _log1p_complex(x, /):
    return _infinite_real(x, jnp.log1p(x))


def _sqrt_complex(x, /):
    a = x.real
    lost = jnp.isinf(a) & jnp.isnan(x.imag)
    limit = lax.complex(jnp.where(a < 0, jnp.nan, a), jnp.where(a < 0, -a, jnp.nan))
    return jnp.where(lost, limit, jnp.sqrt(x))


def _tanh_complex(x, /):
    a, out = x.real, jnp.tanh(x)
    real = jnp.where(_is_zero(a) & ~jnp.isfinite(x.imag), a, out.real)
    flat = jnp.isinf(a) & jnp.isfinite(x.imag)
    return lax.complex(real, jnp.where(flat, jnp.copysign(0, x.imag), out.imag))


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


def _nothing(mask, shape):
    return jnp.zeros(shape, bool)


def _getitem(x, key, /):
    return indexing.getitem(x, bounds.clamped(x.shape, key, _is_array, _wide, _nothing))


def _setitem(x, value, /, key):
    return indexing.setitem(x, value, key=bounds.clamped(x.shape, key, _is_array, _clamp, _nothing))


def _add_at(x, value, /, key):
    return indexing.add_at(x, value, key=bounds.clamped(x.shape, key, _is_array, _clamp, _nothing))


def _inside_segments(segment_ids, num_segments):
    return _clamp(segment_ids, 0, num_segments - 1)


def _segment_sum(x, segment_ids, /, *, num_segments):
    ids = _inside_segments(segment_ids, num_segments)
    return indexing.segment_sum(x, ids, num_segments=num_segments)


def _segment_prod(x, segment_ids, /, *, num_segments):
    ids = _inside_segments(segment_ids, num_segments)
    return indexing.segment_prod(x, ids, num_segments=num_segments)


def _segment_min(x, segment_ids, /, *, num_segments):
    ids = _inside_segments(segment_ids, num_segments)
    return indexing.segment_min(x, ids, num_segments=num_segments)


def _segment_max(x, segment_ids, /, *, num_segments):
    ids = _inside_segments(segment_ids, num_segments)
    return indexing.segment_max(x, ids, num_segments=num_segments)


def _take(x, indices, /, *, axis=None):
    axis = 0 if axis is None else axis
    return indexing.take(x, _inside(x, indices, axis), axis=axis)


def _take_along_axis(x, indices, /, *, axis=-1):
    return indexing.take_along_axis(x, _inside(x, indices, axis), axis=axis)


def _add_along_axis(x, indices, value, /, *, axis=-1):
    return indexing.add_along_axis(x, _inside(x, indices, axis), value, axis=axis)


# jax gives infinities or NaN where there is no result.


def _failing(op, function):
    """A factorisation of finite matrices, whose failure is Ivy's exception; jax gives NaN."""

    def run(x, *right, **options):
        read = jnp.tril(x) if op in matrices.OF_TRIANGLE else x
        if op != "solve_triangular" and has_values(x) and not jnp.isfinite(read).all():
            raise matrices.failure(op, matrices.NOT_FINITE)
        out = function(x, *right, **options)
        first = out[0] if isinstance(out, tuple) else out
        if has_values(first) and not jnp.isfinite(first).all() and _fails(op, x, **options):
            raise matrices.failure(op)
        return out

    return run


def _fails(op, x, **options):
    """Whether the reason is in finite matrices, and not on the right."""
    if op in ("inv", "solve"):
        diagonal = jnp.diagonal(jax.lax.linalg.lu(x)[0], 0, -2, -1)
    elif op == "solve_triangular":
        diagonal = jnp.diagonal(x, 0, -2, -1)
        if options["unit_diagonal"]:
            return False
    else:
        return True
    return (diagonal == 0).any()


def _of_finite(op, function):
    """`inv`, `solve`, `slogdet`: where matrices are not finite, the result is NaN everywhere."""
    run = _failing(op, function)

    def careful(x, *right):
        if not has_values(x) or jnp.isfinite(x).all():
            return run(x, *right)
        whole = jnp.isfinite(x).all(axis=(-2, -1), keepdims=True)
        out = run(jnp.where(whole, x, jnp.eye(x.shape[-1], dtype=x.dtype)), *right)
        return matrices.each(
            out, lambda v: jnp.where(whole[(..., *[0] * (x.ndim - v.ndim))], v, jnp.nan)
        )

    return careful


# Of half precision the result is complex64.


def _eig_of_half(x, /):
    return linear_algebra.eig(x.astype(jnp.float32))


def _eigvals_of_half(x, /):
    return linear_algebra.eigvals(x.astype(jnp.float32))


def _complex(real, imag, /):
    return creation.complex(real.astype(jnp.float32), imag.astype(jnp.float32))


# On processors XLA loses NaN where it reduces some thousands of numbers, and where windows that it
# takes the largest of lie side by side.


@partial(jax.jit, static_argnames=("axis", "keepdims"))
def _max(x, /, *, axis=None, keepdims=False):
    return _unless_nan(jnp.max(x, axis=axis, keepdims=keepdims), x, axis, keepdims)


@partial(jax.jit, static_argnames=("axis", "keepdims"))
def _min(x, /, *, axis=None, keepdims=False):
    return _unless_nan(jnp.min(x, axis=axis, keepdims=keepdims), x, axis, keepdims)


def _unless_nan(out, x, axis, keepdims):
    return jnp.where(jnp.any(jnp.isnan(x), axis=axis, keepdims=keepdims), jnp.nan, out)


@partial(jax.jit, static_argnames=("window", "strides", "padding"))
def _max_pool2d(x, /, *, window, strides, padding=((0, 0), (0, 0))):
    pairs = [(0, 0), (0, 0), *padding]
    lengths = [n + sum(pair) for n, pair in zip(x.shape[2:], padding, strict=True)]
    if any(k not in (step, n) for k, step, n in zip(window, strides, lengths, strict=True)):
        return pooling.max_pool2d_explicit(x, window=window, strides=strides, padding=padding)
    if window[0] * window[1] > 9 or any(n < k for n, k in zip(lengths, window, strict=True)):
        extents, steps = (1, 1, *window), (1, 1, *strides)
        lost = lax.reduce_window(jnp.isnan(x), False, lax.bitwise_or, extents, steps, pairs)
        out = pooling.max_pool2d_explicit(x, window=window, strides=strides, padding=padding)
        return jnp.where(lost, jnp.nan, out)
    # Of few places, the slices of each are quicker.
    whole = jnp.pad(x, pairs, constant_values=-jnp.inf)
    return reduce(jnp.maximum, filters.slices(whole, window, strides))


DETOURS = {
    "max": dict.fromkeys(_FLOATS, _max),
    "min": dict.fromkeys(_FLOATS, _min),
    "max_pool2d_explicit": dict.fromkeys(_FLOATS, _max_pool2d),
    **dict.fromkeys(["gammainc", "gammaincc", "betainc"], _FLOAT64),
    **dict.fromkeys(["ndtr", "log_ndtr", "ndtri"], _FLOAT32),
    "complex": dict.fromkeys(["float16", "bfloat16"], _complex),
    **dict.fromkeys(["cumulative_max", "cumulative_min"], _AS_UINT8),
    "getitem": dict.fromkeys(DTYPES, _getitem),
    "setitem": dict.fromkeys(DTYPES, _setitem),
    "add_at": dict.fromkeys(DTYPES, _add_at),
    "segment_sum": dict.fromkeys(DTYPES, _segment_sum),
    "segment_prod": dict.fromkeys(DTYPES, _segment_prod),
    "segment_min": dict.fromkeys(DTYPES, _segment_min),
    "segment_max": dict.fromkeys(DTYPES, _segment_max),
    "take": dict.fromkeys(DTYPES, _take),
    "take_along_axis": dict.fromkeys(DTYPES, _take_along_axis),
    "add_along_axis": dict.fromkeys(DTYPES, _add_along_axis),
    "astype": dict.fromkeys([*_FLOATS, "complex64", "complex128"], _astype),
    "floor_divide": {
        **dict.fromkeys(_INTEGERS, _floor_divide),
        **dict.fromkeys(_FLOATS, _floor_divide_floats),
    },
    "remainder": {
        **dict.fromkeys(_INTEGERS, _remainder),
        **dict.fromkeys(_FLOATS, _remainder_floats),
    },
    "sign": dict.fromkeys([*_FLOATS, *_COMPLEX], _sign),
    "acos": dict.fromkeys(_COMPLEX, _acos_complex),
    "acosh": dict.fromkeys(_COMPLEX, _acosh_complex),
    "asin": dict.fromkeys(_COMPLEX, _asin_complex),
    "asinh": dict.fromkeys(_COMPLEX, _asinh_complex),
    "atan": dict.fromkeys(_COMPLEX, _atan_complex),
    "atanh": dict.fromkeys(_COMPLEX, _atanh_complex),
    "cosh": dict.fromkeys(_COMPLEX, _cosh_complex),
    "exp": dict.fromkeys(_COMPLEX, _exp_complex),
    "expm1": dict.fromkeys(_COMPLEX, _expm1_complex),
    "log": dict.fromkeys(_COMPLEX, _log_complex),
    "log1p": dict.fromkeys(_COMPLEX, _log1p_complex),
    "sinh": dict.fromkeys(_COMPLEX, _sinh_complex),
    "sqrt": dict.fromkeys(_COMPLEX, _sqrt_complex),
    "tanh": dict.fromkeys(_COMPLEX, _tanh_complex),
    **dict.fromkeys(["det", "slogdet", "qr", "lu_factor", "matrix_exp"], _FLOAT32),
    **dict.fromkeys(["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"], _FLOAT32),
    **dict.fromkeys(["cholesky", "solve_triangular"], _FLOAT32),
    **dict.fromkeys(["inv", "solve"], _FLOAT32),
    **dict.fromkeys(["eigh", "eigvalsh", "svd", "svdvals"], _FLOAT32),
    "eig": dict.fromkeys(["float16", "bfloat16"], _eig_of_half),
    "eigvals": dict.fromkeys(["float16", "bfloat16"], _eigvals_of_half),
}


def _is_array(value: Any) -> bool:
    return isinstance(value, ARRAY_TYPES)


def _known(x: Any) -> Any:
    return to_numpy(x) if has_values(x) else None


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
        shape, ("pad", "nonzero", "searchsorted", "split", "repeat", "roll", "top_k", "one_hot")
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
    **creating.EXTENTS,
    **filters.checks(shape),
    **transforms.checks(shape),
}


def _padded(x, widths, mode, value):
    return [n + sum(pair) for n, pair in zip(x.shape, widths, strict=True)]


def _repeated(x, repeats, axis):
    length = x.size if axis is None else x.shape[axis]
    others = 1 if axis is None else x.size // max(length, 1)
    return (others, bounds.repeated(length, repeats, _known))


def _transformed(x, n, axis, norm):
    return x.shape if n in (None, -1) else (*x.shape[:axis], n, *x.shape[axis:][1:])


# The lengths of what operations make, which end the process where they are too large; they are
# looked at after the check above.
_LENGTHS: dict[str, Any] = {
    "pad": _padded,
    "repeat": _repeated,
    **dict.fromkeys(["fft", "ifft", "rfft", "irfft"], _transformed),
    **dict.fromkeys(arrangements.SEGMENTS, lambda x, places, count: (count, *x.shape[1:])),
    **dict.fromkeys(["keyed_uniform", "keyed_normal"], lambda key, shape, dtype: shape),
    "keyed_integers": lambda key, shape, *others: shape,
    "keyed_permutation": lambda key, n: (n,),
}
CHECKS |= {op: creating.with_extent(op, CHECKS[op], of) for op, of in _LENGTHS.items()}

# What is put around the functions of an operation when they are called. When they are recorded it
# is not: nothing is known of the values then.
GUARDS: dict[str, Any] = {
    **dict.fromkeys(
        ["cholesky", "eig", "eigh", "eigvals", "eigvalsh", "solve_triangular", "svd", "svdvals"],
        _failing,
    ),
    **dict.fromkeys(["inv", "slogdet", "solve"], _of_finite),
}

# What is wrong, in Ivy's words, with what has been refused, by operation. What would be accepted in
# silence is checked above, before the call.
FAULTS: dict[str, Any] = {
    **creating.FAULTS,
    **arrangements.checks(shape),
    **matrices.faults(shape),
}
