"""Classes and trained modules converted to each target, compared with torch."""

from __future__ import annotations

import importlib.util
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from ivy.transpiler.api import transpile  # noqa: E402 - after torch
from ivy_tests.transpiler.native import TARGETS, array, need, same  # noqa: E402 - after torch
from ivy_tests.transpiler.samples import networks  # noqa: E402 - after torch

SHAPES = {
    "Linear": (2, 4),
    "Norm": (2, 1, 5, 5),
    "Nested": (2, 4),
    "Encoder": (2, 3, 4),
}
CLEAN = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import digits
model = digits.load()
x = np.load(sys.argv[2])
if sys.argv[3] == "jax":
    import jax.numpy as jnp
    x = jnp.asarray(x)
if sys.argv[3] == "tensorflow":
    import tensorflow as tf
    x = tf.constant(x)
np.save(sys.argv[4], np.asarray(model(x)))
assert "torch" not in sys.modules and "ivy" not in sys.modules
"""


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", SHAPES)
def test_values(name: str, target: str) -> None:
    need(target)
    torch.manual_seed(0)
    module = getattr(networks, name)()
    x = torch.randn(*SHAPES[name])
    module(x)  # moves the running statistics of BatchNorm
    module.eval()
    same(transpile(module, target=target)(array(x, target)), module(x))


@pytest.fixture
def digits() -> Any:
    pytest.importorskip("sklearn")
    path = Path(__file__).parents[2] / "examples" / "digits_torch.py"
    spec = importlib.util.spec_from_file_location("digits_torch", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["digits_torch"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["digits_torch"]


@pytest.mark.parametrize("target", TARGETS)
def test_digits(digits: Any, target: str, tmp_path: Path) -> None:
    need(target)
    torch.manual_seed(0)
    net = digits.Net()
    x = torch.randn(4, 1, 8, 8)
    native = transpile(net, target=target, output=tmp_path / "digits")
    want = net(x)
    same(native(array(x, target)), want)
    text = inspect.getsource(type(native))
    assert len(text.splitlines()) <= len(inspect.getsource(digits.Net).splitlines())

    np.save(tmp_path / "x.npy", x.numpy())
    script = [sys.executable, "-c", CLEAN, str(tmp_path), str(tmp_path / "x.npy"), target]
    done = subprocess.run(
        [*script, str(tmp_path / "y.npy")], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    same(np.load(tmp_path / "y.npy"), want)


@pytest.mark.parametrize("target", ("jax", "tensorflow"))
def test_one_step_of_descent(target: str) -> None:
    need(target)
    torch.manual_seed(0)
    module = networks.Linear()
    x = torch.randn(5, 4)
    native = transpile(module, target=target)
    data = array(x, target)
    if target == "jax":
        import jax
        from flax import nnx

        graph, state = nnx.split(native)
        grads = jax.grad(lambda s: (nnx.merge(graph, s)(data) ** 2).mean())(state)
        native = nnx.merge(graph, jax.tree.map(lambda p, g: p - 0.1 * g, state, grads))
    else:
        import tensorflow as tf

        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(native(data) ** 2)
        variables = native.trainable_variables
        for variable, grad in zip(variables, tape.gradient(loss, variables), strict=True):
            variable.assign(variable - 0.1 * grad)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    (module(x) ** 2).mean().backward()
    optimizer.step()
    same(native(data), module(x))
