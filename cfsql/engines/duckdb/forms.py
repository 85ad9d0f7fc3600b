"""What leaves DuckDB, and in which types: whatever a receiver lacks goes as text.

Python, polars, Arrow, pandas and Parquet each lack some of DuckDB's types. Its client
then fails, as without pytz, or changes the value: 3 months are 90 days, the greatest
UHUGEINT is -1. So rows are cast in SQL before they leave, to the text that DuckDB
itself writes. A type that is not listed here, such as one of a later DuckDB, is text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import duckdb

from cfsql.engines.identifiers import quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_ROWS_AT_ONCE = 10_000

_SMALL = {
    *("boolean", "float", "double", "decimal", "varchar"),
    *("tinyint", "smallint", "integer", "bigint"),
    *("utinyint", "usmallint", "uinteger", "ubigint"),
}
# Not TIME: polars has no 24:00:00, and takes it for NULL.
_TIMES = {
    *("date", "timestamp", "timestamp_s", "timestamp_ms", "timestamp_ns"),
    "timestamp with time zone",
}


@dataclass(frozen=True)
class Form:
    """The types that a receiver has, by DuckDB's names of them.

    Types within lists, structs and maps are looked at one by one. With `text_keys`,
    all keys of maps are texts.
    """

    held: frozenset[str]
    instead: Mapping[str, str] = field(default_factory=dict)
    text_keys: bool = True


# Values in Python, to be printed: numbers, texts, and lists and dicts of them.
VALUES = Form(frozenset(_SMALL | {"hugeint", "uhugeint"}))
# The same in a polars frame, which has no integers of 128 bits.
FLAT = Form(frozenset(_SMALL))
# A frame of polars or Arrow.
FRAME = Form(frozenset(_SMALL | _TIMES | {"blob", "enum"}), text_keys=False)
# A Parquet file that DuckDB writes.
PARQUET = Form(
    FRAME.held | {"time", "time_ns", "timestamptz_ns", "uuid"}, text_keys=False
)
# A frame of pandas, whose dates are instants.
PANDAS = Form(FRAME.held - {"date"}, {"date": "TIMESTAMP"}, text_keys=False)


def in_form(relation: duckdb.DuckDBPyRelation, form: Form) -> duckdb.DuckDBPyRelation:
    """The relation with all its columns in types that a receiver has."""
    casts = _casts(relation.columns, relation.types, form)
    return relation if casts is None else relation.project(casts)


def rows(relation: duckdb.DuckDBPyRelation) -> list[tuple[Any, ...]]:
    """The rows of a relation, as values that Python has."""
    return in_form(relation, VALUES).fetchall()


def row_stream(relation: duckdb.DuckDBPyRelation) -> Iterator[tuple[Any, ...]]:
    """The rows of a relation as they come, for results that are large in Python."""
    for batch in in_form(relation, FLAT).to_arrow_reader(_ROWS_AT_ONCE):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def text_of(value: object) -> str:
    """A value of Python as DuckDB writes it."""
    with duckdb.connect() as connection:
        connection.execute("set TimeZone = 'UTC'")
        try:
            found = connection.execute("select cast($1 as varchar)", [value])
            return str(found.fetchall()[0][0])
        except (duckdb.Error, RuntimeError):
            return str(value)


def carried(
    relation: duckdb.DuckDBPyRelation, to: duckdb.DuckDBPyConnection
) -> duckdb.DuckDBPyRelation:
    """The relation on another connection, which may be of another database.

    Its types are as they were, but for those that a text cannot be cast to.
    """
    kinds = relation.types
    there = to.from_arrow(in_form(relation, FRAME).to_arrow_reader(_ROWS_AT_ONCE))
    casts = [
        None if str(there_kind) == str(kind) or not _can_be_read(kind) else str(kind)
        for kind, there_kind in zip(kinds, there.types, strict=True)
    ]
    return there.project(_selected(there.columns, casts))


def _can_be_read(kind: Any) -> bool:
    """Whether a text can be cast to this type, and to all the types within it."""
    if kind.id in ("list", "array", "struct", "map"):
        # The size of an array is among its children.
        return bool(kind.children) and all(
            _can_be_read(child)
            for _, child in kind.children
            if not isinstance(child, int)
        )
    return kind.id not in ("union", "variant", "tuple", "struct")


def can_be_read(kind: str) -> bool:
    """Whether a text can be cast to the type of this name."""
    return _can_be_read(duckdb.sqltype(kind))


def statement_in_form(
    statement: str, columns: Sequence[tuple[Any, ...]], form: Form
) -> str | None:
    """A statement for the same rows in a form; None if they are in it.

    The columns are those that a connection describes its result by.
    """
    names = [column[0] for column in columns]
    casts = _casts(names, [column[1] for column in columns], form)
    body = statement.rstrip().removesuffix(";")
    return None if casts is None else f"select {casts}\nfrom (\n{body}\n)"


def _casts(names: Sequence[str], kinds: Sequence[Any], form: Form) -> str | None:
    """What to select for the columns in a form; None if they are in it."""
    casts = [_cast(kind, form) for kind in kinds]
    return _selected(names, casts) if any(casts) else None


def _selected(names: Sequence[str], casts: Sequence[str | None]) -> str:
    """Columns, some of them cast, by their places, since names may come twice."""
    return ", ".join(
        f"{f'cast(#{place} as {cast})' if cast else f'#{place}'} as {quote(name)}"
        for place, (name, cast) in enumerate(zip(names, casts, strict=True), 1)
    )


def _cast(kind: Any, form: Form) -> str | None:
    """The type to cast a column of this type to; None if it can stay."""
    return None if _holds(kind, form) else _target(kind, form)


def _holds(kind: Any, form: Form) -> bool:
    """Whether the receiver has this type, and all the types within it."""
    if kind.id == "map":
        (_, key), (_, value) = kind.children
        return _key(key, form) == str(key) and _holds(value, form)
    if kind.id in ("list", "struct") and kind.children:
        return all(_holds(child, form) for _, child in kind.children)
    return kind.id in form.held


def _target(kind: Any, form: Form) -> str:
    """The nearest type that the receiver has."""
    if kind.id in form.held:
        return str(kind)
    if kind.id in form.instead:
        return form.instead[kind.id]
    if kind.id in ("list", "array"):
        (_, child), *_ = kind.children
        return f"{_target(child, form)}[]"
    if kind.id == "struct" and kind.children:
        members = (
            f"{quote(name)} {_target(child, form)}" for name, child in kind.children
        )
        return f"STRUCT({', '.join(members)})"
    if kind.id == "map":
        (_, key), (_, value) = kind.children
        return f"MAP({_key(key, form)}, {_target(value, form)})"
    return "VARCHAR"


def _key(kind: Any, form: Form) -> str:
    """The type of a map's keys: they are texts where they are not simple."""
    return str(kind) if kind.id in form.held and not form.text_keys else "VARCHAR"
