"""Crossing between frameworks, shared memory, and other libraries that take any array."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy
import pytest

import ivy
from ivy_tests.functional.test_creation import aligned
from ivy_tests.support.backends import AVAILABLE, PARAMS, needs
from ivy_tests.support.compare import assert_same

_DTYPES = ["bool", "uint16", "int64", "float16", "bfloat16", "float32", "complex128"]


@pytest.mark.parametrize("target", PARAMS)
@pytest.mark.parametrize("dtype", _DTYPES)
@pytest.mark.parametrize("copy", [None, True])
def test_to_backend(dtype, copy, target, backend):
    x = ivy.asarray([[1, 0, 1], [0, 1, 1]], dtype=dtype)
    y = ivy.to_backend(x, target, copy=copy)
    assert (y.backend, y.dtype, y.shape, y.device) == (target, dtype, (2, 3), "cpu")
    assert y.tolist() == x.tolist()


@pytest.mark.parametrize("target", PARAMS)
@pytest.mark.parametrize("dtype", ["float32", "bool", "bfloat16", "complex64"])
def test_to_backend_shares_memory(dtype, target, backend):
    if backend == "numpy":
        x = ivy.asarray(aligned(numpy.ones(64, ivy.zeros(0, dtype=dtype).native.dtype)))
    else:
        x = ivy.ones(64, dtype=dtype)
    y = ivy.to_backend(x, target, copy=False)
    assert y.tolist() == x.tolist()
    assert ivy.shares_memory(x, y)
    assert ivy.shares_memory(x, ivy.to_backend(x, target))
    if target != backend:
        assert not ivy.shares_memory(x, ivy.to_backend(x, target, copy=True))


@needs("jax")
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_to_backend_jax_compiles_once_whether_memory_is_shared_or_not(dtype, backend):
    # Which of the arrays of a loader begin where jax can share them is chance.
    if backend == "numpy":
        x = ivy.asarray(aligned(numpy.ones(64, ivy.zeros(0, dtype=dtype).native.dtype)))
    else:
        x = ivy.ones(64, dtype=dtype)
    shared, copied = (ivy.to_backend(x, "jax", copy=copy).native for copy in (False, True))
    # jax compiles anew for an array that is committed to its device.
    assert not shared.committed
    assert not copied.committed
    assert shared.sharding == copied.sharding


def test_to_backend_says_where_a_copy_is_needed():
    x = ivy.asarray(numpy.arange(6)[::-1])
    for target in AVAILABLE:
        if target != "numpy":
            with pytest.raises(
                BufferError, match=r"ivy\.to_backend: copy=False, but a copy is needed"
            ):
                ivy.to_backend(x, target, copy=False)
        assert ivy.to_backend(x, target).tolist() == [5, 4, 3, 2, 1, 0]


def test_writing_is_not_seen_through_shared_memory(backend):
    x = ivy.ones(64)
    for target in set(AVAILABLE) - {backend}:
        y = ivy.to_backend(x, target)
        y[0] = 7
        y += 1
        assert float(x[0]) == 1


@needs("torch", "jax")
def test_to_backend_of_torch_tensors_that_nothing_else_takes():
    import torch

    weight = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
    assert_same(ivy.to_numpy(ivy.to_backend(weight, "jax")), [1.0, 2.0])
    with pytest.raises(BufferError, match="require gradient"):
        ivy.from_dlpack(weight)
    conjugate = torch.tensor([1 + 2j]).conj()
    assert ivy.to_backend(conjugate, "jax").tolist() == [1 - 2j]
    assert numpy.from_dlpack(ivy.asarray(conjugate)).tolist() == [1 - 2j]


def test_to_backend_refuses_arrays_on_the_tape(backend):
    with pytest.raises(TypeError, match="derivatives are being taken"):
        ivy.grad(lambda x: ivy.sum(ivy.to_backend(x, "torch" if backend == "numpy" else "numpy")))(
            ivy.asarray([1.0])
        )


def test_to_numpy_copies_when_asked(backend):
    x = ivy.ones(4)
    view, copied = ivy.to_numpy(x, copy=False), ivy.to_numpy(x, copy=True)
    copied[0] = 7
    assert view.tolist() == [1.0] * 4
    assert not numpy.shares_memory(view, copied)
    assert numpy.shares_memory(view, numpy.from_dlpack(x))


# -- libraries that take the arrays of any other -------------------------------------------------

# In a process of its own: SciPy looks at SCIPY_ARRAY_API when it is imported.
_PROGRAM = """
import sys
import numpy as np
import ivy
import array_api_extra as xpx
import scipy.special
import scipy.stats
from sklearn import config_context
from sklearn.decomposition import PCA
from sklearn.linear_model import Ridge
from sklearn.metrics import r2_score
from sklearn.preprocessing import MinMaxScaler

ivy.set_backend(sys.argv[1])
values = np.random.default_rng(0).normal(size=(20, 4))
target = values @ np.arange(4.0)
table, goal, line = ivy.asarray(values), ivy.asarray(target), ivy.asarray(values[:, 0])


def same(ours, theirs):
    assert type(ours) is type(table), ours
    np.testing.assert_allclose(np.asarray(ours), theirs, rtol=1e-10, atol=1e-12)


same(scipy.special.gammaln(line + 9), scipy.special.gammaln(values[:, 0] + 9))
same(scipy.special.logsumexp(table, axis=1), scipy.special.logsumexp(values, axis=1))
same(scipy.stats.skew(table), scipy.stats.skew(values))
same(scipy.stats.zscore(table), scipy.stats.zscore(values))
theirs = scipy.stats.pearsonr(values[:, 0], values[:, 1])
same(scipy.stats.pearsonr(line, table[:, 1]).statistic, theirs.statistic)

same(xpx.cov(table), np.cov(values))
same(xpx.atleast_nd(line, ndim=3), values[:, 0][None, None])
same(xpx.kron(table, table[:2, :2]), np.kron(values, values[:2, :2]))
same(xpx.create_diagonal(line), np.diag(values[:, 0]))
same(xpx.sinc(line), np.sinc(values[:, 0]))
same(xpx.at(ivy.asarray(line, copy=True), 0).set(5.0)[:2], [5.0, values[1, 0]])
same(xpx.apply_where(line > 0, line, lambda v: v**0.5, fill_value=0.0),
     np.sqrt(np.maximum(values[:, 0], 0)))

with config_context(array_api_dispatch=True):
    same(MinMaxScaler().fit_transform(table), MinMaxScaler().fit_transform(values))
    same(Ridge(solver="svd").fit(table, goal).coef_, Ridge(solver="svd").fit(values, target).coef_)
    variance = PCA(2, svd_solver="full").fit(table).explained_variance_
    same(variance, PCA(2, svd_solver="full").fit(values).explained_variance_)
    assert abs(float(r2_score(goal, goal + 0.1)) - r2_score(target, target + 0.1)) < 1e-12
"""


def test_arrays_in_scipy_and_scikit_learn(backend):
    environment = {**os.environ, "SCIPY_ARRAY_API": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _PROGRAM, backend],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("offset", [1, 4, 8, 16])
@pytest.mark.parametrize("dtype", ["int16", "float64", "complex64", "complex128"])
def test_memory_that_begins_anywhere_is_taken(dtype, offset, backend):
    # Some kernels end the process where an element does not begin at a multiple of its size.
    values = numpy.arange(6).astype(dtype)
    memory = numpy.zeros(values.nbytes + 64, "uint8")
    start = -memory.ctypes.data % 64 + offset
    there = memory[start : start + values.nbytes]
    there[:] = values.view("uint8")
    x = there.view(dtype)
    for taken in (ivy.to_backend(ivy.asarray(x), backend), ivy.from_dlpack(x)):
        for each in (taken, taken[1], ivy.asarray(taken, copy=True)):
            assert numpy.all(ivy.to_numpy(each + each) == 2 * ivy.to_numpy(each))
        assert_same(taken, values)
