"""A progress bar on standard error, for a whole command, with the time left."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence

from cfsql.cli.output import draw

_BAR = 24
# Seconds before the first drawing, and between two; and before a time left is told.
_PATIENCE, _PAUSE, _FIRST_GUESS = 0.5, 0.1, 2.0
_LEAST_DONE = 0.02


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
        now = time.monotonic()
        seconds = now - self._started
        if seconds < _PATIENCE or now - self._drawn_at < _PAUSE:
            return
        self._drawn_at = now
        filled = int(_BAR * self._share)
        bar = "━" * filled + "─" * (_BAR - filled)
        left = ""
        if seconds >= _FIRST_GUESS and self._share >= _LEAST_DONE:
            left = f"  about {clock(seconds * (1 - self._share) / self._share)} left"
        line = f"{bar} {self._share:4.0%}{left}  {step}"
        draw(line[: shutil.get_terminal_size().columns - 1])


def clock(seconds: float) -> str:
    """A time as 0:05, 1:05 or 2:03:04."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
