"""The commands that ask and change nothing: explain, sql, tables, describe, export."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from cfsql.cli.common import Common, command, say, show
from cfsql.cli.rank import By, Count

TableName = Annotated[str, typer.Option(metavar="T", help="The loaded table.")]


def explain(
    common: Common,
    table: TableName,
    row: Annotated[str, typer.Option(metavar="ID", help="The row to explain.")],
    by: By = "power",
    count: Count = "rows",
    show_: Annotated[
        int,
        typer.Option("--show", min=1, metavar="N", help="Alternatives to list."),
    ] = 10,
    format: Annotated[
        str, typer.Option(metavar="table|json", help="For a person, or for programs.")
    ] = "table",
) -> None:
    """Explain one row: what would have changed its outcome.

    It need not be ranked before, and nothing is stored.

    Example: cfsql explain --table adult --row 42
    """
    from cfsql import formats
    from cfsql.render import explanation_lines, plain

    formats.check(format, ("table", "json"))
    with common.reading() as database:
        explanation = database.table(table).explain(row, by=by, count=count)
    if format == "json":
        record = json.dumps(
            explanation.to_dict(), ensure_ascii=False, indent=2, default=str
        )
        show([record])
        return
    emphasis = _bold if sys.stdout.isatty() else plain
    show(explanation_lines(explanation, n_shown=show_, emphasis=emphasis))


def _bold(text: str) -> str:
    return typer.style(text, fg=typer.colors.YELLOW, bold=True)


def sql(
    common: Common,
    query: Annotated[
        str, typer.Argument(metavar="QUERY", help="One statement that only reads.")
    ],
    format: Annotated[
        str, typer.Option(metavar="table|json|jsonl|csv|markdown", help="The output.")
    ] = "table",
) -> None:
    """Run a SQL query on the database, read-only.

    Example: cfsql sql "select explanation from adult_optimal where row_id = 42"
    """
    from cfsql import formats

    formats.check(format)
    with common.reading() as database, database.session() as session:
        columns, rows = session.fetch_statement(query)
    show(formats.lines(format, columns, rows))


def tables(common: Common) -> None:
    """List what is in the database.

    Example: cfsql tables
    """
    from cfsql.render import tables_lines

    with common.reading() as database:
        known = database.tables()
        rankings: dict[str, list[str]] = {}
        for ranking in database.rankings():
            rankings.setdefault(ranking.table, []).append(
                f"{ranking.name} ({ranking.n_rows:,} rows)"
            )
    if known:
        show(tables_lines(known, rankings))
    else:
        say(f"nothing is loaded into {common.path}; start with: cfsql load FILE")


def describe(
    common: Common,
    table: Annotated[str, typer.Argument(metavar="T", help="The loaded table.")],
) -> None:
    """Describe a table: rows, classes, and what each column is.

    Example: cfsql describe adult
    """
    from cfsql.render import description_lines

    with common.reading() as database:
        described = database.table(table)
        lines = description_lines(described.profile(), described.columns())
    show(lines)


def export(
    common: Common,
    table: TableName,
    out: Annotated[
        str, typer.Option(metavar="DIR", help="The folder; made if it is not there.")
    ],
) -> None:
    """Write all result tables of a table as Parquet files.

    Example: cfsql export --table adult --out results
    """
    with common.reading() as database:
        written = database.table(table).export(out)
    for path in written:
        typer.echo(path)


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    for function in (explain, sql, tables, describe, export):
        command(app, function)
