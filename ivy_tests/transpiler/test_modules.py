"""Modules converted with their weights to each target, and compared with torch."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

import ivy
from ivy.errors import TranspileError
from ivy_tests.support.backends import needs

torch = pytest.importorskip("torch")
pytest.importorskip("libcst")

from ivy_tests.transpiler.inputs import models  # noqa: E402 - torch
from ivy_tests.transpiler.support import (  # noqa: E402 - torch
    TARGETS,
    assert_close,
    assert_converted,
    to_native,
)

EXAMPLE = Path(__file__).parents[2] / "examples" / "digits_torch.py"


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


def made(name: str) -> tuple[Any, Any]:
    """A model in evaluation mode with running statistics of its own, and an input."""
    build, example = models.MODELS[name]
    model = build()
    x = example()
    model(x)
    return model.eval(), x


@pytest.fixture
def digits(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLE.parent))
    return importlib.import_module(EXAMPLE.stem)


@pytest.mark.parametrize("name", models.MODELS)
@pytest.mark.parametrize("target", TARGETS)
def test_value(name: str, target: str) -> None:
    model, x = made(name)
    native = ivy.transpile(model, source="torch", target=target)
    assert_converted(model, native, (x,), target)


@pytest.mark.parametrize("name", ["Encoder", "ResNet"])
@pytest.mark.parametrize("target", TARGETS)
def test_value_when_example_arguments_are_given(name: str, target: str) -> None:
    model, x = made(name)
    native = ivy.transpile(model, source="torch", target=target, args=(x,))
    assert_converted(model, native, (x,), target)


@pytest.mark.parametrize("target", TARGETS)
def test_kind_of_object(target: str) -> None:
    native = ivy.transpile(models.Mlp(), source="torch", target=target)
    bases = {"numpy": "Module", "jax": "Module", "tensorflow": "Model"}
    assert bases[target] in [c.__name__ for c in type(native).__mro__]
    assert inspect.getsource(type(native)).startswith("class Mlp(")


@pytest.mark.parametrize("target", TARGETS)
def test_class_makes_new_models(target: str) -> None:
    native = ivy.transpile(models.ResNet, source="torch", target=target)
    options: dict[str, Any] = {}
    if target == "jax":
        options = {"rngs": importlib.import_module("flax.nnx").Rngs(0)}
    model = native(classes=3, **options)
    out = model(to_native(torch.rand(2, 3, 8, 8), target))
    assert tuple(out.shape) == (2, 3)


@pytest.mark.parametrize("target", TARGETS)
def test_modes(target: str) -> None:
    model = models.Noisy().train()
    x = torch.rand(2, 4)
    native = ivy.transpile(model, source="torch", target=target)
    if target == "tensorflow":
        assert_close(model(x), native(to_native(x, target), training=True))
        return
    assert_close(model(x), native(to_native(x, target)))
    native.eval()
    assert_close(model.eval()(x), native(to_native(x, target)))
    native.train()
    assert_close(model.train()(x), native(to_native(x, target)))


@pytest.mark.parametrize("target", TARGETS)
def test_running_statistics_are_updated_in_training(target: str) -> None:
    class_, _ = models.MODELS["ResNet"]
    model = class_().train()
    x = torch.rand(4, 3, 8, 8)
    native = ivy.transpile(model, source="torch", target=target)
    options = {"training": True} if target == "tensorflow" else {}
    assert_close(model(x), native(to_native(x, target), **options))
    wanted = model.layer1.bn1
    found = native.layer1.bn1
    for name in ("running_mean", "running_var", "num_batches_tracked"):
        assert_close(getattr(wanted, name).float(), _float32(getattr(found, name)))


def _float32(value: Any) -> Any:
    return numpy.asarray(value).astype("float32")


@needs("torch", "jax")
def test_one_step_of_training_is_torchs_on_jax() -> None:
    import jax
    import jax.numpy as jnp
    from flax import nnx

    model, x = made("Mlp")
    native = ivy.transpile(model, source="torch", target="jax")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(x).square().mean().backward()
    optimizer.step()

    @nnx.jit
    def step(module: Any, inputs: Any) -> None:
        grads = nnx.grad(lambda m: jnp.mean(m(inputs) ** 2))(module)
        params = nnx.state(module, nnx.Param)
        nnx.update(module, jax.tree.map(lambda p, g: p - 0.1 * g, params, grads))

    step(native, to_native(x, "jax"))
    assert_converted(model, native, (x,), "jax")


@needs("torch", "tensorflow")
def test_one_step_of_training_is_torchs_on_keras() -> None:
    import tensorflow as tf

    model, x = made("Mlp")
    native = ivy.transpile(model, source="torch", target="tensorflow")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(x).square().mean().backward()
    optimizer.step()
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(native(to_native(x, "tensorflow")) ** 2)
    variables = native.trainable_variables
    for variable, gradient in zip(variables, tape.gradient(loss, variables), strict=True):
        variable.assign_sub(0.1 * gradient)
    assert_converted(model, native, (x,), "tensorflow")


@needs("torch", "jax")
def test_model_can_be_compiled_on_jax() -> None:
    from flax import nnx

    model, x = made("EncoderBlock")
    native = ivy.transpile(model, source="torch", target="jax")
    assert_close(model(x), nnx.jit(lambda m, a: m(a))(native, to_native(x, "jax")))


@needs("torch", "tensorflow")
def test_model_can_be_compiled_on_tensorflow() -> None:
    import tensorflow as tf

    model, x = made("EncoderBlock")
    native = ivy.transpile(model, source="torch", target="tensorflow")
    assert_close(model(x), tf.function(native)(to_native(x, "tensorflow")))


# -- the example's model -------------------------------------------------------------------------


def _class_lines(text: str, name: str) -> int:
    import ast

    node = next(n for n in ast.parse(text).body if getattr(n, "name", "") == name)
    return int(node.end_lineno or 0) - node.lineno + 1


@pytest.mark.parametrize("target", TARGETS)
def test_example_is_no_longer_than_its_source(digits: Any, target: str, tmp_path: Path) -> None:
    model = digits.Net().eval()
    x = torch.rand(2, 1, 8, 8)
    native = ivy.transpile(model, source="torch", target=target, output=tmp_path / "out")
    assert_converted(model, native, (x,), target)
    text = (tmp_path / "out" / "digits_torch.py").read_text()
    assert _class_lines(text, "Net") <= _class_lines(EXAMPLE.read_text(), "Net")
    assert "import torch" not in text
    assert "sklearn" not in text


@pytest.mark.parametrize("target", TARGETS)
def test_output_stands_alone(digits: Any, target: str, tmp_path: Path) -> None:
    model = digits.Net().eval()
    x = torch.rand(2, 1, 8, 8)
    ivy.transpile(model, source="torch", target=target, output=tmp_path / "net_out")
    numpy.save(tmp_path / "x.npy", x.numpy())
    convert = {"numpy": "x", "jax": "jax.numpy.asarray(x)", "tensorflow": "tensorflow.constant(x)"}
    code = f"""
import sys
import numpy
import net_out
model = net_out.load()
x = numpy.load("x.npy")
{"import jax.numpy" if target == "jax" else "import tensorflow" if target == "tensorflow" else ""}
numpy.save("y.npy", numpy.asarray(model({convert[target]})))
assert "torch" not in sys.modules and "ivy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, env=_clean_environment())
    assert_close(model(x), numpy.load(tmp_path / "y.npy"))


def _clean_environment() -> dict[str, str]:
    import os

    return {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}


def test_output_refuses_weights_that_do_not_fit(digits: Any, tmp_path: Path) -> None:
    folder = tmp_path / "misfit_out"
    ivy.transpile(digits.Net(), source="torch", target="numpy", output=folder)
    weights = dict(numpy.load(folder / "weights.npz"))
    weights["fc2.bias"] = numpy.zeros(3, numpy.float32)
    numpy.savez(folder / "weights.npz", **weights)
    sys.path.insert(0, str(tmp_path))
    try:
        with pytest.raises(ValueError, match=r"fc2\.bias: expected shape \(10,\), got \(3,\)"):
            importlib.import_module("misfit_out").load()
    finally:
        sys.path.remove(str(tmp_path))


@needs("torch", "jax")
def test_output_refuses_weights_that_are_missing(digits: Any) -> None:
    native = ivy.transpile(digits.Net(), source="torch", target="jax")
    package = importlib.import_module(type(native).__module__.partition(".")[0])
    with pytest.raises(ValueError, match="expected the arrays"):
        package.with_weights({"fc2.bias": numpy.zeros(10, numpy.float32)})


# -- what cannot be carried over -------------------------------------------------------------------


def test_module_that_was_changed_after_it_was_made_is_refused() -> None:
    model = models.Mlp()
    model.down = torch.nn.Identity()
    with pytest.raises(TranspileError, match=r"not what Mlp\(.*\) builds: down"):
        ivy.transpile(model, source="torch", target="numpy")


def test_option_that_was_changed_after_it_was_made_is_refused() -> None:
    model = models.EncoderBlock(8, 2)
    model.norm1.eps = 0.5
    with pytest.raises(TranspileError, match=r"norm1\.eps is 0\.5 and not 1e-05"):
        ivy.transpile(model, source="torch", target="numpy")


def test_module_in_two_modes_is_refused() -> None:
    model = models.EncoderBlock(8, 2)
    model.norm1.eval()
    with pytest.raises(TranspileError, match=r"call model\.eval\(\) or model\.train\(\)"):
        ivy.transpile(model, source="torch", target="numpy")


class Forgetful(torch.nn.Module):
    """Keeps nothing of an argument."""

    def __init__(self, power):
        super().__init__()
        self.function = [None] * (power**2 + 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x


def test_arguments_that_are_kept_nowhere_are_asked_for() -> None:
    with pytest.raises(TranspileError, match="its argument 'power' is kept nowhere"):
        ivy.transpile(Forgetful(3), source="torch", target="numpy")


def test_the_generator_of_torch_is_left_alone() -> None:
    model = models.Mlp()
    state = torch.get_rng_state()
    ivy.transpile(model, source="torch", target="numpy")
    assert torch.equal(torch.get_rng_state(), state)


@needs("torch", "tensorflow")
def test_keras_model_is_saved_and_loaded_in_another_process(tmp_path: Path) -> None:
    model, x = made("ResNet")
    ivy.transpile(model, source="torch", target="tensorflow", output=tmp_path / "resnet_out")
    numpy.save(tmp_path / "x.npy", x.numpy())
    save = """
import numpy, resnet_out
model = resnet_out.load()
model(numpy.load("x.npy"))
model.save("model.keras")
"""
    load = """
import keras, numpy, resnet_out
model = keras.models.load_model("model.keras")
numpy.save("y.npy", model(numpy.load("x.npy")))
"""
    for code in (save, load):
        command = [sys.executable, "-c", code]
        subprocess.run(command, cwd=tmp_path, check=True, env=_clean_environment())
    assert_close(model(x), numpy.load(tmp_path / "y.npy"))
