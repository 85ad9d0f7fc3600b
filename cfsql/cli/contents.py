"""The commands on what a database holds: sql, tables, describe, declare, export."""

from __future__ import annotations

from typing import Annotated

from cfsql.cli.common import Common, show_table
from cfsql.cli.declared import Argument, command
from cfsql.cli.options import Bom, TableName, any_format
from cfsql.cli.output import say, show
from cfsql.options import DECLARED, OUTPUT, DeclareOptions, Option, changed_options


def sql(
    common: Common,
    query: Annotated[str, Argument("One statement that only reads.", "QUERY")],
    format: Annotated[str, any_format("The output.")] = "table",
    bom: Bom = False,
) -> None:
    """Run a SQL query on the database, read-only.

    Where it reads results of a table that has changed since, a warning says so.

    Example: cfsql sql "select explanation from adult_optimal where row_id = 42"
    """
    from cfsql.api.doors import run_statement
    from cfsql.export import check_bom
    from cfsql.show import formats

    formats.check(format)
    check_bom(bom, format, None)
    with common.reading() as database:
        columns, rows, old = run_statement(database, query)
    show_table(format, columns, rows, bom=bom)
    for line in old:
        say(f"warning: {line}")


def tables(common: Common) -> None:
    """List what is in the database.

    Example: cfsql tables
    """
    from cfsql.api.doors import left_behind
    from cfsql.show.terminal.tables import tables_lines

    with common.reading() as database:
        known = database.tables()
        lines = left_behind(database)
        results: dict[str, list[str]] = {}
        for stored in database.results():
            results.setdefault(stored.table, []).append(stored.relations[0])
    if known:
        show(tables_lines(known, results))
        for line in lines:
            say(line)
    else:
        say(f"nothing is loaded into {common.path}; start with: cfsql load FILE")


def describe(
    common: Common,
    table: Annotated[str, Argument("The loaded table.", "T")],
) -> None:
    """Describe a table: rows, classes, and what each column is.

    Example: cfsql describe adult
    """
    from cfsql.show.terminal.profile import declared_lines, description_lines

    with common.reading() as database:
        described = database.table(table)
        lines = description_lines(described.profile(), described.columns())
        lines += declared_lines(described.declared)
    show(lines)


def declare(
    common: Common,
    table: Annotated[str, Argument("The loaded table.", "T")],
    options: DeclareOptions,
    free: Annotated[
        list[str] | None,
        Option("Declare nothing of this column any more.", "COL", heading=DECLARED),
    ] = None,
) -> None:
    """Declare what can change: the default of all questions.

    What is named is declared anew, and all else stays. Without options, it is shown.
    Stored rankings stay as they were made.

    Example: cfsql declare adult --immutable sex,race --only-up age
    """
    from cfsql.show.terminal.profile import declared_lines

    if not free and not changed_options(DeclareOptions, options):
        with common.reading() as database:
            declared = database.table(table).declared
    else:
        with common.writing() as database:
            declared = database.table(table).declare(free=free or (), **options)
    lines = declared_lines(declared)
    show(lines[1:] if lines else [f"nothing is declared of {table}"])


def export(
    common: Common,
    table: TableName,
    out: Annotated[
        str, Option("The folder; made if it is not there.", "DIR", heading=OUTPUT)
    ],
    overwrite: Annotated[
        bool, Option("Replace the files of an earlier export.", heading=OUTPUT)
    ] = False,
) -> None:
    """Write a table and all its result tables as Parquet files.

    Example: cfsql export --table adult --out results
    """
    with common.reading() as database:
        written = database.table(table).export(out, overwrite=overwrite)
    show(written, is_data=True)


for _function in (sql, tables, describe, declare, export):
    command(_function)
