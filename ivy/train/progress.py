"""`Progress`: a line for each epoch of a training, on the standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Any

# How often a line on a terminal is written anew.
_INTERVAL_S = 0.1


class Progress:
    """A line for each epoch: updated in place on a terminal, else written at its end.

    Parameters
    ----------
    epochs
        How many epochs there will be.
    stream
        Where it is written; by default the standard error. None where nothing shall be.
    """

    def __init__(self, epochs: int, stream: Any) -> None:
        self._epochs = epochs
        self._stream = stream
        self._is_live = stream is not None and getattr(stream, "isatty", lambda: False)()
        self._width = 0
        self._written = 0.0

    @classmethod
    def to_stderr(cls, epochs: int, is_on: bool) -> Progress:
        """Return one that writes to the standard error, or nothing."""
        return cls(epochs, sys.stderr if is_on else None)

    def start(self, epoch: int, total: int | None, done: int) -> None:
        """Begin an epoch, from 0, of so many batches, of which some may have been made."""
        self._epoch, self._total = epoch, total
        self._first = done
        self._began = time.perf_counter()
        self._samples = 0

    def batch(self, count: int, samples: int) -> bool:
        """Count the samples of a batch; return whether a line is due."""
        self._samples += samples
        now = time.perf_counter()
        is_due = self._is_live and now - self._written >= _INTERVAL_S
        if is_due:
            self._written = now
        return is_due

    def show(self, count: int, values: Mapping[str, float]) -> None:
        """Write the line of an epoch that is not at its end, on a terminal."""
        if self._is_live:
            self._write("\r", self._line(count, values, self._left(count)), "")

    def end(self, count: int, values: Mapping[str, float]) -> None:
        """Write the line of an epoch at its end."""
        if self._stream is not None:
            seconds = time.perf_counter() - self._began
            left = seconds * (self._epochs - self._epoch - 1)
            line = self._line(count, values, left if left and not self._first else None)
            self._write("\r" if self._is_live else "", line, "\n")
            self._width = 0

    def abandon(self) -> None:
        """Leave the line of an epoch that will not end."""
        if self._is_live and self._width:
            self._stream.write("\n")
            self._stream.flush()
            self._width = 0

    def say(self, text: str) -> None:
        """Write a line of text."""
        if self._stream is not None:
            self._write("\r" if self._is_live else "", text, "\n")
            self._width = 0

    def _left(self, count: int) -> float | None:
        if self._total is None or count == self._first:
            return None
        batch = (time.perf_counter() - self._began) / (count - self._first)
        return batch * (self._total - count + self._total * (self._epochs - self._epoch - 1))

    def _line(self, count: int, values: Mapping[str, float], left: float | None) -> str:
        total = "" if self._total is None else f"/{self._total}"
        seconds = max(time.perf_counter() - self._began, 1e-9)
        parts = [
            f"epoch {self._epoch + 1}/{self._epochs}",
            f"batch {count}{total}",
            *[f"{name} {value:.4g}" for name, value in values.items()],
            f"{self._samples / seconds:.3g} examples/s",
        ]
        if left is not None:
            parts.append(f"{_duration(left)} left")
        return "  ".join(parts)

    def _write(self, start: str, line: str, end: str) -> None:
        # Spaces cover what is left of a longer line.
        padding = " " * max(self._width - len(line), 0)
        self._width = len(line)
        self._stream.write(f"{start}{line}{padding}{end}")
        self._stream.flush()


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
