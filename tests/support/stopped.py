"""A command that is stopped in the middle, and what it leaves behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import duckdb

from cfsql.engines import queries
from cfsql.engines.identifiers import quote


def contents(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every table with its rows; of the large ones, only how many."""
    with duckdb.connect(str(database), read_only=True) as connection:
        names = connection.execute(
            "select database_name, schema_name, table_name from duckdb_tables() "
            "order by all"
        ).fetchall()
        found = {}
        for name in names:
            table = quote(*name)
            shown = f"select count(*) from {table}" if "large" in table else table
            found[table] = connection.execute(f"from ({shown})").fetchall()
    return found


def stop_at(
    folder: Path, query: str, how: signal.Signals, *arguments: object
) -> tuple[int, str]:
    """Run cfsql until it has begun a query, stop it there; exit code and last line."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cfsql", *map(str, arguments), "--show-sql"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if queries.query(query).label in line:
            process.send_signal(how)
            break
    rest = process.stderr.read().splitlines()
    return process.wait(timeout=30), rest[-1] if rest else ""
