"""Rows of the reductions."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import INF, NAN, REDUCTIONS, Case, Given, call, reduction, x

_TERMS = "rounding grows with the number of terms"
_NONE = call(x(2, 3), axis=())
_EMPTY = (call(x(0, 3)), call(x(0, 3), axis=0), call(x(0, 3), axis=1))
_SUMS = (*REDUCTIONS, _NONE, *_EMPTY, call(x(2, 3), axis=0, dtype="float64"))
_SPREAD = (*REDUCTIONS, _NONE, call(x(3, 4), axis=0, correction=1), call(x(3, 4), correction=0.5))
_EXTREMES = (*REDUCTIONS, _NONE, call(x(0, 3), axis=1))
_LOGICAL = (*REDUCTIONS, _NONE, *_EMPTY)
_TRUTH = [call(Given([[0.0, -0.0], [NAN, 0.0], [INF, 1.0]]), axis=1)]


def logsumexp(x, axis=None, keepdims=False):
    top = numpy.max(x, axis=axis, keepdims=True)
    shift = numpy.where(numpy.isfinite(top), top, 0)
    total = numpy.sum(numpy.exp(x - shift), axis=axis, keepdims=True)
    out = numpy.log(total) + shift
    return out if keepdims else numpy.squeeze(out, axis=axis)


CASES = [
    reduction("sum", numpy.sum, calls=_SUMS, loosen=4, reason=_TERMS),
    reduction("prod", numpy.prod, calls=_SUMS, domain=(-1.5, 1.5), loosen=8, reason=_TERMS),
    reduction("mean", numpy.mean, calls=(*REDUCTIONS, _NONE, *_EMPTY), loosen=4, reason=_TERMS),
    reduction("var", numpy.var, calls=_SPREAD, loosen=4, reason=_TERMS),
    reduction("std", numpy.std, calls=_SPREAD, loosen=4, reason=_TERMS),
    reduction("max", numpy.max, calls=_EXTREMES),
    reduction("min", numpy.min, calls=_EXTREMES),
    Case(
        "cumulative_sum",
        lambda x, axis=-1: numpy.cumsum(x, axis=axis),
        [
            call(x(2, 3)),
            call(x(2, 3, 4), axis=0),
            call(x(2, 3, 4), axis=1),
            call(x(4), dtype="float64"),
            call(x(0, 3), axis=0),
            call(x(3, 0)),
        ],
        special=[call(Given([1.0, INF, 2.0, -INF, 1.0]))],
    ),
    reduction("any", numpy.any, calls=_LOGICAL, special=_TRUTH, differentiable=False),
    reduction("all", numpy.all, calls=_LOGICAL, special=_TRUTH, differentiable=False),
    reduction(
        "logsumexp",
        logsumexp,
        calls=(*REDUCTIONS, _NONE),
        special=[
            call(
                Given(
                    [[1000.0, 1000.0, 0.0], [INF, 1.0, -INF], [-INF] * 3, [NAN, 1.0, INF]],
                ),
                axis=1,
            )
        ],
    ),
]
