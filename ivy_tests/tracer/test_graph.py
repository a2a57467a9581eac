"""Graphs: how they print, what `lint` finds, and what the passes change."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import ivy
from ivy.errors import UnsupportedError
from ivy.tracer import Function, Graph, Node
from ivy.tracer.passes import (
    fold_constants,
    merge_common_subexpressions,
    remove_dead_code,
    reuse_buffers,
)
from ivy_tests.support.compare import assert_same
from ivy_tests.tracer.test_trace import CASES


def wasteful(x: Any) -> Any:
    ivy.sin(x)  # dead
    first = ivy.exp(x) * 2
    second = ivy.exp(x) * 2  # twice the same
    return first + second


def traced(fn: Any, *args: Any) -> Graph:
    return ivy.trace_graph(fn, args, passes=())


# -- passes --------------------------------------------------------------------------------------


def targets(graph: Graph) -> list[str]:
    return [n.target.name for n in graph.calls if n.target]


def test_dead_code_is_removed() -> None:
    graph = traced(wasteful, ivy.ones(2))
    assert len(graph.calls) == 6
    assert targets(remove_dead_code(graph)) == ["exp", "multiply", "exp", "multiply", "add"]


def test_common_subexpressions_are_merged() -> None:
    graph = traced(wasteful, ivy.ones(2))
    assert targets(merge_common_subexpressions(graph)) == ["sin", "exp", "multiply", "add"]


def test_by_default_all_passes_run() -> None:
    graph = ivy.trace_graph(wasteful, (ivy.ones(2),))
    assert targets(graph) == ["exp", "multiply", "add"]
    assert_same(graph(ivy.zeros(2)), [4.0, 4.0], dtype="float32")


def test_calls_that_differ_in_a_type_are_not_merged() -> None:
    graph = traced(lambda x: (x + 1, x + 1.0, x * 0.0, x * -0.0), ivy.ones(2))
    assert len(merge_common_subexpressions(graph).calls) == 4


def test_a_draw_that_nothing_takes_stays() -> None:
    def fn(x: Any) -> Any:
        ivy.dropout(x, 0.5)
        return x + ivy.random_uniform(shape=(2,))

    graph = ivy.trace_graph(fn, (ivy.ones(2),))
    assert targets(graph).count("next_key") == 2
    ivy.seed(4)
    expected = fn(ivy.ones(2))
    ivy.seed(4)
    assert_same(graph(ivy.ones(2)), expected.to_numpy())


def test_calls_on_constants_are_folded() -> None:
    def fn(x: Any) -> Any:
        table = ivy.sqrt(ivy.asarray([4.0, 9.0]))
        return x * table + ivy.zeros(2)

    graph = fold_constants(traced(fn, ivy.ones(2)))
    assert sorted(targets(graph)) == ["add", "multiply", "zeros"]
    assert_same(graph(ivy.ones(2)), [2.0, 3.0], dtype="float32")


def test_folding_does_not_make_constants_larger() -> None:
    graph = traced(lambda x: x + ivy.broadcast_to(ivy.asarray([1.0]), (1000,)), ivy.ones(1))
    assert "broadcast_to" in targets(fold_constants(graph))


@pytest.mark.parametrize(
    "run", [remove_dead_code, merge_common_subexpressions, fold_constants], ids=lambda p: p.__name__
)
def test_a_pass_leaves_its_graph_as_it_is(run: Callable[[Graph], Graph]) -> None:
    graph = traced(wasteful, ivy.ones(2))
    before = repr(graph)
    run(graph).lint()
    assert repr(graph) == before


# -- source --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_source_compiles_and_needs_no_ivy(name: str, backend: str) -> None:
    fn, make = CASES[name]
    tree = ast.parse(ivy.trace_graph(fn, make()).source)
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    modules = {
        *(a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names),
        *(n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)),
    }
    assert "ivy" not in names
    assert not [m for m in modules if m is None or m.split(".")[0] == "ivy"]


def test_source_runs_where_there_is_no_ivy() -> None:
    fn, make = CASES["convolves"]
    graph = ivy.trace_graph(fn, make())
    script = (
        "import sys\nsys.modules['ivy'] = None\n"
        f"constants = {{}}\n{graph.source}\n"
        "x = np.ones((1, 2, 6, 6), 'float32')\nw = np.ones((3, 2, 3, 3), 'float32')\n"
        "print(convolves(x, w, np.zeros(3, 'float32'))[1].tolist())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr == ""
    # All of a 2 x 3 x 3 window is 1.
    assert ast.literal_eval(done.stdout) == [[[[18.0] * 2] * 2] * 3]


def test_source_reads_as_written_by_hand() -> None:
    def mlp(x: Any, params: Any) -> Any:
        hidden = ivy.relu(x @ params["w"] + params["b"])
        return ivy.mean(hidden, axis=-1), hidden[:, ::2]

    params = {"w": ivy.ones((2, 3), dtype="float64"), "b": ivy.ones(3)}
    assert ivy.trace_graph(mlp, (ivy.ones((1, 2)), params)).source == (
        "import numpy as np\n"
        "\n"
        "def mlp(x, params):\n"
        "    params_b = params['b']\n"
        "    params_w = params['w']\n"
        "    cast_1 = x.astype(np.dtype('float64'))\n"
        "    matmul_1 = np.matmul(cast_1, params_w)\n"
        "    cast_2 = params_b.astype(np.dtype('float64'))\n"
        "    add_1 = np.add(matmul_1, cast_2)\n"
        "    relu_1 = np.maximum(add_1, 0)\n"
        "    mean_1 = np.mean(relu_1, axis=-1, keepdims=False)\n"
        "    getitem_1 = relu_1[:, ::2]\n"
        "    return (mean_1, getitem_1)\n"
    )


def test_source_runs_by_itself(backend: str) -> None:
    weight = ivy.asarray([1.0, 2.0])
    graph = ivy.trace_graph(lambda x: x * weight, (ivy.ones(2),))
    space = {"constants": graph.constants}
    exec(graph.source, space)
    result = space["graph"](ivy.to_native(ivy.asarray([3.0, 4.0])))  # type: ignore[operator]
    assert_same(result, [3.0, 8.0], dtype="float32", backend=backend)


def test_names_of_parameters_do_not_hide_what_the_program_uses(backend: str) -> None:
    def fn(np: Any, torch: Any, tf: Any, jnp: Any, jax: Any, getitem: Any, add_1: Any) -> Any:
        total = np + torch + tf + jnp + jax + add_1
        return ivy.astype(total, "int64")[::-1] + ivy.zeros(2) + getitem[0]

    args = [ivy.asarray([float(i), 1.0]) for i in range(7)]
    result = ivy.trace_graph(fn, args)(*args)
    # 0 + ... + 4 + 6 = 16, reversed, and the first element of [5, 1].
    assert_same(result, [11.0, 21.0], dtype="float32")


def test_a_parameter_that_hides_a_function_of_the_program_is_refused() -> None:
    graph = ivy.trace_graph(lambda x, next_key: ivy.dropout(x * next_key, 0.5), (ivy.ones(2),) * 2)
    with pytest.raises(UnsupportedError, match=r"calls next_key\(\).*rename the parameter"):
        graph(ivy.ones(2), ivy.ones(2))


def test_repr_lists_the_nodes() -> None:
    graph = ivy.trace_graph(lambda x: ivy.sum(x + 1, axis=0), (ivy.ones((2, 3)),))
    assert repr(graph).splitlines() == [
        "Graph graph on numpy: 1 inputs, 2 calls, 1 outputs",
        "    x = input: float32 (2, 3)",
        "    add_1 = add(x, 1): float32 (2, 3)",
        "    sum_1 = sum(add_1, axis=0, dtype=None, keepdims=False): float32 (3,)",
        "    return sum_1",
    ]


def test_nodes_know_the_users_line() -> None:
    def fn(x: Any) -> Any:
        return ivy.softmax(x)

    where = ivy.trace_graph(fn, (ivy.ones(2),)).calls[0].where
    assert where == (__file__, fn.__code__.co_firstlineno + 1)


# -- lint ----------------------------------------------------------------------------------------


def small() -> Graph:
    return ivy.trace_graph(lambda x: ivy.exp(x) + ivy.asarray([1.0, 2.0]), (ivy.ones(2),))


def changed(graph: Graph, which: str, **fields: Any) -> Graph:
    """Return the graph with some fields of a node changed, also where other nodes take it."""
    new: dict[Node, Node] = {}
    for node in graph.nodes:
        node_now = node.replaced(lambda n: new[n])
        new[node] = replace(node_now, **fields) if node.name == which else node_now
    return graph.with_nodes(list(new.values()))


STRAY = Node("call", "stray", target=Function("numpy", "exp"))
BROKEN = {
    "kind": (lambda g: changed(g, "exp_1", kind="other"), "exp_1 has the kind 'other'; use one of"),
    "name": (lambda g: changed(g, "exp_1", name="1x"), "'1x' is no name for a value"),
    "twice": (lambda g: changed(g, "exp_1", name="x"), "two nodes are called x; give one"),
    "again": (
        lambda g: g.with_nodes([g.nodes[0], *g.nodes]),
        "x stands in the graph twice; remove one",
    ),
    "absent": (
        lambda g: changed(g, "exp_1", args=(STRAY,)),
        "exp_1 takes stray, which is not in the graph; add it before",
    ),
    "late": (
        lambda g: g.with_nodes([*g.calls[::-1], *[n for n in g.nodes if n.kind != "call"]]),
        "takes exp_1, which comes later; move it before",
    ),
    "target": (lambda g: changed(g, "exp_1", target=None), "exp_1 calls nothing; give it a target"),
    "no call": (
        lambda g: changed(g, "x", target=Function("numpy", "exp")),
        "x is no call and has the target exp; set it to None",
    ),
    "value": (lambda g: changed(g, "constant_1", value=None), "constant_1 is a constant without"),
    "output": (lambda g: g.with_nodes(g.nodes[:-1]), "the last node, and no other, must be"),
    "input": (
        lambda g: g.with_nodes([n for n in g.nodes if n.kind != "input"]),
        "the argument x has no input node; inputs stay",
    ),
    "argument": (
        lambda g: changed(g, "x", name="y"),
        "the input y is no argument of the function; make it a constant",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_lint_finds_a_fault(fault: str) -> None:
    graph = small()
    graph.lint()
    spoil, text = BROKEN[fault]
    with pytest.raises(ValueError, match=text):
        spoil(graph).lint()


# -- buffers -------------------------------------------------------------------------------------


def with_a_view(x: Any) -> Any:
    a = ivy.exp(x)
    turned = ivy.permute_dims(a, (1, 0))
    b = ivy.sin(a)  # the memory of `a` is that of `turned`
    return ivy.permute_dims(b, (1, 0)) + turned


def twice_needed(x: Any) -> Any:
    a = ivy.exp(x)
    b = a + 1
    return a * b, b


def other_shapes_and_dtypes(x: Any) -> Any:
    row = ivy.exp(ivy.sum(x, axis=0))
    wide = ivy.exp(x) > row
    return ivy.sqrt(ivy.astype(wide, "float32") + 1), ivy.exp(ivy.sum(x)) * 2


@pytest.mark.parametrize(
    ("f", "count"),
    [
        (lambda x: ivy.sqrt(ivy.abs(ivy.sin(ivy.exp(x) * 2) - x)), 5),
        (lambda x: ivy.matmul(ivy.exp(x), ivy.exp(x)) * 2 + 1, 2),
        (with_a_view, 0),
        (twice_needed, 1),
        (other_shapes_and_dtypes, 2),
        (lambda x: ivy.exp(x)[0] * 2, 0),
        (lambda x: x + 1, 0),
    ],
)
def test_buffers_that_nothing_needs_are_written_to(f, count):
    x = ivy.reshape(ivy.asarray([0.5, -1.0, 2.0, 3.0]), (2, 2))
    graph = reuse_buffers(ivy.trace_graph(f, (x,)))
    assert graph.source.count("out=") == count
    for _ in range(2):
        got, wanted = graph(x), f(x)
        pairs = zip(got, wanted, strict=True) if isinstance(got, tuple) else [(got, wanted)]
        for one, other in pairs:
            assert_same(one, ivy.to_numpy(other))
    assert x.tolist() == [[0.5, -1.0], [2.0, 3.0]]
    graph.lint()


def test_buffers_are_of_numpy_only(backend):
    graph = ivy.trace_graph(lambda x: ivy.sin(ivy.exp(x)), (ivy.zeros(2),))
    assert ("out=" in reuse_buffers(graph).source) == (backend == "numpy")
