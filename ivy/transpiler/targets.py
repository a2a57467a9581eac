"""What is particular to each target: its modules, how its dtypes and constants are written."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ivy import backends
from ivy.dtypes import DType
from ivy.transpiler.values import Fact, Sym, call_node, has_runtime, path_node


@dataclass(frozen=True)
class Target:
    """The facts of a framework that code is converted to.

    Parameters
    ----------
    name
        The backend's name.
    array
        The expression of its array class.
    roots
        The names under which its modules are known in the output, with their import lines.
    modules
        The dotted names of modules in the output, in the order in which a function is looked for,
        with the modules that they are.
    dtypes
        The module that dtypes are written with.
    constant
        The function that makes an array of Python values and a dtype.
    cast
        Writes the conversion of an array to a dtype.
    operators
        The functions that an operator says as well.
    packages
        The top-level packages whose objects are the framework's.
    weak_left
        Whether a Python scalar may stand on the left in its functions.
    promotes
        Whether its operators promote two arrays as torch does.
    """

    name: str
    array: str
    roots: Mapping[str, str]
    modules: Mapping[str, str]
    dtypes: str
    constant: str
    cast: Callable[[Sym, Sym], Sym]
    operators: Mapping[str, type[ast.AST]]
    packages: frozenset[str]
    weak_left: bool = True
    promotes: bool = False
    method_defaults: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # By name of a function, what means the same as leaving a parameter out.
    defaults: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # By operation, what has to be true of its array for the framework's function to mean the same.
    edges: Mapping[str, str] = field(default_factory=dict)

    @property
    def core(self) -> types.ModuleType:
        """The backend's core module."""
        return backends.core(self.name)

    def dtype(self, dtype: DType) -> Sym:
        """Return a dtype as it is written in the output."""
        root = "ml_dtypes" if dtype == "bfloat16" and self.name == "numpy" else self.dtypes
        name = "bool_" if dtype == "bool" and self.name in ("numpy", "jax") else dtype.name
        return Sym(path_node(f"{root}.{name}"), Fact("dtype", dtype=dtype))

    @functools.cache  # noqa: B019 - there are four targets, for the life of the process
    def module(self, path: str) -> Any:
        """Return the module behind a dotted name of the output."""
        return importlib.import_module(self.modules[path])

    def __hash__(self) -> int:
        return hash(self.name)

    def is_native(self, value: Any) -> bool:
        """Return whether an object is the framework's own."""
        name = value.__name__ if isinstance(value, types.ModuleType) else _home(value)
        return name.split(".")[0] in self.packages

    @functools.cache  # noqa: B019 - there are four targets, for the life of the process
    def public(self, value: Any, alias: str) -> str | None:
        """Return the dotted name by which an object of the framework is known in the output."""
        for path in self.modules:
            module = self.module(path)
            if module is value:
                return path
        own = getattr(value, "__name__", alias)
        names = dict.fromkeys(["abs" if own == "absolute" else own, own, alias])
        for name in names:
            for path in self.modules:
                if getattr(self.module(path), name, None) is value:
                    return f"{path}.{name}"
        return None


def _home(value: Any) -> str:
    return str(getattr(value, "__module__", None) or getattr(type(value), "__module__", ""))


def _by_method(x: Sym, dtype: Sym) -> Sym:
    return Sym(call_node(ast.Attribute(x.node, "astype", ast.Load()), (dtype,), {}), x.fact)


def _by_cast(x: Sym, dtype: Sym) -> Sym:
    return Sym(call_node(path_node("tf.cast"), (x, dtype), {}), x.fact)


def _by_to(x: Sym, dtype: Sym) -> Sym:
    return Sym(call_node(ast.Attribute(x.node, "to", ast.Load()), (dtype,), {}), x.fact)


# What one function and one operator of each framework mean alike.
_ARITHMETIC: dict[str, type[ast.AST]] = {
    "add": ast.Add,
    "subtract": ast.Sub,
    "multiply": ast.Mult,
    "divide": ast.Div,
    "matmul": ast.MatMult,
    "negative": ast.USub,
    "equal": ast.Eq,
    "not_equal": ast.NotEq,
    "less": ast.Lt,
    "less_equal": ast.LtE,
    "greater": ast.Gt,
    "greater_equal": ast.GtE,
    "bitwise_and": ast.BitAnd,
    "bitwise_or": ast.BitOr,
    "bitwise_xor": ast.BitXor,
}


def _written(root: str, names: Mapping[str, type[ast.AST]], **more: Any) -> dict[str, Any]:
    return {f"{root}.{n}": op for n, op in names.items()} | {
        f"{root}.{n}": op for n, op in more.items()
    }


_JAX = "import jax"

TARGETS = {
    "numpy": Target(
        name="numpy",
        array="np.ndarray",
        roots={
            "np": "import numpy as np",
            "ml_dtypes": "import ml_dtypes",
            "special": "from scipy import special",
        },
        modules={"np": "numpy", "np.linalg": "numpy.linalg", "np.random": "numpy.random"},
        dtypes="np",
        constant="np.asarray",
        cast=_by_method,
        operators=_written("np", _ARITHMETIC, power=ast.Pow),
        packages=frozenset(["numpy", "scipy", "ml_dtypes"]),
        method_defaults={"astype": {"copy": True}},
    ),
    "jax": Target(
        name="jax",
        array="jax.Array",
        roots={
            "jnp": "import jax.numpy as jnp",
            "jax": _JAX,
            "nnx": "from flax import nnx",
        },
        modules={
            "jnp": "jax.numpy",
            "jax.nn": "jax.nn",
            "jax.lax": "jax.lax",
            "jnp.linalg": "jax.numpy.linalg",
            "jax.random": "jax.random",
            "jax.scipy.special": "jax.scipy.special",
            "jax": "jax",
        },
        dtypes="jnp",
        constant="jnp.asarray",
        cast=_by_method,
        operators=_written("jnp", _ARITHMETIC, power=ast.Pow, pow=ast.Pow),
        packages=frozenset(["jax", "jaxlib", "flax"]),
        promotes=True,
        method_defaults={"astype": {"copy": False, "device": None}},
        defaults={
            "jax.lax.conv_general_dilated": {"rhs_dilation": (1, 1), "feature_group_count": 1}
        },
    ),
    "tensorflow": Target(
        name="tensorflow",
        array="tf.Tensor",
        roots={"tf": "import tensorflow as tf", "keras": "import keras"},
        modules={
            "tf": "tensorflow",
            "tf.math": "tensorflow.math",
            "tf.nn": "tensorflow.nn",
            "tf.linalg": "tensorflow.linalg",
            "tf.random": "tensorflow.random",
            "tf.bitwise": "tensorflow.bitwise",
            "tf.raw_ops": "tensorflow.raw_ops",
        },
        dtypes="tf",
        constant="tf.constant",
        cast=_by_cast,
        operators=_written(
            "tf", {n: op for n, op in _ARITHMETIC.items() if not n.startswith("bitwise")}
        )
        | _written(
            "tf.math",
            {n: op for n, op in _ARITHMETIC.items() if not n.startswith("bitwise")},
            negative=ast.USub,
        )
        | {"tf.linalg.matmul": ast.MatMult, "tf.negative": ast.USub, "tf.pow": ast.Pow},
        packages=frozenset(["tensorflow", "keras"]),
        defaults={"tf.nn.conv2d": {"dilations": (1, 1)}},
        edges=dict.fromkeys(
            ["argmax", "argmin", "argsort", "sort", "top_k", "unique_values"], "holds no NaN"
        ),
        weak_left=False,
    ),
    "torch": Target(
        name="torch",
        array="torch.Tensor",
        roots={"torch": "import torch", "F": "import torch.nn.functional as F"},
        modules={"torch": "torch", "F": "torch.nn.functional", "torch.linalg": "torch.linalg"},
        dtypes="torch",
        constant="torch.tensor",
        cast=_by_to,
        operators=_written("torch", _ARITHMETIC, pow=ast.Pow),
        packages=frozenset(["torch"]),
        weak_left=False,
        promotes=True,
    ),
}

# Modules of the standard library whose functions may be left in the output.
PLAIN_MODULES = {"math": "import math"}
# Modules that a backend's function may need when its source becomes a helper; every target has
# numpy with it.
HELPER_MODULES = {
    **PLAIN_MODULES,
    "itertools": "import itertools",
    "np": "import numpy as np",
}


class Rec:
    """An object of the target's framework: reading it walks it, calling it writes the call."""

    __slots__ = ("node", "path", "real", "target")

    def __init__(self, target: Target, real: Any, path: str) -> None:
        self.target = target
        self.real = real
        self.path = path
        self.node = path_node(path)

    def __repr__(self) -> str:
        return f"Rec({self.path})"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        real = getattr(self.real, name)
        if isinstance(real, bool | str):
            return real
        if isinstance(real, int | float):
            return Sym(path_node(f"{self.path}.{name}"), Fact("scalar", dtype=type(real).__name__))
        return Rec(self.target, real, f"{self.path}.{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Sym:
        raw = RAW_OPS.get(self.path)
        if raw is not None:
            return raw(self, *args, **kwargs)
        args, kwargs = without_defaults(self.real, args, kwargs)
        same = self.target.defaults.get(self.path, {})
        kwargs = {k: v for k, v in kwargs.items() if not (k in same and _equal(v, same[k]))}
        return Sym(call_node(self.node, args, kwargs), Fact("array"))

    def __or__(self, other: Any) -> tuple[Any, ...]:
        return (self, other)  # a union of classes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rec) and (self.real is other.real or bool(self.real == other.real))

    def __hash__(self) -> int:
        return hash(self.path)


def _equal(value: Any, default: Any) -> bool:
    return not has_runtime(value) and bool(value == default)


# tf.raw_ops functions that have a public form with another name or other arguments.
RAW_OPS: dict[str, Callable[..., Any]] = {}


@functools.cache
def _signature(real: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the positional parameters of a native function, and the defaults."""
    try:
        # A metaclass hides the signature of the class itself.
        function = getattr(real, "__init__") if isinstance(real, type) else real  # noqa: B009 - unsound for mypy
        found = inspect.signature(function).parameters
    except (ValueError, TypeError):  # written in C, without a signature
        return (), {}
    positional = tuple(
        n
        for n, p in found.items()
        if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and n != "self"
    )
    return positional, {n: p.default for n, p in found.items() if p.default is not p.empty}


def _is_default(name: str, value: Any, defaults: Mapping[str, Any]) -> bool:
    if name not in defaults or isinstance(value, Sym | Rec):
        return False
    default = defaults[name]
    if type(default).__name__ in ("_NoValueType", "_NoValue"):  # NumPy's way to say "not given"
        return name == "keepdims" and value is False
    if name == "keepdims" and default is None:  # jax's
        return value is False
    same = type(value) is type(default) and bool(value == default)
    return same or (isinstance(value, int) and type(default) is float and value == default)


def without_defaults(
    real: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Leave out what the native function would take anyway.

    Values that the user wrote are of the classes in `written`, so they never count as defaults.
    """
    positional, defaults = _signature(real)
    return _dropped(positional, defaults, args, kwargs)


def _dropped(
    positional: tuple[str, ...],
    defaults: Mapping[str, Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    kept = {k: v for k, v in kwargs.items() if not _is_default(k, v, defaults)}
    while args and len(args) <= len(positional):
        if not _is_default(positional[len(args) - 1], args[-1], defaults):
            break
        args = args[:-1]
    return args, kept


def method_call(target: Target, method: Sym, args: Any, kwargs: Mapping[str, Any]) -> Sym:
    """Write the call of a native array's method."""
    assert isinstance(method.node, ast.Attribute)
    defaults = target.method_defaults.get(method.node.attr, {})
    kept = {k: v for k, v in kwargs.items() if not _is_default(k, v, defaults)}
    return Sym(call_node(method.node, args, kept), Fact("array"))


class WrittenInt(int):
    """An integer that the user wrote."""


class WrittenFloat(float):
    """A float that the user wrote."""


class WrittenStr(str):
    """A string that the user wrote."""


def written(value: Any) -> Any:
    """Mark a value as written by the user: it is not dropped where it equals a default."""
    for plain, marked in ((int, WrittenInt), (float, WrittenFloat), (str, WrittenStr)):
        if type(value) is plain:
            return marked(value)
    return value
