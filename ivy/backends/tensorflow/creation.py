"""Creation on tensorflow."""

import math

import tensorflow as tf

from ivy.backends.tensorflow.core import native_device


def zeros(shape, *, dtype=None, device=None):
    if device is not None:
        with tf.device(native_device(device)):
            return tf.zeros(shape, dtype)
    return tf.zeros(shape, dtype)


def ones(shape, *, dtype=None, device=None):
    if device is not None:
        with tf.device(native_device(device)):
            return tf.ones(shape, dtype)
    return tf.ones(shape, dtype)


def full(shape, fill_value, *, dtype=None, device=None):
    if device is not None:
        with tf.device(native_device(device)):
            return full(shape, fill_value, dtype=dtype)
    sizes = [shape] if isinstance(shape, int) else shape
    return tf.fill(sizes, tf.constant(fill_value, dtype))


def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    if device is not None:
        with tf.device(native_device(device)):
            return arange(start, stop, step, dtype=dtype)
    if stop is None:
        start, stop = 0, start
    if all(isinstance(v, int | float) for v in (start, stop, step)):
        # tf.range refuses a range that runs the wrong way, and counts floats in single precision.
        count = max(0, math.ceil((stop - start) / step))
        if count == 0 or not all(isinstance(v, int) for v in (start, stop, step)):
            return tf.cast(start + step * tf.range(count, dtype=tf.float64), dtype)
    return tf.range(start, stop, step, dtype=dtype)


def linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    if device is not None:
        with tf.device(native_device(device)):
            return linspace(start, stop, num, dtype=dtype, endpoint=endpoint)
    if endpoint:
        return tf.linspace(tf.constant(start, dtype), tf.constant(stop, dtype), num)
    return tf.linspace(tf.constant(start, dtype), tf.constant(stop, dtype), num + 1)[:-1]


def eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None):
    if device is not None:
        with tf.device(native_device(device)):
            return eye(n_rows, n_cols, k=k, dtype=dtype)
    if k == 0:
        return tf.eye(n_rows, n_cols, dtype=dtype)
    n_cols = n_rows if n_cols is None else n_cols
    rows = tf.range(n_rows)[:, None] + max(-n_rows, min(k, n_cols))
    return tf.cast(rows == tf.range(n_cols), dtype)


def zeros_like(x, /, *, dtype=None, device=None):
    if device is not None:
        with tf.device(native_device(device)):
            return tf.zeros_like(x, dtype)
    return tf.zeros_like(x, dtype)


def ones_like(x, /, *, dtype=None, device=None):
    if device is not None:
        with tf.device(native_device(device)):
            return tf.ones_like(x, dtype)
    return tf.ones_like(x, dtype)


def full_like(x, /, fill_value, *, dtype=None, device=None):
    if device is not None:
        with tf.device(native_device(device)):
            return full_like(x, fill_value, dtype=dtype)
    return tf.fill(tf.shape(x), tf.constant(fill_value, x.dtype if dtype is None else dtype))


def tril(x, /, *, k=0):
    if k == 0:
        return tf.linalg.band_part(x, -1, 0)
    rows, columns = tf.range(tf.shape(x)[-2])[:, None], tf.range(tf.shape(x)[-1])
    return tf.where(rows + k >= columns, x, tf.zeros_like(x))


def triu(x, /, *, k=0):
    if k == 0:
        return tf.linalg.band_part(x, 0, -1)
    rows, columns = tf.range(tf.shape(x)[-2])[:, None], tf.range(tf.shape(x)[-1])
    return tf.where(rows + k <= columns, x, tf.zeros_like(x))


def complex(real, imag, /):
    return tf.complex(real, imag)
