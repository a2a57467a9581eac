"""Rows of normalisation."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import Case, call, x


def layer_norm(x, weight=None, bias=None, axis=-1, eps=1e-5):
    centred = x - numpy.mean(x, axis=axis, keepdims=True)
    out = centred / numpy.sqrt(numpy.var(x, axis=axis, keepdims=True) + eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def rms_norm(x, weight=None, axis=-1, eps=None):
    eps = 1.1920929e-07 if eps is None else eps
    out = x / numpy.sqrt(numpy.mean(x**2, axis=axis, keepdims=True) + eps)
    return out if weight is None else out * weight


def _places(x, data_format):
    """The axis of the channels, and the shape that numbers of channels broadcast in."""
    axis = x.ndim - 1 if data_format == "channels_last" else 1
    return axis, (-1,) + (1,) * (x.ndim - 1 - axis)


def _weighted(out, weight, bias, shape):
    out = out if weight is None else out * weight.reshape(shape)
    return out if bias is None else out + bias.reshape(shape)


def batch_norm(
    x,
    mean=None,
    variance=None,
    weight=None,
    bias=None,
    training=False,
    momentum=0.1,
    eps=1e-5,
    data_format="channels_first",
):
    axis, shape = _places(x, data_format)
    axes = tuple(a for a in range(x.ndim) if a != axis)
    results = mean, variance
    if training:
        mine = numpy.mean(x, axis=axes), numpy.var(x, axis=axes, ddof=1)
        results = [
            m if r is None else (1 - momentum) * r + momentum * m
            for r, m in zip(results, mine, strict=True)
        ]
        mean, variance = numpy.mean(x, axis=axes), numpy.var(x, axis=axes)
    out = (x - mean.reshape(shape)) / numpy.sqrt(variance.reshape(shape) + eps)
    return (_weighted(out, weight, bias, shape), *results)


def group_norm(x, weight=None, bias=None, *, groups, eps=1e-5, data_format="channels_first"):
    axis, shape = _places(x, data_format)
    parts = [
        layer_norm(p, axis=tuple(range(1, x.ndim)), eps=eps)
        for p in numpy.split(x.astype(float), groups, axis=axis)
    ]
    return _weighted(numpy.concatenate(parts, axis=axis), weight, bias, shape)


def instance_norm(x, weight=None, bias=None, eps=1e-5, data_format="channels_first"):
    groups = x.shape[_places(x, data_format)[0]]
    return group_norm(x, weight, bias, groups=groups, eps=eps, data_format=data_format)


def local_response_norm(x, size, alpha=1e-4, beta=0.75, k=1.0, data_format="channels_first"):
    axis, _ = _places(x, data_format)
    moved = numpy.moveaxis(x.astype(float), axis, 0)
    out = numpy.zeros_like(moved)
    for c in range(len(moved)):
        part = moved[max(0, c - size // 2) : c + (size - 1) // 2 + 1]
        out[c] = moved[c] / (k + alpha / size * numpy.sum(part**2, axis=0)) ** beta
    return numpy.moveaxis(out, 0, axis)


def normalize(x, axis=-1, ord=2.0, eps=1e-12):
    size = numpy.sum(abs(x) ** ord, axis=axis, keepdims=True) ** (1 / ord)
    return x / numpy.maximum(size, eps)


_LAST = {"data_format": "channels_last"}
# A composite computes alike in all dtypes of a kind.
_FLOATS = ("bfloat16", "float32", "int64")
_SPREAD = {"loosen": 8, "reason": "differences from a mean, over their spread"}
_POSITIVE = (0.5, 2.0)

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
    Case(
        "rms_norm",
        rms_norm,
        [call(x(2, 4), x(4)), call(x(2, 3, 4), axis=(1, 2), eps=0.1)],
        dtypes=_FLOATS,
        **_SPREAD,
    ),
    Case(
        "batch_norm",
        batch_norm,
        [
            call(x(3, 2, 2), x(2), x(2, domain=_POSITIVE), x(2), x(2), training=True),
            call(x(3, 2), x(2), x(2, domain=_POSITIVE), eps=0.1),
            call(x(2, 3, 2), None, None, x(2), training=True, **_LAST),
            call(x(2, 3, 2), x(2), x(2, domain=_POSITIVE), None, x(2), momentum=0.5, **_LAST),
        ],
        dtypes=("bfloat16", "float32"),
        results=("same", "same", "same"),
        **_SPREAD,
    ),
    Case(
        "group_norm",
        group_norm,
        [
            call(x(2, 4, 3), x(4), x(4), groups=2),
            call(x(2, 3, 4), x(4), groups=4, eps=0.1, **_LAST),
            call(x(2, 4), groups=1),
        ],
        dtypes=_FLOATS,
        **_SPREAD,
    ),
    Case(
        "instance_norm",
        instance_norm,
        [call(x(2, 3, 4), x(3), x(3)), call(x(2, 2, 4, 3), None, x(3), eps=0.1, **_LAST)],
        dtypes=_FLOATS,
        **_SPREAD,
    ),
    Case(
        "local_response_norm",
        local_response_norm,
        [
            call(x(2, 4), size=3),
            call(x(2, 4, 3), size=2, alpha=0.5, beta=0.5, k=2.0),
            call(x(2, 3, 4), size=9, alpha=0.5, **_LAST),
        ],
        dtypes=_FLOATS,
        **_SPREAD,
    ),
    Case(
        "normalize",
        normalize,
        [call(x(2, 3)), call(x(2, 3), axis=0, ord=1.0), call(x(2, 3, 4), axis=(1, 2), eps=9.0)],
        dtypes=_FLOATS,
        **_SPREAD,
    ),
]
