"""Rows of the loss functions."""

from __future__ import annotations

import numpy

from ivy_tests.cases.activations import log_softmax
from ivy_tests.support.rows import Case, Given, call, classes, x

_REDUCTIONS = {"mean": numpy.mean, "sum": numpy.sum, "none": lambda x: x}


def mse_loss(a, b, reduction="mean"):
    return _REDUCTIONS[reduction]((a - b) ** 2)


def cross_entropy(
    logits,
    target,
    weight=None,
    axis=1,
    ignore_index=-100,
    reduction="mean",
    label_smoothing=0.0,
):
    log_p = numpy.moveaxis(log_softmax(logits.astype(float), axis=axis), axis, -1)
    count = log_p.shape[-1]
    weight = numpy.ones(count) if weight is None else weight
    loss, scale = numpy.zeros(target.shape), numpy.zeros(target.shape)
    for place in numpy.ndindex(target.shape):
        if target[place] == ignore_index:
            continue
        wanted = numpy.full(count, label_smoothing / count)
        wanted[target[place]] += 1 - label_smoothing
        loss[place] = -numpy.sum(wanted * weight * log_p[place])
        scale[place] = weight[target[place]]
    if reduction == "mean":
        return numpy.sum(loss) / numpy.sum(scale)
    return _REDUCTIONS[reduction](loss)


def _reduced(loss, reduction):
    return _REDUCTIONS[reduction](loss)


def of_elements(f):
    """An oracle for a loss of elements, reduced at the end."""

    def oracle(*arrays, reduction="mean", **options):
        if reduction == "batchmean":
            return numpy.sum(f(*arrays, **options)) / len(arrays[0])
        return _reduced(f(*arrays, **options), reduction)

    return oracle


def huber(a, b, delta=1.0):
    d = abs(a - b)
    return numpy.where(d < delta, d**2 / 2, delta * (d - delta / 2))


def bce(x, target, weight=None):
    loss = -(target * numpy.log(x) + (1 - target) * numpy.log1p(-x))
    return loss if weight is None else loss * weight


def bce_with_logits(x, target, weight=None, pos_weight=None):
    factor = 1 if pos_weight is None else (pos_weight - 1) * target + 1
    loss = (1 - target) * x + factor * numpy.logaddexp(0, -x)
    return loss if weight is None else loss * weight


def kl(x, target, log_target=False):
    return target_of(target, log_target) * ((target if log_target else numpy.log(target)) - x)


def target_of(target, log_target):
    return numpy.exp(target) if log_target else target


def poisson(x, target, log_input=True, full=False, eps=1e-8):
    loss = numpy.exp(x) - target * x if log_input else x - target * numpy.log(x + eps)
    if full:
        n = numpy.maximum(target, 1)
        stirling = n * numpy.log(n) - n + numpy.log(2 * numpy.pi * n) / 2
        loss = loss + numpy.where(target > 1, stirling, 0)
    return loss


def gaussian(x, target, variance, full=False, eps=1e-6):
    variance = variance if variance.ndim == x.ndim else variance[..., None]
    variance = numpy.maximum(variance, eps)
    constant = numpy.log(2 * numpy.pi) / 2 if full else 0
    return (numpy.log(variance) + (x - target) ** 2 / variance) / 2 + constant


def nll_loss(log_p, target, weight=None, axis=1, ignore_index=-100, reduction="mean"):
    weight = numpy.ones(log_p.shape[axis]) if weight is None else weight
    target = target.astype(int)
    counted = target != ignore_index
    classes = numpy.where(counted, target, 0)
    scale = weight[classes] * counted
    picked = numpy.take_along_axis(log_p, numpy.expand_dims(classes, axis), axis)
    loss = -numpy.squeeze(picked, axis) * scale
    return numpy.sum(loss) / numpy.sum(scale) if reduction == "mean" else _reduced(loss, reduction)


def multi_margin(x, target, weight=None, p=1, margin=1.0):
    target = target.astype(int)
    picked = numpy.take_along_axis(x, target[..., None], -1)
    terms = numpy.maximum(margin - picked + x, 0) ** p
    numpy.put_along_axis(terms, target[..., None], 0, -1)
    loss = terms.mean(axis=-1)
    return loss if weight is None else loss * weight[target]


def multilabel_margin(x, target):
    loss = numpy.zeros(x.shape[:-1])
    for place in numpy.ndindex(loss.shape):
        row, labels = x[place], list(target[place].astype(int))
        labels = labels[: labels.index(-1)] if -1 in labels else labels
        others = [i for i in range(len(row)) if i not in labels]
        loss[place] = sum(max(0, 1 - row[j] + row[i]) for j in labels for i in others) / len(row)
    return loss


def cosine(a, b, axis=1, eps=1e-8):
    a, b = numpy.broadcast_arrays(a, b)
    sizes = [numpy.maximum(numpy.sqrt(numpy.sum(v**2, axis=axis)), eps) for v in (a, b)]
    return numpy.sum(a * b, axis=axis) / (sizes[0] * sizes[1])


def distance(a, b, p=2.0, eps=1e-6, keepdims=False):
    return numpy.linalg.norm(a - b + eps, ord=p, axis=-1, keepdims=keepdims)


def cosine_embedding(a, b, target, margin=0.0):
    c = cosine(a, b, axis=-1)
    return numpy.where(target == 1, 1 - c, numpy.maximum(c - margin, 0))


def triplet(a, b, c, margin=1.0, p=2.0, eps=1e-6, swap=False):
    far = distance(a, c, p, eps)
    far = numpy.minimum(far, distance(b, c, p, eps)) if swap else far
    return numpy.maximum(distance(a, b, p, eps) - far + margin, 0)


def ctc(log_p, targets, input_lengths, target_lengths, blank=0):
    """Minus the logarithm of the probability of all ways to write the targets."""
    targets, target_lengths = targets.astype(int), target_lengths.astype(int)
    loss = numpy.zeros(log_p.shape[1])
    for n in range(len(loss)):
        steps, wanted = int(input_lengths[n]), list(targets[n][: target_lengths[n]])
        total = 0.0
        for way in numpy.ndindex(*[log_p.shape[2]] * steps):
            written = [c for i, c in enumerate(way) if c != blank and (i == 0 or way[i - 1] != c)]
            if written == wanted:
                total += numpy.exp(sum(log_p[i, n, c] for i, c in enumerate(way)))
        loss[n] = -numpy.log(total)
    return loss


def ctc_loss(*arrays, reduction="mean", **options):
    loss = ctc(*arrays, **options)
    return numpy.mean(loss / numpy.maximum(arrays[3], 1)) if reduction == "mean" else loss


_TARGET = classes(3, shape=(4,))
_IGNORED = Given([0, -100, 2, 1], "int64")

_SIGNS = Given([1, -1, -1, 1], "int64")
_FLOATS = ("bfloat16", "float32")
_TERMS = {"loosen": 4, "reason": "rounding grows with the number of terms"}
_LOGS = {"loosen": 16, "reason": "terms of both signs, and logarithms near 1"}


def _share(*shape):
    return x(*shape, domain=(0.1, 0.9))


CASES = [
    Case(
        "mse_loss",
        mse_loss,
        [
            call(x(2, 3), x(2, 3)),
            call(x(2, 3), x(2, 3), reduction="sum"),
            call(x(2, 3), x(2, 3), reduction="none"),
        ],
        loosen=2,
        reason="rounding grows with the number of terms",
    ),
    Case(
        "cross_entropy",
        cross_entropy,
        [
            call(x(4, 3), _TARGET),
            call(x(4, 3), _TARGET, x(3, domain=(0.5, 2))),
            call(x(4, 3), _IGNORED, x(3, domain=(0.5, 2)), reduction="sum"),
            call(x(4, 3), _IGNORED, reduction="none"),
            call(x(4, 3), _IGNORED, x(3, domain=(0.5, 2)), label_smoothing=0.25),
            call(x(2, 3, 2, 2), classes(3, shape=(2, 2, 2))),
            call(x(2, 2, 3), classes(3, shape=(2, 2)), axis=-1),
            call(x(3), classes(3, shape=()), axis=0),
            call(x(4, 3), Given([0, 1, 2, 1], "int32"), ignore_index=1),
        ],
        dtypes=("float16", "bfloat16", "float32", "float64"),
        loosen=4,
        reason="rounding grows with the number of terms",
    ),
    Case(
        "l1_loss",
        of_elements(lambda a, b: abs(a - b)),
        [call(x(2, 3), x(2, 3)), call(x(), x(), reduction="none")],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "huber_loss",
        of_elements(huber),
        [call(x(2, 3), x(2, 3)), call(x(2, 3), x(2, 3), delta=0.5, reduction="none")],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "smooth_l1_loss",
        of_elements(lambda a, b, beta=1.0: huber(a, b, beta) / beta),
        [call(x(2, 3), x(2, 3)), call(x(2, 3), x(2, 3), beta=0.5, reduction="sum")],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "log_cosh_loss",
        of_elements(lambda a, b: numpy.log(numpy.cosh(a - b))),
        [call(x(2, 3), x(2, 3)), call(x(2, 3), x(2, 3), reduction="none")],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "binary_cross_entropy",
        of_elements(bce),
        [
            call(_share(2, 3), _share(2, 3)),
            call(_share(2, 3), _share(2, 3), _share(3), reduction="none"),
        ],
        dtypes=_FLOATS,
        **_LOGS,
    ),
    Case(
        "binary_cross_entropy_with_logits",
        of_elements(bce_with_logits),
        [
            call(x(2, 3), _share(2, 3)),
            call(x(2, 3), _share(2, 3), None, _share(3), reduction="sum"),
            call(x(2, 3), _share(2, 3), _share(2, 1), reduction="none"),
        ],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "kl_div",
        of_elements(kl),
        [
            call(x(2, 3), _share(2, 3)),
            call(x(2, 3), x(2, 3), log_target=True, reduction="batchmean"),
        ],
        dtypes=_FLOATS,
        **_LOGS,
    ),
    Case(
        "poisson_nll_loss",
        of_elements(poisson),
        [
            call(x(2, 3), x(2, 3, domain=(1.1, 5))),
            call(x(2, 3), x(2, 3, domain=(1.1, 5)), full=True, reduction="none"),
            call(_share(2, 3), _share(2, 3), log_input=False, eps=0.1),
        ],
        dtypes=_FLOATS,
        **_LOGS,
    ),
    Case(
        "gaussian_nll_loss",
        of_elements(gaussian),
        [
            call(x(2, 3), x(2, 3), _share(2, 3)),
            call(x(2, 3), x(2, 3), _share(2), full=True, reduction="none"),
            call(x(2, 3), x(2, 3), _share(2, 1), reduction="sum"),
        ],
        dtypes=_FLOATS,
        **_LOGS,
    ),
    Case(
        "nll_loss",
        nll_loss,
        [
            call(x(4, 3), _IGNORED, x(3, domain=(0.5, 2))),
            call(x(2, 3, 2), classes(3, shape=(2, 2)), reduction="none"),
            call(x(3), classes(3, shape=()), axis=0, reduction="sum"),
        ],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "multi_margin_loss",
        of_elements(multi_margin),
        [
            call(x(4, 3), _TARGET),
            call(x(4, 3), _TARGET, x(3, domain=(0.5, 2)), p=2, margin=0.5, reduction="none"),
        ],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "multilabel_margin_loss",
        of_elements(multilabel_margin),
        [
            call(x(2, 3), Given([[1, -1, 0], [2, 0, -1]], "int64")),
            call(x(3), Given([0, 1, 2], "int64"), reduction="none"),
        ],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "multilabel_soft_margin_loss",
        of_elements(lambda x, t, w=None: numpy.mean(bce_with_logits(x, t, w), axis=-1)),
        [
            call(x(2, 3), _share(2, 3)),
            call(x(2, 3), _share(2, 3), _share(3), reduction="none"),
        ],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "soft_margin_loss",
        of_elements(lambda x, t: numpy.logaddexp(0, -t * x)),
        [call(x(2, 3), x(2, 3))],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "hinge_embedding_loss",
        of_elements(lambda x, t, margin=1.0: numpy.where(t == 1, x, numpy.maximum(margin - x, 0))),
        [
            call(x(4), _SIGNS),
            call(x(4), _SIGNS, margin=0.5, reduction="none"),
        ],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "margin_ranking_loss",
        of_elements(lambda a, b, t, margin=0.0: numpy.maximum(margin - t * (a - b), 0)),
        [call(x(4), x(4), _SIGNS), call(x(4), x(4), _SIGNS, margin=0.5, reduction="none")],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "cosine_similarity",
        cosine,
        [call(x(2, 3), x(2, 3)), call(x(2, 4, 3), x(3), axis=-1)],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "pairwise_distance",
        distance,
        [call(x(2, 3), x(2, 3)), call(x(2, 3), x(3), p=1.0, eps=0.0, keepdims=True)],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "cosine_embedding_loss",
        of_elements(cosine_embedding),
        [
            call(x(4, 3), x(4, 3), _SIGNS),
            call(x(4, 3), x(4, 3), _SIGNS, margin=0.25, reduction="none"),
        ],
        dtypes=_FLOATS,
        **_TERMS,
    ),
    Case(
        "triplet_margin_loss",
        of_elements(triplet),
        [
            call(x(2, 3), x(2, 3), x(2, 3)),
            call(x(2, 3), x(2, 3), x(2, 3), margin=2.0, p=1.0, swap=True, reduction="none"),
        ],
        dtypes=_FLOATS,
        **_LOGS,
    ),
    Case(
        "ctc_loss",
        ctc_loss,
        [
            call(
                x(3, 2, 3, domain=(-3, -1)),
                Given([[1, 2], [2, 9]], "int64"),
                *(Given([3, 2], "int64"), Given([2, 1], "int64")),
            ),
            call(
                x(3, 2, 3, domain=(-3, -1)),
                Given([[1, 1], [0, 1]], "int64"),
                *(Given([3, 3], "int64"), Given([2, 2], "int64")),
                blank=2,
                reduction="none",
            ),
        ],
        dtypes=_FLOATS,
        **_TERMS,
    ),
]
