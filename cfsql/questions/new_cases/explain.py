"""Many new cases, of a file or a frame, explained the way of a ranking."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.method.rank import (
    Method,
    pose_problem,
    rank_found,
    ranked_query,
    show_instances,
    spell,
    stage_population,
    summary_query,
    view_results,
)
from cfsql.method.search.search import PairSearch
from cfsql.progress import Progress
from cfsql.questions.explain import RowExplainer
from cfsql.questions.new_cases.given import GivenCases, one_case
from cfsql.questions.new_cases.stage import stage_cases
from cfsql.questions.overview import first_shares
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Frames
from cfsql.tables.nearly_unique import NearlyUnique, leading_most
from cfsql.tables.reading import Reading
from cfsql.words import many

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, repr=False)
class NewCases(Frames):
    """Many new cases with their counterfactuals, in the columns of a ranking.

    `answers` has both in one: the counterfactuals of each case with its sentence, and a
    line for a case without any.
    """

    ranked: duckdb.DuckDBPyRelation
    summary: duckdb.DuckDBPyRelation
    answers: duckdb.DuckDBPyRelation
    n_cases: int
    remarks: list[str]
    declared: str | None = None
    leading: Sequence[NearlyUnique] = ()

    @property
    def notes(self) -> list[str]:
        """What to know beside the answers, as Python says it."""
        return [*self.remarks, *(each.in_python for each in self.leading)]

    @property
    def headline(self) -> str:
        """The cases in one line."""
        return (
            f"{many(self.n_cases, 'case')}, {len(self.ranked):,} minimal "
            "counterfactuals"
        )

    def relation(self) -> duckdb.DuckDBPyRelation:
        """The counterfactuals of all cases, each with the sentence of its case."""
        return self.answers

    def _beside(self) -> duckdb.DuckDBPyRelation:
        return self.summary


@dataclass(frozen=True)
class NearestOutcome:
    """The cases of a class that are nearest to a new case; one of them by its id.

    `differences` are its values where it differs.
    """

    label: str
    distance: int
    n_rows: int
    row_id: object
    differences: list[dict[str, str | None]]


@dataclass(frozen=True)
class NearestOutcomes:
    """The nearest cases of every class, nearest first; remarks on the values."""

    remarks: Sequence[str] = ()
    each: Sequence[NearestOutcome] = ()


def nearest_outcomes(
    explainer: RowExplainer, values: Mapping[str, object]
) -> NearestOutcomes:
    """The nearest cases of every class; no class is asked for."""
    session = explainer.session
    problem = explainer.posed(Method())
    cases, texts = one_case(values, None), explainer.texts
    return NearestOutcomes(
        stage_cases(
            session, explainer.table, problem, cases, texts, is_any_outcome=True
        ),
        [
            NearestOutcome(**record)
            for record in session.fetch_records(query("explorer/nearest_outcomes"))
        ],
    )


def explain_cases(
    session: Session,
    table: LoadedTable,
    source: object,
    method: Method,
    progress: Progress,
    *,
    label: str | None,
    id: str | None = None,
    reading: Reading,
) -> NewCases:
    """Explain all cases of a file or a frame; nothing is stored."""
    if isinstance(source, os.PathLike):
        source = os.fspath(source)
    cases = GivenCases(source, label, reading, id)
    fields = encode.bind(session, table.name)
    problem = pose_problem(session, table, fields, method, has_new_values=True)
    stage_population(session, problem, method)
    remarks = stage_cases(session, table, problem, cases, query("encode/texts"))
    run = PairSearch(session, problem, method.plan, progress)
    with session.any_order():
        run.search()
        rank_found(session, run, method)
        show_instances(session)
        spell(session, problem, method)
        session.append(query("cases/spelled_new_instances"))
    view_results(session, method)
    ranked = session.relation(ranked_query(method))
    summary = session.relation(summary_query(method))
    answers = session.relation(query("cases/answered_cases"))
    session.stage(query("overview/listed_first"))
    return NewCases(
        ranked,
        summary,
        answers,
        session.size("targets"),
        remarks,
        declared=method.declared.words,
        leading=leading_most(session, table, lambda: first_shares(session)),
    )
