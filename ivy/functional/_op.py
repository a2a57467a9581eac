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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import index as operator_index
from typing import Any, TypeVar

import numpy

from ivy import config
from ivy.array import CLASSES, WHEN_MADE, Array, agree, lift, new, no_array
from ivy.backends import LIBRARIES, current
from ivy.devices import normalised
from ivy.dtypes import CATEGORIES, FLOAT8, DType, float32, iinfo, named, promote
from ivy.errors import UnsupportedError
from ivy.functional import _rules
from ivy.functional._faults import check_axis, check_integral, report, report_body

F = TypeVar("F", bound=Callable[..., Any])

SCALARS = frozenset([bool, int, float, complex])
PLAIN = SCALARS | {type(None)}
REQUIRED = object()

# How a parameter takes part in dispatch, from its annotation.
KINDS = {
    "Array": "array",
    "Array | complex": "operand",
    "Array | float": "operand",
    "Array | int": "optional",
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
# The parameters that say where: arrays of integers, which backends get as int32 or int64.
INDICES = frozenset(["indices", "segment_ids", "key"])


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of an operation."""

    name: str
    kind: str
    default: Any
    keyword_only: bool
    positional_only: bool


class Spec:
    """What is known of an operation: the row that everything else is derived from."""

    def __init__(self, declared: Callable[..., Any], body: Callable[..., Any] | None) -> None:
        self.name = declared.__name__
        self.chapter = declared.__module__.rpartition(".")[2]
        self.declared = declared
        # The body in other operations; None where every backend implements the operation itself.
        self.body = body
        # The dtypes that arrays may have (a key of `dtypes.CATEGORIES`).
        self.dtypes = "any"
        # Dtype and rank of the result, see `_rules`.
        self.result = self.rank = "same"
        # What an absent `dtype=` means, see `_rules.DEFAULT_DTYPES`.
        self.default_dtype = ""
        self.method = False
        # Whether a reduced axis must have an element.
        self.nonempty = False
        # The operators that run it on ``self, other``.
        self.operators: list[str] = []
        # The public function.
        self.call: Callable[..., Any]
        # What executes arguments of these types, for combinations that `enter` has seen.
        self.met: dict[tuple[type, ...], Callable[..., Any]] = {}
        self._promoted: tuple[str, ...] | None = None

    # What follows from the annotations is read when somebody asks: an import shall be quick.

    @functools.cached_property
    def params(self) -> tuple[Param, ...]:
        """The parameters."""
        return _parameters(self.declared)

    @functools.cached_property
    def promoted(self) -> tuple[str, ...]:
        """The parameters whose dtypes become one."""
        names = [p.name for p in self.params]
        wanted = ("x1", "x2", "arrays") if self._promoted is None else self._promoted
        return tuple(n for n in wanted if n in names)

    @functools.cached_property
    def arrays(self) -> tuple[Param, ...]:
        """The parameters that arrays are passed to."""
        return tuple(p for p in self.params if p.kind in ARRAYS)

    @functools.cached_property
    def returns(self) -> str:
        """What the result is: "array", "tuple" or "list"."""
        return _returned(self.declared)[0]

    @functools.cached_property
    def returns_class(self) -> Any:
        """The class of a tuple with names."""
        return _returned(self.declared)[1]


registry: dict[str, Spec] = {}

# Makes the expression by which a native dtype is looked up of that of the dtype.
Key = Callable[[str], str]


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
    spec = Spec(fn, body)
    spec.dtypes, spec.result, spec.rank, spec._promoted = dtypes, result, rank, promoted
    spec.default_dtype, spec.method, spec.nonempty = default_dtype, method, nonempty
    if dtypes not in CATEGORIES or not _rules.known(spec):
        raise AssertionError(f"{spec.name}: unknown rule among {dtypes}, {result}, {rank}")
    space = {"NAME": spec.name, "complete": complete, "registry": registry, **_BUILTINS}
    public: Any = types.FunctionType(_until_first_call.__code__, space, spec.name)
    public.__doc__, public.__module__, public.__wrapped__ = fn.__doc__, fn.__module__, fn
    public.__qualname__ = fn.__qualname__
    public.autograph_info__ = {}  # see `_generate`
    public.spec = spec
    spec.call = public
    registry[spec.name] = spec
    return public


def _until_first_call(*args: Any, **options: Any) -> Any:
    """Be the code of a public function, until it is called and gets its own."""
    complete(NAME)  # type: ignore[name-defined]  # noqa: F821 - each function has its NAME
    return registry[NAME].call(*args, **options)  # type: ignore[name-defined]  # noqa: F821


def complete(name: str) -> None:
    """Generate the code of a public function; an import of a hundred operations would wait."""
    spec = registry[name]
    public: Any = spec.call
    public.__globals__.update(_SPACE, SPEC=spec, enter=enter)
    declared = spec.declared
    public.__annotations__ = declared.__annotations__
    public.__defaults__, public.__kwdefaults__ = declared.__defaults__, declared.__kwdefaults__
    public.__code__ = _compiled(_dispatcher(spec), name)


def _complete_all(cls: type[Array]) -> None:
    """Generate every public function for torch, whose compiler reads the code of functions.

    It keeps the signature of a function that it has met, which the first call would change.
    """
    if cls.NAME == "torch":
        for name, spec in registry.items():
            if spec.call.__code__ is _until_first_call.__code__:
                complete(name)


WHEN_MADE.append(_complete_all)


# torch.compile shall run this when it first meets an operation, and not look into it. It is what
# torch.compiler.assume_constant_result sets, without importing torch.
complete._dynamo_marked_constant = True  # type: ignore[attr-defined]


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
def _template(source: str) -> types.CodeType:
    module = compile(source, "<ivy>", "exec")
    return next(c for c in module.co_consts if isinstance(c, types.CodeType))


def _compiled(source: str, name: str) -> types.CodeType:
    """Compile a function in which OPERATION stands for the name; like ones are compiled once."""
    code = _template(source)
    return code.replace(
        co_name=name,
        co_qualname=name,
        co_filename=f"<ivy.{name}>",
        co_names=tuple([n.replace("OPERATION", name) for n in code.co_names]),
    )


# C code that imports, as torch's does, looks for the builtins of whoever called it.
_BUILTINS: dict[str, Any] = {"__builtins__": vars(builtins)}


def _generate(source: str, name: str, **space: Any) -> Any:
    fn = types.FunctionType(_compiled(source, name), {**space, **_BUILTINS}, name)
    # tf.function shall not try to convert generated code, which has no source to read.
    fn.autograph_info__ = {}  # type: ignore[attr-defined]
    return fn


_SPACE: dict[str, Any] = {
    "type": type,
    "set": set,
    "map": map,
    "len": len,
    "list": list,
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
    lines = [f"def OPERATION({_signature(spec)}):"]
    if any(p.kind == "sequence" for p in arrays):
        if len(arrays) > 1:
            return f"{lines[0]}\n    return {enter}\n"
        values = arrays[0].name
        lines += [
            f"    if type({values}) is not list:",
            f"        if type({values}) is not tuple:",
            f"            return {enter}",
            f"        {values} = list({values})",
            f"    kinds = set(map(type, {values}))",
            "    if len(kinds) != 1:",
            f"        return {enter}",
            "    c = kinds.pop()",
        ]
    elif arrays:
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
        "        f = c.op_OPERATION",
        "    except AttributeError:",
        "        pass",
        "    else:",
        f"        return f({everything})",
        f"    return {enter}",
    ]
    return "\n".join(lines) + "\n"


def operator(spec: Spec, method: str, reflected: bool) -> Callable[[Any, Any], Any]:
    """Return the method behind an operator; it leaves to others what is no operand of ours."""
    order = "other, self" if reflected else "self, other"
    also = " and type(other) not in SCALARS" if spec.params[1].kind == "operand" else ""
    source = (
        "def OPERATION(self, other):\n"
        f"    c = type(self)\n"
        f"    if type(other) is not c{also}:\n"
        f"        return enter(SPEC, ({order})) if is_operand(other) else NotImplemented\n"
        f"    try:\n"
        "        f = c.op_OPERATION\n"
        "    except AttributeError:\n"
        "        f = find(c, SPEC)\n"
        f"    return f({order})\n"
    )
    from ivy.array import is_operand

    space = {**_SPACE, "NotImplemented": NotImplemented, "is_operand": is_operand, "find": find}
    result: Callable[[Any, Any], Any] = _generate(
        source, spec.name, SPEC=spec, enter=enter, **space
    )
    result.__name__ = result.__qualname__ = method
    if not reflected:
        spec.operators.append(method)
    return result


def _attach_operators(cls: type[Array], spec: Spec, key: Key, space: dict[str, Any]) -> None:
    """Give a backend's class operators that do the usual case in their own call.

    That is two arrays of one dtype, or an array and a scalar that its framework takes. The rest is
    left to the operators of `Array`.
    """
    scalars = [
        f"    elif ({key('self.data.dtype')}, type(other)) in FREE:",
        "        m = self.data; n = other",
    ]
    source = "\n".join(
        [
            "def OPERATION(self, other):",
            "    if type(other) is C:",
            "        m = self.data; n = other.data; d = m.dtype",
            f"        if d is not n.dtype or {key('d')} not in OK: return general(self, other)",
            *(scalars if space["FREE"] else []),
            "    else:",
            "        return general(self, other)",
            "    try:",
            "        r = impl(m, n)",
            "    except Exception as error:",
            "        report(error, SPEC, C, (m, n))",
            "    o = new(C); o.data = r; return o",
        ]
    )
    for method in spec.operators:
        general = getattr(Array, method)
        quick = _generate(source + "\n", spec.name, **space, general=general)
        quick.__name__ = quick.__qualname__ = method
        setattr(cls, method, quick)


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


def beside(like: Array, create: Any, *args: Any, dtype: DType | str | None = None) -> Array:
    """Return what a creation operation makes, on the backend and device of another array.

    `create` has dtype and device as its last options, `args` are all its other arguments. The
    dtype is by default that of the other array.
    """
    while isinstance(like.data, Array):  # what an interpreter makes of constants is no concern here
        like = like.data
    made: Array = find(type(like), create.spec)(
        *args, like.dtype if dtype is None else dtype, like.device
    )
    return made


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
            raise TypeError(f"ivy.{spec.name}: expected arrays, got {no_array(value)}")
    # Draws may be given scalars only, and then nothing says where.
    parts = {p.kind for p in spec.params if p.kind in ARRAYS or p.kind == "key"}
    draws = parts in ({"optional"}, {"optional", "operand"}, set())
    free = draws and not any(isinstance(v, Array) for v in arrays)
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


def build_composite(spec: Spec, core: Any = None) -> Callable[..., Any]:
    """Return ``op_NAME`` that runs the operation's body, on any class of array.

    With the `core` of a backend, it is for the arrays of that; without, for arrays of arrays.
    """
    known = {} if core is None else core.DTYPES
    natives = [known[d.name] for d in FLOAT8 if d.name in known]
    slow = any(map(_hashes_slowly, natives))
    call = ", ".join(f"{p.name}={p.name}" if p.keyword_only else p.name for p in spec.params)
    everything = ", ".join(p.name for p in spec.params)
    checked = spec.promoted or tuple(p.name for p in spec.params if p.kind == "array")
    lines = [f"def OPERATION({everything}):"]
    given = f"({everything}{',' if everything else ''})"
    lines += _look_at_axis(spec)
    narrow = " or ".join(_is_narrow(spec, slow))
    if narrow:
        lines += [f"    if {narrow}:", f"        return narrowed(SPEC, body, {given})"]
    if spec.dtypes != "any" and checked:
        names = "".join(f"{n}, " for n in checked)
        lines.append(f"    {names}= accepted(SPEC, ({names}))")
    lines += [
        "    try:",
        f"        return body({call})",
        "    except Exception as error:",
        f"        report_body(error, SPEC, {given})",
    ]
    result: Callable[..., Any] = _generate(
        "\n".join(lines) + "\n",
        spec.name,
        id=id,
        type=type,
        PLAIN=PLAIN,
        NARROW=frozenset([id(d) for d in natives] if slow else [*natives, *FLOAT8]),
        FLOAT8=frozenset(FLOAT8),
        narrowed=narrowed,
        Exception=Exception,
        body=spec.body,
        SPEC=spec,
        accepted=accepted,
        report_body=report_body,
        int=int,
        tuple=tuple,
        integral=integral,
    )
    return result


def _look_at_axis(spec: Spec) -> list[str]:
    """Return the line that refuses an axis that is no integer, which a framework may take for one.

    What stands in a tuple is left to the framework: a call for each tuple would cost too much.
    """
    if not any(p.name == "axis" and p.kind == "option" for p in spec.params):
        return []
    usual = "axis is None or type(axis) is int or type(axis) is tuple"
    return [f"    if not ({usual}): axis = integral(SPEC, axis)"]


def integral(spec: Spec, axis: Any) -> Any:
    """Return an axis, where it is a number as Python's, or raise where it is no integer."""
    check_integral(spec, axis)
    return int(axis) if isinstance(axis, numpy.integer) else axis


def _is_narrow(spec: Spec, slow: bool) -> list[str]:
    """Return the expressions of which one is true where an operation is to give float8."""
    promoted = [p for p in spec.arrays if p.name in spec.promoted]
    tests = []
    for p in promoted or spec.arrays[:1]:
        x = f"{p.name}[0]" if p.kind == "sequence" else p.name
        native = f"id({x}.data.dtype)" if slow else f"{x}.data.dtype"
        some = f"{p.name} and " if p.kind == "sequence" else ""
        # What may be a number or None.
        plain = "" if p.kind == "array" else f"type({x}) not in PLAIN and "
        tests.append(f"({some}{plain}{native} in NARROW)")
    if not tests and any(p.name == "dtype" for p in spec.params):
        tests.append("dtype in FLOAT8")
    return tests


def narrowed(spec: Spec, body: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Run the body of an operation on float8 arrays, or for a result of float8, in float32.

    What comes out in float32 is rounded once, to the float8 dtype that the arguments have in common
    or that was asked for.
    """
    cast = registry["astype"].call
    by_name = dict(zip([p.name for p in spec.params], args, strict=True))
    flat = [v for value in args for v in (value if isinstance(value, list) else (value,))]
    common = by_name.get("dtype")
    if common is None:
        common = common_dtype(spec.name, [v for v in flat if _is_float(v)])
    narrow = dtype_of(common) in FLOAT8

    def widened(value: Any) -> Any:
        if isinstance(value, list):
            return [widened(v) for v in value]
        is_narrow = isinstance(value, Array) and value.dtype in FLOAT8
        return cast(value, float32) if is_narrow else value

    def rounded(value: Any) -> Any:
        if isinstance(value, list):
            return [rounded(v) for v in value]
        if isinstance(value, tuple):
            parts = [rounded(v) for v in value]
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        is_wide = isinstance(value, Array) and value.dtype is float32
        return cast(value, common) if narrow and is_wide else value

    call = {n: widened(v) for n, v in by_name.items()}
    if narrow and call.get("dtype") is not None:
        call["dtype"] = float32
    places = [call[p.name] for p in spec.params if not p.keyword_only]
    options = {p.name: call[p.name] for p in spec.params if p.keyword_only}
    try:
        return rounded(body(*places, **options))
    except Exception as error:  # noqa: BLE001 - it is raised again
        report_body(error, spec, args)


def _is_float(value: Any) -> bool:
    return isinstance(value, Array) and value.dtype.category == "real floating"


def accepted(spec: Spec, values: Sequence[Any]) -> Sequence[Any]:
    """Return the arrays for the body of an operation in dtypes that it takes, or raise.

    Those that are promoted come in one dtype, as a backend's own function would get them.
    """
    category = CATEGORIES[spec.dtypes]
    flat = [v for value in values for v in (value if isinstance(value, list) else (value,))]
    found = {v.dtype for v in flat if isinstance(v, Array)}
    if found <= category and (len(found) < 2 or not spec.promoted):
        return values
    common = _accept(spec, common_dtype(spec.name, flat)) if spec.promoted else None
    cast = registry["astype"].call

    def cast_all(value: Any) -> Any:
        if isinstance(value, list):
            return [cast_all(v) for v in value]
        if not isinstance(value, Array):
            return value
        wanted = _accept(spec, value.dtype) if common is None else common
        return value if value.dtype is wanted else cast(value, wanted)

    return [cast_all(v) for v in values]


def build_native(cls: type[Array], spec: Spec) -> Callable[..., Any]:
    """Return ``op_NAME`` of a backend's array class."""
    implementation = cls.implementation(spec)
    if implementation is None:
        if spec.body is None and cls.NAME in LIBRARIES:
            raise UnsupportedError(
                f"ivy.{spec.name}: the {cls.NAME} backend cannot do this, because the library has "
                "no function for it; convert the arrays, e.g. with ivy.to_backend(x, 'numpy')"
            )
        if spec.body is None:
            raise AssertionError(f"the {cls.NAME} backend lacks {spec.chapter}.{spec.name}")
        return build_composite(spec, cls.CORE)
    core = cls.CORE
    detours = _detours(cls, spec, implementation)
    narrow = _narrow(cls, spec, implementation)
    asked = bool(spec.arrays) and any(p.name == "dtype" for p in spec.params)
    # Operations on any dtype move elements, which frameworks mostly do with float8 too.
    if detours or asked or spec.dtypes != "any":
        detours |= narrow
    implementation = cls.running(spec, implementation)
    natives = {
        native: dtype
        for dtype in CATEGORIES[spec.dtypes]
        if (native := core.DTYPES.get(dtype.name)) is not None and native not in detours
    }
    # tensorflow's dtypes have a hash in Python, which is slow: they are looked up by identity. One
    # that is equal and another object takes the longer way.
    slow = any(map(_hashes_slowly, natives))
    key = "id({})".format if slow else "{}".format
    accepted = {id(native) if slow else native: dtype for native, dtype in natives.items()}
    checked = _look_at_axis(spec)
    lines = _unwrapping(spec, bool(detours), key)
    if lines is None:
        everything = "".join(f"{p.name}, " for p in spec.params)
        lines = [f"    {everything}= gather(SPEC, C, ({everything}))"] if everything else []
        lines += [f"    f = DETOURS.get({_deciding(spec)}, impl)"] if detours else []
    call = ", ".join(f"{p.name}={p.name}" if p.keyword_only else p.name for p in spec.params)
    if detours:
        lines.insert(0, "    f = impl")
    lines = checked + lines
    if narrow and asked:
        lines += [f"    if {key('dtype')} in NARROWEST:", "        f = NARROW[dtype]"]
    if spec.rank not in ("plus one", "first plus one") and core.TAKES_AXES_OF_0D:
        if [p.name for p in spec.arrays][:1] == ["x"] and any(
            p.name == "axis" for p in spec.params
        ):
            lines.append("    if axis is not None and not x.ndim: check_axis(SPEC, C, x, axis)")
    if spec.nonempty:
        lengths = "shape(x)" if cls.RANK else "x.shape"
        lines.append(f"    if 0 in {lengths}: check_not_empty(SPEC, shape(x), axis)")
    check = cls.check(spec)
    if check is not None:
        lines.append(f"    check({', '.join(p.name for p in spec.params)})")
    given = "".join(f"{p.name}, " for p in spec.params)
    joined = any(p.kind == "sequence" for p in spec.params)
    lines += [
        "    try:",
        f"        r = {'f' if detours else 'impl'}({call})",
        "    except Exception as error:",
    ]
    settled = spec.promoted[0] if spec.promoted and not joined else ""
    elsewhere = bool(settled) and settled != spec.arrays[0].name
    if narrow and (elsewhere or not detours):
        decides = f'getattr({settled}, "dtype", None)' if elsewhere else _deciding(spec)
        lines += [
            f"        f = NARROW.get({decides})",
            f"        if f is None: report(error, SPEC, C, ({given}))",
            f"        r = f({call})",
        ]
    else:
        lines.append(f"        report(error, SPEC, C, ({given}))")
    if spec.returns == "array":
        lines.append("    o = new(C); o.data = r; return o")
    elif spec.returns == "list":
        lines.append("    return [C(v) for v in r]")
    elif spec.returns_class is None:
        lines.append("    return tuple([C(v) for v in r])")
    else:
        lines.append("    return R(*[C(v) for v in r])")
    everything = ", ".join(p.name for p in spec.params)
    source = f"def OPERATION({everything}):\n" + "\n".join(lines) + "\n"
    beside = frozenset(
        (native, kind)
        for native, dtype in accepted.items()
        if dtype not in CATEGORIES["integral"]
        for kind in _LEFT_AS_IS[dtype.category]
    )
    free = spec.name in core.TAKES_SCALARS
    space: dict[str, Any] = {
        "type": type,
        "id": id,
        "getattr": getattr,
        "int": int,
        "tuple": tuple,
        "AttributeError": AttributeError,
        "Exception": Exception,
        "new": new,
        "C": cls,
        "SPEC": spec,
        "R": spec.returns_class,
        "impl": implementation,
        "OK": accepted,
        "PLACES": frozenset(id(d) if slow else d for d in map(core.DTYPES.get, ("int32", "int64"))),
        "places": places,
        "fix": fix,
        "settle": settle,
        "gather": gather,
        "report": report,
        "DETOURS": detours,
        # Of dtypes that the operation takes as they are.
        "DIRECT": {
            native: way
            for native, way in detours.items()
            if cls.DTYPE_OF[native] in CATEGORIES[spec.dtypes]
        },
        "NARROW": narrow,
        "NARROWEST": frozenset(id(d) if slow else d for d in narrow),
        "shape": core.shape,
        "check_not_empty": check_not_empty,
        "check_axis": check_axis,
        "integral": integral,
        "check": check,
        "FREE": beside if free else frozenset(),
        "BESIDE": beside,
        "RANGES": _ranges(accepted) if free else {},
        "scalar": core.scalar,
        "dtype_of": dtype_of,
        "normalised": normalised,
        "native_key": native_key,
        "BASIC": _BASIC,
        "DType": DType,
        "float_dtype": config.float_dtype.get,
        "int_dtype": config.int_dtype.get,
        "NATIVE": core.DTYPES,
        "DEFAULTS": _defaults(cls, spec),
    }
    result: Callable[..., Any] = _generate(source, spec.name, **space)
    if not cls.RANK and spec.operators and len(spec.params) == 2 and check is None:
        _attach_operators(cls, spec, key, space)
    return result


def _hashes_slowly(native: Any) -> bool:
    """Return whether a framework's dtype has a hash in Python."""
    return isinstance(type(native).__hash__, types.FunctionType)


def _unwrapping(spec: Spec, detours: bool, key: Key) -> list[str] | None:
    """Return the lines that make native arguments of the usual ones, without a call if they can.

    None where only `gather` knows how. Every array is of the class whose method this is, for that
    is what the public function looks at.
    """
    operands = set(spec.promoted)
    kinds = {p.name: p.kind for p in spec.params}
    joined = [n for n in spec.promoted if kinds[n] == "sequence"]
    pair = len(operands) == 2 and operands <= {n for n, k in kinds.items() if k != "optional"}
    several = not pair and not joined and bool(operands) and kinds[spec.promoted[0]] == "array"
    if operands and not (pair or several or joined == list(operands)):
        return None
    lines: list[str] = []
    for p in spec.params:
        if p.name in operands:
            continue
        part = _unwrapped(spec, p, key)
        if part is None:
            return None
        lines += part
    again = [f"f = DETOURS.get({_deciding(spec)}, impl)"] if detours else []
    if joined:
        (values,) = joined
        lines += _unwrapped_sequence(values, again, key)
    elif pair:
        lines += _unwrapped_pair(spec, again, key)
    elif several:
        lines += _unwrapped_several(spec, again, key)
    elif spec.dtypes != "any" or detours:
        arrays = [p.name for p in spec.arrays if p.kind == "array" and p.name not in INDICES]
        # The first array decides about detours, and every one has a dtype that is accepted.
        for x in arrays if spec.dtypes != "any" else arrays[:1]:
            lines += [f"    if {key(f'{x}.dtype')} not in OK:"]
            longer = [f"{x} = fix(SPEC, C, {x})"] if spec.dtypes != "any" else []
            longer += again
            if again and len(arrays) == 1:
                lines += [f"        f = DIRECT.get({x}.dtype)", "        if f is None:"]
                longer = [f"    {line}" for line in longer]
            lines += [f"        {line}" for line in longer]
        if not arrays:
            lines += [f"    {line}" for line in again]
    if again and operands and spec.arrays[0].name not in operands:
        lines += [f"    {line}" for line in again]
    return lines


def _unwrapped(spec: Spec, p: Param, key: Key) -> list[str] | None:
    """Return the lines for a parameter that is promoted with no other."""
    x = p.name
    if p.kind == "array":
        lines = [f"    {x} = {x}.data"]
        if x in INDICES:
            lines += [
                f"    if {key(f'{x}.dtype')} not in PLACES: {x} = places(SPEC, C, '{x}', {x})"
            ]
        return lines
    if p.kind == "key":
        return [f"    if type({x}) not in BASIC: {x} = native_key(SPEC, C, {x})"]
    if p.kind == "dtype":
        arrays = spec.arrays
        if spec.default_dtype in ("", "accumulated"):
            # Parameters are unwrapped in their order: the array is native by now.
            of_array = arrays and arrays[0].kind == "array"
            default = f"DEFAULTS[{arrays[0].name}.dtype]" if of_array else "None"
            if not of_array and spec.default_dtype:
                return None
        elif spec.default_dtype in ("float", "integer"):
            short = {"float": "float_dtype", "integer": "int_dtype"}[spec.default_dtype]
            default = f"NATIVE[{short}().name]"
        else:
            return None
        given = f"NATIVE[({x} if type({x}) is DType else dtype_of({x})).name]"
        return [f"    {x} = {default} if {x} is None else {given}"]
    if x == "device":
        return ["    if device is not None: device = normalised(device)"]
    return [] if p.kind == "option" else None


def _unwrapped_sequence(values: str, again: list[str], key: Key) -> list[str]:
    """Return the lines for a sequence of arrays of one dtype."""
    return [
        "    try:",
        f"        natives = [v.data for v in {values}]",
        "    except AttributeError:",  # a scalar among them
        f"        {values} = settle(SPEC, C, {values})",
        *[f"        {line}" for line in again],
        "    else:",
        "        d = natives[0].dtype",
        f"        if {key('d')} not in OK:",
        f"            natives = settle(SPEC, C, {values})",
        *[f"            {line.replace(values, 'natives')}" for line in again],
        "        else:",
        "            for v in natives:",
        "                if v.dtype is not d:",
        f"                    natives = settle(SPEC, C, {values})",
        *[f"                    {line.replace(values, 'natives')}" for line in again],
        "                    break",
        f"        {values} = natives",
    ]


def _unwrapped_pair(spec: Spec, again: list[str], key: Key) -> list[str]:
    """Return the lines for two operands that are promoted, arrays or scalars."""
    a, b = spec.promoted
    others = [p.name for p in spec.arrays if p.name not in (a, b)]
    like = f", {others[0]}" if others else ""
    # One at least is an array, unless others are.
    both = f"type({a}) is C and type({b}) is C" if others else f"type({a}) is type({b})"
    return [
        f"    if {both}:",
        f"        m = {a}.data; n = {b}.data; d = m.dtype",
        f"        if d is n.dtype and {key('d')} in OK:",
        f"            {a} = m; {b} = n",
        "        else:",
        f"            {a}, {b} = settle(SPEC, C, ({a}, {b}))",
        *[f"            {line}" for line in again],
        f"    elif type({a}) is C and ({key(f'{a}.data.dtype')}, type({b})) in FREE:",
        f"        {a} = {a}.data",
        f"    elif type({a}) is C and type({b}) is int and (",
        f"        r := RANGES.get({key(f'{a}.data.dtype')})",
        f"    ) and r[0] <= {b} <= r[1]:",
        f"        {a} = {a}.data",
        f"    elif type({a}) is C and ({key(f'{a}.data.dtype')}, type({b})) in BESIDE:",
        f"        {a} = {a}.data; {b} = scalar({b}, {a}.dtype, {a})",
        f"    elif type({b}) is C and ({key(f'{b}.data.dtype')}, type({a})) in BESIDE:",
        f"        {b} = {b}.data; {a} = scalar({a}, {b}.dtype, {b})",
        "    else:",
        f"        {a}, {b} = settle(SPEC, C, ({a}, {b}){like})",
        *[f"        {line}" for line in again],
    ]


def _unwrapped_several(spec: Spec, again: list[str], key: Key) -> list[str]:
    """Return the lines for operands of which the first is an array, and others may be absent."""
    first, *others = spec.promoted
    arrays = {p.name for p in spec.params if p.kind == "array"}
    alike, taken = [f"{key('common')} in OK"], [f"        {first} = {first}.data"]
    for x in others:
        same = f"type({x}) is C and {x}.data.dtype is common"
        alike.append(same if x in arrays else f"({x} is None or {same})")
        absent = "" if x in arrays else f"if {x} is not None: "
        taken.append(f"        {absent}{x} = {x}.data")
    operands = ", ".join(spec.promoted)
    return [
        f"    common = {first}.data.dtype",
        f"    if {' and '.join(alike)}:",
        *taken,
        "    else:",
        f"        {operands}, = settle(SPEC, C, ({operands},))",
        *[f"        {line}" for line in again],
    ]


def _ranges(accepted: Mapping[Any, DType]) -> dict[Any, tuple[int, int]]:
    """Return the Python integers that arrays of a dtype may meet as they are."""
    table = {}
    for native, dtype in accepted.items():
        if dtype in CATEGORIES["integral"]:
            info = iinfo(dtype)
            table[native] = (info.min, min(info.max, _LARGEST))
    return table


# Beyond, a framework may not take a Python integer.
_LARGEST = 2**63 - 1


def _defaults(cls: type[Array], spec: Spec) -> dict[Any, Any]:
    """Return, by the native dtype of the array, the one that an absent `dtype` means."""
    if spec.default_dtype not in ("", "accumulated"):
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
        core.DTYPES[name]: cls.running(spec, way)
        if callable(way)
        else _through(cls, spec, table, implementation, core.DTYPES[name], way)
        for name, way in table.items()
    }


def _narrow(cls: type[Array], spec: Spec, implementation: Any) -> dict[Any, Callable[..., Any]]:
    """Return what computes in float32, by the native dtypes of float8."""
    table = dict(cls.detours(spec))
    way = table.get("float32")
    table |= dict.fromkeys([d.name for d in FLOAT8], way if isinstance(way, str) else "float32")
    return {
        native: _through(cls, spec, table, implementation, native, table[d.name])
        for d in FLOAT8
        if (native := cls.CORE.DTYPES.get(d.name)) is not None
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
    run = cls.running(spec, table[way]) if callable(table.get(way)) else implementation
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
                v if n.endswith(("indices", "counts")) else back(v, dtype)
                for n, v in zip(names, value, strict=True)
            ]
        if way == "ordered":
            return core.unordered(value)
        if value.dtype == dtype or (narrow and value.dtype != wide):
            return value
        return core.cast(value, dtype)

    narrow = cls.DTYPE_OF[given] in FLOAT8

    def detoured(*args: Any, **options: Any) -> Any:
        by_kind = zip(spec.params, args, strict=False)
        wanted = options.get("dtype")
        if wanted is not None:
            options["dtype"] = wide if cls.DTYPE_OF[wanted].name in table else wanted
        values = []
        for p, value in by_kind:
            if p.kind == "dtype":  # of `astype`
                wanted = value
                value = wide if cls.DTYPE_OF[wanted].name in table else wanted
            values.append(there(value) if p.kind in ARRAYS else value)
        result = run(*values, **options)
        if spec.result in ("bool", "index", "complex"):
            return result
        return back(result, given if wanted is None else wanted)

    return detoured


Array.build = classmethod(build_native)  # type: ignore[assignment,method-assign]


def _accept(spec: Spec, common: DType) -> DType:
    """Return the dtype that an operation works in for arrays of a dtype, or raise."""
    accepted = CATEGORIES[spec.dtypes]
    if common in accepted or (common in FLOAT8 and float32 in accepted):
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


def places(spec: Spec, cls: type[Array], name: str, x: Any) -> Any:
    """Return native indices as int32 or int64, or raise."""
    given = cls(x).dtype
    if given not in CATEGORIES["integral"]:
        raise TypeError(
            f"ivy.{spec.name}: expected integers for {name}, got {given}; "
            "cast with ivy.astype if that is meant"
        )
    if given.name in ("int32", "int64"):
        return x
    found = cls.CORE.cast(x, cls.CORE.DTYPES["int64"])
    if given.name != "uint64":
        return found
    # What has become negative is beyond every array, and does not count from its end.
    wrapped = registry["less"].call(cls(found), 0)
    return registry["where"].call(wrapped, _LARGEST, cls(found)).data


def common_dtype(op: str, values: Sequence[Any]) -> DType:
    """Return the dtype of arrays and Python scalars together.

    A scalar gives its kind only: it makes an integer array a float one of the default dtype, and
    leaves a float array as it is.
    """
    arrays = [v.dtype for v in values if isinstance(v, Array)]
    kinds = {type(v) for v in values if not isinstance(v, Array) and v is not None}
    try:
        common = promote(*arrays) if arrays else named("bool")
    except TypeError as error:
        raise TypeError(f"ivy.{op}: {error}") from None
    return _rules.with_scalars(common, kinds)


def settle(spec: Spec, cls: type[Array], values: Sequence[Any], like: Any = None) -> list[Any]:
    """Return native operands of one dtype for arrays and Python scalars.

    Where there are scalars only, `like` is a native array beside them.
    """
    common = _accept(spec, common_dtype(spec.name, values))
    core = cls.CORE
    dtype = core.DTYPES[common.name]
    arrays = [v for v in values if isinstance(v, Array)]
    takes_scalars = spec.name in core.TAKES_SCALARS and arrays
    like = arrays[0].data if arrays else like
    out: list[Any] = []
    for i, v in enumerate(values):
        if isinstance(v, Array):
            out.append(v.data if v.dtype is common else core.cast(v.data, dtype))
        elif v is None:
            out.append(None)
        else:
            _check_range(spec, common, v)
            small = type(v) is not int or v <= _LARGEST
            if takes_scalars and i > 0 and small and type(v) in _LEFT_AS_IS[common.category]:
                out.append(v)
            else:
                out.append(core.scalar(v, dtype, like))
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
        if flat:
            like = next((v.data for v in args if isinstance(v, Array)), None)
            natives = settle(spec, cls, flat, like)
            for n in spec.promoted:
                count = len(by_name[n]) if isinstance(by_name[n], list) else None
                settled[n] = natives[0] if count is None else natives[:count]
                natives = natives[1 if count is None else count :]
    out: list[Any] = []
    first: DType | None = None
    for p, value in zip(spec.params, args, strict=True):
        if p.name in settled:
            out.append(settled[p.name])
        elif p.kind == "key":
            out.append(native_key(spec, cls, value))
        elif isinstance(value, Array) and p.kind == "array" and p.name in INDICES:
            out.append(places(spec, cls, p.name, value.data))
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
            place = next((v.data for v in args if isinstance(v, Array)), None)
            out.append(core.scalar(value, core.DTYPES[dtype.name], place))
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
            wraps = value.dtype.name == "uint64"
            return places(spec, cls, "key", value.data) if wraps else value.data
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
    if isinstance(value, type) and issubclass(value, numpy.generic):
        value = numpy.dtype(value)
    for cls in tuple(CLASSES.values()):  # another thread may add one
        found = cls.DTYPE_OF.get(value)
        if found is not None:
            return found
    raise TypeError(f"ivy: expected a dtype such as ivy.float32 or 'float32', got {value!r}")


_PYTHON_TYPES = (bool, int, float, complex)
