"""Losses against torch: values and gradients for the options that rows do not cross."""

from __future__ import annotations

import numpy
import pytest

import ivy
from ivy_tests.support.torch_oracle import assert_like_torch

torch = pytest.importorskip("torch")
F = torch.nn.functional
RNG = numpy.random.default_rng(1)


def normal(*shape):
    return RNG.normal(size=shape)


def shares(*shape):
    return RNG.uniform(0.02, 0.98, shape)


def signs(*shape):
    return RNG.choice([-1.0, 1.0], shape)


A, B = normal(4, 3), normal(4, 3)
REDUCTIONS = ("mean", "sum", "none")

# loss -> arrays, and the options of each call (the same in both, but for those of `RENAMED`).
PAIRS = {
    "mse_loss": ([A, B], [{}]),
    "l1_loss": ([A, B], [{}]),
    "smooth_l1_loss": ([A, 2 * B], [{}, {"beta": 0.3}, {"beta": 0.0}, {"beta": 5.0}]),
    "huber_loss": ([A, 2 * B], [{}, {"delta": 0.3}, {"delta": 5.0}]),
    "kl_div": ([A, shares(4, 3)], [{}]),
    "poisson_nll_loss": (
        [A, RNG.integers(1, 6, (4, 3)).astype(float)],
        [{}, {"full": True}],
    ),
    "soft_margin_loss": ([A, signs(4, 3).astype(int)], [{}]),
    "hinge_embedding_loss": ([A, signs(4, 3)], [{}, {"margin": 0.2}]),
    "margin_ranking_loss": ([A, B, signs(4, 3)], [{}, {"margin": 0.5}]),
    "binary_cross_entropy": ([shares(4, 3), shares(4, 3)], [{}]),
    "binary_cross_entropy_with_logits": ([3 * A, shares(4, 3)], [{}]),
    "multilabel_soft_margin_loss": ([A, shares(4, 3)], [{}]),
    "triplet_margin_loss": (
        [A, B, normal(4, 3)],
        [{}, {"swap": True}, {"p": 1.0, "margin": 2.0}, {"p": 3.0, "eps": 1e-3}],
    ),
    "gaussian_nll_loss": ([A, B, shares(4, 3)], [{}, {"full": True}, {"eps": 0.5}]),
}
# Each reduction in turn.
CALLS = [
    (name, arrays, {**options, "reduction": REDUCTIONS[number % 3]})
    for number, (name, arrays, options) in enumerate(
        (name, arrays, options) for name, (arrays, several) in PAIRS.items() for options in several
    )
]
_TEXT = {"ids": lambda v: "" if isinstance(v, list) else str(v).replace(" ", "")}


@pytest.mark.parametrize(("name", "arrays", "options"), CALLS, **_TEXT)
def test_loss_is_that_of_torch(name, arrays, options, backend):
    assert_like_torch(
        lambda *a: getattr(ivy, name)(*a, **options),
        lambda *a: getattr(F, name)(*a, **options),
        *arrays,
    )


# What has another form in torch.
OTHERS = {
    "kl_div log_target": (
        lambda x, t: ivy.kl_div(x, t, log_target=True, reduction="batchmean"),
        lambda x, t: F.kl_div(x, t, log_target=True, reduction="batchmean"),
        [A, B],
    ),
    "poisson_nll_loss without logarithms": (
        lambda x, t: ivy.poisson_nll_loss(x, t, log_input=False, full=True),
        lambda x, t: F.poisson_nll_loss(x, t, log_input=False, full=True),
        [shares(4, 3), 4 * shares(4, 3)],
    ),
    "binary_cross_entropy weight": (
        lambda x, t, w: ivy.binary_cross_entropy(x, t, w),
        lambda x, t, w: F.binary_cross_entropy(x, t, w.detach()),
        [shares(4, 3), RNG.integers(0, 2, (4, 3)).astype(float), numpy.array([1, 2, 3])],
    ),
    "binary_cross_entropy_with_logits weights": (
        lambda x, t, w, p: ivy.binary_cross_entropy_with_logits(x, t, w, p),
        lambda x, t, w, p: F.binary_cross_entropy_with_logits(x, t, w, pos_weight=p.to(x.dtype)),
        [9 * A, shares(4, 3), numpy.array([[1], [2], [3], [0]]), numpy.array([3, 1, 2])],
    ),
    "binary_cross_entropy_with_logits extreme": (
        ivy.binary_cross_entropy_with_logits,
        F.binary_cross_entropy_with_logits,
        [numpy.array([-1000.0, 1000.0, 1000.0]), numpy.array([0.25, 1.0, 0.5])],
    ),
    "gaussian_nll_loss one variance a row": (
        lambda x, t, v: ivy.gaussian_nll_loss(x, t, v),
        lambda x, t, v: F.gaussian_nll_loss(x, t, v),
        [A, B, shares(4)],
    ),
    "gaussian_nll_loss axis of length 1": (
        lambda x, t, v: ivy.gaussian_nll_loss(x, t, v, reduction="none"),
        lambda x, t, v: F.gaussian_nll_loss(x, t, v, reduction="none"),
        [A, B, shares(4, 1)],
    ),
    "multilabel_soft_margin_loss weight": (
        lambda x, t, w: ivy.multilabel_soft_margin_loss(x, t, w, reduction="none"),
        lambda x, t, w: F.multilabel_soft_margin_loss(x, t, w, reduction="none"),
        [A, shares(4, 3), shares(3)],
    ),
    "cosine_similarity": (
        lambda x, y: ivy.cosine_similarity(x, y),
        lambda x, y: F.cosine_similarity(x, y),
        [A, B],
    ),
    "cosine_similarity broadcast": (
        lambda x, y: ivy.cosine_similarity(x, y, axis=-1),
        lambda x, y: F.cosine_similarity(x, y, dim=-1),
        [normal(2, 4, 3), normal(3)],
    ),
    "cosine_similarity first axis": (
        lambda x, y: ivy.cosine_similarity(x, y, axis=0),
        lambda x, y: F.cosine_similarity(x, y, dim=0),
        [A, B],
    ),
    "pairwise_distance": (
        lambda x, y: ivy.pairwise_distance(x, y, p=3.0, keepdims=True),
        lambda x, y: F.pairwise_distance(x, y, p=3.0, keepdim=True),
        [A, normal(3)],
    ),
    "cosine_embedding_loss": (
        lambda x, y, t: ivy.cosine_embedding_loss(x, y, t, margin=0.2),
        lambda x, y, t: F.cosine_embedding_loss(x, y, t, margin=0.2),
        [A, B, numpy.array([1, -1, -1, 1])],
    ),
    "multi_margin_loss": (
        lambda x, t: ivy.multi_margin_loss(x, t),
        lambda x, t: F.multi_margin_loss(x, t),
        [A, numpy.array([0, 2, 1, 1])],
    ),
    "multi_margin_loss squared": (
        lambda x, t, w: ivy.multi_margin_loss(x, t, w, p=2, margin=0.5, reduction="none"),
        lambda x, t, w: F.multi_margin_loss(
            x, t, p=2, margin=0.5, weight=w.to(x.dtype), reduction="none"
        ),
        [A, numpy.array([0, 2, 1, 1]), numpy.array([1, 2, 3])],
    ),
    "multilabel_margin_loss": (
        lambda x, t: ivy.multilabel_margin_loss(x, t, reduction="none"),
        lambda x, t: F.multilabel_margin_loss(x, t, reduction="none"),
        [A, numpy.array([[0, -1, 2], [2, 1, -1], [-1, 0, 1], [0, 1, 2]])],
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_option_is_that_of_torch(name, backend):
    ours, theirs, arrays = OTHERS[name]
    assert_like_torch(ours, theirs, *arrays, dtypes=("float64",))


# -- classes -------------------------------------------------------------------------------------

_CLASSES = numpy.array([0, 2, 1, -100])
_IMAGE = RNG.integers(0, 3, (2, 2, 2))
CROSS = [
    (A, _CLASSES, {}),
    (A, _CLASSES, {"reduction": "sum", "label_smoothing": 0.3}),
    (A, _CLASSES, {"weight": [1.0, 2.0, 3.0], "label_smoothing": 0.1}),
    (A, numpy.array([0, 2, 1, 1]), {"weight": [1.0, 2.0, 3.0], "ignore_index": 1}),
    (normal(2, 3, 2, 2), _IMAGE, {"weight": [1.0, 2.0, 3.0], "reduction": "none"}),
    (A, numpy.full(4, -100), {}),  # none counts: NaN, as 0 / 0 is
    (A, shares(4, 3), {}),
    (A, shares(4, 3), {"weight": [1.0, 2.0, 3.0], "label_smoothing": 0.2}),
    (normal(2, 3, 2, 2), shares(2, 3, 2, 2), {"reduction": "none"}),
    (normal(2, 3, 2, 2), shares(2, 3, 2, 2), {"reduction": "sum", "label_smoothing": 1.0}),
]


@pytest.mark.parametrize(("x", "target", "options"), CROSS)
def test_cross_entropy_is_that_of_torch(x, target, options, backend):
    weight = options.get("weight")
    options = {k: v for k, v in options.items() if k != "weight"}
    assert_like_torch(
        lambda x, t: ivy.cross_entropy(x, t, _as(ivy.asarray, weight, x), **options),
        lambda x, t: F.cross_entropy(x, t, _as(torch.tensor, weight, x), **options),
        *(x, target),
    )


@pytest.mark.parametrize(("x", "target", "options"), [c for c in CROSS if c[1].dtype.kind == "i"])
def test_nll_loss_is_that_of_torch(x, target, options, backend):
    weight = options.get("weight")
    options = {k: v for k, v in options.items() if k in ("reduction", "ignore_index")}
    assert_like_torch(
        lambda x, t: ivy.nll_loss(x, t, _as(ivy.asarray, weight, x), **options),
        lambda x, t: F.nll_loss(x, t, _as(torch.tensor, weight, x), **options),
        *(x, target),
        dtypes=("float64",),
    )


def _as(make, weight, x):
    return None if weight is None else make(weight, dtype=x.dtype)


def test_classes_of_every_integer_dtype(backend):
    x, want = ivy.asarray(A), None
    for dtype in ("uint8", "int8", "int32", "int64", "uint64"):
        got = float(ivy.cross_entropy(x, ivy.asarray([0, 2, 1, 1], dtype=dtype)))
        want = got if want is None else want
        assert got == want


def test_ignored_targets_may_be_impossible(backend):
    x = ivy.log(ivy.asarray([[0.0, 1.0], [0.5, 0.5]]))
    target = ivy.asarray([-100, 0])
    assert float(ivy.nll_loss(x, target)) == pytest.approx(numpy.log(2))
    gradient = ivy.grad(lambda x: ivy.nll_loss(x, target))(x)
    assert ivy.to_numpy(gradient).tolist() == [[0, 0], [-1, 0]]


@pytest.mark.parametrize("target", [-1, 3])
def test_class_that_does_not_exist_is_an_error(target, backend):
    classes = ivy.asarray([0, target, 1, 1])
    for loss in (ivy.cross_entropy, ivy.nll_loss, ivy.multi_margin_loss):
        expected = rf"^ivy\.{loss.__name__}: expected targets from 0 to 2.*, got {target}$"
        with pytest.raises(IndexError, match=expected):
            loss(ivy.asarray(A), classes)


def test_class_beyond_int64_is_not_ignored(backend):
    target = ivy.asarray(numpy.array([0, 2**64 - 100, 1, 1], "uint64"))
    with pytest.raises(IndexError, match="expected targets"):
        ivy.cross_entropy(ivy.asarray(A), target)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("label_smoothing", [0.0, 0.1])
@pytest.mark.parametrize("weight", [None, numpy.array([1.0, 2.0, 3.0])])
@pytest.mark.parametrize("bad", [numpy.nan, numpy.inf, -numpy.inf])
def test_scores_of_ignored_targets_may_be_anything(
    reduction, label_smoothing, weight, bad, backend
):
    x, target = A.copy(), numpy.array([0, -100, 2, 1])
    x[1, 0] = bad
    options = {"reduction": reduction, "label_smoothing": label_smoothing}
    theirs = torch.tensor(numpy.delete(A, 1, 0), requires_grad=True)
    want = F.cross_entropy(
        theirs, torch.tensor([0, 2, 1]), _as(torch.tensor, weight, theirs), **options
    )
    want.sum().backward()
    t = ivy.asarray(target)

    def ours(x):
        return ivy.cross_entropy(x, t, _as(ivy.asarray, weight, x), **options)

    got = ivy.to_numpy(ours(ivy.asarray(x)))
    assert got.ndim == 0 or got[1] == 0
    got = numpy.delete(got, 1) if got.ndim else got
    numpy.testing.assert_allclose(got, want.detach().numpy(), rtol=1e-12)
    slopes = ivy.to_numpy(ivy.grad(lambda x: ivy.sum(ours(x)))(ivy.asarray(x)))
    numpy.testing.assert_allclose(numpy.delete(slopes, 1, 0), theirs.grad.numpy(), rtol=1e-9)
    assert slopes[1].tolist() == [0, 0, 0]


def test_weights_of_classes_that_no_target_has_may_be_anything(backend):
    weight = ivy.asarray([numpy.nan, 2.0, numpy.inf], dtype="float64")
    for loss in (ivy.cross_entropy, ivy.nll_loss):
        for target in ([1, 1, 1, 1], [1, -100, 1, 1]):
            want = loss(ivy.asarray(A), ivy.asarray(target))
            got = loss(ivy.asarray(A), ivy.asarray(target), weight)
            assert float(got) == pytest.approx(float(want), rel=1e-12)


@pytest.mark.parametrize(
    ("inputs", "labels"), [([5, 4], [2, 2]), ([-1, 4], [2, 2]), ([4, 4], [3, 2]), ([4, 4], [-1, 2])]
)
def test_lengths_that_there_cannot_be_are_errors(inputs, labels, backend):
    x, targets = ivy.log_softmax(ivy.asarray(normal(4, 2, 3))), ivy.asarray([[1, 2], [2, 1]])
    with pytest.raises(IndexError, match=r"^ivy\.ctc_loss: expected \w+_lengths from 0 to "):
        ivy.ctc_loss(x, targets, ivy.asarray(inputs), ivy.asarray(labels))


def test_too_few_labels_one_after_the_other_are_an_error(backend):
    x, length = ivy.log_softmax(ivy.asarray(normal(4, 2, 3))), ivy.asarray([4, 4])
    with pytest.raises(IndexError, match=r"^ivy\.ctc_loss: expected 4 targets, .*, got 3"):
        ivy.ctc_loss(x, ivy.asarray([1, 2, 2]), length, ivy.asarray([2, 2]))


@pytest.mark.parametrize("beta", [1e-5, 1e-9, 1e-45])
def test_smooth_l1_loss_bends_in_no_room(beta, backend):
    x = numpy.array([0.0, 1e-2, -3.0, 100.0])
    for dtype in ("float16", "float32"):
        d = ivy.asarray(x, dtype=dtype)
        got = ivy.smooth_l1_loss(d, ivy.zeros(4, dtype=dtype), beta=beta, reduction="none")
        unit = ivy.finfo(dtype).eps
        numpy.testing.assert_allclose(ivy.to_numpy(got), abs(x), rtol=unit + beta * 100, atol=beta)


def test_binary_cross_entropy_at_the_ends_has_a_slope(backend):
    assert_like_torch(
        lambda x, t: ivy.binary_cross_entropy(x, t, reduction="none"),
        lambda x, t: F.binary_cross_entropy(x, t.to(x.dtype), reduction="none"),
        *(numpy.array([0.0, 1.0]), numpy.array([1, 0])),
        dtypes=("float32",),  # torch's least divisor is a float32 in every dtype
    )


# -- small and large numbers ---------------------------------------------------------------------


def test_log_cosh_loss_is_exact_for_small_and_large_differences(backend):
    x = numpy.array([0.0, 1e-8, -1e-3, 0.999, 1.001, -30.0, 1e300])
    want = numpy.log(numpy.cosh(numpy.clip(x, -30, 30)))
    want[1:3] = x[1:3] ** 2 / 2 - x[1:3] ** 4 / 12
    want[-1] = 1e300
    got = ivy.log_cosh_loss(ivy.asarray(x), ivy.zeros(7, dtype="float64"), reduction="none")
    numpy.testing.assert_allclose(ivy.to_numpy(got), want, rtol=1e-12)
    slope = ivy.grad(lambda x: ivy.sum(ivy.log_cosh_loss(x, 0 * x, reduction="none")))
    numpy.testing.assert_allclose(
        ivy.to_numpy(slope(ivy.asarray(x[:-1]))), numpy.tanh(x[:-1]), rtol=1e-12, atol=1e-20
    )


@pytest.mark.parametrize("name", ["huber_loss", "smooth_l1_loss", "log_cosh_loss", "l1_loss"])
def test_loss_of_an_infinite_difference_has_a_slope(name, backend):
    def loss(x):
        return ivy.sum(getattr(ivy, name)(x, ivy.zeros_like(x), reduction="none"))

    x = ivy.asarray([numpy.inf, -numpy.inf])
    assert float(loss(x)) == numpy.inf
    assert ivy.to_numpy(ivy.grad(loss)(x)).tolist() == [1, -1]


def test_vector_of_zeros_has_a_cosine_and_a_slope(backend):
    zero, x = ivy.zeros((1, 3)), ivy.ones((1, 3))
    assert ivy.to_numpy(ivy.cosine_similarity(zero, x)).tolist() == [0]
    gradient = ivy.grad(lambda a, b: ivy.sum(ivy.cosine_similarity(a, b)), argnums=(0, 1))(zero, x)
    assert all(numpy.isfinite(ivy.to_numpy(g)).all() for g in gradient)


# -- sequences -----------------------------------------------------------------------------------

_LENGTHS = (numpy.array([7, 5, 7, 2]), numpy.array([3, 2, 0, 3]))
# The first repeats a label, the last is too long for its input.
_LABELS = numpy.array([[1, 1, 2], [3, 1, -7], [9, 9, 9], [1, 2, 3]])
CTC = [
    {"reduction": "none", "zero_infinity": True},
    {"reduction": "mean", "zero_infinity": True},
    {"reduction": "sum", "zero_infinity": True, "blank": 4},
]


@pytest.mark.parametrize("options", CTC, ids=str)
def test_ctc_loss_is_that_of_torch(options, backend):
    x = normal(7, 4, 5)
    n, m = _LENGTHS
    joined = numpy.concatenate([row[:k] for row, k in zip(_LABELS, m, strict=True)])
    theirs = torch.tensor(numpy.where(numpy.arange(3) < m[:, None], _LABELS, 0))
    for ours in (_LABELS, joined) if options["reduction"] == "mean" else (_LABELS,):
        assert_like_torch(
            lambda x, n, m, ours=ours: ivy.ctc_loss(
                ivy.log_softmax(x, axis=-1), ivy.asarray(ours), n, m, **options
            ),
            lambda x, n, m: F.ctc_loss(torch.log_softmax(x, -1), theirs, n, m, **options),
            *(x, n, m),
            dtypes=("float64",),
        )


def test_ctc_loss_of_one_sequence(backend):
    x, target = normal(3, 4), numpy.array([2, 3])
    assert_like_torch(
        lambda x, t: ivy.ctc_loss(x, t, ivy.asarray(3), ivy.asarray(2), reduction="none"),
        lambda x, t: F.ctc_loss(x, t, torch.tensor(3), torch.tensor(2), reduction="none"),
        *(x, target),
        dtypes=("float32",),
        gradients=False,  # torch's are right for what comes out of a softmax only
    )


def test_ctc_loss_that_is_impossible(backend):
    x = ivy.log_softmax(ivy.asarray(normal(7, 4, 5)), axis=-1)
    args = (ivy.asarray(_LABELS), *map(ivy.asarray, _LENGTHS))
    losses = ivy.to_numpy(ivy.ctc_loss(x, *args, reduction="none"))
    assert numpy.isfinite(losses).tolist() == [True, True, True, False]
    gradient = ivy.to_numpy(ivy.grad(lambda x: ivy.ctc_loss(x, *args))(x))
    assert numpy.isfinite(gradient).all()
    assert not gradient[:, 3].any()


@pytest.mark.parametrize("sizes", [(3, 1, 0), (0, 2, 1)])
def test_ctc_loss_of_nothing(sizes, backend):
    steps, n, m = sizes
    x = ivy.asarray(normal(steps, n, 3))
    lengths = ivy.full((n,), steps, dtype="int64"), ivy.full((n,), m, dtype="int64")
    got = ivy.ctc_loss(x, ivy.ones((n, m), dtype="int64"), *lengths, reduction="sum")
    assert float(got) == pytest.approx(numpy.inf if m else -float(ivy.sum(x[:, :, 0])))


# -- bad input -----------------------------------------------------------------------------------

ELEMENTWISE = [
    *("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "log_cosh_loss"),
    *("binary_cross_entropy", "binary_cross_entropy_with_logits", "kl_div", "poisson_nll_loss"),
    *("soft_margin_loss", "hinge_embedding_loss", "multilabel_soft_margin_loss"),
]


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_target_that_would_broadcast_is_an_error(name, backend):
    x, target = ivy.ones((3, 1)), ivy.ones(3)
    for a, b in ((x, target), (target, x), (x, ivy.ones(())), (x, ivy.ones((1, 1)))):
        with pytest.raises(ValueError, match=rf"^ivy\.{name}: expected .*got shapes") as caught:
            getattr(ivy, name)(a, b)
        assert str(a.shape) in str(caught.value)
        assert str(b.shape) in str(caught.value)
        assert "ivy.reshape" in str(caught.value)


_X, _T = ivy.ones((4, 3)), ivy.asarray([0, 1, 2, 0])
WRONG = {
    "three shapes": lambda: ivy.margin_ranking_loss(_X, _X, ivy.ones(4)),
    "three shapes, the second": lambda: ivy.margin_ranking_loss(_X, ivy.ones(3), _X),
    "variance": lambda: ivy.gaussian_nll_loss(_X, _X, ivy.ones((1, 3))),
    "variance of a number": lambda: ivy.gaussian_nll_loss(ivy.ones(3), ivy.ones(3), ivy.ones(2)),
    "weight that makes it larger": lambda: ivy.binary_cross_entropy(_X, _X, ivy.ones((2, 4, 3))),
    "weight that does not fit": lambda: ivy.binary_cross_entropy(_X, _X, ivy.ones(4)),
    "pos_weight": lambda: ivy.binary_cross_entropy_with_logits(_X, _X, None, ivy.ones(4)),
    "classes in a column": lambda: ivy.cross_entropy(_X, ivy.reshape(_T, (4, 1))),
    "too few classes": lambda: ivy.cross_entropy(_X, _T[:3]),
    "weights of classes": lambda: ivy.cross_entropy(_X, _T, ivy.ones(4)),
    "smoothing": lambda: ivy.cross_entropy(_X, _T, label_smoothing=1.5),
    "nll classes": lambda: ivy.nll_loss(_X, ivy.reshape(_T, (4, 1))),
    "no axis": lambda: ivy.nll_loss(ivy.ones(3), ivy.asarray(1)),
    "reduction": lambda: ivy.l1_loss(_X, _X, reduction="max"),
    "reduction of kl_div": lambda: ivy.kl_div(_X, _X, reduction="max"),
    "beta": lambda: ivy.smooth_l1_loss(_X, _X, beta=-1.0),
    "delta": lambda: ivy.huber_loss(_X, _X, delta=0.0),
    "delta nan": lambda: ivy.huber_loss(_X, _X, delta=float("nan")),
    "power": lambda: ivy.multi_margin_loss(_X, _T, p=3),
    "labels": lambda: ivy.multilabel_margin_loss(_X, _T),
    "triplets": lambda: ivy.triplet_margin_loss(_X, _X, ivy.ones(3)),
    "margin": lambda: ivy.triplet_margin_loss(_X, _X, _X, margin=0.0),
    "cosine targets": lambda: ivy.cosine_embedding_loss(_X, _X, ivy.ones((4, 1))),
    "cosine axis": lambda: ivy.cosine_similarity(_X, _X, axis=2),
    "ctc lengths": lambda: ivy.ctc_loss(
        ivy.ones((5, 4, 3)), ivy.ones((4, 2), dtype="int64"), _T, _T[:2]
    ),
    "ctc blank": lambda: ivy.ctc_loss(
        ivy.ones((5, 4, 3)), ivy.ones((4, 2), dtype="int64"), _T, _T, blank=3
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_argument_is_an_error(name):
    with pytest.raises(ValueError, match=r"^ivy\.\w+: expected .*got"):
        WRONG[name]()


def test_classes_must_be_integers(backend):
    for loss in (ivy.cross_entropy, ivy.nll_loss, ivy.multi_margin_loss):
        with pytest.raises(TypeError, match=r"^ivy\.\w+: expected targets .*float32"):
            loss(ivy.ones((4, 3)), ivy.ones(4))
