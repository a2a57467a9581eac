"""Optimisers against torch's, and against the papers' formulas where torch has none."""

from __future__ import annotations

import numpy
import optree
import pytest

import ivy
from ivy import optim, trees
from ivy_tests.support.backends import needs

SHAPES = {"matrix": (4, 3), "wide": (2, 5), "vector": (3,), "number": ()}
MATRICES = ("matrix", "wide")
STEPS = 100
TOLERANCE = 1e-6


def drawn(names=tuple(SHAPES), dtype="float64", steps=STEPS):
    """Return parameters and the gradients of each step, of sizes from about 0.001 to 30."""
    draw = numpy.random.default_rng(0)

    def tree():
        size = 10 ** draw.uniform(-3, 1.5)
        found = {n: numpy.asarray(size * draw.normal(size=SHAPES[n])) for n in names}
        if dtype.startswith("complex"):
            found = {n: x + 1j * size * draw.normal(size=x.shape) for n, x in found.items()}
        return {n: x.astype(dtype) for n, x in found.items()}

    return tree(), [tree() for _ in range(steps)]


def arrays(tree):
    return {name: ivy.asarray(x) for name, x in tree.items()}


def run(optimiser, params, gradients):
    """Return the parameters after all steps."""
    params = arrays(params)
    state = optimiser.init(params)
    for g in gradients:
        params, state = optimiser.update(arrays(g), state, params)
    assert int(state["step"]) == len(gradients)
    return {name: ivy.to_numpy(x) for name, x in params.items()}


def run_torch(make, params, gradients):
    import torch

    tensors = {name: torch.tensor(x, requires_grad=True) for name, x in params.items()}
    optimiser = make(list(tensors.values()))
    for g in gradients:
        for name, x in tensors.items():
            x.grad = torch.tensor(g[name])
        optimiser.step()
    return {name: x.detach().numpy() for name, x in tensors.items()}


def assert_close(got, expected, tolerance=TOLERANCE):
    assert got.keys() == expected.keys()
    for name, x in expected.items():
        assert got[name].dtype == x.dtype
        assert got[name].shape == x.shape
        scale = numpy.max(numpy.abs(x))
        numpy.testing.assert_allclose(got[name], x, rtol=tolerance, atol=tolerance * scale)


@pytest.fixture
def torch64():
    """Let torch keep its counts and products in float64, as the parameters of these tests are."""
    torch = pytest.importorskip("torch")
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    yield torch
    torch.set_default_dtype(before)


# Each with several sets of options, which are torch's own.
OPTIONS = {
    "SGD": [
        {"lr": 0.1},
        {"lr": 0.01, "momentum": 0.9},
        {"lr": 0.01, "momentum": 0.8, "dampening": 0.3, "weight_decay": 0.1},
        {"lr": 0.01, "momentum": 0.9, "nesterov": True, "weight_decay": 0.01},
        {"lr": 0.1, "maximize": True},
    ],
    "Adam": [
        {},
        {"lr": 0.1, "betas": (0.5, 0.9), "eps": 0.1},
        {"lr": 0.1, "weight_decay": 0.2, "amsgrad": True},
        {"lr": 0.1, "betas": (0.0, 0.0)},
        {"lr": 0.1, "weight_decay": 0.1, "maximize": True},
    ],
    "AdamW": [
        {},
        {"lr": 0.1, "weight_decay": 0.3, "betas": (0.8, 0.95)},
        {"lr": 0.05, "amsgrad": True, "eps": 1e-3},
    ],
    "Adamax": [{}, {"lr": 0.1, "betas": (0.6, 0.9), "weight_decay": 0.1}, {"eps": 0.1}],
    "NAdam": [
        {},
        {"lr": 0.1, "betas": (0.7, 0.9), "weight_decay": 0.1, "momentum_decay": 0.1},
        {"lr": 0.1, "weight_decay": 0.1, "decoupled_weight_decay": True, "eps": 0.01},
    ],
    "RAdam": [
        {},
        {"lr": 0.1, "betas": (0.7, 0.9), "weight_decay": 0.1},
        {"lr": 0.1, "betas": (0.9, 0.5), "weight_decay": 0.1, "decoupled_weight_decay": True},
        {"lr": 0.1, "betas": (0.9, 0.9999), "eps": 0.1},
    ],
    "RMSprop": [
        {},
        {"lr": 0.1, "alpha": 0.8, "momentum": 0.9, "weight_decay": 0.1},
        {"lr": 0.1, "centered": True, "eps": 0.1},
        {"lr": 0.01, "centered": True, "momentum": 0.5, "maximize": True},
    ],
    "Adagrad": [
        {},
        {"lr": 0.1, "lr_decay": 0.05, "weight_decay": 0.1},
        {"lr": 0.1, "initial_accumulator_value": 0.5, "eps": 0.1},
    ],
    "Adadelta": [{}, {"lr": 0.5, "rho": 0.7, "eps": 1e-2, "weight_decay": 0.1}],
    "Adafactor": [
        {},
        {"lr": 0.1, "beta2_decay": -0.5, "d": 1.5, "weight_decay": 0.1},
        {"lr": 0.5, "eps": (1e-2, 0.5), "maximize": True},
    ],
}
CASES = [
    pytest.param(name, options, id=f"{name}-{i}")
    for name, several in OPTIONS.items()
    for i, options in enumerate(several)
]


@needs("torch")
@pytest.mark.parametrize(("name", "options"), CASES)
def test_equals_torch_over_100_steps(name, options, torch64):
    params, gradients = drawn()
    expected = run_torch(lambda p: getattr(torch64.optim, name)(p, **options), params, gradients)
    assert_close(run(getattr(optim, name)(**options), params, gradients), expected)


@needs("torch")
@pytest.mark.parametrize("name", [n for n in OPTIONS if n not in ("Adafactor",)])
def test_complex_parameters_equal_torch(name, torch64):
    params, gradients = drawn(("matrix", "vector"), "complex128", 20)
    expected = run_torch(lambda p: getattr(torch64.optim, name)(p), params, gradients)
    assert_close(run(getattr(optim, name)(), params, gradients), expected)


@needs("torch")
@pytest.mark.parametrize("name", OPTIONS)
def test_single_precision_equals_double_of_torch(name, torch64):
    # Each step rounds to half a digit of 1e-7, and 100 of them add up.
    params, gradients = drawn(dtype="float32")
    wide = [{n: x.astype("float64") for n, x in tree.items()} for tree in (params, *gradients)]
    options = {"eps": (1e-7, 1e-3)} if name == "Adafactor" else {}
    make = getattr(torch64.optim, name)
    expected = run_torch(lambda p: make(p, **options), wide[0], wide[1:])
    expected = {n: x.astype("float32") for n, x in expected.items()}
    assert_close(run(getattr(optim, name)(**options), params, gradients), expected, 2e-6)


MUON = [
    {},
    {"lr": 0.1, "weight_decay": 0.3, "momentum": 0.5, "nesterov": False},
    {"lr": 0.1, "ns_steps": 3, "ns_coefficients": (2.0, -1.5, 0.5), "eps": 0.1},
]


@needs("torch")
@pytest.mark.parametrize("adjust", ["original", "match_rms_adamw"])
@pytest.mark.parametrize("options", MUON)
def test_muon_equals_torch(options, adjust, torch64, monkeypatch):
    # torch rounds the matrix to bfloat16, which here is left out.
    monkeypatch.setattr(torch64.Tensor, "bfloat16", lambda x: x.clone())
    params, gradients = drawn(MATRICES)
    expected = run_torch(
        lambda p: torch64.optim.Muon(p, adjust_lr_fn=adjust, **options), params, gradients
    )
    assert_close(run(optim.Muon(adjust_lr=adjust, **options), params, gradients), expected)


def test_muon_in_bfloat16_is_near(backend):
    params, gradients = drawn(("wide",), "float32", 2)
    exact = run(optim.Muon(0.1), params, gradients)
    rough = run(optim.Muon(0.1, ns_dtype="bfloat16"), params, gradients)
    for name, x in exact.items():
        assert rough[name].dtype == numpy.float32
        assert 0 < numpy.max(numpy.abs(rough[name] - x)) < 0.03


def norm(x):
    return numpy.sqrt(numpy.sum(x * x))


def lamb(p, gradients, lr, betas, eps, decay, limit):
    # Algorithm 2 of https://arxiv.org/abs/1904.00962.
    m, v = numpy.zeros_like(p), numpy.zeros_like(p)
    for t, g in enumerate(gradients, 1):
        m = betas[0] * m + (1 - betas[0]) * g
        v = betas[1] * v + (1 - betas[1]) * g**2
        r = m / (1 - betas[0] ** t) / (numpy.sqrt(v / (1 - betas[1] ** t)) + eps)
        u = r + decay * p
        p = p - lr * min(norm(p) / norm(u), limit) * u
    return p


def lars(p, gradients, lr, momentum, decay, trust):
    # Algorithm 1 of https://arxiv.org/abs/1708.03888.
    v = numpy.zeros_like(p)
    for g in gradients:
        local = trust * norm(p) / (norm(g) + decay * norm(p))
        v = momentum * v + lr * local * (g + decay * p)
        p = p - v
    return p


def lion(p, gradients, lr, betas, decay):
    # Algorithm 2 of https://arxiv.org/abs/2302.06675.
    m = numpy.zeros_like(p)
    for g in gradients:
        c = betas[0] * m + (1 - betas[0]) * g
        p = p - lr * (numpy.sign(c) + decay * p)
        m = betas[1] * m + (1 - betas[1]) * g
    return p


BY_HAND = {
    "LAMB": (
        lambda: optim.LAMB(0.05, betas=(0.8, 0.9), weight_decay=0.1),
        lambda p, g: lamb(p, g, 0.05, (0.8, 0.9), 1e-6, 0.1, numpy.inf),
    ),
    "LAMB with a limit": (
        lambda: optim.LAMB(0.05, eps=0.1, max_trust_ratio=0.5),
        lambda p, g: lamb(p, g, 0.05, (0.9, 0.999), 0.1, 0.0, 0.5),
    ),
    "LARS": (
        lambda: optim.LARS(0.5, weight_decay=0.1, trust_coefficient=0.02),
        lambda p, g: lars(p, g, 0.5, 0.9, 0.1, 0.02),
    ),
    "LARS without decay": (
        lambda: optim.LARS(1.0, momentum=0.5),
        lambda p, g: lars(p, g, 1.0, 0.5, 0.0, 0.001),
    ),
    "Lion": (
        lambda: optim.Lion(0.01, weight_decay=0.2),
        lambda p, g: lion(p, g, 0.01, (0.9, 0.99), 0.2),
    ),
    "Lion of other betas": (
        lambda: optim.Lion(betas=(0.5, 0.6)),
        lambda p, g: lion(p, g, 1e-4, (0.5, 0.6), 0.0),
    ),
}


@pytest.mark.parametrize("case", BY_HAND)
def test_equals_the_formula_over_100_steps(case):
    make, formula = BY_HAND[case]
    params, gradients = drawn()
    expected = {n: numpy.asarray(formula(p, [g[n] for g in gradients])) for n, p in params.items()}
    assert_close(run(make(), params, gradients), expected)


@pytest.mark.parametrize("make", [optim.LAMB, optim.LARS], ids=["LAMB", "LARS"])
def test_arrays_of_zeros_and_gradients_of_zeros_have_the_trust_ratio_one(make):
    moved = make(1.0, **({"momentum": 0.0} if make is optim.LARS else {})).step(
        {"a": ivy.zeros(2), "b": ivy.ones(2)}, {"a": ivy.ones(2), "b": ivy.zeros(2)}
    )
    numpy.testing.assert_allclose(ivy.to_numpy(moved["a"]), [-1, -1], rtol=1e-5)
    assert moved["b"].tolist() == [1, 1]


# -- compiled ------------------------------------------------------------------------------------


def compiled(update):
    """Return a function of trees under the compiler of the current backend, and what counts."""
    name = ivy.current_backend()
    traces = []

    def counted(gradients, state, params):
        traces.append(1)
        return update(gradients, state, params)

    if name == "numpy":
        pytest.skip("numpy does not compile")
    if name == "jax":
        import jax

        return jax.jit(counted), traces
    if name == "tensorflow":
        import tensorflow

        return tensorflow.function(counted), traces
    import torch

    torch.compiler.reset()
    return torch.compile(update, backend="eager", fullgraph=True), [1]


@needs("torch")
def test_compiled_step_equals_torch(backend, torch64):
    options = {"lr": 0.1, "betas": (0.9, 0.9)}  # the step that is rectified is one of them
    params, gradients = drawn(("matrix", "vector"), steps=8)
    expected = run_torch(lambda p: torch64.optim.RAdam(p, **options), params, gradients)
    optimiser = optim.RAdam(**options)
    update, traces = compiled(optimiser.update)
    got = arrays(params)
    state = optimiser.init(got)
    for g in gradients:
        got, state = update(arrays(g), state, got)
    assert_close({n: ivy.to_numpy(x) for n, x in got.items()}, expected)
    assert len(traces) == 1  # nothing of a step is baked in
    assert int(state["step"]) == 8


@needs("torch")
def test_every_backend_equals_torch(backend, torch64):
    params, gradients = drawn(("matrix", "vector"), steps=3)
    for name in ("AdamW", "Adafactor"):
        make = getattr(torch64.optim, name)
        expected = run_torch(make, params, gradients)
        assert_close(run(getattr(optim, name)(), params, gradients), expected)


def test_learning_by_gradients_of_the_learning_rate(backend):
    # The loss after two steps of gradient descent on p * p is (p * (1 - 2 * lr) ** 2) ** 2.
    optimiser = optim.SGD()

    def after(lr):
        params = {"p": ivy.asarray(3.0, dtype="float64")}
        state = optimiser.init(params)
        for _ in range(2):
            gradients = ivy.grad(lambda t: t["p"] * t["p"])(params)
            params, state = optimiser.update(gradients, state, params, lr=lr)
        return params["p"] * params["p"]

    slope = ivy.grad(after)(ivy.asarray(0.1, dtype="float64"))
    assert slope.item() == pytest.approx(9 * 4 * (1 - 0.2) ** 3 * -2, rel=1e-12)


# -- the kernel of torch -------------------------------------------------------------------------


WITH_KERNEL = ("Adam", "AdamW")


@pytest.fixture
def kernel(monkeypatch):
    """Make torch the backend; return whether its kernel has taken the updates so far, one each."""
    from ivy.backends.torch import optimisers

    ivy.set_backend("torch")
    adam, taken = optimisers.adam, []

    def counted(*args, **kwargs):
        result = adam(*args, **kwargs)
        taken.append(result is not None)
        return result

    monkeypatch.setattr(optimisers, "adam", counted)
    return taken


@needs("torch")
@pytest.mark.parametrize(("name", "options"), [c for c in CASES if c.values[0] in WITH_KERNEL])
def test_kernel_equals_torch_over_100_steps(name, options, kernel, torch64):
    params, gradients = drawn()
    expected = run_torch(lambda p: getattr(torch64.optim, name)(p, **options), params, gradients)
    got = run(getattr(optim, name)(**options), params, gradients)
    assert_close(got, expected)
    assert kernel == [True] * STEPS


@needs("torch")
def test_kernel_takes_values_in_any_order_of_memory(kernel):
    p = ivy.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    g = ivy.asarray([[0.1, 20.0, -3.0], [0.0, 1e-3, -1.0]])
    expected = optim.Adam(0.1).step([p], [g])[0]
    transposed = [ivy.matrix_transpose(ivy.asarray(ivy.to_numpy(x).T.copy())) for x in (p, g)]
    before = [ivy.to_numpy(x).copy() for x in transposed]
    got = optim.Adam(0.1).step(transposed[:1], transposed[1:])[0]
    repeated = optim.Adam(0.1).step([p], [ivy.broadcast_to(ivy.asarray(2.0), (2, 3))])[0]
    assert kernel == [True] * 3
    assert ivy.to_numpy(got).tolist() == ivy.to_numpy(expected).tolist()
    assert ivy.to_numpy(repeated) == pytest.approx(ivy.to_numpy(p) - 0.1)
    for x, old in zip(transposed, before, strict=True):
        assert ivy.to_numpy(x).tolist() == old.tolist()


@needs("torch")
def test_rates_that_are_arrays_or_schedules_go_to_the_kernel(kernel):
    params, gradients = drawn(("matrix", "number"), steps=4)
    expected = run(optim.Adam(0.1), params, gradients)
    assert_close(run(optim.Adam(ivy.asarray(0.1, dtype="float64")), params, gradients), expected)
    assert_close(run(optim.Adam(lambda step: 0.1), params, gradients), expected)
    assert kernel == [True] * 12


@needs("torch")
def test_what_is_not_for_the_kernel_is_computed_by_the_formula(kernel):
    import torch

    class Halved(optim.Adam):
        def leaf_update(self, p, g, slots, h):
            return super().leaf_update(p, g * 0.5, slots, h)

    p, g = ivy.asarray([1.0, 2.0]), ivy.asarray([4.0, -1.0])
    # The first step is one of `lr` against the sign, of whatever size the gradient is.
    state = optim.Adam(0.1).init([p])
    _, own = Halved(0.1).update([g], state, [p])
    assert ivy.to_numpy(own["mean"][0]) == pytest.approx([0.2, -0.05])
    decay = ivy.asarray(0.5)
    (shrunk,), _ = optim.AdamW(0.1, weight_decay=decay).update([g], state, [p])
    assert ivy.to_numpy(shrunk) == pytest.approx([0.85, 2.0])
    assert kernel == []

    both = {"single": p, "double": ivy.astype(p, "float64")}
    new = optim.Adam(0.1).step(both, {"single": g, "double": ivy.astype(g, "float64")})
    assert ivy.to_numpy(new["double"]) == pytest.approx([0.9, 2.1])
    # torch's own derivatives and its vmap follow a step.
    weights = torch.tensor([4.0, -1.0], requires_grad=True)
    (after,), _ = optim.Adam(0.1, eps=1.0).update([ivy.asarray(weights)], state, [p])
    after.native.sum().backward()
    # The derivative of -lr * g / (abs(g) + eps).
    assert weights.grad.numpy() == pytest.approx([-0.1 / 25, -0.1 / 4])

    def stepped(x):
        return optim.Adam(0.1).update([g], state, [ivy.asarray(x)])[0][0].native

    rows = torch.func.vmap(stepped)(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    assert rows.numpy() == pytest.approx(numpy.asarray([[0.9, 2.1], [2.9, 4.1]]))
    assert kernel == [False] * 3


# -- state, options and errors -------------------------------------------------------------------


def nested():
    return {"layers": [(ivy.ones((2, 2)), ivy.ones(2)), (ivy.ones(2), None)], "scale": ivy.ones(())}


def test_new_parameters_have_the_containers_of_the_old_ones(backend):
    params = nested()
    for optimiser in (optim.Adam(), optim.Groups({"*.0": optim.SGD(), "*": optim.Lion()})):
        new = optimiser.step(params, params)
        assert optree.tree_structure(new) == optree.tree_structure(params)
        assert {x.backend for x in [new["scale"], new["layers"][0][1]]} == {backend}


def test_native_arrays_are_parameters(backend):
    native = ivy.to_native(ivy.ones(2))
    new = optim.SGD(0.5).step([native], [native])
    assert isinstance(new[0], ivy.Array)
    assert new[0].tolist() == [0.5, 0.5]


@pytest.mark.parametrize("optimiser", [optim.Adam(lambda t: t), optim.NAdam(), optim.LARS()])
def test_parameters_and_state_keep_the_dtype(optimiser, backend):
    for dtype in ("bfloat16", "float32"):
        params = {"w": ivy.ones((2, 3), dtype=dtype), "v": ivy.ones(3, dtype="float64")}
        state = optimiser.init(params)
        new, after = optimiser.update(params, state, params)
        assert [new[n].dtype.name for n in ("v", "w")] == ["float64", dtype]
        assert [x.dtype for x in optree.tree_leaves(after, is_leaf=ivy.is_array)] == [
            x.dtype for x in optree.tree_leaves(state, is_leaf=ivy.is_array)
        ]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_is_computed_in_float32(dtype, backend):
    # The `eps` of Adam is 0 in float16, and 1 - 0.999 is 0.00098 in bfloat16.
    params = {"w": ivy.asarray([0.5, 1.0], dtype=dtype)}
    gradients = {"w": ivy.asarray([0.0, 2.0], dtype=dtype)}
    new = optim.Adam(0.125).step(params, gradients)["w"]
    assert (new.dtype.name, new.tolist()) == (dtype, [0.5, 0.875])


def test_update_leaves_its_arguments_alone(backend):
    optimiser = optim.Adam(0.1)
    params = {"w": ivy.ones(2)}
    state = optimiser.init(params)
    optimiser.update(params, state, params)
    assert params["w"].tolist() == [1, 1]
    assert (int(state["step"]), state["mean"]["w"].tolist()) == (0, [0, 0])
    assert optimiser.state is None


def test_schedule_gets_the_number_of_steps_that_were_made(backend):
    optimiser = optim.SGD(lambda step: step + 1.0)
    params = [ivy.zeros(())]
    for _ in range(3):
        params = optimiser.step(params, [ivy.ones(())])
    assert params[0].item() == -(1 + 2 + 3)


def test_weight_decay_and_momentum_take_arrays_and_schedules():
    plain = optim.SGD(0.1, momentum=0.5, weight_decay=0.25)
    other = optim.SGD(ivy.asarray(0.1), momentum=lambda step: 0.5, weight_decay=ivy.asarray(0.25))
    a = b = [ivy.asarray([1.0, -2.0])]
    for _ in range(3):
        a, b = plain.step(a, [ivy.ones(2)]), other.step(b, [ivy.ones(2)])
    numpy.testing.assert_allclose(ivy.to_numpy(b[0]), ivy.to_numpy(a[0]), rtol=1e-6)


def test_scalars_of_numpy_are_numbers(backend):
    optimiser = optim.SGD(numpy.float32(0.5), weight_decay=numpy.float64(0.25))
    assert optimiser.step([ivy.ones(2)], [ivy.ones(2)], lr=numpy.float32(1.0))[0].tolist() == [
        -0.25,
        -0.25,
    ]
    assert repr(optimiser).startswith("SGD(lr=0.5, ")


def test_groups_choose_by_path_and_by_array():
    params = {"hidden": {"weight": ivy.ones((2, 2)), "bias": ivy.ones(2)}, "head": ivy.ones((2, 2))}
    groups = optim.Groups(
        {
            "head": optim.SGD(0.0),
            lambda path, x: x.ndim == 2: optim.Muon(0.1, weight_decay=0.0),
            "*.bias": optim.SGD(0.5),
        }
    )
    new = groups.step(params, params)
    assert new["head"].tolist() == params["head"].tolist()
    assert new["hidden"]["bias"].tolist() == [0.5, 0.5]
    assert new["hidden"]["weight"].tolist() != params["hidden"]["weight"].tolist()
    assert sorted(groups.state_dict()) == [
        "0.step",
        "1.mean.hidden.weight",
        "1.step",
        "2.step",
    ]
    with pytest.raises(ValueError, match=r"no rule|none for 'scale'"):
        groups.init({"scale": ivy.ones(())})


def test_groups_and_clipping_compiled(backend):
    groups = optim.Groups({"b": optim.Lion(0.1), "*": optim.SGD(0.5, momentum=0.5, dampening=0.5)})

    def clipped(gradients, state, params):
        return groups.update(optim.clip_by_global_norm(gradients, 1.0)[0], state, params)

    update, _ = compiled(clipped)
    params = {"a": ivy.ones(2), "b": ivy.ones(2)}
    new, _ = update(params, groups.init(params), params)
    numpy.testing.assert_allclose(ivy.to_numpy(new["a"]), [0.75, 0.75], rtol=1e-5)
    numpy.testing.assert_allclose(ivy.to_numpy(new["b"]), [0.9, 0.9], rtol=1e-6)


@pytest.mark.parametrize("name", ["Adam", "NAdam", "Adafactor", "SGD"])
def test_state_dict_goes_on_where_it_was(name, backend):
    def make():
        return getattr(optim, name)(**({"momentum": 0.9} if name == "SGD" else {}))

    params = {"w": [ivy.ones((2, 3)), ivy.ones(3)]}
    first = make()
    params = first.step(params, params)
    saved = {k: ivy.to_numpy(v) for k, v in first.state_dict().items()}
    second = make()
    second.load_state_dict(saved, params)
    a, b = first.step(params, params), second.step(params, params)
    assert [x.tolist() for x in a["w"]] == [x.tolist() for x in b["w"]]
    assert b["w"][0].backend == backend


def test_state_dict_is_strict():
    params = {"w": ivy.ones(2)}
    optimiser = optim.Adam()
    assert optimiser.state_dict() == {}
    optimiser.step(params, params)
    good = optimiser.state_dict()
    assert sorted(good) == ["mean.w", "step", "variance.w"]
    with pytest.raises(ValueError, match=r"missing=\['step'\].*unexpected=\['steps'\]"):
        optimiser.load_state_dict({**{k: good[k] for k in good if k != "step"}, "steps": 1})
    with pytest.raises(ValueError, match=r"shape \(2,\).*at 'mean.w', got shape \(3,\)"):
        optimiser.load_state_dict({**good, "mean.w": ivy.ones(3)})
    with pytest.raises(ValueError, match=r"dtype float32 at 'mean.w'.*dtype float64"):
        optimiser.load_state_dict({**good, "mean.w": ivy.ones(2, dtype="float64")})
    with pytest.raises(ValueError, match="expected params"):
        optim.Adam().load_state_dict(good)
    optimiser.load_state_dict({})
    assert optimiser.state is None


def test_options_cannot_be_changed():
    optimiser = optim.Adam(0.1)
    with pytest.raises(AttributeError, match=r"lr to stay as it is, got lr=0.2"):
        optimiser.lr = 0.2
    assert repr(optimiser).startswith("Adam(lr=0.1, maximize=False, betas=(0.9, 0.999)")


RANGES = [
    (lambda: optim.Adam(-1.0), r"optim.Adam: expected lr in \[0, inf\), got lr=-1.0"),
    (lambda: optim.Adam(betas=(0.9, 1.0)), r"betas\[1\] in \[0, 1\), got betas\[1\]=1.0"),
    (lambda: optim.AdamW(eps=-1e-8), r"optim.AdamW: expected eps in .*got eps=-1e-08"),
    (lambda: optim.SGD(weight_decay=-1), "weight_decay"),
    (lambda: optim.SGD(0.1, nesterov=True), "momentum=0.0 and dampening=0.0"),
    (lambda: optim.SGD(float("nan")), "lr=nan"),
    (lambda: optim.RMSprop(alpha=1.5), r"alpha in \[0, 1\]"),
    (lambda: optim.Adafactor(d=0.5), "d=0.5"),
    (lambda: optim.Muon(ns_steps=100), "ns_steps=100"),
    (lambda: optim.Muon(adjust_lr="other"), "adjust_lr='other'"),
    (lambda: optim.LBFGS(line_search="armijo"), "line_search='armijo'"),
    (lambda: optim.LossScaler(backoff=1.0), "backoff=1.0"),
    (lambda: optim.ExponentialMovingAverage(1.5), "decay=1.5"),
]


@pytest.mark.parametrize(("make", "text"), RANGES)
def test_options_out_of_range_are_errors(make, text):
    with pytest.raises(ValueError, match=text):
        make()


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: optim.Adam(learning_rate=1.0), "learning_rate"),
        (lambda: optim.Adam("fast"), "expected a number as lr, got lr='fast'"),
        (lambda: optim.Adam(betas=0.9), "pair of numbers as betas"),
        (lambda: optim.Groups({}), "dict of optimisers"),
        (lambda: optim.Groups({"*": 0.1}), "expected optimisers, got float"),
    ],
)
def test_wrong_options_are_errors(make, text):
    with pytest.raises(TypeError, match=text):
        make()


PARAMS = {"layer": [{"w": numpy.ones((2, 3), "float32"), "b": numpy.ones(3, "float32")}]}
WRONG_GRADIENTS = [
    (
        {"layer": [{"w": numpy.ones((2, 3), "float32"), "b": None}]},
        ValueError,
        r"gradients\['layer'\]\[0\]\['b'\] to be an array of shape \(3,\) as "
        r"params\['layer'\]\[0\]\['b'\], got None",
    ),
    (
        {"layer": [{"w": numpy.ones((2, 3), "float32")}]},
        ValueError,
        r"gradients\['layer'\]\[0\]\['b'\], an array of shape \(3,\) .* is missing",
    ),
    (
        {"layer": [{"w": numpy.ones((3, 2), "float32"), "b": numpy.ones(3, "float32")}]},
        ValueError,
        r"gradients\['layer'\]\[0\]\['w'\] of shape \(2, 3\).*got shape \(3, 2\)",
    ),
    (
        {"layer": [{**PARAMS["layer"][0], "c": numpy.ones(3, "float32")}]},
        ValueError,
        r"gradients\['layer'\]\[0\]\['c'\], which params do not have",
    ),
    (
        {"layer": [{"w": numpy.ones((2, 3)), "b": numpy.ones(3, "float32")}]},
        TypeError,
        r"gradients\['layer'\]\[0\]\['w'\] of dtype float32.*got dtype float64",
    ),
    (None, ValueError, r"gradients\['layer'\]\[0\]\['b'\], an array of shape \(3,\)"),
]


@pytest.mark.parametrize(("gradients", "kind", "text"), WRONG_GRADIENTS)
def test_wrong_gradients_are_named(gradients, kind, text):
    for optimiser in (optim.Adam(), optim.Groups({"*": optim.SGD()})):
        with pytest.raises(kind, match=text):
            optimiser.step(PARAMS, gradients)


def test_wrong_parameters_are_named():
    with pytest.raises(TypeError, match=r"params\['n'\] with dtype int64"):
        optim.SGD().init({"n": ivy.asarray([1, 2])})
    with pytest.raises(TypeError, match=r"params\[0\] with float"):
        optim.SGD().init([1.0])
    with pytest.raises(ValueError, match="at least one parameter"):
        optim.SGD().init({})
    with pytest.raises(ValueError, match=r"matrices, got params\['v'\] of shape \(3,\)"):
        optim.Muon().init({"v": ivy.ones(3)})
    with pytest.raises(TypeError, match="real parameters"):
        optim.Adafactor().init([ivy.ones(2, dtype="complex64")])


def test_a_list_may_stand_for_a_tuple():
    new = optim.SGD(1.0).step((ivy.ones(2),), [ivy.ones(2)])
    assert isinstance(new, tuple)
    assert new[0].tolist() == [0, 0]


def test_state_of_another_optimiser_is_an_error():
    params = {"w": ivy.ones(2)}
    with pytest.raises(ValueError, match="'mean', 'step', 'variance'"):
        optim.Adam().update(params, optim.SGD().init(params), params)
    wrong = optim.Adam().init({"w": ivy.ones((3, 2))})
    with pytest.raises(ValueError, match=r"shape \(2,\).*\(3, 2\)"):
        optim.Adam().update(params, wrong, params)


def test_empty_parameters_stay_empty(backend):
    for name in ("Adam", "LAMB", "LARS", "Adafactor", "RMSprop"):
        params = [ivy.zeros((0, 3)), ivy.zeros((0,))]
        assert [x.shape for x in getattr(optim, name)().step(params, params)] == [(0, 3), (0,)]


def test_steps_change_arrays_only():
    model, optimiser = ivy.nn.Linear(2, 1), ivy.Adam(0.1)
    gradients = {path: ivy.ones_like(x) for path, x in model.trainable().items()}
    optimiser.step(model, gradients)
    place = optimiser.cells()["state.mean.weight"]
    alterations = trees.alterations()
    optimiser.step(model, gradients)
    # So what was found of the objects still holds.
    assert trees.alterations() == alterations
    numpy.testing.assert_allclose(ivy.to_numpy(place.get()), 0.1 + 0.9 * 0.1, rtol=1e-6)
    optimiser.state = None
    assert trees.alterations() > alterations
