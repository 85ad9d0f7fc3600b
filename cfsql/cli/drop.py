"""The command that takes things away."""

from __future__ import annotations

from typing import Annotated

import typer

from cfsql.cli.command import command
from cfsql.cli.common import Common


def drop(
    common: Common,
    table: Annotated[
        str, typer.Argument(metavar="T", help="A table, or the name of a ranking.")
    ],
) -> None:
    """Drop a table with all its results, or one ranking.

    Example: cfsql drop adult
    """
    with common.writing() as database:
        dropped = database.drop(table)
    common.tell(f"dropped {', '.join(dropped)}")


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    command(app, drop)
