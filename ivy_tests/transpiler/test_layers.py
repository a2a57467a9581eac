"""Layers with every kind of value that their options take, converted and compared with torch."""

from __future__ import annotations

import functools
import importlib
import warnings
from pathlib import Path
from typing import Any

import pytest

import ivy
from ivy.errors import TranspileError

torch = pytest.importorskip("torch")
pytest.importorskip("libcst")

from ivy_tests.transpiler.support import (  # noqa: E402 - torch
    TARGETS,
    assert_close,
    assert_converted,
    to_native,
)

# For each layer, what it is called with, and options in the forms that torch takes. All first
# forms make one program, all second forms another: in each, a layer's class has to follow from
# the options of one call. A last program has all of them, so that classes have to serve all.
LAYERS = {
    "Conv1d": (
        "sequence",
        [
            *("4, 6, 3", "4, 6, (3,), (2,), (1,)", "4, 6, 3, padding='same', dilation=2"),
            *("4, 6, 3, padding='valid', bias=False", "4, 8, [3], groups=2, stride=[2]"),
        ],
    ),
    "Conv2d": (
        "image",
        [
            *(
                "4, 6, 3",
                "4, 6, (3, 2), (2, 1), (1, 0)",
                "4, 6, 3, padding='same', dilation=(1, 2)",
            ),
            *("4, 6, 3, 2, 'valid', bias=False", "4, 8, [3, 3], groups=2, padding=[1, 0]"),
        ],
    ),
    "ConvTranspose2d": (
        "image",
        [
            *("4, 6, 3", "4, 6, (3, 2), (2, 3), (1, 0), (1, 2)", "4, 6, 3, 2, 1, 1, 2, False"),
            "4, 6, [3, 2], dilation=[1, 2]",
        ],
    ),
    "MaxPool1d": ("sequence", ["2", "(3,), (2,), (1,)", "3, None, 1", "3, 2, ceil_mode=True"]),
    "MaxPool2d": (
        "image",
        [
            *("2", "(2, 2), padding=(1, 0)", "3, None, 1", "(3, 2), 2, ceil_mode=True"),
            *("[2, 3], [1, 2], [1, 0]", "3, (1, 2)", "2, dilation=(1, 1)"),
        ],
    ),
    "AvgPool1d": ("sequence", ["2", "(3,), (2,), (1,)", "3, None, 1", "3, 2, 1, False, False"]),
    "AvgPool2d": (
        "image",
        [
            *("2", "(2, 2), padding=(1, 0)", "3, None, 1", "(3, 2), 2, divisor_override=4"),
            *(
                "3, 2, 1, count_include_pad=False",
                "[2, 3], [1, 2], [1, 0]",
                "2, divisor_override=None",
            ),
        ],
    ),
    "AdaptiveAvgPool1d": ("sequence", ["1", "4", "(4,)"]),
    "AdaptiveAvgPool2d": ("image", ["1", "(4, 3)", "(None, 3)", "(1, 1)", "[4, None]"]),
    "LayerNorm": (
        "image",
        [
            *("9", "(8, 9)", "[8, 9], 1e-3", "9, elementwise_affine=False", "(9,), bias=False"),
            "torch.Size([4, 8, 9])",
        ],
    ),
    "RMSNorm": ("image", ["9", "(8, 9)", "[8, 9], 1e-3", "9, None, False", "(9,), eps=1e-5"]),
    "GroupNorm": ("image", ["2, 4", "2, 4, 1e-3", "4, 4, affine=False", "2, 4, bias=False"]),
    "BatchNorm1d": (
        "sequence",
        ["4", "4, 1e-3, None", "4, affine=False", "4, track_running_stats=False", "4, bias=False"],
    ),
    "BatchNorm2d": (
        "image",
        ["4", "4, 1e-3, None", "4, affine=False", "4, track_running_stats=False", "4, bias=False"],
    ),
    "Linear": ("image", ["9, 5", "9, 5, False", "9, 5, bias=True, dtype=None"]),
    "Bilinear": ("pair", ["9, 9, 5", "9, 9, 5, False", "9, 9, 5, bias=True"]),
    "Embedding": ("tokens", ["7, 3", "num_embeddings=7, embedding_dim=3", "7, 3, None, None"]),
    "Dropout": ("image", ["", "1", "p=0.3, inplace=False"]),
    "Dropout2d": ("image", ["", "1", "p=0.3, inplace=False"]),
    "Identity": ("image", ["", "3, name='a'"]),
    "Flatten": ("image", ["", "0", "-2", "start_dim=1, end_dim=2", "0, 1"]),
    "Unflatten": ("image", ["1, (2, 2)", "1, [2, 2]", "-2, (2, -1)", "1, torch.Size([2, 2])"]),
    "ReLU": ("image", ["", "inplace=False"]),
    "ReLU6": ("image", ["False"]),
    "GELU": ("image", ["", "'none'", "approximate='tanh'"]),
    "SiLU": ("image", [""]),
    "Mish": ("image", ["inplace=False"]),
    "Sigmoid": ("image", [""]),
    "Tanh": ("image", [""]),
    "Softplus": ("image", ["", "2", "beta=0.5, threshold=1"]),
    "Softsign": ("image", [""]),
    "LogSigmoid": ("image", [""]),
    "Tanhshrink": ("image", [""]),
    "LeakyReLU": ("image", ["", "1", "negative_slope=0.2"]),
    "PReLU": ("image", ["", "4", "4, 0.1", "num_parameters=1, init=1"]),
    "ELU": ("image", ["", "2", "alpha=0.5"]),
    "SELU": ("image", ["False"]),
    "Hardtanh": ("image", ["", "-2, 2", "-0.5, max_val=0.5"]),
    "Hardsigmoid": ("image", [""]),
    "Hardswish": ("image", [""]),
    "GLU": ("image", ["1", "-2", "dim=2"]),
    "Softmax": ("image", ["1", "-1", "dim=2", "", "None"]),
    "LogSoftmax": ("image", ["1", "-1", "dim=2", "", "None"]),
    "CrossEntropyLoss": (
        "classes",
        [
            *("", "None", "torch.tensor([0.5, 1.0, 2.0, 1.5])", "ignore_index=2"),
            *("reduction='sum'", "label_smoothing=0.1", "reduction='none'"),
        ],
    ),
    "NLLLoss": (
        "classes",
        ["", "None", "torch.tensor([0.5, 1.0, 2.0, 1.5])", "ignore_index=2", "reduction='none'"],
    ),
    "MSELoss": ("images", ["", "reduction='sum'", "None, None, 'none'"]),
    "L1Loss": ("images", ["", "reduction='none'"]),
    "SmoothL1Loss": ("images", ["", "beta=0.5", "reduction='none'", "beta=0.0"]),
    "HuberLoss": ("images", ["", "'sum'", "delta=0.5", "'none', 2"]),
    "KLDivLoss": ("logs", ["", "reduction='batchmean'", "log_target=True", "None, None, 'sum'"]),
    "BCELoss": ("chances", ["", "None", "torch.tensor([0.5, 1.0])", "reduction='sum'"]),
    "BCEWithLogitsLoss": (
        "chances",
        ["", "None", "torch.tensor([0.5, 1.0])", "pos_weight=torch.tensor([2.0, 3.0])"],
    ),
}
# What is refused, with what the message names: at the call, and by what the class would need.
REFUSED = [
    {
        "Conv2d(4, 4, 3, padding_mode='circular')": "padding_mode",
        "Linear(9, 5, dtype=torch.float64)": "float32",
        "Embedding(7, 3, max_norm=1.0)": "max_norm",
        "LSTM(9, 3)": "LSTM",
    },
    {
        "MaxPool2d(2, return_indices=True)": "return_indices",
        "MaxPool1d(2, dilation=2)": "dilation",
        "AvgPool2d(2, ceil_mode=True)": "ceil_mode",
    },
]


@functools.cache
def example(name: str) -> tuple[Any, ...]:
    """The arguments of a call."""
    draw = torch.Generator().manual_seed(0)
    image = torch.randn(2, 4, 8, 9, generator=draw)
    chances = torch.rand(3, 2, generator=draw)
    logs = torch.log_softmax(torch.randn(3, 4, generator=draw), -1)
    return {
        "image": (image,),
        "images": (image, image.flip(3)),
        "pair": (image, image.flip(3)),
        "sequence": (image[:, :, 0],),
        "tokens": (torch.tensor([[0, 6, 2], [1, 1, 3]]),),
        "classes": (logs, torch.tensor([1, 2, 0])),
        "logs": (logs, torch.rand(3, 4, generator=draw)),
        "chances": (chances, chances.flip(0)),
    }[name]


def columns() -> list[dict[str, str]]:
    """The programs: calls of layers with the names of their arguments."""
    most = max(len(forms) for _, forms in LAYERS.values())
    made: list[dict[str, str]] = [{} for _ in range(most)]
    for name, (given, forms) in LAYERS.items():
        for column, form in zip(made, forms, strict=False):
            column[f"{name}({form})"] = given
    return [*made, {call: given for column in made for call, given in column.items()}]


COLUMNS = columns()


def module_text(calls: dict[str, str]) -> str:
    """A module with a model that calls each layer once."""
    names = sorted({f"{given}_{i}" for given in calls.values() for i in range(len(example(given)))})
    lines = [
        *("import torch", "from torch import nn", "", "", "class Layers(nn.Module):"),
        *("    def __init__(self):", "        super().__init__()"),
        *[f"        self.layer{i} = nn.{call}" for i, call in enumerate(calls)],
        *("", f"    def forward(self, {', '.join(names)}):", "        return ("),
    ]
    for i, given in enumerate(calls.values()):
        arguments = ", ".join(f"{given}_{k}" for k in range(len(example(given))))
        lines.append(f"            self.layer{i}({arguments}),")
    return "\n".join([*lines, "        )", ""])


def model_of(text: str, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The model of a program, in evaluation mode."""
    (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(folder))
    torch.manual_seed(0)
    return importlib.import_module(name).Layers().eval()


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("column", range(len(COLUMNS)))
def test_options_of_every_kind(
    column: int, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = COLUMNS[column]
    model = model_of(module_text(calls), f"layers_{column}_{target}", tmp_path, monkeypatch)
    native = ivy.transpile(model, source="torch", target=target)
    names = sorted({(g, i) for g in calls.values() for i in range(len(example(g)))})
    arguments = [example(given)[i] for given, i in names]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of a softmax without dim
        wanted = model(*arguments)
    found = native(*[to_native(a, target) for a in arguments])
    wrong = []
    for call, a, b in zip(calls, wanted, found, strict=True):
        try:
            assert_close(a, b)
        except AssertionError as error:
            wrong.append(f"{call}: {error}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("place", range(len(REFUSED)), ids=["call", "class"])
def test_options_that_cannot_be_converted_are_refused(
    place: int, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = dict.fromkeys(REFUSED[place], "image")
    model = model_of(module_text(calls), f"refused_{place}_{target}", tmp_path, monkeypatch)
    with pytest.raises(TranspileError) as caught:
        ivy.transpile(model, source="torch", target=target)
    message = str(caught.value)
    lines = message.splitlines()
    for number, (call, word) in enumerate(REFUSED[place].items(), 8):
        assert any(f":{number}: " in line and word in line for line in lines), f"{call}: {message}"


SUBCLASSES = """
import torch
from torch import nn


class Same(nn.Conv2d):
    def __init__(self, width):
        super().__init__(width, width, (3, 3), padding=(1, 1), padding_mode="zeros", device=None)


class Pool(nn.MaxPool2d):
    pass


class Sliding(nn.MaxPool2d):
    def __init__(self, size=2):
        super().__init__((size, size), None, (1, 0), 1)


class Doubled(nn.Linear):
    def forward(self, x):
        return super().forward(x) * 2


class Steep(nn.LeakyReLU):
    def __init__(self):
        super().__init__(0.5, inplace=False)


class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.same = Same(4)
        self.pool = Pool((2, 2), padding=(1, 0))
        self.sliding = Sliding()
        self.doubled = Doubled(9, 5)
        self.steep = Steep()

    def forward(self, x):
        return self.same(x), self.pool(x), self.sliding(x), self.doubled(x), self.steep(x)
"""


@pytest.mark.parametrize("target", TARGETS)
def test_classes_derived_from_layers(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = model_of(SUBCLASSES, f"derived_{target}", tmp_path, monkeypatch)
    native = ivy.transpile(model, source="torch", target=target)
    assert_converted(model, native, example("image"), target)
