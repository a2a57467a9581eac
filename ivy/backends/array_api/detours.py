"""What is done with dtypes that the standard leaves out of a function, with any library."""

from __future__ import annotations

from typing import Any

from ivy.backends import arrangements, creating, filters, matrices, reductions, transforms


def shape(x: Any) -> tuple[int, ...]:
    """Return the shape; None for a length that depends on values, which dask calls NaN."""
    return tuple([None if n is None or n != n else n for n in x.shape])  # type: ignore[misc]


_ORDERED = (
    *("maximum", "minimum", "max", "min", "sort", "argsort", "argmax", "argmin"),
    *("less", "less_equal", "greater", "greater_equal"),
)
_SUMMED = ("sum", "prod", "cumulative_sum", "cumulative_prod")

DETOURS = {name: {"bool": "uint8"} for name in (*_ORDERED, *_SUMMED)}

# Checks that libraries do not make themselves, or with exceptions of their own, by operation.
CHECKS: dict[str, Any] = {
    **arrangements.checks(
        shape,
        [
            *("pad", "nonzero", "take", "searchsorted", "split", "repeat", "roll"),
            *("add_along_axis", "one_hot"),
        ],
    ),
    **matrices.checks(shape),
    **reductions.checks(shape),
    **creating.CHECKS,
    **filters.checks(shape),
    **transforms.checks(shape),
}

# What is wrong, in Ivy's words, with what has been refused, by operation.
FAULTS: dict[str, Any] = {
    **creating.FAULTS,
    **arrangements.checks(shape),
    **matrices.faults(shape),
}

# What is put around the functions of an operation: nothing.
GUARDS: dict[str, Any] = {}
