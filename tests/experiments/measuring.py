"""Random tables to measure, and how the measurements are read."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
import pytest
from hypothesis import strategies as st

import cfsql
from cfsql.experiments import synthetic
from tests.oracle.brute_force import Case

Rows = list[tuple[Any, ...]]
RESULTS = "from cf.experiment_results order by all"
SUMMARY = "from cf.experiment_summary order by all"


@dataclass(frozen=True)
class Drawn:
    """A table that hypothesis has drawn; with `id`, its row ids are texts."""

    n_features: int
    cases: list[Case]
    id: str | None

    @property
    def n_labelled(self) -> int:
        return len([case for case in self.cases if case.label is not None])


def frame_of(cases: Sequence[Case], id: str | None = None) -> pl.DataFrame:
    """The cases as a user would have them, with the label last."""
    columns: dict[str, list[Any]] = {}
    if id is not None:
        columns[id] = [case.row_id for case in cases]
    for position in range(len(cases[0].values)):
        columns[f"feature {position}"] = [case.values[position] for case in cases]
    columns["outcome"] = [case.label for case in cases]
    # A column without any value would have no type.
    texts = {name: pl.String for name in columns if name != id}
    return pl.DataFrame(columns, schema_overrides=texts)


@st.composite
def tables(draw: st.DrawFn) -> Drawn:
    """Tables with duplicates, contradictions, NULLs, and one class or more."""
    n_features = draw(st.integers(1, 5))
    values = [
        st.sampled_from(["v1", "v2", "v3", None][: draw(st.integers(1, 4))])
        if draw(st.booleans())
        else st.sampled_from([None, "v1", "v2", "v3"][: draw(st.integers(1, 4))])
        for _ in range(n_features)
    ]
    classes = ["c1", "c2", "c3", "c4"][: draw(st.integers(1, 4))]
    labels = st.sampled_from([*classes, *classes, None])
    n_rows = draw(st.sampled_from([1, 6, 8]))
    rows = draw(
        st.lists(st.tuples(st.tuples(*values), labels), min_size=n_rows, max_size=9)
    )
    # More copies make duplicates likely, and other labels contradictions.
    rows += draw(st.lists(st.sampled_from(rows), max_size=3))
    rows += [(rows[0][0], draw(st.sampled_from(classes)))]
    rows += [(draw(st.tuples(*values)), draw(st.sampled_from(classes)))]
    id = draw(st.sampled_from([None, "case"]))
    # Texts sort "10" before "9"; and not in the order of the file.
    numbers = draw(st.permutations(range(5, 5 + len(rows))))
    return Drawn(
        n_features,
        [
            Case(row_id if id is None else str(number), features, label)
            for row_id, (number, (features, label)) in enumerate(
                zip(numbers, rows, strict=True), start=1
            )
        ],
        id,
    )


protocols = st.fixed_dictionaries(
    {
        "sample": st.integers(1, 16),
        "repeats": st.integers(1, 3),
        "seed": st.integers(-3, 2**40),
        "random": st.sampled_from(["any", "remaining"]),
        "whole": st.sampled_from([False, False, False, True]),
    }
)


def random_cases(n_rows: int, seed: int, n_features: int = 4) -> list[Case]:
    """A table with duplicates, contradictions and NULLs in features and labels."""
    chance = random.Random(seed)
    return [
        Case(
            row_id,
            tuple(chance.choice(["x", "y", None]) for _ in range(n_features)),
            chance.choice(["P", "P", "Q", "R", None]),
        )
        for row_id in range(1, n_rows + 1)
    ]


SMALL = {"sizes": (20, 50), "n_features": 6, "n_relevant": (2, 3), "n_elements": 10}
CROWDED = {"sizes": (9, 10, 90), "n_features": 3, "n_relevant": (1, 3), "n_elements": 9}


def shrink(monkeypatch: pytest.MonkeyPatch, shape: dict[str, Any]) -> None:
    """Give the synthetic tables another shape."""
    for name, value in shape.items():
        monkeypatch.setattr(synthetic, name.upper(), value)


def rows(database: cfsql.Database, statement: str) -> Rows:
    return database.sql(statement).fetchall()


def kept(database: cfsql.Database) -> tuple[Rows, Rows]:
    """What is kept of all experiments."""
    return rows(database, RESULTS), rows(database, SUMMARY)


ONE_CLASS = [Case(n, (value, "x"), "P") for n, value in enumerate("aabc", start=1)]


CONTRACT = {
    "experiment_results": {
        "experiment": "VARCHAR",
        "table_name": "VARCHAR",
        "repeat": "BIGINT",
        "measure": "VARCHAR",
        "value": "DOUBLE",
    },
    "experiment_summary": {
        "experiment": "VARCHAR",
        "table_name": "VARCHAR",
        "measure": "VARCHAR",
        "mean": "DOUBLE",
        "sd": "DOUBLE",
        "ci_low": "DOUBLE",
        "ci_high": "DOUBLE",
        "n_repeats": "BIGINT",
        "sample_size": "BIGINT",
        "seed": "BIGINT",
    },
}


def types(database: cfsql.Database) -> dict[str, dict[str, str]]:
    """The columns of both tables, in order, with their types."""
    return {
        name: {row[0]: row[1] for row in rows(database, f"describe cf.{name}")}
        for name in CONTRACT
    }
