"""Rows of the recurrent functions. The oracle goes step by step, with a product for each gate."""

from __future__ import annotations

import numpy

from ivy_tests.support.rows import Case, Given, call, x


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


def parts(x, hidden, w_ih, w_hh, biases, count):
    """Return what elements and the state give to each gate."""
    b_ih, b_hh = biases if len(biases) == 2 else (0, 0)
    both = x @ w_ih.T + b_ih, hidden @ w_hh.T + b_hh
    return [numpy.split(p, count, axis=-1) for p in both]


def rnn_cell(x, hidden, w_ih, w_hh, *biases, nonlinearity="tanh"):
    ((a,), (b,)) = parts(x, hidden, w_ih, w_hh, biases, 1)
    return numpy.tanh(a + b) if nonlinearity == "tanh" else numpy.maximum(a + b, 0)


def gru_cell(x, hidden, w_ih, w_hh, *biases):
    (ar, az, an), (br, bz, bn) = parts(x, hidden, w_ih, w_hh, biases, 3)
    z = sigmoid(az + bz)
    return (1 - z) * numpy.tanh(an + sigmoid(ar + br) * bn) + z * hidden


def lstm_cell(x, hidden, cell, w_ih, w_hh, *biases):
    given, of_state = parts(x, hidden, w_ih, w_hh, biases, 4)
    i, f, g, o = [a + b for a, b in zip(given, of_state, strict=True)]
    cell = sigmoid(f) * cell + sigmoid(i) * numpy.tanh(g)
    return [sigmoid(o) * numpy.tanh(cell), cell]


def along(cell, x, weights, states, lengths=None, **options):
    """Return the output and the last states of one layer in one direction."""
    outs, states = [], [s[0] for s in states]
    for t, part in enumerate(x):
        new = cell(part, *states, *weights, **options)
        new = new if isinstance(new, list) else [new]
        on = numpy.ones((len(part), 1)) if lengths is None else (t < lengths)[:, None]
        states = [numpy.where(on, a, b) for a, b in zip(new, states, strict=True)]
        outs.append(numpy.where(on, states[0], 0))
    return [numpy.stack(outs), *[s[None] for s in states]]


def rnn(x, weights, hidden, nonlinearity="tanh", lengths=None):
    return along(rnn_cell, x, weights, [hidden], lengths, nonlinearity=nonlinearity)


def gru(x, weights, hidden, lengths=None):
    return along(gru_cell, x, weights, [hidden], lengths)


def lstm(x, weights, hidden, cell, lengths=None):
    return along(lstm_cell, x, weights, [hidden, cell], lengths)


def _weights(count):
    return [x(3 * count, 2), x(3 * count, 3), x(3 * count), x(3 * count)]


_FLOATS = ("float32", "float64")
_TERMS = {"dtypes": _FLOATS, "loosen": 16, "reason": "rounding is carried along"}
_LENGTHS = Given([3, 1], "int64")
_STATE = x(1, 2, 3)

CASES = [
    Case(
        "rnn",
        rnn,
        [
            call(x(3, 2, 2), _weights(1), _STATE),
            call(x(3, 2, 2), _weights(1)[:2], _STATE, nonlinearity="relu", lengths=_LENGTHS),
        ],
        results=("same",) * 2,
        **_TERMS,
    ),
    Case(
        "gru",
        gru,
        [
            call(x(3, 2, 2), _weights(3), _STATE),
            call(x(3, 2, 2), _weights(3)[:2], _STATE, lengths=_LENGTHS),
        ],
        results=("same",) * 2,
        **_TERMS,
    ),
    Case(
        "lstm",
        lstm,
        [
            call(x(3, 2, 2), _weights(4), _STATE, _STATE),
            call(x(3, 2, 2), _weights(4)[:2], _STATE, _STATE, lengths=_LENGTHS),
        ],
        results=("same",) * 3,
        **_TERMS,
    ),
    Case(
        "rnn_cell",
        rnn_cell,
        [
            call(x(2, 2), x(2, 3), *_weights(1)),
            call(x(2), x(3), *_weights(1)[:2], nonlinearity="relu"),
        ],
        **_TERMS,
    ),
    Case(
        "gru_cell",
        gru_cell,
        [call(x(2, 2), x(2, 3), *_weights(3)), call(x(2), x(3), *_weights(3)[:2])],
        **_TERMS,
    ),
    Case(
        "lstm_cell",
        lstm_cell,
        [
            call(x(2, 2), x(2, 3), x(2, 3), *_weights(4)),
            call(x(2), x(3), x(3), *_weights(4)[:2]),
        ],
        results=("same",) * 2,
        **_TERMS,
    ),
]
