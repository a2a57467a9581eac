"""Every row on every backend: values against NumPy in float64, dtypes, shapes, special values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy
import pytest

import ivy
from ivy import backends
from ivy.backends import NAMES
from ivy_tests.cases import ALL
from ivy_tests.support.backends import AVAILABLE, needs
from ivy_tests.support.compare import assert_same, name_of, to_numpy
from ivy_tests.support.rows import Call, Case, Drawn, arrays, each_call, native

_TEXT = {"ids": lambda v: repr(v) if isinstance(v, Case | Call) else str(v)}


def run(case: Case, which: Call, dtype: str) -> tuple[Any, Any]:
    """Return the result of a call on the current backend, and its arguments afterwards."""
    args, options = map(arrays, case.arguments(which, dtype))
    return case.public(*args, **options), (args, options)


def check(case: Case, which: Call, dtype: str, result: Any) -> None:
    """Assert that the result of a call is what the oracle says."""
    expected = case.expected(*case.arguments(which, dtype))
    if isinstance(expected, list | tuple):
        results, expected = list(result), list(expected)
    else:
        results, expected = [result], [expected]
    dtypes = case.result_dtypes(which, dtype)
    dtypes *= len(expected) if len(dtypes) == 1 else 1
    assert len(results) == len(expected) == len(dtypes)
    if case.no_values:
        assert [r.shape for r in results] == [e.shape for e in expected]
        assert [r.dtype for r in results] == dtypes
        return
    if case.canonical:
        assert [r.shape for r in results] == [e.shape for e in expected]
        assert [r.dtype for r in results] == dtypes
        # What is compared has the precision of the result.
        common = {"dtype": dtypes[0]}
        real = name_of(numpy.zeros(0, native(dtypes[0])).real)
        complex_dtype = next((d for d in dtypes if d.startswith("complex")), dtypes[0])
        for r, e in zip(case.canonical(*results), case.canonical(*expected), strict=True):
            kind = complex_dtype if r.dtype.kind == "c" else real
            values = r.astype(native(kind))
            assert_same(values, e, **{**common, "dtype": kind}, **tolerance(case))
        return
    for r, e, name in zip(results, expected, dtypes, strict=True):
        assert_same(r, wrapped(e, name), dtype=name, **tolerance(case))


def tolerance(case: Case) -> dict[str, Any]:
    """Return the options of a comparison that a row states."""
    return {"loosen": case.loosen, "reason": case.reason}


def wrapped(expected: Any, dtype: str) -> Any:
    """Return what an oracle computed in int64 in a smaller integer dtype, wrapped around."""
    expected = numpy.asarray(expected)
    if numpy.issubdtype(expected.dtype, numpy.integer):
        target = native(dtype)
        if numpy.issubdtype(target, numpy.integer):
            return expected.astype(target)
    return expected


def same_bits(a: Any, b: Any) -> bool:
    """Return whether two nests of arguments hold equal arrays."""
    if isinstance(a, dict):
        return all(same_bits(a[k], b[k]) for k in a)
    if isinstance(a, list | tuple):
        return all(map(same_bits, a, b))
    a, b = to_numpy(a), to_numpy(b)
    return a.dtype == b.dtype and a.tobytes() == b.tobytes()


@pytest.mark.parametrize(("case", "which"), each_call(ALL), **_TEXT)
def test_values(case, which, backend):
    result, (args, options) = run(case, which, case.main_dtype)
    check(case, which, case.main_dtype, result)
    before = case.arguments(which, case.main_dtype)
    if before[0] and not isinstance(before[0][0], str):
        assert same_bits((args, options), before), "the operation changed its input"


@pytest.mark.parametrize(
    ("case", "which"), [(c, which) for c in ALL for which in c.special], **_TEXT
)
def test_special_values(case, which, backend):
    dtype = case.main_dtype
    result, _ = run(case, which, dtype)
    check(case, which, dtype, result)


# A dtype of each kind.
REPRESENTATIVES = ("bool", "uint8", "int64", "bfloat16", "float64", "complex64")


def has_own(case: Case, backend: str) -> bool:
    """Return whether a backend has a function of its own for an operation, not only its body."""
    if backend not in AVAILABLE:  # then the test is skipped
        return False
    return hasattr(backends.chapter(backend, case.spec.chapter), case.name)


def dtypes_on_each_backend() -> list[Any]:
    """Return (case, dtype, backend) for every dtype that a backend has code for.

    That is every one that an operation takes, unless the backend has no function of its own: then
    a dtype of each kind, for the body is made of operations that are tested in all.
    """
    return [
        pytest.param(case, dtype, name, marks=needs(name), id=f"{case.name}-{dtype}-{name}")
        for case in ALL
        for name in NAMES
        for dtype in case.accepted
        if len(case.accepted) > 1
        and (dtype in REPRESENTATIVES or case.dtypes or has_own(case, name))
    ]


@pytest.mark.parametrize(
    ("case", "dtype", "backend"), dtypes_on_each_backend(), indirect=["backend"]
)
def test_dtypes(case, dtype, backend):
    result, _ = run(case, case.calls[0], dtype)
    check(case, case.calls[0], dtype, result)


def operands_of_other_dtypes() -> list[Any]:
    """Return calls of operations on floats that promote, with one operand in another dtype."""
    found = []
    for case in ALL:
        names = [p.name for p in case.spec.params]
        if not {"float64", "int64"} <= set(case.accepted) or case.main_dtype != "float32":
            continue
        which = max(case.calls, key=lambda c: len(c.args))
        places = [
            i
            for i, v in enumerate(which.args)
            if isinstance(v, Drawn) and not v.dtype and names[i] in case.spec.promoted
        ]
        dtypes = [(i, "float64") for i in places]
        if case.spec.dtypes in ("floating", "real floating"):  # oracles compute as floats
            dtypes += [(i, "int64") for i in places[:1]]
        for i, dtype in dtypes if len(places) > 1 else ():
            args = list(which.args)
            args[i] = replace(args[i], dtype=dtype)
            changed = Call(tuple(args), which.options)
            found.append(pytest.param(case, changed, id=f"{case.name}-{names[i]}-{dtype}"))
    return found


@pytest.mark.parametrize(("case", "which"), operands_of_other_dtypes())
def test_operands_of_two_dtypes_are_promoted_first(case, which, backend):
    result, _ = run(case, which, "float32")
    check(case, which, "float32", result)


@pytest.mark.parametrize(
    ("case", "dtype"), [(c, c.rejected[-1]) for c in ALL if c.rejected and not c.dtypes], **_TEXT
)
def test_dtypes_that_an_operation_does_not_take(case, dtype, backend):
    args, options = map(arrays, case.arguments(case.calls[0], dtype))
    with pytest.raises(TypeError, match=rf"^ivy\.{case.name}: expected {case.spec.dtypes} arrays"):
        case.public(*args, **options)


@pytest.mark.parametrize("name", ["log", "log2", "log10", "sqrt", "abs", "log1p"])
def test_complex_numbers_whose_square_overflows(name, backend):
    # Enough of them that vector instructions are used.
    z = numpy.array([9.223405e18 + 1.597533e19j, 3e30 - 2e25j, -1e38 + 1e38j] * 8)
    oracle = getattr(numpy, name)
    for dtype, scale in (("complex64", 1.0), ("complex128", 1e270)):
        x = (z * scale).astype(dtype) if dtype == "complex64" else z.astype(dtype) * scale
        with numpy.errstate(all="ignore"):
            expected = oracle(x.astype("complex128"))
        got = ivy.to_numpy(getattr(ivy, name)(ivy.asarray(x)))
        rtol = {"complex64": 1e-6, "complex128": 1e-14}[dtype]
        numpy.testing.assert_allclose(got, expected, rtol=rtol)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_tanh_of_an_infinite_real_part(dtype, backend):
    # The standard's special cases, and that the function is odd.
    imaginary = numpy.array([2.0, -2.0, 1.0, 4.0, 1.4e16, -1.4e16, 0.0, -0.0] * 4)
    for end in (1.0, -1.0):
        z = numpy.empty(imaginary.shape, dtype)
        z.real, z.imag = end * numpy.inf, imaginary
        for x in (z, z[:1], z[0]):
            got = ivy.to_numpy(ivy.tanh(ivy.asarray(x)))
            assert numpy.all(got == end)
            assert numpy.all(numpy.signbit(got.imag) == numpy.signbit(x.imag))


@pytest.mark.parametrize(
    "name", ["acos", "acosh", "asin", "asinh", "atan", "atanh", "exp", "log", "sin", "tan"]
)
def test_complex_numbers_of_which_half_is_nan(name, backend):
    parts = [7.5e153, -1e300, 1e10, 1e-300, 3.0]
    z = numpy.array([complex(numpy.nan, b) for b in parts] + [complex(b, numpy.nan) for b in parts])
    with numpy.errstate(all="ignore"):
        want = getattr(numpy, name)(z)
        got = ivy.to_numpy(getattr(ivy, name)(ivy.asarray(z)))
    numpy.testing.assert_array_equal(numpy.isnan(got.real), numpy.isnan(want.real))
    numpy.testing.assert_array_equal(numpy.isnan(got.imag), numpy.isnan(want.imag))
