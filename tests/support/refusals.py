"""What is refused: one line, an exit code, and a database that is as it was."""

from __future__ import annotations

import filecmp
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from cfsql.engines.duckdb.schemas import INTERNAL_SCHEMA
from cfsql.engines.identifiers import quote

FAILED, WRONG_USE, NO_DATABASE, INTERRUPTED = 1, 2, 3, 130


def contents(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every table and view of a database, with its rows.

    Views that only others read have their rows in any order.
    """
    with duckdb.connect() as connection:
        connection.execute(f"attach '{database}' as held (read_only)")
        names = connection.execute(
            "select database_name, schema_name, table_name from duckdb_tables() "
            "where database_name = 'held' union all "
            "select database_name, schema_name, view_name from duckdb_views() "
            "where database_name = 'held' and not internal order by all"
        ).fetchall()
        connection.execute("use held")
        found = {name: _rows(connection, name) for name in names}
    return {
        quote(*name): sorted(rows, key=repr) if name[1] == INTERNAL_SCHEMA else rows
        for name, rows in found.items()
    }


def _rows(
    connection: duckdb.DuckDBPyConnection, name: Sequence[str]
) -> list[tuple[object, ...]]:
    """The rows of a relation; of a view whose table is gone, that it has none."""
    try:
        return connection.execute(f"from {quote(*name)}").fetchall()
    except duckdb.CatalogException:
        return [("cannot be read",)]


@contextmanager
def unchanged(database: Path) -> Iterator[None]:
    """What is run inside loses and adds nothing, in the database and beside it.

    Rows are compared only where a byte of the file is another one.
    """
    beside = sorted(database.parent.iterdir())
    with TemporaryDirectory() as folder:
        before = Path(shutil.copy(database, folder))
        yield
        assert sorted(database.parent.iterdir()) == beside
        if not filecmp.cmp(before, database, shallow=False):
            assert contents(database) == contents(before)


def assert_refused(
    done: subprocess.CompletedProcess[str], code: int, *said: str
) -> None:
    """One line on stderr that says these things, no result, and the exit code."""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("cfsql: ")
    for words in said:
        assert words in lines[0]
    assert done.stdout == ""
    assert done.returncode == code
