"""torch's random numbers: the same seed gives torch's own numbers, on every backend.

Each function says twice what it does. Its body says what it means in Ivy's operations, for code
that is compiled or converted; what runs otherwise draws from a reproduction of torch's generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy

import ivy
from ivy import config
from ivy.array import Array
from ivy.autodiff.tape import inner
from ivy.dtypes import DType
from ivy.frontends.torch import _generator
from ivy.frontends.torch._annotations import Tensor, device, dtype
from ivy.frontends.torch._frontend import frontend
from ivy.frontends.torch._types import device as Device
from ivy.frontends.torch._types import sizes
from ivy.frontends.torch.tensor import Tensor as Cell
from ivy.frontends.torch.tensor import wrap


class Generator(_generator.Generator):
    """A generator of random numbers; its CPU generator is torch's, bit for bit.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.rand(2, generator=torch.Generator().manual_seed(0))
    tensor([0.4963, 0.7682])
    """

    def __init__(self, device: Any = "cpu") -> None:
        super().__init__(Device(device))

    def get_state(self) -> Any:
        """Return the state as a tensor of bytes."""
        return wrap(ivy.asarray(super().get_state()))

    def set_state(self, new_state: Any) -> Any:
        """Continue from a state."""
        return super().set_state(numpy.asarray(new_state))

    def clone_state(self) -> Any:
        """Return a new generator that continues as this one does."""
        return Generator(self.device).set_state(self.get_state())

    graphsafe_get_state = clone_state


default_generator = Generator()


def manual_seed(seed: int) -> Generator:
    """Start the default generator from a seed; see :func:`torch.manual_seed`.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> generator = torch.manual_seed(0)
    >>> torch.rand(2)
    tensor([0.4963, 0.7682])
    """
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Start the default generator from a seed of the operating system, and return it."""
    return default_generator.seed()


def initial_seed() -> int:
    """Return the seed that the default generator started from."""
    return default_generator.initial_seed()


def get_rng_state() -> Cell:
    """Return the state of the default generator as a tensor of bytes."""
    state: Cell = default_generator.get_state()
    return state


def set_rng_state(new_state: Cell) -> None:
    """Let the default generator continue from a state."""
    default_generator.set_state(new_state)


class fork_rng:
    """Put the default generator back at the end of a block."""

    def __init__(self, devices: Any = None, enabled: bool = True) -> None:
        self._enabled = enabled

    def __enter__(self) -> None:
        self._state = get_rng_state()

    def __exit__(self, *error: object) -> None:
        if self._enabled:
            set_rng_state(self._state)


def native_dtype(dtype: DType) -> Any:
    """Return NumPy's dtype for one of Ivy's."""
    return numpy.dtype(getattr(ml_dtypes, dtype.name, dtype.name))


def _float(dtype: DType | None) -> DType:
    return config.float_dtype.get() if dtype is None else dtype


def _from(generator: Generator | None) -> Generator:
    return default_generator if generator is None else generator


def _eager_rand(
    *size: int | Sequence[int],
    generator: Any = None,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Array:
    kind = native_dtype(_float(dtype))
    return ivy.asarray(_from(generator).uniform(sizes(size), kind))


@frontend(eager=_eager_rand)
def rand(
    *size: int | Sequence[int],
    generator: Generator | None = None,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.rand`."""
    return ivy.random_uniform(shape=sizes(size), dtype=_float(dtype))


def _eager_randn(
    *size: int | Sequence[int],
    generator: Any = None,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Array:
    kind = native_dtype(_float(dtype))
    return ivy.asarray(_from(generator).normal(sizes(size), kind))


@frontend(eager=_eager_randn)
def randn(
    *size: int | Sequence[int],
    generator: Generator | None = None,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.randn`."""
    return ivy.random_normal(shape=sizes(size), dtype=_float(dtype))


def _bounds(low: Any, high: Any, size: Any) -> tuple[int, int, tuple[int, ...]]:
    if size is None:  # randint(high, size)
        low, high, size = 0, low, high
    elif high is None:
        low, high = 0, low
    if size is None or high is None:
        raise TypeError("randint() missing required arguments: 'high' and 'size'")
    return int(low), int(high), tuple(size)


def _eager_randint(
    low: Any = None,
    high: Any = None,
    size: Any = None,
    *,
    generator: Any = None,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Array:
    if low is None:
        low = 0
    first, last, shape = _bounds(low, high, size)
    kind = native_dtype(ivy.int64 if dtype is None else dtype)
    return ivy.asarray(_from(generator).integers(shape, first, last, kind))


@frontend(eager=_eager_randint)
def randint(
    low: int | None = None,
    high: int | Sequence[int] | None = None,
    size: Sequence[int] | None = None,
    *,
    generator: Generator | None = None,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.randint`."""
    first, last, shape = _bounds(0 if low is None else low, high, size)
    return ivy.randint(first, last, shape=shape, dtype=ivy.int64 if dtype is None else dtype)


def _eager_randperm(
    n: int,
    *,
    generator: Any = None,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Array:
    values = _from(generator).permutation(n)
    return ivy.asarray(values if dtype is None else values.astype(native_dtype(dtype)))


@frontend(eager=_eager_randperm)
def randperm(
    n: int,
    *,
    generator: Generator | None = None,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.randperm`."""
    order = ivy.random_permutation(n)
    return order if dtype is None else ivy.astype(order, dtype)


def _eager_rand_like(
    input: Array,
    *,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Array:
    return _eager_rand(*input.shape, dtype=input.dtype if dtype is None else dtype)


@frontend(eager=_eager_rand_like)
def rand_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """See :func:`torch.rand_like`."""
    return ivy.random_uniform(shape=input.shape, dtype=input.dtype if dtype is None else dtype)


def _eager_randn_like(
    input: Array,
    *,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Array:
    return _eager_randn(*input.shape, dtype=input.dtype if dtype is None else dtype)


@frontend(eager=_eager_randn_like)
def randn_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """See :func:`torch.randn_like`."""
    return ivy.random_normal(shape=input.shape, dtype=input.dtype if dtype is None else dtype)


def _eager_randint_like(
    input: Array,
    low: int,
    high: int | None = None,
    *,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Array:
    return _eager_randint(
        *((0, low) if high is None else (low, high)),
        tuple(input.shape),
        dtype=input.dtype if dtype is None else dtype,
    )


@frontend(eager=_eager_randint_like)
def randint_like(
    input: Tensor,
    low: int,
    high: int | None = None,
    *,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.randint_like`."""
    first, last = (0, low) if high is None else (low, high)
    kind = input.dtype if dtype is None else dtype
    return ivy.astype(ivy.randint(first, last, shape=input.shape), kind)


def _numpy(array: Array) -> Any:
    return inner(array).to_numpy()


def _eager_bernoulli(input: Array, p: float | None = None, *, generator: Any = None) -> Array:
    probabilities = _numpy(input) if p is None else p
    kind = native_dtype(input.dtype)
    return ivy.asarray(_from(generator).bernoulli(input.shape, probabilities, kind))


@frontend(eager=_eager_bernoulli)
def bernoulli(
    input: Tensor, p: float | None = None, *, generator: Generator | None = None
) -> Tensor:
    """See :func:`torch.bernoulli`."""
    draw = ivy.random_uniform(shape=input.shape)
    return ivy.astype(ivy.less(draw, input if p is None else p), input.dtype)


def _normal_shape(mean: Any, std: Any, size: Any) -> tuple[int, ...]:
    if size is not None:
        return tuple(size)
    shapes = [v.shape for v in (mean, std) if isinstance(v, Array)]
    return numpy.broadcast_shapes(*shapes)


def _eager_normal(
    mean: Any = 0.0,
    std: Any = 1.0,
    size: Any = None,
    *,
    generator: Any = None,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Array:
    draws = _from(generator)
    shape = _normal_shape(mean, std, size)
    if not isinstance(mean, Array) and not isinstance(std, Array):
        return ivy.asarray(draws.normal(shape, native_dtype(_float(dtype)), mean, std))
    kind = mean.dtype if isinstance(mean, Array) else std.dtype
    unit = ivy.asarray(draws.normal(shape, native_dtype(kind)))
    return ivy.add(ivy.multiply(unit, std), mean)


@frontend(eager=_eager_normal)
def normal(
    mean: Tensor | float = 0.0,
    std: Tensor | float = 1.0,
    size: Sequence[int] | None = None,
    *,
    generator: Generator | None = None,
    dtype: dtype | None = None,
    device: device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """See :func:`torch.normal`."""
    unit = ivy.random_normal(shape=_normal_shape(mean, std, size), dtype=dtype)
    return ivy.add(ivy.multiply(unit, std), mean)


def _eager_multinomial(
    input: Array, num_samples: int, replacement: bool = False, *, generator: Any = None
) -> Array:
    weights = _numpy(input)
    if not replacement and num_samples > weights.shape[-1]:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )
    return ivy.asarray(_from(generator).multinomial(weights, num_samples, replacement))


@frontend(eager=_eager_multinomial)
def multinomial(
    input: Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """See :func:`torch.multinomial`."""
    raise NotImplementedError(
        "torch.multinomial: there is no operation of Ivy that draws by weights in compiled code"
    )


def _check_rate(p: float) -> None:
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _noisy(input: Array, p: float, shape: tuple[int, ...]) -> Array:
    kind = native_dtype(input.dtype)
    kept = default_generator.bernoulli(shape, 1 - p, kind)
    noise = kept / kind.type(1 - p) if p < 1 else kept
    return ivy.multiply(input, ivy.asarray(noise.astype(kind)))


def _eager_dropout(
    input: Array, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Array:
    _check_rate(p)
    return _noisy(input, p, input.shape) if training and p > 0 else input


@frontend(eager=_eager_dropout)
def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """See :func:`torch.nn.functional.dropout`."""
    return ivy.dropout(input, p) if training and p > 0 else input


def _eager_dropout2d(
    input: Array, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Array:
    _check_rate(p)
    shape = (*input.shape[:2], *(1,) * (len(input.shape) - 2))
    return _noisy(input, p, shape) if training and p > 0 else input


@frontend(eager=_eager_dropout2d)
def dropout2d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """See :func:`torch.nn.functional.dropout2d`."""
    if not training or p == 0:
        return input
    channels = ivy.ones((*input.shape[:2], *(1,) * (input.ndim - 2)), dtype=input.dtype)
    return ivy.multiply(input, ivy.dropout(channels, p))


# -- in place --------------------------------------------------------------------------------------


def _filled(tensor: Cell, values: Any) -> Cell:
    return tensor._update(ivy.asarray(values))


def _of(tensor: Cell) -> tuple[tuple[int, ...], Any]:
    array = tensor._value()
    return tuple(array.shape), native_dtype(array.dtype)


def uniform_(
    input: Cell, a: float = 0.0, b: float = 1.0, *, generator: Generator | None = None
) -> Cell:
    """See :meth:`torch.Tensor.uniform_`."""
    shape, kind = _of(input)
    return _filled(input, _from(generator).uniform(shape, kind, a, b))


def normal_(
    input: Cell, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None
) -> Cell:
    """See :meth:`torch.Tensor.normal_`."""
    shape, kind = _of(input)
    draws = _from(generator).normal(shape, kind, mean, std, input.is_contiguous())
    return _filled(input, draws)


def random_(
    input: Cell,
    low: int | None = None,
    high: int | None = None,
    *,
    generator: Generator | None = None,
) -> Cell:
    """See :meth:`torch.Tensor.random_`: ``random_()``, ``random_(to)``, ``random_(from, to)``."""
    shape, kind = _of(input)
    draws = _from(generator)
    if low is None:
        return _filled(input, draws.random(shape, kind))
    first, last = (0, low) if high is None else (low, high)
    return _filled(input, draws.integers(shape, first, last, kind))


def bernoulli_(input: Cell, p: Cell | float = 0.5, *, generator: Generator | None = None) -> Cell:
    """See :meth:`torch.Tensor.bernoulli_`."""
    shape, kind = _of(input)
    probability = _numpy(p._value()) if isinstance(p, Cell) else p
    return _filled(input, _from(generator).bernoulli(shape, probability, kind))


def exponential_(input: Cell, lambd: float = 1.0, *, generator: Generator | None = None) -> Cell:
    """See :meth:`torch.Tensor.exponential_`."""
    shape, kind = _of(input)
    return _filled(input, _from(generator).exponential(shape, kind, lambd))


def log_normal_(
    input: Cell, mean: float = 1.0, std: float = 2.0, *, generator: Generator | None = None
) -> Cell:
    """See :meth:`torch.Tensor.log_normal_`."""
    shape, kind = _of(input)
    return _filled(input, _from(generator).log_normal(shape, kind, mean, std))


def cauchy_(
    input: Cell, median: float = 0.0, sigma: float = 1.0, *, generator: Generator | None = None
) -> Cell:
    """See :meth:`torch.Tensor.cauchy_`."""
    shape, kind = _of(input)
    return _filled(input, _from(generator).cauchy(shape, kind, median, sigma))


def geometric_(input: Cell, p: float, *, generator: Generator | None = None) -> Cell:
    """See :meth:`torch.Tensor.geometric_`."""
    shape, kind = _of(input)
    return _filled(input, _from(generator).geometric(shape, p, kind))
