"""What doors ask for beside a table and its results: statements, warnings, classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb

    from cfsql.api.database import Database
    from cfsql.api.table import Table
    from cfsql.questions.audit import Audit
    from cfsql.questions.find import Found
    from cfsql.tables.catalog import Stored


def run_statement(
    database: Database, statement: str, *, limit: int | None = None
) -> tuple[list[str], list[tuple[Any, ...]], list[str]]:
    """The columns and rows of one statement that reads; what of it is old, in words."""
    from cfsql.tables.reads import stale_reads

    with database.session() as session:
        columns, rows = session.fetch_statement(statement, limit=limit)
        old = [each.line for each in stale_reads(session, statement)]
    return columns, rows, old


def refuse_source(database: Database, path: str) -> None:
    """Refuse to write an answer over a file that a table is read from."""
    from cfsql.tables import row_sources

    with database.session() as session:
        row_sources.refuse_source(session, path)


def left_behind(database: Database) -> list[str]:
    """What there is to say of tables that have changed, and of results that are old."""
    from cfsql.tables.catalog import loaded_tables, stale_lines
    from cfsql.tables.changed import stale

    with database.session() as session:
        changed = [stale(session, name) for name in loaded_tables(session)]
        lines = [each.line for each in changed if each is not None]
        return lines + stale_lines(session)


def class_names(table: Table) -> list[str]:
    """The outcomes of a table."""
    from cfsql.engines.queries import query
    from cfsql.method import encode

    with table.database.session() as session:
        encode.bind_encoding(session, table.name)
        return [name for name, _ in session.fetch(query("profile/class_counts"))]


def rows_of(relation: duckdb.DuckDBPyRelation) -> list[tuple[Any, ...]]:
    """The rows of a relation as values that Python has."""
    from cfsql.engines import duckdb as engine

    return engine.rows(relation)


def find_rows(
    table: Table, values: Mapping[str, object], words: Sequence[str], *, limit: int
) -> Found:
    """The rows with these values, and with these words in any of their cells."""
    from cfsql.questions.find import find

    with table.database.session() as session:
        return find(session, table.facts, values, words, limit=limit)


def stored_audit(table: Table, stored: Stored) -> Audit:
    """An audit as it is stored, with the first of its answers and pairs."""
    from cfsql.questions.audit.read import read_audit

    with table.database.session() as session:
        return read_audit(session, stored, table.facts)
