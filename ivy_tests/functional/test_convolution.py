"""Convolution, its transpose and columns against torch, and the forms of their options."""

from __future__ import annotations

import math
from typing import Any

import numpy
import pytest

import ivy
from ivy_tests.support.compiling import compiled
from ivy_tests.support.torch_oracle import assert_like_torch

torch = pytest.importorskip("torch")
F = torch.nn.functional

LENGTHS = (7, 6, 5)
WINDOW = (3, 2, 2)
LAST = "channels_last"


def drawn(*shapes: tuple[int, ...]) -> list[Any]:
    """Draw arrays."""
    draw = numpy.random.default_rng(0)
    return [draw.normal(size=s) for s in shapes]


def with_channels_last(f: Any) -> Any:
    """Return a function of arrays with channels first from one with channels last."""

    def run(x: Any, *others: Any) -> Any:
        return ivy.moveaxis(f(ivy.moveaxis(x, 1, -1), *others), -1, 1)

    return run


# Axes, options of Ivy's, those of torch's, and groups.
CONVOLUTIONS = {
    "1d-pair": (1, {"padding": (1, 1), "strides": 2}, {"padding": 1, "stride": 2}, 2),
    "1d-same": (1, {"padding": "same", "dilation": 2}, {"padding": "same", "dilation": 2}, 1),
    "1d-last": (1, {"padding": [1], "data_format": LAST}, {"padding": 1}, 1),
    "2d-integers": (2, {"strides": 2, "padding": 1}, {"stride": 2, "padding": 1}, 2),
    "2d-tuples": (
        2,
        {"strides": (2, 1), "padding": (1, 0), "dilation": (1, 2)},
        {"stride": (2, 1), "padding": (1, 0), "dilation": (1, 2)},
        1,
    ),
    "2d-same": (2, {"padding": "SAME", "dilation": 2}, {"padding": "same", "dilation": 2}, 1),
    "2d-last": (
        2,
        {"strides": (1, 2), "padding": "valid", "data_format": LAST},
        {"stride": (1, 2)},
        2,
    ),
    "3d-last": (
        3,
        {"strides": 2, "padding": 1, "data_format": LAST},
        {"stride": 2, "padding": 1},
        1,
    ),
}


@pytest.mark.parametrize("key", CONVOLUTIONS)
def test_convolution_is_torchs(key: str, backend: str) -> None:
    count, ours, theirs, groups = CONVOLUTIONS[key]
    mine, its = getattr(ivy, f"conv{count}d"), getattr(F, f"conv{count}d")

    def run(x: Any, w: Any, b: Any) -> Any:
        return mine(x, w, b, groups=groups, **ours)

    assert_like_torch(
        with_channels_last(run) if "data_format" in ours else run,
        lambda x, w, b: its(x, w, b, groups=groups, **theirs),
        *drawn((2, 4, *LENGTHS[:count]), (6, 4 // groups, *WINDOW[:count]), (6,)),
        dtypes=("float64", "float32") if key == "2d-integers" else ("float64",),
    )


TRANSPOSED = {
    "1d": (1, {"strides": 2, "padding": 1, "output_padding": 1}, (2, 1, 1), 2),
    "1d-dilated": (1, {"dilation": 3, "output_padding": 2, "padding": 1}, (1, 1, 2, 3), 1),
    "2d": (2, {"strides": (2, 1), "padding": 1, "output_padding": (1, 0)}, ((2, 1), 1, (1, 0)), 2),
    "2d-last": (2, {"strides": 3, "output_padding": 1, "data_format": LAST}, (3, 0, 1), 1),
    "3d": (3, {"strides": 2, "padding": 1, "output_padding": 1}, (2, 1, 1), 1),
}


@pytest.mark.parametrize("key", TRANSPOSED)
def test_transpose_is_torchs(key: str, backend: str) -> None:
    count, ours, theirs, groups = TRANSPOSED[key]
    stride, padding, extra, dilation = (*theirs, 1)[:4]
    mine, its = getattr(ivy, f"conv{count}d_transpose"), getattr(F, f"conv_transpose{count}d")

    def run(x: Any, w: Any, b: Any) -> Any:
        return mine(x, w, b, groups=groups, **ours)

    assert_like_torch(
        with_channels_last(run) if "data_format" in ours else run,
        lambda x, w, b: its(x, w, b, stride, padding, extra, groups, dilation),
        *drawn((2, 4, *LENGTHS[-count:]), (4, 3, *WINDOW[:count]), (3 * groups,)),
        dtypes=("float64", "float32") if key == "2d" else ("float64",),
    )


def test_second_derivatives_are_torchs(backend: str) -> None:
    x, w, v = drawn((1, 2, 3, 3), (2, 2, 2, 2), (1, 2, 3, 3))

    def slope(transposed: Any, power: Any, x: Any, w: Any) -> Any:
        return power(transposed(x, w))

    def ours(w: Any) -> Any:
        def inner(x: Any) -> Any:
            return ivy.sum(ivy.conv2d_transpose(x, w, strides=2, data_format="channels_last") ** 3)

        return ivy.sum(ivy.grad(inner)(ivy.asarray(x)) * ivy.asarray(v))

    x, v = numpy.moveaxis(x, 1, -1).copy(), numpy.moveaxis(v, 1, -1).copy()
    got = ivy.to_numpy(ivy.grad(ours)(ivy.asarray(w)))
    tx = torch.tensor(x, requires_grad=True)
    tw = torch.tensor(w, requires_grad=True)
    total = (F.conv_transpose2d(tx.movedim(-1, 1), tw, stride=2) ** 3).sum()
    (first,) = torch.autograd.grad(total, tx, create_graph=True)
    (second,) = torch.autograd.grad((first * torch.tensor(v)).sum(), tw)
    numpy.testing.assert_allclose(got, second.numpy(), rtol=1e-10)


# Lengths with "same" and a stride, as tensorflow defines them: `ceil(length / stride)`, and what is
# odd goes to the end. The values of one filter of ones over 1, 2, 3, ... are worked out by hand.
SAME = {
    (6, 3, 2): [6.0, 12.0, 11.0],
    (5, 2, 2): [3.0, 7.0, 5.0],
    (5, 1, 3): [1.0, 4.0],
    (4, 4, 1): [6.0, 10.0, 9.0, 7.0],
}


@pytest.mark.parametrize("case", SAME)
def test_same_with_strides_is_tensorflows(case: tuple[int, int, int], backend: str) -> None:
    length, window, stride = case
    x = ivy.reshape(ivy.arange(1.0, length + 1), (1, 1, length))
    out = ivy.conv1d(x, ivy.ones((1, 1, window)), strides=stride, padding="same")
    assert ivy.to_numpy(out)[0, 0].tolist() == SAME[case]


def test_transpose_of_same_gives_lengths_times_strides(backend: str) -> None:
    x = ivy.asarray([[[1.0, 2.0, 3.0]]])
    wide = ivy.conv1d_transpose(x, ivy.ones((1, 1, 3)), strides=2, padding="same")
    assert ivy.to_numpy(wide)[0, 0].tolist() == [1.0, 1.0, 3.0, 2.0, 5.0, 3.0]
    narrow = ivy.conv1d_transpose(x, ivy.ones((1, 1, 1)), strides=2, padding="same")
    assert ivy.to_numpy(narrow)[0, 0].tolist() == [1.0, 0.0, 2.0, 0.0, 3.0, 0.0]


def test_columns_are_torchs(backend: str) -> None:
    (image,) = drawn((2, 3, 6, 7))
    assert_like_torch(
        lambda x: ivy.unfold(x, window=(2, 3), strides=(2, 1), padding=1, dilation=(1, 2)),
        lambda x: F.unfold(x, (2, 3), (1, 2), 1, (2, 1)),
        image,
    )
    (columns,) = drawn((2, 18, 20))
    assert_like_torch(
        lambda x: ivy.fold(x, (6, 7), window=(2, 3), strides=(2, 1), padding=1, dilation=(1, 2)),
        lambda x: F.fold(x, (6, 7), (2, 3), (1, 2), 1, (2, 1)),
        columns,
    )


def test_rearranged_channels_are_torchs(backend: str) -> None:
    (x,) = drawn((2, 8, 4, 6))
    for ours, theirs in (
        (lambda x: ivy.pixel_shuffle(x, 2), lambda x: F.pixel_shuffle(x, 2)),
        (lambda x: ivy.pixel_unshuffle(x, 2), lambda x: F.pixel_unshuffle(x, 2)),
        (lambda x: ivy.channel_shuffle(x, 4), lambda x: F.channel_shuffle(x, 4)),
    ):
        assert_like_torch(ours, theirs, x, dtypes=("float64",))


@pytest.mark.parametrize("name", ["pixel_shuffle", "pixel_unshuffle", "channel_shuffle"])
def test_channels_in_parts_of_no_number_are_refused(name: str, backend: str) -> None:
    x = ivy.ones((1, 4, 2, 2))
    for count in (0, -1, 3, 2**70):
        with pytest.raises(ValueError, match=rf"^ivy\.{name}: expected"):
            getattr(ivy, name)(x, count)
    for count in (True, 2.0, math.nan, None, "2"):
        with pytest.raises(TypeError, match=rf"^ivy\.{name}: expected an integer"):
            getattr(ivy, name)(x, count)
    assert getattr(ivy, name)(x, numpy.int64(2)).size == 16


@pytest.mark.parametrize("name", ["conv2d", "conv2d_transpose"])
def test_compiled_is_eager(name: str, backend: str) -> None:
    x, w = map(ivy.asarray, drawn((1, 4, 4, 2), (2, 2, 2, 2)))
    run = compiled(lambda x, w: getattr(ivy, name)(x, w, strides=2, padding=1, data_format=LAST))
    expected = getattr(ivy, name)(x, w, strides=2, padding=1, data_format=LAST)
    numpy.testing.assert_allclose(ivy.to_numpy(run(x, w)), ivy.to_numpy(expected), rtol=1e-12)


ONES = {n: numpy.ones((1, 2, *(3,) * n)) for n in (1, 2, 3)}
REFUSED = {
    "strides of two for one axis": ("conv1d", {"strides": (1, 1)}, "strides"),
    "no such padding": ("conv2d", {"padding": "full"}, "'full'"),
    "pairs of the wrong number": ("conv2d", {"padding": ((1, 1),)}, "padding"),
    "a triple": ("conv2d", {"padding": ((1, 1, 1), (0, 0))}, "padding"),
    "negative padding": ("conv3d", {"padding": -1}, "padding"),
    "no dilation": ("conv2d", {"dilation": 0}, "dilation"),
    "no stride": ("conv2d_transpose", {"strides": 0}, "strides"),
    "no such format": ("conv2d", {"data_format": "NHWC"}, "NHWC"),
    "channels": ("conv2d", {"data_format": LAST}, "(1, 2, 3, 3)"),
    "groups": ("conv1d", {"groups": 3}, "groups=3"),
    "too much output padding": ("conv2d_transpose", {"output_padding": 1}, "output_padding"),
    "padding that leaves nothing": ("conv1d_transpose", {"padding": 3}, "padding=3"),
    "filters longer than volumes": ("conv3d", {"dilation": 9}, "(1, 2, 3, 3, 3)"),
}


@pytest.mark.parametrize("key", REFUSED)
def test_what_does_not_fit_is_refused(key: str, backend: str) -> None:
    name, options, word = REFUSED[key]
    count = int(name[4])
    x = ivy.asarray(ONES[count])
    w = ivy.ones((2, 2, *(2,) * count), dtype=x.dtype)
    with pytest.raises(ValueError, match=f"ivy.{name}: ") as caught:
        getattr(ivy, name)(x, w, **options)
    assert word in str(caught.value)


@pytest.mark.parametrize("option", ["strides", "padding", "dilation", "groups"])
@pytest.mark.parametrize("value", [True, 1.0, None])
@pytest.mark.parametrize("name", ["conv1d", "conv3d", "conv2d_transpose"])
def test_what_is_no_integer_is_refused(name: str, value: Any, option: str, backend: str) -> None:
    count = int(name[4])
    x, w = ivy.asarray(ONES[count]), ivy.ones((2, 2, *(2,) * count), dtype="float64")
    with pytest.raises(TypeError, match=f"ivy.{name}: expected .* got {option}="):
        getattr(ivy, name)(x, w, **{option: value})


@pytest.mark.parametrize("option", ["strides", "padding", "dilation", "output_padding"])
def test_more_than_frameworks_count_to_is_refused(option: str, backend: str) -> None:
    x, w = ivy.asarray(ONES[2]), ivy.ones((2, 2, 2, 2), dtype="float64")
    for name in ("conv2d", "conv2d_transpose")[option == "output_padding" :]:
        with pytest.raises(ValueError, match=f"ivy.{name}: expected .*{option}"):
            getattr(ivy, name)(x, w, **{option: 2**40})


@pytest.mark.parametrize("name", ["conv1d", "conv2d", "conv3d", "conv2d_transpose"])
def test_no_images_are_convolved(name: str, backend: str) -> None:
    count = int(name[4])
    x, w = numpy.ones((0, 2, *(5,) * count)), numpy.ones((2, 3, *(2,) * count))
    w = w if "transpose" in name else w.swapaxes(0, 1)
    theirs = getattr(F, {"conv2d_transpose": "conv_transpose2d"}.get(name, name))
    assert_like_torch(
        lambda x, w: getattr(ivy, name)(x, w, strides=2, padding=1),
        lambda x, w: theirs(x, w, stride=2, padding=1),
        *(x, w),
    )


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(("filters", "channels"), [(3, 0), (0, 2), (0, 0)])
def test_no_channels_and_no_filters_are_refused(
    filters: int, channels: int, count: int, backend: str
) -> None:
    x, w = ivy.ones((2, channels, *(4,) * count)), ivy.ones((filters, channels, *(2,) * count))
    with pytest.raises(ValueError, match=f"ivy.conv{count}d: .* one channel and one filter"):
        getattr(ivy, f"conv{count}d")(x, w)


@pytest.mark.parametrize("name", ["conv1d", "conv3d", "conv1d_transpose", "conv2d_transpose"])
def test_other_ranks_are_refused_with_both_shapes(name: str, backend: str) -> None:
    with pytest.raises(ValueError, match=f"ivy.{name}: ") as caught:
        getattr(ivy, name)(ivy.ones((2, 3)), ivy.ones((3, 2, 2)))
    assert "(2, 3)" in str(caught.value)
    assert "(3, 2, 2)" in str(caught.value)
