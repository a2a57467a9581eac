"""The one rule that Ivy has where frameworks differ, on every backend, eager and compiled."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy.errors import TraceError
from ivy_tests.support.compare import assert_same
from ivy_tests.support.compiling import HOW, compiled, running
from ivy_tests.support.rows import INF, NAN, native


def array(values, dtype):
    return numpy.array(values, native(dtype))


def i8(*values):
    return array(values, "int8")


def i64(*values):
    return array(values, "int64")


def u8(*values):
    return array(values, "uint8")


def f16(*values):
    return array(values, "float16")


def f32(*values):
    return array(values, "float32")


def bf16(*values):
    return array(values, "bfloat16")


def bools(*values):
    return array(values, "bool")


# rule -> what is run, its inputs, what must come out (its dtype included)
RULES = {
    "integer floor division by zero is 0": (
        lambda a, b: a // b,
        [i64(5, -5, 0), i64(0, 0, 0)],
        i64(0, 0, 0),
    ),
    "integer remainder by zero is 0": (lambda a, b: a % b, [i8(5, -5), i8(0, 0)], i8(0, 0)),
    "integer division by a zero scalar is 0": (lambda a: a // 0 + a % 0, [u8(5, 7)], u8(0, 0)),
    "integer floor division rounds down": (
        lambda a, b: a // b,
        [i64(-7, 7, -7, 7), i64(2, 2, -2, -2)],
        i64(-4, 3, 3, -4),
    ),
    "the remainder has the sign of the divisor": (
        lambda a, b: a % b,
        [i64(-7, 7, -7, 7), i64(2, 2, -2, -2)],
        i64(1, 1, -1, -1),
    ),
    "integers divide to the default float dtype": (
        lambda a, b: a / b,
        [i64(-7, 7), i64(2, 2)],
        f32(-3.5, 3.5),
    ),
    "float division by zero follows IEEE": (
        lambda a, b: a / b,
        [f32(1, -1, 0), f32(0, 0, 0)],
        f32(INF, -INF, NAN),
    ),
    "an integer array takes the float array's dtype": (
        lambda a, b: a + b,
        [i64(1, 2), f16(0.5, 1.5)],
        f16(1.5, 3.5),
    ),
    "a scalar keeps the precision of floats": (lambda a: a * 2.5, [f16(1, 2)], f16(2.5, 5)),
    "a scalar keeps the precision of integers": (lambda a: 1 + a, [i8(1, 2)], i8(2, 3)),
    "a float scalar makes integers floats": (lambda a: a + 0.5, [i64(1, 2)], f32(1.5, 2.5)),
    "an integer scalar makes bools integers": (lambda a: a + 1, [bools(1, 0)], i64(2, 1)),
    "bfloat16": (lambda a, b: a * b, [bf16(1.5, 2), bf16(2, 0.5)], bf16(3, 1)),
    "bfloat16 and float16 are float32": (lambda a, b: a + b, [bf16(1.5), f16(2)], f32(3.5)),
    "small integers are summed in int64": (ivy.sum, [i8(100, 100)], i64(200)[0]),
    "small unsigned integers are summed in uint64": (
        ivy.sum,
        [u8(200, 200)],
        array(400, "uint64"),
    ),
    "bools are summed in int64": (ivy.sum, [bools(1, 1, 0)], i64(2)[0]),
    "products are taken in int64": (ivy.prod, [i8(100, 100)], i64(10_000)[0]),
    "running sums are taken in int64": (ivy.cumulative_sum, [i8(100, 100)], i64(100, 200)),
    "floats are summed in their dtype": (ivy.sum, [f16(1, 2)], f16(3)[0]),
    "the sum of nothing is 0": (ivy.sum, [array([], "float32")], f32(0)[0]),
    "the product of nothing is 1": (ivy.prod, [array([], "int8")], i64(1)[0]),
    "floats are truncated, then wrapped around": (
        lambda a: ivy.astype(a, "int8"),
        [f32(300, -1.9, 127.9, 128)],
        i8(44, -1, 127, -128),
    ),
    "negative floats wrap around in unsigned integers": (
        lambda a: ivy.astype(a, "uint8"),
        [f32(-1, 256, 255.5)],
        u8(255, 0, 255),
    ),
    "NaN is sorted last": (ivy.sort, [f32(NAN, 2, INF, 1)], f32(1, 2, INF, NAN)),
    "NaN is first in falling order": (
        lambda a: ivy.sort(a, descending=True),
        [f32(2, NAN, INF, 1)],
        f32(NAN, INF, 2, 1),
    ),
    "sorting is stable": (ivy.argsort, [i64(1, 0, 1, 0)], i64(1, 3, 0, 2)),
    "sorting in falling order is stable": (
        lambda a: ivy.argsort(a, descending=True),
        [i64(1, 0, 1, 0)],
        i64(0, 2, 1, 3),
    ),
    "NaN wins in max": (ivy.max, [f32(1, NAN, INF)], f32(NAN)[0]),
    "NaN wins in min": (ivy.min, [f32(1, NAN, -INF)], f32(NAN)[0]),
    "NaN wins in maximum": (ivy.maximum, [f32(1, NAN), f32(NAN, 1)], f32(NAN, NAN)),
    "argmax finds the first NaN": (ivy.argmax, [f32(1, NAN, INF, NAN)], i64(1)[0]),
    "argmin finds the first NaN": (ivy.argmin, [f32(1, NAN, -INF, NAN)], i64(1)[0]),
    "argmax finds the first of equals": (ivy.argmax, [i64(1, 3, 3)], i64(1)[0]),
    "argmin finds the first of equals": (ivy.argmin, [i64(3, 1, 1)], i64(1)[0]),
    "gelu is exact": (ivy.gelu, [f32(1, -1)], f32(0.8413447460685429, -0.15865525393145707)),
    "gelu by tanh is asked for": (
        lambda a: ivy.gelu(a, approximate="tanh"),
        [f32(1)],
        f32(0.8411919906082768),
    ),
    "rounding goes to even": (ivy.round, [f32(0.5, 1.5, 2.5, -0.5)], f32(0, 2, 2, 0)),
    "negative indices count from the end": (lambda a: a[-1], [i64(1, 2, 3)], i64(3)[0]),
    "steps may be negative": (lambda a: a[::-2], [i64(1, 2, 3)], i64(3, 1)),
    "None adds an axis": (lambda a: a[None, ..., None], [i64(1, 2)], i64(1, 2)[None, :, None]),
    "parts can be written": (
        lambda a, b: ivy.setitem(a, b, (slice(None, None, -1), 0)),
        [i64([1, 2], [3, 4]), i64(8, 9)],
        i64([9, 2], [8, 4]),
    ),
    "masked elements can be written": (
        lambda a, b: ivy.setitem(a, 0, b),
        [i64(1, 2, 3), bools(1, 0, 1)],
        i64(0, 2, 0),
    ),
    "an element that is named twice gets both": (
        lambda a, b: ivy.add_at(a, 1, b),
        [i64(0, 0), i64(0, 0, 1)],
        i64(2, 1),
    ),
    "the next number is one unit in the last place away": (
        lambda a, b: ivy.nextafter(a, b) - a,
        [f32(1, 1, -2), f32(2, 0, INF)],
        f32(2**-23, -(2**-24), 2**-23),
    ),
    "the next half number is one unit in the last place away": (
        lambda a, b: ivy.nextafter(a, b) - a,
        [bf16(1, 1, -2), bf16(2, 0, INF)],
        bf16(2**-7, -(2**-8), 2**-7),
    ),
    "frexp takes numbers apart exactly": (
        lambda a: ivy.ldexp(*ivy.frexp(a)) - a,
        [f32(1, 0.1, -1e30, 3e-37)],
        f32(0, 0, 0, 0),
    ),
    "floats are divided and rounded down at infinities, too": (
        lambda a, b: a // b,
        [f32(INF, 1, -1, 0), f32(-2, -INF, INF, -2)],
        f32(-INF, 0, 0, 0),
    ),
    "shifting by all bits leaves nothing": (
        lambda a, b: (a << b) + (a >> b),
        [i8(5, -100, 3), i8(8, 8, 1)],
        i8(0, -1, 7),
    ),
    "hypot does not overflow": (
        lambda a, b: ivy.hypot(a, b) / a,
        [f32(3e38, 1e-30), f32(0, 0)],
        f32(1, 1),
    ),
    "special functions are as good in single precision": (
        lambda a: ivy.gamma(a) + ivy.bessel_k0(a) + ivy.betainc(a, 2.0, 0.5),
        [f32(0.5, 3)],
        f32(3.5807563986163657, 2.347239504386279),
    ),
    "where takes the common dtype of two scalars": (
        lambda a: ivy.where(a, 1.5, 2),
        [bools(1, 0)],
        f32(1.5, 2),
    ),
    "a 0-d mask chooses": (
        lambda a, b: ivy.where(a, NAN, b),
        [array(False, "bool"), array(2.5, "float32")],
        f32(2.5)[0],
    ),
}


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("rule", RULES)
def test_rule(rule, how, backend):
    function, inputs, expected = RULES[rule]
    result = running(how, function)(*[ivy.asarray(v) for v in inputs])
    assert_same(result, expected)


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("name", ["max", "min", "argmax", "argmin"])
@pytest.mark.parametrize(("shape", "axis"), [((0,), None), ((2, 0), 1), ((0, 3), 0)])
def test_reduction_without_identity_refuses_an_empty_axis(name, shape, axis, how, backend):
    function = running(how, lambda x: getattr(ivy, name)(x, axis=axis))
    with pytest.raises(ValueError, match=rf"ivy\.{name}: expected at least one element"):
        function(ivy.zeros(shape))


@pytest.mark.parametrize(
    "read",
    [
        lambda x: x[3],
        lambda x: x[-4],
        lambda x: x[ivy.asarray([0, 7])],
        lambda x: ivy.take(x, ivy.asarray([0, 3]), axis=0),
        lambda x: ivy.take(x, ivy.asarray([-4]), axis=0),
        lambda x: ivy.take_along_axis(x, ivy.asarray([0, 3])),
        lambda x: ivy.setitem(x, 1, 3),
        lambda x: ivy.setitem(x, 1, ivy.asarray([-4])),
        lambda x: ivy.add_at(x, 1, ivy.asarray([3])),
        lambda x: x[0, 0],
    ],
    ids=[
        *("getitem", "getitem-negative", "getitem-array", "take", "take-negative"),
        *("take_along_axis", "setitem", "setitem-array", "add_at", "too-many"),
    ],
)
def test_index_out_of_range_is_an_error(read, backend):
    with pytest.raises(IndexError):
        read(ivy.asarray([10, 20, 30]))


def test_index_out_of_range_is_clamped_in_compiled_code(backend):
    function = compiled(lambda x, i: ivy.take(x, i, axis=0))
    result = function(ivy.asarray([10, 20, 30]), ivy.asarray([0, 7, -9]))
    assert_same(result, [10, 30, 10])


def test_default_dtypes(backend):
    created = [ivy.zeros(1), ivy.arange(2), ivy.asarray(1), ivy.asarray(1.0), ivy.asarray(1j)]
    names = ["float32", "int64", "int64", "float32", "complex64"]
    assert [x.dtype for x in created] == names


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_default_float_dtype_can_be_changed(dtype, backend):
    with ivy.config.float_dtype(dtype):
        changed = [ivy.zeros(1), ivy.asarray(1.5), ivy.exp(ivy.asarray(1)), ivy.asarray([1]) + 0.5]
    assert [x.dtype for x in changed] == [dtype] * 4
    assert ivy.zeros(1).dtype == "float32"


def test_default_integer_and_complex_dtypes_can_be_changed(backend):
    with ivy.config.int_dtype("int32"), ivy.config.complex_dtype("complex128"):
        assert [x.dtype for x in (ivy.arange(2), ivy.asarray(1j))] == ["int32", "complex128"]
    assert ivy.arange(2).dtype == "int64"


def test_every_dtype_exists(backend):
    for dtype in ivy.dtypes.ALL:
        x = ivy.ones((2,), dtype=dtype)
        assert_same(ivy.equal(x, ivy.asarray(numpy.ones(2, native(dtype.name)))), [True, True])
        assert (x.dtype, x.backend) == (dtype, backend)


def test_writing_changes_this_array_only(backend):
    x = ivy.asarray([1.0, 2.0])
    y = x
    z = ivy.asarray(x, copy=True)
    x[0] = 5
    x += 1
    assert_same(y, [6.0, 3.0])
    assert_same(z, [1.0, 2.0])


def test_value_that_is_written_takes_the_dtype_of_the_array(backend):
    x = ivy.asarray([1, 2, 3])
    x[0] = 7.9
    x[1:] = ivy.asarray([-1.5, 300.0])
    assert_same(x, [7, -1, 300])


def test_results_live_where_the_inputs_live(backend):
    x = ivy.zeros((2,), device="cpu")
    results = [x + 1, ivy.zeros_like(x), ivy.where(x > 0, x, 0), x[0], ivy.sum(x)]
    assert [r.device for r in (x, *results)] == ["cpu"] * 6


def test_wrong_device_is_an_error(backend):
    with pytest.raises(ValueError, match="expected a device"):
        ivy.zeros((2,), device="abacus")


# -- randomness in compiled code -----------------------------------------------------------------


def test_draw_from_the_generator_would_be_frozen_in_compiled_code(backend):
    function = compiled(lambda x: x + ivy.random_uniform(shape=(2,)))
    # tensorflow's autograph raises an error of its own, with this one's message.
    kind = Exception if backend == "tensorflow" else TraceError
    with pytest.raises(kind, match=r"ivy\.next_key: a draw .* would be frozen"):
        function(ivy.zeros((2,)))


def test_keyed_draw_in_compiled_code_is_the_eager_one(backend):
    function = compiled(lambda key: ivy.random_uniform(shape=(3,), key=key))
    keys = [ivy.asarray([7, 1]), ivy.asarray([7, 2])]
    first, second = [function(key).tolist() for key in keys]
    assert first != second
    assert [first, second] == [ivy.random_uniform(shape=(3,), key=k).tolist() for k in keys]
