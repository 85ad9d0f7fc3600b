"""A progress bar on standard error, with the time left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)


class ProgressBar:
    """A bar for each step, gone when the step is done."""

    def track(self, step: str, items: Sequence[int]) -> Iterator[int]:
        """Yield the items of a step, moving the bar."""
        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=Console(stderr=True),
            transient=True,
        )
        with bar:
            yield from bar.track(items, description=step)
