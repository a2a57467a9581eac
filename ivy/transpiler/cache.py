"""Conversions that were made before, kept by the content of what they were made from."""

from __future__ import annotations

import hashlib
import importlib.metadata
import sys
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from ivy.transpiler.emit import Package
from ivy.transpiler.program import Program
from ivy.transpiler.report import Report

# How many conversions are kept.
SIZE = 256


@dataclass(frozen=True)
class Entry:
    """A conversion, and the digests of the files that it was made from."""

    digests: tuple[tuple[str, str], ...]
    package: Package
    report: Report


_entries: OrderedDict[Any, Entry] = OrderedDict()


def digest(text: str) -> str:
    """Return what tells a text from others.

    Examples
    --------
    >>> digest("a") == digest("a"), digest("a") == digest("b")
    (True, False)
    """
    return hashlib.sha256(text.encode()).hexdigest()


def versions(source: str, target: str) -> tuple[str, ...]:
    """Return the versions that a conversion depends on."""
    found = [sys.version]
    for name in ("ivy", source, target):
        module = sys.modules.get(name)
        version = getattr(module, "__version__", None)
        if version is None:
            try:
                version = importlib.metadata.version(name)
            except importlib.metadata.PackageNotFoundError:
                version = ""
        found.append(f"{name} {version}")
    return tuple(found)


def find(key: Any) -> Entry | None:
    """Return a conversion whose files have not changed."""
    entry = _entries.get(key)
    if entry is None:
        return None
    for file, known in entry.digests:
        try:
            with open(file, encoding="utf-8") as stream:
                if digest(stream.read()) != known:
                    return None
        except OSError:
            return None
    _entries.move_to_end(key)
    return entry


def keep(key: Any, program: Program, package: Package, report: Report) -> None:
    """Keep a conversion."""
    files = tuple((u.file, digest(u.source)) for u in program.units.values())
    _entries[key] = Entry(files, package, report)
    while len(_entries) > SIZE:
        _entries.popitem(last=False)


def clear() -> None:
    """Forget all conversions."""
    _entries.clear()
