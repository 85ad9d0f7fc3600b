"""SQLite files, by Python's own module.

DuckDB's extension would have to be fetched from the net. A column of SQLite may hold
values of any type: what it does hold decides, after one look at all of them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfsql.engines.effects import refuse_effects_in
from cfsql.engines.identifiers import quote
from cfsql.errors import BadFile, WrongUse

if TYPE_CHECKING:
    import pyarrow

START = b"SQLite format 3\0"
_ROWS_AT_ONCE = 10_000

# A whole number beyond this is not the same as a float.
_GREATEST_WHOLE = 2**53


def tables(path: Path) -> list[str]:
    """The tables and views of a file."""
    with _connected(path) as connection:
        found = connection.execute(
            "select name from sqlite_master where type in ('table', 'view') "
            "and name not like 'sqlite\\_%' escape '\\' order by name"
        )
        return [name for (name,) in found]


@contextmanager
def stream(
    path: Path, *, table: str | None, sql: str | None
) -> Iterator[pyarrow.RecordBatchReader]:
    """The rows of a table, or of a query, as a stream."""
    import pyarrow as pa

    if sql is not None:
        refuse_effects_in(sql)
    statement = f"select * from {quote(table)}" if sql is None and table else sql or ""
    with _connected(path) as connection:
        try:
            types = _types(connection, statement)
            schema = pa.schema(types)
            rows = connection.execute(statement)
        except sqlite3.Error as error:
            raise WrongUse(f"{path}: {error}") from error
        yield pa.RecordBatchReader.from_batches(schema, _batches(rows, schema))


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads."""
    try:
        # DuckDB may read in a thread of its own.
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise BadFile(f"cannot open {path}: {error}") from error
    with closing(connection):
        # Text in another encoding than it says is still text.
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        try:
            yield connection
        except sqlite3.DatabaseError as error:
            raise BadFile(f"{path}: {error}") from error


def _types(
    connection: sqlite3.Connection, statement: str
) -> list[tuple[str, pyarrow.DataType]]:
    """The columns of a query, and the type that holds all the values of each."""
    described = connection.execute(f"select * from ({_one(statement)}) limit 0")
    names = [column[0] for column in described.description]
    # By place: two columns of a query may have the same name.
    places = [f"c{place}" for place, _ in enumerate(names)]
    looked_at = ", ".join(
        f"group_concat(distinct typeof({each})), "
        f"max(typeof({each}) = 'integer' and abs({each}) > {_GREATEST_WHOLE})"
        for each in places
    )
    found = connection.execute(
        f"with source_rows({', '.join(places)}) as ({_one(statement)}) "
        f"select {looked_at} from source_rows"
    ).fetchone()
    pairs = zip(found[::2], found[1::2], strict=True)
    return [
        (name, _type(set((kinds or "").split(",")), is_long=bool(is_long)))
        for name, (kinds, is_long) in zip(names, pairs, strict=True)
    ]


def _one(statement: str) -> str:
    """A statement that can stand in brackets."""
    return statement.rstrip().removesuffix(";")


def _type(kinds: set[str], *, is_long: bool) -> pyarrow.DataType:
    import pyarrow as pa

    kinds = kinds - {"null", ""}
    if kinds == {"integer"}:
        return pa.int64()
    if kinds and kinds <= {"integer", "real"} and not is_long:
        return pa.float64()
    return pa.binary() if kinds == {"blob"} else pa.string()


def _batches(
    rows: sqlite3.Cursor, schema: pyarrow.Schema
) -> Iterator[pyarrow.RecordBatch]:
    import pyarrow as pa

    while some := rows.fetchmany(_ROWS_AT_ONCE):
        columns = zip(*some, strict=True)
        arrays = [
            pa.array([_value(each, field.type) for each in column], field.type)
            for column, field in zip(columns, schema, strict=True)
        ]
        yield pa.record_batch(arrays, schema=schema)


def _value(value: Any, kind: pyarrow.DataType) -> Any:
    """A value as its column holds it: a text, where the column holds others too."""
    import pyarrow as pa

    if value is None or kind != pa.string() or isinstance(value, str):
        return value
    return value.hex() if isinstance(value, bytes) else str(value)
