"""Options of the command line: from `cfsql.options`, and those it alone has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from cfsql.cli.declared import Argument
from cfsql.options import (
    LAST,
    OUTPUT,
    READING,
    RUNNING,
    FileOptions,
    Option,
    RankOptions,
    ReadOptions,
    SourceOptions,
    Usual,
    options_of,
)

_FORMATS = ("table", "json", "jsonl", "csv", "markdown")

# Files that say themselves how they are read, and what they may still need.
_NO_CSV = (".parquet", ".pq", ".json", ".jsonl", ".ndjson")
_ANYWHERE = ("rename_duplicates",)

TableName = Annotated[str, Usual("The loaded table.", "T")]
Sources = Annotated[
    list[str] | None,
    Argument(
        "Files (.csv, .tsv, .json, .jsonl, also .gz; .parquet), a pattern, a folder, "
        "or -; table:NAME of the database; another DuckDB or SQLite file; "
        "postgresql://USER@HOST/DB; https:// or s3://.",
        "SOURCE",
    ),
]
Into = Annotated[
    str | None,
    Usual("Store under this name, not the table's.", "NAME", heading=OUTPUT),
]
Out = Annotated[
    str | None,
    Usual("Also write a .parquet, .csv, .json or .xlsx file.", "FILE", heading=OUTPUT),
]
Bom = Annotated[
    bool,
    Option(
        "CSV for spreadsheets: a byte order mark, and no cell that is a formula.",
        heading=OUTPUT,
    ),
]
TimeLimit = Annotated[
    str | None,
    Option(
        "Stop after so long, such as 30s or 5m, and store nothing.",
        "TIME",
        heading=RUNNING,
    ),
]
Show = Annotated[int, Usual("How many to list.", "N", least=1, heading=OUTPUT)]
Bin = Annotated[
    list[str] | None,
    Usual(
        "Cut numbers at edges (age=25,45), quantiles (age=q4) or evenly (age=w10); "
        "the label into classes.",
        "COL=CUT",
        heading=READING,
    ),
]
TableOrJson = Annotated[
    str,
    Usual("For a person, or for programs.", choices=_FORMATS[:2], heading=OUTPUT),
]


def declared(name: str) -> Option:
    """An option that `rank` takes."""
    return {**options_of(SourceOptions), **options_of(RankOptions)}[name]


def label_apart(source: SourceOptions) -> tuple[str | int, ReadOptions]:
    """The label of a file, the last column if none is named, and the other options."""
    others: Any = {name: value for name, value in source.items() if name != "label"}
    label = source.get("label")
    return LAST if label is None else label, others


def any_format(help: str) -> Option:
    """The option --format of a command whose rows can be had in any format."""
    told = f"{help.removesuffix('.')}, as {', '.join(_FORMATS)}."
    return Usual(told, "FORMAT", choices=_FORMATS, heading=OUTPUT)


def given_value(option: Option, value: Any) -> Any:
    """A value of the command line as the library takes it."""
    return value or option.default if option.is_list else value


def of_csv_files(given: Mapping[str, Any]) -> Iterator[str]:
    """The settings that a file which is no CSV has no use for."""
    files = given.get("files") or [given.get("file") or ""]
    if any(suffix.lower() in _NO_CSV for suffix in Path(files[0]).suffixes):
        yield from (name for name in options_of(FileOptions) if name not in _ANYWHERE)


def limit_or_sample(given: Mapping[str, Any]) -> Iterator[str]:
    """The one of --limit and --sample that conflicts with the one that is given."""
    if "limit" in given:
        yield "sample"
    if "sample" in given:
        yield "limit"
