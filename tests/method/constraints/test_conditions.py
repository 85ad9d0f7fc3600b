"""What a condition may look at, and what a target may be."""

from __future__ import annotations

from datetime import date
from typing import Any

import polars as pl
import pytest

import cfsql


def test_a_condition_sees_columns_with_their_own_types_and_odd_names() -> None:
    frame = pl.DataFrame(
        {
            "id": ["p", "q", "r", "s"],
            "a": [1, 2, 3, 10],
            "b": [9, 10, 11, 0],
            'my "odd" column': ["x", "y", "z", None],
            "day": [date(2024, 1, 31), date(2024, 2, 1), None, date(2024, 3, 1)],
            "tags": [["u"], ["u", "v"], [], None],
            "grade": [1, 2, 2, 10],
        }
    )

    def answered(require: str) -> list[tuple[str, str]]:
        ranked = table.rank(require=require, nearest=9).pl()
        return sorted(ranked.select("row_id", "counterfactual_id").rows())

    with cfsql.connect() as database:
        table = database.load(frame, table="t", id="id", label="grade")
        # As numbers, not as texts: 10 is the greatest.
        assert answered("b.a > 9") == [("p", "s"), ("q", "s"), ("r", "s")]
        assert answered("a.a > b.b") == [("p", "s"), ("q", "s"), ("r", "s"), ("s", "p")]
        assert answered("a.b < b.a") == [("p", "s"), ("s", "p"), ("s", "q"), ("s", "r")]
        assert answered("b.grade >= 10") == [("p", "s"), ("q", "s"), ("r", "s")]
        assert answered("b.day - a.day = 1") == [("p", "q")]
        assert answered("len(b.tags) > len(a.tags)") == [("p", "q"), ("r", "p")]
        assert answered('b."my ""odd"" column" is null') == [
            ("p", "s"),
            ("q", "s"),
            ("r", "s"),
        ]
        assert answered("b.row_id < a.row_id") == [
            ("q", "p"),
            ("r", "p"),
            ("s", "p"),
            ("s", "q"),
            ("s", "r"),
        ]


def test_the_shown_row_is_the_first_that_satisfies_the_condition() -> None:
    frame = pl.DataFrame(
        {
            "job": ["none", "clerk", "clerk", "clerk"],
            "town": ["X", "Y", "Z", "Z"],
            "loan": ["no", "yes", "yes", "yes"],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label="loan", ignore=["town"])
        (answer,) = table.explain(1, require="b.town = 'Z'").counterfactuals
        assert answer.counterfactual_id == 3
        # The other rows count as before, also where equal rows count once.
        assert (answer.support, answer.ball_size, answer.power) == (3, 4, 1)
        (answer,) = table.explain(
            1, require="b.town = 'Z'", min_support=3, count="distinct"
        ).counterfactuals
        assert (answer.support, answer.ball_size, answer.power) == (3, 2, 1)


@pytest.mark.parametrize(
    ("labels", "target", "expected"),
    [
        ([1, 2, 10], 10, ["10", "10"]),
        ([True, True, False], False, ["false", "false"]),
        (["each", "other", "third"], "each", ["each", "each"]),
        (["u", "v", "w"], "each", ["v", "w", "u", "w", "u", "v"]),
    ],
)
def test_a_label_may_be_a_number_a_flag_or_the_word_each(
    database: cfsql.Database, labels: list[Any], target: object, expected: list[str]
) -> None:
    frame = pl.DataFrame({"x": ["a", "b", "c"], "label": labels})
    table = database.load(frame, table="t", replace=True, label=-1)
    ranked = table.rank(target=target).pl()
    assert list(ranked["counterfactual_label"]) == expected


def test_the_equals_of_an_answer_are_not_said_to_meet_the_condition() -> None:
    frame = pl.DataFrame(
        {
            "age": [53, 20, 60, 21],
            "work": list("xyyy"),
            "y": ["no", "yes", "yes", "yes"],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="t", bins={"age": [99]}, label=-1)
        explained = table.explain(1, require="b.age >= a.age")
        plain = table.explain(1)

    assert explained.sentence.endswith(
        "as it was for row 3 and 2 equal to it, which need not meet the condition."
    )
    assert plain.sentence.endswith("as it was for row 2 and 2 equal to it.")
    best = explained.optimal
    assert best is not None
    assert best.support == 3
