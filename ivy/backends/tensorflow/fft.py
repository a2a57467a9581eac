"""Fourier transforms on tensorflow, whose functions transform the last axis.

The inverse ones divide by the length, the others do not.
"""

import math

import tensorflow as tf


def _swapped(x, axis):
    """Return the array with an axis and the last one in each other's place."""
    order = list(range(x.shape.rank))
    order[axis], order[-1] = order[-1], order[axis]
    return x if order[-1] == x.shape.rank - 1 else tf.transpose(x, order)


def _resized(x, n):
    """Return the array with its last axis cut, or filled up with zeros, to a length."""
    length = x.shape[-1]
    if n is None or n == length:
        return x
    if n < length:
        return x[..., :n]
    return tf.pad(x, [[0, 0]] * (x.shape.rank - 1) + [[0, n - length]])


def _complex(x):
    return x if x.dtype.is_complex else tf.complex(x, tf.zeros_like(x))


def _scaled(x, factor):
    return x if factor == 1 else x * factor


def fft(x, /, *, n=None, axis=-1, norm="backward"):
    x = _resized(_swapped(_complex(x), axis), n)
    length = x.shape[-1]
    factor = {"backward": 1, "ortho": 1 / math.sqrt(length), "forward": 1 / length}[norm]
    return _swapped(_scaled(tf.signal.fft(x), factor), axis)


def ifft(x, /, *, n=None, axis=-1, norm="backward"):
    x = _resized(_swapped(_complex(x), axis), n)
    length = x.shape[-1]
    factor = {"backward": 1, "ortho": math.sqrt(length), "forward": length}[norm]
    return _swapped(_scaled(tf.signal.ifft(x), factor), axis)


def rfft(x, /, *, n=None, axis=-1, norm="backward"):
    x = _resized(_swapped(x, axis), n)
    length = x.shape[-1]
    factor = {"backward": 1, "ortho": 1 / math.sqrt(length), "forward": 1 / length}[norm]
    return _swapped(_scaled(tf.signal.rfft(x), factor), axis)


def irfft(x, /, *, n=None, axis=-1, norm="backward"):
    x = _swapped(_complex(x), axis)
    length = 2 * (x.shape[-1] - 1) if n is None else n
    factor = {"backward": 1, "ortho": math.sqrt(length), "forward": length}[norm]
    x = _resized(x, length // 2 + 1)
    return _swapped(_scaled(tf.signal.irfft(x, [length]), factor), axis)


def fftshift(x, /, *, axes=None):
    return tf.signal.fftshift(x, axes)


def ifftshift(x, /, *, axes=None):
    return tf.signal.ifftshift(x, axes)
