"""All counterfactuals of a row, near and far, and which of them can be reduced."""

from __future__ import annotations

from dataclasses import dataclass, field

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method import encode
from cfsql.method.constraints import Problem
from cfsql.method.rank import Method, stage_population
from cfsql.method.selection import Selection, select_rows
from cfsql.questions.explanation import Change
from cfsql.speech import Speech, column, current, figure, say, shown_value
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Column, Held, Rows


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


@dataclass(frozen=True, repr=False)
class Counterfactuals(Held):
    """The counterfactuals of a row, the nearest first: all, or the first few."""

    table: str
    label_column: str
    row_id: object
    label: str
    n_counterfactuals: int
    counterfactuals: list[AnyCounterfactual]
    id_type: str | None = None
    speech: Speech = field(default_factory=current, repr=False)

    @property
    def headline(self) -> str:
        """How many there are, in one line."""
        shown, n_all = len(self.counterfactuals), self.n_counterfactuals
        with self.speech.spoken():
            which = figure(n_all)
            if shown < n_all:
                which = say("the nearest {n} of {n_all}", n=shown, n_all=n_all)
            return say(
                "{which} counterfactuals of row {row} of {table}, whose "
                "{label_column} is {label}",
                which=which,
                row=str(self.row_id),
                table=self.table,
                label_column=column(self.label_column),
                label=shown_value(self.label_column, self.label),
            )

    def _rows(self) -> Rows:
        before: dict[str, Column] = {
            "row_id": (object, self.row_id),
            "label": (str, self.label),
        }
        return Rows(
            AnyCounterfactual, self.counterfactuals, before, id_type=self.id_type
        )


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
        id_type=catalog.id_type(session, table),
    )
