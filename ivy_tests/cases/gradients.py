"""Rows of what concerns differentiation only."""

from __future__ import annotations

from ivy_tests.support.rows import Case, call, x

CASES = [
    # Its derivative is zero, which differences do not find.
    Case("stop_gradient", lambda x: x, [call(x(2, 3)), call(x())], differentiable=False),
]
