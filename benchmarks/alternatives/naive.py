"""Naive SQL for the first rows of a table, and what all of them would take."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import cfsql
from benchmarks import naive_sql
from benchmarks.measure import Outcome, Task, WrongAnswer, repeated
from benchmarks.ours import Answers
from benchmarks.tables import CASES, FIRST_ROWS
from benchmarks.worker import peak_memory


@dataclass(frozen=True)
class FirstRows:
    """The seconds of the search and of the count in each run, and what they gave."""

    taken: list[tuple[float, float]]
    n_first: int
    n_pairs: int
    n_balls: int
    n_rows: int
    n_features: int
    peak_memory: int

    def outcome(self, seconds: list[float], n_rows: int) -> Outcome:
        """The outcome for as many rows, whether timed or extrapolated."""
        return Outcome(
            seconds,
            n_rows,
            self.n_features,
            self.n_first,
            checked=f"{self.n_pairs:,} pairs of {self.n_first:,} rows, exactly",
            peak_memory=self.peak_memory,
        )


def rank_first(task: Task) -> Outcome:
    """The first rows, and no more, after `cfsql rank --limit` of the same."""
    first = _time_first(task, ranking=FIRST_ROWS)
    return first.outcome([sum(parts) for parts in first.taken], first.n_first)


def rank_all(task: Task) -> Outcome:
    """All rows: the search scaled up by rows, the count by hyperballs."""
    first = _time_first(task, ranking=CASES)
    by_rows = first.n_rows / first.n_first
    by_balls = Answers.read(task.folder).n_balls / first.n_balls
    seconds = [search * by_rows + count * by_balls for search, count in first.taken]
    return first.outcome(seconds, first.n_rows)


def _time_first(task: Task, ranking: str) -> FirstRows:
    """Time the first rows, and compare with what cfsql stored as `ranking`."""
    with cfsql.connect(Path(task.folder) / "table.duckdb", read_only=True) as database:
        table = database.table(CASES)
        n_first = min(task.part or table.facts.n_rows, table.facts.n_rows)
        naive = naive_sql.Naive(table)
        taken: list[tuple[float, float]] = []

        def run() -> list[naive_sql.Answer]:
            started = perf_counter()
            naive.find_minimal(n_first)
            found = perf_counter()
            naive.count_balls()
            taken.append((found - started, perf_counter() - found))
            return naive.answers()

        _, answers = repeated(task, run)
        peak = peak_memory()
        stored = (
            database.sql(f"from {ranking}_ranked")
            .filter(f"row_id <= {n_first}")
            .project("row_id, counterfactual_id, distance, power, ball_size")
            .order("row_id, counterfactual_id")
            .fetchall()
        )
    if answers != stored:
        raise WrongAnswer(f"{len(answers)} pairs, not {len(stored)}, or others")
    return FirstRows(
        taken,
        n_first,
        n_pairs=len(answers),
        n_balls=len({(centre, distance) for _, centre, distance, _, _ in answers}),
        n_rows=table.facts.n_rows,
        n_features=table.facts.n_features,
        peak_memory=peak,
    )
