"""What is measured of cfsql itself."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

import cfsql
from benchmarks.measure import Outcome, Task, repeated
from benchmarks.tables import CASES
from benchmarks.worker import peak_memory


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
    folder = Path(task.folder)
    with cfsql.connect(folder / "table.duckdb") as database:
        table = database.table(CASES)
        seconds, _ = repeated(task, table.rank)
        peak = peak_memory()
        [(steps, plan)] = database.sql(
            f"select steps, plan from cfsql.runs where result_name = '{CASES}' "
            "order by seconds limit 1"
        ).fetchall()
        [facts] = database.sql(
            "select count(*), count(distinct counterfactual_id), "
            "count(distinct (counterfactual_id, distance)), sum(power), sum(ball_size) "
            f"from {CASES}_ranked"
        ).fetchall()
        nearest = database.sql(
            f"select coalesce(min_distance, 0) as nearest from {CASES}_summary "
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
        checked="by the kernels, below",
        note=plan,
        details={**asdict(answers), **taken},
        peak_memory=peak,
    )


def rank_command(task: Task) -> Outcome:
    """`cfsql rank --limit` as a command, from the start of Python to its end."""
    assert task.part is not None
    database = str(Path(task.folder) / "table.duckdb")
    command = [sys.executable, "-m", "cfsql", "rank", "--table", CASES, "--quiet"]
    command += ["--db", database, "--limit", str(task.part), "--into", "first_rows"]

    def run() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    seconds, _ = repeated(task, run)
    with cfsql.connect(database, read_only=True) as opened:
        n_features = opened.table(CASES).facts.n_features
    return Outcome(
        seconds,
        task.part,
        n_features,
        task.part,
        checked="by naive SQL, below",
        peak_memory=peak_memory(resource.RUSAGE_CHILDREN),
    )


def load(task: Task) -> Outcome:
    """`load` of a CSV file into a new database file: read, typed, encoded, stored."""
    folder = Path(task.folder)
    path = folder / "loaded.duckdb"

    def run() -> tuple[int, int]:
        path.unlink(missing_ok=True)
        with cfsql.connect(path) as database:
            facts = database.load(folder / "rows.csv", table=CASES).facts
        return facts.n_rows, facts.n_features

    seconds, (n_rows, n_features) = repeated(task, run)
    return Outcome(seconds, n_rows, n_features, n_rows, checked="number of rows")
