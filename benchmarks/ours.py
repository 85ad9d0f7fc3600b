"""What is measured of cfsql itself."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

import cfsql
from benchmarks.measure import Outcome, Task, TooLong, WrongAnswer, repeated
from benchmarks.tables import CASES
from benchmarks.worker import peak_memory

# From so many rows on, a dry run says first whether it is worth starting. It may be
# wrong by so many times.
LARGE, DOUBT = 200_000, 2

# The ranking by SQL alone, beside the one with the native kernel.
SQL_ALONE = "sql_alone"

# What DuckDB may take of a table of so many rows.
HUGE, MEMORY_LIMIT = 5_000_000, "10GB"


@dataclass(frozen=True)
class Answers:
    """What cfsql found for all rows, for the others to be checked against."""

    n_pairs: int
    n_centres: int
    n_balls: int
    sum_of_powers: int
    sum_of_ball_sizes: int

    @classmethod
    def read(cls, folder: str) -> Answers:
        """What `rank_all` left."""
        return cls(**json.loads((Path(folder) / "answers.json").read_text()))


def nearest_distances(folder: str) -> np.ndarray:
    """For each row the distance of its minimal counterfactuals; 0 where it has none."""
    distances: np.ndarray = np.load(Path(folder) / "nearest.npy")
    return distances


def rank_all(task: Task) -> Outcome:
    """`rank` of all rows: found, counted, ranked, measured, stored in a file."""
    return _rank(task, CASES)


def rank_all_in_sql(task: Task) -> Outcome:
    """The same without the native kernel; the same rows are stored."""
    os.environ["CFSQL_KERNEL"] = "off"
    outcome = _rank(task, SQL_ALONE)
    with cfsql.connect(Path(task.folder) / "table.duckdb", read_only=True) as database:
        [sums] = database.sql(
            f"select {_checksum(CASES)}, {_checksum(SQL_ALONE)}"
        ).fetchall()
    if sums[0] != sums[1]:
        raise WrongAnswer("other rows than with the kernel")
    return replace(outcome, checked="all rows stored, with and without the kernel")


def _checksum(name: str) -> str:
    """What all rows of a ranking add up to."""
    return f"(select sum(hash(r)) from {name}_ranked as r)"


def _rank(task: Task, name: str) -> Outcome:
    folder = Path(task.folder)
    with cfsql.connect(folder / "table.duckdb") as database:
        table = database.table(CASES)
        if table.facts.n_rows >= HUGE:
            database.connection.execute(f"set memory_limit = '{MEMORY_LIMIT}'")
        if table.facts.n_rows >= LARGE:
            expected = table.dry_run().seconds
            if expected > DOUBT * task.limit:
                raise TooLong(f"the dry run expects {expected:,.0f} s")
        seconds, _ = repeated(task, lambda: table.rank(into=name))
        peak = peak_memory()
        [(steps, plan)] = database.sql(
            f"select steps, plan from cf.runs where result_name = '{name}' "
            "order by seconds limit 1"
        ).fetchall()
        [facts] = database.sql(
            "select count(*), count(distinct counterfactual_id), "
            "count(distinct (counterfactual_id, distance)), sum(power), sum(ball_size) "
            f"from {name}_ranked"
        ).fetchall()
        nearest = database.sql(
            f"select coalesce(min_distance, 0) as nearest from {name}_summary "
            "order by row_id"
        ).fetchnumpy()["nearest"]
        n_rows, n_features = table.facts.n_rows, table.facts.n_features
    answers = Answers(*map(int, facts))
    (folder / "answers.json").write_text(json.dumps(asdict(answers)))
    np.save(folder / "nearest.npy", np.asarray(nearest))
    taken = {"search": 0.0, "count": 0.0}
    for step in json.loads(steps):
        taken[step["task"]] += step["seconds"]
    return Outcome(
        seconds,
        n_rows,
        n_features,
        n_rows,
        checked="by the kernel, below",
        note=f"{answers.n_pairs:,} pairs; "
        f"search {taken['search']:.2f} s, count {taken['count']:.2f} s",
        plan=plan,
        details={**asdict(answers), **taken},
        peak_memory=peak,
    )


def load(task: Task) -> Outcome:
    """`load` of a CSV file into a new database file: read, typed, encoded, stored."""
    folder = Path(task.folder)
    path = folder / "loaded.duckdb"

    def run() -> tuple[int, int]:
        path.unlink(missing_ok=True)
        with cfsql.connect(path) as database:
            facts = database.load(folder / "rows.csv", table=CASES, label=-1).facts
        return facts.n_rows, facts.n_features

    seconds, (n_rows, n_features) = repeated(task, run)
    return Outcome(seconds, n_rows, n_features, n_rows, checked="number of rows")
