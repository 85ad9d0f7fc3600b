"""How the macros are asked, and what they should say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from tests.oracle.brute_force import Case, disagreement, text
from tests.oracle.brute_force_logic import Rows, counterfactuals
from tests.support.commands import run_here

Drawn = tuple[list[str], list[Case]]
COMPARED = ["feature", "first_value", "second_value", "differs"]
COUNTERFACTUAL = [
    *("counterfactual_id", "counterfactual_label", "distance", "changes", "support"),
    *("is_minimal", "is_irreducible_subset", "is_irreducible_literal"),
]


def rows_of(
    connection: duckdb.DuckDBPyConnection, macro: str, *arguments: object
) -> pl.DataFrame:
    """The rows of a table macro."""
    places = ", ".join("?" for _ in arguments)
    relation = connection.sql(f"from {macro}({places})", params=list(arguments))
    frame: pl.DataFrame = relation.pl()
    return frame


def compared(features: Sequence[str], a: Case, b: Case) -> Rows:
    """What `cf.compare` gives, from the definitions."""
    return [
        {
            "feature": feature,
            "first_value": text(a.values[position]),
            "second_value": text(b.values[position]),
            "differs": position in disagreement(a, b),
        }
        for position, feature in enumerate(features)
    ]


def all_counterfactuals(a: Case, features: list[str], cases: list[Case]) -> Rows:
    """What `cf.counterfactuals` gives, from the definitions."""
    return [
        {column: one[column] for column in COUNTERFACTUAL}
        for one in counterfactuals(a, features, cases)
    ]


def assert_rows(found: pl.DataFrame, columns: list[str], expected: Rows) -> None:
    """The same columns and the same rows, both in the same order."""
    assert found.columns == columns
    assert found.to_dicts() == expected


SMALL: Drawn = (
    ["f", "g"],
    [
        Case(1, ("x", "x"), "p"),
        Case(2, ("y", "x"), "q"),
        Case(3, ("y", None), "q"),
        Case(4, ("y", None), "q"),
        Case(5, ("x", "x"), "q"),
        Case(6, ("z", "z"), None),
    ],
)


def here(file: Path, *arguments: object) -> Any:
    return run_here(*arguments, "--db", file)
