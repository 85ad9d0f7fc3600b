"""Tables of hundreds of columns are answered by the definitions."""

from __future__ import annotations

import random

import polars as pl
import pytest

import cfsql
from tests.oracle import brute_force
from tests.oracle.brute_force import Case


def random_cases(n_features: int, n_values: int, n_rows: int) -> list[Case]:
    """Rows with values, classes and gaps drawn at random."""
    chance = random.Random(n_features)
    values = [None, *(f"v{n}" for n in range(n_values - 1))]
    return [
        Case(
            row_id,
            tuple(chance.choice(values) for _ in range(n_features)),
            chance.choice(["p", "q", "r", None]),
        )
        for row_id in range(1, n_rows + 1)
    ]


@pytest.mark.parametrize(
    ("n_features", "n_values"),
    [(62, 2), (63, 2), (40, 4), (130, 3), (320, 4)],
)
def test_any_number_of_features_gives_the_answers_of_the_definitions(
    n_features: int, n_values: int
) -> None:
    features = [f"c{n}" for n in range(n_features)]
    cases = random_cases(n_features, n_values, n_rows=12)
    columns = {
        name: [case.values[position] for case in cases]
        for position, name in enumerate(features)
    }
    frame = pl.DataFrame(columns | {"y": [case.label for case in cases]})

    with cfsql.connect() as database:
        ranking = database.load(frame, label=-1).rank()
        ranked, summary = ranking.pl().to_dicts(), ranking.summary.pl().to_dicts()

    expected = brute_force.rank(features, cases, label_column="y")
    assert summary == expected.summary
    assert ranked == expected.ranked


@pytest.mark.parametrize("n_features", [128, 400])
def test_two_rows_may_differ_in_all_of_many_features(n_features: int) -> None:
    columns = {f"c{n}": [0, 1] for n in range(n_features)}

    with cfsql.connect() as database:
        table = database.load(pl.DataFrame({**columns, "y": ["p", "q"]}), label=-1)

        assert table.explain(1).min_distance == n_features


@pytest.mark.slow
def test_a_table_of_five_thousand_columns_is_loaded_and_ranked() -> None:
    features = [f"c{n}" for n in range(5_000)]
    cases = random_cases(len(features), 3, n_rows=8)
    columns = {
        name: [case.values[position] for case in cases]
        for position, name in enumerate(features)
    }
    frame = pl.DataFrame(columns | {"y": [case.label for case in cases]})

    with cfsql.connect() as database:
        ranked = database.load(frame, label="y").rank().pl().to_dicts()

    assert ranked == brute_force.rank(features, cases, label_column="y").ranked
