"""Functions that say something to differentiation only."""

from __future__ import annotations

from ivy.array import Array
from ivy.functional._op import op


@op()
def stop_gradient(x: Array, /) -> Array:
    """Return `x`, which derivatives then take for a constant.

    Examples
    --------
    >>> import ivy
    >>> ivy.stop_gradient(ivy.asarray([1.0]))
    Array([1.], dtype=float32, backend='numpy')
    """
