"""What is done where torch has no kernel for a dtype, or one that means something else than Ivy.

For each operation and dtype there stands either the dtype to compute in (``"ordered"``: int64 in
the order of uint64), or the function to use instead of the chapter's.
"""

from __future__ import annotations

from typing import Any

import torch
from torch._C._functorch import is_batchedtensor

from ivy.backends import (
    arrangements,
    attending,
    bounds,
    creating,
    filters,
    matrices,
    normalising,
    reductions,
    sampling,
    transforms,
)
from ivy.backends.torch import creation, fft, indexing, linear_algebra, pools, searching, set
from ivy.backends.torch.core import (
    ARRAY_TYPES,
    DTYPES,
    cast,
    has_values,
    native_device,
    shape,
    to_numpy,
)

_SIGNED = ("int8", "int16", "int32", "int64")
_SAME_BITS = {"uint16": "int16", "uint32": "int32", "uint64": "int64"}
_WIDER = {"uint16": "int32", "uint32": "int64", "uint64": "int64"}
_ORDERED = {"uint16": "int32", "uint32": "int64", "uint64": "ordered"}
_INT64 = dict.fromkeys(["uint16", "uint32", "uint64"], "int64")
# Of other integers too, because they may be summed in an unsigned dtype.
_SUMMED = dict.fromkeys(["bool", *_SIGNED, "uint8", *_INT64], "int64")
_AS_BOOL = {"uint8": "bool"}
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_FLOAT32 = dict.fromkeys(["float16", "bfloat16"], "float32")
_COMPLEX = ("complex64", "complex128")
_LAPACK = ("float32", "float64", "complex64", "complex128")


def _astype(x, dtype, /, *, copy=True, device=None):
    out = cast(x, dtype)
    if device is not None:
        out = out.to(native_device(device))
    return x.clone() if copy and out is x else out


def _linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    exact = creation.linspace(
        start, stop, num, dtype=torch.float64, device=device, endpoint=endpoint
    )
    return torch.floor(exact).to(dtype)


def _arange_uint64(start, /, stop=None, step=1, *, dtype=None, device=None):
    low, high = (0, start) if stop is None else (start, stop)
    if not all(isinstance(v, int) for v in (low, high, step)):
        out = creation.arange(start, stop, step, dtype=torch.int64, device=device)
        return out.to(torch.uint64)
    # In int64, which wraps around, with the bits of numbers beyond it.
    steps = torch.arange(len(range(low, high, step)), device=native_device(device))
    first, by = ((v + 2**63) % 2**64 - 2**63 for v in (low, step))
    return (first + by * steps).view(torch.uint64)


def _complex(real, imag, /):
    return torch.complex(real.to(torch.float32), imag.to(torch.float32))


def _imaginary_of_real(x, /):
    return torch.zeros_like(x)


def _itself(x, /, *limits):
    return x


def _sign(x, /):
    return (x != 0).to(x.dtype)


def _round_complex(x, /):
    return torch.complex(torch.round(x.real), torch.round(x.imag))


# torch raises for a zero divisor, and its machine's division by -1 may overflow.


def _floor_divide(x1, x2, /):
    zero = x2 == torch.zeros_like(x1)
    out = torch.floor_divide(x1, torch.where(zero, 1, x2))
    return torch.where(zero, 0, out).to(x1.dtype)  # a scalar divisor has become an int64 array


def _floor_divide_floats(x1, x2, /):
    # With infinities torch pairs the quotient with its remainder; the standard rounds it.
    quotient = x1 / x2
    rounded = torch.isinf(x1) | (quotient == 0)
    return torch.where(rounded, torch.floor(quotient), torch.floor_divide(x1, x2))


def _remainder_floats(x1, x2, /):
    # A remainder of 0 has the sign of the divisor.
    out = torch.remainder(x1, x2)
    return torch.where(out == 0, torch.copysign(out, x2), out)


# torch's complex functions have NaN in both parts where the standard wants it in one, or in none.


def _acos_complex(x, /):
    out = torch.acos(x)
    return torch.complex(out.real, torch.copysign(out.imag, -x.imag))


def _expm1_complex(x, /):
    a, b = x.real, x.imag
    real = torch.expm1(a) * torch.cos(b) - 2 * torch.sin(0.5 * b) ** 2 + 0.0
    imag = torch.exp(a) * torch.sin(b)
    lost = torch.isinf(a) & ~torch.isfinite(b)
    real = torch.where(a == -torch.inf, -1, torch.where(lost, torch.inf, real))
    return torch.complex(real, torch.where(b == 0, b, torch.where(lost & (a < 0), 0, imag)))


def _tanh_complex(x, /):
    # Far out, torch gives the imaginary zero the sign of a sine.
    out = torch.tanh(x)
    a, b = x.real, x.imag
    far = torch.isinf(a) & torch.isfinite(b)
    return torch.complex(
        out.real, torch.where(far, torch.copysign(torch.zeros_like(b), b), out.imag)
    )


def _log1p_complex(x, /):
    out = torch.log1p(x)
    infinite = torch.isinf(x.real) | torch.isinf(x.imag)
    angle = torch.where(infinite, torch.atan2(x.imag, 1 + x.real), out.imag)
    return torch.complex(torch.where(infinite, torch.inf, out.real), angle)


def _remainder(x1, x2, /):
    zero = x2 == torch.zeros_like(x1)
    out = torch.remainder(x1, torch.where(zero, 1, x2))
    return torch.where(zero, 0, out).to(x1.dtype)  # a scalar divisor has become an int64 array


def _below(a, b):
    """Whether the uint64 whose bits are in `a` is less than that in `b`."""
    low = torch.iinfo(torch.int64).min
    return (a ^ low) < (b ^ low)


def _unsigned_quotient(x1, x2, /):
    """The quotient and remainder of uint64, in int64 that holds their bits."""
    a = x1.view(torch.int64)
    b = torch.as_tensor(x2, dtype=torch.uint64, device=a.device).view(torch.int64)
    divisor = torch.where(b > 0, b, 1)
    half = (a >> 1) & torch.iinfo(torch.int64).max
    quotient = torch.floor_divide(half, divisor) << 1
    more = ~_below(a - quotient * divisor, divisor)
    quotient = torch.where(b > 0, quotient + more, torch.where(_below(a, b), 0, 1))
    quotient = torch.where(b == 0, 0, quotient)
    return quotient, torch.where(b == 0, 0, a - quotient * b)


def _floor_divide_uint64(x1, x2, /):
    return _unsigned_quotient(x1, x2)[0].view(torch.uint64)


def _remainder_uint64(x1, x2, /):
    return _unsigned_quotient(x1, x2)[1].view(torch.uint64)


def _unique_all_complex(x, /):
    flat = x.reshape(-1)
    order = torch.argsort(flat.imag, stable=True)
    order = order[torch.argsort(flat.real[order], stable=True)]
    return set._numbered(flat, order, x.shape)


def _unique_counts_complex(x, /):
    values, _, _, counts = _unique_all_complex(x)
    return values, counts


def _unique_inverse_complex(x, /):
    values, _, inverse, _ = _unique_all_complex(x)
    return values, inverse


def _unique_values_complex(x, /):
    return _unique_all_complex(x)[0]


def _isin_complex(x1, x2, /, *, invert=False):
    found = (x1[..., None] == x2.reshape(-1)).any(-1)
    return ~found if invert else found


def _searchsorted(x1, x2, /, *, side="left", sorter=None):
    # torch does not take NaN for the largest.
    x1 = x1 if sorter is None else x1[sorter.to(torch.int64)]
    count = torch.sum(~torch.isnan(x1))
    numbers = [torch.where(torch.isnan(x), torch.inf, x) for x in (x1, x2)]
    places = torch.minimum(searching.searchsorted(*numbers, side=side), count)
    return torch.where(torch.isnan(x2), count if side == "left" else x1.numel(), places)


# Compiled code cannot raise where an index is out of range.


def _clamp(indices, low, high):
    return torch.clamp(indices.to(torch.int64), low, high)


def _unchanged(indices, low, high):
    return indices


def _nothing(mask, shape):
    return mask.new_zeros(shape)


def _inside(x, key):
    if any(isinstance(k, torch.Tensor) for k in (key if isinstance(key, tuple) else (key,))):
        clamp = _clamp if torch.compiler.is_compiling() else _unchanged
        return bounds.clamped(tuple(x.shape), key, _is_array, clamp, _nothing)
    return key


def _inside_axis(x, indices, axis):
    if torch.compiler.is_compiling():
        return _clamp(indices, -x.shape[axis], x.shape[axis] - 1)
    return indices


def _getitem(x, key, /):
    return indexing.getitem(x, _inside(x, key))


def _setitem(x, value, /, key):
    for other in (value, *key) if isinstance(key, tuple) else (value, key):
        if isinstance(other, torch.Tensor) and is_batchedtensor(other):
            # torch.func.vmap writes into what there is once for each slice.
            x = torch.where(other.new_ones((), dtype=torch.bool), x, x)
    return indexing.setitem(x, value, key=_inside(x, key))


def _add_at(x, value, /, key):
    return indexing.add_at(x, value, key=_inside(x, key))


def _take(x, indices, /, *, axis=None):
    axis = 0 if axis is None else axis
    return indexing.take(x, _inside_axis(x, indices, axis), axis=axis)


def _take_along_axis(x, indices, /, *, axis=-1):
    return indexing.take_along_axis(x, _inside_axis(x, indices, axis), axis=axis)


def _add_along_axis(x, indices, value, /, *, axis=-1):
    return indexing.add_along_axis(x, _inside_axis(x, indices, axis), value, axis=axis)


def _inside_segments(segment_ids, num_segments):
    return (
        _clamp(segment_ids, 0, num_segments - 1) if torch.compiler.is_compiling() else segment_ids
    )


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


def _failing(op, function):
    """A factorisation of finite matrices, whose failure is Ivy's exception."""

    def run(x, *right, **options):
        read = torch.tril(x) if op in matrices.OF_TRIANGLE else x
        if has_values(x) and not torch.isfinite(read).all():
            raise matrices.failure(op, matrices.NOT_FINITE)
        try:
            return function(x, *right, **options)
        except torch.linalg.LinAlgError as error:
            raise matrices.failure(op, error) from error

    return run


def _of_finite(op, function):
    """`inv`, `solve`, `slogdet`: where matrices are not finite, the result is NaN everywhere."""
    run = _failing(op, function)

    def careful(x, *right):
        if not has_values(x) or torch.isfinite(x).all():
            return run(x, *right)
        whole = torch.isfinite(x).all(-1, keepdim=True).all(-2, keepdim=True)
        one = torch.eye(x.shape[-1], dtype=x.dtype, device=x.device)
        out = run(torch.where(whole, x, one), *right)
        return matrices.each(
            out, lambda v: torch.where(whole[(..., *[0] * (x.ndim - v.ndim))], v, torch.nan)
        )

    return careful


def _within(op, function):
    """Indexing; where the result has no elements, torch takes any index."""

    def run(x, key):
        out = function(x, key)
        if not out.numel():
            bounds.check_key(op, shape(x), key, _is_array, _known)
        return out

    return run


def _unspoilt(op, function):
    """Attention; torch adds minus infinity to scores that do not count, which are NaN after that.

    Where the result has NaNs, scores are replaced instead. Reading what another device holds would
    wait for it: there it stays as it is.
    """

    def run(q, k, v, *, mask=None, is_causal=False, scale=None, enable_gqa=False):
        out = function(q, k, v, mask=mask, is_causal=is_causal, scale=scale, enable_gqa=enable_gqa)
        everything = not is_causal and (mask is None or mask.dtype != torch.bool)
        if everything or not has_values(out) or out.device.type != "cpu" or not out.isnan().any():
            return out
        if enable_gqa:
            share = q.shape[-3] // k.shape[-3]
            k, v = (x.repeat_interleave(share, dim=-3) for x in (k, v))
        factor = 1 / max(q.shape[-1], 1) ** 0.5 if scale is None else scale
        scores = (q * factor) @ k.transpose(-2, -1)
        if is_causal:
            seen = torch.ones(scores.shape[-2:], dtype=torch.bool, device=q.device).tril()
            scores = torch.where(seen, scores, -torch.inf)
        if mask is not None:
            is_bool = mask.dtype == torch.bool
            scores = torch.where(mask, scores, -torch.inf) if is_bool else scores + mask.to(q.dtype)
        nothing = scores.amax(-1, keepdim=True) == -torch.inf
        weights = torch.softmax(torch.where(nothing, 0, scores), dim=-1)
        return torch.where(nothing, 0, weights) @ v

    return run


def _far(op, function):
    """GELU; with some processors torch's kernel overflows far out, and gives NaN for infinity."""
    if function(torch.full((16,), torch.inf)).isposinf().all():
        return function

    def run(x, *, approximate="none"):
        out = function(x, approximate=approximate)
        if has_values(out) and out.device.type == "cpu" and not out.sum().isfinite():
            out = torch.where(x > 1e4, x, out)
        return out

    return run


def _of_no_channels(op, function):
    """Interpolation, which torch does not do to images without channels."""

    def run(x, size, **options):
        if 0 not in x.shape[:2]:
            return function(x, size, **options)
        one = x[(..., *[slice(1)] * len(size))]
        return one.expand(*x.shape[:2], *size)

    return run


def _known(indices):
    return to_numpy(indices) if has_values(indices) else None


# Of half precision the result is complex64.


def _eig_of_half(x, /):
    return linear_algebra.eig(x.to(torch.float32))


def _eigvals_of_half(x, /):
    return linear_algebra.eigvals(x.to(torch.float32))


def _solve_triangular(x1, x2, /, *, upper=True, adjoint=False, unit_diagonal=False):
    if has_values(x1) and not unit_diagonal and (torch.diagonal(x1, 0, -2, -1) == 0).any():
        raise matrices.failure("solve_triangular")
    return linear_algebra.solve_triangular(
        x1, x2, upper=upper, adjoint=adjoint, unit_diagonal=unit_diagonal
    )


# MKL refuses arrays without elements.


def _any_size(transform, x, places, **options):
    if x.numel():
        return transform(x, **options)
    out = transform(x.new_zeros([max(n, 1) for n in x.shape]), **options)
    places = range(x.ndim) if places is None else [a % x.ndim for a in places]
    empty = [n == 0 and i not in places for i, n in enumerate(x.shape)]
    return out[tuple([slice(0, 0) if e else slice(None) for e in empty])]


def _fft(x, /, *, n=None, axis=-1, norm="backward"):
    return _any_size(fft.fft, x, (axis,), n=n, axis=axis, norm=norm)


def _ifft(x, /, *, n=None, axis=-1, norm="backward"):
    return _any_size(fft.ifft, x, (axis,), n=n, axis=axis, norm=norm)


def _rfft(x, /, *, n=None, axis=-1, norm="backward"):
    return _any_size(fft.rfft, x, (axis,), n=n, axis=axis, norm=norm)


def _irfft(x, /, *, n=None, axis=-1, norm="backward"):
    return _any_size(fft.irfft, x, (axis,), n=n, axis=axis, norm=norm)


def _fftn(x, /, *, s=None, axes=None, norm="backward"):
    return _any_size(fft.fftn, x, axes, s=s, axes=axes, norm=norm)


def _ifftn(x, /, *, s=None, axes=None, norm="backward"):
    return _any_size(fft.ifftn, x, axes, s=s, axes=axes, norm=norm)


def _rfftn(x, /, *, s=None, axes=None, norm="backward"):
    return _any_size(fft.rfftn, x, axes, s=s, axes=axes, norm=norm)


def _irfftn(x, /, *, s=None, axes=None, norm="backward"):
    return _any_size(fft.irfftn, x, axes, s=s, axes=axes, norm=norm)


_EVERY = (*_FLOATS, "complex64", "complex128")
_TRANSFORMS = {
    "fft": {**dict.fromkeys(_EVERY, _fft), **_FLOAT32},
    "ifft": {**dict.fromkeys(_EVERY, _ifft), **_FLOAT32},
    "rfft": {**dict.fromkeys(_EVERY, _rfft), **_FLOAT32},
    "irfft": {**dict.fromkeys(_EVERY, _irfft), **_FLOAT32},
    "fftn": {**dict.fromkeys(_EVERY, _fftn), **_FLOAT32},
    "ifftn": {**dict.fromkeys(_EVERY, _ifftn), **_FLOAT32},
    "rfftn": {**dict.fromkeys(_EVERY, _rfftn), **_FLOAT32},
    "irfftn": {**dict.fromkeys(_EVERY, _irfftn), **_FLOAT32},
}


def _right_shift_uint64(x1, x2, /):
    bits, by = x1.view(torch.int64), x2.view(torch.int64)
    half = (bits >> 1) & torch.iinfo(torch.int64).max
    return torch.where(by == 0, bits, half >> (by - 1)).view(torch.uint64)


DETOURS = {
    "bitwise_invert": _SAME_BITS,
    **dict.fromkeys(["erfcx", "log_ndtr", "ndtri", "zeta"], _FLOAT32),
    **dict.fromkeys(["bessel_k0", "bessel_k0e", "bessel_k1", "bessel_k1e"], _FLOAT32),
    "bitwise_left_shift": _WIDER,
    "bitwise_right_shift": {"uint16": "int32", "uint32": "int64", "uint64": _right_shift_uint64},
    **dict.fromkeys(["add", "subtract", "multiply", "negative", "square"], _SAME_BITS),
    **dict.fromkeys(["tril", "triu", "flip", "pad", "eye", "repeat"], _SAME_BITS),
    **dict.fromkeys(["abs", "relu"], dict.fromkeys(_SAME_BITS, _itself)),
    "pow": _WIDER,
    "arange": {**_WIDER, "uint64": _arange_uint64},
    **dict.fromkeys(
        ["maximum", "minimum", "fmax", "fmin", "clip", "max", "min", "top_k"], _ORDERED
    ),
    **dict.fromkeys(["less", "less_equal", "greater", "greater_equal"], _ORDERED),
    **dict.fromkeys(["argmax", "argmin"], _ORDERED),
    **dict.fromkeys(["cumulative_max", "cumulative_min"], _ORDERED),
    **dict.fromkeys(["matmul", "einsum", "linear"], _INT64),
    "tensordot": _INT64,
    "kron": _SAME_BITS,
    **dict.fromkeys(["det", "slogdet", "qr", "lu_factor", "matrix_exp"], _FLOAT32),
    **_TRANSFORMS,
    "cholesky": _FLOAT32,
    **dict.fromkeys(["inv", "solve"], _FLOAT32),
    **dict.fromkeys(["eigh", "eigvalsh", "svd", "svdvals"], _FLOAT32),
    "eig": dict.fromkeys(["float16", "bfloat16"], _eig_of_half),
    "eigvals": dict.fromkeys(["float16", "bfloat16"], _eigvals_of_half),
    "solve_triangular": {**_FLOAT32, **dict.fromkeys(_LAPACK, _solve_triangular)},
    **dict.fromkeys(["sum", "prod", "cumulative_sum", "cumulative_prod"], _SUMMED),
    **dict.fromkeys(["any", "all"], _AS_BOOL),
    "complex": dict.fromkeys(["float16", "bfloat16"], _complex),
    "linspace": dict.fromkeys([*_SIGNED, "uint8", *_SAME_BITS], _linspace),
    "imag": dict.fromkeys([*_SIGNED, "uint8", *_SAME_BITS, *_FLOATS], _imaginary_of_real),
    "astype": dict.fromkeys([*_FLOATS, "complex64", "complex128"], _astype),
    "sign": dict.fromkeys(_SAME_BITS, _sign),
    "nonzero": dict.fromkeys(_SAME_BITS, "bool"),
    "round": dict.fromkeys(["complex64", "complex128"], _round_complex),
    "acos": dict.fromkeys(["complex64", "complex128"], _acos_complex),
    "expm1": dict.fromkeys(["complex64", "complex128"], _expm1_complex),
    "log1p": dict.fromkeys(["complex64", "complex128"], _log1p_complex),
    "tanh": dict.fromkeys(["complex64", "complex128"], _tanh_complex),
    "floor_divide": {
        **dict.fromkeys(_FLOATS, _floor_divide_floats),
        **dict.fromkeys([*_SIGNED, "uint8"], _floor_divide),
        "uint16": "int32",
        "uint32": "int64",
        "uint64": _floor_divide_uint64,
    },
    "remainder": {
        **dict.fromkeys(_FLOATS, _remainder_floats),
        **dict.fromkeys([*_SIGNED, "uint8"], _remainder),
        "uint16": "int32",
        "uint32": "int64",
        "uint64": _remainder_uint64,
    },
    "unique_values": dict.fromkeys(_COMPLEX, _unique_values_complex),
    "unique_inverse": dict.fromkeys(_COMPLEX, _unique_inverse_complex),
    "unique_counts": dict.fromkeys(_COMPLEX, _unique_counts_complex),
    "unique_all": {**_ORDERED, **dict.fromkeys(_COMPLEX, _unique_all_complex)},
    "isin": {"bool": "uint8", **_INT64, **dict.fromkeys(_COMPLEX, _isin_complex)},
    "searchsorted": {**_ORDERED, **dict.fromkeys(_FLOATS, _searchsorted)},
    "getitem": {**dict.fromkeys(DTYPES, _getitem), **_SAME_BITS},
    "setitem": {**dict.fromkeys(DTYPES, _setitem), **_SAME_BITS},
    "add_at": {**dict.fromkeys(DTYPES, _add_at), **_INT64},
    "one_hot": _INT64,
    "take": dict.fromkeys(DTYPES, _take),
    "take_along_axis": dict.fromkeys(DTYPES, _take_along_axis),
    "add_along_axis": {**dict.fromkeys(DTYPES, _add_along_axis), **_INT64},
    "segment_sum": {**dict.fromkeys(DTYPES, _segment_sum), **_INT64},
    "segment_prod": {**dict.fromkeys(DTYPES, _segment_prod), **_INT64},
    "segment_min": {**dict.fromkeys(DTYPES, _segment_min), **_ORDERED},
    "segment_max": {**dict.fromkeys(DTYPES, _segment_max), **_ORDERED},
}


def _is_array(value: Any) -> bool:
    return isinstance(value, ARRAY_TYPES)


def _check_segments(op):
    check = arrangements.checks(shape)[op]

    def both(x, segment_ids, num_segments):
        check(x, segment_ids, num_segments)
        # Reading what another device holds would wait for it; there its kernel refuses.
        if has_values(segment_ids) and segment_ids.device.type == "cpu":
            bounds.check_segment_ids(op, num_segments, segment_ids.numpy())

    return both


def _check_prod(x, axis, dtype, keepdims):
    # It is taken along one axis after the other.
    arrangements.check_axes("prod", x.ndim, axis)


# Checks that torch does not make itself, or with exceptions of its own, by operation.
CHECKS: dict[str, Any] = {
    **arrangements.checks(
        shape,
        [
            *("pad", "nonzero", "take", "searchsorted", "split", "repeat", "roll", "expand_dims"),
            *("take_along_axis", "add_along_axis", "broadcast_to", "concat"),
            *("moveaxis", "swapaxes", "one_hot"),
        ],
    ),
    **{op: _check_segments(op) for op in arrangements.SEGMENTS},
    **matrices.checks(shape),
    **reductions.checks(shape),
    "prod": _check_prod,
    **creating.CHECKS,
    **filters.checks(shape),
    **normalising.checks(shape),
    **attending.checks(shape),
    **sampling.checks(shape),
    **transforms.checks(shape),
}

# What is put around the functions of an operation when they are called. When they are recorded it
# is not: nothing is known of the values then.
GUARDS: dict[str, Any] = {
    **dict.fromkeys(["cholesky", "eig", "eigh", "eigvals", "eigvalsh", "svd", "svdvals"], _failing),
    **dict.fromkeys(["inv", "slogdet", "solve"], _of_finite),
    "dot_product_attention": _unspoilt,
    "gelu": _far,
    "getitem": _within,
    "interpolate_linear": _of_no_channels,
    "max_pool2d_explicit": pools.largest,
    "take": bounds.taking(shape, _known),
}

# What is wrong, in Ivy's words, with what has been refused, by operation. What would be accepted in
# silence is checked above, before the call.
FAULTS: dict[str, Any] = {
    **creating.FAULTS,
    **arrangements.checks(shape),
    **matrices.faults(shape),
    **bounds.faults(shape, _is_array, _known, arrangements.checks(shape)),
}
