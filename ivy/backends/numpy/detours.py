"""What is done where NumPy has no kernel for a dtype, or one that means something else than Ivy.

For each operation and dtype there stands either the dtype to compute in, or the function to use
instead of the chapter's.
"""

from __future__ import annotations

from typing import Any

from ivy.backends.numpy.core import cast

_FLOATS = ("float16", "bfloat16", "float32", "float64")
_FLOAT32 = dict.fromkeys(["float16", "bfloat16"], "float32")


def _astype(x, dtype, /, *, copy=True, device=None):
    return x if not copy and x.dtype == dtype else cast(x, dtype)


DETOURS = {
    "astype": dict.fromkeys([*_FLOATS, "complex64", "complex128"], _astype),
    **dict.fromkeys(["conv2d", "conv2d_input_gradient", "conv2d_weight_gradient"], _FLOAT32),
    **dict.fromkeys(["matmul", "einsum", "svd"], _FLOAT32),
    "clip": {"bfloat16": "float32"},
}

# Checks that NumPy does not make itself, by operation: none.
CHECKS: dict[str, Any] = {}
