"""Rows of normalisation."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import Case, call, x


def layer_norm(x, weight=None, bias=None, axis=-1, eps=1e-5):
    centred = x - numpy.mean(x, axis=axis, keepdims=True)
    out = centred / numpy.sqrt(numpy.var(x, axis=axis, keepdims=True) + eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


CASES = [
    Case(
        "layer_norm",
        layer_norm,
        [
            call(x(2, 4), x(4), x(4)),
            call(x(2, 4)),
            call(x(2, 3, 4), axis=(1, 2)),
            call(x(2, 3, 4), x(3, 4), None, axis=(-2, -1), eps=0.1),
            call(x(2, 4), None, x(4)),
        ],
        loosen=4,
        reason="differences from a mean, over their spread",
    ),
]
