"""The commands that ask and change nothing: explain, compare, check, sql and others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

import typer

from cfsql.cli.common import Common, command, say, show
from cfsql.cli.load import Encoding
from cfsql.cli.options import (
    Anonymous,
    By,
    Count,
    Diverse,
    ForPrograms,
    Freeze,
    IgnoreFeature,
    MaxChanges,
    MinSupport,
    Nearest,
    Out,
    Require,
    Rows,
    Sample,
    Seed,
    TableName,
    Target,
    Where,
    as_json,
    limit_or_sample,
    row_ids,
)
from cfsql.errors import CfsqlError, WrongUse

# What a person is shown at once.
_N_SHOWN = 10


def explain(
    common: Common,
    table: TableName,
    row: Annotated[
        str | None, typer.Option(metavar="ID", help="The row to explain.")
    ] = None,
    values: Annotated[
        str | None,
        typer.Option(
            metavar="JSON",
            help='A new case, such as \'{"age": "<25", …}\', instead of a row.',
        ),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Many new cases, instead of a row."),
    ] = None,
    label: Annotated[
        str | None, typer.Option(help="The outcome of the new cases.")
    ] = None,
    all_: Annotated[
        bool,
        typer.Option(
            "--all", help="All counterfactuals, also those that are not minimal."
        ),
    ] = False,
    freeze: Freeze = None,
    target: Target = None,
    require: Require = None,
    max_changes: MaxChanges = None,
    min_support: MinSupport = None,
    ignore: IgnoreFeature = None,
    nearest: Nearest = 1,
    diverse: Diverse = False,
    anonymous: Anonymous = False,
    by: By = "power",
    count: Count = "rows",
    show_: Annotated[
        int | None,
        typer.Option(
            "--show", min=1, metavar="N", help="How many to list: 10, in JSON all."
        ),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            metavar="table|json",
            help="For a person or programs; --file: also jsonl, csv, markdown.",
        ),
    ] = "table",
    out: Out = None,
    encoding: Encoding = "utf-8",
) -> None:
    """Explain one row, or new cases: what would have changed the outcome.

    A row need not be ranked before, and nothing is stored. A new case is explained
    against the table and is no part of it. With --all, every case with another outcome
    is listed, the nearest first, with whether it is minimal and whether it is
    irreducible, by subsets and by literals.

    Example: cfsql explain --table adult --row 42
    """
    from cfsql.questions.new_cases import parse_values
    from cfsql.show import export, formats
    from cfsql.show.terminal.counterfactuals import counterfactuals_lines
    from cfsql.show.terminal.explanation import explanation_lines, new_cases_lines

    formats.check(format, formats.FORMATS if file else ("table", "json"))
    n_shown = show_ or _N_SHOWN
    subjects = {"--row": row, "--values": values, "--file": file}
    chosen = [option for option, value in subjects.items() if value is not None]
    if not chosen:
        raise WrongUse("explain what? Give --row ID, --values JSON or --file FILE")
    if len(chosen) > 1:
        raise WrongUse(f"give only one of {' and '.join(chosen)}")
    if row is not None and label is not None:
        raise WrongUse("--label is for new cases; a row has its own")
    if out is not None:
        if file is None:
            raise WrongUse("--out is for --file; one answer is printed")
        export.check(out)
    asked: dict[str, Any] = {
        "freeze": freeze or (),
        "target": target,
        "require": require,
        "max_changes": max_changes,
        "min_support": min_support,
        "nearest": nearest,
        "diverse": diverse,
        "anonymous": anonymous,
        "ignore": ignore or (),
        "by": by,
        "count": count,
    }
    defaults = ((), None, False, 1, "power", "rows")
    given = [name for name, value in asked.items() if value not in defaults]
    if all_ and given:
        option = given[0].replace("_", "-")
        raise WrongUse(f"--all lists every counterfactual, whatever --{option} says")
    if all_ and row is None:
        raise WrongUse("--all is for a row of the table; give --row ID")
    if file is not None:
        with common.reading() as database:
            cases = database.table(table).explain_cases(
                file,
                label=label,
                encoding=encoding,
                progress=common.progress(),
                **asked,
            )
        for remark in cases.remarks:
            common.tell(remark)
        if format == "table":
            show(new_cases_lines(table, cases, n_shown=n_shown))
        else:
            relation = cases.ranked
            show(formats.lines(format, relation.columns, relation.fetchall()))
        if out is not None:
            export.write(cases.ranked, out)
            common.tell(
                f"wrote the counterfactuals of {cases.n_cases:,} cases to {out}"
            )
        return
    with common.reading() as database:
        if all_:
            limit = show_ if format == "json" else n_shown
            found = database.table(table).counterfactuals(row, limit=limit)
        else:
            case = row if values is None else parse_values(values)
            explanation = database.table(table).explain(case, label=label, **asked)
            for remark in explanation.remarks:
                common.tell(remark)
    if format == "json":
        if not all_ and show_ is not None:
            first = explanation.counterfactuals[:show_]
            explanation = replace(explanation, counterfactuals=first)
        show(as_json(found.to_dict() if all_ else explanation.to_dict()))
    elif all_:
        show(counterfactuals_lines(found))
    else:
        show(explanation_lines(explanation, n_shown=n_shown, emphasis=_emphasis()))


def compare(
    common: Common,
    table: TableName,
    rows: Annotated[str, typer.Option(metavar="A,B", help="The two rows.")],
    format: ForPrograms = "table",
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
        show(as_json(comparison.to_dict()))
    else:
        show(comparison_lines(comparison, emphasis=_emphasis()))


def check(
    common: Common,
    table: TableName,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="Only the first N rows.")
    ] = None,
    sample: Sample = None,
    seed: Seed = 0,
    rows: Rows = None,
    where: Where = None,
    format: ForPrograms = "table",
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
        checks = database.table(table).check(
            limit=limit,
            sample=sample,
            seed=seed,
            rows=row_ids(rows),
            where=where,
            progress=common.progress(),
        )
    show(as_json(checks.to_dict()) if format == "json" else checks_lines(checks))
    if not checks.hold:
        failed = ", ".join(each.name for each in checks.checks if not each.holds)
        raise CfsqlError(f"not all properties hold for {checks.table}: {failed}")


def _emphasis() -> Callable[[str], str]:
    from cfsql.show.terminal.pieces import plain

    return _bold if sys.stdout.isatty() else plain


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
    from cfsql.show import formats

    formats.check(format)
    with common.reading() as database, database.session() as session:
        columns, rows = session.fetch_statement(query)
    show(formats.lines(format, columns, rows))


def tables(common: Common) -> None:
    """List what is in the database.

    Example: cfsql tables
    """
    from cfsql.show.terminal.tables import tables_lines

    with common.reading() as database:
        known = database.tables()
        results: dict[str, list[str]] = {}
        for stored in database.results():
            results.setdefault(stored.table, []).append(stored.relations[0])
    if known:
        show(tables_lines(known, results))
    else:
        say(f"nothing is loaded into {common.path}; start with: cfsql load FILE")


def describe(
    common: Common,
    table: Annotated[str, typer.Argument(metavar="T", help="The loaded table.")],
) -> None:
    """Describe a table: rows, classes, and what each column is.

    Example: cfsql describe adult
    """
    from cfsql.show.terminal.profile import description_lines

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


def _all_or_ranked(given: Mapping[str, Any]) -> Iterator[str]:
    """The settings of explain that do not go with what the command line gives."""
    if given.get("all_"):
        yield from _OF_RANKING
    if any(name in given for name in _OF_RANKING):
        yield "all_"
    for one in _SUBJECTS:
        if one in given:
            yield from (other for other in _SUBJECTS if other != one)
    if "row" in given:
        yield "label"


# What is explained, and what only a ranking takes.
_SUBJECTS = ("row", "values", "file")
_OF_RANKING = (
    *("by", "count", "freeze", "target", "require", "max_changes", "min_support"),
    *("ignore", "nearest", "diverse", "anonymous"),
)


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    command(app, explain, makes_way=_all_or_ranked)
    command(app, compare)
    command(app, check, makes_way=limit_or_sample)
    for function in (sql, tables, describe, export):
        command(app, function)
