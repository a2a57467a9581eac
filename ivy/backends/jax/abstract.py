"""Arrays without values on jax: what a function makes of shapes and dtypes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax


class Abstract:
    """Runs functions on arrays of which shape and dtype are known, and computes nothing."""

    ARRAY_TYPES = (jax.ShapeDtypeStruct,)

    def array(self, x: Any) -> Any:
        """Return an array like `x` without values."""
        return jax.ShapeDtypeStruct(x.shape, x.dtype)

    def call(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        """Return what a function returns, with arrays without values for those that it makes."""
        kinds: list[Any] = []

        def collect(value: Any) -> None:
            if isinstance(value, jax.ShapeDtypeStruct):
                kinds.append(value)
            elif type(value) in (list, tuple):
                for v in value:
                    collect(v)

        def filled(value: Any, tracers: Any) -> Any:
            if isinstance(value, jax.ShapeDtypeStruct):
                return next(tracers)
            if type(value) in (list, tuple):
                return type(value)([filled(v, tracers) for v in value])
            return value

        def run(tracers: list[Any]) -> Any:
            it = iter(tracers)
            return function(*filled(list(args), it), **{k: filled(v, it) for k, v in named})

        named = list(kwargs.items())
        collect(list(args))
        collect([v for _, v in named])
        return jax.eval_shape(run, kinds)
