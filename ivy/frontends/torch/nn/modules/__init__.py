"""The modules of torch.nn."""

from __future__ import annotations

from typing import Any

from ivy.frontends._boundary import missing as _missing
from ivy.frontends.torch.nn.modules.activation import (
    ELU,
    GELU,
    GLU,
    SELU,
    Hardsigmoid,
    Hardswish,
    Hardtanh,
    LeakyReLU,
    LogSigmoid,
    LogSoftmax,
    Mish,
    PReLU,
    ReLU,
    ReLU6,
    Sigmoid,
    SiLU,
    Softmax,
    Softplus,
    Softsign,
    Tanh,
    Tanhshrink,
)
from ivy.frontends.torch.nn.modules.batchnorm import BatchNorm1d, BatchNorm2d
from ivy.frontends.torch.nn.modules.container import (
    ModuleDict,
    ModuleList,
    ParameterDict,
    ParameterList,
    Sequential,
)
from ivy.frontends.torch.nn.modules.conv import Conv1d, Conv2d, ConvTranspose2d
from ivy.frontends.torch.nn.modules.dropout import Dropout, Dropout2d
from ivy.frontends.torch.nn.modules.flatten import Flatten, Unflatten
from ivy.frontends.torch.nn.modules.linear import Bilinear, Identity, Linear
from ivy.frontends.torch.nn.modules.loss import (
    BCELoss,
    BCEWithLogitsLoss,
    CrossEntropyLoss,
    HuberLoss,
    KLDivLoss,
    L1Loss,
    MSELoss,
    NLLLoss,
    SmoothL1Loss,
)
from ivy.frontends.torch.nn.modules.module import Module
from ivy.frontends.torch.nn.modules.normalization import GroupNorm, LayerNorm, RMSNorm
from ivy.frontends.torch.nn.modules.pooling import (
    AdaptiveAvgPool1d,
    AdaptiveAvgPool2d,
    AvgPool1d,
    AvgPool2d,
    MaxPool1d,
    MaxPool2d,
)
from ivy.frontends.torch.nn.modules.sparse import Embedding
from ivy.frontends.torch.nn.modules.upsampling import (
    Upsample,
    UpsamplingBilinear2d,
    UpsamplingNearest2d,
)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise _missing("torch.nn", name)
