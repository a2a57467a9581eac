"""torch.cuda, of which there is nothing: the frontend's one device is called ``cpu``."""

from __future__ import annotations

from typing import Any

from ivy.frontends._boundary import missing


def is_available() -> bool:
    """Return False.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> torch.cuda.is_available()
    False
    """
    return False


def is_initialized() -> bool:
    """Return False."""
    return False


def device_count() -> int:
    """Return 0."""
    return 0


def manual_seed(seed: int) -> None:
    """Do nothing: there is no generator of such a device."""


def manual_seed_all(seed: int) -> None:
    """Do nothing: there is no generator of such a device."""


def empty_cache() -> None:
    """Do nothing: there is no memory of such a device."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.cuda", name)
