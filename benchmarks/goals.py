"""What a full run has to show, and whether it does."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.measure import Measurement

TUNED = "tuned kernel"

Found = dict[tuple[str, str], Measurement]


@dataclass(frozen=True)
class Goal:
    """A ratio that was asked for, and the one that was measured, if it was."""

    about: str
    against: str
    wanted: float
    measured: float | None
    # A cost must stay below what is wanted; a gain must reach it.
    is_cost: bool = False

    @property
    def is_met(self) -> bool | None:
        """Whether it is met; None: not measured."""
        if self.measured is None:
            return None
        if self.is_cost:
            return self.measured <= self.wanted
        return self.measured >= self.wanted


def by_name(measurements: Iterable[Measurement]) -> Found:
    """Measurements by table and what was measured."""
    return {(each.table, each.what): each for each in measurements}


# How many times as long as the tuned kernel, which stores nothing, cfsql may take.
AGAINST_TUNED = {
    "chess": 2,
    "adult": 2.5,
    "connect4": 1.1,
    "easy 100,000": 1.3,
    "easy 1,000,000": 0.25,
    "hard 100,000": 1.5,
    "hard 1,000,000": 0.19,
    "census": 1.4,
    "easy 10,000,000": 0.05,
}


def goals(found: Found) -> list[Goal]:
    """All goals, tables first."""

    def cost(table: str, against: str, ours: str = "cfsql") -> float | None:
        return _ratio(_best(found, table, ours), _best(found, table, against))

    growth = _ratio(
        _best(found, "easy 10,000,000", "cfsql"),
        _best(found, "easy 1,000,000", "cfsql"),
    )
    return [
        *(
            Goal(table, TUNED, wanted, cost(table, TUNED), is_cost=True)
            for table, wanted in AGAINST_TUNED.items()
        ),
        *(
            Goal(table, against, 1, cost(table, against), is_cost=True)
            for table in ("mushrooms", "connect4")
            for against in ("scikit-learn", "FAISS")
        ),
        Goal("one to ten million easy rows", "itself", 13, growth, is_cost=True),
        Goal(
            "loading Census-Income",
            "DuckDB load",
            4,
            cost("census, loading", "DuckDB load", ours="cfsql load"),
            is_cost=True,
        ),
    ]


def exponent(sizes_and_seconds: list[tuple[int, float]]) -> float | None:
    """The power of the number of rows with which time grows: least squares, log–log."""
    if len(sizes_and_seconds) < 2:
        return None
    xs = [math.log(n_rows) for n_rows, _ in sizes_and_seconds]
    ys = [math.log(seconds) for _, seconds in sizes_and_seconds]
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    covariance = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True))
    return covariance / sum((x - x_mean) ** 2 for x in xs)


def _best(found: Found, table: str, what: str) -> float | None:
    measurement = found.get((table, what))
    return measurement.best if measurement else None


def _ratio(theirs: float | None, ours: float | None) -> float | None:
    return theirs / ours if theirs is not None and ours else None
