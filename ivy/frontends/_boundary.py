"""The boundary of a frontend: the framework's tensors outside, Ivy's arrays inside.

`Boundary` builds a framework's decorators. What has to be converted is read from the annotations
once, when a function is decorated, and a wrapper is generated for exactly that signature. Below the
boundary a function sees arrays only. Arrays that come from outside pass through, and results are
then arrays too, so functions below the boundary can call each other; the undecorated function is
``fn.__wrapped__``.
"""

from __future__ import annotations

import functools
import inspect
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, overload

from ivy import dtypes
from ivy.array import Array
from ivy.errors import FrontendAttributeError

F = TypeVar("F", bound=Callable[..., Any])

# What may stand in the place of a tensor as it is.
PLAIN = frozenset([bool, int, float, complex, type(None)])
MISSING: Any = type("Missing", (), {"__repr__": lambda self: "not given"})()


@dataclass(frozen=True)
class Boundary:
    """Builds the decorators of a framework's frontend.

    Parameters
    ----------
    name
        The framework's name, for messages.
    tensor
        The name of its array class, as it stands in annotations.
    cls
        That class.
    read
        Returns the array in a tensor.
    wrap
        Returns a new tensor for an array.
    view
        Returns a tensor that is a view of another one: ``view(base, get, put, arguments)``.
    convert
        For annotations of other kinds (``"dtype"``, …), the function that converts a value which is
        not None.
    promote
        Casts the operands of a function to what the framework's promotion rules say.
    fail
        ``fail(error, name, found, values)`` raises what the framework would raise for an exception
        that came from below. `found` says whether tensors came in, `values` has the arguments.
    aliases
        For names of parameters, the names that the framework also accepts as keywords.
    flags
        For options that say something of the result, the method that is called on it.
    in_place
        The name of the option that says to write into the first argument. Its methods ``_own()``
        and ``_update(result)`` read and write it for that.
    """

    name: str
    tensor: str
    cls: type
    read: Callable[[Any], Any]
    wrap: Callable[[Any], Any]
    view: Callable[..., Any]
    convert: dict[str, Callable[[Any], Any]]
    promote: Callable[..., Any]
    fail: Callable[[Exception, str, bool, dict[str, Any]], None]
    aliases: dict[str, str] = field(default_factory=dict)
    flags: dict[str, str] = field(default_factory=dict)
    in_place: str = ""

    @overload
    def function(self, fn: F) -> F: ...

    @overload
    def function(
        self,
        fn: None = None,
        *,
        promoted: tuple[str, ...] = (),
        check: Callable[..., None] | None = None,
        eager: Callable[..., Any] | None = None,
        bools: Callable[..., Any] | None = None,
    ) -> Callable[[F], F]: ...

    def function(
        self,
        fn: Any = None,
        *,
        promoted: tuple[str, ...] = (),
        check: Callable[..., None] | None = None,
        eager: Callable[..., Any] | None = None,
        bools: Callable[..., Any] | None = None,
    ) -> Any:
        """Return `fn` with the boundary around it; without `fn`, the decorator that does it.

        Parameters
        ----------
        fn
            A function on arrays, annotated as for the framework's tensors.
        promoted
            The parameters whose dtypes follow the framework's promotion rules.
        check
            Called with all arguments before `fn`; raises where the framework refuses them.
        eager
            Runs in the place of `fn` where tensors came in, or are made; `fn` then says what the
            function means. For draws from the framework's own random generator.
        bools
            The operation that is meant where both promoted operands are bool; `fn` refuses them.
        """
        if fn is None:
            return functools.partial(
                self.function, promoted=promoted, check=check, eager=eager, bools=bools
            )
        source = _source(self, fn, promoted, check, bools, eager is not None)
        public = self._generate(fn, source, check=check, bools=bools, eager=eager)
        public.promoted = promoted  # for the transpiler
        return public

    def same(
        self,
        operation: Callable[..., Any],
        names: tuple[str, ...],
        *,
        name: str = "",
        bools: Callable[..., Any] | None = None,
    ) -> Any:
        """Return the framework's function that means the same as an operation of Ivy.

        Parameters
        ----------
        operation
            The operation.
        names
            The framework's names of its parameters. Where there are two, their dtypes are promoted.
        name
            The framework's name of the function; by default that of the operation.
        bools
            As in `function`.
        """
        name = name or operation.__name__
        first, *others = names
        hints = {first: self.tensor, **dict.fromkeys(others, f"{self.tensor} | complex")}
        everything = ", ".join(names)
        code = _compiled(f"def {name}({everything}):\n    return operation({everything})\n", name)
        fn = types.FunctionType(code, {"operation": operation}, name)
        fn.__annotations__ = {**hints, "return": self.tensor}
        fn.__doc__ = f"Return the same as `ivy.{operation.__name__}`."
        return self.function(promoted=names if others else (), bools=bools)(fn)

    def view_of(
        self, put: Callable[..., Any], layout: Callable[..., Any] | None = None
    ) -> Callable[[F], F]:
        """Return a decorator for functions whose result is a view of their first argument.

        Parameters
        ----------
        put
            ``put(base, value, *arguments)`` returns `base` with `value` in the place of the view.
        layout
            ``layout(shape, strides, *arguments)`` gives the strides of the view from shape and
            strides of its base.
        """

        def decorate(fn: F) -> F:
            return self._generate(fn, _view_source(self, fn), put=put, layout=layout)

        return decorate

    def _generate(self, fn: F, source: str, **space: Any) -> F:
        names = {
            "raw": fn,
            "NAME": fn.__name__,
            "T": self.cls,
            "read": self.read,
            "wrap": self.wrap,
            "view": self.view,
            "promote": self.promote,
            "fail": self.fail,
            "PLAIN": PLAIN,
            "MISSING": MISSING,
            "Array": Array,
            "accept": _accept,
            "collect": self._collect,
            "unpack": self._unpack,
            "are_bools": _are_bools,
            "BOOL": dtypes.bool,
            **{f"convert_{k}": v for k, v in self.convert.items()},
            **space,
        }
        code = _compiled(source, f"{self.name}.{fn.__name__}")
        public = types.FunctionType(code, names, fn.__name__)
        public.__defaults__, public.__kwdefaults__ = fn.__defaults__, fn.__kwdefaults__
        given = {a: MISSING for a in self.aliases.values() if a in code.co_varnames}
        if given:
            public.__kwdefaults__ = {**(fn.__kwdefaults__ or {}), **given}
            missed = code.co_argcount - len(fn.__defaults__ or ())
            first = next(n for n, a in self.aliases.items() if a in given)
            if code.co_varnames[missed - 1 : missed] == (first,):  # the alias may stand for it
                public.__defaults__ = (MISSING, *(fn.__defaults__ or ()))
        public.autograph_info__ = {}  # type: ignore[attr-defined]
        functools.update_wrapper(public, fn)
        return public  # type: ignore[return-value]  # generated with the signature of `fn`

    def returns(self, annotation: str) -> str:
        """Return the name of what wraps results with this annotation; `unpack` looks at each."""
        if annotation == self.tensor:
            return "wrap"
        return "" if annotation in ("bool", "int", "float", "None") else "unpack"

    def _unpack(self, value: Any) -> Any:
        """Return a result with tensors in the place of arrays."""
        if isinstance(value, Array):
            return self.wrap(value)
        if isinstance(value, tuple):
            parts = [self._unpack(v) for v in value]
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return tuple([self._unpack(v) for v in value]) if isinstance(value, list) else value

    def _collect(self, values: Any, name: str, parameter: str) -> tuple[bool, list[Any]]:
        """Return whether a sequence holds tensors, and the sequence with arrays in their place."""
        if isinstance(values, self.cls) or not isinstance(values, list | tuple):
            raise TypeError(
                f"{name}(): argument '{parameter}' must be a tuple of {self.tensor}s, "
                f"not {type(values).__name__}"
            )
        found = False
        arrays = []
        for value in values:
            if isinstance(value, self.cls):
                found = True
                arrays.append(self.read(value))
            else:
                arrays.append(_accept(value, name, parameter))
        return found, arrays


@functools.cache
def _compiled(source: str, name: str) -> types.CodeType:
    module = compile(source, f"<{name}>", "exec")
    return next(c for c in module.co_consts if isinstance(c, types.CodeType))


def _accept(value: Any, name: str, parameter: str) -> Any:
    """Let arrays pass; refuse what is neither a tensor nor an array."""
    if isinstance(value, Array):
        return value
    for kind in (bool, int, float, complex):
        if isinstance(value, kind):  # NumPy's float64 is a float
            return kind(value)  # type: ignore[arg-type]  # of the same kind
    if hasattr(value, "dtype") and getattr(value, "shape", None) == ():  # NumPy's other scalars
        return value.item()
    raise TypeError(
        f"{name}(): argument '{parameter}' must be a tensor, not {type(value).__name__}"
    )


def _are_bools(a: Any, b: Any) -> bool:
    return all(v.dtype is dtypes.bool if isinstance(v, Array) else type(v) is bool for v in (a, b))


def _kind(boundary: Boundary, annotation: str) -> str:
    parts = [p.strip() for p in annotation.split("|")]
    if boundary.tensor in parts:
        return "tensor"
    if f"Sequence[{boundary.tensor}]" in parts:
        return "sequence"
    return next((p for p in parts if p in boundary.convert), "plain")


def _parameters(fn: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(fn).parameters.values())


def _signature(parameters: list[inspect.Parameter], aliases: dict[str, str]) -> str:
    extra = [inspect.Parameter(a, inspect.Parameter.KEYWORD_ONLY) for a in aliases.values()]
    plain = [p.replace(annotation=p.empty) for p in [*parameters, *extra]]
    text = str(inspect.Signature([p.replace(default=p.empty) for p in plain]))
    return text[1:-1]  # the defaults are set on the function afterwards


def _unaliased(
    name: str, parameters: list[inspect.Parameter], aliases: dict[str, str]
) -> list[str]:
    lines = []
    for own, alias in aliases.items():
        lines += [f"    if {alias} is not MISSING:", f"        {own} = {alias}"]
        if next(p for p in parameters if p.name == own).default is inspect.Parameter.empty:
            message = f"{name}() missing 1 required argument: {own!r}"
            lines += [f"    if {own} is MISSING:", f"        raise TypeError({message!r})"]
    return lines


def _call(parameters: list[inspect.Parameter]) -> str:
    form = {"VAR_POSITIONAL": "*{0}", "VAR_KEYWORD": "**{0}", "KEYWORD_ONLY": "{0}={0}"}
    return ", ".join(form.get(p.kind.name, "{0}").format(p.name) for p in parameters)


def _source(
    boundary: Boundary,
    fn: Callable[..., Any],
    promoted: tuple[str, ...],
    check: Callable[..., None] | None,
    bools: Callable[..., Any] | None,
    eager: bool,
) -> str:
    """Return the source of the wrapper.

    In it `found` says whether a tensor came in. Where a function gives its first argument back, so
    does the wrapper: `given` is that tensor, `first` its array.
    """
    parameters = _parameters(fn)
    kinds = {p.name: _kind(boundary, str(p.annotation)) for p in parameters}
    with_tensors = [n for n, k in kinds.items() if k in ("tensor", "sequence")]
    aliases = {p.name: boundary.aliases[p.name] for p in parameters if p.name in boundary.aliases}
    lines = [
        f"def {fn.__name__}({_signature(parameters, aliases)}):",
        "    found = first = None",
        *_unaliased(fn.__name__, parameters, aliases),
    ]
    for p in parameters:
        n, kind = p.name, kinds[p.name]
        if kind == "sequence" or (kind == "tensor" and p.kind is p.VAR_POSITIONAL):
            lines += [f"    seen, {n} = collect({n}, NAME, {n!r})", "    found = found or seen"]
        elif kind == "tensor":
            taken = f"given = {n}; {n} = first = read({n})"
            if boundary.in_place in kinds:
                taken += f" if not {boundary.in_place} else {n}._own()"
            if n != with_tensors[0]:
                taken = f"{n} = read({n})"
            lines += [f"    if isinstance({n}, T):", f"        found = True; {taken}"]
            lines += [f"    elif type({n}) not in PLAIN:"]
            lines += [f"        {n} = accept({n}, NAME, {n!r})"]
        elif kind != "plain" and p.kind is p.VAR_POSITIONAL:
            lines += [f"    {n} = tuple([convert_{kind}(v) for v in {n}])"]
        elif kind != "plain":
            lines += [f"    if {n} is not None:", f"        {n} = convert_{kind}({n})"]
    if promoted:
        a, b = promoted
        lines += [
            f"    if found and type({a}) not in PLAIN and type({b}) not in PLAIN:",
            # Most have the same native dtype, which is looked at faster.
            f"        if {a}.data.dtype is not {b}.data.dtype and {a}.dtype is not {b}.dtype:",
            f"            {a}, {b} = promote({a}, {b})",
        ]
    if with_tensors and not _needs_tensor(boundary, parameters):
        # It makes tensors from numbers too; an array says that the caller is below the boundary.
        arrays = " or ".join(f"isinstance({n}, Array)" for n in with_tensors)
        lines += [f"    found = found or not ({arrays})"]
    call = _call(parameters)
    run = f"raw({call})"
    if eager:
        run = f"(eager if found else raw)({call})" if with_tensors else f"eager({call})"
    lines += ["    try:"]
    if check is not None:
        lines += [f"        {'if found: ' if with_tensors else ''}check({call})"]
    lines += [f"        out = {run}", "    except Exception as error:"]
    failed = f"fail(error, NAME, {'found is True' if with_tensors else 'False'}, locals())"
    if bools is not None:
        a, b = promoted
        lines += [f"        if not (found and are_bools({a}, {b})):"]
        lines += [f"            {failed}", "            raise", f"        out = bools({a}, {b})"]
    else:
        lines += [f"        {failed}", "        raise"]
    if with_tensors:
        lines += ["    if not found:", "        return out", "    if out is first:"]
        lines += (
            ["        return given"] if kinds[with_tensors[0]] == "tensor" else ["        pass"]
        )
    if boundary.in_place in kinds:
        lines += [f"    if {boundary.in_place}:", "        return given._update(out)"]
    returns = str(inspect.signature(fn).return_annotation)
    lines += [f"    out = {boundary.returns(returns)}(out)"]
    for flag, method in boundary.flags.items():
        if flag in kinds:
            lines += [f"    if {flag}:", f"        out.{method}()"]
    lines += ["    return out"]
    return "\n".join(lines) + "\n"


def _needs_tensor(boundary: Boundary, parameters: list[inspect.Parameter]) -> bool:
    """Whether a function has a parameter that takes nothing but tensors."""
    return any(
        str(p.annotation) in (boundary.tensor, f"Sequence[{boundary.tensor}]") for p in parameters
    )


def _view_source(boundary: Boundary, fn: Callable[..., Any]) -> str:
    parameters = _parameters(fn)
    first, *rest = parameters
    lines = [f"def {fn.__name__}({_signature(parameters, {})}):"]
    for p in rest:
        kind = _kind(boundary, str(p.annotation))
        if kind != "plain":
            lines += [f"    if {p.name} is not None:"]
            lines += [f"        {p.name} = convert_{kind}({p.name})"]
    arguments = "".join(
        f"*{p.name}, " if p.kind is p.VAR_POSITIONAL else f"{p.name}, " for p in rest
    )
    lines += [
        f"    if not isinstance({first.name}, T):",
        f"        return raw({_call(parameters)})",
        "    try:",
        f"        return view({first.name}, raw, put, ({arguments}), layout)",
        "    except Exception as error:",
        "        fail(error, NAME, True, locals())",
        "        raise",
    ]
    return "\n".join(lines) + "\n"


def missing(package: str, name: str) -> FrontendAttributeError:
    """Return the error for a name that the framework has and its frontend lacks."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and _is_ours(frame):
        frame = frame.f_back
    where = "" if frame is None else f" ({frame.f_code.co_filename}, line {frame.f_lineno})"
    framework = package.partition(".")[0]
    return FrontendAttributeError(f"{package}.{name} is not in ivy's {framework} frontend{where}")


def _is_ours(frame: types.FrameType) -> bool:
    module = str(frame.f_globals.get("__name__", ""))
    return module.split(".")[0] in ("ivy", "importlib") or module == "importlib._bootstrap"
