"""Recurrent functions against torch's modules, in values and derivatives."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ivy
from ivy_tests.support.backends import needs
from ivy_tests.support.compiling import compiled
from ivy_tests.support.torch_oracle import assert_like_torch

pytestmark = needs("torch")

KINDS = {"rnn": ("RNN", 1), "gru": ("GRU", 3), "lstm": ("LSTM", 4)}


def draw(*shape: int, seed: int = 0) -> Any:
    return numpy.random.default_rng([seed, *shape]).normal(size=shape) / 2


def weights(kind: str, inputs: int, units: int, **options: Any) -> list[Any]:
    """The weights of all layers and directions, in the order of torch's module."""
    gates, found = KINDS[kind][1], []
    directions = 2 if options.get("bidirectional") else 1
    size = options.get("proj_size") or units
    for layer in range(options.get("num_layers", 1)):
        for d in range(directions):
            wide = size * directions if layer else inputs
            shapes: list[tuple[int, ...]] = [(gates * units, wide), (gates * units, size)]
            shapes += [(gates * units,)] * 2 if options.get("bias", True) else []
            shapes += [(size, units)] if options.get("proj_size") else []
            found += [draw(*s, seed=10 * layer + 3 * d + i) for i, s in enumerate(shapes)]
    return found


def compare(
    kind: str,
    x: Any,
    states: Any,
    given: Any,
    lengths: Any = None,
    dtypes: Any = ("float64",),
    total: int = 0,
    **options: Any,
) -> None:
    """Assert that a function is like torch's module, also by its derivatives by everything."""
    count = len(states)
    known = {k: v for k, v in options.items() if k not in ("bias", "proj_size")}

    def ours(x, *rest):
        more = {} if lengths is None else {"lengths": ivy.asarray(lengths)}
        return list(getattr(ivy, kind)(x, list(rest[count:]), *rest[:count], **known, **more))

    def oracle(x, *rest):
        import torch
        from torch.nn.utils import rnn

        units = given[0].shape[0] // KINDS[kind][1]
        module = getattr(torch.nn, KINDS[kind][0])(x.shape[-1], units, dtype=x.dtype, **options)
        names = [n for n, _ in module.named_parameters()]
        hx = None if not count else tuple(rest[:2]) if kind == "lstm" else rest[0]
        first = options.get("batch_first", False)
        if lengths is not None:
            x = rnn.pack_padded_sequence(x, torch.tensor(lengths), first, enforce_sorted=False)
        parameters = dict(zip(names, rest[count:], strict=True))
        out, last = torch.func.functional_call(module, parameters, (x, hx))
        if lengths is not None:
            out, _ = rnn.pad_packed_sequence(out, first, total_length=total)
        return [out, *(last if kind == "lstm" else [last])]

    assert_like_torch(ours, oracle, x, *states, *given, dtypes=dtypes)


CALLS: dict[str, dict[str, Any]] = {
    "plain": {},
    "no bias": {"bias": False, "batch_first": True},
    "deep, both ways": {"num_layers": 2, "bidirectional": True, "batch_first": True},
}


@pytest.mark.parametrize("which", CALLS)
@pytest.mark.parametrize("kind", KINDS)
def test_sequences(kind, which, backend):
    options = CALLS[which]
    x = draw(2, 3, 4) if options.get("batch_first") else draw(3, 2, 4)
    count = options.get("num_layers", 1) * (2 if options.get("bidirectional") else 1)
    states = [draw(count, 2, 5, seed=i) for i in range(2 if kind == "lstm" else 1)]
    compare(
        *(kind, x, [] if which == "plain" else states, weights(kind, 4, 5, **options)),
        dtypes=("float64", "float32") if which == "plain" else ("float64",),
        **options,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_one_sequence(kind, backend):
    states = [draw(2, 3, seed=i) for i in range(2 if kind == "lstm" else 1)]
    options = {"bidirectional": True}
    compare(kind, draw(4, 2), states, weights(kind, 2, 3, **options), **options)


@pytest.mark.parametrize("kind", KINDS)
def test_sequences_of_several_lengths(kind, backend):
    options = {"num_layers": 2, "bidirectional": True, "batch_first": kind == "gru"}
    x = draw(3, 4, 2) if kind == "gru" else draw(4, 3, 2)
    states = [draw(4, 3, 3, seed=i) for i in range(2 if kind == "lstm" else 1)]
    given = weights(kind, 2, 3, **options)
    compare(kind, x, states, given, lengths=[2, 4, 1], total=4, **options)


@pytest.mark.parametrize("lengths", [None, [3, 1]])
@pytest.mark.parametrize("bias", [False, True])
def test_projected_lstm(bias, lengths, backend):
    options = {"proj_size": 2, "num_layers": 2, "bidirectional": True, "bias": bias}
    states = [draw(4, 2, 2), draw(4, 2, 3, seed=1)]
    given = weights("lstm", 4, 3, **options)
    compare("lstm", draw(3, 2, 4), states, given, lengths=lengths, total=3, **options)


def test_rnn_with_relu(backend):
    options = {"nonlinearity": "relu"}
    compare("rnn", draw(3, 2, 4), [draw(1, 2, 5)], weights("rnn", 4, 5), **options)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_cells(kind, bias, backend):
    given = weights(kind, 4, 3, bias=bias)
    states = [draw(2, 3, seed=i) for i in range(2 if kind == "lstm" else 1)]
    count = len(states)

    def ours(x, *rest):
        found = getattr(ivy, f"{kind}_cell")(x, *rest[:count], *rest[count:])
        return list(found) if kind == "lstm" else found

    def oracle(x, *rest):
        import torch

        cell = getattr(torch.nn, f"{KINDS[kind][0]}Cell")(4, 3, bias, dtype=x.dtype)
        names = [n for n, _ in cell.named_parameters()]
        hx = tuple(rest[:2]) if kind == "lstm" else rest[0]
        parameters = dict(zip(names, rest[count:], strict=True))
        return torch.func.functional_call(cell, parameters, (x, hx))

    assert_like_torch(ours, oracle, draw(2, 4), *states, *given, dtypes=("float64",))


@pytest.mark.parametrize("kind", KINDS)
def test_cells_go_along_a_sequence(kind, backend):
    # From no state, for features without a batch, and with a projection.
    options = {"proj_size": 2} if kind == "lstm" else {}
    given = [ivy.asarray(w) for w in weights(kind, 4, 3, **options)]
    x = ivy.asarray(draw(3, 4))
    states: Any = [None, None] if kind == "lstm" else [None]
    for part in ivy.unstack(x):
        states = getattr(ivy, f"{kind}_cell")(part, *states, *given)
        states = list(states) if kind == "lstm" else [states]
    found = getattr(ivy, kind)(x, given)
    for state, last in zip(states, list(found)[1:], strict=True):
        numpy.testing.assert_allclose(ivy.to_numpy(state), ivy.to_numpy(last[0]), rtol=1e-10)


@pytest.mark.parametrize("kind", KINDS)
def test_compiled_sequences(kind, backend):
    options = {"num_layers": 2, "bidirectional": True}
    given = [ivy.asarray(w) for w in weights(kind, 2, 3, **options)]
    x, lengths = ivy.asarray(draw(4, 2, 2)), ivy.asarray([3, 1])

    def run(x, lengths, *given):
        out, *lasts = getattr(ivy, kind)(x, list(given), lengths=lengths, **options)
        return ivy.concat([ivy.reshape(r, (-1,)) for r in (out, *lasts)])

    expected = ivy.to_numpy(run(x, lengths, *given))
    found = ivy.to_numpy(compiled(run)(x, lengths, *given))
    numpy.testing.assert_allclose(found, expected, rtol=1e-10)


def test_derivatives_in_compiled_code(backend):
    given = [ivy.asarray(w) for w in weights("lstm", 2, 3)]
    x = ivy.asarray(draw(3, 2, 2))

    def gradient(x, *given):
        return ivy.grad(lambda x: ivy.sum(ivy.square(ivy.lstm(x, list(given)).output)))(x)

    expected = ivy.to_numpy(gradient(x, *given))
    found = ivy.to_numpy(compiled(gradient)(x, *given))
    numpy.testing.assert_allclose(found, expected, rtol=1e-9)


def test_no_elements_leave_the_states(backend):
    given = [ivy.asarray(w) for w in weights("lstm", 2, 3)]
    h, c = ivy.asarray(draw(1, 2, 3)), ivy.asarray(draw(1, 2, 3, seed=1))
    for x, lengths in ((ivy.zeros((0, 2, 2)), None), (ivy.zeros((4, 2, 2)), ivy.asarray([0, 0]))):
        out, last, memory = ivy.lstm(x.astype("float64"), given, h, c, lengths=lengths)
        assert out.shape == (x.shape[0], 2, 3)
        assert not ivy.to_numpy(out).any()
        numpy.testing.assert_array_equal(ivy.to_numpy(last), draw(1, 2, 3))
        numpy.testing.assert_array_equal(ivy.to_numpy(memory), draw(1, 2, 3, seed=1))


def test_dropout_is_between_layers(backend):
    options = {"num_layers": 2}
    given = [ivy.asarray(w) for w in weights("gru", 4, 5, **options)]
    x, key = ivy.asarray(draw(3, 2, 4)), ivy.asarray([1, 0])
    plain = ivy.gru(x, given, **options)
    none = ivy.gru(x, given, dropout=1.0, key=key, **options)
    first = ivy.gru(x, given[:4])
    # The second layer sees zeros only.
    second = ivy.gru(ivy.zeros_like(first.output), given[4:])
    numpy.testing.assert_allclose(
        ivy.to_numpy(none.output), ivy.to_numpy(second.output), rtol=1e-12
    )
    numpy.testing.assert_array_equal(ivy.to_numpy(none.hidden)[0], ivy.to_numpy(plain.hidden)[0])
    some = [ivy.to_numpy(ivy.gru(x, given, dropout=0.5, key=key, **options).output) for _ in "ab"]
    numpy.testing.assert_array_equal(*some)
    assert (some[0] != ivy.to_numpy(plain.output)).any()
    alone = ivy.gru(x, given[:4], dropout=0.5, key=key)
    numpy.testing.assert_array_equal(ivy.to_numpy(alone.output), ivy.to_numpy(first.output))


REFUSED: dict[str, tuple[Any, ...]] = {
    "rank": ((3,), {}),
    "features": ((3, 2, 5), {}),
    "state": ((3, 2, 4), {"states": [(1, 3, 3)]}),
    "layers": ((3, 2, 4), {"num_layers": 2}),
    "no layers": ((3, 2, 4), {"num_layers": 0}),
    "lengths": ((3, 2, 4), {"lengths": [1, 2, 3]}),
    "dropout": ((3, 2, 4), {"dropout": 2.0}),
}


@pytest.mark.parametrize("which", REFUSED)
@pytest.mark.parametrize("kind", KINDS)
def test_what_does_not_fit_is_refused(kind, which, backend):
    shape, options = REFUSED[which]
    options = dict(options)
    states = [ivy.ones(s) for s in options.pop("states", [])]
    given = [ivy.asarray(w) for w in weights(kind, 4, 3)]
    if "lengths" in options:
        options["lengths"] = ivy.asarray(options["lengths"])
    with pytest.raises(ValueError, match=rf"^ivy\.{kind}: expected"):
        getattr(ivy, kind)(ivy.ones(shape), given, *states, **options)


def test_other_mistakes_are_refused(backend):
    given = [ivy.asarray(w) for w in weights("rnn", 4, 3)]
    with pytest.raises(ValueError, match=r"^ivy\.rnn: expected nonlinearity"):
        ivy.rnn(ivy.ones((3, 2, 4)), given, nonlinearity="sigmoid")
    with pytest.raises(TypeError, match=r"^ivy\.rnn: expected integers for lengths"):
        ivy.rnn(ivy.ones((3, 2, 4)), given, lengths=ivy.asarray([1.0, 2.0]))
    with pytest.raises(ValueError, match=r"^ivy\.rnn_cell: expected hidden"):
        ivy.rnn_cell(ivy.ones((2, 4)), ivy.ones((1, 3)), *given)
    with pytest.raises(ValueError, match=r"^ivy\.gru_cell: expected weights"):
        ivy.gru_cell(ivy.ones((2, 4)), None, *given)


@pytest.mark.parametrize("kind", KINDS)
def test_second_derivatives(kind, backend):
    x = ivy.asarray(draw(2, 1, 1))
    given = [ivy.asarray(w) for w in weights(kind, 1, 2, bias=False)]
    lengths = ivy.asarray([1])
    f = lambda x: getattr(ivy, kind)(x, given, lengths=lengths).output  # noqa: E731
    ivy.check_gradients(f, x, order=2)


@pytest.mark.parametrize("batch_first", [False, True])
@pytest.mark.parametrize("lengths", [[5, 4], [4, -1]])
@pytest.mark.parametrize("name", ["rnn", "gru", "lstm"])
def test_length_that_there_cannot_be_is_an_error(name, lengths, batch_first, backend):
    gates = {"rnn": 1, "gru": 3, "lstm": 4}[name]
    weights = [ivy.ones((2 * gates, 3)), ivy.ones((2 * gates, 2))]
    x = ivy.ones((2, 4, 3) if batch_first else (4, 2, 3))
    with pytest.raises(IndexError, match=rf"^ivy\.{name}: expected lengths from 0 to 4, got "):
        getattr(ivy, name)(x, weights, lengths=ivy.asarray(lengths), batch_first=batch_first)
