"""Arrays without values on torch: what a function makes of shapes and dtypes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from torch._subclasses import fake_tensor
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode

_is_calling: ContextVar[bool] = ContextVar("ivy.backends.torch.is_calling", default=False)
# torch logs the traceback of what it refuses; here it is raised, and explained.
logging.getLogger(fake_tensor.__name__).addFilter(lambda _: not _is_calling.get())


class Abstract:
    """Runs functions on arrays of which shape, dtype and device are known, and computes nothing."""

    ARRAY_TYPES = (FakeTensor,)

    def __init__(self) -> None:
        self._mode = FakeTensorMode(allow_non_fake_inputs=True)

    def array(self, x: Any) -> Any:
        """Return an array like `x` without values."""
        return self._mode.from_tensor(x.detach(), static_shapes=True)

    def call(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        """Return what a function returns, with arrays without values for those that it makes."""
        token = _is_calling.set(True)
        try:
            with self._mode:
                return function(*args, **kwargs)
        finally:
            _is_calling.reset(token)
