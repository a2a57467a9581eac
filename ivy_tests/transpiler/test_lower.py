"""Calls of torch lowered to each target, run, and compared with torch itself."""

from __future__ import annotations

import ast
import functools
import importlib
import re
from dataclasses import dataclass, field
from typing import Any

import numpy
import pytest

import ivy
from ivy.dtypes import named
from ivy_tests.support.backends import needs

torch = pytest.importorskip("torch")

from ivy.transpiler.lower import Fact, Lowered, Lowering, Sym, Unsupported  # noqa: E402 - torch

TARGET_NAMES = ("numpy", "jax", "tensorflow", "torch")

# -- converting one expression -------------------------------------------------------------------


@functools.cache
def frontend() -> Any:
    """The frontend, which is the source of the meaning of names."""
    import ivy.frontends.torch as found

    return found


class Converter:
    """Lowers a Python expression, innermost call first, as the transpiler does."""

    def __init__(self, lowering: Lowering, facts: dict[str, Fact]) -> None:
        self.lowering = lowering
        self.facts = facts
        self.done: list[Lowered] = []

    def __call__(self, text: str) -> Any:
        return self.value(ast.parse(text, mode="eval").body)

    def _kept(self, lowered: Lowered) -> Sym:
        self.done.append(lowered)
        return Sym(lowered.node, lowered.fact)

    def value(self, node: ast.expr) -> Any:
        """The value that stands for an expression."""
        if isinstance(node, ast.Name):
            return Sym(ast.Name(node.id), self.facts[node.id])
        if isinstance(node, ast.Tuple | ast.List):
            items = [self.value(e) for e in node.elts]
            return tuple(items) if isinstance(node, ast.Tuple) else items
        if isinstance(node, ast.Slice):
            parts = (node.lower, node.upper, node.step)
            return slice(*[None if p is None else self.value(p) for p in parts])
        if isinstance(node, ast.Subscript):
            return self._kept(
                self.lowering.subscript(self.value(node.value), self.value(node.slice))
            )
        if isinstance(node, ast.BinOp | ast.Compare):
            right = node.right if isinstance(node, ast.BinOp) else node.comparators[0]
            op = node.op if isinstance(node, ast.BinOp) else node.ops[0]
            left = node.left
            symbol = ast.unparse(
                ast.BinOp(ast.Name("a"), op, ast.Name("b"))
                if isinstance(node, ast.BinOp)
                else ast.Compare(ast.Name("a"), [op], [ast.Name("b")])
            )[2:-2]
            return self._kept(self.lowering.operator(symbol, self.value(left), self.value(right)))
        if isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
            symbol = "-" if isinstance(node.op, ast.USub) else "~"
            return self._kept(self.lowering.operator(symbol, self.value(node.operand)))
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Attribute):
            owner = ast.unparse(node.value)
            if owner == "torch":
                return Sym(
                    ast.Name("unused"), Fact("dtype", dtype=ivy.asarray([0], dtype=node.attr).dtype)
                )
            value = self.value(node.value)
            if isinstance(value, Sym) and value.fact.kind == "array":
                return self._kept(self.lowering.attribute(value, node.attr))
            return getattr(value, node.attr)
        return ast.literal_eval(node)

    def call(self, node: ast.Call) -> Any:
        """Lower a call."""
        assert isinstance(node.func, ast.Attribute)
        owner = ast.unparse(node.func.value)
        args = [self.value(a) for a in node.args]
        if owner in ("torch", "F"):
            package = "ivy.frontends.torch" + (".nn.functional" if owner == "F" else "")
            fn = getattr(importlib.import_module(package), node.func.attr)
        else:
            fn = getattr(frontend().Tensor, node.func.attr)
            args.insert(0, self.value(node.func.value))
        kwargs = {k.arg: self.value(k.value) for k in node.keywords if k.arg is not None}
        return self._kept(self.lowering.call(fn, args, kwargs))


# -- running what came out -----------------------------------------------------------------------


def native(target: str, value: Any) -> Any:
    """A tensor of torch as an array of the target."""
    if not isinstance(value, torch.Tensor):
        return value
    array = value.numpy()
    if target == "jax":
        import jax.numpy as jnp

        return jnp.asarray(array)
    if target == "tensorflow":
        import tensorflow as tf

        return tf.convert_to_tensor(array)
    return value if target == "torch" else array.copy()


def plain(value: Any) -> Any:
    """Any framework's result as NumPy arrays."""
    if isinstance(value, tuple | list):
        return [plain(v) for v in value]
    if isinstance(value, torch.Tensor):
        return value.numpy()
    return numpy.asarray(value)


class Module:
    """The helpers of a lowering, executed."""

    def __init__(self, lowering: Lowering) -> None:
        lines = sorted({i for h in lowering.helpers.values() for i in h.imports})
        source = "\n\n\n".join([*lines, *(h.source for h in lowering.helpers.values())])
        self.space: dict[str, Any] = {"__name__": "helpers"}
        self.source = source
        exec(compile(source, "<helpers>", "exec"), self.space)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.space[name]
        except KeyError:
            raise AttributeError(name) from None


def run(lowering: Lowering, text: str, values: dict[str, Any]) -> Any:
    """Evaluate a lowered expression."""
    space: dict[str, Any] = {"helpers": Module(lowering), **values}
    exec("\n".join(sorted(lowering.imports)), space)
    return eval(text, space)


# -- the table -----------------------------------------------------------------------------------

_random = numpy.random.RandomState(0)


def _floats(*shape: int) -> Any:
    return torch.from_numpy(_random.uniform(-1, 1, shape).astype(numpy.float32))


VALUES: dict[str, Any] = {
    "x": _floats(2, 5, 6),
    "y": _floats(2, 5, 6),
    "p": _floats(2, 5, 6).abs() + 0.5,
    "m": _floats(5, 6),
    "v": _floats(6),
    "i": _floats(2, 3, 8, 8),
    "k": _floats(4, 3, 3, 3),
    "w": _floats(7, 6),
    "b": _floats(7),
    "d": _floats(2, 5, 6).double(),
    "n": torch.tensor([3, 1]),
    "t": torch.tensor([[1, 0, 2], [2, 1, 1]]),
    "o": torch.tensor([4, 0]),
    "c": torch.tensor([True, False]),
    "c2": torch.tensor([True, True]),
    "mask": _floats(2, 5, 6) > 0,
    "small": torch.tensor([[1, -2], [3, 4]], dtype=torch.int8),
    "byte": torch.tensor([0, 1, 200], dtype=torch.uint8),
    "half": _floats(3, 3).half(),
    "dim": 1,
    "start": 1,
    "stride": 2,
    "flag": False,
    "none": None,
    "shape": (2, 30),
    "pair": (3, 2),
    "pad": (1, 0),
    "word": "same",
    "total": "sum",
    "tanh": "tanh",
    "size": 6,
    "alpha": 3,
    "rate": 0.5,
}
_KINDS = {bool: "bool", int: "int", float: "float"}


def facts_of(known: bool) -> dict[str, Fact]:
    """What is known of the inputs: everything, or only that arrays are arrays."""
    found: dict[str, Fact] = {}
    for name, value in VALUES.items():
        if isinstance(value, torch.Tensor):
            dtype: Any = ivy.asarray([], dtype=str(value.dtype)[6:]).dtype
            if not known and value.dtype.is_floating_point:
                found[name] = Fact("array", None, f"dtype of {name}")
            else:
                found[name] = Fact("array", value.ndim if known else None, dtype)
        elif type(value) in _KINDS and known:
            found[name] = Fact("scalar", dtype=_KINDS[type(value)])
        elif isinstance(value, tuple) and known:
            found[name] = Fact(
                "tuple", len(value), None, (Fact("scalar", dtype="int"),) * len(value)
            )
        else:
            found[name] = Fact()
    return found


@dataclass(frozen=True)
class Row:
    """An expression of torch, and the targets where it stays one plain expression.

    `into` are the expressions that must come out, by target.
    """

    text: str
    in_place: str = "jax numpy tensorflow"
    into: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text


ROWS = [
    Row(
        "torch.mul(x, x)",
        into={
            "jax": "jnp.multiply(x, x)",
            "numpy": "np.multiply(x, x)",
            "tensorflow": "tf.multiply(x, x)",
        },
    ),
    Row("x.mul(2)"),
    Row("torch.add(x, x, alpha=2)", into={"jax": "x + x * 2"}),
    Row("torch.sub(x, y)"),
    Row("torch.div(x, y)"),
    Row(
        "torch.mean(x, dim=1)",
        into={
            "jax": "jnp.mean(x, axis=1)",
            "numpy": "np.mean(x, axis=1)",
            "tensorflow": "tf.reduce_mean(x, axis=1)",
        },
    ),
    Row("torch.mean(x, dim=-1, keepdim=True)", into={"jax": "jnp.mean(x, axis=-1, keepdims=True)"}),
    Row("x.mean((1, 2))"),
    Row("x.sum()", into={"numpy": "np.sum(x)"}),
    Row("n.sum()"),
    Row("torch.matmul(x, x.transpose(1, 2))"),
    Row("x @ w.T", into={"jax": "x @ w.T"}),
    Row(
        "torch.relu(x - 0.5)",
        into={"jax": "jax.nn.relu(x - 0.5)", "numpy": "np.maximum(x - 0.5, 0)"},
    ),
    Row("torch.sigmoid(x)", "jax numpy tensorflow"),
    Row("torch.tanh(x)"),
    Row("torch.exp(x)"),
    Row("torch.log(p)"),
    Row("torch.sqrt(p)"),
    Row("torch.rsqrt(p)"),
    Row("torch.abs(x)", into={"numpy": "np.abs(x)"}),
    Row("torch.pow(p, 2)", into={"numpy": "np.power(p, 2)"}),
    Row("torch.softmax(x, dim=1)", "jax tensorflow", into={"jax": "jax.nn.softmax(x, axis=1)"}),
    Row("torch.softmax(x, dim=-1)", "jax tensorflow", into={"jax": "jax.nn.softmax(x, axis=-1)"}),
    Row("torch.log_softmax(x, dim=1)", "jax tensorflow"),
    Row("torch.cat((x, x), dim=1)"),
    Row("torch.stack([x, x], -1)"),
    Row("torch.flatten(x, 1)", into={"jax": "jnp.reshape(x, (x.shape[0], -1))"}),
    Row("torch.flatten(x, 0, 1)"),
    Row("x.view(x.shape[0], -1)"),
    Row("x.reshape(2, 30)"),
    Row("x.permute(0, 2, 1)", into={"jax": "jnp.transpose(x, (0, 2, 1))"}),
    Row("x.unsqueeze(-1)"),
    Row("torch.where(x > 0.5, x, 0.0)"),
    Row("torch.where(x > 0.5, 0.0, y)"),
    Row("torch.clamp(x, min=0.5)"),
    Row("x.clamp(0.2, 0.8)"),
    Row("torch.max(x)"),
    Row("torch.max(x, dim=1)", into={"jax": "(jnp.max(x, axis=1), jnp.argmax(x, axis=1))"}),
    Row("torch.max(x, dim=1)[0]"),
    Row("torch.argmax(x, dim=1)"),
    Row("torch.var(x, dim=-1)", "jax numpy"),
    Row("x.var(dim=1, correction=0)"),
    Row("torch.std(x)", "jax numpy"),
    Row("torch.einsum('bij,bkj->bik', x, x)"),
    Row("torch.arange(2, 10, 2)"),
    Row("torch.arange(5)"),
    Row("torch.zeros(2, 3)"),
    Row("torch.zeros(2, 3, dtype=torch.float64) + 1"),
    Row("torch.ones((2, 3))"),
    Row("torch.full((2, 3), 1.5)"),
    Row("torch.zeros_like(x)"),
    Row("torch.tensor([1.0, 2.0])"),
    Row("torch.tensor([1, 2])"),
    Row("torch.eye(3)"),
    Row("torch.linspace(0, 1, 5)", "jax numpy"),
    Row("torch.zeros(x.shape[:2], dtype=x.dtype)"),
    Row("x[0]"),
    Row("x[:, 1:3]"),
    Row("x[..., None, -1]"),
    Row("x[:, n]", "jax numpy"),
    Row("x[mask]"),
    Row("n * 0.5"),
    Row("n / 2"),
    Row("n * 2"),
    Row("n // 2"),
    Row("n % 2"),
    Row("n / n"),
    Row("c * x[0, 0, :2]"),
    Row("c + c2"),
    Row("c * c2"),
    Row("c & c2"),
    Row("~c"),
    Row("-x"),
    Row("n[:, None, None] * x"),
    Row("x + d"),
    Row("x == y"),
    Row("x < 0.5"),
    Row("1 / p"),
    Row("2 ** x"),
    Row("1 - x"),
    Row("n == n"),
    Row("x.float()", into={"numpy": "x"}),
    Row("n.float()"),
    Row("d.to(torch.float32)"),
    Row("x.double()"),
    Row("torch.logsumexp(x, dim=1)", "jax tensorflow"),
    Row("torch.cumsum(x, dim=1)"),
    Row("torch.sort(x)"),
    Row("torch.argsort(x)"),
    Row("torch.topk(x, 2)", ""),
    Row("torch.gather(x, 1, x.argmax(dim=1, keepdim=True))", ""),
    Row("torch.any(x > 0.5)"),
    Row("torch.all(mask, dim=1)"),
    Row("torch.isnan(x)"),
    Row("torch.square(x)"),
    Row("torch.outer(v, v)"),
    Row("torch.bmm(x, x.transpose(1, 2))"),
    Row("torch.tril(m)"),
    Row("torch.roll(x, 1, 1)"),
    Row("torch.flip(x, (1,))"),
    Row("torch.norm(x)"),
    Row("x.size(0)"),
    Row("x.expand(2, 5, 6)"),
    Row("x.detach()"),
    Row("x.squeeze(1)", ""),
    Row("torch.logaddexp(x, y)", ""),
    Row("torch.isclose(x, y)", ""),
    Row("torch.masked_fill(x, mask, 0.0)"),
    Row(
        "F.relu(x)",
        into={"jax": "jax.nn.relu(x)", "tensorflow": "tf.nn.relu(x)", "numpy": "np.maximum(x, 0)"},
    ),
    Row("F.linear(x, w)", into={"jax": "x @ jnp.swapaxes(w, 0, 1)"}),
    Row("F.linear(x, w, b)"),
    Row("F.conv2d(i, k, stride=2, padding=1)", "jax"),
    Row("F.conv2d(i, k, k[:, 0, 0, 0], (2, 1), (0, 1))", "jax"),
    Row("F.max_pool2d(i, 2)", ""),
    Row("F.max_pool2d(i, 3, stride=2, padding=1)", ""),
    Row("F.avg_pool2d(i, 2)", ""),
    Row("F.interpolate(i, scale_factor=2)", ""),
    Row("F.interpolate(i, (5, 7), mode='bilinear')", ""),
    Row("F.interpolate(i, (3, 2), mode='bicubic', antialias=True)", ""),
    Row("F.interpolate(i, (3, 2), mode='area')", ""),
    Row("F.layer_norm(x, (6,), v, v)", ""),
    Row("F.layer_norm(x, x.shape[-1:])", ""),
    Row("F.gelu(x)", "jax tensorflow"),
    Row("F.gelu(x, approximate='tanh')", "jax tensorflow"),
    Row("F.silu(x)"),
    Row("F.softplus(x)", ""),
    Row("F.leaky_relu(x, 0.2)"),
    Row("F.elu(x)"),
    Row("F.softmax(x, dim=1)", "jax tensorflow"),
    Row("F.log_softmax(x, dim=-1)", "jax tensorflow"),
    Row("F.dropout(x, 0.5, training=False)"),
    Row("F.pad(x, (1, 2), value=3.0)"),
    Row("F.pad(i, [1, 1, 2, 2], mode='reflect')"),
    Row("F.cross_entropy(x[0], o.repeat(3)[:5])", ""),
    Row("F.nll_loss(F.log_softmax(m, dim=1), o.repeat(3)[:5])", ""),
    Row("F.mse_loss(x, y)"),
    Row("F.l1_loss(x, y)"),
    Row("F.one_hot(t, 3)", "tensorflow"),
    Row("F.embedding(t, w)"),
    Row("F.normalize(x, dim=1)", ""),
    Row("F.batch_norm(i, k[0, :, 0, 0], k[1, :, 0, 0].abs())", "jax tensorflow"),
    Row("F.scaled_dot_product_attention(x, x, x)", ""),
    Row("F.adaptive_avg_pool2d(i, 1)"),
]
RUNTIME = [
    Row("torch.mean(x, dim=dim)"),
    Row("torch.mean(x, dim=none)", ""),
    Row("torch.softmax(x, dim=dim)", "jax tensorflow"),
    Row("torch.flatten(x, start)", ""),
    Row("x.view(shape)"),
    Row("x.transpose(dim, start)", "jax numpy"),
    Row("torch.add(x, x, alpha=alpha)", ""),
    Row("torch.zeros(size)"),
    Row("torch.arange(size)"),
    Row("x * alpha"),
    Row("x[dim]"),
    Row("x[:, start:]"),
    Row("torch.clamp(x, min=rate)"),
    Row("torch.var(x, dim)", "jax numpy"),
    Row("torch.cat((x, x), dim=dim)"),
    Row("torch.sum(x, dim, keepdim=flag)"),
    Row("F.linear(x, w, none)", ""),
    Row("F.conv2d(i, k, stride=stride)", "jax"),
    Row("F.layer_norm(x, (size,))", ""),
    Row("F.pad(x, (start, start))"),
    Row("F.max_pool2d(i, stride)", ""),
    Row("F.avg_pool2d(i, stride)", ""),
    Row("F.avg_pool2d(i, pair, padding=start, count_include_pad=flag)", ""),
    Row("F.max_pool2d(i, pair, stride=stride, padding=pad)", ""),
    Row("F.conv2d(i, k, padding=word)", ""),
    Row("F.mse_loss(x, y, reduction=total)", ""),
    Row("F.gelu(x, approximate=tanh)", ""),
    Row("F.rms_norm(x, (6,), v, none)", ""),
]


def expected(text: str) -> Any:
    """What torch gives."""
    space = {"torch": torch, "F": torch.nn.functional, **VALUES}
    return plain(eval(text, space))


# By how many roundings results may differ: sums have at most 64 terms, whose roundings add up to
# about their root, on either side.
ROUNDINGS = 16


def assert_equal(got: Any, want: Any, label: str) -> None:
    """Compare values, shapes and dtypes."""
    if isinstance(want, list):
        assert len(got) == len(want), label
        for a, b in zip(got, want, strict=True):
            assert_equal(a, b, label)
        return
    assert got.shape == want.shape, label
    if got.dtype != want.dtype and got.shape == () and not isinstance(want, numpy.ndarray):
        return
    assert got.dtype == want.dtype, label
    if want.dtype.kind in "fc":
        eps = ROUNDINGS * numpy.finfo(want.dtype).eps
        numpy.testing.assert_allclose(got, want, rtol=eps, atol=eps, err_msg=label)
    else:
        numpy.testing.assert_array_equal(got, want, err_msg=label)


def check(row: Row, target: str, known: bool) -> tuple[str, list[Lowered], Lowering]:
    """Lower a row, run it, and compare it with torch."""
    lowering = Lowering(target)
    convert = Converter(lowering, facts_of(known))
    value = convert(row.text)
    text = value.text if isinstance(value, Sym) else repr(value)
    values = {n: native(target, v) for n, v in VALUES.items()}
    got = plain(run(lowering, text, values))
    whole = Module(lowering).source + "\n" + text
    assert_equal(got, expected(row.text), whole)
    names = r"\b(torch|ivy)\b" if target != "torch" else r"\bivy\b"
    assert not re.search(names, whole), whole
    return text, convert.done, lowering


def params() -> list[Any]:
    """All targets, with a mark for those that are not installed."""
    return [pytest.param(t, marks=needs(t, "torch"), id=t) for t in TARGET_NAMES]


@pytest.mark.parametrize("target", params())
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_call_equals_torch_when_everything_is_known(row: Row, target: str) -> None:
    text, done, _ = check(row, target, known=True)
    if target in row.into:
        assert text == row.into[target]
    if target != "torch":
        plain_ones = all(d.how == "in place" for d in done)
        assert plain_ones is (target in row.in_place.split()), [d.text for d in done]


@pytest.mark.parametrize("target", params())
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_call_equals_torch_when_ranks_and_dtypes_are_not_known(row: Row, target: str) -> None:
    check(row, target, known=False)


@pytest.mark.parametrize("target", params())
@pytest.mark.parametrize("known", [True, False], ids=["typed", "untyped"])
@pytest.mark.parametrize("row", RUNTIME, ids=str)
def test_call_equals_torch_with_arguments_of_run_time(row: Row, known: bool, target: str) -> None:
    _, done, _ = check(row, target, known)
    if known and target != "torch":
        plain_ones = all(d.how == "in place" for d in done)
        assert plain_ones or target not in row.in_place.split(), [d.text for d in done]


# -- what a table cannot say ---------------------------------------------------------------------

FLOAT32 = named("float32")


def array(name: str, ndim: int | None = 2, dtype: Any = FLOAT32) -> Sym:
    """An array of the running program."""
    return Sym(ast.Name(name), Fact("array", ndim, dtype))


def functional(name: str) -> Any:
    """A function of torch.nn.functional's frontend."""
    return getattr(importlib.import_module("ivy.frontends.torch.nn.functional"), name)


def torch_function(name: str) -> Any:
    """A function of torch's frontend."""
    return getattr(importlib.import_module("ivy.frontends.torch"), name)


@pytest.mark.parametrize("target", params())
@pytest.mark.parametrize(
    ("key", "new"),
    [("0", "5.0"), (":, 1:3", "y[:, 1:3]"), ("..., -1", "0.0"), ("mask", "0.0"), ("0, 1", "v")],
)
def test_store_gives_the_array_after_it(key: str, new: str, target: str) -> None:
    lowering = Lowering(target)
    convert = Converter(lowering, facts_of(True))
    index = ast.parse(f"x[{key}]", mode="eval").body
    assert isinstance(index, ast.Subscript)
    lowered = lowering.store(array("x", 3), convert.value(index.slice), convert(new))
    assert lowered is not None
    values = {n: native(target, v) for n, v in VALUES.items()}
    got = plain(run(lowering, lowered.text, values))
    want = VALUES["x"].clone()
    exec(f"want[{key}] = {new}", {**VALUES, "want": want})
    assert_equal(got, want.numpy(), lowered.text)
    assert_equal(plain(values["x"]), VALUES["x"].numpy(), "the array itself stays as it is")


@needs("jax")
def test_store_on_jax_reads_as_it_is_written_there() -> None:
    lowered = Lowering("jax").store(array("x"), (slice(None), 0), 5.0)
    assert lowered is not None
    assert lowered.text == "x.at[:, 0].set(5.0)"


def test_store_leaves_the_statement_where_numpy_may_write_in_place() -> None:
    assert Lowering("numpy").store(array("x"), 0, 5.0, fresh=True) is None


@pytest.mark.parametrize("target", params())
def test_same_calls_give_the_same_output(target: str) -> None:
    def lowered() -> Any:
        lowering = Lowering(target)
        convert = Converter(lowering, facts_of(False))
        texts = [getattr(convert(row.text), "text", "") for row in (*ROWS, *RUNTIME)]
        return texts, lowering.helpers, lowering.imports

    assert lowered() == lowered()


def test_helper_is_shared_by_calls_of_the_same_kind() -> None:
    lowering = Lowering("numpy")
    first = lowering.call(functional("softmax"), [array("x")], {"dim": 1})
    second = lowering.call(functional("softmax"), [array("y")], {"dim": 0})
    assert first.text == "helpers.softmax(x, axis=1)"
    assert second.text == "helpers.softmax(y, axis=0)"
    assert list(lowering.helpers) == ["softmax"]


def test_helper_of_a_composite_is_what_a_person_would_write() -> None:
    lowering = Lowering("numpy")
    lowering.call(functional("softmax"), [array("x")], {"dim": 1})
    assert lowering.helpers["softmax"].source == (
        "def softmax(x, *, axis=-1):\n"
        '    """Return ``exp(x)`` divided by its sum along axes."""\n'
        "    if 0 in x.shape:\n"
        "        return x / np.sum(x, axis=axis, keepdims=True)\n"
        "    e = np.exp(x - np.max(x, axis=axis, keepdims=True))\n"
        "    return e / np.sum(e, axis=axis, keepdims=True)"
    )
    assert lowering.helpers["softmax"].imports == ("import numpy as np",)


@needs("tensorflow")
def test_helper_of_a_backend_keeps_its_comments() -> None:
    lowering = Lowering("tensorflow")
    lowered = lowering.call(functional("conv2d"), [array("i", 4), array("k", 4)], {"stride": 2})
    assert lowered.text == "helpers.conv2d_explicit(i, k, strides=(2, 2))"
    assert "# " in lowering.helpers["conv2d_explicit"].source


def test_reason_says_why_there_is_a_helper() -> None:
    lowered = Lowering("numpy").call(functional("softmax"), [array("x")], {"dim": 1})
    assert "is used twice" in lowered.reason


def test_costly_argument_is_not_computed_twice() -> None:
    lowering = Lowering("numpy")
    x = Sym(ast.Name("x"), Fact("array", 2, FLOAT32), simple=False)
    assert lowering.call(functional("silu"), [x], {}).text == "helpers.silu(x)"
    assert lowering.call(functional("silu"), [array("x")], {}).how == "in place"


def test_unknown_dtypes_are_assumed_in_the_open() -> None:
    x = array("x", None, "dtype of x")
    lowered = Lowering("numpy").call(torch_function("exp"), [x], {})
    assert lowered.assumptions == ("x holds floating-point numbers",)
    lowered = Lowering("numpy").operator("*", x, x)
    assert lowered.assumptions == ()


# Calls with dtypes for which tensorflow, or NumPy, has no function of its own.
GAPS = {
    "torch.any(x)": "tf.reduce_any(tf.cast(x, tf.bool))",
    "torch.all(t, dim=1)": "tf.reduce_all(tf.cast(t, tf.bool), axis=1)",
    "torch.floor(t)": "t",
    "torch.isnan(t)": "tf.zeros_like(t, tf.bool)",
    "torch.abs(byte)": "byte",
    "-byte": "tf.zeros_like(byte) - byte",
    "mask & mask": "mask & mask",
    "torch.bitwise_and(mask, mask)": "tf.logical_and(mask, mask)",
    "torch.max(mask)": "",
    "torch.maximum(mask, mask)": "",
    "torch.sort(mask, dim=1)[0]": "",
    "torch.matmul(small, small)": "",
    "small @ small": "",
    "torch.matmul(half, half)": "",
}


@pytest.mark.parametrize("target", params())
@pytest.mark.parametrize("text", GAPS)
def test_dtypes_that_the_target_lacks_go_another_way(text: str, target: str) -> None:
    lowered, _, _ = check(Row(text), target, known=True)
    if target == "tensorflow" and GAPS[text]:
        assert lowered == GAPS[text]


@needs("tensorflow")
def test_values_that_the_target_treats_otherwise_are_an_assumption() -> None:
    lowering = Lowering("tensorflow")
    lowered = lowering.call(torch_function("argmax"), [array("x")], {"dim": 1})
    assert lowered.assumptions == ("x holds no NaN",)
    lowered = lowering.call(torch_function("argmax"), [array("t", 2, named("int64"))], {"dim": 1})
    assert lowered.assumptions == ()


PROMOTING = [pytest.param(t, marks=needs(t, "torch")) for t in ("numpy", "tensorflow")]


@pytest.mark.parametrize("target", PROMOTING)
@pytest.mark.parametrize("pair", ["n v", "v d", "c n", "t m", "n n"])
@pytest.mark.parametrize("symbol", ["*", "/", "+"])
def test_operator_of_dtypes_not_proved_equal_promotes_as_torch_does(
    symbol: str, pair: str, target: str
) -> None:
    lowering = Lowering(target)
    x, y = array("x", None, "dtype of x"), array("y", None, "dtype of y")
    lowered = lowering.operator(symbol, x, y)
    assert lowered.how == "helper"
    assert "not proved equal" in lowered.reason
    one, two = [VALUES[n].flatten()[:2] for n in pair.split()]
    two = two + 1
    values = {"x": native(target, one), "y": native(target, two)}
    want = eval(f"x {symbol} y", {"x": one, "y": two}).numpy()
    assert_equal(plain(run(lowering, lowered.text, values)), want, lowered.text)


@pytest.mark.parametrize("symbol", ["+", "*", "/", "//", "%", "<"])
@pytest.mark.parametrize("target", params())
def test_array_without_axes_says_of_what_kind_the_result_is(symbol: str, target: str) -> None:
    values = {"x": torch.tensor([1.5, 2.5]), "y": torch.tensor(2.0, dtype=torch.float64)}
    lowering = Lowering(target)
    lowered = lowering.operator(symbol, array("x", 1), array("y", 0, named("float64")))
    got = plain(run(lowering, lowered.text, {n: native(target, v) for n, v in values.items()}))
    want = eval(f"x {symbol} y", dict(values)).numpy()
    assert_equal(got, want, lowered.text)


def test_call_that_always_raises_is_refused_with_the_message() -> None:
    with pytest.raises(Unsupported, match="At least one of"):
        Lowering("numpy").call(torch_function("clamp"), [array("x")], {})


def test_failed_call_leaves_no_helper_behind() -> None:
    lowering = Lowering("numpy")
    arrays = [array("x"), array("t", 1, named("int64"))]
    with pytest.raises(Unsupported):
        lowering.call(functional("cross_entropy"), arrays, {"reduction": "no"})
    assert lowering.helpers == {}


@needs("jax")
def test_random_numbers_on_jax_are_refused() -> None:
    with pytest.raises(Unsupported, match="from a key"):
        Lowering("jax").call(torch_function("rand"), [2, 3], {})


WITH_DRAWS = [p for p in params() if p.id != "jax"]


@pytest.mark.parametrize("target", WITH_DRAWS)
def test_random_numbers_are_the_targets_own(target: str) -> None:
    lowering = Lowering(target)
    lowered = lowering.call(torch_function("rand"), [200, 3], {})
    got = plain(run(lowering, lowered.text, {}))
    assert got.shape == (200, 3)
    assert got.dtype == "float32"
    assert 0 <= got.min() < 0.1
    assert 0.9 < got.max() < 1
    assert lowered.assumptions


@pytest.mark.parametrize("target", WITH_DRAWS)
@pytest.mark.parametrize("training", [True, False])
def test_dropout_obeys_what_only_the_program_knows(training: bool, target: str) -> None:
    lowering = Lowering(target)
    flag = Sym(ast.Name("training"), Fact())
    lowered = lowering.call(functional("dropout"), [array("x"), 0.5], {"training": flag})
    x = torch.ones(100, 10)
    got = plain(run(lowering, lowered.text, {"x": native(target, x), "training": training}))
    if training:
        assert set(numpy.unique(got)) == {0.0, 2.0}
    else:
        assert_equal(got, x.numpy(), lowered.text)


@needs("tensorflow")
def test_shapes_on_tensorflow_hold_where_the_batch_is_not_known() -> None:
    import tensorflow as tf

    lowering = Lowering("tensorflow")
    lowered = lowering.call(torch_function("flatten"), [array("x", 3), 1], {})
    assert lowered.text == "tf.reshape(x, (tf.shape(x)[0], -1))"
    compiled = tf.function(
        lambda x: run(lowering, lowered.text, {"x": x}),
        input_signature=[tf.TensorSpec((None, 2, 3))],
    )
    assert compiled(tf.ones((4, 2, 3))).shape == (4, 6)


@needs("jax")
@pytest.mark.parametrize(
    "text", ["F.cross_entropy(m, t[0].repeat(2)[:5])", "F.layer_norm(x, (6,))"]
)
def test_output_for_jax_runs_under_jit(text: str) -> None:
    import jax

    lowering = Lowering("jax")
    lowered = Converter(lowering, facts_of(True))(text).text
    values = {n: native("jax", v) for n, v in VALUES.items() if isinstance(v, torch.Tensor)}
    compiled = jax.jit(lambda **arrays: run(lowering, lowered, arrays))
    assert_equal(plain(compiled(**values)), expected(text), lowered)


def test_target_that_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a target among"):
        Lowering("caffe")
