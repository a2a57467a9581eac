"""The generator of the torch frontend against torch's own CPU generator, bit for bit."""

import copy
import math
import pickle
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

from ivy.frontends.torch import _generator
from ivy.frontends.torch._generator import Generator

SEEDS = [0, 1, 2024, 2**32 - 1, 2**32 + 7, 2**63 + 11, 2**64 - 1, -1, -(2**63)]
SIZES = [0, 1, 2, 3, 7, 15, 16, 17, 31, 32, 33, 100, 623, 624, 625, 1000]
FLOATS = ["float32", "float64", "float16", "bfloat16"]


class Pair:
    """Ours and torch's generator, from the same seed."""

    def __init__(self, torch: Any, seed: int) -> None:
        self.torch = torch
        self.ours = Generator().manual_seed(seed)
        self.theirs = torch.Generator().manual_seed(seed)

    def empty(self, shape: Any, dtype: str) -> Any:
        return self.torch.empty(shape, dtype=getattr(self.torch, dtype))

    def check(
        self, values: npt.NDArray[Any], expected: Any, units: int = 0, about: float = 0.0
    ) -> None:
        """Assert equal values, dtypes and shapes, and generators in step.

        Values may differ by some units in the last place of `about` and what is added to it.
        """
        assert values.dtype.name == str(expected.dtype).removeprefix("torch.")
        assert values.shape == tuple(expected.shape)
        if units:
            size = np.abs(values - about) + abs(about)
            differ = np.abs(values - expected.numpy())
            assert (differ <= units * np.spacing(size)).all(), np.max(differ / np.spacing(size))
        else:
            assert values.tobytes() == data(self.torch, expected)
        assert self.ours.get_state().tobytes() == data(self.torch, self.theirs.get_state())


def data(torch: Any, tensor: Any) -> bytes:
    raw: bytes = tensor.reshape(-1).view(torch.uint8).numpy().tobytes() if tensor.numel() else b""
    return raw


def dtype_of(name: str) -> np.dtype[Any]:
    return np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


# By how many units in the last place a function of NumPy's and the same one of torch's may differ
# in float64, each within one of the true value, with what is rounded after it in both: they have
# code of their own for each processor.
VECTORISED = 3


def normal_units(torch: Any, dtype: str, size: int) -> int:
    """Return by how many units in the last place normals may differ."""
    if size < 16:
        return 0
    if dtype == "float64":
        return VECTORISED + 2  # those of the root and of the product
    # Torch has another formula without AVX2.
    return 0 if torch.backends.cpu.get_cpu_capability() in ("AVX2", "AVX512") else 8


@pytest.fixture
def torch() -> Any:
    # Earlier versions draw differently here and there.
    return pytest.importorskip("torch", minversion="2.13")


@pytest.fixture
def pair(torch: Any) -> Pair:
    return Pair(torch, 2024)


# Values that torch 2.13.0 gave, so that they are checked where torch is missing too.


def test_uniform_gives_known_values() -> None:
    generator = Generator().manual_seed(0)
    assert generator.uniform((4,)).tolist() == [
        0.49625658988952637,
        0.7682217955589294,
        0.08847743272781372,
        0.13203048706054688,
    ]
    assert generator.uniform((2,), np.float64).tolist() == [
        0.45938294312745087,
        0.9207476841219603,
    ]


def test_normal_gives_known_values() -> None:
    generator = Generator().manual_seed(0)
    assert generator.normal((3,)).tolist() == [
        1.5409960746765137,
        -0.293428897857666,
        -2.1787893772125244,
    ]
    assert generator.normal((2, 9))[:, 4].tolist() == [0.16645534336566925, -0.41280221939086914]
    # The first is the spare of the three above.
    assert generator.normal((2,), np.float64).tolist() == [0.5684312772806678, -0.2141861491333592]


def test_discrete_draws_give_known_values() -> None:
    generator = Generator().manual_seed(0)
    assert generator.integers((5,), 0, 10).tolist() == [4, 9, 3, 0, 3]
    assert generator.integers((2,), -(2**40), 2**40).tolist() == [-19134581053, 444201214985]
    assert generator.permutation(10).tolist() == [3, 9, 4, 2, 7, 8, 6, 0, 5, 1]
    assert generator.random((2,)).tolist() == [7073247613084517057, 5381377035038509607]
    assert generator.bernoulli((8,), 0.5).tolist() == [1, 1, 0, 1, 1, 1, 1, 0]


# Seeds and state.


@pytest.mark.parametrize("seed", SEEDS)
def test_words_are_torchs_for_every_seed(torch: Any, seed: int) -> None:
    pair = Pair(torch, seed)
    assert pair.ours.initial_seed() == pair.theirs.initial_seed()
    pair.check(pair.ours.uniform((0,)), pair.empty(0, "float32"))
    pair.check(pair.ours.uniform((700,)), torch.rand(700, generator=pair.theirs))


def test_new_generator_starts_from_torchs_default_seed(torch: Any) -> None:
    assert Generator().initial_seed() == torch.Generator().initial_seed()
    assert str(Generator().device) == str(torch.Generator().device)


def test_seed_restarts_from_another_seed() -> None:
    generator = Generator()
    seed = generator.seed()
    assert seed == generator.initial_seed() != Generator().initial_seed()
    first = generator.uniform((5,))
    assert first.tolist() == Generator().manual_seed(seed).uniform((5,)).tolist()


@pytest.mark.parametrize(
    ("seed", "error"),
    [(2**64, ValueError), (-(2**63) - 1, ValueError), (1.5, RuntimeError), (True, RuntimeError)],
)
def test_manual_seed_refuses_what_torch_refuses(
    torch: Any, seed: Any, error: type[Exception]
) -> None:
    with pytest.raises(error) as theirs:
        torch.Generator().manual_seed(seed)
    with pytest.raises(error) as ours:
        Generator().manual_seed(seed)
    assert str(ours.value) == str(theirs.value)


def test_manual_seed_forgets_the_spare_normal(pair: Pair) -> None:
    for _ in range(2):
        pair.ours.manual_seed(3)
        pair.theirs.manual_seed(3)
        pair.check(pair.ours.normal((3,)), pair.empty(3, "float32").normal_(generator=pair.theirs))


@pytest.mark.parametrize("draws", [0, 1, 623, 624, 625])
@pytest.mark.parametrize("normals", [0, 1, 2])
def test_states_are_torchs_and_pass_in_both_directions(
    torch: Any, draws: int, normals: int
) -> None:
    pair = Pair(torch, 5)
    for _ in range(2):
        pair.check(pair.ours.uniform((draws,)), torch.rand(draws, generator=pair.theirs))
        pair.check(pair.ours.normal((normals,)), torch.randn(normals, generator=pair.theirs))
        ours, theirs = pair.ours.get_state(), pair.theirs.get_state()
        pair.theirs = torch.Generator().set_state(torch.from_numpy(ours))
        pair.ours = Generator().set_state(theirs.numpy())
        assert pair.ours.initial_seed() == pair.theirs.initial_seed() == 5


def test_set_state_goes_back(pair: Pair) -> None:
    pair.ours.normal((5,))
    state = pair.ours.get_state()
    first = pair.ours.normal((20,))
    assert pair.ours.set_state(state).normal((20,)).tolist() == first.tolist()


@pytest.mark.parametrize("size", [3, 5056])
def test_set_state_refuses_what_torch_refuses(torch: Any, size: int) -> None:
    with pytest.raises(RuntimeError) as theirs:
        torch.Generator().set_state(torch.zeros(size, dtype=torch.uint8))
    with pytest.raises(RuntimeError) as ours:
        Generator().set_state(np.zeros(size, np.uint8))
    assert str(ours.value) == str(theirs.value)


def test_set_state_refuses_other_dtypes() -> None:
    with pytest.raises(TypeError, match="ByteTensor"):
        Generator().set_state(np.zeros(5056, np.int8))


def test_copies_continue_alike() -> None:
    generator = Generator().manual_seed(7)
    generator.normal((3,))
    copies = [
        generator.clone_state(),
        copy.deepcopy(generator),
        pickle.loads(pickle.dumps(generator)),
    ]
    expected = generator.normal((30,)).tolist()
    assert [each.normal((30,)).tolist() for each in copies] == [expected] * 3


# Continuous distributions.


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("size", SIZES)
def test_uniform(pair: Pair, size: int, dtype: str) -> None:
    expected = pair.empty(size, dtype).uniform_(generator=pair.theirs)
    pair.check(pair.ours.uniform((size,), dtype_of(dtype)), expected)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("low", "high"), [(-0.3, 0.61), (-0.123, 0.123), (3.3, 7.7), (2.0, 2.0), (-5, 0), (0, 3)]
)
def test_uniform_with_bounds(pair: Pair, low: float, high: float, dtype: str) -> None:
    expected = pair.empty(5000, dtype).uniform_(low, high, generator=pair.theirs)
    pair.check(pair.ours.uniform((5000,), dtype_of(dtype), low, high), expected)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("size", SIZES)
def test_normal(pair: Pair, size: int, dtype: str) -> None:
    units = normal_units(pair.torch, dtype, size)
    for _ in range(3):
        expected = pair.empty(size, dtype).normal_(generator=pair.theirs)
        pair.check(pair.ours.normal((size,), dtype_of(dtype)), expected, units)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("size", [1, 15, 17, 5001])
@pytest.mark.parametrize(("mean", "std"), [(0.1, 0.3), (-7.0, 2.5), (0.0, 0.02), (1.0, 0.0)])
def test_normal_with_mean_and_std(
    pair: Pair, mean: float, std: float, size: int, dtype: str
) -> None:
    units = normal_units(pair.torch, dtype, size)
    for _ in range(3):
        expected = pair.empty(size, dtype).normal_(mean, std, generator=pair.theirs)
        pair.check(pair.ours.normal((size,), dtype_of(dtype), mean, std), expected, units, mean)


def test_normal_of_a_million(torch: Any) -> None:
    pair = Pair(torch, 1)
    expected = torch.randn(1_000_003, generator=pair.theirs)
    pair.check(pair.ours.normal((1_000_003,)), expected, normal_units(torch, "float32", 16))


@pytest.mark.parametrize("shape", [(), (1,), (4,), (2, 7), (3, 5)])
@pytest.mark.parametrize(("dtype", "part"), [("complex64", "float32"), ("complex128", "float64")])
def test_complex_values(pair: Pair, shape: tuple[int, ...], dtype: str, part: str) -> None:
    expected = pair.empty(shape, dtype).uniform_(-1, 2, generator=pair.theirs)
    pair.check(pair.ours.uniform(shape, dtype, -1, 2), expected)
    expected = pair.empty(shape, dtype).normal_(0.5, 2, generator=pair.theirs)
    ours = pair.ours.normal(shape, dtype, 0.5, 2)
    assert ours.dtype == dtype
    pair.check(
        np.asarray(ours)[..., None].view(part),
        pair.torch.view_as_real(expected),
        normal_units(pair.torch, part, 2 * expected.numel()),
    )


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("size", [0, 1, 5000])
@pytest.mark.parametrize("rate", [1.0, 0.3, 17.0, math.inf])
def test_exponential(pair: Pair, rate: float, size: int, dtype: str) -> None:
    expected = pair.empty(size, dtype).exponential_(rate, generator=pair.theirs)
    units = VECTORISED if dtype == "float64" else 0
    pair.check(pair.ours.exponential((size,), dtype_of(dtype), rate), expected, units)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("size", [0, 1, 3, 15, 2001])
def test_log_normal(pair: Pair, size: int, dtype: str) -> None:
    expected = pair.empty(size, dtype).log_normal_(-0.5, 0.7, generator=pair.theirs)
    units = VECTORISED if dtype == "float64" else 0
    pair.check(pair.ours.log_normal((size,), dtype_of(dtype), -0.5, 0.7), expected, units)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("median", "sigma"), [(0.0, 1.0), (2.0, 0.3)])
def test_cauchy(pair: Pair, median: float, sigma: float, dtype: str) -> None:
    expected = pair.empty(5000, dtype).cauchy_(median, sigma, generator=pair.theirs)
    ours = pair.ours.cauchy((5000,), dtype_of(dtype), median, sigma)
    pair.check(ours, expected, VECTORISED + 1 if dtype == "float64" else 0, median)


def test_dense_tensors_are_filled_in_the_order_of_memory(pair: Pair) -> None:
    expected = pair.empty((8, 6), "float32").t().uniform_(generator=pair.theirs)
    pair.check(pair.ours.uniform((8, 6)), expected.t())
    expected = pair.empty((2, 3, 4, 5), "float32").to(memory_format=pair.torch.channels_last)
    expected.uniform_(generator=pair.theirs)
    pair.check(pair.ours.uniform((2, 4, 5, 3)), expected.permute(0, 2, 3, 1))


@pytest.mark.parametrize("dtype", [*FLOATS, "complex64"])
def test_normal_of_a_tensor_that_is_not_contiguous(pair: Pair, dtype: str) -> None:
    expected = pair.empty((8, 6), dtype).t().normal_(0.5, 2, generator=pair.theirs)
    pair.check(pair.ours.normal((8, 6), dtype_of(dtype), 0.5, 2, False), expected.t())
    expected = pair.empty((7, 10), dtype)[:, ::2].normal_(0.5, 2, generator=pair.theirs)
    ours = pair.ours.normal((7, 5), dtype_of(dtype), 0.5, 2, contiguous=False)
    pair.check(ours, expected.contiguous())


# Discrete distributions.


@pytest.mark.parametrize(
    ("low", "high", "dtype"),
    [
        (0, 10, "int64"),
        (-5, 5, "int64"),
        (7, 8, "int64"),
        (0, 2**28 - 1, "int64"),
        (0, 2**28, "int64"),
        (-(2**31), 2**31, "int64"),
        (0, 2**32, "int64"),
        (-(2**62), 2**62 + 5, "int64"),
        (-(2**63), 2**63 - 1, "int64"),
        (-(2**63), None, "int64"),
        (17, None, "int64"),
        (0, 256, "uint8"),
        (3, None, "uint8"),
        (-128, 128, "int8"),
        (-300, 3000, "int16"),
        (0, 60000, "uint16"),
        (-(2**31), None, "int32"),
        (0, 2**32, "uint32"),
        (0, 2**63 - 1, "uint64"),
        (0, 2, "bool"),
        (0, None, "bool"),
        (-7, 12, "float32"),
        (0, None, "float32"),
        (0, 2**24 + 5, "float64"),
        (-3, None, "float64"),
        (0, 65503, "float16"),
        (-2047, 2049, "float16"),
        (-1, None, "float16"),
        (-258, 515, "bfloat16"),
        (0, None, "bfloat16"),
        (-(2**63), None, "float32"),
        (-(2**63), None, "bfloat16"),
        (4097, 8189, "float16"),
        (-5001, -4097, "float16"),
        (2**24 + 9, 2**27 + 1, "float32"),
        (-(2**56) + 3, 2**56 - 1, "float64"),
    ],
)
@pytest.mark.parametrize("size", [0, 1, 1500])
@pytest.mark.filterwarnings("ignore:(from|to - 1) is out of bounds")
def test_integers(pair: Pair, size: int, low: int, high: int | None, dtype: str) -> None:
    expected = pair.empty(size, dtype).random_(low, high, generator=pair.theirs)
    pair.check(pair.ours.integers((size,), low, high, dtype_of(dtype)), expected)


@pytest.mark.parametrize(
    ("low", "high", "dtype"), [(5, 5, "int64"), (0, 300, "uint8"), (-1, 3, "bool"), (5, 4, "int8")]
)
def test_integers_refuses_bad_ranges(torch: Any, low: int, high: int, dtype: str) -> None:
    with pytest.raises(RuntimeError):
        torch.randint(low, high, (2,), dtype=getattr(torch, dtype))
    with pytest.raises(RuntimeError, match=r"from|to - 1"):
        Generator().integers((2,), low, high, dtype)


@pytest.mark.filterwarnings("ignore:(from|to - 1) is out of bounds")
def test_integers_refuses_a_range_without_representable_numbers(torch: Any) -> None:
    with pytest.raises(RuntimeError, match="casted to dtype"):
        torch.empty(2, dtype=torch.float16).random_(4097, 4099)
    with pytest.raises(RuntimeError, match="casted to dtype"):
        Generator().integers((2,), 4097, 4099, np.float16)
    with pytest.raises(RuntimeError, match="out of bounds"):
        Generator().integers((2,), 0, 70000, np.float16)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "int16", "int32", "int64", *FLOATS])
@pytest.mark.parametrize("size", [0, 1, 1500])
def test_random(pair: Pair, size: int, dtype: str) -> None:
    expected = pair.empty(size, dtype).random_(generator=pair.theirs)
    pair.check(pair.ours.random((size,), dtype_of(dtype)), expected)


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16", "bool", "int64", "uint8"])
@pytest.mark.parametrize("p", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_bernoulli_with_a_number(pair: Pair, p: float, dtype: str) -> None:
    expected = pair.empty((30, 50), dtype).bernoulli_(p, generator=pair.theirs)
    pair.check(pair.ours.bernoulli((30, 50), p, dtype_of(dtype)), expected)


@pytest.mark.parametrize("p_dtype", FLOATS)
@pytest.mark.parametrize("dtype", ["float32", "bool", "int32"])
def test_bernoulli_with_an_array(pair: Pair, p_dtype: str, dtype: str) -> None:
    p = np.linspace(0, 1, 50).astype(dtype_of(p_dtype))
    as_tensor = pair.torch.from_numpy(p.astype(np.float64)).to(getattr(pair.torch, p_dtype))
    expected = pair.empty((30, 50), dtype).bernoulli_(as_tensor, generator=pair.theirs)
    pair.check(pair.ours.bernoulli((30, 50), p, dtype), expected)


@pytest.mark.parametrize("dtype", ["float32", "int64", "uint8"])
@pytest.mark.parametrize("p", [0.2, 0.7])
def test_geometric(pair: Pair, p: float, dtype: str) -> None:
    expected = pair.empty(2000, dtype).geometric_(p, generator=pair.theirs)
    pair.check(pair.ours.geometric((2000,), p, dtype), expected)


@pytest.mark.parametrize("n", [*SIZES, 60_000])
def test_permutation(pair: Pair, n: int) -> None:
    pair.check(pair.ours.permutation(n), pair.torch.randperm(n, generator=pair.theirs))


def test_permutation_of_many_shuffles_inside_out(monkeypatch: pytest.MonkeyPatch) -> None:
    # From 214,748,364 on; torch takes too long over as many to be asked.
    monkeypatch.setattr(_generator, "_LONG_PERMUTATION", 100)
    words = np.random.RandomState(3).randint(0, 2**32, size=600, dtype=np.uint32).tolist()
    order: list[int] = []
    for i, (high, low) in enumerate(zip(words[0::2], words[1::2], strict=True)):
        j = (high << 32 | low) % (i + 1)
        order.append(i)
        order[i], order[j] = order[j], i
    assert Generator().manual_seed(3).permutation(300).tolist() == order


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", [(9,), (4, 9)])
@pytest.mark.parametrize(("count", "replacement"), [(1, False), (4, False), (1, True), (50, True)])
def test_multinomial(
    pair: Pair, shape: tuple[int, ...], count: int, replacement: bool, dtype: str
) -> None:
    weights = np.random.RandomState(1).random_sample(shape).astype(dtype)
    weights[..., 3] = 0
    expected = pair.torch.multinomial(
        pair.torch.from_numpy(weights), count, replacement, generator=pair.theirs
    )
    pair.check(pair.ours.multinomial(weights, count, replacement), expected)


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("uniform", {"low": 2, "high": 1}),
        ("normal", {"std": -1}),
        ("exponential", {"rate": 0}),
        ("log_normal", {"std": 0}),
        ("cauchy", {"sigma": 0}),
        ("geometric", {"p": 0, "dtype": "float32"}),
        ("bernoulli", {"p": 1.5}),
    ],
)
def test_parameters_out_of_range_raise_torchs_errors(
    torch: Any, method: str, options: dict[str, Any]
) -> None:
    names = {"low": "from", "high": "to", "rate": "lambd"}
    theirs = {names.get(key, key): value for key, value in options.items() if key != "dtype"}
    with pytest.raises(RuntimeError) as expected:
        getattr(torch.empty(3), f"{method}_")(**theirs)
    with pytest.raises(RuntimeError) as raised:
        getattr(Generator(), method)((3,), **options)
    assert str(raised.value) == str(expected.value)


def test_bernoulli_refuses_probabilities_out_of_range_in_arrays() -> None:
    with pytest.raises(RuntimeError, match="p_in"):
        Generator().bernoulli((2,), np.asarray([0.5, 1.5]))


def test_permutation_refuses_negative_lengths() -> None:
    with pytest.raises(RuntimeError, match="negative dimension"):
        Generator().permutation(-1)


@pytest.mark.parametrize("method", ["uniform", "normal", "log_normal", "cauchy"])
def test_floating_distributions_refuse_integer_dtypes(method: str) -> None:
    with pytest.raises(NotImplementedError, match="not implemented for 'int32'"):
        getattr(Generator(), method)((3,), np.int32)


def test_random_refuses_wide_unsigned_dtypes() -> None:
    with pytest.raises(NotImplementedError, match="uint32"):
        Generator().random((3,), np.uint32)


def test_exponential_refuses_integer_dtypes() -> None:
    with pytest.raises(RuntimeError, match="continuous"):
        Generator().exponential((3,), np.int32)


# Calls of several kinds after one another.


@pytest.mark.parametrize("seed", SEEDS)
def test_generators_stay_in_step_over_mixed_calls(torch: Any, seed: int) -> None:
    pair = Pair(torch, seed)
    ours, theirs = pair.ours, {"generator": pair.theirs}
    choices = np.random.RandomState(abs(seed) % 2**32)
    for _ in range(200):
        size = int(choices.choice([0, 1, 2, 3, 15, 16, 17, 33, 200]))
        match choices.randint(8):
            case 0:
                pair.check(ours.uniform((size,)), torch.rand(size, **theirs))
            case 1:
                expected = torch.rand(size, dtype=torch.float64, **theirs)
                pair.check(ours.uniform((size,), np.float64), expected)
            case 2:
                expected = torch.randn(size, **theirs)
                pair.check(ours.normal((size,)), expected, normal_units(torch, "float32", size))
            case 3:
                expected = torch.randn(size, dtype=torch.float64, **theirs)
                units = normal_units(torch, "float64", size)
                pair.check(ours.normal((size,), np.float64), expected, units)
            case 4:
                expected = torch.randint(-3, 1000, (size,), **theirs)
                pair.check(ours.integers((size,), -3, 1000), expected)
            case 5:
                pair.check(ours.permutation(size), torch.randperm(size, **theirs))
            case 6:
                expected = torch.empty(size).bernoulli_(0.4, **theirs)
                pair.check(ours.bernoulli((size,), 0.4), expected)
            case _:
                expected = torch.empty((), dtype=torch.int64).random_(**theirs)
                pair.check(ours.random(()), expected)


@pytest.mark.parametrize("shape", [(), (1,), (3, 4), (2, 3, 5), (0, 4), (4, 0)])
def test_shapes(pair: Pair, shape: tuple[int, ...]) -> None:
    theirs = {"generator": pair.theirs}
    torch = pair.torch
    units = normal_units(torch, "float32", math.prod(shape))
    pair.check(pair.ours.uniform(shape), torch.rand(shape, **theirs))
    pair.check(pair.ours.normal(shape), torch.randn(shape, **theirs), units)
    pair.check(pair.ours.integers(shape, 0, 9), torch.randint(0, 9, shape, **theirs))
    pair.check(pair.ours.exponential(shape), torch.empty(shape).exponential_(**theirs))
    pair.check(pair.ours.bernoulli(shape, 0.3), torch.empty(shape).bernoulli_(0.3, **theirs))


# What torch's own code draws, which the frontend has to draw in the same order.


def default_pair(torch: Any, seed: int) -> Pair:
    pair = Pair(torch, seed)
    torch.manual_seed(seed)
    pair.theirs = torch.default_generator
    return pair


def in_step(pair: Pair) -> bool:
    return pair.ours.get_state().tobytes() == data(pair.torch, pair.theirs.get_state())


@pytest.mark.parametrize(("length", "batch_size", "drop_last"), [(10, 3, False), (12, 4, True)])
def test_data_loader_draws_a_base_seed_and_then_the_samplers_seed(
    torch: Any, length: int, batch_size: int, drop_last: bool
) -> None:
    pair = default_pair(torch, 11)
    loader = torch.utils.data.DataLoader(
        range(length), batch_size, shuffle=True, drop_last=drop_last
    )
    assert in_step(pair)
    for _ in range(3):
        batches = iter(loader)
        pair.ours.random(())  # base seed of the workers, when the iterator is made
        assert in_step(pair)
        first = next(batches).tolist()
        seed = int(pair.ours.random(()))  # seed of the sampler, with the first batch
        assert in_step(pair)
        order = Generator().manual_seed(seed).permutation(length).tolist()
        assert first + [index for batch in batches for index in batch.tolist()] == order
        assert in_step(pair)


@pytest.mark.parametrize(("length", "batch_size"), [(10, 3), (12, 4)])
def test_data_loader_with_a_generator_draws_everything_from_it(
    torch: Any, length: int, batch_size: int
) -> None:
    pair = Pair(torch, 11)
    loader = torch.utils.data.DataLoader(
        range(length), batch_size, shuffle=True, generator=pair.theirs
    )
    for _ in range(3):
        order = [index for batch in loader for index in batch.tolist()]
        pair.ours.random(())
        assert order == pair.ours.permutation(length).tolist()
        # The sampler shuffles once more for the remainder of no elements, when it is exhausted.
        pair.ours.permutation(length)
        assert in_step(pair)


def test_data_loader_without_shuffling_still_draws_a_base_seed(torch: Any) -> None:
    pair = default_pair(torch, 11)
    for _ in torch.utils.data.DataLoader(range(10)):
        pass
    pair.ours.random(())
    assert in_step(pair)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_dropout_keeps_where_bernoulli_is_one(torch: Any, dtype: str) -> None:
    pair = default_pair(torch, 11)
    expected = torch.nn.functional.dropout(torch.ones(40, 5, dtype=getattr(torch, dtype)), 0.3)
    kept = pair.ours.bernoulli((40, 5), 1 - 0.3, dtype)
    pair.check(kept / np.asarray(1 - 0.3, dtype), expected)


@pytest.mark.parametrize(
    ("layer", "arguments", "fan_in"),
    [
        ("Linear", (7, 5), 7),
        ("Linear", (300, 1000), 300),
        ("Conv1d", (4, 6, 3), 4 * 3),
        ("Conv2d", (3, 16, 5), 3 * 5 * 5),
        ("ConvTranspose2d", (3, 16, 5), 16 * 5 * 5),
    ],
)
def test_layers_draw_the_weight_and_then_the_bias(
    torch: Any, layer: str, arguments: tuple[int, ...], fan_in: int
) -> None:
    pair = default_pair(torch, 11)
    module = getattr(torch.nn, layer)(*arguments)
    # torch.nn.init.kaiming_uniform_ with a = sqrt(5).
    bound = math.sqrt(3.0) * (math.sqrt(2.0 / (1 + math.sqrt(5) ** 2)) / math.sqrt(fan_in))
    weight = pair.ours.uniform(module.weight.shape, low=-bound, high=bound)
    assert weight.tobytes() == data(torch, module.weight.detach())
    bound = 1 / math.sqrt(fan_in)
    bias = pair.ours.uniform(module.bias.shape, low=-bound, high=bound)
    pair.check(bias, module.bias.detach())


def test_embedding_draws_normals(torch: Any) -> None:
    pair = default_pair(torch, 11)
    module = torch.nn.Embedding(10, 6)
    units = normal_units(torch, "float32", 60)
    pair.check(pair.ours.normal((10, 6)), module.weight.detach(), units)
