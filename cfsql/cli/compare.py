"""The command that compares two rows."""

from __future__ import annotations

from typing import Annotated

from cfsql.cli.common import Common, emphasis, show_answer
from cfsql.cli.declared import command
from cfsql.cli.options import TableName, TableOrJson
from cfsql.errors import WrongUse
from cfsql.options import Option, SpeechOptions


def compare(
    common: Common,
    table: TableName,
    rows: Annotated[list[str], Option("The two rows.", "A,B")],
    options: SpeechOptions,
    format: TableOrJson = "table",
) -> None:
    """Compare two rows: on which features they agree.

    Example: cfsql compare --table adult --rows 1,2
    """
    from cfsql.show import formats
    from cfsql.show.terminal.side_by_side import comparison_lines

    formats.check(format, ("table", "json"))
    with common.reading() as database:
        asked = database.table(table)
        compared = asked.row_ids(rows)
        if len(compared) != 2:
            given = ",".join(rows)
            raise WrongUse(f"--rows takes two rows, such as 1,2; not '{given}'")
        comparison = asked.compare(*compared, **options)
    lines = comparison_lines(comparison, emphasis=emphasis())
    show_answer(format, comparison.to_dict(), lines)


command(compare)
