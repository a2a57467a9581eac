"""Random numbers: seeds, keys, ranges and distributions."""

from __future__ import annotations

import threading

import numpy
import pytest

import ivy
from ivy_tests.support.backends import AVAILABLE, needs
from ivy_tests.support.compare import assert_same

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
    assert all(values == draws["numpy"] for values in draws.values())


def test_portable_draw_from_a_key_of_another_backend(backend):
    ivy.seed(3)
    key = ivy.next_key()
    with ivy.config.portable_random(True):
        x = ivy.random_uniform(shape=(2,), key=key)
    with ivy.with_backend("numpy"):
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
