"""One run of the source on example arguments, to see what its names stand for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from ivy.dtypes import DType
from ivy.transpiler import types
from ivy.transpiler.names import Names
from ivy.transpiler.types import UNKNOWN, Value
from ivy.transpiler.values import Fact

Observed = dict[tuple[str, int, str], Value]


def observe(names: Names, call: Callable[[], Any], is_user: Callable[[str], bool]) -> Observed:
    """Run a function, and return what the local names of the user's code were on each line.

    Where a line runs more than once, what holds for every run is kept. Sizes are not kept: ranks,
    dtypes and kinds are.
    """
    seen: Observed = {}
    before = sys.gettrace()

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        name = str(frame.f_globals.get("__name__", ""))
        if not is_user(name):
            return None
        if event in ("line", "return"):
            file, line = frame.f_code.co_filename, frame.f_lineno
            for local, value in list(frame.f_locals.items()):
                key = (file, line, local)
                found = _value(names, value)
                seen[key] = seen[key].join(found) if key in seen else found
        return trace

    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return seen


def _value(names: Names, value: Any) -> Value:
    if isinstance(value, names.tensor):
        return Value(Fact("array", value.ndim, _dtype(value)))
    if isinstance(value, names.root.Size):
        return Value(Fact("shape", len(value)))
    if value is None:
        return types.NONE
    if isinstance(value, bool | int | float | complex):
        return types.without_object(types.of_object(value))
    if isinstance(value, str):
        return types.STRING
    if type(value) is tuple and len(value) <= 16:
        return types.row("tuple", [_value(names, v) for v in value])
    if type(value) is list:
        known = types.joined(_value(names, v) for v in value[:16])
        return Value(Fact("list"), element=known)
    return UNKNOWN


def _dtype(value: Any) -> DType | None:
    return types.dtype_of(value.dtype)
