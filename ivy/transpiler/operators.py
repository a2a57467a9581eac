"""Operators, subscripts and promotion: where source and target mean the same, and what to do else.

The source's rule of promotion decides. Where dtypes are known, operands that the target would
promote differently are cast; where they are not known to be equal, a helper promotes when the
program runs, on targets that do not promote as the source does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any

from ivy import config, dtypes
from ivy.dtypes import CATEGORIES, DType
from ivy.functional import _rules
from ivy.functional._op import registry
from ivy.transpiler.targets import Target
from ivy.transpiler.values import (
    WIDTH,
    Fact,
    LowerArray,
    NeedsRuntime,
    Sym,
    Unsupported,
    binary,
    call_node,
    compare,
    fact_of,
    key_node,
    path_node,
    shortened,
    to_node,
)

# Python's operators: the symbol, the syntax and the operation.
_TABLE: list[tuple[str, type[ast.AST], str]] = [
    ("+", ast.Add, "add"),
    ("-", ast.Sub, "subtract"),
    ("*", ast.Mult, "multiply"),
    ("/", ast.Div, "divide"),
    ("//", ast.FloorDiv, "floor_divide"),
    ("%", ast.Mod, "remainder"),
    ("**", ast.Pow, "pow"),
    ("@", ast.MatMult, "matmul"),
    ("&", ast.BitAnd, "bitwise_and"),
    ("|", ast.BitOr, "bitwise_or"),
    ("^", ast.BitXor, "bitwise_xor"),
    ("<<", ast.LShift, ""),
    (">>", ast.RShift, ""),
    ("==", ast.Eq, "equal"),
    ("!=", ast.NotEq, "not_equal"),
    ("<", ast.Lt, "less"),
    ("<=", ast.LtE, "less_equal"),
    (">", ast.Gt, "greater"),
    (">=", ast.GtE, "greater_equal"),
]
SYNTAX = {symbol: op for symbol, op, _ in _TABLE}
OPERATION = {op: name for _, op, name in _TABLE}
_SYMBOL = {op: symbol for symbol, op, _ in _TABLE}
UNARY: dict[str, type[ast.unaryop]] = {
    "-": ast.USub,
    "+": ast.UAdd,
    "~": ast.Invert,
    "not": ast.Not,
}
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
# What torch means by arithmetic of two bools.
_OF_BOOLS: dict[type[ast.AST], str] = {ast.Add: "logical_or", ast.Mult: "logical_and"}
_FLOATING = ("floating", "real floating")


# -- the dtypes of operands ----------------------------------------------------------------------


def common_dtype(facts: Sequence[Fact], source: str) -> DType:
    """Return the dtype of arrays together, by the source's rule.

    In torch an array without axes says only of what kind the result is.
    """
    known: list[DType] = [f.dtype for f in facts]
    if source == "torch" and len(facts) == 2:
        (one, two), (a, b) = facts, known
        if one.ndim == 0 and two.ndim and _rank(a) <= _rank(b):
            return b
        if two.ndim == 0 and one.ndim and _rank(b) <= _rank(a):
            return a
    try:
        return dtypes.promote(*known)
    except TypeError as error:
        raise Unsupported(str(error)) from None


def _rank(dtype: DType) -> int:
    if dtype in CATEGORIES["integral or bool"]:
        return int(dtype != "bool")
    return 2 if dtype in CATEGORIES["real floating"] else 3


def _with_scalars(lowering: Any, common: Any, scalars: Iterable[Any], arrays: Any) -> Any:
    """Return the dtype of arrays of a dtype together with scalars."""
    kinds = {fact_of(s).dtype for s in scalars}
    if isinstance(common, DType):
        python = {"bool": bool, "int": int, "float": float, "complex": complex}
        return _rules.with_scalars(common, {python[k] for k in kinds if k in python})
    if kinds & {"float", "complex"} and common is not None:
        assume_floating(lowering, arrays)
    return common


def assume_floating(lowering: Any, arrays: Iterable[LowerArray]) -> None:
    """Note that arrays of dtypes that are not known are floating-point ones."""
    for array in arrays:
        dtype = array.fact.dtype
        if isinstance(dtype, DType) or dtype in lowering.floating:
            continue
        lowering.assume(array, "holds floating-point numbers")
        if dtype is not None:
            lowering.floating.add(dtype)


def _agreed(lowering: Any, arrays: Sequence[LowerArray], source: str) -> Any:
    """Return the common dtype of arrays; where one is not known, assume that they agree."""
    found = [a.fact.dtype for a in arrays]
    if all(isinstance(d, DType) for d in found):
        return common_dtype([a.fact for a in arrays], source)
    if all(d == found[0] for d in found) and found[0] is not None:
        return found[0]
    if len(arrays) > 1:
        for other in arrays[1:]:
            if other.fact.dtype is None or other.fact.dtype != arrays[0].fact.dtype:
                lowering.assume(other, "has the dtype of", arrays[0])
    known = [d for d in found if isinstance(d, DType)]
    return known[0] if known else next((d for d in found if d is not None), None)


def settle(lowering: Any, spec: Any, by_name: dict[str, Any]) -> Any:
    """Cast the arguments of an operation as the core does; return their common dtype."""
    if not spec.promoted:
        common = None
        for p in spec.arrays:
            value = by_name[p.name]
            if isinstance(value, LowerArray):
                if p.kind == "array" and spec.dtypes != "any":
                    value = by_name[p.name] = _fixed(lowering, spec, value)
                common = common or value.fact.dtype
        return common
    places: list[tuple[str, int | None]] = []
    for n in spec.promoted:
        value = by_name[n]
        places += [(n, i) for i in range(len(value))] if isinstance(value, list) else [(n, None)]
    values = [by_name[n] if i is None else by_name[n][i] for n, i in places]
    arrays = [v for v in values if isinstance(v, LowerArray)]
    scalars = [v for v in values if v is not None and fact_of(v).kind == "scalar"]
    if not arrays:
        if scalars and len(scalars) == len(values):
            widest = max((fact_of(s).dtype or "float" for s in scalars), key=WIDTH.index)
            common = config.default_dtype({"bool": bool, "int": int, "float": float}[widest])
            for (n, _), v in zip(places, values, strict=True):
                by_name[n] = lowering.asarray(v, common)
            return common
        return None
    common = _with_scalars(lowering, _agreed(lowering, arrays, lowering.source), scalars, arrays)
    common = _accepted(lowering, spec, common, arrays)
    for position, ((n, i), v) in enumerate(zip(places, values, strict=True)):
        new = v
        if isinstance(v, LowerArray):
            if isinstance(common, DType) and isinstance(v.fact.dtype, DType):
                new = lowering.cast(v, common)
        elif (
            v is not None
            and fact_of(v).kind == "scalar"
            and not _may_stay(lowering, spec, position)
        ):
            new = lowering.asarray(v, common if isinstance(common, DType) else arrays[0].dtype)
        if i is None:
            by_name[n] = new
        else:
            by_name[n] = [*by_name[n][:i], new, *by_name[n][i + 1 :]]
    return common


def _may_stay(lowering: Any, spec: Any, position: int) -> bool:
    """Return whether a Python scalar may stand in this place of the target's function."""
    if spec.name not in lowering.core.TAKES_SCALARS:
        return False
    return position > 0 or lowering.target.weak_left or spec.name in OPERATION.values()


def _accepted(lowering: Any, spec: Any, common: Any, arrays: Sequence[LowerArray]) -> Any:
    """Return the dtype that an operation works in, as the core's rule has it."""
    if not isinstance(common, DType):
        if spec.dtypes in _FLOATING:
            assume_floating(lowering, arrays)
        return common
    if common in CATEGORIES[spec.dtypes]:
        return common
    if spec.dtypes in _FLOATING and common in CATEGORIES["integral or bool"]:
        return config.float_dtype.get()
    raise Unsupported(f"{spec.name} takes {spec.dtypes} arrays, not {common}")


def _fixed(lowering: Any, spec: Any, x: LowerArray) -> Any:
    wanted = _accepted(lowering, spec, x.fact.dtype, [x])
    return lowering.cast(x, wanted) if isinstance(wanted, DType) else x


def promote(lowering: Any, a: LowerArray, b: LowerArray) -> list[Any]:
    """Cast two operands of a function of the source to what its rule of promotion says."""
    if isinstance(a.fact.dtype, DType) and isinstance(b.fact.dtype, DType):
        if a.fact.dtype is not b.fact.dtype:
            common = common_dtype([a.fact, b.fact], lowering.source)
            return [lowering.cast(a, common), lowering.cast(b, common)]
    return [a, b]


# -- functions that operators say as well --------------------------------------------------------


def _path(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def as_operator(target: Target, node: ast.expr, natives: Iterable[Any]) -> ast.expr:
    """Return ``a + b`` for ``np.add(a, b)``; the call stays in the attribute `call_form`."""
    if not isinstance(node, ast.Call) or node.keywords:
        return node
    op = target.operators.get(_path(node.func))
    if op is None or any(isinstance(a, ast.Starred) for a in node.args):
        return node
    new: Any
    if issubclass(op, ast.unaryop):
        (operand,) = node.args
        new = ast.UnaryOp(op(), operand)
    else:
        left, right = node.args
        new = _binary_node(op, left, right)
        if isinstance(left, ast.Constant | ast.UnaryOp) and not target.weak_left:
            return new
    new.call_form = node  # read by `Lowering.finish`
    return new


def _binary_node(op: Any, left: ast.expr, right: ast.expr) -> ast.expr:
    if issubclass(op, ast.cmpop):
        return ast.Compare(left, [op()], [right])
    return ast.BinOp(left, op(), right)


def inside(lowering: Any, op: type[ast.AST], *operands: Any) -> Any:
    """Run an operator inside a function of a frontend or of the core."""
    if len(operands) == 1:
        (x,) = operands
        if op is ast.UAdd:
            return x
        if op is ast.Invert:
            if x.fact.dtype == "bool":
                return lowering.apply(registry["logical_not"], (x,))
            return _array(lowering, ast.UnaryOp(ast.Invert(), x.node), x.fact)
        return lowering.apply(registry["negative"], (x,))
    name = OPERATION.get(op, "")
    if not name:
        raise NeedsRuntime(f"the operator {_SYMBOL.get(op, op.__name__)} of arrays")
    return lowering.apply(registry[name], operands)


def _array(lowering: Any, node: ast.expr, fact: Fact) -> Any:
    return lowering.array_class(Sym(node, fact))


# -- operators of the user's code ----------------------------------------------------------------


def lower(lowering: Any, symbol: str, *operands: Any) -> Any:
    """Lower an operator that the user wrote."""
    if len(operands) == 1:
        return _unary(lowering, symbol, operands[0])
    a, b = operands
    op = SYNTAX.get(symbol)
    if op is None:
        raise Unsupported(f"the operator {symbol}")
    if not (isinstance(a, LowerArray) or isinstance(b, LowerArray)):
        if issubclass(op, ast.cmpop):
            return compare(op, a, b)
        return binary(op, a, b)  # type: ignore[arg-type]  # the other operators are binary
    if _lacks(lowering, OPERATION[op], a, b):
        return lowering.apply(registry[OPERATION[op]], (a, b))
    if op is ast.MatMult:
        return _matmul(lowering, a, b)
    return _elementwise(lowering, op, a, b)


def _lacks(lowering: Any, name: str, *operands: Any) -> bool:
    """Return whether the target's own operator does not do the dtype of its operands."""
    found = {v.fact.dtype for v in operands if isinstance(v, LowerArray)}
    if not name or len(found) != 1:
        return False
    way = lowering.detour(registry[name], found.pop())
    return way is not None and lowering.target.public(way, name) is None


def _unary(lowering: Any, symbol: str, x: Any) -> Any:
    op = UNARY.get(symbol)
    if op is None:
        raise Unsupported(f"the operator {symbol}")
    fact = fact_of(x)
    if op is ast.Not:
        return Sym(ast.UnaryOp(op(), to_node(x)), Fact("scalar", dtype="bool"))
    if op is ast.USub and _lacks(lowering, "negative", x):
        return lowering.apply(registry["negative"], (x,))
    if isinstance(x, LowerArray):
        return _array(lowering, ast.UnaryOp(op(), x.node), fact)
    return Sym(ast.UnaryOp(op(), to_node(x)), Fact(fact.kind, fact.ndim, fact.dtype))


def _matmul(lowering: Any, a: Any, b: Any) -> Any:
    ranks = [fact_of(v).ndim for v in (a, b)]
    if lowering.target.name == "tensorflow":
        if any(r == 1 for r in ranks):
            return lowering.apply(registry["matmul"], (a, b))
        for v, r in zip((a, b), ranks, strict=True):
            if r is None:
                lowering.assume(v, "has two axes or more")
    found = [fact_of(v).dtype for v in (a, b)]
    rank = _rules.RANK["matmul"]({"x1": ranks[0], "x2": ranks[1]})
    dtype = found[0] if found[0] == found[1] else None
    return _array(
        lowering, ast.BinOp(to_node(a), ast.MatMult(), to_node(b)), Fact("array", rank, dtype)
    )


def _elementwise(lowering: Any, op: type[ast.AST], a: Any, b: Any) -> Any:
    arrays = [v for v in (a, b) if isinstance(v, LowerArray)]
    facts = [fact_of(v) for v in (a, b)]
    comparison = issubclass(op, _COMPARISONS)
    if len(arrays) == 2:
        found = [v.fact.dtype for v in arrays]
        same = found[0] is not None and found[0] == found[1]
        if not same and not all(isinstance(d, DType) for d in found):
            if lowering.target.promotes or (comparison and lowering.target.name == "numpy"):
                common: Any = None
            else:
                return _promoting_helper(lowering, op, a, b)
        else:
            common = found[0] if same else common_dtype(facts, lowering.source)
    else:
        (array,) = arrays
        other = b if a is array else a
        common = array.fact.dtype
        if fact_of(other).kind == "scalar":
            common = _with_scalars(lowering, common, [other], arrays)
        else:
            lowering.assume(other, "is a Python number, or an array of the dtype of", array)
    common = _working_dtype(lowering, op, common, arrays)
    if common == "bool" and op in _OF_BOOLS and len(arrays) == 2:
        if lowering.target.name == "tensorflow":
            return lowering.apply(registry[_OF_BOOLS[op]], (a, b))
    operands = [
        lowering.cast(v, common)
        if isinstance(v, LowerArray)
        and isinstance(common, DType)
        and isinstance(v.fact.dtype, DType)
        and not (comparison and lowering.target.name != "tensorflow")
        else v
        for v in (a, b)
    ]
    ranks = [0 if f.kind == "scalar" else f.ndim for f in facts]
    rank = None if None in ranks else max(r for r in ranks if r is not None)
    left, right = map(to_node, operands)
    if comparison:
        node = _binary_node(op, left, right)
        return _array(lowering, node, Fact("array", rank, dtypes.bool))
    if op in (ast.LShift, ast.RShift) and lowering.target.name == "tensorflow":
        raise Unsupported(f"the operator {_SYMBOL[op]} of arrays")
    return _array(lowering, ast.BinOp(left, op(), right), Fact("array", rank, common))  # type: ignore[arg-type]  # a binary operator


def _working_dtype(lowering: Any, op: type[ast.AST], common: Any, arrays: Any) -> Any:
    """Return the dtype that an operator works in: true division gives floats."""
    if op is not ast.Div:
        return common
    if not isinstance(common, DType):
        assume_floating(lowering, arrays)
        return common
    return config.float_dtype.get() if common in CATEGORIES["integral or bool"] else common


_PROMOTED = {
    "numpy": '''def HELPER(x, y):
    """Return two arrays in their common dtype: the higher kind wins, then the wider one."""
    ranks = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
    a, b = ranks[x.dtype.kind], ranks[y.dtype.kind]
    # An array without axes says only of what kind the result is.
    if (a > b and a < 3) or (a == b and x.ndim > y.ndim == 0):
        dtype = x.dtype
    elif (b > a and b < 3) or (a == b and y.ndim > x.ndim == 0):
        dtype = y.dtype
    else:
        dtype = np.promote_types(x.dtype, y.dtype)
    return x.astype(dtype, copy=False), y.astype(dtype, copy=False)''',
    "tensorflow": '''def HELPER(x, y):
    """Return two arrays in their common dtype: the higher kind wins, then the wider one."""

    def rank(dtype):
        return 0 if dtype == tf.bool else 1 if dtype.is_integer else 2 if dtype.is_floating else 3

    a, b = rank(x.dtype), rank(y.dtype)
    # An array without axes says only of what kind the result is.
    if (a > b and a < 3) or (a == b and x.ndim > y.ndim == 0):
        dtype = x.dtype
    elif (b > a and b < 3) or (a == b and y.ndim > x.ndim == 0):
        dtype = y.dtype
    else:
        dtype = tf.as_dtype(np.promote_types(x.dtype.as_numpy_dtype, y.dtype.as_numpy_dtype))
    return tf.cast(x, dtype), tf.cast(y, dtype)''',
}


def _promoting_helper(lowering: Any, op: type[ast.AST], a: LowerArray, b: LowerArray) -> Any:
    """Return a call of a helper that promotes its operands when the program runs."""
    target = lowering.target
    imports = {lowering.target.roots[target.dtypes], "import numpy as np"}
    promoted = lowering.keep(
        "promoted", _PROMOTED[target.name], tuple(sorted(imports)), ("promoted",)
    )
    lines = ["def HELPER(x, y):", f"    x, y = {promoted}(x, y)"]
    if op is ast.Div:
        whole = {
            "numpy": 'x.dtype.kind in "biu"',
            "tensorflow": "not (x.dtype.is_floating or x.dtype.is_complex)",
        }[target.name]
        float_name = f"{target.dtypes}.{config.float_dtype.get().name}"
        cast = {
            "numpy": f"x.astype({float_name}), y.astype({float_name})",
            "tensorflow": f"tf.cast(x, {float_name}), tf.cast(y, {float_name})",
        }[target.name]
        lines += [f"    if {whole}:", f"        x, y = {cast}"]
    lines.append(f"    return x {_SYMBOL[op]} y")
    name = OPERATION[op]
    helper = lowering.keep(
        name, "\n".join(lines), (lowering.target.roots[target.dtypes],), ("operator", op)
    )
    node = call_node(path_node(f"helpers.{helper}"), (a, b), {})
    texts = [shortened(v.data.text, 30) for v in (a, b)]
    reason = f"the dtypes of {texts[0]} and {texts[1]} are not proved equal"
    lowering.because(Sym(node), reason)
    ranks = [a.fact.ndim, b.fact.ndim]
    rank = None if None in ranks else max(r for r in ranks if r is not None)
    dtype = dtypes.bool if issubclass(op, _COMPARISONS) else None
    return _array(lowering, node, Fact("array", rank, dtype))


# -- reading and writing by index ----------------------------------------------------------------


def is_basic(key: Any) -> bool:
    """Return whether an index holds integers, slices, None and ``...`` only."""
    parts = key if isinstance(key, tuple) else (key,)
    return all(_is_basic(p) for p in parts)


def _is_basic(part: Any) -> bool:
    if part is None or part is ...:
        return True
    if isinstance(part, slice):
        return not (isinstance(part.step, int) and part.step < 0) and not any(
            isinstance(p, LowerArray) for p in (part.start, part.stop, part.step)
        )
    if isinstance(part, Sym):
        return part.fact.kind in ("scalar", "unknown", "python")
    return isinstance(part, int) and not isinstance(part, bool)


def _native_key(key: Any) -> Any:
    if isinstance(key, tuple):
        return tuple([_native_key(k) for k in key])
    if isinstance(key, slice):
        return slice(*[_native_key(p) for p in (key.start, key.stop, key.step)])
    return key.data if isinstance(key, LowerArray) else key


def plain_subscript(lowering: Any, x: LowerArray, key: Any) -> Any:
    """Return ``x[key]`` as the target writes it."""
    parts = key if isinstance(key, tuple) else (key,)
    rank = x.fact.ndim
    if rank is not None:
        for p in parts:
            if isinstance(p, Sym) and p.fact.kind != "scalar":
                rank = None
                break
            if p is None:
                rank += 1
            elif p is not ... and not isinstance(p, slice):
                rank -= 1
    node = ast.Subscript(x.node, key_node(_native_key(key)), ast.Load())
    return _array(lowering, node, Fact("array", rank, x.fact.dtype))


def short_subscript(lowering: Any, x: LowerArray, key: Any) -> Any:
    """Return ``x[key]`` where the target has an expression for it; None for its own function."""
    if is_basic(key):
        return plain_subscript(lowering, x, key)
    is_mask = isinstance(key, LowerArray) and key.fact.dtype == "bool"
    if is_mask and lowering.target.name == "tensorflow":
        ranks = (x.fact.ndim, key.fact.ndim)
        rank = None if None in ranks else ranks[0] - ranks[1] + 1
        node = call_node(path_node("tf.boolean_mask"), (x, key), {})
        return _array(lowering, node, Fact("array", rank, x.fact.dtype))
    return None


def _arrays_for_lists(lowering: Any, key: Any) -> Any:
    if isinstance(key, tuple):
        return tuple([_arrays_for_lists(lowering, k) for k in key])
    if isinstance(key, list) and lowering.target.name != "numpy":
        return lowering.asarray(key)
    return key


def subscript(lowering: Any, value: Any, key: Any) -> Any:
    """Lower ``value[key]`` that the user wrote."""
    if not isinstance(value, LowerArray):
        if isinstance(value, Sym) and isinstance(value.node, ast.Tuple) and isinstance(key, int):
            item = value.node.elts[key]  # of several results, one is used
            fact = value.fact.items[key] if value.fact.items else Fact()
            return _array(lowering, item, fact) if fact.kind == "array" else Sym(item, fact)
        return lowering.evaluator.item(value, key)
    if is_basic(key):
        return plain_subscript(lowering, value, key)
    key = _arrays_for_lists(lowering, key)
    if lowering.target.name == "numpy":
        result = plain_subscript(lowering, value, key)
        return _array(lowering, result.node, Fact("array", None, value.fact.dtype))
    return lowering.apply(registry["getitem"], (value, key))


def store(lowering: Any, value: Any, key: Any, new: Any) -> Any:
    """Lower ``value[key] = new`` to the array that comes out."""
    if not isinstance(value, LowerArray):
        raise Unsupported(f"an assignment to an index of {shortened(ast.unparse(to_node(value)))}")
    key = _arrays_for_lists(lowering, key)
    if isinstance(new, list | tuple):
        new = lowering.asarray(new, value.dtype)
    elif isinstance(new, LowerArray) and isinstance(value.fact.dtype, DType):
        new = lowering.cast(new, value.fact.dtype) if new.fact.dtype != value.fact.dtype else new
    if lowering.target.name == "jax":
        short = _stored_on_jax(lowering, value, key, new)
        if short is not None:
            return short
    return lowering.apply(registry["setitem"], (value, new, key))


def _stored_on_jax(lowering: Any, x: LowerArray, key: Any, new: Any) -> Any:
    """Return ``x.at[key].set(new)``, or the `where` for a mask; None where neither is the same."""
    fact = fact_of(new)
    whole = x.fact.dtype in CATEGORIES["integral or bool"]
    if fact.kind == "scalar":
        if whole and fact.dtype not in ("bool", "int"):
            return None  # the number is cut to an integer
    elif fact.kind != "array":
        return None
    if is_basic(key):
        place = ast.Subscript(
            ast.Attribute(x.node, "at", ast.Load()), key_node(_native_key(key)), ast.Load()
        )
        node = call_node(ast.Attribute(place, "set", ast.Load()), (new,), {})
        return _array(lowering, node, x.fact)
    is_mask = isinstance(key, LowerArray) and key.fact.dtype == "bool"
    if is_mask and fact.kind == "scalar" and key.fact.ndim == x.fact.ndim is not None:
        node = call_node(path_node("jnp.where"), (key, new, x), {})
        return _array(lowering, node, x.fact)
    return None


# -- attributes ----------------------------------------------------------------------------------

# The attributes of arrays that every target has.
_PLAIN = ("shape", "dtype", "ndim")


def attribute(lowering: Any, x: Any, name: str) -> Any:
    """Lower an attribute of an array that the user reads."""
    if not isinstance(x, LowerArray):
        raise Unsupported(f"the attribute {name} of {shortened(ast.unparse(to_node(x)))}")
    if name in _PLAIN:
        return (
            Sym(ast.Attribute(x.node, name, ast.Load()), getattr(x.data, name).fact)
            if (name != "ndim")
            else Sym(ast.Attribute(x.node, name, ast.Load()), Fact("scalar", dtype="int"))
        )
    tensorflow = lowering.target.name == "tensorflow"
    if name in ("T", "mT"):
        if tensorflow:
            path = "tf.transpose" if name == "T" else "tf.linalg.matrix_transpose"
            return _array(lowering, call_node(path_node(path), (x,), {}), x.fact)
        return _array(lowering, ast.Attribute(x.node, name, ast.Load()), x.fact)
    raise Unsupported(f"the attribute {name} of an array")
