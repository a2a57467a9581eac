"""Random numbers: seeds, keys, ranges and distributions."""

from __future__ import annotations

import functools
import threading

import numpy
import pytest
from scipy import stats

import ivy
from ivy_tests.support.backends import AVAILABLE, needs
from ivy_tests.support.compare import assert_same
from ivy_tests.support.compiling import compiled

DRAWS = {
    "random_uniform": lambda: ivy.random_uniform(shape=(3, 2)),
    "random_normal": lambda: ivy.random_normal(shape=(3, 2)),
    "randint": lambda: ivy.randint(0, 1000, shape=(3, 2)),
    "random_permutation": lambda: ivy.random_permutation(20),
    "dropout": lambda: ivy.dropout(ivy.ones((8, 8)), 0.5),
}


@pytest.mark.parametrize("name", DRAWS)
def test_same_seed_gives_the_same_draws(name, backend):
    ivy.seed(7)
    first = [DRAWS[name]().tolist() for _ in range(3)]
    ivy.seed(7)
    assert [DRAWS[name]().tolist() for _ in range(3)] == first
    assert first[0] != first[1] != first[2]
    ivy.seed(8)
    assert DRAWS[name]().tolist() != first[0]


@pytest.mark.parametrize("name", DRAWS)
def test_portable_draws_are_the_same_on_every_backend(name):
    draws = {}
    for backend in AVAILABLE:
        ivy.seed(7)
        with ivy.with_backend(backend), ivy.config.portable_random(True):
            x = DRAWS[name]()
            assert x.backend == backend
            draws[backend] = ivy.to_numpy(x).tolist()
    first, *others = draws.values()
    assert all(values == first for values in others)


def test_portable_draw_from_a_key_of_another_backend(backend):
    ivy.seed(3)
    key = ivy.next_key()
    with ivy.config.portable_random(True):
        x = ivy.random_uniform(shape=(2,), key=key)
        expected = ivy.random_uniform(shape=(2,), key=ivy.to_backend(key, "numpy"))
    assert_same(x, ivy.to_numpy(expected))


def test_uniform_draws_fill_their_range(backend):
    x = ivy.to_numpy(ivy.random_uniform(shape=(10_000,), low=-1.0, high=3.0))
    assert -1 <= x.min() < -0.99
    assert 2.99 < x.max() < 3
    # Five standard errors: 4 / sqrt(12 * 10_000) for the mean.
    assert abs(x.mean() - 1) < 0.06
    assert abs(x.std() - 4 / numpy.sqrt(12)) < 0.03


def test_normal_draws_have_mean_and_deviation(backend):
    x = ivy.to_numpy(ivy.random_normal(shape=(10_000,), mean=2.0, std=3.0))
    assert abs(x.mean() - 2) < 0.15
    assert abs(x.std() - 3) < 0.11
    within = numpy.mean(abs(x - 2) < 3)
    assert abs(within - 0.6827) < 0.024


def test_integers_are_uniform(backend):
    x = ivy.to_numpy(ivy.randint(-2, 3, shape=(10_000,)))
    values, counts = numpy.unique(x, return_counts=True)
    assert values.tolist() == [-2, -1, 0, 1, 2]
    assert abs(counts - 2000).max() < 200


def test_permutations_hold_every_number_once(backend):
    x = ivy.random_permutation(50)
    assert_same(ivy.sort(x), list(range(50)))
    assert x.tolist() != list(range(50))


def test_dropout_keeps_the_mean(backend):
    x = ivy.to_numpy(ivy.dropout(ivy.ones((100, 100)), 0.25))
    assert set(x.ravel().tolist()) <= {0.0, float(numpy.float32(1 / 0.75))}
    assert abs(numpy.mean(x == 0) - 0.25) < 0.022


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("draw", [ivy.random_uniform, ivy.random_normal])
def test_draws_have_the_dtype_that_is_asked_for(draw, dtype, backend):
    x = draw(shape=(4,), dtype=dtype)
    assert (x.shape, x.dtype, x.backend) == ((4,), dtype, backend)
    assert bool(ivy.all(ivy.isfinite(x)))


def test_uniform_draws_never_reach_one(backend):
    for dtype in ("float16", "bfloat16"):
        x = ivy.random_uniform(shape=(20_000,), dtype=dtype)
        assert float(ivy.astype(ivy.max(x), "float32")) < 1


def test_draws_with_a_key_are_pure(backend):
    key = ivy.next_key()
    a, b = (ivy.random_normal(shape=(3,), key=key).tolist() for _ in range(2))
    assert a == b
    assert ivy.random_normal(shape=(3,), key=ivy.next_key()).tolist() != a


def test_draw_with_a_key_lives_on_the_backend_of_the_key(backend):
    key = ivy.next_key()
    with ivy.with_backend("numpy"):
        assert ivy.random_uniform(shape=(2,), key=key).backend == backend


@needs("torch")
def test_native_key_is_taken():
    import torch

    x = ivy.random_uniform(shape=(2,), key=torch.tensor([1, 2]))
    assert x.backend == "torch"


def test_threads_have_their_own_generator():
    ivy.seed(5)
    first = ivy.random_uniform(shape=(2,)).tolist()
    found = []

    def work():
        ivy.seed(5)
        found.append(ivy.random_uniform(shape=(2,)).tolist())

    thread = threading.Thread(target=work)
    ivy.seed(5)
    thread.start()
    thread.join()
    assert found == [first]
    assert ivy.random_uniform(shape=(2,)).tolist() == first


@pytest.mark.parametrize("value", [-1, 2**63])
def test_seed_out_of_range_is_an_error(value):
    with pytest.raises(ValueError, match=r"ivy\.seed: expected 0 <= value < 2\*\*63"):
        ivy.seed(value)


def test_largest_seed(backend):
    ivy.seed(2**63 - 1)
    assert bool(ivy.isfinite(ivy.random_uniform()))


def test_empty_range_of_integers_is_an_error(backend):
    with pytest.raises(ValueError, match=r"ivy\.randint: expected low < high, got low=3, high=3"):
        ivy.randint(3, 3)


@pytest.mark.parametrize("rate", [-0.1, 1.1])
def test_dropout_rate_out_of_range_is_an_error(rate, backend):
    with pytest.raises(ValueError, match=r"ivy\.dropout: expected 0 <= rate <= 1"):
        ivy.dropout(ivy.ones((2,)), rate)


# -- distributions -------------------------------------------------------------------------------

LOGNORMAL = stats.lognorm(0.7, 0, numpy.exp(0.5))

# What is drawn, and the distribution that it must have.
CONTINUOUS = {
    "uniform": (lambda n: ivy.random_uniform(shape=n, low=-1.0, high=3.0), stats.uniform(-1, 4)),
    "normal": (lambda n: ivy.random_normal(shape=n, mean=2.0, std=3.0), stats.norm(2, 3)),
    "lognormal": (lambda n: ivy.random_lognormal(mean=0.5, std=0.7, shape=n), LOGNORMAL),
    "truncated": (
        lambda n: ivy.random_truncated_normal(-1.0, 2.0, shape=n),
        stats.truncnorm(-1, 2),
    ),
    "truncated-tail": (
        lambda n: ivy.random_truncated_normal(6.0, ivy.inf, shape=n),
        stats.truncnorm(6, numpy.inf),
    ),
    "exponential": (lambda n: ivy.random_exponential(scale=2.0, shape=n), stats.expon(0, 2)),
    "laplace": (lambda n: ivy.random_laplace(loc=1.0, scale=2.0, shape=n), stats.laplace(1, 2)),
    "logistic": (lambda n: ivy.random_logistic(loc=1.0, scale=2.0, shape=n), stats.logistic(1, 2)),
    "gumbel": (lambda n: ivy.random_gumbel(loc=1.0, scale=2.0, shape=n), stats.gumbel_r(1, 2)),
    "cauchy": (lambda n: ivy.random_cauchy(loc=1.0, scale=2.0, shape=n), stats.cauchy(1, 2)),
    "rayleigh": (lambda n: ivy.random_rayleigh(scale=2.0, shape=n), stats.rayleigh(0, 2)),
    "weibull": (
        lambda n: ivy.random_weibull(1.5, scale=2.0, shape=n),
        stats.weibull_min(1.5, 0, 2),
    ),
    "pareto": (lambda n: ivy.random_pareto(3.0, scale=2.0, shape=n), stats.pareto(3, 0, 2)),
    "triangular": (
        lambda n: ivy.random_triangular(-1.0, 0.5, 3.0, shape=n),
        stats.triang(1.5 / 4, -1, 4),
    ),
    "student-t": (lambda n: ivy.random_student_t(3.5, shape=n), stats.t(3.5)),
    "wald": (lambda n: ivy.random_wald(2.0, 3.0, shape=n), stats.invgauss(2 / 3, 0, 3)),
    **{
        f"gamma-{a}": (lambda n, a=a: ivy.random_gamma(a, scale=2.0, shape=n), stats.gamma(a, 0, 2))
        for a in (0.2, 1.0, 4.5, 1e4)
    },
    "chi-square": (lambda n: ivy.random_chi_square(3.0, shape=n), stats.chi2(3)),
    "beta": (lambda n: ivy.random_beta(0.5, 2.0, shape=n), stats.beta(0.5, 2)),
    "dirichlet": (
        lambda n: ivy.random_dirichlet(ivy.asarray([0.5, 1.0, 2.5]), shape=n)[:, 1],
        stats.beta(1, 3),
    ),
    **{
        f"von-mises-{k}": (lambda n, k=k: ivy.random_von_mises(0.0, k, shape=n), d)
        for k, d in {
            0.0: stats.uniform(-numpy.pi, 2 * numpy.pi),
            0.5: stats.vonmises(0.5),
            5.0: stats.vonmises(5),
            1e5: stats.norm(0, 1e5**-0.5),
        }.items()
    },
}
DISCRETE = {
    **{
        f"poisson-{rate}": (
            lambda n, rate=rate: ivy.random_poisson(rate, shape=n),
            stats.poisson(rate),
        )
        for rate in (0.5, 9.5, 10.5, 300.0)
    },
    **{
        f"binomial-{k}-{p}": (
            lambda n, k=k, p=p: ivy.random_binomial(k, p, shape=n),
            stats.binom(k, p),
        )
        for k, p in ((3, 0.3), (50, 0.1), (30, 0.45), (40, 0.9), (1000, 0.6))
    },
    "negative-binomial": (
        lambda n: ivy.random_negative_binomial(2.5, 0.3, shape=n),
        stats.nbinom(2.5, 0.3),
    ),
    "geometric": (lambda n: ivy.random_geometric(0.2, shape=n), stats.geom(0.2)),
    "bernoulli": (lambda n: ivy.random_bernoulli(0.3, shape=n), stats.bernoulli(0.3)),
    "hypergeometric": (
        lambda n: ivy.random_hypergeometric(7, 12, 10, shape=n),
        stats.hypergeom(19, 7, 10),
    ),
    "integers": (lambda n: ivy.randint(-2, 5, shape=n), stats.randint(-2, 5)),
    "categorical": (
        lambda n: ivy.random_categorical(ivy.log(ivy.asarray([0.2, 0.5, 0.3])), shape=n),
        stats.rv_discrete(values=([0, 1, 2], [0.2, 0.5, 0.3])),
    ),
    "multinomial": (
        lambda n: ivy.random_multinomial(ivy.asarray([0.2, 0.5, 0.3]), 8, shape=n)[:, 1],
        stats.binom(8, 0.5),
    ),
    "choice": (
        lambda n: ivy.random_choice(ivy.arange(3), shape=n, p=ivy.asarray([0.2, 0.5, 0.3])),
        stats.rv_discrete(values=([0, 1, 2], [0.2, 0.5, 0.3])),
    ),
}
COUNT = 10_000


@pytest.mark.parametrize("name", CONTINUOUS)
def test_draws_have_the_distribution(name):
    draw, expected = CONTINUOUS[name]
    ivy.seed(11)
    x = ivy.to_numpy(draw((COUNT,))).astype("float64")
    # Exceeded by one of ten thousand samples (N. Smirnov's limit).
    assert stats.kstest(x, expected.cdf).statistic < 2.23 / numpy.sqrt(COUNT)


@pytest.mark.parametrize("name", DISCRETE)
def test_draws_of_integers_have_the_distribution(name):
    draw, expected = DISCRETE[name]
    ivy.seed(11)
    x = ivy.to_numpy(draw((COUNT,))).astype("int64")
    # Cells of about the same probability, where that can be.
    ends = numpy.unique(expected.ppf(numpy.linspace(0, 1, 21)[1:-1]))
    shares = numpy.diff(numpy.concatenate([[0.0], expected.cdf(ends), [1.0]]))
    counts = numpy.bincount(numpy.searchsorted(ends, x), minlength=len(shares))
    wanted = shares * len(x)
    statistic = numpy.sum((counts - wanted) ** 2 / numpy.where(wanted > 0, wanted, 1))
    assert numpy.all(counts[wanted < 1e-6] == 0)
    assert statistic < stats.chi2.ppf(0.9999, max(numpy.sum(wanted > 1e-6) - 1, 1))


def test_choice_without_replacement_goes_by_the_weights_that_are_left():
    weights = ivy.asarray([0.2, 0.5, 0.3])
    draws = [
        ivy.random_choice(ivy.arange(3), shape=(2,), p=weights, replace=False) for _ in range(900)
    ]
    pairs = numpy.bincount([3 * int(a) + int(b) for a, b in draws], minlength=9).reshape(3, 3)
    p = numpy.array([0.2, 0.5, 0.3])
    wanted = 900 * p[:, None] * numpy.where(numpy.eye(3), 0, p / (1 - p)[:, None])
    assert numpy.all(numpy.diag(pairs) == 0)
    assert numpy.all(abs(pairs - wanted) <= 5 * numpy.sqrt(wanted))


def test_multivariate_normal_has_mean_and_covariances():
    cov = numpy.array([[2.0, 0.6], [0.6, 1.0]])
    mean = ivy.asarray([1.0, -1.0])
    x = ivy.to_numpy(ivy.random_multivariate_normal(mean, ivy.asarray(cov), shape=(COUNT,)))
    assert numpy.all(abs(x.mean(0) - [1, -1]) < 5 * numpy.sqrt(2 / COUNT))
    assert numpy.all(abs(numpy.cov(x.T) - cov) < 5 * 2 * numpy.sqrt(2 / COUNT))


def test_orthogonal_matrices(backend):
    q = ivy.random_orthogonal(3, shape=(50,), dtype="float64")
    eye = numpy.broadcast_to(numpy.eye(3), (50, 3, 3))
    assert_same(q @ q.mT, eye)
    signs = numpy.sign(numpy.linalg.det(ivy.to_numpy(q)))
    assert set(signs) == {-1.0, 1.0}


def test_unit_vectors(backend):
    x = ivy.random_unit_vector(3, shape=(40,), dtype="float64")
    assert_same(ivy.sum(x * x, axis=-1), numpy.ones(40))


def test_dirichlet_draws_sum_to_one(backend):
    # Also for concentrations whose gamma draws are 0 in float64.
    x = ivy.random_dirichlet(ivy.asarray([1e-5, 2e-5]), shape=(20,), dtype="float64")
    assert_same(ivy.sum(x, axis=-1), numpy.ones(20))


def test_shuffle_keeps_the_parts(backend):
    x = ivy.reshape(ivy.arange(20), (2, 10))
    y = ivy.to_numpy(ivy.random_shuffle(x, axis=1))
    assert numpy.all(numpy.sort(y, axis=1) == ivy.to_numpy(x))
    assert numpy.all(y[1] - y[0] == 10)


# -- one algorithm everywhere ----------------------------------------------------------------------

# Each algorithm once.
ALGORITHMS = {
    "truncated normal": lambda key: ivy.random_truncated_normal(-1.0, 2.0, shape=(3,), key=key),
    "gamma": lambda key: ivy.random_gamma(0.5, shape=(3,), key=key),
    "student t": lambda key: ivy.random_student_t(4.0, shape=(3,), key=key),
    "von Mises": lambda key: ivy.random_von_mises(0.0, 2.0, shape=(3,), key=key),
    "counting": lambda key: ivy.random_poisson(3.0, shape=(3,), key=key),
    "Poisson": lambda key: ivy.random_poisson(30.0, shape=(3,), key=key),
    "binomial": lambda key: ivy.random_binomial(100, 0.7, shape=(3,), key=key),
    "categorical": lambda key: ivy.random_categorical(ivy.log(_weights(key)), shape=(3,), key=key),
    "choice": lambda key: ivy.random_choice(_weights(key), shape=(2,), replace=False, key=key),
    "integers": lambda key: ivy.randint(-5, 1000, shape=(3,), key=key),
}


def _weights(key):
    return ivy.to_backend(ivy.asarray([0.2, 0.5, 0.3]), key.backend)


@functools.cache
def portable(name):
    """The draws on numpy."""
    with ivy.with_backend("numpy"), ivy.config.portable_random(True):
        return ivy.to_numpy(ALGORITHMS[name](ivy.asarray([3, 4])))


@pytest.mark.parametrize("name", ALGORITHMS)
def test_portable_draws_of_an_algorithm_are_the_same_on_every_backend(name, backend):
    with ivy.config.portable_random(True):
        x = ALGORITHMS[name](ivy.asarray([3, 4]))
    assert_same(x, portable(name))


@pytest.mark.parametrize("name", ["normal", "gamma"])
def test_portable_draws_compiled(name, backend):
    draw = {"normal": lambda key: ivy.random_normal(shape=(3,), key=key), **ALGORITHMS}[name]
    with ivy.config.portable_random(True):
        expected = draw(ivy.asarray([3, 4]))
        found = compiled(draw)(ivy.asarray([3, 4]))
    assert_same(found, ivy.to_numpy(expected))


@pytest.mark.parametrize("is_portable", [False, True])
def test_compiled_draws_of_any_size_are_the_direct_ones(is_portable, backend):
    # The positions of some sizes fill whole vectors of the processor, those of others do not.
    def draw():
        uniform = [ivy.random_uniform(shape=shape) for shape in ((), (3, 7), (5, 8))]
        return [*uniform, ivy.randint(0, 1000, shape=257), ivy.dropout(ivy.ones((5, 8)), 0.5)]

    with ivy.config.portable_random(is_portable):
        ivy.seed(11)
        expected = draw()
        ivy.seed(11)
        found = ivy.compile(draw)()
    for x, y in zip(found, expected, strict=True):
        assert_same(x, ivy.to_numpy(y))


def test_a_number_is_the_shape_of_a_vector(backend):
    x, p = ivy.asarray([5, 6, 7]), ivy.asarray([0.2, 0.8])
    draws = {
        (4,): [
            ivy.random_uniform(shape=4),
            ivy.randint(0, 3, shape=4),
            ivy.random_bernoulli(0.5, shape=4),
            ivy.random_categorical(p, shape=4),
            ivy.random_choice(x, shape=4),
        ],
        (4, 2): [
            ivy.random_dirichlet(p, shape=4),
            ivy.random_multinomial(p, 3, shape=4),
            ivy.random_unit_vector(2, shape=4),
        ],
        (4, 3, 3): [ivy.random_orthogonal(3, shape=4)],
    }
    for shape, found in draws.items():
        assert [x.shape for x in found] == [shape] * len(found)


@pytest.mark.parametrize("is_portable", [False, True])
def test_draws_in_a_graph_are_those_of_the_generator(is_portable, backend):
    with ivy.config.portable_random(is_portable):

        def draw():
            return ivy.random_normal(shape=(3,)), ivy.random_gamma(2.0, shape=(3,))

        graph = ivy.trace_graph(draw)
        ivy.seed(5)
        expected = [x.tolist() for x in draw()]
        ivy.seed(5)
        assert [x.tolist() for x in graph()] == expected
        assert [x.tolist() for x in graph()] != expected


def test_split_keys_differ(backend):
    keys = ivy.to_numpy(ivy.split_key(ivy.asarray([1, 2]), 100))
    assert len({tuple(k) for k in keys.tolist()}) == 100


# -- parameters ----------------------------------------------------------------------------------

REFUSED = {
    "std >= 0, got std=-1.0": lambda: ivy.random_normal(std=-1.0),
    "low <= high, got low=2.0": lambda: ivy.random_uniform(low=2.0, high=1.0),
    "low < high, got low=1.0": lambda: ivy.random_truncated_normal(1.0, 1.0),
    "scale > 0, got scale=0.0": lambda: ivy.random_laplace(scale=0.0),
    "concentration > 0, got concentration=0": lambda: ivy.random_gamma(0),
    "rate finite and >= 0, got rate=nan": lambda: ivy.random_poisson(ivy.nan),
    "p from 0 to 1, got p=1.5": lambda: ivy.random_bernoulli(1.5),
    "p above 0, up to 1, got p=0": lambda: ivy.random_geometric(0),
    "low <= mode <= high": lambda: ivy.random_triangular(0.0, 2.0, 1.0),
    "a sample from 0 to good": lambda: ivy.random_hypergeometric(2, 3, 6),
    "a shape that the parameters": lambda: ivy.random_gamma(ivy.ones(3), shape=(2,)),
    "at most 3 parts": lambda: ivy.random_choice(ivy.ones(3), shape=(4,), replace=False),
    "weights of shape": lambda: ivy.random_choice(ivy.ones(3), p=ivy.ones(2)),
    "fewer than 2\\*\\*63 numbers": lambda: ivy.randint(-(2**62), 2**62),
    "-128 <= low": lambda: ivy.randint(0, 200, dtype="int8"),
    "count >= 0": lambda: ivy.random_multinomial(ivy.ones(2), -1),
}


@pytest.mark.parametrize("message", REFUSED)
def test_numbers_out_of_range_are_errors(message):
    with pytest.raises(ValueError, match=message):
        REFUSED[message]()


def test_array_parameters_out_of_range_give_nan_or_minus_one(backend):
    wrong = ivy.asarray([-1.0, ivy.nan, 0.5])
    x = ivy.to_numpy(ivy.random_gamma(wrong))
    assert numpy.isnan(x).tolist() == [True, True, False]
    x = ivy.to_numpy(ivy.random_normal(std=wrong))
    assert numpy.isnan(x).tolist() == [True, True, False]
    x = ivy.to_numpy(ivy.random_poisson(wrong))
    assert (x < 0).tolist() == [True, True, False]
    x = ivy.to_numpy(ivy.random_binomial(10, wrong))
    assert (x < 0).tolist() == [True, True, False]


def test_draws_live_where_their_parameters_are(backend):
    scale = ivy.ones(2)
    with ivy.with_backend("numpy"):
        assert ivy.random_exponential(scale=scale).backend == backend
        assert ivy.dropout(scale, 0.5).backend == backend


def test_dtype_of_draws_is_that_of_the_parameters(backend):
    assert ivy.random_normal(mean=ivy.ones(2, dtype="float64")).dtype == "float64"
    assert ivy.random_gamma(ivy.ones(2, dtype="float16")).dtype == "float16"
    assert ivy.random_gamma(ivy.ones(2, dtype="int64")).dtype == "float32"
    assert ivy.random_poisson(ivy.ones(2)).dtype == "int64"


def test_large_integers(backend):
    x = ivy.randint(2**63, 2**64 - 1, shape=(20,), dtype="uint64")
    assert x.dtype == "uint64"
    assert min(x.tolist()) >= 2**63


def test_uniform_draws_of_float64_have_all_their_digits(backend):
    x = ivy.to_numpy(ivy.random_uniform(shape=(100,), dtype="float64"))
    assert numpy.any(x * 2**40 % 1 != 0)
    assert numpy.all(x < 1)


def test_derivatives_pass_to_locations_and_scales(backend):
    key = ivy.next_key()

    def total(loc, scale):
        return ivy.sum(ivy.random_logistic(loc=loc, scale=scale, shape=(3,), key=key))

    x = ivy.random_logistic(shape=(3,), key=key, dtype="float64")
    loc, scale = (ivy.asarray(v, dtype="float64") for v in (1.0, 2.0))
    to_loc, to_scale = ivy.grad(total, argnums=(0, 1))(loc, scale)
    assert_same(to_loc, numpy.float64(3))
    assert_same(to_scale, ivy.to_numpy(ivy.sum(x)))


@needs("torch")
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_draws_on_torch_are_the_portable_ones(dtype):
    with ivy.with_backend("torch"):
        key = ivy.next_key()
        draws = [
            lambda: ivy.random_uniform(shape=(9,), dtype=dtype, key=key),
            lambda: ivy.random_normal(shape=(9,), dtype=dtype, key=key),
            lambda: ivy.randint(-5, 100, shape=(9,), key=key),
            lambda: ivy.random_permutation(9, key=key),
        ]
        native = [draw().tolist() for draw in draws]
        with ivy.config.portable_random(True):
            assert [draw().tolist() for draw in draws] == native


# -- dropout -------------------------------------------------------------------------------------

_ONES = {"channels_first": (30, 40, 3, 2, 5), "channels_last": (30, 3, 2, 5, 40)}
_DROPOUTS = {
    "dropout": (ivy.dropout, ()),
    "dropout1d": (ivy.dropout1d, (4,)),
    "dropout2d": (ivy.dropout2d, (3, 4)),
    "dropout3d": (ivy.dropout3d, (2, 3, 4)),
}


@pytest.mark.parametrize("name", _DROPOUTS)
@pytest.mark.parametrize("data_format", _ONES)
def test_dropout_sets_whole_channels_to_zero(name, data_format, backend):
    drop, axes = _DROPOUTS[name]
    last = data_format == "channels_last"
    options = {} if name == "dropout" else {"data_format": data_format}
    key = ivy.asarray([3, 4])
    x = ivy.to_numpy(drop(ivy.ones(_ONES[data_format]), 0.25, key=key, **options))
    assert set(x.ravel().tolist()) <= {0.0, float(numpy.float32(1 / 0.75))}
    # In every channel all is kept, or nothing; across channels and samples it differs.
    axes = tuple(a - 1 for a in axes) if last else axes
    least, most = x.min(axis=axes), x.max(axis=axes)
    assert numpy.array_equal(least, most)
    share = numpy.mean(least == 0)
    assert abs(share - 0.25) < 5 * numpy.sqrt(0.25 * 0.75 / least.size)
    again = ivy.to_numpy(drop(ivy.ones(_ONES[data_format]), 0.25, key=key, **options))
    assert numpy.array_equal(x, again)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_alpha_dropout_keeps_mean_and_variance(dtype, backend):
    x = ivy.random_normal(shape=(100, 200), key=ivy.asarray([1, 2]), dtype=dtype)
    out = ivy.alpha_dropout(x, 0.3, key=ivy.asarray([5, 6]))
    assert out.dtype.name == dtype
    y, x = (ivy.to_numpy(ivy.astype(a, "float64")) for a in (out, x))
    assert abs(y.mean()) < 0.04
    assert abs(y.var() - 1) < 0.04
    # What is dropped is one number, what is kept a line: those of torch.
    scale = 1 / numpy.sqrt((1.7580993408473766**2 * 0.3 + 1) * 0.7)
    dropped = numpy.isclose(y, scale * -1.7580993408473766 * 0.7, atol=2e-3)
    kept = numpy.isclose(y, scale * (x + 1.7580993408473766 * 0.3), atol=1e-2)
    assert abs(dropped.mean() - 0.3) < 0.02
    assert (dropped | kept).all()


@pytest.mark.parametrize("data_format", _ONES)
def test_feature_alpha_dropout_drops_whole_channels(data_format, backend):
    x = ivy.ones(_ONES[data_format])
    y = ivy.to_numpy(
        ivy.feature_alpha_dropout(x, 0.5, data_format=data_format, key=ivy.asarray([1, 2]))
    )
    axes = (1, 2, 3) if data_format == "channels_last" else (2, 3, 4)
    least, most = y.min(axis=axes), y.max(axis=axes)
    assert numpy.array_equal(least, most)
    assert abs(numpy.mean(least < 0) - 0.5) < 0.08
    assert len(set(y.ravel().tolist())) == 2
    ivy.feature_alpha_dropout(ivy.ones((4, 3)), 0.5)


_OF_RATES = [
    *(ivy.dropout1d, ivy.dropout2d, ivy.dropout3d, ivy.alpha_dropout, ivy.feature_alpha_dropout)
]


@pytest.mark.parametrize("rate", [-0.1, 1.1, float("nan")])
@pytest.mark.parametrize("drop", _OF_RATES, ids=lambda f: f.__name__)
def test_rate_out_of_range_is_an_error(drop, rate):
    with pytest.raises(ValueError, match=rf"^ivy\.{drop.__name__}: expected 0 <= rate <= 1"):
        drop(ivy.ones((2, 2, 2, 2, 2)), rate)


@pytest.mark.parametrize("drop", _OF_RATES[:3], ids=lambda f: f.__name__)
def test_array_without_channels_is_an_error(drop):
    with pytest.raises(ValueError, match=rf"^ivy\.{drop.__name__}: expected an array with"):
        drop(ivy.ones(3), 0.5)
    with pytest.raises(ValueError, match=rf"^ivy\.{drop.__name__}: expected data_format"):
        drop(ivy.ones((2, 2, 2, 2, 2)), 0.5, data_format="NCHW")


def test_derivative_of_dropout_is_the_mask(backend):
    key = ivy.asarray([1, 2])
    x = ivy.random_normal(shape=(4, 8, 3), key=key)
    mask = ivy.to_numpy(ivy.dropout1d(ivy.ones((4, 8, 3)), 0.5, key=key))
    gradient = ivy.grad(lambda x: ivy.sum(ivy.dropout1d(x, 0.5, key=key)))(x)
    assert numpy.array_equal(ivy.to_numpy(gradient), mask)


def test_rrelu_draws_slopes_below_zero_only(backend):
    x = ivy.concat([ivy.full((2000,), -1.0), ivy.ones(5), ivy.zeros(5)])
    y = ivy.to_numpy(ivy.rrelu(x, key=ivy.asarray([1, 2])))
    slopes = -y[:2000]
    assert 1 / 8 <= slopes.min() < 0.13
    assert 0.33 < slopes.max() <= 1 / 3 + 1e-6
    assert abs(slopes.mean() - (1 / 8 + 1 / 3) / 2) < 0.01
    assert y[2000:].tolist() == [1.0] * 5 + [0.0] * 5
    with pytest.raises(ValueError, match=r"^ivy\.rrelu: expected finite lower <= upper"):
        ivy.rrelu(x, lower=0.5, upper=0.25)


def test_gumbel_softmax_draws_classes(backend):
    p = numpy.array([0.1, 0.6, 0.3])
    x = ivy.broadcast_to(ivy.asarray(numpy.log(p)), (4000, 3))
    key = ivy.asarray([1, 2])
    soft = ivy.gumbel_softmax(x, tau=0.5, key=key)
    hard = ivy.gumbel_softmax(x, tau=0.5, hard=True, key=key)
    assert numpy.allclose(ivy.to_numpy(ivy.sum(soft, axis=-1)), 1)
    got = ivy.to_numpy(hard)
    assert numpy.allclose(got, numpy.eye(3)[ivy.to_numpy(ivy.argmax(soft, axis=-1))], atol=1e-12)
    assert numpy.abs(got.mean(axis=0) - p).max() < 0.04
    turned = ivy.gumbel_softmax(ivy.matrix_transpose(x), tau=0.5, hard=True, axis=0, key=key)
    assert numpy.allclose(ivy.to_numpy(ivy.sum(turned, axis=0)), 1)
    with pytest.raises(ValueError, match=r"^ivy\.gumbel_softmax: expected tau > 0"):
        ivy.gumbel_softmax(x, tau=0.0)


def test_derivative_of_hard_draws_is_that_of_the_probabilities(backend):
    x, key = ivy.asarray([[0.5, 1.0, -2.0]], dtype="float64"), ivy.asarray([1, 2])
    weights = ivy.asarray([[1.0, 2.0, 3.0]], dtype="float64")

    def total(x, hard):
        return ivy.sum(ivy.gumbel_softmax(x, hard=hard, key=key) * weights)

    soft, hard = (ivy.grad(lambda x, h=h: total(x, h))(x) for h in (False, True))
    assert numpy.array_equal(ivy.to_numpy(soft), ivy.to_numpy(hard))
    assert ivy.to_numpy(soft).any()
