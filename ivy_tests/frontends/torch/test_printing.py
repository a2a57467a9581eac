"""Tensors are printed as torch prints them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest

from ivy_tests.frontends.torch.support import frontend, torch

R = numpy.random.default_rng(3)
VALUES: dict[str, Any] = {
    "floats": [1.0, 2.5, -3.25],
    "whole": [1.0, 2.0],
    "wide": [[1.0, -200.5], [3.0, 4.0]],
    "scientific": [1e-5, 1.0],
    "large": [1e10, 2.0],
    "large whole": [1e9],
    "special": [float("nan"), 1.5, float("inf"), -float("inf")],
    "special whole": [float("nan"), 1.0],
    "only special": [float("nan")],
    "zeros": [0.0, 0.0],
    "scalar": 1.5,
    "whole scalar": 3.0,
    "integers": [[1, -20], [300, 4]],
    "integer": 7,
    "bools": [True, False],
    "bool": True,
    "empty": [],
    "empty rows": numpy.zeros((0, 3), "float32"),
    "empty integers": numpy.zeros((0,), "int64"),
    "three dimensions": numpy.arange(12.0, dtype="float32").reshape(2, 2, 3),
    "long": numpy.arange(50.0, dtype="float32") / 3,
    "summarised": numpy.arange(2000.0, dtype="float32"),
    "summarised matrix": R.normal(size=(40, 50)).astype("float32"),
    "long integers": numpy.arange(40),
    "float64": numpy.asarray([1.0, 2.5]),
    "float16": numpy.asarray([1.5], "float16"),
    "int32": numpy.asarray([1, 2], "int32"),
    "uint8": numpy.asarray([1, 2], "uint8"),
    "complex": [1 + 2j, -0.5j],
    "complex128": numpy.asarray([1 + 2j]),
    "small": R.normal(size=(3, 4)).astype("float32"),
    "tiny": [1e-8, 2e-8],
    "mixed sizes": [0.001, 999.0],
    "mixed more": [0.0001, 999.0],
}


@pytest.mark.parametrize("name", VALUES)
def test_text_is_torchs(name: str) -> None:
    expected, actual = torch.tensor(VALUES[name]), frontend.tensor(VALUES[name])
    assert repr(actual) == repr(expected)


OTHERS: dict[str, Callable[[Any], Any]] = {
    "requires_grad": lambda T: T.ones(2, requires_grad=True),
    "long requires_grad": lambda T: T.linspace(0, 1, 9, dtype=T.float64).requires_grad_(),
    "parameter": lambda T: T.nn.Parameter(T.zeros(2, 2)),
    "bfloat16": lambda T: T.ones(2, dtype=T.bfloat16) / 3,
    "size": lambda T: T.zeros(2, 3).shape,
    "dtype": lambda T: [T.float32, T.long, T.half, T.bool],
    "device": lambda T: [T.device("cpu"), T.device("cuda:1"), str(T.device("cuda", 0))],
    "named tuple": lambda T: T.ones(2, 3).max(0),
    "sorted": lambda T: T.sort(T.tensor([3, 1, 2])),
    "in a list": lambda T: [T.ones(2), T.tensor(1)],
    "format": lambda T: f"{T.tensor(1.23456):.2f} {T.ones(2)}",
}


@pytest.mark.parametrize("name", OTHERS)
def test_text_of_others_is_torchs(name: str) -> None:
    assert repr(OTHERS[name](frontend)) == repr(OTHERS[name](torch))


OPTIONS: list[dict[str, Any]] = [
    {"precision": 2},
    {"sci_mode": True},
    {"threshold": 5, "edgeitems": 2},
    {"linewidth": 30},
    {"profile": "short"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options_of_printing_are_torchs(options: dict[str, Any]) -> None:
    texts = []
    for T in (torch, frontend):
        T.set_printoptions(**options)
        try:
            texts.append(repr(T.linspace(0, 3, 24).reshape(4, 6)))
        finally:
            T.set_printoptions(profile="default")
    assert texts[0] == texts[1]
