"""The smallest table, and what it answers."""

from __future__ import annotations

from typing import Any

import polars as pl

import cfsql
from cfsql.show.terminal.explanation import explanation_lines
from cfsql.show.terminal.profile import profile_lines
from cfsql.show.terminal.ranking import overview_lines

Answer = list[tuple[object, object, str]]
# What both rows of the smallest table answer.
BOTH: Answer = [(1, 2, "a: 1 → 2"), (2, 1, "a: 2 → 1")]


def answers(source: object, **options: Any) -> Answer:
    """Each row with its counterfactuals and what they change."""
    with cfsql.connect() as database:
        return answers_of(database.load(source, **{"label": -1, **options}))


def answers_of(table: cfsql.Table) -> Answer:
    """The same of a loaded table."""
    columns = ("row_id", "counterfactual_id", "explanation")
    return table.rank().pl().select(columns).rows()


def all_of(table: cfsql.Table) -> list[str]:
    """Everything else that a ranked table can be asked, as it is shown."""
    (ranking,) = table.rankings()
    explanation = table.explain(ranking.summary.pl()["row_id"][0])
    return [
        *profile_lines(table.profile()),
        *map(str, table.columns()),
        *overview_lines(ranking.overview(), table.facts.n_rows),
        *explanation_lines(explanation, n_shown=3),
    ]


def smallest(**columns: list[object]) -> pl.DataFrame:
    """Two rows of different outcome, which differ in `a` only."""
    return pl.DataFrame({**columns, "a": [1, 2], "b": ["x", "x"], "y": ["p", "q"]})
