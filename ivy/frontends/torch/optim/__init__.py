"""torch.optim: optimizers and schedules."""

from __future__ import annotations

from typing import Any

from ivy.frontends._boundary import missing as _missing
from ivy.frontends.torch.optim import lr_scheduler
from ivy.frontends.torch.optim._algorithms import SGD, Adagrad, Adam, AdamW, RMSprop
from ivy.frontends.torch.optim.optimizer import Optimizer


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise _missing("torch.optim", name)
