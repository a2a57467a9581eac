"""Which backends the tests run on."""

from __future__ import annotations

import os

import pytest

from ivy.backends import FRAMEWORKS, NAMES, is_installed


def why_not(name: str) -> str:
    """Return why tests do not run on a backend here; "" where they do."""
    selected = os.environ.get("IVY_TEST_BACKENDS", " ".join(NAMES)).replace(",", " ").split()
    if name not in selected:
        return f"{name} is not in IVY_TEST_BACKENDS={' '.join(selected)}"
    if not is_installed(name):
        return f'{name} is not installed: pip install "{FRAMEWORKS[name][1]}"'
    return ""


# The backends that are installed and selected.
AVAILABLE = tuple(name for name in NAMES if not why_not(name))


def needs(*names: str) -> pytest.MarkDecorator:
    """Return the mark of a test that runs only where all these backends do."""
    reasons = [reason for name in names if (reason := why_not(name))]
    return pytest.mark.skipif(bool(reasons), reason="; ".join(reasons))


# What `parametrize` takes to run a test on every backend.
PARAMS = [pytest.param(name, marks=needs(name)) for name in NAMES]
