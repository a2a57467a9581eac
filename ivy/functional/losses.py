"""Loss functions: one number for how far predictions are from targets, or one for each sample.

The distances and similarities that they are made of stand here too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ivy import dtypes
from ivy.array import Array
from ivy.backends.arrangements import check_axis
from ivy.dtypes import CATEGORIES, finfo
from ivy.functional._faults import WRONG_VALUES, check_values
from ivy.functional._op import beside, composite
from ivy.functional.activations import log_sigmoid, log_softmax, relu, softplus
from ivy.functional.control_flow import is_recorded, scan
from ivy.functional.creation import arange, full, zeros
from ivy.functional.data_type import astype, result_type
from ivy.functional.elementwise import (
    abs,
    add,
    divide,
    equal,
    exp,
    greater,
    less,
    log,
    log1p,
    logaddexp,
    logical_and,
    logical_or,
    maximum,
    minimum,
    multiply,
    negative,
    not_equal,
    sinh,
    sqrt,
    square,
    subtract,
    xlogy,
)
from ivy.functional.gradients import stop_gradient
from ivy.functional.indexing import getitem, one_hot, take, take_along_axis
from ivy.functional.linear_algebra import vector_norm
from ivy.functional.manipulation import (
    broadcast_to,
    concat,
    expand_dims,
    moveaxis,
    reshape,
    squeeze,
)
from ivy.functional.searching import where
from ivy.functional.statistical import cumulative_sum, mean, sum

Shape = tuple[int, ...]


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


def _differ(a: Shape, b: Shape) -> bool:
    """Return whether two shapes differ; a length that is None is not known yet."""
    return len(a) != len(b) or any(m != n and None not in (m, n) for m, n in zip(a, b, strict=True))


def _check_pair(op: str, x: Shape, target: Shape, name: str = "targets") -> None:
    """Raise ``ValueError`` where one of two arrays would be broadcast, which nobody means."""
    if _differ(x, target):
        raise ValueError(
            f"ivy.{op}: expected predictions and {name} of one shape, got shapes {x} and {target}; "
            "bring one to the shape of the other with ivy.reshape, ivy.squeeze or ivy.broadcast_to"
        )


def _weighted(op: str, loss: Array, weight: Array | None) -> Array:
    """Return losses times weights, which must broadcast to them."""
    if weight is None:
        return loss
    _check_weight(op, "weight", weight.shape, loss.shape)
    return multiply(loss, weight)


def _check_weight(op: str, name: str, weight: Shape, shape: Shape) -> None:
    pairs = zip(reversed(weight), reversed(shape), strict=False)
    if len(weight) > len(shape) or any(m not in (1, n, None) and n is not None for m, n in pairs):
        raise ValueError(
            f"ivy.{op}: expected a {name} that broadcasts to the shape {shape} of the losses, got "
            f"shape {weight}; reshape it with ivy.reshape"
        )


# -- of each element -----------------------------------------------------------------------------


@composite(dtypes="real floating", rank="loss")
def mse_loss(x1: Array, x2: Array, /, *, reduction: str = "mean") -> Array:
    """Return the squared differences of predictions and targets.

    Parameters
    ----------
    x1, x2
        Predictions and targets, of one shape.
    reduction
        ``"mean"``, ``"sum"``, or ``"none"`` for the differences themselves.

    Raises
    ------
    ValueError
        The shapes differ.

    Examples
    --------
    >>> import ivy
    >>> ivy.mse_loss(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 4.0]))
    Array(2., dtype=float32, backend='numpy')
    """
    _check_pair("mse_loss", x1.shape, x2.shape)
    return _reduced("mse_loss", square(subtract(x1, x2)), reduction)


@composite(dtypes="real floating", rank="loss")
def l1_loss(x1: Array, x2: Array, /, *, reduction: str = "mean") -> Array:
    """Return the absolute differences of predictions and targets.

    The parameters are those of `mse_loss`.

    Examples
    --------
    >>> import ivy
    >>> ivy.l1_loss(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 4.0]))
    Array(1., dtype=float32, backend='numpy')
    """
    _check_pair("l1_loss", x1.shape, x2.shape)
    return _reduced("l1_loss", abs(subtract(x1, x2)), reduction)


def _huber(x1: Array, x2: Array, delta: float) -> Array:
    """Half the square of a difference up to `delta`, a straight line beyond."""
    distance = abs(subtract(x1, x2))
    near = minimum(distance, delta)
    return add(multiply(square(near), 0.5), multiply(subtract(distance, near), delta))


@composite(dtypes="real floating", rank="loss")
def huber_loss(x1: Array, x2: Array, /, *, delta: float = 1.0, reduction: str = "mean") -> Array:
    """Return half the squared differences, and straight lines beyond a distance.

    Parameters
    ----------
    x1, x2, reduction
        As in `mse_loss`.
    delta
        The distance from which on the loss is a straight line, above 0.

    Raises
    ------
    ValueError
        The shapes differ, or `delta` is not positive and finite.

    Examples
    --------
    >>> import ivy
    >>> ivy.huber_loss(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 4.0]), reduction="none")
    Array([0. , 1.5], dtype=float32, backend='numpy')
    """
    _check_pair("huber_loss", x1.shape, x2.shape)
    if not 0 < delta < math.inf:
        raise ValueError(f"ivy.huber_loss: expected delta > 0 and finite, got delta={delta}")
    return _reduced("huber_loss", _huber(x1, x2, delta), reduction)


@composite(dtypes="real floating", rank="loss")
def smooth_l1_loss(x1: Array, x2: Array, /, *, beta: float = 1.0, reduction: str = "mean") -> Array:
    """Return the absolute differences less ``beta / 2``, and below `beta` the half squares over it.

    It is `huber_loss` over its `delta`.

    Parameters
    ----------
    x1, x2, reduction
        As in `mse_loss`.
    beta
        The distance from which on the loss is a straight line; 0 gives `l1_loss`.

    Raises
    ------
    ValueError
        The shapes differ, or `beta` is negative or infinite.

    Examples
    --------
    >>> import ivy
    >>> ivy.smooth_l1_loss(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 4.0]), reduction="none")
    Array([0. , 1.5], dtype=float32, backend='numpy')
    """
    _check_pair("smooth_l1_loss", x1.shape, x2.shape)
    if not 0 <= beta < math.inf:
        raise ValueError(f"ivy.smooth_l1_loss: expected beta >= 0 and finite, got beta={beta}")
    loss = abs(subtract(x1, x2))
    if beta >= float(finfo(loss.dtype).smallest_normal):
        near = minimum(loss, beta)
        bend = multiply(multiply(near, divide(near, beta)), 0.5)
        loss = add(subtract(loss, near), bend)
    return _reduced("smooth_l1_loss", loss, reduction)


@composite(dtypes="real floating", rank="loss")
def log_cosh_loss(x1: Array, x2: Array, /, *, reduction: str = "mean") -> Array:
    """Return ``log(cosh(x1 - x2))``: about half the square of small differences, without overflow.

    The parameters are those of `mse_loss`.

    Examples
    --------
    >>> import ivy
    >>> ivy.log_cosh_loss(ivy.asarray([1.0, 1000.0]), ivy.asarray([1.0, 0.0]), reduction="none")
    Array([  0.    , 999.3068], dtype=float32, backend='numpy')
    """
    _check_pair("log_cosh_loss", x1.shape, x2.shape)
    distance = abs(subtract(x1, x2))
    # Each side is exact where it is taken, and finite where it is not.
    near = log1p(multiply(square(sinh(multiply(minimum(distance, 1), 0.5))), 2))
    far = add(distance, subtract(softplus(multiply(distance, -2)), math.log(2)))
    return _reduced("log_cosh_loss", where(less(distance, 1), near, far), reduction)


# The logarithm that stands for that of 0, and the slope there: those of torch.
_LOWEST_LOG, _STEEPEST = -100.0, 1e12


def _logs(x: Array) -> tuple[Array, Array]:
    """Return the logarithms of probabilities and of what is left to 1, at least -100 each."""
    steepest = min(_STEEPEST, finfo(x.dtype).max)
    never, always = equal(x, 0), equal(x, 1)
    yes = maximum(log(where(never, 1, x)), _LOWEST_LOG)
    no = maximum(log1p(negative(where(always, 0, x))), _LOWEST_LOG)
    return (
        where(never, add(multiply(x, steepest), _LOWEST_LOG), yes),
        where(always, add(multiply(subtract(1, x), steepest), _LOWEST_LOG), no),
    )


@composite(dtypes="real floating", rank="loss", promoted=("x", "target", "weight"))
def binary_cross_entropy(
    x: Array,
    target: Array,
    weight: Array | None = None,
    /,
    *,
    reduction: str = "mean",
) -> Array:
    """Return the cross entropy of probabilities of one class, and of targets.

    Parameters
    ----------
    x
        Probabilities, from 0 to 1; beyond them the loss is NaN. Logarithms are at least -100.
    target
        The probabilities that are wanted, of the same shape.
    weight
        What the losses are multiplied by, broadcast to them; None is 1.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes differ.

    Examples
    --------
    >>> import ivy
    >>> ivy.binary_cross_entropy(ivy.asarray([0.5, 0.0]), ivy.asarray([1.0, 1.0]), reduction="none")
    Array([  0.6931472, 100.       ], dtype=float32, backend='numpy')
    """
    _check_pair("binary_cross_entropy", x.shape, target.shape)
    yes, no = _logs(x)
    loss = negative(add(multiply(target, yes), multiply(subtract(1, target), no)))
    return _reduced(
        "binary_cross_entropy", _weighted("binary_cross_entropy", loss, weight), reduction
    )


@composite(dtypes="real floating", rank="loss", promoted=("x", "target", "weight", "pos_weight"))
def binary_cross_entropy_with_logits(
    x: Array,
    target: Array,
    weight: Array | None = None,
    pos_weight: Array | None = None,
    /,
    *,
    reduction: str = "mean",
) -> Array:
    """Return the cross entropy of the sigmoid of `x` and of targets, without overflow.

    Parameters
    ----------
    x
        Logarithms of odds.
    target
        The probabilities that are wanted, of the same shape.
    weight
        What the losses are multiplied by, broadcast to them; None is 1.
    pos_weight
        A factor on the loss of what should be 1, broadcast to the losses; None is 1.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes differ.

    Examples
    --------
    >>> import ivy
    >>> ivy.binary_cross_entropy_with_logits(ivy.asarray([0.0, 99.0]), ivy.asarray([1.0, 1.0]))
    Array(0.3465736, dtype=float32, backend='numpy')
    """
    name = "binary_cross_entropy_with_logits"
    _check_pair(name, x.shape, target.shape)
    penalty = softplus(negative(x))
    if pos_weight is not None:
        _check_weight(name, "pos_weight", pos_weight.shape, x.shape)
        penalty = multiply(penalty, add(multiply(subtract(pos_weight, 1), target), 1))
    loss = add(multiply(subtract(1, target), x), penalty)
    return _reduced(name, _weighted(name, loss, weight), reduction)


@composite(dtypes="real floating", rank="loss", promoted=("x", "target"))
def kl_div(
    x: Array, target: Array, /, *, log_target: bool = False, reduction: str = "mean"
) -> Array:
    """Return ``target * (log(target) - x)``, the terms of the Kullback-Leibler divergence.

    Parameters
    ----------
    x
        Logarithms of probabilities.
    target
        Probabilities, of the same shape; the term of 0 is 0.
    log_target
        Whether `target` has logarithms too.
    reduction
        As in `mse_loss`; ``"batchmean"`` divides the sum by the length of the first axis, which is
        the mean of the divergences.

    Raises
    ------
    ValueError
        The shapes differ.

    Examples
    --------
    >>> import ivy
    >>> p, q = ivy.asarray([[0.5, 0.5]]), ivy.asarray([[1.0, 0.0]])
    >>> ivy.kl_div(ivy.log(p), q, reduction="batchmean")
    Array(0.6931472, dtype=float32, backend='numpy')
    """
    _check_pair("kl_div", x.shape, target.shape)
    if log_target:
        loss = multiply(exp(target), subtract(target, x))
    else:
        loss = subtract(xlogy(target, target), multiply(target, x))
    if reduction == "batchmean":
        return divide(sum(loss), x.shape[0] if x.ndim else 1)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(
            "ivy.kl_div: expected reduction='mean', 'batchmean', 'sum' or 'none', got "
            f"reduction={reduction!r}"
        )
    return _reduced("kl_div", loss, reduction)


@composite(dtypes="real floating", rank="loss", promoted=("x", "target"))
def poisson_nll_loss(
    x: Array,
    target: Array,
    /,
    *,
    log_input: bool = True,
    full: bool = False,
    eps: float = 1e-8,
    reduction: str = "mean",
) -> Array:
    """Return minus the logarithm of the probability of counts that have a Poisson distribution.

    Parameters
    ----------
    x
        Logarithms of the expected counts, or the expected counts.
    target
        The counts, of the same shape.
    log_input
        Whether `x` has logarithms; then the loss is ``exp(x) - target * x``, else
        ``x - target * log(x + eps)``.
    full
        Whether Stirling's approximation of the logarithm of the target's factorial is added, for
        targets above 1.
    eps
        Keeps the logarithm finite.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes differ.

    Examples
    --------
    >>> import ivy
    >>> ivy.poisson_nll_loss(ivy.asarray([0.0]), ivy.asarray([3.0]))
    Array(1., dtype=float32, backend='numpy')
    """
    _check_pair("poisson_nll_loss", x.shape, target.shape)
    if log_input:
        loss = subtract(exp(x), multiply(target, x))
    else:
        loss = subtract(x, multiply(target, log(add(x, eps))))
    if full:
        above = greater(target, 1)
        n = where(above, target, 1)
        stirling = add(subtract(multiply(n, log(n)), n), multiply(log(multiply(n, math.tau)), 0.5))
        loss = add(loss, where(above, stirling, 0))
    return _reduced("poisson_nll_loss", loss, reduction)


@composite(dtypes="real floating", rank="loss", promoted=("x", "target", "variance"))
def gaussian_nll_loss(
    x: Array,
    target: Array,
    variance: Array,
    /,
    *,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Array:
    """Return minus the logarithm of the density of targets that have a normal distribution.

    Parameters
    ----------
    x
        The expected targets.
    target
        The targets, of the same shape.
    variance
        The variances: of the shape of `x`, or with a last axis of length 1 or without it, for one
        variance of all along that axis.
    full
        Whether the constant ``log(2 * pi) / 2`` is added.
    eps
        The least variance; derivatives pass as if a lesser one had been this.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes do not fit.

    Examples
    --------
    >>> import ivy
    >>> ivy.gaussian_nll_loss(ivy.asarray([0.0]), ivy.asarray([2.0]), ivy.asarray([1.0]))
    Array(2., dtype=float32, backend='numpy')
    """
    _check_pair("gaussian_nll_loss", x.shape, target.shape)
    if _differ(variance.shape, x.shape):
        if not _differ(variance.shape, x.shape[:-1]) and x.ndim:
            variance = expand_dims(variance, axis=-1)
        elif _differ(variance.shape, (*x.shape[:-1], 1)):
            raise ValueError(
                "ivy.gaussian_nll_loss: expected variances of the shape of the predictions, or "
                f"with a last axis of length 1 or none, got shapes {x.shape} and {variance.shape}; "
                "reshape them with ivy.reshape or ivy.broadcast_to"
            )
    variance = add(variance, stop_gradient(relu(subtract(eps, variance))))
    distance = divide(square(subtract(x, target)), variance)
    loss = multiply(add(log(variance), distance), 0.5)
    if full:
        loss = add(loss, math.log(math.tau) / 2)
    return _reduced("gaussian_nll_loss", loss, reduction)


# -- of classes ----------------------------------------------------------------------------------


def _classes(op: str, x: Array, target: Array, axis: int) -> tuple[Array, int]:
    """Return targets as int64, and the number of classes, or raise."""
    check_axis(op, len(x.shape), axis)
    place = axis % len(x.shape)
    wanted = x.shape[:place] + x.shape[place + 1 :]
    if target.dtype not in CATEGORIES["integral"]:
        raise TypeError(
            f"ivy.{op}: expected targets that are numbers of classes, got dtype {target.dtype}; "
            "cast with ivy.astype if that is meant"
        )
    if _differ(target.shape, wanted):
        raise ValueError(
            f"ivy.{op}: expected targets of shape {wanted}, that of the predictions without the "
            f"axis of the classes, got shapes {x.shape} and {target.shape} for axis={axis}; "
            "reshape or squeeze the targets, or choose another axis"
        )
    if target.dtype is dtypes.uint64:
        target = minimum(target, 2**63 - 1)  # what is beyond int64 is no class either
    return astype(target, dtypes.int64, copy=False), x.shape[axis]


def _check_classes(op: str, weight: Array | None, count: int) -> None:
    if weight is not None and _differ(weight.shape, (count,)):
        raise ValueError(
            f"ivy.{op}: expected a weight for each of {count} classes, got shape {weight.shape}"
        )


def _known_classes(
    op: str, x: Array, target: Array, weight: Array | None, axis: int, ignore_index: int
) -> tuple[Array, Array]:
    """Return targets whose shape fits, what is no class being one too many, and which count."""
    target, count = _classes(op, x, target, axis)
    _check_classes(op, weight, count)
    counted = not_equal(target, ignore_index)
    # A negative number is no class, and no position from the end.
    return where(logical_and(less(target, 0), counted), count, target), counted


def _picked(
    log_probabilities: Array, target: Array, counted: Array, weight: Array | None, axis: int
) -> tuple[Array, Array]:
    """Return the loss of each target, and its weight."""
    classes = where(counted, target, 0)
    picked = take_along_axis(log_probabilities, expand_dims(classes, axis=axis), axis=axis)
    counts = astype(counted, log_probabilities.dtype)
    scale = counts if weight is None else where(counted, take(weight, classes, axis=0), 0)
    # What is ignored may be infinite or NaN.
    loss = multiply(negative(where(counted, squeeze(picked, axis), 0)), scale)
    return loss, scale


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
        The classes as integers, in the shape of `logits` without `axis`; or a probability for each
        class, in the shape of `logits`.
    weight
        A weight for each class; None weighs all the same.
    axis
        The axis of the classes.
    ignore_index
        Targets with this value count neither in the sum nor in the mean, whatever the scores are.
        (A framework's own derivatives may be NaN where these scores are, as those of torch are.)
    reduction
        ``"mean"`` divides by the weights of the targets that count (for probabilities, by how many
        there are), ``"sum"`` adds, ``"none"`` gives the loss of each target.
    label_smoothing
        From 0 to 1: how much of the target is spread evenly over all classes, see
        https://arxiv.org/abs/1512.00567.

    Raises
    ------
    ValueError
        The shapes do not fit.
    IndexError
        There is no such class.

    Examples
    --------
    >>> import ivy
    >>> ivy.cross_entropy(ivy.asarray([[0.0, 0.0]]), ivy.asarray([1]))
    Array(0.6931472, dtype=float32, backend='numpy')
    """
    if not 0 <= label_smoothing <= 1:
        raise ValueError(
            "ivy.cross_entropy: expected a label_smoothing from 0 to 1, got "
            f"label_smoothing={label_smoothing}"
        )
    if target.ndim == logits.ndim:
        log_probabilities = log_softmax(logits, axis=axis)
        loss = _of_probabilities(log_probabilities, target, weight, axis, label_smoothing)
        return _reduced("cross_entropy", loss, reduction)
    target, counted = _known_classes("cross_entropy", logits, target, weight, axis, ignore_index)
    return cross_entropy_of_classes(
        *(logits, target, counted, weight),
        axis=axis,
        reduction=reduction,
        label_smoothing=label_smoothing,
    )


def cross_entropy_of_classes(
    logits: Array,
    target: Array,
    counted: Array,
    weight: Array | None,
    *,
    axis: int,
    reduction: str,
    label_smoothing: float,
) -> Array:
    """Return the cross entropy for classes, without a look at shapes: those may not be known."""
    log_probabilities = log_softmax(logits, axis=axis)
    loss, scale = _picked(log_probabilities, target, counted, weight, axis)
    if label_smoothing > 0:
        weighted = moveaxis(log_probabilities, axis, -1)
        if weight is not None:
            weighted = multiply(weighted, weight)
        smooth = where(counted, negative(sum(weighted, axis=-1)), 0)
        share = label_smoothing / logits.shape[axis]
        loss = add(multiply(loss, 1 - label_smoothing), multiply(smooth, share))
    if reduction == "mean":
        return divide(sum(loss), sum(scale))
    return _reduced("cross_entropy", loss, reduction)


def _of_probabilities(
    log_probabilities: Array,
    target: Array,
    weight: Array | None,
    axis: int,
    label_smoothing: float,
) -> Array:
    """Return the cross entropy of distributions along an axis."""
    count = log_probabilities.shape[axis]
    if _differ(target.shape, log_probabilities.shape):
        raise ValueError(
            "ivy.cross_entropy: expected classes in the shape of the logits without the axis of "
            f"the classes, or a probability for each, got shapes {log_probabilities.shape} and "
            f"{target.shape} for axis={axis}; reshape or squeeze the targets"
        )
    _check_classes("cross_entropy", weight, count)
    target = astype(target, log_probabilities.dtype, copy=False)
    if label_smoothing > 0:
        target = add(multiply(target, 1 - label_smoothing), label_smoothing / count)
    terms = multiply(log_probabilities, target)
    if weight is not None:
        shape = [1] * log_probabilities.ndim
        shape[axis] = count
        terms = multiply(terms, reshape(weight, tuple(shape)))
    return negative(sum(terms, axis=axis))


@composite(dtypes="real floating", rank="unknown", promoted=("log_probabilities", "weight"))
def nll_loss(
    log_probabilities: Array,
    target: Array,
    weight: Array | None = None,
    /,
    *,
    axis: int = 1,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Array:
    """Return minus the logarithms of the probabilities of target classes.

    The parameters are those of `cross_entropy`, which takes the logarithm of the softmax first;
    here the first array, `log_probabilities`, has logarithms already.

    Examples
    --------
    >>> import ivy
    >>> ivy.nll_loss(ivy.log(ivy.asarray([[0.5, 0.5]])), ivy.asarray([1]))
    Array(0.6931472, dtype=float32, backend='numpy')
    """
    target, counted = _known_classes(
        "nll_loss", log_probabilities, target, weight, axis, ignore_index
    )
    loss, scale = _picked(log_probabilities, target, counted, weight, axis)
    if reduction == "mean":
        return divide(sum(loss), sum(scale))
    return _reduced("nll_loss", loss, reduction)


@composite(dtypes="real floating", rank="unknown", promoted=("x", "weight"))
def multi_margin_loss(
    x: Array,
    target: Array,
    weight: Array | None = None,
    /,
    *,
    p: int = 1,
    margin: float = 1.0,
    reduction: str = "mean",
) -> Array:
    """Return by how much the scores of other classes come near that of the target, on average.

    It is the sum of ``max(0, margin - x[target] + x[i]) ** p`` over the other classes `i`, divided
    by the number of classes.

    Parameters
    ----------
    x
        Scores of the classes ``(..., C)``.
    target
        The classes ``(...)``, integers.
    weight
        A weight for each class ``(C,)``, which the losses of its targets are multiplied by; None
        is 1.
    p
        The power, 1 or 2.
    margin
        How much larger the score of the target should be.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes do not fit, or `p` is neither 1 nor 2.
    IndexError
        There is no such class.

    Examples
    --------
    >>> import ivy
    >>> ivy.multi_margin_loss(ivy.asarray([[0.0, 0.5]]), ivy.asarray([1]))
    Array(0.25, dtype=float32, backend='numpy')
    """
    if p not in (1, 2):
        raise ValueError(f"ivy.multi_margin_loss: expected p=1 or p=2, got p={p}")
    target, count = _classes("multi_margin_loss", x, target, -1)
    _check_classes("multi_margin_loss", weight, count)
    target = where(less(target, 0), count, target)
    picked = take_along_axis(x, expand_dims(target, axis=-1), axis=-1)
    terms = relu(add(subtract(x, picked), margin))
    terms = square(terms) if p == 2 else terms
    others = subtract(1, one_hot(target, count, dtype=x.dtype))
    loss = divide(sum(multiply(terms, others), axis=-1), count)
    if weight is not None:
        loss = multiply(loss, take(weight, target, axis=0))
    return _reduced("multi_margin_loss", loss, reduction)


@composite(dtypes="real floating", rank="unknown", promoted=("x",))
def multilabel_margin_loss(x: Array, target: Array, /, *, reduction: str = "mean") -> Array:
    """Return by how much the scores of other classes come near those of the targets.

    It is the sum of ``max(0, 1 - (x[j] - x[i]))`` over the target classes `j` and the other classes
    `i`, divided by the number of classes.

    Parameters
    ----------
    x
        Scores of the classes ``(..., C)``.
    target
        The target classes, integers of the same shape: those before the first negative number
        count.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes differ.
    IndexError
        There is no such class.

    Examples
    --------
    >>> import ivy
    >>> ivy.multilabel_margin_loss(ivy.asarray([0.5, 0.0]), ivy.asarray([0, -1]))
    Array(0.25, dtype=float32, backend='numpy')
    """
    name = "multilabel_margin_loss"
    _check_pair(name, x.shape, target.shape)
    if target.dtype not in CATEGORIES["integral"] or not x.ndim:
        raise (ValueError if not x.ndim else TypeError)(
            f"ivy.{name}: expected scores (..., C) and integers of that shape, got shape {x.shape} "
            f"and dtype {target.dtype}; reshape or cast them if that is meant"
        )
    target = astype(target, dtypes.int64, copy=False)
    count = x.shape[-1]
    valid = equal(cumulative_sum(astype(less(target, 0), dtypes.int64), axis=-1), 0)
    classes = where(valid, target, 0)
    picked = take_along_axis(x, classes, axis=-1)
    chosen = multiply(one_hot(classes, count, dtype=x.dtype), expand_dims(valid, axis=-1))
    # Of each target j and each class i.
    terms = relu(subtract(add(expand_dims(x, axis=-2), 1), expand_dims(picked, axis=-1)))
    others = expand_dims(equal(sum(chosen, axis=-2), 0), axis=-2)
    terms = where(logical_and(expand_dims(valid, axis=-1), others), terms, 0)
    loss = divide(sum(terms, axis=(-2, -1)), count)
    return _reduced(name, loss, reduction)


@composite(dtypes="real floating", rank="unknown", promoted=("x", "target", "weight"))
def multilabel_soft_margin_loss(
    x: Array,
    target: Array,
    weight: Array | None = None,
    /,
    *,
    reduction: str = "mean",
) -> Array:
    """Return the mean over classes of `binary_cross_entropy_with_logits`.

    Parameters
    ----------
    x
        Logarithms of odds ``(..., C)``.
    target
        The probabilities that are wanted, of the same shape.
    weight
        What the losses of classes are multiplied by, broadcast to them; None is 1.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes differ.

    Examples
    --------
    >>> import ivy
    >>> ivy.multilabel_soft_margin_loss(ivy.asarray([[0.0, 99.0]]), ivy.asarray([[1.0, 1.0]]))
    Array(0.3465736, dtype=float32, backend='numpy')
    """
    name = "multilabel_soft_margin_loss"
    _check_pair(name, x.shape, target.shape)
    check_axis(name, len(x.shape), -1)
    yes, no = log_sigmoid(x), log_sigmoid(negative(x))
    loss = negative(add(multiply(target, yes), multiply(subtract(1, target), no)))
    return _reduced(name, mean(_weighted(name, loss, weight), axis=-1), reduction)


# -- of margins ----------------------------------------------------------------------------------


@composite(dtypes="real floating", rank="loss", promoted=("x", "target"))
def soft_margin_loss(x: Array, target: Array, /, *, reduction: str = "mean") -> Array:
    """Return ``log(1 + exp(-target * x))``, without overflow.

    Parameters
    ----------
    x
        Scores.
    target
        Their wanted signs, 1 or -1, of the same shape.
    reduction
        As in `mse_loss`.

    Examples
    --------
    >>> import ivy
    >>> ivy.soft_margin_loss(ivy.asarray([0.0]), ivy.asarray([-1.0]))
    Array(0.6931472, dtype=float32, backend='numpy')
    """
    _check_pair("soft_margin_loss", x.shape, target.shape)
    return _reduced("soft_margin_loss", softplus(negative(multiply(target, x))), reduction)


@composite(dtypes="real floating", rank="loss", promoted=("x", "target"))
def hinge_embedding_loss(
    x: Array, target: Array, /, *, margin: float = 1.0, reduction: str = "mean"
) -> Array:
    """Return distances of what belongs together, and what others lack of a margin.

    Parameters
    ----------
    x
        Distances.
    target
        1 where the loss is `x`, -1 where it is ``max(0, margin - x)``; of the same shape.
    margin
        How far apart should be what does not belong together.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes differ.

    Examples
    --------
    >>> import ivy
    >>> x, target = ivy.asarray([0.25, 0.25]), ivy.asarray([1.0, -1.0])
    >>> ivy.hinge_embedding_loss(x, target, reduction="none")
    Array([0.25, 0.75], dtype=float32, backend='numpy')
    """
    _check_pair("hinge_embedding_loss", x.shape, target.shape)
    near = where(equal(target, -1), 0, x)
    far = where(equal(target, 1), 0, relu(subtract(margin, x)))
    return _reduced("hinge_embedding_loss", add(near, far), reduction)


@composite(dtypes="real floating", rank="loss", promoted=("x1", "x2", "target"))
def margin_ranking_loss(
    x1: Array, x2: Array, target: Array, /, *, margin: float = 0.0, reduction: str = "mean"
) -> Array:
    """Return ``max(0, margin - target * (x1 - x2))``.

    Parameters
    ----------
    x1, x2
        Scores, of one shape.
    target
        1 where `x1` should be larger, -1 where `x2` should; of the same shape.
    margin
        By how much.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes differ.

    Examples
    --------
    >>> import ivy
    >>> ivy.margin_ranking_loss(ivy.asarray([1.0]), ivy.asarray([3.0]), ivy.asarray([1.0]))
    Array(2., dtype=float32, backend='numpy')
    """
    _check_pair("margin_ranking_loss", x1.shape, x2.shape, "others")
    _check_pair("margin_ranking_loss", x1.shape, target.shape)
    loss = relu(subtract(margin, multiply(target, subtract(x1, x2))))
    return _reduced("margin_ranking_loss", loss, reduction)


# -- of vectors ----------------------------------------------------------------------------------


def _wide(x: Array) -> Array:
    """Return an array in the dtype to sum squares in: float32 for the half precisions."""
    return astype(x, dtypes.float32) if x.dtype in (dtypes.float16, dtypes.bfloat16) else x


@composite(dtypes="real floating", rank="vector product", promoted=("x1", "x2"))
def cosine_similarity(x1: Array, x2: Array, /, *, axis: int = 1, eps: float = 1e-8) -> Array:
    """Return the cosine of the angle between vectors.

    Parameters
    ----------
    x1, x2
        The vectors, which broadcast against each other.
    axis
        The axis of the vectors, of the arrays broadcast.
    eps
        The least length that is divided by.

    Examples
    --------
    >>> import ivy
    >>> ivy.cosine_similarity(ivy.asarray([[1.0, 0.0]]), ivy.asarray([[3.0, 4.0]]))
    Array([0.6], dtype=float32, backend='numpy')
    """
    check_axis("cosine_similarity", max(len(x1.shape), len(x2.shape)), axis)
    dtype = result_type(x1, x2)
    a, b = _wide(astype(x1, dtype, copy=False)), _wide(astype(x2, dtype, copy=False))
    if axis >= 0:  # of the arrays broadcast
        axis -= max(a.ndim, b.ndim)
    a, b = _unit(a, axis, eps), _unit(b, axis, eps)
    return astype(sum(multiply(a, b), axis=axis), dtype, copy=False)


def _unit(x: Array, axis: int, eps: float) -> Array:
    """Return vectors divided by their length; an axis that is missing is of length 1."""
    if axis < -x.ndim:
        x = reshape(x, (*(1,) * (-axis - x.ndim), *x.shape))
    length = sqrt(maximum(sum(square(x), axis=axis, keepdims=True), eps * eps))
    return divide(x, length)


@composite(dtypes="real floating", rank="paired", promoted=("x1", "x2"))
def pairwise_distance(
    x1: Array, x2: Array, /, *, p: float = 2.0, eps: float = 1e-6, keepdims: bool = False
) -> Array:
    """Return the norms of the differences of vectors, each with its partner.

    Parameters
    ----------
    x1, x2
        Vectors ``(..., D)``, which broadcast against each other.
    p
        The order of the norm, see `vector_norm`.
    eps
        Added to the differences, so that no derivative is infinite.
    keepdims
        Whether the last axis stays, with length 1.

    Examples
    --------
    >>> import ivy
    >>> ivy.pairwise_distance(ivy.asarray([[0.0, 0.0]]), ivy.asarray([[3.0, 4.0]]), eps=0.0)
    Array([5.], dtype=float32, backend='numpy')
    """
    check_axis("pairwise_distance", max(len(x1.shape), len(x2.shape)), -1)
    return vector_norm(add(subtract(x1, x2), eps), axis=-1, keepdims=keepdims, ord=p)


@composite(dtypes="real floating", rank="unknown", promoted=("x1", "x2"))
def cosine_embedding_loss(
    x1: Array, x2: Array, target: Array, /, *, margin: float = 0.0, reduction: str = "mean"
) -> Array:
    """Return how far the cosines of pairs of vectors are from 1, or above a margin.

    Parameters
    ----------
    x1, x2
        Vectors ``(..., D)``, of one shape.
    target
        For each pair ``(...)``: 1 where the loss is ``1 - cosine``, -1 where it is
        ``max(0, cosine - margin)``.
    margin
        The cosine, from -1 to 1, that what does not belong together may have.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes do not fit.

    Examples
    --------
    >>> import ivy
    >>> x1, x2 = ivy.asarray([[1.0, 0.0]]), ivy.asarray([[3.0, 4.0]])
    >>> ivy.cosine_embedding_loss(x1, x2, ivy.asarray([-1]))
    Array(0.6, dtype=float32, backend='numpy')
    """
    name = "cosine_embedding_loss"
    _check_pair(name, x1.shape, x2.shape, "others")
    check_axis(name, len(x1.shape), -1)
    _check_rows(name, x1.shape, target.shape)
    cosine = cosine_similarity(x1, x2, axis=-1)
    near = where(equal(target, 1), subtract(1, cosine), 0)
    loss = where(equal(target, -1), relu(subtract(cosine, margin)), near)
    return _reduced(name, loss, reduction)


def _check_rows(op: str, x: Shape, target: Shape) -> None:
    if _differ(x[:-1], target):
        raise ValueError(
            f"ivy.{op}: expected a target for each vector, of shape {x[:-1]}, got shapes {x} and "
            f"{target}; reshape or squeeze the targets"
        )


@composite(dtypes="real floating", rank="unknown", promoted=("anchor", "positive", "negative"))
def triplet_margin_loss(
    anchor: Array,
    positive: Array,
    negative: Array,
    /,
    *,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-6,
    swap: bool = False,
    reduction: str = "mean",
) -> Array:
    """Return by how much others are not further away than what belongs together, by a margin.

    It is ``max(0, margin + distance(anchor, positive) - distance(anchor, negative))``.

    Parameters
    ----------
    anchor, positive, negative
        Vectors ``(..., D)``, of one shape: what is compared, what belongs to it, what does not.
    margin
        By how much the distance should be larger, above 0.
    p, eps
        As in `pairwise_distance`.
    swap
        Whether the lesser of the negative's distances to anchor and positive counts.
    reduction
        As in `mse_loss`.

    Raises
    ------
    ValueError
        The shapes differ, or the margin is not positive.

    Examples
    --------
    >>> import ivy
    >>> a, b, c = ivy.asarray([[0.0]]), ivy.asarray([[2.0]]), ivy.asarray([[1.0]])
    >>> ivy.triplet_margin_loss(a, b, c, eps=0.0)
    Array(2., dtype=float32, backend='numpy')
    """
    name = "triplet_margin_loss"
    _check_pair(name, anchor.shape, positive.shape, "positives")
    _check_pair(name, anchor.shape, negative.shape, "negatives")
    check_axis(name, len(anchor.shape), -1)
    if not margin > 0:
        raise ValueError(f"ivy.{name}: expected margin > 0, got margin={margin}")
    near = pairwise_distance(anchor, positive, p=p, eps=eps)
    far = pairwise_distance(anchor, negative, p=p, eps=eps)
    if swap:
        far = minimum(far, pairwise_distance(positive, negative, p=p, eps=eps))
    return _reduced(name, relu(add(subtract(near, far), margin)), reduction)


# -- of sequences --------------------------------------------------------------------------------

# Stands for the logarithm of 0, and stays finite in sums, so that derivatives do too.
_NEVER = -1e30
# Of states: those that another one is two after, and that one.
_FIRST = (slice(None), slice(None, -2))
_SECOND = (slice(None), slice(2, None))


@composite(dtypes="real floating", rank="unknown", promoted=("log_probabilities",))
def ctc_loss(
    log_probabilities: Array,
    targets: Array,
    input_lengths: Array,
    target_lengths: Array,
    /,
    *,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Array:
    """Return minus the logarithm of the probability of sequences that are not aligned to the input.

    It is the sum over all ways to place the labels of a target along the input, in their order and
    with blanks between them, see https://doi.org/10.1145/1143844.1143891.

    Parameters
    ----------
    log_probabilities
        Logarithms of the probabilities of labels ``(T, N, C)``, or of one sequence ``(T, C)``.
    targets
        Labels, integers ``(N, S)``, padded with anything; or those of all sequences one after the
        other, ``(sum(target_lengths),)``.
    input_lengths, target_lengths
        How many elements of each sequence count, integers ``(N,)``; ``()`` for one sequence.
    blank
        The label that stands for none.
    reduction
        ``"mean"`` divides each loss by the length of its target and takes the mean, ``"sum"`` adds,
        ``"none"`` gives the loss of each sequence.
    zero_infinity
        Whether the loss of a target that does not fit into its input is 0 instead of infinite.

    Raises
    ------
    ValueError
        The shapes do not fit, or there is no such blank.
    IndexError
        There is no such label, or a length is negative or more than there are elements.

    Examples
    --------
    >>> import ivy
    >>> half = ivy.log(ivy.full((2, 1, 2), 0.5))
    >>> length, target = ivy.asarray([2]), ivy.asarray([[1]])
    >>> ivy.exp(-ivy.ctc_loss(half, target, length, ivy.asarray([1])))
    Array(0.75, dtype=float32, backend='numpy')
    """
    single = log_probabilities.ndim == 2
    if single:
        log_probabilities = expand_dims(log_probabilities, axis=1)
        input_lengths = reshape(input_lengths, (1,))
        target_lengths = reshape(target_lengths, (1,))
        targets = expand_dims(targets, axis=0) if targets.ndim == 1 else targets
    shape = log_probabilities.shape
    _check_ctc(shape, targets, input_lengths, target_lengths, blank)
    x = _wide(log_probabilities)
    lengths = astype(target_lengths, dtypes.int64, copy=False)
    labels = _labels(astype(targets, dtypes.int64, copy=False), lengths, blank, shape[2])
    input_lengths = astype(input_lengths, dtypes.int64, copy=False)
    total = _ctc(x, labels, input_lengths, lengths, blank)
    impossible = less(total, _NEVER / 2)
    loss = where(impossible, 0.0 if zero_infinity else math.inf, negative(total))
    if reduction == "mean":
        loss = divide(loss, astype(maximum(lengths, 1), loss.dtype))
    loss = astype(loss, log_probabilities.dtype, copy=False)
    if single and reduction == "none":
        return squeeze(loss, 0)
    return _reduced("ctc_loss", loss, reduction)


def _check_ctc(
    shape: Shape, targets: Array, input_lengths: Array, target_lengths: Array, blank: int
) -> None:
    integers = (targets, input_lengths, target_lengths)
    if any(a.dtype not in CATEGORIES["integral"] for a in integers):
        raise TypeError(
            "ivy.ctc_loss: expected targets and lengths that are integers, got dtypes "
            f"{', '.join(str(a.dtype) for a in integers)}; cast them with ivy.astype"
        )
    n = shape[1:2]
    fits = len(shape) == 3 and len(targets.shape) in (1, 2)
    if (
        not fits
        or (len(targets.shape) == 2 and _differ(targets.shape[:1], n))
        or _differ(input_lengths.shape, n)
        or _differ(target_lengths.shape, n)
    ):
        raise ValueError(
            "ivy.ctc_loss: expected log_probabilities (T, N, C), targets (N, S) or one after the "
            f"other, and lengths (N,), got shapes {shape}, {targets.shape}, {input_lengths.shape} "
            f"and {target_lengths.shape}; reshape them with ivy.reshape"
        )
    if not 0 <= blank < shape[2]:
        raise ValueError(
            f"ivy.ctc_loss: expected a blank from 0 to {shape[2] - 1}, got blank={blank}"
        )


def _labels(targets: Array, lengths: Array, blank: int, count: int) -> Array:
    """Return labels (N, S) with blanks for what is beyond a target's length."""
    size = targets.shape[-1]
    place = beside(targets, arange, 0, size, 1)
    inside = less(place, expand_dims(lengths, axis=-1))
    if targets.ndim == 1:
        starts = expand_dims(subtract(cumulative_sum(lengths), lengths), axis=-1)
        if size:
            targets = take(targets, where(inside, add(starts, place), 0), axis=0)
        else:
            targets = reshape(targets, (1, 0))
    labels = where(inside, targets, blank)
    return where(less(labels, 0), count, labels)


def _ctc(x: Array, labels: Array, input_lengths: Array, lengths: Array, blank: int) -> Array:
    """Return the logarithms of the probabilities of labels (N, S), about `_NEVER` for 0.

    State 2 * s + 1 is at label s, the states before and after at the blanks around it.
    """
    steps, n, _ = x.shape
    size = labels.shape[1]
    blanks = beside(labels, full, (n, size + 1), blank)
    pairs = reshape(
        concat(
            [
                expand_dims(getitem(blanks, (slice(None), slice(size))), axis=2),
                expand_dims(labels, axis=2),
            ],
            axis=2,
        ),
        (n, 2 * size),
    )
    extended = concat([pairs, getitem(blanks, (slice(None), slice(1)))], axis=1)
    states = broadcast_to(expand_dims(extended, axis=0), (steps, n, 2 * size + 1))
    emitted = maximum(take_along_axis(x, states, axis=2), _NEVER)
    never = beside(x, full, (n, 2), _NEVER)
    # From one label to the next, unless they are equal; between blanks there is no way.
    skips = not_equal(getitem(extended, _SECOND), getitem(extended, _FIRST)) if size else None

    def step(state: Array, at: tuple[Array, Array]) -> tuple[Array, tuple[()]]:
        now, active = at
        shifted = concat([never, state], axis=1)
        new = logaddexp(state, getitem(shifted, (slice(None), slice(1, 2 * size + 2))))
        if skips is not None:
            skipped = where(skips, getitem(state, _FIRST), _NEVER)
            new = logaddexp(new, concat([never, skipped], axis=1))
        return where(active, add(new, now), state), ()

    time = reshape(beside(input_lengths, arange, 0, steps, 1), (steps, 1, 1))
    active = less(time, expand_dims(input_lengths, axis=-1))
    # Before the first step all are at the first blank.
    start = concat(
        [beside(x, zeros, (n, 1)), beside(x, full, (n, 2 * size), _NEVER)],
        axis=1,
    )
    state, _ = scan(step, start, (emitted, active))
    # A length that there cannot be has a last state that there is not.
    wrong = logical_or(less(minimum(lengths, input_lengths), 0), greater(input_lengths, steps))
    last = expand_dims(where(wrong, 2 * size + 1, multiply(lengths, 2)), axis=-1)
    at_blank = take_along_axis(state, last, axis=1)
    at_label = take_along_axis(state, maximum(subtract(last, 1), 0), axis=1)
    total = logaddexp(at_blank, where(greater(last, 0), at_label, _NEVER))
    return squeeze(total, 1)


# -- values that have been refused ---------------------------------------------------------------


def _wrong_classes(op: str, given: Mapping[str, Any]) -> None:
    x, target = given.get("logits", given.get("log_probabilities", given.get("x"))), given["target"]
    assert x is not None
    if target.ndim < x.ndim and not is_recorded([target]):
        last = x.shape[given.get("axis", -1)] - 1
        check_values(op, "targets", target, 0, last, given.get("ignore_index"))


def _wrong_lengths(op: str, given: Mapping[str, Any]) -> None:
    steps, targets = given["log_probabilities"].shape[0], given["targets"]
    of_inputs, of_targets = given["input_lengths"], given["target_lengths"]
    if is_recorded([targets, of_inputs, of_targets]):
        return
    count = targets.shape[-1]
    check_values(op, "input_lengths", of_inputs, 0, steps)
    check_values(op, "target_lengths", of_targets, 0, count)
    total = int(sum(of_targets))
    if targets.ndim == 1 and total > count:
        raise IndexError(
            f"ivy.{op}: expected {total} targets, the sum of target_lengths, got {count}"
        )


WRONG_VALUES |= dict.fromkeys(["cross_entropy", "nll_loss", "multi_margin_loss"], _wrong_classes)
WRONG_VALUES["ctc_loss"] = _wrong_lengths
