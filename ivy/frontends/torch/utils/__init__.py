"""torch.utils: what of it there is."""

from __future__ import annotations

from typing import Any

from ivy.frontends._boundary import missing as _missing
from ivy.frontends.torch.utils import data


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise _missing("torch.utils", name)
