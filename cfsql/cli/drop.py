"""The command that takes things away."""

from __future__ import annotations

from typing import Annotated

from cfsql.cli.common import Common
from cfsql.cli.declared import Argument, command


def drop(
    common: Common,
    table: Annotated[str, Argument("A table, or the name of a ranking.", "T")],
) -> None:
    """Drop a table with all its results, or one ranking.

    Example: cfsql drop adult
    """
    with common.writing() as database:
        places = {each.name.lower(): each.facts for each in database.tables()}
        dropped = database.drop(table)
    if dropped:
        common.tell(f"dropped {', '.join(dropped)}")
    facts = places.get(table.lower())
    if facts is not None and facts.place is not None:
        common.tell(f"forgot {facts.name}; {facts.source} stays as it is")


command(drop)
