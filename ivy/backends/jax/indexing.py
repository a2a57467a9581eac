"""Reading and writing parts of arrays on jax."""

import jax
import jax.numpy as jnp


def getitem(x, key, /):
    return x[key]


def setitem(x, value, /, key):
    value = jnp.asarray(value).astype(x.dtype)
    if _is_mask(key) and jnp.ndim(value) <= x.ndim - key.ndim:
        # How many elements a mask names is not known under jit, and does not matter here.
        mask = jnp.expand_dims(key, tuple(range(key.ndim, x.ndim)))
        return jnp.where(mask, value, x)
    return x.at[key].set(value)


def _is_mask(key):
    return isinstance(key, jnp.ndarray) and key.dtype == bool


def add_at(x, value, /, key):
    return x.at[key].add(value)


def take(x, indices, /, *, axis=None):
    return jnp.take(x, indices, axis=axis)


def take_along_axis(x, indices, /, *, axis=-1):
    return jnp.take_along_axis(x, indices, axis=axis)


def add_along_axis(x, indices, value, /, *, axis=-1):
    places = list(jnp.indices(indices.shape, sparse=True))
    places[axis] = indices
    return x.at[tuple(places)].add(value)


def one_hot(x, depth, /, *, dtype=None):
    return jnp.equal(x[..., None], jnp.arange(depth)).astype(dtype)


def segment_sum(x, segment_ids, /, *, num_segments):
    return jax.ops.segment_sum(x, segment_ids, num_segments)


def segment_prod(x, segment_ids, /, *, num_segments):
    return jax.ops.segment_prod(x, segment_ids, num_segments)


def segment_min(x, segment_ids, /, *, num_segments):
    return jax.ops.segment_min(x, segment_ids, num_segments)


def segment_max(x, segment_ids, /, *, num_segments):
    return jax.ops.segment_max(x, segment_ids, num_segments)
