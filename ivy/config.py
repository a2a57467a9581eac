"""Settings that hold for a thread or task: the default dtypes and the kind of randomness."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from ivy import dtypes
from ivy.dtypes import DType

T = TypeVar("T")


class Setting(Generic[T]):
    """A value that is private to a thread or task.

    ``setting.get()`` reads it, ``setting.set(value)`` changes it for good, and
    ``with setting(value):`` changes it for a block.
    """

    def __init__(self, name: str, default: T, check: Callable[[Any], T]) -> None:
        self._check = check
        self._name = name
        self._var: ContextVar[T] = ContextVar(f"ivy.config.{name}", default=default)
        self.get = self._var.get

    def set(self, value: Any) -> None:
        """Change the setting until it is changed again."""
        self._var.set(self._check(value))

    def __call__(self, value: Any) -> AbstractContextManager[None]:
        """Change the setting inside a ``with`` block."""
        return self._inside(self._check(value))

    @contextmanager
    def _inside(self, value: T) -> Iterator[None]:
        token = self._var.set(value)
        try:
            yield
        finally:
            self._var.reset(token)

    def __repr__(self) -> str:
        return f"ivy.config.{self._name} = {self.get()!r}"


def _of(category: str) -> Callable[[Any], DType]:
    def check(value: Any) -> DType:
        dtype = value if isinstance(value, DType) else dtypes.named(value)
        if dtype not in dtypes.CATEGORIES[category]:
            raise TypeError(f"ivy.config: expected a {category} dtype, got {dtype}")
        return dtype

    return check


float_dtype: Setting[DType] = Setting("float_dtype", dtypes.float32, _of("real floating"))
int_dtype: Setting[DType] = Setting("int_dtype", dtypes.int64, _of("integral"))
complex_dtype: Setting[DType] = Setting("complex_dtype", dtypes.complex64, _of("complex floating"))
# Draw random numbers by one algorithm, so that every backend gets the same ones, but for the last
# digit of elementary functions in float64.
portable_random: Setting[bool] = Setting("portable_random", False, bool)


def default_dtype(kind: type) -> DType:
    """Return the dtype that a Python scalar of this type gets where nothing else decides."""
    if kind is bool:
        return dtypes.bool
    if kind is int:
        return int_dtype.get()
    return float_dtype.get() if kind is float else complex_dtype.get()
