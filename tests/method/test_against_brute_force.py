"""Random tables: every column of the results equals the definitions written out."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from cfsql.options import By, Count
from tests.oracle.brute_force import Case, rank
from tests.support.examples import examples
from tests.support.random_tables import (
    answers,
    assert_equal,
    crowded_tables,
    tables,
    wide_tables,
)


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
