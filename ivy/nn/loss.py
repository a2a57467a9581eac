"""Losses as layers: `ivy`'s functions with their options."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ivy.array import Array, lift
from ivy.functional.losses import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cosine_embedding_loss,
    cross_entropy,
    ctc_loss,
    gaussian_nll_loss,
    hinge_embedding_loss,
    huber_loss,
    kl_div,
    l1_loss,
    log_cosh_loss,
    margin_ranking_loss,
    mse_loss,
    multi_margin_loss,
    multilabel_margin_loss,
    multilabel_soft_margin_loss,
    nll_loss,
    poisson_nll_loss,
    smooth_l1_loss,
    soft_margin_loss,
    triplet_margin_loss,
)
from ivy.nn.layer import (
    Layer,
    check_choice,
    check_integers,
    check_no_negative,
    check_numbers,
    check_positive,
    check_rate,
)
from ivy.nn.module import Buffer

_REDUCTIONS = ("mean", "sum", "none")


class _Loss(Layer):
    """What all share: how the losses of the elements become one."""

    reduction: str

    def _reduce_by(self, reduction: str, known: tuple[str, ...] = _REDUCTIONS) -> None:
        check_choice(type(self).__name__, "reduction", reduction, known)
        self.reduction = reduction

    def _kept(self, name: str, weight: Array | None) -> None:
        """Keep weights as a buffer."""
        setattr(self, name, None if weight is None else Buffer(weight))


class _Plain(_Loss):
    """A loss without options."""

    _function: ClassVar[Callable[..., Array]]

    def __init__(self, *, reduction: str = "mean") -> None:
        self._reduce_by(reduction)

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return type(self)._function(x, target, reduction=self.reduction)


class MSELoss(_Plain):
    """The loss `ivy.mse_loss`: the mean square of differences.

    Parameters
    ----------
    reduction
        ``"mean"``, ``"sum"`` or ``"none"``.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.MSELoss()(ivy.asarray([1.0, 2.0]), ivy.asarray([1.0, 4.0]))
    Array(2., dtype=float32, backend='numpy')
    """

    _function = mse_loss


class L1Loss(_Plain):
    """The loss `ivy.l1_loss`: the mean size of differences.

    Parameters
    ----------
    reduction
        ``"mean"``, ``"sum"`` or ``"none"``.
    """

    _function = l1_loss


class LogCoshLoss(_Plain):
    """The loss `ivy.log_cosh_loss`: the logarithm of the hyperbolic cosine of differences.

    Parameters
    ----------
    reduction
        ``"mean"``, ``"sum"`` or ``"none"``.
    """

    _function = log_cosh_loss


class SoftMarginLoss(_Plain):
    """The loss `ivy.soft_margin_loss`: a logistic loss for targets of 1 and -1.

    Parameters
    ----------
    reduction
        ``"mean"``, ``"sum"`` or ``"none"``.
    """

    _function = soft_margin_loss


class MultiLabelMarginLoss(_Plain):
    """The loss `ivy.multilabel_margin_loss`: a margin loss for several classes of each sample.

    Parameters
    ----------
    reduction
        ``"mean"``, ``"sum"`` or ``"none"``.
    """

    _function = multilabel_margin_loss


class HuberLoss(_Loss):
    """The loss `ivy.huber_loss`: square near 0, linear beyond.

    Parameters
    ----------
    delta, reduction
        As in `ivy.huber_loss`.
    """

    def __init__(self, *, delta: float = 1.0, reduction: str = "mean") -> None:
        self._reduce_by(reduction)
        check_positive("HuberLoss", delta=delta)
        self.delta = delta

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return huber_loss(x, target, delta=self.delta, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """The loss `ivy.smooth_l1_loss`: square near 0, linear beyond.

    Parameters
    ----------
    beta, reduction
        As in `ivy.smooth_l1_loss`.
    """

    def __init__(self, *, beta: float = 1.0, reduction: str = "mean") -> None:
        self._reduce_by(reduction)
        check_no_negative("SmoothL1Loss", beta=beta)
        self.beta = beta

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return smooth_l1_loss(x, target, beta=self.beta, reduction=self.reduction)


class CrossEntropyLoss(_Loss):
    """The loss `ivy.cross_entropy` of logits ``(N, C, ...)`` or ``(C,)``.

    Parameters
    ----------
    weight, ignore_index, label_smoothing, reduction
        As in `ivy.cross_entropy`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.CrossEntropyLoss()(ivy.asarray([[0.0, 0.0]]), ivy.asarray([1]))
    Array(0.6931472, dtype=float32, backend='numpy')
    """

    weight: Array | None

    def __init__(
        self,
        weight: Array | None = None,
        *,
        ignore_index: int = -100,
        label_smoothing: float = 0.0,
        reduction: str = "mean",
    ) -> None:
        self._reduce_by(reduction)
        check_rate("CrossEntropyLoss", "label_smoothing", label_smoothing)
        check_integers("CrossEntropyLoss", ignore_index=ignore_index)
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing
        self._kept("weight", weight)

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of logits for classes, or for probabilities of classes."""
        axis = 1 if lift(x).ndim > 1 else 0
        return cross_entropy(
            x,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            label_smoothing=self.label_smoothing,
            axis=axis,
            reduction=self.reduction,
        )


class NLLLoss(_Loss):
    """The loss `ivy.nll_loss` of log-probabilities ``(N, C, ...)`` or ``(C,)``.

    Parameters
    ----------
    weight, ignore_index, reduction
        As in `ivy.nll_loss`.
    """

    weight: Array | None

    def __init__(
        self, weight: Array | None = None, *, ignore_index: int = -100, reduction: str = "mean"
    ) -> None:
        self._reduce_by(reduction)
        check_integers("NLLLoss", ignore_index=ignore_index)
        self.ignore_index = ignore_index
        self._kept("weight", weight)

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of logarithms of probabilities for classes."""
        axis = 1 if lift(x).ndim > 1 else 0
        return nll_loss(
            x,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            axis=axis,
            reduction=self.reduction,
        )


class BCELoss(_Loss):
    """The loss `ivy.binary_cross_entropy` of probabilities.

    Parameters
    ----------
    weight, reduction
        As in `ivy.binary_cross_entropy`.
    """

    weight: Array | None

    def __init__(self, weight: Array | None = None, *, reduction: str = "mean") -> None:
        self._reduce_by(reduction)
        self._kept("weight", weight)

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return binary_cross_entropy(x, target, self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    """The loss `ivy.binary_cross_entropy_with_logits`.

    Parameters
    ----------
    weight, pos_weight, reduction
        As in `ivy.binary_cross_entropy_with_logits`.
    """

    weight: Array | None
    pos_weight: Array | None

    def __init__(
        self,
        weight: Array | None = None,
        pos_weight: Array | None = None,
        *,
        reduction: str = "mean",
    ) -> None:
        self._reduce_by(reduction)
        self._kept("weight", weight)
        self._kept("pos_weight", pos_weight)

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return binary_cross_entropy_with_logits(
            x, target, self.weight, self.pos_weight, reduction=self.reduction
        )


class KLDivLoss(_Loss):
    """The loss `ivy.kl_div`.

    Parameters
    ----------
    log_target, reduction
        As in `ivy.kl_div`.
    """

    def __init__(self, *, log_target: bool = False, reduction: str = "mean") -> None:
        self._reduce_by(reduction, (*_REDUCTIONS, "batchmean"))
        self.log_target = log_target

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return kl_div(x, target, log_target=self.log_target, reduction=self.reduction)


class PoissonNLLLoss(_Loss):
    """The loss `ivy.poisson_nll_loss`.

    Parameters
    ----------
    log_input, full, eps, reduction
        As in `ivy.poisson_nll_loss`.
    """

    def __init__(
        self,
        log_input: bool = True,
        *,
        full: bool = False,
        eps: float = 1e-8,
        reduction: str = "mean",
    ) -> None:
        self._reduce_by(reduction)
        check_numbers("PoissonNLLLoss", eps=eps)
        self.log_input = log_input
        self.full = full
        self.eps = eps

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return poisson_nll_loss(
            x,
            target,
            log_input=self.log_input,
            full=self.full,
            eps=self.eps,
            reduction=self.reduction,
        )


class GaussianNLLLoss(_Loss):
    """The loss `ivy.gaussian_nll_loss`.

    Parameters
    ----------
    full, eps, reduction
        As in `ivy.gaussian_nll_loss`.
    """

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        self._reduce_by(reduction)
        check_numbers("GaussianNLLLoss", eps=eps)
        self.full = full
        self.eps = eps

    def forward(self, x: Array, target: Array, variance: Array) -> Array:
        """Return the loss of means and variances for targets."""
        return gaussian_nll_loss(
            x, target, variance, full=self.full, eps=self.eps, reduction=self.reduction
        )


class MultiMarginLoss(_Loss):
    """The loss `ivy.multi_margin_loss`.

    Parameters
    ----------
    p, margin, weight, reduction
        As in `ivy.multi_margin_loss`.
    """

    weight: Array | None

    def __init__(
        self,
        p: int = 1,
        margin: float = 1.0,
        weight: Array | None = None,
        *,
        reduction: str = "mean",
    ) -> None:
        self._reduce_by(reduction)
        check_choice("MultiMarginLoss", "p", p, (1, 2))
        check_numbers("MultiMarginLoss", margin=margin)
        self.p = p
        self.margin = margin
        self._kept("weight", weight)

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return multi_margin_loss(
            x, target, self.weight, p=self.p, margin=self.margin, reduction=self.reduction
        )


class MultiLabelSoftMarginLoss(_Loss):
    """The loss `ivy.multilabel_soft_margin_loss`.

    Parameters
    ----------
    weight, reduction
        As in `ivy.multilabel_soft_margin_loss`.
    """

    weight: Array | None

    def __init__(self, weight: Array | None = None, *, reduction: str = "mean") -> None:
        self._reduce_by(reduction)
        self._kept("weight", weight)

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return multilabel_soft_margin_loss(x, target, self.weight, reduction=self.reduction)


class HingeEmbeddingLoss(_Loss):
    """The loss `ivy.hinge_embedding_loss`.

    Parameters
    ----------
    margin, reduction
        As in `ivy.hinge_embedding_loss`.
    """

    def __init__(self, margin: float = 1.0, *, reduction: str = "mean") -> None:
        self._reduce_by(reduction)
        check_numbers("HingeEmbeddingLoss", margin=margin)
        self.margin = margin

    def forward(self, x: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return hinge_embedding_loss(x, target, margin=self.margin, reduction=self.reduction)


class MarginRankingLoss(_Loss):
    """The loss `ivy.margin_ranking_loss`.

    Parameters
    ----------
    margin, reduction
        As in `ivy.margin_ranking_loss`.
    """

    def __init__(self, margin: float = 0.0, *, reduction: str = "mean") -> None:
        self._reduce_by(reduction)
        check_numbers("MarginRankingLoss", margin=margin)
        self.margin = margin

    def forward(self, x1: Array, x2: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return margin_ranking_loss(x1, x2, target, margin=self.margin, reduction=self.reduction)


class CosineEmbeddingLoss(_Loss):
    """The loss `ivy.cosine_embedding_loss`.

    Parameters
    ----------
    margin, reduction
        As in `ivy.cosine_embedding_loss`.
    """

    def __init__(self, margin: float = 0.0, *, reduction: str = "mean") -> None:
        self._reduce_by(reduction)
        check_numbers("CosineEmbeddingLoss", margin=margin)
        self.margin = margin

    def forward(self, x1: Array, x2: Array, target: Array) -> Array:
        """Return the loss of predictions for targets."""
        return cosine_embedding_loss(x1, x2, target, margin=self.margin, reduction=self.reduction)


class TripletMarginLoss(_Loss):
    """The loss `ivy.triplet_margin_loss`.

    Parameters
    ----------
    margin, p, eps, swap, reduction
        As in `ivy.triplet_margin_loss`.
    """

    def __init__(
        self,
        margin: float = 1.0,
        p: float = 2.0,
        eps: float = 1e-6,
        swap: bool = False,
        *,
        reduction: str = "mean",
    ) -> None:
        self._reduce_by(reduction)
        check_numbers("TripletMarginLoss", margin=margin, p=p, eps=eps)
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap

    def forward(self, anchor: Array, positive: Array, negative: Array) -> Array:
        """Return the loss of vectors, each with a near and a far one."""
        return triplet_margin_loss(
            anchor,
            positive,
            negative,
            margin=self.margin,
            p=self.p,
            eps=self.eps,
            swap=self.swap,
            reduction=self.reduction,
        )


class CTCLoss(_Loss):
    """The loss `ivy.ctc_loss`.

    Parameters
    ----------
    blank, zero_infinity, reduction
        As in `ivy.ctc_loss`.
    """

    def __init__(
        self, blank: int = 0, *, zero_infinity: bool = False, reduction: str = "mean"
    ) -> None:
        self._reduce_by(reduction)
        check_integers("CTCLoss", blank=blank)
        check_no_negative("CTCLoss", blank=blank)
        self.blank = blank
        self.zero_infinity = zero_infinity

    def forward(
        self, log_probabilities: Array, targets: Array, input_lengths: Array, target_lengths: Array
    ) -> Array:
        """Return the loss of sequences of log-probabilities ``(T, N, C)`` for labels."""
        return ctc_loss(
            log_probabilities,
            targets,
            input_lengths,
            target_lengths,
            blank=self.blank,
            zero_infinity=self.zero_infinity,
            reduction=self.reduction,
        )
