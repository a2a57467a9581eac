"""Any other array library: every row, the kinds of keys, laziness, and what is not supported."""

from __future__ import annotations

import inspect
import subprocess
import sys
from contextlib import nullcontext
from typing import Any

import numpy
import pytest
from hypothesis import assume, given

import ivy
from ivy.array import CLASSES
from ivy.backends import LIBRARIES, is_installed
from ivy.errors import BackendNotInstalledError, UnsupportedError
from ivy.functional._op import registry
from ivy_tests.cases import ALL
from ivy_tests.functional.test_indexing import keys, mask_keys, ours, unrepeated, values, with_keys
from ivy_tests.functional.test_rows import _declared
from ivy_tests.functional.test_values import check, run
from ivy_tests.support.compare import assert_same
from ivy_tests.support.rows import Call, Case, each_call

_TEXT = {"ids": lambda v: repr(v) if isinstance(v, Case | Call) else str(v)}

# Those of the extra `test`; the others follow the same code.
TESTED = ("array_api_strict", "dask")
LAZY = ("dask",)

# What a library does otherwise than the other backends, and why that is accepted. Every line must
# be true: a test fails where all calls of its operation pass.
ACCEPTED = {
    **dict.fromkeys(
        [("array_api_strict", f"bitwise_{side}_shift") for side in ("left", "right")],
        "it refuses to shift by a negative number, which the standard leaves open",
    ),
    **dict.fromkeys(
        [("dask", f"unique_{what}") for what in ("values", "counts", "all")],
        "dask takes NaNs for equal, the standard does not",
    ),
    **dict.fromkeys(
        [("dask", name) for name in ("trim_zeros", "unique_consecutive", "repeat")],
        "lengths that depend on values would have to be known; the error says so",
    ),
}
# Operations of which the result's shape depends on values, and so dask has to compute.
COMPUTES = {"bincount", "nms", "roi_align"}


@pytest.fixture(params=TESTED)
def library(request):
    """The name of a library, which is the current backend inside the test."""
    if not is_installed(request.param):
        pytest.skip(f"needs {LIBRARIES[request.param][1]}")
    with ivy.with_backend(request.param):
        yield request.param


def refuse(*args: Any, **options: Any) -> Any:
    """Stand in for dask's scheduler where nothing shall be computed."""
    raise AssertionError("dask computed")


def without_computing(library: str) -> Any:
    """Return a context in which an array library that is lazy must stay so."""
    if library not in LAZY:
        return nullcontext()
    import dask

    return dask.config.set(scheduler=refuse)


def lacks(library: str, case: Case, which: Call, dtype: str) -> bool:
    """Return whether a call needs an operation or a dtype that the library does not have."""
    cls = CLASSES[library]
    known = set(cls.CORE.DTYPES)
    wanted = {dtype, str(which.options.get("dtype") or dtype)}
    alone = cls.implementation(case.spec) is None and case.spec.body is None
    return alone or not wanted <= known


def passes(library: str, case: Case, which: Call, dtype: str) -> None:
    """Assert that a call gives what the oracle says, without computing before it is asked to."""
    lazily = nullcontext() if case.name in COMPUTES else without_computing(library)
    with lazily:
        result, _ = run(case, which, dtype)
    check(case, which, dtype, result)


_CALLS = [*each_call(ALL), *[(case, which) for case in ALL for which in case.special]]
# On dask every operation is a node of a graph that has to be built and walked. So two calls of each
# row run, and none of these: rounds of rejection, and series, of thousands of operations, which
# take seconds each. What they are made of runs.
_COSTLY = {
    *("beta", "betainc", "erfinv", "gammainc", "gammaincc", "ndtri"),
    *("random_beta", "random_binomial", "random_chi_square"),
    *("random_dirichlet", "random_gamma", "random_negative_binomial", "random_poisson"),
    *("random_truncated_normal", "random_von_mises"),
}
_FEWER = [(case, which) for case in ALL if case.name not in _COSTLY for which in case.calls[:2]]
_ON_LIBRARIES = [
    pytest.param(case, which, name, id=f"{case!r}-{which!r}-{name}")
    for name, calls in (("array_api_strict", _CALLS), ("dask", _FEWER))
    for case, which in calls
]


@pytest.mark.parametrize(("case", "which", "library"), _ON_LIBRARIES, indirect=["library"])
def test_values(case, which, library):
    dtype = case.main_dtype
    if lacks(library, case, which, dtype):
        with pytest.raises(UnsupportedError, match=library):
            run(case, which, dtype)
    elif (library, case.name) not in ACCEPTED:
        passes(library, case, which, dtype)


@pytest.mark.parametrize("key", sorted(ACCEPTED), ids="-".join)
def test_what_is_accepted_still_differs(key):
    name, operation = key
    if not is_installed(name):
        pytest.skip(f"needs {LIBRARIES[name][1]}")
    differing = 0
    with ivy.with_backend(name):
        for case, which in _CALLS:
            if case.name == operation:
                try:
                    passes(name, case, which, case.main_dtype)
                except Exception:  # noqa: BLE001 - whatever it is, it is not the right result
                    differing += 1
    assert differing


# One of each kind, and those that a library may lack.
_KINDS = ("bool", "int8", "uint64", "float64", "complex64", "bfloat16")


@pytest.mark.parametrize(
    ("case", "dtype"), [(c, d) for c in ALL for d in _KINDS if d in c.accepted[1:]], **_TEXT
)
def test_dtypes_on_the_strict_library(case, dtype):
    if not is_installed("array_api_strict"):
        pytest.skip("needs array-api-strict")
    with ivy.with_backend("array_api_strict"):
        which = case.calls[0]
        if lacks("array_api_strict", case, which, dtype):
            with pytest.raises(UnsupportedError, match="array_api_strict"):
                run(case, which, dtype)
        else:
            passes("array_api_strict", case, which, dtype)


# -- what is not supported -----------------------------------------------------------------------


def unsupported(library: str) -> list[str]:
    """Return the operations that a library cannot do."""
    cls = CLASSES[library]
    specs = registry.values()
    return sorted(s.name for s in specs if s.body is None and cls.implementation(s) is None)


def test_unsupported_operation_says_so(library, monkeypatch):
    # Were there none, the error must be right all the same.
    x = ivy.ones(2)
    monkeypatch.setattr(CLASSES[library], "implementation", classmethod(lambda cls, spec: None))
    monkeypatch.setattr(CLASSES[library], "op_erf", None, raising=False)
    monkeypatch.delattr(CLASSES[library], "op_erf")
    monkeypatch.setattr(registry["erf"], "met", {})
    with pytest.raises(UnsupportedError, match=rf"^ivy\.erf: the {library} backend cannot do this"):
        ivy.erf(x)


def test_page_lists_what_is_not_supported(library):
    from ivy_tests.test_structure import ROOT

    page = (ROOT.parent / "docs" / "libraries.md").read_text(encoding="utf-8")
    (line,) = [row for row in page.splitlines() if row.startswith(f"| `{library}` |")]
    listed = [n.strip(" `") for n in line.split("|")[3].split(",")]
    assert listed == (unsupported(library) or ["none"])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_dtype_that_a_library_lacks(library, dtype):
    with pytest.raises(UnsupportedError, match=f"the {library} backend has no dtype {dtype}; it"):
        ivy.zeros(2, dtype=dtype)


def test_library_that_is_not_installed(monkeypatch):
    import ivy.backends as backends

    monkeypatch.setitem(backends.LIBRARIES, "abacus_array", ("abacus_array.core", "abacus[array]"))
    with pytest.raises(BackendNotInstalledError, match=r'pip install "abacus\[array\]"'):
        ivy.set_backend("abacus_array")


def test_signatures_are_the_declared_ones(library):
    written = {}
    for name, spec in registry.items():
        implementation = CLASSES[library].implementation(spec)
        module = getattr(getattr(implementation, "func", None), "__module__", "")
        if module.startswith("ivy.backends.array_api"):
            written[name] = inspect.signature(implementation)
    assert written == {name: _declared(registry[name]) for name in written}
    assert "setitem" in written


# -- keys ----------------------------------------------------------------------------------------


@given(case=with_keys(keys))
def test_reading(library, case):
    shape, key = case
    x = values(shape)
    with without_computing(library):
        result = ivy.asarray(x)[ours(key)]
    assert_same(result, numpy.asarray(x[key]))


@given(case=with_keys(mask_keys))
def test_reading_with_a_mask(case):
    # The shape depends on values, so dask leaves some of it to the user.
    shape, key = case
    parts = key if isinstance(key, tuple) else (key,)
    # A mask without axes is refused, see below.
    assume(all(numpy.ndim(k) for k in parts if isinstance(k, numpy.ndarray)))
    x = values(shape)
    with ivy.with_backend("array_api_strict"):
        assert_same(ivy.asarray(x)[ours(key)], numpy.asarray(x[key]))


@pytest.mark.parametrize("value", [True, False])
def test_mask_without_axes(value):
    with ivy.with_backend("array_api_strict"):
        x = ivy.ones((2, 3))
        mask = ivy.asarray(value)
        assert_same(x[mask], numpy.ones((2, 3), "float32")[numpy.asarray(value)])
        with pytest.raises(UnsupportedError, match="a mask without axes alone only"):
            x[mask, 0]


@given(case=with_keys(keys))
def test_writing(library, case):
    shape, key = case
    if not unrepeated(key, shape):
        return
    expected = values(shape)
    new = numpy.arange(expected[key].size).reshape(expected[key].shape) + 100
    x = ivy.asarray(expected)
    with without_computing(library):
        x[ours(key)] = ivy.asarray(new)
    expected[key] = new
    assert_same(x, expected)


def test_writing_with_a_mask(library):
    x = ivy.asarray([[1.0, -2.0], [-3.0, 4.0]])
    with without_computing(library):
        x[x < 0] = 0
        x[:, 0] += 1
    assert_same(x, numpy.float32([[2, 0], [1, 4]]))


@pytest.mark.parametrize("key", [5, -5, (0, 0, 0), [0, 7], [[True, False, True]]], ids=repr)
def test_index_that_does_not_fit(key):
    with ivy.with_backend("array_api_strict"), pytest.raises(IndexError, match=r"ivy\.getitem"):
        ivy.ones((4, 2))[key]


# -- what else an array does ---------------------------------------------------------------------


def test_arrays_are_recognised_by_type(library):
    native = ivy.to_native(ivy.asarray([1.0, 2.0]))
    with ivy.with_backend("numpy"):
        assert_same(ivy.exp(native * 0), [1.0, 1.0], backend=library)
        assert_same(ivy.to_backend(native, "numpy"), [1.0, 2.0], backend="numpy")
    assert_same(ivy.to_backend(numpy.float64([1, 2]), library), numpy.float64([1, 2]))


def test_derivatives(library):
    x = ivy.asarray([1.0, 2.0, 3.0])

    def f(x):
        return ivy.sum(ivy.where(x > 1, ivy.sin(x) * x[0], x**2)) + ivy.max(x)

    with without_computing(library):
        gradient = ivy.grad(f)(x)
    expected = ivy.grad(f)(ivy.to_backend(x, "numpy"))
    assert_same(gradient, ivy.to_numpy(expected))


def test_printing_a_trace_is_refused(library):
    # What a library's functions are made of is not in a module's source.
    x = ivy.asarray([1.0, 2.0])
    graph = ivy.trace_graph(lambda x: ivy.sum(ivy.exp(x) * 2), (x,))
    with pytest.raises(UnsupportedError, match=rf"expected ivy\.backends\.{library}\.elementwise"):
        graph(x)


def test_constants_follow_the_device_of_the_input():
    # The strict library has devices for tests, which Ivy takes for GPUs.
    with ivy.with_backend("array_api_strict"):
        x = ivy.asarray([-1.0, 2.0, 3.0], device="gpu:0")
        results = [x + 1, ivy.relu(x), ivy.gelu(x), ivy.einsum("i,i->", [x, x]), x[::-1]]
        results += [ivy.setitem(x, 1.0, 0), ivy.pad(x, ((1, 1),)), ivy.zeros_like(x)]
        assert [r.device for r in results] == ["gpu:0"] * len(results)
        assert_same(results[0], [0.0, 3.0, 4.0])
        with pytest.raises(ValueError, match="gpu:9"):
            ivy.zeros(2, device="gpu:9")


# -- dask ----------------------------------------------------------------------------------------

_dask = pytest.mark.skipif(not is_installed("dask"), reason="needs dask[array]")


@_dask
def test_dask_computes_only_when_values_are_asked_for():
    with ivy.with_backend("dask"), without_computing("dask"):
        x = ivy.ones((4, 4))
        y = ivy.mean(ivy.softmax(x @ x + x[0]), axis=0)
        assert "dask.array" in repr(y)
        assert (y.shape, y.dtype, y.size, len(y)) == ((4,), ivy.float32, 4, 4)
        assert y.data.chunks == ((4,),)
        for ask in (bool, float, ivy.Array.item, ivy.to_numpy, numpy.asarray):
            with pytest.raises(AssertionError, match="dask computed"):
                ask(y[0])


@_dask
def test_dask_keeps_chunks():
    import dask.array

    with ivy.with_backend("dask"):
        x = ivy.asarray(dask.array.ones((8, 4), chunks=(2, 4)))
        assert ivy.exp(x * 2 + 1).data.chunks == ((2, 2, 2, 2), (4,))


@_dask
def test_dask_lengths_that_depend_on_values_are_not_known():
    with ivy.with_backend("dask"):
        x = ivy.asarray([1.0, -1.0, 2.0])
        positive = x[x > 0]
        assert (positive.shape, positive.size, positive.ndim) == ((None,), None, 1)
        assert_same(ivy.sum(positive), 3.0)


# 800 MB, of which no more than a few pieces of 8 MB shall exist at a time.
_LIMITED = """
import resource
import dask, numpy, ivy
dask.config.set({"array.chunk-size": "8MiB", "scheduler": "synchronous"})
ivy.set_backend("dask")
ivy.sum(ivy.ones((10, 10)) @ ivy.ones((10, 10)) * 2).item()  # makes what is made once
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 200 * 2**20,) * 2)
try:
    numpy.ones((10_000, 10_000))
except MemoryError:
    print("too large in one piece")
x = ivy.ones((10_000, 10_000), dtype="float64")
print(ivy.sum(x * 3).item())
print(ivy.sum(x @ ivy.ones((10_000, 20), dtype="float64")).item())
"""


@_dask
@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux")
def test_dask_array_larger_than_memory():
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:3] == ["too large in one piece", "300000000.0", "2000000000.0"]
