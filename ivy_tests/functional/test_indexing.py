"""Reading and writing by every kind of key, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ivy
from ivy_tests.support.compare import assert_same
from ivy_tests.support.compiling import compiled

# Few shapes, so that compiled kernels are found again.
SHAPES = [(), (5,), (3, 4), (2, 3, 2), (0, 3)]


def values(shape: tuple[int, ...]) -> Any:
    """Return an array whose elements are all different."""
    return numpy.arange(numpy.prod(shape, dtype=int), dtype="int64").reshape(shape)


def integers(length: int) -> st.SearchStrategy[int]:
    """Draw an index of an axis."""
    return st.integers(-length, length - 1)


def slices(length: int) -> st.SearchStrategy[slice]:
    """Draw a slice of an axis, also one that reaches beyond it."""
    ends = st.none() | st.integers(-length - 1, length + 1)
    steps = st.none() | st.sampled_from([1, 2, 3, -1, -2])
    return st.builds(slice, ends, ends, steps)


@st.composite
def keys(draw: Any, shape: tuple[int, ...]) -> Any:
    """Draw a key for arrays of a shape: NumPy's basic and advanced indexing, mixed."""
    count = draw(st.integers(0, len(shape)))
    axes = shape[:count]
    advanced = draw(st.sampled_from([(), (2,), (2, 2)]))
    parts: list[Any] = []
    axis = 0
    while axis < count:
        length = axes[axis]
        choices = ["slice"]
        if length:
            choices += ["integer", "integer"]
            if advanced:
                choices += ["array", "array"]
        kind = draw(st.sampled_from(choices))
        if kind == "slice":
            parts.append(draw(slices(length)))
        elif kind == "integer":
            parts.append(draw(integers(length)))
        else:
            shape_of_array = draw(st.sampled_from([advanced, advanced[-1:], (1,)]))
            size = int(numpy.prod(shape_of_array))
            items = draw(st.lists(integers(length), min_size=size, max_size=size))
            parts.append(numpy.array(items, "int64").reshape(shape_of_array))
        axis += 1
    if draw(st.booleans()):
        # Axes that are left come before or after an ellipsis.
        place = draw(st.integers(0, len(parts)))
        after = parts[place:]
        if all(_fits(p, n) for p, n in zip(after, shape[len(shape) - len(after) :], strict=True)):
            parts.insert(place, ...)
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        parts.insert(draw(st.integers(0, len(parts))), None)
    return parts[0] if len(parts) == 1 and draw(st.booleans()) else tuple(parts)


def _fits(part: Any, length: int) -> bool:
    if isinstance(part, slice):
        return True
    return bool(numpy.all((-length <= numpy.asarray(part)) & (numpy.asarray(part) < length)))


@st.composite
def mask_keys(draw: Any, shape: tuple[int, ...]) -> Any:
    """Draw a key with a mask of some axes, alone or beside slices and integers."""
    first = draw(st.integers(0, max(len(shape) - 1, 0)))
    last = draw(st.integers(min(first + 1, len(shape)), len(shape)))
    covered = shape[first:last]
    size = int(numpy.prod(covered, dtype=int))
    bits = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    mask = numpy.array(bits, "bool").reshape(covered)
    if first == 0 and draw(st.booleans()):
        return mask
    before = [draw(slices(n)) for n in shape[:first]]
    after = [draw(slices(n) | integers(n) if n else slices(n)) for n in shape[last:]]
    return (*before, mask, *after[: draw(st.integers(0, len(after)))])


def ours(key: Any) -> Any:
    """Return a key with Ivy arrays in it."""
    if isinstance(key, tuple):
        return tuple(ours(k) for k in key)
    return ivy.asarray(key) if isinstance(key, numpy.ndarray) else key


def with_keys(strategy: Any) -> st.SearchStrategy[Any]:
    """Draw a shape and a key for it."""
    return st.sampled_from(SHAPES).flatmap(lambda s: st.tuples(st.just(s), strategy(s)))


def unrepeated(key: Any, shape: tuple[int, ...]) -> bool:
    """Return whether a key names no element twice: which value it then gets is not specified."""
    named = values(shape)[key]
    return len(numpy.unique(named)) == named.size


@given(case=with_keys(keys))
def test_reading(backend, case):
    shape, key = case
    x = values(shape)
    assert_same(ivy.asarray(x)[ours(key)], numpy.asarray(x[key]))


@given(case=with_keys(mask_keys))
def test_reading_by_masks(backend, case):
    shape, key = case
    x = values(shape)
    assert_same(ivy.asarray(x)[ours(key)], numpy.asarray(x[key]))


def check_writing(shape: tuple[int, ...], key: Any, scalar: bool) -> None:
    """Assert that writing by a key does what NumPy does."""
    if not unrepeated(key, shape):
        return
    expected, x = values(shape), ivy.asarray(values(shape), copy=True)
    written = -7 if scalar else -1 - numpy.arange(expected[key].size).reshape(expected[key].shape)
    expected[key] = written
    x[ours(key)] = written if scalar else ivy.asarray(written)
    assert_same(x, expected)


@given(case=with_keys(keys), scalar=st.booleans())
def test_writing(backend, case, scalar):
    check_writing(*case, scalar)


@given(case=with_keys(mask_keys), scalar=st.booleans())
def test_writing_by_masks(backend, case, scalar):
    check_writing(*case, scalar)


@given(case=with_keys(keys))
def test_adding_counts_every_mention(backend, case):
    shape, key = case
    expected = values(shape)
    numpy.add.at(expected, key, 1000)
    x = ivy.asarray(values(shape), copy=True)
    assert_same(ivy.add_at(x, 1000, ours(key)), expected)


@pytest.mark.parametrize(
    "key",
    [
        5,
        -6,
        (0, 0),
        numpy.array([0, 5]),
        numpy.array([-6]),
        numpy.array([True] * 4),
        numpy.array([True] * 6),
        (None, 5),
        (..., 5),
        (..., 0, 0),
    ],
    ids=repr,
)
def test_key_out_of_range(key, backend):
    x = ivy.asarray(values((5,)), copy=True)
    with pytest.raises(IndexError):
        x[ours(key)]
    with pytest.raises(IndexError):
        x[ours(key)] = 1
    assert_same(x, values((5,)))


@pytest.mark.parametrize("key", [(1, 4), (3, 0), (slice(None), 4), (numpy.array([3]), 0)], ids=repr)
def test_key_out_of_range_on_a_matrix(key, backend):
    x = ivy.asarray(values((3, 4)), copy=True)
    with pytest.raises(IndexError):
        x[ours(key)]
    with pytest.raises(IndexError):
        x[ours(key)] = 1


def test_reading_by_what_is_no_index(backend):
    x = ivy.asarray([1, 2, 3])
    with pytest.raises((IndexError, TypeError)):
        x["a"]
    with pytest.raises((IndexError, TypeError)):
        x[1.5]
    with pytest.raises((IndexError, TypeError)):
        x[ivy.asarray([0.0, 1.0])]


def test_lists_are_integer_arrays_or_masks(backend):
    x = ivy.asarray([[1, 2], [3, 4], [5, 6]])
    assert_same(x[[2, 0]], [[5, 6], [1, 2]])
    assert_same(x[[True, False, True]], [[1, 2], [5, 6]])
    x[[0, 2], 1] = 0
    assert_same(x, [[1, 0], [3, 4], [5, 0]])


def test_scalar_arrays_are_indices(backend):
    x = ivy.asarray([[1, 2, 3], [4, 5, 6]])
    one = ivy.asarray(1)
    assert_same(x[one], [4, 5, 6])
    assert_same(x[0, one], 2)
    assert_same(x[:, one:], [[2, 3], [5, 6]])
    assert_same(x[numpy.int64(1)], [4, 5, 6])


def test_native_arrays_are_indices(backend):
    x = ivy.asarray([10, 20, 30])
    assert_same(x[ivy.to_native(ivy.asarray([2, -3]))], [30, 10])
    assert_same(x[ivy.to_native(ivy.asarray([True, False, True]))], [10, 30])


def test_bool_scalars_add_an_axis(backend):
    x = ivy.asarray([1, 2])
    assert_same(x[True], [[1, 2]])
    assert x[False].shape == (0, 2)


def test_element_of_a_wide_matrix_can_be_written(backend):
    a = ivy.zeros((2, 3))
    a[0, 0] = 2.0
    assert_same(a, [[2.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    b = ivy.zeros((5, 5))
    b[1:3, ::2] = 1.0
    assert_same(ivy.sum(b), 6.0)


def test_element_of_a_0d_array_can_be_written(backend):
    a = ivy.asarray(2.5)
    a[()] = 1.0
    assert_same(a, 1.0)
    a[ivy.asarray(False)] = 7.0
    assert_same(a, 1.0)
    a[...] = 3
    assert_same(a, 3.0)


def test_value_that_does_not_fit_is_an_error(backend):
    x = ivy.zeros((2, 3))
    with pytest.raises(Exception, match=r"(?i)broadcast|shape|size"):
        x[0] = ivy.zeros((4,))
    assert_same(x, numpy.zeros((2, 3), "float32"))


def test_filter_that_keeps_nothing(backend):
    x = ivy.asarray([1.0, 2.0])
    assert x[x > 5].shape == (0,)


INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


@pytest.mark.parametrize("dtype", INTEGERS)
def test_indices_have_any_integer_dtype(dtype, backend):
    # Longer than the numbers of int8 and uint8 reach.
    expected = values((300, 2))
    places = numpy.array([3, 0, 127], dtype)
    i, x = ivy.asarray(places), ivy.asarray(expected, copy=True)
    assert_same(x[i], expected[places])
    assert_same(x[i, ivy.asarray(1)], expected[places, 1])
    assert_same(x[1, i[:2] - i[:2]], expected[1, [0, 0]])
    assert_same(ivy.take(x, i, axis=0), expected[places])
    along = ivy.reshape(i, (3, 1))
    assert_same(ivy.take_along_axis(x, along, axis=0)[:, 0], expected[places, 0])
    x[i] = -1
    assert_same(ivy.add_at(x, 1, i)[127], [0, 0])
    expected[places] = -1
    assert_same(x, expected)


@pytest.mark.parametrize("dtype", [d for d in INTEGERS if d.startswith("int")])
def test_negative_indices_count_from_the_end(dtype, backend):
    expected = values((300, 2))
    places = numpy.array([-1, -128, 5], dtype)
    i, x = ivy.asarray(places), ivy.asarray(expected, copy=True)
    assert_same(x[i], expected[places])
    assert_same(ivy.take(x, i, axis=0), expected[places])
    x[i, 0] = -1
    expected[places, 0] = -1
    assert_same(x, expected)


# Each kind of key, alone and mixed; arrays stand together and apart.
_I, _J = numpy.array([2, -3]), numpy.array([0, 1])
KEYS = [
    1,
    (-1, 2),
    (slice(None, None, -2), slice(3, 0, -1)),
    (..., 1),
    (None, 0, ..., None),
    _I,
    (_I, _J),
    (slice(None), _I, slice(None)),
    (_I, slice(None), _J),
    (0, slice(None), _J),
    (_I[:, None], _J, slice(None, None, -1)),
    (None, _I, 1),
    ([2, 0], slice(1, 3)),
]


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_key_in_compiled_code(key, backend):
    x = values((3, 4, 2))

    def everything(x, value):
        read = ivy.reshape(x[ours(key)], (-1,))
        written, added = ivy.setitem(x, value, ours(key)), ivy.add_at(x, value, ours(key))
        return ivy.concat([read, ivy.reshape(written, (-1,)), ivy.reshape(added, (-1,))])

    written, added, read = x.copy(), x.copy(), x[key]
    value = numpy.full(read.shape, 50)
    written[key] = value
    added[key] += value
    result = compiled(everything)(ivy.asarray(x), ivy.asarray(value))
    assert_same(result, numpy.concatenate([read.ravel(), written.ravel(), added.ravel()]))


def test_a_mask_in_compiled_code(backend):
    x = values((3, 4))
    zeroed = compiled(lambda x: ivy.setitem(x, 0, ivy.greater(x, 5)))(ivy.asarray(x))
    assert_same(zeroed, numpy.where(x > 5, 0, x))


# An index array that leaves the range at both ends, and what it is clamped to.
_FAR, _CLAMPED = [0, 7, -9], [0, 2, 0]


def writes(x: Any, i: Any) -> list[Any]:
    """Return what each operation that writes makes of a vector and indices."""
    v = ivy.asarray([1, 10, 100])
    return [
        ivy.setitem(x, 5, i),
        ivy.add_at(x, v, i),
        ivy.add_along_axis(x, i, v),
        ivy.put_along_axis(x, i, 5),
        ivy.scatter(x, i, v, reduction="sum"),
        ivy.scatter(x, i, v, reduction="max"),
        ivy.scatter_nd(x, ivy.expand_dims(i, -1), 5),
    ]


def reads(x: Any, i: Any) -> list[Any]:
    """Return what each operation that reads makes of a vector and indices."""
    return [
        x[i],
        ivy.take(x, i),
        ivy.take_along_axis(x, i),
        ivy.gather_nd(x, ivy.expand_dims(i, -1)),
    ]


@pytest.mark.parametrize("function", [reads, writes])
def test_index_out_of_range_is_clamped_in_compiled_code(function, backend):
    x = ivy.asarray([10, 20, 30])
    together = compiled(lambda x, i: ivy.stack(function(x, i)))
    result = together(x, ivy.asarray(_FAR))
    assert_same(result, ivy.stack(function(x, ivy.asarray(_CLAMPED))).to_numpy())


def test_segment_out_of_range_is_clamped_in_compiled_code(backend):
    x, ids = ivy.asarray([1, 10, 100]), ivy.asarray([0, 7, -9])
    for reduce, expected in [(ivy.segment_sum, [101, 10]), (ivy.segment_max, [100, 10])]:
        run = compiled(lambda x, i, reduce=reduce: reduce(x, i, num_segments=2))
        assert_same(run(x, ids), expected)


_ANY_ACCESS = {
    "take": lambda x, i: ivy.take(x, i),
    "take_along_axis": lambda x, i: ivy.take_along_axis(x, i),
    "add_along_axis": lambda x, i: ivy.add_along_axis(x, i, ivy.ones_like(i)),
    "put_along_axis": lambda x, i: ivy.put_along_axis(x, i, 5),
    "scatter": lambda x, i: ivy.scatter(x, i, 5, reduction="prod"),
    "scatter_nd": lambda x, i: ivy.scatter_nd(x, ivy.expand_dims(i, -1), 5),
    "gather_nd": lambda x, i: ivy.gather_nd(x, ivy.expand_dims(i, -1)),
    "add_at": lambda x, i: ivy.add_at(x, 5, i),
    "segment_sum": lambda x, i: ivy.segment_sum(i, i, num_segments=3),
    "segment_min": lambda x, i: ivy.segment_min(i, i, num_segments=3),
    "choose": lambda x, i: ivy.choose(i, [x[:2], x[1:], x[:2]]),
}


@pytest.mark.parametrize("place", [3, -4])
@pytest.mark.parametrize("name", _ANY_ACCESS)
def test_index_out_of_range_is_an_error(name, place, backend):
    with pytest.raises(IndexError):
        _ANY_ACCESS[name](ivy.asarray([10, 20, 30]), ivy.asarray([0, place]))


def test_a_mask_without_elements_goes_with_any_length(backend):
    x = ivy.asarray(values((3, 4)), copy=True)
    none, empty = ivy.asarray(numpy.zeros(0, "bool")), ivy.asarray(numpy.zeros((3, 0), "bool"))
    assert x[none].shape == (0, 4)
    assert x[empty].shape == (0,)
    x[none] = 7
    x[empty] = 7
    assert_same(x, values((3, 4)))
    with pytest.raises(IndexError):
        x[ivy.asarray(numpy.zeros((0, 5), "bool"))]


@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64", "bfloat16", "bool", "complex64"])
def test_arrays_of_any_dtype_are_read_backwards(dtype, backend):
    x = ivy.astype(ivy.asarray([1, 0, 1, 1]), dtype)
    assert_same(ivy.astype(x[::-2], "int64"), [1, 0])


def test_reading_from_more_axes_than_frameworks_slice(backend):
    x = values((2, 1, 1, 2, 1, 1, 1, 1, 1, 3))
    key = (0, slice(None), None, 0, ..., slice(None, None, -1))
    assert_same(ivy.asarray(x)[key], x[key])
    assert_same(ivy.asarray(x)[(1,) + (0,) * 9], x[(1,) + (0,) * 9])


def test_no_elements_are_taken_along_an_axis(backend):
    # A length of 1 goes with one of 0.
    for of, places in (((0, 3), (1, 2)), ((1, 3), (0, 2))):
        x, indices = ivy.zeros(of), ivy.zeros(places, dtype="int64")
        assert ivy.take_along_axis(x, indices, axis=1).shape == (0, 2)


@pytest.mark.parametrize("depth", [True, 2.0, numpy.nan, None, "2"])
def test_one_hot_of_no_integer_is_refused(depth, backend):
    with pytest.raises(TypeError, match=r"^ivy\.one_hot: expected an integer, got depth="):
        ivy.one_hot(ivy.asarray([0, 1]), depth)


@pytest.mark.parametrize("depth", [-1, 2**31, 2**60])
def test_one_hot_of_a_length_that_no_axis_has_is_refused(depth, backend):
    # jax would end the process.
    with pytest.raises(ValueError, match=r"^ivy\.one_hot: expected a length .*, got depth="):
        ivy.one_hot(ivy.asarray([0, 1]), depth)


@pytest.mark.parametrize("index", [4, -5, 2**40])
def test_taking_nothing_from_places_that_there_are_not_is_refused(index, backend):
    for shape, axis in (((0, 4), 1), ((4, 0), 0), ((4, 0, 2), -3)):
        with pytest.raises(IndexError):
            ivy.take(ivy.zeros(shape), ivy.asarray([0, index]), axis=axis)
    assert ivy.take(ivy.zeros((0, 4)), ivy.asarray([3, -4]), axis=1).shape == (0, 2)


def test_what_is_added_along_an_axis_is_not_repeated(backend):
    x, one = ivy.zeros((3, 4)), ivy.ones((1, 2))
    with pytest.raises(ValueError, match=r"^ivy\.add_along_axis: .* \(1, 2\) and \(3, 4\)"):
        ivy.add_along_axis(x, ivy.asarray([[0, 1]]), one, axis=1)
