"""Control flow and `vmap`: eager and compiled, on tapes and in traces, with trees and bad input."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import pytest

import ivy
from ivy.errors import TraceError, UnsupportedError
from ivy_tests.support.backends import needs
from ivy_tests.support.compare import assert_same
from ivy_tests.support.compiling import HOW, running


class Pair(NamedTuple):
    """A container that is no plain tuple."""

    a: Any
    b: Any


def cubes(x):
    return ivy.grad(lambda a: a * a * a)(x)


# name -> (a function of one array, what it gives for [1, 2, 3])
PROGRAMS = {
    "cond": (
        lambda x: ivy.cond(ivy.sum(x) > 0, lambda v: v * 2, lambda v: -v, x),
        [2.0, 4.0, 6.0],
    ),
    "cond, the other": (
        lambda x: ivy.cond(ivy.sum(x) < 0, lambda v: v * 2, lambda v: v, x),
        [1.0, 2.0, 3.0],
    ),
    "cond of a tree with a number": (
        lambda x: (
            ivy.cond(
                ivy.any(x > 2),
                lambda d: Pair(d["a"] + 1.0, [d["b"]]),
                lambda d: Pair(d["a"], [2.0]),
                {"a": x, "b": 3.0},
            ).a
        ),
        [2.0, 3.0, 4.0],
    ),
    "cond of what it captures": (
        lambda x: ivy.cond(ivy.sum(x) < 0, lambda: x * 2, lambda: x * 3),
        [3.0, 6.0, 9.0],
    ),
    "cond in cond": (
        lambda x: ivy.cond(
            x[0] > 0,
            lambda v: ivy.cond(v[1] > 9, lambda w: w, lambda w: w * 10, v),
            lambda v: -v,
            x,
        ),
        [10.0, 20.0, 30.0],
    ),
    "switch": (
        lambda x: ivy.switch(
            ivy.astype(x[1], "int64"), [lambda v: v, lambda v: v * 0, lambda v: v * 5], x
        ),
        [5.0, 10.0, 15.0],
    ),
    "while": (
        lambda x: ivy.while_loop(
            lambda s: ivy.sum(s["x"]) < 100,
            lambda s: {"x": s["x"] * 2, "n": s["n"] + 1},
            {"x": x, "n": 0},
        )["x"],
        [32.0, 64.0, 96.0],
    ),
    "fori": (lambda x: ivy.fori_loop(0, 5, lambda i, s: s + i * x, x), [11.0, 22.0, 33.0]),
    "fori with a bound that is an array": (
        lambda x: ivy.fori_loop(1, ivy.astype(x[2], "int64"), lambda i, s: s + i, x),
        [4.0, 5.0, 6.0],
    ),
    "fori of nothing": (lambda x: ivy.fori_loop(3, 1, lambda i, s: s + i, x), [1.0, 2.0, 3.0]),
    "scan": (
        lambda x: ivy.scan(lambda c, v: (c + v, c * v), ivy.sum(x), x)[1],
        [6.0, 14.0, 27.0],
    ),
    "scan from the end": (
        lambda x: ivy.scan(lambda c, v: (c + v, c + v), ivy.sum(x) * 0, x, reverse=True)[1],
        [6.0, 5.0, 3.0],
    ),
    "scan without slices": (
        lambda x: ivy.scan(lambda c, _: (c * 2, None), x, length=3)[0],
        [8.0, 16.0, 24.0],
    ),
    "scan of trees": (
        lambda x: (
            ivy.scan(
                lambda c, v: ({"n": c["n"] + 1}, Pair(v.a * v.b, c["n"])),
                {"n": 0},
                Pair(x, x),
            )[1].a
        ),
        [1.0, 4.0, 9.0],
    ),
    "map": (lambda x: ivy.map(lambda v: {"y": v * v}, x)["y"], [1.0, 4.0, 9.0]),
    "associative_scan": (lambda x: ivy.associative_scan(ivy.add, x), [1.0, 3.0, 6.0]),
    "associative_scan from the end": (
        lambda x: ivy.associative_scan(ivy.multiply, x, reverse=True),
        [6.0, 6.0, 3.0],
    ),
    "vmap": (
        lambda x: ivy.vmap(lambda a, b: a * b[0] + ivy.sum(b), in_axes=(0, None))(x, x),
        [7.0, 8.0, 9.0],
    ),
    "vmap in vmap": (
        lambda x: ivy.sum(ivy.vmap(lambda a: ivy.vmap(lambda b: a - b)(x))(x), axis=1),
        [-3.0, 0.0, 3.0],
    ),
    "vmap of a tree": (
        lambda x: (
            ivy.vmap(lambda d: Pair(d["a"] * d["b"], 1.0), in_axes=({"a": 0, "b": None},))(
                {"a": x, "b": x[1]}
            ).a
        ),
        [2.0, 4.0, 6.0],
    ),
    "gradients of each example": (lambda x: ivy.vmap(cubes)(x), [3.0, 12.0, 27.0]),
    "gradient of scan": (
        lambda x: ivy.grad(lambda w: ivy.scan(lambda c, v: (c * w[0] + v, None), w[1], x)[0])(x),
        [10.0, 1.0, 0.0],
    ),
    "gradient of fori": (
        lambda x: ivy.grad(lambda w: ivy.sum(ivy.fori_loop(0, 2, lambda i, s: s * w, w)))(x),
        [3.0, 12.0, 27.0],
    ),
    "gradient of map": (
        lambda x: ivy.grad(lambda w: ivy.sum(ivy.map(lambda v: v * v, w)))(x),
        [2.0, 4.0, 6.0],
    ),
    "gradient of vmap": (
        lambda x: ivy.grad(lambda w: ivy.sum(ivy.vmap(lambda a: a * a)(w)))(x),
        [2.0, 4.0, 6.0],
    ),
    "gradient of vmap of what it captures": (
        lambda x: ivy.grad(lambda w: ivy.sum(ivy.vmap(lambda a: a * ivy.sum(w))(x)))(x),
        [6.0, 6.0, 6.0],
    ),
    "gradient of vmap of what is passed on whole": (
        lambda x: ivy.grad(
            lambda w: ivy.sum(ivy.vmap(lambda a, b: a * ivy.sum(b), in_axes=(0, None))(x, w))
        )(x),
        [6.0, 6.0, 6.0],
    ),
}
# jax and tensorflow only: torch's compiler has no way for it.
CONDITIONAL = {
    "gradient of cond": (
        lambda x: ivy.grad(
            lambda w: ivy.sum(ivy.cond(ivy.sum(w) > 0, lambda v: v * v, lambda v: -v, w))
        )(x),
        [2.0, 4.0, 6.0],
    ),
    "second derivative of cond": (
        lambda x: ivy.grad(
            lambda v: ivy.sum(
                ivy.grad(
                    lambda w: ivy.sum(
                        ivy.cond(ivy.sum(w) > 0, lambda v: v * v * v, lambda v: -v, w)
                    )
                )(v)
            )
        )(x),
        [6.0, 12.0, 18.0],
    ),
}


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("name", [*PROGRAMS, *CONDITIONAL])
def test_program(name, how, backend):
    program, expected = (PROGRAMS | CONDITIONAL)[name]
    x = ivy.asarray([1.0, 2.0, 3.0])
    if name in CONDITIONAL and (how, backend) == ("compiled", "torch"):
        with pytest.raises(UnsupportedError, match=r"ivy\.cond: torch's compiler cannot record"):
            running(how, program)(x)
    else:
        assert_same(running(how, program)(x), expected)


def test_scan_is_one_loop_in_compiled_code():
    jax = pytest.importorskip("jax")
    with ivy.with_backend("jax"):
        calls = []

        def step(c, v):
            calls.append(1)
            return c + v, c

        def f(x):
            return ivy.scan(step, x[0], x)[1].data

        text = str(jax.make_jaxpr(f)(ivy.arange(100.0).data))
    assert "scan[" in text
    assert len(calls) < 5


@needs("jax")
def test_only_one_branch_runs_in_compiled_code():
    import jax

    with ivy.with_backend("jax"):

        def f(x):
            return ivy.cond(x > 0, lambda v: ivy.sin(v), lambda v: -v, x).data

        assert "cond[" in str(jax.make_jaxpr(f)(ivy.asarray(1.0).data))


@pytest.mark.parametrize("how", HOW)
def test_while_loop_has_a_derivative_where_its_length_is_known(how, backend):
    def f(x):
        return ivy.grad(lambda w: ivy.while_loop(lambda s: s < 50, lambda s: s * w, w))(x)

    x = ivy.asarray(3.0)
    if how == "eager" or backend == "numpy":
        assert_same(running(how, f)(x), 4 * 27.0)
    else:
        expected = Exception if backend == "tensorflow" else UnsupportedError
        with pytest.raises(expected, match="the number of steps is not known in compiled code"):
            running(how, f)(x)


def test_numbers_become_arrays(backend):
    assert_same(ivy.cond(True, lambda: 1.5, lambda: 2.5), 1.5)
    assert_same(ivy.while_loop(lambda n: n < 5, lambda n: n + 1, 0), 5)
    total, steps = ivy.scan(lambda c, _: (c + 1, {"c": c}), 0, length=3)
    assert_same([total, steps["c"]], [3, [0, 1, 2]])


def test_native_arrays_are_taken(backend):
    native = ivy.to_native(ivy.asarray([1.0, 2.0]))
    with ivy.with_backend("numpy"):
        assert_same(ivy.map(lambda v: v + 1, native), [2.0, 3.0], backend=backend)
        assert_same(ivy.vmap(lambda v: v + 1)(native), [2.0, 3.0], backend=backend)
        assert_same(ivy.cond(True, lambda v: 0, lambda v: 1, native), 0, backend=backend)


def test_loops_of_no_steps(backend):
    empty = ivy.zeros((0, 2))
    carry, ys = ivy.scan(lambda c, v: (c + ivy.sum(v), v * 2), ivy.asarray(1.0), empty)
    assert_same([carry, ys], [numpy.float32(1), numpy.zeros((0, 2), "float32")])
    assert ivy.vmap(lambda v: ivy.sum(v))(empty).shape == (0,)
    assert ivy.associative_scan(ivy.add, empty).shape == (0, 2)


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_associative_scan_along_an_axis(count, backend):
    values = numpy.random.default_rng(0).uniform(0.5, 1.5, (2, count)).astype("float32")

    # Affine maps one after the other, which do not commute.
    def joined(a, b):
        return (a[0] * b[0], a[1] * b[0] + b[1])

    scale, shift = ivy.associative_scan(joined, (ivy.asarray(values),) * 2, axis=1)
    state = [numpy.ones(2), numpy.zeros(2)]
    expected = []
    for k in range(count):
        state = list(joined(state, (values[:, k], values[:, k])))
        expected.append(state)
    assert_same(scale, numpy.float32(numpy.stack([e[0] for e in expected], 1)))
    assert_same(shift, numpy.float32(numpy.stack([e[1] for e in expected], 1)))


SQUARE = [[4.0, 1.0], [1.0, 3.0]]
# What frameworks' vectorisation has no rule for, or a wrong one.
HARD_TO_VECTORISE = {
    "pad": lambda x: ivy.pad(x, ((1, 0), (0, 2)), value=-7),
    "pad with minus infinity": lambda x: ivy.max_pool2d(x[None, None], window=2, padding=1),
    "moveaxis": lambda x: ivy.moveaxis(x, 0, -1),
    "median": lambda x: ivy.median(x, axis=0),
    "writing a slice": lambda x: ivy.setitem(ivy.zeros((3, 2)), x, slice(1, 3)),
    "writing backwards": lambda x: ivy.setitem(ivy.zeros((2, 2)), x[0], (slice(None, None, -1), 1)),
    "writing at a place": lambda x: ivy.setitem(ivy.zeros(9), 1.0, ivy.astype(x[0], "int64")),
    "put_along_axis": lambda x: ivy.put_along_axis(x, ivy.asarray([[1], [0]]), x[:, :1], axis=1),
    "gradient of a slice": ivy.grad(lambda x: ivy.sum(x[1:] ** 3)),
    "cholesky": ivy.linalg.cholesky,
    "inv": ivy.linalg.inv,
    "slogdet": lambda x: ivy.linalg.slogdet(x)[1],
    "solve_triangular": lambda x: ivy.solve_triangular(ivy.triu(x), x),
    "pinv": ivy.linalg.pinv,
    "gradient of slogdet": ivy.grad(lambda x: ivy.linalg.slogdet(x)[1]),
}


@pytest.mark.parametrize("key", HARD_TO_VECTORISE)
def test_vmap_is_a_loop(key, backend):
    f = HARD_TO_VECTORISE[key]
    slices = numpy.asarray([SQUARE, [[2.0, -1.0], [-1.0, 5.0]], [[6.0, 0.5], [0.5, 1.0]]], "f4")
    with ivy.with_backend("numpy"):
        expected = numpy.stack([ivy.to_numpy(f(ivy.asarray(x))) for x in slices])
    assert_same(ivy.vmap(f)(ivy.asarray(slices)), expected, loosen=4, reason="inverses")
    twice = ivy.vmap(ivy.vmap(f))(ivy.asarray(slices[None]))
    assert_same(twice, expected[None], loosen=4, reason="inverses")


@pytest.mark.parametrize("axes", [(0, 1, 0), (-1, 0, 1), (1, None, -1)], ids=str)
def test_axes_of_vmap(axes, backend):
    a, b, out = axes
    x = numpy.arange(6.0, dtype="float32").reshape(2, 3) if a else numpy.ones((3, 2), "float32")
    y = numpy.arange(6.0, dtype="float32").reshape((2, 3) if b == 1 else (3, 2))
    result = ivy.vmap(lambda p, q: p + ivy.sum(q), in_axes=(a, b), out_axes=out)(
        ivy.asarray(x), ivy.asarray(y)
    )
    slices = [
        numpy.take(x, i, a) + numpy.sum(y if b is None else numpy.take(y, i, b)) for i in range(3)
    ]
    assert_same(result, numpy.stack(slices, out))


# -- in a trace ----------------------------------------------------------------------------------


def test_loops_of_known_length_are_recorded(backend):
    def f(x):
        total, parts = ivy.scan(lambda c, v: (c + v, c * v), x[0] * 0, x)
        return ivy.fori_loop(0, 3, lambda i, s: s + i * total, parts), ivy.vmap(ivy.exp)(x)

    x = ivy.asarray([1.0, 2.0, 3.0])
    graph = ivy.trace_graph(f, (x,))
    other = ivy.asarray([2.0, 0.0, 1.0])
    assert_same(list(graph(other)), [ivy.to_numpy(r) for r in f(other)])


@pytest.mark.parametrize(
    "f",
    [
        lambda x: ivy.cond(x > 0, lambda v: v, lambda v: -v, x),
        lambda x: ivy.while_loop(lambda s: s < 10, lambda s: s * 2, x),
        lambda x: ivy.switch(ivy.astype(x, "int64"), [lambda v: v, lambda v: -v], x),
        lambda x: ivy.fori_loop(0, ivy.astype(x, "int64"), lambda i, s: s + 1, x),
    ],
    ids=["cond", "while_loop", "switch", "fori_loop"],
)
def test_choice_by_a_value_is_never_frozen(f, backend):
    with pytest.raises(TraceError, match="a traced array"):
        ivy.trace_graph(f, (ivy.asarray(1.0),))


# -- bad input -----------------------------------------------------------------------------------

_ERRORS = [
    (lambda x: ivy.cond(x > 0, abs, abs, x), ValueError, r"a condition of shape \(\)"),
    (lambda x: ivy.switch(1.5, [abs, abs], x), TypeError, r"an integer .* got index=1\.5"),
    (lambda x: ivy.switch(x, [abs, abs], x), TypeError, "an integer array of shape"),
    (lambda x: ivy.switch(2, [abs, abs], x), IndexError, "from 0 to 1, got 2"),
    (lambda x: ivy.switch(-1, [abs, abs], x), IndexError, "from 0 to 1, got -1"),
    (
        lambda x: ivy.while_loop(lambda s: True, lambda s: (s, s), x),
        TypeError,
        r"a state structured as \*, got tuple",
    ),
    (
        lambda x: ivy.while_loop(lambda s: True, lambda s: {"x": s["x"] > 0}, {"x": x}),
        TypeError,
        r"state\['x'\] of shape \(3,\) and dtype float32.* dtype bool",
    ),
    (
        lambda x: ivy.fori_loop(0, 2, lambda i, s: s[:2], x),
        TypeError,
        r"ivy\.fori_loop: expected a state of shape \(3,\).* got shape \(2,\)",
    ),
    (lambda x: ivy.fori_loop(0, 2.0, lambda i, s: s, x), TypeError, r"upper=2\.0"),
    (lambda x: ivy.scan(lambda c, v: c, x[0], x), TypeError, r"returns \(carry, result\)"),
    (lambda x: ivy.scan(lambda c, v: (c, v), x[0], (x, x[:2])), ValueError, "one length"),
    (lambda x: ivy.scan(lambda c, v: (c, v), x[0], x, length=4), ValueError, r"\[3, 4\]"),
    (lambda x: ivy.scan(lambda c, v: (c, v), x[0]), ValueError, "arrays, or length="),
    (lambda x: ivy.map(lambda v: v, x[0]), ValueError, "an axis to slice"),
    (lambda x: ivy.vmap(abs, in_axes=None)(x), ValueError, "an argument with an axis"),
    (lambda x: ivy.vmap(abs, in_axes=(0, 0))(x), ValueError, "in_axes for 1 arguments"),
    (lambda x: ivy.vmap(abs, in_axes=1)(x), ValueError, "an axis of shape"),
    (lambda x: ivy.vmap(ivy.add)(x, x[:2]), ValueError, r"one length of the axis, got \[2, 3\]"),
    (lambda x: ivy.vmap(abs, out_axes=None)(x), ValueError, "integers for out_axes"),
]


@pytest.mark.parametrize(
    ("call", "kind", "match"), _ERRORS, ids=[match[:30] for *_, match in _ERRORS]
)
def test_bad_input(call, kind, match, backend):
    with pytest.raises(kind, match=match):
        call(ivy.asarray([1.0, 2.0, 3.0]))


def test_branches_of_different_results_in_compiled_code():
    jax = pytest.importorskip("jax")
    with ivy.with_backend("jax"):

        def f(x):
            return ivy.cond(x > 0, lambda v: v, lambda v: v > 0, x).data

        with pytest.raises(TypeError, match="return the same structure, shapes and dtypes"):
            jax.jit(f)(ivy.asarray(1.0).data)
