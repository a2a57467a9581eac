"""`op` and `composite`: from the declaration of an operation to the functions that run it.

All dispatch is in this file. Two functions are generated for each operation:

- the public one, with the declared signature. It looks up ``type(x).op_NAME`` on its first array,
  or on the current backend's class where there is no array, and calls it with every argument in
  the order of the declaration. The arguments are then Arrays and Python scalars; native arrays have
  been wrapped.
- ``op_NAME`` of a backend's array class, made when it is first looked up. It settles dtypes, calls
  the backend's own function with native arrays, and wraps what comes back.
"""

from __future__ import annotations

import builtins
import functools
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import index as operator_index
from typing import Any, TypeVar

import numpy

from ivy import config
from ivy.array import CLASSES, Array, agree, lift, new
from ivy.backends import current
from ivy.devices import normalised
from ivy.dtypes import CATEGORIES, DType, iinfo, named, promote
from ivy.functional import _rules

F = TypeVar("F", bound=Callable[..., Any])

SCALARS = frozenset([bool, int, float, complex])
PLAIN = SCALARS | {type(None)}
REQUIRED = object()

# How a parameter takes part in dispatch, from its annotation.
KINDS = {
    "Array": "array",
    "Array | complex": "operand",
    "Array | float": "operand",
    "Array | None": "optional",
    "Array | float | None": "optional",
    "Array | complex | None": "optional",
    "Sequence[Array]": "sequence",
    "Sequence[Array | complex]": "sequence",
    "Key": "key",
    "DType": "dtype",
    "DType | str": "dtype",
    "DType | str | None": "dtype",
}
ARRAYS = frozenset(["array", "operand", "optional", "sequence"])


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of an operation."""

    name: str
    kind: str
    default: Any
    keyword_only: bool
    positional_only: bool


@dataclass(eq=False, slots=True)
class Spec:
    """What is known of an operation: the row that everything else is derived from."""

    name: str
    chapter: str
    params: tuple[Param, ...]
    # The body in other operations; None where every backend implements the operation itself.
    body: Callable[..., Any] | None
    # The dtypes that arrays may have (a key of `dtypes.CATEGORIES`).
    dtypes: str
    # The parameters whose dtypes become one.
    promoted: tuple[str, ...]
    # Dtype and rank of the result, see `_rules`.
    result: str
    rank: str
    # What an absent `dtype=` means, see `_rules.DEFAULT_DTYPES`.
    default_dtype: str
    # "array", "tuple" or "list", and the class of a tuple with names.
    returns: str
    returns_class: Any
    method: bool
    # Whether a reduced axis must have an element.
    nonempty: bool
    call: Callable[..., Any] = field(init=False)
    # What executes arguments of these types, for combinations that `enter` has seen.
    met: dict[tuple[type, ...], Callable[..., Any]] = field(init=False, default_factory=dict)

    @property
    def arrays(self) -> tuple[Param, ...]:
        """The parameters that arrays are passed to."""
        return tuple(p for p in self.params if p.kind in ARRAYS)


registry: dict[str, Spec] = {}


def op(
    *,
    dtypes: str = "any",
    result: str = "same",
    rank: str = "same",
    promoted: tuple[str, ...] | None = None,
    default_dtype: str = "",
    method: bool = False,
    nonempty: bool = False,
) -> Callable[[F], F]:
    """Declare an operation that every backend implements; the function has no body.

    Parameters
    ----------
    dtypes
        The dtypes that its arrays may have, a key of `ivy.dtypes.CATEGORIES`. With
        ``"real floating"`` and ``"floating"``, integers and bools become the default float dtype.
    result, rank
        The rules in `ivy.functional._rules` that give dtype and rank of the result.
    promoted
        The parameters whose dtypes are promoted to a common one; by default those named `x1`, `x2`
        and `arrays`.
    default_dtype
        The rule for an absent `dtype` option.
    method
        Whether `Array` has a method of this name.
    nonempty
        Whether reducing an empty axis is an error, because the reduction has no identity.
    """

    def declare(fn: F) -> F:
        return _declare(fn, None, dtypes, result, rank, promoted, default_dtype, method, nonempty)

    return declare


def composite(
    *,
    dtypes: str = "any",
    result: str = "same",
    rank: str = "same",
    promoted: tuple[str, ...] | None = None,
    default_dtype: str = "",
    method: bool = False,
    nonempty: bool = False,
) -> Callable[[F], F]:
    """Declare an operation by a body in other operations, which a backend may override.

    The parameters are those of `op`.
    """

    def declare(fn: F) -> F:
        return _declare(fn, fn, dtypes, result, rank, promoted, default_dtype, method, nonempty)

    return declare


def _declare(
    fn: F,
    body: F | None,
    dtypes: str,
    result: str,
    rank: str,
    promoted: tuple[str, ...] | None,
    default_dtype: str,
    method: bool,
    nonempty: bool,
) -> F:
    params = _parameters(fn)
    names = [p.name for p in params]
    returns, returns_class = _returned(fn)
    spec = Spec(
        name=fn.__name__,
        chapter=fn.__module__.rpartition(".")[2],
        params=params,
        body=body,
        dtypes=dtypes,
        promoted=tuple(
            n for n in (("x1", "x2", "arrays") if promoted is None else promoted) if n in names
        ),
        result=result,
        rank=rank,
        default_dtype=default_dtype,
        returns=returns,
        returns_class=returns_class,
        method=method,
        nonempty=nonempty,
    )
    if not (CATEGORIES.get(dtypes) and _rules.known(spec)):
        raise AssertionError(f"{spec.name}: unknown rule among {dtypes}, {result}, {rank}")
    public = _generate(_dispatcher(spec), spec.name, SPEC=spec, enter=enter, **_SPACE)
    public.__defaults__, public.__kwdefaults__ = fn.__defaults__, fn.__kwdefaults__
    functools.update_wrapper(public, fn)
    public.spec = spec
    spec.call = public
    registry[spec.name] = spec
    return public


def _parameters(fn: Callable[..., Any]) -> tuple[Param, ...]:
    code, annotations = fn.__code__, fn.__annotations__
    count = code.co_argcount
    names = code.co_varnames[: count + code.co_kwonlyargcount]
    defaults = dict(zip(reversed(names[:count]), reversed(fn.__defaults__ or ()), strict=False))
    defaults.update(fn.__kwdefaults__ or {})
    return tuple(
        Param(
            name=n,
            kind=KINDS.get(annotations[n], "option"),
            default=defaults.get(n, REQUIRED),
            keyword_only=i >= count,
            positional_only=i < code.co_posonlyargcount,
        )
        for i, n in enumerate(names)
    )


def _returned(fn: Callable[..., Any]) -> tuple[str, Any]:
    annotation = fn.__annotations__["return"]
    if annotation == "Array":
        return "array", None
    if annotation.startswith("list["):
        return "list", None
    return "tuple", None if annotation.startswith("tuple[") else fn.__globals__[annotation]


# -- generating code -----------------------------------------------------------------------------


@functools.cache
def _compiled(source: str, name: str) -> types.CodeType:
    module = compile(source, f"<ivy.{name}>", "exec")
    return next(c for c in module.co_consts if isinstance(c, types.CodeType))


def _generate(source: str, name: str, **space: Any) -> Any:
    # C code that imports, as torch's does, looks for the builtins of whoever called it.
    space["__builtins__"] = vars(builtins)
    fn = types.FunctionType(_compiled(source, name), space, name)
    # tf.function shall not try to convert generated code, which has no source to read.
    fn.autograph_info__ = {}  # type: ignore[attr-defined]
    return fn


_SPACE: dict[str, Any] = {
    "type": type,
    "AttributeError": AttributeError,
    "SCALARS": SCALARS,
    "PLAIN": PLAIN,
    "classes": CLASSES,
    "current": current.get,
}


def _signature(spec: Spec) -> str:
    parts: list[str] = []
    for i, p in enumerate(spec.params):
        if p.keyword_only and not (i and spec.params[i - 1].keyword_only):
            parts.append("*")
        parts.append(p.name)
        following = spec.params[i + 1 : i + 2]
        if p.positional_only and not (following and following[0].positional_only):
            parts.append("/")
    return ", ".join(parts)


def _dispatcher(spec: Spec) -> str:
    arrays = spec.arrays
    everything = ", ".join(p.name for p in spec.params)
    enter = f"enter(SPEC, ({everything}{',' if everything else ''}))"
    if any(p.kind == "sequence" for p in arrays):
        return f"def {spec.name}({_signature(spec)}):\n    return {enter}\n"
    lines = [f"def {spec.name}({_signature(spec)}):"]
    if arrays:
        first, *rest = arrays
        chosen = f"type({first.name})"
        if first.kind == "optional":  # a draw without a key: nothing says where
            chosen += f" if {first.name} is not None else classes[current()]"
        lines.append(f"    c = {chosen}")
        for p in rest:
            plain = {"operand": "SCALARS", "optional": "PLAIN"}.get(p.kind)
            also = f" and type({p.name}) not in {plain}" if plain else ""
            lines.append(f"    if type({p.name}) is not c{also}:")
            lines.append(f"        return {enter}")
    else:
        lines.append("    c = classes[current()]")
    lines += [
        "    try:",
        f"        f = c.op_{spec.name}",
        "    except AttributeError:",
        f"        return {enter}",
        f"    return f({everything})",
    ]
    return "\n".join(lines) + "\n"


def operator(spec: Spec, method: str, reflected: bool) -> Callable[[Any, Any], Any]:
    """Return the method behind an operator; it leaves to others what is no operand of ours."""
    order = "other, self" if reflected else "self, other"
    also = " and type(other) not in SCALARS" if spec.params[1].kind == "operand" else ""
    source = (
        f"def {method}(self, other):\n"
        f"    c = type(self)\n"
        f"    if type(other) is not c{also}:\n"
        f"        return enter(SPEC, ({order})) if is_operand(other) else NotImplemented\n"
        f"    try:\n"
        f"        f = c.op_{spec.name}\n"
        f"    except AttributeError:\n"
        f"        f = find(c, SPEC)\n"
        f"    return f({order})\n"
    )
    from ivy.array import is_operand

    space = {**_SPACE, "NotImplemented": NotImplemented, "is_operand": is_operand, "find": find}
    result: Callable[[Any, Any], Any] = _generate(source, method, SPEC=spec, enter=enter, **space)
    return result


def find(cls: type[Array], spec: Spec) -> Callable[..., Any]:
    """Return ``cls.op_NAME``, made now where it is looked up for the first time."""
    name = f"op_{spec.name}"
    if name not in cls.__dict__:
        _make(cls, spec.name)
    f: Callable[..., Any] = getattr(cls, name)
    return f


def _make(cls: type[Array], op: str) -> None:
    setattr(cls, f"op_{op}", staticmethod(cls.build(registry[op])))


# torch.compile shall run this when it first meets an operation, and not look into it. It is what
# torch.compiler.assume_constant_result sets, without importing torch.
_make._dynamo_marked_constant = True  # type: ignore[attr-defined]


def enter(spec: Spec, args: tuple[Any, ...]) -> Any:
    """Run an operation on arguments of any kind: native arrays, mixed classes, sequences."""
    kinds = tuple([type(a) for a in args])
    met = spec.met.get(kinds)
    if met is not None:
        return met(*args)
    arrays = []
    lifted = list(args)
    for i, p in enumerate(spec.params):
        if p.kind == "sequence":
            lifted[i] = [lift(v) for v in args[i]]
            arrays += lifted[i]
        elif p.kind in ARRAYS:
            lifted[i] = lift(args[i])
            if lifted[i] is not None or p.kind != "optional":
                arrays.append(lifted[i])
        elif p.kind == "key":
            arrays += key_arrays(args[i])
    for value in arrays:
        if not isinstance(value, Array | bool | int | float | complex):
            raise TypeError(
                f"ivy.{spec.name}: expected arrays, got {type(value).__name__}; "
                "make one with ivy.asarray"
            )
    free = all(p.kind == "optional" for p in spec.arrays) and not arrays
    cls = CLASSES[current.get()] if free else agree(spec.name, *arrays)
    for i, p in enumerate(spec.params):
        if p.kind == "array" and not isinstance(lifted[i], Array):
            raise TypeError(
                f"ivy.{spec.name}: expected an array, got {p.name}={lifted[i]!r}; "
                "make one with ivy.asarray"
            )
    f = find(cls, spec)
    inside = any(p.kind in ("sequence", "key") for p in spec.params)
    if not free and not inside and all(a is b for a, b in zip(args, lifted, strict=True)):
        spec.met[kinds] = f
    return f(*lifted)


def key_arrays(key: Any) -> list[Array]:
    """Return the arrays in an index."""
    parts = key if isinstance(key, tuple) else (key,)
    found = [lift(k) for k in parts if not isinstance(k, int | slice | type(None) | type(...))]
    return [k for k in found if isinstance(k, Array)]


# -- running on a backend ------------------------------------------------------------------------


def build_composite(spec: Spec) -> Callable[..., Any]:
    """Return ``op_NAME`` that runs the operation's body, on any class of array."""
    call = ", ".join(f"{p.name}={p.name}" if p.keyword_only else p.name for p in spec.params)
    everything = ", ".join(p.name for p in spec.params)
    checked = spec.promoted or tuple(p.name for p in spec.params if p.kind == "array")
    lines = [f"def op_{spec.name}({everything}):"]
    if spec.dtypes != "any" and checked:
        names = "".join(f"{n}, " for n in checked)
        lines.append(f"    {names}= accepted(SPEC, ({names}))")
    lines.append(f"    return body({call})")
    result: Callable[..., Any] = _generate(
        "\n".join(lines) + "\n", f"op_{spec.name}", body=spec.body, SPEC=spec, accepted=accepted
    )
    return result


def accepted(spec: Spec, values: Sequence[Any]) -> Sequence[Any]:
    """Return the arrays for the body of an operation in dtypes that it takes, or raise."""
    category = CATEGORIES[spec.dtypes]
    if all(v.dtype in category for v in values if isinstance(v, Array)):
        return values
    common = common_dtype(spec.name, values)
    wanted = _accept(spec, common)
    if wanted is common:
        return values  # the body promotes
    cast = registry["astype"].call
    return [cast(v, wanted) if isinstance(v, Array) else v for v in values]


def build_native(cls: type[Array], spec: Spec) -> Callable[..., Any]:
    """Return ``op_NAME`` of a backend's array class."""
    implementation = cls.implementation(spec)
    if implementation is None:
        if spec.body is None:
            raise AssertionError(f"the {cls.NAME} backend lacks {spec.chapter}.{spec.name}")
        return build_composite(spec)
    core = cls.CORE
    detours = _detours(cls, spec, implementation)
    accepted = frozenset(core.DTYPES[d.name] for d in CATEGORIES[spec.dtypes]) - detours.keys()
    plain = all(p.kind in ("option", "array", "operand") for p in spec.params)
    arrays = [p.name for p in spec.arrays]
    lines = []
    if plain and len(arrays) == 1:
        (x,) = arrays
        lines.append(f"    {x} = {x}.data")
        if spec.dtypes != "any" or detours:
            lines += [f"    if {x}.dtype not in OK:", f"        {x} = fix(SPEC, C, {x})"]
            lines += [f"        f = DETOURS.get({x}.dtype, impl)"] if detours else []
    elif len(arrays) == 1 and _is_simple(spec):
        (x,) = arrays
        lines.append(f"    {x} = {x}.data")
        for p in spec.params:
            if p.kind == "dtype":
                lines.append(f"    if {p.name} is None: {p.name} = DEFAULTS[{x}.dtype]")
                lines.append(f"    else: {p.name} = NATIVE[dtype_of({p.name}).name]")
            elif p.name == "device":
                lines.append("    if device is not None: device = normalised(device)")
        if spec.dtypes != "any" or detours:
            lines += [f"    if {x}.dtype not in OK:", f"        {x} = fix(SPEC, C, {x})"]
            lines += [f"        f = DETOURS.get({x}.dtype, impl)"] if detours else []
    elif plain and len(arrays) == 2 and set(arrays) == set(spec.promoted):
        a, b = arrays
        lines += [
            f"    if type({a}) is C and type({b}) is C:",
            f"        {a} = {a}.data; {b} = {b}.data; d = {a}.dtype",
            f"        if d is not {b}.dtype or d not in OK:",
            f"            {a}, {b} = settle(SPEC, C, (C({a}), C({b})))",
            *([f"            f = DETOURS.get({a}.dtype, impl)"] if detours else []),
            f"    elif type({a}) is C and ({a}.data.dtype, type({b})) in FREE:",
            f"        {a} = {a}.data",
            f"    elif type({a}) is C and ({a}.data.dtype, type({b})) in FLOATS:",
            f"        {a} = {a}.data; {b} = scalar({b}, {a}.dtype, {a})",
            f"    elif type({b}) is C and ({b}.data.dtype, type({a})) in FLOATS:",
            f"        {b} = {b}.data; {a} = scalar({a}, {b}.dtype, {b})",
            "    else:",
            f"        {a}, {b} = settle(SPEC, C, ({a}, {b}))",
            *([f"        f = DETOURS.get({a}.dtype, impl)"] if detours else []),
        ]
    elif spec.params:
        everything = "".join(f"{p.name}, " for p in spec.params)
        lines.append(f"    {everything}= gather(SPEC, C, ({everything}))")
        lines += [f"    f = DETOURS.get({_deciding(spec)}, impl)"] if detours else []
    call = ", ".join(f"{p.name}={p.name}" if p.keyword_only else p.name for p in spec.params)
    if detours:
        lines.insert(0, "    f = impl")
    if spec.nonempty:
        lines.append("    if 0 in shape(x): check_not_empty(SPEC, shape(x), axis)")
    check = cls.check(spec)
    if check is not None:
        lines.append(f"    check({', '.join(p.name for p in spec.params)})")
    lines += [
        "    try:",
        f"        r = {'f' if detours else 'impl'}({call})",
        "    except Exception as error:",
        f"        describe(error, SPEC, C, ({''.join(p.name + ', ' for p in spec.params)}))",
        "        raise",
    ]
    if spec.returns == "array":
        lines.append("    o = new(C); o.data = r; return o")
    elif spec.returns == "list":
        lines.append("    return [C(v) for v in r]")
    elif spec.returns_class is None:
        lines.append("    return tuple([C(v) for v in r])")
    else:
        lines.append("    return R(*[C(v) for v in r])")
    everything = ", ".join(p.name for p in spec.params)
    source = f"def op_{spec.name}({everything}):\n" + "\n".join(lines) + "\n"
    floats = CATEGORIES["real floating"] & CATEGORIES[spec.dtypes]
    plain_floats = [d for f in floats if (d := core.DTYPES[f.name]) not in detours]
    with_scalars = frozenset((d, s) for d in plain_floats for s in (int, float))
    free = spec.name in core.TAKES_SCALARS
    result: Callable[..., Any] = _generate(
        source,
        f"op_{spec.name}",
        type=type,
        tuple=tuple,
        Exception=Exception,
        new=new,
        C=cls,
        SPEC=spec,
        R=spec.returns_class,
        impl=implementation,
        OK=accepted,
        fix=fix,
        settle=settle,
        gather=gather,
        describe=describe,
        DETOURS=detours,
        shape=core.shape,
        check_not_empty=check_not_empty,
        check=check,
        FREE=with_scalars if free else frozenset(),
        FLOATS=with_scalars,
        scalar=core.scalar,
        dtype_of=dtype_of,
        normalised=normalised,
        NATIVE=core.DTYPES,
        DEFAULTS=_defaults(cls, spec),
    )
    return result


def _is_simple(spec: Spec) -> bool:
    """Whether nothing but the dtype of the array decides what an absent `dtype` means."""
    kinds = ("option", "array", "operand", "dtype")
    return all(p.kind in kinds for p in spec.params) and spec.default_dtype in ("", "accumulated")


def _defaults(cls: type[Array], spec: Spec) -> dict[Any, Any]:
    """Return, by the native dtype of the array, the one that an absent `dtype` means."""
    if not _is_simple(spec):
        return {}
    table = {}
    for native, dtype in cls.DTYPE_OF.items():
        default = _rules.default_dtype(spec, dtype, {})
        table[native] = None if default is None else cls.CORE.DTYPES[default.name]
    return table


def check_not_empty(spec: Spec, shape: tuple[int, ...], axis: Any) -> None:
    """Raise where an axis without elements is reduced."""
    axes = range(len(shape)) if axis is None else (axis,) if isinstance(axis, int) else axis
    if any(-len(shape) <= a < len(shape) and shape[a] == 0 for a in axes):
        raise ValueError(
            f"ivy.{spec.name}: expected at least one element along axis={axis}, got shape {shape}"
        )


# -- where a framework lacks a dtype -------------------------------------------------------------


def _detours(cls: type[Array], spec: Spec, implementation: Any) -> dict[Any, Callable[..., Any]]:
    """Return what to call instead of an implementation, by the native dtype that it does not do."""
    core = cls.CORE
    table = cls.detours(spec)
    return {
        core.DTYPES[name]: way
        if callable(way)
        else _through(cls, spec, table, implementation, core.DTYPES[name], way)
        for name, way in table.items()
    }


def _deciding(spec: Spec) -> str:
    """Return the expression of the native dtype that an implementation works in."""
    arrays = spec.arrays
    if not arrays:
        return "dtype"
    first = arrays[0].name
    return f"{first}[0].dtype" if arrays[0].kind == "sequence" else f"{first}.dtype"


def _through(
    cls: type[Array], spec: Spec, table: Any, implementation: Any, given: Any, way: str
) -> Callable[..., Any]:
    """Return a function that computes in another dtype, and casts what comes out back."""
    core = cls.CORE
    run = table[way] if callable(table.get(way)) else implementation
    wide = core.DTYPES["int64" if way == "ordered" else way]

    def there(value: Any) -> Any:
        if isinstance(value, list):
            return [there(v) for v in value]
        if isinstance(value, core.ARRAY_TYPES):
            if value.dtype != given:
                return value
            return core.ordered(value) if way == "ordered" else core.cast(value, wide)
        if type(value) in SCALARS and way == "ordered":
            return there(core.scalar(value, given, None))
        if type(value) is int and value > 2**63 - 1:
            return value - 2**64  # the same bits
        return value

    def back(value: Any, dtype: Any) -> Any:
        if isinstance(value, list | tuple):
            names = getattr(spec.returns_class, "_fields", [""] * len(value))
            return [
                v if n.endswith("indices") else back(v, dtype)
                for n, v in zip(names, value, strict=True)
            ]
        if way == "ordered":
            return core.unordered(value)
        return value if value.dtype == dtype else core.cast(value, dtype)

    def detoured(*args: Any, **options: Any) -> Any:
        by_kind = zip(spec.params, args, strict=False)
        args = tuple([there(v) if p.kind in ARRAYS else v for p, v in by_kind])
        wanted = options.get("dtype")
        if wanted is not None:
            options["dtype"] = wide if cls.DTYPE_OF[wanted].name in table else wanted
        result = run(*args, **options)
        if spec.result in ("bool", "index"):
            return result
        return back(result, given if wanted is None else wanted)

    return detoured


Array.build = classmethod(build_native)  # type: ignore[assignment,method-assign]


def _accept(spec: Spec, common: DType) -> DType:
    """Return the dtype that an operation works in for arrays of a dtype, or raise."""
    accepted = CATEGORIES[spec.dtypes]
    if common in accepted:
        return common
    if spec.dtypes in ("floating", "real floating") and common in CATEGORIES["integral or bool"]:
        return config.float_dtype.get()
    raise TypeError(
        f"ivy.{spec.name}: expected {spec.dtypes} arrays, got {common}; "
        "cast with ivy.astype if that is meant"
    )


def fix(spec: Spec, cls: type[Array], x: Any) -> Any:
    """Cast a native array to a dtype that the operation takes, or raise."""
    given = cls(x).dtype
    wanted = _accept(spec, given)
    return x if wanted is given else cls.CORE.cast(x, cls.CORE.DTYPES[wanted.name])


def common_dtype(op: str, values: Sequence[Any]) -> DType:
    """Return the dtype of arrays and Python scalars together.

    A scalar gives its kind only: it makes an integer array a float one of the default dtype, and
    leaves a float array as it is.
    """
    arrays = [v.dtype for v in values if isinstance(v, Array)]
    kinds = {type(v) for v in values if not isinstance(v, Array) and v is not None}
    try:
        common = promote(*arrays)
    except TypeError as error:
        raise TypeError(f"ivy.{op}: {error}") from None
    return _rules.with_scalars(common, kinds)


def settle(spec: Spec, cls: type[Array], values: Sequence[Any]) -> list[Any]:
    """Return native operands of one dtype for arrays and Python scalars."""
    common = _accept(spec, common_dtype(spec.name, values))
    core = cls.CORE
    dtype = core.DTYPES[common.name]
    takes_scalars = spec.name in core.TAKES_SCALARS
    like = next(v for v in values if isinstance(v, Array))
    out: list[Any] = []
    for i, v in enumerate(values):
        if isinstance(v, Array):
            out.append(v.data if v.dtype is common else core.cast(v.data, dtype))
        elif v is None:
            out.append(None)
        else:
            _check_range(spec, common, v)
            small = type(v) is not int or v < 2**63  # beyond, a framework may not take it
            if takes_scalars and i > 0 and small and type(v) in _LEFT_AS_IS[common.category]:
                out.append(v)
            else:
                out.append(core.scalar(v, dtype, like.data))
    return out


# The Python scalars that a native function may get beside an array of a category.
_LEFT_AS_IS: dict[str, tuple[type, ...]] = {
    "bool": (bool,),
    "signed integer": (int,),
    "unsigned integer": (int,),
    "real floating": (int, float),
    "complex floating": (int, float, complex),
}


def _check_range(spec: Spec, dtype: DType, value: Any) -> None:
    if dtype in CATEGORIES["integral"]:
        info = iinfo(dtype)
        if not info.min <= value <= info.max:
            raise OverflowError(
                f"ivy.{spec.name}: expected a scalar that fits {dtype} "
                f"({info.min} to {info.max}), got {value}"
            )


def gather(spec: Spec, cls: type[Array], args: Sequence[Any]) -> list[Any]:
    """Return native arguments for any operation: the general form of what is generated."""
    core = cls.CORE
    by_name = dict(zip([p.name for p in spec.params], args, strict=True))
    settled: dict[str, Any] = {}
    if spec.promoted:
        flat: list[Any] = []
        for n in spec.promoted:
            value = by_name[n]
            flat += value if isinstance(value, list) else [value]
        if any(isinstance(v, Array) for v in flat):
            natives = settle(spec, cls, flat)
            for n in spec.promoted:
                count = len(by_name[n]) if isinstance(by_name[n], list) else None
                settled[n] = natives[0] if count is None else natives[:count]
                natives = natives[1 if count is None else count :]
        elif flat:
            # Scalars only, beside other arrays: the common dtype of their kinds.
            common = _accept(spec, _rules.with_scalars(named("bool"), {type(v) for v in flat}))
            like = next(v.data for v in args if isinstance(v, Array))
            dtype = core.DTYPES[common.name]
            settled = {n: core.scalar(by_name[n], dtype, like) for n in spec.promoted}
    out: list[Any] = []
    first: DType | None = None
    for p, value in zip(spec.params, args, strict=True):
        if p.name in settled:
            out.append(settled[p.name])
        elif p.kind == "key":
            out.append(native_key(spec, cls, value))
        elif isinstance(value, Array):
            checked = p.kind == "array" and spec.dtypes != "any" and not spec.promoted
            out.append(fix(spec, cls, value.data) if checked else value.data)
        elif p.kind == "dtype":
            wanted = _rules.default_dtype(spec, first, by_name) if value is None else value
            out.append(None if wanted is None else core.DTYPES[dtype_of(wanted).name])
        elif p.name == "device" and value is not None:
            out.append(normalised(value))
        elif p.kind == "operand" and type(value) in SCALARS:
            dtype = config.default_dtype(type(value))
            if first is not None and type(value) in (float, complex):
                # In full precision, where an array before it has more than the default dtype.
                dtype = _rules.with_scalars(first, {type(value)})
            out.append(core.scalar(value, core.DTYPES[dtype.name], None))
        else:
            out.append(value)
        if first is None and isinstance(value, Array):
            first = value.dtype
    return out


def native_key(spec: Spec, cls: type[Array], key: Any) -> Any:
    """Return an index with native arrays in it; raise where it is none."""
    if isinstance(key, tuple):
        return tuple([_native_part(spec, cls, k) for k in key])
    return _native_part(spec, cls, key)


_BASIC = frozenset([int, bool, type(None), type(...)])


def _native_part(spec: Spec, cls: type[Array], key: Any) -> Any:
    if type(key) in _BASIC:
        return key
    if isinstance(key, slice):
        parts = (key.start, key.stop, key.step)
        return slice(*[k if k is None else operator_index(k) for k in parts])
    if isinstance(key, list):
        values = numpy.asarray(key) if key else numpy.empty(0, numpy.int64)
        if values.dtype.kind in "biu":
            dtype = "bool" if values.dtype.kind == "b" else "int64"
            return cls.CORE.asarray(values, cls.CORE.DTYPES[dtype], None)
    value = key.item() if isinstance(key, numpy.generic) else lift(key)
    if isinstance(value, Array):
        if value.NAME != cls.NAME:
            agree(spec.name, cls(None), value)  # raises
        if value.dtype in CATEGORIES["integral or bool"]:
            return value.data
    elif type(value) in _BASIC:
        return value
    elif hasattr(value, "__index__"):
        return operator_index(value)
    got = f"an array of {value.dtype}" if isinstance(value, Array) else repr(value)
    raise IndexError(
        f"ivy.{spec.name}: expected integers, slices, None, ... and integer or bool arrays as an "
        f"index, got {got}"
    )


def dtype_of(value: Any) -> DType:
    """Return the dtype that a dtype, its name, or a framework's own dtype object stands for."""
    if isinstance(value, DType):
        return value
    if isinstance(value, str):
        return named(value)
    if value in _PYTHON_TYPES:
        return config.default_dtype(value)
    for cls in CLASSES.values():
        found = cls.DTYPE_OF.get(value)
        if found is not None:
            return found
    raise TypeError(f"ivy: expected a dtype such as ivy.float32 or 'float32', got {value!r}")


_PYTHON_TYPES = (bool, int, float, complex)


def describe(error: Exception, spec: Spec, cls: type[Array], args: Sequence[Any]) -> None:
    """Add to a framework's exception which operation it came from, and on what."""
    parts = []
    for p, value in zip(spec.params, args, strict=True):
        if p.kind == "sequence":
            parts.append(f"{p.name}=[{', '.join(_summary(cls, v) for v in value)}]")
        else:
            parts.append(f"{p.name}={_summary(cls, value)}")
    error.add_note(f"in ivy.{spec.name}({', '.join(parts)}) on the {cls.NAME} backend")


def _summary(cls: type[Array], value: Any) -> str:
    if isinstance(value, cls.CORE.ARRAY_TYPES):
        array = cls(value)
        return f"Array({array.shape}, {array.dtype})"
    return repr(value)
