"""Known failures: lines in known_gaps/, each under its reason, applied as strict xfail.

A file of known gaps reads ::

    # Why these fail, with a link where it is another project's fault.
    functional/test_values.py::test_values[sort-complex64-tensorflow]

An empty line ends a reason. Ids are relative to ivy_tests/.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent.parent


class Gap(NamedTuple):
    """A test that is known to fail."""

    id: str
    reason: str
    place: str


def read(folder: Path = TESTS / "known_gaps") -> list[Gap]:
    """Return all known gaps."""
    return [
        gap
        for path in sorted(folder.glob("*.txt"))
        for gap in parse(path.read_text(encoding="utf-8"), path.name)
    ]


def parse(text: str, name: str) -> list[Gap]:
    """Return the known gaps of one file."""
    gaps: list[Gap] = []
    reason: list[str] = []
    above = ""
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if line.startswith("#"):
            reason = [*reason, line.strip("# ")] if above.startswith("#") else [line.strip("# ")]
        elif not line:
            reason = []
        else:
            gaps.append(Gap(line, " ".join(filter(None, reason)), f"known_gaps/{name}:{number}"))
        above = line
    return gaps


def problems(gaps: Iterable[Gap], collected: Iterable[str], complete: Iterable[str]) -> list[str]:
    """Return what is wrong with known gaps.

    Parameters
    ----------
    gaps
        The known gaps.
    collected
        The ids of the collected tests.
    complete
        The files of which every test was collected.
    """
    collected, complete = set(collected), set(complete)
    found = []
    seen: dict[str, Gap] = {}
    for gap in gaps:
        path = gap.id.partition("::")[0]
        if not gap.reason:
            found.append(f"{gap.place}: {gap.id} stands under no reason")
        if gap.id in seen:
            found.append(f"{gap.place}: {gap.id} stands at {seen[gap.id].place} already")
        if gap.id not in collected and (path in complete or not (TESTS / path).is_file()):
            found.append(f"{gap.place}: there is no test {gap.id}")
        seen[gap.id] = gap
    return found
