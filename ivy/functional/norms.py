"""Normalisation."""

from __future__ import annotations

from ivy.array import Array
from ivy.functional._op import composite
from ivy.functional.elementwise import add, divide, multiply, sqrt, subtract
from ivy.functional.statistical import mean, var


@composite(dtypes="real floating")
def layer_norm(
    x: Array,
    weight: Array | None = None,
    bias: Array | None = None,
    /,
    *,
    axis: int | tuple[int, ...] = -1,
    eps: float = 1e-5,
) -> Array:
    """Return `x` shifted and scaled to mean 0 and variance 1 along axes, then by weights.

    Parameters
    ----------
    x
        The array.
    weight, bias
        What the normalised array is multiplied by, and what is added then; broadcast against it.
    axis
        The axes of one normalised group.
    eps
        Added to the (population's) variance under the root.

    Examples
    --------
    >>> import ivy
    >>> ivy.layer_norm(ivy.asarray([1.0, 3.0]), eps=0.0)
    Array([-1.,  1.], dtype=float32, backend='numpy')
    """
    centred = subtract(x, mean(x, axis=axis, keepdims=True))
    out = divide(centred, sqrt(add(var(x, axis=axis, keepdims=True), eps)))
    if weight is not None:
        out = multiply(out, weight)
    return out if bias is None else add(out, bias)
