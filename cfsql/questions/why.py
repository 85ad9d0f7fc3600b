"""Why a row has its label: the minimal factual explanations, of one row or of many."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.method.constraints import Problem
from cfsql.method.rank import Method, stage_population
from cfsql.method.selection import Selection, select_rows
from cfsql.progress import Progress, Silent
from cfsql.questions.explain import RowExplainer
from cfsql.questions.factual import FactualOptions, Search, pose_reasons
from cfsql.speech import Speech, column, current, listing, said, say, shown_value
from cfsql.tables import catalog, records
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Column, Held, Rows
from cfsql.tables.nearly_unique import NearlyUnique, leading
from cfsql.tables.stored import store_factual


@dataclass(frozen=True)
class Literal:
    """A feature and the value that it has; None is NULL."""

    feature: str
    value: str | None


@dataclass(frozen=True)
class OtherCase:
    """A case that an explanation is true of, and that has another label."""

    row_id: object
    label: str


@dataclass(frozen=True)
class Factual:
    """One minimal factual explanation: values that come with the label."""

    features: list[str]
    literals: list[Literal]
    size: int
    coverage: int
    precision: float
    exceptions: list[OtherCase]

    def sentence(self, label_column: str, label: str) -> str:
        """The explanation in words."""
        return rule_sentence(
            self.literals, label_column, label, self.coverage, self.precision
        )


@dataclass(frozen=True, repr=False)
class Why(Held):
    """A row of a table with its minimal factual explanations, smallest first.

    Unless `is_complete`, there may be more: those of up to `complete_size` features
    are all here. `leading` are nearly unique features in the first of them.
    """

    table: str
    label_column: str
    values: dict[str, str | None]
    row_id: object
    label: str
    is_contradicted: bool
    is_complete: bool
    complete_size: int | None
    factuals: list[Factual]
    leading: Sequence[NearlyUnique] = ()
    id_type: str | None = None
    speech: Speech = field(default_factory=current, repr=False)

    @property
    def sentence(self) -> str:
        """The answer in words."""
        with self.speech.spoken():
            if self.factuals:
                return self.factuals[0].sentence(self.label_column, self.label)
            if self.is_contradicted:
                return say(
                    "No values explain it without exception: a case with the same "
                    "features has another {label_column}. A precision below 1 allows "
                    "exceptions.",
                    label_column=column(self.label_column),
                )
            return say("No explanation was found within the limits that were set.")

    @property
    def notes(self) -> list[str]:
        """What to know beside the answer, as Python says it."""
        return [each.in_python for each in self.leading]

    def to_dict(self) -> dict[str, Any]:
        """The answer for programs, as `cfsql why --format json` prints it."""
        return {"sentence": self.sentence, **super().to_dict()}

    @property
    def title(self) -> str:
        """Which case is explained."""
        with self.speech.spoken():
            return say("Row {row} of {table}", row=str(self.row_id), table=self.table)

    @property
    def headline(self) -> str:
        """The case and its answer in one line."""
        return f"{self.title}: {self.sentence}"

    def _rows(self) -> Rows:
        """The explanations, with the columns of `_factual`."""
        before: dict[str, Column] = {
            "row_id": (object, self.row_id),
            "label": (str, self.label),
        }
        return Rows(
            Factual,
            self.factuals,
            before,
            without=("exceptions",),
            id_type=self.id_type,
        )


def rule_sentence(
    literals: list[Literal],
    label_column: str,
    label: str,
    coverage: int,
    precision: float,
) -> str:
    """What the cases with these values have in common."""
    pairs = ((each.feature, each.value) for each in literals)
    values = listing([f"{column(name)} {said(name, value)}" for name, value in pairs])
    having = say(" with {values}", values=values) if literals else ""
    shown = shown_value(label_column, label)
    end = shown if shown.endswith(".") else f"{shown}."
    if precision < 1:
        return say(
            "{n} of the {n_cases} cases{having} ({share:.1%}) are {label}",
            n=round(precision * coverage),
            n_cases=coverage,
            having=having,
            share=precision,
            label=end,
        )
    if coverage == 1:
        return say("The only case{having} is {label}", having=having, label=end)
    return say(
        "Every one of the {n} cases{having} is {label}",
        n=coverage,
        having=having,
        label=end,
    )


def why(
    session: Session,
    table: LoadedTable,
    row: object,
    options: FactualOptions,
    method: Method,
) -> Why:
    """Explain one row of a table, without writing to the database."""
    search, _ = _compute(
        session, table, Selection(rows=[row]), options, method, Silent()
    )
    return _read(session, table, search)


def why_again(
    explainer: RowExplainer, row: object, options: FactualOptions, progress: Progress
) -> Why:
    """Explain one row of a table that an explainer has made ready."""
    explainer.select(row)
    session, table = explainer.session, explainer.table
    problem = Problem(explainer.fields, table.n_instances)
    search = _search(session, problem, options, progress)
    return _read(session, table, search)


def _read(session: Session, table: LoadedTable, search: Search) -> Why:
    """Read the answer for the one row of `asked_rows` from the staged relations."""
    options = search.options
    features = [field[1] for field in session.fetch(query("encode/packed_features"))]
    (own,) = session.fetch_records(query("select/asked_row"))
    (summary,) = session.fetch_records(query("why/factual_summary"))
    exceptions: dict[tuple[str, ...], list[OtherCase]] = {}
    for names, row_id, label in session.fetch(query("why/exceptions")):
        exceptions.setdefault(tuple(names), []).append(OtherCase(row_id, label))
    factuals = []
    for record in session.fetch_records(query("why/factual")):
        del record["row_id"], record["label"]
        record["literals"] = [Literal(**literal) for literal in record["literals"]]
        found = exceptions.get(tuple(record["features"]), [])
        factuals.append(Factual(**record, exceptions=found))
    complete_size = search.complete_size
    if summary["is_complete"]:
        complete_size = None
    elif len(factuals) == options.per_row:
        # More may have the size of the last one.
        complete_size = factuals[-1].size - 1
    return Why(
        table=table.name,
        label_column=table.label,
        values=dict(zip(features, own.pop("feature_texts"), strict=True)),
        **own,
        is_complete=summary["is_complete"],
        complete_size=complete_size,
        factuals=factuals,
        leading=leading(session, table, factuals[0].features if factuals else ()),
        id_type=catalog.id_type(session, table),
    )


def why_rows(
    session: Session,
    table: LoadedTable,
    selection: Selection,
    options: FactualOptions,
    method: Method,
    progress: Progress,
    *,
    into: str | None = None,
) -> str:
    """Explain the selected rows and store the result tables; the name they go by."""
    started = time.monotonic()
    name = into or table.name
    _, n_rows = _compute(session, table, selection, options, method, progress)
    with records.storing(
        session,
        catalog.FACTUAL,
        name,
        table.name,
        options={
            **selection.options,
            "precision": options.precision,
            "max_size": options.max_size,
            "per_row": options.per_row,
            "time_limit": options.time_limit,
            "ignore": list(options.ignore) or None,
            "min_cases": options.min_cases,
            "count": method.count,
            "into": into,
        },
        facts={
            "precision": options.precision,
            "count": method.count,
            "n_rows": n_rows,
        },
        started=started,
    ):
        store_factual(session, name, table)
    return name


def _compute(
    session: Session,
    table: LoadedTable,
    selection: Selection,
    options: FactualOptions,
    method: Method,
    progress: Progress,
) -> tuple[Search, int]:
    """Stage what the results are made of; the search, and how many rows were asked."""
    fields = encode.bind(session, table.name)
    problem = pose_reasons(session, table, fields, options)
    n_rows = select_rows(session, table, selection)
    stage_population(session, problem, method)
    return _search(session, problem, options, progress), n_rows


def _search(
    session: Session, problem: Problem, options: FactualOptions, progress: Progress
) -> Search:
    """Stage what the results are made of, in a session with `asked_rows`."""
    search = Search(session, options, progress)
    with session.any_order():
        n_targets = session.stage(query("search/targets"))
        search.run(n_targets=n_targets, n_instances=problem.n_instances)
        session.bind("wanted_rows", "asked_rows")
        session.stage(
            query("encode/texts"), features=[field.feature for field in problem.fields]
        )
    return search
