"""Random numbers: a generator with a state, and draws that follow from a key.

A key is an int64 array of two numbers, a seed and a counter. The draws with a key are pure; the
functions without one take the next key of the generator of this thread or task.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from ivy import backends, config
from ivy.array import CLASSES, Array
from ivy.dtypes import DType
from ivy.errors import TraceError
from ivy.functional._op import composite, op
from ivy.functional.creation import asarray
from ivy.functional.data_type import astype
from ivy.functional.elementwise import add, less, multiply

# (seed, the next counter); a fresh context starts with seed 0.
_generator: ContextVar[tuple[int, Iterator[int]]] = ContextVar("ivy.random")


def seed(value: int) -> None:
    """Start the generator of this thread or task anew.

    Parameters
    ----------
    value
        Any integer from 0 to ``2**63 - 1``; the same seed gives the same draws on a backend, and
        on every backend with ``ivy.config.portable_random``.

    Examples
    --------
    >>> import ivy
    >>> ivy.seed(0); a = ivy.random_uniform(shape=(2,))
    >>> ivy.seed(0); b = ivy.random_uniform(shape=(2,))
    >>> bool(ivy.all(a == b))
    True
    """
    if not 0 <= value < 2**63:
        raise ValueError(f"ivy.seed: expected 0 <= value < 2**63, got {value}")
    _generator.set((value, itertools.count()))


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
            "make the key outside with ivy.next_key() and pass it as an argument"
        )
    try:
        start, counter = _generator.get()
    except LookupError:
        seed(0)
        start, counter = _generator.get()
    return asarray([start, next(counter)], dtype="int64")


@op(rank="shape", result="option", default_dtype="float", dtypes="integral")
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


@op(rank="shape", result="option", default_dtype="float", dtypes="integral")
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


@op(rank="shape", result="option", default_dtype="integer", dtypes="integral")
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


@op(rank="one", dtypes="integral")
def keyed_permutation(key: Array, /, n: int) -> Array:
    """Return the integers from 0 to ``n - 1`` in an order that follows from a key.

    Examples
    --------
    >>> import ivy
    >>> ivy.sort(ivy.keyed_permutation(ivy.asarray([1, 2]), 3))
    Array([0, 1, 2], dtype=int64, backend='numpy')
    """


def _drawn(draw: Any, key: Array | None, *args: Any, **options: Any) -> Array:
    key = next_key() if key is None else key
    if not config.portable_random.get():
        result: Array = draw(key, *args, **options)
        return result
    return asarray(draw(CLASSES["numpy"](key.to_numpy()), *args, **options).to_numpy())


@composite(rank="shape", result="option", default_dtype="float")
def random_uniform(
    *,
    shape: tuple[int, ...] = (),
    low: float = 0.0,
    high: float = 1.0,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the uniform distribution on [low, high).

    Parameters
    ----------
    shape
        The shape of the result.
    low, high
        The limits.
    dtype
        A real floating dtype; by default the default float dtype.
    key
        A key to draw from; by default the next one of the generator.

    Examples
    --------
    >>> import ivy
    >>> bool(ivy.all(ivy.random_uniform(shape=(3,), low=2.0, high=3.0) >= 2))
    True
    """
    draw = _drawn(keyed_uniform, key, shape, dtype=dtype or config.float_dtype.get())
    return draw if (low, high) == (0.0, 1.0) else add(multiply(draw, high - low), low)


@composite(rank="shape", result="option", default_dtype="float")
def random_normal(
    *,
    shape: tuple[int, ...] = (),
    mean: float = 0.0,
    std: float = 1.0,
    dtype: DType | str | None = None,
    key: Array | None = None,
) -> Array:
    """Return draws from the normal distribution.

    Parameters
    ----------
    shape
        The shape of the result.
    mean, std
        Its mean and standard deviation.
    dtype
        A real floating dtype; by default the default float dtype.
    key
        A key to draw from; by default the next one of the generator.

    Examples
    --------
    >>> import ivy
    >>> ivy.random_normal(shape=(2, 3)).shape
    (2, 3)
    """
    draw = _drawn(keyed_normal, key, shape, dtype=dtype or config.float_dtype.get())
    return draw if (mean, std) == (0.0, 1.0) else add(multiply(draw, std), mean)


@composite(rank="shape", result="option", default_dtype="integer")
def randint(
    low: int,
    high: int,
    /,
    *,
    shape: tuple[int, ...] = (),
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
    wanted = dtype or config.int_dtype.get()
    return _drawn(keyed_integers, key, shape, low=low, high=high, dtype=wanted)


@composite(rank="one")
def random_permutation(n: int, /, *, key: Array | None = None) -> Array:
    """Return the integers from 0 to ``n - 1`` in random order.

    Examples
    --------
    >>> import ivy
    >>> ivy.sort(ivy.random_permutation(3))
    Array([0, 1, 2], dtype=int64, backend='numpy')
    """
    return _drawn(keyed_permutation, key, n)


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
    if not 0 <= rate <= 1:
        raise ValueError(f"ivy.dropout: expected 0 <= rate <= 1, got {rate}")
    if rate == 1:
        return multiply(x, 0.0)
    draw = _drawn(keyed_uniform, key, x.shape, dtype=config.float_dtype.get())
    kept = astype(less(draw, 1 - rate), x.dtype)
    return multiply(x, multiply(kept, 1 / (1 - rate)))
