"""What DiCE and NICE share: the rows that they explain, and how answers are judged.

Both need a model. It is a decision tree grown until it says what the table says, so
that they look for the same thing as cfsql: a case with another label.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks.measure import Outcome, Task
from benchmarks.packed import Array, Codes, sample_rows


def explain_rows(
    task: Task, codes: Codes, explain: Callable[[int], Array | None], note: str
) -> Outcome:
    """Explain a few rows one by one; how long one takes, and how good its answer is.

    `explain` gives the codes of the counterfactual of a row. It is minimal when it is a
    case of the table, with another label, and at the least distance.
    """
    nearest = np.load(Path(task.folder) / "nearest.npy")
    rows = sample_rows(len(codes.labels), task.part)
    seconds = []
    n_minimal = 0
    for row in rows.tolist():
        started = perf_counter()
        answer = explain(row)
        seconds.append(perf_counter() - started)
        n_minimal += answer is not None and _is_minimal(codes, row, answer, nearest)
    return Outcome(
        seconds,
        len(codes.labels),
        codes.features.shape[1],
        len(rows),
        checked=f"{n_minimal} of {len(rows)} answers are minimal counterfactuals",
        note=note,
        details={"minimal_share": n_minimal / len(rows)},
    )


def _is_minimal(codes: Codes, row: int, answer: Array, nearest: Array) -> bool:
    distance = int((codes.features[row] != answer).sum())
    same = (codes.features == answer).all(axis=1)
    has_other_label = bool((codes.labels[same] != codes.labels[row]).any())
    return has_other_label and distance == nearest[row]
