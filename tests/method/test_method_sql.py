"""`sql/method.sql`, which people read first: it runs, and its rows are the method's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.engines.queries import SCRIPT, folder
from cfsql.method import columns
from tests.oracle.brute_force import RUNNING_EXAMPLE_FEATURES, Case, Ranking, rank, text
from tests.support.examples import examples
from tests.support.random_tables import assert_equal, crowded_tables, tables

STATEMENTS = [
    each.query.rstrip("; \n")
    for each in duckdb.extract_statements(
        (folder() / SCRIPT).read_text(encoding="utf-8")
    )
]
# The two statements that are about the eight rows, and those for any table.
TABLE, CELLS, *STEPS = STATEMENTS


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A DuckDB that has never heard of cfsql."""
    with duckdb.connect() as connection:
        yield connection


@pytest.fixture
def script(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Where the script was run as it stands."""
    for statement in STATEMENTS:
        connection.execute(statement).fetchall()
    return connection


def rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[dict[str, Any]]:
    """The rows of a query, by the names of their columns."""
    found = connection.sql(query)
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def ranking(connection: duckdb.DuckDBPyConnection) -> Ranking:
    """The two results of the script, in the order of the contract."""
    return Ranking(
        ranked=rows(connection, "from ranked order by row_id, rank, counterfactual_id"),
        summary=rows(connection, "from summary order by row_id"),
    )


def ranking_of(
    connection: duckdb.DuckDBPyConnection, features: Sequence[str], cases: list[Case]
) -> Ranking:
    """What the script says of another table."""
    cells = pl.DataFrame(
        [
            (case.row_id, text(case.label), place, feature, text(value))
            for case in cases
            if case.label is not None
            for place, (feature, value) in enumerate(
                zip(features, case.values, strict=True), start=1
            )
        ],
        schema={
            "row_id": pl.Int64,
            "label": pl.String,
            "place": pl.Int32,
            "feature": pl.String,
            "value": pl.String,
        },
        orient="row",
    )
    connection.register("given", cells)
    for statement in ("create or replace temp table cells as from given", *STEPS):
        connection.execute(statement).fetchall()
    return ranking(connection)


def without_sentences(ranking: Ranking) -> Ranking:
    """The script says nothing in words."""
    for row in ranking.summary:
        del row["sentence"], row["sureness_reason"]
    return ranking


def test_it_gives_the_answers_of_the_paper(
    script: duckdb.DuckDBPyConnection,
) -> None:
    first, second = (row for row in ranking(script).ranked if row["row_id"] == 1)
    assert (first["counterfactual_id"], second["counterfactual_id"]) == (2, 7)
    assert (first["power"], second["power"]) == (3, 2)
    assert (first["typicality"], first["capacity"], first["universality"]) == (
        *(1, 3 / 5, 3 / 5),
    )
    assert first["explanation"] == "sex: male → female, race: Caucasian → African"
    assert second["explanation"] == "sex: male → female, age: <25 → >45"
    summary = ranking(script).summary[0]
    assert (summary["min_distance"], summary["optimal_id"]) == (2, 2)
    assert (summary["is_unique"], summary["gap"]) == (True, 1 / 3)


def test_every_step_shows_what_its_comment_says(
    script: duckdb.DuckDBPyConnection,
) -> None:
    def values(query: str) -> list[Any]:
        return script.sql(query).fetchall()

    assert values("select count(*) from cells") == [(40,)]
    assert values("select count(*), max(support) from answers") == [(8, 1)]
    assert values(
        "select counterfactual_id, distance from counterfactuals where row_id = 1"
        " order by distance, counterfactual_id"
    ) == [(2, 2), (7, 2), (8, 3), (3, 4)]
    assert values(
        "select counterfactual_id from counterfactuals where row_id = 1"
        " and not list_contains(disagreement_set, 'sex') order by counterfactual_id"
    ) == [(3,), (8,)]
    assert values("select count(*) from distances where distance = 0") == [(0,)]
    assert values(
        "select counterfactual_id, disagreement_set from minimal where row_id = 1"
        " order by counterfactual_id"
    ) == [(2, ["sex", "race"]), (7, ["sex", "age"])]
    assert values(
        "select list(member_id order by member_id), list(member_id order by member_id)"
        " filter (where member_label <> counterfactual_label) from hyperballs"
        " where row_id = 1 and counterfactual_id = 2"
    ) == [([1, 2, 4, 6, 7], [1, 4, 6])]


def test_it_gives_the_rows_of_cfsql(
    script: duckdb.DuckDBPyConnection, example_csv: Path
) -> None:
    with cfsql.connect() as database:
        expected = database.load(example_csv, label=-1).rank()
        assert_equal(
            ranking(script),
            without_sentences(
                Ranking(expected.pl().to_dicts(), expected.summary.pl().to_dicts())
            ),
        )
    assert script.sql("from ranked").columns == [each.name for each in columns.RANKED]
    assert script.sql("from summary").columns == [
        each.name
        for each in (*columns.SUMMARY, *columns.SURE)
        if each.name not in ("sentence", "sureness_reason")
    ]


def test_it_prints_the_answers_for_row_1_and_the_whole_ranking(
    script: duckdb.DuckDBPyConnection,
) -> None:
    for_row_1, whole = (
        rows(script, statement)
        for statement in STATEMENTS
        if not re.search(r"^create", statement, re.MULTILINE)
    )
    ranked = ranking(script).ranked
    for printed, expected in (
        (for_row_1, [row for row in ranked if row["row_id"] == 1]),
        (whole, ranked),
    ):
        assert printed == [{name: row[name] for name in printed[0]} for row in expected]


def test_only_the_cells_name_columns_of_the_table() -> None:
    code = re.sub(r"--.*", "", "\n".join(STEPS))
    named = [*RUNNING_EXAMPLE_FEATURES, "score", "cases"]
    assert not [name for name in named if re.search(rf"\b{name}\b", code)]


@examples(25)
@given(st.one_of(tables(), crowded_tables()))
def test_its_rows_equal_the_definitions_on_any_table(
    connection: duckdb.DuckDBPyConnection, table: tuple[list[str], list[Case]]
) -> None:
    features, cases = table
    expected = without_sentences(rank(features, cases))
    assert_equal(ranking_of(connection, features, cases), expected)
