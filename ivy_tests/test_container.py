"""`ivy.Container`: a dict with attributes, and a node wherever containers of arrays are read."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy
import optree
import pytest

import ivy


def weights() -> ivy.Container:
    return ivy.Container(w=ivy.asarray([1.0, 2.0]), inner={"b": ivy.asarray([3.0])})


def test_it_is_a_dict():
    c = ivy.Container({"a": 1}, b={"c": 2})
    assert c == {"a": 1, "b": {"c": 2}}
    assert isinstance(c, dict)
    assert (c.a, c["b"], c.b.c) == (1, {"c": 2}, 2)
    c.b.d = {"e": 3}
    del c.a
    assert c == {"b": {"c": 2, "d": {"e": 3}}}
    assert c.b.d.e == c["b"]["d"]["e"] == 3
    c.update({"f": {"g": 4}}, h=5)
    c |= {"i": {"j": 6}}
    assert (c.f.g, c.h, c.i.j, c.setdefault("k", {"l": 7}).l, c.setdefault("h")) == (4, 5, 6, 7, 5)
    assert {"b", "k", "keys"} <= set(dir(c))
    assert repr(ivy.Container(a={"b": 1})) == "Container({'a': Container({'b': 1})})"
    for both in (ivy.Container(a=1) | {"b": {}}, {"a": 1} | ivy.Container(b={})):
        assert type(both) is type(both.b) is ivy.Container
        assert both == {"a": 1, "b": {}}


def test_copies():
    c = ivy.Container(a={"b": [1]}, c=2)
    for same in (c.copy(), copy.copy(c), copy.deepcopy(c), pickle.loads(pickle.dumps(c))):
        assert type(same) is type(same.a) is ivy.Container
        assert same == c
        same.c = 3
        assert c.c == 2
    copy.deepcopy(c).a.b.append(2)
    assert c.a.b == [1]


def test_what_is_not_there():
    c = ivy.Container(weight=1)
    with pytest.raises(AttributeError, match=r"ivy\.Container: expected a name among weight, got"):
        c.weigth  # noqa: B018
    with pytest.raises(AttributeError, match="'x'"):
        del c.x
    with pytest.raises(KeyError):
        c["x"]
    assert not hasattr(c, "__array__")


def test_optree_reads_it():
    ivy.ones(1)  # from here on, optree knows what is Ivy's
    c = ivy.Container(b=1, a={"c": 2})
    leaves, spec = optree.tree_flatten(c)
    assert leaves == [2, 1]
    assert spec.paths() == [("a", "c"), ("b",)]
    assert [a.codify("x") for a in optree.tree_accessors(c)] == ["x['a']['c']", "x['b']"]
    doubled = optree.tree_map(lambda v: 2 * v, c)
    assert type(doubled) is type(doubled.a) is ivy.Container
    assert doubled == {"a": {"c": 4}, "b": 2}


def test_derivatives_optimisers_and_compilers(backend):
    c = weights()

    def loss(c: Any) -> Any:
        return ivy.sum(c.w**2) + ivy.sum(c.inner.b) * 2

    value, slopes = ivy.value_and_grad(loss)(c)
    assert type(slopes) is ivy.Container
    assert (float(value), slopes.w.tolist(), slopes.inner.b.tolist()) == (11, [2, 4], [2])
    for update in (ivy.SGD(0.5).step, ivy.compile(ivy.SGD(0.5).step)):
        for _ in range(2):
            new = update(c, slopes)
            assert type(new) is ivy.Container
            assert (new.w.tolist(), new.inner.b.tolist()) == ([0, 0], [2])
    run = ivy.compile(lambda c: ivy.Container(out=loss(c), more={"w": c.w + 1}))
    for _ in range(3):
        out = run(c)
        assert (float(out.out), out.more.w.tolist()) == (11, [2, 3])
    graph = ivy.trace_graph(loss, args=(c,))
    assert float(graph(c)) == 11
    doubled = ivy.vmap(lambda c: c.w * c.inner.b[0])(
        ivy.Container(w=ivy.ones((2, 3)), inner={"b": ivy.ones((2, 1))})
    )
    assert doubled.shape == (2, 3)
    total = ivy.fori_loop(
        0, 3, lambda i, s: ivy.Container(w=s.w + 1), ivy.Container(w=ivy.zeros(2))
    )
    assert total.w.tolist() == [3, 3]


def test_adam_of_the_older_ivy(backend):
    adam = ivy.Adam(lr=0.1, beta1=0.9, beta2=0.999, epsilon=1e-8)
    v = ivy.Container(p=ivy.asarray([1.0]))
    for g in (2.0, -1.0, 0.5):
        v = adam.step(v, ivy.Container(p=ivy.asarray([g])))
    # torch.optim.Adam(lr=0.1) from the same weight with the same gradients. In each of three steps
    # a weight below 1 is rounded once and a step of 0.1 at most ten times: 3 * 2 * 2**-24 < 4e-7.
    numpy.testing.assert_allclose(ivy.to_numpy(v.p), [0.8393234610557556], rtol=5e-7)


def test_modules_keep_arrays_in_it(backend):
    class Scaled(ivy.nn.Module):
        def __init__(self) -> None:
            self.tables = weights()

        def forward(self, x: Any) -> Any:
            return x * self.tables.w + self.tables.inner.b

    module = Scaled()
    assert sorted(dict(module.named_parameters())) == ["tables.inner.b", "tables.w"]
    assert module(ivy.ones(2)).tolist() == [4, 5]
    _, slopes = ivy.value_and_grad(lambda m: ivy.sum(m(ivy.ones(2))))(module)
    assert slopes["tables.inner.b"].tolist() == [2]
    module.load_state_dict({k: v * 2 for k, v in module.state_dict().items()})
    assert module.tables.inner.b.tolist() == [6]
    assert type(module.tables) is ivy.Container
