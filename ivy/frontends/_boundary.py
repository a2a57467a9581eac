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
from dataclasses import dataclass
from typing import Any, TypeVar

from ivy.array import Array
from ivy.errors import FrontendAttributeError

F = TypeVar("F", bound=Callable[..., Any])

SCALARS = frozenset([bool, int, float, complex])
PLAIN = SCALARS | {type(None)}


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
        Called with an exception that came from below, the function's name and the arrays; raises
        what the framework would raise.
    """

    name: str
    tensor: str
    cls: type
    read: Callable[[Any], Any]
    wrap: Callable[[Any], Any]
    view: Callable[..., Any]
    convert: dict[str, Callable[[Any], Any]]
    promote: Callable[..., Any]
    fail: Callable[[Exception, str], None]

    def function(
        self,
        fn: F,
        *,
        promoted: tuple[str, ...] = (),
        check: Callable[..., None] | None = None,
        eager: Callable[..., Any] | None = None,
        bools: Callable[..., Any] | None = None,
    ) -> F:
        """Return `fn` with the boundary around it.

        Parameters
        ----------
        fn
            A function on arrays, annotated as for the framework's tensors.
        promoted
            The parameters whose dtypes follow the framework's promotion rules.
        check
            Called with all arguments before `fn`; raises where the framework refuses them.
        eager
            Runs in the place of `fn`, which then only says what the function means: for functions
            that draw from the framework's own random generator.
        bools
            The operation that is meant where both promoted operands are bool.
        """
        return self._generate(fn, _source(self, fn, promoted, check, eager, bools), locals())

    def view_of(self, put: Callable[..., Any]) -> Callable[[F], F]:
        """Return a decorator for functions whose result is a view of their first argument.

        Parameters
        ----------
        put
            ``put(base, value, *arguments)`` returns `base` with `value` in the place of the view.
        """

        def decorate(fn: F) -> F:
            return self._generate(fn, _view_source(self, fn), locals())

        return decorate

    def _generate(self, fn: F, source: str, space: dict[str, Any]) -> F:
        code = next(
            c
            for c in compile(source, f"<{self.name}.{fn.__name__}>", "exec").co_consts
            if isinstance(c, types.CodeType)
        )
        names = {
            **{"raw": fn, "NAME": fn.__name__, "T": self.cls, "read": self.read},
            **{"wrap": self.wrap, "view": self.view, "promote": self.promote, "fail": self.fail},
            **{"PLAIN": PLAIN, "SCALARS": SCALARS, "accept": _accept, "unpack": self._unpack},
            **{f"convert_{k}": v for k, v in self.convert.items()},
            **{"collect": self._collect, "run": space.get("eager") or fn},
            **{k: space.get(k) for k in ("check", "bools", "put")},
        }
        public = types.FunctionType(code, names, fn.__name__)
        public.__defaults__, public.__kwdefaults__ = fn.__defaults__, fn.__kwdefaults__
        public.autograph_info__ = {}  # type: ignore[attr-defined]
        functools.update_wrapper(public, fn)
        return public  # type: ignore[return-value]  # generated with the signature of `fn`

    def _unpack(self, value: Any) -> Any:
        """Return a result with tensors in the place of arrays."""
        if isinstance(value, Array):
            return self.wrap(value)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*[self._unpack(v) for v in value])
        if isinstance(value, list | tuple):
            return type(value)([self._unpack(v) for v in value])
        return value

    def _collect(self, values: Any, name: str, parameter: str) -> tuple[Any, list[Any]]:
        """Return the first tensor of a sequence, and the sequence with arrays in their place."""
        if isinstance(values, self.cls) or not isinstance(values, list | tuple):
            raise TypeError(
                f"{name}(): argument '{parameter}' must be a tuple of {self.tensor}s, "
                f"not {type(values).__name__}"
            )
        found = None
        arrays = []
        for value in values:
            if isinstance(value, self.cls):
                found = value if found is None else found
                arrays.append(self.read(value))
            else:
                arrays.append(_accept(value, name, parameter))
        return found, arrays


def _accept(value: Any, name: str, parameter: str) -> Any:
    """Let arrays pass; refuse what is neither a tensor nor an array."""
    if isinstance(value, Array):
        return value
    if isinstance(value, int | float | complex):  # NumPy's float64 is a float
        return next(kind for kind in (bool, int, float, complex) if isinstance(value, kind))(value)
    if hasattr(value, "dtype") and getattr(value, "shape", None) == ():  # NumPy's other scalars
        return value.item()
    raise TypeError(
        f"{name}(): argument '{parameter}' must be a tensor, not {type(value).__name__}"
    )


def _kind(boundary: Boundary, annotation: str) -> str:
    parts = [p.strip() for p in annotation.split("|")]
    if boundary.tensor in parts:
        return "tensor" if "Key" not in parts else "key"
    if f"Sequence[{boundary.tensor}]" in parts:
        return "sequence"
    return next((p for p in parts if p in boundary.convert), "plain")


def _parameters(fn: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(fn).parameters.values())


def _signature(parameters: list[inspect.Parameter]) -> str:
    parts: list[str] = []
    starred = False
    for i, p in enumerate(parameters):
        if p.kind is p.VAR_POSITIONAL:
            parts.append(f"*{p.name}")
            starred = True
        elif p.kind is p.VAR_KEYWORD:
            parts.append(f"**{p.name}")
        else:
            if p.kind is p.KEYWORD_ONLY and not starred:
                parts.append("*")
                starred = True
            parts.append(p.name)
            following = parameters[i + 1 : i + 2]
            if p.kind is p.POSITIONAL_ONLY and not (
                following and following[0].kind is p.POSITIONAL_ONLY
            ):
                parts.append("/")
    return ", ".join(parts)


def _call(parameters: list[inspect.Parameter]) -> str:
    parts = []
    for p in parameters:
        if p.kind is p.VAR_POSITIONAL:
            parts.append(f"*{p.name}")
        elif p.kind is p.VAR_KEYWORD:
            parts.append(f"**{p.name}")
        else:
            parts.append(f"{p.name}={p.name}" if p.kind is p.KEYWORD_ONLY else p.name)
    return ", ".join(parts)


def _source(
    boundary: Boundary,
    fn: Callable[..., Any],
    promoted: tuple[str, ...],
    check: Any,
    eager: Any,
    bools: Any,
) -> str:
    parameters = _parameters(fn)
    lines = [f"def {fn.__name__}({_signature(parameters)}):"]
    first = ""
    has_tensors = False
    for p in parameters:
        kind = _kind(boundary, str(p.annotation))
        n = p.name
        if kind == "tensor" and p.kind is p.VAR_POSITIONAL:
            lines += [] if has_tensors else ["    found = None"]
            lines += [f"    seen, {n} = collect({n}, NAME, {n!r})", "    found = found or seen"]
            lines[-1] = "    found = seen if found is None else found"
            has_tensors = True
        elif kind == "tensor":
            lines += [] if has_tensors else ["    found = None"]
            taken = "found = " if not has_tensors else ""
            keep = "first = " if not has_tensors else ""
            first = first or n
            lines += [
                f"    if isinstance({n}, T):",
                f"        {taken or 'found = found if found is not None else '}{n}; "
                f"{keep}{n} = read({n})",
                f"    elif type({n}) not in PLAIN:",
                f"        {n} = accept({n}, NAME, {n!r})",
            ]
            has_tensors = True
        elif kind == "sequence":
            lines += [] if has_tensors else ["    found = None"]
            lines += [
                f"    seen, {n} = collect({n}, NAME, {n!r})",
                "    found = seen if found is None else found",
            ]
            has_tensors = True
        elif kind != "plain":
            lines += [f"    if {n} is not None:", f"        {n} = convert_{kind}({n})"]
    run = "run"
    if promoted:
        a, b = promoted
        condition = f"type({a}) not in PLAIN and type({b}) not in PLAIN"
        lines += [f"    if found is not None and {condition}:"]
        lines += [f"        {a}, {b} = promote({a}, {b})"]
        if bools is not None:
            lines += [f"        if {a}.dtype == 'bool':", "            do = bools"]
            lines += ["        else:", "            do = run", "    else:", "        do = run"]
            run = "do"
    call = _call(parameters)
    lines += ["    try:"]
    if check is not None:
        lines += [f"        check({call})"] if not has_tensors else [
            "        if found is not None:",
            f"            check({call})",
        ]
    bool_call = f"{promoted[0]}, {promoted[1]}" if run == "do" else ""
    if run == "do":
        lines += [f"        out = run({call}) if do is run else bools({bool_call})"]
    else:
        lines += [f"        out = run({call})"]
    lines += ["    except Exception as error:", "        fail(error, NAME)", "        raise"]
    if has_tensors:
        lines += ["    if found is None:", "        return out"]
    returns = str(inspect.signature(fn).return_annotation)
    if returns == boundary.tensor:
        if first:
            lines += ["    if out is first:", "        return found"] if _is_first(
                boundary, parameters, first
            ) else []
        lines += ["    return wrap(out)"]
    elif boundary.tensor in returns or returns[:1].isupper():
        lines += ["    return unpack(out)"]
    else:
        lines += ["    return out"]
    if first and _is_first(boundary, parameters, first):
        lines.insert(1, "    first = None")
    return "\n".join(lines) + "\n"


def _is_first(boundary: Boundary, parameters: list[inspect.Parameter], name: str) -> bool:
    """Whether a tensor parameter comes before every other that may hold tensors."""
    kinds = {p.name: _kind(boundary, str(p.annotation)) for p in parameters}
    return next((n for n, k in kinds.items() if k in ("tensor", "sequence")), "") == name


def _view_source(boundary: Boundary, fn: Callable[..., Any]) -> str:
    parameters = _parameters(fn)
    first, *rest = parameters
    lines = [f"def {fn.__name__}({_signature(parameters)}):"]
    for p in rest:
        kind = _kind(boundary, str(p.annotation))
        if kind != "plain":
            lines += [f"    if {p.name} is not None:", f"        {p.name} = convert_{kind}({p.name})"]
    arguments = "".join(
        f"*{p.name}, " if p.kind is p.VAR_POSITIONAL else f"{p.name}, " for p in rest
    )
    lines += [
        f"    if not isinstance({first.name}, T):",
        f"        return raw({_call(parameters)})",
        "    try:",
        f"        return view({first.name}, raw, put, ({arguments}))",
        "    except Exception as error:",
        "        fail(error, NAME)",
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
    return FrontendAttributeError(
        f"{package}.{name} is not in ivy's {framework} frontend{where}"
    )


def _is_ours(frame: types.FrameType) -> bool:
    module = str(frame.f_globals.get("__name__", ""))
    return module.split(".")[0] in ("ivy", "importlib") or module == "importlib._bootstrap"
