"""`ivy.nn.summary`: its rows and totals, and that it leaves nothing behind."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy import nn


class Net(nn.Module):
    """A model with a normalisation, dropout, shared weights, and a module that is never called."""

    def __init__(self):
        self.embed = nn.Embedding(10, 4)
        self.body = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Dropout(0.5))
        self.spare = nn.Linear(2, 2)
        self.head = nn.Linear(4, 10, bias=False)
        self.head.weight = self.embed.weight
        self.calls = nn.Buffer(ivy.zeros(()))

    def forward(self, x):
        self.calls += 1
        x = self.body(ivy.mean(self.embed(x), axis=1))
        return self.head(x), {"features": x}


def test_rows_and_totals(backend):
    model = Net()
    model.freeze("body.0")
    found = nn.summary(model, (2, 3), dtype="int64")
    assert [tuple(row) for row in found.rows] == [
        ("", "Net", ((2, 10), {"features": (2, 4)}), 0),
        ("embed", "Embedding", (2, 3, 4), 40),
        ("body", "Sequential", (2, 4), 0),
        ("body.0", "Linear", (2, 4), 20),
        ("body.1", "BatchNorm1d", (2, 4), 8),
        ("body.2", "Dropout", (2, 4), 0),
        ("spare", "Linear", None, 6),
        ("head", "Linear", (2, 10), 0),  # its weight is that of the embedding
    ]
    assert (found.trainable, found.frozen) == (54, 20)
    # Two statistics of 4 numbers, the number of batches, and that of calls.
    assert found.nbytes == 4 * 74 + 4 * 8 + 8 + 4


def test_nothing_is_changed(backend):
    model = Net()
    before = {k: ivy.to_numpy(v).copy() for k, v in model.state_dict().items()}
    ivy.seed(3)
    expected = ivy.to_numpy(ivy.random_uniform(shape=(3,)))
    ivy.seed(3)
    nn.summary(model, (2, 3), dtype="int64")
    assert (ivy.to_numpy(ivy.random_uniform(shape=(3,))) == expected).all()
    after = model.state_dict()
    assert all((ivy.to_numpy(after[k]) == v).all() for k, v in before.items())
    assert all(m.training and not m._hooks for m in model.modules())


class Drawing(nn.Module):
    """A model that draws in use too."""

    def forward(self, x):
        return x + ivy.random_normal(shape=x.shape)


def test_the_generator_stands_where_it_was():
    ivy.seed(3)
    expected = ivy.to_numpy(ivy.random_uniform(shape=(3,)))
    ivy.seed(3)
    nn.summary(Drawing(), (2, 3))
    assert (ivy.to_numpy(ivy.random_uniform(shape=(3,))) == expected).all()


def test_table():
    model = nn.Sequential(nn.Linear(2000, 10), nn.ReLU())
    assert str(nn.summary(model, (4, 2000))).splitlines() == [
        "path     layer       output shape  parameters",
        "---------------------------------------------",
        "(model)  Sequential  (4, 10)                0",
        "0        Linear      (4, 10)           20,010",
        "1        ReLU        (4, 10)                0",
        "---------------------------------------------",
        "20,010 parameters: 20,010 trainable, 0 frozen; 80,040 bytes with buffers",
    ]


def test_several_inputs_have_shapes_and_dtypes_of_their_own(backend):
    class Two(nn.Module):
        def forward(self, x, classes):
            return x[classes]

    found = nn.summary(Two(), [(5, 2), (3,)], dtype=["float32", "int64"])
    assert found.rows[0].output_shape == (3, 2)
    with pytest.raises(ValueError, match="a dtype for each input"):
        nn.summary(Two(), [(5, 2), (3,)], dtype=["float32"])


def test_an_input_that_does_not_fit_raises_with_the_layer():
    model = nn.Sequential(nn.Linear(3, 2), nn.Linear(3, 2))
    with pytest.raises(ValueError, match=r"\(1, 2\) and \(3, 2\)") as raised:
        nn.summary(model, (1, 3))
    assert raised.value.__notes__[-1] == "in layer '1': Linear(3, 2)"
    assert all(not m._hooks for m in model.modules())


def test_a_model_of_another_backend_runs_there():
    pytest.importorskip("torch", reason="a backend that is not the current one")
    with ivy.with_backend("torch"):
        model = nn.Linear(3, 2, dtype="float64")
    found = nn.summary(model, (1, 3), dtype="float64")
    assert found.rows[0].output_shape == (1, 2)
    assert found.nbytes == 8 * numpy.prod((2, 3)) + 16
