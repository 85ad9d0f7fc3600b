"""A wrong request says what is right, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import cfsql
from tests.support.commands import Run
from tests.support.refusals import WRONG_USE, assert_refused, unchanged

RANK = ("rank", "--table", "people")
EXPLAIN = ("explain", "--table", "people", "--row")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rank", "--table", "peple"), "did you mean 'people'?"),
        (("describe", "peple"), "did you mean 'people'?"),
        (("export", "--table", "peple", "--out", "out"), "did you mean 'people'?"),
        (("drop", "peple"), "did you mean 'people'?"),
        ((*EXPLAIN, "5"), "no row 5 in people; did you mean 4?"),
        ((*EXPLAIN, "x"), "no row x in people; row ids go from 1 to 4"),
        (
            (*RANK, "--require", "1=1; drop table people"),
            "--require: it takes one condition over the rows a and b",
        ),
        ((*EXPLAIN, "4"), "row 4 of people has no income"),
        ((*EXPLAIN, "1", "--format", "csv"), "--format is table, json, not 'csv'"),
        ((*RANK, "--rows", "1,99"), "no row 99 in people"),
        ((*RANK, "--rows", ","), "--rows needs at least one row id"),
        ((*RANK, "--rows", "3-1"), "--rows 3-1 goes backwards; did you mean 1-3?"),
        ((*RANK, "--freeze", "gender"), "no feature 'gender' in people; there is '"),
        (("declare", "people", "--free", "age"), "--free age: nothing is declared"),
        (
            ("declare", "people", "--only-up", "age", "--immutable", "age"),
            "--immutable and --only-up contradict each other on age",
        ),
        (
            ("--db", "x.duckdb", "tables"),
            "--db stands after the command: cfsql COMMAND",
        ),
        (
            ("audit", "--table", "people", "--target", "low"),
            "cfsql rank --table T --target … --into N, then: cfsql audit --table N",
        ),
        ((*RANK, "--format", "jsn"), "json"),
        ((*RANK, "--where", "1=1) ; drop table people; --"), "--where: "),
        ((*RANK, "--out", "ranked.xml"), ".parquet, .csv, .json"),
        ((*RANK, "--out", "nowhere/ranked.csv"), "no directory nowhere"),
        ((*RANK, "--into", "notes"), "'notes_ranked' is in the database already"),
        ((*RANK, "--label", "age"), "--label"),
        (("rank",), "--table"),
        (("sql", "drop table people"), "only reads"),
        (("sql", "from people; drop table people"), "one statement, not 2"),
        (("sql", "selec 1"), "syntax error"),
        (("sql", "from peple"), "people"),
        (("sql", "from people", "--format", "xml"), "not 'xml'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_wrong_request_says_what_is_right_and_changes_nothing(
    run: Run, database: Path, arguments: tuple[str, ...], said: str
) -> None:
    with unchanged(database):
        done = run(*arguments)

    assert_refused(done, WRONG_USE)
    assert said.lower() in done.stderr.lower()


def test_a_table_that_cfsql_did_not_load_cannot_be_asked(database: Path) -> None:
    with (
        cfsql.connect(database) as opened,
        pytest.raises(cfsql.CfsqlError, match="was not loaded by cfsql"),
    ):
        opened.table("notes_ranked")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lod", "people.csv"], "load"),
        (["load", "people.csv", "--lable", "income"], "--label"),
        (["rank", "--table", "people", "--limit", "few"], "--limit"),
        (["explain", "--table", "people"], "--row"),
        (["why", "--json"], "did you mean --format json?"),
        (["--table", "people", "rank"], "cfsql COMMAND --table …"),
        (["diff", "people"], "diff takes two rankings, such as: cfsql diff"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_command_or_option_is_one_line_too(
    run: Run, tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert_refused(run(*arguments), WRONG_USE, said)
    assert list(tmp_path.iterdir()) == []


def test_a_condition_that_no_row_meets_is_said_to_be_met_by_none(
    run: Run, database: Path
) -> None:
    done = run("rank", "--table", "people", "--where", "age > 999")

    assert "no row has a counterfactual" not in done.stdout
    assert "no row" in done.stdout + done.stderr


def test_a_name_is_offered_once(run: Run, database: Path) -> None:
    assert run("drop", "zzz").stderr.count("'people'") == 1


def test_the_name_of_a_ranking_is_known_as_that(loaded: Run) -> None:
    loaded("rank", "--table", "recidivism", "--limit", 2, "--into", "strict")
    done = loaded("describe", "strict")
    assert done.returncode == 2
    assert "'strict' holds results of the table recidivism" in done.stderr
    assert "cfsql sql 'from strict_ranked'" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rank", "--max-changes", "x"), "--max-changes takes a whole number, not 'x'"),
        (
            ("rank", "--max-changes=1.5"),
            "--max-changes takes a whole number, not '1.5'",
        ),
        (("rank", "--threads", "0"), "takes a whole number from 1 to 1024, not '0'"),
        (("explain", "--row", "1", "--show", "0"), "number from 1 on, not '0'"),
        (("explain", "--row", "1", "--max-changes", ""), "a whole number, not ''"),
        (("why", "--row", "1", "--precision", "much"), "--precision takes a number"),
    ],
)
def test_what_is_no_number_is_named_with_its_option(
    run: Run, database: Path, arguments: tuple[str, ...], said: str
) -> None:
    with unchanged(database):
        done = run(*arguments, "--table", "people", "--db", database)
    assert_refused(done, WRONG_USE, said)


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("peple", "people"), ("nots", "notes"), ("people_rankd", "people_ranked")],
)
def test_a_wrong_table_is_answered_with_the_nearest_of_all_there_are(
    wrong: str, near: str, run: Run, database: Path
) -> None:
    """Loaded by cfsql, made by others, or a result."""
    with cfsql.connect(database) as opened:
        opened.table("people").rank()
        opened.connection.execute("create or replace table notes (text varchar)")
    for command in ("rank", "explain --row 1", "report", "audit"):
        name, *options = command.split()
        done = run(name, "--table", wrong, *options, "--db", database)
        assert_refused(done, WRONG_USE, f"'{wrong}'", f"did you mean '{near}'?")


@pytest.mark.parametrize("command", ["rank", "explain --row 1", "report", "audit"])
def test_a_name_that_something_else_has_is_told_what_it_is(
    command: str, run: Run, database: Path
) -> None:
    name, *options = command.split()
    for other, said in (
        ("people_ranked", "is a result table of people"),
        ("notes_ranked", "was not loaded by cfsql"),
    ):
        done = run(name, "--table", other, *options, "--db", database)
        assert_refused(done, WRONG_USE, said)


def test_where_nothing_is_loaded_a_table_of_others_is_named(
    run: Run, tmp_path: Path
) -> None:
    with cfsql.connect(tmp_path / "cfsql.duckdb") as opened:
        opened.connection.execute("create table loans (paid boolean)")
    done = run("rank", "--table", "loan")
    assert_refused(done, WRONG_USE, "did you mean 'loans'?")
    done = run("rank", "--table", "loans")
    assert_refused(done, WRONG_USE, "was not loaded by cfsql")
