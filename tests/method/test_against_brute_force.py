"""Random tables: every column of the results equals the definitions written out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.options import By, Count
from tests.oracle.brute_force import Case, rank
from tests.support.examples import examples
from tests.support.random_tables import (
    answers,
    assert_equal,
    crowded_tables,
    frame_of,
    tables,
    wide_tables,
)


@examples(40)
@given(tables())
def test_every_column_equals_the_definitions(
    table: tuple[list[str], list[Case]],
) -> None:
    features, cases = table
    assert_equal(answers(features, cases), rank(features, cases))


@examples(80)
@given(
    st.one_of(tables(), crowded_tables()),
    st.sampled_from(["power", "dag"]),
    st.sampled_from(["rows", "distinct"]),
)
def test_both_orders_and_both_counts_equal_the_definitions(
    table: tuple[list[str], list[Case]], by: By, count: Count
) -> None:
    features, cases = table
    assert_equal(
        answers(features, cases, by=by, count=count),
        rank(features, cases, by=by, count=count),
    )


@examples(20)
@given(st.one_of(tables(max_features=80, max_rows=10), wide_tables()))
def test_tables_of_many_words_equal_the_definitions(
    table: tuple[list[str], list[Case]],
) -> None:
    features, cases = table
    assert_equal(answers(features, cases), rank(features, cases))


@examples(20)
@given(tables(), st.data())
def test_a_few_rows_are_answered_against_the_whole_table(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    features, cases = table
    known = [int(case.row_id) for case in cases if case.label is not None]
    rows = data.draw(st.lists(st.sampled_from(known), min_size=1, unique=True))
    assert_equal(answers(features, cases, rows=rows), rank(features, cases, rows=rows))


@examples(15)
@given(st.integers(0, 2**32 - 1), st.integers(1, 400))
def test_features_with_many_values_equal_the_definitions(seed: int, width: int) -> None:
    chance = random.Random(seed)
    features = ["wide", "narrow", "flag"]
    cases = [
        Case(
            row_id,
            (
                str(chance.randrange(width)),
                str(chance.randrange(3)),
                chance.choice(["yes", "no", None]),
            ),
            chance.choice("ABC"),
        )
        for row_id in range(1, 31)
    ]
    assert_equal(answers(features, cases), rank(features, cases))


@pytest.mark.parametrize("by", ["power", "dag"])
@pytest.mark.parametrize("count", ["rows", "distinct"])
def test_explaining_a_row_says_what_ranking_it_stores(by: By, count: Count) -> None:
    chance = random.Random(7)
    features = ["a", "b", "c", "d"]
    cases = [
        Case(row_id, tuple(chance.choice("xyz") for _ in features), chance.choice("PQ"))
        for row_id in range(1, 41)
    ]
    with cfsql.connect() as database:
        table = database.load(frame_of(features, cases), table="t", label=-1)
        ranked = table.rank(by=by, count=count).pl().to_dicts()
        for row in (1, 17, 40):
            explained = table.explain(row, by=by, count=count).pl().to_dicts()
            assert explained == [each for each in ranked if each["row_id"] == row]
