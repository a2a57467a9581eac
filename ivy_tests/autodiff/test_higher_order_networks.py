"""Second derivatives of every operation of neural networks, third ones of those that are smooth.

The operations and their arguments are those of the rows. All results count, times fixed numbers;
each further order is the gradient of the last one, times others. It is compared with differences of
the order below on numpy, in float64 along a drawn direction for each array.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import ivy
from ivy_tests.cases import ALL
from ivy_tests.support.compare import assert_same, to_numpy
from ivy_tests.support.rows import Case, arrays

STEP = 1e-6
DIFFERENCES = {"loosen": 1e10, "reason": "differences are good to about five digits"}
CHAPTERS = (
    "losses",
    "norms",
    "convolution",
    "pooling",
    "attention",
    "embeddings",
    "recurrent",
    "image",
)
# These are linear, or only move elements, or are others with an axis of length 1.
SIMPLE = (
    *(f"{kind}_pool1d" for kind in ("max", "avg", "lp", "adaptive_max", "adaptive_avg")),
    *("pixel_shuffle", "pixel_unshuffle", "channel_shuffle", "unfold", "fold"),
    *("max_unpool1d", "max_unpool2d", "max_unpool3d", "update_cache"),
)
# The edges of its boxes lie on pixels, where slopes are not determined.
KINKED = ("roi_align",)

SECOND = {
    c.name: c
    for c in ALL
    if c.spec.chapter in CHAPTERS
    and c.differentiable
    and not c.name.endswith(("_explicit", "_gradient", "_selected"))
    and c.name not in (*SIMPLE, *KINKED)
}
THIRD = (
    *("mse_loss", "cross_entropy", "kl_div", "log_cosh_loss", "cosine_similarity"),
    *("layer_norm", "rms_norm", "group_norm", "conv1d", "scaled_dot_product_attention"),
    *("gru_cell", "lstm_cell"),
)


def arguments(case: Case) -> tuple[list[Any], list[int]]:
    """Return what the first call of a row is given, and which of it are floating arrays."""
    args, options = case.arguments(case.calls[0], "float64")
    given = [*args, options]
    return given, [i for i, v in enumerate(args) if is_floating(v)]


def is_floating(value: Any) -> bool:
    return isinstance(value, numpy.ndarray) and value.dtype == numpy.float64


def contracted(results: Any, salt: int) -> Any:
    """Return one number, in which all elements of the results count."""
    results = results if isinstance(results, list | tuple) else [results]
    total: Any = 0
    for i, result in enumerate(results):
        weights = numpy.random.default_rng([salt, i]).uniform(0.5, 1.5, result.shape)
        total = total + ivy.sum(result * ivy.asarray(weights))
    return total


def function(case: Case, order: int) -> tuple[Callable[..., Any], list[Any]]:
    """Return the derivatives of an order as a function of the floating arrays, and these."""
    (*args, options), places = arguments(case)

    def value(*xs: Any) -> Any:
        given = arrays(args)
        for i, x in zip(places, xs, strict=True):
            given[i] = x
        return case.public(*given, **arrays(options))

    f: Callable[..., Any] = value
    for salt in range(order):
        f = ivy.grad(
            lambda *xs, f=f, salt=salt: contracted(f(*xs), salt),
            argnums=tuple(range(len(places))),
        )
    return f, [args[i] for i in places]


def direction(x: Any, name: str) -> Any:
    return numpy.random.default_rng(zlib.crc32(name.encode())).uniform(-1, 1, x.shape)


@functools.cache
def slopes(name: str, order: int) -> Any:
    """Return the derivatives of an order along a direction of each array, by differences."""
    found = []
    with ivy.with_backend("numpy"):
        f, xs = function(SECOND[name], order - 1)
        for i, x in enumerate(xs):
            ends = []
            for step in (STEP, -STEP):
                moved = [ivy.asarray(v) for v in xs]
                moved[i] = ivy.asarray(x + step * direction(x, name))
                ends.append(float(contracted(f(*moved), order - 1)))
            found.append((ends[0] - ends[1]) / (2 * STEP))
    return numpy.array(found)


def derivatives(name: str, order: int) -> Any:
    """Return the same by the tape, on the current backend."""
    f, xs = function(SECOND[name], order)
    gradients = f(*[ivy.asarray(x) for x in xs])
    pairs = zip(gradients, xs, strict=True)
    return numpy.array([float(numpy.sum(to_numpy(g) * direction(x, name))) for g, x in pairs])


@pytest.mark.parametrize("name", SECOND)
def test_second_derivatives(name: str, backend: str) -> None:
    assert_same(derivatives(name, 2), slopes(name, 2), **DIFFERENCES)


@pytest.mark.parametrize("name", THIRD)
def test_third_derivatives(name: str, backend: str) -> None:
    assert_same(derivatives(name, 3), slopes(name, 3), **DIFFERENCES)


def test_wrong_derivatives_are_found() -> None:
    with ivy.with_backend("numpy"), pytest.raises(AssertionError, match="elements differ"):
        assert_same(derivatives("kl_div", 2) * 1.001, slopes("kl_div", 2), **DIFFERENCES)
