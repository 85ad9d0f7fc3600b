"""Why an odd row has its label: contradicted, alone, with gaps, with equals."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from tests.questions.why.answers import RunWhy, of
from tests.support.commands import Run

# Contradictions, one class, one row, features that say nothing.


def test_a_contradicted_row_is_told_that_nothing_explains_it(
    run: Run, database: Path
) -> None:
    done = run("why", "--table", "clash", "--row", 1)

    assert done.returncode == 0
    heading, *sentence = filter(None, done.stdout.splitlines())
    assert heading == "Row 1 of clash: y is p"
    assert " ".join(line.strip() for line in sentence) == (
        "No values explain it without exception: a case with the same features has "
        "another y. A precision below 1 allows exceptions."
    )
    assert done.stderr == ""


def test_a_contradicted_row_is_explained_where_exceptions_are_allowed(
    why: RunWhy,
) -> None:
    done = why("--table", "clash", "--row", 1, "--precision", "0.5")

    assert done.returncode == 0
    assert "1 of the 2 cases with f x (50.0%) are p." in done.stdout
    assert "f: x: except row 2 (q)" in done.stdout


def test_the_answer_of_a_contradicted_row_is_complete(opened: cfsql.Database) -> None:
    limits: list[dict[str, Any]] = [{}, {"max_size": 0}, {"limit": 1}]

    for limit in limits:
        why = opened.table("clash").why(1, **limit)
        assert (why.is_contradicted, why.is_complete, why.factuals) == (True, True, [])


def test_in_a_table_of_one_class_every_case_is_the_explanation(why: RunWhy) -> None:
    done = why("--table", "same", "--row", 1)

    assert done.returncode == 0
    assert "  Every one of the 3 cases is p.\n" in done.stdout
    assert done.stdout.splitlines()[-1].split() == ["0", "3", "every", "case"]


def test_the_explanation_by_every_case_has_no_features(opened: cfsql.Database) -> None:
    same = opened.table("same")

    why = same.why(1)
    stored, summary = same.why_rows().pl(), of(opened, "same_factual_summary")

    assert [(one.features, one.literals, one.size) for one in why.factuals] == [
        ([], [], 0)
    ]
    assert why.is_complete
    assert stored["features"].to_list() == [[]] * 3
    assert stored["coverage"].to_list() == [3] * 3
    assert {(row["smallest_size"], row["explanation"]) for row in summary} == {
        (0, "every case")
    }


def test_the_only_row_of_a_table_is_the_only_case() -> None:
    with cfsql.connect() as database:
        table = database.load(
            pl.DataFrame({"f": ["x"], "g": [None], "y": ["p"]}), label=-1
        )

        assert table.why(1).sentence == "The only case is p."
        assert table.rules("p").rules[0].coverage == 1
        assert len(table.why_rows()) == 1


# Missing values, duplicates, ids that are texts.


def test_a_missing_value_is_a_null_for_programs(opened: cfsql.Database) -> None:
    clash = opened.table("clash")

    (one,) = clash.why(4).factuals
    clash.why_rows(rows=[4])

    assert [(each.feature, each.value) for each in one.literals] == [("f", None)]
    assert of(opened, "clash_factual")[0]["literals"] == [
        {"feature": "f", "value": None}
    ]
    assert of(opened, "clash_factual_summary")[0]["explanation"] == "f: NULL"


def test_an_empty_text_is_no_missing_value() -> None:
    frame = pl.DataFrame({"f": ["", None, " "], "y": ["p", "q", "q"]})
    with cfsql.connect() as database:
        table = database.load(frame, label=-1)

        assert table.why(1).sentence == "The only case with f '' is p."
        assert table.why(2).sentence == "The only case with f missing is q."
        assert table.why(3).sentence == "The only case with f ' ' is q."


def test_ids_may_be_texts(why: RunWhy) -> None:
    keyed = ("--table", "keyed")

    shown = why(*keyed, "--row", "b 2").stdout
    one = json.loads(why(*keyed, "--row", "A-1", "--format", "json").stdout)
    many = why(*keyed, "--rows", "c 3,b 2", "--format", "csv").stdout

    assert shown.startswith("Row b 2 of keyed: y is p\n")
    assert one["row_id"] == "A-1"
    rows = [row["row_id"] for row in csv.DictReader(io.StringIO(many))]
    assert sorted(set(rows)) == ["b 2", "c 3"]


@pytest.mark.parametrize("labels", [[1, 2], [True, False], ["p", "q"]], ids=str)
def test_a_class_may_be_named_by_its_value(labels: list[Any]) -> None:
    with cfsql.connect() as database:
        table = database.load(pl.DataFrame({"f": ["x", "z"], "y": labels}), label=-1)

        assert table.rules(labels[0]).label == table.why(1).label


def test_exceptions_have_the_ids_of_the_table(opened: cfsql.Database) -> None:
    why = opened.table("keyed").why("b 2", precision=0.3)

    (one,) = why.factuals
    assert [(each.row_id, each.label) for each in one.exceptions] == [
        ("A-1", "q"),
        ("c 3", "q"),
    ]
