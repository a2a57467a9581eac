"""Products with Jacobians, Jacobians, Hessians, rematerialisation, and derivatives of one's own."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy
import pytest

import ivy
from ivy.array import Array
from ivy.autodiff.tape import TapeArray
from ivy_tests.support.backends import needs
from ivy_tests.support.compare import assert_same

X = numpy.array([0.3, -1.2, 2.0])
A = numpy.array([[1.0, 2.0, -1.0], [0.5, 0.0, 3.0]])


def double(values: Any) -> Array:
    return ivy.asarray(values, dtype="float64")


def wave(x: Any) -> Any:
    """A function with the Jacobian ``A * cos(x)``."""
    return ivy.matmul(double(A), ivy.sin(x))


def test_products(backend):
    x = double(X)
    value, pull = ivy.vjp(wave, x)
    assert type(value) is type(x)
    assert_same(value, A @ numpy.sin(X), dtype="float64")
    jacobian = A * numpy.cos(X)
    for v in ([1.0, 2.0], [0.0, -1.0]):  # more than once
        (got,) = pull(double(v))
        assert type(got) is type(x)
        assert_same(got, numpy.array(v) @ jacobian, dtype="float64")
    v = [0.5, 1.0, -2.0]
    value, tangent = ivy.jvp(wave, (x,), (double(v),))
    assert type(value) is type(tangent) is type(x)
    assert_same(value, A @ numpy.sin(X), dtype="float64")
    assert_same(tangent, jacobian @ v, dtype="float64")


def test_products_of_structures(backend):
    def f(params: Any, y: Any) -> Any:
        return {"sum": params["a"] + y, "rest": (params["b"] * y, None)}, "aux"

    params = {"a": double([1.0, 2.0]), "b": double(3.0)}
    y = double([4.0, 5.0])
    value, pull, aux = ivy.vjp(f, params, y, has_aux=True)
    assert aux == "aux"
    assert_same(value["rest"][0], [12.0, 15.0], dtype="float64")
    one = {"sum": double([1.0, 1.0]), "rest": (double([10.0, 100.0]), None)}
    by_params, by_y = pull(one)
    assert_same(by_params["a"], [1.0, 1.0], dtype="float64")
    assert_same(by_params["b"], 540.0, dtype="float64")
    assert_same(by_y, [31.0, 301.0], dtype="float64")
    tangents = ({"a": double([0.0, 1.0]), "b": double(2.0)}, double([1.0, 0.0]))
    value, tangent, aux = ivy.jvp(f, (params, y), tangents, has_aux=True)
    assert aux == "aux"
    assert_same(tangent["sum"], [1.0, 1.0], dtype="float64")
    assert_same(tangent["rest"][0], [8.0 + 3.0, 10.0], dtype="float64")
    assert tangent["rest"][1] is None


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_jacobian(mode, backend):
    x = double(X)
    got = ivy.jacobian(wave, mode=mode)(x)
    assert type(got) is type(x)
    assert_same(got, A * numpy.cos(X), dtype="float64")

    def f(x: Any, y: Any, *, scale: float) -> Any:
        return [ivy.sum(x) * y, scale * x], None

    y = double([[1.0, 2.0]])
    (first, second), aux = ivy.jacobian(f, argnums=(0, -1), mode=mode, has_aux=True)(
        x, y, scale=2.0
    )
    assert aux is None
    assert_same(first[0], numpy.broadcast_to([[[1.0], [2.0]]], (1, 2, 3)), dtype="float64")
    assert_same(first[1], X.sum() * numpy.eye(2).reshape(1, 2, 1, 2), dtype="float64")
    assert_same(second[0], 2 * numpy.eye(3), dtype="float64")
    assert_same(second[1], numpy.zeros((3, 1, 2)), dtype="float64")


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_jacobian_of_nothing_and_of_complex_functions(mode, backend):
    assert ivy.jacobian(lambda x: x * 2, mode=mode)(double(numpy.zeros((0, 2)))).shape == (
        0,
        2,
        0,
        2,
    )
    assert_same(ivy.jacobian(lambda x: x * x, mode=mode)(double(3.0)), 6.0, dtype="float64")
    z = ivy.asarray([1 + 2j, 0.5 - 1j], dtype="complex128")
    got = ivy.jacobian(lambda z: z * z, mode=mode)(z)
    assert_same(got, numpy.diag([2 + 4j, 1 - 2j]), dtype="complex128")


@pytest.mark.parametrize("asks", [False, True], ids=["", "of what asks for values"])
def test_rows_of_a_jacobian_are_passed_back_at_once(asks, backend):
    seeds = []

    @ivy.custom_gradient
    def square(x: Any) -> Any:
        def pull(g: Any) -> Any:
            seeds.append(g)
            return g * x * (2.0 if not asks or float(ivy.sum(g)) > 0 else 0.0)

        return x * x, pull

    x = numpy.linspace(0.5, 3.0, 6)
    at_once = backend in ("torch", "jax")
    warns = pytest.warns(UserWarning, match="one by one") if asks and at_once else nullcontext()
    with warns:
        got = ivy.jacobian(square)(double(x))
    assert_same(got, numpy.diag(2 * x), dtype="float64")
    assert len(seeds) == (6 + at_once if asks else 1 if at_once else 6)


def test_jacobian_of_many_elements_is_that_of_few(backend):
    for mode in ("reverse", "forward"):
        x = numpy.linspace(-1.0, 1.0, 12).reshape(3, 4)

        def f(x: Any) -> Any:
            return {"rows": ivy.cumulative_sum(x * x, axis=1), "none": x[0] * 0 + 1.0}

        got = ivy.jacobian(f, mode=mode)(double(x))
        row = numpy.tril(numpy.ones((4, 4)))
        expected = numpy.einsum("ij,bc,bj->bicj", row, numpy.eye(3), 2 * x)
        assert_same(got["rows"], expected, dtype="float64")
        assert_same(got["none"], numpy.zeros((4, 3, 4)), dtype="float64")


def test_hessian(backend):
    def f(x: Any) -> Any:
        return x[0] ** 2 * ivy.sin(x[1]) + x[2] ** 3

    expected = numpy.array(
        [
            [2 * numpy.sin(X[1]), 2 * X[0] * numpy.cos(X[1]), 0],
            [2 * X[0] * numpy.cos(X[1]), -(X[0] ** 2) * numpy.sin(X[1]), 0],
            [0, 0, 6 * X[2]],
        ]
    )
    assert_same(ivy.hessian(f)(double(X)), expected, dtype="float64")
    got = ivy.hessian(lambda p: p["x"] * p["y"] ** 2)({"x": double(2.0), "y": double(3.0)})
    found = [[float(got[a][b]) for b in "xy"] for a in "xy"]
    assert found == [[0.0, 6.0], [6.0, 4.0]]
    got, aux = ivy.hessian(lambda x: (x**3, x + 1), has_aux=True)(double(2.0))
    assert_same(got, 12.0, dtype="float64")
    assert_same(aux, 3.0, dtype="float64")


def test_derivatives_of_derivatives(backend):
    x = double(X)
    assert_same(  # of a product with a Jacobian
        ivy.grad(lambda x: ivy.sum(ivy.vjp(wave, x)[1](double([1.0, 2.0]))[0]))(x),
        -numpy.array([1.0, 2.0]) @ A * numpy.sin(X),
        dtype="float64",
    )
    v = double([1.0, -1.0, 0.5])
    assert_same(
        ivy.grad(lambda x: ivy.sum(ivy.jvp(wave, (x,), (v,))[1]))(x),
        -A.sum(0) * numpy.sin(X) * [1.0, -1.0, 0.5],
        dtype="float64",
    )
    third = ivy.jacobian(ivy.hessian(lambda x: ivy.sum(x**3)))(x)
    expected = numpy.zeros((3, 3, 3))
    expected[range(3), range(3), range(3)] = 6
    assert_same(third, expected, dtype="float64")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda x: ivy.vjp(wave, x)[1](x), ValueError, r"shapes \(2,\), got shape \(3,\)"),
        (lambda x: ivy.vjp(wave, x)[1]((x,)), ValueError, "expected the gradient in the structure"),
        (lambda x: ivy.jvp(wave, (x,), ()), ValueError, "a tangent for each of 1"),
        (lambda x: ivy.jvp(wave, (x,), (1.0,)), TypeError, r"arrays in tangents\[0\], got float"),
        (lambda x: ivy.vjp(lambda x: "text", x), TypeError, "floating arrays from the function"),
        (lambda x: ivy.jacobian(lambda x: x > 0)(x), TypeError, "got dtype bool"),
        (lambda x: ivy.jacobian(wave, mode="both")(x), ValueError, "expected mode in"),
        (lambda x: ivy.jacobian(wave, argnums=1)(x), ValueError, "argnums=1 for 1 of them"),
        (lambda x: ivy.vjp(wave, ivy.asarray([1])), TypeError, "got dtype int64"),
        (lambda x: ivy.check_gradients(wave, x, order=0), ValueError, "order >= 1"),
        (lambda x: ivy.check_gradients(wave, 1), TypeError, "expected arrays"),
    ],
)
def test_wrong_arguments(call, error, message, backend):
    with pytest.raises(error, match=message):
        call(double(X))


# -- rematerialisation ---------------------------------------------------------------------------


def test_checkpoint_keeps_the_arguments_only(backend):
    runs = []

    def block(params: Any, x: Any, *, power: int) -> Any:
        runs.append(type(x))
        hidden = ivy.tanh(params["w"] * x) ** power
        return {"out": hidden + params["b"], "name": "block"}

    def loss(f: Any) -> Any:
        def run(params: Any, x: Any) -> Any:
            out = f(params, x, power=3)
            assert out["name"] == "block"
            return ivy.sum(out["out"] * x)

        return run

    params = {"w": double([0.5, 1.5, -1.0]), "b": double(0.25)}
    x = double(X)
    plain = ivy.value_and_grad(loss(block), argnums=(0, 1))(params, x)
    runs.clear()
    saved = ivy.value_and_grad(loss(ivy.checkpoint(block)), argnums=(0, 1))(params, x)
    assert len(runs) == 2
    assert runs[0] is not TapeArray  # nothing of the first run is kept
    assert runs[1] is TapeArray
    assert_same(saved[0], ivy.to_numpy(plain[0]), dtype="float64")
    assert_same(saved[1][0]["w"], ivy.to_numpy(plain[1][0]["w"]), dtype="float64")
    assert_same(saved[1][0]["b"], ivy.to_numpy(plain[1][0]["b"]), dtype="float64")
    assert_same(saved[1][1], ivy.to_numpy(plain[1][1]), dtype="float64")


def test_checkpoint_draws_the_same_and_has_second_derivatives(backend):
    def noisy(x: Any) -> Any:
        return ivy.random_normal(shape=(3,), dtype="float64") * x**3

    ivy.seed(3)
    expected = ivy.grad(lambda x: ivy.sum(noisy(x)))(double(X))
    after = ivy.random_normal(shape=(2,))
    ivy.seed(3)
    got = ivy.grad(lambda x: ivy.sum(ivy.checkpoint(noisy)(x)))(double(X))
    assert_same(got, ivy.to_numpy(expected), dtype="float64")
    assert_same(ivy.random_normal(shape=(2,)), ivy.to_numpy(after))
    cube = ivy.checkpoint(lambda x: x**3)
    assert_same(
        ivy.hessian(lambda x: ivy.sum(cube(x)))(double(X)), numpy.diag(6 * X), dtype="float64"
    )
    assert_same(cube(double(2.0)), 8.0, dtype="float64")


def test_checkpoint_says_what_was_not_passed():
    def f(x: Any) -> Any:
        return ivy.sum(ivy.checkpoint(lambda y: y * x)(x))

    with pytest.raises(ivy.errors.UnsupportedError, match="pass it as an argument"):
        ivy.grad(f)(double(X))


# -- derivatives of one's own --------------------------------------------------------------------


def test_custom_gradient(backend):
    @ivy.custom_gradient
    def scaled(x: Any, y: Any) -> Any:
        """Say a gradient that is not that of the value."""
        return x * y, lambda g: (10 * g * y, g * x)

    x, y = double(X), double(2.0 * X)
    assert_same(scaled(x, y), 2 * X * X, dtype="float64")
    by_x, by_y = ivy.grad(lambda x, y: ivy.sum(scaled(x, y)), argnums=(0, 1))(x, y)
    assert_same(by_x, 20 * X, dtype="float64")
    assert_same(by_y, X, dtype="float64")
    assert scaled.__doc__.startswith("Say")
    mixed = ivy.jacobian(ivy.grad(lambda x, y: ivy.sum(scaled(x, y))), argnums=1)(x, y)
    assert_same(mixed, 10 * numpy.eye(3), dtype="float64")


def test_custom_gradient_of_several_results(backend):
    @ivy.custom_gradient
    def both(x: Any) -> Any:
        return (ivy.sin(x), x * 2), lambda first, second: first * ivy.cos(x) + 3 * second

    def f(x: Any) -> Any:
        a, b = both(x)
        return ivy.sum(a) + ivy.sum(b)

    assert_same(ivy.grad(f)(double(X)), numpy.cos(X) + 3, dtype="float64")
    assert_same(
        ivy.grad(lambda x: ivy.sum(both(x)[1]))(double(X)), numpy.full(3, 3.0), dtype="float64"
    )


def test_wrong_custom_gradients():
    def differentiated(f: Any) -> Any:
        return ivy.grad(lambda x: ivy.sum(ivy.custom_gradient(f)(x)))(double(X))

    with pytest.raises(ValueError, match="a gradient for each of 1 arguments, got 2"):
        differentiated(lambda x: (x, lambda g: (g, g)))
    with pytest.raises(ValueError, match=r"shape \(3,\) for argument 0, got shape \(\)"):
        differentiated(lambda x: (x, lambda g: ivy.sum(g)))
    with pytest.raises(TypeError, match=r"expected \(value, pull\)"):
        differentiated(lambda x: x)


def test_check_gradients(backend):
    x = double(X)
    ivy.check_gradients(wave, x, order=3)
    ivy.check_gradients(lambda p: p["a"] * p["b"], {"a": x, "b": x}, order=2)
    ivy.check_gradients(ivy.sin, ivy.asarray([0.5], dtype="float32"))

    @ivy.custom_gradient
    def wrong(x: Any) -> Any:
        return x * x, lambda g: g * x * ivy.asarray([2.0, 2.0, 3.0], dtype="float64")

    with pytest.raises(AssertionError, match=r"array 0 at \(2,\) to be .* 1 of 3 elements differ"):
        ivy.check_gradients(wrong, x)


# -- in compiled code ----------------------------------------------------------------------------


@needs("jax")
def test_inside_jit():
    import jax

    with ivy.with_backend("jax"):
        x = ivy.to_native(double(X))
        for mode in ("reverse", "forward"):
            compiled = jax.jit(lambda x, m=mode: ivy.to_native(ivy.jacobian(wave, mode=m)(x)))
            numpy.testing.assert_allclose(compiled(x), A * numpy.cos(X), rtol=1e-12)


@needs("tensorflow")
def test_inside_tf_function():
    import tensorflow as tf

    with ivy.with_backend("tensorflow"):
        compiled = tf.function(lambda x: ivy.to_native(ivy.hessian(lambda x: ivy.sum(x**3))(x)))
        numpy.testing.assert_allclose(compiled(tf.constant(X)), numpy.diag(6 * X), rtol=1e-12)


@needs("torch")
def test_inside_torch_compile():
    import torch

    with ivy.with_backend("torch"):
        block = ivy.checkpoint(lambda x: ivy.sin(x) * x)
        f = ivy.grad(lambda x: ivy.sum(block(x)))
        compiled = torch.compile(lambda x: ivy.to_native(f(x)), backend="eager")
        expected = numpy.cos(X) * X + numpy.sin(X)
        numpy.testing.assert_allclose(compiled(torch.tensor(X)), expected, rtol=1e-12)
