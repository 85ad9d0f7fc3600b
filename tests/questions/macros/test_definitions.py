"""The macros say what the definitions say, whatever things are called."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from tests.oracle.brute_force import Case
from tests.questions.logic.comparing import by_id, ids
from tests.questions.macros.comparing import (
    COMPARED,
    COUNTERFACTUAL,
    SMALL,
    Drawn,
    all_counterfactuals,
    assert_rows,
    compared,
    rows_of,
)
from tests.support.examples import examples
from tests.support.random_tables import (
    crowded_tables,
    frame_of,
    load,
    shared_database,
    tables,
)

ODD_NAMES = [
    'my "odd" column',
    "two  words",
    "it's",
    "select",
    "*",
    "x.y",
    "日本",
    # What the macros call their own columns and parameters.
    "cell_text",
    "cell_column",
    "column_name",
    "feature_id",
    "changes",
    "table_name",
    "first_row",
    "wanted_row",
]
ODD_TABLES = [
    "t",
    "my table",
    'my "odd" table',
    "it's",
    "a.b",
    "select",
    "日本",
    "UPPER",
]


@contextmanager
def loaded(table: Drawn, name: str = "t") -> Iterator[cfsql.Database]:
    """The table in a database of its own."""
    with cfsql.connect() as database:
        database.load(frame_of(*table), table=name, label=-1)
        yield database


@examples(10)
@given(st.one_of(tables(), crowded_tables()), st.data())
def test_comparing_two_rows_in_sql_equals_the_definitions(
    table: Drawn, data: st.DataObject
) -> None:
    features, cases = table
    row = st.sampled_from([int(case.row_id) for case in cases])
    load(*table)
    connection = shared_database().connection
    for first, second in data.draw(
        st.lists(st.tuples(row, row), min_size=1, max_size=3)
    ):
        found = rows_of(connection, "cf.compare", "t", first, second)
        a, b = by_id(cases, first), by_id(cases, second)
        assert_rows(found, COMPARED, compared(features, a, b))


@examples(10)
@given(st.one_of(tables(), crowded_tables()), st.data())
def test_the_counterfactuals_in_sql_equal_the_definitions(
    table: Drawn, data: st.DataObject
) -> None:
    features, cases = table
    rows = data.draw(st.lists(st.sampled_from(ids(cases)), min_size=1, max_size=2))
    load(*table)
    connection = shared_database().connection
    for row in rows:
        found = rows_of(connection, "cf.counterfactuals", "t", row)
        wanted = all_counterfactuals(by_id(cases, row), features, cases)
        assert_rows(found, COUNTERFACTUAL, wanted)


@examples(6)
@given(
    tables(),
    st.lists(
        st.sampled_from(ODD_NAMES),
        min_size=7,
        max_size=7,
        unique=True,
    ),
    st.sampled_from(ODD_TABLES),
)
def test_names_may_be_odd(table: Drawn, names: list[str], name: str) -> None:
    features, cases = table
    features, label = names[: len(features)], names[-1]
    frame = frame_of(features, cases).rename({"outcome": label})
    row = ids(cases)[0]
    with cfsql.connect() as database:
        database.load(frame, table=name, label=-1)
        same = rows_of(database.connection, "cf.compare", name, 1, 2)
        found = rows_of(database.connection, "cf.counterfactuals", name, row)

    a, b = by_id(cases, 1), by_id(cases, 2)
    assert_rows(same, COMPARED, compared(features, a, b))
    wanted = all_counterfactuals(by_id(cases, row), features, cases)
    assert_rows(found, COUNTERFACTUAL, wanted)


@pytest.mark.parametrize(
    "name",
    [
        *("compared", "cells", "named_columns", "wanted", "row_labels", "explanations"),
        *("changed_cells", "reducible", "spared", "features", "tables", "compare"),
    ],
)
def test_a_table_may_be_called_like_a_part_of_the_macros(name: str) -> None:
    features, cases = SMALL
    with loaded(SMALL, name) as database:
        same = rows_of(database.connection, "cf.compare", name, 1, 3)
        found = rows_of(database.connection, "cf.counterfactuals", name, 1)

    assert_rows(same, COMPARED, compared(features, cases[0], cases[2]))
    wanted = all_counterfactuals(cases[0], features, cases)
    assert_rows(found, COUNTERFACTUAL, wanted)


def test_a_table_is_found_whatever_its_case() -> None:
    with loaded(SMALL, "People") as database:
        assert rows_of(database.connection, "cf.compare", "PEOPLE", 1, 2).height == 2
        assert (
            rows_of(database.connection, "cf.counterfactuals", "people", 1).height == 2
        )


def test_a_row_that_is_not_there_gives_no_rows() -> None:
    with loaded(SMALL) as database:
        assert rows_of(database.connection, "cf.compare", "t", 1, 99).is_empty()
        assert rows_of(database.connection, "cf.counterfactuals", "t", 99).is_empty()


def test_a_row_of_a_large_table_is_answered_in_seconds() -> None:
    """Thousands of counterfactuals are not compared text by text."""
    chance = random.Random(5)
    frame = pl.DataFrame(
        {f"c{n}": [chance.choice("abcdef") for _ in range(20_000)] for n in range(12)}
    ).with_columns(y=pl.Series([chance.choice("pq") for _ in range(20_000)]))
    with cfsql.connect(memory_limit="1GB") as database:
        table = database.load(frame, table="t", label=-1)
        started = time.process_time()
        found = rows_of(database.connection, "cf.counterfactuals", "t", 1)
        seconds = time.process_time() - started
        wanted = table.counterfactuals(1, limit=50)

    assert found.height > 5_000
    assert_rows(
        found[:50], COUNTERFACTUAL, wanted.pl().select(COUNTERFACTUAL).to_dicts()
    )
    assert seconds < 20


# Values: equal in SQL is equal, and no value is told otherwise than it is.


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("-0.05::double", "0.05::double"),
        ("-0.05::decimal(9, 2)", "0.05::decimal(9, 2)"),
        ("'-0.0'", "'0.0'"),
        ("'10-0.05'", "'100.05'"),
        ("'-0.0'::double", "0.0::double"),
        ("'-0.0'::double", "-0.01::double"),
        ("['-0.0'::double]", "[0.0::double]"),
        ("'nan'::double", "'-nan'::double"),
        ("interval '1 month'", "interval '30 days'"),
        ("date '2020-01-31'", "date '2020-02-01'"),
        ("{'k': 1}", "{'k': 2}"),
        ("''", "null"),
        ("true", "null"),
    ],
    ids=str,
)
def test_a_value_of_any_type_is_what_python_says_it_is(first: str, second: str) -> None:
    with cfsql.connect() as database:
        relation = database.connection.sql(
            f"select {first} as f, 'x' as g, 'p' as y union all "
            f"select {second} as f, 'x' as g, 'q' as y order by y"
        )
        table = database.load(relation, table="t", label=-1)
        same = rows_of(database.connection, "cf.compare", "t", 1, 2)
        found = rows_of(database.connection, "cf.counterfactuals", "t", 1)
        compared = table.compare(1, 2)
        wanted = table.counterfactuals(1)

    assert same.filter("differs").select(COMPARED[:3]).rows() == [
        (change.feature, change.from_value, change.to_value)
        for change in compared.disagreement
    ]
    assert same.filter(~pl.col("differs")).select(COMPARED[:2]).rows() == [
        (literal.feature, literal.value) for literal in compared.agreement
    ]
    assert_rows(found, COUNTERFACTUAL, wanted.pl().select(COUNTERFACTUAL).to_dicts())


def test_a_wide_table_is_compared() -> None:
    chance = random.Random(1)
    features = [f"c{n}" for n in range(120)]
    cases = [
        Case(n, tuple(chance.choice(["x", "y", None]) for _ in features), label)
        for n, label in enumerate("PQPQQ", start=1)
    ]
    with loaded((features, cases)) as database:
        same = rows_of(database.connection, "cf.compare", "t", 1, 2)
        found = rows_of(database.connection, "cf.counterfactuals", "t", 1)

    assert_rows(same, COMPARED, compared(features, cases[0], cases[1]))
    wanted = all_counterfactuals(cases[0], features, cases)
    assert_rows(found, COUNTERFACTUAL, wanted)
