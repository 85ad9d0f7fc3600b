"""Naive SQL for the first rows of a table, and what all of them would take."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import cfsql
from benchmarks import naive_sql
from benchmarks.measure import Outcome, Task, WrongAnswer, repeated
from benchmarks.ours import Answers
from benchmarks.tables import CASES
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


def rank_all(task: Task) -> Outcome:
    """All rows: the search scaled up by rows, the count by hyperballs."""
    first = _time_first(task)
    by_rows = first.n_rows / first.n_first
    by_balls = Answers.read(task.folder).n_balls / first.n_balls
    seconds = [search * by_rows + count * by_balls for search, count in first.taken]
    return Outcome(
        seconds,
        first.n_rows,
        first.n_features,
        first.n_first,
        checked=f"{first.n_pairs:,} pairs of {first.n_first:,} rows, exactly",
        peak_memory=first.peak_memory,
    )


def _time_first(task: Task) -> FirstRows:
    """Time the first rows, and compare with what cfsql stored."""
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
            database.sql(f"from {CASES}_ranked")
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
