"""The tape: what it passes on, what it keeps and for how long, and its errors."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import weakref
from typing import Any

import numpy
import pytest

import ivy
from ivy.autodiff import rules
from ivy.autodiff.tape import TapeArray, backward, leaf
from ivy.errors import UnsupportedError
from ivy.functional._op import registry
from ivy_tests.autodiff.test_rules import FIRST
from ivy_tests.support.backends import needs
from ivy_tests.support.compare import assert_same


def one() -> Any:
    return ivy.asarray(1.0)


# -- gradients -----------------------------------------------------------------------------------


def test_owners_get_the_gradients_of_leaves(backend):
    got: dict[str, Any] = {}
    x = leaf(ivy.asarray([1.0, 2.0]), lambda g: got.__setitem__("x", g))
    y = leaf(ivy.asarray(3.0), lambda g: got.__setitem__("y", g))
    z = leaf(ivy.asarray(4.0), lambda g: got.__setitem__("z", g))
    assert backward(ivy.sum(x * y + x * x), one()) == {}
    assert_same(got, {"x": [5.0, 7.0], "y": 3.0})
    assert z.shape == ()


def test_wanted_gradients_are_returned_and_owners_left_alone(backend):
    x = leaf(ivy.asarray([1.0, 2.0]), pytest.fail)
    y = leaf(ivy.asarray(3.0), pytest.fail)
    unused = leaf(ivy.asarray(3.0))
    inside = ivy.exp(x)
    got = backward(ivy.sum(inside * y), one(), wanted=[inside.node, y.node, unused.node])
    assert got.keys() == {inside.node, y.node}
    assert_same(got[inside.node], [3.0, 3.0])
    assert_same(got[y.node], float(numpy.exp(1) + numpy.exp(2)))


def test_only_what_leads_to_wanted_nodes_is_computed(monkeypatch):
    x, y = leaf(ivy.asarray(1.0)), leaf(ivy.asarray(2.0))
    inside = x * y
    before = ivy.exp(y)
    before.node.hooks = [pytest.fail]
    backward(inside * before, one(), wanted=[x.node], retain_graph=True)
    backward(inside * inside, one(), wanted=[inside.node])
    # The product was not passed, so it has not been used up.
    assert_same(backward(inside, one(), wanted=[x.node])[x.node], 2.0)


def test_a_result_that_is_used_in_several_places_is_visited_once(backend):
    x = leaf(ivy.asarray(2.0))
    y = x * x
    seen: list[Any] = []
    y.node.hooks = [seen.append]
    got = backward(y * y + y, one(), wanted=[x.node])
    assert_same(got[x.node], 4 * 2.0**3 + 2 * 2.0)
    assert_same(seen, [2 * 4.0 + 1])


def test_hooks_change_the_gradient_in_order():
    x = leaf(ivy.asarray(2.0))
    y = x * 3
    y.node.hooks = [lambda g: g + 1, lambda g: None, lambda g: g * 10]
    x.node.hooks = [lambda g: -g]
    assert_same(backward(y * 1, one(), wanted=[x.node])[x.node], -60.0)


def test_gradients_have_the_dtype_and_shape_of_their_array(backend):
    x = leaf(ivy.asarray([[1.0], [2.0]], dtype="float16"))
    y = leaf(ivy.asarray([1.0, 2.0, 3.0], dtype="float64"))
    got = backward(ivy.sum(x * y), ivy.asarray(1.0, dtype="float64"), wanted=[x.node, y.node])
    assert_same(got[x.node], [[6.0], [6.0]], dtype="float16")
    assert_same(got[y.node], [3.0, 3.0, 3.0], dtype="float64")


def test_bfloat16_keeps_its_dtype(backend):
    x = leaf(ivy.asarray([1.0, 2.0], dtype="bfloat16"))
    got = backward(ivy.sum(x * x), ivy.asarray(1.0, dtype="bfloat16"), wanted=[x.node])
    assert_same(got[x.node], [2.0, 4.0], dtype="bfloat16")


def test_a_real_array_in_a_complex_product_has_a_real_gradient(backend):
    x = leaf(ivy.asarray([1.0, 2.0]))
    got = backward(ivy.sum(ivy.abs(x * (3 + 4j))), one(), wanted=[x.node])
    assert_same(got[x.node], [5.0, 5.0])


def test_integers_get_no_gradient(backend):
    x = leaf(ivy.asarray([1.0, 2.0]))
    got = backward(ivy.sum(x * ivy.asarray([2, 3])), one(), wanted=[x.node])
    assert_same(got[x.node], [2.0, 3.0])


def test_a_seed_of_another_shape_is_refused():
    with pytest.raises(ValueError, match=r"expected a seed of shape \(2,\).*got shape \(\)"):
        backward(leaf(ivy.asarray([1.0, 2.0])), one())


@pytest.mark.parametrize(
    "f",
    [
        lambda x: x > 0,
        lambda x: ivy.argmax(x),
        lambda x: ivy.isnan(x),
        lambda x: ivy.stop_gradient(x),
        lambda x: ivy.astype(x, "int32"),
        lambda x: ivy.sum(x, dtype="int64"),
        lambda x: ivy.nonzero(x)[0],
        lambda x: ivy.zeros_like(x),
        lambda x: ivy.top_k(x, 1).indices,
        lambda x: x // 2,
    ],
)
def test_what_has_no_derivative_leaves_the_tape(f, backend):
    result = f(leaf(ivy.asarray([1.0, 2.0])))
    assert type(result) is type(ivy.asarray(1.0))


def test_an_operation_without_rule_raises(monkeypatch):
    monkeypatch.delitem(rules.RULES, "erf")
    with pytest.raises(UnsupportedError, match=r"ivy\.erf: .* has no rule"):
        TapeArray.build(registry["erf"])


def test_third_order(backend):
    def third(f: Any) -> Any:
        return ivy.grad(ivy.grad(ivy.grad(f)))

    x = ivy.asarray(0.7, dtype="float64")
    sine, cosine, loose = numpy.sin(0.7), numpy.cos(0.7), {"loosen": 10, "reason": "many roundings"}
    assert_same(third(ivy.sin)(x), numpy.array(-cosine), **loose)
    assert_same(third(lambda x: x**4)(x), numpy.array(24 * 0.7), **loose)
    assert_same(third(lambda x: 1 / x)(x), numpy.array(-6 / 0.7**4), **loose)
    assert_same(third(lambda x: ivy.exp(x * 2))(x), numpy.array(8 * numpy.exp(1.4)), **loose)
    t = numpy.tanh(0.7)
    assert_same(third(ivy.tanh)(x), numpy.array(-2 * (1 - t * t) * (1 - 3 * t * t)), **loose)
    assert_same(
        third(lambda x: ivy.prod(ivy.stack([x, ivy.sin(x), x])))(x),
        numpy.array(6 * cosine - 6 * 0.7 * sine - 0.49 * cosine),
        **loose,
    )

    def by_matrices(x: Any) -> Any:
        x = ivy.reshape(x, (1, 1))
        return ivy.reshape(ivy.matmul(x, x**3), ())

    assert_same(third(by_matrices)(x), numpy.array(24 * 0.7), **loose)


# -- arrays on the tape --------------------------------------------------------------------------


def test_a_tape_array_is_an_array(backend):
    x = leaf(ivy.asarray([1.0, 2.0]))
    assert (x.shape, x.dtype, x.ndim, x.size, len(x)) == ((2,), ivy.float32, 1, 2, 2)
    assert (x.backend, x.device) == (backend, ivy.asarray(1.0).device)
    assert ivy.to_native(x) is x.data.data
    assert_same(ivy.to_numpy(x), numpy.array([1, 2], "float32"))
    assert x.tolist() == [1.0, 2.0]
    assert float(x[0]) == 1.0
    assert bool(x[0] > 0)
    assert repr(x) == f"TapeArray([1., 2.], dtype=float32, backend={backend!r})"


def test_copies_stay_on_the_tape(backend):
    x = leaf(ivy.asarray([1.0, 2.0]))
    for other in (copy.copy(x), copy.deepcopy(x)):
        got = backward(ivy.sum(other * x), one(), wanted=[x.node])
        assert_same(got[x.node], [2.0, 4.0])


def test_a_list_with_arrays_of_the_tape_makes_one_on_it(backend):
    x = leaf(ivy.asarray([1.0, 2.0]))
    y = ivy.asarray([[x[0] * 3, 1.0], [x[1], x[0]]])
    assert_same(backward(ivy.sum(y), one(), wanted=[x.node])[x.node], [4.0, 1.0])


@pytest.mark.parametrize("leave", [numpy.sin, numpy.asarray, pickle.dumps, numpy.from_dlpack])
def test_leaving_the_tape_unawares_is_an_error(leave):
    with pytest.raises(TypeError, match=r"ivy\.stop_gradient\(x\)"):
        leave(leaf(ivy.asarray([1.0, 2.0])))


@needs("torch")
def test_moving_to_another_backend_would_leave_the_tape():
    x = leaf(ivy.asarray([1.0, 2.0]))
    assert ivy.to_backend(x, "numpy") is x
    with pytest.raises(TypeError, match=r"ivy\.stop_gradient\(x\)"):
        ivy.to_backend(x, "torch")


def test_writing_to_an_array_on_the_tape_changes_the_array_and_not_what_was_kept(backend):
    x = leaf(ivy.asarray([1.0, 2.0]))
    y = copy.copy(x)
    kept = ivy.sum(y * y)
    y[0] = 5.0
    y *= 3
    got = backward(kept + ivy.sum(y), one(), wanted=[x.node])
    assert_same(got[x.node], [2.0, 4.0 + 3])
    assert_same(y.data, [15.0, 6.0])


def test_writing_an_array_on_the_tape_into_another(backend):
    x = leaf(ivy.asarray(2.0))
    y = leaf(ivy.asarray([1.0, 1.0]))
    z = y * 1
    z[1] = x * x
    got = backward(ivy.sum(z * z), one(), wanted=[x.node, y.node])
    assert_same(got[x.node], 2 * 4.0 * 2 * 2)
    assert_same(got[y.node], [2.0, 0.0])


def test_writing_an_array_on_the_tape_into_a_plain_one_is_an_error(backend):
    plain = ivy.zeros(2)
    with pytest.raises(TypeError, match=r"x = ivy\.setitem\(x, v, key\)"):
        plain[0] = leaf(ivy.asarray(1.0))
    assert_same(plain, [0.0, 0.0])


def test_writing_to_a_constant_after_its_use_does_not_change_gradients(backend):
    x = leaf(ivy.asarray([1.0, 2.0]))
    factor, places = ivy.asarray([3.0, 4.0]), ivy.asarray([1, 0])
    result = ivy.sum(x * factor) + ivy.sum(x[places] * ivy.asarray([10.0, 20.0]))
    factor += 1
    places[0] = 0
    got = backward(result, one(), wanted=[x.node])
    assert_same(got[x.node], [23.0, 14.0])


# -- what the tape keeps -------------------------------------------------------------------------


def test_a_second_backward_raises_unless_the_graph_is_retained(backend):
    x = leaf(ivy.asarray(2.0))
    y = x * x
    for _ in range(2):
        assert_same(backward(y, one(), wanted=[x.node], retain_graph=True)[x.node], 4.0)
    backward(y, one(), wanted=[x.node])
    with pytest.raises(RuntimeError, match=r"second time.*specify retain_graph=True"):
        backward(y, one(), wanted=[x.node])


def test_what_keeps_nothing_can_run_again():
    x = leaf(ivy.asarray(2.0))
    y = ivy.reshape(x + x, (1,))
    for _ in range(2):
        assert_same(backward(y, ivy.asarray([1.0]), wanted=[x.node])[x.node], 2.0)


class Epoch:
    """What a frontend marks when it overwrites a value in place."""

    dead = False


@pytest.mark.parametrize(
    ("f", "name"),
    [
        (lambda x, c: x * c, "multiply"),
        (lambda x, c: x**c, "pow"),
        (lambda x, c: ivy.concat([ivy.einsum("i,i->i", [x, c])]), "einsum"),
    ],
)
@pytest.mark.parametrize("which", [0, 1], ids=["on tape", "constant"])
def test_a_kept_value_that_was_overwritten_raises(f, name, which):
    arrays = [ivy.asarray([1.0, 2.0]), ivy.asarray([3.0, 4.0])]
    epoch = arrays[which].epoch = Epoch()
    x = leaf(arrays[0])
    other = leaf(arrays[1]) if which == 0 else arrays[1]
    y = ivy.sum(f(x, other))
    backward(y, one(), retain_graph=True)
    epoch.dead = True
    with pytest.raises(
        RuntimeError, match=rf"has been modified by an inplace operation: .* that ivy\.{name} kept"
    ):
        backward(y, one())


def test_an_overwritten_result_raises():
    x = leaf(ivy.asarray([1.0, 2.0]))
    y = ivy.exp(x)
    epoch = y.data.epoch = Epoch()
    z = ivy.sum(y)
    epoch.dead = True
    with pytest.raises(RuntimeError, match=r"ivy\.exp kept"):
        backward(z, one())


def test_an_overwritten_value_that_nobody_reads_is_no_error():
    array = ivy.asarray([1.0, 2.0])
    epoch = array.epoch = Epoch()
    x = leaf(array)
    y = ivy.sum(x * ivy.asarray([3.0, 4.0]))
    epoch.dead = True
    assert_same(backward(y, one(), wanted=[x.node])[x.node], [3.0, 4.0])


def freed(build: Any) -> bool:
    """Whether the array that `build` makes is freed, while what it returns is held."""
    gc.collect()
    gc.disable()
    try:
        holder, array = build()
        reference = weakref.ref(array)
        del array
        return reference() is None and holder is not None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    "f",
    [
        lambda x: x + 1,
        lambda x: x * 2,
        lambda x: x * ivy.asarray([1.0, 2.0]),
        lambda x: ivy.relu(x),
        lambda x: ivy.exp(x),
        lambda x: ivy.sum(x),
        lambda x: x[0],
        lambda x: ivy.softmax(x),
        lambda x: ivy.concat([x, x]),
        lambda x: ivy.split(x, (1, 1)),
    ],
)
def test_an_argument_that_no_gradient_reads_is_not_kept(f):
    def build() -> Any:
        inside = leaf(ivy.asarray([1.0, 2.0])) * 3
        return f(inside), inside.data

    assert freed(build)


def test_an_argument_that_a_gradient_reads_is_kept():
    def build() -> Any:
        inside = leaf(ivy.asarray([1.0, 2.0])) * 3
        return ivy.sin(inside), inside.data

    assert not freed(build)


@pytest.mark.parametrize("f", [ivy.exp, ivy.sin, lambda x: ivy.svd(x.reshape((1, 2))).S])
def test_what_was_kept_is_freed_when_it_is_used_up(f):
    def build() -> Any:
        x = leaf(ivy.asarray([1.0, 2.0]))
        inside = f(ivy.sin(x))
        root = ivy.sum(ivy.sin(inside))
        backward(root, one())
        return (root, x), inside.data

    assert freed(build)


@pytest.mark.parametrize("create_graph", [False, True])
def test_there_are_no_reference_cycles(create_graph):
    gc.collect()
    gc.disable()
    try:
        x = leaf(ivy.asarray([[1.0, 2.0], [3.0, 4.0]]))
        y = ivy.sum(ivy.softmax(ivy.exp(x)) * ivy.svd(x).S)
        got = backward(y, one(), wanted=[x.node], create_graph=create_graph)
        references = [weakref.ref(a.node) for a in (x, y)]
        del x, y, got
        assert [r() for r in references] == [None, None]
    finally:
        gc.enable()


def test_long_chains_need_no_recursion():
    x = leaf(ivy.asarray(1.0))
    y: Any = x
    for _ in range(30_000):
        y = y + 1
    assert_same(backward(y, one(), wanted=[x.node])[x.node], 1.0)
    del y


def test_gradients_are_on_the_tape_where_that_is_asked_for(backend):
    x = leaf(ivy.asarray(3.0))
    first = backward(x * x * x, one(), wanted=[x.node], create_graph=True)[x.node]
    assert isinstance(first, TapeArray)
    assert_same(first.data, 27.0)
    assert_same(backward(first, one(), wanted=[x.node])[x.node], 18.0)


# -- kinks, where torch says what the value is ---------------------------------------------------

NAN, INF = numpy.nan, numpy.inf
KINKS: dict[str, tuple[Any, Any, list[Any]]] = {
    # name: (function, the same in torch, arguments)
    "abs": (ivy.abs, lambda t, x: t.abs(x), [[-1.0, 0.0, 1.0]]),
    "relu": (ivy.relu, lambda t, x: t.relu(x), [[-1.0, 0.0, 1.0, NAN]]),
    "sqrt": (ivy.sqrt, lambda t, x: t.sqrt(x), [[0.0, 4.0]]),
    "sign": (ivy.sign, lambda t, x: t.sign(x), [[-1.0, 0.0]]),
    "log": (ivy.log, lambda t, x: t.log(x), [[0.0, 1.0]]),
    "reciprocal": (ivy.reciprocal, lambda t, x: t.reciprocal(x), [[0.0, 2.0]]),
    "rsqrt": (ivy.rsqrt, lambda t, x: t.rsqrt(x), [[0.0, 4.0]]),
    "divide": (ivy.divide, lambda t, x, y: x / y, [[1.0, 1.0], [0.0, 2.0]]),
    "maximum": (
        ivy.maximum,
        lambda t, x, y: t.maximum(x, y),
        [[1.0, 2.0, 3.0, NAN], [2.0, 2.0, 2.0, 1.0]],
    ),
    "minimum": (
        ivy.minimum,
        lambda t, x, y: t.minimum(x, y),
        [[1.0, 2.0, 3.0, NAN], [2.0, 2.0, 2.0, 1.0]],
    ),
    "clip": (
        lambda x: ivy.clip(x, -1, 1),
        lambda t, x: t.clip(x, -1, 1),
        [[-2.0, -1.0, 0.0, 1.0, 2.0, NAN]],
    ),
    "clip arrays": (
        ivy.clip,
        lambda t, x, a, b: t.clip(x, a, b),
        [[-2.0, -1.0, 0.0, 1.0, 2.0, 0.0], [-1.0, -1.0, 0.0, 2.0, 2.0, 3.0], [1.0] * 6],
    ),
    "pow": (
        ivy.pow,
        lambda t, x, y: x**y,
        [[0.0, 0.0, 0.0, 2.0, -2.0, 0.0], [0.0, 1.0, 2.0, 0.0, 2.0, 0.5]],
    ),
    "pow base": (lambda y: ivy.pow(0.0, y), lambda t, y: 0.0**y, [[0.0, 1.0, 2.0]]),
    "pow 0": (lambda x: x**0, lambda t, x: x**0, [[0.0, 1.0]]),
    "pow 1": (lambda x: x**1, lambda t, x: x**1, [[0.0, 1.0]]),
    "pow 2": (lambda x: x**2, lambda t, x: x**2, [[0.0, -1.0]]),
    "pow 0.5": (lambda x: x**0.5, lambda t, x: x**0.5, [[0.0, 1.0]]),
    "max": (lambda x: ivy.max(x, axis=1), lambda t, x: t.amax(x, 1), [[[1.0, 3.0, 3.0]]]),
    "min": (lambda x: ivy.min(x), lambda t, x: t.amin(x), [[1.0, 1.0, 3.0, 1.0]]),
    "prod 1 zero": (ivy.prod, lambda t, x: t.prod(x), [[2.0, 0.0, 3.0]]),
    "prod 2 zeros": (ivy.prod, lambda t, x: t.prod(x), [[2.0, 0.0, 0.0]]),
    "prod no element": (ivy.prod, lambda t, x: t.prod(x), [[]]),
    "std": (ivy.std, lambda t, x: t.std(x, correction=0), [[2.0, 2.0]]),
    "var of one": (
        lambda x: ivy.var(x, correction=1),
        lambda t, x: t.var(x, correction=1),
        [[2.0]],
    ),
    "atan2": (ivy.atan2, lambda t, x, y: t.atan2(x, y), [[0.0, 1.0, 0.0], [1.0, 0.0, -1.0]]),
    "remainder": (
        ivy.remainder,
        lambda t, x, y: t.remainder(x, y),
        [[5.0, -5.0, 4.0], [2.0, 2.0, 2.0]],
    ),
    "softplus": (ivy.softplus, lambda t, x: t.nn.functional.softplus(x), [[0.0, 15.0, -90.0]]),
    "sort": (ivy.sort, lambda t, x: t.sort(x, stable=True)[0], [[2.0, 1.0, 2.0, 1.0]]),
    "max_pool2d": (
        lambda x: ivy.max_pool2d(x, window=(2, 2), strides=(2, 2)),
        lambda t, x: t.nn.functional.max_pool2d(x, 2),
        [[[[[1.0, 3.0], [3.0, 3.0]]]]],
    ),
    "log_softmax": (
        ivy.log_softmax,
        lambda t, x: t.log_softmax(x, -1),
        [[0.0, 1000.0, -1000.0]],
    ),
    "complex abs": (ivy.abs, lambda t, x: t.abs(x), [[0j, 3 + 4j]]),
    "complex sign": (ivy.sign, lambda t, x: t.sgn(x), [[3 + 4j]]),
}


# Where torch's own second order is NaN, and one that is NaN or 0 by the order of operations.
NO_SECOND_ORDER = ("pow", "pow base", "var of one")


@pytest.mark.parametrize(
    ("name", "order"), [(n, o) for n in KINKS for o in (1, 2) if o == 1 or n not in NO_SECOND_ORDER]
)
def test_the_value_at_a_kink_is_that_of_torch(name, order, backend):
    torch = pytest.importorskip("torch")
    f, in_torch, values = KINKS[name]
    arrays = [numpy.array(v, "complex128" if "complex" in name else "float64") for v in values]
    xs = [leaf(ivy.asarray(x)) for x in arrays]
    ys = [torch.tensor(x, requires_grad=True) for x in arrays]
    theirs: Any = in_torch(torch, *ys)
    seed = numpy.arange(1.0, 1.0 + theirs.numel()).reshape(theirs.shape)
    theirs = (theirs.real * torch.tensor(seed)).sum()
    ours: Any = ivy.sum(ivy.real(f(*xs)) * ivy.asarray(seed))
    for level in range(order):
        nodes = [x.node for x in xs]
        more = level + 1 < order
        found = backward(ours, ivy.ones_like(ours), wanted=nodes, create_graph=more)
        got = [found.get(x.node, ivy.zeros_like(x)) for x in xs]
        if not theirs.requires_grad:
            want = [torch.zeros_like(y) for y in ys]
        else:
            some = torch.autograd.grad(theirs, ys, create_graph=more, allow_unused=True)
            want = [torch.zeros_like(y) if w is None else w for y, w in zip(ys, some, strict=True)]
        ours = sum_of(ivy.sum(ivy.real(g)) for g in got)
        theirs = sum_of(w.real.sum() for w in want)
        if not isinstance(ours, TapeArray):
            ours = leaf(ours)
    expected = [w.numpy(force=True) for w in want]
    got = [g.data if isinstance(g, TapeArray) else g for g in got]
    assert_same(got, expected, loosen=10, reason="derivatives take several roundings")


def sum_of(values: Any) -> Any:
    first, *rest = values
    for value in rest:
        first = first + value
    return first


# -- the table of rules --------------------------------------------------------------------------


def test_every_operation_has_a_rule_or_a_body_or_is_listed():
    assert list(rules.unknown()) == []


def test_the_lists_of_operations_are_disjoint_and_known():
    lists = [set(rules.RULES), set(rules.WITHOUT_DERIVATIVE)]
    assert sum(map(len, lists)) == len(set.union(*lists))
    assert set.union(*lists) <= set(registry)


def test_every_rule_has_a_row():
    tested = {name.replace(" ", "-").partition("-")[0] for name in FIRST}
    assert set(rules.RULES) - tested == set()


@pytest.mark.parametrize("f", [lambda x, y: x * y, lambda x, y: x * 2.0, lambda x, y: ivy.exp(x)])
def test_one_operation_takes_few_python_calls(f):
    x, y = leaf(ivy.asarray([1.0])), leaf(ivy.asarray([2.0]))
    f(x, y)
    count = 0

    def seen(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call" and "ivy" in frame.f_code.co_filename

    sys.setprofile(seen)
    try:
        f(x, y)
    finally:
        sys.setprofile(None)
    assert count <= 6 + 1  # and the test's own function
