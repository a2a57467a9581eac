"""Reading and writing parts of arrays on numpy."""

import numpy as np


def getitem(x, key, /):
    return x[key]


def setitem(x, value, /, key):
    out = np.array(x)
    out[key] = value
    return out


def add_at(x, value, /, key):
    out = np.array(x)
    np.add.at(out, key, value)
    return out


def take(x, indices, /, *, axis=None):
    # np.take refuses uint64.
    return np.take(x, np.asarray(indices, np.int64), axis=axis)


def take_along_axis(x, indices, /, *, axis=-1):
    return np.take_along_axis(x, indices, axis=axis)


def add_along_axis(x, indices, value, /, *, axis=-1):
    out = np.array(x)
    places = list(np.indices(indices.shape, sparse=True))
    places[axis] = indices
    np.add.at(out, tuple(places), value)
    return out


def one_hot(x, depth, /, *, dtype=None):
    return np.equal(x[..., None], np.arange(depth)).astype(dtype)


def segment_sum(x, segment_ids, /, *, num_segments):
    out = np.zeros((num_segments, *x.shape[1:]), x.dtype)
    np.add.at(out, segment_ids, x)
    return out


def segment_prod(x, segment_ids, /, *, num_segments):
    out = np.ones((num_segments, *x.shape[1:]), x.dtype)
    np.multiply.at(out, segment_ids, x)
    return out


def segment_min(x, segment_ids, /, *, num_segments):
    largest = np.iinfo(x.dtype).max if x.dtype.kind in "iu" else np.inf
    out = np.full((num_segments, *x.shape[1:]), largest, x.dtype)
    with np.errstate(invalid="ignore"):  # NumPy warns of NaN
        np.minimum.at(out, segment_ids, x)
    return out


def segment_max(x, segment_ids, /, *, num_segments):
    smallest = np.iinfo(x.dtype).min if x.dtype.kind in "iu" else -np.inf
    out = np.full((num_segments, *x.shape[1:]), smallest, x.dtype)
    with np.errstate(invalid="ignore"):
        np.maximum.at(out, segment_ids, x)
    return out
