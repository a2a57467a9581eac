"""The modules of torch.nn, by the files that they are in; torch.nn itself lists them."""

from __future__ import annotations

import importlib
from typing import Any

from ivy.frontends._boundary import missing as _missing


def __getattr__(name: str) -> Any:
    found = getattr(importlib.import_module("ivy.frontends.torch.nn"), name, None)
    if not isinstance(found, type):
        if name.startswith("__"):
            raise AttributeError(name)
        raise _missing("torch.nn.modules", name)
    return found
