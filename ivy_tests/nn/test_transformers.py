"""Transformers against torch's: options and masks that are drawn, values, gradients and states."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ivy
from ivy import nn
from ivy_tests.support.backends import needs

torch = pytest.importorskip("torch", reason="the oracle is torch")

N, S, T, E, HEADS = 2, 4, 3, 4, 2
# For each array of a kind, its lengths: the elements, and those of the keys of each mask.
KINDS = {
    "TransformerEncoderLayer": [("src", S)],
    "TransformerEncoder": [("src", S)],
    "TransformerDecoderLayer": [("tgt", T), ("memory", S)],
    "TransformerDecoder": [("tgt", T), ("memory", S)],
    "Transformer": [("src", S), ("tgt", T), ("memory", S)],
}

# The mask that stands for being causal, the option that says so, and how many elements there are.
CAUSAL = {
    "TransformerEncoderLayer": ("src_mask", "is_causal", S),
    "TransformerEncoder": ("mask", "is_causal", S),
    "TransformerDecoderLayer": ("tgt_mask", "tgt_is_causal", T),
    "TransformerDecoder": ("tgt_mask", "tgt_is_causal", T),
    "Transformer": ("tgt_mask", "tgt_is_causal", T),
}


def options_of(draw: numpy.random.Generator) -> dict[str, Any]:
    """Return options of a layer."""
    return {
        "dim_feedforward": int(draw.integers(3, 7)),
        "dropout": 0.0,
        "activation": str(draw.choice(["relu", "gelu"])),
        "layer_norm_eps": float(draw.choice([1e-5, 1e-3])),
        "batch_first": bool(draw.integers(2)),
        "norm_first": bool(draw.integers(2)),
        "bias": bool(draw.integers(2)),
    }


def mask_of(draw: numpy.random.Generator, rows: int, columns: int) -> Any:
    """Return no mask, a bool one that leaves the first key, or one that is added."""
    kind = draw.integers(3)
    mask = draw.uniform(size=(rows, columns)) < 0.4
    mask[:, 0] = False
    return None if kind == 0 else mask if kind == 1 else draw.normal(size=mask.shape)


def masks_of(kind: str, draw: numpy.random.Generator) -> dict[str, Any]:
    """Return the masks of a call by their names."""
    out: dict[str, Any] = {}
    queries = T if kind != "TransformerEncoder" else S
    for name, length in KINDS[kind]:
        rows = queries if name == "memory" else length
        whole = "mask" if kind == "TransformerEncoder" else f"{name}_mask"
        out[whole] = mask_of(draw, rows, length)
        padding = mask_of(draw, N, length)
        # torch wants both of one kind.
        if out[whole] is None or padding is None or out[whole].dtype == padding.dtype:
            out[f"{name}_key_padding_mask"] = padding
    return {k: v for k, v in out.items() if v is not None}


def built(library: Any, kind: str, options: dict[str, Any]) -> Any:
    """Return a model of a library."""
    sizes, more = (E, HEADS), {"dtype": "float64" if library is nn else torch.float64}
    if kind == "Transformer":
        return library.Transformer(*sizes, 2, 1, **options, **more)
    layer = getattr(library, kind.removesuffix("Layer") + "Layer")(*sizes, **options, **more)
    if kind.endswith("Layer"):
        return layer
    return getattr(library, kind)(layer, 2, library.LayerNorm(E, **more))


def arrays_of(kind: str, options: dict[str, Any], draw: numpy.random.Generator) -> list[Any]:
    """Return the elements of a call."""
    names = KINDS[kind][:2]
    shapes = [(N, n, E) if options["batch_first"] else (n, N, E) for _, n in names]
    return [draw.normal(size=shape) for shape in shapes]


def close(actual: Any, wanted: Any) -> None:
    """Compare with one of torch's."""
    got, wanted = ivy.to_numpy(actual), wanted.detach().numpy()
    assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    scale = numpy.max(numpy.abs(wanted), initial=0.0)
    numpy.testing.assert_allclose(got, wanted, rtol=1e-10, atol=1e-10 * scale)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_values_and_gradients(kind, seed, backend):
    draw = numpy.random.default_rng([seed, *map(ord, kind)])
    options, masks = options_of(draw), masks_of(kind, draw)
    arrays = arrays_of(kind, options, draw)
    torch.manual_seed(seed)
    theirs = built(torch.nn, kind, options)
    for parameter in theirs.parameters():  # biases and normalisations too
        torch.nn.init.uniform_(parameter, 0.2, 1.0)
    ours = built(nn, kind, options).load_state_dict(theirs.state_dict())
    given = [torch.tensor(x, requires_grad=True) for x in arrays]
    wanted = theirs(*given, **{k: torch.tensor(v) for k, v in masks.items()})
    weights = draw.normal(size=tuple(wanted.shape))
    (wanted * torch.tensor(weights)).sum().backward()

    def total(model: Any, *xs: Any) -> Any:
        out = model(*xs, **{k: ivy.asarray(v) for k, v in masks.items()})
        return ivy.sum(out * ivy.asarray(weights)), out

    argnums = tuple(range(len(arrays) + 1))
    run = ivy.value_and_grad(total, argnums=argnums, has_aux=True)
    (_, out), (gradients, *slopes) = run(ours, *map(ivy.asarray, arrays))
    close(out, wanted)
    assert gradients.keys() == {p for p, _ in theirs.named_parameters()}
    for path, parameter in theirs.named_parameters():
        close(gradients[path], parameter.grad)
    for slope, x in zip(slopes, given, strict=True):
        close(slope, x.grad)


@pytest.mark.parametrize("kind", KINDS)
def test_causal_is_the_mask_of_torch(kind, backend):
    draw = numpy.random.default_rng(0)
    options = {"dim_feedforward": 5, "dropout": 0.0, "batch_first": True}
    theirs = built(torch.nn, kind, options)
    ours = built(nn, kind, options).load_state_dict(theirs.state_dict())
    arrays = arrays_of(kind, options, draw)
    name, causal, length = CAUSAL[kind]
    mask = torch.nn.Transformer.generate_square_subsequent_mask(length, dtype=torch.float64)
    wanted = theirs(*map(torch.tensor, arrays), **{name: mask})
    close(ours(*map(ivy.asarray, arrays), **{causal: True}), wanted)
    given = nn.Transformer.generate_square_subsequent_mask(length, dtype="float64")
    assert numpy.array_equal(ivy.to_numpy(given), mask.numpy())
    close(ours(*map(ivy.asarray, arrays), **{name: given, causal: True}), wanted)


@needs("torch")
def test_one_sample_and_other_parts():
    theirs = torch.nn.Transformer(E, HEADS, 1, 1, 5, 0.0, dtype=torch.float64)
    ours = nn.Transformer(E, HEADS, 1, 1, 5, 0.0, dtype="float64")
    ours.load_state_dict(theirs.state_dict())
    draw = numpy.random.default_rng(0)
    src, tgt = draw.normal(size=(S, E)), draw.normal(size=(T, E))
    wanted = theirs(torch.tensor(src), torch.tensor(tgt))
    close(ours(ivy.asarray(src), ivy.asarray(tgt)), wanted)
    parts = nn.Transformer(E, custom_encoder=ours.encoder, custom_decoder=ours.decoder)
    assert (parts.encoder, parts.decoder) == (ours.encoder, ours.decoder)


def test_layers_start_from_weights_of_their_own(backend):
    model = nn.Transformer(E, HEADS, 2, 2, 5)
    state = model.state_dict()
    for part in ("encoder", "decoder"):
        first, second = (
            ivy.to_numpy(state[f"{part}.layers.{i}.self_attn.in_proj_weight"]) for i in range(2)
        )
        assert not numpy.array_equal(first, second)
        assert float(numpy.abs(first).max()) <= (6 / (E + 3 * E)) ** 0.5


def test_dropout_is_for_training(backend):
    model = nn.Transformer(E, HEADS, 1, 1, 5, 0.5)
    src, tgt = ivy.ones((N, S, E)), ivy.ones((N, T, E))
    assert not bool(ivy.all(model(src, tgt) == model(src, tgt)))
    model.eval()
    assert bool(ivy.all(model(src, tgt) == model(src, tgt)))
