"""Options of the command line: from `cfsql.options`, and those it alone has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from inspect import Parameter
from typing import Annotated, Any

import typer

from cfsql.options import Option, RankOptions, SourceOptions, options_of

TableName = Annotated[str, typer.Option(metavar="T", help="The loaded table.")]
Into = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Store under this name, not the table's."),
]
Out = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Also write a .parquet, .csv or .json file."),
]
Show = Annotated[
    int, typer.Option("--show", min=1, metavar="N", help="How many to list.")
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
TableOrJson = Annotated[
    str, typer.Option(metavar="table|json", help="For a person, or for programs.")
]


def declared(name: str) -> Any:
    """The typer option of one that `rank` takes."""
    return _typer_option({**options_of(SourceOptions), **options_of(RankOptions)}[name])


def _typer_option(option: Option) -> Any:
    help = option.help
    if option.is_list:
        help = f"{help.removesuffix('.')}; may be repeated."
    metavar = option.metavar or "|".join(option.choices) or None
    return typer.Option(metavar=metavar, help=help)


def any_format(help: str) -> Any:
    """The typer option --format of a command whose rows can be had in any format."""
    return typer.Option(metavar="table|json|jsonl|csv|markdown", help=help)


def typer_parameter(name: str, option: Option) -> Parameter:
    """An option of `cfsql.options` as the parameter of a command.

    The command line gives names one by one, row ids as 1,5,9 and labels as texts.
    """
    kinds: dict[Any, Any] = {each: each for each in (bool, int, str, int | None)}
    kinds[Sequence[str]] = list[str] | None
    return Parameter(
        name,
        Parameter.KEYWORD_ONLY,
        default=None if option.is_list else option.default,
        annotation=Annotated[kinds.get(option.type, str | None), _typer_option(option)],
    )


def given_value(option: Option, value: Any) -> Any:
    """A value of the command line as the library takes it."""
    if option.is_list:
        return value or ()
    if option.type == Sequence[object] | None:
        return row_ids(value)
    return value


def row_ids(rows: str | None) -> list[object] | None:
    """The ids of a list such as 1,5,9."""
    if rows is None:
        return None
    return [row.strip() for row in rows.split(",") if row.strip()]


def limit_or_sample(given: Mapping[str, Any]) -> Iterator[str]:
    """The one of --limit and --sample that conflicts with the one that is given."""
    if "limit" in given:
        yield "sample"
    if "sample" in given:
        yield "limit"
