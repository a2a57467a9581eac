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
_HALF_AND_FULL = ("bfloat16", "float32")
_DRAWS = {"no_values": "draws differ between backends", "differentiable": False}


def _zeros(*args, shape=(), **options):
    return numpy.zeros(next((a for a in args if isinstance(a, tuple)), shape))


def drawn(*args, shape=None, **options):
    """Zeros of the shape of the draws: that asked for, or that of the parameters."""
    given = [a for k, a in options.items() if k not in ("dtype", "key")]
    common = numpy.broadcast_shapes(*map(numpy.shape, [*args, *given]))
    return numpy.zeros(common if shape is None else shape)


def vectors(axes):
    """An oracle for draws that are as long as a parameter along its last axes."""

    def oracle(x, *args, shape=None, **options):
        batch = numpy.shape(x)[: numpy.ndim(x) - 1] if shape is None else shape
        return numpy.zeros((*batch, *numpy.shape(x)[numpy.ndim(x) - 1 :][:axes]))

    return oracle


def choice(x, shape=(), axis=0, **options):
    axis %= x.ndim
    return numpy.zeros((*x.shape[:axis], *shape, *x.shape[axis + 1 :]))


def _keywords(*names):
    """Calls of a distribution whose parameters are all options."""
    arrays = {n: x(2, 3, domain=(0.5, 3.0)) for n in names}
    last = {names[-1]: x(3, domain=(0.5, 3.0))}
    return [
        call(**arrays),
        call(**last),
        call(shape=(2, 3)),
        call(shape=(4, 3), **last, dtype="float64"),
        call(shape=(0, 3), key=_KEY),
    ]


def _parameters(count, domain=(0.5, 3.0), scalar=1.5, dtype="float16"):
    """Calls of a distribution with required parameters; few, for algorithms have many steps."""
    scalars = [scalar] * (count - 1)
    return [
        call(x(3, domain=domain), *scalars, shape=(2, 3)),
        call(scalar, *scalars, shape=(3,), dtype=dtype, key=_KEY),
    ]


_LOW, _MIDDLE, _HIGH = ({"domain": d} for d in ((-2.0, -1.0), (-0.5, 0.5), (1.0, 2.0)))
_SHARES = {"domain": (0.0, 1.0)}

CASES = [
    Case(
        "split_key",
        lambda key, n: numpy.zeros((n, 2)),
        [call(_KEY, 3), call(_KEY, 0)],
        **_DRAWS,
    ),
    Case("keyed_bits", lambda key, shape: numpy.zeros(shape), _SHAPES[:3], **_DRAWS),
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
        drawn,
        [
            call(low=x(2, 3, **_LOW), high=x(3, **_HIGH)),
            call(shape=(2, 3)),
            call(),
            call(shape=(3,), low=-1.0, high=2.0, key=_KEY),
            call(shape=(3,), dtype="float64"),
        ],
        **_DRAWS,
    ),
    *(
        Case(f"random_{name}", drawn, _keywords(*parameters), **_DRAWS)
        for name, parameters in {
            "normal": ("mean", "std"),
            "lognormal": ("mean", "std"),
            "exponential": ("scale",),
            "laplace": ("loc", "scale"),
            "logistic": ("loc", "scale"),
            "gumbel": ("loc", "scale"),
            "cauchy": ("loc", "scale"),
            "rayleigh": ("scale",),
        }.items()
    ),
    *(
        Case(f"random_{name}", drawn, _parameters(count), **_DRAWS)
        for name, count in {
            "weibull": 1,
            "pareto": 1,
            "student_t": 1,
            "gamma": 1,
            "chi_square": 1,
            "wald": 2,
            "beta": 2,
            "von_mises": 2,
        }.items()
    ),
    Case(
        "random_truncated_normal",
        drawn,
        [
            call(x(2, 3, **_LOW), x(3, **_HIGH)),
            call(-1.0, x(3, **_HIGH), shape=(2, 3)),
            call(-1.0, 2.0, shape=(3,), dtype="float64", key=_KEY),
        ],
        **_DRAWS,
    ),
    Case(
        "random_triangular",
        drawn,
        [
            call(x(2, 3, **_LOW), x(3, **_MIDDLE), x(2, 1, **_HIGH)),
            call(-1.0, 0.0, 2.0, shape=(3,), dtype="float64", key=_KEY),
        ],
        **_DRAWS,
    ),
    Case(
        "random_dirichlet",
        vectors(1),
        [
            call(x(2, 3, domain=(0.5, 3.0))),
            call(x(3, domain=(0.5, 3.0)), shape=(4, 2), dtype="float64", key=_KEY),
        ],
        **_DRAWS,
    ),
    Case(
        "random_bernoulli",
        drawn,
        [call(x(2, 3, **_SHARES)), call(0.5, shape=(3,), key=_KEY), call(x(3), shape=(2, 3))],
        **_DRAWS,
    ),
    Case("random_geometric", drawn, _parameters(1, (0.0, 1.0), 0.5, "uint8"), **_DRAWS),
    Case("random_poisson", drawn, _parameters(1, (0.1, 30.0), 1.5, "float32"), **_DRAWS),
    Case(
        "random_negative_binomial",
        drawn,
        [call(x(2, 3, domain=(1.0, 9.0)), 0.5)],
        **_DRAWS,
    ),
    Case(
        "random_binomial",
        drawn,
        [
            call(x(2, 3, domain=(0.0, 90.0)), x(3, **_SHARES)),
            call(200, 0.25, shape=(3,), key=_KEY, dtype="int32"),
        ],
        **_DRAWS,
    ),
    Case(
        "random_hypergeometric",
        lambda good, bad, sample, **options: drawn(good, bad, **options),
        [
            call(x(2, 3, domain=(3.0, 9.0)), 7, 3),
            call(4, 5, 2, shape=(3,), dtype="int32", key=_KEY),
            call(4, 5, 0),
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
        "random_categorical",
        lambda x, shape=None, key=None: numpy.zeros(x.shape[:-1] if shape is None else shape),
        [call(x(2, 3)), call(x(3), shape=(4, 2), key=_KEY)],
        **_DRAWS,
    ),
    Case(
        "random_multinomial",
        lambda p, count, **options: vectors(1)(p, **options),
        [
            call(x(2, 3, **_SHARES), 5),
            call(x(3, **_SHARES), 4, shape=(2,), dtype="int32", key=_KEY),
            call(x(3, **_SHARES), 0),
        ],
        **_DRAWS,
    ),
    Case(
        "random_multivariate_normal",
        vectors(1),
        [
            call(x(2, 3), Given([[2.0, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]])),
            call(x(2), Given([[1.0, 0.5], [0.5, 1.0]]), shape=(4,), dtype="float64", key=_KEY),
        ],
        dtypes=("float32", "float64", "float16", "bfloat16"),
        **_DRAWS,
    ),
    Case(
        "random_orthogonal",
        lambda n, shape=(), **options: numpy.zeros((*shape, n, n)),
        [call(3), call(2, shape=(4,), dtype="float64", key=_KEY)],
        **_DRAWS,
    ),
    Case(
        "random_unit_vector",
        lambda n, shape=(), **options: numpy.zeros((*shape, n)),
        [call(3), call(2, shape=(4,), dtype="float64", key=_KEY)],
        **_DRAWS,
    ),
    Case(
        "random_shuffle",
        lambda x, axis=0, key=None: x,
        [call(x(3, 2)), call(x(3, 2), axis=-1, key=_KEY), call(x(0))],
        **_DRAWS,
    ),
    Case(
        "random_choice",
        choice,
        [
            call(x(4, 2)),
            call(x(2, 4), shape=(2, 3), axis=-1, key=_KEY),
            call(x(4), shape=(3,), replace=False),
            call(x(3), shape=(5,), p=Given([0.5, 0.0, 0.5], "float32")),
            call(x(3), shape=(2,), p=Given([0.5, 0.1, 0.4], "float32"), replace=False),
        ],
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
    *[
        Case(
            f"dropout{n}d",
            lambda x, rate, data_format="", key=None: x * (1 - rate),
            [
                call(x(*shape), 0.0, key=_KEY),
                call(x(*shape), 1.0, data_format="channels_last"),
            ],
            dtypes=_HALF_AND_FULL,
        )
        for n, shape in ((1, (2, 3)), (2, (2, 3, 2)), (3, (2, 2, 3, 2)))
    ],
    Case(
        "alpha_dropout",
        lambda x, rate, key=None: x * (1 - rate),
        [call(x(2, 3), 0.0, key=_KEY), call(x(2, 3), 1.0)],
        dtypes=_HALF_AND_FULL,
    ),
    Case(
        "feature_alpha_dropout",
        lambda x, rate, data_format="", key=None: x * (1 - rate),
        [call(x(2, 3), 0.0, key=_KEY), call(x(2, 3, 2), 1.0, data_format="channels_last")],
        dtypes=_HALF_AND_FULL,
    ),
    Case(
        "rrelu",
        # With equal limits nothing is left to chance.
        lambda x, lower, upper, key=None: numpy.where(x > 0, x, lower * x),
        [call(x(2, 3), lower=0.25, upper=0.25, key=_KEY), call(x(), lower=-2.0, upper=-2.0)],
        dtypes=_HALF_AND_FULL,
    ),
    Case(
        "gumbel_softmax",
        lambda x, **options: x,
        [call(x(2, 3)), call(x(2, 3), tau=0.5, hard=True, axis=0, key=_KEY)],
        **_DRAWS,
    ),
]
