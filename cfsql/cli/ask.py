"""The commands that compare two rows, and that check the answers of a table."""

from __future__ import annotations

from typing import Annotated

import typer

from cfsql.cli.command import command
from cfsql.cli.common import Common, emphasis, show, show_json
from cfsql.cli.options import TableName, TableOrJson, limit_or_sample, row_ids
from cfsql.errors import CfsqlError, WrongUse
from cfsql.options import SelectionOptions


def compare(
    common: Common,
    table: TableName,
    rows: Annotated[str, typer.Option(metavar="A,B", help="The two rows.")],
    format: TableOrJson = "table",
) -> None:
    """Compare two rows: the features on which they agree, and those they do not.

    Example: cfsql compare --table adult --rows 1,2
    """
    from cfsql.show import formats
    from cfsql.show.terminal.side_by_side import comparison_lines

    formats.check(format, ("table", "json"))
    compared = row_ids(rows) or []
    if len(compared) != 2:
        raise WrongUse(f"--rows takes two rows, such as 1,2; not '{rows}'")
    with common.reading() as database:
        comparison = database.table(table).compare(*compared)
    if format == "json":
        show_json(comparison.to_dict())
    else:
        show(comparison_lines(comparison, emphasis=emphasis()))


def check(
    common: Common,
    *,
    table: TableName,
    selection: SelectionOptions,
    format: TableOrJson = "table",
) -> None:
    """Check on a table that what the paper proves holds for the answers.

    Rows are explained in both ways and compared with every case, cell by cell: a
    sample of up to 100, unless others are asked for. Each property is a query under
    sql/checks that looks for what offends it; the exit code is 1 if one finds any.

    Example: cfsql check --table adult --sample 50
    """
    from cfsql.show import formats
    from cfsql.show.terminal.checks import checks_lines

    formats.check(format, ("table", "json"))
    with common.reading() as database:
        checks = database.table(table).check(**selection, progress=common.progress())
    if format == "json":
        show_json(checks.to_dict())
    else:
        show(checks_lines(checks))
    if not checks.hold:
        failed = ", ".join(each.name for each in checks.checks if not each.holds)
        raise CfsqlError(f"not all properties hold for {checks.table}: {failed}")


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    command(app, compare)
    command(app, check, conflicts=limit_or_sample)
