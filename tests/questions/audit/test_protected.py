"""What may be protected."""

from __future__ import annotations

import polars as pl
import pytest

import cfsql
from cfsql.errors import UnknownName, WrongUse
from tests.questions.audit.scores import SCORES


@pytest.mark.parametrize(
    ("protected", "message"),
    [
        (["sx"], "no column 'sx' in scores; did you mean 'sex'?"),
        (["sex,rce"], "no column 'rce' in scores; did you mean 'race'?"),
        (["Score"], "column 'score' is the label of scores"),
        (["row_id"], "column 'row_id' is the id of the rows"),
        ([""], "protected= needs at least one column"),
        ([" , "], "protected= needs at least one column"),
    ],
)
def test_what_cannot_be_protected_is_refused(
    protected: list[str], message: str
) -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores", label=-1)
        with pytest.raises(WrongUse) as refused:
            table.audit(protected)
        assert message in str(refused.value)
        assert database.results() == []


def test_names_match_whatever_their_case_and_may_hold_commas() -> None:
    frame = SCORES.rename({"sex": "sex, at birth", "race": "Race"})
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label=-1)
        wanted = ["race, sex, at birth"]
        with pytest.raises(UnknownName):
            table.protected(wanted)
        assert table.protected(["sex, at birth", "RACE", "race"]) == [
            "sex, at birth",
            "Race",
        ]
        assert table.protected(["race,priors"]) == ["Race", "priors"]
        assert table.audit(["Sex, at birth", "race"]).n_pairs == 3


def test_one_protected_column_may_be_given_by_its_name_alone() -> None:
    frame = pl.DataFrame({"sex": ["m", "f"], "x": ["a", "a"], "y": ["p", "q"]})
    with cfsql.connect() as database:
        audit = database.load(frame, table="t", label=-1).audit("sex")
    assert audit.protected == ["sex"]
    assert audit.n_pairs == 1
