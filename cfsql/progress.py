"""Progress of a long run: a silent default, which the command line replaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol


class Progress(Protocol):
    """Something that is told how far a step has come."""

    def track(
        self, step: str, items: Sequence[int], *, until: float = 1.0
    ) -> Iterator[int]:
        """Yield the items of a step, taking note of each that is done.

        `until` is the share of the whole that is done with the last of them.
        """
        ...


class Silent:
    """Progress that nobody looks at."""

    def track(
        self, step: str, items: Sequence[int], *, until: float = 1.0
    ) -> Iterator[int]:
        """Yield the items."""
        yield from items


class Part:
    """Progress of a part of the whole, from one share of it to another."""

    def __init__(self, whole: Progress, start: float, end: float) -> None:
        """The part of `whole` between two shares of it."""
        self._whole = whole
        self._start = start
        self._end = end

    def track(
        self, step: str, items: Sequence[int], *, until: float = 1.0
    ) -> Iterator[int]:
        """Yield the items; `until` is a share of the part."""
        share = self._start + (self._end - self._start) * until
        return self._whole.track(step, items, until=share)
