"""A mistake gives one clear error: the operation, what was expected, what came, what to do."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy
import pytest

import ivy
from ivy.backends import FRAMEWORKS, NAMES
from ivy.errors import (
    AxisError,
    BackendNotFoundError,
    BackendNotInstalledError,
    MixedBackendError,
    UnsupportedError,
)
from ivy_tests.support.backends import AVAILABLE, needs


def notes(error: BaseException) -> list[str]:
    """Return the notes of an exception."""
    return getattr(error, "__notes__", [])


@pytest.mark.parametrize("call", [ivy.set_backend, lambda name: ivy.to_backend(ivy.ones(1), name)])
def test_unknown_backend(call):
    with pytest.raises(BackendNotFoundError, match="got 'abacus'") as caught:
        call("abacus")
    assert all(name in str(caught.value) for name in NAMES)
    assert isinstance(caught.value, ValueError)


# Runs with a framework that cannot be imported.
_BLOCKED = """
import importlib.abc, sys
import importlib.machinery

class Blocker(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {framework!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocker())
import ivy
try:
    ivy.set_backend({backend!r})
except ImportError as error:
    print(type(error).__name__, error.name, error, sep="|")
print(ivy.current_backend(), ivy.zeros(1).backend, sep="|")
"""


def python(source: str) -> list[str]:
    """Run a program in a process of its own and return the lines that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", source],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", [n for n in NAMES if n != "numpy"])
def test_backend_that_is_not_installed(name):
    framework, package = FRAMEWORKS[name]
    error, after = python(_BLOCKED.format(framework=framework, backend=name))
    kind, missing, message = error.split("|")
    assert (kind, missing) == (BackendNotInstalledError.__name__, framework)
    assert message.startswith(f"ivy.set_backend: the '{name}' backend needs {framework}")
    assert f'pip install "{package}"' in message
    assert after == "numpy|numpy"


def test_framework_that_lacks_something_itself_says_so():
    # The framework is found, and its own import fails: its error must not be replaced.
    source = _BLOCKED.replace("{framework!r}", "'opt_einsum_that_is_missing'").replace(
        "import ivy\n",
        "import ivy, types\n"
        "import ivy.backends as b\n"
        "b.FRAMEWORKS['jax'] = ('broken_framework', 'ivy[jax]')\n"
        "import pathlib, tempfile\n"
        "folder = pathlib.Path(tempfile.mkdtemp()); sys.path.insert(0, str(folder))\n"
        "(folder / 'broken_framework.py').write_text('import opt_einsum_that_is_missing')\n",
    )
    error, after = python(source.format(backend="jax"))
    kind, missing, message = error.split("|")
    assert (kind, missing) == ("ModuleNotFoundError", "opt_einsum_that_is_missing")
    assert "pip install" not in message
    assert after == "numpy|numpy"


_PAIRS = [(a, b) for a in AVAILABLE for b in AVAILABLE if a != b]


@pytest.mark.parametrize(("first", "second"), _PAIRS)
@pytest.mark.parametrize(
    "call",
    [
        ivy.add,
        lambda a, b: a + b,
        lambda a, b: a @ b,
        lambda a, b: ivy.concat([a, b]),
        lambda a, b: ivy.where(a > 0, a, b),
        lambda a, b: ivy.add(a, ivy.to_native(b)),
        lambda a, b: a[b],
    ],
    ids=["function", "operator", "matmul", "sequence", "where", "native", "key"],
)
def test_mixed_backends(call, first, second):
    a = ivy.to_backend(ivy.asarray([0, 1]), first)
    b = ivy.to_backend(ivy.asarray([0, 1]), second)
    with pytest.raises(MixedBackendError) as caught:
        call(a, b)
    message = str(caught.value)
    assert message.startswith("ivy.")
    assert f"got arrays of {first} and {second}" in message
    assert f"ivy.to_backend(x, '{first}')" in message
    assert isinstance(caught.value, TypeError)


def test_wrong_dtype(backend):
    x = ivy.asarray([1.0])
    with pytest.raises(TypeError) as caught:
        ivy.bitwise_and(x, x)
    assert str(caught.value) == (
        "ivy.bitwise_and: expected integral or bool arrays, got float32; "
        "cast with ivy.astype if that is meant"
    )


def test_unknown_dtype(backend):
    with pytest.raises(
        TypeError, match="expected a dtype, got 'float7'; the dtypes are bool, int8"
    ):
        ivy.zeros(2, dtype="float7")
    with pytest.raises(TypeError, match=r"expected a dtype such as ivy\.float32"):
        ivy.zeros(2, dtype=7)


@pytest.mark.parametrize(
    ("name", "call", "note"),
    [
        (
            "add",
            lambda: ivy.add(ivy.zeros((2,)), ivy.zeros((3,))),
            "in ivy.add(x1=Array((2,), float32), x2=Array((3,), float32)) on the {} backend",
        ),
        (
            "matmul",
            lambda: ivy.matmul(ivy.zeros((2, 3)), ivy.zeros((2, 3))),
            "in ivy.matmul(x1=Array((2, 3), float32), x2=Array((2, 3), float32)) on the {} backend",
        ),
        (
            "reshape",
            lambda: ivy.reshape(ivy.zeros((2, 3)), (4,)),
            "in ivy.reshape(x=Array((2, 3), float32), shape=(4,)) on the {} backend",
        ),
        (
            "concat",
            lambda: ivy.concat([ivy.zeros((2, 3)), ivy.zeros((2, 2))]),
            "in ivy.concat(arrays=[Array((2, 3), float32), Array((2, 2), float32)], axis=0) "
            "on the {} backend",
        ),
        (
            "sum",
            lambda: ivy.sum(ivy.zeros((2, 3)), axis=2),
            "in ivy.sum(x=Array((2, 3), float32), axis=2, dtype=None, keepdims=False) "
            "on the {} backend",
        ),
        (
            "squeeze",
            lambda: ivy.squeeze(ivy.zeros((2, 3)), 0),
            "in ivy.squeeze(x=Array((2, 3), float32), axis=0) on the {} backend",
        ),
        (
            "permute_dims",
            lambda: ivy.permute_dims(ivy.zeros((2, 3)), (0, 0)),
            "in ivy.permute_dims(x=Array((2, 3), float32), axes=(0, 0)) on the {} backend",
        ),
        (
            "split",
            lambda: ivy.split(ivy.zeros((5,)), (2, 2)),
            "in ivy.split(x=Array((5,), float32), sizes=(2, 2), axis=0) on the {} backend",
        ),
        (
            "broadcast_to",
            lambda: ivy.broadcast_to(ivy.zeros((2,)), (3,)),
            "in ivy.broadcast_to(x=Array((2,), float32), shape=(3,)) on the {} backend",
        ),
    ],
    ids=lambda v: v if isinstance(v, str) and "(" not in v else "",
)
def test_wrong_shape_is_a_value_error_that_names_the_operation(name, call, note, backend):
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the framework's own, or Ivy's
        call()
    # Either Ivy says what is wrong, or the framework does and Ivy says where. jax adds notes of its
    # own.
    if not str(caught.value).startswith(f"ivy.{name}: expected "):
        assert notes(caught.value)[-1] == note.format(backend)


def test_error_of_a_framework_passes_with_its_type():
    with pytest.raises(ValueError, match="broadcast") as caught:
        ivy.add(ivy.zeros((2,)), ivy.zeros((3,)))
    assert type(caught.value) is ValueError


def test_wrong_index_names_the_operation(backend):
    x = ivy.asarray([1, 2, 3])
    with pytest.raises(IndexError) as caught:
        x[3]
    text = "\n".join([str(caught.value), *notes(caught.value)])
    assert "ivy.getitem" in text
    with pytest.raises(IndexError) as caught:
        ivy.take(x, ivy.asarray([3]), axis=0)
    assert "ivy.take" in "\n".join([str(caught.value), *notes(caught.value)])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ivy.exp(2.0), r"ivy\.exp: expected an array among the arguments, got float"),
        (lambda: ivy.exp([1.0]), r"ivy\.exp: expected arrays, got list; make one with ivy\.as"),
        (lambda: ivy.exp("a"), r"ivy\.exp: expected arrays, got str; make one with ivy\.asarray"),
        (lambda: ivy.exp(None), r"ivy\.exp: expected .*, got .*None"),
        (lambda: ivy.add(1, 2), r"ivy\.add: expected an array among the arguments, got int, int"),
        (lambda: ivy.add(ivy.ones(1), "a"), r"ivy\.add: expected arrays, got str"),
        (lambda: ivy.add(ivy.ones(1), None), r"ivy\.add: expected .*, got .*None"),
        (lambda: ivy.matmul(ivy.ones(1), 2.0), r"ivy\.matmul: expected an array, got x2=2\.0"),
        (lambda: ivy.concat([]), r"ivy\.concat: expected an array among the arguments"),
        (lambda: ivy.concat([ivy.ones(1), "a"]), r"ivy\.concat: expected arrays, got str"),
        (lambda: ivy.to_numpy([1]), r"ivy\.to_numpy: expected an array, got list"),
    ],
)
def test_no_array(call, message, backend):
    with pytest.raises(TypeError, match=message) as caught:
        call()
    assert notes(caught.value) == []


def test_wrong_number_of_arguments_is_pythons_error():
    with pytest.raises(TypeError, match=r"exp\(\) takes 1 positional argument but 2 were given"):
        ivy.exp(ivy.ones(1), 2)
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'dim'"):
        ivy.sum(ivy.ones(1), dim=0)


def test_wrong_options(backend):
    x = ivy.ones((2, 3))
    with pytest.raises(
        ValueError, match=r"ivy\.mse_loss: expected reduction=.*got reduction='max'"
    ):
        ivy.mse_loss(x, x, reduction="max")
    with pytest.raises(ValueError, match=r"ivy\.gelu: expected approximate=.*got approximate='x'"):
        ivy.gelu(x, approximate="x")


@pytest.mark.parametrize("values", [[[1, 2], [3]], [1, [2]]])
def test_ragged_values(values, backend):
    with pytest.raises(ValueError, match=r"ivy\.asarray: expected .*sequences of equal lengths"):
        ivy.asarray(values)


@pytest.mark.parametrize("values", ["abc", ["a"], [None], object()])
def test_values_that_are_no_numbers(values, backend):
    with pytest.raises(TypeError, match=r"ivy\.asarray: expected numbers"):
        ivy.asarray(values)


def test_copy_that_is_needed_but_not_allowed(backend):
    with pytest.raises(ValueError, match=r"ivy\.asarray: expected an array for copy=False"):
        ivy.asarray([1.0], copy=False)
    x = ivy.asarray([1.0])
    with pytest.raises(ValueError, match=r"ivy\.asarray: expected dtype and device"):
        ivy.asarray(x, dtype="int32", copy=False)
    assert ivy.asarray(x, copy=False) is x


def test_value_that_the_dtype_cannot_hold(backend):
    with pytest.raises(OverflowError):
        ivy.asarray([300], dtype="int8")


def test_errors_of_ivy_are_builtins_too():
    assert issubclass(UnsupportedError, NotImplementedError)
    assert issubclass(BackendNotInstalledError, ImportError)


@pytest.mark.parametrize("x", [(2,), ()])
def test_axis_that_does_not_exist(x, backend):
    with pytest.raises(AxisError, match=r"^ivy\.sum: expected .* axis.* for .* shape") as caught:
        ivy.sum(ivy.ones(x), axis=1)
    assert isinstance(caught.value, IndexError)


ALONG_AN_AXIS = {
    "concat": lambda x, axis: ivy.concat([x, x], axis=axis),
    "cumulative_sum": lambda x, axis: ivy.cumulative_sum(x, axis=axis),
    "expand_dims": lambda x, axis: ivy.expand_dims(x, axis=axis),
    "flip": lambda x, axis: ivy.flip(x, axis=axis),
    "layer_norm": lambda x, axis: ivy.layer_norm(x, axis=axis),
    "median": lambda x, axis: ivy.median(x, axis=axis),
    "softmax": lambda x, axis: ivy.softmax(x, axis=axis),
    "sort": lambda x, axis: ivy.sort(x, axis=axis),
    "sum": lambda x, axis: ivy.sum(x, axis=axis),
    "take": lambda x, axis: ivy.take(x, ivy.asarray([1, 0]), axis=axis),
    "vecdot": lambda x, axis: ivy.vecdot(x, x, axis=axis),
}


@pytest.mark.parametrize("axis", [True, 0.0, "x", numpy.float32(0)])
@pytest.mark.parametrize("name", ALONG_AN_AXIS)
def test_axis_that_is_no_integer(name, axis, backend):
    expected = rf"^ivy\.{name}: expected integers as axes, got axis="
    with pytest.raises(TypeError, match=expected):
        ALONG_AN_AXIS[name](ivy.ones((2, 3)), axis)


@pytest.mark.parametrize("name", ALONG_AN_AXIS)
def test_axis_that_is_an_integer_of_numpys(name, backend):
    x = ivy.asarray([[3.0, 1.0], [2.0, 5.0]])
    found, expected = (ALONG_AN_AXIS[name](x, kind(-1)) for kind in (numpy.int64, int))
    assert found.tolist() == expected.tolist()


@pytest.mark.parametrize("index", [2**63, 2**64 - 1])
def test_unsigned_index_beyond_signed_ones_is_out_of_range(index, backend):
    x, places = ivy.asarray([1.0, 2.0, 3.0]), ivy.asarray(numpy.array([0, index], numpy.uint64))
    for call in (
        lambda i: x[i],
        lambda i: ivy.setitem(x, 1.0, key=i),
        lambda i: ivy.take(x, i),
        lambda i: ivy.take_along_axis(x, i, axis=0),
        lambda i: ivy.segment_sum(x[:2], i, num_segments=3),
    ):
        call(ivy.astype(ivy.asarray([0, 2]), "uint64"))
        with pytest.raises(IndexError, match=r"^ivy\.\w+: expected"):
            call(places)


@needs("torch")
def test_error_of_torch_is_its_own_and_a_value_error():
    with ivy.with_backend("torch"):
        x, y = ivy.ones(2), ivy.ones(3)
    with pytest.raises(ValueError, match="size of tensor a") as caught:
        ivy.add(x, y)
    assert isinstance(caught.value, RuntimeError)
    assert type(caught.value).__name__ == "RuntimeError"


@pytest.mark.parametrize(
    ("value", "got"),
    [
        (lambda x: (x, x), r"a tuple of 2 arrays; pass one of them, e\.g\. x\[0\]"),
        (lambda x: [ivy.to_native(x)], r"a list of 1 arrays; pass one of them, e\.g\. x\[0\]"),
        (lambda x: (x, (x, x)), r"a tuple of 2 values; pass one of them, e\.g\. x\[0\]"),
        (lambda x: [[1.0]], r"list; make one with ivy\.asarray"),
        (lambda x: (), r"tuple; make one with ivy\.asarray"),
        (lambda x: None, r"NoneType; make one with ivy\.asarray"),
    ],
)
def test_what_is_no_array_is_named(value, got, backend):
    given = value(ivy.ones((2, 3)))
    for call in (ivy.relu, ivy.to_numpy, lambda x: ivy.add(ivy.ones(2), x)):
        with pytest.raises(TypeError, match=rf"^ivy\.\w+: expected (arrays|an array), got {got}$"):
            call(given)


def test_layer_that_gets_a_tuple_says_so(backend):
    model = ivy.nn.Sequential(ivy.nn.LSTM(3, 4), ivy.nn.Linear(4, 2))
    with pytest.raises(TypeError, match=r"ivy\.linear: .* tuple of 2 values; pass one of them"):
        model(ivy.ones((2, 5, 3)))
    with pytest.raises(AttributeError) as caught:
        ivy.nn.Conv2d(3, 2, 1)((ivy.ones((1, 3, 2, 2)), ivy.ones(1)))
    assert any("got a tuple of 2 arrays; pass one of them" in n for n in notes(caught.value))


@pytest.mark.parametrize("index", [3, -4, 2**40])
def test_index_that_is_out_of_range_is_named(index, backend):
    x, places = ivy.ones((3, 3)), ivy.asarray([[index, 0, 0]])
    for name, call in (
        ("getitem", lambda: x[places[0]]),
        ("setitem", lambda: ivy.setitem(x, 1.0, key=places[0])),
        ("add_at", lambda: ivy.add_at(x, 1.0, key=(slice(None), places[0]))),
        ("take", lambda: ivy.take(x, places, axis=1)),
        ("take_along_axis", lambda: ivy.take_along_axis(x, places, axis=0)),
        ("add_along_axis", lambda: ivy.add_along_axis(x, places, ivy.ones((1, 3)), axis=0)),
    ):
        with pytest.raises(IndexError, match=rf"^ivy\.{name}: expected .*, got {index}$"):
            call()


# More than any machine addresses, so that nothing is given.
_TOO_MUCH = (2**29, 2**29)


@pytest.mark.parametrize("call", [ivy.zeros, lambda shape: ivy.ones((2**24, 1)) + ivy.ones(2**24)])
def test_no_memory_is_a_memory_error(call, backend):
    with pytest.raises(MemoryError):
        ivy.to_numpy(call(_TOO_MUCH))


@pytest.mark.parametrize(
    "call",
    [
        lambda: ivy.zeros((2**31, 2**31)),
        lambda: ivy.ones((2**31, 2**31)),
        lambda: ivy.full((2**60,), 2.0, dtype="float64"),
        lambda: ivy.arange(2**60),
        lambda: ivy.eye(2**31),
        lambda: ivy.linspace(0.0, 1.0, 2**61),
        lambda: ivy.to_numpy(ivy.broadcast_to(ivy.asarray(1.0), (2**31, 2**31))),
        lambda: ivy.tile(ivy.ones(2), (2**61,)),
        lambda: ivy.repeat(ivy.ones(2), 2**61),
        lambda: ivy.repeat(ivy.ones((2, 2)), 2**61, axis=0),
        lambda: ivy.repeat(ivy.ones(2), ivy.asarray([2**61, 1])),
        lambda: ivy.repeat(ivy.ones((2, 3)), ivy.asarray([2**62, 2**62]), axis=0),
        lambda: ivy.repeat(ivy.ones(8), ivy.asarray(2**56)),
        lambda: ivy.pad(ivy.ones(2), ((0, 2**61),)),
        lambda: ivy.fft.fft(ivy.ones(2), n=2**61),
        lambda: ivy.segment_sum(ivy.ones(2), ivy.asarray([0, 1]), num_segments=2**61),
        lambda: ivy.random_uniform(shape=(2**31, 2**31)),
        lambda: ivy.random_normal(shape=(2**31, 2**31)),
        lambda: ivy.random_permutation(2**61),
    ],
)
@needs("jax")
def test_lengths_that_no_array_has_do_not_end_the_process(call):
    with ivy.with_backend("jax"), pytest.raises(ValueError, match=r"^ivy\.\w+: expected fewer"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: ivy.linspace(0.0, 1.0, 2**46),
        lambda: ivy.repeat(ivy.ones(2), 2**46),
        lambda: ivy.repeat(ivy.ones((2, 2)), 2**31, axis=1),
        lambda: ivy.repeat(ivy.ones(2), ivy.asarray([2**61, 1])),
        lambda: ivy.repeat(ivy.ones((2, 2)), ivy.asarray([2**30]), axis=1),
        lambda: ivy.broadcast_to(ivy.asarray(1.0), (2**33,)),
        lambda: ivy.broadcast_to(ivy.ones((1, 1)), (2**33, 1)),
    ],
)
@needs("tensorflow")
def test_lengths_that_tensorflow_would_wrap_are_refused(call):
    expected = r"^ivy\.\w+: expected lengths up to"
    with ivy.with_backend("tensorflow"), pytest.raises(ValueError, match=expected):
        call()


# jax finds out later that there is no memory for what depends on something that it still computes,
# and its arrays end the process where their memory is read.
_PROMISED = """
import pickle
import numpy
import ivy
ivy.set_backend("jax", x64=True)
x = ivy.ones((1000, 1000))
for _ in range(8):
    x = x @ x / 1000
try:
    x = ivy.broadcast_to(x[0, 0], (2**29, 2**29))
except MemoryError:  # the products were there before it was asked for
    print("refused\\n" * 10, end="")
    raise SystemExit
for read in (
    repr,
    numpy.asarray,
    numpy.from_dlpack,
    pickle.dumps,
    ivy.to_numpy,
    ivy.from_dlpack,
    lambda x: x.tolist(),
    lambda x: float(x[0, 0]),
    lambda x: bool(ivy.any(x)),
    lambda x: ivy.take(x[0], ivy.astype(x, "int64"), axis=0),
):
    try:
        read(x)
    except MemoryError:
        print("refused")
"""


@needs("jax")
def test_reading_what_there_was_no_memory_for():
    assert python(_PROMISED) == ["refused"] * 10
