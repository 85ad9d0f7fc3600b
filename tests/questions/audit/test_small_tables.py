"""Worked examples of unequal treatment, and tables without any."""

from __future__ import annotations

import polars as pl
import pytest

import cfsql
from cfsql.errors import WrongUse
from cfsql.questions.audit import run as audit_module
from tests.questions.audit.scores import SCORES, records


def test_the_pairs_of_a_small_table() -> None:
    with cfsql.connect() as database:
        found = database.load(SCORES, table="scores", label=-1).audit(["sex", "race"])
    assert found.sentence == (
        "3 pairs of cases are equal in everything but sex and race, and differ in "
        "score: 5 of the 5 rows that can be compared."
    )
    assert [(p.row_id, p.other_id, p.explanation) for p in found.pairs] == [
        (1, 2, "sex: f → m"),
        (4, 5, "race: x → y"),
        (2, 3, "sex: m → f, race: x → y"),
    ]
    assert found.n_pairs_alone == {"sex": 1, "race": 1}
    assert [(d.feature, d.value, d.label, d.other_value) for d in found.directions] == [
        ("sex", "f", "low", "m"),
        ("race", "x", "low", "y"),
    ]
    assert found.rates == (
        "Of two rows that are equal in everything but sex and race, 75.0% differ in "
        "score; no two of these rows are equal in everything."
    )
    assert found.to_dict()["pairs"][0]["changes"] == [
        {"feature": "sex", "from_value": "f", "to_value": "m"}
    ]


def test_nobody_is_treated_unequally() -> None:
    frame = pl.DataFrame(
        {
            "sex": ["f", "m", "m"],
            "a": [1, 1, 2],
            "b": [1, 1, 2],
            "y": ["p", "p", "q"],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label=-1)
        assert "treated alike" in str(table.audit(["sex"]).sentence)
        assert "nothing to compare" in str(table.audit(["a"], replace=True).sentence)
        without = table.audit(replace=True)
        assert (without.sentence, without.rates, without.pairs) == (None, None, [])
        assert records(database, "t_audit_unequal") == []


def test_a_table_of_one_class_has_nothing_to_answer() -> None:
    frame = pl.DataFrame({"sex": ["f", "m"], "a": [1, 1], "y": ["p", "p"]})
    with cfsql.connect() as database:
        found = database.load(frame, table="t", label=-1).audit(["sex"])
        assert (found.n_answered, found.answers, found.labels) == (0, [], [])
        assert "<section" in database.ranking("t").report().html()


def test_too_many_pairs_are_refused_before_they_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(audit_module, "MOST_PAIRS", 2)
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores", label=-1)
        with pytest.raises(WrongUse, match="3 pairs of cases differ in sex and race"):
            table.audit(["sex", "race"])
        assert database.audits() == []


def test_a_large_group_takes_no_pairs_to_be_counted() -> None:
    n_rows = 40_000
    frame = pl.DataFrame(
        {
            "who": [str(n) for n in range(n_rows)],
            "a": ["x"] * n_rows,
            "y": [str(n % 2) for n in range(n_rows)],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label=-1)
        table.rank(limit=1)
        with pytest.raises(WrongUse, match="400,000,000 pairs"):
            table.audit(["who"])
