"""Normalisation against torch: values, gradients and running statistics, and where channels are."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy_tests.support.torch_oracle import assert_like_torch

torch = pytest.importorskip("torch")
F = torch.nn.functional
RNG = numpy.random.default_rng(1)


def normal(*shape):
    return RNG.normal(size=shape)


X, W, B = normal(3, 4, 5), RNG.uniform(0.5, 2, 4), normal(4)
MEAN, VARIANCE = normal(4), RNG.uniform(0.5, 2, 4)


def last(f):
    """Give a function of channels first arrays that have them last, and the result back."""

    def turned(x, *more, **options):
        result = f(ivy.moveaxis(x, 1, -1), *more, data_format="channels_last", **options)
        if isinstance(result, tuple):
            return [ivy.moveaxis(result[0], -1, 1), *result[1:]]
        return ivy.moveaxis(result, -1, 1)

    return turned


_PLACES = {"first": lambda f: f, "last": last}


def channels(name, place):
    """Return the operation for channels at one place."""
    return _PLACES[place](getattr(ivy, name))


WIDE = {"dtypes": ("float64",)}


@pytest.mark.parametrize(
    ("shape", "place"), [((6, 4), "last"), ((3, 4, 5), "first"), ((3, 4, 5), "last")], ids=str
)
def test_batch_norm_is_that_of_torch(shape, place, backend):
    norm, x = channels("batch_norm", place), normal(*shape)
    # torch has no gradients of running statistics.
    mean, variance = ivy.asarray(MEAN), ivy.asarray(VARIANCE)
    m, v = torch.tensor(MEAN), torch.tensor(VARIANCE)
    assert_like_torch(
        lambda x, w, b: norm(x, mean, variance, w, b)[0],
        lambda x, w, b: F.batch_norm(x, m, v, w, b),
        *(x, W, B),
        **WIDE,
    )
    assert_like_torch(
        lambda x, w, b: norm(x, mean, variance, w, b, training=True, momentum=0.3)[0],
        lambda x, w, b: F.batch_norm(x, m.clone(), v.clone(), w, b, True, 0.3),
        *(x, W, B),
        **WIDE,
    )


@pytest.mark.parametrize("place", _PLACES)
def test_batch_norm_returns_the_running_statistics(place, backend):
    norm = channels("batch_norm", place)

    def theirs(x, mean, variance):
        out = F.batch_norm(x, mean, variance, training=True, momentum=0.3, eps=1e-3)
        return [out, mean, variance]

    assert_like_torch(
        lambda x, m, v: norm(x, m, v, training=True, momentum=0.3, eps=1e-3),
        theirs,
        *(X, MEAN, VARIANCE),
        gradients=False,
    )


def test_batch_norm_does_not_change_its_arguments(backend):
    mean, variance = ivy.asarray(MEAN), ivy.asarray(VARIANCE)
    result = ivy.batch_norm(ivy.asarray(X), mean, variance, training=True)
    assert ivy.to_numpy(mean).tolist() == MEAN.tolist()
    assert ivy.to_numpy(variance).tolist() == VARIANCE.tolist()
    same = ivy.batch_norm(ivy.asarray(X), mean, variance)
    assert ivy.to_numpy(same.mean).tolist() == MEAN.tolist()
    assert ivy.to_numpy(same.variance).tolist() == VARIANCE.tolist()
    assert ivy.to_numpy(result.mean).tolist() != MEAN.tolist()


def test_batch_norm_starts_without_running_statistics(backend):
    x = ivy.asarray(X)
    out, mean, variance = ivy.batch_norm(x, training=True)
    numpy.testing.assert_allclose(ivy.to_numpy(mean), X.mean((0, 2)), rtol=1e-12)
    numpy.testing.assert_allclose(ivy.to_numpy(variance), X.var((0, 2), ddof=1), rtol=1e-12)
    want = F.batch_norm(torch.tensor(X), None, None, training=True)
    numpy.testing.assert_allclose(ivy.to_numpy(out), want.numpy(), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(("groups", "place"), [(2, "first"), (2, "last"), (4, "last")])
def test_group_norm_is_that_of_torch(groups, place, backend):
    norm = channels("group_norm", place)
    assert_like_torch(
        lambda x, w, b: norm(x, w, b, groups=groups, eps=1e-3),
        lambda x, w, b: F.group_norm(x, groups, w, b, 1e-3),
        *(X, W, B),
        **WIDE,
    )


@pytest.mark.parametrize("place", _PLACES)
def test_instance_norm_is_that_of_torch(place, backend):
    norm = channels("instance_norm", place)
    assert_like_torch(
        lambda x, w, b: norm(x, w, b),
        lambda x, w, b: F.instance_norm(x, None, None, w, b),
        *(X, W, B),
        **WIDE,
    )


@pytest.mark.parametrize(("size", "place"), [(2, "first"), (3, "last"), (20, "first")])
def test_local_response_norm_is_that_of_torch(size, place, backend):
    norm = channels("local_response_norm", place)
    assert_like_torch(
        lambda x: norm(x, size=size, alpha=0.3, beta=0.6, k=2.0),
        lambda x: F.local_response_norm(x, size, 0.3, 0.6, 2.0),
        X,
        **WIDE,
    )


@pytest.mark.parametrize("axes", [(-1,), (-2, -1)])
def test_layer_and_rms_norm_are_those_of_torch(axes, backend):
    shape = X.shape[axes[0] :]
    weight, bias = normal(*shape), normal(*shape)
    assert_like_torch(
        lambda x, w, b: ivy.layer_norm(x, w, b, axis=axes, eps=1e-3),
        lambda x, w, b: F.layer_norm(x, shape, w, b, 1e-3),
        *(X, weight, bias),
        dtypes=("float64", "float32")[: len(axes)],
    )
    assert_like_torch(
        lambda x, w: ivy.rms_norm(x, w, axis=axes),
        lambda x, w: F.rms_norm(x, shape, w),
        *(X, weight),
        **WIDE,
    )


@pytest.mark.parametrize("ord", [1.0, 2.0, 3.0, numpy.inf])
def test_normalize_is_that_of_torch(ord, backend):
    assert_like_torch(
        lambda x: ivy.normalize(x, axis=1, ord=ord),
        lambda x: F.normalize(x, ord, 1),
        X,
        **WIDE,
    )


@pytest.mark.parametrize("ord", [1.0, 2.0, 3.0])
def test_vector_of_zeros_is_normalized_with_a_slope(ord, backend):
    x = ivy.zeros((2, 3), dtype="float64")
    assert not ivy.to_numpy(ivy.normalize(x, ord=ord)).any()
    gradient = ivy.grad(lambda x: ivy.sum(ivy.normalize(x, ord=ord, eps=0.5)))(x)
    assert ivy.to_numpy(gradient).tolist() == [[2.0] * 3] * 2


# -- half precision ------------------------------------------------------------------------------

NORMS = {
    "layer_norm": (lambda x: ivy.layer_norm(x), lambda x: F.layer_norm(x, (64,))),
    "rms_norm": (lambda x: ivy.rms_norm(x, eps=1e-5), lambda x: F.rms_norm(x, (64,), eps=1e-5)),
    "batch_norm": (
        lambda x: ivy.batch_norm(x, training=True)[0],
        lambda x: F.batch_norm(x, None, None, training=True),
    ),
    "group_norm": (
        lambda x: ivy.group_norm(x, groups=2),
        lambda x: F.group_norm(x, 2),
    ),
    "normalize": (lambda x: ivy.normalize(x), lambda x: F.normalize(x, dim=-1)),
}


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", NORMS)
def test_statistics_of_half_precision_are_taken_in_float32(name, dtype, backend):
    ours, theirs = NORMS[name]
    # Squares beyond the range of float16, and a mean that is large against the spread.
    x = ivy.asarray(300 + 4 * RNG.normal(size=(8, 64)), dtype=dtype)
    exact = torch.tensor(ivy.to_numpy(ivy.astype(x, "float64")))
    got = ours(x)
    assert got.dtype.name == dtype
    unit = {"float16": 2.0**-11, "bfloat16": 2.0**-8}[dtype]
    numpy.testing.assert_allclose(
        ivy.to_numpy(ivy.astype(got, "float64")), theirs(exact).numpy(), rtol=2 * unit, atol=1e-4
    )


# -- bad input -----------------------------------------------------------------------------------

_X = ivy.ones((2, 4, 3))
WRONG = {
    "too few axes": lambda: ivy.batch_norm(ivy.ones(4), ivy.ones(4), ivy.ones(4)),
    "statistics of another length": lambda: ivy.batch_norm(_X, ivy.ones(3), ivy.ones(3)),
    "channels elsewhere": lambda: ivy.batch_norm(
        _X, ivy.ones(4), ivy.ones(4), data_format="channels_last"
    ),
    "no statistics": lambda: ivy.batch_norm(_X),
    "one of them": lambda: ivy.batch_norm(_X, ivy.ones(4), training=True),
    "one element": lambda: ivy.batch_norm(ivy.ones((1, 4)), training=True),
    "weight": lambda: ivy.batch_norm(_X, ivy.ones(4), ivy.ones(4), ivy.ones((4, 1))),
    "groups": lambda: ivy.group_norm(_X, groups=3),
    "no groups": lambda: ivy.group_norm(_X, groups=0),
    "group weight": lambda: ivy.group_norm(_X, ivy.ones(3), groups=2),
    "no spatial axis": lambda: ivy.instance_norm(ivy.ones((2, 4))),
    "format": lambda: ivy.instance_norm(_X, data_format="NCHW"),
    "size": lambda: ivy.local_response_norm(_X, size=0),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_argument_is_an_error(name):
    with pytest.raises(ValueError, match=r"^ivy\.\w+: expected "):
        WRONG[name]()


# -- at the edges --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["layer_norm", "rms_norm", "normalize"])
def test_no_axis_stands_for_all(name, backend):
    x = numpy.random.default_rng(0).normal(size=(2, 3, 2))
    f = getattr(ivy, name)
    want = ivy.to_numpy(f(ivy.asarray(x.reshape(-1)))).reshape(x.shape)
    numpy.testing.assert_allclose(ivy.to_numpy(f(ivy.asarray(x), axis=None)), want, rtol=1e-12)


def test_batch_norm_without_eps(backend):
    x = numpy.random.default_rng(0).normal(size=(5, 3, 2))
    w, b = numpy.array([1.0, 2.0, 3.0]), numpy.array([0.5, 0.0, -0.5])
    start = ivy.zeros(3, dtype="float64"), ivy.ones(3, dtype="float64")
    got = ivy.batch_norm(
        ivy.asarray(x), *start, ivy.asarray(w), ivy.asarray(b), training=True, eps=0.0
    )
    spread = x.var(axis=(0, 2), keepdims=True) ** 0.5
    standard = (x - x.mean(axis=(0, 2), keepdims=True)) / spread
    want = standard * w[:, None] + b[:, None]
    numpy.testing.assert_allclose(ivy.to_numpy(got.out), want, rtol=1e-10, atol=1e-12)
    numpy.testing.assert_allclose(ivy.to_numpy(got.mean), 0.1 * x.mean(axis=(0, 2)), rtol=1e-10)
    variance = 0.9 + 0.1 * x.var(axis=(0, 2), ddof=1)
    numpy.testing.assert_allclose(ivy.to_numpy(got.variance), variance, rtol=1e-10)


def test_batch_norm_of_no_channels(backend):
    got = ivy.batch_norm(ivy.ones((2, 0)), training=True)
    assert [a.shape for a in got] == [(2, 0), (0,), (0,)]


def test_running_statistics_of_half_precision_are_rounded_once(backend):
    x = numpy.random.default_rng(0).normal(size=(4, 3)).astype("float32")
    start = numpy.ones(3, "float16")
    got = ivy.batch_norm(ivy.asarray(x), ivy.asarray(start), ivy.asarray(start), training=True)
    want = (0.9 + 0.1 * x.astype("float64").mean(0)).astype("float16")
    assert got.mean.dtype == "float16"
    assert ivy.to_numpy(got.mean).tolist() == want.tolist()
