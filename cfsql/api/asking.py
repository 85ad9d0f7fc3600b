"""How a table is asked: what the options of a call mean, and where answers go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from cfsql.tables.catalog import Kind, LoadedTable, refuse_foreign
from cfsql.tables.declarations import with_defaults

if TYPE_CHECKING:
    from cfsql.api.database import Database
    from cfsql.engines.duckdb import Session
    from cfsql.method.rank import Method


def asked_method(
    database: Database, table: LoadedTable, options: Mapping[str, object]
) -> Method:
    """The method that options ask for, with what is declared of the table.

    A number as the target means its class.
    """
    from cfsql.method.rank import Method

    method = Method.of(with_defaults(table, options))
    asked = method.constraints
    if asked.target is None or table.label not in table.bins:
        return method
    from cfsql.tables.bins import class_of

    with database.session() as session:
        target = class_of(session, table.name, table.label, asked.target)
    return replace(method, constraints=replace(asked, target=target))


@contextmanager
def storing(
    database: Database, table: LoadedTable, kind: Kind, into: str | None
) -> Iterator[Session]:
    """A session to store a result in, under a name that is not another's."""
    with database.session(is_storing=True) as session:
        refuse_foreign(session, table, into, kind)
        yield session
