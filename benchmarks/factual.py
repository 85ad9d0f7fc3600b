"""What is measured of cfsql's factual explanations: of many rows, of one, of a class.

The answers are left for `alternatives.plain_python` to compare with.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time

import polars as pl

import cfsql
from benchmarks.measure import Outcome, Task, WrongAnswer, repeated
from benchmarks.packed import sample_rows
from benchmarks.tables import CASES
from benchmarks.worker import peak_memory
from cfsql.engines.identifiers import quote
from cfsql.questions.rules import Rules
from cfsql.questions.why import Literal

# Rows that are explained one by one are drawn from so many first ones.
N_FIRST = 1000

ONE_BY_ONE = "one_by_one.json"


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


def why_one_by_one(task: Task) -> Outcome:
    """`why` of a few of the first rows, each with its own time limit."""
    folder = Path(task.folder)
    bits = FeatureBits(task.folder)
    seconds, answers = [], []
    with cfsql.connect(folder / "table.duckdb", read_only=True) as database:
        table = database.table(CASES)
        n_rows = table.facts.n_rows
        for row in sample_rows(min(N_FIRST, n_rows), task.part).tolist():
            started = perf_counter()
            found = table.why(row + 1)
            seconds.append(perf_counter() - started)
            explanations = [
                (bits.of(each.features), each.coverage) for each in found.factuals
            ]
            answers.append(Answer(row + 1, found.is_complete, explanations))
    (folder / ONE_BY_ONE).write_text(json.dumps([asdict(each) for each in answers]))
    return Outcome(
        seconds,
        n_rows,
        table.facts.n_features,
        len(answers),
        checked="by plain Python, below",
        details={
            "n_complete": sum(each.is_complete for each in answers),
            "n_factual": sum(len(each.explanations) for each in answers),
        },
    )


def answers_one_by_one(task: Task) -> list[Answer]:
    """What `why_one_by_one` found."""
    records = json.loads((Path(task.folder) / ONE_BY_ONE).read_text())
    return [
        Answer(
            each["row_id"],
            each["is_complete"],
            [(features, coverage) for features, coverage in each["explanations"]],
        )
        for each in records
    ]


# Rules.


def rules_of_largest(task: Task) -> Outcome:
    """`rules` of the class with the most rows."""
    return _rules(task, place=0)


def rules_of_second(task: Task) -> Outcome:
    """`rules` of the class with the second most rows."""
    return _rules(task, place=1)


def _rules(task: Task, place: int) -> Outcome:
    with cfsql.connect(Path(task.folder) / "table.duckdb", read_only=True) as database:
        table = database.table(CASES)
        label = quote(table.label)
        classes = database.sql(
            f"select cast({label} as varchar) from {CASES} where {label} is not null "
            f"group by {label} order by count(*) desc, {label}"
        ).fetchall()
        (class_,) = classes[place]
        seconds, found = repeated(task, lambda: table.rules(class_))
        peak = peak_memory()
        checked = _check_rules(table, found)
    return Outcome(
        seconds,
        table.facts.n_rows,
        table.facts.n_features,
        table.facts.n_rows,
        checked=checked,
        note=class_,
        details={
            "n_cases": found.n_cases,
            "n_rules": len(found.rules),
            "best_coverage": max((rule.coverage for rule in found.rules), default=0),
            "is_complete": found.is_complete,
        },
        peak_memory=peak,
    )


def _check_rules(table: cfsql.Table, found: Rules) -> str:
    """Check each rule on the rows, and that no explanation of a row is a better one."""
    for rule in found.rules:
        if _labels_with(table, rule.literals) != {found.label: rule.coverage}:
            raise WrongAnswer(f"not all cases with {rule.literals} are {found.label}")
        for literal in rule.literals:
            rest = [each for each in rule.literals if each != literal]
            if len(_labels_with(table, rest)) == 1:
                raise WrongAnswer(f"{rule.literals} does not need {literal}")
    said = f"{len(found.rules)} rules hold and are minimal"
    if not found.is_complete:
        return said
    weakest = min((rule.coverage for rule in found.rules), default=0)
    better = table.database.connection.execute(
        f"select distinct literals from {CASES}_factual "
        "where label = ? and coverage > ?",
        [found.label, weakest],
    ).fetchall()
    known = [{(each.feature, each.value) for each in r.literals} for r in found.rules]
    for (literals,) in better:
        if {(each["feature"], each["value"]) for each in literals} not in known:
            raise WrongAnswer(f"{literals} is a better rule than those found")
    return f"{said}; no explained row has a better one"


def _labels_with(table: cfsql.Table, literals: list[Literal]) -> dict[str, int]:
    """The labels of the cases with some values, and how many have each."""
    conditions = [
        f"cast({quote(each.feature)} as varchar) is not distinct from ?"
        for each in literals
    ]
    rows = table.database.connection.execute(
        f"select cast({quote(table.label)} as varchar), count(*) from {CASES} "
        f"where {' and '.join(conditions) or 'true'} group by all",
        [each.value for each in literals],
    ).fetchall()
    return dict(rows)
