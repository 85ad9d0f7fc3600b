"""A progress bar on standard error, with the time left."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator, Sequence

from cfsql.controls import safe

_BAR = 30
# Seconds between two drawings.
_PAUSE = 0.1


class ProgressBar:
    """A bar for each step, gone when the step is done."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self._drawn_at = 0.0

    def track(self, step: str, items: Sequence[int]) -> Iterator[int]:
        """Yield the items of a step, moving the bar."""
        started = time.monotonic()
        try:
            self._draw(step, 0, len(items), started)
            for n_done, item in enumerate(items, start=1):
                yield item
                self._draw(step, n_done, len(items), started)
        finally:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _draw(self, step: str, n_done: int, n_items: int, started: float) -> None:
        now = time.monotonic()
        if n_done and now - self._drawn_at < _PAUSE:
            return
        self._drawn_at = now
        share = n_done / n_items if n_items else 1.0
        filled = round(_BAR * share)
        left = _clock((now - started) * (1 - share) / share) if n_done else "-:--"
        bar = "━" * filled + "─" * (_BAR - filled)
        line = f"{bar} {n_done:,}/{n_items:,} {left} left  {safe(step)}"
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r\x1b[K{line[:width]}")
        sys.stderr.flush()


def _clock(seconds: float) -> str:
    """A time as 1:05 or 2:03:04."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
