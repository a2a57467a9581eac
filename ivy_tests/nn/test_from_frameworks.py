"""Modules of frameworks as modules: the results, gradients and training of the framework itself."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ivy
from ivy import nn
from ivy.errors import MixedBackendError
from ivy_tests.nn.test_conversion import Net
from ivy_tests.support.backends import needs

X = numpy.random.default_rng(1).normal(size=(6, 3)).astype("float32")
Y = numpy.random.default_rng(2).normal(size=(6, 2)).astype("float32")
RATE = 0.125


def close(actual: Any, wanted: Any, tolerance: float = 1e-6) -> None:
    """Compare arrays of any library, in units of the largest element above 1."""
    actual, wanted = (numpy.asarray(ivy.to_numpy(ivy.asarray(x))) for x in (actual, wanted))
    assert actual.shape == wanted.shape
    assert actual.dtype == wanted.dtype
    scale = max(1.0, float(numpy.abs(wanted.astype("float64")).max(initial=0)))
    numpy.testing.assert_allclose(actual, wanted, rtol=0, atol=tolerance * scale)


def all_close(actual: dict[str, Any], wanted: dict[str, Any], tolerance: float = 1e-6) -> None:
    """Compare dicts of arrays."""
    assert actual.keys() == wanted.keys()
    for name, value in wanted.items():
        close(actual[name], value, tolerance)


def loss(model: Any, x: Any, y: Any) -> Any:
    return ivy.mean(ivy.square(model(x) - y))


# -- torch ---------------------------------------------------------------------------------------


@pytest.fixture
def torch() -> Any:
    """The module `torch`, with Ivy's backend of it current."""
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    with ivy.with_backend("torch"):
        yield torch


def torch_net(torch: Any) -> Any:
    """Return a module with buffers, a name that `Module` has too, and a step in place."""

    class TorchNet(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.cells = torch.nn.Linear(3, 4)
            self.norm = torch.nn.BatchNorm1d(4)
            self.active = torch.nn.ReLU(inplace=True)
            self.out = torch.nn.Linear(4, 2)
            self._scale = torch.nn.Parameter(torch.full((2,), 1.5))
            self.register_buffer("shift", torch.ones(2), persistent=False)

        def forward(self, x: Any) -> Any:
            return self._scale * self.out(self.active(self.norm(self.cells(x)))) + self.shift

    return TorchNet()


def torch_gradients(native: Any, x: Any, y: Any) -> tuple[Any, dict[str, Any]]:
    native.zero_grad()
    value = ((native(x) - y) ** 2).mean()
    value.backward()
    return value.detach(), {p: v.grad for p, v in native.named_parameters()}


def torch_steps(torch: Any, native: Any, count: int) -> list[Any]:
    """Train with torch's own means, and return the losses."""
    optimiser, values = torch.optim.SGD(native.parameters(), lr=RATE), []
    for _ in range(count):
        values.append(torch_gradients(native, torch.tensor(X), torch.tensor(Y))[0])
        optimiser.step()
    return values


def steps(model: Any, count: int, compiled: bool = False, **options: Any) -> list[Any]:
    """Train with Ivy's means, and return the losses."""
    optimiser = ivy.optim.SGD(lr=RATE)

    def step(x: Any, y: Any) -> Any:
        value, gradients = ivy.value_and_grad(loss)(model, x, y)
        optimiser.step(model, gradients)
        return value

    run = ivy.compile(step, **options) if compiled else step
    return [run(ivy.asarray(X), ivy.asarray(Y)) for _ in range(count)]


@needs("torch")
def test_torch_values_and_gradients(torch):
    native = torch_net(torch)
    model = nn.from_torch(native)
    x, y = torch.tensor(X), torch.tensor(Y)
    result = model(ivy.asarray(X))
    assert isinstance(result, ivy.Array)
    assert list(model.parameters()) == [n for n, _ in native.named_parameters()]
    assert list(model.buffers()) == [n for n, _ in native.named_buffers()]
    assert model.state_dict().keys() == native.state_dict().keys()
    wanted = native(x).detach()
    close(result, wanted)
    value, gradients = ivy.value_and_grad(loss)(model, ivy.asarray(X), ivy.asarray(Y))
    value_of_torch, gradients_of_torch = torch_gradients(native, x, y)
    close(value, value_of_torch)
    all_close(gradients, gradients_of_torch)
    # Both have looked at the samples twice.
    all_close(model.buffers(), dict(native.named_buffers()))


@needs("torch")
def test_torch_gradient_of_the_input(torch):
    native = torch_net(torch).eval()
    model = nn.from_torch(native)
    assert not model.training
    x = torch.tensor(X, requires_grad=True)
    native(x).square().sum().backward()
    close(ivy.grad(lambda x: ivy.sum(ivy.square(model(x))))(ivy.asarray(X)), x.grad)


@needs("torch")
def test_torch_second_derivatives(torch):
    native = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    native = native.double()
    x = X.astype("float64")[:1]
    hessian = torch.autograd.functional.hessian(lambda x: native(x).sum(), torch.tensor(x))
    model = nn.from_torch(native)
    found = ivy.hessian(lambda x: ivy.sum(model(x)))(ivy.asarray(x))
    close(found, hessian, 1e-12)
    found = ivy.grad(lambda x: ivy.sum(ivy.square(ivy.grad(lambda x: ivy.sum(model(x)))(x))))(
        ivy.asarray(x)
    )
    given = torch.tensor(x, requires_grad=True)
    (slope,) = torch.autograd.grad(native(given).sum(), given, create_graph=True)
    (wanted,) = torch.autograd.grad(slope.square().sum(), given)
    close(found, wanted, 1e-12)


@needs("torch")
@pytest.mark.parametrize("compiled", [False, True])
def test_torch_training(torch, compiled):
    native = torch_net(torch)
    before = {p: v.clone() for p, v in native.state_dict().items()}
    model = nn.from_torch(native)
    values = steps(model, 5, compiled, backend="eager") if compiled else steps(model, 5)
    all_close(native.state_dict(), before, 0)  # it stays as it is
    close(ivy.stack(values), torch.stack(torch_steps(torch, native, 5)), 1e-5)
    all_close(model.state_dict(), native.state_dict(), 1e-5)


@needs("torch")
def test_torch_inside_of_a_module(torch):
    native = torch_net(torch)
    model = nn.Sequential(nn.from_torch(native), nn.Tanh())
    assert "0.cells.weight" in model.parameters()
    assert "0.norm.running_mean" in model.buffers()
    assert "0.norm.running_mean" not in model.parameters()
    both = torch.nn.Sequential(native, torch.nn.Tanh())
    close(ivy.stack(steps(model, 5)), torch.stack(torch_steps(torch, both, 5)), 1e-5)
    all_close(model.state_dict(), both.state_dict(), 1e-5)
    model.eval()
    close(model(ivy.asarray(X)), both.eval()(torch.tensor(X)).detach(), 1e-5)
    all_close(model.state_dict(), both.state_dict(), 1e-5)


@needs("torch")
def test_torch_state(torch):
    native, other = torch_net(torch), torch_net(torch)
    model = nn.from_torch(native).eval()
    model.load_state_dict(other.state_dict())
    close(model(ivy.asarray(X)), other.eval()(torch.tensor(X)).detach())
    other.load_state_dict({p: x.native for p, x in nn.from_torch(native).state_dict().items()})
    close(nn.from_torch(native.eval())(ivy.asarray(X)), other(torch.tensor(X)).detach())
    with pytest.raises(ValueError, match=r"missing: norm\.running_var"):
        model.load_state_dict({p: x for p, x in other.state_dict().items() if "var" not in p})


@needs("torch")
def test_torch_frozen_and_shared(torch):
    first, second = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)
    second.weight = first.weight
    second.bias.requires_grad_(False)
    native = torch.nn.Sequential(first, torch.nn.Tanh(), second)
    model = nn.from_torch(native)
    assert list(model.parameters()) == ["0.weight", "0.bias", "2.bias"]
    assert list(model.trainable()) == ["0.weight", "0.bias"]
    model.load_state_dict(native.state_dict())
    native(torch.tensor(X)).square().mean().backward()
    gradients = ivy.grad(lambda m, x: ivy.mean(ivy.square(m(x))))(model, ivy.asarray(X))
    all_close(gradients, {"0.weight": first.weight.grad, "0.bias": first.bias.grad})
    assert list(model.freeze("0").trainable()) == []
    assert list(model.unfreeze("0.bias").trainable()) == ["0.bias"]


@needs("torch")
def test_torch_containers_and_options(torch):
    class Two(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = torch.nn.Linear(3, 2)

        def forward(self, x: Any, *, scale: Any, name: str) -> Any:
            y = self.layer(x["a"]) + x["b"][0]
            return {name: y * scale, "size": 3, "whole": [y.argmax(1), None]}

    native = Two()
    model = nn.from_torch(native)
    given = {"a": X, "b": (Y,)}

    def arrays(make: Any) -> Any:
        return {"a": make(given["a"]), "b": (make(given["b"][0]),)}

    wanted = native(arrays(torch.tensor), scale=torch.tensor(2.0), name="y")
    found = model(arrays(ivy.asarray), scale=ivy.asarray(2.0), name="y")
    assert found.keys() == wanted.keys()
    assert (found["size"], found["whole"][1]) == (3, None)
    close(found["y"], wanted["y"].detach())
    close(found["whole"][0], wanted["whole"][0])

    def total(m: Any, x: Any) -> Any:
        return ivy.sum(m(x, scale=ivy.asarray(2.0), name="y")["y"])

    wanted["y"].sum().backward()
    found = ivy.grad(total)(model, arrays(ivy.asarray))
    all_close(found, {p: v.grad for p, v in native.named_parameters()})


@needs("torch")
@pytest.mark.parametrize("compiled", [False, True])
def test_torch_dropout(torch, compiled):
    model = nn.from_torch(torch.nn.Dropout(0.5))
    run = ivy.grad(lambda x: (lambda y: (ivy.sum(y * 3), y))(model(x)), has_aux=True)
    run = ivy.compile(run, backend="aot_eager") if compiled else run
    x = ivy.ones(1000)
    (first, y), (_, other) = run(x), run(x)
    # The backward pass has the mask of the forward pass, and each call one of its own.
    assert 400 < float(ivy.sum(ivy.astype(y == 2, "float32"))) < 600
    close(first, 3 * y)
    assert not bool(ivy.all(y == other))
    close(model.eval()(x), x)


@needs("torch")
def test_torch_dropout_draws_from_torch(torch):
    native = torch.nn.Dropout(0.5)
    torch.manual_seed(3)
    wanted = native(torch.ones(50))
    torch.manual_seed(3)
    close(nn.from_torch(native)(ivy.ones(50)), wanted)


@needs("torch")
def test_torch_and_back(torch):
    with ivy.with_backend("numpy"):
        model = Net()
    native = nn.to_torch_module(model)
    again = nn.from_torch(native)
    x = X.astype("float64")
    assert again.state_dict().keys() == native.state_dict().keys()
    close(again(ivy.asarray(x)), native(torch.tensor(x)).detach(), 1e-12)
    assert int(again.buffers()["seen"]) == 1
    assert int(native.seen) == 1
    native.zero_grad()
    native(torch.tensor(x)).sum().backward()
    gradients = ivy.grad(lambda m, x: ivy.sum(m(x)))(again, ivy.asarray(x))
    all_close(gradients, {p: v.grad for p, v in native.named_parameters()}, 1e-12)
    back = nn.to_torch_module(again)
    assert back.state_dict().keys() == native.state_dict().keys()
    close(back(torch.tensor(x)).detach(), native(torch.tensor(x)).detach(), 1e-12)


@needs("torch")
def test_torch_gradients_of_each_sample(torch):
    native = torch_net(torch).eval()
    model = nn.from_torch(native)
    found = ivy.vmap(ivy.grad(lambda x: ivy.sum(ivy.square(model(x[None])))))(ivy.asarray(X))
    x = torch.tensor(X, requires_grad=True)
    native(x).square().sum().backward()
    close(found, x.grad)


@needs("torch")
def test_torch_does_not_write_to_arguments(torch):
    model = nn.from_torch(torch.nn.ReLU(inplace=True))
    x = ivy.asarray(X)
    ivy.grad(lambda x: ivy.sum(model(x)))(x)
    model(x)
    close(x, X, 0)


@needs("torch")
def test_torch_errors(torch):
    model = nn.from_torch(torch.nn.Linear(3, 2))
    with pytest.raises(TypeError, match=r"expected a torch\.nn\.Module, got int"):
        nn.from_torch(3)
    with pytest.raises(TypeError, match=r"expected a module of Python code, got .* of Linear"):
        nn.from_torch(torch.jit.trace(torch.nn.Linear(3, 2), torch.tensor(X)))
    weight_norm = torch.nn.utils.weight_norm
    with pytest.raises(TypeError, match=r"that can be copied, got Linear, where copy\.deepcopy"):
        nn.from_torch(weight_norm(torch.nn.Linear(3, 2)))
    with pytest.raises(ValueError, match=r"got weight of LazyLinear without a shape; call"):
        nn.from_torch(torch.nn.LazyLinear(2))
    with ivy.with_backend("numpy"):
        numbers = ivy.asarray(X)
        for run in (lambda: nn.from_torch(torch.nn.ReLU()), lambda: model(numbers)):
            with pytest.raises(ValueError, match=r"to be torch, .* ivy\.set_backend\('torch'\)"):
                run()
    with pytest.raises(MixedBackendError, match="expected arrays of torch, got one of numpy"):
        model(numbers)


# -- flax ----------------------------------------------------------------------------------------


@pytest.fixture
def nnx() -> Any:
    """The module `flax.nnx`, with Ivy's backend of jax current."""
    pytest.importorskip("jax")
    with ivy.with_backend("jax"):
        yield pytest.importorskip("flax.nnx")


def flax_net(nnx: Any, rate: float = 0.0) -> Any:
    class FlaxNet(nnx.Module):
        def __init__(self, rngs: Any) -> None:
            self.layers = nnx.List([nnx.Linear(3, 4, rngs=rngs), nnx.Linear(4, 2, rngs=rngs)])
            self.norm = nnx.BatchNorm(4, rngs=rngs)
            self.drop = nnx.Dropout(rate, rngs=rngs)

        def __call__(self, x: Any) -> Any:
            return self.layers[1](self.drop(nnx.tanh(self.norm(self.layers[0](x)))))

    return FlaxNet(nnx.Rngs(0))


def flax_state(nnx: Any, native: Any, *kinds: Any) -> dict[str, Any]:
    state = nnx.to_flat_state(nnx.state(native, *kinds))
    return {".".join(map(str, p)): v.get_value() for p, v in state}


def flax_steps(nnx: Any, native: Any, count: int) -> list[Any]:
    """Train with flax's own means, and return the losses."""
    import jax
    import jax.numpy as jnp

    values = []
    for _ in range(count):
        value, gradients = nnx.value_and_grad(lambda m: jnp.mean((m(X) - Y) ** 2))(native)
        values.append(value)
        state = nnx.state(native, nnx.Param)
        nnx.update(native, jax.tree.map(lambda x, g: x - RATE * g, state, gradients))
    return values


@needs("jax")
@pytest.mark.parametrize("compiled", [False, True])
def test_flax_training(nnx, compiled):
    native = flax_net(nnx)
    before = flax_state(nnx, native, nnx.Param)
    model = nn.from_flax(native)
    assert list(model.parameters()) == list(before)
    values = steps(model, 5, compiled)
    all_close(flax_state(nnx, native, nnx.Param), before, 0)
    close(ivy.stack(values), numpy.stack(flax_steps(nnx, native, 5)), 1e-5)
    all_close(model.parameters(), flax_state(nnx, native, nnx.Param), 1e-5)
    statistics = flax_state(nnx, native, nnx.BatchStat)
    all_close({p: model.buffers()[p] for p in statistics}, statistics, 1e-5)
    native.eval()
    close(model.eval()(ivy.asarray(X)), native(X), 1e-5)


@needs("jax")
def test_flax_gradients_and_state(nnx):
    native, other = flax_net(nnx), nnx.clone(flax_net(nnx))
    inside = nn.Sequential(nn.from_flax(native), nn.Tanh())
    value, gradients = ivy.value_and_grad(loss)(inside, ivy.asarray(X), ivy.asarray(Y))

    def wanted(m: Any) -> Any:
        return nnx.jit(lambda m: ((nnx.tanh(m(X)) - Y) ** 2).mean())(m)

    of_flax, slopes = nnx.value_and_grad(wanted)(other)
    close(value, of_flax)
    slopes = {".".join(map(str, p)): v.get_value() for p, v in nnx.to_flat_state(slopes)}
    all_close({p.removeprefix("0."): g for p, g in gradients.items()}, slopes)
    model = nn.from_flax(native)
    state = {p: 2 * x for p, x in model.state_dict().items()}
    all_close(model.load_state_dict(state).state_dict(), state, 0)


@needs("jax")
@pytest.mark.parametrize("compiled", [False, True])
def test_flax_dropout(nnx, compiled):
    native = nnx.Dropout(0.5, rngs=nnx.Rngs(7))
    model = nn.from_flax(native)
    run = ivy.grad(lambda x: (lambda y: (ivy.sum(y * 3), y))(model(x)), has_aux=True)
    run = ivy.compile(run) if compiled else run
    for _ in range(3):
        first, y = run(ivy.ones(100))
        close(y, native(numpy.ones(100, "float32")))  # its streams go on as flax's do
        close(first, 3 * y)
    close(model.eval()(ivy.ones(100)), ivy.ones(100))
    assert nn.from_flax(nnx.Dropout(0.5, deterministic=True, rngs=nnx.Rngs(7))).training is False


@needs("jax")
def test_flax_and_back(nnx):
    native = nn.to_flax_module(Net())
    again = nn.from_flax(native)
    x = ivy.asarray(X.astype("float64")).native
    close(again(ivy.asarray(x)), native(x), 1e-12)
    assert int(again.buffers()["statistics.seen"]) == 1
    gradients = ivy.grad(lambda m, x: ivy.sum(m(x)))(again, ivy.asarray(x))
    slopes = nnx.to_flat_state(nnx.grad(lambda m: m(x).sum())(native))
    all_close(gradients, {".".join(map(str, p)): v.get_value() for p, v in slopes}, 1e-12)


@needs("jax")
def test_flax_second_derivatives(nnx):
    import jax

    native = nnx.Linear(3, 2, rngs=nnx.Rngs(0), param_dtype="float64")
    model = nn.from_flax(native)
    x = X.astype("float64")[:1]
    found = ivy.hessian(lambda x: ivy.sum(ivy.tanh(model(x))))(ivy.asarray(x))
    close(found, jax.hessian(lambda x: nnx.tanh(native(x)).sum())(x), 1e-12)


@needs("jax")
def test_flax_errors(nnx):
    with pytest.raises(TypeError, match=r"expected a flax\.nnx\.Module, got int; .*ToNNX"):
        nn.from_flax(3)
    model = nn.from_flax(nnx.Linear(3, 2, rngs=nnx.Rngs(0)))
    with (
        ivy.with_backend("numpy"),
        pytest.raises(ValueError, match=r"to be jax, .* ivy\.set_backend\('jax'\)"),
    ):
        model(ivy.asarray(X))
    native = nnx.Linear(3, 2, rngs=nnx.Rngs(0))
    native.note = nnx.Variable("text")
    with pytest.raises(TypeError, match="expected arrays in the variables, got note of Linear"):
        nn.from_flax(native)


# -- Keras ---------------------------------------------------------------------------------------


@pytest.fixture
def keras() -> Any:
    """The module `keras`, with Ivy's backend of its framework current."""
    keras = pytest.importorskip("keras")
    keras.utils.set_random_seed(0)
    with ivy.with_backend(keras.backend.backend()):
        yield keras


def keras_net(keras: Any, rate: float = 0.0) -> Any:
    layers = keras.layers
    return keras.Sequential(
        [
            *(layers.Input((3,)), layers.Dense(4, name="first"), layers.BatchNormalization()),
            *(layers.Activation("tanh"), layers.Dropout(rate), layers.Dense(2, name="last")),
        ]
    )


@needs("tensorflow")
@pytest.mark.parametrize("compiled", [False, True])
def test_keras_training(keras, compiled):
    native = keras_net(keras)
    before = [keras.ops.convert_to_numpy(v) for v in native.variables]
    model = nn.from_keras(native)
    assert list(model.parameters()) == [v.path for v in native.trainable_variables]
    values = steps(model, 5, compiled)
    for v, x in zip(native.variables, before, strict=True):
        close(keras.ops.convert_to_numpy(v), x, 0)
    native.compile(keras.optimizers.SGD(RATE), "mse")
    of_keras = [native.train_on_batch(X, Y) for _ in range(5)]
    close(values[0], numpy.asarray(of_keras[0], "float32"), 1e-5)
    state = {v.path: keras.ops.convert_to_numpy(v) for v in native.variables}
    arrays = {**model.parameters(), **model.buffers()}
    for path, value in state.items():
        close(arrays[path], value, 1e-5)
    close(model.eval()(ivy.asarray(X)), keras.ops.convert_to_numpy(native(X)), 1e-5)


@needs("tensorflow")
def test_keras_values_gradients_and_state(keras):
    tensorflow = pytest.importorskip("tensorflow")
    if keras.backend.backend() != "tensorflow":
        pytest.skip("the gradients are taken by tensorflow's tape")
    native = keras_net(keras)
    model = nn.Sequential(nn.from_keras(native), nn.Tanh())
    value, gradients = ivy.value_and_grad(loss)(model, ivy.asarray(X), ivy.asarray(Y))
    with tensorflow.GradientTape() as tape:
        of_keras = tensorflow.reduce_mean((tensorflow.tanh(native(X, training=True)) - Y) ** 2)
    close(value, of_keras)
    slopes = tape.gradient(of_keras, native.trainable_variables)
    paths = [f"0.{v.path}" for v in native.trainable_variables]
    all_close(gradients, dict(zip(paths, slopes, strict=True)))
    state = {p: x + 1 for p, x in model.state_dict().items()}
    all_close(model.load_state_dict(state).state_dict(), state, 0)


@needs("tensorflow")
@pytest.mark.parametrize("compiled", [False, True])
def test_keras_dropout(keras, compiled):
    native = keras.layers.Dropout(0.5)
    native.build((100,))
    model = nn.from_keras(native)
    run = ivy.grad(lambda x: (lambda y: (ivy.sum(y * 3), y))(model(x)), has_aux=True)
    run = ivy.compile(run) if compiled else run
    (first, y), (_, other) = run(ivy.ones(100)), run(ivy.ones(100))
    assert 30 < float(ivy.sum(ivy.astype(y == 2, "float32"))) < 70
    close(first, 3 * y)
    assert not bool(ivy.all(y == other))
    close(model.eval()(ivy.ones(100)), ivy.ones(100))


@needs("tensorflow")
def test_keras_and_back(keras):
    if keras.backend.backend() != "tensorflow":
        pytest.skip("to_keras_layer is for Keras on tensorflow")
    native = nn.to_keras_layer(Net())
    again = nn.from_keras(native)
    x = X.astype("float64")
    close(again(ivy.asarray(x)), native(x, training=True), 1e-12)
    assert [int(v) for p, v in again.buffers().items() if "seen" in p] == [1]


@needs("tensorflow")
def test_keras_errors(keras):
    with pytest.raises(TypeError, match="expected a Keras layer or model, got int"):
        nn.from_keras(3)
    with pytest.raises(ValueError, match="whose variables are made, got bare without; call it"):
        nn.from_keras(keras.layers.Dense(2, name="bare"))
    native = keras_net(keras)
    with ivy.with_backend("numpy"), pytest.raises(ValueError, match=r"call ivy\.set_backend\("):
        nn.from_keras(native)
    layers = [keras.layers.Dense(2, name="same") for _ in range(2)]
    for layer in layers:
        layer.build((None, 2))

    class Both(keras.layers.Layer):
        def __init__(self) -> None:
            super().__init__()
            self.parts, self.built = layers, True

    with pytest.raises(ValueError, match="got 'same/kernel' twice in"):
        nn.from_keras(Both())
