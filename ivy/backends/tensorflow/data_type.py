"""Casting on tensorflow."""

import tensorflow as tf

from ivy.backends.tensorflow.core import native_device


def astype(x, dtype, /, *, copy=True, device=None):
    if device is not None:
        with tf.device(native_device(device)):
            return tf.cast(tf.identity(x), dtype)
    return tf.cast(x, dtype)
