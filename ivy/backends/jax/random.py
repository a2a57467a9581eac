"""Draws that follow from a key on jax."""

import jax
import jax.numpy as jnp


def _key(key):
    return jax.random.fold_in(jax.random.key(key[0]), key[1])


def keyed_uniform(key, /, shape, *, dtype=None):
    return jax.random.uniform(_key(key), shape, dtype)


def keyed_normal(key, /, shape, *, dtype=None):
    return jax.random.normal(_key(key), shape, dtype)


def keyed_integers(key, /, shape, *, low, high, dtype=None):
    return jax.random.randint(_key(key), shape, low, high, jnp.int64).astype(dtype)


def keyed_permutation(key, /, n):
    return jax.random.permutation(_key(key), n)
