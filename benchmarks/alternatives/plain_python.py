"""Factual explanations without SQL: the same rows and answers, one row at a time.

Storing the explanations, and their values in words, are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter, process_time

import numpy as np

from benchmarks.explanations import Explanations, disagreements, explanations
from benchmarks.factual import Answer, stored_answers, stored_rows
from benchmarks.measure import Outcome, Task, WrongAnswer
from benchmarks.packed import Instances, instances, read_codes
from benchmarks.worker import peak_memory


@dataclass(frozen=True)
class Timed:
    """The explanations of some rows, and the seconds of each."""

    found: dict[int, Explanations]
    seconds: list[float]


def why_first(task: Task) -> Outcome:
    """A sample of the rows that cfsql explained: at least `part`, else `enough`."""
    table = instances(read_codes(task.folder))
    row_ids = stored_rows(task)
    drawn = np.random.default_rng(0).permutation(len(row_ids)).tolist()
    sample = [row_ids[place] for place in drawn]
    started = process_time()
    timed = _explain(table, sample, at_least=task.part or 1, enough=task.enough)
    cpu = process_time() - started
    peak = peak_memory()
    checked = _check(stored_answers(task, list(timed.found)), timed)
    n_timed = len(timed.seconds)
    return Outcome(
        [sum(timed.seconds) * len(row_ids) / n_timed],
        len(row_ids),
        table.codes.features.shape[1],
        n_timed,
        checked,
        details={
            "cpu": cpu * len(row_ids) / n_timed,
            "n_factual": sum(map(len, timed.found.values())),
            "slowest": max(timed.seconds),
        },
        peak_memory=peak,
    )


def _explain(
    table: Instances, row_ids: list[int], *, at_least: int, enough: float
) -> Timed:
    """Explain rows until there are enough of them, and enough seconds were taken."""
    timed = Timed({}, [])
    for row_id in row_ids:
        if len(timed.seconds) >= at_least and sum(timed.seconds) > enough:
            break
        started = perf_counter()
        target = int(table.of_row[row_id - 1])
        timed.found[row_id] = explanations(disagreements(table, target))
        timed.seconds.append(perf_counter() - started)
    return timed


def _check(answers: list[Answer], timed: Timed) -> str:
    """Compare features and coverage with cfsql's; what was compared, in words."""
    if {answer.row_id for answer in answers} != timed.found.keys():
        raise WrongAnswer("other rows were explained")
    n_same = n_part = 0
    for answer in answers:
        ours, theirs = answer.explanations, timed.found[answer.row_id].items()
        is_same = (
            set(ours) == theirs if answer.is_complete else set(ours) <= set(theirs)
        )
        if not is_same or len(set(ours)) < len(ours):
            raise WrongAnswer(
                f"row {answer.row_id}: {len(theirs)} explanations, "
                f"not {len(ours)}, or others"
            )
        if answer.is_complete:
            n_same += len(ours)
        else:
            n_part += len(ours)
    n_complete = sum(answer.is_complete for answer in answers)
    said = f"{n_same:,} explanations of {n_complete:,} rows, exactly"
    if n_complete == len(answers):
        return said
    n_incomplete = len(answers) - n_complete
    return f"{said}; {n_part:,} of {n_incomplete:,} rows are among more"
