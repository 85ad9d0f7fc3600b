"""Tables with numbers, cut into intervals."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

import cfsql

PEOPLE = """\
name,age,hours,paid
ann,38,40,low
bob,51,45,high
cat,24,40,low
dan,25,38.5,high
eve,45,,high
fay,44,40,low
gus,,20,low
"""


def features_of(table: cfsql.Table, feature: str) -> list[str | None]:
    """The values of a feature as they are compared, row by row."""
    name = f'cf_internal."{table.name}_feature_rows"'
    rows = table.database.sql(f'select "{feature}" from {name} order by row_id')
    return [value for (value,) in rows.fetchall()]


def loaded(values: Sequence[object], cut: object, kind: str) -> cfsql.Table:
    """A table whose column x has these values, of this type of DuckDB, and is cut."""
    connection = duckdb.connect()
    connection.execute(f"create temp table given (place bigint, x {kind}, y varchar)")
    connection.executemany(
        "insert into given values (?, ?, ?)",
        [[place, value, "ab"[place % 2]] for place, value in enumerate(values)],
    )
    relation = connection.sql("select x, y from given order by place")
    return cfsql.connect(connection).load(
        relation, table="t", bins={"x": cut}, label=-1
    )
