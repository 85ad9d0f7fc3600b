"""The command that checks the paper's properties on a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from cfsql.cli.common import Common, show_answer
from cfsql.cli.declared import command
from cfsql.cli.options import TableName, TableOrJson, limit_or_sample
from cfsql.errors import CfsqlError, WrongUse
from cfsql.options import (
    CHECK_SECONDS,
    SelectionOptions,
    Usual,
    changed_options,
    duration,
    options_of,
)


def check(
    common: Common,
    *,
    table: TableName,
    selection: SelectionOptions,
    seconds: Annotated[
        str | None,
        Usual("How long to draw rows and check them.  [default: 10]", "N"),
    ] = None,
    fresh: Annotated[
        bool,
        Usual("Compare all stored results with the same made from the beginning."),
    ] = False,
    format: TableOrJson = "table",
) -> None:
    """Compare answers with the definitions, which are sql/method.sql.

    Rows are answered as always, and by the script, which compares the texts of all
    cases with each other. What stored rankings say of these rows is compared with it,
    too. Unless rows are asked for, they are drawn from all classes in turn,
    contradicted and not, for as long as --seconds says. The exit code is 1 if a figure
    differs.

    --fresh is another check: all stored results of the table are made once more from
    the beginning, beside the database, and compared row by row. The exit code is 1 if
    a row differs.

    Example: cfsql check --table adult --seconds 60

    Example: cfsql check --table adult --fresh
    """
    from cfsql.show import formats
    from cfsql.show.terminal.checks import checked_lines

    formats.check(format, ("table", "json"))
    limit = None if seconds is None else duration(seconds, "seconds")
    if fresh:
        if seconds is not None or changed_options(SelectionOptions, selection):
            raise WrongUse("--fresh compares all that is stored; leave the others out")
        _check_fresh(common, table, format)
        return
    with common.reading() as database:
        loaded = database.table(table)
        if not changed_options(SelectionOptions, selection).keys() - {"seed"}:
            common.tell(
                f"checks rows of {loaded.name} for up to {limit or CHECK_SECONDS:g} s; "
                "--seconds N sets how long"
            )
        checked = loaded.check(**selection, seconds=limit, progress=common.progress())
    show_answer(format, checked.to_dict(), checked_lines(checked))
    checked.refuse()


def _check_fresh(common: Common, table: str, format: str) -> None:
    from cfsql.show.terminal.living import freshness_lines

    with common.reading() as database:
        compared = database.table(table).check_fresh(progress=common.progress())
    show_answer(format, compared.to_dict(), freshness_lines(compared))
    if not compared.hold:
        wrong = [each.relation for each in compared.compared if not each.is_fresh]
        raise CfsqlError(f"not as if made anew: {', '.join(wrong)}")


def _conflicts(given: Mapping[str, Any]) -> Iterator[str]:
    """The settings that contradict the command line."""
    if given.get("fresh"):
        yield from ("seconds", *options_of(SelectionOptions))
    yield from limit_or_sample(given)


command(check, conflicts=_conflicts)
