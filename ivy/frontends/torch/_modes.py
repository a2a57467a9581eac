"""Whether gradients are recorded, in this thread or task."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_recording: ContextVar[bool] = ContextVar("ivy.frontends.torch.grad", default=True)
is_grad_enabled = _recording.get


class _Mode:
    """A value of the setting that holds inside a ``with`` block or a decorated function."""

    value: bool

    def __init__(self) -> None:
        self._before: list[bool] = []

    def __enter__(self) -> None:
        self._before.append(_recording.get())
        _recording.set(self.value)

    def __exit__(self, *error: object) -> None:
        _recording.set(self._before.pop())

    def __call__(self, fn: F) -> F:
        @functools.wraps(fn)
        def inside(*args: Any, **options: Any) -> Any:
            with self.clone():
                return fn(*args, **options)

        return inside  # type: ignore[return-value]  # of the signature of `fn`

    def clone(self) -> _Mode:
        """Return another one, for the next block."""
        return type(self)()


class no_grad(_Mode):
    """Record nothing inside a block, or inside a decorated function.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> x = torch.ones(2, requires_grad=True)
    >>> with torch.no_grad():
    ...     y = x * 2
    >>> y.requires_grad
    False
    """

    value = False

    def __new__(cls, fn: Any = None) -> Any:
        self = object.__new__(cls)
        if fn is None:
            return self
        self.__init__()  # type: ignore[misc]  # used as a decorator without parentheses
        return self(fn)

    def __init__(self, fn: Any = None) -> None:
        super().__init__()


class inference_mode(_Mode):
    """Record nothing, as `no_grad`.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> with torch.inference_mode():
    ...     torch.is_grad_enabled()
    False
    """

    def __init__(self, mode: bool = True) -> None:
        super().__init__()
        self.value = not mode and is_grad_enabled()

    def __call__(self, fn: F) -> F:
        return super().__call__(fn)

    def clone(self) -> _Mode:
        """Return another one, for the next block."""
        return inference_mode(not self.value)


class enable_grad(no_grad):
    """Record inside a block or a decorated function, also inside a `no_grad`.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> with torch.no_grad(), torch.enable_grad():
    ...     torch.is_grad_enabled()
    True
    """

    value = True


class set_grad_enabled(_Mode):
    """Switch recording on or off: from here on, or inside a block.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> with torch.set_grad_enabled(False):
    ...     torch.is_grad_enabled()
    False
    """

    def __init__(self, mode: bool) -> None:
        super().__init__()
        self.value = bool(mode)
        self._before = [_recording.get()]
        _recording.set(self.value)

    def __enter__(self) -> None:
        _recording.set(self.value)

    def __call__(self, fn: F) -> F:
        _recording.set(self._before[-1])
        return super().__call__(fn)

    def clone(self) -> _Mode:
        """Return another one, for the next block."""
        return set_grad_enabled(self.value)
