"""Any DuckDB client asks the macros of a file, under any name."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest

from tests.questions.macros.comparing import (
    COMPARED,
    COUNTERFACTUAL,
    SMALL,
    all_counterfactuals,
    assert_rows,
    compared,
    rows_of,
)
from tests.support.commands import run_here


def assert_answers(connection: duckdb.DuckDBPyConnection, schema: str) -> None:
    """Both macros give what the definitions give."""
    features, cases = SMALL
    same = rows_of(connection, f"{schema}.compare", "t", 1, 3)
    assert_rows(same, COMPARED, compared(features, cases[0], cases[2]))
    found = rows_of(connection, f"{schema}.counterfactuals", "t", 1)
    wanted = all_counterfactuals(cases[0], features, cases)
    assert_rows(found, COUNTERFACTUAL, wanted)


@pytest.mark.parametrize(
    ("name", "schema"),
    [("cfsql.duckdb", "cf"), ("my cases.duckdb", "cf"), ("cf.duckdb", "cf.cf")],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_plain_client_opens_the_file_and_asks(
    file_once: Path, tmp_path: Path, name: str, schema: str, read_only: bool
) -> None:
    path = shutil.copy(file_once, tmp_path / name)

    with duckdb.connect(path, read_only=read_only) as connection:
        assert_answers(connection, schema)


@pytest.mark.parametrize("name", ["cfsql.duckdb", "cases.duckdb"])
@pytest.mark.parametrize("as_name", ["other", "my db"])
def test_a_plain_client_attaches_the_file_under_another_name_and_asks(
    file_once: Path, tmp_path: Path, name: str, as_name: str
) -> None:
    path = shutil.copy(file_once, tmp_path / name)

    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as \"{as_name}\" (read_only)")
        connection.execute(f'use "{as_name}"')
        assert_answers(connection, "cf")


def test_the_macros_describe_their_columns_by_their_names(file_once: Path) -> None:
    with duckdb.connect(str(file_once), read_only=True) as connection:
        described = connection.execute(
            "select column_name from (describe from cf.compare('t', 1, 2))"
        ).fetchall()

    assert [name for (name,) in described] == COMPARED


def test_the_command_sql_knows_the_macros(file_once: Path) -> None:
    done = run_here(
        "sql",
        "select feature from cf.compare('recidivism', 1, 2) where differs",
        *("--format", "csv", "--db", file_once),
    )

    assert done.stdout.splitlines() == ["feature", "sex", "race"]
