"""The command that brings a table in."""

from __future__ import annotations

from typing import Annotated

import typer

from cfsql.cli.common import Common, command, show
from cfsql.errors import WrongUse

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A .csv, .tsv, .json, .jsonl (also .gz) or .parquet file, or -.",
    ),
]
Label = Annotated[
    str | None,
    typer.Option(metavar="COL", help="The outcome.  [default: the last column]"),
]
Id = Annotated[
    str | None,
    typer.Option(
        metavar="COL", help="Use this column as the row id; it is no feature."
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COL", help="Keep this column, but not as a feature; repeatable."
    ),
]
Bin = Annotated[
    list[str] | None,
    typer.Option(
        "--bin",
        metavar="COL=CUT",
        help="Compare numbers by intervals: age=25,45 cuts at edges, age=q4 into "
        "quantiles, age=w10 into equal widths; repeatable.",
    ),
]
Text = Annotated[bool, typer.Option("--text", help="Keep every column as text.")]
Encoding = Annotated[
    str, typer.Option(help="The encoding of a CSV file, such as latin-1.")
]


def cuts(given: list[str] | None) -> dict[str, object]:
    """How each column that --bin names is to be cut."""
    from cfsql.tables import bins

    found: dict[str, object] = {}
    for column, cut in map(bins.option, given or ()):
        if column in found:
            raise WrongUse(f"--bin names column '{column}' twice")
        found[column] = cut
    return found


def load(
    common: Common,
    file: File,
    table: Annotated[
        str | None,
        typer.Option(metavar="T", help="Its name.  [default: the file's name]"),
    ] = None,
    label: Label = None,
    id: Id = None,
    ignore: Ignore = None,
    bin: Bin = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the table if it exists.")
    ] = False,
    text: Text = False,
    encoding: Encoding = "utf-8",
) -> None:
    """Load a table and describe it.

    Example: cfsql load adult.csv --label income --ignore fnlwgt
    """
    from cfsql.show.terminal.profile import (
        profile_hints,
        profile_lines,
        profile_warnings,
    )

    with common.writing(create=True) as database:
        before = database.rankings()
        loaded = database.load(
            file,
            table=table,
            label=label,
            id=id,
            ignore=ignore or (),
            bins=cuts(bin),
            replace=replace,
            text=text,
            encoding=encoding,
        )
        profile = loaded.profile()
        after = [ranking.name for ranking in database.rankings()]
        dropped = [each.name for each in before if each.name not in after]
    show(profile_lines(profile))
    for warning in profile_warnings(profile):
        common.tell(f"warning: {warning}")
    for hint in profile_hints(profile, loaded.facts.bins):
        common.tell(hint)
    common.tell(f"loaded into {common.path} as {loaded.name}")
    if dropped:
        common.tell(f"dropped {', '.join(dropped)}, which were of the old table")


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    command(app, load)
