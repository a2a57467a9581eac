"""Rows of attention. The oracle weighs the values of each query by itself."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import INF, Case, Given, call, x


def weights(q, k, mask=None, is_causal=False, scale=None):
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    scores = scale * q @ numpy.swapaxes(k, -1, -2)
    if mask is not None:
        scores = numpy.where(mask, scores, -INF) if mask.dtype == bool else scores + mask
    if is_causal:
        scores = numpy.where(numpy.tril(numpy.ones(scores.shape[-2:])) == 1, scores, -INF)
    e = numpy.exp(scores)
    total = numpy.sum(e, axis=-1, keepdims=True)
    return numpy.where(total == 0, 0, e / numpy.where(total == 0, 1, total))


def dot_product_attention(q, k, v, mask=None, is_causal=False, scale=None, enable_gqa=False):
    if enable_gqa:
        k, v = [numpy.repeat(a, q.shape[-3] // a.shape[-3], axis=-3) for a in (k, v)]
    return weights(q, k, mask, is_causal, scale) @ v


def multi_head_attention(q, k, v, num_heads, in_proj_weight, in_proj_bias, need_weights):
    parts = []
    for i, a in enumerate((q, k, v)):
        rows = slice(i * len(in_proj_weight) // 3, (i + 1) * len(in_proj_weight) // 3)
        parts.append(a @ in_proj_weight[rows].T + in_proj_bias[rows])
    heads = [numpy.split(p, num_heads, axis=-1) for p in parts]
    found = [weights(a, b) for a, b, _ in zip(*heads, strict=True)]
    outs = [w @ c for w, c in zip(found, heads[2], strict=True)]
    return [numpy.concatenate(outs, axis=-1), sum(found) / num_heads]


def update_cache(x, values, position):
    out = x.copy()
    out[..., position : position + values.shape[-2], :] = values
    return out


def cached_attention(q, k, v, position):
    mask = numpy.tril(numpy.ones((q.shape[-2], k.shape[-2]), bool), position)
    return dot_product_attention(q, k, v, mask)


def rotary_embedding(x, positions=None):
    half = x.shape[-1] // 2
    places = numpy.arange(x.shape[-2]) if positions is None else positions
    angles = places[..., None] * 10000.0 ** (-numpy.arange(half) / half)
    z = (x[..., :half] + 1j * x[..., half:]) * numpy.exp(1j * angles)
    return numpy.concatenate([z.real, z.imag], axis=-1)


_MASK = Given([[True, False, True, True], [False] * 4, [True] * 4], "bool")
_TERMS = {"loosen": 8, "reason": "exponentials of sums, and sums of those"}
_CALLS = [
    call(x(2, 3, 5), x(2, 4, 5), x(2, 4, 2)),
    call(x(3, 5), x(4, 5), x(4, 2), mask=_MASK),
    call(x(2, 3, 5), x(4, 5), x(4, 2), mask=x(1, 4), is_causal=True, scale=0.5),
    call(x(4, 3, 2), x(2, 4, 2), x(2, 4, 2), enable_gqa=True),
]

CASES = [
    Case(
        "dot_product_attention",
        dot_product_attention,
        _CALLS,
        dtypes=("float16", "bfloat16", "float32", "float64"),
        **_TERMS,
    ),
    Case(
        "scaled_dot_product_attention",
        dot_product_attention,
        _CALLS[1:3],
        dtypes=("float32",),
        **_TERMS,
    ),
    Case(
        "multi_head_attention",
        multi_head_attention,
        [
            call(
                *(x(2, 3, 4), x(2, 5, 4), x(2, 5, 4)),
                num_heads=2,
                in_proj_weight=x(12, 4, domain=(-1, 1)),
                in_proj_bias=x(12),
                need_weights=True,
            )
        ],
        dtypes=("float32", "float64"),
        results=("same", "same"),
        **_TERMS,
    ),
    Case(
        "update_cache",
        update_cache,
        [
            call(x(2, 5, 3), x(2, 2, 3), 2),
            call(x(5, 3), x(1, 3), Given(4, "int64")),
        ],
        dtypes=("int64", "float32"),
    ),
    Case(
        "cached_attention",
        cached_attention,
        [
            call(x(2, 1, 3), x(2, 5, 3), x(2, 5, 2), Given(3, "int64")),
            call(x(2, 3), x(5, 3), x(5, 2), 0),
        ],
        dtypes=("float32",),
        **_TERMS,
    ),
    Case(
        "rotary_embedding",
        rotary_embedding,
        [call(x(2, 3, 4)), call(x(2, 3, 4), positions=Given([4, 0, 7], "int64"))],
        dtypes=("bfloat16", "float32", "float64"),
        loosen=4,
        reason="angles are rounded",
    ),
]
