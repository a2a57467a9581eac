"""What is done where torch has no kernel for a dtype, or one that means something else than Ivy.

For each operation and dtype there stands either the dtype to compute in (``"ordered"``: int64 in
the order of uint64), or the function to use instead of the chapter's.
"""

from __future__ import annotations

from typing import Any

import torch

from ivy.backends.torch import creation
from ivy.backends.torch.core import cast, native_device

_SIGNED = ("int8", "int16", "int32", "int64")
_SAME_BITS = {"uint16": "int16", "uint32": "int32", "uint64": "int64"}
_WIDER = {"uint16": "int32", "uint32": "int64", "uint64": "int64"}
_ORDERED = {"uint16": "int32", "uint32": "int64", "uint64": "ordered"}
_INT64 = dict.fromkeys(["uint16", "uint32", "uint64"], "int64")
_SUMMED = {"uint8": "int64", **_INT64}
_AS_BOOL = {"uint8": "bool"}
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_FLOAT32 = dict.fromkeys(["float16", "bfloat16"], "float32")


def _astype(x, dtype, /, *, copy=True, device=None):
    out = cast(x, dtype).to(native_device(device))
    return x.clone() if copy and out is x else out


def _linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    exact = creation.linspace(
        start, stop, num, dtype=torch.float64, device=device, endpoint=endpoint
    )
    return torch.floor(exact).to(dtype)


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


def _unique_complex(x, /):
    flat = x.reshape(-1)
    order = torch.argsort(flat.imag, stable=True)
    order = order[torch.argsort(flat.real[order], stable=True)]
    ranked = flat[order]
    first = torch.ones(ranked.shape, dtype=torch.bool, device=x.device)
    first[1:] = ranked[1:] != ranked[:-1]
    inverse = torch.empty_like(order)
    inverse[order] = torch.cumsum(first, 0) - 1
    return ranked[first], inverse.reshape(x.shape)


def _unique_values_complex(x, /):
    return _unique_complex(x)[0]


DETOURS = {
    **dict.fromkeys(["add", "subtract", "multiply", "negative", "square"], _SAME_BITS),
    **dict.fromkeys(["tril", "triu", "setitem", "flip", "pad", "eye"], _SAME_BITS),
    **dict.fromkeys(["abs", "relu"], dict.fromkeys(_SAME_BITS, _itself)),
    **dict.fromkeys(["pow", "arange"], _WIDER),
    **dict.fromkeys(["maximum", "minimum", "clip", "max", "min", "top_k"], _ORDERED),
    **dict.fromkeys(["less", "less_equal", "greater", "greater_equal"], _ORDERED),
    **dict.fromkeys(["argmax", "argmin"], _ORDERED),
    **dict.fromkeys(["matmul", "einsum", "linear", "add_at", "add_along_axis"], _INT64),
    **dict.fromkeys(["sum", "prod", "cumulative_sum"], _SUMMED),
    **dict.fromkeys(["any", "all"], _AS_BOOL),
    "linspace": dict.fromkeys([*_SIGNED, "uint8", *_SAME_BITS], _linspace),
    "imag": dict.fromkeys([*_SIGNED, "uint8", *_SAME_BITS, *_FLOATS], _imaginary_of_real),
    "astype": dict.fromkeys([*_FLOATS, "complex64", "complex128"], _astype),
    "sign": dict.fromkeys(_SAME_BITS, _sign),
    "nonzero": dict.fromkeys(_SAME_BITS, "bool"),
    "round": dict.fromkeys(["complex64", "complex128"], _round_complex),
    "floor_divide": {
        **dict.fromkeys([*_SIGNED, "uint8"], _floor_divide),
        "uint16": "int32",
        "uint32": "int64",
        "uint64": _floor_divide_uint64,
    },
    "remainder": {
        **dict.fromkeys([*_SIGNED, "uint8"], _remainder),
        "uint16": "int32",
        "uint32": "int64",
        "uint64": _remainder_uint64,
    },
    "svd": _FLOAT32,
    "unique_values": dict.fromkeys(["complex64", "complex128"], _unique_values_complex),
    "unique_inverse": dict.fromkeys(["complex64", "complex128"], _unique_complex),
}

# Checks that torch does not make itself, by operation: none.
CHECKS: dict[str, Any] = {}
