"""Progress on standard error, for a whole command, with the time left."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence

from cfsql.cli.output import draw, say

_BAR = 24
# Seconds before the first drawing, and between two; and before a time left is told.
_PATIENCE, _PAUSE, _FIRST_GUESS = 0.5, 0.1, 2.0
_LEAST_DONE = 0.02
# Seconds between two lines in a file.
_PAUSE_IN_FILE = 10.0


class ProgressBar:
    """One bar for all steps of a command; it goes when something else is printed."""

    def __init__(self) -> None:
        """Begin now."""
        self._started = self._drawn_at = time.monotonic()
        self._share = 0.0

    def track(
        self, step: str, items: Sequence[int], *, until: float = 1.0
    ) -> Iterator[int]:
        """Yield the items of a step, moving the bar."""
        if self._share >= 1:
            # More than was announced: another round.
            self._started, self._share = time.monotonic(), 0.0
        first = self._share
        way = max(0.0, until - first)
        self._draw(step)
        for n_done, item in enumerate(items, start=1):
            yield item
            self._share = first + way * n_done / len(items)
            self._draw(step)
        self._share = max(first, until)

    def _draw(self, step: str) -> None:
        if self._is_due(_PATIENCE, _PAUSE):
            filled = int(_BAR * self._share)
            bar = "━" * filled + "─" * (_BAR - filled)
            line = f"{bar} {self._told}  {step}"
            draw(line[: shutil.get_terminal_size().columns - 1])

    def _is_due(self, patience: float, pause: float) -> bool:
        """Whether it is time to say something."""
        now = time.monotonic()
        is_due = now - self._started >= patience and now - self._drawn_at >= pause
        if is_due:
            self._drawn_at = now
        return is_due

    @property
    def _told(self) -> str:
        """How much is done, and the time left once it can be guessed."""
        seconds = self._drawn_at - self._started
        left = ""
        if seconds >= _FIRST_GUESS and self._share >= _LEAST_DONE:
            left = f"  about {clock(seconds * (1 - self._share) / self._share)} left"
        return f"{self._share:4.0%}{left}"


class ProgressLines(ProgressBar):
    """The same as lines, where standard error is a file that somebody follows."""

    def _draw(self, step: str) -> None:
        if self._is_due(_PAUSE_IN_FILE, _PAUSE_IN_FILE):
            say(f"{self._told.strip()}  {step}")


def clock(seconds: float) -> str:
    """A time as 0:05, 1:05 or 2:03:04."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
