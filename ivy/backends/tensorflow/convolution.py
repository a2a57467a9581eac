"""Convolution on tensorflow, whose kernels for the CPU take channels last."""

import tensorflow as tf


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
    # How many groups there are follows from the channels of signals and filters.
    out = tf.nn.conv1d(
        tf.pad(x if channels_last else tf.transpose(x, (0, 2, 1)), ((0, 0), *padding, (0, 0))),
        tf.transpose(weight, (2, 1, 0)),
        stride=strides[0],
        padding="VALID",
        dilations=dilation[0],
    )
    out = out if bias is None else tf.nn.bias_add(out, bias)
    return out if channels_last else tf.transpose(out, (0, 2, 1))


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
    # How many groups there are follows from the channels of images and filters.
    out = tf.nn.conv2d(
        x if channels_last else tf.transpose(x, (0, 2, 3, 1)),
        tf.transpose(weight, (2, 3, 1, 0)),
        strides=strides,
        padding=((0, 0), *padding, (0, 0)),
        dilations=dilation,
    )
    out = out if bias is None else tf.nn.bias_add(out, bias)
    return out if channels_last else tf.transpose(out, (0, 3, 1, 2))


# The gradients' kernels for the CPU do neither dilation nor groups.


def _spread(weight, dilation):
    """Filters (*size, I, O) with zeros between their elements."""
    for axis, step in enumerate(dilation):
        widths = [[0, 0]] * (weight.shape.rank + 1)
        widths[axis + 1] = [0, step - 1]
        shape = list(weight.shape)
        shape[axis] *= step
        weight = tf.reshape(tf.pad(tf.expand_dims(weight, axis + 1), widths), shape)
        spans = [slice(None)] * len(shape)
        spans[axis] = slice(shape[axis] - step + 1)
        weight = weight[spans]
    return weight


def conv2d_input_gradient(g, weight, /, *, shape, strides, padding, dilation, groups):
    n, c, height, width = shape
    (top, bottom), (left, right) = padding
    if groups == 1 and dilation == (1, 1):
        out = tf.raw_ops.Conv2DBackpropInput(
            input_sizes=(n, height, width, c),
            filter=tf.transpose(weight, (2, 3, 1, 0)),
            out_backprop=tf.transpose(g, (0, 2, 3, 1)),
            strides=[1, *strides, 1],
            padding="EXPLICIT",
            explicit_paddings=[0, 0, top, bottom, left, right, 0, 0],
        )
        return tf.transpose(out, (0, 3, 1, 2))
    kernel = _spread(tf.transpose(weight, (2, 3, 1, 0)), dilation)
    parts = [
        tf.nn.conv2d_transpose(
            part,
            filters,
            (n, height + top + bottom, width + left + right, c // groups),
            strides,
            "VALID",
        )
        for part, filters in zip(
            tf.split(tf.transpose(g, (0, 2, 3, 1)), groups, -1),
            tf.split(kernel, groups, -1),
            strict=True,
        )
    ]
    out = tf.concat(parts, -1)[:, top : top + height, left : left + width]
    return tf.transpose(out, (0, 3, 1, 2))


def conv2d_weight_gradient(g, x, /, *, shape, strides, padding, dilation, groups):
    o, c, kh, kw = shape
    if groups == 1 and dilation == (1, 1):
        (top, bottom), (left, right) = padding
        out = tf.raw_ops.Conv2DBackpropFilter(
            input=tf.transpose(x, (0, 2, 3, 1)),
            filter_sizes=(kh, kw, c, o),
            out_backprop=tf.transpose(g, (0, 2, 3, 1)),
            strides=[1, *strides, 1],
            padding="EXPLICIT",
            explicit_paddings=[0, 0, top, bottom, left, right, 0, 0],
        )
        return tf.transpose(out, (3, 2, 0, 1))
    size = [(kh - 1) * dilation[0] + 1, (kw - 1) * dilation[1] + 1, c, o // groups]
    padded = tf.pad(tf.transpose(x, (0, 2, 3, 1)), ((0, 0), *padding, (0, 0)))
    parts = [
        tf.raw_ops.Conv2DBackpropFilter(
            input=images,
            filter_sizes=size,
            out_backprop=part,
            strides=[1, *strides, 1],
            padding="VALID",
        )
        for images, part in zip(
            tf.split(padded, groups, -1),
            tf.split(tf.transpose(g, (0, 2, 3, 1)), groups, -1),
            strict=True,
        )
    ]
    out = tf.concat(parts, -1)[:: dilation[0], :: dilation[1]]
    return tf.transpose(out, (3, 2, 0, 1))


# No kernel for the CPU does dilation or groups in three dimensions.


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
    images = x if channels_last else tf.transpose(x, (0, 2, 3, 4, 1))
    images = tf.pad(images, ((0, 0), *padding, (0, 0)))
    filters = _spread(tf.transpose(weight, (2, 3, 4, 1, 0)), dilation)
    pairs = zip(tf.split(images, groups, -1), tf.split(filters, groups, -1), strict=True)
    out = tf.concat([tf.nn.conv3d(a, b, (1, *strides, 1), "VALID") for a, b in pairs], -1)
    out = out if bias is None else tf.nn.bias_add(out, bias)
    return out if channels_last else tf.transpose(out, (0, 4, 1, 2, 3))


def conv3d_input_gradient(g, weight, /, *, shape, strides, padding, dilation, groups):
    n, c, *lengths = shape
    ends = [k + sum(pair) for k, pair in zip(lengths, padding, strict=True)]
    kernel = _spread(tf.transpose(weight, (2, 3, 4, 1, 0)), dilation)
    parts = [
        tf.nn.conv3d_transpose(part, filters, (n, *ends, c // groups), (1, *strides, 1), "VALID")
        for part, filters in zip(
            tf.split(tf.transpose(g, (0, 2, 3, 4, 1)), groups, -1),
            tf.split(kernel, groups, -1),
            strict=True,
        )
    ]
    inside = [slice(a, a + k) for (a, _), k in zip(padding, lengths, strict=True)]
    out = tf.concat(parts, -1)[:, inside[0], inside[1], inside[2]]
    return tf.transpose(out, (0, 4, 1, 2, 3))


def conv3d_weight_gradient(g, x, /, *, shape, strides, padding, dilation, groups):
    o, c, *lengths = shape
    size = [(k - 1) * d + 1 for k, d in zip(lengths, dilation, strict=True)]
    padded = tf.pad(tf.transpose(x, (0, 2, 3, 4, 1)), ((0, 0), *padding, (0, 0)))
    parts = [
        tf.raw_ops.Conv3DBackpropFilterV2(
            input=images,
            filter_sizes=[*size, c, o // groups],
            out_backprop=part,
            strides=[1, *strides, 1],
            padding="VALID",
        )
        for images, part in zip(
            tf.split(padded, groups, -1),
            tf.split(tf.transpose(g, (0, 2, 3, 4, 1)), groups, -1),
            strict=True,
        )
    ]
    out = tf.concat(parts, -1)[:: dilation[0], :: dilation[1], :: dilation[2]]
    return tf.transpose(out, (4, 3, 0, 1, 2))
