"""Control flow that can be traced and compiled: conditions, loops, scans, and `vmap`."""

from __future__ import annotations
