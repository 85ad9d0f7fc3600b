"""The explanations are the same in every format and file."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import polars as pl
import pytest

import cfsql
from tests.questions.why.answers import RunWhy

ASKED = {
    "one row": ["--row", "1"],
    "a class": ["--label", "High"],
    "many rows": ["--rows", "1,2"],
    "a row without explanation": ["--table", "clash", "--row", "1"],
}


def answer(why: RunWhy, what: str, *options: object) -> str:
    """What is printed, when this is asked with these options."""
    given = ASKED[what]
    table = [] if "--table" in given else ["--table", "recidivism"]
    done = why(*table, *given, *options, "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def expected(what: str, opened: cfsql.Database) -> pl.DataFrame:
    """The same as a frame, from Python."""
    table = opened.table("recidivism")
    if what == "one row":
        return table.why(1).pl()
    if what == "a class":
        return table.rules("High").pl()
    if what == "many rows":
        return table.why_rows(rows=[1, 2]).pl()
    return opened.table("clash").why(1).pl()


def texts(frame: pl.DataFrame) -> list[dict[str, str]]:
    """The rows with every value as a file of texts has it."""
    return [
        {
            name: json.dumps(value) if isinstance(value, list) else str(value)
            for name, value in row.items()
        }
        for row in frame.to_dicts()
    ]


def from_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("what", ASKED)
def test_the_rows_are_the_same_in_every_format_and_file(
    opened: cfsql.Database, why: RunWhy, tmp_path: Path, what: str
) -> None:
    frame = expected(what, opened)
    opened.close()
    files = {name: tmp_path / f"why.{name}" for name in ("json", "csv", "parquet")}

    lines = answer(why, what, "--format", "jsonl", "--out", files["json"]).splitlines()
    table = answer(why, what, "--format", "csv", "--out", files["parquet"])
    answer(why, what, "--out", files["csv"])

    assert [json.loads(line) for line in lines] == frame.to_dicts()
    assert table.splitlines()[0] == ",".join(frame.columns)
    assert from_csv(table) == texts(frame)
    assert json.loads(files["json"].read_text(encoding="utf-8")) == frame.to_dicts()
    assert from_csv(files["csv"].read_text(encoding="utf-8")) == texts(frame)
    assert pl.read_parquet(files["parquet"]).equals(frame)
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize("what", ["one row", "a class"])
def test_asking_for_a_row_or_a_class_leaves_the_file_as_it_is(
    database: Path, why: RunWhy, what: str
) -> None:
    before = database.read_bytes()

    answer(why, what)

    assert database.read_bytes() == before
    assert list(database.parent.iterdir()) == [database]


def test_a_notebook_shows_explanations_and_runs_nothing() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    frame = pl.DataFrame({hostile: [hostile, "b"], "y": ["yes", hostile]})
    with cfsql.connect() as database:
        table = database.load(frame, label=-1)
        stored = table.why_rows()
        shown = [
            table.why(1)._repr_html_(),
            stored.summary._repr_html_(),
            stored._repr_html_(),
        ]

    assert all("&lt;img" in each and "<img" not in each for each in shown)
