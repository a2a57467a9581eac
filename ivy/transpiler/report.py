"""What became of each call site of the source, and what cannot be converted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ivy.errors import TranspileError


@dataclass(frozen=True, order=True)
class Site:
    """A place in the source and what became of it.

    `how` is ``"in place"``, ``"conditional"``, ``"helper"``, ``"layer"``, ``"assumption"``,
    ``"left"``, ``"refused"`` or ``"marked"``.
    """

    file: str
    line: int
    what: str
    how: str
    reason: str = ""

    @property
    def place(self) -> str:
        """The file and line, as tools print them."""
        return f"{self.file}:{self.line}"


@dataclass
class Report:
    """The call sites of a conversion, in the order of the source.

    Examples
    --------
    >>> Report([Site("m.py", 3, "torch.relu", "in place")]).counts
    {'in place': 1}
    """

    sites: list[Site] = field(default_factory=list)

    def add(self, sites: Iterable[Site]) -> None:
        """Take up sites, each once."""
        known = set(self.sites)
        self.sites += [s for s in dict.fromkeys(sites) if s not in known]

    @property
    def counts(self) -> dict[str, int]:
        """How many sites there are of each kind."""
        return dict(Counter(s.how for s in self.sites))

    @property
    def problems(self) -> list[Site]:
        """The sites that cannot be converted."""
        return [s for s in self.sites if s.how == "refused"]

    @property
    def assumptions(self) -> list[Site]:
        """What was taken for granted, and only the running program can show."""
        return [s for s in self.sites if s.how == "assumption"]

    def check(self) -> None:
        """Raise `TranspileError` with every problem, if there is one."""
        problems = self.problems
        if problems:
            raise TranspileError(refusal(problems))

    def table(self) -> str:
        """Return the report as text, a line for each site."""
        if not self.sites:
            return "no calls of the source framework"
        width = max(len(s.place) for s in self.sites)
        return "\n".join(
            f"{s.place:<{width}}  {s.how:<11} {s.what}{': ' + s.reason if s.reason else ''}"
            for s in sorted(self.sites)
        )

    def summary(self) -> str:
        """Return how many sites there are of each kind, in one line."""
        counts = self.counts
        names = (
            "in place",
            "conditional",
            "helper",
            "layer",
            "left",
            "assumption",
            "refused",
            "marked",
        )
        parts = [f"{counts[n]} {n}" for n in names if n in counts]
        return ", ".join(parts) if parts else "nothing to convert"

    def __str__(self) -> str:
        return self.table()


def refusal(problems: list[Site]) -> str:
    """Return the message that lists what cannot be converted.

    Examples
    --------
    >>> print(refusal([Site("m.py", 3, "torch.foo", "refused", "it is not in the frontend")]))
    ivy.transpile: 1 place cannot be converted
      m.py:3: torch.foo: it is not in the frontend
    """
    count = f"{len(problems)} place{'s' if len(problems) > 1 else ''} cannot be converted"
    lines = [f"  {p.place}: {p.what}: {p.reason}" for p in sorted(problems)]
    return "\n".join([f"ivy.transpile: {count}", *lines])
