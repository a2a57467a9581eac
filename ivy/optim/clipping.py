"""Limits to the size of gradients."""

from __future__ import annotations

import math

from ivy.array import Array
from ivy.functional.creation import asarray
from ivy.functional.data_type import astype
from ivy.functional.elementwise import add, clip, divide, isfinite, minimum, multiply
from ivy.functional.linear_algebra import vector_norm
from ivy.functional.manipulation import stack
from ivy.optim.optimiser import Tree, expression, floating_leaves, unflatten, wide, within

# What torch adds to a norm before it divides by it.
MARGIN = 1e-6


def global_norm(gradients: Tree, /, *, ord: float = 2.0) -> Array:
    """Return the norm of all arrays of a tree as if they were one vector.

    Parameters
    ----------
    gradients
        Floating arrays, in any containers.
    ord
        As in `ivy.vector_norm`; ``ivy.inf`` for the largest absolute value.

    Returns
    -------
    Array
        Of shape ``()``; for half precision in float32. Of no arrays it is 0.

    Examples
    --------
    >>> import ivy
    >>> ivy.optim.global_norm({"a": ivy.asarray([3.0]), "b": ivy.asarray([[0.0, 4.0]])})
    Array(5., dtype=float32, backend='numpy')
    """
    leaves, _ = floating_leaves("optim.global_norm", "gradients", gradients)
    return _norm(leaves, ord)


def _norm(leaves: list[Array], order: float) -> Array:
    if not leaves:
        return asarray(0.0)
    norms = [vector_norm(wide(x), ord=order) for x in leaves]
    return norms[0] if len(norms) == 1 else vector_norm(stack(norms), ord=order)


def clip_by_global_norm(
    gradients: Tree,
    max_norm: float,
    /,
    *,
    ord: float = 2.0,
    error_if_nonfinite: bool = False,
) -> tuple[Tree, Array]:
    """Return gradients whose `global_norm` is at most `max_norm`, and the norm that they had.

    All are multiplied by ``min(1, max_norm / (norm + 1e-6))``, as in torch's `clip_grad_norm_`. If
    the norm is infinite or NaN, so are they, or 0.

    Parameters
    ----------
    gradients
        Floating arrays, in any containers.
    max_norm
        The largest norm.
    ord
        As in `ivy.vector_norm`; ``ivy.inf`` for the largest absolute value.
    error_if_nonfinite
        Whether to look at the norm and raise; not possible in compiled code.

    Returns
    -------
    tuple
        ``(gradients, norm)``.

    Raises
    ------
    FloatingPointError
        The norm is infinite or NaN, with `error_if_nonfinite`.

    Examples
    --------
    >>> import ivy
    >>> gradients, norm = ivy.optim.clip_by_global_norm([ivy.asarray([3.0, 4.0])], 1.0)
    >>> norm
    Array(5., dtype=float32, backend='numpy')
    >>> [round(g, 3) for g in gradients[0].tolist()]
    [0.6, 0.8]
    """
    op = "optim.clip_by_global_norm"
    within(op, "max_norm", max_norm, 0, math.inf, closed=True)
    leaves, spec = floating_leaves(op, "gradients", gradients)
    norm = _norm(leaves, ord)
    if error_if_nonfinite and not bool(isfinite(norm)):
        raise FloatingPointError(
            f"ivy.{op}: expected a finite norm of the gradients, got {norm.item()}; skip this "
            "step, or pass error_if_nonfinite=False"
        )
    factor = _factor(norm, max_norm)
    return unflatten(spec, [_scaled(x, factor) for x in leaves]), norm


def clip_by_norm(gradients: Tree, max_norm: float, /, *, ord: float = 2.0) -> Tree:
    """Return gradients of which each array has a norm of at most `max_norm`.

    Parameters
    ----------
    gradients
        Floating arrays, in any containers.
    max_norm
        The largest norm.
    ord
        As in `ivy.vector_norm`.

    Examples
    --------
    >>> import ivy
    >>> ivy.optim.clip_by_norm([ivy.asarray([30.0, 0.0]), ivy.asarray([0.25])], 0.5)[1]
    Array([0.25], dtype=float32, backend='numpy')
    """
    op = "optim.clip_by_norm"
    within(op, "max_norm", max_norm, 0, math.inf, closed=True)
    leaves, spec = floating_leaves(op, "gradients", gradients)
    return unflatten(spec, [_scaled(x, _factor(_norm([x], ord), max_norm)) for x in leaves])


def _factor(norm: Array, max_norm: float) -> Array:
    return minimum(divide(max_norm, add(norm, MARGIN)), 1.0)


def _scaled(x: Array, factor: Array) -> Array:
    return astype(multiply(wide(x), factor), x.dtype, copy=False)


def clip_by_value(gradients: Tree, limit: float, /) -> Tree:
    """Return gradients with every element between ``-limit`` and ``limit``.

    Parameters
    ----------
    gradients
        Real floating arrays, in any containers.
    limit
        The largest absolute value.

    Examples
    --------
    >>> import ivy
    >>> ivy.optim.clip_by_value([ivy.asarray([-3.0, 0.5])], 1.0)
    [Array([-1. ,  0.5], dtype=float32, backend='numpy')]
    """
    op = "optim.clip_by_value"
    within(op, "limit", limit, 0, math.inf, closed=True)
    leaves, spec = floating_leaves(op, "gradients", gradients)
    for i, x in enumerate(leaves):
        if x.dtype.category == "complex floating":
            raise TypeError(
                f"ivy.{op}: expected real arrays, got {expression(gradients, i, 'gradients')} of "
                f"dtype {x.dtype}; clip_by_norm takes complex ones"
            )
    return unflatten(spec, [clip(x, -limit, limit) for x in leaves])
