"""Cursors on a connection that may be the caller's: its own state stays as it is.

A cursor is a connection of its own to the same database. It has temporary tables,
transactions and settings of its own, and can be used while the connection is busy.
"""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from cfsql.engines.duckdb.failures import explain_error
from cfsql.engines.identifiers import quote
from cfsql.errors import CfsqlError, WrongUse

# What texts and orders must not depend on: the machine, and the user's settings.
_SETTINGS = {
    "TimeZone": "'UTC'",
    "default_order": "'asc'",
    "default_null_order": "'nulls_last'",
}


@dataclass(frozen=True)
class Place:
    """The database and the schema in which tables are."""

    catalog: str
    schema: str

    def name(self, relation: str) -> str:
        """The quoted name of a table or view in this place."""
        return quote(self.catalog, self.schema, relation)


class Unseen(CfsqlError):
    """What a connection cannot read now, or is not there."""


def place_of(connection: duckdb.DuckDBPyConnection) -> Place:
    """The current database and schema of a connection.

    A query by `execute` would throw away a result that the caller still reads.
    """
    try:
        rows = connection.sql("select current_database(), current_schema()")
        return Place(*rows.fetchall()[0])
    except duckdb.Error as error:
        raise CfsqlError(
            f"the connection cannot be used: {explain_error(error)}"
        ) from error


def open_cursor(
    connection: duckdb.DuckDBPyConnection, place: Place
) -> duckdb.DuckDBPyConnection:
    """A cursor in a place, with settings of its own."""
    cursor = connection.cursor()
    cursor.execute(f"use {quote(place.catalog, place.schema)}")
    for name, value in _SETTINGS.items():
        cursor.execute(f"set session {name} = {value}")
    return cursor


def relation(
    connection: duckdb.DuckDBPyConnection, place: Place, name: str
) -> duckdb.DuckDBPyRelation:
    """A table or view in a place, as a relation."""
    try:
        return connection.sql(f"from {place.name(name)}")
    except duckdb.Error as error:
        raise Unseen(explain_error(error)) from error


def refuse_transaction(connection: duckdb.DuckDBPyConnection) -> None:
    """Refuse a connection with an open transaction: it would not see what is stored.

    Whether one is open cannot be asked, but each statement without one has another
    number. A connection that is busy is let be.
    """
    try:
        first, second = (
            connection.sql("select txid_current()").fetchall() for _ in range(2)
        )
    except duckdb.TransactionException:
        first = second = []
    except duckdb.Error:
        return
    if first == second:
        raise WrongUse(
            "the connection has an open transaction, and would not see what is "
            "stored: commit it or roll it back first, or give cfsql a cursor of it"
        )
