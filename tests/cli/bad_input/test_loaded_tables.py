"""A load replaces nothing unless it is asked to."""

from __future__ import annotations

from pathlib import Path

import pytest

import cfsql
from tests.cli.bad_input.people import refusal
from tests.support.commands import Run
from tests.support.refusals import WRONG_USE, assert_refused, contents, unchanged


def test_a_table_is_replaced_only_when_that_is_asked_for(
    run: Run, database: Path, people_csv: Path
) -> None:
    with unchanged(database):
        done = run("load", people_csv)

    assert_refused(done, WRONG_USE, "'people' exists already", "--replace")


def test_replacing_a_table_takes_all_results_of_the_old_one_away(
    database: Path, people_csv: Path
) -> None:
    with cfsql.connect(database) as opened:
        opened.table("people").rank(into="elders", where="age > 35")
        people = opened.load(people_csv, replace=True, label="name")

        assert people.rankings() == []
    left = contents(database)
    assert not [name for name in left if "people_ranked" in name or "elders" in name]
    assert '"held"."main"."notes_ranked"' in left


def test_a_load_takes_no_results_of_another_table_away(
    database: Path, people_csv: Path
) -> None:
    with cfsql.connect(database) as opened:
        opened.table("people").rank(into="elders", where="age > 35")

    message = refusal(database, people_csv, WRONG_USE, table="elders", replace=False)

    assert "elders" in message


@pytest.mark.parametrize("name", ["notes_ranked", "people_ranked", "people_optimal"])
def test_a_load_never_replaces_what_is_no_loaded_table(
    database: Path, people_csv: Path, name: str
) -> None:
    message = refusal(database, people_csv, WRONG_USE, table=name)

    assert f"'{name}' is in the database already" in message


def test_a_table_needs_a_name(database: Path, people_csv: Path) -> None:
    assert "table=" in refusal(database, people_csv, WRONG_USE, table=" ")
