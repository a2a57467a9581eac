"""What the op table says of an operation holds: ranks, methods, bodies and backends' signatures."""

from __future__ import annotations

import inspect
from typing import Any

import numpy
import pytest

import ivy
from ivy import backends
from ivy.backends import NAMES
from ivy.functional._op import ARRAYS, REQUIRED, Param, Spec, build_composite, registry
from ivy_tests.cases import ALL, CHAPTERS
from ivy_tests.functional.test_values import check, has_own, tolerance
from ivy_tests.support.backends import needs
from ivy_tests.support.compare import assert_same, to_numpy
from ivy_tests.support.rows import Call, Case, arrays, each_call

_TEXT = {"ids": lambda v: repr(v) if isinstance(v, Case | Call) else str(v)}


def test_every_operation_has_a_row():
    assert sorted(registry) == sorted({case.name for case in ALL})


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_rows_stand_in_the_chapter_of_their_operation(chapter):
    assert {case.spec.chapter for case in CHAPTERS[chapter]} == {chapter}


def test_every_operation_is_public():
    # `ivy.fft` is the module of the standard's extension, in it the transform of this name.
    public = {n: getattr(ivy, n, None) for n in registry} | {"fft": ivy.fft.fft}
    assert [n for n, spec in registry.items() if public[n] is not spec.call] == []


@pytest.mark.parametrize("extension", ["fft"])
def test_extensions_have_the_operations_themselves(extension):
    module = getattr(ivy, extension)
    assert [n for n in module.__all__ if getattr(module, n) is not registry[n].call] == []


@pytest.mark.parametrize(("case", "which"), each_call(ALL), **_TEXT)
def test_rank_rule(case, which):
    stated = case.ranks(which)
    if stated is None:
        assert case.spec.rank == "unknown"
        return
    results = case.expected(*case.arguments(which, case.main_dtype))
    results = results if isinstance(results, list | tuple) else [results]
    for result in results[:1]:
        assert numpy.ndim(result) == stated


_METHODS = [c for c in ALL if c.spec.method]


@pytest.mark.parametrize("case", _METHODS, ids=repr)
def test_method_is_the_function(case, backend):
    which = case.calls[0]
    (first, *rest), options = map(arrays, case.arguments(which, case.main_dtype))
    check(case, which, case.main_dtype, getattr(first, case.name)(*rest, **options))


def _natives(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)([_natives(v) for v in value])
    return ivy.to_native(value)


_WITH_ARRAYS = [c for c in ALL if any(p.kind in ARRAYS for p in c.spec.params)]


@pytest.mark.parametrize("case", _WITH_ARRAYS, ids=repr)
def test_native_arrays_are_taken(case, backend):
    which = case.calls[0]
    args, options = map(arrays, case.arguments(which, case.main_dtype))
    options = {k: _natives(v) for k, v in options.items()}
    check(case, which, case.main_dtype, case.public(*_natives(args), **options))


# Two calls of each composite, where a backend has its own function beside the body.
_BODIES = [
    pytest.param(case, which, name, marks=needs(name), id=f"{case.name}-{which!r}-{name}")
    for case in ALL
    for name in NAMES
    for which in case.calls[:2]
    if case.spec.body is not None and not case.no_values and has_own(case, name)
]


@pytest.mark.parametrize(("case", "which", "backend"), _BODIES, indirect=["backend"])
def test_body_gives_what_the_backend_gives(case, which, backend):
    args, options = map(arrays, case.arguments(which, case.main_dtype))
    everything = {p.name: p.default for p in case.spec.params}
    everything |= dict(zip(everything, args, strict=False)) | options
    ours = build_composite(case.spec)(*everything.values())
    theirs = case.public(*args, **options)
    several = isinstance(theirs, list | tuple)
    expected = [to_numpy(t) for t in theirs] if several else to_numpy(theirs)
    assert_same(ours, expected, **tolerance(case))


# -- backends ------------------------------------------------------------------------------------


def _declared(spec: Spec) -> inspect.Signature:
    return inspect.Signature([_parameter(p) for p in spec.params])


def _parameter(p: Param) -> inspect.Parameter:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    kind = inspect.Parameter.POSITIONAL_ONLY if p.positional_only else kind
    kind = inspect.Parameter.KEYWORD_ONLY if p.keyword_only else kind
    default = inspect.Parameter.empty if p.default is REQUIRED else p.default
    return inspect.Parameter(p.name, kind, default=default)


@pytest.mark.parametrize("name", sorted(registry))
def test_signature_in_backend_is_the_declared_one(name, backend):
    spec = registry[name]
    module = backends.chapter(backend, spec.chapter)
    function = getattr(module, name, None)
    if function is None:
        assert spec.body is not None, f"{backend} lacks {name}"
        return
    # What a framework has just so is imported, and has the framework's parameter names.
    if getattr(function, "__module__", None) == module.__name__:
        assert inspect.signature(function) == _declared(spec)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_backend_has_no_operations_of_its_own(chapter, backend):
    module = backends.chapter(backend, chapter)
    own = {
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__
    }
    declared = {name for name, spec in registry.items() if spec.chapter == chapter}
    assert {name for name in own if not name.startswith("_")} <= declared


def test_chapters_are_the_same_everywhere():
    assert {spec.chapter for spec in registry.values()} == set(CHAPTERS)


def test_rows_know_whether_derivatives_exist():
    whole = {"bool", "index"}
    assert [c.name for c in ALL if c.differentiable and c.spec.result in whole] == []
