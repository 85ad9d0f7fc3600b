"""The running example in databases of other people."""

from __future__ import annotations

import csv
import sqlite3
from pathlib import Path

import duckdb
import pytest

from cfsql import example

ROWS = list(csv.reader(example.CSV.splitlines()))[1:]
COLUMNS = "sex, age, race, degree, recid, score"


def fill(connection: duckdb.DuckDBPyConnection, table: str) -> None:
    """Make a table of the running example, with a key."""
    connection.execute(
        f"create table {table} (customer_id integer, sex varchar, age varchar, "
        "race varchar, degree varchar, recid varchar, score varchar)"
    )
    connection.executemany(
        f"insert into {table} values (?, ?, ?, ?, ?, ?, ?)",
        [[100 + place, *row] for place, row in enumerate(ROWS, start=1)],
    )


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A database that is in use: a table and a view in a schema, and a table."""
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema crm")
        fill(connection, "crm.customers")
        connection.execute(
            "create view crm.young as from crm.customers where age <> '>45'"
        )
        connection.execute(
            f"create table visits as select {COLUMNS} from crm.customers"
        )
    return path


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A SQLite file with a table and a view."""
    path = tmp_path / "app.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(f"create table loans ({COLUMNS})")
    connection.executemany("insert into loans values (?, ?, ?, ?, ?, ?)", ROWS)
    connection.execute("create view men as select * from loans where sex = 'male'")
    connection.commit()
    connection.close()
    return path
