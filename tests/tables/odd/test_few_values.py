"""Tables of few rows, few classes, or no values."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import cfsql
from tests.support.commands import Run
from tests.tables.odd.answers import BOTH, answers, answers_of, smallest

# Few rows, few classes.


@pytest.mark.parametrize(
    ("values", "labels", "is_contradicted"),
    [
        ([1, 2], ["p", "p"], False),
        ([1], ["p"], False),
        ([1, 1, 1, 1], ["p", "p", "p", "p"], False),
        ([1, 1, 1, 1], ["p", "q", "r", "p"], True),
    ],
    ids=["one class", "one row", "all alike", "all contradicting"],
)
def test_a_table_without_counterfactuals_is_an_answer(
    values: list[int], labels: list[str], is_contradicted: bool
) -> None:
    with cfsql.connect() as database:
        table = database.load(pl.DataFrame({"f": values, "y": labels}), label=-1)
        ranking = table.rank()
        summary = ranking.summary.pl().to_dicts()
        sentence = table.explain(1).sentence

        assert len(ranking) == 0
        assert ranking.overview().n_unanswered == len(values)
    assert [row["row_id"] for row in summary] == list(range(1, len(values) + 1))
    for row in summary:
        assert row["n_minimal"] == row["n_optimal"] == 0
        assert row["is_contradicted"] == is_contradicted
        assert not row["is_unique"]
        assert row["min_distance"] is row["power"] is row["explanation"] is None
    assert (
        "equal to this one" in sentence if is_contradicted else "Every row" in sentence
    )


@pytest.mark.parametrize("format", ["table", "json"])
def test_a_table_without_counterfactuals_is_printed(
    run: Run, tmp_path: Path, format: str
) -> None:
    (tmp_path / "same.csv").write_text("f,y\n1,p\n2,p\n")

    done = run("rank", "same.csv", "--format", format)

    assert done.returncode == 0
    if format == "json":
        assert json.loads(done.stdout) == []
    if format == "table":
        assert "no row has a counterfactual" in done.stdout


# NULLs.


def test_null_is_a_value_like_any_other() -> None:
    frame = pl.DataFrame({"f": [None, None, "u"], "y": ["p", "p", "q"]})

    assert answers(frame) == [
        (1, 3, "f: NULL → u"),
        (2, 3, "f: NULL → u"),
        (3, 1, "f: u → NULL"),
    ]


def test_rows_without_a_label_stay_but_are_no_answer() -> None:
    frame = pl.DataFrame({"f": [1, 2, 3], "y": ["p", None, "q"]})

    with cfsql.connect() as database:
        table = database.load(frame, label=-1)

        assert table.profile().n_unlabelled == 1
        assert table.facts.n_rows == 3
        assert answers_of(table) == [(1, 3, "f: 1 → 3"), (3, 1, "f: 3 → 1")]


def test_a_column_of_nulls_only_changes_nothing() -> None:
    assert answers(smallest(nothing=[None, None])) == BOTH
