"""What is measured of cfsql's factual explanations of many rows.

The answers are left for `alternatives.plain_python` to compare with.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import polars as pl

import cfsql
from benchmarks.measure import Outcome, Task, repeated
from benchmarks.tables import CASES
from benchmarks.worker import peak_memory


@dataclass(frozen=True)
class Answer:
    """The explanations of a row: features as bits, coverage. All, if complete."""

    row_id: int
    is_complete: bool
    explanations: list[tuple[int, int]]


class FeatureBits:
    """The features of a prepared table, in the order of their codes, as bits."""

    def __init__(self, folder: str) -> None:
        """Read their names; the last column is the label."""
        *names, _ = pl.read_parquet_schema(Path(folder) / "rows.parquet")
        self._bits = {name: 1 << place for place, name in enumerate(names)}

    def of(self, features: Iterable[str]) -> int:
        """A set of features as the bits of a number."""
        return sum(self._bits[feature] for feature in features)


def why_first(task: Task) -> Outcome:
    """`why_rows` of the first rows: explained, and stored in a file."""
    with cfsql.connect(Path(task.folder) / "table.duckdb") as database:
        table = database.table(CASES)
        started = process_time()
        seconds, found = repeated(task, lambda: table.why_rows(limit=task.part))
        cpu = (process_time() - started) / len(seconds)
        peak = peak_memory()
        overview = found.overview()
    return Outcome(
        seconds,
        overview.n_rows,
        table.facts.n_features,
        overview.n_rows,
        checked="by plain Python, below",
        details={
            "cpu": cpu,
            "n_cases": table.facts.n_rows,
            "n_factual": overview.n_factual,
            "n_complete": overview.n_rows - overview.n_incomplete,
            "n_contradicted": overview.n_contradicted,
            **{f"smallest {size}": n for size, n in overview.sizes.items()},
        },
        peak_memory=peak,
    )


def stored_answers(task: Task, row_ids: list[int]) -> list[Answer]:
    """What `why_first` stored of some rows, by row."""
    bits = FeatureBits(task.folder)
    with cfsql.connect(Path(task.folder) / "table.duckdb", read_only=True) as database:
        rows = database.connection.execute(
            "select row_id, is_complete, features, coverage "
            f"from {CASES}_factual_summary "
            f"left join {CASES}_factual using (row_id) "
            "where list_contains(?, row_id) order by row_id",
            [row_ids],
        ).fetchall()
    answers: dict[int, Answer] = {}
    for row_id, is_complete, features, coverage in rows:
        answer = answers.setdefault(row_id, Answer(row_id, is_complete, []))
        if features is not None:
            answer.explanations.append((bits.of(features), coverage))
    return list(answers.values())


def stored_rows(task: Task) -> list[int]:
    """The rows that `why_first` explained."""
    with cfsql.connect(Path(task.folder) / "table.duckdb", read_only=True) as database:
        rows = database.sql(f"select row_id from {CASES}_factual_summary")
        return [row_id for (row_id,) in rows.order("row_id").fetchall()]
