"""Options of convolution and pooling: their forms, and shapes that do not fit each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from typing import Any

from ivy.backends.arrangements import check_axes

Shape = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]

FORMATS = ("channels_first", "channels_last")


# What frameworks hold sizes in; beyond, they fail in ways of their own, or end the process.
LARGEST = 2**31 - 1


def each_axis(op: str, name: str, value: Any, count: int) -> Shape:
    """Return an option for each of as many axes: an integer stands for all.

    What stands in a tuple is looked at where it is used.
    """
    if isinstance(value, bool):
        raise TypeError(_NO_SIZES.format(op, count, name, value))
    if isinstance(value, int):
        return (value,) * count
    if not isinstance(value, tuple | list):
        return (integer(op, name, value),) * count
    if len(value) != count:
        raise ValueError(_NO_SIZES.format(op, count, name, value))
    return tuple(value)


_NO_SIZES = "ivy.{}: expected an integer, or {} for the spatial axes, got {}={!r}"


def integer(op: str, name: str, value: Any) -> int:
    """Return an option that is one integer, or raise; a bool is none."""
    if not _are_integers((value,)):
        raise TypeError(f"ivy.{op}: expected an integer, got {name}={value!r}")
    return value if isinstance(value, int) else int(value)


def sizes_of(op: str, name: str, value: Any, count: int) -> Shape:
    """Return an option for each of as many axes; raise where it has anything but integers."""
    return tuple([integer(op, name, v) for v in each_axis(op, name, value, count)])


def positive(op: str, name: str, value: Any, count: int) -> Shape:
    """Return lengths or steps, one for each axis; raise where one is less than 1."""
    found = sizes_of(op, name, value, count)
    if min(found) < 1:
        raise ValueError(f"ivy.{op}: expected at least 1, got {name}={value!r}")
    return found


def check_padding(op: str, padding: Any, count: int) -> None:
    """Raise where padding has no form that there is, or is negative."""
    widths = pairs(op, padding, count)
    ends = [] if widths == "same" else [v for pair in widths for v in pair]
    _check_integers(op, padding=ends)
    if min(ends, default=0) < 0:
        raise ValueError(f"ivy.{op}: expected no negative padding, got padding={padding!r}")


def is_last(op: str, data_format: str) -> bool:
    """Return whether a format has its channels last, or raise."""
    if data_format not in FORMATS:
        raise ValueError(f"ivy.{op}: expected data_format in {FORMATS}, got {data_format!r}")
    return data_format == "channels_last"


def spatial(shape: Shape, last: bool) -> Shape:
    """Return the lengths of the spatial axes."""
    return shape[1:-1] if last else shape[2:]


def check_rank(op: str, shape: Shape, count: int, last: bool) -> None:
    """Raise ``ValueError`` where an array has not as many spatial axes."""
    if len(shape) != count + 2:
        raise ValueError(f"ivy.{op}: expected an array {_letters(count, last)}, got shape {shape}")


def _letters(count: int, last: bool) -> str:
    axes = ", ".join("LHWD"[i] for i in {1: (0,), 2: (1, 2), 3: (3, 1, 2)}[count])
    return f"(N, {axes}, C)" if last else f"(N, C, {axes})"


def pairs(op: str, padding: Any, count: int) -> Any:
    """Return how much is added before and after each axis, or the word that says it.

    An integer stands for all ends of all axes, one of an axis for both of its ends. Two integers
    for a single axis are its ends.
    """
    if isinstance(padding, str):
        word = padding.lower()
        if word == "valid":
            return ((0, 0),) * count
        if word == "same":
            return word
    elif isinstance(padding, int) and not isinstance(padding, bool):
        return ((padding, padding),) * count
    elif isinstance(padding, tuple | list):
        if count == 1 and len(padding) == 2:
            return ((padding[0], padding[1]),)
        if len(padding) == count:
            return tuple([_pair(op, padding, p) for p in padding])
    else:
        width = integer(op, "padding", padding)
        return ((width, width),) * count
    raise ValueError(_NO_PADDING.format(op, count, padding))


def _pair(op: str, padding: Any, width: Any) -> tuple[int, int]:
    if isinstance(width, tuple | list):
        if len(width) != 2:
            raise ValueError(_NO_PADDING.format(op, "each axis", padding))
        return (width[0], width[1])
    return (width, width)


_NO_PADDING = (
    "ivy.{}: expected an integer, integers or pairs of them for the spatial axes ({}), 'same' or "
    "'valid', got padding={!r}"
)


def same(lengths: Shape, spans: Sequence[int], strides: Sequence[int]) -> Pairs:
    """Return what is added so that ``ceil(length / stride)`` windows fit along each axis.

    Where it is odd, the end gets one more than the beginning.
    """
    totals = [
        max((-(-n // step) - 1) * step + span - n, 0) if step > 1 else span - 1
        for n, span, step in zip(lengths, spans, strides, strict=True)
    ]
    return tuple([(total // 2, total - total // 2) for total in totals])


def slices(x: Any, size: Shape, strides: Shape, dilation: Shape = (1, 1)) -> list[Any]:
    """Return, for each place in a window of padded images, the elements there, (N, C, H', W')."""
    spans = [
        [slice(i * d, n - (k - 1 - i) * d, s) for i in range(k)]
        for n, k, s, d in zip(x.shape[2:], size, strides, dilation, strict=True)
    ]
    return [x[:, :, rows, columns] for rows in spans[0] for columns in spans[1]]


def conv_geometry(
    op: str,
    x: Shape,
    weight: Shape,
    strides: Any,
    padding: Any,
    dilation: Any,
    last: bool,
) -> tuple[Shape, Pairs, Shape]:
    """Return strides, padding and dilation of a convolution, written out for each axis.

    The number of axes is that in the name of the operation.
    """
    count = axes_of(op)
    strides = each_axis(op, "strides", strides, count)
    dilation = each_axis(op, "dilation", dilation, count)
    widths = pairs(op, padding, count)
    if widths == "same":  # alone it needs the lengths
        check_conv(op, x, weight, strides, None, dilation, None, last)
        widths = same(spatial(x, last), _spans(weight, dilation), strides)
    return strides, widths, dilation


def axes_of(op: str) -> int:
    """Return how many spatial axes the name of an operation says, as the 2 in `conv2d`."""
    return 1 if "1d" in op else 2 if "2d" in op else 3


def transposed_geometry(
    op: str,
    x: Shape,
    weight: Shape,
    strides: Any,
    padding: Any,
    output_padding: Any,
    dilation: Any,
    groups: int,
    last: bool,
) -> tuple[Shape, Shape, Pairs, Shape, Shape]:
    """Return lengths, strides, padding and dilation, and what zeros are added at the ends.

    The lengths and the padding are those of the convolution of which this is the transpose.
    """
    count = axes_of(op)
    strides = each_axis(op, "strides", strides, count)
    dilation = each_axis(op, "dilation", dilation, count)
    extra = each_axis(op, "output_padding", output_padding, count)
    widths = pairs(op, padding, count)
    if len(x) != count + 2 or len(weight) != count + 2:
        raise ValueError(
            f"ivy.{op}: expected an array {_letters(count, last)} and filters of the same rank, "
            f"got shapes {x} and {weight}"
        )
    channels = x[-1] if last else x[1]
    if integer(op, "groups", groups) < 1 or channels != weight[0] or weight[0] % groups:
        raise ValueError(
            f"ivy.{op}: expected as many channels as filters, and as many for each group, got "
            f"shapes {x} and {weight} for groups={groups}"
        )
    _check_integers(op, strides=strides, dilation=dilation, output_padding=extra)
    if max(*strides, *dilation, *extra) > LARGEST:
        raise ValueError(
            f"ivy.{op}: expected integers up to {LARGEST}, got strides={strides}, "
            f"dilation={dilation} and output_padding={extra}"
        )
    if min(strides) < 1 or min(dilation) < 1 or min(extra) < 0 or min(weight[2:]) < 1:
        raise ValueError(
            f"ivy.{op}: expected strides and dilation of at least 1, and filters with elements, "
            f"got strides={strides}, dilation={dilation} and output_padding={extra} for filters "
            f"{weight}"
        )
    _check_extra(op, extra, strides, dilation)
    spans = _spans(weight, dilation)
    if widths == "same":
        # The lengths become those times the strides.
        widths = same(
            tuple([0] * count),
            [max(k - s + 1, 1) for k, s in zip(spans, strides, strict=True)],
            (1,) * count,
        )
        extra = tuple([e + max(s - k, 0) for e, k, s in zip(extra, spans, strides, strict=True)])
    whole = [(n - 1) * s + k for n, s, k in zip(spatial(x, last), strides, spans, strict=True)]
    lengths = [n - a - b + e for n, (a, b), e in zip(whole, widths, extra, strict=True)]
    if min(min(pair) for pair in widths) < 0 or min(lengths) < 1:
        raise ValueError(
            f"ivy.{op}: expected padding that leaves elements, got padding={padding!r} for shapes "
            f"{x} and {weight}"
        )
    # What is cut off less at the end needs no zeros.
    rests = [max(e - b, 0) for e, (_, b) in zip(extra, widths, strict=True)]
    inner = [n - r for n, r in zip(lengths, rests, strict=True)]
    widths = [(a, b - e + r) for (a, b), e, r in zip(widths, extra, rests, strict=True)]
    return tuple(inner), strides, tuple(widths), dilation, tuple(rests)


def check_output_padding(
    op: str, output_padding: Any, strides: Shape, dilation: Shape, count: int
) -> None:
    """Raise where what a transposed convolution adds at the ends is negative, or too much."""
    extra = sizes_of(op, "output_padding", output_padding, count)
    if min(extra) < 0:
        raise ValueError(f"ivy.{op}: expected at least 0, got output_padding={output_padding!r}")
    _check_extra(op, extra, strides, dilation)


def _check_extra(op: str, extra: Shape, strides: Shape, dilation: Shape) -> None:
    if any(e >= max(s, d) for e, s, d in zip(extra, strides, dilation, strict=True)):
        raise ValueError(
            f"ivy.{op}: expected output_padding smaller than strides or dilation, got "
            f"output_padding={extra} for strides={strides} and dilation={dilation}"
        )


def pool_geometry(
    op: str,
    count: int,
    shape: Shape,
    last: bool,
    window: Any,
    strides: Any,
    padding: Any,
    dilation: Any = 1,
    ceil_mode: bool = False,
) -> tuple[Shape, Shape, Pairs, Shape]:
    """Return window, strides, padding and dilation of pooling, written out for each axis.

    With `ceil_mode`, windows that begin inside may reach beyond the end, and the padding says so.
    """
    window = each_axis(op, "window", window, count)
    strides = window if strides is None else each_axis(op, "strides", strides, count)
    dilation = each_axis(op, "dilation", dilation, count)
    widths = pairs(op, padding, count)
    if not ceil_mode and widths != "same":
        return window, strides, widths, dilation
    check_rank(op, shape, count, last)
    _check_steps(op, window, strides, dilation)
    spans = _reaches(window, dilation)
    lengths = spatial(shape, last)
    if widths == "same":
        return window, strides, same(lengths, spans, strides), dilation
    ends = zip(lengths, spans, strides, widths, strict=True)
    reached = [_rounded_up(n, span, step, pair) for n, span, step, pair in ends]
    return window, strides, tuple(reached), dilation


def check_divisor(op: str, divisor: Any) -> None:
    """Raise where sums cannot be divided by a number."""
    if integer(op, "divisor_override", divisor) == 0:
        raise ValueError(f"ivy.{op}: expected divisor_override other than 0, got 0")


def _reaches(window: Shape, dilation: Shape) -> list[int]:
    return [(k - 1) * d + 1 for k, d in zip(window, dilation, strict=True)]


def _check_steps(op: str, window: Shape, strides: Shape, dilation: Shape) -> None:
    _check_integers(op, window=window, strides=strides, dilation=dilation)
    if min(*window, *strides, *dilation) < 1:
        raise ValueError(
            f"ivy.{op}: expected windows, strides and dilation of at least 1, got window={window}, "
            f"strides={strides} and dilation={dilation}"
        )


def check_slide(
    op: str, shape: Shape, window: Shape, strides: Shape, widths: Pairs, dilation: Shape
) -> None:
    """Raise ``ValueError`` where windows do not fit into images, channels first."""
    check_rank(op, shape, len(window), False)
    _check_steps(op, window, strides, dilation)
    check_windows(op, shape, _reaches(window, dilation), strides, widths)


def check_pool(
    op: str, shape: Shape, window: Shape, strides: Shape, widths: Pairs, dilation: Shape
) -> None:
    """Raise ``ValueError`` where images, channels first, cannot be pooled."""
    check_slide(op, shape, window, strides, widths, dilation)
    check_reach(op, shape[2:], _reaches(window, dilation), widths)


def check_covered(op: str, window: Shape, dilation: Shape, padding: Any) -> None:
    """Raise ``ValueError`` where padding is as long as the windows of pooling."""
    widths = pairs(op, padding, len(window))
    spans = _reaches(window, dilation)
    if widths != "same" and _uncovered(spans, widths):
        raise ValueError(
            f"ivy.{op}: expected padding smaller than the windows, so that each has an element, "
            f"got windows of {tuple(spans)} and padding={padding!r}"
        )


def _uncovered(spans: Sequence[int], widths: Pairs) -> bool:
    return any(max(pair) >= span for span, pair in zip(spans, widths, strict=True))


def check_reach(op: str, lengths: Shape, spans: Sequence[int], widths: Pairs) -> None:
    """Raise ``ValueError`` where a window of pooling would have nothing but padding under it."""
    if 0 in lengths or _uncovered(spans, widths):
        raise ValueError(
            f"ivy.{op}: expected padding smaller than the windows, so that each has an element, "
            f"got windows of {tuple(spans)} and padding={widths} for the spatial lengths "
            f"{tuple(lengths)}"
        )


def unpooled_lengths(
    op: str,
    shape: Shape,
    indices: Shape,
    window: Any,
    strides: Any,
    padding: Any,
    output_size: Any,
) -> Shape:
    """Return the lengths of the images of which pooling made others, channels first."""
    count = axes_of(op)
    window, strides, widths, _ = pool_geometry(op, count, shape, False, window, strides, padding)
    check_rank(op, shape, count, False)
    if min(min(pair) for pair in widths) < 0:
        raise ValueError(f"ivy.{op}: expected no negative padding, got padding={padding!r}")
    if shape != indices:
        raise ValueError(
            f"ivy.{op}: expected an index for each element, got shapes {shape} and {indices}"
        )
    _check_steps(op, window, strides, (1,) * count)
    ends = zip(shape[2:], strides, window, widths, strict=True)
    lengths = tuple([(n - 1) * s + k - before - after for n, s, k, (before, after) in ends])
    if output_size is None:
        wanted = lengths
    else:
        wanted = each_axis(op, "output_size", output_size, count)
        if any(abs(a - b) >= s for a, b, s in zip(wanted, lengths, strides, strict=True)):
            raise ValueError(
                f"ivy.{op}: expected an output_size less than strides from {lengths}, got "
                f"output_size={wanted} for strides={strides} and shape {shape}"
            )
    if min(wanted) < 1:
        raise ValueError(
            f"ivy.{op}: expected padding that leaves elements, got padding={padding!r} for shape "
            f"{shape} and window={window}"
        )
    return wanted


def spatial_axes(op: str, shape: Shape) -> int:
    """Return how many spatial axes an array has, or raise."""
    if not 3 <= len(shape) <= 5:
        raise ValueError(
            f"ivy.{op}: expected an array (N, C, *lengths) of one to three spatial axes, got shape "
            f"{shape}"
        )
    return len(shape) - 2


def folded_geometry(
    shape: Shape, lengths: Shape, window: Any, strides: Any, padding: Any, dilation: Any
) -> tuple[int, int, Shape, Shape, Shape, Pairs, Shape]:
    """Return images, channels and places of columns, and the options written out, or raise."""
    op = "fold"
    if not 1 <= len(lengths) <= 3 or len(shape) != 3:
        raise ValueError(
            f"ivy.{op}: expected columns (N, C * K, places) and one to three lengths, got shape "
            f"{shape} and output_size={lengths}"
        )
    image = (shape[0], 1, *lengths)
    window, strides, padding, dilation = pool_geometry(
        *(op, len(lengths), image, False), window, strides, padding, dilation
    )
    check_slide(op, image, window, strides, padding, dilation)
    ends = zip(lengths, _reaches(window, dilation), strides, padding, strict=True)
    places = tuple([(n + sum(pair) - k) // step + 1 for n, k, step, pair in ends])
    if shape[1] % prod(window) or shape[2] != prod(places):
        raise ValueError(
            f"ivy.{op}: expected columns of a multiple of {prod(window)} elements for "
            f"{prod(places)} places, got shape {shape} for output_size={lengths} and "
            f"window={window}"
        )
    channels = shape[1] // prod(window)
    return shape[0], channels, places, window, strides, padding, dilation


def sizes(op: str, output_size: Any, lengths: Shape) -> Shape:
    """Return the lengths that adaptive pooling is to give; None is that of the image."""
    given = lengths if output_size is None else output_size
    if isinstance(given, tuple | list) and len(given) == len(lengths):
        given = [n if m is None else m for n, m in zip(lengths, given, strict=True)]
    wanted = sizes_of(op, "output_size", given, len(lengths))
    if min(wanted) < 1 or min(lengths) < 1:
        raise ValueError(
            f"ivy.{op}: expected lengths of at least 1, got output_size={output_size!r} for the "
            f"spatial lengths {lengths}"
        )
    return wanted


def _rounded_up(length: int, span: int, step: int, widths: tuple[int, int]) -> tuple[int, int]:
    before, after = widths
    count = -(-(length + before + after - span) // step) + 1
    if (count - 1) * step >= length + before:
        count -= 1  # a window has to begin inside
    return (before, max(after, (count - 1) * step + span - length - before))


def check_conv(
    op: str,
    x: Shape,
    weight: Shape,
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]] | None,
    dilation: Sequence[int],
    groups: Any,
    last: bool = False,
) -> None:
    """Raise ``ValueError`` where images and filters do not fit each other, or the options.

    Where padding is None it and groups are not known yet.
    """
    count = len(strides)
    if len(x) != count + 2 or len(weight) != count + 2:
        raise ValueError(
            f"ivy.{op}: expected arrays {_letters(count, last)} and filters of the same rank, got "
            f"shapes {x} and {weight}"
        )
    _check_integers(op, strides=strides, dilation=dilation)
    if min(*strides, *dilation) < 1 or max(*strides, *dilation) > LARGEST:
        raise ValueError(
            f"ivy.{op}: expected strides and dilation from 1 to {LARGEST}, got "
            f"strides={tuple(strides)} and dilation={tuple(dilation)} for shapes {x} and {weight}"
        )
    if padding is None:
        return
    channels = x[-1] if last else x[1]
    if integer(op, "groups", groups) < 1 or channels != weight[1] * groups or weight[0] % groups:
        raise ValueError(
            f"ivy.{op}: expected the channels of the array to be groups times those of a filter, "
            f"and as many filters for each group, got shapes {x} and {weight} for groups={groups}"
        )
    if 0 in (channels, *weight[:2]):
        raise ValueError(
            f"ivy.{op}: expected at least one channel and one filter, got shapes {x} and {weight}"
        )
    first = (*x[:1], channels, *spatial(x, last))
    check_windows(op, first, _spans(weight, dilation), strides, padding)


def _spans(weight: Shape, dilation: Sequence[int]) -> list[int]:
    """Return how many elements a filter reaches over along each axis."""
    return [(k - 1) * d + 1 for k, d in zip(weight[2:], dilation, strict=True)]


def _are_integers(*options: Sequence[int]) -> bool:
    return all(
        hasattr(v, "__index__") and not isinstance(v, bool) for values in options for v in values
    )


def _check_integers(op: str, **options: Sequence[Any]) -> None:
    for name, values in options.items():
        if not _are_integers(values):
            raise TypeError(f"ivy.{op}: expected integers, got {name}={tuple(values)}")


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
    ends = [v for pair in padding for v in pair]
    _check_integers(op, window=spans, strides=strides, padding=ends)
    lengths = [n + sum(pair) for n, pair in zip(x[2:], padding, strict=True)]
    wrong = min(strides) < 1 or min(ends) < 0 or max(*strides, *ends) > LARGEST
    if wrong or any(not 1 <= s <= n for s, n in zip(spans, lengths, strict=True)):
        raise ValueError(
            f"ivy.{op}: expected windows that fit, strides of at least 1 and no negative padding, "
            f"got windows of {tuple(spans)} and strides={tuple(strides)} for shape {x} and "
            f"padding={padding}"
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
        **{f"conv{n}d_explicit": partial(_conv, f"conv{n}d", shape) for n in (1, 2, 3)},
        "max_pool2d_explicit": partial(_pool, "max_pool2d", shape),
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
    check_reach(op, shape(x)[2:], window, padding)


def _pool_gradient(shape: Any, g: Any, x: Any, window: Any, strides: Any, padding: Any) -> None:
    of = shape(x)
    channels = of[1] if len(of) > 1 else 0
    check_gradient("max_pool2d_gradient", shape(g), of, window, strides, padding, channels)
    check_reach("max_pool2d_gradient", of[2:], window, padding)


def _pool_selected(shape: Any, h: Any, x: Any, window: Any, strides: Any, padding: Any) -> None:
    if shape(h) != shape(x):
        raise ValueError(
            "ivy.max_pool2d_selected: expected two arrays of one shape, got shapes "
            f"{shape(h)} and {shape(x)}"
        )
    check_windows("max_pool2d_selected", shape(x), window, strides, padding)
    check_reach("max_pool2d_selected", shape(x)[2:], window, padding)


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
