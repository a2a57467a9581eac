"""Checks of convolution and pooling: of shapes that do not fit each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ivy.backends.arrangements import check_axes

Shape = tuple[int, ...]


def check_conv(
    op: str,
    x: Shape,
    weight: Shape,
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    dilation: Sequence[int],
    groups: int,
) -> None:
    """Raise ``ValueError`` where images and filters do not fit each other, or the options."""
    count = len(strides)
    axes = ", ".join("LHWD"[i] for i in {1: (0,), 2: (1, 2), 3: (3, 1, 2)}[count])
    if len(x) != count + 2 or len(weight) != count + 2:
        raise ValueError(
            f"ivy.{op}: expected arrays (N, C, {axes}) and filters of the same rank, got shapes "
            f"{x} and {weight}"
        )
    if groups < 1 or x[1] != weight[1] * groups or weight[0] % groups:
        raise ValueError(
            f"ivy.{op}: expected the channels of the array to be groups times those of a filter, "
            f"and as many filters for each group, got shapes {x} and {weight} for groups={groups}"
        )
    check_windows(op, x, _spans(weight, dilation), strides, padding)


def _spans(weight: Shape, dilation: Sequence[int]) -> list[int]:
    """Return how many elements a filter reaches over along each axis."""
    return [(k - 1) * d + 1 for k, d in zip(weight[2:], dilation, strict=True)]


def check_windows(
    op: str,
    x: Shape,
    spans: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
) -> None:
    """Raise ``ValueError`` where windows do not fit into images."""
    if len(x) != len(spans) + 2:
        raise ValueError(f"ivy.{op}: expected an array of rank {len(spans) + 2}, got shape {x}")
    lengths = [n + sum(pair) for n, pair in zip(x[2:], padding, strict=True)]
    if min(strides) < 1 or any(not 1 <= s <= n for s, n in zip(spans, lengths, strict=True)):
        raise ValueError(
            f"ivy.{op}: expected windows that fit and strides of at least 1, got windows of "
            f"{tuple(spans)} and strides={tuple(strides)} for shape {x} and padding={padding}"
        )


def check_gradient(
    op: str,
    g: Shape,
    x: Shape,
    spans: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    channels: int,
) -> None:
    """Raise ``ValueError`` where a gradient has not the shape of what windows made of images."""
    check_windows(op, x, spans, strides, padding)
    lengths = [
        None if n is None else (n + sum(pair) - s) // step + 1
        for n, s, step, pair in zip(x[2:], spans, strides, padding, strict=True)
    ]
    wanted = (x[0], channels, *lengths)
    if len(g) != len(wanted) or any(
        None not in (a, b) and a != b for a, b in zip(g, wanted, strict=True)
    ):
        raise ValueError(
            f"ivy.{op}: expected the gradient of a result of shape {wanted}, got shape {g}"
        )


def check_conv_gradient(
    op: str,
    g: Shape,
    x: Shape,
    weight: Shape,
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    dilation: Sequence[int],
    groups: int,
) -> None:
    """Raise ``ValueError`` where a gradient has not the shape of the convolution's result."""
    check_conv(op, x, weight, strides, padding, dilation, groups)
    check_gradient(op, g, x, _spans(weight, dilation), strides, padding, weight[0])


MODES = ("full", "same", "valid")


def check_signals(op: str, x1: Shape, x2: Shape, mode: str, rank: int | None) -> None:
    """Raise ``ValueError`` where two arrays of a rank cannot be convolved; None is 1, 2 or 3."""
    if mode not in MODES:
        raise ValueError(f"ivy.{op}: expected mode in {MODES}, got mode={mode!r}")
    ranks = (1, 2, 3) if rank is None else (rank,)
    if len(x1) != len(x2) or len(x1) not in ranks or 0 in (*x1, *x2):
        kind = "one, two or three dimensions" if rank is None else "one dimension"
        raise ValueError(
            f"ivy.{op}: expected two arrays of {kind} with elements, got shapes {x1} and {x2}"
        )
    pairs = list(zip(x1, x2, strict=True))
    if mode == "valid" and any(n < m for n, m in pairs) and any(n > m for n, m in pairs):
        raise ValueError(
            f"ivy.{op}: expected an array that is as large as the other along every axis for "
            f"mode='valid', got shapes {x1} and {x2}"
        )


def window_axes(
    shape: Shape,
    window_shape: int | Sequence[int],
    axis: int | Sequence[int] | None,
    step: int,
) -> list[tuple[int, int]]:
    """Return axes, counted from the front, with the lengths of windows along them, or raise."""
    lengths = [window_shape] if isinstance(window_shape, int) else list(window_shape)
    given = range(len(shape)) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    check_axes("sliding_window", len(shape), tuple(given))
    places = [a % len(shape) for a in given]
    fits = len(lengths) == len(places) and step > 0
    if not fits or any(not 0 < n <= shape[a] for a, n in zip(places, lengths, strict=True)):
        raise ValueError(
            f"ivy.sliding_window: expected a length for each axis that fits, and a step of at "
            f"least 1, got window_shape={window_shape}, axis={axis} and step={step} for shape "
            f"{shape}"
        )
    return list(zip(places, lengths, strict=True))


def check_frames(
    op: str, shape: Shape, frame_length: int, frame_step: int, n: int | None, center: bool
) -> None:
    """Raise ``ValueError`` where signals cannot be cut into frames."""
    shortest = frame_length // 2 + 1 if center else frame_length
    if not shape or shape[-1] < max(shortest, 1):
        raise ValueError(
            f"ivy.{op}: expected signals of at least {max(shortest, 1)} elements, got shape {shape}"
        )
    if frame_length < 1 or frame_step < 1 or (n is not None and n < frame_length):
        raise ValueError(
            f"ivy.{op}: expected frames and steps of at least 1 element, and no fewer to "
            f"transform, got frame_length={frame_length}, frame_step={frame_step} and n={n}"
        )


def check_spectra(op: str, shape: Shape, frame_length: int, frame_step: int) -> tuple[int, int]:
    """Return how many elements and frames there are, or raise ``ValueError``."""
    if len(shape) < 2 or shape[-1] < 1 or shape[-2] < frame_length // 2 + 1:
        raise ValueError(
            f"ivy.{op}: expected spectra (..., elements, frames) of at least "
            f"{frame_length // 2 + 1} elements, got shape {shape}"
        )
    if frame_length < 1 or frame_step < 1:
        raise ValueError(
            f"ivy.{op}: expected frames and steps of at least 1 element, got "
            f"frame_length={frame_length} and frame_step={frame_step}"
        )
    return shape[-2], shape[-1]


def checks(shape: Callable[[Any], Shape]) -> dict[str, Callable[..., None]]:
    """Return, by operation, the check of its native arguments.

    `shape` gives the shape of a native array.
    """
    return {
        "conv1d": partial(_conv1d, shape),
        "conv2d": partial(_conv, "conv2d", shape),
        "conv3d": partial(_conv, "conv3d", shape),
        "max_pool2d": partial(_pool, "max_pool2d", shape),
        "max_pool2d_gradient": partial(_pool_gradient, shape),
        "max_pool2d_selected": partial(_pool_selected, shape),
        **{
            f"conv{n}d_input_gradient": partial(_input_gradient, f"conv{n}d_input_gradient", shape)
            for n in (2, 3)
        },
        **{
            f"conv{n}d_weight_gradient": partial(
                _weight_gradient, f"conv{n}d_weight_gradient", shape
            )
            for n in (2, 3)
        },
        **{op: partial(_signals, op, shape) for op in ("convolve", "correlate")},
        "sliding_window": partial(_windows, shape),
    }


def _conv1d(
    shape: Any,
    x: Any,
    weight: Any,
    bias: Any,
    strides: Any,
    padding: Any,
    dilation: Any,
    groups: Any,
) -> None:
    _check_bias("conv1d", shape(weight), bias, shape)
    options = ((strides,), (padding,), (dilation,), groups)
    check_conv("conv1d", shape(x), shape(weight), *options)


def _conv(op: str, shape: Any, x: Any, weight: Any, bias: Any, *options: Any) -> None:
    _check_bias(op, shape(weight), bias, shape)
    check_conv(op, shape(x), shape(weight), *options)


def _check_bias(op: str, weight: Shape, bias: Any, shape: Any) -> None:
    if bias is not None and weight and tuple(shape(bias)) != tuple(weight[:1]):
        raise ValueError(
            f"ivy.{op}: expected a bias of shape {tuple(weight[:1])}, a number for each filter, "
            f"got shape {tuple(shape(bias))}"
        )


def _pool(op: str, shape: Any, x: Any, window: Any, strides: Any, padding: Any) -> None:
    check_windows(op, shape(x), window, strides, padding)


def _pool_gradient(shape: Any, g: Any, x: Any, window: Any, strides: Any, padding: Any) -> None:
    of = shape(x)
    channels = of[1] if len(of) > 1 else 0
    check_gradient("max_pool2d_gradient", shape(g), of, window, strides, padding, channels)


def _pool_selected(shape: Any, h: Any, x: Any, window: Any, strides: Any, padding: Any) -> None:
    if shape(h) != shape(x):
        raise ValueError(
            "ivy.max_pool2d_selected: expected two arrays of one shape, got shapes "
            f"{shape(h)} and {shape(x)}"
        )
    check_windows("max_pool2d_selected", shape(x), window, strides, padding)


def _input_gradient(
    op: str,
    shape: Any,
    g: Any,
    weight: Any,
    of: Shape,
    *options: Any,
) -> None:
    check_conv_gradient(op, shape(g), of, shape(weight), *options)


def _weight_gradient(
    op: str,
    shape: Any,
    g: Any,
    x: Any,
    of: Shape,
    *options: Any,
) -> None:
    check_conv_gradient(op, shape(g), shape(x), of, *options)


def _signals(op: str, shape: Any, x1: Any, x2: Any, mode: str) -> None:
    check_signals(op, shape(x1), shape(x2), mode, 1)


def _windows(shape: Any, x: Any, window_shape: Any, axis: Any, step: int) -> None:
    window_axes(shape(x), window_shape, axis, step)
