"""What moves, finds, sorts or picks elements, where a row cannot say it: refusals and exact orders.

Each refusal is of one class on every backend, whatever its framework raises or lets pass.
"""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ivy
from ivy.errors import AxisError
from ivy_tests.support.compare import assert_same

X = numpy.arange(6.0, dtype="float32").reshape(2, 3)


def x() -> Any:
    """Return a matrix."""
    return ivy.asarray(X)


def zeros(*shape: int) -> Any:
    """Return zeros."""
    return ivy.zeros(shape)


def index(*values: Any) -> Any:
    """Return indices."""
    return ivy.asarray(list(values))


NO_AXIS = {
    "permute_dims": lambda a: ivy.permute_dims(x(), (0, a)),
    "swapaxes": lambda a: ivy.swapaxes(x(), a, 0),
    "moveaxis": lambda a: ivy.moveaxis(x(), a, 0),
    "moveaxis to": lambda a: ivy.moveaxis(x(), (0,), (a,)),
    "expand_dims": lambda a: ivy.expand_dims(x(), a + (1 if a > 0 else -1)),
    "expand_dims by several": lambda a: ivy.expand_dims(x(), (0, a + (2 if a > 0 else -2))),
    "squeeze": lambda a: ivy.squeeze(x(), a),
    "concat": lambda a: ivy.concat([x(), x()], axis=a),
    "stack": lambda a: ivy.stack([x(), x()], axis=a + (1 if a > 0 else -1)),
    "unstack": lambda a: ivy.unstack(x(), axis=a),
    "split": lambda a: ivy.split(x(), (1, 1), axis=a),
    "array_split": lambda a: ivy.array_split(x(), 2, axis=a),
    "flip": lambda a: ivy.flip(x(), axis=a),
    "flip several": lambda a: ivy.flip(x(), axis=(0, a)),
    "roll": lambda a: ivy.roll(x(), 1, axis=a),
    "repeat": lambda a: ivy.repeat(x(), 2, axis=a),
    "unflatten": lambda a: ivy.unflatten(x(), (1, -1), axis=a),
    "flatten": lambda a: ivy.flatten(x(), end_axis=a),
    "rot90": lambda a: ivy.rot90(x(), axes=(0, a)),
    "take": lambda a: ivy.take(x(), index(0), axis=a),
    "take_along_axis": lambda a: ivy.take_along_axis(x(), index([0]), axis=a),
    "add_along_axis": lambda a: ivy.add_along_axis(x(), index([0], [0]), zeros(2, 1), axis=a),
    "put_along_axis": lambda a: ivy.put_along_axis(x(), index([0]), 1, axis=a),
    "argmax": lambda a: ivy.argmax(x(), axis=a),
    "argmin": lambda a: ivy.argmin(x(), axis=a, keepdims=True),
    "count_nonzero": lambda a: ivy.count_nonzero(x(), axis=(0, a)),
    "sort": lambda a: ivy.sort(x(), axis=a),
    "argsort": lambda a: ivy.argsort(x(), axis=a, descending=True),
    "top_k": lambda a: ivy.top_k(x(), 1, axis=a),
    "partition": lambda a: ivy.partition(x(), 0, axis=a),
    "unique_consecutive": lambda a: ivy.unique_consecutive(x(), axis=a),
}


@pytest.mark.parametrize("axis", [2, -3])
@pytest.mark.parametrize("name", NO_AXIS)
def test_axis_that_does_not_exist(name, axis, backend):
    with pytest.raises(AxisError, match=rf"^ivy\.{name.split()[0]}: expected"):
        NO_AXIS[name](axis)


REFUSED = {
    "reshape to another size": lambda: ivy.reshape(x(), (4, 2)),
    "reshape with two unknowns": lambda: ivy.reshape(x(), (-1, -1)),
    "reshape with a negative length": lambda: ivy.reshape(x(), (-2, -3)),
    "reshape that does not divide": lambda: ivy.reshape(x(), (4, -1)),
    "permute_dims of some axes": lambda: ivy.permute_dims(zeros(2, 3, 4), (1, 0)),
    "permute_dims of one axis twice": lambda: ivy.permute_dims(x(), (0, 0)),
    "moveaxis of one axis twice": lambda: ivy.moveaxis(x(), (0, -2), (0, 1)),
    "moveaxis to fewer places": lambda: ivy.moveaxis(x(), (0, 1), (0,)),
    "expand_dims twice at one place": lambda: ivy.expand_dims(x(), (0, -4)),
    "squeeze of a long axis": lambda: ivy.squeeze(x(), 0),
    "broadcast_to a smaller rank": lambda: ivy.broadcast_to(x(), (3,)),
    "broadcast_to another length": lambda: ivy.broadcast_to(x(), (4, 3)),
    "broadcast_to a negative length": lambda: ivy.broadcast_to(zeros(1), (-1,)),
    "broadcast_shapes": lambda: ivy.broadcast_shapes((2,), (3,)),
    "broadcast_arrays": lambda: ivy.broadcast_arrays(x(), zeros(2, 2)),
    "expand with a new unknown": lambda: ivy.expand(x(), (-1, 2, 3)),
    "concat of other lengths": lambda: ivy.concat([x(), zeros(2, 2)]),
    "concat of other ranks": lambda: ivy.concat([x(), zeros(3)]),
    "concat with an empty vector": lambda: ivy.concat([x(), zeros(0)]),
    "stack of other shapes": lambda: ivy.stack([x(), zeros(3, 2)]),
    "split into too little": lambda: ivy.split(x(), (1, 1), axis=1),
    "split into less than nothing": lambda: ivy.split(x(), (4, -1), axis=1),
    "array_split into no part": lambda: ivy.array_split(x(), 0),
    "hsplit into unequal parts": lambda: ivy.hsplit(x(), 2),
    "vsplit of a vector": lambda: ivy.vsplit(zeros(4), 2),
    "roll by more shifts than axes": lambda: ivy.roll(x(), (1, 2), axis=(0,)),
    "tile a negative number of times": lambda: ivy.tile(x(), (-1,)),
    "repeat a negative number of times": lambda: ivy.repeat(x(), -1, axis=0),
    "repeat one a negative number of times": lambda: ivy.repeat(x(), index(1, 1, -1), axis=1),
    "repeat by too few numbers": lambda: ivy.repeat(x(), index(1, 2), axis=1),
    "pad in no known way": lambda: ivy.pad(x(), ((1, 1), (1, 1)), mode="linear_ramp"),
    "pad too few axes": lambda: ivy.pad(x(), ((1, 1),)),
    "pad by less than nothing": lambda: ivy.pad(x(), ((-1, 0), (0, 0))),
    "pad by nothing that there is": lambda: ivy.pad(zeros(0, 2), ((1, 0), (0, 0)), mode="edge"),
    "nonzero of a number": lambda: ivy.nonzero(zeros()),
    "searchsorted in a matrix": lambda: ivy.searchsorted(x(), 1.0),
    "searchsorted on no side": lambda: ivy.searchsorted(zeros(3), 1.0, side="middle"),
    "searchsorted by a short sorter": lambda: ivy.searchsorted(zeros(3), 1.0, sorter=index(0)),
    "select without a condition": lambda: ivy.select([], [x()]),
    "top_k of too few": lambda: ivy.top_k(x(), 4),
    "partition at no place": lambda: ivy.partition(x(), 3),
    "take without an axis": lambda: ivy.take(x(), index(0)),
    "take_along_axis by other ranks": lambda: ivy.take_along_axis(x(), index(0)),
    "scatter in no known way": lambda: ivy.scatter(zeros(3), index(0), 1, reduction="median"),
    "scatter means of integers": lambda: ivy.scatter(index(1), index(0), 1, reduction="mean"),
    "gather_nd from other batches": lambda: ivy.gather_nd(x(), index([[0]]), batch_dims=1),
    "segment_sum of too few": lambda: ivy.segment_sum(x(), index(0, 0, 0), num_segments=1),
    "segment_max of a number": lambda: ivy.segment_max(zeros(), index(0), num_segments=1),
    "fill_diagonal of a vector": lambda: ivy.fill_diagonal(zeros(3), 1),
    "as_strided without a stride": lambda: ivy.as_strided(x(), (2,), ()),
    "trim_zeros of a matrix": lambda: ivy.trim_zeros(x()),
    "invert_permutation of a matrix": lambda: ivy.invert_permutation(index([0, 1])),
    "ravel_multi_index of too few": lambda: ivy.ravel_multi_index([index(0)], (2, 2)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_arguments_that_make_no_sense(name, backend):
    with pytest.raises((ValueError, IndexError), match=r"^ivy\.\w+: expected"):
        REFUSED[name]()


def test_as_strided_beyond_the_end(backend):
    with pytest.raises(IndexError, match=r"^ivy\.as_strided: expected"):
        ivy.as_strided(x(), (3, 3), (2, 1))


def test_reshape_that_needs_a_copy_refuses_to_make_none(backend):
    if backend in ("tensorflow", "jax"):
        pytest.skip("nothing tells a copy of an immutable array from none")
    with pytest.raises(ValueError, match="copy"):
        ivy.reshape(ivy.permute_dims(x(), (1, 0)), (6,), copy=False)


def test_broadcast_shapes():
    assert ivy.broadcast_shapes() == ()
    assert ivy.broadcast_shapes((2, 1), (), (1, 3)) == (2, 3)
    assert ivy.broadcast_shapes((0, 1), (1, 3)) == (0, 3)
    assert ivy.broadcast_shapes((None, 3), (2, 1)) == (None, 3)


def test_broadcast_arrays_keeps_dtypes(backend):
    a, b = ivy.broadcast_arrays(ivy.asarray([[1], [2]]), ivy.asarray([1.0, 2.0, 3.0]))
    assert_same(a, [[1, 1, 1], [2, 2, 2]])
    assert_same(b, numpy.asarray([[1, 2, 3]] * 2, "float32"))
    assert ivy.broadcast_arrays() == ()


def test_searchsorted_beyond_the_numbers_of_int64(backend):
    a = ivy.asarray(numpy.array([1, 2**63, 2**64 - 1], "uint64"))
    b = ivy.asarray(numpy.array([2**63 + 1, 0, 2**64 - 1], "uint64"))
    assert_same(ivy.searchsorted(a, b), [2, 0, 2])


def test_shares_of_a_scatter_without_its_own_value(backend):
    # What replaces the value is written first where an element shall not count itself.
    start = ivy.scatter(ivy.ones(3), index(0, 0, 2), 0)
    assert_same(
        ivy.scatter(start, index(0, 0, 2), ivy.asarray([2.0, 5.0, 4.0]), reduction="sum"),
        numpy.asarray([7.0, 1.0, 4.0], "float32"),
    )


def test_where_takes_scalars_of_any_kind(backend):
    condition = ivy.asarray([True, False])
    a = ivy.asarray([1, 2], dtype="int32")
    assert ivy.where(condition, a, 7).dtype == "int32"
    assert ivy.where(condition, 0.5, a).dtype == "float32"
    assert ivy.where(condition, a, 1j).dtype == "complex64"
    assert ivy.where(condition, ivy.zeros(2, dtype="float16"), 2.5).dtype == "float16"
    assert ivy.where(condition, condition, False).dtype == "bool"
    assert_same(ivy.where(condition, 0.5, a), numpy.asarray([0.5, 2.0], "float32"))
