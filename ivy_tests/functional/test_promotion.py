"""The promotion table: against the standard's, and on every backend."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy.dtypes import ALL, PROMOTION, promote
from ivy_tests.support.compare import assert_same
from ivy_tests.support.rows import native

# The standard's tables: rows and columns in this order. "-" is not allowed.
_NAMES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
_INTEGERS = """
    int8  int16 int32 int64 int16  int32  int64  -
    int16 int16 int32 int64 int16  int32  int64  -
    int32 int32 int32 int64 int32  int32  int64  -
    int64 int64 int64 int64 int64  int64  int64  -
    int16 int16 int32 int64 uint8  uint16 uint32 uint64
    int32 int32 int32 int64 uint16 uint16 uint32 uint64
    int64 int64 int64 int64 uint32 uint32 uint32 uint64
    -     -     -     -     uint64 uint64 uint64 uint64
"""
_FLOAT_NAMES = ["float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
# bfloat16 is ours: with float16 it becomes float32, which holds both.
_FLOATS = """
    float16    float32    float32    float64    complex64  complex128
    float32    bfloat16   float32    float64    complex64  complex128
    float32    float32    float32    float64    complex64  complex128
    float64    float64    float64    float64    complex128 complex128
    complex64  complex64  complex64  complex128 complex64  complex128
    complex128 complex128 complex128 complex128 complex128 complex128
"""


def _table(names, text):
    rows = [line.split() for line in text.strip().splitlines()]
    return {
        (a, b): cell
        for a, row in zip(names, rows, strict=True)
        for b, cell in zip(names, row, strict=True)
    }


EXPECTED = _table(_NAMES, _INTEGERS) | _table(_FLOAT_NAMES, _FLOATS)
# Ours as well: an integer takes the float's dtype, and a bool anything's.
EXPECTED |= {(i, f): f for i in _NAMES for f in _FLOAT_NAMES}
EXPECTED |= {(f, i): f for i in _NAMES for f in _FLOAT_NAMES}
_ALL = [*_NAMES, *_FLOAT_NAMES, "bool"]
EXPECTED |= {("bool", d): d for d in _ALL} | {(d, "bool"): d for d in _ALL}


def test_table():
    ours = {
        (a.name, b.name): PROMOTION[a, b].name if (a, b) in PROMOTION else "-"
        for a in ALL
        for b in ALL
    }
    assert ours == EXPECTED


def test_promotion_of_several_dtypes():
    assert promote(ivy.int8, ivy.uint8, ivy.float16) == "float16"
    with pytest.raises(TypeError, match=r"int8 and uint64 have no common dtype; cast one of them"):
        promote(ivy.int8, ivy.uint64)


@pytest.mark.parametrize("dtype", _ALL)
def test_promotion_of_arrays(dtype, backend):
    x = ivy.ones((1,), dtype=dtype)
    wanted = {b: EXPECTED[dtype, b] for b in _ALL if EXPECTED[dtype, b] != "-"}
    sums = {b: ivy.where(ivy.asarray([False]), x, ivy.ones((1,), dtype=b)) for b in wanted}
    assert {b: r.dtype.name for b, r in sums.items()} == wanted
    for b, r in sums.items():
        assert_same(r, numpy.ones(1), dtype=wanted[b])


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_dtypes_without_a_common_one(dtype, backend):
    x, y = ivy.ones((1,), dtype=dtype), ivy.ones((1,), dtype="uint64")
    with pytest.raises(TypeError, match=rf"^ivy\.add: {dtype} and uint64 have no common dtype"):
        ivy.add(x, y)


@pytest.mark.parametrize(
    ("dtype", "scalar", "expected"),
    [
        ("bool", True, "bool"),
        ("bool", 2, "int64"),
        ("bool", 2.5, "float32"),
        ("int8", 2, "int8"),
        ("uint64", 2, "uint64"),
        ("int8", True, "int8"),
        ("int8", 2.5, "float32"),
        ("int64", 2.5, "float32"),
        ("int8", 2j, "complex64"),
        ("float16", 2, "float16"),
        ("bfloat16", 2.5, "bfloat16"),
        ("float64", 2.5, "float64"),
        ("float32", 2j, "complex64"),
        ("float64", 2j, "complex128"),
        ("complex64", 2.5, "complex64"),
        ("complex128", 2j, "complex128"),
    ],
)
def test_scalars_give_their_kind_only(dtype, scalar, expected, backend):
    x = ivy.ones((2,), dtype=dtype)
    mask = ivy.asarray([False, True])
    wanted = numpy.array([scalar, 1], native(expected))
    assert_same(ivy.where(mask, x, scalar), wanted)
    assert_same(ivy.where(ivy.logical_not(mask), scalar, x), wanted)
    assert ivy.result_type(x, scalar) == expected


@pytest.mark.parametrize("scalar", [128, -129, 2**64])
def test_scalar_that_does_not_fit_is_an_error(scalar, backend):
    with pytest.raises(OverflowError, match=r"ivy\.add: expected a scalar that fits int8"):
        ivy.add(ivy.ones((1,), dtype="int8"), scalar)


def test_sequences_are_promoted(backend):
    parts = [ivy.asarray([1]), ivy.asarray([2.5], dtype="float16")]
    assert_same(ivy.concat(parts), numpy.array([1, 2.5], "float16"))
    assert_same(ivy.stack(parts), numpy.array([[1], [2.5]], "float16"))


def test_result_type():
    assert ivy.result_type(ivy.int8, ivy.asarray([1], dtype="uint8"), 3.0) == "float32"
    with pytest.raises(ValueError, match="expected at least one array or dtype"):
        ivy.result_type(1, 2.0)


def test_can_cast():
    assert ivy.can_cast(ivy.int8, ivy.int16)
    assert not ivy.can_cast(ivy.asarray([1.0]), ivy.int16)
    assert not ivy.can_cast(ivy.int8, ivy.uint64)


@pytest.mark.parametrize("to", _ALL)
def test_casts_between_all_dtypes(to, backend):
    # What a complex number is as a real one is not specified.
    for dtype in [d for d in _ALL if to.startswith("complex") or not d.startswith("complex")]:
        x = ivy.asarray(numpy.array([0, 1, 3]), dtype=dtype)
        wanted = numpy.array([0, 1, 1 if "bool" in (dtype, to) else 3])
        assert_same(ivy.astype(x, to), wanted, dtype=to)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_finfo_is_numpys(dtype):
    import ml_dtypes

    ours, theirs = ivy.finfo(dtype), ml_dtypes.finfo(native(dtype))
    assert (ours.bits, ours.dtype) == (theirs.bits, dtype)
    for name in ("eps", "max", "min", "smallest_normal"):
        assert getattr(ours, name) == float(getattr(theirs, name))


@pytest.mark.parametrize("dtype", _NAMES)
def test_iinfo_is_numpys(dtype):
    ours, theirs = ivy.iinfo(dtype), numpy.iinfo(dtype)
    assert (ours.bits, ours.min, ours.max) == (theirs.bits, theirs.min, theirs.max)


def test_isdtype():
    assert ivy.isdtype(ivy.int8, "integral")
    assert ivy.isdtype(ivy.int8, ("real floating", "signed integer"))
    assert not ivy.isdtype(ivy.bool, "numeric")
    assert ivy.isdtype(ivy.float32, ivy.float32)
    with pytest.raises(ValueError, match=r"ivy\.isdtype: expected a kind, got 'floaty'"):
        ivy.isdtype(ivy.int8, "floaty")


def test_bfloat16_keeps_its_bits(backend):
    values = numpy.array([1.0, 1.0078125, 3.140625], native("bfloat16"))
    x = ivy.asarray(values)
    assert x.dtype == "bfloat16"
    assert ivy.to_numpy(x).tobytes() == values.tobytes()
    assert ivy.to_numpy(ivy.to_backend(x, "numpy")).tobytes() == values.tobytes()
