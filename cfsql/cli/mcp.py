"""The command that lets an agent ask a database."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

from cfsql.cli.common import Common
from cfsql.cli.declared import command
from cfsql.errors import CfsqlError, installing
from cfsql.options import ANSWERS, RUNNING, Option, duration

if TYPE_CHECKING:
    from cfsql.api.database import Database


def mcp(
    common: Common,
    anonymous: Annotated[
        bool,
        Option("Leave the row ids of the answers out.", heading=ANSWERS),
    ] = False,
    time_limit: Annotated[
        str, Option("How long a question may take.", "TIME", heading=RUNNING)
    ] = "60s",
) -> None:
    """Let an agent ask the database, over the Model Context Protocol on stdio.

    The program that the agent runs in starts this command. The database is only read,
    and opened for each question; no other file can be. With --anonymous only the row
    that is asked about is shown.

    Example: cfsql mcp --db audit.duckdb
    """
    if find_spec("mcp") is None:
        raise CfsqlError(
            f"agents need the package mcp; install it with: {installing('mcp')}"
        )
    from cfsql.agents.server import serve

    seconds = duration(time_limit, "time_limit")

    def open_database() -> Database:
        return common.open_to_read(external_access=False)

    # A wrong path is said at once, and not to the first question.
    open_database().close()
    common.tell(f"agents can ask {common.path} on standard input; stop with Ctrl-C")
    serve(open_database, seconds=seconds, is_anonymous=anonymous)


command(mcp)
