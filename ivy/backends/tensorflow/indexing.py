"""Reading and writing parts of arrays on tensorflow."""

from typing import Any

import tensorflow as tf

from ivy.backends.tensorflow.manipulation import swapaxes


def _inside(indices, length):
    """Positions from the start, kept in range: tensorflow knows no negative ones."""
    return tf.clip_by_value(tf.where(indices < 0, indices + length, indices), 0, length - 1)


def _is_array(part):
    return isinstance(part, tf.Tensor | tf.Variable)


def _is_mask(part):
    return _is_array(part) and part.dtype == tf.bool


def _parts(key):
    return key if isinstance(key, tuple) else (key,)


def _has_arrays(key):
    return any(_is_array(k) or isinstance(k, bool) for k in _parts(key))


def _basic_and_arrays(x, key):
    """A key in two steps: a basic key, then index arrays by the axes of what that gives."""
    basic: list[Any] = []
    arrays = {}
    for k in _parts(key):
        if isinstance(k, bool) or (_is_mask(k) and k.shape.rank == 0):
            # One element along a new axis, or none.
            arrays[len(basic)] = tf.where(tf.reshape(k, (1,)))[:, 0]
            basic.append(None)
        elif _is_mask(k):
            for positions in tf.unstack(tf.where(k), num=k.shape.rank, axis=1):
                arrays[len(basic)] = positions
                basic.append(slice(None))
        elif _is_array(k) or isinstance(k, int):
            arrays[len(basic)] = tf.cast(k, tf.int64)
            basic.append(slice(None))
        elif k is ...:
            basic += [slice(None)] * (x.shape.rank - _consumed(key))
        else:
            basic.append(k)
    return tuple(basic), arrays


def _consumed(key):
    """How many axes a key is about."""
    some = [k for k in _parts(key) if k is not None and k is not ... and not isinstance(k, bool)]
    return sum(k.shape.rank if _is_mask(k) else 1 for k in some)


def getitem(x, key, /):
    if not _has_arrays(key):
        return x[key]
    basic, arrays = _basic_and_arrays(x, key)
    x = x[basic]
    others = [axis for axis in range(x.shape.rank) if axis not in arrays]
    x = tf.transpose(x, [*arrays, *others])
    lengths = tf.shape(x, tf.int64)
    positions = _broadcast([_inside(a, lengths[i]) for i, a in enumerate(arrays.values())])
    # tf.gather_nd refuses to read nothing from nothing, so the axes are read as one.
    place = positions[0]
    for i, p in enumerate(positions[1:], 1):
        place = place * lengths[i] + p
    count = len(arrays)
    joined = tf.concat([[tf.reduce_prod(lengths[:count])], lengths[count:]], 0)
    out = tf.gather(tf.reshape(x, joined), place)
    if _are_adjacent(key):
        # The axes of index arrays that stand together come where they stood, else first.
        count, before = positions[0].shape.rank, min(arrays)
        order = [*range(count, count + before), *range(count)]
        out = tf.transpose(out, [*order, *range(count + before, out.shape.rank)])
    return out


def _are_adjacent(key):
    """Whether nothing stands between the index arrays and integers of a key."""
    taken = [i for i, k in enumerate(_parts(key)) if _is_array(k) or isinstance(k, int)]
    return taken[-1] - taken[0] < len(taken)


def _broadcast(arrays):
    shape = tf.shape(arrays[0])
    for a in arrays[1:]:
        shape = tf.broadcast_dynamic_shape(shape, tf.shape(a))
    rank = max(a.shape.rank for a in arrays)
    return [tf.ensure_shape(tf.broadcast_to(a, shape), [None] * rank) for a in arrays]


def _places(x, key):
    """The positions in the flattened array that a key names."""
    # tf.vectorized_map knows how to write at int32 positions only.
    count = x.shape.num_elements()
    kind = tf.int64 if count is None or count >= 2**31 else tf.int32
    return getitem(tf.reshape(tf.range(tf.size(x, kind)), tf.shape(x)), key)


def setitem(x, value, /, key):
    places = _places(x, key)
    values = tf.broadcast_to(tf.cast(value, x.dtype), tf.shape(places))
    flat = tf.tensor_scatter_nd_update(
        tf.reshape(x, (-1,)), tf.reshape(places, (-1, 1)), tf.reshape(values, (-1,))
    )
    return tf.reshape(flat, tf.shape(x))


def add_at(x, value, /, key):
    places = _places(x, key)
    values = tf.broadcast_to(tf.cast(value, x.dtype), tf.shape(places))
    flat = tf.tensor_scatter_nd_add(
        tf.reshape(x, (-1,)), tf.reshape(places, (-1, 1)), tf.reshape(values, (-1,))
    )
    return tf.reshape(flat, tf.shape(x))


def take(x, indices, /, *, axis=None):
    return tf.gather(x, indices, axis=axis)


def take_along_axis(x, indices, /, *, axis=-1):
    if axis in (-1, x.shape.rank - 1):
        return tf.gather(x, indices, axis=axis, batch_dims=axis)
    last = take_along_axis(swapaxes(x, axis, -1), swapaxes(indices, axis, -1))
    return swapaxes(last, axis, -1)


def add_along_axis(x, indices, value, /, *, axis=-1):
    shape = tf.shape(indices, tf.int64)
    places = tf.meshgrid(*[tf.range(n) for n in tf.unstack(shape)], indexing="ij")
    places[axis] = tf.cast(indices, tf.int64)
    return tf.tensor_scatter_nd_add(x, tf.stack(places, axis=-1), value)


def one_hot(x, depth, /, *, dtype=None):
    return tf.cast(tf.one_hot(x, depth, True, False), dtype)


def segment_sum(x, segment_ids, /, *, num_segments):
    return tf.math.unsorted_segment_sum(x, segment_ids, num_segments)


def segment_prod(x, segment_ids, /, *, num_segments):
    return tf.math.unsorted_segment_prod(x, segment_ids, num_segments)


def segment_min(x, segment_ids, /, *, num_segments):
    return tf.math.unsorted_segment_min(x, segment_ids, num_segments)


def segment_max(x, segment_ids, /, *, num_segments):
    return tf.math.unsorted_segment_max(x, segment_ids, num_segments)
