"""PyTorch's CPU random number generator in NumPy: the same seed gives torch's own numbers.

torch draws 32-bit words from a Mersenne Twister, two of them (high word first) where 64 bits are
needed, and each method below turns words into values as torch's CPU kernels do. Arrays are filled
in C order. torch fills a dense tensor in the order of its memory, also where that is not the order
of its axes (a transposed tensor, channels last): draw the shape of the memory and transpose.

Everything equals torch 2.13 bit for bit, except that

- ``normal`` in float32, float16 and bfloat16 follows torch's AVX2 code, which any x86 CPU of the
  last decade runs. On another CPU torch itself draws values that differ by a few units in the last
  place; Ivy's are the same everywhere.
- ``normal`` of 16 or more values in float64, ``exponential``, ``cauchy``, ``geometric`` and
  ``log_normal`` use the logarithms, sines and exponentials of this machine's C library and NumPy,
  so the last bit is theirs.

torch before 2.13 differs in places (range of 32-bit draws in ``integers``, `bernoulli` on Intel).
"""

import math
import operator
import secrets
from collections.abc import Sequence
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

_Array: TypeAlias = npt.NDArray[Any]
_Words32: TypeAlias = npt.NDArray[np.uint32]
_Words64: TypeAlias = npt.NDArray[np.uint64]
_Float32: TypeAlias = npt.NDArray[np.float32]
_Float64: TypeAlias = npt.NDArray[np.float64]

_DEFAULT_SEED = 67280421310721

# Significant bits, by name: bfloat16 is not a dtype of NumPy's own.
_DIGITS = {"float64": 53, "float32": 24, "float16": 11, "bfloat16": 8}
_REAL_PART = {"complex64": np.float32, "complex128": np.float64}

# The dtypes in which `random_(-(2**63), None)` draws any 64 bits.
_WHOLE_RANGE = ("int64", "float64", "float32", "bfloat16")
# From this range on torch takes 64 bits a value, so that the modulo is not noticeably skewed.
_WIDE_RANGE = 2**28
# From this length on torch shuffles with 64-bit draws, and by another algorithm.
_LONG_PERMUTATION = (2**32 - 1) // 20

# `torch.get_rng_state()`: the record that torch keeps in checkpoints.
_STATE = np.dtype(
    [
        ("seed", "<u8"),
        ("left", "<i4"),
        ("seeded", "<i4"),
        ("next", "<u8"),
        ("words", "<u8", (624,)),
        ("normal_x", "<f8"),
        ("normal_y", "<f8"),
        ("normal_rho", "<f8"),
        ("normal_is_valid", "<i4"),
        ("padding", "<i4"),
        ("float_normal", "<f4"),
        ("float_normal_is_valid", "<i4"),
    ]
)


class Generator:
    """A generator of torch's random numbers.

    Parameters
    ----------
    device
        What ``generator.device`` says. The numbers are those of torch's CPU generator on every
        device.

    Examples
    --------
    >>> Generator().manual_seed(0).uniform((3,))
    array([0.4962566 , 0.7682218 , 0.08847743], dtype=float32)
    """

    def __init__(self, device: Any = "cpu") -> None:
        self.device = device
        self.manual_seed(_DEFAULT_SEED)

    def manual_seed(self, seed: int) -> Self:
        """Restart from `seed`, an integer in ``[-2**63, 2**64)``, and return the generator.

        Only the low 32 bits of `seed` make a difference.
        """
        if isinstance(seed, bool) or not hasattr(seed, "__index__"):
            raise RuntimeError(f"manual_seed expected a long, but got {type(seed).__name__}")
        seed = operator.index(seed)
        if not -(2**63) <= seed < 2**64:
            raise ValueError("Overflow when unpacking long long")
        self._seed = seed % 2**64
        # RandomState and not numpy.random.Generator: NumPy promises never to change its numbers.
        self._engine = np.random.RandomState(seed % 2**32)
        # torch can tell a generator that has drawn nothing from one at the end of its words.
        self._unused = True
        # The second of the last pair of normals if it is left over: the next small draw begins so.
        self._spare_normal: float | None = None
        return self

    def seed(self) -> int:
        """Restart from a seed that the operating system draws, and return that seed."""
        self.manual_seed(secrets.randbits(64))
        return self._seed

    def initial_seed(self) -> int:
        """Return the seed that the generator last started from, as an integer in [0, 2**64)."""
        return self._seed

    def get_state(self) -> npt.NDArray[np.uint8]:
        """Return the state as 5056 bytes, laid out as torch's own CPU generator does."""
        position = self._position()
        state = np.zeros((), _STATE)
        state["seed"] = self._seed
        state["left"] = 625 - position
        state["seeded"] = 1
        state["next"] = 0 if self._unused else position
        state["words"] = self._twister()["key"]
        state["normal_is_valid"] = self._spare_normal is not None
        state["normal_y"] = self._spare_normal or 0.0
        return np.frombuffer(state.tobytes(), np.uint8).copy()

    def set_state(self, new_state: npt.ArrayLike) -> Self:
        """Continue from a state that `get_state`, here or in torch, has returned."""
        data = np.ascontiguousarray(new_state)
        if data.dtype != np.uint8:
            raise TypeError(f"expected a torch.ByteTensor, but got {data.dtype}")
        if data.size != _STATE.itemsize:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {_STATE.itemsize} "
                f"but found the input RNG state size to be {data.size}"
            )
        state = np.frombuffer(data.tobytes(), _STATE)[0]
        position = int(state["next"])
        left = int(state["left"])
        unused = (position, left) == (0, 1)
        if not state["seeded"] or not 1 <= left <= 624 or not (unused or position == 625 - left):
            raise RuntimeError("Invalid mt19937 state")
        self._seed = int(state["seed"])
        self._unused = unused
        twister = {"key": state["words"].astype(np.uint32), "pos": 625 - left}
        self._engine.set_state({"bit_generator": "MT19937", "state": twister})
        self._spare_normal = float(state["normal_y"]) if state["normal_is_valid"] else None
        return self

    def clone_state(self) -> "Generator":
        """Return a new generator that continues as this one does."""
        return Generator(self.device).set_state(self.get_state())

    def _twister(self) -> dict[str, Any]:
        state: Any = self._engine.get_state(legacy=False)
        twister: dict[str, Any] = state["state"]
        return twister

    def _position(self) -> int:
        return int(self._twister()["pos"])

    def _words(self, count: int) -> _Words32:
        if count:
            self._unused = False
        return self._engine.randint(0, 2**32, size=count, dtype=np.uint32)

    def _wide_words(self, count: int) -> _Words64:
        words = self._words(2 * count).astype(np.uint64)
        return words[0::2] << np.uint64(32) | words[1::2]

    def _unit32(self, count: int) -> _Float32:
        unit = (self._words(count) & np.uint32(2**24 - 1)).astype(np.float32)
        unit *= np.float32(2**-24)
        return unit

    def _unit64(self, count: int) -> _Float64:
        unit = (self._wide_words(count) & np.uint64(2**53 - 1)).astype(np.float64)
        unit *= 2**-53
        return unit

    def uniform(
        self,
        shape: tuple[int, ...],
        dtype: npt.DTypeLike = np.float32,
        low: float = 0.0,
        high: float = 1.0,
    ) -> _Array:
        """Draw from ``[low, high)``: ``torch.rand``, ``Tensor.uniform_``.

        Parameters
        ----------
        shape
            Shape of the result.
        dtype
            A floating or complex dtype. Of complex values, the parts are drawn one after the other.
        low, high
            Bounds; ``high - low`` must be finite in `dtype`.
        """
        dtype = np.dtype(dtype)
        if dtype.name in _REAL_PART:
            pairs = self.uniform((*shape, 2), _REAL_PART[dtype.name], low, high)
            return pairs.view(dtype).reshape(shape)
        _check_floating(dtype, "check_uniform_bounds")
        if low > high:
            raise RuntimeError(
                "uniform_ expects to return a [from, to) range, "
                f"but found from={low:g} > to={high:g}"
            )
        count = math.prod(shape)
        values: _Array
        if dtype == np.float64:
            values = self._unit64(count)
            if (low, high) != (0.0, 1.0):
                values = _fused64(values, float(high) - float(low), float(low))
        else:
            values = self._unit32(count)
            if (low, high) != (0.0, 1.0):
                start = np.float32(low)
                values = _fused32(values, np.float32(high) - start, start)
        values = _cast(values, dtype)
        # Rounding can reach the upper bound, which does not belong to the range.
        values[values == _cast(float(high), dtype)] = _cast(float(low), dtype)
        return values.reshape(shape)

    def normal(
        self,
        shape: tuple[int, ...],
        dtype: npt.DTypeLike = np.float32,
        mean: float = 0.0,
        std: float = 1.0,
        contiguous: bool = True,
    ) -> _Array:
        """Draw from the normal distribution: ``torch.randn``, ``Tensor.normal_``.

        Fewer than 16 values come in pairs. Of a last pair that is not needed in full, the second is
        kept for the next such draw.

        Parameters
        ----------
        shape
            Shape of the result.
        dtype
            A floating or complex dtype. Complex values have variance `std` squared, half of it in
            each part.
        mean, std
            Mean and standard deviation.
        contiguous
            Whether the tensor to fill is contiguous. If not, torch draws pairs for any size.
        """
        dtype = np.dtype(dtype)
        if std < 0:
            raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
        if dtype.name in _REAL_PART:
            part = _REAL_PART[dtype.name]
            pairs = self.normal((*shape, 2), part, mean, std / math.sqrt(2), contiguous)
            return pairs.view(dtype).reshape(shape)
        _check_floating(dtype, "normal_kernel_cpu")
        count = math.prod(shape)
        values: _Array
        if count < 16 or not contiguous:
            values = self._normal_pairs(count, mean, std)
        elif dtype == np.float64:
            values = self._unit64(count)
            _in_blocks(_box_muller64, values, self._unit64(16 if count % 16 else 0))
            values = _fused64(values, float(std), float(mean))
        else:
            # The smaller dtypes do not draw for a block that will be drawn again.
            drawn = count if dtype == np.float32 else count - count % 16
            values = np.resize(self._unit32(drawn), count)
            _in_blocks(_box_muller32, values, self._unit32(16 if count % 16 else 0))
            if (mean, std) != (0.0, 1.0):
                values = _fused32(values, np.float32(std), np.float32(mean))
        return _cast(values, dtype).reshape(shape)

    def _normal_pairs(self, count: int, mean: float, std: float) -> _Float64:
        normals = [] if self._spare_normal is None or not count else [self._spare_normal]
        missing = count - len(normals)
        unit = self._unit64(missing + missing % 2).tolist()
        # The math module and not NumPy: its functions are the C library's, as torch's are.
        for first, second in zip(unit[0::2], unit[1::2], strict=True):
            radius = math.sqrt(-2.0 * math.log1p(-second))
            angle = 2.0 * math.pi * first
            normals += [radius * math.cos(angle), radius * math.sin(angle)]
        if count:
            self._spare_normal = normals.pop() if len(normals) > count else None
        return _fused64(np.asarray(normals, np.float64), float(std), float(mean))

    def exponential(
        self, shape: tuple[int, ...], dtype: npt.DTypeLike = np.float32, rate: float = 1.0
    ) -> _Array:
        """Draw from the exponential distribution of mean ``1 / rate``: ``Tensor.exponential_``."""
        dtype = np.dtype(dtype)
        if dtype.name not in _DIGITS:
            raise RuntimeError(
                "Exponential distribution is a continuous probability distribution. "
                f"dtype must be a floating point but you specified {dtype.name}"
            )
        if not rate > 0:
            raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={rate:g}")
        values = -1.0 / rate * np.log1p(-self._unit64(math.prod(shape)))
        return _cast(values, dtype).reshape(shape)

    def log_normal(
        self,
        shape: tuple[int, ...],
        dtype: npt.DTypeLike = np.float32,
        mean: float = 1.0,
        std: float = 2.0,
    ) -> _Array:
        """Draw values whose logarithm is normal: ``Tensor.log_normal_``."""
        dtype = np.dtype(dtype)
        _check_floating(dtype, "log_normal_cpu")
        if not std > 0:
            raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std:g}")
        values = np.exp(self._normal_pairs(math.prod(shape), mean, std))
        return _cast(values, dtype).reshape(shape)

    def cauchy(
        self,
        shape: tuple[int, ...],
        dtype: npt.DTypeLike = np.float32,
        median: float = 0.0,
        sigma: float = 1.0,
    ) -> _Array:
        """Draw from the Cauchy distribution: ``Tensor.cauchy_``."""
        dtype = np.dtype(dtype)
        _check_floating(dtype, "cauchy_cpu")
        if not sigma > 0:
            raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma:g}")
        tangents = np.tan(math.pi * (self._unit64(math.prod(shape)) - 0.5))
        values = _fused64(tangents, float(sigma), float(median))
        return _cast(values, dtype).reshape(shape)

    def integers(
        self, shape: tuple[int, ...], low: int, high: int | None, dtype: npt.DTypeLike = np.int64
    ) -> _Array:
        """Draw integers from ``[low, high)``: ``torch.randint``, ``Tensor.random_`` with a range.

        Parameters
        ----------
        shape
            Shape of the result.
        low, high
            Bounds. Without `high`, up to the largest integer of `dtype`, or in a floating dtype up
            to the largest below which it has all integers.
        dtype
            Any real dtype or bool. In a floating dtype, bounds that it cannot represent move
            inwards to the next that it can.
        """
        dtype = np.dtype(dtype)
        count = math.prod(shape)
        if low == -(2**63) and high is None and dtype.name in _WHOLE_RANGE:
            values = self._wide_words(count).astype(np.int64)
            return _cast(values, dtype).reshape(shape)
        largest = 2 ** _DIGITS[dtype.name] if dtype.name in _DIGITS else _integer_range(dtype)[1]
        end = largest + 1 if high is None else high
        if low >= end:
            raise RuntimeError(
                f"random_ expects 'from' to be less than 'to', but got from={low} >= to={end}"
            )
        if dtype.name in _DIGITS:
            low, end = _representable(low, dtype, up=True), _representable(end, dtype, up=False)
            if low >= end:
                raise RuntimeError(
                    "random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, "
                    f"but got from={low} >= to={end}"
                )
        else:
            smallest = _integer_range(dtype)[0]
            if not smallest <= low <= largest:
                raise RuntimeError(f"from is out of bounds for {dtype.name}")
            if not smallest < end <= largest + 1:
                raise RuntimeError(f"to - 1 is out of bounds for {dtype.name}")
        span = end - low
        words: _Array = self._wide_words(count) if span >= _WIDE_RANGE else self._words(count)
        values = (words % np.uint64(span)).astype(np.int64) + np.int64(low)
        return _cast(values, dtype).reshape(shape)

    def random(self, shape: tuple[int, ...], dtype: npt.DTypeLike = np.int64) -> _Array:
        """Draw from all that is not negative: ``Tensor.random_()`` without a range.

        Parameters
        ----------
        shape
            Shape of the result.
        dtype
            A signed integer dtype or uint8: up to its largest value; bool; or a floating dtype:
            integers up to the largest below which it has all of them.
        """
        dtype = np.dtype(dtype)
        if dtype.name in ("uint16", "uint32", "uint64"):
            raise NotImplementedError(f'"random_kernel_cpu" not implemented for {dtype.name!r}')
        largest = 2 ** _DIGITS[dtype.name] if dtype.name in _DIGITS else _integer_range(dtype)[1]
        count = math.prod(shape)
        wide = dtype in (np.int64, np.float64)
        words: _Array = self._wide_words(count) if wide else self._words(count)
        values = (words % np.uint64(largest + 1)).astype(np.int64)
        return _cast(values, dtype).reshape(shape)

    def bernoulli(
        self,
        shape: tuple[int, ...],
        p: float | _Array,
        dtype: npt.DTypeLike = np.float32,
    ) -> _Array:
        """Draw ones with probability `p`: ``Tensor.bernoulli_``, ``torch.bernoulli``, dropout.

        torch's dropout keeps an element where ``bernoulli(shape, 1 - p)`` is one.

        Parameters
        ----------
        shape
            Shape of the result.
        p
            Probability of a one: a Python number, or an array that broadcasts to `shape`. It makes
            a difference which: a number and a float64 array cost two words a value, an array of
            another dtype one.
        dtype
            Dtype of the zeros and ones.
        """
        dtype = np.dtype(dtype)
        count = math.prod(shape)
        if isinstance(p, np.ndarray):
            if not np.all((p >= 0) & (p <= 1)):
                raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false")
        elif not 0 <= p <= 1:
            raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
        unit: _Array
        if isinstance(p, np.ndarray) and p.dtype != np.float64:
            unit, p = self._unit32(count), p.astype(np.float32)
        else:
            unit = self._unit64(count)
        ones: npt.NDArray[np.bool_] = unit.reshape(shape) < p
        return ones.astype(dtype)

    def geometric(self, shape: tuple[int, ...], p: float, dtype: npt.DTypeLike) -> _Array:
        """Draw the number of trials up to the first success: ``Tensor.geometric_``."""
        dtype = np.dtype(dtype)
        if not 0 < p < 1:
            raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
        values = np.ceil(np.log(self._unit64(math.prod(shape))) / math.log1p(-p))
        return _cast(values, dtype).reshape(shape)

    def permutation(self, n: int) -> npt.NDArray[np.int64]:
        """Return ``0, 1, …, n - 1`` in random order, in int64: ``torch.randperm``."""
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
        if n >= _LONG_PERMUTATION:
            return self._long_permutation(n)
        steps = np.arange(n, 1, -1, dtype=np.uint32)
        # A list, because a loop over the elements of an array takes five times as long.
        order = list(range(n))
        for i, step in enumerate((self._words(steps.size) % steps).tolist()):
            j = i + step
            order[i], order[j] = order[j], order[i]
        return np.asarray(order, np.int64)

    def _long_permutation(self, n: int) -> npt.NDArray[np.int64]:
        order = np.empty(n, np.int64)
        for start in range(0, n, 2**20):
            index = np.arange(start, min(n, start + 2**20), dtype=np.uint64)
            draws = self._wide_words(index.size) % (index + np.uint64(1))
            for i, j in zip(index.tolist(), draws.tolist(), strict=True):
                order[i] = order[j] if i != j else i
                order[j] = i
        return order

    def multinomial(
        self, weights: _Array, num_samples: int, replacement: bool = False
    ) -> npt.NDArray[np.int64]:
        """Draw indices with probabilities in proportion to `weights`: ``torch.multinomial``.

        Parameters
        ----------
        weights
            Floating, not negative, of shape ``(N,)`` or ``(M, N)``, each row with a positive sum.
        num_samples
            Number of indices to draw for each row.
        replacement
            Whether an index may come twice. If not, at least `num_samples` of a row's weights must
            be positive.

        Returns
        -------
        Indices, of shape ``(num_samples,)`` or ``(M, num_samples)``, in int64.
        """
        if not replacement or num_samples == 1:
            scores = weights / self.exponential(weights.shape, weights.dtype)
            if num_samples == 1:
                best: npt.NDArray[np.int64] = np.argmax(scores, axis=-1, keepdims=True)
                return best
            order: npt.NDArray[np.int64] = np.argsort(-scores, axis=-1, kind="stable")
            return order[..., :num_samples]
        wide = weights if weights.dtype == np.float64 else weights.astype(np.float32)
        shares = np.cumsum(wide, axis=-1)
        shares /= shares[..., -1:].copy()
        shares[..., -1] = 1
        unit = self._unit64(math.prod(weights.shape[:-1]) * num_samples)
        rows = zip(
            shares.reshape(-1, weights.shape[-1]), unit.reshape(-1, num_samples), strict=True
        )
        found = np.stack([np.searchsorted(share.astype(np.float64), row) for share, row in rows])
        return found.reshape(*weights.shape[:-1], num_samples).astype(np.int64)


def _check_floating(dtype: np.dtype[Any], kernel: str) -> None:
    if dtype.name not in _DIGITS:
        raise NotImplementedError(f'"{kernel}" not implemented for {dtype.name!r}')


def _integer_range(dtype: np.dtype[Any]) -> tuple[int, int]:
    if dtype == np.bool_:
        return 0, 1
    limits = np.iinfo(dtype)
    # torch's bounds are int64, for unsigned dtypes too.
    return int(limits.min), min(int(limits.max), 2**63 - 1)


def _representable(bound: int, dtype: np.dtype[Any], *, up: bool) -> int:
    inner = bound + 1 if up else bound - 1
    rounded = float(_cast(inner, dtype))
    if math.isinf(rounded):
        raise RuntimeError(f"{'from' if up else 'to - 1'} is out of bounds for {dtype.name}")
    if (rounded >= bound) is up:
        return bound
    step = 1 << (abs(inner).bit_length() - _DIGITS[dtype.name])
    return int(rounded) + step if up else int(rounded) - step


def _cast(values: npt.ArrayLike, dtype: np.dtype[Any]) -> _Array:
    array = np.asarray(values)
    with np.errstate(over="ignore", invalid="ignore"):
        # torch rounds to float16 and bfloat16 from float32, even where it has a float64.
        if dtype.name in ("float16", "bfloat16"):
            array = array.astype(np.float32)
        return array.astype(dtype, copy=False)


def _fused32(x: _Float32 | np.float32, y: Any, z: Any) -> _Float32:
    # Compilers fuse `x * y + z` into one instruction that rounds once. In float64 the product is
    # exact; the sum is rounded there first, which could change the last bit but never did in the
    # 2 * 10**9 normals that were compared with torch's.
    fused: _Float32 = (x.astype(np.float64) * y + z).astype(np.float32)
    return fused


def _fused64(x: _Float64, y: float, z: float) -> _Float64:
    if z == 0.0:
        return x * y
    # The rounding errors of the product (Dekker) and of the sum (Knuth), added at the end.
    product = x * y
    x_high, x_low = _halves(x)
    y_high, y_low = _halves(np.float64(y))
    missed = ((product - x_high * y_high) - x_low * y_high) - x_high * y_low
    product_error = x_low * y_low - missed
    total = product + z
    shift = total - product
    total_error = (product - (total - shift)) + (z - shift)
    fused: _Float64 = total + (product_error + total_error)
    return fused


def _halves(x: Any) -> tuple[Any, Any]:
    scaled = x * np.float64(2**27 + 1)
    high = scaled - (scaled - x)
    return high, x - high


def _in_blocks(transform: Any, values: _Array, tail: _Array) -> None:
    # Blocks of 16: eight uniform values for the radius, eight for the angle. Of a last block that
    # is not full, torch draws the last 16 values again.
    full = values.size - values.size % 16
    blocks = values[:full].reshape(-1, 2, 8)
    # As many at a time as stay in the cache.
    for start in range(0, len(blocks), 1024):
        part = blocks[start : start + 1024]
        part[:, 0], part[:, 1] = transform(1 - part[:, 0], part[:, 1])
    if tail.size:
        values[-16:-8], values[-8:] = transform(1 - tail[:8], tail[8:])


def _box_muller64(first: _Float64, second: _Float64) -> tuple[_Float64, _Float64]:
    radius = np.sqrt(-2.0 * np.log(first))
    angle = 2.0 * math.pi * second
    return radius * np.cos(angle), radius * np.sin(angle)


def _box_muller32(first: _Float32, second: _Float32) -> tuple[_Float32, _Float32]:
    radius = np.sqrt(np.float32(-2) * _log32(first))
    cosine, sine = _cosine_sine32(np.float32(2.0 * math.pi) * second)
    return radius * cosine, radius * sine


# The polynomials are those of Cephes' logf, sinf and cosf (S. L. Moshier), which torch's AVX2 code
# uses too. NumPy's own functions differ from them by up to five units in the last place.
def _constants(*values: float) -> tuple[np.float32, ...]:
    return tuple(np.float32(value) for value in values)


_LOG = _constants(
    7.0376836292e-2,
    -1.1514610310e-1,
    1.1676998740e-1,
    -1.2420140846e-1,
    1.4249322787e-1,
    -1.6668057665e-1,
    2.0000714765e-1,
    -2.4999993993e-1,
    3.3333331174e-1,
)
_LOG_OF_2 = _constants(-2.12194440e-4, 0.693359375)
_SQRT_HALF = np.float32(0.707106781186547524)
_MINUS_QUARTER_PI = _constants(-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)
_FOUR_OVER_PI = np.float32(1.27323954473516)
_SINE = _constants(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_COSINE = _constants(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)


def _polynomial32(coefficients: Sequence[np.float32], x: _Float32) -> _Float32:
    value = _fused32(coefficients[0], x, coefficients[1])
    for coefficient in coefficients[2:]:
        value = _fused32(value, x, coefficient)
    return value


def _log32(x: _Float32) -> _Float32:
    mantissa, exponent = np.frexp(x)
    small = mantissa < _SQRT_HALF
    power = (exponent - small).astype(np.float32)
    t = np.where(small, mantissa + mantissa, mantissa) - np.float32(1)
    square = t * t
    y = _fused32(t * _polynomial32(_LOG, t), square, power * _LOG_OF_2[0])
    y -= np.float32(0.5) * square
    return _fused32(power, _LOG_OF_2[1], t + y)


def _cosine_sine32(angle: _Float32) -> tuple[_Float32, _Float32]:
    # `angle` is not negative. Octants are joined in pairs around the multiples of pi / 2.
    octant = ((angle * _FOUR_OVER_PI).astype(np.int32) + 1) & ~1
    multiple = octant.astype(np.float32)
    x = angle
    for part in _MINUS_QUARTER_PI:
        x = _fused32(multiple, part, x)
    square = x * x
    y = square * _polynomial32(_COSINE, square)
    cosine = _fused32(square, y, np.float32(-0.5) * square) + np.float32(1)
    sine = _fused32(x, square * _polynomial32(_SINE, square), x)
    swapped = (octant & 2) != 0
    cosine, sine = np.where(swapped, sine, cosine), np.where(swapped, cosine, sine)
    # The cosine is negative in octants 2 to 5, the sine in octants 4 to 7.
    np.negative(cosine, out=cosine, where=((octant + 2) & 4) != 0)
    np.negative(sine, out=sine, where=(octant & 4) != 0)
    return cosine, sine
