"""Random tables whose outcomes are numbers."""

from __future__ import annotations

import random
from typing import Any

import polars as pl
from hypothesis import strategies as st

import cfsql
from tests.method.constraints.samples import Sample, sample_of

FEATURES = ["number", "word", "plain", "last"]
# As texts, 9 is above 10. As fractions of two, 0.3 - 0.2 is below 0.1. Some numbers are
# written in two ways, and are different outcomes all the same.
OUTCOMES = [
    *("-10", "-2.5", "0", "0.1", "0.2", "0.3", "1", "1.0", "9", "10", "1e2"),
    *("250000", "250000.5"),
]
LEAST = [0.05, 0.1, 0.7, 1, 1.5, 90, 249900, 1e6]


def table_of(chance: random.Random, n_rows: int) -> Sample:
    """Rows that are like some other but for a few features, and few outcomes."""
    outcomes = chance.sample(OUTCOMES, chance.randint(2, len(OUTCOMES)))
    rows: list[list[Any]] = []
    for _ in range(n_rows):
        if len(rows) < 3 or chance.random() < 0.3:
            row = [chance.randrange(4), *(chance.choice("xyz") for _ in FEATURES[1:])]
        else:
            row = list(chance.choice(rows)[:-1])
            place = chance.randrange(1, len(FEATURES))
            row[place] = chance.choice(["x", "y", "z", None])
        rows.append([*row, chance.choice(outcomes)])
    return sample_of(FEATURES, [tuple(row) for row in rows], [None] * n_rows)


def load(database: cfsql.Database, sample: Sample) -> cfsql.Table:
    columns = [*FEATURES, "outcome"]
    frame = pl.DataFrame(
        [[each[name] for name in columns] for each in sample.records.values()],
        schema=dict.fromkeys(columns, pl.String) | {"number": pl.Int64},
        orient="row",
    )
    return database.load(frame, table="t", label="outcome", replace=True)


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    return table_of(chance, chance.choice([4, 12, 40]))
