"""Progress of a long run: a silent default, which the command line replaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol


class Progress(Protocol):
    """Something that is told how far a step has come."""

    def track(self, step: str, items: Sequence[int]) -> Iterator[int]:
        """Yield the items of a step, taking note of each that is done."""
        ...


class Silent:
    """Progress that nobody looks at."""

    def track(self, step: str, items: Sequence[int]) -> Iterator[int]:
        """Yield the items."""
        yield from items
