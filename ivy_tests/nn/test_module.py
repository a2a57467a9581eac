"""`ivy.nn.Module`: what it finds, its derivatives, its state, and itself as a container."""

from __future__ import annotations

import copy

import numpy
import pytest

import ivy
from ivy import nn
from ivy_tests.support.backends import needs


class Scale(nn.Module):
    """A layer with one parameter."""

    def __init__(self, size=2):
        self.weight = ivy.ones(size)

    def forward(self, x):
        return self.weight * x


class Everything(nn.Module):
    """A model with arrays and modules in all places."""

    def __init__(self):
        self.weight = ivy.ones(2)
        self.numbers = ivy.asarray([1, 2])
        self.mean = nn.Buffer(ivy.zeros(2))
        self.cache = nn.Buffer(ivy.zeros(2), persistent=False)
        self.layers = [Scale(), {"deep": Scale(3)}]
        self.pair = (Scale(1), 7)
        self.extra = {"bias": ivy.zeros(1)}
        self._hidden = ivy.ones(1)
        self.name = "model"


def values(arrays):
    """Return arrays as lists, by path."""
    return {k: v.tolist() for k, v in arrays.items()}


def total(model, x):
    """Return a loss."""
    return ivy.sum(model(x))


# -- what it is made of --------------------------------------------------------------------------


def test_arrays_are_found_in_attributes_lists_and_dicts(backend):
    model = Everything()
    assert sorted(model.parameters()) == [
        *("extra.bias", "layers.0.weight", "layers.1.deep.weight", "pair.0.weight", "weight")
    ]
    assert list(model.buffers()) == ["numbers", "mean", "cache"]
    assert "cache" not in model.state_dict()
    assert [p for p, _ in model.named_modules()] == ["", "layers.0", "layers.1.deep", "pair.0"]
    assert dict(model.named_parameters()).keys() == model.parameters().keys()


def test_a_tuple_of_arrays_raises():
    model = Scale()
    model.both = (ivy.ones(1), ivy.ones(1))
    with pytest.raises(TypeError, match="make it a list"):
        model.parameters()


def test_a_native_array_becomes_one_of_ivys(backend):
    model = Scale()
    model.weight = ivy.to_native(ivy.asarray([2.0, 3.0]))
    assert values(model.parameters()) == {"weight": [2.0, 3.0]}
    assert model(ivy.ones(2)).tolist() == [2.0, 3.0]
    gradient = ivy.grad(total)(model, ivy.asarray([1.0, 2.0]))
    assert values(gradient) == {"weight": [1.0, 2.0]}


def test_a_buffer_stays_one_when_it_is_assigned_again(backend):
    model = Everything()
    model.mean = ivy.ones(2)
    assert "mean" in model.buffers()
    assert "mean" not in ivy.grad(lambda m: ivy.sum(m.weight))(model)


# -- derivatives ---------------------------------------------------------------------------------


class Tied(nn.Module):
    """A model that has one array in two places."""

    def __init__(self):
        self.first = Scale()
        self.second = Scale()
        self.second.weight = self.first.weight

    def forward(self, x):
        return self.second(self.first(x))


def test_shared_weights_stay_shared(backend):
    model = Tied()
    assert list(model.parameters()) == ["first.weight"]
    gradient = ivy.grad(total)(model, ivy.asarray([3.0, 4.0]))
    assert values(gradient) == {"first.weight": [6.0, 8.0]}  # of w ** 2 * x
    assert model.second.weight is model.first.weight
    model.load_state_dict({"first.weight": numpy.asarray([2.0, 2.0])})
    assert model.second.weight is model.first.weight
    assert model(ivy.ones(2)).tolist() == [4.0, 4.0]


def test_a_state_may_name_shared_weights_in_each_place(backend):
    weight = numpy.asarray([2.0, 2.0])
    model = Tied().load_state_dict({"first.weight": weight, "second.weight": weight})
    assert model(ivy.ones(2)).tolist() == [4.0, 4.0]


def test_frozen_parameters_get_no_gradient(backend):
    model = nn.Sequential(Scale(), Scale())
    model.freeze("0")
    assert list(ivy.grad(total)(model, ivy.ones(2))) == ["1.weight"]
    assert list(model.trainable()) == ["1.weight"]
    assert list(ivy.grad(total)(model.unfreeze(), ivy.ones(2))) == ["0.weight", "1.weight"]
    with pytest.raises(ValueError, match="got 7; the parameters are"):
        model.freeze("7")


def test_nested_derivatives(backend):
    model = Tied()

    def slope(model, x):
        return ivy.sum(ivy.grad(total, argnums=1)(model, x))  # w ** 2

    assert values(ivy.grad(slope)(model, ivy.ones(2))) == {"first.weight": [2.0, 2.0]}

    def steepness(model, x):
        return ivy.sum(ivy.grad(total)(model, x)["first.weight"])  # 2 * w * x

    assert values(ivy.grad(steepness)(model, ivy.ones(2))) == {"first.weight": [2.0, 2.0]}
    assert values(model.parameters()) == {"first.weight": [1.0, 1.0]}


def test_what_a_function_changes_stays_changed(backend):
    model = nn.BatchNorm1d(2, momentum=0.5)
    x = ivy.asarray([[1.0, 2.0], [3.0, 6.0]])
    ivy.grad(lambda m: ivy.sum(m(x) ** 2))(model)
    assert model.running_mean.tolist() == [1.0, 2.0]
    assert model.running_var.tolist() == [1.5, 4.5]
    assert model.num_batches_tracked.item() == 1
    assert type(model.running_mean) is type(x)  # not one of the tape


# -- modes, hooks, errors ------------------------------------------------------------------------


def test_train_and_eval_reach_all_modules():
    model = Everything()
    assert model.eval() is model
    assert [m.training for m in model.modules()] == [False] * 4
    model.layers[0].train()
    assert [m.training for m in model.modules()] == [False, True, False, False]


def test_apply_visits_children_first():
    names = []
    nn.Sequential(Scale(), nn.ReLU()).apply(lambda m: names.append(type(m).__name__))
    assert names[-1] == "Sequential"
    assert sorted(names) == ["ReLU", "Scale", "Sequential"]


def test_hooks():
    model = Scale()
    seen = []
    before = model.register_forward_pre_hook(lambda m, args: (args[0] + 1,))
    after = model.register_forward_hook(lambda m, args, result: seen.append(result.tolist()))
    double = model.register_forward_hook(lambda m, args, result: result * 2)
    assert model(ivy.ones(2)).tolist() == [4.0, 4.0]
    assert seen == [[2.0, 2.0]]
    for handle in (before, after, double):
        handle.remove()
        handle.remove()
    assert model(ivy.ones(2)).tolist() == [1.0, 1.0]
    assert len(seen) == 1


def test_errors_name_the_layer_once(backend):
    model = nn.Sequential(nn.Linear(3, 2), nn.Sequential(nn.Linear(2, 2), nn.Linear(5, 2)))
    with pytest.raises(ValueError, match="shapes") as raised:
        model(ivy.ones((1, 3)))
    notes = [n for n in raised.value.__notes__ if "layer" in n]
    assert notes == ["in layer '1.1': Linear(5, 2)"]


def test_a_module_without_forward_raises():
    class Empty(nn.Module):
        pass

    with pytest.raises(NotImplementedError, match="expected Empty to define forward"):
        Empty()(1)


# -- state ---------------------------------------------------------------------------------------


def test_state_goes_round(backend):
    model, other = Everything(), Everything()
    model.weight = ivy.asarray([5.0, 6.0])
    model.extra["bias"] = ivy.asarray([7.0])
    model.mean = ivy.asarray([8.0, 9.0])
    assert other.load_state_dict(model.state_dict()) is other
    assert values(other.state_dict()) == values(model.state_dict())
    other.state_dict()["weight"][0] = 0.0  # a copy
    assert other.weight.tolist() == [5.0, 6.0]


def test_a_state_that_does_not_fit_changes_nothing():
    model = nn.Linear(3, 2)
    before = values(model.state_dict())
    state = {"weight": numpy.zeros((2, 4)), "scale": numpy.zeros(1)}
    with pytest.raises(ValueError, match=r"missing: bias; unexpected: scale; weight: expected"):
        model.load_state_dict(state)
    assert values(model.state_dict()) == before
    model.load_state_dict({"bias": numpy.ones(2), "scale": numpy.zeros(1)}, strict=False)
    assert model.bias.tolist() == [1.0, 1.0]


@needs("torch")
def test_a_state_of_torch_loads(backend):
    import torch

    theirs = torch.nn.Sequential(torch.nn.Conv2d(2, 3, 2), torch.nn.BatchNorm2d(3))
    model = nn.Sequential(nn.Conv2d(2, 3, 2), nn.BatchNorm2d(3))
    model.load_state_dict(theirs.state_dict())
    expected = {k: v.tolist() for k, v in theirs.state_dict().items()}
    assert values(model.state_dict()) == expected


def test_copies_share_nothing(backend):
    model = Tied()
    other = copy.deepcopy(model)
    other.first.weight[0] = 5.0
    assert other.second.weight.tolist() == [5.0, 1.0]
    assert model.first.weight.tolist() == [1.0, 1.0]


def test_to_changes_floating_arrays(backend):
    model = Everything().to("float64")
    assert {v.dtype.name for v in model.parameters().values()} == {"float64"}
    assert model.numbers.dtype == "int64"
    assert model.to(device=model.weight.device).weight.device == model.weight.device


@needs("torch")
def test_to_changes_the_backend():
    model = Tied().to(backend="torch")
    assert type(model.first.weight).NAME == "torch"
    assert model.second.weight is model.first.weight


# -- as a container ------------------------------------------------------------------------------


@pytest.fixture
def model():
    return nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))


def test_is_a_node_in_optree(model, backend):
    import optree

    leaves, spec = optree.tree_flatten({"model": model})
    assert len(leaves) == len(model.state_dict()) == 7
    other = optree.tree_map(lambda x: x + x, model)
    assert isinstance(other, nn.Sequential)
    assert other[0].weight.tolist() == (model[0].weight * 2).tolist()
    assert optree.tree_structure({"model": other}) == spec


@needs("jax")
def test_is_a_node_in_jax():
    import jax

    with ivy.with_backend("jax"):
        model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
        run = jax.jit(lambda model, x: model.eval()(x))
        x = ivy.ones((3, 2))
        numpy.testing.assert_allclose(
            ivy.to_numpy(run(model, x)), ivy.to_numpy(model.eval()(x)), rtol=1e-5
        )
        assert len(jax.tree_util.tree_leaves(model)) == 7


@needs("torch")
def test_is_a_node_in_torch():
    from torch.utils import _pytree

    with ivy.with_backend("torch"):
        model = nn.Linear(2, 2)
        other = _pytree.tree_map(lambda x: x + x, model)
    assert other.weight.tolist() == (model.weight * 2).tolist()


# -- containers of modules -----------------------------------------------------------------------


def test_sequential_is_a_list():
    a, b, c, d = Scale(), nn.ReLU(), Scale(), nn.Tanh()
    model = nn.Sequential(a, b)
    model.append(c).insert(0, d)
    assert list(model) == [d, a, b, c]
    assert list(model.parameters()) == ["1.weight", "3.weight"]
    assert len(model) == 4
    assert model[-1] is c
    assert list(model[1:3]) == [a, b]
    assert isinstance(model[1:], nn.Sequential)
    assert model.pop(0) is d
    del model[1]
    assert list(model) == [a, c]
    assert list(model.parameters()) == ["0.weight", "1.weight"]
    model[0] = d
    model.extend([a, b])
    assert list(model) == [d, c, a, b]
    assert a in model
    assert list(nn.Sequential()) == []
    with pytest.raises(IndexError, match="an index from -4 to 3, got 4"):
        model[4]
    with pytest.raises(TypeError, match=r"ivy\.nn\.Sequential: expected modules, got function"):
        nn.Sequential(lambda x: x)


def test_sequential_has_names():
    model = nn.Sequential({"in": Scale(), "out": Scale()})
    model.append(Scale())
    assert list(model.parameters()) == ["in.weight", "out.weight", "2.weight"]
    assert model(ivy.ones(2)).tolist() == [1.0, 1.0]
    for name in ("a.b", "", "_a", "train"):
        with pytest.raises(ValueError, match="expected names"):
            nn.Sequential({name: Scale()})


def test_module_list_and_dict():
    layers = nn.ModuleList(Scale() for _ in range(2))
    layers.insert(1, nn.ReLU())
    assert [type(m).__name__ for m in layers] == ["Scale", "ReLU", "Scale"]
    assert list(layers.parameters()) == ["0.weight", "2.weight"]
    heads = nn.ModuleDict({"a": Scale()})
    heads["b"] = nn.ReLU()
    heads.update({"a": nn.Tanh(), "c": Scale()})
    assert list(heads) == list(heads.keys()) == ["a", "b", "c"]
    assert list(heads.parameters()) == ["c.weight"]
    assert isinstance(heads.pop("a"), nn.Tanh)
    del heads["b"]
    assert [k for k, _ in heads.items()] == ["c"]
    assert "b" not in heads
    with pytest.raises(KeyError):
        heads["training"]


def test_printing():
    model = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1, bias=False), nn.Flatten())
    assert repr(model) == (
        "Sequential(\n  (0): Conv2d(1, 2, (3, 3), padding=1, bias=False)\n  (1): Flatten()\n)"
    )
    assert repr(nn.CrossEntropyLoss(ivy.ones(2), reduction="sum")) == (
        "CrossEntropyLoss(reduction='sum')"
    )


def test_numbers_of_numpy_are_no_arrays(backend):
    class Scaled(nn.Module):
        def __init__(self, size):
            self.size = size
            self.scale = 1 / numpy.sqrt(numpy.float64(size))
            self.sides = [numpy.int64(2), numpy.float32(0.5)]
            self.weight = ivy.ones(size)

        def forward(self, x):
            return x * self.weight * self.scale

    model = Scaled(numpy.int64(4))
    assert list(model.state_dict()) == ["weight"]
    assert (type(model.size), type(model.scale)) == (int, float)
    assert ivy.to_numpy(model(ivy.ones(4))).tolist() == [0.5] * 4
    run = ivy.compile(model, **({"backend": "eager"} if backend == "torch" else {}))
    assert ivy.to_numpy(run(ivy.ones(4))).tolist() == [0.5] * 4
