"""Layers against torch's with the same weights: values, and gradients by weights and inputs."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple

import numpy
import pytest

import ivy
from ivy import nn

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
    weights = {"W": array([0.5, 1.0, 2.0, 1.5]), "V": array([2.0, 0.5, 1.0, 3.0])}
    names = {**weights, "OrderedDict": OrderedDict, "_Sixth": _Sixth}
    return eval(source, {**vars(library), **names})  # the table's


def close(actual: Any, expected: Any) -> None:
    """Assert that an array of ours is one of torch's."""
    got, expected = ivy.to_numpy(actual), expected.detach().numpy()
    assert (got.shape, got.dtype) == (expected.shape, expected.dtype)
    if expected.dtype.kind != "f":
        assert (got == expected).all()
        return
    scale = numpy.max(numpy.abs(expected), initial=0.0)
    numpy.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-10 * scale)


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


@pytest.mark.parametrize("case", CASES, ids=str)
def test_layer_is_torchs(case, backend):
    compare(case, training=True)


@pytest.mark.parametrize("case", NORMALISATION, ids=str)
def test_layer_in_use_is_torchs(case, backend):
    compare(case, training=False)
