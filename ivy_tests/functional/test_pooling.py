"""Pooling against torch: windows, padding, places, adaptive parts, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ivy
from ivy_tests.functional.test_convolution import LAST, LENGTHS, drawn, with_channels_last
from ivy_tests.support.compiling import compiled
from ivy_tests.support.torch_oracle import assert_like_torch

torch = pytest.importorskip("torch")
F = torch.nn.functional

# Whole numbers, of which many windows hold the largest twice.
TIED = {n: numpy.round(drawn((2, 2, *LENGTHS[:n]))[0]) for n in (1, 2, 3)}
OTHER = {n: drawn((2, 2, *[k + 1 for k in LENGTHS[:n]]))[0] for n in (1, 2, 3)}


def assert_pools(
    kind: str, count: int, ours: dict[str, Any], theirs: tuple[Any, ...], x: Any
) -> None:
    """Assert that a kind of pooling is torch's, with float64 for the third axis only."""
    mine, its = getattr(ivy, f"{kind}_pool{count}d"), getattr(F, f"{kind}_pool{count}d")

    def run(x: Any) -> Any:
        return mine(x, **ours)

    assert_like_torch(
        with_channels_last(run) if "data_format" in ours else run,
        lambda x: its(x, *theirs),
        x,
        dtypes=("float64", "float32") if count == 2 else ("float64",),
    )


LARGEST = {
    "1d": (1, {"window": 2}, (2,)),
    "1d-dilated": (1, {"window": 2, "strides": 1, "padding": 1, "dilation": 2}, (2, 1, 1, 2)),
    "2d-ceil": (
        2,
        {"window": 3, "strides": 2, "padding": 1, "ceil_mode": True},
        (3, 2, 1, 1, True),
    ),
    "2d-last": (2, {"window": (2, 3), "data_format": LAST}, ((2, 3),)),
    "2d-dilated": (2, {"window": 2, "dilation": (2, 1)}, (2, 2, 0, (2, 1))),
    "3d": (3, {"window": 2, "strides": (2, 1, 1), "padding": 1}, (2, (2, 1, 1), 1)),
    "3d-dilated": (3, {"window": 2, "strides": 2, "dilation": 3}, (2, 2, 0, 3)),
}


@pytest.mark.parametrize("key", LARGEST)
def test_largest_elements_and_their_gradient_are_torchs(key: str, backend: str) -> None:
    assert_pools("max", *LARGEST[key], TIED[LARGEST[key][0]])


@pytest.mark.parametrize("key", ["1d-dilated", "2d-ceil", "3d"])
def test_places_are_torchs(key: str, backend: str) -> None:
    count, ours, theirs = LARGEST[key]
    found = getattr(F, f"max_pool{count}d_with_indices")
    x = TIED[count].copy()
    x[0, 0] = -numpy.inf  # as what lies outside, which is no place
    for array in (x, TIED[count]):
        want = found(torch.tensor(array), *theirs)[1]
        got = ivy.max_pool_indices(ivy.asarray(array), **ours)
        assert ivy.to_numpy(got).tolist() == want.tolist()


AVERAGES = {
    "1d-ceil": (1, {"strides": 2, "padding": 1, "ceil_mode": True}, (2, 1, True)),
    "2d-ceil": (2, {"strides": 2, "padding": 1, "ceil_mode": True}, (2, 1, True)),
    "2d-inside": (
        2,
        {"strides": 2, "padding": 1, "count_include_pad": False},
        (2, 1, False, False),
    ),
    "2d-divisor": (
        2,
        {"divisor_override": 5, "data_format": LAST},
        (None, 0, False, True, 5),
    ),
    "3d-inside": (
        3,
        {"strides": 2, "padding": 1, "ceil_mode": True, "count_include_pad": False},
        (2, 1, True, False),
    ),
}


@pytest.mark.parametrize("key", AVERAGES)
def test_averages_are_torchs(key: str, backend: str) -> None:
    count, ours, theirs = AVERAGES[key]
    assert_pools("avg", count, {"window": 3, **ours}, (3, *theirs), OTHER[count])


def test_same_averages_what_is_inside(backend: str) -> None:
    x = ivy.asarray([[[1.0, 2.0, 3.0, 4.0, 5.0]]])
    options = {"window": 2, "strides": 2, "padding": "same"}
    inside = ivy.avg_pool1d(x, count_include_pad=False, **options)
    assert ivy.to_numpy(inside)[0, 0].tolist() == [1.5, 3.5, 5.0]
    assert ivy.to_numpy(ivy.avg_pool1d(x, **options))[0, 0].tolist() == [1.5, 3.5, 2.5]
    assert ivy.to_numpy(ivy.max_pool1d(x, **options))[0, 0].tolist() == [2.0, 4.0, 5.0]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_roots_of_sums_of_powers_are_torchs(count: int, backend: str) -> None:
    ours = {"window": 3, "strides": 2, "ceil_mode": True}
    assert_pools("lp", count, ours, (2.0, 3, 2, True), OTHER[count])


def test_root_of_nothing_has_no_slope(backend: str) -> None:
    slope = ivy.grad(lambda x: ivy.sum(ivy.lp_pool1d(x, window=2)))(ivy.zeros((1, 1, 2)))
    assert ivy.to_numpy(slope).tolist() == [[[0.0, 0.0]]]


SIZES = {1: (3,), 2: (3, 6), 3: (2, None, 4)}


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("kind", ["avg", "max"])
def test_adaptive_parts_are_torchs(kind: str, count: int, backend: str) -> None:
    name = f"adaptive_{kind}_pool{count}d"
    assert_like_torch(
        lambda x: getattr(ivy, name)(x, SIZES[count]),
        lambda x: getattr(F, name)(x, SIZES[count] if count > 1 else 3),
        TIED[count],
        dtypes=("float64",),
    )


def test_one_part_is_everything_with_channels_last(backend: str) -> None:
    assert_like_torch(
        with_channels_last(lambda x: ivy.adaptive_max_pool2d(x, 1, data_format=LAST)),
        lambda x: F.adaptive_max_pool2d(x, 1),
        TIED[2],
    )


def test_infinity_stays_in_its_part(backend: str) -> None:
    x = ivy.asarray([[[numpy.inf, 1.0, 2.0, 3.0, 4.0]]])
    assert ivy.to_numpy(ivy.adaptive_avg_pool1d(x, 3))[0, 0].tolist() == [numpy.inf, 2.0, 3.5]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_elements_go_back_to_their_places(count: int, backend: str) -> None:
    (x,) = drawn((2, 2, *(4, 6, 8)[:count]))
    found = getattr(F, f"max_pool{count}d_with_indices")
    values, places = found(torch.tensor(x), 2)
    name = f"max_unpool{count}d"
    size = (5, 7, 8)[:count]
    assert_like_torch(
        lambda v, i: getattr(ivy, name)(v, i, window=2, output_size=size),
        lambda v, i: getattr(F, name)(v, i, 2, output_size=size),
        *(values.numpy(), places.numpy()),
        dtypes=("float64",),
    )


def test_compiled_is_eager(backend: str) -> None:
    x = ivy.asarray(drawn((1, 2, 5, 6))[0])

    def pools(x: Any) -> Any:
        options = {"window": 3, "strides": 2, "padding": 1, "ceil_mode": True}
        out = ivy.add(
            ivy.max_pool2d(x, **options), ivy.avg_pool2d(x, count_include_pad=False, **options)
        )
        return ivy.adaptive_avg_pool2d(out, (2, 3))

    got = ivy.to_numpy(compiled(pools)(x))
    numpy.testing.assert_allclose(got, ivy.to_numpy(pools(x)), rtol=1e-12)


REFUSED = {
    "no window": ("max_pool2d", {"window": 0}, "window"),
    "a window that is too long": ("avg_pool1d", {"window": 9}, "(1, 2, 3)"),
    "windows of another rank": ("max_pool3d", {"window": (2, 2)}, "window=(2, 2)"),
    "no stride": ("max_pool1d", {"window": 2, "strides": 0, "padding": "same"}, "strides"),
    "nothing but padding": ("max_pool2d", {"window": 2, "padding": 2}, "padding smaller"),
    "padding as long": ("avg_pool1d", {"window": 2, "padding": (0, 2)}, "padding smaller"),
    "much padding": ("max_pool3d", {"window": 2, "padding": 10**9}, "padding smaller"),
    "much padding of places": ("max_pool_indices", {"window": 1, "padding": 1}, "padding smaller"),
    "no dilation": ("max_pool2d", {"window": 2, "dilation": 0}, "dilation"),
    "no such padding": ("lp_pool2d", {"window": 2, "padding": "circular"}, "'circular'"),
    "no divisor": ("avg_pool2d", {"window": 2, "divisor_override": 0}, "divisor_override"),
    "no power": ("lp_pool1d", {"window": 2, "ord": 0.0}, "ord"),
    "no such format": ("avg_pool3d", {"window": 2, "data_format": "NCDHW"}, "NCDHW"),
    "no parts": ("adaptive_avg_pool2d", {"output_size": 0}, "output_size"),
    "parts of another rank": ("adaptive_max_pool1d", {"output_size": (1, 1)}, "output_size"),
}


@pytest.mark.parametrize("key", REFUSED)
def test_what_does_not_fit_is_refused(key: str, backend: str) -> None:
    name, options, word = REFUSED[key]
    x = ivy.ones((1, 2, *(3,) * (int(name[-2]) if name[-2].isdigit() else 2)))
    with pytest.raises(ValueError, match=f"ivy.{name}: ") as caught:
        getattr(ivy, name)(x, **options)
    assert word in str(caught.value)


NO_SIZES = {
    "a bool for a window": ("max_pool2d", {"window": True}),
    "a bool for an axis": ("avg_pool1d", {"window": (True,)}),
    "a bool for a stride": ("lp_pool2d", {"window": 2, "strides": True}),
    "a bool for padding": ("avg_pool3d", {"window": 2, "padding": True}),
    "a bool for dilation": ("max_pool_indices", {"window": 1, "dilation": True}),
    "a bool for parts": ("adaptive_avg_pool2d", {"output_size": True}),
    "a bool for a divisor": ("avg_pool2d", {"window": 2, "divisor_override": True}),
    "a float for a window": ("max_pool1d", {"window": 2.0}),
    "a float for padding": ("max_pool3d", {"window": 2, "padding": ((1, 0.5), 1, 1)}),
    "NaN for parts": ("adaptive_max_pool1d", {"output_size": (numpy.nan,)}),
    "NaN for a divisor": ("avg_pool1d", {"window": 2, "divisor_override": numpy.nan}),
    "nothing for a window": ("max_pool2d", {"window": None}),
    "tuples for windows": ("avg_pool2d", {"window": ((2,), (2,))}),
}


@pytest.mark.parametrize("key", NO_SIZES)
def test_what_is_no_integer_is_refused(key: str, backend: str) -> None:
    name, options = NO_SIZES[key]
    x = ivy.ones((1, 2, *(3,) * (int(name[-2]) if name[-2].isdigit() else 2)))
    with pytest.raises(TypeError, match=f"ivy.{name}: expected"):
        getattr(ivy, name)(x, **options)


@pytest.mark.parametrize("name", ["strides", "dilation"])
def test_more_than_frameworks_count_to_is_refused(name: str, backend: str) -> None:
    # tensorflow would end the process.
    with pytest.raises(ValueError, match=r"ivy.max_pool2d: expected"):
        ivy.max_pool2d(ivy.ones((1, 2, 3, 3)), window=2, **{name: 2**40})


def test_numpys_integers_are_sizes(backend: str) -> None:
    x = ivy.asarray([[[1.0, 3.0, 2.0, 0.0]]])
    two = numpy.int32(2)
    assert ivy.to_numpy(ivy.max_pool1d(x, window=two)).tolist() == [[[3.0, 2.0]]]
    assert ivy.to_numpy(ivy.avg_pool1d(x, window=two, strides=two)).tolist() == [[[2.0, 1.0]]]
    assert ivy.to_numpy(ivy.adaptive_max_pool1d(x, two)).tolist() == [[[3.0, 2.0]]]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_windows_of_minus_infinity_and_nan_are_torchs(dtype: str, backend: str) -> None:
    low = numpy.finfo(numpy.float32).min if dtype == "float32" else -1.0
    x = numpy.full((1, 1, 4, 8), -numpy.inf)
    x[0, 0, 2:, 2:4] = [[low, -numpy.inf], [-numpy.inf, -numpy.inf]]
    x[0, 0, 2, 4] = x[0, 0, 3, 6] = numpy.nan
    for padding in (0, 1):
        want = F.max_pool2d(torch.tensor(x, dtype=getattr(torch, dtype)), 2, padding=padding)
        got = ivy.max_pool2d(ivy.asarray(x, dtype=dtype), window=2, padding=padding)
        numpy.testing.assert_array_equal(
            ivy.to_numpy(ivy.astype(got, "float64")), want.to(torch.float64).numpy()
        )


@pytest.mark.parametrize("layout", ["rows", "channels last", "every other column"])
@pytest.mark.parametrize("values", ["any", "ties", "infinity", "nan"])
@pytest.mark.parametrize(
    ("window", "options"),
    [
        ((2, 2), {}),
        ((3, 2), {"stride": 1}),
        ((2, 3), {"stride": (1, 3), "padding": 1}),
        ((4, 4), {"stride": 4}),
    ],
)
def test_many_images_are_pooled_as_by_torch(window, options, values, layout, backend):
    rng = numpy.random.default_rng(5)
    # More elements than a kernel for few of them is given.
    x = rng.normal(size=(3, 5, 64, 72)).astype("float32")
    if values == "ties":
        x = numpy.round(x)
    if values in ("infinity", "nan"):
        x[x > 1.5] = numpy.inf if values == "infinity" else numpy.nan
    theirs = torch.tensor(x)
    if layout == "channels last":
        theirs = theirs.contiguous(memory_format=torch.channels_last)
    if layout == "every other column":
        theirs = theirs.repeat_interleave(2, dim=-1)[..., ::2]
    given = ivy.to_backend(ivy.asarray(theirs), backend)
    leaf = theirs.detach().clone().requires_grad_()
    want = F.max_pool2d(leaf, window, **options)
    # Sums of small integers are exact in any order.
    g = rng.integers(-8, 9, size=want.shape).astype("float32")
    want.backward(torch.tensor(g))
    ours = {
        "window": window,
        "strides": options.get("stride"),
        "padding": options.get("padding", 0),
    }
    got = ivy.max_pool2d(given, **ours)
    numpy.testing.assert_array_equal(ivy.to_numpy(got), want.detach().numpy())
    if values != "nan":  # there it is a matter of the kernel which element has won
        slope = ivy.grad(lambda x: ivy.sum(ivy.max_pool2d(x, **ours) * ivy.asarray(g)))
        numpy.testing.assert_array_equal(ivy.to_numpy(slope(given)), leaf.grad.numpy())


def test_axis_without_elements_is_refused(backend: str) -> None:
    with pytest.raises(ValueError, match=r"ivy.max_pool2d: .* lengths \(0, 4\)"):
        ivy.max_pool2d(ivy.ones((1, 2, 0, 4)), window=2, padding=1)


@pytest.mark.parametrize("shape", [(2, 0, 4, 4), (0, 3, 4, 4), (0, 0, 4, 4)])
@pytest.mark.parametrize("name", ["max_pool2d", "avg_pool2d", "lp_pool2d", "max_pool_indices"])
def test_no_images_and_no_channels_are_pooled(name: str, shape: Any, backend: str) -> None:
    pool = getattr(ivy, name)
    assert pool(ivy.ones(shape), window=2, padding=1).shape == (*shape[:2], 3, 3)
    if name != "max_pool_indices":
        slope = ivy.grad(lambda x: ivy.sum(pool(x, window=2)))
        assert slope(ivy.ones(shape)).shape == shape
        assert ivy.hessian(lambda x: ivy.sum(pool(x, window=2) ** 2))(ivy.ones(shape)).size == 0


@pytest.mark.parametrize("name", ["max_pool1d", "avg_pool2d", "lp_pool3d", "max_pool_indices"])
def test_other_ranks_are_refused(name: str, backend: str) -> None:
    with pytest.raises(ValueError, match=rf"ivy.{name}: .*\(2, 3\)"):
        getattr(ivy, name)(ivy.ones((2, 3)), window=1)


def test_places_that_do_not_fit_are_refused(backend: str) -> None:
    x, places = ivy.ones((1, 1, 2)), ivy.asarray([[[0, 1, 2]]])
    with pytest.raises(ValueError, match=r"\(1, 1, 2\) and \(1, 1, 3\)"):
        ivy.max_unpool1d(x, places, window=2)
    with pytest.raises(ValueError, match="output_size"):
        ivy.max_unpool1d(x, places[:, :, :2], window=2, output_size=9)
    for wrong in (-1, 4, 2**40):
        with pytest.raises(IndexError):
            ivy.max_unpool1d(x, ivy.asarray([[[0, wrong]]]), window=2)
    with pytest.raises(ValueError, match="three"):
        ivy.fold(ivy.ones((1, 2)), (3,), window=2)
    with pytest.raises(ValueError, match=r"\(1, 3, 2\)"):
        ivy.fold(ivy.ones((1, 3, 2)), (3,), window=2)
