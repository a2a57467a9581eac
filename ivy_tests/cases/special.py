"""Rows of the special functions: against SciPy."""

from __future__ import annotations

import numpy
import scipy.special

from ivy_tests.support.rows import INF, NAN, SPECIAL, Case, Given, binary, call, unary, x

_FLOATS = ("float16", "bfloat16", "float32", "float64", "int64")
# float32 and float64 where other dtypes are computed in these.
_WIDE = ("bfloat16", "float32", "float64")
_FEW = (call(x(2, 3)), call(x(0, 3)))
_PAIRS = (
    call(x(2, 3), x(2, 3)),
    call(x(2, 1), x(3)),
    call(x(2, 3), 2),
    call(2, x(3)),
    call(x(0, 3), x(1, 3)),
)
_SLOPE = "the frameworks' approximations differ by some units in the last place"


def over(*values):
    """A call with these values."""
    return [call(Given(list(values)))]


def with_limits(name):
    """A Bessel function of scipy, with its limits at infinity, where scipy has NaN (DLMF 10.7)."""
    even = {"j0": 0.0, "i0": INF}.get(name)
    odd = {"j1": 0.0, "i1": INF}.get(name)
    right = {"y0": 0.0, "y1": 0.0}.get(name)

    def oracle(x):
        out = numpy.asarray(getattr(scipy.special, name)(x))
        if even is not None:
            out = numpy.where(numpy.isinf(x), even, out)
        if odd is not None:
            out = numpy.where(numpy.isinf(x), numpy.copysign(odd, x), out)
        return out if right is None else numpy.where(numpy.equal(x, INF), right, out)

    return oracle


def polygamma(n, q):
    return scipy.special.polygamma(numpy.asarray(n).astype(int), q)


def multigammaln(x, order):
    return numpy.vectorize(lambda v: scipy.special.multigammaln(v, order), otypes=[float])(x)


def logit(x, eps=None):
    x = x if eps is None else numpy.clip(x, eps, 1 - eps)
    return numpy.log(x) - numpy.log1p(-x)


CASES = [
    unary("erfc", scipy.special.erfc, special=[call(Given((*SPECIAL, 9.0, -9.0)))], dtypes=_FLOATS),
    unary(
        "erfcx",
        scipy.special.erfcx,
        special=over(0.0, -0.0, 1.0, 9.0, 1e9, -9.0, INF, NAN),
        dtypes=_FLOATS,
    ),
    unary(
        "erfinv",
        scipy.special.erfinv,
        domain=(-0.9, 0.9),
        special=over(0.0, -0.0, 1.0, -1.0, 2.0, NAN, 1e-30, 0.9999999),
        dtypes=_FLOATS,
    ),
    unary("ndtr", scipy.special.ndtr, special=[call(Given(SPECIAL))], dtypes=_FLOATS),
    unary(
        "log_ndtr",
        scipy.special.log_ndtr,
        special=[call(Given((*SPECIAL, 9.0, -30.0)))],
        dtypes=_FLOATS,
    ),
    unary(
        "ndtri",
        scipy.special.ndtri,
        domain=(0.1, 0.9),
        special=over(0.0, 1.0, 0.5, 1e-30, -1.0, 2.0, NAN),
        dtypes=_WIDE,
    ),
    unary(
        "lgamma",
        scipy.special.gammaln,
        special=over(0.0, -0.0, -1.0, 1.0, 2.0, -2.5, 1e-30, 99.5, 1e30, INF, NAN),
        dtypes=_FLOATS,
    ),
    unary(
        "gamma",
        scipy.special.gamma,
        domain=(0.5, 5),
        special=over(0.0, -0.0, -1.0, 1.0, -2.5, -3.25, 20.0, 30.5, INF, NAN),
        dtypes=_WIDE,
        loosen=4,
        reason="the power and the exponential round, each relative to its argument",
    ),
    unary(
        "digamma",
        scipy.special.digamma,
        domain=(0.5, 5),
        special=over(0.0, -0.0, -1.0, 1.0, -2.5, -3.25, 99.5, 1e30, INF, NAN),
        dtypes=_FLOATS,
    ),
    binary(
        "polygamma",
        polygamma,
        calls=(
            call(Given([[0], [1], [2]], "int64"), x(3)),
            call(3, x(2, 3)),
            call(1, x(0, 3)),
        ),
        domain=(0.5, 9),
        special=[],
        dtypes=_WIDE,
    ),
    binary(
        "zeta",
        scipy.special.zeta,
        calls=_PAIRS,
        domain=(1.5, 9),
        special=[
            call(Given([1.0, 0.5, 2.0, 30.0]), Given([2.0, 2.0, 1.0, 0.25])),
        ],
        dtypes=_WIDE,
    ),
    unary(
        "multigammaln",
        multigammaln,
        calls=(call(x(2, 3), order=3), call(x(), order=1), call(x(0, 3), order=2)),
        domain=(2, 9),
        special=[],
        dtypes=_WIDE,
    ),
    binary(
        "betaln",
        scipy.special.betaln,
        calls=_PAIRS,
        domain=(0.5, 20),
        special=[call(Given([0.25, 1.0, 30.0]), Given([[0.5], [12.0], [40.0]]))],
        dtypes=_WIDE,
    ),
    binary(
        "beta",
        scipy.special.beta,
        calls=_PAIRS,
        domain=(0.5, 9),
        special=[call(Given([0.25, 1.0, 12.0]), Given([[0.5], [12.0], [20.0]]))],
        dtypes=_WIDE,
    ),
    binary(
        "gammainc",
        scipy.special.gammainc,
        calls=_PAIRS,
        domain=(0.5, 9),
        special=[
            call(Given([0.1, 1.0, 25.0, 300.0]), Given([[0.5], [1.0], [24.0], [310.0]])),
            call(Given([1.0, 0.0, 2.0, -1.0]), Given([0.0, 1.0, INF, 1.0])),
        ],
        dtypes=_WIDE,
        loosen=4,
        reason="the density's exponent rounds relative to its size",
    ),
    binary(
        "gammaincc",
        scipy.special.gammaincc,
        calls=_PAIRS,
        domain=(0.5, 9),
        special=[
            call(Given([0.1, 1.0, 25.0, 300.0]), Given([[0.5], [1.0], [24.0], [310.0]])),
            call(Given([1.0, 0.0, 2.0, -1.0]), Given([0.0, 1.0, INF, 1.0])),
        ],
        dtypes=_WIDE,
        loosen=4,
        reason="the density's exponent rounds relative to its size",
    ),
    Case(
        "betainc",
        scipy.special.betainc,
        [
            call(x(2, 3), x(2, 3), x(2, 3, domain=(0.1, 0.9))),
            call(x(2, 1), 2.0, x(3, domain=(0.1, 0.9))),
            call(x(0, 3), x(3), 0.5),
        ],
        domain=(0.5, 9),
        special=[
            call(
                Given([0.3, 2.0, 30.0, 400.0]),
                Given([[0.5], [1.0], [50.0], [300.0]]),
                Given([[[0.01]], [[0.5]], [[0.6]], [[0.99]]]),
            ),
            call(Given([1.0, 1.0, 2.0]), Given([2.0, 2.0, 3.0]), Given([0.0, 1.0, NAN])),
        ],
        dtypes=_WIDE,
        loosen=4,
        reason="the density's exponent rounds relative to its size",
    ),
    *(
        unary(
            f"bessel_{name}",
            with_limits(name),
            calls=_FEW,
            domain=(-9, 9),
            special=over(0.0, -0.0, 1.0, -1.0, 20.0, -40.0, INF, -INF, NAN),
            dtypes=_WIDE,
            loosen=2,
            reason=_SLOPE,
        )
        for name in ("j0", "j1", "i0", "i0e", "i1", "i1e")
    ),
    *(
        unary(
            f"bessel_{name}",
            with_limits(name),
            calls=_FEW,
            domain=(0.1, 9),
            special=over(0.0, 0.25, 1.0, -1.0, 20.0, 40.0, INF, -INF, NAN),
            dtypes=_WIDE,
            loosen=2,
            reason=_SLOPE,
        )
        for name in ("y0", "y1", "k0", "k0e", "k1", "k1e")
    ),
    unary("entr", scipy.special.entr, domain=(0.1, 3), dtypes=_WIDE),
    binary("rel_entr", scipy.special.rel_entr, calls=_PAIRS, domain=(0.1, 3), dtypes=_WIDE),
    unary(
        "logit",
        logit,
        calls=(call(x(2, 3)), call(x(2, 3), eps=0.3), call(x(0, 3))),
        domain=(0.1, 0.9),
        special=over(0.0, 1.0, 0.5, 2.0, -1.0, NAN),
        dtypes=("bfloat16", "float32", "float64"),
    ),
]
