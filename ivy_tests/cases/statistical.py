"""Rows of the reductions."""

from __future__ import annotations

import math
import warnings

import numpy
import scipy.integrate

from ivy_tests.support.rows import INF, NAN, REDUCTIONS, Case, Given, call, reduction, x

_TERMS = "rounding grows with the number of terms"
_NONE = call(x(2, 3), axis=())
_EMPTY = (call(x(0, 3)), call(x(0, 3), axis=0), call(x(0, 3), axis=1))
_SUMS = (*REDUCTIONS, _NONE, *_EMPTY, call(x(2, 3), axis=0, dtype="float64"))
_SPREAD = (*REDUCTIONS, _NONE, call(x(3, 4), axis=0, correction=1), call(x(3, 4), correction=0.5))
_EXTREMES = (*REDUCTIONS, _NONE, call(x(0, 3), axis=1))
_LOGICAL = (*REDUCTIONS, _NONE, *_EMPTY)
_ALONG = (
    call(x(4)),
    call(x(2, 3, 4), axis=0),
    call(x(2, 3, 4), axis=-2),
    call(x(0, 3), axis=0),
    call(x(3, 0), axis=0),
)
_RUNS = [call(Given([2.0, 1.0, 2.0, INF, 3.0, NAN, -INF, NAN]))]
_SIGNED = ("float32", "float64", "float16", "bfloat16", "int64", "int8")
_FEW = (call(x(2, 3), axis=0), call(x(2, 3, 4), axis=(0, -1), keepdims=True), call(x()))
_ORDERED = (*_FEW, call(x(2, 4)), call(x(2, 3), axis=()), call(x(0, 3), axis=0))
_SHORT_SUMS = (*_FEW, call(x(0, 3), axis=0), call(x(2, 3), axis=0, dtype="float64"))
_SHORT_SPREAD = (call(x(3, 4)), call(x(3, 4), axis=0, correction=1))
_ONE_AXIS = (call(x(2, 3)), call(x(2, 3), axis=0), call(x(2, 3, 2), axis=-1, keepdims=True))
_NANS = [call(Given([[NAN, 1.0, INF], [3.0, 5.0, 4.0], [NAN, NAN, 2.0]]), axis=1)]
_SOME_NANS = [call(Given([[NAN, 1.0, INF], [3.0, 5.0, 4.0], [NAN, NAN, NAN]]), axis=1)]
_METHODS = ("linear", "lower", "higher", "nearest", "midpoint")
_QUANTILES = {
    **dict.fromkeys(["quantile", "nanquantile"], (1.0, _METHODS)),
    **dict.fromkeys(["percentile", "nanpercentile"], (100.0, ("higher",))),
}
_MOMENTS = (call(x(3, 4)), call(x(4, 3), axis=0), call(x(2, 3, 2), axis=(0, -1), keepdims=True))
_CANCELS = "the error of the mean is multiplied by the order, and moments are divided"
_TRUTH = [call(Given([[0.0, -0.0], [NAN, 0.0], [INF, 1.0]]), axis=1)]


def logsumexp(x, axis=None, keepdims=False):
    top = numpy.max(x, axis=axis, keepdims=True)
    shift = numpy.where(numpy.isfinite(top), top, 0)
    total = numpy.sum(numpy.exp(x - shift), axis=axis, keepdims=True)
    out = numpy.log(total) + shift
    return out if keepdims else numpy.squeeze(out, axis=axis)


def running(accumulate, first=None):
    """Return an oracle of running results."""

    def oracle(x, axis=None, include_initial=False):
        axis = 0 if axis is None else axis
        # int64 as Ivy, not the platform's integers or bools.
        x = x.astype("int64") if x.dtype.kind == "b" and first is not None else x
        out = accumulate(x, axis=axis) if x.shape[axis] else x
        return numpy.insert(out, 0, first, axis=axis) if include_initial else out

    return oracle


def first_best(x, axis):
    """Where the largest element so far is, or the first NaN, by loops."""

    def line(values):
        out = []
        for i, v in enumerate(values):
            best = values[out[-1]] if out else v
            better = not numpy.isnan(best) and (v > best or numpy.isnan(v))
            out.append(i if not out or better else out[-1])
        return numpy.array(out, dtype=int)

    x = x.astype("int64") if x.dtype.kind == "b" else x
    return numpy.apply_along_axis(line, axis, x) if x.size else numpy.zeros(x.shape, int)


def diff(x, axis=-1, n=1, prepend=None, append=None):
    # NumPy does not put anything around where it takes no differences.
    parts = [p for p in (prepend, x, append) if p is not None]
    return numpy.diff(numpy.concatenate(parts, axis=axis), axis=axis, n=n)


def numpy_quantile(name):
    def oracle(x, q, axis=None, method="linear", keepdims=False):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if not x.size:
                return numpy.full(x.sum(axis=axis).shape, NAN)
            return getattr(numpy, name)(x, q, axis=axis, method=method, keepdims=keepdims)

    return oracle


def quiet(function):
    """Return a function of NumPy without its warnings of empty slices."""

    def oracle(*args, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(*args, **options)

    return oracle


median = quiet(numpy.median)
nanmedian = quiet(numpy.nanmedian)


def nanvar(x, axis=None, correction=0.0, keepdims=False):
    return quiet(numpy.nanvar)(x, axis=axis, ddof=correction, keepdims=keepdims)


def nanargument(argument):
    def oracle(x, axis=None, keepdims=False):
        none = numpy.all(numpy.isnan(x), axis=axis, keepdims=keepdims)
        filled = numpy.where(numpy.all(numpy.isnan(x), axis=axis, keepdims=True), 0, x)
        return numpy.where(none, -1, argument(filled, axis=axis, keepdims=keepdims))

    return oracle


def _line_mode(values):
    # NumPy takes NaNs for one value here, and puts them last.
    found, counts = numpy.unique(values, return_counts=True)
    best = numpy.argmax(counts)
    return found[best], counts[best]


def mode(x, axis=None, keepdims=False):
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else axis
    axes = tuple(a % x.ndim for a in axes)
    moved = numpy.moveaxis(x, axes, range(-len(axes), 0))
    kept = moved.shape[: x.ndim - len(axes)]
    lines = [_line_mode(v) for v in moved.reshape(*kept, -1).reshape(math.prod(kept), -1)]
    results = [numpy.array(part).reshape(kept) for part in zip(*lines, strict=True)]
    return [numpy.expand_dims(r, axes) if keepdims else r for r in results]


def moment(x, order, axis=None, keepdims=False):
    apart = x - numpy.mean(x, axis=axis, keepdims=True)
    return numpy.mean(apart**order, axis=axis, keepdims=keepdims)


def skew(x, axis=None, keepdims=False):
    spread = moment(x, 2, axis, keepdims)
    return moment(x, 3, axis, keepdims) / spread**1.5


def kurtosis(x, axis=None, keepdims=False):
    return moment(x, 4, axis, keepdims) / moment(x, 2, axis, keepdims) ** 2 - 3


def cov(x, rowvar=True, correction=1.0, counts=None, weights=None):
    # NumPy gives infinity or NaN, with a warning, where there are too few observations.
    if x.shape[-1 if rowvar else 0] <= correction:
        return numpy.full((len(x), len(x)), NAN)
    return numpy.cov(x, rowvar=rowvar, ddof=int(correction), fweights=counts, aweights=weights)


def bincount(x, minlength=0, length=None):
    if length is None:
        return numpy.bincount(x, minlength=minlength)
    return numpy.bincount(x[(x >= 0) & (x < length)], minlength=length)


def trapezoid(x, points=None, dx=1.0, axis=-1):
    return scipy.integrate.trapezoid(x, points, dx=dx, axis=axis)


def cumulative_trapezoid(x, points=None, dx=1.0, axis=-1, include_initial=False):
    initial = 0 if include_initial else None
    return scipy.integrate.cumulative_trapezoid(x, points, dx=dx, axis=axis, initial=initial)


def gradient(x, spacing=1.0, axis=-1, edge_order=1):
    return numpy.gradient(x, spacing, axis=axis, edge_order=edge_order)


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
        running(numpy.cumsum, 0),
        [*_ALONG, call(x(4), dtype="float64"), call(x(2, 3), axis=-1, include_initial=True)],
        special=[call(Given([1.0, INF, 2.0, -INF, 1.0]))],
        loosen=4,
        reason=_TERMS,
    ),
    Case(
        "cumulative_prod",
        running(numpy.cumprod, 1),
        [*_ALONG, call(x(4), dtype="float64"), call(x(2, 3), axis=-1, include_initial=True)],
        special=[call(Given([1.0, INF, 2.0, -INF, 0.0]))],
        domain=(-1.5, 1.5),
        loosen=8,
        reason=_TERMS,
    ),
    Case("cumulative_max", running(numpy.maximum.accumulate), _ALONG, special=_RUNS),
    Case("cumulative_min", running(numpy.minimum.accumulate), _ALONG, special=_RUNS),
    Case("cumulative_argmax", running(first_best), _ALONG, special=_RUNS, differentiable=False),
    Case(
        "cumulative_argmin",
        running(lambda x, axis: first_best(-x, axis)),
        _ALONG,
        special=_RUNS,
        dtypes=_SIGNED,
        differentiable=False,
    ),
    Case(
        "cumulative_logsumexp",
        running(numpy.logaddexp.accumulate),
        _ALONG,
        special=[call(Given([-INF, -INF, 1000.0, 1000.0, 0.0, INF, 1.0, NAN]))],
        loosen=4,
        reason=_TERMS,
    ),
    Case(
        "diff",
        diff,
        [
            call(x(2, 4)),
            call(x(3, 2), axis=0, n=2),
            call(x(3), n=0),
            call(x(2), n=3),
            call(x(2, 3), prepend=x(2, 1), append=x(2, 2)),
        ],
    ),
    Case(
        "ediff1d",
        numpy.ediff1d,
        [call(x(2, 3)), call(x(3), to_begin=x(1), to_end=x(1, 2)), call(x(0))],
        # NumPy's has no bools, and its result for one unsigned element is a float.
    ),
    # Reductions by order.
    reduction("median", median, calls=_ORDERED, special=_NANS),
    reduction("nanmedian", nanmedian, calls=_ORDERED, special=_SOME_NANS),
    *(
        Case(
            name,
            numpy_quantile(name),
            [
                call(x(3, 4), 0.3 * scale),
                call(
                    x(3, 4), Given([[0.0, 0.51 * scale], [scale, 0.2 * scale]], "float64"), axis=1
                ),
                call(x(2, 3, 2), 0.4 * scale, axis=(0, -1), keepdims=True),
                *(call(x(6), 0.7 * scale, method=m) for m in methods),
                call(x(4), 0.5 * scale, method="nearest"),
                call(x(0, 3), 0.5 * scale, axis=0),
            ],
            special=[
                call(
                    Given([[NAN, 1.0, 2.0], [3.0, 5.0, 4.0], [NAN, NAN, NAN]]), 0.4 * scale, axis=1
                ),
                call(Given([1.0, INF, INF, -INF]), 0.4 * scale),
            ],
            loosen=16,
            reason="between neighbours of both signs, what is interpolated cancels",
        )
        for name, (scale, methods) in _QUANTILES.items()
    ),
    Case(
        "mode",
        mode,
        [call(x(4, 5), axis=0), call(x(2, 3)), call(x(2, 2, 3), axis=(0, 2), keepdims=True)],
        domain=(-1.0, 1.0),
        special=[
            call(Given([[2.0, 1.0, 2.0, 1.0], [NAN, 1.0, NAN, 2.0], [3.0, 2.0, 2.0, 1.0]]), axis=1)
        ],
        results=("same", "index"),
        differentiable=False,
    ),
    reduction("ptp", numpy.ptp, calls=_FEW),
    # Leaving NaNs out.
    reduction("nansum", numpy.nansum, calls=_SHORT_SUMS, special=_NANS, loosen=4, reason=_TERMS),
    reduction(
        "nanprod",
        numpy.nanprod,
        calls=_SHORT_SUMS,
        special=_NANS,
        domain=(0.5, 1.5),
        loosen=8,
        reason=_TERMS,
    ),
    Case(
        "nancumulative_sum",
        running(numpy.nancumsum, 0),
        [*_ALONG, call(x(2, 3), axis=-1, include_initial=True)],
        special=[call(Given([NAN, 2.0, NAN, 3.0]))],
        loosen=4,
        reason=_TERMS,
    ),
    Case(
        "nancumulative_prod",
        running(numpy.nancumprod, 1),
        [*_ALONG, call(x(2, 3), axis=-1, include_initial=True)],
        special=[call(Given([NAN, 2.0, NAN, 3.0]))],
        domain=(-1.5, 1.5),
        loosen=8,
        reason=_TERMS,
    ),
    reduction("nanmean", numpy.nanmean, calls=_ORDERED, special=_NANS, loosen=4, reason=_TERMS),
    reduction("nanvar", nanvar, calls=_SHORT_SPREAD, special=_NANS, loosen=4, reason=_TERMS),
    reduction(
        "nanstd",
        lambda x, **options: numpy.sqrt(nanvar(x, **options)),
        calls=_SHORT_SPREAD,
        special=_NANS,
        loosen=4,
        reason=_TERMS,
    ),
    reduction("nanmax", numpy.nanmax, calls=_FEW, special=_NANS),
    reduction("nanmin", numpy.nanmin, calls=_FEW, special=_NANS),
    *(
        reduction(
            name,
            nanargument(oracle),
            calls=_ONE_AXIS,
            special=[call(Given([[NAN, infinite, 2.0], [NAN, 3.0, 3.0], [NAN] * 3]), axis=1)],
            differentiable=False,
        )
        for name, oracle, infinite in (
            ("nanargmax", numpy.nanargmax, -INF),
            ("nanargmin", numpy.nanargmin, INF),
        )
    ),
    # Weights and moments.
    Case(
        "average",
        numpy.average,
        [
            call(x(2, 3)),
            call(x(2, 3), axis=1, weights=x(2, 3, domain=(1.0, 3.0))),
            call(x(2, 3, 2), axis=-2, weights=x(3, domain=(1.0, 3.0)), keepdims=True),
        ],
        domain=(0.5, 3.0),
        loosen=4,
        reason=_TERMS,
    ),
    Case(
        "moment",
        moment,
        [call(x(3, 4), 3), call(x(3, 4), 2, axis=0), call(x(3, 4), 0), call(x(3, 4), 4)],
        loosen=64,
        reason="the error of the mean is multiplied by the order and by powers up to 6 ** 2",
    ),
    reduction("skew", skew, calls=_MOMENTS, dtypes=_SIGNED, loosen=64, reason=_CANCELS),
    reduction("kurtosis", kurtosis, calls=_MOMENTS, dtypes=_SIGNED, loosen=64, reason=_CANCELS),
    Case(
        "cov",
        cov,
        [
            call(x(3, 4)),
            call(x(5)),
            call(x(4, 2), rowvar=False, correction=0),
            call(x(2, 4), counts=Given([1, 2, 0, 3], "int64")),
            call(x(2, 4), weights=x(4, domain=(1.0, 3.0))),
        ],
        special=[call(Given([[1.0], [2.0]]))],
        loosen=16,
        reason=_TERMS,
    ),
    Case(
        "corrcoef",
        numpy.corrcoef,
        [call(x(3, 4, distinct=True)), call(x(5)), call(x(4, 2, distinct=True), rowvar=False)],
        dtypes=("float32", "float64", "float16", "bfloat16", "complex64", "complex128"),
        loosen=16,
        reason=_TERMS,
    ),
    # Counting.
    Case(
        "bincount",
        bincount,
        [
            call(Given([0, 3, 1, 3], "int64")),
            call(Given([0, 3, 1], "uint8"), minlength=6),
            call(Given([0, -3, 1, 9], "int32"), length=3),
            call(Given([], "int64")),
        ],
        results=("index",),
        differentiable=False,
    ),
    Case(
        "histogram_bin_edges",
        numpy.histogram_bin_edges,
        [call(x(9), bins=3), call(x(9), bins=4, range=(-2.0, 2.0)), call(x(0), bins=2)],
        special=[call(Given([3.0, 3.0]), bins=2)],
    ),
    Case(
        "histogram",
        numpy.histogram,
        [
            call(x(3, 7), bins=4, range=(-2.0, 2.0)),
            call(x(20, domain=(-3.3, 3.3))),
            call(x(20), bins=Given([-2.0, -1.0, 2.0])),
            call(x(0), bins=2),
        ],
        special=[
            call(Given([0.0, 1.0, 1.0, 2.0, 3.0, 4.0]), bins=4),
            call(Given([NAN, -9.0, 1.0, 2.0, INF]), bins=2, range=(0.0, 2.0)),
        ],
        results=("index", "same"),
        differentiable=False,
    ),
    Case(
        "digitize",
        numpy.digitize,
        [
            call(x(2, 3), Given([-1.0, 0.0, 1.5])),
            call(x(4), Given([-1.0, 0.0, 1.5]), right=True),
        ],
        special=[call(Given([-1.0, 0.0, 2.0, NAN]), Given([-1.0, 0.0, 1.5]))],
        dtypes=("float32", "float64", "float16", "bfloat16"),
        differentiable=False,
    ),
    # Functions given by points.
    Case(
        "interp",
        numpy.interp,
        [
            call(x(2, 3), Given([-2.0, -1.0, 1.0, 2.0]), Given([3.0, 1.0, 2.0, -1.0])),
            call(x(4), Given([-1.0, 1.0]), Given([3.0, 1.0]), left=-7.0, right=9.0),
            call(x(4), Given([1.0]), Given([5.0])),
        ],
        special=[
            call(Given([-INF, -1.0, 0.0, 1.0, INF, NAN]), Given([-1.0, 1.0]), Given([3.0, 1.0]))
        ],
        dtypes=("float32", "float64", "float16", "bfloat16"),
    ),
    Case(
        "trapezoid",
        trapezoid,
        [
            call(x(2, 4)),
            call(x(3, 2), dx=0.5, axis=0),
            call(x(2, 4), x(4)),
            call(x(3, 2), x(3, 2), axis=0),
            call(x(2, 0)),
        ],
        loosen=4,
        reason=_TERMS,
    ),
    Case(
        "cumulative_trapezoid",
        cumulative_trapezoid,
        [
            call(x(2, 4)),
            call(x(3, 2), dx=0.5, axis=0, include_initial=True),
            call(x(2, 4), x(4)),
        ],
        loosen=4,
        reason=_TERMS,
    ),
    Case(
        "gradient",
        gradient,
        [
            call(x(2, 4)),
            call(x(4, 2), axis=0, spacing=0.5, edge_order=2),
            call(x(2, 4), spacing=Given([0.0, 1.0, 3.0, 3.5], "float32")),
            call(x(4), spacing=Given([0.0, 1.0, 3.0, 3.5], "float32"), edge_order=2),
            call(x(2)),
        ],
        loosen=4,
        reason="slopes are divided by distances down to a half",
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
