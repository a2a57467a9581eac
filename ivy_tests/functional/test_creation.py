"""What rows cannot say of creation: conversion from Python, memory that is shared, errors."""

from __future__ import annotations

import array
import collections
import enum

import jax
import numpy
import pytest

import ivy
from ivy_tests.support.backends import needs
from ivy_tests.support.compare import assert_same


class Lender:
    """An array of an unknown library, which speaks DLPack."""

    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


class Number(enum.IntEnum):
    """A number that is not of Python's own type."""

    THREE = 3


def aligned(values):
    """Return values at an address that every framework can share."""
    room = numpy.empty(values.nbytes + 64, "uint8")
    start = -room.ctypes.data % 64
    out = room[start : start + values.nbytes].view(values.dtype)
    out[:] = values
    return out


# -- asarray -------------------------------------------------------------------------------------


def _text(value):
    """Name an argument in a test's id; one whose text has an address, by its type."""
    return type(value).__name__ if " at 0x" in repr(value) else repr(value)


@pytest.mark.parametrize(
    ("obj", "values", "dtype"),
    [
        (True, True, "bool"),
        (1, 1, "int64"),
        (1.5, 1.5, "float32"),
        (1j, 1j, "complex64"),
        (Number.THREE, 3, "int64"),
        ([], [], "float32"),
        ([[], []], [[], []], "float32"),
        ([True, 2], [1, 2], "int64"),
        ([1, 2.5, False], [1.0, 2.5, 0.0], "float32"),
        ([1, 1j], [1, 1j], "complex64"),
        (range(3), [0, 1, 2], "int64"),
        ([range(2), (3, 4)], [[0, 1], [3, 4]], "int64"),
        (collections.deque([1.0, 2]), [1.0, 2.0], "float32"),
        (2**63, numpy.uint64(2**63), "uint64"),
        ([2**63, 1], numpy.array([2**63, 1], "uint64"), "uint64"),
        (b"abc", [97, 98, 99], "uint8"),
        (bytearray(b"ab"), [97, 98], "uint8"),
        (memoryview(b"ab")[1:], [98], "uint8"),
        (array.array("h", [1, -2]), [1, -2], "int16"),
        (numpy.float16(1.5), 1.5, "float16"),
        ([numpy.float64(1.5), 1], [1.5, 1.0], "float64"),
        ([numpy.array([1, 2], "int8"), [3, 4]], [[1, 2], [3, 4]], "int8"),
        (numpy.array([1.5], ">f4"), [1.5], "float32"),
        (numpy.arange(4.0)[::-2], [3.0, 1.0], "float64"),
        (Lender(numpy.arange(4.0)[::-2]), [3.0, 1.0], "float64"),
    ],
    ids=_text,
)
def test_asarray(obj, values, dtype, backend):
    x = ivy.asarray(obj)
    assert x.backend == backend
    assert_same(x, values, dtype=dtype)


def test_asarray_in_the_default_dtypes_that_are_set(backend):
    with ivy.config.int_dtype("int32"), ivy.config.float_dtype("float64"):
        assert_same(ivy.asarray([1, 2]), [1, 2], dtype="int32")
        assert_same(ivy.asarray([1, 0.1]), [1, 0.1], dtype="float64")
        with pytest.raises(OverflowError, match="numbers that fit int32"):
            ivy.asarray(2**31)


@pytest.mark.parametrize(
    ("obj", "dtype", "error"),
    [
        ([300], "int8", OverflowError),
        (-1, "uint64", OverflowError),
        ([2**63, -1], None, OverflowError),
        (2**64, None, OverflowError),
        ([1e30], "int64", OverflowError),
        ([ivy.nan], "int64", ValueError),
        (1j, "float32", TypeError),
        ([[1], [2, 3]], None, ValueError),
        ("abc", None, TypeError),
        (["1"], "float32", TypeError),
        (None, None, TypeError),
        ([None], "float32", TypeError),
        ({1, 2}, None, TypeError),
        (object(), None, TypeError),
        (numpy.array(["a"]), None, TypeError),
        (numpy.array([1], numpy.longdouble), None, TypeError),
        ([1], "int7", TypeError),
    ],
    ids=_text,
)
def test_asarray_refuses(obj, dtype, error, backend):
    with pytest.raises(error, match="expected"):
        ivy.asarray(obj, dtype=dtype)


def test_asarray_of_nested_arrays(backend):
    x = ivy.asarray(1.5)
    assert_same(ivy.asarray([x, 2.5]), [1.5, 2.5])
    assert_same(ivy.asarray([[x, x], [True, 2]]), [[1.5, 1.5], [1.0, 2.0]])
    assert_same(ivy.asarray([x, numpy.array(3)], dtype="int32"), [1, 3], dtype="int32")
    assert_same(ivy.asarray([x.native, ivy.asarray(2)]), [1.5, 2.0])
    with pytest.raises(ValueError, match="one shape"):
        ivy.asarray([x, [x]])
    with pytest.raises(TypeError, match="expected numbers"):
        ivy.asarray([x, "a"])


@needs("torch")
def test_asarray_of_nested_arrays_stays_on_their_backend():
    with ivy.with_backend("torch"):
        x = ivy.asarray(1.5)
    assert ivy.asarray([x, 2]).backend == "torch"


def test_asarray_of_nested_arrays_has_derivatives(backend):
    x = ivy.asarray(3.0)
    assert_same(ivy.grad(lambda x: ivy.sum(ivy.asarray([x * x, [x][0], 1.0])))(x), 7.0)


@needs("jax")
def test_asarray_of_nested_arrays_compiles():
    with ivy.with_backend("jax"):
        out = jax.jit(lambda x: ivy.asarray([x, 2 * x, 1]).data)(jax.numpy.float32(2))
    assert out.tolist() == [2.0, 4.0, 1.0]


def test_asarray_copies_when_asked(backend):
    values = numpy.array([1.0, 2.0])
    x = ivy.asarray(values, copy=True)
    values[0] = 7
    assert_same(x, numpy.array([1.0, 2.0]))
    assert ivy.asarray(x) is x
    assert ivy.asarray(x, copy=False) is x
    assert ivy.asarray(x, copy=True) is not x


@pytest.mark.parametrize(
    "wrap", [lambda v: v, memoryview, Lender], ids=["array", "buffer", "dlpack"]
)
def test_asarray_without_a_copy(wrap, backend):
    values = aligned(numpy.arange(16.0, dtype="float32"))
    x = ivy.asarray(wrap(values), copy=False)
    assert (x.backend, x.tolist()) == (backend, list(range(16)))
    values[0] = 7
    assert float(x[0]) == 7
    with pytest.raises(ValueError, match="copy=False"):
        ivy.asarray(wrap(values), dtype="float64", copy=False)


@pytest.mark.parametrize("obj", [1.5, [1, 2], range(2)], ids=repr)
def test_asarray_needs_a_copy(obj, backend):
    with pytest.raises(ValueError, match="copy=False"):
        ivy.asarray(obj, copy=False)


# -- from_dlpack ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        numpy.arange(6.0).reshape(2, 3).T,
        numpy.arange(6)[::2],
        numpy.arange(6)[::-1],
        numpy.broadcast_to(numpy.float32(1), (3,)),
        numpy.array(2.0),
        numpy.zeros((0, 3)),
        numpy.array([True, False]),
        numpy.float32(2),
    ],
    ids=["transposed", "strided", "reversed", "repeated", "0-d", "empty", "bool", "scalar"],
)
@pytest.mark.parametrize("copy", [None, True])
def test_from_dlpack(values, copy, backend):
    x = ivy.from_dlpack(values, copy=copy)
    assert x.backend == backend
    assert_same(x, values, dtype=values.dtype.name)


def test_from_dlpack_shares_or_copies(backend):
    values = aligned(numpy.arange(16.0))
    shared, copied = ivy.from_dlpack(values, copy=False), ivy.from_dlpack(values, copy=True)
    values[0] = 7
    assert (float(shared[0]), float(copied[0])) == (7.0, 0.0)


def test_from_dlpack_refuses(backend):
    with pytest.raises(AttributeError, match="expected an object with __dlpack__"):
        ivy.from_dlpack([1])
    if backend != "numpy":
        with pytest.raises(BufferError, match="copy=False, but a copy is needed"):
            ivy.from_dlpack(numpy.arange(3)[::-1], copy=False)
    with pytest.raises(ValueError, match="device"):
        ivy.from_dlpack(numpy.arange(3), device="gpu:7")


# -- other ---------------------------------------------------------------------------------------


def test_meshgrid(backend):
    x, y, z = numpy.arange(3), numpy.array([1.5, 2.5]), numpy.array([True])
    for indexing in ("xy", "ij"):
        ours = ivy.meshgrid(*map(ivy.asarray, (x, y, z)), indexing=indexing)
        theirs = numpy.meshgrid(x, y, z, indexing=indexing)
        assert type(ours) is tuple
        for a, b in zip(ours, theirs, strict=True):
            assert_same(a, b, dtype=b.dtype.name)
    assert ivy.meshgrid() == ()
    with pytest.raises(ValueError, match="expected one-dimensional arrays, got shapes"):
        ivy.meshgrid(ivy.ones((2, 2)))
    with pytest.raises(ValueError, match="expected indexing"):
        ivy.meshgrid(ivy.ones(2), indexing="yx")


def test_frombuffer(backend):
    values = numpy.arange(4, dtype="int16")
    assert_same(
        ivy.frombuffer(values.tobytes(), dtype="int16", offset=2, count=2), [1, 2], dtype="int16"
    )
    assert ivy.frombuffer(bytes(8)).dtype == "float32"
    with pytest.raises(ValueError, match="buffer"):
        ivy.frombuffer(b"abc", dtype="int16")


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: ivy.full(2, 300, dtype="int8"), OverflowError),
        (lambda: ivy.full(2, 2**70), OverflowError),
        (lambda: ivy.full(2, ivy.nan, dtype="int8"), ValueError),
        (lambda: ivy.full(2, 1j, dtype="float32"), TypeError),
        (lambda: ivy.full(2, ivy.ones(())), TypeError),
        (lambda: ivy.full_like(ivy.ones(2, dtype="uint8"), -1), OverflowError),
        (lambda: ivy.arange(1, 5, 0), ValueError),
        (lambda: ivy.arange(ivy.inf), ValueError),
        (lambda: ivy.arange(0, 2, 0.5, dtype="int64"), ValueError),
        (lambda: ivy.arange(3, dtype="bool"), TypeError),
        (lambda: ivy.linspace(0, 1, -1), ValueError),
        (lambda: ivy.geomspace(1, -1, 3), ValueError),
        (lambda: ivy.zeros(-1), ValueError),
        (lambda: ivy.ones((2, 1.5)), ValueError),
        (lambda: ivy.empty("a"), ValueError),
        (lambda: ivy.zeros(2, device="moon"), ValueError),
        (lambda: ivy.zeros(2, device="gpu:7"), ValueError),
        (lambda: ivy.tril(ivy.ones((2, 2)), k=2**70), OverflowError),
        (lambda: ivy.diag(ivy.ones((2, 2, 2))), ValueError),
        (lambda: ivy.vander(ivy.ones(2), n=-1), ValueError),
        (lambda: ivy.polyval(ivy.ones((2, 2)), ivy.ones(2)), ValueError),
    ],
)
def test_creation_refuses(make, error, backend):
    with pytest.raises(error):
        make()


def test_creation_of_numbers_that_are_not_pythons(backend):
    assert_same(ivy.full(2, numpy.float32(1.5)), [1.5, 1.5], dtype="float32")
    assert_same(ivy.full(2, numpy.int8(3)), [3, 3], dtype="int64")
    assert_same(ivy.full(2, numpy.bool_(True)), [True, True], dtype="bool")
    assert ivy.eye(2, k=-(2**70)).tolist() == [[0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize("dtype", [d.name for d in ivy.dtypes.ALL if d.name != "bool"])
def test_arange_in_every_dtype(dtype, backend):
    if dtype.startswith("complex"):
        with pytest.raises(TypeError, match="expected a real dtype"):
            ivy.arange(3, dtype=dtype)
        return
    assert_same(ivy.arange(5, 2, -1, dtype=dtype), [5, 4, 3], dtype=dtype)
    assert_same(ivy.arange(1, 9.5, 3, dtype=dtype), [1, 4, 7], dtype=dtype)


@pytest.mark.parametrize("numbers", [(2**63, 2**63 + 3), (2**64 - 1, 2**64 - 7, -2), (4, 0)])
def test_arange_beyond_int64(numbers, backend):
    expected = numpy.array(range(*numbers), "uint64")
    assert_same(ivy.arange(*numbers, dtype="uint64"), expected, dtype="uint64")
