"""Why a row has its label: odd tables, wrong requests, what is stored, and time."""

from __future__ import annotations

import csv
import io
import json
import random
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

import cfsql
import cfsql.questions.factual
from cfsql import example
from cfsql.questions.why import Factual, Literal
from cfsql.show.terminal.why import why_lines
from tests.cli.test_bad_input import WRONG_USE, assert_refused
from tests.conftest import Run, run_here
from tests.tables.test_interrupted import contents as rows_of
from tests.tables.test_interrupted import stop_at

FACTUAL = ["row_id", "label", "features", "literals", "size", "coverage", "precision"]
RULE = FACTUAL[1:]
SUMMARY = [
    *("row_id", "label", "smallest_size", "n_factual", "is_complete"),
    *("is_contradicted", "explanation"),
]

# Rows 1 and 2 contradict each other, 4 and 5 are duplicates, 6 has no label, and
# `always` never varies.
CLASH = """\
f,always,g,y
x,1,m,p
x,1,m,q
z,1,m,q
,1,m,q
,1,m,q
w,1,m,
"""
KEYED = """\
key,f,g,y
b 2,u,m,p
A-1,v,m,q
c 3,v,n,q
"""


RunWhy = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def loaded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the running example and some odd tables, none explained."""
    folder = tmp_path_factory.mktemp("why")
    for name, text in (
        ("recidivism", example.CSV),
        ("clash", CLASH),
        ("keyed", KEYED),
        ("same", "f,g,y\n1,m,p\n2,m,p\n2,m,p\n"),
    ):
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    with cfsql.connect(folder / "cfsql.duckdb") as database:
        for name in ("recidivism", "clash", "same"):
            database.load(folder / f"{name}.csv")
        database.load(folder / "keyed.csv", id="key")
        database.connection.execute("create table notes_factual as select 'mine' as n")
    return folder / "cfsql.duckdb"


@pytest.fixture
def database(loaded_once: Path, tmp_path: Path) -> Path:
    """A copy of that database, where `run` finds it."""
    return Path(shutil.copy(loaded_once, tmp_path / "cfsql.duckdb"))


@pytest.fixture
def why(database: Path) -> RunWhy:
    """Run `cfsql why` on that database, in this process."""

    def run_why(*arguments: object) -> subprocess.CompletedProcess[str]:
        return run_here("why", *arguments, "--db", database)

    return run_why


@pytest.fixture
def opened(database: Path) -> Iterator[cfsql.Database]:
    """The same, open for Python."""
    with cfsql.connect(database) as opened:
        yield opened


def of(opened: cfsql.Database, relation: str) -> list[dict[str, Any]]:
    """The rows of a table of the database."""
    rows: list[dict[str, Any]] = opened.sql(f"from {relation}").pl().to_dicts()
    return rows


def relations(opened: cfsql.Database) -> set[str]:
    """What a user sees in the database."""
    rows = opened.connection.execute(
        "select table_name from duckdb_tables() where schema_name = 'main' "
        "union all select view_name from duckdb_views() "
        "where schema_name = 'main' and not internal"
    ).fetchall()
    return {name for (name,) in rows}


def feature_sets(why: cfsql.Why) -> list[list[str]]:
    return [one.features for one in why.factuals]


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
        "another y. --precision allows exceptions."
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


@pytest.mark.parametrize("max_size", [None, 0, 5])
def test_the_explanation_by_every_case_needs_no_features(
    opened: cfsql.Database, max_size: int | None
) -> None:
    why = opened.table("same").why(1, max_size=max_size)

    assert why.is_complete
    assert feature_sets(why) == [[]]


def test_the_only_row_of_a_table_is_the_only_case() -> None:
    with cfsql.connect() as database:
        table = database.load(pl.DataFrame({"f": ["x"], "g": [None], "y": ["p"]}))

        assert table.why(1).sentence == "The only case is p."
        assert table.rules("p").rules[0].coverage == 1
        assert len(table.why_rows()) == 1


def test_a_feature_that_never_varies_is_in_no_explanation(
    opened: cfsql.Database,
) -> None:
    clash = opened.table("clash")

    for precision in (0.5, 0.9, 1.0):
        found = clash.why_rows(precision=precision).pl()["features"].to_list()
        assert found
        assert not [features for features in found if "always" in features]
        for label in ("p", "q"):
            rules = clash.rules(label, precision=precision).rules
            assert not [rule for rule in rules if "always" in rule.features]


# Missing values, duplicates, ids that are texts.


def test_a_missing_value_is_said_to_be_missing(why: RunWhy) -> None:
    done = why("--table", "clash", "--row", 4)

    assert "  Every one of the 2 cases with f missing is q.\n" in done.stdout


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
        table = database.load(frame)

        assert table.why(1).sentence == "The only case with f '' is p."
        assert table.why(2).sentence == "The only case with f missing is q."
        assert table.why(3).sentence == "The only case with f ' ' is q."


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        ("rows", "Every one of the 2 cases with f missing is q."),
        ("distinct", "The only case with f missing is q."),
    ],
)
def test_duplicates_count_or_are_one_case(
    opened: cfsql.Database, count: str, sentence: str
) -> None:
    clash = opened.table("clash")

    why = clash.why(4, count=count)
    coverage = 2 if count == "rows" else 1

    assert why.sentence == sentence
    found = clash.why_rows(count=count, rows=[4, 5])
    assert found.pl()["row_id"].to_list() == [4, 5]
    assert found.pl()["coverage"].to_list() == [coverage] * 2
    assert found.facts.count == count
    assert clash.rules("q", count=count).n_cases == (4 if count == "rows" else 3)
    assert clash.rules("q", count=count).rules[0].coverage == coverage


def test_duplicates_count_or_not_where_exceptions_are_allowed() -> None:
    frame = pl.DataFrame({"f": ["x"] * 4 + ["z"], "y": ["p", "p", "p", "q", "q"]})
    with cfsql.connect() as database:
        table = database.load(frame)

        assert table.why(1, precision=0.75).factuals[0].coverage == 4
        assert not table.why(1, precision=0.75, count="distinct").factuals


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
        table = database.load(pl.DataFrame({"f": ["x", "z"], "y": labels}))

        assert table.rules(labels[0]).label == table.why(1).label


def test_exceptions_have_the_ids_of_the_table(opened: cfsql.Database) -> None:
    why = opened.table("keyed").why("b 2", precision=0.3)

    (one,) = why.factuals
    assert [(each.row_id, each.label) for each in one.exceptions] == [
        ("A-1", "q"),
        ("c 3", "q"),
    ]


# Limits.


def test_a_limit_shows_the_first_of_all_explanations(why: RunWhy) -> None:
    asked = ("--table", "recidivism", "--row", 3, "--format", "jsonl")

    everything = why(*asked).stdout.splitlines()
    first = why(*asked, "--limit", 3).stdout.splitlines()

    assert len(everything) == 7
    assert first == everything[:3]


def test_what_is_said_to_be_known_is_shown(opened: cfsql.Database) -> None:
    table = opened.table("recidivism")

    limits: list[dict[str, Any]] = [{"limit": 1}, {"limit": 3}, {"max_size": 1}]

    everything = table.why(1).factuals
    for limit in limits:
        why = table.why(1, **limit)
        known = -1 if why.complete_size is None else why.complete_size
        wanted = [one for one in everything if one.size <= known]
        assert [one for one in why.factuals if one.size <= known] == wanted


def test_with_a_limit_that_is_not_reached_the_answer_is_complete(
    opened: cfsql.Database,
) -> None:
    assert opened.table("recidivism").why(1, limit=5).is_complete
    assert not opened.table("recidivism").why(1, limit=3).is_complete


def test_explanations_of_no_feature_are_none_where_there_are_two_classes(
    why: RunWhy,
) -> None:
    done = why("--table", "recidivism", "--row", 1, "--max-size", 0)

    assert done.returncode == 0
    assert "No explanation was found within the limits that were set." in done.stdout
    assert "--max-size" in done.stdout


@pytest.mark.parametrize("max_size", [1, 2])
def test_no_explanation_is_larger_than_asked_for(
    opened: cfsql.Database, max_size: int
) -> None:
    table = opened.table("recidivism")
    everything = table.why_rows().pl()

    small = table.why_rows(max_size=max_size).pl()

    assert small.equals(everything.filter(pl.col("size") <= max_size))


def test_the_explanations_that_are_not_shown_are_counted(why: RunWhy) -> None:
    done = why("--table", "recidivism", "--row", 3, "--show", 2)

    assert "7 minimal explanations, smallest first" in done.stdout
    assert "… and 5 more; --show 7 lists them all" in done.stdout


# Exceptions.


def test_exceptions_are_listed_for_a_person(why: RunWhy) -> None:
    done = why("--table", "recidivism", "--row", 1, "--precision", "0.75")

    assert "3 of the 4 cases with age <25 (75.0%) are Med." in done.stdout
    assert done.stdout.splitlines()[-2:] == [
        "  the exceptions",
        "    age: <25: except row 2 (Low)",
    ]


def test_exceptions_are_listed_for_programs(why: RunWhy) -> None:
    done = why(
        *("--table", "recidivism", "--row", 1, "--precision", "0.75"),
        *("--format", "json"),
    )

    found = json.loads(done.stdout)
    assert found["sentence"] == "3 of the 4 cases with age <25 (75.0%) are Med."
    assert [
        (one["features"], one["coverage"], one["precision"], one["exceptions"])
        for one in found["factuals"]
    ] == [
        (["age"], 4, 0.75, [{"row_id": 2, "label": "Low"}]),
        (["sex", "race"], 1, 1.0, []),
        (["sex", "recid"], 1, 1.0, []),
    ]


def test_of_many_exceptions_the_first_are_listed_and_the_others_counted() -> None:
    frame = pl.DataFrame(
        {
            "f": ["u"] * 20 + ["v"] * 12,
            "y": ["p"] * 12 + ["q"] * 20,
        }
    )
    with cfsql.connect() as database:
        found = database.load(frame).why(1, precision=0.6)

    lines = " ".join(" ".join(why_lines(found, n_shown=10)).split())
    assert "12 of the 20 cases with f u (60.0%) are p." in lines
    assert "f: u: except row 13 (q)" in lines
    assert "row 17 (q) and 3 more" in lines


# Wrong requests.

REFUSED = {
    "--table recidivsm": "did you mean 'recidivism'?",
    "--table notes_factual": "was not loaded by cfsql",
    "--row 9": "no row 9 in recidivism; did you mean 8?",
    "--rows 1,9": "no row 9 in recidivism; did you mean 8?",
    "--rows ,": "--rows needs at least one row id",
    "--table clash --row 6": "row 6 of clash has no y",
    "--table clash --rows 1,6": "row 6 of clash has no y",
    "--table keyed --row a-1": "did you mean A-1?",
    "--label med": "no score 'med' in recidivism; did you mean 'Med'?",
    "--label zzz": "there is 'High', 'Low', 'Med'",
    "--row 1 --precision 0": "--precision is a share",
    "--row 1 --precision 1.5": "not 1.5",
    "--row 1 --precision -1": "not -1",
    "--row 1 --precision nan": "not nan",
    "--row 1 --precision high": "--precision",
    "--label Med --precision 2": "--precision is a share",
    "--precision 95": "such as 0.95; not 95",
    "--row 1 --max-size -1": "--max-size takes a number of features from 0 on, not -1",
    "--label Med --max-size -1": "--max-size takes",
    "--row 1 --limit 0": "--limit takes a number from 1 on, not 0",
    "--row 1 --limit -2": "--limit takes a number from 1 on, not -2",
    "--label Med --limit 0": "--limit takes a number from 1 on, not 0",
    "--limit 0": "--limit takes a number from 1 on, not 0",
    "--per-row 0": "--per-row takes a number from 1 on, not 0",
    "--row 1 --time-limit 0": "--time-limit takes seconds, such as 10; not 0",
    "--row 1 --time-limit -1": "--time-limit takes seconds, such as 10; not -1",
    "--label Med --time-limit nan": "--time-limit takes seconds, such as 10; not nan",
    "--time-limit 0": "--time-limit takes seconds",
    "--row 1 --label Med": "give --row or --label, not both",
    "--row 1 --rows 2": "--rows is for many rows; leave it out with --row",
    "--row 1 --where sex='male'": "--where is for many rows",
    "--row 1 --sample 2": "--sample is for many rows",
    "--row 1 --per-row 2": "--per-row is for many rows",
    "--row 1 --into mine": "--into is for many rows",
    "--label Med --rows 2": "--rows is for many rows; leave it out with --label",
    "--label Med --into mine": "--into is for many rows",
    "--row 1 --count cases": "--count is rows or distinct, not 'cases'",
    "--row 1 --format xml": "not 'xml'",
    "--row 1 --out why.xml": ".parquet, .csv, .json",
    "--row 1 --out nowhere/why.csv": "no directory nowhere",
    "--where sx='male'": "--where: ",
    "--where age='none'": "no row of recidivism",
    "--limit 2 --sample 2": "give --limit or --sample, not both",
    "--into notes": "'notes_factual' is in the database already",
    "--into Clash": "'clash' is a table, whose own results go by its name",
}


@pytest.mark.parametrize("options", REFUSED)
def test_a_wrong_request_is_refused_in_one_line_that_helps(
    database: Path, why: RunWhy, options: str
) -> None:
    given = options.split()
    table = [] if "--table" in given else ["--table", "recidivism"]
    before = database.read_bytes()

    done = why(*table, *given)

    assert_refused(done, WRONG_USE, REFUSED[options])
    assert database.read_bytes() == before
    assert list(database.parent.iterdir()) == [database]


def test_a_wrong_request_is_refused_by_the_command_itself(
    run: Run, database: Path
) -> None:
    done = run("why", "--table", "recidivism", "--row", 9)

    assert_refused(done, WRONG_USE, "no row 9 in recidivism; did you mean 8?")


# Formats and files.

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
        table = database.load(frame)
        stored = table.why_rows()
        shown = [
            table.why(1)._repr_html_(),
            stored.summary._repr_html_(),
            stored._repr_html_(),
        ]

    assert all("&lt;img" in each and "<img" not in each for each in shown)


# What is stored.


def test_many_rows_are_stored_in_two_tables_with_their_contract(
    run: Run, database: Path
) -> None:
    done = run("why", "--table", "recidivism", "--limit", 3)

    assert "recidivism: 3 of 8 rows explained" in done.stdout
    assert "stored recidivism_factual, recidivism_factual_summary in" in done.stderr
    with duckdb.connect(str(database), read_only=True) as connection:
        for relation, columns in (
            ("recidivism_factual", FACTUAL),
            ("recidivism_factual_summary", SUMMARY),
        ):
            described = connection.execute(
                "select column_name, comment from duckdb_columns() "
                "where table_name = ? order by column_index",
                [relation],
            ).fetchall()
            assert [name for name, _ in described] == columns
            assert all(comment for _, comment in described)
            (about,) = connection.execute(
                "select comment from duckdb_tables() where table_name = ?", [relation]
            ).fetchone() or ("",)
            assert "recidivism" in about
        rows = connection.execute(
            "select row_id, count(*) from recidivism_factual group by all order by all"
        ).fetchall()
        assert rows == [(1, 4), (2, 4), (3, 7)]


def test_the_types_of_what_is_stored_are_those_of_the_contract(
    opened: cfsql.Database,
) -> None:
    found = opened.table("recidivism").why_rows()

    literals = pl.List(pl.Struct({"feature": pl.String, "value": pl.String}))
    assert dict(found.pl().schema) == {
        "row_id": pl.Int64,
        "label": pl.String,
        "features": pl.List(pl.String),
        "literals": literals,
        "size": pl.Int32,
        "coverage": pl.Int64,
        "precision": pl.Float64,
    }
    assert dict(found.summary.pl().schema) == {
        "row_id": pl.Int64,
        "label": pl.String,
        "smallest_size": pl.Int32,
        "n_factual": pl.Int64,
        "is_complete": pl.Boolean,
        "is_contradicted": pl.Boolean,
        "explanation": pl.String,
    }


def test_the_summary_has_the_rows_without_explanation_too(
    opened: cfsql.Database,
) -> None:
    opened.table("clash").why_rows()

    assert [tuple(row.values()) for row in of(opened, "clash_factual_summary")] == [
        (1, "p", None, 0, True, True, None),
        (2, "q", None, 0, True, True, None),
        (3, "q", 1, 1, True, False, "f: z"),
        (4, "q", 1, 1, True, False, "f: NULL"),
        (5, "q", 1, 1, True, False, "f: NULL"),
    ]


def test_runs_and_results_are_recorded(opened: cfsql.Database) -> None:
    opened.table("recidivism").why_rows(
        where="sex = 'female'",
        precision=0.75,
        max_size=2,
        per_row=3,
        time_limit=60,
        into="women",
    )

    run = of(opened, "cfsql.runs where command = 'why'")[-1]
    assert (run["table_name"], run["result_name"], run["rows"]) == (
        "recidivism",
        "women",
        5,
    )
    assert run["version"] == cfsql.__version__
    assert json.loads(run["options"]) == {
        "where": "sex = 'female'",
        "precision": 0.75,
        "max_size": 2,
        "per_row": 3,
        "time_limit": 60,
        "count": "rows",
        "into": "women",
    }
    (factual,) = of(opened, "cfsql.factuals")
    assert factual["result_name"] == "women"
    facts = opened.factual("WOMEN").facts
    assert (facts.name, facts.table, facts.precision, facts.count, facts.n_rows) == (
        "women",
        "recidivism",
        0.75,
        "rows",
        5,
    )


def test_the_next_answer_takes_the_place_of_the_last(opened: cfsql.Database) -> None:
    table = opened.table("recidivism")
    table.why_rows()

    table.why_rows(rows=[2], max_size=2)

    assert {row["row_id"] for row in of(opened, "recidivism_factual")} == {2}
    assert [row["row_id"] for row in of(opened, "recidivism_factual_summary")] == [2]
    assert len(of(opened, "cfsql.factuals")) == 1
    assert len(of(opened, "cfsql.runs where command = 'why'")) == 2


def test_another_name_keeps_the_answers_apart(opened: cfsql.Database) -> None:
    table = opened.table("recidivism")
    table.why_rows()

    other = table.why_rows(rows=[2], into="one")

    assert (other.name, other.summary.name) == ("one_factual", "one_factual_summary")
    assert len(other.summary) == 1
    assert len(opened.factual("recidivism").summary) == 8


def test_what_is_explained_is_listed_exported_and_dropped(
    why: RunWhy, database: Path, tmp_path: Path
) -> None:
    why("--table", "recidivism", "--into", "mine")
    why("--table", "recidivism")
    where, out = ("--db", database), tmp_path / "out"

    listed = run_here("tables", *where).stdout
    exported = run_here("export", "--table", "recidivism", "--out", out, *where).stdout
    dropped = run_here("drop", "mine", *where).stderr

    assert "mine_factual, recidivism_factual" in listed
    names = [
        f"{name}_{kind}"
        for name in ("mine", "recidivism")
        for kind in ("factual", "factual_summary")
    ]
    assert exported.splitlines() == [f"{out}/{name}.parquet" for name in names]
    assert pl.read_parquet(out / "mine_factual.parquet").height == 36
    assert "dropped mine_factual, mine_factual_summary" in dropped
    with cfsql.connect(database, read_only=True) as opened:
        assert not [name for name in relations(opened) if name.startswith("mine")]
        assert {"recidivism", *names[2:]} <= relations(opened)


@pytest.mark.parametrize("how", ["drop", "load --replace"])
def test_the_answers_go_with_their_table(
    opened: cfsql.Database, example_csv: Path, how: str
) -> None:
    table = opened.table("recidivism")
    table.why_rows()
    table.why_rows(into="mine")
    opened.table("same").why_rows()

    if how == "drop":
        assert set(opened.drop("recidivism")) == {
            "recidivism",
            *("recidivism_factual", "recidivism_factual_summary"),
            *("mine_factual", "mine_factual_summary"),
        }
    else:
        opened.load(example_csv, replace=True)

    assert {name for name in relations(opened) if "factual" in name} == {
        "notes_factual",
        "same_factual",
        "same_factual_summary",
    }
    assert [row["table_name"] for row in of(opened, "cfsql.factuals")] == ["same"]


def test_a_table_that_is_not_explained_yet_is_told_how_to_be(
    opened: cfsql.Database,
) -> None:
    with pytest.raises(
        cfsql.CfsqlError, match="not explained yet; run: cfsql why --table recidivism"
    ):
        opened.factual("recidivism")


@pytest.mark.parametrize("name", ["factual", "open_sets", 'my "odd" it\'s'])
def test_a_table_may_have_any_name(name: str) -> None:
    frame = pl.DataFrame({"a": [1, 2], "b": ["x", "x"], "y": ["p", "q"]})
    with cfsql.connect() as database:
        table = database.load(frame, table=name)

        found = table.why_rows(where="a = 2")
        assert found.summary.pl()["explanation"].to_list() == ["a: 2"]
        assert table.why(1).sentence == "The only case with a 1 is p."
        assert table.rules("q").rules[0].features == ["a"]
        database.drop(name)
        assert relations(database) == set()


# Names that are taken.


def refusal(table: cfsql.Table, **options: Any) -> str:
    """Why many rows are not explained."""
    with pytest.raises(cfsql.CfsqlError) as caught:
        table.why_rows(**options)
    assert caught.value.exit_code == WRONG_USE
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("kind", ["factual", "factual_summary", "FACTUAL"])
def test_a_table_of_the_user_is_never_replaced(
    opened: cfsql.Database, kind: str
) -> None:
    opened.connection.execute(f"create table recidivism_{kind} as select 42 as n")

    message = refusal(opened.table("recidivism"))

    assert f"'recidivism_{kind}' is in the database already" in message
    assert "--into" in message
    assert of(opened, f"recidivism_{kind}") == [{"n": 42}]
    assert len(opened.table("recidivism").why_rows(into="mine").summary) == 8


def test_results_of_another_table_are_never_replaced(opened: cfsql.Database) -> None:
    opened.table("clash").rank(into="ranked_clash")
    opened.table("clash").why_rows(into="explained_clash")

    for name in ("ranked_clash", "explained_clash", "Explained_Clash"):
        message = refusal(opened.table("recidivism"), into=name)
        assert "holds results of clash; choose another name with --into" in message
    assert len(opened.factual("explained_clash").summary) == 5


def test_a_ranking_whose_summary_would_be_that_of_explanations_is_refused(
    opened: cfsql.Database,
) -> None:
    table = opened.table("recidivism")
    table.why_rows()
    before = of(opened, "recidivism_factual_summary")

    with pytest.raises(cfsql.CfsqlError, match="'recidivism_factual_summary' is in"):
        table.rank(into="recidivism_factual")

    assert of(opened, "recidivism_factual_summary") == before


def test_explanations_whose_summary_would_be_that_of_a_ranking_are_refused(
    opened: cfsql.Database,
) -> None:
    table = opened.table("recidivism")
    table.rank(into="recidivism_factual")
    before = of(opened, "recidivism_factual_summary")

    assert "'recidivism_factual_summary' is in the database" in refusal(table)

    assert of(opened, "recidivism_factual_summary") == before


def test_a_load_never_replaces_explanations(
    opened: cfsql.Database, example_csv: Path
) -> None:
    opened.table("recidivism").why_rows()

    with pytest.raises(cfsql.CfsqlError, match="'recidivism_factual' is in"):
        opened.load(example_csv, table="recidivism_factual", replace=True)

    assert len(of(opened, "recidivism_factual")) == 36


# Beside a ranking.

RANKING = ("recidivism_ranked", "recidivism_summary", "recidivism_optimal")
EXPLAINED = ("recidivism_factual", "recidivism_factual_summary")


def test_a_ranking_and_explanations_of_a_table_leave_each_other_alone(
    opened: cfsql.Database,
) -> None:
    table = opened.table("recidivism")
    table.rank()
    ranked = [of(opened, name) for name in RANKING]

    table.why_rows(rows=[1])
    table.why_rows()
    assert [of(opened, name) for name in RANKING] == ranked

    explained = [of(opened, name) for name in EXPLAINED]
    table.rank(rows=[1])
    assert [of(opened, name) for name in EXPLAINED] == explained
    assert len(of(opened, "cfsql.rankings")) == len(of(opened, "cfsql.factuals")) == 1


def test_dropping_one_kind_of_results_leaves_the_other(opened: cfsql.Database) -> None:
    table = opened.table("recidivism")
    table.rank(into="ranks")
    table.why_rows(into="whys")

    assert opened.drop("whys") == ["whys_factual", "whys_factual_summary"]
    assert len(opened.ranking("ranks").summary) == 8
    assert opened.table("recidivism").rankings()

    table.why_rows(into="whys")
    opened.drop("ranks")
    assert len(opened.factual("whys").summary) == 8


def test_both_kinds_of_results_under_one_name_are_dropped_together(
    opened: cfsql.Database,
) -> None:
    table = opened.table("recidivism")
    table.rank(into="both")
    table.why_rows(into="both")

    dropped = opened.drop("both")

    assert sorted(dropped) == sorted(
        f"both_{kind}"
        for kind in ("ranked", "summary", "optimal", "factual", "factual_summary")
    )
    assert not [name for name in relations(opened) if name.startswith("both")]


# Wide tables, and too little time for all of their explanations.


def wide_frame(n_features: int, n_rows: int, seed: int = 1) -> pl.DataFrame:
    """Two values and two classes, drawn at random."""
    chance = random.Random(seed)
    columns = {
        f"c{n}": [chance.choice("xy") for _ in range(n_rows)] for n in range(n_features)
    }
    return pl.DataFrame(columns | {"y": [chance.choice("PQ") for _ in range(n_rows)]})


def covered_labels(frame: pl.DataFrame, literals: Sequence[Literal]) -> list[str]:
    """The labels of the rows with these values."""
    for each in literals:
        frame = frame.filter(pl.col(each.feature) == each.value)
    return frame["y"].to_list()


def assert_minimal(frame: pl.DataFrame, label: str, found: Factual) -> None:
    """The label follows from all of the values, and from no fewer."""
    labels = covered_labels(frame, found.literals)
    assert set(labels) == {label}
    assert len(labels) == found.coverage
    for left_out in found.literals:
        fewer = [each for each in found.literals if each != left_out]
        assert set(covered_labels(frame, fewer)) != {label}


@pytest.fixture(scope="module")
def wide_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table with more explanations than a moment is enough for."""
    path = tmp_path_factory.mktemp("wide") / "wide.duckdb"
    with cfsql.connect(path) as database:
        database.load(wide_frame(45, 60), table="wide")
    return path


def test_without_time_for_all_the_answer_says_that_there_may_be_more(
    run: Run, wide_once: Path
) -> None:
    why = ("why", "--table", "wide", "--row", 1, "--time-limit", "0.05")

    done = run(*why, "--db", wide_once)
    found = run_here(*why, "--format", "json", "--db", wide_once)

    assert done.returncode == 0
    said = " ".join(done.stdout.split())
    assert "There may be" in said
    assert "--time-limit" in said
    assert not json.loads(found.stdout)["is_complete"]


def test_without_time_for_all_the_stored_answers_say_so_too(wide_once: Path) -> None:
    done = run_here("why", "--table", "wide", "--time-limit", "0.05", "--db", wide_once)

    assert done.returncode == 0
    assert "not complete" in done.stdout
    with cfsql.connect(wide_once, read_only=True) as opened:
        summary = opened.factual("wide").summary.pl()
    assert summary.height == 60
    assert not summary["is_complete"].all()


def test_rules_that_were_found_in_too_little_time_are_said_not_to_be_all(
    wide_once: Path,
) -> None:
    done = run_here(
        *("why", "--table", "wide", "--label", "P", "--time-limit", "0.001"),
        *("--db", wide_once),
    )

    assert done.returncode == 0
    assert "There may be rules that cover more" in done.stdout


def test_without_time_for_all_what_is_found_is_right_and_the_smallest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Chunks so small that time is up in the middle of a level.
    monkeypatch.setattr(cfsql.questions.factual, "TESTS_PER_CHUNK", (20_000, 20_000))
    frame = wide_frame(45, 60)
    with cfsql.connect() as database:
        table = database.load(frame)
        why = table.why(1, time_limit=0.7)
        sure = table.why(1, max_size=3, time_limit=None)

    assert not why.is_complete
    assert why.complete_size is not None
    sizes = [one.size for one in why.factuals]
    assert sizes == sorted(sizes)
    for one in random.Random(1).sample(why.factuals, min(50, len(why.factuals))):
        assert_minimal(frame, why.label, one)
    known = min(why.complete_size, 3)
    assert [one for one in why.factuals if one.size <= known] == [
        one for one in sure.factuals if one.size <= known
    ]


@pytest.mark.parametrize("n_features", [70, 200])
def test_a_wide_table_is_explained(n_features: int) -> None:
    frame = wide_frame(n_features, 16)
    with cfsql.connect() as database:
        table = database.load(frame)
        why = table.why(1, limit=5)
        stored = table.why_rows(limit=3, per_row=2)
        assert stored.summary.pl()["n_factual"].to_list() == [2] * 3
        assert stored.summary.pl()["is_complete"].to_list() == [False] * 3
    assert len(why.factuals) == 5
    for one in why.factuals:
        assert_minimal(frame, why.label, one)


def test_rules_are_found_in_a_wide_table() -> None:
    frame = wide_frame(70, 16)
    with cfsql.connect() as database:
        found = database.load(frame).rules("P", limit=3)

    assert len(found.rules) == 3
    for rule in found.rules:
        labels = covered_labels(frame, rule.literals)
        assert set(labels) == {"P"}
        assert len(labels) == rule.coverage


# Parts: however the work is cut up, the answers are the same.


def random_frame(seed: int) -> pl.DataFrame:
    """Rows with gaps, duplicates and contradictions."""
    chance = random.Random(seed)
    n_features, n_rows = chance.randint(3, 5), chance.randint(10, 14)
    columns = {
        f"c{n}": [chance.choice(["x", "y", None]) for _ in range(n_rows)]
        for n in range(n_features)
    }
    schema = dict.fromkeys([*columns, "y"], pl.String)
    labels = [chance.choice("PPPQQR") for _ in range(n_rows)]
    return pl.DataFrame(columns | {"y": labels}, schema=schema)


def all_of(frame: pl.DataFrame, **options: Any) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The explanations of all rows, and what is said of each row."""
    with cfsql.connect() as database:
        found = database.load(frame).why_rows(**options)
        return found.pl(), found.summary.pl()


@pytest.mark.parametrize("precision", [1.0, 0.8])
@pytest.mark.parametrize("seed", [0, 1])
def test_small_parts_give_the_answers_of_large_ones(
    monkeypatch: pytest.MonkeyPatch, seed: int, precision: float
) -> None:
    frame = random_frame(seed)
    whole = all_of(frame, precision=precision)

    monkeypatch.setattr(cfsql.questions.factual, "TESTS_PER_CHUNK", (50, 50))
    monkeypatch.setattr(cfsql.questions.factual, "PAIRS_PER_BATCH", 200)
    parts = all_of(frame, precision=precision)

    assert parts[0].equals(whole[0])
    assert parts[1].equals(whole[1])
    assert whole[1]["is_complete"].all()


@pytest.mark.parametrize("precision", [1.0, 0.8])
def test_the_first_explanations_of_each_row_are_the_first_of_all(
    monkeypatch: pytest.MonkeyPatch, precision: float
) -> None:
    frame = random_frame(5)
    everything, _ = all_of(frame, precision=precision)
    wanted = everything.filter(pl.int_range(pl.len()).over("row_id") < 2)

    found, summary = all_of(frame, precision=precision, per_row=2)
    assert found.equals(wanted)
    assert summary["n_factual"].max() == 2

    monkeypatch.setattr(cfsql.questions.factual, "TESTS_PER_CHUNK", (50, 50))
    monkeypatch.setattr(cfsql.questions.factual, "PAIRS_PER_BATCH", 200)
    assert all_of(frame, precision=precision, per_row=2)[0].equals(wanted)


def test_only_rows_with_more_explanations_than_shown_are_incomplete() -> None:
    frame = random_frame(5)
    _, whole = all_of(frame)

    _, summary = all_of(frame, per_row=2)

    assert summary["is_complete"].to_list() == (whole["n_factual"] <= 2).to_list()


# A process that is stopped.


@pytest.fixture(scope="session")
def large_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table whose explanations take some seconds; three rows have theirs."""
    chance = random.Random(1)
    columns = {f"c{n}": [chance.randrange(30) for _ in range(3_000)] for n in range(8)}
    frame = pl.DataFrame(columns | {"y": [chance.choice("XY") for _ in range(3_000)]})
    path = tmp_path_factory.mktemp("large") / "cfsql.duckdb"
    with cfsql.connect(path) as database:
        database.load(frame, table="large").why_rows(rows=[1, 2, 3])
    return path


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("query", ["why/exact_tests", "why/factual_summary"])
def test_a_stopped_why_leaves_the_old_results(
    large_once: Path, tmp_path: Path, how: signal.Signals, query: str
) -> None:
    database = Path(shutil.copy(large_once, tmp_path / "cfsql.duckdb"))
    before = rows_of(database)

    code, last_line = stop_at(
        *(tmp_path, query, how, "why", "--table", "large", "--limit", 400)
    )

    assert rows_of(database) == before
    if how is signal.SIGINT:
        assert code == 130
        assert last_line == "cfsql: interrupted; the database is as it was"
    with cfsql.connect(database) as opened:
        assert len(opened.table("large").why_rows(rows=[4]).summary) == 1
