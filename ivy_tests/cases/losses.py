"""Rows of the loss functions."""

from __future__ import annotations

import numpy

from ivy_tests.cases.activations import log_softmax
from ivy_tests.support.rows import Case, Given, call, classes, x

_REDUCTIONS = {"mean": numpy.mean, "sum": numpy.sum, "none": lambda x: x}


def mse_loss(a, b, reduction="mean"):
    return _REDUCTIONS[reduction]((a - b) ** 2)


def cross_entropy(
    logits,
    target,
    weight=None,
    axis=1,
    ignore_index=-100,
    reduction="mean",
    label_smoothing=0.0,
):
    log_p = numpy.moveaxis(log_softmax(logits.astype(float), axis=axis), axis, -1)
    count = log_p.shape[-1]
    weight = numpy.ones(count) if weight is None else weight
    loss, scale = numpy.zeros(target.shape), numpy.zeros(target.shape)
    for place in numpy.ndindex(target.shape):
        if target[place] == ignore_index:
            continue
        wanted = numpy.full(count, label_smoothing / count)
        wanted[target[place]] += 1 - label_smoothing
        loss[place] = -numpy.sum(wanted * weight * log_p[place])
        scale[place] = weight[target[place]]
    if reduction == "mean":
        return numpy.sum(loss) / numpy.sum(scale)
    return _REDUCTIONS[reduction](loss)


_TARGET = classes(3, shape=(4,))
_IGNORED = Given([0, -100, 2, 1], "int64")

CASES = [
    Case(
        "mse_loss",
        mse_loss,
        [
            call(x(2, 3), x(2, 3)),
            call(x(2, 3), x(3), reduction="sum"),
            call(x(2, 3), x(2, 3), reduction="none"),
        ],
        loosen=2,
        reason="rounding grows with the number of terms",
    ),
    Case(
        "cross_entropy",
        cross_entropy,
        [
            call(x(4, 3), _TARGET),
            call(x(4, 3), _TARGET, x(3, domain=(0.5, 2))),
            call(x(4, 3), _IGNORED, x(3, domain=(0.5, 2)), reduction="sum"),
            call(x(4, 3), _IGNORED, reduction="none"),
            call(x(4, 3), _IGNORED, x(3, domain=(0.5, 2)), label_smoothing=0.25),
            call(x(2, 3, 2, 2), classes(3, shape=(2, 2, 2))),
            call(x(2, 2, 3), classes(3, shape=(2, 2)), axis=-1),
            call(x(3), classes(3, shape=()), axis=0),
            call(x(4, 3), Given([0, 1, 2, 1], "int32"), ignore_index=1),
        ],
        dtypes=("float16", "bfloat16", "float32", "float64"),
        loosen=4,
        reason="rounding grows with the number of terms",
    ),
]
