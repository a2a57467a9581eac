"""Layers against torch's with the same weights: values, and gradients by weights and inputs."""

from __future__ import annotations

import copy
import re
from collections import OrderedDict
from math import inf, nan
from typing import Any, NamedTuple

import numpy
import pytest

import ivy
from ivy import nn
from ivy_tests.support.backends import PARAMS, needs

torch = pytest.importorskip("torch", reason="the oracle is torch")


class Case(NamedTuple):
    """A layer as it is made, here and in torch if that differs, and the shapes of its inputs."""

    ours: str
    shapes: tuple[Any, ...]
    theirs: str = ""
    # Arguments after the arrays.
    options: str = "{}"

    def __str__(self) -> str:
        options = "" if self.options == "{}" else f" {self.options}"
        return f"{self.ours}{options} {self.shapes}"


class Classes(NamedTuple):
    """An input of integers."""

    shape: tuple[int, ...]
    below: int


class Positive(NamedTuple):
    """An input of numbers between 0 and 1."""

    shape: tuple[int, ...]


class Signs(NamedTuple):
    """An input of 1 and -1."""

    shape: tuple[int, ...]


IMAGE, SIGNAL, VOLUME = (2, 4, 5, 6), (2, 4, 7), (1, 2, 3, 4, 3)
X, Y = (3, 4), (3, 4)

LINEAR = [
    Case("Identity()", (X,)),
    Case("Linear(4, 3)", ((2, 5, 4),)),
    Case("Linear(4, 3, False)", ((4,),)),
    Case("Bilinear(4, 3, 2)", ((5, 4), (5, 3))),
    Case("Bilinear(4, 3, 2, bias=False)", ((2, 5, 4), (2, 5, 3))),
    Case("Flatten()", (IMAGE,)),
    Case("Flatten(0, 2)", (IMAGE,)),
    Case("Unflatten(1, (2, -1))", (SIGNAL,)),
    Case("Sequential(Linear(4, 3), Tanh(), Linear(3, 2))", (X,)),
    Case("Sequential({'a': Linear(4, 3)})", (X,), "Sequential(OrderedDict(a=Linear(4, 3)))"),
]
CONVOLUTION = [
    Case("Conv1d(4, 6, 3, stride=2, padding=1, groups=2)", (SIGNAL,)),
    Case("Conv1d(4, 6, 3, padding='same', dilation=2, bias=False)", ((4, 7),)),
    Case("Conv2d(4, 6, (3, 2), padding=(1, 0), dilation=(1, 2))", (IMAGE,)),
    Case("Conv2d(4, 6, 3, padding='same', padding_mode='reflect')", (IMAGE,)),
    Case("Conv2d(4, 6, 3, 2, padding=(2, 1), padding_mode='replicate')", (IMAGE,)),
    Case("Conv2d(4, 4, (2, 4), padding='same', padding_mode='circular', groups=4)", (IMAGE,)),
    Case("Conv2d(4, 6, 3, padding='valid')", (IMAGE[1:],)),
    Case(
        "Conv2d(4, 6, 3, padding=((0, 1), (2, 0)))",
        (IMAGE,),
        "Sequential(ZeroPad2d((2, 0, 0, 1)), OrderedDict(c=Conv2d(4, 6, 3))['c'])",
    ),
    Case("Conv3d(2, 4, 2, stride=(1, 2, 1), padding=1)", (VOLUME,)),
    Case("ConvTranspose1d(4, 6, 3, stride=2, padding=1, output_padding=1, groups=2)", (SIGNAL,)),
    Case("ConvTranspose2d(4, 6, 3, stride=2, dilation=2)", (IMAGE,)),
    Case("ConvTranspose2d(4, 6, 3, 2, 1)", (IMAGE,), options="{'output_size': (10, 11)}"),
    Case("ConvTranspose2d(4, 6, (2, 3), bias=False)", (IMAGE[1:],)),
    Case("ConvTranspose3d(2, 4, 2, stride=2, padding=1)", (VOLUME,)),
]
POOLING = [
    Case("MaxPool1d(3, 2, 1)", (SIGNAL,)),
    Case("MaxPool2d((3, 2), padding=(1, 0), ceil_mode=True)", (IMAGE,)),
    Case("MaxPool2d(2, 1, dilation=2)", (IMAGE[1:],)),
    Case("MaxPool2d(2, return_indices=True)", (IMAGE,)),
    Case("MaxPool3d(2, 1)", (VOLUME,)),
    Case("AvgPool1d(3, 2, 1)", (SIGNAL,)),
    Case("AvgPool2d(2, ceil_mode=True, padding=1, count_include_pad=False)", (IMAGE,)),
    Case("AvgPool2d(2, divisor_override=3)", (IMAGE[1:],)),
    Case("AvgPool3d(2)", (VOLUME,)),
    Case("LPPool1d(2, 3)", (SIGNAL,)),
    Case("LPPool2d(4, (2, 3), stride=1)", (IMAGE,)),
    Case("LPPool3d(2, 2)", (VOLUME,)),
    Case("AdaptiveAvgPool1d(3)", (SIGNAL,)),
    Case("AdaptiveAvgPool2d((3, None))", (IMAGE,)),
    Case("AdaptiveAvgPool3d(2)", (VOLUME,)),
    Case("AdaptiveMaxPool1d(3)", (SIGNAL[1:],)),
    Case("AdaptiveMaxPool2d(2)", (IMAGE,)),
    Case("AdaptiveMaxPool3d((2, 3, 1))", (VOLUME,)),
]
NORMALISATION = [
    Case("BatchNorm1d(4)", (X,)),
    Case("BatchNorm1d(4, eps=0.1, momentum=0.3)", (SIGNAL,)),
    Case("BatchNorm2d(4)", (IMAGE,)),
    Case("BatchNorm2d(4, momentum=None)", (IMAGE,)),
    Case("BatchNorm2d(4, affine=False)", (IMAGE,)),
    Case("BatchNorm2d(4, track_running_stats=False)", (IMAGE,)),
    Case("BatchNorm3d(2)", (VOLUME,)),
    Case("InstanceNorm1d(4)", (SIGNAL,)),
    Case("InstanceNorm2d(4, affine=True, track_running_stats=True)", (IMAGE,)),
    Case("InstanceNorm2d(4, track_running_stats=True)", (IMAGE[1:],)),
    Case("InstanceNorm3d(2, affine=True)", (VOLUME,)),
    Case("LayerNorm(4)", (X,)),
    Case("LayerNorm((5, 6), eps=0.1, bias=False)", (IMAGE,)),
    Case("LayerNorm(4, elementwise_affine=False)", (X,)),
    Case("GroupNorm(2, 4)", (IMAGE,)),
    Case("GroupNorm(4, 4, affine=False)", (SIGNAL,)),
    Case("RMSNorm((5, 6), eps=0.1)", (IMAGE,)),
    Case("RMSNorm(4, elementwise_affine=False)", (X,)),
    Case("LocalResponseNorm(2, alpha=0.1, k=2.0)", (IMAGE,)),
]
ACTIVATION = [
    *[
        Case(f"{name}()", (X,))
        for name in (
            *("ReLU", "ReLU6", "SELU", "SiLU", "Mish", "Sigmoid", "LogSigmoid"),
            *("Hardswish", "Tanh", "Tanhshrink", "Softsign", "GELU", "ELU", "LeakyReLU"),
            *("Hardtanh", "Softplus", "PReLU"),
        )
    ],
    Case("Hardsigmoid()", (X,), "_Sixth()"),
    Case("Softmax(1)", (X,)),
    Case("LogSoftmax(0)", (X,)),
    Case("Softmin(-1)", (X,)),
    Case("Softmax2d()", (IMAGE,)),
    Case("GLU(1)", (X,)),
    Case("GELU('tanh')", (X,)),
    Case("ELU(0.5)", (X,)),
    Case("CELU(0.5)", (X,)),
    Case("LeakyReLU(0.3)", (X,)),
    Case("Hardtanh(-0.5, 0.3)", (X,)),
    Case("Hardshrink(0.3)", (X,)),
    Case("Softshrink(0.3)", (X,)),
    Case("Softplus(3.0, 1.0)", (X,)),
    Case("Threshold(0.1, 5.0)", (X,)),
    Case("PReLU(4, init=0.3)", (IMAGE,)),
]
EMBEDDING = [
    Case("Embedding(5, 3)", (Classes((2, 4), 5),)),
    Case("Embedding(5, 3, padding_idx=-2)", (Classes((2, 8), 5),)),
    Case("EmbeddingBag(5, 3, mode='max')", (Classes((2, 4), 5),)),
    Case("EmbeddingBag(5, 3, mode='sum', padding_idx=1)", (Classes((2, 4), 5),)),
]
RECURRENT = [
    Case("RNN(3, 4)", ((5, 2, 3),)),
    Case("RNN(3, 4, 2, nonlinearity='relu', bias=False, batch_first=True)", ((2, 5, 3),)),
    Case("GRU(3, 4, bidirectional=True)", ((5, 3),)),
    Case("LSTM(3, 4, 2, bidirectional=True, batch_first=True)", ((2, 5, 3),)),
    Case("LSTM(3, 4, proj_size=2)", ((5, 2, 3),)),
    Case("RNNCell(3, 4)", ((2, 3), (2, 4))),
    Case("RNNCell(3, 4, nonlinearity='relu')", ((2, 3),)),
    Case("GRUCell(3, 4, bias=False)", ((2, 3), (2, 4))),
    Case("LSTMCell(3, 4)", ((2, 3),)),
]
_ATTEND = "MultiHeadAttention(4, 2{})", "MultiheadAttention(4, 2, batch_first=True{})"


def attention(extra: str, shapes: tuple[Any, ...], options: str = "{}") -> Case:
    """Return a case of attention, whose class has another name in torch."""
    return Case(_ATTEND[0].format(extra), shapes, _ATTEND[1].format(extra), options)


_MASK = "array([[False, True, True], [False, False, True]])"
_LAYER = "TransformerEncoderLayer(4, 2, 5, 0.0{})"
_FIRST = ", batch_first=True"
QKV = ((2, 2, 4), (2, 3, 4), (2, 3, 4))
ATTENTION = [
    attention("", QKV),
    attention("", ((2, 4), (3, 4), (3, 4))),
    attention(", bias=False, kdim=3, vdim=5", ((2, 2, 4), (2, 3, 3), (2, 3, 5))),
    attention(", add_bias_kv=True, add_zero_attn=True", QKV, f"{{'attn_mask': {_MASK}}}"),
    attention("", QKV, "{'average_attn_weights': False}"),
    attention("", QKV, f"{{'attn_mask': stack([{_MASK}] * 4), 'need_weights': False}}"),
    attention("", QKV, "{'key_padding_mask': array([[False, False, True]] * 2)}"),
    Case(
        "MultiHeadAttention(4, 2, batch_first=False)",
        ((2, 3, 4), (2, 3, 4), (2, 3, 4)),
        "MultiheadAttention(4, 2)",
    ),
    *[
        Case(
            _LAYER.format(extra),
            ((2, 3, 4),),
            _LAYER.format(_FIRST + extra),
        )
        for extra in ("", ", norm_first=True, activation='gelu'", ", bias=False")
    ],
    Case(
        f"TransformerEncoder({_LAYER.format('')}, 2, LayerNorm(4))",
        ((2, 3, 4),),
        f"TransformerEncoder({_LAYER.format(_FIRST)}, 2, LayerNorm(4))",
        "{'mask': array([[False, True, True], [False, False, True], [False, False, False]])}",
    ),
    *[
        Case(
            f"TransformerDecoderLayer(4, 2, 5, 0.0, norm_first={first})",
            ((2, 3, 4), (2, 2, 4)),
            f"TransformerDecoderLayer(4, 2, 5, 0.0, batch_first=True, norm_first={first})",
        )
        for first in (False, True)
    ],
    Case(
        "TransformerDecoder(TransformerDecoderLayer(4, 2, 5, 0.0), 2)",
        ((2, 3, 4), (2, 2, 4)),
        "TransformerDecoder(TransformerDecoderLayer(4, 2, 5, 0.0, batch_first=True), 2)",
    ),
]
LOSS = [
    *[Case(f"{name}()", (X, Y)) for name in ("MSELoss", "L1Loss", "HuberLoss", "SmoothL1Loss")],
    Case("HuberLoss(delta=0.3, reduction='sum')", (X, Y)),
    Case("SmoothL1Loss(beta=0.3, reduction='none')", (X, Y)),
    Case("CrossEntropyLoss(label_smoothing=0.1)", (IMAGE, Classes((2, 5, 6), 4))),
    Case("CrossEntropyLoss(weight=W, ignore_index=1)", (X, Classes((3,), 4))),
    Case("CrossEntropyLoss()", ((4,), Classes((), 4))),
    Case("NLLLoss(weight=W, reduction='sum')", (X, Classes((3,), 4))),
    Case("BCELoss(weight=W)", (Positive(X), Positive(X))),
    Case("BCEWithLogitsLoss(weight=W, pos_weight=V)", (X, Positive(X))),
    Case("KLDivLoss(reduction='batchmean', log_target=True)", (X, Y)),
    Case("PoissonNLLLoss(False, eps=0.1)", (Positive(X), Positive(X))),
    Case("PoissonNLLLoss(full=True)", (X, Positive(X))),
    Case("GaussianNLLLoss(full=True)", (X, Y, Positive(X))),
    Case("MultiMarginLoss(2, 0.5, W)", (X, Classes((3,), 4))),
    Case("MultiLabelMarginLoss()", (X, Classes(X, 4))),
    Case("MultiLabelSoftMarginLoss(W)", (X, Positive(X))),
    Case("SoftMarginLoss()", (X, Signs(X))),
    Case("HingeEmbeddingLoss(0.5)", (X, Signs(X))),
    Case("MarginRankingLoss(0.5)", ((3,), (3,), Signs((3,)))),
    Case("CosineEmbeddingLoss(0.2)", (X, Y, Signs((3,)))),
    Case("TripletMarginLoss(0.5, swap=True)", (X, Y, X)),
]
VISION = [
    Case("PixelShuffle(2)", (IMAGE,)),
    Case("PixelUnshuffle(3)", ((2, 3, 6),)),
    Case("ChannelShuffle(2)", (IMAGE,)),
    Case("Upsample(scale_factor=2)", (IMAGE,)),
    Case("Upsample((4, 9), mode='bilinear', align_corners=True)", (IMAGE,)),
    Case("Upsample(scale_factor=(1.5, 2.0), mode='bicubic')", (IMAGE,)),
    Case("Unfold((2, 3), padding=1, stride=2)", (IMAGE,)),
    Case("Fold((4, 5), 2, padding=1, stride=2)", ((2, 8, 9),)),
    Case("ZeroPad1d((1, 2))", (SIGNAL,)),
    Case("ZeroPad3d(1)", (VOLUME,)),
    Case("ConstantPad1d(2, 3.5)", (SIGNAL,)),
    Case("ConstantPad2d((1, 2, 3, 0), -1.0)", (IMAGE,)),
    Case("ConstantPad3d((1, 2, 3, 0, 0, 1), 2.0)", (VOLUME,)),
    Case("ReflectionPad1d((2, 1))", (SIGNAL[1:],)),
    Case("ReflectionPad2d((2, 1, 0, 3))", (IMAGE,)),
    Case("ReflectionPad3d(1)", (VOLUME,)),
    Case("ReplicationPad1d(3)", (SIGNAL,)),
    Case("ReplicationPad2d((2, 1, 0, 3))", (IMAGE,)),
    Case("ReplicationPad3d((1, 2, 3, 0, 0, 1))", (VOLUME,)),
    Case("CircularPad1d(2)", (SIGNAL,)),
    Case("CircularPad2d((2, 1, 0, 3))", (IMAGE,)),
    Case("CircularPad3d(1)", (VOLUME,)),
    Case("CosineSimilarity()", (IMAGE, IMAGE)),
    Case("PairwiseDistance(1.5, eps=0.1)", (X, Y)),
]
CASES = [
    *LINEAR,
    *CONVOLUTION,
    *POOLING,
    *NORMALISATION,
    *ACTIVATION,
    *EMBEDDING,
    *RECURRENT,
    *ATTENTION,
    *LOSS,
    *VISION,
]


class _Sixth(torch.nn.Module):
    """Hardsigmoid in plain operations: the derivative of torch's has a sixth in float32."""

    def forward(self, x: Any) -> Any:
        return torch.nn.functional.relu6(x + 3) / 6


# -- comparing -----------------------------------------------------------------------------------


def drawn(shape: Any, draw: numpy.random.Generator) -> numpy.ndarray:
    """Return an input."""
    if isinstance(shape, Classes):
        return draw.integers(0, shape.below, shape.shape)
    if isinstance(shape, Positive):
        return draw.uniform(0.1, 0.9, shape.shape)
    if isinstance(shape, Signs):
        return draw.choice([-1, 1], shape.shape)
    return draw.normal(size=shape)


def flat(result: Any) -> list[Any]:
    """Return the arrays of nested tuples; None is none."""
    if isinstance(result, tuple | list):
        return [x for r in result for x in flat(r)]
    return [] if result is None else [result]


def made(source: str, library: Any, array: Any) -> Any:
    """Return a layer of a library."""
    known = {**vars(library), "int64": numpy.int64}
    weights = {"W": array([0.5, 1.0, 2.0, 1.5]), "V": array([2.0, 0.5, 1.0, 3.0])}
    names = {**weights, "OrderedDict": OrderedDict, "_Sixth": _Sixth}
    return eval(source, {**known, **names})  # the table's


def close(actual: Any, expected: Any) -> None:
    """Assert that an array of ours is one of torch's."""
    got, expected = ivy.to_numpy(actual), expected.detach().numpy()
    assert (got.shape, got.dtype) == (expected.shape, expected.dtype)
    if expected.dtype.kind != "f":
        assert (got == expected).all()
        return
    scale = numpy.max(numpy.abs(expected), initial=0.0)
    numpy.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-10 * scale)


def with_numpy_integers(source: str) -> str:
    """Return the source of a layer with NumPy's integers for Python's."""
    return re.sub(r"(?<![\w.'-])\d+(?![\w.'])", r"int64(\g<0>)", source)


def compare(case: Case, *, training: bool) -> None:
    """Assert that a layer of ours gives what torch's gives, and the same gradients and buffers."""
    draw = numpy.random.default_rng(0)
    arrays = [drawn(s, draw) for s in case.shapes]
    options = eval(case.options, vars(numpy))  # the table's
    torch.manual_seed(0)
    theirs = made(case.theirs or case.ours, torch.nn, torch.tensor).double().train(training)
    for p in theirs.parameters():
        torch.nn.init.normal_(p, std=0.5)
    with ivy.config.float_dtype("float64"):
        ours = made(case.ours, nn, ivy.asarray).train(training)
    state = theirs.state_dict()
    if "ZeroPad2d" in case.theirs:
        state = {k.removeprefix("1."): v for k, v in state.items()}
    ours.load_state_dict(state)

    floats = [i for i, a in enumerate(arrays) if a.dtype.kind == "f"]
    native = [torch.tensor(a, requires_grad=a.dtype.kind == "f") for a in arrays]
    masks = {k: v for k, v in options.items() if isinstance(v, numpy.ndarray)}
    wanted = flat(theirs(*native, **{**options, **{k: torch.tensor(v) for k, v in masks.items()}}))
    weights = [draw.normal(size=tuple(w.shape)) if w.requires_grad else None for w in wanted]
    pairs = list(zip(wanted, weights, strict=True))
    total = sum((w * torch.tensor(c)).sum() for w, c in pairs if c is not None)
    if floats or state:
        total.backward()

    own = {**options, **{k: ivy.asarray(v) for k, v in masks.items()}}

    def weighted(layer: Any, *inputs: Any) -> Any:
        got = flat(layer(*inputs, **own))
        terms = zip(got, weights, strict=True)
        return sum(ivy.sum(x * ivy.asarray(c)) for x, c in terms if c is not None), got

    argnums = (0, *[i + 1 for i in floats])
    run = ivy.value_and_grad(weighted, argnums=argnums, has_aux=True)
    (_, got), (by_weights, *by_inputs) = run(ours, *map(ivy.asarray, arrays))
    for x, w in zip(got, wanted, strict=True):
        close(x, w)
    for i, g in zip(floats, by_inputs, strict=True):
        its = native[i].grad
        close(g, torch.zeros_like(native[i]) if its is None else its)
    its_weights = dict(theirs.named_parameters())
    for path, g in by_weights.items():
        its = its_weights[f"1.{path}" if "ZeroPad2d" in case.theirs else path]
        close(g, torch.zeros_like(its) if its.grad is None else its.grad)
    assert len(by_weights) == len(its_weights)
    for path, b in theirs.named_buffers():
        # torch does not count the batches of an InstanceNorm.
        if "Instance" not in case.ours or path != "num_batches_tracked":
            close(ours.buffers()[path], b)


# Layers that do more than call one operation, whose own tests hold it on every backend.
COMPOSED = (
    *("Bilinear(4, 3, 2)", "Conv2d(4, 6, 3, 2", "ConvTranspose2d(4, 6, 3, 2", "return_indices"),
    *("BatchNorm1d(4)", "momentum=None", "affine=True, track", "LayerNorm((5", "Softplus(3.0"),
    *(
        "PReLU(4",
        "padding_idx=-2",
        "LSTM(3, 4, proj",
        "add_bias_kv",
        "DecoderLayer(4, 2, 5, 0.0, n",
    ),
    *("CrossEntropyLoss(weight", "ConstantPad2d", "Upsample(scale_factor=(1.5", "Unflatten"),
)
CHOSEN = [c for c in CASES if any(part in c.ours for part in COMPOSED)]
_ON = {
    name: pytest.mark.parametrize(
        "backend", [p for p in PARAMS if p.values[0] in names], indirect=True
    )
    for name, names in (("all", ("numpy", "torch")), ("chosen", ("tensorflow", "jax")))
}


@_ON["all"]
@pytest.mark.parametrize("case", CASES, ids=str)
def test_layer_is_torchs(case, backend):
    compare(case, training=True)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_sizes_may_be_integers_of_numpy(case):
    theirs, ours = case.theirs or case.ours, with_numpy_integers(case.ours)
    compare(case._replace(ours=ours, theirs=theirs), training=True)


@_ON["chosen"]
@pytest.mark.parametrize("case", CHOSEN, ids=str)
def test_composed_layer_is_torchs(case, backend):
    compare(case, training=True)


@_ON["all"]
@pytest.mark.parametrize("case", NORMALISATION, ids=str)
def test_layer_in_use_is_torchs(case, backend):
    compare(case, training=False)


def test_composed_layers_are_found():
    assert all(any(part in c.ours for c in CHOSEN) for part in COMPOSED)


# -- what the table cannot say -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("Dropout", (50, 40)),
        ("Dropout1d", (50, 40, 2)),
        ("Dropout2d", (50, 40, 2, 1)),
        ("Dropout3d", (50, 40, 2, 1, 1)),
    ],
)
def test_dropout(name, shape, backend):
    layer = getattr(nn, name)(0.25)
    x = ivy.ones(shape)
    out = ivy.to_numpy(layer(x, key=ivy.asarray([1, 2])))
    assert set(numpy.unique(out)) == {0.0, numpy.float32(4 / 3)}
    assert abs((out == 0).mean() - 0.25) < 5 * (0.25 * 0.75 / 2000) ** 0.5
    if len(shape) > 2:  # whole channels
        assert (out == out[:, :, :1]).all()
    assert layer.eval()(x) is x


@pytest.mark.parametrize("name", ["AlphaDropout", "FeatureAlphaDropout"])
def test_alpha_dropout_keeps_mean_and_variance(name, backend):
    x = ivy.random_normal(shape=(100, 100), key=ivy.asarray([1, 2]))
    out = ivy.to_numpy(getattr(nn, name)(0.3)(x, key=ivy.asarray([3, 4])))
    assert abs(out.mean()) < 0.05
    assert abs(out.var() - 1) < 0.05


def test_rrelu_draws_in_training_only():
    x = -ivy.ones(1000)
    layer = nn.RReLU(0.1, 0.5)
    out = ivy.to_numpy(layer(x, key=ivy.asarray([1, 2])))
    assert -0.5 <= out.min() < -0.45 < -0.15 < out.max() <= -0.1
    assert ivy.to_numpy(layer.eval()(x)) == pytest.approx(-0.3)


def test_channels_last_is_channels_first_moved(backend):
    x = ivy.asarray(numpy.random.default_rng(0).normal(size=IMAGE).astype("float32"))
    last = ivy.permute_dims(x, (0, 2, 3, 1))
    for source in (
        *("Conv2d(4, 6, 3, padding=1, padding_mode='replicate'{})", "MaxPool2d(2{})"),
        *("ConvTranspose2d(4, 6, 3{})", "BatchNorm2d(4{})", "GroupNorm(2, 4{})"),
        *("InstanceNorm2d(4, track_running_stats=True{})", "AdaptiveAvgPool2d(2{})"),
    ):
        layer = eval(source.format(""), vars(nn))
        other = eval(source.format(", data_format='channels_last'"), vars(nn))
        other.load_state_dict(layer.state_dict())
        got = ivy.permute_dims(other(last), (0, 3, 1, 2))
        numpy.testing.assert_allclose(
            ivy.to_numpy(got), ivy.to_numpy(layer(x)), rtol=1e-5, atol=1e-5
        )


def test_embedding_from_vectors(backend):
    vectors = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    layer = nn.Embedding.from_pretrained(vectors)
    assert layer(ivy.asarray([1])).tolist() == [[3.0, 4.0]]
    assert layer.trainable() == {}
    layer = nn.Embedding.from_pretrained(vectors, freeze=False, max_norm=1.0)
    assert layer(ivy.asarray([1])).tolist() == [[pytest.approx(0.6), pytest.approx(0.8)]]
    assert list(layer.trainable()) == ["weight"]


def test_embedding_bag_with_offsets(backend):
    layer = nn.EmbeddingBag(4, 2, mode="sum", include_last_offset=True)
    layer.weight = ivy.asarray([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]])
    out = layer(ivy.asarray([0, 1, 3]), ivy.asarray([0, 2, 3]))
    assert out.tolist() == [[2.0, 4.0], [6.0, 7.0]]


def test_unpooling_puts_elements_back(backend):
    x = ivy.asarray([[[1.0, 5.0, 2.0, 0.0, 3.0]]])
    pool, unpool = nn.MaxPool1d(2, return_indices=True), nn.MaxUnpool1d(2)
    out, where = pool(x)
    assert unpool(out, where).tolist() == [[[0.0, 5.0, 2.0, 0.0]]]
    assert unpool(out, where, (1, 1, 5)).tolist() == [[[0.0, 5.0, 2.0, 0.0, 0.0]]]
    assert unpool(out[0], where[0]).tolist() == [[0.0, 5.0, 2.0, 0.0]]


def test_recurrent_layers_stop_at_the_lengths(backend):
    layer = nn.GRU(2, 3, batch_first=True)
    x = ivy.asarray(numpy.random.default_rng(0).normal(size=(2, 4, 2)).astype("float32"))
    output, state = layer(x, lengths=ivy.asarray([2, 4]))
    short, its_state = layer(x[:1, :2])
    numpy.testing.assert_allclose(ivy.to_numpy(output[:1, :2]), ivy.to_numpy(short), rtol=1e-5)
    numpy.testing.assert_allclose(ivy.to_numpy(state[:, :1]), ivy.to_numpy(its_state), rtol=1e-5)
    assert not ivy.to_numpy(output[0, 2:]).any()


def test_causal_attention_sees_nothing_later(backend):
    x = ivy.asarray(numpy.random.default_rng(0).normal(size=(1, 4, 4)).astype("float32"))
    for extra in ({}, {"add_zero_attn": True}):
        layer = nn.MultiHeadAttention(4, 2, **extra)
        _, weights = layer(x, x, x, is_causal=True)
        above = numpy.triu(ivy.to_numpy(weights)[0, :, :4], 1)
        assert not above.any()
        assert ivy.to_numpy(weights)[0].sum(-1) == pytest.approx(1, rel=1e-5)


def test_first_values_are_within_torchs_limits(backend):
    for layer, bound in (
        (nn.Linear(50, 20), 50**-0.5),
        (nn.Conv2d(8, 20, 3, groups=2), 36**-0.5),
        (nn.ConvTranspose2d(20, 8, 3, groups=2), 36**-0.5),
        (nn.LSTM(8, 16), 16**-0.5),
    ):
        for p in layer.parameters().values():
            largest = numpy.abs(ivy.to_numpy(p)).max()
            assert 0.7 * bound < largest <= bound
    layer = nn.Embedding(50, 20, padding_idx=3)
    assert not ivy.to_numpy(layer.weight[3]).any()


@pytest.mark.parametrize(
    "source",
    [
        *("Linear(0, 3)", "Linear(3, 2.5)", "Bilinear(3, -1, 2)", "Conv2d(3, 6, 3, groups=2)"),
        *(
            "Conv2d(4, 3, 3, groups=2)",
            "Conv2d(4, 4, (3, 3, 3))",
            "Conv2d(4, 4, 3, padding='some')",
        ),
        *("Conv2d(4, 4, 3, padding_mode='mirror')", "Conv2d(4, 4, 3, data_format='NHWC')"),
        *(
            "ConvTranspose1d(4, 6, 3, groups=4)",
            "MaxPool2d((2, 2, 2))",
            "AvgPool1d(2, padding='x')",
        ),
        *("BatchNorm2d(0)", "LayerNorm(())", "GroupNorm(3, 4)", "Dropout(1.5)", "Dropout2d(-0.1)"),
        *("Embedding(3, 2, padding_idx=3)", "EmbeddingBag(3, 2, mode='median')"),
        *("MultiHeadAttention(4, 3)", "TransformerEncoderLayer(4, 2, activation='sine')"),
        *("RNN(3, 4, nonlinearity='sine')", "LSTM(3, 4, proj_size=4)", "GRU(3, 4, 0)"),
        *("MSELoss(reduction='median')", "GELU('erf')", "Upsample()", "Upsample(2, 2)"),
        *("ZeroPad2d((1, 2, 3))", "ReflectionPad1d(-1)", "PixelShuffle(0)", "PReLU(0)"),
        *("TransformerEncoder(ReLU(), 0)", "AdaptiveAvgPool2d(2, data_format='last')"),
    ],
)
def test_wrong_arguments_raise(source):
    with pytest.raises(ValueError, match=r"ivy\.nn\.\w+: expected"):
        eval(source, vars(nn))


@pytest.mark.parametrize(
    ("source", "shapes"),
    [
        ("Linear(3, 2)", ((4, 2),)),
        ("Bilinear(3, 2, 1)", ((4, 3), (5, 2))),
        ("Conv2d(3, 4, 3)", ((1, 2, 5, 5),)),
        ("Conv2d(3, 4, 3, padding=1, padding_mode='circular')", ((5, 5),)),
        ("Conv1d(3, 4, 3)", ((3, 2),)),
        ("ConvTranspose2d(3, 4, 3)", ((1, 2, 5, 5),)),
        ("MaxPool2d(3)", ((1, 2, 2, 5),)),
        ("BatchNorm2d(3)", ((1, 2, 5, 5),)),
        ("BatchNorm2d(3)", ((2, 3),)),
        ("BatchNorm1d(3)", ((1, 3),)),
        ("InstanceNorm1d(3)", ((1, 2, 5),)),
        ("LayerNorm((3, 2))", ((2, 3),)),
        ("RMSNorm(3)", ((),)),
        ("GroupNorm(1, 3)", ((1, 2, 5),)),
        ("PReLU(3)", ((1, 2, 5),)),
        ("GEGLU()", ((1, 3),)),
        ("RNN(3, 4)", ((5, 2, 2),)),
        ("LSTMCell(3, 4)", ((2, 2),)),
        ("MultiHeadAttention(4, 2)", ((1, 2, 3), (1, 2, 3), (1, 2, 3))),
        ("ZeroPad2d(1)", ((3, 3),)),
        ("PixelShuffle(2)", ((1, 3, 2, 2),)),
        ("MSELoss()", ((2, 3), (3, 2))),
    ],
)
def test_inputs_that_do_not_fit_raise_with_the_layer(source, shapes):
    layer = eval(source, vars(nn))
    with pytest.raises(ValueError, match=r"ivy\.[\w.]+: expected") as raised:
        layer(*map(ivy.ones, shapes))
    assert raised.value.__notes__[-1] == f"in {layer!r}"


def test_an_output_size_that_is_not_possible_raises():
    layer = nn.ConvTranspose2d(1, 1, 3, stride=2)
    with pytest.raises(ValueError, match=r"expected an output_size from \(5, 5\) on"):
        layer(ivy.ones((1, 1, 2, 2)), (7, 5))


@needs("jax")
def test_training_compiles():
    with ivy.with_backend("jax"):
        ivy.seed(0)
        parts = (nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Dropout(0.5), nn.Linear(4, 1))
        model = nn.Sequential(*parts)
        other = copy.deepcopy(model)
        x, y = ivy.random_normal(shape=(8, 3)), ivy.ones((8, 1))
        step = ivy.value_and_grad(lambda model, x, y: nn.MSELoss()(model(x), y))
        compiled = ivy.compile(lambda model, x, y: step(model, x, y))
        for _ in range(2):
            ivy.seed(1)
            expected = step(model, x, y)
            ivy.seed(1)
            got = compiled(other, x, y)
            for a, b in zip(_arrays(got), _arrays(expected), strict=True):
                numpy.testing.assert_allclose(ivy.to_numpy(a), ivy.to_numpy(b), atol=1e-6)
        for path, b in model.buffers().items():
            its = ivy.to_numpy(other.buffers()[path])
            numpy.testing.assert_allclose(its, ivy.to_numpy(b), rtol=1e-5)
        assert model[1].num_batches_tracked.item() == 2


def _arrays(result: Any) -> list[Any]:
    value, gradients = result
    return [value, *gradients.values()]


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: ivy.nn.Conv2d(1, 2, 0), "kernel_size=0"),
        (lambda: ivy.nn.Conv1d(1, 2, -3), "kernel_size=-3"),
        (lambda: ivy.nn.Conv2d(1, 2, 3, stride=0), "stride=0"),
        (lambda: ivy.nn.Conv3d(1, 2, 3, dilation=(1, 0, 1)), "dilation=(1, 0, 1)"),
        (lambda: ivy.nn.Conv2d(1, 2, 3, padding=-1), "padding=-1"),
        (lambda: ivy.nn.ConvTranspose2d(1, 2, 3, stride=-1), "stride=-1"),
        (lambda: ivy.nn.MaxPool2d(0), "kernel_size=0"),
        (lambda: ivy.nn.AvgPool1d(2, stride=-1), "stride=-1"),
        (lambda: ivy.nn.MaxPool2d(2, padding=((0, 0), (0, -1))), "padding="),
        (lambda: ivy.nn.AdaptiveAvgPool2d((-1, 2)), "output_size=(-1, 2)"),
    ],
)
def test_windows_that_there_are_not_are_refused_when_a_layer_is_made(make, word):
    with pytest.raises(ValueError, match=r"^ivy\.nn\.\w+: expected") as caught:
        make()
    assert word in str(caught.value)


@pytest.mark.parametrize("value", [True, 1.0, "1"])
def test_windows_of_no_integer_are_refused_when_a_layer_is_made(value):
    for make in (
        lambda: ivy.nn.Conv2d(1, 2, value),
        lambda: ivy.nn.Conv2d(1, 2, 3, stride=value),
        lambda: ivy.nn.Conv1d(1, 2, 3, dilation=(value,)),
        lambda: ivy.nn.MaxPool2d(value),
        lambda: ivy.nn.AvgPool2d(2, stride=(value, 1)),
        lambda: ivy.nn.AdaptiveMaxPool1d(value),
    ):
        with pytest.raises(TypeError, match=r"^ivy\.nn\.\w+: expected"):
            make()


@pytest.mark.parametrize(
    ("make", "word"),
    [
        *[(lambda m=m: ivy.nn.BatchNorm2d(4, momentum=m), "momentum") for m in (-0.5, 1.5, nan)],
        *[(lambda e=e: ivy.nn.BatchNorm1d(4, eps=e), "eps") for e in (-1e-5, nan)],
        *[(lambda e=e: ivy.nn.InstanceNorm2d(4, eps=e), "eps") for e in (-1e-5, nan)],
        *[(lambda e=e: ivy.nn.LayerNorm(4, eps=e), "eps") for e in (-1e-5, nan)],
        *[(lambda e=e: ivy.nn.RMSNorm(4, eps=e), "eps") for e in (-1e-5, nan)],
        *[(lambda e=e: ivy.nn.GroupNorm(2, 4, eps=e), "eps") for e in (-1e-5, nan)],
        *[(lambda p=p: ivy.nn.Dropout(p), "p") for p in (-0.1, 1.5, nan)],
        *[(lambda p=p: ivy.nn.LSTM(2, 2, dropout=p), "dropout") for p in (-0.1, 1.5, nan)],
        *[
            (lambda s=s: ivy.nn.CrossEntropyLoss(label_smoothing=s), "label_smoothing")
            for s in (-0.1, 2, nan)
        ],
        *[(lambda d=d: ivy.nn.HuberLoss(delta=d), "delta") for d in (0, -1, nan)],
        *[(lambda b=b: ivy.nn.SmoothL1Loss(beta=b), "beta") for b in (-1, nan)],
        (lambda: ivy.nn.MultiMarginLoss(p=3), "p=3"),
        (lambda: ivy.nn.CTCLoss(blank=-1), "blank"),
        (lambda: ivy.nn.MSELoss(reduction="median"), "reduction"),
        (lambda: ivy.nn.CosineSimilarity(eps=-1), "eps"),
        (lambda: ivy.nn.CELU(0), "alpha"),
        (lambda: ivy.nn.Softshrink(-1), "lambd"),
        (lambda: ivy.nn.Hardtanh(2, 1), "min_val"),
        (lambda: ivy.nn.RReLU(2, 1), "lower"),
        (lambda: ivy.nn.Flatten(3, 1), "start_axis"),
        (lambda: ivy.nn.Flatten(-1, -2), "start_axis"),
        *[(lambda s=s: ivy.nn.Upsample(scale_factor=s), "scale_factor") for s in (0, (2, -1), nan)],
        *[(lambda s=s: ivy.nn.Upsample(s), "size") for s in (0, (3, -1), 2.5)],
        (lambda: ivy.nn.Upsample(3, mode="sharp"), "mode"),
        (lambda: ivy.nn.Unfold(0), "kernel_size"),
        (lambda: ivy.nn.Fold(4, 2, stride=(1, 0)), "stride"),
        (lambda: ivy.nn.ConvTranspose2d(1, 2, 3, output_padding=1), "output_padding"),
        (lambda: ivy.nn.ConvTranspose1d(1, 2, 3, 2, output_padding=-1), "output_padding"),
        (lambda: ivy.nn.AvgPool2d(2, divisor_override=0), "divisor_override"),
        (lambda: ivy.nn.AvgPool1d(2, padding=2), "padding"),
        (lambda: ivy.nn.MaxPool2d(2, padding=((0, 0), (0, 2))), "padding"),
        (lambda: ivy.nn.MaxPool3d(2, dilation=0), "dilation"),
        (lambda: ivy.nn.LPPool2d(0, 2), "norm_type"),
    ],
)
def test_values_that_mean_nothing_are_refused_when_a_layer_is_made(make, word):
    with pytest.raises(ValueError, match=rf"^ivy\.nn\.\w+: expected .*\b{word}"):
        make()


@pytest.mark.parametrize("value", [True, "x", None, 1j])
@pytest.mark.parametrize(
    "make",
    [
        lambda v: ivy.nn.BatchNorm2d(4, eps=v),
        lambda v: ivy.nn.LayerNorm(4, eps=v),
        lambda v: ivy.nn.LocalResponseNorm(2, beta=v),
        lambda v: ivy.nn.Dropout(v),
        lambda v: ivy.nn.MultiHeadAttention(2, 1, dropout=v),
        lambda v: ivy.nn.Softmax((0, v)),
        lambda v: ivy.nn.GEGLU(v),
        lambda v: ivy.nn.LeakyReLU(v),
        lambda v: ivy.nn.Softplus(threshold=v),
        lambda v: ivy.nn.PReLU(init=v),
        lambda v: ivy.nn.Flatten(v),
        lambda v: ivy.nn.Unflatten(v, (1, 2)),
        lambda v: ivy.nn.ConstantPad1d(1, v),
        lambda v: ivy.nn.Upsample(scale_factor=(2.0, v)),
        lambda v: ivy.nn.ConvTranspose2d(1, 2, 3, output_padding=v),
        lambda v: ivy.nn.HuberLoss(delta=v),
        lambda v: ivy.nn.CrossEntropyLoss(ignore_index=v),
        lambda v: ivy.nn.TripletMarginLoss(margin=v),
        lambda v: ivy.nn.PairwiseDistance(p=v),
    ],
)
def test_what_is_no_number_is_refused_when_a_layer_is_made(make, value):
    with pytest.raises(TypeError, match=r"^ivy\.nn\.\w+: expected"):
        make(value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: ivy.nn.BatchNorm2d(4, eps=0, momentum=None),
        lambda: ivy.nn.BatchNorm2d(4, momentum=1),
        lambda: ivy.nn.LayerNorm(4, eps=numpy.float32(1e-3)),
        lambda: ivy.nn.RMSNorm(4, eps=None),
        lambda: ivy.nn.Dropout(1),
        lambda: ivy.nn.ELU(-1.0),
        lambda: ivy.nn.LeakyReLU(ivy.asarray(0.1)),
        lambda: ivy.nn.Threshold(0.0, nan),
        lambda: ivy.nn.Hardtanh(-inf, inf),
        lambda: ivy.nn.Softmax(numpy.int64(1)),
        lambda: ivy.nn.Softmax(None),
        lambda: ivy.nn.LogSoftmax((0, 1)),
        lambda: ivy.nn.Flatten(2, -1),
        lambda: ivy.nn.Flatten(-2, 3),
        lambda: ivy.nn.HuberLoss(delta=inf),
        lambda: ivy.nn.SmoothL1Loss(beta=0),
        lambda: ivy.nn.TripletMarginLoss(p=inf),
        lambda: ivy.nn.Upsample(scale_factor=(0.5, 2)),
        lambda: ivy.nn.Upsample(3, mode="area"),
        lambda: ivy.nn.ConvTranspose2d(1, 2, 3, dilation=2, output_padding=1),
        lambda: ivy.nn.AvgPool2d(2, divisor_override=-2),
        lambda: ivy.nn.AvgPool2d(3, padding=2),
        lambda: ivy.nn.LPPool2d(inf, 2),
    ],
)
def test_values_that_torch_takes_are_taken_when_a_layer_is_made(make):
    make()
