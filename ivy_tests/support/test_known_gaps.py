"""The reader of known gaps, and that wrong lines fail the run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ivy_tests.support.known_gaps import TESTS, parse, problems

FILE = "support/test_known_gaps.py"
ID = f"{FILE}::test_a"


def test_reads_ids_under_their_reasons():
    text = "# One fault\n# in two lines.\na::b[c]\nd::e\n\n# Another.\nf::g\n"
    gaps = parse(text, "area.txt")
    assert [(g.id, g.reason) for g in gaps] == [
        ("a::b[c]", "One fault in two lines."),
        ("d::e", "One fault in two lines."),
        ("f::g", "Another."),
    ]
    assert gaps[2].place == "known_gaps/area.txt:7"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"# Reason\n{ID}\n", []),
        (f"{ID}\n", [f"known_gaps/f.txt:1: {ID} stands under no reason"]),
        (f"# Reason\n\n{ID}\n", [f"known_gaps/f.txt:3: {ID} stands under no reason"]),
        (f"#\n{ID}\n", [f"known_gaps/f.txt:2: {ID} stands under no reason"]),
        (f"# Reason\n{ID}b\n", [f"known_gaps/f.txt:2: there is no test {ID}b"]),
        ("# Reason\nno/file.py::t\n", ["known_gaps/f.txt:2: there is no test no/file.py::t"]),
        (
            f"# Reason\n{ID}\n{ID}\n",
            [f"known_gaps/f.txt:3: {ID} stands at known_gaps/f.txt:2 already"],
        ),
    ],
)
def test_finds_wrong_lines(text, expected):
    assert problems(parse(text, "f.txt"), {ID}, {FILE}) == expected


def test_an_id_of_a_file_that_was_not_fully_collected_may_be_missing():
    assert problems(parse(f"# Reason\n{ID}b\n", "f.txt"), {ID}, set()) == []


# A copy of this project's conftest, run on two tests of which the first fails.
_TESTS = "def test_fails():\n    assert False\n\n\ndef test_passes():\n    pass\n"


@pytest.mark.parametrize(
    ("gap", "code", "output"),
    [
        ("# Reason\ntest_it.py::test_fails\n", 0, "1 passed, 1 xfailed"),
        ("", 1, "1 failed, 1 passed"),
        ("# Reason\ntest_it.py::test_passes\n", 1, "XPASS(strict)"),
        ("# Reason\ntest_it.py::test_gone\n", 1, "there is no test test_it.py::test_gone"),
    ],
    ids=["known", "unknown", "passing", "gone"],
)
def test_known_gaps_in_a_run(tmp_path: Path, gap: str, code: int, output: str):
    tests = tmp_path / "ivy_tests"
    for folder in ("support", "known_gaps"):
        (tests / folder).mkdir(parents=True)
    for name in ("conftest.py", "support/known_gaps.py", "support/backends.py"):
        (tests / name).write_text((TESTS / name).read_text(encoding="utf-8"), encoding="utf-8")
    for package in (tests, tests / "support"):
        (package / "__init__.py").touch()
    (tests / "known_gaps" / "area.txt").write_text(gap, encoding="utf-8")
    (tests / "test_it.py").write_text(_TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "ivy_tests"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(TESTS.parent), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert output in done.stdout
