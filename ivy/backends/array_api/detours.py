"""What is done with dtypes that the standard leaves out of a function, with any library."""

from __future__ import annotations

from typing import Any

_ORDERED = (
    *("maximum", "minimum", "max", "min", "sort", "argsort", "argmax", "argmin"),
    *("less", "less_equal", "greater", "greater_equal"),
)
_SUMMED = ("sum", "prod", "cumulative_sum", "cumulative_prod")

DETOURS = {name: {"bool": "uint8"} for name in (*_ORDERED, *_SUMMED)}

# Checks that a library does not make itself, by operation: none.
CHECKS: dict[str, Any] = {}

# What is wrong, in Ivy's words, with what has been refused, by operation.
FAULTS: dict[str, Any] = {}
