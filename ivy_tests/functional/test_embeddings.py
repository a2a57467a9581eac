"""Embeddings against torch: values and gradients, and bags of every kind."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy_tests.support.torch_oracle import assert_like_torch

torch = pytest.importorskip("torch")
F = torch.nn.functional
RNG = numpy.random.default_rng(1)
TABLE = RNG.normal(size=(5, 3))
ROWS = numpy.array([[1, 4, 1], [0, 0, 2]])
FLAT, STARTS = numpy.array([1, 4, 1, 0, 0, 2]), numpy.array([0, 2, 2, 5])


@pytest.mark.parametrize("padding", [None, 1, -1])
def test_embedding_is_that_of_torch(padding, backend):
    assert_like_torch(
        lambda w, i: ivy.embedding(w, i, padding_idx=padding),
        lambda w, i: F.embedding(i, w, padding_idx=padding),
        *(TABLE, ROWS),
        dtypes=("float64",),
    )


@pytest.mark.parametrize("norm_type", [1.0, 2.0, numpy.inf])
def test_norm_is_limited(norm_type, backend):
    table = numpy.concatenate([TABLE, numpy.zeros((1, 3))])
    indices = numpy.array([[5, 0], [1, 4]])
    w = ivy.asarray(table)
    got = ivy.embedding(w, ivy.asarray(indices), max_norm=1.0, norm_type=norm_type)
    want = F.embedding(torch.tensor(indices), torch.tensor(table), None, 1.0, norm_type)
    numpy.testing.assert_allclose(ivy.to_numpy(got), want.numpy(), rtol=1e-12)
    assert numpy.array_equal(ivy.to_numpy(w), table)
    gradient = ivy.grad(lambda w: ivy.sum(ivy.embedding(w, ivy.asarray(indices), max_norm=1.0)))(w)
    assert numpy.isfinite(ivy.to_numpy(gradient)).all()
    assert ivy.to_numpy(gradient)[5].tolist() == [1, 1, 1]


@pytest.mark.parametrize("padding", [None, 1])
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_bag_is_that_of_torch(mode, padding, backend):
    options = {"mode": mode, "padding_idx": padding}
    assert_like_torch(
        lambda w, i: ivy.embedding_bag(w, i, **options),
        lambda w, i: F.embedding_bag(i, w, **options),
        *(TABLE, numpy.array([[1, 4, 3], [1, 1, 1], [0, 3, 2]])[:: 2 if mode == "max" else 1]),
        dtypes=("float64",),
    )
    assert_like_torch(
        lambda w, i, o: ivy.embedding_bag(w, i, o, **options),
        lambda w, i, o: F.embedding_bag(i, w, o, **options),
        *(TABLE, numpy.array([1, 4, 3, 0, 1, 2]) if mode == "max" else FLAT, STARTS),
        dtypes=("float64",),
    )


def test_bags_have_weights(backend):
    weights = RNG.normal(size=6)
    assert_like_torch(
        lambda w, i, o, p: ivy.embedding_bag(w, i, o, p, mode="sum", padding_idx=0),
        lambda w, i, o, p: F.embedding_bag(
            i, w, o, mode="sum", per_sample_weights=p, padding_idx=0
        ),
        *(TABLE, FLAT, STARTS, weights),
        dtypes=("float64",),
    )
    assert_like_torch(
        lambda w, i, p: ivy.embedding_bag(w, i, None, p, mode="sum"),
        lambda w, i, p: F.embedding_bag(i, w, mode="sum", per_sample_weights=p),
        *(TABLE, ROWS, weights.reshape(2, 3)),
        dtypes=("float64",),
    )


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_bag_of_nothing_is_zero(mode, backend):
    w, none = ivy.ones((5, 3)), ivy.zeros((2, 0), dtype="int64")
    assert ivy.embedding_bag(w, none, mode=mode).tolist() == [[0.0] * 3] * 2
    empty = ivy.zeros((0,), dtype="int64")
    got = ivy.embedding_bag(w, empty, ivy.asarray([0, 0]), mode=mode)
    assert got.tolist() == [[0.0] * 3] * 2
    padded = ivy.asarray([[2, 2]])
    assert ivy.embedding_bag(w, padded, mode=mode, padding_idx=2).tolist() == [[0.0] * 3]


_W, _I = ivy.ones((5, 3)), ivy.asarray([[0, 1]])
WRONG = {
    "table": lambda: ivy.embedding(ivy.ones(5), _I),
    "padding": lambda: ivy.embedding(_W, _I, padding_idx=5),
    "table of bags": lambda: ivy.embedding_bag(ivy.ones((5, 3, 2)), _I),
    "no offsets": lambda: ivy.embedding_bag(_W, _I[0]),
    "offsets too many": lambda: ivy.embedding_bag(_W, _I, ivy.asarray([0])),
    "mode": lambda: ivy.embedding_bag(_W, _I, mode="min"),
    "weights of a mean": lambda: ivy.embedding_bag(_W, _I, None, ivy.ones((1, 2))),
    "weights": lambda: ivy.embedding_bag(_W, _I, None, ivy.ones(2), mode="sum"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_argument_is_an_error(name):
    with pytest.raises(ValueError, match=r"^ivy\.\w+: expected .*got"):
        WRONG[name]()


def test_index_out_of_range_is_an_error(backend):
    for look_up in (ivy.embedding, ivy.embedding_bag):
        expected = rf"^ivy\.{look_up.__name__}: expected indices from -5 to 4, got 5"
        with pytest.raises(IndexError, match=expected):
            look_up(_to(_W), _to(ivy.asarray([[0, 5]])))


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("offsets", [[0, 2, 1], [-1, 2], [1, 2], [0, 4]])
def test_offsets_that_make_no_bags_are_an_error(offsets, mode, backend):
    with pytest.raises(IndexError, match=r"^ivy\.embedding_bag: expected offsets that begin with"):
        ivy.embedding_bag(_to(_W), ivy.asarray([0, 1, 2]), ivy.asarray(offsets), mode=mode)


def test_offsets_that_are_no_integers_are_an_error(backend):
    with pytest.raises(TypeError, match=r"^ivy\.embedding_bag: expected integers for offsets"):
        ivy.embedding_bag(_to(_W), ivy.asarray([0, 1, 2]), ivy.asarray([0.0, 2.0]))


def _to(x):
    return ivy.asarray(ivy.to_numpy(x))
