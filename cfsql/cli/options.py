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
Freeze = Annotated[
    list[str] | None,
    typer.Option(metavar="COL", help="What may not change; may be repeated."),
]
Target = Annotated[
    str | None,
    typer.Option(
        metavar="LABEL", help="The outcome to reach; each: every other one, separately."
    ),
]
Require = Annotated[
    str | None,
    typer.Option(
        metavar="SQL",
        help="A condition on the row a and the answer b, such as 'b.age >= a.age'.",
    ),
]
MaxChanges = Annotated[
    int | None, typer.Option(metavar="K", help="At most K features may change.")
]
MinSupport = Annotated[
    int | None,
    typer.Option(metavar="K", help="Only answers that at least K rows are equal to."),
]
IgnoreFeature = Annotated[
    list[str] | None,
    typer.Option(metavar="COL", help="A column that is no feature; may be repeated."),
]
Nearest = Annotated[
    int,
    typer.Option(metavar="K", help="Answers up to the K best distances, not only one."),
]
Diverse = Annotated[
    bool,
    typer.Option("--diverse", help="One answer for each set of features to change."),
]
Anonymous = Annotated[
    bool,
    typer.Option("--anonymous", help="Leave the row ids of the answers out."),
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
