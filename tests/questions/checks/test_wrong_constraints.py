"""What half of the cases give, and what violates a constraint, is found."""

from __future__ import annotations

from pathlib import Path

import pytest

import cfsql
from cfsql import example
from tests.questions.checks.answers import Checked


@pytest.mark.parametrize(
    "pair",
    ["(1, 2, 1)", "(1, 6, 2)", "(1, 99, 2)", "(1, 1, 0)"],
    ids=["nearer than it is", "of the same label", "no case", "the row itself"],
)
def test_a_counterfactual_that_only_half_of_the_cases_give_is_found(
    recidivism: Checked, pair: str
) -> None:
    wrong = f"from right_half_pairs union all values {pair}"

    assert recidivism.offended(half_pairs=wrong) == [
        "fewer_cases_give_no_other_counterfactual"
    ]


def test_half_of_the_cases_may_give_a_farther_counterfactual(
    recidivism: Checked,
) -> None:
    farther = "from right_half_pairs union all values (1, 8, 3)"

    assert recidivism.offended(half_pairs=farther) == []


@pytest.mark.parametrize(
    "options",
    [
        '{"freeze": ["sex"]}',
        '{"target": "High"}',
        '{"max-changes": 1}',
        '{"min-support": 2}',
        '{"only-up": ["age"], "order": ["age=<25,25-45,>45"]}',
        '{"only-down": ["age"], "order": ["age=<25,25-45,>45"]}',
    ],
)
def test_a_stored_answer_that_violates_a_constraint_is_found(
    tmp_path: Path, options: str
) -> None:
    csv = tmp_path / "recidivism.csv"
    csv.write_text(example.CSV, encoding="utf-8")
    with cfsql.connect(tmp_path / "t.duckdb") as database:
        table = database.load(csv, label=-1)
        table.rank()
        assert table.check().hold
        database.connection.execute(
            "update cf.runs set options = $options where command = 'rank'",
            {"options": options},
        )
        offended = [each.name for each in table.check().checks if each.offending]
    assert offended == ["constraints_hold"]


def test_a_stored_answer_whose_outcome_is_too_near_is_found() -> None:
    with cfsql.connect() as database:
        rows = "unnest([1, 2, 3, 3]) as rooms, unnest([0.1, 0.2, 0.3, 0.9]) as price"
        table = database.load(database.connection.sql(f"select {rows}"), label="price")
        table.rank(differs_by=0.1)
        assert table.check().hold
        database.connection.execute(
            "update cf.runs set options = $options where command = 'rank'",
            {"options": '{"differs-by": 0.2}'},
        )
        (offended,) = [each for each in table.check().checks if each.offending]
    assert offended.name == "constraints_hold"
    assert {row[-1] for row in offended.offending} == {"differs-by"}
