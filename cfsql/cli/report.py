"""The command that writes a report for people who have no database."""

from __future__ import annotations

from typing import Annotated

from cfsql.cli.common import Common
from cfsql.cli.declared import command
from cfsql.cli.output import show
from cfsql.options import ANSWERS, OUTPUT, Option, PageSpeechOptions


def report(
    common: Common,
    table: Annotated[
        str,
        Option("A ranked table, or the name of a ranking.", "T"),
    ],
    speech: PageSpeechOptions,
    out: Annotated[
        str | None,
        Option("The page to write.  [default: T_report.html]", "FILE", heading=OUTPUT),
    ] = None,
    rows: Annotated[
        list[str] | None,
        Option(
            "The rows to explain in it, such as 1-5,9.  [default: some of each]", "IDS"
        ),
    ] = None,
    anonymous: Annotated[
        bool, Option("Leave the row ids of the answers out.", heading=ANSWERS)
    ] = False,
    title: Annotated[
        str | None,
        Option("What stands over the page.  [default: T]", "TEXT", heading=OUTPUT),
    ] = None,
    logo: Annotated[
        str | None,
        Option("A picture to put into its head.", "FILE", heading=OUTPUT),
    ] = None,
    sections: Annotated[
        list[str] | None,
        Option(
            "The only sections that it has, such as distance,rows.",
            "A,B",
            heading=OUTPUT,
        ),
    ] = None,
) -> None:
    """Write a ranking as one HTML page, which needs no network.

    It tells what the table is, how far and how clear its counterfactuals are, what
    they change, which class turns into which, and explains some rows one by one. With
    --anonymous it has no row ids at all, and no lists that consist of rows.

    Example: cfsql report --table adult --out adult.html
    """
    from cfsql import export
    from cfsql.words import many

    if out is not None:
        export.check(out, export.PAGES)
    with common.reading() as database:
        made = database.ranking(table).report(rows=rows, anonymous=anonymous, **speech)
    path = out or made.file_name
    made.write(path, title=title, logo=logo, sections=sections)
    show([path], is_data=True)
    common.tell(
        f"{many(made.overview.n_rows, 'row')} of {made.ranking.table} summed up, "
        f"{len(made.rows):,} explained; open the page in a browser"
    )


command(report)
