"""`ivy.compile`: compiled steps do what eager ones do, and freeze nothing."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import numpy
import pytest

import ivy
from ivy import trees
from ivy.errors import TraceError
from ivy.nn import Buffer, Module

# torch's own compiler of kernels takes a minute; its tracing is what is tested.
OPTIONS: dict[str, dict[str, Any]] = {"torch": {"backend": "eager"}}


def compiled(function: Any, backend: str, **options: Any) -> Any:
    return ivy.compile(function, **options, **OPTIONS.get(backend, {}))


# A compiler fuses and adds in another order. That is at most 8 epsilons of float32 in one pass of
# these layers of a few units, and of numbers of size 1; ten steps of training round ten times as
# often.
PASS = 8 * float(numpy.finfo("float32").eps)
TRAINED = 10 * PASS


class Layer(Module):
    def __init__(self, inputs: int, outputs: int) -> None:
        self.weight = ivy.random_normal(shape=(outputs, inputs)) * 0.5
        self.bias = ivy.zeros(outputs)
        self.calls = Buffer(ivy.asarray(0))

    def forward(self, x: Any) -> Any:
        self.calls = self.calls + 1
        return ivy.linear(x, self.weight, self.bias)


class Net(Module):
    def __init__(self) -> None:
        self.layers = [Layer(3, 4), Layer(4, 1)]
        self.rate = 0.5

    def forward(self, x: Any) -> Any:
        x = ivy.tanh(self.layers[0](x))
        if self.training:
            x = ivy.dropout(x, self.rate)
        return self.layers[1](x)


class Momentum(trees.Stateful):
    """An optimiser that makes its state at the first step."""

    def __init__(self) -> None:
        self.velocity: Any = None

    def cells(self) -> dict[str, trees.Cell]:
        known = self.velocity or {}
        return {k: trees.Cell(k, known, k) for k in known}

    def step(self, model: Module, gradients: dict[str, Any]) -> None:
        old = self.velocity or {k: ivy.zeros_like(g) for k, g in gradients.items()}
        self.velocity = {k: 0.9 * old[k] + g for k, g in gradients.items()}
        cells = model.cells()
        for path, v in self.velocity.items():
            cells[path].set(cells[path].get() - 0.1 * v)


def loss(model: Net, x: Any, y: Any) -> Any:
    return ivy.mean(ivy.square(model(x) - y))


def train(backend: str, compile: bool) -> tuple[list[float], Net, Any]:
    """Return the losses of some steps, with a change of mode and of batch size."""
    ivy.seed(3)
    model, optimiser = Net(), Momentum()

    def step(x: Any, y: Any) -> Any:
        value, gradients = ivy.value_and_grad(loss)(model, x, y)
        optimiser.step(model, gradients)
        return {"loss": value, "kind": "mean"}

    run = compiled(step, backend) if compile else step
    draws = numpy.random.default_rng(0).normal(size=(8, 3)).astype("float32")
    losses = []
    for mode, size, count in ((True, 8, 4), (False, 8, 2), (True, 5, 2), (True, 8, 2)):
        model.train(mode)
        x = ivy.asarray(draws[:size])
        y = ivy.sum(x, axis=1, keepdims=True)
        for _ in range(count):
            result = run(x, y)
            assert result["kind"] == "mean"
            losses.append(float(result["loss"]))
    losses.append(float(ivy.random_uniform(shape=())))  # the generator goes on where it was
    return losses, model, run


def test_training_steps(backend):
    eager, by_hand, _ = train(backend, compile=False)
    losses, model, run = train(backend, compile=True)
    numpy.testing.assert_allclose(losses, eager, rtol=TRAINED)
    for path, x in model.state_dict().items():
        expected = ivy.to_numpy(by_hand.state_dict()[path])
        numpy.testing.assert_allclose(ivy.to_numpy(x), expected, rtol=TRAINED, atol=PASS)
    assert type(model.layers[0].weight) is type(ivy.zeros(1))
    assert int(model.layers[0].calls) == 10
    # Of a mode and a batch size each; the first call of all made the optimiser's state.
    assert len(run.sources) == 3
    assert not any("import ivy" in s or "from ivy" in s for s in run.sources)


def test_draws_are_those_of_the_function_itself(backend):
    def f(x: Any) -> Any:
        return x + ivy.random_normal(shape=(2,)), ivy.random_uniform(shape=(2,))

    x = ivy.zeros(2)
    run = compiled(f, backend)
    got = [run(x) for _ in range(3)]
    ivy.seed(0)
    wanted = [f(x) for _ in range(3)]
    for pair, other in zip(got, wanted, strict=True):
        for a, b in zip(pair, other, strict=True):
            numpy.testing.assert_allclose(ivy.to_numpy(a), ivy.to_numpy(b), rtol=PASS)
    assert bool(ivy.any(got[0][1] != got[1][1]))


@pytest.mark.parametrize("of", [ivy.grad, ivy.value_and_grad, ivy.checkpoint])
def test_state_in_a_function_of_a_function_is_no_constant(backend, of):
    layer = Layer(3, 1)
    run = compiled(of(lambda x: ivy.sum(layer(x))), backend)
    x = ivy.ones((2, 3))

    def first() -> Any:
        found = run(x)
        return ivy.to_numpy(found[0] if isinstance(found, tuple) else found)

    before = first()
    layer.weight = layer.weight * 2
    after = first()
    assert not numpy.array_equal(after, before)
    assert int(layer.calls) == 2


def test_it_is_compiled_again_only_for_what_is_new():
    calls = []

    @ivy.compile
    def f(x: Any, power: int = 2) -> Any:
        calls.append(x.shape)
        return x**power

    for x in (ivy.ones(2), ivy.zeros(2), ivy.ones(3), ivy.ones(2, dtype="float64"), ivy.ones(2)):
        assert f(x).dtype == x.dtype
    assert calls == [(2,), (3,), (2,)]
    assert f(ivy.asarray([3.0, 1.0]), power=3).tolist() == [27.0, 1.0]
    assert f(ivy.asarray([3.0, 1.0]), 3).tolist() == [27.0, 1.0]
    assert f.__name__ == "f"
    # True equals 1 and means something else.
    assert ivy.compile(lambda x, k: x + k)(ivy.asarray([1]), True).tolist() == [2]
    scale = ivy.compile(lambda x, k: x * k)
    signs = [numpy.signbit(scale(ivy.asarray([1.0]), k).item()) for k in (0.0, 0.0, -0.0, 0.0)]
    assert signs == [False, False, True, False]
    assert [scale(ivy.ones(1), float("nan")).dtype for _ in range(2)] == ["float32"] * 2
    assert len(scale.sources) == 3
    g = ivy.compile(lambda k: ivy.asarray(k))
    assert (g(1).dtype, g(True).dtype, g(1.0).dtype) == ("int64", "bool", "float32")


def test_models_of_one_structure_share_a_program(backend):
    run = compiled(lambda model, x: model(x), backend)
    x = ivy.ones((2, 3))
    for seed in (0, 1):
        ivy.seed(seed)
        model = Layer(3, 2)
        numpy.testing.assert_allclose(
            ivy.to_numpy(run(model, x)), ivy.to_numpy(model(x)), rtol=PASS
        )
    assert len(run.sources) == 1


def test_attributes_are_no_constants(backend):
    model = Net().eval()
    run = compiled(model, backend)
    x = ivy.ones((1, 3))
    before = float(run(x)[0, 0])
    model.layers[1].bias = model.layers[1].bias + 2.0
    assert float(run(x)[0, 0]) == pytest.approx(before + 2.0)
    model.layers[1] = Layer(4, 2)  # another structure
    assert run(x).shape == (1, 2)


def test_other_objects_under_the_same_names(backend):
    model, others = Layer(3, 2), [Layer(2, 2)]

    def f(x: Any) -> Any:
        return others[0](model(x))

    run = compiled(f, backend)
    x = ivy.ones((1, 3))
    for _ in range(2):
        for _ in range(2):
            numpy.testing.assert_allclose(ivy.to_numpy(run(x)), ivy.to_numpy(f(x)), rtol=PASS)
        model = Layer(3, 2)
        for _ in range(2):
            numpy.testing.assert_allclose(ivy.to_numpy(run(x)), ivy.to_numpy(f(x)), rtol=PASS)
        others[0] = Layer(2, 2)
        model.weight = model.weight * 2
    model.load_state_dict(Layer(3, 2).state_dict())
    numpy.testing.assert_allclose(ivy.to_numpy(run(x)), ivy.to_numpy(f(x)), rtol=PASS)
    assert len(run.sources) == 1


class Counting(Module):
    def __init__(self) -> None:
        self.count = 0

    def forward(self, x: Any) -> Any:
        self.count += 1
        return x * self.count


def test_python_state_that_changes_is_an_error():
    model = Counting()
    with pytest.raises(TraceError, match=r"Counting \(self\).*0 became 1"):
        ivy.compile(model)(ivy.ones(2))
    assert model.count == 0


def branching(x: Any) -> Any:
    if x[0] > 0:
        return x
    return -x


def test_what_cannot_be_compiled_says_so(backend):
    x = ivy.asarray([-1.0, 2.0])
    with pytest.raises(TraceError, match=r"test_compile\.py, line \d+: if x\[0\] > 0:") as caught:
        compiled(branching, backend)(x)
    assert "fallback='eager'" in caught.value.__notes__[0]
    run = compiled(branching, backend, fallback="eager")
    with pytest.warns(UserWarning, match=r"branching runs as it is.*if x\[0\] > 0"):
        result = run(x)
    assert result.tolist() == [1.0, -2.0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run(-x).tolist() == [1.0, -2.0]


def test_an_error_leaves_the_state_as_it_was(backend):
    model = Layer(3, 2)

    def f(x: Any) -> Any:
        model(x)
        raise ZeroDivisionError

    weight = model.weight
    with pytest.raises(ZeroDivisionError):
        compiled(f, backend)(ivy.ones((1, 3)))
    assert model.weight is weight
    assert int(model.calls) == 0


def test_inside_derivatives_and_other_compiled_code(backend):
    inner = compiled(lambda x: x * x, backend)
    assert float(ivy.grad(lambda x: ivy.sum(inner(x)))(ivy.asarray([3.0]))[0]) == 6.0
    outer = compiled(lambda x: inner(x) + 1, backend)
    assert outer(ivy.asarray([3.0])).tolist() == [10.0]
    assert inner.sources == []


def test_methods_and_native_arrays(backend):
    class Model:
        def __init__(self) -> None:
            self.layer = Layer(3, 2)

        @ivy.compile
        def run(self, x: Any) -> Any:
            return ivy.exp(x)

    x = ivy.ones((1, 3))
    got = Model().run(ivy.to_native(x))
    assert type(got) is type(x)


def test_wrong_arguments():
    with pytest.raises(ValueError, match="expected fallback=None or 'eager', got fallback='slow'"):
        ivy.compile(branching, fallback="slow")
    with pytest.raises(TypeError, match=r"ivy\.compile: expected a function, got int"):
        ivy.compile(3)
    with pytest.raises(TypeError, match="expected no options on numpy, got mode"):
        ivy.compile(lambda x: x, mode="fast")(ivy.ones(1))


def test_a_program_needs_no_ivy():
    run = ivy.compile(lambda x: ivy.softmax(ivy.exp(x) * 2))
    expected = run(ivy.asarray([1.0, 2.0])).tolist()
    program = f"{run.sources[0]}\nx = np.asarray([1.0, 2.0], 'float32')\n"
    program += "print(graph(x, None)[0].tolist())\n"
    program += "import sys; assert 'ivy' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == str(expected), done.stderr


def test_arguments_keep_their_names_in_the_program():
    @ivy.compile
    def scaled(x: Any, max: Any, options: Any) -> Any:
        return ivy.sum(x) * max + options["class"]

    one = ivy.asarray(1.0)
    assert scaled(ivy.ones(3), one, {"class": one}).item() == 4
    assert "def scaled(x, max_2, options_class, key):" in scaled.sources[0]


def test_constants_of_derivatives_are_not_computed_at_each_call():
    @ivy.compile
    def step(x: Any) -> Any:
        return ivy.grad(lambda x: ivy.mean(ivy.relu(x)))(x)

    assert step(ivy.asarray([[-1.0, 2.0]])).tolist() == [[0.0, 0.5]]
    assert "ones_like" not in step.sources[0]


def test_a_tape_of_tensorflow_sees_a_compiled_function():
    tf = pytest.importorskip("tensorflow")
    with ivy.with_backend("tensorflow"):
        square = ivy.compile(lambda x: ivy.sum(x * x))
        x = tf.Variable([3.0, 4.0])
        for _ in range(2):
            with tf.GradientTape() as tape:
                y = square(x)
            assert tape.gradient(y.native, x).numpy().tolist() == [6, 8]
        assert square(ivy.asarray(x)).item() == 25


def test_a_program_in_a_function_that_torch_compiles():
    torch = pytest.importorskip("torch")
    with ivy.with_backend("torch"):
        program = ivy.trace_graph(lambda x: ivy.sin(x) * 2, (ivy.ones(2),)).native
        outer = torch.compile(lambda x: program(x) + 1, backend="eager", fullgraph=True)
        x = torch.tensor([0.5, 1.0])
        assert torch.equal(outer(x), torch.sin(x) * 2 + 1)
