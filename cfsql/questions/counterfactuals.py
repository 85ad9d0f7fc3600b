"""All counterfactuals of a row, near and far, and which of them can be reduced."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method import encode
from cfsql.method.constraints import Problem
from cfsql.method.rank import Method, stage_population
from cfsql.method.selection import Selection, select_rows
from cfsql.questions.explain import Change
from cfsql.questions.frames import Frames
from cfsql.tables.catalog import LoadedTable

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True)
class AnyCounterfactual:
    """A case with another label, and what would have to change to become it."""

    counterfactual_id: object
    counterfactual_label: str
    distance: int
    changes: list[Change]
    explanation: str
    support: int
    is_minimal: bool
    is_irreducible_subset: bool
    is_irreducible_literal: bool


@dataclass(frozen=True)
class Counterfactuals(Frames):
    """The counterfactuals of a row, the nearest first: all, or the first few."""

    table: str
    label_column: str
    row_id: object
    label: str
    n_counterfactuals: int
    counterfactuals: list[AnyCounterfactual]

    def to_dict(self) -> dict[str, Any]:
        """For programs, as `cfsql explain --all --format json` prints it."""
        return asdict(self)

    def relation(self) -> duckdb.DuckDBPyRelation:
        """The counterfactuals as a DuckDB relation."""
        import duckdb
        import polars as pl

        row_ids = pl.Series([self.row_id]).dtype
        change = pl.Struct(dict.fromkeys(Change.__annotations__, pl.String))
        frame = pl.DataFrame(
            [
                {"row_id": self.row_id, "label": self.label, **asdict(each)}
                for each in self.counterfactuals
            ],
            schema={
                "row_id": row_ids,
                "label": pl.String,
                "counterfactual_id": row_ids,
                "counterfactual_label": pl.String,
                "distance": pl.Int32,
                "changes": pl.List(change),
                "explanation": pl.String,
                "support": pl.Int64,
                "is_minimal": pl.Boolean,
                "is_irreducible_subset": pl.Boolean,
                "is_irreducible_literal": pl.Boolean,
            },
        )
        return duckdb.connect().from_arrow(frame.to_arrow())


def counterfactuals(
    session: Session, table: LoadedTable, row: object, *, limit: int | None = None
) -> Counterfactuals:
    """All counterfactuals of a row, or the nearest ones; nothing is stored."""
    if limit is not None and limit < 1:
        raise WrongUse(f"--show takes a number from 1 on, not {limit}")
    fields = encode.bind(session, table.name)
    select_rows(session, table, Selection(rows=[row]))
    stage_population(session, Problem(fields, table.n_instances), Method())
    session.stage(query("search/targets"))
    n_all = session.stage(query("counterfactuals/unlike_instances"))
    listed = query("counterfactuals/listed_counterfactuals")
    session.stage(listed, limit=limit)
    session.stage_empty(listed, into="irreducibles", limit=limit)
    for (distance,) in session.fetch(query("counterfactuals/distances")):
        session.append(query("counterfactuals/irreducibles"), distance=distance)
    session.stage(query("counterfactuals/spared_features"))
    session.bind("measured_pairs", "listed_counterfactuals")
    session.stage(query("rank/disagreement_sets"))
    session.bind("shown_instances", "listed_counterfactuals")
    session.stage(query("results/shown_rows"))
    session.stage(query("encode/texts"), features=[field.feature for field in fields])
    (asked,) = session.fetch_records(query("select/asked_row"))
    found = []
    for record in session.fetch_records(query("counterfactuals/counterfactuals")):
        record["changes"] = [Change(**change) for change in record["changes"]]
        found.append(AnyCounterfactual(**record))
    return Counterfactuals(
        table=table.name,
        label_column=table.label,
        row_id=asked["row_id"],
        label=asked["label"],
        n_counterfactuals=n_all,
        counterfactuals=found,
    )
