"""`value_and_grad` and `grad`: arguments of all structures, nesting, compiled code, and errors."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import pytest

import ivy
from ivy.array import Array
from ivy_tests.support.backends import needs
from ivy_tests.support.compare import assert_same


class Layer(NamedTuple):
    weight: Any
    bias: Any


def test_value_and_gradient(backend):
    x = ivy.asarray([1.0, 2.0])
    value, gradient = ivy.value_and_grad(lambda x: ivy.sum(x**3))(x)
    assert type(value) is type(gradient) is type(x)
    assert_same(value, 9.0)
    assert_same(gradient, [3.0, 12.0])
    assert_same(ivy.grad(lambda x: ivy.sum(x**3))(x), [3.0, 12.0])


def test_structures(backend):
    def loss(params: Any, scale: float, *, shift: float) -> Any:
        hidden = params["layers"][0].weight * scale + params["layers"][0].bias
        return ivy.sum(hidden * params["out"][1]) + shift

    tree = {
        "layers": [Layer(ivy.asarray([1.0, 2.0]), ivy.asarray(3.0))],
        "out": (None, ivy.asarray([4.0, 5.0])),
    }
    value, gradient = ivy.value_and_grad(loss)(tree, 2.0, shift=1.0)
    assert_same(value, 5 * 4.0 + 7 * 5.0 + 1)
    assert isinstance(gradient["layers"][0], Layer)
    assert gradient["out"][0] is None
    assert_same(list(gradient["layers"][0]), [numpy.array([8, 10], "float32"), 9.0])
    assert_same(gradient["out"][1], [5.0, 7.0])


@pytest.mark.parametrize(
    ("argnums", "expected"), [(0, 3.0), (1, 2.0), (-1, 2.0), ((1, 0), (2.0, 3.0)), ((0,), (3.0,))]
)
def test_argnums(argnums, expected):
    gradient = ivy.grad(lambda x, y: x * y, argnums=argnums)(ivy.asarray(2.0), ivy.asarray(3.0))
    assert_same(gradient, expected)


def test_aux_is_handed_through_off_the_tape(backend):
    def f(x: Any) -> Any:
        return ivy.sum(x * x), {"double": x * 2, "name": "f"}

    x = ivy.asarray([1.0, 2.0])
    (value, aux), gradient = ivy.value_and_grad(f, has_aux=True)(x)
    assert_same(value, 5.0)
    assert_same(gradient, [2.0, 4.0])
    assert_same(aux["double"], [2.0, 4.0])
    assert aux["name"] == "f"
    assert type(aux["double"]) is type(x)
    gradient, aux = ivy.grad(f, has_aux=True)(x)
    assert_same(gradient, [2.0, 4.0])


def test_what_the_value_does_not_depend_on_has_gradient_zero(backend):
    x, y = ivy.asarray([1.0, 2.0]), ivy.asarray([[3.0]], dtype="float64")
    gradient = ivy.grad(lambda x, y: ivy.sum(x), argnums=(0, 1))(x, y)
    assert_same(gradient[1], [[0.0]], dtype="float64")
    assert_same(ivy.grad(lambda x: ivy.asarray(3.0))(x), [0.0, 0.0])
    assert_same(ivy.grad(lambda x: ivy.sum(ivy.stop_gradient(x)))(x), [0.0, 0.0])


def test_native_arrays_are_taken(backend):
    x = ivy.to_native(ivy.asarray([1.0, 2.0]))
    assert_same(ivy.grad(lambda x: ivy.sum(x * x))(x), [2.0, 4.0])


def test_the_function_may_write_to_its_argument_and_the_caller_to_gradients(backend):
    def f(x: Any) -> Any:
        x *= 3
        x[0] = 0.0
        return ivy.sum(x)

    x = ivy.asarray([1.0, 2.0])
    gradients = ivy.grad(lambda x, y: f(x) + f(y), argnums=(0, 1))(x, x)
    assert_same(x, [1.0, 2.0])
    gradients[0][0] = 7.0
    assert_same(gradients, (numpy.array([7, 3], "float32"), numpy.array([0, 3], "float32")))


def test_complex_gradients_follow_the_conjugate_convention(backend):
    z = ivy.asarray([3 + 4j, 1j])
    gradient = ivy.grad(lambda z: ivy.sum(ivy.real(z * (1 + 2j))))(z)
    assert_same(gradient, [1 - 2j, 1 - 2j])
    assert_same(ivy.grad(lambda z: ivy.sum(ivy.abs(z)))(z), [0.6 + 0.8j, 1j])


def test_nesting(backend):
    x, y = ivy.asarray(2.0), ivy.asarray(3.0)
    assert_same(ivy.grad(ivy.grad(lambda x: x**4))(x), 48.0)
    # The inner function closes over the outer argument; its own derivative is another one.
    mixed = ivy.grad(lambda x: ivy.grad(lambda y: x * x * y * y)(y))
    assert_same(mixed(x), 2 * 2.0 * 2 * 3.0)
    # No confusion of two derivatives: d/dx (x * d/dy (x + y)) is 1.
    assert_same(ivy.grad(lambda x: x * ivy.grad(lambda y: x + y)(y))(x), 1.0)
    value, gradient = ivy.value_and_grad(lambda x: ivy.value_and_grad(lambda y: x * y**2)(x)[1])(x)
    assert_same(value, 2 * 2.0 * 2.0)
    assert_same(gradient, 8.0)


def test_an_inner_derivative_that_the_outer_does_not_see(backend):
    x, y = ivy.asarray(2.0), ivy.asarray(3.0)
    gradient = ivy.grad(lambda x: x * ivy.grad(lambda y: y**2)(y))(x)
    assert_same(gradient, 6.0)
    assert isinstance(ivy.grad(lambda y: y**2)(y), Array)


def test_a_hessian_by_vector_products(backend):
    def f(x: Any) -> Any:
        return ivy.sum(x[0] ** 2 * x[1] ** 3)

    x = ivy.asarray([2.0, 3.0])
    rows = [
        ivy.grad(lambda x, i=i: ivy.grad(f)(x)[i])(x)  # used at once
        for i in range(2)
    ]
    assert_same(ivy.stack(rows), [[54.0, 108.0], [108.0, 72.0]])


def test_an_error_in_the_function_leaves_the_next_derivative_alone():
    with pytest.raises(ZeroDivisionError):
        ivy.grad(lambda x: 1 / 0)(ivy.asarray(1.0))
    # At the outermost level, results are off the tape.
    assert type(ivy.grad(lambda x: x * x)(ivy.asarray(1.0))) is type(ivy.asarray(1.0))


@pytest.mark.parametrize(
    ("f", "args", "error", "message"),
    [
        (lambda x: x, ([1.0, 2.0],), ValueError, r"shape \(\) .* got shape \(2,\); .*ivy\.sum"),
        (lambda x: x > 0, (1.0,), TypeError, "real floating number .* got dtype bool"),
        (lambda x: x * 1j, (1.0,), TypeError, r"got dtype complex64; .* ivy\.real or ivy\.abs"),
        (lambda x: 3.0, (1.0,), TypeError, "as an array, got float$"),
        (lambda x: (x, x), (1.0,), TypeError, "got tuple; for a pair .* has_aux=True"),
        (lambda x: x, (1,), TypeError, r"argument 0, got dtype int64; cast with ivy\.astype"),
        (lambda x: x, (True,), TypeError, "argument 0, got dtype bool"),
    ],
)
def test_wrong_arguments_and_results(f, args, error, message, backend):
    with pytest.raises(error, match=rf"^ivy\.value_and_grad: .*{message}"):
        ivy.value_and_grad(f)(*[ivy.asarray(a) for a in args])


def test_more_wrong_arguments():
    x = ivy.asarray(1.0)
    with pytest.raises(TypeError, match=r"argument 0, got float; make one with ivy\.asarray"):
        ivy.grad(lambda x: x)(1.0)
    with pytest.raises(ValueError, match=r"argnums=2 for 1 of them"):
        ivy.grad(lambda x: x, argnums=2)(x)
    with pytest.raises(TypeError, match=r"pair \(value, aux\) .* has_aux=True, got NumpyArray"):
        ivy.grad(ivy.stop_gradient, has_aux=True)(x)


@needs("jax")
def test_inside_jit():
    import jax

    def f(x: Any, w: Any) -> Any:
        return ivy.mean(ivy.relu(ivy.matmul(x, w)) ** 2) + ivy.sum(w[:, 0]) + ivy.prod(w)

    def gradients(x: Any, w: Any) -> Any:
        value, grads = ivy.value_and_grad(f, argnums=(0, 1))(x, w)
        second = ivy.grad(lambda w: ivy.sum(ivy.grad(f, argnums=1)(x, w) ** 2))(w)
        return [a.data for a in (value, *grads, second)]

    rng = numpy.random.default_rng(0)
    x, w = rng.uniform(-1, 1, (3, 2)), rng.uniform(-1, 1, (2, 4))
    with ivy.with_backend("jax"):
        plain = gradients(ivy.asarray(x), ivy.asarray(w))
        compiled = jax.jit(gradients)(ivy.asarray(x).data, ivy.asarray(w).data)
    reason = "the compiler fuses and reorders"
    assert_same(compiled, [numpy.asarray(a) for a in plain], backend="jax", loosen=4, reason=reason)


@needs("tensorflow")
def test_inside_tf_function():
    import tensorflow as tf

    def gradients(x: Any, w: Any) -> Any:
        f = lambda x, w: ivy.mean(ivy.relu(ivy.matmul(x, w)) ** 2) + ivy.sum(w[:, 0])  # noqa: E731
        value, grads = ivy.value_and_grad(f, argnums=(0, 1))(x, w)
        return [a.data for a in (value, *grads)]

    rng = numpy.random.default_rng(0)
    x, w = rng.uniform(-1, 1, (3, 2)), rng.uniform(-1, 1, (2, 4))
    with ivy.with_backend("tensorflow"):
        plain = gradients(ivy.asarray(x), ivy.asarray(w))
        compiled = tf.function(gradients)(tf.constant(x), tf.constant(w))
    assert_same(compiled, [numpy.asarray(a) for a in plain], backend="tensorflow")


def test_inside_a_trace(backend):
    def step(x: Any, w: Any) -> Any:
        f = lambda w: ivy.mean(ivy.relu(ivy.matmul(x, w)) ** 2) + ivy.sum(w[:, 0])  # noqa: E731
        value, gradient = ivy.value_and_grad(f)(w)
        second = ivy.grad(lambda w: ivy.sum(ivy.grad(f)(w) ** 2))(w)
        return value, w - gradient * 0.1, second

    rng = numpy.random.default_rng(0)
    draws = [[rng.uniform(-1, 1, (3, 2)), rng.uniform(-1, 1, (2, 4))] for _ in range(2)]
    first, other = [[ivy.asarray(a) for a in pair] for pair in draws]
    graph = ivy.trace_graph(step, args=first)
    assert_same(graph(*other), [numpy.asarray(a) for a in step(*other)])
