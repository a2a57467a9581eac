"""Attention against torch's, in values and derivatives; caches and rotations by hand."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ivy
from ivy_tests.support.backends import needs
from ivy_tests.support.compiling import compiled
from ivy_tests.support.torch_oracle import assert_like_torch

pytestmark = needs("torch")


def draw(*shape: int, seed: int = 0) -> Any:
    return numpy.random.default_rng([seed, *shape]).normal(size=shape)


def some(*shape: int) -> Any:
    """Bools of which some are True in each row but the second."""
    found = numpy.random.default_rng(3).integers(0, 2, shape).astype(bool)
    found[..., 0] = True
    if shape[-2] > 1:
        found[..., 1, :] = False
    return found


def sdpa(*args: Any, **options: Any) -> Any:
    """torch's attention, in plain arithmetic."""
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel

    with sdpa_kernel(SDPBackend.MATH):
        return torch.nn.functional.scaled_dot_product_attention(*args, **options)


CALLS = {
    "plain": (((3, 4), (5, 4), (5, 2)), {}),
    "heads": (((2, 2, 3, 4), (2, 2, 5, 4), (2, 2, 5, 4)), {"is_causal": True}),
    "broadcast": (((2, 1, 3, 4), (3, 5, 4), (5, 2)), {"scale": 0.3}),
    "one": (((1, 1, 1), (1, 1, 1), (1, 1, 1)), {}),
    "more queries": (((1, 6, 2), (1, 3, 2), (1, 3, 3)), {"is_causal": True}),
    "no keys": (((2, 3, 4), (2, 0, 4), (2, 0, 2)), {}),
    "no queries": (((2, 0, 4), (2, 5, 4), (2, 5, 2)), {"is_causal": True}),
}


@pytest.mark.parametrize("which", CALLS)
def test_attention(which, backend):
    shapes, options = CALLS[which]
    assert_like_torch(
        lambda q, k, v: ivy.scaled_dot_product_attention(q, k, v, **options),
        lambda q, k, v: sdpa(q, k, v, **options),
        *[draw(*s, seed=i) for i, s in enumerate(shapes)],
        dtypes=("float64", "float32") if which == "heads" else ("float64",),
    )


MASKS = {
    "bool": some(3, 5),
    "bool of a batch": some(2, 1, 3, 5),
    "bool of keys": numpy.array([[True, False, True, True, False]]),
    "floats": draw(2, 1, 3, 5, seed=9),
    "infinities": numpy.where(some(3, 5), draw(3, 5), -numpy.inf),
}


@pytest.mark.parametrize("mask", MASKS)
def test_attention_with_a_mask(mask, backend):
    q, k, v = draw(2, 2, 3, 4), draw(2, 2, 5, 4, seed=1), draw(2, 2, 5, 3, seed=2)
    assert_like_torch(
        lambda q, k, v, m: ivy.scaled_dot_product_attention(q, k, v, mask=m),
        lambda q, k, v, m: sdpa(q, k, v, attn_mask=m),
        *(q, k, v, MASKS[mask]),
        dtypes=("float64", "float32") if mask == "bool" else ("float64",),
    )


def test_a_mask_and_causality_both_count(backend):
    q, k, v = draw(3, 4), draw(5, 4, seed=1), draw(5, 3, seed=2)
    seen = numpy.tril(numpy.ones((3, 5), bool))
    for mask in (some(3, 5), draw(3, 5)):
        both = mask & seen if mask.dtype == bool else numpy.where(seen, mask, -numpy.inf)
        assert_like_torch(
            lambda q, k, v, m: ivy.scaled_dot_product_attention(q, k, v, mask=m, is_causal=True),
            lambda q, k, v, m, both=both: sdpa(q, k, v, attn_mask=_like(q, both)),
            *(q, k, v, mask),
            dtypes=("float64",),
            gradients=mask.dtype == bool,
        )


def _like(q: Any, mask: Any) -> Any:
    import torch

    return torch.tensor(mask) if mask.dtype == bool else torch.tensor(mask, dtype=q.dtype)


@pytest.mark.parametrize("mask", [None, some(4, 3, 5), some(2, 1, 3, 5)])
def test_grouped_queries(mask, backend):
    q, k, v = draw(2, 4, 3, 2), draw(2, 2, 5, 2, seed=1), draw(2, 2, 5, 3, seed=2)
    assert_like_torch(
        lambda q, k, v: ivy.scaled_dot_product_attention(
            q, k, v, mask=None if mask is None else ivy.asarray(mask), enable_gqa=True
        ),
        lambda q, k, v: sdpa(
            q, k, v, attn_mask=None if mask is None else _like(q, mask), enable_gqa=True
        ),
        *(q, k, v),
        dtypes=("float64",),
    )


def test_dropout_of_weights(backend):
    # The values are a unit matrix: what comes out are the weights.
    q, v = ivy.asarray(draw(50, 3)), ivy.eye(40, dtype="float64")
    k = ivy.asarray(draw(40, 3, seed=1))
    whole = ivy.to_numpy(ivy.scaled_dot_product_attention(q, k, v))
    for groups in (False, True):
        given = [ivy.expand_dims(x, axis=0) for x in (q, k, v)] if groups else [q, k, v]
        found = ivy.to_numpy(
            ivy.scaled_dot_product_attention(
                *given, dropout=0.25, key=ivy.asarray([1, 0]), enable_gqa=groups
            )
        ).reshape(whole.shape)
        kept = found != 0
        assert 0.7 < kept.mean() < 0.8
        numpy.testing.assert_allclose(found[kept], whole[kept] / 0.75, rtol=1e-12)


@pytest.mark.parametrize(
    ("shapes", "options"),
    [
        (((3,), (5, 4), (5, 4)), {}),
        (((3, 4), (5, 3), (5, 4)), {}),
        (((3, 4), (5, 4), (4, 4)), {}),
        (((2, 3, 4), (3, 5, 4), (5, 4)), {}),
        (((3, 4), (5, 4), (5, 4)), {"enable_gqa": True}),
        (((3, 2, 4), (2, 5, 4), (2, 5, 4)), {"enable_gqa": True}),
        (((3, 4), (5, 4), (5, 4)), {"mask": (4, 5)}),
        (((3, 4), (5, 4), (5, 4)), {"mask": (2, 3, 5)}),
        (((3, 4), (5, 4), (5, 4)), {"dropout": 1.5}),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(shapes, options, backend):
    if "mask" in options:
        options = {"mask": ivy.ones(options["mask"], dtype="bool")}
    for f in (ivy.scaled_dot_product_attention, ivy.dot_product_attention):
        if "dropout" not in options or f is ivy.scaled_dot_product_attention:
            with pytest.raises(ValueError, match=rf"^ivy\.{f.__name__}: expected"):
                f(*map(ivy.ones, shapes), **options)


def test_a_mask_of_integers_is_refused(backend):
    x, mask = ivy.ones((3, 4)), ivy.ones((3, 3), dtype="int64")
    for f in (ivy.scaled_dot_product_attention, ivy.dot_product_attention):
        with pytest.raises(TypeError, match="expected a mask of bools or floats, got int64"):
            f(x, x, x, mask=mask)


# -- heads ---------------------------------------------------------------------------------------

NAMES = ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight", "in_proj_bias")
NAMES += ("bias_k", "bias_v")


def module(dtype: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
    """torch's module of four features, and its parameters by our names."""
    import torch

    torch.manual_seed(0)
    made = torch.nn.MultiheadAttention(4, 2, batch_first=True, dtype=torch.float64, **options)
    for p in made.parameters():
        torch.nn.init.normal_(p)
    made = made.to(dtype)
    found = {n: getattr(made, n, None) for n in NAMES}
    found |= {f"out_proj_{n}": getattr(made.out_proj, n) for n in ("weight", "bias")}
    return made, {n: p.detach().numpy() for n, p in found.items() if p is not None}


PADDING = numpy.array([[False, False, True, True, True], [False] * 5])
MODULES = {
    "packed": ({}, {}),
    "separate": ({"kdim": 3, "vdim": 2}, {}),
    "no bias": ({"bias": False}, {"mask": some(3, 5) | numpy.eye(3, 5, dtype=bool)}),
    "more keys": ({"add_bias_kv": True, "add_zero_attn": True}, {"mask": draw(3, 5)}),
    "padding": ({}, {"key_padding_mask": PADDING}),
    "padding and more keys": (
        {"add_bias_kv": True},
        {"key_padding_mask": PADDING, "mask": some(3, 5)},
    ),
    "padding and floats": ({}, {"key_padding_mask": PADDING, "mask": draw(3, 5)}),
    "mask of heads": ({}, {"mask": some(2, 2, 3, 5) | numpy.eye(3, 5, dtype=bool)}),
    "one": ({"kdim": 3, "vdim": 2}, {"single": True}),
}


@pytest.mark.parametrize("which", MODULES)
def test_multi_head_attention(which, backend):
    import torch

    made, given = MODULES[which]
    need = which not in ("packed", "no bias", "padding and floats")
    average = which != "separate"
    batch = () if given.get("single") else (2,)
    shapes = [
        (*batch, n, w) for n, w in ((3, 4), (5, made.get("kdim", 4)), (5, made.get("vdim", 4)))
    ]
    mask, padding = given.get("mask"), given.get("key_padding_mask")

    def theirs(q, k, v):
        layer, _ = module(q.dtype, **made)
        allowed = None
        if mask is not None:
            allowed = torch.tensor(~mask) if mask.dtype == bool else torch.tensor(mask).to(q.dtype)
            allowed = allowed.reshape(-1, 3, 5) if allowed.ndim == 4 else allowed
        hidden = None if padding is None else torch.tensor(padding)
        if hidden is not None and mask is not None and mask.dtype != bool:
            hidden = torch.where(hidden, -torch.inf, 0.0).to(q.dtype)
        out, weights = layer(
            *(q, k, v),
            key_padding_mask=hidden,
            attn_mask=allowed,
            need_weights=need,
            average_attn_weights=average,
        )
        return [out, weights] if need else out

    def ours(q, k, v):
        kind = {"float64": torch.float64, "float32": torch.float32}[q.dtype.name]
        weights = {n: ivy.asarray(p) for n, p in module(kind, **made)[1].items()}
        found = ivy.multi_head_attention(
            *(q, k, v),
            num_heads=2,
            **weights,
            mask=None if mask is None else ivy.asarray(mask).astype(_mask_dtype(mask, q)),
            key_padding_mask=None if padding is None else ivy.asarray(padding),
            add_zero_attn=made.get("add_zero_attn", False),
            need_weights=need,
            average_weights=average,
        )
        return list(found) if need else found.output

    arrays = [draw(*s, seed=i) for i, s in enumerate(shapes)]
    dtypes = ("float64", "float32") if which == "packed" else ("float64",)
    assert_like_torch(ours, theirs, *arrays, dtypes=dtypes)


def test_derivatives_by_the_weights_of_heads(backend):
    import torch

    layer, given = module(torch.float64)
    x = draw(2, 3, 4)
    names = sorted(given)
    out, _ = layer(*[torch.tensor(x)] * 3)
    out.square().sum().backward()
    theirs = {n: p.grad.numpy() for n, p in layer.named_parameters()}

    def loss(parts: Any) -> Any:
        made = ivy.multi_head_attention(x, x, x, num_heads=2, **parts).output
        return ivy.sum(ivy.square(made))

    x = ivy.asarray(x)
    found = ivy.grad(loss)({n: ivy.asarray(given[n]) for n in names})
    for n in names:
        expected = theirs[n.replace("out_proj_", "out_proj.")]
        numpy.testing.assert_allclose(ivy.to_numpy(found[n]), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("need", [False, True])
def test_a_query_without_keys_gives_the_bias(need, backend):
    x, bias = ivy.asarray(draw(1, 3, 4)), ivy.asarray(draw(4))
    out, weights = ivy.multi_head_attention(
        *(x, x, x),
        num_heads=2,
        out_proj_bias=bias,
        key_padding_mask=ivy.asarray([[True] * 3]),
        need_weights=need,
    )
    numpy.testing.assert_array_equal(ivy.to_numpy(out), numpy.tile(draw(4), (1, 3, 1)))
    assert (weights is not None) == need
    if need:
        assert not ivy.to_numpy(weights).any()


HEADS_REFUSED = {
    "heads": {"num_heads": 3},
    "no heads": {"num_heads": 0},
    "packed": {"in_proj_weight": (8, 4)},
    "columns": {"in_proj_weight": (12, 3)},
    "both": {"in_proj_weight": (12, 4), "q_proj_weight": (4, 4)},
    "bias_k": {"bias_k": (1, 1, 3)},
    "padding": {"key_padding_mask": (4,)},
    "dropout": {"dropout": -0.1},
}


@pytest.mark.parametrize("which", HEADS_REFUSED)
def test_heads_that_do_not_fit_are_refused(which, backend):
    x = ivy.ones((3, 4))
    options = {
        k: ivy.ones(v) if isinstance(v, tuple) else v
        for k, v in ({"num_heads": 2} | HEADS_REFUSED[which]).items()
    }
    with pytest.raises(ValueError, match=r"^ivy\.multi_head_attention: expected"):
        ivy.multi_head_attention(x, x, x, **options)


def _mask_dtype(mask: Any, q: Any) -> Any:
    return "bool" if mask.dtype == bool else q.dtype


# -- caches --------------------------------------------------------------------------------------


@pytest.mark.parametrize("compiling", [False, True])
def test_decoding_step_by_step_is_attention_to_all_before(compiling, backend):
    q, k, v = draw(2, 4, 6, 3), draw(2, 2, 6, 3, seed=1), draw(2, 2, 6, 3, seed=2)
    expected = ivy.to_numpy(
        ivy.scaled_dot_product_attention(
            *map(ivy.asarray, (q, k, v)), is_causal=True, enable_gqa=True
        )
    )

    def step(keys, values, position, q, k, v):
        keys = ivy.update_cache(keys, k, position)
        values = ivy.update_cache(values, v, position)
        out = ivy.cached_attention(q, keys, values, position, enable_gqa=True)
        return ivy.stack([keys, values]), out

    kept = ivy.zeros((2, 2, 2, 8, 3), dtype="float64")
    run = step
    if compiling:
        both = compiled(lambda *args: step(*args)[0])
        alone = compiled(lambda *args: step(*args)[1])
        run = lambda *args: (both(*args), alone(*args))  # noqa: E731 - one line says it
    for start, stop in ((0, 3), (3, 4), (4, 5), (5, 6)):
        parts = [ivy.asarray(x[..., start:stop, :]) for x in (q, k, v)]
        kept, out = run(kept[0], kept[1], ivy.asarray(start), *parts)
        numpy.testing.assert_allclose(ivy.to_numpy(out), expected[..., start:stop, :], rtol=1e-10)


def test_a_cache_at_a_position_for_each_sequence(backend):
    cache, new = numpy.zeros((3, 2, 5, 2)), draw(3, 2, 2, 2)
    places = [2, 0, 3]
    expected = cache.copy()
    for i, p in enumerate(places):
        expected[i, :, p : p + 2] = new[i]
    ours = ivy.update_cache(ivy.asarray(cache), ivy.asarray(new), ivy.asarray(places))
    numpy.testing.assert_array_equal(ivy.to_numpy(ours), expected)
    q = draw(3, 2, 2, 2, seed=5)
    out = ivy.to_numpy(ivy.cached_attention(ivy.asarray(q), ours, ours, ivy.asarray(places)))
    for i, p in enumerate(places):
        part = ivy.asarray(expected[i, :, : p + 2])
        mask = ivy.asarray(numpy.tril(numpy.ones((2, p + 2), bool), p))
        one = ivy.scaled_dot_product_attention(ivy.asarray(q[i]), part, part, mask=mask)
        numpy.testing.assert_allclose(out[i], ivy.to_numpy(one), rtol=1e-10)


def test_derivatives_pass_through_a_cache(backend):
    cache, new = ivy.asarray(draw(4, 2)), ivy.asarray(draw(2, 2, seed=1))
    f = lambda c, x: ivy.sum(ivy.square(ivy.update_cache(c, x, ivy.asarray(1))))  # noqa: E731
    of_cache, of_new = ivy.grad(f, argnums=(0, 1))(cache, new)
    expected = 2 * draw(4, 2)
    expected[1:3] = 0
    numpy.testing.assert_allclose(ivy.to_numpy(of_cache), expected)
    numpy.testing.assert_allclose(ivy.to_numpy(of_new), 2 * draw(2, 2, seed=1))


def test_a_cache_without_room_is_refused(backend):
    cache = ivy.zeros((4, 2))
    for position in (3, -1, ivy.asarray(3)):
        with pytest.raises(IndexError):
            ivy.update_cache(cache, ivy.ones((2, 2)), position)
    with pytest.raises(IndexError, match=r"^ivy\.update_cache: expected at most 4"):
        ivy.update_cache(cache, ivy.ones((5, 2)), 0)
    for position in (1.5, ivy.asarray(1.5)):
        with pytest.raises(TypeError, match=r"^ivy\.update_cache: expected an integer position"):
            ivy.update_cache(cache, ivy.ones((2, 2)), position)
    for x, position in ((ivy.ones((2, 3)), 0), (ivy.ones((2, 2)), ivy.asarray([1]))):
        with pytest.raises(ValueError, match=r"^ivy\.update_cache: expected"):
            ivy.update_cache(cache, x, position)


# -- rotations -----------------------------------------------------------------------------------


def turned(x: Any, places: Any, base: float, interleaved: bool) -> Any:
    """The same by products of complex numbers."""
    half = x.shape[-1] // 2
    pairs = (x[..., ::2], x[..., 1::2]) if interleaved else (x[..., :half], x[..., half:])
    rates = numpy.array([base ** (-2 * i / x.shape[-1]) for i in range(half)])
    z = (pairs[0] + 1j * pairs[1]) * numpy.exp(1j * places[..., None] * rates)
    if interleaved:
        return numpy.stack([z.real, z.imag], -1).reshape(x.shape)
    return numpy.concatenate([z.real, z.imag], -1)


@pytest.mark.parametrize("interleaved", [False, True])
@pytest.mark.parametrize("positions", [None, numpy.array([5.0, 0.0, 700.0])])
def test_rotations_are_products_of_complex_numbers(positions, interleaved, backend):
    x = draw(2, 3, 6)
    places = numpy.arange(3.0) if positions is None else positions
    found = ivy.rotary_embedding(
        ivy.asarray(x),
        positions=None if positions is None else ivy.asarray(positions),
        base=500.0,
        interleaved=interleaved,
    )
    expected = turned(x, places, 500.0, interleaved)
    numpy.testing.assert_allclose(ivy.to_numpy(found), expected, rtol=1e-9, atol=1e-12)


def test_rotations_that_do_not_fit_are_refused(backend):
    for x, positions in (
        (ivy.ones((2, 3)), None),
        (ivy.ones(2), None),
        (ivy.ones((2, 4)), ivy.ones(3)),
    ):
        with pytest.raises(ValueError, match=r"^ivy\.rotary_embedding: expected"):
            ivy.rotary_embedding(x, positions=positions)


def test_attention_compiles(backend):
    q, mask = draw(2, 3, 4), some(3, 3)
    f = lambda q, m: ivy.sum(  # noqa: E731
        ivy.square(ivy.scaled_dot_product_attention(q, q, q, mask=m, is_causal=True))
    )
    given = (ivy.asarray(q), ivy.asarray(mask))
    expected = ivy.to_numpy(f(*given))
    numpy.testing.assert_allclose(ivy.to_numpy(compiled(f)(*given)), expected, rtol=1e-9)


def test_second_derivatives_of_attention(backend):
    # Also of a query for which no key counts.
    q, mask = ivy.asarray(draw(3, 2)), ivy.asarray(some(3, 3))
    f = lambda q: ivy.scaled_dot_product_attention(q, q, q, mask=mask)  # noqa: E731
    ivy.check_gradients(f, q, order=2)


@pytest.mark.parametrize("bad", [numpy.nan, numpy.inf, -numpy.inf])
@pytest.mark.parametrize("grouped", [False, True])
def test_keys_that_do_not_count_may_be_anything(bad, grouped, backend):
    q, k, v = draw(4, 3, 4), draw(2 if grouped else 4, 5, 4), draw(2 if grouped else 4, 5, 6)
    mask = numpy.ones((3, 5), bool)
    mask[:, 4] = mask[1] = False
    spoilt = k.copy()
    spoilt[:, 4] = bad

    def ours(k, **options):
        given = [ivy.asarray(a) for a in (q, k, v)]
        return ivy.to_numpy(ivy.scaled_dot_product_attention(*given, enable_gqa=grouped, **options))

    for options in ({"mask": ivy.asarray(mask)}, {"is_causal": True}):
        want, got = ours(k, **options), ours(spoilt, **options)
        assert numpy.isfinite(want).all()
        numpy.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-12)


def test_bias_of_another_length_is_an_error(backend):
    x = ivy.ones((3, 4))
    for options in (
        {"in_proj_bias": ivy.ones(3)},
        {"out_proj_bias": ivy.ones(3)},
        {"out_proj_weight": ivy.ones((1, 4)), "out_proj_bias": ivy.ones(6)},
    ):
        with pytest.raises(ValueError, match=r"^ivy\.multi_head_attention: expected a bias \("):
            ivy.multi_head_attention(x, x, x, num_heads=2, **options)
