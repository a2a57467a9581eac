"""Sampling of images: grids against torch's functions, boxes against loops over their formulas."""

from __future__ import annotations

import math
from typing import Any

import numpy
import pytest

import ivy
from ivy.errors import UnsupportedError
from ivy_tests.support.backends import needs
from ivy_tests.support.compiling import compiled
from ivy_tests.support.torch_oracle import assert_like_torch

pytestmark = needs("torch")


def draw(*shape: int, seed: int = 0) -> Any:
    return numpy.random.default_rng([seed, *shape]).normal(size=shape)


# -- grids ---------------------------------------------------------------------------------------

IMAGE, VOLUME = (2, 2, 4, 3), (1, 2, 2, 3, 4)
GRIDS = [
    *(
        (IMAGE, mode, padding)
        for mode in ("bilinear", "nearest", "bicubic")
        for padding in ("zeros", "border", "reflection")
    ),
    *(
        (VOLUME, mode, padding)
        for mode, padding in (
            ("bilinear", "zeros"),
            ("bilinear", "reflection"),
            ("nearest", "border"),
        )
    ),
    ((1, 1, 1, 5), "bilinear", "reflection"),
    ((0, 1, 2, 2), "bilinear", "zeros"),
]


def places(shape: Any, seed: int = 0) -> Any:
    """A grid that reaches well beyond the image."""
    rank = len(shape) - 2
    return 1.5 * draw(shape[0], *(3, 4, 2)[:rank], rank, seed=seed)


@pytest.mark.parametrize("align_corners", [False, True])
@pytest.mark.parametrize(("shape", "mode", "padding"), GRIDS)
def test_grid_sample(shape, mode, padding, align_corners, backend):
    import torch

    options = {"mode": mode, "padding_mode": padding, "align_corners": align_corners}
    assert_like_torch(
        lambda x, grid: ivy.grid_sample(x, grid, **options),
        lambda x, grid: torch.nn.functional.grid_sample(x, grid, **options),
        *(draw(*shape), places(shape)),
        dtypes=("float64", "float32") if (shape, padding) == (IMAGE, "border") else ("float64",),
    )


@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
def test_places_on_elements_and_edges(padding, backend):
    # Where values are taken whole, and derivatives change.
    import torch

    ends = numpy.array([-1.0, -0.5, 0.0, 0.5, 1.0, -2.0, 3.0])
    grid = numpy.stack(numpy.meshgrid(ends, ends), -1)[None]
    for mode in ("nearest", "bilinear"):
        options = {"mode": mode, "padding_mode": padding, "align_corners": True}
        assert_like_torch(
            lambda x, grid, o=options: ivy.grid_sample(x, grid, **o),
            lambda x, grid, o=options: torch.nn.functional.grid_sample(x, grid, **o),
            *(draw(1, 1, 5, 5), grid),
            dtypes=("float64",),
        )


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_second_derivatives_of_samples(mode, backend):
    x, grid = ivy.asarray(draw(1, 1, 4, 5)), ivy.asarray(0.4 * draw(1, 2, 3, 2))
    f = lambda x, g: ivy.sum(ivy.square(ivy.grid_sample(x, g, mode=mode)))  # noqa: E731
    ivy.check_gradients(f, x, grid, order=2)


@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
def test_places_that_are_not_finite_give_nan(padding, mode, backend):
    grid = ivy.asarray([[[[math.nan, 0.0], [math.inf, 0.0], [0.0, -math.inf], [0.1, 1e9]]]])
    found = ivy.grid_sample(ivy.ones((1, 1, 3, 3)), grid, mode=mode, padding_mode=padding)
    assert ivy.to_numpy(ivy.isnan(found)).tolist() == [[[[True, True, True, False]]]]


@pytest.mark.parametrize(
    ("x", "grid", "options"),
    [
        ((1, 1, 2, 2), (1, 2, 2, 3), {}),
        ((1, 1, 2, 2), (2, 2, 2, 2), {}),
        ((1, 2, 2), (1, 2, 2), {}),
        ((1, 1, 0, 2), (1, 2, 2, 2), {}),
        ((1, 1, 2, 2), (1, 2, 2, 2), {"mode": "linear"}),
        ((1, 1, 2, 2), (1, 2, 2, 2), {"padding_mode": "edge"}),
        ((1, 1, 2, 2, 2), (1, 2, 2, 2, 3), {"mode": "bicubic"}),
    ],
)
def test_grids_that_do_not_fit_are_refused(x, grid, options, backend):
    with pytest.raises(ValueError, match=r"^ivy\.grid_sample: expected"):
        ivy.grid_sample(ivy.ones(x), ivy.ones(grid), **options)


SIZES = [
    ({"size": 0}, ValueError),
    ({"size": -1}, ValueError),
    ({"size": 2**45}, ValueError),
    ({"size": (2, 2, 2)}, ValueError),
    ({"size": ()}, ValueError),
    ({}, ValueError),
    ({"size": True}, TypeError),
    ({"size": (2, True)}, TypeError),
    ({"size": 2.0}, TypeError),
    ({"size": (2.0, 2.0)}, TypeError),
    ({"size": math.nan}, TypeError),
    ({"size": "22"}, TypeError),
    ({"scale_factor": 0.0}, ValueError),
    ({"scale_factor": -1.0}, ValueError),
    ({"scale_factor": math.nan}, ValueError),
    ({"scale_factor": (1.0, math.inf)}, ValueError),
    ({"scale_factor": 1e30}, ValueError),
    ({"scale_factor": 1e-9}, ValueError),
    ({"scale_factor": (2.0,)}, ValueError),
    ({"scale_factor": True}, TypeError),
    ({"scale_factor": "2"}, TypeError),
    ({"size": 2, "scale_factor": 2.0}, ValueError),
]


@pytest.mark.parametrize("mode", ["nearest", "area", "linear", "cubic"])
@pytest.mark.parametrize(("options", "kind"), SIZES, ids=str)
def test_sizes_that_there_are_not_are_refused(options, kind, mode, backend):
    with pytest.raises(kind, match=r"^ivy\.interpolate: expected"):
        ivy.interpolate(ivy.ones((1, 1, 3, 4)), mode=mode, **options)


@pytest.mark.parametrize(
    ("size", "factors", "kind"),
    [
        ((4,), None, ValueError),
        ((0, 4), None, ValueError),
        ((-4, 4), None, ValueError),
        (4, None, TypeError),
        ("44", None, TypeError),
        ((4.0, 4.0), None, TypeError),
        ((True, True), None, TypeError),
        ((6, 8), (2.0,), ValueError),
        ((6, 8), (math.nan, 2.0), ValueError),
        ((6, 8), (2.0, 0.0), ValueError),
        ((6, 8), 2.0, TypeError),
    ],
)
def test_linear_sizes_that_there_are_not_are_refused(size, factors, kind, backend):
    with pytest.raises(kind, match=r"^ivy\.interpolate_linear: expected"):
        ivy.interpolate_linear(ivy.ones((1, 1, 3, 4)), size, scale_factor=factors)
    with pytest.raises(ValueError, match=r"^ivy\.interpolate_linear: expected"):
        ivy.interpolate_linear(ivy.ones((1, 1, 3, 0)), (3, 4))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_images_and_no_channels_are_interpolated(count, backend):
    for shape in ((0, 2), (2, 0)):
        x = ivy.ones((*shape, *(3,) * count))
        for mode in ("linear", "nearest", "area"):
            found = ivy.interpolate(x, numpy.int64(4), mode=mode)
            assert found.shape == (*shape, *(4,) * count)
            found = ivy.interpolate(x, scale_factor=numpy.float32(2), mode=mode)
            assert found.shape == (*shape, *(6,) * count)
    slope = ivy.grad(lambda x: ivy.sum(ivy.interpolate(x, 4)))(x)
    assert slope.shape == x.shape


@pytest.mark.parametrize("align_corners", [False, True])
@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (2, 1, 3, 2, 4)])
def test_affine_grid(shape, align_corners, backend):
    import torch

    rank = len(shape) - 2
    assert_like_torch(
        lambda theta: ivy.affine_grid(theta, shape, align_corners=align_corners),
        lambda theta: torch.nn.functional.affine_grid(theta, shape, align_corners=align_corners),
        draw(shape[0], rank, rank + 1),
    )


def test_matrices_that_do_not_fit_are_refused(backend):
    for theta, shape in (
        ((1, 2, 3), (2, 1, 2, 2)),
        ((1, 2, 2), (1, 1, 2, 2)),
        ((1, 2, 3), (1, 2, 2)),
    ):
        with pytest.raises(ValueError, match=r"^ivy\.affine_grid: expected"):
            ivy.affine_grid(ivy.ones(theta), shape)
    for shape in (None, 4, "1122", (1, 1, True, 2), (1, 1, 2.0, 2)):
        with pytest.raises(TypeError, match=r"^ivy\.affine_grid: expected"):
            ivy.affine_grid(ivy.ones((1, 2, 3)), shape)
    lengths = tuple(numpy.int64(n) for n in (1, 1, 2, 2))
    assert ivy.affine_grid(ivy.ones((1, 2, 3)), lengths).shape == (1, 2, 2, 2)


# -- boxes ---------------------------------------------------------------------------------------


def boxes(count: int, side: float = 6.0, seed: int = 0) -> Any:
    rng = numpy.random.default_rng(seed)
    low = rng.uniform(0, side, (count, 2))
    return numpy.concatenate([low, low + rng.uniform(0, side / 2, (count, 2))], 1)


def kept(boxes: Any, scores: Any, threshold: float) -> list[int]:
    """The best box, then the best of those that it does not overlap, and so on.

    https://arxiv.org/abs/1311.2524, section 2.2: greedy non-maximum suppression.
    """
    left, found = sorted(range(len(scores)), key=lambda i: -scores[i]), []
    while left:
        best, *left = left
        found.append(best)
        left = [i for i in left if not share(boxes[best], boxes[i]) > threshold]
    return found


def share(a: Any, b: Any) -> float:
    """The intersection of two boxes over their union."""
    sides = [max(0.0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1)]
    areas = [(c[2] - c[0]) * (c[3] - c[1]) for c in (a, b)]
    both = sides[0] * sides[1]
    union = sum(areas) - both
    return both / union if union else math.nan


@pytest.mark.parametrize("threshold", [0.0, 0.2, 0.6, 1.0])
def test_nms(threshold, backend):
    for count in (0, 1, 40):
        given = boxes(count, seed=count)
        scores = numpy.random.default_rng(1).integers(0, 20, count) / 7  # many are equal
        found = ivy.nms(ivy.asarray(given), ivy.asarray(scores), iou_threshold=threshold)
        assert found.dtype == "int64"
        assert ivy.to_numpy(found).tolist() == kept(given, scores, threshold)


def test_nms_of_a_chain(backend):
    # Each box overlaps the next: every other one stays, which is known only from the first on.
    low = numpy.arange(30.0)[:, None]
    given = numpy.concatenate([low, low * 0, low + 1.5, low * 0 + 1], 1)
    scores = -numpy.arange(30.0)
    found = ivy.nms(ivy.asarray(given), ivy.asarray(scores), iou_threshold=0.1)
    assert ivy.to_numpy(found).tolist() == list(range(0, 30, 2))


def test_nms_of_the_best(backend):
    given, scores = boxes(40), numpy.random.default_rng(1).uniform(size=40)
    whole = kept(given, scores, 0.3)
    args = [ivy.asarray(given), ivy.asarray(scores)]
    best = ivy.nms(*args, iou_threshold=0.3, max_output_size=3)
    assert ivy.to_numpy(best).tolist() == whole[:3]
    good = ivy.nms(*args, iou_threshold=0.3, score_threshold=0.5)
    assert ivy.to_numpy(good).tolist() == [i for i in whole if scores[i] > 0.5]
    # Boxes without an area overlap nothing.
    points = ivy.nms(ivy.zeros((3, 4)), ivy.asarray([1.0, 3.0, 2.0]))
    assert ivy.to_numpy(points).tolist() == [1, 2, 0]


def test_boxes_that_do_not_fit_are_refused(backend):
    for shape, scores in (((3, 5), (3,)), ((3, 4), (2,)), ((4,), (1,)), ((3, 4), (3, 1))):
        with pytest.raises(ValueError, match=r"^ivy\.nms: expected"):
            ivy.nms(ivy.ones(shape), ivy.ones(scores))
    with pytest.raises(ValueError, match=r"^ivy\.nms: expected max_output_size"):
        ivy.nms(ivy.ones((3, 4)), ivy.ones(3), max_output_size=-1)
    for size in (True, 2.0, math.nan):
        with pytest.raises(TypeError, match=r"^ivy\.nms: expected an integer"):
            ivy.nms(ivy.ones((3, 4)), ivy.ones(3), max_output_size=size)


def aligned_parts(x: Any, boxes: Any, size: Any, scale: float, ratio: int, aligned: bool) -> Any:
    """The formula of https://arxiv.org/abs/1703.06870, section 3, point by point."""
    out = numpy.zeros((len(boxes), x.shape[1], *size))
    for k, (image, *corners) in enumerate(boxes):
        start = [corners[i] * scale - 0.5 * aligned for i in (1, 0)]
        stop = [corners[i] * scale - 0.5 * aligned for i in (3, 2)]
        spans = [b - a if aligned else max(b - a, 1.0) for a, b in zip(start, stop, strict=True)]
        steps = [s / n for s, n in zip(spans, size, strict=True)]
        counts = [ratio if ratio > 0 else math.ceil(s) for s in steps]
        for i, j in numpy.ndindex(*size):
            total = numpy.zeros(x.shape[1])
            for a in range(counts[0]):
                for b in range(counts[1]):
                    row = start[0] + (i + (a + 0.5) / counts[0]) * steps[0]
                    column = start[1] + (j + (b + 0.5) / counts[1]) * steps[1]
                    total += value(x[int(image)], row, column)
            out[k, :, i, j] = total / max(counts[0] * counts[1], 1)
    return out


def value(x: Any, row: float, column: float) -> Any:
    """An image between its elements; for one element beyond its border it goes on."""
    lengths = x.shape[1:]
    if not all(-1 <= p <= n for p, n in zip((row, column), lengths, strict=True)):
        return numpy.zeros(len(x))
    total = numpy.zeros(len(x))
    near = [min(max(p, 0), n - 1) for p, n in zip((row, column), lengths, strict=True)]
    for i in range(lengths[0]):
        for j in range(lengths[1]):
            total += x[:, i, j] * max(0, 1 - abs(i - near[0])) * max(0, 1 - abs(j - near[1]))
    return total


ROIS = numpy.array(
    [
        [0, 0.0, 0.0, 5.0, 4.0],
        [1, 1.2, -2.0, 3.7, 3.1],
        [1, 2.5, 2.5, 2.6, 2.7],
        [0, -4.0, 1.0, 9.0, 6.0],
        [0, 7.0, 7.0, 9.0, 9.0],
        [1, 3.0, 3.0, 2.0, 1.0],
    ]
)


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("ratio", [2, 0, -1])
def test_roi_align(ratio, aligned, backend):
    x = draw(2, 2, 5, 6)
    options = {"spatial_scale": 0.8, "sampling_ratio": ratio, "aligned": aligned}
    found = ivy.roi_align(ivy.asarray(x), ivy.asarray(ROIS), (2, 3), **options)
    expected = aligned_parts(x, ROIS, (2, 3), 0.8, ratio, aligned)
    numpy.testing.assert_allclose(ivy.to_numpy(found), expected, rtol=1e-10, atol=1e-12)


def test_roi_align_is_linear_in_the_image(backend):
    # So its derivative is the product with what it makes of unit images.
    x, weight = draw(1, 1, 3, 4), draw(3, 1, 2, 2)
    rois = numpy.array([[0, 0.3, 0.2, 3.1, 2.9], [0, -1.5, 1.0, 2.0, 6.0], [0, 1.0, 1.0, 1.0, 1.0]])
    f = lambda x: ivy.roi_align(x, ivy.asarray(rois), 2)  # noqa: E731
    g = ivy.grad(lambda x: ivy.sum(ivy.multiply(f(x), ivy.asarray(weight))))(ivy.asarray(x))
    expected = numpy.zeros(x.shape)
    for place in numpy.ndindex(x.shape):
        unit = numpy.zeros(x.shape)
        unit[place] = 1
        expected[place] = (aligned_parts(unit, rois, (2, 2), 1.0, -1, False) * weight).sum()
    numpy.testing.assert_allclose(ivy.to_numpy(g), expected, rtol=1e-10, atol=1e-12)


def test_roi_align_compiled(backend):
    x, rois = ivy.asarray(draw(2, 1, 5, 6)), ivy.asarray(ROIS)
    f = lambda x, rois: ivy.roi_align(x, rois, 2, sampling_ratio=2)  # noqa: E731
    expected = ivy.to_numpy(f(x, rois))
    numpy.testing.assert_allclose(ivy.to_numpy(compiled(f)(x, rois)), expected, rtol=1e-10)
    if backend == "jax":  # tensorflow raises one of its own with the same text
        with pytest.raises(UnsupportedError, match="give sampling_ratio="):
            compiled(lambda x, rois: ivy.roi_align(x, rois, 2))(x, rois)


def test_roi_align_of_nothing(backend):
    found = ivy.roi_align(ivy.ones((2, 3, 4, 4)), ivy.zeros((0, 5)), (2, 1))
    assert found.shape == (0, 3, 2, 1)


def test_parts_that_do_not_fit_are_refused(backend):
    x, rois = ivy.ones((1, 1, 4, 4)), ivy.ones((2, 5))
    for given, parts, size in (
        (ivy.ones((1, 4, 4)), rois, 2),
        (x, ivy.ones((2, 4)), 2),
        (x, rois, 0),
        (x, rois, (2, 2, 2)),
        (ivy.ones((1, 1, 0, 4)), rois, 2),
        (x, rois * math.nan, 2),
        (x, rois * math.inf, 2),
        (x, ivy.asarray([[0.0, 0.0, 0.0, 1e6, 1e6]]), 2),
        (x, ivy.asarray([[0.0, 0.0, 0.0, 1e30, 1.0]]), 2),
    ):
        with pytest.raises(ValueError, match=r"^ivy\.roi_align: expected"):
            ivy.roi_align(given, parts, size)
    for size in (True, 2.0, (2, 2.0), None):
        with pytest.raises(TypeError, match=r"^ivy\.roi_align: expected .* output_size="):
            ivy.roi_align(x, rois, size)
    for ratio in (True, 2.0, None):
        with pytest.raises(TypeError, match=r"^ivy\.roi_align: expected .* sampling_ratio="):
            ivy.roi_align(x, rois, 2, sampling_ratio=ratio)


def test_long_boxes_need_no_more_memory_with_a_ratio(backend):
    x = ivy.ones((1, 1, 4, 4))
    found = ivy.roi_align(x, ivy.asarray([[0.0, 0.0, 0.0, 1e30, 1e30]]), 2, sampling_ratio=2)
    assert not ivy.any(found)


@pytest.mark.parametrize("number", [-1.0, -0.5, 2.0, 1e9, math.nan, math.inf])
def test_parts_of_images_that_there_are_not_are_refused(number, backend):
    box = ivy.asarray([[0.0, 0.0, 0.0, 2.0, 2.0], [number, 0.0, 0.0, 2.0, 2.0]])
    for ratio in (-1, 2):
        with pytest.raises(IndexError):
            ivy.roi_align(ivy.ones((2, 1, 4, 4)), box, 2, sampling_ratio=ratio)


def test_grid_sample_compiled(backend):
    x, grid = ivy.asarray(draw(*IMAGE)), ivy.asarray(places(IMAGE))
    f = lambda x, grid: ivy.grid_sample(x, grid, padding_mode="reflection")  # noqa: E731
    expected = ivy.to_numpy(f(x, grid))
    numpy.testing.assert_allclose(ivy.to_numpy(compiled(f)(x, grid)), expected, rtol=1e-10)
