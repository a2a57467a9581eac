"""Functions on arrays as sets. The shape of the result depends on the values."""

from __future__ import annotations

from typing import NamedTuple

from ivy.array import Array
from ivy.functional._op import op


class UniqueInverseResult(NamedTuple):
    """The distinct elements, and for each element of the array which of them it is."""

    values: Array
    inverse_indices: Array


@op(rank="one")
def unique_values(x: Array, /) -> Array:
    """Return the distinct elements of `x` in rising order; each NaN counts as its own.

    Examples
    --------
    >>> import ivy
    >>> ivy.unique_values(ivy.asarray([3, 1, 3]))
    Array([1, 3], dtype=int64, backend='numpy')
    """


@op(rank="one")
def unique_inverse(x: Array, /) -> UniqueInverseResult:
    """Return the distinct elements of `x` and which of them each element is.

    Returns
    -------
    UniqueInverseResult
        `values` in rising order, and `inverse_indices` (int64) in the shape of `x`.

    Examples
    --------
    >>> import ivy
    >>> ivy.unique_inverse(ivy.asarray([3, 1, 3])).inverse_indices
    Array([1, 0, 1], dtype=int64, backend='numpy')
    """
