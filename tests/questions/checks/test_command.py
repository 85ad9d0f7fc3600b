"""`cfsql check`: what it lists, and what it says of a check that fails."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import cfsql
import cfsql.questions.check
from cfsql import example
from cfsql.engines.queries import parse, queries, query
from tests.questions.checks.answers import CHECKS
from tests.support.commands import Run, run_here
from tests.support.refusals import FAILED, WRONG_USE, assert_refused

# What the checks look at in the answers of all rows of the running example: 21
# counterfactuals of 8 rows with 59 changes, of three classes; 36 factual explanations.
SAID = {
    "capacity_is_universality": "nothing to look at",
    "changes_are_no_part_of_the_row": "holds for 59",
    "constraints_hold": "nothing to look at",
    "counterfactual_unless_no_other_outcome": "holds for 8",
    "counterfactuals_are_the_nearest": "holds for 21",
    "factual_holds": "holds for 36",
    "factual_is_minimal": "holds for 36",
    "factual_meets_every_counterfactual": "holds for 148",
    "fewer_cases_give_no_other_counterfactual": "holds for 4",
    "metrics_are_shares": "holds for 21",
    "minimal_is_irreducible": "holds for 21",
    "power_is_at_least_one": "holds for 21",
    "row_and_changes_are_inconsistent": "holds for 21",
    "row_is_in_the_ball": "holds for 21",
}
LOOKED_AT_1_AND_3 = {
    name: 0 if said.startswith("nothing") else 8 for name, said in SAID.items()
} | {
    # Twice 2 changes of row 1, and six times 4 of row 3.
    "changes_are_no_part_of_the_row": 28,
    "counterfactual_unless_no_other_outcome": 2,
    "factual_holds": 11,
    "factual_is_minimal": 11,
    # 4 and 7 explanations, with 4 sets of differing features each.
    "factual_meets_every_counterfactual": 44,
    # Row 6 is the half of the cases, drawn by a hash of their ids; it is like row 1.
    "fewer_cases_give_no_other_counterfactual": 1,
}

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

    assert done.returncode == 0
    assert done.stderr == (
        "cfsql: checks rows of recidivism for up to 10 s; --seconds N sets how long\n"
    )
    head, lines = done.stdout.split("\n\n", 2)[1:]
    assert done.stdout.startswith("recidivism: 8 of 8 rows checked against every case")
    assert [line.split(maxsplit=1) for line in head.splitlines()] == [
        ["classes", "2 High, 2 Low, 4 Med"],
        ["contradicted", "0 of 8"],
        ["counterfactuals", "21 minimal ones"],
        ["explanations", "36 factual ones"],
    ]
    assert " ".join(lines.split()) == " ".join(
        f"{SAID[each.name]} {each.about}" for each in queries("checks")
    )
    assert database.read_bytes() == before


def test_every_check_is_listed_for_programs(database: Path) -> None:
    done = run_here(
        *("check", "--table", "recidivism", "--rows", "1,3"),
        *("--format", "json", "--db", database),
    )

    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found.pop("checks") == [
        {
            "name": each.name,
            "claim": each.about,
            "n_looked_at": LOOKED_AT_1_AND_3[each.name],
            "offending": [],
            "holds": True if LOOKED_AT_1_AND_3[each.name] else None,
        }
        for each in queries("checks")
    ]
    assert found == {
        "table": "recidivism",
        "n_rows": 2,
        "n_in_all": 8,
        "n_contradicted": 0,
        "classes": {"High": 1, "Med": 1},
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

    assert done.stdout.startswith(f"recidivism: {n_rows} of 8 rows ")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--table", "recidivsm"], "did you mean 'recidivism'?"),
        (["--table", "recidivism", "--rows", "9"], "no row 9 in recidivism"),
        (["--table", "recidivism", "--limit", "0"], "--limit takes a number from 1 on"),
        (["--table", "recidivism", "--where", "sx = 1"], "--where: "),
        (["--table", "recidivism", "--format", "csv"], "--format is table, json"),
        (["--table", "recidivism", "--seconds", "0"], "--seconds takes seconds"),
        (
            ["--table", "recidivism", "--rows", "1", "--seconds", "3"],
            "--seconds is for rows that are drawn",
        ),
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
    done = run_here(
        *("check", "--table", "recidivism", "--limit", "8", "--db", database)
    )

    assert done.returncode == FAILED
    assert done.stderr.splitlines() == [
        "cfsql: not all properties hold for recidivism: nothing_is_right"
    ]
    assert done.stdout.count("  holds for ") == 1
    assert done.stdout.count("  nothing to look at ") == 1
    _, failed = done.stdout.split("  FAILS for 21 of 21  Nothing is right.\n\n")
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
    assert [each.holds for each in found.checks] == [None, True, False]


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_says_in_one_sentence_what_holds(name: str) -> None:
    about = query(f"checks/{name}").about

    assert re.fullmatch(r"[A-Z][^.]+\.", about), about
    assert query(f"checks/{name}").kind == "fetch"
