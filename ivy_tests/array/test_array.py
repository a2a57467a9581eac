"""The array object: conversion, text, copies, operators, in-place changes, attributes."""

from __future__ import annotations

import copy
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
    assert operator.index(ivy.asarray(3)) == 3
    assert [10, 20, 30][ivy.asarray(1)] == 20
    assert list(range(ivy.asarray(2))) == [0, 1]


def test_truth_of_many_elements_is_an_error(backend):
    with pytest.raises(ValueError, match=r"shape \(2,\) is ambiguous; use ivy\.any or ivy\.all"):
        bool(ivy.asarray([1, 2]))
    with pytest.raises(ValueError, match="ambiguous"):
        bool(ivy.zeros((0,)))


@pytest.mark.parametrize("value", [1.0, True])
def test_index_must_be_an_integer(value, backend):
    with pytest.raises(TypeError, match="expected an integer array as an index"):
        operator.index(ivy.asarray(value))


def test_dlpack(backend):
    # tensorflow's runtime gives no DLPack capsule by these methods.
    if backend == "tensorflow":
        pytest.skip("tf.Tensor has no __dlpack__")
    x = ivy.asarray([1.0, 2.0])
    assert numpy.from_dlpack(x).tolist() == [1.0, 2.0]


def test_iteration(backend):
    rows = list(ivy.asarray([[1, 2], [3, 4]]))
    assert_same(rows, [[1, 2], [3, 4]])
    first, second = ivy.asarray([1.0, 2.0])
    assert_same([first, second], [1.0, 2.0])
    assert list(ivy.zeros((0, 2))) == []
    assert 2 in ivy.asarray([1, 2])


def test_asarray_of_nested_arrays(backend):
    x = ivy.asarray(1.5)
    assert_same(ivy.asarray([x, 2.5]), [1.5, 2.5])
    assert_same(ivy.asarray([[x, x], [x, x]]), [[1.5, 1.5], [1.5, 1.5]])


def test_asarray_of_python_values(backend):
    assert_same(ivy.asarray([]), numpy.zeros(0, "float32"))
    assert_same(ivy.asarray([1, 2.5]), [1.0, 2.5])
    assert_same(ivy.asarray([True, 2]), [1, 2])
    assert_same(ivy.asarray(range(3)), [0, 1, 2])
    assert_same(ivy.asarray((1, 2), dtype="uint8"), numpy.array([1, 2], "uint8"))
    assert_same(ivy.asarray(2**63), numpy.uint64(2**63), dtype="uint64")


def test_asarray_copies_when_asked(backend):
    values = numpy.array([1.0, 2.0])
    x = ivy.asarray(values, copy=True)
    values[0] = 7
    assert_same(x, numpy.array([1.0, 2.0]))


def test_array_always_copies(backend):
    x = ivy.asarray([1.0, 2.0])
    y = ivy.array(x)
    y[0] = 7
    assert_same(x, [1.0, 2.0])
    assert_same(ivy.array([1, 2], dtype="int8"), numpy.array([1, 2], "int8"))


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
