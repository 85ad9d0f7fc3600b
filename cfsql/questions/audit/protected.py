"""The protected columns of an audit: which are meant, and which cannot be."""

from __future__ import annotations

from collections.abc import Sequence

from cfsql.engines.duckdb import Session
from cfsql.errors import UnknownName, WrongUse
from cfsql.options import one_by_one
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.profile import columns

# An ignored column is no feature: cases that are equal in all features may differ in
# it, and are compared.
_PROTECTABLE = ("feature", "ignored")


def protected_columns(
    session: Session, table: LoadedTable, names: Sequence[str]
) -> list[str]:
    """The columns that are meant, in their order; refuse what cannot be protected.

    Names match whatever their case. One that is no column may be several, with
    commas between them.
    """
    names = [names] if isinstance(names, str) else names
    roles = {name: role for name, _, role, _ in columns(session, table)}
    known = {name.lower(): name for name in roles}
    found = set()
    wanted = one_by_one(
        "protected", names, lambda text: text.lower() in known, of="column"
    )
    for name in wanted:
        column = name if name in roles else known.get(name.lower())
        if column is None:
            able = [each for each, role in roles.items() if role in _PROTECTABLE]
            raise UnknownName("column", name, able, table.name)
        if roles[column] == "label":
            raise WrongUse(
                f"column '{column}' is the label of {table.name}: it is what may "
                "differ, so it cannot be protected"
            )
        if roles[column] not in _PROTECTABLE:
            raise WrongUse(
                f"column '{column}' is the id of the rows of {table.name}: every row "
                "has its own, so it cannot be protected"
            )
        found.add(column)
    return [column for column in roles if column in found]
