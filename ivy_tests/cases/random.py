"""Rows of the random numbers. What the draws are is tested in test_random.py."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import Case, Given, call, x

_KEY = Given([1, 2], "int64")
_SHAPES = (
    call(_KEY, (2, 3)),
    call(_KEY, ()),
    call(_KEY, (0, 3)),
    call(_KEY, (3,), dtype="float64"),
    call(_KEY, (3,), dtype="float16"),
    call(_KEY, (3,), dtype="bfloat16"),
)
_DRAWS = {"no_values": "draws differ between backends", "differentiable": False}


def _zeros(*args, shape=(), **options):
    return numpy.zeros(next((a for a in args if isinstance(a, tuple)), shape))


CASES = [
    # Every test starts with seed 0.
    Case(
        "next_key",
        lambda: numpy.array([0, 0]),
        [call()],
        results=("index",),
        differentiable=False,
    ),
    Case("keyed_uniform", _zeros, _SHAPES, **_DRAWS),
    Case("keyed_normal", _zeros, _SHAPES, **_DRAWS),
    Case(
        "keyed_integers",
        _zeros,
        [
            call(_KEY, (2, 3), low=-5, high=5),
            call(_KEY, (), low=0, high=2),
            call(_KEY, (0, 3), low=0, high=2),
            call(_KEY, (3,), low=0, high=200, dtype="uint8"),
            call(_KEY, (3,), low=-5, high=5, dtype="int32"),
        ],
        **_DRAWS,
    ),
    Case(
        "keyed_permutation",
        lambda key, n: numpy.zeros(n),
        [call(_KEY, 5), call(_KEY, 0)],
        **_DRAWS,
    ),
    Case(
        "random_uniform",
        _zeros,
        [
            call(shape=(2, 3)),
            call(),
            call(shape=(3,), low=-1.0, high=2.0, key=_KEY),
            call(shape=(3,), dtype="float64"),
        ],
        **_DRAWS,
    ),
    Case(
        "random_normal",
        _zeros,
        [
            call(shape=(2, 3)),
            call(),
            call(shape=(3,), mean=-1.0, std=2.0, key=_KEY),
            call(shape=(3,), dtype="float64"),
        ],
        **_DRAWS,
    ),
    Case(
        "randint",
        _zeros,
        [call(0, 5, shape=(2, 3)), call(-2, 2), call(0, 9, shape=(3,), dtype="int8", key=_KEY)],
        **_DRAWS,
    ),
    Case(
        "random_permutation",
        lambda n, key=None: numpy.zeros(n),
        [call(5), call(5, key=_KEY), call(0)],
        results=("index",),
        **_DRAWS,
    ),
    Case(
        "dropout",
        # At these rates nothing is left to chance.
        lambda x, rate, key=None: x * (1 - rate),
        [call(x(2, 3), 0.0), call(x(2, 3), 1.0), call(x(2, 3), 0.0, key=_KEY), call(x(0, 3), 0.0)],
    ),
]
