"""Convolution with any library: sums over shifted and strided images."""

import array_api_compat

from ivy.backends import filters


def conv2d_explicit(
    core,
    x,
    weight,
    bias=None,
    /,
    *,
    strides=(1, 1),
    padding=((0, 0), (0, 0)),
    dilation=(1, 1),
    groups=1,
    channels_last=False,
):
    xp = core.xp
    x = xp.moveaxis(x, -1, 1) if channels_last else x
    columns = _columns(core, x, weight.shape[2:], strides, padding, dilation, groups)
    n, (h, w) = columns.shape[0], columns.shape[3:]
    columns = core.reshape(columns, (n, groups, columns.shape[2], h * w))
    filters = core.reshape(weight, (groups, weight.shape[0] // groups, columns.shape[2]))
    out = core.reshape(xp.matmul(filters, columns), (n, weight.shape[0], h, w))
    out = out if bias is None else out + core.reshape(bias, (bias.shape[0], 1, 1))
    return xp.moveaxis(out, 1, -1) if channels_last else out


def conv2d_weight_gradient(core, g, x, /, *, shape, strides, padding, dilation, groups):
    xp = core.xp
    columns = _columns(core, x, shape[2:], strides, padding, dilation, groups)
    n, (h, w) = g.shape[0], g.shape[2:]
    columns = columns[:, :, :, :h, :w]
    columns = core.reshape(columns, (n, groups, columns.shape[2], h * w))
    rows = core.reshape(g, (n, groups, shape[0] // groups, h * w))
    each = xp.matmul(rows, xp.matrix_transpose(columns))
    return core.reshape(xp.sum(each, axis=0, dtype=each.dtype), shape)


def conv2d_input_gradient(core, g, weight, /, *, shape, strides, padding, dilation, groups):
    xp = core.xp
    n, (h, w) = g.shape[0], g.shape[2:]
    kh, kw = weight.shape[2:]
    filters = core.reshape(weight, (groups, weight.shape[0] // groups, -1))
    rows = core.reshape(g, (n, groups, weight.shape[0] // groups, h * w))
    columns = xp.matmul(xp.matrix_transpose(filters), rows)
    columns = core.reshape(columns, (n, groups, shape[1] // groups, kh, kw, h, w))
    out = None
    for i in range(kh):
        for j in range(kw):
            part = core.reshape(columns[:, :, :, i, j, :, :], (n, shape[1], h, w))
            start = (i * dilation[0], j * dilation[1])
            part = _placed(core, part, start, strides, padding, shape[2:])
            out = part if out is None else out + part
    return out


def _parts(core, x, size, strides, padding, dilation, value):
    """Return, for each place in a window, the elements that stand there, (N, C, H', W')."""
    x = core.chapter("manipulation").pad(x, ((0, 0), (0, 0), *padding), value=value)
    return filters.slices(x, size, strides, dilation)


def _columns(core, x, size, strides, padding, dilation, groups):
    """Return the windows as columns, (N, G, C / G * KH * KW, H', W')."""
    xp = core.xp
    windows = xp.stack(_parts(core, x, size, strides, padding, dilation, 0.0), axis=2)
    n, c, k, h, w = windows.shape
    return core.reshape(windows, (n, groups, c // groups * k, h, w))


def _placed(core, part, start, strides, padding, shape):
    """Return an image of a shape with elements at a start and in strides, zeros between them."""
    xp = core.xp
    place = array_api_compat.device(part)
    for axis in (2, 3):
        step, (before, after) = strides[axis - 2], padding[axis - 2]
        count = part.shape[axis]
        if step > 1:
            between = [*part.shape[: axis + 1], step - 1, *part.shape[axis + 1 :]]
            zeros = xp.zeros(tuple(between), dtype=part.dtype, device=place)
            part = xp.concat([xp.expand_dims(part, axis=axis + 1), zeros], axis=axis + 1)
            length = [*part.shape[:axis], count * step, *part.shape[axis + 2 :]]
            part = core.reshape(part, tuple(length))
        total = before + shape[axis - 2] + after
        end = total - start[axis - 2] - part.shape[axis]
        widths = [(0, 0)] * 4
        widths[axis] = (start[axis - 2], max(end, 0))
        part = core.chapter("manipulation").pad(part, tuple(widths))
        key = [slice(None)] * 4
        key[axis] = slice(before, before + shape[axis - 2])
        part = part[tuple(key)]
    return part
