"""`assert_same`, the one comparison of the tests: values, shape, dtype and backend.

Tolerances are multiples of the machine epsilon of the dtype of the result. They allow for the few
roundings that frameworks do differently, not for another algorithm's error: where rounding grows
with the number of terms, a case says so with ``loosen=`` and a reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy

import ivy
from ivy.array import Array, lift
from ivy.dtypes import DType, named

# How many times the machine epsilon a result may be off, relative to the expected value.
# Half-precision results are computed in float32, or in a few half-precision steps.
_MULTIPLES = {"bfloat16": 4, "float16": 4, "float32": 16, "float64": 16}

# dtype -> relative tolerance. Integers and bools are compared exactly.
TOLERANCES: dict[str, float] = {n: m * ivy.finfo(n).eps for n, m in _MULTIPLES.items()}
TOLERANCES |= {"complex64": TOLERANCES["float32"], "complex128": TOLERANCES["float64"]}


def assert_same(
    actual: Any,
    expected: Any,
    *,
    dtype: DType | str | None = None,
    backend: str | None = None,
    loosen: float = 1,
    reason: str = "",
) -> None:
    """Assert that a result is as expected.

    Parameters
    ----------
    actual
        An array of Ivy or of a framework, a scalar, or a sequence or mapping of these.
    expected
        The same from an oracle: a NumPy or framework array, a number, or nested lists.
    dtype
        The dtype that the result must have; by default that of `expected`, where Python numbers
        stand for the default dtypes.
    backend
        The backend that the result must live on; by default, for an Ivy array, the current one.
    loosen
        A factor on the tolerance of the dtype, which needs a `reason`.
    """
    if (loosen != 1) != bool(reason):
        raise ValueError("assert_same: loosen= needs a reason=, and a reason needs a loosen")
    options = {"dtype": dtype, "backend": backend, "loosen": loosen, "reason": reason}
    if isinstance(actual, Mapping):
        assert isinstance(expected, Mapping), f"expected no mapping, got {actual!r}"
        assert actual.keys() == expected.keys()
        for key in actual:
            assert_same(actual[key], expected[key], **options)
        return
    if isinstance(actual, list | tuple):
        assert isinstance(expected, list | tuple), f"expected one array, got {len(actual)}"
        assert len(actual) == len(expected), f"{len(actual)} results, expected {len(expected)}"
        for a, e in zip(actual, expected, strict=True):
            assert_same(a, e, **options)
        return
    _assert_backend(actual, backend)
    values, wanted = to_numpy(actual), to_numpy(expected)
    assert values.shape == wanted.shape, f"shape {values.shape}, expected {wanted.shape}"
    name = _dtype_of(expected, wanted) if dtype is None else str(dtype)
    assert name_of(values) == name, f"dtype {name_of(values)}, expected {name}"
    _assert_close(values, wanted, TOLERANCES.get(name, 0.0) * loosen)


def to_numpy(value: Any) -> Any:
    """Return an array of any kind, a number or nested lists as a NumPy array."""
    array = lift(value)
    if isinstance(array, Array):
        return numpy.asarray(array.to_numpy())
    return numpy.asarray(value)


def name_of(values: Any) -> str:
    """Return the name of the dtype of a NumPy array."""
    return named(values.dtype.name).name


def _assert_backend(actual: Any, backend: str | None) -> None:
    array = lift(actual)
    if backend is None:
        if not isinstance(actual, Array):
            return
        backend = ivy.current_backend()
    found = array.backend if isinstance(array, Array) else type(array).__name__
    assert found == backend, f"result on {found}, expected {backend}"


def _dtype_of(expected: Any, values: Any) -> str:
    if type(expected) in (bool, int, float, complex, list, tuple):
        kind = {"b": bool, "i": int, "u": int, "f": float, "c": complex}[values.dtype.kind]
        return ivy.config.default_dtype(kind).name
    return name_of(values)


def _assert_close(actual: Any, expected: Any, tolerance: float) -> None:
    if not tolerance:
        same = actual == expected
    else:
        kind = numpy.complex128 if actual.dtype.kind == "c" else numpy.float64
        actual, expected = actual.astype(kind), expected.astype(kind)
        finite = numpy.isfinite(expected)
        # An element counts relative to itself, and never to less than the rounding of the largest,
        # or of 1 if that is smaller: sums cancel to values near zero.
        largest = numpy.max(numpy.abs(expected), where=finite, initial=0.0)
        size = numpy.maximum(numpy.abs(numpy.where(finite, expected, 0)), min(1.0, largest))
        with numpy.errstate(invalid="ignore"):
            close = numpy.abs(actual - expected) <= tolerance * size
        same = numpy.where(finite, close, _same_special(actual, expected))
    if numpy.all(same):
        return
    wrong = numpy.argwhere(~numpy.asarray(same))
    at = tuple(int(i) for i in wrong[0])
    raise AssertionError(
        f"{len(wrong)} of {expected.size} elements differ (tolerance {tolerance:.3g}), the first "
        f"at {at}: {actual[at]!r}, expected {expected[at]!r}"
    )


def _same_special(actual: Any, expected: Any) -> Any:
    """Return where NaNs and infinities are the same; a complex NaN is one in either part."""
    if actual.dtype.kind != "c":
        return (actual == expected) | (numpy.isnan(actual) & numpy.isnan(expected))
    parts = (actual.real == expected.real) & (actual.imag == expected.imag)
    return parts | (numpy.isnan(actual) & numpy.isnan(expected))
