"""`cfsql check`: what it lists, and what it says of a check that fails."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest

import cfsql
import cfsql.questions.check
from cfsql import example
from cfsql.engines.queries import parse, queries, query
from tests.questions.checks.answers import CHECKS
from tests.support.commands import Run, run_here
from tests.support.refusals import FAILED, WRONG_USE, assert_refused

# The command.


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with the running example, where `run` finds it."""
    (tmp_path / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
    path = tmp_path / "cfsql.duckdb"
    with cfsql.connect(path) as database:
        database.load(tmp_path / "recidivism.csv", label=-1)
    return path


def test_every_check_is_listed_with_what_it_claims(run: Run, database: Path) -> None:
    before = database.read_bytes()

    done = run("check", "--table", "recidivism")

    assert (done.returncode, done.stderr) == (0, "")
    headline, _, *lines = done.stdout.splitlines()
    assert headline.startswith("recidivism: 8 rows, 21 minimal counterfactuals and 36")
    said = " ".join(" ".join(lines).split())
    assert said == " ".join(f"holds {each.about}" for each in queries("checks"))
    assert database.read_bytes() == before


def test_every_check_is_listed_for_programs(database: Path) -> None:
    done = run_here(
        *("check", "--table", "recidivism", "--rows", "1,3"),
        *("--format", "json", "--db", database),
    )

    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found.pop("checks") == [
        {"name": each.name, "claim": each.about, "offending": [], "holds": True}
        for each in queries("checks")
    ]
    assert found == {
        "table": "recidivism",
        "n_rows": 2,
        "n_counterfactuals": 8,
        "n_factual": 11,
    }


@pytest.mark.parametrize(
    ("options", "n_rows"),
    [
        (["--limit", "3"], 3),
        (["--sample", "4"], 4),
        (["--where", "sex = 'female'"], 5),
        (["--rows", "1,2"], 2),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_the_rows_to_check_may_be_chosen(
    database: Path, options: list[str], n_rows: int
) -> None:
    done = run_here("check", "--table", "recidivism", *options, "--db", database)

    assert done.stdout.startswith(f"recidivism: {n_rows} rows, ")
    assert done.returncode == 0


def test_a_sample_is_checked_of_a_large_table() -> None:
    frame = pl.DataFrame({"f": list(range(150)), "y": ["p", "q"] * 75})
    with cfsql.connect() as database:
        assert database.load(frame, label=-1).check().n_rows == 100


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--table", "recidivsm"], "did you mean 'recidivism'?"),
        (["--table", "recidivism", "--rows", "9"], "no row 9 in recidivism"),
        (["--table", "recidivism", "--limit", "0"], "--limit takes a number from 1 on"),
        (["--table", "recidivism", "--where", "sx = 1"], "--where: "),
        (["--table", "recidivism", "--format", "csv"], "--format is table, json"),
    ],
    ids=lambda value: " ".join(value[2:]) if isinstance(value, list) else "",
)
def test_a_wrong_request_is_refused(
    database: Path, options: list[str], said: str
) -> None:
    assert_refused(run_here("check", *options, "--db", database), WRONG_USE, said)


# A check that fails.


(FAILING,) = parse(
    "checks",
    "-- fetch: nothing_is_right\n-- Nothing is right.\n--\n"
    "-- grain:  one row per counterfactual\n"
    "select row_id, counterfactual_id, changes from ranked "
    "order by row_id, counterfactual_id",
).values()


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One check more, which fails."""
    monkeypatch.setattr(
        cfsql.questions.check, "queries", lambda step: [*queries(step)[:2], FAILING]
    )


@pytest.mark.usefixtures("failing")
def test_a_check_that_fails_shows_what_offends_it(database: Path) -> None:
    done = run_here("check", "--table", "recidivism", "--db", database)

    assert done.returncode == FAILED
    assert done.stderr.splitlines() == [
        "cfsql: not all properties hold for recidivism: nothing_is_right"
    ]
    assert done.stdout.count("  holds  ") == 2
    _, failed = done.stdout.split("  FAILS  Nothing is right.\n\n")
    header, _, *rows = failed.splitlines()
    assert header.split() == ["row_id", "counterfactual_id", "changes"]
    assert [row.split()[:2] for row in rows[:2]] == [["1", "2"], ["1", "7"]]
    assert [line.strip() for line in rows[5:]] == ["… 21 in all", ""]


@pytest.mark.usefixtures("failing")
def test_a_check_that_fails_lists_all_that_offends_it_for_programs(
    database: Path,
) -> None:
    done = run_here(
        *("check", "--table", "recidivism", "--rows", "1", "--format", "json"),
        *("--db", database),
    )

    assert done.returncode == FAILED
    assert "nothing_is_right" in done.stderr
    *_, failed = json.loads(done.stdout)["checks"]
    assert (failed["name"], failed["holds"]) == ("nothing_is_right", False)
    assert [
        (row["row_id"], row["counterfactual_id"]) for row in failed["offending"]
    ] == [(1, 2), (1, 7)]
    assert failed["offending"][1]["changes"][0] == {
        "feature": "sex",
        "from_value": "male",
        "to_value": "female",
    }


@pytest.mark.usefixtures("failing")
def test_a_check_that_fails_is_no_error_in_python(database: Path) -> None:
    with cfsql.connect(database, read_only=True) as opened:
        found = opened.table("recidivism").check(rows=[1])

    assert not found.hold
    assert [each.holds for each in found.checks] == [True, True, False]


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_says_in_one_sentence_what_holds(name: str) -> None:
    about = query(f"checks/{name}").about

    assert re.fullmatch(r"[A-Z][^.]+\.", about), about
    assert query(f"checks/{name}").kind == "fetch"
