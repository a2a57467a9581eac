"""Loss functions: one number for how far predictions are from targets, or one for each sample."""

from __future__ import annotations

from ivy.array import Array
from ivy.functional._op import composite
from ivy.functional.activations import log_softmax
from ivy.functional.data_type import astype
from ivy.functional.elementwise import (
    add,
    divide,
    multiply,
    negative,
    not_equal,
    square,
    subtract,
)
from ivy.functional.indexing import take, take_along_axis
from ivy.functional.manipulation import expand_dims, moveaxis, squeeze
from ivy.functional.searching import where
from ivy.functional.statistical import mean, sum


def _reduced(op: str, loss: Array, reduction: str) -> Array:
    if reduction == "mean":
        return mean(loss)
    if reduction == "sum":
        return sum(loss)
    if reduction == "none":
        return loss
    raise ValueError(
        f"ivy.{op}: expected reduction='mean', 'sum' or 'none', got reduction={reduction!r}"
    )


@composite(dtypes="real floating", rank="unknown")
def mse_loss(x1: Array, x2: Array, /, *, reduction: str = "mean") -> Array:
    """Return the squared differences of predictions and targets.

    Parameters
    ----------
    x1, x2
        Predictions and targets.
    reduction
        ``"mean"``, ``"sum"``, or ``"none"`` for the differences themselves.

    Examples
    --------
    >>> import ivy
    >>> ivy.mse_loss(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 4.0]))
    Array(2., dtype=float32, backend='numpy')
    """
    return _reduced("mse_loss", square(subtract(x1, x2)), reduction)


@composite(rank="unknown", promoted=())
def cross_entropy(
    logits: Array,
    target: Array,
    weight: Array | None = None,
    /,
    *,
    axis: int = 1,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Array:
    """Return the cross entropy of the softmax of `logits` and target classes.

    Parameters
    ----------
    logits
        Unnormalised scores, with the classes along `axis`.
    target
        The classes as integers, in the shape of `logits` without `axis`.
    weight
        A weight for each class; None weighs all the same.
    axis
        The axis of the classes.
    ignore_index
        Targets with this value count neither in the sum nor in the mean.
    reduction
        ``"mean"`` divides by the weights of the targets that count, ``"sum"`` adds, ``"none"``
        gives the loss of each target.
    label_smoothing
        From 0 to 1: how much of the target is spread evenly over all classes, see
        https://arxiv.org/abs/1512.00567.

    Examples
    --------
    >>> import ivy
    >>> ivy.cross_entropy(ivy.asarray([[0.0, 0.0]]), ivy.asarray([1]))
    Array(0.6931472, dtype=float32, backend='numpy')
    """
    log_probabilities = log_softmax(logits, axis=axis)
    counted = not_equal(target, ignore_index)
    classes = where(counted, target, 0)
    picked = take_along_axis(log_probabilities, expand_dims(classes, axis=axis), axis=axis)
    loss = negative(squeeze(picked, axis))
    scale = astype(counted, logits.dtype)
    if weight is not None:
        scale = multiply(scale, take(weight, classes, axis=0))
    loss = multiply(loss, scale)
    if label_smoothing > 0:
        weighted = moveaxis(log_probabilities, axis, -1)
        if weight is not None:
            weighted = multiply(weighted, weight)
        smooth = multiply(negative(sum(weighted, axis=-1)), astype(counted, logits.dtype))
        share = label_smoothing / logits.shape[axis]
        loss = add(multiply(loss, 1 - label_smoothing), multiply(smooth, share))
    if reduction == "mean":
        return divide(sum(loss), sum(scale))
    return _reduced("cross_entropy", loss, reduction)
