"""`Prefetcher`: an iterator whose values are made ahead in a thread."""

from __future__ import annotations

import contextvars
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

_END = object()
# How long the end of an iterator waits for its thread, which may be in the middle of a value.
_PATIENCE_S = 5.0


class Prefetcher:
    """An iterator whose values are made ahead in a thread.

    The thread has a copy of the context in which the iterator was made: its backend, settings and
    generator. It ends when the iterator is closed, garbage, or at its end, and never keeps the
    process alive.

    Parameters
    ----------
    make
        What gives the iterator of the values; called in the thread.
    depth
        How many values may wait.
    """

    def __init__(self, make: Callable[[], Iterator[Any]], depth: int) -> None:
        self._channel = _Channel(depth)
        context = contextvars.copy_context()
        thread = threading.Thread(
            target=context.run,
            args=(_fill, make, self._channel),
            name="ivy.data prefetch",
            daemon=True,
        )
        thread.start()
        # At exit too: a thread that computes while the interpreter goes can bring it down.
        self.close = weakref.finalize(self, _stop, self._channel, thread)

    def __iter__(self) -> Prefetcher:
        return self

    def __next__(self) -> Any:
        value, error = self._channel.get()
        if error is not None:
            self.close()
            raise error
        if value is _END:
            self.close()
            raise StopIteration
        return value


class _Channel:
    """A queue of a few values between two threads, which either of them can close."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._waiting: deque[tuple[Any, BaseException | None]] = deque()
        self._changed = threading.Condition()
        self._is_closed = False

    def put(self, value: Any, error: BaseException | None = None) -> bool:
        """Add a value when there is room; return whether anybody wants more."""
        with self._changed:
            while len(self._waiting) >= self._depth and not self._is_closed:
                self._changed.wait()
            if not self._is_closed:
                self._waiting.append((value, error))
                self._changed.notify_all()
            return not self._is_closed

    def get(self) -> tuple[Any, BaseException | None]:
        """Return the next value when there is one."""
        with self._changed:
            while not self._waiting and not self._is_closed:
                self._changed.wait()
            if not self._waiting:
                return _END, None
            self._changed.notify_all()
            return self._waiting.popleft()

    def close(self) -> None:
        """Let nobody wait any more."""
        with self._changed:
            self._is_closed = True
            self._waiting.clear()
            self._changed.notify_all()


def _fill(make: Callable[[], Iterator[Any]], channel: _Channel) -> None:
    try:
        for value in make():
            if not channel.put(value):
                return
        channel.put(_END)
    except BaseException as error:  # noqa: BLE001 - the consumer raises it
        channel.put(None, error)


def _stop(channel: _Channel, thread: threading.Thread) -> None:
    channel.close()
    # Garbage is collected in any thread.
    if thread is not threading.current_thread():
        thread.join(_PATIENCE_S)
