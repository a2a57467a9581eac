"""Containers of arrays: optree, which is loaded where it is first needed and not with ivy."""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def library() -> Any:
    """Return the module `optree`."""
    import optree

    return optree
