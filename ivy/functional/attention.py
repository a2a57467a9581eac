"""Attention: weighted means of values, for each query by how well it matches the keys.

Arrays are ``(..., positions, features)``; axes before these are a batch, and heads are the last of
them.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ivy.array import Array
from ivy.backends.attending import broadcast, check_attention, check_mask
from ivy.dtypes import CATEGORIES, DType
from ivy.functional._op import beside, composite
from ivy.functional.activations import softmax
from ivy.functional.creation import arange, full, ones, zeros
from ivy.functional.data_type import astype, result_type
from ivy.functional.elementwise import (
    add,
    cos,
    equal,
    exp,
    greater_equal,
    less_equal,
    logical_and,
    logical_not,
    multiply,
    sin,
    subtract,
)
from ivy.functional.indexing import getitem, put_along_axis, setitem
from ivy.functional.linear_algebra import linear, matmul
from ivy.functional.manipulation import (
    broadcast_to,
    concat,
    expand_dims,
    reshape,
    split,
    stack,
    swapaxes,
)
from ivy.functional.random import dropout as dropped
from ivy.functional.searching import where
from ivy.functional.statistical import max, mean


class AttentionResult(NamedTuple):
    """What attention gives, and how much each key counted; None if the weights were not asked."""

    output: Array
    weights: Array | None


@composite(dtypes="real floating", rank="attended", promoted=("q", "k", "v"))
def scaled_dot_product_attention(
    q: Array,
    k: Array,
    v: Array,
    /,
    *,
    mask: Array | None = None,
    is_causal: bool = False,
    scale: float | None = None,
    dropout: float = 0.0,
    key: Array | None = None,
    enable_gqa: bool = False,
) -> Array:
    """Return ``softmax(scale * q @ k^T + mask) @ v``.

    The formula is that of https://arxiv.org/abs/1706.03762.

    Parameters
    ----------
    q
        Queries ``(..., L, E)``.
    k
        Keys ``(..., S, E)``; the leading axes of all three broadcast.
    v
        Values ``(..., S, Ev)``.
    mask
        An array that broadcasts to ``(..., L, S)``: bools that are True where a key counts for a
        query, or floats that are added to the scores.
    is_causal
        Whether query `i` counts the keys up to the `i`-th only, besides what `mask` says.
    scale
        What scores are multiplied by; by default ``1 / sqrt(E)``.
    dropout
        The probability that a weight is set to zero, the others divided by ``1 - dropout``.
    key
        A key to draw from for `dropout`; by default the next one of the generator.
    enable_gqa
        Whether several heads of queries share one of keys and values: ``(..., heads, L, E)`` and
        ``(..., groups, S, E)``, where the heads are a multiple of the groups, see
        https://arxiv.org/abs/2305.13245.

    Returns
    -------
    Array
        Means ``(..., L, Ev)``; zeros for a query for which no key counts.

    Raises
    ------
    ValueError
        The shapes do not fit each other.

    Examples
    --------
    >>> import ivy
    >>> q, k = ivy.asarray([[1.0]]), ivy.asarray([[0.0], [0.0]])
    >>> ivy.scaled_dot_product_attention(q, k, ivy.asarray([[1.0], [3.0]]))
    Array([[2.]], dtype=float32, backend='numpy')
    """
    op = "scaled_dot_product_attention"
    _check(op, q, k, v, mask, enable_gqa)
    _check_rate(op, dropout)
    if not dropout:
        return dot_product_attention(
            q, k, v, mask=mask, is_causal=is_causal, scale=scale, enable_gqa=enable_gqa
        )
    if not enable_gqa:
        weights = _weights(q, k, mask, is_causal, scale)
        return matmul(dropped(weights, dropout, key=key), v)
    q, k, v, mask = _grouped(q, k, v, mask)
    weights = _weights(q, k, mask, is_causal, scale)
    return _ungrouped(matmul(dropped(weights, dropout, key=key), v))


@composite(dtypes="real floating", rank="attended", promoted=("q", "k", "v"))
def dot_product_attention(
    q: Array,
    k: Array,
    v: Array,
    /,
    *,
    mask: Array | None = None,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Array:
    """Return what `scaled_dot_product_attention` does without dropout: it calls this.

    Parameters
    ----------
    q, k, v, mask, is_causal, scale, enable_gqa
        As in `scaled_dot_product_attention`.

    Examples
    --------
    >>> import ivy
    >>> q, k = ivy.asarray([[1.0]]), ivy.asarray([[0.0], [0.0]])
    >>> ivy.dot_product_attention(q, k, ivy.asarray([[1.0], [3.0]]), is_causal=True)
    Array([[1.]], dtype=float32, backend='numpy')
    """
    _check("dot_product_attention", q, k, v, mask, enable_gqa)
    if not enable_gqa:
        return matmul(_weights(q, k, mask, is_causal, scale), v)
    q, k, v, mask = _grouped(q, k, v, mask)
    return _ungrouped(matmul(_weights(q, k, mask, is_causal, scale), v))


@composite(
    dtypes="real floating",
    rank="attended",
    promoted=(
        *("q", "k", "v", "in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight"),
        *("in_proj_bias", "out_proj_weight", "out_proj_bias", "bias_k", "bias_v"),
    ),
)
def multi_head_attention(
    q: Array,
    k: Array,
    v: Array,
    /,
    *,
    num_heads: int,
    in_proj_weight: Array | None = None,
    q_proj_weight: Array | None = None,
    k_proj_weight: Array | None = None,
    v_proj_weight: Array | None = None,
    in_proj_bias: Array | None = None,
    out_proj_weight: Array | None = None,
    out_proj_bias: Array | None = None,
    bias_k: Array | None = None,
    bias_v: Array | None = None,
    add_zero_attn: bool = False,
    mask: Array | None = None,
    key_padding_mask: Array | None = None,
    is_causal: bool = False,
    dropout: float = 0.0,
    key: Array | None = None,
    need_weights: bool = False,
    average_weights: bool = True,
) -> AttentionResult:
    """Return attention in several heads, each of projections of its own, and its weights.

    Parameters
    ----------
    q
        Queries ``(..., L, E)``.
    k
        Keys ``(..., S, Ek)``.
    v
        Values ``(..., S, Ev)``.
    num_heads
        How many heads the features of the projections are dealt out to, in order.
    in_proj_weight
        The weights ``(3 * D, E)`` of the projections of queries, keys and values, one below the
        other; where ``E``, ``Ek`` and ``Ev`` are the same.
    q_proj_weight, k_proj_weight, v_proj_weight
        Instead of it, the weights ``(D, E)``, ``(D, Ek)`` and ``(D, Ev)``. A projection without
        weights leaves the features as they are.
    in_proj_bias
        The biases ``(3 * D,)`` of the three; None adds nothing.
    out_proj_weight, out_proj_bias
        Weights ``(O, D)`` and biases ``(O,)`` of what is done with the heads' results, joined.
    bias_k, bias_v
        A key and a value of ``D`` features that are put after those that are projected.
    add_zero_attn
        Whether a key and a value of zeros are put after all others.
    mask
        As in `scaled_dot_product_attention`: bools are True where a key counts, which is the
        reverse of ``torch.nn.MultiheadAttention``. It broadcasts to ``(..., heads, L, S)``, or to
        ``(..., L, S)`` without heads if it has no more axes than the queries.
    key_padding_mask
        Bools ``(..., S)`` that are True where a key is padding, and counts for no query; or floats
        that are added to its scores.
    is_causal, dropout, key
        As in `scaled_dot_product_attention`.
    need_weights
        Whether the weights are returned too.
    average_weights
        Whether they are the means over the heads.

    Returns
    -------
    AttentionResult
        The output ``(..., L, O)``, and the weights ``(..., L, S)`` (of each head
        ``(..., heads, L, S)``) or None. Both are zeros for a query for which no key counts, but
        for `out_proj_bias`.

    Raises
    ------
    ValueError
        The shapes do not fit each other, or weights are given both packed and separate.

    Examples
    --------
    >>> import ivy
    >>> x, w = ivy.asarray([[1.0, 3.0]]), ivy.eye(2)
    >>> ivy.multi_head_attention(x, x, x, num_heads=2, out_proj_weight=w).output
    Array([[1., 3.]], dtype=float32, backend='numpy')
    """
    op = "multi_head_attention"
    _check_rate(op, dropout)
    _check_ranks(q, k, v)
    rank = len(q.shape)
    given: list[Array | None] = [q_proj_weight, k_proj_weight, v_proj_weight, in_proj_weight]
    given += [in_proj_bias, out_proj_weight, out_proj_bias, bias_k, bias_v]
    common = result_type(q, k, v, *[a for a in given if a is not None])
    q, k, v = astype(q, common), astype(k, common), astype(v, common)
    cast = [None if a is None else astype(a, common) for a in given]
    q, k, v = _projected(q, k, v, cast[3], (cast[0], cast[1], cast[2]), cast[4])
    out_proj_weight, out_proj_bias, bias_k, bias_v = cast[5:]
    if bias_k is not None:
        k = _extended(k, bias_k, "bias_k")
    if bias_v is not None:
        v = _extended(v, bias_v, "bias_v")
    if add_zero_attn:
        k = _extended(k, beside(k, zeros, (k.shape[-1],)), "k")
        v = _extended(v, beside(v, zeros, (v.shape[-1],)), "v")
    q, k, v = _heads(q, num_heads, "q"), _heads(k, num_heads, "k"), _heads(v, num_heads, "v")
    extra = int(bias_k is not None) + int(add_zero_attn)
    if mask is not None and len(mask.shape) == rank and rank > 2:
        mask = expand_dims(mask, axis=-3)
    if key_padding_mask is not None:
        padding = expand_dims(key_padding_mask, axis=(-3, -2))
        if padding.dtype == "bool":
            padding = logical_not(padding)
        mask = padding if mask is None else _both(mask, padding, q.dtype)
    if mask is not None and extra:
        mask = _widened(mask, extra)
    _check(op, q, k, v, mask, False)
    if need_weights:
        weights = _weights(q, k, mask, is_causal, None)
        weights = dropped(weights, dropout, key=key) if dropout else weights
        out = matmul(weights, v)
    else:
        out = scaled_dot_product_attention(
            q, k, v, mask=mask, is_causal=is_causal, dropout=dropout, key=key
        )
    out = swapaxes(out, -3, -2)
    out = reshape(out, (*out.shape[:-2], out.shape[-2] * out.shape[-1]))
    out = _linear("the heads", out, out_proj_weight, out_proj_bias)
    if not need_weights:
        return AttentionResult(out, None)
    return AttentionResult(out, mean(weights, axis=-3) if average_weights else weights)


@composite()
def update_cache(x: Array, values: Array, position: Array | int, /) -> Array:
    """Return a cache of keys or values with new ones written at a position.

    A cache is an array of a fixed length, so that code which fills it step by step is compiled
    once; `cached_attention` reads it.

    Parameters
    ----------
    x
        The cache ``(..., S, E)``.
    values
        What is written ``(..., T, E)``, cast to the dtype of the cache; the leading axes are those
        of the cache.
    position
        Where the first of the ``T`` goes: an integer, an integer array of shape ``()``, or, for a
        cache ``(N, ..., S, E)``, one of shape ``(N,)``.

    Returns
    -------
    Array
        The cache ``(..., S, E)``.

    Raises
    ------
    IndexError
        There is no room, where the position is known.
    ValueError
        The shapes do not fit each other.

    Examples
    --------
    >>> import ivy
    >>> ivy.update_cache(ivy.zeros((3, 1)), ivy.asarray([[5.0]]), ivy.asarray(1))
    Array([[0.],
           [5.],
           [0.]], dtype=float32, backend='numpy')
    """
    shape = values.shape
    fits = len(x.shape) == len(shape) >= 2
    if not fits or x.shape[-1] != shape[-1] or x.shape[:-2] != shape[:-2]:
        raise ValueError(
            "ivy.update_cache: expected a cache (..., S, E) and values (..., T, E), got shapes "
            f"{x.shape} and {shape}"
        )
    if shape[-2] > x.shape[-2]:
        raise IndexError(
            f"ivy.update_cache: expected at most {x.shape[-2]} new positions, got {shape[-2]}"
        )
    steps = beside(x, arange, 0, shape[-2], 1, dtype="int64")
    places = _places("update_cache", position, x.shape)
    values = astype(values, x.dtype)
    if isinstance(places, int) or not places.shape:
        return setitem(x, values, (..., add(steps, places), slice(None)))
    column = add(expand_dims(steps, axis=-1), _after(places, len(shape) - 1))
    return put_along_axis(x, broadcast_to(column, shape), values, axis=-2)


@composite(dtypes="real floating", rank="attended", promoted=("q", "k", "v"))
def cached_attention(
    q: Array,
    k: Array,
    v: Array,
    position: Array | int,
    /,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Array:
    """Return attention over what is in a cache up to each query.

    Parameters
    ----------
    q
        Queries ``(..., L, E)``, the first of them at `position`.
    k, v
        The caches of keys ``(..., S, E)`` and of values ``(..., S, Ev)``, in which those at the
        queries' own positions have been written.
    position
        As in `update_cache`.
    scale, enable_gqa
        As in `scaled_dot_product_attention`.

    Returns
    -------
    Array
        Means ``(..., L, Ev)`` over the keys from 0 to ``position + i`` for query `i`.

    Raises
    ------
    ValueError
        The shapes do not fit each other.

    Examples
    --------
    >>> import ivy
    >>> k, v = ivy.zeros((3, 1)), ivy.asarray([[1.0], [3.0], [0.0]])
    >>> ivy.cached_attention(ivy.ones((1, 1)), k, v, ivy.asarray(1))
    Array([[2.]], dtype=float32, backend='numpy')
    """
    _check("cached_attention", q, k, v, None, enable_gqa)
    places = _places("cached_attention", position, q.shape)
    last = expand_dims(beside(q, arange, 0, q.shape[-2], 1, dtype="int64"), axis=-1)
    if isinstance(places, int) or not places.shape:
        last = add(last, places)
    else:
        last = add(last, _after(places, len(q.shape) - 1))
    mask = less_equal(beside(q, arange, 0, k.shape[-2], 1, dtype="int64"), last)
    return dot_product_attention(q, k, v, mask=mask, scale=scale, enable_gqa=enable_gqa)


@composite(dtypes="real floating", promoted=("x",))
def rotary_embedding(
    x: Array,
    /,
    *,
    positions: Array | None = None,
    base: float = 10000.0,
    interleaved: bool = False,
) -> Array:
    """Return queries or keys, turned in the planes of pairs of features by angles that grow.

    The angle of pair `i` at position `p` is ``p * base ** (-2 * i / E)``, see
    https://arxiv.org/abs/2104.09864.

    Parameters
    ----------
    x
        Queries or keys ``(..., L, E)``, where ``E`` is even.
    positions
        The positions, an array that broadcasts to ``(..., L)``; by default 0, 1, 2, and so on.
    base
        How much slower the last pairs turn than the first.
    interleaved
        Whether features ``2 * i`` and ``2 * i + 1`` are pairs, and not ``i`` and ``i + E / 2``.

    Returns
    -------
    Array
        An array of the shape and dtype of `x`.

    Raises
    ------
    ValueError
        The shapes do not fit each other.

    Examples
    --------
    >>> import ivy
    >>> ivy.round(ivy.rotary_embedding(ivy.asarray([[4.0, 0.0], [4.0, 0.0]])))
    Array([[4., 0.],
           [2., 3.]], dtype=float32, backend='numpy')
    """
    shape = x.shape
    if len(shape) < 2 or shape[-1] % 2:
        raise ValueError(
            "ivy.rotary_embedding: expected an array (..., L, E) of an even number of features, "
            f"got shape {shape}"
        )
    wide = result_type(x.dtype, "float32")
    half = shape[-1] // 2
    if positions is None:
        positions = beside(x, arange, 0, shape[-2], 1, dtype=wide)
    elif (
        len(positions.shape) >= len(shape) or broadcast([positions.shape, shape[:-1]]) != shape[:-1]
    ):
        raise ValueError(
            f"ivy.rotary_embedding: expected positions that broadcast to {shape[:-1]}, got shape "
            f"{positions.shape}"
        )
    pairs = beside(x, arange, 0, half, 1, dtype=wide)
    rates = exp(multiply(pairs, -2 * math.log(base) / (shape[-1] or 1)))
    angles = multiply(expand_dims(astype(positions, wide), axis=-1), rates)
    if interleaved:
        pairs = reshape(x, (*shape[:-1], half, 2))
        a, b = getitem(pairs, (..., 0)), getitem(pairs, (..., 1))
    else:
        a, b = split(x, (half, half), axis=-1)
    c, s = cos(angles), sin(angles)
    turned = [subtract(multiply(a, c), multiply(b, s)), add(multiply(a, s), multiply(b, c))]
    out = reshape(stack(turned, axis=-1), shape) if interleaved else concat(turned, axis=-1)
    return astype(out, x.dtype)


# -- scores --------------------------------------------------------------------------------------


def _weights(q: Array, k: Array, mask: Array | None, is_causal: bool, scale: float | None) -> Array:
    """Return how much each key counts for each query."""
    features, count = q.shape[-1], k.shape[-2]
    factor = 1 / math.sqrt(features or 1) if scale is None else scale
    scores = matmul(multiply(q, factor), swapaxes(k, -2, -1))
    if count == 0:
        return scores
    if is_causal:
        rows = beside(q, arange, 0, q.shape[-2], 1, dtype="int64")
        seen = greater_equal(
            expand_dims(rows, axis=1), beside(q, arange, 0, count, 1, dtype="int64")
        )
        mask = seen if mask is None else _both(mask, seen, scores.dtype)
    if mask is None:
        return softmax(scores, axis=-1)
    if mask.dtype == "bool":
        scores = where(mask, scores, -math.inf)
    else:
        scores = add(scores, astype(mask, scores.dtype))
    # The softmax of minus infinities is NaN, and so would be derivatives that pass through it.
    nothing = equal(max(scores, axis=-1, keepdims=True), -math.inf)
    return where(nothing, 0, softmax(where(nothing, 0, scores), axis=-1))


def _both(mask: Array, other: Array, dtype: DType) -> Array:
    """Return the mask that two masks are together."""
    if mask.dtype == "bool" and other.dtype == "bool":
        return logical_and(mask, other)
    if mask.dtype == "bool":
        mask, other = other, mask
    if other.dtype == "bool":
        return where(other, astype(mask, dtype), -math.inf)
    return add(astype(mask, dtype), astype(other, dtype))


def _grouped(
    q: Array, k: Array, v: Array, mask: Array | None
) -> tuple[Array, Array, Array, Array | None]:
    """Return queries with an axis of the heads that share keys, and all else with one beside it."""
    heads, groups = q.shape[-3], k.shape[-3]
    share = heads // groups if groups else 1
    q = reshape(q, (*q.shape[:-3], groups, share, *q.shape[-2:]))
    if mask is not None and len(mask.shape) > 2:
        if mask.shape[-3] == 1:
            mask = expand_dims(mask, axis=-3)
        else:
            mask = reshape(mask, (*mask.shape[:-3], groups, share, *mask.shape[-2:]))
    return q, expand_dims(k, axis=-3), expand_dims(v, axis=-3), mask


def _ungrouped(out: Array) -> Array:
    shape = out.shape
    return reshape(out, (*shape[:-4], shape[-4] * shape[-3], *shape[-2:]))


# -- heads ---------------------------------------------------------------------------------------


def _projected(
    q: Array,
    k: Array,
    v: Array,
    packed: Array | None,
    separate: tuple[Array | None, Array | None, Array | None],
    bias: Array | None,
) -> tuple[Array, Array, Array]:
    if packed is not None:
        if any(w is not None for w in separate):
            raise ValueError(
                "ivy.multi_head_attention: expected in_proj_weight, or q_proj_weight, "
                "k_proj_weight and v_proj_weight, got both"
            )
        separate = _thirds("in_proj_weight", packed)
    biases = (None, None, None) if bias is None else _thirds("in_proj_bias", bias)
    first, second, third = [
        _linear(n, x, w, b) for n, x, w, b in zip("qkv", (q, k, v), separate, biases, strict=True)
    ]
    return first, second, third


def _thirds(name: str, x: Array) -> tuple[Array, Array, Array]:
    if not x.shape or x.shape[0] % 3:
        raise ValueError(
            f"ivy.multi_head_attention: expected {name} for queries, keys and values one below "
            f"the other, got shape {x.shape}"
        )
    count = x.shape[0] // 3
    first, second, third = split(x, (count, count, count))
    return first, second, third


def _linear(name: str, x: Array, weight: Array | None, bias: Array | None) -> Array:
    count = x.shape[-1] if weight is None else weight.shape[0]
    if bias is not None and bias.shape[-1:] != (count,):
        raise ValueError(
            f"ivy.multi_head_attention: expected a bias ({count},) for the projection of {name}, "
            f"got shape {bias.shape}"
        )
    if weight is None:
        return x if bias is None else add(x, bias)
    if len(weight.shape) != 2 or weight.shape[1] != x.shape[-1]:
        raise ValueError(
            f"ivy.multi_head_attention: expected weights (D, {x.shape[-1]}) for the projection of "
            f"{name}, got shape {weight.shape}"
        )
    return linear(x, weight, bias)


def _extended(x: Array, part: Array, name: str) -> Array:
    """Return keys or values with one more, the same in all the batch."""
    features = x.shape[-1]
    if math.prod(part.shape) != features:
        raise ValueError(
            f"ivy.multi_head_attention: expected {features} numbers for {name}, got shape "
            f"{part.shape}"
        )
    row = broadcast_to(reshape(part, (1, features)), (*x.shape[:-2], 1, features))
    return concat([x, row], axis=-2)


def _heads(x: Array, count: int, name: str) -> Array:
    """Return ``(..., heads, L, features of a head)`` of ``(..., L, features)``."""
    features = x.shape[-1]
    if count < 1 or features % count:
        raise ValueError(
            f"ivy.multi_head_attention: expected a number of heads that divides the {features} "
            f"features of {name}, got num_heads={count}"
        )
    return swapaxes(reshape(x, (*x.shape[:-1], count, features // count)), -3, -2)


def _widened(mask: Array, count: int) -> Array:
    """Return a mask for some more keys, which count for all queries."""
    shape = (*mask.shape[:-1], count)
    if mask.dtype == "bool":
        return concat([mask, beside(mask, ones, shape)], axis=-1)
    return concat([mask, beside(mask, full, shape, 0.0)], axis=-1)


# -- caches --------------------------------------------------------------------------------------


def _places(op: str, position: Array | int, shape: tuple[int, ...]) -> Array | int:
    """Return a position that fits an array of a shape."""
    if isinstance(position, int) and not isinstance(position, bool):
        if position < 0:
            raise IndexError(f"ivy.{op}: expected a position from 0, got position={position}")
        return position
    if not isinstance(position, Array) or position.dtype not in CATEGORIES["integral"]:
        got = position.dtype if isinstance(position, Array) else repr(position)
        raise TypeError(f"ivy.{op}: expected an integer position, got {got}")
    if position.shape != () and (len(shape) < 3 or position.shape != shape[:1]):
        raise ValueError(
            f"ivy.{op}: expected a position of shape () or, for each of a batch, {shape[:1]}, got "
            f"shape {position.shape}"
        )
    return astype(position, "int64")


def _after(x: Array, count: int) -> Array:
    """Return a vector with axes of length 1 after it."""
    return reshape(x, (-1, *(1,) * count))


# -- checks --------------------------------------------------------------------------------------


def _check(op: str, q: Array, k: Array, v: Array, mask: Array | None, enable_gqa: bool) -> None:
    check_attention(op, q.shape, k.shape, v.shape, None if mask is None else mask.shape, enable_gqa)
    if mask is not None:
        check_mask(op, mask.dtype.name)


def _check_ranks(q: Array, k: Array, v: Array) -> None:
    shapes = (q.shape, k.shape, v.shape)
    if min(map(len, shapes)) < 2:
        raise ValueError(
            "ivy.multi_head_attention: expected queries, keys and values (..., positions, "
            f"features), got shapes {q.shape}, {k.shape} and {v.shape}"
        )


def _check_rate(op: str, rate: float) -> None:
    if not 0 <= rate <= 1:
        raise ValueError(f"ivy.{op}: expected 0 <= dropout <= 1, got dropout={rate}")
