"""A scan in tiles: targets that are compared with all cases, some at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cfsql.method.plans.kernels.arrays import Array, Layout, Rows, Seekers
from cfsql.method.plans.kernels.pairs import scan_nearest
from cfsql.method.plans.kernels.table import Cases

# Targets that are scanned for at once.
_MOST_SCANNED = 256


@dataclass(frozen=True)
class Tiles:
    """Targets that are compared with all cases, and the seconds that each takes."""

    layout: Layout
    known: Seekers
    n_wanted: Array
    nearest: int
    furthest: int
    seconds: float

    def shares(
        self, first: int, last: int, seconds: float
    ) -> Iterator[tuple[int, int]]:
        """Targets that take some seconds, some at a time."""
        n_fit = int(seconds / max(self.seconds, 1e-9))
        n_at_once = max(1, min(_MOST_SCANNED, n_fit))
        for begin in range(first, last, n_at_once):
            yield begin, min(begin + n_at_once, last)

    def nearest_of(
        self, seekers: Rows, cases: Cases, share: tuple[int, int], stop: Array
    ) -> Array:
        """The pairs at the nearest distances of some targets."""
        return scan_nearest(
            seekers,
            self.known,
            self.n_wanted,
            *share,
            cases.rows,
            cases.known.label_starts,
            self.layout,
            self.nearest,
            self.furthest,
            stop,
        )
