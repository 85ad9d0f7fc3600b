"""What a full run has to show, and whether it does."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.measure import Measurement

KERNELS = ("kernel", "tuned kernel")

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


def goals(found: Found) -> list[Goal]:
    """All goals, tables first and commands last."""

    def gain(table: str, against: str, ours: str = "cfsql") -> float | None:
        return _ratio(_best(found, table, against), _best(found, table, ours))

    def against_kernels(about: str, table: str, wanted: float) -> list[Goal]:
        return [Goal(about, kernel, wanted, gain(table, kernel)) for kernel in KERNELS]

    sklearn, search = _best(found, "adult", "scikit-learn"), _search(found, "adult")
    growth = _ratio(
        _best(found, "easy 1,000,000", "cfsql"), _best(found, "easy 100,000", "cfsql")
    )
    first = "adult, first 1,000"
    return [
        Goal("Adult, all rows", "naive SQL", 40, gain("adult", "naive SQL")),
        Goal("Adult, all rows", "scikit-learn", 4, gain("adult", "scikit-learn")),
        Goal(
            "Adult, all rows, search alone", "scikit-learn", 12, _ratio(sklearn, search)
        ),
        *against_kernels("Adult, all rows", "adult", 1),
        *against_kernels("Chess, all rows", "chess", 8),
        *against_kernels("A million easy rows", "easy 1,000,000", 8),
        Goal("100,000 to a million easy rows", "itself", 12, growth, is_cost=True),
        Goal(
            "`rank --limit 1000` of Adult, the whole command",
            "naive SQL",
            8,
            gain(first, "naive SQL, first rows", ours="cfsql command"),
        ),
        Goal(
            "Loading Census-Income",
            "DuckDB load",
            4,
            _ratio(
                _best(found, "census, loading", "cfsql load"),
                _best(found, "census, loading", "DuckDB load"),
            ),
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


def _search(found: Found, table: str) -> float | None:
    measurement = found.get((table, "cfsql"))
    if measurement is None or measurement.outcome is None:
        return None
    return measurement.outcome.details["search"]


def _ratio(theirs: float | None, ours: float | None) -> float | None:
    return theirs / ours if theirs is not None and ours else None
