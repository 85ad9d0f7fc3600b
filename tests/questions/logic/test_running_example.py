"""The logic of the paper's running example, to the letter."""

from __future__ import annotations

import cfsql
from tests.oracle.brute_force import RUNNING_EXAMPLE, RUNNING_EXAMPLE_FEATURES, Case
from tests.oracle.brute_force_logic import counterfactuals, rules
from tests.questions.logic.comparing import (
    ALL,
    COUNTERFACTUAL,
    RULE,
    assert_rows,
)
from tests.support.random_tables import load


def test_row_1_has_the_four_factuals_of_the_paper(example_table: cfsql.Table) -> None:
    why = example_table.why(1)
    assert (why.row_id, why.label, why.is_complete, why.is_contradicted) == (
        1,
        "Med",
        True,
        False,
    )
    # Row 6 is <25 and Caucasian too; no other row has what the three others say.
    assert [(list(one.features), one.coverage) for one in why.factuals] == [
        (["age", "race"], 2),
        (["sex", "age"], 1),
        (["sex", "race"], 1),
        (["sex", "recid"], 1),
    ]
    assert all(one.precision == 1.0 and not one.exceptions for one in why.factuals)


def test_row_1_needs_its_age_only_when_three_rows_of_four_are_enough(
    example_table: cfsql.Table,
) -> None:
    why = example_table.why(1, precision=0.75)
    # Rows 1, 2, 4 and 6 are <25, and all but row 2 are Med.
    assert [
        (list(one.features), one.coverage, one.precision) for one in why.factuals
    ] == [(["age"], 4, 0.75), (["sex", "race"], 1, 1.0), (["sex", "recid"], 1, 1.0)]
    assert [
        [(each.row_id, each.label) for each in one.exceptions] for one in why.factuals
    ] == [[(2, "Low")], [], []]


def test_the_rules_of_the_class_high(example_table: cfsql.Table) -> None:
    found = example_table.rules("High")
    assert found.is_complete
    assert [
        (
            " and ".join(f"{each['feature']}={each['value']}" for each in literals),
            coverage,
        )
        for literals, coverage in found.pl().select("literals", "coverage").rows()
    ] == [
        ("recid=Yes", 2),
        ("sex=male and age=>45", 2),
        ("sex=male and race=African", 2),
        ("age=>45 and race=African", 2),
        ("sex=male and degree=F", 1),
        ("age=>45 and degree=F", 1),
        ("race=African and degree=F", 1),
    ]
    for label in ("Low", "Med"):
        assert_rows(
            example_table.rules(label, limit=ALL).pl(),
            RULE,
            rules(label, RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE),
        )


def test_the_third_row_s_explanation_is_reducible_to_the_eighth_s(
    example_table: cfsql.Table,
) -> None:
    found = example_table.counterfactuals(1).pl()
    shown = found.select(
        "counterfactual_id",
        "distance",
        "is_minimal",
        "is_irreducible_subset",
        "is_irreducible_literal",
    )
    # Each can lose a literal and keep African or >45, which no Med row is.
    assert shown.rows() == [
        (2, 2, True, True, False),
        (7, 2, True, True, False),
        (8, 3, False, True, False),
        (3, 4, False, False, False),
    ]
    third, eighth = found["changes"].to_list()[3], found["changes"].to_list()[2]
    assert all(change in third for change in eighth)
    assert [change for change in third if change not in eighth] == [
        {"feature": "degree", "from_value": "M", "to_value": "F"}
    ]


def test_both_readings_of_irreducibility_for_the_eight_rows(
    example_table: cfsql.Table,
) -> None:
    reducible = []
    for a in RUNNING_EXAMPLE:
        expected = counterfactuals(a, RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE)
        found = example_table.counterfactuals(int(a.row_id)).pl()
        assert_rows(found, COUNTERFACTUAL, expected)
        reducible += [
            (one["row_id"], one["counterfactual_id"])
            for one in found.to_dicts()
            if not one["is_irreducible_subset"]
        ]
        # On these rows, none is irreducible in the printed reading.
        assert not found["is_irreducible_literal"].any()
    assert reducible == [
        (1, 3),
        (2, 3),
        (4, 8),
        (5, 8),
        (6, 8),
        (7, 4),
        (7, 3),
        (8, 4),
        (8, 6),
    ]


def test_the_two_readings_of_irreducibility_differ_both_ways() -> None:
    features = ["f", "g"]
    cases = [
        Case(1, ("x", "x"), "P"),
        Case(2, ("y", "y"), "Q"),
        Case(3, ("y", "x"), "P"),
        Case(4, ("y", "x"), "Q"),
        Case(5, ("x", "y"), "P"),
        Case(6, ("z", "y"), "Q"),
    ]
    table = load(features, cases)
    found = table.counterfactuals(1).pl()
    # Row 2 changes more than row 4 does, but the half of it is always some row of P;
    # row 6 changes more than no other, but no row of P has z.
    assert found.select(
        "counterfactual_id", "is_irreducible_subset", "is_irreducible_literal"
    ).rows() == [(4, True, True), (2, False, True), (6, True, False)]
    assert_rows(found, COUNTERFACTUAL, counterfactuals(cases[0], features, cases))
