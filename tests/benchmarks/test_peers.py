"""The judge of docs/peers/ on the paper's eight rows."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest

from benchmarks.peers import Answered, Question, changes, judge, key, text
from cfsql import example

pd = pytest.importorskip("pandas")


@pytest.fixture
def question() -> Question:
    """What would make anybody Low? Race stays as it is."""
    rows = pd.read_csv(StringIO(example.CSV))
    known = rows.drop(columns=example.LABEL)

    def predict(frame: Any) -> Any:
        return (frame.sex == "female") & (frame.degree == "M")

    return Question(known, rows.score == "Low", predict, frozen=["race"])


def test_the_nearest_known_cases_are_found_by_looking_at_all(
    question: Question,
) -> None:
    first, second = question.known.to_dict("records")[:2]
    assert question.nearest(first) == (
        2,
        {("female", ">45", "Caucasian", "M", "No")},
    )
    free = Question(question.known, question.outcomes, question.predict)
    assert free.nearest(first)[0] == 2
    assert len(free.nearest(first)[1]) == 2
    assert question.nearest({**second, "race": "Martian"}) == (6, set())


def test_answers_are_judged_one_by_one(question: Question) -> None:
    cases = question.known.to_dict("records")
    invented = {**cases[0], "sex": "female"}
    forbidden = cases[1]
    answered = Answered([[invented, forbidden], []], [0.1, 0.3])
    judged = judge(question, [cases[0], cases[3]], answered)
    assert judged == {
        "seconds a case, median": "0.20",
        "cases answered": "1 of 2",
        "answers": "2",
        "the model says so": "100 %",
        "nothing forbidden changes": "50 %",
        "is a known case": "50 %",
        "changes of the nearest, mean": "1.00",
        "fewer changes than any known case": "100 %",
        "as few as the nearest known case": "0 %",
    }
    assert changes(cases[0], invented) == "sex: male → female"


def test_a_whole_number_is_one_value_with_and_without_a_point() -> None:
    assert key({"a": 40.0, "b": 40, "c": "40", "d": 2.5}) == ("40", "40", "40", "2.5")
    assert text(None) == "None"
