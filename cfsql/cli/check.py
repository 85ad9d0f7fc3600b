"""The command that checks the paper's properties on a table."""

from __future__ import annotations

from cfsql.cli.common import Common, show_answer
from cfsql.cli.declared import command
from cfsql.cli.options import TableName, TableOrJson, limit_or_sample
from cfsql.errors import CfsqlError
from cfsql.options import SelectionOptions


def check(
    common: Common,
    *,
    table: TableName,
    selection: SelectionOptions,
    format: TableOrJson = "table",
) -> None:
    """Check on a table that what the paper proves holds for the answers.

    Rows are explained in both ways and compared with every case, cell by cell: a
    sample of up to 100, unless others are asked for. Each property is a query in
    sql/questions/checks.sql for the rows that offend it; the exit code is 1 if one
    finds any.

    Example: cfsql check --table adult --sample 50
    """
    from cfsql.show import formats
    from cfsql.show.terminal.checks import checks_lines

    formats.check(format, ("table", "json"))
    with common.reading() as database:
        checks = database.table(table).check(**selection, progress=common.progress())
    show_answer(format, checks.to_dict(), checks_lines(checks))
    if not checks.hold:
        failed = ", ".join(each.name for each in checks.checks if not each.holds)
        raise CfsqlError(f"not all properties hold for {checks.table}: {failed}")


command(check, conflicts=limit_or_sample)
