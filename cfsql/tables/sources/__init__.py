"""Where rows come from: one grammar for all sources.

A source is found here, and read by its `stage`. Whatever it is, it ends as the relation
`incoming`, or as an error that says what is wrong.

    adult.csv, claims/*.parquet, folder/    files: `files`, `many_files`
    https://…, s3://…                       files far away: `remote`
    table:crm.customers, --sql              the database itself: `databases`
    other.duckdb, app.sqlite, postgresql:// other databases: `databases`
    frames, streams, relations              objects of Python: `objects`
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.errors import WrongUse
from cfsql.tables.row_sources import RowSource
from cfsql.tables.sources import databases, files, many_files, objects, remote
from cfsql.tables.sources.source import Source

__all__ = ["Source", "find", "find_again"]


def find(
    session: Session,
    given: object,
    *,
    from_: str | None = None,
    sql: str | None = None,
) -> Source:
    """The source that is meant: `given` as a path, an address or an object of Python.

    `from_` names a table of a database, `sql` is a query on it; without anything that
    is given, on the database itself.
    """
    if from_ is not None and sql is not None:
        raise WrongUse("--from names a table and --sql is a query: give one of them")
    if isinstance(given, os.PathLike):
        given = os.fspath(given)
    if isinstance(given, list | tuple) and _are_paths(given):
        paths = [os.fspath(each) for each in given]
        if len(paths) != 1:
            _refuse_options("several files", from_, sql)
            return many_files.listed(paths)
        given = paths[0]
    if given is None:
        return databases.own_query(from_, sql)
    if not isinstance(given, str):
        _refuse_options(f"a {type(given).__name__}", from_, sql)
        return objects.PythonObject.of(given)
    if Path(given).is_fifo():
        raise WrongUse(
            f"{given} is a pipe, which is read once; read it as standard input: "
            f"cfsql load - < {given}"
        )
    found = databases.find(session, given, from_, sql)
    if found is not None:
        return found
    if remote.is_remote(given) or many_files.is_many(given) or Path(given).exists():
        _refuse_options(given, from_, sql)
    if remote.is_remote(given):
        return remote.find(given)
    if many_files.is_many(given):
        return many_files.find(given)
    return files.find(given)


def find_again(session: Session, known: RowSource) -> Source:
    """The source of a table that was loaded before; refuse one that is gone."""
    address = known.address
    if address is None:
        raise WrongUse(
            f"{known.table} came from {known.kind}, which cannot be read again; "
            "give what it is now with: cfsql load SOURCE --replace"
        )
    from_, sql = address.get("from"), address.get("sql")
    return find(session, address.get("source"), from_=from_, sql=sql)


def _are_paths(given: list[Any] | tuple[Any, ...]) -> bool:
    return bool(given) and all(isinstance(each, str | os.PathLike) for each in given)


def _refuse_options(what: str, from_: str | None, sql: str | None) -> None:
    for option, value in (("--from", from_), ("--sql", sql)):
        if value is not None:
            raise WrongUse(f"{option} is for databases, and {what} is none")
