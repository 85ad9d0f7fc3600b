"""The command that shows a database in the browser."""

from __future__ import annotations

from typing import Annotated

from cfsql.cli.common import Common
from cfsql.cli.declared import command
from cfsql.cli.output import show
from cfsql.options import ANSWERS, Option, SpeechOptions
from cfsql.speech import Speech
from cfsql.ui import refuse_missing_parts


def ui(
    common: Common,
    speech: SpeechOptions,
    table: Annotated[
        str | None,
        Option("The table to begin with.", "T"),
    ] = None,
    port: Annotated[
        int | None,
        Option(
            "The port on this machine.  [default: 8421, else a free one]",
            "N",
            least=1,
            most=65535,
        ),
    ] = None,
    anonymous: Annotated[
        bool,
        Option("Leave the row ids of the answers out.", heading=ANSWERS),
    ] = False,
    no_browser: Annotated[bool, Option("Only print the link.")] = False,
) -> None:
    """Explore in the browser: pick a case, see what would change it.

    The pages are served on this machine alone, to whoever has the link that is printed,
    until Ctrl-C. The database is only read; while nobody asks, other commands can
    write to it. With --anonymous pages name no row but the one that is asked about.

    Example: cfsql ui --table adult
    """
    refuse_missing_parts()
    from cfsql.ui.server import serve

    with common.reading() as database:
        if table is not None:
            table = database.table(table).name
        spoken = Speech.of(speech)
        if spoken.names.each:
            tables = database.tables()
            known = [name for each in tables for name, *_ in each.columns()]
            spoken.names.refuse_unknown(known, common.path)

    def announce(link: str) -> None:
        show([link])
        common.tell(f"showing {common.path}; stop with Ctrl-C")

    serve(
        common.path,
        common.open_to_read,
        table=table,
        port=port,
        is_anonymous=anonymous,
        open_browser=not no_browser,
        announce=announce,
        trace=common.trace,
        speech=spoken,
    )
    common.tell("stopped")


command(ui)
