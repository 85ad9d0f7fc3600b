"""The command that lets an agent ask a database."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

from cfsql.agents.settings import LEAST_LONGEST, LONGEST, Settings
from cfsql.cli.common import Common
from cfsql.cli.declared import command
from cfsql.errors import CfsqlError, installing
from cfsql.options import ANSWERS, RUNNING, Option, duration


def mcp(
    common: Common,
    anonymous: Annotated[
        bool,
        Option("Leave the row ids of the answers out.", heading=ANSWERS),
    ] = False,
    time_limit: Annotated[
        str, Option("How long a question may take.", "TIME", heading=RUNNING)
    ] = "60s",
    max_characters: Annotated[
        int,
        Option(
            "How long an answer may be; a cell, a tenth of it.",
            "N",
            least=LEAST_LONGEST,
            heading=RUNNING,
        ),
    ] = LONGEST,
) -> None:
    """Let an agent ask the database: Model Context Protocol, on stdio.

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

    settings = Settings(
        path=common.path,
        is_anonymous=anonymous,
        seconds=duration(time_limit, "time_limit"),
        longest=max_characters,
        threads=common.threads,
        memory_limit=common.memory_limit,
        is_traced=common.show_sql,
    )
    # A wrong path is said at once, and not to the first question.
    with common.reading():
        pass
    common.tell(f"agents can ask {common.path} on standard input; stop with Ctrl-C")
    serve(settings)


command(mcp)
