"""Random numbers: a generator with a state, and draws that follow from a key.

A key is an int64 array of two numbers, a seed and a counter. The draws with a key are pure; the
functions without one take the next key of the generator of this thread or task.

Distributions are made of uniform and normal draws, in float64, and cast at the end. Where an
algorithm rejects, it goes a fixed number of rounds, so that it runs compiled as it stands; that a
draw needs more has a probability below 1e-8, and then its last candidate is taken. Parameters that
are Python numbers are checked; where an array has a parameter that is out of its range, the draw is
NaN, or -1 for integers. Derivatives pass to locations and scales, and to what is transformed
smoothly; not to parameters of an algorithm that rejects.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

import numpy

from ivy import backends, config
from ivy.array import Array
from ivy.backends.arrangements import check_axis
from ivy.backends.creating import check_key
from ivy.backends.filters import is_last
from ivy.dtypes import CATEGORIES, DType, iinfo, int64, promote
from ivy.errors import AxisError, TraceError, UnsupportedError
from ivy.functional._op import beside, composite, dtype_of
from ivy.functional.activations import sigmoid, softmax
from ivy.functional.creation import Shape, arange, asarray
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    abs,
    add,
    atan2,
    bitwise_and,
    bitwise_right_shift,
    bitwise_xor,
    clip,
    cos,
    equal,
    exp,
    expm1,
    floor,
    greater,
    less,
    log,
    log1p,
    logical_and,
    logical_not,
    logical_or,
    maximum,
    minimum,
    multiply,
    remainder,
    sign,
    sin,
    sqrt,
    square,
    subtract,
)
from ivy.functional.gradients import stop_gradient
from ivy.functional.indexing import take
from ivy.functional.linear_algebra import cholesky, diagonal, qr
from ivy.functional.manipulation import reshape, stack
from ivy.functional.searching import argmax, searchsorted, where
from ivy.functional.sorting import argsort
from ivy.functional.special import lgamma, ndtr, ndtri
from ivy.functional.statistical import any as any_
from ivy.functional.statistical import cumulative_sum, sum

# (seed, the next counter). A draw sets it anew, and changes nothing that another task has too.
_generator: ContextVar[tuple[int, int]] = ContextVar("ivy.random", default=(0, 0))


def seed(value: int) -> None:
    """Start the generator of this thread or task anew.

    A new thread starts with seed 0, and a new task where the task that made it is: those that shall
    draw different numbers call `seed` with different values.

    Parameters
    ----------
    value
        Any integer from 0 to ``2**63 - 1``; the same seed gives the same draws on a backend, and
        on every backend with ``ivy.config.portable_random``.

    Examples
    --------
    >>> import ivy
    >>> ivy.seed(0)
    >>> a = ivy.random_uniform(shape=(2,))
    >>> ivy.seed(0)
    >>> b = ivy.random_uniform(shape=(2,))
    >>> bool(ivy.all(a == b))
    True
    """
    if not 0 <= value < 2**63:
        raise ValueError(f"ivy.seed: expected 0 <= value < 2**63, got {value}")
    _generator.set((value, 0))


def generator_state() -> tuple[int, int]:
    """Return where the generator of this thread or task is: its seed and how often it was asked."""
    return _generator.get()


def set_generator_state(state: tuple[int, int]) -> None:
    """Put the generator of this thread or task where `generator_state` found it."""
    _generator.set(state)


class Lifted:
    """A generator whose first key is an array that is passed in, so that nothing is frozen."""

    def __init__(self, first: Array) -> None:
        self.first = first
        self.drawn = 0

    def next_key(self) -> Array:
        """Return the key that the generator gives next."""
        key = add(self.first, asarray([0, self.drawn], dtype="int64"))
        self.drawn += 1
        return key


_lifted: ContextVar[Lifted | None] = ContextVar("ivy.random.lifted", default=None)


@contextmanager
def lifted_key(first: Array) -> Iterator[Lifted]:
    """Have `next_key` give keys that follow from an array."""
    token = _lifted.set(Lifted(first))
    try:
        found = _lifted.get()
        assert found is not None
        yield found
    finally:
        _lifted.reset(token)


def lifted_by() -> Lifted | None:
    """Return what gives the keys in code that is being compiled by Ivy; None elsewhere."""
    return _lifted.get()


@composite(rank="one")
def next_key() -> Array:
    """Return the next key of the generator of this thread or task, an int64 array ``(2,)``.

    In traced code it is drawn at every run, never frozen.

    Raises
    ------
    TraceError
        The framework is compiling, and would freeze the key: pass a key as an argument.

    Examples
    --------
    >>> import ivy
    >>> ivy.seed(5)
    >>> ivy.next_key(), ivy.next_key()
    (Array([5, 0], dtype=int64, backend='numpy'), Array([5, 1], dtype=int64, backend='numpy'))
    """
    if backends.core(backends.current_backend()).is_compiling():
        raise TraceError(
            "ivy.next_key: a draw from the generator would be frozen in compiled code; "
            "make the key outside with ivy.next_key() and pass it as an argument, or compile with "
            "ivy.compile"
        )
    start, count = _generator.get()
    _generator.set((start, count + 1))
    return asarray([start, count], dtype="int64")


@composite(rank="two", dtypes="integral")
def split_key(key: Array, count: int, /) -> Array:
    """Return keys that follow from a key, for draws that shall have nothing to do with each other.

    Parameters
    ----------
    key
        A key, from `next_key`; no draw should be made from it any more.
    count
        How many keys.

    Returns
    -------
    Array
        An int64 array ``(count, 2)``, a key in each row.

    Examples
    --------
    >>> import ivy
    >>> first, second = ivy.unstack(ivy.split_key(ivy.asarray([1, 2]), 2))
    >>> ivy.keyed_uniform(first, ()) == ivy.keyed_uniform(second, ())
    Array(False, dtype=bool, backend='numpy')
    """
    other = bitwise_xor(key, _SPLIT)
    return _drawn(keyed_integers, other, (count, 2), low=0, high=2**31 - 1, dtype="int64")


# -- bits ----------------------------------------------------------------------------------------

# Bits of no meaning, so that the keys from a key have nothing to do with its draws.
_SPLIT = 0x2545F491
# The digits of a significand, with the leading one.
_DIGITS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}


def _shifted(x: Array, count: int) -> Array:
    """Return the bits of int64 moved to the right, zeros coming in."""
    return bitwise_and(bitwise_right_shift(x, count), (1 << (64 - count)) - 1)


def _mixed(x: Array) -> Array:
    """SplitMix64's finaliser (https://doi.org/10.1145/2660193.2660195), in wrapping int64."""
    x = multiply(bitwise_xor(x, _shifted(x, 30)), -0x40A7B892E31B1A47)
    x = multiply(bitwise_xor(x, _shifted(x, 27)), -0x6B2FB644ECCEEE15)
    return bitwise_xor(x, _shifted(x, 31))


def _bits(key: Array, shape: tuple[int, ...]) -> Array:
    """Return 64 random bits for each element: a hash of the key and of the element's position."""
    check_key("keyed_bits", key.shape)
    key = astype(key, "int64", copy=False)
    if key.dtype is not int64:
        raise UnsupportedError(
            "ivy: expected 64-bit integers for portable random numbers, and jax has them turned "
            "off; choose the backend with ivy.set_backend('jax', x64=True)"
        )
    state = _mixed(_mixed(key[0] + 1) + key[1])
    count = reshape(beside(key, arange, 1, math.prod(shape) + 1, 1, dtype="int64"), shape)
    # Not the sum of the two, which a C++ compiler may hold not to overflow, and end a loop before.
    return _mixed(multiply(bitwise_xor(count, state), -0x61C8864680B583EB))


@composite(rank="shape", dtypes="integral")
def keyed_bits(key: Array, /, shape: tuple[int, ...]) -> Array:
    """Return 64 random bits for each element that follow from a key, the same on every backend.

    Parameters
    ----------
    key
        An int64 array ``(2,)``, from `next_key`.
    shape
        The shape of the result, which is int64.

    Examples
    --------
    >>> import ivy
    >>> ivy.keyed_bits(ivy.asarray([1, 2]), (3,)).dtype
    int64
    """
    return _bits(key, shape)


@composite(rank="shape", result="option", default_dtype="float", dtypes="integral")
def keyed_uniform(
    key: Array, /, shape: tuple[int, ...], *, dtype: DType | str | None = None
) -> Array:
    """Return uniform draws from [0, 1) that follow from a key.

    Parameters
    ----------
    key
        An int64 array ``(2,)``, from `next_key`.
    shape
        The shape of the result.
    dtype
        A real floating dtype; by default the default float dtype.

    Examples
    --------
    >>> import ivy
    >>> key = ivy.asarray([1, 2])
    >>> bool(ivy.all(ivy.keyed_uniform(key, (3,)) == ivy.keyed_uniform(key, (3,))))
    True
    """
    digits = _DIGITS[_named(dtype).name]
    whole = astype(_shifted(_bits(key, shape), 64 - digits), "float64")
    return astype(whole * 2.0**-digits, _named(dtype))


@composite(rank="shape", result="option", default_dtype="float", dtypes="integral")
def keyed_normal(
    key: Array, /, shape: tuple[int, ...], *, dtype: DType | str | None = None
) -> Array:
    """Return draws from the standard normal distribution that follow from a key.

    The parameters are those of `keyed_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.keyed_normal(ivy.asarray([1, 2]), (3,)).shape
    (3,)
    """
    # The method of Box and Muller.
    draws = _portable(keyed_uniform, key, (2, *shape), dtype="float64")
    radius = sqrt(log1p(-draws[0]) * -2)
    return astype(radius * cos(draws[1] * (2 * math.pi)), _named(dtype))


@composite(rank="shape", result="option", default_dtype="integer", dtypes="integral")
def keyed_integers(
    key: Array,
    /,
    shape: tuple[int, ...],
    *,
    low: int,
    high: int,
    dtype: DType | str | None = None,
) -> Array:
    """Return uniform integers from ``low`` up to, and without, ``high`` that follow from a key.

    Parameters
    ----------
    key
        An int64 array ``(2,)``, from `next_key`.
    shape
        The shape of the result.
    low, high
        The limits, ``low < high``.
    dtype
        An integer dtype; by default the default integer dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.keyed_integers(ivy.asarray([1, 2]), (3,), low=4, high=5)
    Array([4, 4, 4], dtype=int64, backend='numpy')
    """
    draws = remainder(_shifted(_bits(key, shape), 1), high - low)
    return add(astype(draws, _whole(dtype)), low)


@composite(rank="one", dtypes="integral")
def keyed_permutation(key: Array, /, n: int) -> Array:
    """Return the integers from 0 to ``n - 1`` in an order that follows from a key.

    Examples
    --------
    >>> import ivy
    >>> ivy.sort(ivy.keyed_permutation(ivy.asarray([1, 2]), 3))
    Array([0, 1, 2], dtype=int64, backend='numpy')
    """
    return argsort(_bits(key, (n,)))


# -- what every distribution does ----------------------------------------------------------------


class _Rule(NamedTuple):
    """What a parameter must be; works on numbers and arrays."""

    text: str
    holds: Callable[[Any], Any]


_ANY = _Rule("a number", lambda v: v == v)
_POSITIVE = _Rule("> 0", lambda v: v > 0)
_NOT_NEGATIVE = _Rule(">= 0", lambda v: v >= 0)
_RATE = _Rule("finite and >= 0", lambda v: (v >= 0) & (v < math.inf))
_SHARE = _Rule("from 0 to 1", lambda v: (v >= 0) & (v <= 1))
_CHANCE = _Rule("above 0, up to 1", lambda v: (v > 0) & (v <= 1))


class _Draw:
    """The draws of one call: key and shape, and where the parameters are in their range."""

    def __init__(
        self,
        op: str,
        key: Array | None,
        shape: Shape | None,
        **parameters: tuple[Any, _Rule],
    ) -> None:
        self.valid: Any = True
        for name, (value, rule) in parameters.items():
            holds = rule.holds(value)
            if isinstance(value, Array):
                self.valid = holds & self.valid
            elif not holds:
                raise ValueError(f"ivy.{op}: expected {name} {rule.text}, got {name}={value}")
        arrays = [v for v, _ in parameters.values() if isinstance(v, Array)]
        self.shape = _shape(op, shape, [v.shape for v in arrays])
        self.key = _key(key, *arrays)

    def split(self, count: int) -> list[Array]:
        """Return keys for several draws; the key itself is used up."""
        keys = split_key(self.key, count)
        return [keys[i] for i in range(count)]

    def uniform(self, count: int = 1, key: Array | None = None) -> Any:
        """Return uniform draws from [0, 1), or several."""
        return _several(keyed_uniform, self.key if key is None else key, count, self.shape)

    def open(self, count: int = 1, key: Array | None = None) -> Any:
        """Return uniform draws that are not 0 either."""
        draws = self.uniform(count, key)
        if count == 1:
            return maximum(draws, 2.0**-54)
        return [maximum(u, 2.0**-54) for u in draws]

    def normal(self, count: int = 1, key: Array | None = None) -> Any:
        """Return draws from the standard normal distribution, or several."""
        return _several(keyed_normal, self.key if key is None else key, count, self.shape)

    def result(self, x: Array, dtype: DType | str) -> Array:
        """Return draws in the dtype that was asked for, marked where a parameter was wrong."""
        if self.valid is not True:
            whole = dtype_of(dtype) in CATEGORIES["integral"]
            x = where(self.valid, x, -1 if whole else math.nan)
        return astype(x, dtype)


def _several(draw: Any, key: Array, count: int, shape: tuple[int, ...]) -> Any:
    if count == 1:
        return _drawn(draw, key, shape, dtype="float64")
    draws = _drawn(draw, key, (count, *shape), dtype="float64")
    return [draws[i] for i in range(count)]


def _drawn(draw: Any, key: Array, *args: Any, **options: Any) -> Array:
    """Draw from a key: as the backend does, or by the body, the same everywhere."""
    if config.portable_random.get():
        return _portable(draw, key, *args, **options)
    result: Array = draw(key, *args, **options)
    return result


def _portable(draw: Any, key: Array, *args: Any, **options: Any) -> Array:
    """Draw by the body of an operation."""
    result: Array = draw.spec.body(key, *args, **options)
    return result


def _key(key: Array | None, *arrays: Array) -> Array:
    """Return the key, or the next one, where the parameters are."""
    if key is None:
        if arrays and arrays[0].backend != backends.current_backend():
            with backends.with_backend(arrays[0].backend):
                key = next_key()
        else:
            key = next_key()
        if arrays and arrays[0].device != key.device:
            key = asarray(key, device=arrays[0].device)
    return key


def _sizes(shape: Shape) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _shape(op: str, shape: Shape | None, given: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the shape of the result: what was asked for, or that of the parameters."""
    wanted = None if shape is None else _sizes(shape)
    try:
        common = numpy.broadcast_shapes(*given, wanted or ())
    except ValueError:
        common = None
    if common is None or (wanted is not None and common != wanted):
        shapes = ", ".join(map(str, given))
        raise ValueError(
            f"ivy.{op}: expected a shape that the parameters of shapes {shapes} broadcast to, "
            f"got shape={shape}"
        )
    return common


def _named(dtype: DType | str | None, *parameters: Any) -> DType:
    """Return the dtype of the draws: that asked for, or of the parameters, or the default."""
    if dtype is not None:
        return dtype_of(dtype)
    found = [v.dtype for v in parameters if isinstance(v, Array)]
    floats = [d for d in found if d in CATEGORIES["real floating"]]
    return promote(*floats) if floats else config.float_dtype.get()


def _whole(dtype: DType | str | None) -> DType:
    return config.int_dtype.get() if dtype is None else dtype_of(dtype)


def _wide(value: Any) -> Any:
    """Return a parameter in the precision that draws are made in."""
    return astype(value, "float64", copy=False) if isinstance(value, Array) else float(value)


def _constant(value: Any) -> Any:
    """Return a parameter that no derivative passes to."""
    return _wide(stop_gradient(value) if isinstance(value, Array) else value)


# A distribution's declaration: real parameters, and a float dtype.
_FLOATS: dict[str, Any] = {
    "dtypes": "real floating",
    "rank": "drawn",
    "result": "option",
    "default_dtype": "drawn",
}
_INTEGERS: dict[str, Any] = {**_FLOATS, "default_dtype": "integer"}

# -- locations and scales ------------------------------------------------------------------------


@composite(promoted=("low", "high"), **_FLOATS)
def random_uniform(
    *,
    shape: Shape | None = None,
    low: Array | float = 0.0,
    high: Array | float = 1.0,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the uniform distribution on [low, high).

    Parameters
    ----------
    shape
        The shape of the result; by default that of the parameters, which must broadcast to it.
    low, high
        The limits, numbers or arrays, ``low <= high``.
    dtype
        A real floating dtype; by default that of parameters that are arrays, or else the default
        float dtype.
    key
        A key to draw from; by default the next one of the generator.

    Raises
    ------
    ValueError
        The number `low` is above the number `high`, or the shape does not fit the parameters.

    Examples
    --------
    >>> import ivy
    >>> bool(ivy.all(ivy.random_uniform(shape=(3,), low=2.0, high=3.0) >= 2))
    True
    """
    d = _Draw("random_uniform", key, shape, low=(low, _ANY), high=(high, _ANY))
    wanted = _named(dtype, low, high)
    draw = _drawn(keyed_uniform, d.key, d.shape, dtype=wanted)
    if not isinstance(low, Array) and not isinstance(high, Array):
        if low > high:
            raise ValueError(
                f"ivy.random_uniform: expected low <= high, got low={low}, high={high}"
            )
        if (low, high) == (0.0, 1.0):
            return draw
    else:
        d.valid = (low <= high) & d.valid
        low, high = [astype(v, wanted) if isinstance(v, Array) else v for v in (low, high)]
    x = add(multiply(draw, high - low), low)
    # Rounding may have reached the upper limit.
    return d.result(where(x < high, x, low), wanted)


@composite(promoted=("mean", "std"), **_FLOATS)
def random_normal(
    *,
    shape: Shape | None = None,
    mean: Array | float = 0.0,
    std: Array | float = 1.0,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the normal distribution.

    Parameters
    ----------
    shape
        The shape of the result; by default that of the parameters, which must broadcast to it.
    mean, std
        Its mean and standard deviation, numbers or arrays; ``std >= 0``.
    dtype
        A real floating dtype; by default that of parameters that are arrays, or else the default
        float dtype.
    key
        A key to draw from; by default the next one of the generator.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_normal(shape=(2, 3)).shape
    (2, 3)
    """
    d = _Draw("random_normal", key, shape, mean=(mean, _ANY), std=(std, _NOT_NEGATIVE))
    wanted = _named(dtype, mean, std)
    draw = _drawn(keyed_normal, d.key, d.shape, dtype=wanted)
    if not isinstance(mean, Array) and not isinstance(std, Array):
        return draw if (mean, std) == (0.0, 1.0) else add(multiply(draw, std), mean)
    mean, std = [astype(v, wanted) if isinstance(v, Array) else v for v in (mean, std)]
    return d.result(add(multiply(draw, std), mean), wanted)


@composite(promoted=("mean", "std"), **_FLOATS)
def random_lognormal(
    *,
    shape: Shape | None = None,
    mean: Array | float = 0.0,
    std: Array | float = 1.0,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws whose logarithms are normal, with this mean and standard deviation.

    The other parameters are those of `random_normal`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_lognormal(std=0.0)
    Array(1., dtype=float32, backend='numpy')
    """
    d = _Draw("random_lognormal", key, shape, mean=(mean, _ANY), std=(std, _NOT_NEGATIVE))
    return d.result(exp(d.normal() * _wide(std) + _wide(mean)), _named(dtype, mean, std))


@composite(promoted=("low", "high"), **_FLOATS)
def random_truncated_normal(
    low: Array | float,
    high: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the standard normal distribution, given that they lie in [low, high].

    Parameters
    ----------
    low, high
        The limits, numbers or arrays, ``low < high``; infinities are allowed.
    shape, dtype, key
        As in `random_uniform`.

    Notes
    -----
    For another mean and deviation, transform limits and draws. Beyond 37 deviations, where the
    tail has no probability in float64, the draws are the limit that is nearer to 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_truncated_normal(-2.0, 2.0, shape=(3,)).shape
    (3,)
    """
    d = _Draw("random_truncated_normal", key, shape, low=(low, _ANY), high=(high, _ANY))
    if isinstance(low, Array) or isinstance(high, Array):
        d.valid = (low < high) & d.valid
    elif not low < high:
        raise ValueError(
            f"ivy.random_truncated_normal: expected low < high, got low={low}, high={high}"
        )
    u = d.uniform()
    a, b = u * 0 + _wide(low), u * 0 + _wide(high)
    # In the lower tail probabilities are small numbers, and exact.
    flips = a > 0
    a, b = where(flips, -b, a), where(flips, -a, b)
    pa, pb = ndtr(a), ndtr(b)
    x = clip(ndtri(pa + (pb - pa) * u), a, b)
    return d.result(where(flips, -x, x), _named(dtype, low, high))


@composite(promoted=("scale",), **_FLOATS)
def random_exponential(
    *,
    scale: Array | float = 1.0,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the exponential distribution, whose mean is `scale`.

    Parameters
    ----------
    scale
        The mean, a number or an array, > 0.
    shape, dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_exponential(scale=2.0, shape=(3,)).shape
    (3,)
    """
    d = _Draw("random_exponential", key, shape, scale=(scale, _POSITIVE))
    return d.result(-log1p(-d.uniform()) * _wide(scale), _named(dtype, scale))


@composite(promoted=("loc", "scale"), **_FLOATS)
def random_laplace(
    *,
    loc: Array | float = 0.0,
    scale: Array | float = 1.0,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the Laplace distribution, ``exp(-abs(x - loc) / scale) / (2 * scale)``.

    Parameters
    ----------
    loc, scale
        Mean and scale, numbers or arrays; ``scale > 0``.
    shape, dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_laplace(shape=(3,)).shape
    (3,)
    """
    d = _Draw("random_laplace", key, shape, loc=(loc, _ANY), scale=(scale, _POSITIVE))
    u = d.open() - 0.5
    x = -sign(u) * log1p(-2 * abs(u))
    return d.result(x * _wide(scale) + _wide(loc), _named(dtype, loc, scale))


@composite(promoted=("loc", "scale"), **_FLOATS)
def random_logistic(
    *,
    loc: Array | float = 0.0,
    scale: Array | float = 1.0,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the logistic distribution, whose cumulative probability is the sigmoid.

    The parameters are those of `random_laplace`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_logistic(shape=(3,)).shape
    (3,)
    """
    d = _Draw("random_logistic", key, shape, loc=(loc, _ANY), scale=(scale, _POSITIVE))
    u = d.open()
    return d.result((log(u) - log1p(-u)) * _wide(scale) + _wide(loc), _named(dtype, loc, scale))


@composite(promoted=("loc", "scale"), **_FLOATS)
def random_gumbel(
    *,
    loc: Array | float = 0.0,
    scale: Array | float = 1.0,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the Gumbel distribution, ``loc - scale * log(-log(u))`` for uniform `u`.

    The parameters are those of `random_laplace`, `loc` being the mode.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_gumbel(shape=(3,)).shape
    (3,)
    """
    d = _Draw("random_gumbel", key, shape, loc=(loc, _ANY), scale=(scale, _POSITIVE))
    return d.result(_wide(loc) - _log_of_exponential(d) * _wide(scale), _named(dtype, loc, scale))


def _log_of_exponential(d: _Draw) -> Array:
    return log(-log1p(-d.open()))


@composite(promoted=("loc", "scale"), **_FLOATS)
def random_cauchy(
    *,
    loc: Array | float = 0.0,
    scale: Array | float = 1.0,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the Cauchy distribution, which has no mean.

    The parameters are those of `random_laplace`, `loc` being the median.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_cauchy(shape=(3,)).shape
    (3,)
    """
    d = _Draw("random_cauchy", key, shape, loc=(loc, _ANY), scale=(scale, _POSITIVE))
    angle = (d.open() - 0.5) * math.pi
    return d.result(sin(angle) / cos(angle) * _wide(scale) + _wide(loc), _named(dtype, loc, scale))


@composite(promoted=("scale",), **_FLOATS)
def random_rayleigh(
    *,
    scale: Array | float = 1.0,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the Rayleigh distribution: lengths of normal vectors in the plane.

    Parameters
    ----------
    scale
        The mode, which is the deviation along each axis, a number or an array, > 0.
    shape, dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_rayleigh(shape=(3,)).shape
    (3,)
    """
    d = _Draw("random_rayleigh", key, shape, scale=(scale, _POSITIVE))
    return d.result(sqrt(log1p(-d.uniform()) * -2) * _wide(scale), _named(dtype, scale))


@composite(promoted=("concentration", "scale"), **_FLOATS)
def random_weibull(
    concentration: Array | float,
    /,
    *,
    scale: Array | float = 1.0,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the Weibull distribution: powers ``1 / concentration`` of exponential ones.

    Parameters
    ----------
    concentration, scale
        Shape and scale, numbers or arrays, > 0.
    shape, dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_weibull(1.5, shape=(3,)).shape
    (3,)
    """
    c = concentration
    rules = {"concentration": (c, _POSITIVE), "scale": (scale, _POSITIVE)}
    d = _Draw("random_weibull", key, shape, **rules)
    return d.result(exp(_log_of_exponential(d) / _wide(c)) * _wide(scale), _named(dtype, c, scale))


@composite(promoted=("concentration", "scale"), **_FLOATS)
def random_pareto(
    concentration: Array | float,
    /,
    *,
    scale: Array | float = 1.0,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the Pareto distribution: ``P(x > t) = (scale / t) ** concentration``.

    Parameters
    ----------
    concentration, scale
        The power and the smallest value, numbers or arrays, > 0.
    shape, dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> bool(ivy.all(ivy.random_pareto(3.0, scale=2.0, shape=(3,)) >= 2))
    True
    """
    c = concentration
    rules = {"concentration": (c, _POSITIVE), "scale": (scale, _POSITIVE)}
    d = _Draw("random_pareto", key, shape, **rules)
    return d.result(exp(-log1p(-d.uniform()) / _wide(c)) * _wide(scale), _named(dtype, c, scale))


@composite(promoted=("low", "mode", "high"), **_FLOATS)
def random_triangular(
    low: Array | float,
    mode: Array | float,
    high: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the triangular distribution.

    Parameters
    ----------
    low, mode, high
        The limits, and where the density is largest, numbers or arrays; ``low <= mode <= high``
        and ``low < high``.
    shape, dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_triangular(0.0, 1.0, 3.0, shape=(3,)).shape
    (3,)
    """
    rules = {"low": (low, _ANY), "mode": (mode, _ANY), "high": (high, _ANY)}
    d = _Draw("random_triangular", key, shape, **rules)
    ordered = (low <= mode) & (mode <= high) & (low < high)
    if isinstance(ordered, Array):
        d.valid = ordered & d.valid
    elif not ordered:
        raise ValueError(
            "ivy.random_triangular: expected low <= mode <= high and low < high, "
            f"got low={low}, mode={mode}, high={high}"
        )
    u, wide = d.uniform(), _named(dtype, low, mode, high)
    low, mode, high = _wide(low), _wide(mode), _wide(high)
    left = low + sqrt(u * ((high - low) * (mode - low)))
    right = high - sqrt((1 - u) * ((high - low) * (high - mode)))
    return d.result(where(u * (high - low) < mode - low, left, right), wide)


@composite(promoted=("df",), **_FLOATS)
def random_student_t(
    df: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from Student's t distribution.

    Parameters
    ----------
    df
        The degrees of freedom, a number or an array, > 0.
    shape, dtype, key
        As in `random_uniform`.

    Notes
    -----
    By the polar method of R. W. Bailey, https://doi.org/10.1090/S0025-5718-1994-1219700-3

    Examples
    --------
    >>> import ivy
    >>> ivy.random_student_t(5.0, shape=(3,)).shape
    (3,)
    """
    d = _Draw("random_student_t", key, shape, df=(df, _POSITIVE))
    u, v = d.uniform(2)
    wide = _wide(df)
    radius = sqrt(expm1(log1p(-u) * (-2 / wide)) * wide)
    return d.result(radius * cos(v * (2 * math.pi)), _named(dtype, df))


@composite(promoted=("mean", "concentration"), **_FLOATS)
def random_wald(
    mean: Array | float,
    concentration: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the Wald distribution, or inverse Gaussian.

    Parameters
    ----------
    mean, concentration
        Numbers or arrays, > 0; the variance is ``mean ** 3 / concentration``.
    shape, dtype, key
        As in `random_uniform`.

    Notes
    -----
    By the transformation with two roots (J. R. Michael and others,
    https://doi.org/10.1080/00031305.1976.10479147).

    Examples
    --------
    >>> import ivy
    >>> ivy.random_wald(1.0, 3.0, shape=(3,)).shape
    (3,)
    """
    rules = {"mean": (mean, _POSITIVE), "concentration": (concentration, _POSITIVE)}
    d = _Draw("random_wald", key, shape, **rules)
    first, second = d.split(2)
    m, half = _wide(mean), square(d.normal(key=first)) * (_wide(mean) / _wide(concentration)) * 0.5
    # The smaller root of a quadratic equation, in the form that does not cancel.
    small = m / (1 + half + sqrt(half * (half + 2)))
    x = where(d.uniform(key=second) * (m + small) <= m, small, m * m / small)
    return d.result(x, _named(dtype, mean, concentration))


# -- algorithms that reject ----------------------------------------------------------------------

Candidate = Callable[[Array], tuple[Array, Array]]


def _first_accepted(keys: list[Array], candidate: Candidate) -> Array:
    """Return the first candidate that is accepted, each from a key of its own."""
    value, done = candidate(keys[0])
    for key in keys[1:]:
        another, accepted = candidate(key)
        value = where(done, value, another)
        done = logical_or(done, accepted)
    return value


def _gamma_rounds(d: _Draw, key: Array, a: Any) -> Array:
    """Return logarithms of draws from the gamma distribution.

    By the method of G. Marsaglia and W. W. Tsang (https://doi.org/10.1145/358407.358414), which
    accepts 95 of 100 candidates or more.
    """
    keys = split_key(key, 9)
    centre = _either(a < 1, a + 1, a) - 1 / 3
    width = 1 / _root(centre * 9)

    def candidate(key: Array) -> tuple[Array, Array]:
        draws = split_key(key, 2)
        x, u = d.normal(key=draws[0]), d.open(key=draws[1])
        base = x * width + 1
        positive = base > 0
        v = log(where(positive, base, 1)) * 3
        accepted = log(u) < square(x) * 0.5 + (1 - exp(v) + v) * centre
        return v, logical_and(positive, accepted)

    result = _first_accepted([keys[i] for i in range(8)], candidate) + _log(centre)
    if not isinstance(a, Array) and a >= 1:
        return result
    return result + _either(a < 1, log(d.open(key=keys[8])) / a, 0.0)


# These take numbers too, and then give numbers.


def _either(condition: Any, a: Any, b: Any) -> Any:
    if isinstance(condition, Array):
        return where(condition, a, b)
    return a if condition else b


def _root(x: Any) -> Any:
    return sqrt(x) if isinstance(x, Array) else math.sqrt(x)


def _log(x: Any) -> Any:
    return log(x) if isinstance(x, Array) else math.log(x)


def _floor(x: Any) -> Any:
    return floor(x) if isinstance(x, Array) else math.floor(x)


def _lgamma(x: Any) -> Any:
    return lgamma(x) if isinstance(x, Array) else math.lgamma(x)


def _not_below(x: Any, least: float) -> Any:
    return maximum(x, least) if isinstance(x, Array) else max(x, least)


@composite(promoted=("concentration", "scale"), **_FLOATS)
def random_gamma(
    concentration: Array | float,
    /,
    *,
    scale: Array | float = 1.0,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the gamma distribution, whose mean is ``concentration * scale``.

    Parameters
    ----------
    concentration, scale
        Shape and scale, numbers or arrays, > 0. Derivatives pass to `scale` only.
    shape, dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_gamma(2.0, scale=3.0, shape=(3,)).shape
    (3,)
    """
    c = concentration
    rules = {"concentration": (c, _POSITIVE), "scale": (scale, _POSITIVE)}
    d = _Draw("random_gamma", key, shape, **rules)
    x = exp(_gamma_rounds(d, d.key, _constant(c)))
    return d.result(x * _wide(scale), _named(dtype, c, scale))


@composite(promoted=("df",), **_FLOATS)
def random_chi_square(
    df: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the chi-square distribution, whose mean is `df`.

    The parameters are those of `random_student_t`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_chi_square(4.0, shape=(3,)).shape
    (3,)
    """
    d = _Draw("random_chi_square", key, shape, df=(df, _POSITIVE))
    x = exp(_gamma_rounds(d, d.key, _constant(df) * 0.5))
    return d.result(x * 2, _named(dtype, df))


@composite(promoted=("a", "b"), **_FLOATS)
def random_beta(
    a: Array | float,
    b: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the beta distribution, whose mean is ``a / (a + b)``.

    Parameters
    ----------
    a, b
        The powers of `x` and ``1 - x`` in the density, plus 1: numbers or arrays, > 0.
    shape, dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_beta(2.0, 3.0, shape=(3,)).shape
    (3,)
    """
    d = _Draw("random_beta", key, shape, a=(a, _POSITIVE), b=(b, _POSITIVE))
    first, second = d.split(2)
    x = _gamma_rounds(d, first, _constant(a)) - _gamma_rounds(d, second, _constant(b))
    return d.result(sigmoid(x), _named(dtype, a, b))


@composite(dtypes="real floating", rank="vectors drawn", result="option", default_dtype="drawn")
def random_dirichlet(
    concentration: Array,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the Dirichlet distribution: vectors that sum to 1.

    Parameters
    ----------
    concentration
        The weights ``(..., K)``, > 0.
    shape
        The shape of the result without its last axis, which has length K.
    dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_dirichlet(ivy.asarray([1.0, 2.0, 3.0]), shape=(2,)).shape
    (2, 3)
    """
    c = concentration
    d = _vectors("random_dirichlet", c, shape, key, 1)
    if c.shape[-1] == 0:
        raise ValueError(
            f"ivy.random_dirichlet: expected a concentration for each category, got shape {c.shape}"
        )
    right = logical_not(any_(logical_not(c > 0), axis=-1, keepdims=True))
    d.valid = right
    return d.result(softmax(_gamma_rounds(d, d.key, _constant(c)), axis=-1), _named(dtype, c))


def _vectors(op: str, x: Array, shape: Shape | None, key: Array | None, axes: int) -> _Draw:
    """Return the draws of vectors or matrices, whose last axes are those of a parameter."""
    if x.ndim < axes:
        raise ValueError(f"ivy.{op}: expected at least {axes} axes, got shape {x.shape}")
    batch = _shape(op, shape, [x.shape[: x.ndim - axes]])
    return _Draw(op, _key(key, x), (*batch, *x.shape[x.ndim - axes :]))


@composite(promoted=("mean", "concentration"), **_FLOATS)
def random_von_mises(
    mean: Array | float,
    concentration: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return angles in [-pi, pi] from the von Mises distribution, a normal one on the circle.

    Parameters
    ----------
    mean
        The mean angle in radians, a number or an array.
    concentration
        How much the draws keep to the mean, a number or an array, >= 0; about the inverse of the
        variance. 0 gives uniform angles.
    shape, dtype, key
        As in `random_uniform`.

    Notes
    -----
    By the method of D. J. Best and N. I. Fisher, https://doi.org/10.2307/2346732

    Examples
    --------
    >>> import ivy
    >>> ivy.random_von_mises(0.0, 4.0, shape=(3,)).shape
    (3,)
    """
    rules = {"mean": (mean, _ANY), "concentration": (concentration, _RATE)}
    d = _Draw("random_von_mises", key, shape, **rules)
    keys = d.split(25)
    # Nearer to 0, no draw can tell the distribution from the uniform one.
    k = _not_below(_constant(concentration), 1e-9)
    t = _root(k * k * 4 + 1) + 1
    # (t - sqrt(2 t)) / (2 k), without cancellation.
    rho = k * 2 / (t + _root(t * 2))
    r = (rho * rho + 1) / (rho * 2)

    def candidate(key: Array) -> tuple[Array, Array]:
        u, v = d.open(2, key)
        z = cos(u * math.pi)
        f = (z * r + 1) / (z + r)
        c = (r - f) * k
        fits = logical_or(c * (2 - c) > v, log(c / v) + 1 >= c)
        return f, fits

    f = clip(_first_accepted(keys[:24], candidate), -1, 1)
    angle = atan2(sqrt((1 - f) * (1 + f)), f)
    x = where(d.uniform(key=keys[24]) < 0.5, -angle, angle) + _wide(mean)
    x = remainder(x + math.pi, 2 * math.pi) - math.pi
    return d.result(x, _named(dtype, mean, concentration))


# -- integers ------------------------------------------------------------------------------------


@composite(promoted=("p",), dtypes="real floating", rank="drawn", result="bool")
def random_bernoulli(
    p: Array | float,
    /,
    *,
    shape: Shape | None = None,
    key: Array | None = None,
) -> Array:
    """Return bools that are True with a probability.

    Parameters
    ----------
    p
        The probability, a number or an array, from 0 to 1. NaN, and what is below 0, gives False.
    shape, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_bernoulli(ivy.asarray([0.0, 1.0]))
    Array([False,  True], dtype=bool, backend='numpy')
    """
    d = _Draw("random_bernoulli", key, shape, p=(p, _SHARE))
    return less(d.uniform(), _wide(p))


@composite(promoted=("p",), **_INTEGERS)
def random_geometric(
    p: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return how many trials it takes to the first success, 1 or more.

    Parameters
    ----------
    p
        The probability of success, a number or an array, above 0 and up to 1.
    shape, key
        As in `random_uniform`.
    dtype
        A real dtype; by default the default integer dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_geometric(1.0, shape=(2,))
    Array([1, 1], dtype=int64, backend='numpy')
    """
    d = _Draw("random_geometric", key, shape, p=(p, _CHANCE))
    u = d.uniform()
    fails = log1p(u * 0 - _constant(p))
    return d.result(floor(log1p(-u) / fails) + 1, _whole(dtype))


# Below this mean, distributions are inverted by counting up; above, candidates are rejected.
_FEW = 10.0


def _by_size(mean: Any, few: Callable[[], Array], many: Callable[[], Array]) -> Array:
    """Return what an algorithm for small means gives, or one for large ones, by the mean."""
    if isinstance(mean, Array):
        return where(mean < _FEW, few(), many())
    return few() if mean < _FEW else many()


def _counted(u: Array, first: Array, ratio: Callable[[int], Any]) -> Array:
    """Return draws by inversion from the first probability and the ratio of each to the next.

    Below a mean of 10, there are more than 50 with a probability below 1e-17.
    """
    chance = total = first
    count = astype(u >= total, "float64")
    for i in range(1, 50):
        chance = chance * ratio(i)
        total = total + chance
        count = count + astype(u >= total, "float64")
    return count


def _poisson(d: _Draw, keys: list[Array], rate: Any) -> Array:
    """Return draws from the Poisson distribution.

    Rejection is the method PTRS of W. Hörmann, https://doi.org/10.1016/0167-6687(93)90997-4, which
    accepts three of four candidates or more.
    """
    # Each algorithm gets a rate that it works for, where the other one is taken.
    few = minimum(rate, _FEW) if isinstance(rate, Array) else rate
    many = maximum(rate, _FEW) if isinstance(rate, Array) else rate

    def by_counting() -> Array:
        u = d.uniform(key=keys[16])
        return _counted(u, exp(u * 0 - few), lambda i: few / i)

    def by_rejection() -> Array:
        log_rate = _log(many)
        b = 0.931 + 2.53 * _root(many)
        a = -0.059 + 0.02483 * b
        scale = 1.1239 + 1.1328 / (b - 3.4)
        surely = 0.9277 - 3.6224 / (b - 2)

        def candidate(key: Array) -> tuple[Array, Array]:
            u, v = d.open(2, key)
            u = u - 0.5
            us = 0.5 - abs(u)
            k = floor((2 * a / us + b) * u + many + 0.43)
            chance = k * log_rate - many - lgamma(maximum(k, 0) + 1)
            fits = log(v * scale / (a / square(us) + b)) <= chance
            fits = fits & (k >= 0) & logical_or(us >= 0.013, v <= us)
            return k, logical_or((us >= 0.07) & (v <= surely), fits)

        return maximum(_first_accepted(keys[:16], candidate), 0)

    return _by_size(rate, by_counting, by_rejection)


@composite(promoted=("rate",), **_INTEGERS)
def random_poisson(
    rate: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the Poisson distribution: how often something happens.

    Parameters
    ----------
    rate
        How often it happens in the mean, a number or an array, >= 0.
    shape, key
        As in `random_uniform`.
    dtype
        A real dtype; by default the default integer dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_poisson(0.0, shape=(2,))
    Array([0, 0], dtype=int64, backend='numpy')
    """
    d = _Draw("random_poisson", key, shape, rate=(rate, _RATE))
    return d.result(_poisson(d, d.split(17), _constant(rate)), _whole(dtype))


@composite(promoted=("count", "p"), **_INTEGERS)
def random_negative_binomial(
    count: Array | float,
    p: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return how many failures there are before a number of successes.

    Parameters
    ----------
    count
        The number of successes, a number or an array, > 0; it need not be whole.
    p
        The probability of success, a number or an array, above 0 and up to 1.
    shape, key
        As in `random_uniform`.
    dtype
        A real dtype; by default the default integer dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_negative_binomial(3.0, 1.0, shape=(2,))
    Array([0, 0], dtype=int64, backend='numpy')
    """
    rules = {"count": (count, _POSITIVE), "p": (p, _CHANCE)}
    d = _Draw("random_negative_binomial", key, shape, **rules)
    keys, chance = d.split(18), _constant(p)
    # A Poisson distribution whose rate is drawn from a gamma distribution.
    rate = exp(_gamma_rounds(d, keys[17], _constant(count))) * ((1 - chance) / chance)
    return d.result(_poisson(d, keys, rate), _whole(dtype))


def _binomial(d: _Draw, keys: list[Array], n: Any, p: Any) -> Array:
    """Return draws from the binomial distribution for ``p <= 0.5``.

    Rejection is the method BTRS of W. Hörmann, https://doi.org/10.1080/00949659308811496
    """
    mean = n * p
    few, many, trials = p, p, n
    if isinstance(mean, Array):
        # Each algorithm gets parameters that it works for, where the other one is taken.
        few = where(mean < _FEW, p + mean * 0, 0)
        many = where(mean < _FEW, 0.5, p + mean * 0)
        trials = where(mean < _FEW, 2 * _FEW, n + mean * 0)

    def by_counting() -> Array:
        u = d.uniform(key=keys[16])
        ratio = few / (1 - few)
        first = exp(log1p(u * 0 - few) * n)
        return _counted(u, first, lambda i: _not_below(n - i + 1, 0) / i * ratio)

    def by_rejection() -> Array:
        spread = _root(trials * many * (1 - many))
        b = 1.15 + 2.53 * spread
        a = -0.0873 + 0.0248 * b + 0.01 * many
        scale = (2.83 + 5.1 / b) * spread
        surely = 0.92 - 4.2 / b
        odds = _log(many / (1 - many))
        top = _floor((trials + 1) * many)
        highest = _lgamma(top + 1) + _lgamma(trials - top + 1)

        def candidate(key: Array) -> tuple[Array, Array]:
            u, v = d.open(2, key)
            u = u - 0.5
            us = 0.5 - abs(u)
            k = floor((2 * a / us + b) * u + trials * many + 0.5)
            inside = (k >= 0) & (k <= trials)
            safe = where(inside, k, 0)
            chance = highest - lgamma(safe + 1) - lgamma(trials - safe + 1) + (safe - top) * odds
            fits = inside & (log(v * scale / (a / square(us) + b)) <= chance)
            return k, logical_or((us >= 0.07) & (v <= surely), fits)

        return minimum(maximum(_first_accepted(keys[:16], candidate), 0), trials)

    return _by_size(mean, by_counting, by_rejection)


@composite(promoted=("count", "p"), **_INTEGERS)
def random_binomial(
    count: Array | float,
    p: Array | float,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return how many of a number of trials succeed.

    Parameters
    ----------
    count
        The number of trials, whole numbers or an array of them, >= 0.
    p
        The probability of success, a number or an array, from 0 to 1.
    shape, key
        As in `random_uniform`.
    dtype
        A real dtype; by default the default integer dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_binomial(5, 1.0, shape=(2,))
    Array([5, 5], dtype=int64, backend='numpy')
    """
    d = _Draw("random_binomial", key, shape, count=(count, _RATE), p=(p, _SHARE))
    n, chance = _constant(count), _constant(p)
    flips = chance > 0.5
    k = _binomial(d, d.split(17), n, _either(flips, 1 - chance, chance))
    return d.result(_either(flips, n - k, k), _whole(dtype))


@composite(promoted=("good", "bad"), **_INTEGERS)
def random_hypergeometric(
    good: Array | float,
    bad: Array | float,
    sample: int,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return how many good ones there are in a sample without replacement.

    Parameters
    ----------
    good, bad
        How many there are of each, whole numbers or arrays of them, >= 0.
    sample
        How many are taken, not more than there are. Time and memory grow with it.
    shape, key
        As in `random_uniform`.
    dtype
        A real dtype; by default the default integer dtype.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_hypergeometric(3, 0, 2, shape=(2,))
    Array([2, 2], dtype=int64, backend='numpy')
    """
    d = _Draw("random_hypergeometric", key, shape, good=(good, _RATE), bad=(bad, _RATE))
    enough = _constant(good) + _constant(bad) >= sample
    if isinstance(enough, Array):
        d.valid = enough & d.valid
    if sample < 0 or (not isinstance(enough, Array) and not enough):
        raise ValueError(
            "ivy.random_hypergeometric: expected a sample from 0 to good + bad, "
            f"got good={good}, bad={bad}, sample={sample}"
        )
    u = d.uniform()[..., None]
    good, bad = u * 0 + _end(_constant(good)), u * 0 + _end(_constant(bad))
    k = beside(u, arange, 0, sample + 1, 1, dtype="float64")
    possible = (k <= good) & (sample - k <= bad)
    chosen, others = where(possible, k, 0), where(possible, sample - k, 0)
    chance = -lgamma(chosen + 1) - lgamma(maximum(good - chosen, 0) + 1)
    chance = chance - lgamma(others + 1) - lgamma(maximum(bad - others, 0) + 1)
    chance = where(possible, chance, -math.inf)
    total = cumulative_sum(softmax(chance, axis=-1), axis=-1)
    # The last sum is 1 but for rounding.
    count = sum(astype(u * total[..., -1:] >= total, "float64"), axis=-1)
    return d.result(count, _whole(dtype))


def _end(x: Any) -> Any:
    return x[..., None] if isinstance(x, Array) else x


@composite(rank="shape", result="option", default_dtype="integer")
def randint(
    low: int,
    high: int,
    /,
    *,
    shape: Shape = (),
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return uniform integers from `low` up to, and without, `high`.

    Parameters
    ----------
    low, high
        The limits, ``low < high``.
    shape
        The shape of the result.
    dtype
        An integer dtype; by default the default integer dtype.
    key
        A key to draw from; by default the next one of the generator.

    Examples
    --------
    >>> import ivy
    >>> ivy.randint(4, 5, shape=(2,))
    Array([4, 4], dtype=int64, backend='numpy')
    """
    if low >= high:
        raise ValueError(f"ivy.randint: expected low < high, got low={low}, high={high}")
    wanted = config.int_dtype.get() if dtype is None else dtype_of(dtype)
    limits = iinfo(wanted)
    if low < limits.min or high - 1 > limits.max or high - low >= 2**63:
        raise ValueError(
            f"ivy.randint: expected {limits.min} <= low, high <= {limits.max + 1} for {wanted} and "
            f"fewer than 2**63 numbers, got low={low}, high={high}"
        )
    sizes = _sizes(shape)
    if high > 2**63 - 1:  # frameworks draw in int64
        return _portable(keyed_integers, _key(key), sizes, low=low, high=high, dtype=wanted)
    return _drawn(keyed_integers, _key(key), sizes, low=low, high=high, dtype=wanted)


@composite(dtypes="real floating", rank="vectors chosen", result="index")
def random_categorical(
    x: Array, /, *, shape: Shape | None = None, key: Array | None = None
) -> Array:
    """Return numbers of classes, drawn with probabilities whose logarithms are given.

    Parameters
    ----------
    x
        Logarithms of the probabilities ``(..., K)``, up to a constant; of probabilities `p`
        themselves, pass ``ivy.log(p)``.
    shape
        The shape of the result; by default that of `x` without its last axis, which must
        broadcast to it.
    key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_categorical(ivy.asarray([-ivy.inf, 0.0]), shape=(2,))
    Array([1, 1], dtype=int64, backend='numpy')
    """
    d = _vectors("random_categorical", x, shape, key, 1)
    # The largest of logits with Gumbel noise is each with its probability.
    return argmax(_constant(x) - _log_of_exponential(d), axis=-1)


@composite(dtypes="real floating", rank="vectors drawn", result="option", default_dtype="integer")
def random_multinomial(
    p: Array,
    count: int,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return how often each class comes in a number of draws.

    Parameters
    ----------
    p
        The probabilities of the classes ``(..., K)``, >= 0; they are divided by their sum.
    count
        The number of draws. Time and memory grow with it.
    shape
        The shape of the result without its last axis, which has length K.
    dtype
        A real dtype; by default the default integer dtype.
    key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_multinomial(ivy.asarray([0.0, 1.0]), 5)
    Array([0, 5], dtype=int64, backend='numpy')
    """
    if count < 0:
        raise ValueError(f"ivy.random_multinomial: expected count >= 0, got count={count}")
    d = _vectors("random_multinomial", p, shape, key, 1)
    d.valid = logical_not(any_(logical_not(p >= 0), axis=-1, keepdims=True))
    *batch, classes = d.shape
    u = _several(keyed_uniform, d.key, 1, (*batch, count))
    total = cumulative_sum(_constant(p), axis=-1)
    ends = total / total[..., -1:]
    inner = [sum(astype(u < ends[..., i, None], "int64"), axis=-1) for i in range(classes - 1)]
    none = astype(sum(u * 0, axis=-1), "int64")
    below = [none, *inner, none + count]
    counts = stack([b - a for a, b in itertools.pairwise(below)], axis=-1)
    return d.result(counts, _whole(dtype))


# -- vectors and matrices ------------------------------------------------------------------------


@composite(
    dtypes="real floating",
    rank="vectors drawn",
    result="option",
    default_dtype="drawn",
    promoted=("mean", "cov"),
)
def random_multivariate_normal(
    mean: Array,
    cov: Array,
    /,
    *,
    shape: Shape | None = None,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the normal distribution of vectors.

    Parameters
    ----------
    mean
        The mean ``(..., N)``.
    cov
        The covariances ``(..., N, N)``, symmetric and positive definite.
    shape
        The shape of the result without its last axis, which has length N.
    dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_multivariate_normal(ivy.zeros(2), ivy.eye(2), shape=(3,)).shape
    (3, 2)
    """
    n = mean.shape[-1] if mean.ndim else -1
    if cov.shape[-2:] != (n, n):
        raise ValueError(
            "ivy.random_multivariate_normal: expected a mean (..., N) and covariances (..., N, N), "
            f"got shapes {mean.shape} and {cov.shape}"
        )
    batch = _shape("random_multivariate_normal", shape, [mean.shape[:-1], cov.shape[:-2]])
    d = _Draw("random_multivariate_normal", _key(key, mean), (*batch, n))
    spread = cholesky(_wide(cov)) @ d.normal()[..., None]
    return d.result(spread[..., 0] + _wide(mean), _named(dtype, mean, cov))


@composite(rank="matrices drawn", result="option", default_dtype="float")
def random_orthogonal(
    n: int,
    /,
    *,
    shape: Shape = (),
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return orthogonal matrices ``(*shape, n, n)``, uniform over rotations and reflections.

    Parameters
    ----------
    n
        The number of rows and columns.
    shape
        The shape of the result without its last two axes.
    dtype, key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_orthogonal(3).shape
    (3, 3)
    """
    d = _Draw("random_orthogonal", key, (*_sizes(shape), n, n))
    q, r = qr(d.normal())
    # Unique, and so uniform, once the diagonal of the other factor is positive.
    return d.result(q * sign(diagonal(r))[..., None, :], _named(dtype))


@composite(rank="vectors of length n", result="option", default_dtype="float")
def random_unit_vector(
    n: int,
    /,
    *,
    shape: Shape = (),
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return vectors of length 1 ``(*shape, n)``, uniform over all directions.

    The other parameters are those of `random_orthogonal`.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_unit_vector(3, shape=(2,)).shape
    (2, 3)
    """
    d = _Draw("random_unit_vector", key, (*_sizes(shape), n))
    x = d.normal()
    return d.result(x / sqrt(sum(square(x), axis=-1, keepdims=True)), _named(dtype))


# -- orders --------------------------------------------------------------------------------------


@composite(rank="one")
def random_permutation(n: int, /, *, key: Array | None = None) -> Array:
    """Return the integers from 0 to ``n - 1`` in random order.

    Examples
    --------
    >>> import ivy
    >>> ivy.sort(ivy.random_permutation(3))
    Array([0, 1, 2], dtype=int64, backend='numpy')
    """
    return _drawn(keyed_permutation, _key(key), n)


@composite(dtypes="real floating")
def dropout(x: Array, rate: float, /, *, key: Array | None = None) -> Array:
    """Return `x` with elements set to zero at random, the others divided by ``1 - rate``.

    Parameters
    ----------
    x
        The array.
    rate
        The probability that an element is set to zero, from 0 to 1.
    key
        A key to draw from; by default the next one of the generator.

    Examples
    --------
    >>> import ivy
    >>> ivy.dropout(ivy.asarray([1.0, 2.0]), 0.0)
    Array([1., 2.], dtype=float32, backend='numpy')
    """
    _check_rate("dropout", rate)
    if rate == 1:
        return multiply(x, 0.0)
    return multiply(x, multiply(_kept(x, rate, x.shape, key), 1 / (1 - rate)))


def _check_rate(op: str, rate: float) -> None:
    if not 0 <= rate <= 1:
        raise ValueError(f"ivy.{op}: expected 0 <= rate <= 1, got {rate}")


def _kept(x: Array, rate: float, shape: tuple[int, ...], key: Array | None) -> Array:
    """Return 1 for what is kept, which has the probability ``1 - rate``, and else 0."""
    draw = _drawn(keyed_uniform, _key(key, x), shape, dtype=config.float_dtype.get())
    return astype(less(draw, 1 - rate), x.dtype)


def _of_channels(op: str, shape: tuple[int, ...], count: int, data_format: str) -> tuple[int, ...]:
    """Return the shape with one element for each channel; `count` is how many other axes it has."""
    last = is_last(op, data_format)
    if len(shape) <= count:
        raise ValueError(
            f"ivy.{op}: expected an array with channels and {count} other axes, got shape {shape}; "
            "add axes with ivy.reshape"
        )
    ones, place = (1,) * count, len(shape) - count
    return (*shape[: place - 1], *ones, shape[-1]) if last else (*shape[:place], *ones)


def _without_channels(
    op: str, x: Array, rate: float, count: int, data_format: str, key: Array | None
) -> Array:
    _check_rate(op, rate)
    shape = _of_channels(op, x.shape, count, data_format)
    if rate == 1:
        return multiply(x, 0.0)
    return multiply(x, multiply(_kept(x, rate, shape, key), 1 / (1 - rate)))


@composite(dtypes="real floating")
def dropout1d(
    x: Array,
    rate: float,
    /,
    *,
    data_format: str = "channels_first",
    key: Array | None = None,
) -> Array:
    """Return `x` with whole channels set to zero at random, the others divided by ``1 - rate``.

    Parameters
    ----------
    x
        Signals ``(..., C, L)``, or ``(..., L, C)``.
    rate
        The probability that a channel is set to zero, from 0 to 1.
    data_format
        ``"channels_first"`` or ``"channels_last"``: where the channels are among the last axes.
    key
        A key to draw from; by default the next one of the generator.

    Raises
    ------
    ValueError
        The array has too few axes, or `rate` is no probability.

    Examples
    --------
    >>> import ivy
    >>> ivy.dropout1d(ivy.asarray([[1.0, 2.0]]), 0.0)
    Array([[1., 2.]], dtype=float32, backend='numpy')
    """
    return _without_channels("dropout1d", x, rate, 1, data_format, key)


@composite(dtypes="real floating")
def dropout2d(
    x: Array,
    rate: float,
    /,
    *,
    data_format: str = "channels_first",
    key: Array | None = None,
) -> Array:
    """Return images ``(..., C, H, W)`` with whole channels set to zero at random, see `dropout1d`.

    The parameters are those of `dropout1d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.dropout2d(ivy.asarray([[[1.0, 2.0]]]), 0.0)
    Array([[[1., 2.]]], dtype=float32, backend='numpy')
    """
    return _without_channels("dropout2d", x, rate, 2, data_format, key)


@composite(dtypes="real floating")
def dropout3d(
    x: Array,
    rate: float,
    /,
    *,
    data_format: str = "channels_first",
    key: Array | None = None,
) -> Array:
    """Return volumes ``(..., C, D, H, W)`` with whole channels set to zero, see `dropout1d`.

    The parameters are those of `dropout1d`.

    Examples
    --------
    >>> import ivy
    >>> ivy.dropout3d(ivy.asarray([[[[1.0, 2.0]]]]), 0.0)
    Array([[[[1., 2.]]]], dtype=float32, backend='numpy')
    """
    return _without_channels("dropout3d", x, rate, 3, data_format, key)


# What `selu` gives for large negative numbers.
_SELU_LIMIT = -1.7580993408473766


def _alpha_dropped(x: Array, rate: float, shape: tuple[int, ...], key: Array | None) -> Array:
    """Return `x` with elements set to the limit of `selu`, then scaled to mean 0 and variance 1."""
    if rate == 1:
        return multiply(x, 0.0)
    kept = _kept(x, rate, shape, key)
    scale = ((_SELU_LIMIT**2 * rate + 1) * (1 - rate)) ** -0.5
    shift = add(multiply(kept, -scale * _SELU_LIMIT), scale * _SELU_LIMIT * (1 - rate))
    return add(multiply(x, multiply(kept, scale)), shift)


@composite(dtypes="real floating")
def alpha_dropout(x: Array, rate: float, /, *, key: Array | None = None) -> Array:
    """Return `x` with elements set to the lower limit of `selu` at random, then shifted and scaled.

    What has mean 0 and variance 1 keeps both, see https://arxiv.org/abs/1706.02515.

    Parameters
    ----------
    x
        The array.
    rate
        The probability that an element is dropped, from 0 to 1; at 1 all become 0.
    key
        A key to draw from; by default the next one of the generator.

    Raises
    ------
    ValueError
        `rate` is no probability.

    Examples
    --------
    >>> import ivy
    >>> ivy.alpha_dropout(ivy.asarray([1.0, 2.0]), 0.0)
    Array([1., 2.], dtype=float32, backend='numpy')
    """
    _check_rate("alpha_dropout", rate)
    return _alpha_dropped(x, rate, x.shape, key)


@composite(dtypes="real floating")
def feature_alpha_dropout(
    x: Array,
    rate: float,
    /,
    *,
    data_format: str = "channels_first",
    key: Array | None = None,
) -> Array:
    """Return `x` with whole channels dropped as `alpha_dropout` drops elements.

    Parameters
    ----------
    x
        Samples with channels ``(N, C, ...)``, or ``(N, ..., C)``.
    rate
        The probability that a channel is dropped, from 0 to 1; at 1 all become 0.
    data_format
        ``"channels_first"`` or ``"channels_last"``: which axis the channels are.
    key
        A key to draw from; by default the next one of the generator.

    Raises
    ------
    ValueError
        The array has too few axes, or `rate` is no probability.

    Examples
    --------
    >>> import ivy
    >>> ivy.feature_alpha_dropout(ivy.asarray([[1.0, 2.0]]), 0.0)
    Array([[1., 2.]], dtype=float32, backend='numpy')
    """
    _check_rate("feature_alpha_dropout", rate)
    others = max(len(x.shape) - 2, 0)
    shape = _of_channels("feature_alpha_dropout", x.shape, others, data_format)
    return _alpha_dropped(x, rate, shape, key)


@composite(dtypes="real floating")
def rrelu(
    x: Array, /, *, lower: float = 1 / 8, upper: float = 1 / 3, key: Array | None = None
) -> Array:
    """Return `x` where it is positive, else `x` times a slope that is drawn for each element.

    It is for training; otherwise take `leaky_relu` with the slope ``(lower + upper) / 2``. See
    https://arxiv.org/abs/1505.00853.

    Parameters
    ----------
    x
        The array.
    lower, upper
        The limits of the slopes.
    key
        A key to draw from; by default the next one of the generator.

    Raises
    ------
    ValueError
        The limits are not finite, or the lower one is above the upper one.

    Examples
    --------
    >>> import ivy
    >>> ivy.rrelu(ivy.asarray([-1.0, 2.0]), lower=0.5, upper=0.5)
    Array([-0.5,  2. ], dtype=float32, backend='numpy')
    """
    if not -math.inf < lower <= upper < math.inf:
        raise ValueError(
            f"ivy.rrelu: expected finite lower <= upper, got lower={lower} and upper={upper}"
        )
    draw = _drawn(keyed_uniform, _key(key, x), x.shape, dtype=config.float_dtype.get())
    slope = astype(add(multiply(draw, upper - lower), lower), x.dtype)
    return where(greater(x, 0), x, multiply(x, slope))


@composite(dtypes="real floating")
def gumbel_softmax(
    x: Array,
    /,
    *,
    tau: float = 1.0,
    hard: bool = False,
    axis: int = -1,
    key: Array | None = None,
) -> Array:
    """Return draws of classes as probabilities that derivatives pass through.

    See https://arxiv.org/abs/1611.01144.

    Parameters
    ----------
    x
        Logarithms of the probabilities of the classes along an axis, up to a constant.
    tau
        The temperature, above 0: the lower, the nearer is one probability to 1.
    hard
        Whether the result is 1 for one class and 0 for the others; derivatives are still those of
        the probabilities.
    axis
        The axis of the classes.
    key
        A key to draw from; by default the next one of the generator.

    Raises
    ------
    ValueError
        `tau` is not positive.

    Examples
    --------
    >>> import ivy
    >>> ivy.gumbel_softmax(ivy.asarray([0.0, -ivy.inf]), hard=True)
    Array([1., 0.], dtype=float32, backend='numpy')
    """
    if not tau > 0:
        raise ValueError(f"ivy.gumbel_softmax: expected tau > 0, got tau={tau}")
    check_axis("gumbel_softmax", len(x.shape), axis)
    d = _Draw("gumbel_softmax", _key(key, x), x.shape)
    noise = astype(_log_of_exponential(d), x.dtype)
    soft = softmax(multiply(subtract(x, noise), 1 / tau), axis=axis)
    if not hard:
        return soft
    shape = [1] * x.ndim
    shape[axis] = x.shape[axis]
    place = reshape(beside(x, arange, 0, x.shape[axis], 1, dtype="int64"), tuple(shape))
    chosen = astype(equal(place, argmax(soft, axis=axis, keepdims=True)), x.dtype)
    # Its value is that of `chosen`, its derivative that of `soft`.
    return add(chosen, subtract(soft, stop_gradient(soft)))


@composite()
def random_shuffle(x: Array, /, *, axis: int = 0, key: Array | None = None) -> Array:
    """Return the parts of an array along an axis in random order.

    Parameters
    ----------
    x
        The array.
    axis
        The axis.
    key
        As in `random_uniform`.

    Examples
    --------
    >>> import ivy
    >>> ivy.sort(ivy.random_shuffle(ivy.asarray([5, 6, 7])))
    Array([5, 6, 7], dtype=int64, backend='numpy')
    """
    if not -x.ndim <= axis < x.ndim:
        raise AxisError(
            f"ivy.random_shuffle: expected an axis of an array of shape {x.shape}, got axis={axis}"
        )
    return take(x, _drawn(keyed_permutation, _key(key, x), x.shape[axis]), axis=axis)


@composite(rank="chosen")
def random_choice(
    x: Array,
    /,
    *,
    shape: Shape = (),
    replace: bool = True,
    p: Array | None = None,
    axis: int = 0,
    key: Array | None = None,
) -> Array:
    """Return parts of an array along an axis, drawn at random.

    Parameters
    ----------
    x
        The array; to draw from the numbers below n, pass ``ivy.arange(n)``.
    shape
        The shape that takes the place of the axis; by default a single part is drawn.
    replace
        Whether a part may be drawn more than once.
    p
        Weights of the parts ``(N,)``, >= 0, by default the same. Without replacement, each part is
        drawn by the weights of those that are left.
    axis
        The axis.
    key
        As in `random_uniform`.

    Raises
    ------
    ValueError
        There are not as many parts to draw, or the weights have another shape.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_choice(ivy.asarray([5, 6, 7]), p=ivy.asarray([0.0, 1.0, 0.0]))
    Array(6, dtype=int64, backend='numpy')
    """
    if not -x.ndim <= axis < x.ndim:
        raise AxisError(
            f"ivy.random_choice: expected an axis of an array of shape {x.shape}, got axis={axis}"
        )
    sizes = _sizes(shape)
    n, count = x.shape[axis], math.prod(sizes)
    if count > (count if replace and n else n):
        raise ValueError(
            f"ivy.random_choice: expected at most {n} parts, got shape={shape}, replace={replace}"
        )
    if p is not None and p.shape != (n,):
        raise ValueError(f"ivy.random_choice: expected weights of shape {(n,)}, got {p.shape}")
    if p is None:
        draw, key = (keyed_integers, keyed_permutation)[not replace], _key(key, x)
        options = {"low": 0, "high": n, "dtype": "int64"} if replace else {}
        chosen = _drawn(draw, key, (count,) if replace else n, **options)
    elif replace:
        total = cumulative_sum(_constant(p))
        u = _Draw("random_choice", _key(key, x), (count,)).uniform()
        # A part without weight is never drawn, for its end is that of the part before.
        chosen = minimum(searchsorted(total, u * total[-1], side="right"), n - 1)
    else:
        d = _Draw("random_choice", _key(key, x), (n,))
        # As ordered as exponential draws, each with the weight as its rate.
        chosen = argsort(_log_of_exponential(d) - log(_constant(p)))
    return _in_place_of(x, chosen[:count], sizes, axis % x.ndim)


def _in_place_of(x: Array, chosen: Array, shape: tuple[int, ...], axis: int) -> Array:
    parts = take(x, chosen, axis=axis)
    return reshape(parts, (*x.shape[:axis], *shape, *x.shape[axis + 1 :]))
