"""Rows of the chapter `fft`."""

from __future__ import annotations

from ivy_tests.support.rows import Case

CASES: list[Case] = []
