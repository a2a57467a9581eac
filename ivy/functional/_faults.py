"""What is made of a framework's exception: a note that names the operation, and one class.

Frameworks refuse the same arguments with different exceptions: a RuntimeError here, a TypeError
there. What reaches the caller is of the framework's own type and also a ValueError (for an axis
that does not exist an `AxisError`), so that ``except ValueError`` means the same everywhere. Where
there was no memory it is also a MemoryError. Only these exceptions are so changed, and nothing is
done before one is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from ivy.array import Array
from ivy.errors import AxisError, IvyError, also, is_out_of_memory

# The exceptions by which frameworks refuse arguments. Those derived from them mean something else.
_PLAIN = (RuntimeError, TypeError, IndexError, KeyError, NotImplementedError, ZeroDivisionError)
# tensorflow's, by name: it need not be installed.
_OF_TENSORFLOW = ("InvalidArgumentError", "UnimplementedError", "NotFoundError", "OutOfRangeError")


# By operation: raises, in Ivy's words, where values of its arguments are why its body has met an
# IndexError.
WRONG_VALUES: dict[str, Callable[[str, Mapping[str, Any]], None]] = {}


def check_values(
    op: str, name: str, x: Array, low: int, high: int, besides: int | None = None
) -> None:
    """Raise ``IndexError`` where integers are neither from `low` to `high` nor `besides`."""
    while isinstance(x.data, Array):
        x = x.data
    values = x.to_numpy().reshape(-1)
    wrong = values[((values < low) | (values > high)) & (values != besides)]
    if wrong.size:
        other = "" if besides is None else f" or {besides}"
        raise IndexError(f"ivy.{op}: expected {name} from {low} to {high}{other}, got {wrong[0]}")


def report(error: Exception, spec: Any, cls: type[Array], args: Sequence[Any]) -> NoReturn:
    """Raise a framework's exception with the operation that it came from, and on what."""
    note = f"in ivy.{_call(spec, args, cls)} on the {cls.NAME} backend"
    if isinstance(error, IvyError):
        raise error
    explain = cls.fault(spec)
    if explain is not None:
        explain(*args)
    by_name = dict(zip([p.name for p in spec.params], args, strict=True))
    if spec.arrays and by_name.get("axis") is not None:
        x = by_name[spec.arrays[0].name]
        check_axis(spec, cls, x[0] if isinstance(x, list) and x else x, by_name["axis"])
    _raise(error, note)


def report_body(error: Exception, spec: Any, args: Sequence[Any]) -> NoReturn:
    """Raise an exception from the body of an operation, with its name where nothing says any."""
    explain = WRONG_VALUES.get(spec.name)
    if explain is not None and isinstance(error, IndexError) and not isinstance(error, AxisError):
        explain(spec.name, dict(zip([p.name for p in spec.params], args, strict=True)))
    notes = getattr(error, "__notes__", ())
    if str(error).startswith("ivy") or any(note.startswith("in ivy.") for note in notes):
        raise error
    _raise(error, f"in ivy.{_call(spec, args)}")


def _raise(error: Exception, note: str) -> NoReturn:
    raised = _refusal(error)
    if raised is None:
        error.add_note(note)
        raise error
    for each in getattr(error, "__notes__", ()):
        raised.add_note(each)
    raised.add_note(note)
    raise raised.with_traceback(error.__traceback__) from error.__cause__


def check_integral(spec: Any, axis: Any) -> None:
    """Raise ``TypeError`` where an axis is no integer, nor are several; a bool is none."""
    for a in axis if isinstance(axis, tuple | list) else (axis,):
        if isinstance(a, bool) or not hasattr(a, "__index__"):
            raise TypeError(f"ivy.{spec.name}: expected integers as axes, got axis={axis!r}")


def check_axis(spec: Any, cls: type[Array], x: Any, axis: Any) -> None:
    """Raise ``AxisError`` for an axis that a native array lacks, ``ValueError`` for one twice.

    What is no integer is a ``TypeError``.
    """
    check_integral(spec, axis)
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    if not isinstance(x, cls.CORE.ARRAY_TYPES):
        return
    shape = cls.CORE.shape(x)
    new = {"plus one": 1, "first plus one": 1, "expanded": len(axes)}
    rank = len(shape) + new.get(spec.rank, 0)
    if any(not -rank <= a < rank for a in axes):
        expected = f"an axis from {-rank} to {rank - 1}" if rank else "no axis"
        raise AxisError(
            f"ivy.{spec.name}: expected {expected} for an array of shape {shape}, got axis={axis}"
        )
    if len({a % rank for a in axes}) != len(axes):
        raise ValueError(f"ivy.{spec.name}: expected different axes, got axis={axis}")


def _refusal(error: Exception) -> Exception | None:
    """Return an exception that is also a builtin one, for one that frameworks call differently."""
    given: Any = error
    kind: Any = type(error)
    of_tensorflow = kind.__module__.startswith("tensorflow.")
    if is_out_of_memory(error) and not isinstance(error, MemoryError):
        made = also(kind, MemoryError)
    elif kind in _PLAIN or (of_tensorflow and kind.__name__ in _OF_TENSORFLOW):
        made = also(kind, ValueError)
    else:
        return None
    found: Exception = (
        made(given.node_def, given.op, given.message) if of_tensorflow else made(*given.args)
    )
    return found


def _call(spec: Any, args: Sequence[Any], cls: type[Array] | None = None) -> str:
    parts = []
    for p, value in zip(spec.params, args, strict=True):
        if p.kind == "sequence" and isinstance(value, list | tuple):
            parts.append(f"{p.name}=[{', '.join(_summary(cls, v) for v in value)}]")
        else:
            parts.append(f"{p.name}={_summary(cls, value)}")
    return f"{spec.name}({', '.join(parts)})"


def _summary(cls: type[Array] | None, value: Any) -> str:
    if cls is not None and isinstance(value, cls.CORE.ARRAY_TYPES):
        value = cls(value)
    return f"Array({value.shape}, {value.dtype})" if isinstance(value, Array) else repr(value)
