"""What runs in the place of NumPy's public reductions, on arrays.

The chapters are written with public names, because they are read by the transpiler. Of a reduction
of a small array most of the time goes into the Python function around the ufunc that does it. Here
that is called itself; it does the same with the elements, in the same order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ivy.backends.numpy import statistical

# A mean in these is a sum in the same dtype.
_OF_ITS_SUM = frozenset(map(np.dtype, ("float32", "float64", "complex64", "complex128")))


def _with_dtype(reduce: Any) -> Any:
    def run(x, /, *, axis=None, dtype=None, keepdims=False):
        return reduce(x, axis, dtype, None, keepdims)

    return run


def _without_dtype(reduce: Any) -> Any:
    def run(x, /, *, axis=None, keepdims=False):
        return reduce(x, axis, None, None, keepdims)

    return run


def _mean(x, /, *, axis=None, keepdims=False, sum=np.add.reduce):
    if x.size and x.dtype in _OF_ITS_SUM:
        total = sum(x, axis, None, None, keepdims)
        return total / (x.size // total.size)
    return statistical.mean(x, axis=axis, keepdims=keepdims)


_QUICK = {
    statistical.sum: _with_dtype(np.add.reduce),
    statistical.prod: _with_dtype(np.multiply.reduce),
    statistical.max: _without_dtype(np.maximum.reduce),
    statistical.min: _without_dtype(np.minimum.reduce),
    statistical.any: _without_dtype(np.logical_or.reduce),
    statistical.all: _without_dtype(np.logical_and.reduce),
    statistical.mean: _mean,
}


def quick(function: Any) -> Any:
    """Return what runs in the place of a chapter's function."""
    return _QUICK.get(function, function)
