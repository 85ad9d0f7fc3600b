"""Any DuckDB client asks the macros of a file, under any name."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest

from cfsql.engines.identifiers import quote
from tests.questions.macros.comparing import (
    COMPARED,
    COUNTERFACTUAL,
    SMALL,
    all_counterfactuals,
    assert_rows,
    compared,
    rows_of,
)
from tests.support.commands import Run, run_here


def assert_answers(connection: duckdb.DuckDBPyConnection, schema: str) -> None:
    """Both macros give what the definitions give."""
    features, cases = SMALL
    same = rows_of(connection, f"{schema}.compare", "t", 1, 3)
    assert_rows(same, COMPARED, compared(features, cases[0], cases[2]))
    found = rows_of(connection, f"{schema}.counterfactuals", "t", 1)
    wanted = all_counterfactuals(cases[0], features, cases)
    assert_rows(found, COUNTERFACTUAL, wanted)


@pytest.mark.parametrize(
    ("name", "schema", "read_only"),
    [
        ("cfsql.duckdb", "cf", True),
        ("my cases.duckdb", "cf", False),
        ("cf.duckdb", "cf.cf", True),
    ],
)
def test_a_plain_client_opens_the_file_and_asks(
    file_once: Path, tmp_path: Path, name: str, schema: str, read_only: bool
) -> None:
    path = shutil.copy(file_once, tmp_path / name)

    with duckdb.connect(path, read_only=read_only) as connection:
        assert_answers(connection, schema)


@pytest.mark.parametrize(
    ("name", "as_name"),
    [
        ("cfsql.duckdb", "people"),
        ("cf.duckdb", 'my "db'),
        ("my cases.duckdb", "cf"),
        ("cfsql.duckdb", "cf_internal"),
        ("cf.duckdb", "cf"),
        ("my cases.duckdb", "a or b"),
    ],
)
def test_a_plain_client_attaches_the_file_under_another_name_and_asks(
    file_once: Path, tmp_path: Path, name: str, as_name: str
) -> None:
    path = shutil.copy(file_once, tmp_path / name)

    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as {quote(as_name)} (read_only)")
        # Another database is current.
        assert_answers(connection, quote(as_name, "cf"))
        if as_name not in ("cf", "cf_internal"):
            connection.execute(f"use {quote(as_name)}")
            assert_answers(connection, "cf")


def test_a_view_of_another_database_asks_an_attached_file(file_once: Path) -> None:
    features, cases = SMALL
    with duckdb.connect() as connection:
        connection.execute(f"attach '{file_once}' as people (read_only)")
        connection.execute(
            "create view same as from people.cf.compare('t', 1, 3);"
            "create view found as from people.cf.counterfactuals('t', 1)"
        )

        same = connection.sql("from same").pl()
        found = connection.sql("from found").pl()

    assert_rows(same, COMPARED, compared(features, cases[0], cases[2]))
    wanted = all_counterfactuals(cases[0], features, cases)
    assert_rows(found, COUNTERFACTUAL, wanted)


def test_a_row_of_another_table_is_asked_about(file_once: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{file_once}' as people (read_only)")
        rows = connection.execute(
            "select asked.row_id, compared.feature from (values (2), (7)) as "
            "asked(row_id), people.cf.compare('recidivism', 1, asked.row_id) as "
            "compared where compared.differs order by all"
        ).fetchall()

    assert rows == [(2, "race"), (2, "sex"), (7, "age"), (7, "sex")]


def test_a_file_and_its_older_copy_answer_for_themselves(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    run("load", example_csv)
    run("rank", "--table", "recidivism", "--rows", "1")
    shutil.copy(tmp_path / "cfsql.duckdb", tmp_path / "older.duckdb")
    run("rank", "--table", "recidivism", "--rows", "2")

    with duckdb.connect() as connection:
        for name in ("cfsql", "older"):
            connection.execute(f"attach '{tmp_path / name}.duckdb' (read_only)")
        for current in ("memory", "cfsql", "older"):
            connection.execute(f"use {current}")
            for name, rows in (("cfsql", [0, 3]), ("older", [2, 0])):
                counted = [
                    connection.execute(
                        f"select count(*) from {name}.cf.explain('recidivism', {row})"
                    ).fetchone()
                    for row in (1, 2)
                ]
                assert counted == [(n_rows,) for n_rows in rows]


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
