"""torch.random: the default generator."""

from __future__ import annotations

from typing import Any

from ivy.frontends._boundary import missing
from ivy.frontends.torch._random import (
    default_generator,
    fork_rng,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.random", name)
