"""What is done where tensorflow has no kernel for a dtype, or means something else than Ivy.

For each operation and dtype there stands either the dtype to compute in (``"ordered"``: int64 in
the order of uint64), or the function to use instead of the chapter's.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import tensorflow as tf

from ivy.backends import (
    arrangements,
    bounds,
    creating,
    filters,
    matrices,
    reductions,
    transforms,
)
from ivy.backends.tensorflow import (
    activations,
    creation,
    elementwise,
    indexing,
    linear_algebra,
    manipulation,
    pooling,
    searching,
    set,
    sorting,
)
from ivy.backends.tensorflow.core import ARRAY_TYPES, DTYPES, cast, has_values, native_device, shape

_SIGNED = ("int8", "int16", "int32", "int64")
_UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
_INTEGERS = (*_SIGNED, *_UNSIGNED)
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_COMPLEX = ("complex64", "complex128")
_FLOAT32 = dict.fromkeys(["float16", "bfloat16"], "float32")
_NO_PRODUCT = ("int8", "int16", *_UNSIGNED)
_LAPACK = ("float32", "float64", "complex64", "complex128")
# These lose digits in single precision.
_FLOAT64 = dict.fromkeys(["float16", "bfloat16", "float32"], "float64")
_BFLOAT16 = {"bfloat16": "float32"}
_AS_UINT8 = {"bool": "uint8"}
_AS_INT32 = {"uint16": "int32"}


def _astype(x, dtype, /, *, copy=True, device=None):
    with tf.device(native_device(device)):
        return cast(tf.identity(x) if device is not None else x, dtype)


def _itself(x, /):
    return x


def _full(shape, fill_value, /, *, dtype=None, device=None):
    return creation.full(shape, _python(fill_value, dtype), dtype=dtype, device=device)


def _full_like(x, /, fill_value, *, dtype=None, device=None):
    value = _python(fill_value, x.dtype if dtype is None else dtype)
    return creation.full_like(x, value, dtype=dtype, device=device)


def _python(value, dtype):
    """A Python scalar of a dtype's kind: tensorflow refuses others."""
    return bool(value) if dtype == tf.bool else int(value) if dtype.is_integer else value


def _linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    exact = creation.linspace(start, stop, num, dtype=tf.float64, device=device, endpoint=endpoint)
    return tf.cast(tf.floor(exact), dtype)


def _arange_uint64(start, /, stop=None, step=1, *, dtype=None, device=None):
    low, high = (0, start) if stop is None else (start, stop)
    if not all(isinstance(v, int) for v in (low, high, step)):
        out = creation.arange(start, stop, step, dtype=tf.int64, device=device)
        return tf.cast(out, tf.uint64)
    # In uint64, which wraps around, for numbers beyond int64.
    steps = tf.cast(creation.arange(len(range(low, high, step)), dtype=tf.int64), tf.uint64)
    with tf.device(native_device(device)):
        first, by = tf.constant(low % 2**64, tf.uint64), tf.constant(step % 2**64, tf.uint64)
        return first + by * steps


def _linspace_complex(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    options = {"dtype": dtype.real_dtype, "device": device, "endpoint": endpoint}
    real = creation.linspace(start.real, stop.real, num, **options)
    return tf.complex(real, creation.linspace(start.imag, stop.imag, num, **options))


def _complex(real, imag, /):
    return tf.complex(tf.cast(real, tf.float32), tf.cast(imag, tf.float32))


def _negative(x, /):
    return tf.zeros_like(x) - x


def _sign(x, /):
    return tf.cast(x != 0, x.dtype)


def _round_complex(x, /):
    return tf.complex(tf.round(tf.math.real(x)), tf.round(tf.math.imag(x)))


def _gelu(x, /, *, approximate="none"):
    # tf.nn.gelu has its constants in single precision.
    if approximate in ("none", False):
        return 0.5 * x * (1 + _erf(x * 0.7071067811865476))
    if approximate in ("tanh", True):
        return 0.5 * x * (1 + tf.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))
    return activations.gelu(x, approximate=approximate)


# tensorflow raises for a zero divisor.


def _floor_divide(x1, x2, /):
    x2 = tf.convert_to_tensor(x2, x1.dtype)
    zero = tf.equal(x2, tf.zeros_like(x2))
    safe = tf.where(zero, tf.ones_like(x2), x2)
    return tf.where(zero, tf.zeros_like(x1), tf.math.floordiv(x1, safe))


def _remainder(x1, x2, /):
    x2 = tf.convert_to_tensor(x2, x1.dtype)
    zero = tf.equal(x2, tf.zeros_like(x2))
    safe = tf.where(zero, tf.ones_like(x2), x2)
    return tf.where(zero, tf.zeros_like(x1), tf.math.floormod(x1, safe))


def _floor_divide_floats(x1, x2, /):
    # tf.math.floordiv rounds a quotient before it takes the floor: 1.0 // 0.1 gives 10, not 9.
    x2 = tf.convert_to_tensor(x2, x1.dtype)
    quotient = tf.divide(x1, x2)
    whole = tf.round(tf.divide(x1 - tf.math.floormod(x1, x2), x2))
    rounded = tf.equal(quotient, 0) | ~tf.math.is_finite(whole)
    return tf.where(rounded, tf.floor(quotient), whole)


def _remainder_floats(x1, x2, /):
    # A remainder of 0 has the sign of the divisor.
    x2 = tf.convert_to_tensor(x2, x1.dtype)
    out = tf.math.floormod(x1, x2)
    return tf.where(tf.equal(out, 0), elementwise.copysign(out, x2), out)


# tensorflow's complex functions have NaN in both parts where the standard wants it in one, or in
# none; its log1p knows no infinities.


def _expm1_complex(x, /):
    a, b = tf.math.real(x), tf.math.imag(x)
    real = tf.math.expm1(a) * tf.cos(b) - 2 * tf.sin(0.5 * b) ** 2 + 0.0
    imag = tf.exp(a) * tf.sin(b)
    lost = tf.math.is_inf(a) & ~tf.math.is_finite(b)
    real = tf.where(tf.not_equal(a, -math.inf), tf.where(lost, tf.abs(a), real), -1)
    imag = tf.where(lost & (a < 0), tf.zeros_like(b), imag)
    return tf.complex(real, tf.where(tf.equal(b, 0), b, imag))


def _sqrt_complex(x, /):
    # tensorflow adds a part to the absolute value, which can overflow.
    out = tf.sqrt(x)
    lost = _isinf_complex(out) & _isfinite_complex(x)
    return tf.where(lost, 2 * tf.sqrt(x / 4), out)


def _log_complex(x, /):
    # Where the square of the absolute value just overflows, tensorflow's is NaN.
    out = tf.math.log(x)
    a, b = tf.math.real(x), tf.math.imag(x)
    lost = tf.math.is_nan(tf.math.real(out)) & ~(tf.math.is_nan(a) | tf.math.is_nan(b))
    real = tf.where(lost, tf.math.log(elementwise.hypot(a, b)), tf.math.real(out))
    return tf.complex(real, tf.math.imag(out))


def _log2_complex(x, /):
    return _log_complex(x) / math.log(2)


def _log10_complex(x, /):
    return _log_complex(x) / math.log(10)


def _log1p_complex(x, /):
    a, b = tf.math.real(x), tf.math.imag(x)
    near = (tf.abs(a) < 0.5) & (tf.abs(b) < 0.5)
    p, q = tf.where(near, a, 0), tf.where(near, b, 0)
    real = 0.5 * tf.math.log1p(p * (2 + p) + q * q)
    real = tf.where(near, real, tf.math.log(elementwise.hypot(1 + a, b)))
    return tf.complex(real, tf.atan2(b, 1 + a))


def _tanh_complex(x, /):
    out = tf.tanh(x)
    imag = tf.math.imag(out)
    flat = tf.math.is_inf(tf.math.real(x)) & tf.equal(imag, 0)
    return tf.complex(
        tf.math.real(out), tf.where(flat, elementwise.copysign(imag, tf.math.imag(x)), imag)
    )


def _false(x, /):
    return tf.zeros_like(x, tf.bool)


def _true(x, /):
    return tf.ones_like(x, tf.bool)


def _isnan_complex(x, /):
    return tf.math.is_nan(tf.math.real(x)) | tf.math.is_nan(tf.math.imag(x))


def _isinf_complex(x, /):
    return tf.math.is_inf(tf.math.real(x)) | tf.math.is_inf(tf.math.imag(x))


def _isfinite_complex(x, /):
    return tf.math.is_finite(tf.math.real(x)) & tf.math.is_finite(tf.math.imag(x))


# tensorflow compares with NaN as it comes.


def _nan_first(x, axis):
    """Ones at NaNs, for a slice along an axis that has one; else the slice itself."""
    nan = tf.math.is_nan(x)
    return tf.where(tf.reduce_any(nan, axis, keepdims=True), tf.cast(nan, x.dtype), x)


def _argmax(x, /, *, axis=None, keepdims=False):
    return searching.argmax(_nan_first(x, axis), axis=axis, keepdims=keepdims)


def _argmin(x, /, *, axis=None, keepdims=False):
    return searching.argmax(_nan_first(-x, axis), axis=axis, keepdims=keepdims)


def _argsort(x, /, *, axis=-1, descending=False, stable=True):
    nan = tf.math.is_nan(x)
    order = sorting.argsort(tf.where(nan, tf.zeros_like(x), x), axis=axis, descending=descending)
    # A second, stable pass moves the NaNs to the end.
    nan = tf.cast(_take_along_axis(nan, order, axis=axis), tf.uint8)
    moved = sorting.argsort(nan, axis=axis, descending=descending)
    return _take_along_axis(order, moved, axis=axis)


def _sort(x, /, *, axis=-1, descending=False, stable=True):
    order = _argsort(x, axis=axis, descending=descending)
    return _take_along_axis(x, order, axis=axis)


def _top_k(x, k, /, *, axis=-1, largest=True):
    order = _argsort(x, axis=axis, descending=largest)
    indices = tf.gather(order, tf.range(k), axis=axis)
    return _take_along_axis(x, indices, axis=axis), indices


def _unique_all(x, /):
    flat = tf.reshape(x, (-1,))
    return set._numbered(flat, _argsort(flat), tf.shape(x))


def _unique_all_complex(x, /):
    flat = tf.reshape(x, (-1,))
    order = _argsort(tf.math.imag(flat))
    order = tf.gather(order, _argsort(tf.gather(tf.math.real(flat), order)))
    return set._numbered(flat, order, tf.shape(x))


def _unique_counts(x, /):
    values, _, _, counts = _unique_all(x)
    return values, counts


def _unique_counts_complex(x, /):
    values, _, _, counts = _unique_all_complex(x)
    return values, counts


def _unique_inverse(x, /):
    values, _, inverse, _ = _unique_all(x)
    return values, inverse


def _unique_inverse_complex(x, /):
    values, _, inverse, _ = _unique_all_complex(x)
    return values, inverse


def _unique_values(x, /):
    return _unique_all(x)[0]


def _unique_values_complex(x, /):
    return _unique_all_complex(x)[0]


def _searchsorted(x1, x2, /, *, side="left", sorter=None):
    # tensorflow does not take NaN for the largest.
    x1 = x1 if sorter is None else tf.gather(x1, tf.cast(sorter, tf.int64))
    count = tf.math.count_nonzero(~tf.math.is_nan(x1))
    numbers = [tf.where(tf.math.is_nan(x), tf.constant(math.inf, x.dtype), x) for x in (x1, x2)]
    places = tf.minimum(searching.searchsorted(*numbers, side=side), count)
    last = count if side == "left" else tf.size(x1, tf.int64)
    return tf.where(tf.math.is_nan(x2), last, places)


def _pad(x, widths, /, *, mode="constant", value=0):
    if mode == "constant":
        return manipulation._filled(x, widths, value)
    if mode in ("reflect", "symmetric"):
        # tensorflow mirrors once only.
        gap = mode == "reflect"
        if any(n is not None and max(w) > n - gap for n, w in zip(x.shape, widths, strict=True)):
            for axis, pair in enumerate(widths):
                places = np.pad(np.arange(x.shape[axis]), pair, mode=mode)
                x = tf.gather(x, places, axis=axis)
            return x
    return manipulation.pad(x, widths, mode=mode, value=value)


# tensorflow refuses negative indices, and those out of range on some devices only.


def _inside(x, indices, axis):
    indices = tf.cast(indices, tf.int64)
    length = tf.shape(x, tf.int64)[axis]
    return tf.clip_by_value(tf.where(indices < 0, indices + length, indices), 0, length - 1)


def _getitem(x, key, /):
    if x.shape.rank > 8 and not indexing._has_arrays(key):
        # tensorflow slices eight axes at most.
        axis, rest = 0, x.shape.rank - indexing._consumed(key)
        for k in indexing._parts(key):
            if k is ...:
                axis += rest
            elif k is None:
                x, axis = tf.expand_dims(x, axis), axis + 1
            else:
                x = tf.gather(x, tf.range(x.shape[axis])[k], axis=axis)
                axis += not isinstance(k, int)
        return x
    return indexing.getitem(x, key)


def _take(x, indices, /, *, axis=None):
    axis = 0 if axis is None else axis
    return indexing.take(x, _inside(x, indices, axis), axis=axis)


def _take_along_axis(x, indices, /, *, axis=-1):
    indices = _inside(x, indices, axis)
    axis = axis % x.shape.rank
    pairs = zip(x.shape, indices.shape, strict=True)
    if any(a != b for i, (a, b) in enumerate(pairs) if i != axis):
        lengths, counts = tf.unstack(tf.shape(x)), tf.unstack(tf.shape(indices))
        common = [tf.where(a == 1, b, a) for a, b in zip(lengths, counts, strict=True)]
        x = tf.broadcast_to(x, [*common[:axis], lengths[axis], *common[axis + 1 :]])
        indices = tf.broadcast_to(indices, [*common[:axis], counts[axis], *common[axis + 1 :]])
    return indexing.take_along_axis(x, indices, axis=axis)


def _add_along_axis(x, indices, value, /, *, axis=-1):
    return indexing.add_along_axis(x, _inside(x, indices, axis), value, axis=axis)


def _failing(op, function):
    """A factorisation of finite matrices, whose failure is Ivy's exception; some give NaN."""

    def run(x, *right, **options):
        read = tf.linalg.band_part(x, -1, 0) if op in matrices.OF_TRIANGLE else x
        if has_values(x) and not tf.reduce_all(tf.math.is_finite(tf.abs(read))):
            raise matrices.failure(op, matrices.NOT_FINITE)
        try:
            out = function(x, *right, **options)
        except tf.errors.InvalidArgumentError as error:
            raise matrices.failure(op, error.message.rpartition("}} ")[2]) from error
        first = out[0] if isinstance(out, tuple) else out
        if op in ("cholesky", "svd", "svdvals") and has_values(first):
            if tf.reduce_any(tf.math.is_nan(tf.abs(first))):
                raise matrices.failure(op)
        return out

    return run


def _of_finite(op, function):
    """`inv`, `solve`, `slogdet`: where matrices are not finite, the result is NaN everywhere."""
    run = _failing(op, function)

    def careful(x, *right):
        if not has_values(x) or tf.reduce_all(tf.math.is_finite(tf.abs(x))):
            return run(x, *right)
        whole = tf.reduce_all(tf.math.is_finite(tf.abs(x)), axis=(-2, -1), keepdims=True)
        out = run(tf.where(whole, x, tf.eye(x.shape[-1], dtype=x.dtype)), *right)
        return matrices.each(
            out,
            lambda v: tf.where(
                whole[(..., *[0] * (x.shape.rank - v.shape.rank))],
                v,
                tf.constant(float("nan"), v.dtype),
            ),
        )

    return careful


# Of half precision the result is complex64.


def _eig_of_half(x, /):
    return linear_algebra.eig(tf.cast(x, tf.float32))


def _eigvals_of_half(x, /):
    return linear_algebra.eigvals(tf.cast(x, tf.float32))


def _solve_triangular(x1, x2, /, *, upper=True, adjoint=False, unit_diagonal=False):
    if has_values(x1) and not unit_diagonal and tf.reduce_any(tf.linalg.diag_part(x1) == 0):
        raise matrices.failure("solve_triangular")
    return linear_algebra.solve_triangular(
        x1, x2, upper=upper, adjoint=adjoint, unit_diagonal=unit_diagonal
    )


def _qr(x, /, *, mode="reduced"):
    # tensorflow squares the elements, and large ones overflow.
    if 0 in x.shape:
        return linear_algebra.qr(x, mode=mode)
    largest = tf.reduce_max(tf.abs(x), axis=(-2, -1), keepdims=True)
    usable = tf.math.is_finite(largest) & (largest > 0)
    scale = tf.cast(tf.where(usable, largest, tf.ones_like(largest)), x.dtype)
    q, r = linear_algebra.qr(x / scale, mode=mode)
    return q, r * scale


def _einsum(equation, operands, /):
    # By default, tensorflow's results have no axes for an ellipsis.
    return linear_algebra.einsum(matrices.explicit(equation), operands)


def _erf(x, /):
    # tensorflow has NaN at infinities; from 6 on the result is 1.
    return tf.math.erf(tf.clip_by_value(x, -9, 9))


# tensorflow shifts by one bit less than there are, where it should shift by more.


def _left_shift(x1, x2, /):
    bits = 8 * x1.dtype.size
    return tf.where(x2 < bits, tf.bitwise.left_shift(x1, x2), tf.zeros_like(x1))


def _right_shift_unsigned(x1, x2, /):
    bits = 8 * x1.dtype.size
    return tf.where(x2 < bits, tf.bitwise.right_shift(x1, x2), tf.zeros_like(x1))


def _nextafter(x1, x2, /):
    # The bits of positive numbers are in the order of the numbers.
    bits = tf.cast(tf.bitcast(x1, tf.int16), tf.int32)
    step = tf.where(tf.equal(x1 < x2, x1 > 0), bits + 1, bits - 1)
    least = tf.where(x2 < 0, -0x7FFF, 1)
    step = tf.where(tf.equal(x1, 0), least, step)
    moved = tf.bitcast(tf.cast(step, tf.int16), x1.dtype)
    return tf.where(tf.equal(x1, x2) | tf.math.is_nan(x2), x2, tf.where(x1 == x1, moved, x1))


def _inside_segments(segment_ids, num_segments):
    return tf.clip_by_value(tf.cast(segment_ids, tf.int64), 0, num_segments - 1)


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


def _segment_min_floats(x, segment_ids, /, *, num_segments):
    ids = _inside_segments(segment_ids, num_segments)
    out = indexing.segment_min(x, ids, num_segments=num_segments)
    return _attained(x, ids, out, math.inf)


def _segment_max_floats(x, segment_ids, /, *, num_segments):
    ids = _inside_segments(segment_ids, num_segments)
    out = indexing.segment_max(x, ids, num_segments=num_segments)
    return _attained(x, ids, out, -math.inf)


def _attained(x, ids, out, empty):
    # tensorflow starts from the largest finite number, and compares with NaN as it comes.
    count = tf.shape(out)[0]
    found = tf.cast(tf.equal(x, tf.gather(out, ids)), tf.int32)
    found = tf.math.unsorted_segment_sum(found, ids, count)
    spoilt = tf.math.unsorted_segment_sum(tf.cast(tf.math.is_nan(x), tf.int32), ids, count)
    out = tf.where(found > 0, out, tf.constant(empty, x.dtype))
    return tf.where(spoilt > 0, tf.constant(math.nan, x.dtype), out)


def _max_pool2d(x, /, *, window, strides, padding=((0, 0), (0, 0))):
    images = pooling._padded(x, padding, -math.inf)
    out = tf.nn.max_pool2d(images, window, strides, "VALID")
    is_nan = tf.math.is_nan(images)

    def marked():
        nan = tf.nn.max_pool2d(tf.cast(is_nan, x.dtype), window, strides, "VALID")
        return tf.where(nan > 0, tf.cast(math.nan, x.dtype), out)

    def emptied():
        some = tf.nn.max_pool2d(tf.cast(images > -math.inf, x.dtype), window, strides, "VALID")
        return tf.where(some > 0, out, tf.cast(-math.inf, x.dtype))

    # It starts from the least finite number, and takes no notice of NaN.
    out = tf.cond(tf.reduce_any(tf.equal(out, x.dtype.min)), emptied, lambda: out)
    out = tf.cond(tf.reduce_any(is_nan), marked, lambda: out)
    return tf.transpose(out, (0, 3, 1, 2))


def _of_no_images(op, function):
    """Convolution, which tensorflow does not do to no images: it gives them back."""

    def run(x, weight, bias=None, **options):
        if x.shape.rank and x.shape[0] == 0:
            one = tf.zeros((1, *x.shape[1:]), x.dtype)
            return function(one, weight, bias, **options)[:0]
        return function(x, weight, bias, **options)

    return run


DETOURS: dict[str, dict[str, Any]] = {
    "max_pool2d_explicit": dict.fromkeys(_FLOATS, _max_pool2d),
    "bitwise_invert": {"bool": tf.logical_not},
    "erf": {"float64": _erf},
    **dict.fromkeys(["gammainc", "gammaincc", "betainc"], _FLOAT64),
    **dict.fromkeys(["erfinv", "ndtri", "zeta"], _FLOAT32),
    "digamma": _BFLOAT16,
    "one_hot": dict.fromkeys(["int16", "uint16", "uint32", "uint64"], "int64"),
    **dict.fromkeys(["lgamma", "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e"], _BFLOAT16),
    "bitwise_left_shift": dict.fromkeys(_INTEGERS, _left_shift),
    "bitwise_right_shift": dict.fromkeys(_UNSIGNED, _right_shift_unsigned),
    "nextafter": dict.fromkeys(["float16", "bfloat16"], _nextafter),
    "astype": dict.fromkeys([*_FLOATS, *_COMPLEX], _astype),
    "getitem": dict.fromkeys(DTYPES, _getitem),
    "take": dict.fromkeys(DTYPES, _take),
    "take_along_axis": dict.fromkeys(DTYPES, _take_along_axis),
    "add_along_axis": dict.fromkeys(DTYPES, _add_along_axis),
    "full": dict.fromkeys(["bool", *_INTEGERS], _full),
    "full_like": dict.fromkeys(DTYPES, _full_like),
    "arange": {
        **dict.fromkeys(["int8", "int16", "uint8", "uint16", "uint32"], "int64"),
        "uint64": _arange_uint64,
    },
    "linspace": {
        **dict.fromkeys(_INTEGERS, _linspace),
        **dict.fromkeys(_COMPLEX, _linspace_complex),
    },
    "complex": dict.fromkeys(["float16", "bfloat16"], _complex),
    "abs": dict.fromkeys(_UNSIGNED, _itself),
    "negative": dict.fromkeys(_UNSIGNED, _negative),
    "sign": dict.fromkeys(_UNSIGNED, _sign),
    **dict.fromkeys(["floor", "ceil", "trunc"], dict.fromkeys(_INTEGERS, _itself)),
    "round": dict.fromkeys(_COMPLEX, _round_complex),
    "isnan": {**dict.fromkeys(_INTEGERS, _false), **dict.fromkeys(_COMPLEX, _isnan_complex)},
    "isinf": {**dict.fromkeys(_INTEGERS, _false), **dict.fromkeys(_COMPLEX, _isinf_complex)},
    "isfinite": {**dict.fromkeys(_INTEGERS, _true), **dict.fromkeys(_COMPLEX, _isfinite_complex)},
    "floor_divide": {
        **dict.fromkeys(_INTEGERS, _floor_divide),
        **dict.fromkeys(_FLOATS, _floor_divide_floats),
    },
    "remainder": {
        **dict.fromkeys(_INTEGERS, _remainder),
        **dict.fromkeys(_FLOATS, _remainder_floats),
    },
    "expm1": dict.fromkeys(_COMPLEX, _expm1_complex),
    "sqrt": dict.fromkeys(_COMPLEX, _sqrt_complex),
    "log": dict.fromkeys(_COMPLEX, _log_complex),
    "log2": dict.fromkeys(_COMPLEX, _log2_complex),
    "log10": dict.fromkeys(_COMPLEX, _log10_complex),
    "log1p": dict.fromkeys(_COMPLEX, _log1p_complex),
    "tanh": dict.fromkeys(_COMPLEX, _tanh_complex),
    "pow": dict.fromkeys(_UNSIGNED, "int64"),
    **dict.fromkeys(["maximum", "minimum", "less", "less_equal"], _AS_UINT8),
    **dict.fromkeys(["greater", "greater_equal", "max", "min"], _AS_UINT8),
    "bitwise_and": {"bool": tf.logical_and},
    "bitwise_or": {"bool": tf.logical_or},
    "bitwise_xor": {"bool": tf.math.logical_xor},
    "matmul": dict.fromkeys(_NO_PRODUCT, "int64"),
    "einsum": {**dict.fromkeys(DTYPES, _einsum), **dict.fromkeys(_NO_PRODUCT, "int64")},
    "tensordot": dict.fromkeys(_NO_PRODUCT, "int64"),
    **dict.fromkeys(["det", "slogdet", "matrix_exp"], _FLOAT32),
    "qr": {**_FLOAT32, **dict.fromkeys(_LAPACK, _qr)},
    **dict.fromkeys(["fft", "ifft", "rfft", "irfft"], _FLOAT32),
    "cholesky": _FLOAT32,
    **dict.fromkeys(["inv", "solve"], _FLOAT32),
    "solve_triangular": {**_FLOAT32, **dict.fromkeys(_LAPACK, _solve_triangular)},
    **dict.fromkeys(["eigh", "eigvalsh", "svd", "svdvals"], _FLOAT32),
    "eig": dict.fromkeys(["float16", "bfloat16"], _eig_of_half),
    "eigvals": dict.fromkeys(["float16", "bfloat16"], _eigvals_of_half),
    **dict.fromkeys(["tile", "repeat"], _AS_INT32),
    "nonzero": {"float16": "bool"},
    **dict.fromkeys(["any", "all"], dict.fromkeys([*_INTEGERS, *_FLOATS, *_COMPLEX], "bool")),
    "argmax": dict.fromkeys(_FLOATS, _argmax),
    "argmin": dict.fromkeys(_FLOATS, _argmin),
    "sort": {"bool": "uint8", **dict.fromkeys(_FLOATS, _sort)},
    "argsort": {"bool": "uint8", **dict.fromkeys(_FLOATS, _argsort)},
    "top_k": dict.fromkeys(_FLOATS, _top_k),
    "unique_values": {
        "bool": "uint8",
        **dict.fromkeys(_FLOATS, _unique_values),
        **dict.fromkeys(_COMPLEX, _unique_values_complex),
    },
    "unique_inverse": {
        "bool": "uint8",
        **dict.fromkeys(_FLOATS, _unique_inverse),
        **dict.fromkeys(_COMPLEX, _unique_inverse_complex),
    },
    "unique_counts": {
        "bool": "uint8",
        **dict.fromkeys(_FLOATS, _unique_counts),
        **dict.fromkeys(_COMPLEX, _unique_counts_complex),
    },
    "unique_all": {
        "bool": "uint8",
        **dict.fromkeys(_FLOATS, _unique_all),
        **dict.fromkeys(_COMPLEX, _unique_all_complex),
    },
    "searchsorted": dict.fromkeys(_FLOATS, _searchsorted),
    "pad": dict.fromkeys(DTYPES, _pad),
    "segment_sum": dict.fromkeys(DTYPES, _segment_sum),
    "segment_prod": dict.fromkeys(DTYPES, _segment_prod),
    "segment_min": {
        **dict.fromkeys(DTYPES, _segment_min),
        **dict.fromkeys(_FLOATS, _segment_min_floats),
    },
    "segment_max": {
        **dict.fromkeys(DTYPES, _segment_max),
        **dict.fromkeys(_FLOATS, _segment_max_floats),
    },
    "gelu": {"float64": _gelu},
}


def _is_array(value: Any) -> bool:
    return isinstance(value, ARRAY_TYPES)


def _known(x: Any) -> Any:
    return x.numpy() if has_values(x) else None


def _check_getitem(x, key):
    bounds.check_key("getitem", shape(x), key, _is_array, _known)


def _check_setitem(x, value, key):
    bounds.check_key("setitem", shape(x), key, _is_array, _known)


def _check_add_at(x, value, key):
    bounds.check_key("add_at", shape(x), key, _is_array, _known)


def _check_length(op, length, most):
    """Raise ``ValueError`` where tensorflow would take a length modulo a power of two."""
    if length > most:
        raise ValueError(f"ivy.{op}: expected lengths up to {most} on tensorflow, got {length}")


def _check_linspace(start, stop, num, *others):
    creating.CHECKS["linspace"](start, stop, num, *others)
    _check_length("linspace", num, filters.LARGEST)


def _check_repeat(x, repeats, axis):
    lengths = shape(x)
    arrangements.check_repeat(lengths, repeats, axis, shape)
    if None not in lengths:
        length = math.prod(lengths) if axis is None else lengths[axis]
        _check_length("repeat", bounds.repeated(length, repeats, _known), filters.LARGEST)


def _check_broadcast_to(x, lengths):
    try:
        small = math.prod(lengths) < 2**32
    except TypeError:  # lengths that are not known yet
        return
    if not small:
        _check_length("broadcast_to", max(lengths), 2**32 - 1)


def _check_take(x, indices, axis):
    arrangements.check_take(shape(x), axis)
    bounds.check_positions("take", shape(x), axis or 0, _known(indices))


def _check_segments(op):
    check = arrangements.checks(shape)[op]

    def both(x, segment_ids, num_segments):
        check(x, segment_ids, num_segments)
        bounds.check_segment_ids(op, num_segments, _known(segment_ids))

    return both


def _check_take_along_axis(x, indices, axis):
    arrangements.check_along("take_along_axis", shape(x), shape(indices), axis)
    bounds.check_positions("take_along_axis", shape(x), axis, _known(indices))


def _check_add_along_axis(x, indices, value, axis):
    arrangements.check_along("add_along_axis", shape(x), shape(indices), axis)
    bounds.check_positions("add_along_axis", shape(x), axis, _known(indices))


def _check_concat(arrays, axis):
    if len(arrays) == 1:  # which tensorflow returns as it is
        arrangements.check_join("concat", [shape(x) for x in arrays], axis)


def _check_flip(x, axis):
    if x.shape.rank is not None:
        arrangements.check_axes("flip", x.shape.rank, axis)


# Checks that tensorflow does not make itself, or in compiled code only, by operation.
CHECKS = {
    **arrangements.checks(
        shape,
        [
            *("pad", "nonzero", "searchsorted", "split", "roll", "expand_dims", "moveaxis"),
            "one_hot",
        ],
    ),
    **{op: _check_segments(op) for op in arrangements.SEGMENTS},
    "concat": _check_concat,
    "flip": _check_flip,
    "getitem": _check_getitem,
    "setitem": _check_setitem,
    "add_at": _check_add_at,
    "take": _check_take,
    "take_along_axis": _check_take_along_axis,
    "add_along_axis": _check_add_along_axis,
    **matrices.checks(shape),
    **reductions.checks(shape),
    **creating.CHECKS,
    "linspace": _check_linspace,
    "repeat": _check_repeat,
    "broadcast_to": _check_broadcast_to,
    **filters.checks(shape),
    **transforms.checks(shape),
}


def _reaching_all(op, function):
    """Call a softmax that gives 0 beside NaN, where the whole row is NaN."""

    def run(x, *, axis=-1):
        out = function(x, axis=axis)
        # On processors, where it happens, the values are looked at without a copy.
        if not has_values(out) or "CPU" not in out.device or not np.isnan(out.numpy().sum()):
            return out
        total = tf.reduce_sum(out, axis=axis, keepdims=True)
        return tf.where(tf.math.is_nan(total), total, out)

    return run


# What is put around the functions of an operation when they are called. When they are recorded it
# is not: nothing is known of the values then.
GUARDS: dict[str, Any] = {
    **dict.fromkeys(["cholesky", "eig", "eigh", "eigvals", "eigvalsh", "svd", "svdvals"], _failing),
    **dict.fromkeys(["inv", "slogdet", "solve"], _of_finite),
    **dict.fromkeys(["conv1d_explicit", "conv2d_explicit", "conv3d_explicit"], _of_no_images),
    "softmax": _reaching_all,
}

# What is wrong, in Ivy's words, with what has been refused, by operation. What would be accepted in
# silence is checked above, before the call.
FAULTS: dict[str, Any] = {
    **creating.FAULTS,
    **arrangements.checks(shape),
    **matrices.faults(shape),
}
