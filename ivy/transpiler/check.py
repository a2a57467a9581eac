"""Comparing a converted object with its source, and finding where they part."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

import numpy

from ivy import backends
from ivy.transpiler.classes import renamed

# How far values may differ, for a dtype: relative, and absolute in units of the largest value.
TOLERANCES = {"float64": 1e-9, "float32": 1e-4, "float16": 1e-2, "bfloat16": 5e-2}


@dataclass(frozen=True)
class Difference:
    """Where a conversion differs from its source, and how."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


def check(
    source_obj: Any,
    target_obj: Any,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
) -> Difference | None:
    """Return the first difference between an object and its conversion; None where they agree.

    Modules are compared in evaluation mode, layer by layer in the order in which the source calls
    them; functions line by line.
    """
    root = importlib.import_module("torch")
    options = dict(kwargs or {})
    target = _target_of(target_obj)
    copies = [_copied(root, a) for a in args]
    kept = {k: _copied(root, v) for k, v in options.items()}
    native_args = [to_native(root, target, a) for a in args]
    native_options = {k: to_native(root, target, v) for k, v in options.items()}
    is_module = isinstance(source_obj, root.nn.Module)
    steps: list[tuple[str, Any, Any]] = []
    lines: list[list[Binding]] = [[], []]
    with root.no_grad(), evaluating(source_obj), evaluating(target_obj):
        hooks = _watched(source_obj, steps) if is_module else []
        try:
            with _followed(source_obj, lines[0]):
                wanted = source_obj(*copies, **kept)
        finally:
            for hook in hooks:
                hook.remove()
        with _followed(target_obj, lines[1]):
            found = target_obj(*native_args, **native_options)
        reason = _difference(root, wanted, found, "result")
        if reason is None:
            return None
        for path, inputs, output in steps:
            layer = _find(target_obj, source_obj, path, target)
            if layer is None:
                continue
            again = layer(*[to_native(root, target, i) for i in inputs])
            inner = _difference(root, output, again, "output")
            if inner is not None:
                return Difference(f"layer {path}", inner)
    return _first_line(root, source_obj, *lines) or Difference(_place(source_obj), reason)


@contextmanager
def evaluating(module: Any) -> Iterator[None]:
    """Leave training for a while; the source's modules and the output's have the same methods."""
    modules = list(module.modules()) if hasattr(module, "modules") else [module]
    before = [(m, m.training) for m in modules if type(getattr(m, "training", None)) is bool]
    switch = hasattr(module, "eval") and hasattr(module, "train")
    draws = switch and not before and _is_training(module)
    if switch:
        module.eval()
    try:
        yield
    finally:
        if draws:
            module.train()
        for part, mode in reversed(before):
            if part is module and switch:
                part.train(mode)
        for part, mode in before:
            if part.training is not mode:
                part.training = mode


def _is_training(module: Any) -> bool:
    """Whether an nnx module is in training: its parts have flags, and no part says so itself."""
    names = ("deterministic", "use_running_average")
    nnx = sys.modules.get("flax.nnx")
    if nnx is None or not isinstance(module, nnx.Module):
        return False
    parts = [m for _, m in nnx.iter_modules(module)]
    flags = [getattr(m, n) for m in parts for n in names if hasattr(m, n)]
    return any(flag is False for flag in flags)


# -- the lines of a function ---------------------------------------------------------------------


@dataclass(frozen=True)
class Binding:
    """A value that a function gave to a local name."""

    name: str
    line: int
    value: Any


@contextmanager
def _followed(obj: Any, into: list[Binding]) -> Iterator[None]:
    """Note what the names of a function get, while it runs for the first time."""
    inner = inspect.unwrap(obj) if inspect.isfunction(obj) else None
    if inner is None:
        yield
        return
    before = sys.gettrace()
    watched: list[FrameType] = []
    last: dict[str, Any] = {}
    places = [inner.__code__.co_firstlineno]

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code is not inner.__code__:
            return None
        if not watched:
            watched.append(frame)
            last.update(frame.f_locals)
        if frame is not watched[0]:
            return None
        for name, value in frame.f_locals.items():
            if last.get(name) is not value:
                kept = value.clone() if hasattr(value, "clone") else value
                into.append(Binding(name, places[0], kept))
        last.update(frame.f_locals)
        places[0] = frame.f_lineno
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def _first_line(
    root: Any, source_obj: Any, wanted: list[Binding], found: list[Binding]
) -> Difference | None:
    """Return the first line after which a name has another value; None where it is none of them."""
    by_name: dict[str, list[Binding]] = {}
    for binding in found:
        by_name.setdefault(binding.name, []).append(binding)
    counts: dict[str, int] = {}
    for binding in wanted:
        i = counts.get(binding.name, 0)
        counts[binding.name] = i + 1
        others = by_name.get(binding.name, [])
        if i >= len(others):
            continue
        reason = _difference(root, binding.value, others[i].value, binding.name)
        if reason is not None:
            return Difference(f"{inspect.getsourcefile(source_obj)}:{binding.line}", reason)
    return None


def _place(obj: Any) -> str:
    try:
        file, line = inspect.getsourcefile(obj), inspect.getsourcelines(obj)[1]
    except TypeError:
        return type(obj).__name__
    return f"{file}:{line}: {obj.__name__}"


def _target_of(obj: Any) -> str:
    module = inspect.getmodule(obj) or inspect.getmodule(type(obj))
    names = vars(module).values() if module is not None else ()
    roots = {
        str(getattr(v, "__name__", "")).partition(".")[0]
        if inspect.ismodule(v)
        else str(getattr(v, "__module__", "")).partition(".")[0]
        for v in names
    }
    package = getattr(module, "__package__", "") or ""
    init = importlib.import_module(package) if package else None
    doc = (init.__doc__ or "") if init is not None else ""
    for target in ("tensorflow", "jax", "numpy"):
        if doc.rstrip(".").endswith(f"for {target}"):
            return target
    for root, target in (
        ("jax", "jax"),
        ("flax", "jax"),
        ("tensorflow", "tensorflow"),
        ("keras", "tensorflow"),
    ):
        if root in roots:
            return target
    return "numpy"


def _copied(root: Any, value: Any) -> Any:
    return value.clone() if isinstance(value, root.Tensor) else value


def to_native(root: Any, target: str, value: Any) -> Any:
    """Return an argument with the target's arrays in the place of the source's."""
    if isinstance(value, root.Tensor):
        array = value.detach().cpu().numpy().copy()
        core = backends.core(target)
        return core.from_numpy(array) if hasattr(core, "from_numpy") else _made(target, array)
    if type(value) in (tuple, list):
        return type(value)(to_native(root, target, v) for v in value)
    if isinstance(value, dict):
        return {k: to_native(root, target, v) for k, v in value.items()}
    return value


def _made(target: str, array: Any) -> Any:
    if target == "jax":
        return importlib.import_module("jax.numpy").asarray(array)
    if target == "tensorflow":
        return importlib.import_module("tensorflow").constant(array)
    return array


def _watched(module: Any, steps: list[tuple[str, Any, Any]]) -> list[Any]:
    """Let a module note what its parts are given and give."""
    names = {id(m): n for n, m in module.named_modules() if n}

    def note(part: Any, inputs: Any, output: Any) -> None:
        steps.append((names[id(part)], inputs, output))

    return [m.register_forward_hook(note) for n, m in module.named_modules() if n]


def _find(target_obj: Any, source_obj: Any, path: str, target: str) -> Any:
    """Return the part of the converted module for a part of the source's."""
    found, live = target_obj, source_obj
    for name in path.split("."):
        if type(live).__name__ == "Sequential":
            parts = getattr(found, "layers" if target == "jax" else "items", None)
            if parts is None:
                return None
            found = parts[int(name)]
        elif name.isdigit():
            found = found[int(name)]
        else:
            found = getattr(found, renamed(target, name), None)
        live = live._modules[name]
        if found is None:
            return None
    return found if callable(found) else None


def _difference(root: Any, wanted: Any, found: Any, what: str) -> str | None:
    """Return how a value differs from what is wanted; None where it does not."""
    if isinstance(wanted, root.Tensor):
        return _array_difference(wanted, found, what)
    if isinstance(wanted, tuple | list):
        if not isinstance(found, tuple | list) or len(found) != len(wanted):
            return f"{what}: expected {len(wanted)} values, got {type(found).__name__}"
        for i, (a, b) in enumerate(zip(wanted, found, strict=True)):
            inner = _difference(root, a, b, f"{what}[{i}]")
            if inner is not None:
                return inner
        return None
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            inner = _difference(root, value, found[key], f"{what}[{key!r}]")
            if inner is not None:
                return inner
        return None
    if isinstance(wanted, float):
        close = abs(wanted - float(found)) <= 1e-5 * max(1.0, abs(wanted)) or wanted != wanted
        return None if close else f"{what}: expected {wanted}, got {found}"
    if isinstance(wanted, bool | int | str):
        return None if wanted == found else f"{what}: expected {wanted!r}, got {found!r}"
    return None


def _array_difference(wanted: Any, found: Any, what: str) -> str | None:
    want = wanted.detach().cpu().numpy()
    got = numpy.asarray(found)
    if got.shape != want.shape:
        return f"{what}: expected shape {want.shape}, got {got.shape}"
    if got.dtype != want.dtype and not _narrowed(want.dtype.name, got.dtype.name, found):
        return f"{what}: expected {want.dtype}, got {got.dtype}"
    if not want.size:
        return None
    if want.dtype.kind in "fc":
        tolerance = TOLERANCES.get(want.dtype.name, 1e-4)
        scale = max(1.0, float(numpy.max(numpy.abs(want[numpy.isfinite(want)]), initial=0.0)))
        same = numpy.isclose(got, want, rtol=tolerance, atol=tolerance * scale, equal_nan=True)
        if same.all():
            return None
        worst = float(numpy.nanmax(numpy.abs(got - want)))
        return f"{what}: values differ by up to {worst:.2e}"
    count = int((got != want).sum())
    return None if not count else f"{what}: {count} of {want.size} elements differ"


def _narrowed(wanted: str, got: str, found: Any) -> bool:
    """Whether jax, without 64-bit types, could not do better."""
    if "jax" not in type(found).__module__:
        return False
    jax: Any = importlib.import_module("jax")
    narrow = {"int64": "int32", "float64": "float32", "uint64": "uint32", "complex128": "complex64"}
    return not jax.config.jax_enable_x64 and narrow.get(wanted) == got
