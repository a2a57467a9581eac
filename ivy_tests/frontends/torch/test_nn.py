"""Modules, initial values, optimizers, schedules and loaders behave as torch's."""

from __future__ import annotations

import copy
import pickle
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy
import pytest

from ivy_tests.frontends.torch.support import assert_agree, assert_same, frontend, torch, values


def images(T: Any, n: int = 6) -> Any:
    r = numpy.random.default_rng(1)
    return T.tensor(r.normal(size=(n, 2, 8, 8)).astype("float32"))


def rows(T: Any, n: int = 24) -> Any:
    r = numpy.random.default_rng(2)
    x = r.normal(size=(n, 5)).astype("float32")
    y = (x.sum(1) > 0).astype("int64") + (x[:, 0] > 0.5)
    return T.tensor(x), T.tensor(y.astype("int64"))


def cnn(T: Any) -> Any:
    T.manual_seed(0)
    return T.nn.Sequential(
        T.nn.Conv2d(2, 4, 3, padding=1, bias=False),
        T.nn.BatchNorm2d(4),
        T.nn.ReLU(inplace=True),
        T.nn.MaxPool2d(2),
        T.nn.Conv2d(4, 6, (3, 1), stride=2),
        T.nn.SiLU(),
        T.nn.AdaptiveAvgPool2d(1),
        T.nn.Flatten(),
        T.nn.Linear(6, 3),
    )


def mlp(T: Any) -> Any:
    T.manual_seed(0)
    return T.nn.Sequential(T.nn.Linear(5, 16), T.nn.Tanh(), T.nn.Dropout(0.2), T.nn.Linear(16, 3))


# -- initial values --------------------------------------------------------------------------------

LAYERS: dict[str, Callable[[Any], Any]] = {
    "Linear": lambda T: T.nn.Linear(7, 5),
    "Linear no bias": lambda T: T.nn.Linear(3, 2, bias=False),
    "Linear float64": lambda T: T.nn.Linear(3, 6, dtype=T.float64),
    "Bilinear": lambda T: T.nn.Bilinear(3, 4, 5),
    "Conv1d": lambda T: T.nn.Conv1d(3, 4, 3),
    "Conv2d": lambda T: T.nn.Conv2d(4, 6, (3, 2), groups=2),
    "ConvTranspose2d": lambda T: T.nn.ConvTranspose2d(4, 6, 3, stride=2),
    "BatchNorm1d": lambda T: T.nn.BatchNorm1d(3),
    "BatchNorm2d": lambda T: T.nn.BatchNorm2d(3, affine=False),
    "LayerNorm": lambda T: T.nn.LayerNorm((2, 3)),
    "GroupNorm": lambda T: T.nn.GroupNorm(2, 4),
    "Embedding": lambda T: T.nn.Embedding(9, 4, padding_idx=2),
    "PReLU": lambda T: T.nn.PReLU(3),
    "cnn": cnn,
}


def _raw(state: dict[str, Any]) -> dict[str, bytes]:
    return {k: values(v).tobytes() for k, v in state.items()}


@pytest.mark.parametrize("name", LAYERS)
def test_initial_values_are_torchs_bit_for_bit(name: str, backend: str) -> None:
    torch.manual_seed(11)
    frontend.manual_seed(11)
    expected, actual = LAYERS[name](torch), LAYERS[name](frontend)
    assert _raw(actual.state_dict()) == _raw(expected.state_dict())
    assert repr(actual) == repr(expected)
    names = [n for n, _ in expected.named_parameters()]
    assert [n for n, _ in actual.named_parameters()] == names


INITS: dict[str, Callable[[Any, Any], Any]] = {
    "uniform_": lambda T, w: T.nn.init.uniform_(w, -2, 3),
    "normal_": lambda T, w: T.nn.init.normal_(w, 1, 2),
    "constant_": lambda T, w: T.nn.init.constant_(w, 0.3),
    "ones_": lambda T, w: T.nn.init.ones_(w),
    "zeros_": lambda T, w: T.nn.init.zeros_(w),
    "xavier_uniform_": lambda T, w: T.nn.init.xavier_uniform_(w, gain=1.5),
    "xavier_normal_": lambda T, w: T.nn.init.xavier_normal_(w),
    "kaiming_uniform_": lambda T, w: T.nn.init.kaiming_uniform_(w, nonlinearity="relu"),
    "kaiming_normal_": lambda T, w: T.nn.init.kaiming_normal_(w, mode="fan_out"),
}


@pytest.mark.parametrize("name", INITS)
def test_init_draws_torchs_numbers(name: str, backend: str) -> None:
    result = []
    for T in (torch, frontend):
        T.manual_seed(4)
        weight = T.nn.Parameter(T.empty(6, 4, 3))
        assert INITS[name](T, weight) is weight
        result.append(values(weight).tobytes())
    assert result[0] == result[1]


# -- modules ---------------------------------------------------------------------------------------


def test_forward_and_gradients_agree(backend: str) -> None:
    def run(T: Any) -> Any:
        model = cnn(T)
        out = model(images(T))
        (out * out).sum().backward()
        running = [model[1].running_mean, model[1].running_var, model[1].num_batches_tracked]
        evaluated = model.eval()(images(T)).detach()
        return out.detach(), [p.grad for p in model.parameters()], running, evaluated

    assert_same(run(frontend), run(torch), loosen=10)  # sums of a few hundred terms


ACTIVATIONS = [
    *("ReLU", "ReLU6", "GELU", "SiLU", "Mish", "Sigmoid", "Tanh", "Softplus", "Softsign"),
    *("LogSigmoid", "Tanhshrink", "LeakyReLU", "ELU", "SELU", "Hardtanh", "Hardsigmoid"),
    *("Hardswish", "GLU", "Identity"),
]


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activation_modules_agree(name: str, backend: str) -> None:
    assert_agree(lambda T: getattr(T.nn, name)()(images(T)))


LOSSES: dict[str, Callable[[Any], Any]] = {
    "CrossEntropyLoss": lambda T: T.nn.CrossEntropyLoss(weight=T.tensor([0.2, 0.3, 0.5])),
    "NLLLoss": lambda T: T.nn.NLLLoss(reduction="sum"),
}
PAIRED = ["MSELoss", "L1Loss", "SmoothL1Loss", "HuberLoss", "BCELoss", "BCEWithLogitsLoss"]


@pytest.mark.parametrize("name", LOSSES)
def test_losses_of_classes_agree(name: str, backend: str) -> None:
    assert_agree(lambda T: LOSSES[name](T)(rows(T)[0][:, :3], rows(T)[1]))


@pytest.mark.parametrize("name", PAIRED)
def test_losses_of_pairs_agree(name: str, backend: str) -> None:
    def run(T: Any) -> Any:
        x = rows(T)[0].sigmoid()
        return getattr(T.nn, name)()(x, x.flip(0))

    assert_agree(run)


class Tied:
    """Makes a module with everything that a module can hold."""

    def __new__(cls, T: Any) -> Any:
        class Net(T.nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.first = T.nn.Linear(5, 5)
                self.again = self.first
                self.blocks = T.nn.ModuleList([T.nn.Linear(5, 5) for _ in range(2)])
                self.heads = T.nn.ModuleDict({"a": T.nn.Linear(5, 1), "b": T.nn.Linear(5, 2)})
                self.scale = T.nn.Parameter(T.ones(5))
                self.register_buffer("steps", T.zeros(1))
                self.register_buffer("cache", T.zeros(2), persistent=False)
                self.register_parameter("nothing", None)
                self.number = 3

            def forward(self, x: Any) -> Any:
                x = self.first(x) * self.scale
                for block in self.blocks:
                    x = block(x).relu()
                return {name: head(x) for name, head in self.heads.items()}

        return Net()


def test_contents_of_modules_agree(backend: str) -> None:
    def run(T: Any) -> Any:
        T.manual_seed(0)
        net = Tied(T)
        return (
            [n for n, _ in net.named_parameters()],
            [n for n, _ in net.named_buffers()],
            [n for n, _ in net.named_modules()],
            [n for n, _ in net.named_children()],
            list(net.state_dict()),
            repr(net),
            net(rows(T)[0]),
            [p.requires_grad for p in net.requires_grad_(False).parameters()],
            net.get_submodule("blocks.1").weight.detach(),
            net.training,
            net.eval().blocks[0].training,
            net.double().scale.dtype,
            net.steps.dtype,
            [p.is_leaf for p in net.parameters()],
        )

    assert_agree(run)


STATE_ERRORS: dict[str, Callable[[Any], Any]] = {
    "missing": lambda s: {k: v for k, v in s.items() if k != "0.bias"},
    "unexpected": lambda s: {**s, "extra": s["0.bias"]},
    "size": lambda s: {**s, "0.bias": s["3.bias"]},
    "no tensor": lambda s: {**s, "0.bias": 3},
}


@pytest.mark.parametrize("name", STATE_ERRORS)
def test_loading_a_wrong_state_is_refused(name: str, backend: str) -> None:
    messages = []
    for T in (torch, frontend):
        model = mlp(T)
        with pytest.raises(RuntimeError) as raised:
            model.load_state_dict(STATE_ERRORS[name](model.state_dict()))
        messages.append(str(raised.value))
    for word in ("Missing key(s)", "Unexpected key(s)", "size mismatch for 0.bias", "0.bias"):
        assert (word in messages[0]) == (word in messages[1])


def test_state_goes_from_one_model_to_another(backend: str) -> None:
    def run(T: Any) -> Any:
        source, target = cnn(T), cnn(T)
        with T.no_grad():
            source[0].weight.mul_(2)
        result = target.load_state_dict(source.state_dict())
        state = source.state_dict()
        state["0.weight"].zero_()  # it shares memory with the parameter
        loose = target.load_state_dict({"x": T.ones(1)}, strict=False)
        return (
            *(repr(result), target[0].weight.detach(), source[0].weight.detach()),
            *(sorted(loose.missing_keys), loose.unexpected_keys),
        )

    assert_agree(run)


def test_modules_are_copied_and_pickled(backend: str) -> None:
    model = cnn(frontend)
    again = pickle.loads(pickle.dumps(model))
    deep = copy.deepcopy(model)
    with frontend.no_grad():
        model[0].weight.zero_()
    for other in (again, deep):
        assert_same(other.state_dict(), dict(cnn(torch).state_dict()))
        assert all(p.requires_grad for p in other.parameters())


def test_hooks_of_modules(backend: str) -> None:
    def run(T: Any) -> Any:
        model = T.nn.Linear(5, 2)
        seen = []
        before = model.register_forward_pre_hook(lambda m, args: (args[0] * 2,))
        model.register_forward_hook(lambda m, args, out: seen.append(out.shape) or out + 1)
        with T.no_grad():
            model.weight.fill_(1.0)
            model.bias.zero_()
        first = model(T.ones(1, 5)).detach()
        before.remove()
        return first, model(T.ones(1, 5)).detach(), seen

    assert_agree(run)


CONTAINERS: dict[str, Callable[[Any], Any]] = {
    "slice": lambda T: repr(cnn(T)[1:3]),
    "negative": lambda T: repr(cnn(T)[-1]),
    "out of range": lambda T: cnn(T)[40],
    "append": lambda T: repr(T.nn.Sequential(T.nn.ReLU()).append(T.nn.Tanh())),
    "named": lambda T: repr(T.nn.Sequential(OrderedDict(a=T.nn.ReLU(), b=T.nn.Tanh()))),
    "list": lambda T: repr(T.nn.ModuleList([T.nn.ReLU()]).extend([T.nn.Tanh()])),
    "assign": lambda T: setattr(T.nn.Linear(2, 2), "weight", 3),
    "wrong module": lambda T: T.nn.Module().add_module("a", 3),
    "dotted name": lambda T: T.nn.Module().register_buffer("a.b", None),
    "no attribute": lambda T: hasattr(T.nn.Linear(1, 1), "weights"),
    "no forward": lambda T: T.nn.Module()(1),
    "conv groups": lambda T: T.nn.Conv2d(3, 4, 3, groups=2),
    "batch norm rank": lambda T: T.nn.BatchNorm2d(2)(T.ones(2, 2)),
    "batch of one": lambda T: T.nn.BatchNorm1d(2)(T.ones(1, 2)),
    "dropout rate": lambda T: T.nn.Dropout(2.0),
    "zero_grad": lambda T: T.nn.Linear(1, 1).zero_grad(),
    "to int": lambda T: T.nn.Linear(1, 1).to(T.int64),
    "clip norm": lambda T: T.nn.utils.clip_grad_norm_(T.nn.Linear(1, 1).parameters(), 1.0),
    "vector": lambda T: T.nn.utils.parameters_to_vector(mlp(T).parameters()).detach(),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_module_behaviour_agrees(name: str) -> None:
    assert_agree(CONTAINERS[name])


# -- training --------------------------------------------------------------------------------------

OPTIMIZERS: dict[str, Callable[[Any, Any], Any]] = {
    "SGD": lambda T, p: T.optim.SGD(p, lr=0.1),
    "SGD momentum": lambda T, p: T.optim.SGD(
        p, lr=0.05, momentum=0.9, dampening=0.1, weight_decay=1e-3
    ),
    "SGD nesterov": lambda T, p: T.optim.SGD(p, lr=0.05, momentum=0.9, nesterov=True),
    "SGD maximize": lambda T, p: T.optim.SGD(p, lr=0.01, maximize=True),
    "Adam": lambda T, p: T.optim.Adam(p, lr=0.02),
    "Adam amsgrad": lambda T, p: T.optim.Adam(p, lr=0.02, amsgrad=True, weight_decay=1e-2),
    "AdamW": lambda T, p: T.optim.AdamW(p, lr=0.02, betas=(0.8, 0.99)),
    "RMSprop": lambda T, p: T.optim.RMSprop(p, lr=0.01, momentum=0.5, centered=True),
    "Adagrad": lambda T, p: T.optim.Adagrad(p, lr=0.05, lr_decay=0.1),
}


def train(T: Any, make: Callable[[Any, Any], Any], steps: int = 20) -> list[float]:
    model = mlp(T)
    optimizer = make(T, model.parameters())
    x, y = rows(T)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = T.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_losses_of_training_equal_torchs(name: str, backend: str) -> None:
    expected, actual = train(torch, OPTIMIZERS[name]), train(frontend, OPTIMIZERS[name])
    numpy.testing.assert_allclose(actual, expected, rtol=0, atol=1e-5)


def test_groups_and_states_of_optimizers(backend: str) -> None:
    def run(T: Any) -> Any:
        model = mlp(T)
        groups = [
            {"params": model[0].parameters(), "lr": 0.5},
            {"params": model[3].parameters(), "weight_decay": 0.1},
        ]
        optimizer = T.optim.Adam(groups, lr=0.1)
        model(rows(T)[0]).sum().backward()
        optimizer.step()
        state = optimizer.state_dict()
        other = T.optim.Adam(
            groups := [{"params": list(g["params"])} for g in optimizer.param_groups]
        )
        other.load_state_dict(state)
        other.step()
        return (
            *([g["lr"] for g in other.param_groups], list(state), len(groups)),
            *([p.detach() for p in model.parameters()], state["state"][0]),
        )

    assert_same(run(frontend), run(torch))


OPTIMIZER_ERRORS: dict[str, Callable[[Any], Any]] = {
    "negative rate": lambda T: T.optim.SGD([T.ones(1, requires_grad=True)], lr=-1),
    "no parameters": lambda T: T.optim.Adam([]),
    "one tensor": lambda T: T.optim.Adam(T.ones(1, requires_grad=True)),
    "no leaf": lambda T: T.optim.SGD([T.ones(1, requires_grad=True) * 2], lr=1),
    "unknown option": lambda T: T.optim.SGD([T.ones(1, requires_grad=True)], rate=1),
    "beta": lambda T: T.optim.Adam([T.ones(1, requires_grad=True)], betas=(1.0, 0.9)),
    "nesterov": lambda T: T.optim.SGD([T.ones(1, requires_grad=True)], lr=1, nesterov=True),
}


@pytest.mark.parametrize("name", OPTIMIZER_ERRORS)
def test_wrong_options_of_optimizers_are_refused(name: str) -> None:
    assert_agree(OPTIMIZER_ERRORS[name])


def test_option_that_is_not_supported_is_refused() -> None:
    parameters = [frontend.ones(1, requires_grad=True)]
    with pytest.raises(NotImplementedError, match="capturable"):
        frontend.optim.Adam(parameters, capturable=True)
    with pytest.raises(TypeError, match="rate"):
        frontend.optim.SGD([{"params": parameters, "rate": 1}], lr=0.1)


SCHEDULES: dict[str, Callable[[Any, Any], Any]] = {
    "StepLR": lambda S, o: S.StepLR(o, 3, gamma=0.5),
    "MultiStepLR": lambda S, o: S.MultiStepLR(o, [2, 5]),
    "ExponentialLR": lambda S, o: S.ExponentialLR(o, 0.9),
    "CosineAnnealingLR": lambda S, o: S.CosineAnnealingLR(o, T_max=4, eta_min=0.01),
    "LambdaLR": lambda S, o: S.LambdaLR(o, lambda epoch: 0.95**epoch),
    "LinearLR": lambda S, o: S.LinearLR(o, total_iters=4),
    "ConstantLR": lambda S, o: S.ConstantLR(o, total_iters=3),
}


@pytest.mark.parametrize("name", SCHEDULES)
@pytest.mark.filterwarnings("ignore:Detected call of `lr_scheduler.step")
def test_schedules_agree(name: str) -> None:
    def run(T: Any) -> list[float]:
        optimizer = T.optim.SGD([T.ones(1, requires_grad=True)], lr=0.3)
        schedule = SCHEDULES[name](T.optim.lr_scheduler, optimizer)
        rates = []
        for _ in range(9):
            rates += [optimizer.param_groups[0]["lr"], *schedule.get_last_lr()]
            schedule.step()
        return rates

    assert_same(run(frontend), run(torch))


# -- data ------------------------------------------------------------------------------------------

LOADERS: dict[str, Callable[[Any, Any], Any]] = {
    "plain": lambda D, d: D.DataLoader(d, batch_size=3),
    "shuffled": lambda D, d: D.DataLoader(d, batch_size=4, shuffle=True),
    "drop_last": lambda D, d: D.DataLoader(d, batch_size=4, shuffle=True, drop_last=True),
    "sampler": lambda D, d: D.DataLoader(d, sampler=D.RandomSampler(d, True, 40), batch_size=7),
    "subset": lambda D, d: D.DataLoader(D.Subset(d, [3, 1, 2]), batch_size=2, shuffle=True),
    "random_split": lambda D, d: D.DataLoader(D.random_split(d, [0.7, 0.3])[0], batch_size=3),
    "batch_sampler": lambda D, d: D.DataLoader(
        d, batch_sampler=D.BatchSampler(D.SequentialSampler(d), 4, False)
    ),
    "weighted": lambda D, d: D.DataLoader(
        d, sampler=D.WeightedRandomSampler([1.0] * 9 + [5.0], 12), batch_size=5
    ),
    "no batches": lambda D, d: D.DataLoader(d, batch_size=None),
    "collate": lambda D, d: D.DataLoader(d, batch_size=4, collate_fn=lambda b: len(b)),
    "concatenated": lambda D, d: D.DataLoader(d + d, batch_size=8, shuffle=True),
}


def _loaded(T: Any, make: Callable[[Any, Any], Any]) -> Any:
    T.manual_seed(9)
    data = T.utils.data.TensorDataset(T.arange(10) * 2, T.linspace(0, 1, 10))
    loader = make(T.utils.data, data)
    # Two epochs, and what the generator draws afterwards.
    return list(loader), list(loader), len(loader), T.rand(2)


@pytest.mark.parametrize("name", LOADERS)
def test_loaders_give_torchs_batches(name: str, backend: str) -> None:
    assert_same(_loaded(frontend, LOADERS[name]), _loaded(torch, LOADERS[name]))


def test_loader_with_a_generator(backend: str) -> None:
    def run(T: Any) -> Any:
        generator = T.Generator().manual_seed(3)
        data = T.utils.data.TensorDataset(T.arange(10))
        loader = T.utils.data.DataLoader(data, 3, shuffle=True, generator=generator)
        return list(loader), list(loader)

    assert_agree(run)


def test_collated_samples(backend: str) -> None:
    def run(T: Any) -> Any:
        samples = [
            {"x": T.ones(2), "y": 1, "z": (2.0, numpy.float32(3)), "name": "a"},
            {"x": T.zeros(2), "y": 2, "z": (4.0, numpy.float32(5)), "name": "b"},
        ]
        return T.utils.data.default_collate(samples)

    assert_agree(run)


def test_data_sets_of_ones_own(backend: str) -> None:
    def run(T: Any) -> Any:
        class Squares(T.utils.data.Dataset):
            def __len__(self) -> int:
                return 5

            def __getitem__(self, i: int) -> Any:
                return T.tensor(float(i)), i * i

        class Stream(T.utils.data.IterableDataset):
            def __iter__(self) -> Any:
                return iter(range(5))

        load = T.utils.data.DataLoader
        return list(load(Squares(), batch_size=2)), list(load(Stream(), batch_size=2))

    assert_agree(run)


LOADER_ERRORS: dict[str, Callable[[Any], Any]] = {
    "workers": lambda D: D.DataLoader([1], num_workers=-1),
    "sampler and shuffle": lambda D: D.DataLoader([1], sampler=[0], shuffle=True),
    "batch size": lambda D: D.DataLoader([1], batch_size=0),
    "split": lambda D: D.random_split([1, 2], [1, 2]),
    "nothing to shuffle": lambda D: D.DataLoader([], shuffle=True),
}


@pytest.mark.parametrize("name", LOADER_ERRORS)
def test_wrong_options_of_loaders_are_refused(name: str) -> None:
    assert_agree(lambda T: LOADER_ERRORS[name](T.utils.data))


def test_worker_processes_are_refused() -> None:
    with pytest.raises(NotImplementedError, match="num_workers=0"):
        frontend.utils.data.DataLoader([1], num_workers=2)
