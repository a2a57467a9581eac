"""Every derivative rule, on every backend: against central differences in float64, and torch.

A row has a function of arrays; its derivatives are those of the sum of its results times fixed
numbers, so that no result is special. The second order is the gradient of the first, times other
fixed numbers. Differences are taken along three drawn directions for each array; the comparison
with torch is element by element.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy
import pytest

import ivy
from ivy.array import lift
from ivy_tests.support.backends import needs
from ivy_tests.support.compare import assert_same

# Half the step of differences.
STEP = 1e-5
DIFFERENCES = {"loosen": 1e8, "reason": "differences are good to about eight digits"}
TORCH = {"loosen": 1e3, "reason": "the second order takes dozens of roundings, in another order"}


@dataclass(frozen=True)
class Row:
    """A function and arrays to take its derivatives at."""

    name: str
    f: Callable[..., Any]
    shapes: tuple[tuple[int, ...], ...]
    # The same function in torch; called with the module and the arrays.
    torch: Callable[..., Any] | None = None
    domain: tuple[float, float] = (-2.0, 2.0)
    # No two elements are equal or near.
    distinct: bool = False
    complex: bool = False
    # How often it can be differentiated here.
    order: int = 2
    # Whether it can run in compiled code.
    compiles: bool = True
    # The arrays that derivatives are taken with respect to, if not all.
    argnums: tuple[int, ...] = ()

    @property
    def wanted(self) -> tuple[int, ...]:
        """The arrays that derivatives are taken with respect to."""
        return self.argnums or tuple(range(len(self.shapes)))

    @functools.cached_property
    def inputs(self) -> list[Any]:
        """The arrays, the same each time."""
        rng = numpy.random.default_rng(zlib.crc32(self.name.encode()))
        return [self._drawn(rng, shape) + 0.03 * n for n, shape in enumerate(self.shapes)]

    def directions(self, n: int) -> list[Any]:
        """Directions in the space of an array, along which differences are taken."""
        rng = numpy.random.default_rng([n, zlib.crc32(self.name.encode())])
        x = self.inputs[n]
        parts = 2 if self.complex else 1
        found = [rng.uniform(-1, 1, (parts, *x.shape)) for _ in range(3)]
        return [d[0] + 1j * d[1] if self.complex else d[0] for d in found]

    def _drawn(self, rng: numpy.random.Generator, shape: tuple[int, ...]) -> Any:
        low, high = self.domain
        if self.distinct:
            values = rng.permutation(numpy.linspace(low, high, int(numpy.prod(shape))))
            return values.reshape(shape)
        values = rng.uniform(low, high, shape)
        return values + 1j * rng.uniform(low, high, shape) if self.complex else values


def row(
    name: str,
    f: Callable[..., Any],
    torch: Callable[..., Any] | None,
    *shapes: tuple[int, ...],
    **more: Any,
) -> Row:
    """Make a row; its name starts with that of the operation."""
    return Row(name, f, shapes, torch, **more)


S = (2, 3)
A = slice(None)
INDICES = [[2, 0, 1, 1], [0, 0, -1, 2]]
CONV = {
    "plain": {},
    "strides": {"strides": (2, 1), "padding": ((1, 1), (0, 0))},
    "dilation": {"dilation": (2, 1), "padding": ((2, 2), (1, 1))},
    "groups": {"groups": 2},
}
CONV3 = {
    "strides": (2, 1, 1),
    "padding": ((0, 0), (1, 1), (0, 0)),
    "dilation": (1, 2, 1),
    "groups": 2,
}
FRAMES = {"frame_length": 4, "frame_step": 3}
POOL = {
    "plain": {"window": (2, 2), "strides": (2, 2)},
    "overlap": {"window": (3, 2), "strides": (1, 2), "padding": ((1, 1), (0, 0))},
}


def indices(values: Any) -> Any:
    """An integer array on the current backend."""
    return ivy.asarray(values)


def distinct(name: str, x: Any) -> Any:
    """The cubes of the distinct elements, of which one is there twice."""
    found = getattr(ivy, f"unique_{name}")(ivy.concat([x, x[:, :1]], axis=1))
    return (found if name == "values" else found.values) ** 3


def conv_options(options: dict[str, Any]) -> dict[str, Any]:
    """All the options of the gradient operations, which have no defaults."""
    plain = {"strides": (1, 1), "padding": ((0, 0), (0, 0)), "dilation": (1, 1), "groups": 1}
    return {**plain, **options}


def conv_size(options: dict[str, Any]) -> tuple[int, int]:
    """Height and width that filters (3, 2) make of images (5, 4)."""
    o = conv_options(options)
    sizes = zip((5, 4), (3, 2), o["padding"], o["dilation"], o["strides"], strict=True)
    height, width = ((n + sum(p) - d * (k - 1) - 1) // s + 1 for n, k, p, d, s in sizes)
    return height, width


def pool_size(options: dict[str, Any]) -> tuple[int, int]:
    """Height and width that pooling makes of images (4, 4)."""
    padding = options.get("padding", ((0, 0), (0, 0)))
    sizes = zip(options["window"], padding, options["strides"], strict=True)
    height, width = ((4 + sum(p) - k) // s + 1 for k, p, s in sizes)
    return height, width


def torch_conv(t: Any, x: Any, w: Any, b: Any = None, **options: Any) -> Any:
    """conv2d in torch, with the core's options."""
    o = conv_options(options)
    return t.nn.functional.conv2d(
        x, w, b, o["strides"], [p[0] for p in o["padding"]], o["dilation"], o["groups"]
    )


def torch_pool(t: Any, x: Any, window: Any, strides: Any, padding: Any = ((0, 0), (0, 0))) -> Any:
    """max_pool2d in torch, with the core's options."""
    return t.nn.functional.max_pool2d(x, window, strides, [p[0] for p in padding])


def shared(name: str, *shapes: tuple[int, ...], torch: str = "", **more: Any) -> Row:
    """A row of a function that torch has too."""
    return row(
        name,
        lambda *xs: getattr(ivy, name)(*xs),
        lambda t, *xs: functools.reduce(getattr, (torch or name).split("."), t)(*xs),
        *(shapes or (S,)),
        **more,
    )


REAL, BOTH = (False,), (False, True)
# Each is called with a module, its adjoint, and the arrays; in torch under its own names.
LINEAR_ALGEBRA = {
    "svd-complex": (
        lambda m, h, x: projections(m.linalg.svd(x, full_matrices=False), h),
        ((3, 2),),
        (True,),
    ),
    "cholesky": (lambda m, h, x: m.linalg.cholesky(positive(m, x)), ((3, 3),), BOTH),
    "cholesky-upper": (
        lambda m, h, x: m.linalg.cholesky(positive(m, x), upper=True),
        ((2, 2, 2),),
        REAL,
    ),
    **{
        f"qr-{m}{n}": (lambda m, h, x: squares(m.linalg.qr(x), h), ((m, n),), BOTH)
        for m, n in ((3, 3), (4, 2), (2, 4))
    },
    "eig": (lambda m, h, x: mixture(m, *m.linalg.eig(x)), ((3, 3),), BOTH),
    "eigh": (lambda m, h, x: spectrum(*m.linalg.eigh(x + h(x)), h), ((3, 3),), BOTH),
    **{
        f"lu_factor-{m}{n}": (lambda m, h, x: m.linalg.lu_factor(x)[0] ** 2, ((m, n),), kinds)
        for m, n, kinds in ((3, 3, BOTH), (4, 2, REAL), (2, 4, REAL))
    },
    "det": (lambda m, h, x: m.linalg.det(x), ((2, 3, 3),), BOTH),
    "slogdet": (lambda m, h, x: list(m.linalg.slogdet(x)), ((3, 3),), BOTH),
    "inv": (lambda m, h, x: m.linalg.inv(regular(m, x)), ((3, 3),), BOTH),
    "solve": (lambda m, h, x, y: m.linalg.solve(regular(m, x), y), ((3, 3), (3, 2)), BOTH),
    "solve-vector": (lambda m, h, x, y: m.linalg.solve(regular(m, x), y), ((3, 3), (3,)), REAL),
    "solve-stack": (
        lambda m, h, x, y: m.linalg.solve(regular(m, x), y),
        ((2, 1, 2, 2), (3, 2, 1)),
        REAL,
    ),
    **{
        f"solve_triangular-{i}": (
            lambda m, h, x, y, o=options: triangular(m, regular(m, x), y, **o),
            ((3, 3), (3, 2)),
            kinds,
        )
        for i, (options, kinds) in enumerate(
            [
                ({}, REAL),
                ({"upper": False, "adjoint": True}, BOTH),
                ({"unit_diagonal": True, "adjoint": True}, REAL),
            ]
        )
    },
    "pinv": (lambda m, h, x: m.linalg.pinv(x), ((3, 2),), BOTH),
    "pinv-wide": (lambda m, h, x: m.linalg.pinv(x), ((2, 3),), REAL),
    "lstsq": (lambda m, h, x, y: solution(m.linalg.lstsq(x, y)), ((4, 2), (4, 2)), BOTH),
    "matrix_exp": (lambda m, h, x: m.linalg.matrix_exp(x), ((2, 2),), BOTH),
    "matrix_sqrt": (lambda m, h, x: m.matrix_sqrt(positive(m, x)), ((3, 3),), BOTH),
    "matrix_log": (lambda m, h, x: m.matrix_log(positive(m, x)), ((3, 3),), BOTH),
    **{
        f"vector_norm-{p}": (
            lambda m, h, x, p=p: m.linalg.vector_norm(x, ord=p, **last_axis(m)),
            ((2, 3),),
            kinds,
        )
        for p, kinds in [
            (2, BOTH),
            (1, REAL),
            (3.5, BOTH),
            (-1, REAL),
            (float("inf"), REAL),
        ]
    },
    "matrix_norm-nuc": (lambda m, h, x: m.linalg.matrix_norm(x, ord="nuc"), ((3, 2),), BOTH),
    "matrix_norm-fro": (lambda m, h, x: m.linalg.matrix_norm(x), ((3, 2),), REAL),
}
NOT_IN_TORCH = ("matrix_sqrt", "matrix_log")


def torch_linear_algebra(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a module and its adjoint, as one of torch."""
    return lambda t, *xs: f(t, lambda x: x.mH, *xs)


def regular(m: Any, x: Any) -> Any:
    """Matrices that are well conditioned, of any square ones."""
    return x + 3 * m.eye(x.shape[-1], dtype=m.float64)


def positive(m: Any, x: Any) -> Any:
    """Positive definite matrices, of any square ones."""
    x = regular(m, x)
    return x @ (ivy.adjoint(x) if m is ivy else x.mH)


def squares(factors: Any, h: Any) -> Any:
    """What does not change with the phases of a QR decomposition."""
    q, r = factors
    return [q[:, :1] @ h(q[:, :1]), q @ h(q), h(r[:1]) @ r[:1], h(r) @ r]


def mixture(m: Any, w: Any, v: Any) -> Any:
    """What does not change with the order of eigenvalues and the phases of their vectors."""
    sizes = m.real(v[0]) ** 2 + m.imag(v[0]) ** 2
    return [m.sum(w**3), m.sum(sizes * w)]


def spectrum(w: Any, v: Any, h: Any) -> Any:
    """What does not change with the phases of orthonormal vectors."""
    return [w**2, v[:, :1] @ h(v[:, :1])]


def triangular(m: Any, x: Any, y: Any, upper: bool = True, **options: Any) -> Any:
    """A triangular system, in the core or in torch, which has no option `adjoint`."""
    if m is ivy:
        return ivy.solve_triangular(x, y, upper=upper, **options)
    adjoint, unit = options.get("adjoint", False), options.get("unit_diagonal", False)
    return m.linalg.solve_triangular(
        x.mH if adjoint else x, y, upper=upper != adjoint, unitriangular=unit
    )


def solution(result: Any) -> Any:
    """The solution among what torch returns."""
    return getattr(result, "solution", result)


def last_axis(m: Any) -> dict[str, int]:
    """The option for the last axis."""
    return {"axis" if m is ivy else "dim": -1}


POSITIVE = {"domain": (0.5, 2.5)}


def torch_segments(t: Any, x: Any, how: str) -> Any:
    places = t.tensor([1, 0, 1, 2, 1])[:, None].expand(5, 2)
    start = t.zeros(3, 2, dtype=x.dtype)
    return start.scatter_reduce(0, places, x, how, include_self=False)


ROWS = [
    shared("abs", distinct=True),
    shared("negative"),
    shared("sign", distinct=True, order=1),
    shared("square"),
    shared("sqrt", **POSITIVE),
    shared("reciprocal", **POSITIVE),
    shared("rsqrt", **POSITIVE),
    shared("exp"),
    shared("expm1"),
    shared("log", **POSITIVE),
    shared("log1p", **POSITIVE),
    shared("sin"),
    shared("cos"),
    shared("tanh"),
    shared("erf"),
    shared("tan", domain=(-1, 1)),
    shared("acos", domain=(-0.8, 0.8)),
    shared("asin", domain=(-0.8, 0.8)),
    shared("atan"),
    shared("sinh"),
    shared("cosh"),
    shared("acosh", domain=(1.5, 3)),
    shared("asinh"),
    shared("atanh", domain=(-0.8, 0.8)),
    shared("log2", **POSITIVE),
    shared("log10", **POSITIVE),
    shared("hypot", S, (3,)),
    shared("logaddexp", S, (2, 1)),
    row("copysign", lambda x, y: ivy.copysign(x**2, y), lambda t, x, y: t.copysign(x**2, y), S, S),
    # Special functions.
    shared("erfc", torch="special.erfc"),
    row("erfcx", lambda x: ivy.erfcx(x), None, S),
    shared("erfinv", torch="special.erfinv", domain=(-0.8, 0.8)),
    row("ndtri", lambda x: ivy.ndtri(x), None, S, domain=(0.1, 0.8)),
    # torch's second derivative of log-gamma has nine good digits.
    row("lgamma", lambda x: ivy.lgamma(x), None, S, **POSITIVE),
    row("gamma", lambda x: ivy.gamma(x), None, S, **POSITIVE),
    row("digamma", lambda x: ivy.digamma(x), None, S, **POSITIVE),
    row("polygamma", lambda x: ivy.polygamma(2, x), None, S, **POSITIVE),
    row("zeta", lambda x: ivy.zeta(2.5, x), None, S, **POSITIVE),
    row("betaln", lambda a, b: ivy.betaln(a, b), None, S, (3,), **POSITIVE),
    row("beta", lambda a, b: ivy.beta(a, b), None, S, (3,), **POSITIVE),
    row("gammainc", lambda x: ivy.gammainc(1.5, x), None, S, **POSITIVE),
    row("gammaincc", lambda x: ivy.gammaincc(0.75, x), None, S, **POSITIVE),
    row("betainc", lambda x: ivy.betainc(1.5, 2.5, x), None, S, domain=(0.1, 0.8)),
    *(
        row(f"bessel_{n}", lambda x, n=n: getattr(ivy, f"bessel_{n}")(x), None, S, **POSITIVE)
        for n in ("j0", "j1", "y0", "y1", "i0", "i0e", "i1", "i1e", "k0", "k0e", "k1", "k1e")
    ),
    shared("ceil", order=1),
    shared("floor", order=1),
    shared("round", order=1),
    shared("trunc", order=1),
    shared("add", S, (3,)),
    shared("subtract", (2, 1), (3,)),
    shared("multiply", S, (1,)),
    shared("divide", S, (2, 1), **POSITIVE),
    shared("remainder", S, (3,), **POSITIVE),
    shared("pow", S, (3,), **POSITIVE),
    row("pow-scalar", lambda x: x**3, lambda t, x: x**3, S),
    row("pow-root", lambda x: x**0.5, lambda t, x: x**0.5, S, **POSITIVE),
    row("pow-base", lambda x: 2.0**x, lambda t, x: 2.0**x, S),
    shared("maximum", S, S, distinct=True),
    shared("minimum", S, (3,), distinct=True),
    shared("atan2", S, (3,), **POSITIVE),
    row("clip-scalars", lambda x: ivy.clip(x, -1, 1), lambda t, x: t.clip(x, -1, 1), S),
    row(
        "clip-arrays",
        lambda x, a, b: ivy.clip(x, a, b + 1),
        lambda t, x, a, b: t.clip(x, a, b + 1),
        *(S, (3,), (2, 1)),
    ),
    row("clip-min", lambda x, a: ivy.clip(x, a), lambda t, x, a: t.clip(x, a), S, (3,)),
    row(
        "where",
        lambda x, y: ivy.where(ivy.asarray([True, False, True]), x, y),
        lambda t, x, y: t.where(t.tensor([True, False, True]), x, y),
        *(S, (2, 1)),
    ),
    row(
        "where-scalar",
        lambda x: ivy.where(x > 0, x, 0),
        lambda t, x: t.where(x > 0, x, 0),
        S,
    ),
    # Activations.
    shared("relu", distinct=True),
    row("relu_gradient", lambda g, x: ivy.relu_gradient(g, x) ** 2, None, S, S, distinct=True),
    shared("sigmoid"),
    shared("softplus", torch="nn.functional.softplus"),
    shared("silu", torch="nn.functional.silu"),
    shared("gelu", torch="nn.functional.gelu"),
    row(
        "gelu-tanh",
        lambda x: ivy.gelu(x, approximate="tanh"),
        lambda t, x: t.nn.functional.gelu(x, approximate="tanh"),
        S,
    ),
    row("softmax", lambda x: ivy.softmax(x, axis=0), lambda t, x: t.softmax(x, 0), S),
    row("log_softmax", lambda x: ivy.log_softmax(x), lambda t, x: t.log_softmax(x, -1), S),
    # Dtypes and creation.
    row("astype", lambda x: ivy.astype(x, "float64") * x, lambda t, x: x * x, S),
    row("tril", lambda x: ivy.tril(x, k=1) * x, lambda t, x: t.tril(x, 1) * x, (3, 4)),
    row("triu", lambda x: ivy.triu(x, k=-1) * x, lambda t, x: t.triu(x, -1) * x, (4, 3)),
    # Indexing.
    row("getitem-slice", lambda x: x[1:, ::-2] ** 2, lambda t, x: x[1:, [2, 0]] ** 2, (3, 3)),
    row("getitem-int", lambda x: x[..., None, -1] ** 2, lambda t, x: x[..., None, -1] ** 2, S),
    row(
        "getitem-array",
        lambda x: x[indices(INDICES), 1] ** 2,
        lambda t, x: x[t.tensor(INDICES), 1] ** 2,
        (3, 3),
    ),
    row(
        "getitem-mask", lambda x: x[x > 0] ** 2, lambda t, x: x[x > 0] ** 2, (3, 3), compiles=False
    ),
    row(
        "setitem",
        lambda x, v: ivy.setitem(x, v, (1, slice(1, None))) ** 2,
        lambda t, x, v: t.cat([x[:1], t.cat([x[1, :1], v])[None]]) ** 2,
        *(S, (2,)),
    ),
    row(
        "setitem-broadcast",
        lambda x, v: ivy.setitem(x, v, (A, indices([0, 2]))) ** 2,
        lambda t, x, v: t.stack([v[0].expand(2), x[:, 1], v[0].expand(2)], 1) ** 2,
        *(S, (1,)),
    ),
    row(
        "add_at",
        lambda x, v: ivy.add_at(x, v, indices([0, 0, 1])) ** 2,
        lambda t, x, v: t.index_add(x, 0, t.tensor([0, 0, 1]), v.expand(3, 3)) ** 2,
        *(S, (3,)),
    ),
    row(
        "take",
        lambda x: ivy.take(x, indices(INDICES), axis=-1) ** 2,
        lambda t, x: x[:, t.tensor(INDICES)] ** 2,
        S,
    ),
    row("getitem-list", lambda x: x[[2, 0, 2]] ** 2, lambda t, x: x[[2, 0, 2]] ** 2, (3, 2)),
    row("take-only-axis", lambda x: ivy.take(x, indices([2, 0, 2])) ** 2, None, (3,)),
    *(
        row(
            name,
            lambda x, name=name: (
                getattr(ivy, name)(x, indices([1, 0, 1, 2, 1]), num_segments=4)[:3] ** 2
            ),
            lambda t, x, how=how: torch_segments(t, x, how) ** 2,
            (5, 2),
            distinct=True,
        )
        for name, how in {
            "segment_sum": "sum",
            "segment_mean": "mean",
            "segment_prod": "prod",
            "segment_min": "amin",
            "segment_max": "amax",
        }.items()
    ),
    *(
        row(
            f"scatter-{how}",
            lambda x, v, how=how: ivy.scatter(x, indices(INDICES), v, axis=1, reduction=how) ** 2,
            lambda t, x, v, torch_how=torch_how: (
                t.scatter_reduce(x, 1, t.tensor(INDICES) % 3, v, torch_how) ** 2
            ),
            *(S, (2, 4)),
            distinct=True,
        )
        for how, torch_how in {
            "sum": "sum",
            "mean": "mean",
            "prod": "prod",
            "min": "amin",
            "max": "amax",
        }.items()
    ),
    row(
        "put_along_axis",
        lambda x, v: ivy.put_along_axis(x, indices([[2, 0], [-1, 1]]), v) ** 2,
        lambda t, x, v: t.scatter(x, 1, t.tensor([[2, 0], [2, 1]]), v) ** 2,
        *(S, (2, 2)),
    ),
    row(
        "take_along_axis",
        lambda x: ivy.take_along_axis(x, indices(INDICES), axis=1) ** 2,
        lambda t, x: t.gather(x, 1, t.tensor(INDICES) % 3) ** 2,
        S,
    ),
    row(
        "take_along_axis-broadcast",
        lambda x: ivy.take_along_axis(x, indices([[2, 0]]), axis=1) ** 2,
        lambda t, x: x[:, [2, 0]] ** 2,
        S,
    ),
    row(
        "add_along_axis",
        lambda x, v: ivy.add_along_axis(x, indices(INDICES), v, axis=1) ** 2,
        lambda t, x, v: t.scatter_add(x, 1, t.tensor(INDICES) % 3, v) ** 2,
        *(S, (2, 4)),
    ),
    # Manipulation.
    row("reshape", lambda x: ivy.reshape(x, (3, -1)) ** 2, lambda t, x: x.reshape(3, 2) ** 2, S),
    row(
        "permute_dims",
        lambda x: ivy.permute_dims(x, (2, 0, -2)) ** 2,
        lambda t, x: x.permute(2, 0, 1) ** 2,
        (2, 3, 4),
    ),
    row("swapaxes", lambda x: ivy.swapaxes(x, 0, -1) ** 2, lambda t, x: x.mT**2, S),
    row(
        "moveaxis",
        lambda x: ivy.moveaxis(x, 0, -1) ** 2,
        lambda t, x: t.moveaxis(x, 0, -1) ** 2,
        (2, 3, 4),
    ),
    row("expand_dims", lambda x: ivy.expand_dims(x, axis=1) ** 2, lambda t, x: x[:, None] ** 2, S),
    row("squeeze", lambda x: ivy.squeeze(x, (0, 2)) ** 2, lambda t, x: x[0, :, 0] ** 2, (1, 3, 1)),
    row(
        "broadcast_to",
        lambda x: ivy.broadcast_to(x, (4, 2, 3)) ** 2,
        lambda t, x: x.expand(4, 2, 3) ** 2,
        (2, 1),
    ),
    row(
        "concat",
        lambda x, y, z: ivy.concat([x, y, z], axis=-1) ** 2,
        lambda t, x, y, z: t.cat([x, y, z], -1) ** 2,
        *(S, (2, 1), (2, 2)),
    ),
    row(
        "concat-flat",
        lambda x, y: ivy.concat([x, y], axis=None) ** 2,
        lambda t, x, y: t.cat([x.flatten(), y.flatten()]) ** 2,
        *(S, (4,)),
    ),
    row(
        "concat-constant",
        lambda x: ivy.concat([ivy.ones((1, 3), dtype="float64"), x, x]) ** 2,
        lambda t, x: t.cat([t.ones((1, 3), dtype=t.float64), x, x]) ** 2,
        S,
    ),
    row(
        "stack",
        lambda x, y: ivy.stack([x, y, x], axis=-1) ** 2,
        lambda t, x, y: t.stack([x, y, x], -1) ** 2,
        *(S, S),
    ),
    row(
        "unstack",
        lambda x: ivy.unstack(x, axis=1)[::2],
        lambda t, x: t.unbind(x, 1)[::2],
        S,
    ),
    row(
        "split",
        lambda x: [p**2 for p in ivy.split(x, (1, 3, 2), axis=-1)[1:]],
        lambda t, x: [p**2 for p in t.split(x, (1, 3, 2), -1)[1:]],
        (2, 6),
    ),
    row("flip", lambda x: ivy.flip(x, axis=1) * x, lambda t, x: t.flip(x, (1,)) * x, S),
    row("flip-all", lambda x: ivy.flip(x) * x, lambda t, x: t.flip(x, (0, 1)) * x, S),
    row("roll", lambda x: ivy.roll(x, 2) * x, lambda t, x: t.roll(x, 2) * x, S),
    row(
        "roll-axes",
        lambda x: ivy.roll(x, (1, -1), axis=(0, 1)) * x,
        lambda t, x: t.roll(x, (1, -1), (0, 1)) * x,
        S,
    ),
    row("tile", lambda x: ivy.tile(x, (2, 1, 3)) ** 2, lambda t, x: t.tile(x, (2, 1, 3)) ** 2, S),
    row("tile-short", lambda x: ivy.tile(x, (2,)) ** 2, lambda t, x: t.tile(x, (2,)) ** 2, S),
    row(
        "repeat",
        lambda x: ivy.repeat(x, 3, axis=-1) ** 2,
        lambda t, x: t.repeat_interleave(x, 3, -1) ** 2,
        S,
    ),
    row(
        "pad-constant",
        lambda x: ivy.pad(x, ((1, 0), (0, 2)), value=2) ** 2,
        lambda t, x: t.nn.functional.pad(x, (0, 2, 1, 0), value=2) ** 2,
        S,
    ),
    *(
        row(
            f"pad-{mode}",
            lambda x, mode=mode: ivy.pad(x, ((0, 0), (2, 1), (1, 2)), mode=mode) ** 2,
            lambda t, x, mode=mode: t.nn.functional.pad(x, (1, 2, 2, 1), torch_mode(mode)) ** 2,
            (2, 3, 4),
        )
        for mode in ("edge", "reflect", "wrap")
    ),
    row(
        "pad-symmetric",
        lambda x: ivy.pad(x, ((0, 0), (2, 4)), mode="symmetric") ** 2,
        lambda t, x: x[:, [1, 0, 0, 1, 2, 2, 1, 0, 0]] ** 2,
        S,
    ),
    row(
        "pad-reflect-wide",
        lambda x: ivy.pad(x, ((0, 0), (3, 0)), mode="reflect") ** 2,
        lambda t, x: x[:, [1, 2, 1, 0, 1, 2]] ** 2,
        S,
    ),
    # Reductions and order.
    *(
        row(
            f"{name}-{key}",
            lambda x, name=name, o=options: getattr(ivy, name)(x, **o) ** 2,
            lambda t, x, name=name, o=options: torch_reduction(t, name, x, **o) ** 2,
            (2, 3, 2),
            distinct=name in ("max", "min"),
        )
        for name in ("sum", "mean", "var", "std", "max", "min", "logsumexp", "prod")
        for key, options in {
            "all": {},
            "axis": {"axis": 1},
            "axes": {"axis": (0, -1), "keepdims": True},
        }.items()
    ),
    row("sum-none", lambda x: ivy.sum(x, axis=()) ** 2, lambda t, x: x**2, S),
    row(
        "var-correction",
        lambda x: ivy.var(x, axis=0, correction=1),
        lambda t, x: t.var(x, 0, correction=1),
        S,
    ),
    row(
        "cumulative_sum",
        lambda x: ivy.cumulative_sum(x, axis=0) ** 2,
        lambda t, x: t.cumsum(x, 0) ** 2,
        S,
    ),
    row(
        "cumulative_sum-initial",
        lambda x: ivy.cumulative_sum(x, axis=-1, include_initial=True) ** 2,
        lambda t, x: t.cumsum(t.nn.functional.pad(x, (1, 0)), 1) ** 2,
        S,
    ),
    *[
        row(f"unique_{name}", functools.partial(distinct, name), None, (2, 3), compiles=False)
        for name in ("values", "counts", "inverse", "all")
    ],
    row("sort", lambda x: ivy.sort(x, axis=0) ** 3, lambda t, x: t.sort(x, 0)[0] ** 3, (4, 2)),
    row(
        "sort-descending",
        lambda x: ivy.sort(x, descending=True) ** 3,
        lambda t, x: t.sort(x, descending=True)[0] ** 3,
        (2, 4),
    ),
    row(
        "top_k",
        lambda x: ivy.top_k(x, 2, axis=0).values ** 3,
        lambda t, x: t.topk(x, 2, 0)[0] ** 3,
        (4, 2),
    ),
    row(
        "top_k-smallest",
        lambda x: ivy.top_k(x, 3, largest=False).values ** 3,
        lambda t, x: t.topk(x, 3, largest=False)[0] ** 3,
        (2, 4),
    ),
    # Linear algebra.
    *(
        row(
            f"matmul-{len(a)}{len(b)}",
            lambda x, y: ivy.matmul(x, y) ** 2,
            lambda t, x, y: t.matmul(x, y) ** 2,
            *(a, b),
        )
        for a, b in [
            ((3,), (3,)),
            ((3,), (3, 2)),
            ((2, 3), (3,)),
            ((2, 3), (3, 4)),
            ((5, 2, 3), (3,)),
            ((3,), (5, 3, 2)),
            ((5, 2, 3), (3, 4)),
            ((2, 3), (5, 3, 4)),
            ((2, 1, 2, 3), (4, 3, 2)),
        ]
    ),
    row(
        "linear",
        lambda x, w, b: ivy.linear(x, w, b) ** 2,
        lambda t, x, w, b: t.nn.functional.linear(x, w, b) ** 2,
        *((2, 4, 3), (5, 3), (5,)),
    ),
    row(
        "linear-vector",
        lambda x, w: ivy.linear(x, w) ** 2,
        lambda t, x, w: t.nn.functional.linear(x, w) ** 2,
        *((3,), (5, 3)),
    ),
    *(
        row(
            f"einsum {equation}",
            lambda *xs, e=equation: ivy.einsum(e, list(xs)) ** 2,
            lambda t, *xs, e=equation: t.einsum(e, *xs) ** 2,
            *shapes,
        )
        for equation, shapes in {
            "ij,jk->ik": ((2, 3), (3, 4)),
            "ij, jk": ((2, 3), (3, 4)),
            "bij,bjk,k->bi": ((2, 2, 3), (2, 3, 2), (2,)),
            "ij->j": ((2, 3),),
            "ij->": ((2, 3),),
            "ii->i": ((3, 3),),
            "ii": ((3, 3),),
            "...i,...i->...": ((2, 3), (4, 1, 3)),
            "...ij->...ji": ((2, 3, 4),),
        }.items()
    ),
    row("svd-values", lambda x: ivy.svd(x).S ** 2, lambda t, x: t.linalg.svdvals(x) ** 2, (3, 3)),
    row(
        "svd-values-wide",
        lambda x: ivy.svd(x, full_matrices=False).S ** 3,
        lambda t, x: t.linalg.svdvals(x) ** 3,
        (2, 2, 3),
    ),
    *(
        row(
            f"svd-vectors-{m}{n}",
            lambda x: projections(ivy.svd(x, full_matrices=False)),
            lambda t, x: projections(t.linalg.svd(x, full_matrices=False)),
            (m, n),
        )
        for m, n in ((3, 3), (4, 2), (2, 4))
    ),
    *(
        row(
            f"{name}{' of complex' if is_complex else ''}",
            lambda *xs, f=f: f(ivy, ivy.adjoint, *xs),
            torch_linear_algebra(f) if name.split("-")[0] not in NOT_IN_TORCH else None,
            *shapes,
            complex=is_complex,
            domain=(-1.0, 1.0),
        )
        for name, (f, shapes, kinds) in LINEAR_ALGEBRA.items()
        for is_complex in kinds
    ),
    # Convolution and pooling.
    *(
        row(
            f"conv2d_explicit-{key}",
            lambda x, w, b, o=o: ivy.conv2d_explicit(x, w, b, **o) ** 2,
            lambda t, x, w, b, o=o: torch_conv(t, x, w, b, **o) ** 2,
            *((1, 4, 5, 4), (2, 4 // o.get("groups", 1), 3, 2), (2,)),
        )
        for key, o in CONV.items()
    ),
    *(
        row(
            f"conv2d_input_gradient-{key}",
            lambda g, w, o=o: (
                ivy.conv2d_input_gradient(g, w, shape=(1, 4, 5, 4), **conv_options(o)) ** 2
            ),
            lambda t, g, w, o=o: (
                t.nn.grad.conv2d_input((1, 4, 5, 4), w, g, **torch_options(o)) ** 2
            ),
            *((1, 2, *conv_size(o)), (2, 4 // o.get("groups", 1), 3, 2)),
        )
        for key, o in CONV.items()
    ),
    *(
        row(
            f"conv2d_weight_gradient-{key}",
            lambda g, x, o=o: (
                ivy.conv2d_weight_gradient(
                    g, x, shape=(2, 4 // o.get("groups", 1), 3, 2), **conv_options(o)
                )
                ** 2
            ),
            lambda t, g, x, o=o: (
                t.nn.grad.conv2d_weight(
                    x, (2, 4 // o.get("groups", 1), 3, 2), g, **torch_options(o)
                )
                ** 2
            ),
            *((1, 2, *conv_size(o)), (1, 4, 5, 4)),
        )
        for key, o in CONV.items()
    ),
    row(
        "conv1d",
        lambda x, w, b: ivy.conv1d(x, w, b, strides=2, padding=(2, 2), dilation=2, groups=2) ** 2,
        lambda t, x, w, b: t.nn.functional.conv1d(x, w, b, 2, 2, 2, 2) ** 2,
        *((1, 4, 5), (2, 2, 2), (2,)),
    ),
    row(
        "conv3d_explicit",
        lambda x, w, b: ivy.conv3d(x, w, b, **CONV3) ** 2,
        lambda t, x, w, b: t.nn.functional.conv3d(x, w, b, **torch_options(CONV3)) ** 2,
        *((1, 4, 2, 3, 3), (2, 2, 2, 2, 1), (2,)),
    ),
    row(
        "conv3d_input_gradient",
        lambda g, w: ivy.conv3d_input_gradient(g, w, shape=(1, 4, 2, 3, 3), **CONV3) ** 2,
        lambda t, g, w: t.nn.grad.conv3d_input((1, 4, 2, 3, 3), w, g, **torch_options(CONV3)) ** 2,
        *((1, 2, 1, 3, 3), (2, 2, 2, 2, 1)),
    ),
    row(
        "conv3d_weight_gradient",
        lambda g, x: ivy.conv3d_weight_gradient(g, x, shape=(2, 2, 2, 2, 1), **CONV3) ** 2,
        lambda t, g, x: t.nn.grad.conv3d_weight(x, (2, 2, 2, 2, 1), g, **torch_options(CONV3)) ** 2,
        *((1, 2, 1, 3, 3), (1, 4, 2, 3, 3)),
    ),
    *(
        row(
            f"max_pool2d_explicit-{key}",
            lambda x, o=o: ivy.max_pool2d_explicit(x, **o) ** 3,
            lambda t, x, o=o: torch_pool(t, x, **o) ** 3,
            (1, 2, 4, 4),
            distinct=True,
        )
        for key, o in POOL.items()
    ),
    *(
        row(
            f"{name}-{key}",
            lambda g, x, name=name, o=o: (
                getattr(ivy, name)(g, x, **{"padding": ((0, 0), (0, 0)), **o}) ** 2
            ),
            None,
            *(shape, (1, 2, 4, 4)),
            distinct=True,
        )
        for name in ("max_pool2d_gradient", "max_pool2d_selected")
        for key, o in POOL.items()
        for shape in [
            (1, 2, 4, 4) if name == "max_pool2d_selected" else (1, 2, *pool_size(o)),
        ]
    ),
    # Bodies.
    row("flatten", lambda x: ivy.flatten(x) ** 2, lambda t, x: x.flatten() ** 2, S),
    row("matrix_transpose", lambda x: x.mT**2, lambda t, x: x.mT**2, S),
    row(
        "layer_norm",
        lambda x, w, b: ivy.layer_norm(x, w, b, axis=-1),
        lambda t, x, w, b: t.nn.functional.layer_norm(x, (3,), w, b),
        *(S, (3,), (3,)),
    ),
    row(
        "mse_loss",
        lambda x, y: ivy.mse_loss(x, y),
        lambda t, x, y: t.nn.functional.mse_loss(x, y),
        *(S, S),
    ),
    row(
        "huber_loss",
        lambda x, y: ivy.huber_loss(x, y, delta=0.75),
        lambda t, x, y: t.nn.functional.huber_loss(x, y, delta=0.75),
        *(S, S),
    ),
    row(
        "batch_norm",
        lambda x, w, b: ivy.batch_norm(x, None, None, w, b, training=True).out,
        lambda t, x, w, b: t.nn.functional.batch_norm(x, None, None, w, b, True),
        *((4, 3), (3,), (3,)),
    ),
    row(
        "ctc_loss",
        lambda x: ivy.ctc_loss(
            ivy.log_softmax(x, axis=-1), indices([[1, 2]]), indices([3]), indices([2])
        ),
        None,
        (3, 1, 3),
    ),
    row(
        "cross_entropy",
        lambda x, w: ivy.cross_entropy(x, indices([2, 0, -100]), w, label_smoothing=0.1),
        lambda t, x, w: t.nn.functional.cross_entropy(
            x, t.tensor([2, 0, -100]), w, label_smoothing=0.1
        ),
        *((3, 3), (3,)),
        argnums=(0,),
    ),
    row(
        "cross_entropy of rows",
        lambda x: ivy.cross_entropy(x, indices([[2, 0], [-100, 1]]), reduction="none") ** 2,
        lambda t, x: (
            t.nn.functional.cross_entropy(x, t.tensor([[2, 0], [-100, 1]]), reduction="none") ** 2
        ),
        (2, 3, 2),
    ),
    row(  # torch has no derivative by the weights of classes
        "cross_entropy by weights",
        lambda x, w: ivy.cross_entropy(x, indices([2, 0, -100]), w, label_smoothing=0.1),
        None,
        *((3, 3), (3,)),
    ),
    row(
        "cross_entropy of probabilities",
        lambda x, y, w: ivy.cross_entropy(x, y, w, label_smoothing=0.1),
        lambda t, x, y, w: t.nn.functional.cross_entropy(x, y, w, label_smoothing=0.1),
        *((2, 3), (2, 3), (3,)),
    ),
    row("dropout", lambda x: portable_dropout(x) ** 2, None, S, compiles=False),
    # Images.
    *(
        row(
            f"interpolate-{key}",
            lambda x, o=options: ivy.interpolate(x, (3, 5), **o) ** 2,
            lambda t, x, o=options: t.nn.functional.interpolate(x, (3, 5), **o) ** 2,
            (1, 1, 4, 3),
        )
        for key, options in {
            "nearest": {"mode": "nearest"},
            "bilinear": {"mode": "bilinear", "align_corners": True},
            "bicubic": {"mode": "bicubic"},
            "area": {"mode": "area"},
            "antialias": {"mode": "bilinear", "antialias": True},
        }.items()
    ),
    # Fourier transforms.
    *(
        row(
            f"{name}-{key}",
            lambda x, name=name, o=options: getattr(ivy.fft, name)(x, **o),
            lambda t, x, name=name, o=options: torch_transform(t, name, x, **o),
            (3, 4),
            complex=name != "rfft",
        )
        for name in ("fft", "ifft", "rfft", "irfft")
        for key, options in {
            "plain": {},
            "longer": {"n": 6, "norm": "ortho"},
            "shorter": {"n": 3, "axis": 0, "norm": "forward"},
        }.items()
    ),
    row(
        "stft",
        lambda x, w: ivy.stft(x, w, frame_length=4, frame_step=2),
        lambda t, x, w: t.stft(x, 4, 2, window=w, return_complex=True),
        *((2, 7), (4,)),
    ),
    row(
        "istft",
        lambda x: ivy.istft(ivy.stft(x, frame_length=4, frame_step=3) * 2j + 1, **FRAMES) ** 2,
        None,
        (7,),
    ),
    row("convolve", lambda x, y: ivy.convolve(x, y, mode="same"), None, (5,), (2,)),
    row("convolve of complex", lambda x, y: ivy.convolve(x, y), None, (4,), (2,), complex=True),
    row(
        "sliding_window",
        lambda x: ivy.sliding_window(x, 2, axis=1, step=2) ** 2,
        lambda t, x: x.unfold(1, 2, 2) ** 2,
        (2, 5),
    ),
    row(
        "dct",
        lambda x: ivy.dct(x, norm="ortho") ** 2 + ivy.dct(x, kind=3),
        None,
        (2, 4),
    ),
    # Complex numbers: both parts count.
    *(
        row(
            f"{name} of complex",
            lambda *xs, name=name: getattr(ivy, name)(*xs),
            lambda t, *xs, name=name: torch_complex(t, name)(*xs),
            *shapes,
            complex=True,
        )
        for name, shapes in {
            **dict.fromkeys(("abs", "negative", "square", "sqrt", "exp", "log", "sin"), (S,)),
            **dict.fromkeys(("cos", "tanh", "reciprocal", "conj", "real", "imag", "sign"), (S,)),
            **dict.fromkeys(("log1p", "expm1", "rsqrt", "sigmoid", "sum", "mean", "prod"), (S,)),
            **dict.fromkeys(("add", "subtract", "multiply", "divide", "pow"), (S, (3,))),
            "matmul": ((2, 3), (3, 2)),
        }.items()
    ),
    row(
        "complex",
        lambda x, y: ivy.complex(x, y) ** 2,
        lambda t, x, y: t.complex(x, y) ** 2,
        *(S, (3,)),
    ),
    row("diag", lambda x: ivy.diag(x, k=1) ** 2, lambda t, x: t.diag(x, 1) ** 2, (3,)),
    row(
        "vander", lambda x: ivy.vander(x, n=4), lambda t, x: t.linalg.vander(x, N=4).flip(-1), (3,)
    ),
    row("polyval", lambda p, x: ivy.polyval(p, x), None, (3,), S),
    row(
        "linear of complex",
        lambda x, w: ivy.linear(x, w),
        lambda t, x, w: t.nn.functional.linear(x, w),
        *((2, 3), (4, 3)),
        complex=True,
    ),
    row(
        "einsum of complex",
        lambda x, y: ivy.einsum("ij,jk->k", [x, y]),
        lambda t, x, y: t.einsum("ij,jk->k", x, y),
        *((2, 3), (3, 4)),
        complex=True,
    ),
]


def portable_dropout(x: Any) -> Any:
    """Dropout that leaves the same elements on every backend."""
    with ivy.config.portable_random(True):
        return ivy.dropout(x, 0.5, key=indices([1, 2]))


def torch_mode(mode: str) -> str:
    """torch's name of a way to pad."""
    return {"edge": "replicate", "wrap": "circular"}.get(mode, mode)


def torch_options(options: dict[str, Any]) -> dict[str, Any]:
    """The core's options of a convolution as torch's."""
    o = conv_options(options)
    return {
        "stride": o["strides"],
        "padding": tuple(p[0] for p in o["padding"]),
        "dilation": o["dilation"],
        "groups": o["groups"],
    }


def torch_reduction(t: Any, name: str, x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """A reduction in torch, with the core's options."""
    axes = tuple(range(x.ndim)) if axis is None else axis
    if name == "prod":
        several = axes if isinstance(axes, tuple) else (axes,)
        for a in sorted((a % x.ndim for a in several), reverse=True):
            x = t.prod(x, a, keepdim=keepdims)
        return x
    if name in ("var", "std"):
        return getattr(t, name)(x, axes, correction=0, keepdim=keepdims)
    function = {"max": t.amax, "min": t.amin}.get(name) or getattr(t, name)
    return function(x, axes, keepdim=keepdims)


def torch_transform(t: Any, name: str, x: Any, axis: int = -1, **options: Any) -> Any:
    """A Fourier transform in torch, with the core's options."""
    return getattr(t.fft, name)(x, dim=axis, **options)


def torch_complex(t: Any, name: str) -> Any:
    """The function that torch has for complex numbers."""
    return {"sign": t.sgn, "conj": lambda x: t.conj(x).resolve_conj()}.get(name) or getattr(t, name)


def projections(factors: Any, h: Any = lambda x: x.mT) -> Any:
    """What does not change with the signs, or phases, of singular vectors."""
    u, s, vh = factors
    return [u[:, :1] @ h(u[:, :1]), s, (u * s**2) @ vh, h(vh[:1]) @ vh[:1]]


# -- derivatives ---------------------------------------------------------------------------------


def weights(shape: tuple[int, ...], salt: int) -> Any:
    """Fixed numbers of a shape."""
    return numpy.random.default_rng(salt).uniform(0.5, 1.5, shape)


def contracted(results: Any, salt: int) -> Any:
    """The sum of all results times fixed numbers; of complex results, of both parts."""
    total = None
    for i, result in enumerate(results if isinstance(results, list | tuple) else [results]):
        if result.dtype.category == "complex floating":
            parts = [ivy.real(result), ivy.imag(result)]
        else:
            parts = [result]
        for j, part in enumerate(parts):
            w = ivy.asarray(weights(part.shape, salt + 10 * i + j))
            term = ivy.sum(part * w)
            total = term if total is None else total + term
    return total


@functools.cache
def by_tape(name: str, backend: str) -> tuple[list[Any], list[Any]]:
    """The first and second derivatives by the tape, as NumPy arrays."""
    which = BY_NAME[name]
    xs = [ivy.to_backend(x, backend) for x in which.inputs]

    def first(*xs: Any) -> Any:
        return ivy.grad(lambda *ys: contracted(which.f(*ys), 1), argnums=which.wanted)(*xs)

    def both(*natives: Any) -> Any:
        xs = [lift(x) for x in natives]
        found = [first(*xs)]
        if which.order > 1:
            found.append(ivy.grad(lambda *ys: contracted(first(*ys), 2), argnums=which.wanted)(*xs))
        assert all(g.backend == backend for gs in found for g in gs)
        return [[g.data for g in gs] for gs in found]

    if backend == "jax" and which.compiles:
        import jax

        # Faster than op by op, and a harder test.
        both = jax.jit(both)
    with ivy.with_backend(backend):
        found = both(*[x.data for x in xs])
    firsts, seconds = (*found, [])[:2]
    return [ivy.to_numpy(g) for g in firsts], [ivy.to_numpy(g) for g in seconds]


def by_differences(f: Callable[[list[Any]], float], which: Row) -> list[float]:
    """The derivatives of a function along the directions, by central differences in float64."""
    slopes = []
    for n in which.wanted:
        for direction in which.directions(n):
            ends = []
            for step in (STEP, -STEP):
                moved = list(which.inputs)
                moved[n] = moved[n] + step * direction
                ends.append(f(moved))
            slopes.append((ends[0] - ends[1]) / (2 * STEP))
    return slopes


def along(gradients: list[Any], which: Row) -> list[float]:
    """The derivatives along the directions, of a gradient."""
    assert [g.shape for g in gradients] == [which.inputs[n].shape for n in which.wanted]
    return [
        float(numpy.sum(numpy.real(numpy.conj(g) * direction)))
        for n, g in zip(which.wanted, gradients, strict=True)
        for direction in which.directions(n)
    ]


BY_NAME = {r.name: r for r in ROWS}
FIRST = list(BY_NAME)
SECOND = [r.name for r in ROWS if r.order > 1]


@functools.cache
def first_by_differences(name: str) -> Any:
    """The derivatives by differences of values, on numpy."""
    which = BY_NAME[name]

    def value(inputs: list[Any]) -> float:
        return float(contracted(which.f(*[ivy.asarray(x) for x in inputs]), 1))

    with ivy.with_backend("numpy"):
        return numpy.array(by_differences(value, which))


@functools.cache
def second_by_differences(name: str) -> Any:
    """The second derivatives by differences of the first, on numpy."""
    which = BY_NAME[name]
    first = ivy.grad(lambda *ys: contracted(which.f(*ys), 1), argnums=which.wanted)

    def value(inputs: list[Any]) -> float:
        return float(contracted(first(*[ivy.asarray(x) for x in inputs]), 2))

    with ivy.with_backend("numpy"):
        return numpy.array(by_differences(value, which))


@pytest.mark.parametrize("name", FIRST)
def test_gradient_is_the_differences(name, backend):
    ours = numpy.array(along(by_tape(name, backend)[0], BY_NAME[name]))
    assert_same(ours, first_by_differences(name), **DIFFERENCES)


@pytest.mark.parametrize("name", SECOND)
def test_second_derivative_is_the_differences_of_the_first(name, backend):
    ours = numpy.array(along(by_tape(name, backend)[1], BY_NAME[name]))
    assert_same(ours, second_by_differences(name), **DIFFERENCES)


def torch_contracted(t: Any, results: Any, salt: int) -> Any:
    """`contracted` in torch."""
    total = 0
    for i, result in enumerate(results if isinstance(results, list | tuple) else [results]):
        parts = [result.real, result.imag] if result.is_complex() else [result]
        for j, part in enumerate(parts):
            total = total + (part * t.tensor(weights(tuple(part.shape), salt + 10 * i + j))).sum()
    return total


def plain(x: Any) -> Any:
    """A tensor of torch as a NumPy array."""
    return x.numpy(force=True)


@functools.cache
def by_torch(name: str) -> tuple[list[Any], list[Any]]:
    """The first and second derivatives by torch.autograd, as NumPy arrays."""
    import torch

    which = BY_NAME[name]
    xs = [torch.tensor(x, requires_grad=n in which.wanted) for n, x in enumerate(which.inputs)]
    ys = [xs[n] for n in which.wanted]
    assert which.torch is not None
    value = torch_contracted(torch, which.torch(torch, *xs), 1)
    firsts = torch.autograd.grad(value, ys, create_graph=True)
    seconds: Any = ()
    if which.order > 1:
        again = torch_contracted(torch, firsts, 2)
        seconds = [torch.zeros_like(y) for y in ys]
        if again.requires_grad:
            found = torch.autograd.grad(again, ys, allow_unused=True)
            seconds = [z if g is None else g for z, g in zip(seconds, found, strict=True)]
    return [plain(g) for g in firsts], [plain(g) for g in seconds]


@needs("torch")
@pytest.mark.parametrize("name", [n for n in FIRST if BY_NAME[n].torch is not None])
def test_derivatives_are_those_of_torch(name, backend):
    for ours, theirs in zip(by_tape(name, backend), by_torch(name), strict=True):
        assert_same(ours, theirs, **TORCH)


def test_derivative_of_a_product_with_zeros(backend):
    x = ivy.asarray([2.0, 0.0, 3.0, 0.0, 0.0, 4.0])
    ids = indices([0, 0, 0, 1, 1, 2])
    g = ivy.grad(lambda x: ivy.sum(ivy.segment_prod(x, ids, num_segments=3)))(x)
    assert_same(g, numpy.asarray([0.0, 6.0, 0.0, 0.0, 0.0, 1.0], "float32"))
