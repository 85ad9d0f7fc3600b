"""Each check of explanations finds what offends it."""

from __future__ import annotations

from tests.questions.checks.answers import Checked

# Those of row 1 are age and race (2 cases), sex and age, sex and race, and sex and
# recid (1 case each).


def one_factual(**columns: str) -> str:
    """The factual explanations, with other values in row 1's by sex and age."""
    replaced = ", ".join(
        f"case when row_id = 1 and features = ['sex', 'age'] then {value} "
        f"else {column} end as {column}"
        for column, value in columns.items()
    )
    return f"select * replace ({replaced}) from right_factual"


def test_an_explanation_that_covers_another_number_of_cases_is_found(
    recidivism: Checked,
) -> None:
    assert recidivism.offending(factual=one_factual(coverage="2")) == {
        "factual_holds": [
            {
                "row_id": 1,
                "features": ["sex", "age"],
                "coverage": 2,
                "n_like": 1,
                "n_unlike": 0,
            }
        ]
    }


def test_an_explanation_that_needs_less_is_found(recidivism: Checked) -> None:
    wrong = one_factual(features="['sex', 'age', 'degree']")

    assert recidivism.offending(factual=wrong) == {
        "factual_is_minimal": [{"row_id": 1, "features": ["sex", "age", "degree"]}]
    }


def test_an_explanation_that_needs_more_is_found(recidivism: Checked) -> None:
    found = recidivism.offending(factual=one_factual(features="['sex']"))

    # Rows 3 and 8 are male too, and High: one thing, seen from two sides.
    assert list(found) == ["factual_holds", "factual_meets_every_counterfactual"]
    assert {
        row["counterfactual_id"] for row in found["factual_meets_every_counterfactual"]
    } == {3, 8}


def test_an_explanation_by_every_case_that_needs_more_is_found(
    recidivism: Checked,
) -> None:
    assert recidivism.offended(factual=one_factual(features="[]")) == [
        "factual_holds",
        "factual_meets_every_counterfactual",
    ]


def test_an_explanation_by_every_case_that_covers_fewer_is_found(
    one_class: Checked,
) -> None:
    wrong = "select * replace (3 as coverage) from right_factual"

    assert one_class.offended(factual=wrong) == ["factual_holds"]


def test_an_explanation_that_needs_nothing_at_all_is_found(one_class: Checked) -> None:
    wrong = "select * replace (['f'] as features, 2 as coverage) from right_factual"

    assert one_class.offended(factual=wrong) == ["factual_is_minimal"]
