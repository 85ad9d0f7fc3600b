"""A time limit on a session: when it is over, the statement that runs is stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Protocol

from cfsql.errors import TimeIsUp
from cfsql.progress import Progress

# Seconds between two interrupts: one that comes between two statements is lost.
_AGAIN = 0.05


class Limit(Progress, Protocol):
    """Progress that can be told that nothing is to be stopped any more."""

    def end(self) -> None:
        """Stop nothing any more."""
        ...


class NoLimit:
    """All the time that it takes."""

    def __init__(self, progress: Progress) -> None:
        """Pass on what it is told."""
        self.track = progress.track

    def end(self) -> None:
        """Nothing was to be stopped."""


class Deadline:
    """Stops a session after some seconds, once, and knows how far it had come.

    What runs after that, to clean up, is not stopped. As progress it passes on what it
    is told.
    """

    def __init__(
        self, seconds: float, interrupt: Callable[[], None], progress: Progress
    ) -> None:
        """Begin to wait."""
        self.seconds = seconds
        self._interrupt = interrupt
        self._progress = progress
        self._ends = monotonic() + seconds
        self._lock = threading.Lock()
        self._is_done = threading.Event()
        self._step, self._n_done, self._n_items = "", 0, 0
        threading.Thread(target=self._wait, daemon=True).start()

    def end(self) -> None:
        """Stop nothing any more."""
        with self._lock:
            self._is_done.set()

    def check(self) -> None:
        """Raise an error, once, if the time is up."""
        with self._lock:
            if self._is_done.is_set() or monotonic() < self._ends:
                return
            self._is_done.set()
        raise TimeIsUp(self.seconds, self._how_far())

    def track(
        self, step: str, items: Sequence[int], *, until: float = 1.0
    ) -> Iterator[int]:
        """Yield the items of a step, taking note of each that is done."""
        self._step, self._n_done, self._n_items = step, 0, len(items)
        for item in self._progress.track(step, items, until=until):
            self.check()
            yield item
            self._n_done += 1

    def _how_far(self) -> str:
        if not self._step:
            return "before the first step"
        if self._n_done == self._n_items:
            return f"after '{self._step}'"
        return f"at '{self._step}', {self._n_done / self._n_items:.0%} done"

    def _wait(self) -> None:
        self._is_done.wait(self.seconds)
        while not self._is_done.is_set():
            with self._lock:
                if not self._is_done.is_set():
                    self._interrupt()
            self._is_done.wait(_AGAIN)
