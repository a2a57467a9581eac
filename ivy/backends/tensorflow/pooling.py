"""Pooling on tensorflow, whose kernels for the CPU take channels last."""

import math

import tensorflow as tf

from ivy.backends.tensorflow.manipulation import _filled


def _padded(x, padding, value):
    """Images with channels last."""
    images = tf.transpose(x, (0, 2, 3, 1))
    return _filled(images, ((0, 0), *padding, (0, 0)), value)


def max_pool2d_explicit(x, /, *, window, strides, padding=((0, 0), (0, 0))):
    # What lies outside must never win; tensorflow would not pad on one side only.
    images = _padded(x, padding, -math.inf)
    return tf.transpose(tf.nn.max_pool2d(images, window, strides, "VALID"), (0, 3, 1, 2))


def _places(x, window, strides, padding):
    """Of each window, the position of its first largest element in the flattened padded images."""
    _, places = tf.nn.max_pool_with_argmax(
        _padded(x, padding, -math.inf),
        window,
        strides,
        "VALID",
        output_dtype=tf.int64,
        include_batch_in_index=True,
    )
    return places


def max_pool2d_gradient(g, x, /, *, window, strides, padding):
    height, width = x.shape[2:]
    (top, _), (left, _) = padding
    images = _padded(x, padding, -math.inf)
    out = tf.raw_ops.MaxPoolGrad(
        orig_input=images,
        orig_output=tf.nn.max_pool2d(images, window, strides, "VALID"),
        grad=tf.transpose(g, (0, 2, 3, 1)),
        ksize=[1, *window, 1],
        strides=[1, *strides, 1],
        padding="VALID",
    )
    return tf.transpose(out[:, top : top + height, left : left + width], (0, 3, 1, 2))


def max_pool2d_selected(h, x, /, *, window, strides, padding):
    places = _places(x, window, strides, padding)
    picked = tf.gather(tf.reshape(_padded(h, padding, 0.0), (-1,)), places)
    return tf.transpose(picked, (0, 3, 1, 2))
