"""The hand-written kernel: the same work as `rank`, on every pair of instances."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import numpy as np

import cfsql
from benchmarks.kernels import Pairs, TunedKernel
from benchmarks.measure import Outcome, Task, WrongAnswer, repeated
from benchmarks.ours import Answers
from benchmarks.packed import (
    Array,
    Instances,
    instances,
    read_codes,
    sample_rows,
)
from benchmarks.tables import CASES
from benchmarks.worker import peak_memory

# Rows whose counterfactuals, powers and ball sizes are compared one by one.
N_COMPARED = 200

# Rows on which the kernel is compiled before it is timed.
N_WARM_UP = 8


def tuned(task: Task) -> Outcome:
    """Time the kernel on all instances, or on a part of them and of the centres."""
    table = instances(read_codes(task.folder))
    kernel = TunedKernel(table)
    n_instances = len(table.weights)
    targets = sample_rows(n_instances, task.part)
    warm = kernel.nearest_unlike(targets[:N_WARM_UP])
    kernel.balls(warm.counterfactuals[:N_WARM_UP], warm.distances[:N_WARM_UP])
    taken: list[tuple[float, float]] = []

    def run() -> tuple[Pairs, Array, Array]:
        started = perf_counter()
        pairs = kernel.nearest_unlike(targets)
        found = perf_counter()
        radii = np.zeros(n_instances, dtype=np.int64)
        np.maximum.at(radii, pairs.counterfactuals, pairs.distances)
        centres = _centres(pairs, task.part)
        balls = kernel.balls(centres, radii[centres])
        taken.append((found - started, perf_counter() - found))
        return pairs, centres, balls

    _, (pairs, centres, balls) = repeated(task, run)
    peak = peak_memory()
    answers = Answers.read(task.folder)
    checked = _check(task, table, pairs, centres, balls, answers)
    by_rows = n_instances / len(targets)
    by_centres = 1 if task.part is None else answers.n_centres / len(centres)
    return Outcome(
        [search * by_rows + count * by_centres for search, count in taken],
        len(table.of_row),
        table.codes.features.shape[1],
        len(targets) if task.part is not None else len(table.of_row),
        checked,
        note=f"{n_instances:,} distinct rows; metrics and storing left out",
        details={"search": min(search for search, _ in taken) * by_rows},
        peak_memory=peak,
    )


def _centres(pairs: Pairs, part: int | None) -> Array:
    """The counterfactuals, those of the first rows first; of a part, as many rows."""
    places, first = np.unique(pairs.counterfactuals, return_index=True)
    return places[np.argsort(first)][:part]


def _check(
    task: Task,
    table: Instances,
    pairs: Pairs,
    centres: Array,
    balls: Array,
    answers: Answers,
) -> str:
    """Compare with what cfsql stored; what was compared, in words."""
    weights = table.weights[pairs.rows]
    place = np.full(len(table.weights), -1)
    place[centres] = np.arange(len(centres))
    within = balls.cumsum(axis=1)[place[pairs.counterfactuals], pairs.distances]
    labels = table.codes.labels[pairs.counterfactuals]
    sizes = within.sum(axis=1)
    powers = sizes - within[np.arange(len(labels)), labels]
    said = ""
    if task.part is None:
        found = Answers(
            n_pairs=int(weights.sum()),
            n_centres=len(centres),
            n_balls=len(np.unique(pairs.counterfactuals * 1000 + pairs.distances)),
            sum_of_powers=int((weights * powers).sum()),
            sum_of_ball_sizes=int((weights * sizes).sum()),
        )
        if found != answers:
            raise WrongAnswer(f"{found}, not {answers}")
        said = f"{found.n_pairs:,} pairs, sums of powers and ball sizes; "
    compared = _fully_counted(pairs, place)[:N_COMPARED]
    ids = table.first_rows + 1
    chosen = np.isin(pairs.rows, compared)
    columns = (
        ids[pairs.rows],
        ids[pairs.counterfactuals],
        pairs.distances,
        powers,
        sizes,
    )
    ours = sorted(zip(*(column[chosen].tolist() for column in columns), strict=True))
    if ours != _stored(task, ids[compared].tolist()):
        raise WrongAnswer(f"other pairs or counts for one of {len(compared)} rows")
    return f"{said}{len(compared)} rows exactly"


def _fully_counted(pairs: Pairs, place: Array) -> Array:
    """The rows all of whose counterfactuals are among the centres that were counted."""
    open_rows = np.unique(pairs.rows[place[pairs.counterfactuals] < 0])
    rows, first = np.unique(pairs.rows, return_index=True)
    rows = rows[np.argsort(first)]
    return rows[~np.isin(rows, open_rows)]


def _stored(task: Task, row_ids: list[int]) -> list[tuple[int, int, int, int, int]]:
    with cfsql.connect(Path(task.folder) / "table.duckdb", read_only=True) as database:
        return database.connection.execute(
            "select row_id, counterfactual_id, distance, power, ball_size "
            f"from {CASES}_ranked where list_contains(?, row_id) "
            "order by row_id, counterfactual_id",
            [row_ids],
        ).fetchall()
