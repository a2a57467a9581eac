"""Functions converted to each target and compared with torch, and the text of the short ones."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import ivy
from ivy_tests.support.backends import needs

torch = pytest.importorskip("torch")
pytest.importorskip("libcst")

from ivy_tests.transpiler.inputs import functions  # noqa: E402 - torch
from ivy_tests.transpiler.support import TARGETS, assert_converted, to_native  # noqa: E402 - torch


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


@pytest.mark.parametrize("name", functions.CASES)
@pytest.mark.parametrize("target", TARGETS)
def test_value(name: str, target: str) -> None:
    fn, arguments = functions.CASES[name]
    native = ivy.transpile(fn, source="torch", target=target)
    assert_converted(fn, native, arguments(), target)


@pytest.mark.parametrize("name", ["product", "running", "many", "best"])
@pytest.mark.parametrize("target", TARGETS)
def test_value_when_example_arguments_are_given(name: str, target: str) -> None:
    fn, arguments = functions.CASES[name]
    native = ivy.transpile(fn, source="torch", target=target, args=arguments())
    assert_converted(fn, native, arguments(), target)


@needs("jax")
def test_converted_function_can_be_compiled_and_differentiated() -> None:
    import jax

    native = ivy.transpile(functions.standardize, source="torch", target="jax")
    image = torch.rand(2, 3, 4, 4, requires_grad=True)
    functions.standardize(image).square().mean(dim=0)[0, 1, 2].backward()
    gradient = jax.jit(jax.grad(lambda x: (native(x) ** 2).mean(0)[0, 1, 2]))
    found = gradient(to_native(image, "jax"))
    assert abs(torch.tensor(found.tolist()) - image.grad).max() < 1e-5


GOLDEN = {
    "product": {
        "numpy": """\
def product(x):
    a = np.multiply(x, x)
    b = np.mean(x)
    return x * a + b
""",
        "jax": """\
def product(x):
    a = jnp.multiply(x, x)
    b = jnp.mean(x)
    return x * a + b
""",
        "tensorflow": """\
def product(x):
    a = tf.multiply(x, x)
    b = tf.reduce_mean(x)
    return x * a + b
""",
    },
    "standardize": {
        "numpy": '''\
def standardize(image: np.ndarray, eps: float = EPS) -> np.ndarray:
    """Return an image with mean 0 and variance 1.

    The source: any library of images.
    """
    mean = np.mean(image, axis=(-2, -1), keepdims=True)  # of each channel
    var = np.var(image, axis=(-2, -1), correction=1, keepdims=True)
    # eps keeps it finite
    return np.subtract(image, mean) / np.sqrt(var + eps)
''',
        "jax": '''\
def standardize(image: jax.Array, eps: float = EPS) -> jax.Array:
    """Return an image with mean 0 and variance 1.

    The source: any library of images.
    """
    mean = jnp.mean(image, axis=(-2, -1), keepdims=True)  # of each channel
    var = jnp.var(image, axis=(-2, -1), correction=1, keepdims=True)
    # eps keeps it finite
    return jnp.subtract(image, mean) / jnp.sqrt(var + eps)
''',
    },
    "accuracy": {
        "jax": """\
def accuracy(logits: jax.Array, target: jax.Array) -> jax.Array:
    predicted = jnp.argmax(logits, axis=1)
    return jnp.mean((predicted == target).astype(jnp.float32))
""",
    },
}


@pytest.mark.parametrize(
    ("name", "target"),
    [
        pytest.param(name, target, marks=needs("torch", target))
        for name, texts in GOLDEN.items()
        for target in texts
    ],
)
def test_text(name: str, target: str) -> None:
    fn: Any = getattr(functions, name)
    native = ivy.transpile(fn, source="torch", target=target)
    assert inspect.getsource(native) == GOLDEN[name][target]


@pytest.mark.parametrize("target", TARGETS)
def test_text_is_the_same_every_time(target: str) -> None:
    from ivy.transpiler import cache
    from ivy.transpiler.convert import Job

    texts = []
    for _ in range(2):
        cache.clear()
        texts.append(Job(functions.blur, "torch", target).package().files)
    assert texts[0] == texts[1]


@pytest.mark.parametrize("target", TARGETS)
def test_text_has_short_lines(target: str) -> None:
    from ivy.transpiler.convert import Job

    for fn, _ in functions.CASES.values():
        for path, text in Job(fn, "torch", target).package().files.items():
            assert max(len(line) for line in text.split("\n")) <= 100, path


def test_default_arguments_and_decorators_stay() -> None:
    native = ivy.transpile(functions.scaled, source="torch", target="numpy")
    assert str(inspect.signature(native)).startswith("(x: numpy.ndarray, bias: ")
    assert inspect.signature(native).parameters["factor"].default == 2.0
    decorated = ivy.transpile(functions.decorated, source="torch", target="numpy")
    assert decorated.__wrapped__.__name__ == "decorated"


def test_conversion_is_kept_when_nothing_changes() -> None:
    first = ivy.transpile(functions.product, source="torch", target="numpy")
    assert ivy.transpile(functions.product, source="torch", target="numpy") is first


def test_report_says_what_became_of_each_call() -> None:
    native = ivy.transpile(functions.product, source="torch", target="numpy")
    report = ivy.transpile.report(native)
    first = functions.product.__code__.co_firstlineno
    sites = {(s.line - first, s.what, s.how) for s in report.sites}
    assert (1, "torch.mul", "in place") in sites
    assert (2, "torch.mean", "in place") in sites
    assert report.counts["in place"] == 4
    assert f"functions.py:{first + 1}  in place    torch.mul" in report.table()
