"""Arguments that nobody meant: every backend does the same with them, or refuses them the same way.

From the calls of the rows Hypothesis makes others: arrays of another rank, empty ones, of another
dtype, with NaNs and infinities, that are views of others or may not be written to, and axes that do
not exist. Then either every backend gives the same shape, dtype and values, or every one raises an
exception of the same builtin class which names the operation; and no argument has changed.
"""

from __future__ import annotations

import warnings
from typing import Any

import hypothesis
import numpy
import pytest
from hypothesis import strategies as st

import ivy
from ivy.dtypes import ALL as DTYPES
from ivy_tests.cases import ALL
from ivy_tests.functional.test_values import same_bits
from ivy_tests.support.backends import AVAILABLE
from ivy_tests.support.compare import TOLERANCES, to_numpy
from ivy_tests.support.rows import Case, arrays, native

EXAMPLES = 3
AXES = (-(10**9), -7, -2, -1, 0, 1, 2, 6, 10**9)
# What callers catch; an exception may be of several.
CLASSES = (TypeError, ValueError, IndexError, OverflowError, NotImplementedError)
# Chapters and operations in which the algorithm decides how far a NaN or an infinity spreads: by
# the zeros that it is multiplied with, or by the order of a sum.
SPREADING = ("fft", "convolution", "pooling", "linear", "attention", "solve_triangular")
# Of equal pivots either is right.
AMBIGUOUS = ("lu_factor",)
# Another order of rounding can make more of a difference at values that nobody meant.
LOOSE = 1e3

_CASES = [c for c in ALL if c.spec.arrays and any(c.calls)]


@st.composite
def other_arrays(draw: Any, x: Any) -> Any:
    """Draw an array that is unlike `x` in one way or two."""
    shape = draw(st.sampled_from([x.shape, x.shape, (), (0,), (1,), (3,), (*x.shape, 1), (2, 0)]))
    if shape != x.shape:
        x = numpy.resize(x, shape) if x.size else numpy.zeros(shape, x.dtype)
    how = draw(
        st.sampled_from(["as it is", "dtype", "special", "reversed", "transposed", "sealed"])
    )
    if how == "dtype":
        dtype = draw(st.sampled_from([d.name for d in DTYPES]))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            x = x.astype(native(dtype))
    elif how == "special" and x.dtype.kind == "f" and x.size:
        x = x.copy()
        x.flat[:: max(1, x.size // 3)] = draw(st.sampled_from([numpy.nan, numpy.inf, -numpy.inf]))
    elif how == "reversed" and x.ndim:
        x = x[::-1]
    elif how == "transposed":
        x = x.T
    elif how == "sealed":
        x = x.copy()
        x.setflags(write=False)
    return x


@st.composite
def calls(draw: Any, case: Case) -> Any:
    """Draw arguments of an operation, at least one of them unlike what its row has."""
    which = draw(st.sampled_from(list(case.calls)))
    args, options = case.arguments(which, case.main_dtype)
    places = [(args, i) for i, v in enumerate(args) if isinstance(v, numpy.ndarray)]
    places += [(options, k) for k, v in options.items() if isinstance(v, numpy.ndarray)]
    if places and draw(st.booleans()):
        where, key = draw(st.sampled_from(places))
        where[key] = draw(other_arrays(where[key]))
    if "axis" in [p.name for p in case.spec.params[len(args) :]]:
        axis = draw(st.sampled_from([None, *AXES]))
        if axis is not None:
            options["axis"] = axis
    return args, options


def outcome(case: Case, args: Any, options: Any, backend: str) -> Any:
    """Return what a backend gives, as NumPy arrays, or the exception that it raises."""
    with ivy.with_backend(backend), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours, more = arrays(args), arrays(options)
        before = (args, options)
        try:
            result = case.public(*ours, **more)
        except Exception as error:  # noqa: BLE001 - which one is looked at
            return error
        finally:
            assert same_bits((ours, more), before), "the operation changed its input"
        results = result if isinstance(result, list | tuple) else [result]
        return [(r.shape, r.dtype.name, to_numpy(r)) for r in results]


def text(error: Exception) -> str:
    """Return the message of an exception with its notes."""
    return "\n".join([str(error), *getattr(error, "__notes__", ())])


def close(case: Case, a: Any, b: Any, dtype: str) -> bool:
    """Return whether two backends' values are the same, as far as rounding goes."""
    if case.no_values or case.canonical or case.name in AMBIGUOUS or not a.size:
        return True
    tolerance = TOLERANCES.get(dtype, 0.0) * case.loosen * LOOSE
    with numpy.errstate(all="ignore"):
        kind = numpy.complex128 if a.dtype.kind == "c" else numpy.float64
        if not tolerance:
            return bool(numpy.array_equal(a, b))
        if case.spec.chapter in SPREADING or case.name in SPREADING:
            finite = numpy.isfinite(a) & numpy.isfinite(b)
            a, b = a[finite], b[finite]
        return bool(numpy.allclose(a.astype(kind), b.astype(kind), tolerance, tolerance, True))


@pytest.mark.parametrize("case", _CASES, ids=repr)
@hypothesis.settings(max_examples=EXAMPLES)
@hypothesis.given(data=st.data())
def test_every_backend_does_the_same(case, data):
    args, options = data.draw(calls(case))
    found = {backend: outcome(case, args, options, backend) for backend in AVAILABLE}
    errors = {b: f for b, f in found.items() if isinstance(f, Exception)}
    shown = {b: f"{type(f).__name__}: {text(f)}" for b, f in errors.items()}
    if errors:
        assert len(errors) == len(found), f"only some refuse it: {shown}"
        assert any(all(isinstance(e, c) for e in errors.values()) for c in CLASSES), shown
        for backend, message in shown.items():
            assert f"ivy.{case.name}" in message or "ivy" in message, (backend, message)
        return
    first, *others = AVAILABLE
    for other in others:
        for mine, theirs in zip(found[first], found[other], strict=True):
            assert theirs[:2] == mine[:2], f"{other} differs from {first}"
            assert close(case, mine[2], theirs[2], mine[1]), (
                f"{other} differs from {first}: {theirs[2]} {mine[2]}"
            )
