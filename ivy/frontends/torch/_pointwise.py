"""torch's element-wise functions."""

from __future__ import annotations

import builtins
from typing import Any

import ivy
from ivy.array import Array
from ivy.dtypes import CATEGORIES
from ivy.frontends.torch._annotations import Tensor
from ivy.frontends.torch._frontend import binary, frontend, unary

# Same meaning in ivy.
abs = unary(ivy.abs)
ceil = unary(ivy.ceil)
cos = unary(ivy.cos)
erf = unary(ivy.erf)
exp = unary(ivy.exp)
expm1 = unary(ivy.expm1)
floor = unary(ivy.floor)
isfinite = unary(ivy.isfinite)
isinf = unary(ivy.isinf)
isnan = unary(ivy.isnan)
log = unary(ivy.log)
log1p = unary(ivy.log1p)
reciprocal = unary(ivy.reciprocal)
relu = unary(ivy.relu)
rsqrt = unary(ivy.rsqrt)
sigmoid = unary(ivy.sigmoid)
sign = unary(ivy.sign)
sin = unary(ivy.sin)
sqrt = unary(ivy.sqrt)
square = unary(ivy.square)
tanh = unary(ivy.tanh)
trunc = unary(ivy.trunc)

atan2 = binary(ivy.atan2)
eq = binary(ivy.equal, "eq")
ge = binary(ivy.greater_equal, "ge")
gt = binary(ivy.greater, "gt")
le = binary(ivy.less_equal, "le")
lt = binary(ivy.less, "lt")
maximum = binary(ivy.maximum)
minimum = binary(ivy.minimum)
mul = binary(ivy.multiply, "mul", bools=ivy.logical_and)
ne = binary(ivy.not_equal, "ne")

absolute = abs
arctan2 = atan2
fix = trunc
greater = gt
greater_equal = ge
less = lt
less_equal = le
multiply = mul
not_equal = ne


def _no_zero(input: Any, other: Any, **options: Any) -> None:
    if _is_whole(input) and _is_whole(other):
        zero = bool(ivy.any(ivy.equal(other, 0))) if isinstance(other, Array) else other == 0
        if zero:
            raise RuntimeError("ZeroDivisionError")


def _is_whole(value: Any) -> bool:
    if isinstance(value, Array):
        return not value.dtype.category.endswith("floating")
    return isinstance(value, int)


@frontend(promoted=("input", "other"), bools=ivy.logical_or)
def add(input: Tensor, other: Tensor | complex, *, alpha: complex = 1) -> Tensor:
    """See :func:`torch.add`."""
    return ivy.add(input, other if alpha == 1 else ivy.multiply(other, alpha))


@frontend(promoted=("input", "other"))
def sub(input: Tensor, other: Tensor | complex, *, alpha: complex = 1) -> Tensor:
    """See :func:`torch.sub`."""
    return ivy.subtract(input, other if alpha == 1 else ivy.multiply(other, alpha))


subtract = sub


@frontend(promoted=("input", "other"))
def rsub(input: Tensor, other: Tensor | complex, *, alpha: complex = 1) -> Tensor:
    """See :func:`torch.rsub`."""
    return ivy.subtract(other, input if alpha == 1 else ivy.multiply(input, alpha))


def _no_zero_if_rounded(input: Any, other: Any, rounding_mode: str | None) -> None:
    if rounding_mode is not None:
        _no_zero(input, other)


@frontend(promoted=("input", "other"), check=_no_zero_if_rounded)
def div(input: Tensor, other: Tensor | complex, *, rounding_mode: str | None = None) -> Tensor:
    """See :func:`torch.div`."""
    if rounding_mode is None:
        return ivy.divide(input, other)
    if rounding_mode == "floor":
        return ivy.floor_divide(input, other)
    if rounding_mode == "trunc":
        quotient = ivy.trunc(ivy.divide(input, other))
        return ivy.astype(quotient, ivy.result_type(input, other))
    raise RuntimeError(
        "div expected rounding_mode to be one of None, 'trunc', or 'floor' "
        f"but found {rounding_mode!r}"
    )


divide = div
true_divide = binary(ivy.divide, "true_divide")


@frontend(promoted=("input", "other"), check=_no_zero)
def floor_divide(input: Tensor, other: Tensor | complex) -> Tensor:
    """See :func:`torch.floor_divide`."""
    return ivy.floor_divide(input, other)


@frontend(promoted=("input", "other"), check=_no_zero)
def remainder(input: Tensor, other: Tensor | complex) -> Tensor:
    """See :func:`torch.remainder`."""
    return ivy.remainder(input, other)


@frontend(promoted=("input", "other"), check=_no_zero)
def fmod(input: Tensor, other: Tensor | complex) -> Tensor:
    """See :func:`torch.fmod`."""
    # The sign is that of the first operand, where `remainder` takes that of the second.
    rest = ivy.remainder(builtins.abs(input), builtins.abs(other))
    return ivy.multiply(ivy.sign(input), rest)


def _no_negative_powers(input: Any, exponent: Any) -> None:
    if isinstance(exponent, int) and exponent < 0 and _is_whole(input):
        raise RuntimeError("Integers to negative integer powers are not allowed.")


@frontend(promoted=("input", "exponent"), check=_no_negative_powers)
def pow(input: Tensor | complex, exponent: Tensor | complex) -> Tensor:
    """See :func:`torch.pow`."""
    return ivy.pow(input, exponent)


neg = unary(ivy.negative, "neg")


negative = neg


@frontend
def positive(input: Tensor) -> Tensor:
    """See :func:`torch.positive`."""
    return input


@frontend
def round(input: Tensor, *, decimals: int = 0) -> Tensor:
    """See :func:`torch.round`."""
    if decimals == 0:
        return ivy.round(input)
    return ivy.divide(ivy.round(ivy.multiply(input, 10.0**decimals)), 10.0**decimals)


@frontend
def frac(input: Tensor) -> Tensor:
    """See :func:`torch.frac`."""
    return ivy.subtract(input, ivy.trunc(input))


@frontend
def log2(input: Tensor) -> Tensor:
    """See :func:`torch.log2`."""
    return ivy.multiply(ivy.log(input), 1.4426950408889634)


@frontend
def log10(input: Tensor) -> Tensor:
    """See :func:`torch.log10`."""
    return ivy.multiply(ivy.log(input), 0.4342944819032518)


@frontend
def exp2(input: Tensor) -> Tensor:
    """See :func:`torch.exp2`."""
    return ivy.pow(2.0, input)


@frontend
def tan(input: Tensor) -> Tensor:
    """See :func:`torch.tan`."""
    return ivy.divide(ivy.sin(input), ivy.cos(input))


@frontend
def sinh(input: Tensor) -> Tensor:
    """See :func:`torch.sinh`."""
    grown = ivy.expm1(input)
    return ivy.multiply(ivy.add(grown, ivy.divide(grown, ivy.add(grown, 1.0))), 0.5)


@frontend
def cosh(input: Tensor) -> Tensor:
    """See :func:`torch.cosh`."""
    return ivy.multiply(ivy.add(ivy.exp(input), ivy.exp(ivy.negative(input))), 0.5)


@frontend
def atan(input: Tensor) -> Tensor:
    """See :func:`torch.atan`."""
    return ivy.atan2(input, 1.0)


arctan = atan


@frontend
def asin(input: Tensor) -> Tensor:
    """See :func:`torch.asin`."""
    return ivy.atan2(input, ivy.sqrt(ivy.multiply(ivy.add(1.0, input), ivy.subtract(1.0, input))))


arcsin = asin


@frontend
def acos(input: Tensor) -> Tensor:
    """See :func:`torch.acos`."""
    opposite = ivy.sqrt(ivy.multiply(ivy.add(1.0, input), ivy.subtract(1.0, input)))
    return ivy.atan2(opposite, input)


arccos = acos


@frontend
def erfc(input: Tensor) -> Tensor:
    """See :func:`torch.erfc`."""
    return ivy.subtract(1.0, ivy.erf(input))


@frontend(promoted=("input", "other"))
def hypot(input: Tensor, other: Tensor) -> Tensor:
    """See :func:`torch.hypot`."""
    return ivy.sqrt(ivy.add(ivy.square(input), ivy.square(other)))


@frontend(promoted=("input", "other"))
def logaddexp(input: Tensor, other: Tensor) -> Tensor:
    """See :func:`torch.logaddexp`."""
    distance = ivy.abs(ivy.subtract(input, other))
    return ivy.add(ivy.maximum(input, other), ivy.log1p(ivy.exp(ivy.negative(distance))))


@frontend
def logit(input: Tensor, eps: float | None = None) -> Tensor:
    """See :func:`torch.logit`."""
    if eps is not None:
        input = ivy.clip(input, eps, 1 - eps)
    return ivy.log(ivy.divide(input, ivy.subtract(1.0, input)))


@frontend
def clamp(
    input: Tensor, min: Tensor | float | None = None, max: Tensor | float | None = None
) -> Tensor:
    """See :func:`torch.clamp`."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    return ivy.clip(input, min, max)


clip = clamp


@frontend
def clamp_min(input: Tensor, min: Tensor | float) -> Tensor:
    """See :func:`torch.clamp_min`."""
    return ivy.clip(input, min, None)


@frontend
def clamp_max(input: Tensor, max: Tensor | float) -> Tensor:
    """See :func:`torch.clamp_max`."""
    return ivy.clip(input, None, max)


@frontend(promoted=("input", "end"))
def lerp(input: Tensor, end: Tensor, weight: Tensor | float) -> Tensor:
    """See :func:`torch.lerp`."""
    return ivy.add(input, ivy.multiply(weight, ivy.subtract(end, input)))


@frontend
def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: complex = 1) -> Tensor:
    """See :func:`torch.addcmul`."""
    product = ivy.multiply(tensor1, tensor2)
    return ivy.add(input, product if value == 1 else ivy.multiply(product, value))


@frontend
def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: complex = 1) -> Tensor:
    """See :func:`torch.addcdiv`."""
    quotient = ivy.divide(tensor1, tensor2)
    return ivy.add(input, quotient if value == 1 else ivy.multiply(quotient, value))


@frontend
def nan_to_num(
    input: Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Tensor:
    """See :func:`torch.nan_to_num`."""
    limits = ivy.finfo(input.dtype)
    out = ivy.where(ivy.isnan(input), 0.0 if nan is None else nan, input)
    out = ivy.where(ivy.equal(out, ivy.inf), limits.max if posinf is None else posinf, out)
    return ivy.where(ivy.equal(out, -ivy.inf), limits.min if neginf is None else neginf, out)


@frontend(promoted=("input", "other"))
def isclose(
    input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> Tensor:
    """See :func:`torch.isclose`."""
    allowed = ivy.add(ivy.multiply(ivy.abs(other), rtol), atol)
    close = ivy.less_equal(ivy.abs(ivy.subtract(input, other)), allowed)
    close = ivy.logical_or(ivy.equal(input, other), ivy.logical_and(close, ivy.isfinite(other)))
    if equal_nan:
        return ivy.logical_or(close, ivy.logical_and(ivy.isnan(input), ivy.isnan(other)))
    return close


@frontend(promoted=("input", "other"))
def allclose(
    input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> bool:
    """See :func:`torch.allclose`."""
    return bool(ivy.all(isclose(input, other, rtol, atol, equal_nan)))


@frontend
def equal(input: Tensor, other: Tensor) -> bool:
    """See :func:`torch.equal`."""
    return input.shape == other.shape and bool(ivy.all(ivy.equal(input, other)))


def _truth(value: Any) -> Any:
    return value if value.dtype == "bool" else ivy.not_equal(value, 0)


def _on_truth(operation: Any) -> Any:
    # Ivy's logical operations take bools only.
    return lambda *values: operation(*[_truth(v) for v in values])


@frontend(eager=_on_truth(ivy.logical_not))
def logical_not(input: Tensor) -> Tensor:
    """See :func:`torch.logical_not`."""
    return ivy.logical_not(input)


@frontend(eager=_on_truth(ivy.logical_and))
def logical_and(input: Tensor, other: Tensor) -> Tensor:
    """See :func:`torch.logical_and`."""
    return ivy.logical_and(input, other)


@frontend(eager=_on_truth(ivy.logical_or))
def logical_or(input: Tensor, other: Tensor) -> Tensor:
    """See :func:`torch.logical_or`."""
    return ivy.logical_or(input, other)


@frontend(eager=_on_truth(ivy.logical_xor))
def logical_xor(input: Tensor, other: Tensor) -> Tensor:
    """See :func:`torch.logical_xor`."""
    return ivy.logical_xor(input, other)


bitwise_and = binary(ivy.bitwise_and)
bitwise_or = binary(ivy.bitwise_or)
bitwise_xor = binary(ivy.bitwise_xor)


@frontend
def bitwise_not(input: Tensor) -> Tensor:
    """See :func:`torch.bitwise_not`."""
    return ~input


@frontend(promoted=("input", "other"))
def where(condition: Tensor, input: Tensor | Any = None, other: Tensor | Any = None) -> Any:
    """See :func:`torch.where`."""
    if input is None and other is None:
        return ivy.nonzero(condition)
    if isinstance(input, int | float) and isinstance(other, int | float):
        # Of two Python numbers, the kind of both decides.
        kind = type(other) if isinstance(input, int) else type(input)
        input = ivy.full((), kind(input))
        other = ivy.full((), kind(other))
    return ivy.where(condition, input, other)


@frontend(promoted=("input", "value"))
def masked_fill(input: Tensor, mask: Tensor, value: Tensor | complex) -> Tensor:
    """See :func:`torch.masked_fill`."""
    return ivy.where(mask, value, input)


@frontend
def sgn(input: Tensor) -> Tensor:
    """See :func:`torch.sgn`."""
    return ivy.sign(input)


@frontend
def softplus(input: Tensor, beta: float = 1.0, threshold: float = 20.0) -> Tensor:
    """See :func:`torch.nn.functional.softplus`."""
    scaled = ivy.multiply(input, beta)
    # Above the threshold torch is exactly linear.
    return ivy.where(ivy.greater(scaled, threshold), input, ivy.divide(ivy.softplus(scaled), beta))
