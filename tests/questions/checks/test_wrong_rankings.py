"""Each check of a ranking finds what offends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.questions.checks.answers import CHECKS, Checked

# Of row 1 of the running example, the counterfactuals are 2 (sex, race) and 7 (sex,
# age); 8 is farther, 3 farther still, and can be reduced to 8; 6 has the label of row 1
# and is as far as 2.
WRONG_RANKED = {
    "no power": ("power", "0", "power_is_at_least_one"),
    "typicality above 1": ("typicality", "1.5", "metrics_are_shares"),
    "capacity below 0": ("capacity", "-0.5", "metrics_are_shares"),
    "no typicality": ("typicality", "null", "metrics_are_shares"),
    "a ball of one case": ("ball_size", "1", "row_is_in_the_ball"),
    "a ball without the row": ("universality", "0.0", "row_is_in_the_ball"),
    "a ball without the answer": ("typicality", "0.0", "row_is_in_the_ball"),
    "no changes": ("changes", "[]", "row_and_changes_are_inconsistent"),
    "a change to what is": (
        "changes",
        "list_transform(changes, lambda change, place: case when place = 1 then "
        "struct_update(change, to_value := change['from_value']) else change end)",
        "changes_are_no_part_of_the_row",
    ),
    "a change from what is not": (
        "changes",
        "list_transform(changes, lambda change: "
        "struct_update(change, from_value := 'nothing'))",
        "changes_are_no_part_of_the_row",
    ),
    "an answer of the same label": (
        "counterfactual_id",
        "6",
        "counterfactuals_are_the_nearest",
    ),
}


@pytest.mark.parametrize("wrong", WRONG_RANKED)
def test_a_wrong_counterfactual_is_found_by_its_check_alone(
    recidivism: Checked, wrong: str
) -> None:
    column, value, name = WRONG_RANKED[wrong]

    found = recidivism.offending(ranked=first_ranked(**{column: value}))

    assert list(found) == [name]
    assert {row["row_id"] for row in found[name]} == {1}


def first_ranked(**columns: object) -> str:
    """The counterfactuals, with other values in the first one of row 1."""
    replaced = ", ".join(
        f"case when row_id = 1 and counterfactual_id = 2 then {value} "
        f"else {column} end as {column}"
        for column, value in columns.items()
    )
    return f"select * replace ({replaced}) from right_ranked"


def test_a_farther_answer_is_found(recidivism: Checked) -> None:
    wrong = first_ranked(counterfactual_id=8, distance=3)

    assert recidivism.offended(ranked=wrong) == ["counterfactuals_are_the_nearest"]


def test_an_answer_that_can_be_reduced_is_found(recidivism: Checked) -> None:
    wrong = first_ranked(counterfactual_id=3, distance=4)

    found = recidivism.offending(ranked=wrong)

    # What can be reduced is never the nearest.
    assert list(found) == ["counterfactuals_are_the_nearest", "minimal_is_irreducible"]
    assert found["minimal_is_irreducible"] == [
        {"row_id": 1, "counterfactual_id": 3, "other_id": 8}
    ]


def test_an_answer_whose_ball_is_too_small_for_the_row_is_found(
    recidivism: Checked,
) -> None:
    # The row is 2 away from the answer, so a ball of radius 1 is without it.
    assert recidivism.offended(ranked=first_ranked(distance=1)) == [
        "counterfactuals_are_the_nearest",
        "row_is_in_the_ball",
    ]


@pytest.mark.parametrize("answer", [1, 99])
def test_an_answer_that_is_no_other_case_is_found(
    recidivism: Checked, answer: int
) -> None:
    wrong = first_ranked(counterfactual_id=answer)

    assert "counterfactuals_are_the_nearest" in recidivism.offended(ranked=wrong)


@pytest.mark.parametrize("column", ["power", "ball_size", "distance"])
def test_a_figure_that_is_missing_is_found(recidivism: Checked, column: str) -> None:
    assert recidivism.offended(ranked=first_ranked(**{column: "null"}))


HALVED = "select * replace (capacity / 2 as capacity) from right_ranked"


def test_capacity_and_universality_that_differ_are_found(two_classes: Checked) -> None:
    assert two_classes.offended(ranked=HALVED) == ["capacity_is_universality"]


def test_with_three_classes_capacity_and_universality_may_differ(
    recidivism: Checked,
) -> None:
    assert recidivism.offended(ranked=HALVED) == []


def test_an_answer_that_is_left_out_is_found(recidivism: Checked) -> None:
    found = recidivism.offending(
        summary="select * replace (if(row_id = 1, 0, n_minimal) as n_minimal) "
        "from right_summary"
    )

    assert found == {
        "counterfactual_unless_no_other_outcome": [
            {"row_id": 1, "n_minimal": 0, "n_unlike": 4}
        ]
    }


def test_an_answer_where_there_is_none_is_found(one_class: Checked) -> None:
    wrong = "select * replace (1 as n_minimal) from right_summary"

    assert one_class.offended(summary=wrong) == [
        "counterfactual_unless_no_other_outcome"
    ]


def test_a_row_that_is_left_out_of_the_summary_is_found(recidivism: Checked) -> None:
    wrong = "from right_summary where row_id != 1"

    assert "counterfactual_unless_no_other_outcome" in recidivism.offended(
        summary=wrong
    )


def test_every_check_has_found_what_offends_it() -> None:
    folder = Path(__file__).parent
    tests = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))

    assert [name for name in CHECKS if f'"{name}"' not in tests] == []
