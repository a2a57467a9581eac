"""Rows of the chapter `signal`."""

from __future__ import annotations

from ivy_tests.support.rows import Case

CASES: list[Case] = []
