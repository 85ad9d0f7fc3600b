"""Several explanations at once: the same answers, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from tests.support.tables import HOSTILE

CASE = {"sex": "male", "age": "<25", "race": "Caucasian"}


@pytest.fixture
def table(example_csv: Path) -> Iterator[cfsql.Table]:
    """The running example."""
    with cfsql.connect() as database:
        yield database.load(example_csv, label=-1)


@pytest.mark.parametrize(
    "options", [{}, {"freeze": ["race"]}, {"weight": {"race": 2}}, {"language": "de"}]
)
def test_each_is_the_explanation_of_its_row(
    table: cfsql.Table, options: dict[str, Any]
) -> None:
    found = table.explain([1, "5", 8], **options)
    alone = [table.explain(row, **options) for row in (1, 5, 8)]
    assert list(found) == alone
    assert (len(found), found[1]) == (3, alone[1])
    rows = [row for each in alone for row in each.pl().to_dicts()]
    assert found.pl().to_dicts() == rows
    assert found.pl().schema == alone[0].pl().schema
    assert found.to_dict()["explanations"] == [each.to_dict() for each in alone]
    for shown in (str(found), unescape(found._repr_html_())):
        assert all(each.sentence in " ".join(shown.split()) for each in alone)


def test_they_stand_side_by_side(table: cfsql.Table) -> None:
    lines = [line.rstrip() for line in str(table.explain((1, 4))).splitlines()]
    assert lines[0] == "Row 1 of recidivism"
    assert lines[-7:] == [
        "------  -------------------  ---------------".replace("-", "─"),
        "score   Med → Low            Med → Low",
        "race    Caucasian → African  Asian → African",
        "sex     male → female        female",
        "degree  M                    F → M",
        "age     <25                  <25",
        "recid   No                   No",
    ]
    html = table.explain(range(1, 5))._repr_html_()
    for head in ("row 1", "row 2", "row 3", "row 4"):
        assert f">{head}</th>" in html


def test_rows_and_new_cases_stand_together(table: cfsql.Table) -> None:
    found = table.explain([1, CASE], target="Low")
    assert [each.row_id for each in found] == [1, None]
    assert found.pl()["row_id"].to_list()[-1] is None
    assert "new case" in str(found)
    assert repr(found) == "<Explanations: recidivism: 2 explanations>"


def test_a_row_without_an_answer_stands_beside_the_others(table: cfsql.Table) -> None:
    found = table.explain([1, 4], freeze=["sex", "age"])
    assert [each.optimal is None for each in found] == [True, False]
    assert "freeze age excluded the last of them." in " ".join(str(found).split())
    assert len(found.pl()) == len(found[1].counterfactuals)


def test_what_is_wrong_is_refused(table: cfsql.Table) -> None:
    with pytest.raises(cfsql.CfsqlError, match="no row 9 in recidivism; did you mean"):
        table.explain([1, 9])
    with pytest.raises(cfsql.CfsqlError, match="at least one row id"):
        table.explain([])
    with pytest.raises(cfsql.CfsqlError, match="label= is for a new case"):
        table.explain([1, 2], label="Low")
    with pytest.raises(TypeError, match="did you mean 'freeze'"):
        table.explain([1], freze=["sex"])  # type: ignore[call-overload]


def test_values_stay_text() -> None:
    labels = ["pq"[place % 2] for place in range(len(HOSTILE))]
    frame = pl.DataFrame({"v": list(HOSTILE), "y": labels})
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label="y")
        html = table.explain([1, 2, 3])._repr_html_()
    assert "<script" not in html
    assert "<img" not in html
