"""Derivative rules: how the gradient of an operation's result passes to each of its arguments.

A rule names every array argument of its operation. Its value is a function of the gradient `g` and
of what else it needs, which the tape then keeps (see `ivy.autodiff.tape.Rule`), or None where the
result does not depend smoothly on the argument. The tape sums gradients over broadcast axes and
casts them to the dtype of the argument. Complex gradients follow the conjugate convention; at kinks
the value is that of torch. Rules are written in operations, and so differentiate again.
"""

from __future__ import annotations

import math
import string
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy

from ivy.array import Array
from ivy.autodiff.tape import beside, unbroadcast
from ivy.dtypes import CATEGORIES, int64
from ivy.errors import UnsupportedError
from ivy.functional._op import SCALARS, registry
from ivy.functional.activations import relu_gradient, sigmoid, softmax
from ivy.functional.convolution import (
    conv2d_explicit,
    conv2d_input_gradient,
    conv2d_weight_gradient,
    conv3d_explicit,
    conv3d_input_gradient,
    conv3d_weight_gradient,
)
from ivy.functional.creation import (
    arange,
    eye,
    full_like,
    ones,
    ones_like,
    tril,
    triu,
    zeros,
    zeros_like,
)
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    conj,
    cos,
    cosh,
    equal,
    erf,
    exp,
    floor_divide,
    greater,
    greater_equal,
    imag,
    less,
    less_equal,
    log,
    log1p,
    logical_and,
    logical_or,
    multiply,
    not_equal,
    pow,
    real,
    rsqrt,
    sign,
    signbit,
    sin,
    sinh,
    sqrt,
    tanh,
    xlog1py,
    xlogy,
)
from ivy.functional.fft import OPPOSITE, fft, ifft, irfft, rfft
from ivy.functional.indexing import (
    add_along_axis,
    add_at,
    getitem,
    segment_prod,
    segment_sum,
    setitem,
    take,
    take_along_axis,
)
from ivy.functional.linear_algebra import (
    det,
    eigh,
    einsum,
    inv,
    matmul,
    matrix_exp,
    matrix_transpose,
    pinv,
    solve,
    solve_triangular,
    svd,
)
from ivy.functional.manipulation import (
    broadcast_to,
    concat,
    expand_dims,
    flip,
    moveaxis,
    pad,
    permute_dims,
    repeat,
    reshape,
    roll,
    squeeze,
    stack,
    swapaxes,
)
from ivy.functional.pooling import max_pool2d_gradient, max_pool2d_selected
from ivy.functional.searching import where
from ivy.functional.set import unique_all
from ivy.functional.sorting import argsort
from ivy.functional.special import (
    bessel_i0,
    bessel_i0e,
    bessel_i1,
    bessel_i1e,
    bessel_j0,
    bessel_j1,
    bessel_k0,
    bessel_k0e,
    bessel_k1,
    bessel_k1e,
    bessel_y0,
    bessel_y1,
    betaln,
    digamma,
    lgamma,
    polygamma,
    zeta,
)
from ivy.functional.statistical import cumulative_sum, mean, sum

Shape = tuple[int, ...]
Axis = int | tuple[int, ...] | None
RuleFunction = Callable[..., Any]

RULES: dict[str, dict[str, RuleFunction | None]] = {}

# The result of these is constant almost everywhere, or no number that derivatives make sense of.
# It leaves the tape.
WITHOUT_DERIVATIVE = frozenset(
    [
        *("all", "any", "argmax", "argmin", "argsort", "nonzero"),
        *("count_nonzero", "searchsorted"),
        *("equal", "greater", "greater_equal", "less", "less_equal", "not_equal"),
        *("isfinite", "isinf", "isnan"),
        *("logical_and", "logical_not", "logical_or", "logical_xor"),
        *("bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_invert"),
        *("bitwise_left_shift", "bitwise_right_shift", "nextafter", "signbit"),
        *("floor_divide", "one_hot", "stop_gradient"),
        *("full_like", "ones_like", "zeros_like"),
        *("keyed_integers", "keyed_normal", "keyed_permutation", "keyed_uniform"),
    ]
)


def rule(name: str, **by_param: RuleFunction | None) -> None:
    """Declare how gradients pass an operation, by its array arguments."""
    arrays = [p.name for p in registry[name].arrays]
    assert list(by_param) == arrays, f"the rule of {name} has {list(by_param)}, not {arrays}"
    RULES[name] = by_param


def _conj(x: Any) -> Any:
    """Return the conjugate of an array or scalar; what is real costs nothing."""
    if type(x) in SCALARS:
        return x.conjugate()
    return conj(x) if x.dtype in CATEGORIES["complex floating"] else x


def _zero(g: Array) -> Array:
    return zeros_like(g)


# -- element-wise --------------------------------------------------------------------------------


def _abs(g: Array, x: Array, out: Array) -> Array:
    if x.dtype not in CATEGORIES["complex floating"]:
        return where(greater(x, 0), g, where(less(x, 0), -g, multiply(g, 0)))
    zero = equal(out, 0)
    return g * (x * where(zero, 0, 1 / where(zero, 1, out)))


def _sign(g: Array, x: Array, out: Array) -> Array:
    if x.dtype not in CATEGORIES["complex floating"]:
        return zeros_like(g)
    # The magnitude of the result is fixed, so what points along it is lost.
    length = real(x * _conj(out))
    across = g - out * real(_conj(out) * g)
    return across / where(equal(length, 0), 1, length)


rule("abs", x=_abs)
rule("negative", x=lambda g: -g)
rule("sign", x=_sign)
rule("square", x=lambda g, x: g * (_conj(x) * 2))
rule("sqrt", x=lambda g, out: g / (_conj(out) * 2))
rule("reciprocal", x=lambda g, out: -g * _conj(out * out))
rule("rsqrt", x=lambda g, out: g * _conj(out * out * out) * -0.5)
rule("exp", x=lambda g, out: g * _conj(out))
rule("expm1", x=lambda g, out: g * (_conj(out) + 1))
rule("log", x=lambda g, x: g / _conj(x))
rule("log1p", x=lambda g, x: g / (_conj(x) + 1))
rule("sin", x=lambda g, x: g * _conj(cos(x)))
rule("cos", x=lambda g, x: -g * _conj(sin(x)))
rule("tanh", x=lambda g, out: g * (1 - _conj(out * out)))
rule("erf", x=lambda g, x: g * (exp(-x * x) * (2 / math.sqrt(math.pi))))
rule("tan", x=lambda g, out: g * _conj(out * out + 1))
rule("acos", x=lambda g, x: -g * _conj(rsqrt(1 - x * x)))
rule("asin", x=lambda g, x: g * _conj(rsqrt(1 - x * x)))
rule("atan", x=lambda g, x: g / _conj(x * x + 1))
rule("sinh", x=lambda g, x: g * _conj(cosh(x)))
rule("cosh", x=lambda g, x: g * _conj(sinh(x)))
rule("acosh", x=lambda g, x: g * _conj(rsqrt(x - 1) * rsqrt(x + 1)))
rule("asinh", x=lambda g, x: g * _conj(rsqrt(x * x + 1)))
rule("atanh", x=lambda g, x: g / _conj(1 - x * x))
rule("log2", x=lambda g, x: g / _conj(x * math.log(2)))
rule("log10", x=lambda g, x: g / _conj(x * math.log(10)))
rule("conj", x=lambda g: _conj(g))
rule("real", x=lambda g: g)
rule("imag", x=lambda g: g * 1j)
rule("complex", real=lambda g: real(g), imag=lambda g: imag(g))
# Flat almost everywhere, but on the tape, as in torch: their gradient is 0.
rule("ceil", x=_zero)
rule("floor", x=_zero)
rule("round", x=_zero)
rule("trunc", x=_zero)

rule("add", x1=lambda g: g, x2=lambda g: g)
rule("subtract", x1=lambda g: g, x2=lambda g: -g)
rule("multiply", x1=lambda g, x2: g * _conj(x2), x2=lambda g, x1: g * _conj(x1))
rule(
    "divide",
    x1=lambda g, x2: g / _conj(x2),
    x2=lambda g, x2, out: -g * _conj(out / x2),
)
rule("remainder", x1=lambda g: g, x2=lambda g, x1, x2: -g * floor_divide(x1, x2))
rule(
    "atan2",
    x1=lambda g, x1, x2: g * (x2 / (x1 * x1 + x2 * x2)),
    x2=lambda g, x1, x2: -g * (x1 / (x1 * x1 + x2 * x2)),
)


rule("hypot", x1=lambda g, x1, out: _share(g, x1, out), x2=lambda g, x2, out: _share(g, x2, out))
rule(
    "logaddexp",
    x1=lambda g, x1, out: g * exp(x1 - out),
    x2=lambda g, x2, out: g * exp(x2 - out),
)


rule("erfc", x=lambda g, x: g * (exp(-x * x) * (-2 / math.sqrt(math.pi))))
rule("erfcx", x=lambda g, x, out: g * (x * out * 2 - 2 / math.sqrt(math.pi)))
rule("erfinv", x=lambda g, out: g * (exp(out * out) * (math.sqrt(math.pi) / 2)))
rule("ndtri", x=lambda g, out: g * (exp(out * out * 0.5) * math.sqrt(2 * math.pi)))
rule("lgamma", x=lambda g, x: g * digamma(x))
rule("gamma", x=lambda g, x, out: g * (out * digamma(x)))
rule("digamma", x=lambda g, x: g * polygamma(1, x))
rule(
    "polygamma",
    x1=lambda g: _unwritten("polygamma", "x1"),
    x2=lambda g, x1, x2: g * polygamma(x1 + 1, x2),
)
rule(
    "zeta",
    x1=lambda g: _unwritten("zeta", "x1"),
    x2=lambda g, x1, x2: g * (zeta(x1 + 1, x2) * -x1),
)
rule(
    "betaln",
    x1=lambda g, x1, x2: g * (digamma(_plain(x1, g)) - digamma(x1 + x2)),
    x2=lambda g, x1, x2: g * (digamma(_plain(x2, g)) - digamma(x1 + x2)),
)
rule(
    "beta",
    x1=lambda g, x1, x2, out: g * (out * (digamma(_plain(x1, g)) - digamma(x1 + x2))),
    x2=lambda g, x1, x2, out: g * (out * (digamma(_plain(x2, g)) - digamma(x1 + x2))),
)


def _gamma_density(a: Any, x: Array) -> Array:
    a = _plain(a, x)
    return exp(xlogy(a - 1, x) - x - lgamma(a))


rule(
    "gammainc",
    x1=lambda g: _unwritten("gammainc", "x1"),
    x2=lambda g, x1, x2: g * _gamma_density(x1, x2),
)
rule(
    "gammaincc",
    x1=lambda g: _unwritten("gammaincc", "x1"),
    x2=lambda g, x1, x2: -g * _gamma_density(x1, x2),
)


def _beta_density(a: Any, b: Any, x: Array) -> Array:
    a, b = _plain(a, x), _plain(b, x)
    return exp(xlogy(a - 1, x) + xlog1py(b - 1, -x) - betaln(a, b))


rule(
    "betainc",
    x1=lambda g: _unwritten("betainc", "x1"),
    x2=lambda g: _unwritten("betainc", "x2"),
    x3=lambda g, x1, x2, x3: g * _beta_density(x1, x2, x3),
)
# https://dlmf.nist.gov/10.6 and 10.29. At 0 the quotient is half of the slope of an odd function.
rule("bessel_j0", x=lambda g, x: -g * bessel_j1(x))
rule("bessel_j1", x=lambda g, x, out: g * (bessel_j0(x) - _over(out, x)))
rule("bessel_y0", x=lambda g, x: -g * bessel_y1(x))
rule("bessel_y1", x=lambda g, x, out: g * (bessel_y0(x) - out / x))
rule("bessel_i0", x=lambda g, x: g * bessel_i1(x))
rule("bessel_i1", x=lambda g, x, out: g * (bessel_i0(x) - _over(out, x)))
rule("bessel_i0e", x=lambda g, x, out: g * (bessel_i1e(x) - sign(x) * out))
rule("bessel_i1e", x=lambda g, x, out: g * (bessel_i0e(x) - _over(out, x) - sign(x) * out))
rule("bessel_k0", x=lambda g, x: -g * bessel_k1(x))
rule("bessel_k1", x=lambda g, x, out: -g * (bessel_k0(x) + out / x))
rule("bessel_k0e", x=lambda g, x, out: g * (out - bessel_k1e(x)))
rule("bessel_k1e", x=lambda g, x, out: g * (out - bessel_k0e(x) - out / x))


def _over(out: Array, x: Array) -> Array:
    zero = equal(x, 0)
    return where(zero, 0.5, out / where(zero, 1, x))


def _plain(x: Any, like: Array) -> Array:
    """Return a parameter that may be a Python scalar as an array."""
    return full_like(like, x) if type(x) in SCALARS else x


def _unwritten(name: str, argument: str) -> Array:
    raise UnsupportedError(
        f"ivy.{name}: the derivative with respect to {argument} has no rule; "
        "use ivy.stop_gradient on that argument"
    )


def _share(g: Array, x: Array, out: Array) -> Array:
    zero = equal(out, 0)
    return g * (x / where(zero, 1, out))


def _copysign(g: Array, x1: Array, x2: Any) -> Array:
    flips = not_equal(signbit(x1), signbit(x2) if isinstance(x2, Array) else x2 < 0)
    return where(equal(x1, 0), 0, where(flips, -g, g))


rule("copysign", x1=_copysign, x2=lambda g: zeros_like(g))


def _pow_x1(g: Array, x1: Array, x2: Any) -> Array:
    if type(x2) in SCALARS:
        if x2 == 0:
            return zeros_like(g)
        if x2 in (1, 2):
            return g if x2 == 1 else g * (_conj(x1) * 2)
        return g * _conj(pow(x1, x2 - 1) * x2)
    x2 = _floating(x2, g)
    # 0 ** 0 is 1 whatever the base does: 0 * 0 ** -1 would be NaN.
    exponent = where(logical_and(equal(x1, 0), equal(x2, 0)), 1, x2)
    return g * _conj(x2 * pow(x1, exponent - 1))


def _pow_x2(g: Array, x1: Any, x2: Array, out: Array) -> Array:
    x1 = full_like(out, x1) if type(x1) in SCALARS else _floating(x1, g)
    # 0 ** x2 stays 0 (or 1) for small steps of x2, unless x2 is negative.
    flat = logical_and(equal(x1, 0), greater_equal(real(x2), 0))
    return where(flat, 0, g * _conj(out * log(where(flat, 1, x1))))


def _floating(x: Array, like: Array) -> Array:
    return x if x.dtype in CATEGORIES["floating"] else astype(x, like.dtype)


rule("pow", x1=_pow_x1, x2=_pow_x2)


def _winner(g: Array, loses: Array, ties: Array) -> Array:
    return where(loses, 0, where(ties, g * 0.5, g))


rule(
    "maximum",
    x1=lambda g, x1, x2: _winner(g, less(x1, x2), equal(x1, x2)),
    x2=lambda g, x1, x2: _winner(g, greater(x1, x2), equal(x1, x2)),
)
rule(
    "minimum",
    x1=lambda g, x1, x2: _winner(g, greater(x1, x2), equal(x1, x2)),
    x2=lambda g, x1, x2: _winner(g, less(x1, x2), equal(x1, x2)),
)


def _clip_x(g: Array, x: Array, min: Any, max: Any) -> Array:
    if min is not None:
        g = where(greater_equal(x, min), g, 0)
    return g if max is None else where(less_equal(x, max), g, 0)


def _clip_min(g: Array, x: Array, min: Any, max: Any) -> Array:
    low = less(x, min)
    # Where the limits have changed places, the upper one is the result.
    return where(low if max is None else logical_and(low, _less(min, max, low)), g, 0)


def _clip_max(g: Array, x: Array, min: Any, max: Any) -> Array:
    high = greater(x, max)
    return where(high if min is None else logical_or(high, _less(max, min, high)), g, 0)


def _less(a: Any, b: Any, like: Array) -> Any:
    if type(a) in SCALARS and type(b) in SCALARS:
        return full_like(like, a < b)
    return less(a, b)


rule("clip", x=_clip_x, min=_clip_min, max=_clip_max)
rule(
    "where",
    condition=None,
    x1=lambda g, condition: where(condition, g, 0),
    x2=lambda g, condition: where(condition, 0, g),
)

# -- activations ---------------------------------------------------------------------------------


def _silu(g: Array, x: Array) -> Array:
    s = sigmoid(x)
    return g * (s * (x * (1 - s) + 1))


def _gelu(g: Array, x: Array, approximate: str | bool) -> Array:
    if approximate in ("none", False):
        density = exp(x * x * -0.5) * (1 / math.sqrt(2 * math.pi))
        return g * ((erf(x * math.sqrt(0.5)) + 1) * 0.5 + x * density)
    scale = math.sqrt(2 / math.pi)
    t = tanh((x + x * x * x * 0.044715) * scale)
    slope = (x * x * (3 * 0.044715) + 1) * scale
    return g * ((t + 1) * 0.5 + x * 0.5 * (1 - t * t) * slope)


def _softmax(g: Array, out: Array, axis: Axis) -> Array:
    return out * (g - sum(g * out, axis=axis, keepdims=True))


def _log_softmax(g: Array, out: Array, axis: Axis) -> Array:
    return g - exp(out) * sum(g, axis=axis, keepdims=True)


rule("relu", x=lambda g, out: relu_gradient(g, out))
rule("relu_gradient", g=lambda g, x: relu_gradient(g, x), x=None)
rule("sigmoid", x=lambda g, out: g * _conj(out * (1 - out)))
rule("softplus", x=lambda g, x: g * sigmoid(x))
rule("silu", x=_silu)
rule("gelu", x=_gelu)
rule("softmax", x=_softmax)
rule("log_softmax", x=_log_softmax)

# -- losses --------------------------------------------------------------------------------------


def _cross_entropy_logits(
    g: Array,
    logits: Array,
    target: Array,
    weight: Array | None,
    axis: int,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Array:
    found = softmax(logits, axis=axis)
    count = found.shape[axis]
    sides = [1] * found.ndim
    sides[axis] = count
    weights: Any = 1 if weight is None else reshape(weight, tuple(sides))
    if target.ndim == found.ndim:
        wanted = astype(target, found.dtype, copy=False)
        if label_smoothing:
            wanted = wanted * (1 - label_smoothing) + label_smoothing / count
        wanted = wanted * weights
        if reduction == "mean":
            g = g / max(math.prod(found.shape) // max(count, 1), 1)
        rows = expand_dims(g, axis=axis) if reduction == "none" else g
        return (found * sum(wanted, axis=axis, keepdims=True) - wanted) * rows
    target = astype(target, int64, copy=False)
    counted = not_equal(target, ignore_index)
    classes, scale = where(counted, target, 0), astype(counted, found.dtype)
    if weight is not None:
        scale = where(counted, take(weight, classes, axis=0), 0)
    if reduction == "mean":
        g = g / sum(scale)
    classes = expand_dims(classes, axis=axis)
    rows = expand_dims(g, axis=axis) if reduction == "none" else g
    own = expand_dims(scale, axis=axis) * rows
    slope = add_along_axis(found * own, classes, -own, axis=axis)
    if label_smoothing:
        even = (found * sum(weights * ones_like(found), axis=axis, keepdims=True) - weights) * rows
        share = label_smoothing / count
        slope = slope * (1 - label_smoothing) + even * share
    # What is ignored may be NaN, and so is 1 / 0 where nothing counts.
    return where(expand_dims(counted, axis=axis), slope, 0)


def _cross_entropy_other(place: int) -> Callable[..., Array]:
    """Return the rule for the target or the weight: the derivative of the body."""

    def passes(
        g: Array,
        logits: Array,
        target: Array,
        weight: Array | None,
        axis: int,
        ignore_index: int,
        reduction: str,
        label_smoothing: float,
    ) -> Array:
        from ivy.autodiff.transforms import vjp  # it needs this module's callers

        arrays: list[Any] = [logits, target, weight]

        def loss(x: Array) -> Array:
            arrays[place] = x
            body = registry["cross_entropy"].declared
            result: Array = body(
                *arrays,
                axis=axis,
                ignore_index=ignore_index,
                reduction=reduction,
                label_smoothing=label_smoothing,
            )
            return result

        gradient: Array = vjp(loss, arrays[place])[1](g)[0]
        return gradient

    return passes


rule(
    "cross_entropy",
    logits=_cross_entropy_logits,
    target=_cross_entropy_other(1),
    weight=_cross_entropy_other(2),
)

# -- dtypes and creation -------------------------------------------------------------------------

rule(
    "astype",
    x=lambda g, device, x_device: g if device is None else astype(g, g.dtype, device=x_device),
)
rule("tril", x=lambda g, k: tril(g, k=k))
rule("triu", x=lambda g, k: triu(g, k=k))

# -- indexing ------------------------------------------------------------------------------------


def _getitem(g: Array, key: Any, x_shape: Shape) -> Array:
    zero = beside(g, zeros, x_shape)
    # Basic indices name no element twice, and assignment is faster than addition.
    return setitem(zero, g, key) if _is_basic(key) else add_at(zero, g, key)


def _is_basic(key: Any) -> bool:
    parts = key if isinstance(key, tuple) else (key,)
    return all(
        type(k) is not bool and isinstance(k, int | slice | type(None) | type(...)) for k in parts
    )


def _written(g: Array, key: Any, value_shape: Shape) -> Array:
    part = getitem(g, key)
    # A value may have leading axes of length 1 that the part has not.
    surplus = len(value_shape) - len(part.shape)
    if surplus <= 0:
        return part
    part = unbroadcast(part, value_shape[surplus:])
    return reshape(part, value_shape)


def _take(g: Array, indices: Array, axis: int | None, x_shape: Shape) -> Array:
    before = (slice(None),) * (0 if axis is None else axis % len(x_shape))
    return add_at(beside(g, zeros, x_shape), g, (*before, indices))


def _take_along_axis(g: Array, indices: Array, axis: int, x_shape: Shape) -> Array:
    shape = list(g.shape)
    shape[axis] = x_shape[axis]
    indices = broadcast_to(indices, g.shape)
    return add_along_axis(beside(g, zeros, tuple(shape)), indices, g, axis=axis)


def _segment_prod(g: Array, x: Array, segment_ids: Array, num_segments: int) -> Array:
    # The product of the others, unless one of these is zero.
    zero = equal(x, 0)
    others = segment_prod(where(zero, 1, x), segment_ids, num_segments=num_segments)
    zeros_in = segment_sum(astype(zero, g.dtype), segment_ids, num_segments=num_segments)
    rest, count = take(others, segment_ids, axis=0), take(zeros_in, segment_ids, axis=0)
    rest = where(equal(count, astype(zero, g.dtype)), rest / where(zero, 1, x), 0)
    return take(g, segment_ids, axis=0) * _conj(rest)


def _segment_extreme(
    g: Array, x: Array, out: Array, segment_ids: Array, num_segments: int
) -> Array:
    # Elements that are equal share the gradient.
    hit = equal(x, take(out, segment_ids, axis=0))
    hits = segment_sum(astype(hit, g.dtype), segment_ids, num_segments=num_segments)
    share = g / where(equal(hits, 0), 1, hits)
    return where(hit, take(share, segment_ids, axis=0), 0)


rule("segment_prod", x=_segment_prod, segment_ids=None)
rule("segment_min", x=_segment_extreme, segment_ids=None)
rule("segment_max", x=_segment_extreme, segment_ids=None)
rule("getitem", x=_getitem)
rule("setitem", x=lambda g, key: setitem(g, 0, key), value=_written)
rule("add_at", x=lambda g: g, value=_written)
rule("take", x=_take, indices=None)
rule("take_along_axis", x=_take_along_axis, indices=None)
rule(
    "add_along_axis",
    x=lambda g: g,
    indices=None,
    value=lambda g, indices, axis: take_along_axis(g, indices, axis=axis),
)

# -- manipulation --------------------------------------------------------------------------------


def _permute_dims(g: Array, axes: Shape) -> Array:
    axes = tuple(a % len(axes) for a in axes)
    return permute_dims(g, tuple(sorted(range(len(axes)), key=axes.__getitem__)))


def _concat(g: Array, arrays_shapes: list[Shape], axis: int | None, position: int) -> Array:
    own = arrays_shapes[position]
    sizes = [math.prod(s) if axis is None else s[axis] for s in arrays_shapes]
    start = math.fsum(sizes[:position])
    part = slice(int(start), int(start) + sizes[position])
    if axis is None:
        return reshape(getitem(g, part), own)
    return getitem(g, (*(slice(None),) * (axis % len(own)), part))


def _stack(g: Array, axis: int, position: int) -> Array:
    return getitem(g, (*(slice(None),) * (axis % len(g.shape)), position))


def _unstack(g: dict[int, Array], axis: int, x_shape: Shape) -> Array:
    one = next(iter(g.values()))
    return stack([_or_zeros(g.get(i), one) for i in range(x_shape[axis])], axis=axis)


def _split(g: dict[int, Array], sizes: Shape, axis: int, x_shape: Shape) -> Array:
    one = next(iter(g.values()))
    parts = []
    for i, size in enumerate(sizes):
        shape = list(x_shape)
        shape[axis] = size
        parts.append(g[i] if i in g else beside(one, zeros, tuple(shape)))
    return concat(parts, axis=axis)


def _or_zeros(g: Array | None, like: Array) -> Array:
    return zeros_like(like) if g is None else g


def _roll(g: Array, shift: int | Shape, axis: Axis) -> Array:
    back = tuple(-s for s in shift) if isinstance(shift, tuple | list) else -shift
    return roll(g, back, axis=axis)


def _tile(g: Array, repetitions: Shape, x_shape: Shape) -> Array:
    rank = max(len(repetitions), len(x_shape))
    times = (1,) * (rank - len(repetitions)) + tuple(repetitions)
    sizes = (1,) * (rank - len(x_shape)) + x_shape
    apart = reshape(g, tuple(n for pair in zip(times, sizes, strict=True) for n in pair))
    return reshape(sum(apart, axis=tuple(range(0, 2 * rank, 2))), x_shape)


def _repeat(g: Array, repeats: Array | int, axis: int | None, x_shape: Shape) -> Array:
    shape = (math.prod(x_shape),) if axis is None else x_shape
    axis = 0 if axis is None else axis % len(shape)
    if isinstance(repeats, int):
        apart = reshape(g, (*shape[: axis + 1], repeats, *shape[axis + 1 :]))
        return reshape(sum(apart, axis=axis + 1), x_shape)
    source = repeat(beside(repeats, arange, shape[axis], None, 1), repeats, axis=0)
    return reshape(_take(g, source, axis, shape), x_shape)


def _pad(g: Array, widths: Sequence[tuple[int, int]], mode: str, x_shape: Shape) -> Array:
    for axis, ((before, after), n) in enumerate(zip(widths, x_shape, strict=True)):
        middle = _part(g, axis, before, before + n)
        if mode != "constant":
            if mode in ("symmetric", "wrap") or (mode == "reflect" and max(before, after) >= n):
                g = _unpadded(g, axis, n, (before, after), mode)
                continue
            for extra, at_end in (
                (_part(g, axis, 0, before), False),
                (_part(g, axis, before + n, before + n + after), True),
            ):
                if extra.shape[axis]:
                    middle = middle + _folded(extra, mode, axis, n, at_end)
        g = middle
    return g


def _unpadded(g: Array, axis: int, n: int, pair: tuple[int, int], mode: str) -> Array:
    """The gradient of what was padded along one axis, from that of each copy."""
    places = numpy.pad(numpy.arange(n), pair, mode=mode)  # type: ignore[call-overload]  # any mode
    shape = list(g.shape)
    shape[axis] = n
    key = (*(slice(None),) * axis, places.tolist())
    return add_at(beside(g, zeros, tuple(shape)), g, key)


def _folded(extra: Array, mode: str, axis: int, n: int, at_end: bool) -> Array:
    """The gradient of what was added on one side, at the elements of which it is a copy."""
    if mode == "edge":
        extra, gap = sum(extra, axis=axis, keepdims=True), 0
    else:
        extra, gap = flip(extra, axis=axis), 1
    rest = n - gap - extra.shape[axis]
    widths = [(0, 0)] * len(extra.shape)
    widths[axis] = (rest, gap) if at_end else (gap, rest)
    return pad(extra, tuple(widths))


def _part(x: Array, axis: int, start: int, stop: int) -> Array:
    return getitem(x, (*(slice(None),) * axis, slice(start, stop)))


rule("reshape", x=lambda g, x_shape: reshape(g, x_shape))
rule("permute_dims", x=_permute_dims)
rule("swapaxes", x=lambda g, axis1, axis2: swapaxes(g, axis1, axis2))
rule("moveaxis", x=lambda g, source, destination: moveaxis(g, destination, source))
rule("expand_dims", x=lambda g, x_shape: reshape(g, x_shape))
rule("squeeze", x=lambda g, x_shape: reshape(g, x_shape))
rule("broadcast_to", x=lambda g: g)
rule("concat", arrays=_concat)
rule("stack", arrays=_stack)
rule("unstack", x=_unstack)
rule("split", x=_split)
rule("flip", x=lambda g, axis: flip(g, axis=axis))
rule("roll", x=_roll)
rule("tile", x=_tile)
rule("repeat", x=_repeat, repeats=None)
rule("pad", x=_pad)

# -- reductions, sorting -------------------------------------------------------------------------


def _axes(axis: Axis, rank: int) -> Shape:
    if axis is None:
        return tuple(range(rank))
    return tuple(a % rank for a in (axis if isinstance(axis, tuple | list) else (axis,)))


def _count(axis: Axis, shape: Shape) -> int:
    return math.prod(shape[a] for a in _axes(axis, len(shape)))


def _kept(reduced: Array, shape: Shape, axis: Axis, keepdims: bool) -> Array:
    """Return what a reduction gave in a form that broadcasts against what was reduced."""
    if keepdims or not reduced.shape:
        return reduced
    axes = _axes(axis, len(shape))
    return reshape(reduced, tuple(1 if i in axes else n for i, n in enumerate(shape)))


def _sum(g: Array, axis: Axis, keepdims: bool, x_shape: Shape) -> Array:
    return broadcast_to(_kept(g, x_shape, axis, keepdims), x_shape)


def _mean(g: Array, axis: Axis, keepdims: bool, x_shape: Shape) -> Array:
    share = g / (_count(axis, x_shape) or math.nan)
    return broadcast_to(_kept(share, x_shape, axis, keepdims), x_shape)


def _var(
    g: Array, x: Array, axis: Axis, correction: float, keepdims: bool, x_shape: Shape
) -> Array:
    free = _count(axis, x_shape) - correction
    distance = x - mean(x, axis=axis, keepdims=True)
    return _kept(g, x_shape, axis, keepdims) * (distance * (2 / free if free > 0 else math.inf))


def _std(
    g: Array, x: Array, out: Array, axis: Axis, correction: float, keepdims: bool, x_shape: Shape
) -> Array:
    # Where all elements are equal, the root has no slope; torch gives 0.
    flat = equal(out, 0)
    of_var = where(flat, 0, g / (where(flat, 1, out) * 2))
    return _var(of_var, x, axis, correction, keepdims, x_shape)


def _extreme(g: Array, x: Array, out: Array, axis: Axis, keepdims: bool, x_shape: Shape) -> Array:
    hit = equal(x, _kept(out, x_shape, axis, keepdims))
    hits = sum(astype(hit, g.dtype), axis=axis, keepdims=True)
    return where(hit, _kept(g, x_shape, axis, keepdims) / hits, 0)


def _prod(g: Array, x: Array, axis: Axis, keepdims: bool, x_shape: Shape) -> Array:
    axes = _axes(axis, len(x_shape))
    if not axes:
        return g
    others = tuple(i for i in range(len(x_shape)) if i not in axes)
    order = (*others, *axes)
    flat = permute_dims(astype(x, g.dtype), order)
    flat = reshape(flat, (*(x_shape[i] for i in others), math.prod(x_shape[i] for i in axes)))
    # The product of the others by multiplication alone: dividing fails at zeros.
    rest = _before(flat) * flip(_before(flip(flat, axis=-1)), axis=-1)
    rest = reshape(rest, tuple(x_shape[i] for i in order))
    rest = permute_dims(rest, tuple(sorted(range(len(order)), key=order.__getitem__)))
    return _kept(g, x_shape, axis, keepdims) * _conj(rest)


def _before(x: Array) -> Array:
    """Return for each element the product of those before it along the last axis."""
    step = 1
    x = _shifted(x, 1)
    while step < x.shape[-1]:
        x = x * _shifted(x, step)
        step *= 2
    return x


def _shifted(x: Array, by: int) -> Array:
    """Return `x` moved to the right along the last axis, ones coming in."""
    by = min(by, x.shape[-1])
    widths = ((0, 0),) * (len(x.shape) - 1)
    return pad(getitem(x, (..., slice(0, x.shape[-1] - by))), (*widths, (by, 0)), value=1)


def _cumulative_sum(g: Array, axis: int | None, include_initial: bool) -> Array:
    axis = 0 if axis is None else axis % len(g.shape)
    if include_initial:
        g = getitem(g, (*(slice(None),) * axis, slice(1, None)))
    return flip(cumulative_sum(flip(g, axis=axis), axis=axis), axis=axis)


def _logsumexp(g: Array, x: Array, out: Array, axis: Axis, keepdims: bool, x_shape: Shape) -> Array:
    share = exp(x - _kept(out, x_shape, axis, keepdims))
    return _kept(g, x_shape, axis, keepdims) * share


def _sort(g: Array, x: Array, axis: int, descending: bool, stable: bool) -> Array:
    places = argsort(x, axis=axis, descending=descending, stable=stable)
    return add_along_axis(zeros_like(g), places, g, axis=axis)


def _top_k(g: dict[int, Array], out: tuple[Array, Array], axis: int, x_shape: Shape) -> Array:
    return add_along_axis(beside(g[0], zeros, x_shape), out[1], g[0], axis=axis)


def _unique(g: Array, indices: Array, x_shape: Shape) -> Array:
    """Return the gradient of distinct elements: that of each goes to the first that is equal."""
    flat = add_at(beside(g, zeros, (math.prod(x_shape),)), g, indices)
    return reshape(flat, x_shape)


def _unique_values(g: Array, x: Array, x_shape: Shape) -> Array:
    return _unique(g, unique_all(x).indices, x_shape)


def _unique_and_more(g: dict[int, Array], x: Array, x_shape: Shape) -> Array:
    return _unique_values(g[0], x, x_shape)


rule("unique_values", x=_unique_values)
rule("unique_counts", x=_unique_and_more)
rule("unique_inverse", x=_unique_and_more)
rule("unique_all", x=lambda g, out, x_shape: _unique(g[0], out[1], x_shape))
rule("sum", x=_sum)
rule("mean", x=_mean)
rule("var", x=_var)
rule("std", x=_std)
rule("max", x=_extreme)
rule("min", x=_extreme)
rule("prod", x=_prod)
rule("cumulative_sum", x=_cumulative_sum)
rule("logsumexp", x=_logsumexp)
rule("sort", x=_sort)
rule("top_k", x=_top_k)

# -- linear algebra ------------------------------------------------------------------------------


def _rows(x: Array) -> Array:
    """Return an array as a matrix of its last axis."""
    if len(x.shape) == 2:
        return x
    return reshape(x, (math.prod(x.shape[:-1]), x.shape[-1]))


def _columns(x: Array) -> Array:
    return expand_dims(x, axis=-1)


def _matmul_x1(g: Array, x2: Array, x1_shape: Shape) -> Array:
    x2 = _conj(x2)
    if len(x2.shape) == 1:
        return g * x2 if len(x1_shape) == 1 else _columns(g) * x2
    if len(x1_shape) == 1:
        return squeeze(matmul(x2, _columns(g)), -1)
    return matmul(g, matrix_transpose(x2))


def _matmul_x2(g: Array, x1: Array, x2_shape: Shape) -> Array:
    x1 = _conj(x1)
    if len(x1.shape) == 1:
        if len(x2_shape) == 1:
            return g * x1
        return _columns(x1) * expand_dims(g, axis=-2)
    if len(x2_shape) == 1:
        return squeeze(matmul(matrix_transpose(x1), _columns(g)), -1)
    if len(x2_shape) == 2:  # one product, instead of one for each matrix and their sum
        return matmul(matrix_transpose(_rows(x1)), _rows(g))
    return matmul(matrix_transpose(x1), g)


def _linear_weight(g: Array, x: Array) -> Array:
    return matmul(matrix_transpose(_rows(g)), _conj(_rows(x)))


def _linear_x(g: Array, weight: Array) -> Array:
    return matmul(g, _conj(weight))


def _einsum(g: Array, equation: str, operands: list[Array], position: int) -> Array:
    shapes = [x.shape for x in operands]
    inputs, output = _subscripts(equation, [len(s) for s in shapes])
    sizes: dict[str, int] = {}
    for letters, shape in zip(inputs, shapes, strict=True):
        for c, n in zip(letters, shape, strict=True):
            sizes[c] = max(n, sizes.get(c, 0)) if n else 0
    terms, factors = [output], [g]
    for i, x in enumerate(operands):
        if i != position:
            # Not every backend broadcasts an axis of length 1 under a letter: leave it out.
            full = [c for c, n in zip(inputs[i], shapes[i], strict=True) if n == sizes[c]]
            if len(full) < len(shapes[i]):
                x = reshape(x, tuple(sizes[c] for c in full))
            terms.append("".join(full))
            factors.append(_conj(x))
    unused = (c for c in string.ascii_letters if not any(c in s for s in (*inputs, output)))
    result = ""
    for letter, size in zip(inputs[position], shapes[position], strict=True):
        if size != sizes[letter]:  # it was broadcast: the sum over the letter
            continue
        if letter in result:  # a diagonal: elements off it get nothing
            twin = next(unused)
            terms.append(letter + twin)
            factors.append(beside(g, eye, size, size, 0))
            letter = twin
        elif not any(letter in t for t in terms):  # summed over: all elements get the same
            terms.append(letter)
            factors.append(beside(g, ones, (size,)))
        result += letter
    gradient = einsum(f"{','.join(terms)}->{result}", factors)
    return reshape(gradient, shapes[position]) if len(result) < len(shapes[position]) else gradient


def _subscripts(equation: str, ranks: list[int]) -> tuple[list[str], str]:
    """Return the letters of each operand and of the result, with ``...`` and defaults put in."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    inputs = left.split(",")
    unused = [c for c in string.ascii_letters if c not in equation]
    lengths = [
        r - len(s.replace("...", "")) if "..." in s else 0
        for s, r in zip(inputs, ranks, strict=True)
    ]
    dots = "".join(unused[: max(lengths, default=0)])
    if not arrow:
        once = sorted(c for c in set(left) - set(",.") if left.count(c) == 1)
        right = ("..." if "..." in left else "") + "".join(once)
    inputs = [s.replace("...", dots[len(dots) - n :]) for s, n in zip(inputs, lengths, strict=True)]
    return inputs, right.replace("...", dots)


def _adjoint(x: Array) -> Array:
    return _conj(matrix_transpose(x))


def _identity(x: Array) -> Array:
    """Return the identity matrix with as many rows as `x` has on its last axis."""
    n = x.shape[-1]
    return beside(x, eye, n, n, 0)


def _svd(g: dict[int, Array], out: tuple[Array, Array, Array], full_matrices: bool) -> Array:
    u, s, vh = out
    k = s.shape[-1]
    rows, columns = u.shape[-2], vh.shape[-1]
    if 0 not in g and 2 not in g:
        u, vh = getitem(u, (..., slice(0, k))), getitem(vh, (..., slice(0, k), slice(None)))
        return matmul(u * expand_dims(g[1], axis=-2), vh)
    if full_matrices and rows != columns:
        raise UnsupportedError(
            "ivy.svd: the surplus singular vectors of full_matrices=True have no derivative; "
            "use full_matrices=False"
        )
    # https://j-towns.github.io/papers/svd-derivative.pdf, for complex matrices
    # https://arxiv.org/abs/1909.02659. Equal singular values give infinities, as their vectors are
    # not determined; nor is the phase of a pair of complex ones, of which the value must be free.
    uh, v = _adjoint(u), _adjoint(vh)
    one = _identity(s)
    across, along = expand_dims(s, axis=-2), expand_dims(s, axis=-1)
    gaps = (across - along) * (across + along) + one
    middle = one * expand_dims(_or_zeros(g.get(1), s), axis=-2)
    outer = []
    if 0 in g:
        turn = matmul(uh, g[0])
        middle = middle + (turn - _adjoint(turn)) * (1 - one) / gaps * across
        if 2 in g and u.dtype in CATEGORIES["complex floating"]:
            middle = middle + (turn - _adjoint(turn)) * one / (along * 2)
        if rows > k:
            outside = g[0] / across
            outer.append(matmul(outside - matmul(u, matmul(uh, outside)), vh))
    if 2 in g:
        turn = matmul(vh, _adjoint(g[2]))
        middle = middle + (turn - _adjoint(turn)) * (1 - one) / gaps * along
        if columns > k:
            outside = g[2] / along
            outer.append(matmul(u, outside - matmul(matmul(outside, v), vh)))
    result = matmul(matmul(u, middle), vh)
    for part in outer:
        result = result + part
    return result


# The rules of factorisations: Giles, An extended collection of matrix derivative results for
# forward and reverse mode algorithmic differentiation, https://people.maths.ox.ac.uk/gilesm/.
# Where a matrix has to be Hermitian, so is its gradient.


def _cholesky(g: Array, out: Array, upper: bool) -> Array:
    lower, g = (_adjoint(out), _adjoint(g)) if upper else (out, g)
    half = tril(matmul(_adjoint(lower), g)) * (1 - 0.5 * _identity(lower))
    left = solve_triangular(lower, half, upper=False, adjoint=True)
    whole = _adjoint(solve_triangular(lower, _adjoint(left), upper=False, adjoint=True))
    return (whole + _adjoint(whole)) * 0.5


def _qr(g: dict[int, Array], out: tuple[Array, Array], mode: str, x_shape: Shape) -> Array:
    q, r = out
    rows, columns = x_shape[-2:]
    if mode == "complete" and rows > columns:
        raise UnsupportedError(
            "ivy.qr: the surplus columns of Q of mode='complete' have no derivative; use "
            "mode='reduced'"
        )
    gq = _or_zeros(g.get(0), q)
    if columns <= rows:
        return _qr_of_columns(gq, _or_zeros(g.get(1), r), q, r)
    # The columns of a square matrix decide about Q, the others are only multiplied with it.
    square, rest = (..., slice(0, rows)), (..., slice(rows, None))
    if 1 not in g:
        first = _qr_of_columns(gq, zeros_like(getitem(r, square)), q, getitem(r, square))
        return pad(first, ((0, 0),) * (len(x_shape) - 1) + ((0, columns - rows),))
    beyond = getitem(g[1], rest)
    gq = gq + matmul(q, matmul(getitem(r, rest), _adjoint(beyond)))
    first = _qr_of_columns(gq, getitem(g[1], square), q, getitem(r, square))
    return concat([first, matmul(q, beyond)], axis=-1)


def _qr_of_columns(gq: Array, gr: Array, q: Array, r: Array) -> Array:
    upper = triu(matmul(gr, _adjoint(r)) - matmul(_adjoint(q), gq))
    both = (upper + _adjoint(upper)) * (1 - 0.5 * _identity(r))
    return _adjoint(solve_triangular(r, _adjoint(gq + matmul(q, both))))


def _eig(g: dict[int, Array], out: tuple[Array, Array]) -> Array:
    w, v = out
    vh = _adjoint(v)
    one = _identity(w)
    middle = one * expand_dims(_or_zeros(g.get(0), w), axis=-2)
    if 1 in g:
        # Of length 1, and of no phase in particular.
        turn = matmul(vh, g[1])
        along = sum(turn * one, axis=-1)
        turn = turn - matmul(vh, v) * expand_dims(real(along), axis=-2)
        gaps = _conj(expand_dims(w, axis=-2) - expand_dims(w, axis=-1)) + one
        middle = middle + turn * (1 - one) / gaps
    return solve(vh, matmul(middle, vh))


def _eigh(g: dict[int, Array], out: tuple[Array, Array]) -> Array:
    w, v = out
    vh = _adjoint(v)
    one = _identity(w)
    middle = one * expand_dims(_or_zeros(g.get(0), w), axis=-2)
    if 1 in g:
        turn = matmul(vh, g[1])
        gaps = expand_dims(w, axis=-2) - expand_dims(w, axis=-1) + one
        middle = middle + (turn - _adjoint(turn)) * (0.5 * (1 - one)) / gaps
    return matmul(matmul(v, middle), vh)


def _lu_factor(g: dict[int, Array], out: tuple[Array, Array], x_shape: Shape) -> Array:
    factors, order = out
    rows, columns = x_shape[-2:]
    n = rows if rows < columns else columns
    inside = getitem(factors, (..., slice(0, n), slice(0, n)))
    given = getitem(g[0], (..., slice(0, n), slice(0, n)))
    more = None
    if rows > n:
        below = (..., slice(n, None), slice(None))
        more = _over_upper(inside, getitem(g[0], below))
        given = given - triu(matmul(_adjoint(getitem(factors, below)), more))
    elif columns > n:
        beyond = (..., slice(n, None))
        more = _under_lower(inside, getitem(g[0], beyond))
        given = given - tril(matmul(more, _adjoint(getitem(factors, beyond))), k=-1)
    lower = tril(inside, k=-1) + _identity(inside)
    middle = tril(matmul(_adjoint(lower), tril(given, k=-1)), k=-1)
    middle = middle + triu(matmul(triu(given), _adjoint(triu(inside))))
    result = _over_upper(inside, _under_lower(inside, middle))
    if more is not None:
        result = concat([result, more], axis=-2 if rows > n else -1)
    return take_along_axis(result, expand_dims(argsort(order, axis=-1), axis=-1), axis=-2)


def _under_lower(factors: Array, x: Array) -> Array:
    """Return ``L^-H @ x`` for the `L` of compact factors."""
    return solve_triangular(factors, x, upper=False, adjoint=True, unit_diagonal=True)


def _over_upper(factors: Array, x: Array) -> Array:
    """Return ``x @ U^-H`` for the `U` of compact factors."""
    return _adjoint(solve_triangular(factors, _adjoint(x)))


def _det(g: Array, x: Array, out: Array) -> Array:
    lost = _of_matrices(equal(out, 0))
    regular = _adjoint(inv(where(lost, _identity(x), x))) * _of_matrices(g * _conj(out))
    # Of a singular matrix, the adjugate: the products of the other singular values are finite.
    u, s, vh = svd(where(lost, x, 0))
    others = _before(s) * flip(_before(flip(s, axis=-1)), axis=-1)
    turned = g * _conj(det(matmul(u, vh)))
    singular = matmul(u * expand_dims(others, axis=-2), vh) * _of_matrices(turned)
    return where(lost, singular, regular)


def _of_matrices(x: Array) -> Array:
    """Return an array with an element for each matrix in a form that broadcasts against them."""
    return reshape(x, (*x.shape, 1, 1))


def _slogdet(g: dict[int, Array], x: Array, out: tuple[Array, Array]) -> Array:
    direction, size = out
    slope = _or_zeros(g.get(1), size)
    if 0 in g and direction.dtype in CATEGORIES["complex floating"]:
        # A step of the logarithm to the side turns the sign.
        slope = slope + (_conj(direction) * g[0] - _conj(g[0]) * direction) * 0.5
    return _adjoint(inv(x)) * _of_matrices(slope)


def _solve_x1(g: Array, x1: Array, out: Array, x1_shape: Shape) -> Array:
    vectors = len(out.shape) < len(x1_shape)
    g, out = (_columns(g), _columns(out)) if vectors else (g, out)
    return -matmul(solve(_adjoint(x1), g), _adjoint(out))


def _solve_x2(g: Array, x1: Array, x2_shape: Shape) -> Array:
    if len(x2_shape) > 1:
        return solve(_adjoint(x1), g)
    return squeeze(solve(_adjoint(x1), _columns(g)), -1)


def _solve_triangular_x1(
    g: Array,
    x1: Array,
    out: Array,
    upper: bool,
    adjoint: bool,
    unit_diagonal: bool,
    x1_shape: Shape,
) -> Array:
    vectors = len(out.shape) < len(x1_shape)
    g, out = (_columns(g), _columns(out)) if vectors else (g, out)
    back = solve_triangular(x1, g, upper=upper, adjoint=not adjoint, unit_diagonal=unit_diagonal)
    whole = -matmul(out, _adjoint(back)) if adjoint else -matmul(back, _adjoint(out))
    k = 1 if unit_diagonal else 0
    return triu(whole, k=k) if upper else tril(whole, k=-k)


def _solve_triangular_x2(
    g: Array, x1: Array, upper: bool, adjoint: bool, unit_diagonal: bool, x2_shape: Shape
) -> Array:
    right = g if len(x2_shape) > 1 else _columns(g)
    back = solve_triangular(
        x1, right, upper=upper, adjoint=not adjoint, unit_diagonal=unit_diagonal
    )
    return back if len(x2_shape) > 1 else squeeze(back, -1)


def _pinv(g: Array, x: Array, out: Array) -> Array:
    # Golub and Pereyra, https://doi.org/10.1137/0710036, equation 4.12.
    gh, outh = _adjoint(g), _adjoint(out)
    left = matmul(outh, matmul(out, gh))
    right = matmul(matmul(gh, out), outh)
    rows = left - matmul(matmul(left, out), x)
    columns = right - matmul(x, matmul(out, right))
    return rows + columns - matmul(outh, matmul(g, outh))


def _lstsq_x1(g: Array, x1: Array, x2: Array, rtol: Any, x1_shape: Shape) -> Array:
    b, g = (_columns(x2), _columns(g)) if len(x2.shape) == 1 else (x2, g)
    return _pinv(matmul(g, _adjoint(b)), x1, pinv(x1, rtol=rtol))


def _lstsq_x2(g: Array, x1: Array, rtol: Any, x2_shape: Shape) -> Array:
    back = _adjoint(pinv(x1, rtol=rtol))
    return matmul(back, g) if len(x2_shape) > 1 else squeeze(matmul(back, _columns(g)), -1)


def _matrix_exp(g: Array, x: Array) -> Array:
    # Its derivative stands in the exponential of a matrix of four: Higham, Functions of Matrices,
    # theorem 3.6.
    xh, n = _adjoint(x), x.shape[-1]
    blocks = [concat([xh, g], axis=-1), concat([zeros_like(g), xh], axis=-1)]
    return getitem(matrix_exp(concat(blocks, axis=-2)), (..., slice(0, n), slice(n, None)))


def _of_spectrum(g: Array, v: Array, quotients: Array) -> Array:
    """Return the gradient through a function of the eigenvalues.

    `quotients` are the function's divided differences: Higham, Functions of Matrices, theorem 3.11.
    """
    g = (g + _adjoint(g)) * 0.5
    vh = _adjoint(v)
    return matmul(matmul(v, quotients * matmul(matmul(vh, g), v)), vh)


def _matrix_sqrt(g: Array, x: Array) -> Array:
    w, v = eigh(x)
    roots = sqrt(where(less(w, 0), 0, w))
    return _of_spectrum(g, v, 1 / (expand_dims(roots, axis=-1) + expand_dims(roots, axis=-2)))


def _matrix_log(g: Array, x: Array) -> Array:
    w, v = eigh(x)
    along, across = expand_dims(w, axis=-1), expand_dims(w, axis=-2)
    gaps, sums = along - across, along + across
    same = equal(gaps, 0)
    # log(a) - log(b) without cancellation.
    part = where(same, 0, gaps) / sums
    quotients = (log1p(part) - log1p(-part)) / where(same, 1, gaps)
    return _of_spectrum(g, v, where(same, 2 / sums, quotients))


def _vector_norm(
    g: Array, x: Array, out: Array, axis: Axis, keepdims: bool, ord: float, x_shape: Shape
) -> Array:
    g, norm = _kept(g, x_shape, axis, keepdims), _kept(out, x_shape, axis, keepdims)
    if ord == 0:
        return zeros_like(x)
    if ord == 1:
        return sign(x) * g
    if ord in (math.inf, -math.inf):
        hit = equal(abs(x), norm)
        hits = sum(astype(hit, g.dtype), axis=axis, keepdims=True)
        return sign(x) * where(hit, g / hits, 0)
    # At 0 the norm has no slope; torch gives 0.
    flat = equal(norm, 0)
    norm = where(flat, 1, norm)
    if ord == 2:
        return x * where(flat, 0, g / norm)
    zero = equal(x, 0)
    powers = where(zero, 0, pow(abs(where(zero, 1, x)), ord - 1))
    return sign(x) * powers * where(flat, 0, g / pow(norm, ord - 1))


rule("matmul", x1=_matmul_x1, x2=_matmul_x2)
rule("linear", x=_linear_x, weight=_linear_weight, bias=lambda g: g)
rule("einsum", operands=_einsum)
rule("svd", x=_svd)
rule("cholesky", x=_cholesky)
rule("qr", x=_qr)
rule("eig", x=_eig)
rule("eigh", x=_eigh)
rule("lu_factor", x=_lu_factor)
rule("det", x=_det)
rule("slogdet", x=_slogdet)
rule("inv", x=lambda g, out: -matmul(_adjoint(out), matmul(g, _adjoint(out))))
rule("solve", x1=_solve_x1, x2=_solve_x2)
rule("solve_triangular", x1=_solve_triangular_x1, x2=_solve_triangular_x2)
rule("pinv", x=_pinv, rtol=None)
rule("lstsq", x1=_lstsq_x1, x2=_lstsq_x2, rtol=None)
rule("matrix_exp", x=_matrix_exp)
rule("matrix_sqrt", x=_matrix_sqrt)
rule("matrix_log", x=_matrix_log)
rule("vector_norm", x=_vector_norm)

# -- convolution and pooling ---------------------------------------------------------------------


def _conv2d_x(
    g: Array,
    weight: Array,
    strides: Any,
    padding: Any,
    dilation: Any,
    groups: int,
    x_shape: Shape,
) -> Array:
    return conv2d_input_gradient(
        *(g, weight),
        shape=x_shape,
        strides=strides,
        padding=padding,
        dilation=dilation,
        groups=groups,
    )


def _conv2d_weight(
    g: Array,
    x: Array,
    strides: Any,
    padding: Any,
    dilation: Any,
    groups: int,
    weight_shape: Shape,
) -> Array:
    return conv2d_weight_gradient(
        *(g, x),
        shape=weight_shape,
        strides=strides,
        padding=padding,
        dilation=dilation,
        groups=groups,
    )


def _conv2d_of(
    x: Array, weight: Array, strides: Any, padding: Any, dilation: Any, groups: int
) -> Array:
    return conv2d_explicit(
        *(x, weight, None), strides=strides, padding=padding, dilation=dilation, groups=groups
    )


def _by_images(gradient: Callable[..., Array]) -> Callable[..., Array]:
    """Return the rule of images whose channels may be last from that of channels first."""

    def by_images(
        g: Array,
        weight: Array,
        strides: Any,
        padding: Any,
        dilation: Any,
        groups: int,
        channels_last: bool,
        x_shape: Shape,
    ) -> Array:
        options = (strides, padding, dilation, groups)
        if not channels_last:
            return gradient(g, weight, *options, x_shape)
        shape = (x_shape[0], x_shape[-1], *x_shape[1:-1])
        return moveaxis(gradient(moveaxis(g, -1, 1), weight, *options, shape), 1, -1)

    return by_images


def _by_filters(gradient: Callable[..., Array]) -> Callable[..., Array]:
    """Return the rule of filters, of images whose channels may be last."""

    def by_filters(
        g: Array,
        x: Array,
        strides: Any,
        padding: Any,
        dilation: Any,
        groups: int,
        channels_last: bool,
        weight_shape: Shape,
    ) -> Array:
        if channels_last:
            g, x = moveaxis(g, -1, 1), moveaxis(x, -1, 1)
        return gradient(g, x, strides, padding, dilation, groups, weight_shape)

    return by_filters


def _by_bias(g: Array, channels_last: bool) -> Array:
    axes = range(len(g.shape) - 1) if channels_last else (0, *range(2, len(g.shape)))
    return sum(g, axis=tuple(axes))


# conv2d(x, w) is linear in both, and <conv2d(x, w), g> = <x, input(g, w)> = <w, weight(g, x)>. So
# the derivatives of any of the three are the other two.
rule(
    "conv2d_explicit",
    x=_by_images(_conv2d_x),
    weight=_by_filters(_conv2d_weight),
    bias=_by_bias,
)
rule(
    "conv2d_input_gradient",
    g=lambda h, weight, strides, padding, dilation, groups: _conv2d_of(
        h, weight, strides, padding, dilation, groups
    ),
    weight=lambda h, g, strides, padding, dilation, groups, weight_shape: _conv2d_weight(
        g, h, strides, padding, dilation, groups, weight_shape
    ),
)
rule(
    "conv2d_weight_gradient",
    g=lambda h, x, strides, padding, dilation, groups: _conv2d_of(
        x, h, strides, padding, dilation, groups
    ),
    x=lambda h, g, strides, padding, dilation, groups, x_shape: _conv2d_x(
        g, h, strides, padding, dilation, groups, x_shape
    ),
)


def _conv3d_x(
    g: Array,
    weight: Array,
    strides: Any,
    padding: Any,
    dilation: Any,
    groups: int,
    x_shape: Shape,
) -> Array:
    return conv3d_input_gradient(
        *(g, weight),
        shape=x_shape,
        strides=strides,
        padding=padding,
        dilation=dilation,
        groups=groups,
    )


def _conv3d_weight(
    g: Array,
    x: Array,
    strides: Any,
    padding: Any,
    dilation: Any,
    groups: int,
    weight_shape: Shape,
) -> Array:
    return conv3d_weight_gradient(
        *(g, x),
        shape=weight_shape,
        strides=strides,
        padding=padding,
        dilation=dilation,
        groups=groups,
    )


def _conv3d_of(
    x: Array, weight: Array, strides: Any, padding: Any, dilation: Any, groups: int
) -> Array:
    return conv3d_explicit(
        *(x, weight, None), strides=strides, padding=padding, dilation=dilation, groups=groups
    )


rule(
    "conv3d_explicit",
    x=_by_images(_conv3d_x),
    weight=_by_filters(_conv3d_weight),
    bias=_by_bias,
)
rule(
    "conv3d_input_gradient",
    g=lambda h, weight, strides, padding, dilation, groups: _conv3d_of(
        h, weight, strides, padding, dilation, groups
    ),
    weight=lambda h, g, strides, padding, dilation, groups, weight_shape: _conv3d_weight(
        g, h, strides, padding, dilation, groups, weight_shape
    ),
)
rule(
    "conv3d_weight_gradient",
    g=lambda h, x, strides, padding, dilation, groups: _conv3d_of(
        x, h, strides, padding, dilation, groups
    ),
    x=lambda h, g, strides, padding, dilation, groups, x_shape: _conv3d_x(
        g, h, strides, padding, dilation, groups, x_shape
    ),
)


def _pooled(g: Array, x: Array, window: Any, strides: Any, padding: Any) -> Array:
    return max_pool2d_gradient(g, x, window=window, strides=strides, padding=padding)


def _selected(h: Array, x: Array, window: Any, strides: Any, padding: Any) -> Array:
    return max_pool2d_selected(h, x, window=window, strides=strides, padding=padding)


# Which element is the largest does not change for small steps of x.
rule("max_pool2d_explicit", x=_pooled)
rule("max_pool2d_gradient", g=_selected, x=None)
rule("max_pool2d_selected", h=_pooled, x=None)

# -- Fourier transforms --------------------------------------------------------------------------


def _fitted(g: Array, axis: int, length: int) -> Array:
    """Return a gradient without that of the zeros that a transform added, or with what it cut."""
    axis %= len(g.shape)
    if g.shape[axis] >= length:
        return _part(g, axis, 0, length)
    widths = [(0, 0)] * len(g.shape)
    widths[axis] = (0, length - g.shape[axis])
    return pad(g, tuple(widths))


def _mirrored(g: Array, n: int, axis: int, factor: float) -> Array:
    """Return half a spectrum times a factor where its elements stand for two of the whole one."""
    count = n // 2 + 1
    factors = setitem(beside(g, ones, (count,)) * factor, 1, 0)
    if n % 2 == 0:
        factors = setitem(factors, 1, count - 1)
    shape = [1] * len(g.shape)
    shape[axis] = count
    return g * reshape(factors, tuple(shape))


def _rfft(g: Array, n: int | None, axis: int, norm: str, x_shape: Shape) -> Array:
    n = x_shape[axis] if n is None else n
    # Of a real array's transform, the part that irfft adds as conjugates is not there.
    half = _mirrored(g, n, axis, 0.5)
    return _fitted(irfft(half, n=n, axis=axis, norm=OPPOSITE[norm]), axis, x_shape[axis])


def _irfft(g: Array, n: int | None, axis: int, norm: str, x_shape: Shape) -> Array:
    n = 2 * (x_shape[axis] - 1) if n is None else n
    whole = _mirrored(rfft(g, n=n, axis=axis, norm=OPPOSITE[norm]), n, axis, 2)
    return _fitted(whole, axis, x_shape[axis])


rule(
    "fft",
    x=lambda g, axis, norm, x_shape: _fitted(
        ifft(g, axis=axis, norm=OPPOSITE[norm]), axis, x_shape[axis]
    ),
)
rule(
    "ifft",
    x=lambda g, axis, norm, x_shape: _fitted(
        fft(g, axis=axis, norm=OPPOSITE[norm]), axis, x_shape[axis]
    ),
)
rule("rfft", x=_rfft)
rule("irfft", x=_irfft)


def unknown() -> Iterator[str]:
    """Yield the operations that have an array argument and are in none of the lists above."""
    for name, spec in registry.items():
        listed = name in RULES or name in WITHOUT_DERIVATIVE
        if spec.arrays and spec.body is None and not listed:
            yield name
