"""All counterfactuals, and two rows side by side, equal the definitions."""

from __future__ import annotations

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from tests.oracle.brute_force import Case, disagreement, distance, text
from tests.oracle.brute_force_logic import counterfactuals, rules
from tests.questions.logic.comparing import (
    COUNTERFACTUAL,
    RULE,
    assert_rows,
    assert_why,
    by_id,
    ids,
)
from tests.support.examples import WITHOUT_SHRINKING, examples
from tests.support.random_tables import Drawn, crowded_tables, load, tables, wide_tables


@examples(20)
@given(st.one_of(tables(), crowded_tables()), st.data())
def test_all_counterfactuals_equal_the_definitions(
    table: Drawn, data: st.DataObject
) -> None:
    features, cases = table
    rows = data.draw(st.lists(st.sampled_from(ids(cases)), min_size=1, max_size=2))
    loaded_table = load(features, cases)
    for row in rows:
        assert_rows(
            loaded_table.counterfactuals(row).pl(),
            COUNTERFACTUAL,
            counterfactuals(by_id(cases, row), features, cases),
        )


@examples(5, phases=WITHOUT_SHRINKING)
@given(wide_tables())
def test_all_counterfactuals_of_wide_tables_equal_the_definitions(
    table: Drawn,
) -> None:
    features, cases = table
    loaded_table = load(features, cases)
    assert_rows(
        loaded_table.counterfactuals(1).pl(),
        COUNTERFACTUAL,
        counterfactuals(by_id(cases, 1), features, cases),
    )


@examples(10)
@given(st.one_of(tables(), wide_tables()), st.data())
def test_two_rows_agree_and_disagree_on_all_features_in_column_order(
    table: Drawn, data: st.DataObject
) -> None:
    features, cases = table
    known = st.sampled_from(ids(cases))
    pairs = data.draw(st.lists(st.tuples(known, known), min_size=1, max_size=3))
    loaded_table = load(features, cases)
    for first, second in pairs:
        a, b = by_id(cases, first), by_id(cases, second)
        compared = loaded_table.compare(first, second)
        assert compared.distance == distance(a, b)
        assert [(one.feature, one.value) for one in compared.agreement] == [
            (feature, text(a.values[i]))
            for i, feature in enumerate(features)
            if i not in disagreement(a, b)
        ]
        assert [
            (one.feature, one.from_value, one.to_value) for one in compared.disagreement
        ] == [
            (features[i], text(a.values[i]), text(b.values[i]))
            for i in disagreement(a, b)
        ]


def test_numbers_and_truth_values_are_told_and_ordered_as_text() -> None:
    features = ["number", "flag"]
    values: list[tuple[int | None, bool | None]] = [
        (9, True),
        (10, True),
        (None, True),
        (2, False),
        (9, None),
        (-1, None),
    ]
    labels = ["P", "P", "P", "Q", "Q", "P"]
    cases = [
        Case(row_id, pair, label)
        for row_id, (pair, label) in enumerate(zip(values, labels, strict=True), 1)
    ]
    frame = pl.DataFrame(
        {
            "number": [number for number, _ in values],
            "flag": [flag for _, flag in values],
            "outcome": labels,
        }
    )
    in_order = (
        [{"feature": "flag", "value": "true"}],
        *([{"feature": "number", "value": value}] for value in (None, "-1", "10")),
    )
    assert [one["literals"] for one in rules("P", features, cases)] == list(in_order)
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label=-1)
        assert_rows(table.rules("P").pl(), RULE, rules("P", features, cases))
        for a in cases:
            assert_why(table, features, cases, int(a.row_id))
            assert_rows(
                table.counterfactuals(int(a.row_id)).pl(),
                COUNTERFACTUAL,
                counterfactuals(a, features, cases),
            )
