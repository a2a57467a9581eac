"""Shapes, orders, joins and splits on jax."""

import itertools

import jax.numpy as jnp
from jax.numpy import broadcast_to, moveaxis, swapaxes, tile


def reshape(x, /, shape, *, copy=None):
    return jnp.reshape(x, shape)


def permute_dims(x, /, axes):
    return jnp.transpose(x, axes)


def expand_dims(x, /, axis):
    return jnp.expand_dims(x, axis)


def squeeze(x, /, axis):
    return jnp.squeeze(x, axis=axis)


def concat(arrays, /, *, axis=0):
    return jnp.concatenate(arrays, axis=axis)


def stack(arrays, /, *, axis=0):
    return jnp.stack(arrays, axis=axis)


def unstack(x, /, *, axis=0):
    return jnp.unstack(x, axis=axis)


def split(x, /, sizes, *, axis=0):
    ends = list(itertools.accumulate(sizes))
    if ends[-1] != x.shape[axis]:
        raise ValueError(f"the sizes {sizes} do not add up to the axis of length {x.shape[axis]}")
    return jnp.split(x, ends[:-1], axis=axis)


def flip(x, /, *, axis=None):
    return jnp.flip(x, axis=axis)


def roll(x, /, shift, *, axis=None):
    return jnp.roll(x, shift, axis=axis)


def repeat(x, repeats, /, *, axis=None):
    return jnp.repeat(x, repeats, axis=axis)


def pad(x, widths, /, *, mode="constant", value=0):
    if mode == "constant":
        return jnp.pad(x, widths, constant_values=value)
    return jnp.pad(x, widths, mode=mode)
