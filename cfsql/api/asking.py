"""How a table is asked: the method that the options of a call mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from cfsql.tables.catalog import LoadedTable
from cfsql.tables.declarations import with_defaults

if TYPE_CHECKING:
    from cfsql.api.database import Database
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
