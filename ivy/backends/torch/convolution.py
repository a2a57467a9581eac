"""Convolution on torch."""

import torch


def _padded(x, padding, value=0.0):
    # torch counts from the last axis.
    widths = [width for pair in padding[::-1] for width in pair]
    return torch.nn.functional.pad(x, widths, value=value)


# With channels last, what `movedim` gives is a view in the layout that torch's kernels know.


def conv1d_explicit(
    x,
    weight,
    bias=None,
    /,
    *,
    strides=(1,),
    padding=((0, 0),),
    dilation=(1,),
    groups=1,
    channels_last=False,
):
    x = torch.movedim(x, -1, 1) if channels_last else x
    left, right = padding[0]
    if left != right:
        x, left = torch.nn.functional.pad(x, padding[0]), 0
    out = torch.conv1d(x, weight, bias, strides, left, dilation, groups)
    return torch.movedim(out, 1, -1) if channels_last else out


def conv2d_explicit(
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
    x = torch.movedim(x, -1, 1) if channels_last else x
    (top, bottom), (left, right) = padding
    if (top, left) != (bottom, right):
        x, top, left = _padded(x, padding), 0, 0
    out = torch.conv2d(x, weight, bias, strides, (top, left), dilation, groups)
    return torch.movedim(out, 1, -1) if channels_last else out


def conv2d_input_gradient(g, weight, /, *, shape, strides, padding, dilation, groups):
    n, c, height, width = shape
    (top, bottom), (left, right) = padding
    if (top, left) == (bottom, right):
        return torch.nn.grad.conv2d_input(shape, weight, g, strides, (top, left), dilation, groups)
    padded = (n, c, height + top + bottom, width + left + right)
    out = torch.nn.grad.conv2d_input(padded, weight, g, strides, 0, dilation, groups)
    return out[:, :, top : top + height, left : left + width]


def conv2d_weight_gradient(g, x, /, *, shape, strides, padding, dilation, groups):
    (top, bottom), (left, right) = padding
    if (top, left) != (bottom, right):
        x, top, left = _padded(x, padding), 0, 0
    return torch.nn.grad.conv2d_weight(x, shape, g, strides, (top, left), dilation, groups)


def conv3d_explicit(
    x,
    weight,
    bias=None,
    /,
    *,
    strides=(1, 1, 1),
    padding=((0, 0), (0, 0), (0, 0)),
    dilation=(1, 1, 1),
    groups=1,
    channels_last=False,
):
    x = torch.movedim(x, -1, 1) if channels_last else x
    before = [a for a, _ in padding]
    if before != [b for _, b in padding]:
        x, before = _padded(x, padding), [0, 0, 0]
    out = torch.conv3d(x, weight, bias, strides, before, dilation, groups)
    return torch.movedim(out, 1, -1) if channels_last else out


def conv3d_input_gradient(g, weight, /, *, shape, strides, padding, dilation, groups):
    before = [a for a, _ in padding]
    if before == [b for _, b in padding]:
        return torch.nn.grad.conv3d_input(shape, weight, g, strides, before, dilation, groups)
    n, c, *lengths = shape
    padded = [n, c, *[k + sum(pair) for k, pair in zip(lengths, padding, strict=True)]]
    out = torch.nn.grad.conv3d_input(padded, weight, g, strides, 0, dilation, groups)
    inside = [slice(a, a + k) for (a, _), k in zip(padding, lengths, strict=True)]
    return out[:, :, inside[0], inside[1], inside[2]]


def conv3d_weight_gradient(g, x, /, *, shape, strides, padding, dilation, groups):
    before = [a for a, _ in padding]
    if before != [b for _, b in padding]:
        x, before = _padded(x, padding), [0, 0, 0]
    return torch.nn.grad.conv3d_weight(x, shape, g, strides, before, dilation, groups)
