"""Explaining new cases: one, one after the other, or all of a file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import Query, query
from cfsql.errors import UnknownName, WrongUse
from cfsql.method import encode
from cfsql.method.constraints import Problem, pose, put_all_in_order
from cfsql.method.order import Ordered
from cfsql.method.outcomes import known_label, number_outcomes
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
from cfsql.questions.explain import (
    Explanation,
    can_be_few,
    explain_few,
    read_explanation,
)
from cfsql.questions.new_cases.given import Cases, read_cases, unseen_values
from cfsql.questions.new_cases.stage import stage_cases
from cfsql.questions.new_cases.values import value_as_text, values_frame
from cfsql.questions.overview import first_shares
from cfsql.tables.bins import class_of
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


def explain_case(
    session: Session,
    table: LoadedTable,
    values: Mapping[str, object],
    method: Method,
    progress: Progress,
    *,
    label: str | None,
) -> Explanation:
    """Explain one new case."""
    cases = Cases(values_frame(values), label, is_one=True)
    _, remarks = _compute(session, table, cases, method, progress)
    found = read_explanation(session, table, method)
    return _as_given(found, table, values, remarks)


class CaseExplainer:
    """A table made ready once, to explain one new case after the other.

    Of constraints it takes those that an `Explainer` takes.
    """

    def __init__(self, session: Session, table: LoadedTable) -> None:
        """Bind the table in a session that is used for nothing else."""
        self.session = session
        self.table = table
        fields = encode.bind(session, table.name)
        self._texts = encode.texts_query(session)
        self.problem = pose_problem(
            session, table, fields, Method(), has_new_values=True
        )
        self._differs_by: float | None = None
        stage_population(session, self.problem, Method())

    @property
    def ordered(self) -> Mapping[str, Ordered]:
        """The features whose codes are in order."""
        return self.problem.ordered

    def _put_in_order(self) -> None:
        """Give codes an order once a direction is asked for: it serves all others."""
        fields, ordered = put_all_in_order(
            self.session, self.table, self.problem.fields, has_new_values=True
        )
        self.problem = replace(self.problem, fields=fields, ordered=ordered)
        stage_population(self.session, self.problem, Method())

    def explain(
        self,
        values: Mapping[str, object],
        method: Method,
        progress: Progress,
        *,
        label: str | None,
    ) -> Explanation:
        """Explain one new case."""
        asked = method.constraints
        assert not asked.ignore
        assert not asked.require
        assert method.count == "rows"
        session, table = self.session, self.table
        if (asked.only_up or asked.only_down) and not self.problem.ordered:
            self._put_in_order()
        if asked.differs_by is not None or self._differs_by is not None:
            # The outcome of the last new case may be no row's.
            session.stage(query("cases/row_labels"))
            number_outcomes(session, table, asked.differs_by)
            self._differs_by = asked.differs_by
            stage_population(session, self.problem, Method())
        ready = self.problem
        posed = pose(session, table, ready.fields, asked, ordered=ready.ordered)
        problem = replace(
            posed,
            n_instances=self.problem.n_instances,
            is_about_new_cases=True,
            n_nearest=method.nearest,
        )
        cases = Cases(values_frame(values), label, is_one=True)
        remarks = _stage(session, table, problem, cases, method, self._texts)
        found = None
        if can_be_few(problem, table, method):
            session.bind("asked_cases", "new_instances")
            session.speak(method.speech)
            found = explain_few(session, table, problem, method, self._texts)
        if found is None:
            _search(session, problem, method, progress)
            found = read_explanation(session, table, method)
        return _as_given(found, table, values, remarks)

    def nearest_outcomes(self, values: Mapping[str, object]) -> NearestOutcomes:
        """The nearest cases of every class; no class is asked for."""
        session, problem = self.session, self.problem
        features = [field.feature for field in problem.fields]
        cases = Cases(values_frame(values), None, is_one=True)
        given = read_cases(session, self.table, features, cases)
        kinds = stage_cases(
            session, self.table, problem, given, None, self._texts, has_target=True
        )
        return NearestOutcomes(
            [*given.remarks, *unseen_values(session, given, kinds)],
            [
                NearestOutcome(**record)
                for record in session.fetch_records(query("explorer/nearest_outcomes"))
            ],
        )


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


def _as_given(
    found: Explanation,
    table: LoadedTable,
    values: Mapping[str, object],
    remarks: list[str],
) -> Explanation:
    """The explanation of a case that has no row id, with the numbers it was given."""
    given = {str(name).lower(): value_as_text(value) for name, value in values.items()}
    return replace(
        found,
        row_id=None,
        originals={name: given.get(name.lower()) for name in table.bins},
        remarks=remarks,
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
    cases = Cases(source, label, reading, id)
    n_cases, remarks = _compute(session, table, cases, method, progress)
    ranked = session.relation(ranked_query(method))
    summary = session.relation(summary_query(method))
    answers = session.relation(query("cases/answered_cases"))
    session.stage(query("overview/listed_first"))
    return NewCases(
        ranked,
        summary,
        answers,
        n_cases,
        remarks,
        declared=method.declared.words,
        leading=leading_most(session, table, lambda: first_shares(session)),
    )


def _compute(
    session: Session,
    table: LoadedTable,
    cases: Cases,
    method: Method,
    progress: Progress,
) -> tuple[int, list[str]]:
    """Stage `ranked` and `summary` of new cases; their number, and remarks."""
    fields = encode.bind(session, table.name)
    problem = pose_problem(session, table, fields, method, has_new_values=True)
    stage_population(session, problem, method)
    remarks = _stage(session, table, problem, cases, method, query("encode/texts"))
    _search(session, problem, method, progress)
    return session.size("targets"), remarks


def _stage(
    session: Session,
    table: LoadedTable,
    problem: Problem,
    cases: Cases,
    method: Method,
    texts: Query,
) -> list[str]:
    """Stage the new cases, once the problem is posed; remarks on their values."""
    features = [field.feature for field in problem.fields]
    given = read_cases(session, table, features, cases)
    target, label = method.constraints.target, cases.label
    if given.label is None and label is None and target is None:
        raise WrongUse(
            f"which {table.label} has {'the' if cases.is_one else 'each'} case? Give "
            "it with --label, or say with --target which one to reach"
        )
    if label is not None:
        if table.label in table.bins:
            label = class_of(session, table.name, table.label, label)
        if problem.is_apart:
            label = known_label(session, label)
        labels = [name for name, _ in session.fetch(query("constrain/label_ids"))]
        if label not in labels and not problem.is_apart:
            raise UnknownName(table.label, label, labels, table.name)
    has_target = target is not None
    kinds = stage_cases(
        session, table, problem, given, label, texts, has_target=has_target
    )
    return [*given.remarks, *unseen_values(session, given, kinds)]


def _search(
    session: Session, problem: Problem, method: Method, progress: Progress
) -> None:
    """Stage `ranked` and `summary`, once the new cases are staged."""
    run = PairSearch(session, problem, method.plan, progress)
    with session.any_order():
        run.search()
        rank_found(session, run, method)
        show_instances(session)
        spell(session, problem, method)
        session.append(query("cases/spelled_new_instances"))
    view_results(session, method)
