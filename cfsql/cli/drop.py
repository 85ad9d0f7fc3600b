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
        dropped = database.drop(table)
    common.tell(f"dropped {', '.join(dropped)}")


command(drop)
