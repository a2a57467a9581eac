"""What is done where NumPy has no kernel for a dtype, or one that means something else than Ivy.

For each operation and dtype there stands either the dtype to compute in, or the function to use
instead of the chapter's.
"""

from __future__ import annotations

from typing import Any

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
from ivy.backends.numpy import linear_algebra
from ivy.backends.numpy.core import cast, shape

_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_FLOAT32 = dict.fromkeys(["float16", "bfloat16"], "float32")


def _astype(x, dtype, /, *, copy=True, device=None):
    return x if not copy and x.dtype == dtype else cast(x, dtype)


def _failing(op: str, function: Any) -> Any:
    """A factorisation of finite matrices, whose failure is Ivy's exception."""

    def run(x, *right, **options):
        read = np.tril(x) if op in matrices.OF_TRIANGLE else x
        if not np.isfinite(read).all():
            raise matrices.failure(op, matrices.NOT_FINITE)
        try:
            return function(x, *right, **options)
        except np.linalg.LinAlgError as error:
            raise matrices.failure(op, error) from error

    return run


def _of_finite(op: str, function: Any) -> Any:
    """`inv`, `solve`, `slogdet`: where matrices are not finite, the result is NaN everywhere."""
    run = _failing(op, function)

    def careful(x, *right):
        if np.isfinite(x).all():
            return run(x, *right)
        whole = np.isfinite(x).all(axis=(-2, -1), keepdims=True)
        out = run(np.where(whole, x, np.eye(x.shape[-1], dtype=x.dtype)), *right)
        return matrices.each(
            out, lambda v: np.where(whole[(..., *[0] * (x.ndim - v.ndim))], v, np.nan)
        )

    return careful


# Of half precision the result is complex64.


def _tanh_complex(x, /):
    # Far out, NumPy gives the imaginary zero the sign of a sine.
    out = np.array(np.tanh(x))
    far = np.isinf(x.real) & np.isfinite(x.imag)
    out.imag = np.where(far, np.copysign(np.zeros_like(x.imag), x.imag), out.imag)
    return out


def _eig_of_half(x, /):
    return linear_algebra.eig(cast(x, np.dtype("float32")))


def _eigvals_of_half(x, /):
    return linear_algebra.eigvals(cast(x, np.dtype("float32")))


# An integer quotient by zero is 0 in Ivy, which is no reason for a warning.


def _floor_divide(x1, x2, /):
    with np.errstate(divide="ignore", over="ignore"):
        return np.floor_divide(x1, x2)


def _floor_divide_floats(x1, x2, /):
    # With infinities NumPy pairs the quotient with its remainder; the standard rounds it.
    quotient = np.divide(x1, x2)
    rounded = np.isinf(x1) | (quotient == 0)
    return np.where(rounded, np.floor(quotient), np.floor_divide(x1, x2))


def _expm1_complex(x, /):
    # NumPy's has NaN in both parts where the standard wants it in one, or in none.
    a, b = x.real, x.imag
    with np.errstate(invalid="ignore"):
        real = np.expm1(a) * np.cos(b) - 2 * np.sin(0.5 * b) ** 2 + 0.0
        imag = np.exp(a) * np.sin(b)
    lost = np.isinf(a) & ~np.isfinite(b)
    out = np.empty_like(x)
    out.real = np.where(np.isneginf(a), -1, np.where(lost, np.inf, real))
    out.imag = np.where(b == 0, b, np.where(lost & (a < 0), 0, imag))
    return out


def _remainder(x1, x2, /):
    with np.errstate(divide="ignore", over="ignore"):
        return np.remainder(x1, x2)


DETOURS = {
    "expm1": dict.fromkeys(["complex64", "complex128"], _expm1_complex),
    "floor_divide": {
        **dict.fromkeys(_INTEGERS, _floor_divide),
        **dict.fromkeys(_FLOATS, _floor_divide_floats),
    },
    "remainder": dict.fromkeys(_INTEGERS, _remainder),
    "astype": dict.fromkeys([*_FLOATS, "complex64", "complex128"], _astype),
    "tanh": dict.fromkeys(["complex64", "complex128"], _tanh_complex),
    **dict.fromkeys(["conv1d_explicit", "conv2d_explicit", "conv3d_explicit"], _FLOAT32),
    **dict.fromkeys(["conv2d_input_gradient", "conv2d_weight_gradient"], _FLOAT32),
    **dict.fromkeys(["conv3d_input_gradient", "conv3d_weight_gradient"], _FLOAT32),
    **dict.fromkeys(["matmul", "einsum", "tensordot", "vecdot"], _FLOAT32),
    **dict.fromkeys(["det", "slogdet", "qr", "lu_factor", "matrix_exp"], _FLOAT32),
    **dict.fromkeys(["fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "rfftn"], _FLOAT32),
    **dict.fromkeys(["convolve", "correlate"], _FLOAT32),
    "cholesky": _FLOAT32,
    **dict.fromkeys(["inv", "solve"], _FLOAT32),
    **dict.fromkeys(["eigh", "eigvalsh", "svd", "svdvals"], _FLOAT32),
    "eig": dict.fromkeys(["float16", "bfloat16"], _eig_of_half),
    "eigvals": dict.fromkeys(["float16", "bfloat16"], _eigvals_of_half),
    "clip": {"bfloat16": "float32"},
}


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray)


def _known(indices: Any) -> Any:
    return indices


def _check_segments(op):
    check = arrangements.checks(shape)[op]

    def both(x, segment_ids, num_segments):
        check(x, segment_ids, num_segments)
        bounds.check_segment_ids(op, num_segments, segment_ids)

    return both


def _check_astype(x, dtype, copy, device):
    if device not in (None, "cpu"):
        raise ValueError(f"ivy: the numpy backend has the device 'cpu' only, got {device!r}")


# Checks that NumPy does not make itself, or with exceptions of its own, by operation.
CHECKS: dict[str, Any] = {
    **arrangements.checks(
        shape,
        [
            *("pad", "nonzero", "take", "searchsorted", "split", "repeat", "roll"),
            *("add_along_axis", "one_hot"),
        ],
    ),
    **{op: _check_segments(op) for op in arrangements.SEGMENTS},
    **matrices.checks(shape),
    **reductions.checks(shape),
    **creating.CHECKS,
    "astype": _check_astype,
    **filters.checks(shape),
    **transforms.checks(shape),
}

# What is put around the functions of an operation when they are called. When they are recorded it
# is not: nothing is known of the values then.
GUARDS: dict[str, Any] = {
    **dict.fromkeys(["cholesky", "eig", "eigh", "eigvals", "eigvalsh", "svd", "svdvals"], _failing),
    **dict.fromkeys(["inv", "slogdet", "solve"], _of_finite),
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
