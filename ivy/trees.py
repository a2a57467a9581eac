"""Containers of arrays: optree, which is loaded where it is first needed and not with ivy."""

from __future__ import annotations

from typing import Any


def library() -> Any:
    """Return the module `optree`."""
    import optree

    return optree
