"""Options that several commands take, each said once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

TableName = Annotated[str, typer.Option(metavar="T", help="The loaded table.")]
By = Annotated[str, typer.Option(metavar="power|dag", help="What the rank goes by.")]
Count = Annotated[
    str, typer.Option(metavar="rows|distinct", help="Count duplicates, or once each.")
]
Sample = Annotated[
    int | None, typer.Option(metavar="N", help="Only N rows, drawn at random.")
]
Seed = Annotated[int, typer.Option(help="The draw of --sample.")]
Rows = Annotated[
    str | None, typer.Option(metavar="IDS", help="Only these rows, such as 1,5,9.")
]
Where = Annotated[
    str | None,
    typer.Option(metavar="SQL", help="Only rows with this, such as 'age > 60'."),
]
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
ForPrograms = Annotated[
    str, typer.Option(metavar="table|json", help="For a person, or for programs.")
]


def row_ids(rows: str | None) -> list[object] | None:
    """The ids of a list such as 1,5,9."""
    if rows is None:
        return None
    return [row.strip() for row in rows.split(",") if row.strip()]


def limit_or_sample(given: Mapping[str, Any]) -> Iterator[str]:
    """Of --limit and --sample, the one that is set makes way for the one given."""
    if "limit" in given:
        yield "sample"
    if "sample" in given:
        yield "limit"


def as_json(record: dict[str, Any]) -> list[str]:
    """A record for programs, as lines."""
    return [json.dumps(record, ensure_ascii=False, indent=2, default=str)]
