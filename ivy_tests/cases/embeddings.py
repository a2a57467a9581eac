"""Rows of the embeddings."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import Case, Given, call, classes, x


def embedding(weight, indices, padding_idx=None, max_norm=None, norm_type=2.0):
    rows = weight[indices.astype(int)]
    if max_norm is None:
        return rows
    size = numpy.linalg.norm(rows, ord=norm_type, axis=-1, keepdims=True)
    return numpy.where(size > max_norm, rows * max_norm / (size + 1e-7), rows)


def embedding_bag(weight, indices, offsets=None, per_sample=None, mode="mean", padding_idx=None):
    indices = indices.astype(int)
    if offsets is None:
        offsets = numpy.arange(len(indices)) * indices.shape[1]
        indices = indices.ravel()
    per_sample = numpy.ones(len(indices)) if per_sample is None else per_sample.ravel()
    offsets = offsets.astype(int)
    parts = [numpy.arange(a, b) for a, b in zip(offsets, [*offsets[1:], len(indices)], strict=True)]
    out = numpy.zeros((len(parts), weight.shape[1]))
    for bag, part in enumerate(parts):
        part = part[indices[part] != padding_idx]
        if len(part):
            rows = weight[indices[part]] * per_sample[part][:, None]
            out[bag] = getattr(numpy, mode)(rows, axis=0)
    return out


_FLOATS = ("bfloat16", "float32")
_BAGS = classes(4, shape=(3, 2))
_FLAT, _OFFSETS = Given([1, 0, 3, 1, 2], "int64"), Given([0, 2, 2], "int64")
_TERMS = {"loosen": 2, "reason": "rounding grows with the number of terms"}

CASES = [
    Case(
        "embedding",
        embedding,
        [
            call(x(4, 3), classes(4, shape=(2, 2))),
            call(x(4, 3), classes(4, shape=()), max_norm=1.0),
            call(x(4, 3), _FLAT, max_norm=2.0, norm_type=1.0),
        ],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "embedding_bag",
        embedding_bag,
        [
            call(x(4, 3), _FLAT, _OFFSETS),
            call(x(4, 3), _BAGS, None, x(3, 2), mode="sum", padding_idx=1),
            call(x(4, 3, distinct=True), _FLAT, _OFFSETS, mode="max"),
        ],
        dtypes=_FLOATS,
        **_TERMS,
    ),
]
