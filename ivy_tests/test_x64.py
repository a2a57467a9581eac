"""jax's 64-bit types: on by default, said once, declined on request; each in its own process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ivy_tests.support.backends import needs

pytestmark = needs("jax")

_START = "import warnings, ivy\nwarnings.simplefilter('always')\n"


def run(program):
    """Return what a program prints and what it warns of."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr


def test_64_bits_are_on():
    out, err = run(_START + "ivy.set_backend('jax'); print(ivy.zeros(2, dtype='float64').dtype)")
    assert out == "float64"
    assert "64-bit" not in err


@pytest.mark.parametrize(
    ("use", "count"),
    [
        ("ivy.set_backend('jax'); ivy.set_backend('jax'); ivy.zeros(2)", 1),
        ("ivy.add(jax.numpy.ones(2), 1)", 1),
        ("ivy.set_backend('jax', x64=True)", 0),
        ("ivy.set_backend('numpy')", 0),
        ("jax.config.update('jax_enable_x64', True); ivy.set_backend('jax')", 0),
    ],
)
def test_a_program_that_uses_jax_is_told_once(use, count):
    _, err = run(f"import jax\n{_START}{use}")
    assert err.count("has turned jax's 64-bit types on") == count


def test_64_bits_are_declined():
    out, _ = run(
        "import ivy; ivy.set_backend('jax', x64=False); ivy.set_backend('jax', x64=False)\n"
        "import jax\n"
        "print(jax.config.jax_enable_x64)\n"
        "print(ivy.zeros(2, dtype='float64').dtype, ivy.arange(3).dtype)\n"
        "info = ivy.__array_namespace_info__()\n"
        "print(info.default_dtypes()['integral'], 'int64' in info.dtypes())\n"
        "print(ivy.asarray([1.5]) + ivy.asarray([1]))"
    )
    assert out.splitlines() == [
        *("False", "float32 int32", "int32 False"),
        "Array([2.5], dtype=float32, backend='jax')",
    ]


@pytest.mark.parametrize(
    ("first", "then", "message"),
    [
        ("ivy.set_backend('jax')", False, "expected x64=True, got False"),
        ("ivy.set_backend('jax', x64=False)", True, "expected x64=False, got True"),
        ("jax.config.update('jax_enable_x64', True)", False, "expected x64=True, got False"),
    ],
)
def test_two_answers_are_an_error(first, then, message):
    out, _ = run(
        f"import jax, ivy\n{first}\ntry: ivy.set_backend('jax', x64={then})\n"
        "except RuntimeError as error: print(error)"
    )
    assert out.startswith(f"ivy.set_backend: {message}")


def test_other_backends_have_no_such_option():
    out, _ = run(
        "import ivy\ntry: ivy.set_backend('numpy', x64=True)\n"
        "except ValueError as error: print(error)"
    )
    assert out == "ivy.set_backend: expected x64 for 'jax' only, got it for 'numpy'"
