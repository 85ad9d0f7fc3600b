"""DuckDB's own reading of a CSV file, without any encoding: what `load` cannot beat."""

from __future__ import annotations

from pathlib import Path

import duckdb

from benchmarks.measure import Outcome, Task, repeated


def load(task: Task) -> Outcome:
    """`create table as` from a CSV file into a new database file."""
    folder = Path(task.folder)
    path = folder / "plain.duckdb"

    def run() -> tuple[int, int]:
        path.unlink(missing_ok=True)
        with duckdb.connect(path) as connection:
            connection.execute(
                "create table cases as from read_csv(?)", [str(folder / "rows.csv")]
            )
            cases = connection.table("cases")
            return cases.shape

    seconds, (n_rows, n_columns) = repeated(task, run)
    return Outcome(seconds, n_rows, n_columns - 1, n_rows, checked="number of rows")
