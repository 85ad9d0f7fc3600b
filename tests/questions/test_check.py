"""`cfsql check`: answers are what `sql/method.sql` says, and what is not is found."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
import cfsql.questions.check
from cfsql import example
from tests.oracle.brute_force import Case
from tests.support.commands import Run, run_here
from tests.support.examples import examples
from tests.support.random_tables import crowded_tables, load, tables
from tests.support.refusals import FAILED, WRONG_USE, assert_refused

N_ROWS = 400
CLASSES = ("p", "q", "r")


# Answers that are right.


@examples(8)
@given(st.one_of(tables(), crowded_tables()))
def test_the_answers_of_random_tables_are_as_by_definition(
    table: tuple[list[str], list[Case]],
) -> None:
    features, cases = table
    loaded = load(features, cases)
    loaded.rank()
    checked = loaded.check()
    assert checked.differences == []
    n_rows = sum(case.label is not None for case in cases)
    assert [each.n_rows for each in checked.compared] == [n_rows, n_rows]


@pytest.mark.parametrize(
    "frame",
    [
        pl.DataFrame({"f": ["x"], "y": ["p"]}),
        pl.DataFrame({"f": ["x", "x", "x"], "y": ["p", "q", "r"]}),
        pl.DataFrame({"f": [None, None, "x"], "g": [None] * 3, "y": ["p", "q", "q"]}),
        pl.DataFrame({"f": [0.0, -0.0, 1.5, None], "y": [True, False, True, None]}),
        pl.DataFrame({f"c{n}": ["x", "y", "x"] for n in range(70)} | {"y": [1, 2, 2]}),
    ],
    ids=["a row", "all contradicting", "gaps", "numbers", "wide"],
)
def test_the_answers_of_odd_tables_are_as_by_definition(frame: pl.DataFrame) -> None:
    with cfsql.connect() as database:
        assert database.load(frame, label=-1).check().hold


def test_rows_may_be_named_by_texts() -> None:
    frame = pl.DataFrame({"key": ["b 2", "A-1", ""], "f": [1, 2, 3], "y": [1, 2, 2]})
    with cfsql.connect() as database:
        table = database.load(frame, id="key", label="y")
        checked = table.check(rows=["b 2", ""])
    assert (checked.hold, checked.n_rows) == (True, 2)


@pytest.mark.parametrize(
    "options",
    [
        {"freeze": ["sex"]},
        {"target": "High"},
        {"max_changes": 2, "min_share": 0.5},
        {"min_support": 2},
        {"only_up": ["age"], "order": ["age=<25,25-45,>45"]},
        {"only_down": ["age"], "order": ["age=<25,25-45,>45"], "rows": [1, 2]},
    ],
    ids=lambda options: next(iter(options)),
)
def test_rankings_are_compared_under_their_constraints(
    options: dict[str, Any], example_csv: Path
) -> None:
    with cfsql.connect() as database:
        table = database.load(example_csv, label=-1)
        ranking = table.rank(**options)
        lengths = (len(ranking.summary), len(ranking))
        checked = table.check()
    assert checked.differences == []
    (stored,) = checked.compared[1:]
    assert (stored.n_rows, stored.n_counterfactuals) == lengths


def test_outcomes_may_have_to_differ_by_an_amount_and_numbers_may_be_cut() -> None:
    rows = "unnest([1, 2, 3, 3]) as rooms, unnest([0.1, 0.2, 0.3, 0.9]) as price"
    with cfsql.connect() as database:
        source = database.connection.sql(f"select {rows}")
        table = database.load(source, label="price", bins={"rooms": "2"})
        table.rank(differs_by=0.1, only_up=["rooms"])
        checked = table.check()
    assert (checked.hold, len(checked.compared)) == (True, 2)


@pytest.mark.parametrize(
    "options",
    [{"weight": ["sex=2"]}, {"by": "dag"}, {"require": ["a.sex = b.sex"]}],
    ids=lambda options: next(iter(options)),
)
def test_a_ranking_that_the_definitions_do_not_have_is_named(
    options: dict[str, Any], example_csv: Path
) -> None:
    with cfsql.connect() as database:
        table = database.load(example_csv, label=-1)
        table.rank(**options)
        (stored,) = table.check(rows=[1]).compared[1:]
    assert stored.not_compared == f"made with {next(iter(options))}"


# Answers that are wrong.


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with the running example ranked, where `run` finds it."""
    (tmp_path / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
    path = tmp_path / "cfsql.duckdb"
    with cfsql.connect(path) as database:
        database.load(tmp_path / "recidivism.csv", label=-1).rank()
    return path


def put(database: Path, relation: str, select: str) -> None:
    """Let a result be other rows, made of its own."""
    with cfsql.connect(database) as opened:
        for statement in (
            f"create table own as from recidivism_{relation}",
            f"drop {'view' if relation == 'ranked' else 'table'} recidivism_{relation}",
            f"create view recidivism_{relation} as {select}",
        ):
            opened.connection.execute(statement)


WRONG = {
    "power": "select * replace (power + (row_id = 3)::int as power) from own",
    "typicality": "select * replace (typicality * 0.999 as typicality) from own",
    "label": "from own where (row_id, counterfactual_id) <> (1, 7)",
    "changes": "select * replace (changes[1:1] as changes) from own",
    "gap": "select * replace (gap + 0.1 as gap) from own",
}


@pytest.mark.parametrize(
    ("column", "row", "answer"),
    [
        ("power", 3, 2),
        ("typicality", 1, 2),
        ("label", 1, 7),
        ("changes", 1, 2),
        ("gap", 1, None),
    ],
)
def test_what_is_not_by_definition_is_found(
    database: Path, column: str, row: int, answer: int | None
) -> None:
    put(database, "ranked" if answer else "summary", WRONG[column])
    with cfsql.connect(database, read_only=True) as opened:
        checked = opened.table("recidivism").check()
    assert not checked.hold
    first = checked.differences[0]
    assert (first.answers, first.row_id) == ("recidivism", row)
    found = {each.column for each in checked.differences if each.row_id == row}
    assert column in found
    assert answer in {each.counterfactual_id for each in checked.differences}


def test_an_answer_that_violates_a_constraint_is_found(database: Path) -> None:
    with cfsql.connect(database) as opened:
        opened.connection.execute(
            """update cf_internal.results set options = '{"freeze": ["sex"]}' """
            "where kind = 'ranking'"
        )
        assert not opened.table("recidivism").check().hold


def test_a_difference_is_shown_and_is_a_failure(run: Run, database: Path) -> None:
    put(database, "ranked", "select * replace (power + 1 as power) from own")
    done = run("check", "--table", "recidivism", "--rows", "1")
    assert done.returncode == FAILED
    assert done.stderr == (
        "cfsql: recidivism: 2 figures of 1 of 8 rows not as by definition; "
        "the first: power of row 1 in recidivism\n"
    )
    shown = [line.split() for line in done.stdout.splitlines()[-2:]]
    assert shown == [
        ["recidivism", "1", "2", "power", "4", "3"],
        ["recidivism", "1", "7", "power", "3", "2"],
    ]
    listed = json.loads(
        run("check", "--table", "recidivism", "--rows", "1", "--format", "json").stdout
    )
    assert listed["hold"] is False
    assert [each["by_definition"] for each in listed["differences"]] == [3, 2]


# Which rows.


def test_nothing_is_written(run: Run, database: Path) -> None:
    before = database.read_bytes()
    done = run("check", "--table", "recidivism")
    assert done.stdout.startswith("recidivism: 8 of 8 rows as by definition")
    assert database.read_bytes() == before


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


@pytest.fixture(scope="module")
def table() -> Iterator[cfsql.Table]:
    """Three classes, with contradicted and other rows in each."""
    chance = random.Random(5)
    values = {f: [chance.choice("abcd") for _ in range(N_ROWS)] for f in "fghi"}
    frame = pl.DataFrame({**values, "y": [chance.choice("pqr") for _ in range(N_ROWS)]})
    with cfsql.connect() as database:
        yield database.load(frame, table="t", label="y")


def test_rows_are_drawn_from_all_classes_contradicted_and_not(
    table: cfsql.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cfsql.questions.check, "FIRST_PAIRS", 6 * N_ROWS)
    checked = table.check(seconds=1e-6)
    assert (checked.n_rows, checked.n_in_all, checked.n_contradicted) == (6, N_ROWS, 3)
    assert checked.classes == dict.fromkeys(CLASSES, 2)
    monkeypatch.setattr(cfsql.questions.check, "FIRST_PAIRS", 1)
    checked = table.check(seconds=1e-6)
    assert (checked.n_rows, checked.n_contradicted, len(checked.classes)) == (2, 1, 2)
    assert table.check(seconds=1e-6).to_dict() == checked.to_dict()


def test_rows_in_many_parts_are_checked_as_those_in_one(
    table: cfsql.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = table.check(limit=9)
    monkeypatch.setattr(cfsql.questions.check, "N_PAIRS", 4 * N_ROWS)
    assert table.check(limit=9).to_dict() == at_once.to_dict()
    assert (at_once.hold, at_once.n_rows) == (True, 9)
