"""`assert_like_torch`: an operation against torch's function, in values and gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy

import ivy

# What neural functions hold against torch: relative to the largest value that is expected, because
# sums of products are as exact as their largest term.
TOLERANCES = {"float64": 1e-10, "float32": 1e-5}


def assert_like_torch(
    ours: Callable[..., Any],
    theirs: Callable[..., Any],
    *arrays: Any,
    dtypes: Sequence[str] = ("float64", "float32"),
    gradients: bool = True,
) -> None:
    """Assert that two functions of the same arrays give the same on the current backend.

    Parameters
    ----------
    ours, theirs
        Functions of arrays, the one of Ivy's and the other of torch's, that return an array or a
        sequence of them.
    arrays
        NumPy arrays. Those of floats are given in each of `dtypes`, others as they are.
    gradients
        Whether the derivatives by the arrays of floats are compared too, of a weighted sum of the
        results; on jax and tensorflow in the first dtype only.
    """
    import torch

    for dtype in dtypes:
        given = [a.astype(dtype) if a.dtype.kind == "f" else a for a in map(numpy.asarray, arrays)]
        chosen = [i for i, a in enumerate(given) if a.dtype.kind == "f"]
        native = [torch.tensor(a, requires_grad=gradients and a.dtype.kind == "f") for a in given]
        wanted = _several(theirs(*native))
        got = _several(ours(*map(ivy.asarray, given)))
        assert len(got) == len(wanted)
        for mine, its in zip(got, wanted, strict=True):
            _close(mine, its.detach().numpy(), dtype)
        # In the other precision a derivative is the same operations, which jax and tensorflow would
        # have to compile anew.
        again = dtype == dtypes[0] or ivy.current_backend() in ("numpy", "torch")
        if not (gradients and again):
            continue
        draw = numpy.random.default_rng(0)
        weights = [draw.normal(size=tuple(w.shape)) if w.requires_grad else None for w in wanted]
        sum(
            (w * torch.tensor(c).to(w.dtype)).sum()
            for w, c in zip(wanted, weights, strict=True)
            if c is not None
        ).backward()
        found = ivy.grad(_weighted(ours, weights), argnums=tuple(chosen))(*map(ivy.asarray, given))
        for i, g in zip(chosen, found, strict=True):
            expected = native[i].grad
            _close(g, numpy.zeros_like(given[i]) if expected is None else expected.numpy(), dtype)


def _weighted(f: Callable[..., Any], weights: Sequence[Any]) -> Callable[..., Any]:
    """Return the sum of the results of a function times weights; those without are left out."""

    def total(*args: Any) -> Any:
        pairs = zip(_several(f(*args)), weights, strict=True)
        return sum(
            ivy.sum(ivy.multiply(r, ivy.asarray(c, dtype=r.dtype)))
            for r, c in pairs
            if c is not None
        )

    return total


def _several(result: Any) -> list[Any]:
    return list(result) if isinstance(result, tuple | list) else [result]


def _close(actual: Any, expected: Any, dtype: str) -> None:
    got = ivy.to_numpy(actual)
    assert got.dtype == expected.dtype
    assert got.shape == expected.shape
    finite = expected[numpy.isfinite(expected)]
    scale = numpy.max(numpy.abs(finite), initial=0.0) if expected.dtype.kind == "f" else 0
    tolerance = TOLERANCES[dtype]
    numpy.testing.assert_allclose(
        got, expected, rtol=tolerance if expected.dtype.kind == "f" else 0, atol=tolerance * scale
    )
