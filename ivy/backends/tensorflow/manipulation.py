"""Shapes, orders, joins and splits on tensorflow."""

import numpy as np
import tensorflow as tf
from tensorflow import broadcast_to


def reshape(x, /, shape, *, copy=None):
    return tf.reshape(x, (shape,) if isinstance(shape, int) else shape)


def permute_dims(x, /, axes):
    return tf.transpose(x, axes)


def swapaxes(x, axis1, axis2, /):
    if {axis1, axis2} == {-2, -1}:
        return tf.linalg.matrix_transpose(x)
    axes = list(range(x.shape.rank))
    axes[axis1], axes[axis2] = axes[axis2], axes[axis1]
    return tf.transpose(x, axes)


def moveaxis(x, source, destination, /):
    if isinstance(source, int):
        source, destination = (source,), (destination,)
    rank = x.shape.rank
    moved = [a % rank for a in source]
    axes = [a for a in range(rank) if a not in moved]
    for place, axis in sorted(zip([a % rank for a in destination], moved, strict=True)):
        axes.insert(place, axis)
    return tf.transpose(x, axes)


def expand_dims(x, /, axis):
    if isinstance(axis, int):
        return tf.expand_dims(x, axis)
    for a in sorted(a % (x.shape.rank + len(axis)) for a in axis):
        x = tf.expand_dims(x, a)
    return x


def squeeze(x, /, axis):
    if axis == ():  # for tensorflow, every axis
        return x
    return tf.squeeze(x, axis)


def concat(arrays, /, *, axis=0):
    if axis is None:
        return tf.concat([tf.reshape(a, (-1,)) for a in arrays], 0)
    return tf.concat(arrays, axis)


def stack(arrays, /, *, axis=0):
    return tf.stack(arrays, axis)


def unstack(x, /, *, axis=0):
    return tuple(tf.unstack(x, axis=axis))


def split(x, /, sizes, *, axis=0):
    return tf.split(x, sizes, axis)


def flip(x, /, *, axis=None):
    if axis is None:
        return tf.reverse(x, list(range(x.shape.rank)))
    return tf.reverse(x, [axis] if isinstance(axis, int) else axis)


def roll(x, /, shift, *, axis=None):
    if axis is None:
        return tf.reshape(tf.roll(tf.reshape(x, (-1,)), shift, 0), tf.shape(x))
    if isinstance(shift, int) and isinstance(axis, tuple | list):
        return tf.roll(x, [shift] * len(axis), axis)
    return tf.roll(x, shift, axis)


def tile(x, repetitions, /):
    missing = x.shape.rank - len(repetitions)
    x = tf.reshape(x, (*[1] * -missing, *x.shape)) if missing < 0 else x
    return tf.tile(x, (*[1] * missing, *repetitions))


def repeat(x, repeats, /, *, axis=None):
    if isinstance(repeats, int):
        return tf.repeat(x, repeats, axis)
    # tf.repeat fails for some arrays without elements.
    x, axis = (tf.reshape(x, (-1,)), 0) if axis is None else (x, axis)
    places = tf.repeat(tf.range(tf.shape(x)[axis]), tf.cast(repeats, tf.int64))
    return tf.gather(x, places, axis=axis)


def _filled(x, widths, value):
    """Pad with a number, also under tf.vectorized_map, where tf.pad adds zeros whatever it is."""
    if value == 0 or tf.executing_eagerly():
        return tf.pad(x, widths, constant_values=value)
    inside = tf.pad(tf.ones_like(x, tf.bool), widths)
    return tf.where(inside, tf.pad(x, widths), tf.cast(value, x.dtype))


def pad(x, widths, /, *, mode="constant", value=0):
    if mode == "constant":
        return tf.pad(x, widths, constant_values=value)
    if mode in ("reflect", "symmetric"):
        return tf.pad(x, widths, mode)
    # tensorflow does not repeat the edge, nor continue from the other end.
    for axis, pair in enumerate(widths):
        x = tf.gather(x, np.pad(np.arange(x.shape[axis]), pair, mode=mode), axis=axis)
    return x
