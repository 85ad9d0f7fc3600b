"""Naive SQL for the first rows of a table, and what all of them would take."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import cfsql
from benchmarks import naive_sql
from benchmarks.measure import Outcome, Task, WrongAnswer, repeated
from benchmarks.ours import Answers
from benchmarks.tables import CASES
from benchmarks.worker import peak_memory


def rank_first(task: Task) -> Outcome:
    """The first rows; its two joins scaled up by rows, and by hyperballs."""
    assert task.part is not None
    with cfsql.connect(Path(task.folder) / "table.duckdb", read_only=True) as database:
        table = database.table(CASES)
        naive = naive_sql.Naive(table)
        taken: list[tuple[float, float]] = []

        def run() -> list[naive_sql.Answer]:
            started = perf_counter()
            naive.find_minimal(task.part or 0)
            found = perf_counter()
            naive.count_balls()
            taken.append((found - started, perf_counter() - found))
            return naive.answers()

        _, answers = repeated(task, run)
        peak = peak_memory()
        stored = (
            database.sql(f"from {CASES}_ranked")
            .filter(f"row_id <= {task.part}")
            .project("row_id, counterfactual_id, distance, power, ball_size")
            .order("row_id, counterfactual_id")
            .fetchall()
        )
        n_rows, n_features = table.facts.n_rows, table.facts.n_features
    if answers != stored:
        raise WrongAnswer(f"{len(answers)} pairs, not {len(stored)}, or others")
    n_balls = len({(centre, distance) for _, centre, distance, _, _ in answers})
    by_rows = n_rows / task.part
    by_balls = Answers.read(task.folder).n_balls / max(1, n_balls)
    first = [sum(parts) for parts in taken]
    return Outcome(
        [search * by_rows + count * by_balls for search, count in taken],
        n_rows,
        n_features,
        task.part,
        checked=f"{len(answers):,} pairs of {task.part:,} rows, all columns",
        details={"seconds_timed": min(first), "longest_timed": max(first)},
        peak_memory=peak,
    )
