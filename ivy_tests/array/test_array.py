"""The array object: conversion, text, copies, operators, in-place changes, attributes."""

from __future__ import annotations

import copy
import dataclasses
import math
import operator
import pickle

import numpy
import pytest

import ivy
from ivy.array import Array
from ivy_tests.support.backends import AVAILABLE
from ivy_tests.support.compare import assert_same
from ivy_tests.support.rows import native

# -- text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "dtype", "text"),
    [
        ([1.0, 2.5], None, "Array([1. , 2.5], dtype=float32, backend='{}')"),
        (3, None, "Array(3, dtype=int64, backend='{}')"),
        ([], "float64", "Array([], dtype=float64, backend='{}')"),
        ([True, False], None, "Array([ True, False], dtype=bool, backend='{}')"),
        ([1 + 2j], None, "Array([1.+2.j], dtype=complex64, backend='{}')"),
        ([1.5, 2], "bfloat16", "Array([1.5, 2], dtype=bfloat16, backend='{}')"),
        (
            [[1, 2], [3, 4]],
            "int8",
            "Array([[1, 2],\n       [3, 4]], dtype=int8, backend='{}')",
        ),
        ([ivy.nan, ivy.inf], None, "Array([nan, inf], dtype=float32, backend='{}')"),
    ],
)
def test_repr(values, dtype, text, backend):
    x = ivy.asarray(values, dtype=dtype)
    assert repr(x) == str(x) == f"{x}" == text.format(backend)


@pytest.mark.parametrize(
    ("shape", "dtype", "text"),
    [
        ((0, 2), "float32", "[], shape=(0, 2)"),
        ((2, 0), "bfloat16", "[], shape=(2, 0)"),
        ((1200,), "bool", "[ True,  True,  True, ...,  True,  True,  True], shape=(1200,)"),
        ((1200,), "bfloat16", "[1, 1, 1, ..., 1, 1, 1], shape=(1200,)"),
        ((1, 1001), "uint64", "[[1, 1, 1, ..., 1, 1, 1]], shape=(1, 1001)"),
    ],
)
def test_repr_shows_a_shape_that_the_elements_hide(shape, dtype, text, backend):
    expected = f"Array({text}, dtype={dtype}, backend='{backend}')"
    assert repr(ivy.ones(shape, dtype=dtype)) == expected


def test_format_of_a_number(backend):
    assert f"{ivy.asarray(2.5):.2f}" == "2.50"
    assert f"{ivy.asarray([7]):03d}" == "007"


# -- attributes ----------------------------------------------------------------------------------


def test_attributes(backend):
    x = ivy.zeros((2, 3, 4), dtype="int16")
    assert (x.shape, x.ndim, x.size, x.dtype) == ((2, 3, 4), 3, 24, "int16")
    assert (x.backend, x.device, len(x)) == (backend, "cpu", 2)
    assert x.native is x.data
    assert type(x.shape) is tuple
    assert [type(n) for n in x.shape] == [int] * 3


def test_attributes_of_a_0d_array(backend):
    x = ivy.asarray(1.5)
    assert (x.shape, x.ndim, x.size) == ((), 0, 1)
    with pytest.raises(TypeError, match="0-d"):
        len(x)
    with pytest.raises(TypeError, match="0-d"):
        iter(x)


def test_transposed(backend):
    x = ivy.asarray([[1, 2, 3], [4, 5, 6]])
    assert_same(x.T, [[1, 4], [2, 5], [3, 6]])
    assert_same(x.mT, [[1, 4], [2, 5], [3, 6]])
    assert ivy.zeros((2, 3, 4)).mT.shape == (2, 4, 3)
    with pytest.raises(ValueError, match=r"x\.T is for two axes, got shape \(2,\); use x\.mT"):
        _ = ivy.zeros((2,)).T


def test_array_has_no_other_attributes(backend):
    with pytest.raises(AttributeError):
        ivy.zeros(2).name = "x"


def test_namespace(backend):
    x = ivy.zeros(2)
    assert x.__array_namespace__() is ivy
    assert x.__array_namespace__(api_version="2024.12") is ivy
    with pytest.raises(ValueError, match=r"expected a version .*2025\.12, got '2019\.01'"):
        x.__array_namespace__(api_version="2019.01")


def test_to_device(backend):
    x = ivy.asarray([1.0, 2.0])
    assert x.to_device("cpu") is x
    assert x.to_device(x.device) is x
    with pytest.raises(ValueError, match="has"):
        x.to_device("gpu:7")
    with pytest.raises(ValueError, match="expected a device such as 'cpu'"):
        x.to_device("moon")
    with pytest.raises(ValueError, match="expected stream=None"):
        x.to_device("cpu", stream=1)


def test_arrays_are_not_hashable(backend):
    with pytest.raises(TypeError, match="unhashable"):
        hash(ivy.zeros(2))


# -- conversion ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [d.name for d in ivy.dtypes.ALL])
def test_to_numpy_and_back(dtype, backend):
    values = numpy.array([[0, 1], [3, 1]]).astype(native(dtype))
    x = ivy.asarray(values)
    assert (x.dtype, x.backend) == (dtype, backend)
    there = x.to_numpy()
    assert type(there) is numpy.ndarray
    assert (there.dtype, there.tobytes()) == (values.dtype, values.tobytes())


def test_numpy_asarray(backend):
    x = ivy.asarray([1.0, 2.0])
    there = numpy.asarray(x)
    assert type(there) is numpy.ndarray
    assert (there.dtype, there.tolist()) == (numpy.float32, [1.0, 2.0])
    assert numpy.asarray(x, dtype="int8").dtype == numpy.int8
    assert numpy.array(x, copy=True).tolist() == [1.0, 2.0]


def test_copy_for_numpy_is_a_copy(backend):
    x = ivy.asarray([1.0, 2.0])
    there = numpy.array(x, copy=True)
    there[0] = 7
    assert_same(x, [1.0, 2.0])


def test_tolist_and_item(backend):
    assert ivy.asarray([[1, 2], [3, 4]]).tolist() == [[1, 2], [3, 4]]
    assert ivy.asarray(1.5).tolist() == 1.5
    item = ivy.asarray([2]).item()
    assert (item, type(item)) == (2, int)
    with pytest.raises(ValueError, match="size"):
        ivy.asarray([1, 2]).item()


def test_python_scalars(backend):
    assert bool(ivy.asarray(0.0)) is False
    assert bool(ivy.asarray([[3]])) is True
    assert int(ivy.asarray(2.9)) == 2
    assert float(ivy.asarray(2)) == 2.0
    assert complex(ivy.asarray(1 + 2j)) == 1 + 2j
    assert complex(ivy.asarray(True)) == 1 + 0j
    nan = complex(ivy.asarray(ivy.nan))  # as the standard says
    assert math.isnan(nan.real)
    assert math.isnan(nan.imag)
    assert operator.index(ivy.asarray(3)) == 3
    assert [10, 20, 30][ivy.asarray(1)] == 20
    assert list(range(ivy.asarray(2))) == [0, 1]


def test_truth_of_many_elements_is_an_error(backend):
    with pytest.raises(ValueError, match=r"shape \(2,\) is ambiguous; use ivy\.any or ivy\.all"):
        bool(ivy.asarray([1, 2]))
    with pytest.raises(ValueError, match="ambiguous"):
        bool(ivy.zeros((0,)))


@pytest.mark.parametrize(
    ("convert", "value", "error"),
    [
        *((int, ivy.inf, OverflowError), (int, ivy.nan, ValueError)),
        *((int, 1j, TypeError), (float, 1j, TypeError)),
    ],
)
def test_python_scalar_that_there_is_not(convert, value, error, backend):
    with pytest.raises(error):
        convert(ivy.asarray(value))


@pytest.mark.parametrize("value", [1.0, True])
def test_index_must_be_an_integer(value, backend):
    with pytest.raises(TypeError, match="expected an integer array as an index"):
        operator.index(ivy.asarray(value))


_DLPACK = [d.name for d in ivy.dtypes.ALL if d.name != "bfloat16"]


@pytest.mark.parametrize("dtype", _DLPACK)
@pytest.mark.parametrize("shape", [(2, 3), (), (0, 2)])
def test_dlpack(dtype, shape, backend):
    x = ivy.ones(shape, dtype=dtype)
    assert x.__dlpack_device__() == (1, 0)
    assert_same(ivy.to_numpy(x), numpy.from_dlpack(x), dtype=dtype)


def test_dlpack_of_bfloat16(backend):
    x = ivy.asarray([1.5, -2.0], dtype="bfloat16")
    for name in AVAILABLE:
        with ivy.with_backend(name):
            y = ivy.from_dlpack(x)
        assert (y.backend, y.dtype, y.tolist()) == (name, "bfloat16", [1.5, -2.0])


@pytest.mark.parametrize(
    "options",
    [
        *({"copy": c} for c in (None, False, True)),
        *({"max_version": (n, 0)} for n in (0, 1, 2)),
        {"dl_device": (1, 0), "copy": True},
        {"stream": -1},
    ],
    ids=str,
)
def test_dlpack_options(options, backend):
    assert type(ivy.ones(2).__dlpack__(**options)).__name__ == "PyCapsule"


def test_dlpack_copy_is_one(backend):
    x = ivy.asarray([1.0, 2.0])
    taken = [numpy.from_dlpack(_Capsule(x, copy)) for copy in (False, True)]
    assert [numpy.shares_memory(t, numpy.from_dlpack(x)) for t in taken] == [True, False]


class _Capsule:
    """Lends an array with an option that NumPy does not ask for."""

    def __init__(self, x, copy):
        self.x, self.copy = x, copy

    def __dlpack__(self, **options):
        return self.x.__dlpack__(copy=self.copy)

    def __dlpack_device__(self):
        return self.x.__dlpack_device__()


def test_dlpack_refuses_what_it_cannot_do(backend):
    x = ivy.ones(2)
    with pytest.raises(BufferError, match="expected dl_device"):
        x.__dlpack__(dl_device=(2, 0))
    with pytest.raises(ValueError, match="the CPU has no streams"):
        x.__dlpack__(stream=1)


def test_dlpack_of_read_only_memory(backend):
    values = numpy.arange(3.0)
    values.flags.writeable = False
    with ivy.with_backend("numpy"):
        x = ivy.asarray(values)
    assert_same(ivy.from_dlpack(x), [0.0, 1.0, 2.0], dtype="float64")


def test_iteration(backend):
    rows = list(ivy.asarray([[1, 2], [3, 4]]))
    assert_same(rows, [[1, 2], [3, 4]])
    first, second = ivy.asarray([1.0, 2.0])
    assert_same([first, second], [1.0, 2.0])
    assert list(ivy.zeros((0, 2))) == []
    assert 2 in ivy.asarray([1, 2])


# -- copies --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy])
def test_copies_do_not_share_changes(make, backend):
    x = ivy.asarray([1.0, 2.0])
    y = make(x)
    y[0] = 5
    x[1] = 7
    assert_same(x, [1.0, 7.0])
    assert_same(y, [5.0, 2.0])


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "bool", "uint64", "complex128"])
@pytest.mark.parametrize("shape", [(2, 3), (), (0, 2)])
def test_pickle(dtype, shape, backend):
    x = ivy.ones(shape, dtype=dtype)
    with ivy.with_backend("numpy"):
        y = pickle.loads(pickle.dumps(x))
    assert_same(y, ivy.to_numpy(x))


def test_pickle_of_all_backends_together():
    arrays = {name: ivy.to_backend(ivy.asarray([1.0]), name) for name in AVAILABLE}
    restored = pickle.loads(pickle.dumps(arrays))
    assert {n: (x.backend, x.tolist()) for n, x in restored.items()} == {
        n: (n, [1.0]) for n in AVAILABLE
    }


@dataclasses.dataclass
class Pair:
    """Two arrays."""

    x: Array
    y: Array


def test_dataclass_of_arrays(backend):
    pair = Pair(ivy.asarray([1.0]), ivy.asarray([2.0]))
    same = copy.deepcopy(dataclasses.replace(pair, x=ivy.asarray([3.0])))
    same.x[0] = 5
    assert_same([same.x, same.y, pair.x], [[5.0], [2.0], [1.0]])
    assert_same(dataclasses.asdict(pair)["y"], [2.0])
    assert_same(pickle.loads(pickle.dumps(pair)).x, [1.0])


# -- operators -----------------------------------------------------------------------------------

BINARY = [
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv),
    *(operator.mod, operator.pow),
]
COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
BITWISE = [operator.and_, operator.or_, operator.xor]
_OPERATORS = {"ids": lambda f: f.__name__}
A, B = numpy.array([7.0, 2.0, 5.0]), numpy.array([2.0, 3.0, 5.0])


def _float32(values):
    return numpy.asarray(values).astype("float32")


@pytest.mark.parametrize("function", BINARY, **_OPERATORS)
def test_operator(function, backend):
    a, b = ivy.asarray(_float32(A)), ivy.asarray(_float32(B))
    assert_same(function(a, b), function(A, B), dtype="float32")
    assert_same(function(a, 2), function(A, 2), dtype="float32")
    assert_same(function(a, 2.5), function(A, 2.5), dtype="float32")
    assert_same(function(2, b), function(2, B), dtype="float32")
    assert_same(function(2.5, b), function(2.5, B), dtype="float32")


@pytest.mark.parametrize("function", BINARY, **_OPERATORS)
def test_operator_with_native_arrays(function, backend):
    a, b = ivy.asarray(_float32(A)), ivy.asarray(_float32(B))
    assert_same(function(a, b.data), function(A, B), dtype="float32")
    if backend in ("numpy", "jax"):  # the others' operators do not give way
        assert_same(function(a.data, b), function(A, B), dtype="float32")


@pytest.mark.parametrize("function", COMPARISONS, **_OPERATORS)
def test_comparison(function, backend):
    a, b = ivy.asarray(A), ivy.asarray(B)
    assert_same(function(a, b), function(A, B))
    assert_same(function(a, 5.0), function(A, 5.0))
    assert_same(function(5.0, a), function(5.0, A))


@pytest.mark.parametrize("function", BITWISE, **_OPERATORS)
@pytest.mark.parametrize("kind", ["int64", "bool"])
def test_bitwise_operator(function, kind, backend):
    values = numpy.array([6, 5, 0]).astype(kind), numpy.array([3, 0, 1]).astype(kind)
    a, b = map(ivy.asarray, values)
    assert_same(function(a, b), function(*values))
    scalar = True if kind == "bool" else 3
    assert_same(function(a, scalar), function(values[0], scalar))
    assert_same(function(scalar, a), function(scalar, values[0]))


def test_matmul_operator(backend):
    a, b = numpy.arange(6.0).reshape(2, 3), numpy.arange(3.0)
    x, y = ivy.asarray(a), ivy.asarray(b)
    assert_same(x @ y, a @ b)
    assert_same(y @ x.mT, b @ a.T)
    with pytest.raises(TypeError, match=r"ivy\.matmul: expected an array, got x2=2\.0"):
        x @ 2.0


def test_unary_operators(backend):
    x = ivy.asarray([1.0, -2.0])
    assert_same(-x, [-1.0, 2.0])
    assert_same(+x, [1.0, -2.0])
    assert_same(abs(x), [1.0, 2.0])
    assert_same(~ivy.asarray([5, -1, 0]), [-6, 0, -1])
    assert_same(~ivy.asarray([True, False]), [False, True])
    assert_same(~ivy.asarray([0, 255], dtype="uint8"), numpy.array([255, 0], "uint8"))


@pytest.mark.parametrize("other", ["a", None, object(), {}])
def test_operator_with_what_is_no_operand(other, backend):
    x = ivy.asarray([1.0])
    with pytest.raises(TypeError, match="unsupported operand"):
        x + other
    with pytest.raises(TypeError, match="unsupported operand"):
        other - x
    assert (x == other) is False
    assert (x != other) is True


def test_operator_leaves_to_the_other_class(backend):
    class Other:
        def __radd__(self, other):
            return "mine"

    assert ivy.asarray([1.0]) + Other() == "mine"


def test_numpy_scalars_are_operands(backend):
    x = ivy.asarray([1.0, 2.0])
    if backend == "numpy":
        assert_same(x + numpy.float32(1), [2.0, 3.0])
        assert_same(numpy.float32(1) + x, [2.0, 3.0])
    else:
        with pytest.raises(TypeError, match="got arrays of"):
            x + numpy.float32(1)


# -- in-place ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [
        *(operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.ifloordiv),
        *(operator.imod, operator.ipow),
    ],
    **_OPERATORS,
)
def test_in_place_operator(function, backend):
    x, y = ivy.asarray(A), ivy.asarray(B)
    same = x
    result = function(x, y)
    assert result is same
    assert_same(x, function(A.copy(), B))
    assert_same(y, B)


def test_in_place_operator_changes_no_other_array(backend):
    x = ivy.asarray([1.0, 2.0])
    row, again, taken = x[0], ivy.reshape(x, (2, 1)), copy.copy(x)
    x += 1
    assert_same(row, 1.0)
    assert_same(again, [[1.0], [2.0]])
    assert_same(taken, [1.0, 2.0])
    assert_same(x, [2.0, 3.0])


def test_writing_to_a_part_changes_no_other_array(backend):
    x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    row = x[0]
    row[0] = 9
    assert_same(x, [[1.0, 2.0], [3.0, 4.0]])
    x[0] = 0
    assert_same(row, [9.0, 2.0])


def test_in_place_operator_keeps_the_dtype(backend):
    x = ivy.asarray([1, 2])
    with pytest.raises(TypeError, match="an in-place operation keeps shape and dtype"):
        x += 0.5
    with pytest.raises(TypeError, match="keeps shape and dtype"):
        x += ivy.ones((3, 2), dtype="int64")
    x += True
    assert_same(x, [2, 3])


def test_writing_does_not_change_what_was_given(backend):
    values = numpy.array([1.0, 2.0], "float32")
    given = ivy.asarray(values)
    native_array = given.data
    x = ivy.asarray(native_array)
    x[0] = 7
    assert ivy.asarray(native_array).tolist() == [1.0, 2.0]


def test_value_of_a_write_is_not_changed_later(backend):
    x, value = ivy.zeros((2,)), ivy.ones((2,))
    x[...] = value
    x[0] = 5
    assert_same(value, [1.0, 1.0])


def test_arrays_are_arrays(backend):
    x = ivy.zeros(2)
    assert isinstance(x, Array)
    assert isinstance(x, ivy.Array)
    assert type(x).__name__ == f"{backend.title()}Array"
