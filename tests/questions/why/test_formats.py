"""The explanations are the same in every format and file."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import polars as pl
import pytest

import cfsql
from tests.questions.why.answers import FACTUAL, RULE, RunWhy, of

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
def test_explanations_come_as_markdown(why: RunWhy, what: str) -> None:
    header, ruler, *rows = answer(why, what, "--format", "markdown").splitlines()

    columns = RULE if what == "a class" else FACTUAL
    assert header == f"| {' | '.join(columns)} |"
    assert ruler == f"|{' --- |' * len(columns)}"
    assert len(rows) == (7 if what == "a class" else 4)
    assert all(row.endswith(" | 1 |") for row in rows)


def test_the_json_of_a_row_says_all_that_is_known_of_it(why: RunWhy) -> None:
    found = json.loads(answer(why, "one row", "--format", "json"))

    assert found.pop("factuals")[0] == {
        "features": ["age", "race"],
        "literals": [
            {"feature": "age", "value": "<25"},
            {"feature": "race", "value": "Caucasian"},
        ],
        "size": 2,
        "coverage": 2,
        "precision": 1.0,
        "exceptions": [],
    }
    values = found.pop("values")
    assert list(values) == ["sex", "age", "race", "degree", "recid"]
    assert found == {
        "sentence": "Every one of the 2 cases with age <25 and race Caucasian is Med.",
        "table": "recidivism",
        "label_column": "score",
        "row_id": 1,
        "label": "Med",
        "is_contradicted": False,
        "is_complete": True,
        "complete_size": None,
        "leading": [],
    }


def test_the_json_of_a_class_says_each_rule_in_words(why: RunWhy) -> None:
    found = json.loads(answer(why, "a class", "--format", "json"))

    rules = found.pop("rules")
    assert rules[0]["sentence"] == "Every one of the 2 cases with recid Yes is High."
    assert [rule["coverage"] for rule in rules] == [2, 2, 2, 2, 1, 1, 1]
    assert found == {
        "table": "recidivism",
        "label_column": "score",
        "label": "High",
        "n_cases": 2,
        "n_wanted": 10,
        "is_complete": True,
        "leading": [],
    }


def test_the_json_of_many_rows_is_the_stored_table(database: Path, why: RunWhy) -> None:
    found = json.loads(answer(why, "many rows", "--format", "json"))

    with cfsql.connect(database) as opened:
        assert found == of(opened, "recidivism_factual")


@pytest.mark.parametrize("what", ASKED)
def test_a_frame_has_the_types_of_the_stored_table(
    opened: cfsql.Database, what: str
) -> None:
    stored = opened.table("recidivism").why_rows().pl().schema

    found = expected(what, opened).schema

    assert list(stored) == FACTUAL
    wanted = {name: kind for name, kind in stored.items() if name in found}
    assert dict(found) == wanted
    assert list(wanted) == (RULE if what == "a class" else FACTUAL)


def test_what_was_written_is_said_on_standard_error_only(
    why: RunWhy, tmp_path: Path
) -> None:
    path = tmp_path / "why.csv"

    done = why(
        *("--table", "recidivism", "--row", 1, "--format", "jsonl", "--out", path)
    )

    assert len(done.stdout.splitlines()) == 4
    assert done.stderr == f"cfsql: wrote 4 rows to {path}\n"


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
